"""The Perceptron's theorems: no run that meets the hypotheses breaks a line, and every wrong learner is caught.

Legend: X examples (n, d), y labels, u comparator, r rate, c the constant feature, b bias, q convex weights; rows i.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import MAX_MARGIN, NOVIKOFF, NOVIKOFF_BIAS, NOVIKOFF_COSINE
from tests.theorems.checking import assert_does_not_apply, check_squeeze, failing, signs

AND = mb.fold_bias([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]
XOR = mb.fold_bias([[-1, -1], [-1, 1], [1, -1], [1, 1]]), [-1, 1, 1, -1]


def play(X, y, passes=None, **parameters):
    return mb.play(mb.Perceptron(**parameters), np.asarray(X), y, passes=passes)


def orthonormal(d, scale=1):
    """d examples at right angles, and a comparator: the run that meets the bound."""
    return play(scale * np.eye(d, dtype=int), np.ones(d, dtype=int)), np.ones(d, dtype=int)


# --- runs that meet the hypotheses -------------------------------------------------------------------------------


@dataclass
class Example:
    """Separable data, a comparator with its bias, and how they are played."""

    X: np.ndarray
    y: np.ndarray
    u: np.ndarray
    b: object
    c: object
    rate: object
    ties: object
    passes: int

    def trace(self, folded=False, X=None):
        X = self.X if X is None else X
        X = mb.fold_bias(X, self.c) if folded else X
        return mb.play(mb.Perceptron(rate=self.rate, ties=self.ties), X, self.y, passes=self.passes)

    def unbiased(self):
        """The labels that u gives without its bias; rows that it does not decide are dropped."""
        score = self.X @ self.u
        rows = np.flatnonzero(score != 0)
        return replace(self, X=self.X[rows], y=np.where(score[rows] > 0, 1, -1), b=0) if len(rows) else None

    def certificates(self):
        certs = [NOVIKOFF_BIAS.check(self.trace(folded=True), u=self.u, bias=self.b)]
        if (unbiased := self.unbiased()) is not None:
            trace = unbiased.trace()
            certs += [theorem.check(trace, u=unbiased.u) for theorem in (NOVIKOFF, NOVIKOFF_COSINE)]
        return certs


@st.composite
def exact_examples(draw):
    """Integers or Fractions of every shape, labelled by a comparator with a bias; no example on its boundary.

    There and back: each second example takes away what the one before it brought, all but a little along u, so that
    the weights are short again after having been long.
    """
    kind = draw(st.sampled_from([int, object]))
    n, d = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    numbers = st.integers(-6, 6) if kind is int else st.fractions(-4, 4, max_denominator=6)
    positive = numbers.filter(lambda v: v > 0)
    X = np.array(draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=n, max_size=n)), dtype=kind)
    u = np.array(draw(st.lists(numbers, min_size=d, max_size=d).filter(any)), dtype=kind)
    if kind is object and draw(st.booleans()):
        X[1::2] = -X[: n // 2 * 2 : 2] + Fraction(1, 10**6) * u
    b = draw(numbers)
    rows = np.flatnonzero(X @ u + b != 0)
    if len(rows) == 0:
        X, b, rows = u[None], 0, np.array([0])
    X = X[rows]
    return Example(
        X, signs(X @ u + b), u, b, c=draw(positive),
        rate=draw(st.sampled_from([1, 3, Fraction(1, 3), Fraction(7, 2)])),
        ties=draw(st.sampled_from(["mistake", -1, 1])), passes=draw(st.integers(1, 6)),
    )  # fmt: skip


@st.composite
def float_examples(draw):
    """Floats on several scales, with rows of different size."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(1, 25)), draw(st.integers(1, 7))
    scale = st.sampled_from([1e-3, 1.0, 0.1, 1e3])
    u = random.standard_normal(d) * draw(scale)
    X = random.standard_normal((n, d)) * draw(scale) * 10.0 ** random.uniform(-1, 1, (n, 1))
    b = random.standard_normal() * np.linalg.norm(u) * np.linalg.norm(X, axis=1).mean()
    return Example(
        X, signs(X @ u + b), u, b, c=draw(scale), rate=draw(scale),
        ties=draw(st.sampled_from(["mistake", -1, 1])), passes=draw(st.sampled_from([1, 2, 50])),
    )  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(exact_examples())
