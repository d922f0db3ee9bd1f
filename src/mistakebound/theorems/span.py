r"""A lower bound for weights that are sums of examples: they know nothing about an example orthogonal to these.

Legend: T rounds, t the round; w_{t-1} the weights before round t, x_t its example, v_{t,s} coefficients of the examples
before it; yhat_t the answer in round t, yhat_0 the answer at the score 0, which is 0 if a tie counts as a mistake.

Here every round counts, and not only the updates, because a learner may change even when it was right.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..arrays import dot, floats, rowdot, working
from ..certificates.claims import ROUNDING, summed, worst
from ..certificates.core import ROUNDS, RUN, Hypothesis, Line, Quantities, Range, Theorem
from ..certificates.expressions import ATOM, CALL, Index, Op, constant, frac, measured, update
from ..certificates.functions import AT_S, so_far
from ..certificates.letters import d, j, w, x
from ..certificates.measure import greatest_square, one_for_each, quotient
from ..errors import MistakeBoundError
from ..protocol import TIE
from ..trace import Trace

__all__ = ["SPAN"]

# --- what is measured on a run -----------------------------------------------------------------------------------


def _rest(v: np.ndarray, basis: np.ndarray, squares: list[Any]) -> tuple[np.ndarray, int]:
    """A whole multiple of v minus its parts along orthogonal vectors, whose squares are given.

    So whole numbers stay whole, which are faster to multiply than fractions.
    """
    if not squares:
        return v, 1
    parts = quotient(dot(basis, v), np.array(squares, dtype=object))
    if not all(isinstance(part, Fraction) for part in parts):
        return v - floats(parts) @ floats(basis), 1
    common = math.lcm(*(part.denominator for part in parts))
    rest = v.astype(object) * common - dot(basis.T, np.array([int(part * common) for part in parts]))
    return np.array(rest.tolist()), common


def _off_span(X: np.ndarray, W: np.ndarray) -> np.ndarray:
    """For each row of W, the largest entry of its part outside the span of the earlier rows of X.

    Rows of X are made orthogonal one after another; those that are sums of earlier ones drop out.
    """
    basis, off = X[:0], []
    squares: list[Any] = []
    for row, weights in zip(X, W, strict=True):
        rest, times = _rest(weights, basis, squares)
        off.append(quotient(np.abs(rest).max(), times))
        fresh, _ = _rest(row, basis, squares)
        if fresh.dtype.kind == "f":
            fresh, _ = _rest(fresh, basis, squares)  # once more, because rounding left it parts of the others
        square = rowdot(fresh[None], fresh[None])[0]
        if square > (ROUNDING**2 * row @ row if fresh.dtype.kind == "f" else 0):
            basis, squares = np.vstack([basis, fresh]), [*squares, square]
    return np.array(off)


class _Span(Quantities):
    """No parameters but the run."""

    def __init__(self, trace: Trace) -> None:
        rounds = np.arange(trace.n_rounds)
        greatest_square(trace)  # refuses features whose squares are too small for a float
        X, y = working(trace.examples(rounds)), trace.labels(rounds).astype(np.int64)
        if not np.isin(trace.mistakes, rounds).all() or not np.isin(y, (-1, 1)).all():
            raise MistakeBoundError(
                f"the run has mistakes {trace.mistakes} and labels {y}: mistakes must be rounds, and labels -1 or +1."
            )
        W = one_for_each(X.shape[1], "feature", trace.weights)
        W = W[np.searchsorted(trace.updates, np.append(rounds, len(y)))]
        self.T, self.d, self.y, self.x, self.w, self.off = len(y), X.shape[1], y, X, W, _off_span(X, W[:-1])
        lengths = norm_x.value(self)
        most = [worst(abs(dot(X[:t], X[t]))[None], (lengths[:t] * lengths[t])[None]) for t in rounds]
        self.overlap, self.overlap_size = map(np.concatenate, zip(*most, strict=True))
        self.ties = np.flatnonzero(abs(floats(score.value(self))) <= TIE * score.size(self, ROUNDS))
        right = np.setdiff1d(rounds, trace.mistakes)
        known = np.intersect1d(right, self.ties)
        self.at_tie = int(y[known[0]]) if len(known) else 0
        self.said = -y if self.at_tie else np.zeros_like(y)
        self.said[right] = y[right]
        self.made, self.all_made, self.said_at_ties = trace.cumulative_mistakes, trace.n_mistakes, self.said[self.ties]


# --- the theorem -------------------------------------------------------------------------------------------------

T, v = constant("T", kind="nat"), update("v")[Index("s", "s")]
y, said = update("y"), update("said", r"\hat y", "said")
at_tie = constant("at_tie", r"\hat y_0", "tie", "the answer at a tie")
norm_w, norm_x = j.norm(w), j.norm(x)
score_size = norm_w.before * norm_x
score = replace(j.dot(w.before, x), terms=score_size)
earlier = replace(ROUNDS, words="every round t, and every round s before it",
                  coq=f"{ROUNDS.coq}forall s, (s < t - 1)%nat -> ")  # fmt: skip
at_ties = Range("every round t whose score is 0", "ties", f"{ROUNDS.coq}dot d (w (t - 1)%nat) (x t) = 0 -> ")
_before = Op(None, r"\sum_{{s=1}}^{{t-1}} {0:2}", "sum (t - 1) (fun s => {0})", "the sum over earlier rounds of {0:2}",
             (CALL, CALL))  # fmt: skip
_unlike = Op(lambda a, b: np.where(a == b, 0, 1), r"[{0} \ne {1}]", "(if Req_EM_T {0:5} {1:5} then 0 else 1)",
             "1 if {0} is not {1}, else 0", (ATOM, ATOM))  # fmt: skip
_all_labels = Op(sum, r"\sum_{{s=1}}^T {0:2}", "sum T (fun s => {0})", "the sum of all {0:2}", (CALL, CALL))
_other = _unlike(y, at_tie)
others = so_far(_other)
made, all_made = update("made", "M", "M"), constant("all_made", "M", "M T")

SPAN = Theorem(
    name="SPAN",
    title="Mistakes of learners in the span of their examples",
    states=(
        "For every sequence of $T$ examples each of which is orthogonal to all before it, and all labels of them: "
        "let a learner predict the sign of {score.left} in round $t$, where its weights are a linear combination of "
        "the examples of the rounds before, however it was made, and so at first the zero vector. Let "
        "{answer.right} be the label that it always predicts at the score zero, or zero if it counts every tie as a "
        "mistake. Then it makes exactly as many mistakes as there are examples whose label is not {answer.right}, "
        "{bound}: all $T$ if ties are mistakes, and always at least {half.right}, which is half of the examples if "
        "the labels are as often positive as negative."
        "\n\n"
        "If $T$ is the number of features and a power of two, the examples can be the rows of a Hadamard matrix, "
        "and the labels any one of its columns but the first. Then a single feature is always right."
    ),
    puts={others: _all_labels(_other.at(AT_S))},
    beside=("half",),
    source="kivinenwarmuthauer1997",
    learner="Every linear learner that starts at the zero vector and adds multiples of examples: `Perceptron`, "
    "`MarginPerceptron`.",
    tight=("attained", "always: it states exactly how many mistakes there are."),
    counts="mistakes",
    measure=_Span,
    hypotheses=(
        Hypothesis("orthogonal",  # a search for the worst of all earlier rounds
            (j.dot(x.at(AT_S), x) == 0).measured("overlap", summed(update("overlap_size"), d)),
            "The example is orthogonal to those of all earlier rounds.", earlier),
        Hypothesis("span",
            # a search for coefficients
            (w.before[j] == _before(v * x.at(AT_S)[j])).measured(
                "off", summed(norm_w.before, T), over=j),
            "The weights before each round are a sum of multiples of the examples of earlier rounds; before the first "
            "they are 0.", ROUNDS),
        Hypothesis("tie-answer", measured("said_at_ties", said) == at_tie,
            "At the score 0 the learner always gives the same answer: one of the labels, or 0, which stands for a tie "
            "that counts as a mistake.", at_ties),
    ),
    lines=(
        Line("score", replace(score == 0, rounding=TIE * score_size),
            "The score is the sum of the multiples of the inner products with the earlier examples, which are all 0.",
            ROUNDS),
        Line("answer", said == at_tie, "So every round is a tie, and has the same answer.", ROUNDS),
        Line("bound", made == others,
            "The answer is wrong exactly where the label differs.", ROUNDS),
        Line("half", all_made >= frac(1, 2) * (T - abs(_all_labels(y.at(AT_S)))),
            "There are at least as many mistakes as rounds with the rarer label, and these are (T − |∑ y|)/2.", RUN),
    ),
)  # fmt: skip
