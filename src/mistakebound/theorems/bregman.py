r"""One proof for all quasi-additive learners: every mistake moves w nearer to u, in the divergence of a potential.

Legend: Phi the potential, Phi* its conjugate, sigma and || || its constant of strong convexity and the norm, ||x||_*
the dual norm; z the dual vector, w the weights that follow from it; u comparator, gamma margin, R radius, eta learning
rate, t updates so far, g = eta gamma - eta^2 R^2 / (2 sigma) the gain of a mistake; c the scale of a comparator; d_t =
max(0, gamma - y_t <u, x_t>) the shortfall of u, L = sum d_t / gamma its hinge losses, B = ||u|| R / (gamma
sqrt(sigma)). D(u || w) = Phi(u) + Phi*(z) - <u, z> is the Bregman divergence of Phi.

A comparator u that was scaled is c u; own_gamma and own_value are those of u itself, and so are B2 = B^2, L and L_t,
the losses up to t.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..arrays import by_rows, floats
from ..certificates.claims import ROUNDING, special
from ..certificates.core import (
    RUN,
    STATES,
    Hypothesis,
    Line,
    Quantities,
    Range,
    Squeeze,
    Theorem,
    mistakes_update,
)
from ..certificates.expressions import Op, constant, measured, numeral, state, update
from ..certificates.functions import (
    DOT,
    NORM,
    add,
    grouped,
    inner,
    largest_so_far,
    maximum,
    scale,
    so_far,
    sqrt,
)
from ..certificates.letters import R, d, eta, gamma, j, t, u, w, x, y
from ..certificates.measure import (
    entropies,
    greatest,
    length,
    margin,
    mixture,
    one_for_each,
    quotient,
    setting,
    the_worse,
    upper_sum,
)
from ..checks import check_number, check_positive, check_table, check_vector
from ..errors import MistakeBoundError, shown
from ..potentials import Entropy, Euclidean, Potential, SquaredNorm, as_quasi_additive, check_potential
from ..protocol import TIE
from ..trace import Trace
from ..types import Given, Number, Vector
from .inseparable import HERE_L, larger_root, of_all
from .perceptron import Additive

__all__ = ["BREGMAN", "BREGMAN_HINGE", "PNORM"]

# --- measuring a run ---------------------------------------------------------------------------------------------


class Unscaled(Quantities):
    """The quantities of the proof, with the comparator as it is."""

    def __init__(
        self, trace: Trace, u: Vector, gamma: Given = None, radius: Given = None, potential: Potential | None = None
    ) -> None:
        u = check_vector(u, trace.update_X.shape[1])
        own, dual = as_quasi_additive(trace.learner)
        self.phi = check_potential(own if potential is None else potential)
        self.u = self.used("u", u, mixture(u) if isinstance(self.phi, Entropy) else u)
        self.eta = setting(trace, "eta", "QuasiAdditive")
        self.sigma = self.phi.sigma
        self.t = np.arange(1, trace.n_updates + 1).astype(object)
        self.x, self.y = trace.update_X, trace.update_y.astype(np.int64)
        self.w, self.z = (one_for_each(len(u), "feature", rows) for rows in (trace.weights, trace.read(dual, "dual")))
        self.start, self.zero = self.z[:1], 0
        gamma = None if gamma is None else check_number(gamma, "gamma")
        self.own_gamma = self.used("gamma", gamma, margin(trace, self.u, gamma))
        if radius is None:
            self.R2 = greatest(trace, _answers(self.phi, "dual_square"))
        else:
            square = check_positive(radius, "radius") ** 2
            self.R2 = self.used("radius", square, the_worse(square, _dual_square(self.phi, self.x), max))
        self.own_value = _of_rows("value")(self.phi, self.u)
        self.outside = int(not self.own_value < math.inf)
        self.scale(1)

    def scale(self, c: Any) -> None:
        """Make the comparator c u, whose margin is c gamma."""
        self.c, self.gamma = c, c * self.own_gamma
        of_u = value.value(self)
        if isinstance(of_u, float) and math.isinf(of_u) and self.own_value < math.inf:
            raise OverflowError  # a product of Python's floats does not raise this
        self.loss = most.value(self)
        self.gain = self.eta * self.gamma - self.loss
        self.D = D.value(self, STATES)
        self.due = self.D[0]

    def best_scale(self) -> Number:
        """The scale with the smallest bound, if there is one; otherwise 1."""
        possible = self.phi.homogeneous and self.own_gamma > 0 and self.R2 > 0
        return quotient(self.eta * self.R2, self.sigma * self.own_gamma) if possible else 1

    @property
    def end(self) -> Any:
        """How many gains use up all that is due: the divergence at the start, and the losses, if there are any."""
        return quotient(self.due, self.gain) if self.gain > 0 else math.inf

    @property
    def left(self) -> Any:
        """The part of `due` left after t gains, computed without cancellation where they use it up."""
        return self.gain * (self.end - self.t) if self.gain > 0 else self.due - self.gain * self.t

    score_rounding = Additive.score_rounding

    @property
    def all_terms(self) -> np.ndarray:
        """The size of the terms of the divergence, at each state."""
        if type(self.phi) is Entropy:  # terms of an entropy
            return entropies(floats(self.u), self.phi.log_weights(self.z))[1]
        return floats(sum(abs(term.value(self, STATES)) for term in (value, conj, u_z)))

    @property
    def link_terms(self) -> np.ndarray:
        """The size of the terms of weights, relative to the largest: powers are rounded more than products."""
        before = abs(self.w[:-1])
        return 64 * floats(np.broadcast_to(before.max(axis=1, keepdims=True), before.shape))


class _Bregman(Unscaled):
    """gamma, radius and potential are the run's unless given; u is first multiplied by scale, if homogeneous."""

    def __init__(
        self,
        trace: Trace,
        u: Vector,
        gamma: Given = None,
        radius: Given = None,
        potential: Potential | None = None,
        scale: Given = None,
    ) -> None:
        super().__init__(trace, u, gamma, radius, potential)
        if scale is not None and not self.phi.homogeneous:
            raise MistakeBoundError(
                f"scale is {shown(scale)}, but {shown(self.phi)} is not homogeneous: leave scale out, and pass the "
                "scaled u."
            )
        self.scale(self.best_scale() if scale is None else check_positive(scale, "scale"))


