"""Hostile arguments, each with its plain twin: the same numbers in nested lists, float64 or Fractions.

A `welcome` form (a strided array, a column of pandas, int8) must be treated like its twin. Another form may be refused;
if it is accepted, the answer is the twin's. Arguments without a twin, `NEVER`, must be refused. Numbers are far from
the ends of the floats' range, or outside it, because nothing is promised for products that are too small for a float.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import scipy.sparse as sp
from hypothesis import strategies as st

NEVER = object()


@dataclass(frozen=True, eq=False)
class Given:
    """An argument as passed, its plain twin, and whether its form must be accepted like the twin's."""

    value: Any
    plain: Any
    welcome: bool = False

    def __repr__(self):
        kind = f"{type(self.value).__module__}.{type(self.value).__name__}"
        dtype = f", dtype {self.value.dtype}" if hasattr(self.value, "dtype") else ""
        twin = "no twin" if self.plain is NEVER else "welcome" if self.welcome else "tolerated"
        return f"{kind}({self.value!r}{dtype}; {twin})"


def plain(value) -> Given:
    return Given(value, value, welcome=True)


# --- numbers -----------------------------------------------------------------------------------------------------

WILD = [
    0.0, -0.0, 1.0, -1.0, 0.5, 1e-8, 1e8, 1e-100, 1e75, 1e100, float("inf"), float("-inf"), float("nan"), 2.0**53,
    2.0**53 + 2, 1 / 3, 0.1,
]  # fmt: skip
small = st.integers(-3, 3)
FAMILIES = {
    "small whole": small,
    "large whole": st.sampled_from(
        [0, 1, -1, 127, -128, 255, 2**31, -(2**31), 2**52, 2**53, 2**53 + 1, 2**62, -(2**63)]
    ),
    "mild": st.floats(-4, 4, width=16),
    "one scale": st.sampled_from([0.0, 1.0, -1.0, 2.0, 3.0]),
    "wild": st.sampled_from(WILD),
    "any": st.floats(-1e100, 1e100).filter(lambda v: v == 0 or abs(v) > 1e-100),
}
SCALES = [1e-100, 1e100]


@st.composite
def rows(draw, n, d, only=None):
    """Rows of numbers, of one family."""
    family = only or draw(st.sampled_from(sorted(FAMILIES)))
    table = [[draw(FAMILIES[family]) for _ in range(d)] for _ in range(n)]
    scale = draw(st.sampled_from(SCALES)) if family == "one scale" else None
    return table if scale is None else [[scale * value for value in row] for row in table]


# --- forms of tables ---------------------------------------------------------------------------------------------


class Subclass(np.ndarray):
    """An array of a subclass with other products."""

    def __matmul__(self, other):
        return NotImplemented


def _strided(A):
    wide = np.full((2 * A.shape[0], 3 * A.shape[1]), 7, dtype=A.dtype)
    wide[::2, ::3] = A
    return wide[::2, ::3]


def _backwards(A):
    return A[::-1, ::-1].copy()[::-1, ::-1]


def _read_only(A):
    A = A.copy()
    A.flags.writeable = False
    return A


def _unaligned(A):
    octets = np.zeros(A.nbytes + 1, dtype=np.uint8)
    view = octets[1:].view(A.dtype) if A.nbytes % A.itemsize == 0 else A
    return _filled(view.reshape(A.shape), A)


def _filled(into, A):
    into[...] = A
    return into


