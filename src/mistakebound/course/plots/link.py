"""The plane of z, a quasi-additive learner's memory: the path of z, and the weights that a potential reads off z."""

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mistakebound.certificates.display import number
from mistakebound.errors import MistakeBoundError
from mistakebound.levels import level_curve
from mistakebound.potentials import Potential

from .look import PALETTE, describe, drawing, note


def link(potential: Potential, z: ArrayLike, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw the path of z in the plane, the line of equal Phi* through its end, and the weights at right angles to this.

    The arrow of the weights shows only their direction.

    Parameters
    ----------
    potential : Potential
        One of `mistakebound.potentials`, or one of your own.
    z : array (T, 2) or (2,)
        The path of z, or one point.
    title : str
        The name of the potential.
    ax : Axes
        The Axes to draw on; by default those of a new figure.

    Raises
    ------
    MistakeBoundError
        If z does not have two entries.
    """
    path = np.atleast_2d(np.asarray(z, dtype=float))
    if path.shape[1] != 2:
        raise MistakeBoundError(f"link draws a plane, but z has {path.shape[1]} entries: use a run on two features.")
    last, half = path[-1], 1.8 * np.abs(path).max() or 1.0
    w = potential.weights(last)
    with drawing((4.6, 4.6), ax) as ax:
        ax.set(aspect="equal", xlim=(-half, half), ylim=(-half, half), xlabel=r"$z_1$", ylabel=r"$z_2$")
        ax.set_title(title, loc="left")
        for line in (ax.axhline, ax.axvline):
            line(0, color=PALETTE["rule"], lw=1, zorder=0)
        curve = level_curve(potential, last, 4 * half, points=180)
        ax.fill(*curve.T, facecolor=PALETTE["gold"] + "1f", edgecolor=PALETTE["gold"], lw=2)
        ax.plot(*np.vstack([[0, 0], path]).T if len(path) == 1 else path.T, "o-", color=PALETTE["pos"], markersize=4)
        note(ax, "$z$", last, (-8, 6), "pos", ha="right")
        if np.any(w):
            tip = last + 0.4 * half * w / np.hypot(*w)
            look = {"arrowstyle": "-|>", "color": PALETTE["ink"], "lw": 2.5, "shrinkA": 0, "shrinkB": 0}
            ax.annotate("", tip, last, arrowprops=look, zorder=5)
            note(ax, "$w$", tip, (6, 2), "ink")
        return describe(
            ax,
            f"The plane of z{f', {title}' if title else ''}: z is ({number(last[0])}, {number(last[1])}), and the "
            f"weights, at right angles to the line of equal Φ* through it, point along ({number(w[0])}, "
            f"{number(w[1])}).",
        )
