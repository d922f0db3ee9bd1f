"""The entropic SVM, which is to Winnow what the hard-margin SVM is to the Perceptron.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, a_i = y_i x_i signed examples, the rows of A; w0 prior, v a
solution with a_i . v >= 1; alpha multipliers, one for each example.
"""

from __future__ import annotations

import math

import numpy as np

from ..checks import check_vector
from ..entropy import check_prior
from ..types import Examples, Vector
from .euclidean import least_distance
from .l1 import positive_margin
from .results import SVMSolution, failed, signed_examples

__all__ = ["entropic_svm"]

GAP = 1e-8  # relative, as documented
RISE = 1e-13  # relative: a smaller rise of the dual is lost in rounding
ROUNDING = 1e-14  # of a score, relative to its terms
RANK = 1e-12  # examples that differ by less, relative to the largest, are the same for a step
SHARES = 0.5 ** np.arange(60)  # shares of the way to the maximiser of the model


def entropic_svm(X: Examples, y: Vector, prior: Vector | None = None) -> SVMSolution:
    r"""The separator of least relative entropy with every score at least 1: the SVM that belongs to Winnow.

    .. math:: \min \Big\{\sum_j v_j \ln \frac{v_j}{e\, w_{0,j}} : v \ge 0,\ y_i \langle v, x_i \rangle \ge 1\Big\}
              = \max_{\alpha \ge 0}\ \sum_i \alpha_i - \sum_j w_{0,j}\, e^{\sum_i \alpha_i y_i x_{ij}}

    The solution is unique and has the form of Winnow's weights, v_j = w0_j exp(sum_i alpha_i a_ij): there alpha_i is
    the step times the number of updates on example i; here only examples with a score of exactly 1 have alpha_i > 0.
    The smaller the prior, the nearer is v to a sparse SVM: multiplied by c, it adds ln(1/c) ||v||_1 to the objective.

    Parameters
    ----------
    X, y : array (n, d) and array (n,)
        As for `l1_margin`. Weights are positive; for weights of either sign, use ``double(X)``.
    prior : array (d,), optional
        Positive weights w0; 1/d each by default, Winnow's start.

    Returns
    -------
    SVMSolution
        ``primal`` and ``dual`` are the two objectives, with a gap below 1e-8 of ``||v||_1 + abs(primal)``; ``margin``
        is that of v / ||v||_1. Every entry of v is positive, unless it is too small for a float.

    Raises
    ------
    NotSeparable
        If no nonnegative weights have a positive margin, with a witness as for ``sparse_svm(X, y, signed=False)``.
    MistakeBoundError
        As for `l1_margin`; if an entry of the prior is not positive; or if the prior is so uneven, by 1e15 or more,
        that the solver cannot decide.

    Notes
    -----
    Newton's method on the dual, from the multipliers of the sparse SVM. Each step solves the quadratic model over
    alpha >= 0, a least-distance problem as for `l2_margin`, and stops short of its solution if the dual would not rise
    there. Scores may be below 1 by the rounding of their terms. The form of v holds up to rounding or, if the margin is
    tiny and the multipliers are large, up to the square root of the gap.

    Examples
    --------
    >>> import numpy as np
    >>> from mistakebound import entropic_svm
    >>> svm = entropic_svm([[1, 1, -1], [1, -1, 1]], [1, 1])
    >>> svm
    SVMSolution(margin=0.6, primal=-0.568054, relative gap < 1e-08, 3 of 3 features, 2 of 2 examples)
    >>> A, w0 = np.array([[1, 1, -1], [1, -1, 1]]), 1 / 3
    >>> bool(np.allclose(svm.v, w0 * np.exp(svm.alpha @ A))), (A @ svm.v).round(6).tolist()
    (True, [1.0, 1.0])
    """
    A, scale = signed_examples(X, y)
    d = A.shape[1]
    prior = np.full(d, 1 / d) if prior is None else check_vector(prior, d, name="prior")
    best = positive_margin(X, y, signed=False)
    # the examples are divided by `scale`, so prior, solution and objectives are multiplied by it
    w0, gamma = np.array(check_prior(prior), dtype=float) * scale, (best.value + best.gap) / scale
    alpha = _ascend(A, w0, best.q * max(-math.log(gamma * w0.sum()) / gamma, 0.0))
    form, dual = w0 * np.exp(alpha @ A), _dual(A, w0, alpha)
    found = [_feasible(A, w0, near) for near in (form, _corrected(A, alpha, form))]
    near_enough = [(v, primal) for v, primal in found if primal - dual <= GAP * (v.sum() + min(abs(primal), abs(dual)))]
    if not near_enough:
        raise failed(f"the optimum is between {dual / scale:.9g} and {found[-1][1] / scale:.9g}")
    v, primal = min(near_enough, key=lambda one: (abs(one[0] - form) / np.maximum(form, 1e-300)).max())
    margin = float((A @ v).min() / v.sum()) * scale
    return SVMSolution(v / scale, alpha / scale, primal / scale, dual / scale, margin)


