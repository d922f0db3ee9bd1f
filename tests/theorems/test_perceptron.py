"""The Perceptron's theorems: no run that meets the hypotheses breaks a line, and every wrong learner is caught.

Legend: X examples (n, d), y labels, u comparator, eta rate, c the constant feature, b bias, q convex weights; rows i.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import MAX_MARGIN, NOVIKOFF, NOVIKOFF_BIAS, NOVIKOFF_COSINE
from tests.theorems.checking import assert_does_not_apply, assert_undecided, check_squeeze, failing, signs

AND = mb.fold_bias([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]
XOR = mb.fold_bias([[-1, -1], [-1, 1], [1, -1], [1, 1]]), [-1, 1, 1, -1]


def play(X, y, passes=None, **parameters):
    return mb.play(mb.Perceptron(**parameters), np.asarray(X), y, passes=passes)


def orthonormal(d, scale=1):
    """d examples at right angles, and a comparator: the run that meets the bound."""
    return play(scale * np.eye(d, dtype=int), np.ones(d, dtype=int)), np.ones(d, dtype=int)


# --- runs that meet the hypotheses -------------------------------------------------------------------------------


@dataclass
class Example:
    """Separable data, a comparator with its bias, and the settings of the run."""

    X: np.ndarray
    y: np.ndarray
    u: np.ndarray
    b: object
    c: object
    rate: object
    ties: object
    passes: int

    def trace(self, folded=False, X=None):
        X = self.X if X is None else X
        X = mb.fold_bias(X, self.c) if folded else X
        return mb.play(mb.Perceptron(eta=self.rate, ties=self.ties), X, self.y, passes=self.passes)

    def unbiased(self):
        """The case with the labels that u gives without its bias; rows that u does not decide are dropped."""
        score = self.X @ self.u
        rows = np.flatnonzero(score != 0)
        return replace(self, X=self.X[rows], y=np.where(score[rows] > 0, 1, -1), b=0) if len(rows) else None

    def certificates(self):
        certs = [NOVIKOFF_BIAS.check(self.trace(folded=True), u=self.u, bias=self.b)]
        if (unbiased := self.unbiased()) is not None:
            trace = unbiased.trace()
            certs += [theorem.check(trace, u=unbiased.u) for theorem in (NOVIKOFF, NOVIKOFF_COSINE)]
        return certs


@st.composite
def exact_examples(draw):
    """Integers or Fractions of every shape, labelled by a comparator with a bias; no example on its boundary.

    There and back: every second example cancels the one before it, except for a little along u, so that the weights are
    short again after having been long.
    """
    kind = draw(st.sampled_from([int, object]))
    n, d = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    numbers = st.integers(-6, 6) if kind is int else st.fractions(-4, 4, max_denominator=6)
    positive = numbers.filter(lambda v: v > 0)
    X = np.array(draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=n, max_size=n)), dtype=kind)
    u = np.array(draw(st.lists(numbers, min_size=d, max_size=d).filter(any)), dtype=kind)
    if kind is object and draw(st.booleans()):
        X[1::2] = -X[: n // 2 * 2 : 2] + Fraction(1, 10**6) * u
    b = draw(numbers)
    rows = np.flatnonzero(X @ u + b != 0)
    if len(rows) == 0:
        X, b, rows = u[None], 0, np.array([0])
    X = X[rows]
    return Example(
        X, signs(X @ u + b), u, b, c=draw(positive),
        rate=draw(st.sampled_from([1, 3, Fraction(1, 3), Fraction(7, 2)])),
        ties=draw(st.sampled_from(["mistake", -1, 1])), passes=draw(st.integers(1, 6)),
    )  # fmt: skip


@st.composite
def float_examples(draw):
    """Floats on several scales, with rows of different size."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(1, 25)), draw(st.integers(1, 7))
    scale = st.sampled_from([1e-3, 1.0, 0.1, 1e3])
    u = random.standard_normal(d) * draw(scale)
    X = random.standard_normal((n, d)) * draw(scale) * 10.0 ** random.uniform(-1, 1, (n, 1))
    b = random.standard_normal() * np.linalg.norm(u) * np.linalg.norm(X, axis=1).mean()
    return Example(
        X, signs(X @ u + b), u, b, c=draw(scale), rate=draw(scale),
        ties=draw(st.sampled_from(["mistake", -1, 1])), passes=draw(st.sampled_from([1, 2, 50])),
    )  # fmt: skip


@given(exact_examples())
def test_no_exact_run_breaks_a_line(example):
    for cert in example.certificates():
        assert cert.require().exact
        assert isinstance(cert.bound, Fraction)
        assert cert.mistakes == cert.counted == cert.trace.n_updates <= cert.bound
        check_squeeze(cert)