ARRAY_FORMS: dict[str, Callable] = {
    "array": lambda A: A,
    "list": lambda A: A.tolist(),
    "tuple": lambda A: tuple(map(tuple, A.tolist())),
    "rows": list,
    "Fortran": np.asfortranarray,
    "strided": _strided,
    "backwards": _backwards,
    "read-only": _read_only,
    "unaligned": _unaligned,
    "other bytes": lambda A: A.astype(A.dtype.newbyteorder("S")),
    "np.matrix": lambda A: A.view(np.matrix),
    "subclass": lambda A: A.copy().view(Subclass),
    "pandas": pd.DataFrame,
    "polars": lambda A: pl.DataFrame({f"c{j}": A[:, j] for j in range(A.shape[1])}),
    "csr": sp.csr_array,
    "csc": sp.csc_matrix,
    "coo": sp.coo_array,
    "broadcast": lambda A: np.broadcast_to(A, A.shape),
}
WHOLE_DTYPES = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32]
FLOAT_DTYPES = [np.float64, np.float32, np.float16]
ODD_DTYPES = [
    np.longdouble, np.complex128, np.uint64, np.bool_, np.dtype("U8"), np.dtype("S8"), np.dtype("M8[s]"),
    np.dtype("m8[s]"), object,
]  # fmt: skip
GARBAGE = [
    None, "abc", b"abc", 1, 1.0, 1j, {}, {"a": 1}, set(), [], [[]], [[1], [2, 3]], [1, 2], [[[1.0]]], object(),
    range(3), np.empty((0, 2)), np.empty((2, 0)), np.array(1.0), np.zeros((1, 1, 1)), [["a", "b"]], [[None, 1.0]],
    np.ma.array([[1.0, 2.0]], mask=[[True, False]]), np.zeros(2, dtype=[("a", float), ("b", float)]),
    sp.csr_array((2, 0)), sp.coo_array([1.0, 2.0]), [[float("nan"), 1.0]], [[Decimal(1), Decimal(2)]], [[1 + 0j]],
    [[float("inf")]], pd.DataFrame({"a": ["x", "y"]}), pd.DataFrame({"a": pd.array([1, None], dtype="Int64")}),
    pl.DataFrame({"a": [1, None]}), pl.DataFrame({"a": ["x", "y"]}), pd.DataFrame({"a": pd.Categorical(["x", "y"])}),
    pl.DataFrame(), [[{}]], [[[1, 2], 3]], np.float64(3), np.str_("x"), memoryview(b"abc"), type, len,
]  # fmt: skip


def _fits(table, dtype):
    if np.dtype(dtype).kind in "iu":
        limits = np.iinfo(dtype)
        return all(isinstance(v, int) and limits.min <= v <= limits.max for row in table for v in row)
    return True


@st.composite
def arrays(draw, table):
    """A table as an array of some dtype that holds or rounds it; and its resulting entries, in lists."""
    if all(isinstance(v, int) for row in table for v in row):
        dtype = draw(st.sampled_from([t for t in WHOLE_DTYPES if _fits(table, t)]))
    else:
        dtype = draw(st.sampled_from(FLOAT_DTYPES))
    with np.errstate(over="ignore", under="ignore"):
        A = np.array(table, dtype=dtype)
    return A, np.array(A, dtype=np.int64 if A.dtype.kind in "iu" else np.float64)


@st.composite
def exact(draw, n, d):
    """Exact numbers: Fractions and whole numbers that no float holds."""
    number = st.fractions(-3, 3, max_denominator=6) | st.sampled_from([10**30, 0, 1])
    A = np.empty((n, d), dtype=object)
    for i in range(n):
        for j in range(d):
            A[i, j] = Fraction(draw(number))
    form = draw(st.sampled_from([np.copy, np.asfortranarray, _strided, _read_only, pd.DataFrame, np.ndarray.tolist]))
    return Given(form(A), A, welcome=True)


@st.composite
def odd(draw, table):
    """The same numbers in a dtype that need not be accepted."""
    dtype = draw(st.sampled_from(ODD_DTYPES))
    try:
        with np.errstate(all="ignore"):
            A = np.array(table).astype(dtype)
            twin = A.astype(float) if A.dtype.kind not in "Mmc" else NEVER
    except (ValueError, OverflowError, TypeError):
        return Given("abc", NEVER)
    return Given(A, NEVER if A.dtype.kind in "MmUS" else twin if twin is not NEVER else A.real.copy())


@st.composite
def tables(draw, n, d, only=None, hostile=True):
    """Examples: (n, d) in any form."""
    kind = 9 - draw(st.integers(0, 9)) if hostile else 5
    if kind == 0:
        return Given(draw(st.sampled_from(GARBAGE)), NEVER)
    if kind == 1 and only is None:
        return draw(exact(n, d))
    table = draw(rows(n, d, only))
    if kind == 2:
        return draw(odd(table))
    A, held = draw(arrays(table))
    form = draw(st.sampled_from(sorted(ARRAY_FORMS)))
    if A.dtype == np.float16 and form in ("csr", "csc", "coo"):  # SciPy has none
        form = "array"
    value = ARRAY_FORMS[form](A)
    if form in ("list", "tuple"):
        held = np.array(value)
    return Given(value, held, welcome=True)


# --- labels ------------------------------------------------------------------------------------------------------

