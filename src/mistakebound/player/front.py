"""The front end as one script: its modules in order, each after those that it imports from."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

__all__ = ["page_script", "style", "widget_module"]

FRONT = files(__package__) / "front"
SHARED = (
    "markup.js", "run.js", "squeeze.js", "ledger.js", "scenes/plane.js", "scenes/remaining.js", "scenes/simplex.js",
    "scenes/tree.js", "scenes/weights.js", "player.js",
)  # fmt: skip


@cache
def _joined(*names) -> str:
    """Modules as one: what they import from each other is in the same scope."""
    texts = [re.sub(r"^import .*?;\n|^export ", "", _read(name), flags=re.M | re.S) for name in names]
    return "\n".join(texts)


def _read(name) -> str:
    return FRONT.joinpath(*name.split("/")).read_text("utf-8")


def widget_module() -> str:
    """An ES module with the `render` that anywidget asks for."""
    return f"{_joined(*SHARED, 'widget.js')}\nexport default {{ render }};\n"


def page_script() -> str:
    """A script that draws every show of a page; not a module, so that it also runs in a page opened from a folder."""
    return f"(() => {{\n{_joined(*SHARED, 'game.js', 'page.js')}\nmountAll();\n}})();\n"


def style() -> str:
    """The style sheet."""
    return _read("style.css")
