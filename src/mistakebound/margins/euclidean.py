"""The Euclidean margin, by nonnegative least squares: the best comparator for the Perceptron, and the hard-margin SVM.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, a_i = y_i x_i signed examples, the rows of A; w a unit vector, v a
solution scaled to a_i . v >= 1; q convex weights on the examples, p = sum_i q_i a_i; R = max_i ||a_i||.
"""

from __future__ import annotations

import numpy as np

from ..checks import check_positive
from ..types import Examples, Vector
from .results import Margin, SVMSolution, failed, refused, rounding, signed_examples

__all__ = ["hard_margin_svm", "l2_margin", "least_distance"]

ATTEMPTS = 20
SLACK = 1e-9  # how far a solver may miss a constraint, apart from rounding


def l2_margin(X: Examples, y: Vector) -> Margin:
    r"""Largest Euclidean margin of a hyperplane through the origin, with its dual certificate.

    .. math:: \gamma_2 = \max_{\|u\| = 1} \min_i y_i \langle u, x_i \rangle
                       = \min_{q \ge 0,\ \sum_i q_i = 1} \Big\| \sum_i q_i y_i x_i \Big\|

    The right side is the distance from 0 to the convex hull of the signed examples a_i = y_i x_i. A point p of the hull
    is nearest if and only if <a_j, p> >= ||p||^2 for all j. The best w minimises the Perceptron's bound [1]_, which is
    then R^2 / value^2. For a hyperplane off the origin, fold the bias in first: ``fold_bias(X)``.

    Parameters
    ----------
    X : array or sparse matrix (n, d)
        Examples. The optimisation runs in dense float64, whatever the input: integers and Fractions are converted.
    y : array (n,)
        Labels, -1 or +1.

    Returns
    -------
    Margin
        A margin with ||w|| = 1. The relative gap is below 1e-8 for margins of 1e-4 R and more, and usually near 1e-12.

    Raises
    ------
    NotSeparable
        If no vector has a margin above the rounding error of its own scores, 8 d eps R. The `witness` q has
        ||sum_i q_i a_i|| <= 1e-8 R; on data with no positive margin it is 0 up to rounding.
    MistakeBoundError
        For NaN, infinite or too large features, labels outside {-1, +1}, shapes that do not match, or empty data.

    Notes
    -----
    This least-distance problem is solved by Lawson and Hanson's nonnegative least squares [2]_ ([3]_ treats the same
    problem), which is exact up to rounding; then w is computed once more from the active set.

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
    u = least_distance(A, np.ones(len(A)))
    q = u / u.sum()
    # q A carries an error eps R / ||q A||; the shortest vector with a score of 1 on the support does not
    v = np.linalg.lstsq(A[u > 0], np.ones(np.count_nonzero(u)))[0]
    w = v / (np.linalg.norm(v) or 1.0)
    value, upper = float((A @ w).min()) * scale, float(np.linalg.norm(q @ A)) * scale
    best = Margin(value=value, w=w, q=q, gap=max(upper - value, 0.0))
    radius = float(np.linalg.norm(A, axis=1).max()) * scale
    if value > rounding(radius, A.shape[1]):
        return best
    raise refused(
        best, radius, "no hyperplane through the origin separates", "sum_i q_i y_i x_i to norm",
        "If a hyperplane off the origin may do, use fold_bias(X) to fold in a bias; otherwise add features, or "
        "use a theorem for inseparable data.",
    )  # fmt: skip


def hard_margin_svm(X: Examples, y: Vector) -> SVMSolution:
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
        With ``primal = ||v||^2``, ``dual = 1 / ||sum_i q_i a_i||^2``, and ``margin`` the Euclidean margin.

    Raises
    ------
    NotSeparable, MistakeBoundError
        As for `l2_margin`.

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
    check_positive(best.value, "the margin")
    v, upper = best.w / best.value, best.value + best.gap
    alpha, dual = best.q / upper / upper, 1 / upper / upper
    return SVMSolution(v=v, alpha=alpha, primal=float(v @ v), dual=dual, margin=best.value)


def least_distance(G: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Multipliers u >= 0 of the shortest z with G z >= h, up to a factor: z is the best multiple of u G.

    Lawson and Hanson, chapter 23: u solves min ||u G||^2 + (<u, h> - 1)^2 over u >= 0. If there is no such z, u G is 0
    and <u, h> is not.

    The units of the rows do not matter; other units are tried if z is not feasible, because SciPy's solver (up to 1.17)
    can stop early on degenerate data (scipy#26180).
    """
    from scipy.optimize import nnls

    (n, d), rng = G.shape, np.random.default_rng(0)
    R = float(np.abs(G).max())
    for attempt in range(ATTEMPTS):
        units = np.exp(rng.normal(size=n)) if attempt else np.ones(n)
        try:
            u = units * nnls(np.vstack([G.T, h]) * units, np.append(np.zeros(d), 1.0))[0]
        except RuntimeError as error:
            raise failed(str(error)) from error
        p = u @ G
        if np.linalg.norm(p) <= rounding(R, d) * u.sum():
            break
        z = p * (u @ h) / (p @ p)
        if (G @ z - h).min() >= -SLACK - rounding(R, d) * R * (z @ z):
            break
    return u
