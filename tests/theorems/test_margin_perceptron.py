"""The margin Perceptron's theorems: no run breaks a line, and every wrong line or learner is caught.

Legend: X examples, y labels, u comparator, eta threshold, r rate.
"""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import MARGIN_FRACTION, MARGIN_PERCEPTRON
from mistakebound.errors import BrokenBound, DoesNotApply, MistakeBoundError, NotRecorded
from tests.theorems.test_perceptron import check_squeeze, exact_examples, float_examples

thresholds = st.fractions(Fraction(1, 10), 60, max_denominator=10)


def played(example, threshold, strict, passes=None):
    """To the end: at the margins that these examples have, that is never far."""
    learner = mb.MarginPerceptron(threshold, rate=example.rate, strict=strict)
    return mb.play(learner, example.X, example.y, passes=passes, max_passes=10**5)


@settings(max_examples=60, deadline=None)
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
        assert [name for name, checked in fraction.hypotheses.items() if not checked.holds] == ["stopped"]


@settings(max_examples=60, deadline=None)
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


@settings(max_examples=100, deadline=None)
@given(float_examples(), st.sampled_from([1e-6, 0.01, 1.0, 100.0]), st.booleans())
def test_no_float_run_breaks_a_line(example, part, strict):
    if (example := example.unbiased()) is None:
        return
    threshold = part * example.rate * np.linalg.norm(example.X, axis=1).max() ** 2
    trace = played(example, threshold, strict, passes=3)
    for theorem in (MARGIN_PERCEPTRON, MARGIN_FRACTION):
        cert = theorem.check(trace, u=example.u)
        failing = {name for name, checked in cert.hypotheses.items() if not checked.holds}
        assert failing <= {"positive-margin", "stopped"}
        if not failing:
            check_squeeze(cert.require())


@settings(max_examples=40, deadline=None)
@given(exact_examples(), thresholds, st.sampled_from([2, Fraction(1, 3), Fraction(7, 2)]))
def test_only_the_ratio_of_threshold_and_rate_matters(example, threshold, factor):
    if (example := example.unbiased()) is None:
        return
    X = example.X.astype(object)
    one = mb.play(mb.MarginPerceptron(threshold), X, example.y, passes=3)
    other = mb.play(mb.MarginPerceptron(threshold * factor, rate=factor), X, example.y, passes=3)
    assert one.updates.tolist() == other.updates.tolist()
    assert (factor * one.weights).tolist() == other.weights.tolist()
    bounds = [MARGIN_PERCEPTRON.check(trace, u=example.u).require().bound for trace in (one, other)]
    assert bounds[0] == bounds[1]


@settings(max_examples=40, deadline=None)
@given(exact_examples())
def test_threshold_0_is_the_perceptron(example):
    if (example := example.unbiased()) is None:
        return
    margin = played(example, 0, strict=False, passes=3)
    plain = mb.play(mb.Perceptron(example.rate), example.X, example.y, passes=3)
    assert margin.weights.tolist() == plain.weights.tolist()
    assert margin.mistakes.tolist() == plain.mistakes.tolist()
    ours, novikoff = MARGIN_PERCEPTRON.check(margin, u=example.u).require(), mb.NOVIKOFF.check(plain, u=example.u)
    assert ours.bound == novikoff.bound


def test_which_threshold_buys_which_part():
    """(1 - eps)/2 of the margin for a threshold of (1 - eps) R^2 / (2 eps)."""
    X, y = np.array([[3, 1], [-3, 1]]), [1, 1]
    for eps in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)):
        eta = (1 - eps) * 10 / (2 * eps)
        cert = MARGIN_FRACTION.check(mb.play(mb.MarginPerceptron(eta), X, y, passes=None), u=[0, 1]).require()
        assert cert["fraction"].lhs[0] == pytest.approx(float((1 - eps) / 2))
        assert cert["fraction"].rhs[0] <= 1


# --- wrong lines and learners are caught --------------------------------------------------------------------------

WIDE = np.array([[5, 1], [-5, 1], [5, 2]]), [1, 1, 1]


def stopped(threshold=50):
    return mb.play(mb.MarginPerceptron(threshold), *WIDE, passes=None)


