r"""What Hedge loses beside the best expert, and beside the best concept of a class.

Legend: N experts, T rounds, l_t their losses in round t, L_t = l_1 + ... + l_t, eta the step; w_t the weights after t
rounds, of sum 1, and W_t = sum_i e^{-eta L_{t,i}} their sum before it is made 1. In AGNOSTIC, C a class of concepts, L
its Littlestone dimension.

Names of measured quantities: lnZ = ln sum_i w_{t-1,i} e^{-eta l_{t,i}}; lnW = ln(W_t / W_0) for t = 0, ..., T; loss =
<w_{t-1}, l_t>, total and best the sum of these and the least L_{t,i} up to each round; chord = 1 - e^{-eta}, mean =
ln(1 - chord loss), worked out from what the experts do not lose, so that nothing cancels.
"""

from __future__ import annotations

import math
from itertools import accumulate
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..checks import check_kind, check_X, check_y, dense
from ..concepts import ConceptClass, littlestone_dimension
from ..concepts.bits import unpack
from ..errors import MistakeBoundError
from ..learners.hedge import LossRun
from ..types import Examples, Vector
from .core import RUN, Hypothesis, Line, Range, Squeeze, Theorem
from .entropy import ln_mean_exp, ln_sum_exp
from .games import ROUNDS

__all__ = ["AGNOSTIC", "HEDGE", "HEDGE_FIRST_ORDER"]

# --- any losses between 0 and 1 ------------------------------------------------------------------------------------


def _hedge(trace: LossRun) -> SimpleNamespace:
    """The trace is that of Hedge(eta).run(losses)."""
    losses, L = trace.losses, trace.log_weights
    T, N = losses.shape
    q = SimpleNamespace(T=T, N=N, losses=losses, prior=L[0], eta=float(trace.steps[0]), t=np.arange(1, T + 1))
    moves = -q.eta * losses
    q.lnZ = ln_mean_exp(L[:-1], moves)
    q.step = np.abs(L[:-1] + moves - q.lnZ[:, None] - L[1:]).max(axis=1)
    q.longest = np.abs(L).max()
    q.far = np.abs(losses - 0.5).max(axis=1)
    each = np.cumsum(losses, axis=0)
    q.lnW = np.append(0.0, ln_sum_exp(-q.eta * each) - math.log(N))
    q.size = q.eta * q.t + math.log(N)
    w = np.exp(L[:-1])
    q.loss = (w * losses).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):  # losses beyond 1, which a hypothesis refuses
        q.mean = np.log((w * (1 - losses)).sum(axis=1) + q.loss * math.exp(-q.eta))
    q.total, q.best = np.cumsum(q.loss), each.min(axis=1)
    q.expected = float(q.total[-1])
    q.chord = -math.expm1(-q.eta)
    return q


def _over(numerator: Any, divisor: Any) -> Any:
    """A bound; infinite where the step, which a hypothesis refuses, leaves none."""
    return numerator / divisor if divisor > 0 else np.full_like(numerator, math.inf, dtype=float)


EXPERTS = Range("every expert i")

UNIFORM = Hypothesis("uniform", r"\ln w_{0,i} = -\ln N",
    "The weights of the experts are equal at the start, one over their number each.",
    lambda q: (q.prior, -math.log(q.N)), "=", at=EXPERTS)  # fmt: skip

UPDATE_RULE = Hypothesis("update-rule",
    r"\ln w_t - (\ln w_{t-1} - \eta \ell_t - \ln \sum_i w_{t-1,i} e^{-\eta \ell_{t,i}}) = 0",
    "Each round multiplies the weight of every expert by exp(−ηℓ), ℓ being its loss, and divides all by their sum.",
    lambda q: (q.step, 0), "=", scale=lambda q: q.longest + q.eta, at=ROUNDS)  # fmt: skip

STEP = Hypothesis("step", r"\eta > 0",
    "The step is positive, and the same in all rounds.",
    lambda q: (q.eta, 0), ">", at=RUN)  # fmt: skip

