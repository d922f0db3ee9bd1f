"""The online protocol, played: a learner meets a sequence of examples (`play`) or an adversary (`duel`).

Legend: X examples (n, d), y labels (n,), x one example (d,), i, k rows.

Speed comes from the theorems themselves. A learner that changes only when it must changes rarely, so a run of one of
the package's own learners never loops over examples: it finds which rows of a block want an update from the current
state, jumps to the first, updates, and goes on after it. The size of the block follows the gap between updates.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np

from .arrays import PIECE_ENTRIES, block, is_exact, is_sparse, read_only, row, singly
from .checks import as_array, check_data, check_size, check_whole, check_X, check_y, one_of
from .errors import ForeignExample, MistakeBoundError, NoCleanPass, NotRealizable, shown
from .protocol import Adversary, Learner
from .trace import Trace
from .types import Examples, Vector
from .watched import Watched, check_methods, is_foreign

__all__ = ["duel", "play"]

# A product goes through this many entries in the time that a call of a learner takes.
CHEAP_ENTRIES = 1 << 10


def play(
    learner: Learner,
    X: Examples,
    y: Vector | None = None,
    *,
    passes: int | None = 1,
    max_passes: int = 1000,
    record: str = "all",
    state: Any = None,
) -> Trace:
    """Run a learner over a sequence of examples and record what happens.

    In each round the learner sees `x`, predicts, is told `y`, and may change its state.

    Parameters
    ----------
    learner : Learner
        A learner of your own sees one example at a time, so that no answer can depend on another example.
    X : array (n, d), CSR matrix, or iterable of ``(X, y)`` chunks
        Float, integer, or exact (`fractions.Fraction` in an object array). Other numbers, float32 for example, are
        converted once, to float64 or int64. Chunks are read one at a time and not kept: the theorem then checks the
        hypotheses about examples on the updates, which is all that its proof uses. For a progress bar, wrap the chunks,
        as in ``play(learner, tqdm(chunks))``.
    y : array (n,) of -1 and +1; leave it out when `X` is an iterable of chunks
    passes : int or None
        Number of passes over the data; None: until a pass without an update.
    max_passes : int
        Guard for ``passes=None``.
    record : {"all", "updates"}
        "all" keeps the U + 1 states; "updates" keeps only the update rounds and the last state, for data too wide to
        keep U + 1 weight vectors.
    state : object
        State to start from; by default ``learner.start(d)``.

    Returns
    -------
    Trace

    Raises
    ------
    NoCleanPass
        If ``passes=None`` and `max_passes` passes all had updates; the run so far is its `trace`.
    MistakeBoundError
        For data that `Learner` and protocol cannot accept: see `mistakebound.checks`.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 1], [-1, 1], [2, -1]], [1, -1, 1]
    >>> mb.play(mb.Perceptron(), X, y, passes=None)
    <Trace of Perceptron(eta=1, ties='mistake'): 6 rounds, 2 mistakes, 2 updates>
    """
    if not one_of(record, "all", "updates"):
        raise MistakeBoundError(f"record is {shown(record)}: it must be 'all' or 'updates'.")
    run = Run(learner, state, keeps_states=record == "all", keeps_examples=y is None)
    max_passes = check_whole(max_passes, "max_passes")
    most_passes = max_passes if passes is None else check_whole(passes, "passes")
    held = None if y is None else _checked(X, y, run)
    for _ in range(most_passes):
        rounds_before, updates_before = run.n_rounds, len(run.updates)
        for chunk in [held] if held else _chunks(X, run):
            run.play(*chunk)
        if run.n_rounds == rounds_before:
            raise MistakeBoundError(
                f"the stream of chunks is empty in pass {run.n_passes}: give a list, or an object whose __iter__ "
                "starts afresh; a generator can be read only once."
            )
        run.n_passes += 1
        clean = len(run.updates) == updates_before
        if clean and passes is None:
            break
    trace = run.trace(*held or (None, None))
    if passes is None and not clean:
        raise NoCleanPass(
            f"no clean pass within max_passes={max_passes}: {trace.n_updates} updates so far, the last in round "
            f"{trace.updates[-1]} of {trace.n_rounds}. Either the data are not separable (then this run may never "
            "end: give a number of passes, or a constant feature, fold_bias(X), if it lacks a bias), or the margin is "
            "small (raise max_passes).",
            trace,
        )
    return trace


def duel(learner: Learner, adversary: Adversary, *, max_rounds: int = 100_000, state: Any = None) -> Trace:
    """Play against an adversary that sees each prediction before it chooses the label.

    Parameters
    ----------
    learner : Learner
    adversary : Adversary
    max_rounds : int
        Guard against an adversary that does not stop.
    state : object
        State to start from; by default ``learner.start(d)``.

    Returns
    -------
    Trace
        With the examples and labels that the adversary chose as `X` and `y`.

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.duel(mb.Perceptron(), mb.Orthonormal(radius=1, margin=0.5)).n_mistakes
    4
    """
    check_whole(max_rounds, "max_rounds")
    if isinstance(adversary, type) or not all(hasattr(adversary, name) for name in ("start", "example", "label")):
        raise MistakeBoundError(
            f"adversary is {shown(adversary)}: it must be an object with start, example and label; pass it "
            "second, as in duel(learner, adversary)."
        )
    run = Run(learner, state)
    rows: list[np.ndarray] = []
    labels: list[int] = []
    opponent = adversary.start()

    def predict(X: Examples) -> np.ndarray:
        X = check_X(X)
        run.begin(X.shape[1])
        return run.learner.predict(run.state, X)

    while (x := adversary.example(opponent, predict)) is not None:
        if len(rows) == max_rounds:
            raise MistakeBoundError(
                f"the adversary did not stop within max_rounds={max_rounds}: use a larger max_rounds, or correct the "
                "adversary."
            )
        x = as_array(x, "the adversary's example", "a vector")
        X = read_only(check_X(np.array(x).reshape(1, -1), start=run.n_rounds))  # the adversary may reuse x
        answer = adversary.label(opponent, x, int(predict(X)[0]))
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise MistakeBoundError(
                f"{type(adversary).__name__}.label gave {shown(answer)}: return the label and the adversary's next "
                "state, as in return y, state."
            )
        y, opponent = answer
        run.play(X, check_y([y], start=run.n_rounds))
        rows.append(X[0])
        check_size(f"the examples of {len(rows)} rounds", 8 * len(rows) * X.size, "let the adversary stop earlier")
        labels.append(y)
    if not rows:
        raise MistakeBoundError(f"{adversary!r} stopped before its first example: there is no run to record.")
    run.n_passes = 1
    return run.trace(*_checked(np.stack(rows), labels, run))


class Run:
    """A run in progress: the only mutable object here, dropped once its trace is made."""

    def __init__(self, learner: Learner, state: Any, keeps_states: bool = True, keeps_examples: bool = False) -> None:
        if foreign := Learner not in type(learner).__mro__ or is_foreign(learner):
            check_methods(learner)
        self.owner, self.learner, self.state = learner, Watched(learner, self) if foreign else learner, state
        # if updates are mistakes, predictions are not needed; a learner from outside is not trusted on this
        by_prediction = learner.wants_update == Learner.wants_update.__get__(learner)
        self.conservative = by_prediction or (not foreign and getattr(learner, "conservative", False))
        # if scores reveal entries that are not finite, the data need not be searched for them
        self.measures = not foreign and getattr(learner, "measures", False)
        self.n_features: int | Any = None
        self.n_rounds = self.n_passes = 0
        self.updates: list[int] = []
        self.mistakes: list[int] = []
        self.states: list[Any] | None = [] if keeps_states else None
        self.examples: list[tuple[np.ndarray, int]] | None = [] if keeps_examples else None
        self.block = 16  # number of rows in a block

    def begin(self, n_features: int) -> None:
        """Start the learner before the first chunk; check that later chunks are as wide."""
        if self.n_features is None:
            self.n_features, state = n_features, self.state
            first = self.learner.start(n_features)
            own = self.learner is self.owner
            if isinstance(state, (np.ndarray, list) if own else np.ndarray):  # a subclass may have other products
                state = np.array(as_array(state, "state", "an array"))
            if state is not None and own and not _alike(state, first):
                raise MistakeBoundError(
                    f"state is {shown(state)}: it must be a state of {shown(self.owner)}, such as the final_state of a "
                    f"run, or of the kind that it starts with, {type(first).__name__}."
                )
            self.enter(first if state is None else copy(state))
        elif self.n_features != n_features:
            raise MistakeBoundError(
                f"the examples from round {self.n_rounds} on have {n_features} features, but the ones before have "
                f"{self.n_features}: all examples need the same number."
            )

    def enter(self, state: Any) -> None:
        """Enter a state, which must not change from here on."""
        for part in state if isinstance(state, tuple) else (state,):
            if isinstance(part, np.ndarray):
                part.setflags(write=False)
        if self.states is not None:
            self.states.append(state)
        self.state = state

    def play(self, X: Examples, y: np.ndarray) -> None:
        """Play on examples."""
        self.begin(X.shape[1])
        learner = self.learner
        try:
            self.one_by_one(learner, X, y) if isinstance(learner, Watched) else self.in_blocks(learner, X, y)
        except ForeignExample as error:
            raise ForeignExample(self.n_rounds + error.row, error.reason) from None

    def one_by_one(self, learner: Watched, X: Examples, y: np.ndarray) -> None:
        """Show a learner from outside one example at a time, so that no answer can depend on another example."""
        told = y.astype(X.dtype)  # labels of 8 bits would overflow in computations
        if len(y) > 1 and not learner.compared:
            learner.compare(self.state, X, told)
        for i, (x, alone, label) in enumerate(zip(singly(X), singly(told), y.tolist(), strict=True)):
            wants = self.conservative or learner.ask("wants_update", self.state, x, alone)
            said = learner.ask("predict", self.state, x)
            learner.said.add(said)
            if (wrong := said != label):
                self.mistakes.append(self.n_rounds)
                learner.missed(said, x, label)
            if wants and (wrong or not self.conservative):
                self.update(row(X, i), label)
            self.n_rounds += 1

    def in_blocks(self, learner: Learner, X: Examples, y: np.ndarray) -> None:
        """Jump to the first update, and go on after it."""
        n, d = X.shape
        width = max(X.nnz // n, d >> 7, 1) if is_sparse(X) else d  # a learner may make sparse rows dense
        most = PIECE_ENTRIES // width or 1  # this many rows stay in the processor's cache
        # a linear learner scores this many rows in less time than a call takes
        least = CHEAP_ENTRIES // (width + 32) if self.measures and X.dtype.kind != "O" else 1
        i = first = 0
        while i < n:
            rows, labels = block(X, i, i + self.block), y[i : i + self.block]
            wanted = learner.wants_update(self.state, rows, labels)
            k = int(wanted.argmax())
            updates = wanted[k]
            met = k + 1 if updates else len(labels)
            if not self.conservative:
                wrong = np.flatnonzero(learner.predict(self.state, block(rows, 0, met)) != labels[:met])
                self.mistakes.extend((self.n_rounds + wrong).tolist())
            i += met
            if updates:
                self.n_rounds += k
                self.update(row(rows, k), labels.item(k))
                self.n_rounds += 1
                # halving and adding the gap settles at twice the mean gap between updates
                self.block, first = min(max(self.block // 2 + i - first, least), most), i
            else:
                self.n_rounds += met
                self.block = min(2 * self.block, most)

    def update(self, x: np.ndarray, y: int) -> None:
        """Show the learner the example of this round, and record its new state."""
        try:
            self.enter(self.learner.update(self.state, x, y))
        except NotRealizable as error:
            raise NotRealizable(f"in round {self.n_rounds}, {error}", round=self.n_rounds) from None
        self.updates.append(self.n_rounds)
        if self.examples is not None:
            self.examples.append((x.copy(), y))

    def trace(self, X: Examples, y: np.ndarray | None) -> Trace:
        """The run as a value; `X` and `y` are its data, or None if they were not kept."""
        updates = np.array(self.updates, dtype=np.int64)
        streamed = None
        if self.examples is not None:
            rows = [x for x, _ in self.examples]
            streamed = np.reshape(rows, (-1, self.n_features)), np.array([y for _, y in self.examples], dtype=np.int8)
        trace = Trace(
            learner=self.owner,
            n_rounds=self.n_rounds,
            n_passes=self.n_passes,
            updates=updates,
            mistakes=updates if self.conservative else np.array(self.mistakes, dtype=np.int64),
            final_state=self.state,
            X=X,
            y=y,
            recorded_states=None if self.states is None else tuple(self.states),
            streamed_updates=streamed,
        )
        if isinstance(self.learner, Watched):
            self.learner.warn()
        return trace


def _alike(state: Any, first: Any) -> bool:
    """Whether a state may be one of a learner that starts with the first."""
    if type(state) is not type(first):
        return False
    if isinstance(first, tuple):
        return all(_alike(*parts) and len({*map(np.shape, parts)}) == 1 for parts in zip(state, first, strict=True))
    if not isinstance(first, np.ndarray):
        return True
    kinds = "u" if first.dtype.kind == "u" else "b" if first.dtype.kind == "b" else "fiO"
    alike = state.shape[1:] == first.shape[1:] and state.ndim == first.ndim and state.dtype.kind in kinds
    return alike and (state.dtype.kind != "O" or is_exact(state))


def _checked(X: Examples, y: Vector, run: Run) -> tuple[Examples, np.ndarray]:
    """Data for a run, read-only."""
    if getattr(X, "ndim", 2) == 1 and getattr(y, "ndim", 1) == 2:
        raise MistakeBoundError("X has one dimension, but y has two: pass X first, as in play(learner, X, y).")
    X, y = check_data(X, y, run.n_rounds, finite=not run.measures)
    return read_only(X), read_only(y.astype(np.int8))


def _chunks(stream: Any, run: Run) -> Iterator[tuple[Examples, np.ndarray]]:
    """The chunks of one pass, checked one by one."""
    if hasattr(stream, "shape") or not hasattr(stream, "__iter__"):
        raise MistakeBoundError(
            "y is missing: give the labels, as in play(learner, stream.X, stream.y), or an iterable of (X, y) chunks "
            "in place of X."
        )
    for number, chunk in enumerate(stream):
        if not (isinstance(chunk, (tuple, list)) and len(chunk) == 2 and hasattr(chunk[1], "__len__")):
            raise MistakeBoundError(
                f"chunk {number} is not a pair (X, y): if X holds the examples, y is missing, so pass y; without y, "
                "play expects an iterable of such pairs."
            )
        X, y = chunk
        try:
            checked = _checked(X, y, run)
        except MistakeBoundError as error:
            raise MistakeBoundError(f"chunk {number}: {error}") from None
        yield checked
