"""The margins, tested by their certificates, which are evaluated here independently and in extended precision."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import hadamard
from scipy.optimize import nnls

from mistakebound.errors import MistakeBoundError, NotSeparable
from mistakebound.margins import hard_margin_svm, l2_margin
from tests.margins.data import KINDS, SHAPES, check_convex, labelled, made_for


def signed(X, y):
    X = X.toarray() if sp.issparse(X) else np.asarray(X)
    return X.astype(np.longdouble) * np.asarray(y).astype(np.longdouble)[:, None]


def radius(A):
    return np.linalg.norm(A.astype(float), axis=1).max()


def check_margin(X, y, m, rel=1e-8):
    """Check that primal and dual are feasible with no gap, which makes `m` the margin, whoever computed it."""
    A = signed(X, y)
    rounding = 1e-13 * radius(A)
    assert m.w.shape == (A.shape[1],) and abs(np.linalg.norm(m.w) - 1) <= 1e-12
    check_convex(m.q, len(A))
    assert m.value > 0 and (A @ m.w).min() >= m.value - rounding
    assert np.linalg.norm((m.q @ A).astype(float)) <= m.value + m.gap + rounding
    assert 0 <= m.gap <= rel * m.value


def check_svm(X, y, s, rel=1e-8):
    """Check the same for min ||v||^2: v is feasible, alpha >= 0, and both objectives are as stated, and equal."""
    A = signed(X, y)
    dual_point = (s.alpha @ A).astype(float)
    loose = 1e-13 * max(1, radius(A) * np.sqrt(s.primal))
    assert (A @ s.v).min() >= 1 - loose
    assert s.alpha.shape == (len(A),) and s.alpha.min() >= 0
    assert s.primal == pytest.approx(s.v @ s.v, rel=1e-12)
    assert s.dual <= (2 * s.alpha.sum() - dual_point @ dual_point) * (1 + rel)
    assert 0 <= s.gap <= rel * s.primal
    assert np.array_equal(s.support, np.flatnonzero(s.alpha > 1e-9 * s.alpha.max()))


def check_witness(X, y, q):
    A = signed(X, y)
    check_convex(q, len(A))
    assert np.linalg.norm((q @ A).astype(float)) <= 1e-8 * radius(A)


# --- worked cases -------------------------------------------------------------------------------------------------


def cube(n, values, label):
    """The whole cube with a bias feature 1, and its labels."""
    points = np.array(list(product(values, repeat=n)))
    return np.c_[points, np.ones(len(points), int)], np.array([1 if label(p) else -1 for p in points])


def or_of(k):
    return lambda p: (p[:k] == 1).any()


def and_of(k):
    return lambda p: (p[:k] == 1).all()


WORKED = {
    **{
        f"{k}-or on {{0,1}}^{n}": (*cube(n, (0, 1), or_of(k)), 1 / (4 * k + 1))
        for n, k in [(1, 1), (2, 2), (4, 2), (5, 5)]
    },
    **{
        f"{k}-and on {{0,1}}^{n}": (*cube(n, (0, 1), and_of(k)), 1 / (4 * k * k + 1))
        for n, k in [(2, 2), (4, 2), (4, 3)]
    },
    **{
        f"{k}-or on {{-1,1}}^{n}": (*cube(n, (-1, 1), or_of(k)), 1 / (k * k - k + 1))
        for n, k in [(1, 1), (3, 2), (5, 4)]
    },
    **{f"{k}-and on {{-1,1}}^{n}": (*cube(n, (-1, 1), and_of(k)), 1 / (k * k - k + 1)) for n, k in [(2, 2), (5, 3)]},
    **{f"{d} orthonormal rows": (np.eye(d), np.resize([1, -1, -1], d), 1 / d) for d in (1, 2, 7, 50)},
    **{f"Hadamard-{d}": (hadamard(d), np.resize([1, 1, -1], d), 1.0) for d in (2, 8, 64)},
    "one example": ([[3, 4]], [-1], 25.0),
    "one feature": ([[2], [-3], [5]], [1, -1, 1], 4.0),
    "nearly inseparable": ([[1, 1e-4], [-1, 1e-4]], [1, 1], 1e-8),
}


@pytest.mark.parametrize("X, y, square", WORKED.values(), ids=WORKED)
def test_worked_cases(X, y, square):
    m, s = l2_margin(X, y), hard_margin_svm(X, y)
    check_margin(X, y, m)
    check_svm(X, y, s)
    assert m.value**2 == pytest.approx(square, rel=1e-10)
    assert s.primal == pytest.approx(1 / square, rel=1e-10)


@pytest.mark.parametrize("k, n", [(1, 3), (2, 4), (3, 4)])
def test_disjunction_weights_are_those_of_the_theory(k, n):
    v = hard_margin_svm(*cube(n, (0, 1), or_of(k))).v
    assert v == pytest.approx(np.r_[2.0 * np.ones(k), np.zeros(n - k), -1.0], abs=1e-10)
    v = hard_margin_svm(*cube(n, (-1, 1), or_of(k))).v
    assert v == pytest.approx(np.r_[np.ones(k), np.zeros(n - k), k - 1.0], abs=1e-10)


# SciPy's solver stops early on some of these, up to 1.17 (scipy#26180)
DEGENERATE = [
    ((-1, 1), 34, 10, 3, 1),
    ((-1, 1), 4099, 9, 3, 1),
    ((0, 1), 503, 16, 5, 3),
    ((0, 1), 1441, 10, 6, 1),
    ((-1, 0, 1), 6561, 11, 3, 1),
]


@pytest.mark.parametrize("values, seed, n, d, k", DEGENERATE)
def test_degenerate_data(values, seed, n, d, k):
    X = np.c_[np.random.default_rng(seed).choice(values, size=(n, d)), np.ones(n, int)]
    y = np.where((X[:, :k] == 1).any(axis=1), 1, -1)
    check_margin(X, y, l2_margin(X, y))


# --- properties ---------------------------------------------------------------------------------------------------


def planted(kind, n, d, rng):
    u = rng.normal(size=d)
    return labelled(made_for(u / np.linalg.norm(u), kind, n, rng, near=1e-4), rng)


@given(kind=st.sampled_from(KINDS), **SHAPES)
def test_certificate_on_separable_data(kind, n, d, seed):
    X, y = planted(kind, n, d, np.random.default_rng(seed))
    try:
        m, s = l2_margin(X, y), hard_margin_svm(X, y)
    except NotSeparable as error:  # a planted margin may be 0; the witness decides
        check_witness(X, y, error.witness)
        return
    if m.value >= 1e-4 * (1 - 1e-9) * radius(signed(X, y)):
        check_margin(X, y, m)
        check_svm(X, y, s)
        assert s.v == pytest.approx(m.w / m.value) and s.margin == m.value
        assert s.v == pytest.approx(s.alpha @ signed(X, y).astype(float), rel=1e-4, abs=1e-4 * np.abs(s.v).max())
    else:
        check_margin(X, y, m, rel=1e-4)


@given(integer=st.booleans(), **SHAPES)
def test_a_margin_or_a_witness_never_both(integer, n, d, seed):
    """This is Gordan's alternative. A returned margin separates in exact arithmetic."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, size=(n, d)) if integer else rng.normal(size=(n, d))
    y = rng.choice([-1, 1], size=n)
    try:
        w = [Fraction(float(a)) for a in l2_margin(X, y).w]
    except NotSeparable as error:
        check_witness(X, y, error.witness)
        return
    assert all(
        sum(Fraction(float(a)) * b for a, b in zip(x, w, strict=True)) * int(s) > 0 for x, s in zip(X, y, strict=True)
    )


