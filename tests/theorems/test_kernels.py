"""KERNEL: no run that meets the hypotheses breaks a line; the features written down say the same; wrong learners show.

Legend: X examples (n, d), y labels, k kernel, alpha coefficients of the comparator, eta rate, K the table of k.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import KERNEL, NOVIKOFF, kernels, streams
from tests.theorems.checking import assert_does_not_apply, check_squeeze, failing, signs

XOR = streams.xor(c=None)


QUADRATIC = kernels.Polynomial(2)


def play(X, y, kernel=QUADRATIC, passes=None, **parameters):
    return mb.play(mb.KernelPerceptron(kernel, **parameters), X, y, passes=passes)


# --- runs that meet the hypotheses -------------------------------------------------------------------------------


@dataclass
class Example:
    """Examples with distinct features, labelled by a comparator in their span, and the settings of the run."""

    X: np.ndarray
    y: np.ndarray
    alpha: np.ndarray
    learner: mb.KernelPerceptron
    passes: int

    def trace(self, X=None):
        return mb.play(self.learner, self.X if X is None else X, self.y, passes=self.passes)

    def kept(self, rows):
        return replace(self, X=self.X[rows], y=self.y[rows], alpha=self.alpha[rows])


def labelled(X, alpha, learner, passes):
    """The examples that the comparator decides, labelled by it; None if it decides none of them."""
    for _ in range(len(X)):  # an example less may leave another undecided
        scores = learner.kernel(X, X) @ alpha
        rows = np.flatnonzero(scores != 0)
        if len(rows) == len(X):
            return Example(X, signs(scores), alpha, learner, passes)
        X, alpha = X[rows], alpha[rows]
        if len(rows) == 0 or not np.any(alpha != 0):
            return None
    return None


@st.composite
def exact_examples(draw):
    """Integers or Fractions, even with the same example twice."""
    kind = draw(st.sampled_from([int, object]))
    n, d = draw(st.integers(1, 10)), draw(st.integers(1, 3))
    numbers = st.integers(-4, 4) if kind is int else st.fractions(-2, 2, max_denominator=4)
    X = np.array(draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=n, max_size=n)), dtype=kind)
    alpha = np.array(draw(st.lists(numbers, min_size=n, max_size=n).filter(any)), dtype=kind)
    kernel = draw(st.sampled_from([kernels.Linear(), kernels.Polynomial(2), kernels.Polynomial(3, c=4)]))
    rate = draw(st.sampled_from([1, 3, Fraction(1, 3)]))
    learner = mb.KernelPerceptron(kernel, rate, draw(st.sampled_from(["mistake", -1, 1])))
    return labelled(X, alpha, learner, draw(st.integers(1, 5)))


@st.composite
def float_examples(draw):
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(1, 25)), draw(st.integers(1, 4))
    width = draw(st.sampled_from([0.3, 1.0, 4.0]))
    kernel = draw(st.sampled_from([kernels.Gaussian(width), kernels.Polynomial(3, c=0.5), kernels.Linear()]))
    learner = mb.KernelPerceptron(kernel, draw(st.sampled_from([1, 0.1, 1e3])))
    X = random.standard_normal((n, d)) * draw(st.sampled_from([0.1, 1.0, 10.0]))
    return labelled(X, random.standard_normal(n), learner, draw(st.sampled_from([1, 2, 20])))


@given(exact_examples())
def test_no_exact_run_breaks_a_line(example):
    if example is None:
        return
    cert = KERNEL.check(example.trace(), alpha=example.alpha).require()
    assert all(checked.exact for name, checked in (cert.hypotheses | cert.lines).items() if name != "kernel")
    assert cert.mistakes == cert.counted <= cert.bound
    check_squeeze(cert)


@given(float_examples())
def test_no_float_run_breaks_a_line(example):
    if example is None:
        return
    cert = KERNEL.check(example.trace(), alpha=example.alpha)
    if failing(cert):  # a margin that floating point cannot tell from 0
        assert failing(cert) == ["positive-margin"]
    else:
        check_squeeze(cert.require())


# --- peers -------------------------------------------------------------------------------------------------------


@given(exact_examples())
def test_the_features_written_down_say_the_same(example):
    """mb.Perceptron on the features makes the same mistakes, and has the same number on both sides of every line."""
    if example is None:
        return
    kernel, trace = example.learner.kernel, example.trace()
    features = kernel.features(example.X)
    explicit = mb.Perceptron(example.learner.eta, example.learner.ties)
    peer = mb.play(explicit, features, example.y, passes=example.passes)
    assert peer.mistakes.tolist() == trace.mistakes.tolist()
    cert = KERNEL.check(trace, alpha=example.alpha).require()
    u = example.alpha @ features
    other = NOVIKOFF.check(peer, u=u).require()
    assert cert.bound == other.bound and (cert.q.gamma, cert.q.R2) == (other.q.gamma, other.q.R2)
    for name in {**other.lines, "radius": 0, "margin": 0, "mistake": 0}:
        assert cert[name].left.tolist() == other[name].left.tolist(), name
        assert cert[name].right.tolist() == other[name].right.tolist(), name
    for state, w in zip(trace.states, peer.weights, strict=True):
        coefficients, points = example.learner.expansion(state)
        assert len(points) == 0 or (coefficients @ kernel.features(points)).tolist() == w.tolist()


@given(exact_examples())
def test_the_run_worked_out_again(example):
    """The run is computed from a list of all mistakes, one entry for each, and sums over it."""
    if example is None:
        return
    learner, made, rounds = example.learner, [], []

    def k(x, z):
        return learner.kernel(x[None], z[None])[0, 0]

    for t in range(example.passes * len(example.y)):
        x, label = example.X[t % len(example.y)], example.y[t % len(example.y)]
        score = sum(label_s * k(x_s, x) for x_s, label_s in made)
        said = np.sign(score) or (-label if learner.ties == "mistake" else learner.ties)
        if said != label:
            made.append((x, label))
            rounds.append(t)
    assert example.trace().mistakes.tolist() == rounds


@settings(max_examples=settings.default.max_examples // 5)
@given(exact_examples())
def test_sparse_data_and_chunks_say_the_same(example):
    if example is None or example.X.dtype == object:
        return
    trace = example.trace()
    assert example.trace(sp.csr_array(example.X)).mistakes.tolist() == trace.mistakes.tolist()
    once = mb.play(example.learner, example.X, example.y)
    streamed = mb.play(
        example.learner, [(example.X[i : i + 3], example.y[i : i + 3]) for i in range(0, len(example.y), 3)]
    )
    assert streamed.mistakes.tolist() == once.mistakes.tolist()


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
        (lambda: mb.KernelPerceptron(kernels.Linear(), eta=0), "eta is 0"),
        (lambda: mb.KernelPerceptron(kernels.Linear(), ties=0), "ties is 0"),
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


def test_a_run_without_an_update():
    cert = KERNEL.check(play([[1]], [1], ties=1), alpha=[1]).require()
    assert cert.mistakes == 0 and cert.bound == 1


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


# --- a wrong line ------------------------------------------------------------------------------------------------


def test_what_is_no_kernel_breaks_cauchy_and_schwarz():
    """Two vectors of length 1 whose inner product would be 2."""
    kept = tuple(h for h in KERNEL.hypotheses if h.name != "kernel")
    trace = play([[0, 1], [1, 0]], [1, 1], lambda X, Z: X @ [[1, 2], [2, 1]] @ Z.T)
    cert = replace(KERNEL, states="", hypotheses=kept).check(trace, alpha=[0, 1])
    assert cert.applies and not cert["cauchy-schwarz"].holds
