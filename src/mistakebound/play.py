"""The online protocol: a learner meets a sequence of examples (`play`) or an adversary (`duel`).

Legend: X examples (n, d), y labels (n,), x one example (d,), i, j, k rows.

Speed comes from the theorems themselves. A learner that changes only when it must changes rarely, so `play` never
loops over examples: it asks a block of rows which of them want an update from the current state, jumps to the first,
updates, and goes on behind it. The block follows the gap between updates.
"""

from __future__ import annotations

import reprlib
import warnings
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from copy import copy, deepcopy
from inspect import signature
from typing import Any, Protocol

import numpy as np

from .arrays import block, is_sparse, largest, pieces, read_only, row, working
from .checks import check_data, check_finite, check_whole, check_X, check_y, one_of
from .errors import ForeignExample, MistakeBoundError, NoCleanPass, NotRealizable
from .trace import Trace
from .types import Examples, Vector

__all__ = ["Adversary", "Learner", "duel", "play"]

# The first rows that are asked at once.
BLOCK_ROWS = 16
# Whole features below do not leave 64 bits in any number of updates.
LARGEST_WHOLE = 2**31
# Of learners that are not the package's own, so many rounds are asked one row at a time, and one of each block after.
ALONE = 256
# So many negatives that are ties, and nothing else, are none by chance.
NEGATIVES = 10


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


# The methods of a learner, and what they are given.
METHODS = {
    "start": ("n_features",),
    "predict": ("state", "X"),
    "wants_update": ("state", "X", "y"),
    "update": ("state", "x", "y"),
}


class Adversary(Protocol):
    """Nature as an opponent. It sees the learner's prediction before it chooses the label."""

    def start(self) -> Any:
        """The adversary's state before the first round."""

    def example(self, state: Any, predict: Callable[[Examples], np.ndarray]) -> np.ndarray | None:
        """The next example, or None to stop; `predict(X)` asks the learner's current state."""

    def label(self, state: Any, x: np.ndarray, prediction: int) -> tuple[int, Any]:
        """The label for `x` after the learner's prediction, and the adversary's next state."""


