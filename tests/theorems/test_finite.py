"""The theorems on finite classes: worked cases, where a claim is evaluated, and concepts dropped too late.

Legend: C a class, h the number of its target, X examples, y labels, N concepts.
"""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

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
from mistakebound.theorems.version_space import V

BAD_CLASS = ConceptClass([[int(v) for v in row] for row in "0000 0100 0010 0001 1000 1100 1010 1110".split()])


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
        X = C.points[np.random.default_rng(h).permutation(C.n_points)]
        y = C.labels(h, X)
        counts = [mb.play(mb.Consistent(C, order=order), X, y).n_mistakes for order in permutations(range(len(C)))]
        trace = mb.play(mb.Consistent(C, order="random"), X, y)
        assert CONSISTENT_RANDOM.check(trace, concepts=C).counted == Fraction(sum(counts), len(counts))


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


def test_a_stream_of_which_nothing_is_kept():
    C = ConceptClass([[0, 1, 1]])
    chunks = mb.play(mb.Halving(C, updates="mistakes"), [(C.points[:1], [-1])])
    assert HALVING.check(chunks, concepts=C).require().counted == 0
