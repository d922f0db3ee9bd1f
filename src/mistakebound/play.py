"""The online protocol: a learner meets a sequence of examples (`play`) or an adversary (`duel`).

Legend: X examples (n, d), y labels (n,), x one example (d,), i, j rows.

Speed comes from the theorems themselves. A learner that changes only when it must changes rarely, so `play`
never loops over examples: it lets the current state judge a block of rows at once, jumps to the first row
that wants an update, updates, and goes on. The block follows the gap between updates.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp
from tqdm.auto import tqdm

from .checks import check_finite, check_X, check_y
from .errors import MistakeBoundError, NoCleanPass
from .trace import Trace

__all__ = ["Adversary", "Learner", "duel", "play"]

# A piece is what is read (and checked) at a time: small enough to stay in the processor's cache.
PIECE_ENTRIES = 1 << 16
PIECE_ROWS = 1 << 13
# Judging fewer entries than this costs no less, because the call itself then costs more than the arithmetic.
BLOCK_ENTRIES = 1 << 11


class Learner(Protocol):
    """What `play` and `duel` ask of a learner. States are values: `update` returns a new one.

    A learner may also declare

    * ``conservative = True``: it updates exactly when it is wrong, so that its updates are its mistakes;
    * ``scan(X, y, size)``: a function ``(state, i, j)`` that finds the first of the rows i..j-1 that wants an
      update, or None: the same answer as `wants_update`, found faster. `size` bounds the length of every row.
    """

    def start(self, n_features: int) -> Any:
        """The state before the first round."""

    def predict(self, state, X) -> np.ndarray:
        """Labels for a batch: -1, +1, or 0 for a tie that counts as a mistake."""

    def wants_update(self, state, X, y) -> np.ndarray:
        """For each row, whether this state would change after seeing it with its label."""

    def update(self, state, x, y) -> Any:
        """The state after one example."""


class Adversary(Protocol):
    """Nature as an opponent. It sees the learner's prediction before it chooses the label."""

    def start(self) -> Any:
        """The adversary's state before the first round."""

    def example(self, state, predict) -> np.ndarray | None:
        """The next example, or None to stop; `predict(X)` asks the learner's current state."""

    def label(self, state, x, prediction: int) -> tuple[int, Any]:
        """The label for `x` after the learner's prediction, and the adversary's next state."""


def play(learner, X, y=None, *, passes=1, max_passes=1000, record="all", state=None, progress=False) -> Trace:
    """Run a learner over a sequence of examples and record what happens.

    In each round the learner sees `x`, predicts, is told `y`, and may change its state.

    Parameters
    ----------
    learner : Learner
    X : array (n, d), CSR matrix, memory-mapped array, or iterable of ``(X, y)`` chunks
        Float, integer, or exact (`fractions.Fraction` in an object array). Chunks are read one at a time and
        not kept.
    y : array (n,) of -1 and +1; leave it out when `X` is an iterable of chunks
    passes : int or None
        How often to go over the data; None: until a pass without an update.
    max_passes : int
        Guard for ``passes=None``.
    record : {"all", "updates"}
        "all" keeps the U + 1 states; "updates" keeps only which rounds were updates and the last state, for
        data too wide to keep U + 1 weight vectors.
    state : object
        State to start from; by default ``learner.start(d)``.
    progress : bool
        Show a progress bar.

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
    <Trace of Perceptron(rate=1, ties='mistake'): 6 rounds, 2 mistakes, 2 updates>
    """
    if record not in ("all", "updates"):
        raise MistakeBoundError(f"record is {record!r}: it must be 'all' or 'updates'.")
    if passes is not None and (passes != int(passes) or passes < 1):
        raise MistakeBoundError(f"passes is {passes!r}: it must be a positive whole number, or None.")
    source = _source(X, y, passes)
    run = _Run(learner, keep_states=record == "all", keep_examples=not source.kept, state=state)
    clean = False
    with tqdm(unit=" rounds", disable=not progress) as bar:
        while not clean and run.n_passes < (max_passes if passes is None else passes):
            updates_before = len(run.updates)
            for chunk_X, chunk_y in source.chunks():
                _play_chunk(run, chunk_X, chunk_y, bar)
            if run.n_rounds == 0:
                raise MistakeBoundError("the stream of chunks is empty: there is nothing to play on.")
            run.n_passes += 1
            clean = passes is None and len(run.updates) == updates_before
    trace = run.trace(source)
    if passes is None and not clean:
        error = NoCleanPass(
            f"no clean pass within max_passes={max_passes}: {trace.n_updates} updates so far, the last at round "
            f"{trace.updates[-1]} of {trace.n_rounds}. Either the data are not separable (then this run may never "
            "end: give a number of passes), or the margin is small (raise max_passes)."
        )
        error.trace = trace
        raise error
    return trace


