"""The players of the built pages, in a browser: drawn at once, driven by mouse and keys, true to the certificate."""

import numpy as np
import pytest

from mistakebound.course import Game
from tests.book.browser import Visit
from tests.book.checks import parse
from tests.book.conftest import browser, html, root, site
from tests.book.test_browser import PHONE, RULES, WIDE, violations
from tests.course.player import Player, choose
from tests.course.shows import FILES, PERCEPTRON, PLAYERS, address_of, game_of, show_of

__all__ = ["browser", "html", "root", "site"]
pytestmark = pytest.mark.audit

SHOWS = pytest.mark.parametrize("path", PLAYERS, ids=lambda path: path.stem)
STEPS = 5  # of a longer run, as many at each end


@pytest.fixture(scope="module", params=PLAYERS, ids=lambda path: path.stem)
def opened(request, browser, site):
    """A page with a player, opened once: its visit, player and show. The player needs none of its formulas."""
    with Visit(browser, site, address_of(request.param)) as visit:
        yield visit, Player(visit.page), show_of(request.param)
        assert visit.complaints == []


def test_mouse_and_keyboard(opened):
    _, player, show = opened
    player.part("start").click()
    assert player.frame() == 0
    drawn = [path.get_attribute("d") for path in player.part("squeeze").locator("path[d*=L]").all()]
    assert len(set(drawn)) == len(drawn) >= 3  # two curves, what is between them, and the run to come
    player.part("slider").fill(str(max(0, player.last() - STEPS)))
    while player.frame() < player.last():
        player.part("step").click()
    assert player.frame() == player.last() and "This is the last round." in player.part("says").inner_text()
    player.part("back").click()
    assert player.frame() == player.last() - 1
    player.part("end").click()
    assert player.frame() == player.last()
    player.press("Home")
    mistakes = 0
    while player.frame() < player.last():
        player.press("ArrowRight")
        mistakes += player.part("says").inner_text().startswith("Mistake")
    trace, *_ = show.play(show.start)
    assert mistakes == trace.n_mistakes
    player.part("step").press("ArrowLeft")
    assert player.frame() == player.last() - 1
    player.press("ArrowRight")
    assert player.frame() == player.last()


@pytest.fixture
def clock(opened):
    """The time of the page, which advances only on our command."""
    clock = opened[0].page.clock
    clock.install(time=0)
    clock.pause_at(1)
    yield clock
    clock.resume()


def test_play_shows_every_step_and_stops(opened, clock):
    _, player, show = opened
    trace, *_ = show.play(show.start)
    player.press("Home")
    player.part("play").click()
    mistakes = 0
    for frame in range(1, player.last() + 1):
        assert player.part("play").get_attribute("aria-label") == "Pause"
        clock.run_for(1100)
        assert player.frame() == frame
        mistakes += player.part("says").inner_text().startswith("Mistake")
    assert mistakes == trace.n_mistakes
    assert player.part("play").get_attribute("aria-label") == "Play"


def test_pace_and_pause(opened, clock):
    _, player, _ = opened
    player.press("Home")
    player.part("pace").locator("select").select_option(label="fast")
    player.part("play").click()
    for frame in (1, 2):
        clock.run_for(350)
        assert player.frame() == frame
    assert player.part("says").get_attribute("aria-live") == "off"
    player.part("play").click()
    clock.run_for(60_000)
    assert player.frame() == 2
    assert player.part("says").get_attribute("aria-live") == "polite"


def test_tab_stops_at_each_group_of_buttons_once(opened):
    _, player, show = opened
    player.part("play").focus()
    player.page.keyboard.press("ArrowDown")
    assert player.page.evaluate("document.activeElement.className") == "mb-step"
    player.part("play").focus()
    player.part("follow").first.focus()
    player.page.keyboard.press("ArrowUp")  # from the first to the last
    assert player.part("follow").last.evaluate("button => button === document.activeElement")
    stops = player.root.evaluate(
        "root => [...root.querySelectorAll('button, select, input')]"
        ".filter(stop => stop.tabIndex >= 0 && stop.checkVisibility()).map(stop => stop.className)"
    )
    # link, what predicts and what hurts, views of the squeeze, buttons, pace, slider, a hypothesis, a line; a choice of
    # two has two buttons here, at which Tab stops once
    assert len(stops) <= 9 + 2 * len(show.controls) and stops.count("mb-follow") == 1
    player.part("slider").focus()
    for _ in stops:
        player.page.keyboard.press("Tab")
    assert not player.root.evaluate("root => root.contains(document.activeElement)")


