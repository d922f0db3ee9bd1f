r"""Winnow's mistake bound by relative entropy, for any prior, range, threshold and step, and for the best step.

`WINNOW_UNIT` is the case to read first: equal weights, range 1, threshold 0.

Legend: u comparator, w weights, a = y x the signed example, eta step, theta threshold, s margin of u, R range (the
largest |x_j|), d features, t updates so far, Z_t the normaliser of update t; sigma = (R + s) / 2R and
beta = (R + theta) / 2R.

Entropies are computed from logarithms of weights, because a weight can be too small for a float and its logarithm not.

Names of measured quantities: kl = KL(u || w_t) and terms, the size of its terms, for t = 0, 1, ..., U; drop = its
change, lnZ = ln Z_t, au = <a_t, u>, aw = <a_t, w_{t-1}>, chord = the logarithm of the chord's height at aw, range =
max_j |a_{t,j}| and step, by how much the rule of the update is missed, for t = 1, ..., U; C = C(eta).
"""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from ..checks import check_number, check_positive, check_vector
from ..trace import Trace
from ..types import Vector
from .core import FEATURES, RUN, Certificate, Hypothesis, Line, Squeeze, Theorem, mistake_driven
from .entropy import entropies, gain, kl, largest_step, ln_chord, ln_mean_exp, ln_sum_exp, tuned_step
from .measure import dot, largest_feature, least_margin, pieces, setting

__all__ = ["WINNOW", "WINNOW_TUNED", "WINNOW_UNIT"]

# --- measuring a run ---------------------------------------------------------------------------------------------


def winnow(trace: Trace, u: Vector, s: float | None = None, radius: float | None = None) -> SimpleNamespace:
    """`u` is a probability vector; margin s and range R (radius) come from the data, the rest from the learner."""
    return measured(trace, check_vector(u, trace.update_X.shape[1]), s, radius)


def measured(
    trace: Trace, u: np.ndarray, s: float | None = None, radius: float | None = None, total: float = 1
) -> SimpleNamespace:
    """The quantities of the proof, for a comparator of sum 1 and weights of sum `total`."""
    q = SimpleNamespace(u=u, d=len(u), W=total, t=np.arange(1, trace.n_updates + 1))
    q.eta, q.theta = float(setting(trace, "eta")), float(setting(trace, "threshold"))
    R = largest_feature(trace) if radius is None else radius
    q.R = float(check_positive(R, "radius, the size of the largest feature,"))
    q.s = least_margin(trace, u) if s is None else check_number(s, "s")
    y = trace.update_y.astype(np.int64)
    q.au = y * dot(trace.update_X, u)
    L = trace.log_weights - math.log(total)
    q.lnZ, q.chord, mean, q.range, q.step = np.empty((5, trace.n_updates))
    for t in pieces(*trace.update_X.shape):
        A, before, after = y[t, None] * trace.update_X[t].astype(float), L[t], L[1:][t]
        q.range[t] = np.abs(A).max(axis=1)
        mean[t] = (A * np.exp(before)).sum(axis=1)
        q.lnZ[t] = ln_mean_exp(before, q.eta * A)
        # the chord's height at the mean is the mean of its heights; the mean itself can be too near an end to tell
        q.chord[t] = ln_mean_exp(before, ln_chord(A / q.R, q.eta * q.R))
        with np.errstate(invalid="ignore"):  # a weight of 0, which a hypothesis refuses
            q.step[t] = np.abs(before + q.eta * A - q.lnZ[t, None] - after).max(axis=1)
    q.aw = total * mean
    q.prior, q.longest = L[0], np.abs(L).max()
    q.kl, q.terms = entropies(u.astype(float), L)
    with np.errstate(invalid="ignore"):  # infinite both, if a weight with a part in u is 0
        q.drop = np.diff(q.kl)
    margin, theta = min(float(q.s), q.R), q.theta / total  # no margin exceeds the range, but for rounding
    q.C = gain(q.eta, margin, q.R, theta)
    q.eta_max = largest_step(margin, q.R, theta) if -q.R < theta < margin else 0.0
    return q


