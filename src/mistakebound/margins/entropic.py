"""The entropic SVM: what the hard-margin SVM is to the Perceptron, for Winnow.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, a_i = y_i x_i signed examples, the rows of A; w0 prior, v a
solution with a_i . v >= 1; alpha multipliers, one an example.
"""

from __future__ import annotations

import math
from operator import itemgetter

import numpy as np
import scipy
from scipy.linalg import lstsq
from scipy.special import xlogy

from ..checks import check_vector
from ..errors import MistakeBoundError
from .l1 import l1_margin, refused, rounding
from .results import SVMSolution, signed_examples

__all__ = ["entropic_svm"]

HALVINGS = 100
PATIENCE = 3  # the search ends after so many steps without a smaller gap or a larger dual
ROUNDING = 1e-12  # relative gaps below this one may be rounding


def entropic_svm(X, y, prior=None) -> SVMSolution:
    r"""The separator of least relative entropy with every score at least 1: the SVM that belongs to Winnow.

    .. math:: \min \Big\{\sum_j v_j \ln \frac{v_j}{e\, w_{0,j}} : v \ge 0,\ y_i \langle v, x_i \rangle \ge 1\Big\}
              = \max_{\alpha \ge 0}\ \sum_i \alpha_i - \sum_j w_{0,j}\, e^{\sum_i \alpha_i y_i x_{ij}}

    The solution is unique and has the form of Winnow's weights, v_j = w0_j exp(sum_i alpha_i a_ij): there alpha_i is
    the step times the number of updates on example i; here only examples with a score of exactly 1 have alpha_i > 0.
    The smaller the prior, the nearer is v to a sparse SVM: multiplied by c, it adds ln(1/c) ||v||_1 to the objective.

    Parameters
    ----------
    X, y : array (n, d) and array (n,)
        As for `l1_margin`. Weights are positive: for either sign, use ``double(X)``.
    prior : array (d,), optional
        Positive weights w0; 1/d each by default, Winnow's start.

    Returns
    -------
    SVMSolution
        ``primal`` and ``dual`` are the two objectives, their gap below 1e-8 of ``||v||_1 + abs(primal)``; ``margin`` is
        that of v / ||v||_1. Every entry of v is positive, unless it is too small for a float.

    Raises
    ------
    NotSeparable
        If no nonnegative weights have a positive margin, with a witness as for ``sparse_svm(X, y, signed=False)``.
    MistakeBoundError
        As `l1_margin` does; and for a prior with an entry that is not positive.

    Notes
    -----
    Newton's method on the dual. Each step solves its quadratic model over alpha >= 0, a least-distance problem, by
    Lawson and Hanson's nonnegative least squares, and goes so far along the way as the dual rises.

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
    w0 = _checked_prior(prior, A.shape[1])
    best = l1_margin(A, np.ones(len(A)), signed=False)
    if not best.value > rounding(A):
        raise refused(best.q, best.value, best.value + best.gap, scale, A, signed=False)
    # the examples are divided by `scale`, so prior, solution and objectives are multiplied by it
    alpha = _ascend(A, w0 * scale, _along(A, w0 * scale, best.q))
    v, primal, dual = _certificate(A, w0 * scale, alpha)
    if _gap(v, primal, dual) > ROUNDING:
        v, primal = min((v, primal), _feasible(A, w0 * scale, _refined(A, alpha, v)), key=itemgetter(1))
    if _gap(v, primal, dual) > 1e-8:
        raise MistakeBoundError(
            f"the solver stalled with the optimum between {dual / scale:.9g} and {primal / scale:.9g}: "
            "bring the features to a similar scale, or drop repeated examples."
        )
    margin = float((A @ v).min() / v.sum()) * scale
    return SVMSolution(v=v / scale, alpha=alpha / scale, primal=primal / scale, dual=dual / scale, margin=margin)


def _along(A, w0, q):
    """The best multiple of the multipliers of the sparse SVM: a start that is near where the prior is small."""
    c = q @ A
    size = (w0 * np.abs(c)).sum()
    j = int(c.argmax())

    def rise(tau):
        return 1 - (w0 * c * np.exp(tau * c)).sum()

    if rise(0) <= 0:
        return np.zeros(len(A))
    return q * scipy.optimize.brentq(rise, 0, max(math.log((2 + size) / (w0[j] * c[j])), 1.0) / c[j])


def _ascend(A, w0, alpha):
    """The multipliers with the smallest gap, by Newton's method on the dual, until neither gap nor dual improve."""
    best, least, most, stalled = alpha, math.inf, -math.inf, 0
    rng = np.random.default_rng(0)
    while stalled < PATIENCE and least > ROUNDING:
        v, primal, dual = _certificate(A, w0, alpha)
        gap = _gap(v, primal, dual)
        stalled = 0 if gap < least / 2 or dual > most + ROUNDING * abs(most) else stalled + 1
        best = alpha if gap <= least else best
        least, most = min(least, gap), max(most, dual)
        way = _newton_target(A, w0, alpha, rng.permutation(len(A))) - alpha
        floor = dual - 0.1 * ROUNDING * abs(dual)  # near the end rounding may hide the rise
        rising = (share for share in 0.5 ** np.arange(HALVINGS) if _dual(A, w0, alpha + share * way) >= floor)
        alpha = np.maximum(alpha + next(rising, 0.0) * way, 0)
    return alpha if least <= ROUNDING else best  # a step past a gap that cannot be seen squares the distance once more


