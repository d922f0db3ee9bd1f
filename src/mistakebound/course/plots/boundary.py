"""A learner's predictions all over the plane, whatever the shape of its boundary."""

import numpy as np
from matplotlib.axes import Axes

from mistakebound.arrays import dense
from mistakebound.errors import MistakeBoundError
from mistakebound.trace import Trace

from .look import PALETTE, TEXT, describe, drawing, number_of
from .plane import examples

ACROSS = 240  # the number of points across the picture at which the learner predicts


def boundary(trace: Trace, step: int | None = None) -> Axes:
    """Draw the plane after one of a learner's updates: the tint is the label that the learner predicts.

    Circles are positive examples, squares negative; the examples of the updates so far are ringed.

    Parameters
    ----------
    trace : Trace
        A run of a learner with a `score`, on two features.
    step : int
        The number of updates so far; by default all.

    Raises
    ------
    MistakeBoundError
        If the examples do not have two features, the data were streamed, the learner has no score, or there is no such
        update.
    """
    if trace.X is None or trace.X.shape[1] != 2 or not hasattr(trace.learner, "score"):
        raise MistakeBoundError(
            f"boundary draws a learner with a score, on examples of two features that were kept, not {trace!r}."
        )
    X, y = dense(trace.X).astype(float), trace.y
    t = number_of(step, trace.n_updates, "update", first=0)
    centre = (X.min(axis=0) + X.max(axis=0)) / 2
    half = 0.6 * np.ptp(X, axis=0).max() or 1.0
    sides = [np.linspace(middle - half, middle + half, ACROSS) for middle in centre]
    grid = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    scores = np.asarray(trace.learner.score(trace.states[t], grid), dtype=float).reshape(ACROSS, ACROSS)
    shown = np.unique(trace.updates[:t] % len(y))

    with drawing((5.2, 5.2)) as ax:
        ax.set(xlim=sides[0][[0, -1]], ylim=sides[1][[0, -1]], aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
        ax.set_title(f"after {t} of {trace.n_updates} updates", loc="left", color=TEXT["mute"])
        if (most := np.abs(scores).max()) > 0:
            colours = PALETTE["neg"], PALETTE["pos"]
            ax.contourf(*sides, scores, levels=[-2 * most, 0, 2 * most], colors=colours, alpha=0.12, zorder=0)
            if scores.min() < 0 < scores.max():
                ax.contour(*sides, scores, levels=[0], colors=PALETTE["ink"], linewidths=2)
        words = examples(ax, X, y)
        for label, marker in ((1, "o"), (-1, "s")):
            ringed = shown[y[shown] == label]
            look = {"facecolor": "none", "edgecolor": PALETTE["gold"], "linewidth": 2.5}
            ax.scatter(*X[ringed].T, s=150, marker=marker, zorder=4, **look)
        return describe(
            ax,
            f"{words}, after {t} of {trace.n_updates} updates: {len(shown)} of them are ringed, and the line between "
            "the tints is where the prediction changes.",
        )
