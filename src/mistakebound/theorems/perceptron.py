r"""The Perceptron's mistake bound (Block, Novikoff), line by line. Its other forms: `perceptron_forms`.

Legend: u comparator, w weights, eta learning rate, gamma margin, R radius, t updates so far, U all updates.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..arrays import EPSILON, dot, floats, rowdot
from ..certificates.core import RUN, Hypothesis, Line, Quantities, Squeeze, Theorem, mistakes_update
from ..certificates.expressions import constant
from ..certificates.functions import add, largest_so_far, scale, so_far, sqrt
from ..certificates.letters import R, eta, gamma, j, t, u, w, x, y
from ..certificates.measure import greatest_square, margin, one_for_each, setting, the_worse
from ..checks import check_positive, check_vector
from ..protocol import TIE
from ..trace import Trace
from ..types import Given, Vector

__all__ = ["NOVIKOFF"]

# --- a run, and the letters for what it has ----------------------------------------------------------------------


class Additive(Quantities):
    """The quantities that every theorem on additive updates reads off a run and a comparator."""

    def __init__(self, trace: Trace, u: np.ndarray) -> None:
        self.u, self.w, self.x = u, one_for_each(len(u), "feature", trace.weights), trace.update_X
        self.y = trace.update_y.astype(np.int64)
        self.eta = setting(trace, "eta", "Perceptron", default=1)
        self.t = np.arange(1, trace.n_updates + 1).astype(object)

    @property
    def score_rounding(self) -> Any:
        """The rounding of a score of u, and so of its margin: each of the d products and sums is rounded once."""
        return len(self.u) * EPSILON * floats(dot(abs(self.x), abs(self.u))).max(initial=0)


class Novikoff(Additive):
    """The comparator u separates the examples; gamma and radius are read off the data, eta off the learner."""

    def __init__(self, trace: Trace, u: Vector, gamma: Given = None, radius: Given = None) -> None:
        u = check_vector(u, trace.update_X.shape[1])
        super().__init__(trace, u)
        gamma = None if gamma is None else check_positive(gamma, "gamma")
        self.gamma = self.used("gamma", gamma, margin(trace, u, gamma))
        if radius is None:
            self.R2 = greatest_square(trace)
        else:
            square = check_positive(radius, "radius") ** 2
            self.R2 = self.used("radius", square, the_worse(square, rowdot(self.x, self.x), max))


radius = replace(R, of="R2", squared=True)
norm_u, norm_w, norm_x = j.norm(u), j.norm(w), j.norm(x)
uu, R2, ww, xx = norm_u**2, radius**2, norm_w**2, norm_x**2
# w is a sum, and its rounding is relative to its longest value so far
uw, ux = replace(j.dot(u, w), terms=norm_u * largest_so_far(norm_w)), y * j.dot(u, x)
wx = replace(y * j.dot(w.before, x), terms=norm_w.before * norm_x)
# a score no larger than this counts as a tie
tie = 2 * TIE * (norm_w.before * norm_x)

# --- the hypotheses ----------------------------------------------------------------------------------------------

ADDITIVE = (
    Hypothesis("start", norm_w.start == 0, "The weights before the first round are the zero vector.", RUN),
    Hypothesis("learning-rate", eta > 0, "The learning rate η, by which every update is multiplied, is positive.", RUN),
    Hypothesis("update-rule", w == add(w.before, scale(eta * y, x)),
        "Every update adds η y x to the weights: the example, times its label, times the learning rate."),
    mistakes_update("Every mistake is an update, so a bound on the updates is a bound on the mistakes."),
)  # fmt: skip

MISTAKE = Hypothesis("mistake", replace(wx <= 0, rounding=tie),
    "Every update is made on an example whose signed score was negative or zero: the prediction was wrong, or a tie.")

PROTOCOL = (*ADDITIVE, MISTAKE)

RADIUS = Hypothesis("radius", norm_x <= radius, "Every example of an update is at most R long.")

POSITIVE = Hypothesis("positive-margin", replace(gamma > 0, rounding=constant("score_rounding")),
     "The margin γ is positive.", RUN)

MARGIN = Hypothesis("margin", ux >= gamma,
    "The comparator u has a signed score of at least γ on the example of every update.")

SEPARATED = (POSITIVE, MARGIN)

# --- the proof, line by line -------------------------------------------------------------------------------------

PROGRESS = (
    Line("shift", uw == uw.before + eta * ux, "The update adds η y x to w, and the inner product with u is linear."),
    Line("progress", uw >= uw.before + eta * gamma,
        "The example has a margin of at least γ under u, so each update raises ⟨u, w⟩ by at least ηγ."),
)
IDENTITY = Line("growth-identity", ww == ww.before + 2 * eta * wx + eta**2 * xx,
    "Expand the square of w + η y x; the square of the label y is 1.")
GROWTH = (
    Line("mistake-term", ww <= ww.before + eta**2 * xx,
        "The update followed a mistake, so the middle term is at most zero: drop it."),
    Line("growth", ww <= ww.before + eta**2 * R2,
        "The example is no longer than R, so each update raises ‖w‖² by at most η²R²."),
)
TOTAL_PROGRESS = Line("total-progress", uw >= eta * gamma * t, "Add up the progress of t updates, starting from zero.")
TOTAL_LENGTH = Line("total-length", ww <= eta**2 * so_far(xx),
    "Add up the growth of t updates, starting from zero, each at most by its own example.")
TOTAL_GROWTH = Line("total-growth", ww <= eta**2 * R2 * t, "None of the t examples is longer than R.")
CAUCHY_SCHWARZ = Line("cauchy-schwarz", uw <= norm_u * norm_w,
    "An inner product is at most the product of the two lengths (Cauchy and Schwarz).")
SANDWICH = Line("sandwich", eta * gamma * t <= norm_u * eta * radius * sqrt(t),
    "Chain the three: total progress from below, Cauchy–Schwarz, and the root of total growth from above.")

LEDGER = (*PROGRESS, IDENTITY, *GROWTH, TOTAL_PROGRESS, TOTAL_LENGTH, TOTAL_GROWTH, CAUCHY_SCHWARZ, SANDWICH)


# the product of two quotients keeps within the range of floats for longer
BOUND = Line("bound", t <= replace(uu * R2 / gamma**2, by=uu / gamma * (R2 / gamma)), "Divide by ηγ√t, then square.")

# --- its picture, and the theorem --------------------------------------------------------------------------------


PICTURE = Squeeze(
    lower=SANDWICH.says.left,
    upper=SANDWICH.says.right,
    inner=(uw, norm_u * norm_w),
    quantity="alignment with u, and length of w",
)

NOVIKOFF = Theorem(
    name="NOVIKOFF",
    title="Perceptron mistake bound",
    states=(
        "Let $u$ be a vector that is not zero, and let {positive-margin} and $R$ be numbers. Suppose that every "
        "example $x$ on which the Perceptron makes a mistake, with its label $y$, satisfies {margin.bare} and "
        "{radius.bare}. Then the Perceptron makes at most {bound.right} mistakes: for every learning rate "
        "{learning-rate}, under either rule for ties, however many examples are shown and in whatever order."
        "\n\n"
        "For a vector $u$ of length one the bound is {unit.right}."
    ),
    also={"unit": uu * R2 / gamma**2 / uu == R2 / gamma**2},
    source="novikoff1962",
    learner="`Perceptron`.",
    tight=("attained", "by an opponent who shows orthonormal examples and answers the opposite of every prediction."),
    measure=Novikoff,
    hypotheses=(*PROTOCOL, RADIUS, *SEPARATED),
    lines=(*LEDGER, BOUND),
    squeeze=PICTURE,
)
