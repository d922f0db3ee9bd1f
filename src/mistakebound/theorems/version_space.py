"""What the bounds for finite classes share: the version space of a run, and the claims that speak of it.

Legend: C a class, V_t the concepts that agree with the first t updates, M_t the mistakes up to update t.

The version space is the set of all concepts that agree with the examples so far. It is V_t for a learner that updates
wherever an example rules a concept out; where a learner updates less often, more concepts remain in V_t.

V_t is not the learner's: it is worked out from the class and the examples of the run. A learner that keeps other
concepts gives itself away by its mistakes.

Names of measured quantities: size = |V_t| for t = 0, 1, ..., U; before, after = |V| on both sides of each mistake;
M = M_t for t = 1, ..., U.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ..checks import check_kind, dense
from ..concepts import ConceptClass
from ..concepts.bits import count
from ..errors import NotRealizable
from ..trace import Trace
from .core import RUN, Hypothesis, Line, mistake_driven
from .measure import examples


def version_space(trace: Trace, concepts: ConceptClass) -> SimpleNamespace:
    """The class is `concepts`, a ConceptClass: all that the learner took for possible before the first round."""
    spaces = check_kind(concepts, ConceptClass, "concepts").version_spaces(dense(trace.update_X), trace.update_y)
    q = counts(trace)
    q.concepts, q.C = concepts, len(concepts)
    q.spaces = spaces
    q.size = count(spaces).astype(object)
    q.before, q.after = q.size[q.around]
    q.agreeing = _agreeing(trace, concepts)
    return q


def counts(trace: Trace) -> SimpleNamespace:
    """The number of mistakes at each update, and the number of updates on both sides of each mistake."""
    return SimpleNamespace(
        M=np.searchsorted(trace.mistakes, trace.updates, side="right").astype(object),
        around=np.stack([np.searchsorted(trace.updates, trace.mistakes, side=side) for side in ("left", "right")]),
    )


def _agreeing(trace: Trace, concepts: ConceptClass) -> int:
    """How many concepts agree with every round."""
    X, y = examples(trace)
    if not len(y):
        return len(concepts)
    try:
        return int(count(concepts.version_space(dense(X), y)))
    except NotRealizable:
        return 0


def after_mistakes(values: np.ndarray, q: SimpleNamespace) -> np.ndarray:
    """The entries after 0, 1, 2, ... mistakes, of values after 0, 1, 2, ... updates."""
    return values[np.append(0, q.around[1])].astype(float)


REALIZABLE = Hypothesis("realizable", r"\text{number of concepts that agree with every example} \ge 1",
    "Some concept of the class gives every example its label.",
    lambda q: (q.agreeing, 1), ">=", at=RUN)  # fmt: skip

MISTAKE_DRIVEN = mistake_driven("The learner learns from every mistake: every mistake is an update.")


MONOTONE = Line("monotone", r"|V_t| \le |V_{t-1}|",
    "An example can rule concepts out, and never brings one back.",
    lambda q: (q.size[1:], q.size[:-1]))  # fmt: skip

FLOOR = Line("floor", r"1 \le |V_t|",
    "The target agrees with every example, so none rules it out.",
    lambda q: (1, q.size[1:]))  # fmt: skip


def ln(values: Any) -> np.ndarray:
    """Natural logarithms; minus infinity at 0."""
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(values, dtype=float))


def floor_log2(number: int) -> int:
    """The logarithm to base 2, rounded down, of a positive whole number."""
    return number.bit_length() - 1
