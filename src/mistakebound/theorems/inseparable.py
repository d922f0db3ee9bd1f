r"""The Perceptron on data that no hyperplane separates: Freund and Schapire's bound, proved twice, and its hinge form.

Legend: u any comparator, gamma any margin > 0 that is asked of it, d_t = max(0, gamma - y_t <u, x_t>) by how much it
falls short at update t, D the root of the sum of their squares; R radius, r rate, w weights, t updates so far. Delta
the value of a fresh feature, e_t its place, and x'_t = (x_t, Delta e_t), u', w' the examples, comparator and weights
with fresh features. L = sum d_t / gamma the hinge losses, B = ||u|| R / gamma.

Names of measured quantities, besides those of `perceptron`: d, dsum and L_t their sums up to t (over gamma, in L_t),
D2 = D^2, reach = r (||u|| R + gamma), which no term of an update's progress exceeds; delta, delta2 = Delta^2, lift =
D^2 / Delta^2; and, of the updates played anew with fresh features, uu2 = ||u'||^2, ux2 =
y <u', x'>, xx2 = ||x'||^2, wx2 = y <w'_{t-1}, x'_t>, uw2 = <u', w'_t> and ww2 = ||w'_t||^2.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..checks import check_positive, check_vector
from ..errors import MistakeBoundError
from ..trace import Trace
from ..types import Number, Vector
from .core import RUN, Line, Squeeze, Theorem
from .measure import floats, greatest_square, length, ratio, signed_square, together
from .perceptron import CAUCHY_SCHWARZ, GROWTH, IDENTITY, PROTOCOL, RADIUS, TOTAL_GROWTH, measure_run

__all__ = ["FRESH_FEATURES", "FREUND_SCHAPIRE", "HINGE"]

# --- measuring a run ---------------------------------------------------------------------------------------------


def _inseparable(trace: Trace, u: Vector, gamma: Number) -> SimpleNamespace:
    """Any comparator u and any margin gamma > 0; the radius is read off the data, the rate off the learner."""
    u = check_vector(u, trace.update_X.shape[1])
    q = measure_run(trace, u)
    q.gamma = check_positive(gamma, "gamma")
    q.R2 = greatest_square(trace)
    q.d = np.maximum(q.gamma - q.ux, 0)
    q.dsum = np.cumsum(q.d)
    q.D2 = sum((q.d * q.d).tolist())
    q.reach = float(q.r) * (length(q.uu) * length(q.R2) + float(q.gamma))
    return q


def _hinge(trace: Trace, u: Vector, gamma: Number) -> SimpleNamespace:
    """Any comparator u and any margin gamma > 0; the radius is read off the data, the rate off the learner."""
    q = _inseparable(trace, u, gamma)
    q.L_t = ratio(q.dsum, q.gamma)
    q.L = q.L_t[-1] if len(q.L_t) else 0
    q.B2 = ratio(q.uu, q.gamma) * ratio(q.R2, q.gamma)
    return q


def _fresh_features(trace: Trace, u: Vector, gamma: Number, delta: Number | None = None) -> SimpleNamespace:
    """Any comparator u and margin gamma > 0; delta, the fresh features' value, is the best one unless it is given."""
    q = _inseparable(trace, u, gamma)
    if delta is not None:
        q.delta = check_positive(delta, "delta")
    elif not q.D2:  # where u never falls short, nothing is added
        q.delta = 0
    elif not q.R2:  # all examples are zero: the bound sinks to D^2 / gamma^2 as delta does, and never gets there
        raise MistakeBoundError("all examples are zero, so no delta is the best: the smaller, the better. Give one.")
    elif not 0 < (best := math.sqrt(length(q.R2) * length(q.D2 / q.uu))) < math.inf:
        raise MistakeBoundError(f"the best delta is {best} as a float: give one, or rescale X.")
    else:
        q.delta = best
    q.delta2 = q.delta * q.delta
    y = trace.update_y.astype(np.int64)
    own = ratio(y * q.d, q.delta) if q.delta else 0 * q.d  # what u' has in the fresh place of each update
    q.lift = ratio(q.D2, q.delta2) if q.delta else 0
    q.uu2, (q.ux2, q.xx2, q.wx2, q.uw2, q.ww2) = _replayed(trace, u, own, q.delta, q.r)
    return q


