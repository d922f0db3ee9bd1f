"""The room left by a certificate: no run that goes on as the hypotheses allow exceeds it."""

import math
from fractions import Fraction

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import concepts
from mistakebound.course import run_data
from tests.theorems.checking import failing, for_every_theorem
from tools.lies.honest import HONEST, THEOREMS

COUNTING = [theorem for theorem in THEOREMS if theorem.counts in ("updates", "mistakes")]
CLASSES = [concepts.thresholds(4), concepts.singletons(5), concepts.monotone_conjunctions(2), concepts.parities(2)]


@pytest.mark.parametrize("theorem", COUNTING, ids=lambda theorem: theorem.name)
def test_no_run_exceeds_the_room_that_was_left(theorem, seeds=12):
    """Each update of a run is the start of its rest."""
    for seed in range(seeds):
        case = HONEST[theorem.name](np.random.default_rng(seed))
        cert = theorem.check(case.run(), **case.parameters)
        if not cert.applies or cert.room is None:
            continue
        so_far = np.arange(cert.counted + 1)
        assert len(cert.room) == len(so_far)
        assert np.all(cert.counted - so_far <= cert.room)
        assert np.all(cert.room <= math.floor(float(cert.bound) * (1 + 1e-12)) - so_far)
        assert np.all(np.diff(cert.room) < 0)


def longest(learner, state, V, C, X):
    """The most mistakes that labels of some concept in V can still cause, by trying everything."""
    most = 0
    for x in X:
        wrong = -learner.predict(state, x[None])[0]
        rest = V & C.agreeing(x[None], [wrong])[0]
        if rest.any():
            most = max(most, 1 + longest(learner, learner.update(state, x, wrong), rest, C, X))
    return most


@pytest.mark.parametrize("C", CLASSES, ids=str)
@pytest.mark.parametrize(
    ("theorem", "learner"),
    [(mb.CONSISTENT, mb.Consistent), (mb.HALVING, mb.Halving), (mb.LITTLESTONE, mb.StandardOptimal)],
    ids=lambda each: getattr(each, "name", ""),
)
def test_no_continuation_over_a_finite_class_exceeds_the_room(theorem, learner, C):
    """After a mistake the optimal learner's room can be used up."""
    X = C.points
    for seed in range(3):
        rng = np.random.default_rng(seed)
        target = rng.integers(len(C))
        shown = X[rng.permutation(len(X))][: rng.integers(1, len(X) + 1)]
        trace = mb.play(learner(C), shown, C.labels(target, shown))
        last = trace.mistakes[-1] + 1 if trace.n_mistakes else 1
        trace = mb.play(learner(C), shown[:last], C.labels(target, shown[:last]))
        cert = theorem.check(trace, concepts=C)
        V = C.version_space(shown[:last], trace.y)
        more = longest(trace.learner, trace.final_state, V, C, X)
        assert more <= cert.room[-1]
        if theorem is mb.LITTLESTONE and trace.n_mistakes:
            assert more == cert.room[-1]


def test_none_is_left_on_the_floor():
    boxes = concepts.singletons(8)
    for theorem, learner in ((mb.HALVING, mb.Halving), (mb.CONSISTENT, mb.Consistent)):
        cert = theorem.check(mb.play(learner(boxes), [[3]], [1]), concepts=boxes)
        assert cert.counted == 1 and cert.room[-1] == 0 and cert.bound > 1


def test_the_perceptron_in_the_plane_has_the_room_of_the_first_page():
    """(⟨u, w⟩ + γm)² ≤ ‖u‖²(‖w‖² + R²m), by hand: ⟨u, w⟩ is 0, 1, 2, ‖w‖² is 0, 2, 4, γ is 1 and R² is 5."""
    cert = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), [[1, 1], [-1, 1], [2, -1]], [1, -1, 1]), u=[1, 0])
    assert cert.bound == 5 and cert.room.tolist() == [5, 3, 1]


def test_an_opponent_uses_all_the_room_of_the_perceptron():
    adversary = mb.Orthonormal(radius=1, margin=Fraction(1, 3))
    trace = mb.duel(mb.Perceptron(), adversary)
    assert mb.NOVIKOFF.check(trace, u=adversary.comparator(trace)).room.tolist() == [*range(9, -1, -1)]


def test_nothing_is_promised_once_a_hypothesis_is_broken():
    """Not before: a run that will break its margin in the second update has not done so in the first."""
    trace = mb.play(mb.Perceptron(), [[1, 0], [-1, 1], [-1, 2]], [1, 1, 1])
    cert = mb.NOVIKOFF.check(trace, u=[1, 0], gamma=1)
    assert failing(cert) and cert.broken_after(0) == [] and "margin" in cert.broken_after(1)
    run = run_data(trace, cert)
    first, second, *rest = (run["sentences"][i] for i in run["told"])
    assert "room" in first and "room" in second
    assert "Broken: margin. So nothing is promised." in rest[0] and not any("room" in sentence for sentence in rest)


def test_a_certificate_says_what_room_is_left_when_its_run_has_ended():
    C = mb.concepts.singletons(8)
    short, whole = (mb.play(mb.Halving(C), [[3]], [label]) for label in (-1, 1))
    said = [repr(mb.HALVING.check(trace, concepts=C)).partition("\n")[0] for trace in (short, whole)]
    assert "mistakes 0, bound 3, room for at most 3 mistakes" in said[0]
    assert "mistakes 1, bound 3, no room for another mistake" in said[1]  # though the bound less the mistakes is 2
    broken = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1]), u=[-1, 0])
    assert not broken.applies and "room" not in repr(broken)


@for_every_theorem
def test_a_certificate_of_every_theorem_is_printed_with_its_room(theorem):
    case = HONEST[theorem.name](np.random.default_rng(1))
    cert = theorem.check(case.run(), **case.parameters).require()
    said = cert.room is not None and cert.room_in_words(cert.counted)
    assert f"{said} (compared" in repr(cert) if said else "room" not in repr(cert).partition("\n")[0]