def play(
    learner: Learner,
    X: Examples,
    y: Vector | None = None,
    *,
    passes: int | None = 1,
    max_passes: int = 1000,
    record: str = "all",
    state: Any = None,
    progress: bool = False,
) -> Trace:
    """Run a learner over a sequence of examples and record what happens.

    In each round the learner sees `x`, predicts, is told `y`, and may change its state.

    Parameters
    ----------
    learner : Learner
    X : array (n, d), CSR matrix, memory-mapped array, or iterable of ``(X, y)`` chunks
        Float, integer, or exact (`fractions.Fraction` in an object array). Chunks are read one at a time and
        not kept: what a theorem asks of every example is then asked of the updates, which is all that its proof uses.
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
    if not one_of(record, "all", "updates"):
        raise MistakeBoundError(f"record is {record!r}: it must be 'all' or 'updates'.")
    check_methods(learner)
    most_passes = check_whole(max_passes, "max_passes") if passes is None else check_whole(passes, "passes")
    held = None if y is None else _held(X, y)
    run = _Run(learner, state, keeps_states=record == "all", keeps_examples=held is None)
    with _progress_bar(len(held[1]) * passes if held and passes else None) if progress else nullcontext() as bar:
        for _ in range(most_passes):
            rounds_before, updates_before = run.n_rounds, len(run.updates)
            for chunk in [held] if held else _chunks(X, run.n_rounds, once=most_passes == 1):
                run.play(*chunk, bar)
            if run.n_rounds == rounds_before:
                raise MistakeBoundError(f"the stream of chunks is empty in pass {run.n_passes}: nothing to play on.")
            run.n_passes += 1
            clean = len(run.updates) == updates_before
            if clean and passes is None:
                break
    trace = run.trace(*held or (None, None))
    if passes is None and not clean:
        raise NoCleanPass(
            f"no clean pass within max_passes={max_passes}: {trace.n_updates} updates so far, the last in round "
            f"{trace.updates[-1]} of {trace.n_rounds}. Either the data are not separable (then this run may never "
            "end: give a number of passes), or the margin is small (raise max_passes).",
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
    for method in ("start", "example", "label"):
        if isinstance(adversary, type) or not hasattr(adversary, method):
            raise MistakeBoundError(
                f"adversary is {reprlib.repr(adversary)}: it must be an object with start, example and label, and "
                "comes second, as in duel(learner, adversary)."
            )
    check_methods(learner)
    run = _Run(learner, state)
    rows: list[np.ndarray] = []
    labels: list[int] = []
    opponent = adversary.start()

    def predict(X: Examples) -> np.ndarray:
        X = check_X(X)
        run.begin(X.shape[1])
        return run.predict(X)

    while (x := adversary.example(opponent, predict)) is not None:
        if len(rows) == max_rounds:
            raise MistakeBoundError(
                f"the adversary did not stop within max_rounds={max_rounds}: raise it, or mend the adversary."
            )
        X = check_X(np.asarray(x).reshape(1, -1), start=run.n_rounds)
        y, opponent = adversary.label(opponent, x, int(predict(X)[0]))
        run.play(X, check_y([y], start=run.n_rounds))
        rows.append(X[0].copy())  # the adversary may use its own again
        labels.append(y)
    if not rows:
        raise MistakeBoundError(f"{adversary!r} stopped before its first example: there is no run to record.")
    run.n_passes = 1
    return run.trace(*_held(np.stack(rows), np.array(labels)))


class _Run:
    """A run in the making: the only mutable thing here, dropped once its trace is made."""

    def __init__(
        self, learner: Learner, state: Any, *, keeps_states: bool = True, keeps_examples: bool = False
    ) -> None:
        self.learner, self.state = learner, state
        self.conservative = _updates_by_prediction(learner)
        self.n_features: int | Any = None
        self.n_rounds = self.n_passes = 0
        self.updates: list[int] = []
        self.mistakes: list[int] = []
        self.states: list[Any] | None = [] if keeps_states else None
        self.examples: list[tuple[np.ndarray, int]] | None = [] if keeps_examples else None
        self.own: dict[str, Any] = {}
        self.negatives_called_ties = 0
        self.block = BLOCK_ROWS
        self.said: set[int] = set()
        parts = learner, learner.predict, *getattr(learner, "__dict__", {}).values()
        self.draw: Any = np.random.default_rng(0) if any(map(_is_foreign, parts)) else None
        self.measures = self.draw is None and getattr(learner, "measures", False)

    def begin(self, n_features: int) -> None:
        """Called before every chunk; the first one says how wide the data are."""
        if self.n_features is None:
            self.n_features = n_features
            state = self.learner.start(n_features) if self.state is None else _copied(self.state)
            if state is None:
                raise MistakeBoundError(f"{_name(self.learner)}.start gave None: return the state before any round.")
            self.own = dict(getattr(self.learner, "__dict__", {}))
            self.enter(state)
        elif self.n_features != n_features:
            raise MistakeBoundError(
                f"the examples from round {self.n_rounds} on have {n_features} features, the ones before them "
                f"{self.n_features}: all need the same."
            )

    def enter(self, state: Any) -> None:
        """From here on the learner is in this state, which nobody may change."""
        if state is self.learner:
            raise MistakeBoundError(
                f"{_name(state)} gave itself as its state: return what it has learned, such as its weights; the run "
                "keeps every state, and self must not change."
            )
        if isinstance(state, np.ndarray):
            state.setflags(write=False)
        if self.states is not None:
            self.states.append(state)
        self.state = state

    def play(self, X: Examples, y: np.ndarray, bar: Any = None) -> None:
        """Play on one chunk, a piece at a time."""
        n, d = X.shape
        self.begin(d)
        # of sparse rows more, but not too many for a learner that makes them dense
        for rows in pieces(n, max(X.nnz // n, d >> 7, 1) if is_sparse(X) else d):
            piece = working(block(X, rows.start, rows.stop))
            if self.n_rounds == 0:
                check_finite(piece[:1])
                self.predict(piece[:1])  # of a conservative learner, the only time
            if piece.dtype.kind != "f" or not self.measures:
                check_range(piece, self.n_rounds)
            self.play_piece(piece, y[rows].astype(piece.dtype))
            if bar is not None:
                bar.update(piece.shape[0])

    def predict(self, X: Examples) -> np.ndarray:
        """The learner's labels for a batch, or an error that says what is wrong with them."""
        try:
            said = self.learner.predict(self.state, X)
        except Exception as error:
            _say_where(error, self.learner, "predict", self.n_rounds)
            raise
        if np.shape(said) != X.shape[:1] or not np.isin(said, (-1, 0, 1)).all() or np.asarray(said).dtype == bool:
            raise MistakeBoundError(
                f"{_name(self.learner)}.predict gave {said!r} for {X.shape[0]} example(s): it must give an array with "
                "a label for each row of X, -1 or +1, or 0 for a tie that is a mistake; from scores use "
                "np.where(scores > 0, 1, -1)."
            )
        return said

    def play_piece(self, X: Examples, y: np.ndarray) -> None:
        """Play on one piece: jump to the first update, go on behind it."""
        n, start, i = len(y), self.n_rounds, 0
        while i < n:
            found = self.find(X, y, i)
            end = min(found + 1, n)
            wrong: Any = [found - i] if found < n else []
            if not self.conservative:
                said = self.predict(X[i:end])
                self.said.update(np.unique(said).tolist())
                ties = np.flatnonzero((said == 0) & (y[i:end] == -1))
                if len(ties):  # of which examples that are 0 are always some
                    self.negatives_called_ties += int(np.count_nonzero(abs(X[i:end][ties]).sum(axis=1)))
                wrong = np.flatnonzero(said != y[i:end])
                self.mistakes.extend((start + i + wrong).tolist())
            if self.draw is not None:
                self.ask_alone(X[i:end], y[i:end], wrong, start + i)
            if found < n:
                self.update(start + found, X, y, found)
            i = end
        self.n_rounds += n

    def find(self, X: Examples, y: np.ndarray, first: int) -> int:
        """The first row from there on that wants an update, or n: asked in blocks, which follow the gap between."""
        n, i = len(y), first
        while i < n:
            wanted = self.wants_update(X[i : i + self.block], y[i : i + self.block], self.n_rounds + i)
            k = int(wanted.argmax())
            if wanted[k]:
                # halving and adding the gap settles at twice the mean gap between updates
                self.block = self.block // 2 + i + k + 1 - first
                return i + k
            i += self.block
            self.block = min(2 * self.block, max(self.block, n))
        return n

    def wants_update(self, X: Examples, y: np.ndarray, start: int) -> np.ndarray:
        """The learner's answer for a block, whose first row is that of round `start`."""
        try:
            wanted = self.learner.wants_update(self.state, X, y)
        except ForeignExample as error:
            raise ForeignExample(start + error.row, error.reason) from None
        except Exception as error:
            _say_where(error, self.learner, "wants_update", start)
            raise
        if np.shape(wanted) != y.shape or wanted.dtype != bool:
            raise MistakeBoundError(
                f"{_name(self.learner)}.wants_update gave {wanted!r} for {len(y)} example(s): it must give an array "
                "with True or False for each row of X."
            )
        return wanted

    def ask_alone(self, X: Examples, y: np.ndarray, wrong: Any, start: int) -> None:
        """Whether a learner says of an example alone what it says of it among others: it may look at no other."""
        first = range(min(len(y), max(0, ALONE - start)))
        for i in first or [int(self.draw.integers(len(y)))]:
            if (self.learner.predict(self.state, X[i : i + 1])[0] != y[i]) != (i in wrong):
                raise MistakeBoundError(
                    f"{_name(self.learner)}.predict gives another label for the example of round {start + i} among "
                    "others than for it alone: a label may depend on the state and its own row only, and a coin must "
                    "be tossed by start or update. If it is a tie that rounding breaks, take scores within 1e-12 for 0."
                )

    def update(self, round: int, X: Examples, y: np.ndarray, i: int) -> None:
        """Show the learner row i in this round, and record the state that it goes over to."""
        x, label = row(X, i), y.item(i)
        size = _size(self.state)
        try:
            state = self.learner.update(self.state, x, label)
        except NotRealizable as error:
            raise NotRealizable(f"in round {round}, {error}", round=round) from None
        except Exception as error:
            if not _writes(self.learner, self.state, x, label):
                _say_where(error, self.learner, "update", round)
                raise
            raise MistakeBoundError(
                f"{_name(self.learner)}.update writes into its state or its example in round {round}: the run keeps "
                "both, so return a new state, as in state + y * x."
            ) from None
        if state is None:
            raise MistakeBoundError(f"{_name(self.learner)}.update gave None in round {round}: return the new state.")
        if state is self.state and _size(state) != size:
            raise MistakeBoundError(
                f"{_name(self.learner)}.update changes its state, a {type(state).__name__}, in round {round}: the run "
                "keeps every state, so return a new one, as in [*state, (x, y)]."
            )
        self.enter(state)
        self.updates.append(round)
        if self.examples is not None:
            self.examples.append((x.copy(), label))

    def trace(self, X: Examples, y: np.ndarray | None) -> Trace:
        """The run as a value; `X` and `y` are its data, or None if they were not kept."""
        self.check_what_was_said()
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

    def check_what_was_said(self) -> None:
        """Whether a learner of one's own seems to mean something else than it says."""
        for name, value in self.own.items():
            if isinstance(value, np.ndarray) and getattr(self.learner, name) is not value:
                raise MistakeBoundError(
                    f"{_name(self.learner)} changes self.{name} as it learns: return it from update as the state, and "
                    "answer from the state that is given, so that the run can keep every state."
                )
        if self.said == {0, 1} and self.negatives_called_ties >= NEGATIVES:
            warnings.warn(
                f"{_name(self.learner)}.predict gave 0 in {self.negatives_called_ties} rounds with the label -1, and "
                "-1 in none: 0 is a tie, which is a mistake. For a negative return -1, as in "
                "np.where(scores > 0, 1, -1).",
                stacklevel=4,
            )

    def _streamed_updates(self) -> tuple[np.ndarray, np.ndarray]:
        if not self.examples:
            return np.empty((0, self.n_features)), np.empty(0, dtype=np.int8)
        rows, labels = zip(*self.examples, strict=True)
        return np.stack(rows), np.array(labels, dtype=np.int8)


