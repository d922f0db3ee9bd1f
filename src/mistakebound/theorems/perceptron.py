r"""The Perceptron's mistake bound (Block, Novikoff): general form, as an angle, with a bias, at the best comparator.

Legend: u comparator, w weights, r rate, gamma margin, R radius, t updates so far; a = y x an example turned to
its own side; q (in `MAX_MARGIN`) convex weights on the examples, p = sum_i q_i a_i.

Names of measured quantities: uu = ||u||^2, uw = <u, w_t>, ww = ||w_t||^2 (one entry for t = 0, 1, ..., U);
ux = y <u, x>, wx = y <w, x>, xx = ||x||^2 (one entry an update).
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from numbers import Rational
from types import SimpleNamespace

import numpy as np
import scipy.sparse as sp

from ..checks import check_positive, check_vector
from ..errors import MistakeBoundError
from .core import Hypothesis, Line, Squeeze, Theorem

__all__ = ["MAX_MARGIN", "NOVIKOFF", "NOVIKOFF_BIAS", "NOVIKOFF_COSINE"]


# --- measuring a run ---------------------------------------------------------------------------------------------


def _run(trace, rate=None):
    """What every theorem here reads off a run, whatever its comparator."""
    W, A, y = trace.weights, trace.update_X, trace.update_y
    r = getattr(trace.learner, "rate", 1) if rate is None else rate
    wx = y * _rowdot(W[:-1], A)
    t = np.arange(1, trace.n_updates + 1)
    return SimpleNamespace(
        r=int(r) if r == int(r) else r,
        ww=_rowdot(W, W),
        xx=_rowdot(A, A),
        wx=wx,
        t=t.astype(object) if wx.dtype == object else t,
        updates=trace.updates,
        missed=np.setdiff1d(trace.mistakes, trace.updates),
    )


def _comparator(trace, u, gamma=None, radius=None, rate=None):
    u = check_vector(u, trace.update_X.shape[1])
    X, y = _examples(trace)
    q = _run(trace, rate)
    q.uu = _dot(u[None], u)[0]
    q.uw = _dot(trace.weights, u)
    q.ux = trace.update_y * _dot(trace.update_X, u)
    q.gamma = min(y * _dot(X, u)) if gamma is None else check_positive(gamma, "gamma")
    q.R2 = max(_rowdot(X, X)) if radius is None else check_positive(radius, "radius") ** 2
    return q


def _with_bias(trace, u, bias, gamma=None, radius=None, rate=None):
    """The comparator (u, bias / c) on the examples (x, c)."""
    X, _ = _examples(trace)
    constant = _dense(X[:, [-1]])[:, 0]
    c = constant[0]
    if not c > 0:
        raise MistakeBoundError(f"the last feature is {c} in round 0: fold the bias in with fold_bias(X, c), c > 0.")
    u = check_vector(u, X.shape[1] - 1)
    if radius is None:
        radius2 = max(_rowdot(X, X) - constant * constant)
    else:
        radius2 = check_positive(radius, "radius") ** 2
    folded = np.append(u, np.array([_ratio(bias, c)], dtype=object if isinstance(_ratio(bias, c), Rational) else float))
    q = _comparator(trace, folded, gamma=gamma, rate=rate)
    q.R2 = radius2 + c * c
    q.constant, q.c = constant, c
    return q


def _best_comparator(trace, q, radius=None, rate=None):
    """The comparator p = sum_i q_i a_i of convex weights q on the examples of the run."""
    X, y = _examples(trace)
    weights = check_vector(q, X.shape[0], name="q")
    p = _dot(X.T, weights * y)
    measured = _comparator(trace, p, gamma=1, radius=radius, rate=rate)
    measured.q = weights
    measured.ax = y * _dot(X, p)
    measured.examples = np.arange(X.shape[0])
    return measured


def _examples(trace):
    """The data of the run; if they were streamed, its update rounds, which is where the theorems need them."""
    if trace.X is not None:
        return trace.X, trace.y
    if trace.n_updates == 0:
        raise MistakeBoundError("the data were streamed and no round was an update: there is no example to measure.")
    return trace.update_X, trace.update_y


# --- exact where the data are exact ------------------------------------------------------------------------------


def _dot(X, v):
    """X @ v; integers become Python integers, which do not overflow."""
    if X.dtype.kind in "iu" and v.dtype.kind in "iu":
        if X.shape[0] == 0 or float(abs(X).max()) * float(abs(v).max()) * X.shape[1] < 2**62:
            return np.asarray(X @ v.astype(np.int64)).astype(object)
        return _dense(X).astype(object) @ v.astype(object)
    return np.asarray(X @ v)


def _rowdot(A, B):
    """Inner products of the rows of A and B; integers become Python integers."""
    if sp.issparse(A):
        return _integers(np.asarray(A.astype(np.int64 if A.dtype.kind in "iu" else A.dtype).multiply(B).sum(axis=1)).ravel())
    if A.dtype.kind in "iu" and B.dtype.kind in "iu":
        largest = max(float(abs(M).max(initial=0)) for M in (A, B))
        kind = np.int64 if largest**2 * A.shape[1] < 2**62 else object
        A, B = A.astype(kind), B.astype(kind)
    return _integers((A * B).sum(axis=1) if A.dtype == object else np.einsum("ij,ij->i", A, B))


def _integers(values):
    return values.astype(object) if values.dtype.kind in "iu" else values


def _dense(X):
    return X.toarray() if sp.issparse(X) else np.asarray(X)


def _ratio(a, b):
    """a / b, exact for exact numbers, entry by entry."""
    if isinstance(a, np.ndarray) and a.dtype == object:
        return (a * Fraction(1)) / b
    if isinstance(a, (Rational, np.integer)) and isinstance(b, (Rational, np.integer)):
        return Fraction(int(a) if isinstance(a, np.integer) else a) / (int(b) if isinstance(b, np.integer) else b)
    return a / b


def _square(values):
    """Signed square: keeps the order of its argument."""
    return values * abs(values)


# --- the claims --------------------------------------------------------------------------------------------------

_PROTOCOL = (
    Hypothesis(
        "start", "H1", r"\|w_0\| = 0", "The learner starts at the zero vector.",
        lambda q: (q.ww[:1], 0), "=", rounds=None, squared=True,
    ),
    Hypothesis(
        "rate", "H2", r"r > 0", "The rate is positive.",
        lambda q: (q.r, 0), ">", rounds=None,
    ),
    Hypothesis(
        "mistake-driven", "H3", r"\text{mistakes without an update} = 0", "Every mistake is an update, so that a bound on updates bounds mistakes.",
        lambda q: (len(q.missed), 0), "=", rounds=None,
    ),
    Hypothesis(
        "mistake", "H4", r"y_t \langle w_{t-1}, x_t\rangle \le 0", "An update happens only where the score is wrong or zero.",
        lambda q: (q.wx, 0), scale=lambda q: np.sqrt((q.ww[:-1] * q.xx).astype(float)),
    ),
)  # fmt: skip

_RADIUS = Hypothesis(
    "radius", "H5", r"\|x_t\| \le R", "The examples lie in a ball of radius R.",
    lambda q: (q.xx, q.R2), squared=True,
)  # fmt: skip

_SEPARABLE = (
    Hypothesis(
        "positive-margin", "H6", r"\gamma > 0", "The margin is positive: u separates the examples strictly.",
        lambda q: (q.gamma, 0), ">", rounds=None,
    ),
    Hypothesis(
        "margin", "H7", r"y_t \langle u, x_t\rangle \ge \gamma", "The comparator u has margin at least gamma on every update.",
        lambda q: (q.ux, q.gamma), ">=", scale=lambda q: np.sqrt((q.uu * q.xx).astype(float)),
    ),
)  # fmt: skip


def _terms_uw(q):
    """Size of the terms in <u, w_t>, which may cancel."""
    return np.sqrt(float(q.uu) * q.ww[1:].astype(float))


_LEDGER = (
    Line(
        "shift", "NO1a", r"\langle u, w_t\rangle = \langle u, w_{t-1}\rangle + r\, y_t \langle u, x_t\rangle",
        "The update adds r y x to the weights, and the inner product is linear.",
        lambda q: (q.uw[1:], q.uw[:-1] + q.r * q.ux), "=", scale=_terms_uw,
    ),
    Line(
        "progress", "NO1", r"\langle u, w_t\rangle \ge \langle u, w_{t-1}\rangle + r\gamma",
        "The comparator has margin gamma on the example, so each update moves w by at least r gamma along u.",
        lambda q: (q.uw[1:], q.uw[:-1] + q.r * q.gamma), ">=", scale=_terms_uw,
    ),
    Line(
        "growth-identity", "NO2",
        r"\|w_t\|^2 = \|w_{t-1}\|^2 + 2r\, y_t \langle w_{t-1}, x_t\rangle + r^2 \|x_t\|^2",
        "Expand the square of w + r y x, where y squared is 1.",
        lambda q: (q.ww[1:], q.ww[:-1] + 2 * q.r * q.wx + q.r**2 * q.xx), "=", scale=lambda q: q.ww[:-1] + q.r**2 * q.xx,
    ),
    Line(
        "mistake-term", "NO3a", r"\|w_t\|^2 \le \|w_{t-1}\|^2 + r^2 \|x_t\|^2",
        "The update was a mistake, so the middle term is at most zero.",
        lambda q: (q.ww[1:], q.ww[:-1] + q.r**2 * q.xx),
    ),
    Line(
        "growth", "NO3", r"\|w_t\|^2 \le \|w_{t-1}\|^2 + r^2 R^2",
        "The example lies within radius R, so each update lengthens w by little.",
        lambda q: (q.ww[1:], q.ww[:-1] + q.r**2 * q.R2),
    ),
    Line(
        "total-progress", "NO4", r"\langle u, w_t\rangle \ge r\gamma t",
        "Add up the progress of t updates, from zero.",
        lambda q: (q.uw[1:], q.r * q.gamma * q.t), ">=", scale=_terms_uw,
    ),
    Line(
        "total-length", "NO5a", r"\|w_t\|^2 \le r^2 \sum_{s=1}^t \|x_s\|^2",
        "Add up the growth of t updates, from zero, each by its own example.",
        lambda q: (q.ww[1:], q.r**2 * np.cumsum(q.xx)),
    ),
    Line(
        "total-growth", "NO5", r"\|w_t\|^2 \le r^2 R^2 t",
        "Each of the t examples lies within radius R.",
        lambda q: (q.ww[1:], q.r**2 * q.R2 * q.t),
    ),
    Line(
        "cauchy-schwarz", "NO6", r"\langle u, w_t\rangle \le \|u\| \|w_t\|",
        "An inner product is at most the product of the lengths (Cauchy and Schwarz).",
        lambda q: (_square(q.uw[1:]), q.uu * q.ww[1:]), squared=True,
    ),
    Line(
        "sandwich", "NO7", r"r\gamma t \le \|u\| r R \sqrt{t}",
        "Chain total progress, Cauchy-Schwarz and total growth.",
        lambda q: (_square(q.r * q.gamma * q.t), q.uu * q.r**2 * q.R2 * q.t), squared=True,
    ),
    Line(
        "bound", "NO8", r"t \le \|u\|^2 R^2 / \gamma^2",
        "Divide by r gamma times the square root of t, and square.",
        lambda q: (q.t, _novikoff_bound(q)),
    ),
)  # fmt: skip


def _novikoff_bound(q):
    return _ratio(q.uu * q.R2, q.gamma**2) if q.gamma > 0 else inf


def _novikoff_squeeze(q):
    length = np.sqrt(float(q.uu))
    rate, gamma, radius = float(q.r), float(q.gamma), np.sqrt(float(q.R2))
    return Squeeze(
        lower=lambda t: rate * gamma * t,
        upper=lambda t: length * rate * radius * np.sqrt(t),
        lower_label=r"r\gamma t",
        upper_label=r"\|u\| r R\sqrt{t}",
        inner={
            r"\langle u, w_t\rangle": q.uw.astype(float),
            r"\|u\| \|w_t\|": length * np.sqrt(q.ww.astype(float)),
        },
        meets=float(_novikoff_bound(q)),
        quantity="alignment with u, and length of w",
    )


def _cosine_squeeze(q):
    scale = float(q.gamma) / np.sqrt(float(q.R2) * float(q.uu))
    uw, ww = q.uw.astype(float), q.ww.astype(float)
    with np.errstate(invalid="ignore"):
        cosine = uw / np.sqrt(float(q.uu) * ww)
    return Squeeze(
        lower=lambda t: scale * np.sqrt(t),
        upper=lambda t: np.ones_like(t, dtype=float),
        lower_label=r"\frac{\gamma\sqrt{t}}{R\|u\|}",
        upper_label="1",
        inner={r"\Phi_t": cosine},
        meets=float(_novikoff_bound(q)),
        quantity="cosine of the angle between u and w",
    )


NOVIKOFF = Theorem(
    name="NOVIKOFF",
    title="Perceptron mistake bound",
    statement=r"M \le \frac{\|u\|^2 R^2}{\gamma^2}",
    source="novikoff1962",
    counts="updates",
    measure=_comparator,
    hypotheses=(*_PROTOCOL, _RADIUS, *_SEPARABLE),
    lines=_LEDGER,
    bound=_novikoff_bound,
    squeeze=_novikoff_squeeze,
)

NOVIKOFF_COSINE = Theorem(
    name="NOVIKOFF_COSINE",
    title="Perceptron mistake bound, as an angle",
    statement=r"\frac{\gamma\sqrt{t}}{R\|u\|} \le \Phi_t \le 1",
    source="novikoff1962",
    counts="updates",
    measure=_comparator,
    hypotheses=(*_PROTOCOL, _RADIUS, *_SEPARABLE),
    lines=(
        Line(
            "moving", "CO1", r"\|w_t\| > 0",
            "Total progress makes the inner product with u positive, so after an update w is not zero and has an angle.",
            lambda q: (q.ww[1:], 0), ">", squared=True,
        ),
        Line(
            "angle-floor", "CO2", r"\frac{\gamma\sqrt{t}}{R\|u\|} \le \Phi_t",
            "Divide total progress by the root of total growth.",
            lambda q: (_ratio(q.gamma**2 * q.t, q.R2 * q.uu), _ratio(_square(q.uw[1:]), q.uu * q.ww[1:])), squared=True,
        ),
        Line(
            "angle-ceiling", "CO3", r"\Phi_t \le 1",
            "A cosine is at most 1 (Cauchy and Schwarz).",
            lambda q: (_ratio(_square(q.uw[1:]), q.uu * q.ww[1:]), 1), squared=True,
        ),
        Line(
            "bound", "CO4", r"t \le \|u\|^2 R^2 / \gamma^2",
            "The floor has risen to the ceiling: square and solve for t.",
            lambda q: (q.t, _novikoff_bound(q)),
        ),
    ),
    bound=_novikoff_bound,
    squeeze=_cosine_squeeze,
)  # fmt: skip

NOVIKOFF_BIAS = Theorem(
    name="NOVIKOFF_BIAS",
    title="Perceptron mistake bound with a bias",
    statement=r"M \le \frac{(R^2 + c^2)(\|u\|^2 + b^2/c^2)}{\gamma^2}",
    source="novikoff1962",
    counts="updates",
    measure=_with_bias,
    hypotheses=(
        *_PROTOCOL,
        Hypothesis(
            "constant-feature", "H8", r"\text{last feature} = c", "The last feature is the same constant c in every example.",
            lambda q: (q.constant, q.c), "=", rounds=None,
        ),
        _RADIUS,
        *_SEPARABLE,
    ),
    lines=_LEDGER,
    bound=_novikoff_bound,
    squeeze=_novikoff_squeeze,
)  # fmt: skip

MAX_MARGIN = Theorem(
    name="MAX_MARGIN",
    title="Perceptron mistake bound at the maximum margin",
    statement=r"M \le \frac{R^2}{\|p\|^2}, \quad \|p\| = \gamma_2",
    source="novikoff1962",
    counts="updates",
    measure=_best_comparator,
    hypotheses=(
        *_PROTOCOL,
        _RADIUS,
        Hypothesis(
            "convex", "H9", r"q_i \ge 0", "The weights on the examples are not negative.",
            lambda q: (q.q, 0), ">=", rounds=None,
        ),
        Hypothesis(
            "mass", "H10", r"\sum_i q_i = 1", "The weights on the examples sum to one.",
            lambda q: (sum(q.q), 1), "=", rounds=None,
        ),
    ),
    lines=(
        Line(
            "closest", "SV1", r"\langle a_j, p\rangle \ge \|p\|^2",
            "No example lies nearer to the origin along p than p itself: p is the point of the hull closest to 0.",
            lambda q: (q.ax, q.uu), ">=", rounds=None, scale=lambda q: q.uu,
        ),
        Line(
            "bound", "SV2", r"t \le R^2 / \|p\|^2",
            "Take u = p in the mistake bound: its margin is the square of its length.",
            lambda q: (q.t, _ratio(q.R2, q.uu)),
        ),
    ),
    bound=lambda q: _ratio(q.R2, q.uu),
)  # fmt: skip
