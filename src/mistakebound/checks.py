"""Input checks: the one gate through which data enters the package.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, n rounds, d features.

Nothing is repaired here. A check either returns its input (as an array) or raises a `MistakeBoundError`
that names the value, the place and the remedy.
"""

from __future__ import annotations

import math
import operator
import reprlib
from dataclasses import fields
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, TypeVar

import numpy as np

from .errors import MistakeBoundError
from .types import Examples, Number, Vector

__all__ = [
    "as_array",
    "as_float",
    "block",
    "check_X",
    "check_finite",
    "check_kind",
    "check_number",
    "check_positive",
    "check_share",
    "check_vector",
    "check_whole",
    "check_y",
    "dense",
    "exactly",
    "in_floats",
    "is_real",
    "is_sparse",
    "one_of",
    "plain_number",
    "plain_numbers",
    "row",
    "shown",
    "working",
]

Kind = TypeVar("Kind")

# What numbers of each kind are computed with; whatever does not fit is refused.
WORKING = {"f": np.dtype(np.float64), "i": np.dtype(np.int64), "u": np.dtype(np.int64), "O": np.dtype(object)}
# Whole numbers above do not fit 64 bits; what is counted or numbered by one has no end.
MOST = 2**63 - 1
# Up to here, features are far from overflow, and so are the sums of their products.
LARGEST = 1e150


def is_sparse(X: Examples) -> bool:
    """Whether `X` is a sparse matrix or array of SciPy, which is not imported for the question."""
    return hasattr(X, "tocsr")


def check_X(X: Examples) -> Examples:
    """Examples as a 2-D real array or CSR matrix; the values are checked by `check_finite`.

    Raises
    ------
    MistakeBoundError
        For a wrong number of dimensions, no rows, no columns, entries that are masked or outside a sparse shape, or
        that are not real numbers.
    """
    if is_sparse(X):
        X = X.tocsr() if X.ndim == 2 else X
    else:
        X = as_array(X, "X is not a table of numbers, with equally long rows")
    if X.ndim != 2:
        raise MistakeBoundError(
            f"X must be two-dimensional (examples x features), got shape {X.shape}; "
            "one example is a row: use X.reshape(1, -1), one feature a column: X.reshape(-1, 1)."
        )
    if X.shape[0] == 0 or X.shape[1] == 0:
        raise MistakeBoundError(f"X has shape {X.shape}: it needs at least one example and one feature.")
    if X.dtype.kind not in WORKING or not np.can_cast(X.dtype, WORKING[X.dtype.kind]):
        raise MistakeBoundError(
            f"X has dtype {X.dtype}: features must be real numbers (float64, float32, integers that fit int64, "
            "or Fraction in an object array); convert Booleans with X.astype(int)."
        )
    if np.ma.is_masked(X):
        raise MistakeBoundError("X has masked entries: drop those examples, or fill them in with X.filled(value).")
    if not is_sparse(X):
        return np.asarray(X)  # no subclass, whose products are others
    for column in (X.indices.min(), X.indices.max()) if X.nnz else ():
        if not 0 <= column < X.shape[1]:
            raise MistakeBoundError(
                f"X has an entry in column {column}, but {X.shape[1]} columns: make the matrix anew with its shape."
            )
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


def as_array(values: Any, wrong: str) -> np.ndarray:
    """As an array, perhaps of a subclass; `wrong` says what they are if they make none."""
    try:
        return np.asanyarray(values)
    except (ValueError, TypeError) as error:
        raise MistakeBoundError(f"{wrong}: {error}") from None


def check_y(y: Vector, n: int | None = None, start: int = 0) -> np.ndarray:
    """Labels as a 1-D array of -1 and +1; `start` is the round of the first one, for the message.

    Raises
    ------
    MistakeBoundError
        For labels outside {-1, +1}, masked labels, or a number of labels other than `n`.
    """
    if np.ma.is_masked(y):
        raise MistakeBoundError("y has masked labels: drop those examples, or fill them in with y.filled(value).")
    y = np.asarray(as_array(y, "y is not a sequence of labels"))
    if y.ndim != 1:
        raise MistakeBoundError(f"y must be one-dimensional, got shape {y.shape}; use np.ravel(y).")
    if n is not None and len(y) != n:
        raise MistakeBoundError(f"X has {n} examples but y has {len(y)} labels: give one label for each row.")
    if y.dtype.kind not in "fiuO":
        raise MistakeBoundError(
            f"y has dtype {y.dtype}: labels must be the numbers -1 and +1; "
            "from Booleans or strings use np.where(y == positive, 1, -1)."
        )
    wrong = np.flatnonzero([not one_of(v, -1, 1) for v in y] if y.dtype.kind == "O" else (y != 1) & (y != -1))
    if len(wrong):
        i, label = int(wrong[0]), y[wrong].tolist()[0]
        remedy = "2 * y - 1" if all(one_of(v, 0, 1) for v in y.tolist()) else "np.where(y == positive, 1, -1)"
        raise MistakeBoundError(f"label {label!r} at round {start + i}: labels must be -1 or +1; use {remedy}.")
    return y


