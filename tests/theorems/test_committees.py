"""Committees of experts: both bounds, odd and even, and the runs that have no committee.

Legend: X opinions (n, d), y labels, u the committee, k its members, m its least majority.
"""

import math

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import COMMITTEE_PERCEPTRON, COMMITTEE_WINNOW
from mistakebound.errors import MistakeBoundError
from mistakebound.theorems.winnow import kl_0
from tests.theorems.checking import assert_does_not_apply

THEOREMS = [COMMITTEE_PERCEPTRON, COMMITTEE_WINNOW]


def step(k):
    """The tuned learning rate, or for the full margin the simple one."""
    s = (2 - k % 2) / k
    return mb.tuned_step(s, 1) if s < 1 else 1.0


def both(stream, k, passes=1):
    perceptron = mb.play(mb.Perceptron(), stream.X, stream.y, passes=passes)
    winnow = mb.play(mb.Winnow(step(k)), stream.X, stream.y, passes=passes)
    return COMMITTEE_PERCEPTRON.check(perceptron, u=stream.u), COMMITTEE_WINNOW.check(winnow, u=stream.u)


@pytest.mark.parametrize(
    ("d", "perceptron", "winnow"),
    [(3, 9, 0), (5, 15, 9.2), (10, 30, 21.7), (100, 300, 63.1), (100_000, 300_000, 187.5)],
)
def test_bounds_of_the_theory_for_committees_of_three(d, perceptron, winnow):
    """Winnow's bound is always the smaller one, because 2 ln z < z for z = d / k."""
    stream = mb.streams.committee(5, d, 3)
    additive, multiplicative = both(stream, 3)
    assert additive.require().bound == perceptron
    assert multiplicative.require().bound == pytest.approx(winnow, abs=0.05)
    assert multiplicative.bound < additive.bound


def test_the_two_bounds_of_committees_never_cross():
    assert all(2 * k**2 * math.log(d / k) < k * d for k in range(1, 60) for d in range(k, 600))


@pytest.mark.parametrize("d", [3, 5, 12, 13, 20, 100])
def test_with_weights_of_either_sign_the_bounds_cross_at_thirteen(d):
    """On doubled features Winnow pays 2 k^2 ln(2d/k), and that is less than kd, for k = 3, from d = 13 on."""
    v = np.where(np.arange(d) < 3, [(-1) ** j for j in range(d)], 0)
    X = mb.streams.committee(60, d, 3).X
    y = np.sign(X @ v)
    add = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), X, y), u=v, gamma=1, radius=math.sqrt(d)).require()
    trace = mb.play(mb.Winnow(1 / 3), mb.double(X), y)
    multiply = mb.WINNOW_DOUBLED.check(trace, v=v / 3, gamma=1 / 3, radius=1).require()
    pinsker = kl_0.value(multiply.q) * 2 * 3**2
    assert pinsker == pytest.approx(18 * math.log(2 * d / 3))
    assert (pinsker < add.bound) == (d >= 13)
    assert multiply.bound <= pinsker


def test_everybody_on_the_committee():
    """Then Winnow starts at u / k, so its bound is 0, and so are its mistakes."""
    stream = mb.streams.committee(200, 7, 7)
    _, multiplicative = both(stream, 7)
    assert (multiplicative.require().counted, multiplicative.bound) == (0, 0)


def test_even_committees_tie():
    """Two of four experts decide: if they disagree there is no majority, and no margin."""
    X, u = np.array([[1, 1, -1, 1], [1, -1, 1, 1]]), [1, 1, 0, 0]
    for theorem, learner in ((COMMITTEE_PERCEPTRON, mb.Perceptron()), (COMMITTEE_WINNOW, mb.Winnow(1))):
        cert = theorem.check(mb.play(learner, X, [1, -1]), u=u)
        assert_does_not_apply(cert, "majority", r"majority .* fails at round 1: 0 > 0 is false")


def test_even_committees_without_ties_have_a_quarter_of_the_bound():
    stream = mb.streams.committee(2000, 50, 4)
    additive, multiplicative = both(stream, 4, passes=None)
    assert additive.require().bound == 4 * 50 / 4
    assert multiplicative.require().bound == pytest.approx(16 * math.log(50 / 4) / 2)
    assert np.all(additive["parity"].lhs >= 2)


@pytest.mark.parametrize(("d", "least"), [(10, 15), (100, 57), (300, 77)])
def test_an_opponent_brings_winnow_near_its_bound(d, least):
    """The committee wins by 2 to 1, each member being wrong in turn; the others pull the score down to 0."""
    votes, X = np.ones(d, dtype=object), []
    while True:
        a = np.ones(d, dtype=int)
        a[len(X) % 3] = -1
        total = sum(votes[:3]) - 2 * votes[len(X) % 3]
        for j in sorted(range(3, d), key=lambda j: -votes[j]):
            a[j] = 1 if total + votes[j] <= 0 else -1
            total += votes[j] if a[j] == 1 else -votes[j]
        if total > 0:
            break
        X.append(a)
        votes[a == 1] *= 2
    trace = mb.play(mb.Winnow(step(3)), np.array(X), np.ones(len(X), dtype=int))
    cert = COMMITTEE_WINNOW.check(trace, u=(np.arange(d) < 3).astype(int)).require()
    assert cert.mistakes == len(X) >= least
    assert cert.bound - cert.mistakes < 7


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_what_is_no_committee(theorem):
    trace = mb.play(mb.Winnow(1) if theorem is COMMITTEE_WINNOW else mb.Perceptron(), [[1, 1]], [-1])
    with pytest.raises(MistakeBoundError, match="1 for each member of the committee and 0 for all others"):
        theorem.check(trace, u=[0.5, 0.5])
    with pytest.raises(MistakeBoundError, match="zero vector"):
        theorem.check(trace, u=[0, 0])
