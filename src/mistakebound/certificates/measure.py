"""Measurements of a run for theorems, in arithmetic that is exact for exact data: whole numbers and Fractions.

Legend: A, B matrices of the same shape, X examples (n, d), y labels (n,), u comparator, v a vector (d,);
L = ln w the logarithms of weights, a row for each place.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np

from ..arrays import (
    EPSILON,
    EXACT,
    EXACT_NUMBERS,
    by_rows,
    dense,
    dot,
    floats,
    is_exact,
    largest,
    pieces,
    plain_number,
    rowdot,
)
from ..checks import check_number
from ..errors import MistakeBoundError, shown
from ..trace import Trace
from ..types import Examples, Number
from .claims import ROUNDING

__all__ = [
    "NEAR", "added_up", "clipped", "entropies", "examples", "greatest", "greatest_square", "largest_feature",
    "least_margin", "length", "margin", "mixture", "one_for_each", "quotient", "scaled", "setting", "signed_square",
    "the_worse", "times", "upper_sum", "within_floats",
]  # fmt: skip

#: If a given number is this near to the measured one, relative to it, the measured one is used in its place.
NEAR = 1e-9


# --- the data of a run, and the parameters of its learner --------------------------------------------------------


def examples(trace: Trace) -> tuple[Examples, np.ndarray]:
    """The data of the run; if they were streamed, those of its updates, where the theorems need them."""
    X, y = (trace.update_X, trace.update_y) if trace.X is None else (trace.X, trace.y)
    return X, y.astype(np.int64)


def least_margin(trace: Trace, u: np.ndarray) -> Any:
    """The least y <u, x> of the examples."""
    return min((y * dot(X, u)).min() for X, y in _measured(trace))


def greatest_square(trace: Trace, columns: int | None = None) -> Any:
    """The largest squared length of the examples."""
    return _kept(trace, max(rowdot(X[:, :columns], X[:, :columns]).max() for X, _ in _measured(trace)))


def greatest(trace: Trace, size: Callable[[np.ndarray], Any]) -> Any:
    """The largest value of `size`, a function of rows, on the examples."""
    return _kept(trace, plain_number(max(by_rows(size, dense(X)).max() for X, _ in _measured(trace))))


def _kept(trace: Trace, square: Any) -> Any:
    """The largest square of the examples, unless it is too small for a float, and the examples are not."""
    if not is_exact(np.asarray(square, dtype=object)) and square < sys.float_info.min and largest_feature(trace) > 0:
        raise FloatingPointError
    return square


def largest_feature(trace: Trace) -> float:
    """The largest |x_j| of the examples."""
    return max(largest(X) for X, _ in _measured(trace))


def the_worse(given: Any, measured: np.ndarray, worse: Callable[..., Any], rounding: Any = 0) -> Any:
    """A margin or square, as given; or the worst measured at updates, if that is worse only by `NEAR` or rounding.

    So the bound pays for what its hypothesis lets pass. Exact numbers are compared exactly, and taken as given.
    """
    if len(measured) == 0 or (is_exact(measured) and type(given) in EXACT_NUMBERS):
        return given
    worst = plain_number(worse(measured))
    return worse(given, worst) if abs(given - worst) <= NEAR * abs(worst) + rounding else given


def margin(trace: Trace, u: np.ndarray, gamma: Any = None) -> Any:
    """The margin of u, as given or measured.

    Scores at updates count too, because their sums may be rounded differently from those of all examples.
    """
    X = trace.update_X
    scores = trace.update_y.astype(np.int64) * dot(X, u)
    if gamma is None:
        return min(least_margin(trace, u), scores.min(initial=math.inf))
    sizes = () if is_exact(scores) else np.linalg.norm(floats(X), axis=1) * np.linalg.norm(floats(u))
    return the_worse(gamma, scores, min, ROUNDING * max(sizes, default=0))


def mixture(weights: np.ndarray) -> np.ndarray:
    """Weights, scaled to sum to 1 and without negative entries if they are `NEAR` such weights."""
    if is_exact(weights) or abs(weights.sum() - 1) > NEAR:
        return weights
    return scaled(clipped(weights), 1 / clipped(weights).sum())


def clipped(weights: np.ndarray) -> np.ndarray:
    """Weights without the negative entries that a solver leaves: those `NEAR` 0, relative to the largest."""
    return np.maximum(weights, 0) if -NEAR * weights.max(initial=0) <= weights.min(initial=0) < 0 else weights


def scaled(weights: np.ndarray, factors: Any, terms: Any = 1) -> np.ndarray:
    """Weights times the factor that differs most from 1, if it is `NEAR` 1 but differs by more than its rounding."""
    if is_exact(weights):
        return weights
    off = np.ravel(np.where(abs(factors - 1) > ROUNDING * terms, factors - 1, 0))
    most = off[abs(off).argmax()]
    return weights * (1 + most) if 0 < abs(most) <= NEAR else weights


def _measured(trace: Trace) -> Iterator[tuple[Examples, np.ndarray]]:
    """A measurement of the examples, one piece at a time."""
    X, y = examples(trace)
    if X.shape[0] == 0:
        raise MistakeBoundError(
            "the data were streamed and no round was an update, so there is no example to measure: "
            "play on arrays, or give the margin and the radius, if the theorem takes them."
        )
    return ((X[rows], y[rows]) for rows in pieces(*X.shape))


def one_for_each(n: int, per: str, rows: np.ndarray, name: str = "weights") -> np.ndarray:
    """Return the numbers that a learner gave for each state, if there is one for each feature or expert, or raise."""
    if rows.shape[1] != n:
        raise MistakeBoundError(f"the run has {rows.shape[1]} {name} for {n} {per}s: a learner needs one for each.")
    return rows


def setting(trace: Trace, name: str, kind: str, default: Number | None = None) -> Any:
    """A parameter of the learner: a finite number, which must exist unless there is a default.

    It is a whole number if possible, so that whole numbers stay whole; exact numbers of 2**53 or more become Fractions.
    """
    if default is None and not hasattr(trace.learner, name):
        raise MistakeBoundError(
            f"{shown(trace.learner)} has no {name}: the theorem is about {kind}. If your own learner is of this kind, "
            "give it an attribute of that name."
        )
    given: Any = getattr(trace.learner, name, default)
    value = check_number(given, name)
    whole = int(value)
    if abs(whole) >= EXACT:
        return value if type(value) is float else Fraction(value)
    return whole if value == whole else value


@contextmanager
def within_floats(theorem: str) -> Iterator[None]:
    """Refuse numbers that leave the range of floats in this block, because they have no meaning."""
    try:
        with np.errstate(over="raise"):
            yield
    except (FloatingPointError, OverflowError, ZeroDivisionError):
        raise MistakeBoundError(
            f"{theorem} leaves the range of floats on this run: rescale the examples so that the largest feature is "
            "near 1, or rescale the theorem's other arguments."
        ) from None


# --- quantities that would lose digits in a sum of their parts ---------------------------------------------------


def entropies(u: np.ndarray, L: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """KL(u || w) for each row ln w of L, and the size of its terms.

    With r = ln(u / w) it is the sum of u (r + e^-r - 1), and of w where u is 0. If u and w sum to 1, that adds nothing;
    and a sum of nonnegative terms is as precise as they are. Where w is near u, the rounding of r is added.
    """
    inside = u != 0
    with np.errstate(invalid="ignore"):  # negative entries of u, which a hypothesis refuses
        w = np.exp(L)
        # rows stay contiguous, so that their sums are rounded least
        outside, excess = np.compress(~inside, w, axis=1).sum(axis=1), u.sum() - w.sum(axis=1)
        u, L = u[inside], np.compress(inside, L, axis=1)
        lnu = np.log(u)
        r = lnu - L
        kl = (u * np.maximum(r + np.expm1(-r), 0)).sum(axis=1) + outside
        terms = np.abs(u) * (np.abs(lnu) + np.abs(L))
        kl += np.where(kl < terms.sum(axis=1) / 100, EPSILON * (terms * np.abs(r)).sum(axis=1), 0)
    kl += np.where(np.abs(excess) > NEAR, excess, 0)  # refused by a hypothesis; less is rounding
    return kl, terms.sum(axis=1)


def upper_sum(total: Any, size: Any) -> Any:
    """A sum that cannot be negative; if it is at most a millionth of its terms, their rounding is added to it."""
    if is_exact(np.asarray(total)):
        return total
    cancelled = abs(total) <= np.where(total > 0, 1e-6, ROUNDING) * size
    return np.where(cancelled, np.maximum(total, 0) + 8 * EPSILON * size, total)[()]


# --- arithmetic that stays exact -----------------------------------------------------------------------------------


def added_up(first: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The sums of the first 1, 2, 3, ... rows."""
    return np.cumsum(np.vstack([first[None], rows]), axis=0)[1:]


