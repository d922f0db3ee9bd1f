"""What theorems read off the data of a run, a piece at a time: a whole wide array is never copied.

Legend: X examples (n, d), y labels (n,), u comparator.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from ..errors import MistakeBoundError
from .exact import dot

__all__ = ["examples", "largest_feature", "least_margin", "pieces"]

PIECE_ENTRIES = 1 << 20


def examples(trace):
    """The data of the run; if they were streamed, its update rounds, which is where the theorems need them."""
    if trace.X is not None:
        return trace.X, trace.y.astype(np.int64)
    if trace.n_updates == 0:
        raise MistakeBoundError(
            "the data were streamed and no round was an update, so there is no example to measure: "
            "play on arrays, or give the margin and the radius, if the theorem takes them."
        )
    return trace.update_X, trace.update_y.astype(np.int64)


def least_margin(trace, u):
    """The least y <u, x> of the examples."""
    X, y = examples(trace)
    return min((y[rows] * dot(X[rows], u)).min() for rows in pieces(*X.shape))


def largest_feature(trace) -> float:
    """The largest |x_j| of the examples."""
    X, _ = examples(trace)
    return max(_largest(X[rows]) for rows in pieces(*X.shape))


def pieces(n, d):
    """Slices of n rows of d entries: as many rows at a time as make a piece."""
    rows = max(1, PIECE_ENTRIES // d)
    return (slice(i, min(i + rows, n)) for i in range(0, n, rows))


def _largest(X):
    return float(np.abs((X.data if sp.issparse(X) else X).astype(float)).max(initial=0))
