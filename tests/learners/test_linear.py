"""Scores and ties: exact for exact numbers, within a band for floats.

Legend: X examples (n, d), w weights (d,), s the score <w, x>.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError
from mistakebound.learners.linear import TIE, LinearLearner

numbers = st.one_of(
    st.sampled_from([0.0, 1.0, -1.0, 0.1, 0.2, 0.3, -0.3, 1e16, -1e16, 1e-8, 1e-100, 1e150, 1 / 3]),
    st.floats(-1e150, 1e150).filter(lambda v: v == 0 or abs(v) > 1e-100),
)
vectors = st.integers(1, 8).flatmap(lambda d: st.tuples(*[st.lists(numbers, min_size=d, max_size=d)] * 2))


@given(vectors)
@example(([0.1, 0.2, -0.3], [1.0, 1.0, 1.0]))
@example(([1e16, 1.0, -1e16], [1.0, 1.0, 1.0]))
def test_a_score_has_its_sign_outside_the_band_and_none_inside(pair):
    """The signs are those of exact arithmetic; at the edge of the band, rounding decides."""
    x, w = pair
    products = [Fraction(a) * Fraction(b) for a, b in zip(x, w, strict=True)]
    s, band = sum(products), Fraction(TIE) * sum(map(abs, products))
    beside = [[0.5 * a for a in x], [-a for a in x]]
    for X in (np.array([x, *beside]), sp.csr_array(np.array([x, *beside])), np.asfortranarray([x, *beside])):
        signs = mb.Perceptron().predict(np.array(w), X)
        if abs(s) < band / 2:
            assert signs.tolist() == [0, 0, 0]
        if abs(s) > 2 * band:
            assert signs.tolist() == [(s > 0) - (s < 0)] * 2 + [(s < 0) - (s > 0)]


def test_the_band_around_a_threshold():
    """0.1 + 0.2 is one digit above 0.3: a margin that ties with it."""
    w, X = np.ones(3), [[0.1, 0.2, 0.0], [0.1, 0.2, 1e-9], [0.1, 0.2, -1e-9]]
    for strict, wanted in ((True, [False, False, True]), (False, [True, False, True])):
        assert mb.MarginPerceptron(0.3, strict=strict).wants_update(w, X, [1, 1, 1]).tolist() == wanted
        opposite = -np.array(X)
        assert mb.MarginPerceptron(0.3, strict=strict).wants_update(w, opposite, [-1, -1, -1]).tolist() == wanted


def test_whole_numbers_and_fractions_have_no_band():
    w = np.array([2**40, -(2**40)])
    X = np.array([[2**11, 2**11], [2**11 + 1, 2**11], [2**11, 2**11 + 1]])
    for dress in (X, sp.csr_array(X), X.astype(object)):
        assert mb.Perceptron().predict(w, dress).tolist() == [0, 1, -1]
    ones, huge = np.array([1, 1, 1], dtype=object), [[10**30, 1, -(10**30)], [10**30, 0, -(10**30)]]
    assert mb.Perceptron().predict(ones, np.array(huge, dtype=object)).tolist() == [1, 0]
    third = np.array([Fraction(1, 3), Fraction(-1, 3)])
    assert mb.Perceptron().score(third, np.array([[1, 1], [3, 0]], dtype=object)).tolist() == [0, 1]
    assert mb.Perceptron().score(third, np.array([[3, 0]], dtype=object), Fraction(1, 2)).tolist() == [Fraction(1, 2)]


def test_zero_weights_score_zero_whatever_the_examples():
    for w in (np.zeros(2, dtype=int), np.zeros(2), np.array([0.0, -0.0])):
        assert mb.Perceptron().predict(w, [[1e150, -1e-300], [0, 0]]).tolist() == [0, 0]


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_predict_checks_its_examples(value):
    with pytest.raises(MistakeBoundError, match=r"row 1 of X has .* in column 0: features must be finite"):
        mb.Perceptron().predict(np.zeros(2), [[1, 1], [value, 1]])
    with pytest.raises(MistakeBoundError, match="row 1 of X has"):  # also where the weights are exact
        mb.Perceptron().predict(np.array([Fraction(1, 3), 0]), [[1.0, 1.0], [value, 1.0]])
    with pytest.raises(MistakeBoundError, match=r"X has 3 features but the weights have shape \(2,\)"):
        mb.Perceptron().predict(np.zeros(2), [[1, 1, 1]])
    with pytest.raises(MistakeBoundError, match="two-dimensional"):
        mb.Perceptron().predict(np.zeros(2), [1, 1])
    with pytest.raises(MistakeBoundError, match="exact weights cannot score a CSR matrix"):
        mb.Perceptron().predict(np.array([Fraction(1, 3), 0]), sp.csr_array([[1, 1]]))


def test_weights_out_of_range_are_said_to_be():
    with pytest.raises(MistakeBoundError, match=r"the weights have left the range of float64 .* 1e\+200"):
        mb.Perceptron().predict(np.array([1e200, -1.0]), [[1.0, 0.0]])
    with pytest.raises(MistakeBoundError, match="the weights have left the range of float64"):
        mb.Perceptron().predict(np.array([1e200, -1.0]), [[0.0, 0.0]])


def test_whole_numbers_beyond_64_bits_are_computed_exactly():
    X = np.array([[1, 1], [2**60, 0], [2**60, 1]])
    assert mb.Perceptron().score(np.array([2**10, -1]), X).tolist() == [2**10 - 1, 2**70, 2**70 - 1]


def test_scores_of_floats_are_floats_whatever_they_are_compared_with():
    scores = mb.Perceptron().score(np.array([0.5]), [[1.0], [3.0]], Fraction(1, 4))
    assert scores.dtype == float and scores.tolist() == [0.25, 1.25]


def test_a_base_class_starts_at_zero():
    assert LinearLearner().start(2).tolist() == [0, 0]
