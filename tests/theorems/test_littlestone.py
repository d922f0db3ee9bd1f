"""Winnow1 and Winnow2: an exhaustive search over all sequences stays within the bounds; the numbers of the theory.

Legend: n variables, k relevant (the first k), X examples in {0, 1}^n, y labels, e exponents, alpha factor, theta
threshold, c promotions of one weight.
"""

import math
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import WINNOW1, WINNOW2
from mistakebound.errors import MistakeBoundError
from tests.theorems.checking import assert_does_not_apply

THEOREMS = [WINNOW1, WINNOW2]


def first(n, k):
    """The disjunction of the first k of n variables."""
    return mb.Formula(n, range(1, k + 1), "∨")


# --- all sequences -----------------------------------------------------------------------------------------------


def most(n, k, promote, demote, predicts):
    """The most mistakes that any sequence forces on a learner of this kind, whose weights start at 1."""
    points = [(x, 1 if any(x[:k]) else -1) for x in product([0, 1], repeat=n)]

    @cache
    def ahead(weights):
        best = 0
        for x, label in points:
            if predicts(sum(w for w, x_j in zip(weights, x, strict=True) if x_j)) != label:
                factor = promote if label > 0 else demote
                after = tuple(w * factor if x_j else w for w, x_j in zip(weights, x, strict=True))
                if after == weights:
                    return math.inf
                best = max(best, 1 + ahead(tuple(sorted(after[:k])) + tuple(sorted(after[k:]))))
        return best

    return ahead((Fraction(1),) * n)


def worst(theorem, n, k, alpha, theta):
    """The most mistakes of Winnow1, which demotes to 0, or of Winnow2, which divides."""
    demote = 0 if theorem is WINNOW1 else 1 / Fraction(alpha)
    return most(n, k, alpha, demote, lambda score: 1 if score >= theta else -1)


CASES = [(n, k) for n in range(1, 5) for k in range(n + 1)]


@pytest.mark.parametrize("alpha", [2, Fraction(3, 2), 3])
@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_no_sequence_at_all_exceeds_the_bound(theorem, alpha):
    learner = mb.Winnow1 if theorem is WINNOW1 else mb.Winnow2
    for n, k in CASES:
        for theta in {Fraction(n, 2), n, 1, Fraction(5, 2)}:
            trace = mb.play(learner(alpha, theta), np.zeros((1, n), dtype=int), [-1])
            bound = theorem.check(trace, target=first(n, k)).require().bound
            assert worst(theorem, n, k, alpha, theta) <= bound


def test_the_worst_cases_by_number():
    """The table of the lab: alpha = 2 and the usual thresholds."""
    found = {(n, k): (worst(WINNOW1, n, k, 2, Fraction(n, 2)), worst(WINNOW2, n, k, 2, n))
             for n, k in ((2, 1), (3, 1), (4, 1), (4, 2))}  # fmt: skip
    assert found == {(2, 1): (1, 1), (3, 1): (2, 3), (4, 1): (2, 4), (4, 2): (3, 7)}


@pytest.mark.parametrize("theta", [1, 2, 3, Fraction(5, 2)])
def test_the_other_answer_at_the_threshold(theta):
    """The chapter's repair: predict +1 only above the threshold, and count in c up to a weight above it."""
    c = math.floor(math.log2(theta)) + 1
    assert most(1, 1, 2, 0, lambda score: 1 if score > theta else -1) == c  # promotions of one weight
    for n, k in CASES:
        first = most(n, k, 2, 0, lambda score: 1 if score > theta else -1)
        second = most(n, k, 2, Fraction(1, 2), lambda score: 1 if score > theta else -1)
        assert first <= 2 * k * c + n / theta
        assert second < 2 * n / theta + 3 * k * c


