r"""The Perceptron's mistake bound in other forms: as an angle, with a bias, at the best comparator.

Legend: as in `perceptron`; c the constant feature, b the bias; q convex weights on the signed examples a_i = y_i x_i,
and p = sum_i q_i a_i.

The ending _short marks vectors without the constant feature.
"""

from __future__ import annotations

import math
from dataclasses import replace
from numbers import Rational

import numpy as np

from ..arrays import dense, dot, floats
from ..certificates.claims import ROUNDING, special
from ..certificates.core import EXAMPLES, RUN, UPDATES, Hypothesis, Line, Range, Squeeze
from ..certificates.expressions import Expression, constant, frac, numeral, update
from ..certificates.functions import Indices, pair, sqrt
from ..certificates.letters import R, d, gamma, j, t, u, x, y
from ..certificates.measure import examples, greatest_square, largest_feature, margin, mixture, quotient, the_worse
from ..checks import check_number, check_vector
from ..errors import MistakeBoundError
from ..trace import Trace
from ..types import Number, Vector
from . import perceptron
from .perceptron import R2, Additive, Novikoff, norm_u, norm_w, norm_x, radius, uu, uw, ux, xx

__all__ = ["MAX_MARGIN", "NOVIKOFF_BIAS", "NOVIKOFF_COSINE"]

# --- as an angle -------------------------------------------------------------------------------------------------


class _Cosine(Novikoff):
    __doc__ = Novikoff.__doc__

    @property
    def cosines(self) -> np.ndarray:
        """The cosine at each state, which is undefined at the start."""
        return np.append(math.nan, cosine.value(self))


Phi = update("Phi", r"\Phi", "Φ")
cosine = replace(Phi, by=uw / (norm_u * norm_w), terms=numeral(1))
floor = frac(gamma * sqrt(t), radius * norm_u)

NOVIKOFF_COSINE = replace(
    perceptron.NOVIKOFF,
    name="NOVIKOFF_COSINE",
    title="Perceptron mistake bound, as an angle",
    builds_on=(("NOVIKOFF", "the same lines, divided by the lengths of $u$ and $w_t$"),),
    tight=("attained", "by orthonormal examples: after the last one $w$ points where $u$ does."),
    states=(
        "Let $u$ be a vector that is not zero, and let {positive-margin} and $R$ be numbers. Suppose that every "
        "example $x$ on which the Perceptron makes a mistake, with its label $y$, satisfies {margin.bare} and "
        "{radius.bare}. Then after every mistake $t$ the weights are not zero, and the cosine {angle-floor.right} "
        "of the angle between $u$ and the weights is at least {angle-floor.left} and at most {angle-ceiling.right}. "
        "Hence there are at most {bound.right} mistakes: for every learning rate {learning-rate}, under either rule "
        "for ties, however many examples are shown and in whatever order."
    ),
    also={},
    beside=("angle-floor", "angle-ceiling"),
    measure=_Cosine,
    lines=(
        Line("moving", norm_w > 0,
            "By total progress ⟨u, w⟩ > 0 after an update, so w is not zero and its angle with u is defined."),
        Line("angle-floor", floor <= cosine,
            "The cosine Φ is ⟨u, w⟩ / (‖u‖ ‖w‖): divide total progress by ‖u‖ and by the root of total growth."),
        Line("angle-ceiling", cosine <= 1, "A cosine is at most 1 (Cauchy and Schwarz)."),
        replace(perceptron.BOUND, reason="The floor stays below the ceiling: square both, and solve for t."),
    ),
    squeeze=Squeeze(
        lower=floor,
        upper=numeral(1),
        inner=(replace(Phi, of="cosines", first=1),),
        quantity="cosine of the angle between u and w",
        steps=False,
    ),
)  # fmt: skip


# --- with a bias -------------------------------------------------------------------------------------------------


