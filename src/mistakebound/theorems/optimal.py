r"""Mistake bound of the optimal learner: Littlestone's dimension.

Legend: C a class, V_t the concepts that agree with the first t updates, M_t the mistakes up to update t.
"""

from __future__ import annotations

import numpy as np

from ..certificates.core import MISTAKES, Hypothesis, Line, Range, Squeeze, Theorem
from ..certificates.expressions import Op, constant, measured, numeral, state
from ..certificates.functions import log2_down, minimum
from ..concepts import ConceptClass, littlestone_dimension, vc_dimension
from ..trace import Trace
from .version_space import MISTAKES_UPDATE, REALIZABLE, VersionSpace, mistakes, ruled_out, space_left
from .version_space import C as size_of_C

__all__ = ["LITTLESTONE"]


class _Littlestone(VersionSpace):
    """The class is `concepts`, a ConceptClass small enough for its Littlestone dimension."""

    def __init__(self, trace: Trace, concepts: ConceptClass) -> None:
        super().__init__(trace, concepts)
        self.vc = vc_dimension(concepts)
        self.depth = _depths(concepts, self.V)
        self.dropped = _depths(concepts, ruled_out.value(self))
        self.depth_dropped = _depths(concepts, ruled_out.value(self, MISTAKES))
        self.mistakes_by, self.depth_C = np.append(0, self.M), self.depth[0]
        self.depth_left = self.after_mistakes(self.depth)


def _depths(concepts: ConceptClass, spaces: np.ndarray) -> np.ndarray:
    return np.array([littlestone_dimension(concepts, V) for V in spaces], dtype=object)


# --- quantities, and the theorem ---------------------------------------------------------------------------------

CLASS = Range("the class")
Ldim, VCdim = (
    Op(None, rf"\mathrm{{{{{name}}}}}({{0}})", f"{name} {{0:5}}", f"the {words} dimension of {{0}}", kind="Z")
    for name, words in (("Ldim", "Littlestone"), ("VCdim", "Vapnik–Chervonenkis"))
)
smaller = minimum._replace(coq="Z.min {0:5} {1:5}", kind="Z")

C, V, M = constant("C"), state("V"), state("M", kind="Z", of="mistakes_by")
# a dimension is found by a long search, once for each set
depth, depth_C = measured("depth", Ldim(V), of_states=True), measured("depth_C", Ldim(C))
dropped = measured("dropped", Ldim(ruled_out))
dropped_at_mistakes = measured("depth_dropped", Ldim(ruled_out))

LITTLESTONE = Theorem(
    name="LITTLESTONE",
    title="Mistake bound of the optimal learner",
    states=(
        "Let $C$ be a class of concepts whose Littlestone dimension {bound.right} is finite, and let some concept "
        "of $C$ give every example of a sequence its label. Let a learner learn from every mistake, and let every "
        "mistake have this property: of the concepts of $C$ that agree with the examples of all earlier updates, "
        "those that give the predicted label have at least as large a Littlestone dimension as those that give the "
        "right one. Then the learner makes at most {bound.right} mistakes on the sequence."
        "\n\n"
        "On every such sequence the standard optimal algorithm is such a learner, whichever label it predicts when "
        "both dimensions are the same."
    ),
    source="littlestone1988",
    learner="`StandardOptimal`.",
    builds_on=(("HALVING", "what remains is measured by its dimension in place of its number"),),
    tight=("attained", "on every class, by an opponent who walks down a deepest mistake tree."),
    counts="mistakes",
    measure=_Littlestone,
    hypotheses=(
        REALIZABLE,
        MISTAKES_UPDATE,
        Hypothesis("deeper-side", dropped_at_mistakes >= depth,
            "At every mistake, of the concepts that agree with the examples of all earlier updates, those that give "
            "the predicted label have at least as large a Littlestone dimension as those that give the right one.",
            MISTAKES),
    ),
    lines=(
        Line("shallower-side", depth == smaller(depth, dropped_at_mistakes),
            "The learner went with the deeper side, so a mistake leaves the other one.", MISTAKES),
        Line("two-sides", 1 + smaller(depth, dropped) <= depth.before,
            "Put the example above a tree for each of its two sides: together they are a tree one level deeper."),
        Line("progress", depth + M <= depth.before + M.before,
            "A mistake adds 1 to the count and takes at least one level; at any other update the count stays, and a "
            "part of a class is never deeper than the whole."),
        Line("floor", numeral(0) <= depth,
            "The concept that agrees with every example is left, and only the empty class has dimension −1."),
        Line("total-progress", M <= depth_C - depth,
            "The progress of the first t updates, added up; before the first there are no mistakes, and V is all of "
            "C."),
        Line("bound", M <= depth_C, "Total progress, and no level is left below 0."),
        Line("shattered", measured("vc", VCdim(C)) <= depth_C,
            "A shattered set, with one of its points for each level, is a mistake tree.", CLASS),
        Line("leaves", depth_C <= log2_down(size_of_C),
            "A mistake tree of depth d has a different concept at each of its 2ᵈ leaves.", CLASS),
    ),
    squeeze=Squeeze(
        upper=depth_C - mistakes,
        inner=(measured("depth_left", Ldim(space_left)),),
        quantity="Littlestone dimension left",
        counter=mistakes,
    ),
)  # fmt: skip
