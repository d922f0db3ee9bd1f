"""The compiled loops find the right row, and are sure only where exact arithmetic is on their side."""

import math
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mistakebound.errors import MistakeBoundError
from mistakebound.learners import compiled
from mistakebound.learners.linear import LARGEST_WEIGHT, Rows

VALUES = [0.0, 1.0, -1.0, 0.1, 0.2, -0.3, 1 / 3, 1e16, -1e16, 1e-8, 1e-200, 1e149]
OUT_OF_RANGE = [math.nan, math.inf, -math.inf, 1e200]


def exact_margins(X, y, w, centre):
    """Margins as rational numbers; None for a row that has an entry out of range."""
    w, centre = [*map(Fraction, w.tolist())], Fraction(centre)
    return [
        int(label) * (sum(map(lambda a, b: Fraction(a) * b, x, w)) - centre)
        if all(abs(a) <= 1e150 for a in x)
        else None
        for x, label in zip(X.tolist(), y.tolist(), strict=True)
    ]


def dressed(X, w):
    """The same question in each of the forms that have a loop of their own: short rows, long ones, CSR."""
    more = compiled.LONG  # zeros
    return (X, w), (np.pad(X, ((0, 0), (0, more))), np.pad(w, (0, more))), (sp.csr_array(X), w)


def right(answer, margins, start, at):
    """Whether an answer may be given: it passes over no row that fails, and where it is sure, that row fails."""
    found, sure = answer
    passed = all(m is not None and m > at for m in margins[start:found])
    if found == len(margins):
        return passed and sure
    return passed and (not sure or (margins[found] is not None and margins[found] < at))


