"""What all linear learners share: margins, and a decision at a threshold that rounding cannot change.

Legend: X examples (n, d), y labels (n,), w weights (d,), m = y <w, x> margins (n,), i, j, k rows.

A matrix product rounds differently from one layout, block size or processor to the next. Far from the
threshold that does not matter. Within rounding of it, the margin is computed again in one canonical way, the
correctly rounded sum (`math.fsum`) of the products x_j w_j, so that a run depends on its data alone.
"""

from __future__ import annotations

import math
from functools import partial
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
    scene = "plane"

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
        rows = self.rows(X, np.broadcast_to(y, n))
        m, slack = rows.margins(w)
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

    def rows(self, X, y, start=0):
        """The examples, ready to be scored."""
        return Rows(X, y, start)

    def scan(self, state, X, y, start=0):
        """A function (state, i): the first row from i on that wants an update, or None.

        It settles near-ties one at a time and only up to the answer.
        """
        _check_width(X, self.weights(state))
        rows, n = self.rows(X, y, start), len(y)
        search, weights, fails, threshold = rows.search(self.threshold), self.weights, self.fails, self.threshold

        def scan(state, i):
            w = weights(state)
            i, sure = search(w, i)
            while not sure:
                rows.check(w, i)
                if fails(self.margin(state, rows, i, threshold), y[i]):
                    return i
                i, sure = search(w, i + 1)
            return i if i < n else None

        return scan


def check_ties(ties):
    """What a score of 0 means: "mistake", or the label predicted there."""
    if ties not in ("mistake", -1, 1):
        raise MistakeBoundError(f"ties is {ties!r}: it must be 'mistake', -1 or +1.")


def _check_width(X, w):
    d = X.shape[1]
    if not isinstance(w, np.ndarray):
        raise MistakeBoundError(f"the weights are {w!r}: give the state as an array, np.array(...).")
    if w.shape != (d,):
        raise MistakeBoundError(f"X has {d} features but the weights have shape {w.shape}: they need shape ({d},).")


class Rows:
    """Examples ready to be scored by any weights.

    Parameters
    ----------
    X : float64, int64 or object array (n, d), or CSR matrix
    y : array (n,)
    start : int
        Round of the first row, for messages.
    allowance : float
        How many times the rounding of a score may be: for weights that are rounded themselves.
    shortest : float
        The weights count as at least so long: for weights whose rounding is relative to more than their length.
    centre : float
        What a score is compared with: the margin is y (<w, x> - centre).
    """

    def __init__(self, X, y, start=0, allowance=1.0, shortest=0.0, centre=0.0):
        self.X, self.y, self.start, self.shortest, self.centre = X, y, start, shortest, centre
        self.fast = X.astype(float) if X.dtype.kind == "i" else X
        if X.dtype.kind == "i" and check_finite(self.fast) > LARGEST_INTEGER:
            self._check_integers()
        # |fl<w, x> - <w, x>| <= k eps sum_j |w_j x_j| <= k eps ||w|| ||x|| for k products (Higham, Accuracy and
        # Stability of Numerical Algorithms, 2002, section 3.1). This is more than twice that, for two evaluations.
        k = int(np.diff(X.indptr).max()) if sp.issparse(X) else X.shape[1]
        self.rounding = 4 * EPS * (k + 2) * allowance

    def _check_integers(self):
        if outside := first_outside(self.X, LARGEST_INTEGER):
            i, j, value = outside
            raise MistakeBoundError(
                f"X[{self.start + i}, {j}] is {value}: integer features of a linear learner must be at most 2**31 in "
                "size, so that its weights fit 64 bits; use X.astype(float), or exact integers with X.astype(object)."
            )

    def search(self, at):
        """A function (w, i): the first row from i on whose margin can be at most `at`, and whether that is sure.

        Of exact numbers any row can be.
        """
        from . import compiled  # not above, because Numba takes a third of a second to import

        X, n, shape = self.fast, len(self.y), (self.X.shape[1],)
        if X.dtype.kind == "O":
            return lambda w, i: (i, i == n)
        if sp.issparse(X):
            first = partial(compiled.first_sparse, _in_line(X.data), _in_line(X.indices), _in_line(X.indptr, np.int64))
        else:
            first = partial(compiled.first_dense, _in_line(X))
        first = partial(first, _in_line(self.y, float))
        at, centre, rounding = float(at), float(self.centre), self.rounding
        shortest, longest = self.shortest, self.longest

        def search(w, i):
            if w.shape != shape:
                _check_width(X, w)
            if w.dtype.kind == "O":
                return i, i == n
            return first(np.ascontiguousarray(w, dtype=float), i, at, centre, rounding, shortest, longest(w))

        return search

    def check(self, w, i):
        """Refuse row i or the weights if they are out of range."""
        check_finite(block(self.fast, i, i + 1), self.start + i)
        if w.dtype.kind != "O":
            self.length(w)

    def longest(self, w):
        """How long weights of this kind of number may be."""
        return LARGEST_WEIGHT if w.dtype.kind == "f" else LARGEST_INTEGER_WEIGHT

    def length(self, w):
        """The length of the weights, at least `shortest`."""
        v = w.astype(float)
        with np.errstate(over="ignore", invalid="ignore"):
            norm = math.sqrt(v.dot(v))
        if not norm <= self.longest(w):
            raise MistakeBoundError(
                f"the weights have left the range of {w.dtype} numbers (the largest is {np.abs(v).max():.1g}): "
                "rescale X, use a smaller rate, or, for integers, X.astype(object)."
            )
        return max(norm, self.shortest)

    def margin(self, w, i):
        """The canonical margin of row i: the correctly rounded sum of its products, which is exact for exact ones."""
        if w.dtype.kind == "O" or self.X.dtype.kind == "O":
            return self._exact_margin(w, i)
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

    def _exact_margin(self, w, i):
        if sp.issparse(self.X):
            raise MistakeBoundError(
                "exact weights cannot score a CSR matrix: use X.toarray(), or make rate and state int or float."
            )
        m = sum(map(mul, self.X[i].tolist(), w.tolist()))
        if not isinstance(m, Rational):
            raise MistakeBoundError(
                f"exact and floating-point numbers meet: the examples are {self.X.dtype}, the weights {w.dtype}. "
                "Give data, rate and state as int or Fraction, or all of them as floats."
            )
        return int(self.y[i]) * m

    def margins(self, w):
        """Margins of all rows, and how far they can lie from the canonical ones: 0 if they are exact."""
        size = check_finite(self.fast, self.start)
        if w.dtype.kind == "O" or self.fast.dtype.kind == "O":
            return np.array([self._exact_margin(w, i) for i in range(len(self.y))], dtype=object), 0
        m = (self.fast.dot(w.astype(float)) - float(self.centre)) * self.y
        return m, self.rounding * (size * (self.length(w) + SMALLEST) + abs(float(self.centre)))


def _in_line(array, dtype=None):
    """As compiled code reads it: entry after entry, aligned."""
    return np.require(array, dtype, ["C_CONTIGUOUS", "ALIGNED"])
