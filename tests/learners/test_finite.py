"""Learners of finite classes against naive ones, and their worst cases against games solved by brute force.

Legend: C a class, V a version space, T its table (concepts, points), h a concept, x a point, y a label, N = |C|.
"""

import math
import runpy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import ConceptClass, Formula, MistakeBoundError, NotRealizable, concepts
from mistakebound.concepts.bits import unpack
from tests.games import most_mistakes, solved, table

PLAYER = str(Path(__file__).parents[2] / "book" / "players" / "optimal.py")

# --- naive learners: sets of concepts, one example at a time -------------------------------------------------------


class Naive:
    """A version space as a set, updated in every round; `says` is what the learner predicts."""

    def __init__(self, C, says, only_mistakes=False):
        self.values = 2 * C.table.astype(int) - 1
        self.alive = set(range(len(C)))
        self.says, self.only_mistakes = says, only_mistakes

    def round(self, j, y):
        prediction = self.says(self, j)
        if prediction != y or not self.only_mistakes:
            self.alive = {h for h in self.alive if self.values[h, j] == y}
        return prediction

    def majority(self, j, ties):
        total = sum(self.values[h, j] for h in self.alive)
        return int(np.sign(total)) or ties

    def depth(self, alive):
        if not alive:
            return -1
        sides = [[{h for h in alive if self.values[h, j] == y} for y in (-1, 1)] for j in range(self.values.shape[1])]
        return max((1 + min(map(self.depth, pair)) for pair in sides if all(pair)), default=0)

    def deeper(self, j, ties):
        plus, minus = (self.depth({h for h in self.alive if self.values[h, j] == y}) for y in (1, -1))
        return 1 if plus > minus else -1 if minus > plus else ties


class NaiveWeights:
    """Exact weights, one Fraction for each concept."""

    def __init__(self, C, beta, ties):
        self.values, self.beta, self.ties = 2 * C.table.astype(int) - 1, Fraction(beta), ties
        self.w = [Fraction(1)] * len(C)

    def round(self, j, y):
        lead = sum(w * int(v) for w, v in zip(self.w, self.values[:, j], strict=True))
        prediction = 1 if lead > 0 else -1 if lead < 0 else self.ties
        if prediction != y:
            self.w = [w if v == y else w * self.beta for w, v in zip(self.w, self.values[:, j], strict=True)]
        return prediction


LEARNERS = {
    "CON": (lambda C: mb.Consistent(C), lambda C: Naive(C, lambda s, j: s.values[min(s.alive), j])),
    "CON from 1 to N - 1, then 0": (lambda C: mb.Consistent(C, order=[*range(1, len(C)), 0]),
                                    lambda C: Naive(C, lambda s, j: s.values[min(s.alive - {0} or {0}), j])),
    "Halving -1": (lambda C: mb.Halving(C), lambda C: Naive(C, lambda s, j: s.majority(j, -1))),
    "Halving +1": (lambda C: mb.Halving(C, ties=1), lambda C: Naive(C, lambda s, j: s.majority(j, 1))),
    "Halving, mistakes only": (lambda C: mb.Halving(C, updates="mistakes"),
                               lambda C: Naive(C, lambda s, j: s.majority(j, -1), only_mistakes=True)),
    "optimal -1": (lambda C: mb.StandardOptimal(C), lambda C: Naive(C, lambda s, j: s.deeper(j, -1))),
    "optimal +1": (lambda C: mb.StandardOptimal(C, ties=1), lambda C: Naive(C, lambda s, j: s.deeper(j, 1))),
}  # fmt: skip

classes = st.tuples(st.integers(1, 12), st.integers(1, 5), st.integers(0, 2**32 - 1)).map(
    lambda shape: ConceptClass(np.random.default_rng(shape[2]).random(shape[:2]) < 0.5)
)
seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("make, naive", LEARNERS.values(), ids=LEARNERS)
@given(classes, seeds)
def test_learners_agree_with_naive_ones(make, naive, C, seed):
    rng = np.random.default_rng(seed)
    where = rng.integers(0, C.n_points, size=12)
    y = C.labels(int(rng.integers(len(C))), C.points)[where]
    trace, peer = mb.play(make(C), C.points[where], y), naive(C)
    alive = [peer.alive]
    predictions = []
    for j, label in zip(where.tolist(), y.tolist(), strict=True):
        predictions.append(peer.round(j, label))
        alive.append(peer.alive)
    assert trace.predictions.tolist() == predictions
    assert trace.updates.tolist() == [t for t in range(12) if alive[t + 1] != alive[t]]
    for state, expected in zip(trace.states, [alive[0], *(alive[t + 1] for t in trace.updates)], strict=True):
        assert set(np.flatnonzero(unpack(state, len(C))).tolist()) == expected


