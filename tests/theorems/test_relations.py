"""Whose mistakes a theorem bounds, and what it builds on: words of the objects, held against runs and against lines."""

import re
from itertools import combinations

import pytest

import mistakebound as mb
from mistakebound.certificates.core import Theorem
from tests.theorems.test_sides import SIDES

THEOREMS = [value for value in vars(mb).values() if isinstance(value, Theorem)]


def learner_complaints(theorem, run):
    """It names learners that there are, and that of this run is one of them, unless any will do."""
    named = re.findall(r"`(\w+)`", theorem.learner)
    yield from (f"{theorem.name}: there is no {name}" for name in named if not hasattr(mb, name))
    played = type(run.learner).__name__ if hasattr(run, "learner") else run.made_by
    if not theorem.learner.startswith("Any") and not any(name in played for name in named):
        yield f"{theorem.name} is about {played}, and does not say so"


def relation_complaints(theorems):
    """Relations lead to theorems and never back; where proofs have two lines in common, so they have an ancestor."""
    named = {theorem.name: theorem for theorem in theorems}
    above = {}

    def ancestors(name, *path):
        if name in path:
            raise RecursionError(f"{name} builds on itself")
        if name not in above:
            parents = [parent for parent, _ in named[name].builds_on if parent in named]
            above[name] = {name}.union(*(ancestors(parent, *path, name) for parent in parents))
        return above[name]

    for theorem in theorems:
        yield from (f"{theorem.name} builds on {name}" for name, _ in theorem.builds_on if name not in named)
    try:
        for one, other in combinations(theorems, 2):
            common = {id(line) for line in one.lines} & {id(line) for line in other.lines}
            if len(common) >= 2 and not ancestors(one.name) & ancestors(other.name):
                yield f"{one.name} and {other.name} share {len(common)} lines, and are no relatives"
        for theorem in theorems:
            ancestors(theorem.name)
    except RecursionError as circle:
        yield str(circle)


@pytest.mark.parametrize("name", SIDES)
def test_a_theorem_names_its_learner(name):
    theorem = getattr(mb, name)
    cert, _ = SIDES[name](theorem)
    assert list(learner_complaints(theorem, cert.trace)) == []


def test_relations_are_sound():
    assert list(relation_complaints(THEOREMS)) == []


def parts(tex):
    """A formula, cut at fractions and sums, without blanks and brackets; a small letter counts for a large one."""
    inside = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
    while (flat := re.sub(rf"\\[dt]?frac(?:(\w)(\w)|{inside}{inside})", r"\1\3/\2\4", tex)) != tex:
        tex = flat
    return [re.sub(r"[\s{}()\[\],]|\\(?:Big|left|right|[,;!])", "", part).lower() for part in re.split(r"[+/]", tex)]


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_the_bound_of_the_formula_is_that_of_the_words_or_of_a_line(theorem):
    first, *bounds = re.split(r"\\[lg]e\b|<", theorem.formula.partition(r", \quad")[0])
    said = "".join(parts("+".join([theorem.statement, *(line.formula for line in theorem.lines)])))
    bounds = [bound.partition(" = ")[0] for bound in bounds] or first.split(" = ")[1:]
    assert bounds and [part for bound in bounds for part in parts(bound) if part not in said] == []
