"""Margins in pictures: two separators of the plane, a game played until its value, weights on pixels."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Circle, Polygon

from mistakebound.certificates.display import number
from mistakebound.errors import MistakeBoundError
from mistakebound.margins import GameRun, SVMSolution
from mistakebound.types import Examples, Vector

from .look import DASHED, PALETTE, TEXT, describe, drawing, note, sheet

FINE = 241  # the grid points along a side
SIGNS = LinearSegmentedColormap.from_list("signs", [PALETTE["neg"], PALETTE["paper"], PALETTE["pos"]])


def norms(X: Examples, y: Vector, sparse: SVMSolution, shortest: SVMSolution) -> Axes:
    """Draw the vectors with every score at least 1 (shaded), and the smallest diamond and circle that reach them.

    Parameters
    ----------
    X, y : array (n, 2) and array (n,)
        Examples in the plane.
    sparse, shortest : SVMSolution
        The solutions of `sparse_svm` and `hard_margin_svm`.

    Raises
    ------
    MistakeBoundError
        If the examples do not have two features.
    """
    A = np.asarray(X, dtype=float) * np.asarray(y, dtype=float)[:, None]
    if A.shape[1] != 2:
        raise MistakeBoundError(
            f"norms draws a plane, but these examples have {A.shape[1]} features: use examples with two."
        )
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
        for v, name, colour, at in ((sparse.v, "sparse", "pos", "right"), (shortest.v, "shortest", "neg", "left")):
            ax.plot(*v, "o", color=PALETTE[colour], zorder=5)
            note(ax, name, tuple(v), (-8 if at == "right" else 8, 4), colour, ha=at)
        places = [f"({number(v[0])}, {number(v[1])})" for v in (sparse.v, shortest.v)]
        return describe(
            ax,
            f"The smallest diamond that touches the shaded set of separators does so at {places[0]}, the smallest "
            f"circle at {places[1]}.",
        )


def game(run: GameRun, value: float) -> Axes:
    """Draw bounds on the value of a game after each round, on a logarithmic axis of rounds, and the value between them.

    The lower bound is the least payment to the average of the weights so far, the upper bound the largest entry of the
    average of the answers so far.

    Parameters
    ----------
    run : GameRun
        A run of `multiplicative_weights` or `adaboost`.
    value : float
        The value of the game.
    """
    t = np.arange(1, run.n_rounds + 1)
    with drawing((6.6, 4.2)) as ax:
        ax.set(xscale="log", xlabel="rounds", ylabel="value of the game", xlim=(1, 3 * max(run.n_rounds, 2)))
        ax.fill_between(t, run.lower, run.upper, color=PALETTE["gold"], alpha=0.16, linewidth=0)
        look = {"va": "center", "annotation_clip": False}
        for name, bound, colour, shift in (("answers", run.upper, "neg", 7), ("weights", run.lower, "pos", -7)):
            ax.plot(t, bound, color=PALETTE[colour])
            note(ax, name, (t[-1], bound[-1]), (7, shift), colour, **look)
        ax.axhline(value, color=PALETTE["mute"], lw=1.2, ls=DASHED)
        note(ax, f"value {number(value)}", (1, value), (6, 4), "mute", va="bottom")
        return describe(
            ax,
            "Two curves, round by round: what averaged weights and averaged answers guarantee. After "
            f"{run.n_rounds} rounds the value is between {number(run.lower[-1])} and {number(run.upper[-1])}; "
            f"it is {number(value)}.",
        )


def pixels(weights: Mapping[str, Any]) -> Axes:
    """Draw weights on 8 x 8 pixels, one image for each name: blue for positive, orange for negative, white for none.

    Parameters
    ----------
    weights : dict
        {name: vector (64,)}; each image has its own scale.
    """
    with sheet((3.1 * len(weights), 3.3)) as figure:
        axes = figure.subplots(1, len(weights), squeeze=False)[0]
        for ax, (name, values) in zip(axes, weights.items(), strict=True):
            image = np.asarray(values, dtype=float).reshape(8, 8)
            largest = np.abs(image).max() or 1.0
            ax.imshow(image, cmap=SIGNS, vmin=-largest, vmax=largest)
            ax.set(xticks=[], yticks=[])
            ax.spines[:].set(visible=True, color=PALETTE["mute"])
            used, positive = (int((part > 1e-9 * largest).sum()) for part in (np.abs(image), image))
            ax.set_title(f"{name}: {used} pixels", color=TEXT["ink"], loc="center")
            describe(ax, f"{name}: {used} of {image.size} pixels have a weight, {positive} of them a positive one.")
        return axes
