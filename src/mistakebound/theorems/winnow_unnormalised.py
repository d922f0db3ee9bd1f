r"""Winnow without the division, and with a bias of its own, predicts as the normalised one does on (x, 1).

Legend: w weights of the one, its bias last; v, in formulas w', weights of the other, which sum to 1; S the sum of the
w; a = y (x, 1) the signed example; eta step.

Names of measured quantities, the features of both runs in one order: lnw, lnv = ln w_t and ln v_t for t = 0, 1, ..., U;
lnS = ln S_t; step, other_step, by how much the rules of the updates are missed; sw, sv = the signed scores at update t,
for t = 1, ..., U; size, that of the exponents.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from ..errors import MistakeBoundError
from ..trace import Trace
from ..types import Examples
from .core import EXAMPLES, FEATURES, RUN, Hypothesis, Line, Range, Theorem
from .entropy import ln_sum_exp
from .measure import examples, setting

__all__ = ["WINNOW_UNNORMALISED"]

ROUNDS = Range("every round i")
TIES = {-1: -1, "mistake": 0, 1: 1}


def _both(trace: Trace, normalised: Trace) -> SimpleNamespace:
    """`normalised` is a run of Winnow on the examples (x, 1), perhaps with their features in another order."""
    (X, y), (V, labels) = examples(trace), examples(normalised)
    X = np.hstack([X, np.ones((len(X), 1), dtype=X.dtype)])
    if X.shape != V.shape or trace.n_rounds != normalised.n_rounds:
        raise MistakeBoundError(
            f"the runs have {trace.n_rounds} rounds of {X.shape[1]} features, the constant included, and "
            f"{normalised.n_rounds} of {V.shape[1]}: they must have the same."
        )
    order, other = np.lexsort(X[::-1]), np.lexsort(V[::-1])  # of equal features any will do
    lnw, lnv = trace.log_weights[:, order], normalised.log_weights[:, other]
    eta = float(setting(trace, "eta"))
    A, B = _signed(trace, X[:, order]), _signed(normalised, V[:, other])
    U = min(len(A), len(B))
    lnS = ln_sum_exp(lnw)
    change = np.diff(lnv, axis=0) - float(setting(normalised, "eta")) * B
    return SimpleNamespace(
        eta=eta, other_eta=float(setting(normalised, "eta")), theta=float(setting(normalised, "threshold")),
        start=np.exp(lnw[0]), other_start=np.exp(lnv[0]),
        apart=np.abs(X[:, order] - V[:, other]).max(axis=1), y=y, labels=labels,
        ties=TIES[trace.learner.ties], other_ties=TIES[normalised.learner.ties],
        step=np.abs(np.diff(lnw, axis=0) - eta * A).max(axis=1),
        other_step=np.ptp(change, axis=1),
        unpaired=sum(len(np.setxor1d(run.updates, run.mistakes)) for run in (trace, normalised)),
        lnw=lnw, lnv=lnv, lnS=lnS, size=1 + np.abs(lnw).max(),
        other_rounds=normalised.updates, common=trace.updates[:U],
        parted=np.abs(lnw[: U + 1] - lnS[: U + 1, None] - lnv[: U + 1]).max(axis=1),
        sw=(A[:U] * np.exp(lnw[:U] - lnS[:U, None])).sum(axis=1), sv=(B[:U] * np.exp(lnv[:U])).sum(axis=1),
        largest=np.abs(A[:U]).max(axis=1),
        said=trace.predictions, other_said=normalised.predictions,
        count=trace.n_mistakes, other_count=normalised.n_mistakes,
    )  # fmt: skip


def _signed(trace: Trace, X: Examples) -> np.ndarray:
    """The signed examples of its updates."""
    return trace.update_y.astype(np.int64)[:, None] * X[trace.updates % len(X)].astype(float)


OTHERS = Range("every update t of the normalised one", lambda q: q.other_rounds)
COMMON = Range("every update t", lambda q: q.common)

WINNOW_UNNORMALISED = Theorem(
    name="WINNOW_UNNORMALISED",
    title="Winnow without normalisation",
    formula=r"M = M'",
    statement=r"For every step $\eta > 0$, every rule for ties and every sequence of examples $x$ with labels $y$: in "
    r"every round, unnormalised Winnow with a bias, shown $x$, makes the same prediction as Winnow, started from equal "
    r"weights with the threshold $0$ and shown $(x, 1)$. After every update, its weights and its bias are the weights "
    r"of the other, multiplied by one positive number."
    "\n\n"
    r"In particular, shown $(x, -x, -1)$ it makes the predictions, and so the mistakes, that Winnow makes on the "
    r"doubled examples $(x, 1, -x, -1)$: they have the same features in another order.",
    source="kivinenwarmuth1997",
    learner="`UnnormalisedWinnow`.",
    builds_on=(("WINNOW", "these are its mistakes"),),
    tight="Always: the two runs make the same mistakes.",
    measure=_both,
    hypotheses=(
        Hypothesis("same-examples", r"\max_j |(x_i, 1)_j - x'_{i,j}| = 0",
            "In every round the normalised Winnow is shown the features that the other is shown, and the constant 1, "
            "always in one and the same order, whichever it is.",
            lambda q: (q.apart, 0), "=", at=EXAMPLES),
        Hypothesis("same-labels", r"y_i = y'_i",
            "In every round both are told the same label.",
            lambda q: (q.y, q.labels), "=", at=EXAMPLES),
        Hypothesis("same-step", r"\eta = \eta'",
            "Both have the same step.",
            lambda q: (q.eta, q.other_eta), "=", at=RUN),
        Hypothesis("same-ties", r"\text{tie} = \text{tie}'",
            "A score of zero means the same to both: -1, +1, or a mistake, which is written as 0.",
            lambda q: (q.ties, q.other_ties), "=", at=RUN),
        Hypothesis("no-threshold", r"\theta' = 0",
            "The normalised one has the threshold zero: a sum of weights other than 1 would stretch the scores, but "
            "not the threshold.",
            lambda q: (q.theta, 0), "=", at=RUN),
        Hypothesis("start", r"w_{0,j} = 1",
            "The unnormalised one starts with the weight 1 for every feature, and with the bias 1.",
            lambda q: (q.start, 1), "=", at=FEATURES),
        Hypothesis("uniform", r"w'_{0,j} = 1/d'",
            "The normalised one starts with equal weights, 1 divided by the number of its features.",
            lambda q: (q.other_start, 1 / len(q.other_start)), "=", at=FEATURES),
        Hypothesis("update-rule", r"\max_j |\ln w_{t,j} - (\ln w_{t-1,j} + \eta a_{t,j})| = 0",
            "An update of the unnormalised one multiplies each weight by exp(ηyx) and the bias by exp(ηy), and nothing "
            "else changes them.",
            lambda q: (q.step, 0), "=", scale=lambda q: q.size),
        Hypothesis("normalised-rule",
            r"\max_j c_{t,j} = \min_j c_{t,j}, \quad c_{t,j} = \ln w'_{t,j} - \ln w'_{t-1,j} - \eta a_{t,j}",
            "An update of the normalised one multiplies each weight by exp(ηyx) and divides all by one number; nothing "
            "else changes them.",
            lambda q: (q.other_step, 0), "=", scale=lambda q: q.size, at=OTHERS),
        Hypothesis("conservative",
            r"|\text{mistakes} \setminus \text{updates}| + |\text{updates} \setminus \text{mistakes}| = 0",
            "In both runs the updates are the mistakes, all of them and no others.",
            lambda q: (q.unpaired, 0), "=", at=RUN),
    ),
    lines=(
        Line("proportional", r"\max_j |\ln w_{t,j} - \ln S_t - \ln w'_{t,j}| = 0",
            "At the start w is d' times w', and an update multiplies both by the same factors exp(ηa); the division "
            "changes all weights alike. So w is S times w', and S is the sum of the weights and the bias.",
            lambda q: (q.parted[1:], 0), "=", scale=lambda q: q.size, at=COMMON),
        Line("same-score", r"y_t(\langle w_{t-1}, x_t\rangle + b_{t-1}) / S_{t-1} = \langle a_t, w'_{t-1}\rangle",
            "Multiply by the example and add up: the bias is the weight of the constant 1.",
            lambda q: (q.sw, q.sv), "=", scale=lambda q: q.largest * q.size, at=COMMON),
        Line("same-prediction", r"\hat y_i = \hat y'_i",
            "The sum S is positive, so the scores have the same sign, or are both zero; then both do the same, by "
            "induction in every round.",
            lambda q: (q.said, q.other_said), "=", at=ROUNDS),
        Line("bound", r"M = M'",
            "The same predictions are the same mistakes.",
            lambda q: (q.count, q.other_count), "=", at=RUN),
    ),
    bound=lambda q: q.other_count,
    counts="mistakes",
)  # fmt: skip
