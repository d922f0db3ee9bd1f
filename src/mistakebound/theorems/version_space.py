"""The common part of the bounds for finite classes: the version space of a run, and the claims about it.

Legend: C a class, V_t the concepts that agree with the first t updates, M_t the mistakes up to update t.

The version space is the set of all concepts that agree with the examples so far. It is V_t for a learner that updates
whenever an example rules out a concept; if a learner updates less often, more concepts remain in V_t.

V_t is not read off the learner: it is computed from the class and the examples of the run. A learner that keeps other
concepts gives itself away by its mistakes.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import dense
from ..certificates.core import RUN, UNLEARNED, Hypothesis, Line, Quantities
from ..certificates.expressions import constant, numeral, state, update
from ..certificates.functions import count as count_of
from ..certificates.functions import without
from ..certificates.measure import examples
from ..checks import check_kind
from ..concepts import ConceptClass
from ..concepts.bits import count
from ..errors import NotRealizable
from ..trace import Trace


class Counts(Quantities):
    """The number of mistakes at each update, and the number of updates on both sides of each mistake."""

    def __init__(self, trace: Trace) -> None:
        self.M = np.searchsorted(trace.mistakes, trace.updates, side="right").astype(object)
        around = [np.searchsorted(trace.updates, trace.mistakes, side=side) for side in ("left", "right")]
        self.around = np.stack(around)

    def after_mistakes(self, values: np.ndarray) -> np.ndarray:
        """The entries after 0, 1, 2, ... mistakes, of values after 0, 1, 2, ... updates."""
        return values[np.append(0, self.around[1])]


class VersionSpace(Counts):
    """The class is `concepts`, a ConceptClass: all that were possible for the learner before the first round."""

    def __init__(self, trace: Trace, concepts: ConceptClass) -> None:
        super().__init__(trace)
        self.V = check_kind(concepts, ConceptClass, "concepts").version_spaces(dense(trace.update_X), trace.update_y)
        self.concepts = concepts
        self.agreeing, self.V_at_mistakes = _agreeing(trace, concepts), self.after_mistakes(self.V)


def _agreeing(trace: Trace, concepts: ConceptClass) -> int:
    """The number of concepts that agree with every round."""
    X, y = examples(trace)
    if not len(y):
        return len(concepts)
    try:
        return int(count(concepts.version_space(dense(X), y)))
    except NotRealizable:
        return 0


# --- quantities, and claims about them ---------------------------------------------------------------------------

space, M, mistakes = state("V"), update("M", kind="Z"), constant("M")
C, V = count_of(constant("concepts", "C", "C")), count_of(space)
ruled_out = replace(without(space.before, space), in_coq=update("ruled_out", coq="ruled_out C run"))
space_left = constant("V", of="V_at_mistakes")
lost, left = count_of(ruled_out), count_of(space_left)
agreeing = constant("agreeing", r"\text{number of concepts that agree with every example}",
                  "size (agreeing C (map shown run))", kind="Z")  # fmt: skip
REALIZABLE = Hypothesis("realizable", agreeing >= 1,
    "Some concept of the class gives every example its label. If a run does not keep all its examples, those of its "
    "updates are checked.", RUN)  # fmt: skip

unlearned = replace(UNLEARNED, in_coq=constant("unlearned", coq="size (unlearned run)", kind="Z"))
MISTAKES_UPDATE = Hypothesis("mistakes-update", unlearned == 0,
    "The learner learns from every mistake: every mistake is an update.", RUN)  # fmt: skip

MONOTONE = Line("monotone", V <= V.before, "An example can rule concepts out, and never brings one back.")

FLOOR = Line("floor", numeral(1) <= V, "The target agrees with every example, so none rules it out.")
