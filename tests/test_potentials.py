"""Potentials against definitions that do not use their formulas; wrong potentials are caught.

Legend: phi a potential, theta dual vector, w weights, u comparator, x example.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.potentials import Entropy, Euclidean, SquaredNorm

D = 4


@dataclass(frozen=True)
class Weighted:
    """Half the squared length after scaling each feature: a potential that the package does not have."""

    scales: tuple
    sigma = 1
    homogeneous = True

    def weights(self, theta):
        return theta / np.square(self.scales)

    def conjugate(self, theta):
        return np.square(theta / np.array(self.scales)).sum(axis=-1) / 2

    def value(self, u):
        return np.square(u * np.array(self.scales)).sum(axis=-1) / 2

    def dual_square(self, X):
        return np.square(X / np.array(self.scales)).sum(axis=-1)


POTENTIALS = [
    Euclidean(),
    SquaredNorm(2),
    SquaredNorm(2.5),
    SquaredNorm(4),
    SquaredNorm(40),
    SquaredNorm(1e6),
    Entropy(),
    Entropy([1, 2, 3, 1e-200]),
    Weighted((1, 2, 0.5, 30)),
]
for_every_potential = pytest.mark.parametrize("phi", POTENTIALS, ids=repr)


def norm_square(phi, u):
    """||u||^2 in the norm for which a potential is convex."""
    return np.abs(u).sum() ** 2 if isinstance(phi, Entropy) else 2 * phi.value(u)


def draw(seed):
    """Two dual vectors and an example, of several sizes, some with zeros, equal entries or one dominant entry."""
    random = np.random.default_rng(seed)
    theta, other, x = random.standard_normal((3, D)) * 10.0 ** random.uniform(-2, 1.5, (3, 1))
    if seed % 3 == 0:
        theta[random.integers(D)] = 0
        x = x.round()
    if seed % 5 == 0:
        theta[:] = theta[0]
        x[1:] = 0
    return theta, other, x


def check_the_link_is_where_the_conjugate_is_reached(phi, theta, other, x):
    """Phi(w) + Phi*(theta) = <theta, w>, and no other weights reach as much."""
    w, v = phi.weights(theta), phi.weights(other)
    size = 1 + abs(phi.conjugate(theta)) + abs(phi.value(v)) + np.abs(theta) @ np.abs(v)
    assert phi.value(w) + phi.conjugate(theta) == pytest.approx(theta @ w, abs=1e-10 * size)
    assert phi.value(v) + phi.conjugate(theta) >= theta @ v - 1e-10 * size


def check_strong_convexity(phi, theta, other, x):
    """Phi lies above its tangent by sigma / 2 times the square of the norm, or more."""
    w, v = phi.weights(theta), phi.weights(other)
    size = abs(phi.value(w)) + abs(phi.value(v)) + abs(theta @ w) + abs(theta @ v)
    above = phi.value(v) - phi.value(w) - theta @ (v - w)
    assert above >= phi.sigma / 2 * norm_square(phi, v - w) - 1e-10 * size


def check_smoothness(phi, theta, other, x):
    """Phi* lies above its tangent by the square of the dual norm over 2 sigma, or less."""
    rise = phi.conjugate(theta + x) - phi.conjugate(theta)
    size = abs(phi.conjugate(theta)) + abs(phi.conjugate(theta + x))
    assert rise <= phi.weights(theta) @ x + phi.dual_square(x) / (2 * phi.sigma) + 1e-10 * size


def check_the_norms_are_dual(phi, theta, other, x):
    """<u, x> <= ||u|| ||x||_*, which is all that a proof needs, with equality somewhere."""
    square = phi.dual_square(x)
    assert (other @ x) ** 2 <= norm_square(phi, other) * square * (1 + 1e-10)
    best = np.eye(D)[np.abs(x).argmax()] if isinstance(phi, Entropy) else phi.weights(x)
    assert (best @ x) ** 2 == pytest.approx(norm_square(phi, best) * square, rel=1e-6)


def check_scale(phi, theta, other, x):
    """Scale-free means that Phi and the link keep the scale."""
    if phi.homogeneous:
        assert phi.value(3 * other) == pytest.approx(9 * phi.value(other))
        assert phi.weights(3 * theta) == pytest.approx(3 * phi.weights(theta))


def check_rows(phi, theta, other, x):
    """A table is evaluated row by row."""
    table = np.array([theta, other, x])
    for method in (phi.weights, phi.conjugate, phi.value, phi.dual_square):
        assert np.array_equal(np.array([method(row) for row in table]), method(table)) or method(
            table
        ) == pytest.approx(np.array([method(row) for row in table]), rel=1e-13)


CHECKS = [
    check_the_link_is_where_the_conjugate_is_reached,
    check_strong_convexity,
    check_smoothness,
    check_the_norms_are_dual,
    check_scale,
    check_rows,
]
for_every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))


@for_every_check
@for_every_potential
def test_potentials(phi, check):
    for seed in range(150):
        check(phi, *draw(seed))


# --- numbers ------------------------------------------------------------------------------------------------------


@given(st.lists(st.floats(-1e150, 1e150), min_size=1, max_size=5), st.floats(2, 1e4))
def test_the_p_norm_link_in_fifty_digits(theta, p):
    """Whatever the power, nothing overflows, and small entries are as precise as large ones."""
    with mpmath.workdps(50):
        exact = [mpmath.mpf(v) for v in theta]
        norm = mpmath.power(sum(abs(v) ** mpmath.mpf(p) for v in exact), 1 / mpmath.mpf(p))
        w = [mpmath.sign(v) * abs(v) ** mpmath.mpf(p - 1) / norm ** mpmath.mpf(p - 2) if v else v for v in exact]
        said = SquaredNorm(p).weights(np.array(theta)).tolist()
        largest = max(map(abs, w))
        for a, b in zip(said, w, strict=True):
            assert abs(a - b) <= 1e-9 * abs(b) + 1e-290 * largest
        assert abs(SquaredNorm(p).conjugate(np.array(theta) / 1e10) - norm**2 / mpmath.mpf(10) ** 20 / 2) <= (
            1e-12 * norm**2 / mpmath.mpf(10) ** 20 + 1e-290
        )


def test_nothing_at_all():
    zero = np.zeros(3, dtype=np.int64)
    assert SquaredNorm(7).weights(zero).tolist() == [0, 0, 0]
    assert SquaredNorm(7).conjugate(zero) == SquaredNorm(7).value(zero) == SquaredNorm(7).dual_square(zero) == 0
    assert Entropy([1, 1, 2]).weights(zero).tolist() == pytest.approx([0.25, 0.25, 0.5])
    assert Entropy([1, 1, 2]).conjugate(zero) == pytest.approx(0, abs=1e-15)


def test_exact_numbers_stay_exact():
    theta = np.array([Fraction(1, 3), Fraction(-2, 3)])
    assert Euclidean().weights(theta) is theta
    assert Euclidean().conjugate(theta) == Euclidean().value(theta) == Fraction(5, 18)
    assert SquaredNorm(3).weights(theta) == pytest.approx(SquaredNorm(3).weights(theta.astype(float)))


def test_entropy_is_kl_and_infinite_outside_the_simplex():
    prior, u = [1, 2, 5], np.array([0.5, 0.5, 0])
    assert Entropy(prior).value(u) == pytest.approx(mb.kl(u, np.array(prior) / 8))
    for outside in ([0.5, 0.500001, 0], [1.5, -0.5, 0], [0, 0, 0]):
        assert Entropy(prior).value(np.array(outside)) == math.inf


def test_the_best_p():
    """(p - 1) d^(2/p), the bound for examples of signs and a comparator that is one feature, is least near 2 ln d."""
    for d in (10, 1000, 10**6):
        bounds = {p: (p - 1) * d ** (2 / p) for p in np.linspace(2, 60, 2000).tolist()}
        p = mb.tuned_p(d)
        assert (p - 1) * d ** (2 / p) == pytest.approx((p - 1) * math.e)
        assert (p - 1) * d ** (2 / p) <= 1.1 * min(bounds.values())
    assert mb.tuned_p(1) == mb.tuned_p(2) == 2


# --- bad input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [1.5, -3, math.inf, math.nan, "2", 10**400])
def test_a_p_that_is_none(p):
    with pytest.raises(mb.MistakeBoundError, match=r"p is .*: it must be a finite number of at least 2"):
        SquaredNorm(p)


@pytest.mark.parametrize(("prior", "message"), [([1, 0], r"prior\[1\] is 0"), ([[1]], "one positive number")])
def test_a_prior_that_is_none(prior, message):
    with pytest.raises(mb.MistakeBoundError, match=message):
        Entropy(prior)


def test_a_prior_of_another_length():
    with pytest.raises(mb.MistakeBoundError, match="the prior has 2 weights for 3 features"):
        mb.QuasiAdditive(Entropy([1, 2])).start(3)


def test_something_that_is_no_potential():
    with pytest.raises(mb.MistakeBoundError, match="potential is 2, which has no weights: use one of"):
        mb.QuasiAdditive(2)
