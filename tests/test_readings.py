"""Readings of a run against the plain definitions, one round at a time; wrong readings are caught.

Legend: T rounds, W the weights before each round (and after the last), c survival counts.
"""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError, NotRecorded


@st.composite
def runs(draw):
    """A run on whole numbers or Fractions with any labels, of a learner that adds eta y x."""
    n, d = draw(st.integers(1, 10)), draw(st.integers(1, 3))
    numbers, dtype = draw(
        st.sampled_from([(st.integers(-3, 3), int), (st.fractions(-2, 2, max_denominator=4), object)])
    )
    X = np.array(draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=n, max_size=n)), dtype=dtype)
    y = np.array(draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)))
    rate = draw(st.sampled_from([1, 2] if dtype is int else [1, Fraction(1, 3)]))
    learner = draw(
        st.sampled_from(
            [mb.Perceptron(rate), mb.Perceptron(rate, ties=1), mb.Perceptron(rate, -1), mb.MarginPerceptron(2, rate)]
        )
    )
    return learner, X, y, draw(st.integers(1, 3))


def round_by_round(learner, X, y, passes):
    """The weights before each round, and after the last."""
    w, W = np.zeros(X.shape[1], dtype=X.dtype), []
    for x, label in passes * [*zip(X, y, strict=True)]:
        W.append(w)
        if learner.wants_update(w, x[None], np.array([label]))[0]:
            w = w + learner.eta * label * x
    return np.array([*W, w])


# --- the definitions ----------------------------------------------------------------------------------------------


@given(runs())
def test_every_reading_is_its_definition(run):
    learner, X, y, passes = run
    W = round_by_round(*run)
    T = len(W) - 1
    trace = mb.play(learner, X, y, passes=passes)
    assert mb.average(trace).total.tolist() == W[:-1].sum(axis=0).tolist()
    assert mb.average(trace, "after").total.tolist() == W[1:].sum(axis=0).tolist()
    said = np.array([learner.predict(w, X) for w in W[:-1]]).astype(int)
    assert mb.vote(trace).tally(X).tolist() == said.sum(axis=0).tolist()
    assert int(mb.vote(trace).votes.sum()) == T
    runs_of_equal = np.diff(np.concatenate([[-1], trace.updates, [T - 1]]))
    assert mb.last(trace).state.tolist() == W[-1].tolist()
    assert mb.last(trace).survived == runs_of_equal[-1]
    longest = mb.longest_survivor(trace)
    assert longest.survived == max(runs_of_equal)
    assert longest.state.tolist() == trace.weights[int(np.argmax(runs_of_equal))].tolist()


@given(runs(), st.booleans())
def test_an_average_needs_no_states(run, streamed):
    """The average from the updates alone is exactly the same."""
    learner, X, y, passes = run
    plain = mb.play(learner, X, y, passes=passes)
    data = ([(X[:4], y[:4]), (X[4:], y[4:])][: 1 + (len(y) > 4)],) if streamed else (X, y)
    lean = mb.play(learner, *data, passes=passes, record="updates")
    for when in ("before", "after"):
        assert mb.average(lean, when).total.tolist() == mb.average(plain, when).total.tolist()
        assert mb.average(lean, when).weights.tolist() == mb.average(plain, when).weights.tolist()


def test_floats_and_sparse_data():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 30)) * (rng.random((200, 30)) < 0.2), rng.choice([-1, 1], size=200)
    plain = mb.play(mb.Perceptron(0.1), X, y, passes=3)
    mean = plain.survival @ plain.weights / 600
    for data in ((X, y), (sp.csr_array(X), y), ([(sp.csr_array(X), y)],)):
        lean = mb.play(mb.Perceptron(0.1), *data, passes=3, record="updates")
        assert mb.average(lean).weights == pytest.approx(mean, abs=1e-12)
        assert mb.average(lean, "after").weights == pytest.approx(mean + plain.final_state / 600, abs=1e-12)
    assert mb.vote(plain).predict(sp.csr_array(X)).tolist() == mb.vote(plain).predict(X).tolist()


