r"""Winnow's bound at the sparse SVM, and at the entropic SVM.

The one has the largest margin that weights of sum 1 have; the other is what Winnow's own weights come near.

Legend: a = y x signed examples; v a solution with <a_i, v> >= 1, u = v / ||v||_1, alpha multipliers, q = alpha / sum
alpha and p = sum_i q_i a_i; pi the prior of the entropic SVM, of any sum; the rest as in `winnow`.

Names of measured quantities beside those of `winnow`: scores = <a_i, v>, column = sum_i alpha_i a_i, norm = ||v||_1 and
mass = sum_i alpha_i; last, the last weights, and played, the scores that they give. At the entropic SVM: ln_pi and
ln_v, logarithms of prior and solution; form_size, of the terms of ln_v; primal and dual, the two objectives; start_kl,
the entropy of u relative to the prior by its other formula; ln_last and ln_form, logarithms of the last weights as the
run has them and from the sum of its updates.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..checks import check_vector, dense
from ..errors import MistakeBoundError
from ..potentials import check_prior, logarithms
from ..trace import Trace
from ..types import Vector
from .core import EXAMPLES, FEATURES, RUN, Hypothesis, Line, Range, Theorem
from .entropy import ln_sum_exp
from .measure import dot, examples
from .winnow import LEDGER, NO_THRESHOLD, PROTOCOL, UNIFORM, measured, squeezed
from .winnow_corollaries import ENTROPY, LOG_FEATURES, NEARLY_TUNED

__all__ = ["ENTROPIC_SVM", "SPARSE_SVM"]

ZERO = 1e-9  # what is smaller, relative to the largest, is a zero that was rounded

LAST = Range("w the last weights of the run")

# --- a solution and a run of Winnow ------------------------------------------------------------------------------


def solved(trace: Trace, v: Vector, alpha: Vector) -> SimpleNamespace:
    """Winnow's quantities for the comparator v / ||v||_1, and those of the solution."""
    X, y = examples(trace)
    v = check_vector(v, X.shape[1], name="v").astype(float)
    # no multiplier at all is right where the prior is feasible
    alpha = check_vector(alpha, X.shape[0], name="alpha", per="example", nonzero=False).astype(float)
    norm, mass = float(v.sum()), float(alpha.sum())
    if not norm > 0:
        raise MistakeBoundError(f"v sums to {norm:.4g}: its sum must be greater than 0.")
    q = measured(trace, v / norm, 1 / norm)
    q.v, q.alpha, q.norm, q.mass = v, alpha, norm, mass
    q.scores, q.column = y * dot(X, v), dot(X.T, alpha * y)
    q.last = trace.weights[-1]
    q.played = y * dot(X, q.last)
    return q


FEASIBLE = Hypothesis("feasible", r"\langle a_i, v\rangle \ge 1",
    "The solution v gives every signed example, a = y x, a score of at least one.",
    lambda q: (q.scores, 1), ">=", at=EXAMPLES)  # fmt: skip

MULTIPLIERS = Hypothesis("multipliers", r"\alpha_i \ge 0",
    "Every example has a multiplier α, and none is negative.",
    lambda q: (q.alpha, 0), ">=", at=EXAMPLES)  # fmt: skip

RESCALED = Line("rescaled", r"\langle a_i, u\rangle \ge 1/\|v\|_1",
    "Divide v by the sum of its entries: u is a probability vector, with that margin on every example.",
    lambda q: (q.scores / q.norm, 1 / q.norm), ">=", at=EXAMPLES)  # fmt: skip


# --- at the sparse SVM -------------------------------------------------------------------------------------------


def _sparse(trace: Trace, v: Vector, alpha: Vector) -> SimpleNamespace:
    """The solution v and the multipliers alpha are those of sparse_svm(X, y, signed=False)."""
    q = solved(trace, v, alpha)
    if not q.mass > 0:
        raise MistakeBoundError(f"alpha sums to {q.mass:.4g}: its sum must be greater than 0.")
    q.p = q.column / q.mass
    q.kept = np.flatnonzero(q.v > ZERO * q.v.max())
    q.tight = np.flatnonzero(q.scores <= 1 + ZERO * max(1, q.R * q.norm))
    q.roomy = np.flatnonzero(q.scores > 1 + ZERO * max(1, q.R * q.norm))
    X, y = examples(trace)
    A = y[:, None] * dense(X).astype(float)
    q.rank = np.linalg.matrix_rank(A[np.ix_(q.tight, q.kept)]) if len(q.tight) else 0
    q.loudest = A.max(axis=1)
    return q


def _sparse_bound(q: SimpleNamespace) -> Any:
    return 2 * q.R**2 * math.log(q.d) * q.norm**2


