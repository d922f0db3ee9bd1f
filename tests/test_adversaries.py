"""Adversaries in duels: exact counts against all kinds of learners, and labels that a hyperplane explains."""

import dataclasses
import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError

TIES = ("mistake", 1, -1)


# --- opponents ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stubborn:
    """A learner that always predicts the same, and never learns."""

    answer: int

    def start(self, n_features):
        return "unmoved"

    def predict(self, state, X):
        return np.full(len(X), self.answer)

    def wants_update(self, state, X, y):
        return np.zeros(len(X), dtype=bool)

    def update(self, state, x, y):
        return state


@dataclass(frozen=True)
class Guessing:
    """A learner with random labels: its state is the number of the round, so that it repeats its answers."""

    seed: int = 0

    def start(self, n_features):
        return 0

    def predict(self, state, X):
        return np.random.default_rng([self.seed, state]).choice([-1, 1], size=len(X))

    def wants_update(self, state, X, y):
        return np.ones(len(X), dtype=bool)

    def update(self, state, x, y):
        return state + 1


PERCEPTRONS = [mb.Perceptron(rate, ties) for rate in (1, Fraction(1, 3)) for ties in TIES]
LEARNERS = [*PERCEPTRONS, Stubborn(1), Guessing(), Guessing(seed=1)]
ADVERSARIES = [mb.Orthonormal(Fraction(1, 2), Fraction(1, 7)), mb.KDisjunction(9, 3), mb.Bisection(12)]


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=str)
def test_adversaries_are_values_and_their_states_too(adversary):
    with pytest.raises(dataclasses.FrozenInstanceError):
        adversary.start = None
    first, second = (mb.duel(mb.Perceptron(), adversary) for _ in range(2))
    assert np.array_equal(first.X, second.X) and np.array_equal(first.y, second.y)
    state = adversary.start()
    x = adversary.example(state, None)
    assert np.array_equal(x, adversary.example(state, None))
    assert adversary.label(state, x, 1) == adversary.label(state, x, 1)


# --- orthonormal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learner", [*LEARNERS, mb.Perceptron(0.1)], ids=str)
@pytest.mark.parametrize(("radius", "margin", "d"), [(1, 0.5, 4), (1, 1, 1), (1, 0.3, 11), (5, 2, 6)])
def test_any_learner_makes_exactly_d_mistakes(learner, radius, margin, d):
    adversary = mb.Orthonormal(radius, margin)
    trace = mb.duel(learner, adversary)
    assert adversary.forced == d == trace.n_rounds == trace.n_mistakes
    assert np.array_equal(trace.X @ trace.X.T, radius**2 * np.eye(d))
    assert trace.X.dtype.kind == "i"
    u = adversary.comparator(trace)
    assert np.linalg.norm(u) == pytest.approx(1, rel=1e-15)
    assert min(trace.y * (trace.X @ u)) >= margin * (1 - 1e-15)


@pytest.mark.parametrize("learner", PERCEPTRONS, ids=str)
@pytest.mark.parametrize("radius", [1, 3, Fraction(2, 3)])
def test_the_perceptron_meets_its_bound_exactly(learner, radius):
    trace = mb.duel(learner, mb.Orthonormal(radius, Fraction(radius) / 5))
    cert = mb.NOVIKOFF.check(trace, u=trace.y).require()  # the comparator times sqrt(d), in whole numbers
    assert cert.exact
    assert cert.mistakes == cert.bound == 25
    for line in ("total-progress", "total-growth", "growth"):
        assert not np.any(cert[line].left - cert[line].right)


FLOORS = [
    (1, 0.1, 100),
    (0.3, 0.1, 9),
    (1, 0.01, 10_000),
    (Fraction(1), Fraction(1, 10), 100),
    (Fraction(1), Fraction(1, 10) + Fraction(1, 10**30), 99),
    (1, 0.1 + 1e-12, 99),
    (1, 0.1 - 1e-12, 100),
]


@pytest.mark.parametrize(("radius", "margin", "d"), FLOORS)
def test_the_floor_is_the_one_meant(radius, margin, d):
    assert mb.Orthonormal(radius, margin).forced == d


@given(st.floats(1e-3, 1e3), st.integers(1, 3000))
def test_the_margin_of_d_rounds_gives_d_rounds(radius, d):
    assert mb.Orthonormal(radius, radius / math.sqrt(d)).forced == d


# --- k-disjunctions -----------------------------------------------------------------------------------------------

NK = [(3, 1), (4, 1), (4, 2), (9, 6), (12, 5), (15, 3), (20, 18)]


