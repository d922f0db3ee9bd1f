"""Hedge against a naive one.

Legend: N experts, T rounds, losses (T, N), eta the learning rate.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import MistakeBoundError, concepts

seeds = st.integers(0, 2**32 - 1)


def naive(losses, eta):
    """The definition, word by word: weights before each round and after the last."""
    weights = [[1 / len(losses[0])] * len(losses[0])]
    for row in losses:
        moved = [w * math.exp(-eta * loss) for w, loss in zip(weights[-1], row, strict=True)]
        weights.append([w / sum(moved) for w in moved])
    return weights


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
    """With the rows' payments as losses between 0 and 1, the weights are those of multiplicative weights."""
    rng = np.random.default_rng(1)
    game = mb.multiplicative_weights(rng.normal(size=(20, 5)), rng.choice([-1, 1], 20), rounds=60)
    R = np.abs(game.A).max()
    run = mb.Hedge(2 * R * game.steps[0]).run((R - game.A[game.rows]) / (2 * R))
    assert np.ravel(run.log_weights) == pytest.approx(np.ravel(game.log_weights))


def test_randomised_majority_has_the_weights_of_hedge():
    """With beta = e^-eta and mistakes as losses, both have the same weights."""
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


def test_a_step_is_a_float_however_it_is_given():
    assert [repr(mb.Hedge(eta)) for eta in (Fraction(1, 2), np.float32(0.5))] == ["Hedge(eta=0.5)"] * 2
