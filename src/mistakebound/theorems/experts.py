r"""Mistake bounds with the advice of experts, none of whom need be right.

Legend: N experts (the concepts of a class), W_t their total weight after t updates, beta the factor of a weight that
was wrong, m the updates at which the best expert was wrong.
"""

from __future__ import annotations

import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np

from ..checks import dense
from ..concepts.bits import unpack
from ..errors import MistakeBoundError
from .core import Hypothesis, Line, Squeeze, Theorem, mistake_driven
from .version_space import ln

__all__ = ["WEIGHTED_MAJORITY"]


def _weights(trace, concepts, beta):
    """The experts are the `concepts` of a class; at an update, those that were wrong keep `beta` of their weight."""
    if not 0 < beta < 1:
        raise MistakeBoundError(f"beta is {beta!r}: it must lie between 0 and 1, both excluded.")
    q = SimpleNamespace(N=len(concepts), beta=Fraction(beta))
    errors = np.zeros(q.N, dtype=np.int64)
    W, wrong, best = [Fraction(q.N)], [], []
    for x, y in zip(dense(trace.update_X), trace.update_y, strict=True):
        errs = ~unpack(concepts.agreeing(x[None], [y])[0], q.N)
        wrong.append(_total(errors[errs], q.beta))
        errors += errs
        W.append(_total(errors, q.beta))
        best.append(int(errors.min()))
    q.W, q.wrong = (np.array(values, dtype=object) for values in (W, wrong))
    q.right = q.W[:-1] - q.wrong
    q.t = np.arange(1, trace.n_updates + 1).astype(object)
    q.ceiling = np.array([((1 + q.beta) / 2) ** t * q.N for t in q.t], dtype=object)
    q.m = best[-1] if best else 0
    return q


def _total(errors, beta):
    """Sum of beta^e over the errors e of some experts."""
    return sum((int(number) * beta**e for e, number in enumerate(np.bincount(errors))), Fraction(0))


def _bound(q):
    return (math.log(q.N) - q.m * math.log(q.beta)) / math.log(2 / (1 + q.beta))


WEIGHTED_MAJORITY = Theorem(
    name="WEIGHTED_MAJORITY",
    title="Mistake bound of the weighted majority",
    statement=(
        r"Let $N \ge 1$ experts each say $-1$ or $+1$ in every round, and let $0 < \beta < 1$. Let a learner keep a "
        r"weight for each expert, at first $1$. In every round, let the experts who say what it predicts have at least "
        r"half of the total weight. After every mistake, let it multiply by $\beta$ the weight of each expert who was "
        "wrong, and let it change no weight at any other time.\n\n"
        r"Then, whatever the experts say and whatever the labels are, its number $M$ of mistakes satisfies at every "
        "time\n\n"
        r"$M \le \dfrac{\ln N + m \ln(1/\beta)}{\ln(2/(1 + \beta))}$,"
        "\n\n"
        r"where $m$ is the number of these mistakes at which the best expert was wrong too, that is, the least such "
        "number of any expert."
    ),
    formula=r"M \le \frac{\ln N + m \ln(1/\beta)}{\ln(2/(1 + \beta))}",
    source="littlestonewarmuth1994",
    tight=r"Up to rounding, for $m = 0$, small $\beta$ and $N$ a power of two; in general open, but nobody gets below "
    r"$2m + \lfloor\log_2 N\rfloor$.",
    counts="mistakes",
    measure=_weights,
    hypotheses=(
        mistake_driven(
            "The learner learns from every mistake: after each, the experts who were wrong keep the part β of their "
            "weight."
        ),
        Hypothesis("majority", r"W_{t-1}^{\text{wrong}} \ge W_{t-1}^{\text{right}}",
            "At every update, the experts who were wrong had at least half of the total weight.",
            lambda q: (q.wrong, q.right), ">="),
    ),
    lines=(
        Line("update", r"W_t = W_{t-1}^{\text{right}} + \beta W_{t-1}^{\text{wrong}}",
            "The experts who were wrong keep the part β of their weight, the others keep all of it.",
            lambda q: (q.W[1:], q.right + q.beta * q.wrong), "="),
        Line("shrinking", r"W_t \le \tfrac12 (1 + \beta) W_{t-1}",
            "At least half of the weight is multiplied by β.",
            lambda q: (q.W[1:], (1 + q.beta) / 2 * q.W[:-1])),
        Line("telescoping", r"W_t \le (\tfrac12 (1 + \beta))^t N",
            "Each of the t updates has shrunk the total, which started at 1 for each expert.",
            lambda q: (q.W[1:], q.ceiling)),
        Line("best", r"\beta^m \le W_t",
            "The best expert is wrong at m updates in all, so its weight is never less than this, nor is the total.",
            lambda q: (q.beta**q.m, q.W[1:])),
        Line("sandwich", r"\beta^m \le (\tfrac12 (1 + \beta))^t N",
            "Chain the two: the total lies between them.",
            lambda q: (q.beta**q.m, q.ceiling)),
        Line("bound", r"t \le \frac{\ln N + m \ln(1/\beta)}{\ln(2/(1 + \beta))}",
            "Take logarithms and solve for t.",
            lambda q: (q.t, _bound(q))),
    ),
    bound=_bound,
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.full_like(t, q.m * math.log(q.beta), dtype=float),
        upper=lambda t: math.log(q.N) - np.asarray(t, dtype=float) * math.log(2 / (1 + q.beta)),
        lower_label=r"m \ln \beta",
        upper_label=r"\ln N - t \ln(2/(1 + \beta))",
        inner={r"\ln W": ln(q.W)},
        meets=_bound(q),
        quantity="logarithm of the total weight",
    ),
)  # fmt: skip
