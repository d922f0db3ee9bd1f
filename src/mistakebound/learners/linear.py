"""What all linear learners share: margins, and a decision at a threshold that rounding cannot change.

Legend: X examples (n, d), y labels (n,), w weights (d,), m = y <w, x> margins (n,).

A matrix product rounds differently from one layout, block size or processor to the next. Far from the
threshold that does not matter. Within rounding of it, the margin is computed again in one canonical way, the
correctly rounded sum (`math.fsum`) of the products x_j w_j, so that a run depends on its data alone.
"""

from __future__ import annotations

import math

import numpy as np
import scipy.sparse as sp

from ..checks import check_finite
from ..errors import MistakeBoundError

__all__ = ["LinearLearner", "margins"]

EPS = float(np.finfo(float).eps)


def margins(X, y, w, at=0.0):
    """Margins y <w, x>, canonical wherever they lie within rounding of `at`.

    Parameters
    ----------
    X : array (n, d) or CSR matrix
    y : array (n,) or 1
    w : ndarray (d,)
    at : float
        The threshold that the margins will be compared with.

    Returns
    -------
    ndarray (n,)
    """
    m = y * (X @ w)
    if m.dtype.kind == "f":
        labels = np.broadcast_to(y, m.shape)
        slack = _rounding(X, check_finite(X)) * math.sqrt(w @ w)
        for i in np.flatnonzero(np.abs(m - at) <= slack):
            m[i] = _canonical(X, i, labels[i], w)
    return m


class LinearLearner:
    """Base of the linear learners: the state is, or holds, a weight vector `w`.

    A subclass gives `threshold`, `conservative`, `weights`, `fails` and `update`.
    """

    threshold = 0.0
    conservative = True

    def start(self, n_features):
        """The zero vector, of integers, so that exact data stay exact."""
        return np.zeros(n_features, dtype=np.int64)

    def weights(self, state):
        """The weight vector (d,) of a state."""
        return state

    def fails(self, margin, y):
        """Whether an example with this margin and label calls for an update; works on arrays and scalars."""
        raise NotImplementedError

    def score(self, state, X):
        """Scores <w, x> of a batch, (n,)."""
        return X @ self.weights(state)

    def wants_update(self, state, X, y):
        """For each row, whether its margin fails."""
        return self.fails(margins(X, y, self.weights(state), self.threshold), y)

    def scan(self, X, y, size):
        """A function (state, i, j): the first of the rows i..j-1 that wants an update, or None.

        It settles near-ties one at a time and only up to the answer, and makes no call that it can spare:
        where updates are frequent, its overhead is what a run costs.
        """
        weights, fails, threshold = self.weights, self.fails, self.threshold
        relative = _rounding(X, size)

        def scan(state, i, j):
            w = weights(state)
            m = X[i:j].dot(w) * y[i:j]
            if m.dtype.kind != "f":
                if m.dtype.kind == "i" and size * np.linalg.norm(w) >= 2**62:
                    raise MistakeBoundError(
                        f"integer scores can leave the range of 64 bits (||w|| = {np.linalg.norm(w):.1g}): "
                        "use X.astype(float), or exact integers with X.astype(object)."
                    )
                suspect, slack = fails(m, y[i:j]), 0.0
            else:
                slack = relative * math.sqrt(w.dot(w))
                suspect = m <= threshold + slack
            k = int(suspect.argmax())
            while suspect[k]:
                if m[k] < threshold - slack or fails(_canonical(X, i + k, y[i + k], w), y[i + k]):
                    return i + k
                suspect[k] = False
                k += int(suspect[k:].argmax())
            return None

        return scan


def _canonical(X, i, y, w):
    """The margin of row i as a correctly rounded sum of products."""
    if sp.issparse(X):
        inside = slice(X.indptr[i], X.indptr[i + 1])
        products = X.data[inside] * w[X.indices[inside]]
    else:
        products = X[i] * w
    return y * (math.fsum(products.tolist()) if products.dtype.kind == "f" else sum(products))


def _rounding(X, size):
    """How far two floating-point evaluations of <w, x> can lie apart, relative to ||w||, for rows of length <= size.

    |fl<w, x> - <w, x>| <= k eps sum_j |w_j x_j| <= k eps ||w|| ||x|| for k products
    (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1); twice that for two evaluations.
    """
    k = int(np.diff(X.indptr).max(initial=1)) if sp.issparse(X) else X.shape[1]
    return 4 * EPS * (k + 2) * size
