"""Bounds for inseparable data: the augmented run is the same run, worked cases, and numbers far apart.

Legend: X examples (n, d), y labels of any kind, u any comparator, gamma any margin, delta the fresh features.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import FRESH_FEATURES, FREUND_SCHAPIRE, HINGE
from mistakebound.errors import MistakeBoundError

THEOREMS = [FREUND_SCHAPIRE, FRESH_FEATURES, HINGE]
XOR = np.array([[-1, -1, 1], [-1, 1, 1], [1, -1, 1], [1, 1, 1]]), np.array([-1, 1, 1, -1])


# --- the augmented run --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_the_augmented_run_is_the_same_run_and_separable(seed):
    """Played with one fresh feature for each presentation, it has the same updates and old weights, and u' a margin."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-5, 6, (8, 3)).astype(object), rng.choice([-1, 1], 8)
    u, gamma, delta, passes = np.array([2, 0, -1]), Fraction(7, 2), Fraction(seed + 1, 4), 1 + seed % 3
    learner = mb.Perceptron(Fraction(1, 3), ["mistake", -1, 1][seed % 3])
    trace = mb.play(learner, X, y, passes=passes)
    wide, labels = mb.fresh_features(X, delta, passes=passes), np.tile(y, passes)
    augmented = mb.play(learner, wide, labels)
    assert augmented.updates.tolist() == trace.updates.tolist()
    assert augmented.weights[:, :3].tolist() == trace.weights.tolist()
    # what the theorem replays from the updates alone is this run
    cert = FRESH_FEATURES.check(trace, u=u, gamma=gamma, delta=delta).require()
    assert cert.exact
    assert cert["lifted-growth"].left.tolist() == [w @ w for w in augmented.weights[1:]]
    scores = augmented.update_y * (augmented.update_X * augmented.weights[:-1]).sum(axis=1)
    assert cert["same-score"].left.tolist() == scores.tolist()
    # u' of the proof has the margin on every presentation, so Novikoff's bound applies
    short = np.maximum(gamma - labels * (wide[:, :3] @ u), 0)
    lifted = np.concatenate([u, labels * short / delta])
    assert min(labels * (wide @ lifted)) >= gamma
    assert mb.NOVIKOFF.check(augmented, u=lifted).require().mistakes == trace.n_mistakes
    assert sum(short * short) >= cert.q.D2  # the sum over update rounds alone does as well, or better
    # both proofs give one bound: that of the best delta
    direct = FREUND_SCHAPIRE.check(trace, u=u, gamma=gamma).require().bound
    assert cert.bound * (1 + 1e-12) >= direct == pytest.approx(FRESH_FEATURES.check(trace, u=u, gamma=gamma).bound)


# --- worked cases -------------------------------------------------------------------------------------------------


def test_xor():
    """D over the four rounds of XOR, with u = 0 except for the bias: two of four examples fall short by 2."""
    trace = mb.play(mb.Perceptron(), *XOR)
    assert trace.n_mistakes == 4
    cert = FREUND_SCHAPIRE.check(trace, u=[0, 0, 1], gamma=1).require()
    assert cert.q.D2 == 8
    assert cert.q.R2 == 3
    assert cert.bound == pytest.approx((math.sqrt(3) + math.sqrt(8)) ** 2)
    hinge = HINGE.check(trace, u=[0, 0, 1], gamma=1).require()
    assert (hinge.q.L, hinge.q.B2) == (4, 3)
    assert hinge.bound == pytest.approx(4 + 2 * math.sqrt(3) + 3)


def test_the_same_example_with_both_labels():
    """No function of x separates these: only a feature of the round does."""
    X, y = np.array([[1], [1]]), np.array([1, -1])
    with pytest.raises(mb.NotSeparable):
        mb.l2_margin(X, y)
    trace = mb.play(mb.Perceptron(), X, y, passes=5)
    assert trace.n_mistakes == 10
    assert mb.l2_margin(mb.fresh_features(X, 1), y).value > 0
    cert = FREUND_SCHAPIRE.check(trace, u=[1], gamma=1).require()
    assert cert.q.D2 == 5 * 4
    assert FRESH_FEATURES.check(trace, u=[1], gamma=1).require().bound == pytest.approx(cert.bound)


def test_examples_of_length_0_have_no_best_delta():
    """With R = 0 the bound grows with delta, and falls to D^2 / gamma^2 = M as delta goes to 0."""
    trace = mb.play(mb.Perceptron(), [[0], [0], [0]], [1, -1, 1])
    direct = FREUND_SCHAPIRE.check(trace, u=[1], gamma=2).require()
    assert direct.mistakes == 3 == pytest.approx(direct.bound)
    with pytest.raises(MistakeBoundError, match=r"no delta is best: a smaller one is always better; pass a delta\."):
        FRESH_FEATURES.check(trace, u=[1], gamma=2)
    given = (Fraction(1, 100), 1, 10)
    small, one, large = (FRESH_FEATURES.check(trace, u=[1], gamma=2, delta=delta).require().bound for delta in given)
    assert 3 < small < 3.001 < one < large


