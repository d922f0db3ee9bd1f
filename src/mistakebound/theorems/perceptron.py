r"""The Perceptron's mistake bound (Block, Novikoff): general form, as an angle, with a bias, at the best comparator.

Legend: u comparator, w weights, r rate, gamma margin, R radius, t updates so far, U all updates; c the constant
feature, b the bias; q convex weights on the signed examples a_i = y_i x_i, and p = sum_i q_i a_i.

Names of measured quantities: uu = ||u||^2, R2 = R^2; uw = <u, w_t> and ww = ||w_t||^2 for t = 0, 1, ..., U;
ux = y_t <u, x_t>, wx = y_t <w_{t-1}, x_t>, xx = ||x_t||^2 and step = w_t - w_{t-1} - r y_t x_t for t = 1, ..., U.
"""

from __future__ import annotations

import math
from dataclasses import replace
from numbers import Rational
from types import SimpleNamespace

import numpy as np

from ..checks import check_positive, check_vector, dense
from ..errors import MistakeBoundError
from .core import TOLERANCE, Hypothesis, Line, Squeeze, Theorem
from .data import examples, least_margin, pieces
from .exact import dot, length, ratio, rowdot, signed_square, together

__all__ = ["MAX_MARGIN", "NOVIKOFF", "NOVIKOFF_BIAS", "NOVIKOFF_COSINE"]

# --- measuring a run ---------------------------------------------------------------------------------------------


def measure_run(trace, u, rate):
    """What every theorem here reads off a run and a comparator."""
    W, A, y = trace.weights, trace.update_X, trace.update_y.astype(np.int64)
    r = getattr(trace.learner, "rate", 1) if rate is None else rate
    if not math.isfinite(r):
        raise MistakeBoundError(f"rate is {r!r}: it must be a finite number.")
    W, A = together(W, A)
    r = int(r) if r == int(r) else r
    t = np.arange(1, trace.n_updates + 1)
    return SimpleNamespace(
        u=u,
        r=r,
        t=t.astype(object),
        uu=dot(u[None], u)[0],
        uw=dot(W, u),
        ux=y * dot(A, u),
        ww=rowdot(W, W),
        wx=y * rowdot(W[:-1], A),
        xx=rowdot(A, A),
        step=abs(W[1:] - W[:-1] - r * y[:, None] * A).max(axis=1),
        missed=np.setdiff1d(trace.mistakes, trace.updates),
    )


def novikoff(trace, u, gamma=None, radius=None, rate=None):
    """The comparator u separates the examples; gamma and radius are read off the data, rate off the learner."""
    u = check_vector(u, trace.update_X.shape[1])
    q = measure_run(trace, u, rate)
    q.gamma = least_margin(trace, u) if gamma is None else check_positive(gamma, "gamma")
    q.R2 = greatest_square(trace) if radius is None else check_positive(radius, "radius") ** 2
    return q


def _novikoff_bias(trace, u, bias, gamma=None, radius=None, rate=None):
    """The comparator u and its bias separate the examples x; the run is on fold_bias(X, c), that is on (x, c)."""
    A, y = trace.update_X, trace.update_y.astype(np.int64)
    constant = dense(examples(trace)[0][:, [-1]])[:, 0]
    c = constant.tolist()[0]
    if not c > 0:
        raise MistakeBoundError(f"the last feature is {c} in round 0: fold the bias in with fold_bias(X, c), c > 0.")
    u = check_vector(u, A.shape[1] - 1, nonzero=False)
    if not math.isfinite(bias):
        raise MistakeBoundError(f"bias is {bias!r}: it must be a finite number.")
    folded = [*u.tolist(), ratio(bias, c)]
    folded = np.array(folded, dtype=object if all(isinstance(v, Rational) for v in folded) else float)
    q = measure_run(trace, check_vector(folded, A.shape[1], name="(u, bias / c)"), rate)
    q.constant, q.c, q.b = constant, c, bias
    q.uu_short = dot(u[None], u)[0]
    q.ux_short = y * (dot(A[:, :-1], u) + bias)
    q.xx_short = rowdot(A[:, :-1], A[:, :-1])
    q.gamma = least_margin(trace, folded) if gamma is None else check_positive(gamma, "gamma")
    q.R2_short = greatest_square(trace, columns=-1) if radius is None else check_positive(radius, "radius") ** 2
    q.R2 = q.R2_short + c * c
    return q