def times(a: Any, b: Any) -> Any:
    """The product; if it is not 0 but too small for a float, raise the error of one that is too large."""
    product = a * b
    sizes = np.asarray(abs(product))
    # the numbers are checked, because not every processor reports an underflow: a browser does not
    if sizes.dtype.kind == "f" and np.any((sizes < sys.float_info.min) & np.not_equal(a, 0) & np.not_equal(b, 0)):
        raise FloatingPointError
    return product


def signed_square(values: Any) -> Any:
    """The square with the sign of its argument, which keeps the order."""
    return times(values, abs(values))


def length(square: Any) -> Any:
    """The root of a square, or of an array of squares, in floating point."""
    return np.sqrt(floats(square))


def quotient(a: Any, b: Any) -> Any:
    """a / b entry by entry, exact for exact numbers.

    It is infinite where b is not positive, because a hypothesis fails there and no bound remains.
    """
    if np.ndim(a) or np.ndim(b):
        if np.result_type(np.asarray(a), np.asarray(b)).kind == "f":
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.where(np.greater(b, 0), np.divide(a, b), np.inf)
        return np.frompyfunc(quotient, 2, 1)(a, b)
    if not b > 0:
        return math.inf
    return Fraction(a) / b if isinstance(a, Rational) and isinstance(b, Rational) else a / b
