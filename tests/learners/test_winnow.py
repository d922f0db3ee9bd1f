"""Winnow against replays in high precision: its weights, its ties, and its independence of how the data are stored.

Legend: X examples (n, d), y labels, a = y x, c sum of the a's of updates, w weights, p prior, eta learning rate; mp
numbers.
"""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError, NoCleanPass
from mistakebound.learners.linear import TIE

DIGITS = 50


def mp(value):
    """A rational number, floats included, in high precision."""
    value = Fraction(value)
    return mpmath.mpf(value.numerator) / value.denominator


def replay(learner, X, y, passes=1):
    """Winnow as in books, in 50 digits: multiply, normalise. Return its update rounds and all its weights."""
    n, d = X.shape
    prior = learner.prior or [1] * d
    w = [mp(learner.total) * mp(p) / sum(map(mp, prior)) for p in prior]
    updates, weights = [], [w]
    for t in range(passes * n):
        a = [int(y[t % n]) * mp(v) for v in X[t % n].tolist()]
        terms = [w_j * a_j for w_j, a_j in zip(w, a, strict=True)]
        margin = sum(terms) - mp(learner.threshold)
        tie = abs(margin) <= TIE * (sum(map(abs, terms)) + mp(learner.threshold))
        if tie and learner.threshold == 0:
            wants = learner.ties in ("mistake", -y[t % n])
        else:
            wants = tie or margin < 0
        if wants:
            w = [w_j * mpmath.exp(mp(learner.eta) * a_j) for w_j, a_j in zip(w, a, strict=True)]
            total = sum(w)
            w = [mp(learner.total) * w_j / total for w_j in w]
            updates.append(t)
            weights.append(w)
    return updates, weights


@pytest.fixture(autouse=True)
def fifty_digits():
    with mpmath.workdps(DIGITS):
        yield


def random_run(seed):
    """A learner and data of every kind: whole numbers or floats, tiny priors, thresholds, totals, large rates."""
    random = np.random.default_rng(seed)
    n, d = random.integers(1, 25), random.integers(1, 9)
    if seed % 2:
        X = random.integers(-3, 4, (n, d))
    else:
        X = random.standard_normal((n, d)) * 10.0 ** random.integers(-3, 4)
    scale = max(abs(X).max(), 1e-3)
    learner = mb.Winnow(
        eta=float(random.choice([0.01, 0.1, 0.5, 2.0, 7.3]) / scale),
        threshold=float(random.choice([0.0, 0.0, 0.1 * scale])),
        prior=[None, 10.0 ** random.uniform(-300, 0, d), random.uniform(0.1, 1, d)][seed % 3],
        ties=["mistake", -1, 1][random.integers(3)],
        total=[1, 1, 7.5, 1e-3][random.integers(4)],
    )
    return learner, X, random.choice([-1, 1], n)


# --- against the replay ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(10))
def test_two_hundred_runs_agree_with_fifty_digits_to_a_trillionth(block):
    for seed in range(20 * block, 20 * block + 20):
        learner, X, y = random_run(seed)
        trace = mb.play(learner, X, y, passes=2)
        updates, weights = replay(learner, X, y, passes=2)
        assert trace.updates.tolist() == updates
        for w, ln_w, exact in zip(trace.weights, trace.log_weights, weights, strict=True):
            for j, value in enumerate(exact):
                ln = mpmath.log(value)
                assert abs(ln_w[j] - ln) <= 1e-12 * max(1, abs(ln))
                if value > 1e-300:  # a float holds all its digits
                    assert abs(w[j] / value - 1) <= 1e-12


small = st.integers(-3, 3)


@st.composite
def rational_runs(draw):
    """Small whole numbers or fractions, where ties are common; rates, priors, thresholds and totals as fractions."""
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    numbers = draw(st.sampled_from([small, small.map(lambda v: Fraction(v, 2)), small.map(lambda v: v / 4)]))
    X = draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=n, max_size=n))
    kind = object if isinstance(X[0][0], Fraction) else None
    X = np.array(X, dtype=kind)
    if draw(st.booleans()):
        X = mb.double(X)
    fractions = st.sampled_from([Fraction(1, 3), Fraction(1, 2), 1, 2, 0.25, 0.1])
    prior = draw(st.none() | st.lists(fractions, min_size=X.shape[1], max_size=X.shape[1]))
    learner = mb.Winnow(
        draw(fractions), threshold=draw(st.just(0) | fractions), prior=prior,
        ties=draw(st.sampled_from(["mistake", -1, 1])), total=draw(st.sampled_from([1, 1, 3, Fraction(1, 3)])),
    )  # fmt: skip
    return learner, X, np.array(draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)))


@given(rational_runs())
def test_ties_are_found_wherever_they_are(run):
    learner, X, y = run
    updates, _ = replay(learner, X, y, passes=4)
    assert mb.play(learner, X, y, passes=4).updates.tolist() == updates


# --- traps -------------------------------------------------------------------------------------------------------


