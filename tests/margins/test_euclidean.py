"""The margins are tested by their certificates, evaluated here independently and in extended precision."""

import dataclasses
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import hadamard
from scipy.optimize import minimize, nnls

from mistakebound.errors import MistakeBoundError, NotSeparable
from mistakebound.margins import Margin, SVMSolution, euclidean, hard_margin_svm, l2_margin


def signed(X, y):
    X = X.toarray() if sp.issparse(X) else np.asarray(X)
    return X.astype(np.longdouble) * np.asarray(y).astype(np.longdouble)[:, None]


def radius(A):
    return np.linalg.norm(A.astype(float), axis=1).max()


def check_convex(q, n):
    assert q.shape == (n,) and q.min() >= 0 and abs(q.sum() - 1) <= 1e-12


def check_margin(X, y, m, rel=1e-8):
    """Primal feasible, dual feasible, and no room between them: what makes `m` the margin, whoever computed it."""
    A = signed(X, y)
    rounding = 1e-13 * radius(A)
    assert m.w.shape == (A.shape[1],) and abs(np.linalg.norm(m.w) - 1) <= 1e-12
    check_convex(m.q, len(A))
    assert m.value > 0 and (A @ m.w).min() >= m.value - rounding
    assert np.linalg.norm((m.q @ A).astype(float)) <= m.value + m.gap + rounding
    assert 0 <= m.gap <= rel * m.value


def check_svm(X, y, s, rel=1e-8):
    """The same for min ||v||^2: v feasible, alpha >= 0, both objectives as stated, and equal."""
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


STOPS_EARLY = [
    ((-1, 1), 34, 10, 3, 1),
    ((-1, 1), 4099, 9, 3, 1),
    ((0, 1), 503, 16, 5, 3),
    ((0, 1), 1441, 10, 6, 1),
    ((-1, 0, 1), 6561, 11, 3, 1),
]


@pytest.mark.parametrize("values, seed, n, d, k", STOPS_EARLY)
def test_degenerate_data_on_which_scipy_nnls_stops_early(values, seed, n, d, k):
    """scipy#26180: a single call of the solver leaves a gap here, up to SciPy 1.17."""
    X = np.c_[np.random.default_rng(seed).choice(values, size=(n, d)), np.ones(n, int)]
    y = np.where((X[:, :k] == 1).any(axis=1), 1, -1)
    check_margin(X, y, l2_margin(X, y))


# --- properties ---------------------------------------------------------------------------------------------------


def planted(kind, n, d, rng):
    """Separable data of many shapes; labels are drawn, so that signs matter."""
    u = rng.normal(size=d)
    u /= np.linalg.norm(u)
    A = rng.normal(size=(n, d))
    A *= np.where(A @ u < 0, -1, 1)[:, None]
    if kind == "integers":
        A = rng.integers(-3, 4, size=(n, d))
        scores = A @ np.resize([3, -1, 1, 2], d)
        A = A[scores != 0] * np.sign(scores[scores != 0])[:, None]
        A = A if len(A) else np.ones((1, d), int)
    elif kind == "cube":
        A = rng.choice([-1, 1], size=(n, d))
        A *= np.where(A @ np.r_[np.ones(d - 1), 2 + d % 2] / (1 + d % 2) < 0, -1, 1)[:, None]
        A[:, -1] = np.where(A.sum(axis=1) == 0, 1, A[:, -1])
        A = np.vstack([A, A])
    elif kind == "duplicates":
        A = A[rng.integers(0, n, size=3 * n)]
    elif kind == "collinear":
        A = np.outer(rng.uniform(0.1, 1, n), u)
    elif kind == "low rank":
        A = A[:, :2] @ rng.normal(size=(2, d)) if d > 2 else A
        A *= np.where(A @ u < 0, -1, 1)[:, None]
    elif kind == "near":  # every example at margin 1e-4 R, and 0 in the hull of the rest
        A -= np.outer(A @ u, u)
        A /= np.maximum(np.linalg.norm(A, axis=1), 1e-9)[:, None]
        A = np.vstack([A, -A]) + 1e-4 * u
    elif kind == "offset":
        A += 100 * u
    y = rng.choice([-1, 1], size=len(A))
    return A * y[:, None], y


KINDS = ["gaussian", "integers", "cube", "duplicates", "collinear", "low rank", "near", "offset"]
shapes = {"n": st.integers(1, 40), "d": st.integers(1, 25), "seed": st.integers(0, 2**32 - 1)}


@settings(max_examples=300, deadline=None)
@given(kind=st.sampled_from(KINDS), **shapes)
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
    else:
        check_margin(X, y, m, rel=1e-4)


