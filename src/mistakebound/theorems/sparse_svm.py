r"""Margins as optimisation: Winnow's bound at the sparse and the entropic SVM, and games played in rounds.

Legend: a = y x signed examples; v a solution with <a_i, v> >= 1, u = v / ||v||_1, alpha multipliers, q = alpha / sum
alpha and p = sum_i q_i a_i; the rest as in `winnow`. In a game played in rounds: w_t weights on the columns, a_t the
row that answers, eta_t the step, bars for averages; in AdaBoost's, where the columns are the examples, r_t the edge,
F_t the vote, gamma the margin of a mixture u of the hypotheses, g the gain.

Names of measured quantities beside those of `winnow`: scores = <a_i, v>; column = sum_i alpha_i a_i; F = eta_1 a_1 +
... + eta_t a_t; potential = ln Z_1 + ... + ln Z_t.
"""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
from scipy.special import logsumexp, xlogy

from ..checks import check_positive, check_vector, dense
from ..errors import MistakeBoundError
from ..margins.games import GameRun
from .core import Hypothesis, Line, Squeeze, Theorem
from .data import examples, pieces
from .entropy import ln_mean_exp
from .exact import dot
from .winnow import LEDGER, PROTOCOL, WHOLE_RUN, measured, quotient, squeezed
from .winnow_corollaries import ENTROPY, LOG_FEATURES, NEARLY_TUNED, NO_THRESHOLD, UNIFORM

__all__ = ["ADABOOST", "ENTROPIC_SVM", "MULTIPLICATIVE_WEIGHTS", "SPARSE_SVM"]

ZERO = 1e-9  # what is smaller, relative to the largest, is a zero that was rounded

# --- a solution and a run of Winnow ------------------------------------------------------------------------------


def _solved(trace, v, alpha, radius, eta):
    """Winnow's quantities for the comparator v / ||v||_1, and those of the solution."""
    X, y = examples(trace)
    v = check_vector(v, X.shape[1], name="v").astype(float)
    alpha = np.asarray(alpha, dtype=float)
    if alpha.shape != X.shape[:1] or alpha.any():  # no multiplier at all is right where the prior is feasible
        check_vector(alpha, X.shape[0], name="alpha", per="example")
    norm, mass = float(v.sum()), float(alpha.sum())
    if not norm > 0:
        raise MistakeBoundError(f"v sums to {norm:.4g}: its sum must be greater than 0.")
    q = measured(trace, v / norm, 1 / norm, radius, eta)
    q.v, q.alpha, q.norm, q.mass = v, alpha, norm, mass
    q.scores, q.column = y * dot(X, v), dot(X.T, alpha * y)
    q.last = trace.weights[-1]
    q.played = y * dot(X, q.last)
    q.score_size, q.column_size = q.R * norm, q.R * mass
    return q


_FEASIBLE = Hypothesis(
    "feasible", "SP2", r"\langle a_i, v\rangle \ge 1",
    "Every signed example, a = y x, has a score of at least one.",
    lambda q: (q.scores, 1), ">=", scale=lambda q: q.score_size, **WHOLE_RUN,
)  # fmt: skip

_DUAL = Hypothesis(
    "multipliers", "SP3", r"\alpha_i \ge 0",
    "No multiplier of an example is negative.",
    lambda q: (q.alpha, 0), ">=", scale=lambda q: q.mass, **WHOLE_RUN,
)  # fmt: skip

_RESCALED = Line(
    "rescaled", "SP6", r"\langle a_i, u\rangle \ge 1/\|v\|_1",
    "Divide v by the sum of its entries: u is a probability vector, with that margin on every example.",
    lambda q: (q.scores / q.norm, 1 / q.norm), ">=", scale=lambda q: q.R, **WHOLE_RUN,
)  # fmt: skip


# --- at the sparse SVM -------------------------------------------------------------------------------------------


