"""The game *Be nature among advisers*: the page plays as the package does, and its promises are the theorems'."""

import itertools

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.adversaries import worst_advice
from mistakebound.course.player.advice import Advice
from tests.course.shows import PLAYERS, game_of
from tests.course.test_front import printed_by

BOOKS = pytest.mark.parametrize(
    "game", [g for g in map(game_of, PLAYERS) if isinstance(g, Advice)], ids=lambda g: g.noun
)


def errors(trace):
    """The number of mistakes at which each adviser was wrong, in the signs that the page shows."""
    X = np.where(trace.update_X > 0, 1, -1)
    return (X * trace.update_y[:, None] < 0).sum(axis=0)


def can_err(learner, m, wrong, weights):
    """Whether some advice and some label make it err and keep the promise, by trying everything."""
    X = np.array(list(itertools.product((-1, 1), repeat=len(wrong))))
    scores = X @ weights
    said = np.where(abs(scores) < 1e-9 * abs(weights).sum(), 0 if learner.ties == "mistake" else learner.ties,
                    np.sign(scores))  # fmt: skip
    return any(((said != y) & ((wrong + (y != X)).min(axis=1) <= m)).any() for y in (-1, 1))


@BOOKS
def test_a_random_game_is_a_run_of_the_package(game, tmp_path):
    games = printed_by("advice_games.mjs", tmp_path, GAME=game.data, GAMES=12)
    bounds = {(o["name"], goal["m"]): goal["bound"] for o in game.data["opponents"] for goal in o["goals"]}
    most = {(o["name"], goal["m"]): goal["most"] for o in game.data["opponents"] for goal in o["goals"]}
    for one in games:
        play, _ = game.opponents[one["opponent"]]
        shown = [round for round in one["rounds"] if not round["refused"]]
        X, y = np.array([round["x"] for round in shown]), np.array([round["y"] for round in shown])
        trace, cert = play(X, y)
        place = one["opponent"], one["m"]
        states = one["states"]
        assert cert.require().counted == trace.n_mistakes == states[-1]["t"] <= most[place] <= bounds[place]
        assert trace.mistakes.tolist() == [i for i, round in enumerate(shown) if round["said"] != round["y"]]
        weights = np.array([state["w"] for state in states])
        ours, theirs = (w / np.linalg.norm(w, axis=1, keepdims=True).clip(1e-300) for w in (weights, trace.weights))
        np.testing.assert_allclose(ours, theirs, atol=1e-9)
        for k, values in enumerate(cert.squeeze.inner.values()):
            ours = [state["measured"][k] for state in states]
            np.testing.assert_allclose(ours, np.array(values, dtype=float), atol=1e-9)
        assert errors(trace).min() <= one["m"]
        wrong = [(np.array(state["t"]) - state["c"]) / 2 for state in states]
        open_at = [can_err(trace.learner, one["m"], *at) for at in zip(wrong, weights, strict=True)]
        assert open_at == (len(states) - 1) * [True] + [False]


@BOOKS
def test_what_is_refused_breaks_the_promise(game, tmp_path):
    """The last label of each game, which the page refused, breaks the promise."""
    for one in printed_by("advice_games.mjs", tmp_path, GAME=game.data, GAMES=12):
        refused = [i for i, round in enumerate(one["rounds"]) if round["refused"]]
        if refused:
            shown = [round for round in one["rounds"][: refused[-1]] if not round["refused"]]
            shown.append(one["rounds"][refused[-1]])
            play, _ = game.opponents[one["opponent"]]
            trace, _ = play(np.array([round["x"] for round in shown]), np.array([round["y"] for round in shown]))
            assert trace.mistakes[-1] == len(shown) - 1 and errors(trace).min() == one["m"] + 1


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_longest_game_is_that_of_the_search_through_all_games(n):
    C = mb.ConceptClass(mb.concepts.cube(n).T, points=mb.concepts.cube(n))
    X, y = worst_advice(n, 0, 0.5)
    learner = mb.WeightedMajority(C, 0.5)
    assert len(X) == mb.play(learner, (X + 1) // 2, y).n_mistakes == mb.worst_case(learner, C).n_mistakes


@pytest.mark.parametrize(("n", "m"), [(2, 1), (2, 4), (4, 2), (6, 2), (8, 1)])
def test_a_longest_game_is_as_long_as_against_any_learner(n, m):
    """This is the theorem "Twice the best"."""
    X, y = worst_advice(n, m, 0.5)
    assert len(X) >= 2 * m + int(np.log2(n))
    assert (y[:, None] != X).sum(axis=0).min() == m
