r"""The Perceptron's mistake bound in the space of a kernel's features, which are never written down.

Legend: k kernel, phi its feature map, K the table of all k(x_i, x_j) of the examples; alpha coefficients of the
comparator u = sum_i alpha_i phi(x_i); C (U + 1, m) the coefficients of the weights w_t = sum_i C_ti phi(x_i); the rest
as in `perceptron`.

The vectors of `perceptron` are among the features; on a run u and w are their coefficients, x is the number of its
point, and the ending _K marks their inner products with all points. terms = sum_i |alpha_i k(x_i, x_t)|, the size of
the terms of <u, phi(x_t)>; least and most are the least and the largest eigenvalue of K.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays import EPSILON, dense, dot, floats, plain_number, rowdot, together
from ..certificates.claims import ROUNDING, special
from ..certificates.core import Hypothesis, Line, Quantities, Range, Theorem
from ..certificates.expressions import CALL, NOW, Expression, Index, Op, constant, measured, state, update
from ..certificates.functions import largest_so_far, so_far, sqrt
from ..certificates.letters import d, eta, gamma, j, u, w, x, y
from ..certificates.measure import examples, greatest_square, setting, the_worse, upper_sum
from ..checks import check_positive, check_table, check_vector
from ..errors import MistakeBoundError, shown
from ..kernels import table_of
from ..protocol import TIE
from ..trace import Trace
from ..types import Examples, Given, Vector
from . import perceptron
from .perceptron import norm_u, norm_w, norm_x, tie, uw, ux, ww, wx, xx

__all__ = ["KERNEL"]

# --- what is measured on a run -----------------------------------------------------------------------------------


class _InFeatureSpace(Quantities):
    """The comparator is u = sum_i alpha_i phi(x_i), a coefficient for each example; the kernel is the learner's."""

    def __init__(self, trace: Trace, alpha: Vector, gamma: Given = None, radius: Given = None) -> None:
        if not all(callable(getattr(trace.learner, name, None)) for name in ("kernel", "expansion")):
            raise MistakeBoundError(
                f"{shown(trace.learner)} has no kernel or no expansion: use KernelPerceptron, the learner of KERNEL."
            )
        X, y = examples(trace)
        points, C, at = _coefficients(trace, dense(X))
        n, U = len(y), trace.n_updates
        K = table_of(trace.learner.kernel, points, points)
        u = np.zeros(len(points), dtype=object)
        u[:n] = check_vector(alpha, n, name="alpha", per="example")
        u = u.astype(float) if any(isinstance(value, float) for value in u) else u
        eta = setting(trace, "eta", "KernelPerceptron", default=1)
        label = trace.update_y.astype(np.int64)
        Ku = dot(K, u)
        among = label[:, None] * K[np.ix_(at, at)] * label
        scores, squares = _sums(among.astype(object) if among.dtype.kind == "i" else among)
        spectrum = np.linalg.eigvalsh(floats(K + K.T) / 2)
        self.alpha, self.points, self.coefficients, self.at = np.asarray(alpha), points, C, at
        self.eta, self.y = eta, label
        self.t = np.arange(1, U + 1).astype(object)
        self.u, self.w, self.x, self.phi = u, C, at, (np.arange(len(points)) == at[:, None]).astype(np.int64)
        self.k, self.w_K, self.x_K = K.astype(object) if K.dtype.kind == "i" else K, _times(C, K), K[at]
        self.asymmetry, self.least, self.most = np.abs(K - K.T).max(), spectrum[0], spectrum[-1]
        terms = floats(dot(abs(K), abs(u)))
        self.uu = upper_sum(rowdot(u[None], Ku[None])[0], floats(abs(u)) @ terms)
        self.kernel, self.terms = trace.learner.kernel, terms[at]
        self.largest_terms = self.terms.max(initial=0)
        self.score_rounding = ROUNDING * self.largest_terms
        self.gamma, self.R2 = min(y * Ku[:n]), plain_number(K.diagonal()[:n].max())
        if gamma is not None:
            gamma = check_positive(gamma, "gamma")
            self.gamma = self.used("gamma", gamma, the_worse(gamma, label * Ku[at], min, self.score_rounding))
        if floats(self.R2) < sys.float_info.min:
            greatest_square(trace)  # refuses features whose squares are too small for a float
        if radius is not None:
            square = check_positive(radius, "radius") ** 2
            self.R2 = self.used("radius", square, the_worse(square, K.diagonal()[at], max))
        self.digits = 8 * len(points) * EPSILON * abs(spectrum).max()  # of an eigenvalue
        self.score, self.length2 = eta * scores, eta * eta * squares

    @cached_property
    def tie_terms(self) -> np.ndarray:
        """The size of the terms of the scores of w before each update, as the learner measures it."""
        shown = table_of(self.kernel, abs(self.points[self.at]), abs(self.points)) if len(self.at) else self.x_K
        return rowdot(floats(abs(self.coefficients[:-1])), floats(shown))