@settings(max_examples=150, deadline=None)
@given(integer=st.booleans(), **shapes)
def test_a_margin_or_a_witness_never_both(integer, n, d, seed):
    """Gordan's alternative. A margin returned separates in exact arithmetic."""
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


@settings(max_examples=60, deadline=None)
@given(kind=st.sampled_from(["gaussian", "offset", "integers"]), **shapes)
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
    assert l2_margin(np.c_[X, np.zeros((len(X), 60))], y).value == same  # more features than examples: the other road
    assert l2_margin(X * 1e100, y).value / 1e100 == same
    assert l2_margin(X * 1e-100, y).value / 1e-100 == same


@settings(max_examples=25, deadline=None)
@given(n=st.integers(1, 6), d=st.integers(1, 4), seed=st.integers(0, 2**32 - 1))
def test_agrees_with_slsqp(n, d, seed):
    X, y = planted("offset", n, d, np.random.default_rng(seed))
    A = signed(X, y).astype(float) / 100
    start = A.mean(axis=0) * 2 / (A @ A.mean(axis=0)).min()
    constraint = {"type": "ineq", "fun": lambda v: A @ v - 1, "jac": lambda v: A}
    peer = minimize(
        lambda v: v @ v, start, jac=lambda v: 2 * v, constraints=constraint, method="SLSQP", options={"ftol": 1e-14}
    )
    assert peer.success
    assert hard_margin_svm(A, np.ones(n)).primal == pytest.approx(peer.fun, rel=1e-6)


@pytest.mark.parametrize("n, d, seed", [(30, 2, 0), (60, 5, 1), (40, 60, 2)])
def test_agrees_with_scikit_learn(n, d, seed):
    """The data and their mirror image, so that SVC's free intercept is 0."""
    svm = pytest.importorskip("sklearn.svm")
    X, y = planted("gaussian", n, d, np.random.default_rng(seed))
    X, y = np.vstack([X, -X]), np.r_[y, -y]
    peer = svm.SVC(kernel="linear", C=1e10, tol=1e-10).fit(X, y)
    ours = hard_margin_svm(X, y)
    assert peer.intercept_ == pytest.approx(0, abs=1e-6)
    assert ours.v == pytest.approx(peer.coef_[0], rel=1e-5, abs=1e-6 * np.sqrt(ours.primal))
    assert ours.alpha.sum() == pytest.approx(np.abs(peer.dual_coef_).sum(), rel=1e-5)


# --- what comes in ------------------------------------------------------------------------------------------------

TABLE, LABELS = np.array([[0, 2, 1], [3, 0, 1], [1, 1, 1], [0, 0, 1]]), np.array([1, 1, 1, -1])


@pytest.mark.parametrize(
    "make",
    [
        lambda X: X.tolist(),
        lambda X: X.astype(np.float32),
        lambda X: X.astype(np.uint8),  # y_i x_i must not wrap
        lambda X: np.asfortranarray(X, dtype=float),
        lambda X: np.vectorize(Fraction, otypes=[object])(X),
        sp.csr_matrix,
        sp.csr_array,
        sp.csc_array,
        lambda X: np.repeat(X, 2, axis=0)[::2],
    ],
)
def test_every_kind_of_array_gives_the_same_margin(make):
    m, reference = l2_margin(make(TABLE), LABELS), l2_margin(TABLE.astype(float), LABELS.astype(float))
    assert (m.value, m.gap) == (reference.value, reference.gap)
    assert np.array_equal(m.w, reference.w) and np.array_equal(m.q, reference.q)


def test_fractions_are_converted_to_floats():
    X = np.array([[Fraction(1, 3), Fraction(-2, 7)], [Fraction(5, 9), Fraction(1, 11)]], dtype=object)
    y = np.array([Fraction(1), Fraction(1)], dtype=object)
    check_margin(X.astype(float), y, l2_margin(X, y))


def test_the_data_are_left_alone():
    X, y = TABLE.astype(float), LABELS.astype(float)
    l2_margin(X, y)
    assert np.array_equal(X, TABLE) and np.array_equal(y, LABELS)