@given(float_examples())
def test_no_float_run_breaks_a_line(example):
    for cert in example.certificates():
        if failing(cert):  # a margin that floating point cannot tell from 0
            assert failing(cert) == ["positive-margin"]
            assert cert.q.gamma <= 1.01e-9 * math.sqrt(cert.q.u @ cert.q.u * cert.q.R2)
        else:
            check_squeeze(cert.require())


@settings(max_examples=settings.default.max_examples // 5)
@given(exact_examples())
def test_sparse_data_say_the_same(example):
    if (unbiased := example.unbiased()) is None or unbiased.X.dtype == object or not isinstance(unbiased.rate, int):
        return
    cert = NOVIKOFF.check(unbiased.trace(), u=unbiased.u)
    sparse = NOVIKOFF.check(unbiased.trace(X=sp.csr_matrix(unbiased.X)), u=unbiased.u).require()
    assert sparse.exact and repr(sparse) == repr(cert)


@given(float_examples())
def test_the_best_comparator(example):
    """The solver's weights prove its margin; no comparator has a smaller bound."""
    if (unbiased := example.unbiased()) is None:
        return
    try:
        margin = mb.l2_margin(unbiased.X, unbiased.y)
    except mb.MistakeBoundError:
        return
    trace = unbiased.trace()
    cert, other = MAX_MARGIN.check(trace, q=margin.q), NOVIKOFF.check(trace, u=unbiased.u)
    if margin.value > 1e-6 * math.sqrt(cert.q.R2):
        check_squeeze(cert.require())
        assert cert.bound <= other.bound * (1 + 1e-6)
        assert cert.bound == pytest.approx(cert.q.R2 / margin.value**2, rel=1e-6)


# --- worked cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ties", "updates"), [("mistake", 18), (1, 11)])
def test_and(ties, updates):
    trace = play(*AND, ties=ties)
    for cert in (NOVIKOFF.check(trace, u=[2, 2, -3]), NOVIKOFF_BIAS.check(trace, u=[2, 2], bias=-3)):
        assert (cert.require().mistakes, cert.bound) == (updates, 51)
    assert MAX_MARGIN.check(trace, q=mb.l2_margin(*AND).q).require().bound == pytest.approx(51)
    exact = MAX_MARGIN.check(trace, q=[0, Fraction(5, 17), Fraction(5, 17), Fraction(7, 17)]).require()
    assert exact.exact and exact.bound == 51


@pytest.mark.parametrize(("d", "scale"), [(1, 1), (2, 7), (9, 1), (25, 7)])
def test_the_orthonormal_run_meets_the_bound(d, scale):
    trace, u = orthonormal(d, scale)
    cert = NOVIKOFF.check(trace, u=u).require()
    assert cert.exact and cert.mistakes == cert.bound == d
    for name in ("shift", "progress", "growth-identity", "mistake-term", "growth", "total-progress", "total-growth"):
        assert list(cert[name].slack) == [0] * d
    t = np.arange(1, d + 1)
    # ⟨u, w⟩ = scale·t and ‖u‖ ‖w‖ = scale·√d·√t: Cauchy–Schwarz is tight only at the end
    for name in ("cauchy-schwarz", "sandwich"):
        assert cert[name].slack == pytest.approx(scale * (np.sqrt(d * t) - t))
        assert cert[name].right[-1] == cert[name].left[-1]
    assert list(cert["bound"].slack) == [d - s for s in t]
    assert cert["bound"].where == d - 1
    cosine = NOVIKOFF_COSINE.check(trace, u=u).require()
    assert list(cosine["angle-floor"].left) == list(cosine["angle-floor"].right) == [Fraction(s, d) for s in t.tolist()]
    assert list(cosine["angle-ceiling"].left)[-1] == 1
    phi = cosine.squeeze.inner[r"\Phi_t"]
    assert math.isnan(phi[0]) and phi[1:] == pytest.approx(np.sqrt(t / d))


def test_no_update():
    trace = play([[1, 0], [2, 1]], [1, 1], ties=1)
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=[1, 0]).require()
        assert cert.mistakes == 0 and "nothing to compare" in repr(cert)
        assert cert.squeeze.meets == float(cert.bound)
    folded = play(mb.fold_bias([[1, 0], [2, 1]]), [1, 1], ties=1)
    assert NOVIKOFF_BIAS.check(folded, u=[1, 0], bias=0).require().holds
    assert MAX_MARGIN.check(trace, q=[1, 0]).require().holds


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
    message = r"at this precision: rounding hides whether 0 > 0 \(to 1e-09, relative\). Play .* mb.exactly"
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


def test_a_line_about_every_vector_says_so_and_where_it_is_evaluated():
    best = MAX_MARGIN.check(play(*AND), q=[0, Fraction(5, 17), Fraction(5, 17), Fraction(7, 17)])["best"]
    assert best.claim.text.endswith("(every vector w, evaluated at the last weights)")
    assert best.claim.reason.endswith("no vector of length 1 has a margin above ‖p‖.")


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
