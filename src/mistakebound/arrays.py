"""The one arithmetic: the numbers and the forms of arrays in all computations.

Legend: X examples (n, d), an array or a CSR matrix; A, B matrices of the same shape; v a vector (d,).

Exact numbers (int, `fractions.Fraction`, in object arrays) stay exact; whole numbers stay whole while they fit 64 bits,
and become Python's own where they might not; with a float, all become float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np

from .errors import MistakeBoundError, shown
from .types import Examples

__all__ = [
    "EPSILON", "EXACT", "EXACT_NUMBERS", "NUMBERS", "PIECE_ENTRIES", "WORKING", "ReadOnly", "as_float", "block",
    "by_rows", "dense", "dot", "exactly", "floats", "frobenius", "is_csr", "is_exact", "is_sparse", "largest",
    "logarithms", "pieces", "plain_number", "read_only", "rounded", "row", "rowdot", "singly", "together", "working",
]  # fmt: skip

# The type in which numbers of each kind are computed.
FLOAT = np.dtype(np.float64)
WORKING = {"i": np.dtype(np.int64), "u": np.dtype(np.int64), "O": np.dtype(object)}
# The types whose values are numbers. Subclasses are excluded, because they may compare and add as they like.
NUMBERS = {int, float, Fraction} | {t for t in np.sctypeDict.values() if issubclass(t, (np.integer, np.floating))}
NUMBERS -= {np.longdouble, np.timedelta64}  # the first has more digits than a float, the second is a duration
EXACT_NUMBERS = {kind for kind in NUMBERS if kind in (int, Fraction) or issubclass(kind, np.integer)}
# Floats hold every whole number below this one.
EXACT = 2.0**53
# The rounding of one operation, relative to its result.
EPSILON = float(np.finfo(float).eps)
# The entries computed at a time, few enough to stay in the processor's cache.
PIECE_ENTRIES = 1 << 17


# --- forms -------------------------------------------------------------------------------------------------------


def is_sparse(X: Examples) -> bool:
    """Whether `X` is a sparse matrix or array of SciPy, found without importing SciPy."""
    return hasattr(X, "tocsr")


def is_csr(X: Any) -> bool:
    """Whether `X` is a sparse matrix or array whose rows are compressed: records hold no others."""
    return is_sparse(X) and X.format == "csr"


def dense(X: Examples) -> np.ndarray:
    """Examples as an array."""
    try:
        return X.toarray() if is_sparse(X) else np.asarray(X)
    except ValueError:
        raise MistakeBoundError("X is not a table of numbers: its rows must be equally long.") from None


def working(X: Examples) -> Examples:
    """Examples in the form for computations: float64, int64 or exact objects, in rows."""
    if (array := type(X) is np.ndarray) or not is_sparse(X):
        X = np.ascontiguousarray(X if array else dense(X))
    if X.dtype.kind not in "biufO":
        raise MistakeBoundError(f"X has dtype {X.dtype}: it must hold numbers; use X.astype(float).")
    form = WORKING.get(X.dtype.kind, FLOAT)
    return X if X.dtype == form else X.astype(form)


def block(X: Examples, i: int, j: int) -> Examples:
    """Rows i..j-1 of an array or CSR matrix, without the copies and checks of SciPy's own slices if possible."""
    if not is_sparse(X):
        return X[i:j]
    j = min(j, X.shape[0])
    if (i, j) == (0, X.shape[0]):
        return X
    a, b = X.indptr[i], X.indptr[j]
    return type(X)((X.data[a:b], X.indices[a:b], X.indptr[i : j + 1] - a), shape=(j - i, X.shape[1]))


def row(X: Examples, i: int) -> np.ndarray:
    """Row `i` of an array or CSR matrix, as a dense vector."""
    if not is_sparse(X):
        return X[i]
    inside = slice(X.indptr[i], X.indptr[i + 1])
    x = np.zeros(X.shape[1], dtype=X.dtype)
    x[X.indices[inside]] = X.data[inside]
    return x


def singly(X: Examples) -> Iterator[Examples]:
    """The rows of an array or CSR matrix, each as a batch of its own."""
    rows = range(X.shape[0])
    return (block(X, i, i + 1) for i in rows) if is_sparse(X) else (X[i : i + 1] for i in rows)


