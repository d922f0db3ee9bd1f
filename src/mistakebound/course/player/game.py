"""Be nature: a game against learners that keep the consistent concepts, as a table of everything that can happen.

Legend: C a class, V a version space of it, q a question (a point of the class).

The page only looks answers up. This module asks the learners themselves what each predicts in each version space, and
works out how many more mistakes can be forced from there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from mistakebound.adversaries import worst_case
from mistakebound.certificates.core import Theorem
from mistakebound.certificates.display import number, plain
from mistakebound.concepts import ConceptClass
from mistakebound.play import play

from .data import shown
from .front import embed

__all__ = ["Game"]


@dataclass(frozen=True)
class Game:
    """Nature's game on a small class.

    Parameters
    ----------
    concepts : ConceptClass
        A small class: the table has every version space that questions can lead to.
    questions : sequence of str
        The names of its points.
    learners : mapping
        Name -> (learner, theorem): a learner whose state is the version space, and the theorem with its bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.thresholds(3)
    >>> game = Game(C, ["0", "1", "2"], {"Halving": (mb.Halving(C), mb.HALVING)})
    >>> len(game.spaces), game.data["learners"][0]["most"], game.data["learners"][0]["bound"]
    (10, 2, 2)
    """

    concepts: ConceptClass
    questions: Sequence[str]
    learners: Mapping[str, tuple[Any, Theorem]]

    @cached_property
    def spaces(self) -> list[np.ndarray]:
        """Every version space that answers can lead to, larger ones first."""
        return self.concepts.reachable()

    @cached_property
    def data(self) -> dict[str, Any]:
        """The table, JSON-safe."""
        place = {V.tobytes(): i for i, V in enumerate(self.spaces)}
        after = [[[place.get(W.tobytes()) for W in pair] for pair in self.concepts.sides(V)] for V in self.spaces]
        return {
            "kind": "nature",
            "questions": list(self.questions),
            "concepts": list(self.concepts.names),
            "left": [self.concepts.members(V).tolist() for V in self.spaces],
            "after": after,
            "learners": [self._learner(name) for name in self.learners],
        }

    def html(self) -> str:
        """Return the game as HTML for a page, where the script of `front.page_script` plays it."""
        return embed("game", self.data)

    def _learner(self, name: str) -> dict[str, Any]:
        learner, theorem = self.learners[name]
        points = self.concepts.points
        says = [learner.predict(V, points).tolist() for V in self.spaces]
        # from a version space on, a learner plays as if it began with these concepts alone
        left = [self.concepts.subclass(V) for V in self.spaces]
        more = [worst_case(replace(learner, concepts=C), C).n_mistakes for C in left]
        any_run = play(learner, points, self.concepts.labels(0, points))  # the bound is that of the class
        bound = theorem.check(any_run, concepts=self.concepts).bound
        return {
            "name": name, "says": says, "more": more, "most": more[0],
            "bound": shown(number(bound)), "formula": plain(theorem.formula),
        }  # fmt: skip
