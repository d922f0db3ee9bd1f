r"""One proof for all quasi-additive learners: every mistake takes w nearer to u, in the divergence of a potential.

Legend: Phi the potential, Phi* its conjugate, sigma and || || how convex it is, and for which norm, ||x||_* the dual
norm; theta the dual vector, w the weights that follow from it; u comparator, gamma margin, R radius, eta step,
t updates so far, g = eta gamma - eta^2 R^2 / (2 sigma) the gain of a mistake; c the scale of a comparator;
d_t = max(0, gamma - y_t <u, x_t>) by how much u falls short, L = sum d_t / gamma its hinge losses,
B = ||u|| R / (gamma sqrt(sigma)). D(u || w) = Phi(u) + Phi*(theta) - <u, theta> is the Bregman divergence of Phi.

Names of measured quantities: value = Phi(u); conj = Phi*(theta_t), u_theta = <u, theta_t>, D = D(u || w_t) and terms,
the size of its terms, for t = 0, 1, ..., U; rise = Phi*(theta_t) - Phi*(theta_{t-1}), ux = y_t <u, x_t>,
wx = y_t <w_{t-1}, x_t> and score_terms, the size of its terms, xx = ||x_t||_*^2, step and link, by how much the rules
for theta and for w are missed, and long and large, the largest entries of theta_t and w_{t-1}, for t = 1, ..., U;
start, that of theta_0; R2 = R^2.
A comparator u that was scaled is c u in all of them; own_gamma, own_ux, own_u_theta and own_value are those of u
itself, and so are uu = ||u||_q^2, B2 = B^2, L and L_t, the losses up to t.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..checks import check_number, check_positive, check_vector
from ..errors import MistakeBoundError
from ..potentials import Potential, check_potential
from ..trace import Trace
from ..types import Number, Vector
from .claims import Claim
from .core import RUN, Hypothesis, Line, Range, Squeeze, Theorem, mistake_driven
from .measure import (
    by_rows,
    dot,
    floats,
    greatest,
    least_margin,
    length,
    pieces,
    ratio,
    rowdot,
    setting,
)

__all__ = ["BREGMAN", "BREGMAN_HINGE", "PNORM"]

# --- measuring a run ---------------------------------------------------------------------------------------------


def bregman(
    trace: Trace,
    u: Vector,
    gamma: Number | None = None,
    radius: Number | None = None,
    potential: Potential | None = None,
    scale: Number | None = None,
) -> SimpleNamespace:
    """gamma, radius and potential are the run's unless given; if that is scale-free, u is first multiplied by scale."""
    q = measured(trace, u, gamma, radius, potential)
    if scale is not None and not q.phi.scale_free:
        raise MistakeBoundError(f"scale is {scale!r}, but {q.phi!r} is not scale-free: give u itself.")
    return scaled(q, best_scale(q) if scale is None else check_positive(scale, "scale"))


def measured(
    trace: Trace,
    u: Vector,
    gamma: Number | None = None,
    radius: Number | None = None,
    potential: Potential | None = None,
) -> SimpleNamespace:
    """The quantities of the proof, with the comparator as it is."""
    u = check_vector(u, trace.update_X.shape[1])
    for name in ("weights", "dual"):
        if not hasattr(trace.learner, name):
            raise MistakeBoundError(f"{trace.learner!r} is no quasi-additive learner: it has no method {name}(state).")
    own: Any = getattr(trace.learner, "potential", None)
    q = SimpleNamespace(u=u, phi=check_potential(own if potential is None else potential))
    q.eta, q.sigma = _step(trace), q.phi.sigma
    q.t = np.arange(1, trace.n_updates + 1).astype(object)
    _read_run(q, trace, u)
    q.own_gamma = least_margin(trace, u) if gamma is None else check_number(gamma, "gamma")
    q.R2 = greatest(trace, q.phi.dual_square) if radius is None else check_positive(radius, "radius") ** 2
    q.own_value = by_rows(q.phi.value, u[None])[0]
    return scaled(q, 1)