def _copied(state: Any) -> Any:
    """A state to start from; an array without its subclass, whose products are others."""
    if np.ma.is_masked(state):
        raise MistakeBoundError("the state has masked entries: fill them in with state.filled(value).")
    return np.array(state) if isinstance(state, np.ndarray) else copy(state)


def _is_foreign(part: Any) -> bool:
    """Whether a learner, or what it is made of, is code of others: the package's own looks at one row at a time."""
    module = getattr(part, "__module__", None)
    return module is not None and module.partition(".")[0] not in (__package__, "fractions", "numpy")


def _updates_by_prediction(learner: Learner) -> bool:
    """Whether updates are mistakes by construction: such a learner is asked once, any other for its predictions, too.

    What a learner of others says of itself does not count.
    """
    method = learner.wants_update
    if getattr(method, "__self__", None) is not learner or _is_foreign(method):
        return False
    return method.__func__ is Learner.wants_update or getattr(learner, "conservative", False)  # type: ignore[attr-defined]


def _writes(learner: Learner, state: Any, x: np.ndarray, y: int) -> bool:
    """Whether an update that failed goes well on copies, which may be written to."""
    try:
        learner.update(deepcopy(state), x.copy(), y)
    except Exception:
        return False
    return True


def _size(state: Any) -> int | None:
    """Of what has a size that can change."""
    return len(state) if isinstance(state, (list, dict, set)) else None


