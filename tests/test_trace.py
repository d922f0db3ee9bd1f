"""A trace is a value: what it stores cannot be changed, and what it derives agrees with a count by hand."""

import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError
from mistakebound.trace import Trace

X = np.array([[1, 1], [-2, -2], [0, 1], [0, 1], [-1, 0]])
y = np.array([-1, 1, -1, 1, -1])


@pytest.fixture
def trace():
    return mb.play(mb.Perceptron(), X, y, passes=2)


def test_a_worked_run(trace):
    assert trace.updates.tolist() == trace.mistakes.tolist() == [0, 3, 4, 5, 8, 9]
    assert trace.weights.tolist() == [[0, 0], [-1, -1], [-1, 0], [0, 0], [-1, -1], [-1, 0], [0, 0]]
    assert trace.survival.tolist() == [1, 3, 1, 1, 3, 1, 0]
    assert trace.cumulative_mistakes.tolist() == [1, 1, 1, 2, 3, 4, 4, 4, 5, 6]
    assert trace.predictions.tolist() == [1, 1, -1, -1, 1, 1, 1, -1, -1, 1]
    assert trace.update_X.tolist() == [[1, 1], [0, 1], [-1, 0], [1, 1], [0, 1], [-1, 0]]
    assert trace.update_y.tolist() == [-1, 1, -1, -1, 1, -1]
    assert (trace.n_rounds, trace.n_passes, trace.n_mistakes, trace.n_updates, len(trace)) == (10, 2, 6, 6, 10)
    assert repr(trace) == "<Trace of Perceptron(eta=1, ties='mistake'): 10 rounds, 6 mistakes, 6 updates>"


def test_a_step(trace):
    step = trace[8]
    assert (step.round, step.y, step.prediction, step.mistake, step.update) == (8, 1, -1, True, True)
    assert (step.x.tolist(), step.before.tolist(), step.after.tolist()) == ([0, 1], [-1, -1], [-1, 0])
    quiet = trace[-4]
    assert (quiet.round, quiet.y, quiet.prediction, quiet.mistake, quiet.update) == (6, 1, 1, False, False)
    assert quiet.before is quiet.after is trace.states[4]
    assert [step.mistake for step in trace] == [t in trace.mistakes for t in range(10)]
    with pytest.raises(FrozenInstanceError):
        step.y = -1
    assert trace[8] != trace[8]  # by identity, like a trace: arrays have no one truth value


@pytest.mark.parametrize("round", [10, -11])
def test_there_is_no_such_round(trace, round):
    with pytest.raises(IndexError):
        trace[round]
    with pytest.raises(IndexError, match=f"round {round} of a run of 10 rounds"):
        trace.examples([0, round])
    with pytest.raises(IndexError):
        trace.labels([round])


def test_a_round_is_a_number(trace):
    assert trace[np.int64(3)].round == 3
    for key in (slice(2), 1.0, "1"):
        with pytest.raises(MistakeBoundError, match="it must be a whole number; for several rounds use"):
            trace[key]


def test_nothing_can_be_changed(trace):
    with pytest.raises(FrozenInstanceError):
        trace.n_rounds = 3
    arrays = [trace.updates, trace.mistakes, trace.X, trace.y, trace.weights, trace.update_X, trace.update_y]
    for array in [*arrays, trace.final_state, *trace.states]:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    sparse = mb.play(mb.Perceptron(), sp.csr_array(X), y)
    for part in (sparse.X.data, sparse.X.indices, sparse.X.indptr):
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 0


def test_the_callers_arrays_stay_writeable():
    ours, labels = X.copy(), y.copy()
    mb.play(mb.Perceptron(), ours, labels)
    sparse = sp.csr_array(ours)
    mb.play(mb.Perceptron(), sparse, labels)
    assert ours.flags.writeable
    assert labels.flags.writeable
    assert sparse.data.flags.writeable


@pytest.mark.parametrize("dress", [np.asarray, sp.csr_array, sp.csr_matrix, sp.csc_array])
def test_sparse_data_make_the_same_trace(trace, dress):
    other = mb.play(mb.Perceptron(), dress(X), y, passes=2)
    for name in ("updates", "mistakes", "weights", "update_X", "update_y", "survival", "predictions"):
        assert getattr(other, name).tolist() == getattr(trace, name).tolist()
        assert type(getattr(other, name)) is np.ndarray
    assert other[8].x.tolist() == [0, 1]
    assert other.examples([1, -1]).tolist() == [[-2, -2], [-1, 0]]