def check_finite(X: Examples, start: int = 0) -> float:
    """A bound on the length of every row of `X`; raises at the first entry that is NaN, infinite or out of range.

    `start` is the round of the first row, for the message. The bound is the Frobenius norm: one fast sum, which no
    bad entry can hide from. Exact entries (int or Fraction objects) give 0: nothing is rounded.
    """
    values = X.data if is_sparse(X) else X
    if values.dtype.kind == "O":
        if not all(isinstance(v, Rational) and not isinstance(v, np.generic) for v in values.flat):
            raise MistakeBoundError(
                "X is an object array with entries that are not exact numbers: "
                "fill it with int or fractions.Fraction, or use X.astype(float)."
            )
        return 0.0
    flat = values.ravel().astype(float, copy=False)
    with np.errstate(over="ignore", invalid="ignore"):
        square = flat @ flat
    if not square <= LARGEST**2:
        _refuse_outside(X, start)
    return math.sqrt(square)


def _refuse_outside(X: Examples, start: int) -> None:
    """Name the first entry of `X` that is NaN or above `LARGEST` in size, if there is one."""
    values = (X.data if is_sparse(X) else X).ravel()
    wrong = np.flatnonzero(~(np.abs(values.astype(float, copy=False)) <= LARGEST))
    if not len(wrong):
        return
    at, value = int(wrong[0]), values[wrong[0]]
    if is_sparse(X):
        i, j = int(np.searchsorted(X.indptr, at, side="right")) - 1, int(X.indices[at])
    else:
        i, j = divmod(at, X.shape[1])
    remedy = f"at most {LARGEST:g} in size: rescale X" if np.isfinite(value) else "finite: drop or impute the row"
    raise MistakeBoundError(f"X[{start + i}, {j}] is {value}: features must be {remedy}.")


def working(X: Examples) -> Examples:
    """Examples as they are computed with: float64, int64 or exact objects, in rows, never a subclass."""
    if not is_sparse(X):
        X = np.ascontiguousarray(X)
    return X.astype(WORKING[X.dtype.kind], copy=False)


def in_floats(X: Examples) -> Examples:
    """Examples for what computes in floats: exact ones are rounded."""
    if X.dtype.kind != "O":
        return X
    check_finite(X)
    try:
        rounded = X.astype(float)
    except OverflowError:
        raise MistakeBoundError("X has an exact number that is too large for a float: rescale X.") from None
    if np.any((rounded == 0) & (X != 0)):
        raise MistakeBoundError("X has an exact number that is too small for a float: rescale X.")
    return rounded


def exactly(values: Any) -> Any:
    """Numbers as the rational numbers that they are, floats included: with them nothing is rounded.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y, u = [[0.5, 0.1], [-0.5, 0.3]], [1, -1], [3.0, -1.0]
    >>> cert = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), mb.exactly(X), y), u=mb.exactly(u))
    >>> cert.exact, cert.holds
    (True, True)
    """
    return _rational(dense(values) if is_sparse(values) else values)


_rational = np.frompyfunc(lambda value: value if isinstance(value, Rational) else Fraction(value), 1, 1)


def as_float(value: Number) -> float:
    """A number as a float: infinite beyond their range."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def dense(X: Examples) -> np.ndarray:
    """Examples as an array."""
    return X.toarray() if is_sparse(X) else np.asarray(X)


def block(X: Examples, i: int, j: int) -> Examples:
    """Rows i..j-1 of an array or CSR matrix, without the copies and checks of SciPy's own slices where it lets us."""
    if not is_sparse(X):
        return X[i:j]
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


