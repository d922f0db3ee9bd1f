"""Several measured quantities against one: curves, mistakes with their bounds, and errors of several methods."""

from collections.abc import Collection, Mapping, Sequence
from itertools import cycle, pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import ArrayLike

from mistakebound.certificates.display import number, plain

from .look import DASHED, PALETTE, SMALL, describe, drawing, note

COLOURS = ("mute", "pos", "line", "neg", "hot")


def curves(
    x: ArrayLike,
    series: Mapping[str, Any],
    quantity: str,
    measure: str,
    guaranteed: Collection[str] = (),
    log: bool | str = False,
) -> Axes:
    """Draw curves that share an axis, each named at its end; curves that are only guaranteed are dashed.

    Parameters
    ----------
    x : sequence of m numbers
        Ascending.
    series : dict
        {name: m numbers}; NaN for a missing number.
    quantity, measure : str
        The label under the horizontal axis, with formulas between dollar signs, and the label beside the vertical axis.
    guaranteed : collection of str
        The names of the dashed curves.
    log : bool, "x" or "y"
        Whether both axes are logarithmic; "x" or "y" for one axis alone.
    """
    x = np.asarray(x, dtype=float)
    with drawing((6.6, 4.2)) as ax:
        ax.set(xlabel=quantity, ylabel=measure)
        log_x, log_y = log in (True, "x"), log in (True, "y")
        ax.set(xscale="log" if log_x else "linear", yscale="log" if log_y else "linear")
        ends, words = [], []
        for (name, values), colour in zip(series.items(), cycle(COLOURS), strict=False):
            values = np.asarray(values, dtype=float)
            ax.plot(x, values, color=PALETTE[colour], ls=DASHED if name in guaranteed else "-", lw=1.8)
            shown = values[np.isfinite(values)]
            ends.append((shown[-1], name, colour))
            words.append(f"{name} goes {_span(shown)}")
        room = 0.3  # for the names, in parts of the axis
        ax.set_xlim(x[0], x[-1] * (x[-1] / x[0]) ** room if log_x else x[-1] + room * (x[-1] - x[0]))
        _name_ends(ax, x[-1], ends)
        axes = f"{measure[0].upper()}{measure[1:]} as {plain(quantity.replace('$', ''))} grows {_span(x)}"
        return describe(ax, f"{axes}: {'; '.join(words)}.")


def growth(sizes: Sequence[int], counts: Mapping[str, Any], quantity: str, what: str = "mistakes") -> Axes:
    """Draw mistakes, or other counts (solid), and their bounds (dashed) against a size, on logarithmic axes.

    Parameters
    ----------
    sizes : sequence of m positive numbers
        Ascending: numbers of experts, of features, and so on.
    counts : dict
        {learner's name: (mistakes, bounds)}, each a sequence of m positive numbers.
    quantity : str
        The label for the sizes under the axis, with formulas between dollar signs.
    what : str
        The word for the counts.
    """
    with drawing((6.6, 4.2)) as ax:
        ax.set(xscale="log", yscale="log", xlabel=quantity, ylabel=what)
        ends, words = [], []
        colours = cycle(("pos", "neg", "line", "hot"))
        for (name, (mistakes, bounds)), colour in zip(counts.items(), colours, strict=False):
            ax.plot(sizes, bounds, color=PALETTE[colour], lw=1.5, ls=DASHED)
            ax.plot(sizes, mistakes, "o-", color=PALETTE[colour], markersize=5)
            ends += [(mistakes[-1], name, colour), (bounds[-1], "bound", colour)]
            words.append(f"{name} goes {_span(mistakes)} {what}, its bound {_span(bounds)}")
        ax.set_xlim(sizes[0] / 1.2, sizes[-1] * (sizes[-1] / sizes[0]) ** 0.22)
        _name_ends(ax, sizes[-1], ends)
        said = f"{what.capitalize()} as {quantity.replace('$', '')} grows {_span(sizes)}"
        return describe(ax, f"{said}: {'; '.join(words)}.")


def _span(values: Any) -> str:
    return f"from {number(values[0])} to {number(values[-1])}"


def _name_ends(ax: Axes, x: float, ends: list[tuple[float, str, str]], least: float = 0.06) -> None:
    """Write the names of curves that end at x, each at least `least` of the axis above the one before."""
    ax.figure.draw_without_rendering()  # so that the axis has its final limits
    to_axes = ax.transData + ax.transAxes.inverted()
    ends = sorted(ends)
    places = to_axes.transform([(x, end) for end, *_ in ends])
    for below, above in pairwise(places):
        above[1] = max(above[1], below[1] + least)
    places[:, 1] -= max(0, places[-1, 1] - 0.98)
    for place, (_, name, colour) in zip(places, ends, strict=True):
        note(ax, name, tuple(place), (6, 0), colour, xycoords="axes fraction", va="center", size=SMALL)


def errors(results: Mapping[str, Any]) -> Axes:
    """Draw the test errors of several methods on several splits of the data: a dot for each, and a bar at their mean.

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
        splits = max(len(rates) for rates in results.values())
        return describe(ax, f"Test error on {splits} splits, on average: {', '.join(words)}.")