def test_sums_that_do_not_fit_64_bits_stay_exact():
    trace = mb.play(mb.Perceptron(), np.array([[1]]), [1], state=np.array([2**52]), passes=2**11)
    assert mb.average(trace).total.tolist() == [2**63]


def test_readings_of_other_learners():
    """A vote and a survivor need no weights; an average needs updates that add."""
    C = mb.concepts.thresholds(4)
    trace = mb.play(mb.Halving(C), [[0], [1], [2], [3]], [-1, -1, 1, 1])
    assert mb.vote(trace).predict([[3]]).tolist() == [1]
    assert mb.longest_survivor(trace).predict([[0]]).tolist() == [-1]
    assert mb.last(trace).predict([[0], [3]]).tolist() == [-1, 1]
    for other in (trace, mb.play(mb.Winnow2(), [[0, 1]], [1]), mb.play(mb.Winnow(0.5), [[0.0, 1.0]], [1])):
        with pytest.raises(MistakeBoundError, match="use a Perceptron"):
            mb.average(other)


# --- ties ---------------------------------------------------------------------------------------------------------


def test_ties_count_as_they_do_for_the_learner():
    X, y = np.array([[1, 0], [-1, 0], [1, 0]]), [1, 1, -1]
    for ties, said in (("mistake", 0), (1, 1), (-1, -1)):
        trace = mb.play(mb.Perceptron(ties=ties), X, y)
        assert mb.average(trace).predict([[0, 5]]).tolist() == [said]
        assert mb.average(trace).predict([[0, 5]]).dtype == np.int8
        tied = mb.vote(trace)
        assert tied.tally([[0, 5]]).tolist() == [3 * said]
        assert tied.predict([[0, 5]]).tolist() == [said]
        split = mb.readings.Vote(mb.Perceptron(ties=ties), (np.array([1]), np.array([-1])), np.array([2, 2]))
        assert split.tally([[3]]).tolist() == [0] and split.predict([[3]]).tolist() == [said]
        assert (split.tally([[3]]).dtype, split.predict([[3]]).dtype) == (np.int64, np.int8)
    tied = mb.vote(mb.play(mb.Perceptron(ties=1), [[1, 0], [1, 0], [1, 0]], [-1, -1, -1]))
    # (0, 0) predicts +1 by its tie, then (-1, 0) predicts -1 twice
    assert tied.tally([[1, 0]]).tolist() == [-1]


def test_a_tied_vote_of_a_learner_that_declares_nothing_is_0():
    C = mb.concepts.thresholds(2)
    before = mb.Consistent(C).start(1)
    after = mb.Consistent(C).update(before, np.array([0]), -mb.Consistent(C).predict(before, [[0]])[0])
    assert mb.readings.Vote(mb.Consistent(C), (before, after), np.array([3, 3])).predict([[0]]).tolist() == [0]


# --- bad input ----------------------------------------------------------------------------------------------------


def test_bad_input():
    X, y = [[1.0, 0.0], [0.0, 1.0]], [1, -1]
    trace = mb.play(mb.Perceptron(), X, y)
    with pytest.raises(MistakeBoundError, match="when is 'during': it must be 'before' or 'after'"):
        mb.average(trace, "during")
    for reading in (mb.average(trace), mb.vote(trace)):
        with pytest.raises(MistakeBoundError, match="3 features"):
            reading.predict([[1, 2, 3]])
    for reading in (mb.vote, mb.average, mb.last, mb.longest_survivor):
        with pytest.raises(MistakeBoundError, match="trace is None: it must be a Trace"):
            reading(None)
    lean = mb.play(mb.Perceptron(), X, y, record="updates")
    for reading in (mb.vote, mb.longest_survivor):
        with pytest.raises(NotRecorded, match="record='all'"):
            reading(lean)
