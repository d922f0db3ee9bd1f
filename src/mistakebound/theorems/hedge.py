r"""The loss of Hedge against the best expert, and against the best concept of a class.

Legend: N experts, T rounds, l_t their losses in round t, L_t = l_1 + ... + l_t, eta the learning rate; w_t the weights
after t rounds, of sum 1, and W_t = sum_i e^{-eta L_{t,i}} their sum before normalisation. In AGNOSTIC, C a class of
concepts, L its Littlestone dimension.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

import numpy as np

from ..arrays import dense, floats, ln_sum_exp
from ..certificates.core import ROUNDS, RUN, Hypothesis, Line, Quantities, Range, Squeeze, Theorem
from ..certificates.expressions import CALL, SUM, Expression, Op, constant, frac, measured, numeral, state, update
from ..certificates.functions import Indices, by_logarithms, exp, ln, minimum, so_far, sqrt
from ..checks import check_data, check_kind
from ..concepts import ConceptClass, littlestone_dimension
from ..concepts.bits import unpack
from ..entropy import ln_mean_exp
from ..errors import MistakeBoundError
from ..exponential import LossRun
from ..types import Examples, Vector

__all__ = ["AGNOSTIC", "HEDGE", "HEDGE_FIRST_ORDER"]

# --- any losses between 0 and 1 ------------------------------------------------------------------------------------


class _Hedge(Quantities):
    """The trace is that of Hedge(eta).run(losses)."""

    def __init__(self, trace: LossRun) -> None:
        losses, ln_w = floats(trace.losses), trace.log_weights
        T, N = losses.shape
        if np.ptp(trace.steps):
            raise MistakeBoundError(
                "the learning rate changes from round to round, and this theorem is about one that stays: pass it, "
                "as in Hedge(eta=0.1)."
            )
        self.T, self.N, self.l, self.eta, self.t = T, N, losses, float(trace.steps[0]), np.arange(1, T + 1)
        self.ln_w, self.w = ln_w, np.exp(ln_w)
        self.L = np.cumsum(losses, axis=0)
        self.lnZ = ln_mean_exp(ln_w[:-1], -self.eta * losses)
        self.lnW = np.append(math.log(N), ln_sum_exp(-self.eta * self.L))
        self.total = so_far(loss).value(self)
        self.expected, self.so_far = float(self.total[-1]), np.append(0.0, self.total)
        self.best_total, self.ln_part = best.value(self)[-1], self.lnW - self.lnW[0]

    @property
    def mean(self) -> np.ndarray:
        """The mean, computed from the loss near ln 1 and otherwise from what is not lost, so that nothing cancels."""
        lost = (chord * loss).value(self)
        with np.errstate(divide="ignore", invalid="ignore"):  # for losses beyond 1, which a hypothesis refuses
            bold = ln_sum_exp(self.ln_w[:-1] + np.logaddexp(np.log1p(-self.l), np.log(self.l) - self.eta))
            return np.where(lost > 0.5, bold, np.log1p(-lost))


# --- the quantities of a run --------------------------------------------------------------------------------------

N = constant("N", kind="nat")
i, k = Indices("i", N, "expert"), Indices("k", N, "expert")
EXPERTS = Range("every expert i", coq=i.each)
eta, t = constant("eta", r"\eta"), constant("t", kind="nat")
w, W = state("w", ln="ln_w"), state("W", ln="lnW")
ell, L = update("l", r"\ell"), update("L")
ln_N, half, eighth = ln(N), Fraction(1, 2), Fraction(1, 8)
loss, best = i.dot(w.before, ell), i.min(L[i])
lnW = replace(ln(W), terms=eta * t + ln_N)
# the logarithm of a sum near 1 has lost its digits
lnZ = measured("lnZ", ln(i.sum(w.before[i] * exp(-eta * ell[i]))))
_drop = Op(lambda z: -np.expm1(-z), "1 - e^{{-{0:2}}}", "1 - exp (- {0:5})", "1 minus e to the power (minus {0:2})",
           (SUM, SUM))  # fmt: skip
chord = _drop(eta)
mean = measured("mean", ln(1 - chord * loss), terms=eta)

UNIFORM = Hypothesis("uniform", w.start[i] == 1 / N,
    "The weights of the experts are equal at the start, one over their number each.", EXPERTS)  # fmt: skip

UPDATE_RULE = Hypothesis("update-rule",
    by_logarithms(
        w[i] == frac(w.before[i] * exp(-eta * ell[i]), k.sum(w.before[k] * exp(-eta * ell[k]))), i, 8 * eta * L),
    "Each round multiplies the weight of every expert by exp(−ηℓ), ℓ being its loss, and divides all by their sum.",
    ROUNDS)  # fmt: skip

STEP = Hypothesis("learning-rate", eta > 0, "The learning rate is positive, and the same in all rounds.", RUN)

middle = replace(numeral(half), of=lambda _: 0.5)  # a Fraction would make objects of all losses
LOSSES = Hypothesis("losses", i.max(abs(ell[i] - middle)) <= half,
    "All losses lie between 0 and 1.", ROUNDS)  # fmt: skip

DROP = Line("drop", lnW - lnW.before == lnZ,
    "W is the sum of exp(−ηL) over the experts, L being what each has lost so far. The round multiplies each term by "
    "exp(−ηℓ), and the weights w are the shares of the terms in the sum before it.", ROUNDS)  # fmt: skip

BEST = Line("best", -eta * best - ln_N <= lnW - lnW.start,
    "A sum is at least its largest term, here that of the best expert so far; and W is N at the start.",
    ROUNDS)  # fmt: skip


F, T = constant("expected", "F", "F"), constant("T", kind="nat")
best_loss = constant("best_total", "L^*", "L_star")
total_loss = so_far(loss)
_all_rounds = Op(np.sum, r"\sum_{{t=1}}^T {0:2}", None, "the sum over all rounds of {0:2}", (CALL, CALL))

PICTURE = Squeeze(
    lower=-eta * best_loss - ln_N,
    upper=-eta * F + eighth * eta**2 * T,
    inner=(constant("ln_part", r"\ln(W/W_0)"),),
    quantity="logarithm of the total weight, relative to the start",
    counter=F,
    at="so_far",
)


def _statement(more: str) -> str:
    return (
        "Let $N$ experts have losses {loss} between zero and one in the rounds $t$ from one to $T$, chosen in any way, "
        "even in view of the weights. Let {learning-rate}, let the weights of all experts be equal at the start, and "
        "let each round change the weight of every expert $i$ to"
        "\n\n"
        r"{update-rule:\displaystyle }."
        "\n\n"
        "Then the loss of the weights, {F}, is after every number $T$ of rounds at most"
        "\n\n"
        r"{bound.right:\displaystyle },"
        "\n\n"
        f"where {{best-loss}} is the least loss of an expert, added up over the rounds. {more}"
    )


def _lines(of_a_round: tuple[Line, ...], upper: Expression, bound: Expression) -> tuple[Line, ...]:
    """The proof, given the least decrease of ln W in a round; after t rounds it adds up to `upper`."""
    return (
        DROP,
        *of_a_round,
        Line("telescoping", lnW - lnW.start <= upper,
            "Add up t rounds: in the sum of the differences all but the ends cancel.", ROUNDS),
        BEST,
        Line("sandwich", -eta * best - ln_N <= upper,
            "Chain the two: the logarithm of the total weight lies between them.", ROUNDS),
        Line("bound", total_loss <= bound, "Solve for the sum.", ROUNDS),
    )  # fmt: skip


HEDGE = Theorem(
    name="HEDGE",
    title="Loss of Hedge",
    states=_statement("For two experts or more and {tuned} this is {tuned-bound.right}."),
    puts={total_loss: F, best: best_loss, t: T},
    also={
        "F": F == _all_rounds(loss),
        "best-loss": best_loss,
        "loss": ell[i],
        "tuned": (eta == sqrt(8 * ln_N / T)).suppose,
        "tuned-bound": best_loss + frac(ln_N, eta) + eighth * eta * T == best_loss + sqrt(half * T * ln_N),
    },
    source="cesabianchilugosi2006",
    learner="`Hedge`.",
    builds_on=(("WEIGHTED_MAJORITY", "losses between $0$ and $1$ in place of errors, and a mean in place of a vote"),),
    tight=("approached",
        "as first $T$ and then $N$ grows: losses that are tosses of a fair coin cost every learner a regret of "
        r"$(1 - o(1)) \sqrt{\frac12 T \ln N}$."),
    counts="expected loss",
    run=LossRun,
    measure=_Hedge,
    hypotheses=(UNIFORM, UPDATE_RULE, STEP, LOSSES),
    lines=_lines(
        (Line("hoeffding", lnZ <= -eta * loss + eighth * eta**2,
            "The sum is a mean of exp(−ηℓ) by the weights, and the losses lie in an interval of length 1 (Hoeffding's "
            "lemma).", ROUNDS),),
        upper=-eta * so_far(loss) + eighth * eta**2 * t,
        bound=best + frac(ln_N, eta) + eighth * eta * t,
    ),
    squeeze=PICTURE,
)  # fmt: skip

# when the best expert loses little
HEDGE_FIRST_ORDER = replace(
    HEDGE,
    name="HEDGE_FIRST_ORDER",
    title="Loss of Hedge, when the best expert loses little",
    states=_statement("The number of rounds does not occur in this bound."),
    source="freundschapire1997",
    builds_on=(("HEDGE", "a chord in place of Hoeffding's lemma measures a round"),),
    tight=("approached",
        r"in each term alone: the term $L^*$, by one expert and small $\eta$; and the term $\ln N$, for large $\eta$ "
        "and $L^* = 0$, by experts that fail one by one."),
    lines=_lines(
        (Line("chord", lnZ <= mean,
            "Between 0 and 1 the curve exp(−ηℓ) lies below its chord, 1 − (1 − exp(−η))ℓ; the mean of the chord is its "
            "value at the mean.", ROUNDS),
         Line("logarithm", mean <= -chord * loss,
            "The logarithm lies below its tangent: ln(1 − z) ≤ −z for every z < 1.", ROUNDS)),
        upper=-chord * so_far(loss),
        bound=frac(eta * best + ln_N, chord),
    ),
    squeeze=replace(PICTURE, upper=-chord * F),
)  # fmt: skip


# --- no concept need be right --------------------------------------------------------------------------------------


class _Agnostic(_Hedge):
    """The trace is that of Hedge on the mistakes of experts; `X`, `y` are the examples, `concepts` a small class."""

    def __init__(self, trace: LossRun, concepts: ConceptClass, X: Examples, y: Vector) -> None:
        check_kind(concepts, ConceptClass, "concepts")
        X, y = check_data(X, y)
        if len(y) != trace.n_rounds:
            raise MistakeBoundError(
                f"X has {len(y)} examples, but the run has {trace.n_rounds} rounds: give one example for each round."
            )
        super().__init__(trace)
        wrong = ~unpack(concepts.agreeing(dense(X), y), len(concepts))
        self.M = wrong.sum(axis=0)
        said = {column.tobytes() for column in trace.losses.T > 0.5}
        self.uncovered = sum(column.tobytes() not in said for column in wrong.T)
        self.dimension = littlestone_dimension(concepts)
        terms = accumulate(range(self.dimension), lambda term, i: term * (self.T - i) // (i + 1), initial=1)
        self.sets = sum(terms)
        self.of_sets = self.dimension * math.log(math.e * self.T / self.dimension) if self.dimension > 0 else 0.0
        self.regret = math.sqrt(self.T * self.of_sets / 2)


dimension = constant("dimension", "L", "L", kind="nat")
h, e = Indices("h", constant("K", kind="nat"), "concept"), constant("e", coq="exp 1")
sets = constant("sets", r"\text{number of sets of at most } L \text{ of } T \text{ rounds}", "length (few_rounds T L)",
                kind="nat")  # fmt: skip
# "some expert has the mistakes of h" is not a number in the proofs
uncovered = constant("uncovered", r"\text{number of concepts of which no expert has the mistakes}", coq=None)
least, growth = h.min(constant("M")[h]), ln(e * T / dimension)
# 0 for a single concept, whose dimension is 0
of_sets = measured("of_sets", dimension * growth)

AGNOSTIC = Theorem(
    name="AGNOSTIC",
    title="Expected mistakes when no concept need be right",
    states=(
        "Let $C$ be a class of concepts with a finite Littlestone dimension {dimension}, and let {rounds}. Take an "
        "expert for each set of at most $L$ of the $T$ rounds: it runs the standard optimal algorithm and says the "
        "opposite in the rounds of its set. Let $N$ be their number, and let a learner follow in every round an "
        "expert that it draws by the weights of Hedge with {tuned}, a loss being a mistake."
        "\n\n"
        "Then for every sequence of $T$ examples, with any labels, its expected number of mistakes satisfies"
        "\n\n"
        r"{bound:\displaystyle },"
        "\n\n"
        "where {mistakes-of} is the number of examples to which the concept $h$ of $C$ gives another label."
    ),
    puts={F: constant("expected", r"\mathrm{E}[M]")},
    also={"mistakes-of": constant("M")[h]},
    source="bendavidpalshalevshwartz2009",
    learner="`Hedge`, with the experts of `covering_experts`.",
    builds_on=(
        ("HEDGE", "its bound, for these experts"),
        ("LITTLESTONE", "its learner makes the experts, and its bound says how many are enough"),
    ),
    tight=("open",
        "only as to the logarithm: a walk down a mistake tree, in which each point is asked $T/L$ times and labelled "
        r"by tossing a fair coin, costs every learner at least a fixed multiple of $\sqrt{T L}$."),
    counts="expected mistakes",
    given="the learner follows an expert that it draws by the weights, and no example or label depends on the draws",
    run=LossRun,
    measure=_Agnostic,
    hypotheses=(
        UNIFORM,
        UPDATE_RULE,
        Hypothesis("tuned", eta == sqrt(8 * ln_N / T),
            "The learning rate is tuned to the number of rounds: it is the root of eight times ln N over T.", RUN),
        Hypothesis("mistakes", replace(minimum(ell[i], 1 - ell[i]) == 0, over=i),
            "Losses are mistakes: each is 0 or 1.", ROUNDS),
        Hypothesis("dimension", dimension >= 1,
            "The class is not a single concept: its Littlestone dimension L is at least one.", RUN),
        Hypothesis("rounds", T >= dimension, "There are at least as many rounds as the Littlestone dimension.", RUN),
        Hypothesis("experts", N == sets, "There is one expert for each set of at most L of the T rounds.", RUN),
        Hypothesis("covered", uncovered == 0,
            "Each concept of the class has an expert that says the same in all rounds: the one that is told in which "
            "rounds the standard optimal algorithm errs on this concept.", RUN),
    ),
    lines=(
        Line("cover", best_loss <= least,
            "One of the experts says in all rounds what the best concept says, so the best expert errs no more often.",
            RUN),
        Line("count", ln_N <= of_sets,
            "Multiply the number of sets of i rounds, for every i ≤ L, by (T/L)ᴸ⁻ⁱ, which is at least 1. By the "
            "binomial theorem the products add up to at most (T/L)ᴸ (1 + L/T)ᵀ, and that is at most (eT/L)ᴸ.", RUN),
        Line("regret", F <= best_loss + sqrt(half * T * ln_N),
            "The bound of Hedge with its tuned learning rate. F adds up the weight that is wrong in each round, the "
            "chance of a mistake.", RUN),
        Line("bound", F <= least + measured("regret", sqrt(half * T * dimension * growth)),
            "Chain the three.", RUN),
    ),
)  # fmt: skip
