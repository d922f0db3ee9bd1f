"""Winnow, the p-norm Perceptron and Winnow as a quasi-additive learner against one matrix-vector product.

The runs are checked against plain loops, and both Winnows make the same run.
"""

from typing import NamedTuple

import numpy as np

import mistakebound as mb

from .paired import row, take_turns

CHECKED = 5000


class Case(NamedTuple):
    """n rounds with d opinions, -1 or +1, of which k are a perfect committee: the larger k, the more updates."""

    n: int
    d: int
    k: int
    repeats: int


CASES = [
    Case(100_000, 20, 3, 9),
    Case(200_000, 100, 3, 7),
    Case(200_000, 100, 11, 7),
    Case(20_000, 1000, 3, 7),
    Case(2_000, 10_000, 3, 7),
]


def plain_updates(weights, X, y):
    """Return the rounds in which a learner with these weights of theta errs or ties; ties are up to 12 digits."""
    theta, updates = np.zeros(X.shape[1]), []
    w = weights(theta)
    for t, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
        if label * x.dot(w) <= 1e-12 * np.abs(w).sum():
            theta += label * x
            w = weights(theta)
            updates.append(t)
    return updates


def softmax(eta):
    def weights(theta):
        w = np.exp(eta * (theta - theta.max()))
        return w / w.sum()

    return weights


def p_norm(p):
    def weights(theta):
        norm = (np.abs(theta) ** p).sum() ** (1 / p)
        return np.sign(theta) * np.abs(theta) ** (p - 1) / max(norm, 1) ** (p - 2)

    return weights


def measure(case):
    stream = mb.streams.committee(case.n, case.d, case.k)
    X, y, u = stream.X.astype(float), stream.y, stream.u.astype(float)
    p, eta = mb.tuned_p(case.d), 1 / case.k
    learners = {
        "Winnow": (mb.Winnow(eta), softmax(eta)),
        "Winnow, quasi-additive": (mb.QuasiAdditive(mb.potentials.Entropy(), eta), softmax(eta)),
        "p-norm Perceptron": (mb.PNorm(p), p_norm(p)),
    }
    jobs = {"X @ w": lambda: X @ u}
    for name, (learner, weights) in learners.items():
        updates = mb.play(learner, X[:CHECKED], y[:CHECKED]).updates
        assert updates.tolist() == plain_updates(weights, X[:CHECKED], y[:CHECKED]), f"not the same run: {name}"
        jobs[name] = lambda learner=learner: mb.play(learner, X, y)
    times = take_turns(case.repeats, jobs)
    for name in learners:
        yield row("winnow", "committee", f"{case.n:,} × {case.d:,}, committee of {case.k}", times, name, "X @ w")


def rows(cases=CASES):
    for case in cases:
        yield from measure(case)
