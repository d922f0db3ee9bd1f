"""Adversaries are tested by duels: exact counts against all kinds of learners, labels that a hyperplane explains."""

import copy
import dataclasses
import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier

import mistakebound as mb
from mistakebound.errors import MistakeBoundError

TIES = ("mistake", 1, -1)


# --- opponents ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stubborn:
    """Always says the same, and never learns."""

    answer: int

    def start(self, n_features):
        return "unmoved"

    def predict(self, state, X):
        return np.full(len(X), self.answer)

    def wants_update(self, state, X, y):
        return np.zeros(len(X), dtype=bool)

    def update(self, state, x, y):
        raise AssertionError("a stubborn learner is never asked to update")


@dataclass(frozen=True)
class Guessing:
    """Labels at random: its state is the number of the round, so that asked twice it answers the same."""

    seed: int = 0

    def start(self, n_features):
        return 0

    def predict(self, state, X):
        return np.random.default_rng([self.seed, state]).choice([-1, 1], size=len(X))

    def wants_update(self, state, X, y):
        return np.ones(len(X), dtype=bool)

    def update(self, state, x, y):
        return state + 1


@dataclass(frozen=True)
class Contrary(Guessing):
    """Says the opposite of the label it saw last."""

    def update(self, state, x, y):
        return int(y)

    def predict(self, state, X):
        return np.full(len(X), 1 if state < 0 else -1)


@dataclass(frozen=True)
class ScikitLearn(Guessing):
    """A classifier of scikit-learn, trained example by example, as a learner with states as values."""

    loss: str = "perceptron"

    def start(self, n_features):
        return SGDClassifier(loss=self.loss, random_state=0)

    def predict(self, state, X):
        return state.predict(X.astype(float)).astype(int) if hasattr(state, "coef_") else np.ones(len(X), dtype=int)

    def update(self, state, x, y):
        return copy.deepcopy(state).partial_fit([x.astype(float)], [int(y)], classes=[-1, 1])


@dataclass(frozen=True)
class Knowing(Stubborn):
    """Predicts with the target itself."""

    answer: int = 0
    u: tuple = ()

    def predict(self, state, X):
        return np.where(X @ np.array(self.u) > 0, 1, -1)


PERCEPTRONS = [mb.Perceptron(rate, ties) for rate in (1, 3, Fraction(1, 3)) for ties in TIES]
FLOATING = [mb.Perceptron(0.1, ties) for ties in TIES]
OTHERS = [
    Stubborn(1),
    Stubborn(-1),
    *[Guessing(seed=seed) for seed in range(3)],
    Contrary(),
    ScikitLearn(),
    ScikitLearn(loss="log_loss"),
]


# --- what every adversary keeps to --------------------------------------------------------------------------------

ANY_LEARNER = [  # these force a mistake in every round, whoever plays
    mb.Orthonormal(1, 0.5),
    mb.Orthonormal(3, 1),
    mb.Orthonormal(Fraction(1, 2), Fraction(1, 7)),
    mb.Bisection(12),
    mb.Bisection(12, fixed="margin"),
]
ADVERSARIES = [*ANY_LEARNER, mb.KDisjunction(9, 3)]


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=str)
@pytest.mark.parametrize("learner", PERCEPTRONS, ids=str)
def test_a_perceptron_loses_within_its_bound(adversary, learner):
    trace = mb.duel(learner, adversary)
    cert = mb.NOVIKOFF.check(trace, u=adversary.comparator(trace)).require()
    assert cert.applies
    assert cert.holds


@given(st.sampled_from(ANY_LEARNER), st.integers(0, 2**20))
@settings(max_examples=60, deadline=None)
def test_labels_are_those_of_the_comparator(adversary, seed):
    trace = mb.duel(Guessing(seed=seed), adversary)
    assert trace.n_mistakes == trace.n_rounds
    assert min(trace.y * (trace.X @ adversary.comparator(trace))) > 0


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=str)
def test_adversaries_are_values_and_their_states_too(adversary):
    with pytest.raises(dataclasses.FrozenInstanceError):
        adversary.start = None
    assert adversary == copy.copy(adversary)
    first, second = (mb.duel(mb.Perceptron(), adversary) for _ in range(2))
    assert np.array_equal(first.X, second.X)
    assert np.array_equal(first.y, second.y)
    replay = mb.play(mb.Perceptron(), first.X, first.y)
    assert np.array_equal(replay.updates, first.updates)
    state = adversary.start()
    x = adversary.example(state, None)
    assert np.array_equal(x, adversary.example(state, None))
    assert adversary.label(state, x, 1) == adversary.label(state, x, 1)