def _step(trace: Trace) -> Any:
    """The step of the learner, a whole number if it is one; some call it a rate."""
    eta = setting(trace, "rate" if hasattr(trace.learner, "rate") else "eta")
    return int(eta) if eta == int(eta) else eta


def _read_run(q: SimpleNamespace, trace: Trace, u: np.ndarray) -> None:
    """Everything about theta and w, a piece at a time: wide states are never copied whole."""
    learner, y = trace.learner, trace.update_y.astype(np.int64)

    def stacked(method: Callable[[np.ndarray], Any], rows: slice) -> np.ndarray:
        return np.stack([method(state) for state in trace.states[rows]])

    first, read = stacked(learner.dual, slice(1)), []
    for t in [*pieces(*trace.update_X.shape)] or [slice(0, 0)]:
        A, around = y[t, None] * trace.update_X[t], slice(t.start, t.stop + 1)
        theta, w = stacked(learner.dual, around), stacked(learner.weights, around)[:-1]
        before, after = theta[:-1], theta[1:]
        read.append((
            by_rows(q.phi.conjugate, after), dot(after, u), dot(A, u), by_rows(q.phi.dual_square, A),
            rowdot(w, A), rowdot(abs(w), abs(A)), _largest(w), _largest(w - q.phi.weights(before)),
            _largest(after), _largest(after - (before + q.eta * A)),
        ))  # fmt: skip
    conj, u_theta, q.own_ux, q.xx, q.wx, q.score_terms, q.large, q.link, q.long, q.step = map(
        np.concatenate, zip(*read, strict=True)
    )
    q.start = _largest(first)
    q.conj = np.append(by_rows(q.phi.conjugate, first), conj)
    q.own_u_theta = np.append(dot(first, u), u_theta)
    q.rise = np.diff(q.conj)


def _largest(A: np.ndarray) -> np.ndarray:
    """The largest entry of each row, in size."""
    return abs(A).max(axis=1)


def scaled(q: SimpleNamespace, c: Number) -> SimpleNamespace:
    """The quantities with the comparator c u, whose margin is c gamma."""
    q.c, q.gamma, q.ux, q.u_theta = c, c * q.own_gamma, c * q.own_ux, c * q.own_u_theta
    q.value = c * c * q.own_value
    with np.errstate(invalid="ignore"):  # infinite, where u is not in K
        q.D = q.value + q.conj - q.u_theta
        q.drop = np.diff(q.D)
    q.terms = floats(abs(q.value) + abs(q.conj) + abs(q.u_theta))
    q.loss = ratio(q.eta**2 * q.R2, 2 * q.sigma)
    q.gain = q.eta * q.gamma - q.loss
    return q


def best_scale(q: SimpleNamespace) -> Number:
    """The scale with the smallest bound, where there is one; else 1."""
    possible = q.phi.scale_free and q.own_gamma > 0 and q.R2 > 0
    return ratio(q.eta * q.R2, q.sigma * q.own_gamma) if possible else 1


# --- hypotheses --------------------------------------------------------------------------------------------------

START = Hypothesis("start", r"\theta_0 = 0",
    "The dual vector before the first round is zero.",
    lambda q: (q.start, 0), "=", at=RUN)  # fmt: skip

RULE = (
    Hypothesis("step", r"\eta > 0",
        "The step η, by which every example is multiplied, is positive.",
        lambda q: (q.eta, 0), ">", at=RUN),
    Hypothesis("update-rule", r"\theta_t - (\theta_{t-1} + \eta\, y_t x_t) = 0",
        "Every update adds η y x to θ: the example, times its label, times the step.",
        lambda q: (q.step, 0), "=", scale=lambda q: q.long),
    Hypothesis("link", r"w_{t-1} - \nabla\Phi^*(\theta_{t-1}) = 0",
        "The learner predicts with the weights that the potential makes of θ.",
        lambda q: (q.link, 0), "=", scale=lambda q: q.large),
    mistake_driven("Every mistake is an update, so a bound on the updates is a bound on the mistakes."),
    Hypothesis("mistake", r"y_t \langle w_{t-1}, x_t\rangle \le 0",
        "Every update is made on an example whose signed score was negative or zero: the prediction was wrong, or a "
        "tie.",
        lambda q: (q.wx, 0), scale=lambda q: q.score_terms),
)  # fmt: skip