BAD = {
    "nan": ([[1.0, np.nan], [0, 1]], [1, 1], r"X\[0, 1\] is nan"),
    "inf": ([[1.0, 0], [-np.inf, 1]], [1, -1], r"X\[1, 0\] is -inf"),
    "sparse nan": (sp.csr_matrix([[1.0, 0], [np.nan, 1]]), [1, 1], r"X\[1, 0\] is nan"),
    "0/1 labels": ([[1.0], [2.0]], [0, 1], "at round 0: labels must be -1 or \\+1"),
    "string labels": ([[1.0], [2.0]], ["a", "b"], "labels must be the numbers"),
    "too few labels": ([[1.0], [2.0]], [1], "2 examples but y has 1"),
    "no examples": (np.empty((0, 3)), [], "at least one example"),
    "no features": (np.empty((3, 0)), [1, 1, 1], "at least one example"),
    "one-dimensional": ([1.0, 2.0], [1, 1], "two-dimensional"),
    "Booleans": ([[True, False]], [1], "Booleans"),
    "strings": ([["a", "b"]], [1], "real numbers"),
    "objects that are not numbers": (np.array([["a", 1]], dtype=object), [1], "not exact numbers"),
    "beyond float64": (np.array([[10**400, 1]], dtype=object), [1], "too large for float64"),
}


@pytest.mark.parametrize("solve", [l2_margin, hard_margin_svm])
@pytest.mark.parametrize("X, y, match", BAD.values(), ids=BAD)
def test_bad_input(solve, X, y, match):
    with pytest.raises(MistakeBoundError, match=match) as caught:
        solve(X, y)
    assert not isinstance(caught.value, NotSeparable)


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
    named = r"the 3 examples .* 2 of them \(0, 2; see \.witness\) .* norm 0, to rounding"
    with pytest.raises(NotSeparable, match=named):
        l2_margin(*INSEPARABLE["one point, both labels"])


@pytest.mark.parametrize("exponent", range(1, 13))
def test_small_margins_are_found_down_to_rounding(exponent):
    small = 10.0**-exponent
    m = l2_margin([[1, small], [-1, small]], [1, 1])
    assert m.value == pytest.approx(small, rel=1e-3)
    check_margin([[1, small], [-1, small]], [1, 1], m, rel=1e-3)


# --- the results as objects ---------------------------------------------------------------------------------------


def test_results_are_read_only_values():
    m, s = l2_margin(TABLE, LABELS), hard_margin_svm(TABLE, LABELS)
    for array in (m.w, m.q, s.v, s.alpha):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        m.value = 1.0
    assert m != l2_margin(TABLE, LABELS) and len({m, s}) == 2  # compared by identity: arrays have no single ==


def test_results_copy_their_arrays():
    w = np.array([1.0])
    Margin(value=1.0, w=w, q=[1.0], gap=0.0)
    w[0] = 2.0  # the caller's array stays writable


def test_reprs_show_no_rounding_noise():
    assert repr(l2_margin(np.eye(2), [1, -1])) == (
        "Margin(value=0.707107, relative gap < 1e-08, 2 of 2 features, 2 of 2 examples)"
    )
    assert repr(hard_margin_svm(np.eye(2), [1, -1])) == (
        "SVMSolution(margin=0.707107, primal=2, relative gap < 1e-08, 2 of 2 features, 2 of 2 examples)"
    )
    assert "gap=5.0e-01" in repr(Margin(value=1.0, w=[1.0], q=[1.0], gap=0.5))


def test_the_solution_is_the_best_comparator_rescaled():
    m, s = l2_margin(TABLE, LABELS), hard_margin_svm(TABLE, LABELS)
    A = signed(TABLE, LABELS).astype(float)
    assert s.v == pytest.approx(m.w / m.value) and s.v == pytest.approx(s.alpha @ A)
    assert s.margin == m.value and (A @ s.v)[s.support] == pytest.approx(1)


# --- the checks can fail ------------------------------------------------------------------------------------------

LYING_MARGINS = {
    "w perturbed": lambda m: {"w": _unit(m.w + 1e-4 * np.roll(m.w, 1))},
    "w with the wrong sign": lambda m: {"w": -m.w},
    "w longer than 1": lambda m: {"w": 1.01 * m.w},
    "value too high": lambda m: {"value": m.value * (1 + 1e-6), "gap": 0.0},
    "q with the wrong sign": lambda m: {"q": -m.q},
    "q not convex": lambda m: {"q": 0.99 * m.q},
    "q uniform": lambda m: {"q": np.full(m.q.size, 1 / m.q.size)},
    "q with one weight negative": lambda m: {"q": m.q + 1e-3 * (np.eye(m.q.size)[0] - np.eye(m.q.size)[-1])},
    "a gap": lambda m: {"value": m.value * (1 - 1e-6), "gap": m.value * 1e-6},
}


def _unit(w):
    return w / np.linalg.norm(w)


@pytest.mark.parametrize("lie", LYING_MARGINS.values(), ids=LYING_MARGINS)
def test_the_margin_check_rejects(lie):
    X, y = cube(3, (0, 1), or_of(2))
    m = l2_margin(X, y)
    with pytest.raises(AssertionError):
        check_margin(X, y, dataclasses.replace(m, **lie(m)))


