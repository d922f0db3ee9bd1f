"""The online protocol: what a run asks of a learner, and of an adversary.

Legend: X examples (n, d), y labels (n,), x one example (d,).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from .types import Examples

__all__ = ["TIE", "Adversary", "Learner", "predicted"]

#: A score of floats this near to a tie, relative to the size of its terms, is one.
TIE = 1e-12


class Learner(Protocol):
    """What `play` and `duel` ask of a learner, and its base class, if it likes: then it writes three methods.

    States are values: `update` returns a new one. `wants_update`, unless it is written too, says that a learner updates
    exactly where it is wrong.

    A score is a tie at 0: integers and Fractions exactly, floats within 1e-12 of it, relative to the size of the terms
    ``sum_j |w_j x_j|``. What is a tie in mathematics is then one on every machine, whatever the last digit of a sum.
    """

    def start(self, n_features: int) -> Any:
        """The state before the first round."""

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """Labels for a batch, each from its own row only: -1, +1, or 0 for a tie that counts as a mistake."""

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """For each row, whether this state would change after seeing it with its label: the prediction is wrong."""
        return self.predict(state, X) != y

    def update(self, state: Any, x: np.ndarray, y: int) -> Any:
        """The state after one example."""


def predicted(scores: np.ndarray, ties: str | int) -> np.ndarray:
    """The labels that scores predict: their signs, and at 0 the declared tie, or 0 where a tie is a mistake."""
    signs = np.sign(scores).astype(np.int8)
    return signs if ties == "mistake" else np.where(signs == 0, np.int8(ties), signs)


class Adversary(Protocol):
    """Nature as an opponent. It sees the learner's prediction before it chooses the label."""

    def start(self) -> Any:
        """The adversary's state before the first round."""

    def example(self, state: Any, predict: Callable[[Examples], np.ndarray]) -> np.ndarray | None:
        """The next example, or None to stop; `predict(X)` asks the learner's current state."""

    def label(self, state: Any, x: np.ndarray, prediction: int) -> tuple[int, Any]:
        """The label for `x` after the learner's prediction, and the adversary's next state."""
