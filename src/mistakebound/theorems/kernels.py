r"""The Perceptron's mistake bound in the space of a kernel's features, which nobody writes down.

Legend: k kernel, phi its feature map, K the table of all k(x_i, x_j) of the examples; alpha coefficients of the
comparator u = sum_i alpha_i phi(x_i); C (U + 1, m) the coefficients of the weights w_t = sum_i C_ti phi(x_i); the rest
as in `perceptron`.

Names of measured quantities, besides those of `perceptron`, which here are kernel sums: asymmetry = max |K - K'|,
least, most = the least and the largest eigenvalue of K; score, length2 = what y <w_{t-1}, phi(x_t)> and ||w_t||^2 are
as sums over the updates themselves; terms = sum_i |alpha_i k(x_i, x_t)|, the size of the terms of <u, phi(x_t)>.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..checks import check_number, check_positive, check_vector, dense
from ..errors import MistakeBoundError
from ..trace import Trace
from ..types import Examples, Number, Vector
from .core import RUN, TOLERANCE, Hypothesis, Line, Theorem
from .measure import dot, examples, floats, length, rowdot, together
from .perceptron import (
    ADDITIVE,
    BOUND,
    CAUCHY_SCHWARZ,
    GROWTH,
    IDENTITY,
    MARGIN,
    MISTAKE,
    POSITIVE,
    PROGRESS,
    RADIUS,
    SANDWICH,
    TOTAL_GROWTH,
    TOTAL_LENGTH,
    TOTAL_PROGRESS,
    bound,
    progress_against_growth,
)

__all__ = ["KERNEL"]

# --- what is measured on a run -----------------------------------------------------------------------------------


def _in_feature_space(
    trace: Trace, alpha: Vector, gamma: Number | None = None, radius: Number | None = None
) -> SimpleNamespace:
    """The comparator is u = sum_i alpha_i phi(x_i), a coefficient for each example; the kernel is the learner's."""
    if not (hasattr(trace.learner, "kernel") and hasattr(trace.learner, "expansion")):
        raise MistakeBoundError(f"{trace.learner!r} has no kernel and expansion: KERNEL is about KernelPerceptron.")
    X, y = examples(trace)
    points, C, at = _coefficients(trace, dense(X))
    n, U = len(y), trace.n_updates
    K = np.asarray(trace.learner.kernel(points, points))
    u = np.zeros(len(points), dtype=object)
    u[:n] = check_vector(alpha, n, name="alpha", per="example")
    u = u.astype(float) if any(isinstance(value, float) for value in u) else u
    r: Any = check_number(getattr(trace.learner, "rate", 1), "rate")
    r = int(r) if r == int(r) else r
    label = trace.update_y.astype(np.int64)
    w, Ku = _times(C, K), dot(K, u)
    step = (C[1:] - C[:-1]).astype(np.result_type(C, np.asarray(r)))
    step[np.arange(U), at] -= r * label
    among = label[:, None] * K[np.ix_(at, at)] * label
    scores, squares = _sums(among.astype(object) if among.dtype.kind == "i" else among)
    spectrum = np.linalg.eigvalsh(floats(K + K.T) / 2)
    return SimpleNamespace(
        alpha=np.asarray(alpha), points=points, coefficients=C, at=at, r=r,
        t=np.arange(1, U + 1).astype(object),
        asymmetry=np.abs(K - K.T).max(), least=spectrum[0], most=spectrum[-1],
        gamma=min(y * Ku[:n]) if gamma is None else check_positive(gamma, "gamma"),
        R2=K.diagonal()[:n].max() if radius is None else check_positive(radius, "radius") ** 2,
        uu=dot(u[None], Ku)[0],
        uw=dot(w, u),
        ux=label * Ku[at],
        ww=rowdot(w, C),
        wx=label * w[np.arange(U), at],
        xx=together(K.diagonal()[at], u)[0],
        step=rowdot(_times(step, K), step),
        terms=dot(abs(K), abs(u)).astype(float)[at],
        score=r * scores,
        length2=r * r * squares,
    )  # fmt: skip


