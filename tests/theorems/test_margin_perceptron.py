"""The margin Perceptron's theorems: no run breaks a line, and every wrong line or learner is caught.

Legend: X examples, y labels, u comparator, tau threshold, eta rate.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import MARGIN_FRACTION, MARGIN_PERCEPTRON
from mistakebound.errors import NotRecorded
from tests.theorems.checking import assert_does_not_apply, check_squeeze, failing
from tests.theorems.test_perceptron import exact_examples, float_examples

thresholds = st.fractions(Fraction(1, 10), 60, max_denominator=10)


def played(example, threshold, strict, passes=None):
    """Play to the end, which is never far at the margins of these examples."""
    learner = mb.MarginPerceptron(threshold, eta=example.rate, strict=strict)
    return mb.play(learner, example.X, example.y, passes=passes, max_passes=10**5)


@given(exact_examples(), thresholds, st.booleans(), st.integers(1, 5))
def test_no_exact_run_breaks_a_line(example, threshold, strict, passes):
    if (example := example.unbiased()) is None:
        return
    trace = played(example, threshold, strict, passes)
    cert = MARGIN_PERCEPTRON.check(trace, u=example.u).require()
    assert cert.exact
    assert cert.counted == trace.n_updates >= trace.n_mistakes
    check_squeeze(cert)
    fraction = MARGIN_FRACTION.check(trace, u=example.u)
    if fraction["stopped"].holds:
        assert fraction.require().exact
    else:
        assert failing(fraction) == ["stopped"]


@given(exact_examples(), st.sampled_from([Fraction(1, 2), 1, 7]), st.booleans())
def test_the_last_weights_have_the_margin(example, threshold, strict):
    if (example := example.unbiased()) is None:
        return
    bound = (example.u @ example.u) * ((example.X**2).sum(axis=1).max() + 2 * threshold / Fraction(example.rate))
    gamma = min(example.y * (example.X @ example.u))
    if bound / Fraction(gamma) ** 2 > 2000:
        return
    trace = played(example, threshold, strict)
    cert = MARGIN_FRACTION.check(trace, u=example.u).require()
    w = trace.final_state
    least = min(example.y * (example.X @ w))
    assert least >= threshold if strict else least > threshold
    r, R2 = Fraction(example.rate), max((example.X.astype(object) ** 2).sum(axis=1))
    promised = float(threshold * gamma / (r * R2 + 2 * threshold)) / math.sqrt(example.u @ example.u)
    assert cert["fraction"].lhs[0] == pytest.approx(promised)
    assert cert["fraction"].rhs[0] == pytest.approx(float(least) / math.sqrt(w @ w))
    assert cert.bound == bound / Fraction(gamma) ** 2


@given(float_examples(), st.sampled_from([0.01, 1.0, 100.0]), st.booleans())
def test_no_float_run_breaks_a_line(example, part, strict):
    if (example := example.unbiased()) is None:
        return
    threshold = part * example.rate * np.linalg.norm(example.X, axis=1).max() ** 2
    trace = played(example, threshold, strict, passes=3)
    for theorem in (MARGIN_PERCEPTRON, MARGIN_FRACTION):
        cert = theorem.check(trace, u=example.u)
        assert set(failing(cert)) <= {"positive-margin", "stopped"}
        if cert.applies:
            check_squeeze(cert.require())


@given(exact_examples(), thresholds, st.sampled_from([2, Fraction(1, 3), Fraction(7, 2)]))
def test_only_the_ratio_of_threshold_and_rate_matters(example, threshold, factor):
    if (example := example.unbiased()) is None:
        return
    X = example.X.astype(object)
    one = mb.play(mb.MarginPerceptron(threshold), X, example.y, passes=3)
    other = mb.play(mb.MarginPerceptron(threshold * factor, eta=factor), X, example.y, passes=3)
    assert one.updates.tolist() == other.updates.tolist()
    assert (factor * one.weights).tolist() == other.weights.tolist()
    bounds = [MARGIN_PERCEPTRON.check(trace, u=example.u).require().bound for trace in (one, other)]
    assert bounds[0] == bounds[1]


@given(exact_examples())
def test_threshold_0_is_the_perceptron(example):
    if (example := example.unbiased()) is None:
        return
    margin = played(example, 0, strict=False, passes=3)
    plain = mb.play(mb.Perceptron(example.rate), example.X, example.y, passes=3)
    assert margin.weights.tolist() == plain.weights.tolist()
    assert margin.mistakes.tolist() == plain.mistakes.tolist()
    ours, novikoff = MARGIN_PERCEPTRON.check(margin, u=example.u), mb.NOVIKOFF.check(plain, u=example.u)
    assert [h.name for h in ours.hypotheses.values() if not h.holds] == ["positive-threshold"]
    assert ours.bound == novikoff.bound and all(line.holds for line in ours.lines.values())


def test_which_threshold_buys_which_part():
    """(1 - eps)/2 of the margin for a threshold of (1 - eps) R^2 / (2 eps)."""
    X, y = np.array([[3, 1], [-3, 1]]), [1, 1]
    for eps in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)):
        eta = (1 - eps) * 10 / (2 * eps)
        cert = MARGIN_FRACTION.check(mb.play(mb.MarginPerceptron(eta), X, y, passes=None), u=[0, 1]).require()
        assert cert["fraction"].lhs[0] == pytest.approx(float((1 - eps) / 2))
        assert cert["fraction"].rhs[0] <= 1


# --- what is not what it says -------------------------------------------------------------------------------------

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
