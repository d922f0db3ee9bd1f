"""Winnow, normalised and not: it multiplies weights where the Perceptron adds to them.

Legend: x example, y label in {-1, +1}, c the sum of the y x of all updates, w weights, p prior, eta learning rate, z
exponents.

The state is additive: after any number of updates w is proportional to p e^(eta c). So the state keeps c, exact for
exact data, and w is computed from it; nothing under- or overflows. Without normalisation, w = p e^(eta c).
"""

from __future__ import annotations

import math
import reprlib
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..arrays import ln_sum_exp, logarithms, rounded, working
from ..entropy import check_prior
from ..errors import MistakeBoundError
from ..features import fold_bias
from ..parameters import checked, positive
from ..types import Examples, Number
from .linear import TIES, LinearLearner, check_threshold

__all__ = ["UnnormalisedWinnow", "Winnow", "WinnowState"]


class WinnowState(NamedTuple):
    """The sum of the signed examples of all updates, and the weights computed from it."""

    c: np.ndarray
    w: np.ndarray


class Multiplying(LinearLearner):
    """Base of both forms: a prior, and a state that adds up the signed examples."""

    prior: Any
    folded = 0  # number of constant features that the learner folds in

    def start(self, n_features: int) -> WinnowState:
        """The initial state: the weights are the prior."""
        d = n_features + self.folded
        if self.prior is not None and len(self.prior) != d:
            raise MistakeBoundError(
                f"the prior has {len(self.prior)} weights but the examples have {n_features} features: "
                f"give one weight for each feature{' and, last, the bias' * self.folded}."
            )
        return self._state(np.zeros(d, dtype=np.int64))

    def weights(self, state: Any) -> np.ndarray:
        """The weights, all positive, although a tiny one may round to 0."""
        return state.w

    def update(self, state: Any, x: np.ndarray, y: int) -> WinnowState:
        """Add y x to c."""
        return self._state(state.c + x if y > 0 else state.c - x)

    def _state(self, c: np.ndarray) -> WinnowState:
        raise NotImplementedError

    @cached_property
    def _log_prior(self) -> np.ndarray:
        return logarithms(self.prior)


@dataclass(frozen=True, repr=False)
class Winnow(Multiplying):
    """Winnow, normalised: predict sign<w, x>; on a mistake, w_j <- w_j e^(eta y x_j), scaled to the same total weight.

    Parameters
    ----------
    eta : float
        Learning rate, eta > 0. It changes the run: `tuned_step` is best for a known margin, and from `largest_step` on
        a run need not end.
    threshold : float
        theta >= 0: update if ``y <w, x> <= theta``; with 0, the default, only mistakes are updates.
    prior : sequence of float, optional
        Positive weights to start from, one for each feature; only their proportions count. By default all are equal.
    ties : {"mistake", -1, 1}
        Meaning of a score of exactly 0, as for `Perceptron`.
    total : float
        W > 0, the sum of the weights: 1 makes them a distribution. It scales the scores, so scale the threshold too.

    Notes
    -----
    Weights are positive. For targets with negative weights, play on ``double(X)``.

    References
    ----------
    Littlestone (1988), whose own version is `Winnow2`. This one is the exponentiated gradient of Kivinen and Warmuth
    (1997); with a total and a threshold it is that of Zhang (2001). `WINNOW` is its mistake bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 1, -1], [1, -1, 1], [1, -1, -1]], [1, -1, 1]
    >>> trace = mb.play(mb.Winnow(eta=1), X, y)
    >>> trace.mistakes, trace.weights.round(3).tolist()[-1]
    (array([1, 2]), [0.468, 0.468, 0.063])
    """

    eta: Number = positive()
    threshold: Number = checked(check_threshold, 0.0)
    prior: Any = checked(check_prior, None)
    ties: str | int = TIES
    total: Number = positive(1)

    def __repr__(self) -> str:
        changed = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}
        return f"Winnow({', '.join(f'{name}={reprlib.repr(value)}' for name, value in changed.items())})"

    def log_weights(self, state: Any) -> np.ndarray:
        """The logarithms of the weights (d,), which never underflow."""
        z = self._exponents(state.c)
        return z - ln_sum_exp(z) + math.log(self.total)

    def score(self, state: Any, X: Examples, theta: Number | np.ndarray = 0) -> np.ndarray:
        """Scores <w, x> - theta of a batch, (n,), in floats, like the weights: exactly 0 at a tie."""
        return super().score(state, rounded(working(X)), theta)

    def _state(self, c: np.ndarray) -> WinnowState:
        w = self._exponents(c)
        np.exp(w, out=w)
        w *= float(self.total) / np.add.reduce(w)
        return WinnowState(c, w)

    def _exponents(self, c: np.ndarray) -> np.ndarray:
        """ln(p e^(eta c)) up to a constant: the largest entry is 0, so that the constant adds no rounding."""
        eta = float(self.eta)
        if self.prior is None:
            return ((c - c[c.argmax()]) * eta).astype(float, copy=False)
        ln_p = self._log_prior
        top = (c * eta + ln_p).argmax()
        return ((c - c[top]) * eta + (ln_p - ln_p[top])).astype(float, copy=False)


@dataclass(frozen=True)
class UnnormalisedWinnow(Multiplying):
    """Winnow without normalisation and with a bias: predict sign(<w, x> + b); on a mistake, w_j <- w_j e^(eta y x_j)
    and b <- b e^(eta y).

    Parameters
    ----------
    eta : float
        Learning rate, eta > 0.
    prior : sequence of float, optional
        Positive weights to start from, one for each feature and, last, the bias. By default all are 1.
    ties : {"mistake", -1, 1}
        Meaning of a score of exactly 0, as for `Perceptron`.

    Notes
    -----
    The bias is the weight of a constant feature, the last one of `weights`. It is positive, as all weights are.

    References
    ----------
    `WINNOW_UNNORMALISED` shows that it predicts as `Winnow` does on ``fold_bias(X)``.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 1], [2, -1], [-1, -1]], [1, -1, -1]
    >>> trace = mb.play(mb.UnnormalisedWinnow(eta=1), X, y)
    >>> trace.weights.round(3).tolist()
    [[1.0, 1.0, 1.0], [0.135, 2.718, 0.368]]
    """

    eta: Number = positive()
    prior: Any = checked(check_prior, None)
    ties: str | int = TIES
    folded = 1

    def log_weights(self, state: Any) -> np.ndarray:
        """The logarithms of the weights (d + 1,)."""
        return self._exponents(state.c)

    def score(self, state: Any, X: Examples, theta: Number | np.ndarray = 0) -> np.ndarray:
        """Scores <w, x> + b - theta of a batch, (n,), in floats: exactly 0 at a tie."""
        return super().score(state, rounded(fold_bias(X)), theta)

    def update(self, state: Any, x: np.ndarray, y: int) -> WinnowState:
        """Add y (x, 1) to c."""
        return super().update(state, np.append(x, 1), y)

    def _exponents(self, c: np.ndarray) -> np.ndarray:
        """ln(p e^(eta c))."""
        z = (c * float(self.eta)).astype(float)
        return z if self.prior is None else z + self._log_prior

    def _state(self, c: np.ndarray) -> WinnowState:
        with np.errstate(over="ignore"):  # the next score raises an error if the weights overflow
            return WinnowState(c, np.exp(self._exponents(c)))
