"""The record of a run, the `Trace`, and one round of it, the `Step`.

Legend: n examples in a pass, T rounds, U updates, M mistakes, d features; rounds count from 0.

A trace is immutable: its arrays are read-only, and two traces are the same only if they are the same object.
It stores what cannot be derived (the rounds of mistakes and updates, the state after each update) and derives the rest.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .arrays import EPSILON, ReadOnly, dense, floats, read_only
from .checks import as_array, check_arrays, check_length, check_record, check_rounds, check_table, check_whole
from .errors import MistakeBoundError, NotRecorded, no_attribute, shown
from .protocol import Learner
from .types import Examples
from .watched import check_methods, is_foreign

__all__ = ["Step", "Trace"]


@dataclass(frozen=True, eq=False)
class Step:
    """One round: the example, the learner's prediction, and the outcome.

    Attributes
    ----------
    round : int
        Number of the round, from 0.
    x : ndarray (d,)
        The example.
    y, prediction : int
        The true label, and the learner's: they differ exactly if `mistake`.
    mistake, update : bool
        Whether the prediction was wrong, and whether the learner changed its state.
    before, after : object
        The learner's states before and after the round.
    """

    round: int
    x: np.ndarray
    y: int
    prediction: int
    mistake: bool
    update: bool
    before: Any
    after: Any


@dataclass(frozen=True, eq=False, repr=False)
class Trace(ReadOnly):
    """An online run, as `play` and `duel` record it.

    Attributes
    ----------
    learner : Learner
        The learner that played.
    n_rounds, n_passes : int
        Number of rounds played, and of passes over the data.
    updates : ndarray (U,)
        Rounds in which the learner changed its state.
    mistakes : ndarray (M,)
        Rounds in which its prediction was wrong. A mistake is not the same as an update: a margin Perceptron also
        updates on right but narrow predictions.
    final_state : object
        The state after the last round.
    X, y : array (n, d), ndarray (n,) or None
        The data of one pass: a view, or a copy if their numbers were converted; None if they were streamed in chunks.

    Examples
    --------
    >>> import numpy as np
    >>> import mistakebound as mb
    >>> trace = mb.play(mb.Perceptron(), np.array([[1, 0], [0, 1], [1, 1]]), [1, -1, 1])
    >>> trace
    <Trace of Perceptron(eta=1, ties='mistake'): 3 rounds, 3 mistakes, 3 updates>
    >>> trace.weights
    array([[ 0,  0],
           [ 1,  0],
           [ 1, -1],
           [ 2,  0]])
    >>> trace.survival
    array([1, 1, 1, 0])
    """

    learner: Any
    n_rounds: int
    n_passes: int
    updates: np.ndarray
    mistakes: np.ndarray
    final_state: Any
    X: Any = None
    y: np.ndarray | Any = None
    recorded_states: tuple[Any, ...] | None = None
    streamed_updates: tuple[Examples, np.ndarray] | Any = None

    __array_ufunc__ = None  # not an array, so comparing it with one does not compare round by round
    made_by: ClassVar = "play or duel"

    def __repr__(self) -> str:
        return (
            f"<Trace of {self.learner!r}: {_count(self.n_rounds, 'round')}, "
            f"{_count(self.n_mistakes, 'mistake')}, {_count(self.n_updates, 'update')}>"
        )

    def __getattr__(self, name: str) -> Any:
        raise no_attribute("a Trace", name, dir(self))

    @property
    def n_mistakes(self) -> int:
        """Number of wrong predictions, M."""
        return len(self.mistakes)

    @property
    def n_updates(self) -> int:
        """Number of changes of state, U."""
        return len(self.updates)

    @property
    def cumulative_mistakes(self) -> np.ndarray:
        """Mistakes made up to and including each round, (T,): 8 bytes a round, computed again at each call."""
        return np.searchsorted(self.mistakes, np.arange(self.n_rounds), side="right")

    @property
    def predictions(self) -> np.ndarray:
        """The learner's label in each round, (T,); a tie that counts as a mistake shows as the wrong label."""
        labels = np.tile(self._data[1], self.n_passes)
        labels[self.mistakes] *= -1
        return labels

    @property
    def states(self) -> tuple[Any, ...]:
        """The U + 1 states: `states[t]` is the state after `t` updates."""
        if self.recorded_states is None:
            raise NotRecorded(
                "this run was played with record='updates', which keeps only the last state: "
                "use trace.final_state, or play again with record='all'."
            )
        return self.recorded_states

    def validate(self) -> None:
        """Raise unless the record is of one run; `play` makes only such records, but others can be made by hand.

        Raises
        ------
        MistakeBoundError
            For a learner, numbers of rounds, labels, examples or states that cannot belong to one run.
        """
        if Learner not in type(self.learner).__mro__:
            check_methods(self.learner)
        n_rounds, n_passes = check_whole(self.n_rounds, "n_rounds"), check_whole(self.n_passes, "n_passes")
        check_arrays(self, "updates", "mistakes")
        for name in ("updates", "mistakes"):
            check_rounds(getattr(self, name), name, self.n_rounds)
        if self.X is not None:
            if n_rounds % n_passes:
                raise MistakeBoundError(f"n_rounds is {n_rounds}: it must be a multiple of n_passes, {n_passes}.")
            check_record(self.X, self.y, n_rounds // n_passes)
        elif self.n_updates:
            X, y = check_length(self, "streamed_updates", 2, "the examples and the labels")
            check_record(X, y, self.n_updates)
        if self.recorded_states is not None:
            check_length(self, "recorded_states", self.n_updates + 1, "the first state and one after each update")

    @cached_property
    def weights(self) -> np.ndarray:
        """The U + 1 weight vectors of a linear learner, (U+1, d); or the weights of voting concepts, (U+1, N)."""
        if not callable(getattr(self.learner, "weights", None)):
            raise MistakeBoundError(
                f"{shown(self.learner)} is not a linear learner: it has states, but no weights; if yours has, give it "
                "a method weights(state) that returns them."
            )
        return read_only(self.read(self.learner.weights, "weights"))

    @cached_property
    def log_weights(self) -> np.ndarray:
        """The logarithms of the weights, (U+1, d), as the learner keeps them: a weight can be too small for a float."""
        if not hasattr(self.learner, "log_weights"):
            with np.errstate(divide="ignore", invalid="ignore"):  # a weight that is not positive has no logarithm
                return read_only(np.log(floats(self.weights)))
        logs = floats(self.read(self.learner.log_weights, "log_weights"))
        if is_foreign(self.learner) and hasattr(self.learner, "weights"):
            sizes, weights = np.exp(logs), floats(self.weights)
            rounding = 64 * EPSILON * np.where(sizes > 0, 1 + np.abs(logs), 0) * sizes + np.finfo(float).tiny
            if sizes.shape != weights.shape or not np.all(np.abs(sizes - weights) <= rounding):
                raise MistakeBoundError(
                    f"{type(self.learner).__name__}.log_weights are not the logarithms of its weights: let one method "
                    "compute them from the other's."
                )
        return read_only(logs)

    def read(self, method: Callable[[Any], Any], name: str) -> np.ndarray:
        """The results of a method of the learner on each state: U + 1 vectors of numbers, equally long."""
        rows = self.each(lambda state: as_array(method(state), "it", "a vector"), name)
        if rows[0].ndim != 1 or not all(row.shape == rows[0].shape for row in rows):
            raise MistakeBoundError(
                f"{type(self.learner).__name__}.{name} gave {shown(rows[0])}: it must give a vector, an array (d,)."
            )
        return check_table(rows, f"what {type(self.learner).__name__}.{name} gave", (len(rows), len(rows[0])))

    def each(self, method: Callable[[Any], Any], name: str) -> list[Any]:
        """The results of a method of the learner on each state."""
        states = self.states
        try:
            return [method(state) for state in states]
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise MistakeBoundError(
                f"{type(self.learner).__name__}.{name} cannot read a state of the record ({error}): correct the "
                "method, or use the states that play records."
            ) from error

    @property
    def survival(self) -> np.ndarray:
        """Rounds in which each of the U + 1 states made the prediction, (U+1,); they sum to T."""
        return np.diff(np.concatenate([[-1], self.updates, [self.n_rounds - 1]]))

    @cached_property
    def update_X(self) -> np.ndarray:
        """The examples of the update rounds, (U, d), dense."""
        return read_only(dense(self.streamed_updates[0]) if self.X is None else self.examples(self.updates))

    @cached_property
    def update_y(self) -> np.ndarray:
        """The labels of the update rounds, (U,)."""
        return read_only(self.streamed_updates[1] if self.X is None else self.labels(self.updates))

    def examples(self, rounds: ArrayLike) -> np.ndarray:
        """The examples shown in the given rounds, as dense rows (a copy)."""
        X, _ = self._data
        return np.array(dense(X[self._rows(rounds)]))

    def labels(self, rounds: ArrayLike) -> np.ndarray:
        """The labels of the given rounds (a copy)."""
        _, y = self._data
        return np.array(y[self._rows(rounds)])

    def __getitem__(self, round: int) -> Step:
        """One round of the run; a negative number counts from the end."""
        try:
            there = -self.n_rounds <= operator.index(round) < self.n_rounds
        except TypeError:
            raise MistakeBoundError(
                f"round is {shown(round)}: it must be a whole number; for several rounds use trace.examples and "
                "trace.labels."
            ) from None
        if not there:
            raise IndexError(
                f"the run has no round {shown(round)}: its {self.n_rounds} rounds are 0 to {self.n_rounds - 1}."
            )
        t = range(self.n_rounds)[round]
        updates_before, mistakes_before = np.searchsorted(self.updates, t), np.searchsorted(self.mistakes, t)
        update = t in self.updates[updates_before : updates_before + 1]
        mistake = t in self.mistakes[mistakes_before : mistakes_before + 1]
        y = int(self.labels([t])[0])
        return Step(
            round=t,
            x=self.examples([t])[0],
            y=y,
            prediction=-y if mistake else y,
            mistake=mistake,
            update=update,
            before=self.states[updates_before],
            after=self.states[updates_before + update],
        )

    def __len__(self) -> int:
        return self.n_rounds

    @property
    def _data(self) -> tuple[Examples, np.ndarray]:
        if self.X is None:
            raise NotRecorded(
                "the data of this run were streamed in chunks, and only those of the update rounds were kept "
                "(trace.update_X, trace.update_y): play on arrays to have every round."
            )
        return self.X, self.y

    def _rows(self, rounds: ArrayLike) -> np.ndarray:
        """The rows of X that were shown in these rounds."""
        rounds = as_array(rounds, "rounds", "a sequence of rounds")
        if rounds.size and rounds.dtype.kind not in "iu":
            raise MistakeBoundError(
                f"rounds has dtype {rounds.dtype}: rounds are integers; from a mask use np.flatnonzero(mask)."
            )
        outside = rounds[(rounds < -self.n_rounds) | (rounds >= self.n_rounds)]
        if outside.size:
            raise IndexError(f"round {outside[0]} of a run of {_count(self.n_rounds, 'round')}")
        return rounds.astype(np.int64) % len(self.y)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