def _max_margin(trace, q, radius=None, rate=None):
    """The dual weights q, one for each example, are those of l2_margin(X, y).q."""
    X, y = examples(trace)
    weights = check_vector(q, X.shape[0], name="q", per="example")
    p = dot(X.T, weights * y)
    measured = measure_run(trace, p, rate)
    measured.gamma = measured.uu
    measured.R2 = greatest_square(trace) if radius is None else check_positive(radius, "radius") ** 2
    measured.q = weights
    measured.ap = y * dot(X, p)
    measured.aw = min(y * dot(X, trace.weights[-1]))
    return measured


def greatest_square(trace, columns=None):
    """The largest squared length of the examples."""
    X, _ = examples(trace)
    return max(rowdot(X[rows, :columns], X[rows, :columns]).max() for rows in pieces(*X.shape))


# --- the size of terms that may cancel ---------------------------------------------------------------------------


def step_terms(q):
    """Of <u, w_{t-1}> + r y_t <u, x_t>."""
    return length(q.uu) * (length(q.ww[:-1]) + abs(float(q.r)) * length(q.xx))


def sum_terms(q):
    """Of the sum of all steps of <u, w_t>."""
    return length(q.uu) * _longest(q)


def _longest(q):
    """The longest weight vector so far: every rounding since the start is relative to it."""
    return np.maximum.accumulate(length(q.ww))[1:]


# --- hypotheses --------------------------------------------------------------------------------------------------

ADDITIVE = (
    Hypothesis(
        "start", "H1", r"\|w_0\| = 0",
        "The learner starts at the zero vector.",
        lambda q: (q.ww[:1], 0), "=", rounds=None, squared=True,
    ),
    Hypothesis(
        "rate", "H2", r"r > 0",
        "The rate is positive.",
        lambda q: (q.r, 0), ">", rounds=None,
    ),
    Hypothesis(
        "update-rule", "H3", r"w_t - (w_{t-1} + r\, y_t x_t) = 0",
        "An update adds r y x to the weights, and nothing else changes them.",
        lambda q: (q.step, 0), "=", scale=lambda q: length(q.ww[:-1]) + abs(float(q.r)) * length(q.xx),
    ),
    Hypothesis(
        "mistake-driven", "H4", r"\text{mistakes without an update} = 0",
        "Every mistake is an update, so a bound on the updates is a bound on the mistakes.",
        lambda q: (len(q.missed), 0), "=", rounds=None,
    ),
)  # fmt: skip

MISTAKE = Hypothesis(
    "mistake", "H5", r"y_t \langle w_{t-1}, x_t\rangle \le 0",
    "An update happens only where the score has the wrong sign or is zero.",
    lambda q: (q.wx, 0), scale=lambda q: length(q.ww[:-1]) * length(q.xx),
)  # fmt: skip

PROTOCOL = (*ADDITIVE, MISTAKE)

RADIUS = Hypothesis(
    "radius", "H6", r"\|x_t\| \le R",
    "The examples lie in a ball of radius R around the origin.",
    lambda q: (q.xx, q.R2), squared=True,
)  # fmt: skip

POSITIVE = Hypothesis(
    "positive-margin", "H7", r"\gamma > 0",
    "The margin γ is positive: the examples are separated strictly.",
    lambda q: (q.gamma, 0), ">", rounds=None, scale=lambda q: length(q.uu) * length(q.R2),
)  # fmt: skip

MARGIN = Hypothesis(
    "margin", "H8", r"y_t \langle u, x_t\rangle \ge \gamma",
    "The comparator u has a margin of at least γ on every update.",
    lambda q: (q.ux, q.gamma), ">=", scale=lambda q: length(q.uu) * length(q.xx),
)  # fmt: skip