@given(classes, seeds)
def test_randomised_majority_updates_wherever_a_concept_is_wrong(C, seed):
    rng = np.random.default_rng(seed)
    X, y = C.points[rng.integers(0, C.n_points, size=10)], rng.choice([-1, 1], size=10)
    wrong = [any(C.labels(h, x[None])[0] != label for h in range(len(C))) for x, label in zip(X, y, strict=True)]
    learner = mb.RandomizedMajority(C, 0.5, seed)
    assert learner.wants_update(learner.start(X.shape[1]), X, y).tolist() == wrong


def test_votes_by_weight_are_exact():
    """One concept with weight 3^-40 against others with weight 1, in units of 3^-40: more digits than a float has."""
    C = concepts.singletons(3)
    learner = mb.WeightedMajority(C, Fraction(1, 3))
    state = learner.start(1)
    for _ in range(40):
        state = learner.update(state, np.array([0]), -1)  # only {0} says +1 there
    for_plus, total = learner.votes(state, np.array([[0], [1]]))
    assert (for_plus.tolist(), np.unique(total).tolist()) == ([1, 3**40], [2 * 3**40 + 1])
    learner, x = mb.WeightedMajority(C, Fraction(2, 3)), np.array([0])
    once = learner.update(learner.update(learner.start(1), x, -1), x, 1)  # each was wrong, which changes no share
    assert [learner.votes(state, x[None])[0].tolist() for state in (learner.start(1), once)] == [[1], [1]]


def test_the_coin_follows_a_concept_with_the_chance_of_its_weight():
    C = concepts.thresholds(4)
    X, seeds, beta = C.points, 1000, Fraction(1, 3)
    learner = mb.RandomizedMajority(C, beta)
    state = learner.update(learner.update(learner.start(1), X[1], 1), X[3], -1)
    says = C.table[:, [1, 3]]
    weights = beta ** ((~says[:, 0]).astype(int) + says[:, 1])
    share = weights @ C.table / weights.sum()
    said = [mb.RandomizedMajority(C, beta, seed).predict(state, X) for seed in range(seeds)]
    assert set(np.ravel(said).tolist()) == {-1, 1}
    assert np.mean(np.array(said) == 1, axis=0) == pytest.approx(share.astype(float), abs=0.05)  # deviations of 0.016


def test_the_optimal_learner_on_more_concepts_than_a_word_has_bits():
    C = concepts.singletons(100)
    trace = mb.play(mb.StandardOptimal(C), C.points, C.labels(70, C.points))
    assert trace.mistakes.tolist() == [70] and trace.predictions.tolist() == [-1] * 100


def test_an_order_is_a_value():
    learner = mb.Consistent(THREE, order=np.array([3, 2, 1, 0]))
    assert learner == mb.Consistent(THREE, order=range(3, -1, -1))
    assert learner.order == (3, 2, 1, 0)


@given(classes, seeds, st.sampled_from([0.5, 0.1, Fraction(1, 3), Fraction(99, 100)]), st.sampled_from([-1, 1]))
def test_weighted_majority_agrees_with_a_naive_one_on_any_labels(C, seed, beta, ties):
    rng = np.random.default_rng(seed)
    where, y = rng.integers(0, C.n_points, size=15), rng.choice([-1, 1], size=15)
    learner, peer = mb.WeightedMajority(C, beta, ties), NaiveWeights(C, beta, ties)
    trace = mb.play(learner, C.points[where], y)
    said = [peer.round(j, label) for j, label in zip(where.tolist(), y.tolist(), strict=True)]
    assert trace.predictions.tolist() == said
    assert learner.weights(trace.final_state) == pytest.approx([float(w) for w in peer.w], rel=1e-12)
    assert trace.weights.shape == (trace.n_updates + 1, len(C))


