"""The Perceptron against one matrix-vector product, scikit-learn and river, on one thread.

Run it with ``python -m benchmarks.perceptron``, with the extra [fast] installed. Paired: in every repetition each
contestant runs once, in turn, and a ratio is the median of the repetitions' ratios, so that a busy machine slows both
sides alike. Times are processor times. The runs are checked to be the same run.

Without the compiled loop of [fast] runs a subclass, which that loop does not know.

river plays the same protocol one example at a time (`progressive_val_score`, which counts mistakes); it is timed on the
first rows, and its time scaled to all of them.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"

import statistics
import time
import tracemalloc
from typing import NamedTuple

import numpy as np
from river import evaluate, linear_model, metrics, optim
from river import stream as river_stream
from sklearn.linear_model import Perceptron
from tqdm import tqdm

import mistakebound as mb

RIVER_ENTRIES = 200_000


class Case(NamedTuple):
    """Normal examples, n of d features, moved `margin` away from a hyperplane: the smaller it is, the more updates."""

    n: int
    d: int
    margin: float
    repeats: int


CASES = [
    Case(200_000, 100, 0.5, 15),
    Case(1_000_000, 50, 0.3, 9),
    Case(1_000_000, 20, 0.3, 9),
    Case(20_000, 1000, 4.0, 15),
    Case(5_000, 10_000, 25.0, 9),
    Case(100_000, 20, 0.3, 25),
    Case(100_000, 20, 0.1, 25),
    Case(100_000, 20, 0.05, 25),
    Case(100_000, 20, 0.02, 25),
    Case(100_000, 20, 0.01, 25),
]


def examples(rng, n, u, margin):
    """Examples and labels with this margin for the unit vector `u`."""
    X = rng.normal(size=(n, len(u)))
    y = np.where(X @ u > 0, 1, -1)
    X += (margin * y)[:, None] * u
    return X, y


def direction(rng, d):
    u = rng.normal(size=d)
    return u / np.linalg.norm(u)


def sklearn_weights(X, y):
    model = Perceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=False)
    return model.partial_fit(X, y, classes=[-1, 1]).coef_[0]


def river_weights(X, y):
    model = linear_model.LogisticRegression(optim.SGD(1), loss=optim.losses.Hinge(threshold=0), intercept_lr=0.0)
    evaluate.progressive_val_score(river_stream.iter_array(X, y > 0), model, metrics.Accuracy())
    return [*model.weights.values()]


def seconds(job, *arguments):
    start = time.process_time()
    job(*arguments)
    return time.process_time() - start


class WithoutFast(mb.Perceptron):
    """The same learner."""


def measure(case):
    """One row of the table: updates, our time, and the four ratios."""
    rng = np.random.default_rng(0)
    u = direction(rng, case.d)
    X, y = examples(rng, case.n, u, case.margin)
    learner = mb.Perceptron()
    trace = mb.play(learner, X, y)
    assert np.array_equal(trace.final_state, sklearn_weights(X, y)), "not the same run"
    m = min(case.n, RIVER_ENTRIES // case.d)
    assert mb.play(learner, X[:m], y[:m]).final_state.tolist() == river_weights(X[:m], y[:m]), "not the same run"
    times = []
    for _ in range(case.repeats):
        product, ours = seconds(np.matmul, X, u), seconds(mb.play, learner, X, y)
        sklearn, without = seconds(sklearn_weights, X, y), seconds(mb.play, WithoutFast(), X, y)
        times.append((ours, ours / product, sklearn / ours, without / product))
    river = statistics.median(seconds(river_weights, X[:m], y[:m]) for _ in range(3)) * case.n / m
    ours, to_product, from_sklearn, without = map(statistics.median, zip(*times, strict=True))
    return trace.n_updates, ours, to_product, from_sklearn, river / ours, without


def stream(n=10_000_000, d=20, rows=100_000):
    """A stream in chunks, each made when it is asked for and then forgotten; the memory of playing it."""
    rng = np.random.default_rng(0)
    u = direction(rng, d)
    making = 0.0

    def chunks():
        nonlocal making
        for _ in tqdm(range(n // rows), desc="stream", leave=False):
            start = time.process_time()
            chunk = examples(rng, rows, u, 0.3)
            making += time.process_time() - start
            yield chunk

    tracemalloc.start()
    start = time.process_time()
    trace = mb.play(mb.Perceptron(), chunks())
    played = time.process_time() - start - making
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return trace, played, peak, rows * (d + 1) * 8


def main():
    """The table, and the stream."""
    print("Perceptron: milliseconds of play; play ÷ X @ w; scikit-learn ÷ play; river ÷ play; without [fast] ÷ X @ w")
    print(
        f"{'n × d':>18} {'updates':>8} {'of rounds':>9} {'ms':>8} {'÷ X @ w':>8} {'sklearn':>8} {'river':>7} "
        f"{'without':>8}"
    )
    for case in CASES:
        updates, ours, product, sklearn, river, without = measure(case)
        print(
            f"{f'{case.n:,} × {case.d:,}':>18} {updates:>8,} {updates / case.n:>9.3%} {ours * 1e3:>8.1f} "
            f"{product:>8.2f} {sklearn:>8.2f} {river:>7.0f} {without:>8.2f}",
            flush=True,
        )
    trace, played, peak, chunk = stream()
    print(
        f"{trace.n_rounds:,} × 20 in chunks: {trace.n_updates} updates, {played:.2f} s of play "
        f"({played / trace.n_rounds * 1e9:.0f} ns a round), peak {peak / 1e6:.0f} MB, "
        f"where one chunk is {chunk / 1e6:.0f} MB"
    )


if __name__ == "__main__":
    main()
