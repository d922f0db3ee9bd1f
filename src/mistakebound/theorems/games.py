r"""Games played in rounds: weights on the columns, answered in each round by the row that pays them least.

AdaBoost is such a game: its columns are examples and its rows hypotheses, until the vote is right everywhere.

Legend: a_i the rows of the game, signed examples; w_t weights on the columns, a_t the row that answers, eta_t the
learning rate, R the largest entry in size, T rounds, d columns, Z_t the normaliser of round t, bars for averages. In
AdaBoost, a_t are signed values, the row's negative, q_t in place of w_t the weights on the examples, alpha_t in place
of eta_t the weight of a hypothesis' vote, r_t the edge, F_t the vote, gamma the
margin of a mixture u of the hypotheses, g the gain.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np

from ..arrays import floats, ln_sum_exp, pieces
from ..certificates import letters
from ..certificates.claims import ROUNDING
from ..certificates.core import ROUNDS, RUN, Hypothesis, Line, Quantities, Range, Squeeze, Theorem
from ..certificates.expressions import ATOM, CALL, NEGATIVE, Index, Op, constant, frac, measured, state, update
from ..certificates.functions import AT_S, Indices, by_logarithms, exp, ln, so_far, sqrt
from ..certificates.letters import R, a
from ..certificates.measure import added_up, mixture, the_worse
from ..checks import check_positive, check_vector
from ..entropy import ln_mean_exp
from ..margins.games import GameRun
from ..protocol import TIE
from ..types import Given, Vector

__all__ = ["ADABOOST", "MULTIPLICATIVE_WEIGHTS"]

# --- the common part of both games ----------------------------------------------------------------------------------


class Played(Quantities):
    """The quantities of both theorems on games, read off a trace; by default, R is the game's largest entry in size."""

    def __init__(self, trace: GameRun, R: Given = None) -> None:
        T, d = trace.n_rounds, trace.A.shape[1]
        A, ln_w = floats(trace.A), trace.log_weights
        a = A[trace.rows]
        self.T, self.d, self.A, self.a, self.t, self.eta = T, d, A, a, np.arange(1, T + 1), trace.steps
        self.ln_w, self.w = ln_w, np.exp(ln_w)
        sizes = np.abs(A).max(axis=1)
        self.R = float(sizes.max() if R is None else self.used("R", R, the_worse(check_positive(R, "R"), sizes, max)))
        moves = self.eta[:, None] * a
        self.F = np.cumsum(moves, axis=0)
        self.reach = np.abs(self.F).max(axis=1, keepdims=True)
        self.lnZ, self.least = np.empty((2, T))
        for t in pieces(T, d + len(A)):
            self.lnZ[t] = ln_mean_exp(ln_w[:-1][t], moves[t])
            self.least[t] = (self.w[:-1][t] @ A.T).min(axis=1)
        self.potential = potential.value(self, ROUNDS)
        self.closed = ln_sum_exp(self.F) - math.log(d)


# --- the quantities of a run -------------------------------------------------------------------------------------

d, t, T = (constant(name, kind="nat") for name in "dtT")
j, i = Indices("j", d, "column"), Indices("i", constant("n", kind="nat"), "row")
COLUMNS = Range("every column j", coq=j.each)

A, etas = constant("A", "a"), update("eta", r"\eta", "etas", "η of the round")
w, Z, half = replace(letters.w, ln="ln_w"), update("Z", ln="lnZ"), Fraction(1, 2)
lnZ, paid = ln(Z), replace(j.dot(a, w.before), terms=R)
tie = 2 * TIE * R  # rows whose payments differ by no more than this pay the same
potential = replace(so_far(lnZ), terms=so_far(etas * j.max(abs(a[j]))) + ln(d))

GAME = (
    Hypothesis("uniform", w.start[j] == 1 / d,
        "The weights on the columns are equal at the start, one over their number each.", COLUMNS),
    Hypothesis("update-rule", by_logarithms(w[j] == w.before[j] * exp(etas * a[j]) / Z, j, 8 * constant("reach")),
        "Each round multiplies the weights by exp(ηa), a being the row that answered, and divides them by their sum Z.",
        ROUNDS),
    Hypothesis("range", j.max(abs(a[j])) <= R,
        "No entry of a row that answers is larger than R in size.", ROUNDS),
    # for all rows and all weights, a piece at a time
    Hypothesis("best-answer", replace(paid == measured("least", i.min(j.dot(A[i], w.before))), rounding=tie),
        "The row that answers is one that pays the current weights least.", ROUNDS),
)  # fmt: skip

