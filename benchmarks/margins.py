"""Margins and SVMs against the solvers themselves: SciPy's and scikit-learn's, called directly, on one thread.

Run it with ``python -m benchmarks.margins``. Paired: in every repetition each contestant runs once, in turn, and a
ratio is the median of the repetitions' ratios, so that a busy machine slows both sides alike. Times are processor
times. The results are checked to be the same optimum.

`l2_margin` is timed against SciPy's nonnegative least squares on the same problem, and against scikit-learn's SVC,
which has a bias besides, with a tolerance of 1e-6; `sparse_svm` and `l1_margin` against SciPy's linear programming
with HiGHS, the one on the program of the SVM, the other on that of the game, with the value for a variable of its own.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"

import statistics
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog, nnls
from sklearn.svm import SVC

import mistakebound as mb

from .perceptron import seconds


class Case(NamedTuple):
    """Normal examples, n of d features, moved `margin` away from a hyperplane with a tenth of the features."""

    n: int
    d: int
    margin: float
    repeats: int


CASES = [Case(2000, 200, 0.3, 9), Case(2000, 200, 0.03, 9), Case(200, 5000, 0.3, 7), Case(200, 5000, 0.03, 7)]


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


def direct_svc(X, y):
    return SVC(kernel="linear", C=1e10, tol=1e-6).fit(X, y)


def compare(case):
    """A row for each function: its time, the ratio to its solver called directly, and what is compared."""
    X, y = examples(case)
    A = X * y[:, None]
    contests = {
        "l2_margin": (mb.l2_margin, {"nnls": (direct_nnls, A), "SVC": (direct_svc, X, y)}),
        "sparse_svm": (mb.sparse_svm, {"HiGHS, program of the SVM": (direct_svm, A)}),
        "l1_margin": (mb.l1_margin, {"HiGHS, program of the game": (direct_game, A)}),
    }
    assert np.isclose(direct_nnls(A), mb.l2_margin(X, y).value)
    assert np.isclose(direct_svm(A), mb.sparse_svm(X, y).margin) and np.isclose(
        direct_game(A), mb.l1_margin(X, y).value
    )
    for name, (ours, rivals) in contests.items():
        times = []
        for _ in range(case.repeats):
            own = seconds(ours, X, y)
            times.append((own, *(own / seconds(job, *data) for job, *data in rivals.values())))
        own, *ratios = map(statistics.median, zip(*times, strict=True))
        yield name, own, dict(zip(rivals, ratios, strict=True))


def main():
    """The table."""
    print("Margins: milliseconds, and the time divided by that of the solver called directly")
    for case in CASES:
        for name, own, ratios in compare(case):
            size = f"{case.n:,} × {case.d:,}, margin {case.margin}"
            print(f"{size:>26} {name:>10} {own * 1e3:>8.0f}  ", end="")
            print("; ".join(f"÷ {rival} {ratio:.2f}" for rival, ratio in ratios.items()), flush=True)


if __name__ == "__main__":
    main()
