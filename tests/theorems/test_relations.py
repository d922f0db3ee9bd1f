"""A theorem's learners, and the theorems on which it builds: the objects' words, compared with runs and lines."""

import re
from itertools import combinations

import pytest

import mistakebound as mb
from tests.theorems.test_sides import SIDES
from tools.lies.honest import THEOREMS


def learner_complaints(theorem, run):
    """Check that it names existing learners, among them that of this run, unless any learner will do."""
    named = re.findall(r"`(\w+)`", theorem.learner)
    yield from (f"{theorem.name}: there is no {name}" for name in named if not hasattr(mb, name))
    played = type(run.learner).__name__ if hasattr(run, "learner") else run.made_by
    if not theorem.learner.startswith("Any") and not any(name in played for name in named):
        yield f"{theorem.name} is about {played}, and does not say so"


def relation_complaints(theorems):
    """Check that relations never lead back, and that proofs with two common lines have a common ancestor."""
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
