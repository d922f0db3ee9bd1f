r"""Winnow's bound at the sparse SVM: the comparator with the largest margin that weights of sum 1 have.

Legend: a = y x signed examples; v a solution with <a_i, v> >= 1, u = v / ||v||_1, alpha multipliers, q = alpha / sum
alpha and p = sum_i q_i a_i; the rest as in `winnow`.

Names of measured quantities beside those of `winnow`: scores = <a_i, v>, column = sum_i alpha_i a_i, norm = ||v||_1 and
mass = sum_i alpha_i; last, the last weights, and played, the scores that they give.
"""

from __future__ import annotations

import math

import numpy as np

from ..checks import check_vector, dense
from ..errors import MistakeBoundError
from .core import Hypothesis, Line, Theorem
from .measure import dot, examples, pieces
from .winnow import LEDGER, PROTOCOL, measured, squeezed
from .winnow_corollaries import ENTROPY, LOG_FEATURES, NEARLY_TUNED, NO_THRESHOLD, UNIFORM

__all__ = ["SPARSE_SVM"]

ZERO = 1e-9  # what is smaller, relative to the largest, is a zero that was rounded

# --- a solution and a run of Winnow ------------------------------------------------------------------------------


def solved(trace, v, alpha):
    """Winnow's quantities for the comparator v / ||v||_1, and those of the solution."""
    X, y = examples(trace)
    v = check_vector(v, X.shape[1], name="v").astype(float)
    alpha = np.asarray(alpha, dtype=float)
    if alpha.shape != X.shape[:1] or alpha.any():  # no multiplier at all is right where the prior is feasible
        check_vector(alpha, X.shape[0], name="alpha", per="example")
    norm, mass = float(v.sum()), float(alpha.sum())
    if not norm > 0:
        raise MistakeBoundError(f"v sums to {norm:.4g}: its sum must be greater than 0.")
    q = measured(trace, v / norm, 1 / norm)
    q.v, q.alpha, q.norm, q.mass = v, alpha, norm, mass
    q.scores, q.column = y * dot(X, v), dot(X.T, alpha * y)
    q.last = trace.weights[-1]
    q.played = y * dot(X, q.last)
    return q


FEASIBLE = Hypothesis("feasible", "SP2", r"\langle a_i, v\rangle \ge 1",
    "Every signed example, a = y x, has a score of at least one.",
    lambda q: (q.scores, 1), ">=", rounds=None)  # fmt: skip

MULTIPLIERS = Hypothesis("multipliers", "SP3", r"\alpha_i \ge 0",
    "No multiplier of an example is negative.",
    lambda q: (q.alpha, 0), ">=", rounds=None)  # fmt: skip

RESCALED = Line("rescaled", "SP6", r"\langle a_i, u\rangle \ge 1/\|v\|_1",
    "Divide v by the sum of its entries: u is a probability vector, with that margin on every example.",
    lambda q: (q.scores / q.norm, 1 / q.norm), ">=", rounds=None)  # fmt: skip


# --- at the sparse SVM -------------------------------------------------------------------------------------------


def _sparse(trace, v, alpha):
    """The solution v and the multipliers alpha are those of sparse_svm(X, y, signed=False)."""
    q = solved(trace, v, alpha)
    X, y = examples(trace)
    if not q.mass > 0:
        raise MistakeBoundError(f"alpha sums to {q.mass:.4g}: its sum must be greater than 0.")
    q.p = q.column / q.mass
    q.kept = np.flatnonzero(q.v > ZERO * q.v.max())
    q.tight = np.flatnonzero(q.scores <= 1 + ZERO * max(1, q.R * q.norm))
    q.roomy = len(q.scores) - len(q.tight)
    q.rank = np.linalg.matrix_rank(dense(X[q.tight][:, q.kept]).astype(float)) if len(q.tight) else 0
    q.loudest = np.concatenate(
        [(y[rows, None] * dense(X[rows]).astype(float)).max(axis=1) for rows in pieces(*X.shape)]
    )
    return q


def _sparse_bound(q):
    return 2 * q.R**2 * math.log(q.d) * q.norm**2


