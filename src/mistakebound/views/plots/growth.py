"""Mistakes of several learners, and their bounds, as one number of the data grows."""

from __future__ import annotations

from itertools import cycle

import numpy as np

from ...theorems.display import number
from .look import DASHED, PALETTE, SMALL, describe, drawing, note

COLOURS = ("pos", "neg", "line", "hot")


def growth(sizes, counts, quantity, what="mistakes"):
    """Mistakes, or something else (solid) and bounds (dashed) against the size of something, on logarithmic axes.

    Parameters
    ----------
    sizes : sequence of m positive numbers
        Ascending: numbers of experts, of features, and so on.
    counts : dict
        {learner's name: (mistakes, bounds)}, each a sequence of m positive numbers.
    quantity : str
        What the sizes are, to stand under the axis; formulas between dollar signs.
    what : str
        What is drawn, in words.
    """
    with drawing((6.6, 4.2)) as ax:
        ax.set(xscale="log", yscale="log", xlabel=quantity, ylabel=what)
        names, words = [], []
        for (name, (mistakes, bounds)), colour in zip(counts.items(), cycle(COLOURS), strict=False):
            ax.plot(sizes, bounds, color=PALETTE[colour], lw=1.5, ls=DASHED)
            ax.plot(sizes, mistakes, "o-", color=PALETTE[colour], markersize=5)
            names += [(mistakes[-1], name, colour), (bounds[-1], "bound", colour)]
            words.append(
                f"{name} goes from {number(mistakes[0])} to {number(mistakes[-1])} {what}, "
                f"its bound from {number(bounds[0])} to {number(bounds[-1])}"
            )
        names.sort(key=lambda end: end[0])
        for height, (_, name, colour) in zip(_apart([end for end, *_ in names], ax.get_ylim()), names, strict=True):
            note(ax, name, (sizes[-1], height), (7, 0), colour, va="center", size=SMALL, annotation_clip=False)
        # room for the names beside the last points
        ax.set_xlim(sizes[0] / 1.2, sizes[-1] * (sizes[-1] / sizes[0]) ** 0.22)
        span = f"from {number(sizes[0])} to {number(sizes[-1])}"
        return describe(ax, f"{what.capitalize()} as {quantity.replace('$', '')} grows {span}: {'; '.join(words)}.")


def _apart(heights, limits, least=0.055):
    """Ascending heights on a logarithmic axis, moved so that each is `least` of the axis above the one before."""
    room = least * np.log(limits[1] / limits[0])
    logs = np.log(np.asarray(heights, dtype=float))
    for i in range(1, len(logs)):
        close = room - (logs[i] - logs[i - 1])
        if close > 0:
            logs[i - 1] -= close / 2
            logs[i] += close / 2
    return np.exp(np.maximum.accumulate(logs))
