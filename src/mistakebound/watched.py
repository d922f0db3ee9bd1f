"""A learner of your own: its possible faults, and the errors that report them.

Legend: X examples (n, d), y labels (n,), x one example (d,), i row.

The package's own learners play as they are. Any other plays inside a `Watched`, which checks each answer.
"""

from __future__ import annotations

import warnings
from inspect import signature
from typing import Any

import numpy as np

from .arrays import block
from .errors import MistakeBoundError
from .protocol import Learner
from .trace import Trace
from .types import Examples

__all__ = ["Watched", "check_methods", "is_foreign"]

# The methods of a learner, and what they are given.
METHODS = {
    "start": ("n_features",),
    "predict": ("state", "X"),
    "wants_update": ("state", "X", "y"),
    "update": ("state", "x", "y"),
}
NEGATIVE = "np.where(scores > 0, 1, -1)"
# Each method is asked about this many rows one at a time, and after that about one row of each block.
ALONE = 256
# A learner that never says -1, but 0 of this many negatives, is likely to mean -1 by 0.
NEGATIVES = 10


def check_methods(learner: Learner) -> None:
    """Check that a learner has the four methods, and that each takes what it will be given."""
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


def is_foreign(learner: Learner) -> bool:
    """Tell whether a learner, or a part of it, is code from outside the package."""
    parts = learner, *(getattr(learner, method) for method in METHODS), *getattr(learner, "__dict__", {}).values()
    modules = (getattr(part, "__module__", None) or __package__ for part in parts)
    return any(module.partition(".")[0] not in (__package__, "fractions", "numpy") for module in modules)


class Watched:
    """A learner written by others: it answers as that learner does, or raises an error that names the fault."""

    def __init__(self, learner: Learner, run: Any) -> None:
        self.learner, self.run, self.name = learner, run, type(learner).__name__
        self.own = _own(learner)
        self.said: dict[str, set[int]] = {"predict": set(), "wants_update": set()}
        self.asked = dict.fromkeys(self.said, 0)
        self.draw = np.random.default_rng(0)

    def start(self, n_features: int) -> Any:
        """Return its first state, if it is one."""
        state = self.answer("start", n_features)
        self.own = _own(self.learner)
        return self.new(state, "start", "return the state before any round")

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """Return its labels for a batch, if they are labels."""
        form = "a label for each row of X, -1 or +1, or 0 for a tie that is a mistake; from scores use " + NEGATIVE
        return self.batch("predict", form, state, X)

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """Return its answer for a block, if it is one for each row."""
        if self.run.conservative:
            return self.predict(state, X) != y
        y = y.astype(X.dtype)  # labels of 8 bits are too short to be computed with
        return self.batch("wants_update", "True or False for each row of X", state, X, y)

    def batch(self, method: str, form: str, state: Any, *rows: Any) -> np.ndarray:
        """Return its answer for a batch, if it answers the same for an example alone: it may look at no other."""
        said, n, flags = np.asarray(self.answer(method, state, *rows)), rows[0].shape[0], method == "wants_update"
        values = set(said.ravel().tolist())
        if said.shape != (n,) or (said.dtype == bool) != flags or not values <= {-1, 0, 1}:
            raise MistakeBoundError(
                f"{self.name}.{method} gave {said!r} for {n} example(s): it must give an array with {form}."
            )
        self.said[method] |= values
        first = range(min(n, max(0, ALONE - self.asked[method])))
        self.asked[method] += n
        for i in first or [int(self.draw.integers(n))]:
            if self.answer(method, state, *(block(each, i, i + 1) for each in rows))[0] != said[i]:
                raise MistakeBoundError(
                    f"{self.name}.{method} gives another answer for the example of round {self.run.n_rounds + i} in a "
                    "batch than alone: an answer may depend only on the state and its own row, so only start and "
                    "update may toss coins. If rounding breaks a tie, treat scores within 1e-12 as 0."
                )
        return said

    def update(self, state: Any, x: np.ndarray, y: int) -> Any:
        """Return its state after an example, if it is not the old one, changed."""
        size, where = _size(state), f"in round {self.run.n_rounds}: the run keeps what it gave, so return a new state"
        try:
            after = self.answer("update", state, x, y)
        except ValueError as error:
            if "read-only" not in str(error):
                raise
            raise MistakeBoundError(
                f"{self.name}.update writes into its state or its example {where}, as in state + y * x."
            ) from None
        if after is state and _size(state) != size:
            raise MistakeBoundError(
                f"{self.name}.update changes its state, a {type(state).__name__}, {where}, as in [*state, (x, y)]."
            )
        return self.new(after, "update", "return the new state")

    def answer(self, method: str, *given: Any) -> Any:
        """Return the answer of a method, if the learner itself stays as it was."""
        try:
            answer = getattr(self.learner, method)(*given)
        except Exception as error:  # such as NumPy's about shapes
            if not isinstance(error, MistakeBoundError):
                error.add_note(f"That was in {self.name}.{method}, from round {self.run.n_rounds} on.")
            raise
        for name, value in self.own.items():
            if getattr(self.learner, name) is not value:
                raise MistakeBoundError(
                    f"{self.name} changes self.{name} as it learns: return it from update as the state, and answer "
                    "from the state that it is given, so that the run can keep every state."
                )
        return answer

    def new(self, state: Any, method: str, remedy: str) -> Any:
        """Return a state, if it is one, and not the learner itself."""
        if state is None or state is self.learner:
            raise MistakeBoundError(
                f"{self.name}.{method} gave {'itself' if state is self.learner else None}: {remedy}; return what it "
                "has learned, such as its weights, because the run keeps every state."
            )
        return state

    def warn(self, trace: Trace) -> None:
        """Warn if it seems to mean -1 by 0: it never said -1, but 0 of negatives that are not 0 themselves."""
        if self.said["predict"] != {0, 1} or trace.y is None or trace.recorded_states is None:
            return
        steps = [trace[round] for round in trace.mistakes[trace.labels(trace.mistakes) == -1][:99].tolist()]
        if sum(self.learner.predict(s.before, s.x[None])[0] == 0 for s in steps if np.any(s.x)) >= NEGATIVES:
            warnings.warn(
                f"{self.name}.predict never gave -1. 0 is a tie, which is a mistake. For a negative return -1, as in "
                + NEGATIVE,
                stacklevel=4,
            )


def _own(learner: Learner) -> dict[str, Any]:
    """The arrays that a learner keeps in itself."""
    return {name: value for name, value in getattr(learner, "__dict__", {}).items() if isinstance(value, np.ndarray)}


def _size(state: Any) -> int | None:
    """The size of a state that can change its size."""
    return len(state) if isinstance(state, (list, dict, set)) else None