@st.composite
def questions(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, d = draw(st.integers(1, 14)), draw(st.integers(1, 21))
    values = rng.choice(VALUES, size=draw(st.integers(1, 6)))
    X = rng.choice(values, size=(n, d)) if draw(st.booleans()) else rng.normal(size=(n, d))
    w = rng.choice(values, size=d) if draw(st.booleans()) else rng.normal(size=d)
    y = np.where(X @ w > 0, 1.0, -1.0)
    y[rng.random(n) < draw(st.sampled_from([0, 0.1]))] *= -1
    if draw(st.booleans()):
        X[rng.integers(n), rng.integers(d)] = draw(st.sampled_from(OUT_OF_RANGE))
    at, centre = draw(st.sampled_from([0.0, 0.5, 1e16])), draw(st.sampled_from([0.0, 2.5]))
    return X, y, w, draw(st.integers(0, n)), at, centre


@settings(deadline=None, max_examples=400)
@given(questions())
@example((np.array([[1.0]] * 9), np.ones(9), np.array([1.0]), 1, 0.0, 0.0))
@example((np.array([[0.1, 0.2, -0.3]] * 5), np.ones(5), np.ones(3), 0, 0.0, 0.0))
def test_the_loops_against_exact_arithmetic(question):
    X, y, w, start, at, centre = question
    margins = exact_margins(X, y, w, centre)
    for rows, weights in dressed(X, w):
        answer = Rows(rows, y, centre=centre).search(at)(weights, start)
        assert right(answer, margins, start, at)


def test_a_clear_answer_is_sure():
    for n in range(1, 10):
        for k in range(n):
            X = np.ones((n, 3))
            X[k] *= -1
            for rows, w in dressed(X, np.ones(3)):
                search = Rows(rows, np.ones(n)).search(0.0)
                assert search(w, 0) == (k, True) == search(w, k)
                assert search(w, k + 1) == (n, True)


@pytest.mark.parametrize("value", OUT_OF_RANGE)
@pytest.mark.parametrize("k", range(6))
def test_a_row_out_of_range_is_never_passed_nor_sure(value, k):
    X = np.ones((6, 2))
    X[k, 1] = value
    for weights in ([1.0, 1.0], [1.0, 0.0], [-1.0, 0.0]):
        for rows, w in dressed(X, np.array(weights)):
            search, i = Rows(rows, np.full(6, w[0])).search(0.0), 0
            while (found := search(w, i))[0] < k:
                assert not found[1]
                i = found[0] + 1
            assert found == (k, False)


def test_weights_out_of_range_are_never_sure():
    for weights in ([LARGEST_WEIGHT * 2, 0.0], [math.nan, 1.0], [math.inf, 1.0]):
        for rows, w in dressed(np.ones((5, 2)), np.array(weights)):
            assert Rows(rows, np.ones(5)).search(0.0)(w, 2) == (2, False)


def test_longer_weights_and_another_centre_widen_the_slack():
    X, w = np.array([[1.0, 0.0]]), np.array([1e-13, 0.0])
    assert Rows(X, np.ones(1)).search(0.0)(w, 0) == (1, True)
    assert Rows(X, np.ones(1), shortest=1e3).search(0.0)(w, 0) == (0, False)
    assert Rows(X, np.ones(1), allowance=1e15).search(0.0)(w, 0) == (0, False)
    assert Rows(X, np.ones(1), centre=1e3).search(0.0)(w + 1e3, 0) == (0, False)


def test_weights_of_another_width_are_refused():
    """Compiled code would read beyond their end."""
    for dress in (np.ones((5, 3)), sp.csr_array(np.ones((5, 3)))):
        for w in (np.ones(2), np.ones(4), np.ones((3, 1))):
            with pytest.raises(MistakeBoundError, match="X has 3 features but the weights have shape"):
                Rows(dress, np.ones(5)).search(0.0)(w, 0)


@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_indices_of_any_width(kind):
    X = sp.csr_array(np.eye(3))
    X.indices, X.indptr = X.indices.astype(kind), X.indptr.astype(np.int32)
    assert Rows(X, np.array([1.0, 1, -1])).search(0.0)(np.ones(3), 0) == (2, True)


def test_without_a_place_for_files_it_is_compiled_each_time():
    """As where the package and the home are read-only."""
    program = """\
import numba.core.caching
numba.core.caching.CacheImpl._locator_classes = []
import mistakebound as mb
print(mb.play(mb.Perceptron(), [[1, 1], [-1, 1], [2, -1]], [1, -1, 1], passes=None).n_updates)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("2\n", "")


# --- it can fail --------------------------------------------------------------------------------------------------


def fails_somewhere(loop):
    """Whether a loop for arrays gives a wrong answer to one of many questions with ties and large numbers."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        X, w = rng.choice([-0.3, -0.1, 0.1, 0.2, 1e200], size=(9, 6), p=[0.3, 0.3, 0.2, 0.19, 0.01]), np.ones(6)
        y = np.where(X @ w > 0, 1.0, -1.0)
        margins = exact_margins(X, y, w, 0)
        for rows, weights in dressed(X, w)[:2]:
            if not right(loop(rows, y, weights, 2, 0.0, 0.0, 1e-14, 0.0, 1e154), margins, 2, 0):
                return True
    return False


def test_the_compiled_loop_does_not_fail():
    assert not fails_somewhere(compiled.first_dense)


BROKEN = {
    "no allowance for rounding": lambda X, y, w, i, at, centre, _, *rest: (
        compiled.first_dense(X, y, w, i, at, centre, 0.0, *rest)
    ),
    "begins a row late": lambda X, y, w, i, *rest: compiled.first_dense(X, y, w, i + 1, *rest),
    "always sure": lambda *question: (compiled.first_dense(*question)[0], True),
    "the wrong side": lambda X, y, *rest: compiled.first_dense(X, -y, *rest),
    "reads no squares": lambda X, *rest: compiled.first_dense(np.clip(X, -1, 1), *rest),
}


@pytest.mark.parametrize("loop", BROKEN.values(), ids=BROKEN)
def test_a_broken_loop_is_caught(loop):
    assert fails_somewhere(loop)
