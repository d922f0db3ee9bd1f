r"""The margin Perceptron: a bound on its updates, and the part of the margin that its last weights have.

Legend: u comparator, w weights, eta learning rate, tau the threshold for a signed score, gamma margin,
R radius, t updates so far, U all of them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import dot, is_exact, rowdot
from ..certificates.core import RUN, Hypothesis, Line, Theorem
from ..certificates.expressions import constant, frac, measured
from ..certificates.functions import sqrt
from ..certificates.letters import eta, gamma, t
from ..certificates.measure import examples, length, setting
from ..errors import NotRecorded
from ..protocol import TIE
from ..trace import Trace
from ..types import Vector
from . import perceptron
from .perceptron import R2, Novikoff, norm_u, norm_w, radius, tie, uu, ww, wx

__all__ = ["MARGIN_FRACTION", "MARGIN_PERCEPTRON"]

# --- measuring a run ---------------------------------------------------------------------------------------------


class _MarginPerceptron(Novikoff):
    """The comparator u separates the examples; margin and radius come from the data, the rest from the learner."""

    def __init__(self, trace: Trace, u: Vector) -> None:
        super().__init__(trace, u)
        self.tau, self.U = setting(trace, "threshold", "MarginPerceptron"), trace.n_updates


class _MarginFraction(_MarginPerceptron):
    """As for the bound. The run is on arrays, so that its last weights can be judged on all examples."""

    def __init__(self, trace: Trace, u: Vector) -> None:
        if trace.X is None:
            raise NotRecorded(
                "the data of this run were streamed and not kept: play on arrays to judge its last weights."
            )
        super().__init__(trace, u)
        X, y = examples(trace)
        scores = y * dot(X, trace.weights[-1])
        called_for, self.least, self.ties = scores < self.tau, scores.min(), 0
        late = np.count_nonzero(trace.updates >= trace.n_rounds - len(y))
        if not late and not is_exact(scores):  # the learner may take a score just below the threshold for a tie
            rounding = 2 * TIE * norm_w.last.value(self) * length(rowdot(X, X))
            self.ties = int(np.count_nonzero(called_for & (scores >= self.tau - rounding)))
        # as a float among floats, so that the claim is not compared exactly
        self.late = type(self.least)(late or np.count_nonzero(called_for))


# --- the quantities of a run -------------------------------------------------------------------------------------

tau = constant("tau", r"\tau")
G, slowest = R2 + 2 * tau / eta, eta * R2 + 2 * tau
least = measured("least", constant("least", r"\min_i y_i \langle w_U, x_i\rangle", "least_score d (w U) es"),
                 terms=norm_w.last * radius)  # fmt: skip
late = constant("late", r"\text{updates in the last pass}",
                "INR (length (updates vec (narrow_escape strict d tau) (update eta) (w U) es))")  # fmt: skip

# --- hypotheses and lines ----------------------------------------------------------------------------------------

POSITIVE_THRESHOLD = Hypothesis("positive-threshold", tau > 0, "The threshold τ is positive.", RUN)

NARROW = Hypothesis("narrow", replace(wx <= tau, rounding=tie),
    "An update happens only where the signed score is at most the threshold τ.")


SANDWICH = Line("sandwich", eta * gamma * t <= norm_u * eta * sqrt(G * t),
    "Chain the three: total progress from below, Cauchy–Schwarz, and the root of total growth from above.")

LEDGER = (
    *perceptron.PROGRESS,
    perceptron.TOTAL_PROGRESS,
    perceptron.IDENTITY,
    Line("growth", ww <= ww.before + 2 * eta * tau + eta**2 * R2,
        "The middle term of the square is 2η times the old signed score, now at most τ instead of 0."),
    Line("total-growth", ww <= eta**2 * G * t, "Add up the growth of t updates, starting from zero."),
    perceptron.CAUCHY_SCHWARZ,
    SANDWICH,
    # the product of two quotients keeps within the range of floats for longer
    Line("bound", t <= replace(uu * G / gamma**2, by=uu / gamma * (G / gamma)), "Divide by ηγ√t, then square."),
)  # fmt: skip


MARGIN_PERCEPTRON = Theorem(
    name="MARGIN_PERCEPTRON",
    title="Update bound of the margin Perceptron",
    states=(
        "For every threshold {positive-threshold}, every learning rate {learning-rate}, every vector $u$ and every "
        "sequence of labelled examples, none of them longer than $R$, on each of which $u$ has a margin of at least "
        "{positive-margin}, that is {margin.bare}: the margin Perceptron, started at the zero vector, makes at "
        "most {bound.right} updates. Each of its mistakes is an update."
    ),
    puts={t: constant("U")},
    source="lizaragozaherbrich2002",
    learner="`MarginPerceptron`.",
    builds_on=(("NOVIKOFF", r"that is the case $\tau = 0$; updates may add $2\eta\tau$ more to $\|w_t\|^2$"),),
    tight=(
        "approached",
        "as the threshold becomes small, by orthonormal examples; and for a large threshold and a small "
        r"margin, by examples $(s, \gamma)$ in the plane whose scores are just below $\tau$.",
    ),
    measure=_MarginPerceptron,
    hypotheses=(POSITIVE_THRESHOLD, *perceptron.ADDITIVE, NARROW, perceptron.RADIUS, *perceptron.SEPARATED),
    lines=LEDGER,
    squeeze=replace(perceptron.PICTURE, upper=SANDWICH.says.right),
)


MARGIN_FRACTION = replace(
    MARGIN_PERCEPTRON,
    name="MARGIN_FRACTION",
    title="Margin of the margin Perceptron",
    builds_on=(("MARGIN_PERCEPTRON", "few updates leave the last weights short"),),
    tight=("approached",
        "for a small threshold, and also for a large threshold and a small margin, by examples in the "
        "plane, and never attained: no share of the margin above one half can be guaranteed."),
    states=(
        "For every threshold {positive-threshold}, every learning rate {learning-rate}, every vector $u$ and every "
        "non-empty finite set of labelled examples, none of them longer than $R$, on each of which $u$ has a margin "
        "of at least {positive-margin}: the margin Perceptron, started at the zero vector and shown the whole set "
        "in pass after pass, comes to a pass without an update. The number $U$ of its updates is such that {bound}, "
        "and the weights that it then has keep a part of the margin, both measured as distances:"
        "\n\n"
        r"{fraction:\displaystyle }."
    ),
    beside=("fraction",),
    measure=_MarginFraction,
    hypotheses=(
        *MARGIN_PERCEPTRON.hypotheses,
        Hypothesis("stopped", replace(late == 0, rounding=constant("ties")),
            "In the final pass, which shows every example, none calls for an update.", RUN),
    ),
    lines=(
        *LEDGER,
        Line("short", norm_w.last <= eta * norm_u * G / gamma,
            "Put the bound on the updates into total growth: the last weights are not too long.", RUN),
        Line("satisfied", tau <= least,
            "Otherwise some example of the last pass would have called for an update.", RUN),
        Line("fraction", replace(frac(tau * gamma, slowest * norm_u), by=tau / slowest * (gamma / norm_u))
             <= frac(least, norm_w.last),
            "Divide the last line by the one before it.", RUN),
    ),
)  # fmt: skip
