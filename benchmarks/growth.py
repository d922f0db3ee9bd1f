"""The growth of the time of `play`: the Perceptron on a run twice as long or wide, or with twice as many updates."""

import tracemalloc
from typing import NamedTuple

import numpy as np

import mistakebound as mb

from .paired import row, size, take_turns
from .perceptron import examples


class Case(NamedTuple):
    """n rounds of d features with a given number of updates."""

    n: int
    d: int
    updates: int
    repeats: int


CASES = [Case(50_000, 100, updates, 15) for updates in (10, 100, 1000, 10_000)]


def turning(n, d, updates):
    """Rounds in which the right weights flip at even distances, which is exactly where the Perceptron updates."""
    turn = np.zeros(n, bool)
    turn[np.arange(updates) * n // updates] = True
    X = np.ones((n, d))
    X[turn] = 2
    X[0] = 1
    return X, (-1) ** turn.cumsum()


def measure(case):
    n, d, updates, repeats = case
    runs = {
        "": turning(n, d, updates),
        "twice as long": turning(2 * n, d, updates),
        "twice as wide": turning(n, 2 * d, updates),
        "twice as many updates": turning(n, d, 2 * updates),
    }
    for name, (X, y) in runs.items():
        assert mb.play(mb.Perceptron(), X, y).n_updates == updates * (1 + name.endswith("updates"))
    times = take_turns(repeats, {name: lambda run=run: mb.play(mb.Perceptron(), *run) for name, run in runs.items()})
    for name in [*runs][1:]:
        yield row("growth", "play", size(n, d, updates), times, name, "")


def peak_memory(n_chunks, rows, d=20):
    """The peak memory for a stream played in chunks, each made on demand and then forgotten."""
    chunks = (examples(rows, d, 0.3, seed)[:2] for seed in range(n_chunks))
    tracemalloc.start()
    assert mb.play(mb.Perceptron(), chunks).n_rounds == n_chunks * rows
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def memory(n_chunks=10, rows=50_000):
    peaks = {"": peak_memory(n_chunks, rows), "twice as long": peak_memory(2 * n_chunks, rows)}
    size = f"{n_chunks} chunks of {rows:,} × 20"
    return row("growth", "memory, data in chunks", size, peaks, "twice as long", "")


def rows(cases=CASES):
    for case in cases:
        yield from measure(case)
    yield memory()
