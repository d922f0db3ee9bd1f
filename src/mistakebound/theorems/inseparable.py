r"""The Perceptron on data that no hyperplane separates: Freund and Schapire's bound, proved twice, and its hinge form.

Legend: u any comparator, gamma any margin > 0 required of it, d_t = max(0, gamma - y_t <u, x_t>) its shortfall at
update t, D the root of the sum of their squares; R radius, eta learning rate, w weights, t updates so far. Delta the
value of a fresh feature, e_t its place, and x'_t = (x_t, Delta e_t), u', w' the examples, comparator and weights with
fresh features. L = sum d_t / gamma the hinge losses, B = ||u|| R / gamma.

Of a run: reach = eta (||u|| R + gamma), which no term of an update's progress exceeds.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ..arrays import floats
from ..certificates.core import RUN, Line, Squeeze, Theorem
from ..certificates.expressions import CALL, Op, constant, frac, measured, state, update
from ..certificates.functions import Indices, maximum, so_far, sqrt
from ..certificates.letters import eta, gamma, t, y
from ..certificates.measure import greatest_square, length, quotient
from ..checks import check_positive, check_vector
from ..errors import MistakeBoundError
from ..trace import Trace
from ..types import Given, Number, Vector
from . import perceptron
from .perceptron import R2, Additive, norm_u, radius, uu, uw, ux, wx

__all__ = ["FRESH_FEATURES", "FREUND_SCHAPIRE", "HINGE"]

# --- measuring a run ---------------------------------------------------------------------------------------------


class Inseparable(Additive):
    """Any comparator u and any margin gamma > 0; the radius is read off the data, eta off the learner."""

    def __init__(self, trace: Trace, u: Vector, gamma: Number) -> None:
        u = check_vector(u, trace.update_X.shape[1])
        super().__init__(trace, u)
        self.gamma = check_positive(gamma, "gamma")
        self.R2 = greatest_square(trace)
        self.d = np.maximum(self.gamma - ux.value(self), 0)
        self.D2 = sum((self.d * self.d).tolist())
        self.reach = float(self.eta) * (norm_u.value(self) * length(self.R2) + float(self.gamma))


class _Hinge(Inseparable):
    """Any comparator u and any margin gamma > 0; the radius is read off the data, eta off the learner."""

    def __init__(self, trace: Trace, u: Vector, gamma: Number) -> None:
        super().__init__(trace, u, gamma)
        self.L = quotient(sum(self.d.tolist()), self.gamma)
        self.B2 = quotient(uu.value(self), self.gamma) * quotient(self.R2, self.gamma)
        middle = length(self.B2) * length(self.L) if self.L else 0  # B may be infinite as a float
        self.bound = float(floats(self.L) + middle + floats(self.B2))


class _FreshFeatures(Inseparable):
    """Any comparator u and margin gamma > 0; delta, the fresh features' value, is the best one unless it is given."""

    def __init__(self, trace: Trace, u: Vector, gamma: Number, delta: Given = None) -> None:
        super().__init__(trace, u, gamma)
        if delta is not None:
            self.delta = check_positive(delta, "delta")
        elif not self.D2:  # if u never falls short, nothing is added
            self.delta = 0
        elif not self.R2:  # all examples are zero: the bound approaches D^2 / gamma^2 as delta falls to 0
            raise MistakeBoundError(
                "all examples are zero, so no delta is best: a smaller one is always better; pass a delta."
            )
        elif not 0 < (best := math.sqrt(length(self.R2) * length(self.D2 / uu.value(self)))) < math.inf:
            raise MistakeBoundError(f"the best delta is {best} as a float: pass a delta, or rescale X.")
        else:
            self.delta = best
        # the entry of u' in the fresh place of each update
        own = (y * shortfall / Delta).value(self) if self.delta else 0 * self.d
        self.lift = (D**2 / Delta**2).value(self) if self.delta else 0
        U, start = len(self.x), self.w[0]
        in_floats = np.result_type(self.x, own, np.asarray(self.delta), np.asarray(self.eta)).kind == "f"
        kind = float if in_floats else object
        # the proof by fresh features is about these updates, played again, each example with its fresh feature
        self.x2 = np.hstack([self.x.astype(kind), np.diag(np.full(U, self.delta, dtype=kind))])
        self.u2 = np.append(self.u, own).astype(kind)
        moves = self.eta * self.y.astype(kind)[:, None] * self.x2
        self.w2 = np.cumsum(np.vstack([np.append(start, U * [0]).astype(kind), moves]), axis=0)


# --- the quantities of a run -------------------------------------------------------------------------------------

shortfall = update("d", "d", "δ")
SHORT = shortfall == maximum(0, gamma - ux)
#: The sum over all mistakes of a run.
of_all = Op(np.sum, r"\sum_{{t=1}}^M {0:2}", None, "the sum over all mistakes of {0:2}", (CALL, CALL))
D = constant("D", of="D2", squared=True)
reach = constant("reach")
gained = replace(uw, terms=reach * t)