def _coefficients(trace: Trace, X: Examples) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The points of the run, the examples first; C (U + 1, m) on them; the point of each update."""
    points = [tuple(row) for row in X.tolist()]
    place: dict[tuple[Any, ...], int] = {}
    for i, point in enumerate(points):
        place.setdefault(point, i)

    def expansion(state: Any) -> tuple[np.ndarray, np.ndarray]:
        c, kept = trace.learner.expansion(state)
        shape = len(kept), X.shape[1]
        return check_table(c, "the vector of coefficients", shape[:1]), check_table(kept, "the table of points", shape)

    states = trace.each(expansion, "expansion")
    rows = [[tuple(point) for point in kept.tolist()] for _, kept in states]
    for point in (p for row in rows for p in row if p not in place):  # from a state with which the run was started
        place[point] = len(points)
        points.append(point)
    kind = np.result_type(*(coefficients.dtype for coefficients, _ in states))
    C = np.zeros((len(states), len(points)), dtype=kind)
    for i, ((coefficients, _), row) in enumerate(zip(states, rows, strict=True)):
        np.add.at(C[i], [place[point] for point in row], coefficients)
    at = np.array([place[tuple(point)] for point in trace.update_X.tolist()], dtype=int)
    return np.array(points, dtype=X.dtype), C, at


def _times(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    A, B = together(A, B)
    product = A @ B
    return product.astype(object) if product.dtype.kind == "i" else product


def _sums(among: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For t = 1, ..., U: the sum over s < t of entry (s, t), and the sum of the first t rows and columns."""
    upto = np.cumsum(among, axis=0)
    own = among.diagonal()
    before = upto.diagonal() - own
    return before, np.cumsum(own + 2 * before)


# --- the quantities of a run -------------------------------------------------------------------------------------


def _sum(s: str, end: str, coq: str) -> Op:
    """The sum over the updates s = 1, ..., end."""
    return Op(None, rf"\sum_{{{{{s}=1}}}}^{end} {{0:2}}", f"total {coq} (fun {s} => {{0}})",
              f"the sum over updates {s} of {{0:2}}", (CALL, CALL))  # fmt: skip


phi = Op(None, r"\phi({0})", "feature {0:5}", "the features of {0}")
_kernel = Op(lambda K, a, b: K[a, b], "{0}({1}, {2})", "{0} {1:5} {2:5}", "the kernel of {1} and {2}",
             uncast=(0, 1, 2), kind="R")  # fmt: skip
x_i, x_j, k = constant("x_i", coq="x"), constant("x_j", coq="z"), constant("k")
AT_S, AT_J = ({NOW: Index(s, s, f" of update {s}")} for s in ("s", "j"))
# the least eigenvalue of the table
most = constant("most")
square = measured("least", constant("v", r"\sum_i \sum_j v_i v_j k(x_i, x_j)", "dot k v v"), terms=most)

_LETTERS = {d: k, x: replace(phi(x), by=update("phi"))}  # Coq's inner products and lengths are those of the kernel
w_K, x_K = state("w_K"), update("x_K")


def kernel(a: Expression, b: Expression) -> Expression:
    """The entry of the table for two points, or one for each pair of points."""
    return _kernel(k, a, b)


def _by_kernel(whole: Expression, by: Expression, terms: Any = None) -> Expression:
    """A whole in the space of features, which may be infinitely many: the kernel computes its sums."""
    return replace(whole.where(_LETTERS), by=by, terms=terms)


# u is the sum of its coefficients times features, so that <u, w> is the sum of them times those of w_K
norm_u_f = measured("uu", norm_u.where(_LETTERS), squared=True)
norm_w_f = _by_kernel(norm_w, sqrt(j.dot(w, w_K)))
xx_k = kernel(x, x)
norm_x_f = sqrt(xx_k)

uw_f = _by_kernel(uw, j.dot(u, w_K), norm_u_f * largest_so_far(norm_w_f))
ux_f = _by_kernel(ux, y * j.dot(u, x_K), norm_u_f * norm_x_f)
wx_f = _by_kernel(wx, y * j.dot(w.before, x_K), norm_w_f.before * norm_x_f)

#: The letters of NOVIKOFF in the space of features.
IN_FEATURES = _LETTERS | {
    uw: uw_f,
    ux: ux_f,
    wx: wx_f,
    xx: xx_k,
    norm_u: norm_u_f,
    norm_w: norm_w_f,
    norm_x: norm_x_f,
    gamma: replace(gamma, terms=constant("largest_terms")),
    tie: 2 * TIE * update("tie_terms"),  # terms of features may cancel within a value of the kernel
}
uw_k = replace(uw_f, terms=abs(eta) * so_far(update("terms")))

