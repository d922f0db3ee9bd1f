"""Scores that do not depend on how they are computed."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError
from mistakebound.learners import linear
from mistakebound.learners.linear import LinearLearner, Rows


def canonical(x, w):
    """The correctly rounded sum of the rounded products."""
    return math.fsum(a * b for a, b in zip(x, w, strict=True))


numbers = st.one_of(
    st.sampled_from([0.0, 1.0, -1.0, 0.1, 0.2, 0.3, -0.3, 1e16, -1e16, 1e-8, 1e-150, 2.0**-500, 1e150, 1 / 3]),
    st.floats(-1e150, 1e150, allow_subnormal=False),
)
vectors = st.integers(1, 8).flatmap(lambda d: st.tuples(*[st.lists(numbers, min_size=d, max_size=d)] * 2))


@settings(deadline=None, max_examples=500)
@given(vectors)
@example(([0.1, 0.2, -0.3], [1.0, 1.0, 1.0]))
@example(([1e16, 1.0, -1e16], [1.0, 1.0, 1.0]))
@example(([1e-150], [1e-150]))
def test_a_score_lies_within_its_slack_of_the_canonical_one(pair):
    """The whole argument rests on this: rounding cannot take a score further than the slack says."""
    x, w = pair
    X = np.array([x])
    for dress in (sp.csr_array(X), X, X.repeat(4, axis=0)):  # four rows are read side by side
        rows = Rows(dress, np.ones(dress.shape[0]))
        m, slack = rows.margins(np.array(w))
        assert abs(m[0] - canonical(x, w)) <= slack
        assert rows.search(at=canonical(x, w))(np.array(w), 0) == (0, False)


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 9), st.sampled_from(["F", "C"]))
def test_the_sign_of_a_score_is_the_canonical_one(seed, n, d, order):
    rng = np.random.default_rng(seed)
    values = [[-0.3, -0.1, 0.1, 0.2, 0.7], [-1e16, -1.0, 1.0, 3.0, 1e16], [0.1, 1 / 3, -1 / 3]][seed % 3]
    X, w = rng.choice(values, size=(n, d)), rng.choice(values, size=d)
    truth = [np.sign(canonical(x, w.tolist())) for x in X.tolist()]
    for dress in (np.array(X, order=order), sp.csr_array(X), X[:, ::-1].copy()[:, ::-1], X.tolist()):
        assert mb.Perceptron().predict(w, dress).tolist() == truth


def test_the_margins_of_a_worked_case():
    w, X = np.array([0.1, 0.2, -0.3]), np.array([[1.0, 1.0, 1.0], [3.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    margins = mb.Perceptron().margins(w, X, np.array([1, -1, 1]))
    assert margins[0] == math.fsum([0.1, 0.2, -0.3]) != 0.0
    assert margins[1] == -math.fsum([0.1 * 3, -0.3]) != 0.0
    assert margins[2] == 0.1
    third = np.array([Fraction(1, 3), Fraction(-1, 3)])
    assert mb.Perceptron().margins(third, np.array([[1, 1], [3, 0]], dtype=object)).tolist() == [0, 1]


def test_integers_are_scored_exactly():
    w = np.array([2**40 + 1, -(2**40)])
    X = np.array([[2**30, 2**30], [2**30, 2**30 + 1], [-(2**30), -(2**30)]])
    for dress in (X, sp.csr_array(X), X.astype(object)):
        assert mb.Perceptron().predict(w, dress).tolist() == [1, -1, -1]
    huge = Rows(np.array([[2**31, -3]]), np.array([-1]))
    assert huge.margin(np.array([2**62, 2**61]), 0) == -(2.0**93 - 3 * 2.0**61)


def test_zero_weights_score_zero_whatever_the_examples():
    for w in (np.zeros(2, dtype=int), np.zeros(2), np.array([0.0, -0.0])):
        assert mb.Perceptron().predict(w, [[1e150, -1e-300], [0, 0]]).tolist() == [0, 0]


def test_products_that_underflow_are_refused():
    with pytest.raises(MistakeBoundError, match="every product of weight and feature is too small for float64"):
        mb.Perceptron().predict(np.array([1e-200, 0]), [[1e-200, 1]])
    assert mb.Perceptron().predict(np.array([1e-200, 0]), [[0, 1]]).tolist() == [0]


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_predict_checks_its_examples(value):
    with pytest.raises(MistakeBoundError, match=r"X\[1, 0\] is"):
        mb.Perceptron().predict(np.zeros(2), [[1, 1], [value, 1]])
    with pytest.raises(MistakeBoundError, match=r"X has 3 features but the weights have shape \(2,\)"):
        mb.Perceptron().predict(np.zeros(2), [[1, 1, 1]])
    with pytest.raises(MistakeBoundError, match="two-dimensional"):
        mb.Perceptron().predict(np.zeros(2), [1, 1])


def test_a_base_class_updates_nothing():
    assert LinearLearner().start(2).tolist() == [0, 0]


# --- it can fail --------------------------------------------------------------------------------------------------


def wrong_signs(monkeypatch, trials=300):
    """How many scores have another sign than the canonical one when rounding is not allowed for."""
    monkeypatch.setattr(linear, "EPS", 0.0)
    monkeypatch.setattr(linear, "SMALLEST", 0.0)
    rng = np.random.default_rng(0)
    X, w = rng.choice([0.1, 0.2, 0.3, -0.3, -0.1], size=(trials, 6)), np.array([1.0, 1.0, 1.0, 1.0, 3.0, -1.0])
    truth = [np.sign(canonical(x, w.tolist())) for x in X.tolist()]
    return np.count_nonzero(mb.Perceptron().predict(w, X) != truth)


def test_without_slack_signs_go_wrong(monkeypatch):
    assert wrong_signs(monkeypatch) > 0