# --- the direct proof --------------------------------------------------------------------------------------------

STAYS_SHORT = (perceptron.IDENTITY, *perceptron.GROWTH, perceptron.TOTAL_GROWTH, perceptron.CAUCHY_SCHWARZ)


root_bound = norm_u * radius + D

_ANY_DATA = (
    "For every vector $u$ that is not zero, every number {positive}, every learning rate {learning-rate} and every "
    "finite sequence of labelled examples, separable or not, none of them longer than $R$: the Perceptron, started at "
    "the zero vector,"
)
_SHORTFALLS = (
    r"where $M$ is the number of mistakes and {short} is the amount by which $u$ falls short of the margin $\gamma$ on "
    "the example of mistake $t$."
)
_HERE_D = f"Here {{D}}, {_SHORTFALLS}"
HERE_L = f"Here {{L}} is the sum of the hinge losses of $u$, {_SHORTFALLS}"

FREUND_SCHAPIRE = Theorem(
    name="FREUND_SCHAPIRE",
    title="Perceptron mistake bound for inseparable data",
    states=_ANY_DATA + " makes at most {bound.right} mistakes.\n\n" + _HERE_D,
    also={"positive": gamma > 0, "D": D**2 == of_all(shortfall**2), "short": SHORT},
    beside=("D",),
    source="freundschapire1999",
    learner="`Perceptron`.",
    builds_on=(("NOVIKOFF", "that is the case $D = 0$; the lines on the length of $w_t$ stay"),),
    tight=("attained",
        "on separable data and on some that are not, such as one example within the margin; never if "
        "$u$ itself is wrong on the example of a mistake."),
    measure=Inseparable,
    hypotheses=(*perceptron.PROTOCOL, perceptron.RADIUS),
    lines=(
        Line("progress", gained >= gained.before + eta * (gamma - shortfall),
            "The signed score of u on the example is at least γ − d: d is by how much it falls short of γ."),
        Line("total-progress", gained >= eta * (gamma * t - so_far(shortfall)),
            "Add up the progress of t updates, starting from zero."),
        Line("shortfall", so_far(shortfall) <= D * sqrt(t),
            "The sum of t numbers is their inner product with t ones (Cauchy and Schwarz)."),
        *STAYS_SHORT,
        Line("ceiling", uw <= norm_u * eta * radius * sqrt(t),
            "Chain Cauchy–Schwarz and total growth: neither of them looks at the margin."),
        Line("sandwich", gamma * sqrt(t) <= root_bound,
            "Chain total progress, shortfall and ceiling; then divide by η√t."),
        Line("bound", t <= replace(root_bound**2 / gamma**2, by=(root_bound / gamma) ** 2),
            "Square, and divide by γ²."),
    ),
    squeeze=replace(perceptron.PICTURE, lower=eta * (gamma * t - D * sqrt(t))),
)  # fmt: skip


# --- the proof by a fresh feature for each round -----------------------------------------------------------------


# with fresh features
j2 = Indices("j", constant("d2", "d'", "(d + U)", kind="nat"), "feature")
u2, x2, w2 = constant("u2", "u'", "u_"), update("x2", "x'", "x_"), state("w2", "w'", "w_")
ux2 = replace(y * j2.dot(u2, x2), terms=reach / eta)
wx2, uw2 = y * j2.dot(w2.before, x2), j2.dot(u2, w2)
norm_u2, norm_w2, norm_x2 = j2.norm(u2), j2.norm(w2), j2.norm(x2)
Delta = constant("delta", r"\Delta", "Delta")
lift = measured("lift", D**2 / Delta**2)  # 0 where both are 0

