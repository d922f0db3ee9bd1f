"""One proof, three learners: no run breaks a line, each instance is its chapter's theorem, every wrong line is caught.

Legend: X examples (n, d), y labels, u comparator, gamma margin, p the norm, eta learning rate, c the scale of a
comparator.
"""

import itertools
import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import assume, given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import BREGMAN, BREGMAN_HINGE, PNORM, potentials
from mistakebound.certificates.core import STATES
from mistakebound.errors import MistakeBoundError
from mistakebound.theorems.bregman import D
from mistakebound.theorems.winnow import kl_t
from tests.theorems.checking import assert_does_not_apply, check_squeeze, signs

P = [2, 2.5, 3, 5, 9.2, 40]
SKEW = np.array([[2, -2, -1], [-1, 2, -1], [1, 1, -2]])


@dataclass
class Case:
    """Data with labels of any kind, a comparator, and the settings of the run."""

    X: np.ndarray
    y: np.ndarray
    u: np.ndarray
    rate: object
    ties: object
    passes: int

    def play(self, make, **parameters):
        return mb.play(make(**parameters, ties=self.ties), self.X, self.y, passes=self.passes)

    def separated(self):
        """The case with the labels that u gives, without rows near its boundary."""
        score = self.X @ self.u
        rows = np.flatnonzero(np.abs(score) > 1e-3 * np.abs(score).max())
        assume(len(rows))
        return replace(self, X=self.X[rows], y=signs(score[rows]))

    def mixture(self):
        """The case with doubled features, and u as a distribution."""
        u = np.concatenate([np.maximum(self.u, 0), np.maximum(-self.u, 0)]).astype(float)
        return replace(self, X=mb.double(self.X).astype(float), u=u / u.sum())


