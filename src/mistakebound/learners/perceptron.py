"""The Perceptron, with and without a margin.

Legend: w weights, eta learning rate, x example, y label in {-1, +1}.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..checks import check_positive
from ..errors import MistakeBoundError
from ..parameters import checked, instance
from ..types import Examples, Number
from .linear import TIES, LinearLearner, check_threshold, in_64_bits

__all__ = ["Additive", "MarginPerceptron", "Perceptron"]


def check_eta(eta: Number, name: str) -> Number:
    """Return a positive learning rate, or raise."""
    return in_64_bits(check_positive(eta, name), name)


ETA = checked(check_eta, 1)


class Additive(LinearLearner):
    """Base of the additive learners: a learning rate eta, and the update w + eta y x."""

    eta: Number

    def update(self, state: Any, x: np.ndarray, y: int) -> Any:
        """The weights w + eta y x."""
        # as an array, eta widens small integers and float32 to its own type
        step = x if self.eta == 1 else np.asarray(self.eta) * x
        return state + step if y > 0 else state - step


@dataclass(frozen=True)
class Perceptron(Additive):
    """The Perceptron: predict sign<w, x>; on a mistake, w <- w + eta y x. It starts at w = 0.

    Parameters
    ----------
    eta : float
        Learning rate, eta > 0. As weights start at 0, it scales them and changes no prediction.
    ties : {"mistake", -1, 1}
        Meaning of a score of exactly 0: a mistake, whatever the label (the convention of the proofs), or a prediction
        of the given label.

    References
    ----------
    Rosenblatt (1958, 1962). `NOVIKOFF` is its mistake bound, by Novikoff (1962).

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = mb.fold_bias([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]
    >>> mb.play(mb.Perceptron(), X, y, passes=None).n_updates
    18
    >>> mb.play(mb.Perceptron(ties=1), X, y, passes=None).n_updates
    11
    """

    eta: Number = ETA
    ties: str | int = TIES
    averages = True  # weights are sums of updates, which `average` uses


@dataclass(frozen=True)
class MarginPerceptron(Additive):
    """The margin Perceptron: w <- w + eta y x even if the prediction was right, but narrowly: y <w, x> < threshold.

    It starts at w = 0. A score of exactly 0 is a mistake, whatever the label. A mistake is always an update; an update
    need not be a mistake.

    Parameters
    ----------
    threshold : float
        The required margin, in the units of a score (tau in the margin Perceptron's bound). Only its ratio to eta
        matters.
    eta : float
        Learning rate, eta > 0.
    strict : bool
        Whether a margin equal to the threshold is enough: update iff ``y <w, x> < threshold``. If False, update iff
        ``y <w, x> <= threshold``; then the threshold may be 0, which gives the `Perceptron`.

    Raises
    ------
    MistakeBoundError
        If the threshold is negative or not finite, or if it is 0 with ``strict=True``, because such a learner never
        leaves w = 0.

    References
    ----------
    Duda and Hart (1973); Krauth and Mezard (1987). `MARGIN_PERCEPTRON` bounds its updates, and
    `MARGIN_FRACTION` bounds the margin of its last weights.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 1], [-1, 1], [2, -1]], [1, -1, 1]
    >>> trace = mb.play(mb.MarginPerceptron(threshold=3), X, y, passes=None)
    >>> trace.n_updates, trace.n_mistakes
    (4, 2)
    >>> trace.final_state
    array([4, 0])
    """

    threshold: Number = checked(check_threshold)
    eta: Number = ETA
    strict: bool = instance(bool, True)
    averages = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.strict and self.threshold == 0:
            raise MistakeBoundError(
                "threshold is 0: no score is below 0 at w = 0, so the learner would never update; "
                "use a positive threshold, or strict=False, which is the Perceptron."
            )

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """For each row, whether the margin is below the threshold or, if not `strict`, at most the threshold."""
        return self.excess(state, X, y) < 0 if self.strict else super().wants_update(state, X, y)