RADIUS = Hypothesis("radius", r"\|x_t\|_* \le R",
    "No example of an update is longer than R, measured in the dual norm.",
    lambda q: (q.xx, q.R2), squared=True)  # fmt: skip

COMPARATOR = Hypothesis("comparator", r"[u \notin K] = 0",
    "The comparator lies in K, where the potential is defined.",
    lambda q: (int(not q.value < math.inf), 0), "=", at=RUN)  # fmt: skip

MARGIN = Hypothesis("margin", r"y_t \langle u, x_t\rangle \ge \gamma",
    "The comparator u has a signed score of at least γ on the example of every update.",
    lambda q: (q.ux, q.gamma), ">=")  # fmt: skip

GAIN = Hypothesis("gain", r"g = \eta\gamma - \eta^2 R^2 / (2\sigma) > 0",
    "The gain is positive: what an update wins by the margin is more than what it can lose by the length of the "
    "example.",
    lambda q: (q.gain, 0), ">", at=RUN, scale=lambda q: q.loss)  # fmt: skip

# --- the bound, line by line -------------------------------------------------------------------------------------


def terms(q: SimpleNamespace) -> np.ndarray:
    """The size of the terms that cancel where w comes near u."""
    return np.maximum.accumulate(q.terms)[1:]


def bound(q: SimpleNamespace) -> Number:
    """D(u || w_0) / g."""
    return ratio(q.D[0], q.gain) if q.gain > 0 else math.inf


DROP = Line("drop",
    r"D(u\|w_t) - D(u\|w_{t-1}) = \Phi^*(\theta_t) - \Phi^*(\theta_{t-1}) - \eta\, y_t \langle u, x_t\rangle",
    "Of the three terms of D the first stays, and the last moves by η y ⟨u, x⟩, because θ moves by η y x.",
    lambda q: (q.drop, q.rise - q.eta * q.ux), "=", scale=terms)  # fmt: skip

SMOOTH = (
    Line("smoothness",
        r"\Phi^*(\theta_t) - \Phi^*(\theta_{t-1}) \le \eta\, y_t \langle w_{t-1}, x_t\rangle "
        r"+ \eta^2 \|x_t\|_*^2 / (2\sigma)",
        "The conjugate has the slope w at θ, and rises above its tangent by no more than this: Φ is σ-strongly convex.",
        lambda q: (q.rise, q.eta * q.wx + ratio(q.eta**2 * q.xx, 2 * q.sigma)), scale=terms),
    Line("mistake-term",
        r"\eta\, y_t \langle w_{t-1}, x_t\rangle + \eta^2 \|x_t\|_*^2 / (2\sigma) \le "
        r"\eta^2 R^2 / (2\sigma)",
        "The update followed a mistake, so the first term is at most zero; and the example is no longer than R.",
        lambda q: (q.eta * q.wx + ratio(q.eta**2 * q.xx, 2 * q.sigma), q.loss), scale=lambda q: q.eta * q.score_terms),
)  # fmt: skip

FLOOR = Line("floor", r"0 \le D(u\|w_t)",
    "The conjugate is the largest value of ⟨θ, w⟩ - Φ(w), so it is no less than the value at u (Fenchel and Young).",
    lambda q: (0, q.D[1:]), scale=terms)  # fmt: skip