@pytest.mark.parametrize("adversary", ANY_LEARNER, ids=str)
def test_a_prediction_of_zero_is_wrong_whatever_the_label(adversary):
    x = adversary.example(adversary.start(), None)
    assert adversary.label(adversary.start(), x, 0)[0] == 1


# --- orthonormal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learner", PERCEPTRONS + FLOATING + OTHERS, ids=str)
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
def test_the_perceptron_meets_its_bound_exactly(learner):
    for radius in (1, 3, Fraction(2, 3)):
        trace = mb.duel(learner, mb.Orthonormal(radius, Fraction(radius) / 5))
        cert = mb.NOVIKOFF.check(trace, u=trace.y).require()  # the comparator times sqrt(d), in whole numbers
        assert cert.exact
        assert cert.mistakes == cert.bound == 25
        for line in ("total-progress", "total-growth", "growth"):
            assert not np.any(cert[line].left - cert[line].right)


def test_an_irrational_radius_meets_the_bound_to_rounding():
    adversary = mb.Orthonormal(math.sqrt(2), 0.1)
    trace = mb.duel(mb.Perceptron(0.1), adversary)
    cert = mb.NOVIKOFF.check(trace, u=adversary.comparator(trace)).require()
    assert cert.mistakes == 200
    assert cert.bound == pytest.approx(200, rel=1e-13)


FLOORS = [
    (1, 0.1, 100),
    (0.3, 0.1, 9),
    (1, 0.7, 2),
    (1, 0.01, 10_000),
    (Fraction(1), Fraction(1, 10), 100),
    (Fraction(1), Fraction(1, 10) + Fraction(1, 10**30), 99),
    (Fraction(10**30 + 1, 10**30), Fraction(1, 10), 100),
    (1, 0.1 + 1e-12, 99),
    (1, 0.1 - 1e-12, 100),
    (7, 2, 12),
]


@pytest.mark.parametrize(("radius", "margin", "d"), FLOORS)
def test_the_floor_is_the_one_meant(radius, margin, d):
    assert mb.Orthonormal(radius, margin).forced == d


@settings(deadline=None)
@given(st.floats(1e-3, 1e3), st.floats(1e-3, 1), st.integers(1, 3000))
def test_the_floor_differs_from_the_exact_one_only_by_rounding(radius, share, d):
    margin = radius * share
    exact = (Fraction(radius) / Fraction(margin)) ** 2
    assert math.floor(exact) <= mb.Orthonormal(radius, margin).forced <= exact * (1 + Fraction(1, 10**14))
    assert mb.Orthonormal(radius, radius / math.sqrt(d)).forced == d


@dataclass(frozen=True)
class Repeating(mb.Orthonormal):
    """Broken: the last direction is the first one again."""

    def example(self, t, predict):
        return super().example(0 if t == self.forced - 1 else t, predict)


@dataclass(frozen=True)
class Agreeable(mb.Orthonormal):
    """Broken: it confirms what the learner says."""

    def label(self, t, x, prediction):
        return prediction, t + 1


def test_broken_orthonormal_adversaries_are_caught():
    adversary = Repeating(1, 0.25)
    trace = mb.duel(mb.Perceptron(), adversary)
    assert trace.n_mistakes == 16  # labels that contradict each other cost as much, but nothing explains them
    assert not mb.NOVIKOFF.check(trace, u=adversary.comparator(trace)).applies
    honest = mb.play(mb.Perceptron(), trace.X, np.append(trace.y[:-1], trace.y[0]))
    assert honest.n_mistakes == 15
    assert mb.duel(mb.Perceptron(ties=1), Agreeable(1, 0.25)).n_mistakes == 0