# --- hypotheses --------------------------------------------------------------------------------------------------


def start(q: SimpleNamespace) -> np.ndarray:
    """The weights of the start, with the least positive float for what is too small for one, but not 0."""
    return np.where(q.prior > -math.inf, np.maximum(q.W * np.exp(q.prior), np.finfo(float).tiny), 0)


RULE = (
    Hypothesis("prior", r"w_{0,j} > 0",
        "The learner starts with a positive weight for every feature: a weight of zero would stay zero.",
        lambda q: (start(q), 0), ">", at=FEATURES),
    Hypothesis("prior-mass", r"\sum_j w_{0,j} = 1",
        "The weights that it starts with sum to one.",
        lambda q: (math.exp(ln_sum_exp(q.prior)), 1), "=", at=RUN),
    Hypothesis("step", r"\eta > 0",
        "The step is positive.",
        lambda q: (q.eta, 0), ">", at=RUN),
    Hypothesis("update-rule", r"\max_j |\ln w_{t,j} - (\ln w_{t-1,j} + \eta a_{t,j} - \ln Z_t)| = 0",
        "An update multiplies each weight by exp(ηa), where a = y x is its signed feature, and divides all weights by "
        "the sum Z of these products; nothing else changes them.",
        lambda q: (q.step, 0), "=", scale=lambda q: q.longest + q.eta * q.range),
    mistake_driven("Every mistake is an update, so a bound on the updates is a bound on the mistakes."),
    Hypothesis("threshold", r"\theta > -R",
        "The threshold lies above -R: no signed score is smaller, so that below there would be no update at all.",
        lambda q: (q.theta, -q.R), ">", at=RUN),
    Hypothesis("mistake", r"\langle a_t, w_{t-1}\rangle \le \theta",
        "The learner updates only where the signed score is at most the threshold; if that is 0, only where it errs "
        "or ties.",
        lambda q: (q.aw, q.theta), scale=lambda q: q.W * q.range),
)  # fmt: skip

PROTOCOL = (
    *RULE,
    Hypothesis("range", r"\max_j |a_{t,j}| \le R",
        "No feature of an example on which the learner updates is larger than R in size.",
        lambda q: (q.range, q.R)),
)  # fmt: skip

SEPARATED = (
    Hypothesis("margin", r"\langle a_t, u\rangle \ge s",
        "The comparator has a margin of at least s on every example on which the learner updates.",
        lambda q: (q.au, q.s), ">="),
    Hypothesis("margin-above-threshold", r"s > \theta",
        "The comparator does better than the learner is asked to: its margin s is above the threshold θ.",
        lambda q: (q.s, q.theta), ">", at=RUN),
)  # fmt: skip

MIXTURE = (
    Hypothesis("comparator", r"u_j \ge 0",
        "No entry of the comparator is negative.",
        lambda q: (q.u, 0), ">=", at=FEATURES),
    Hypothesis("comparator-mass", r"\sum_j u_j = 1",
        "The entries of the comparator sum to one.",
        lambda q: (q.u.sum(), 1), "=", at=RUN),
    *SEPARATED,
)  # fmt: skip

GAIN = (
    Hypothesis("small-step", r"\eta < \eta_{\max}",
        "The step is smaller than ηmax, the one at which the gain C(η), which rises from zero and then falls, is back "
        "at zero.",
        lambda q: (q.eta, q.eta_max), "<", at=RUN),
    Hypothesis("gain", r"C(\eta) = \eta s - \ln[\beta e^{\eta R} + (1 - \beta) e^{-\eta R}] > 0",
        "The gain is positive: what an update wins by the margin, ηs, is more than what it can lose by the division "
        "by Z; β is (R + θ)/2R.",
        lambda q: (q.C, 0), ">", at=RUN),
)  # fmt: skip


# --- the bound, line by line -------------------------------------------------------------------------------------


def bound(q: SimpleNamespace) -> float:
    """KL(u || w_0) / C(eta)."""
    return quotient(q.kl[0], q.C)