def _sparse(trace, v, alpha, radius=None, eta=None):
    """The solution v and the multipliers alpha are those of sparse_svm(X, y, signed=False)."""
    q = _solved(trace, v, alpha, radius, eta)
    X, y = examples(trace)
    if not q.mass > 0:
        raise MistakeBoundError(f"alpha sums to {q.mass:.4g}: its sum must be greater than 0.")
    q.p = q.column / q.mass
    q.kept = np.flatnonzero(q.v > ZERO * q.v.max())
    q.tight = np.flatnonzero(q.scores <= 1 + ZERO * max(1, q.score_size))
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
    counts="updates",
    measure=_sparse,
    hypotheses=(
        *PROTOCOL,
        UNIFORM,
        NO_THRESHOLD,
        Hypothesis(
            "nonnegative", "SP1", r"v_j \ge 0",
            "The solution has no negative entry, so its l1 norm is the sum of its entries.",
            lambda q: (q.v, 0), ">=", scale=lambda q: q.norm, **WHOLE_RUN,
        ),
        _FEASIBLE,
        _DUAL,
        Hypothesis(
            "dual-feasible", "SP4", r"\sum_i \alpha_i a_{i,j} \le 1",
            "Weighted by the multipliers, no feature pays more than one.",
            lambda q: (q.column, 1), scale=lambda q: q.column_size, **WHOLE_RUN,
        ),
        Hypothesis(
            "no-gap", "SP5", r"\|v\|_1 = \sum_i \alpha_i",
            "The two objectives are the same number.",
            lambda q: (q.norm, q.mass), "=", **WHOLE_RUN,
        ),
        Hypothesis(
            "vertex", "SP11", r"\mathrm{rank}\, (a_{i,j})_{i \text{ tight},\, v_j > 0} = \#(v_j > 0)",
            "The solution is a vertex: the tight examples, those with a score of exactly one, fix the weights of its "
            "features, and no others have those scores.",
            lambda q: (q.rank, len(q.kept)), "=", **WHOLE_RUN,
        ),
        NEARLY_TUNED,
    ),
    lines=(
        _RESCALED,
        *LEDGER[:-1],
        ENTROPY,
        LOG_FEATURES,
        Line(
            "bound", "SP7", r"t \le 2R^2 \ln d\, \|v\|_1^2",
            "Chain floor and total progress, with no more than ln d at the start and the margin 1/‖v‖₁.",
            lambda q: (q.t, _sparse_bound(q)),
        ),
        Line(
            "least-is-below-average", "G1", r"\min_i \langle a_i, w\rangle \le \sum_i q_i \langle a_i, w\rangle",
            "Divide the multipliers by their sum: q is a probability vector. "
            "The least score of any weights w (here the last ones) is at most the average by q.",
            lambda q: (q.played.min(), q.p @ q.last), scale=lambda q: q.R, **WHOLE_RUN,
        ),
        Line(
            "average-is-below-largest", "G2", r"\sum_i q_i \langle a_i, w\rangle \le \max_j p_j",
            "The average is ⟨p, w⟩, p = ∑ q a, and w is a probability vector.",
            lambda q: (q.p @ q.last, q.p.max()), scale=lambda q: q.R, **WHOLE_RUN,
        ),
        Line(
            "best", "SP8", r"\max_j p_j \le 1/\|v\|_1",
            "The multipliers are dual feasible and have the same sum as v: no weights have a margin above 1/‖v‖₁, "
            "so u has the largest margin there is.",
            lambda q: (q.p.max(), 1 / q.norm), scale=lambda q: q.R, **WHOLE_RUN,
        ),
        Line(
            "loudest-feature", "G3", r"1/\|v\|_1 \le \min_i \max_j a_{i,j}",
            "The score of an example under u is at most its largest entry.",
            lambda q: (1 / q.norm, q.loudest.min()), scale=lambda q: q.R, **WHOLE_RUN,
        ),
        Line(
            "slack-examples", "SP9", r"\alpha_i (\langle a_i, v\rangle - 1) = 0",
            "Weighted by v and α, the scores add up to between ∑ α and ‖v‖₁. These are equal, so no term has room: "
            "an example with a multiplier has a score of exactly one.",
            lambda q: (q.alpha * (q.scores - 1), 0), "=", scale=lambda q: q.mass * q.score_size, **WHOLE_RUN,
        ),
        Line(
            "slack-features", "SP10", r"v_j (1 - \sum_i \alpha_i a_{i,j}) = 0",
            "In the same sum: a feature with a weight pays exactly one.",
            lambda q: (q.v * (1 - q.column), 0), "=", scale=lambda q: q.norm * q.column_size, **WHOLE_RUN,
        ),
        Line(
            "few-features", "SP12", r"\#(v_j > 0) \le \#(\langle a_i, v\rangle = 1)",
            "A rank is at most the number of rows: there are no more features with a weight than tight examples.",
            lambda q: (len(q.kept), len(q.tight)), **WHOLE_RUN,
        ),
        Line(
            "few-examples", "SP13", r"\#(\langle a_i, v\rangle = 1) + \#(\langle a_i, v\rangle > 1) = n",
            "Every example is tight or has room, so features with a weight and examples with room are n at most.",
            lambda q: (len(q.tight) + q.roomy, len(q.scores)), "=", **WHOLE_RUN,
        ),
    ),
    bound=_sparse_bound,
    squeeze=lambda q: squeezed(q, math.log(q.d), 1 / (2 * q.R**2 * q.norm**2), r"\ln d - \frac{t}{2R^2 \|v\|_1^2}"),
)  # fmt: skip


