"""The last statement of each proof bounds what the book's theorem bounds: the two have the same shape."""

import re

import pytest

from mistakebound.certificates.expressions import Relation
from mistakebound.certificates.proved import PLACES
from tests.proofs.shapes import right_sides, shape
from tools.proofs.says import THEOREMS


def bounds(theorem):
    """The shapes of the bound, as its line and as the page has it, and of the longest right side of the statement.

    If the page shows more beside the bound, any other side of the statement will do, except letters and numbers.
    """
    named = [theorem.said[name] for name in re.findall(r"\{([\w-]+)", theorem.states)]
    line = next(line for line in theorem.lines if line.name == theorem.bounds)
    says = [each for each in (line.says, theorem.said[theorem.bounds], *named) if isinstance(each, Relation)]
    sides = [each.right for each in says] + [each.left for each in says if theorem.beside]
    shapes = [shape(side.write("coq").text) for side in sides if side.in_proofs]
    longest = sorted((each for each in shapes if len(each) > 3), key=len, reverse=True)
    return {*shapes[:2], *longest[: None if theorem.beside else 1]}


def last_words(files, name):
    file, _, module = PLACES[name].partition(".")
    return files[file].modules[module].statements["theorem"]


@pytest.mark.parametrize("name", PLACES)
def test_the_final_statement_has_the_bound(files, name):
    assert bounds(THEOREMS[name]) & {*right_sides(last_words(files, name))} - {None}
