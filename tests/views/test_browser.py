"""The players of the built pages, in a browser: drawn at once, driven by mouse and keys, true to the certificate."""

import pytest

import mistakebound as mb
from tests.book.browser import Visit
from tests.book.checks import parse
from tests.book.conftest import browser, html, root, site
from tests.book.test_browser import PHONE, RULES, WIDE, violations
from tests.views.player import Player
from tests.views.shows import PLAYERS, agrees, game_of, line_complaints, show_of

__all__ = ["browser", "html", "root", "site"]
pytestmark = pytest.mark.audit

SHOWS = pytest.mark.parametrize("path", PLAYERS, ids=lambda path: path.stem)
PERCEPTRON = next(path for path in PLAYERS if path.stem == "perceptron")
STEPS = 5  # of a longer run, as many at each end


def shown_complaints(player, trace, cert):
    """At the end of a run: the counts, the bound, and each number of the ledger."""
    round, count, bound = player.part("count").inner_text().split(" · ")
    if round != f"round {trace.n_rounds} of {trace.n_rounds}":
        yield f"{round} at the end of {trace.n_rounds} rounds"
    if not (agrees(count.split()[1], cert.counted) and agrees(bound.split()[1], cert.bound)):
        yield f"{count}, {bound}: it is {cert.counted} of at most {cert.bound}"
    for name, sides, slack in player.rows():
        lhs, relation, rhs = ("–", "", "–") if sides == "nothing yet" else sides.split()
        yield from line_complaints(cert, trace.n_rounds, name, lhs, relation, rhs, slack.removesuffix(" broken"))


def address_of(path):
    return f"book/{path.stem}.html"


@pytest.fixture(scope="module", params=PLAYERS, ids=lambda path: path.stem)
def opened(request, browser, site):
    """A page with a player, opened once: its visit, its player, its show. The player needs no formula of the page."""
    with Visit(browser, site, address_of(request.param), formulas=False) as visit:
        yield visit, Player(visit.page), show_of(request.param)
        assert visit.complaints == []


def test_mouse_and_keyboard(opened):
    _, player, show = opened
    player.part("start").click()
    assert player.frame() == 0
    player.part("slider").fill(str(max(0, player.last() - STEPS)))
    while player.frame() < player.last():
        player.part("step").click()
    assert player.frame() == player.last() and "This is the last round." in player.part("says").inner_text()
    player.part("back").click()
    assert player.frame() == player.last() - 1
    player.press("Home")
    mistakes = 0
    while player.frame() < player.last():
        player.press("Shift+ArrowRight")
        mistakes += player.part("says").inner_text().startswith("Mistake")
    trace, *_ = show.play(show.start)
    assert mistakes == trace.n_mistakes
    player.press("ArrowLeft")
    player.part("step").press("ArrowLeft")
    assert player.frame() == player.last() - 2
    player.press("ArrowRight")
    assert player.frame() == player.last() - 1


def test_play_and_pause(opened):
    visit, player, _ = opened
    clock = visit.page.clock
    clock.install(time=0)
    clock.pause_at(1)  # from here on it goes only as we say
    player.press("Home")
    player.part("speed").locator("select").select_option("4")
    player.part("play").click()
    assert player.part("play").get_attribute("aria-label") == "Pause"
    while player.frame() < 2:
        clock.run_for(100)
    stopped = player.frame()
    assert stopped < player.last()
    player.part("play").click()
    clock.run_for(60_000)
    assert player.frame() == stopped
    assert player.part("says").get_attribute("aria-live") == "polite"
    clock.resume()


def test_following_each_line(opened):
    _, player, show = opened
    player.press("End")
    _, cert, *_ = show.play(show.start)
    for i, line in enumerate(cert.lines.values()):
        button = player.part("follow").nth(i)
        button.press("Enter")
        assert button.get_attribute("aria-pressed") == "true"
        assert player.part("reason").inner_text() == line.claim.reason
    player.part("whole").click()
    assert player.root.locator('.mb-follow[aria-pressed="true"]').count() == 0


