"""The online protocol: the methods that a run needs of a learner, and of an adversary.

Legend: X examples (n, d), y labels (n,), x one example (d,).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from .types import Examples

__all__ = ["TIE", "Adversary", "Learner", "predicted"]

#: A score in floats is a tie if it is this close to that of a tie, relative to the size of its terms.
TIE = 1e-12


class Learner(Protocol):
    """The methods that `play` and `duel` need of a learner; a subclass has to write three of them.

    States are values: `update` returns a new one. By default, `wants_update` makes a learner update exactly where it is
    wrong.

    A score is a tie at 0: exactly for integers and Fractions, within 1e-12 for floats, relative to the size of the
    terms ``sum_j |w_j x_j|``. So a tie in mathematics is a tie on every machine, whatever the last digit of a sum.
    """

    def start(self, n_features: int) -> Any:
        """The state before the first round."""

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """Labels for a batch, each from its own row only: -1, +1, or 0 for a tie that counts as a mistake."""

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """For each row, whether the learner updates on it with its label: by default, if the prediction is wrong."""
        return self.predict(state, X) != y

    def update(self, state: Any, x: np.ndarray, y: int) -> Any:
        """The state after one example."""


def predicted(scores: np.ndarray, ties: str | int) -> np.ndarray:
    """The labels that scores predict: their signs, and at 0 the declared label, or 0 if a tie is a mistake."""
    signs = np.sign(scores).astype(np.int8)
    return signs if ties == "mistake" else np.where(signs == 0, np.int8(ties), signs)


class Adversary(Protocol):
    """Nature as an opponent. It sees the learner's prediction before it chooses the label."""

    def start(self) -> Any:
        """The adversary's state before the first round."""

    def example(self, state: Any, predict: Callable[[Examples], np.ndarray]) -> np.ndarray | None:
        """The next example, or None to stop; `predict(X)` gives the labels of the learner's current state."""

    def label(self, state: Any, x: np.ndarray, prediction: int) -> tuple[int, Any]:
        """The label for `x` after the learner's prediction, and the adversary's next state."""