# --- at the entropic SVM -----------------------------------------------------------------------------------------


def _entropic(trace, v, alpha, prior=None, radius=None, eta=None):
    """The solution v and the multipliers alpha are those of entropic_svm(X, y, prior); prior is the run's start."""
    q = _solved(trace, v, alpha, radius, eta)
    start = trace.log_weights[0]
    if prior is None:
        q.ln_w0 = start
    else:
        q.ln_w0 = np.log(check_vector(prior, q.d, name="prior").astype(float))
    q.proportion = q.ln_w0 - logsumexp(q.ln_w0) - start
    with np.errstate(divide="ignore"):  # a weight of 0, which a hypothesis refuses
        q.ln_v = np.log(q.v)
    q.form_size = np.abs(q.ln_w0).max() + q.column_size + np.abs(q.column).max()
    q.primal, q.dual = _entropic_objective(q.v, q.ln_w0), q.mass - np.exp(q.ln_w0 + q.column).sum()
    q.objective_size = q.norm * q.form_size + q.mass
    q.fenchel = _entropic_objective(q.last, q.ln_w0), q.column @ q.last - np.exp(q.ln_w0 + q.column).sum()
    y = trace.update_y.astype(np.int64)
    z = start + q.eta * dot(trace.update_X.T, y).astype(float)
    q.own_form = trace.log_weights[-1] - (z - logsumexp(z))
    q.start_kl = q.mass / q.norm - math.log(q.norm) + logsumexp(q.ln_w0)
    return q


def _entropic_objective(v, ln_w0):
    return float((xlogy(v, v) - v * (1 + ln_w0)).sum())


def _entropic_bound(q):
    return 2 * q.R**2 * q.norm**2 * q.kl[0]  # which EN7 says is the entropy, and is precise where it is small


