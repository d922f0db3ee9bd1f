"""Accepted input comes out unchanged; refused input is named, with value, place and remedy."""

import math
from enum import IntEnum
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mistakebound.arrays import as_float, frobenius, rounded
from mistakebound.checks import (
    check_entries,
    check_number,
    check_positive,
    check_share,
    check_vector,
    check_whole,
    check_X,
    check_y,
)
from mistakebound.errors import MistakeBoundError

# --- examples -----------------------------------------------------------------------------------------------------

GOOD = {
    np.float64: [np.zeros((2, 3)), sp.csr_array((2, 3))],
    np.int64: [np.zeros((2, 3), np.int64)],
    np.object_: [np.array([[Fraction(1, 2)]])],
}
CONVERTED = {
    np.float64: [np.ones((2, 3), np.float32), np.ones((2, 3), np.float16), np.ones((2, 3), ">f8")],
    np.int64: [np.ones((2, 3), np.int8), np.ones((2, 3), np.uint32), sp.csr_array(np.ones((2, 3), np.int8))],
}


@pytest.mark.parametrize(("dtype", "X"), [(dtype, X) for dtype, tables in GOOD.items() for X in tables])
def test_good_examples_pass_as_they_are(dtype, X):
    assert check_X(X) is X if sp.issparse(X) else np.shares_memory(check_X(X), X)


@pytest.mark.parametrize(("dtype", "X"), [(dtype, X) for dtype, tables in CONVERTED.items() for X in tables])
def test_other_numbers_are_converted(dtype, X):
    assert check_X(X).dtype == dtype and check_X(X).sum() == 6


def test_rows_are_put_in_order():
    assert check_X(np.asfortranarray(np.eye(3))).flags.c_contiguous
    assert type(check_X(sp.csr_matrix([[1, 2]]).todense())) is np.ndarray  # a matrix multiplies as a matrix


def test_sparse_examples_become_csr():
    X = sp.csr_array(np.eye(3))
    assert check_X(X) is X
    assert check_X(sp.csc_matrix(np.eye(3))).format == "csr"
    assert check_X(sp.coo_array(np.eye(3))).format == "csr"


def test_csr_with_repeated_or_unsorted_entries_is_put_in_order_in_a_copy():
    X = sp.csr_array((np.array([0.1, 0.2, 5.0]), np.array([2, 2, 0]), np.array([0, 3])), shape=(1, 3))
    clean = check_X(X)
    assert clean.indices.tolist() == [0, 2]
    assert clean.data.tolist() == [5.0, 0.1 + 0.2]
    assert X.indices.tolist() == [2, 2, 0]


BAD_EXAMPLES = {
    "vector": (
        [1, 2],
        r"X has shape \(2,\): it must be two-dimensional \(examples x features\); "
        r"one example is a row: use X.reshape\(1, -1\)",
    ),
    "number": (1, r"X has shape \(\)"),
    "sparse vector": (sp.coo_array([1, 2]), r"X has shape \(2,\)"),
    "ragged": ([[1], [2, 3]], "equally long rows"),
    "no rows": (np.empty((0, 2)), r"shape \(0, 2\): it needs at least one example"),
    "no columns": (sp.csr_array((2, 0)), r"shape \(2, 0\): it needs at least one example and one feature"),
    "bool": ([[True]], r"dtype bool: .*convert Booleans with X.astype\(int\)"),
    "complex": ([[1j]], "dtype complex128"),
    "string": ([["1"]], "dtype <U1"),
    "uint64": (np.array([[1]], np.uint64), "dtype uint64: .*numbers that fit float64 or int64"),
    "long floats": (np.array([[1]], np.longdouble), "dtype float128: .*numbers that fit float64 or int64"),
    "dates": (np.array([["2020-01-01"]], "M8[D]"), "dtype datetime64"),
    "masked": (np.ma.array([[1.0, 2.0]], mask=[[True, False]]), r"X is a masked array: .*X.filled\(value\)"),
    "masked nowhere": (np.ma.array([[1.0, 2.0]]), r"X is a masked array: .*X.filled\(value\)"),
    "a generator": ((x for x in [[1, 2]]), r"X can be read only once: pass a list, list\(X\)"),
    "large whole numbers": ([[2**31]], r"entry of size 2147483648, .* use .*, or X.astype\(object\) for"),
    "the least whole number": ([[-(2**63)]], r"entry of size 9223372036854775808"),
}


