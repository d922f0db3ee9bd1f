"""Winnow's theorems: no run that meets the hypotheses breaks a line, and every wrong line, step or learner is caught.

Legend: X examples (n, d), y labels, u comparator, s margin, R range, eta step, theta threshold, W total weight.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import (
    WINNOW,
    WINNOW_DOUBLED,
    WINNOW_EXPERT,
    WINNOW_TUNED,
    WINNOW_UNIFORM,
    WINNOW_UNIT,
    WINNOW_UNNORMALISED,
    WINNOW_ZHANG,
    kl,
    largest_step,
    tuned_step,
    winnow_gain,
)
from mistakebound.errors import MistakeBoundError
from mistakebound.learners.linear import LinearLearner
from mistakebound.theorems.winnow import kl_0
from tests.theorems.checking import assert_does_not_apply, check_squeeze

# --- runs that meet the hypotheses -------------------------------------------------------------------------------


@dataclass
class Example:
    """Data on which the probability vector u has the margin s, within the range R; and a prior."""

    X: np.ndarray
    y: np.ndarray
    u: np.ndarray
    s: float
    R: float
    prior: object
    share: float  # where in its interval a threshold or a step lies
    passes: int

    def play(self, eta, threshold=0.0, **parameters):
        learner = mb.Winnow(eta, threshold=threshold, prior=self.prior, **parameters)
        return mb.play(learner, self.X, self.y, passes=self.passes)


@st.composite
def examples(draw, perfect=False):
    """Random opinions of every scale, whole numbers too; priors with tiny entries; comparators with zeros."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(1, 25)), draw(st.integers(2, 9))
    scale = draw(st.sampled_from([1e-6, 0.1, 1.0, 1e3, 1e6]))
    if draw(st.booleans()):
        X, scale = random.integers(-3, 4, (n, d)), 1
    else:
        X = scale * random.uniform(-1, 1, (n, d))
    u = random.dirichlet(np.full(d, 0.3))
    u[random.random(d) < 0.3] = 0
    u = u / u.sum() if u.any() else np.eye(d)[0]
    y = np.where(X @ u > 0, 1, -1)
    R = np.abs(X).max() or scale
    if perfect:
        u = np.eye(d)[0]
        y = random.choice([-1, 1], n)
        X[:, 0] = R * y
    s = (y * (X @ u)).min()
    if not 1e-3 * R < s < (1 - 1e-3) * R and not perfect:  # put the examples at a distance, within the range
        X = X / 2 + (R / 2) * y[:, None] * random.uniform(0.1, 0.9)
        s = (y * (X @ u)).min()
    prior = draw(st.sampled_from([None, "spread", "tiny"]))
    if prior is not None:
        prior = random.uniform(0.1, 2, d) if prior == "spread" else 10.0 ** random.uniform(-280, 0, d)
    radius = np.abs(X).max()
    eta_share, passes = random.uniform(0.02, 0.98), draw(st.sampled_from([1, 3, 20]))
    return Example(X, y, u, min(s, radius), radius, prior, eta_share, passes)


@given(examples(), st.sampled_from([0, 0.3, 0.9]), st.sampled_from([0.01, 0.2, 0.5, 0.99]))
def test_no_run_breaks_a_line(example, narrowness, boldness):
    e = example
    threshold = narrowness * float(e.s)
    eta = boldness * min(largest_step(e.s, e.R, threshold), 40 / e.R)
    cert = WINNOW.check(e.play(eta, threshold), u=e.u).require()
    check_squeeze(cert)
    kls = np.diff(cert["progress"].lhs, prepend=kl_0.value(cert.q))
    assert np.all(kls <= -cert.q.C + 1e-9 * cert.q.kl_terms.max())


@given(examples(perfect=True), st.sampled_from([0.01, 0.5, 3.0, 40.0, 900.0]))
def test_a_perfect_expert_allows_any_step(example, size):
    e = example
    cert = WINNOW_EXPERT.check(e.play(size / e.R), u=e.u).require()
    check_squeeze(cert)
    assert cert.bound == WINNOW.check(cert.trace, u=e.u).require().bound
    assert cert.bound >= kl_0.value(cert.q) / math.log(2) * (1 - 1e-12)
    assert cert.q.eta_max == math.inf


