"""A short search for lies: no certificate applies and is false, and none refuses a run that its statement covers."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import mistakebound as mb
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


@pytest.mark.parametrize("seed", [47, 54])
def test_an_honest_label_is_the_sign_of_an_exact_score(seed):
    assert list(search(mb.NOVIKOFF_BIAS, seed, Counter(), 0)) == []


@pytest.mark.parametrize("theorem", [t for t in THEOREMS if t.run is mb.Trace], ids=lambda theorem: theorem.name)
def test_a_certificate_of_a_run_without_updates_prints(theorem):
    case = HONEST[theorem.name](np.random.default_rng(0))
    run, none = case.run(), np.array([], dtype=int)
    quiet = replace(run, updates=none, mistakes=none, recorded_states=run.states[:1], final_state=run.states[0])
    assert theorem.title in repr(theorem.check(quiet, **case.parameters))
