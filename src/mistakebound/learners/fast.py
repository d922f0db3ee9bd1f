"""The extra [fast]: a loop compiled by Numba, which finds the next update in large data. Runs are the same without it.

Legend: X examples (n, d), y labels (n,), w weights (d,), m = y <w, x> - threshold, i, j, k indices.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from ..checks import LARGEST, check_finite
from ..play import Learner
from ..types import Examples
from .linear import TIE
from .perceptron import MarginPerceptron, Perceptron
from .quasi_additive import QuasiAdditive
from .winnow import Winnow

__all__ = ["first_update", "knows"]

LARGEST_SQUARE = LARGEST**2
KNOWN = (Perceptron, MarginPerceptron, Winnow, QuasiAdditive)


def knows(learner: Learner, X: Examples) -> bool:
    """Whether the loop follows the rule of this learner (that of a subclass may be another), on examples like these."""
    return type(learner) in KNOWN and isinstance(X, np.ndarray) and X.dtype.kind == "f"


def first_update(
    learner: Any, wants_update: Callable[[Any, int, int], np.ndarray], X: Examples, y: np.ndarray, start: int
) -> Callable[[Any, int], int]:
    """A function (state, i): the first row from i on that wants an update, or n. Near a tie the learner is asked."""
    threshold = float(learner.threshold)
    slack = 2 * TIE + 4 * np.finfo(float).eps * X.shape[1]  # more than the band of a tie and the rounding of two sums

    def find(state: Any, i: int) -> int:
        while True:
            w = learner.weights(state)
            if w.dtype.kind != "O":
                i, sure = _first(X, y, w.astype(float, copy=False), i, threshold, slack)
                if sure:
                    return i
            check_finite(X[i : i + 1], start + i)
            if wants_update(state, i, i + 1)[0]:
                return i
            i += 1

    return find


@njit(cache=True, fastmath={"reassoc", "contract"})
def _first(X: np.ndarray, y: np.ndarray, w: np.ndarray, i: int, threshold: float, slack: float) -> tuple[int, bool]:
    """The first row from i on that is not surely above the threshold, and whether it surely is below; else n, True."""
    norm = math.sqrt(np.dot(w, w))
    for k in range(i, len(y)):
        s = q = 0.0
        for j in range(len(w)):
            s += X[k, j] * w[j]
            q += X[k, j] * X[k, j]
        m, near = y[k] * s - threshold, slack * (math.sqrt(q) * norm + threshold)
        if not (m > near and q <= LARGEST_SQUARE):
            return k, m < -near and q <= LARGEST_SQUARE
    return len(y), True
