"""Be nature among advisers: a game against learners that weigh the advice, -1 or +1, of a few features or experts.

Legend: n advisers, X their advice in each round, y the right answers; m, the promise: the number of the learner's
mistakes at which the best adviser may be wrong.

The page plays by the learners' rules (`front/learners.js`). Its bounds, curves and longest games come from runs that
the package has played and certified.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any

import numpy as np

from mistakebound.certificates.core import Certificate
from mistakebound.trace import Trace

from .data import run_data
from .front import embed

__all__ = ["Advice"]

Run = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Advice:
    """Nature's game against learners that weigh advisers.

    Parameters
    ----------
    noun : str
        The word for an adviser: "feature", "expert".
    opponents : mapping
        Name -> (play, longest): ``play(X, y)`` returns a trace and its certificate, and ``longest[m]`` is the advice
        and the labels of a longest game with the promise m, as `worst_advice` finds them.
    rows : array, optional
        Rows of advice that the page offers; a player may flip each entry.

    Examples
    --------
    >>> import mistakebound as mb
    >>> from mistakebound.course.player import Advice
    >>> from mistakebound.experts import best_adviser
    >>> def perceptron(X, y):
    ...     trace = mb.play(mb.Perceptron(), X, y)
    ...     return trace, mb.NOVIKOFF.check(trace, u=best_adviser(trace), gamma=1, radius=2)
    >>> rows = mb.streams.hadamard(4)
    >>> game = Advice("feature", {"the Perceptron": (perceptron, {0: (rows.X, rows.y)})}, rows.X)
    >>> [goal["most"] for goal in game.data["opponents"][0]["goals"]]
    [4]
    """

    noun: str
    opponents: Mapping[str, tuple[Callable[..., tuple[Trace, Certificate]], Mapping[int, Run]]]
    rows: np.ndarray | None = None

    @cached_property
    def data(self) -> dict[str, Any]:
        """The data of the game, JSON-safe."""
        opponents = [self._opponent(name) for name in self.opponents]
        n = len(opponents[0]["goals"][0]["moves"][0]["x"])
        return {
            "kind": "advice",
            "noun": self.noun,
            "names": list("ABCDEFGHIJKLMNOP"[:n]),
            "rows": [] if self.rows is None else self.rows.tolist(),
            "opponents": opponents,
        }

    def html(self) -> str:
        """Return the game as HTML for a page, where the script of `front.page_script` plays it."""
        return embed("game", self.data)

    def _opponent(self, name: str) -> dict[str, Any]:
        play, games = self.opponents[name]
        goals = [self._goal(m, X, y, *play(X, y)) for m, (X, y) in games.items()]
        learner = play(*games[0])[0].learner
        beta, ties = getattr(learner, "beta", None), learner.ties
        eta = getattr(learner, "eta", None) if beta is None else -log(beta) / 2
        rule = {"learner": type(learner).__name__, "eta": eta, "ties": 0 if ties == "mistake" else ties}
        return {"name": name, **rule, "goals": goals}

    @staticmethod
    def _goal(m: int, X: np.ndarray, y: np.ndarray, trace: Trace, cert: Certificate) -> dict[str, Any]:
        run, wrong = run_data(trace, cert.require()), trace.mistakes.tolist()
        inner = [curve | {"values": []} for curve in run["squeeze"]["inner"]]  # filled by the game in the page
        return {
            "m": m, "most": len(wrong), "bound": run["bound"], "formula": run["formula"],
            "squeeze": run["squeeze"] | {"at": [], "inner": inner},
            "moves": [{"x": X[i].tolist(), "y": int(y[i])} for i in wrong],
        }  # fmt: skip