ENTROPIC_SVM = Theorem(
    name="ENTROPIC_SVM",
    title="Winnow mistake bound at the entropic SVM",
    statement=r"M \le 2R^2 \|v\|_1 (\sum_i \alpha_i - \|v\|_1 \ln(\frac{\|v\|_1}{\|w_0\|_1}))",
    source="grovelittlestoneschuurmans2001",
    counts="updates",
    measure=_entropic,
    hypotheses=(
        *PROTOCOL,
        NO_THRESHOLD,
        Hypothesis(
            "same-start", "EN1", r"w_0 / \|w_0\|_1 = \text{weights at the start}",
            "The prior of the SVM and the weights that the learner starts with have the same proportions.",
            lambda q: (q.proportion, 0), "=", scale=lambda q: 1 + np.abs(q.ln_w0).max(), **WHOLE_RUN,
        ),
        Hypothesis(
            "form", "EN2", r"\ln v_j = \ln w_{0,j} + \sum_i \alpha_i a_{i,j}",
            "The solution is the prior times the exponential of a weighted sum of signed examples, as Winnow's are.",
            lambda q: (q.ln_v, q.ln_w0 + q.column), "=", scale=lambda q: q.form_size, **WHOLE_RUN,
        ),
        _FEASIBLE,
        _DUAL,
        Hypothesis(
            "slackness", "EN3", r"\alpha_i (\langle a_i, v\rangle - 1) = 0",
            "Only examples with a score of exactly one have a multiplier.",
            lambda q: (q.alpha * (q.scores - 1), 0), "=", scale=lambda q: q.mass * q.score_size, **WHOLE_RUN,
        ),
        NEARLY_TUNED,
    ),
    lines=(
        Line(
            "entropic-no-gap", "EN4",
            r"\sum_j v_j \ln \frac{v_j}{e\, w_{0,j}} = \sum_i \alpha_i - \sum_j w_{0,j} e^{\sum_i \alpha_i a_{i,j}}",
            "Put in the form: the left side is ∑ α⟨a, v⟩ - ‖v‖₁, and by slackness the sum is ∑ α; on the right the "
            "exponentials are v.",
            lambda q: (q.primal, q.dual), "=", scale=lambda q: q.objective_size, **WHOLE_RUN,
        ),
        Line(
            "fenchel", "EN5",
            r"\sum_j w_j \ln \frac{w_j}{e\, w_{0,j}} \ge \sum_i \alpha_i \langle a_i, w\rangle "
            r"- \sum_j w_{0,j} e^{\sum_i \alpha_i a_{i,j}}",
            "For any w (here the last weights), since x ln(x/eb) is at least xz - b exp z (Fenchel and Young). "
            "If w is feasible, the right side is at least that of the line before: v is the best.",
            lambda q: q.fenchel, ">=", scale=lambda q: q.objective_size + q.form_size, **WHOLE_RUN,
        ),
        Line(
            "winnow-form", "EN6", r"\ln w_t = \ln w_0 + \eta \sum_{s=1}^t a_s - \text{constant}",
            "Winnow's weights have the form of the solution: the α of an example is η times its number of updates.",
            lambda q: (q.own_form, 0), "=", scale=lambda q: q.longest + q.eta * q.range.sum(), **WHOLE_RUN,
        ),
        _RESCALED,
        *LEDGER[:-1],
        Line(
            "start", "EN7",
            r"\mathrm{KL}(u\|w_0/\|w_0\|_1) = \frac{1}{\|v\|_1} \sum_i \alpha_i - \ln(\frac{\|v\|_1}{\|w_0\|_1})",
            "Put the form into the entropy of u = v/‖v‖₁; slackness turns the average of the exponents into ∑ α/‖v‖₁.",
            lambda q: (q.kl[0], q.start_kl), "=", scale=lambda q: q.form_size + q.mass / q.norm, **WHOLE_RUN,
        ),
        Line(
            "bound", "EN8", r"t \le 2R^2 \|v\|_1 (\sum_i \alpha_i - \|v\|_1 \ln(\frac{\|v\|_1}{\|w_0\|_1}))",
            "Chain floor and total progress, with that entropy at the start and the margin 1/‖v‖₁.",
            lambda q: (q.t, _entropic_bound(q)),
        ),
    ),
    bound=_entropic_bound,
    squeeze=lambda q: squeezed(
        q, q.kl[0], 1 / (2 * q.R**2 * q.norm**2), r"\mathrm{KL}(u\|w_0) - \frac{t}{2R^2 \|v\|_1^2}"
    ),
)  # fmt: skip


# --- games played in rounds --------------------------------------------------------------------------------------


def _played(trace, radius):
    """What both theorems on games read off a trace."""
    T, d = trace.n_rounds, trace.A.shape[1]
    L, a = trace.log_weights, trace.A[trace.rows]
    q = SimpleNamespace(T=T, d=d, A=trace.A, a=a, t=np.arange(1, T + 1), eta=trace.steps, prior=L[0])
    q.R = float(np.abs(trace.A).max()) if radius is None else float(radius)
    check_positive(q.R, "radius, the size of the largest entry,")
    q.range = np.abs(a).max(axis=1)
    moves = q.eta[:, None] * a
    q.F = np.cumsum(moves, axis=0)
    q.lnZ, q.least, q.paid = np.empty((3, T))
    for t in pieces(T, d + len(trace.A)):
        W = np.exp(L[:-1][t])
        q.lnZ[t] = ln_mean_exp(L[:-1][t], moves[t])
        q.paid[t] = (W * a[t]).sum(axis=1)
        q.least[t] = (W @ trace.A.T).min(axis=1)
    q.step = np.abs(L[:-1] + moves - q.lnZ[:, None] - L[1:]).max(axis=1)
    q.longest = np.abs(L).max()
    q.potential = np.cumsum(q.lnZ)
    q.closed = logsumexp(q.F, axis=1) - math.log(d)
    q.potential_size = np.cumsum(q.eta * q.range) + math.log(d)
    return q


