"""Inputs that the margins accept and refuse, and their results: the same for all margins."""

import dataclasses
import re
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp

import mistakebound as mb
from mistakebound.errors import MistakeBoundError, NotSeparable

TABLE, LABELS = np.array([[0, 2, 1], [3, 0, 1], [1, 1, 1], [0, 0, 1]]), np.array([1, 1, 1, -1])


@pytest.mark.parametrize("solve", [mb.l2_margin, mb.l1_margin])
@pytest.mark.parametrize(
    "make",
    [
        lambda X: X.tolist(),
        lambda X: X.astype(np.float32),
        lambda X: X.astype(np.uint8),  # y_i x_i must not wrap
        lambda X: np.asfortranarray(X, dtype=float),
        lambda X: np.vectorize(Fraction, otypes=[object])(X),
        sp.csr_matrix,
        sp.csc_array,
        lambda X: np.repeat(X, 2, axis=0)[::2],
    ],
)
@pytest.mark.parametrize("kind", [int, object])
def test_every_kind_of_array_gives_the_same_margin(make, kind, solve):
    m, reference = solve(make(TABLE), LABELS.astype(kind)), solve(TABLE.astype(float), LABELS.astype(float))
    assert (m.value, m.gap) == (reference.value, reference.gap)
    assert np.array_equal(m.w, reference.w) and np.array_equal(m.q, reference.q)


def test_the_data_are_left_alone():
    X, y = TABLE.astype(float), LABELS.astype(float)
    mb.hard_margin_svm(X, y), mb.sparse_svm(X, y), mb.entropic_svm(mb.double(X), y), mb.adaboost(X, y, 5)
    assert np.array_equal(X, TABLE) and np.array_equal(y, LABELS)


def test_weights_may_be_negative_unless_told_otherwise():
    X, y = [[-2.0]], [1]
    assert mb.l1_margin(X, y).w == [-1] and mb.l1_margin(X, y, signed=False).w == [1]
    assert mb.sparse_svm(X, y).v == [-0.5]
    assert mb.multiplicative_weights(X, y, 5).A.tolist() == [[-2, 2]]


BAD = {
    "nan": ([[1.0, np.nan], [0, 1]], [1, 1], "row 0 of X has nan in column 1"),
    "0/1 labels": ([[1.0], [2.0]], [0, 1], "at round 0: labels must be -1 or \\+1"),
    "too few labels": ([[1.0], [2.0]], [1], "2 examples but y has 1"),
    "no examples": (np.empty((0, 3)), [], "at least one example"),
    "beyond float64": (np.array([[10**400, 1]], dtype=object), [1], "too large for a float"),
}
SOLVERS = {
    "l2_margin": mb.l2_margin,
    "hard_margin_svm": mb.hard_margin_svm,
    "l1_margin": mb.l1_margin,
    "sparse_svm": mb.sparse_svm,
    "entropic_svm": mb.entropic_svm,
    "multiplicative_weights": lambda X, y: mb.multiplicative_weights(X, y, 5),
    "adaboost": lambda X, y: mb.adaboost(X, y, 5),
}


@pytest.mark.parametrize("solve", SOLVERS.values(), ids=SOLVERS)
@pytest.mark.parametrize("X, y, match", BAD.values(), ids=BAD)
def test_bad_input(solve, X, y, match):
    with pytest.raises(MistakeBoundError, match=match) as caught:
        solve(X, y)
    assert not isinstance(caught.value, NotSeparable)


def test_results_are_read_only_values():
    m, s = mb.l2_margin(TABLE, LABELS), mb.hard_margin_svm(TABLE, LABELS)
    for array in (m.w, m.q, s.v, s.alpha):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        m.value = 1.0
    assert m != mb.l2_margin(TABLE, LABELS) and len({m, s}) == 2  # compared by identity: arrays have no single ==
    w = np.array([1.0])
    mb.Margin(value=1.0, w=w, q=np.ones(1), gap=0.0)
    w[0] = 2.0  # the caller's array stays writable
    s = mb.SVMSolution(v=np.eye(2)[0], alpha=np.array([0, 2e6, 1e-4, 1]), primal=1.0, dual=1.0 + 1e-16, margin=1.0)
    assert s.gap == 0 and list(s.support) == [1, 3]


