"""The Euclidean margin, by nonnegative least squares: the best comparator for the Perceptron, and the hard-margin SVM.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, a_i = y_i x_i signed examples, the rows of A; w a unit vector, v a
solution scaled to a_i . v >= 1; q convex weights on the examples, p = sum_i q_i a_i; R = max_i ||a_i||.
"""

from __future__ import annotations

import numpy as np
import scipy
from scipy.linalg import lstsq, qr
from scipy.linalg.lapack import dormqr

from ..errors import MistakeBoundError, NotSeparable
from .results import EPS, Margin, SVMSolution, first_few, nonzero, read_only, signed_examples

__all__ = ["hard_margin_svm", "l2_margin"]

GAP = 1e-9  # the relative gap at which the search stops


def l2_margin(X, y) -> Margin:
    r"""Largest Euclidean margin of a hyperplane through the origin, with its dual certificate.

    .. math:: \gamma_2 = \max_{\|u\| = 1} \min_i y_i \langle u, x_i \rangle
                       = \min_{q \ge 0,\ \sum_i q_i = 1} \Big\| \sum_i q_i y_i x_i \Big\|

    The right side is the distance from 0 to the convex hull of the signed examples a_i = y_i x_i. A point p of the hull
    is nearest if and only if <a_j, p> >= ||p||^2 for all j. The best w makes the Perceptron's bound [1]_ its smallest,
    R^2 / value^2. For a hyperplane off the origin fold the bias in first: ``fold_bias(X)``.

    Parameters
    ----------
    X : array or sparse matrix (n, d)
        Examples. The optimisation runs in dense float64, whatever the input: integers and Fractions are converted.
    y : array (n,)
        Labels, -1 or +1.

    Returns
    -------
    Margin
        With ||w|| = 1. The relative gap is below 1e-8 for margins of 1e-4 R and more, and usually near 1e-12.

    Raises
    ------
    NotSeparable
        If no vector has a margin above the rounding error of its own scores, 8 d eps R. The `witness` q has
        ||sum_i q_i a_i|| <= 1e-8 R; on data with no positive margin it is 0 to rounding.
    MistakeBoundError
        For NaN, infinite or too large features, labels outside {-1, +1}, shapes that do not match, empty data.

    Notes
    -----
    The nearest point is found by Lawson and Hanson's nonnegative least squares [2]_ (their least distance programming;
    [3]_ treats the same problem), which is exact up to rounding; its active set is then solved once more for w.

    References
    ----------
    .. [1] Novikoff (1962), On convergence proofs on perceptrons.
    .. [2] Lawson and Hanson (1974), Solving Least Squares Problems, chapter 23.
    .. [3] Wolfe (1976), Finding the nearest point in a polytope.

    Examples
    --------
    The disjunction of two variables, with a bias feature:

    >>> X, y = [[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]], [-1, 1, 1, 1]
    >>> margin = l2_margin(X, y)
    >>> margin
    Margin(value=0.333333, relative gap < 1e-08, 3 of 3 features, 3 of 4 examples)
    >>> print(np.round(margin.w, 6), np.round(9 * margin.q, 6))
    [ 0.666667  0.666667 -0.333333] [5. 2. 2. 0.]
    """
    A, scale = signed_examples(X, y)
    radius = float(np.sqrt(np.einsum("ij,ij->i", A, A).max()))
    rounding = 8 * A.shape[1] * EPS * radius
    lower, w, upper, q = _nearest_point(A, rounding)
    if lower > rounding:
        return Margin(value=lower * scale, w=w, q=q, gap=max(upper - lower, 0.0) * scale)
    if upper > 1e-8 * radius:
        raise MistakeBoundError(
            f"the solver stalled with the margin between {lower * scale:.3g} and {upper * scale:.3g}: "
            "bring the features to a similar scale, or drop repeated examples."
        )
    rows = nonzero(q)
    norm = "0, to rounding" if upper <= rounding else f"{upper * scale:.1e}"
    raise NotSeparable(
        f"no hyperplane through the origin separates the {len(q)} examples by more than rounding: convex weights on "
        f"{len(rows)} of them ({first_few(rows)}; see .witness) bring sum_i q_i y_i x_i to norm {norm}. If a "
        "hyperplane off the origin may do, use fold_bias(X) to fold in a bias; otherwise add features, or a theorem "
        "for inseparable data.",
        witness=read_only(q),
    )