# --- the quantities of a run -------------------------------------------------------------------------------------


def _answers(phi: Potential, method: str) -> Callable[[np.ndarray], np.ndarray]:
    """A method of the potential, whose answers are checked: a number for each row, or weights for each."""
    name = f"what {type(phi).__name__}.{method} gave"
    return lambda A: check_table(getattr(phi, method)(A), name, A.shape if method == "weights" else A.shape[:1])


def _of_rows(method: str) -> Callable[[Potential, np.ndarray], Any]:
    """A method of the potential, of a vector or of the rows of a matrix."""

    def of(phi: Potential, V: np.ndarray) -> Any:
        values = by_rows(_answers(phi, method), np.atleast_2d(V))
        return values if np.ndim(V) == 2 else values[0]

    return of


def _value(phi: Potential, c: Number, u: np.ndarray) -> Any:
    return c * c * _of_rows("value")(phi, u)


def _product(c: Number, u: np.ndarray, v: np.ndarray) -> Any:
    return c * inner(u, v)


def _bregman(phi: Potential, c: Number, u: np.ndarray, z: np.ndarray) -> Any:
    """The divergence, which is never negative."""
    if type(phi) is Euclidean:
        return _of_rows("value")(phi, c * u - z)
    if type(phi) is Entropy and _value(phi, c, u) < math.inf:
        D = entropies(floats(u), np.atleast_2d(phi.log_weights(z)))[0]
        return D if np.ndim(z) == 2 else D[0]
    of_u, of_z, of_both = _value(phi, c, u), _of_rows("conjugate")(phi, z), _product(c, u, z)
    return upper_sum(of_u + of_z - of_both, abs(of_u) + abs(of_z) + abs(of_both))