def quotient(entropy: float, gain: float) -> float:
    """entropy / gain; an entropy that rounding has made negative is 0."""
    return max(entropy, 0.0) / gain if gain > 0 else math.inf


def terms(q: SimpleNamespace) -> np.ndarray:
    """The size of the terms that cancel where w comes near u."""
    return np.maximum.accumulate(q.terms)[1:] + q.eta * q.range


def exponent(q: SimpleNamespace) -> float:
    """The size of the exponents that cancel where the step, or the gain, is small."""
    return q.eta * q.R


LEDGER = (  # all of the proof but its last line
    Line("drop",
        r"\mathrm{KL}(u\|w_t) - \mathrm{KL}(u\|w_{t-1}) = \ln Z_t - \eta\langle a_t, u\rangle",
        "The logarithm of each weight moves by ηa - ln Z; average that with the weights of u, which sum to one.",
        lambda q: (q.drop, q.lnZ - q.eta * q.au.astype(float)), "=", scale=terms),
    Line("margin-term", r"\ln Z_t - \eta\langle a_t, u\rangle \le \ln Z_t - \eta s",
        "The comparator has a margin of at least s, and the step is positive.",
        lambda q: (q.lnZ - q.eta * q.au.astype(float), q.lnZ - q.eta * q.s)),
    Line("chord", r"\ln Z_t \le \ln[\cosh(\eta R) + \frac{\sinh(\eta R)}{R} \langle a_t, w_{t-1}\rangle]",
        "Z is the mean of exp(ηa) by w, all a lie between -R and R, and there exp lies below its chord.",
        lambda q: (q.lnZ, q.chord), scale=exponent),
    Line("mistake-term",
        r"\ln[\cosh(\eta R) + \frac{\sinh(\eta R)}{R} \langle a_t, w_{t-1}\rangle] \le "
        r"\ln[\beta e^{\eta R} + (1 - \beta) e^{-\eta R}]",
        "The update followed a signed score of at most θ, and the chord rises, because the step is positive; put in θ, "
        "and β for (R + θ)/2R.",
        lambda q: (q.chord, ln_chord(q.theta / q.R, q.eta * q.R)), scale=exponent),
    Line("progress", r"\mathrm{KL}(u\|w_t) \le \mathrm{KL}(u\|w_{t-1}) - C(\eta)",
        "Chain the four: each update takes at least C(η) off the entropy of u relative to w.",
        lambda q: (q.kl[1:], q.kl[:-1] - q.C), scale=terms),
    Line("total-progress", r"\mathrm{KL}(u\|w_t) \le \mathrm{KL}(u\|w_0) - C(\eta) t",
        "Add up the progress of t updates.",
        lambda q: (q.kl[1:], q.kl[0] - q.C * q.t), scale=terms),
    Line("floor", r"0 \le \mathrm{KL}(u\|w_t)",
        "A relative entropy is never negative (Gibbs).",
        lambda q: (0, q.kl[1:])),
)  # fmt: skip

BOUND = Line("bound", r"t \le \mathrm{KL}(u\|w_0) / C(\eta)",
    "Chain the two and divide by C(η), which is positive.",
    lambda q: (q.t, bound(q)))  # fmt: skip


ENTROPY_LEFT = r"\mathrm{KL}(u\|w_t)"


def squeezed(q: SimpleNamespace, start: float, gain: float, label: str) -> Squeeze:
    """The entropy between zero and what is left of `start` after t gains."""
    return Squeeze(
        upper=lambda t: start - gain * np.asarray(t, dtype=float),
        upper_label=label,
        inner={ENTROPY_LEFT: q.kl},
        meets=quotient(start, gain),
        quantity="entropy of u relative to w",
    )


def squeezes_entropy(cert: Certificate) -> bool:
    """Whether what a certificate squeezes is KL(u || w_t) of a distribution u, and not a multiple of it."""
    return cert.squeeze is not None and ENTROPY_LEFT in cert.squeeze.inner and np.isclose(np.sum(cert.q.u), 1)