def _newton_target(A, w0, alpha, order):
    """The maximiser over alpha >= 0 of the dual's quadratic model at `alpha`.

    The primal of the model is a least-distance problem: the shortest z with G z >= h, and its multipliers come from
    nonnegative least squares (Lawson and Hanson, chapter 23), with z in units of `unit` so that nothing cancels. The
    order of the rows does not matter, but SciPy's solver can stop early (scipy#26180), seldom in the next order too.
    """
    root = np.sqrt(w0 * np.exp(alpha @ A))
    G, z = A * root, root * (alpha @ A)
    h = 1 - A @ root**2 + G @ z
    unit = max(1.0, float(np.linalg.norm(z)))
    E, f = np.vstack([G[order].T, h[order] / unit]), np.append(np.zeros(A.shape[1]), 1.0)
    try:
        multipliers, distance = scipy.optimize.nnls(E, f, maxiter=100 * len(A))
    except RuntimeError:  # maxiter reached
        return alpha
    if distance == 0:  # the model has no solution, but for rounding it had
        return alpha
    target = np.empty(len(A))
    target[order] = multipliers * unit / distance**2
    return target


def _certificate(A, w0, alpha):
    """The solution that the multipliers stand for, made feasible; its objective, and theirs."""
    return *_feasible(A, w0, w0 * np.exp(alpha @ A)), _dual(A, w0, alpha)


def _refined(A, alpha, v):
    """The solution with the scores of its support vectors put right, which large multipliers have rounded."""
    rows, root = alpha > 0, np.sqrt(v)
    if not rows.any():
        return v
    near = v + root * lstsq(A[rows] * root, 1 - A[rows] @ v, lapack_driver="gelsy", check_finite=False)[0]
    return np.maximum(near, 0)


def _feasible(A, w0, v):
    """The least multiple of `v` with scores of at least 1, and its objective, infinite if there is none."""
    least = float((A @ v).min())
    if least <= 0:
        return v, math.inf
    v = v / min(least, 1.0)
    return v, float((xlogy(v, v / w0) - v).sum())


def _gap(v, primal, dual):
    """The gap, relative to the size of the terms."""
    return (primal - dual) / (v.sum() + abs(primal)) if primal < math.inf else math.inf


def _dual(A, w0, alpha):
    with np.errstate(over="ignore"):  # far too long a step
        return float(alpha.sum() - (w0 * np.exp(alpha @ A)).sum())


def _checked_prior(prior, d):
    """Positive weights, one for each feature."""
    prior = np.full(d, 1 / d) if prior is None else check_vector(prior, d, name="prior").astype(float)
    wrong = np.flatnonzero(~(prior > 0))
    if len(wrong):
        j = int(wrong[0])
        raise MistakeBoundError(f"prior[{j}] is {prior[j]}: it must be greater than 0, because a weight of 0 stays 0.")
    return prior
