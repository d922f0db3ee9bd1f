"""The entropic SVM, tested by its certificate, which is evaluated here independently.

Legend: A signed examples, v solution, alpha multipliers, w0 prior.
"""

import re
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError, NotSeparable
from mistakebound.margins import entropic_svm
from tests.margins.data import KINDS, SHAPES, labelled, made_for


def objective(v, w0):
    return float((v[v > 0] * (np.log(v[v > 0] / w0[v > 0]) - 1)).sum())


def check(A, s, w0=None, rel=1e-8):
    """Check that v is feasible, of the form of Winnow's weights, and that both objectives are as stated, and equal."""
    A = np.asarray(A, dtype=float)
    w0 = np.full(A.shape[1], 1 / A.shape[1]) if w0 is None else w0
    size = s.v.sum() + abs(s.primal)
    loose = 1e-13 * max(1, np.abs(A).max() * s.v.sum())
    assert s.v.min() >= 0 and (A @ s.v).min() >= 1 - loose
    assert s.alpha.shape == (len(A),) and s.alpha.min() >= 0
    assert s.primal == pytest.approx(objective(s.v, w0), abs=1e-11 * size)
    form = w0 * np.exp(s.alpha @ A)
    assert s.dual <= s.alpha.sum() - form.sum() + 1e-11 * size
    noise = 1e-12 + 1e-16 * s.alpha.sum() * np.abs(A).max()  # the exponents are sums of that size
    assert -noise * size <= s.primal - s.dual <= rel * size
    # the gap is the relative entropy of v to its form, and what slack the support vectors have
    assert objective(s.v, form) + form.sum() <= s.primal - s.dual + (noise + loose) * size
    assert s.margin == pytest.approx((A @ s.v).min() / s.v.sum(), rel=1e-9)


def assert_game(A, v, q):
    """Assert that no weights are paid more than a mixture of examples allows: exactly, although both are rounded."""
    A, v, q = (np.vectorize(Fraction, otypes=[object])(part) for part in (A, v, q))
    assert min(A @ v) / sum(v) <= max(q @ A) / sum(q)


def test_one_example_has_a_closed_form():
    """v = w0 exp(alpha a), and sum a w0 exp(alpha a) = 1."""
    s = entropic_svm([[2.0]], [1], prior=[0.25])
    check([[2.0]], s, np.array([0.25]))
    assert s.v == pytest.approx([0.5]) and s.alpha == pytest.approx([np.log(2) / 2])


def test_a_prior_that_is_feasible_is_the_solution():
    s = entropic_svm([[3.0, 5.0], [4.0, 2.0]], [1, 1])
    assert s.v.tolist() == [0.5, 0.5] and s.alpha.tolist() == [0, 0]
    assert s.primal == s.dual == -1


@example(kind="near", n=1, d=19, seed=19, prior="tiny")  # both values of the game are rounded, by 1e-17 R
# margins of 1e-5 R, where multipliers are so large that their exponents are rounded
@example(kind="near", n=14, d=15, seed=645445395, prior="tiny")
@example(kind="near", n=29, d=16, seed=125895846, prior="tiny")
@example(kind="near", n=21, d=22, seed=4, prior="tiny")  # SciPy's solver fails here in other units
@example(kind="duplicates", n=20, d=20, seed=20, prior="spread")  # the last steps rise by 1e-13
@given(kind=st.sampled_from(KINDS), prior=st.sampled_from([None, "spread", "tiny", "large"]), **SHAPES)
def test_certificate(kind, n, d, seed, prior):
    rng = np.random.default_rng(seed)
    A = made_for(rng.dirichlet(np.ones(d)), kind, n, rng)
    X, y = labelled(A, rng)
    w0 = None if prior is None else rng.uniform(0.1, 2, d) * {"spread": 1, "tiny": 1e-6, "large": 1e3}[prior]
    best = mb.l1_margin(X, y, signed=False)
    if best.value > 1e-12 * np.abs(A).max():
        s = entropic_svm(X, y, w0)
        check(A, s, w0)
        if s.margin > 1e-3 * np.abs(A).max():
            form = (1 / A.shape[1] if w0 is None else w0) * np.exp(s.alpha @ A)
            assert s.v == pytest.approx(form, rel=1e-7, abs=0)
            assert A[s.support] @ s.v == pytest.approx(1, rel=1e-7)
        assert_game(A, s.v, best.q)
    else:
        with pytest.raises(NotSeparable, match=r"no nonnegative weights .* double\(X\)") as caught:
            entropic_svm(X, y, w0)
        assert (caught.value.witness @ A).max() <= 1e-8 * np.abs(A).max()


