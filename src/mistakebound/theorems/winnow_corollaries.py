r"""Corollaries of Winnow's mistake bound: equal weights, a perfect expert, weights of either sign, Zhang's form.

Legend: as in `winnow`; H entropy, v comparator with entries of either sign; in Zhang's form u >= 0 of any sum, gamma
its margin, W the sum of the weights, K = ||u||_1 KL(u / ||u||_1 || w_0 / W), D the gain, delta = eta W R^2.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np

from ..certificates.claims import ROUNDING, special
from ..certificates.core import FEATURES, RUN, Hypothesis, Line, Range, Squeeze
from ..certificates.expressions import Index, Op, constant, frac, measured, numeral, state
from ..certificates.functions import Indices, cosh, ln, log2, minimum, sinh
from ..certificates.letters import R, a, eta, gamma, j, t, theta, u
from ..certificates.measure import quotient, scaled, setting
from ..checks import check_number, check_positive, check_vector
from ..errors import MistakeBoundError
from ..trace import Trace
from ..types import Given, Vector
from . import winnow
from .winnow import C, Shares, Winnow, au, aw, kl_0, lnZ, terms, w

__all__ = ["WINNOW_DOUBLED", "WINNOW_EXPERT", "WINNOW_UNIFORM", "WINNOW_ZHANG"]

# --- from equal weights, on mistakes only ------------------------------------------------------------------------

H = constant("entropy", "H(u)", coq="Simplex.entropy d u")

#: This holds for the tuned learning rate, and for the simple rate gamma / R^2 (by Hoeffding's inequality), even if
#: gamma = R.
_enough = frac(gamma**2, 2 * R**2)
NEARLY_TUNED = Hypothesis("nearly-tuned", replace(C >= _enough, rounding=ROUNDING * _enough
        + (eta + abs(gamma) / R**2) * constant("score_rounding")),
    "The learning rate is nearly the best: its gain C(η) is at least γ²/2R², as the gains of the tuned learning rate "
    "and of the simple learning rate γ/R² are.", RUN)  # fmt: skip

_gain = eta * gamma - ln(cosh(eta * R))
#: Two learning rates that are nearly the best; the slope of the gain is zero at the second.
TUNING = {
    "the-gain": C == _gain,
    "simple-rate": (eta == gamma / R**2).suppose,
    "simple-gain": _gain >= NEARLY_TUNED.says.right,
    "best-rate": (eta == frac(1, 2 * R) * ln(frac(R + gamma, R - gamma))).suppose,
    "best-slope": sinh(eta * R) / cosh(eta * R) == gamma / R,
}

ENTROPY = Line("entropy", kl_0 == ln(j.size) - H,
    "All weights of the start are 1/d, so only the entropy of u, H(u) = -∑ u ln u, is left beside ln d.",
    RUN)  # fmt: skip

LOG_FEATURES = Line("log-features", kl_0 <= ln(j.size), "An entropy is never negative.", RUN)


WINNOW_UNIFORM = replace(
    winnow.WINNOW,
    name="WINNOW_UNIFORM",
    title="Winnow mistake bound from equal weights",
    states=(
        "For every comparator $u$ (a vector with {comparator} for every feature $j$, and {comparator-mass}), all "
        "numbers {positive-margin} and $R$ such that {possible}, and every sequence of signed examples $a$, each an "
        "example $x$ times its label: if Winnow starts from equal weights, {uniform} for every feature $j$, has the "
        "threshold zero and a learning rate {learning-rate} whose gain {the-gain} is at least {nearly-tuned.right}, "
        "and if {range.bare} and {margin.bare} on every example on which it updates its weights, then it makes at "
        "most {bound.right} updates, and at most as many mistakes."
        "\n\n"
        r"The learning rate {simple-rate} gains that much, and so does, if $\gamma$ is less than $R$, the best "
        "learning rate, {best-rate}."
    ),
    also=TUNING | {"positive-margin": gamma > 0, "possible": gamma <= R},
    builds_on=(("WINNOW", r"from equal weights, where the entropy is at most $\ln d$"),),
    tight=("open", "only as to a constant factor, for small margins, by many features that are tosses of a coin."),
    hypotheses=(*winnow.PROTOCOL, winnow.UNIFORM, winnow.NO_THRESHOLD, *winnow.MIXTURE, NEARLY_TUNED),
    lines=(
        *winnow.LEDGER,
        ENTROPY,
        LOG_FEATURES,
        Line("bound", t <= measured("uniform_bound", 2 * R**2 * ln(j.size) / gamma**2),  # infinite for a margin below 0
            "Chain floor and total progress, with no more than ln d at the start and no less than γ²/2R² at each "
            "step."),
    ),
    squeeze=replace(winnow.PICTURE, upper=ln(j.size) - frac(gamma**2, 2 * R**2) * t),
)  # fmt: skip


# --- with a perfect expert ---------------------------------------------------------------------------------------


class _Expert(Winnow):
    """As for WINNOW."""

    def __init__(self, trace: Trace, u: Vector, gamma: Given = None, radius: Given = None) -> None:
        super().__init__(trace, u, gamma, radius)
        # with a large step, both terms have lost the digits of their difference
        self.perfect_gain = -math.log1p(math.expm1(-2 * self.eta * self.R) / 2)


_ln_2, _at_range = ln(2), measured("perfect_gain", eta * R - ln(cosh(eta * R)))

WINNOW_EXPERT = replace(
    winnow.WINNOW,
    name="WINNOW_EXPERT",
    title="Winnow mistake bound with a perfect expert",
    builds_on=(("WINNOW", r"in the case $\gamma = R$, $\theta = 0$"),),
    measure=_Expert,
    tight=("approached",
        "as the learning rate becomes large, by the rows of a Hadamard matrix, one of whose columns gives"
        " the labels."),
    states=(
        "For every comparator $u$ (a vector with {comparator} for every feature $j$, and {comparator-mass}), every "
        "number {wide}, all weights {start-weights} to start from (with {prior} for every feature $j$, and "
        "{prior-mass}), every sequence of signed examples $a$, each an example $x$ times its label, and every "
        "learning rate {learning-rate}: if Winnow, started from these weights, has the threshold zero, and if "
        "{range.bare} and {margin.bare} on every example on which it updates its weights, where {perfect}, then it "
        "makes at most {bound.right} updates, and at most as many mistakes."
        "\n\n"
        r"As $\eta$ grows, the bound falls towards {limit.right}: from equal weights, and for a single perfect expert "
        "$u$, towards {single.left}."
    ),
    puts={C: _at_range},
    also=winnow.START | {"limit": kl_0 / C >= kl_0 / _ln_2, "single": log2(j.size) == ln(j.size) / _ln_2},
    hypotheses=(
        *winnow.PROTOCOL,
        winnow.NO_THRESHOLD,
        *winnow.MIXTURE,
        Hypothesis("perfect", gamma == R,
            "The margin γ is as large as the range R: every feature with weight in u is as large as can be, and on the "
            "right side, in every example on which the learner updates.", RUN),
    ),
    lines=(
        *winnow.LEDGER,
        Line("perfect-gain", replace(C, terms=winnow.exponent) == _at_range,
            "Put in γ = R and θ = 0, which makes λ(θ) one half.", RUN),
        Line("ceiling", C <= _ln_2,
            "The cosh of ηR is more than half of exp ηR. The gain grows with η and comes as near to ln 2 as one likes, "
            "so the bound comes near to KL(u‖w₀)/ln 2: from equal weights, for a single perfect expert, the binary "
            "logarithm of d.", RUN),
        winnow.BOUND,
    ),
)  # fmt: skip


# --- with entries of either sign ---------------------------------------------------------------------------------


class _Doubled(Shares):
    """`v` has absolute values that sum to at most 1; the run is on double(X); the rest is as for WINNOW."""

    def __init__(self, trace: Trace, v: Vector, gamma: Given = None, radius: Given = None) -> None:
        d, odd = divmod(trace.update_X.shape[1], 2)
        if odd:
            raise MistakeBoundError(
                f"the examples have {2 * d + 1} features, which is not an even number: play on double(X)."
            )
        given = check_vector(v, d, name="v")
        vector = self.used("v", given, scaled(given, min(1 / np.abs(given).sum(), 1)))
        length = abs(vector).sum()
        # the rest of the sum of 1 is spread evenly over all features, where it cancels
        u = np.concatenate([np.maximum(vector, 0), np.maximum(-vector, 0)]) + quotient(max(1 - length, 0), 2 * d)
        super().__init__(trace, u, gamma, radius)
        self.v, self.first, self.second = vector, self.a[:, :d], self.a[:, d:]


half = Indices("j", constant("half", "d", kind="nat", by=j.size / 2), "feature")
opposite = Index("d+j", "(half + j)%nat", " of the opposite of feature j")
v = constant("v")
norm1_v = half.norm1(v)
_spread = (1 - norm1_v) / (2 * half.size)
_first_half = Op(lambda a: a[:, : a.shape[1] // 2], r"(a_{{t,1}}, \ldots, a_{{t,d}})", "{0:5}", "the first half of {0}")

WINNOW_DOUBLED = replace(
    winnow.WINNOW,
    name="WINNOW_DOUBLED",
    title="Winnow mistake bound for weights of either sign",
    states=(
        r"For every vector $v$ of $d$ numbers of either sign with {signed-comparator}, all numbers {wide}, $\gamma$, "
        "{threshold} and {learning-rate}, all weights {start-weights} to start from (with {prior} for every feature "
        "$j$, and {prior-mass}) and every sequence of labelled examples: let Winnow, started from these weights, with "
        r"the learning rate $\eta$ and the threshold $\theta$, be shown every example with the negatives of all "
        "its features appended, and let $a$ be what it is shown, times the label. If {range.bare} and {margin.bare} on "
        "every example on which it updates its weights, and if the gain {the-gain}, where {lambda}, is positive, then "
        "it makes at most {bound.right} updates. For every threshold that is not negative it makes at most as many "
        "mistakes.\n\n"
        "Here $u$ has twice as many entries as $v$: the positive parts of the entries of $v$, then their negative "
        "parts with the sign turned, and {spread} added to each. So it has the margin of $v$."
    ),
    also=winnow.WINNOW.also | {"spread": _spread, "all": j.sum(u[j]) == norm1_v + 2 * half.size * _spread},
    source="kivinenwarmuth1997",
    learner="`Winnow`, on examples that `double` has given every feature twice.",
    builds_on=(("WINNOW", "its bound, for examples with each feature and its opposite"),),
    tight=("attained",
        r"by one example; and as $\|v\|_1$ becomes small it is nearly met by the $d$ rows of Sylvester's "
        "Hadamard matrix labelled by a bent function, for $d = 4$, $16$ and $64$."),
    measure=_Doubled,
    hypotheses=(
        *winnow.ANY_THRESHOLD,
        Hypothesis("doubled", replace(replace(a[opposite], of="second") == -replace(a[half], of="first"), over=half),
            "The second half of the features is the negative of the first half: the learner is shown (x, -x)."),
        Hypothesis("signed-comparator", norm1_v <= 1,
            "The absolute values of the entries of v sum to at most one.", RUN),
        *winnow.SEPARATED,
        *winnow.GAIN,
    ),
    lines=(
        Line("same-margin", au == half.dot(_first_half(a), v),
            "The vector u holds the positive entries of v, then the negative ones with their sign turned; "
            "what is missing to a sum of one is the same everywhere and cancels."),
        Line("split", winnow.COMPARATOR.says,
            "Positive and negative parts are not negative, nor is what was added.", FEATURES),
        Line("split-mass", winnow.COMPARATOR_MASS.says,
            "The sum is ‖v‖₁ and what is missing. From here on the proof is that of the mistake bound, for u and 2d "
            "features: from equal weights KL(u‖w₀) is at most ln 2d.", RUN),
        *winnow.WINNOW.lines,
    ),
)  # fmt: skip


# --- in Zhang's form ---------------------------------------------------------------------------------------------


class _Zhang(Shares):
    """`u` has no negative entry, and a sum of at most W, the learner's total; gamma and R are read off the data."""

    def __init__(self, trace: Trace, u: Vector, gamma: Given = None, radius: Given = None) -> None:
        W = float(check_positive(setting(trace, "total", "Winnow with a total"), "total"))
        given = check_vector(u, trace.update_X.shape[1])
        whole = self.used("u", given, scaled(given, min(W / np.abs(given).sum(), 1)))
        length = np.abs(whole).sum()
        gamma = None if gamma is None else quotient(check_number(gamma, "gamma"), length)
        super().__init__(trace, whole * quotient(1, length), gamma, radius, W)
        self.whole, self.length = whole, float(length)
        self.gamma, self.K = self.length * float(self.gamma), self.length * self.kl
        self.score_rounding *= self.length
        self.D = self.eta * (self.gamma - self.theta * self.length / W) - self.eta**2 * self.R**2 * self.length / 2
        self.delta, self.K_0 = self.eta * W * self.R**2, self.K[0]