@pytest.mark.parametrize("connective", "∧∨")
@pytest.mark.parametrize("literals", ["monotone", "all"])
@given(st.integers(1, 6), seeds)
def test_elimination_agrees_with_a_naive_one(literals, connective, n, seed):
    rng = np.random.default_rng(seed)
    signs = rng.choice([0, 1] if literals == "monotone" else [-1, 0, 1], size=n)
    target = Formula(n, [int(s) * (i + 1) for i, s in enumerate(signs) if s], connective)
    X = rng.integers(0, 2, size=(25, n))
    y = target(X)
    learner = mb.Elimination(n, literals, connective)
    trace = mb.play(learner, X, y)
    held = set(range(1, n + 1)) | ({-i for i in range(1, n + 1)} if literals == "all" else set())
    predictions = []
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        true = {i for i in held if (x[i - 1] == 1 if i > 0 else x[-i - 1] == 0)}
        predictions.append(1 if (held == true if connective == "∧" else true) else -1)
        if predictions[-1] != label:
            held = true if connective == "∧" else held - true
    assert trace.predictions.tolist() == predictions
    assert learner.hypothesis(trace.final_state) == Formula(n, held, connective)


# --- what comes in, and what is wrong ------------------------------------------------------------------------------

THREE = concepts.thresholds(3)
EMPTY = THREE.restrict(0, -1).restrict(1, 1).restrict(2, -1)
def test_what_leaves_nothing_to_learn_is_refused():
    with pytest.raises(MistakeBoundError, match="0 to 3 in some order"):
        mb.Consistent(THREE, order=[0, 1, 2, 3, 3])
    with pytest.raises(MistakeBoundError, match="is empty: there is nothing to learn"):
        mb.play(mb.Halving(EMPTY), THREE.points[:1], [1])


@pytest.mark.parametrize("as_chunks", [False, True])
@pytest.mark.parametrize(
    ("learner", "point", "message"),
    [
        (mb.Elimination(2), [0, 7], "row 150 of X has 7 in column 1"),
        (mb.Halving(ConceptClass([[0, 1]], points=[[0, 0], [0, 1]])), [0, 7], r"row 150 of X is \[0, 7\], which is"),
    ],
)
def test_an_example_from_elsewhere_is_named_with_its_round(learner, point, message, as_chunks):
    X, y = np.zeros((200, 2), dtype=int), -np.ones(200)
    X[150] = point
    with pytest.raises(mb.ForeignExample, match=message) as caught:
        mb.play(learner, [(X[:90], y[:90]), (X[90:], y[90:])]) if as_chunks else mb.play(learner, X, y)
    assert caught.value.row == 150


# --- labels that no concept explains -------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [mb.Consistent, mb.Halving, mb.StandardOptimal])
def test_the_round_that_leaves_no_concept_is_named(make):
    C = concepts.thresholds(5)
    X, y = np.array([[0], [4], [2], [3], [1], [0]]), [-1, 1, 1, 1, 1, 1]
    for run in (lambda: mb.play(make(C), X, y), lambda: mb.play(make(C), [(X[:2], y[:2]), (X[2:], y[2:])])):
        with pytest.raises(NotRealizable, match=r"in round 5, no concept of .* gives \[0\] the label \+1") as caught:
            run()
        assert caught.value.round == 5
    with pytest.raises(NotRealizable) as caught:
        C.version_space(X, y)
    assert caught.value.round == 5


def test_elimination_notices_a_target_of_another_kind():
    X, y = [[1, 1], [0, 1], [1, 1]], [1, 1, -1]
    with pytest.raises(NotRealizable, match="in round 2, no formula with '∧'") as caught:
        mb.play(mb.Elimination(2), X, y)
    assert caught.value.round == 2
    assert mb.play(mb.WeightedMajority(concepts.monotone_conjunctions(2), 0.5), X, y).n_mistakes == 2