@given(examples())
def test_the_tuned_step(example):
    e = example
    for threshold in (0.0, float(e.share * e.s)):
        if e.s < 0.999 * e.R:
            trace = e.play(tuned_step(e.s, e.R, threshold), threshold)
            tuned, general = WINNOW_TUNED.check(trace, u=e.u).require(), WINNOW.check(trace, u=e.u).require()
            check_squeeze(tuned)
            assert tuned.bound == pytest.approx(general.bound)
            assert tuned.bound <= tuned["simple-bound"].rhs[0] if len(tuned["simple-bound"].rhs) else True


@given(examples())
def test_equal_weights_and_the_simple_step(example):
    e = replace(example, prior=None)
    steps = [e.s / e.R**2] + ([tuned_step(e.s, e.R)] if e.s < e.R else [])
    for eta in steps:
        cert = WINNOW_UNIFORM.check(e.play(eta), u=e.u).require()
        check_squeeze(cert)
        assert cert.bound == pytest.approx(2 * e.R**2 * math.log(len(e.u)) / e.s**2)


@given(examples())
def test_the_simplest_case(example):
    e = replace(example, prior=None, X=example.X / example.R, s=example.s / example.R, R=1)
    cert = WINNOW_UNIT.check(e.play(e.share * min(largest_step(e.s, 1), 40)), u=e.u).require()
    check_squeeze(cert)
    assert cert.bound == WINNOW.check(cert.trace, u=e.u, radius=1).require().bound
    assert kl_0.value(cert.q) <= math.log(len(e.u)) + 1e-12


@pytest.mark.parametrize("ties", ["mistake", -1, 1])
@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_unnormalised_winnow_predicts_as_the_normalised_one(seed, doubled, ties):
    """On whole numbers, where ties are frequent, and on halves; also where nothing separates the labels."""
    random = np.random.default_rng(seed)
    X, y = random.integers(-2, 3, (20, 3)) / (1 + seed % 2), random.choice([-1, 1], 20)
    shown = np.hstack([X, -X, -np.ones((20, 1))]) if doubled else X
    other = mb.double(mb.fold_bias(X)) if doubled else mb.fold_bias(X)
    eta = [0.05, 0.3, 1][seed % 3]
    trace = mb.play(mb.UnnormalisedWinnow(eta, ties=ties), shown, y, passes=5)
    cert = WINNOW_UNNORMALISED.check(trace, normalised=mb.play(mb.Winnow(eta, ties=ties), other, y, passes=5))
    cert.require()
    assert cert.mistakes == cert.bound == len(cert.trace.updates) > 0


@pytest.mark.parametrize("seed", range(8))
def test_unnormalised_winnow_with_a_prior_hyperplane(seed):
    """Its features in another order, two of them equal; only the proportions of the prior count."""
    random = np.random.default_rng(seed)
    X, y = random.integers(-2, 3, (20, 3)), random.choice([-1, 1], 20)
    X[:, 1] = X[:, 0]
    prior, order = random.uniform(0.1, 3, 4), random.permutation(4)
    trace = mb.play(mb.UnnormalisedWinnow(0.3, prior), X, y, passes=5)
    other = mb.play(mb.Winnow(0.3, prior=7 * prior[order]), mb.fold_bias(X)[:, order], y, passes=5)
    assert trace.weights[0].tolist() == pytest.approx(prior.tolist())
    cert = WINNOW_UNNORMALISED.check(trace, normalised=other).require()
    assert cert.mistakes == cert.bound > 0
    equal = mb.play(mb.Winnow(0.3), mb.fold_bias(X), y, passes=5)
    assert_does_not_apply(WINNOW_UNNORMALISED.check(trace, normalised=equal), "same-start")


@given(examples(), st.sampled_from([1.0, 0.7]))
def test_doubling_reaches_every_sign(example, length):
    random = np.random.default_rng(len(example.y))
    signs = random.choice([-1, 1], len(example.u))
    e = replace(example, X=mb.double(example.X * signs), prior=None)
    v = length * e.u * signs
    s = length * e.s
    trace = e.play(e.share * min(largest_step(s, e.R), 9 / e.R))
    cert = WINNOW_DOUBLED.check(trace, v=v).require()
    check_squeeze(cert)
    assert kl_0.value(cert.q) <= math.log(2 * len(v)) + 1e-12
    assert cert.bound == pytest.approx(WINNOW.check(trace, u=cert.q.u).bound)


