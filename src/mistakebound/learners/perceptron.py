"""The Perceptron, and the constant feature that folds a bias into its weights.

Legend: w weights, r rate, x example, y label in {-1, +1}, c the constant feature.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral

import numpy as np
import scipy.sparse as sp

from ..checks import check_positive, check_X
from ..errors import MistakeBoundError
from .linear import LARGEST_INTEGER, LinearLearner, check_ties

__all__ = ["Perceptron", "fold_bias"]


@dataclass(frozen=True)
class Perceptron(LinearLearner):
    """The Perceptron: predict sign<w, x>; on a mistake, w <- w + r y x. It starts at w = 0.

    Parameters
    ----------
    rate : float
        r > 0. Started at 0, it scales the weights and changes no prediction.
    ties : {"mistake", -1, 1}
        What a score of exactly 0 means: a mistake, whatever the label (the convention of the proofs), or the
        label that is then predicted.

    References
    ----------
    Rosenblatt (1958); Novikoff (1962), the bound on its mistakes, is `NOVIKOFF`.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = mb.fold_bias([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]
    >>> mb.play(mb.Perceptron(), X, y, passes=None).n_updates
    18
    >>> mb.play(mb.Perceptron(ties=1), X, y, passes=None).n_updates
    11
    """

    rate: float = 1
    ties: str | int = "mistake"

    def __post_init__(self):
        check_positive(self.rate, "rate")
        if isinstance(self.rate, Integral) and self.rate > LARGEST_INTEGER:
            raise MistakeBoundError(f"rate is {self.rate}: an integer rate must be at most 2**31; use float(rate).")
        check_ties(self.ties)

    def longest(self, state, length):
        """||w|| + r times the length."""
        if state.dtype.kind == "O" or isinstance(self.rate, Fraction):
            return math.inf
        w = state.astype(float)
        return math.sqrt(w.dot(w)) + self.rate * length

    def update(self, state, x, y):
        """w + r y x."""
        # as an array, the rate makes small integers and float32 as wide as itself
        step = x if self.rate == 1 else np.asarray(self.rate) * x
        return state + step if y > 0 else state - step


def fold_bias(X, c=1):
    """Append the constant feature `c`, so that a linear learner learns a bias: <w, x> + b = <(w, b/c), (x, c)>.

    Parameters
    ----------
    X : array (n, d) or CSR matrix
    c : float
        Value of the constant feature, c > 0. It enlarges the radius: R^2 becomes R^2 + c^2.

    Returns
    -------
    array (n, d + 1)

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.fold_bias([[2, 3]], c=5)
    array([[2, 3, 5]])
    """
    X = check_X(X)
    check_positive(c, "c")
    if sp.issparse(X):
        return sp.hstack([X, np.full((X.shape[0], 1), c)], format="csr")
    return np.hstack([X, np.full((X.shape[0], 1), c, dtype=object if X.dtype == object else None)])
