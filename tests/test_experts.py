"""The experts made for Hedge, and the regret that no learner can avoid.

Legend: N experts, T rounds, C a class, h one of its concepts.
"""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import ConceptClass, MistakeBoundError, concepts
from tests.games import table

seeds = st.integers(0, 2**32 - 1)

# --- learners as experts -------------------------------------------------------------------------------------------


def test_learners_as_experts():
    stream = mb.streams.committee(n=300, d=40, k=3)
    learners = mb.Perceptron(), mb.Winnow(eta=mb.tuned_step(1 / 3, 1)), mb.MarginPerceptron(threshold=1)
    traces = [mb.play(learner, stream.X, stream.y, passes=2) for learner in learners]
    losses = mb.mistake_losses(*traces)
    assert losses.shape == (600, 3) and losses.dtype.kind == "i"
    assert mb.mistake_losses(traces[0]).tolist() == losses[:, :1].tolist()
    for trace, column in zip(traces, losses.T, strict=True):
        assert np.flatnonzero(column).tolist() == trace.mistakes.tolist() and set(column.tolist()) == {0, 1}
    run = mb.Hedge(0.5).run(losses)
    fewest = min(trace.n_mistakes for trace in traces)
    assert run.total[-1] <= (0.5 * fewest + math.log(3)) / (1 - math.exp(-0.5))
    assert mb.HEDGE_FIRST_ORDER.check(run).require().q.L[-1].min() == fewest


def test_learners_of_different_runs_are_refused():
    trace = mb.play(mb.Perceptron(), [[1, 0], [0, 1]], [1, -1])
    for other in (mb.play(mb.Perceptron(), [[1, 0], [0, 1]], [1, 1]), mb.play(mb.Perceptron(), [[1, 0]], [1])):
        with pytest.raises(MistakeBoundError, match="has other labels than"):
            mb.mistake_losses(trace, other)
    with pytest.raises(MistakeBoundError, match="there is no run"):
        mb.mistake_losses()
    with pytest.raises(MistakeBoundError, match=r"^trace is 'none'"):
        mb.mistake_losses(trace, "none")


# --- experts of a class --------------------------------------------------------------------------------------------


def check_cover(C, X):
    """The lemma: enough experts, one for each set of rounds, and every concept is one of them."""
    advice = mb.covering_experts(C, X)
    T, L = len(X), mb.littlestone_dimension(C)
    assert advice.dtype.kind == "i"
    assert advice.shape == (T, sum(math.comb(T, i) for i in range(L + 1)))
    said = {tuple(column) for column in advice.T.tolist()}
    assert {tuple(C.labels(h, X).tolist()) for h in range(len(C))} <= said
    return advice


@pytest.mark.parametrize("m", [1, 2, pytest.param(3, marks=pytest.mark.audit)])
def test_every_concept_of_every_small_class_has_its_expert(m):
    """All classes on up to three points, in all orders of up to three rounds."""
    for mask in range(1, 1 << (1 << m)):
        C = ConceptClass(table(mask, m))
        for T in range(1, 4 if m < 3 else 3):
            for where in product(range(m), repeat=T):
                check_cover(C, C.points[list(where)])


@given(st.integers(1, 12), st.integers(1, 4), st.integers(1, 8), seeds)
def test_every_concept_of_larger_classes_has_its_expert(n_concepts, n_points, T, seed):
    rng = np.random.default_rng(seed)
    C = ConceptClass(rng.random((n_concepts, n_points)) < 0.5)
    check_cover(C, C.points[rng.integers(0, n_points, size=T)])


def test_experts_do_not_look_ahead():
    """Their advice up to a round is the same, whatever comes later."""
    C = concepts.conjunctions(2)
    X = C.points[[0, 3, 1, 2]]
    for t in range(1, 4):
        for later in product(range(4), repeat=4 - t):
            other = mb.covering_experts(C, np.vstack([X[:t], C.points[list(later)]]))
            assert other[:t].tolist() == mb.covering_experts(C, X)[:t].tolist()


def test_a_label_that_no_concept_gives_is_not_learned():
    """On the first point both concepts say +1, so an expert who is to err there goes on as before."""
    C = ConceptClass([[1, 0], [1, 1]])
    assert mb.covering_experts(C, C.points[[0, 0]]).T.tolist() == [[1, 1], [-1, 1], [1, -1]]


def test_too_many_experts_are_refused():
    with pytest.raises(MistakeBoundError, match="300 rounds and a Littlestone dimension of 3 make 4500251 experts"):
        mb.covering_experts(concepts.thresholds(7), np.tile(np.arange(5)[:, None], (60, 1)))


# --- what nobody can avoid -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("T", "N"), [(1, 1), (1, 3), (2, 2), (3, 2), (2, 4), (4, 3)])
def test_the_regret_against_coins_is_the_mean_over_all_tosses(T, N):
    tosses = [np.reshape(bits, (T, N)) for bits in product((0, 1), repeat=T * N)]
    least = [Fraction(T, 2) - int(losses.sum(axis=0).min()) for losses in tosses]
    assert mb.coin_regret(T, N) == pytest.approx(float(sum(least) / len(tosses)))
    runs = [mb.Hedge(0.7).run(losses).regret[-1] for losses in tosses]
    assert np.mean(runs) == pytest.approx(mb.coin_regret(T, N))  # whatever the learner does


def test_no_bound_is_below_the_regret_against_coins():
    for N in (2, 10, 100, 10**6):
        ratios = [mb.coin_regret(T, N) / math.sqrt(T * math.log(N) / 2) for T in (10, 100, 10_000)]
        assert ratios == sorted(ratios) and ratios[-1] < 1
    far = [mb.coin_regret(10_000, N) / math.sqrt(5_000 * math.log(N)) for N in (2, 10, 100, 1000, 10**6)]
    assert far == sorted(far) and far[0] == pytest.approx(0.479, abs=0.001) and far[-1] > 0.92
    with pytest.raises(MistakeBoundError, match="experts is 0"):
        mb.coin_regret(3, 0)