_GAME = (
    Hypothesis(
        "uniform", "GA1", r"\ln w_{0,j} = -\ln d",
        "The weights on the columns are equal at the start.",
        lambda q: (q.prior, -math.log(q.d)), "=", scale=lambda q: 1, **WHOLE_RUN,
    ),
    Hypothesis(
        "update-rule", "GA2", r"\ln w_t - (\ln w_{t-1} + \eta_t a_t - \ln Z_t) = 0",
        "Each round multiplies the weights by exp(ηa), a the row that answered, and divides by their sum Z.",
        lambda q: (q.step, 0), "=", scale=lambda q: q.longest + q.eta * q.range,
    ),
    Hypothesis(
        "range", "GA3", r"\max_j |a_{t,j}| \le R",
        "No entry of a row is larger than R in size.",
        lambda q: (q.range, q.R),
    ),
    Hypothesis(
        "best-answer", "GA4", r"\langle a_t, w_{t-1}\rangle = \min_i \langle a_i, w_{t-1}\rangle",
        "The row that answers is the one that pays the weights least.",
        lambda q: (q.paid, q.least), "=", scale=lambda q: q.R,
    ),
)  # fmt: skip

_POTENTIAL = Line(
    "potential", "GA5", r"\sum_{s=1}^t \ln Z_s = \ln \frac{1}{d} \sum_{j=1}^d \exp(\sum_{s=1}^t \eta_s a_{s,j})",
    "Each normaliser is the quotient of two sums of exponentials, and in the product all but the ends cancel.",
    lambda q: (q.potential, q.closed), "=", scale=lambda q: q.potential_size,
)  # fmt: skip


# --- multiplicative weights --------------------------------------------------------------------------------------


def _multiplicative(trace, radius=None):
    """The trace is that of multiplicative_weights(X, y, rounds); the range R (radius) comes from its matrix."""
    q = _played(trace, radius)
    eta, ln_d, sums = q.eta[0], math.log(q.d), np.cumsum(q.a, axis=0)
    q.first = eta
    q.tuned = math.sqrt(2 * ln_d / q.T) / q.R
    q.hoeffding = eta * q.paid + eta**2 * q.R**2 / 2
    q.regret = sums.max(axis=1) - np.cumsum(q.paid)
    q.allowed = ln_d / eta + eta * q.t * q.R**2 / 2
    q.mean_paid = np.cumsum(q.paid) / q.t
    q.lower = trace.lower
    w, p = trace.w, trace.q @ trace.A
    q.scores, q.average, q.largest = trace.A @ w, p @ w, p.max()
    q.gap = q.largest - q.scores.min()
    return q


def _rounds_bound(q):
    return 2 * q.R**2 * math.log(q.d) / q.gap**2 if q.gap > 0 else math.inf


