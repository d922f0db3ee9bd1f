"""The base of all linear learners: scores, and the rule for ties.

Legend: X examples (n, d), y labels (n,), w weights (d,), theta the threshold of a score.
"""

from __future__ import annotations

import math
from numbers import Rational
from typing import Any

import numpy as np

from ..arrays import EXACT, dot, exactly, floats, frobenius, is_sparse, working
from ..checks import LARGEST_WHOLE, check_entries, check_number, check_X
from ..errors import MistakeBoundError
from ..parameters import Parameters, choice
from ..protocol import TIE, Learner, predicted
from ..types import Examples, Number, Vector

__all__ = ["LinearLearner", "Scored", "check_threshold", "compare", "in_64_bits"]

TIES = choice("mistake", -1, 1, default="mistake")


class Scored(Parameters, Learner):
    """Base of the learners that predict the sign of a score."""

    ties: str | int

    def score(self, state: Any, X: Examples) -> np.ndarray:
        """Scores of a batch, (n,): exactly 0 at a tie."""
        raise NotImplementedError

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """The sign of the score; at 0 the declared label, or 0 if a tie is a mistake."""
        return predicted(self.score(state, X), self.ties)


class LinearLearner(Scored):
    """Base of the linear learners: the state is or holds a weight vector `w`, and the prediction is a sign.

    A subclass defines `update` and overrides what differs from these defaults: start at zero weights, predict the sign
    of <w, x>, and update exactly if the prediction is wrong or, with a `threshold` > 0, if ``y <w, x> <= threshold``.

    Ties, with the threshold as well as with 0, are as in `mistakebound.protocol.Learner`.
    """

    threshold: Number = 0
    ties: str | int = "mistake"
    measures = True  # a score reveals entries that are not finite, so `play` need not look for them

    @property
    def conservative(self) -> bool:
        """Whether its updates are its mistakes, as without a threshold."""
        return self.threshold == 0

    def start(self, n_features: int) -> Any:
        """The zero vector, of integers, so that exact data stay exact."""
        return np.zeros(n_features, dtype=np.int64)

    def weights(self, state: Any) -> np.ndarray:
        """The weight vector (d,) of a state."""
        return state

    def score(self, state: Any, X: Examples, theta: Number | np.ndarray = 0) -> np.ndarray:
        """Scores <w, x> - theta of a batch, (n,): exactly 0 at a tie. `theta` is one number, or one for each row."""
        return compare(X, self.weights(state), theta)

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """For each row, whether the prediction is wrong or, with a threshold, the margin is at most the threshold."""
        return self.predict(state, X) != y if self.threshold == 0 else self.excess(state, X, y) <= 0

    def excess(self, state: Any, X: Examples, y: Vector) -> np.ndarray:
        """The margins y <w, x> minus the threshold, (n,)."""
        y = np.asarray(y).astype(np.int64)
        return y * self.score(state, X, y * self.threshold)


def in_64_bits(value: Number, name: str) -> Number:
    """Return a parameter; refuse whole numbers so large that sums could leave 64 bits."""
    if isinstance(value, int) and value > LARGEST_WHOLE:
        raise MistakeBoundError(f"{name} is {value}: a whole number must be at most 2**31; use float({name}).")
    return value


def check_threshold(threshold: Number, name: str) -> Number:
    """Return a threshold of at least 0, or raise."""
    return in_64_bits(check_number(threshold, name, least=0), name)


def compare(X: Examples, w: np.ndarray, theta: Number | np.ndarray = 0) -> np.ndarray:
    """<w, x> - theta for each row, (n,): exactly 0 at a tie."""
    X, w = working(X), np.asarray(w)
    if w.shape != X.shape[1:]:
        check_X(X)
        raise MistakeBoundError(
            f"X has {X.shape[1]} features but the weights have shape {w.shape}: give one weight for each feature."
        )
    kinds = X.dtype.kind + w.dtype.kind
    if "O" in kinds:
        return _exact_scores(X, w) - exactly(theta)
    v = w.astype(float, copy=False)
    most = frobenius(X) * math.sqrt(np.vdot(v, v))  # no sum of terms is larger (Cauchy and Schwarz)
    if not math.isfinite(most):
        check_entries(X)
        raise MistakeBoundError(
            f"the weights have left the range of float64 (the largest is {np.abs(w).max():.1g}): rescale X, or change "
            "eta."
        )
    if kinds == "ii" and most >= EXACT:
        return dot(X, w) - theta
    scores = X.astype(float, copy=False).dot(v)  # with less overhead than @
    if not (isinstance(theta, int) and theta == 0):
        scores -= np.asarray(theta, dtype=float)
    if kinds == "ii":
        return scores
    near = np.abs(scores) <= TIE * most  # only these rows can be ties, so only they need the size of the terms
    if each := isinstance(theta, np.ndarray):  # what ties with 0 is a mistake, however small the threshold
        near |= np.abs(scores + floats(theta)) <= TIE * most
    if np.count_nonzero(near):
        rows = np.flatnonzero(near)
        rounding = TIE * (np.abs(X[rows]) @ np.abs(v))
        scores[rows[np.abs(scores[rows]) <= rounding]] = 0
        if each:
            ties = rows[np.abs(X[rows] @ v) <= rounding]
            scores[ties] = -floats(theta)[ties]
    return scores


def _exact_scores(X: Examples, w: np.ndarray) -> np.ndarray:
    if is_sparse(X):
        raise MistakeBoundError(
            "exact weights cannot score a CSR matrix: use X.toarray(), or make eta and state int or float."
        )
    try:
        scores = X.astype(object) @ w.astype(object)
    except TypeError:  # what is not a number cannot be multiplied
        scores = np.array([None])
    if not all(isinstance(score, Rational) for score in scores):
        check_entries(X)
        raise MistakeBoundError(
            f"exact and floating-point numbers are mixed: the examples are {X.dtype}, the weights are {w.dtype}. "
            "Give data, eta and state as int or Fraction, or all of them as floats."
        )
    return scores
