"""The Perceptron against scikit-learn, river and one matrix-vector product; all runs are checked to be the same.

In the smaller cases river plays the same protocol one example at a time (`progressive_val_score`, which counts
mistakes).
"""

from typing import NamedTuple

import numpy as np
from river import evaluate, linear_model, metrics, optim
from river import stream as river_stream
from sklearn.linear_model import Perceptron

import mistakebound as mb

from .paired import row, size, take_turns

RIVER_ENTRIES = 200_000


class Case(NamedTuple):
    """Normal examples, n of d features, moved `margin` away from a hyperplane: the smaller it is, the more updates."""

    n: int
    d: int
    margin: float
    repeats: int


CASES = [
    Case(1_000, 200, 2.0, 15),
    Case(10_000, 20, 0.3, 15),
    Case(100_000, 20, 0.3, 11),
    Case(100_000, 20, 0.02, 11),
    Case(1_000_000, 20, 0.3, 7),
    Case(200_000, 100, 0.5, 7),
    Case(20_000, 1000, 4.0, 7),
    Case(2_000, 10_000, 5.0, 7),
]


def examples(n, d, margin, seed=0):
    """Return examples and labels with this margin for a unit vector, and the vector."""
    rng = np.random.default_rng(seed)
    u = rng.normal(size=d)
    u /= np.linalg.norm(u)
    X = rng.normal(size=(n, d))
    y = np.where(X @ u > 0, 1, -1)
    return X + (margin * y)[:, None] * u, y, u


def sklearn_weights(X, y):
    model = Perceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=False)
    return model.partial_fit(X, y, classes=[-1, 1]).coef_[0]


def river_weights(X, y):
    model = linear_model.LogisticRegression(optim.SGD(1), loss=optim.losses.Hinge(threshold=0), intercept_lr=0.0)
    evaluate.progressive_val_score(river_stream.iter_array(X, y > 0), model, metrics.Accuracy())
    return [*model.weights.values()]


def measure(case):
    X, y, u = examples(case.n, case.d, case.margin)
    trace = mb.play(mb.Perceptron(), X, y)
    peers = {"scikit-learn": sklearn_weights, "river": river_weights}
    if X.size > RIVER_ENTRIES:
        del peers["river"]
    for weights in peers.values():
        assert np.array_equal(trace.final_state, weights(X, y)), "not the same run"
    jobs = {
        "X @ w": lambda: X @ u,
        "play": lambda: mb.play(mb.Perceptron(), X, y),
        **{name: lambda weights=weights: weights(X, y) for name, weights in peers.items()},
    }
    times = take_turns(case.repeats, jobs)
    what = "Perceptron", size(case.n, case.d, trace.n_updates)
    for peer in peers:
        yield row("peers", *what, times, peer, "play")
    yield row("product", *what, times, "play", "X @ w")


def rows(cases=CASES):
    for case in cases:
        yield from measure(case)
