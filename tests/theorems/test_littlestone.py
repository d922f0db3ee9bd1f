"""Winnow1 and Winnow2: exhaustive search over all sequences stays within the bounds; every line on every run.

Legend: n variables, k relevant (the first k), X examples in {0, 1}^n, y labels, e exponents, alpha factor, theta
threshold, T the variables of the target.
"""

import math
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import WINNOW1, WINNOW2
from mistakebound.errors import MistakeBoundError
from tests.theorems.checking import assert_does_not_apply

PAIRS = [(mb.Winnow1, WINNOW1), (mb.Winnow2, WINNOW2)]
THEOREMS = [WINNOW1, WINNOW2]


def first(n, k):
    """The disjunction of the first k of n variables."""
    return mb.Formula(n, range(1, k + 1), "∨")


def step(weights, x, label, alpha, theta, zero):
    """One round of the book's learner in exact numbers: the weights after it, and whether the learner erred."""
    said = 1 if sum(w for w, x_j in zip(weights, x, strict=True) if x_j) >= theta else -1
    if said == label:
        return weights, False
    factor = alpha if label > 0 else 0 if zero else 1 / Fraction(alpha)
    return tuple(w * factor if x_j else w for w, x_j in zip(weights, x, strict=True)), True


# --- all sequences -----------------------------------------------------------------------------------------------


def worst(n, k, alpha, theta, zero):
    """The most mistakes that any sequence of examples forces, and such a sequence, by a search over all states."""
    points = [(x, 1 if any(x[:k]) else -1) for x in product([0, 1], repeat=n)]

    @cache
    def most(weights):
        best = (0, None, None)
        for x, label in points:
            after, erred = step(weights, x, label, alpha, theta, zero)
            if erred:
                if after == weights:
                    return (math.inf, x, label)
                ahead = most(tuple(sorted(after[:k])) + tuple(sorted(after[k:])))[0]
                best = max(best, (1 + ahead, x, label), key=lambda entry: entry[0])
        return best

    weights, sequence = (Fraction(1),) * n, []
    total = most(weights)[0]
    while (entry := most(weights))[1] is not None:
        sequence.append(entry[1:])
        weights = step(weights, *entry[1:], alpha, theta, zero)[0]
        weights = tuple(sorted(weights[:k])) + tuple(sorted(weights[k:]))
    return total, len(sequence)


@pytest.mark.parametrize("alpha", [2, Fraction(3, 2), 3])
@pytest.mark.parametrize(("learner", "theorem"), PAIRS, ids=["Winnow1", "Winnow2"])
def test_no_sequence_at_all_exceeds_the_bound(learner, theorem, alpha):
    for n in range(1, 5):
        for k in range(n + 1):
            for theta in {Fraction(n, 2), n, 1, Fraction(5, 2)}:
                total, length = worst(n, k, alpha, theta, learner is mb.Winnow1)
                trace = mb.play(learner(alpha, theta), np.zeros((1, n), dtype=int), [-1])
                bound = theorem.check(trace, target=first(n, k)).require().bound
                assert total == length <= bound


def test_the_worst_cases_by_number():
    """The table of the lab: alpha = 2 and the usual thresholds."""
    found = {(n, k): (worst(n, k, 2, Fraction(n, 2), True)[0], worst(n, k, 2, n, False)[0])
             for n, k in ((2, 1), (3, 1), (4, 1), (4, 2))}  # fmt: skip
    assert found == {(2, 1): (1, 1), (3, 1): (2, 3), (4, 1): (2, 4), (4, 2): (3, 7)}


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
                best = max(best, 1 + ahead(tuple(sorted(after[:k])) + tuple(sorted(after[k:]))))
        return best

    return ahead((Fraction(1),) * n)


CASES = [(n, k) for n in range(1, 5) for k in range(n + 1)]


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