def test_no_exact_run_breaks_a_line(example):
    for cert in example.certificates():
        assert cert.require().exact
        assert isinstance(cert.bound, Fraction)
        assert cert.mistakes == cert.counted == cert.trace.n_updates <= cert.bound
        check_squeeze(cert)


@settings(max_examples=100, deadline=None)
@given(float_examples())
def test_no_float_run_breaks_a_line(example):
    for cert in example.certificates():
        if failing(cert):  # a margin that floating point cannot tell from 0
            assert failing(cert) == ["positive-margin"]
            assert cert.q.gamma <= 1.01e-9 * math.sqrt(cert.q.uu * cert.q.R2)
        else:
            check_squeeze(cert.require())


@settings(max_examples=25, deadline=None)
@given(exact_examples(), st.data())
def test_containers_say_the_same(example, data):
    """Arrays, CSR matrices and chunks of any size give one certificate, up to what a stream cannot know."""
    if (unbiased := example.unbiased()) is None:
        return
    cert = NOVIKOFF.check(unbiased.trace(), u=unbiased.u)
    given = {"u": unbiased.u, "gamma": cert.q.gamma, "radius": math.sqrt(cert.q.R2)}
    size = data.draw(st.integers(1, len(unbiased.y)))
    stream = [(unbiased.X[i : i + size], unbiased.y[i : i + size]) for i in range(0, len(unbiased.y), size)]
    streamed = mb.play(cert.trace.learner, stream, passes=unbiased.passes)
    assert repr(NOVIKOFF.check(streamed, **given)) == repr(NOVIKOFF.check(cert.trace, **given))
    if streamed.n_updates:
        known = NOVIKOFF.check(streamed, u=unbiased.u).require()
        assert known.exact and known.bound <= cert.bound
    if unbiased.X.dtype != object and isinstance(unbiased.rate, int):
        sparse = NOVIKOFF.check(unbiased.trace(X=sp.csr_matrix(unbiased.X)), u=unbiased.u).require()
        assert sparse.exact and repr(sparse) == repr(cert)


@settings(max_examples=40, deadline=None)
@given(float_examples())
def test_the_best_comparator(example):
    """The solver's weights prove its margin; no comparator has a smaller bound."""
    if (unbiased := example.unbiased()) is None:
        return
    try:
        margin = mb.l2_margin(unbiased.X, unbiased.y)
    except mb.MistakeBoundError:
        return
    trace = unbiased.trace()
    cert, other = MAX_MARGIN.check(trace, q=margin.q), NOVIKOFF.check(trace, u=unbiased.u)
    if margin.value > 1e-6 * math.sqrt(cert.q.R2):
        check_squeeze(cert.require())
        assert cert.bound <= other.bound * (1 + 1e-6)
        assert cert.bound == pytest.approx(cert.q.R2 / margin.value**2, rel=1e-6)


def test_large_data_are_measured_in_double_and_at_any_size():
    random = np.random.default_rng(0)
    X = random.integers(-9, 10, (2**20 + 5, 2))
    X = X[X @ [3, 1] != 0]
    cert = NOVIKOFF.check(play(X, signs(X @ [3, 1])), u=[3, 1]).require()
    assert (X * X).sum(axis=1).max() == cert.q.R2
    assert cert.q.gamma == np.abs(X @ [3, 1]).min() == 1
    narrow = X.astype(np.float32)
    assert NOVIKOFF.check(play(narrow, signs(X @ [3, 1])), u=[3, 1]).require().bound == cert.bound
    u, X = random.standard_normal(30).astype(np.float32), random.standard_normal((300, 30)).astype(np.float32)
    cert = NOVIKOFF.check(play(X, signs(X.astype(float) @ u)), u=u).require()
    assert float(cert.q.R2) == pytest.approx((X.astype(float) ** 2).sum(axis=1).max(), rel=1e-14)


def test_large_integers_do_not_overflow():
    """Squares of 3·10⁹ leave the range of 64 bits."""
    X = 3 * 10**9 * np.eye(2, dtype=object)
    cert = NOVIKOFF.check(play(X, [1, -1]), u=[1, -1]).require()
    assert cert.exact and cert.bound == 2
    assert list(cert["growth"].lhs) == [9 * 10**18, 18 * 10**18]
    small = NOVIKOFF.check(play(np.eye(2, dtype=np.int8), [1, -1]), u=[3 * 10**9, -3 * 10**9]).require()
    assert small.exact and small.q.uu == 18 * 10**18


