"""The loops of a linear learner over its examples, compiled by Numba: one for arrays, one for CSR matrices.

Legend: X examples (n, d), y labels (n,), w weights (d,), s <w, x>, q ||x||^2, m = y (s - centre) margin, i, k rows.

Each reads every example once and does all that must be done with it: the margin, a bound on its rounding, and the
check that no entry is out of range.
"""

from __future__ import annotations

import math

from numba import boolean, float64, int32, int64, njit, types

from ..checks import LARGEST, SMALLEST

__all__ = ["first_dense", "first_sparse"]

LARGEST_SQUARE = LARGEST**2
LONG = 2000  # entries of a row; with so many, the row and w fill the nearest cache


def _array(kind, ndim=1):
    return types.Array(kind, ndim, "C", readonly=True)


FLOATS = _array(float64)
# w, the row to begin with; at, centre; rounding; the least and the greatest length that w can have
QUESTION = (FLOATS, int64, float64, float64, float64, float64, float64)
ANSWER = types.Tuple((int64, boolean))
# A sum may be taken in any order, which makes it fast; NaN and infinity keep their meaning.
ANY_ORDER = {"reassoc", "contract"}
inlined = njit(fastmath=ANY_ORDER, inline="always")


def compiled(*signatures):
    """Compiled when this module is imported; kept in a file for the next time, if one can be written anywhere."""

    def decorate(function):
        try:
            return njit(list(signatures), fastmath=ANY_ORDER, cache=True)(function)
        except RuntimeError:  # a package and a home that are read-only
            return njit(list(signatures), fastmath=ANY_ORDER)(function)

    return decorate


@inlined
def _slack(q, centre, rounding, norm):
    """How far rounding can take a margin; infinity if the row is out of range."""
    if not q <= LARGEST_SQUARE:
        return math.inf
    return rounding * ((math.sqrt(q) + SMALLEST) * (norm + SMALLEST) + abs(centre))


@inlined
def _one(X, w, i):
    """The score of one row, and its q."""
    s = q = 0.0
    for j in range(len(w)):
        s += X[i, j] * w[j]
        q += X[i, j] * X[i, j]
    return s, q


@inlined
def _in_turn(X, w, i):
    """The scores of four rows, and the sum of their q."""
    (s_0, q_0), (s_1, q_1) = _one(X, w, i), _one(X, w, i + 1)
    (s_2, q_2), (s_3, q_3) = _one(X, w, i + 2), _one(X, w, i + 3)
    return (s_0, s_1, s_2, s_3), q_0 + q_1 + q_2 + q_3


@inlined
def _side_by_side(X, w, i):
    """The same, side by side: a w that does not stay in the processor's nearest cache is read once for all four.

    Of short rows it is slower: memory is fastest where it is read in order.
    """
    s_0 = s_1 = s_2 = s_3 = q = 0.0
    for j in range(len(w)):
        v, x_0, x_1, x_2, x_3 = w[j], X[i, j], X[i + 1, j], X[i + 2, j], X[i + 3, j]
        s_0 += x_0 * v
        s_1 += x_1 * v
        s_2 += x_2 * v
        s_3 += x_3 * v
        q += x_0 * x_0 + x_1 * x_1 + x_2 * x_2 + x_3 * x_3
    return (s_0, s_1, s_2, s_3), q


@inlined
def _length(w):
    square = 0.0
    for value in w:
        square += value * value
    return math.sqrt(square)


@compiled(ANSWER(_array(float64, 2), FLOATS, *QUESTION))
def first_dense(X, y, w, start, at, centre, rounding, shortest, longest):
    """The first row from `start` on whose margin can be at most `at`, and whether that is sure.

    It is not where the margin is within rounding of `at`, or where the row or the weights are out of range. Where all
    margins are surely greater, the row is n, and that is sure.
    """
    norm = _length(w)
    if not norm <= longest:
        return start, False
    norm = max(norm, shortest)
    X, y = X[start:], y[start:]
    n = len(y)
    for i in range(0, n - 3, 4):
        (s_0, s_1, s_2, s_3), q = _side_by_side(X, w, i) if len(w) > LONG else _in_turn(X, w, i)
        m_0, m_1 = y[i] * (s_0 - centre), y[i + 1] * (s_1 - centre)
        m_2, m_3 = y[i + 2] * (s_2 - centre), y[i + 3] * (s_3 - centre)
        slack = _slack(q, centre, rounding, norm)  # enough for each of them
        if not min(min(m_0, m_1), min(m_2, m_3)) > at + slack:
            for r, m in enumerate((m_0, m_1, m_2, m_3)):
                if not m > at + slack:
                    return start + i + r, m < at - slack
    for k in range(n - n % 4, n):
        s, q = _one(X, w, k)
        m, slack = y[k] * (s - centre), _slack(q, centre, rounding, norm)
        if not m > at + slack:
            return start + k, m < at - slack
    return start + n, True


@compiled(*(ANSWER(FLOATS, _array(kind), _array(int64), FLOATS, *QUESTION) for kind in (int32, int64)))
def first_sparse(data, indices, indptr, y, w, start, at, centre, rounding, shortest, longest):
    """The same for a CSR matrix."""
    n, norm = len(y), _length(w)
    if not norm <= longest:
        return start, False
    norm = max(norm, shortest)
    for k in range(start, n):
        s = q = 0.0
        for place in range(indptr[k], indptr[k + 1]):
            s += data[place] * w[indices[place]]
            q += data[place] * data[place]
        m, slack = y[k] * (s - centre), _slack(q, centre, rounding, norm)
        if not m > at + slack:
            return k, m < at - slack
    return n, True
