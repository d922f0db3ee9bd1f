"""The one gate through which data and parameters enter the package: `play`, `Stream`, the margins and `ConceptClass`.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, n rounds, d features.

Nothing is repaired here. A check either returns its input (as an array) or raises a `MistakeBoundError`
that names the value, the place and the remedy. Behind the gate code trusts.
"""

from __future__ import annotations

import math
import operator
import reprlib
from numbers import Rational, Real
from typing import Any, TypeVar

import numpy as np

from .arrays import WORKING, as_float, frobenius, is_sparse, plain_number, working
from .errors import ForeignExample, MistakeBoundError
from .types import Examples, Number, Vector

__all__ = [
    "as_array", "check_X", "check_data", "check_finite", "check_kind", "check_number", "check_positive", "check_share",
    "check_vector", "check_whole", "check_y", "one_of", "shown",
]  # fmt: skip

Kind = TypeVar("Kind")

# Whole numbers above do not fit 64 bits; what is counted or numbered by one has no end.
MOST = 2**63 - 1
# Up to here, and down to its inverse, numbers are far from overflow, and so are their squares and the sums of these.
LARGEST = 1e150


# --- data --------------------------------------------------------------------------------------------------------


def as_array(values: Any, name: str, form: str) -> np.ndarray:
    """As an array; `form` says what it should be, if the values make none."""
    if hasattr(values, "__next__"):
        raise MistakeBoundError(f"{name} can be read only once: give a list of what it brings, list({name}).")
    try:
        array = np.asanyarray(values)
    except (ValueError, TypeError) as error:
        raise MistakeBoundError(f"{name} is not {form}: {error}") from None
    if np.ma.is_masked(array):
        raise MistakeBoundError(f"{name} has masked entries: drop those, or fill them in with {name}.filled(value).")
    return np.asarray(array)


def check_data(X: Examples, y: Vector, start: int = 0, finite: bool = True) -> tuple[Examples, np.ndarray]:
    """Examples and their labels, as many of one as of the other."""
    X = check_X(X, start, finite)
    return X, check_y(y, X.shape[0], start)


def check_X(X: Examples, start: int = 0, finite: bool = True) -> Examples:
    """Examples as a 2-D real array or CSR matrix; `start` is the round of the first row, for the message.

    Raises
    ------
    MistakeBoundError
        For a wrong number of dimensions, no rows, no columns, or entries that are not real numbers, or not `finite`.
    """
    if not is_sparse(X):
        X = as_array(X, "X", "a table of numbers, with equally long rows")
    if X.ndim != 2:
        raise MistakeBoundError(
            f"X must be two-dimensional (examples x features), got shape {X.shape}; "
            "one example is a row: use X.reshape(1, -1), one feature a column: X.reshape(-1, 1)."
        )
    if 0 in X.shape:
        raise MistakeBoundError(f"X has shape {X.shape}: it needs at least one example and one feature.")
    if not _is_real(X.dtype):
        raise MistakeBoundError(
            f"X has dtype {X.dtype}: features must be real numbers (float64, float32, integers that fit int64, "
            "or Fraction in an object array); convert Booleans with X.astype(int)."
        )
    if is_sparse(X) and not (X := X.tocsr()).has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    if finite:
        check_finite(X, start)
    return X


def check_finite(X: Examples, start: int = 0) -> None:
    """That no entry of `X` is NaN, infinite or, among objects, not exact; `start` is the round of the first row."""
    values = X.data if is_sparse(X) else X
    if values.dtype.kind == "O":
        if not all(isinstance(v, Rational) and not isinstance(v, np.generic) for v in values.flat):
            raise MistakeBoundError(
                "X is an object array with entries that are not exact numbers: "
                "fill it with int or fractions.Fraction, or use X.astype(float)."
            )
        return
    if math.isfinite(frobenius(X)):
        return
    table = working(X.toarray() if is_sparse(X) else X)
    i, j = np.argwhere(~(np.abs(table) < LARGEST))[0].tolist()
    remedy = "finite: drop or impute the row" if not np.isfinite(table[i, j]) else f"below {LARGEST:g}: rescale X"
    raise ForeignExample(start + i, f"has {table[i, j]} in column {j}: features must be {remedy}.")