def _name(learner: Learner) -> str:
    return type(learner).__name__


def _say_where(error: Exception, learner: Learner, method: str, round: int) -> None:
    """Have an error of others, such as NumPy's about shapes, say in which method it came up."""
    if not isinstance(error, MistakeBoundError):
        error.add_note(f"That was in {_name(learner)}.{method}, from round {round} on.")


def check_methods(learner: Learner) -> None:
    """That a learner has the four methods, and that each takes what it will be given."""
    if hasattr(learner, "shape") or isinstance(learner, (list, tuple)):
        raise MistakeBoundError("the learner is an array: it comes first, as in play(learner, X, y).")
    if isinstance(learner, type):
        raise MistakeBoundError(f"learner is the class {learner.__name__}: make one, as in {learner.__name__}().")
    for method, given in METHODS.items():
        missing = method != "wants_update" and getattr(type(learner), method, None) is getattr(Learner, method)
        if missing or not hasattr(learner, method):
            raise MistakeBoundError(f"{_name(learner)} has no method {method}: a learner has {', '.join(METHODS)}.")
        takes = signature(getattr(learner, method))
        names = [*takes.parameters]
        try:
            takes.bind(*given)
            if any(name in names and names.index(name) != place for place, name in enumerate(given)):
                raise TypeError("exchanged")
        except TypeError:
            raise MistakeBoundError(
                f"{_name(learner)}.{method} takes {takes}: it is called as {method}({', '.join(given)})."
            ) from None