SPARSE_SVM = Theorem(
    name="SPARSE_SVM",
    title="Winnow mistake bound at the sparse SVM",
    statement=r"M \le 2R^2 \ln d\, \|v\|_1^2, \quad \frac{1}{\|v\|_1} = \gamma_1 = \max_w \min_i \langle a_i, w\rangle",
    source="grovelittlestoneschuurmans2001",
    measure=_sparse,
    hypotheses=(
        *PROTOCOL,
        UNIFORM,
        NO_THRESHOLD,
        Hypothesis("nonnegative", "SP1", r"v_j \ge 0",
            "The solution has no negative entry, so its l1 norm is the sum of its entries.",
            lambda q: (q.v, 0), ">=", rounds=None),
        FEASIBLE,
        MULTIPLIERS,
        Hypothesis("dual-feasible", "SP4", r"\sum_i \alpha_i a_{i,j} \le 1",
            "Weighted by the multipliers, no feature pays more than one.",
            lambda q: (q.column, 1), rounds=None),
        Hypothesis("no-gap", "SP5", r"\|v\|_1 = \sum_i \alpha_i",
            "The two objectives are the same number.",
            lambda q: (q.norm, q.mass), "=", rounds=None),
        Hypothesis("vertex", "SP11", r"\mathrm{rank}\, (a_{i,j})_{i \text{ tight},\, v_j > 0} = \#(v_j > 0)",
            "The solution is a vertex: the tight examples, those with a score of exactly one, fix the weights of its "
            "features, and no others have those scores.",
            lambda q: (q.rank, len(q.kept)), "=", rounds=None),
        NEARLY_TUNED,
    ),
    lines=(
        RESCALED,
        *LEDGER,
        ENTROPY,
        LOG_FEATURES,
        Line("bound", "SP7", r"t \le 2R^2 \ln d\, \|v\|_1^2",
            "Chain floor and total progress, with no more than ln d at the start and the margin 1/‖v‖₁.",
            lambda q: (q.t, _sparse_bound(q))),
        Line("least-is-below-average", "G1", r"\min_i \langle a_i, w\rangle \le \sum_i q_i \langle a_i, w\rangle",
            "Divide the multipliers by their sum: q is a probability vector. "
            "The least score of any weights w (here the last ones) is at most the average by q.",
            lambda q: (q.played.min(), q.p @ q.last), rounds=None),
        Line("average-is-below-largest", "G2", r"\sum_i q_i \langle a_i, w\rangle \le \max_j p_j",
            "The average is ⟨p, w⟩, p = ∑ q a, and w is a probability vector.",
            lambda q: (q.p @ q.last, q.p.max()), rounds=None),
        Line("best", "SP8", r"\max_j p_j \le 1/\|v\|_1",
            "The multipliers are dual feasible and have the same sum as v: no weights have a margin above 1/‖v‖₁, "
            "so u has the largest margin there is.",
            lambda q: (q.p.max(), 1 / q.norm), rounds=None),
        Line("loudest-feature", "G3", r"1/\|v\|_1 \le \min_i \max_j a_{i,j}",
            "The score of an example under u is at most its largest entry.",
            lambda q: (1 / q.norm, q.loudest.min()), rounds=None),
        Line("slack-examples", "SP9", r"\alpha_i (\langle a_i, v\rangle - 1) = 0",
            "Weighted by v and α, the scores add up to between ∑ α and ‖v‖₁. These are equal, so no term has room: "
            "an example with a multiplier has a score of exactly one.",
            lambda q: (q.alpha * (q.scores - 1), 0), "=", scale=lambda q: q.mass * q.norm * q.R, rounds=None),
        Line("slack-features", "SP10", r"v_j (1 - \sum_i \alpha_i a_{i,j}) = 0",
            "In the same sum: a feature with a weight pays exactly one.",
            lambda q: (q.v * (1 - q.column), 0), "=", scale=lambda q: q.mass * q.norm * q.R, rounds=None),
        Line("few-features", "SP12", r"\#(v_j > 0) \le \#(\langle a_i, v\rangle = 1)",
            "A rank is at most the number of rows: there are no more features with a weight than tight examples.",
            lambda q: (len(q.kept), len(q.tight)), rounds=None),
        Line("few-examples", "SP13", r"\#(\langle a_i, v\rangle = 1) + \#(\langle a_i, v\rangle > 1) = n",
            "Every example is tight or has room, so features with a weight and examples with room are n at most.",
            lambda q: (len(q.tight) + q.roomy, len(q.scores)), "=", rounds=None),
    ),
    bound=_sparse_bound,
    squeeze=lambda q: squeezed(q, math.log(q.d), 1 / (2 * q.R**2 * q.norm**2), r"\ln d - \frac{t}{2R^2 \|v\|_1^2}"),
)  # fmt: skip
