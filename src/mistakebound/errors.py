"""The errors of the package; each message gives the value, the place and the remedy.

One base class, so that ``except MistakeBoundError`` catches everything this package raises on purpose.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, isfunction, signature
from reprlib import Repr
from typing import Any, Protocol

import numpy as np

__all__ = [
    "BrokenBound",
    "DoesNotApply",
    "ForeignExample",
    "MistakeBoundError",
    "NoCleanPass",
    "NotRealizable",
    "NotRecorded",
    "NotSeparable",
    "Undecided",
]

#: It shortens values in messages to a line or two.
_SHORT = Repr()
_SHORT.maxstring, _SHORT.maxother = 60, 120


def shown(value: Any) -> str:
    """A value for a message, on one line; the middle of a long one is cut."""
    return " ".join(_SHORT.repr(value).split())


class MistakeBoundError(ValueError):
    """Base class of every error this package raises on purpose."""


class NotSeparable(MistakeBoundError):
    """No hyperplane of the kind asked for has a positive margin.

    Attributes
    ----------
    witness : ndarray (n,) or None
        Convex weights `q` on the examples that prove it: ``sum_i q_i y_i x_i`` is (numerically) zero for the
        Euclidean margin, and has no positive entry for the l1 margin.
    """

    def __init__(self, message: str, witness: np.ndarray | None = None) -> None:
        super().__init__(message)
        self.witness = witness


class ForeignExample(MistakeBoundError):
    """An example is outside the domain of the learner or of the concept class.

    Attributes
    ----------
    row : int
        Row of X; in an error of `play`, the round.
    reason : str
    """

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(f"row {row} of X {reason}")
        self.row, self.reason = row, reason


class NotRealizable(MistakeBoundError):
    """No concept of the class explains the labels.

    Attributes
    ----------
    round : int
        The first round whose label leaves no consistent concept.
    """

    def __init__(self, message: str, round: int | None = None) -> None:
        super().__init__(message)
        self.round = round


class NoCleanPass(MistakeBoundError):
    """`play(passes=None)` reached `max_passes` without a pass free of updates.

    Attributes
    ----------
    trace : Trace
        The run so far.
    """

    def __init__(self, message: str, trace: Any = None) -> None:
        super().__init__(message)
        self.trace = trace


class NotRecorded(MistakeBoundError):
    """The trace was asked for something that its `record` setting left out."""


class DoesNotApply(MistakeBoundError):
    """A hypothesis of the theorem fails on this run, so the theorem guarantees nothing."""


class Undecided(MistakeBoundError):
    """Rounding hides whether a hypothesis, a line or the bound is true: whole numbers or fractions decide it."""


class BrokenBound(MistakeBoundError):
    """A line of a proof, or its bound, is false on a run that meets every hypothesis.

    Attributes
    ----------
    line : str
        Name of the first line that breaks.
    round : int or None
        Round at which it breaks.
    """

    def __init__(self, message: str, line: str | None = None, round: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.round = round


#: Names from other libraries that students may type, and our names for them.
ELSEWHERE = {"accuracy": "n_mistakes", "coef_": "weights", "dim": "d", "epochs": "passes", "errors": "n_mistakes",
             "fit": "play", "lr": "eta", "learning_rate": "eta", "max_iter": "max_passes", "n_features": "d",
             "n_samples": "n", "random_state": "seed", "rate": "eta", "run": "play", "train": "play",
             "w": "weights"}  # fmt: skip


def no_attribute(owner: str, name: str, names: Iterable[str]) -> AttributeError:
    """The error for a missing attribute, which suggests similar names."""
    use = ": use mb.play(learner, X, y)." if ELSEWHERE.get(name.casefold()) == "play" else ""
    hint = _similar(name, names) or use
    return AttributeError(f"{owner} has no attribute {name!r}{hint}")


def _similar(name: str, names: Iterable[str]) -> str:
    """A question whether a similar name was meant; empty if none of the names is similar."""
    there = {each.casefold(): each for each in names if not each.startswith("_")}
    word = ELSEWHERE.get(name.casefold(), "")
    near = [word] if word in there else [there[each] for each in get_close_matches(name.casefold(), there)]
    return f": did you mean {' or '.join(near)}?" if near else ""


def _explained(call: Any) -> Any:
    """The same function or `__init__`, which lists its parameters in the error if it is called with others."""

    @wraps(call)
    def explained(*given: Any, **named: Any) -> Any:
        try:
            return call(*given, **named)
        except TypeError:
            takes = signature(call)
            try:
                takes.bind(*given, **named)
            except TypeError as error:
                name = call.__name__ if call.__name__ != "__init__" else type(given[0]).__name__
                names = [each for each in takes.parameters if each != "self"]
                listed = [each + "=..." * (takes.parameters[each].kind is Parameter.KEYWORD_ONLY) for each in names]
                said = f": {str(error).replace(':', '')}"
                if unknown := [each for each in named if each not in names]:
                    said = f" has no parameter {unknown[0]!r}{_similar(unknown[0], names)}"
                raise MistakeBoundError(f"{name}({', '.join(listed)}){said}") from None
            raise

    return explained


def speak_for(module: Any) -> None:
    """Make a module complete its public names only, not its imports, and suggest similar names for a missing one.

    Its classes and functions list their parameters if they are called with others.
    """

    def missing(name: str) -> Any:
        raise no_attribute(f"module {module.__name__!r}", name, module.__all__)

    module.__dir__, module.__getattr__ = module.__all__.copy, missing
    for name in module.__all__:
        part: Any = vars(module)[name]
        init = getattr(part, "__init__", None) if isinstance(part, type) and Protocol not in part.__bases__ else None
        if isfunction(init) and not hasattr(init, "__wrapped__"):
            part.__init__ = _explained(init)
        if isfunction(part):
            home = sys.modules[part.__module__]  # so that there is one function, wherever it is imported from
            if not hasattr(getattr(home, name), "__wrapped__"):
                setattr(home, name, _explained(part))
            setattr(module, name, getattr(home, name))