# --- worst cases ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("m", [1, 2, pytest.param(3, marks=pytest.mark.audit)])
def test_worst_cases_on_every_class_of_up_to_three_points(m):
    """The learners, searched move by move, make as many mistakes as the solved games; so does `worst_case`."""
    games = solved(m)
    for mask in range(1, 1 << (1 << m)):
        C = ConceptClass(table(mask, m))
        for learner, value in [
            (mb.StandardOptimal(C), games.opt),
            (mb.StandardOptimal(C, ties=1), games.opt),
            (mb.Halving(C), games.minus),
            (mb.Halving(C, ties=1), games.plus),
        ]:
            assert most_mistakes(learner, C) == value[mask]
        assert mb.worst_case(mb.Halving(C), C).n_mistakes == games.minus[mask]
        assert most_mistakes(mb.Halving(C, updates="mistakes"), C) <= math.floor(math.log2(len(C)))
        assert most_mistakes(mb.Consistent(C), C) <= games.con[mask] <= len(C) - 1


@pytest.mark.parametrize("connective", "∧∨")
@pytest.mark.parametrize("literals, n", [("monotone", 4), ("all", 1), ("all", 3)])
def test_the_worst_case_of_elimination_for_every_target(literals, n, connective):
    """n - k mistakes, and one more with negations, are reached for every target of k literals (k = n included)."""
    cube = concepts.cube(n)
    for signs in product((0, 1) if literals == "monotone" else (0, 1, -1), repeat=n):
        target = Formula(n, [s * (i + 1) for i, s in enumerate(signs) if s], connective)
        only = ConceptClass([target(cube) > 0], points=cube)
        assert most_mistakes(mb.Elimination(n, literals, connective), only) == n - len(target) + (literals == "all")


# --- Halving is not optimal ----------------------------------------------------------------------------------------


def test_the_smallest_classes_on_which_halving_is_not_optimal():
    """None on three points, none on four with fewer than eight concepts; with eight 1456, and 288 for either tie."""
    for m in (1, 2, 3):
        games = solved(m)
        assert np.array_equal(games.opt, games.either)
    games = solved(4)
    assert int((games.size == 8).sum()) == 12_870
    minus, plus = games.minus > games.opt, games.plus > games.opt
    for gap, classes_of_eight in [(minus, 1456), (plus, 1456), (games.either > games.opt, 2624), (minus & plus, 288)]:
        assert min(games.size[gap]) == 8 and int(gap[games.size == 8].sum()) == classes_of_eight
    assert np.array_equal(games.opt, games.kindest)  # with ties broken as well as can be, no class on four points


BAD_FOR_HALVING = {
    "tie is -1": ("0000 0100 0010 0001 1000 1100 1010 1110", 3, 2),
    "either tie": ("0000 1000 0100 1100 1010 0110 1001 0111", 3, 3),
}


@pytest.mark.parametrize("rows, minus, plus", BAD_FOR_HALVING.values(), ids=BAD_FOR_HALVING)
def test_halving_loses_to_the_optimal_learner(rows, minus, plus):
    C = ConceptClass([[int(v) for v in row] for row in rows.split()])
    assert mb.littlestone_dimension(C) == most_mistakes(mb.StandardOptimal(C), C) == 2
    assert [most_mistakes(mb.Halving(C, ties=ties), C) for ties in (-1, 1)] == [minus, plus]
    trace = mb.worst_case(mb.Halving(C), C)
    assert trace.n_mistakes == 3 and len(C.version_space(trace.X, trace.y))


def kindest(V):
    """The most mistakes of Halving on a set of concepts (tuples), if at each tie it knows which label costs less."""
    worst = [0]
    for j in range(len(next(iter(V)))):
        plus = frozenset(h for h in V if h[j])
        minus = V - plus
        if plus and minus:
            say_plus, say_minus = max(kindest(plus), 1 + kindest(minus)), max(kindest(minus), 1 + kindest(plus))
            tie = len(plus) == len(minus)
            worst.append(min(say_plus, say_minus) if tie else say_plus if len(plus) > len(minus) else say_minus)
    return max(worst)


