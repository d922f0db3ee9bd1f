r"""Mistake bound of Halving.

Legend: C a class, V_t the concepts that agree with the first t updates, M_t the mistakes up to update t. Names of
measured quantities: see `version_space`.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from .core import MISTAKES, Hypothesis, Line, Squeeze, Theorem
from .version_space import (
    FLOOR,
    MISTAKE_DRIVEN,
    MONOTONE,
    REALIZABLE,
    after_mistakes,
    floor_log2,
    ln,
    version_space,
)

__all__ = ["HALVING"]


def _floor_log2_each(number: int, sizes: np.ndarray) -> np.ndarray:
    """The same of number / size, for each size; there is no limit where it is 0."""
    return np.array([floor_log2(number // size) if size else math.inf for size in sizes], dtype=object)


HALVING = Theorem(
    name="HALVING",
    title="Mistake bound of Halving",
    formula=r"M \le \lfloor \log_2 |C| \rfloor",
    statement=(
        r"Let $C$ be a finite class of concepts, and let some concept of $C$ give every example its label. Let a "
        r"learner start with all concepts of $C$ and predict, in each round, a label that at least half of the "
        r"concepts not yet dropped give the example; at an even vote it may predict either. Let it drop the concepts "
        r"that gave the wrong label, in every round or only in the rounds in which its prediction was wrong. Then it "
        r"makes at most $\lfloor \log_2 |C| \rfloor$ mistakes, on any number of examples, in any order."
    ),
    source="littlestone1988",
    learner="`Halving`.",
    builds_on=(("CONSISTENT", "all concepts that remain vote, so a mistake refutes half of them and not only one"),),
    tight="Exactly, on the class of all functions: nature shows each point once, and answers the opposite of every "
    "prediction.",
    counts="mistakes",
    measure=version_space,
    hypotheses=(
        REALIZABLE,
        MISTAKE_DRIVEN,
        Hypothesis("majority", r"|V_{t-1} \setminus V_t| \ge |V_t|",
            "At every mistake, of the concepts that agree with the examples of all updates before it, at least as many "
            "give the label predicted as the true one.",
            lambda q: (q.before - q.after, q.after), ">=", at=MISTAKES),
    ),
    lines=(
        Line("halving", r"|V_t| \le \tfrac12 |V_{t-1}|",
            "At a mistake, at least half of the concepts that remained were wrong, and they are dropped.",
            lambda q: (q.after, q.before * Fraction(1, 2)), at=MISTAKES),
        MONOTONE,
        Line("telescoping", r"|V_t| \le 2^{-M_t} |C|",
            "Each mistake so far has halved what was left, and nothing was ever added.",
            lambda q: (q.size[1:], Fraction(q.C) / 2**q.M)),
        FLOOR,
        Line("integer", r"M_t \le \lfloor \log_2(|C| / |V_t|) \rfloor",
            "Take logarithms; a number of mistakes is whole, so round down.",
            lambda q: (q.M, _floor_log2_each(q.C, q.size[1:]))),
        Line("bound", r"M_t \le \lfloor \log_2 |C| \rfloor",
            "At least one concept is left.",
            lambda q: (q.M, floor_log2(q.C))),
    ),
    bound=lambda q: floor_log2(q.C),
    squeeze=lambda q: Squeeze(
        upper=lambda t: math.log2(q.C) - np.asarray(t, dtype=float),
        upper_label=r"\log_2 |C| - M",
        counter="M",
        inner={r"\log_2 |V|": ln(after_mistakes(q.size, q)) / math.log(2)},
        meets=math.log2(q.C),
        quantity="logarithm of what is left",
    ),
)  # fmt: skip