def test_reprs_show_no_rounding_noise():
    sizes = "relative gap < 1e-08, 2 of 2 features, 2 of 2 examples)"
    assert repr(mb.l2_margin(np.eye(2), [1, -1])) == f"Margin(value=0.707107, {sizes}"
    assert repr(mb.hard_margin_svm(np.eye(2), [1, -1])) == f"SVMSolution(margin=0.707107, primal=2, {sizes}"
    assert "gap=5.0e-01" in repr(mb.Margin(value=1.0, w=np.ones(1), q=np.ones(1), gap=0.5))
    assert "0 of 2 features, 1 of 1 examples" in repr(mb.Margin(value=0.0, w=np.zeros(2), q=np.ones(1), gap=0.0))


# --- rounding, and refusals ---------------------------------------------------------------------------------------

OF_L1 = {  # with signs the solver sees a margin of 1e-9 R at best
    "sparse_svm": lambda X, y: mb.sparse_svm(X, y, signed=False),
    "entropic_svm": lambda X, y: mb.entropic_svm(X, y, prior=1 / X.max(axis=0)),
}
MARGINS = [(mb.l2_margin, 1), (mb.l2_margin, 3), *((solve, 1) for solve in OF_L1.values())]


@pytest.mark.parametrize("unit", [1.0, 1e100, 1e-100])
@pytest.mark.parametrize(("solve", "d"), MARGINS, ids=["l2_margin", "l2_margin in space", *OF_L1])
def test_a_margin_counts_from_the_rounding_error_of_a_score_on(solve, d, unit):
    """On a line the margin is the least example: above 8 d eps R it is found, however many examples are larger."""
    least = 8 * d * np.finfo(float).eps
    X = np.zeros((30, d))
    X[:, 0] = unit
    X[0, 0] = 1.05 * least * unit
    found = solve(X, np.ones(30))
    margin = found.value if isinstance(found, mb.Margin) else found.margin
    assert margin == pytest.approx(X[0, 0], rel=1e-9)
    X[0, 0] = 0.95 * least * unit
    with pytest.raises(NotSeparable, match="0, to rounding") as caught:
        solve(X, np.ones(30))
    assert caught.value.witness @ X[:, 0] <= 1e-8 * unit


@pytest.mark.parametrize("solve", [mb.l2_margin, mb.sparse_svm, mb.entropic_svm])
def test_nothing_separates_zeros(solve):
    with pytest.raises(NotSeparable, match=r"by more than rounding: .* 0, to rounding"):
        solve(np.zeros((2, 3)), [1, -1])


@pytest.mark.parametrize("solve", [mb.l2_margin, mb.l1_margin])
def test_an_entry_counts_by_its_size(solve):
    """With a large negative entry and a small positive one, squares stay within floats, whatever the units."""
    assert solve([[-1e100, 1e-100]], [-1]).value == pytest.approx(1e100)
    assert solve(np.array([[4], [3]], dtype=np.uint8), [1, 1]).value == pytest.approx(3)


NAMED = [(3, "0, 1, 2, 3"), (4, "0, 1, 2, 3, 4"), (5, "0, 1, 2, 3, 4, ..."), (8, "0, 1, 2, 3, 4, ...")]


@pytest.mark.parametrize(("d", "named"), NAMED)
def test_a_refusal_names_up_to_five_examples(d, named):
    """The examples are the unit vectors and minus their sum: no proper subset has 0 in its convex hull."""
    X = np.vstack([np.eye(d), -np.ones(d)])
    with pytest.raises(NotSeparable, match=rf"on {d + 1} of them \({re.escape(named)}; see .witness\)"):
        mb.l2_margin(X, np.ones(d + 1, int))


@pytest.mark.parametrize(("signed", "remedy"), [(True, ""), (False, "allow signs, with signed=True or on double(X); ")])
def test_a_refusal_offers_signs_to_who_has_none(signed, remedy):
    with pytest.raises(NotSeparable, match=re.escape(f"To separate them: {remedy}fold in a bias")):
        mb.sparse_svm([[1, 0], [-1, 0]], [1, 1], signed=signed)
