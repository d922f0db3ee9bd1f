"""The one gate through which data and parameters enter the package: `play`, `Stream`, the margins and `ConceptClass`.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, n rounds, d features.

Examples are arrays, exact objects or CSR matrices, converted here, once, to the numbers used in computations. Nothing
is repaired: anything else raises a `MistakeBoundError` that names the value, the place and the remedy. Code behind the
gate trusts its input.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np

from .arrays import (
    EXACT_NUMBERS,
    NUMBERS,
    WORKING,
    as_float,
    dense,
    frobenius,
    is_csr,
    is_sparse,
    largest,
    plain_number,
    working,
)
from .errors import ForeignExample, MistakeBoundError, shown
from .types import Examples, Number, Vector

__all__ = [
    "as_array", "check_X", "check_arrays", "check_data", "check_entries", "check_kind", "check_length", "check_number",
    "check_positive", "check_record", "check_rounds", "check_share", "check_size", "check_sizes", "check_table",
    "check_vector", "check_whole", "check_y", "is_finite", "one_of",
]  # fmt: skip

Kind = TypeVar("Kind")

# Larger whole numbers do not fit 64 bits, and no count or number of an item is so large.
MOST = 2**63 - 1
# A larger table, in bytes, is refused before it is made.
MOST_BYTES = 1 << 30
# Up to this number, and down to its inverse, numbers, their squares and sums of squares are far from overflow.
LARGEST = 1e150
# With whole features below this one, sums stay within 64 bits for any number of updates.
LARGEST_WHOLE = 2**31


# --- data --------------------------------------------------------------------------------------------------------


def as_array(values: Any, name: str, form: str) -> np.ndarray:
    """The values as a plain array; `form` describes a valid array for the error message."""
    if isinstance(values, np.ma.MaskedArray):
        raise MistakeBoundError(f"{name} is a masked array: remove what is masked, or use {name}.filled(value).")
    if hasattr(values, "__next__"):
        raise MistakeBoundError(f"{name} can be read only once: pass a list, list({name}).")
    try:
        return np.asarray(values)
    except (ValueError, TypeError) as error:
        raise MistakeBoundError(f"{name} is not {form}: {error}") from None


def check_data(X: Examples, y: Vector, start: int = 0, finite: bool = True) -> tuple[Examples, np.ndarray]:
    """Return examples and as many labels."""
    X = check_X(X, start, finite)
    return X, check_y(y, X.shape[0], start)


def check_X(X: Examples, start: int = 0, finite: bool = True) -> Examples:
    """Return examples (n, d) in the form for computations: float64, int64 or exact objects, an array or a CSR matrix.

    A linear learner checks by itself whether floats are `finite`. `start` is the round of the first row, for messages.
    """
    sparse = is_sparse(X)
    if not sparse:
        X = as_array(X, "X", "a table of numbers, with equally long rows")
    if X.ndim != 2:
        raise MistakeBoundError(
            f"X has shape {X.shape}: it must be two-dimensional (examples x features); "
            "one example is a row: use X.reshape(1, -1), one feature a column: X.reshape(-1, 1)."
        )
    if 0 in X.shape:
        raise MistakeBoundError(f"X has shape {X.shape}: it needs at least one example and one feature.")
    _check_dtype(X.dtype, "X", "; convert Booleans with X.astype(int)")
    if sparse and not (X := X.tocsr()).has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    X = working(X)
    if finite or X.dtype.kind != "f":
        check_entries(X, start)
    return X


def check_entries(X: Examples, start: int = 0) -> None:
    """Check that the entries of `X` are exact, or finite and not too large; `start` is the round of the first row."""
    values = X.data if is_sparse(X) else X
    if values.dtype.kind == "O":
        if not {*map(type, values.flat)} <= {int, Fraction}:
            raise MistakeBoundError(
                "X is an object array with entries that are not exact numbers: "
                "fill it with int or fractions.Fraction, or use X.astype(float)."
            )
    elif values.dtype.kind == "i":
        # the norm, which no entry exceeds, is found sooner
        if frobenius(X) >= LARGEST_WHOLE and (top := largest(X)) >= LARGEST_WHOLE:
            raise MistakeBoundError(
                f"X has an entry of size {top:.0f}, too large for sums of whole numbers of 64 bits: use "
                "X.astype(float), or X.astype(object) for exact integers."
            )
    elif not math.isfinite(frobenius(X)):
        table = dense(X)
        i, j = np.argwhere(~(np.abs(table) < LARGEST))[0].tolist()
        finite = np.isfinite(table[i, j])
        remedy = f"below {LARGEST:g}: rescale X" if finite else "finite: drop or impute the row"
        raise ForeignExample(start + i, f"has {table[i, j]} in column {j}: features must be {remedy}.")


def check_y(y: Vector, n: int | None = None, start: int = 0) -> np.ndarray:
    """Return `n` labels as a 1-D array of -1 and +1; `start` is the round of the first one, for messages."""
    y = as_array(y, "y", "a sequence of labels")
    if y.ndim != 1:
        raise MistakeBoundError(f"y has shape {y.shape}: it must be one-dimensional; use np.ravel(y).")
    if n is not None and len(y) != n:
        raise MistakeBoundError(f"X has {n} examples but y has {len(y)} labels: give one label for each row.")
    kind = y.dtype.kind
    wrong = (y != 1) & (y != -1) if kind in "fiu" else [kind != "O" or not one_of(v, -1, 1) for v in y.tolist()]
    if np.count_nonzero(wrong):
        i = int(np.argmax(wrong))
        binary = kind != "b" and all(one_of(v, 0, 1) for v in y.tolist())
        remedy = "2 * y - 1" if binary else "np.where(y == positive, 1, -1)"
        label = shown(y.tolist()[i])
        raise MistakeBoundError(f"label {label} at round {start + i}: labels must be -1 or +1; use {remedy}.")
    return y


def check_vector(u: Vector, d: int, name: str = "u", per: str = "feature", nonzero: bool = True) -> np.ndarray:
    """Return a vector of finite numbers, with an entry for each of `d` features, or other items named by `per`.

    If `nonzero`, it must not be zero, and `check_positive` must accept its largest entry.
    """
    if hasattr(u, "w") and not isinstance(u, np.ndarray):
        raise MistakeBoundError(f"{name} is {shown(u)}: it must be a vector; use its w, the vector with that margin.")
    u = as_array(u, name, "a vector")
    if u.shape != (d,):
        raise MistakeBoundError(f"{name} has shape {u.shape}: it needs shape ({d},), one entry for each {per}.")
    _check_dtype(u.dtype, name)
    vector: np.ndarray = working(u)
    exact = vector.dtype.kind == "O"
    wrong = ~np.isfinite(vector) if not exact else [type(v) not in EXACT_NUMBERS and not is_finite(v) for v in vector]
    if np.count_nonzero(wrong):
        j = int(np.argmax(wrong))
        raise MistakeBoundError(f"{name}[{j}] is {shown(plain_number(vector[j]))}: it must be a finite number.")
    if top := plain_number(np.abs(vector).max(initial=0)):
        check_positive(top, f"the size of {name}'s largest entry")
    elif nonzero:
        raise MistakeBoundError(f"{name} is the zero vector: it needs an entry that is not 0.")
    return vector


def check_table(values: Any, name: str, shape: tuple[int, ...], form: str = "a table of numbers") -> np.ndarray:
    """Return numbers of this shape, in the form for computations, none of them NaN."""
    table = as_array(values, name, form)
    if table.shape != shape:
        raise MistakeBoundError(f"{name} has shape {table.shape}: it must have shape {shape}.")
    _check_dtype(table.dtype, name, "; use .astype(int) for Booleans")
    table = working(table)
    if table.dtype.kind == "O" and not {*map(type, table.flat)} <= NUMBERS:
        raise MistakeBoundError(f"{name} has entries that are not numbers: fill it with int, Fraction or float.")
    if table.dtype.kind in "fO" and np.not_equal(table, table).any():
        raise MistakeBoundError(f"{name} has an entry that is NaN: it must hold numbers.")
    return table


def check_record(X: Examples, y: Any, n: int) -> None:
    """Check that a record has n examples and n labels, in the form in which a run keeps them."""
    if type(X) is not np.ndarray and not is_csr(X):
        raise MistakeBoundError(f"X is {shown(X)}: a record holds an array or a CSR matrix; use play.")
    kept, labels = check_data(X, y)
    if kept.dtype != X.dtype or type(y) is not np.ndarray or labels.dtype.kind not in "if":
        raise MistakeBoundError(
            f"X has dtype {X.dtype}, and y is {shown(y)}: a record holds float64, int64 or exact objects, and "
            "an array of labels; use play, which converts them."
        )
    if len(labels) != n:
        raise MistakeBoundError(f"X has {len(labels)} examples: the record needs {n} of them.")


def check_length(record: Any, name: str, n: int, parts: str) -> tuple[Any, ...]:
    """Return a part of a record, if it is a tuple of the n things that `parts` describes."""
    if not isinstance(values := getattr(record, name), tuple) or len(values) != n:
        raise MistakeBoundError(f"{name} is {shown(values)}: it must be a tuple of {n}, {parts}; use {record.made_by}.")
    return values


def check_arrays(record: Any, *names: str) -> None:
    """Check that these parts of a record are arrays, neither lists nor single numbers."""
    for name in names:
        if type(value := getattr(record, name)) is not np.ndarray or value.ndim == 0:
            raise MistakeBoundError(
                f"{name} is {shown(value)}: a record holds an array; use {record.made_by}, or np.array({name})."
            )


def check_rounds(rounds: Any, name: str, n_rounds: int) -> None:
    """Check that these are distinct rounds of a run, in order."""
    whole = rounds.ndim == 1 and rounds.dtype.kind in "iu"
    if not whole or np.any(np.diff(np.concatenate([[-1], rounds, [n_rounds]])) <= 0):
        raise MistakeBoundError(
            f"{name} of the run are {rounds}: they must be different rounds, in order, from 0 to {n_rounds - 1}."
        )


def _check_dtype(dtype: np.dtype, name: str, more: str = "") -> None:
    if dtype.kind not in "fiuO" or not np.can_cast(dtype, WORKING.get(dtype.kind, np.float64)):
        raise MistakeBoundError(
            f"{name} has dtype {dtype}: it must hold real numbers that fit float64 or int64, or int and Fraction in an "
            f"object array{more}."
        )


# --- parameters --------------------------------------------------------------------------------------------------


def is_finite(value: Any) -> bool:
    """Whether a value is a real number within the range of floats, but neither a Boolean nor of a type of your own."""
    return type(value) in NUMBERS and math.isfinite(as_float(value))


def check_number(value: Number, name: str, least: Number = -math.inf) -> Number:
    """Return a finite number of at least `least`, as Python's own."""
    value = plain_number(value)
    if not (is_finite(value) and value >= least):
        raise _refused(value, name, "a finite number" + f" of at least {least}" * (least > -math.inf))
    return value