def duel(learner, adversary, *, max_rounds=100_000, state=None) -> Trace:
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
    run = _Run(learner, keep_states=True, keep_examples=False, state=state)
    rows, labels = [], []
    opponent = adversary.start()

    def predict(X):
        X = check_X(X)
        if not run.started:
            run.begin(X.shape[1])
        return learner.predict(run.state, X)

    while (x := adversary.example(opponent, predict)) is not None:
        if len(rows) == max_rounds:
            raise MistakeBoundError(
                f"the adversary did not stop within max_rounds={max_rounds}: raise it, or mend the adversary."
            )
        X = check_X(np.asarray(x).reshape(1, -1))
        size = check_finite(X, start=len(rows))
        y, opponent = adversary.label(opponent, x, int(predict(X)[0]))
        labels.append(y)
        rows.append(X[0])
        _play_piece(run, X, check_y(np.array([y]), start=len(rows) - 1), size)
    if not rows:
        raise MistakeBoundError(f"{adversary!r} stopped before its first example: there is no run to record.")
    run.n_passes = 1
    return run.trace(_Arrays(np.stack(rows), np.array(labels)))


@dataclass
class _Run:
    """A run in the making: the only mutable thing here, dropped once its trace is made."""

    learner: Any
    keep_states: bool
    keep_examples: bool
    state: Any = None
    n_rounds: int = 0
    n_passes: int = 0
    block: int = 16
    updates: list = field(default_factory=list)
    mistakes: list = field(default_factory=list)
    states: list = field(default_factory=list)
    examples: list = field(default_factory=list)

    @property
    def started(self):
        return self.n_rounds > 0 or bool(self.states)

    def begin(self, n_features):
        if self.state is None:
            self.state = self.learner.start(n_features)
        if self.keep_states:
            self.states.append(self.state)

    def update(self, t, x, y):
        """The learner changes in round `t`, on example `x` (a row of an array or of a CSR matrix)."""
        if not isinstance(x, np.ndarray):
            x = x.toarray()[0]
        self.state = state = self.learner.update(self.state, x, y)
        self.updates.append(t)
        if self.keep_states:
            if isinstance(state, np.ndarray):
                state.flags.writeable = False
            self.states.append(state)
        if self.keep_examples:
            self.examples.append((x.copy(), y))

    def trace(self, source) -> Trace:
        conservative = getattr(self.learner, "conservative", False)
        updates = np.array(self.updates, dtype=np.int64)
        streamed = None
        if self.keep_examples:
            rows, labels = zip(*self.examples, strict=True) if self.examples else ((), ())
            d = source.n_features
            streamed = np.array(rows).reshape(len(rows), d), np.array(labels, dtype=np.int64)
        return Trace(
            learner=self.learner,
            n_rounds=self.n_rounds,
            n_passes=self.n_passes,
            updates=updates,
            mistakes=updates.copy() if conservative else np.array(self.mistakes, dtype=np.int64),
            final_state=self.state,
            X=source.X,
            y=source.y,
            recorded_states=tuple(self.states) if self.keep_states else None,
            streamed_updates=streamed,
        )