def _ascend(A: np.ndarray, w0: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """The multipliers, by Newton's method on the dual; each step is short enough for the dual to rise.

    Once no rise is seen, a last whole step squares the remaining distance. Four more steps, which keep to the support
    vectors, bring their scores to 1.
    """
    while True:
        target = _newton(A, w0, alpha)
        ahead = (alpha + share * (target - alpha) for share in SHARES)
        risen = next((there for there in ahead if _rise(A, w0, alpha, there) > 1), None)
        if risen is None:
            break
        alpha = risen
    alpha = target if _rise(A, w0, alpha, target) >= -1 else alpha
    for _ in range(4):
        rows, root = alpha > 0, np.sqrt(w0 * np.exp(alpha @ A))
        G, there = A[rows] * root, alpha.copy()
        there[rows] += np.linalg.lstsq(G.T, np.linalg.lstsq(G, 1 - G @ root, RANK)[0], RANK)[0]
        there = np.maximum(there, 0)
        alpha = there if _rise(A, w0, alpha, there) >= -1 else alpha
    return alpha


def _rise(A: np.ndarray, w0: np.ndarray, alpha: np.ndarray, there: np.ndarray) -> float:
    """The rise of the dual, as a multiple of the largest that may be rounding."""
    dual = _dual(A, w0, alpha)
    return float((_dual(A, w0, there) - dual) / (RISE * (alpha.sum() + abs(dual))))


def _newton(A: np.ndarray, w0: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """The maximiser over alpha >= 0 of the dual's quadratic model at `alpha`.

    With root^2 = w0 exp(alpha A) the primal of the model is a least-distance problem in z = root (alpha A).
    """
    root = np.sqrt(w0 * np.exp(alpha @ A))
    G = A * root
    h = 1 - A @ root**2 + G @ (root * (alpha @ A))
    u = least_distance(G, h)
    p = u @ G
    return u * (u @ h) / (p @ p) if p.any() else alpha


def _corrected(A: np.ndarray, alpha: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The solution, with the scores of its support vectors corrected for rounding by large multipliers."""
    rows = alpha > 0
    return v * np.maximum(1 + np.linalg.lstsq(A[rows] * v, 1 - A[rows] @ v)[0], 0)


def _feasible(A: np.ndarray, w0: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, float]:
    """The least multiple of `v` with scores of at least 1, up to rounding, and its objective, infinite without one."""
    from scipy.special import xlogy

    scores = A @ v
    if scores.min() <= 0:
        return v, math.inf
    v = v / min((scores + ROUNDING * (abs(A) @ v)).min(), 1.0)
    return v, float((xlogy(v, v / w0) - v).sum())


def _dual(A: np.ndarray, w0: np.ndarray, alpha: np.ndarray) -> float:
    with np.errstate(over="ignore"):  # if the step is far too long
        return float(alpha.sum() - (w0 * np.exp(alpha @ A)).sum())
