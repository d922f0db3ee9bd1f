r"""The Perceptron's mistake bound (Block, Novikoff), line by line. Its other forms: `perceptron_forms`.

Legend: u comparator, w weights, r rate, gamma margin, R radius, t updates so far, U all updates.

Names of measured quantities: uu = ||u||^2, R2 = R^2; uw = <u, w_t> and ww = ||w_t||^2 for t = 0, 1, ..., U;
ux = y_t <u, x_t>, wx = y_t <w_{t-1}, x_t>, xx = ||x_t||^2 and step = w_t - w_{t-1} - r y_t x_t for t = 1, ..., U.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..checks import check_number, check_positive, check_vector
from ..trace import Trace
from ..types import Number, Vector
from .core import RUN, Hypothesis, Line, Squeeze, Theorem, mistake_driven
from .measure import dot, greatest_square, least_margin, length, ratio, rowdot, signed_square, together

__all__ = ["NOVIKOFF"]

# --- what is measured on a run -----------------------------------------------------------------------------------


def measure_run(trace: Trace, u: np.ndarray) -> SimpleNamespace:
    """What every theorem on additive updates reads off a run and a comparator."""
    W, A, y = trace.weights, trace.update_X, trace.update_y.astype(np.int64)
    r: Any = check_number(getattr(trace.learner, "rate", 1), "rate")
    r = int(r) if r == int(r) else r
    W, A = together(W, A)
    return SimpleNamespace(
        u=u,
        r=r,
        t=np.arange(1, trace.n_updates + 1).astype(object),
        uu=dot(u[None], u)[0],
        uw=dot(W, u),
        ux=y * dot(A, u),
        ww=rowdot(W, W),
        wx=y * rowdot(W[:-1], A),
        xx=rowdot(A, A),
        step=abs(W[1:] - W[:-1] - r * y[:, None] * A).max(axis=1),
    )


def novikoff(trace: Trace, u: Vector, gamma: Number | None = None, radius: Number | None = None) -> SimpleNamespace:
    """The comparator u separates the examples; gamma and radius are read off the data, the rate off the learner."""
    u = check_vector(u, trace.update_X.shape[1])
    q = measure_run(trace, u)
    q.gamma = least_margin(trace, u) if gamma is None else check_positive(gamma, "gamma")
    q.R2 = greatest_square(trace) if radius is None else check_positive(radius, "radius") ** 2
    return q


# --- the hypotheses ----------------------------------------------------------------------------------------------

ADDITIVE = (
    Hypothesis("start", r"\|w_0\| = 0",
        "The weights before the first round are the zero vector.",
        lambda q: (q.ww[:1], 0), "=", at=RUN, squared=True),
    Hypothesis("rate", r"r > 0",
        "The rate r, by which every update is multiplied, is positive.",
        lambda q: (q.r, 0), ">", at=RUN),
    Hypothesis("update-rule", r"w_t - (w_{t-1} + r\, y_t x_t) = 0",
        "Every update adds r y x to the weights: the example, times its label, times the rate.",
        lambda q: (q.step, 0), "=", scale=lambda q: length(q.ww[:-1]) + abs(float(q.r)) * length(q.xx)),
    mistake_driven("Every mistake is an update, so a bound on the updates is a bound on the mistakes."),
)  # fmt: skip

MISTAKE = Hypothesis("mistake", r"y_t \langle w_{t-1}, x_t\rangle \le 0",
    "Every update is made on an example whose signed score was negative or zero: the prediction was wrong, or a tie.",
    lambda q: (q.wx, 0), scale=lambda q: length(q.ww[:-1]) * length(q.xx))  # fmt: skip

PROTOCOL = (*ADDITIVE, MISTAKE)

RADIUS = Hypothesis("radius", r"\|x_t\| \le R",
    "Every example of an update is at most R long.",
    lambda q: (q.xx, q.R2), squared=True)  # fmt: skip

POSITIVE = Hypothesis("positive-margin", r"\gamma > 0",
    "The margin γ is positive.",
    lambda q: (q.gamma, 0), ">", at=RUN, scale=lambda q: length(q.uu) * length(q.R2))  # fmt: skip

MARGIN = Hypothesis("margin", r"y_t \langle u, x_t\rangle \ge \gamma",
    "The comparator u has a signed score of at least γ on the example of every update.",
    lambda q: (q.ux, q.gamma), ">=")  # fmt: skip

SEPARATED = (POSITIVE, MARGIN)

# --- the proof, line by line -------------------------------------------------------------------------------------

PROGRESS = (
    Line("shift", r"\langle u, w_t\rangle = \langle u, w_{t-1}\rangle + r\, y_t \langle u, x_t\rangle",
        "The update adds r y x to w, and the inner product with u is linear.",
        lambda q: (q.uw[1:], q.uw[:-1] + q.r * q.ux), "="),
    Line("progress", r"\langle u, w_t\rangle \ge \langle u, w_{t-1}\rangle + r\gamma",
        "The example has a margin of at least γ under u, so each update raises ⟨u, w⟩ by at least rγ.",
        lambda q: (q.uw[1:], q.uw[:-1] + q.r * q.gamma), ">="),
)  # fmt: skip

IDENTITY = Line("growth-identity",
    r"\|w_t\|^2 = \|w_{t-1}\|^2 + 2r\, y_t \langle w_{t-1}, x_t\rangle + r^2 \|x_t\|^2",
    "Expand the square of w + r y x; the square of the label y is 1.",
    lambda q: (q.ww[1:], q.ww[:-1] + 2 * q.r * q.wx + q.r**2 * q.xx), "=", scale=lambda q: q.ww[:-1] + q.r**2 * q.xx,
)  # fmt: skip

GROWTH = (
    Line("mistake-term", r"\|w_t\|^2 \le \|w_{t-1}\|^2 + r^2 \|x_t\|^2",
        "The update followed a mistake, so the middle term is at most zero: drop it.",
        lambda q: (q.ww[1:], q.ww[:-1] + q.r**2 * q.xx)),
    Line("growth", r"\|w_t\|^2 \le \|w_{t-1}\|^2 + r^2 R^2",
        "The example is no longer than R, so each update raises ‖w‖² by at most r²R².",
        lambda q: (q.ww[1:], q.ww[:-1] + q.r**2 * q.R2)),
)  # fmt: skip

TOTAL_PROGRESS = Line("total-progress", r"\langle u, w_t\rangle \ge r\gamma t",
    "Add up the progress of t updates, starting from zero.",
    lambda q: (q.uw[1:], q.r * q.gamma * q.t), ">=")  # fmt: skip

TOTAL_LENGTH = Line("total-length", r"\|w_t\|^2 \le r^2 \sum_{s=1}^t \|x_s\|^2",
    "Add up the growth of t updates, starting from zero, each at most by its own example.",
    lambda q: (q.ww[1:], q.r**2 * np.cumsum(q.xx)))  # fmt: skip

TOTAL_GROWTH = Line("total-growth", r"\|w_t\|^2 \le r^2 R^2 t",
    "None of the t examples is longer than R.",
    lambda q: (q.ww[1:], q.r**2 * q.R2 * q.t))  # fmt: skip

CAUCHY_SCHWARZ = Line("cauchy-schwarz", r"\langle u, w_t\rangle \le \|u\| \|w_t\|",
    "An inner product is at most the product of the two lengths (Cauchy and Schwarz).",
    lambda q: (signed_square(q.uw[1:]), q.uu * q.ww[1:]), squared=True)  # fmt: skip

SANDWICH = Line("sandwich", r"r\gamma t \le \|u\| r R \sqrt{t}",
    "Chain the three: total progress from below, Cauchy–Schwarz, and the root of total growth from above.",
    lambda q: (signed_square(q.r * q.gamma * q.t), q.uu * q.r**2 * q.R2 * q.t), squared=True)  # fmt: skip

LEDGER = (*PROGRESS, IDENTITY, *GROWTH, TOTAL_PROGRESS, TOTAL_LENGTH, TOTAL_GROWTH, CAUCHY_SCHWARZ, SANDWICH)


def bound(q: SimpleNamespace) -> Any:
    """||u||^2 R^2 / gamma^2, as the product of two quotients, which keeps within the range of floats for longer."""
    return ratio(q.uu, q.gamma) * ratio(q.R2, q.gamma) if q.gamma > 0 else math.inf


BOUND = Line("bound", r"t \le \|u\|^2 R^2 / \gamma^2",
    "Divide by rγ√t, then square.",
    lambda q: (q.t, bound(q)))  # fmt: skip

# --- its picture, and the theorem --------------------------------------------------------------------------------


def progress_against_growth(q: SimpleNamespace, G: Any, upper_label: str, meets: Any) -> Squeeze:
    """The squeeze of every additive proof: an update adds r gamma to <u, w>, and at most r^2 G to ||w||^2."""
    r, gamma, u, step = float(q.r), float(q.gamma), length(q.uu), length(G)
    return Squeeze(
        lower=lambda t: r * gamma * np.asarray(t),
        upper=lambda t: u * r * step * np.sqrt(t),
        lower_label=r"r\gamma t",
        upper_label=upper_label,
        inner={r"\langle u, w_t\rangle": q.uw.astype(float), r"\|u\| \|w_t\|": u * length(q.ww)},
        meets=float(meets),
        quantity="alignment with u, and length of w",
    )


NOVIKOFF = Theorem(
    name="NOVIKOFF",
    title="Perceptron mistake bound",
    statement=(
        r"Let $u \ne 0$ be a vector, and let $\gamma > 0$ and $R$ be numbers. Suppose that every example $x$ on "
        r"which the Perceptron makes a mistake, with its label $y$, satisfies $y\langle u, x\rangle \ge \gamma$ "
        r"and $\|x\| \le R$. Then the Perceptron makes at most $\|u\|^2 R^2 / \gamma^2$ mistakes: for every rate "
        r"$r > 0$, under either rule for ties, however many examples are shown and in whatever order."
        "\n\n"
        r"For a vector $u$ of length $1$ the bound is $R^2 / \gamma^2$."
    ),
    formula=r"M \le \frac{\|u\|^2 R^2}{\gamma^2}",
    source="novikoff1962",
    learner="`Perceptron`.",
    tight="Exactly, by an opponent who shows orthonormal examples and answers the opposite of every prediction.",
    measure=novikoff,
    hypotheses=(*PROTOCOL, RADIUS, *SEPARATED),
    lines=(*LEDGER, BOUND),
    bound=bound,
    squeeze=lambda q: progress_against_growth(q, q.R2, r"\|u\| r R\sqrt{t}", bound(q)),
)
