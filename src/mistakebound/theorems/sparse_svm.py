r"""Winnow's bound at the sparse SVM, and at the entropic SVM.

The sparse SVM has the largest margin of all weights with sum 1; Winnow's own weights approach the entropic SVM.

Legend: a = y x signed examples; v a solution with <a_i, v> >= 1, u = v / ||v||_1, alpha multipliers, q = alpha / sum
alpha and p = sum_i q_i a_i; pi the prior of the entropic SVM, of any sum; the rest as in `winnow`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import dense, dot, ln_sum_exp, logarithms
from ..certificates.claims import ROUNDING
from ..certificates.core import EXAMPLES, FEATURES, RUN, Hypothesis, Line, Range
from ..certificates.expressions import ATOM, CALL, Index, Op, constant, frac, measured
from ..certificates.functions import Indices, exp, ln, minimum, so_far
from ..certificates.letters import R, a, d, eta, gamma, j, t, u
from ..certificates.measure import NEAR, clipped, examples, quotient, scaled
from ..checks import check_vector
from ..entropy import check_prior
from ..errors import MistakeBoundError
from ..trace import Trace
from ..types import Vector
from . import winnow
from .winnow import Shares, kl_0, w
from .winnow_corollaries import ENTROPY, LOG_FEATURES, NEARLY_TUNED, TUNING

__all__ = ["ENTROPIC_SVM", "SPARSE_SVM"]

ZERO = 1e-9  # entries that are smaller, relative to the largest, are zeros up to rounding

LAST = Range("w the last weights of the run")

# --- a solution and a run of Winnow ------------------------------------------------------------------------------


class Solved(Shares):
    """Winnow's quantities for the comparator v / ||v||_1, and those of the solution."""

    def __init__(self, trace: Trace, v: Vector, alpha: Vector) -> None:
        X, y = examples(trace)
        v = check_vector(v, X.shape[1], name="v").astype(float)
        # if the prior is feasible, all multipliers are 0
        alpha = check_vector(alpha, X.shape[0], name="alpha", per="example", nonzero=False).astype(float)
        self.A, self.n, self.last = y[:, None] * dense(X).astype(float), len(y), trace.weights[-1]
        self.columns, self.alpha = self.A.T, clipped(alpha)
        self.v = scaled(clipped(v), np.maximum(quotient(1, self.A @ v), 1), abs(self.A) @ abs(v))
        self.norm, self.mass = float(self.v.sum()), float(self.alpha.sum())
        if not self.norm > 0:
            raise MistakeBoundError(f"v sums to {self.norm:.4g}: its sum must be greater than 0.")
        super().__init__(trace, self.v / self.norm, 1 / self.norm)
        self.replaced = ()
        self.used("v", v, self.v)
        self.used("alpha", alpha, self.alpha)


i = Indices("i", constant("n", kind="nat"), "example")
A, v, alpha, last = constant("A", "a"), constant("v"), constant("alpha", r"\alpha"), constant("last", "w", "w U")
ij = Index("i,j", "i j", " of example i and feature j")

norm, mass = j.norm1(v), i.sum(alpha[i])
score, columns = j.dot(A[i], v), constant("columns")
column = replace(i.sum(alpha[i] * A[ij]), by=i.dot(columns, alpha))
slack, products = alpha[i] * (score - 1), mass * norm * R
# a solver leaves this gap between the objectives, and no term of their difference is larger
gap = minimum(abs(norm - mass), NEAR * norm)

ALL_EXAMPLES = replace(EXAMPLES, coq=i.each)

FEASIBLE = Hypothesis("feasible", score >= 1,
    "The solution v gives every signed example, a = y x, a score of at least one.", ALL_EXAMPLES)  # fmt: skip

MULTIPLIERS = Hypothesis("multipliers", alpha[i] >= 0,
    "Every example has a multiplier α, and none is negative.", ALL_EXAMPLES)  # fmt: skip

RESCALED = Line("rescaled", j.dot(A[i], u) >= 1 / norm,
    "Divide v by the sum of its entries: u is a probability vector, with that margin on every example.",
    ALL_EXAMPLES)  # fmt: skip


# --- at the sparse SVM -------------------------------------------------------------------------------------------


