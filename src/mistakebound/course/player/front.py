"""The front end: its modules as one script, and the HTML around the data that it draws.

The modules are in order, each after those that it imports from.
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
    """Join modules into one scope, without the imports and exports between them."""
    return "\n".join(re.sub(r"^import .*?;\n|^export ", "", _read(name), flags=re.M | re.S) for name in names)


def _player(*names: str) -> str:
    """Join the player's modules and others, and list all scenes as `SCENES`."""
    return f"{_joined(*SHARED, *names)}\nconst SCENES = {{ {', '.join(SCENES)} }};"


def _read(name: str) -> str:
    return FRONT.joinpath(*name.split("/")).read_text("utf-8")


def widget_module() -> str:
    """Return an ES module with the `render` that anywidget needs."""
    return f"{_player('widget.js')}\nexport default {{ render }};\n"


def page_script() -> str:
    """Return a script that draws every show of a page; a plain script also runs in a page opened from a folder."""
    names = (*RULES, "game.js", "advice.js", "race.js", "proof.js", "fooled.js", "hurt.js", "page.js")
    return f"(() => {{\n{_player(*names)}\nmountAll();\n}})();\n"


def fool_script() -> str:
    """Return a script that plays the game of the first page, Fool the Perceptron."""
    names = ("markup.js", *RULES, "fool/board.js", "fool/fool.js")
    return f"(() => {{\n{_joined(*names)}\nmountFool();\n}})();\n"


def style() -> str:
    """The style sheet."""
    return _read("style.css")


def fool_style() -> str:
    """The additional style sheet for the game of the first page."""
    return _read("fool/fool.css")


def fool_html(proof: str) -> str:
    """Return the opening tag of that game; `proof` is the page whose first player shows a finished game as a proof.

    The game moves what follows the tag, until `</div>`, into its board, as the way on into the course.
    """
    return f'<div class="mistakebound-view mistakebound-fool" data-proof="{escape(proof)}">'


def player_html(head: dict[str, Any], runs: Iterable[dict[str, Any]]) -> str:
    """Return a player for a page without a kernel, with a run for each choice; equal parts are stored once."""
    proofs: list[Any] = []
    different: list[Any] = []
    which: list[int] = []
    for run in runs:
        which.append(_place(run | {"proof": _place(run["proof"], proofs)}, different))
    return embed("player", head | {"proofs": proofs, "runs": different, "which": which})


def _place(thing: Any, things: list[Any]) -> int:
    """Return the index of a thing in a list, after appending the thing if it is new."""
    if thing not in things:
        things.append(thing)
    return things.index(thing)


def embed(name: str, data: Any) -> str:
    """Return the HTML that holds the data of a "player" or "game" where the script of `page_script` draws it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", r"<\/")
    return f'<div class="mistakebound-view mistakebound-{name}"><script type="application/json">{text}</script></div>'
