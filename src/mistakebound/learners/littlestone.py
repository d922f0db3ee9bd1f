"""Winnow1 and Winnow2 in Littlestone's form: features are 0 or 1, weights are powers of alpha, with a threshold.

Legend: x example in {0, 1}^n, y label in {-1, +1}, w weights, e exponents, alpha factor, theta threshold, n features.

Every weight is a power of alpha, so the exponents are the state.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..arrays import dense, is_sparse, working
from ..errors import ForeignExample
from ..parameters import positive
from ..types import Examples, Number
from .linear import LinearLearner

__all__ = ["Powers", "Winnow1", "Winnow2"]

ELIMINATED = -1  # in Winnow1, the exponent of a weight that is 0; all its other exponents are at least 0


class Powers(NamedTuple):
    """The exponents of alpha, and the weights that follow from them."""

    e: np.ndarray
    w: np.ndarray


@dataclass(frozen=True)
class _Littlestone(LinearLearner):
    # no weight exceeds alpha theta: a weight is promoted only as part of a score below theta
    alpha: Number = positive(2, above=1)
    theta: Number | None = positive(None)
    ties = 1  # at the threshold itself the prediction is +1

    def start(self, n_features: int) -> Powers:
        """The initial state: all weights are 1."""
        return self._state(np.zeros(n_features, dtype=np.int64))

    def weights(self, state: Any) -> np.ndarray:
        """The weight vector alpha^e (n,), as floats."""
        return state.w

    def update(self, state: Any, x: np.ndarray, y: int) -> Powers:
        """Promote the weights of the features that are 1 if the label is +1, and demote them if it is -1."""
        active = check_bits(np.asarray(x)[None])[0] == 1
        return self._state(self._promoted(state.e, active) if y > 0 else self._demoted(state.e, active))

    def threshold_for(self, n: int) -> Number:
        """The threshold theta for n features."""
        raise NotImplementedError

    def _promoted(self, e: np.ndarray, active: np.ndarray) -> np.ndarray:
        return e + active

    def _demoted(self, e: np.ndarray, active: np.ndarray) -> np.ndarray:
        return e - active

    def _state(self, e: np.ndarray) -> Powers:
        return Powers(e, self._powers(e))

    def _powers(self, e: np.ndarray) -> np.ndarray:
        return np.power(float(self.alpha), e)

    def score(self, state: Any, X: Examples, theta: Number | np.ndarray = 0) -> np.ndarray:
        """Scores <w, x> of a batch minus the learner's threshold and minus `theta`, (n,): exactly 0 at a tie."""
        return super().score(state, check_bits(working(X)), float(self.threshold_for(len(state.w))) + theta)


@dataclass(frozen=True)
class Winnow1(_Littlestone):
    """Winnow1: predict +1 iff <w, x> >= theta. A miss multiplies the active weights by alpha, a false alarm by 0.

    It learns monotone disjunctions: a feature that is 1 in a negative example is not part of one. Weights start at 1.

    Parameters
    ----------
    alpha : number
        Factor, alpha > 1.
    theta : number, optional
        Threshold, theta > 0; by default n / 2.

    References
    ----------
    Littlestone (1988). `WINNOW1` is its mistake bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 0, 0, 1], [1, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 0]], [1, 1, -1, 1]
    >>> mb.play(mb.Winnow1(), X, y).weights.tolist()
    [[1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0]]
    """

    def threshold_for(self, n: int) -> Number:
        """The threshold theta for n features."""
        return Fraction(n, 2) if self.theta is None else self.theta

    def _promoted(self, e: np.ndarray, active: np.ndarray) -> np.ndarray:
        return e + (active & (e != ELIMINATED))

    def _demoted(self, e: np.ndarray, active: np.ndarray) -> np.ndarray:
        return np.where(active, ELIMINATED, e)

    def _powers(self, e: np.ndarray) -> np.ndarray:
        return np.where(e == ELIMINATED, 0.0, super()._powers(e))


@dataclass(frozen=True)
class Winnow2(_Littlestone):
    """Winnow2: predict +1 iff <w, x> >= theta. A miss multiplies active weights by alpha, a false alarm divides them.

    No weight is lost for ever, so it tolerates wrong labels and learns more than disjunctions. Weights start at 1.

    Parameters
    ----------
    alpha : number
        Factor, alpha > 1.
    theta : number, optional
        Threshold, theta > 0; by default n.

    References
    ----------
    Littlestone (1988). `WINNOW2` is its mistake bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 0, 0, 1], [1, 1, 1, 1], [1, 0, 0, 1]], [1, -1, 1]
    >>> mb.play(mb.Winnow2(), X, y).weights.tolist()
    [[1.0, 1.0, 1.0, 1.0], [2.0, 1.0, 1.0, 2.0], [1.0, 0.5, 0.5, 1.0], [2.0, 0.5, 0.5, 2.0]]
    """

    def threshold_for(self, n: int) -> Number:
        """The threshold theta for n features."""
        return n if self.theta is None else self.theta


def check_bits(X: Examples) -> Examples:
    """Return the examples if all features are 0 or 1; otherwise raise."""
    values = X.data if is_sparse(X) else X
    if not np.all((values == 0) | (values == 1)):
        table = dense(X)
        i, j = np.argwhere((table != 0) & (table != 1))[0].tolist()
        raise ForeignExample(
            i,
            f"has {table[i, j]} in column {j}: the features must be 0 or 1, because an update promotes or demotes the "
            "weights of those that are 1.",
        )
    return X