def check_y(y: Vector, n: int | None = None, start: int = 0) -> np.ndarray:
    """Labels as a 1-D array of -1 and +1; `start` is the round of the first one, for the message.

    Raises
    ------
    MistakeBoundError
        For labels outside {-1, +1}, or a number of labels other than `n`.
    """
    y = as_array(y, "y", "a sequence of labels")
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


def check_vector(
    u: Vector, d: int, name: str = "u", per: str = "feature", nonzero: bool = True, squared: bool = True
) -> np.ndarray:
    """A finite vector with an entry for each of `d` features, or of whatever `per` says.

    Not zero, unless it may be; its length a float, unless nobody squares it.
    """
    u = as_array(u, name, "a vector")
    if u.shape != (d,):
        raise MistakeBoundError(f"{name} has shape {u.shape}: it needs shape ({d},), an entry for each {per}.")
    if not _is_real(u.dtype):
        raise MistakeBoundError(f"{name} has dtype {u.dtype}: it must hold real numbers.")
    exact = u.dtype.kind == "O"
    wrong = np.flatnonzero([not (isinstance(v, Rational) or is_finite(v)) for v in u] if exact else ~np.isfinite(u))
    if len(wrong):
        raise MistakeBoundError(f"{name}[{wrong[0]}] is {plain_number(u[wrong[0]])!r}: it must be a finite number.")
    if nonzero and not np.any(u != 0):
        raise MistakeBoundError(f"{name} is the zero vector: it needs an entry that is not 0.")
    if squared and u.dtype.kind in "fO" and (top := plain_number(np.abs(u).max(initial=0))):
        check_positive(top, f"the size of {name}'s largest entry")
    return working(u)


def _is_real(dtype: np.dtype) -> bool:
    """Whether what is computed with holds such numbers."""
    return dtype.kind in "fiuO" and np.can_cast(dtype, WORKING.get(dtype.kind, np.float64))


# --- parameters --------------------------------------------------------------------------------------------------


def is_finite(value: Any) -> bool:
    """Whether a value is a real number that a float can be near to; a Boolean is none."""
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(as_float(value))


def check_number(value: Number, name: str, least: Number = -math.inf) -> Number:
    """A finite number, of at least `least`, as Python's own."""
    value = plain_number(value)
    if not (is_finite(value) and value >= least):
        more = f" of at least {least}" * (least > -math.inf)
        raise MistakeBoundError(f"{name} is {shown(value)}: it must be a finite number{more}.")
    return value


def check_positive(value: Number, name: str, above: Number = 0) -> Number:
    """A finite number greater than zero, or than `above`, whose square is one too, in floats; as Python's own."""
    value = plain_number(value)
    if not (is_finite(value) and value > above and 1 / LARGEST <= value <= LARGEST):
        raise MistakeBoundError(
            f"{name} is {shown(value)}: it must be a finite number greater than {above}, from {1 / LARGEST:g} to "
            f"{LARGEST:g}."
        )
    return value


def check_share(value: Number, name: str) -> Number:
    """A number between 0 and 1, neither of them, also as a float; as Python's own."""
    value = plain_number(value)
    if not (is_finite(value) and 0 < float(value) < 1):
        raise MistakeBoundError(f"{name} is {shown(value)}: it must be a number between 0 and 1, both excluded.")
    return value


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


def check_kind(value: Kind, kind: type[Kind], name: str) -> Kind:
    """An object of this class."""
    if not isinstance(value, kind):
        raise MistakeBoundError(f"{name} is {value!r}: it must be a {kind.__name__}.")
    return value


def one_of(value: Any, *allowed: object) -> bool:
    """Whether a value is one of these words or numbers; arrays and lists are none, whatever they compare to."""
    return isinstance(value, (str, Real)) and value in allowed


def shown(value: Any) -> str:
    """A value for a message: a number of hundreds of digits is cut."""
    return reprlib.repr(value) if isinstance(value, Rational) else repr(value)