W, whole = constant("W"), replace(u, of="whole")
norm1, scores = j.norm1(whole), j.dot(a, whole)
delta = constant("delta", r"\delta", means=eta * W * R**2)
D = constant("D", means=eta * (gamma - theta * norm1 / W) - eta**2 * R**2 * norm1 / 2)
K_t = state("K", coq="K_", terms=constant("length") * terms)
K = constant("K_0", "K", "K_ 0%nat", "K at the start")
drift = numeral(Fraction(1, 2)) * eta**2 * R**2
# δ is η W R², whose square may be too small for a float
simple_gain = replace(frac(delta**2, 2 * W * R**2), by=eta * delta / 2)
gain = replace(frac(2 * delta * (gamma - theta) - delta**2, 2 * W * R**2), by=eta * (gamma - theta) - eta * delta / 2,
               terms=eta * R * constant("length"))  # fmt: skip
# the smaller of the two, where rounding lets δ be a little more than γ - θ
sure_gain = replace(simple_gain, by=minimum(gain, simple_gain))

#: As soon as there is an update, neither W nor R is 0.
SOME_UPDATE = Range(RUN.words, coq="(1 <= U)%nat -> ")

WINNOW_ZHANG = replace(
    winnow.WINNOW,
    name="WINNOW_ZHANG",
    title="Winnow mistake bound in Zhang's form",
    states=(
        "For all numbers {heavy}, {wide}, {threshold} and {margin-above-threshold}, every comparator $u$ (a vector, "
        "not zero, with {comparator} for every feature $j$, and {comparator-mass}), all weights to start from (with "
        "{prior} for every feature $j$, and {prior-mass}) and every sequence of signed examples $a$, each an example "
        r"$x$ times its label: let Winnow start from these weights, have the threshold $\theta$ and a learning rate "
        "{learning-rate} such that {small-learning-rate}, and scale its weights to the sum $W$ after each update. If "
        "{range.bare} and {margin.bare} on every example on which it updates its weights, then it makes at most "
        "{bound.right} updates, and at most as many mistakes, where"
        "\n\n"
        "{K}, and a term is zero if its entry of $u$ is zero."
    ),
    also={"wide": R > 0, "heavy": W > 0, "K": K == j.sum(whole[j] * ln(whole[j] * W / (w.start[j] * norm1)))},
    beside=("K",),
    source="zhang2001",
    builds_on=(("WINNOW", "for weights of sum $W$, with Hoeffding's inequality in place of the chord"),),
    tight=("approached",
        r"as the margin becomes small, for $\theta = 0$ and $\delta = \gamma$, by the opponent of Winnow's"
        " bound."),
    measure=_Zhang,
    hypotheses=(
        winnow.PRIOR,
        Hypothesis("prior-mass", j.sum(w.start[j]) == W,
            "The weights that it starts with sum to W.", RUN),
        winnow.STEP,
        replace(winnow.UPDATE_RULE,
            reason="An update multiplies each weight by exp(ηa), where a = y x is its signed feature, and divides all "
            "weights by Z, so that their sum is W again; nothing else changes them."),
        winnow.MISTAKES_UPDATE,
        Hypothesis("threshold", theta >= 0,
            "The threshold is not negative, so mistakes are among the updates, and θ‖u‖₁/W is at most θ.", RUN),
        winnow.MISTAKE,
        winnow.RANGE,
        Hypothesis("comparator", whole[j] >= 0, winnow.COMPARATOR.reason, FEATURES),
        Hypothesis("comparator-mass", norm1 <= W,
            "The entries of the comparator sum to no more than W, the sum of the weights.", RUN),
        *special(winnow.SEPARATED, {au: scores}, {
            "margin": "The comparator has a margin of at least γ on every example on which the learner updates.",
            "margin-above-threshold":
            "The comparator does better than the learner has to: its margin γ is above the threshold θ.",
        }),
        Hypothesis("small-learning-rate", replace(delta.spelt <= gamma - theta,
                rounding=ROUNDING * (R * constant("length"))),  # the margin is the least of the scores
            "The learning rate η = δ/WR² is small: δ is at most γ - θ. With the threshold θ = γ - δ that is so, and "
            "with θ = 0 any δ up to γ will do.", RUN),
    ),
    lines=(
        Line("drop", K_t - K_t.before == norm1 * lnZ - eta * scores,
            "K after t updates is ‖u‖₁ KL(u/‖u‖₁ ‖ w/W); the logarithm of each weight moves by ηa - ln Z."),
        Line("normaliser", lnZ <= frac(eta, W) * aw + drift,
            "Z is the mean of exp(ηa) by w/W; the a lie between -R and R (Hoeffding)."),
        Line("mistake-term", lnZ <= frac(eta * theta, W) + drift,
            "The update followed a signed score of at most θ."),
        Line("progress", K_t <= K_t.before - D,
            "Put it into drop; the margin is at least γ and the learning rate positive: the gain is "
            "D = η(γ - θ‖u‖₁/W) - η²R²‖u‖₁/2."),
        Line("total-progress", K_t <= K - D * t, "Add up the progress of t updates."),
        Line("floor", numeral(0) <= K_t, "A relative entropy is never negative (Gibbs)."),
        Line("sharp-bound", t <= K / D,
            "Chain the two and divide by the gain."),
        Line("gain", D >= gain,
            "Put in η = δ/WR², and W for ‖u‖₁, which is no more; θ is not negative.", SOME_UPDATE),
        Line("simple-gain", gain >= simple_gain,
            "By the choice of δ, γ - θ is at least δ.", SOME_UPDATE),
        Line("bound", t <= replace(2 * W * R**2 * K / delta**2, by=K / sure_gain),
            "Put the smaller gain in."),
    ),
    squeeze=Squeeze(
        upper=K - sure_gain * t,
        inner=(K_t,),
        quantity="entropy of u relative to w, times the sum of u",
    ),
)  # fmt: skip