# --- the bound, line by line -------------------------------------------------------------------------------------


def _bound(q):
    # not the quotient of two products: those leave the range of floats sooner
    return ratio(q.uu, q.gamma) * ratio(q.R2, q.gamma) if q.gamma > 0 else math.inf


_LEDGER = (
    Line(
        "shift", "NO1a", r"\langle u, w_t\rangle = \langle u, w_{t-1}\rangle + r\, y_t \langle u, x_t\rangle",
        "The update adds r y x to w, and the inner product with u is linear.",
        lambda q: (q.uw[1:], q.uw[:-1] + q.r * q.ux), "=", scale=step_terms,
    ),
    Line(
        "progress", "NO1", r"\langle u, w_t\rangle \ge \langle u, w_{t-1}\rangle + r\gamma",
        "The example has a margin of at least γ under u, so each update raises ⟨u, w⟩ by at least rγ.",
        lambda q: (q.uw[1:], q.uw[:-1] + q.r * q.gamma), ">=", scale=step_terms,
    ),
    Line(
        "growth-identity", "NO2",
        r"\|w_t\|^2 = \|w_{t-1}\|^2 + 2r\, y_t \langle w_{t-1}, x_t\rangle + r^2 \|x_t\|^2",
        "Expand the square of w + r y x; the square of the label y is 1.",
        lambda q: (q.ww[1:], q.ww[:-1] + 2 * q.r * q.wx + q.r**2 * q.xx), "=",
        scale=lambda q: q.ww[:-1] + q.r**2 * q.xx,
    ),
    Line(
        "mistake-term", "NO3a", r"\|w_t\|^2 \le \|w_{t-1}\|^2 + r^2 \|x_t\|^2",
        "The update followed a mistake, so the middle term is at most zero: drop it.",
        lambda q: (q.ww[1:], q.ww[:-1] + q.r**2 * q.xx),
    ),
    Line(
        "growth", "NO3", r"\|w_t\|^2 \le \|w_{t-1}\|^2 + r^2 R^2",
        "The example is no longer than R, so each update raises ‖w‖² by at most r²R².",
        lambda q: (q.ww[1:], q.ww[:-1] + q.r**2 * q.R2),
    ),
    Line(
        "total-progress", "NO4", r"\langle u, w_t\rangle \ge r\gamma t",
        "Add up the progress of t updates, starting from zero.",
        lambda q: (q.uw[1:], q.r * q.gamma * q.t), ">=", scale=sum_terms,
    ),
    Line(
        "total-length", "NO5a", r"\|w_t\|^2 \le r^2 \sum_{s=1}^t \|x_s\|^2",
        "Add up the growth of t updates, starting from zero, each at most by its own example.",
        lambda q: (q.ww[1:], q.r**2 * np.cumsum(q.xx)),
    ),
    Line(
        "total-growth", "NO5", r"\|w_t\|^2 \le r^2 R^2 t",
        "None of the t examples is longer than R.",
        lambda q: (q.ww[1:], q.r**2 * q.R2 * q.t),
    ),
    Line(
        "cauchy-schwarz", "NO6", r"\langle u, w_t\rangle \le \|u\| \|w_t\|",
        "An inner product is at most the product of the two lengths (Cauchy and Schwarz).",
        lambda q: (signed_square(q.uw[1:]), q.uu * q.ww[1:]), squared=True,
    ),
    Line(
        "sandwich", "NO7", r"r\gamma t \le \|u\| r R \sqrt{t}",
        "Chain the three: total progress from below, Cauchy–Schwarz, and the root of total growth from above.",
        lambda q: (signed_square(q.r * q.gamma * q.t), q.uu * q.r**2 * q.R2 * q.t), squared=True,
    ),
    Line(
        "bound", "NO8", r"t \le \|u\|^2 R^2 / \gamma^2",
        "Divide by rγ√t, then square.",
        lambda q: (q.t, _bound(q)),
    ),
)  # fmt: skip


def progress_against_growth(q, G, upper_label, meets):
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