@pytest.mark.parametrize(("X", "match"), BAD_EXAMPLES.values(), ids=BAD_EXAMPLES)
def test_bad_examples(X, match):
    with pytest.raises(MistakeBoundError, match=match):
        check_X(X)


# --- their values -------------------------------------------------------------------------------------------------


@given(arrays(float, (4, 3), elements=st.floats(-1e150, 1e150).map(lambda v: v if abs(v) > 1e-150 else 0.0)))
def test_the_bound_holds_for_every_row(X):
    for dress in (X, sp.csr_array(X), np.asfortranarray(X)):
        assert all(math.hypot(*x) <= frobenius(dress) * (1 + 1e-12) for x in X.tolist())
        assert frobenius(dress) <= math.hypot(*X.ravel().tolist()) * (1 + 1e-12)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e155, -1e300])
@pytest.mark.parametrize(("i", "j"), [(0, 0), (1, 2), (3, 1)])
def test_the_first_bad_value_is_named(value, i, j):
    X = np.ones((4, 3))
    X[i, j] = value
    X[3, 2] = math.nan
    remedy = "below 1e\\+150: rescale X" if math.isfinite(value) else "finite: drop or impute the row"
    for dress in (np.asarray, np.asfortranarray, sp.csr_array, lambda X: X[:, ::-1].copy()[:, ::-1]):
        match = f"row {100 + i} of X has {value} in column {j}".replace("+", "\\+") + f": features must be {remedy}"
        with pytest.raises(MistakeBoundError, match=match):
            check_entries(dress(X), start=100)


def test_exact_entries():
    check_entries(np.array([[Fraction(1, 3), 10**400]], dtype=object))
    for wrong in (0.5, "a", None, 1j, np.int64(1)):
        with pytest.raises(MistakeBoundError, match="not exact numbers: fill it with int or fractions"):
            check_entries(np.array([[1, wrong]], dtype=object))


# --- labels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("y", [[1, -1], [1.0, -1.0], np.array([1, -1], np.int8), np.array([Fraction(1), -1], object)])
def test_good_labels(y):
    assert check_y(y, 2).tolist() == [1, -1]


BAD_LABELS = {
    "0/1": ([1, 0], "label 0 at round 11: labels must be -1 or \\+1; use 2 \\* y - 1"),
    "1/2": ([1, 2], "label 2 at round 11: labels must be -1 or \\+1; use np.where\\(y == positive, 1, -1\\)"),
    "float": ([0.5, 1], "label 0.5 at round 10"),
    "nan": ([1, math.nan], "label nan at round 11"),
    "unsigned": (np.array([1, 255], np.uint8), "label 255 at round 11"),
    "Boolean": ([True, False], "label True at round 10: .* use np.where"),
    "strings": (["+", "-"], "label '\\+' at round 10: .* use np.where"),
    "masked": (np.ma.array([1, 7], mask=[False, True]), r"y is a masked array: .* y\.filled\(value\)"),
    "objects": (np.array(["+", 1], object), "label '\\+' at round 10"),
    "unhashable": (np.array([{}, 1], object), "label {} at round 10"),
    "matrix": ([[1, 1]], r"y has shape \(1, 2\): it must be one-dimensional; use np.ravel\(y\)"),
    "ragged": ([[1], [1, -1]], "y is not a sequence of labels: "),
    "too many": ([1, 1, 1], "X has 2 examples but y has 3 labels: give one label for each row"),
}


@pytest.mark.parametrize(("y", "match"), BAD_LABELS.values(), ids=BAD_LABELS)
def test_bad_labels(y, match):
    with pytest.raises(MistakeBoundError, match=match):
        check_y(y, 2, start=10)


# --- comparators and parameters -----------------------------------------------------------------------------------