FRESH_FEATURES = replace(
    FREUND_SCHAPIRE,
    name="FRESH_FEATURES",
    title="Perceptron mistake bound by a fresh feature for each round",
    states=(
        "For every vector $u$ that is not zero, all numbers {positive} and {Delta}, every learning rate "
        "{learning-rate} and every finite sequence of labelled examples, separable or not, none of them longer than "
        "$R$: the Perceptron, started at the zero vector, makes at most {bound.right} mistakes."
        "\n\n" + _HERE_D + " If neither $R$ nor $D$ is zero, the bound is smallest for {best-Delta}, where it is "
        r"{least.right}; else it sinks towards that number as $\Delta$ goes to zero."
    ),
    also=FREUND_SCHAPIRE.also
    | {
        "Delta": Delta > 0,
        "best-Delta": (Delta == sqrt(radius * D / norm_u)).suppose,
        "least": (R2 + Delta**2) * (uu + D**2 / Delta**2) / gamma**2 == (norm_u * radius + D) ** 2 / gamma**2,
    },
    beside=(),
    builds_on=(
        ("NOVIKOFF", "its bound, for examples with a fresh feature for each round"),
        ("FREUND_SCHAPIRE", r"the same bound at the best $\Delta$, by another proof"),
    ),
    tight=("attained",
        r"with the best $\Delta$, where it equals the direct bound, by one example whose margin is half of $\gamma$; "
        "never if $u$ itself is wrong on the example of a mistake."),
    measure=_FreshFeatures,
    lines=(
        Line("same-score", wx2 == wx,
            "The fresh feature of a round still has the weight 0 when it is shown: the run with fresh features is "
            "the same run."),
        Line("lifted-margin", ux2 >= gamma,
            "In the fresh place of the update u' has y d / Δ, which adds d to its signed score: the shortfall of u."),
        Line("lifted-length", norm_u2**2 == uu + lift,
            "The squares of the fresh entries of u' are those of d / Δ, and add up to D²/Δ².", RUN),
        Line("lifted-radius", norm_x2**2 <= R2 + Delta**2,
            "Every example x' has one entry more that is not zero, Δ."),
        Line("lifted-progress", replace(uw2, terms=gained.terms) >= eta * gamma * t,
            "With fresh features u' has the margin γ at every update: this is total progress, as on separable data."),
        Line("lifted-growth", norm_w2**2 <= eta**2 * (R2 + Delta**2) * t,
            "A mistake adds a vector of at most this squared length: this is total growth, as on separable data."),
        Line("lifted-cauchy-schwarz", uw2 <= norm_u2 * norm_w2,
            "An inner product is at most the product of the two lengths."),
        Line("bound", t <= (R2 + Delta**2) * (uu + lift) / gamma**2,
            "Chain the last three; then divide by ηγ√t, and square. This is the mistake bound for the longer vectors."),
        Line("best", 2 * norm_u * radius * D
             <= Delta**2 * uu + replace(R2 * D**2 / Delta**2, by=R2 * lift),
            "Multiplied out, the bound is R²‖u‖² + D² and this right side, over γ². If RD > 0, that is least where its "
            "two terms are equal, at Δ² = RD/‖u‖, and then the bound is (‖u‖R + D)²/γ².", RUN),
    ),
    squeeze=Squeeze(
        lower=eta * gamma * t,
        upper=norm_u2 * eta * sqrt(R2 + Delta**2) * sqrt(t),
        inner=(uw2, norm_u2 * norm_w2),
        quantity="alignment with u', and length of w', with fresh features",
    ),
)  # fmt: skip


# --- the hinge form ----------------------------------------------------------------------------------------------


L, B = constant("L"), constant("B", of="B2", squared=True)
larger_root = B / 2 + sqrt(B**2 / 4 + L)  # the larger solution of z^2 - B z = L
in_margins = uw / (eta * gamma)

HINGE = replace(
    FREUND_SCHAPIRE,
    name="HINGE",
    title="Perceptron mistake bound by hinge losses",
    states=_ANY_DATA + " makes at most {bound.right} mistakes, with {B}.\n\n" + HERE_L,
    also={
        "positive": gamma > 0,
        "short": SHORT,
        "L": L == of_all(shortfall / gamma),
        "B": B == norm_u * radius / gamma,
    },
    beside=("L", "B"),
    source="cesabianchilugosi2006",
    builds_on=(
        ("NOVIKOFF", "that is the case $L = 0$; the lines on the length of $w_t$ stay"),
        ("FREUND_SCHAPIRE", "adds up the shortfalls in place of their squares"),
    ),
    tight=("attained",
        "where $u$ has no loss, by orthonormal examples; with one wrong label and $B = 2$, $4$ or $8$, an opponent "
        r"forces one mistake less than the $(B/2 + \sqrt{B^2/4 + L})^2$ of its last line but one."),
    measure=_Hinge,
    lines=(
        Line("progress", t - frac(1, gamma) * so_far(shortfall)
             <= replace(in_margins, terms=reach / (eta * gamma) * t),
            "The total progress of the direct proof, divided by ηγ: the sum is that of the hinge losses d/γ so far."),
        *STAYS_SHORT,
        Line("ceiling", in_margins <= B * sqrt(t), "Cauchy–Schwarz and total growth, divided by ηγ."),
        Line("quadratic", t - L <= B * sqrt(t),
            "Chain the two; the losses of all updates are no less than those of the first t."),
        Line("root", sqrt(t) <= larger_root,
            "Complete the square: between the two solutions, a quadratic is at most zero."),
        Line("bound", t <= measured("bound", L + B * sqrt(L) + B**2),
            "Square, with the root of a sum at most the sum of the roots."),
    ),
    squeeze=Squeeze(
        lower=t - L,
        upper=B * sqrt(t),
        inner=(in_margins,),
        quantity="alignment with u, in margins",
        meets=larger_root**2,
        steps=False,
    ),
)  # fmt: skip