def naive(n, k, ties):
    """The duel in plain Python: mistakes of the Perceptron, and rounds as (set of true variables, label)."""
    m = (n - k) // 2
    A, B = range(k, k + m), range(k + m, k + 2 * m)
    w, rounds, mistakes = (n + 1) * [0], [], 0

    def show(true, y):
        nonlocal mistakes
        rounds.append((set(true), y))
        score = sum(w[j] for j in true) + w[n]
        wrong = y * score < 0 or (score == 0 and y != ties)
        if wrong:
            mistakes += 1
            for j in [*true, n]:
                w[j] += y
        return not wrong

    show(B, -1)
    for i in range(k):
        while not show([i, *A, *B], 1):
            show([*A, *B], -1)
    return mistakes, rounds


@pytest.mark.parametrize(("n", "k"), NK)
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("rate", [1, 0.25, Fraction(1, 10)])
def test_the_perceptron_makes_the_mistakes_of_the_theory(n, k, ties, rate):
    m = (n - k) // 2
    adversary = mb.KDisjunction(n, k)
    trace = mb.duel(mb.Perceptron(rate, ties), adversary)
    mistakes, rounds = naive(n, k, ties)
    assert trace.n_mistakes == mistakes == adversary.forced(ties)
    assert [(set(np.flatnonzero(x[:n])), y) for x, y in zip(trace.X, trace.y, strict=True)] == rounds
    assert trace.X.dtype.kind == "i"
    assert set(trace.X.flat) <= {0, 1} and set(trace.X[:, n]) == {1}
    assert np.array_equal(trace.y, np.where(trace.X[:, :k].any(axis=1), 1, -1))
    if ties != -1:
        assert mistakes == 1 + 2 * k * (m + (1 if ties == 1 else 2))
        assert mistakes >= k * (n - k)
    u = adversary.comparator(trace)
    assert u.tolist() == k * [2] + (n - k) * [0] + [-1] and min(trace.y * (trace.X @ u)) == 1
    if ties == 1:
        bounds = mb.NOVIKOFF.check(trace, u=u), mb.NOVIKOFF_BIAS.check(trace, u=u[:-1], bias=u[-1])
        assert {cert.require().bound for cert in bounds} == {(4 * k + 1) * (2 * m + 2)}


def test_a_learner_that_is_right_is_let_go_and_one_that_never_learns_is_stopped():
    adversary = mb.KDisjunction(10, 3)
    trace = mb.duel(Stubborn(1), adversary)
    assert (trace.n_mistakes, trace.n_rounds) == (1, 1 + 3)
    with pytest.raises(MistakeBoundError, match="max_rounds=500"):
        mb.duel(Stubborn(-1), adversary, max_rounds=500)


# --- bisection ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
@pytest.mark.parametrize("rounds", [1, 25, 100])
def test_any_learner_errs_in_every_round_while_the_radius_stays(learner, rounds):
    adversary = mb.Bisection(rounds)
    trace = mb.duel(learner, adversary)
    u = adversary.comparator(trace)
    assert trace.n_mistakes == trace.n_rounds == rounds
    assert u[0] == 1 and 0 < -u[1] < 1
    assert 0 < min(trace.y * (trace.X @ u)) <= Fraction(3, 2) / 4**rounds
    assert max((trace.X**2).sum(axis=1)) <= 2


def test_the_bound_of_novikoff_holds_and_grows_without_limit():
    bounds = []
    for rounds in (1, 10, 40):
        adversary = mb.Bisection(rounds)
        trace = mb.duel(mb.Perceptron(), adversary)
        cert = mb.NOVIKOFF.check(trace, u=adversary.comparator(trace)).require()
        assert cert.exact
        assert cert.mistakes == rounds
        bounds.append(cert.bound)
    assert bounds[1] > 10**5 * bounds[0]
    assert bounds[2] > 10**20 * bounds[1]


# --- bad input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: mb.Orthonormal(math.inf, 1), "radius is inf"),
        (lambda: mb.Orthonormal(1, 0), "margin is 0"),
        (lambda: mb.Orthonormal(1, 1.5), "at most the radius"),
        (lambda: mb.KDisjunction(4, 0), "k is 0"),
        (lambda: mb.KDisjunction(4, 3), "n >= 5"),
        (lambda: mb.KDisjunction(4, 1).forced(0), "ties is 0"),
        (lambda: mb.Bisection(0), "rounds is 0"),
    ],
)
def test_bad_input(make, message):
    with pytest.raises(MistakeBoundError, match=message):
        make()