LABEL_FORMS: dict[str, Callable] = {
    "list": list,
    "tuple": tuple,
    "int64": lambda y: np.array(y, dtype=np.int64),
    "int8": lambda y: np.array(y, dtype=np.int8),
    "float": lambda y: np.array(y, dtype=float),
    "float16": lambda y: np.array(y, dtype=np.float16),
    "strided": lambda y: np.repeat(np.array(y), 3)[::3],
    "read-only": lambda y: _read_only(np.array(y)),
    "Fractions": lambda y: np.array([Fraction(v) for v in y], dtype=object),
    "pandas": pd.Series,
    "pandas, shuffled index": lambda y: pd.Series(y, index=range(len(y), 0, -1)),
    "polars": pl.Series,
    "other bytes": lambda y: np.array(y, dtype=">i4"),
}
NOT_LABELS: dict[str, Callable] = {
    "0/1": lambda y: [0] + [int(v > 0) for v in y[1:]],
    "Booleans": lambda y: [v > 0 for v in y],
    "strings": lambda y: [str(v) for v in y],
    "column": lambda y: np.array(y)[:, None],
    "too long": lambda y: [*y, 1],
    "too short": lambda y: list(y)[1:],
    "nearly": lambda y: [0.999999, *list(y)[1:]],
    "nan": lambda y: [float("nan"), *list(y)[1:]],
    "inf": lambda y: [float("inf"), *list(y)[1:]],
    "twos": lambda y: [2, *list(y)[1:]],
    "uint8": lambda y: np.array([255] + [1] * (len(y) - 1), dtype=np.uint8),
    "complex": lambda y: np.array(y, dtype=complex),
    "masked": lambda y: np.ma.array(y, mask=[True] + [False] * (len(y) - 1)),
    "masked nowhere": np.ma.array,
    "pandas strings": lambda y: pd.Series([f"class {v}" for v in y]),
    "pandas missing": lambda y: pd.Series(pd.array([None, *list(y)[1:]], dtype="Int64")),
    "polars missing": lambda y: pl.Series([None, *list(y)[1:]], dtype=pl.Int64),
    "dates": lambda y: np.array(y).astype("M8[D]"),
    "None": lambda y: [None] * len(y),
    "sparse": lambda y: sp.csr_array(np.array([y])),
    "generator": lambda y: (v for v in y),
    "dict": lambda y: dict(enumerate(y)),
    "set": lambda y: set(y),
    "ragged": lambda y: [[1], *[[1, -1]] * len(y)],
    "number": lambda y: 1,
    "word": lambda y: "1" * len(y),
}


@st.composite
def labels(draw, n, hostile=True):
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    if hostile and draw(st.integers(0, 5)) == 5:
        name = draw(st.sampled_from(sorted(NOT_LABELS)))
        return Given(NOT_LABELS[name](y), NEVER)
    name = draw(st.sampled_from(sorted(LABEL_FORMS)))
    return Given(LABEL_FORMS[name](y), np.array(y), welcome=True)


# --- vectors -----------------------------------------------------------------------------------------------------


@st.composite
def vectors(draw, d, values=None, hostile=True, none=False):
    """A vector (d,): the comparator of a theorem, a prior, multipliers."""
    kind = 9 - draw(st.integers(0, 9)) if hostile else 5
    if kind == 0:
        wrong = [
            "abc", 1.0, [[1.0] * d], [1.0] * (d + 1), [], ["a"] * d, [None] * d, [1j] * d, {}, object(),
            np.ma.array([1.0] * d, mask=[True] * d), [[1], [1, 2]], np.array([True] * d),
            sp.csr_array(np.ones((1, d))), pd.Series(["x"] * d), pl.Series([None] * d),
        ]  # fmt: skip
        return Given(draw(st.sampled_from(wrong + ([] if none else [None]))), NEVER)
    family = FAMILIES[draw(st.sampled_from(sorted(FAMILIES)))] if values is None else values
    v = [draw(family) for _ in range(d)]
    if kind == 1:
        exact = [Fraction(x) for x in v if x - x == 0]
        if len(exact) == d:
            held = np.empty(d, dtype=object)
            held[:] = exact
            return Given(exact, held, welcome=True)
    if kind == 2:
        with np.errstate(over="ignore", under="ignore"):
            A = np.array(v, dtype=np.float32)
        return Given(A, A.astype(float), welcome=True)
    held = np.array(v)
    forms = [
        list, tuple, np.array, pd.Series, lambda v: pl.Series(np.array(v)), lambda v: _read_only(np.array(v)),
        lambda v: np.repeat(np.array(v), 2)[::2], lambda v: np.array(v)[::-1].copy()[::-1],
    ]  # fmt: skip
    return Given(draw(st.sampled_from(forms))(v), held, welcome=True)


