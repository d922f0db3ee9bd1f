"""Arithmetic that stays exact where the data are exact: integers and Fractions are never rounded and never overflow.

Legend: A, B matrices of the same shape, X examples (n, d), v a vector (d,).
"""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational

import numpy as np
import scipy.sparse as sp

from ..checks import dense

__all__ = ["dot", "floats", "length", "ratio", "rowdot", "signed_square", "together"]


def dot(X, v):
    """Inner products of the rows of X with v."""
    X, v = together(X, v)
    return _objects(X @ v)


def rowdot(A, B):
    """Inner products of the rows of A with those of B."""
    A, B = together(A, B)
    products = A.multiply(B) if sp.issparse(A) else A * B
    return _objects(np.asarray(products.sum(axis=1)).ravel())


def together(A, B):
    """Two arrays in one arithmetic: floats, integers too small to overflow, or exact objects."""
    kinds = {A.dtype.kind, B.dtype.kind}
    if "f" in kinds:
        return A.astype(np.float64, copy=False), B.astype(np.float64, copy=False)
    if "O" not in kinds and _largest(A) * _largest(B) * A.shape[1] < 2**62:
        return A.astype(np.int64, copy=False), B.astype(np.int64, copy=False)
    return dense(A).astype(object), dense(B).astype(object)


def signed_square(values):
    """The square with the sign of its argument: it keeps the order."""
    return values * abs(values)


def floats(values):
    """Numbers as floats; an exact one beyond their range is infinite."""
    values = np.asarray(values)
    try:
        return values.astype(float)
    except OverflowError:
        return np.vectorize(_float, otypes=[float])(values)


def _float(value):
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def length(square):
    """The root of a square, or of an array of them, in floating point."""
    return np.sqrt(floats(square))


def _divide(a, b):
    if b == 0:
        return math.nan
    return Fraction(a) / b if isinstance(a, Rational) and isinstance(b, Rational) else a / b


#: a / b entry by entry, exact for exact numbers, NaN where b is 0.
ratio = np.frompyfunc(_divide, 2, 1)


def _largest(A):
    values = A.data if sp.issparse(A) else A
    return max(float(values.max(initial=0)), -float(values.min(initial=0)))


def _objects(values):
    """Integers as Python's own, which no later product makes overflow."""
    return values.astype(object) if values.dtype.kind == "i" else values