def _squeeze(q):
    return progress_against_growth(q, q.R2, r"\|u\| r R\sqrt{t}", _bound(q))


NOVIKOFF = Theorem(
    name="NOVIKOFF",
    title="Perceptron mistake bound",
    statement=r"M \le \frac{\|u\|^2 R^2}{\gamma^2}",
    source="novikoff1962",
    counts="updates",
    measure=novikoff,
    hypotheses=(*PROTOCOL, RADIUS, POSITIVE, MARGIN),
    lines=_LEDGER,
    bound=_bound,
    squeeze=_squeeze,
)


# --- as an angle -------------------------------------------------------------------------------------------------


def _cosine_squeeze(q):
    scale = ratio(float(q.gamma), length(q.uu) * length(q.R2))
    return Squeeze(
        lower=lambda t: scale * np.sqrt(t),
        upper=lambda t: np.ones_like(t, dtype=float),
        lower_label=r"\frac{\gamma\sqrt{t}}{R\|u\|}",
        upper_label="1",
        inner={r"\Phi_t": ratio(q.uw.astype(float), length(q.uu) * length(q.ww)).astype(float)},
        meets=float(_bound(q)),
        quantity="cosine of the angle between u and w",
    )


def _cosine_square(q):
    return ratio(signed_square(q.uw[1:]), q.uu * q.ww[1:])


def _cosine_terms(q):
    """Rounding turns a short w by more than a long one."""
    return ratio(_longest(q), length(q.ww[1:]))


NOVIKOFF_COSINE = Theorem(
    name="NOVIKOFF_COSINE",
    title="Perceptron mistake bound, as an angle",
    statement=r"\frac{\gamma\sqrt{t}}{R\|u\|} \le \Phi_t = \frac{\langle u, w_t\rangle}{\|u\| \|w_t\|} \le 1",
    source="novikoff1962",
    counts="updates",
    measure=novikoff,
    hypotheses=NOVIKOFF.hypotheses,
    lines=(
        Line(
            "moving", "CO1", r"\|w_t\| > 0",
            "By total progress ⟨u, w⟩ > 0 after an update, so w is not zero and its angle with u is defined.",
            lambda q: (q.ww[1:], 0), ">", squared=True,
        ),
        Line(
            "angle-floor", "CO2", r"\frac{\gamma\sqrt{t}}{R\|u\|} \le \Phi_t",
            "The cosine Φ is ⟨u, w⟩ / (‖u‖ ‖w‖): divide total progress by ‖u‖ and by the root of total growth.",
            lambda q: (ratio(signed_square(q.gamma) * q.t, q.R2 * q.uu), _cosine_square(q)),
            squared=True, scale=_cosine_terms,
        ),
        Line(
            "angle-ceiling", "CO3", r"\Phi_t \le 1",
            "A cosine is at most 1 (Cauchy and Schwarz).",
            lambda q: (_cosine_square(q), 1), squared=True,
        ),
        Line(
            "bound", "CO4", r"t \le \|u\|^2 R^2 / \gamma^2",
            "The floor stays below the ceiling: square both, and solve for t.",
            lambda q: (q.t, _bound(q)),
        ),
    ),
    bound=_bound,
    squeeze=_cosine_squeeze,
)  # fmt: skip


# --- with a bias -------------------------------------------------------------------------------------------------