class _Arrays:
    """Data held in arrays: one chunk, kept in the trace as read-only views."""

    kept = True

    def __init__(self, X, y):
        self.X = check_X(X)
        self.y = check_y(y, n=self.X.shape[0]).astype(np.int8)
        self.y.flags.writeable = False
        if not sp.issparse(self.X):
            self.X = self.X.view()
            self.X.flags.writeable = False

    def chunks(self):
        yield self.X, self.y


class _Chunks:
    """Data that arrive in chunks and are not kept."""

    kept = False
    X = y = None
    n_features = 0

    def __init__(self, stream):
        self.stream = stream

    def chunks(self):
        for number, chunk in enumerate(self.stream):
            try:
                X, y = chunk
            except (TypeError, ValueError):
                raise MistakeBoundError(
                    f"chunk {number} is not a pair (X, y): without y, play expects an iterable of such pairs."
                ) from None
            X = check_X(X)
            y = check_y(y, n=X.shape[0])
            if self.n_features not in (0, X.shape[1]):
                raise MistakeBoundError(
                    f"chunk {number} has {X.shape[1]} features, the ones before it {self.n_features}: "
                    "all chunks need the same columns."
                )
            self.n_features = X.shape[1]
            yield X, y


def _source(X, y, passes):
    if y is not None:
        return _Arrays(X, y)
    if hasattr(X, "shape") or not hasattr(X, "__iter__"):
        raise MistakeBoundError("y is missing: give the labels, or an iterable of (X, y) chunks in place of X.")
    if passes != 1 and iter(X) is X:
        raise MistakeBoundError(
            f"passes={passes} needs to read the chunks more than once, but a generator can be read once: "
            "give a list, or an object whose __iter__ starts afresh."
        )
    return _Chunks(X)


def _play_chunk(run: _Run, X, y, bar):
    """Play on one chunk, a cache-sized piece at a time."""
    n, d = X.shape
    if not run.started:
        run.begin(d)
    rows = PIECE_ROWS if sp.issparse(X) else max(1, min(PIECE_ROWS, PIECE_ENTRIES // d))
    for i in range(0, n, rows):
        piece = _working(X[i : i + rows])
        labels = _working(y[i : i + rows], piece.dtype)
        _play_piece(run, piece, labels, check_finite(piece, start=run.n_rounds))
        bar.update(len(labels))


def _play_piece(run: _Run, X, y, size):
    """Play on rows that are in cache: judge a block, jump to its first update, go on behind it."""
    learner, (n, d) = run.learner, X.shape
    conservative = getattr(learner, "conservative", False)
    if hasattr(learner, "scan"):
        scan, smallest = learner.scan(X, y, size), max(1, BLOCK_ENTRIES // d)
    else:
        scan, smallest = _scan(learner, X, y), 1
    i, block = 0, run.block
    while i < n:
        end = i + (block if block > smallest else smallest)
        end = end if end < n else n
        found = scan(run.state, i, end)
        if found is not None:
            end = found + 1
        if not conservative:
            wrong = np.flatnonzero(learner.predict(run.state, X[i:end]) != y[i:end])
            run.mistakes.extend((run.n_rounds + i + wrong).tolist())
        if found is None:
            block = min(2 * block, PIECE_ROWS)
        else:
            run.update(run.n_rounds + found, X[found], y[found])
            # halving and adding the gap settles at twice the mean gap between updates
            block = block // 2 + end - i
        i = end
    run.block = block
    run.n_rounds += n


def _scan(learner, X, y):
    """The scan of a learner that has none of its own: judge the whole block."""

    def scan(state, i, j):
        wanted = np.flatnonzero(learner.wants_update(state, X[i:j], y[i:j]))
        return i + int(wanted[0]) if len(wanted) else None

    return scan


def _working(array, dtype=None):
    """The numbers a piece is played in: float64, int64, or exact objects; contiguous, never a subclass."""
    if not sp.issparse(array):
        array = np.ascontiguousarray(array)
    if dtype is None:
        dtype = {"f": np.float64, "i": np.int64, "u": np.int64, "O": object}[array.dtype.kind]
    return array if array.dtype == dtype else array.astype(dtype)
