"""The Perceptron's theorems: worked cases, runs that do not meet the hypotheses, and input that is refused.

Legend: X examples (n, d), y labels, u comparator, eta rate, c the constant feature, b bias, q convex weights; rows i.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp

import mistakebound as mb
from mistakebound import MAX_MARGIN, NOVIKOFF, NOVIKOFF_BIAS, NOVIKOFF_COSINE
from tests.theorems.checking import assert_does_not_apply, assert_undecided, signs

AND = mb.fold_bias([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]
XOR = mb.fold_bias([[-1, -1], [-1, 1], [1, -1], [1, 1]]), [-1, 1, 1, -1]


def play(X, y, passes=None, **parameters):
    return mb.play(mb.Perceptron(**parameters), np.asarray(X), y, passes=passes)


# --- worked cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ties", "updates"), [("mistake", 18), (1, 11)])
def test_and(ties, updates):
    trace = play(*AND, ties=ties)
    for cert in (NOVIKOFF.check(trace, u=[2, 2, -3]), NOVIKOFF_BIAS.check(trace, u=[2, 2], bias=-3)):
        assert (cert.require().mistakes, cert.bound) == (updates, 51)
    assert MAX_MARGIN.check(trace, q=mb.l2_margin(*AND).q).require().bound == pytest.approx(51)
    exact = MAX_MARGIN.check(trace, q=[0, Fraction(5, 17), Fraction(5, 17), Fraction(7, 17)]).require()
    assert exact.exact and exact.bound == 51


def test_integers_too_large_for_64_bits():
    cert = NOVIKOFF.check(play(np.eye(2, dtype=np.int8), [1, -1]), u=[3 * 10**9, -3 * 10**9]).require()
    assert cert.exact and cert["cauchy-schwarz"].right[-1] == 36 * 10**18


def test_arrays_that_are_measured_in_pieces():
    X = np.random.default_rng(0).integers(-9, 10, (2**19 + 5, 2))
    X = X[X @ [3, 1] != 0]
    cert = NOVIKOFF.check(play(X, signs(X @ [3, 1])), u=[3, 1]).require()
    assert (cert.q.R2, cert.q.gamma) == ((X * X).sum(axis=1).max(), np.abs(X @ [3, 1]).min())


def test_gamma_and_radius_may_be_given():
    trace = play(*AND)
    assert NOVIKOFF.check(trace, u=[2, 2, -3], gamma=1).require().exact
    assert NOVIKOFF.check(trace, u=[2, 2, -3], gamma=Fraction(1, 2), radius=2).require().bound == 17 * 4 * 4
    rounded = NOVIKOFF.check(trace, u=[2, 2, -3], radius=math.sqrt(3)).require()  # what was measured counts: 3
    assert rounded.exact and rounded.bound == 51
    assert_does_not_apply(NOVIKOFF.check(trace, u=[2, 2, -3], gamma=2), "margin", "1 ≥ 2 is false")
    assert_does_not_apply(NOVIKOFF.check(trace, u=[2, 2, -3], radius=1), "radius", "is false")


def test_what_gamma_and_radius_are_read_off():
    """Both come from all examples if these are kept, and otherwise from those that caused an update."""
    X, y = np.array([[1, 0], [100, 0], [5, 5]]), [1, 1, 1]
    arrays = NOVIKOFF.check(play(X, y, passes=1), u=[2, 0])
    assert (arrays.q.gamma, arrays.q.R2) == (2, 10000)
    stream = NOVIKOFF.check(mb.play(mb.Perceptron(), [(X, y)]), u=[2, 0])
    assert (stream.q.gamma, stream.q.R2, stream.bound) == (2, 1, 1)


def test_a_bias_alone_separates_examples_of_one_label():
    X = np.array([[1, 1], [-1, 1], [2, -1]])
    cert = NOVIKOFF_BIAS.check(play(mb.fold_bias(X), [1, 1, 1]), u=[0, 0], bias=1).require()
    assert cert.bound == 6
    with pytest.raises(mb.MistakeBoundError, match="is the zero vector"):
        NOVIKOFF_BIAS.check(play(mb.fold_bias(X), [1, 1, 1]), u=[0, 0], bias=0)


# --- runs that do not meet the hypotheses ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("X", "y", "u", "gamma"),
    [
        (*XOR, [1, 1, 1], -3),
        (*AND, [1, 1, -2], 0),  # (1, 1) on the boundary
        (*AND, [-2, -2, 3], -3),
        # erratum E23: with a bias of -100 the nearest of ±1 is at distance 99, and nothing is separated
        ([[1, 1], [-1, 1]], [1, -1], [1, -100], -99),
    ],
)
def test_no_margin(X, y, u, gamma):
    trace = play(X, y, passes=5)
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=u)
        assert cert.q.gamma == gamma
        assert cert.bound == cert.squeeze.meets == math.inf
        assert_does_not_apply(cert, "positive-margin", rf"{gamma} > 0 is false")
    assert_does_not_apply(NOVIKOFF_BIAS.check(trace, u=u[:-1], bias=u[-1]), "positive-margin")


def test_a_margin_that_floating_point_cannot_tell_from_zero():
    """0.1 · 3 − 0.3 is not 0 in floating point, but nearly 0."""
    cert = NOVIKOFF.check(play([[0.1, 0.3]], [1]), u=[3.0, -1.0])
    message = r"at this precision: rounding hides whether 0 > 0 \(up to rounding\). Play .* mb.exactly"
    assert_undecided(cert, "positive-margin", message)
    exact = NOVIKOFF.check(play(mb.exactly([[0.1, 0.3]]), [1]), u=mb.exactly([3.0, -1.0])).require()
    assert exact.exact and 1e32 < exact.bound < 1e34


def test_a_constant_feature_that_is_not():
    X = np.array([[1, 1], [-1, 2]])
    assert_does_not_apply(NOVIKOFF_BIAS.check(play(X, [1, -1]), u=[1], bias=0), "constant-feature", "2 = 1 is false")
    with pytest.raises(mb.MistakeBoundError, match="last feature is -1 in round 0: fold the bias in"):
        NOVIKOFF_BIAS.check(play([[1, -1]], [1]), u=[1], bias=0)


@pytest.mark.parametrize(
    ("q", "name"),
    [
        ([0, 1, 0, 0], "closest"),
        ([-0.25, 0.5, 0.5, 0.25], "convex"),
        ([0, Fraction(5, 17), Fraction(5, 17), Fraction(6, 17)], "mass"),
    ],
)
def test_dual_weights_that_prove_nothing(q, name):
    assert_does_not_apply(MAX_MARGIN.check(play(*AND), q=q), name)


def test_dual_weights_that_prove_the_data_inseparable():
    with pytest.raises(mb.NotSeparable) as caught:
        mb.l2_margin(*XOR)
    trace = play(*XOR, passes=5)
    for q in (caught.value.witness, [Fraction(1, 4)] * 4):
        cert = MAX_MARGIN.check(trace, q=q)
        (assert_does_not_apply if cert["positive-margin"].exact else assert_undecided)(cert, "positive-margin")
    assert cert.bound == math.inf


# --- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theorem", "parameters", "message"),
    [
        (NOVIKOFF, {"u": [1, 2]}, r"u has shape \(2,\): it needs shape \(3,\), one entry for each feature"),
        (NOVIKOFF, {"u": [0, 0, 0]}, "u is the zero vector"),
        (NOVIKOFF_COSINE, {"u": [2, math.inf, 1]}, "u.1. is inf: it must be a finite number"),
        (NOVIKOFF, {"u": [2, 2, -3], "gamma": 0}, "gamma is 0: it must be a finite number greater than 0"),
        (NOVIKOFF, {"u": [2, 2, -3], "radius": math.inf}, "radius is inf"),
        (NOVIKOFF_BIAS, {"u": [2, 2, -3], "bias": 1}, r"u has shape \(3,\)"),
        (NOVIKOFF_BIAS, {"u": [2, 2], "bias": math.nan}, "bias is nan: it must be a finite number"),
        (MAX_MARGIN, {"q": [1, 0, 0]}, r"q has shape \(3,\)"),
    ],
)
def test_bad_parameters(theorem, parameters, message):
    with pytest.raises(mb.MistakeBoundError, match=message):
        theorem.check(play(*AND), **parameters)


def test_without_states_there_is_no_certificate():
    trace = mb.play(mb.Perceptron(), *AND, record="updates")
    with pytest.raises(mb.NotRecorded, match="record='all'"):
        NOVIKOFF.check(trace, u=[2, 2, -3])


def test_a_stream_without_an_update():
    stream = [(np.array([[1, 0], [2, 1]]), np.array([1, 1]))]
    trace = mb.play(mb.Perceptron(ties=1), stream)
    with pytest.raises(mb.MistakeBoundError, match=r"no round was an update.*give the margin and the radius"):
        NOVIKOFF.check(trace, u=[1, 0])
    assert NOVIKOFF.check(trace, u=[1, 0], gamma=1, radius=3).require().bound == 9


# --- display -----------------------------------------------------------------------------------------------------


def test_a_table_does_not_depend_on_layout():
    """The run from rows, columns, CSR and chunks: products may round differently, but the text is the same."""
    random = np.random.default_rng(5)
    u, X = random.standard_normal(40), random.standard_normal((200, 40)).round(2)
    X[np.abs(X) < 0.5] = 0
    y = signs(X @ u)
    given = {"u": u, "gamma": np.abs(X @ u).min(), "radius": np.linalg.norm(X, axis=1).max()}
    chunks = [(X[i : i + 7], y[i : i + 7]) for i in range(0, 200, 7)]
    traces = [mb.play(mb.Perceptron(eta=0.1), *data, passes=5)
              for data in ((X, y), (np.asfortranarray(X), y), (sp.csr_matrix(X), y), (chunks,))]  # fmt: skip
    assert traces[0].n_updates > 50
    assert len({repr(NOVIKOFF.check(trace, **given).require()) for trace in traces}) == 1


def test_a_certificate_whose_bound_no_float_can_hold_is_shown():
    adversary = mb.Bisection(300)
    trace = mb.duel(mb.Perceptron(), adversary)
    cert = NOVIKOFF.check(trace, u=adversary.comparator(trace)).require()
    assert cert.exact and cert.bound > 10**350
    assert "bound 1.011e+361" in repr(cert)