_dual_square, PHI = _of_rows("dual_square"), constant("phi", r"\Phi", "φ")


def _dual_length(phi: Potential, x: np.ndarray) -> Any:
    return length(_dual_square(phi, x))


_conjugate = Op(_of_rows("conjugate"), r"\Phi^*({1})", "conjugate φ {1:5}", "the conjugate at {1}")
_gradient = Op(_of_rows("weights"), r"\nabla\Phi^*({1})", "weights φ {1:5}", "the slope of the conjugate at {1}")
_dual_norm = Op(_dual_length, r"\|{1}\|_*", "dual_norm φ {1:5}", "the dual norm of {1}", square=_dual_square)
# here u means c u, because a product with c would change digits
_divergence = Op(_bregman, r"D({2}\|{3})", "divergence φ {2:5} {4:5}", "the divergence of {2} from {3}",
                 reads=("value", "value", "value", "", "value"))  # fmt: skip
_potential = Op(_value, r"\Phi({2})", None, "the potential at {2}")
_dot = DOT._replace(apply=_product, tex=r"\langle {2}, {3}\rangle", coq="dot {0} {2:5} {3:5}",
                    words="the inner product of {2} and {3}", reads=("", "value", "value", "value"),
                    within=lambda d, c, u, v: c * NORM(d, u) * NORM(d, v))  # fmt: skip

factor, sigma, z = constant("c"), constant("sigma", r"\sigma", "sigma φ"), state("z")

conj, ux = _conjugate(PHI, z), y * _dot(d, factor, u, x)
wx = replace(y * j.dot(w.before, x), terms=j.dot(abs(w.before), abs(x)))
tie = 2 * TIE * wx.terms  # a score no larger than this counts as a tie
tangent = replace(y * j.dot(_gradient(PHI, z.before), x), terms=j.dot(abs(w.before), abs(x)))
norm_x, radius = _dual_norm(PHI, x), replace(R, of="R2", squared=True)
cost, most = eta**2 * norm_x**2 / (2 * sigma), eta**2 * radius**2 / (2 * sigma)
g = constant("gain", "g", "g", means=eta * gamma - most, terms=constant("loss"))
all_terms = state("all_terms")
terms = largest_so_far(all_terms)  # cancelling terms of a divergence, where w comes near u
D = replace(_divergence(PHI, factor, u, w, z), terms=terms)
unsaid = constant("", coq=None)  # in Coq, part of the definition of a potential
u_z, value = replace(_dot(d, factor, u, z), terms=terms), _potential(PHI, factor, u)
rise = replace(conj - conj.before, in_coq=unsaid)
outside = constant("outside", r"[u \notin K]", coq=None)

# --- hypotheses --------------------------------------------------------------------------------------------------

START = Hypothesis("start",
    constant("start", "z_0", "z 0%nat", "z at the start") == constant("zero", "0", "zero"),
    "The dual vector before the first round is zero.", RUN)  # fmt: skip

RULE = (
    Hypothesis("learning-rate", eta > 0, "The learning rate η, by which every example is multiplied, is positive.",
        RUN),
    Hypothesis("update-rule",
        # z may be a rounded product
        z == replace(add(z.before, scale(eta * y, x)), terms=4 * add(abs(z.before), scale(abs(eta * y), abs(x)))),
        "Every update adds η y x to z: the example, times its label, times the learning rate."),
    Hypothesis("link", replace(w.before, terms=update("link_terms")) == _gradient(PHI, z.before),
        "The learner predicts with the weights that the potential makes of z."),
    mistakes_update("Every mistake is an update, so a bound on the updates is a bound on the mistakes."),
    Hypothesis("mistake", replace(wx <= 0, rounding=tie),
        "Every update is made on an example whose signed score was negative or zero: the prediction was wrong, or a "
        "tie."),
)  # fmt: skip