def test_one_wrong_label_can_quadruple_the_squares_but_not_the_hinge_form():
    """u = (1, ..., 1) / 10 is short by gamma + R on the last example, which is R u, if its label is flipped."""
    X, u = np.vstack([10 * np.eye(100), np.ones(100)]), np.full(100, 0.1)
    clean = np.ones(101, dtype=int)
    turned = np.where(np.arange(101) == 100, -1, 1)
    bounds = {}
    for y in (clean, turned):
        trace = mb.play(mb.Perceptron(), X, y)
        for theorem in (FREUND_SCHAPIRE, HINGE):
            bounds.setdefault(theorem.name, []).append(theorem.check(trace, u=u, gamma=1).require().bound)
    assert bounds["FREUND_SCHAPIRE"] == pytest.approx([100, 441])
    assert bounds["HINGE"] == pytest.approx([100, 100 + 10 * math.sqrt(11) + 11])


def test_the_bound_is_met_on_data_that_are_not_separable():
    X, y = [[4, 0], [1, -2], [0, 4], [-2, 3]], [1, 1, 1, 1]
    with pytest.raises(mb.NotSeparable):
        mb.l2_margin(X, y)
    cert = FREUND_SCHAPIRE.check(mb.play(mb.Perceptron(), X, y), u=[1, 1], gamma=8).require()
    assert cert.q.d.tolist() == [4, 4]
    assert cert.mistakes == 2
    assert math.isclose(cert.bound, 2)


@pytest.mark.parametrize("B", [2, 4, 8])
def test_one_wrong_label_costs_at_most_2B_plus_1(B):
    """The first label is wrong, the others have margin 1: the squared line before the last of HINGE is (B + 1)^2."""
    rng = np.random.default_rng(B)
    u = B * np.eye(B * B + 5)[0]
    across = rng.normal(size=((B + 1) ** 2 + 3, len(u) - 1))
    across *= math.sqrt(1 - 1 / B**2) / np.linalg.norm(across, axis=1)[:, None]
    X = np.vstack([np.eye(len(u))[0], np.column_stack([np.full(len(across), 1 / B), across])])
    y = np.append(-1, np.ones(len(across), dtype=int))
    cert = HINGE.check(mb.play(mb.Perceptron(), X, y), u=u, gamma=1).require()
    assert cert.mistakes > 1
    assert cert["root"].rhs[0] ** 2 == pytest.approx((B + 1) ** 2)


# --- bad input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"u": [0, 0, 0], "gamma": 1}, "u is the zero vector"),
        ({"u": [1, 0], "gamma": 1}, "u has shape"),
        ({"u": [1, 0, 0], "gamma": 0}, "gamma is 0"),
        ({"u": [1, 0, 0], "gamma": math.nan}, "gamma is nan"),
        ({"u": [1, 0, 0], "gamma": 1, "delta": 0}, "delta is 0"),
    ],
)
def test_bad_input(parameters, message):
    for theorem in [FRESH_FEATURES] if "delta" in parameters else THEOREMS:
        with pytest.raises(MistakeBoundError, match=message):
            theorem.check(mb.play(mb.Perceptron(), *XOR), **parameters)


class Growing(mb.Bisection):
    """An adversary whose examples keep the margin, and become longer."""

    def example(self, state, predict):
        x = super().example(state, predict)
        return x if x is None else x * 4 ** (state[0] + 1)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_exact_numbers_beyond_floats(theorem):
    """With examples of up to 4^300, numbers beyond floats are infinite, and no line is broken."""
    adversary = Growing(300)
    trace = mb.duel(mb.Perceptron(), adversary)
    given = {"u": adversary.comparator(trace), "gamma": 5}
    if theorem is FRESH_FEATURES:
        with pytest.raises(MistakeBoundError, match="the best delta is inf as a float: pass a delta"):
            theorem.check(trace, **given)
        given["delta"] = 3
    cert = theorem.check(trace, **given).require()
    assert cert.bound >= trace.n_updates <= cert.squeeze.meets


@pytest.mark.parametrize("name", ["HINGE", "FREUND_SCHAPIRE", "FRESH_FEATURES"])
def test_a_comparator_far_larger_than_the_margin_asked_for_breaks_nothing(name):
    """gamma is lost beside the scores, and the scores cancel each other."""
    trace = mb.play(mb.Perceptron(), [[-3, -3, 0], [3, -3, 1], [0, -2, -3]], [-1, -1, 1])
    given = {"delta": 0.125} if name == "FRESH_FEATURES" else {}
    cert = getattr(mb, name).check(trace, u=[0.0, 1e60, 1e60], gamma=0.125, **given).require()
    assert cert.counted == trace.n_updates


@pytest.mark.parametrize("size", [1e-100, 1e-20, 1e-10])
@pytest.mark.parametrize("name", ["HINGE", "FREUND_SCHAPIRE", "BREGMAN_HINGE"])
def test_a_score_far_below_the_margin_asked_for_breaks_nothing(name, size):
    """The shortfall is then the margin up to rounding, and one side cancels completely."""
    learner = mb.PNorm(3) if name == "BREGMAN_HINGE" else mb.Perceptron()
    trace = mb.play(learner, [[0.0, 0.0], [0.0, size]], [-1, -1])
    assert getattr(mb, name).check(trace, u=[0, 1], gamma=0.125).require().counted == 2
