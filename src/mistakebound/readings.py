"""Readings of a run as one predictor: the last state, the longest survivor, the vote of all states, their average.

Legend: T rounds, U updates, w_i the weights after i updates, c_i the number of rounds in which they made the prediction
(their survival), k a round, counted from 0, eta the learning rate.

A run of T rounds used T predictors, one in each round: state i counts c_i times. A reading makes one predictor of them,
a value with a ``predict(X)``. It accepts a run of any number of passes, but the theorems (`VOTE`, `LONGEST_SURVIVOR`)
are about a single pass, in which no predictor has seen the example that it is judged on. No such theorem is proved for
the sign of the average.

**A tie** of the votes, or a score of 0, counts as it does for the learner: with ``ties="mistake"`` the prediction is 0,
and otherwise the declared label. In a vote, a state that is itself undecided (prediction 0) abstains.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .arrays import together
from .checks import check_kind, check_X, one_of
from .errors import MistakeBoundError, shown
from .protocol import predicted
from .trace import Trace
from .types import Examples

__all__ = ["Average", "Reading", "Vote", "average", "last", "longest_survivor", "vote"]


@dataclass(frozen=True, eq=False)
class Reading:
    """One state of a run, as a predictor.

    Attributes
    ----------
    learner, state : Learner, object
    survived : int
        Number of rounds in which it made the prediction.
    """

    learner: Any
    state: Any
    survived: int

    def predict(self, X: Examples) -> np.ndarray:
        """Labels for a batch, as the learner gives them in this state."""
        return self.learner.predict(self.state, check_X(X))


@dataclass(frozen=True, eq=False)
class Vote:
    """All states of a run, each with as many votes as rounds it survived.

    Attributes
    ----------
    learner, states : Learner, tuple
    votes : ndarray
        Whole numbers, one for each state.
    """

    learner: Any
    states: tuple[Any, ...]
    votes: np.ndarray

    def tally(self, X: Examples) -> np.ndarray:
        """Votes for +1 minus votes for -1, (n,)."""
        total = np.zeros((X := check_X(X)).shape[0], dtype=np.int64)
        for state, votes in zip(self.states, self.votes.tolist(), strict=True):
            if votes:
                total += votes * self.learner.predict(state, X).astype(np.int64)
        return total

    def predict(self, X: Examples) -> np.ndarray:
        """The label with more votes; a tie counts as it does for the learner."""
        return predicted(self.tally(X), getattr(self.learner, "ties", "mistake"))


@dataclass(frozen=True, eq=False)
class Average:
    """The mean of the weights over the rounds of a run, as a predictor.

    Attributes
    ----------
    learner, rounds : Perceptron or MarginPerceptron, int
    total : ndarray (d,)
        The sum of the weights over the rounds. It decides the predictions, because a sum stays exact where a mean is
        rounded.
    """

    learner: Any
    total: np.ndarray
    rounds: int

    @property
    def weights(self) -> np.ndarray:
        """The mean of the weights, (d,), in Fractions if they are exact."""
        return self.total * Fraction(1, self.rounds) if self.total.dtype.kind == "O" else self.total / self.rounds

    def predict(self, X: Examples) -> np.ndarray:
        """The sign of the score; 0 counts as it does for the learner."""
        return self.learner.predict(self.total, check_X(X))


def _valid(trace: Trace) -> Trace:
    """Return the trace, if it is the record of a run."""
    check_kind(trace, Trace, "trace").validate()
    return trace


def last(trace: Trace) -> Reading:
    """The state after the last round: what the plain algorithm returns.

    Examples
    --------
    >>> import mistakebound as mb
    >>> trace = mb.play(mb.Perceptron(), [[1, 0], [0, 1], [1, 1]], [1, -1, 1])
    >>> mb.last(trace).predict([[1, 0], [0, 1]])
    array([1, 0], dtype=int8)
    """
    _valid(trace)
    return Reading(trace.learner, trace.final_state, int(trace.survival[-1]))


def longest_survivor(trace: Trace) -> Reading:
    """The state that made the prediction in the most rounds; the first, if there are several.

    References
    ----------
    Kearns, Li, Pitt and Valiant (1987); Gallant (1990), who keeps it "in the pocket". `LONGEST_SURVIVOR` is its
    guarantee if the run is stopped at the first state that survives long enough.

    Examples
    --------
    >>> import mistakebound as mb
    >>> trace = mb.play(mb.Perceptron(), [[1], [2], [3], [-1], [1]], [1, 1, 1, 1, 1])
    >>> mb.longest_survivor(trace)
    Reading(learner=Perceptron(eta=1, ties='mistake'), state=array([1]), survived=3)
    """
    i = int(np.argmax(_valid(trace).survival))
    return Reading(trace.learner, trace.states[i], int(trace.survival[i]))


def vote(trace: Trace) -> Vote:
    """The voted learner: every state of the run votes, once for each round that it survived.

    The state after the last round votes only if it made a prediction.

    References
    ----------
    Freund and Schapire (1999), Large margin classification. `VOTE` bounds its error, after a single pass, by twice the
    expected number of mistakes per round.

    Examples
    --------
    >>> import mistakebound as mb
    >>> trace = mb.play(mb.Perceptron(), [[1, 0], [0, 1], [1, 1]], [1, -1, 1])
    >>> mb.vote(trace).votes.tolist()
    [1, 1, 1, 0]
    >>> mb.vote(trace).tally([[1, 0], [0, 1]]).tolist()
    [2, -1]
    """
    _valid(trace)
    return Vote(trace.learner, trace.states, trace.survival)


def average(trace: Trace, when: str = "before") -> Average:
    """The averaged Perceptron: the mean of the weights over the rounds, so that longer survivors count more.

    The updates alone determine it: the update in round k is missing from the k + 1 weights before rounds 0 to k, so the
    sum of the weights before each of the T rounds is ``T w_U - eta sum (k + 1) y x``; for the weights after each round,
    replace k + 1 by k. A run need not keep its states (``record="updates"``, for wide data).

    Parameters
    ----------
    trace : Trace
        A run of a `Perceptron` or `MarginPerceptron`.
    when : {"before", "after"}
        The mean of the weights before each round, which made its prediction, or of those after each round. They
        differ by (last - first weights) / T.

    Raises
    ------
    MistakeBoundError
        If the learner does not predict the sign of <w, x>, or does not add ``eta y x``.

    References
    ----------
    Freund and Schapire (1999), Large margin classification.

    Examples
    --------
    >>> import mistakebound as mb
    >>> trace = mb.play(mb.Perceptron(), [[1, 0], [0, 1], [1, 1]], [1, -1, 1])
    >>> mb.average(trace).total, mb.average(trace, "after").total
    (array([ 2, -1]), array([ 4, -1]))
    """
    if not one_of(when, "before", "after"):
        raise MistakeBoundError(f"when is {shown(when)}: it must be 'before' or 'after'.")
    _valid(trace)
    learner, T, w = trace.learner, trace.n_rounds, trace.final_state
    if not getattr(learner, "averages", False):
        raise MistakeBoundError(
            f"{shown(learner)} does not add multiples of y x to weights: use a Perceptron, the only learner that can "
            "be averaged."
        )
    X, y = _update_examples(trace)
    columns, missing = together(X.T, (trace.updates + (when == "before")) * y)
    last, times = together(w[:, None], np.array([T]))
    return Average(learner, last @ times - learner.eta * (columns @ missing), T)


def _update_examples(trace: Trace) -> tuple[Examples, np.ndarray]:
    """The examples and labels of the updates; sparse examples stay sparse."""
    if trace.X is None:
        return trace.streamed_updates
    rows = trace.updates % len(trace.y)
    return trace.X[rows], trace.y[rows]
