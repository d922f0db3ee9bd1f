"""What theorems say of their tightness and no chapter runs: examples that meet a bound, or come as near as they say."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.linalg import hadamard

import mistakebound as mb


def patterns(m, s):
    """All rows of m signs as features, the labels +1, and the comparator of Winnow's opponent, with the margin s."""
    X = np.array(list(itertools.product([1, -1], repeat=m))).T
    return X, np.ones(m, dtype=int), ((1 + s * X) / 2).prod(axis=0)


@pytest.mark.parametrize("d", [2, 4, 8, 16])
def test_a_hadamard_matrix_meets_the_bound_with_a_bias(d):
    """Its first column is constant: move it to the end."""
    X = np.roll(hadamard(d), -1, axis=1)
    y = np.random.default_rng(d).choice([-1, 1], d)
    *u, bias = (y @ X).tolist()
    cert = mb.NOVIKOFF_BIAS.check(mb.play(mb.Perceptron(), X, y), u=u, bias=bias).require()
    assert cert.exact and cert.mistakes == cert.bound == d


def test_orthonormal_examples_meet_the_bound_of_the_largest_margin():
    cert = mb.MAX_MARGIN.check(mb.play(mb.Perceptron(), np.eye(9, dtype=int), [1] * 9), q=[Fraction(1, 9)] * 9)
    assert cert.require().mistakes == cert.bound == 9


@pytest.mark.parametrize(("threshold", "used"), [(Fraction(1, 1000), 1), (1000, Fraction(1, 2))])
def test_the_margin_perceptron_on_orthonormal_examples(threshold, used):
    trace = mb.play(mb.MarginPerceptron(threshold), np.eye(5, dtype=int), [1] * 5, passes=None, max_passes=2000)
    cert = mb.MARGIN_PERCEPTRON.check(trace, u=[1] * 5).require()
    assert float(cert.counted / cert.bound) == pytest.approx(float(used), rel=3e-3)


def test_one_example_meets_the_bound_for_weights_of_either_sign():
    s = 0.4
    trace = mb.play(mb.Winnow(mb.tuned_step(s, 1)), mb.double([[1.0]]), [1])
    assert mb.WINNOW_DOUBLED.check(trace, v=[s]).require().bound == pytest.approx(1)


def test_many_examples_come_within_a_constant_of_it():
    m, s = 12, 0.02
    X, y, u = patterns(m, s)
    half, mirrored = X[:, : 2 ** (m - 1)], u[::-1]  # the second half of the rows is the first one, turned round
    v = (u - mirrored)[: 2 ** (m - 1)]
    trace = mb.play(mb.Winnow(mb.tuned_step(s, 1)), mb.double(half), y)
    cert = mb.WINNOW_DOUBLED.check(trace, v=v, gamma=s).require()
    assert cert.counted == m
    assert 1.3 < cert.bound / m < 2 - 2 / math.pi


@pytest.mark.parametrize("s", [0.1, 0.01])
def test_for_small_margins_winnows_opponent_meets_the_rougher_bounds(s):
    m = 6
    X, y, u = patterns(m, s)
    trace = mb.play(mb.Winnow(s), X, y)
    zhang = mb.WINNOW_ZHANG.check(trace, u=u).require()
    # the entropic SVM of these examples is this comparator, up to its length, for the prior of the right size
    size = (1 - s * s) ** (m / 2) / s
    svm = mb.entropic_svm(X, y, np.full(2**m, size / 2**m))
    assert svm.v / svm.v.sum() == pytest.approx(u, rel=1e-5)
    entropic = mb.ENTROPIC_SVM.check(mb.play(mb.Winnow(mb.tuned_step(s, 1)), X, y), v=svm.v, alpha=svm.alpha,
                                     prior=np.full(2**m, size / 2**m)).require()  # fmt: skip
    for cert in (zhang, entropic):
        assert cert.counted == m
        assert cert.bound == pytest.approx(m, rel=s**2)