LYING_SVMS = {
    "v too short": lambda s: {"v": s.v * (1 - 1e-6), "primal": s.primal * (1 - 1e-6) ** 2},
    "alpha with the wrong sign": lambda s: {"alpha": -s.alpha},
    "the textbook's other dual (twice ours)": lambda s: {"alpha": 2 * s.alpha},
    "dual too high": lambda s: {"dual": s.dual * (1 + 1e-6), "primal": s.primal},
    "primal of another vector": lambda s: {"primal": s.dual * (1 - 1e-9)} | {"v": 1.1 * s.v},
    "a gap": lambda s: {"v": 1.1 * s.v, "primal": 1.21 * s.primal},
}


@pytest.mark.parametrize("lie", LYING_SVMS.values(), ids=LYING_SVMS)
def test_the_svm_check_rejects(lie):
    X, y = cube(3, (0, 1), or_of(2))
    s = hard_margin_svm(X, y)
    with pytest.raises(AssertionError):
        check_svm(X, y, dataclasses.replace(s, **lie(s)))


@pytest.mark.parametrize("q", [[0.5, 0.5, 0, 0], [1, -1, 1, 0], [0.25, 0.25, 0.25, 0.26]])
def test_the_witness_check_rejects(q):
    with pytest.raises(AssertionError):
        check_witness(*INSEPARABLE["xor"], np.array(q, dtype=float))


@pytest.mark.parametrize(
    "second", [[-1.0, 0.1], [1e-16, 1.0]]
)  # misclassified by the first example, or right only by rounding
def test_a_solver_that_gives_up_is_neither_believed_nor_taken_for_inseparability(second, monkeypatch):
    def first_example_only(E, f, maxiter=None):
        return np.eye(E.shape[1])[0], 0.0

    X, y = np.array([[1.0, 0.0], second]), np.array([1, 1])
    check_margin(X, y, l2_margin(X, y))
    monkeypatch.setattr("scipy.optimize.nnls", first_example_only)
    with pytest.raises(MistakeBoundError, match="the solver stalled") as caught:
        l2_margin(X, y)
    assert not isinstance(caught.value, NotSeparable)


def test_a_solver_that_stops_early_once_is_asked_again(monkeypatch):
    answers = []

    def wrong_at_first(E, f, maxiter=None):
        answers.append(np.eye(E.shape[1])[0] if not answers else nnls(E, f)[0])
        return answers[-1].copy(), 0.0

    X, y = cube(3, (0, 1), or_of(2))
    monkeypatch.setattr("scipy.optimize.nnls", wrong_at_first)
    check_margin(X, y, l2_margin(X, y))
    assert len(answers) == 2


def test_a_solver_that_never_ends_is_named(monkeypatch):
    def endless(E, f, maxiter=None):
        raise RuntimeError("Maximum number of iterations reached.")

    monkeypatch.setattr("scipy.optimize.nnls", endless)
    with pytest.raises(MistakeBoundError, match="the solver stalled"):
        l2_margin(TABLE, LABELS)


def test_the_best_attempt_counts_and_its_gap_is_told(monkeypatch):
    """Every answer leaves a gap; the first is the best one on both sides."""

    def answers_to_come():
        answers = iter([[0.4, 0.3, 0.3]] + 19 * [[0.8, 0.1, 0.1]])
        monkeypatch.setattr("scipy.optimize.nnls", lambda E, f, maxiter=None: (E[:3].T @ next(answers), 0.0))

    X, y = 8 * np.eye(3), np.ones(3)
    monkeypatch.setattr(euclidean, "lstsq", lambda M, *args, **options: (M[0],))
    answers_to_come()
    m = l2_margin(X, y)
    check_margin(X, y, m, rel=1)
    assert m.value == pytest.approx(8 * 0.3 / np.sqrt(0.34)) and m.value + m.gap == pytest.approx(8 * np.sqrt(0.34))
    answers_to_come()
    s = hard_margin_svm(X, y)
    check_svm(X, y, s, rel=1)
    assert s.primal == pytest.approx(0.34 / 0.09 / 64) and s.dual == pytest.approx(1 / 0.34 / 64)
    assert s.dual == pytest.approx(2 * s.alpha.sum() - 64 * s.alpha @ s.alpha)


def test_svm_solution_is_general():
    """The l1 and entropic problems return the same class: the gap is primal - dual, and never negative by rounding."""
    s = SVMSolution(v=[1, 0], alpha=[0, 2], primal=1.0, dual=1.0 + 1e-16, margin=1.0)
    assert s.gap == 0 and list(s.support) == [1] and s.v.dtype == float