NOVIKOFF_BIAS = Theorem(
    name="NOVIKOFF_BIAS",
    title="Perceptron mistake bound with a bias",
    statement=r"M \le \frac{(R^2 + c^2)(\|u\|^2 + b^2/c^2)}{\gamma^2}",
    source="novikoff1962",
    counts="updates",
    measure=_novikoff_bias,
    hypotheses=(
        *PROTOCOL,
        Hypothesis(
            "constant-feature", "H9", r"\text{last feature} = c",
            "In place of x the learner sees (x, c): the last feature is the same c > 0 in every example.",
            lambda q: (q.constant, q.c), "=", rounds=None,
        ),
        replace(
            RADIUS, label="H10", sides=lambda q: (q.xx_short, q.R2_short),
            reason="Without the constant, the examples lie in a ball of radius R around the origin.",
        ),
        POSITIVE,
        replace(
            MARGIN, label="H11", formula=r"y_t (\langle u, x_t\rangle + b) \ge \gamma",
            sides=lambda q: (q.ux_short, q.gamma),
            reason="The comparator u with the bias b has a margin of at least γ on every update.",
        ),
    ),
    lines=(
        Line(
            "folded-score", "BI1",
            r"y_t \langle (u, b/c), (x_t, c)\rangle = y_t (\langle u, x_t\rangle + b)",
            "The last product is (b/c) c = b, so the folded comparator (u, b/c) has the same margin.",
            lambda q: (q.ux, q.ux_short), "=", scale=lambda q: length(q.uu) * length(q.xx),
        ),
        Line(
            "folded-length", "BI2", r"\|(u, b/c)\|^2 = \|u\|^2 + b^2/c^2",
            "The comparator has one more entry, b/c.",
            lambda q: (q.uu, q.uu_short + ratio(q.b * q.b, q.c * q.c)), "=", rounds=None,
        ),
        Line(
            "folded-radius", "BI3", r"\|(x_t, c)\|^2 \le R^2 + c^2",
            "Every example has one more entry, c. "
            "From here on read u as (u, b/c), x as (x, c) and R² as R² + c²: the proof is that of the mistake bound.",
            lambda q: (q.xx, q.R2),
        ),
        *_LEDGER,
    ),
    bound=_bound,
    squeeze=_squeeze,
)  # fmt: skip


# --- at the best comparator --------------------------------------------------------------------------------------

MAX_MARGIN = Theorem(
    name="MAX_MARGIN",
    title="Perceptron mistake bound at the maximum margin",
    statement=r"M \le \frac{R^2}{\|p\|^2}, \quad \|p\| = \max_{\|u\| = 1} \min_j \langle u, a_j\rangle",
    source="novikoff1962",
    counts="updates",
    measure=_max_margin,
    hypotheses=(
        *PROTOCOL,
        RADIUS,
        Hypothesis(
            "convex", "H12", r"q_j \ge 0",
            "The weights on the signed examples a = y x are not negative.",
            lambda q: (q.q, 0), ">=", rounds=None, scale=lambda q: 1,
        ),
        Hypothesis(
            "mass", "H13", r"\sum_j q_j = 1",
            "The weights sum to one, so p, the weighted sum of the signed examples, lies in their convex hull.",
            lambda q: (q.q.sum(), 1), "=", rounds=None,
        ),
        Hypothesis(
            "positive-margin", "H14", r"\|p\| > 0",
            "The origin is not p: the signed examples lie on one side of it.",
            lambda q: (q.uu, 0), ">", rounds=None, squared=True,
            scale=lambda q: TOLERANCE * q.R2,  # so that ‖p‖ is compared with TOLERANCE R
        ),
        Hypothesis(
            "closest", "SV1", r"\langle a_j, p\rangle \ge \|p\|^2",
            "Along p no signed example is nearer to the origin than p, the closest point of the hull: "
            "take u = p as comparator, with margin γ = ‖p‖².",
            lambda q: (q.ap, q.uu), ">=", rounds=None, scale=lambda q: length(q.uu) * length(q.R2),
        ),
    ),
    lines=(
        *_LEDGER[:-1],
        Line(
            "bound", "SV2", r"t \le R^2 / \|p\|^2",
            "Divide by rγ√t and square, as in the mistake bound; with u = p and γ = ‖p‖² one factor ‖p‖² cancels.",
            lambda q: (q.t, _bound(q)),
        ),
        Line(
            "best", "SV3", r"\min_j \langle a_j, w\rangle \le \|p\| \|w\|",
            "The least score is at most ⟨p, w⟩, the average by q: no w (here the last one) has a margin above ‖p‖.",
            lambda q: (signed_square(q.aw), q.uu * q.ww[-1]), squared=True, rounds=None,
        ),
    ),
    bound=_bound,
    squeeze=_squeeze,
)  # fmt: skip