# --- single numbers ----------------------------------------------------------------------------------------------

FORMS = [float, np.float64, np.float32, Fraction]
HOSTILE = [
    0, 0.0, -0.0, -1, -0.5, float("nan"), float("inf"), float("-inf"), 1e308, 1e200, 1e150, 5e-324, 1e-300, 1e-200,
    10**400, -(10**400), Fraction(1, 10**400), Fraction(10**400), np.float32(1e-45), np.float16(6e4), np.int8(127),
    np.uint8(255), np.uint64(2**64 - 1), np.longdouble("1e4000"), True, np.True_,
]  # fmt: skip
NO_NUMBER = [
    "1", "", b"1", [1], (1,), {}, 1j, 1 + 0j, np.array([1.0, 2.0]), np.array([1.0]), np.complex128(1), object(), type,
    Decimal("0.5"), np.datetime64("2020-01-01"), pd.NA, pd.NaT, range(2), len, [[1]], np.array("x"),
]  # fmt: skip


@st.composite
def numbers(draw, usual=(0.125, 0.5, 1, 2), none=False, hostile=True):
    """A parameter that is a number; with `none`, it may be left out."""
    kind = 9 - draw(st.integers(0, 9)) if hostile else 9
    if kind == 0:
        return Given(draw(st.sampled_from(NO_NUMBER + ([] if none else [None]))), NEVER)
    if kind in (1, 2):
        value = draw(st.sampled_from(HOSTILE) | st.floats(allow_nan=False))
        return Given(value, value, welcome=True)
    if none and kind in (3, 4):
        return plain(None)
    value = draw(st.sampled_from(usual))
    form = draw(st.sampled_from(FORMS))
    return Given(form(value), Fraction(value) if form is Fraction else float(value), welcome=True)


HUGE = [2**40, 2**63, 2**64, 10**400]


@st.composite
def wholes(draw, usual=(1, 2, 3), none=False, huge=True, hostile=True):
    """A parameter that is a whole number."""
    kind = 9 - draw(st.integers(0, 9)) if hostile else 9
    if kind == 0:
        wrong = (
            NO_NUMBER + [1.5, 2.0, np.float64(2), Fraction(2), float("nan"), float("inf")] + ([] if none else [None])
        )
        return Given(draw(st.sampled_from(wrong)), NEVER)
    if kind == 1:
        value = draw(st.sampled_from([-1, -(10**400), 0, True, np.int8(-1), *(HUGE if huge else [])]))
        return plain(value)
    if none and kind in (3, 4):
        return plain(None)
    value = draw(st.sampled_from(usual))
    form = draw(st.sampled_from([int, np.int8, np.int64, np.uint8, np.uint64]))
    return Given(form(value) if value >= 0 else value, value, welcome=True)


@st.composite
def choices(draw, *allowed):
    """One of a few words or numbers; anything else must be refused."""
    if draw(st.integers(0, 5)) < 5:
        return plain(draw(st.sampled_from(allowed)))
    wrong = [[], {}, "other", b"all", 7, 0.5, float("nan"), np.array([1, 2]), object(), ["all"], np.array(["all"]), 1j]
    return Given(draw(st.sampled_from(wrong)), NEVER)


OBJECTS = [5, "abc", 1.5, [], {}, object(), type, len, np.zeros(3), [[1, 2]], pd.DataFrame({"a": [1]}), (), b""]


@st.composite
def objects(draw, good, none=False):
    """A parameter that is an object of the package, made by `good` (so that each call has its own), or another."""
    if draw(st.integers(0, 7)) == 7:
        return Given(draw(st.sampled_from(OBJECTS + ([] if none else [None]))), NEVER)
    return Given(good, good, welcome=True)


@st.composite
def zeros_and_ones(draw, n, d):
    """Examples of 0s and 1s, in any form that such tables have."""
    table = np.array([[draw(st.integers(0, 1)) for _ in range(d)] for _ in range(n)])
    A = table.astype(draw(st.sampled_from([np.int8, np.int64, np.uint8, np.float64, np.float32])))
    return Given(ARRAY_FORMS[draw(st.sampled_from(sorted(ARRAY_FORMS)))](A), table.astype(np.int64), welcome=True)