def check_vector(
    u: Vector, d: int, name: str = "u", per: str = "feature", nonzero: bool = True, squared: bool = True
) -> np.ndarray:
    """A finite vector with an entry for each of `d` features, or of whatever `per` says.

    Not zero, unless it may be; its length a float, unless nobody squares it.
    """
    u = as_array(u, f"{name} is not a vector")
    if np.ma.is_masked(u):
        raise MistakeBoundError(f"{name} has masked entries: fill them in with {name}.filled(value).")
    u = np.asarray(u)
    if u.shape != (d,):
        raise MistakeBoundError(f"{name} has shape {u.shape}: it needs shape ({d},), an entry for each {per}.")
    if u.dtype.kind not in "fiuO":
        raise MistakeBoundError(f"{name} has dtype {u.dtype}: it must hold real numbers.")
    objects = u.dtype.kind == "O"
    if objects and not all(isinstance(value, Real) for value in u):
        raise MistakeBoundError(f"{name} has an entry that is not a real number: {u.tolist()!r}.")
    if not np.all([isinstance(value, Rational) or math.isfinite(value) for value in u] if objects else np.isfinite(u)):
        raise MistakeBoundError(f"{name} has an entry that is not finite: {u!r}.")
    largest = plain_number(np.abs(u).max(initial=0)) if squared and u.dtype.kind in "fO" else 0
    if largest and not 1 / LARGEST <= largest <= LARGEST:
        raise MistakeBoundError(
            f"the largest entry of {name} is {shown(largest)} in size: it must be at least {1 / LARGEST:g} and at most "
            f"{LARGEST:g}; rescale {name}."
        )
    if nonzero and not np.any(u != 0):
        raise MistakeBoundError(f"{name} is the zero vector: it needs an entry that is not 0.")
    if not np.can_cast(u.dtype, WORKING[u.dtype.kind]):
        raise MistakeBoundError(f"{name} has dtype {u.dtype}: it must fit float64 or int64; use {name}.astype(float).")
    return u.astype(WORKING[u.dtype.kind], copy=False)


def check_number(value: Number, name: str) -> Number:
    """A finite real number that a float can be near to."""
    if not (is_real(value) and _is_finite(value)):
        raise MistakeBoundError(f"{name} is {shown(value)}: it must be a finite number.")
    return value


def check_positive(value: Number, name: str) -> Number:
    """A finite number greater than zero, whose square is one too, in floats."""
    value = plain_number(value)
    if not (is_real(value) and value > 0 and value < math.inf):
        raise MistakeBoundError(f"{name} is {shown(value)}: it must be a finite number greater than 0.")
    if not 1 / LARGEST <= value <= LARGEST:
        raise MistakeBoundError(
            f"{name} is {shown(value)}: it must be at least {1 / LARGEST:g} and at most {LARGEST:g}; rescale X."
        )
    return value


def check_share(value: Number, name: str) -> Number:
    """A number between 0 and 1, neither of them, also as a float."""
    if not (isinstance(value, Real) and 0 < value < 1 and 0 < float(value) < 1):
        raise MistakeBoundError(f"{name} is {shown(value)}: it must be a number between 0 and 1, both excluded.")
    return value


def is_real(value: Any) -> bool:
    """Whether a value is a real number; a Boolean is none."""
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_finite(value: Number) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def shown(value: Any) -> str:
    """A value for a message: a number of hundreds of digits is cut."""
    return reprlib.repr(value) if isinstance(value, Rational) else repr(value)


def one_of(value: Any, *allowed: object) -> bool:
    """Whether a value is one of these words or numbers; arrays and lists are none, whatever they compare to."""
    return isinstance(value, (str, Real)) and value in allowed


def check_kind(value: Kind, kind: type[Kind], name: str) -> Kind:
    """An object of this class."""
    if not isinstance(value, kind):
        raise MistakeBoundError(f"{name} is {value!r}: it must be a {kind.__name__}.")
    return value


def plain_number(value: Any) -> Any:
    """A NumPy scalar as Python's own number, which neither overflows nor drags others down to fewer digits."""
    return value.item() if isinstance(value, np.generic) else value


def plain_numbers(record: Any) -> None:
    """The same for every field of a frozen dataclass, in place: for its `__post_init__`."""
    for field in fields(record):
        object.__setattr__(record, field.name, plain_number(getattr(record, field.name)))


def check_whole(value: int, name: str, least: int = 1, most: int = MOST) -> int:
    """A whole number of at least `least` and at most `most`, as Python's own."""
    try:
        whole = None if isinstance(value, bool) else int(operator.index(value))
    except TypeError:
        whole = None
    if whole is None or whole < least:
        raise MistakeBoundError(f"{name} is {shown(value)}: it must be a whole number of at least {least}.")
    if whole > most:
        raise MistakeBoundError(f"{name} is {shown(value)}: it must be at most {most}.")
    return whole
