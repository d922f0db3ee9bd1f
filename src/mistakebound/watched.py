"""A learner of your own: its possible faults, and the errors that report them.

Legend: X examples (n, d), y labels (n,), x one example (d,), i row.

The package's own learners play as they are, in blocks. Any other plays inside a `Watched`, which shows it one example
at a time and checks each answer, so that no answer can depend on another example.
"""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from inspect import signature
from types import BuiltinMethodType, NoneType
from typing import Any

import numpy as np

from .arrays import NUMBERS, block, singly
from .errors import MistakeBoundError, shown
from .protocol import Learner
from .types import Examples

__all__ = ["Watched", "check_methods", "is_foreign"]

# The methods of a learner, and their arguments.
METHODS = {
    "start": ("n_features",),
    "predict": ("state", "X"),
    "wants_update": ("state", "X", "y"),
    "update": ("state", "x", "y"),
}
NEGATIVE = "np.where(scores > 0, 1, -1)"
ANSWERS = {
    "predict": "a label for each row of X, -1 or +1, or 0 for a tie that is a mistake; from scores use " + NEGATIVE,
    "wants_update": "True or False for each row of X",
}
# The types of an answer about one example, and how many examples are shown in a batch before each is shown alone.
KINDS = {"predict": (int, float, Fraction), "wants_update": (bool,)}
COMPARED = 16
# Types that neither are code nor hold code that is called.
PLAIN = {NoneType, bool, str, dict, np.ndarray, *NUMBERS}
# A learner that never says -1, but says 0 of this many negatives, probably means -1 by 0.
NEGATIVES = 10


def check_methods(learner: Learner) -> None:
    """Check that a learner has the four methods, and that each takes its arguments."""
    if hasattr(learner, "shape") or isinstance(learner, (list, tuple)):
        raise MistakeBoundError("the learner is an array: it comes first, as in play(learner, X, y).")
    if isinstance(learner, type):
        raise MistakeBoundError(
            f"learner is the class {learner.__name__}: make an instance, as in {learner.__name__}()."
        )
    name = type(learner).__name__
    for method, given in METHODS.items():
        missing = method != "wants_update" and getattr(type(learner), method, None) is getattr(Learner, method)
        if missing or not callable(getattr(learner, method, None)):
            raise MistakeBoundError(f"{name} has no method {method}: a learner has {', '.join(METHODS)}.")
        takes = signature(getattr(learner, method))
        names = [*takes.parameters]
        try:
            takes.bind(*given)
            if any(name in names and names.index(name) != place for place, name in enumerate(given)):
                raise TypeError("exchanged")
        except TypeError:
            raise MistakeBoundError(
                f"{name}.{method} takes {takes}: it is called as {method}({', '.join(given)})."
            ) from None


def is_foreign(part: Any) -> bool:
    """Tell whether the class of a learner, or of any of its parts, is not the package's own, whatever its name."""
    kind = type(part)
    if kind in PLAIN:
        return False
    if kind in (tuple, list):
        return any(map(is_foreign, part))
    if kind is BuiltinMethodType:
        return is_foreign(part.__self__)
    home = sys.modules.get(kind.__module__)
    own = kind.__module__.startswith(f"{__package__}.") and getattr(home, kind.__name__, None) is kind
    return not own or any(map(is_foreign, vars(part).values()))