LOSSES = Hypothesis("losses", r"\max_i |\ell_{t,i} - \tfrac12| \le \tfrac12",
    "All losses lie between 0 and 1.",
    lambda q: (q.far, 0.5), at=ROUNDS)  # fmt: skip

DROP = Line("drop", r"\ln W_t - \ln W_{t-1} = \ln \sum_i w_{t-1,i} e^{-\eta \ell_{t,i}}",
    "W is the sum of exp(−ηL) over the experts, L being what each has lost so far. The round multiplies each term by "
    "exp(−ηℓ), and the weights w are the shares of the terms in the sum before it.",
    lambda q: (np.diff(q.lnW), q.lnZ), "=", scale=lambda q: q.size, at=ROUNDS)  # fmt: skip

BEST = Line("best", r"-\eta \min_i L_{t,i} - \ln N \le \ln W_t - \ln W_0",
    "A sum is at least its largest term, here that of the best expert so far; and W is N at the start.",
    lambda q: (-q.eta * q.best - math.log(q.N), q.lnW[1:]), scale=lambda q: q.size, at=ROUNDS)  # fmt: skip


def _picture(q: SimpleNamespace, rate: float, lift: float, upper_label: str) -> Squeeze:
    """The squeeze of ln(W_t/W_0): above it falls by `rate` for each unit of loss, from a start lifted by so much."""
    floor = -q.eta * q.best[-1] - math.log(q.N)
    return Squeeze(
        lower=lambda loss: np.full_like(loss, floor, dtype=float),
        upper=lambda loss: lift - rate * np.asarray(loss, dtype=float),
        lower_label=r"-\eta L^* - \ln N",
        upper_label=upper_label,
        counter="F",
        at=np.append(0.0, q.total),
        inner={r"\ln(W/W_0)": q.lnW},
        meets=float(_over(lift - floor, rate)),
        quantity="logarithm of the total weight, relative to the start",
    )


_SETTING = (
    r"Let $N \ge 1$ experts have losses $\ell_{t,i}$ between $0$ and $1$ in the rounds $t = 1, \ldots, T$, chosen in "
    r"any way, also in view of the weights. Let $\eta > 0$, let $w_0$ be $1/N$ for each expert, and let each round "
    r"multiply the weight of expert $i$ by $e^{-\eta \ell_{t,i}}$ and divide all weights by their sum."
    "\n\n"
    r"Then the loss of the weights, $F = \sum_{t=1}^T \langle w_{t-1}, \ell_t\rangle$, is after every number $T$ of "
    r"rounds at most"
)


def _hedge_bound(q: SimpleNamespace, best: Any, t: Any) -> Any:
    return best + _over(math.log(q.N), q.eta) + q.eta * t / 8


