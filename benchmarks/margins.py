"""Margins and SVMs against SciPy's and scikit-learn's solvers, called directly; all find the same optimum.

`l2_margin` is timed against SciPy's nonnegative least squares on the same problem, and against scikit-learn's SVC,
which also has a bias, with a tolerance of 1e-6; `sparse_svm` and `l1_margin` against SciPy's linear programming with
HiGHS, `sparse_svm` on the program of the SVM, `l1_margin` on that of the game, in which the value is a variable.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog, nnls
from sklearn.svm import SVC

import mistakebound as mb

from .paired import row, take_turns


class Case(NamedTuple):
    """Normal examples, n of d features, moved `margin` away from a hyperplane with a tenth of the features."""

    n: int
    d: int
    margin: float
    repeats: int


CASES = [Case(1000, 100, 0.3, 5), Case(1000, 100, 0.03, 5), Case(100, 2000, 0.3, 5), Case(100, 2000, 0.03, 5)]


def examples(case):
    rng = np.random.default_rng(0)
    u = rng.normal(size=case.d) * (rng.random(case.d) < 0.1)
    X = rng.normal(size=(case.n, case.d))
    y = np.where(X @ u > 0, 1, -1)
    return X + case.margin * y[:, None] * np.sign(u), y


def direct_nnls(A):
    n, d = A.shape
    z, _ = nnls(np.vstack([A.T, np.ones(n)]), np.append(np.zeros(d), 1.0))
    return np.linalg.norm(z @ A) / z.sum()


def direct_svm(A):
    n, d = A.shape
    return 1 / linprog(np.ones(2 * d), np.hstack([-A, A]), -np.ones(n), method="highs-ds").fun


def direct_game(A):
    n, d = A.shape
    game = np.hstack([-A, A, np.ones((n, 1))])
    bounds = [(0, None)] * 2 * d + [(None, None)]
    return -linprog(
        np.append(np.zeros(2 * d), -1), game, np.zeros(n), np.append(np.ones(2 * d), 0)[None], [1], bounds, "highs-ds"
    ).fun


def measure(case):
    X, y = examples(case)
    A = X * y[:, None]
    assert np.isclose(direct_nnls(A), mb.l2_margin(X, y).value)
    assert np.isclose(direct_svm(A), mb.sparse_svm(X, y).margin)
    assert np.isclose(direct_game(A), mb.l1_margin(X, y).value)
    jobs = {
        "l2_margin": lambda: mb.l2_margin(X, y),
        "SciPy nnls": lambda: direct_nnls(A),
        "scikit-learn SVC": lambda: SVC(kernel="linear", C=1e10, tol=1e-6).fit(X, y),
        "sparse_svm": lambda: mb.sparse_svm(X, y),
        "SciPy linprog, SVM": lambda: direct_svm(A),
        "l1_margin": lambda: mb.l1_margin(X, y),
        "SciPy linprog, game": lambda: direct_game(A),
    }
    times = take_turns(case.repeats, jobs)
    size = f"{case.n:,} × {case.d:,}, margin {case.margin}"
    for peer, ours in {
        "SciPy nnls": "l2_margin",
        "scikit-learn SVC": "l2_margin",
        "SciPy linprog, SVM": "sparse_svm",
        "SciPy linprog, game": "l1_margin",
    }.items():
        yield row("margins", "margin", size, times, peer, ours)


def rows(cases=CASES):
    for case in cases:
        yield from measure(case)