class _Sparse(Solved):
    """The solution v and the multipliers alpha are those of sparse_svm(X, y, signed=False)."""

    def __init__(self, trace: Trace, v: Vector, alpha: Vector) -> None:
        super().__init__(trace, v, alpha)
        if not self.mass > 0:
            raise MistakeBoundError(f"alpha sums to {self.mass:.4g}: its sum must be greater than 0.")
        factors, terms = np.minimum(quotient(1, column.value(self)), 1), abs(self.columns) @ self.alpha
        self.alpha = self.used("alpha", self.alpha, scaled(self.alpha, factors, terms))
        self.mass = float(self.alpha.sum())
        self.q, self.p = self.alpha / self.mass, column.value(self) / self.mass
        self.kept = np.flatnonzero(self.v > ZERO * self.v.max())
        roomy = score.value(self) > 1 + ZERO * max(1, self.R * self.norm)
        self.tight, self.roomy = np.flatnonzero(~roomy), np.flatnonzero(roomy)
        self.n_kept, self.n_tight, self.n_roomy = len(self.kept), len(self.tight), len(self.roomy)
        self.rank = np.linalg.matrix_rank(self.A[np.ix_(self.tight, self.kept)]) if len(self.tight) else 0


def _count(index: Indices, sign: str, test: str, words: str) -> Op:
    """The number of terms that compare with a number in this way."""
    return Op(None, rf"\#({{1}} {sign} {{2}})", f"count {{0}} (fun {index.tex} => {test} {{1:5}} {{2}})",
              f"the number of {index.name}s with {{1}} {words} {{2}}", (ATOM, CALL), uncast=(0, 1, 2),
              kind="nat")  # fmt: skip


shares, p = constant("q"), constant("p")
least = replace(i.min(j.dot(A[i], last)), terms=R)
average = replace(i.sum(shares[i] * j.dot(A[i], last)), terms=R)
largest = j.max(p[j])
# the count treats entries as 0 or 1 up to rounding
kept = measured("n_kept", _count(j, ">", "above", "above")(d, v[j], 0))
tight = measured("n_tight", _count(i, "=", "is", "equal to")(i.size, score, 1))
roomy = measured("n_roomy", _count(i, ">", "above", "above")(i.size, score, 1))
rank = constant("rank", r"\mathrm{rank}\, (a_{i,j})_{i \text{ tight},\, v_j > 0}", None,
                "the rank of the tight examples on the features with v above 0")  # fmt: skip

