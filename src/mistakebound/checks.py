"""Input checks: the one gate through which data enters the package.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, n rounds, d features.

Nothing is repaired here. A check either returns its input (as an array) or raises a `MistakeBoundError`
that names the value, the place and the remedy.
"""

from __future__ import annotations

import math
from numbers import Rational

import numpy as np
import scipy.sparse as sp

from .errors import MistakeBoundError

__all__ = ["check_X", "check_finite", "check_positive", "check_vector", "check_y"]


def check_X(X):
    """Examples as a 2-D real array or CSR matrix; the values are checked by `check_finite`.

    Raises
    ------
    MistakeBoundError
        For a wrong number of dimensions, no rows, no columns, or entries that are not real numbers.
    """
    if sp.issparse(X):
        if X.ndim != 2:
            raise MistakeBoundError(f"X must be two-dimensional (examples x features), got shape {X.shape}.")
        X = X.tocsr()
    else:
        X = np.asanyarray(X)
    if X.ndim != 2:
        raise MistakeBoundError(
            f"X must be two-dimensional (examples x features), got shape {X.shape}; "
            "one example is a row: use X.reshape(1, -1), one feature a column: X.reshape(-1, 1)."
        )
    if X.shape[0] == 0 or X.shape[1] == 0:
        raise MistakeBoundError(f"X has shape {X.shape}: it needs at least one example and one feature.")
    if X.dtype.kind not in "fiuO" or X.dtype == np.float16:
        raise MistakeBoundError(
            f"X has dtype {X.dtype}: features must be real numbers (float32, float64, integer, "
            "or Fraction in an object array); convert Booleans with X.astype(int)."
        )
    return X


def check_y(y, n: int | None = None, start: int = 0):
    """Labels as a 1-D array of -1 and +1; `start` is the round of the first one, for the message.

    Raises
    ------
    MistakeBoundError
        For labels outside {-1, +1}, or a number of labels other than `n`.
    """
    y = np.asanyarray(y)
    if y.ndim != 1:
        raise MistakeBoundError(f"y must be one-dimensional, got shape {y.shape}; use y.ravel().")
    if n is not None and len(y) != n:
        raise MistakeBoundError(f"X has {n} examples but y has {len(y)} labels: give one label for each row.")
    if y.dtype.kind not in "fiuO":
        raise MistakeBoundError(
            f"y has dtype {y.dtype}: labels must be the numbers -1 and +1; "
            "from Booleans or strings use np.where(y == positive, 1, -1)."
        )
    wrong = np.flatnonzero((y != 1) & (y != -1))
    if len(wrong):
        i = int(wrong[0])
        raise MistakeBoundError(
            f"label {y[i]!r} at round {start + i}: labels must be -1 or +1; from 0/1 labels use 2 * y - 1."
        )
    return y


def check_finite(X, start: int = 0) -> float:
    """Frobenius norm of `X`, a bound on the length of every row; raises at the first NaN or infinity.

    `start` is the round of the first row, for the message. Exact entries (int or Fraction objects) give 0: they
    need no bound, because nothing is rounded.
    """
    values = X.data if sp.issparse(X) else X
    if values.dtype.kind == "O":
        if not all(isinstance(v, Rational) for v in values.flat):
            raise MistakeBoundError(
                "X is an object array with entries that are not exact numbers: "
                "fill it with int or fractions.Fraction, or use X.astype(float)."
            )
        return 0.0
    flat = values.ravel().astype(float, copy=False)
    square = float(flat.dot(flat))
    if not math.isfinite(square):
        dense = X.toarray() if sp.issparse(X) else np.asarray(X)
        bad = np.argwhere(~np.isfinite(dense))
        if len(bad):
            i, j = bad[0]
            raise MistakeBoundError(
                f"X[{start + i}, {j}] is {dense[i, j]}: features must be finite; drop or impute that example first."
            )
    if not math.isfinite(square) or (square == 0 and np.any(flat)):
        raise MistakeBoundError(
            f"the rows from {start} on hold features of size {np.abs(flat).max():.1g}, whose squares leave the range "
            "of floating-point numbers: rescale X."
        )
    return math.sqrt(square)


def check_vector(u, d: int, name: str = "u"):
    """A nonzero, finite vector of length `d`."""
    u = np.asanyarray(u)
    if u.shape != (d,):
        raise MistakeBoundError(f"{name} has shape {u.shape} but the examples have {d} features: it needs shape ({d},).")
    if u.dtype.kind not in "fiuO":
        raise MistakeBoundError(f"{name} has dtype {u.dtype}: it must hold real numbers.")
    if u.dtype.kind != "O" and not np.all(np.isfinite(u)):
        raise MistakeBoundError(f"{name} has an entry that is not finite: {u!r}.")
    if not np.any(u != 0):
        raise MistakeBoundError(f"{name} is the zero vector, which separates nothing: give a nonzero comparator.")
    return u


def check_positive(value, name: str):
    """A finite number greater than zero."""
    if not (value > 0) or value == float("inf"):
        raise MistakeBoundError(f"{name} is {value!r}: it must be a finite number greater than 0.")
    return value
