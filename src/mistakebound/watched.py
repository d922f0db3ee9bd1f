"""A learner of somebody's own: what can be wrong with it, and what is then said.

Legend: X examples (n, d), y labels (n,), x one example (d,), i, j, k rows.

A run of the package's own learners is a `Run`; one of any other is watched, each answer as it is given.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from inspect import signature
from typing import Any

import numpy as np

from .arrays import block
from .errors import MistakeBoundError
from .protocol import Learner
from .run import Run
from .types import Examples

__all__ = ["check_methods", "run_of"]

# The methods of a learner, and what they are given.
METHODS = {
    "start": ("n_features",),
    "predict": ("state", "X"),
    "wants_update": ("state", "X", "y"),
    "update": ("state", "x", "y"),
}
# So many rounds are asked one row at a time, and one of each block after.
ALONE = 256
# So many negatives that are ties, and nothing else, are none by chance.
NEGATIVES = 10


def run_of(learner: Learner, state: Any, **keeps: bool) -> Run:
    """A run in the making, watched where the learner, or something that it is made of, is not the package's own."""
    check_methods(learner)
    parts = learner, learner.predict, *getattr(learner, "__dict__", {}).values()
    foreign, conservative = any(map(_is_foreign, parts)), _updates_by_prediction(learner)
    measures = not foreign and getattr(learner, "measures", False)
    return (WatchedRun if foreign else Run)(learner, state, conservative=conservative, measures=measures, **keeps)


def check_methods(learner: Learner) -> None:
    """That a learner has the four methods, and that each takes what it will be given."""
    if hasattr(learner, "shape") or isinstance(learner, (list, tuple)):
        raise MistakeBoundError("the learner is an array: it comes first, as in play(learner, X, y).")
    if isinstance(learner, type):
        raise MistakeBoundError(f"learner is the class {learner.__name__}: make one, as in {learner.__name__}().")
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


def _is_foreign(part: Any) -> bool:
    """Whether a learner, or what it is made of, is code of others: the package's own looks at one row at a time."""
    module = getattr(part, "__module__", None)
    return module is not None and module.partition(".")[0] not in (__package__, "fractions", "numpy")


def _updates_by_prediction(learner: Learner) -> bool:
    """Whether updates are mistakes by construction: such a learner is asked once, any other for its predictions, too.

    What a learner of others says of itself does not count.
    """
    method = learner.wants_update
    if getattr(method, "__self__", None) is not learner or _is_foreign(method):
        return False
    return method.__func__ is Learner.wants_update or getattr(learner, "conservative", False)  # type: ignore[attr-defined]