CONJUGATE, CONVEX = POTENTIAL = (
    Hypothesis("conjugate", u_z - value <= conj,
        "The conjugate of Φ at z is the largest value of ⟨z, w⟩ - Φ(w). A run checks this at its own z, for w = u."),
    Hypothesis("strongly-convex", rise <= eta * tangent + cost,
        "The potential Φ is σ-strongly convex for the norm, so the conjugate rises above its tangent by no more than "
        "this. A run checks this where the learner moves."),
)  # fmt: skip

RADIUS = Hypothesis("radius", norm_x <= radius,
    "No example of an update is longer than R, measured in the dual norm.")  # fmt: skip

COMPARATOR = Hypothesis("comparator", outside == 0, "The comparator lies in K, where the potential is defined.", RUN)

MARGIN = Hypothesis("margin", ux >= gamma,
    "The comparator u has a signed score of at least γ on the example of every update.")  # fmt: skip

GAIN = Hypothesis("gain",
    replace(g.spelt > 0, rounding=eta * factor * constant("score_rounding") + ROUNDING * constant("loss")),
    "The gain is positive: what an update wins by the margin is more than what it can lose by the length of the "
    "example.", RUN)  # fmt: skip

#: The potentials for which both are proved.
PROVED = (Euclidean, SquaredNorm, Entropy)


def _given(q: Unscaled) -> str:
    """The condition on a potential of one's own that cannot be measured on a run."""
    return "" if type(q.phi) in PROVED else f"{q.phi!r} has the declared convexity at all z, and the declared conjugate"


# --- the bound, line by line -------------------------------------------------------------------------------------


DROP = Line("drop", D - D.before == conj - conj.before - eta * ux,
    "Of the three terms of D the first stays, and the last moves by η y ⟨u, x⟩, because z moves by η y x.")

SMOOTH = (
    Line("smoothness", conj - conj.before <= eta * wx + cost,
        "The conjugate has the slope w at z, and rises above its tangent by no more than this: Φ is σ-strongly "
        "convex."),
    Line("mistake-term", eta * wx + cost <= most,
        "The update followed a mistake, so the first term is at most zero; and the example is no longer than R."),
)  # fmt: skip

FLOOR = Line("floor", numeral(0) <= D,
    "The conjugate is the largest value of ⟨z, w⟩ - Φ(w), so it is no less than the value at u (Fenchel and Young).")

LEDGER = (  # the proof except for its last line
    DROP,
    Line("margin-term", conj - conj.before - eta * ux <= conj - conj.before - eta * gamma,
        "The comparator has a margin of at least γ, and the learning rate is positive."),
    *SMOOTH,
    Line("progress", D <= D.before - g, "Chain the four: each update takes at least the gain off the divergence."),
    Line("total-progress", D <= D.start - g * t, "Add up the progress of t updates."),
    FLOOR,
)  # fmt: skip


PICTURE = Squeeze(
    upper=measured("left", D.start - g * t), inner=(D,), quantity="divergence of u from w", meets=constant("end")
)


BREGMAN = Theorem(
    name="BREGMAN",
    title="Mistake bound of quasi-additive learners",
    states=(
        r"Let $K$ be a convex set of vectors, with a norm and the dual norm {dual-norm}, and $\Phi$ a function on $K$ "
        r"that is $\sigma$-strongly convex for the norm, where {sigma}. Let its conjugate {conjugate.right.bare} be "
        "the largest value of {conjugate.left.bare} over all $u$ in $K$, and let it exist for every $z$."
        "\n\n"
        r"For every $u$ in $K$, all numbers $\gamma$, {long} and {learning-rate} and every sequence of examples $x$ "
        r"with labels $y$: let the quasi-additive learner with the potential $\Phi$ and the learning rate $\eta$ start "
        "at any vector. If {margin.bare} and {radius.bare} on every example on which it makes a mistake, and if the "
        "gain {the-gain} is positive, then it makes at most {bound.right} mistakes."
        "\n\n"
        "Here {link.bare}, and {divergence.bare}."
    ),
    also={
        "dual-norm": norm_x.bare,
        "sigma": sigma > 0,
        "long": radius > 0,
        "the-gain": g == g.means,
        "divergence": D == value + conj - u_z,
    },
    beside=("the-gain",),
    source="shalevshwartzsinger2007",
    learner="`QuasiAdditive`.",
    builds_on=(
        ("NOVIKOFF", "for half the squared length: the same run, and a distance from $u$ that falls"),
        ("WINNOW", "for the relative entropy: the same distance from $u$, and a smoothness in place of the chord"),
    ),
    tight=("attained",
        "for the squared length, by orthonormal examples; for the relative entropy, the opponent of "
        "Winnow's bound comes near to it as the margin becomes small."),
    measure=_Bregman,
    given=_given,
    hypotheses=(*RULE, *POTENTIAL, RADIUS, COMPARATOR, MARGIN, GAIN),
    lines=(
        *LEDGER,
        Line("bound", t <= D.start / g, "Chain the two and divide by the gain, which is positive."),
    ),
    squeeze=PICTURE,
)  # fmt: skip


