"""Winnow in its normalised form: weights are multiplied where the Perceptron's are shifted.

Legend: x example, y label in {-1, +1}, c the sum of the y x of all updates, w weights, p prior, eta learning rate, z
exponents.

The state is additive: after any number of updates w is proportional to p e^(eta c). So c is kept, exact for exact
data, and w follows from it; nothing under- or overflows. Without the normalisation, w = p e^(eta c).
"""

from __future__ import annotations

import math
import reprlib
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..arrays import ln_sum_exp, rounded, working
from ..entropy import check_prior, logarithms
from ..errors import MistakeBoundError
from ..features import fold_bias
from ..parameters import checked, finite, positive
from ..types import Examples, Number
from .linear import TIES, LinearLearner

__all__ = ["UnnormalisedWinnow", "Winnow", "WinnowState"]


class WinnowState(NamedTuple):
    """The signed examples of all updates, summed up, and the weights that follow from them."""

    c: np.ndarray
    w: np.ndarray


class Multiplying(LinearLearner):
    """What both forms have in common: a prior, and a state that adds up the signed examples."""

    prior: Any
    folded = 0  # constant features that it folds in

    def start(self, n_features: int) -> WinnowState:
        """No update yet: the weights are the prior's."""
        d = n_features + self.folded
        if self.prior is not None and len(self.prior) != d:
            raise MistakeBoundError(
                f"the prior has {len(self.prior)} weights but the examples have {n_features} features: "
                f"give one weight for each feature{' and, last, the bias' * self.folded}."
            )
        return self._state(np.zeros(d, dtype=np.int64))

    def weights(self, state: Any) -> np.ndarray:
        """The weights, positive; a tiny one may be too small for a float, that is 0."""
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
        Learning rate, eta > 0. It matters: `tuned_step` is the best for a known margin, and from `largest_step` on a
        run need not end.
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

    eta: Number = positive()
    threshold: Number = finite(0.0)
    prior: Any = checked(check_prior, None)
    ties: str | int = TIES
    total: Number = positive(1)

    def __repr__(self) -> str:
        changed = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}
        return f"Winnow({', '.join(f'{name}={reprlib.repr(value)}' for name, value in changed.items())})"

    def log_weights(self, state: Any) -> np.ndarray:
        """Their logarithms (d,), which are never too small."""
        z = self._exponents(state.c)
        return z - ln_sum_exp(z) + math.log(self.total)

    def score(self, state: Any, X: Examples, theta: Number | np.ndarray = 0) -> np.ndarray:
        """Scores <w, x> - theta of a batch, (n,), in floats, as the weights are: exactly 0 where they tie."""
        return super().score(state, rounded(working(X)), theta)

    def _state(self, c: np.ndarray) -> WinnowState:
        w = self._exponents(c)
        np.exp(w, out=w)
        w *= float(self.total) / np.add.reduce(w)
        return WinnowState(c, w)

    def _exponents(self, c: np.ndarray) -> np.ndarray:
        """ln(p e^(eta c)) but for a constant: 0 where it is largest, so that no rounding is relative to the rest."""
        eta = float(self.eta)
        if self.prior is None:
            return ((c - c[c.argmax()]) * eta).astype(float, copy=False)
        ln_p = self._log_prior
        top = (c * eta + ln_p).argmax()
        return ((c - c[top]) * eta + (ln_p - ln_p[top])).astype(float, copy=False)


@dataclass(frozen=True)
class UnnormalisedWinnow(Multiplying):
    """Winnow that never divides, and has a bias: predict sign(<w, x> + b); on a mistake, w_j <- w_j e^(eta y x_j) and
    b <- b e^(eta y).

    Parameters
    ----------
    eta : float
        Learning rate, eta > 0.
    prior : sequence of float, optional
        Positive weights to start from, one for each feature and, last, the bias. By default all are 1.
    ties : {"mistake", -1, 1}
        What a score of exactly 0 means, as for `Perceptron`.

    Notes
    -----
    The bias is the weight of a constant feature, the last one of `weights`. It is positive, as all weights are.

    References
    ----------
    `WINNOW_UNNORMALISED`: it predicts as `Winnow` does on `fold_bias` of the examples.

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
        """Their logarithms (d + 1,)."""
        return self._exponents(state.c)

    def score(self, state: Any, X: Examples, theta: Number | np.ndarray = 0) -> np.ndarray:
        """Scores <w, x> + b - theta of a batch, (n,), in floats: exactly 0 where they tie."""
        return super().score(state, rounded(fold_bias(X)), theta)

    def update(self, state: Any, x: np.ndarray, y: int) -> WinnowState:
        """Add y (x, 1) to c."""
        return super().update(state, np.append(x, 1), y)

    def _exponents(self, c: np.ndarray) -> np.ndarray:
        """ln(p e^(eta c))."""
        z = (c * float(self.eta)).astype(float)
        return z if self.prior is None else z + self._log_prior

    def _state(self, c: np.ndarray) -> WinnowState:
        with np.errstate(over="ignore"):  # the next score says that the weights have left the range of floats
            return WinnowState(c, np.exp(self._exponents(c)))
