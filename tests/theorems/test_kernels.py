"""KERNEL: runs on the features agree, kernels are inner products of their features, and worked cases.

Legend: X examples (n, d), y labels, k kernel, alpha coefficients of the comparator, K the table of k.
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import KERNEL, NOVIKOFF, kernels, streams
from tests.theorems.checking import assert_does_not_apply, failing, honest

XOR = streams.xor(c=None)
QUADRATIC = kernels.Polynomial(2)


def play(X, y, kernel=QUADRATIC, passes=None, **parameters):
    return mb.play(mb.KernelPerceptron(kernel, **parameters), X, y, passes=passes)


# --- peers -------------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1))
def test_the_features_written_down_say_the_same(seed):
    """mb.Perceptron on the features makes the same mistakes, and has the same number on both sides of every line."""
    case = honest(KERNEL, seed)
    if case.X.dtype == float or isinstance(case.learner.eta, float):
        return
    learner, alpha, trace = case.learner, case.parameters["alpha"], case.run()
    features = learner.kernel.features(case.X)
    peer = mb.play(mb.Perceptron(learner.eta, learner.ties), features, case.y, **case.how)
    assert peer.mistakes.tolist() == trace.mistakes.tolist()
    cert, other = KERNEL.check(trace, alpha=alpha).require(), NOVIKOFF.check(peer, u=alpha @ features).require()
    assert cert.bound == other.bound and (cert.q.gamma, cert.q.R2) == (other.q.gamma, other.q.R2)
    for name in {**other.lines, "radius": 0, "margin": 0, "mistake": 0}:
        assert cert[name].left.tolist() == other[name].left.tolist(), name
        assert cert[name].right.tolist() == other[name].right.tolist(), name
    for state, w in zip(trace.states, peer.weights, strict=True):
        coefficients, points = learner.expansion(state)
        assert len(points) == 0 or (coefficients @ learner.kernel.features(points)).tolist() == w.tolist()


@pytest.mark.parametrize("kernel", [kernels.Linear(), kernels.Polynomial(1, 0), kernels.Polynomial(3, 4)])
def test_a_kernel_is_the_inner_product_of_its_features(kernel):
    X, Z = np.arange(-4, 5).reshape(3, 3), np.array([[1, 0, -2]])
    table = kernel(X, Z)
    assert table.tolist() == (kernel.features(X) @ kernel.features(Z).T).tolist()
    exact = kernel(X.astype(object) * Fraction(1, 3), Z)
    assert exact.tolist() == (kernel.features(X.astype(object) * Fraction(1, 3)) @ kernel.features(Z).T).tolist()


def test_a_polynomial_whose_constant_has_no_whole_root():
    k = kernels.Polynomial(3, c=2)
    X = np.array([[1, -2], [3, 1]])
    assert np.allclose(k.features(X) @ k.features(X).T, k(X, X))


def test_the_gaussian_from_its_formula():
    X, Z = np.array([[0.0, 1.0], [2.0, 2.0]]), np.array([[1.0, 1.0]])
    expected = [[np.exp(-((x - z) ** 2).sum() / (2 * 1.5**2)) for z in Z] for x in X]
    assert np.allclose(kernels.Gaussian(1.5)(X, Z), expected)


def test_exact_examples_that_meet_floats():
    third = np.array([[Fraction(1, 3), 2]], dtype=object)
    assert mb.kernels.Linear()(third, [[3.0, 0.5]]).tolist() == [[2.0]]


def test_whole_numbers_that_leave_64_bits_stay_exact():
    X = np.array([[10**6, 1], [10**6, -1]], dtype=np.int64)
    assert kernels.Polynomial(4)(X, X)[0, 1] == (10**12 - 1 + 1) ** 4
    assert kernels.Linear()(X * 10**6, X * 10**6)[0, 1] == 10**24 - 10**12
    cert = KERNEL.check(play(X, [1, -1], kernels.Polynomial(3), passes=4), alpha=[1, -1])
    assert cert["growth-identity"].exact and cert["growth-identity"].holds


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: kernels.Polynomial(0), "degree is 0"),
        (lambda: kernels.Polynomial(2, c=-1), "c is -1: it must be a finite number of at least 0"),
        (lambda: kernels.Gaussian(0), "width is 0"),
    ],
)
def test_bad_parameters(make, message):
    with pytest.raises(mb.MistakeBoundError, match=message):
        make()


# --- worked cases ------------------------------------------------------------------------------------------------


def test_xor_by_hand():
    """K is 9 on the diagonal and 1 elsewhere, so K y = 8 y: margin 8, squared length 32, bound 32 * 9 / 64."""
    cert = KERNEL.check(play(XOR.X, XOR.y), alpha=XOR.y).require()
    assert (cert.q.gamma, cert.q.uu, cert.q.R2) == (8, 32, 9)
    assert cert.bound == Fraction(9, 2) and cert.mistakes == 4
    explicit = mb.l2_margin(kernels.Polynomial(2).features(XOR.X), XOR.y)
    assert explicit.value**2 == pytest.approx(2)  # no comparator has a smaller bound than 9 / 2


def test_gamma_and_radius_may_be_given():
    trace = play(XOR.X, XOR.y)
    assert KERNEL.check(trace, alpha=XOR.y, gamma=4, radius=4).require().bound == 32
    assert_does_not_apply(KERNEL.check(trace, alpha=XOR.y, gamma=9), "margin", "8 ≥ 9 is false")
    assert_does_not_apply(KERNEL.check(trace, alpha=XOR.y, radius=2), "radius", "3 ≤ 2 is false")


def test_an_example_that_comes_with_both_labels():
    """Its two mistakes cancel; the run is right all the same, and no comparator has a margin."""
    trace = play([[1, 2], [1, 2]], [1, -1], passes=3)
    assert trace.final_state.tolist() == [[0, 1, 2]]
    cert = KERNEL.check(trace, alpha=[1, 1])
    assert_does_not_apply(cert, "positive-margin")
    assert failing(cert) == ["positive-margin"]


# --- runs that do not meet the hypotheses ------------------------------------------------------------------------


def test_no_margin():
    """Degree 1 is not enough for XOR: no comparator has a margin, and the run has no end."""
    trace = play(XOR.X, XOR.y, kernels.Polynomial(1), passes=20)
    cert = KERNEL.check(trace, alpha=XOR.y)
    assert_does_not_apply(cert, "positive-margin")
    assert trace.n_mistakes == 80


def test_other_input_is_refused():
    trace = mb.play(mb.Perceptron(), XOR.X, XOR.y)
    with pytest.raises(mb.MistakeBoundError, match="has no kernel or no expansion"):
        KERNEL.check(trace, alpha=XOR.y)
    with pytest.raises(mb.MistakeBoundError, match=r"alpha has shape \(3,\): it needs shape \(4,\)"):
        KERNEL.check(play(XOR.X, XOR.y), alpha=[1, 2, 3])