# sums over pairs of updates, for which expressions have no value
score = measured("score", eta * y * _sum("s", "{{t-1}}", "(t - 1)")(y.at(AT_S) * kernel(x.at(AT_S), x)),
                 terms=abs(eta) * norm_x_f * so_far(norm_x_f))  # fmt: skip
length2 = measured("length2", eta**2 * _sum("s", "t", "t")(_sum("j", "t", "t")(
    y.at(AT_S) * y.at(AT_J) * kernel(x.at(AT_S), x.at(AT_J)))),
                   terms=eta**2 * so_far(norm_x_f) ** 2)  # fmt: skip

# --- the hypotheses ----------------------------------------------------------------------------------------------

# the largest difference of all pairs
SYMMETRIC = (kernel(x_i, x_j) == kernel(x_j, x_i)).measured("asymmetry", terms=most)


HYPOTHESES = (
    Hypothesis("symmetric", SYMMETRIC, "The kernel k is symmetric on all examples: k(x, z) = k(z, x).",
        Range("all examples i and j", coq="forall x z, ")),
    Hypothesis("kernel", replace(square >= 0, rounding=constant("digits")),
        "For all numbers vᵢ, one for each example, the sum of all vᵢ vⱼ k(xᵢ, xⱼ) is at least zero, as the square of a "
        "length must be. Where the squares of the vᵢ sum to one, the least of these sums is the least eigenvalue of "
        "the table of all k(xᵢ, xⱼ).",
        Range("all numbers v, evaluated where it is least", coq="forall v, ")),
    *special((*perceptron.ADDITIVE, perceptron.MISTAKE, perceptron.RADIUS, *perceptron.SEPARATED), IN_FEATURES, {
        "update-rule": "Every update adds η y to the coefficient of its example x, that is η y φ(x) to the weights, "
        "and nothing else changes them.",
        "radius": "The features φ(x) of every example of an update are at most R long: k(x, x) ≤ R².",
        "margin": "The comparator u has a margin of at least γ on every example of an update.",
    }),
)  # fmt: skip

# --- the proof, line by line -------------------------------------------------------------------------------------

MOVES = (perceptron.PROGRESS[1], perceptron.IDENTITY, *perceptron.GROWTH, perceptron.TOTAL_PROGRESS)

LINES = (
    Line("dual-score", wx.where(IN_FEATURES) == score,
        "The weights are the sum of η y φ(x) over the updates before, and an inner product of features is a value of "
        "the kernel."),
    Line("dual-length", ww.where(IN_FEATURES) == length2, "Multiply that sum by itself."),
    Line("shift", uw_k == uw_k.before + eta * ux.where(IN_FEATURES),
        "The update adds η y φ(x) to w, and the inner product with u is linear."),
    *special(MOVES, IN_FEATURES, {
        "growth-identity": "Expand the square of w + η y φ(x); the square of φ(x) is k(x, x), and that of y is 1.",
        "growth": "The number k(x, x) is at most R², so each update raises ‖w‖² by at most η²R².",
    }),
    Line("total-length", ww.where(IN_FEATURES) <= eta**2 * so_far(xx_k), perceptron.TOTAL_LENGTH.reason),
    *special((perceptron.TOTAL_GROWTH, perceptron.CAUCHY_SCHWARZ, perceptron.SANDWICH, perceptron.BOUND), IN_FEATURES, {
        "total-growth": "None of the t numbers k(x, x) is larger than R².",
    }),
)  # fmt: skip

# --- the theorem -------------------------------------------------------------------------------------------------

KERNEL = Theorem(
    name="KERNEL",
    title="Perceptron mistake bound in the space of a kernel",
    source="freundschapire1999",
    learner="`KernelPerceptron`.",
    builds_on=(("NOVIKOFF", "the same run among the features of a kernel"),),
    tight=("attained", "by different examples under the kernel that is $1$ at equal examples and $0$ elsewhere."),
    measure=_InFeatureSpace,
    hypotheses=HYPOTHESES,
    lines=LINES,
    squeeze=replace(
        perceptron.PICTURE,
        upper=perceptron.PICTURE.upper.where(IN_FEATURES),
        inner=tuple(between.where(IN_FEATURES) for between in perceptron.PICTURE.inner),
    ),
    states=(
        r"Let $k$ be a kernel with a feature map $\phi$: its value at two examples is the inner product of their "
        "features. Suppose that there are a vector $u$ in the space of features and two numbers {positive-margin} "
        "and $R$ such that {margin.bare} and {radius.bare} for every example $x$, with its label $y$, of a "
        "sequence, finite or infinite. Then the kernel Perceptron, with any learning rate {learning-rate} and any "
        "rule for ties, makes at most {bound.right} mistakes on it."
        "\n\n"
        "No number in this bound needs the features themselves: if $u$ is a combination of the features of finitely "
        "many examples, then its inner products with features, and with itself, are sums of values of the kernel, each "
        "multiplied by its coefficients."
    ),
)