LEDGER = (  # all of the proof but its last line
    DROP,
    Line("margin-term",
        r"\Phi^*(\theta_t) - \Phi^*(\theta_{t-1}) - \eta\, y_t \langle u, x_t\rangle \le "
        r"\Phi^*(\theta_t) - \Phi^*(\theta_{t-1}) - \eta\gamma",
        "The comparator has a margin of at least γ, and the step is positive.",
        lambda q: (q.rise - q.eta * q.ux, q.rise - q.eta * q.gamma), scale=terms),
    *SMOOTH,
    Line("progress", r"D(u\|w_t) \le D(u\|w_{t-1}) - g",
        "Chain the four: each update takes at least the gain off the divergence.",
        lambda q: (q.D[1:], q.D[:-1] - q.gain), scale=terms),
    Line("total-progress", r"D(u\|w_t) \le D(u\|w_0) - g\, t",
        "Add up the progress of t updates.",
        lambda q: (q.D[1:], q.D[0] - q.gain * q.t), scale=terms),
    FLOOR,
)  # fmt: skip


def squeezed(q: SimpleNamespace, start: Number, label: str, u: str = "u") -> Squeeze:
    """The divergence between zero and what is left of `start` after t gains."""
    gain, meets = float(q.gain), float(ratio(start, q.gain)) if q.gain > 0 else math.inf
    return Squeeze(
        upper=lambda t: gain * (meets - np.asarray(t)) if gain > 0 else float(start) - gain * np.asarray(t),
        upper_label=label,
        inner={rf"D({u}\|w_t)": floats(q.D)},
        meets=meets,
        quantity="divergence of u from w",
    )


BREGMAN = Theorem(
    name="BREGMAN",
    title="Mistake bound of quasi-additive learners",
    formula=r"M \le \frac{D(u\|w_0)}{\eta\gamma - \eta^2 R^2/(2\sigma)}",
    statement=r"Let $K$ be a convex set of vectors, $\|\cdot\|$ a norm with the dual norm $\|\cdot\|_*$, and $\Phi$ a "
    r"function on $K$ that is $\sigma$-strongly convex for $\|\cdot\|$, with $\sigma > 0$, such that "
    r"$\Phi^*(\theta) = \max_{w \in K} [\langle\theta, w\rangle - \Phi(w)]$ exists for every $\theta$."
    "\n\n"
    r"For every $u$ in $K$, all numbers $\gamma$, $R > 0$ and $\eta > 0$ and every sequence of examples $x$ with "
    r"labels $y$: let the quasi-additive learner with the potential $\Phi$ and the step $\eta$ start at any "
    r"$\theta_0$. If $y\langle u, x\rangle \ge \gamma$ and $\|x\|_* \le R$ on every example on which it makes a "
    r"mistake, and if the gain $g = \eta\gamma - \eta^2 R^2 / (2\sigma)$ is positive, then it makes at most "
    r"$D(u\|w_0)/g$ mistakes."
    "\n\n"
    r"Here $w = \nabla\Phi^*(\theta)$, and $D(u\|w) = \Phi(u) + \Phi^*(\theta) - \langle u, \theta\rangle$.",
    source="grovelittlestoneschuurmans2001",
    learner="`QuasiAdditive`.",
    builds_on=(
        ("NOVIKOFF", "for half the squared length: the same run, and a distance from $u$ that falls"),
        ("WINNOW", "for the relative entropy: the same distance from $u$, and a smoothness in place of the chord"),
    ),
    tight="Exactly for the squared length, by orthonormal examples; for the relative entropy in the limit of a small "
    "margin, by the opponent of Winnow's bound.",
    measure=bregman,
    hypotheses=(*RULE, RADIUS, COMPARATOR, MARGIN, GAIN),
    lines=(
        *LEDGER,
        Line("bound", r"t \le D(u\|w_0) / g",
            "Chain the two and divide by the gain, which is positive.",
            lambda q: (q.t, bound(q))),
    ),
    bound=bound,
    squeeze=lambda q: squeezed(q, q.D[0], r"D(u\|w_0) - g\, t"),
)  # fmt: skip


# --- the p-norms: the best scale of the comparator -----------------------------------------------------------------


