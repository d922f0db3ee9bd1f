"""The theorems on finite classes: every line holds on every play, and every wrong learner, line or run is caught.

Legend: C a class, h the number of its target, X examples, y labels, n variables, k literals, N concepts.
"""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import (
    CONSISTENT,
    CONSISTENT_RANDOM,
    ELIMINATION,
    HALVING,
    LITTLESTONE,
    WEIGHTED_MAJORITY,
    ConceptClass,
    Formula,
    MistakeBoundError,
    concepts,
)
from mistakebound.certificates.core import STATES
from mistakebound.theorems import mistake_bound
from mistakebound.theorems.version_space import V
from tests.theorems.checking import check_squeeze

BAD_CLASS = ConceptClass([[int(v) for v in row] for row in "0000 0100 0010 0001 1000 1100 1010 1110".split()])

RUNS = {  # learner, its theorem, and the parameters of both
    "CON": (lambda C: mb.Consistent(C), CONSISTENT),
    "CON at random": (lambda C: mb.Consistent(C, order="random", seed=7), CONSISTENT),
    "CON at random, expected": (lambda C: mb.Consistent(C, order="random", seed=7), CONSISTENT_RANDOM),
    "Halving": (lambda C: mb.Halving(C), HALVING),
    "Halving, tie +1": (lambda C: mb.Halving(C, ties=1), HALVING),
    "Halving, mistakes only": (lambda C: mb.Halving(C, ties=1, updates="mistakes"), HALVING),
    "optimal": (lambda C: mb.StandardOptimal(C), LITTLESTONE),
    "optimal, tie +1": (lambda C: mb.StandardOptimal(C, ties=1), LITTLESTONE),
    # what is said of a weaker learner holds of a stronger one
    "Halving is consistent": (lambda C: mb.Halving(C), CONSISTENT),
    "optimal is consistent": (lambda C: mb.StandardOptimal(C), CONSISTENT),
}


def shuffled(C, h, seed=0):
    X = C.points[np.random.default_rng(seed).permutation(C.n_points)]
    return X, C.labels(h, X)


# --- every line holds ----------------------------------------------------------------------------------------------

classes = st.tuples(st.integers(1, 40), st.integers(1, 6), st.integers(0, 2**32 - 1)).map(
    lambda shape: ConceptClass(np.random.default_rng(shape[2]).random(shape[:2]) < 0.5)
)
seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("make, theorem", RUNS.values(), ids=RUNS)
@given(classes, seeds)
def test_every_line_holds_on_random_plays(make, theorem, C, seed):
    rng = np.random.default_rng(seed)
    X = C.points[rng.integers(0, C.n_points, size=15)]
    cert = theorem.check(mb.play(make(C), X, C.labels(int(rng.integers(len(C))), X)), concepts=C)
    cert.require()
    assert cert.applies and cert.holds and cert.exact == (theorem is not CONSISTENT_RANDOM)


@pytest.mark.parametrize("make, theorem", RUNS.values(), ids=RUNS)
def test_every_line_holds_against_opponents_that_force_mistakes(make, theorem):
    for C in (concepts.thresholds(6), concepts.conjunctions(2), concepts.all_functions(2), concepts.singletons(5)):
        for adversary in (mb.Contrarian(C), mb.TreeWalk(C)):
            trace = mb.duel(make(C), adversary)
            assert trace.n_mistakes == trace.n_rounds
            cert = theorem.check(trace, concepts=C).require()
            if cert.squeeze:
                check_squeeze(cert)
        theorem.check(mb.worst_case(make(C), C), concepts=C).require()


@given(classes, seeds, st.sampled_from([0.5, 0.05, Fraction(2, 3), 0.99]))
def test_weighted_majority_on_any_labels(C, seed, beta):
    rng = np.random.default_rng(seed)
    X, y = C.points[rng.integers(0, C.n_points, size=20)], rng.choice([-1, 1], size=20)
    cert = WEIGHTED_MAJORITY.check(mb.play(mb.WeightedMajority(C, beta), X, y), concepts=C, beta=beta).require()
    for name in ("update", "shrinking", "telescoping", "best", "sandwich", "majority"):
        assert cert[name].exact
    errors = ((2 * C.table.astype(int) - 1)[:, C.locate(X)] != y)[:, cert.trace.mistakes].sum(axis=1)
    assert cert.q.m == errors.min()
    assert cert.q.W[-1] == sum(Fraction(beta) ** int(e) for e in errors)


@pytest.mark.parametrize("connective", "∧∨")
@pytest.mark.parametrize("literals", ["monotone", "all"])
@given(st.integers(1, 8), seeds)
def test_elimination_on_random_targets(literals, connective, n, seed):
    rng = np.random.default_rng(seed)
    signs = rng.choice([0, 1] if literals == "monotone" else [-1, 0, 1], size=n)
    target = Formula(n, [int(s) * (i + 1) for i, s in enumerate(signs) if s], connective)
    X = (rng.random((30, n)) < rng.choice([0.2, 0.5, 0.8])).astype(int)
    trace = mb.play(mb.Elimination(n, literals, connective), X, target(X))
    cert = ELIMINATION.check(trace, target=target, literals=literals).require()
    assert cert.exact and cert.bound == n - len(target) + (literals == "all")
    assert mistake_bound.literals.value(cert.q, STATES).tolist() == [int(state.sum()) for state in trace.states]


