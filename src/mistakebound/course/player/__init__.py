"""The player: a run and its certificate, to be watched from update to update, with or without a kernel.

    TracePlayer(trace, cert)               # in a notebook
    Show(run, margin=[0.1, 0.2, 0.3])      # with controls: run(margin=0.2) returns (trace, cert)

`data` turns a trace, its certificate and its scene into JSON; `front/` draws this in any page. `show` holds a reader's
choices, `game` and `advice` let a reader be nature, `race` takes bets, and `widget` brings a show into a notebook.
"""

from ..scenes import Scene
from .advice import Advice
from .data import run_data
from .game import Game
from .race import Race
from .show import Show

__all__ = ["Advice", "Game", "Race", "Scene", "Show", "run_data"]
