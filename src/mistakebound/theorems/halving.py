r"""Mistake bound of Halving.

Legend: C a class, V_t the concepts that agree with the first t updates, M_t the mistakes up to update t.
"""

from __future__ import annotations

from fractions import Fraction

from ..certificates.core import MISTAKES, Hypothesis, Line, Squeeze, Theorem
from ..certificates.expressions import numeral
from ..certificates.functions import log2, log2_down
from .version_space import (
    FLOOR,
    MISTAKES_UPDATE,
    MONOTONE,
    REALIZABLE,
    C,
    M,
    V,
    VersionSpace,
    left,
    lost,
    mistakes,
)

__all__ = ["HALVING"]


HALVING = Theorem(
    name="HALVING",
    title="Mistake bound of Halving",
    states=(
        "Let $C$ be a finite class of concepts, and let some concept of $C$ give every example its label. Let a "
        "learner start with all concepts of $C$ and predict, in each round, a label that at least half of the "
        "concepts not yet dropped give the example; at an even vote it may predict either. Let it drop the concepts "
        "that gave the wrong label, in every round or only in the rounds in which its prediction was wrong. Then "
        "it makes at most {bound.right} mistakes, on any number of examples, in any order."
    ),
    source="littlestone1988",
    learner="`Halving`.",
    builds_on=(("CONSISTENT", "all concepts that remain vote, so a mistake refutes half of them and not only one"),),
    tight=("attained",
        "on the class of all functions: nature shows each point once, and answers the opposite of every "
        "prediction."),
    counts="mistakes",
    measure=VersionSpace,
    hypotheses=(
        REALIZABLE,
        MISTAKES_UPDATE,
        Hypothesis("majority", lost >= V,
            "At every mistake, of the concepts that agree with the examples of all updates before it, at least as many "
            "give the label predicted as the true one.", MISTAKES),
    ),
    lines=(
        Line("halving", V <= Fraction(1, 2) * V.before,
            "At a mistake, at least half of the concepts that remained were wrong, and they are dropped.", MISTAKES),
        MONOTONE,
        Line("telescoping", V <= numeral(Fraction(2)) ** -M * C,
            "Each mistake so far has halved what was left, and nothing was ever added."),
        FLOOR,
        Line("integer", M <= log2_down(C / V),
            "Take logarithms; a number of mistakes is whole, so round down."),
        Line("bound", M <= log2_down(C), "At least one concept is left."),
    ),
    squeeze=Squeeze(
        upper=log2(C) - mistakes,
        inner=(log2(left),),
        quantity="logarithm of what is left",
        counter=mistakes,
        meets=log2(C),
    ),
)  # fmt: skip
