"""The p-norm Perceptron, and Winnow as a quasi-additive learner, against Winnow itself, on one thread.

Run it with ``python -m benchmarks.quasi_additive``. Paired: in every repetition each contestant runs once, in turn, and
a ratio is the median of the repetitions' ratios, so that a busy machine slows all sides alike. Times are processor
times. The runs are checked: the p-norm's is that of a plain loop, and both Winnows make the same.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"

import statistics
from typing import NamedTuple

import numpy as np

import mistakebound as mb

from .perceptron import seconds


class Case(NamedTuple):
    """n rounds with d opinions, -1 or +1, of whom k are a perfect committee."""

    n: int
    d: int
    k: int
    repeats: int


CASES = [
    Case(200_000, 100, 3, 9),
    Case(50_000, 1000, 3, 9),
    Case(5000, 10_000, 3, 15),
    Case(500, 100_000, 3, 25),
]


def plain_updates(p, X, y):
    """The rounds in which the p-norm Perceptron errs or ties, one example at a time; a tie is one to 12 digits."""
    theta, w, updates = np.zeros(X.shape[1]), np.zeros(X.shape[1]), []
    for t, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
        if label * x.dot(w) <= 1e-12 * np.abs(w).sum():
            theta += label * x
            norm = (np.abs(theta) ** p).sum() ** (1 / p)
            w = np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2)
            updates.append(t)
    return updates


def measure(case):
    """One row of the table: updates of Winnow and of the p-norm, Winnow's time, and the ratios of the others to it."""
    stream = mb.streams.committee(case.n, case.d, case.k)
    X, y, p = stream.X.astype(float), stream.y, mb.tuned_p(case.d)
    winnow, rivals = mb.Winnow(1 / case.k), [mb.PNorm(p), mb.QuasiAdditive(mb.potentials.Entropy(), 1 / case.k)]
    trace, pnorm, same = (mb.play(learner, X, y, record="updates") for learner in (winnow, *rivals))
    m = min(case.n, 5000)
    assert pnorm.updates[pnorm.updates < m].tolist() == plain_updates(p, X[:m], y[:m]), "not the same run"
    assert same.updates.tolist() == trace.updates.tolist(), "not the same run"
    times = []
    for _ in range(case.repeats):
        base, *others = (seconds(mb.play, learner, X, y) for learner in (winnow, *rivals))
        times.append((base, *(other / base for other in others)))
    return trace.n_updates, pnorm.n_updates, *map(statistics.median, zip(*times, strict=True))


def main():
    """The table."""
    print("Winnow, in milliseconds; the p-norm with p = 2 ln d ÷ Winnow; quasi-additive with the entropy ÷ Winnow")
    print(f"{'n × d':>18} {'updates':>8} {'p-norm':>8} {'ms':>8} {'p-norm ÷':>9} {'entropy ÷':>9}")
    for case in CASES:
        updates, others, base, pnorm, entropy = measure(case)
        size = f"{case.n:,} × {case.d:,}"
        print(f"{size:>18} {updates:>8,} {others:>8,} {base * 1e3:>8.1f} {pnorm:>9.2f} {entropy:>9.2f}", flush=True)


if __name__ == "__main__":
    main()