MULTIPLICATIVE_WEIGHTS = Theorem(
    name="MULTIPLICATIVE_WEIGHTS",
    title="Gap of multiplicative weights",
    statement=r"T \le \frac{2R^2 \ln d}{\mathrm{gap}^2}, \quad "
    r"\mathrm{gap} = \max_j (\sum_i \bar q_i a_i)_j - \min_i \langle a_i, \bar w\rangle",
    source="arorahazankale2012",
    counts="updates",
    run=GameRun,
    measure=_multiplicative,
    hypotheses=(
        *_GAME,
        Hypothesis(
            "constant-step", "GA6", r"\eta_t = \eta",
            "All steps are the same.",
            lambda q: (q.eta, q.first), "=",
        ),
        Hypothesis(
            "tuned", "GA7", r"\eta = \frac{1}{R} \sqrt{\frac{2 \ln d}{T}}",
            "The step is the best one for the number of rounds, T.",
            lambda q: (q.first, q.tuned), "=", **WHOLE_RUN,
        ),
    ),
    lines=(
        Line(
            "normaliser", "MW1a", r"\ln Z_t \le \eta\langle a_t, w_{t-1}\rangle + \tfrac12 \eta^2 R^2",
            "Z is the mean of exp(ηa) by w, and the entries a lie between -R and R (Hoeffding).",
            lambda q: (q.lnZ, q.hoeffding), scale=lambda q: q.eta * q.R,
        ),
        _POTENTIAL,
        Line(
            "best-column", "MW1b", r"\eta \max_j \sum_{s=1}^t a_{s,j} - \ln d \le \sum_{s=1}^t \ln Z_s",
            "A sum of exponentials is at least its largest term.",
            lambda q: (q.F.max(axis=1) - math.log(q.d), q.potential), scale=lambda q: q.potential_size,
        ),
        Line(
            "regret", "MW1",
            r"\max_j \sum_{s=1}^t a_{s,j} - \sum_{s=1}^t \langle a_s, w_{s-1}\rangle "
            r"\le \frac{\ln d}{\eta} + \tfrac12 \eta t R^2",
            "Chain the three and divide by η: no single column would have been paid much more than the weights were.",
            lambda q: (q.regret, q.allowed), scale=lambda q: q.t * q.R,
        ),
        Line(
            "tuned-regret", "MW1c", r"\frac{\ln d}{\eta} + \tfrac12 \eta T R^2 = R\sqrt{2T \ln d}",
            "Put in the step: the two terms become equal.",
            lambda q: (q.allowed[-1], q.R * math.sqrt(2 * q.T * math.log(q.d))), "=", **WHOLE_RUN,
        ),
        Line(
            "average-weights", "MW2",
            r"\min_i \langle a_i, \bar w_t\rangle \ge \frac{1}{t} \sum_{s=1}^t \langle a_s, w_{s-1}\rangle",
            "The least score of the average of t weights is at least the average of the least scores.",
            lambda q: (q.lower, q.mean_paid), ">=", scale=lambda q: q.R,
        ),
        Line(
            "least-is-below-average", "MW2a",
            r"\min_i \langle a_i, \bar w\rangle \le \sum_i \bar q_i \langle a_i, \bar w\rangle",
            "The least is at most the average, by the shares of the rounds in which each row answered.",
            lambda q: (q.scores.min(), q.average), scale=lambda q: q.R, **WHOLE_RUN,
        ),
        Line(
            "average-is-below-largest", "MW2b",
            r"\sum_i \bar q_i \langle a_i, \bar w\rangle \le \max_j (\sum_i \bar q_i a_i)_j",
            "An average by the weights is at most the largest entry. The value of the game lies between the ends.",
            lambda q: (q.average, q.largest), scale=lambda q: q.R, **WHOLE_RUN,
        ),
        Line(
            "gap", "MW3", r"\max_j (\sum_i \bar q_i a_i)_j - \min_i \langle a_i, \bar w\rangle \le R\sqrt{2 \ln d / T}",
            "The largest entry is the largest sum of all rounds over T: the gap is at most the regret over T.",
            lambda q: (q.gap, q.R * math.sqrt(2 * math.log(q.d) / q.T)), scale=lambda q: q.R, **WHOLE_RUN,
        ),
        Line(
            "bound", "MW4", r"T \le 2R^2 \ln d / \mathrm{gap}^2",
            "Solve for T, the number of rounds that the step was chosen for.",
            lambda q: (q.T, _rounds_bound(q)), **WHOLE_RUN,
        ),
    ),
    bound=_rounds_bound,
)  # fmt: skip


# --- AdaBoost ----------------------------------------------------------------------------------------------------


def _boosted(trace, u, radius=None):
    """The trace is that of adaboost(X, y, rounds); u mixes its hypotheses, the features, with a positive margin."""
    q = _played(trace, radius)
    q.u = check_vector(u, len(trace.A), per="hypothesis").astype(float)
    q.gamma = float(-(q.u @ trace.A).max())
    q.r = -q.paid
    rho = np.minimum(q.r / q.R, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):  # an edge outside (-R, R), which a hypothesis refuses
        q.alpha = np.arctanh(rho) / q.R
        q.halves = np.log1p(-(rho**2)) / 2
    q.g = -math.log1p(-((q.gamma / q.R) ** 2)) / 2 if 0 < q.gamma < q.R else 0.0
    q.errors = (q.F >= 0).mean(axis=1)
    q.vote = float(-q.F[-1].max())
    return q


def _boosting_bound(q):
    return quotient(math.log(q.d), q.g)