@given(kind=st.sampled_from(["gaussian", "offset", "integers"]), **SHAPES)
def test_invariances(kind, n, d, seed):
    rng = np.random.default_rng(seed)
    X, y = planted(kind, n, d, rng)
    try:
        value = l2_margin(X, y).value
    except NotSeparable:
        return
    shuffle = rng.permutation(len(X))
    same = pytest.approx(value, rel=1e-8, abs=1e-12 * radius(X))
    assert l2_margin(X[shuffle], y[shuffle]).value == same
    assert l2_margin(np.vstack([X, X]), np.r_[y, y]).value == same
    assert l2_margin(-X, -y).value == same
    assert l2_margin(np.c_[X, np.zeros((len(X), 60))], y).value == same  # more features than examples
    assert l2_margin(X * 1e100, y).value / 1e100 == same
    assert l2_margin(X * 1e-100, y).value / 1e-100 == same


@pytest.mark.parametrize("n, d, seed", [(30, 2, 0), (60, 5, 1), (40, 60, 2)])
def test_agrees_with_scikit_learn(n, d, seed):
    """Compare on the data and their mirror image, so that SVC's free intercept is 0."""
    svm = pytest.importorskip("sklearn.svm")
    X, y = planted("gaussian", n, d, np.random.default_rng(seed))
    X, y = np.vstack([X, -X]), np.r_[y, -y]
    peer = svm.SVC(kernel="linear", C=1e10, tol=1e-10).fit(X, y)
    ours = hard_margin_svm(X, y)
    assert peer.intercept_ == pytest.approx(0, abs=1e-6)
    assert ours.v == pytest.approx(peer.coef_[0], rel=1e-5, abs=1e-6 * np.sqrt(ours.primal))
    assert ours.alpha.sum() == pytest.approx(np.abs(peer.dual_coef_).sum(), rel=1e-5)