@st.composite
def cases(draw, exact=False):
    """Whole numbers, Fractions and floats on several scales, comparators with zeros, labels that mean nothing."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(1, 25)), draw(st.integers(1, 7))
    X, u = random.integers(-4, 5, (n, d)), random.integers(-3, 4, d)
    if not exact and draw(st.booleans()):
        X, u = random.standard_normal((n, d)) * draw(st.sampled_from([1e-3, 1.0, 1e3])), u * random.uniform(0.1, 1, d)
    elif draw(st.booleans()):
        X = np.vectorize(Fraction, otypes=[object])(X, 3) if exact else X
    assume(u.any() and X.any())
    rates = [1, 3, Fraction(1, 3)] if exact else [1, 0.1, 30.0]
    return Case(X, random.choice([-1, 1], n), u, draw(st.sampled_from(rates)),
                draw(st.sampled_from(["mistake", -1, 1])), draw(st.integers(1, 4)))  # fmt: skip


def entropic(eta, ties):
    return mb.QuasiAdditive(potentials.Entropy(), eta, ties)


# --- each instance is its chapter's theorem, on the same runs ----------------------------------------------------


@given(cases(exact=True))
def test_the_perceptron_has_novikoffs_bound_exactly(case):
    """With the best scale, in exact numbers: PNORM at p = 2, and BREGMAN."""
    e = case.separated()
    for make in (mb.Perceptron, lambda **given: mb.PNorm(2, **given)):
        trace = e.play(make, eta=e.rate)
        novikoff = mb.NOVIKOFF.check(trace, u=e.u).require()
        for theorem in (BREGMAN, PNORM):
            cert = theorem.check(trace, u=e.u).require()
            assert cert.exact and isinstance(cert.bound, Fraction | int)
            assert cert.bound == novikoff.bound and cert.squeeze.meets == float(cert.bound)
            check_squeeze(cert)
        # D is half the squared distance of the weights from c u
        c, W = cert.q.c, trace.weights
        assert [2 * value for value in D.value(cert.q, STATES)] == [
            sum((c * a - b) ** 2 for a, b in zip(e.u, w, strict=True)) for w in W
        ]


@given(cases(exact=True))
def test_no_scale_is_better_than_the_best(case):
    e = case.separated()
    trace = e.play(mb.Perceptron, eta=e.rate)
    best = BREGMAN.check(trace, u=e.u)
    for factor in (Fraction(9, 10), Fraction(11, 10), 2):
        cert = BREGMAN.check(trace, u=e.u, scale=factor * best.q.c).require()
        assert cert.bound > best.bound
        check_squeeze(cert)


@given(cases(), st.floats(0.05, 1.9))
def test_winnows_bound_is_the_sharper_by_the_chord(case, share):
    """For every learning rate, the divergence is the same, and the smoothness line underestimates the gain."""
    e = case.separated().mixture()
    s, R = (e.y * (e.X @ e.u)).min(), np.abs(e.X).max()
    eta = share * s / R**2
    for make in (mb.Winnow, entropic):
        trace = e.play(make, eta=eta)
        cert = BREGMAN.check(trace, u=e.u).require()
        check_squeeze(cert)
        winnow = mb.WINNOW.check(e.play(mb.Winnow, eta=eta), u=e.u).require()
        assert cert.counted == winnow.counted
        kls = pytest.approx(kl_t.value(winnow.q, STATES), abs=1e-9 * winnow.q.kl_terms.max())
        assert kls == D.value(cert.q, STATES)
        assert cert.q.gain * (1 - 1e-9) <= winnow.q.C
        assert winnow.bound <= cert.bound * (1 + 1e-9)


@given(cases())
def test_with_the_simple_step_it_is_winnows_simple_bound(case):
    e = case.separated().mixture()
    s, R = (e.y * (e.X @ e.u)).min(), np.abs(e.X).max()
    cert = BREGMAN.check(e.play(entropic, eta=s / R**2), u=e.u).require()
    kl = mb.kl(e.u, np.full(len(e.u), 1 / len(e.u)))
    assert cert.bound == pytest.approx(2 * R**2 * kl / s**2)
    if s < 0.99 * R:
        tuned = mb.WINNOW_TUNED.check(e.play(mb.Winnow, eta=mb.tuned_step(s, R)), u=e.u).require()
        assert tuned.bound <= cert.bound * (1 + 1e-9)
        assert cert.bound == pytest.approx(2 * R**2 * kl_t.start.value(tuned.q) / s**2)


@given(cases(exact=True), st.sampled_from([Fraction(1, 10), 1, 5]))
def test_inseparable_the_perceptron_has_the_root_of_the_hinge_form(case, gamma):
    trace = case.play(mb.Perceptron, eta=case.rate)
    cert = BREGMAN_HINGE.check(trace, u=case.u, gamma=gamma).require()
    hinge = mb.HINGE.check(trace, u=case.u, gamma=gamma).require()
    assert cert.bound == pytest.approx(hinge.squeeze.meets)
    assert cert["homogeneous-bound"].rhs == pytest.approx(hinge.bound)
    check_squeeze(cert)


# --- runs of the p-norms, and of all -----------------------------------------------------------------------------


@given(cases())
def test_no_p_norm_run_breaks_a_line(case):
    e = case.separated()
    gamma = (e.y * (e.X @ e.u)).min()
    for p in P:
        trace = e.play(lambda p=p, **given: mb.PNorm(p, **given), eta=e.rate)
        cert = PNORM.check(trace, u=e.u).require()
        check_squeeze(cert)
        q = p / (p - 1)
        uu, R2 = (np.abs(e.u / 1.0) ** q).sum() ** (2 / q), max((np.abs(x / 1.0) ** p).sum() ** (2 / p) for x in e.X)
        assert cert.bound == pytest.approx((p - 1) * uu * R2 / gamma**2)
        assert BREGMAN.check(trace, u=e.u).require().bound == pytest.approx(float(cert.bound))
        without_losses = BREGMAN_HINGE.check(trace, u=e.u, gamma=gamma).require()
        assert without_losses.bound == pytest.approx(float(cert.bound))


@given(cases(), st.sampled_from(P), st.sampled_from([0.1, 1.0, 10.0]))
def test_no_inseparable_run_breaks_a_line(case, p, demand):
    gamma = float(demand * np.abs(case.X @ case.u).mean()) or 1.0
    trace = case.play(lambda **given: mb.PNorm(p, **given), eta=case.rate)
    cert = BREGMAN_HINGE.check(trace, u=case.u, gamma=gamma).require()
    check_squeeze(cert)
    # no other scale has a smaller bound: by hand, for the same comparator
    q = cert.q
    for c in (0.8 * q.c, 1.2 * q.c):
        gain = q.eta * c * q.own_gamma - q.loss
        if gain > 0:
            assert (c**2 * q.own_value + q.eta * c * gamma * q.L) / gain >= cert.bound * (1 - 1e-9)
    e = case.mixture()
    eta = gamma / np.abs(e.X).max() ** 2
    for make in (mb.Winnow, entropic):
        winnow = BREGMAN_HINGE.check(e.play(make, eta=eta), u=e.u, gamma=gamma).require()
        check_squeeze(winnow)
        assert not len(winnow["best-scale"].lhs)
        losses = [max(0, 1 - y * (x @ e.u) / gamma) for x, y in zip(winnow.trace.update_X, winnow.trace.update_y,
                                                                    strict=True)]  # fmt: skip
        kl = mb.kl(e.u, np.full(len(e.u), 1 / len(e.u)))
        gain = eta * gamma - eta**2 * np.abs(e.X).max() ** 2 / 2
        assert winnow.bound == pytest.approx((kl + eta * gamma * sum(losses)) / gain)


# --- a third instance --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weighted:
    """Half the squared length after scaling each feature. Nothing else need be declared."""

    scales: tuple
    sigma = 1
    homogeneous = True

    def weights(self, theta):
        return theta / np.square(self.scales)

    def conjugate(self, theta):
        return np.square(theta / np.array(self.scales)).sum(axis=-1) / 2

    def value(self, u):
        return np.square(u * np.array(self.scales)).sum(axis=-1) / 2

    def dual_square(self, X):
        return np.square(X / np.array(self.scales)).sum(axis=-1)


@given(cases())
def test_a_potential_of_ones_own_needs_nothing_else(case):
    """It is the Perceptron on scaled features, so its bound is Novikoff's there. Powers of 2 scale a tie to a tie."""
    scales = tuple((2.0 ** np.random.default_rng(len(case.y)).integers(-3, 4, len(case.u))).tolist())
    e = case.separated()
    trace = e.play(lambda **given: mb.QuasiAdditive(Weighted(scales), **given), eta=e.rate)
    cert = BREGMAN.check(trace, u=e.u)
    other = mb.play(mb.Perceptron(e.rate, e.ties), e.X / np.array(scales), e.y, passes=e.passes)
    novikoff = mb.NOVIKOFF.check(other, u=e.u * np.array(scales))
    assume(novikoff.applies)
    assert trace.updates.tolist() == other.updates.tolist()
    assert cert.require().bound == pytest.approx(float(novikoff.bound))
    check_squeeze(BREGMAN_HINGE.check(e.play(lambda **given: mb.QuasiAdditive(Weighted(scales), **given)), u=e.u,
                                      gamma=2 * cert.q.own_gamma).require())  # fmt: skip
    with pytest.raises(MistakeBoundError, match="has no p: use BREGMAN, the theorem for this learner"):
        PNORM.check(trace, u=e.u)


