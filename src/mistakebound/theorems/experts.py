r"""Mistake bounds with the advice of experts, none of whom need be right.

Legend: N experts (the concepts of a class), W_t their total weight after t updates, beta the factor of a weight that
was wrong, m the updates at which the best expert was wrong. With coins t counts rounds, m_t those in which the best
expert was wrong, and F_t is the part of the weight that was wrong in round t.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..arrays import dense, floats, logarithms
from ..certificates.core import ROUNDS, Hypothesis, Line, Quantities, Range, Squeeze, Theorem, mistakes_update
from ..certificates.expressions import constant, frac, measured, state, update
from ..certificates.functions import Indices, ln, so_far
from ..certificates.measure import one_for_each, setting
from ..checks import check_kind, check_share
from ..concepts import ConceptClass
from ..concepts.bits import unpack
from ..errors import MistakeBoundError, NotRecorded, shown
from ..trace import Trace
from ..types import Examples, Number

__all__ = ["RANDOMIZED_MAJORITY", "WEIGHTED_MAJORITY"]


class _Setting(Quantities):
    def __init__(self, concepts: ConceptClass, beta: Number) -> None:
        check_share(beta, "beta")
        self.concepts, self.beta = check_kind(concepts, ConceptClass, "concepts"), Fraction(beta)
        self.N = len(concepts)


def _wrong(concepts: ConceptClass, X: Examples, y: np.ndarray) -> np.ndarray:
    """Whether each expert is wrong about each example, (rounds, N)."""
    if not len(y):
        return np.zeros((0, len(concepts)), dtype=bool)
    return ~unpack(concepts.agreeing(dense(X), y), len(concepts))


def _total(errors: np.ndarray, beta: Number) -> Any:
    """Sum of beta^e over the errors e of some experts."""
    if not len(errors):
        return Fraction(0)
    levels, numbers = (values.tolist() for values in np.unique(errors, return_counts=True))
    least, most = levels[0], levels[-1]
    p, q = beta.as_integer_ratio()
    total = sum(number * p ** (e - least) * q ** (most - e) for e, number in zip(levels, numbers, strict=True))
    return beta**least * Fraction(total, q ** (most - least))


# --- the weighted majority ---------------------------------------------------------------------------------------


class _Weights(_Setting):
    """The experts are the `concepts` of a class; at an update, those that were wrong keep `beta` of their weight."""

    def __init__(self, trace: Trace, concepts: ConceptClass, beta: Number) -> None:
        super().__init__(concepts, beta)
        errors = np.zeros(self.N, dtype=np.int64)
        W, wrong, best = [Fraction(self.N)], [], []
        for errs in _wrong(concepts, trace.update_X, trace.update_y):
            wrong.append(_total(errors[errs], self.beta))
            errors += errs
            W.append(_total(errors, self.beta))
            best.append(int(errors.min()))
        self.W, self.wrong = (np.array(values, dtype=object) for values in (W, wrong))
        self.right = self.W[:-1] - self.wrong
        self.t = np.arange(1, trace.n_updates + 1).astype(object)
        self.m, self.lnW = best[-1] if best else 0, logarithms(self.W.tolist())


# --- quantities of both ------------------------------------------------------------------------------------------

half, beta, t = Fraction(1, 2), constant("beta", r"\beta"), constant("t", kind="nat")
i = Indices("i", constant("N", kind="nat"), "expert")
N, w, W = i.size, state("w"), state("W")

m = constant("m", kind="nat")
wrong = constant("wrong", r"W_{t-1}^{\text{wrong}}", "W_wrong t")
right = constant("right", r"W_{t-1}^{\text{right}}", "W_right t")

WEIGHTED_MAJORITY = Theorem(
    name="WEIGHTED_MAJORITY",
    title="Mistake bound of the weighted majority",
    states=(
        r"Let $N$ experts each predict one of the two labels in every round, and let $\beta$ be a number strictly "
        "between zero and one. Let a learner keep a weight for each expert, at first one. In every round, let the "
        "experts who say what it predicts have at least half of the total weight. After every mistake, let it "
        r"multiply by $\beta$ the weight of each expert who was wrong, and let it change no weight at any other "
        "time."
        "\n\n"
        "Then, whatever the experts say and whatever the labels are, its number $M$ of mistakes satisfies at every "
        "time"
        "\n\n"
        r"{bound:\displaystyle },"
        "\n\n"
        "where $m$ is the number of these mistakes at which the best expert was wrong too, that is, the least such "
        "number of any expert."
    ),
    source="littlestonewarmuth1994",
    learner="`WeightedMajority`.",
    builds_on=(("HALVING", r"a wrong concept loses weight and stays; for $m = 0$ and $\beta \to 0$ this is Halving"),),
    tight=("approached",
        r"for $m = 0$ and $N$ a power of two, as $\beta$ becomes small, but not for all $N$ and $m$. For $N \ge 2$ no "
        r"deterministic learner gets below $2m + \lfloor\log_2 N\rfloor$."),
    counts="mistakes",
    measure=_Weights,
    hypotheses=(
        mistakes_update(
            "The learner learns from every mistake: after each, the experts who were wrong keep the part β of their "
            "weight."
        ),
        Hypothesis("majority", wrong >= right,
            "At every update, the experts who were wrong had at least half of the total weight."),
    ),
    lines=(
        Line("update", W == right + beta * wrong,
            "The experts who were wrong keep the part β of their weight, the others keep all of it."),
        Line("shrinking", W <= half * (1 + beta) * W.before, "At least half of the weight is multiplied by β."),
        Line("telescoping", W <= (half * (1 + beta)) ** t * N,
            "Each of the t updates has shrunk the total, which started at 1 for each expert."),
        Line("best", beta**m <= W,
            "The best expert is wrong at m updates in all, so its weight is never less than this, nor is the total."),
        Line("sandwich", beta**m <= (half * (1 + beta)) ** t * N, "Chain the two: the total lies between them."),
        Line("bound", t <= frac(ln(N) + m * ln(1 / beta), ln(2 / (1 + beta))),
            "Take logarithms and solve for t."),
    ),
    squeeze=Squeeze(
        lower=m * ln(beta),
        upper=ln(N) - t * ln(2 / (1 + beta)),
        inner=(measured("lnW", ln(constant("W"))),),
        quantity="logarithm of the total weight",
    ),
)  # fmt: skip


# --- with coins --------------------------------------------------------------------------------------------------


class _Coins(_Setting):
    """The experts are the `concepts` of a class; in every round, those that are wrong keep `beta` of their weight."""

    def __init__(self, trace: Trace, concepts: ConceptClass, beta: Number) -> None:
        if trace.X is None:
            raise NotRecorded(
                "the data of this run were not kept, but every round counts: play on arrays, not a stream."
            )
        if not hasattr(trace.learner, "errors"):
            raise MistakeBoundError(
                f"{shown(trace.learner)} does not say how often each expert lost weight: give it a method "
                "errors(state), as RandomizedMajority has."
            )
        super().__init__(concepts, beta)
        if (own := setting(trace, "beta", "RandomizedMajority", default=beta)) != beta:
            raise MistakeBoundError(f"beta is {beta}, but the learner's beta is {own}: pass the learner's beta.")
        self.T = trace.n_rounds
        rounds = np.arange(self.T)
        self.t = rounds + 1
        wrong = _wrong(concepts, trace.examples(rounds), trace.labels(rounds))
        # the weights of the experts before each round and after the last, as powers of beta
        powers = one_for_each(self.N, "expert", trace.read(trace.learner.errors, "errors"), "errors")
        powers = powers[np.searchsorted(trace.updates, np.append(rounds, self.T))]
        self.first = np.array([[self.beta**power for power in powers[0].tolist()]], dtype=object)
        self.strange = np.abs(powers[1:] - powers[:-1] - wrong).max(axis=1)
        self.W = np.array([_total(row, self.beta) for row in powers], dtype=object)
        parts = [_total(row[errs], self.beta) for row, errs in zip(powers, wrong, strict=False)]
        self.F = np.array(parts, dtype=object) / self.W[:-1]
        self.F_mistake = self.F[trace.mistakes]
        self.F_floats = floats(self.F)  # a sum of fractions would have thousands of digits
        self.lnW = logarithms(self.W.tolist())
        self.m = np.cumsum(wrong, axis=0).min(axis=1)
        expected = F_sum.value(self)
        self.expected, self.regret = float(expected[-1]), expected - self.m
        self.m_end, self.so_far = self.m[-1], np.append(0.0, expected)


EXPERTS = Range("every expert i", coq=i.each)
MISTAKES_OF_THE_RUN = Range("every round t with a mistake", "mistakes",
                            ROUNDS.coq + i.each + "wrong t i = true -> ")  # fmt: skip

F, all_F, m_t = update("F"), constant("F"), update("m", kind="nat")
lnW = replace(ln(replace(W, ln="lnW")), terms=ln(N) - t * ln(beta))
F_sum = so_far(replace(F, of="F_floats"))
kept = constant("kept", r"\beta^{[i \text{ is wrong}]}", "(if wrong t i then beta else 1)")  # of a weight

RANDOMIZED_MAJORITY = Theorem(
    name="RANDOMIZED_MAJORITY",
    title="Expected mistakes of the randomised weighted majority",
    states=(
        r"Let $N$ experts each predict one of the two labels in every round, and let $\beta$ be a number strictly "
        "between zero and one. Let a learner keep a weight for each expert, at first one. In every round let it "
        "draw an expert, each with a probability proportional to its weight, and predict what this expert says; "
        "each draw is independent of everything before. After every round, whether it erred or not, let it multiply "
        r"by $\beta$ the weight of each expert who was wrong."
        "\n\n"
        "Then, whatever the experts say and whatever the labels are, if they do not depend on the draws, the "
        "expected number {bound.left} of its mistakes satisfies at every time"
        "\n\n"
        r"{bound:\displaystyle },"
        "\n\n"
        "where $m$ is the number of rounds in which the best expert was wrong, that is, the least such number of "
        "any expert."
    ),
    puts={F_sum: constant("expected", r"\mathrm{E}[M]")},
    source="littlestonewarmuth1994",
    learner="`RandomizedMajority`.",
    builds_on=(
        ("WEIGHTED_MAJORITY", "the same weights, but it follows an expert drawn by them"),
        ("HEDGE_FIRST_ORDER", r"its bound for losses $0$ and $1$, with $e^{-\eta} = \beta$"),
    ),
    tight=("approached",
        r"for $m = 0$, as $\beta$ becomes small and $N$ large: experts that are refuted one at a time cost"
        r" $\frac12 + \frac13 + \cdots + 1/N$ mistakes, against $\ln N$."),
    counts="expected mistakes",
    given="each draw of an expert is fresh, and no example or label depends on the draws",
    measure=_Coins,
    hypotheses=(
        Hypothesis("start", measured("first", w.start[i]) == 1,
            "All experts begin with the weight one.", EXPERTS),
        Hypothesis("update-rule", (w[i] == kept * w.before[i]).measured("strange", over=i),  # exactly, by powers of β
            "In every round, whether the prediction was right or wrong, the experts who are wrong keep the part β of "
            "their weight and the others all of it.", ROUNDS),
        Hypothesis("drawn", measured("F_mistake", F) > 0,
            "The learner predicts what some expert says: it errs only where a part F of the weight is wrong.",
            MISTAKES_OF_THE_RUN),
    ),
    lines=(
        Line("update", W == (1 - (1 - beta) * F) * W.before,
            "W is the total weight, and F the part of it that is wrong; of this, the part 1 − β is taken away.",
            ROUNDS),
        Line("logarithm", lnW <= lnW.before - (1 - beta) * F, "Take logarithms: ln(1 − z) ≤ −z for every z < 1.",
            ROUNDS),
        Line("telescoping", lnW <= ln(N) - (1 - beta) * F_sum,
            "Add up, from the total N at the start. F is the chance of a mistake: their sum is the expected number.",
            ROUNDS),
        Line("best", m_t * ln(beta) <= lnW,
            "The best expert so far was wrong in m rounds, so its weight is this power of β, and the total is no less.",
            ROUNDS),
        Line("sandwich", m_t * ln(beta) <= ln(N) - (1 - beta) * F_sum,
            "Chain the two: the logarithm of the total lies between them.", ROUNDS),
        Line("bound", F_sum <= frac(m_t * ln(1 / beta) + ln(N), 1 - beta),
            "Solve for the sum.", ROUNDS),
    ),
    squeeze=Squeeze(
        lower=replace(m, of="m_end") * ln(beta),
        upper=ln(N) - (1 - beta) * all_F,
        inner=(ln(constant("W", ln="lnW")),),
        quantity="logarithm of the total weight",
        counter=all_F,
        at="so_far",
    ),
)  # fmt: skip