def pnorm(
    trace: Trace,
    u: Vector,
    gamma: Number | None = None,
    radius: Number | None = None,
    potential: Potential | None = None,
) -> SimpleNamespace:
    """The comparator u separates the examples; gamma and radius are read off the data, p off the learner."""
    q = measured(trace, u, gamma, radius, potential)
    if not hasattr(q.phi, "p"):
        raise MistakeBoundError(f"{q.phi!r} has no p: the bound of this learner is BREGMAN.")
    q.uu = 2 * q.own_value
    return scaled(q, best_scale(q))


def pnorm_bound(q: SimpleNamespace) -> Number:
    """(p - 1) ||u||_q^2 R^2 / gamma^2."""
    if not q.own_gamma > 0:
        return math.inf
    return ratio(q.uu, q.own_gamma) * ratio(ratio(q.R2, q.own_gamma), q.sigma)


# what the claims of BREGMAN become for half the squared q-norm and the comparator c u
_FORMULAS = {
    r"\eta^2 ": r"(p-1)\, \eta^2 ", r" / (2\sigma)": " / 2", r"\|_*": r"\|_p",
    "D(u": "D(cu", r"\langle u": r"\langle cu", r"\eta\gamma": r"\eta c\gamma",
}  # fmt: skip
_REASONS = {
    "radius": "No example of an update is longer than R, measured in the p-norm.",
    "drop": "Of the three terms of D the first stays, and the last moves by η y ⟨cu, x⟩, because θ moves by η y x.",
    "margin-term": "The comparator cu has a margin of at least cγ, and the step is positive.",
    "smoothness": "The conjugate has the slope w at θ, and rises above its tangent by no more than this: half the "
    "square of the q-norm is σ-strongly convex for that norm, with σ = q - 1 = 1/(p - 1).",
    "floor": "The conjugate is the largest value of ⟨θ, w⟩ - Φ(w), so it is no less than the value at cu.",
}


def _in_p_norms(claim: Claim) -> Any:
    formula = claim.formula
    for general, special in _FORMULAS.items():
        formula = formula.replace(general, special)
    return replace(claim, formula=formula, reason=_REASONS.get(claim.name, claim.reason))


PNORM = Theorem(
    name="PNORM",
    title="Mistake bound of the p-norm Perceptron",
    formula=r"M \le \frac{(p - 1) \|u\|_q^2 R^2}{\gamma^2}",
    statement=r"For every $p \ge 2$, with $q$ such that $1/p + 1/q = 1$, every vector $u \ne 0$ and all numbers "
    r"$\gamma > 0$ and $R$: if every example $x$ on which the $p$-norm Perceptron makes a mistake, with its label $y$, "
    r"satisfies $y\langle u, x\rangle \ge \gamma$ and $\|x\|_p \le R$, then it makes at most "
    r"$(p - 1) \|u\|_q^2 R^2 / \gamma^2$ mistakes: for every rate, under either rule for ties, however many examples "
    "are shown and in whatever order.",
    source="grovelittlestoneschuurmans2001",
    learner="`PNorm`, which is a `QuasiAdditive` learner.",
    builds_on=(
        ("BREGMAN", "for half the squared $q$-norm, at the best multiple of $u$"),
        ("NOVIKOFF", "that is the case $p = 2$"),
    ),
    tight="Exactly for $p = 2$, by orthonormal examples; for a larger $p$ that suits the margin up to a factor near "
    "$e$, by the opponent of Winnow's bound, who spares no deterministic learner.",
    measure=pnorm,
    hypotheses=(
        START,
        *RULE,
        _in_p_norms(RADIUS),
        Hypothesis("positive-margin", r"\gamma > 0",
            "The margin γ is positive.",
            lambda q: (q.own_gamma, 0), ">", at=RUN, scale=lambda q: length(q.uu) * length(q.R2)),
        replace(MARGIN, sides=lambda q: (q.own_ux, q.own_gamma)),
    ),
    lines=(
        *map(_in_p_norms, LEDGER),
        Line("start-divergence", r"D(cu\|w_0) = c^2 \|u\|_q^2 / 2",
            "At the start θ is zero, and half the square of the norm of cu is left.",
            lambda q: (q.D[0], q.c**2 * ratio(q.uu, 2)), "=", at=RUN),
        Line("best-scale", r"g = (p-1)\, \eta^2 R^2 / 2, \quad c = \eta (p-1) R^2 / \gamma",
            "The comparator may have any length, since its margin grows with it. With this c the bound is smallest, "
            "and ηcγ is twice what an example can cost.",
            lambda q: (q.gain, q.loss), "=", at=RUN),
        Line("bound", r"t \le (p - 1) \|u\|_q^2 R^2 / \gamma^2",
            "Chain total progress and floor, divide by g, and put c in.",
            lambda q: (q.t, pnorm_bound(q))),
    ),
    bound=pnorm_bound,
    squeeze=lambda q: squeezed(q, q.D[0], r"D(cu\|w_0) - g\, t", "cu"),
)  # fmt: skip