HEDGE = Theorem(
    name="HEDGE",
    title="Loss of Hedge",
    statement=(
        _SETTING + "\n\n"
        r"$L^* + \dfrac{\ln N}{\eta} + \dfrac{\eta T}{8}$,"
        "\n\n"
        r"where $L^*$ is the least loss of an expert, $\min_i \sum_{t=1}^T \ell_{t,i}$. For $N \ge 2$ and $\eta = "
        r"\sqrt{8 \ln N/T}$ this is $L^* + \sqrt{\frac12 T \ln N}$."
    ),
    formula=r"F \le L^* + \frac{\ln N}{\eta} + \tfrac18 \eta T",
    source="cesabianchilugosi2006",
    learner="`Hedge`.",
    builds_on=(("RANDOMIZED_MAJORITY", "losses between $0$ and $1$ in place of errors"),),
    tight=r"In the limit: losses that are tosses of a fair coin cost every learner a regret of $(1 - o(1)) "
    r"\sqrt{\frac12 T \ln N}$, as $T$ and then $N$ grow.",
    counts="expected loss",
    run=LossRun,
    measure=_hedge,
    hypotheses=(UNIFORM, UPDATE_RULE, STEP, LOSSES),
    lines=(
        DROP,
        Line("hoeffding",
            r"\ln \sum_i w_{t-1,i} e^{-\eta \ell_{t,i}} \le -\eta\langle w_{t-1}, \ell_t\rangle + \tfrac18 \eta^2",
            "The sum is a mean of exp(−ηℓ) by the weights, and the losses lie in an interval of length 1 (Hoeffding's "
            "lemma).",
            lambda q: (q.lnZ, -q.eta * q.loss + q.eta**2 / 8), at=ROUNDS),
        Line("telescoping",
            r"\ln W_t - \ln W_0 \le -\eta \sum_{s=1}^t \langle w_{s-1}, \ell_s\rangle + \tfrac18 \eta^2 t",
            "Add up t rounds: in the sum of the differences all but the ends cancel.",
            lambda q: (q.lnW[1:], -q.eta * q.total + q.eta**2 * q.t / 8), scale=lambda q: q.size, at=ROUNDS),
        BEST,
        Line("sandwich",
            r"-\eta \min_i L_{t,i} - \ln N \le -\eta \sum_{s=1}^t \langle w_{s-1}, \ell_s\rangle + \tfrac18 \eta^2 t",
            "Chain the two: the logarithm of the total weight lies between them.",
            lambda q: (-q.eta * q.best - math.log(q.N), -q.eta * q.total + q.eta**2 * q.t / 8),
            scale=lambda q: q.size, at=ROUNDS),
        Line("bound",
            r"\sum_{s=1}^t \langle w_{s-1}, \ell_s\rangle \le \min_i L_{t,i} + \frac{\ln N}{\eta} + \tfrac18 \eta t",
            "Solve for the sum.",
            lambda q: (q.total, _hedge_bound(q, q.best, q.t)), at=ROUNDS),
    ),
    bound=lambda q: float(_hedge_bound(q, q.best[-1], q.T)),
    squeeze=lambda q: _picture(q, q.eta, q.eta**2 * q.T / 8, r"-\eta F + \tfrac18 \eta^2 T"),
)  # fmt: skip


# --- when the best expert loses little -----------------------------------------------------------------------------


def _first_order_bound(q: SimpleNamespace, best: Any) -> Any:
    return _over(q.eta * best + math.log(q.N), q.chord)