# --- the p-norms: the best scale of the comparator -----------------------------------------------------------------


class _PNorm(Unscaled):
    """The comparator u separates the examples; gamma and radius are read off the data, p off the learner."""

    def __init__(
        self, trace: Trace, u: Vector, gamma: Given = None, radius: Given = None, potential: Potential | None = None
    ) -> None:
        super().__init__(trace, u, gamma, radius, potential)
        if not (hasattr(self.phi, "p") and self.phi.homogeneous):  # a norm is homogeneous
            raise MistakeBoundError(f"{shown(self.phi)} has no p: use BREGMAN, the theorem for this learner.")
        self.p = 1 + quotient(1, self.sigma)  # of its declared value
        self.scale(self.best_scale())
        self.bound = math.inf
        if self.own_gamma > 0:
            per_sigma = quotient(quotient(self.R2, self.own_gamma), self.sigma)
            self.bound = quotient(uu.value(self), self.own_gamma) * per_sigma


p, own_gamma = constant("p"), constant("own_gamma", r"\gamma", "gamma")
c = constant("c", means=eta * (p - 1) * radius**2 / own_gamma)
own_ux = y * j.dot(u, x)
_p_norm = _dual_norm._replace(tex=r"\|{1}\|_p", coq="pnorm p d {1:5}", words="the p-norm of {1}")


def _q_square(phi: Potential, u: np.ndarray) -> Any:
    return 2 * _of_rows("value")(phi, u)


_q_norm = Op(lambda phi, u: length(_q_square(phi, u)), r"\|{1}\|_q", "pnorm q d {1:5}", "the q-norm of {1}",
             square=_q_square)  # fmt: skip
most_p, uu = (p - 1) * eta**2 * radius**2 / 2, _q_norm(PHI, u) ** 2

#: The letters of BREGMAN for half the squared q-norm and the comparator c u.
IN_P_NORMS = {
    u: constant("u", "cu", "scale c u"),
    gamma: grouped(c * own_gamma),
    norm_x: _p_norm(PHI, x),
    cost: (p - 1) * eta**2 * _p_norm(PHI, x) ** 2 / 2,
    most: most_p,
    g: constant("gain", "g", "g", means=eta * grouped(c * own_gamma) - most_p, terms=constant("loss")),
}
_REASONS = {
    "radius": "No example of an update is longer than R, measured in the p-norm.",
    "drop": "Of the three terms of D the first stays, and the last moves by η y ⟨cu, x⟩, because z moves by η y x.",
    "margin-term": "The comparator cu has a margin of at least cγ, and the learning rate is positive.",
    "smoothness": "The conjugate has the slope w at z, and rises above its tangent by no more than this: half the "
    "square of the q-norm is σ-strongly convex for that norm, with σ = q - 1 = 1/(p - 1).",
    "floor": "The conjugate is the largest value of ⟨z, w⟩ - Φ(w), so it is no less than the value at cu.",
}


