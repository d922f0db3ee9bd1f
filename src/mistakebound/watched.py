"""A learner of your own: its possible faults, and the errors that report them.

Legend: X examples (n, d), y labels (n,), x one example (d,), i row.

The package's own learners play as they are, in blocks. Any other plays inside a `Watched`, which shows it one example
at a time and checks each answer, so that no answer can depend on another example.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from fractions import Fraction
from inspect import signature
from types import BuiltinMethodType, NoneType
from typing import Any

import numpy as np

from .arrays import NUMBERS, block, is_sparse
from .errors import MistakeBoundError
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
        if missing or not hasattr(learner, method):
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
        self.labels: list[int] = []  # the labels of the rows that it is asked about next
        self.compared: set[str] = set()

    def start(self, n_features: int) -> Any:
        """Return the learner's first state, if it is valid."""
        state = self.answer("start", n_features)
        self.own = _own(self.learner)
        return self.new(state, "start", "return the state before any round")

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """Return the learner's labels for a batch."""
        return np.array([*self.alone("predict", state, X)], dtype=np.int8)

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """Return for each row, up to the first update, whether the learner wants one."""
        wanted, self.labels = np.zeros(len(y), dtype=bool), y.tolist()
        answers: Iterator[bool]
        if self.run.conservative:
            answers = (said != label for said, label in zip(self.alone("predict", state, X), self.labels, strict=True))
        else:  # labels of 8 bits would overflow in computations
            answers = self.alone("wants_update", state, X, y.astype(X.dtype))
        for i, wants in enumerate(answers):
            if wants:
                wanted[i] = True
                break
        return wanted

    def alone(self, method: str, state: Any, *rows: Any) -> Iterator[Any]:
        """Yield the answer to each row alone. The first batch is also asked as a whole, as readings do later."""
        n, batch, kinds = rows[0].shape[0], None, (bool,) if method == "wants_update" else (int, float, Fraction)
        if n > 1 and method not in self.compared:
            self.compared.add(method)
            batch = self.checked(self.answer(method, state, *rows), method, n)
        ask, cut = getattr(self.learner, method), block if is_sparse(rows[0]) else lambda each, i, j: each[i:j]
        for i in range(n):
            try:
                said = ask(state, *[cut(each, i, i + 1) for each in rows])
            except Exception as error:
                self.note(error, method, i)
                raise
            value = said.item() if type(said) is np.ndarray and said.shape == (1,) else None
            if type(value) not in kinds or value not in (-1, 0, 1):
                (value,) = self.checked(said, method, 1)
            if batch and batch[i] != value:
                raise MistakeBoundError(
                    f"{self.name}.{method} gives another answer for the example of round {self.run.n_rounds + i} in a "
                    "batch than alone: an answer may depend only on the state and its own row, so only start and "
                    "update may toss coins. If rounding breaks a tie, treat scores within 1e-12 as 0."
                )
            if method == "predict":
                self.said.add(value)
                if value == 0 and -1 in self.labels[i : i + 1]:
                    self.ties += bool(abs(rows[0][[i]]).sum())
            yield value

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
                f"{self.name}.{method} gave {said!r} for {n} example(s): it must give an array with {ANSWERS[method]}."
            )
        return values

    def update(self, state: Any, x: np.ndarray, y: int) -> Any:
        """Return the learner's state after an example, unless it is the old state, changed in place."""
        size, where = _size(state), f"in round {self.run.n_rounds}: the run keeps what it gave, so return a new state"
        try:
            after = self.answer("update", state, x, y)
        except ValueError as error:
            if "read-only" not in str(error):
                raise
            raise MistakeBoundError(
                f"{self.name}.update writes into its state or its example {where}, for example state + y * x."
            ) from None
        if after is state and _size(state) != size:
            raise MistakeBoundError(
                f"{self.name}.update changes its state, a {type(state).__name__}, {where}, for example "
                "[*state, (x, y)]."
            )
        return self.new(after, "update", "return the new state")

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

    def note(self, error: Exception, method: str, i: int = 0) -> None:
        """Add the place to an error raised by the learner, such as NumPy's about shapes."""
        if not isinstance(error, MistakeBoundError):
            error.add_note(f"That was in {self.name}.{method}, from round {self.run.n_rounds + i} on.")

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