SPARSE_SVM = replace(
    winnow.WINNOW,
    name="SPARSE_SVM",
    title="Winnow mistake bound at the sparse SVM",
    states=(
        "For all signed examples $a$ with $d$ features, each an example times its label, none of their entries "
        r"larger than $R$ in size, and for every $v$ and $\alpha$ such that {nonnegative}, {multipliers}, {feasible} "
        "for every example $i$, {dual-feasible} for every feature $j$, and {no-gap}: the vector {u} has the margin "
        "{rescaled.right} on the examples, and no probability vector has a larger one."
        "\n\n"
        "On every sequence of these examples Winnow with equal weights at the start, the threshold zero and a "
        "learning rate {learning-rate} with {nearly-tuned}, where {gamma} and {the-gain}, makes at most "
        "{bound.right} updates, and each of its mistakes is an update. Such learning rates are {simple-rate} and, if "
        r"$\gamma$ is less than $R$, {best-rate}."
        "\n\n"
        "If $v$ is a vertex of the set of all $v$ such that {nonnegative} and {feasible}, then it has no more "
        "positive entries than there are examples with a score of one: {few-features}."
    ),
    also=TUNING
    | {
        "u": u == v / norm,
        "gamma": gamma == RESCALED.says.right,
        "largest-margin": least <= RESCALED.says.right,
    },
    beside=("largest-margin",),
    builds_on=(("WINNOW_UNIFORM", "at the comparator of the largest margin"),),
    tight=("open",
        "only as to a constant factor in its bound on Winnow's updates, for small margins, by features that are tosses "
        "of a coin; its bound on the margin is always attained."),
    measure=_Sparse,
    hypotheses=(
        *winnow.PROTOCOL,
        winnow.UNIFORM,
        winnow.NO_THRESHOLD,
        Hypothesis("nonnegative", v[j] >= 0,
            "The solution v has no negative entry, so its l1 norm is the sum of its entries.", FEATURES),
        FEASIBLE,
        MULTIPLIERS,
        Hypothesis("dual-feasible", column <= 1,
            "Summed over the examples with the multipliers α as weights, no feature comes to more than one.", FEATURES),
        Hypothesis("no-gap", replace(norm == mass, rounding=NEAR * norm),  # of a solver
            "The objectives of the two programs are the same number: the entries of v and the multipliers α sum to "
            "the same.", RUN),
        Hypothesis("vertex", rank == kept,
            "The solution v is a vertex: of all weights on the features that it uses, only its own give the tight "
            "examples, those with a score of exactly one, these scores.", RUN),
        NEARLY_TUNED,
    ),
    lines=(
        RESCALED,
        *winnow.LEDGER,
        ENTROPY,
        LOG_FEATURES,
        Line("bound", t <= replace(2 * R**2 * ln(d) * norm**2, by=2 * ln(d) * (R * norm) ** 2),
            "Chain floor and total progress, with no more than ln d at the start and the margin 1/‖v‖₁."),
        Line("least-is-below-average", least <= average,
            "Divide the multipliers by their sum: q is a probability vector. "
            "The least score of any weights w is at most the average of the scores by q.", LAST),
        Line("average-is-below-largest", average <= largest,
            "The average is ⟨p, w⟩ with p = ∑ q a, and w is a probability vector.", LAST),
        Line("best", replace(largest <= 1 / norm, rounding=ROUNDING * R + gap / (norm * mass)),
            "The multipliers are dual feasible and have the same sum as v: no weights have a margin above 1/‖v‖₁, "
            "so u has the largest margin there is.", RUN),
        Line("loudest-feature", 1 / norm <= i.min(j.max(A[ij])),
            "The score of an example under u is at most its largest entry.", RUN),
        Line("slack-examples", replace(slack == 0, rounding=ROUNDING * products + gap),
            "Weighted by v and α, the scores add up to between ∑ α and ‖v‖₁. These are equal, so no term has room: "
            "an example with a multiplier has a score of exactly one.", ALL_EXAMPLES),
        Line("slack-features",
            replace(v[j] * (1 - column) == 0, rounding=ROUNDING * products + gap),
            "In the same sum: a feature with a weight pays exactly one.", FEATURES),
        Line("few-features", kept <= tight,
            "A rank is at most the number of rows: there are no more features with a weight than tight examples, "
            "those with a score of exactly one.", RUN),
        Line("few-examples", kept + roomy <= i.size,
            "An example with room is not tight: features with a weight and examples with room are together at most n.",
            RUN),
    ),
    squeeze=replace(winnow.PICTURE, upper=ln(d) - frac(t, 2 * R**2 * norm**2)),
)  # fmt: skip


# --- at the entropic SVM -----------------------------------------------------------------------------------------


class _Entropic(Solved):
    """The solution v and the multipliers alpha are those of entropic_svm(X, y, prior); prior is the run's start."""

    def __init__(self, trace: Trace, v: Vector, alpha: Vector, prior: Vector | None = None) -> None:
        super().__init__(trace, v, alpha)
        start = trace.log_weights[0]
        self.ln_pi = start if prior is None else logarithms(check_prior(check_vector(prior, self.d, name="prior")))
        self.pi = np.exp(self.ln_pi)
        self.form_size = np.abs(self.ln_pi).max() + self.R * self.mass + np.abs(column.value(self)).max()
        y = trace.update_y.astype(np.int64)
        z = start + self.eta * dot(trace.update_X.T, y).astype(float)
        self.ln_form, self.ln_last, self.last_update = z - ln_sum_exp(z), self.L[-1], (slice(-2, -1), slice(-1, None))
        self.form_terms = np.abs(self.L).max() + self.eta * np.abs(self.a).max(axis=1).sum()
        self.objective, self.objective_of_last = (_entropic_objective(w, self.ln_pi) for w in (self.v, self.last))
        self.size_of_ln_pi = 1 + np.abs(self.ln_pi).max()
        # by the line "start" this is the same, and it is precise where it is small
        self.entropic_bound = 2 * self.R**2 * self.norm**2 * kl_0.value(self)


def _entropic_objective(v: np.ndarray, ln_pi: np.ndarray) -> float:
    inside = v > 0  # 0 ln 0 is 0
    return float((v[inside] * (np.log(v[inside]) - 1 - ln_pi[inside])).sum())


pi, e = constant("pi", r"\pi", ln="ln_pi"), constant("e", coq="exp 1")
norm_pi = j.norm1(pi)
# an entry of the prior may be too small for a float
form = replace(pi[j] * exp(column), by=exp(ln(pi[j]) + column))
form_size = constant("form_size")
# the distance that a solver's form and slackness can put between the two objectives
_solved = NEAR * (norm * (1 + form_size) ** 2 + i.size * products)
conjugate = j.sum(form)
k = Indices("k", d, "feature")