# --- worked cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ties", "updates"), [("mistake", 18), (1, 11)])
def test_and(ties, updates):
    trace = play(*AND, ties=ties)
    for cert in (NOVIKOFF.check(trace, u=[2, 2, -3]), NOVIKOFF_BIAS.check(trace, u=[2, 2], bias=-3)):
        assert (cert.require().mistakes, cert.bound) == (updates, 51)
    assert MAX_MARGIN.check(trace, q=mb.l2_margin(*AND).q).require().bound == pytest.approx(51)
    exact = MAX_MARGIN.check(trace, q=[0, Fraction(5, 17), Fraction(5, 17), Fraction(7, 17)]).require()
    assert exact.exact and exact.bound == 51


def test_six_matches():
    """R² = 17, and the margin of (1, 1) is 2: at most ⌊2 · 17 / 4⌋ = 8 mistakes; the run makes 3."""
    X = [[0, -2], [-1, 3], [4, -1], [-2, -2], [3, -1], [-3, -2]]
    cert = NOVIKOFF.check(play(X, [-1, 1, 1, -1, 1, -1]), u=[1, 1]).require()
    assert (cert.mistakes, cert.bound) == (3, Fraction(17, 2))
    assert cert.q.uw.tolist() == [0, 2, 5, 7]
    assert cert.q.ww.tolist() == [0, 4, 17, 25]


@pytest.mark.parametrize("scale", [1, 7])
@pytest.mark.parametrize("d", [1, 2, 9, 25])
def test_the_orthonormal_run_meets_the_bound(d, scale):
    trace, u = orthonormal(d, scale)
    cert = NOVIKOFF.check(trace, u=u).require()
    assert cert.exact and cert.mistakes == cert.bound == d
    for name in ("shift", "progress", "growth-identity", "mistake-term", "growth", "total-progress", "total-growth"):
        assert list(cert[name].slack) == [0] * d
    t = np.arange(1, d + 1)
    # ⟨u, w⟩ = scale·t and ‖u‖ ‖w‖ = scale·√d·√t: Cauchy–Schwarz is tight only at the end
    for name in ("cauchy-schwarz", "sandwich"):
        assert cert[name].slack == pytest.approx(scale * (np.sqrt(d * t) - t))
        assert cert[name].right[-1] == cert[name].left[-1]
    assert list(cert["bound"].slack) == [d - s for s in t]
    assert cert["bound"].where == d - 1
    cosine = NOVIKOFF_COSINE.check(trace, u=u).require()
    assert list(cosine["angle-floor"].left) == list(cosine["angle-floor"].right) == [Fraction(s, d) for s in t.tolist()]
    assert list(cosine["angle-ceiling"].left)[-1] == 1


def test_the_cosine_begins_after_the_first_update():
    """Erratum E40: Φ is 0/0 at the start, and √t δ after t updates."""
    trace, u = orthonormal(4)
    phi = NOVIKOFF_COSINE.check(trace, u=u).squeeze.inner[r"\Phi_t"]
    assert math.isnan(phi[0])
    assert phi[1:] == pytest.approx(0.5 * np.sqrt([1, 2, 3, 4]))


def test_one_update():
    """Erratum E24: the cosine can be exactly 1; with the example itself as comparator every line is tight."""
    trace = play([[3, 4]], [-1])
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=[-3, -4]).require()
        assert (cert.mistakes, cert.bound) == (1, 1)
        assert all(checked.slack.tolist() == [0] for name, checked in cert.lines.items() if name != "moving")
    assert cert["moving"].slack.tolist() == [5]


def test_no_update():
    trace = play([[1, 0], [2, 1]], [1, 1], ties=1)
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=[1, 0]).require()
        assert cert.mistakes == 0 and cert["bound"].tightest is None and "nothing to compare" in repr(cert)
        assert cert.squeeze.meets == float(cert.bound)
    folded = play(mb.fold_bias([[1, 0], [2, 1]]), [1, 1], ties=1)
    assert NOVIKOFF_BIAS.check(folded, u=[1, 0], bias=0).require().holds
    assert MAX_MARGIN.check(trace, q=[1, 0]).require().holds


