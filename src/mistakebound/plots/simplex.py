"""Winnow's weights on three features, as a path in the triangle of all weights."""

from __future__ import annotations

import numpy as np

from ..errors import MistakeBoundError
from ..theorems.display import number
from ..theorems.entropy import entropies
from ..theorems.winnow import squeezes_entropy
from .look import PALETTE, SMALL, TEXT, count, describe, drawing_on, note, verdict

CORNERS = np.array([[0, 0], [1, 0], [0.5, np.sqrt(3) / 2]])
FINE = 120  # grid points along a side
LEVELS = 20  # no more than so many level lines


def simplex(cert, ax=None):
    """The path of the weights of three features in the triangle of all weights, and where the proof says they must be.

    Each corner is all weight on one feature. On each line around the comparator (star) the relative entropy
    KL(u || w) is the same: on the outermost that of the start, on the others the most that the proof allows after
    1, 2, ... updates (or after every second, third, ..., if there are many), until nothing is left.

    Parameters
    ----------
    cert : Certificate
        Of a theorem on Winnow that squeezes KL(u || w), on a run with three features.
    ax : Axes
        Where to draw; by default on a figure of its own.

    Returns
    -------
    Axes

    Raises
    ------
    MistakeBoundError
        If the theorem does not squeeze the relative entropy, or the comparator is not a distribution of three features.
    """
    trace, q = cert.trace, cert.q
    if not squeezes_entropy(cert) or np.shape(q.u) != (3,):
        raise MistakeBoundError(
            "simplex draws Winnow on three features, with a comparator that sums to 1, and this is "
            f"{cert.theorem.title} of {trace.learner!r}: draw plots.squeeze(cert)."
        )
    u, w = np.asarray(q.u, dtype=float), np.exp(trace.log_weights)
    path = _place(w / w.sum(axis=1, keepdims=True))
    meets = float(cert.squeeze.meets)
    last = int(np.ceil(meets)) if np.isfinite(meets) else 1
    allowed = cert.squeeze.upper(np.arange(0, last, -(-last // LEVELS)))

    with drawing_on(ax, (6.2, 5.2)) as ax:
        ax.set(aspect="equal", xlim=(-0.13, 1.13), ylim=(-0.12, 1.0))
        ax.axis("off")
        _levels(ax, u, allowed[allowed > 0])
        ax.plot(*CORNERS[[0, 1, 2, 0]].T, color=PALETTE["mute"], lw=1.2)
        corners = ((-6, -6), "right", "top"), ((6, -6), "left", "top"), ((0, 6), "center", "bottom")
        for j, (shift, ha, va) in enumerate(corners):
            note(ax, f"all on $w_{j + 1}$", CORNERS[j], shift, "mute", size=SMALL, ha=ha, va=va)
        ax.plot(*path.T, "o-", color=PALETTE["line"], markersize=4.5, zorder=4)
        ax.plot(*_place(u), "*", color=PALETTE["neg"], markersize=14, zorder=5)
        note(ax, "$u$", _place(u), (9, 6), "neg")
        note(ax, "$w_0$", path[0], (-7, 7), "line", ha="right")
        if trace.n_updates:
            note(ax, f"$w_{{{trace.n_updates}}}$", path[-1], (8, -4), "line", va="top")
        ax.set_title(count(trace.n_updates, "updates"), loc="left", color=TEXT["mute"])
        return describe(
            ax,
            f"The path of three weights in their triangle: in {count(trace.n_updates, 'updates')} from "
            f"{_numbers(w[0])} to {_numbers(w[-1])}. Level lines of the entropy relative to w of the comparator, "
            f"{_numbers(u)}: it is {number(q.kl[0])} at the start and {number(q.kl[-1])} at the end"
            f"{verdict(ax, cert)}.",
        )


def _place(w):
    """Points of the plane for weights that sum to 1."""
    return w @ CORNERS


def _levels(ax, u, levels):
    """Lines on which KL(u || w) is one of these numbers."""
    i, j = np.meshgrid(np.arange(1, FINE), np.arange(1, FINE))
    inside = i + j < FINE
    w = np.column_stack([i[inside], j[inside], FINE - (i + j)[inside]]) ** 3.0  # closer at the sides, where it is steep
    w /= w.sum(axis=1, keepdims=True)
    kl, _ = entropies(u, np.log(w))
    look = {"colors": PALETTE["gold"], "linewidths": 1.0, "alpha": 0.8, "zorder": 2}
    ax.tricontour(*_place(w).T, kl, levels=np.sort(levels), **look)


def _numbers(w):
    return f"({', '.join(f'{x:.3g}' for x in w)})"