def test_a_run_without_updates_or_mistakes_is_checked_too():
    C = ConceptClass([[0, 1, 1]])
    for make, theorem in RUNS.values():
        cert = theorem.check(mb.play(make(C), C.points, [-1, 1, 1]), concepts=C).require()
        assert cert.counted == 0 == cert.bound
    chunks = mb.play(mb.Halving(C, updates="mistakes"), [(C.points[:1], [-1])])  # of which nothing is kept
    assert HALVING.check(chunks, concepts=C).require().counted == 0
    target = Formula(2, [1, 2])
    cert = ELIMINATION.check(mb.play(mb.Elimination(2), [[0, 1], [1, 1]], [-1, 1]), target=target).require()
    assert cert.counted == cert.bound == 0
    trace = mb.play(mb.WeightedMajority(C, 0.5), C.points, [-1, 1, 1])
    assert WEIGHTED_MAJORITY.check(trace, concepts=C, beta=0.5).require().bound == 0


# --- worked cases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("N", [2, 3, 8, 20])
def test_expected_mistakes_on_singletons(N):
    C = concepts.singletons(N)
    trace = mb.play(mb.Consistent(C, order="random"), C.points[: N - 1], [-1] * (N - 1))
    cert = CONSISTENT_RANDOM.check(trace, concepts=C).require()
    assert cert.counted == sum(Fraction(1, m) for m in range(2, N + 1)) < cert.bound == pytest.approx(math.log(N))
    if N == 8:
        assert cert.counted == Fraction(481, 280)


@pytest.mark.parametrize("C", [concepts.dictators(4), ConceptClass(np.eye(4)[:, :3]), concepts.thresholds(3)])
def test_the_expectation_is_the_mean_over_all_orders(C):
    """A fixed random order errs as often as fresh choices: in each round its first consistent concept is uniform."""
    for h in range(len(C)):
        X, y = shuffled(C, h, seed=h)
        counts = [mb.play(mb.Consistent(C, order=order), X, y).n_mistakes for order in permutations(range(len(C)))]
        trace = mb.play(mb.Consistent(C, order="random"), X, y)
        assert CONSISTENT_RANDOM.check(trace, concepts=C).counted == Fraction(sum(counts), len(counts))


def test_ties_make_the_bounds_tight():
    C = concepts.all_functions(2)
    trace = mb.duel(mb.Halving(C), mb.Contrarian(C))
    cert = HALVING.check(trace, concepts=C).require()
    assert cert.counted == cert.bound == 4
    assert cert["halving"].slack.tolist() == [0] * 4 == cert["telescoping"].slack.tolist()
    C = concepts.thresholds(255)
    cert = LITTLESTONE.check(mb.duel(mb.StandardOptimal(C), mb.TreeWalk(C)), concepts=C).require()
    assert cert.counted == cert.bound == 8
    C = concepts.singletons(9)
    cert = CONSISTENT.check(mb.duel(mb.Consistent(C), mb.Contrarian(C)), concepts=C).require()
    assert cert.counted == cert.bound == 8 and cert["total-progress"].slack.tolist() == [0] * 8


def test_halving_speaks_of_mistakes_and_says_so():
    """The update between two mistakes leaves 3 of 4 concepts, more than half: no line claims otherwise."""
    C = concepts.conjunctions(2)
    trace = mb.play(mb.Halving(C), [[1, 1], [0, 0], [0, 1]], [1, -1, 1])
    cert = HALVING.check(trace, concepts=C).require()
    assert trace.mistakes.tolist() == [0, 2] and V.value(cert.q, STATES).tolist() == [9, 4, 3, 1]
    for name, claim in (cert.hypotheses | cert.lines).items():
        if name in ("majority", "halving"):
            assert claim.rounds.tolist() == [0, 2] and "a mistake" in claim.claim.text
    assert "a mistake" not in cert["telescoping"].claim.text and cert["telescoping"].rounds.tolist() == [0, 1, 2]


def test_halving_beyond_the_depth_shows_in_the_certificate():
    """On its bad class, Halving meets its own bound and exceeds the other, whose hypothesis it does not meet."""
    trace = mb.worst_case(mb.Halving(BAD_CLASS), BAD_CLASS)
    cert = HALVING.check(trace, concepts=BAD_CLASS).require()
    assert cert.counted == cert.bound == 3
    cert = LITTLESTONE.check(trace, concepts=BAD_CLASS)
    assert not cert.applies and not cert["deeper-side"].holds and not cert.within_bound and cert.bound == 2