SPARSE_SVM = Theorem(
    name="SPARSE_SVM",
    title="Winnow mistake bound at the sparse SVM",
    statement=(
        r"For all signed examples $a_1, \ldots, a_n$ with $d$ features, $a_i = y_i x_i$, none of their entries larger "
        r"than $R$ in size, and for every $v \ge 0$ and $\alpha \ge 0$ such that $\langle a_i, v\rangle \ge 1$ for "
        r"every example $i$, $\sum_i \alpha_i a_{i,j} \le 1$ for every feature $j$, and $\|v\|_1 = \sum_i \alpha_i$: "
        r"the vector $u = v/\|v\|_1$ has the margin $\gamma_1 = 1/\|v\|_1$ on the examples, and no probability vector "
        "has a larger one."
        "\n\n"
        "On every sequence of these examples Winnow with equal weights at the start, the threshold $0$ and a step "
        r"$\eta > 0$ with $\eta \gamma_1 - \ln \cosh \eta R \ge \gamma_1^2/(2R^2)$ makes at most $2R^2 \ln d\, "
        r"\|v\|_1^2$ updates, and each of its mistakes is an update. Such steps are $\eta = \gamma_1/R^2$ and, if "
        r"$\gamma_1 < R$, $\eta = \frac{1}{2R} \ln \frac{R + \gamma_1}{R - \gamma_1}$."
        "\n\n"
        r"If $v$ is a vertex of the set of all $v \ge 0$ with $\langle a_i, v\rangle \ge 1$ for every $i$, then it has "
        r"no more positive entries than there are examples with $\langle a_i, v\rangle = 1$."
    ),
    formula=r"M \le 2R^2 \ln d\, \|v\|_1^2, \quad \frac{1}{\|v\|_1} = \gamma_1 = \max_w \min_i \langle a_i, w\rangle",
    source="grovelittlestoneschuurmans2001",
    learner="`Winnow`.",
    builds_on=(("WINNOW_UNIFORM", "at the comparator of the largest margin"),),
    tight="Its certificate always; its bound on Winnow's updates up to a constant factor, for small margins, by "
    "features that are tosses of a coin.",
    measure=_sparse,
    hypotheses=(
        *PROTOCOL,
        UNIFORM,
        NO_THRESHOLD,
        Hypothesis("nonnegative", r"v_j \ge 0",
            "The solution v has no negative entry, so its l1 norm is the sum of its entries.",
            lambda q: (q.v, 0), ">=", at=FEATURES),
        FEASIBLE,
        MULTIPLIERS,
        Hypothesis("dual-feasible", r"\sum_i \alpha_i a_{i,j} \le 1",
            "Summed over the examples with the multipliers α as weights, no feature comes to more than one.",
            lambda q: (q.column, 1), at=FEATURES),
        Hypothesis("no-gap", r"\|v\|_1 = \sum_i \alpha_i",
            "The objectives of the two programs are the same number: the entries of v and the multipliers α sum to "
            "the same.",
            lambda q: (q.norm, q.mass), "=", at=RUN),
        Hypothesis("vertex", r"\mathrm{rank}\, (a_{i,j})_{i \text{ tight},\, v_j > 0} = \#(v_j > 0)",
            "The solution v is a vertex: of all weights on the features that it uses, only its own give the tight "
            "examples, those with a score of exactly one, these scores.",
            lambda q: (q.rank, len(q.kept)), "=", at=RUN),
        NEARLY_TUNED,
    ),
    lines=(
        RESCALED,
        *LEDGER,
        ENTROPY,
        LOG_FEATURES,
        Line("bound", r"t \le 2R^2 \ln d\, \|v\|_1^2",
            "Chain floor and total progress, with no more than ln d at the start and the margin 1/‖v‖₁.",
            lambda q: (q.t, _sparse_bound(q))),
        Line("least-is-below-average", r"\min_i \langle a_i, w\rangle \le \sum_i q_i \langle a_i, w\rangle",
            "Divide the multipliers by their sum: q is a probability vector. "
            "The least score of any weights w is at most the average of the scores by q.",
            lambda q: (q.played.min(), q.p @ q.last), scale=lambda q: q.R, at=LAST),
        Line("average-is-below-largest", r"\sum_i q_i \langle a_i, w\rangle \le \max_j p_j",
            "The average is ⟨p, w⟩ with p = ∑ q a, and w is a probability vector.",
            lambda q: (q.p @ q.last, q.p.max()), scale=lambda q: q.R, at=LAST),
        Line("best", r"\max_j p_j \le 1/\|v\|_1",
            "The multipliers are dual feasible and have the same sum as v: no weights have a margin above 1/‖v‖₁, "
            "so u has the largest margin there is.",
            lambda q: (q.p.max(), 1 / q.norm), at=RUN),
        Line("loudest-feature", r"1/\|v\|_1 \le \min_i \max_j a_{i,j}",
            "The score of an example under u is at most its largest entry.",
            lambda q: (1 / q.norm, q.loudest.min()), at=RUN),
        Line("slack-examples", r"\alpha_i (\langle a_i, v\rangle - 1) = 0",
            "Weighted by v and α, the scores add up to between ∑ α and ‖v‖₁. These are equal, so no term has room: "
            "an example with a multiplier has a score of exactly one.",
            lambda q: (q.alpha * (q.scores - 1), 0), "=", scale=lambda q: q.mass * q.norm * q.R, at=EXAMPLES),
        Line("slack-features", r"v_j (1 - \sum_i \alpha_i a_{i,j}) = 0",
            "In the same sum: a feature with a weight pays exactly one.",
            lambda q: (q.v * (1 - q.column), 0), "=", scale=lambda q: q.mass * q.norm * q.R, at=FEATURES),
        Line("few-features", r"\#(v_j > 0) \le \#(\langle a_i, v\rangle = 1)",
            "A rank is at most the number of rows: there are no more features with a weight than tight examples, "
            "those with a score of exactly one.",
            lambda q: (len(q.kept), len(q.tight)), at=RUN),
        Line("few-examples", r"\#(v_j > 0) + \#(\langle a_i, v\rangle > 1) \le n",
            "An example with room is not tight: features with a weight and examples with room are n together, at most.",
            lambda q: (len(q.kept) + len(q.roomy), len(q.scores)), at=RUN),
    ),
    bound=_sparse_bound,
    squeeze=lambda q: squeezed(q, math.log(q.d), 1 / (2 * q.R**2 * q.norm**2), r"\ln d - \frac{t}{2R^2 \|v\|_1^2}"),
)  # fmt: skip


