"""The course's tools, for labs, pages and assignments: what a reader sees of a run, and what a class does with it.

    from mistakebound.course import TracePlayer, interact, plots

`scenes` describes what is seen as plain data, `plots` and `player` draw it, `interact` puts sliders to a figure,
`teaching` has the protocols in which a target is known to somebody, `real` the data sets. The library, `mistakebound`,
imports nothing of this.
"""

from importlib import import_module
from typing import Any

from mistakebound.errors import no_attribute, speak_for

from . import player, real, teaching
from .player import Game, Show, run_data
from .scenes import Scene

#: What is there from the beginning; `LATER` is there when it is asked for.
__all__ = ["Game", "Scene", "Show", "real", "run_data", "teaching"]

LATER = {"TracePlayer": "player.widget", "interact": "sliders", "plots": "plots"}


def __getattr__(name: str) -> Any:
    """What needs matplotlib or widgets, which take time and which only a notebook has, is imported when asked for."""
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