def test_skip_to_the_player(browser, site):
    with Visit(browser, site, address_of(PERCEPTRON)) as visit:
        for key in ("Tab", "Tab", "Enter", "Tab"):
            visit.page.keyboard.press(key)
        assert visit.page.evaluate("document.activeElement.matches('#player-1 select')")


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


SEEN = "root => ['.mb-count', '.mb-says', '.mb-squeeze .mb-title'].map(part => root.querySelector(part).textContent)"


def test_a_link_leads_to_what_was_seen(browser, site, opened):
    """The link keeps the choice, the round and the line; another link on that page leads to the player alone."""
    visit, player, show = opened
    path = visit.page.url.removeprefix(site).partition("?")[0].partition("#")[0]
    player.choose([len(values) - 1 for values in show.controls.values()])
    player.press("End")
    player.press("ArrowLeft")
    player.part("follow").last.click()
    before = player.root.evaluate(SEEN)
    player.part("link").click()
    visit.page.wait_for_url("**/*#player-1")
    visit.page.locator(".mb-says", has_text="The link to what you see is ").first.wait_for()
    with Visit(browser, site, visit.page.url.removeprefix(site)) as linked:
        again = Player(linked.page)
        assert again.root.evaluate(SEEN) == before
        assert again.chosen() == [str(len(values) - 1) for values in show.controls.values()]
        top = "root => root.getBoundingClientRect().top"
        assert 0 <= again.root.evaluate(top) <= 200
        assert linked.complaints == []
    query = visit.page.url.partition("?")[2].partition("#")[0]
    with Visit(browser, site, f"{path}?{query}#exercises") as elsewhere, \
            Visit(browser, site, path) as plain:  # fmt: skip
        assert Player(elsewhere.page).root.evaluate(SEEN) == Player(plain.page).root.evaluate(SEEN) != before


def test_a_link_without_sense_shows_the_beginning(browser, site):
    address = address_of(PERCEPTRON)
    with Visit(browser, site, f"{address}?margin=7&round=x&line=none#player-1") as odd, \
            Visit(browser, site, address) as plain:  # fmt: skip
        assert odd.complaints == []
        assert Player(odd.page).root.evaluate(SEEN) == Player(plain.page).root.evaluate(SEEN)


def failing(player):
    """The lines that fail, and those that are no longer guaranteed."""
    slacks = {name: slack for name, _, slack in player.rows()}
    return [{name for name, slack in slacks.items() if slack.endswith(word)} for word in ("broken", "promised")]


def every_choice(controls, place=0):
    """Set the visible controls to all combinations of their values; one control may change those after it."""
    seen = [control for control in controls.all() if control.is_visible()]
    if place == len(seen):
        yield
        return
    for value in range(seen[place].locator("option, [type=radio]").count()):
        choose(seen[place], value)
        yield from every_choice(controls, place + 1)


@SHOWS
def test_every_combination_of_controls(browser, site, path):
    """Each run is shown while the reader predicts, and after the run before it was hurt, in every way."""
    with Visit(browser, site, address_of(path)) as visit:
        player = Player(visit.page)
        for _ in every_choice(player.part("choices").locator("> *")):
            if player.part("predict").is_visible():
                player.part("predict").check()
            if player.part("hurt").is_visible():
                if not player.part("hurt-table").is_visible():
                    player.part("hurt-on").click()
                for always, bias in ((True, False), (True, True), (False, True), (False, False)):
                    player.part("hurt-always").set_checked(always)
                    player.part("hurt-bias").set_checked(bias)
                    for ties in ("1", "-1", "0"):
                        player.part("hurt-ties").select_option(ties)
            player.press("End")
            assert "This is the last round." in player.part("says").inner_text()
            player.press("ArrowLeft")
            assert visit.complaints == []