# the exponentials one by one can leave the range of floats
POTENTIAL = Line("potential",
    potential == measured("closed", ln(frac(1, d) * j.sum(exp(so_far(etas * a[j]))))),
    "Each normaliser is the quotient of two sums of exponentials, and in the product all but the ends cancel.",
    ROUNDS)  # fmt: skip


# --- multiplicative weights --------------------------------------------------------------------------------------


class _Multiplicative(Played):
    """The trace is that of multiplicative_weights(X, y, rounds)."""

    def __init__(self, trace: GameRun, R: Given = None) -> None:
        super().__init__(trace, R)
        self.first = self.eta[0]
        total, self.lower = np.zeros(self.d), np.empty(self.T)
        for t in pieces(self.T, self.d + len(trace.A)):
            sums = added_up(total, np.exp(trace.log_weights[:-1][t]))
            total, self.lower[t] = sums[-1], (sums / self.t[t, None] @ trace.A.T).min(axis=1)
        self.w_bar, self.q_bar, self.largest = trace.w, trace.q, (trace.q @ trace.A).max()
        self.gap = self.largest - least.value(self)
        self.bound = 2 * self.R**2 * math.log(self.d) / self.gap**2 if self.gap > 0 else math.inf


eta, best = constant("first", r"\eta", "eta"), j.max(so_far(a[j]))
w_bar = update("w_bar", r"\bar w", of=None, means=so_far(w.before) / t)
all_w_bar = constant("w_bar", r"\bar w", "w_bar T")
q_bar = constant("q_bar", r"\bar q")
least = replace(i.min(j.dot(A[i], all_w_bar)), terms=R)
average = replace(i.sum(q_bar[i] * j.dot(A[i], all_w_bar)), terms=R)
# a sum of rows
largest = measured("largest", j.max(i.sum(q_bar[i] * A[Index("i,j", "i j", " of row i and column j")])), terms=R)
gap = constant("gap", r"\mathrm{gap}", "gap_at_end", means=largest - least)

MULTIPLICATIVE_WEIGHTS = Theorem(
    name="MULTIPLICATIVE_WEIGHTS",
    title="Gap of multiplicative weights",
    states=(
        "For every finite set of rows with $d$ columns, two or more, no entry larger than {wide} in size, and every "
        "number of rounds $T$: let the weights be equal at the start, let every round $t$ be answered by a row {row} "
        "that pays the current weights least, and let it update the weights by {update-rule}, where {divisor} brings "
        "their sum back to one, with the learning rate {tuned} in all rounds. Let {average} be the average of the "
        "weights before each of the $T$ rounds, and {share} the share of the rounds in which row $i$ answered."
        "\n\n"
        "Then {least-is-below-average.left} is at most the value of the game, the largest number that some weights "
        "are paid by every row; {average-is-below-largest.right} is at least that value; and the two are at most "
        "{gap.right} apart. If {the-gap} is positive, then {bound}."
    ),
    also={
        "wide": R > 0,
        "row": a,
        "divisor": Z,
        "average": all_w_bar,
        "share": q_bar[i],
        "the-gap": gap == gap.means,
    },
    beside=("the-gap",),
    source="arorahazankale2012",
    learner="`multiplicative_weights`.",
    builds_on=(("HEDGE", "the same weights and the same regret, for payments between $-R$ and $R$"),),
    tight=("open",
        "as to its constant, but its rate is the best possible against the worst rows; on a fixed matrix "
        "the gap can close faster."),
    run=GameRun,
    measure=_Multiplicative,
    hypotheses=(
        *GAME,
        Hypothesis("constant-learning-rate", etas == eta, "The learning rate is the same in all rounds.", ROUNDS),
        Hypothesis("tuned", eta == frac(1, R) * sqrt(frac(2 * ln(d), T)),
            "The learning rate is tuned to the number of rounds T: it is the root of twice ln d over T, over R.", RUN),
    ),
    lines=(
        Line("normaliser", lnZ <= eta * paid + half * eta**2 * R**2,
            "Z is the mean of exp(ηa) by w, and the entries a lie between -R and R (Hoeffding).", ROUNDS),
        POTENTIAL,
        Line("best-column", eta * best - ln(d) <= potential,
            "A sum of exponentials is at least its largest term.", ROUNDS),
        Line("regret", best - so_far(paid) <= frac(ln(d), eta) + half * eta * t * R**2,
            "Chain the three and divide by η: no single column would have been paid much more than the weights were.",
            ROUNDS),
        Line("tuned-regret", frac(ln(d), eta) + half * eta * T * R**2 == R * sqrt(2 * T * ln(d)),
            "Put in the learning rate: the two terms become equal.", RUN),
        Line("average-weights",
            measured("lower", i.min(j.dot(A[i], w_bar)), terms=R) >= frac(1, t) * so_far(paid),
            "The least score of the average of t weights is at least the average of the least scores.", ROUNDS),
        Line("least-is-below-average", least <= average,
            "The least is at most the average, by the shares of the rounds in which each row answered.", RUN),
        Line("average-is-below-largest", average <= largest,
            "An average by the weights is at most the largest entry. The value of the game lies between the ends.",
            RUN),
        Line("gap", largest - least <= R * sqrt(2 * ln(d) / T),
            "The largest entry is the largest sum of all rounds over T: the gap is at most the regret over T.", RUN),
        Line("bound", T <= measured("bound", 2 * R**2 * ln(d) / gap**2),  # infinite without a gap
            "Solve for T, the number of rounds that the learning rate was chosen for.",
            Range(RUN.words, coq="gap_at_end > 0 -> ")),
    ),
)  # fmt: skip