WINNOW = Theorem(
    name="WINNOW",
    title="Winnow mistake bound",
    formula=r"M \le \frac{\mathrm{KL}(u\|w_0)}{C(\eta)}",
    statement=r"For every number $d \ge 1$ of features, every comparator $u$ (a vector of $d$ non-negative numbers "
    r"with sum $1$), all numbers $R > 0$, $s$, $\theta > -R$ and $\eta > 0$, all weights $w_0$ to start from ($d$ "
    r"positive numbers with sum $1$) and every sequence of examples $x$ with labels $y$: if $|x_j| \le R$ for every "
    r"feature $j$ and $y\langle u, x\rangle \ge s$ on every example on which Winnow, started from $w_0$, with the "
    r"step $\eta$ and the threshold $\theta$, updates its weights, and if the gain"
    "\n\n"
    r"$C(\eta) = \eta s - \ln[\beta e^{\eta R} + (1 - \beta) e^{-\eta R}]$, where $\beta = (R + \theta)/2R$,"
    "\n\n"
    r"is positive, then Winnow makes at most $\mathrm{KL}(u\|w_0)/C(\eta)$ updates. For $\theta \ge 0$ every mistake "
    r"is an update, and it makes at most as many mistakes."
    "\n\n"
    r"If $s \le R$, some step has a positive gain if and only if $s > \theta$; then those that have are the steps "
    r"between $0$ and a number $\eta_{\max}$, which is infinite for $s = R$ only.",
    source="grovelittlestoneschuurmans2001",
    learner="`Winnow`.",
    tight="Exactly, with the best step, by an opponent who shows all $2^m$ patterns of $m$ signs and answers the "
    "opposite of every prediction.",
    measure=winnow,
    hypotheses=(*PROTOCOL, *MIXTURE, *GAIN),
    lines=(*LEDGER, BOUND),
    bound=bound,
    squeeze=lambda q: squeezed(q, q.kl[0], q.C, r"\mathrm{KL}(u\|w_0) - C(\eta) t"),
)


# --- the simplest case: equal weights, range 1, no threshold ------------------------------------------------------

UNIFORM = Hypothesis("uniform", r"w_{0,j} = 1/d",
    "The learner starts with equal weights, 1/d for each of the d features.",
    lambda q: (start(q), 1 / q.d), "=", at=FEATURES)  # fmt: skip

NO_THRESHOLD = Hypothesis("no-threshold", r"\theta = 0",
    "The threshold is zero: the learner updates only where the score has the wrong sign or is zero.",
    lambda q: (q.theta, 0), "=", at=RUN)  # fmt: skip


def _unit(trace: Trace, u: Vector, s: float | None = None) -> SimpleNamespace:
    """`u` is a probability vector; the margin s comes from the data. The range is 1."""
    return winnow(trace, u, s, radius=1)


def _own(*names: str) -> tuple[Hypothesis, ...]:
    """Hypotheses of WINNOW."""
    return tuple(claim for claim in (*PROTOCOL, *MIXTURE) if claim.name in names)


