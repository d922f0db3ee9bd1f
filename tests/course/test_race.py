"""The race: the page's data are those of each run, and its bounds are the certificates'."""

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.certificates.display import number
from mistakebound.course.player import Race
from tests.course.shows import FILES, game_of

RACES = [(game_of(path), choice) for path in FILES if isinstance(game_of(path), Race)
         for choice in game_of(path).choices()]  # fmt: skip


@pytest.mark.parametrize(("race", "choice"), [*RACES[::5], *RACES[-2:]])
def test_a_race_is_two_certified_runs(race, choice):
    X, y, learners = race.play(choice)
    shown = race.data(choice)
    assert list(shown) == list(learners)
    for name, (learner, certify) in learners.items():
        trace = mb.play(learner, X, y)
        cert = certify(trace).require()
        assert (np.cumsum(shown[name]["gaps"]) - 1).tolist() == trace.mistakes.tolist()
        assert shown[name]["bound"] == float(number(cert.bound))
    assert race.rounds(choice) == len(y)
