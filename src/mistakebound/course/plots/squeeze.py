"""The squeeze: the two curves of a bound, and the run between them."""

from collections.abc import Callable
from itertools import cycle
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mistakebound.certificates.core import Certificate, Curves
from mistakebound.certificates.display import number, plain
from mistakebound.errors import MistakeBoundError

from .. import scenes
from .look import DASHED, FORMULA, PALETTE, SMALL, STYLE, TEXT, describe, drawing, math, note, verdict, width

INNER = ("line", "pos", "hot")
LINE = 24  # the height of a line of words, in points
SHORT = 0.15  # a run that covers less than this part of the way to the meeting point is also shown enlarged


def squeeze(cert: Certificate) -> Axes:
    """Draw the picture of a bound: two guaranteed curves, and the measured quantities between them.

    If the run ends long before the curves meet, the picture also shows it enlarged.

    Parameters
    ----------
    cert : Certificate
        Of a theorem that names its squeeze.

    Raises
    ------
    MistakeBoundError
        If the theorem names no squeeze.
    """
    picture = cert.squeeze
    if picture is None:
        raise MistakeBoundError(f"{cert.theorem.title} has no squeeze: use plots.ledger(cert) to draw its lines.")
    last, meets = picture.places[-1], float(picture.meets)
    end = max(last, meets if np.isfinite(meets) else 0) or 1
    enlarged = 0 < last < SHORT * end

    with drawing((6.6, 4.2)) as ax:
        t, lower, upper = _curves(ax, picture, end, markers=not enlarged)
        rising = lower[-1] > lower[0]
        _name_curve(ax, t, upper, (0.15 if enlarged and not rising else 0.42) * end, picture.upper_label, above=True)
        _name_curve(ax, t, lower, (0.3 if enlarged else 0.6) * end, picture.lower_label, above=False)
        name_run = _name_rising if rising else _name_falling
        if enlarged:
            _enlarge(ax, picture, last, rising, name_run)
        else:
            name_run(ax, picture)
        curves = plain(picture.lower_label), plain(picture.upper_label)
        words = f"The squeeze of {picture.quantity}: at least {curves[0]} and at most {curves[1]}"
        if np.isfinite(meets):
            ax.axvline(meets, color=PALETTE["neg"], lw=1.3, ls=DASHED)
            ax.plot(meets, picture.upper(np.array([meets])), "o", color=PALETTE["neg"], zorder=4)
            left = meets > end / 2
            place, shift, side = (meets, ax.get_ylim()[1]), (-7 if left else 7, -2), "right" if left else "left"
            note(ax, f"no room left: ${picture.counter}$ = {number(meets)}", place, shift, "neg", ha=side, va="top")
            words += f", which meet at {picture.counter} = {number(meets)}"
        else:
            note(ax, "the curves never meet", (1, 1), (-7, -2), "neg", xycoords="axes fraction", ha="right", va="top")
            words += ", which never meet"
        # the formulas beside the end of a long run need room
        ax.set(xlim=(0, end * (1.22 if rising and last > 0.8 * end else 1.03)))
        ax.set(xlabel=f"{cert.theorem.counts} ${picture.counter}$", ylabel=fill(picture.quantity, 36))
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        ends = " and ".join(f"{plain(name)} = {scenes.numbers(values)[-1]}" for name, values in picture.inner.items())
        words += f". The run ends at {picture.counter} = {number(last)}, where {ends}{verdict(ax, cert)}."
        return describe(ax, words)