# --- AdaBoost ----------------------------------------------------------------------------------------------------


class _Boosted(Played):
    """The trace is that of adaboost(X, y, rounds); u mixes its hypotheses, the features, with a positive margin."""

    def __init__(self, trace: GameRun, u: Vector, R: Given = None) -> None:
        super().__init__(trace, R)
        u = check_vector(u, len(trace.A), per="hypothesis").astype(float)
        self.u = self.used("u", u, mixture(u))
        self.k, self.gamma = len(self.u), float(-(self.u @ trace.A).max())
        self.r, self.values = -paid.value(self, ROUNDS), -self.a
        with np.errstate(divide="ignore", invalid="ignore"):  # for an edge outside (-R, R), which a hypothesis refuses
            self.halves = np.log1p(-(np.minimum(self.r / self.R, 1.0) ** 2)) / 2
        self.g = -math.log1p(-((self.gamma / self.R) ** 2)) / 2 if 0 < self.gamma < self.R else 0.0
        self.vote, self.last_vote, self.best_answer, self.error = -self.F, -self.F[-1], -self.least, np.exp(self.closed)
        self.potentials, self.votes = np.append(0.0, self.potential), self.R * np.abs(self.eta).sum()


h_j = Indices("j", constant("k", kind="nat"), "hypothesis")
x_i = Indices("i", constant("d", "n", "n", kind="nat"), "example")
EXAMPLES = Range("every example i", coq=x_i.each)
u, r, n, values = constant("u"), update("r"), x_i.size, replace(a, of="values")
weights, signed = state("w", "q", "q", ln="ln_w"), constant("h", "a")
alpha = update("eta", r"\alpha", "alpha", "α of the round")
gamma = constant("gamma", r"\gamma", "γ", means=x_i.min(h_j.sum(
    u[h_j] * signed[Index("j,i", "j i", " of hypothesis j and example i")])))  # fmt: skip
g = constant("g", means=NEGATIVE(half) * ln(1 - gamma**2 / R**2))
# a number near 1 has lost the digits of a small edge
halves = measured("halves", half * ln(1 - r**2 / R**2), terms=abs(r) / R / (1 - (r / R) ** 2))
_vote, _last_vote = (
    constant(of, f"F_{round}(i)", f"F {round} i", f"the {of.replace('_', ' ')} on example i")
    for round, of in (("t", "vote"), ("T", "last_vote"))
)
_wrong = Op(lambda vote: np.count_nonzero(vote <= 0, axis=-1), r"\#({1} \le 0)",
            "sum {0} (fun i => if Rle_dec {1:5} 0 then 1 else 0)",
            "the number of examples with {1} at most 0", (ATOM, CALL), uncast=(0,),
            reads=("", "value"))  # fmt: skip
_all_rounds = Op(np.sum, r"\sum_{{s=1}}^T {0:2}", "sum T (fun s => {0})", "the sum of all {0:2}", (CALL, CALL))

