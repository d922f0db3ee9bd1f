"""Winnow in its normalised form: weights are multiplied where the Perceptron's are shifted.

Legend: x example, y label in {-1, +1}, a = y x, c the sum of the a's of all updates, w weights, p prior,
eta step, theta threshold, W total weight, z exponents.

The state is additive: after any number of updates w is proportional to p e^(eta c). So c is kept, exact for exact
data, and w follows from it; nothing under- or overflows. It also decides ties: the score differs from the threshold by
a positive multiple of sum_j p_j (W a_j - theta) e^(eta c_j), where eta, c, p, W, a and theta are rational numbers,
as floats are. Exponentials of different rational numbers are linearly independent over the rationals (Lindemann and
Weierstrass). So a tie is exact if and only if, for each value of c, its coordinates' p_j (W a_j - theta) sum to 0.
"""

from __future__ import annotations

import decimal
import math
import reprlib
from collections import defaultdict
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from numbers import Rational, Real
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from ..checks import LARGEST, check_finite, check_positive, check_X, plain_numbers, row
from ..errors import MistakeBoundError
from .linear import LinearLearner, Rows, check_ties

__all__ = ["Winnow", "WinnowState", "double"]


class WinnowState(NamedTuple):
    """The signed examples of all updates, summed up, and the weights that follow from them."""

    c: np.ndarray
    w: np.ndarray


@dataclass(frozen=True, repr=False)
class Winnow(LinearLearner):
    """Winnow, normalised: predict sign<w, x>; on a mistake, w_j <- w_j e^(eta y x_j), scaled to the same total weight.

    Parameters
    ----------
    eta : float
        Step, eta > 0. It matters: `tuned_step` is the best for a known margin, and from `largest_step` on a run need
        not end.
    threshold : float
        theta >= 0: update wherever ``y <w, x> <= theta``; 0, the default, makes updates of mistakes only.
    prior : sequence of float, optional
        Positive weights to start from, one for each feature; only their proportions count. By default all are equal.
    ties : {"mistake", -1, 1}
        What a score of exactly 0 means, as for `Perceptron`.
    total : float
        W > 0, the sum of the weights: 1 makes them a distribution. It scales the scores: with it, scale the threshold.

    Notes
    -----
    Weights are positive. For targets with negative ones play on `double`.

    References
    ----------
    Littlestone (1988), whose own version is `Winnow2`; this one is the exponentiated gradient of Kivinen and Warmuth
    (1997), and with a total and a threshold that of Zhang (2001). `WINNOW` is its mistake bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 1, -1], [1, -1, 1], [1, -1, -1]], [1, -1, 1]
    >>> trace = mb.play(mb.Winnow(eta=1), X, y)
    >>> trace.mistakes, trace.weights.round(3).tolist()[-1]
    (array([1, 2]), [0.468, 0.468, 0.063])
    """

    eta: float
    threshold: float = 0.0
    prior: tuple | None = None
    ties: str | int = "mistake"
    total: float = 1
    scene = "simplex"

    def __post_init__(self):
        plain_numbers(self)
        for name in ("eta", "total"):
            if check_positive(getattr(self, name), name) > LARGEST:
                raise MistakeBoundError(f"{name} is {getattr(self, name)!r}: it must be at most {LARGEST:g}.")
        check_ties(self.ties)
        if not (isinstance(self.threshold, Real) and 0 <= self.threshold < math.inf):
            raise MistakeBoundError(f"threshold is {self.threshold!r}: it must be a finite number of at least 0.")
        if self.prior is not None:
            object.__setattr__(self, "prior", _checked_prior(self.prior))

    def __repr__(self):
        changed = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}
        return f"Winnow({', '.join(f'{name}={reprlib.repr(value)}' for name, value in changed.items())})"

    def start(self, n_features):
        """No update yet: the weights are the prior's."""
        if self.prior is not None and len(self.prior) != n_features:
            raise MistakeBoundError(
                f"the prior has {len(self.prior)} weights but the examples have {n_features} features: "
                "give one for each feature."
            )
        return self._state(np.zeros(n_features, dtype=np.int64))

    def weights(self, state):
        """The weight vector (d,), positive, of sum `total`; a tiny weight may be too small for a float, that is 0."""
        return state.w

    def log_weights(self, state):
        """Their logarithms (d,), which are never too small."""
        z = self._exponents(state.c)
        return z - math.log(np.exp(z).sum() / float(self.total))

    def update(self, state, x, y):
        """Add y x to c."""
        return self._state(state.c + x if y > 0 else state.c - x)

    def _state(self, c):
        w = self._exponents(c)
        np.exp(w, out=w)
        w *= float(self.total) / np.add.reduce(w)
        c.setflags(write=False)
        w.setflags(write=False)
        return WinnowState(c, w)

    def _exponents(self, c):
        """ln(p e^(eta c)) but for a constant: 0 where it is largest, so that no rounding is relative to the rest."""
        eta = float(self.eta)
        if self.prior is None:
            return ((c - c[c.argmax()]) * eta).astype(float, copy=False)
        ln_p = self._log_prior
        top = (c * eta + ln_p).argmax()
        return ((c - c[top]) * eta + (ln_p - ln_p[top])).astype(float, copy=False)

    @cached_property
    def _log_prior(self):
        return np.array([_log(p) for p in self.prior])

    @cached_property
    def _largest_log(self):
        return 0.0 if self.prior is None else float(np.abs(self._log_prior).max())

    # --- near-ties

    def rows(self, X, y, start=0):
        """The examples as floats, beside the numbers that they are."""
        # Weights are rounded relative to their exponents, whose weighted mean is an entropy: at most ln d in size.
        # The prior's logarithms are rounded before they cancel.
        allowance = 8 + math.log(X.shape[1]) + 2 * self._largest_log
        return _Rows(X, y, start, allowance, float(self.total))

    def margin(self, state, rows, i, at):
        """A float on the side of `at` on which the margin is, exactly: above, below, or at it."""
        side = _sign(self._terms(state.c, rows.numbers(i), at), _exact(self.eta))
        near = float(at)
        if side:
            return math.nextafter(near, side * math.inf)
        return near if near <= at else math.nextafter(near, -math.inf)

    def _terms(self, c, a, at):
        """Pairs (c_j, k_j) such that the margin less `at` is a positive multiple of the sum of k_j e^(eta c_j)."""
        total, at = _exact(self.total), _exact(at)
        for c_j, p_j, a_j in zip(c.tolist(), self.prior or repeat(1), a, strict=False):
            if a_j or at:
                yield c_j, _exact(p_j) * (total * _exact(a_j) - at)


