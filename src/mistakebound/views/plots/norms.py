"""Two separators of the plane: the one of least l1 norm at a corner of a diamond, the shortest on a circle."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Circle, Polygon

from ...errors import MistakeBoundError
from ...theorems.display import number
from .look import PALETTE, describe, drawing, note

FINE = 241  # grid points along a side


def norms(X, y, sparse, shortest):
    """The vectors with every score at least 1 (shaded), and the smallest diamond and circle that reach them.

    Parameters
    ----------
    X, y : array (n, 2) and array (n,)
        Examples in the plane.
    sparse, shortest : SVMSolution
        Of `sparse_svm` and `hard_margin_svm`.

    Raises
    ------
    MistakeBoundError
        If the examples have other than two features.
    """
    A = np.asarray(X, dtype=float) * np.asarray(y, dtype=float)[:, None]
    if A.shape[1] != 2:
        raise MistakeBoundError(f"norms draws the plane, and these examples have {A.shape[1]} features.")
    side, length = sparse.primal, np.sqrt(shortest.primal)
    reach = 1.35 * max(side, length)
    grid = np.linspace(-reach, reach, FINE)
    points = np.stack(np.meshgrid(grid, grid), axis=-1)
    with drawing((5.4, 5.2)) as ax:
        ax.set(aspect="equal", xlim=(-reach, reach), ylim=(-reach, reach), xlabel="$v_1$", ylabel="$v_2$")
        ax.contourf(grid, grid, (points @ A.T).min(axis=-1), levels=[1, np.inf], colors=[PALETTE["gold"]], alpha=0.25)
        diamond = [(side, 0), (0, side), (-side, 0), (0, -side)]
        ax.add_patch(Polygon(diamond, fill=False, edgecolor=PALETTE["pos"], lw=2))
        ax.add_patch(Circle((0, 0), length, fill=False, edgecolor=PALETTE["neg"], lw=2))
        for v, name, colour, side in ((sparse.v, "sparse", "pos", "right"), (shortest.v, "shortest", "neg", "left")):
            ax.plot(*v, "o", color=PALETTE[colour], zorder=5)
            note(ax, name, tuple(v), (-8 if side == "right" else 8, 4), colour, ha=side)
        places = [f"({number(v[0])}, {number(v[1])})" for v in (sparse.v, shortest.v)]
        return describe(
            ax,
            f"The smallest diamond that touches the shaded set of separators does so at {places[0]}, the smallest "
            f"circle at {places[1]}.",
        )
