"""Bounds with experts of whom none is right: every line on random runs, chances by brute force, wrong learners named.

Legend: N experts, T rounds, losses (T, N), eta the learning rate, C a class, X examples, y labels, beta the factor of a
weight that was wrong, F the part of the weight that is.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import AGNOSTIC, HEDGE, HEDGE_FIRST_ORDER, RANDOMIZED_MAJORITY, ConceptClass, concepts
from tests.theorems.checking import assert_does_not_apply, check_squeeze, failing

seeds = st.integers(0, 2**32 - 1)
BETAS = [0.5, 0.05, Fraction(2, 3), 0.99]


def tuned(T, N):
    return math.sqrt(8 * math.log(N) / T)


def random_class(rng, most=20):
    return ConceptClass(rng.random((rng.integers(1, most), rng.integers(1, 6))) < 0.5)


# --- every line holds ----------------------------------------------------------------------------------------------


@given(st.integers(1, 25), st.integers(1, 6), st.sampled_from([1e-6, 0.01, 0.3, 1.0, 5.0, 60.0]), seeds)
def test_hedge_on_any_losses(T, N, eta, seed):
    rng = np.random.default_rng(seed)
    losses = rng.random((T, N)) if rng.random() < 0.5 else rng.choice([0, 0, 0.5, 1], size=(T, N))
    losses[:, 0] *= rng.choice([0, 0.5, 1])
    run = mb.Hedge(eta).run(losses)
    for theorem in (HEDGE, HEDGE_FIRST_ORDER):
        cert = theorem.check(run).require()
        check_squeeze(cert)
        assert cert.counted == pytest.approx(run.total[-1])
    best = losses.sum(axis=0).min()
    assert HEDGE.check(run).bound == pytest.approx(best + math.log(N) / eta + eta * T / 8)
    assert cert.bound == pytest.approx((eta * best + math.log(N)) / (1 - math.exp(-eta)))


@given(st.integers(1, 30), st.integers(2, 5), seeds)
def test_hedge_against_an_opponent_that_knows_the_weights(T, N, seed):
    """In every round the weightier half of the experts loses, because no bound is about fixed losses only."""
    rng, losses = np.random.default_rng(seed), []
    for _ in range(T):
        w = mb.Hedge(tuned(T, N)).run(losses).weights[-1] if losses else np.full(N, 1 / N)
        row = np.zeros(N)
        row[np.argsort(-w)[: rng.integers(1, N)]] = 1
        losses.append(row)
    run = mb.Hedge(tuned(T, N)).run(losses)
    assert HEDGE.check(run).require().counted <= run.best[-1] + math.sqrt(T * math.log(N) / 2)
    HEDGE_FIRST_ORDER.check(run).require()


@given(seeds, st.sampled_from(BETAS))
def test_randomised_majority_on_any_labels(seed, beta):
    rng = np.random.default_rng(seed)
    C = random_class(rng)
    X, y = C.points[rng.integers(0, C.n_points, size=12)], rng.choice([-1, 1], size=12)
    cert = RANDOMIZED_MAJORITY.check(mb.play(mb.RandomizedMajority(C, beta, seed), X, y), concepts=C, beta=beta)
    cert.require()
    check_squeeze(cert)
    assert cert["update"].exact and cert["update-rule"].exact and cert["drawn"].exact
    # by brute force: each expert with its chance
    w, total = [Fraction(1)] * len(C), 0
    for x, label in zip(X, y, strict=True):
        wrong = [C.labels(h, x[None])[0] != label for h in range(len(C))]
        total += sum(w_i for w_i, err in zip(w, wrong, strict=True) if err) / sum(w)
        w = [w_i * Fraction(beta) if err else w_i for w_i, err in zip(w, wrong, strict=True)]
    assert sum(cert.q.F) == total and cert.counted == pytest.approx(float(total))


@given(seeds)
def test_agnostic_on_any_labels(seed):
    rng = np.random.default_rng(seed)
    C = random_class(rng, most=12)
    L = mb.littlestone_dimension(C)
    T = int(rng.integers(max(L, 1), 9))
    X, y = C.points[rng.integers(0, C.n_points, size=T)], rng.choice([-1, 1], size=T)
    wrong = mb.covering_experts(C, X) != y[:, None]
    run = mb.Hedge(tuned(T, wrong.shape[1]) or 1).run(wrong)
    cert = AGNOSTIC.check(run, concepts=C, X=X, y=y)
    if L == 0:
        assert_does_not_apply(cert, "dimension")
        return
    least = min(int((C.labels(h, X) != y).sum()) for h in range(len(C)))
    assert cert.require().bound == pytest.approx(least + math.sqrt(T * L * math.log(math.e * T / L) / 2))
    assert cert.counted == pytest.approx(run.total[-1])


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


def test_one_expert_makes_both_bounds_tight_as_the_step_goes_to_0():
    losses = np.ones((50, 1))
    assert [HEDGE_FIRST_ORDER.check(mb.Hedge(eta).run(losses)).bound for eta in (1e-3, 1e-6)] == pytest.approx(
        [50.025, 50.000025]
    )
    C = ConceptClass([[0]])
    cert = RANDOMIZED_MAJORITY.check(
        mb.play(mb.RandomizedMajority(C, 0.999), [[0]] * 50, [1] * 50), concepts=C, beta=0.999
    )
    assert cert.require().counted == 50 and cert.bound == pytest.approx(50, rel=1e-3)


def test_experts_that_are_refuted_one_by_one_make_the_bound_tight():
    """With beta near 0 the expected mistakes are H_N - 1, the bound ln N."""
    ratios, beta = [], Fraction(1, 2**24)
    for N in (10, 100, 300):
        C = concepts.singletons(N)
        trace = mb.play(mb.RandomizedMajority(C, beta), C.points[: N - 1], [-1] * (N - 1))
        cert = RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=beta).require()
        assert cert.counted == pytest.approx(sum(1 / k for k in range(2, N + 1)), rel=1e-4)
        assert cert.q.m[-1] == 0 and cert.bound == pytest.approx(math.log(N), rel=1e-6)
        ratios.append(cert.counted / cert.bound)
    assert ratios == sorted(ratios) and ratios[-1] > 0.92


@pytest.mark.parametrize(
    ("N", "T", "ratio"), [(2, 1, 0.8493), (3, 1, 0.8995), (4, 1, 0.9008), (5, 1, 0.8918), (2, 8, 0.86)]
)
def test_the_largest_regret_of_tuned_hedge_on_a_few_rounds(N, T, ratio):
    """For two experts, losses 0 or 1 with one loser in each round; for more, one round in which all but one lose."""
    rows = np.eye(2) if N == 2 else 1 - np.eye(N)[:1]
    most = max(mb.Hedge(tuned(T, N)).run(losses).regret[-1] for losses in product(rows, repeat=T))
    assert most / math.sqrt(T * math.log(N) / 2) == pytest.approx(ratio, abs=1e-4)


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


@dataclass(frozen=True)
class Silent(mb.Perceptron):
    """A learner with weights, but without experts."""


def test_runs_that_randomised_majority_is_not_about():
    C = concepts.thresholds(2)
    trace = mb.play(Silent(), C.points + 1, [1, -1])
    with pytest.raises(mb.MistakeBoundError, match="does not say how often each expert lost weight"):
        RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=0.5)
    chunks = mb.play(mb.RandomizedMajority(C, 0.5), [(C.points, [1, -1])])
    with pytest.raises(mb.NotRecorded, match="play on arrays"):
        RANDOMIZED_MAJORITY.check(chunks, concepts=C, beta=0.5)