AT_LAST = Range("every feature j, t the last update", coq=f"let t := U in {j.each}",
                places="last_update")  # fmt: skip

ENTROPIC_SVM = replace(
    winnow.WINNOW,
    name="ENTROPIC_SVM",
    title="Winnow mistake bound at the entropic SVM",
    states=(
        r"For every prior $\pi$ with positive entries, all signed examples $a$, each an example times its label, "
        r"none of their entries larger than $R$ in size, and every $v$ and $\alpha$ such that {multipliers}, {form} "
        "for every feature $j$, {feasible} for every example $i$, and {slackness}: among all vectors without a "
        "negative entry that have a score of at least one on every example, $v$ has the least value of "
        "{entropic-no-gap.left}."
        "\n\n"
        "On every sequence of these examples Winnow with the start {same-start}, the threshold zero and a learning "
        "rate {learning-rate} with {nearly-tuned}, where {gamma} and {the-gain}, makes at most {bound.right} "
        "updates, and each of its mistakes is an update. Such a learning rate is {simple-rate}."
    ),
    also=TUNING | {"gamma": gamma == RESCALED.says.right},
    builds_on=(("WINNOW", "from a prior, at the comparator that has the form of its weights"),),
    tight=("approached",
        "as the margin becomes small, by the opponent of Winnow's bound, whose comparator is an entropic "
        "SVM."),
    measure=_Entropic,
    hypotheses=(
        *winnow.PROTOCOL,
        winnow.NO_THRESHOLD,
        Hypothesis("same-start",
            w.start[j]
            == replace(pi[j] / norm_pi, terms=pi / norm_pi * constant("size_of_ln_pi")),
            "The learner starts with the prior π of the SVM, divided by the sum of its entries.", FEATURES),
        Hypothesis("form",
            replace(v[j] == form, rounding=NEAR * form * form_size),  # of a solver, as in slackness and no-gap
            "Each entry of the solution v is that of the prior π times the exponential of a weighted sum of the signed "
            "examples' entries: the form that Winnow's weights have.", FEATURES),
        FEASIBLE,
        MULTIPLIERS,
        Hypothesis("slackness", replace(slack == 0, rounding=NEAR * products),
            "Only examples with a score of exactly one have a multiplier α that is not zero.", ALL_EXAMPLES),
        NEARLY_TUNED,
    ),
    lines=(
        Line("entropic-no-gap",
            replace(measured("objective", j.sum(v[j] * ln(frac(v[j], e * pi[j])))) == mass - conjugate,
                rounding=_solved),
            "Put in the form: the left side is ∑ α⟨a, v⟩ - ‖v‖₁, and by slackness the sum is ∑ α; on the right the "
            "exponentials are v.", RUN),
        Line("fenchel",
            measured("objective_of_last", j.sum(last[j] * ln(frac(last[j], e * pi[j]))))
            >= i.sum(alpha[i] * j.dot(A[i], last)) - conjugate,
            "For any w without a negative entry, since x ln(x/eb) is at least xz − b exp z (Fenchel and Young). "
            "If w is feasible, the right side is at least that of the line before: v is the best.", LAST),
        Line("winnow-form",
            measured("ln_last", ln(w[j]), terms=constant("form_terms"))
            == measured("ln_form",
                ln(w.start[j]) + eta * so_far(a[j]) - ln(k.sum(w.start[k] * exp(eta * so_far(a[k]))))),
            "Winnow's weights have the form of the solution, divided by their sum: the α of an example is η times its "
            "number of updates.", AT_LAST),
        RESCALED,
        *winnow.LEDGER,
        Line("start",
            replace(kl_0 == frac(1, norm) * mass - ln(norm / norm_pi), rounding=_solved / norm),
            "Put the form into the entropy of u = v/‖v‖₁; slackness turns the average of the exponents into ∑ α/‖v‖₁.",
            RUN),
        Line("bound",
            t <= measured("entropic_bound", 2 * R**2 * norm * (mass - norm * ln(norm / norm_pi))),
            "Chain floor and total progress, with that entropy at the start and the margin 1/‖v‖₁."),
    ),
    squeeze=replace(winnow.PICTURE, upper=kl_0 - frac(t, 2 * R**2 * norm**2)),
)  # fmt: skip
