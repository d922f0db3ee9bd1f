"""The first page: Fool the Perceptron, played to its bound by keyboard, and the ways on from there."""

import pytest

from tests.book.browser import Visit
from tests.book.test_browser import RULES, violations
from tests.course.player import Player

PAGE = "book/welcome.html"
WIDE, PHONE, LANDSCAPE = ({"width": w, "height": h} for w, h in ((1280, 800), (390, 844), (844, 390)))
CALM = {"reduced_motion": "reduce"}
MOST = 13  # for a gap of 1/5: the exercise "In the plane"


def press(page, *keys):
    """Keys, each as often as it says: ("ArrowUp", 3)."""
    page.locator(".fool-disc").focus()
    for key, often in keys:
        for _ in range(often):
            page.keyboard.press(key)


def play_to_the_bound(page):
    """To and fro at the far end of the gap, above and below it; the first point is half-way there."""
    press(page, ("ArrowRight", 9), ("Shift+ArrowRight", 1), ("ArrowUp", 4), ("Enter", 1))
    press(page, ("ArrowRight", 10), ("Shift+ArrowRight", 1))
    for i in range(1, MOST):
        press(page, ("ArrowDown" if i % 2 else "ArrowUp", 8), ("Enter", 1))


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.audit)])
def test_played_to_its_bound_by_keyboard_and_watched_as_a_proof(browser, site, scheme):
    with Visit(browser, site, PAGE, color_scheme=scheme, viewport=WIDE, **CALM) as visit:
        page = visit.page
        proof = page.get_by_role("link", name="Watch this game as a proof")
        assert not proof.is_visible()
        play_to_the_bound(page)
        page.get_by_text(f"All {MOST}. No line is left").wait_for()
        press(page, ("n", 1), ("Enter", 1))  # nothing is left to pick
        assert page.locator(".fool-count").inner_text() == f"Fooled {MOST} times. And never again."
        assert violations(page, ".mistakebound-fool", rules=RULES) == ""
        proof.click()
        page.wait_for_url("**/perceptron.html?**")
        player = Player(page)
        assert "bound 25" in player.part("count").inner_text() and not player.part("choices").is_visible()
        player.part("hurt-on").click()
        assert "no more than 25 mistakes." in player.part("hurt-says").inner_text()
        player.part("hurt-on").click()
        player.press("End")
        assert f"Mistake {MOST}:" in player.part("says").inner_text()
        player.part("runs").click()
        assert "bound 68" in player.part("count").inner_text() and player.part("choices").is_visible()
        assert visit.complaints == []


@pytest.mark.audit
def test_shown_to_its_bound(browser, site):
    with Visit(browser, site, PAGE, viewport=PHONE, has_touch=True, **CALM) as visit:
        page, disc = visit.page, visit.page.locator(".fool-disc")
        best = page.get_by_role("button", name=f"See all {MOST}")
        while not best.is_visible():  # taps anywhere end the game
            disc.tap(position={"x": 120, "y": 90})
        score = page.locator(".fool-count").inner_text()
        disc.hover()
        assert "no line is left" in disc.inner_text() and score.endswith("And never again.")
        best.tap()
        page.get_by_text(f"Fooled {MOST} times").wait_for()
        assert visit.complaints == []


@pytest.mark.audit
def test_a_thumb_fools_it_and_a_hand_may_begin_again(browser, site):
    with Visit(browser, site, PAGE, viewport=PHONE, has_touch=True, **CALM) as visit:
        page = visit.page
        box = page.locator(".fool-disc").bounding_box()
        page.touchscreen.tap(box["x"] + 0.7 * box["width"], box["y"] + 0.4 * box["height"])
        page.get_by_text("Fooled once").wait_for()
        page.get_by_role("button", name="Again").tap()
        page.get_by_text("Not fooled yet").wait_for()


SCREENS = [(1280, 720), (1366, 657), (390, 844)]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_game_its_rule_and_the_way_on_are_on_the_first_screen(browser, site, width, height):
    """From the beginning to the end of a game, through which the picture, the chart and the score agree."""
    with Visit(browser, site, PAGE, viewport={"width": width, "height": height}) as visit:
        page, board = visit.page, visit.page.locator(".fool-disc")
        box, moves = board.bounding_box(), 0
        while not page.locator(".fool-proof").is_visible():
            for part in (".fool-disc", "header", ".fool-count", ".fool-says", ".fool-buttons", "a.start"):
                seen = page.locator(f".mistakebound-fool {part}").bounding_box()
                assert seen["y"] > 0 and seen["y"] + seen["height"] <= height, part
            page.mouse.click(box["x"] + (0.3 + 0.1 * (moves % 5)) * box["width"], box["y"] + 0.4 * box["height"])
            for _ in range(6):
                page.wait_for_timeout(200)
                score, chart = page.evaluate(SCORE)
                assert chart == score
            moves += 1
        assert page.locator("a.start").bounding_box()["y"] + 40 <= height and visit.complaints == []


# The limit in words and in the chart, and the times fooled in words and as bars.
SCORE = """() => {
  const times = ["Not fooled yet", "Fooled once", "Fooled twice"];
  const said = document.querySelector(".fool-count").textContent;
  const [, score, limit] = said.match(/(.*?)[.] .*?(at most.*|and never.*)[.]/i);
  const fooled = times.includes(score) ? times.indexOf(score) : Number(score.match(/\\d+/)[0]);
  const chart = document.querySelector(".fool-chart");
  const bars = chart.querySelectorAll("rect").length;
  return [[limit.toLowerCase(), fooled], [chart.querySelector(".mb-strong").textContent, bars]];
}"""


@pytest.mark.audit
@pytest.mark.parametrize("screen", [WIDE, PHONE, LANDSCAPE], ids=["wide", "phone", "landscape"])
def test_the_disc_and_its_score_are_seen_together(browser, site, screen):
    with Visit(browser, site, PAGE, viewport=screen, **CALM) as visit:
        page = visit.page
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
        page.locator(".fool-count").evaluate("count => count.scrollIntoView()")
        boxes = [page.locator(f".fool-{part}").bounding_box() for part in ("count", "disc")]
        assert all(box["y"] >= 0 and box["y"] + box["height"] <= screen["height"] for box in boxes)
        start = page.get_by_role("link", name="Start:")
        start.click()
        page.get_by_role("heading", name="Six matches").wait_for()
