r"""Mistake bound of the optimal learner: Littlestone's dimension.

Legend: C a class, V_t the concepts that agree with the first t updates, M_t the mistakes up to update t. Names of
measured quantities: see `version_space`.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from ..concepts import ConceptClass, littlestone_dimension, vc_dimension
from ..trace import Trace
from .core import MISTAKES, Hypothesis, Line, Range, Squeeze, Theorem
from .version_space import (
    MISTAKE_DRIVEN,
    REALIZABLE,
    after_mistakes,
    floor_log2,
    version_space,
)

__all__ = ["LITTLESTONE"]


def _littlestone(trace: Trace, concepts: ConceptClass) -> SimpleNamespace:
    """The class is `concepts`, a ConceptClass small enough for its Littlestone dimension."""
    q = version_space(trace, concepts)
    q.vc = vc_dimension(concepts)
    q.depth = _depths(concepts, q.spaces)
    q.dropped = _depths(concepts, q.spaces[:-1] & ~q.spaces[1:])
    before, after = q.around
    q.depth_after = q.depth[after]
    q.depth_dropped = _depths(concepts, q.spaces[before] & ~q.spaces[after])
    return q


def _depths(concepts: ConceptClass, spaces: np.ndarray) -> np.ndarray:
    return np.array([littlestone_dimension(concepts, V) for V in spaces], dtype=object)


CLASS = Range("the class")

LITTLESTONE = Theorem(
    name="LITTLESTONE",
    title="Mistake bound of the optimal learner",
    statement=r"Let $C$ be a class of concepts whose Littlestone dimension $\mathrm{Ldim}(C)$ is finite, and let some "
    r"concept of $C$ give every example of a sequence its label. Let a learner learn from every mistake, and let every "
    r"mistake have this property: of the concepts of $C$ that agree with the examples of all earlier updates, those "
    r"that give the predicted label have at least as large a Littlestone dimension as those that give the right one. "
    r"Then the learner makes at most $\mathrm{Ldim}(C)$ mistakes on the sequence."
    "\n\n"
    "On every such sequence the standard optimal algorithm is such a learner, whichever label it predicts when both "
    "dimensions are the same.",
    formula=r"M \le \mathrm{Ldim}(C)",
    source="littlestone1988",
    learner="`StandardOptimal`.",
    builds_on=(("HALVING", "what remains is measured by its dimension in place of its number"),),
    tight="Exactly, on every class, by an opponent who walks down a deepest mistake tree.",
    counts="mistakes",
    measure=_littlestone,
    hypotheses=(
        REALIZABLE,
        MISTAKE_DRIVEN,
        Hypothesis("deeper-side", r"\mathrm{Ldim}(V_{t-1} \setminus V_t) \ge \mathrm{Ldim}(V_t)",
            "At every mistake, of the concepts that agree with the examples of all earlier updates, those that give "
            "the predicted label have at least as large a Littlestone dimension as those that give the right one.",
            lambda q: (q.depth_dropped, q.depth_after), ">=", at=MISTAKES),
    ),
    lines=(
        Line("shallower-side",
            r"\mathrm{Ldim}(V_t) = \min(\mathrm{Ldim}(V_t), \mathrm{Ldim}(V_{t-1} \setminus V_t))",
            "The learner went with the deeper side, so a mistake leaves the other one.",
            lambda q: (q.depth_after, np.minimum(q.depth_after, q.depth_dropped)), "=", at=MISTAKES),
        Line("two-sides",
            r"1 + \min(\mathrm{Ldim}(V_t), \mathrm{Ldim}(V_{t-1} \setminus V_t)) \le \mathrm{Ldim}(V_{t-1})",
            "Put the example above a tree for each of its two sides: together they are a tree one level deeper.",
            lambda q: (1 + np.minimum(q.depth[1:], q.dropped), q.depth[:-1])),
        Line("progress", r"\mathrm{Ldim}(V_t) + M_t \le \mathrm{Ldim}(V_{t-1}) + M_{t-1}",
            "A mistake adds 1 to the count and takes at least one level; at any other update the count stays, and a "
            "part of a class is never deeper than the whole.",
            lambda q: (q.depth[1:] + q.M, q.depth[:-1] + np.append(0, q.M[:-1]))),
        Line("floor", r"0 \le \mathrm{Ldim}(V_t)",
            "The concept that agrees with every example is left, and only the empty class has dimension −1.",
            lambda q: (0, q.depth[1:])),
        Line("total-progress", r"M_t \le \mathrm{Ldim}(C) - \mathrm{Ldim}(V_t)",
            "The progress of the first t updates, added up; before the first there are no mistakes, and V is all of C.",
            lambda q: (q.M, q.depth[0] - q.depth[1:])),
        Line("bound", r"M_t \le \mathrm{Ldim}(C)",
            "Total progress, and no level is left below 0.",
            lambda q: (q.M, q.depth[0])),
        Line("shattered", r"\mathrm{VCdim}(C) \le \mathrm{Ldim}(C)",
            "A shattered set, with one of its points for each level, is a mistake tree.",
            lambda q: (q.vc, q.depth[0]), at=CLASS),
        Line("leaves", r"\mathrm{Ldim}(C) \le \lfloor \log_2 |C| \rfloor",
            "A mistake tree of depth d has a different concept at each of its 2ᵈ leaves.",
            lambda q: (q.depth[0], floor_log2(q.C)), at=CLASS),
    ),
    bound=lambda q: q.depth[0],
    squeeze=lambda q: Squeeze(
        upper=lambda t: float(q.depth[0]) - np.asarray(t, dtype=float),
        upper_label=r"\mathrm{Ldim}(C) - M",
        counter="M",
        inner={r"\mathrm{Ldim}(V)": after_mistakes(q.depth, q)},
        meets=float(q.depth[0]),
        quantity="Littlestone dimension left",
    ),
)  # fmt: skip