def _replayed(trace: Trace, u: Any, own: Any, delta: Any, r: Any) -> Any:
    """The updates played anew, each example with its fresh feature: what the proof by fresh features speaks of."""
    A, start = together(trace.update_X, trace.weights[0])
    U = trace.n_updates
    kind = float if np.result_type(A, own, np.asarray(delta), np.asarray(r)).kind == "f" else object
    X = np.hstack([A, np.diag(np.full(U, delta, dtype=kind))]).astype(kind)
    u, w, rows = np.append(u, own).astype(kind), np.append(start, U * [0]).astype(kind), []
    for x, y in zip(X, trace.update_y.tolist(), strict=True):
        score = y * w.dot(x)
        w = w + r * y * x
        rows.append((y * u.dot(x), x.dot(x), score, u.dot(w), w.dot(w)))
    return u.dot(u), np.array(rows, dtype=kind).reshape(U, 5).T


# --- the direct proof --------------------------------------------------------------------------------------------

STAYS_SHORT = (IDENTITY, *GROWTH, TOTAL_GROWTH, CAUCHY_SCHWARZ)


def _root_bound(q: SimpleNamespace) -> Any:
    """||u|| R + D."""
    return length(q.uu) * length(q.R2) + length(q.D2)


def _bound(q: SimpleNamespace) -> Any:
    return float((_root_bound(q) / float(q.gamma)) ** 2)


FREUND_SCHAPIRE = Theorem(
    name="FREUND_SCHAPIRE",
    title="Perceptron mistake bound for inseparable data",
    statement=(
        r"For every vector $u \ne 0$, every number $\gamma > 0$, every rate $r > 0$ and every finite sequence of "
        "labelled examples, separable or not, none of them longer than $R$: the Perceptron, started at $w_0 = 0$, "
        r"makes at most $(\|u\| R + D)^2/\gamma^2$ mistakes."
        "\n\n"
        r"Here $D = \sqrt{d_1^2 + \cdots + d_M^2}$, where $M$ is the number of mistakes and $d_t = \max(0, \gamma - "
        r"y_t \langle u, x_t\rangle)$ is by how much $u$ falls short of the margin $\gamma$ on the example $x_t$ of "
        "the $t$-th mistake, whose label is $y_t$."
    ),
    formula=r"M \le \frac{(\|u\| R + D)^2}{\gamma^2}, \quad D^2 = \sum_t d_t^2",
    source="freundschapire1999",
    learner="`Perceptron`.",
    builds_on=(("NOVIKOFF", "that is the case $D = 0$; the lines on the length of $w_t$ stay"),),
    tight="Exactly, on separable data and on some that are not; never where $u$ itself is wrong about a mistake.",
    measure=_inseparable,
    hypotheses=(*PROTOCOL, RADIUS),
    lines=(
        Line("progress", r"\langle u, w_t\rangle \ge \langle u, w_{t-1}\rangle + r(\gamma - d_t)",
            "The signed score of u on the example is at least γ − d: d is by how much it falls short of γ.",
            lambda q: (q.uw[1:], q.uw[:-1] + q.r * (q.gamma - q.d)), ">=", scale=lambda q: q.reach * q.t),
        Line("total-progress", r"\langle u, w_t\rangle \ge r(\gamma t - \sum_{s=1}^t d_s)",
            "Add up the progress of t updates, starting from zero.",
            lambda q: (q.uw[1:], q.r * (q.gamma * q.t - q.dsum)), ">=", scale=lambda q: q.reach * q.t),
        Line("shortfall", r"\sum_{s=1}^t d_s \le D \sqrt{t}",
            "The sum of t numbers is their inner product with t ones (Cauchy and Schwarz).",
            lambda q: (signed_square(q.dsum), q.D2 * q.t), squared=True),
        *STAYS_SHORT,
        Line("ceiling", r"\langle u, w_t\rangle \le \|u\| r R \sqrt{t}",
            "Chain Cauchy–Schwarz and total growth: neither of them looks at the margin.",
            lambda q: (signed_square(q.uw[1:]), q.uu * q.r**2 * q.R2 * q.t), squared=True),
        Line("sandwich", r"\gamma \sqrt{t} \le \|u\| R + D",
            "Chain total progress, shortfall and ceiling; then divide by r√t.",
            lambda q: (float(q.gamma) * length(q.t), _root_bound(q))),
        Line("bound", r"t \le (\|u\| R + D)^2 / \gamma^2",
            "Square, and divide by γ².",
            lambda q: (q.t, _bound(q))),
    ),
    bound=_bound,
    squeeze=lambda q: Squeeze(
        lower=lambda t: float(q.r) * (float(q.gamma) * np.asarray(t) - length(q.D2) * np.sqrt(t)),
        upper=lambda t: length(q.uu) * float(q.r) * length(q.R2) * np.sqrt(t),
        lower_label=r"r(\gamma t - D\sqrt{t})",
        upper_label=r"\|u\| r R\sqrt{t}",
        inner={r"\langle u, w_t\rangle": floats(q.uw), r"\|u\| \|w_t\|": length(q.uu) * length(q.ww)},
        meets=_bound(q),
        quantity="alignment with u, and length of w",
    ),
)  # fmt: skip


