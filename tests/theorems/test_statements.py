"""What theorems state: no formula is typed, and what a statement has besides the claims is true as they are."""

from copy import copy
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.certificates.claims import RUN, UPDATES, Claim
from mistakebound.certificates.expressions import Relation, numeral
from mistakebound.concepts import Formula
from tests.theorems.checking import for_every_theorem
from tests.theorems.test_sides import SIDES

ANYWHERE = replace(RUN, words="wherever it is about")
SIGNS = np.array(np.meshgrid(*[[-1, 1]] * 4)).reshape(4, -1).T


def checked(theorem):
    """Check it. The best learning rate for a committee is finite from three members on, and 0 ln 0 is undefined."""
    y = np.sign(SIGNS[:, :3].sum(axis=1))
    if theorem is mb.COMMITTEE_WINNOW:
        yield theorem.check(mb.play(mb.Winnow(1 / 3), SIGNS, y, passes=2), u=[1, 1, 1, 0])
    elif theorem is mb.WINNOW_ZHANG:
        yield theorem.check(mb.play(mb.Winnow(0.1, total=2.0), SIGNS, y, passes=2), u=[0.5, 0.5, 0.5, 0.1])
    else:
        yield SIDES[theorem.name](theorem)[0]
    if theorem in (mb.WINNOW1, mb.WINNOW2):  # no promotion is needed below a threshold under 1
        learner, target = (mb.Winnow1 if theorem is mb.WINNOW1 else mb.Winnow2), Formula(3, [1, 2], "∨")
        X = np.unique(SIGNS[:, :3] > 0, axis=0).astype(int)
        yield theorem.check(mb.play(learner(alpha=2, theta=0.5), X, target(X)), target=target)


def complaints(cert, also):
    """The names of the relations that are false, where each letter has the value last supposed.

    Of a letter and a number a statement says no more than that the letter is positive.
    """
    q = copy(cert.q)
    for name, says in also.items():
        if isinstance(says, Relation) and says.supposed:
            setattr(q, says.left.of, says.right.value(q, UPDATES))
        elif isinstance(says, Relation):
            alone = not says.left.parts and not says.right.parts
            values = (says, replace(says, left=numeral(Fraction(1, 10**9)))) if alone else (says,)
            if not all(Claim(name, each, "", ANYWHERE).check(q).holds for each in values):
                yield name


def misplaced(cert, puts):
    """What `puts` has in place of something that has another value at the end of the run."""
    for old, new in puts.items():
        last = np.ravel(old.value(cert.q, UPDATES))[-1]
        if float(new.value(cert.q, UPDATES)) != pytest.approx(float(last)):
            yield new.tex


@for_every_theorem
def test_what_a_statement_adds_to_the_claims_is_true(theorem):
    assert [name for cert in checked(theorem) for name in complaints(cert, theorem.also)] == []


@for_every_theorem
def test_what_the_formula_has_in_place_of_letters_is_the_same(theorem):
    assert [tex for cert in checked(theorem) for tex in misplaced(cert, theorem.puts)] == []


@for_every_theorem
def test_what_is_no_relation_is_a_part_of_one(theorem):
    said = [each for each in theorem.said.values() if isinstance(each, Relation)]
    texts = [theorem.formula, *(text for each in said for text in (each.tex, each.bare.tex))]
    alone = [each.tex for each in theorem.also.values() if not isinstance(each, Relation)]
    assert [tex for tex in alone if not any(tex in text for text in texts)] == []
