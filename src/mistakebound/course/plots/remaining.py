"""The concepts, or literals, that a learner has not ruled out yet."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.ticker import MaxNLocator

from mistakebound.concepts import Formula
from mistakebound.trace import Trace

from .. import scenes
from .look import PALETTE, SMALL, TEXT, count, describe, drawing

ROOMY = 16  # up to so many columns, or rows, each has room for its words


def remaining(trace: Trace, target: Any = None) -> Axes:
    """Draw the concepts, or literals, that a learner has not ruled out: a column for each, a row for each state.

    The top row is the start, and each row below it an update; a cross marks the updates that were mistakes. On the
    right is the number of concepts or literals left.

    Parameters
    ----------
    trace : Trace
        A run with a version space (`Consistent`, `Halving`, `StandardOptimal`) or with literals (`Elimination`).
    target : int or Formula
        The number of a concept, or the target of `Elimination`: what must never be ruled out gets another colour.

    Raises
    ------
    MistakeBoundError
        If the learner's states are not sets.
    """
    scene = scenes.remaining(trace)
    U, N = trace.n_updates, len(scene.names)
    left = (scene.gone < 0) | (scene.gone > np.arange(U + 1)[:, None])
    sizes = left.sum(axis=1)
    wrong = 1 + np.flatnonzero(np.isin(trace.updates, trace.mistakes))
    wanted: Any = np.flatnonzero(target.mask) if isinstance(target, Formula) else [] if target is None else target

    with drawing((6.6, min(0.3 * (U + 1), 3.6) + 1.2)) as ax:
        colours = ListedColormap([PALETTE["rule"], PALETTE["pos"], PALETTE["line"]])
        shown = left * (1 + np.isin(np.arange(N), wanted))
        lines = {"edgecolors": PALETTE["paper"], "linewidth": 1.2 if N <= ROOMY else 0.3}
        ax.pcolormesh(np.arange(N + 1) - 0.5, np.arange(U + 2) - 0.5, shown, cmap=colours, vmin=0, vmax=2, **lines)
        beside = ax.get_yaxis_transform()
        ax.plot(np.full(len(wrong), -0.02), wrong, "x", color=PALETTE["neg"], transform=beside, clip_on=False)
        rows = range(U + 1) if U < ROOMY else (0, U // 2, U)
        for t in rows:
            ax.text(1.01, t, str(sizes[t]), color=TEXT["ink"], size=SMALL, va="center", transform=beside)
        ax.set(ylim=(U + 0.5, -0.5), xlabel=scene.noun, ylabel="updates")
        ax.set_title("left", loc="right", color=TEXT["mute"])
        ax.spines[:].set_visible(False)
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        ax.set_yticks(rows)
        ax.tick_params(axis="y", pad=12)
        if scene.noun == "literals" or N <= ROOMY:
            at = range(N) if N <= ROOMY else range(0, N, -(-N // 5))
            words = [scene.names[i] for i in at]
            ax.set_xticks(at, words, rotation=90 if max(map(len, words)) * len(words) > 60 else 0)
        said = ", ".join(str(sizes[t]) for t in rows)
        said += "" if U < ROOMY else " (at first, half-way and at last)"
        told = f"The {scene.noun} that are left, at first and after {count(U, 'updates')}"
        return describe(ax, f"{told}, {len(wrong)} of them mistakes: {said}.")
