"""Relative entropy, the learning rates of Winnow (gain of an update, best rate, largest rate), and priors.

Legend: u, w probability vectors, eta learning rate, gamma margin, R range, theta threshold,
lambda(z) = (R + z) / 2R; z = eta R, m a mean over R, so in [-1, 1]; L = ln w.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .arrays import ln_sum_exp, plain_number
from .checks import as_array, check_number, check_positive, check_vector, is_finite
from .errors import MistakeBoundError, shown
from .types import Number, Vector

__all__ = ["kl", "largest_step", "tuned_step", "winnow_gain"]


def kl(u: Vector, w: Vector) -> float:
    """Relative entropy KL(u || w) = sum_j u_j ln(u_j / w_j) of two probability vectors, in nats.

    A term with u_j = 0 is 0; one with u_j > 0 and w_j = 0 is infinite. It is at least 0, not symmetric, and at least
    ``||u - w||_1^2 / 2`` (Pinsker).

    Raises
    ------
    MistakeBoundError
        If the vectors are not equally long.

    Examples
    --------
    >>> from mistakebound import kl
    >>> round(kl([0.5, 0.5], [0.55, 0.45]), 7), kl([1, 0], [0.5, 0.5]), kl([0.5, 0.5], [1, 0])
    (0.0050252, 0.6931471805599453, inf)
    """
    p, q = (as_array(vector, name, "a vector of numbers") for vector, name in ((u, "u"), (w, "w")))
    if p.shape != q.shape:
        raise MistakeBoundError(f"u has shape {p.shape} and w {q.shape}: they must have the same shape.")
    return relative_entropy(_weights(p, "u"), _weights(q, "w"))


def relative_entropy(u: np.ndarray, w: np.ndarray) -> float:
    """KL(u || w) of arrays; NaN if an entry is negative, so that a theorem can name the hypothesis that fails."""
    u, w = u.astype(float), w.astype(float)
    with np.errstate(all="ignore"):  # for weights of 0; a term of 0 does not use its logarithm
        ratio = u / w
        within = (ratio >= np.finfo(float).tiny) & (ratio < math.inf)
        logarithm = np.where(within, np.log(ratio), np.log(u) - np.log(w))
        return float(np.where(u == 0, 0, u * logarithm).sum())


def _weights(vector: np.ndarray, name: str) -> np.ndarray:
    """Return nonnegative numbers, as floats."""
    vector = check_vector(vector, vector.size, name, per="outcome", nonzero=False).astype(float)
    if (vector < 0).any():
        raise MistakeBoundError(f"{name} has the entry {vector.min()}: probabilities are at least 0.")
    return vector


def winnow_gain(eta: float, gamma: float, R: float, threshold: float = 0.0) -> float:
    """The guaranteed decrease of KL(u || w) in each update: C(eta) = eta gamma - ln[l e^(eta R) + (1 - l) e^(-eta R)].

    Parameters
    ----------
    eta : float
        Learning rate of Winnow, eta > 0.
    gamma, R : float
        Margin of the comparator, and range of the features.
    threshold : float
        theta; the l of the formula is (R + theta) / 2R.

    Examples
    --------
    >>> from mistakebound import winnow_gain
    >>> round(winnow_gain(eta=0.5, gamma=0.5, R=1), 4), round(winnow_gain(eta=2, gamma=0.5, R=1), 4)
    (0.1299, -0.325)
    """
    eta, gamma, R, threshold = _numbers(eta=eta, gamma=gamma, R=R, threshold=threshold)
    check_positive(eta, "eta")
    if check_positive(R, "R") < abs(threshold):
        raise MistakeBoundError(
            f"threshold is {threshold!r} and R {R!r}: no score is larger than R in size; use a threshold between -R "
            "and R."
        )
    return _within_range(gain(eta, gamma, R, threshold))


def gain(eta: float, gamma: float, R: float, threshold: float) -> float:
    """C(eta) = -ln[l e^(eta (R - gamma)) + (1 - l) e^(-eta (R + gamma))], l = (R + threshold) / 2R.

    In this form, nothing cancels if the learning rate is large. If it is small, -eta (gamma - theta) is taken out of
    both terms.
    """
    up, down = eta * (R - gamma), -eta * (R + gamma)
    share, rest = (R + threshold) / (2 * R), (R - threshold) / (2 * R)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # no chord, if a hypothesis fails
        if max(up, -down) < 1:
            change = share * _above_tangent(up) + rest * _above_tangent(down) - eta * (gamma - threshold)
        else:
            change = share * np.expm1(up) + rest * np.expm1(down)
        if abs(change) < 0.5:
            return float(-np.log1p(change))
        return float(-np.logaddexp(np.log(share) + up, np.log(rest) + down))


def _above_tangent(z: float) -> float:
    """e^z - 1 - z to the last digit, by its series, for z between -2 and 1."""
    return math.fsum(z**k / math.factorial(k) for k in range(2, 30))


def coins(gamma: float, R: float, threshold: float) -> float:
    """KL(lambda(gamma) || lambda(threshold)) of two coins: no term is negative."""
    share, rest = (R + gamma) / (2 * R), (R - gamma) / (2 * R)
    up, down = (threshold - gamma) / (R + gamma), (gamma - threshold) / (R - gamma)
    return share * _above_logarithm(up) + rest * _above_logarithm(down)


def _above_logarithm(e: float) -> float:
    """e - ln(1 + e), to the last digit: with w = e / (2 + e), the logarithm is 2 (w + w^3 / 3 + w^5 / 5 + ...)."""
    if abs(e) > 0.5:
        return e - math.log1p(e)
    w = e / (2 + e)
    return 2 * w * w / (1 - w) - 2 * math.fsum(w**k / k for k in range(3, 40, 2))


def tuned_step(gamma: float, R: float, threshold: float = 0.0) -> float:
    """The learning rate with the largest gain: eta = ln[(R + gamma)(R - theta) / ((R - gamma)(R + theta))] / 2R.

    The simple rate, (gamma - theta) / R^2, is nearly as good, and is finite even for gamma = R, where this one is not.

    Raises
    ------
    MistakeBoundError
        Unless -R < threshold < gamma < R.

    Examples
    --------
    >>> from mistakebound import tuned_step
    >>> round(tuned_step(gamma=1 / 3, R=3), 4)
    0.0372
    """
    R, margin, least = _check_step(gamma, R, threshold)
    if margin == 1:
        raise MistakeBoundError(
            f"gamma and R are both {gamma!r}: the gain grows with the learning rate without limit, so no rate is "
            "best; use any rate, such as gamma / R**2."
        )
    return _within_range((math.atanh(margin) - math.atanh(least)) / R)


def largest_step(gamma: float, R: float, threshold: float = 0.0) -> float:
    """The learning rate at which the gain returns to 0: C(eta) > 0 exactly below it. Infinite for gamma = R.

    It is at least ``2 (gamma - threshold) / R**2``.

    Raises
    ------
    MistakeBoundError
        Unless -R < threshold < gamma <= R.

    Examples
    --------
    >>> from mistakebound import largest_step
    >>> round(largest_step(gamma=1 / 3, R=3), 4), largest_step(gamma=1, R=1)
    (0.0747, inf)
    """
    R, margin, least = _check_step(gamma, R, threshold)
    if margin == 1:
        return math.inf
    low = 2 * (margin - least)
    if gain(low, margin, 1, least) <= 0:  # the two are equal up to rounding
        return _within_range(low / R)
    high = 2 * low
    while gain(high, margin, 1, least) > 0:
        high *= 2
    from scipy.optimize import brentq  # slow to load, so not before the first search

    return _within_range(brentq(gain, low, high, args=(margin, 1, least), rtol=1e-14, xtol=1e-300) / R)


def _check_step(gamma: float, R: float, threshold: float) -> tuple[float, float, float]:
    """R, and the margin and the threshold divided by R."""
    gamma, R, threshold = _numbers(gamma=gamma, R=R, threshold=threshold)
    if not (-R < threshold < gamma <= R and threshold / R > -1):
        raise MistakeBoundError(
            f"gamma is {gamma!r}, R {R!r} and threshold {threshold!r}: no learning rate is safe unless "
            "-R < threshold < gamma <= R."
        )
    return R, gamma / R, threshold / R


def _numbers(**given: float) -> list[float]:
    return [float(plain_number(check_number(value, name))) for name, value in given.items()]


def _within_range(value: float) -> float:
    if not math.isfinite(value):
        raise MistakeBoundError("the learning rate or its gain is beyond the range of floats: rescale the features.")
    return value


def ln_chord(m: Any, z: float) -> Any:
    """ln[cosh z + m sinh z], the logarithm of the chord of exp over [-z, z] at m z; z > 0, m an array or a number."""
    with np.errstate(divide="ignore", invalid="ignore"):  # an end of the chord; no chord, if a hypothesis fails
        if z < 1:
            return np.log1p(m * math.sinh(z) + 2 * math.sinh(z / 2) ** 2)
        m = np.asarray(m, dtype=float)
        return np.logaddexp(np.log((1 + m) / 2) + z, np.log((1 - m) / 2) - z)


def ln_mean_exp(L: np.ndarray, z: np.ndarray) -> np.ndarray:
    """The logarithm of the mean of e^z by weights e^L that sum to 1, for each row."""
    if np.abs(z).max(initial=0) < 1:  # accurate relative to z, however small
        return np.log1p((np.exp(L) * np.expm1(z)).sum(axis=-1))
    return ln_sum_exp(L + z)


def check_prior(prior: Vector, name: str = "prior") -> tuple[Number, ...]:
    """Return positive initial weights, as a tuple."""
    prior = as_array(prior, name, "a sequence of numbers")
    if prior.ndim != 1 or prior.dtype.kind not in "fiuO":
        raise MistakeBoundError(f"prior is {shown(prior)}: it must be one positive number for each feature.")
    for j, p in enumerate(prior.tolist()):
        if not (is_finite(p) and float(p) > 0):
            raise MistakeBoundError(
                f"prior[{j}] is {shown(p)}: it must be a finite number greater than 0, because a weight of 0 stays 0."
            )
    return tuple(prior.tolist())
