r"""The margin Perceptron: a bound on its updates, and the part of the margin that its last weights have.

Legend: u comparator, w weights, r rate, eta the threshold that it asks of a signed score, gamma margin, R radius,
t updates so far, U all of them.
"""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..errors import NotRecorded
from ..trace import Trace
from ..types import Vector
from .core import RUN, TOLERANCE, Hypothesis, Line, Theorem
from .expressions import constant, frac, measured
from .functions import sqrt
from .measure import dot, examples, least_margin, length, ratio, rowdot, setting
from .perceptron import (
    ADDITIVE,
    CAUCHY_SCHWARZ,
    IDENTITY,
    PROGRESS,
    R2,
    RADIUS,
    SEPARATED,
    TOTAL_PROGRESS,
    R,
    gamma,
    norm_u,
    norm_w,
    novikoff,
    progress_against_growth,
    r,
    t,
    uu,
    ww,
    wx,
)  # fmt: skip

__all__ = ["MARGIN_FRACTION", "MARGIN_PERCEPTRON"]

# --- measuring a run ---------------------------------------------------------------------------------------------


def _margin_perceptron(trace: Trace, u: Vector) -> SimpleNamespace:
    """The comparator u separates the examples; margin and radius come from the data, the rest from the learner."""
    q = novikoff(trace, u)
    q.eta = setting(trace, "threshold", "MarginPerceptron")
    q.eta = int(q.eta) if q.eta == int(q.eta) else q.eta
    q.G = q.R2 + 2 * ratio(q.eta, q.r) if q.r > 0 else math.inf
    return q


def _margin_fraction(trace: Trace, u: Vector) -> SimpleNamespace:
    """As for the bound. The run is on arrays, so that its last weights can be judged on all examples."""
    if trace.X is None:
        raise NotRecorded("the data of this run were streamed and not kept: play on arrays to judge its last weights.")
    q = _margin_perceptron(trace, u)
    q.least = least_margin(trace, trace.weights[-1])
    q.late = int(np.count_nonzero(trace.updates >= trace.n_rounds - len(trace.y))) or _called_for(trace, q)
    return q


def _called_for(trace: Trace, q: SimpleNamespace) -> int:
    """How many examples call for an update of the last weights: by more than rounding, or exactly."""
    X, y = examples(trace)
    scores = y * dot(X, trace.weights[-1])
    rounding = 0 if scores.dtype.kind == "O" else TOLERANCE * length(q.ww[-1]) * length(rowdot(X, X))
    return int(np.count_nonzero(scores < q.eta - rounding))


# --- the quantities of a run -------------------------------------------------------------------------------------

eta = constant("eta", r"\eta")
G = measured("G", R**2 + 2 * eta / r)
least = measured("least", constant("least", r"\min_i y_i \langle w_U, x_i\rangle", "least_score d (w U) es"),
                 terms=lambda q: length(q.ww[-1]) * length(q.R2))  # fmt: skip
late = constant("late", r"\text{updates in the last pass}",
                "INR (length (updates vec (narrow_escape strict d eta) (update r) (w U) es))")  # fmt: skip

# --- hypotheses and lines ----------------------------------------------------------------------------------------

POSITIVE_THRESHOLD = Hypothesis("positive-threshold", eta > 0, "The threshold η is positive.", RUN)

NARROW = Hypothesis("narrow", wx <= eta, "An update happens only where the signed score is at most the threshold η.")


def _bound(q: SimpleNamespace) -> Any:
    return ratio(q.uu, q.gamma) * ratio(q.G, q.gamma) if q.gamma > 0 else math.inf


