"""Winnow's theorems: numbers of the theory, learning rates that are too large, and learners of another kind.

Legend: X examples (n, d), y labels, u comparator, s margin, R range, eta step, theta threshold, W total weight.
"""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import (
    WINNOW,
    WINNOW_DOUBLED,
    WINNOW_EXPERT,
    WINNOW_TUNED,
    WINNOW_UNIFORM,
    WINNOW_ZHANG,
    kl,
    largest_step,
    tuned_step,
    winnow_gain,
)
from mistakebound.errors import MistakeBoundError
from mistakebound.learners.linear import LinearLearner
from mistakebound.theorems.winnow import kl_0
from tests.theorems.checking import assert_does_not_apply

# --- worked cases ------------------------------------------------------------------------------------------------


def test_a_margin_that_exceeds_the_range_by_rounding():
    """All experts agree, so the margin is the range; in floats it is a bit more."""
    X, u = np.full((1, 2), 0.6175635942955339), np.array([0.21768277, 0.78231723])
    u /= u.sum()
    trace = mb.play(mb.Winnow(9, ties=-1), X, [1])
    for s in (None, np.nextafter(X[0, 0], 1)):
        for theorem in (WINNOW, WINNOW_EXPERT):
            assert theorem.check(trace, u=u, gamma=s).require().q.eta_max == math.inf


# --- numbers of the theory ---------------------------------------------------------------------------------------


def test_entropies():
    p, q = [0.5, 0.5], [0.55, 0.45]
    assert kl(p, q) == pytest.approx(0.0050252, abs=5e-8)
    pinsker = np.abs(np.subtract(p, q)).sum() ** 2 / 2
    assert kl(p, q) >= pinsker > kl(p, q) / math.log(10)  # nats: in decimal digits Pinsker's constant is wrong
    assert kl([1, 0], p) == math.log(2)
    assert kl(p, [1, 0]) == math.inf
    assert kl([1, 0], [0, 1]) == math.inf
    assert kl([1, 0], [1, 0]) == kl(p, p) == 0
    assert kl([0.5, 0.5], [0.25, 0.75]) != kl([0.25, 0.75], [0.5, 0.5])
    with pytest.raises(MistakeBoundError, match=r"u has shape \(1,\) and w \(2,\)"):
        kl([1], p)


def test_an_entropy_that_is_nearly_nothing():
    """It is s^2 / 2 and a little; a sum of u ln(u/w) with both signs would lose it to rounding."""
    s = 1e-6
    trace = mb.play(mb.Winnow(eta=s), [[1.0, -1.0]], [1], passes=None)
    cert = WINNOW.check(trace, u=[0.5 + s / 2, 0.5 - s / 2]).require()
    assert kl_0.value(cert.q) == pytest.approx(s**2 / 2 + s**4 / 12, rel=1e-9)
    assert cert.counted == 1 and cert.bound == pytest.approx(1, rel=1e-9)


@given(st.floats(-0.99, 0.9999), st.floats(1e-4, 1), st.floats(1e-3, 1e3))
def test_where_the_gain_is_positive(sigma, share, R):
    """For every threshold from -R to the margin, negative ones too."""
    s, theta = sigma * R, (sigma - share * (sigma + 0.999)) * R
    top, best = largest_step(s, R, theta), tuned_step(s, R, theta)
    assert 0 < best < top
    assert top >= 2 * (s - theta) / R**2 * (1 - 1e-9)
    gain = winnow_gain(best, s, R, theta)
    assert gain >= max(winnow_gain(best * f, s, R, theta) for f in (0.9, 1.1)) > 0
    assert gain >= (s - theta) ** 2 / (2 * R**2) * (1 - 1e-9)
    assert winnow_gain(top * (1 - 1e-6), s, R, theta) > 0 > winnow_gain(top * (1 + 1e-6), s, R, theta)
    simple = (s - theta) / R**2
    assert winnow_gain(simple, s, R, theta) >= (s - theta) ** 2 / (2 * R**2) * (1 - 1e-9)
    with mpmath.workdps(50):
        q, b = [(1 + mpmath.mpf(v) / R) / 2 for v in (s, theta)]
        binary = q * mpmath.log(q / b) + (1 - q) * mpmath.log((1 - q) / (1 - b))
        assert gain == pytest.approx(float(binary), rel=1e-6)


@pytest.mark.parametrize(
    ("s", "R", "largest", "tuned"), [(1 / 7, 1, 0.28968, 0.14384), (1 / 3, 3, 0.07469, 0.03719)]
)  # fmt: skip
def test_steps_of_the_theory(s, R, largest, tuned):
    assert largest_step(s, R) == pytest.approx(largest, abs=5e-6)
    assert tuned_step(s, R) == pytest.approx(tuned, abs=5e-6)
    assert tuned_step(1 / 3, 1) == pytest.approx(math.log(2) / 2)


@pytest.mark.parametrize(("n", "k"), [(3, 1), (4, 2), (5, 3)])
def test_a_disjunction_has_a_margin_with_a_feature_of_minus_one(n, k):
    """gamma = 1/(2k + 1) on (x, -1), so that the bound is 2 (2k + 1)^2 ln(n + 1): square in k."""
    stream = mb.streams.boolean_or(n, k)
    X = stream.X * np.append(np.ones(n, dtype=int), -1)
    u = [Fraction(2 * (j < k), 2 * k + 1) for j in range(n)] + [Fraction(1, 2 * k + 1)]
    trace = mb.play(mb.Winnow(tuned_step(1 / (2 * k + 1), 1)), X, stream.y, passes=None)
    cert = WINNOW_UNIFORM.check(trace, u=u).require()
    assert cert.q.gamma == Fraction(1, 2 * k + 1)
    assert cert.bound == pytest.approx(2 * (2 * k + 1) ** 2 * math.log(n + 1))