ADABOOST = Theorem(
    name="ADABOOST",
    title="Rounds of AdaBoost",
    states=(
        "For every finite set of hypotheses whose signed values on $n$ examples, positive where they are right, are "
        "no larger than $R$ in size, every mixture $u$ of them that has a positive margin, {margin}, and every number "
        "of rounds $T$: let AdaBoost start from equal weights on the examples, choose in each round $t$ a hypothesis "
        "with the largest edge {edge.left}, which is less than $R$, and update the weight of each example $i$ by "
        "{update-rule}, where {divisor} brings the sum of the weights back to one, {value} is the signed value of "
        "that hypothesis and {tuned-to-edge}."
        "\n\n"
        r"If after $T$ rounds the vote, in which the hypothesis of each round has its $\alpha$ as weight, is not "
        "positive for one of the examples, {still-wrong}, then {bound}, where {g}. This $g$ is at least half the "
        r"square of the quotient of $\gamma$ and $R$."
    ),
    also={
        "divisor": Z,
        "value": a[x_i],
        "g": g == g.means,
    },
    beside=("g",),
    source="freundschapire1997",
    learner="`adaboost`.",
    builds_on=(
        ("MULTIPLICATIVE_WEIGHTS", "the same loop, with the weights on the examples, and in each round a vote"),
    ),
    tight=("open",
        "as to its constant, not its rate: no run on two examples or more attains it; on $3^T$ examples with "
        r"equal edges the share of errors is the product of the factors divided by $\sqrt{2T}$, or larger."),
    run=GameRun,
    measure=_Boosted,
    hypotheses=(
        Hypothesis("uniform", weights.start[x_i] == 1 / n,
            "The weights on the examples are equal at the start, one over their number each.", EXAMPLES),
        Hypothesis("update-rule",
            by_logarithms(weights[x_i] == weights.before[x_i] * exp(-(alpha * values[x_i])) / Z, x_i,
                          8 * constant("reach")),
            "Each round multiplies the weight of an example by exp(−αa), a being the signed value of the round's "
            "hypothesis on it, and divides all weights by their sum Z.", ROUNDS),
        Hypothesis("range", x_i.max(abs(values[x_i])) <= R,
            "No signed value of a hypothesis that answers is larger than R in size.", ROUNDS),
        Hypothesis("best-answer",
            replace(x_i.dot(values, weights.before)
                == measured("best_answer", h_j.max(x_i.dot(signed[h_j], weights.before))), rounding=tie),
            "The hypothesis that answers has the largest edge for the present weights, and that is r.", ROUNDS),
        Hypothesis("tuned-to-edge",
            alpha == replace(frac(1, 2 * R) * ln(frac(R + r, R - r)), terms=1 / R / (1 - (r / R) ** 2)),
            "The step α is tuned to the current edge r, the weighted average of the chosen hypothesis' signed values.",
            ROUNDS),
        Hypothesis("mixture", u[h_j] >= 0,
            "There is a mixture u of the hypotheses: a vector without a negative entry.",
            Range("every hypothesis j", coq=h_j.each)),
        Hypothesis("mixture-mass", h_j.sum(u[h_j]) == 1, "The entries of the mixture u sum to one.", RUN),
        Hypothesis("margin", replace(gamma.spelt > 0, rounding=ROUNDING * R),
            "The mixture u has a positive margin on every example; γ is its least.", RUN),
        Hypothesis("still-wrong", replace(x_i.min(_last_vote) <= 0, rounding=ROUNDING * constant("votes")),
            "The vote of all T rounds, F = ∑ α a, is still wrong about one of the examples, or tied there.", RUN),
    ),
    lines=(
        Line("edge", r >= gamma,
            "Averaged by u, the edges are at least γ, whatever the weights on the examples; the best edge is no less.",
            ROUNDS),
        Line("normaliser", lnZ <= halves,
            "Z is the mean of exp(−αa) by the weights. On [−R, R] the exponential lies below its chord, and on it "
            "where all values are −R or R; this α makes the chord's height at r the root of 1 − r²/R².",
            ROUNDS),
        Line("gain", halves <= -g, "The edge is at least γ.", ROUNDS),
        Line("potential", potential == measured("closed", ln(frac(1, n) * x_i.sum(exp(-_vote)))), POTENTIAL.reason,
            ROUNDS),
        Line("training-error",
            frac(1, n) * _wrong(n, _vote)
            <= measured("error", frac(1, n) * x_i.sum(exp(-_vote))),
            "Where the vote is wrong, the exponential is at least one.", ROUNDS),
        Line("total-gain", potential <= -g * t, "Add up the gains of t rounds.", ROUNDS),
        Line("floor", -ln(n) <= _all_rounds(lnZ.at(AT_S)),
            "One example is still wrong, so the training error is at least 1/n.", RUN),
        Line("bound", T <= ln(n) / g, "Chain the two and divide by g.", RUN),
    ),
    squeeze=Squeeze(
        lower=-ln(n),
        upper=-g * t,
        inner=(constant("potentials", r"\sum \ln Z"),),
        quantity="logarithm of the bound on the training error",
    ),
)  # fmt: skip