def test_exact_numbers_stay_exact():
    exact = np.array([[Fraction(1, 3), Fraction(-1, 7)], [Fraction(2, 3), Fraction(1)]])
    trace = mb.play(mb.Perceptron(), exact, [1, -1])
    assert trace.weights.tolist() == [[0, 0], [Fraction(1, 3), Fraction(-1, 7)], [Fraction(-1, 3), Fraction(-8, 7)]]
    assert trace.weights.dtype == trace.update_X.dtype == object


def test_a_run_without_updates():
    trace = mb.play(mb.Perceptron(), X[:1], y[:1], state=np.array([-1, 0]))
    assert trace.weights.tolist() == [[-1, 0]]
    assert trace.survival.tolist() == [1]
    assert trace.update_X.shape == (0, 2)
    assert trace.cumulative_mistakes.tolist() == [0]
    assert repr(trace).endswith("1 round, 0 mistakes, 0 updates>")


class Counter:
    """A learner that says -1, and counts its mistakes."""

    def start(self, d):
        return 0

    def predict(self, state, X):
        return np.full(len(X), -1)

    def wants_update(self, state, X, y):
        return y > 0

    def update(self, state, x, y):
        return state + 1


def test_weights_are_of_linear_learners():
    trace = mb.play(Counter(), X, y)
    assert trace.states == (0, 1, 2)
    assert trace.mistakes.tolist() == trace.updates.tolist() == [1, 3]
    with pytest.raises(MistakeBoundError, match="not a linear learner: it has states, but no weights"):
        trace.weights  # noqa: B018


def test_weights_are_vectors():
    class OneNumber(Counter):
        def weights(self, state):
            return state

    with pytest.raises(MistakeBoundError, match=r"OneNumber.weights gave .* a vector, an array \(d,\)"):
        mb.play(OneNumber(), [[1, 2]], [1]).weights  # noqa: B018


def test_a_trace_can_be_stored(trace):
    copy = pickle.loads(pickle.dumps(trace))
    assert copy.weights.tolist() == trace.weights.tolist()
    assert repr(copy) == repr(trace)


@given(st.data())
def test_derived_from_a_count_by_hand(data):
    """Any rounds can be updates and mistakes, not only those of a real learner."""
    n, passes = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 3))
    rounds = st.lists(st.integers(0, n * passes - 1), unique=True).map(sorted)
    updates, mistakes = data.draw(rounds), data.draw(rounds)
    labels = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    trace = Trace(
        learner=None,
        n_rounds=n * passes,
        n_passes=passes,
        updates=np.array(updates, dtype=int),
        mistakes=np.array(mistakes, dtype=int),
        final_state=len(updates),
        X=np.arange(n)[:, None],
        y=np.array(labels),
        recorded_states=tuple(range(len(updates) + 1)),
    )
    state, survival, total = 0, [0] * (len(updates) + 1), 0
    for t, step in enumerate(trace):
        assert (step.round, step.x.tolist(), step.y) == (t, [t % n], labels[t % n])
        assert (step.mistake, step.update) == (t in mistakes, t in updates)
        assert step.prediction == trace.predictions[t] == step.y * (-1 if t in mistakes else 1)
        survival[state] += 1
        total += t in mistakes
        assert trace.cumulative_mistakes[t] == total
        assert step.before == state
        state += t in updates
        assert step.after == state
    assert trace.survival.tolist() == survival
    assert trace.survival.sum() == trace.n_rounds
    assert trace.update_X[:, 0].tolist() == [t % n for t in updates]


@pytest.mark.parametrize("rounds", [[False, True, False], [0.7]])
def test_rounds_are_integers(rounds):
    trace = mb.play(mb.Perceptron(), [[1], [2], [3]], [1, 1, 1])
    with pytest.raises(MistakeBoundError, match=r"rounds are integers; from a mask use np.flatnonzero\(mask\)"):
        trace.examples(rounds)
    assert trace.examples([]).shape == (0, 1)