@pytest.mark.parametrize(("alpha", "b"), [(2, 3), (3, 2), (2, Fraction(3, 2)), (Fraction(3, 2), 4)])
def test_two_factors(alpha, b):
    """The exercise: promote by alpha, divide by b."""
    for n, k in CASES:
        for theta in (1, n, 3):
            c = next(c for c in range(99) if alpha**c >= theta)
            limit = Fraction(b * n) / ((b - 1) * theta) + (1 + Fraction(b * (alpha - 1)) / (b - 1)) * k * c
            assert most(n, k, alpha, 1 / Fraction(b), lambda score, theta=theta: 1 if score >= theta else -1) < limit


# --- replays and random runs -------------------------------------------------------------------------------------


def test_long_runs_keep_their_exponents():
    """After a million demotions the weight is 2^-1000000, which is 0 as a float, but its exponent goes on counting."""
    learner = mb.Winnow2(2, 1)
    state = learner.start(2)._replace(e=np.array([-(10**6), 0]), w=np.array([0.0, 1.0]))
    assert learner.predict(state, [[1, 0], [1, 1]]).tolist() == [-1, 1]
    assert learner.update(state, np.array([1, 0]), 1).e.tolist() == [1 - 10**6, 0]
    assert learner.predict(state._replace(e=np.array([0, -(10**6)]), w=np.array([1.0, 0.0])), [[1, 1]]) == [1]


@pytest.mark.parametrize("alpha", [3, 10])
def test_the_threshold_itself_is_reached(alpha):
    """Six weights of 1/10 are 3/5 and not less, whatever their floats sum to."""
    for count in range(1, 50):
        for share, said in ((1, 1), (1 + 1e-6, -1)):
            learner = mb.Winnow2(alpha, share * count / alpha)
            state = learner.update(learner.start(count), np.ones(count, dtype=int), -1)
            assert learner.predict(state, [[1] * count]) == [said]


# --- numbers of the theory ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 7, 16, 100])
@pytest.mark.parametrize("k", [1, 2])
def test_bounds_of_the_theory(n, k):
    X, y = np.zeros((1, n), dtype=int), [-1]
    target = first(n, k)
    usual = WINNOW1.check(mb.play(mb.Winnow1(), X, y), target=target).require()
    assert usual.bound <= 2 * k * math.log2(n) + 2
    assert usual.bound == 2 * k * math.ceil(math.log2(n / 2)) + 2
    usual = WINNOW2.check(mb.play(mb.Winnow2(), X, y), target=target).require()
    assert usual.bound == 3 * k * math.ceil(math.log2(n)) + 1 <= 2 + 3 * k * (1 + math.log2(n))
    half = WINNOW2.check(mb.play(mb.Winnow2(2, Fraction(n, 2)), X, y), target=target).require()
    assert half.bound == 3 * k * (math.ceil(math.log2(n)) - 1) + 3


# --- the theorem does not apply, and says why --------------------------------------------------------------------


def a_run(learner=mb.Winnow2, **parameters):
    random = np.random.default_rng(6)
    X = random.integers(0, 2, (300, 12))
    return mb.play(learner(**parameters), X, np.where(X[:, :2].any(axis=1), 1, -1), passes=None)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_other_targets(theorem):
    trace = a_run(mb.Winnow1 if theorem is WINNOW1 else mb.Winnow2)
    assert_does_not_apply(theorem.check(trace, target=first(12, 3)), "labels")
    for target in ([1, 2], mb.Formula(12, [1, 2]), mb.Formula(12, [1, -2], "∨")):
        with pytest.raises(MistakeBoundError, match="must be a disjunction of variables"):
            theorem.check(trace, target=target)
    with pytest.raises(MistakeBoundError, match="target has 11 variables but the examples have 12 features"):
        theorem.check(trace, target=first(11, 2))
    with pytest.raises(MistakeBoundError, match="has no alpha and theta"):
        theorem.check(mb.play(mb.Perceptron(), trace.X, trace.y), target=first(12, 2))
