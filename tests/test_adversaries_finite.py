"""Adversaries of finite classes: what they force, on which learners, and that their labels are those of a concept.

Legend: C a class, d its Littlestone dimension, m points.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import ConceptClass, MistakeBoundError, concepts
from tests.games import most_mistakes, solved, table

CLASSES = {
    "singletons": concepts.singletons(6),
    "thresholds": concepts.thresholds(7),
    "monotone conjunctions": concepts.monotone_conjunctions(3),
    "conjunctions": concepts.conjunctions(2),
    "all functions": concepts.all_functions(2),
    "dictators": concepts.dictators(4),
    "two concepts": ConceptClass([[0, 1], [1, 1]]),
}
LEARNERS = {
    "CON": mb.Consistent,
    "CON at random": lambda C: mb.Consistent(C, order="random", seed=9),
    "Halving": mb.Halving,
    "Halving, mistakes only": lambda C: mb.Halving(C, ties=1, updates="mistakes"),
    "optimal": mb.StandardOptimal,
    "weighted majority": lambda C: mb.WeightedMajority(C, 0.5),
    "Perceptron": lambda C: mb.Perceptron(),
}


@pytest.mark.parametrize("C", CLASSES.values(), ids=CLASSES)
@pytest.mark.parametrize("make", LEARNERS.values(), ids=LEARNERS)
def test_the_tree_forces_its_depth_on_any_deterministic_learner(make, C):
    adversary = mb.TreeWalk(C)
    trace = mb.duel(make(C), adversary)
    d = mb.littlestone_dimension(C)
    assert trace.n_mistakes == trace.n_rounds == d
    assert np.array_equal(C.labels(adversary.comparator(trace), trace.X), trace.y)


@pytest.mark.parametrize("C", CLASSES.values(), ids=CLASSES)
@pytest.mark.parametrize("make", LEARNERS.values(), ids=LEARNERS)
def test_fair_coins_make_every_learner_err_half_the_time(make, C):
    """Over all outcomes of the coins the mean number of mistakes is d/2 exactly, whatever the learner."""
    d = mb.littlestone_dimension(C)
    counts = []
    for coins in product((-1, 1), repeat=d):
        adversary = mb.TreeWalk(C, coins=coins)
        trace = mb.duel(make(C), adversary)
        assert trace.y.tolist() == list(coins)
        assert np.array_equal(C.labels(adversary.comparator(trace), trace.X), trace.y)
        counts.append(trace.n_mistakes)
    if make is not LEARNERS["Perceptron"]:  # whose zero score is a mistake whatever the label
        assert Fraction(sum(counts), 2**d) == Fraction(d, 2)
    else:
        assert Fraction(sum(counts), 2**d) >= Fraction(d, 2)


ON_CLASSES = {name: make for name, make in LEARNERS.items() if name != "Perceptron"}
AGAINST = {f"{learner} on {c}": (ON_CLASSES[learner](C), C) for learner in ON_CLASSES for c, C in CLASSES.items()}
AGAINST["a Perceptron that can represent the class"] = (mb.Perceptron(ties=-1), concepts.disjunctions(4, 2, "monotone"))


@pytest.mark.parametrize("learner, C", AGAINST.values(), ids=AGAINST)
def test_the_contrarian_is_always_right(learner, C):
    adversary = mb.Contrarian(C)
    trace = mb.duel(learner, adversary)
    assert trace.n_mistakes == trace.n_rounds > 0
    assert np.array_equal(C.labels(adversary.comparator(trace), trace.X), trace.y)


def test_the_singletons_game():
    for n in (2, 5, 30):
        C = concepts.singletons(n)
        assert mb.duel(mb.Consistent(C), mb.Contrarian(C)).n_mistakes == n - 1
        assert mb.duel(mb.Consistent(C, order=range(n - 1, -1, -1)), mb.Contrarian(C)).n_mistakes == n - 1
        assert mb.duel(mb.Halving(C), mb.Contrarian(C)).n_mistakes == 1


def test_the_majority_loses_at_every_point_of_the_cube():
    for n in (1, 2, 3):
        C = concepts.all_functions(n)
        for learner in (mb.Halving(C), mb.Halving(C, ties=1), mb.Consistent(C)):
            assert mb.duel(learner, mb.Contrarian(C)).n_mistakes == 2**n


# --- the worst case ------------------------------------------------------------------------------------------------


SEARCHED = {
    **{f"{name} on {c}": (make, CLASSES[c]) for name, make in ON_CLASSES.items() if name != "weighted majority"
       for c in ("singletons", "thresholds", "conjunctions", "two concepts")},
    "weighted majority on two concepts": (ON_CLASSES["weighted majority"], CLASSES["two concepts"]),
    "elimination": (lambda C: mb.Elimination(3), concepts.monotone_conjunctions(3)),
    "elimination, all literals": (lambda C: mb.Elimination(2, "all"), concepts.conjunctions(2)),
}  # fmt: skip


@pytest.mark.parametrize("make, C", SEARCHED.values(), ids=SEARCHED)
def test_the_worst_case_is_that_of_plain_search(make, C):
    trace = mb.worst_case(make(C), C)
    assert trace.n_mistakes == most_mistakes(make(C), C)
    assert C.version_space(trace.X, trace.y).any()


def test_the_worst_case_of_halving_on_random_classes_of_four_points():
    games = solved(4)
    for mask in np.random.default_rng(1).integers(1, 1 << 16, size=12).tolist():
        C = ConceptClass(table(mask, 4))
        assert mb.worst_case(mb.Halving(C), C).n_mistakes == games.minus[mask]
        assert mb.worst_case(mb.StandardOptimal(C), C).n_mistakes == games.opt[mask]


def test_a_learner_that_does_not_learn_has_no_worst_case():
    class Lazy(mb.Halving):
        def wants_update(self, state, X, y):
            return np.zeros(len(X), dtype=bool)

    C = concepts.thresholds(2)
    with pytest.raises(MistakeBoundError, match="comes back to where it was"):
        mb.worst_case(Lazy(C), C)


def test_a_learner_that_goes_on_changing_has_no_worst_case():
    """Its weights halve again and again, and each time it is another learner."""
    with pytest.raises(MistakeBoundError, match=r"Winnow2\(.*\) can go on changing for more rounds"):
        mb.worst_case(mb.Winnow2(), concepts.conjunctions(3))


def test_a_lone_concept_gives_a_run_without_mistakes():
    C = ConceptClass([[0, 1]])
    assert mb.worst_case(mb.Halving(C), C).n_mistakes == 0


# --- what comes in, and what is wrong ------------------------------------------------------------------------------

ONE = ConceptClass([[0, 1]])


@pytest.mark.parametrize(
    "make, match",
    [
        (lambda: mb.TreeWalk(ONE), "Littlestone dimension 0: no mistake can be forced"),
        (lambda: mb.TreeWalk(concepts.thresholds(7), coins=(1, 1)), "2 coins but 3 levels"),
        (lambda: mb.TreeWalk(concepts.thresholds(7), coins=(1, 0, 1)), "labels must be -1 or"),
        (lambda: mb.duel(mb.Halving(ONE), mb.Contrarian(ONE)), "before its first"),
    ],
)
def test_bad_input(make, match):
    with pytest.raises(MistakeBoundError, match=match):
        make()


def test_a_walk_down_a_wrong_tree_is_noticed():
    """With its sides exchanged, the tree's labels are those of no concept, and a version space runs empty."""
    C = concepts.thresholds(7)

    class Turned(mb.TreeWalk):
        def label(self, state, x, prediction):
            level, node = state
            y = -prediction
            return y, (level + 1, node.minus if y > 0 else node.plus)

    with pytest.raises(mb.NotRealizable):
        mb.duel(mb.Consistent(C), Turned(C))
