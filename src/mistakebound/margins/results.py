"""The results of margins and SVMs: a primal vector, and dual weights on the examples that prove it best.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, a_i = y_i x_i signed examples, the rows of A; w weights, v a
solution scaled to a_i . v >= 1; q convex weights on the examples.

A reader can check a result with two matrix-vector products, and need not trust a solver.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import ReadOnly, dense, rounded
from ..checks import check_data
from ..errors import MistakeBoundError, NotSeparable
from ..types import Examples, Vector

__all__ = ["Margin", "SVMSolution", "failed", "nonzero", "refused", "rounding", "signed_examples"]


@dataclass(frozen=True, eq=False, repr=False)
class Margin(ReadOnly):
    """A margin with its certificate: ``value <= true margin <= value + gap``.

    Attributes
    ----------
    value : float
        Lower bound, attained by `w`: min_i <a_i, w>.
    w : ndarray (d,), read-only
        The best weights found, of norm 1 (at most 1 if no weights of either sign have a positive l1 margin).
    q : ndarray (n,), read-only
        Convex weights on the examples: the dual solution, which proves that no `w` does better than ``value + gap``.
    gap : float
        Upper bound minus `value`; 0 if they agree up to rounding. The upper bound is the dual norm of p = sum_i q_i
        a_i: its length for the Euclidean margin, its largest entry for the l1 margin (in size, if weights have signs).
    """

    value: float
    w: np.ndarray
    q: np.ndarray
    gap: float

    def __repr__(self) -> str:
        return f"Margin(value={self.value:.6g}, {sizes(self.value, self.gap, self.w, self.q)})"


@dataclass(frozen=True, eq=False, repr=False)
class SVMSolution(ReadOnly):
    """A minimum-norm separator with its certificate: ``dual <= optimum <= primal``.

    Attributes
    ----------
    v : ndarray (d,), read-only
        Primal solution: <a_i, v> >= 1 for every example, up to rounding.
    alpha : ndarray (n,), read-only
        Dual solution, one nonnegative multiplier for each example.
    primal, dual : float
        Objective of `v`, and the lower bound that `alpha` proves.
    margin : float
        min_i <a_i, v> / ||v||, in the norm of the problem.
    """

    v: np.ndarray
    alpha: np.ndarray
    primal: float
    dual: float
    margin: float

    @property
    def gap(self) -> float:
        """``primal - dual``: how far `v` can be from the optimum; 0 if they agree up to rounding."""
        return max(self.primal - self.dual, 0.0)

    @property
    def support(self) -> np.ndarray:
        """Indices of the support vectors: the examples whose multiplier is positive (above 1e-9 of the largest)."""
        return nonzero(self.alpha)

    def __repr__(self) -> str:
        described = sizes(self.primal, self.gap, self.v, self.alpha)
        return f"SVMSolution(margin={self.margin:.6g}, primal={self.primal:.6g}, {described})"


def signed_examples(X: Examples, y: Vector) -> tuple[np.ndarray, float]:
    """The signed examples (n, d) in float64, divided by a power of two to keep entries in [-2, 2], and that power."""
    X, y = check_data(X, y)
    X = np.ascontiguousarray(rounded(dense(X)), dtype=np.float64)  # by rows, so that sums have one order
    largest = float(max(X.max(), -X.min()))
    scale = float(np.ldexp(1.0, np.frexp(largest)[1] - 1))
    return X / (scale * np.asarray(y, dtype=np.float64))[:, None], scale


def nonzero(array: np.ndarray) -> np.ndarray:
    """Indices of the entries that are more than rounding."""
    return np.flatnonzero(np.abs(array) > 1e-9 * np.abs(array).max())


def rounding(radius: float, d: int) -> float:
    """The rounding error of a score by weights of size 1 on d features, for an example of size `radius`."""
    return 8 * d * float(np.finfo(np.float64).eps) * radius


def failed(reason: str) -> MistakeBoundError:
    """The error for a solver that cannot decide."""
    return MistakeBoundError(
        f"the solver failed ({reason}): bring the features to a similar scale, or drop repeated examples."
    )


def refused(margin: Margin, radius: float, separates: str, to_size: str, remedy: str) -> MistakeBoundError:
    """The error for data without a margin above rounding, with its dual weights as the witness."""
    upper = margin.value + margin.gap
    if upper > 1e-8 * radius:
        return failed(f"the margin is between {margin.value:.3g} and {upper:.3g}")
    rows = nonzero(margin.q)
    named = ", ".join(map(str, rows[:5])) + (", ..." if len(rows) > 5 else "")
    none = upper <= rounding(radius, margin.w.size)
    more, size = ("rounding", "0, to rounding") if none else (f"{upper:.1e}", f"{upper:.1e}")
    return NotSeparable(
        f"{separates} the {len(margin.q)} examples by more than {more}: convex weights on {len(rows)} of them "
        f"({named}; see .witness) bring {to_size} {size}. {remedy}",
        witness=margin.q,
    )


def sizes(value: float, gap: float, primal: np.ndarray, dual: np.ndarray) -> str:
    """The common part of both reprs. A gap of rounding size is not printed, because it differs between machines."""
    return (
        f"{'relative gap < 1e-08' if gap <= 1e-8 * abs(value) else f'gap={gap:.1e}'}, "
        f"{len(nonzero(primal))} of {primal.size} features, {len(nonzero(dual))} of {dual.size} examples"
    )
