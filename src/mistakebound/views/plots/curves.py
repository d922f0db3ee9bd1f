"""Several measured quantities against one, and the values of several methods side by side."""

from __future__ import annotations

from itertools import cycle

import numpy as np
from matplotlib.ticker import MaxNLocator, PercentFormatter

from ...theorems.display import number, plain
from .look import DASHED, PALETTE, SMALL, describe, drawing, note

COLOURS = ("mute", "pos", "line", "neg", "hot")


def curves(x, series, quantity, measure, guaranteed=(), log=False):
    """Curves that share an axis, each named at its end; what is only guaranteed is dashed.

    Parameters
    ----------
    x : sequence of m numbers
        Ascending.
    series : dict
        {name: m numbers}; NaN where there is none.
    quantity, measure : str
        What stands under the horizontal axis, its formulas between dollar signs; and in words, beside the vertical one.
    guaranteed : collection of str
        Names of those to be dashed.
    log : bool or {"x", "y"}
        Which axes are logarithmic; True for both.
    """
    x = np.asarray(x, dtype=float)
    with drawing((6.6, 4.2)) as ax:
        ax.set(xlabel=quantity, ylabel=measure)
        ax.set(xscale="log" if log in (True, "x") else "linear", yscale="log" if log in (True, "y") else "linear")
        ends, words = [], []
        for (name, values), colour in zip(series.items(), cycle(COLOURS), strict=False):
            values = np.asarray(values, dtype=float)
            ax.plot(x, values, color=PALETTE[colour], ls=DASHED if name in guaranteed else "-", lw=1.8)
            shown = np.flatnonzero(np.isfinite(values))
            ends.append((values[shown[-1]], name, colour))
            words.append(f"{name} goes from {number(values[shown[0]])} to {number(values[shown[-1]])}")
        span = x[-1] / x[0] if log in (True, "x") else x[-1] - x[0]
        # room for the names beside the ends
        ax.set_xlim(x[0], x[-1] * span**0.3 if log in (True, "x") else x[-1] + 0.3 * span)
        _name_ends(ax, x[-1], ends)
        said = f"from {number(x[0])} to {number(x[-1])}"
        axes = f"{measure[0].upper()}{measure[1:]} as {plain(quantity.replace('$', ''))} grows {said}"
        return describe(ax, f"{axes}: {'; '.join(words)}.")


def _name_ends(ax, x, ends, least=0.06):
    """The names of the curves beside their ends, each at least `least` of the axis above the one before."""
    ends = sorted(ends)
    ax.figure.draw_without_rendering()  # so that the axis has its final limits
    to_axes = ax.transData + ax.transAxes.inverted()
    heights = np.array([to_axes.transform((x, end))[1] for end, *_ in ends])
    for i in range(1, len(heights)):
        heights[i] = max(heights[i], heights[i - 1] + least)
    heights -= max(0, heights[-1] - 0.98)
    for height, (_, name, colour) in zip(heights, ends, strict=True):
        place = to_axes.transform((x, 1.0))[0] if ax.get_yscale() == "log" else to_axes.transform((x, 0))[0]
        note(ax, name, (place, height), (6, 0), colour, xycoords="axes fraction", va="center", size=SMALL)


def errors(results):
    """Test errors of several methods on several splits of the data: a dot each, and a bar at their mean.

    Parameters
    ----------
    results : dict
        {method: rates, between 0 and 1}, from top to bottom.
    """
    with drawing((6.6, 0.45 * len(results) + 1.1)) as ax:
        words = []
        for row, (name, rates) in enumerate(results.items()):
            rates = np.asarray(rates, dtype=float)
            ax.axhline(row, color=PALETTE["rule"], lw=1, zorder=0)
            ax.plot(rates, np.full(len(rates), row), "o", color=PALETTE["pos"], alpha=0.35, markersize=6, mew=0)
            ax.vlines(rates.mean(), row - 0.32, row + 0.32, color=PALETTE["neg"], lw=3)
            words.append(f"{name} {rates.mean():.1%}")
        ax.set(yticks=range(len(results)), yticklabels=results, ylim=(len(results) - 0.5, -0.5), xlabel="test error")
        ax.set_xlim(left=0)
        ax.xaxis.set_major_formatter(PercentFormatter(1))
        ax.xaxis.set_major_locator(MaxNLocator(6))
        splits = {len(rates) for rates in results.values()}
        return describe(ax, f"Test error on {max(splits)} splits, on average: {', '.join(words)}.")