def hard_margin_svm(X, y) -> SVMSolution:
    r"""The shortest vector with every score at least 1: the hard-margin support vector machine, bias-free [1]_.

    .. math:: \min \{\|v\|^2 : y_i \langle v, x_i \rangle \ge 1 \text{ for all } i\}
              = \max_{\alpha \ge 0}\ 2 \sum_i \alpha_i - \Big\| \sum_i \alpha_i y_i x_i \Big\|^2 = 1 / \gamma_2^2

    Its solution is the best comparator rescaled, v = u* / gamma_2 = sum_i alpha_i a_i with a_i = y_i x_i, so that the
    Perceptron's best bound is R^2 ||v||^2.

    Parameters
    ----------
    X, y : array (n, d) and array (n,)
        As for `l2_margin`; for a bias use ``fold_bias(X)`` (the bias then counts in the norm).

    Returns
    -------
    SVMSolution
        With ``primal = ||v||^2``, ``dual = 1 / ||sum_i q_i a_i||^2``, and ``margin`` the Euclidean one.

    Raises
    ------
    NotSeparable, MistakeBoundError
        As `l2_margin` does.

    References
    ----------
    .. [1] Boser, Guyon and Vapnik (1992), A training algorithm for optimal margin classifiers.

    Examples
    --------
    >>> svm = hard_margin_svm([[2, 0], [0, -2], [5, 5]], [1, -1, 1])
    >>> svm
    SVMSolution(margin=1.41421, primal=0.5, relative gap < 1e-08, 2 of 2 features, 2 of 3 examples)
    >>> print(np.round(svm.v, 6), np.round(svm.alpha, 6), svm.support)
    [0.5 0.5] [0.25 0.25 0.  ] [0 1]
    """
    best = l2_margin(X, y)
    v, upper = best.w / best.value, best.value + best.gap
    alpha, dual = best.q / upper / upper, 1 / upper / upper
    return SVMSolution(v=v, alpha=alpha, primal=float(v @ v), dual=dual, margin=best.value)


def _nearest_point(A, rounding):
    """Best certified (lower, w, upper, q) for the point nearest 0 in the convex hull of the rows of A.

    Nonnegative least squares solves min ||A' z||^2 + (sum z - 1)^2 over z >= 0. Write z = s q with q convex: whatever
    s > 0, the best q is that of the nearest point, so q = z / sum z is exact. The order of the rows does not matter;
    another one is tried when the gap stays open, because up to 1.17 SciPy's solver can stop early on degenerate data
    (it alters a column that it rejects: scipy#26180).
    """
    n, d = A.shape
    M, lift = (A.T, lambda v: v) if d <= n else _in_n_dimensions(A)
    lower, w, upper, q = -np.inf, None, np.inf, None
    rng = np.random.default_rng(0)
    for attempt in range(20):
        order = rng.permutation(n) if attempt else slice(None)
        try:
            system, right = np.vstack([M[:, order], np.ones(n)]), np.append(np.zeros(len(M)), 1.0)
            z, _ = scipy.optimize.nnls(system, right, maxiter=100 * n)
        except RuntimeError:  # maxiter reached
            continue
        weights = np.zeros(n)
        weights[order] = z / z.sum()
        p = weights @ A
        if np.linalg.norm(p) < upper:
            upper, q = float(np.linalg.norm(p)), weights
        if upper <= rounding:
            break
        # The direction of p carries an error eps R / ||p||; the shortest vector with score 1 on the support does not.
        v = lstsq(M.T[weights > 0], np.ones(np.count_nonzero(weights)), lapack_driver="gelsy", check_finite=False)[0]
        for direction in (p, lift(v)):
            unit = direction / np.linalg.norm(direction)
            score = float((A @ unit).min())
            if score > lower:
                lower, w = score, unit
        if upper - lower <= GAP * upper + rounding:
            break
    return lower, w, upper, q


def _in_n_dimensions(A):
    """Wide data in the n dimensions that they span: their columns there, and the way back for a vector."""
    n, d = A.shape
    (reflectors, tau), R = qr(A.T, mode="raw", check_finite=False)

    def lift(v):
        padded = np.zeros((d, 1), order="F")
        padded[:n, 0] = v
        return dormqr("L", "N", reflectors, tau, padded, lwork=d)[0][:, 0]

    return R, lift