# --- inseparable data -----------------------------------------------------------------------------------------------


def hinge(trace: Trace, u: Vector, gamma: Number, potential: Potential | None = None) -> SimpleNamespace:
    """Any u in K and any margin gamma > 0; if the potential is scale-free, u is multiplied by what is best."""
    q = measured(trace, u, check_positive(gamma, "gamma"), None, potential)
    q.L_t = np.cumsum(np.maximum(1 - ratio(q.own_ux, q.own_gamma), 0))
    q.L = q.L_t[-1] if len(q.L_t) else 0
    if q.phi.scale_free:
        q.B2 = ratio(2 * q.own_value, q.own_gamma) * ratio(ratio(q.R2, q.own_gamma), q.sigma)
        scaled(q, _best_hinge_scale(q))
    q.start_and_losses = q.D[0] + q.eta * q.gamma * q.L
    return q


def _root(q: SimpleNamespace) -> float:
    """The larger solution of z^2 - B z = L."""
    return length(q.B2) / 2 + np.sqrt(floats(q.B2) / 4 + floats(q.L))


def _best_hinge_scale(q: SimpleNamespace) -> float:
    scale = float(q.eta * _root(q) * length(q.R2) / length(q.sigma * 2 * q.own_value))
    if not 0 < scale < math.inf:
        raise MistakeBoundError(f"the best scale of the comparator is {scale} as a float: rescale X or u.")
    return scale


def hinge_bound(q: SimpleNamespace) -> float:
    """(D(u || w_0) + eta gamma L) / g."""
    return float(q.start_and_losses / q.gain) if q.gain > 0 else math.inf


SCALE_FREE = Range("the run, if Φ is scale-free")


def _if_scale_free(sides: Callable[[SimpleNamespace], Any]) -> Callable[[SimpleNamespace], Any]:
    return lambda q: sides(q) if q.phi.scale_free else (np.empty(0), np.empty(0))


