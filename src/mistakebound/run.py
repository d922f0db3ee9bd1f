"""A run in the making: the loop that jumps from one update of a learner to the next.

Legend: X examples (n, d), y labels (n,), i, j, k rows; T rounds.

Speed comes from the theorems themselves. A learner that changes only when it must changes rarely, so a run never loops
over examples: it asks a block of rows which of them want an update from the current state, jumps to the first,
updates, and goes on behind it. The block follows the gap between updates.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from .arrays import block, is_sparse, largest, pieces, row, working
from .checks import check_finite
from .errors import ForeignExample, MistakeBoundError, NotRealizable
from .protocol import Learner
from .trace import Trace
from .types import Examples

__all__ = ["Run"]

# The first rows that are asked at once.
BLOCK_ROWS = 16
# Whole features below do not leave 64 bits in any number of updates.
LARGEST_WHOLE = 2**31


class Run:
    """A run in the making: the only mutable thing here, dropped once its trace is made."""

    def __init__(
        self,
        learner: Learner,
        state: Any,
        *,
        conservative: bool,
        measures: bool,
        keeps_states: bool = True,
        keeps_examples: bool = False,
    ) -> None:
        self.learner, self.state = learner, state
        self.conservative = conservative  # its updates are its mistakes: it need not be asked for predictions
        self.measures = measures  # its scores show what is not finite: it need not be looked for
        self.n_features: int | Any = None
        self.n_rounds = self.n_passes = 0
        self.updates: list[int] = []
        self.mistakes: list[int] = []
        self.states: list[Any] | None = [] if keeps_states else None
        self.examples: list[tuple[np.ndarray, int]] | None = [] if keeps_examples else None
        self.block = BLOCK_ROWS

    def begin(self, n_features: int) -> None:
        """Called before every chunk; the first one says how wide the data are."""
        if self.n_features is None:
            self.n_features = n_features
            self.enter(self.first_state())
        elif self.n_features != n_features:
            raise MistakeBoundError(
                f"the examples from round {self.n_rounds} on have {n_features} features, the ones before them "
                f"{self.n_features}: all need the same."
            )

    def first_state(self) -> Any:
        """The state before the first round: the one to start from, or the learner's own."""
        if np.ma.is_masked(self.state):
            raise MistakeBoundError("the state has masked entries: fill them in with state.filled(value).")
        if self.state is None:
            return self.learner.start(self.n_features)
        # an array without its subclass, whose products are others
        return np.array(self.state) if isinstance(self.state, np.ndarray) else copy(self.state)

    def enter(self, state: Any) -> None:
        """From here on the learner is in this state, which nobody may change."""
        for part in state if isinstance(state, tuple) else (state,):
            if isinstance(part, np.ndarray):
                part.setflags(write=False)
        if self.states is not None:
            self.states.append(state)
        self.state = state

    def play(self, X: Examples, y: np.ndarray) -> None:
        """Play on one chunk, a piece at a time."""
        n, d = X.shape
        self.begin(d)
        # of sparse rows more, but not too many for a learner that makes them dense
        for rows in pieces(n, max(X.nnz // n, d >> 7, 1) if is_sparse(X) else d):
            piece = working(block(X, rows.start, rows.stop))
            if piece.dtype.kind != "f" or not self.measures:
                check_range(piece, self.n_rounds)
            self.play_piece(piece, y[rows])

    def play_piece(self, X: Examples, y: np.ndarray) -> None:
        """Play on one piece: jump to the first update, go on behind it."""
        n, i = len(y), 0
        while i < n:
            k = self.find(X, y, i)
            end = min(k + 1, n)
            self.meet(X, y, i, end, k < n)
            self.n_rounds += end - i
            if k < n:
                self.update(row(X, k), y.item(k))
            i = end

    def find(self, X: Examples, y: np.ndarray, first: int) -> int:
        """The first row from there on that wants an update, or n: asked in blocks, which follow the gap between."""
        n, i = len(y), first
        while i < n:
            j = min(i + self.block, n)
            wanted = self.wants_update(block(X, i, j), y[i:j], self.n_rounds + i - first)
            k = int(wanted.argmax())
            if wanted[k]:
                # halving and adding the gap settles at twice the mean gap between updates
                self.block = self.block // 2 + i + k + 1 - first
                return i + k
            i = j
            self.block = min(2 * self.block, max(self.block, n))
        return n

    def wants_update(self, X: Examples, y: np.ndarray, start: int) -> np.ndarray:
        """The learner's answer for a block, whose first row is that of round `start`."""
        try:
            return self.learner.wants_update(self.state, X, y)
        except ForeignExample as error:
            raise ForeignExample(start + error.row, error.reason) from None

    def meet(self, X: Examples, y: np.ndarray, i: int, j: int, updates: bool) -> Any:
        """Note which of the rows i..j-1, all met in this state and the last of them perhaps an update, are mistakes."""
        if self.conservative:
            return [j - i - 1] if updates else []
        wrong = np.flatnonzero(self.predict(block(X, i, j)) != y[i:j])
        self.mistakes.extend((self.n_rounds + wrong).tolist())
        return wrong

    def predict(self, X: Examples) -> np.ndarray:
        """The learner's labels for a batch."""
        return self.learner.predict(self.state, X)

    def update(self, x: np.ndarray, y: int) -> None:
        """Show the learner the example of the last round, and record the state that it goes over to."""
        round = self.n_rounds - 1
        try:
            self.enter(self.next_state(x, y))
        except NotRealizable as error:
            raise NotRealizable(f"in round {round}, {error}", round=round) from None
        self.updates.append(round)
        if self.examples is not None:
            self.examples.append((x.copy(), y))

    def next_state(self, x: np.ndarray, y: int) -> Any:
        """The learner's state after an example."""
        return self.learner.update(self.state, x, y)

    def trace(self, X: Examples, y: np.ndarray | None) -> Trace:
        """The run as a value; `X` and `y` are its data, or None if they were not kept."""
        updates = np.array(self.updates, dtype=np.int64)
        return Trace(
            learner=self.learner,
            n_rounds=self.n_rounds,
            n_passes=self.n_passes,
            updates=updates,
            mistakes=updates if self.conservative else np.array(self.mistakes, dtype=np.int64),
            final_state=self.state,
            X=X,
            y=y,
            recorded_states=None if self.states is None else tuple(self.states),
            streamed_updates=None if self.examples is None else self._streamed_updates(),
        )

    def _streamed_updates(self) -> tuple[np.ndarray, np.ndarray]:
        if not self.examples:
            return np.empty((0, self.n_features)), np.empty(0, dtype=np.int8)
        rows, labels = zip(*self.examples, strict=True)
        return np.stack(rows), np.array(labels, dtype=np.int8)


def check_range(X: Examples, start: int) -> None:
    """Examples that are numbers, and whole ones only if their sums fit 64 bits; `start` is the first round."""
    check_finite(X, start)
    if X.dtype.kind == "i" and largest(X) >= LARGEST_WHOLE:
        raise MistakeBoundError(
            f"X has the entry {largest(X):.0f} in size, too large for sums of whole numbers of 64 bits: use "
            "X.astype(float), or exact integers, X.astype(object)."
        )