WINNOW_UNIT = Theorem(
    name="WINNOW_UNIT",
    title="Winnow mistake bound for features between -1 and 1",
    formula=r"M \le \frac{\mathrm{KL}(u\|w_0)}{\eta s - \ln \cosh \eta}",
    statement=r"For every number $d \ge 1$ of features, every comparator $u$ (a vector of $d$ numbers), every number "
    r"$s$, every step $\eta > 0$ and every sequence of examples $x$ with labels $y$, let Winnow start from equal "
    r"weights, $w_{0,j} = 1/d$ for every feature $j$. Suppose that"
    "\n\n"
    r"(1) on every example on which Winnow updates its weights, $|x_j| \le 1$ for every feature $j$;"
    "\n\n"
    r"(2) $u$ is a mixture: no entry is negative, and their sum is $1$;"
    "\n\n"
    r"(3) on every example on which Winnow updates its weights, $y\langle u, x\rangle \ge s$;"
    "\n\n"
    r"(4) the step gains: $\eta s > \ln \cosh \eta$."
    "\n\n"
    r"Then Winnow makes at most $\mathrm{KL}(u\|w_0)/(\eta s - \ln \cosh \eta)$ mistakes, and $\mathrm{KL}(u\|w_0)$ is "
    r"at most $\ln d$.",
    source="grovelittlestoneschuurmans2001",
    learner="`Winnow`.",
    builds_on=(("WINNOW", r"in the case $R = 1$, $\theta = 0$"),),
    tight=r"Exactly, with the best step, by the opponent of Winnow's bound, with features $\pm 1$.",
    measure=_unit,
    hypotheses=(
        UNIFORM,
        *_own("step", "update-rule", "mistake-driven"),
        NO_THRESHOLD,
        *(replace(claim, formula=r"\langle a_t, w_{t-1}\rangle \le 0",
            reason="The learner updates only where its signed score is at most zero: where it errs or ties.")
          for claim in _own("mistake")),
        *(replace(claim, formula=r"\max_j |a_{t,j}| \le 1",
            reason="No feature of an example on which the learner updates is larger than 1 in size.")
          for claim in _own("range")),
        *_own("comparator", "comparator-mass", "margin"),
        Hypothesis("gain", r"\eta s - \ln \cosh \eta > 0",
            "The gain is positive: what an update wins by the margin, ηs, is more than what it can lose by the "
            "division by Z.",
            lambda q: (q.C, 0), ">", at=RUN),
    ),
    lines=(
        *LEDGER[:2],
        replace(LEDGER[2], formula=r"\ln Z_t \le \ln[\cosh \eta + \sinh \eta \, \langle a_t, w_{t-1}\rangle]",
            reason="Z is the mean of exp(ηa) by w, all a lie between -1 and 1, and there exp lies below its chord."),
        replace(LEDGER[3],
            formula=r"\ln[\cosh \eta + \sinh \eta \, \langle a_t, w_{t-1}\rangle] \le \ln \cosh \eta",
            reason="The update followed a signed score of at most zero, and the chord rises, because the step is "
            "positive."),
        replace(LEDGER[4],
            formula=r"\mathrm{KL}(u\|w_t) \le \mathrm{KL}(u\|w_{t-1}) - (\eta s - \ln \cosh \eta)",
            reason="Chain the four: each update takes at least the gain off the entropy of u relative to w."),
        replace(LEDGER[5], formula=r"\mathrm{KL}(u\|w_t) \le \mathrm{KL}(u\|w_0) - (\eta s - \ln \cosh \eta)\, t"),
        LEDGER[6],
        replace(BOUND, formula=r"t \le \mathrm{KL}(u\|w_0) / (\eta s - \ln \cosh \eta)",
            reason="Chain the two and divide by the gain, which is positive."),
    ),
    bound=bound,
    squeeze=lambda q: squeezed(q, q.kl[0], q.C, r"\mathrm{KL}(u\|w_0) - (\eta s - \ln \cosh \eta)\, t"),
)  # fmt: skip


# --- the best step -----------------------------------------------------------------------------------------------


def _tuned(trace: Trace, u: Vector, s: float | None = None, radius: float | None = None) -> SimpleNamespace:
    """As for WINNOW; the learner's eta must be tuned_step(s, R, threshold)."""
    q = winnow(trace, u, s, radius)
    possible = -q.R < q.theta < q.s < q.R
    q.eta_tuned = tuned_step(float(q.s), q.R, q.theta) if possible else math.inf
    q.sigma, q.beta = (1 + float(q.s) / q.R) / 2, (1 + q.theta / q.R) / 2
    q.binary = kl([q.sigma, 1 - q.sigma], [q.beta, 1 - q.beta]) if possible else 0.0
    q.simple = (q.s - q.theta) ** 2 / (2 * q.R**2)
    return q


def _tuned_bound(q: SimpleNamespace) -> float:
    return quotient(q.kl[0], q.binary)