# --- no margin ----------------------------------------------------------------------------------------------------

parity = cube(3, (0, 1), lambda p: p.sum() % 2)
INSEPARABLE = {
    "xor": cube(2, (0, 1), lambda p: p[0] != p[1]),
    "parity": parity,
    "parity, sparse": (sp.csr_array(parity[0]), parity[1]),
    "one point, both labels": ([[1.0, 2.0], [3.0, 1.0], [1.0, 2.0]], [1, 1, -1]),
    "symmetric": ([[0.3, 0.7], [-0.3, -0.7]], [1, 1]),
    "a zero example": ([[1.0, 2.0], [0.0, 0.0]], [1, 1]),
    "all zero": (np.zeros((3, 2)), [1, 1, -1]),
    "separable only off the origin": ([[1.0], [2.0]], [-1, 1]),
    "random labels": (np.random.default_rng(0).normal(size=(400, 20)), np.resize([1, -1, -1], 400)),
    "thirds": (np.array([[1, 3], [-2, -6]]) / 3, [1, 1]),
    "margin below rounding": ([[1.0, 1e-16], [-1.0, 1e-16]], [1, 1]),
}


@pytest.mark.parametrize("solve", [l2_margin, hard_margin_svm])
@pytest.mark.parametrize("X, y", INSEPARABLE.values(), ids=INSEPARABLE)
def test_inseparable_data_come_with_a_witness(solve, X, y):
    with pytest.raises(NotSeparable, match=r"fold_bias\(X\)") as caught:
        solve(X, y)
    check_witness(X, y, caught.value.witness)
    assert not caught.value.witness.flags.writeable


def test_the_message_names_the_examples():
    none, named = "^no hyperplane through the origin separates", r"2 of them \(0, 2; see \.witness\)"
    with pytest.raises(NotSeparable, match=rf"{none} the 3 examples .* {named} .* norm 0, to rounding"):
        l2_margin(*INSEPARABLE["one point, both labels"])


@pytest.mark.parametrize("exponent", range(1, 13))
def test_small_margins_are_found_down_to_rounding(exponent):
    small = 10.0**-exponent
    m = l2_margin([[1, small], [-1, small]], [1, 1])
    assert m.value == pytest.approx(small, rel=1e-3)
    check_margin([[1, small], [-1, small]], [1, 1], m, rel=1e-3)


def test_a_margin_whose_square_no_float_holds():
    with pytest.raises(MistakeBoundError, match=r"the margin is 1e-300: it must be .* from 1e-150"):
        hard_margin_svm([[1e-300]], [-1])


# --- other answers of the solver ----------------------------------------------------------------------------------


def answers(monkeypatch, *solvers):
    """Replace the answers of SciPy's solver by these, one after the other, and then for ever by the last."""
    waiting = list(solvers)
    monkeypatch.setattr("scipy.optimize.nnls", lambda E, f: (waiting.pop(0) if waiting[1:] else waiting[0])(E, f))


def only_the_first(E, f):
    """The best answer with one multiplier, as if the solver stopped after its first step."""
    return np.eye(E.shape[1])[0] * (E[:, 0] @ f) / (E[:, 0] @ E[:, 0]), 0.0


def endless(E, f):
    raise RuntimeError("Maximum number of iterations reached.")


@pytest.mark.parametrize(
    "second, solver, reason",
    [
        ([-1.0, 0.1], only_the_first, "the margin is between"),  # misclassified by the first example
        ([1e-16, 1.0], only_the_first, "the margin is between"),  # or right only by rounding
        ([-1.0, 0.1], endless, "Maximum number of iterations reached"),
    ],
)
def test_a_solver_that_gives_up_is_neither_believed_nor_taken_for_inseparability(second, solver, reason, monkeypatch):
    X, y = np.array([[1.0, 0.0], second]), np.array([1, 1])
    check_margin(X, y, l2_margin(X, y))
    answers(monkeypatch, solver)
    with pytest.raises(MistakeBoundError, match=rf"the solver failed \({reason}") as caught:
        l2_margin(X, y)
    assert not isinstance(caught.value, NotSeparable)


@pytest.mark.parametrize(
    "X, y",
    [
        cube(3, (0, 1), or_of(2)),
        ([[1, 0], [0.5, 1]], [1, 1]),  # the first alone gives the second half of the score that it needs
    ],
)
def test_a_solver_that_stops_early_once_is_asked_again(X, y, monkeypatch):
    answers(monkeypatch, only_the_first, nnls)
    check_margin(X, y, l2_margin(X, y))
