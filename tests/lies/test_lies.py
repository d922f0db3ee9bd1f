"""A search for lies, a little of it: no certificate applies and is false, none refuses what its statement covers."""

from collections import Counter

import pytest

from tests.lies.honest import HONEST, THEOREMS
from tests.lies.search import search

SEED, CHANGES = 0, 3  # `make test` has little time, and `make lies` goes on


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_no_certificate_is_fooled(theorem):
    tried = Counter()
    assert list(search(theorem, SEED, tried, CHANGES)) == []
    assert tried[theorem.name, "none"] == 1


def test_there_are_honest_runs_of_every_theorem():
    assert HONEST.keys() == {theorem.name for theorem in THEOREMS}