HEDGE_FIRST_ORDER = Theorem(
    name="HEDGE_FIRST_ORDER",
    title="Loss of Hedge, when the best expert loses little",
    statement=(
        _SETTING + "\n\n"
        r"$\dfrac{\eta L^* + \ln N}{1 - e^{-\eta}}$,"
        "\n\n"
        r"where $L^*$ is the least loss of an expert, $\min_i \sum_{t=1}^T \ell_{t,i}$. The number of rounds does not "
        "occur."
    ),
    formula=r"F \le \frac{\eta L^* + \ln N}{1 - e^{-\eta}}",
    source="freundschapire1997",
    learner="`Hedge`.",
    builds_on=(
        ("HEDGE", "a chord in place of Hoeffding's lemma measures a round"),
        ("RANDOMIZED_MAJORITY", r"its bound, with $\beta = e^{-\eta}$, for losses"),
    ),
    tight=r"In each term alone: for one expert and small $\eta$ it comes near to $L^*$, and for large $\eta$ and "
    r"$L^* = 0$ experts that fail one by one cost nearly $\ln N$.",
    counts="expected loss",
    run=LossRun,
    measure=_hedge,
    hypotheses=(UNIFORM, UPDATE_RULE, STEP, LOSSES),
    lines=(
        DROP,
        Line("chord",
            r"\ln \sum_i w_{t-1,i} e^{-\eta \ell_{t,i}} \le \ln(1 - (1 - e^{-\eta}) \langle w_{t-1}, \ell_t\rangle)",
            "Between 0 and 1 the curve exp(−ηℓ) lies below its chord, 1 − (1 − exp(−η))ℓ; the mean of the chord is its "
            "value at the mean.",
            lambda q: (q.lnZ, q.mean), scale=lambda q: q.eta, at=ROUNDS),
        Line("logarithm",
            r"\ln(1 - (1 - e^{-\eta}) \langle w_{t-1}, \ell_t\rangle) "
            r"\le -(1 - e^{-\eta}) \langle w_{t-1}, \ell_t\rangle",
            "The logarithm lies below its tangent: ln(1 − z) ≤ −z for every z < 1.",
            lambda q: (q.mean, -q.chord * q.loss), scale=lambda q: q.eta, at=ROUNDS),
        Line("telescoping",
            r"\ln W_t - \ln W_0 \le -(1 - e^{-\eta}) \sum_{s=1}^t \langle w_{s-1}, \ell_s\rangle",
            "Add up t rounds: in the sum of the differences all but the ends cancel.",
            lambda q: (q.lnW[1:], -q.chord * q.total), scale=lambda q: q.size, at=ROUNDS),
        BEST,
        Line("sandwich",
            r"-\eta \min_i L_{t,i} - \ln N \le -(1 - e^{-\eta}) \sum_{s=1}^t \langle w_{s-1}, \ell_s\rangle",
            "Chain the two: the logarithm of the total weight lies between them.",
            lambda q: (-q.eta * q.best - math.log(q.N), -q.chord * q.total), scale=lambda q: q.size, at=ROUNDS),
        Line("bound",
            r"\sum_{s=1}^t \langle w_{s-1}, \ell_s\rangle \le \frac{\eta \min_i L_{t,i} + \ln N}{1 - e^{-\eta}}",
            "Solve for the sum.",
            lambda q: (q.total, _first_order_bound(q, q.best)), at=ROUNDS),
    ),
    bound=lambda q: float(_first_order_bound(q, q.best[-1])),
    squeeze=lambda q: _picture(q, q.chord, 0.0, r"-(1 - e^{-\eta}) F"),
)  # fmt: skip


# --- no concept need be right --------------------------------------------------------------------------------------