def test_the_numbers_of_every_run(opened):
    """Each choice is a run whose last numbers are its certificate's."""
    _, player, show = opened
    for choice in show.choices():
        trace, cert, *_ = show.play(choice)
        player.choose(choice)
        player.press("End")
        assert list(shown_complaints(player, trace, cert)) == [], choice


# The rest of the article is looked at elsewhere, and axe-core would go through it each time.
ALONE = """root => {
  for (let part = root; !part.matches("article"); part = part.parentElement) part.parentElement.replaceChildren(part);
}"""


def test_it_is_accessible_and_fits_a_phone(opened):
    """While a line is followed: on a phone, light, where the last run begins; and wide, dark, where the first one ends.

    The page is left behind.
    """
    visit, player, show = opened
    page = visit.page
    page.set_viewport_size(PHONE)
    player.choose([len(values) - 1 for values in show.controls.values()])
    for frame in range(player.last() + 1)[-STEPS:]:
        player.part("slider").fill(str(frame))
        assert player.fits(), frame
    player.root.evaluate(ALONE)
    for scheme, key in (("light", "Home"), ("dark", "End")):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_function(f"document.documentElement.dataset.theme == '{scheme}'")
        player.press(key)
        player.part("follow").last.click()
        assert violations(page, context=".mistakebound-player", rules=RULES) == ""
        page.set_viewport_size(WIDE)
        player.choose(show.start)


@SHOWS
def test_a_page_has_its_still_pictures_until_a_script_runs(html, path):
    """They are unfolded, and the player's place holds nothing but its data."""
    page = parse((html / address_of(path)).read_text("utf-8"))
    assert page.select("details.player-figures[open] img")
    players = page.select(".mistakebound-player")
    assert players and all([part.name for part in player.contents] == ["script"] for player in players)


def test_without_javascript_the_still_pictures_stand_there(browser, site):
    with Visit(browser, site, address_of(PERCEPTRON), java_script_enabled=False) as visit:
        assert visit.page.locator(".player-figures img").first.is_visible()
        assert not visit.page.locator(".mistakebound-player").is_visible()


def test_a_page_without_a_player_loads_none_of_it(browser, site):
    with Visit(browser, site, "book/notation.html") as visit:
        loaded = visit.page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
        assert loaded and not [name for name in loaded if "player" in name]


# --- the game against nature --------------------------------------------------------------------------------------

GAMES = pytest.mark.parametrize("path", [path for path in PLAYERS if game_of(path)], ids=lambda path: path.stem)


@GAMES
@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_the_game_ends_with_the_mistakes_that_the_theory_promises(browser, site, path, keys):
    game = game_of(path)
    with Visit(browser, site, address_of(path), formulas=False) as visit:
        root = visit.page.locator(".mistakebound-game")

        def press(button):
            button.press("Enter") if keys else button.click()

        for place, (learner, _) in enumerate(game.learners.values()):
            shown = game.data["learners"][place]
            root.locator("select").select_option(index=place)
            trace = mb.worst_case(learner, game.concepts)
            questions = game.concepts.locate(trace.X)
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
            press(root.locator(".mb-again"))
            assert root.locator(".mb-count").inner_text().startswith("0 mistakes")
        assert visit.complaints == []


@GAMES
def test_the_game_is_accessible(browser, site, path):
    with Visit(browser, site, address_of(path), formulas=False) as visit:
        page, root = visit.page, visit.page.locator(".mistakebound-game")
        root.locator(".mb-question").first.press("Enter")
        assert page.evaluate("document.activeElement.className") == "mb-answer"
        root.locator(".mb-answer").first.press("Enter")
        assert page.evaluate("document.activeElement.className") == "mb-question"
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(f"document.documentElement.dataset.theme == '{scheme}'")
            assert violations(page, context=".mistakebound-game", rules=RULES) == ""
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
