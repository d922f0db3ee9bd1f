"""The margin Perceptron's theorems: what a threshold buys, and learners and data that break a hypothesis.

Legend: X examples, y labels, u comparator, eta threshold.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import MARGIN_FRACTION, MARGIN_PERCEPTRON
from mistakebound.errors import NotRecorded
from tests.theorems.checking import assert_does_not_apply


def test_only_the_ratio_of_threshold_and_rate_matters():
    X, u = np.random.default_rng(0).integers(-4, 5, (20, 3)).astype(object), [2, -1, 3]
    X = X[X @ u != 0]
    y = np.where(X @ u > 0, 1, -1)
    one = mb.play(mb.MarginPerceptron(Fraction(7, 2)), X, y, passes=3)
    bound = MARGIN_PERCEPTRON.check(one, u=u).require().bound
    for factor in (2, Fraction(1, 3)):
        other = mb.play(mb.MarginPerceptron(Fraction(7, 2) * factor, eta=factor), X, y, passes=3)
        assert one.updates.tolist() == other.updates.tolist()
        assert (factor * one.weights).tolist() == other.weights.tolist()
        assert MARGIN_PERCEPTRON.check(other, u=u).require().bound == bound
    plain = mb.play(mb.Perceptron(), X, y, passes=3)
    none = MARGIN_PERCEPTRON.check(mb.play(mb.MarginPerceptron(0, strict=False), X, y, passes=3), u=u)
    assert none.trace.weights.tolist() == plain.weights.tolist()
    assert_does_not_apply(none, "positive-threshold")
    assert none.bound == mb.NOVIKOFF.check(plain, u=u).bound and all(line.holds for line in none.lines.values())


def test_which_threshold_buys_which_part():
    """(1 - eps)/2 of the margin for a threshold of (1 - eps) R^2 / (2 eps)."""
    X, y = np.array([[3, 1], [-3, 1]]), [1, 1]
    for eps in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)):
        eta = (1 - eps) * 10 / (2 * eps)
        cert = MARGIN_FRACTION.check(mb.play(mb.MarginPerceptron(eta), X, y, passes=None), u=[0, 1]).require()
        assert cert["fraction"].lhs[0] == pytest.approx(float((1 - eps) / 2))
        assert cert["fraction"].rhs[0] <= 1


# --- hypotheses that fail -------------------------------------------------------------------------------------------

WIDE = np.array([[5, 1], [-5, 1], [5, 2]]), [1, 1, 1]


class Content(mb.MarginPerceptron):
    """A learner that is content with a fifth of its threshold."""

    def wants_update(self, state, X, y):
        return y * (X @ state) < self.threshold / 5


@pytest.mark.parametrize("dtype", [int, float])
def test_who_stops_too_early_is_caught(dtype):
    trace = mb.play(Content(50), WIDE[0].astype(dtype), WIDE[1], passes=None)
    assert_does_not_apply(MARGIN_FRACTION.check(trace, u=[0, 1]), "stopped")


def test_data_without_a_margin():
    cert = MARGIN_PERCEPTRON.check(mb.play(mb.MarginPerceptron(1), [[1], [1]], [1, -1], passes=4), u=[1])
    assert cert.bound == math.inf
    assert_does_not_apply(cert, "positive-margin")


def test_data_that_are_not_kept():
    streamed = mb.play(mb.MarginPerceptron(5), [WIDE], passes=3)
    MARGIN_PERCEPTRON.check(streamed, u=[0, 1]).require()
    with pytest.raises(NotRecorded, match="play on arrays"):
        MARGIN_FRACTION.check(streamed, u=[0, 1])
