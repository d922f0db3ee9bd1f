"""The quasi-additive learner: it adds to z, and predicts with the weights that a potential computes from z.

Legend: z dual vector (d,), w weights (d,), x example, y label in {-1, +1}, eta learning rate.

The squared length makes it the Perceptron, the relative entropy Winnow, and a squared q-norm the p-norm Perceptron;
only the potential differs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..arrays import rounded, working
from ..checks import check_table
from ..parameters import checked
from ..potentials import Entropy, Euclidean, Potential, SquaredNorm, check_potential, quasi_additive_form
from ..types import Examples, Number
from .linear import TIES
from .perceptron import ETA, Additive
from .winnow import Winnow

__all__ = ["PNorm", "QuasiAdditive", "QuasiAdditiveState"]


class QuasiAdditiveState(NamedTuple):
    """The sum of eta y x over all updates, and the weights computed from it."""

    z: np.ndarray
    w: np.ndarray


@dataclass(frozen=True)
class QuasiAdditive(Additive):
    """Predict sign<w, x> with w = the link at z; on a mistake, z <- z + eta y x. It starts at z = 0.

    Parameters
    ----------
    potential : Potential
        One of `mistakebound.potentials`, or one of your own.
    eta : float
        Learning rate, eta > 0. With a homogeneous potential it scales the weights and changes no prediction; with
        `Entropy` it is the learning rate of Winnow, and changes predictions.
    ties : {"mistake", -1, 1}
        Meaning of a score of exactly 0, as for `Perceptron`.

    References
    ----------
    Grove, Littlestone and Schuurmans (2001). `BREGMAN` is its mistake bound, one for all potentials.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 1, -1], [1, -1, 1], [1, -1, -1]], [1, -1, 1]
    >>> winnow = mb.QuasiAdditive(mb.potentials.Entropy(), eta=1)
    >>> mb.play(winnow, X, y).weights.round(3).tolist()[-1]
    [0.468, 0.468, 0.063]
    >>> perceptron = mb.QuasiAdditive(mb.potentials.Euclidean())
    >>> mb.play(perceptron, X, y).weights.tolist()[-1]
    [1, 1, -1]
    """

    potential: Potential = checked(check_potential)
    eta: Number = ETA
    ties: str | int = TIES

    def start(self, n_features: int) -> QuasiAdditiveState:
        """The initial state: z = 0, of integers, so that exact data stay exact if the link keeps them exact."""
        return self._state(super().start(n_features))

    def weights(self, state: Any) -> np.ndarray:
        """The weight vector (d,)."""
        return state.w

    def dual(self, state: Any) -> np.ndarray:
        """The dual vector z (d,)."""
        return state.z

    def score(self, state: Any, X: Examples, theta: Number | np.ndarray = 0) -> np.ndarray:
        """Scores <w, x> - theta of a batch, (n,), in floats if the weights are floats: exactly 0 at a tie."""
        X = working(X)
        return super().score(state, rounded(X) if state.w.dtype.kind == "f" else X, theta)

    def update(self, state: Any, x: np.ndarray, y: int) -> QuasiAdditiveState:
        """Add eta y x to z, and compute the weights."""
        return self._state(super().update(state.z, x, y))

    def _state(self, z: np.ndarray) -> QuasiAdditiveState:
        w = self.potential.weights(z)
        if type(w) is not np.ndarray or w.shape != z.shape:
            w = check_table(w, f"what {type(self.potential).__name__}.weights gave", z.shape)
        return QuasiAdditiveState(z, w)


def PNorm(p: Number, eta: Number = 1, ties: str | int = "mistake") -> QuasiAdditive:
    """The p-norm Perceptron: the quasi-additive learner with half the squared q-norm, 1/p + 1/q = 1.

    With p = 2 it is the Perceptron. As p grows, it behaves more and more like Winnow: with `tuned_p`, many irrelevant
    features cost it little. But it needs neither a tuned learning rate nor positive weights.

    Parameters
    ----------
    p : float
        p >= 2.
    eta, ties
        As for `QuasiAdditive`.

    References
    ----------
    Grove, Littlestone and Schuurmans (2001); Gentile (2003). `PNORM` is its mistake bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.committee(n=2000, d=1000, k=3)
    >>> [mb.play(mb.PNorm(p), stream.X, stream.y).n_mistakes for p in (2, 4, mb.tuned_p(1000))]
    [592, 120, 36]
    """
    potential = SquaredNorm(p)
    return QuasiAdditive(Euclidean() if potential.p == 2 else potential, eta, ties)


@quasi_additive_form.register
def _(learner: Winnow) -> tuple[Potential, Callable[[Any], np.ndarray]]:
    return Entropy(learner.prior), lambda state: (float(learner.eta) * state.c).astype(float, copy=False)


@quasi_additive_form.register
def _(learner: Additive) -> tuple[Potential, Callable[[Any], np.ndarray]]:
    return Euclidean(), learner.weights  # its link is the identity