LEDGER = (
    *PROGRESS,
    TOTAL_PROGRESS,
    IDENTITY,
    Line("growth", ww <= ww.before + 2 * r * eta + r**2 * R2,
        "The middle term of the square is 2r times the old signed score, now at most η instead of 0."),
    Line("total-growth", ww <= r**2 * G * t, "Add up the growth of t updates, starting from zero."),
    CAUCHY_SCHWARZ,
    Line("sandwich", r * gamma * t <= norm_u * r * sqrt(G * t),
        "Chain the three: total progress from below, Cauchy–Schwarz, and the root of total growth from above."),
    Line("bound", t <= measured(_bound, uu * G / gamma**2), "Divide by rγ√t, then square."),
)  # fmt: skip


MARGIN_PERCEPTRON = Theorem(
    name="MARGIN_PERCEPTRON",
    title="Update bound of the margin Perceptron",
    statement=(
        r"For every threshold $\eta > 0$, every rate $r > 0$, every vector $u$ and every sequence of labelled "
        r"examples, none of them longer than $R$, on each of which $u$ has a margin of at least $\gamma > 0$, that is "
        r"$y\langle u, x\rangle \ge \gamma$: the margin Perceptron, started at $w_0 = 0$, makes at most $\|u\|^2 (R^2 "
        r"+ 2\eta/r)/\gamma^2$ updates. Its mistakes are among them."
    ),
    formula=r"U \le \frac{\|u\|^2 (R^2 + 2\eta/r)}{\gamma^2}",
    source="lizaragozaherbrich2002",
    learner="`MarginPerceptron`.",
    builds_on=(("NOVIKOFF", r"that is the case $\eta = 0$; updates may add $2r\eta$ more to $\|w_t\|^2$"),),
    tight="In the limit of a small threshold, by orthonormal examples; of a large one they use up half, and whether "
    "others use up more is open.",
    measure=_margin_perceptron,
    hypotheses=(POSITIVE_THRESHOLD, *ADDITIVE, NARROW, RADIUS, *SEPARATED),
    lines=LEDGER,
    bound=_bound,
    squeeze=lambda q: progress_against_growth(q, q.G, r"\|u\| r \sqrt{(R^2 + 2\eta/r)\, t}", _bound(q)),
)


MARGIN_FRACTION = replace(
    MARGIN_PERCEPTRON,
    name="MARGIN_FRACTION",
    title="Margin of the margin Perceptron",
    learner="`MarginPerceptron`.",
    builds_on=(("MARGIN_PERCEPTRON", "few updates leave the last weights short"),),
    tight="Never met, but nearly for a small threshold; whether the half that it comes to for a large one could be "
    "more is open.",
    statement=(
        r"For every threshold $\eta > 0$, every rate $r > 0$, every vector $u$ and every non-empty finite set of "
        "labelled examples $(x_i, y_i)$, none of them longer than $R$, on each of which $u$ has a margin of at least "
        r"$\gamma > 0$: the margin Perceptron, started at $w_0 = 0$ and shown the whole set in pass after pass, comes "
        "to a pass without an update. The weights $w$ that it then has keep a part of the margin, both measured as "
        r"distances: $\min_i y_i \langle w, x_i\rangle / \|w\|$ is at least $\eta/(r R^2 + 2\eta)$ times "
        r"$\gamma/\|u\|$."
    ),
    formula=r"\frac{\min_i y_i \langle w, x_i\rangle}{\|w\|} \ge \frac{\eta\gamma}{(r R^2 + 2\eta) \|u\|}",
    measure=_margin_fraction,
    hypotheses=(
        *MARGIN_PERCEPTRON.hypotheses,
        Hypothesis("stopped", late == 0,
            "In the last pass, which shows every example, none calls for an update.", RUN),
    ),
    lines=(
        *LEDGER,
        Line("short", norm_w.last <= r * norm_u * G / gamma,
            "Put the bound on the updates into total growth: the last weights are not too long.", RUN),
        Line("satisfied", eta <= least,
            "Otherwise some example of the last pass would have called for an update.", RUN),
        Line("fraction", frac(eta * gamma, (r * R2 + 2 * eta) * norm_u) <= frac(least, norm_w.last),
            "Divide the last line by the one before it.", RUN),
    ),
)  # fmt: skip
