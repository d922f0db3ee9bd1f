"""The course's tools, for labs, pages and assignments: pictures of runs, protocols of teaching, and data.

    from mistakebound.course import TracePlayer, interact, plots

`scenes` describes pictures as plain data, `plots` and `player` draw them, `interact` adds sliders to a figure,
`teaching` has the protocols in which somebody knows the target, and `real` has data sets. The library, `mistakebound`,
imports none of these.
"""

from importlib import import_module
from typing import Any

from mistakebound.errors import no_attribute, speak_for

from . import player, real, teaching
from .player import Game, Show, run_data
from .scenes import Scene

#: The names that are imported at once; those of `LATER` are imported when they are used.
__all__ = ["Game", "Scene", "Show", "real", "run_data", "teaching"]

LATER = {"TracePlayer": "player.widget", "interact": "sliders", "plots": "plots"}


def __getattr__(name: str) -> Any:
    """Import on demand what needs matplotlib or widgets: they load slowly, and only a notebook has them."""
    if name not in LATER:
        raise no_attribute(f"module {__name__!r}", name, __dir__())
    try:
        module = import_module(f"{__name__}.{LATER[name]}")
    except ModuleNotFoundError as missing:
        remedy = f"{name} needs {missing.name}, which is not installed here: pip install 'mistakebound[labs]'."
        raise ModuleNotFoundError(remedy, name=missing.name) from None
    return module if name == "plots" else getattr(module, name)


def __dir__() -> list[str]:
    return [*__all__, *LATER]


for _module in (player, real, teaching):
    speak_for(_module)