class WatchedRun(Run):
    """A run of a learner that may do what it should not."""

    def __init__(self, learner: Learner, state: Any, **how: bool) -> None:
        super().__init__(learner, state, **how)
        self.name = type(learner).__name__
        self.own: dict[str, Any] = {}
        self.said: Any = ()
        self.labels_said: set[int] = set()
        self.negatives_called_ties = 0
        self.draw = np.random.default_rng(0)

    def first_state(self) -> Any:
        """Its state, if it is one."""
        state = super().first_state()
        if state is None:
            raise MistakeBoundError(f"{self.name}.start gave None: return the state before any round.")
        self.own = dict(getattr(self.learner, "__dict__", {}))
        return state

    def enter(self, state: Any) -> None:
        """A state that is not the learner itself."""
        if state is self.learner:
            raise MistakeBoundError(
                f"{self.name} gave itself as its state: return what it has learned, such as its weights; the run "
                "keeps every state, and self must not change."
            )
        super().enter(state)

    def play_piece(self, X: Examples, y: np.ndarray) -> None:
        """Before the first round, see that it predicts: of a conservative learner, the only time."""
        if self.n_rounds == 0:
            self.predict(X[:1])
        super().play_piece(X, y.astype(X.dtype))  # labels of 8 bits are too short to be computed with

    def wants_update(self, X: Examples, y: np.ndarray, start: int) -> np.ndarray:
        """Its answer for a block, if it is one for each row."""
        with self.saying_where("wants_update", start):
            wanted = super().wants_update(X, y, start)
        if np.shape(wanted) != y.shape or wanted.dtype != bool:
            raise MistakeBoundError(
                f"{self.name}.wants_update gave {wanted!r} for {len(y)} example(s): it must give an array with True or "
                "False for each row of X."
            )
        return wanted

    def predict(self, X: Examples) -> np.ndarray:
        """Its labels for a batch, if they are labels."""
        with self.saying_where("predict", self.n_rounds):
            self.said = said = super().predict(X)
        if np.shape(said) != X.shape[:1] or not np.isin(said, (-1, 0, 1)).all() or np.asarray(said).dtype == bool:
            raise MistakeBoundError(
                f"{self.name}.predict gave {said!r} for {X.shape[0]} example(s): it must give an array with "
                "a label for each row of X, -1 or +1, or 0 for a tie that is a mistake; from scores use "
                "np.where(scores > 0, 1, -1)."
            )
        return said

    def meet(self, X: Examples, y: np.ndarray, i: int, j: int, updates: bool) -> Any:
        """Its mistakes, and whether its labels are what they seem to be."""
        wrong = super().meet(X, y, i, j, updates)
        X, y = block(X, i, j), y[i:j]
        if not self.conservative:
            self.labels_said.update(np.unique(self.said).tolist())
            ties = np.flatnonzero((self.said == 0) & (y == -1))
            if len(ties):  # of which examples that are 0 are always some
                self.negatives_called_ties += int(np.count_nonzero(abs(X[ties]).sum(axis=1)))
        self.ask_alone(X, y, wrong)
        return wrong

    def ask_alone(self, X: Examples, y: np.ndarray, wrong: Any) -> None:
        """Whether it says of an example alone what it says of it among others: it may look at no other."""
        first = range(min(len(y), max(0, ALONE - self.n_rounds)))
        for i in first or [int(self.draw.integers(len(y)))]:
            if (self.learner.predict(self.state, X[i : i + 1])[0] != y[i]) != (i in wrong):
                raise MistakeBoundError(
                    f"{self.name}.predict gives another label for the example of round {self.n_rounds + i} among "
                    "others than for it alone: a label may depend on the state and its own row only, and a coin must "
                    "be tossed by start or update. If it is a tie that rounding breaks, take scores within 1e-12 for 0."
                )

    def next_state(self, x: np.ndarray, y: int) -> Any:
        """Its state after an example, if that is another one than before."""
        round, size = self.n_rounds - 1, _size(self.state)
        with self.saying_where("update", round):
            try:
                state = super().next_state(x, y)
            except MistakeBoundError:
                raise
            except Exception:
                if not self.writes(x, y):
                    raise
                raise MistakeBoundError(
                    f"{self.name}.update writes into its state or its example in round {round}: the run keeps both, so "
                    "return a new state, as in state + y * x."
                ) from None
        if state is None:
            raise MistakeBoundError(f"{self.name}.update gave None in round {round}: return the new state.")
        if state is self.state and _size(state) != size:
            raise MistakeBoundError(
                f"{self.name}.update changes its state, a {type(state).__name__}, in round {round}: the run keeps "
                "every state, so return a new one, as in [*state, (x, y)]."
            )
        return state

    def writes(self, x: np.ndarray, y: int) -> bool:
        """Whether an update that failed goes well on copies, which may be written to."""
        try:
            self.learner.update(deepcopy(self.state), x.copy(), y)
        except Exception:
            return False
        return True

    @contextmanager
    def saying_where(self, method: str, round: int) -> Iterator[None]:
        """An error of others, such as NumPy's about shapes, says in which method it came up."""
        try:
            yield
        except MistakeBoundError:
            raise
        except Exception as error:
            error.add_note(f"That was in {self.name}.{method}, from round {round} on.")
            raise

    def trace(self, X: Examples, y: np.ndarray | None) -> Any:
        """The run as a value, if it seems to mean what it says."""
        for name, value in self.own.items():
            if isinstance(value, np.ndarray) and getattr(self.learner, name) is not value:
                raise MistakeBoundError(
                    f"{self.name} changes self.{name} as it learns: return it from update as the state, and "
                    "answer from the state that is given, so that the run can keep every state."
                )
        if self.labels_said == {0, 1} and self.negatives_called_ties >= NEGATIVES:
            warnings.warn(
                f"{self.name}.predict gave 0 in {self.negatives_called_ties} rounds with the label -1, and "
                "-1 in none: 0 is a tie, which is a mistake. For a negative return -1, as in "
                "np.where(scores > 0, 1, -1).",
                stacklevel=3,
            )
        return super().trace(X, y)


def _size(state: Any) -> int | None:
    """Of what has a size that can change."""
    return len(state) if isinstance(state, (list, dict, set)) else None
