"""The online protocol, played: a learner meets a sequence of examples (`play`) or an adversary (`duel`).

Legend: X examples (n, d), y labels (n,), x one example (d,).

This is the gate through which examples enter; `run` has the loop.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from .arrays import read_only
from .checks import check_data, check_whole, check_X, check_y, one_of
from .errors import MistakeBoundError, NoCleanPass
from .protocol import Adversary, Learner
from .trace import Trace
from .types import Examples, Vector
from .watched import run_of

__all__ = ["duel", "play"]


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
    X : array (n, d), CSR matrix, memory-mapped array, or iterable of ``(X, y)`` chunks
        Float, integer, or exact (`fractions.Fraction` in an object array). Chunks are read one at a time and
        not kept: what a theorem asks of every example is then asked of the updates, which is all that its proof uses.
        A bar that shows how far one is comes from outside: ``play(learner, tqdm(chunks))``.
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
    run = run_of(learner, state, keeps_states=record == "all", keeps_examples=y is None)
    max_passes = check_whole(max_passes, "max_passes")
    most_passes = max_passes if passes is None else check_whole(passes, "passes")
    held = None if y is None else _held(X, y)
    for _ in range(most_passes):
        rounds_before, updates_before = run.n_rounds, len(run.updates)
        for chunk in [held] if held else _chunks(X, run.n_rounds, once=most_passes == 1):
            run.play(*chunk)
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
    run = run_of(learner, state)
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
        yield read_only(X), y.astype(np.int8)
        start += len(y)


def _is_flat(values: Any) -> bool:
    try:
        return np.ndim(values) == 1
    except ValueError:  # of lists of several lengths
        return False
