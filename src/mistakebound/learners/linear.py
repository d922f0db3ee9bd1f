"""What all linear learners share: a score, and when it is a tie.

Legend: X examples (n, d), y labels (n,), w weights (d,), theta what a score is compared with.
"""

from __future__ import annotations

from numbers import Rational
from typing import Any

import numpy as np

from ..checks import check_finite, check_X, exactly, is_sparse, one_of, row, working
from ..errors import ForeignExample, MistakeBoundError
from ..play import by_prediction
from ..types import Examples, Number, Vector

__all__ = ["LARGEST_RATE", "TIE", "LinearLearner", "check_ties", "compare", "predicted"]

#: A score of floats this near to a tie, relative to the size of its terms, is one.
TIE = 1e-12
# Sums of whole numbers below the one are exact in float64; with a whole rate up to the other, no update leaves int64.
LARGEST_WHOLE = 2.0**53
LARGEST_RATE = 2**31
# Products of floats below are rounded by more than the rest, or are 0.
SMALLEST = float(np.finfo(np.float64).tiny)


class LinearLearner:
    """Base of the linear learners: the state is, or holds, a weight vector `w`, and the prediction is a sign.

    A subclass gives `update`, and whatever of the following differs: it starts at zero weights, predicts the sign of
    <w, x>, and updates exactly where that is wrong, or, with a `threshold` > 0, where ``y <w, x> <= threshold``.

    Ties are those of `mistakebound.play.Learner`, with the threshold as well as with 0.
    """

    threshold: Number = 0
    ties: str | int = "mistake"
    scene = "plane"

    @property
    def conservative(self) -> bool:
        """Without a threshold, updates are mistakes."""
        return self.threshold == 0

    def start(self, n_features: int) -> Any:
        """The zero vector, of integers, so that exact data stay exact."""
        return np.zeros(n_features, dtype=np.int64)

    def weights(self, state: Any) -> np.ndarray:
        """The weight vector (d,) of a state."""
        return state

    def score(self, state: Any, X: Examples, theta: Number | np.ndarray = 0) -> np.ndarray:
        """Scores <w, x> - theta of a batch, (n,): exactly 0 where they tie. `theta`: a number, or one for each row."""
        return compare(X, self.weights(state), theta)

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """The sign of the score; at 0 the declared tie, or 0 where a tie is a mistake."""
        return predicted(self.score(state, X), self.ties)

    @by_prediction
    def wants_update(self, state: Any, X: Examples, y: Vector) -> np.ndarray:
        """For each row, whether the prediction is wrong; with a threshold, whether the margin is at most that."""
        return self.predict(state, X) != y if self.conservative else self.excess(state, X, y) <= 0

    def excess(self, state: Any, X: Examples, y: Vector) -> np.ndarray:
        """By how much the margins y <w, x> exceed the threshold, (n,)."""
        y = np.asarray(y).astype(np.int64)
        return y * self.score(state, X, y * self.threshold)


def check_ties(ties: str | int) -> None:
    """What a score of 0 means: "mistake", or the label predicted there."""
    if not one_of(ties, "mistake", -1, 1):
        raise MistakeBoundError(f"ties is {ties!r}: it must be 'mistake', -1 or +1.")


def predicted(scores: np.ndarray, ties: str | int) -> np.ndarray:
    """The labels that scores predict: their signs, and at 0 the declared tie, or 0 where a tie is a mistake."""
    signs = np.sign(scores).astype(np.int8)
    return signs if ties == "mistake" else np.where(signs == 0, np.int8(ties), signs)


def compare(X: Examples, w: np.ndarray, theta: Number | np.ndarray = 0, vanishing: bool = False) -> np.ndarray:
    """<w, x> - theta for each row, (n,): exactly 0 where they tie.

    Products that are too small for floats are refused, unless X is `vanishing`, as a kernel far away is.
    """
    X = working(check_X(X))
    if not isinstance(w, np.ndarray) or w.dtype.kind not in "fiuO":
        raise MistakeBoundError(f"the weights are {w!r}: give the state as an array of numbers, np.array(...).")
    if w.shape != (d := X.shape[1],):
        raise MistakeBoundError(f"X has {d} features but the weights have shape {w.shape}: they need shape ({d},).")
    largest_row = check_finite(X)
    if "O" in (X.dtype.kind, w.dtype.kind):
        try:
            return _exact_scores(X, w) - exactly(theta)
        except OverflowError:
            raise MistakeBoundError(
                "X has an exact number that is too large for weights that are floats: rescale X, or give an exact rate."
            ) from None
    whole_x, whole = X.dtype.kind == "i", X.dtype.kind == w.dtype.kind == "i"
    X, w = X.astype(float, copy=False), w.astype(float, copy=False)
    with np.errstate(over="ignore", invalid="ignore"):
        largest = largest_row * np.sqrt(w @ w)  # no sum of terms is larger (Cauchy and Schwarz)
    if not np.isfinite(largest):
        raise MistakeBoundError(
            f"the weights have left the range of float64 (the largest is {np.abs(w).max():.1g}): rescale X, or change "
            "the rate."
        )
    if whole_x:  # also where the weights are floats: a state may hold sums of examples
        _check_whole(X, largest_row, w if whole else np.zeros(d))
    scores = X @ w - np.asarray(theta, dtype=float)
    if whole:
        return scores
    # only rows this near can be ties, so only there the size of the terms is needed
    near = np.flatnonzero(np.abs(scores) <= max(TIE * largest, SMALLEST))
    terms = np.abs(X[near]) @ np.abs(w)
    if not vanishing:
        _check_lost(X, w, near[terms < SMALLEST])
    scores[near[np.abs(scores[near]) <= TIE * terms]] = 0
    return scores


def _check_lost(X: Examples, w: np.ndarray, rows: np.ndarray) -> None:
    """That no product in these rows is rounded because it is too small for floats."""
    if not (len(rows) and w.any()):
        return
    for i in rows[(X[rows] != 0).astype(float) @ (w != 0) > 0]:
        x = row(X, int(i))
        products = x * w
        with np.errstate(invalid="ignore"):  # where the weight is 0
            rounded = (np.abs(products) < SMALLEST) & (w != 0) & (products / w != x)
        if rounded.any():
            raise ForeignExample(int(i), "has products with the weights too small for floats: rescale X.")


def _check_whole(X: Examples, largest_row: float, w: np.ndarray) -> None:
    # as if no weight were smaller, so that the examples themselves are no larger than an update can add
    w = np.maximum(np.abs(w), LARGEST_WHOLE / LARGEST_RATE)
    if largest_row * np.sqrt(w @ w) < LARGEST_WHOLE:
        return
    too_large = np.flatnonzero(np.abs(X) @ w >= LARGEST_WHOLE)
    if len(too_large):
        raise ForeignExample(
            int(too_large[0]),
            "is too large for whole numbers of 64 bits, or the weights are: use X.astype(float), or exact integers, "
            "X.astype(object).",
        )


def _exact_scores(X: Examples, w: np.ndarray) -> np.ndarray:
    if is_sparse(X):
        raise MistakeBoundError(
            "exact weights cannot score a CSR matrix: use X.toarray(), or make rate and state int or float."
        )
    scores = X.astype(object) @ w.astype(object)
    if not all(isinstance(score, Rational) for score in scores):
        raise MistakeBoundError(
            f"exact and floating-point numbers meet: the examples are {X.dtype}, the weights {w.dtype}. "
            "Give data, rate and state as int or Fraction, or all of them as floats."
        )
    return scores
