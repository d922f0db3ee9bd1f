"""Nothing of the package or the book lacks anything; and what a new part lacks is listed with its place."""

from dataclasses import replace

import mistakebound as mb
from tools import lacks


def test_no_learner_theorem_field_or_letter_lacks_anything():
    assert list(lacks.lacks()) == []


class Newcomer(mb.Perceptron):
    pass


def test_what_is_new_is_told_all_that_it_lacks():
    said = list(lacks.of_learners({"newcomer": [Newcomer]}))
    places = ("book/api.md", "src/mistakebound/__init__.py", "tests/learners/test_contract.py")
    assert [place in line for place, line in zip(places, said, strict=True)] == [True] * 3
    new = replace(mb.NOVIKOFF, name="NEW", source="new2026", builds_on=())
    said = list(lacks.of_theorem(new, "new"))
    places = (
        "__init__.py", "book/api.md", "references.bib", "{statement} NEW", "{proof-lines} NEW", "test_sides.py",
        "honest.py", "test_met.py", "proved.py",
    )  # fmt: skip
    assert [place in line for place, line in zip(places, said, strict=True)] == [True] * 9
    said = list(lacks.of_fields([("halving", "new")]))
    places = ("book/answers/halving.py", "right answer", "wrong answer", "tests/book/test_fields.py")
    assert [place in line for place, line in zip(places, said, strict=True)] == [True] * 4
