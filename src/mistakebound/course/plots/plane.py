"""The plane: a linear learner's run, and the distances of examples from a hyperplane."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from mistakebound.certificates.display import number
from mistakebound.checks import check_vector, check_X, check_y
from mistakebound.errors import MistakeBoundError
from mistakebound.trace import Trace
from mistakebound.types import Examples, Vector

from .. import scenes
from .look import DASHED, PALETTE, TEXT, describe, drawing, note, number_of


def plane(trace: Trace, step: int | None = None, u: Vector | None = None) -> Axes:
    """Draw a linear learner's run in the plane, at one of its updates.

    Circles are positive examples, squares negative; the ringed example caused the update. The boundary moves from the
    dashed line to the solid one, the weights along the arrow between their tips; the tint is the label predicted
    afterwards. The arrows of the weights share one scale; the comparator's arrow has another.

    Parameters
    ----------
    trace : Trace
        A run of a learner whose scene is the plane, on two features, or on two and the constant feature of `fold_bias`.
    step : int
        Number of the update, from 1; 0 shows the start. By default the last update.
    u : array (d,)
        A comparator, on the features of the run.

    Raises
    ------
    MistakeBoundError
        If the learner has another scene, the examples do not lie in a plane, or there is no such update.
    """
    scene = scenes.plane(trace, u)
    points, y, c = scene.points, scene.labels, scene.constant
    t = number_of(step, trace.n_updates, "update", first=0)
    # without a bias every boundary goes through 0; with a bias, centre the picture on the points
    centre = (points.min(axis=0) + points.max(axis=0)) / 2 if c else np.zeros(2)
    half = 1.2 * np.hypot(*(points - centre).T).max() or 1.0
    reach = (0.4 if c else 0.6) * half

    with drawing((5.2, 5.2)) as ax:
        ax.set(xlim=centre[0] + half * np.array([-1, 1]), ylim=centre[1] + half * np.array([-1, 1]))
        ax.set(aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
        ax.set_title(f"update {t} of {trace.n_updates}", loc="left", color=TEXT["mute"])
        after = _hyperplane(scene.weights[t], c)
        _tint(ax, *after)
        foot = _boundary(ax, *after, centre, color=PALETTE["ink"])
        words = examples(ax, points, y)
        if t:
            before = _hyperplane(scene.weights[t - 1], c)
            _boundary(ax, *before, centre, color=PALETTE["mute"], lw=1.3, ls=DASHED)
            _update_arrows(ax, foot, before[0], after[0], reach, t)
            words += f", at update {t} of {trace.n_updates}: the {_ring(ax, trace, t)}, ringed, takes the boundary from"
            words += " the dashed to the solid line"
        if scene.u is not None:
            comparator = _hyperplane(scene.u, c)
            foot = _boundary(ax, *comparator, centre, color=PALETTE["line"], lw=1.3, ls=":")
            tip = foot + 1.2 * reach * _unit(comparator[0])
            _arrow(ax, foot, tip, "line", 2.5)
            _name_tip(ax, tip, foot, foot, "$u$", "line")
            words += "; the comparator u has an arrow and a dotted boundary"
        return describe(ax, f"{words}.")


def distances(X: Examples, y: Vector, u: Vector, bias: float = 0) -> Axes:
    """Draw the signed distances of examples in the plane from a hyperplane, and the margin, which is the least of them.

    Circles are positive examples, squares negative. A thin line leads from each to the boundary <u, x> + bias = 0; from
    the nearest a thick line. If u is right about all examples, dashed lines bound the strip without examples. With a
    bias, another dashed line leads from the origin to the boundary, with its length.

    Parameters
    ----------
    X, y : array (n, 2) and array (n,)
        Examples in the plane.
    u : array (2,)
    bias : float

    Raises
    ------
    MistakeBoundError
        If the examples do not have two features.
    """
    X, y = np.asarray(check_X(X), dtype=float), check_y(y)
    if X.shape[1] != 2:
        raise MistakeBoundError(
            f"distances draws a plane, but these examples have {X.shape[1]} features: use examples with two."
        )
    u = np.asarray(check_vector(u, 2), dtype=float)
    unit, away = _unit(u), bias / np.hypot(*u)
    distance = y * (X @ unit + away)
    gamma = distance.min()
    corners = np.vstack([X, np.zeros((1, 2))])
    centre = (corners.min(axis=0) + corners.max(axis=0)) / 2
    half = 1.25 * np.hypot(*(corners - centre).T).max()

    with drawing((5.2, 5.2)) as ax:
        ax.set(xlim=centre[0] + half * np.array([-1, 1]), ylim=centre[1] + half * np.array([-1, 1]))
        ax.set(aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
        _tint(ax, u, bias)
        foot = _boundary(ax, u, bias, centre, color=PALETTE["ink"])
        words = examples(ax, X, y)
        words += f"; the nearest to the boundary, a solid line, is at the distance {number(gamma)} on its own side"
        nearest = distance <= gamma + 1e-9 * half
        for x, d, label, near in zip(X, distance, y, nearest, strict=True):
            look = {"color": PALETTE["gold"], "lw": 3.5} if near else {"color": PALETTE["mute"], "lw": 1.2}
            ax.plot(*zip(x, x - label * d * unit, strict=True), zorder=2, **look)
        top = np.argmax(np.where(nearest, X[:, 1], -np.inf))
        note(ax, f"γ = {number(gamma)}", X[top], 18 * y[top] * unit, "ink", ha="center", va="center")
        if gamma > 0:
            for side in (-gamma, gamma):
                _boundary(ax, unit, away - side, centre, color=PALETTE["gold"], lw=1.3, ls=DASHED)
        if bias:
            ax.plot(*zip((0, 0), -away * unit, strict=True), color=PALETTE["line"], lw=2, ls=DASHED, zorder=2)
            note(ax, "0", (0, 0), -12 * unit, "ink", ha="center", va="center")
            note(ax, number(abs(away)), -away / 2 * unit, 9 * _turned(unit), "line", ha="right", va="center")
            words += f", and the origin is at the distance {number(abs(away))} from it"
        foot = foot + 0.35 * half * _turned(unit)
        tip = foot + 0.3 * half * unit
        _arrow(ax, foot, tip, "ink", 2.5)
        _name_tip(ax, tip, foot, foot, "$u$", "ink")
        return describe(ax, f"{words}.")


def examples(ax: Axes, points: np.ndarray, y: np.ndarray) -> str:
    """Draw positive examples as circles and negative ones as squares, and return these words."""
    for label, marker, colour in ((1, "o", "pos"), (-1, "s", "neg")):
        ax.scatter(*points[y == label].T, s=44, marker=marker, color=PALETTE[colour], linewidth=0, zorder=3)
    return f"{np.sum(y == 1)} positive (circles) and {np.sum(y == -1)} negative examples (squares) in the plane"


def _hyperplane(w: np.ndarray, c: float) -> tuple[np.ndarray, float]:
    """Return the boundary of weights w as the normal and the offset of <normal, x> + offset = 0."""
    return w[:2], c * w[2] if c else 0.0


def _tint(ax: Axes, normal: np.ndarray, offset: float) -> None:
    """Colour the two sides of a boundary; colour neither if the score is 0 everywhere."""
    x, y = np.array(ax.get_xlim()), np.array(ax.get_ylim())
    score = normal[0] * x + normal[1] * y[:, None] + offset
    most = np.abs(score).max()
    if most > 0:
        colours = PALETTE["neg"], PALETTE["pos"]
        ax.contourf(x, y, score, levels=[-2 * most, 0, 2 * most], colors=colours, alpha=0.1, zorder=0)


def _boundary(ax: Axes, normal: np.ndarray, offset: float, centre: np.ndarray, **look: Any) -> np.ndarray:
    """Draw <normal, x> + offset = 0, and return the foot for the arrow of its normal.

    The foot is the point of the line nearest to the centre; if this is far out or there is no line, it is the centre.
    """
    if not np.any(normal):
        return centre
    foot = centre - (normal @ centre + offset) / (normal @ normal) * normal
    ax.axline(foot, foot + _turned(_unit(normal)), **look)
    return foot if np.hypot(*(foot - centre)) < np.ptp(ax.get_xlim()) / 4 else centre


def _ring(ax: Axes, trace: Trace, t: int) -> str:
    """Ring the example that caused update t, and name it."""
    x, positive = np.asarray(trace.update_X[t - 1, :2], dtype=float), trace.update_y[t - 1] > 0
    marker = "o" if positive else "s"
    ax.scatter(*x, s=150, marker=marker, facecolor="none", edgecolor=PALETTE["gold"], linewidth=3, zorder=4)
    return f"{'positive' if positive else 'negative'} example ({number(x[0])}, {number(x[1])})"


def _update_arrows(ax: Axes, foot: np.ndarray, before: np.ndarray, after: np.ndarray, reach: float, t: int) -> None:
    """Draw the weights before and after an update, the longer with length `reach`, and the step between their tips."""
    scale = reach / (max(np.hypot(*before), np.hypot(*after)) or 1.0)
    old, new = foot + scale * before, foot + scale * after
    _arrow(ax, old, new, "hot", 5)
    _arrow(ax, foot, old, "mute", 1.5)
    _arrow(ax, foot, new, "ink", 2.5)
    if np.any(old != new):
        _name_tip(ax, old, foot, new, f"$w_{{{t - 1}}}$", "mute")
        _name_tip(ax, new, foot, old, f"$w_{{{t}}}$", "ink")


def _arrow(ax: Axes, tail: np.ndarray, tip: np.ndarray, colour: str, linewidth: float) -> None:
    if np.any(tail != tip):
        look = {"arrowstyle": "-|>,head_length=.5,head_width=.22", "shrinkA": 0, "shrinkB": 0, "lw": linewidth}
        ax.annotate("", tip, tail, arrowprops={**look, "color": PALETTE[colour]}, zorder=5)


def _name_tip(ax: Axes, tip: np.ndarray, tail: np.ndarray, other: np.ndarray, name: str, colour: str) -> None:
    """Write the name of an arrow beyond its tip, away from the other tip and never on the arrow itself."""
    direction = _unit(tip - tail) + _unit(tip - other) + 0.1 * _turned(_unit(tip - tail))
    note(ax, name, tip, 12 * _unit(direction), colour, ha="center", va="center")


def _unit(v: np.ndarray) -> np.ndarray:
    return v / (np.hypot(*v) or 1.0)


def _turned(v: np.ndarray) -> np.ndarray:
    return np.array([-v[1], v[0]])
