"""*Hurt the proof*: when a reader drags an example, the page's replay agrees with the package."""

import json
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.certificates.claims import ROUNDING
from mistakebound.course import run_data
from mistakebound.protocol import TIE
from tests.course.shows import PERCEPTRON, show_of
from tests.course.test_fool import same
from tests.course.test_front import printed_by


@dataclass(frozen=True)
class Always(mb.Perceptron):
    """A Perceptron that learns even when it is right."""

    conservative = False

    def wants_update(self, state, X, y):
        return np.ones(len(X), dtype=bool)


@pytest.fixture(scope="module")
def hurt(tmp_path_factory):
    show = show_of(PERCEPTRON)
    return printed_by("hurt_runs.mjs", tmp_path_factory.mktemp("hurt"), TEMPLATE=show.data(show.start), RUNS=20)


def certified(game):
    how, promise = game["how"], game["promise"]
    learner = (Always if how["always"] else mb.Perceptron)(eta=how["eta"], ties=how["ties"] or "mistake")
    X, y = ([example[part] for example in game["examples"]] for part in "xy")
    trace = mb.play(learner, X, y, passes=game["passes"])
    return mb.NOVIKOFF.check(trace, **promise)


def spoken(run):
    """The run with the sentence of each frame, although one sentence may be stored for many frames."""
    sentences = run["sentences"]
    return run | {"sentences": [], "told": [sentences[i] for i in run["told"]]}


def test_a_page_counts_the_same_as_rounding(hurt):
    assert (hurt["rounding"], hurt["tie"]) == (ROUNDING, TIE)


def test_a_hurt_run_is_that_of_the_package(hurt):
    """Compare every number, every broken line and every sentence."""
    seen = Counter()
    for i, game in enumerate(hurt["runs"]):
        cert = certified(game)
        theirs = json.loads(json.dumps(run_data(cert.trace, cert)))
        theirs["learner"] = "Perceptron"
        same(spoken(game["run"]), spoken(theirs), f"{i}")
        seen.update(theirs["broken"])
        seen.update(name for name, line in cert.lines.items() if not line.holds)
    assert {len(game["examples"][0]["x"]) for game in hurt["runs"]} == {2, 3}  # with a forgotten bias, too
    assert {"mistake", "radius", "margin", "progress", "growth", "mistake-term", "bound"} <= seen.keys()