@pytest.mark.parametrize("path", [path for path in FILES if game_of(path)], ids=lambda path: path.stem)
def test_a_game_is_accessible_and_takes_every_choice(browser, site, path):
    """In both themes, and then on a phone."""
    with Visit(browser, site, address_of(path, "nature-game"), reduced_motion="reduce") as visit:
        page, root = visit.page, visit.page.locator(".mistakebound-game")
        if (questions := root.locator(".mb-question")).count():
            questions.first.press("Enter")
            assert page.evaluate("document.activeElement.className") == "mb-answer"
        root.locator(".mb-answer").first.press("Enter")
        assert page.evaluate("document.activeElement.matches('.mb-question, .mb-answer')")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(f"document.documentElement.dataset.theme == '{scheme}'")
            assert violations(page, context=".mistakebound-game", rules=RULES) == ""
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        for _ in every_choice(root.locator("fieldset, label:has(select)")):
            for kind in ("question", "answer"):
                for button in root.locator(f".mb-{kind}:not([disabled])").all()[:1]:
                    button.click()
            assert visit.complaints == []


def test_hurting_the_proof_by_keyboard(browser, site):
    """Past the margin the bound falls; if the learner learns when it is right, a line fails; the page says both."""
    with Visit(browser, site, address_of(PERCEPTRON), viewport=WIDE) as visit:
        page, player = visit.page, Player(visit.page)
        says, before = player.part("hurt-says"), player.rows()
        player.part("hurt-on").press("Enter")
        player.press("End")
        assert failing(player) == [set(), set()] and "All hypotheses hold" in says.inner_text()
        player.part("hurt-what").select_option("0")
        player.part("hurt-y").locator("input").focus()
        for _ in range(30):
            page.keyboard.press("ArrowUp")
        broken, fallen = failing(player)
        assert "bound" in broken | fallen and "margin" in player.part("verdict").inner_text()
        assert "is below the margin" in says.inner_text() and "falls: nothing is promised" in says.inner_text()
        player.press("ArrowLeft")
        player.part("hurt-reset").press("Enter")
        assert failing(player) == [set(), set()] and player.part("verdict").inner_text() == ""
        player.part("hurt-always").press("Space")
        assert "These lines fail:" in says.inner_text() and "mistake-term" in says.inner_text()
        player.part("hurt-reset").press("Enter")
        player.part("hurt-bias").press("Space")
        player.press("End")
        assert "Broken: radius." in says.inner_text() and "falls: nothing is promised" in says.inner_text()
        assert any("bound" in lines for lines in failing(player))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(f"document.documentElement.dataset.theme == '{scheme}'")
            assert violations(page, context=".mistakebound-player", rules=RULES) == ""
        player.part("hurt-on").press("Enter")
        player.press("Home")
        assert player.rows() == before and visit.complaints == []


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])
def test_hurting_the_proof_by_dragging(browser, site, screen):
    with Visit(browser, site, address_of(PERCEPTRON), viewport=screen) as visit:
        page, player = visit.page, Player(visit.page)
        player.part("hurt-on").click()
        picture = player.part("scene").locator("svg")
        picture.scroll_into_view_if_needed()
        box = picture.bounding_box()
        u = picture.locator("text", has_text="𝑢").bounding_box()
        page.mouse.move(u["x"] + u["width"] / 2, u["y"] + u["height"] + 4)
        page.mouse.down()
        page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 0.6 * box["height"], steps=4)
        page.mouse.up()
        player.part("hurt-says").get_by_text("Broken: margin").wait_for()
        assert player.fits() and visit.complaints == []


# The bottom of what is looked at while a run is played, when the player's top is below the page's head.
LOWEST = """root => {
  const lines = [...root.querySelectorAll("tbody tr")].slice(0, 11); // a longer proof goes on below
  const parts = [...root.querySelectorAll(".mb-scene svg, .mb-squeeze svg, .mb-says"), lines.at(-1)];
  return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom))
    - root.getBoundingClientRect().top + 48;
}"""


def test_scene_squeeze_and_ledger_are_in_one_window(opened):
    _, player, show = opened
    player.page.set_viewport_size({"width": 1280, "height": 800})
    player.choose(show.start)
    player.press("Home")
    player.part("step").click()
    assert player.root.evaluate(LOWEST) <= 800


