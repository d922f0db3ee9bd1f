"""The lies that were once believed, one by one: each is refused now, or right."""

from fractions import Fraction as F

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import potentials
from mistakebound.theorems.entropy import coins, gain
from tests.lies.search import FirstCoin
from tests.theorems.falsify import breaking
from tests.theorems.test_winnow import Patient


class Idle(mb.Winnow):
    """It never learns; its step is so small that this looks like rounding."""

    def update(self, state, x, y):
        return self.start(len(x))


@pytest.mark.parametrize("eta", [6e-10, 1e-13])
def test_what_rounding_hides_at_one_update_shows_after_many(eta):
    u = [0.5 + 1e-6, 0.5 - 1e-6]
    run = mb.play(Idle(eta), 50 * [[1, -1]], 50 * [1])
    assert run.n_updates == 50 and not mb.WINNOW.check(run, u=u)["update-rule"].holds
    honest = mb.play(mb.Winnow(eta), 50 * [[1, -1]], 50 * [1])
    assert mb.WINNOW.check(honest, u=[1, 0]).require().applies


@pytest.mark.parametrize("eta", [1.0, 1e9, 1e15])
def test_a_bold_step(eta):
    H = mb.streams.hadamard(8)
    cert = mb.WINNOW_EXPERT.check(mb.play(mb.Winnow(eta), H.X, H.y), u=np.eye(8)[1]).require()
    assert cert.bound == pytest.approx(np.log(8) / (np.log(2) - np.log1p(np.exp(-2 * eta))))
    assert mb.WINNOW.check(cert.trace, u=np.eye(8)[1]).require().bound == pytest.approx(cert.bound)


def test_a_gain_and_an_entropy_that_would_cancel():
    for apart in (1e-3, 1e-6, 1e-9):  # 2 delta^2 and its like, where s and theta are nearly the same
        s, theta = 0.5 + apart, 0.5
        apart = s - theta  # as floats have it
        assert coins(s, 1, theta) == pytest.approx(apart**2 / (2 * (1 - theta**2)), rel=10 * apart + 1e-12)
        assert gain(mb.tuned_step(s, 1, theta), s, 1, theta) == pytest.approx(coins(s, 1, theta), rel=1e-6)


def test_a_threshold_below_zero_is_covered():
    X = np.random.default_rng(5).uniform(-1, 1, (200, 3))
    run = mb.play(Patient(), X, np.where(X @ [0.6, 0.4, 0] > 0, 1, -1), passes=20)
    assert run.n_mistakes > run.n_updates > 0
    assert mb.WINNOW.check(run, u=[0.6, 0.4, 0], gamma=0, radius=1).require().counted == run.n_updates


@pytest.mark.parametrize("theorem", [mb.RANDOM_PREFIX, mb.VOTE, mb.HIGH_PROBABILITY], ids=lambda t: t.name)
def test_a_learner_that_tosses_a_coin_at_its_start(theorem):
    runs = mb.every_run(breaking(FirstCoin, mb.Perceptron()), [[1], [2]], [1, -1], rounds=4)
    given = {"delta": 0.5} if theorem is mb.HIGH_PROBABILITY else {}
    assert not theorem.check(runs, **given)["deterministic"].holds


class Steep(potentials.Euclidean):
    """It calls itself ten times as convex as it is."""

    sigma = 10


def test_a_potential_that_is_less_convex_than_it_says():
    run = mb.play(mb.QuasiAdditive(Steep()), np.eye(8), 8 * [1])
    cert = mb.BREGMAN.check(run, u=np.ones(8))
    assert not cert["strongly-convex"].holds and run.n_mistakes > cert.bound
    with pytest.raises(mb.DoesNotApply, match=r"strongly-convex.*given that .*convex as it says"):
        cert.require()


def test_what_no_run_shows_is_said():
    C = mb.concepts.singletons(4)
    cert = mb.CONSISTENT_RANDOM.check(mb.play(mb.Consistent(C), C.points, [-1, -1, -1, 1]), concepts=C).require()
    assert "given that the learner draws a concept afresh" in repr(cert)


def test_the_margin_perceptron_needs_a_threshold():
    run = mb.play(mb.MarginPerceptron(F(0), strict=False), [[1, 0]], [1], passes=None)
    assert not mb.MARGIN_FRACTION.check(run, u=[1, 0])["positive-threshold"].holds


class Early(mb.Elimination):
    """It says the opposite at first, and learns from what it was right about."""

    def predict(self, state, X):
        right = super().predict(state, X)
        return -right if state.all() else right

    def wants_update(self, state, X, y):
        return super().predict(state, X) != y


def test_elimination_that_learns_where_it_is_right():
    run = mb.play(Early(2, "all"), [[1, 1], [1, 0]], [1, 1])
    cert = mb.ELIMINATION.check(run, target=mb.Formula(2, [1]), literals="all")
    assert not cert["conservative"].holds