# --- is it tight? ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 4, 25])
def test_orthonormal_examples_meet_it_for_the_squared_length(d):
    """No line of the proof has any slack except for the floor before the end."""
    trace = mb.play(mb.PNorm(2), np.eye(d, dtype=int), np.ones(d, dtype=int))
    for theorem in (BREGMAN, PNORM):
        cert = theorem.check(trace, u=np.ones(d, dtype=int)).require()
        assert cert.exact and cert.counted == cert.bound == d
        for name in ("drop", "margin-term", "smoothness", "mistake-term", "progress", "total-progress"):
            assert set(cert[name].slack) == {0}
        assert D.value(cert.q, STATES)[-1] == 0


def patterns(m):
    """All rows of m signs as features: m examples with 2^m features."""
    return np.array(list(itertools.product([1, -1], repeat=m))).T


@pytest.mark.parametrize("learner", [mb.PNorm(4.88), mb.QuasiAdditive(potentials.Entropy(), 0.1), mb.PNorm(2)])
def test_the_opponent_of_winnows_bound_spares_nobody(learner):
    """The opponent contradicts every prediction, on all patterns of signs, and has a comparator."""
    m, s = 8, 0.5
    X, state, y = patterns(m), learner.start(2**m), []
    for x in X:
        y.append(-1 if learner.predict(state, x[None])[0] > 0 else 1)
        state = learner.update(state, x, y[-1])
    trace = mb.play(learner, X, y)
    assert trace.n_mistakes == m
    u = ((1 + s * X * np.array(y)[:, None]) / 2).prod(axis=0)
    cert = BREGMAN.check(trace, u=u, gamma=s).require() if learner.potential.homogeneous else None
    if cert is not None:
        assert m < cert.bound
    assert (np.array(y) * (X @ u)).min() == pytest.approx(s)


