r"""Winnow's mistake bound by relative entropy, for any prior, range, threshold and learning rate, even the best.

`WINNOW_UNIT` is the case to read first: equal weights, range 1, threshold 0.

Legend: u comparator, w weights, a = y x the signed example, eta learning rate, theta threshold, gamma margin of u,
R range (the largest |x_j|), d features, t updates so far, Z_t the normaliser of update t; lambda(z) = (R + z) / 2R.

Entropies are computed from logarithms of weights, because a weight can be too small for a float.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from ..arrays import EPSILON, floats, pieces, working
from ..certificates import letters
from ..certificates.claims import special
from ..certificates.core import (
    FEATURES,
    RUN,
    STATES,
    UNLEARNED,
    Certificate,
    Hypothesis,
    Line,
    Quantities,
    Range,
    Squeeze,
    Theorem,
    mistakes_update,
)
from ..certificates.expressions import Expression, Op, constant, frac, measured, numeral, state, update
from ..certificates.functions import by_logarithms, cosh, exp, ln, sinh
from ..certificates.letters import R, a, eta, gamma, j, t, theta, u
from ..certificates.measure import entropies, largest_feature, margin, mixture, one_for_each, setting, the_worse
from ..checks import check_number, check_positive, check_vector
from ..entropy import coins, gain, largest_step, ln_chord, ln_mean_exp, relative_entropy, tuned_step
from ..errors import MistakeBoundError, shown
from ..protocol import TIE
from ..trace import Trace
from ..types import Given, Vector

__all__ = ["WINNOW", "WINNOW_TUNED", "WINNOW_UNIT"]

# --- measuring a run ---------------------------------------------------------------------------------------------


class Shares(Quantities):
    """The quantities of the proof, for a comparator of sum 1 and weights of sum `total`."""

    def __init__(
        self, trace: Trace, u: np.ndarray, gamma: Given = None, radius: Given = None, total: float = 1
    ) -> None:
        self.u, self.d, self.W, self.t = u, len(u), total, np.arange(1, trace.n_updates + 1)
        self.eta, self.theta = float(setting(trace, "eta", "Winnow")), float(setting(trace, "threshold", "Winnow"))
        R: Any = largest_feature(trace) if radius is None else radius
        R = check_positive(R, "radius, the size of the largest feature,")
        if radius is not None:
            R = self.used("radius", R, the_worse(R, abs(working(trace.update_X)).max(axis=1), max))
        self.R, gamma = float(R), None if gamma is None else check_number(gamma, "gamma")
        self.gamma = self.used("gamma", gamma, margin(trace, u, gamma))
        self.a = trace.update_y.astype(np.int64)[:, None] * working(trace.update_X)
        self.L = one_for_each(len(u), "feature", trace.log_weights) - math.log(total)
        if np.all(self.L[0] == -math.inf):
            raise MistakeBoundError(
                f"the weights of {shown(trace.learner)} start at 0: the theorem is about Winnow's, above 0."
            )
        # the least positive float in place of a number that is not 0, but too small for a float
        self.w = np.where(self.L == -math.inf, 0, np.maximum(total * np.exp(self.L), np.finfo(float).tiny))
        self.lnZ, self.chord = np.empty((2, trace.n_updates))
        for rows in pieces(*self.a.shape):
            A, before = self.a[rows].astype(float), self.L[:-1][rows]
            self.lnZ[rows] = ln_mean_exp(before, self.eta * A)
            self.chord[rows] = ln_mean_exp(before, ln_chord(A / self.R, self.eta * self.R))
        self.kl = kl_t.value(self, STATES)
        n = np.count_nonzero(u)
        self.score_rounding = n * EPSILON * self.R * (n > 1)  # none of a single entry, which is 1
        # no margin exceeds the range, except by rounding
        theta, most = self.theta / total, min(float(self.gamma), self.R)
        self.C = gain(self.eta, most, self.R, theta)
        largest = min(most + self.score_rounding, self.R)  # so that rounding alone makes no learning rate too large
        self.eta_max = largest_step(largest, self.R, theta) if -self.R < theta < most else 0.0
        self.log_ceiling = ln_chord(self.theta / self.R, self.eta * self.R)
        self.reach = self.eta * np.cumsum(largest_feature_shown.value(self))[:, None]  # no sum of steps is larger
        # the size of the terms of an entropy at each state, and that of the largest up to each update
        self.kl_terms = entropies(floats(u), self.L)[1]
        self.terms = np.maximum.accumulate(self.kl_terms)[1:] + self.eta * largest_feature_shown.value(self)

    @property
    def uniform_bound(self) -> float:
        """2 R^2 ln d / gamma^2."""
        ratio = self.R / max(float(self.gamma), np.finfo(float).tiny)
        return 2 * math.log(self.d) * ratio * ratio if self.gamma > 0 else math.inf

    @property
    def entropy(self) -> float:
        """-sum u ln u."""
        return -relative_entropy(self.u, np.ones(self.d))

    @property
    def unlearned_from_0(self) -> Any:
        """With a threshold below 0, mistakes need not be updates."""
        return self.unlearned if self.theta >= 0 else np.empty(0)


class Winnow(Shares):
    """`u` is a probability vector; margin gamma and range R (radius) come from the data, the rest from the learner."""

    def __init__(self, trace: Trace, u: Vector, gamma: Given = None, radius: Given = None) -> None:
        u = check_vector(u, trace.update_X.shape[1])
        super().__init__(trace, self.used("u", u, mixture(u)), gamma, radius)


# --- the quantities of a run -------------------------------------------------------------------------------------


def head(z: Expression, tex: str, coq: str) -> Expression:
    """The chance λ(z) that a coin shows heads."""
    means = (R + z) / (2 * R)
    return constant("head", rf"\lambda({tex})", coq=f"lambda Rad {coq}", means=means, by=means)


w, Z, lambda_theta = replace(letters.w, ln="L"), update("Z", coq="Zt", ln="lnZ"), head(theta, r"\theta", "theta")

largest_feature_shown = j.max(abs(a[j]))
terms, exponent = update("terms"), eta * R  # the terms that cancel in an entropy if w nears u or a step is small
au, kl_t, lnZ = j.dot(a, u), replace(j.kl(u, w), terms=terms), replace(ln(Z), terms=exponent)
kl_0 = replace(kl_t.start, terms=state("kl_terms").start)
largest_score = constant("W") * largest_feature_shown
aw = replace(j.dot(a, w.before), terms=largest_score)
tie = 2 * TIE * largest_score  # a score above the threshold by no more than this counts as a tie
# the chord's height at the mean is the mean of its heights; the mean itself can be too near an end for its digits
height = measured("chord", ln(cosh(eta * R) + frac(sinh(eta * R), R) * aw), terms=exponent)
# these exponentials can leave the range of floats, or be so near 1 that they lose the digits of a small step
ceiling = measured(
    "log_ceiling", ln(lambda_theta * exp(eta * R) + (1 - lambda_theta) * exp(-(eta * R))), terms=exponent
)
C = constant("C", r"C(\eta)", coq="C eta gamma Rad theta", means=eta * gamma - ceiling)
eta_max = constant("eta_max", r"\eta_{\max}", coq=None)
gain_rounding = eta * constant("score_rounding")  # of the margin; the rest of the gain is computed to the last digits

# --- hypotheses --------------------------------------------------------------------------------------------------

PRIOR, PRIOR_MASS, STEP, UPDATE_RULE, MISTAKES_UPDATE, THRESHOLD, MISTAKE = RULE = (
    Hypothesis("prior", w.start[j] > 0,
        "The learner starts with a positive weight for every feature: a weight of zero would stay zero.", FEATURES),
    Hypothesis("prior-mass", j.sum(w.start[j]) == 1,
        "The weights that it starts with sum to one.", RUN),
    Hypothesis("learning-rate", eta > 0, "The learning rate is positive.", RUN),
    Hypothesis("update-rule", by_logarithms(w[j] == w.before[j] * exp(eta * a[j]) / Z, j, 8 * constant("reach")),
        "An update multiplies each weight by exp(ηa), where a = y x is its signed feature, and divides all weights by "
        "the sum Z of these products; nothing else changes them."),
    mistakes_update("Every mistake is an update, so a bound on the updates is a bound on the mistakes."),
    Hypothesis("threshold", theta > -R,
        "The threshold lies above -R: no signed score is smaller, so that below there would be no update at all.", RUN),
    Hypothesis("mistake", replace(aw <= theta, rounding=tie),
        "The learner updates only where the signed score is at most the threshold; if that is 0, only where it errs "
        "or ties."),
)  # fmt: skip


RANGE = Hypothesis("range", largest_feature_shown <= R,
    "No feature of an example on which the learner updates is larger than R in size.")  # fmt: skip

PROTOCOL = (*RULE, RANGE)


#: With a threshold below 0 some mistakes are not updates, and the bound is only on updates.
ANY_THRESHOLD = tuple(
    replace(claim, at=Range("the run, if θ ≥ 0"), says=replace(UNLEARNED, of="unlearned_from_0") == 0)
    if claim is MISTAKES_UPDATE else claim for claim in PROTOCOL
)  # fmt: skip


MARGIN, ABOVE_THRESHOLD = SEPARATED = (
    Hypothesis("margin", au >= gamma,
        "The comparator has a margin of at least γ on every example on which the learner updates."),
    Hypothesis("margin-above-threshold", replace(gamma > theta, rounding=constant("score_rounding")),
        "The comparator does better than the learner has to: its margin γ is above the threshold θ.", RUN),
)  # fmt: skip

COMPARATOR, COMPARATOR_MASS = (
    Hypothesis("comparator", u[j] >= 0, "No entry of the comparator is negative.", FEATURES),
    Hypothesis("comparator-mass", j.sum(u[j]) == 1, "The entries of the comparator sum to one.", RUN),
)  # fmt: skip

MIXTURE = (COMPARATOR, COMPARATOR_MASS, *SEPARATED)

GAIN = (
    Hypothesis("small-learning-rate", eta < eta_max,
        "The learning rate is smaller than ηmax, the one at which the gain C(η), which rises from zero and then falls, "
        "is back at zero.", RUN),
    Hypothesis("gain", replace(C.spelt > 0, rounding=gain_rounding),
        "The gain is positive: what an update wins by the margin, ηγ, is more than what it can lose by the division "
        "by Z; λ(θ) is (R + θ)/2R.", RUN),
)  # fmt: skip


# --- the bound, line by line -------------------------------------------------------------------------------------

LEDGER = (  # all of the proof but its last line
    Line("drop", kl_t - kl_t.before == lnZ - eta * au,
        "The logarithm of each weight moves by ηa - ln Z; average that with the weights of u, which sum to one."),
    Line("margin-term", lnZ - eta * au <= lnZ - eta * gamma,
        "The comparator has a margin of at least γ, and the learning rate is positive."),
    Line("chord", lnZ <= height,
        "Z is the mean of exp(ηa) by w, all a lie between -R and R, and there exp lies below its chord."),
    Line("mistake-term", height <= ceiling,
        "The update followed a signed score of at most θ, and the chord rises, because the learning rate is positive; "
        "put in θ, and λ(θ) for (R + θ)/2R."),
    Line("progress", kl_t <= kl_t.before - C,
        "Chain the four: each update takes at least C(η) off the entropy of u relative to w."),
    Line("total-progress", kl_t <= kl_t.start - C * t, "Add up the progress of t updates."),
    Line("floor", numeral(0) <= kl_t, "A relative entropy is never negative (Gibbs)."),
)  # fmt: skip

BOUND = Line("bound", t <= kl_t.start / C, "Chain the two and divide by C(η), which is positive.")


PICTURE = Squeeze(upper=kl_t.start - C * t, inner=(kl_t,), quantity="entropy of u relative to w")


def squeezes_entropy(cert: Certificate) -> bool:
    """Whether a certificate squeezes KL(u || w_t) of a distribution u, and not a multiple of it."""
    return cert.squeeze is not None and kl_t.tex in cert.squeeze.inner and np.isclose(np.sum(cert.q.u), 1)


#: The statements' conditions on the start and the range, which are not claims.
START = {"start-weights": w.start, "wide": R > 0}

WINNOW = Theorem(
    name="WINNOW",
    title="Winnow mistake bound",
    states=(
        "For every number $d$ of features, every comparator $u$ (a vector with {comparator} for every feature $j$, "
        r"and {comparator-mass}), all numbers {wide}, $\gamma$, {threshold} and {learning-rate}, all weights "
        "{start-weights} to start from (with {prior} for every feature $j$, and {prior-mass}) and every sequence of "
        "signed examples $a$, each an example $x$ times its label: if {range.bare} and {margin.bare} on every example "
        r"on which Winnow, started from these weights, with the learning rate $\eta$ and the threshold $\theta$, "
        "updates its weights, and if the gain"
        "\n\n"
        "{the-gain}, where {lambda},"
        "\n\n"
        "is positive, then Winnow makes at most {bound.right} updates. For every threshold that is not negative, "
        "every mistake is an update, so Winnow makes at most as many mistakes."
        "\n\n"
        r"If $\gamma$ is at most $R$, a learning rate with a positive gain exists if and only if "
        "{margin-above-threshold}; then the learning rates between zero and a number {small-learning-rate.right} have "
        r"a positive gain, and no others. This number is infinite only if $\gamma$ is equal to $R$."
    ),
    also=START
    | {
        "lambda": (lambda_theta == lambda_theta.means).suppose,
        "the-gain": C == eta * gamma - replace(ceiling, of=None),
    },
    source="grovelittlestoneschuurmans2001",
    learner="`Winnow`.",
    tight=(
        "attained",
        "with the best learning rate, by an opponent who shows all $2^m$ patterns of $m$ signs and "
        "answers the opposite of every prediction.",
    ),
    measure=Winnow,
    hypotheses=(*ANY_THRESHOLD, *MIXTURE, *GAIN),
    lines=(*LEDGER, BOUND),
    squeeze=PICTURE,
)


# --- the simplest case: equal weights, range 1, no threshold ------------------------------------------------------

UNIFORM = Hypothesis("uniform", w.start[j] == 1 / j.size,
    "The learner starts with equal weights, 1/d for each of the d features.", FEATURES)  # fmt: skip

NO_THRESHOLD = Hypothesis("no-threshold", theta == 0,
    "The threshold is zero: the learner updates only where the score has the wrong sign or is zero.", RUN)  # fmt: skip


class _Unit(Winnow):
    """`u` is a probability vector; the margin gamma comes from the data. The range is 1."""

    def __init__(self, trace: Trace, u: Vector, gamma: Given = None) -> None:
        super().__init__(trace, u, gamma, radius=1)


#: The letters of WINNOW for the range 1 and the threshold 0.
UNIT_CASE = {
    R: 1,
    theta: 0,
    height: measured("chord", ln(cosh(eta) + sinh(eta) * aw), terms=exponent),
    ceiling: measured(ceiling.of, ln(cosh(eta)), terms=exponent),
    C: measured("C", eta * gamma - ln(cosh(eta))),  # with a large step, both terms have lost their difference
}
UNIT_REASONS = {
    "mistake": "The learner updates only where its signed score is at most zero: where it errs or ties.",
    "range": "No feature of an example on which the learner updates is larger than 1 in size.",
    "gain": "The gain is positive: what an update wins by the margin, ηγ, is more than what it can lose by the "
    "division by Z.",
    "chord": "Z is the mean of exp(ηa) by w, all a lie between -1 and 1, and there exp lies below its chord.",
    "mistake-term": "The update followed a signed score of at most zero, and the chord rises, because the learning "
    "rate is positive.",
    "progress": "Chain the four: each update takes at least the gain off the entropy of u relative to w.",
    "bound": "Chain the two and divide by the gain, which is positive.",
}


def _unit_case(*claims: Any) -> Any:
    return special(claims, UNIT_CASE, UNIT_REASONS)


WINNOW_UNIT = replace(
    WINNOW,
    name="WINNOW_UNIT",
    title="Winnow mistake bound for features between -1 and 1",
    states=(
        r"For every number $d$ of features, every comparator $u$ (a vector of $d$ numbers), every number $\gamma$, "
        "every learning rate {learning-rate} and every sequence of signed examples $a$, each an example $x$ times "
        "its label $y$, let Winnow start from equal weights, {uniform} for every feature $j$. Suppose that"
        "\n\n"
        "(1) {range.bare} on every example on which Winnow updates its weights;"
        "\n\n"
        "(2) $u$ is a mixture: {comparator} for every feature $j$, and {comparator-mass};"
        "\n\n"
        "(3) {margin.bare} on every example on which Winnow updates its weights;"
        "\n\n"
        "(4) the learning rate gains: {gain}."
        "\n\n"
        "Then Winnow makes at most {bound.right} mistakes, and {at-most.left} is at most {at-most.right}."
    ),
    also={"at-most": kl_0 <= ln(j.size)},
    builds_on=(("WINNOW", r"in the case $R = 1$, $\theta = 0$"),),
    tight=("attained", r"with the best learning rate, by the opponent of Winnow's bound, with features $\pm 1$."),
    measure=_Unit,
    hypotheses=(
        UNIFORM,
        STEP,
        UPDATE_RULE,
        MISTAKES_UPDATE,
        NO_THRESHOLD,
        *_unit_case(MISTAKE, RANGE),
        COMPARATOR,
        COMPARATOR_MASS,
        MARGIN,
        Hypothesis("gain", replace(C.where(UNIT_CASE) > 0, rounding=gain_rounding), UNIT_REASONS["gain"], RUN),
    ),
    lines=_unit_case(*LEDGER, BOUND),
    squeeze=replace(PICTURE, upper=kl_t.start - C.where(UNIT_CASE) * t),
)  # fmt: skip


# --- the best learning rate --------------------------------------------------------------------------------------


class _Tuned(Winnow):
    """As for WINNOW; the learner's eta must be tuned_step(gamma, R, threshold)."""

    def __init__(self, trace: Trace, u: Vector, gamma: Given = None, radius: Given = None) -> None:
        super().__init__(trace, u, gamma, radius)
        possible = -self.R < self.theta < self.gamma < self.R
        self.eta_tuned = tuned_step(float(self.gamma), self.R, self.theta) if possible else math.inf