@st.composite
def runs(draw, realizable=True):
    n, m = draw(st.integers(1, 9)), draw(st.integers(1, 60))
    k = draw(st.integers(0, n))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = (random.random((m, n)) < draw(st.sampled_from([0.2, 0.5, 0.9]))).astype(int)
    y = np.where(X[:, :k].any(axis=1), 1, -1) if realizable else random.choice([-1, 1], m)
    alpha = draw(st.sampled_from([2, Fraction(3, 2), 3, 1.1, 2.0, Fraction(4, 3)]))
    theta = draw(st.sampled_from([None, 1, n, Fraction(n, 2) + 1, 2 * n + 0.3, 4 + 1e-6]))
    return X, y, k, alpha, theta


def replay(learner, X, y, passes):
    """The book's learner in exact numbers."""
    n = X.shape[1]
    weights = (Fraction(1),) * n
    theta = Fraction(learner.threshold_for(n))
    updates, states = [], [weights]
    for t in range(passes * len(y)):
        x, label = X[t % len(y)].tolist(), y[t % len(y)]
        weights, erred = step(weights, x, label, Fraction(learner.alpha), theta, isinstance(learner, mb.Winnow1))
        if erred:
            updates.append(t)
            states.append(weights)
    return updates, states


@given(runs(realizable=False), st.sampled_from([mb.Winnow1, mb.Winnow2]), st.booleans())
def test_runs_are_those_of_the_exact_numbers(run, make, sparse):
    """Labels of any kind make exponents go far down."""
    X, y, _, alpha, theta = run
    learner = make(alpha, theta)
    trace = mb.play(learner, sp.csr_array(X) if sparse else X, y, passes=4)
    updates, weights = replay(learner, X, y, passes=4)
    assert trace.updates.tolist() == updates
    assert trace.mistakes.tolist() == updates
    for state, exact in zip(trace.states, weights, strict=True):
        powers = [0 if e < 0 and make is mb.Winnow1 else Fraction(alpha) ** e for e in state.e.tolist()]
        assert powers == list(exact)
        assert state.w == pytest.approx([float(w) for w in exact], rel=1e-13)


@given(runs(), st.sampled_from(PAIRS))
def test_no_run_breaks_a_line(run, pair):
    X, y, k, alpha, theta = run
    learner, theorem = pair
    trace = mb.play(learner(alpha, theta), X, y, passes=5)
    cert = theorem.check(trace, target=first(X.shape[1], k)).require()
    if alpha == 2 and np.abs(trace.final_state.e).max() < 30:
        assert cert.exact
    curve, t = cert.squeeze, np.arange(cert.counted + 1)
    for values in curve.inner.values():
        assert np.all(values >= -1e-9)
        assert np.all(values <= curve.upper(t) + 1e-9 * curve.upper(0))
    assert math.ceil(curve.meets - 1e-9) - 1 <= float(cert.bound) <= curve.meets


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


# --- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learner", [mb.Winnow1(), mb.Winnow2()])
@pytest.mark.parametrize(("X", "value"), [([[0, 1], [1, -1]], -1), ([[0, 0.5]], 0.5)])
def test_features_must_be_bits(learner, X, value):
    message = f" {value}.*the features must be 0 or 1"
    for data in (np.array(X), sp.csr_array(np.array(X))):
        with pytest.raises(MistakeBoundError, match=message):
            mb.play(learner, data, [1] * len(X))
        with pytest.raises(MistakeBoundError, match=message):
            learner.predict(learner.start(2), data)
    with pytest.raises(MistakeBoundError, match="the features must be 0 or 1"):
        learner.update(learner.start(2), np.array(X)[-1], 1)


@pytest.mark.parametrize("make", [mb.Winnow1, mb.Winnow2])
@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"alpha": 1}, "alpha is 1"),
        ({"alpha": math.inf}, "alpha is inf"),
        ({"alpha": "two"}, "alpha is 'two'"),
        ({"theta": 0}, "theta is 0"),
        ({"theta": math.nan}, "theta is nan"),
    ],
)
def test_bad_parameters(make, parameters, message):
    with pytest.raises(MistakeBoundError, match=message):
        make(**parameters)
