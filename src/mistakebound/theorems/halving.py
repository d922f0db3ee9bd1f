r"""Mistake bounds of Halving, and of its soft version, the weighted majority.

Legend: C a class, V_t the concepts that agree with the first t updates, M_t the mistakes up to update t; W_t a total
weight, beta its factor, m the mistakes of the best concept. Names of measured quantities: see `version_space`.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from ..checks import dense
from ..concepts.bits import unpack
from ..errors import MistakeBoundError
from .core import MISTAKES, Hypothesis, Line, Squeeze, Theorem, mistake_driven
from .version_space import (
    FLOOR,
    MISTAKE_DRIVEN,
    MONOTONE,
    REALIZABLE,
    after_mistakes,
    counts,
    floor_log2,
    ln,
    version_space,
)

__all__ = ["HALVING", "WEIGHTED_MAJORITY"]

# --- Halving -----------------------------------------------------------------------------------------------------


def _floor_log2_each(number, sizes):
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
        upper_label=r"\log_2 |C| - t",
        inner={r"\log_2 |V|": ln(after_mistakes(q.size, q)) / math.log(2)},
        meets=math.log2(q.C),
        quantity="logarithm of what is left",
    ),
)  # fmt: skip


# --- the weighted majority ---------------------------------------------------------------------------------------


def _weights(trace, concepts, beta):
    """The class is `concepts`; at a mistake, the weights of the concepts that were wrong are multiplied by `beta`."""
    if not 0 < beta < 1:
        raise MistakeBoundError(f"beta is {beta!r}: it must lie between 0 and 1, both excluded.")
    q = counts(trace)
    q.C, q.beta = len(concepts), Fraction(beta)
    errors = np.zeros(q.C, dtype=np.int64)
    W, wrong, best = [Fraction(q.C)], [], []
    for x, y in zip(dense(trace.update_X), trace.update_y, strict=True):
        errs = ~unpack(concepts.agreeing(x[None], [y])[0], q.C)
        wrong.append(_total(errors[errs], q.beta))
        errors += errs
        W.append(_total(errors, q.beta))
        best.append(int(errors.min()))
    q.W, q.wrong, q.best = (np.array(values, dtype=object) for values in (W, wrong, best))
    q.right = q.W[:-1] - q.wrong
    q.t = np.arange(1, trace.n_updates + 1).astype(object)
    q.ceiling = np.array([((1 + q.beta) / 2) ** t * q.C for t in q.t], dtype=object)
    q.m = q.best[-1] if len(q.best) else 0
    return q


def _total(errors, beta):
    """Sum of beta^e over the errors e of some concepts."""
    return sum((int(number) * beta**e for e, number in enumerate(np.bincount(errors))), Fraction(0))


def _weighted_bound(q):
    return (math.log(q.C) - q.m * math.log(q.beta)) / math.log(2 / (1 + q.beta))


WEIGHTED_MAJORITY = Theorem(
    name="WEIGHTED_MAJORITY",
    title="Mistake bound of the weighted majority",
    formula=r"M \le \frac{\ln |C| + m \ln(1/\beta)}{\ln(2/(1 + \beta))}",
    source="littlestonewarmuth1994",
    counts="mistakes",
    measure=_weights,
    hypotheses=(
        mistake_driven("The learner learns from every mistake: the concepts that were wrong lose weight."),
        Hypothesis("majority", r"W_{t-1}^{\text{wrong}} \ge W_{t-1}^{\text{right}}",
            "At an update, the concepts that were wrong had at least half of the weight.",
            lambda q: (q.wrong, q.right), ">="),
    ),
    lines=(
        Line("update", r"W_t = W_{t-1}^{\text{right}} + \beta W_{t-1}^{\text{wrong}}",
            "The concepts that were wrong keep the part β of their weight, the others keep all of it.",
            lambda q: (q.W[1:], q.right + q.beta * q.wrong), "="),
        Line("shrinking", r"W_t \le \tfrac12 (1 + \beta) W_{t-1}",
            "At least half of the weight is multiplied by β.",
            lambda q: (q.W[1:], (1 + q.beta) / 2 * q.W[:-1])),
        Line("telescoping", r"W_t \le (\tfrac12 (1 + \beta))^t |C|",
            "Each of the t updates has shrunk the total, which started at 1 for each concept.",
            lambda q: (q.W[1:], q.ceiling)),
        Line("best", r"\beta^m \le W_t",
            "The best concept, wrong m times, has at least this weight, and the total is no less.",
            lambda q: (q.beta**q.m, q.W[1:])),
        Line("sandwich", r"\beta^m \le (\tfrac12 (1 + \beta))^t |C|",
            "Chain the two: the total lies between them.",
            lambda q: (q.beta**q.m, q.ceiling)),
        Line("bound", r"t \le \frac{\ln |C| + m \ln(1/\beta)}{\ln(2/(1 + \beta))}",
            "Take logarithms and solve for t.",
            lambda q: (q.t, _weighted_bound(q))),
    ),
    bound=_weighted_bound,
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.full_like(t, q.m * math.log(q.beta), dtype=float),
        upper=lambda t: math.log(q.C) - np.asarray(t, dtype=float) * math.log(2 / (1 + q.beta)),
        lower_label=r"m \ln \beta",
        upper_label=r"\ln |C| - t \ln(2/(1 + \beta))",
        inner={r"\ln W": ln(q.W)},
        meets=_weighted_bound(q),
        quantity="logarithm of the total weight",
    ),
)  # fmt: skip
