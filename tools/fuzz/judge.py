"""The allowed outcomes of a call: refuse its arguments, or give the answer for the plain twin. Nothing else."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from numbers import Number
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import scipy.sparse as sp
from hypothesis.strategies import SearchStrategy

from mistakebound import BrokenBound, Certificate, ConceptClass, Margin, MistakeBoundError, SVMSolution, Trace
from tools.fuzz.given import NEVER, Given

RELATIVE = 1e-9


@dataclass(frozen=True)
class Target:
    """A public callable that is fed.

    Attributes
    ----------
    call : callable
        Of keyword arguments; its answer is compared.
    arguments : strategy
        A dict of `Given`, by name.
    right : callable, optional
        ``right(answer, **plain)`` raises an AssertionError if another way to compute the answer gives a different one.
    """

    name: str
    call: Callable
    arguments: SearchStrategy
    right: Callable | None = None


class Fault(AssertionError):
    """A forbidden outcome of a call."""


def judge(target: Target, given: Mapping[str, Given]) -> bool:
    """Call the target and compare; return whether it accepted. Raises `Fault`."""
    before = {name: picture(argument.value) for name, argument in given.items()}
    answer = _outcome(target, {name: argument.value for name, argument in given.items()})
    for name, argument in given.items():
        if not same(picture(argument.value), before[name]):
            raise Fault(
                f"{target.name} changed its argument {name}: {before[name]} before, {picture(argument.value)} after"
            )
    never = [name for name, argument in given.items() if argument.plain is NEVER]
    if isinstance(answer, MistakeBoundError):
        if never or not all(argument.welcome for argument in given.values()):
            return False
    elif never:
        raise Fault(f"{target.name} accepted {', '.join(never)}, and gave {answer!r}")
    twin = {name: argument.plain for name, argument in given.items()}
    expected = _outcome(target, twin)
    if "the solver failed" in f"{answer} {expected}":  # that depends on the last digits, and so on the order of sums
        return False
    if "exact and floating-point numbers are mixed" in f"{answer} {expected}":  # whichever of the two forms was exact
        return False
    if isinstance(answer, MistakeBoundError) != isinstance(expected, MistakeBoundError):
        raise Fault(f"{target.name} gave {answer!r}, but the plain twin gave {expected!r}")
    if isinstance(answer, MistakeBoundError):
        return False
    if not same(picture(answer), picture(expected)):
        raise Fault(f"{target.name} gave {picture(answer)!r}, but the plain twin gave {picture(expected)!r}")
    if target.right is not None:
        target.right(answer, **twin)
    return True


def _outcome(target, arguments):
    """The answer, or the refusal."""
    try:
        with warnings.catch_warnings(), np.errstate(all="warn", under="ignore"):
            warnings.simplefilter("error")
            return target.call(**arguments)
    except BrokenBound as broken:
        raise Fault(f"{target.name}: a theorem is false: {broken}") from broken
    except MistakeBoundError as refusal:
        if len(str(refusal)) < 20:
            raise Fault(f"{target.name} refuses without saying why: {refusal!r}") from refusal
        return refusal
    except (Fault, KeyboardInterrupt):
        raise
    except Exception as error:
        raise Fault(f"{target.name} raised {type(error).__name__}: {error}") from error


# --- answers as plain values -------------------------------------------------------------------------------------


def picture(value) -> Any:
    """A value as nested tuples of numbers and words, which can be compared."""
    if value is None or isinstance(value, (bool, np.bool_)):
        return None if value is None else int(value)
    if isinstance(value, Trace):
        parts = ("n_rounds", "n_passes", "mistakes", "updates", "final_state", "recorded_states")
        return ("Trace", *(picture(getattr(value, part)) for part in parts))
    if isinstance(value, Certificate):
        claims = value.hypotheses | value.lines
        verdicts = {name: checked.holds for name, checked in claims.items()}
        return ("Certificate", picture(verdicts), picture(value.bound), picture(value.counted))
    if isinstance(value, (Margin, SVMSolution)):  # there may be several best ones: `right` asks each for its proof
        return (type(value).__name__, value.value if isinstance(value, Margin) else value.margin)
    if isinstance(value, ConceptClass):
        return ("ConceptClass", len(value), *((picture(value.table), value.names) if len(value) < 100 else ()))
    if sp.issparse(value):
        return picture(value.toarray())
    if isinstance(value, (pd.DataFrame, pl.DataFrame)):
        return ("frame", tuple((str(column), picture(value[column])) for column in value.columns))
    if isinstance(value, (pd.Series, pl.Series)):
        return ("column", picture(value.to_list()))
    if isinstance(value, np.ma.MaskedArray):
        return ("masked", repr(value))
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "fiub":
            return ("array", value.shape, value.ravel().tolist())
        return ("array", value.shape, tuple(picture(v) for v in value.ravel().tolist()))
    if isinstance(value, np.generic):
        return picture(value.item()) if value.dtype.kind in "fiub" and value.dtype != np.longdouble else repr(value)
    if isinstance(value, (list, tuple)):
        return tuple(picture(v) for v in value)
    if isinstance(value, Mapping):
        return tuple((str(k), picture(v)) for k, v in value.items())
    if is_dataclass(value) and not isinstance(value, type):
        return (
            type(value).__name__,
            *(picture(getattr(value, f.name)) for f in fields(value) if not callable(getattr(value, f.name))),
        )
    if isinstance(value, Number):
        return value
    return value if isinstance(value, (str, bytes)) else type(value).__name__


def same(a, b) -> bool:
    """Whether two pictures are the same, up to rounding."""
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Number) and isinstance(b, Number):
        return a == b or _near(a, b)
    return a == b


def _near(a, b):
    try:
        return bool((a != a and b != b) or math.isclose(a, b, rel_tol=RELATIVE, abs_tol=1e-300))
    except (OverflowError, TypeError):
        return False