class _Rows(Rows):
    """Examples of any kind of numbers to be scored by float weights of Winnow."""

    def __init__(self, X, y, start, allowance, total):
        self.given = X
        if X.dtype.kind == "O":
            check_finite(X, start)
            X, y = _floats(X, start), y.astype(float)
        super().__init__(X, y, start, allowance, shortest=total)

    def numbers(self, i):
        """The signed example y x of row i, in the numbers that were given."""
        x = row(self.given, i)
        return (x if self.y[i] > 0 else -x).tolist()


def _floats(X, start):
    try:
        return X.astype(float)
    except OverflowError:
        raise MistakeBoundError(f"a feature from round {start} on is too large for a float: rescale X.") from None


def _checked_prior(prior):
    prior = np.asarray(prior)
    if prior.ndim != 1 or prior.dtype.kind not in "fiuO":
        raise MistakeBoundError(f"prior is {prior!r}: it must be one positive number for each feature.")
    for j, p in enumerate(prior.tolist()):
        if not 0 < p < math.inf:
            raise MistakeBoundError(
                f"prior[{j}] is {p!r}: it must be a finite number greater than 0, because a weight of 0 stays 0."
            )
    return tuple(prior.tolist())


def _exact(value):
    """A real number, floats included, as the rational number that it is."""
    if type(value) in (int, Fraction):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    ratio = (value.numerator, value.denominator) if isinstance(value, Rational) else value.as_integer_ratio()
    return Fraction(*map(int, ratio))


def _log(p):
    return math.log(p.numerator) - math.log(p.denominator) if isinstance(p, Rational) else math.log(p)


def _sign(terms, eta):
    """The sign of the sum of k e^(eta c) over the pairs (c, k), exactly: -1, 0 or 1."""
    sums = defaultdict(int)
    for c, k in terms:
        sums[c] += k
    sums = {_exact(c): k for c, k in sums.items() if k}
    if not sums:
        return 0
    if min(sums.values()) > 0 or max(sums.values()) < 0:
        return 1 if max(sums.values()) > 0 else -1
    top, digits = max(sums), 30
    while True:  # it ends: different exponentials with rational coefficients do not cancel
        with decimal.localcontext(decimal.Context(prec=digits, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)):
            exponents = [_decimal(eta * (c - top)) for c in sums]
            parts = [_decimal(k) * z.exp() for k, z in zip(sums.values(), exponents, strict=True)]
            # each step rounds the last of the digits by half a unit at most, and exp passes on z times that
            rounding = (len(parts) + 8 - min(exponents)) * sum(map(abs, parts)).scaleb(1 - digits)
            if abs(sum(parts)) > rounding:
                return 1 if sum(parts) > 0 else -1
        digits *= 2


def _decimal(value):
    return decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)


def double(X):
    """Append the negative of every feature, so that positive weights reach every target: [X, -X].

    <w, [x, -x]> is the score <v, x> of the weights v = w' - w'' (w' the first half of w, w'' the second), and any v
    with sum of absolute values 1 is such a difference of probability weights. A bias must be folded in before, as in
    ``double(fold_bias(X))``: folded in after, its weight could only be positive.

    Parameters
    ----------
    X : array (n, d) or CSR matrix

    Returns
    -------
    array (n, 2 d)

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.double(mb.fold_bias([[2, 3]]))
    array([[ 2,  3,  1, -2, -3, -1]])
    """
    X = check_X(X)
    if X.dtype.kind in "iu":  # wide enough for the negative of every entry
        X = X.astype(np.int64)
    return sp.hstack([X, -X], format="csr") if sp.issparse(X) else np.hstack([X, -X])