@pytest.mark.parametrize("scale", [Fraction(1, 10), 1, 7, 1e-6, 1e6])
def test_the_length_of_the_comparator_is_idle(scale):
    u = scale * np.array([2, 2, -3], dtype=object)
    cert = NOVIKOFF.check(play(*AND), u=u.astype(float) if isinstance(scale, float) else u).require()
    assert cert.bound == pytest.approx(51)


@pytest.mark.parametrize("rate", [Fraction(1, 1000), 0.125, 1.0, 3, 2.0**20])
def test_the_rate_is_idle(rate):
    """Erratum E20: started at 0, every rate makes the same mistakes, and the bound is the same."""
    trace, unit = play(*AND, rate=rate), play(*AND)
    assert list(trace.updates) == list(unit.updates)
    assert np.asarray(trace.weights, dtype=float) == pytest.approx(float(rate) * unit.weights)
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=[2, 2, -3]).require()
        assert (cert.mistakes, cert.bound) == (18, 51)
        assert cert.exact == (not isinstance(rate, float) or rate == 1)


def test_gamma_and_radius_may_be_given():
    trace = play(*AND)
    assert NOVIKOFF.check(trace, u=[2, 2, -3], gamma=1).require().exact
    assert NOVIKOFF.check(trace, u=[2, 2, -3], gamma=Fraction(1, 2), radius=2).require().bound == 17 * 4 * 4
    inexact = NOVIKOFF.check(trace, u=[2, 2, -3], radius=math.sqrt(3)).require()
    assert not inexact.exact and inexact.bound == pytest.approx(51)
    assert_does_not_apply(NOVIKOFF.check(trace, u=[2, 2, -3], gamma=2), "margin", "1 ≥ 2 is false")
    assert_does_not_apply(NOVIKOFF.check(trace, u=[2, 2, -3], radius=1), "radius", "is false")


def test_what_gamma_and_radius_are_read_off():
    """Of all examples if they are kept, and else of those that caused an update."""
    X, y = np.array([[1, 0], [100, 0], [5, 5]]), [1, 1, 1]
    arrays = NOVIKOFF.check(play(X, y, passes=1), u=[2, 0])
    assert (arrays.q.gamma, arrays.q.R2) == (2, 10000)
    stream = NOVIKOFF.check(mb.play(mb.Perceptron(), [(X, y)]), u=[2, 0])
    assert (stream.q.gamma, stream.q.R2, stream.bound) == (2, 1, 1)


@pytest.mark.parametrize("epsilon", [Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)])
@pytest.mark.parametrize("ties", ["mistake", 1])
def test_the_bias_that_the_bound_forgot(epsilon, ties):
    """Erratum E4: ±ε on the line, R²/γ² = 1, but with a bias there are 2 mistakes; the folded bound allows them."""
    trace = play(mb.fold_bias(np.array([[epsilon], [-epsilon]], dtype=object)), [1, -1], ties=ties)
    cert = NOVIKOFF_BIAS.check(trace, u=[1], bias=0).require()
    assert cert.mistakes == 2 > cert.q.R2_short * cert.q.uu_short / cert.q.gamma**2
    assert cert.bound == NOVIKOFF.check(trace, u=[1, 0]).require().bound == 1 + 1 / epsilon**2
    assert_does_not_apply(NOVIKOFF.check(trace, u=[1, 0], radius=epsilon), "radius")


def test_one_update_need_not_mend_the_example():
    """Errata E2, E13: five mistakes in a row on (1, 1), and the first mistake has score exactly 0."""
    X, y = [[0, 10]] + 10 * [[1, 1]], [-1] + 10 * [1]
    cert = NOVIKOFF.check(play(X, y, passes=1, ties=1), u=[11, -1]).require()
    assert cert["mistake"].lhs.tolist() == [0, -10, -8, -6, -4, -2]


