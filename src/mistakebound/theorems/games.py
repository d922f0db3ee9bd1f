r"""Games played in rounds: weights on the columns, each time answered by the row that pays them least.

AdaBoost is such a game: its columns are examples and its rows hypotheses, until the vote is right everywhere.

Legend: a_i the rows of the game, signed examples; w_t weights on the columns, a_t the row that answers, eta_t the
step, R the largest entry in size, T rounds, d columns, Z_t the normaliser of round t, bars for averages. In AdaBoost,
r_t the edge, F_t the vote, gamma the margin of a mixture u of the hypotheses, g the gain.

Names of measured quantities: F = eta_1 a_1 + ... + eta_t a_t; lnZ = ln Z_t and potential, their sums, closed the same
in closed form; paid = <a_t, w_{t-1}>, least = the least that any row pays; range, step and longest as in `winnow`. In
AdaBoost, errors, the part of the examples where F_t is wrong, and vote, the last vote where it is least; halves =
ln(1 - r^2/R^2) / 2.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..checks import check_positive, check_vector
from ..margins.games import GameRun
from ..types import Vector
from .core import RUN, Hypothesis, Line, Range, Squeeze, Theorem
from .entropy import ln_mean_exp, ln_sum_exp
from .measure import pieces
from .winnow import quotient

__all__ = ["ADABOOST", "MULTIPLICATIVE_WEIGHTS"]

# --- what every game has -----------------------------------------------------------------------------------------


def played(trace: GameRun, R: float | None = None) -> SimpleNamespace:
    """What both theorems on games read off a trace; R is by default the largest entry of the game in size."""
    T, d = trace.n_rounds, trace.A.shape[1]
    L, a = trace.log_weights, trace.A[trace.rows]
    q = SimpleNamespace(T=T, d=d, A=trace.A, a=a, t=np.arange(1, T + 1), eta=trace.steps, prior=L[0])
    q.R = float(np.abs(trace.A).max() if R is None else check_positive(R, "R"))
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
    q.closed = ln_sum_exp(q.F) - math.log(d)
    q.potential_size = np.cumsum(q.eta * q.range) + math.log(d)
    return q


ROUNDS = Range("every round t", lambda q: q.updates)
COLUMNS = Range("every column j")
HYPOTHESES = Range("every hypothesis j")

GAME = (
    Hypothesis("uniform", r"\ln w_{0,j} = -\ln d",
        "The weights on the columns are equal at the start, one over their number each.",
        lambda q: (q.prior, -math.log(q.d)), "=", at=COLUMNS),
    Hypothesis("update-rule", r"\ln w_t - (\ln w_{t-1} + \eta_t a_t - \ln Z_t) = 0",
        "Each round multiplies the weights by exp(ηa), a being the row that answered, and divides them by their sum Z.",
        lambda q: (q.step, 0), "=", scale=lambda q: q.longest + q.eta * q.range, at=ROUNDS),
    Hypothesis("range", r"\max_j |a_{t,j}| \le R",
        "No entry of a row that answers is larger than R in size.",
        lambda q: (q.range, q.R), at=ROUNDS),
    Hypothesis("best-answer", r"\langle a_t, w_{t-1}\rangle = \min_i \langle a_i, w_{t-1}\rangle",
        "The row that answers is one that pays the current weights least.",
        lambda q: (q.paid, q.least), "=", scale=lambda q: q.R, at=ROUNDS),
)  # fmt: skip

POTENTIAL = Line(
    "potential", r"\sum_{s=1}^t \ln Z_s = \ln \frac{1}{d} \sum_{j=1}^d \exp(\sum_{s=1}^t \eta_s a_{s,j})",
    "Each normaliser is the quotient of two sums of exponentials, and in the product all but the ends cancel.",
    lambda q: (q.potential, q.closed), "=", scale=lambda q: q.potential_size, at=ROUNDS)  # fmt: skip


# --- multiplicative weights --------------------------------------------------------------------------------------


def _multiplicative(trace: GameRun, R: float | None = None) -> SimpleNamespace:
    """The trace is that of multiplicative_weights(X, y, rounds)."""
    q = played(trace, R)
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


def _rounds_bound(q: SimpleNamespace) -> Any:
    return 2 * q.R**2 * math.log(q.d) / q.gap**2 if q.gap > 0 else math.inf


MULTIPLICATIVE_WEIGHTS = Theorem(
    name="MULTIPLICATIVE_WEIGHTS",
    title="Gap of multiplicative weights",
    statement=(
        r"For every finite set of rows $a_i$ with $d \ge 2$ columns, no entry larger than $R > 0$ in size, and every "
        r"number of rounds $T \ge 1$: let the weights be equal at the start, let every round be answered by a row that "
        r"pays the current weights least, and let it multiply each weight by $e^{\eta a_{i,j}}$, with the step $\eta = "
        r"\sqrt{2 \ln d/T}/R$ in all rounds. Let $\bar w$ be the average of the weights before each of the $T$ rounds, "
        r"and $\bar q_i$ the share of the rounds in which row $i$ answered."
        "\n\n"
        r"Then $\min_i \langle a_i, \bar w\rangle \le \gamma_1 \le \max_j \sum_i \bar q_i a_{i,j}$, where $\gamma_1$ "
        r"is the largest $\min_i \langle a_i, u\rangle$ of all probability vectors $u$, and the two ends are at most "
        r"$R\sqrt{2 \ln d/T}$ apart: if their gap is positive, then $T \le 2R^2 \ln d/\mathrm{gap}^2$."
    ),
    formula=r"T \le \frac{2R^2 \ln d}{\mathrm{gap}^2}, \quad "
    r"\mathrm{gap} = \max_j (\sum_i \bar q_i a_i)_j - \min_i \langle a_i, \bar w\rangle",
    source="arorahazankale2012",
    learner="`multiplicative_weights`.",
    builds_on=(("HEDGE", "the same weights and the same regret, for payments between $-R$ and $R$"),),
    tight="In its rate, which is the best possible against the worst rows; on a fixed matrix the gap can close "
    "faster.",
    run=GameRun,
    measure=_multiplicative,
    hypotheses=(
        *GAME,
        Hypothesis("constant-step", r"\eta_t = \eta",
            "The step is the same in all rounds.",
            lambda q: (q.eta, q.first), "=", at=ROUNDS),
        Hypothesis("tuned", r"\eta = \frac{1}{R} \sqrt{\frac{2 \ln d}{T}}",
            "The step is tuned to the number of rounds, T: it is the root of twice ln d over T, divided by R.",
            lambda q: (q.first, q.tuned), "=", at=RUN),
    ),
    lines=(
        Line("normaliser", r"\ln Z_t \le \eta\langle a_t, w_{t-1}\rangle + \tfrac12 \eta^2 R^2",
            "Z is the mean of exp(ηa) by w, and the entries a lie between -R and R (Hoeffding).",
            lambda q: (q.lnZ, q.hoeffding), at=ROUNDS),
        POTENTIAL,
        Line("best-column", r"\eta \max_j \sum_{s=1}^t a_{s,j} - \ln d \le \sum_{s=1}^t \ln Z_s",
            "A sum of exponentials is at least its largest term.",
            lambda q: (q.F.max(axis=1) - math.log(q.d), q.potential), at=ROUNDS),
        Line("regret",
            r"\max_j \sum_{s=1}^t a_{s,j} - \sum_{s=1}^t \langle a_s, w_{s-1}\rangle "
            r"\le \frac{\ln d}{\eta} + \tfrac12 \eta t R^2",
            "Chain the three and divide by η: no single column would have been paid much more than the weights were.",
            lambda q: (q.regret, q.allowed), at=ROUNDS),
        Line("tuned-regret", r"\frac{\ln d}{\eta} + \tfrac12 \eta T R^2 = R\sqrt{2T \ln d}",
            "Put in the step: the two terms become equal.",
            lambda q: (q.allowed[-1], q.R * math.sqrt(2 * q.T * math.log(q.d))), "=", at=RUN),
        Line("average-weights",
            r"\min_i \langle a_i, \bar w_t\rangle \ge \frac{1}{t} \sum_{s=1}^t \langle a_s, w_{s-1}\rangle",
            "The least score of the average of t weights is at least the average of the least scores.",
            lambda q: (q.lower, q.mean_paid), ">=", scale=lambda q: q.R, at=ROUNDS),
        Line("least-is-below-average",
            r"\min_i \langle a_i, \bar w\rangle \le \sum_i \bar q_i \langle a_i, \bar w\rangle",
            "The least is at most the average, by the shares of the rounds in which each row answered.",
            lambda q: (q.scores.min(), q.average), scale=lambda q: q.R, at=RUN),
        Line("average-is-below-largest",
            r"\sum_i \bar q_i \langle a_i, \bar w\rangle \le \max_j (\sum_i \bar q_i a_i)_j",
            "An average by the weights is at most the largest entry. The value of the game lies between the ends.",
            lambda q: (q.average, q.largest), scale=lambda q: q.R, at=RUN),
        Line(
            "gap", r"\max_j (\sum_i \bar q_i a_i)_j - \min_i \langle a_i, \bar w\rangle \le R\sqrt{2 \ln d / T}",
            "The largest entry is the largest sum of all rounds over T: the gap is at most the regret over T.",
            lambda q: (q.gap, q.R * math.sqrt(2 * math.log(q.d) / q.T)), at=RUN),
        Line("bound", r"T \le 2R^2 \ln d / \mathrm{gap}^2",
            "Solve for T, the number of rounds that the step was chosen for.",
            lambda q: (q.T, _rounds_bound(q)), at=RUN),
    ),
    bound=_rounds_bound,
)  # fmt: skip


# --- AdaBoost ----------------------------------------------------------------------------------------------------


def _boosted(trace: GameRun, u: Vector, R: float | None = None) -> SimpleNamespace:
    """The trace is that of adaboost(X, y, rounds); u mixes its hypotheses, the features, with a positive margin."""
    q = played(trace, R)
    q.u = check_vector(u, len(trace.A), per="hypothesis").astype(float)
    q.gamma = float(-(q.u @ trace.A).max())
    q.r = -q.paid
    rho = np.minimum(q.r / q.R, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):  # an edge outside (-R, R), which a hypothesis refuses
        q.tuned = np.arctanh(rho) / q.R
        q.halves = np.log1p(-(rho**2)) / 2
    q.g = -math.log1p(-((q.gamma / q.R) ** 2)) / 2 if 0 < q.gamma < q.R else 0.0
    q.errors = (q.F >= 0).mean(axis=1)
    q.vote = float(-q.F[-1].max())
    return q


def _boosting_bound(q: SimpleNamespace) -> Any:
    return quotient(math.log(q.d), q.g)


ADABOOST = Theorem(
    name="ADABOOST",
    title="Rounds of AdaBoost",
    statement=(
        "For every finite set of hypotheses whose signed values on $n$ examples, positive where they are right, lie "
        r"between $-R$ and $R$, every mixture $u$ of them that has a margin of at least $\gamma > 0$ on every example, "
        "and every number of rounds $T$: let AdaBoost start from equal weights on the examples, choose in each round "
        "$t$ a hypothesis with the largest edge $r_t$, no edge as large as $R$, and multiply the weight of each "
        r"example $i$ by $e^{-\eta_t a_{t,i}}$, where $a_{t,i}$ is the signed value of that hypothesis and $\eta_t = "
        r"\frac{1}{2R} \ln \frac{R + r_t}{R - r_t}$."
        "\n\n"
        r"If after $T$ rounds the vote $\sum_t \eta_t a_{t,i}$ is not positive for one of the examples $i$, then $T "
        r"\le \ln n/g$, where $g = -\frac{1}{2} \ln(1 - \gamma^2/R^2) \ge \frac{\gamma^2}{2R^2}$."
    ),
    formula=r"T \le \frac{\ln n}{g}, \quad g = -\tfrac12 \ln(1 - \frac{\gamma^2}{R^2}) \ge \frac{\gamma^2}{2R^2}",
    source="freundschapire1997",
    learner="`adaboost`.",
    builds_on=(
        ("MULTIPLICATIVE_WEIGHTS", "the same loop, with the weights on the examples and a step for each round"),
    ),
    tight="Never met for two examples or more, but its rate is right: $3^T$ examples with equal edges meet the "
    r"product of the factors of $T$ rounds up to $\sqrt{2T}$.",
    run=GameRun,
    measure=_boosted,
    hypotheses=(
        *GAME,
        Hypothesis("tuned-to-edge", r"\eta_t = \frac{1}{2R} \ln \frac{R + r_t}{R - r_t}",
            "The step is tuned to the current edge r, the weighted average of the chosen hypothesis' signed values.",
            lambda q: (q.eta, q.tuned), "=", scale=lambda q: 1 / q.R, at=ROUNDS),
        Hypothesis("mixture", r"u_j \ge 0",
            "There is a mixture u of the hypotheses: a vector without a negative entry.",
            lambda q: (q.u, 0), ">=", at=HYPOTHESES),
        Hypothesis("mixture-mass", r"\sum_j u_j = 1",
            "The entries of the mixture u sum to one.",
            lambda q: (q.u.sum(), 1), "=", at=RUN),
        Hypothesis("margin", r"\gamma = \min_i \sum_j u_j a_{j,i} > 0",
            "The mixture u has a positive margin on every example; γ is its least.",
            lambda q: (q.gamma, 0), ">", at=RUN),
        Hypothesis("still-wrong", r"\min_i F_T(i) \le 0",
            "The vote of all T rounds, F = ∑ η a, is still wrong about one of the examples, or tied there.",
            lambda q: (q.vote, 0), at=RUN),
    ),
    lines=(
        Line("edge", r"r_t \ge \gamma",
            "Averaged by u, the edges are at least γ, whatever the weights on the examples; the best edge is no less.",
            lambda q: (q.r, q.gamma), ">=", at=ROUNDS),
        Line("normaliser", r"\ln Z_t \le \tfrac12 \ln(1 - r_t^2/R^2)",
            "Z is the mean of exp(−ηa) by the weights. On [−R, R] the exponential lies below its chord, and on it "
            "where all values are −R or R; the step makes the chord's height at r the root of 1 − r²/R².",
            lambda q: (q.lnZ, q.halves), at=ROUNDS),
        Line("gain", r"\tfrac12 \ln(1 - r_t^2/R^2) \le -g",
            "The edge is at least γ.",
            lambda q: (q.halves, -q.g), at=ROUNDS),
        POTENTIAL,
        Line("training-error",
            r"\frac{1}{n} \#(F_t(i) \le 0) \le \frac{1}{n} \sum_i e^{-F_t(i)}",
            "Where the vote is wrong, the exponential is at least one.",
            lambda q: (q.errors, np.exp(q.closed)), at=ROUNDS),
        Line("total-gain", r"\sum_{s=1}^t \ln Z_s \le -g t",
            "Add up the gains of t rounds.",
            lambda q: (q.potential, -q.g * q.t), at=ROUNDS),
        Line("floor", r"-\ln n \le \sum_{s=1}^T \ln Z_s",
            "One example is still wrong, so the training error is at least 1/n.",
            lambda q: (-math.log(q.d), q.potential[-1]), at=RUN),
        Line("bound", r"T \le \ln n / g",
            "Chain the two and divide by g.",
            lambda q: (q.T, _boosting_bound(q)), at=RUN),
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