PNORM = replace(
    BREGMAN,
    name="PNORM",
    title="Mistake bound of the p-norm Perceptron",
    states=(
        "For every number $p$ of at least two, with $q$ such that the reciprocals of $p$ and $q$ sum to one, every "
        "vector $u$ that is not zero and all numbers {positive-margin} and $R$: if every example $x$ on which the "
        "p-norm Perceptron makes a mistake, with its label $y$, satisfies {margin.bare} and {radius.bare}, then it "
        "makes at most {bound.right} mistakes: for every learning rate, under either rule for ties, however many "
        "examples are shown and in whatever order."
    ),
    also={},
    beside=(),
    source="grovelittlestoneschuurmans2001",
    learner="`PNorm`, which is a `QuasiAdditive` learner.",
    builds_on=(
        ("BREGMAN", "for half the squared $q$-norm, at the best multiple of $u$"),
        ("NOVIKOFF", "that is the case $p = 2$"),
    ),
    tight=("attained",
        "for $p = 2$, by orthonormal examples; for any other $p$, and many mistakes, the opponent of "
        "Winnow's bound is within a factor below $e$, against every deterministic learner."),
    measure=_PNorm,
    hypotheses=(
        START,
        *RULE,
        *special((*POTENTIAL, RADIUS), IN_P_NORMS, _REASONS),
        Hypothesis("positive-margin", replace(own_gamma > 0, rounding=constant("score_rounding")),
            "The margin γ is positive.", RUN),
        Hypothesis("margin", own_ux >= own_gamma, MARGIN.reason),
    ),
    lines=(
        *special(LEDGER, IN_P_NORMS, _REASONS),
        Line("start-divergence", replace(D.start, terms=all_terms.start).where(IN_P_NORMS) == c**2 * uu / 2,
            "At the start z is zero, and half the square of the norm of cu is left.", RUN),
        Line("best-scale", g.where(IN_P_NORMS) == most_p,
            "The comparator may have any length, since its margin grows with it. With c = η(p - 1)R²/γ the bound is "
            "smallest, and ηcγ is twice what an example can cost.", RUN),
        Line("bound", t <= measured("bound", (p - 1) * uu * radius**2 / own_gamma**2),
            "Chain total progress and floor, divide by g, and put c in."),
    ),
    squeeze=replace(PICTURE, upper=measured("left", (D.start - g * t).where(IN_P_NORMS)), inner=(D.where(IN_P_NORMS),)),
)  # fmt: skip


# --- inseparable data -----------------------------------------------------------------------------------------------


class _Hinge(Unscaled):
    """Any u in K and any margin gamma > 0; if the potential is homogeneous, u is multiplied by the best scale."""

    def __init__(self, trace: Trace, u: Vector, gamma: Number, potential: Potential | None = None) -> None:
        super().__init__(trace, u, check_positive(gamma, "gamma"), None, potential)
        self.L_t = np.cumsum(np.maximum(1 - quotient(own_ux.value(self), self.own_gamma), 0))
        self.L = self.L_t[-1] if len(self.L_t) else 0
        if self.phi.homogeneous:
            per_sigma = quotient(quotient(self.R2, self.own_gamma), self.sigma)
            self.B2 = quotient(2 * self.own_value, self.own_gamma) * per_sigma
            self.scale(self.best_hinge_scale())
        self.short = self.gamma - np.minimum(ux.value(self), self.gamma)
        self.due += self.eta * self.gamma * self.L

    def best_hinge_scale(self) -> float:
        """The scale with the smallest bound, if the potential is homogeneous."""
        scale = float(self.eta * larger_root.value(self) * length(self.R2) / length(self.sigma * 2 * self.own_value))
        if not 0 < scale < math.inf:
            raise MistakeBoundError(f"the best scale of the comparator is {scale} as a float: rescale X or u.")
        return scale

    @property
    def norm_u(self) -> Any:
        """The length of u, in the norm whose half square is the potential."""
        return length(2 * value.value(self))

    @property
    def root_square(self) -> Any:
        """The bound with the best scale."""
        return larger_root.value(self) ** 2 if self.phi.homogeneous else np.empty(0)

    @property
    def simple(self) -> Any:
        """The simpler bound, which is at least as large."""
        if not self.phi.homogeneous:
            return np.empty(0)
        return floats(self.L) + length(self.B2) * length(self.L) + floats(self.B2)