# --- the theorem does not apply, and says why --------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [0.5, 0.6])
def test_a_threshold_from_the_margin_on(threshold):
    """Of two experts that are each right on one example, no mean is right by 1/2 on both and more on either."""
    trace = mb.play(mb.Winnow(0.5, threshold=threshold), np.eye(2, dtype=int), [1, 1], passes=1000)
    assert trace.n_updates == 2000
    cert = WINNOW.check(trace, u=[0.5, 0.5])
    assert cert["margin-above-threshold"].answer == (0 if threshold == 0.5 else -1)
    assert_does_not_apply(cert, "gain")
    assert cert.q.eta_max == 0


def test_other_steps_than_the_tuned_one():
    stream = mb.streams.committee(200, 20, 3)
    trace = mb.play(mb.Winnow(0.2), stream.X, stream.y)
    assert_does_not_apply(WINNOW_TUNED.check(trace, u=stream.u / 3), "tuned", "0.2 = 0.3466 is false")
    assert_does_not_apply(WINNOW_UNIFORM.check(trace, u=stream.u / 3), "nearly-tuned")
    WINNOW.check(trace, u=stream.u / 3).require()
    assert_does_not_apply(WINNOW_EXPERT.check(trace, u=stream.u / 3), "perfect")
    assert WINNOW_TUNED.check(trace, u=np.eye(20)[0], gamma=1)["imperfect"].answer == 0


# --- other learners ----------------------------------------------------------------------------------------------


class Own(LinearLearner):
    """A reader's learner, with weights only: the theorem knows no learner."""

    eta = 0.3

    def start(self, n_features):
        return np.full(n_features, 1 / n_features)

    def update(self, state, x, y):
        return self.moved(state, x, y) / self.moved(state, x, y).sum()

    def moved(self, w, x, y):
        return w * np.exp(self.eta * y * x)


class Patient(Own):
    """It passes over mistakes with a score above the threshold -0.2."""

    conservative, threshold, eta = False, -0.2, 0.2

    def wants_update(self, state, X, y):
        return y * (X @ state) <= self.threshold


def test_a_threshold_below_zero():
    """The bound on updates needs a threshold above -R only; not every mistake is an update."""
    random = np.random.default_rng(5)
    u, eta = np.array([0.6, 0.4, 0]), Patient.eta
    X = random.uniform(-1, 1, (400, 3))
    y = np.where(X @ u > 0, 1, -1)
    trace = mb.play(Patient(), X, y, passes=20)
    cert = WINNOW.check(trace, u=u, gamma=0, radius=1)
    assert trace.n_mistakes > trace.n_updates > 0
    assert cert.require().counted == trace.n_updates <= cert.bound
    assert cert.bound == pytest.approx(kl(u, [1 / 3] * 3) / winnow_gain(eta, 0, 1, -0.2))


def test_a_learner_without_weights_of_its_kind():
    trace = mb.play(mb.Perceptron(), [[1, -1]], [1])
    with pytest.raises(MistakeBoundError, match="start at 0: the theorem is about Winnow"):
        WINNOW.check(trace, u=[1, 0])


# --- parameters and words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theorem", "X", "parameters", "message"),
    [
        (WINNOW, [[1, -1]], {"u": [1, 0, 0]}, "u has shape"),
        (WINNOW, [[1, -1]], {"u": [0, 0]}, "zero vector"),
        (WINNOW, [[1, -1]], {"u": [1, 0], "radius": 0}, "radius.* is 0"),
        (WINNOW, [[1, -1]], {"u": [1, 0], "radius": "1"}, "radius.* is '1'"),
        (WINNOW_ZHANG, [[1, -1]], {"u": [1, 0], "gamma": "1"}, "gamma is '1'"),
        (WINNOW, [[1, -1]], {"u": [1, 0], "gamma": math.nan}, "gamma is nan"),
        (WINNOW, [[0, 0]], {"u": [1, 0]}, "largest feature, is 0"),
        (WINNOW_DOUBLED, [[1, -1]], {"v": [1, 0]}, r"v has shape.* needs shape \(1,\)"),
        (WINNOW_DOUBLED, [[1, -1, 1]], {"v": [1, 0]}, "3 features, which is not an even number"),
    ],
)
def test_bad_parameters(theorem, X, parameters, message):
    trace = mb.play(mb.Winnow(0.1), X, [1])
    with pytest.raises(MistakeBoundError, match=message):
        theorem.check(trace, **parameters)


@pytest.mark.parametrize("step", [tuned_step, largest_step])
def test_no_step_is_safe(step):
    for s, R, theta in [(0, 1, 0), (2, 1, 0), (0.5, 1, 0.5), (0.5, 1, -1), (-0.2, 1, -0.2)]:
        with pytest.raises(MistakeBoundError, match="no learning rate is safe"):
            step(s, R, theta)
    with pytest.raises(MistakeBoundError, match="R is inf: it must be a finite number"):
        step(1, math.inf, 0)
    with pytest.raises(MistakeBoundError, match="no rate is best"):
        tuned_step(1, 1)