# --- the proof by a fresh feature for each round -----------------------------------------------------------------


def _fresh_bound(q: SimpleNamespace) -> Any:
    return ratio((q.R2 + q.delta2) * (q.uu + q.lift), q.gamma * q.gamma)


def _fresh_length(q: SimpleNamespace) -> Any:
    """||u'||."""
    return length(q.uu2)


FRESH_FEATURES = Theorem(
    name="FRESH_FEATURES",
    title="Perceptron mistake bound by a fresh feature for each round",
    statement=(
        r"For every vector $u \ne 0$, all numbers $\gamma > 0$ and $\Delta > 0$, every rate $r > 0$ and every finite "
        "sequence of labelled examples, separable or not, none of them longer than $R$: the Perceptron, started at "
        r"$w_0 = 0$, makes at most $(R^2 + \Delta^2)(\|u\|^2 + D^2/\Delta^2)/\gamma^2$ mistakes."
        "\n\n"
        r"Here $D = \sqrt{d_1^2 + \cdots + d_M^2}$, where $M$ is the number of mistakes and $d_t = \max(0, \gamma - "
        r"y_t \langle u, x_t\rangle)$ is by how much $u$ falls short of the margin $\gamma$ on the example $x_t$ of "
        r"the $t$-th mistake, whose label is $y_t$. If $R D > 0$, the bound is smallest for $\Delta^2 = R D/\|u\|$, "
        r"where it is $(\|u\| R + D)^2/\gamma^2$; if $R D = 0$, it sinks towards that number as $\Delta$ goes to $0$."
    ),
    formula=r"M \le \frac{(R^2 + \Delta^2)(\|u\|^2 + D^2/\Delta^2)}{\gamma^2}",
    source="freundschapire1999",
    learner="`Perceptron`.",
    builds_on=(
        ("NOVIKOFF", "its bound, for examples with a fresh feature for each round"),
        ("FREUND_SCHAPIRE", r"the same bound at the best $\Delta$, by another proof"),
    ),
    tight=r"With the best $\Delta$ as the direct proof, whose bound it then has: exactly on some data, never where "
    "$u$ is wrong about a mistake.",
    measure=_fresh_features,
    hypotheses=(*PROTOCOL, RADIUS),
    lines=(
        Line("same-score", r"y_t \langle w'_{t-1}, x'_t\rangle = y_t \langle w_{t-1}, x_t\rangle",
            "The fresh feature of a round still has the weight 0 when it is shown: the run with fresh features is "
            "the same run.",
            lambda q: (q.wx2, q.wx), "="),
        Line("lifted-margin", r"y_t \langle u', x'_t\rangle \ge \gamma",
            "In the fresh place of the update u' has y d / Δ, which adds d to its signed score: what u was short of.",
            lambda q: (q.ux2, q.gamma), ">=", scale=lambda q: q.reach / float(q.r)),
        Line("lifted-length", r"\|u'\|^2 = \|u\|^2 + D^2/\Delta^2",
            "The squares of the fresh entries of u' are those of d / Δ, and add up to D²/Δ².",
            lambda q: (q.uu2, q.uu + q.lift), "=", at=RUN),
        Line("lifted-radius", r"\|x'_t\|^2 \le R^2 + \Delta^2",
            "Every example x' has one entry more that is not zero, Δ.",
            lambda q: (q.xx2, q.R2 + q.delta2)),
        Line("lifted-progress", r"\langle u', w'_t\rangle \ge r\gamma t",
            "With fresh features u' has the margin γ at every update: this is total progress, as on separable data.",
            lambda q: (q.uw2, q.r * q.gamma * q.t), ">=", scale=lambda q: q.reach * q.t),
        Line("lifted-growth", r"\|w'_t\|^2 \le r^2 (R^2 + \Delta^2) t",
            "A mistake adds a vector of at most this squared length: this is total growth, as on separable data.",
            lambda q: (q.ww2, q.r**2 * (q.R2 + q.delta2) * q.t)),
        Line("lifted-cauchy-schwarz", r"\langle u', w'_t\rangle \le \|u'\| \|w'_t\|",
            "An inner product is at most the product of the two lengths.",
            lambda q: (signed_square(q.uw2), q.uu2 * q.ww2), squared=True),
        Line("bound", r"t \le (R^2 + \Delta^2)(\|u\|^2 + D^2/\Delta^2) / \gamma^2",
            "Chain the last three; then divide by rγ√t, and square. This is the mistake bound for the longer vectors.",
            lambda q: (q.t, _fresh_bound(q))),
        Line("best", r"2 \|u\| R D \le \Delta^2 \|u\|^2 + R^2 D^2/\Delta^2",
            "Multiplied out, the bound is R²‖u‖² + D² and this right side, over γ². If RD > 0, that is least where its "
            "two terms are equal, at Δ² = RD/‖u‖, and then the bound is (‖u‖R + D)²/γ².",
            lambda q: (4 * q.uu * q.R2 * q.D2, (q.delta2 * q.uu + q.R2 * q.lift) ** 2), squared=True, at=RUN),
    ),
    bound=_fresh_bound,
    squeeze=lambda q: Squeeze(
        lower=lambda t: float(q.r * q.gamma) * np.asarray(t),
        upper=lambda t: _fresh_length(q) * float(q.r) * length(q.R2 + q.delta2) * np.sqrt(t),
        lower_label=r"r\gamma t",
        upper_label=r"\|u'\| r \sqrt{R^2 + \Delta^2} \sqrt{t}",
        inner={
            r"\langle u', w'_t\rangle": np.append(0.0, floats(q.uw2)),
            r"\|u'\| \|w'_t\|": _fresh_length(q) * np.append(0.0, length(q.ww2)),
        },
        meets=float(floats(_fresh_bound(q))),
        quantity="alignment with u', and length of w', with fresh features",
    ),
)  # fmt: skip


