"""Adversaries of finite classes: the mistakes that they force, on which learners, and labels that a concept explains.

Legend: C a class, d its Littlestone dimension, m points.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import ConceptClass, MistakeBoundError, concepts
from tests.games import most_mistakes

CLASSES = {
    "singletons": concepts.singletons(6),
    "thresholds": concepts.thresholds(7),
    "monotone conjunctions": concepts.monotone_conjunctions(3),
    "conjunctions": concepts.conjunctions(2),
    "all functions": concepts.all_functions(2),
    "dictators": concepts.dictators(4),
    "two concepts": ConceptClass([[0, 1], [1, 1]]),
}
ONE = ConceptClass([[0, 1]])
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


ON_CLASSES = {name: make for name, make in LEARNERS.items() if name != "Perceptron"}  # whose tie is always wrong


@pytest.mark.parametrize("C", CLASSES.values(), ids=CLASSES)
@pytest.mark.parametrize("make", ON_CLASSES.values(), ids=ON_CLASSES)
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
    assert Fraction(sum(counts), 2**d) == Fraction(d, 2)


AGAINST = {f"{learner} on {c}": (ON_CLASSES[learner](C), C) for learner in ON_CLASSES for c, C in CLASSES.items()}
for ties in (-1, "mistake"):
    learner = mb.Perceptron(ties=ties)
    AGAINST[f"a Perceptron that can represent the class, {ties}"] = learner, concepts.disjunctions(4, 2, "monotone")


@pytest.mark.parametrize("learner, C", AGAINST.values(), ids=AGAINST)
def test_the_contrarian_is_always_right(learner, C):
    adversary = mb.Contrarian(C)
    trace = mb.duel(learner, adversary)
    assert trace.n_mistakes == trace.n_rounds > 0
    assert np.array_equal(C.labels(adversary.comparator(trace), trace.X), trace.y)


# --- the worst case ------------------------------------------------------------------------------------------------


SEARCHED = {
    **{f"{name} on {c}": (make, CLASSES[c]) for name, make in ON_CLASSES.items() if name != "weighted majority"
       for c in ("singletons", "thresholds", "conjunctions", "two concepts")},
    "weighted majority on two concepts": (ON_CLASSES["weighted majority"], CLASSES["two concepts"]),
    "Halving on one concept": (mb.Halving, ONE),
    "elimination": (lambda C: mb.Elimination(3), concepts.monotone_conjunctions(3)),
    "elimination, all literals": (lambda C: mb.Elimination(2, "all"), concepts.conjunctions(2)),
}  # fmt: skip


@pytest.mark.parametrize("make, C", SEARCHED.values(), ids=SEARCHED)
def test_the_worst_case_is_that_of_plain_search(make, C):
    trace = mb.worst_case(make(C), C)
    assert trace.n_mistakes == most_mistakes(make(C), C)
    assert C.version_space(trace.X, trace.y).any()


# --- what comes in, and what is wrong ------------------------------------------------------------------------------


class Lazy(mb.Halving):
    def wants_update(self, state, X, y):
        return np.zeros(len(X), dtype=bool)


@pytest.mark.parametrize(
    "make, match",
    [
        (lambda: mb.TreeWalk(ONE), "Littlestone dimension 0: no mistake can be forced"),
        (lambda: mb.TreeWalk(concepts.thresholds(7), coins=(1, 1)), "2 coins but 3 levels"),
        (lambda: mb.TreeWalk(concepts.thresholds(7), coins=(1, 0, 1)), "labels must be -1 or"),
        (lambda: mb.duel(mb.Halving(ONE), mb.Contrarian(ONE)), "before its first"),
        (lambda: mb.worst_case(Lazy(CLASSES["thresholds"]), CLASSES["thresholds"]), "returns to an earlier state"),
        (lambda: mb.worst_case(mb.Winnow2(), concepts.conjunctions(3)), "can go on changing for more rounds"),
    ],
)
def test_bad_input(make, match):
    with pytest.raises(MistakeBoundError, match=match):
        make()
