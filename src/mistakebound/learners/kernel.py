"""The Perceptron in its dual form: it keeps its mistakes instead of weights, and a kernel compares examples with them.

Legend: k kernel, x example, y label in {-1, +1}, eta learning rate; a state has one row for each distinct example of a
mistake: its signed count (mistakes at label +1 minus mistakes at label -1) and then the example itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import MistakeBoundError, shown
from ..kernels import table_of
from ..parameters import checked, positive
from ..protocol import TIE
from ..types import Examples, Number
from .linear import TIES, Scored, compare

__all__ = ["KernelPerceptron"]


def check_kernel(kernel: Any, name: str) -> Any:
    """Return the kernel if it is a function; otherwise raise."""
    if isinstance(kernel, type) or not callable(kernel):
        raise MistakeBoundError(f"{name} is {shown(kernel)}: it must be a function of two tables, such as Gaussian(1).")
    return kernel


@dataclass(frozen=True)
class KernelPerceptron(Scored):
    """The Perceptron on the features of a kernel, without computing them.

    Its weights in the space of features are the sum of eta y phi(x) over its mistakes, so the score of x is the sum of
    eta y k(x_s, x) over the mistakes (x_s, y) so far. Each mistake is added to the list, which starts empty.

    Parameters
    ----------
    kernel : callable
        Function ``kernel(X, Z)`` that returns the table of all k(x, z), like those of `mistakebound.kernels`.
    eta : float
        Learning rate, eta > 0. It changes no prediction.
    ties : {"mistake", -1, 1}
        Meaning of a score of exactly 0: see `Perceptron`.

    References
    ----------
    Aizerman, Braverman and Rozonoer (1964); Freund and Schapire (1999). `KERNEL` bounds its mistakes.

    Examples
    --------
    Parity of two variables, which no linear threshold unit computes:

    >>> import mistakebound as mb
    >>> from mistakebound import kernels
    >>> X, y = [[-1, -1], [-1, 1], [1, -1], [1, 1]], [-1, 1, 1, -1]
    >>> learner = mb.KernelPerceptron(kernels.Polynomial(2))
    >>> trace = mb.play(learner, X, y, passes=None)
    >>> trace.n_mistakes
    4
    >>> learner.expansion(trace.final_state)
    (array([-1,  1,  1, -1]), array([[-1, -1],
           [-1,  1],
           [ 1, -1],
           [ 1,  1]]))
    """

    kernel: Callable[[Examples, Examples], np.ndarray] = checked(check_kernel)
    eta: Number = positive(1)
    ties: str | int = TIES

    def start(self, n_features: int) -> np.ndarray:
        """The initial state: a table without rows, of integers, so that exact data stay exact."""
        return np.zeros((0, 1 + n_features), dtype=np.int64)

    def expansion(self, state: Any) -> tuple[np.ndarray, np.ndarray]:
        """The coefficients a_s = eta c_s (m,), c_s the counts, and the examples x_s (m, d): w = sum_s a_s phi(x_s)."""
        return np.asarray(self.eta) * state[:, 0], state[:, 1:]

    def score(self, state: Any, X: Examples) -> np.ndarray:
        """Scores sum_s a_s k(x_s, x) of a batch, (n,): exactly 0 at a tie."""
        coefficients, examples = self.expansion(state)
        if len(examples) == 0:
            return np.zeros(X.shape[0])
        table = table_of(self.kernel, X, examples)
        if table.dtype.kind != "f":
            return compare(table, coefficients)
        coefficients = coefficients.astype(float)
        scores = compare(table, coefficients)
        # terms of the features may cancel within a value of the kernel, so their size is measured without signs
        terms = table_of(self.kernel, abs(X), abs(examples)) @ np.abs(coefficients)
        scores[np.abs(scores) <= TIE * terms] = 0
        return scores

    def update(self, state: Any, x: np.ndarray, y: int) -> np.ndarray:
        """Add a mistake at x: change its signed count by y, or append a row for it."""
        known = np.flatnonzero((state[:, 1:] == x).all(axis=1))
        if len(known) == 0:
            return np.vstack([state, np.append(y, x)])
        after = state.copy()
        after[known[0], 0] += y
        return after