ADABOOST = Theorem(
    name="ADABOOST",
    title="Rounds of AdaBoost",
    statement=r"T \le \frac{\ln n}{g}, \quad g = -\tfrac12 \ln(1 - \frac{\gamma^2}{R^2}) \ge \frac{\gamma^2}{2R^2}",
    source="freundschapire1997",
    counts="updates",
    run=GameRun,
    measure=_boosted,
    hypotheses=(
        *_GAME,
        Hypothesis(
            "alpha", "AB1", r"\alpha_t = \frac{1}{2R} \ln \frac{R + r_t}{R - r_t}",
            "The step is tuned to the current edge r, the average ∑ q a of the chosen hypothesis' signed values.",
            lambda q: (q.eta, q.alpha), "=",
        ),
        Hypothesis(
            "mixture", "AB2", r"u_j \ge 0",
            "A mixture u of the hypotheses has no negative entry.",
            lambda q: (q.u, 0), ">=", **WHOLE_RUN,
        ),
        Hypothesis(
            "mixture-mass", "AB3", r"\sum_j u_j = 1",
            "Its entries sum to one.",
            lambda q: (q.u.sum(), 1), "=", **WHOLE_RUN,
        ),
        Hypothesis(
            "margin", "AB4", r"\langle a_i, u\rangle \ge \gamma > 0",
            "It has a positive margin on every example: its least score is γ.",
            lambda q: (q.gamma, 0), ">", scale=lambda q: q.R, **WHOLE_RUN,
        ),
        Hypothesis(
            "still-wrong", "AB5", r"\min_i F_T(i) \le 0",
            "The vote of all T rounds, F = ∑ α a, is still wrong on an example, or tied there.",
            lambda q: (q.vote, 0), scale=lambda q: q.potential_size[-1], **WHOLE_RUN,
        ),
    ),
    lines=(
        Line(
            "edge", "AB6", r"r_t \ge \gamma",
            "Averaged by u, the edges are at least γ, whatever the weights on the examples; the best edge is no less.",
            lambda q: (q.r, q.gamma), ">=", scale=lambda q: q.R,
        ),
        Line(
            "normaliser", "AB7", r"\ln Z_t \le \tfrac12 \ln(1 - r_t^2/R^2)",
            "Z is the mean of exp(-αa) by q; the exponential lies below its chord over [-R, R] (an equation where all "
            "values are -R or R), and the step makes the chord's height at r the root of 1 - r²/R².",
            lambda q: (q.lnZ, q.halves), scale=lambda q: q.eta * q.R,
        ),
        Line(
            "gain", "AB8", r"\tfrac12 \ln(1 - r_t^2/R^2) \le -g",
            "The edge is at least γ.",
            lambda q: (q.halves, -q.g), scale=lambda q: q.eta * q.R,
        ),
        _POTENTIAL,
        Line(
            "training-error", "AB9",
            r"\frac{1}{n} \#(F_t(i) \le 0) \le \frac{1}{n} \sum_i e^{-F_t(i)}",
            "Where the vote is wrong, the exponential is at least one.",
            lambda q: (q.errors, np.exp(q.closed)),
        ),
        Line(
            "total-gain", "AB10", r"\sum_{s=1}^t \ln Z_s \le -g t",
            "Add up the gains of t rounds.",
            lambda q: (q.potential, -q.g * q.t), scale=lambda q: q.potential_size,
        ),
        Line(
            "floor", "AB11", r"-\ln n \le \sum_{s=1}^T \ln Z_s",
            "One example is still wrong, so the training error is at least 1/n.",
            lambda q: (-math.log(q.d), q.potential[-1]), scale=lambda q: q.potential_size[-1], **WHOLE_RUN,
        ),
        Line(
            "bound", "AB12", r"T \le \ln n / g",
            "Chain the two and divide by g.",
            lambda q: (q.T, _boosting_bound(q)), **WHOLE_RUN,
        ),
    ),
    bound=_boosting_bound,
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.full_like(t, -math.log(q.d), dtype=float),
        upper=lambda t: -q.g * np.asarray(t, dtype=float),
        lower_label=r"-\ln n",
        upper_label="-g t",
        inner={r"\sum \ln Z": np.append(0.0, q.potential)},
        meets=_boosting_bound(q),
        quantity="logarithm of the bound on the training error",
    ),
)  # fmt: skip