class Watched:
    """A learner written by others: `Watched` answers as it does, or raises an error that names the fault."""

    def __init__(self, learner: Learner, run: Any) -> None:
        self.learner, self.run, self.name = learner, run, type(learner).__name__
        self.own = _own(learner)
        self.said: set[int] = set()
        self.ties = 0  # at the label -1 and an example other than 0
        self.compared = False

    def start(self, n_features: int) -> Any:
        """Return the learner's first state, if it is valid."""
        state = self.answer("start", n_features)
        self.own = _own(self.learner)
        return self.new(state, "start", "return the state before any round")

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """Return the learner's label for each row of a batch alone."""
        return np.array([self.ask("predict", state, x) for x in singly(X)], dtype=np.int8)

    def missed(self, said: Any, x: Examples, y: int) -> None:
        """Count a mistake if it may be a 0 that means -1."""
        if said == 0 > y and self.ties < NEGATIVES:
            self.ties += bool(abs(x).sum())

    def ask(self, method: str, state: Any, *row: Any) -> Any:
        """Return the learner's answer about an example, shown alone."""
        try:
            said = getattr(self.learner, method)(state, *row)
        except Exception as error:
            self.note(error, method)
            raise
        values = said.tolist() if type(said) is np.ndarray else said
        value = values[0] if type(values) is list and len(values) == 1 else None
        if type(value) in KINDS[method] and value in {-1, 0, 1}:
            return value
        return self.checked(said, method, 1)[0]

    def compare(self, state: Any, X: Examples, y: np.ndarray) -> None:
        """Check that the learner answers a batch, as readings show it, as it answers each of its examples alone."""
        X, y, self.compared = block(X, 0, COMPARED), y[:COMPARED], True
        asked: list[tuple[str, list[Any]]] = [("wants_update", [X, y]), ("predict", [X])]
        for method, given in asked[self.run.conservative :]:
            batch = self.checked(self.answer(method, state, *given), method, X.shape[0])
            for i, (said, *row) in enumerate(zip(batch, *map(singly, given), strict=True)):
                if self.ask(method, state, *row) != said:
                    raise MistakeBoundError(
                        f"{self.name}.{method} gives another answer for the example of round {self.run.n_rounds + i} "
                        "in a batch than alone: an answer may depend only on the state and its own row, so only start "
                        "and update may toss coins. If rounding breaks a tie, treat scores within 1e-12 as 0."
                    )

    def checked(self, said: Any, method: str, n: int) -> list[Any]:
        """Return the learner's answers to a batch as a list, if each is valid."""
        array = np.asarray(said)
        values: list[Any] = array.tolist()
        if (
            array.shape != (n,)
            or (array.dtype == bool) != (method == "wants_update")
            or not all(type(value) in PLAIN and value in (-1, 0, 1) for value in values)
        ):
            raise MistakeBoundError(
                f"{self.name}.{method} gave {shown(said)} for {n} example(s): it must give an array with "
                f"{ANSWERS[method]}."
            )
        return values

    def update(self, state: Any, x: np.ndarray, y: int) -> Any:
        """Return the learner's state after an example, unless it is the old state, changed in place."""
        size = _size(state)
        try:
            after = self.answer("update", state, x, y)
        except ValueError as error:
            if "read-only" not in str(error):
                raise
            raise self.changed("writes into its state or its example", "state + y * x") from None
        if after is state and _size(state) != size:
            raise self.changed(f"changes its state, a {type(state).__name__},", "[*state, (x, y)]")
        return self.new(after, "update", "return the new state")

    def changed(self, how: str, instead: str) -> MistakeBoundError:
        """The error for a learner that changes what the run keeps."""
        return MistakeBoundError(
            f"{self.name}.update {how} in round {self.run.n_rounds}: the run keeps what it gave, so return a new "
            f"state, for example {instead}."
        )

    def answer(self, method: str, *given: Any) -> Any:
        """Return the answer of a method, if it leaves the learner itself unchanged."""
        try:
            answer = getattr(self.learner, method)(*given)
        except Exception as error:
            self.note(error, method)
            raise
        for name, value in self.own.items():
            if getattr(self.learner, name) is not value:
                raise MistakeBoundError(
                    f"{self.name} changes self.{name} as it learns: return it from update as the state, and answer "
                    "from the state that it is given, so that the run can keep every state."
                )
        return answer

    def note(self, error: Exception, method: str) -> None:
        """Add the place to an error raised by the learner, such as NumPy's about shapes."""
        if not isinstance(error, MistakeBoundError):
            error.add_note(f"That was in {self.name}.{method}, from round {self.run.n_rounds} on.")

    def new(self, state: Any, method: str, remedy: str) -> Any:
        """Return a state, if it is valid and not the learner itself."""
        if state is None or state is self.learner:
            raise MistakeBoundError(
                f"{self.name}.{method} gave {'itself' if state is self.learner else None}: {remedy}; return what it "
                "has learned, such as its weights, because the run keeps every state."
            )
        return state

    def warn(self) -> None:
        """Warn if the learner seems to mean -1 by 0: it never said -1, but said 0 of negatives other than 0."""
        if self.said == {0, 1} and self.ties >= NEGATIVES:
            warnings.warn(
                f"{self.name}.predict never gave -1. 0 is a tie, which is a mistake. For a negative return -1, as in "
                + NEGATIVE,
                stacklevel=4,
            )


def _own(learner: Learner) -> dict[str, Any]:
    """The arrays that a learner stores in itself."""
    return {name: value for name, value in getattr(learner, "__dict__", {}).items() if isinstance(value, np.ndarray)}


def _size(state: Any) -> int | None:
    """The size of a state that can change its size."""
    return len(state) if isinstance(state, (list, dict, set)) else None