@pytest.mark.parametrize(("features", "longest"), [([0, 1], 1), ([-1, 1], 8)])
def test_radius_of_boolean_features(features, longest):
    """Erratum E25: R² = n, attained by one example of {0, 1}ⁿ and by all of {−1, 1}ⁿ; n + c² with a bias."""
    X = np.array(list(product(features, repeat=3)))
    cert = NOVIKOFF_BIAS.check(play(mb.fold_bias(X, 2), signs(X[:, 0] - 0.5)), u=[2, 0, 0], bias=-1).require()
    assert (cert.q.R2_short, cert.q.R2) == (3, 7)
    assert ((X * X).sum(axis=1) == 3).sum() == longest


def test_a_bias_alone_separates_examples_of_one_label():
    X = np.array([[1, 1], [-1, 1], [2, -1]])
    cert = NOVIKOFF_BIAS.check(play(mb.fold_bias(X), [1, 1, 1]), u=[0, 0], bias=1).require()
    assert cert.bound == 6
    with pytest.raises(mb.MistakeBoundError, match="is the zero vector"):
        NOVIKOFF_BIAS.check(play(mb.fold_bias(X), [1, 1, 1]), u=[0, 0], bias=0)


# --- runs that do not meet the hypotheses ------------------------------------------------------------------------


class Slack(mb.Perceptron):
    """Updates on mistakes at positive examples only."""

    conservative = False

    def wants_update(self, state, X, y):
        return super().wants_update(state, X, y) & (np.asarray(y) > 0)


class Eager(mb.Perceptron):
    """Updates in every round."""

    conservative = False

    def wants_update(self, state, X, y):
        return np.ones(len(y), dtype=bool)


class Backward(mb.Perceptron):
    """Subtracts where it should add."""

    def update(self, state, x, y):
        return super().update(state, x, -y)


class Drifting(mb.Perceptron):
    """Adds a little more than r y x."""

    def update(self, state, x, y):
        return super().update(state, x, y) + 1e-6 * x


class ThreeValued(mb.Perceptron):
    """Predicts sign⟨w, x⟩, which may be 0, and subtracts its prediction times x on a mistake: it never starts."""

    def update(self, state, x, y):
        return state - self.rate * int(np.sign(state @ x)) * x


@pytest.mark.parametrize("theorem", [NOVIKOFF, NOVIKOFF_COSINE])
@pytest.mark.parametrize(
    ("learner", "name"),
    [
        (Slack, "mistake-driven"),
        (Eager, "mistake"),
        (Backward, "update-rule"),
        (Drifting, "update-rule"),
        (ThreeValued, "update-rule"),
    ],
)
def test_other_learners(theorem, learner, name):
    cert = theorem.check(mb.play(learner(), *AND, passes=30), u=[2, 2, -3])
    assert_does_not_apply(cert, name)
    assert failing(cert)[0] == name
    theorem.check(mb.play(mb.Perceptron(), *AND, passes=30), u=[2, 2, -3]).require()


def test_three_valued_sign_never_learns():
    """Erratum E1: 100 mistakes in 50 passes over two examples."""
    trace = mb.play(ThreeValued(), [[1, 0], [0, 1]], [1, -1], passes=50)
    assert trace.n_mistakes == 100
    assert not np.any(trace.final_state)
    cert = NOVIKOFF.check(trace, u=[1, -1])
    assert cert.bound == 2 and not cert.within_bound
    assert_does_not_apply(cert, "update-rule", "at round 0: 1 = 0 is false")


def test_a_negative_rate():
    learner = Backward()
    trace = mb.play(learner, *AND, passes=30)
    object.__setattr__(learner, "rate", -1)  # which it refuses to be told
    assert_does_not_apply(NOVIKOFF.check(trace, u=[2, 2, -3]), "rate", "-1 > 0 is false")


def test_a_start_away_from_zero():
    trace = mb.play(mb.Perceptron(), *AND, passes=None, state=np.array([100, 100, 100]))
    cert = NOVIKOFF.check(trace, u=[2, 2, -3])
    assert not cert.within_bound
    assert_does_not_apply(cert, "start", r"start \(‖w₀‖ = 0\) fails: 173.2 = 0 is false")