# What of the words in a picture is too small to read, or lies on a curve of the squeeze.
UNREADABLE = """root => {
  const found = [];
  for (const text of root.querySelectorAll("svg text")) {
    const { a, b } = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    if (size < 10.99) found.push(`${text.textContent}: ${size.toFixed(1)} px`);
  }
  for (const svg of root.querySelectorAll(".mb-squeeze svg")) {
    const boxes = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
    for (const path of svg.querySelectorAll('path[fill="none"]')) {
      const ctm = path.getScreenCTM();
      for (let at = 0; at <= path.getTotalLength(); at += 3) {
        const { x, y } = path.getPointAtLength(at).matrixTransform(ctm);
        for (const [word, { left, right, top, bottom }] of boxes) {
          if (left + 2 < x && x < right - 2 && top + 4 < y && y < bottom - 4) found.push(`${word} is on a curve`);
        }
      }
    }
  }
  return [...new Set(found)].join(", ");
}"""


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_words_in_pictures_can_be_read(opened, screen):
    """They are checked at the beginning, middle and end of the first run and the last, and in each game."""
    visit, player, show = opened
    visit.page.set_viewport_size(screen)
    for choice in {show.start, show.choices()[-1]}:
        player.choose(choice)
        for frame in (0, player.last() // 2, player.last()):
            player.part("slider").fill(str(frame))
            assert player.root.evaluate(UNREADABLE) == "", (choice, frame)
    for game in visit.page.locator(".mistakebound-game").all():
        assert game.evaluate(UNREADABLE) == ""


# Below the page's head, on a usual phone, the scene ends before the controls begin; its legend is under them.
TOGETHER = """root => {
  const [scene, drive] = [".mb-scene svg", ".mb-drive"].map((name) => root.querySelector(name));
  scrollTo({ top: scrollY + scene.parentElement.getBoundingClientRect().top - 64, behavior: "instant" });
  const [above, below] = [scene.getBoundingClientRect(), drive.getBoundingClientRect()];
  return above.bottom <= below.top && below.bottom <= innerHeight ? "together" : `${above.bottom}, ${below.top}`;
}"""
# The rest of the article is looked at elsewhere, and axe-core would go through it each time.
ALONE = """root => {
  for (let part = root; !part.matches("article"); part = part.parentElement) part.parentElement.replaceChildren(part);
}"""


def test_it_is_accessible_and_fits_a_phone(opened):
    """Check while a line is followed: on a phone, light, as the last run begins; and wide, dark, as the first one ends.

    The page is left behind.
    """
    visit, player, show = opened
    page = visit.page
    page.set_viewport_size(PHONE)
    player.choose([len(values) - 1 for values in show.controls.values()])
    for frame in range(player.last() + 1)[-STEPS:]:
        player.part("slider").fill(str(frame))
        assert player.fits(), frame
    assert player.root.evaluate(TOGETHER) == "together"
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
    """The pictures are unfolded, and the player's place holds only its data."""
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


PREDICTED = [path for path in PLAYERS if path.stem in ("experts", "halving", "one-proof", "perceptron")]


@pytest.mark.parametrize("path", PREDICTED, ids=lambda path: path.stem)
def test_predicting_each_step(browser, site, path):
    """By keyboard, on a phone: the next step is shown and said, and right predictions are counted."""
    show = show_of(path)
    trace, *_ = show.play(show.start)
    rounds = show.data(show.start)["rounds"][:4]
    with Visit(browser, site, address_of(path), viewport=PHONE) as visit:
        player = Player(visit.page)
        guess, says = player.part("guess"), player.part("says")
        assert not guess.is_visible()
        player.part("predict").press("Space")
        said = zip(np.isin(rounds, trace.mistakes), trace.labels(np.array(rounds)), strict=True)
        for k, (err, label) in enumerate(said):
            assert f"label{'' if path.stem in ('experts', 'halving') else 'led'}" in guess.inner_text()
            assert f"{label:+d}".replace("-", "−") in guess.locator("p").inner_text()
            said = bool(err) if k else not err  # the first one is wrong
            guess.get_by_role("button", name="It will err" if said else "It will be right").press("Enter")
            assert player.frame() == k + 1
            assert says.inner_text().startswith(f"{'As' if k else 'Not as'} you predicted: {k} of {k + 1} right. ")
        assert player.fits() and violations(visit.page, context=".mistakebound-player", rules=RULES) == ""
        player.press("End")
        assert not guess.is_visible() and visit.complaints == []


NATURE = [path for path in PLAYERS if isinstance(game_of(path), Game)]
GAMES = pytest.mark.parametrize("path", NATURE, ids=lambda path: path.stem)
