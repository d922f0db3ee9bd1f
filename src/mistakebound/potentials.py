r"""Potentials: all that distinguishes one quasi-additive learner from another, and all that its mistake bound needs.

Legend: w weights (d,), z dual vector (d,), from which w follows; Phi the potential, a convex function of w; Phi* its
conjugate; K the set where Phi is finite; u comparator (d,), X examples (n, d); p >= 2, 1/p + 1/q = 1; w_0 = prior.

A potential has these parts, and a new one needs no others:

- `conjugate`, Phi*(z) = max over w in K of <z, w> - Phi(w);
- `weights`, its gradient, which attains that maximum: the link from z to w;
- `value`, Phi(u): infinite outside K;
- `sigma`, how convex it is, and `dual_square`, for which norm: Phi is sigma-strongly convex for a norm || ||, and
  examples are measured in its dual, ||x||_* = max of <w, x> over ||w|| <= 1. Together they give
  Phi*(z + x) <= Phi*(z) + <w, x> + ||x||_*^2 / (2 sigma), with w the weights at z;
- `homogeneous`: whether Phi is half the square of that norm, so that Phi(c u) = c^2 Phi(u).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, singledispatch
from typing import Any, Protocol

import numpy as np

from .arrays import ln_sum_exp, logarithms, rounded
from .checks import check_whole
from .entropy import check_prior, ln_mean_exp
from .errors import MistakeBoundError, shown
from .parameters import Parameters, checked, finite
from .types import Number

__all__ = ["Entropy", "Euclidean", "Potential", "SquaredNorm", "as_quasi_additive", "check_potential", "tuned_p"]


class Potential(Protocol):
    """The protocol of potentials. Methods work along the last axis of an array."""

    @property
    def sigma(self) -> float:
        """The constant of strong convexity of Phi."""

    @property
    def homogeneous(self) -> bool:
        """Whether Phi is half the square of its norm."""

    def weights(self, z: np.ndarray) -> np.ndarray:
        """The link: the gradient of Phi* at z."""

    def conjugate(self, z: np.ndarray) -> Any:
        """Phi*(z)."""

    def value(self, u: np.ndarray) -> Any:
        """Phi(u); infinite where Phi is not defined."""

    def dual_square(self, X: np.ndarray) -> Any:
        """||x||_*^2."""


@dataclass(frozen=True)
class Euclidean:
    """Half the squared length, Phi(w) = ||w||^2 / 2: the potential of the Perceptron, exact for exact numbers.

    The link is the identity, w = z, sigma is 1, and the norm is its own dual.

    Examples
    --------
    >>> import numpy as np
    >>> from mistakebound import potentials
    >>> phi = potentials.Euclidean()
    >>> phi.value(np.array([3, 4])), phi.weights(np.array([3, 4]))
    (Fraction(25, 2), array([3, 4]))
    """

    p = 2
    sigma = 1
    homogeneous = True

    def weights(self, z: np.ndarray) -> np.ndarray:
        """z itself."""
        return z

    def conjugate(self, z: np.ndarray) -> Any:
        """||z||^2 / 2."""
        return _half((z * z).sum(axis=-1))

    def value(self, u: np.ndarray) -> Any:
        """||u||^2 / 2."""
        return self.conjugate(u)

    def dual_square(self, X: np.ndarray) -> Any:
        """||x||^2."""
        return (X * X).sum(axis=-1)


@dataclass(frozen=True)
class SquaredNorm(Parameters):
    """Half the squared q-norm, Phi(w) = ||w||_q^2 / 2: the potential of the p-norm Perceptron, 1/p + 1/q = 1.

    The link is ``w_j = sign(z_j) |z_j|^(p-1) / ||z||_p^(p-2)``; sigma is q - 1 = 1 / (p - 1) for the
    q-norm (Shalev-Shwartz 2012), and its dual is the p-norm.

    Parameters
    ----------
    p : float
        p >= 2. With p = 2 it is `Euclidean`, in floating point; the larger p is, the more a large entry outweighs small
        ones.

    References
    ----------
    Grove, Littlestone and Schuurmans (2001); Gentile (2003).

    Examples
    --------
    >>> import numpy as np
    >>> from mistakebound import potentials
    >>> phi = potentials.SquaredNorm(p=4)
    >>> phi.weights(np.array([3.0, 4.0, 0.0])).round(3)
    array([1.471, 3.486, 0.   ])
    """

    p: Number = finite(least=2)
    homogeneous = True

    @property
    def sigma(self) -> float:
        """1 / (p - 1)."""
        return 1 / float(self.p - 1)

    def weights(self, z: np.ndarray) -> np.ndarray:
        """The link, (d,); 0 at 0."""
        z = rounded(z)
        top, w = _parts(z)
        zero = w == 0  # powers of 0 take ten times as long as those of 1
        w += zero
        w **= float(self.p - 1)
        w -= zero
        np.copysign(w, z, out=w)
        total = np.einsum("...j,...j", w, z)[..., None] / top  # the sum of |z_j / top|^p; the largest is 1
        w *= top / np.maximum(total, 1) ** (1 - 2 / float(self.p))
        return w

    def conjugate(self, z: np.ndarray) -> Any:
        """||z||_p^2 / 2."""
        return _norm(z, float(self.p)) ** 2 / 2

    def value(self, u: np.ndarray) -> Any:
        """||u||_q^2 / 2."""
        return _norm(u, float(self.p) / float(self.p - 1)) ** 2 / 2

    def dual_square(self, X: np.ndarray) -> Any:
        """||x||_p^2."""
        return _norm(X, float(self.p)) ** 2


@dataclass(frozen=True)
class Entropy(Parameters):
    """Relative entropy on the simplex, Phi(w) = KL(w || w_0): the potential of Winnow.

    K is the set of vectors w without negative entries whose sum is 1. The link is ``w_j = w_{0,j} e^z_j / sum``; sigma
    is 1 for the norm ||w||_1 = sum |w_j| (Pinsker), whose dual is the largest |x_j|. The divergence of u from w is
    KL(u || w).

    Parameters
    ----------
    prior : sequence of float, optional
        Positive weights, one for each feature; only their proportions count. By default all are equal.

    Examples
    --------
    >>> import numpy as np
    >>> from mistakebound import potentials
    >>> phi = potentials.Entropy()
    >>> phi.weights(np.array([0.0, 0.0])), round(float(phi.value(np.array([1, 0]))), 4)
    (array([0.5, 0.5]), 0.6931)
    """

    prior: Any = checked(check_prior, None)
    sigma = 1
    homogeneous = False

    def weights(self, z: np.ndarray) -> np.ndarray:
        """The link, (d,): positive, of sum 1."""
        z = self._exponents(z)
        w = np.exp(z - z.max(axis=-1, keepdims=True))
        return w / w.sum(axis=-1, keepdims=True)

    def log_weights(self, z: np.ndarray) -> np.ndarray:
        """The logarithms of the link, finite where a weight is too small for a float."""
        z = self._exponents(z)
        return z - ln_sum_exp(z)[..., None]

    def conjugate(self, z: np.ndarray) -> Any:
        """ln of the sum of the w_0 e^z."""
        return ln_mean_exp(self._log_prior(z.shape[-1]), z.astype(float))

    def value(self, u: np.ndarray) -> Any:
        """KL(u || w_0); infinite where u is not a distribution.

        With r = ln(u / w_0) it is a sum of u (r + e^-r - 1), or of w_0 where u is 0: no term is negative.
        """
        u, ln = np.asarray(u, dtype=float), self._log_prior(np.shape(u)[-1])
        mass = u.sum(axis=-1)
        inside = (u >= 0).all(axis=-1) & np.isclose(mass, 1, rtol=1e-9, atol=0)
        r = np.where(u > 0, np.log(u, out=np.zeros_like(u), where=u > 0) - ln, 0)
        terms = np.where(u > 0, u * np.maximum(r + np.expm1(-r), 0), np.exp(ln))
        return np.where(inside, terms.sum(axis=-1) + np.maximum(mass - 1, 0), math.inf)[()]

    def dual_square(self, X: np.ndarray) -> Any:
        """The square of the largest |x_j|."""
        return np.abs(X).max(axis=-1) ** 2

    def _exponents(self, z: np.ndarray) -> np.ndarray:
        return self._log_prior(z.shape[-1]) + z.astype(float)

    def _log_prior(self, d: int) -> np.ndarray:
        if self.prior is None:
            return np.full(d, -math.log(d))
        if len(self.prior) != d:
            raise MistakeBoundError(
                f"the prior has {len(self.prior)} weights for {d} features: give one weight for each."
            )
        return self._normalised

    @cached_property
    def _normalised(self) -> np.ndarray:
        ln = logarithms(self.prior)
        return ln - ln_sum_exp(ln)


def check_potential(potential: Potential, name: str = "potential") -> Potential:
    """Return the potential if it has all parts; otherwise raise."""
    for part in ("weights", "conjugate", "value", "dual_square", "sigma", "homogeneous"):
        if not hasattr(potential, part):
            raise MistakeBoundError(
                f"{name} is {shown(potential)}, which has no {part}: use one of mistakebound.potentials, where you "
                "can also see what a potential needs."
            )
    return potential


def as_quasi_additive(learner: Any) -> tuple[Any, Callable[[Any], np.ndarray]]:
    """The potential of a learner, and the function that reads z off a state: all that `BREGMAN` needs.

    A learner of your own provides both: an attribute ``potential``, which can also be passed to `BREGMAN`, and a method
    ``dual(state)``.

    Raises
    ------
    MistakeBoundError
        If the learner is not quasi-additive.

    Examples
    --------
    >>> import mistakebound as mb
    >>> from mistakebound.potentials import as_quasi_additive
    >>> trace = mb.play(mb.Winnow(eta=0.5, prior=[1, 3]), [[1, -1]], [1])
    >>> potential, z = as_quasi_additive(trace.learner)
    >>> potential, z(trace.final_state).tolist()
    (Entropy(prior=(1, 3)), [0.5, -0.5])
    """
    if hasattr(learner, "dual"):
        return getattr(learner, "potential", None), learner.dual
    return quasi_additive_form(learner)


@singledispatch
def quasi_additive_form(learner: Any) -> tuple[Any, Callable[[Any], np.ndarray]]:
    """The same for a learner with neither attribute; each class of the package registers its form."""
    raise MistakeBoundError(
        f"{shown(learner)} is not a quasi-additive learner, because it has no potential or no method dual(state): use "
        "QuasiAdditive, or give it both."
    )


def tuned_p(d: int) -> float:
    """The p that is nearly best if few of d features matter: 2 ln d, but at least 2.

    With it ||x||_p^2 <= e max |x_j|^2, so that the bound of the p-norm Perceptron grows with ln d, as Winnow's does.

    Examples
    --------
    >>> from mistakebound import tuned_p
    >>> round(tuned_p(1000), 2), tuned_p(2)
    (13.82, 2)
    """
    return max(2, 2 * math.log(check_whole(d, "d")))


def _half(square: Any) -> Any:
    """Half of `square`, exact if `square` is."""
    return square / 2 if np.asarray(square).dtype.kind == "f" else square * Fraction(1, 2)


def _norm(V: np.ndarray, p: float) -> Any:
    """||v||_p of each row."""
    top, part = _parts(rounded(V))
    return top[..., 0] * (part**p).sum(axis=-1) ** (1 / p)


def _parts(V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The largest |v_j| of each row, and all |v_j| divided by it, so that no power overflows and not all vanish."""
    part = np.abs(V, dtype=float)
    top = part.max(axis=-1, keepdims=True)
    top[top == 0] = 1
    part /= top
    return top, part