@pytest.mark.parametrize(
    ("X", "y", "u", "gamma"),
    [
        (*XOR, [1, 1, 1], -3),
        (*AND, [1, 1, -2], 0),  # (1, 1) on the boundary
        (*AND, [-2, -2, 3], -3),
        # erratum E23: with a bias of -100 the nearest of ±1 is at distance 99, and nothing is separated
        ([[1, 1], [-1, 1]], [1, -1], [1, -100], -99),
    ],
)
def test_no_margin(X, y, u, gamma):
    trace = play(X, y, passes=5)
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=u)
        assert cert.q.gamma == gamma
        assert cert.bound == cert.squeeze.meets == math.inf
        assert_does_not_apply(cert, "positive-margin", rf"{gamma} > 0 is false")
    assert_does_not_apply(NOVIKOFF_BIAS.check(trace, u=u[:-1], bias=u[-1]), "positive-margin")


def test_consistent_without_a_margin():
    """Erratum E21: with ties = +1, u = (0, 1) is never wrong, yet the Perceptron errs for ever."""
    X = np.array([[Fraction(-1, 2), -1], [-1, 0], [1, 0]], dtype=object)
    trace = play(X, [-1, 1, 1], passes=500, ties=1)
    assert trace.n_mistakes == 1001
    assert_does_not_apply(NOVIKOFF.check(trace, u=[0, 1]), "positive-margin", "0 > 0 is false")


def test_irrational_run_that_never_repeats():
    """Erratum E22: 1 labelled +1 and √2 labelled −1; neither direction separates them."""
    trace = play([[1.0], [math.sqrt(2)]], [1, -1], passes=3000)
    assert trace.n_updates == len(np.unique(trace.weights[1:])) == 5122
    for u in ([1.0], [-1.0]):
        assert_does_not_apply(NOVIKOFF.check(trace, u=u), "positive-margin")


def test_a_margin_that_floating_point_cannot_tell_from_zero():
    """0.1 · 3 − 0.3 is not 0 in floating point, but nearly."""
    cert = NOVIKOFF.check(play([[0.1, 0.3]], [1]), u=[3.0, -1.0])
    assert_does_not_apply(cert, "positive-margin", r"0 > 0 is false \(to 1e-09, relative\)")


def test_a_constant_feature_that_is_not():
    X = np.array([[1, 1], [-1, 2]])
    assert_does_not_apply(NOVIKOFF_BIAS.check(play(X, [1, -1]), u=[1], bias=0), "constant-feature", "2 = 1 is false")
    with pytest.raises(mb.MistakeBoundError, match="last feature is -1 in round 0: fold the bias in"):
        NOVIKOFF_BIAS.check(play([[1, -1]], [1]), u=[1], bias=0)


@pytest.mark.parametrize(
    ("q", "name"),
    [
        ([0.25, 0.25, 0.25, 0.25], "closest"),
        ([0, 1, 0, 0], "closest"),
        ([-0.25, 0.5, 0.5, 0.25], "convex"),
        ([0, 5, 5, 7], "mass"),
        ([0, Fraction(5, 17), Fraction(5, 17), Fraction(6, 17)], "mass"),
    ],
)
def test_dual_weights_that_prove_nothing(q, name):
    assert_does_not_apply(MAX_MARGIN.check(play(*AND), q=q), name)


def test_dual_weights_that_prove_the_data_inseparable():
    with pytest.raises(mb.NotSeparable) as caught:
        mb.l2_margin(*XOR)
    trace = play(*XOR, passes=5)
    for q in (caught.value.witness, [Fraction(1, 4)] * 4):
        cert = MAX_MARGIN.check(trace, q=q)
        assert_does_not_apply(cert, "positive-margin")
    assert cert.bound == math.inf