# x = 1 with label -1 and x = 3 with label +1, with a constant feature, doubled
HIDDEN_TIE = mb.double(mb.fold_bias([[1], [3]])), [-1, 1]


def test_the_hidden_tie_of_the_bias():
    """After updates on 1, 3, 1 the score of 1 is 0; a run that trusts its rounding stops too early."""
    X, y = HIDDEN_TIE
    runs = {eta: mb.play(mb.Winnow(eta), X, y, passes=None) for eta in (0.0372, 0.1, 0.5)}
    assert {eta: trace.n_updates for eta, trace in runs.items()} == {0.0372: 10, 0.1: 10, 0.5: 13}
    assert runs[0.0372].updates[-1] // 2 == 6  # none after the seventh pass
    first = runs[0.0372]
    assert first.updates.tolist()[:4] == [0, 1, 2, 4]
    assert mb.Winnow(0.0372).predict(first.states[3], X[:1]) == 0
    etas = [0.02, 0.05, 0.06, 0.07, 0.1, 0.3]
    assert {mb.play(mb.Winnow(eta), X, y, passes=None).n_updates for eta in etas} == {10}


def test_a_bias_that_is_not_doubled_is_never_negative():
    trace = mb.play(mb.Winnow(0.1), mb.fold_bias(mb.double([[1], [3]])), [-1, 1], passes=2000)
    assert trace.n_updates == 2667
    assert np.count_nonzero(trace.updates >= 2 * 1900) == 133  # in the last hundred passes
    conjunction = mb.streams.boolean_and(2)
    assert mb.play(mb.Winnow(0.1), conjunction.X, conjunction.y, passes=200).n_mistakes == 600  # it only says +1


TIES = {  # prior, c as a sum of examples seen, x: a tie in exact arithmetic
    "balanced columns": (None, [[0, 0, 0, 0]], [1, -1, 2, -2]),
    "balanced columns, later": (None, [[3, 3, -1, -1]], [1, -1, 2, -2]),
    "back at the start": (None, [[1, 2, -5], [-1, -2, 5]], [7, -4, -3]),
    "a prior that balances": ([1, 2, 3], [[0, 0, 0]], [5, -1, -1]),
    "thirds": ([Fraction(1, 3), Fraction(2, 3)], [[4, 4]], [2, -1]),
    "doubled": (None, [[2, 1, -2, -1]], [0, 0, 0, 0]),
}


@pytest.mark.parametrize("eta", [0.1, 1, Fraction(1, 3), 1e-3])
@pytest.mark.parametrize("case", TIES)
def test_a_table_of_ties(case, eta):
    prior, seen, x = TIES[case]
    for ties, label in (("mistake", 0), (1, 1), (-1, -1)):
        learner = mb.Winnow(eta, prior=prior, ties=ties)
        state = learner.start(len(x))
        for a in seen:
            state = learner.update(state, np.array(a), 1)
        assert learner.predict(state, [x]) == [label]
        off = np.array(x) + np.eye(len(x), dtype=int)[0]
        assert learner.predict(state, [off]) == [1]
        assert learner.predict(state, [-off]) == [-1]


def test_a_tie_with_the_threshold_is_an_update():
    """Two experts, each right on its own example: with a threshold of 1/2 the run never ends."""
    X, y = np.eye(2, dtype=int), [1, 1]
    assert mb.play(mb.Winnow(1, threshold=0.5), X, y, passes=50).n_updates == 100
    assert mb.play(mb.Winnow(1, threshold=0.5 - 1e-9), X, y, passes=50).n_updates < 100
    for threshold, total in ((1 / 3, 1), (Fraction(1, 3), 1), (1, 3)):  # above, below or at the float nearest to 1/3
        assert 0 in mb.play(mb.Winnow(1, threshold=threshold, total=total), np.eye(3, dtype=int), [1, 1, 1]).updates
    for threshold in (0.1, Fraction(1, 10)):
        learner = mb.Winnow(1, threshold=threshold)
        assert learner.wants_update(learner.start(10), np.eye(10, dtype=int)[:1], [1]).tolist() == [True]


# --- the step, and runs that do not end --------------------------------------------------------------------------


@pytest.mark.parametrize(("eta", "updates"), [(1.38, 2), (1, 2), (0.1438, 1)])
def test_small_steps_stop(eta, updates):
    stream = mb.streams.bold_step()
    assert mb.play(mb.Winnow(eta), stream.X, stream.y, passes=None).n_updates == updates


@pytest.mark.parametrize("eta", [1.39, 2, 5])
def test_bold_steps_never_stop(eta):
    stream = mb.streams.bold_step()
    with pytest.raises(NoCleanPass, match="max_passes=500") as caught:
        mb.play(mb.Winnow(eta), stream.X, stream.y, passes=None, max_passes=500)
    trace = caught.value.trace
    assert trace.updates[-1] >= 997
    odds = np.diff(trace.log_weights) / (eta / 2)  # the logarithm of w_2 / w_1 moves on a grid
    assert np.allclose(odds, np.rint(odds), atol=1e-9)