class _WithBias(Additive):
    """The comparator u and its bias separate the examples x; the run is on fold_bias(X, c), that is on (x, c)."""

    def __init__(self, trace: Trace, u: Vector, bias: Number) -> None:
        A = trace.update_X
        largest_feature(trace)  # refuses a run without examples
        constant = dense(examples(trace)[0][:, [-1]])[:, 0]
        c = constant.tolist()[0]
        if not c > 0:
            raise MistakeBoundError(
                f"the last feature is {c} in round 0: fold the bias in with fold_bias(X, c), c > 0."
            )
        u = check_vector(u, A.shape[1] - 1, per="feature but the last, the constant of fold_bias", nonzero=False)
        entries = [*u.tolist(), quotient(check_number(bias, "bias"), c)]
        folded = np.array(entries, dtype=object if all(isinstance(v, Rational) for v in entries) else float)
        super().__init__(trace, check_vector(folded, A.shape[1], name="(u, bias / c)"))
        self.constant, self.c, self.b = constant, c, bias
        self.u_short, self.x_short, self.shown = u, A[:, :-1], A[:, -1]
        self.gamma = margin(trace, folded)
        self.R2_short = greatest_square(trace, columns=-1)
        self.R2 = self.R2_short + c * c


b, c = constant("b"), constant("c")
last_feature = constant("constant", r"\text{last feature}", "x t d")
u_short, x_short, R_short = replace(u, of="u_short"), replace(x, of="x_short"), replace(R, of="R2_short", squared=True)
ux_short = replace(y * (j.dot(u_short, x_short) + b), terms=norm_u * norm_x)
R2_folded = R_short**2 + c**2

#: The letters of NOVIKOFF for a run on folded examples.
FOLDED = {
    u: pair(u_short, b / c),
    x: replace(pair(x_short, replace(c, of="shown")), in_coq=x),  # Coq's x has the constant feature already
    d: replace(d, op=d.op._replace(coq="(S d)")),
    R2: replace(R2_folded, in_coq=sqrt(R2_folded) ** 2),
    radius: sqrt(R2_folded),
}

FOLDED_LENGTH = uu.where(FOLDED) == j.norm(u_short) ** 2 + b**2 / c**2

NOVIKOFF_BIAS = replace(
    perceptron.NOVIKOFF,
    name="NOVIKOFF_BIAS",
    title="Perceptron mistake bound with a bias",
    learner="`Perceptron`, on examples that `fold_bias` has given a constant feature.",
    builds_on=(("NOVIKOFF", "its bound, for examples with one more feature"),),
    tight=("attained", "by the rows of a Hadamard matrix, one of whose columns is the constant feature."),
    states=(
        "Let $u$ be a vector and $b$ a number, not both zero, and let {constant}, {positive-margin} and $R$ be "
        "numbers. Let the Perceptron see {folded} in place of every example $x$, and suppose that every $x$ on "
        "which it makes a mistake, with its label $y$, satisfies {margin.bare} and {radius.bare}. Then the "
        "Perceptron makes at most {bound.right} mistakes: for every learning rate {learning-rate}, under either rule "
        "for ties, however many examples are shown and in whatever order."
    ),
    puts={FOLDED_LENGTH.left: FOLDED_LENGTH.right},
    also={"constant": c > 0, "folded": FOLDED[x].bare},
    measure=_WithBias,
    hypotheses=(
        *special(perceptron.PROTOCOL, FOLDED),
        Hypothesis("constant-feature", last_feature == c,
            "In place of every example x the learner sees (x, c): the last feature is the same c > 0 in all of them.",
            replace(EXAMPLES, coq=UPDATES.coq)),  # Coq requires it of the examples of updates only
        Hypothesis("radius", j.norm(x_short) <= R_short,
            "Every example of an update, without its constant, is at most R long."),
        perceptron.POSITIVE,
        Hypothesis("margin", ux_short >= gamma,
            "With the bias b, the comparator u has a signed score of at least γ on the example of every update."),
    ),
    lines=(
        Line("folded-score", ux.where(FOLDED) == ux_short,
            "The last product is (b/c) c = b, so the folded comparator (u, b/c) has the same margin."),
        Line("folded-length", FOLDED_LENGTH,
            "The comparator has one more entry, b/c.", RUN),
        Line("folded-radius", xx.where(FOLDED) <= R2_folded,
            "Every example has one more entry, c. From here on the proof is that of the mistake bound, for (u, b/c), "
            "(x, c) and R² + c²."),
        *special(perceptron.NOVIKOFF.lines, FOLDED),
    ),
)  # fmt: skip