# --- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theorem", "parameters", "message"),
    [
        (NOVIKOFF, {"u": [1, 2]}, r"u has shape \(2,\): it needs shape \(3,\), an entry for each feature"),
        (NOVIKOFF, {"u": [[2, 2, -3]]}, r"u has shape \(1, 3\)"),
        (NOVIKOFF, {"u": [0, 0, 0]}, "u is the zero vector"),
        (NOVIKOFF, {"u": [2, 2, math.nan]}, "u has an entry that is not finite"),
        (NOVIKOFF_COSINE, {"u": [2, math.inf, 1]}, "u has an entry that is not finite"),
        (NOVIKOFF, {"u": ["a", "b", "c"]}, "u has dtype"),
        (NOVIKOFF, {"u": [2, 2, -3], "gamma": 0}, "gamma is 0: it must be a finite number greater than 0"),
        (NOVIKOFF, {"u": [2, 2, -3], "gamma": math.nan}, "gamma is nan"),
        (NOVIKOFF, {"u": [2, 2, -3], "radius": 0}, "radius is 0"),
        (NOVIKOFF, {"u": [2, 2, -3], "radius": math.inf}, "radius is inf"),
        (NOVIKOFF_BIAS, {"u": [2, 2, -3], "bias": 1}, r"u has shape \(3,\)"),
        (NOVIKOFF_BIAS, {"u": [2, 2], "bias": math.nan}, "bias is nan: it must be a finite number"),
        (MAX_MARGIN, {"q": [1, 0, 0]}, r"q has shape \(3,\)"),
        (MAX_MARGIN, {"q": [0, 0, 0, 0]}, "q is the zero vector"),
        (MAX_MARGIN, {"q": [1, 0, 0, math.nan]}, "q has an entry that is not finite"),
    ],
)
def test_bad_parameters(theorem, parameters, message):
    with pytest.raises(mb.MistakeBoundError, match=message):
        theorem.check(play(*AND), **parameters)


def test_missing_parameters():
    with pytest.raises(TypeError, match=r"NOVIKOFF_BIAS\.check\(trace, u, bias\): missing a required argument: 'bias'"):
        NOVIKOFF_BIAS.check(play(*AND), u=[2, 2])


def test_without_states_there_is_no_certificate():
    trace = mb.play(mb.Perceptron(), *AND, record="updates")
    with pytest.raises(mb.NotRecorded, match="record='all'"):
        NOVIKOFF.check(trace, u=[2, 2, -3])


def test_a_stream_without_an_update():
    stream = [(np.array([[1, 0], [2, 1]]), np.array([1, 1]))]
    trace = mb.play(mb.Perceptron(ties=1), stream)
    with pytest.raises(mb.MistakeBoundError, match=r"no round was an update.*give the margin and the radius"):
        NOVIKOFF.check(trace, u=[1, 0])
    assert NOVIKOFF.check(trace, u=[1, 0], gamma=1, radius=3).require().bound == 9


# --- a wrong line, a wrong bound ---------------------------------------------------------------------------------


def test_a_strict_line_is_broken_where_the_run_meets_it():
    trace, u = orthonormal(4)
    strict = replace(NOVIKOFF.lines[-1], relation="<")
    with pytest.raises(mb.BrokenBound, match=r"bound .* at round 3: 4 < 4 is false") as caught:
        replace(NOVIKOFF, lines=(*NOVIKOFF.lines[:-1], strict)).check(trace, u=u).require()
    assert (caught.value.line, caught.value.round) == ("bound", 3)


def test_the_bound_of_the_source_with_one_gamma():
    """R²/γ for R²/γ²: the orthonormal run with R = 1 and γ = ½ makes 4 mistakes, not 2."""
    wrong = replace(NOVIKOFF, bound=lambda q: q.uu * q.R2 / q.gamma)
    cert = wrong.check(play(np.eye(4), [1, 1, 1, 1]), u=[0.5] * 4)
    assert cert.bound == 2
    with pytest.raises(mb.BrokenBound, match="4 ≤ 2 is false"):
        cert.require()


@pytest.mark.parametrize(("learner", "line"), [(Backward, "shift"), (ThreeValued, "shift"), (Eager, "mistake-term")])
def test_a_learner_that_errs_too_often_is_caught(learner, line):
    """An honest label of a dishonest run: with the hypotheses on the learner left out, a line turns red."""
    kept = tuple(h for h in NOVIKOFF.hypotheses if h.name in ("radius", "positive-margin", "margin"))
    cert = replace(NOVIKOFF, hypotheses=kept).check(mb.play(learner(), *AND, passes=30), u=[2, 2, -3])
    assert cert.applies
    with pytest.raises(mb.BrokenBound) as caught:
        cert.require()
    assert caught.value.line == line and caught.value.round is not None


# --- display -----------------------------------------------------------------------------------------------------


