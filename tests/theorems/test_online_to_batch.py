"""From mistakes to errors, on all possible runs: exact sums over all sequences of draws.

Legend: X, y the examples of the distribution, p their chances, T draws, h predictor, M mistake bound, s rounds to
survive.
"""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import HIGH_PROBABILITY, LONGEST_SURVIVOR, RANDOM_PREFIX, VOTE
from mistakebound.errors import DoesNotApply, MistakeBoundError
from tests.learning import Own
from tests.theorems.checking import honest

F = Fraction
SMALL = np.array([[1, 1], [-1, 1], [1, 0]]), [1, -1, -1], [F(1, 2), F(1, 3), F(1, 6)]


# --- the random prefix, and the vote ------------------------------------------------------------------------------


@settings(max_examples=settings.default.max_examples // 5)
@given(st.integers(0, 2**32 - 1))
def test_the_equality_by_enumeration(seed):
    """Naively: train on the first r of T - 1 draws, r = 0, ..., T - 1 equally likely, and judge on one more draw."""
    runs = honest(RANDOM_PREFIX, seed).run()
    X, y, p, learner, k, T = runs.X, runs.y, runs.chances, runs.learner, len(runs.y), runs.draws.shape[1]
    error = mistakes = vote_error = F(0)
    for draws in product(range(k), repeat=T):
        chance = math.prod(p[z] for z in draws)
        states = [learner.start(X.shape[1])]
        for z in draws:
            x, label = X[[z]], y[[z]]
            mistakes += chance * int(learner.predict(states[-1], x)[0] != label[0])
            wants = learner.wants_update(states[-1], x, label)[0]
            states.append(learner.update(states[-1], x[0], label[0]) if wants else states[-1])
        for z in range(k):
            said = [int(learner.predict(state, X[[z]])[0]) for state in states[:-1]]
            error += chance * p[z] * F(sum(s != y[z] for s in said), T)
            ties = getattr(learner, "ties", "mistake")
            label = int(np.sign(sum(said))) or (0 if ties == "mistake" else ties)
            vote_error += chance * p[z] * int(label != y[z])
    cert, voted = RANDOM_PREFIX.check(runs), VOTE.check(runs)
    assert cert.counted == error == mistakes / T
    assert cert.bound == mistakes / T
    assert cert["count"].lhs[0] == mistakes
    assert voted.counted == vote_error <= 2 * error


class Batchwise(Own):
    """A learner that contradicts in a batch what it says of each example alone."""

    def predict(self, state, X):
        return super().predict(state, X) * (1 if len(X) == 1 else -1)


@pytest.mark.parametrize("theorem", [RANDOM_PREFIX, VOTE, HIGH_PROBABILITY])
def test_a_learner_of_your_own_is_asked_about_one_example_at_a_time(theorem):
    given = {"delta": F(1, 4)} if theorem is HIGH_PROBABILITY else {}
    alone, batchwise = (theorem.check(mb.every_run(make(), *SMALL[:2], 1), **given) for make in (Own, Batchwise))
    assert batchwise.require().counted == alone.counted


def test_sparse_examples_have_the_same_certificate():
    X, y, p = SMALL
    dense, sparse = (VOTE.check(mb.every_run(mb.Perceptron(), table, y, 2, p)) for table in (X, sp.csr_array(X)))
    assert sparse.require().counted == dense.counted


def test_a_finite_class_too():
    """Nothing is special about linear learners."""
    runs = mb.every_run(mb.Halving(mb.concepts.thresholds(4)), [[0], [1], [2]], [-1, 1, 1], 3)
    assert RANDOM_PREFIX.check(runs).require().exact
    VOTE.check(runs).require()


def test_float_chances():
    X, y, p = SMALL
    cert = RANDOM_PREFIX.check(mb.every_run(mb.Perceptron(), X, y, 4, [float(v) for v in p])).require()
    assert not cert.exact
    assert cert.counted == pytest.approx(float(RANDOM_PREFIX.check(mb.every_run(mb.Perceptron(), X, y, 4, p)).counted))


# --- broken hypotheses --------------------------------------------------------------------------------------------


def test_several_passes_break_the_equality():
    X, y, p = SMALL
    runs = mb.every_run(mb.Perceptron(), X, y, 3, p, passes=2)
    for theorem in (RANDOM_PREFIX, VOTE):
        with pytest.raises(DoesNotApply, match="single-pass"):
            theorem.check(runs).require()
    cert = RANDOM_PREFIX.check(runs)
    assert not cert["random-prefix"].holds
    with pytest.raises(MistakeBoundError, match=r"is not one run of a learner: use cert\.counted"):
        _ = cert.mistakes


def without_replacement(runs):
    """The same sequences, but only permutations have a positive probability."""
    k = len(runs.y)
    allowed = set(permutations(range(k)))
    p = np.array([F(tuple(row) in allowed, len(allowed)) for row in runs.draws.tolist()], dtype=object)
    return replace(runs, probabilities=p)


def test_dependent_draws_break_it():
    X, y, _ = SMALL
    runs = without_replacement(mb.every_run(mb.Perceptron(), X, y, 3))
    assert sum(runs.probabilities) == 1
    cert = RANDOM_PREFIX.check(runs)
    with pytest.raises(DoesNotApply, match="independent"):
        cert.require()
    assert not cert["unseen"].holds


class Clairvoyant(mb.Perceptron):
    """A learner that predicts by the last example of the data, whatever its state."""

    seen = [None]

    def update(self, state, x, y):
        self.seen[0] = x if self.seen[0] is None else self.seen[0]
        return super().update(state, x, y)

    def predict(self, state, X):
        return super().predict(state if self.seen[0] is None else state + 10 * self.seen[0], X)


def test_a_learner_with_a_memory_besides_its_state_is_caught():
    """Its predictor is not a function of its state, so the states do not make the mistakes of the run."""
    X, y, p = SMALL
    with pytest.raises(DoesNotApply, match="deterministic"):
        RANDOM_PREFIX.check(mb.every_run(Clairvoyant(), X, y, 3, p)).require()


# --- with high probability ----------------------------------------------------------------------------------------


def test_it_does_happen_that_a_run_looks_too_good():
    """One example in ten is negative; if two rounds do not draw it, there is no mistake, but an error of one tenth."""
    runs = mb.every_run(mb.Perceptron(ties=1), [[1], [1]], [1, -1], 2, [F(9, 10), F(1, 10)])
    tail = HIGH_PROBABILITY.check(runs, delta=F(985, 1000)).require()
    assert tail.counted == F(81, 100)  # the average error is 1/10, more than 0 + a
    assert HIGH_PROBABILITY.check(runs, delta=F(9, 10)).require().counted == 0


def test_draws_that_repeat_break_it():
    runs = mb.every_run(mb.Perceptron(), [[1, 0], [0, 1], [1, 1]], [1, 1, -1], 6)
    same = np.all(runs.draws == runs.draws[:, :1], axis=1)
    cert = HIGH_PROBABILITY.check(replace(runs, probabilities=same * F(1, 3)), delta=F(1, 4))
    assert not cert["independent"].holds
    assert not cert["bound"].holds


@pytest.mark.parametrize("delta", [0, 1, -0.5, float("nan")])
def test_a_risk_that_is_none(delta):
    runs = mb.every_run(mb.Perceptron(), [[1]], [1], 1)
    with pytest.raises(MistakeBoundError, match="delta is"):
        HIGH_PROBABILITY.check(runs, delta=delta)


# --- the longest survivor -----------------------------------------------------------------------------------------

LINE = np.array([[1], [2], [-3]]), [1, 1, -1]  # one mistake, whatever comes


def test_a_mistake_bound_of_eight_bits_does_not_wrap():
    assert mb.survival_needed(np.uint8(255), 0.5, 0.5) == mb.survival_needed(255, 0.5, 0.5)


def survivors(learner, X, y, p, bound, epsilon, delta):
    """The probability of keeping a bad predictor, by the tree of mistakes: exact, and without any sequence."""
    s = mb.survival_needed(bound, epsilon, delta)

    def failure(state):
        wrong = [z for z in range(len(y)) if learner.predict(state, X[[z]])[0] != y[z]]
        error = sum((p[z] for z in wrong), F(0))
        stays = (1 - error) ** s
        bad = stays if error > epsilon else 0
        return bad + sum(p[z] / error * (1 - stays) * failure(learner.update(state, X[z], y[z])) for z in wrong)

    return failure(learner.start(X.shape[1]))


@pytest.mark.parametrize("ties", ["mistake", 1, -1])
@pytest.mark.parametrize("p", [[F(1, 3)] * 3, [F(1, 10), F(3, 10), F(6, 10)]])
def test_the_longest_survivor(ties, p):
    X, y = LINE
    runs = mb.every_run(mb.Perceptron(ties=ties), X, y, 6, p)
    for epsilon, delta in [(F(1, 2), F(1, 2)), (F(7, 10), F(1, 4))]:
        cert = LONGEST_SURVIVOR.check(runs, bound=1, epsilon=epsilon, delta=delta).require()
        assert cert.exact
        assert cert.counted == survivors(mb.Perceptron(ties=ties), X, np.array(y), p, 1, epsilon, delta)


def test_a_survivor_that_is_bad():
    """A rare example is not seen for long: with positive probability the predictor that is kept is wrong about it."""
    X, y, p = np.array([[1, 0], [0, 1]]), [-1, 1], [F(2, 3), F(1, 3)]
    runs = mb.every_run(mb.Perceptron(ties=1), X, y, 8, p)
    cert = LONGEST_SURVIVOR.check(runs, bound=1, epsilon=F(1, 4), delta=F(9, 10)).require()
    assert cert.q.s == 4
    assert cert.counted == survivors(mb.Perceptron(ties=1), X, np.array(y), p, 1, F(1, 4), F(9, 10)) == F(1, 81)


def test_bad_input():
    runs = mb.every_run(mb.Perceptron(), *LINE, 3)
    for changes, message in [
        ({"bound": -1}, "bound is -1"),
        ({"bound": 1.5}, "bound is 1.5"),
        ({"epsilon": 0}, "epsilon is 0"),
        ({"epsilon": 1}, "epsilon is 1"),
        ({"delta": 2}, "delta is 2"),
    ]:
        with pytest.raises(MistakeBoundError, match=message):
            LONGEST_SURVIVOR.check(runs, **{"bound": 1, "epsilon": 0.5, "delta": 0.5} | changes)


@given(st.integers(0, 10**6), st.floats(0.001, 0.999), st.floats(0.001, 0.999))
def test_the_survival_that_is_needed(bound, epsilon, delta):
    s = mb.survival_needed(bound, epsilon, delta)
    assert (1 - epsilon) ** s <= delta / (bound + 1) * (1 + 1e-9)
    assert math.exp(-epsilon * (s - 1)) >= delta / (bound + 1) * (1 - 1e-9)
