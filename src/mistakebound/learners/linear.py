"""What all linear learners share: margins, and a decision at a threshold that rounding cannot change.

Legend: X examples (n, d), y labels (n,), w weights (d,), m = y <w, x> margins (n,), i, j, k rows.

A matrix product rounds differently from one layout, block size or processor to the next. Far from the
threshold that does not matter. Within rounding of it, the margin is computed again in one canonical way, the
correctly rounded sum (`math.fsum`) of the products x_j w_j, so that a run depends on its data alone.
"""

from __future__ import annotations

import math
from numbers import Rational
from operator import mul

import numpy as np
import scipy.sparse as sp

from ..checks import SMALLEST, block, check_finite, check_X, first_outside, working
from ..errors import MistakeBoundError

__all__ = ["LinearLearner", "Rows", "check_ties"]

EPS = float(np.finfo(float).eps)
# Integer features up to the one and integer weights up to the other: then no update leaves 64 bits.
LARGEST_INTEGER = 2**31
LARGEST_INTEGER_WEIGHT = 2.0**62
# Weights up to this length have a finite square.
LARGEST_WEIGHT = 1e154


class LinearLearner:
    """Base of the linear learners: the state is, or holds, a weight vector `w`.

    A subclass gives `update`, and whatever of the following differs: it starts at zero weights, updates where the
    margin is at most `threshold`, and where that is 0 it has declared its `ties`.
    """

    threshold = 0.0
    ties = "mistake"

    @property
    def conservative(self):
        """Without a threshold, updates are mistakes."""
        return self.threshold == 0

    def start(self, n_features):
        """The zero vector, of integers, so that exact data stay exact."""
        return np.zeros(n_features, dtype=np.int64)

    def weights(self, state):
        """The weight vector (d,) of a state."""
        return state

    def predict(self, state, X):
        """The sign of the score; at 0 the declared tie, or 0 where a tie is a mistake."""
        signs = np.sign(self.score(state, X)).astype(np.int8)
        return signs if self.ties == "mistake" else np.where(signs == 0, np.int8(self.ties), signs)

    def fails(self, margin, y):
        """Whether an example with this margin and label calls for an update; works on arrays and scalars.

        A margin of at most the threshold does; but without one, a tie only where it goes against the label.
        """
        if self.ties == "mistake" or not self.conservative:
            return margin <= self.threshold
        return (margin < 0) | ((margin == 0) & (y != self.ties))

    def score(self, state, X):
        """Scores <w, x> of a batch, (n,): canonical wherever they lie within rounding of 0."""
        return self.margins(state, X)

    def margins(self, state, X, y=1, at=0.0):
        """Margins y <w, x> of a batch, (n,): canonical wherever they lie within rounding of `at`."""
        X, w = working(check_X(X)), self.weights(state)
        n = X.shape[0]
        _check_width(X, w)
        rows = self.rows(state, X, np.broadcast_to(y, n), check_finite(X))
        m, slack = rows.margins(w, 0, n)
        if slack:
            for i in np.flatnonzero(np.abs(m - at) <= slack):
                m[i] = self.margin(state, rows, i, at)
        return m

    def wants_update(self, state, X, y):
        """For each row, whether its margin fails."""
        y = np.asarray(y)
        return self.fails(self.margins(state, X, y, self.threshold), y)

    def margin(self, state, rows, i, at):
        """The canonical margin of a row within rounding of `at`; only the side of `at` on which it lies counts."""
        return rows.margin(self.weights(state), i)

    def longest(self, state, length):
        """A bound on ||w||, in this state and all that updates on examples of this total length can lead to.

        Infinity, the default, says that none is known: then the weights are measured in every scan.
        """
        return math.inf

    def rows(self, state, X, y, size, start=0):
        """The examples, ready to be scored in this state and all that updates on them can lead to."""
        # n rows are at most sqrt(n) times as long as the root of their sum of squares (Cauchy-Schwarz)
        return Rows(X, y, size, start, longest=self.longest(state, math.sqrt(len(y)) * size))

    def scan(self, state, X, y, size, start=0):
        """A function (state, i, j): the first of the rows i..j-1 that wants an update, or None.

        It settles near-ties one at a time and only up to the answer, and makes no call that it can spare:
        where updates are frequent, its overhead is what a run costs.
        """
        _check_width(X, self.weights(state))
        rows = self.rows(state, X, y, size, start)
        fast, y, bound = rows.fast, rows.y, rows.slack
        weights, fails, threshold = self.weights, self.fails, self.threshold

        limit = None if bound is None else np.array(threshold + bound)  # NumPy compares faster with an array

        def scan(state, i, j):
            w = weights(state)
            m, slack = rows.margins(w, i, j) if bound is None else (fast[i:j].dot(w) * y[i:j], bound)
            near = (m <= (threshold + slack if bound is None else limit)).tobytes()
            k = near.find(1)
            while k >= 0:
                if m[k] < threshold - slack:
                    return i + k
                if fails(self.margin(state, rows, i + k, threshold) if slack else m[k], y[i + k]):
                    return i + k
                k = near.find(1, k + 1)
            return None

        return scan


