"""All possible runs on random examples: every sequence of independent draws from a few examples, with its probability.

Legend: k examples in the distribution, p their chances, T draws, N = k^T sequences.

Statements about random examples become sums over finitely many runs, which are exact if the chances are.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, ClassVar

import numpy as np

from .arrays import EPSILON, NUMBERS, ReadOnly, as_float, dense, is_exact
from .checks import (
    as_array,
    check_arrays,
    check_data,
    check_kind,
    check_length,
    check_record,
    check_table,
    check_whole,
)
from .errors import MistakeBoundError, shown
from .play import play
from .protocol import Learner
from .trace import Trace
from .types import Examples, Vector
from .watched import check_methods

__all__ = ["AllRuns", "every_run"]

MOST_RUNS = 100_000  # the most runs that are played


@dataclass(frozen=True, eq=False, repr=False)
class AllRuns(ReadOnly):
    """A learner's run on every sequence of draws.

    Attributes
    ----------
    learner : Learner
    X, y, chances : array (k, d), ndarray (k,), ndarray (k,)
        The examples of the distribution, their labels and probabilities.
    draws, probabilities, traces : ndarray (N, T), ndarray (N,), tuple of N Trace
        The sequences, as row numbers of `X`; the probability of each, and the run on it.
    """

    learner: Any
    X: Any
    y: np.ndarray
    chances: np.ndarray
    draws: np.ndarray
    probabilities: np.ndarray
    traces: tuple[Trace, ...]
    made_by: ClassVar = "every_run"

    def validate(self) -> None:
        """Raise unless these are runs on draws from these examples, each with a number for its probability.

        Raises
        ------
        MistakeBoundError
            If chances are invalid, draws are not rows of `X`, or a run is of another learner or on other examples.
        """
        check_methods(self.learner)
        check_arrays(self, "y", "chances", "draws", "probabilities")
        check_record(self.X, self.y, len(self.y))
        p = check_chances(self.chances, len(self.y))
        check_table(self.probabilities, "probabilities", (len(self.draws),))
        whole = self.draws.ndim == 2 and self.draws.dtype.kind in "iu"
        if not whole or np.any((self.draws < 0) | (self.draws >= len(p))):
            raise MistakeBoundError(f"draws are {self.draws}: they must be numbers of rows of X.")
        runs = check_length(self, "traces", len(self.draws), "a run for each row of draws")
        X = dense(self.X)
        for run, row in zip(runs, self.draws, strict=True):
            check_kind(run, Trace, "a run").validate()
            if run.learner is not self.learner:
                raise MistakeBoundError(f"the run on the draws {row} is of another learner: use every_run.")
            if not np.array_equal(run.y, self.y[row]) or not np.array_equal(dense(run.X), X[row]):
                raise MistakeBoundError(f"the run on the draws {row} is on other examples: use every_run.")

    def __repr__(self) -> str:
        return f"<AllRuns of {self.learner!r}: {len(self.traces)} runs on {self.draws.shape[1]} draws>"


def check_chances(chances: Vector, k: int) -> np.ndarray:
    """Probabilities of k examples, none of them 0."""
    p = as_array(chances, "chances", "a sequence of numbers")
    if p.shape != (k,) or not all(type(v) in NUMBERS and 0 < as_float(v) <= 1 for v in p.tolist()):
        raise MistakeBoundError(f"chances is {shown(chances)}: it must be {k} positive numbers, one for each example.")
    total = sum(p.tolist())
    if abs(total - 1) > (0 if is_exact(p) else k * EPSILON):  # a sum may be off by its rounding, and by no more
        raise MistakeBoundError(f"the sum of chances is {total}: it must be 1; divide the chances by it.")
    return p


def every_run(
    learner: Learner, X: Examples, y: Vector, rounds: int, chances: Vector | None = None, passes: int = 1
) -> AllRuns:
    """Play a learner on every possible sequence of `rounds` independent draws.

    Parameters
    ----------
    learner : Learner
        A deterministic learner.
    X, y : array (k, d), array (k,)
        The examples of the distribution, with their labels. The same example may occur with both labels.
    rounds : int
        Number of draws, T. There are k^T sequences, at most 100 000.
    chances : array (k,)
        Probabilities p, positive with sum 1; by default all equal. With Fractions, all sums are exact.
    passes : int
        Number of passes over each sequence. The theorems on random examples are about a single pass.

    Returns
    -------
    AllRuns

    Examples
    --------
    >>> import mistakebound as mb
    >>> runs = mb.every_run(mb.Perceptron(), [[1, 1], [-1, 1]], [1, -1], rounds=3)
    >>> runs
    <AllRuns of Perceptron(eta=1, ties='mistake'): 8 runs on 3 draws>
    >>> sum(p * trace.n_mistakes for p, trace in zip(runs.probabilities, runs.traces))
    Fraction(7, 4)
    """
    X, y = check_data(X, y)
    k = len(y)
    T = check_whole(rounds, "rounds")
    if k ** min(T, 20) > MOST_RUNS:  # 20 rounds are too many even for two examples
        raise MistakeBoundError(
            f"{k} examples and {T} rounds make {k}**{T} sequences, more than {MOST_RUNS}: use fewer examples or rounds."
        )
    fair = np.array([Fraction(1, k)] * k, dtype=object)
    p = fair if chances is None else check_chances(chances, k)
    draws = np.array(list(product(range(k), repeat=T)))
    return AllRuns(
        learner=learner,
        X=X,
        y=y,
        chances=p,
        draws=draws,
        probabilities=np.array([prod(p[row].tolist()) for row in draws], dtype=p.dtype),
        traces=tuple(play(learner, X[row], y[row], passes=passes) for row in draws),
    )
