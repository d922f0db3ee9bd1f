"""The l1 margin and the sparse SVM, by linear programming: the best comparator for Winnow, with few features.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, a_i = y_i x_i signed examples, the rows of A; w weights with
||w||_1 = 1, v a solution scaled to a_i . v >= 1; q convex weights on the examples, alpha multipliers; R = max |a_ij|.

With signed weights, A stands for [A, -A]: the two halves of a nonnegative solution are the positive and negative parts
of the weights.
"""

from __future__ import annotations

import numpy as np

from ..checks import check_kind
from ..types import Examples, Vector
from .results import Margin, SVMSolution, failed, nonzero, refused, rounding, signed_examples

__all__ = ["l1_margin", "positive_margin", "sparse_svm"]

# HiGHS's dual simplex method ends in a basic solution, that is at a vertex; its interior-point method need not.
VERTEX_METHOD = "highs-ds"
# At its default of 1e-7, HiGHS confuses two features that differ by 4e-8; at 1e-10, the least that it accepts, it has
# called a dual solution optimal that was wrong by 4e-5.
PRECISELY = {"primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9}


def l1_margin(X: Examples, y: Vector, signed: bool = True) -> Margin:
    r"""Largest l1 margin: the value of a game between the features and the examples, with both players' best play.

    .. math:: \gamma_1 = \max_{\|w\|_1 = 1} \min_i y_i \langle w, x_i \rangle
                       = \min_{q \ge 0,\ \sum_i q_i = 1} \Big\| \sum_i q_i y_i x_i \Big\|_\infty

    One player mixes features by w, the other mixes examples by q, and example i pays the first <a_i, w> with a_i = y_i
    x_i; the minimax theorem [1]_ states that the two sides are equal. Without signs w is a probability vector, and the
    right side is the least possible largest entry of sum_i q_i a_i. The best w minimises Winnow's bound in the form
    with ln(d), which is then 2 R^2 ln(d) / value^2 (ln(2 d) with signs, on ``double(X)``).

    Parameters
    ----------
    X : array or sparse matrix (n, d)
        Examples. The optimisation runs in dense float64, whatever the input: integers and Fractions are converted.
    y : array (n,)
        Labels, -1 or +1.
    signed : bool
        Whether weights may be negative. If so, the value is at least 0, which w = 0 attains if nothing separates the
        examples; if not, the value can be negative.

    Returns
    -------
    Margin
        Unlike the Euclidean margin it always exists. `w` and `q` are vertices: at most ``min(n, d)`` entries of `w` are
        not 0 if the value is positive. The relative gap is below 1e-8 for values of 1e-5 R and more; if features or
        examples agree up to 1e-7 R, it can be several times that. `gap` is the actual gap.

    Raises
    ------
    MistakeBoundError
        For NaN, infinite or too large features, labels outside {-1, +1}, shapes that do not match, or empty data.

    References
    ----------
    .. [1] von Neumann (1928), Zur Theorie der Gesellschaftsspiele.

    Examples
    --------
    Two features are right about two examples each; a third is right about all three, but with half the size:

    >>> from mistakebound import l1_margin
    >>> margin = l1_margin([[1, -1, 0.5], [1, 1, 0.5], [-1, 1, 0.5]], [1, 1, 1])
    >>> margin
    Margin(value=0.5, relative gap < 1e-08, 1 of 3 features, 2 of 3 examples)
    >>> l1_margin([[-1, 1], [1, -2]], [1, 1], signed=False)  # no nonnegative weights separate these two
    Margin(value=-0.2, relative gap < 1e-08, 2 of 2 features, 2 of 2 examples)
    """
    check_kind(signed, bool, "signed")
    A, scale = signed_examples(X, y)
    w, value, q, upper = _solve(np.hstack([A, -A]) if signed else A)
    if signed:
        w = w[: len(w) // 2] - w[len(w) // 2 :]
        if value < 0:  # by rounding, because w = 0 guarantees 0
            w, value = np.zeros_like(w), 0.0
    return Margin(value=value * scale, w=w, q=q, gap=max(upper - value, 0.0) * scale)


def sparse_svm(X: Examples, y: Vector, signed: bool = True) -> SVMSolution:
    r"""The separator of least l1 norm with every score at least 1: the sparse support vector machine, bias-free [1]_.

    .. math:: \min \{\|v\|_1 : \langle a_i, v \rangle \ge 1\}
              = \max \Big\{\sum_i \alpha_i : \alpha \ge 0,\ \Big\| \sum_i \alpha_i a_i \Big\|_\infty \le 1\Big\}
              = 1 / \gamma_1

    with a_i = y_i x_i, for all i. It is the l1 margin rescaled, v = w / gamma_1 and alpha = q / gamma_1, if that margin
    is positive; otherwise there is no solution, although the game still has a value.

    Parameters
    ----------
    X, y, signed
        As for `l1_margin`. Without signs, the solution has no negative entry, and the dual requires only that the
        entries of sum_i alpha_i a_i be at most 1, not their sizes.

    Returns
    -------
    SVMSolution
        With ``primal = ||v||_1``, ``dual = sum_i alpha_i`` and ``margin`` the l1 margin. The solution is a vertex of
        the feasible set: at most as many features have a weight as examples have a score of exactly 1, so at most
        ``min(n, d)``.

    Raises
    ------
    NotSeparable
        If no weights of the required kind have a margin that can be seen: one above the rounding error of their own
        scores, 8 d eps R, and above what the solver can tell from 0. The `witness` q makes every entry of sum_i q_i a_i
        at most 1e-8 R (with signs: in size), which proves that no margin is larger. On data with no positive margin,
        these entries are at most 0 up to rounding, which proves that there is none.
    MistakeBoundError
        As for `l1_margin`.

    References
    ----------
    .. [1] Bradley and Mangasarian (1998), Feature selection via concave minimization and support vector
       machines.

    Examples
    --------
    >>> from mistakebound import sparse_svm
    >>> svm = sparse_svm([[2, 1, 0], [0, 1, 0], [-2, -3, 1]], [1, 1, -1])
    >>> svm
    SVMSolution(margin=1, primal=1, relative gap < 1e-08, 1 of 3 features, 1 of 3 examples)
    >>> svm.v.tolist(), svm.alpha.tolist()
    ([0.0, 1.0, 0.0], [0.0, 1.0, 0.0])
    """
    best = positive_margin(X, y, signed)
    v, alpha = best.w / best.value, best.q / (best.value + best.gap)
    return SVMSolution(v=v, alpha=alpha, primal=float(np.abs(v).sum()), dual=float(alpha.sum()), margin=best.value)


def positive_margin(X: Examples, y: Vector, signed: bool) -> Margin:
    """The l1 margin if it is above the rounding error of a score; otherwise raise, with the witness."""
    best = l1_margin(X, y, signed)
    A, scale = signed_examples(X, y)
    radius = float(np.abs(A).max()) * scale
    if best.value > rounding(radius, A.shape[1]):
        return best
    kind, size = ("weights of either sign", "size") if signed else ("nonnegative weights", "value")
    signs = "" if signed else "allow signs, with signed=True or on double(X); "
    raise refused(
        best, radius, f"no {kind} separate", f"every entry of sum_i q_i y_i x_i to a {size} of at most",
        f"To separate them: {signs}fold in a bias with fold_bias(X); or add features.",
    )  # fmt: skip


def _solve(A: np.ndarray) -> tuple[np.ndarray, float, np.ndarray, float]:
    """Best play of both sides of the game of A, and what it guarantees: w, min A w, q, max q A.

    If the value is positive, the linear program of the SVM has the same solution, accurate relative to the value,
    however small. Otherwise that program is infeasible, and the game of A + c is solved, whose payments are all
    positive: it has the same best play, because c is paid whatever is played.
    """
    from scipy.optimize import linprog

    n, d = A.shape
    R = float(np.abs(A).max())
    for c in (0.0, 2 * R or 1.0):
        paid = A + c
        found = linprog(np.ones(d), A_ub=-paid, b_ub=-np.ones(n), method=VERTEX_METHOD, options=PRECISELY)
        if found.status == 0:
            w, lower, q, upper = _best_play(A, paid, found.x, -found.ineqlin.marginals)
            if c or lower > rounding(R, d):
                return w, lower, q, upper
    raise failed(found.message)


def _best_play(
    A: np.ndarray, paid: np.ndarray, v: np.ndarray, alpha: np.ndarray
) -> tuple[np.ndarray, float, np.ndarray, float]:
    """Play in A from a solution for A + c (`paid`): on each side the raw or the polished one, whichever guarantees
    more."""
    w = max((_mixed(v), _mixed(_polished(paid, v, alpha))), key=lambda w: (A @ w).min())
    q = min((_mixed(alpha), _mixed(_polished(paid.T, alpha, v))), key=lambda q: (q @ A).max())
    return w, float((A @ w).min()), q, float((q @ A).max())


def _polished(A: np.ndarray, v: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Refine a vertex from the solver's tolerance to rounding: solve A v = 1 again in the tight rows.

    The tight rows are those with a multiplier, by complementary slackness, and those whose score is nearly 1. If these
    equations have no positive solution, v was not a vertex, and is returned unchanged.
    """
    kept, tight = nonzero(v), np.abs(A @ v - 1) < 1e-6
    tight[nonzero(alpha)] = True
    polished = np.zeros_like(v)
    polished[kept] = np.linalg.lstsq(A[np.ix_(tight, kept)], np.ones(tight.sum()))[0]
    return polished if polished[kept].min() > 0 else v


def _mixed(weights: np.ndarray) -> np.ndarray:
    """Turn weights into probabilities: entries that are negative by rounding become 0, and the sum becomes 1."""
    weights = np.maximum(weights, 0)
    return weights / weights.sum()