# --- the hinge form ----------------------------------------------------------------------------------------------


def _root(q: SimpleNamespace) -> Any:
    """The larger solution of z^2 - B z = L."""
    B = length(q.B2)
    return B / 2 + np.sqrt(floats(q.B2) / 4 + floats(q.L))


def _hinge_bound(q: SimpleNamespace) -> Any:
    middle = length(q.B2) * length(q.L) if q.L else 0  # B may be infinite as a float
    return float(floats(q.L) + middle + floats(q.B2))


HINGE = Theorem(
    name="HINGE",
    title="Perceptron mistake bound by hinge losses",
    statement=(
        r"For every vector $u \ne 0$, every number $\gamma > 0$, every rate $r > 0$ and every finite sequence of "
        "labelled examples, separable or not, none of them longer than $R$: the Perceptron, started at $w_0 = 0$, "
        r"makes at most $L + B\sqrt{L} + B^2$ mistakes, with $B = \|u\| R/\gamma$."
        "\n\n"
        r"Here $L = (d_1 + \cdots + d_M)/\gamma$ is the sum of the hinge losses of $u$, where $M$ is the number of "
        r"mistakes and $d_t = \max(0, \gamma - y_t \langle u, x_t\rangle)$ is by how much $u$ falls short of the "
        r"margin $\gamma$ on the example $x_t$ of the $t$-th mistake, whose label is $y_t$."
    ),
    formula=r"M \le L + B\sqrt{L} + B^2, \quad L = \sum_t d_t/\gamma, \quad B = \|u\| R/\gamma",
    source="cesabianchilugosi2006",
    learner="`Perceptron`.",
    builds_on=(
        ("NOVIKOFF", "that is the case $L = 0$; the lines on the length of $w_t$ stay"),
        ("FREUND_SCHAPIRE", "adds up the shortfalls in place of their squares"),
    ),
    tight="Exactly where $u$ has no loss; with one wrong label, an opponent forces one mistake less than the $(B/2 + "
    r"\sqrt{B^2/4 + L})^2$ of its last line but one.",
    measure=_hinge,
    hypotheses=(*PROTOCOL, RADIUS),
    lines=(
        Line("progress", r"t - \frac{1}{\gamma} \sum_{s=1}^t d_s \le \langle u, w_t\rangle / (r\gamma)",
            "The total progress of the direct proof, divided by rγ: the sum is that of the hinge losses d/γ so far.",
            lambda q: (q.t - q.L_t, ratio(q.uw[1:], q.r * q.gamma)),
            scale=lambda q: q.reach / float(q.r * q.gamma) * q.t),
        *STAYS_SHORT,
        Line("ceiling", r"\langle u, w_t\rangle / (r\gamma) \le B\sqrt{t}",
            "Cauchy–Schwarz and total growth, divided by rγ.",
            lambda q: (signed_square(ratio(q.uw[1:], q.r * q.gamma)), q.B2 * q.t), squared=True),
        Line("quadratic", r"t - L \le B\sqrt{t}",
            "Chain the two; the losses of all updates are no less than those of the first t.",
            lambda q: (signed_square(q.t - q.L), q.B2 * q.t), squared=True),
        Line("root", r"\sqrt{t} \le B/2 + \sqrt{B^2/4 + L}",
            "Complete the square: between the two solutions, a quadratic is at most zero.",
            lambda q: (length(q.t), _root(q))),
        Line("bound", r"t \le L + B\sqrt{L} + B^2",
            "Square, with the root of a sum at most the sum of the roots.",
            lambda q: (q.t, _hinge_bound(q))),
    ),
    bound=_hinge_bound,
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.asarray(t, dtype=float) - floats(q.L),
        upper=lambda t: length(q.B2) * np.sqrt(t),
        lower_label="t - L",
        upper_label=r"B\sqrt{t}",
        inner={r"\langle u, w_t\rangle / (r\gamma)": floats(ratio(q.uw, q.r * q.gamma))},
        meets=float(_root(q) ** 2),
        quantity="alignment with u, in margins",
    ),
)  # fmt: skip