def check_positive(value: Number, name: str, above: Number = 0) -> Number:
    """Return a finite number greater than `above`, whose square in floats is finite and positive, as Python's own."""
    value = plain_number(value)
    if not (is_finite(value) and value > above and 1 / LARGEST <= value <= LARGEST):
        raise _refused(value, name, f"a finite number greater than {above}, from {1 / LARGEST:g} to {LARGEST:g}")
    return value


def check_share(value: Number, name: str) -> Number:
    """Return a number strictly between 0 and 1, even as a float, and not too small, as Python's own."""
    value = plain_number(value)
    if not (is_finite(value) and 1 / LARGEST <= float(value) < 1):
        raise _refused(value, name, f"a number between 0 and 1, both excluded, of at least {1 / LARGEST:g}")
    return value


def check_whole(value: int, name: str, least: int = 1, most: int = MOST) -> int:
    """Return a whole number of at least `least` and at most `most`, as Python's own."""
    whole = int(value) if type(value) in NUMBERS and isinstance(value, int | np.integer) else None
    if whole is None or not least <= whole <= most:
        small = whole is None or whole < least
        raise _refused(value, name, f"a whole number of at least {least}" if small else f"at most {most}")
    return whole


def check_sizes(**sizes: int) -> list[int]:
    """Return whole numbers of at least 1, the sizes of a table of numbers that is small enough to hold."""
    whole = [check_whole(size, name) for name, size in sizes.items()]
    if (n_bytes := 8 * math.prod(whole)) > MOST_BYTES:
        table = f"a table of {' × '.join(sizes)} = {' × '.join(map(shown, whole))} numbers"
        check_size(table, n_bytes, f"lower {' or '.join(sizes)}")
    return whole


def check_size(what: str, n_bytes: int, remedy: str) -> None:
    """Refuse a table that is too large to hold; the message names its size."""
    if n_bytes > MOST_BYTES:
        size = f"more than 2^{(n_bytes - 1).bit_length() - 1} bytes"
        raise MistakeBoundError(f"{what} would take {size}, and the limit is 1 GiB: {remedy}.")


def _refused(value: Any, name: str, what: str) -> MistakeBoundError:
    return MistakeBoundError(f"{name} is {shown(value)}: it must be {what}.")


def check_kind(value: Kind, kind: type[Kind], name: str) -> Kind:
    """Return an object of this class, or raise."""
    if not isinstance(value, kind):
        use = f"; use {made_by}" if (made_by := getattr(kind, "made_by", "")) else ""
        raise MistakeBoundError(f"{name} is {shown(value)}: it must be a {kind.__name__}{use}.")
    return value


def one_of(value: Any, *allowed: object) -> bool:
    """Whether a value is one of these words or numbers; arrays and lists never are, whatever they equal."""
    return type(value) in (str, np.str_, bool, *NUMBERS) and value in allowed