# --- at the entropic SVM -----------------------------------------------------------------------------------------


def _entropic(trace: Trace, v: Vector, alpha: Vector, prior: Vector | None = None) -> SimpleNamespace:
    """The solution v and the multipliers alpha are those of entropic_svm(X, y, prior); prior is the run's start."""
    q = solved(trace, v, alpha)
    start = trace.log_weights[0]
    q.ln_pi = start if prior is None else logarithms(check_prior(check_vector(prior, q.d, name="prior")))
    q.ln_share = q.ln_pi - ln_sum_exp(q.ln_pi)
    with np.errstate(divide="ignore", invalid="ignore"):  # an entry that is not positive, which a hypothesis refuses
        q.ln_v = np.log(q.v)
    q.form_size = np.abs(q.ln_pi).max() + q.R * q.mass + np.abs(q.column).max()
    q.primal, q.dual = _entropic_objective(np.maximum(q.v, 0), q.ln_pi), q.mass - np.exp(q.ln_pi + q.column).sum()
    q.fenchel = _entropic_objective(q.last, q.ln_pi), q.column @ q.last - np.exp(q.ln_pi + q.column).sum()
    y = trace.update_y.astype(np.int64)
    z = start + q.eta * dot(trace.update_X.T, y).astype(float)
    q.ln_last, q.ln_form = trace.log_weights[-1], z - ln_sum_exp(z)
    q.start_kl = q.mass / q.norm - math.log(q.norm) + ln_sum_exp(q.ln_pi)
    return q


def _entropic_objective(v: np.ndarray, ln_pi: np.ndarray) -> Any:
    inside = v != 0
    return float((v[inside] * (np.log(v[inside]) - 1 - ln_pi[inside])).sum())


def _entropic_bound(q: SimpleNamespace) -> Any:
    return 2 * q.R**2 * q.norm**2 * q.kl[0]  # which the line "start" says is the same, and is precise where it is small


