"""Bounds with experts of whom none is right: all sequences of a few rounds, the coins, and runs of another kind.

Legend: N experts, T rounds, C a class, X examples, y labels, beta the factor of a weight that was wrong, F the part of
the weight that is.
"""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import AGNOSTIC, RANDOMIZED_MAJORITY, ConceptClass, concepts
from tests.theorems.checking import failing


def tuned(T, N):
    return math.sqrt(8 * math.log(N) / T)


@pytest.mark.parametrize("C", [concepts.thresholds(3), concepts.singletons(3), concepts.all_functions(1)])
def test_agnostic_on_every_sequence_of_a_few_rounds(C):
    tightest = 0
    for where in product(range(C.n_points), repeat=3):
        X = C.points[list(where)]
        advice = mb.covering_experts(C, X)
        for y in product((-1, 1), repeat=3):
            run = mb.Hedge(tuned(3, advice.shape[1])).run(advice != np.reshape(y, (3, 1)))
            cert = AGNOSTIC.check(run, concepts=C, X=X, y=y).require()
            tightest = max(tightest, cert.counted / cert.bound)
    assert 0.3 < tightest < 1


# --- the coins -----------------------------------------------------------------------------------------------------


def test_the_chance_of_a_mistake_is_the_weight_that_is_wrong():
    """Over many seeds the learner errs as often as it should; its weights are the same with every seed."""
    C, beta = concepts.singletons(5), Fraction(1, 2)
    X, y = [[0], [1], [0], [2], [2], [4]], [1, -1, 1, -1, 1, -1]
    traces = [mb.play(mb.RandomizedMajority(C, beta, seed), X, y) for seed in range(1000)]
    cert = RANDOMIZED_MAJORITY.check(traces[0], concepts=C, beta=beta).require()
    assert all(np.array_equal(trace.weights, traces[0].weights) for trace in traces[:50])
    erred = np.mean([np.isin(np.arange(6), trace.mistakes) for trace in traces], axis=0)
    F = cert.q.F.astype(float)
    assert np.all(np.abs(erred - F) <= 4 * np.sqrt(F * (1 - F) / 1000))
    counts = [trace.n_mistakes for trace in traces]
    variance = (F * (1 - F)).sum()  # as of independent coins
    assert np.mean(counts) == pytest.approx(cert.counted, abs=4 * math.sqrt(variance / 1000))
    assert np.var(counts) == pytest.approx(variance, rel=0.2)


def test_coins_may_not_matter_where_all_experts_agree():
    C = ConceptClass([[0, 0, 1], [0, 1, 1], [0, 0, 1]])
    trace = mb.play(mb.RandomizedMajority(C, 0.5), C.points[[0, 2, 0, 2]], [-1, 1, -1, 1])
    assert trace.n_updates == trace.n_mistakes == 0
    assert RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=0.5).require().counted == 0


# --- is it tight? --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("N", "T", "ratio"), [(2, 1, 0.8493), (3, 1, 0.8995), (4, 1, 0.9008), (5, 1, 0.8918), (2, 8, 0.86)]
)
def test_the_largest_regret_of_tuned_hedge_on_a_few_rounds(N, T, ratio):
    """For two experts, losses 0 or 1 with one loser in each round; for more, one round in which all but one lose."""
    rows = np.eye(2) if N == 2 else 1 - np.eye(N)[:1]
    most = max(mb.Hedge(tuned(T, N)).run(losses).regret[-1] for losses in product(rows, repeat=T))
    assert most / math.sqrt(T * math.log(N) / 2) == pytest.approx(ratio, abs=1e-4)


@pytest.mark.parametrize("beta", [1 - 2**-53, 1 - 1e-15, 1 - 1e-10, 1e-150])
@pytest.mark.parametrize("C", [ConceptClass([[1, 0, 1]]), concepts.thresholds(3)], ids=["one", "several"])
def test_logarithms_of_a_beta_near_an_end(C, beta):
    """One expert that is wrong m times makes at least m expected mistakes, and the bound is hardly more."""
    X, y = np.resize(C.points, (7, 1)), [1, -1, 1, 1, -1, -1, -1]
    for theorem, learner in (
        (mb.WEIGHTED_MAJORITY, mb.WeightedMajority),
        (RANDOMIZED_MAJORITY, mb.RandomizedMajority),
    ):
        theorem.check(mb.play(learner(C, beta), X, y, passes=3), concepts=C, beta=beta).require()


# --- hypotheses that fail ------------------------------------------------------------------------------------------


def test_agnostic_needs_as_many_rounds_as_the_dimension_and_their_examples():
    C = concepts.thresholds(3)
    run = mb.Hedge(tuned(1, 2)).run(mb.covering_experts(C, [[1]]) != [[1]])
    assert failing(AGNOSTIC.check(run, concepts=C, X=[[1]], y=[1])) == ["rounds"]
    with pytest.raises(mb.MistakeBoundError, match="X has 2 examples, but the run has 1 rounds"):
        AGNOSTIC.check(run, concepts=C, X=[[1], [1]], y=[1, 1])


# --- wrong learners ------------------------------------------------------------------------------------------------


def test_another_beta_is_refused():
    C = concepts.thresholds(3)
    trace = mb.play(mb.RandomizedMajority(C, 0.5), C.points, [1, -1, 1])
    with pytest.raises(mb.MistakeBoundError, match=r"beta is 0\.4, but the learner's beta is 0\.5"):
        RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=0.4)


def test_runs_that_randomised_majority_is_not_about():
    C = concepts.thresholds(2)
    trace = mb.play(mb.Perceptron(), C.points + 1, [1, -1])
    with pytest.raises(mb.MistakeBoundError, match="does not say how often each expert lost weight"):
        RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=0.5)
    chunks = mb.play(mb.RandomizedMajority(C, 0.5), [(C.points, [1, -1])])
    with pytest.raises(mb.NotRecorded, match="play on arrays"):
        RANDOMIZED_MAJORITY.check(chunks, concepts=C, beta=0.5)