def _curves(ax: Axes, picture: Curves, end: float, markers: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw the two guaranteed curves up to `end`, the room between them, and the run."""
    t = end * np.linspace(0, 1, 401) ** 2  # closer at the start, where a root is steep
    lower, upper = (np.broadcast_to(np.asarray(curve(t), float), t.shape) for curve in (picture.lower, picture.upper))
    ax.fill_between(t, lower, upper, where=lower <= upper, color=PALETTE["gold"], alpha=0.16, linewidth=0)
    ax.plot(t, lower, color=PALETTE["mute"])
    ax.plot(t, upper, color=PALETTE["mute"])
    for values, colour in zip(picture.inner.values(), cycle(INNER), strict=False):
        marker = "o" if markers and len(values) <= 25 else ""
        look = {"color": PALETTE[colour], "marker": marker, "markersize": 4.5, "zorder": 3}
        ax.plot(picture.places, np.asarray(values, dtype=float), **look)
    drawn = np.concatenate([line.get_ydata() for line in ax.lines])
    low, high = drawn[np.isfinite(drawn)].min(), drawn[np.isfinite(drawn)].max()
    margin = (high - low) or 1.0
    ax.set(xlim=(0, end), ylim=(low - 0.1 * margin, high + 0.17 * margin))
    return t, lower, upper


def _name_curve(ax: Axes, t: np.ndarray, curve: np.ndarray, at: float, formula: str, above: bool) -> None:
    """Write a curve's formula on the side away from the other curve."""
    i = int(np.searchsorted(t, at))
    slope = curve[i + 1] - curve[i - 1]
    side = "center" if slope == 0 else "right" if (slope > 0) == above else "left"
    place, shift = (t[i], curve[i]), (0, 5 if above else -5)
    note(ax, math(formula), place, shift, "mute", ha=side, va="bottom" if above else "top", **FORMULA)


def _name_rising(ax: Axes, picture: Curves) -> None:
    """Write the formulas of the quantities in between beside the end of the run, in the order of their values."""
    ends = []
    for (formula, values), colour in zip(picture.inner.items(), cycle(INNER), strict=False):
        if np.isfinite(float(values[-1])):
            ends.append((float(values[-1]), picture.places[-1], formula, colour))
    for rank, (value, t, formula, colour) in enumerate(sorted(ends)):
        shift = 8, 18 * (rank - (len(ends) - 1) / 2)
        note(ax, math(formula), (t, value), shift, colour, va="center", **FORMULA)


def _name_falling(ax: Axes, picture: Curves) -> None:
    """Write the formula of the quantity in between beside the middle of the run, because its end may touch both curves.

    The formula is below on the left if there is room, else above on the right, else at the end of the run.
    """
    across, up = np.abs(np.diff(ax.transData.transform([(0, 0), (1, 1)]), axis=0)[0]) * 72 / ax.figure.dpi  # points
    for (formula, values), colour in zip(picture.inner.items(), INNER, strict=False):
        last = picture.places[-1]
        t = last / 2
        value = np.interp(t, picture.places, values)
        lower, upper = (float(curve(np.array([t]))[0]) for curve in (picture.lower, picture.upper))
        if across * t > 10 + width(math(formula), STYLE["font.size"]) and up * (value - lower) > LINE:
            place, shift, side, edge = (t, value), (-6, -3), "right", "top"
        elif up * (upper - value) > LINE:
            place, shift, side, edge = (t, value), (6, 3), "left", "bottom"
        else:
            place, shift, side, edge = (last, values[-1]), (5, -3), "left", "top"
        note(ax, math(formula), place, shift, colour, ha=side, va=edge, **FORMULA)


def _enlarge(ax: Axes, picture: Curves, last: int, rising: bool, name_run: Callable[..., Any]) -> None:
    """Enlarge the start of the picture, where the run is, in the corner that the curves leave free."""
    inset = ax.inset_axes([0.54, 0.13 if rising else 0.47, 0.38, 0.32])
    _curves(inset, picture, 1.6 * last)
    name_run(inset, picture)
    inset.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    inset.yaxis.set_major_locator(MaxNLocator(3))
    inset.spines[:].set_visible(True)
    inset.set_title("enlarged", loc="left", size=SMALL, color=TEXT["mute"])
    (left, right), (low, high) = inset.get_xlim(), inset.get_ylim()
    ax.indicate_inset((left, low, right - left, high - low), edgecolor=PALETTE["mute"])
