"""The table of the game against nature agrees with the learners."""

import itertools

import pytest

import mistakebound as mb
from mistakebound.course import Game
from tests.course.shows import PLAYERS, game_of

GAMES = [path for path in PLAYERS if isinstance(game_of(path), Game)]


def table_complaints(table, game):
    """Play every sequence of questions and answers, without repetition, and compare with the table."""
    C = game.concepts
    for (name, (learner, _)), shown in zip(game.learners.items(), table["learners"], strict=True):
        yield from walk(table, C, learner, shown, 0, learner.start(C.n_features), C.everything, frozenset())
        if shown["most"] != mb.worst_case(learner, C).n_mistakes:
            yield f"{name}: {shown['most']} is not the most that can be forced"


def walk(table, C, learner, shown, place, state, V, asked):
    if table["left"][place] != C.members(V).tolist():
        yield f"place {place} shows another version space"
        return
    said = learner.predict(state, C.points).tolist()
    if shown["says"][place] != said:
        yield f"{shown['name']} does not say that at place {place}"
    worst = 0
    for question, (column, label) in itertools.product(set(range(C.n_points)) - asked, enumerate((-1, 1))):
        x = C.points[question]
        W = V & C.agreeing(x[None], [label])[0]
        following = table["after"][place][question][column]
        if (following is None) != (not W.any()):
            yield f"place {place}: an answer is offered that no concept gives, or one is not"
        elif following is not None:
            wants = learner.wants_update(state, x[None], [label])[0]
            after = learner.update(state, x, label) if wants else state
            yield from walk(table, C, learner, shown, following, after, W, asked | {question})
            worst = max(worst, (said[question] != label) + shown["more"][following])
    if shown["more"][place] != worst:
        yield f"{shown['name']}: {shown['more'][place]} more at place {place}, where it is {worst}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_table_is_what_the_learners_do_and_its_promise_the_theorems(path):
    game = game_of(path)
    assert list(table_complaints(game.data, game)) == []
    for (learner, theorem), shown in zip(game.learners.values(), game.data["learners"], strict=True):
        cert = theorem.check(mb.worst_case(learner, game.concepts), concepts=game.concepts).require()
        assert shown["bound"] == cert.bound and shown["most"] == cert.counted <= cert.bound
