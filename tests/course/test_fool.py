"""*Fool the Perceptron*, the game of the first page: its games, and those that it hands on, are runs of the package."""

import json
import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.course import run_data
from tests.course.shows import PERCEPTRON, show_of
from tests.course.test_front import printed_by


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Random games and longest games, as the page plays them."""
    show = show_of(PERCEPTRON)
    return printed_by("fool_games.mjs", tmp_path_factory.mktemp("fool"), TEMPLATE=show.data(show.start), GAMES=40)


@pytest.fixture(scope="module")
def games(played):
    return played["games"] + played["best"]


def trace_of(game, number=Fraction):
    """The same examples, in exact numbers, shown to the package's Perceptron."""
    X = [[number(v) / 1000 for v in example["x"]] for example in game["shown"]]
    return mb.play(mb.Perceptron(), X, [example["y"] for example in game["shown"]])


def test_a_game_is_a_run_of_the_perceptron(games):
    assert len(games) > 100
    for game in games:
        trace = trace_of(game)
        assert trace.n_mistakes == len(game["shown"])  # it is fooled each time
        assert (trace.weights * 1000).astype(int).tolist() == game["weights"]
        assert [example["said"] for example in game["shown"]] == game["answers"]
        scores = [np.sign(w @ x) for w, x in zip(trace.weights, trace.X, strict=False)]
        assert scores == game["answers"]


def test_its_fan_is_what_fits(games):
    """Apart from the arc's ends, a direction of a fine grid is in the arc exactly if it has the margin."""
    grid = np.linspace(-np.pi, np.pi, 1801)
    U = np.stack([np.cos(grid), np.sin(grid)], axis=1)
    for game in games:
        A = np.array([np.array(example["x"]) * example["y"] for example in game["shown"]]) / 1000
        for t, (low, high) in enumerate(game["fans"][1:], start=1):
            middle, half = (low + high) / 2, (high - low) / 2
            away = np.abs((grid - middle + np.pi) % (2 * np.pi) - np.pi)
            sure = np.abs(away - half) > 1e-6
            fits = (U @ A[:t].T).min(axis=1) >= game["gap"]
            assert ((away < half) == fits)[sure].all()
            assert (U @ A[:t].T).min(axis=1)[fits].size or half < 2e-3


def test_it_ends_where_nobody_could_go_on(games):
    """The wall falls from the theorem's bound to the number of mistakes; no line leaves a point to go on with."""
    for game in games:
        M, walls = len(game["shown"]), game["walls"]
        cert = mb.NOVIKOFF.check(trace_of(game), u=[1, 0], gamma=Fraction(str(game["gap"])), radius=1)
        assert walls[0] == game["bound"] == cert.bound // 1
        assert all(before >= after for before, after in pairwise(walls))
        assert M <= walls[-1] <= M + 1  # one more where no point in whole thousandths is left
        assert M <= game["best"] <= game["bound"]
        assert game["left"] == []


def test_at_its_end_progress_has_caught_up_with_length(games):
    for game in games:
        if game["walls"][-1] == len(game["shown"]):
            least, _ = game["progress"][-1]
            assert least > math.sqrt(1 - game["gap"] ** 2) * math.hypot(*game["weights"][-1]) / 1000


def test_the_longest_games_are_those_of_the_exercise(played):
    for game in played["best"]:
        assert len(game["shown"]) == game["best"] == 1 / Fraction(str(game["gap"])) ** 2 // 2 + 1


def test_a_click_anywhere_fools_it(played):
    """Each click of a random game fooled it; and a click in the middle of the disc does not end the game."""
    lengths = {gap: [len(game["shown"]) for game in played["games"] if game["gap"] == gap] for gap in (0.2, 0.3)}
    assert np.mean(lengths[0.2]) > 5 and min(lengths[0.2]) >= 3 and min(lengths[0.3]) >= 2


def test_other_picks_are_refused(played):
    assert played["refused"] == [None] * 5


def same(ours, theirs, place=""):
    """Whether two values are equal up to rounding, even numbers in words."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), place
        for key in theirs:
            same(ours[key], theirs[key], f"{place} {key}")
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs), place
        for i, pair in enumerate(zip(ours, theirs, strict=True)):
            same(*pair, f"{place} {i}")
    elif isinstance(theirs, float | int):
        assert ours == pytest.approx(theirs, rel=2e-3, abs=1e-4), place
    else:
        assert ours == theirs, place


def test_the_player_gets_the_run_with_its_certificate(games):
    """The player and the package say the same of a game, letter by letter."""
    for game in games:
        run = game["run"]
        assert run.pop("promise") == {"u": run["scene"]["u"], "gamma": game["gap"], "radius": 1}
        trace = trace_of(game, float)
        cert = mb.NOVIKOFF.check(trace, u=run["scene"]["u"], gamma=game["gap"], radius=1).require()
        certified = json.loads(json.dumps(run_data(trace, cert)))
        assert run.pop("theorem") == f"Your game: {certified.pop('theorem')}"
        same(run, certified, game["query"])