def _coins(gamma: float, R: float, theta: float) -> float:
    return coins(float(gamma), R, theta) if -R < theta < gamma < R else 0.0


lambda_gamma = head(gamma, r"\gamma", "gamma")
_KL_OF_COINS = Op(_coins, r"\mathrm{{KL}}(\lambda({0})\|\lambda({2}))",
                  "coin (lambda {1:5} {0:5}) (lambda {1:5} {2:5})",
                  "the entropy of coin λ({0}) relative to coin λ({2})")  # fmt: skip
binary = replace(_KL_OF_COINS(gamma, R, theta), terms=exponent)
_by_gain, _simply = kl_t.start / binary, 2 * R**2 * kl_t.start / (gamma - theta) ** 2

WINNOW_TUNED = replace(
    WINNOW,
    name="WINNOW_TUNED",
    title="Winnow mistake bound with the best learning rate",
    states=(
        "For every comparator $u$ (a vector with {comparator} for every feature $j$, and {comparator-mass}), all "
        r"numbers $R$, $\gamma$ and $\theta$ such that {threshold}, {margin-above-threshold} and {imperfect}, all "
        "weights {start-weights} to start from (with {prior} for every feature $j$, and {prior-mass}) and every "
        "sequence of signed examples $a$, each an example $x$ times its label: if Winnow, started from these weights, "
        r"has the threshold $\theta$ and the learning rate"
        "\n\n"
        r"{tuned:\displaystyle },"
        "\n\n"
        "and if {range.bare} and {margin.bare} on every example on which it updates its weights, then it makes at "
        "most {bound.right} updates, and that is at most {simple.right}. For every threshold that is not negative it "
        "makes at most as many mistakes."
        "\n\n"
        "Here {best-gain.right} is the relative entropy of a coin that shows heads with probability {of-margin} with "
        "respect to a coin that does so with probability {of-threshold}."
    ),
    also=START
    | {
        "of-margin": lambda_gamma == lambda_gamma.means,
        "of-threshold": lambda_theta == lambda_theta.means,
        "simple": _by_gain <= _simply,
    },
    beside=("simple",),
    builds_on=(("WINNOW", "with the learning rate of the largest gain"),),
    tight=("attained",
        r"by the opponent of Winnow's bound: all features are $\pm R$, all scores $0$ and all margins "
        r"$\gamma$."),
    measure=_Tuned,
    hypotheses=(
        *ANY_THRESHOLD,
        *MIXTURE,
        Hypothesis("imperfect", gamma < R,
            "The margin γ is below the range R: otherwise a larger learning rate is always better, and none is best.",
            RUN),
        Hypothesis("tuned", eta == measured("eta_tuned",  # the logarithm of a number near 1 has lost its digits
                frac(1, 2 * R) * ln(frac((R + gamma) * (R - theta), (R - gamma) * (R + theta))),
                terms=1 / R / (1 - (gamma / R) ** 2)),  # a margin is rounded as R is
            "The learning rate is the one at which the gain C(η) is largest.", RUN),
    ),
    lines=(
        *LEDGER,
        Line("best-gain", C == binary,
            "Put in the learning rate: the gain is the relative entropy of two coins, with chances λ(γ) and λ(θ) of "
            "heads, where λ(z) is (R + z)/2R.", RUN),
        Line("pinsker", binary >= frac((gamma - theta) ** 2, 2 * R**2),
            "The best learning rate gains no less than (γ - θ)/R² does, and that gains this much (Hoeffding).", RUN),
        Line("bound", t <= _by_gain,
            "Chain floor and total progress, and divide by the gain."),
        Line("simple-bound", t <= _simply, "Put the smaller gain in."),
    ),
    squeeze=replace(PICTURE, upper=kl_t.start - binary * t),
)  # fmt: skip