WINNOW_TUNED = Theorem(
    name="WINNOW_TUNED",
    title="Winnow mistake bound with the best step",
    formula=r"M \le \frac{\mathrm{KL}(u\|w_0)}{\mathrm{KL}(\sigma\|\beta)} "
    r"\le \frac{2R^2 \mathrm{KL}(u\|w_0)}{(s - \theta)^2}",
    statement=r"For every comparator $u$ (a vector of $d$ non-negative numbers with sum $1$), all numbers $R$, $s$ "
    r"and $\theta$ with $-R < \theta < s < R$, all weights $w_0$ to start from ($d$ positive numbers with sum $1$) "
    r"and every sequence of examples $x$ with labels $y$: if Winnow, started from $w_0$, has the threshold $\theta$ "
    r"and the step"
    "\n\n"
    r"$\eta = \frac{1}{2R} \ln \frac{(R + s)(R - \theta)}{(R - s)(R + \theta)}$,"
    "\n\n"
    r"and if $|x_j| \le R$ for every feature $j$ and $y\langle u, x\rangle \ge s$ on every example on which it "
    r"updates its weights, then it makes at most $\mathrm{KL}(u\|w_0)/\mathrm{KL}(\sigma\|\beta)$ updates, and that "
    r"is at most $2R^2\,\mathrm{KL}(u\|w_0)/(s - \theta)^2$. For $\theta \ge 0$ it makes at most as many mistakes."
    "\n\n"
    r"Here $\sigma = (R + s)/2R$, $\beta = (R + \theta)/2R$, and $\mathrm{KL}(\sigma\|\beta)$ is the relative entropy "
    r"of the coin $(\sigma, 1 - \sigma)$ with respect to the coin $(\beta, 1 - \beta)$.",
    source="grovelittlestoneschuurmans2001",
    learner="`Winnow`.",
    builds_on=(("WINNOW", "with the step of the largest gain"),),
    tight=r"Exactly, by the opponent of Winnow's bound: all features are $\pm R$, all scores $0$ and all margins $s$.",
    measure=_tuned,
    hypotheses=(
        *PROTOCOL,
        *MIXTURE,
        Hypothesis("imperfect", r"s < R",
            "The margin s is below the range R: otherwise a larger step is always better, and none is the best.",
            lambda q: (q.s, q.R), "<", at=RUN),
        Hypothesis("tuned", r"\eta = \frac{1}{2R} \ln \frac{(R + s)(R - \theta)}{(R - s)(R + \theta)}",
            "The step is the one at which the gain C(η) is largest.",
            lambda q: (q.eta, q.eta_tuned), "=", at=RUN),
    ),
    lines=(
        *LEDGER,
        Line("best-gain", r"C(\eta) = \mathrm{KL}(\sigma\|\beta)",
            "Put in the step: the gain is the relative entropy of two coins, with chances σ = (R + s)/2R and "
            "β = (R + θ)/2R of heads.",
            lambda q: (q.C, q.binary), "=", scale=exponent, at=RUN),
        Line("pinsker", r"\mathrm{KL}(\sigma\|\beta) \ge \frac{(s - \theta)^2}{2R^2}",
            "The best step gains no less than the step (s - θ)/R², and that one gains this much (Hoeffding).",
            lambda q: (q.binary, q.simple), ">=", at=RUN),
        Line("bound", r"t \le \mathrm{KL}(u\|w_0) / \mathrm{KL}(\sigma\|\beta)",
            "Chain floor and total progress, and divide by the gain.",
            lambda q: (q.t, _tuned_bound(q))),
        Line("simple-bound", r"t \le 2R^2 \mathrm{KL}(u\|w_0) / (s - \theta)^2",
            "Put the smaller gain in.",
            lambda q: (q.t, quotient(q.kl[0], q.simple))),
    ),
    bound=_tuned_bound,
    squeeze=lambda q: squeezed(q, q.kl[0], q.binary, r"\mathrm{KL}(u\|w_0) - \mathrm{KL}(\sigma\|\beta) t"),
)  # fmt: skip