def _agnostic(trace: LossRun, concepts: ConceptClass, X: Examples, y: Vector) -> SimpleNamespace:
    """The trace is that of Hedge on the mistakes of experts; `X`, `y` are the examples, `concepts` a small class."""
    check_kind(concepts, ConceptClass, "concepts")
    X = dense(check_X(X))
    y = check_y(y, n=len(X))
    if len(y) != trace.n_rounds:
        raise MistakeBoundError(f"X has {len(y)} examples, but the run {trace.n_rounds} rounds: give one for each.")
    q = _hedge(trace)
    wrong = ~unpack(concepts.agreeing(X, y), len(concepts))
    q.least = int(wrong.sum(axis=0).min())
    q.partly = np.minimum(trace.losses, 1 - trace.losses).max(axis=1)
    said = {column.tobytes() for column in trace.losses.T > 0.5}
    q.uncovered = sum(column.tobytes() not in said for column in wrong.T)
    q.L = littlestone_dimension(concepts)
    terms = accumulate(range(q.L), lambda term, i: term * (q.T - i) // (i + 1), initial=1)
    q.sets = sum(terms)
    q.tuned = math.sqrt(8 * math.log(q.N) / q.T)
    q.of_sets = q.L * math.log(math.e * q.T / q.L) if q.L > 0 else 0.0
    return q


def _agnostic_regret(q: SimpleNamespace) -> Any:
    return math.sqrt(q.T * q.of_sets / 2)


AGNOSTIC = Theorem(
    name="AGNOSTIC",
    title="Expected mistakes when no concept need be right",
    statement=(
        r"Let $C$ be a class of concepts with a finite Littlestone dimension $L \ge 1$, and let $T \ge L$. Take an "
        r"expert for each set of at most $L$ of the $T$ rounds: it runs the standard optimal algorithm and says the "
        r"opposite in the rounds of its set. Let $N$ be their number, and let a learner follow in every round an "
        r"expert that it draws by the weights of Hedge with $\eta = \sqrt{8 \ln N/T}$, a loss being a mistake."
        "\n\n"
        r"Then for every sequence of $T$ examples, with any labels, its expected number of mistakes satisfies"
        "\n\n"
        r"$\mathrm{E}[M] \le \min_{h \in C} M_h + \sqrt{\frac12\, T\, L \ln\dfrac{eT}{L}}$,"
        "\n\n"
        r"where $M_h$ is the number of examples to which the concept $h$ gives another label."
    ),
    formula=r"\mathrm{E}[M] \le \min_h M_h + \sqrt{\tfrac12 T L \ln(e T/L)}",
    source="bendavidpalshalevshwartz2009",
    learner="`Hedge`, with the experts of `covering_experts`.",
    builds_on=(
        ("HEDGE", "its bound, for these experts"),
        ("LITTLESTONE", "its learner makes the experts, and its bound says how many are enough"),
    ),
    tight=r"Up to the logarithm: a walk down a mistake tree with labels by coins, each asked $T/L$ times, costs every "
    r"learner at least a fixed multiple of $\sqrt{T L}$.",
    counts="expected mistakes",
    run=LossRun,
    measure=_agnostic,
    hypotheses=(
        UNIFORM,
        UPDATE_RULE,
        Hypothesis("tuned", r"\eta = \sqrt{8 \ln N / T}",
            "The step is tuned to the number of rounds: it is the root of eight times ln N over T.",
            lambda q: (q.eta, q.tuned), "=", at=RUN),
        Hypothesis("mistakes", r"\max_i \min(\ell_{t,i}, 1 - \ell_{t,i}) = 0",
            "Losses are mistakes: each is 0 or 1.",
            lambda q: (q.partly, 0), "=", at=ROUNDS),
        Hypothesis("dimension", r"L \ge 1",
            "The class is not a single concept: its Littlestone dimension L is at least one.",
            lambda q: (q.L, 1), ">=", at=RUN),
        Hypothesis("rounds", r"T \ge L",
            "There are at least as many rounds as the Littlestone dimension.",
            lambda q: (q.T, q.L), ">=", at=RUN),
        Hypothesis("experts", r"N = \text{number of sets of at most } L \text{ of } T \text{ rounds}",
            "There is one expert for each set of at most L of the T rounds.",
            lambda q: (q.N, q.sets), "=", at=RUN),
        Hypothesis("covered", r"\text{number of concepts of which no expert has the mistakes} = 0",
            "Each concept of the class has an expert that says the same in all rounds: the one that is told in which "
            "rounds the standard optimal algorithm errs on this concept.",
            lambda q: (q.uncovered, 0), "=", at=RUN),
    ),
    lines=(
        Line("cover", r"L^* \le \min_h M_h",
            "One of the experts says in all rounds what the best concept says, so the best expert errs no more often.",
            lambda q: (q.best[-1], q.least), at=RUN),
        Line("count", r"\ln N \le L \ln(e T/L)",
            "Multiply the number of sets of i rounds, for every i ≤ L, by (T/L)ᴸ⁻ⁱ, which is at least 1. By the "
            "binomial theorem the products add up to at most (T/L)ᴸ (1 + L/T)ᵀ, and that is at most (eT/L)ᴸ.",
            lambda q: (math.log(q.N), q.of_sets), at=RUN),
        Line("regret", r"F \le L^* + \sqrt{\tfrac12 T \ln N}",
            "The bound of Hedge with its tuned step. F adds up the weight that is wrong in each round, the chance of a "
            "mistake.",
            lambda q: (q.expected, q.best[-1] + math.sqrt(q.T * math.log(q.N) / 2)), at=RUN),
        Line("bound", r"F \le \min_h M_h + \sqrt{\tfrac12 T L \ln(e T/L)}",
            "Chain the three.",
            lambda q: (q.expected, q.least + _agnostic_regret(q)), at=RUN),
    ),
    bound=lambda q: q.least + _agnostic_regret(q),
)  # fmt: skip