def check_ties(ties):
    """What a score of 0 means: "mistake", or the label predicted there."""
    if ties not in ("mistake", -1, 1):
        raise MistakeBoundError(f"ties is {ties!r}: it must be 'mistake', -1 or +1.")


def _check_width(X, w):
    d = X.shape[1]
    if w.shape != (d,):
        raise MistakeBoundError(f"X has {d} features but the weights have shape {w.shape}: they need shape ({d},).")


class Rows:
    """Examples ready to be scored by any weights.

    Parameters
    ----------
    X : float64, int64 or object array (n, d), or CSR matrix
    y : array (n,)
    size : float
        A bound on the length of every row, from `check_finite`.
    start : int
        Round of the first row, for messages.
    longest : float
        A bound on the length of all weights that will score them; infinity measures each.
    """

    def __init__(self, X, y, size, start=0, longest=math.inf):
        if X.dtype.kind == "i" and size > LARGEST_INTEGER and (outside := first_outside(X, LARGEST_INTEGER)):
            i, j, value = outside
            raise MistakeBoundError(
                f"X[{start + i}, {j}] is {value}: integer features of a linear learner must be at most 2**31 in size, "
                "so that its weights fit 64 bits; use X.astype(float), or exact integers with X.astype(object)."
            )
        self.X, self.y, self.start = X, y, start
        self.fast = X.astype(float) if X.dtype.kind == "i" else X
        if sp.issparse(X):
            self.fast = _Blocks(self.fast)
        # |fl<w, x> - <w, x>| <= k eps sum_j |w_j x_j| <= k eps ||w|| ||x|| for k products (Higham, Accuracy and
        # Stability of Numerical Algorithms, 2002, section 3.1). This is more than twice that, for two evaluations.
        k = int(np.diff(X.indptr).max()) if sp.issparse(X) else X.shape[1]
        self.rounding = 4 * EPS * (k + 2) * size
        bounded = longest < LARGEST_INTEGER_WEIGHT and X.dtype.kind != "O"
        self.slack = self.rounding * (longest + SMALLEST) if bounded else None

    def margin(self, w, i):
        """The canonical margin of row i: the correctly rounded sum of its products."""
        if not w.any():
            return 0.0
        if sp.issparse(self.X):
            inside = slice(self.X.indptr[i], self.X.indptr[i + 1])
            x, w = self.X.data[inside], w[self.X.indices[inside]]
        else:
            x = self.X[i]
        if x.dtype.kind == w.dtype.kind == "i":
            return int(self.y[i]) * sum(map(mul, x.tolist(), w.tolist()))
        products = x * w
        if not products.any() and np.any((x != 0) & (w != 0)):
            raise MistakeBoundError(
                f"every product of weight and feature is too small for float64 in round {self.start + i}: rescale X."
            )
        return self.y[i] * math.fsum(products.tolist())

    def margins(self, w, i, j):
        """Margins of the rows i..j-1, and how far they can lie from the canonical ones: 0 if they are exact."""
        if w.dtype.kind == "O" or self.X.dtype.kind == "O":
            if sp.issparse(self.X):
                raise MistakeBoundError(
                    "exact weights cannot score a CSR matrix: use X.toarray(), or make rate and state int or float."
                )
            m = self.X[i:j].dot(w) * self.y[i:j]
            if not all(isinstance(value, Rational) for value in m):
                raise MistakeBoundError(
                    f"exact and floating-point numbers meet: the examples are {self.X.dtype}, the weights {w.dtype}. "
                    "Give data, rate and state as int or Fraction, or all of them as floats."
                )
            return m, 0  # not 0.0, which would round an exact threshold
        v = w.astype(float)
        with np.errstate(over="ignore", invalid="ignore"):
            norm = math.sqrt(v.dot(v))
        if not norm <= (LARGEST_WEIGHT if w.dtype.kind == "f" else LARGEST_INTEGER_WEIGHT):
            raise MistakeBoundError(
                f"the weights have left the range of {w.dtype} numbers (the largest is {np.abs(v).max():.1g}): "
                "rescale X, use a smaller rate, or, for integers, X.astype(object)."
            )
        return self.fast[i:j].dot(v) * self.y[i:j], self.rounding * (norm + SMALLEST)


class _Blocks:
    """A CSR matrix whose slices are `block`s."""

    def __init__(self, X):
        self.X = X

    def __getitem__(self, rows):
        return block(self.X, rows.start, rows.stop)
