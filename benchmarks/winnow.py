"""Winnow against one matrix-vector product, and the experiment of irrelevant attributes, on one thread.

Run it with ``python -m benchmarks.winnow``. Paired: in every repetition each contestant runs once, in turn, and a ratio
is the median of the repetitions' ratios, so that a busy machine slows both sides alike. Times are processor times. The
runs are checked to be the run of a plain loop.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"

import math
import statistics
import time
from typing import NamedTuple

import numpy as np

import mistakebound as mb

from .perceptron import seconds


class Case(NamedTuple):
    """n examples with d opinions, -1 or +1, of whom k are a perfect committee: the larger, the more updates."""

    n: int
    d: int
    k: int
    repeats: int


CASES = [
    Case(200_000, 100, 3, 15),
    Case(200_000, 100, 11, 15),
    Case(1_000_000, 20, 3, 9),
    Case(1_000_000, 50, 11, 9),
    Case(50_000, 1000, 3, 9),
    Case(100_000, 20, 3, 25),
    Case(100_000, 20, 7, 25),
    Case(100_000, 20, 15, 25),
]
K = 3


def plain_updates(learner, X, y):
    """The rounds in which the weights change, one example at a time; a tie is one to 12 digits."""
    c, w, updates = np.zeros(X.shape[1]), np.full(X.shape[1], 1 / X.shape[1]), []
    for t, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
        if label * x.dot(w) <= 1e-12:
            c += label * x
            w = np.exp(learner.eta * (c - c.max()))
            w /= w.sum()
            updates.append(t)
    return updates


def measure(case):
    """One row of the table: updates, our time, and its ratio to the product."""
    stream = mb.streams.committee(case.n, case.d, case.k)
    X, y, u = stream.X.astype(float), stream.y, stream.u.astype(float)
    learner = mb.Winnow(1 / case.k)
    trace = mb.play(learner, X, y)
    m = min(case.n, 20_000)
    assert trace.updates[trace.updates < m].tolist() == plain_updates(learner, X[:m], y[:m]), "not the same run"
    times = []
    for _ in range(case.repeats):
        product, ours = seconds(np.matmul, X, u), seconds(mb.play, learner, X, y)
        times.append((ours, ours / product))
    return trace.n_updates, *map(statistics.median, zip(*times, strict=True))


def irrelevant(d, n=1000):
    """Mistakes of both learners on n rounds of d experts, of whom 3 are a perfect committee; and the two bounds."""
    chunks = mb.streams.committee_chunks(n, d, K, rows=100)
    results = []
    for learner, bound in (
        (mb.Winnow(1 / K), 2 * K**2 * math.log(d)),
        (mb.Perceptron(), K * d),
    ):
        start = time.process_time()
        mistakes = mb.play(learner, chunks, record="updates").n_mistakes
        results += [mistakes, bound, time.process_time() - start]
    return results


def main():
    """The table, and the experiment."""
    print("Winnow: milliseconds of play; play ÷ X @ w")
    print(f"{'n × d':>18} {'updates':>8} {'of rounds':>9} {'ms':>8} {'÷ X @ w':>8}")
    for case in CASES:
        updates, ours, product = measure(case)
        size = f"{case.n:,} × {case.d:,}"
        print(f"{size:>18} {updates:>8,} {updates / case.n:>9.3%} {ours * 1e3:>8.1f} {product:>8.2f}", flush=True)
    print("1000 rounds, a committee of 3 of d experts: mistakes, bound, seconds of Winnow; of the Perceptron")
    for d in (10, 100, 1000, 10_000, 100_000):
        w, w_bound, w_time, p, p_bound, p_time = irrelevant(d)
        print(f"{d:>18,} {w:>8} {w_bound:>9.1f} {w_time:>8.2f} {p:>8} {p_bound:>9,} {p_time:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
