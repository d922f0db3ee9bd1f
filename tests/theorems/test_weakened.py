r"""Each claim made weaker, by 1 or by 1 %, more lenient or compared otherwise, each bound made larger: a test notices.

A weakened claim holds on every run on which the true one holds, so no run tells. What tells are its numbers, worked out
again in `test_sides.py`: here its comparison is given claims that it must refuse.
"""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.theorems.core import Certificate
from tests.theorems.test_sides import SIDES, bound_differs, differs

UP = {"<=": 1, "<": 1, ">=": -1, ">": -1, "=": 1}  # the way in which the right side gives room


def otherwise(claim, **changes):
    """The claim, saying something else than its expressions do."""
    names = ("tex", "sign", "squared", "sides", "scale", "rounding", "allowed")
    says = {name: getattr(claim.says, name) for name in names}
    return replace(claim, says=SimpleNamespace(**says | changes))


def with_room(claim, room):
    """The claim whose right side, as its formula has it, is further away by room(right side)."""
    sign, squared = claim.says.sign, claim.says.squared

    def sides(q, at):
        left, right = claim.says.sides(q, at)
        root = np.sign(right) * np.sqrt(np.abs(np.asarray(right, dtype=float))) if squared else right
        moved = root + UP[sign] * room(root)
        return left, np.sign(moved) * moved**2 if squared else moved

    return otherwise(claim, sides=sides)


def weakened(checked):
    """What is done to a claim, and the claim after it. One percent of nothing is nothing, and so no change."""
    claim = checked.claim
    yield "by 1", with_room(claim, lambda right: 1)
    if np.any(checked.rhs):
        yield "by 1 %", with_room(claim, lambda right: abs(right) / 100)
    if not checked.exact:
        large = 1e4 * max(1, *np.abs([checked.lhs, checked.rhs]).flat)
        yield "rounding", otherwise(claim, scale=lambda q, at: large, rounding=None, allowed=None)
    yield from ((sign, otherwise(claim, sign=sign)) for sign in UP if sign != claim.says.sign)


@pytest.mark.parametrize("name", SIDES)
def test_a_weakened_claim_is_noticed(name):
    cert, sides = SIDES[name](getattr(mb, name))
    for claim, checked in (cert.hypotheses | cert.lines).items():
        missed = [how for how, spoilt in weakened(checked) if not differs(spoilt.check(cert.q), sides[claim])]
        assert not missed, claim


@pytest.mark.parametrize("more", [lambda bound: bound + 1, lambda bound: bound * 1.01], ids=["1", "1 %"])
@pytest.mark.parametrize("name", SIDES)
def test_a_larger_bound_is_noticed(name, more):
    cert, sides = SIDES[name](getattr(mb, name))
    spoilt = replace(cert.theorem, bound=lambda q: more(float(cert.theorem.bound(q))))
    assert bound_differs(Certificate(spoilt, cert.trace, cert.q), sides)