@given(examples(), st.sampled_from([1.0, 0.4]), st.sampled_from([1, 7.5, 1e-3]))
def test_zhang_in_both_versions(example, share, W):
    """Mistake-driven with any delta up to gamma, and with the threshold gamma - delta; u of any sum up to W."""
    e = example
    u = share * W * e.u
    gamma = share * W * e.s
    delta = e.share * gamma
    for threshold in (0.0, gamma - delta):
        trace = e.play(delta / (W * e.R**2), threshold, total=W)
        cert = WINNOW_ZHANG.check(trace, u=u).require()
        check_squeeze(cert)
        K = share * W * kl(e.u, np.exp(cert.q.L[0]))
        resolution = share * W * 1e-13  # of this formula: weights next to 1 are 1 to it, and their entropy 0
        assert cert.bound * delta**2 / (2 * W * e.R**2) == pytest.approx(K, rel=1e-6, abs=resolution)
    if share == 1:  # then nothing is lost between the denominators
        assert cert["gain"].lhs == pytest.approx(cert["gain"].rhs)


def test_streamed_and_sparse_data_say_the_same():
    stream = mb.streams.committee(300, 40, 3)
    learner = mb.Winnow(tuned_step(1 / 3, 1))
    dense = WINNOW.check(mb.play(learner, stream.X, stream.y), u=stream.u / 3).require()
    sparse = WINNOW.check(mb.play(learner, sp.csr_array(stream.X), stream.y), u=stream.u / 3).require()
    chunks = WINNOW.check(mb.play(learner, [(stream.X, stream.y)]), u=stream.u / 3, gamma=1 / 3, radius=1).require()
    assert repr(dense) == repr(sparse) == repr(chunks)


def test_a_margin_that_exceeds_the_range_by_rounding():
    """All experts agree, so the margin is the range; in floats it is a bit more."""
    X, u = np.full((1, 2), 0.6175635942955339), np.array([0.21768277, 0.78231723])
    u /= u.sum()
    trace = mb.play(mb.Winnow(9, ties=-1), X, [1])
    for s in (None, np.nextafter(X[0, 0], 1)):
        for theorem in (WINNOW, WINNOW_EXPERT):
            assert theorem.check(trace, u=u, gamma=s).require().q.eta_max == math.inf


def test_no_update():
    trace = mb.play(mb.Winnow(1), [[1, 1]], [1])
    for theorem in (WINNOW, WINNOW_EXPERT, WINNOW_UNIFORM):
        cert = theorem.check(trace, u=[1, 0]).require()
        assert (cert.counted, len(cert["bound"].lhs)) == (0, 0)
    WINNOW_ZHANG.check(mb.play(mb.Winnow(0.1), [[1, 1]], [1]), u=[1, 0]).require()
    WINNOW_DOUBLED.check(mb.play(mb.Winnow(0.1, ties=1), mb.double([[1, 1]]), [1]), v=[1, 0]).require()


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


def test_zhang_asks_for_a_threshold_of_at_least_zero():
    """With ||u||_1 < W a negative one is worth less to u than to the weights, and the gain is not what it says."""
    W, theta = 2, -0.3

    class Negative(Own):
        total, threshold, conservative = W, theta, False
        eta = 0.1

        def start(self, n_features):
            return np.full(n_features, W / n_features)

        def update(self, state, x, y):
            return W * super().update(state, x, y)

        def wants_update(self, state, X, y):
            return y * (X @ state) <= theta

    trace = mb.play(Negative(), [[1, -1, 0.5], [-1, 1, 0.2], [0, -1, -1]], [1, -1, 1], passes=3)
    cert = WINNOW_ZHANG.check(trace, u=[0.5, 0, 0], gamma=0.1, radius=1)
    assert not cert.hypotheses["threshold"].holds
    assert not cert["gain"].holds


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