# --- hypotheses that fail ------------------------------------------------------------------------------------------


def test_parameters_that_make_no_sense():
    C = concepts.thresholds(2)
    trace = mb.play(mb.Halving(C), C.points, [-1, 1])
    for check, match in [
        (lambda: WEIGHTED_MAJORITY.check(trace, concepts=C, beta=1), "beta is 1"),
        (lambda: ELIMINATION.check(trace, target=[1, 2]), "must be a Formula"),
        (lambda: ELIMINATION.check(trace, target=Formula(1, [1], "⊕")), "a conjunction .* or a disjunction"),
        (lambda: ELIMINATION.check(trace, target=Formula(2, [1])), "X has 1 features"),
        (lambda: HALVING.check(trace, concepts=concepts.conjunctions(2)), "X has 1 features"),
    ]:
        with pytest.raises(MistakeBoundError, match=match):
            check()


# --- where a claim is evaluated ------------------------------------------------------------------------------------


def test_what_is_said_of_mistakes_is_checked_at_mistakes():
    """Some of Halving's updates are mistakes; only the first of elimination's, with negations, leaves n literals."""
    C = concepts.thresholds(15)
    trace = mb.play(mb.Halving(C), C.points, C.labels(9, C.points))
    cert = CONSISTENT.check(trace, concepts=C).require()
    assert 0 < trace.n_mistakes < trace.n_updates
    for name, rounds in [("progress", trace.mistakes), ("consistent", trace.mistakes), ("monotone", trace.updates)]:
        assert cert[name].rounds.tolist() == rounds.tolist()
    X = concepts.cube(3)[::-1]
    for literals, places in (("monotone", 0), ("all", 1)):
        trace = mb.play(mb.Elimination(3, literals), X, Formula(3, [1])(X))
        first = ELIMINATION.check(trace, target=Formula(3, [1]), literals=literals).require()["first-mistake"]
        assert first.rounds.tolist() == trace.mistakes[:places].tolist() and trace.n_mistakes > 1


# --- concepts that are dropped too late ----------------------------------------------------------------------------


# The number of the round is a second feature: it tells the coins apart.
ROUNDS = np.column_stack([np.tile(np.arange(7), 30), np.arange(210)])


class DropsOnlyWhenWrong(mb.Consistent):
    """A learner that draws in each round from all concepts not yet dropped, and drops none when it is right."""

    wants_update = mb.Learner.wants_update

    def predict(self, state, X):
        coins = np.random.default_rng(self.seed).random(len(ROUNDS))
        left = self.concepts.members(state)
        drawn = left[(coins[X[:, 1]] * len(left)).astype(int)]
        return np.where(drawn == X[:, 0], 1, -1)


def test_the_bound_of_the_random_choice_is_not_for_a_learner_that_drops_concepts_late():
    """In the end it has dropped all concepts and erred seven times; the bound would be ln 8 = 2.08."""
    C, counts = concepts.ConceptClass(np.arange(8)[:, None] == ROUNDS[:, 0], ROUNDS), []
    for seed in range(100):
        trace = mb.play(DropsOnlyWhenWrong(C, seed=seed), ROUNDS, [-1] * 210)
        cert = CONSISTENT_RANDOM.check(trace, concepts=C)
        assert not cert.applies and [name for name, h in cert.hypotheses.items() if not h.holds] == ["every-round"]
        counts.append(trace.n_mistakes)
    assert np.mean(counts) > 3 * math.log(8)


def test_a_concept_dropped_late_is_named_with_its_round():
    """A learner that rightly says in round 0 that box 0 is empty, and does not drop it, is late from that round on."""
    C = concepts.singletons(4)
    trace = mb.play(mb.Halving(C, ties=1, updates="mistakes"), [[0], [1], [0]], [-1, -1, -1])
    late = CONSISTENT_RANDOM.check(trace, concepts=C)["every-round"]
    assert late.rounds.tolist() == [0, 1, 2] and late.lhs.tolist() == [1, 1, 1] and late.where == 0
    trace = mb.play(mb.Consistent(C, order="random"), [[0], [1], [0]], [-1, -1, -1])
    prompt = CONSISTENT_RANDOM.check(trace, concepts=C)["every-round"]
    assert prompt.rounds.tolist() == [2] and prompt.lhs.tolist() == [0]


# --- runs without all of their rounds ------------------------------------------------------------------------------


def test_a_random_choice_is_judged_on_every_round_or_not_at_all():
    """In chunks the rounds without an update are not kept, and each of them could rule a concept out."""
    C = concepts.thresholds(6)
    learner, X, y = mb.Halving(C, updates="mistakes"), np.arange(6)[:, None], [-1] * 5 + [1]
    assert not CONSISTENT_RANDOM.check(mb.play(learner, X, y), concepts=C)["every-round"].holds
    with pytest.raises(mb.NotRecorded, match="play on arrays"):
        CONSISTENT_RANDOM.check(mb.play(learner, [(X, y)]), concepts=C)