# --- what it keeps -----------------------------------------------------------------------------------------------


def test_weights_neither_over_nor_underflow():
    learner = mb.Winnow(eta=1, prior=[1e-300, 1, 1])
    state = learner.update(learner.start(3), 10**6 * np.array([1, 0, -1]), 1)
    assert state.w.tolist() == [1, 0, 0]
    gap = 1e6 - 300 * math.log(10)
    assert learner.log_weights(state).tolist() == pytest.approx([0, -gap, -gap - 1e6], rel=1e-14)
    back = learner.update(state, 10**6 * np.array([1, 0, -1]), -1)
    assert np.array_equal(back.w, learner.start(3).w)
    for eta, prior, c in ((10, [1, 1e-300], [0, 150]), (1, [1e-300, 1], [0, 600])):
        learner = mb.Winnow(eta, prior=prior)
        state = learner.update(learner.start(2), np.array(c), 1)
        assert state.w.tolist() == [0, 1]
        gap = eta * c[1] + math.log(prior[1] / prior[0])
        assert learner.log_weights(state).tolist() == pytest.approx([-gap, 0], rel=1e-14)


@given(rational_runs(), st.sampled_from([2, 5, Fraction(1, 3)]))
def test_the_total_scales_the_score_and_the_threshold(run, factor):
    learner, X, y = run
    scaled = mb.Winnow(
        learner.eta, Fraction(learner.threshold) * factor, learner.prior, learner.ties, Fraction(learner.total) * factor
    )
    one, other = mb.play(learner, X, y, passes=3), mb.play(scaled, X, y, passes=3)
    assert np.array_equal(one.updates, other.updates)
    assert other.weights == pytest.approx(one.weights * float(factor), rel=1e-12)


# --- doubling ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [int, float, object, np.int8, np.uint8, np.float32])
def test_double(kind):
    X = np.array([[0, 1, 128 if kind is np.uint8 else -128 if kind is np.int8 else 3]], dtype=kind)
    doubled = mb.double(X)
    assert doubled.tolist() == [X[0].tolist() + [-v for v in X[0].tolist()]]
    if kind is not object:
        assert mb.double(sp.csr_matrix(X)).format == "csr"
        assert mb.double(sp.csr_matrix(X)).toarray().tolist() == doubled.tolist()


@pytest.mark.parametrize("eta", [0.25, 1, 3])
def test_without_normalisation_the_weights_are_powers(eta):
    """The last weight is the bias, which counts in the score."""
    learner, X = mb.UnnormalisedWinnow(eta), np.array([[2, -1], [0, 3]])
    state = learner.update(learner.start(2), X[0], 1)
    assert learner.weights(state).tolist() == pytest.approx(np.exp([2 * eta, -eta, eta]).tolist())
    state = learner.update(state, X[1], -1)
    expected = [math.exp(2 * eta), math.exp(-4 * eta), 1]
    assert learner.weights(state).tolist() == pytest.approx(expected)
    assert np.exp(learner.log_weights(state)).tolist() == pytest.approx(expected)
    scores = [2 * expected[0] - expected[1] + 1, 3 * expected[1] + 1]
    assert learner.score(state, X).tolist() == pytest.approx(scores)
    assert learner.score(state, X, 0.5).tolist() == pytest.approx([s - 0.5 for s in scores])


def test_without_normalisation_weights_may_leave_the_range_of_floats():
    learner = mb.UnnormalisedWinnow(1)
    state = learner.update(learner.start(1), np.array([1000]), 1)
    assert learner.log_weights(state).tolist() == [1000, 1]
    with pytest.raises(MistakeBoundError, match="the weights have left the range of float64"):
        learner.score(state, [[1]])


# --- bad input ---------------------------------------------------------------------------------------------------

BAD = {
    "a prior with a zero": ({"prior": [1, 0]}, r"prior\[1\] is 0.*stays 0"),
    "a negative prior": ({"prior": [-0.5, 1.5]}, r"prior\[0\] is -0.5"),
    "a prior in a matrix": ({"prior": [[1, 2]]}, "one positive number for each feature"),
    "a prior in words": ({"prior": "equal"}, "one positive number for each feature"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_parameters(case):
    parameters, message = BAD[case]
    with pytest.raises(MistakeBoundError, match=message):
        mb.Winnow(**{"eta": 1} | parameters)


def test_a_prior_of_the_wrong_length():
    with pytest.raises(MistakeBoundError, match="the prior has 3 weights but the examples have 2 features"):
        mb.play(mb.Winnow(1, prior=[1, 1, 1]), [[1, 2]], [1])
    with pytest.raises(MistakeBoundError, match=r"the prior has 2 weights but .* 2 features: .* and, last, the bias"):
        mb.play(mb.UnnormalisedWinnow(1, prior=[1, 1]), [[1, 2]], [1])
