"""Hedge against a naive one, the experts that are made for it, and what nobody can avoid.

Legend: N experts, T rounds, losses (T, N), eta the step, C a class, h one of its concepts.
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
from mistakebound.learners import hedge
from tests.games import table

seeds = st.integers(0, 2**32 - 1)


def naive(losses, eta):
    """The definition, word by word: weights before each round and after the last."""
    weights = [[1 / len(losses[0])] * len(losses[0])]
    for row in losses:
        moved = [w * math.exp(-eta * loss) for w, loss in zip(weights[-1], row, strict=True)]
        weights.append([w / sum(moved) for w in moved])
    return weights


# --- the play ------------------------------------------------------------------------------------------------------


@given(st.integers(1, 30), st.integers(1, 6), st.floats(0.01, 3), seeds)
def test_is_what_it_says(T, N, eta, seed):
    losses = np.random.default_rng(seed).random((T, N))
    run, weights = mb.Hedge(eta).run(losses), naive(losses.tolist(), eta)
    assert np.ravel(run.weights) == pytest.approx(np.ravel(weights))
    paid = [sum(w * loss for w, loss in zip(*pair, strict=True)) for pair in zip(weights, losses, strict=False)]
    assert run.expected == pytest.approx(paid)
    for t in {1, (T + 1) // 2, T}:
        part = run.upto(t)
        best = min(losses[:t].sum(axis=0))
        assert (part.total[-1], part.best[-1]) == pytest.approx((sum(paid[:t]), best))
        assert part.regret[-1] == run.regret[t - 1] == pytest.approx(sum(paid[:t]) - best)


@given(st.integers(1, 70), st.integers(1, 6), seeds)
def test_without_a_step_it_starts_anew_after_1_3_7_rounds(T, N, seed):
    losses = np.random.default_rng(seed).choice([0.0, 0.3, 1.0], size=(T, N))
    run, start, length = mb.Hedge().run(losses), 0, 1
    while start < T:
        eta, phase = math.sqrt(8 * math.log(N) / length), slice(start, start + length)
        weights = naive(losses[phase].tolist(), eta)
        assert run.steps[phase] == pytest.approx(eta)
        assert np.ravel(run.weights[:T][phase]) == pytest.approx(np.ravel(weights[:-1]))
        start, length = start + length, 2 * length
    assert run.weights[-1] == pytest.approx(weights[-1])
    bound = math.sqrt(2) / (math.sqrt(2) - 1) * np.sqrt(np.arange(1, T + 1) * math.log(N) / 2)
    assert np.all(run.regret <= bound + 1e-9)


def test_the_games_on_matrices_are_the_same_play():
    """What the rows pay, turned into losses between 0 and 1: the weights are those of multiplicative weights."""
    rng = np.random.default_rng(1)
    game = mb.multiplicative_weights(rng.normal(size=(20, 5)), rng.choice([-1, 1], 20), rounds=60)
    R = np.abs(game.A).max()
    run = mb.Hedge(2 * R * game.steps[0]).run((R - game.A[game.rows]) / (2 * R))
    assert np.ravel(run.log_weights) == pytest.approx(np.ravel(game.log_weights))


def test_randomised_majority_has_the_weights_of_hedge():
    """With beta = e^-eta, and mistakes as losses."""
    C, rng = concepts.thresholds(5), np.random.default_rng(2)
    X, y = rng.integers(0, 5, size=(40, 1)), rng.choice([-1, 1], 40)
    trace = mb.play(mb.RandomizedMajority(C, 0.3), X, y)
    wrong = np.array([C.labels(h, X) != y for h in range(len(C))]).T
    run = mb.Hedge(-math.log(0.3)).run(wrong)
    shares = trace.weights / trace.weights.sum(axis=1, keepdims=True)
    assert np.ravel(run.weights[[0, *(trace.updates + 1)]]) == pytest.approx(np.ravel(shares))
    cert = mb.RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=0.3).require()
    assert cert.q.F.astype(float) == pytest.approx(run.expected)
    assert cert.bound == pytest.approx(mb.HEDGE_FIRST_ORDER.check(run).require().bound)


def test_a_run_is_a_read_only_value():
    run = mb.Hedge(1).run([[0, 1], [1, 0]])
    for array in (run.losses, run.steps, run.log_weights):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert repr(run) == "<LossRun: 2 rounds, 2 experts, expected loss 1.231, least loss 1>"
    assert run.n_updates == len(run.updates) == len(run) == 2
    with pytest.raises(MistakeBoundError, match="t is 0"):
        run.upto(0)


def test_a_play_may_end_early():
    moves = iter([np.array([0.0, math.log(3)]), None])
    log_weights = hedge.exponential_weights(2, 5, lambda w: next(moves))
    assert np.ravel(np.exp(log_weights)) == pytest.approx([0.5, 0.5, 0.25, 0.75])


def test_very_long_runs_leave_the_range_of_floats_nowhere():
    run = mb.Hedge(2).run(np.tile([0.0, 1.0], (2000, 1)))
    assert run.log_weights[-1].tolist() == pytest.approx([0, -4000])
    mb.HEDGE.check(run).require()
    mb.HEDGE_FIRST_ORDER.check(run).require()


@pytest.mark.parametrize(
    ("losses", "match"),
    [
        ([[0, 1], [2, 0]], r"losses\[1, 0\] is 2.0: .* between 0 and 1; .* use \(losses - a\) / \(b - a\)"),
        ([[0, -0.1]], r"losses\[0, 1\] is -0.1"),
        ([[0, math.nan]], r"losses\[0, 1\] is nan"),
        ([0, 1], r"losses has shape \(2,\): .* use losses.reshape\(1, -1\)"),
        (np.zeros((0, 2)), r"losses has shape \(0, 2\)"),
        ([[0, 1], [1]], "^losses is not a table with equally long rows, a loss for each expert: "),
        ([["0", "1"]], "losses has dtype <U1"),
    ],
)
def test_losses_that_are_none(losses, match):
    with pytest.raises(MistakeBoundError, match=match):
        mb.Hedge(1).run(losses)


@pytest.mark.parametrize("eta", [0, -1, math.inf, "1"])
def test_a_step_is_positive(eta):
    with pytest.raises(MistakeBoundError, match=r"eta is .*: it must be a finite number greater than 0"):
        mb.Hedge(eta)


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
    assert mb.HEDGE_FIRST_ORDER.check(run).require().q.best[-1] == fewest


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
    """All classes on up to three points, all orders of up to so many rounds."""
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
    """What they say up to a round is the same, whatever comes after it."""
    C = concepts.conjunctions(2)
    X = C.points[[0, 3, 1, 2]]
    for t in range(1, 4):
        for later in product(range(4), repeat=4 - t):
            other = mb.covering_experts(C, np.vstack([X[:t], C.points[list(later)]]))
            assert other[:t].tolist() == mb.covering_experts(C, X)[:t].tolist()


def test_experts_that_follow_the_shallower_side_do_not_cover(monkeypatch):
    """The lemma needs the optimal learner: with one that errs more often, a concept has no expert."""

    class Shallower(mb.StandardOptimal):
        def predict(self, state, X):
            return -super().predict(state, X)

    monkeypatch.setattr(hedge, "StandardOptimal", Shallower)
    C = concepts.singletons(4)
    with pytest.raises(AssertionError):
        check_cover(C, C.points)


def test_a_label_that_no_concept_gives_is_not_learned():
    """On the first point both concepts say +1: whoever is to err there goes on as before."""
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


def test_a_step_is_a_float_however_it_is_given():
    assert [repr(mb.Hedge(eta)) for eta in (Fraction(1, 2), np.float32(0.5))] == ["Hedge(eta=0.5)"] * 2