def _progress_bar(n_rounds: int | None) -> Any:
    from tqdm.auto import tqdm  # not above: it takes as long to import as the rest of the package

    return tqdm(total=n_rounds, unit=" rounds")


def _held(X: Examples, y: Vector) -> tuple[Examples, np.ndarray]:
    """Data held in arrays, checked, and read-only."""
    if getattr(X, "ndim", 2) == 1 and getattr(y, "ndim", 1) == 2:
        raise MistakeBoundError("X has one dimension, and y two: the examples come first, as in play(learner, X, y).")
    X, y = check_data(X, y, finite=False)
    return read_only(X), read_only(y.astype(np.int8))


def _chunks(stream: Any, start: int, once: bool) -> Iterator[tuple[Examples, np.ndarray]]:
    """The chunks of one pass, which starts in this round, checked one by one."""
    if hasattr(stream, "shape") or not hasattr(stream, "__iter__"):
        raise MistakeBoundError(
            "y is missing: give the labels, as in play(learner, stream.X, stream.y), or an iterable of (X, y) chunks "
            "in place of X."
        )
    if not once and iter(stream) is stream:
        raise MistakeBoundError(
            "several passes need to read the chunks more than once, but a generator can be read only once: "
            "give a list, or an object whose __iter__ starts afresh."
        )
    for number, chunk in enumerate(stream):
        if not (isinstance(chunk, (tuple, list)) and len(chunk) == 2 and _is_flat(chunk[1])):
            raise MistakeBoundError(
                f"chunk {number} is not a pair (X, y): if X holds the examples, y is missing, the labels; without y, "
                "play expects an iterable of such pairs."
            )
        X, y = chunk
        try:
            X, y = check_data(X, y, start, finite=False)
        except MistakeBoundError as error:
            raise MistakeBoundError(f"chunk {number}: {error}") from None
        yield read_only(X), y
        start += len(y)


def _is_flat(values: Any) -> bool:
    try:
        return np.ndim(values) == 1
    except ValueError:  # of lists of several lengths
        return False


def check_range(X: Examples, start: int) -> None:
    """Examples that are numbers, and whole ones only if their sums fit 64 bits; `start` is the first round."""
    if check_finite(X, start) >= LARGEST_WHOLE and X.dtype.kind == "i" and largest(X) >= LARGEST_WHOLE:
        raise MistakeBoundError(
            f"X has the entry {largest(X):.0f} in size, too large for sums of whole numbers of 64 bits: use "
            "X.astype(float), or exact integers, X.astype(object)."
        )
