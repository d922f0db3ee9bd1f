"""One proof, three learners: each instance is its chapter's theorem, and hypotheses that fail are named.

Legend: X examples (n, d), y labels, u comparator, gamma margin, p the norm, eta learning rate, c the scale of a
comparator.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import BREGMAN, BREGMAN_HINGE, PNORM, potentials
from mistakebound.errors import MistakeBoundError
from tests.test_potentials import Weighted
from tests.theorems.checking import assert_does_not_apply, check_squeeze, honest, signs

SKEW = np.array([[2, -2, -1], [-1, 2, -1], [1, 1, -2]])


# --- each instance is its chapter's theorem, on the same runs ----------------------------------------------------


def played(theorem, seed):
    """An honest run of a theorem whose squares are within floats, its certificate, and the parameters of both."""
    case = honest(theorem, seed)
    assume(1e-70 < abs(case.X.astype(float)).max() < 1e70)
    run = case.run()
    return run, theorem.check(run, **case.parameters), case.parameters


@given(st.integers(0, 2**32 - 1))
def test_the_perceptron_has_the_bounds_of_its_chapters(seed):
    """With the best scale; no other scale has a smaller bound."""
    run, novikoff, given = played(mb.NOVIKOFF, seed)
    if novikoff.applies:
        best = BREGMAN.check(run, **given)
        for cert in (best, PNORM.check(run, **given)):
            assert float(cert.bound) == pytest.approx(float(novikoff.bound))
            assert cert.exact == novikoff.exact
        for factor in (Fraction(9, 10), Fraction(11, 10), 2):
            assert BREGMAN.check(run, **given, scale=factor * best.q.c).bound > best.bound
    run, hinge, given = played(mb.HINGE, seed)
    cert = BREGMAN_HINGE.check(run, **given)
    assert cert.bound == pytest.approx(hinge.squeeze.meets)
    assert cert["homogeneous-bound"].rhs == pytest.approx(hinge.bound)


@given(st.integers(0, 2**32 - 1))
def test_winnows_bound_is_the_sharper_by_the_chord(seed):
    """For every learning rate; the smoothness line underestimates the gain."""
    run, winnow, given = played(mb.WINNOW, seed)
    if run.learner.threshold == 0:
        assert winnow.bound <= BREGMAN.check(run, **given).bound * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_a_potential_of_ones_own_needs_nothing_else(seed):
    """It is the Perceptron on scaled features, so its bound is Novikoff's there. Powers of 2 scale a tie to a tie."""
    rng = np.random.default_rng(seed)
    X, u, scales = rng.integers(-4, 5, (20, 4)), np.array([1, -2, 3, 0]), 2.0 ** rng.integers(-3, 4, 4)
    X = X[X @ u != 0]
    trace = mb.play(mb.QuasiAdditive(Weighted(tuple(scales.tolist()))), X, signs(X @ u), passes=3)
    other = mb.play(mb.Perceptron(), X / scales, trace.y, passes=3)
    assert trace.updates.tolist() == other.updates.tolist()
    cert = BREGMAN.check(trace, u=u).require()
    assert cert.bound == pytest.approx(mb.NOVIKOFF.check(other, u=u * scales).require().bound)
    check_squeeze(BREGMAN_HINGE.check(trace, u=u, gamma=2 * cert.q.own_gamma).require())
    with pytest.raises(MistakeBoundError, match="has no p: use BREGMAN, the theorem for this learner"):
        PNORM.check(trace, u=u)


# --- is it tight? ------------------------------------------------------------------------------------------------


def patterns(m):
    """All rows of m signs as features: m examples with 2^m features."""
    return np.array(list(itertools.product([1, -1], repeat=m))).T


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
    assert_does_not_apply(BREGMAN_HINGE.check(trace, u=[0, 1], gamma=1), "start")


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


# --- data of every kind, and what is refused ---------------------------------------------------------------------


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