def pieces(n: int, d: int) -> Iterator[slice]:
    """Slices of n rows of d entries, each with as many rows as make a piece."""
    rows = max(1, PIECE_ENTRIES // d)
    return (slice(i, min(i + rows, n)) for i in range(0, n, rows))


def read_only(array: Examples) -> Examples:
    """A view of an array or a CSR matrix that cannot be written to."""
    if is_sparse(array):
        return type(array)(tuple(map(read_only, (array.data, array.indices, array.indptr))), shape=array.shape)
    view = array.view()
    view.flags.writeable = False
    return view


class ReadOnly:
    """Base of the frozen dataclasses whose arrays are read-only."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray) or is_csr(value):
                object.__setattr__(self, name, read_only(value))


# --- single numbers ----------------------------------------------------------------------------------------------


def exactly(values: Any) -> Any:
    """Numbers, even floats, as the rational numbers that they are, so that nothing is rounded.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y, u = [[0.5, 0.1], [-0.5, 0.3]], [1, -1], [3.0, -1.0]
    >>> cert = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), mb.exactly(X), y), u=mb.exactly(u))
    >>> cert.exact, cert.holds
    (True, True)
    """
    return np.frompyfunc(_rational, 1, 1)(dense(values))


def _rational(value: Any) -> Any:
    try:
        return value if type(value) in (int, Fraction) else Fraction(plain_number(value))
    except (TypeError, ValueError, OverflowError):
        raise MistakeBoundError(f"values has the entry {shown(value)}: it must be a finite number.") from None


def is_exact(values: np.ndarray) -> bool:
    """Whether all entries are whole numbers or Fractions, without subclasses of these."""
    return values.dtype.kind in "iu" or (values.dtype.kind == "O" and {*map(type, values.flat)} <= EXACT_NUMBERS)


def plain_number(value: Any) -> Any:
    """A NumPy scalar as Python's own number, which neither overflows nor lowers the precision of others."""
    return value.item() if isinstance(value, np.generic) else value


def as_float(value: Any) -> float:
    """A number as a float: infinite beyond their range."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def floats(values: Any) -> np.ndarray:
    """Numbers as floats; an exact one beyond their range is infinite."""
    values = np.asarray(values)
    try:
        return values.astype(float, copy=False)
    except OverflowError:
        return np.vectorize(as_float, otypes=[float])(values)


def rounded(X: Examples) -> Examples:
    """Examples for computations in floats: exact ones are rounded."""
    try:
        return X.astype(float) if X.dtype.kind == "O" else X
    except OverflowError:
        raise MistakeBoundError("X has an exact number that is too large for a float: rescale X.") from None


# --- products ----------------------------------------------------------------------------------------------------


def largest(A: Examples) -> float:
    """The size of the largest entry; 0 if there is none."""
    values = A.data if is_sparse(A) else A
    return max(as_float(values.max(initial=0)), -as_float(values.min(initial=0)))


def frobenius(A: Examples) -> float:
    """The Frobenius norm of floats or whole numbers: no row is longer, and an entry that is not finite shows in it."""
    values = (A.data if is_sparse(A) else A).ravel().astype(float, copy=False)
    return math.sqrt(np.vdot(values, values))  # it does not warn on overflow, and needs no copy


def together(A: Examples, B: Examples) -> tuple[Any, Any]:
    """Two arrays in one arithmetic: floats, integers too small to overflow, or exact objects."""
    kinds = {A.dtype.kind, B.dtype.kind}
    if "f" in kinds:
        return A.astype(np.float64, copy=False), B.astype(np.float64, copy=False)
    if "O" not in kinds and largest(A) * largest(B) * A.shape[1] < 2**62:
        return A.astype(np.int64, copy=False), B.astype(np.int64, copy=False)
    return dense(A).astype(object), dense(B).astype(object)


def dot(X: Examples, v: np.ndarray) -> np.ndarray:
    """Inner products of the rows of X with v, or with the columns of a matrix."""
    X, v = together(X, v)
    return _objects(X @ v)


def rowdot(A: Examples, B: Examples) -> np.ndarray:
    """Inner products of the rows of A with those of B."""
    A, B = together(A, B)
    products = A.multiply(B) if is_sparse(A) else A * B
    return _objects(np.asarray(products.sum(axis=1)).ravel())


def by_rows(size: Callable[[np.ndarray], Any], A: np.ndarray) -> np.ndarray:
    """The value of `size`, a function of rows that squares them, on each row of A."""
    return _objects(np.asarray(size(together(A, A)[0])))


def _objects(values: np.ndarray) -> np.ndarray:
    """Integers as Python's own, which never overflow."""
    return values.astype(object) if values.dtype.kind == "i" else values


def ln_sum_exp(L: np.ndarray) -> Any:
    """ln sum_j e^L_j over the last axis, even if a term leaves the range of floats."""
    top = L.max(axis=-1, keepdims=True)
    return np.log(np.exp(L - top).sum(axis=-1)) + top[..., 0]


def logarithms(values: Sequence[Any]) -> np.ndarray:
    """Logarithms of positive numbers, even of exact ones that are too small or too large for a float, or near 1."""

    def logarithm(p: Any) -> float:
        if not isinstance(p, Rational):
            return math.log(p)
        more = Fraction(p) - 1
        try:
            return math.log1p(more) if abs(more) < 0.5 else math.log(p)
        except (OverflowError, ValueError):  # beyond the range of floats
            return math.log(p.numerator) - math.log(p.denominator)

    return np.array([logarithm(p) for p in values])
