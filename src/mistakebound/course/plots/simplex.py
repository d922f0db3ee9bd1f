"""Winnow's weights on three features, as a path in the triangle of all weights."""

import numpy as np
from matplotlib.axes import Axes

from mistakebound.certificates.core import Certificate
from mistakebound.certificates.display import number

from .. import scenes
from .look import PALETTE, SMALL, TEXT, count, describe, drawing, note, verdict

CORNERS = np.array([[0, 0], [1, 0], [0.5, np.sqrt(3) / 2]])
LEVELS = 20  # the largest number of level lines
FINE = 360  # the points of each


def simplex(cert: Certificate) -> Axes:
    """Draw the path of three features' weights in the triangle of all weights, and where the proof says they must be.

    At each corner one feature has all the weight. On each line around the comparator (star) the relative entropy
    KL(u || w) is constant: on the outermost line it has its value at the start, on the others the most that the proof
    allows after 1, 2, ... updates (or every second, third, ... if there are many), until nothing is left.

    Parameters
    ----------
    cert : Certificate
        A certificate of a theorem that squeezes KL(u || w), for a run of Winnow on three features.

    Raises
    ------
    MistakeBoundError
        If the theorem does not squeeze the relative entropy, or the comparator is not a distribution of three features.
    """
    meets = float(cert.squeeze.meets) if cert.squeeze else np.inf
    last = max(int(np.ceil(meets)), 1) if np.isfinite(meets) else 1
    scene = scenes.simplex(cert, np.arange(0, last, -(-last // LEVELS)), FINE)
    path, u = _place(scene.path), _place(scene.u)
    updates = len(path) - 1

    with drawing((6.2, 5.2)) as ax:
        ax.set(aspect="equal", xlim=(-0.13, 1.13), ylim=(-0.12, 1.0))
        ax.axis("off")
        for line in filter(len, scene.allowed):
            ax.plot(*_place(line[np.arange(-1, len(line))]).T, color=PALETTE["gold"], lw=1, alpha=0.8)
        ax.plot(*CORNERS[[0, 1, 2, 0]].T, color=PALETTE["mute"], lw=1.2)
        corners = ((-6, -6), "right", "top"), ((6, -6), "left", "top"), ((0, 6), "center", "bottom")
        for j, (shift, ha, va) in enumerate(corners):
            note(ax, f"all on $w_{j + 1}$", CORNERS[j], shift, "mute", size=SMALL, ha=ha, va=va)
        ax.plot(*path.T, "o-", color=PALETTE["line"], markersize=4.5, zorder=4)
        ax.plot(*u, "*", color=PALETTE["neg"], markersize=14, zorder=5)
        note(ax, "$u$", u, (9, 6), "neg")
        note(ax, "$w_0$", path[0], (-7, 7), "line", ha="right")
        if updates:
            note(ax, f"$w_{{{updates}}}$", path[-1], (8, -4), "line", va="top")
        ax.set_title(count(updates, "updates"), loc="left", color=TEXT["mute"])
        w, comparator = np.exp(cert.trace.log_weights), np.asarray(cert.q.u, dtype=float)
        (kl,) = cert.squeeze.inner.values()
        return describe(
            ax,
            f"The path of three weights in their triangle: in {count(updates, 'updates')} from "
            f"{_numbers(w[0])} to {_numbers(w[-1])}. Level lines of the entropy relative to w of the comparator, "
            f"{_numbers(comparator)}: it is {number(kl[0])} at the start and {number(kl[-1])} at the end"
            f"{verdict(ax, cert)}.",
        )


def _place(w: np.ndarray) -> np.ndarray:
    """The points of the plane for weights that sum to 1, given by their last two; the first corner is the origin."""
    return w @ CORNERS[1:]


def _numbers(w: np.ndarray) -> str:
    return f"({', '.join(f'{x:.3g}' for x in w)})"