@dataclass(frozen=True)
class RuledHalving(mb.Halving):
    """Halving that says rule[x] if the vote on the point x is even."""

    rule: tuple[int, ...] = ()

    def predict(self, state, X):
        lead = 2 * self.concepts.votes(state, X) - len(self.concepts.members(state))
        return np.where(lead, np.sign(lead), np.array(self.rule)[self.concepts.locate(X)])


def test_on_the_guests_of_the_chapter_no_rule_for_ties_helps_halving():
    """The dimension is 2, but 3 mistakes can occur under any rule that looks at the point, and any rule at all."""
    C = runpy.run_path(PLAYER)["GUESTS"]
    assert mb.littlestone_dimension(C) == most_mistakes(mb.StandardOptimal(C), C) == 2
    for rule in product((-1, 1), repeat=C.n_points):
        for updates in ("rounds", "mistakes"):
            assert most_mistakes(RuledHalving(C, updates=updates, rule=rule), C) == 3
    assert kindest(frozenset(tuple(row) for row in C.table.tolist())) == 3


# --- what the optimal learner's chapter says besides ---------------------------------------------------------------


def test_as_many_counterexamples_as_mistakes():
    """Predictions shown as hypotheses, on every class of up to three points: Ldim(C) counterexamples at worst."""

    def rest(learner, state, h, C):
        y = C.labels(h, C.points)
        wrong = np.flatnonzero(learner.predict(state, C.points) != y)
        after = (learner.update(state, C.points[j], y[j]) for j in wrong)
        return max((1 + rest(learner, V, h, C) for V in after), default=0)

    games = solved(3)
    for mask in range(1, 256):
        C = ConceptClass(table(mask, 3))
        soa = mb.StandardOptimal(C)
        assert max(rest(soa, soa.start(3), h, C) for h in range(len(C))) == games.opt[mask]


@pytest.mark.parametrize("k", [0, 1, 2])
@pytest.mark.parametrize("C", [concepts.thresholds(3), concepts.singletons(4)])
def test_starting_anew_mends_the_optimal_learner_for_k_false_answers(C, k):
    """The worst case over all answers that some concept agrees with in all rounds but k is (k + 1)(Ldim + 1) - 1."""
    soa, values = mb.StandardOptimal(C), 2 * C.table.astype(int) - 1

    @cache
    def search(kept, errors):
        V = np.frombuffer(kept, dtype=C.everything.dtype)
        worst, says = 0, soa.predict(V, C.points)
        for j, y in product(range(C.n_points), (-1, 1)):
            left = V & C.agreeing(C.points[[j]], [y])[0]
            after = left.tobytes() if left.any() else C.everything.tobytes()
            told = tuple(min(e + int(v != y), k + 1) for e, v in zip(errors, values[:, j], strict=True))
            if min(told) <= k and (after, told) != (kept, errors):
                worst = max(worst, int(says[j] != y) + search(after, told))
        return worst

    most = search(C.everything.tobytes(), (0,) * len(C))
    assert most == (k + 1) * (mb.littlestone_dimension(C) + 1) - 1


@pytest.mark.parametrize("A", [concepts.thresholds(3), concepts.singletons(3)])
@pytest.mark.parametrize("B", [concepts.thresholds(2), concepts.singletons(4)])
def test_the_dimensions_of_independent_parts_add(A, B):
    both = ConceptClass([[*a, *b] for a, b in product(A.table.tolist(), B.table.tolist())])
    assert mb.littlestone_dimension(both) == mb.littlestone_dimension(A) + mb.littlestone_dimension(B)


# --- a fresh random choice -----------------------------------------------------------------------------------------


@pytest.mark.audit
def test_fresh_choices_err_harmonic_many_times_too():
    C = concepts.singletons(8)
    X, y = C.points[:7], [-1] * 7
    counts = [mb.play(mb.Consistent(C, order="random", seed=seed), X, y).n_mistakes for seed in range(800)]
    expected = float(sum(Fraction(1, m) for m in range(2, 9)))  # 481/280, with standard error 0.04 here
    assert expected == pytest.approx(481 / 280) and np.mean(counts) == pytest.approx(expected, abs=0.1)
    variance = sum((1 / m) * (1 - 1 / m) for m in range(2, 9))  # as of independent draws
    assert np.var(counts) == pytest.approx(variance, abs=0.15)
