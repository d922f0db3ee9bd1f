"""Winnow1 and Winnow2 as Littlestone wrote them: lists of exact weights, promoted, demoted or eliminated."""

from fractions import Fraction

import numpy as np
import pytest

import mistakebound as mb


def plain(X, y, alpha, theta, demote):
    """The weights before each round and after the last, and the rounds with a mistake."""
    w, weights, mistakes = [Fraction(1)] * len(X[0]), [], []
    for t, (x, label) in enumerate(zip(X, y, strict=True)):
        weights.append(w)
        said = 1 if sum(w_j for w_j, x_j in zip(w, x, strict=True) if x_j) >= theta else -1
        if said != label:
            mistakes.append(t)
            factor = alpha if label > 0 else demote
            w = [w_j * factor if x_j else w_j for w_j, x_j in zip(w, x, strict=True)]
    return [*weights, w], mistakes


@pytest.mark.parametrize("alpha", [Fraction(2), Fraction(3, 2), Fraction(5)])
@pytest.mark.parametrize("theta", [None, Fraction(1, 2), Fraction(7, 4)])
@pytest.mark.parametrize("make", [mb.Winnow1, mb.Winnow2])
def test_the_run_is_the_plain_one(make, alpha, theta):
    rng = np.random.default_rng(5)
    X, y = rng.integers(0, 2, (80, 5)), rng.choice([-1, 1], 80)
    default, demote = (Fraction(5, 2), 0) if make is mb.Winnow1 else (5, 1 / alpha)
    weights, mistakes = plain(X.tolist(), y.tolist(), alpha, theta or default, demote)
    trace = mb.play(make(float(alpha), None if theta is None else float(theta)), X, y)
    assert trace.mistakes.tolist() == mistakes and len(mistakes) > 10
    for t, w in zip(trace.updates.tolist(), trace.weights[1:], strict=True):
        assert w.tolist() == pytest.approx([float(v) for v in weights[t + 1]], rel=1e-12)


@pytest.mark.parametrize("n", [1, 2, 3, 8])
def test_the_default_thresholds(n):
    assert mb.Winnow1().threshold_for(n) == Fraction(n, 2) and mb.Winnow2().threshold_for(n) == n
    for learner, theta in ((mb.Winnow1(), n / 2), (mb.Winnow2(), n), (mb.Winnow2(theta=3), 3)):
        assert learner.score(learner.start(n), np.ones((1, n), dtype=int), 0.25).tolist() == [n - theta - 0.25]
    assert mb.Winnow1(theta=3).threshold_for(n) == mb.Winnow2(theta=3).threshold_for(n) == 3