ENTROPIC_SVM = Theorem(
    name="ENTROPIC_SVM",
    title="Winnow mistake bound at the entropic SVM",
    statement=(
        r"For every prior $\pi$ with positive entries, all signed examples $a_1, \ldots, a_n$, $a_i = y_i x_i$, none "
        r"of their entries larger than $R$ in size, and every $v$ and $\alpha \ge 0$ such that $v_j = \pi_j "
        r"\exp(\sum_i \alpha_i a_{i,j})$ for every feature $j$, $\langle a_i, v\rangle \ge 1$ for every example $i$, "
        r"and $\alpha_i = 0$ wherever $\langle a_i, v\rangle > 1$: among all $w \ge 0$ with $\langle a_i, w\rangle \ge "
        r"1$ for every $i$, the vector $v$ has the least value of $\sum_j w_j \ln \frac{w_j}{e\, \pi_j}$."
        "\n\n"
        r"On every sequence of these examples Winnow with the start $w_0 = \pi/\|\pi\|_1$, the threshold $0$ and a "
        r"step $\eta > 0$ with $\eta s - \ln \cosh \eta R \ge s^2/(2R^2)$, where $s = 1/\|v\|_1$, makes at most $2R^2 "
        r"\|v\|_1 (A - B \|v\|_1)$ updates, where $A = \sum_i \alpha_i$ and $B = \ln(\|v\|_1/\|\pi\|_1)$, and each of "
        r"its mistakes is an update. Such a step is $\eta = s/R^2$."
    ),
    formula=r"M \le 2R^2 \|v\|_1 (\sum_i \alpha_i - \|v\|_1 \ln(\frac{\|v\|_1}{\|\pi\|_1}))",
    source="grovelittlestoneschuurmans2001",
    learner="`Winnow`.",
    builds_on=(("WINNOW", "from a prior, at the comparator that has the form of its weights"),),
    tight="In the limit of a small margin, by the opponent of Winnow's bound, whose comparator is an entropic SVM.",
    measure=_entropic,
    hypotheses=(
        *PROTOCOL,
        NO_THRESHOLD,
        Hypothesis("same-start", r"\ln w_{0,j} = \ln \pi_j - \ln \|\pi\|_1",
            "The learner starts with the prior π of the SVM, divided by the sum of its entries.",
            lambda q: (q.prior, q.ln_share), "=", scale=lambda q: 1 + np.abs(q.ln_pi).max(), at=FEATURES),
        Hypothesis("form", r"\ln v_j = \ln \pi_j + \sum_i \alpha_i a_{i,j}",
            "Each entry of the solution v is that of the prior π times the exponential of a weighted sum of the signed "
            "examples' entries: the form that Winnow's weights have.",
            lambda q: (q.ln_v, q.ln_pi + q.column), "=", scale=lambda q: q.form_size, at=FEATURES),
        FEASIBLE,
        MULTIPLIERS,
        Hypothesis("slackness", r"\alpha_i (\langle a_i, v\rangle - 1) = 0",
            "Only examples with a score of exactly one have a multiplier α that is not zero.",
            lambda q: (q.alpha * (q.scores - 1), 0), "=", scale=lambda q: q.mass * q.norm * q.R, at=EXAMPLES),
        NEARLY_TUNED,
    ),
    lines=(
        Line("entropic-no-gap",
            r"\sum_j v_j \ln \frac{v_j}{e\, \pi_j} = \sum_i \alpha_i - \sum_j \pi_j e^{\sum_i \alpha_i a_{i,j}}",
            "Put in the form: the left side is ∑ α⟨a, v⟩ - ‖v‖₁, and by slackness the sum is ∑ α; on the right the "
            "exponentials are v.",
            lambda q: (q.primal, q.dual), "=", at=RUN),
        Line("fenchel",
            r"\sum_j w_j \ln \frac{w_j}{e\, \pi_j} \ge \sum_i \alpha_i \langle a_i, w\rangle "
            r"- \sum_j \pi_j e^{\sum_i \alpha_i a_{i,j}}",
            "For any w without a negative entry, since x ln(x/eb) is at least xz − b exp z (Fenchel and Young). "
            "If w is feasible, the right side is at least that of the line before: v is the best.",
            lambda q: q.fenchel, ">=", at=LAST),
        Line("winnow-form",
            r"\ln w_{t,j} = \ln w_{0,j} + \eta \sum_{s=1}^t a_{s,j} - \ln \sum_k w_{0,k} e^{\eta \sum_{s=1}^t a_{s,k}}",
            "Winnow's weights have the form of the solution, divided by their sum: the α of an example is η times its "
            "number of updates.",
            lambda q: (q.ln_last, q.ln_form), "=", scale=lambda q: q.longest + q.eta * q.range.sum(),
            at=Range("every feature j, t the last update")),
        RESCALED,
        *LEDGER,
        Line("start",
            r"\mathrm{KL}(u\|w_0) = \frac{1}{\|v\|_1} \sum_i \alpha_i - \ln(\frac{\|v\|_1}{\|\pi\|_1})",
            "Put the form into the entropy of u = v/‖v‖₁; slackness turns the average of the exponents into ∑ α/‖v‖₁.",
            lambda q: (q.kl[0], q.start_kl), "=", scale=lambda q: q.form_size + q.mass / q.norm, at=RUN),
        Line("bound", r"t \le 2R^2 \|v\|_1 (\sum_i \alpha_i - \|v\|_1 \ln(\frac{\|v\|_1}{\|\pi\|_1}))",
            "Chain floor and total progress, with that entropy at the start and the margin 1/‖v‖₁.",
            lambda q: (q.t, _entropic_bound(q))),
    ),
    bound=_entropic_bound,
    squeeze=lambda q: squeezed(
        q, q.kl[0], 1 / (2 * q.R**2 * q.norm**2), r"\mathrm{KL}(u\|w_0) - \frac{t}{2R^2 \|v\|_1^2}"
    ),
)  # fmt: skip