# --- k-disjunctions -----------------------------------------------------------------------------------------------

NK = [(3, 1), (4, 1), (4, 2), (9, 6), (12, 5), (15, 3), (20, 18), (21, 10)]


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
    assert set(trace.X[:, n]) == {1}
    assert trace.X.dtype.kind == "i"
    assert set(trace.X.flat) <= {0, 1}
    assert np.array_equal(trace.y, np.where(trace.X[:, :k].any(axis=1), 1, -1))
    if ties != -1:
        assert mistakes == 1 + 2 * k * (m + (1 if ties == 1 else 2))
        assert mistakes >= k * (n - k)


@pytest.mark.parametrize(("n", "k"), NK)
@pytest.mark.parametrize("ties", ["mistake", 1])
def test_the_state_after_each_step_is_that_of_the_ledger(n, k, ties):
    """The lemmas LB1 and LB2: what the two points score, and that a pair of mistakes raises one weight by 1."""
    m, last = (n - k) // 2, (n - k) // 2 + (ties == "mistake")
    trace = mb.duel(mb.Perceptron(ties=ties), mb.KDisjunction(n, k))
    relevant, A, B = slice(0, k), slice(k, k + m), slice(k + m, k + 2 * m)
    for W, a, b in ((trace.weights[1::2], 0, -1), (trace.weights[2::2], 1, 0)):  # after negative points, positive ones
        assert np.all(W[:, A] == a) and np.all(W[:, B] == b) and np.all(W[:, n] == b)
    raised = trace.weights[2::2, relevant]
    assert np.array_equal(np.diff(raised, axis=0, prepend=0).sum(axis=1), np.ones(len(raised)))
    assert np.array_equal(trace.weights[3::2, relevant], raised[: len(trace.weights[3::2])])
    assert set(trace.final_state[relevant].tolist()) == {last + 1}
    for step in (trace[t] for t in range(1, trace.n_rounds)):
        score = int(step.x @ step.before)
        if step.y > 0:
            w_i = int(step.before[step.x.argmax()])
            assert score == w_i - m - 1 and step.mistake == (w_i <= last)
        else:
            assert score == m > 0 and step.mistake


@pytest.mark.parametrize(("n", "k"), NK)
def test_the_run_has_the_bound_of_disjunctions(n, k):
    adversary = mb.KDisjunction(n, k)
    trace = mb.duel(mb.Perceptron(ties=1), adversary)
    u = adversary.comparator(trace)
    assert u.tolist() == k * [2] + (n - k) * [0] + [-1]
    assert min(trace.y * (trace.X @ u)) == 1
    cert = mb.NOVIKOFF.check(trace, u=u).require()
    folded = mb.NOVIKOFF_BIAS.check(trace, u=u[:-1], bias=u[-1]).require()
    assert cert.exact
    assert cert.bound == folded.bound == (4 * k + 1) * (2 * adversary.m + 2)


def test_a_learner_that_knows_errs_nowhere_and_one_that_never_learns_is_stopped():
    adversary = mb.KDisjunction(10, 3)
    trace = mb.duel(Knowing(u=tuple(adversary.comparator())), adversary)
    assert (trace.n_mistakes, trace.n_rounds) == (0, 1 + 3)
    with pytest.raises(MistakeBoundError, match="max_rounds=500"):
        mb.duel(Stubborn(-1), adversary, max_rounds=500)
    assert mb.duel(Stubborn(1), adversary).n_mistakes == 1


@dataclass(frozen=True)
class NoOpening(mb.KDisjunction):
    """Broken: it leaves out the opening."""

    def start(self):
        return "positive", 0


@dataclass(frozen=True)
class Impatient(mb.KDisjunction):
    """Broken: it passes to the next variable after one mistake."""

    def label(self, state, x, prediction):
        y, (due, i) = super().label(state, x, prediction)
        return y, ("positive", i + 1) if due == "negative" else (due, i)


@pytest.mark.parametrize("broken", [NoOpening, Impatient])
@pytest.mark.parametrize("ties", ["mistake", 1])
def test_a_wrong_order_costs_the_adversary_mistakes(broken, ties):
    adversary = broken(12, 4)
    assert mb.duel(mb.Perceptron(ties=ties), adversary).n_mistakes < adversary.forced(ties)


