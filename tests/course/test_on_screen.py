"""The numbers that a player and a game show in a browser are those of the certificate: every day."""

import pytest

import mistakebound as mb
from mistakebound.course.player import Advice, Race
from tests.book.browser import Visit
from tests.book.conftest import browser, html, root, site
from tests.course.player import choose
from tests.course.shows import PLAYERS, address_of, agrees, game_of, line_complaints
from tests.course.test_browser import GAMES, opened

__all__ = ["browser", "html", "opened", "root", "site"]
MOUSE_OR_KEYS = pytest.mark.parametrize(
    "keys", [False, pytest.param(True, marks=pytest.mark.audit)], ids=["mouse", "keyboard"]
)


def shown_complaints(player, trace, cert):
    """At the end of a run: the counts, the bound, and each number of the ledger."""
    round, count, bound = player.part("count").inner_text().split(" · ")
    if round != f"round {trace.n_rounds} of {trace.n_rounds}":
        yield f"{round} at the end of {trace.n_rounds} rounds"
    if not (agrees(count.split()[1], cert.counted) and agrees(bound.split()[1], cert.bound)):
        yield f"{count}, {bound}: it is {cert.counted} of at most {cert.bound}"
    for name, sides, slack in player.rows():
        lhs, relation, rhs = (None, "", None) if sides == "nothing yet" else sides.split()
        yield from line_complaints(cert, trace.n_rounds, name, lhs, relation, rhs, slack.split(" ")[0])


def test_the_numbers_of_every_run(opened):
    """Each choice is a run whose last numbers are its certificate's."""
    _, player, show = opened
    for choice in show.choices():
        trace, cert, *_ = show.play(choice)
        player.choose(choice)
        player.press("End")
        assert list(shown_complaints(player, trace, cert)) == [], choice


@GAMES
@MOUSE_OR_KEYS
def test_the_game_ends_with_the_mistakes_that_the_theory_promises(browser, site, path, keys):
    game = game_of(path)
    with Visit(browser, site, address_of(path, "nature-game")) as visit:
        root = visit.page.locator(".mistakebound-game")

        def press(button):
            button.press("Enter") if keys else button.click()

        for place, (learner, _) in enumerate(game.learners.values()):
            shown = game.data["learners"][place]
            choose(root.locator(".mb-choice"), place)
            trace = mb.worst_case(learner, game.concepts)
            points = game.concepts.points.tolist()
            questions = [points.index(x) for x in trace.X.tolist()]
            for question, label in zip(questions, trace.y, strict=True):
                press(root.locator(".mb-question").nth(question))
                assert root.locator(".mb-answer").count() == 2
                press(root.locator(".mb-answer").nth(0 if label > 0 else 1))
            while (rest := root.locator(".mb-question:not([disabled])")).count():
                press(rest.first)
                press(root.locator(".mb-answer").first)
            words = root.locator(".mb-says").inner_text()
            forced = f"You forced {trace.n_mistakes} mistake{'s' * (trace.n_mistakes != 1)}"
            assert forced in words and f"{shown['most']} is the most" in words and f"allows {shown['bound']}." in words
            assert trace.n_mistakes == shown["most"]
            made, shut = (root.locator(f".mb-room .mb-{kind}").count() for kind in ("made", "shut"))
            assert (made, made + shut) == (trace.n_mistakes, shown["bound"])
            press(root.locator(".mb-again"))
            assert root.locator(".mb-count").inner_text().startswith("0 mistakes")
        won = visit.page.evaluate("Object.keys(JSON.parse(localStorage['mistakebound-won']))")
        assert won == [f"book/{path.stem}.html#{learner}" for learner in game.learners]
        assert visit.complaints == []


# --- among advisers, and the race ---------------------------------------------------------------------------------

ADVICE = [path for path in PLAYERS if isinstance(game_of(path), Advice)]
[RACE] = [path for path in PLAYERS if isinstance(game_of(path), Race)]


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.audit] * (path != ADVICE[0])) for path in ADVICE],
    ids=[path.stem for path in ADVICE],
)
@MOUSE_OR_KEYS
def test_advice_forces_the_most_mistakes_that_can_be(browser, site, path, keys):
    data = game_of(path).data
    with Visit(browser, site, address_of(path, "nature-game"), reduced_motion="reduce") as visit:
        root = visit.page.locator(".mistakebound-game")

        def press(button):
            button.press("Enter") if keys else button.click()

        for place, opponent in enumerate(data["opponents"]):
            choose(root.locator(".mb-whom"), place)
            for i, goal in enumerate(opponent["goals"]):
                if len(opponent["goals"]) > 1:
                    choose(root.locator(".mb-promise .mb-choice"), i)
                for move in goal["moves"]:
                    for j, sign in enumerate(move["x"]):
                        adviser = root.locator(".mb-adviser").nth(j)
                        if f" {'+' if sign > 0 else '−'} " not in adviser.get_attribute("aria-label"):
                            press(adviser)
                    press(root.locator(".mb-answer").nth(0 if move["y"] > 0 else 1))
                words = root.locator(".mb-says").inner_text()
                assert "No room is left" in words and f"You forced {goal['most']} mistake" in words
                assert "the most that anyone can." in words
                assert f"The bound is {goal['bound']}." in words
                assert f"{goal['most']} mistakes" in root.locator(".mb-count").inner_text()
                before = root.locator(".mb-count").inner_text()
                root.locator(".mb-answer[aria-disabled=true]").first.press("Enter")  # refused
                assert root.locator(".mb-count").inner_text() == before
                press(root.locator(".mb-again"))
                assert root.locator(".mb-count").inner_text().startswith("0 mistakes")
        won = visit.page.evaluate("Object.keys(JSON.parse(localStorage['mistakebound-won']))")
        assert sorted(won) == sorted(f"book/{path.stem}.html#{opponent['name']}" for opponent in data["opponents"])
        root.locator(".mb-best").click()  # it is shown
        root.get_by_text("the most that anyone can").wait_for()
        assert visit.complaints == []


def test_the_race_is_run_after_a_bet_by_keyboard(browser, site):
    race = game_of(RACE)
    with Visit(browser, site, address_of(RACE, "nature-game"), reduced_motion="reduce") as visit:
        root = visit.page.locator(".mistakebound-game")
        for bets, choice in enumerate(race.choices()[::17], start=1):
            for control, value in zip(root.locator(".mb-choices > *").all(), choice, strict=True):
                choose(control, value)
            runs = race.data(choice)
            assert [str(run["bound"]) in lane for run, lane in zip(runs.values(), root.locator("li").all_inner_texts(),
                                                              strict=True)] == [True, True]  # fmt: skip
            root.locator(".mb-answer").first.press("Enter")
            words = root.locator(".mb-says", has_text="After 300 rounds").inner_text()
            for name, run in runs.items():
                count = len(run["gaps"])
                assert f"{name} made {count} mistake{'s' * (count != 1)} (bound {run['bound']})" in words
            least = min(len(run["gaps"]) for run in runs.values())
            assert ("You won" in words) == (len(next(iter(runs.values()))["gaps"]) == least)
            assert f"of {bets}" in root.locator(".mb-count").inner_text()
        assert visit.complaints == []
