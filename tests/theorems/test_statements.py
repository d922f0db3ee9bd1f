"""What theorems state: no formula is typed, and what a statement has besides the claims is true as they are."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.certificates.claims import RUN, UPDATES, Claim
from mistakebound.certificates.core import Theorem
from mistakebound.certificates.expressions import Relation
from tests.theorems.test_sides import SIDES

THEOREMS = [value for value in vars(mb).values() if isinstance(value, Theorem)]
ANYWHERE = replace(RUN, words="wherever it is about")
SIGNS = np.array(np.meshgrid(*[[-1, 1]] * 4)).reshape(4, -1).T


def checked(theorem):
    """A certificate. The best learning rate for a committee is finite from three members on; and 0 ln 0 is no float."""
    y = np.sign(SIGNS[:, :3].sum(axis=1))
    if theorem is mb.COMMITTEE_WINNOW:
        return theorem.check(mb.play(mb.Winnow(1 / 3), SIGNS, y, passes=2), u=[1, 1, 1, 0])
    if theorem is mb.WINNOW_ZHANG:
        return theorem.check(mb.play(mb.Winnow(0.1, total=2.0), SIGNS, y, passes=2), u=[0.5, 0.5, 0.5, 0.1])
    return SIDES[theorem.name](theorem)[0]


def complaints(cert, also):
    """The names of the relations that are false, where each letter has the value last supposed."""
    q = SimpleNamespace(**vars(cert.q))
    for name, says in also.items():
        if isinstance(says, Relation) and says.supposed:
            setattr(q, says.left.of, says.right.value(q, UPDATES))
        elif isinstance(says, Relation) and not Claim(name, says, "", ANYWHERE).check(q).holds:
            yield name


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_what_a_statement_adds_to_the_claims_is_true(theorem):
    assert list(complaints(checked(theorem), theorem.also)) == []