BAD_VECTORS = {
    "too short": ([1], r"v has shape \(1,\): it needs shape \(2,\), one entry for each feature"),
    "a matrix": ([[1, 2]], r"v has shape \(1, 2\)"),
    "zero": ([0, 0], "v is the zero vector: it needs an entry that is not 0"),
    "nan": ([1, math.nan], r"v\[1\] is .*nan.*: it must be a finite number"),
    "infinity": ([1, math.inf], r"v\[1\] is .*inf.*: it must be a finite number"),
    "nan among objects": (np.array([Fraction(1, 2), math.nan], dtype=object), r"v\[1\] is nan: it must be a finite"),
    "no number": ([None, 1], r"v\[0\] is None: it must be a finite number"),
    "Booleans": ([True, True], "v has dtype bool"),
    "strings": (["a", "b"], "v has dtype"),
    "ragged": ([[1], [1, 2]], "v is not a vector: "),
    "masked": (np.ma.array([1.0, 2.0], mask=[True, False]), r"v is a masked array: .* v\.filled\(value\)"),
    "too large": ([1.0, -1e200], r"size of v's largest entry is 1e\+200: .* from 1e-150 to 1e\+150"),
    "too large, exact": ([Fraction(1), -(10**400)], r"largest entry is 10+.*: .* to 1e\+150"),
    "too small, exact": ([Fraction(1, 10**400), 0], r"largest entry is Fraction.*: .* from 1e-150"),
    "too small": ([0.0, 1e-200], r"largest entry is 1e-200: .* from 1e-150"),
    "uint64": (np.array([1, 2], np.uint64), "v has dtype uint64"),
}


@pytest.mark.parametrize(("v", "match"), BAD_VECTORS.values(), ids=BAD_VECTORS)
def test_bad_vectors(v, match):
    with pytest.raises(MistakeBoundError, match=match):
        check_vector(v, 2, name="v")


@pytest.mark.parametrize("value", [10**400, Fraction(1, 10**400), 1e151, 5e-324], ids=str)
def test_positive_numbers_whose_square_is_none_in_floats(value):
    with pytest.raises(MistakeBoundError, match=r"rate is .*: it must be .* from 1e-150 to 1e\+150"):
        check_positive(value, "rate")


def test_a_vector_is_computed_with_in_float64():
    """In float32 the square of 1e30 overflows."""
    assert check_vector(np.array([1e30, 1], np.float32), 2).dtype == np.float64
    assert check_vector(np.array([127, 1], np.int8), 2).dtype == np.int64


@pytest.mark.parametrize("value", ["1", None, math.nan, -math.inf, 10**400, [1], 1j, True])
def test_bad_numbers(value):
    with pytest.raises(MistakeBoundError, match=r"s is .*: it must be a finite number"):
        check_number(value, "s")


@pytest.mark.parametrize("value", ["1", None, 0, 1, math.nan, 1e-320, Fraction(1, 10**400), [0.5], np.longdouble(0.5)])
def test_bad_shares(value):
    with pytest.raises(MistakeBoundError, match=r"delta is .*: it must be a number between 0 and 1, both excluded"):
        check_share(value, "delta")


def test_exact_numbers_as_floats():
    assert rounded(np.array([[Fraction(1, 3), 2]], dtype=object)).tolist() == [[1 / 3, 2.0]]
    assert rounded(whole := np.array([[1]])) is whole
    with pytest.raises(MistakeBoundError, match="an exact number that is too large for a float: rescale X"):
        rounded(np.array([[1, 10**400]], dtype=object))
    assert [as_float(value) for value in (Fraction(1, 2), 10**400, -(10**400))] == [0.5, math.inf, -math.inf]


def test_whole_numbers():
    assert check_whole(np.int64(3), "passes") == 3
    assert type(check_whole(np.uint8(3), "n")) is int
    for value in (2**63, 10**400):
        with pytest.raises(MistakeBoundError, match=r"n is .*: it must be at most 9223372036854775807"):
            check_whole(value, "n")
    for value in (0, -1, 1.0, 0.5, "1", None, True, np.array(1), np.timedelta64(1), IntEnum("Days", "ONE").ONE):
        with pytest.raises(MistakeBoundError, match=r"passes is .*: it must be a whole number of at least 1"):
            check_whole(value, "passes")
