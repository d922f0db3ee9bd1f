"""A game played in rounds: what it guarantees to either side, until the two meet at its value."""

from __future__ import annotations

import numpy as np

from ...theorems.display import number
from .look import DASHED, PALETTE, describe, drawing, note


def game(run, value=None):
    """Bounds on the value of a game after each round, on a logarithmic axis of rounds.

    From below comes the least payment to the average of the weights so far, from above the largest entry of the
    average of the answers so far. The value lies between them.

    Parameters
    ----------
    run : GameRun
        Of `multiplicative_weights` or `adaboost`.
    value : float
        The value of the game, if it is known: a level line.
    """
    t = np.arange(1, run.n_rounds + 1)
    with drawing((6.6, 4.2)) as ax:
        ax.set(xscale="log", xlabel="rounds", ylabel="value of the game", xlim=(1, 3 * max(run.n_rounds, 2)))
        ax.fill_between(t, run.lower, run.upper, color=PALETTE["gold"], alpha=0.16, linewidth=0)
        ax.plot(t, run.upper, color=PALETTE["neg"])
        ax.plot(t, run.lower, color=PALETTE["pos"])
        words = f"After {run.n_rounds} rounds the value is between {number(run.lower[-1])} and {number(run.upper[-1])}"
        if value is not None:
            ax.axhline(value, color=PALETTE["mute"], lw=1.2, ls=DASHED)
            note(ax, f"value {number(value)}", (1, value), (6, 4), "mute", va="bottom")
            words += f"; it is {number(value)}"
        look = {"va": "center", "annotation_clip": False}
        note(ax, "answers", (t[-1], run.upper[-1]), (7, 7), "neg", **look)
        note(ax, "weights", (t[-1], run.lower[-1]), (7, -7), "pos", **look)
        return describe(
            ax, f"Two curves, round by round: what averaged weights and averaged answers guarantee. {words}."
        )
