"""Games played in rounds, against naive loops, the linear program, Winnow itself and textbook AdaBoost."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError

seeds = st.integers(0, 2**32 - 1)
FIELDS = [field.name for field in dataclasses.fields(mb.margins.GameRun)]


def naive(A, rounds, eta):
    """The definition, word by word."""
    n, d = A.shape
    w, weights, rows = np.full(d, 1 / d), [], []
    for _ in range(rounds):
        scores = np.array([a @ w for a in A])
        i = int(np.flatnonzero(scores <= scores.min() + 1e-12 * np.abs(A).max())[0])
        weights.append(w)
        rows.append(i)
        w = w * np.exp(eta * A[i])
        w = w / w.sum()
    mean = np.mean(weights, axis=0)
    shares = np.array([rows.count(i) for i in range(n)]) / rounds
    return rows, mean, shares, (A @ mean).min(), (shares @ A).max()


@given(st.integers(1, 12), st.integers(1, 8), st.integers(1, 60), st.booleans(), seeds)
def test_is_what_it_says(n, d, rounds, signed, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, d)), rng.choice([-1, 1], size=n)
    run = mb.multiplicative_weights(X, y, rounds, signed=signed)
    A = np.hstack([X, -X]) * y[:, None] if signed else X * y[:, None]
    assert np.allclose(run.A, A)
    if A.shape[1] > 1:
        assert run.steps == pytest.approx(math.sqrt(2 * math.log(A.shape[1]) / rounds) / np.abs(A).max())
    rows, w, q, lower, upper = naive(A, rounds, run.steps[0])
    assert run.rows.tolist() == rows
    assert run.w == pytest.approx(w) and run.q == pytest.approx(q)
    assert (run.lower[-1], run.upper[-1]) == pytest.approx((lower, upper))
    for t in {1, (rounds + 1) // 2, rounds}:
        part, alone = run.upto(t), mb.multiplicative_weights(X, y, t, run.steps[0], signed)
        assert all(np.array_equal(getattr(part, name), getattr(alone, name)) for name in FIELDS)
        assert (part.lower[-1], part.upper[-1]) == pytest.approx(naive(A, t, run.steps[0])[3:])


@given(st.integers(1, 15), st.integers(1, 10), st.integers(1, 300), st.booleans(), seeds)
def test_the_value_lies_between(n, d, rounds, signed, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.uniform(-1, 1, size=(n, d)), rng.choice([-1, 1], size=n)
    run, best = mb.multiplicative_weights(X, y, rounds, signed=signed), mb.l1_margin(X, y, signed)
    assert np.all(run.lower <= best.value + best.gap + 1e-12)
    assert np.all(best.value <= run.upper + 1e-12)
    columns = run.A.shape[1]
    if columns > 1:
        assert run.gap[-1] <= np.abs(X).max() * math.sqrt(2 * math.log(columns) / rounds)
    assert run.w.min() >= 0 and run.w.sum() == pytest.approx(1) and run.q.sum() == pytest.approx(1)


def test_is_winnow_that_always_updates():
    """On the rows that answered, and with a threshold that no margin exceeds, Winnow has the same weights."""
    rng = np.random.default_rng(1)
    X, y = rng.integers(-3, 4, size=(20, 5)), rng.choice([-1, 1], size=20)
    run = mb.multiplicative_weights(X, y, rounds=50, signed=False)
    trace = mb.play(mb.Winnow(run.steps[0], threshold=4), X[run.rows], y[run.rows])
    assert trace.n_updates == 50
    assert np.allclose(trace.log_weights, run.log_weights)


def textbook_adaboost(A, rounds):
    """Freund and Schapire (1997) for hypotheses with values -1 and +1, by weighted errors."""
    n = len(A)
    D, chosen, alphas = np.full(n, 1 / n), [], []
    for _ in range(rounds):
        errors = [(D * (A[:, j] < 0)).sum() for j in range(A.shape[1])]
        j = int(np.argmin(np.round(errors, 12)))
        alpha = math.log((1 - errors[j]) / errors[j]) / 2
        D = D * np.exp(-alpha * A[:, j])
        D /= D.sum()
        chosen.append(j)
        alphas.append(alpha)
    return chosen, alphas, D


@pytest.mark.parametrize("seed", range(5))
def test_is_textbook_adaboost(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.choice([-1, 1], size=(15, 6)), rng.choice([-1, 1], size=15)
    run = mb.adaboost(X, y, rounds=20)
    A = np.hstack([X, -X]) * y[:, None]
    chosen, alphas, D = textbook_adaboost(A, run.n_rounds)
    assert run.rows.tolist() == chosen
    assert run.steps == pytest.approx(alphas)
    assert run.weights[-1] == pytest.approx(D)


def test_adaboost_steps_are_winnows_tuned_ones():
    rng = np.random.default_rng(4)
    X, y = rng.uniform(-2, 2, size=(30, 6)), rng.choice([-1, 1], size=30)
    run, R = mb.adaboost(X, y, rounds=15), np.abs(X).max()
    assert run.steps == pytest.approx([mb.tuned_step(-pay, R) for pay in run.payments])
    best = mb.l1_margin(X, y)
    assert np.all(-run.payments >= best.value - 1e-12)  # every distribution leaves a feature with that edge
    assert -run.upper[-1] <= best.value + 1e-12  # and no vote has a larger margin


@pytest.mark.parametrize(
    "A",
    [
        [[1, 0.5], [1, -0.5]],  # a perfect feature
        [[1, -1], [-1, 1]],  # each as good as a guess
        [[0.1, 0.3], [0.2, 0.3], [-0.3, -0.6]],  # so too, but for the rounding of 0.1 + 0.2 - 0.3
        np.zeros((2, 3)),
    ],
)
def test_adaboost_needs_an_edge_that_is_not_perfect(A):
    with pytest.raises(MistakeBoundError, match="the best edge at the start is"):
        mb.adaboost(A, np.ones(len(A)), rounds=5)


@pytest.mark.parametrize("A", [[[1], [1], [-1]], [[1, 0, 1], [1, 0, 1], [-1, 0, -1], [1, 0, 1], [-1, 0, -1]]])
def test_adaboost_ends_when_no_feature_has_an_edge(A):
    """After its round a hypothesis with values -1 and +1 has the edge 0, so a single hypothesis is played once."""
    run = mb.adaboost(A, np.ones(len(A)), rounds=50)
    assert run.n_rounds == 1
    edges = np.array(A, dtype=float).T @ run.weights[-1]
    assert edges == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"rounds": 0}, "^rounds is 0: it must be a whole number of at least 1"),
        ({"rounds": 0, "eta": 1}, "^rounds is 0: it must be a whole number of at least 1"),
        ({"rounds": 2.5}, "rounds is 2.5"),
        ({"rounds": 5, "eta": 0}, "eta is 0: it must be a finite number greater than 0"),
        ({"rounds": 5, "eta": math.inf}, "eta is inf"),
    ],
)
def test_bad_arguments(arguments, match):
    with pytest.raises(MistakeBoundError, match=match):
        mb.multiplicative_weights([[1, 2]], [1], **arguments)


def test_a_run_is_a_read_only_value():
    run = mb.multiplicative_weights([[1, -1], [-1, 2]], [1, 1], rounds=20)
    for array in (run.A, run.rows, run.steps, run.lower):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert repr(run).startswith("GameRun(20 rounds, value between ")
    assert run.n_updates == len(run.updates) == 20
    with pytest.raises(MistakeBoundError, match="t is 0"):
        run.upto(0)


def test_an_entry_of_zero_everywhere_is_a_game_too():
    run = mb.multiplicative_weights(np.zeros((2, 2)), [1, -1], rounds=3)
    assert run.gap[-1] == 0