def _coefficients(trace: Trace, X: Examples) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The points that the run speaks of, the examples first; C (U + 1, m) on them; the point of each update."""
    points = [tuple(x) for x in X.tolist()]
    place: dict[tuple[Any, ...], int] = {}
    for i, x in enumerate(points):
        place.setdefault(x, i)
    states = [trace.learner.expansion(state) for state in trace.states]
    rows = [[tuple(x) for x in kept.tolist()] for _, kept in states]
    for x in (x for row in rows for x in row if x not in place):  # of a state that the run was started from
        place[x] = len(points)
        points.append(x)
    kind = np.result_type(*(coefficients.dtype for coefficients, _ in states))
    C = np.zeros((len(states), len(points)), dtype=kind)
    for t, ((coefficients, _), row) in enumerate(zip(states, rows, strict=True)):
        np.add.at(C[t], [place[x] for x in row], coefficients)
    at = np.array([place[tuple(x)] for x in trace.update_X.tolist()], dtype=int)
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


# --- the hypotheses ----------------------------------------------------------------------------------------------

KERNEL_HYPOTHESES = (
    Hypothesis("symmetric", r"\max_{i,j} |k(x_i, x_j) - k(x_j, x_i)| = 0",
        "The kernel k is symmetric on all examples: k(x, z) = k(z, x).",
        lambda q: (q.asymmetry, 0), "=", scale=lambda q: q.most, at=RUN),
    Hypothesis("kernel", r"\lambda \ge 0",
        "For all numbers vᵢ, one for each example, the sum of all vᵢ vⱼ k(xᵢ, xⱼ) is at least zero, as the square of a "
        "length must be; λ, the least eigenvalue of the table of all k(xᵢ, xⱼ), is the least of these sums where the "
        "squares of the vᵢ sum to one.",
        lambda q: (q.least, 0), ">=", scale=lambda q: q.most, at=RUN),
)  # fmt: skip

UPDATE_RULE = Hypothesis("update-rule", r"\|w_t - (w_{t-1} + r\, y_t\, \phi(x_t))\| = 0",
    "Every update adds r y to the coefficient of its example x, that is r y φ(x) to the weights, and nothing else "
    "changes them.",
    lambda q: (q.step, 0), "=", squared=True,
    scale=lambda q: TOLERANCE * (q.ww[:-1] + q.r**2 * q.xx))  # fmt: skip

HYPOTHESES = (
    *KERNEL_HYPOTHESES,
    *(UPDATE_RULE if claim.name == "update-rule" else claim for claim in ADDITIVE),
    replace(MISTAKE, formula=r"y_t \langle w_{t-1}, \phi(x_t)\rangle \le 0"),
    replace(RADIUS, formula=r"\sqrt{k(x_t, x_t)} \le R",
        reason="The features φ(x) of every example of an update are at most R long: k(x, x) ≤ R²."),
    replace(POSITIVE, scale=lambda q: q.terms.max(initial=0)),
    replace(MARGIN, scale=lambda q: q.terms,
        formula=r"y_t \langle u, \phi(x_t)\rangle \ge \gamma",
        reason="The comparator u has a margin of at least γ on every example of an update."),
)  # fmt: skip

# --- the proof, line by line -------------------------------------------------------------------------------------

DUAL = (
    Line("dual-score", r"y_t \langle w_{t-1}, \phi(x_t)\rangle = r\, y_t \sum_{s=1}^{t-1} y_s\, k(x_s, x_t)",
        "The weights are the sum of r y φ(x) over the updates before, and an inner product of features is a value of "
        "the kernel.",
        lambda q: (q.wx, q.score), "=", scale=lambda q: abs(float(q.r)) * length(q.xx) * np.cumsum(length(q.xx))),
    Line("dual-length", r"\|w_t\|^2 = r^2 \sum_{s=1}^t \sum_{j=1}^t y_s\, y_j\, k(x_s, x_j)",
        "Multiply that sum by itself.",
        lambda q: (q.ww[1:], q.length2), "=", scale=lambda q: float(q.r) ** 2 * np.cumsum(length(q.xx)) ** 2),
)  # fmt: skip


def _progress_terms(q: SimpleNamespace) -> Any:
    return abs(float(q.r)) * np.cumsum(q.terms)


LINES = (
    *DUAL,
    replace(PROGRESS[0], scale=_progress_terms,
        formula=r"\langle u, w_t\rangle = \langle u, w_{t-1}\rangle + r\, y_t \langle u, \phi(x_t)\rangle",
        reason="The update adds r y φ(x) to w, and the inner product with u is linear."),
    replace(PROGRESS[1], scale=_progress_terms),
    replace(IDENTITY,
        formula=r"\|w_t\|^2 = \|w_{t-1}\|^2 + 2r\, y_t \langle w_{t-1}, \phi(x_t)\rangle + r^2\, k(x_t, x_t)",
        reason="Expand the square of w + r y φ(x); the square of φ(x) is k(x, x), and that of y is 1."),
    replace(GROWTH[0], formula=r"\|w_t\|^2 \le \|w_{t-1}\|^2 + r^2\, k(x_t, x_t)"),
    replace(GROWTH[1], reason="The number k(x, x) is at most R², so each update raises ‖w‖² by at most r²R²."),
    replace(TOTAL_PROGRESS, scale=_progress_terms),
    replace(TOTAL_LENGTH, formula=r"\|w_t\|^2 \le r^2 \sum_{s=1}^t k(x_s, x_s)"),
    replace(TOTAL_GROWTH, reason="None of the t numbers k(x, x) is larger than R²."),
    CAUCHY_SCHWARZ,
    SANDWICH,
    BOUND,
)  # fmt: skip

# --- the theorem -------------------------------------------------------------------------------------------------

KERNEL = Theorem(
    name="KERNEL",
    title="Perceptron mistake bound in the space of a kernel",
    formula=r"M \le \frac{\|u\|^2 R^2}{\gamma^2}",
    source="freundschapire1999",
    learner="`KernelPerceptron`.",
    builds_on=(("NOVIKOFF", "the same run among the features of a kernel"),),
    tight="Exactly, by different examples under the kernel that is $1$ at equal examples and $0$ elsewhere.",
    measure=_in_feature_space,
    hypotheses=HYPOTHESES,
    lines=LINES,
    bound=bound,
    squeeze=lambda q: progress_against_growth(q, q.R2, r"\|u\| r R\sqrt{t}", bound(q)),
    statement=(
        r"Let $k$ be a kernel with a feature map $\phi$, so that $k(x, z) = \langle\phi(x), \phi(z)\rangle$ for "
        r"all $x$ and $z$. Let $(x, y)$ run through a sequence of examples, finite or infinite. Suppose that "
        r"there are a vector $u$ in the space of features and two numbers $\gamma > 0$ and $R$ such that $y "
        r"\langle u, \phi(x)\rangle \ge \gamma$ and $k(x, x) \le R^2$ for every example of the sequence. Then "
        r"the kernel Perceptron, with any rate $r > 0$ and any rule for ties, makes at most $\|u\|^2 R^2 / "
        r"\gamma^2$ mistakes on it."
        "\n\n"
        r"No number in this needs the features themselves: if $u = \sum_i \alpha_i \phi(x_i)$ is a combination "
        r"of finitely many examples, then $\langle u, \phi(x)\rangle = \sum_i \alpha_i k(x_i, x)$ and $\|u\|^2 = "
        r"\sum_i \sum_j \alpha_i \alpha_j k(x_i, x_j)$."
    ),
)