def test_a_small_prior_leads_to_the_sparse_svm():
    rng = np.random.default_rng(0)
    A = made_for(rng.dirichlet(np.ones(6)), "gaussian", 20, rng)
    sparse = mb.sparse_svm(A, np.ones(20), signed=False)
    norms = [entropic_svm(A, np.ones(20), prior=np.full(6, c)).v.sum() for c in (1, 1e-2, 1e-4, 1e-8, 1e-32)]
    assert all(a >= b for a, b in pairwise(norms))
    assert norms[-1] == pytest.approx(sparse.primal, rel=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_a_tiny_margin_beside_a_large_one(seed):
    """Scores of support vectors are corrected; a vector far off has none to correct, nor a feature that only harms."""
    rng = np.random.default_rng(seed)
    A = made_for(rng.dirichlet(np.ones(15)), "near", 14, rng)
    A = np.vstack([np.c_[A, np.full(len(A), -0.01)], np.ones(16)])
    s = entropic_svm(A, np.ones(len(A)))
    check(A, s)
    assert s.v[-1] == s.alpha[-1] == 0


@pytest.mark.parametrize("small", [1e-1, 1e-3, 1e-5, 1e-10])
@pytest.mark.parametrize("A", [[[-0.5, 1]], [[1, 1], [-1, 1]], [[1, -1], [-1, 2]]])
def test_an_uneven_prior(A, small):
    """If an exponential has to grow so much, its linear model leads much too far."""
    check(A, entropic_svm(A, np.ones(len(A)), [1, small]), np.array([1, small]))


@pytest.mark.parametrize("prior", [1e-18, 1e-100])
def test_one_example_at_a_tiny_prior(prior):
    """v = prior exp(alpha) = 1, which a rounded 1 + prior equals."""
    s = entropic_svm([[1.0]], [1], prior=[prior])
    check([[1.0]], s, np.array([prior]))
    assert s.v == pytest.approx([1]) and s.alpha == pytest.approx([-np.log(prior)])


def test_units_do_not_matter():
    A = np.array([[2.0, -1, 1], [1, 1, -1]])
    s = entropic_svm(A, [1, 1])
    for c in (1e-3, 7.0, 1e50):
        t = entropic_svm(c * A, [1, 1], prior=np.full(3, 1 / 3 / c))
        assert t.v * c == pytest.approx(s.v, rel=1e-9) and t.alpha * c == pytest.approx(s.alpha, rel=1e-6)


@pytest.mark.parametrize(
    ("prior", "match"),
    [
        ([1, 0], r"prior\[1\] is 0: it must be a finite number greater than 0"),
        ([-1, 1], r"prior\[0\] is -1"),
        ([1], r"prior has shape \(1,\)"),
        ([1, np.nan], "must be a finite number"),
    ],
)
def test_bad_priors(prior, match):
    with pytest.raises(MistakeBoundError, match=match):
        entropic_svm([[1, 2]], [1], prior)


SMALL = np.array([[2.0, 1, 0], [0, 1, 3], [1, -1, 2], [2, 2, -1]])


@pytest.mark.parametrize("fault", ["endless", "nothing"])
def test_a_solver_that_gives_up_is_not_believed(fault, monkeypatch):
    def nnls(E, f):
        if fault == "endless":
            raise RuntimeError("Maximum number of iterations reached.")
        return np.zeros(E.shape[1]), 1.0

    monkeypatch.setattr("scipy.optimize.nnls", nnls)
    reason = {"endless": "Maximum number", "nothing": "the optimum is between"}[fault]
    with pytest.raises(MistakeBoundError, match=rf"the solver failed \({reason}") as caught:
        entropic_svm(SMALL, np.ones(4))
    assert not isinstance(caught.value, NotSeparable)


def test_a_solver_that_gives_up_leaves_two_bounds(monkeypatch):
    """The message gives both bounds in the units of the data; without a feasible solution there is no upper bound."""
    s = entropic_svm(SMALL, np.ones(4))
    monkeypatch.setattr("scipy.optimize.nnls", lambda E, f: (np.zeros(E.shape[1]), 1.0))

    def bounds(A, prior):
        with pytest.raises(MistakeBoundError, match="the solver failed") as caught:
            entropic_svm(A, np.ones(len(A)), prior)
        return [float(bound) for bound in re.search(r"between (\S+) and (\S+)\)", str(caught.value)).groups()]

    lower, upper = bounds(SMALL, np.full(3, 1 / 3))
    assert lower < s.dual <= s.primal < upper < np.inf
    assert bounds(SMALL * 8, np.full(3, 1 / 24)) == pytest.approx([lower / 8, upper / 8])
    assert bounds([[1, -1], [1, 1]], [9, 9]) == [-18, np.inf]
