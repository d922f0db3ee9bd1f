"""The public face is fed hostile arguments for a few seconds; `make fuzz` goes on for as long as asked."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import strategies as st

from mistakebound import MistakeBoundError
from mistakebound.checks import check_X, check_y
from tests.fuzz.feed import feed
from tests.fuzz.given import Given, labels, numbers, tables
from tests.fuzz.judge import Target
from tests.fuzz.targets import TARGETS

EXAMPLES = 6  # of each target: `make test` has little time


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_only_refusals_and_right_answers(target):
    feed(target, Counter(), Counter(), examples=EXAMPLES, seed=0)


# --- a fuzzer that cannot fail is none: planted faults, each of which it must find ----------------------------------


def lets_out(X):
    return np.asarray(X, dtype=float).sum()


def warns(X):
    return float((check_X(X).astype(float) ** 2).sum()) if not hasattr(X, "tocsr") else 0.0


def wraps(X):
    X = check_X(X)
    return (X + X).tolist() if isinstance(X, np.ndarray) else None


def writes(X):
    X = check_X(X)
    if isinstance(X, np.ndarray) and X.flags.writeable:
        X[0, 0] = 3
    return X.shape


def takes_zeros(y):
    return np.where(np.asarray(y, dtype=object) == 1, 1, -1)


def refuses_columns(y):
    if type(y).__module__.startswith(("pandas", "polars")):
        raise MistakeBoundError("columns of frames are not wanted here: give an array.")
    return check_y(y)


def takes_nan(rate):
    if rate is None or isinstance(rate, (str, bytes, list, tuple, dict, complex, np.ndarray)) or rate <= 0:
        raise MistakeBoundError(f"rate is {rate!r}: it must be a finite number greater than 0.")
    return float(rate)


def ends_never(rate):
    while True:
        pass


PLANTED = {
    "lets an error out": (lets_out, {"X": tables(2, 2)}, "let out"),
    "warns": (warns, {"X": tables(2, 2, "wild", hostile=False)}, "let out RuntimeWarning"),
    "wraps around": (wraps, {"X": tables(2, 2)}, "for the plain twin"),
    "writes": (writes, {"X": tables(2, 2)}, "changed its argument X"),
    "takes 0/1": (takes_zeros, {"y": labels(2)}, "accepted y"),
    "refuses columns": (refuses_columns, {"y": labels(2)}, "for the plain twin"),
    "takes anything for a number": (takes_nan, {"rate": numbers()}, "let out"),
    "ends never": (ends_never, {"rate": numbers()}, "it takes more than"),
}


@pytest.mark.parametrize(("call", "arguments", "found"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found(call, arguments, found):
    with pytest.raises(AssertionError, match=found):
        feed(Target("planted", call, st.fixed_dictionaries(arguments)), Counter(), Counter(), examples=200, seed=0)


def test_an_answer_is_compared_with_one_worked_out_otherwise():
    def twice(answer, rate):
        assert answer == 2 * rate

    wrong = Target("planted", lambda rate: rate * 3, st.just({"rate": Given(2, 2, welcome=True)}), twice)
    with pytest.raises(AssertionError, match="rate = "):
        feed(wrong, Counter(), Counter(), examples=1, seed=0)