def test_certificate_of_a_run():
    trace = play([[2, 1], [-1, 1]], [1, -1])
    assert repr(NOVIKOFF_COSINE.check(trace, u=[1, 0])) == (
        "Perceptron mistake bound, as an angle holds on this run: updates 1, bound 5 (compared exactly)\n"
        "name                  claim                           at its tightest  slack   round  holds\n"
        "Hypotheses\n"
        "start (H1)            ‖w₀‖ = 0                        0 = 0            0              yes\n"
        "rate (H2)             r > 0                           1 > 0            1              yes\n"
        "update-rule (H3)      wₜ − (wₜ₋₁ + r yₜ xₜ) = 0       0 = 0            0       0      yes\n"
        "mistake-driven (H4)   mistakes without an update = 0  0 = 0            0              yes\n"
        "mistake (H5)          yₜ ⟨wₜ₋₁, xₜ⟩ ≤ 0               0 ≤ 0            0       0      yes\n"
        "radius (H6)           ‖xₜ‖ ≤ R                        2.236 ≤ 2.236    0       0      yes\n"
        "positive-margin (H7)  γ > 0                           1 > 0            1              yes\n"
        "margin (H8)           yₜ ⟨u, xₜ⟩ ≥ γ                  2 ≥ 1            1       0      yes\n"
        "Proof\n"
        "moving (CO1)          ‖wₜ‖ > 0                        2.236 > 0        2.236   0      yes\n"
        "angle-floor (CO2)     γ√t/(R‖u‖) ≤ Φₜ                 0.4472 ≤ 0.8944  0.4472  0      yes\n"
        "angle-ceiling (CO3)   Φₜ ≤ 1                          0.8944 ≤ 1       0.1056  0      yes\n"
        "bound (CO4)           t ≤ ‖u‖² R² / γ²                1 ≤ 5            4       0      yes"
    )


def test_a_table_does_not_depend_on_layout():
    """The same run from rows, columns, CSR and chunks: the products may round differently, the text is the same."""
    random = np.random.default_rng(5)
    u, X = random.standard_normal(40), random.standard_normal((200, 40)).round(2)
    X[np.abs(X) < 0.5] = 0
    y = signs(X @ u)
    given = {"u": u, "gamma": np.abs(X @ u).min(), "radius": np.linalg.norm(X, axis=1).max()}
    chunks = [(X[i : i + 7], y[i : i + 7]) for i in range(0, 200, 7)]
    traces = [mb.play(mb.Perceptron(rate=0.1), *data, passes=5)
              for data in ((X, y), (np.asfortranarray(X), y), (sp.csr_matrix(X), y), (chunks,))]  # fmt: skip
    assert traces[0].n_updates > 50
    assert len({repr(NOVIKOFF.check(trace, **given).require()) for trace in traces}) == 1


BYTES = mb.play(mb.Perceptron(), np.array([[12, 1], [-12, 1]], dtype=np.int8), [1, -1])


@pytest.mark.parametrize("parameters", [{"gamma": np.int8(12)}, {"radius": np.uint8(16)}, {"gamma": np.float32(12)}])
def test_parameters_may_be_numbers_of_numpy(parameters):
    """As `(y * (X @ u)).min()` and `X.max()` give them; their own squares would overflow."""
    plain_numbers = {name: value.item() for name, value in parameters.items()}
    cert = NOVIKOFF.check(BYTES, u=[1, 0], **parameters).require()
    assert cert.bound == NOVIKOFF.check(BYTES, u=[1, 0], **plain_numbers).bound


def test_a_certificate_whose_bound_no_float_can_hold_is_shown():
    adversary = mb.Bisection(300)
    trace = mb.duel(mb.Perceptron(), adversary)
    cert = NOVIKOFF.check(trace, u=adversary.comparator(trace)).require()
    assert cert.exact and cert.bound > 10**350
    for shown in (repr(cert), cert._repr_html_()):
        assert "bound 1.011e+361" in shown


@pytest.mark.parametrize("size", [1e-100, 1e100])
@pytest.mark.filterwarnings("ignore:overflow")  # of squares of squares; both sides are then infinite
def test_the_bound_does_not_depend_on_the_unit(size):
    X, y = size * np.array([[2.0, 1], [-1, 1], [1, 3]]), [1, -1, 1]
    trace = mb.play(mb.Perceptron(), X, y, passes=None)
    assert math.isclose(NOVIKOFF.check(trace, u=[size, 0]).require().bound, 10)