@pytest.mark.parametrize(("m", "s"), [(100, 0.1), (64, 0.25), (16, 0.5)])
def test_for_a_p_that_suits_the_margin_the_gap_is_a_factor_e(m, s):
    """The p-norm bound over m, which that opponent forces, in closed form: the features are m independent tosses."""

    def gap(p):
        q = p / (p - 1)
        return (p - 1) * (((1 + s) ** q + (1 - s) ** q) / 2) ** (2 * m / q) / (s**2 * m)

    assert gap(1 + max(1, m * s**2)) == pytest.approx(math.e, rel=0.02)
    m, s, p = 6, 0.5, 2.5  # the closed form is that of the bound
    X, q = patterns(m), 2.5 / 1.5
    u = ((1 + s * X) / 2).prod(axis=0)
    cert = PNORM.check(mb.play(mb.PNorm(p), X, np.ones(m, dtype=int)), u=u)
    assert cert.bound / m == pytest.approx((p - 1) * (((1 + s) ** q + (1 - s) ** q) / 2) ** (2 * m / q) / (s**2 * m))


@pytest.mark.parametrize("s", [0.3, 0.1, 0.03])
def test_for_the_entropy_the_gap_goes_to_zero_with_the_margin(s):
    """Only smoothness loses anything, and it loses less than s^2."""
    X, m = patterns(6), 6
    u = ((1 + s * X) / 2).prod(axis=0)
    learner, state, y = mb.QuasiAdditive(potentials.Entropy(), s), None, []
    state = learner.start(2**m)
    for x in X:  # every score is 0: the tosses are independent
        assert learner.predict(state, x[None]).tolist() == [0]
        state = learner.update(state, x, 1)
        y.append(1)
    cert = BREGMAN.check(mb.play(learner, X, y), u=u).require()
    assert m == cert.counted
    assert cert.bound == pytest.approx(m, rel=s**2)


# --- hypotheses that fail ----------------------------------------------------------------------------------------


ASKED = [(BREGMAN, {}), (PNORM, {}), (BREGMAN_HINGE, {"gamma": 1})]
FAMILY = [potentials.Euclidean(), potentials.SquaredNorm(3)]