# --- and its further quantities

shortfall = update("short", "d", "δ", terms=gamma)
L, B = constant("L"), constant("B", of="B2", squared=True)
norm_u = measured("norm_u", Op(None, r"\|{0}\|", None, "the norm of {0}")(u))
with_losses = (D.start + eta * gamma * L) / g
root_square = measured("root_square", (B / 2 + sqrt(B**2 / 4 + L)) ** 2)
simple = measured("simple", L + B * sqrt(L) + B**2)  # fmt: skip

_POSITIVE = "homogeneous φ -> Rad > 0 -> "
HOMOGENEOUS = Range("the run, if Φ is homogeneous", coq=_POSITIVE)
AT_BEST = Range(HOMOGENEOUS.words, coq=_POSITIVE + "‖u‖ > 0 -> ‖u‖ = eta * Rad * (B / 2 + sqrt (B ^ 2 / 4 + L)) / "
                "sqrt (sigma φ) -> ")  # fmt: skip


BREGMAN_HINGE = replace(
    BREGMAN,
    name="BREGMAN_HINGE",
    title="Mistake bound of quasi-additive learners by hinge losses",
    states=(
        r"Let $\Phi$, $K$, the norms and $\sigma$ be as in the mistake bound of quasi-additive learners. For every $u$ "
        r"in $K$, all numbers {positive}, {long} and {learning-rate} and every finite sequence of labelled examples, "
        "separable or not, with {radius.bare}: if {the-gain} is positive, the quasi-additive learner with the "
        r"potential $\Phi$ and the learning rate $\eta$, started at {start}, makes at most {bound.right} mistakes."
        "\n\n" + HERE_L + "\n\n"
        r"If $\Phi$ is half the square of the norm on all vectors, then for every $u$ that is not zero, every positive "
        r"$\gamma$ and every learning rate the learner makes at most {homogeneous-bound.right} mistakes, with {B}."
    ),
    also=BREGMAN.also
    | {
        "positive": gamma > 0,
        "L": L == of_all(shortfall / gamma),
        "short": shortfall == maximum(0, gamma - ux),
        "B": B == norm_u * radius / (gamma * sqrt(sigma)),
    },
    beside=("the-gain", "L"),
    source="shalevshwartz2012",
    builds_on=(
        ("BREGMAN", "that is the case $L = 0$"),
        ("HINGE", "that is the case of half the squared length"),
    ),
    tight=("attained",
        "where $u$ has no loss, by orthonormal examples; for the squared length, with one wrong label and $B = 2$, "
        "$4$ or $8$, an opponent comes within one mistake of it; everything else is open."),
    measure=_Hinge,
    hypotheses=(START, *RULE, *POTENTIAL, RADIUS, COMPARATOR, GAIN),
    lines=(
        DROP,
        Line("shortfall", conj - conj.before - eta * ux <= conj - conj.before - eta * (gamma - shortfall),
            "The signed score of u on the example is at least γ - d: d is by how much it falls short of γ."),
        *SMOOTH,
        Line("progress", D <= D.before - g + eta * shortfall,
            "Chain the four: each update lowers the divergence by the gain, less η times the shortfall d."),
        Line("total-progress", D <= D.start - g * t + eta * so_far(shortfall), "Add up the progress of t updates."),
        FLOOR,
        Line("bound", t <= with_losses,
            "Chain the two; the losses of all updates are no less than those of the first t. Divide by the gain."),
        Line("best-scale", with_losses == root_square,
            "If Φ is half the square of the norm, the comparator may have any length, and this is the bound with the "
            "best: u is then the one given times that scale.", AT_BEST),
        Line("homogeneous-bound", root_square <= simple,
            "Square, with the root of a sum at most the sum of the roots.", HOMOGENEOUS),
    ),
    squeeze=replace(PICTURE, upper=measured("left", D.start + eta * gamma * L - g * t), steps=False),
)  # fmt: skip