# --- at the best comparator --------------------------------------------------------------------------------------


class _AtMaxMargin(Additive):
    """The dual weights q, one for each example, are those of l2_margin(X, y).q."""

    def __init__(self, trace: Trace, q: Vector) -> None:
        X, y = examples(trace)
        q = check_vector(q, X.shape[0], name="q", per="example")
        weights = self.used("q", q, mixture(q))
        p = dot(X.T, weights * y)
        super().__init__(trace, p)
        self.R2 = greatest_square(trace)
        # p is a rounded sum of a solution that has a duality gap
        square = uu.value(self)
        least = the_worse(square, y * dot(X, p), min, ROUNDING * floats(self.R2))
        self.gamma = least if least > 0 else square
        self.q, self.p, self.last = weights, p, trace.weights[-1]
        self.X, self.Y = X, y


i = Indices("i", constant("n", kind="nat"), "example")
#: True of every vector; a run is checked at one.
ANY_WEIGHTS = Range("every vector w, evaluated at the last weights", coq="forall v, ")
EACH = replace(EXAMPLES, coq=i.each)

q, p, any_w = constant("q", terms=numeral(1)), constant("p"), constant("last", "w", coq="v")
a = constant("a")
all_x, all_y = constant("X"), constant("Y")
norm_p = j.norm(p)
pp = norm_p**2
length_p = replace(norm_p, terms=math.sqrt(ROUNDING) * radius)  # p is rounded as R is
least_pp = replace(pp, by=gamma)


def _scores(v: Expression) -> Expression:
    """The inner products of a vector with the signed examples a = y x, which are not written down."""
    return replace(j.dot(a[i], v), by=all_y * j.dot(all_x, v))


ap = _scores(p)

MAX_MARGIN = replace(
    perceptron.NOVIKOFF,
    name="MAX_MARGIN",
    title="Perceptron mistake bound at the maximum margin",
    builds_on=(("NOVIKOFF", "at the comparator that makes its bound least"),),
    tight=("attained", "by orthonormal examples, of which $p$ is the mean."),
    states=(
        "Let finitely many labelled examples be shown, each at most $R$ long, in any order and any number of times. "
        "Let $p$ be an average of the signed examples $a$, each an example times its label, with weights $q$ such "
        "that {convex} and {mass}. If $p$ is not zero, and if {closest} for every $i$, then the Perceptron makes at "
        "most {bound.right} mistakes, and no vector of length one has a margin larger than {positive-margin.left}."
    ),
    also={},
    beside=("best",),
    measure=_AtMaxMargin,
    hypotheses=(
        *perceptron.PROTOCOL,
        perceptron.RADIUS,
        Hypothesis("convex", q[i] >= 0, "The weight q of every signed example a = y x is at least zero.", EACH),
        Hypothesis("mass", i.sum(q[i]) == 1,
            "All weights together sum to one, so that p, the sum of all q a, is an average of the signed examples.",
            RUN),
        Hypothesis("positive-margin", length_p > 0, "The average p is not the zero vector.", RUN),
        Hypothesis("closest", replace(ap >= least_pp, rounding=ROUNDING * R2),
            "Every signed example has an inner product with p of at least ‖p‖². So p, taken as the comparator u, has "
            "the margin γ = ‖p‖².", EACH),
    ),
    lines=(
        *special(perceptron.LEDGER, {u: p, gamma: least_pp}, {
            "shift": "The update adds η y x to w, and the inner product with p is linear.",
            "progress": "The example is one of the signed ones, so each update raises ⟨p, w⟩ by at least η‖p‖².",
        }),
        Line("bound", t <= replace(R2 / pp, by=pp / gamma * (R2 / gamma)),
            "Divide by ηγ√t and square, as in the mistake bound; with u = p and γ = ‖p‖² one factor ‖p‖² cancels."),
        Line("best", i.min(_scores(any_w)) <= norm_p * j.norm(any_w),
            "The least of all scores ⟨a, w⟩ is at most their average ⟨p, w⟩, and that at most ‖p‖ ‖w‖: no vector of "
            "length 1 has a margin above ‖p‖.", ANY_WEIGHTS),
    ),
)  # fmt: skip