WRONG = {
    "growth without the threshold": ("growth", lambda q: (q.ww[1:], q.ww[:-1] + q.R2)),
    "half the threshold": ("growth", lambda q: (q.ww[1:] - q.ww[:-1], q.eta // 2 + q.R2)),
    "Novikoff's bound": ("bound", lambda q: (q.t, q.uu * q.R2 / q.gamma**2)),
    "too short": ("short", lambda q: (q.ww[-1] * q.gamma**2, q.uu * q.R2)),
    "twice the threshold": ("satisfied", lambda q: (3 * q.eta, q.least)),
    "the whole margin": ("fraction", lambda q: (float(q.gamma) * 1.01, float(q.least) / float(q.ww[-1]) ** 0.5)),
}


@pytest.mark.parametrize(("name", "sides"), WRONG.values(), ids=WRONG)
def test_a_wrong_line_is_caught(name, sides):
    trace = stopped()
    MARGIN_FRACTION.check(trace, u=[0, 1]).require()
    lines = tuple(
        replace(line, sides=sides, squared=False, scale=None) if line.name == name else line
        for line in MARGIN_FRACTION.lines
    )
    with pytest.raises(BrokenBound, match=name):
        replace(MARGIN_FRACTION, lines=lines).check(trace, u=[0, 1]).require()


class Eager(mb.MarginPerceptron):
    """It updates on margins up to twice its threshold."""

    def fails(self, margin, y):
        return margin < 2 * self.threshold

    def scan(self, state, X, y, start=0):
        def scan(state, i):
            wanted = np.flatnonzero(self.wants_update(state, X[i:], y[i:]))
            return i + int(wanted[0]) if len(wanted) else None

        return scan


class Sluggish(mb.MarginPerceptron):
    """It moves by half of the example."""

    def update(self, state, x, y):
        return state + y * np.asarray(x) / 2


class Lenient(mb.MarginPerceptron):
    """It lets mistakes pass if they are not narrow, so it must not promise that every mistake is an update."""

    errs = None

    def scan(self, state, X, y, start=0):
        return lambda state, i: next((k for k in range(i, len(y)) if 0 <= y[k] * (X[k] @ state) < self.threshold), None)


@pytest.mark.parametrize(
    ("learner", "hypothesis"),
    [(Eager(50), "narrow"), (Sluggish(50), "update-rule"), (Lenient(50), "mistake-driven")],
)
def test_a_wrong_learner_is_caught(learner, hypothesis):
    trace = mb.play(learner, *WIDE, passes=30)
    cert = MARGIN_PERCEPTRON.check(trace, u=[0, 1])
    assert not cert[hypothesis].holds
    with pytest.raises(DoesNotApply):
        cert.require()


def test_a_run_that_has_not_stopped_promises_no_margin():
    cert = MARGIN_FRACTION.check(mb.play(mb.MarginPerceptron(50), *WIDE, passes=2), u=[0, 1])
    with pytest.raises(DoesNotApply, match="stopped"):
        cert.require()
    assert not cert["satisfied"].holds


def test_data_without_a_margin():
    trace = mb.play(mb.MarginPerceptron(1), [[1], [1]], [1, -1], passes=4)
    cert = MARGIN_PERCEPTRON.check(trace, u=[1])
    assert cert.bound == math.inf
    with pytest.raises(DoesNotApply, match="positive-margin"):
        cert.require()


@pytest.mark.parametrize("size", [1e-140, 1e-100, 1e-85, 1e85, 1e140])
def test_units_do_not_matter(size):
    X, y = size * np.array([[2.0, 1.0], [-1.0, 2.0]]), [1, 1]
    trace = mb.play(mb.MarginPerceptron(size**2), X, y, passes=None)
    MARGIN_FRACTION.check(trace, u=[0, 1]).require()


# --- bad input ----------------------------------------------------------------------------------------------------


def test_bad_input():
    plain = mb.play(mb.Perceptron(), *WIDE, passes=None)
    assert MARGIN_PERCEPTRON.check(plain, u=[0, 1]).require().bound == mb.NOVIKOFF.check(plain, u=[0, 1]).bound

    class Unknown(mb.Halving):
        weights = staticmethod(lambda state: np.zeros(2))

    with pytest.raises(MistakeBoundError, match="threshold is -1"):
        MARGIN_PERCEPTRON.check(plain, u=[0, 1], threshold=-1)
    with pytest.raises(MistakeBoundError, match="threshold is nan"):
        MARGIN_PERCEPTRON.check(plain, u=[0, 1], threshold=math.nan)
    X, y = WIDE
    streamed = mb.play(mb.MarginPerceptron(5), [(X, y)], passes=3)
    MARGIN_PERCEPTRON.check(streamed, u=[0, 1]).require()
    with pytest.raises(NotRecorded, match="play on arrays"):
        MARGIN_FRACTION.check(streamed, u=[0, 1])