BREGMAN_HINGE = Theorem(
    name="BREGMAN_HINGE",
    title="Mistake bound of quasi-additive learners by hinge losses",
    formula=r"M \le \frac{D(u\|w_0) + \eta\gamma L}{\eta\gamma - \eta^2 R^2/(2\sigma)}, \quad L = \sum_t d_t/\gamma",
    statement=r"Let $\Phi$, $K$, $\|\cdot\|$ and $\sigma$ be as in the mistake bound of quasi-additive learners. For "
    r"every $u$ in $K$, all numbers $\gamma > 0$, $R > 0$ and $\eta > 0$ and every finite sequence of labelled "
    r"examples, separable or not, with $\|x\|_* \le R$: if $g = \eta\gamma - \eta^2 R^2 / (2\sigma)$ is positive, "
    r"the quasi-additive learner with the potential $\Phi$ and the step $\eta$, started at $\theta_0 = 0$, makes at "
    r"most $(D(u\|w_0) + \eta\gamma L)/g$ mistakes."
    "\n\n"
    r"Here $L = (d_1 + \cdots + d_M)/\gamma$ is the sum of the hinge losses of $u$, where $M$ is the number of "
    r"mistakes and $d_t = \max(0, \gamma - y_t \langle u, x_t\rangle)$ is by how much $u$ falls short of the margin "
    r"$\gamma$ on the example $x_t$ of the $t$-th mistake, whose label is $y_t$."
    "\n\n"
    r"If $\Phi = \frac12\|\cdot\|^2$ on all vectors, then for every $u \ne 0$, every $\gamma > 0$ and every step the "
    r"learner makes at most $L + B\sqrt{L} + B^2$ mistakes, with $B = \|u\| R/(\gamma\sqrt\sigma)$.",
    source="shalevshwartz2012",
    learner="`QuasiAdditive`.",
    builds_on=(
        ("BREGMAN", "that is the case $L = 0$"),
        ("HINGE", "that is the case of half the squared length"),
    ),
    tight="Where $u$ has no loss as the bound by margins; for the squared length and one wrong label up to a single "
    "mistake; otherwise open.",
    measure=hinge,
    hypotheses=(START, *RULE, RADIUS, COMPARATOR, GAIN),
    lines=(
        DROP,
        Line("shortfall",
            r"\Phi^*(\theta_t) - \Phi^*(\theta_{t-1}) - \eta\, y_t \langle u, x_t\rangle \le "
            r"\Phi^*(\theta_t) - \Phi^*(\theta_{t-1}) - \eta(\gamma - d_t)",
            "The signed score of u on the example is at least γ - d: d is by how much it falls short of γ.",
            lambda q: (q.rise - q.eta * q.ux, q.rise - q.eta * np.minimum(q.ux, q.gamma)), scale=terms),
        *SMOOTH,
        Line("progress", r"D(u\|w_t) \le D(u\|w_{t-1}) - g + \eta d_t",
            "Chain the four: each update takes the gain off the divergence, but for what u falls short.",
            lambda q: (q.D[1:], q.D[:-1] - q.gain + q.eta * (q.gamma - np.minimum(q.ux, q.gamma))),
            scale=lambda q: terms(q) + q.eta * q.gamma),
        Line("total-progress", r"D(u\|w_t) \le D(u\|w_0) - g\, t + \eta \sum_{s=1}^t d_s",
            "Add up the progress of t updates.",
            lambda q: (q.D[1:], q.D[0] - q.gain * q.t + q.eta * q.gamma * q.L_t),
            scale=lambda q: terms(q) + q.eta * q.gamma * q.t),
        FLOOR,
        Line("bound", r"t \le (D(u\|w_0) + \eta\gamma L) / g",
            "Chain the two; the losses of all updates are no less than those of the first t. Divide by the gain.",
            lambda q: (q.t, hinge_bound(q))),
        Line("best-scale", r"(D(u\|w_0) + \eta\gamma L) / g = (B/2 + \sqrt{B^2/4 + L})^2",
            "If Φ is half the square of the norm, the comparator may have any length, and this is the bound with the "
            "best: u is then the one given times that scale.",
            _if_scale_free(lambda q: (hinge_bound(q), _root(q) ** 2)), "=", at=SCALE_FREE),
        Line("scale-free-bound", r"(B/2 + \sqrt{B^2/4 + L})^2 \le L + B\sqrt{L} + B^2",
            "Square, with the root of a sum at most the sum of the roots.",
            _if_scale_free(lambda q: (_root(q) ** 2, floats(q.L) + length(q.B2) * length(q.L) + floats(q.B2))),
            at=SCALE_FREE),
    ),
    bound=hinge_bound,
    squeeze=lambda q: squeezed(q, q.start_and_losses, r"D(u\|w_0) + \eta\gamma L - g\, t"),
)  # fmt: skip