# --- bisection ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learner", PERCEPTRONS + OTHERS, ids=str)
@pytest.mark.parametrize("fixed", ["radius", "margin"])
def test_any_learner_errs_in_every_round(learner, fixed):
    adversary = mb.Bisection(25, fixed)
    trace = mb.duel(learner, adversary)
    assert trace.n_mistakes == trace.n_rounds == 25
    u = adversary.comparator(trace)
    assert u[0] == 1
    assert 0 < -u[1] < 1
    assert min(trace.y * (trace.X @ u)) > 0


@given(st.integers(1, 120), st.integers(0, 2**20))
@settings(max_examples=40, deadline=None)
def test_one_of_radius_and_margin_stays_and_the_other_goes(rounds, seed):
    by_radius = mb.Bisection(rounds, fixed="radius")
    by_margin = mb.Bisection(rounds, fixed="margin")
    near, far = (mb.duel(Guessing(seed=seed), adversary) for adversary in (by_radius, by_margin))
    u = by_radius.comparator(near)
    assert np.array_equal(u, by_margin.comparator(far))
    scale = np.array([4 ** (t + 1) for t in range(rounds)], dtype=object)
    assert np.array_equal(far.X, near.X * scale[:, None])
    assert all(isinstance(v, int) for v in far.X.flat)
    assert max((near.X**2).sum(axis=1)) <= 2
    scores = near.y * (near.X @ u)
    assert all(score * unit >= 1 for score, unit in zip(scores, scale, strict=True))
    assert scores[-1] * scale[-1] == Fraction(3, 2)
    assert min(scores) <= Fraction(3, 2) / 4**rounds


@pytest.mark.parametrize("fixed", ["radius", "margin"])
def test_the_bound_of_novikoff_holds_and_grows_without_limit(fixed):
    bounds = []
    for rounds in (1, 10, 40):
        adversary = mb.Bisection(rounds, fixed)
        trace = mb.duel(mb.Perceptron(), adversary)
        cert = mb.NOVIKOFF.check(trace, u=adversary.comparator(trace)).require()
        assert cert.exact
        assert cert.mistakes == rounds
        bounds.append(cert.bound)
    assert bounds[1] > 10**5 * bounds[0]
    assert bounds[2] > 10**20 * bounds[1]


@dataclass(frozen=True)
class Turncoat(mb.Bisection):
    """Broken: it keeps the interval that contradicts its own label."""

    def label(self, state, x, prediction):
        y, _ = super().label(state, x, prediction)
        return y, super().label(state, x, y)[1]


def test_a_wrong_half_is_caught():
    adversary = Turncoat(5)
    trace = mb.duel(mb.Perceptron(ties=1), adversary)
    assert not mb.NOVIKOFF.check(trace, u=adversary.comparator(trace)).applies


# --- bad input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: mb.Orthonormal(0, 1), "radius is 0"),
        (lambda: mb.Orthonormal(1, 0), "margin is 0"),
        (lambda: mb.Orthonormal(1, -0.1), "margin is -0.1"),
        (lambda: mb.Orthonormal(1, math.nan), "margin is nan"),
        (lambda: mb.Orthonormal(math.inf, 1), "radius is inf"),
        (lambda: mb.Orthonormal(1, 1.5), "at most the radius"),
        (lambda: mb.KDisjunction(4, 0), "k is 0"),
        (lambda: mb.KDisjunction(4, 3), "n >= 5"),
        (lambda: mb.KDisjunction(4.5, 1), "n is 4.5"),
        (lambda: mb.KDisjunction(4, 1).forced(0), "ties is 0"),
        (lambda: mb.Bisection(0), "rounds is 0"),
        (lambda: mb.Bisection(2.5), "rounds is 2.5"),
        (lambda: mb.Bisection(3, fixed="threshold"), "fixed is 'threshold'"),
    ],
)
def test_bad_input(make, message):
    with pytest.raises(MistakeBoundError, match=message):
        make()