def and_run(make, potential, passes=20):
    X, y = mb.fold_bias([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]
    return mb.play(make(potential), X, y, passes=passes)


def test_a_start_away_from_zero():
    """The general bound pays for it with a larger divergence; the other bounds do not apply."""
    learner = mb.PNorm(3)
    away = learner.update(learner.start(2), np.array([0, -50]), 1)
    trace = mb.play(learner, [[0, 1]], [1], passes=None, state=away)
    assert BREGMAN.check(trace, u=[0, 1]).require().counted == 51
    cert = PNORM.check(trace, u=[0, 1])
    assert not cert.within_bound
    assert_does_not_apply(cert, "start", r"start \(z₀ = 0\) fails: 50 = 0 is false")
    assert broken_line(PNORM, trace, {"start"}, u=[0, 1]) == "start-divergence"
    assert_does_not_apply(BREGMAN_HINGE.check(trace, u=[0, 1], gamma=1), "start")
    assert broken_line(BREGMAN_HINGE, trace, {"start"}, u=[0, 1], gamma=1) == "best-scale"


def test_data_that_are_not_as_promised():
    trace = and_run(mb.QuasiAdditive, potentials.SquaredNorm(3))
    for theorem in (BREGMAN, PNORM):
        assert_does_not_apply(theorem.check(trace, u=[2, 2, -3], gamma=2), "margin")
        assert_does_not_apply(theorem.check(trace, u=[2, 2, -3], radius=1), "radius")
        assert theorem.check(trace, u=[2, 2, -3], gamma=0.5, radius=2).require().holds
    for u in ([1, 1, -2], [-1, 0, 0]):  # on its boundary, and on the wrong side
        assert_does_not_apply(PNORM.check(trace, u=u), "positive-margin")
        assert PNORM.check(trace, u=u).bound == PNORM.check(trace, u=u).squeeze.meets == math.inf
        assert_does_not_apply(BREGMAN.check(trace, u=u), "gain")
        assert BREGMAN.check(trace, u=u).bound == math.inf


def test_a_step_that_is_too_large():
    """The gain of Winnow's smoothness bound returns to 0 at twice the simple learning rate."""
    u, X = [0.6, 0.4, 0], SKEW
    for factor, positive in ((1.9, True), (2.1, False)):
        cert = BREGMAN.check(mb.play(mb.Winnow(factor * 0.2 / 4), X, [1, 1, 1], passes=3), u=u)
        assert cert["gain"].holds is positive and (cert.bound < math.inf) is positive
        assert_does_not_apply(cert, "gain") if not positive else cert.require()
    # a scale below the best one over two does the same to a potential that is homogeneous
    trace = and_run(mb.QuasiAdditive, potentials.Euclidean())
    best = BREGMAN.check(trace, u=[2, 2, -3]).q.c
    assert_does_not_apply(BREGMAN.check(trace, u=[2, 2, -3], scale=best / 2), "gain")
    assert_does_not_apply(BREGMAN_HINGE.check(mb.play(mb.Winnow(9), X, [1, 1, 1]), u=u, gamma=1), "gain")


@pytest.mark.parametrize("u", [[0.6, 0.5, 0], [1.5, -0.5, 0]])
def test_a_comparator_outside_the_simplex(u):
    trace = mb.play(mb.Winnow(0.02), SKEW, [1, 1, 1], passes=3)
    for cert in (BREGMAN.check(trace, u=u, gamma=0.2), BREGMAN_HINGE.check(trace, u=u, gamma=0.2)):
        assert_does_not_apply(cert, "comparator", r"\[u ∉ K\] = 0")
        assert cert.bound == math.inf


def test_a_winnow_with_a_threshold_or_another_total():
    u = [0.6, 0.4, 0]
    for learner, name in ((mb.Winnow(0.02, threshold=0.5), "mistake"), (mb.Winnow(0.02, total=2), "link")):
        assert_does_not_apply(BREGMAN.check(mb.play(learner, SKEW, [1, 1, 1], passes=3), u=u), name)
    assert_does_not_apply(
        BREGMAN.check(mb.play(mb.MarginPerceptron(30), SKEW, [1, 1, 1], passes=9), u=[6, 4, 0]), "mistake"
    )


def test_the_potential_of_another():
    """A run of one learner is not a run of another's potential."""
    trace = and_run(mb.QuasiAdditive, potentials.SquaredNorm(3))
    assert_does_not_apply(BREGMAN.check(trace, u=[2, 2, -3], potential=potentials.SquaredNorm(4)), "link")
    own = BREGMAN.check(trace, u=[2, 2, -3], potential=potentials.SquaredNorm(3))
    assert repr(own.require()) == repr(BREGMAN.check(trace, u=[2, 2, -3]))


# --- lines that are wrong ----------------------------------------------------------------------------------------


def broken_line(theorem, trace, kept, **parameters):
    """The line that breaks first without the hypotheses that the run does not meet; there must be one."""
    hypotheses = tuple(claim for claim in theorem.hypotheses if claim.name not in kept)
    with pytest.raises(mb.BrokenBound) as caught:
        replace(theorem, states="", hypotheses=hypotheses).check(trace, **parameters).require()
    return caught.value.line


class TooConvex(potentials.SquaredNorm):
    """A potential whose sigma lacks the factor p - 1."""

    sigma = 1


def test_a_potential_that_is_less_convex_than_it_says():
    """A hypothesis fails where the learner moves; without it, the line that uses it fails."""
    trace = mb.play(mb.QuasiAdditive(TooConvex(20)), [[1, 1], [1, -1]], [1, 1])
    for theorem in (BREGMAN_HINGE, PNORM):
        assert_does_not_apply(theorem.check(trace, u=[1, 0.9], gamma=0.1), "strongly-convex", "given that")
        assert broken_line(theorem, trace, {"strongly-convex"}, u=[1, 0.9], gamma=0.1) == "smoothness"


# --- data of every kind, and what is refused ---------------------------------------------------------------------


def test_streamed_sparse_and_wide_data_say_the_same():
    """Wide data are measured in pieces."""
    stream = mb.streams.committee(300, 30_000, 3)
    learner = mb.PNorm(mb.tuned_p(30_000))
    chunks = [(stream.X[i : i + 70], stream.y[i : i + 70]) for i in range(0, 300, 70)]
    runs = [mb.play(learner, *data) for data in ((stream.X, stream.y), (sp.csr_array(stream.X), stream.y), (chunks,))]
    assert runs[0].n_updates * 30_000 > 2**20  # more than a piece
    radius = float(30_000 ** (1 / learner.potential.p))
    said = {repr(PNORM.check(run, u=stream.u, gamma=1, radius=radius).require()) for run in runs}
    assert len(said) == 1


def test_pieces_join_without_a_seam(monkeypatch):
    from mistakebound import arrays

    trace = and_run(mb.QuasiAdditive, potentials.SquaredNorm(3))
    whole = BREGMAN.check(trace, u=[2, 2, -3]).require()
    monkeypatch.setattr(arrays, "PIECE_ENTRIES", 7)  # two updates at a time
    assert repr(BREGMAN.check(trace, u=[2, 2, -3]).require()) == repr(whole)


def test_a_tie_but_for_rounding_is_one_at_every_scale():
    """The second example is at right angles to the first; in floats the score is eight millions."""
    X = 1e12 * np.array([[0.1, 0.2, 0.1, -0.3, 0.1], [-0.3, -0.1, 0.7, 0.1, 0.1]])
    for theorem, asked in ASKED:
        asked = {name: 1e11 * value for name, value in asked.items()}
        cert = theorem.check(mb.play(mb.PNorm(2), X, [1, 1]), u=[0, 1, 2, 0, 0], **asked).require()
        assert cert["mistake"].left[-1] != 0


def test_no_update():
    trace = mb.play(mb.PNorm(3, ties=1), [[1, 0], [2, 1]], [1, 1])
    for cert in (
        BREGMAN.check(trace, u=[1, 0]),
        PNORM.check(trace, u=[1, 0]),
        BREGMAN_HINGE.check(trace, u=[1, 0], gamma=1),
    ):
        assert cert.require().counted == 0 and cert.bound > 0
        assert len(cert.squeeze.inner) == 1
    winnow = mb.play(mb.QuasiAdditive(potentials.Entropy(), 0.1, ties=1), [[1, 1]], [1])
    assert BREGMAN.check(winnow, u=[1, 0]).require().counted == 0


def test_integers_too_large_for_64_bits():
    trace = mb.play(mb.PNorm(2), np.eye(2, dtype=np.int8), [1, -1])
    cert = PNORM.check(trace, u=[3 * 10**9, -3 * 10**9]).require()
    assert cert.exact and cert.bound == 2 and 2 * cert.q.own_value == 18 * 10**18


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (lambda: BREGMAN.check(and_run(mb.QuasiAdditive, FAMILY[0]), u=[1, 0, 0], potential=2), "potential is 2"),
        (lambda: BREGMAN.check(and_run(mb.QuasiAdditive, FAMILY[0]), u=[1, 0]), r"u has shape \(2,\)"),
        (lambda: BREGMAN.check(and_run(mb.QuasiAdditive, FAMILY[0]), u=[1, 0, 0], scale=-1), "scale is -1"),
        (lambda: BREGMAN.check(mb.play(mb.Winnow(1), [[1, 0]], [1]), u=[1, 0], scale=2), "is not homogeneous"),
        (lambda: PNORM.check(mb.play(mb.Winnow(1), [[1, 0]], [1]), u=[1, 0]), "has no p: use BREGMAN"),
        (lambda: BREGMAN_HINGE.check(and_run(mb.QuasiAdditive, FAMILY[1]), u=[1, 0, 0], gamma=0), "gamma is 0"),
        (lambda: BREGMAN_HINGE.check(mb.play(mb.PNorm(3), [[0, 0]], [1]), u=[1, 0], gamma=1), "the best scale of the"),
        (lambda: BREGMAN.check(mb.play(mb.Winnow2(2.0), [[1, 0]], [1]), u=[1, 0], potential=FAMILY[0]),
         "is not a quasi-additive learner"),
    ],
)  # fmt: skip
def test_what_is_refused(check, message):
    with pytest.raises(MistakeBoundError, match=message):
        check()
