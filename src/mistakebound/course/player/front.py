"""The front end: its modules as one script, and what it draws as HTML.

The modules stand in order, each after those that it imports from.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

__all__ = ["embed", "fool_html", "fool_script", "fool_style", "page_script", "player_html", "style", "widget_module"]

FRONT = files(__package__) / "front"
SCENES = sorted(path.name.removesuffix(".js") for path in FRONT.joinpath("scenes").iterdir())
RULES = ("learners.js", "fool/rules.js")
SHARED = ("markup.js", "run.js", "squeeze.js", "ledger.js", *(f"scenes/{name}.js" for name in SCENES), "player.js")


@cache
def _joined(*names: str) -> str:
    """Modules as one: what they import from each other is in the same scope."""
    return "\n".join(re.sub(r"^import .*?;\n|^export ", "", _read(name), flags=re.M | re.S) for name in names)


def _player(*names: str) -> str:
    """The player's modules and others; its `SCENES` are those that there are."""
    return f"{_joined(*SHARED, *names)}\nconst SCENES = {{ {', '.join(SCENES)} }};"


def _read(name: str) -> str:
    return FRONT.joinpath(*name.split("/")).read_text("utf-8")


def widget_module() -> str:
    """An ES module with the `render` that anywidget asks for."""
    return f"{_player('widget.js')}\nexport default {{ render }};\n"


def page_script() -> str:
    """A script that draws every show of a page; not a module, so that it also runs in a page opened from a folder."""
    names = (*RULES, "game.js", "advice.js", "race.js", "proof.js", "fooled.js", "hurt.js", "page.js")
    return f"(() => {{\n{_player(*names)}\nmountAll();\n}})();\n"


def fool_script() -> str:
    """A script that plays the game of the first page, Fool the Perceptron."""
    names = ("markup.js", *RULES, "fool/board.js", "fool/fool.js")
    return f"(() => {{\n{_joined(*names)}\nmountFool();\n}})();\n"


def style() -> str:
    """The style sheet."""
    return _read("style.css")


def fool_style() -> str:
    """What the game of the first page needs besides."""
    return _read("fool/fool.css")


def fool_html(proof: str) -> str:
    """The opening tag of that game, which ends with a link to this page; its first player is on the same theorem.

    What follows it until `</div>` is the way on, which the game takes into its board.
    """
    return f'<div class="mistakebound-view mistakebound-fool" data-proof="{escape(proof)}">'


def player_html(head: dict[str, Any], runs: Iterable[dict[str, Any]]) -> str:
    """A player of runs, one for each choice, for a page without a kernel; what they have in common is carried once."""
    proofs: list[Any] = []
    different: list[Any] = []
    which: list[int] = []
    for run in runs:
        which.append(_place(run | {"proof": _place(run["proof"], proofs)}, different))
    return embed("player", head | {"proofs": proofs, "runs": different, "which": which})


def _place(thing: Any, things: list[Any]) -> int:
    """Where a thing is in a list, at whose end it is put if it is new."""
    if thing not in things:
        things.append(thing)
    return things.index(thing)


def embed(name: str, data: Any) -> str:
    """Data on a page, in the place where the script of `page_script` draws it: a "player" or a "game"."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", r"<\/")
    return f'<div class="mistakebound-view mistakebound-{name}"><script type="application/json">{text}</script></div>'
