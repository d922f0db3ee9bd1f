"""On a phone: no table and no line of a proof is cut, and the player's controls are visible."""

import pytest

from tests.book.browser import Visit
from tests.book.test_browser import RULES, violations
from tests.course.player import Player

pytestmark = pytest.mark.audit
UPRIGHT, ASIDE = {"width": 390, "height": 844}, {"width": 844, "height": 390}
CUT = """selector => [...document.querySelectorAll(selector)].filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.textContent)"""
TABLES, LINES = ".pst-scrollable-table-container, .text_html", "dl.claims.lines :is(math, dd)"
# What scrolls, but has no shadow or is not reached by the keyboard.
SECRET = """() => [...document.querySelectorAll("article :is(pre, .text_html, div.math, span.math.long)")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === "auto")
  .filter((box) => box.tabIndex < 0 || getComputedStyle(box).backgroundImage === "none")
  .map((box) => box.textContent)"""
# What of a table's cells is seen, row by row.
CELLS = """table => [...table.rows].slice(1).map((row) => [...row.cells].map((cell) => cell.innerText.trim()))"""


@pytest.fixture(
    params=["book/theorems.html", "book/winnow.html", "book/practice-further.html", "notebooks/perceptron.html"]
)
def visit(request, browser, site):
    with Visit(browser, site, request.param, viewport=UPRIGHT, has_touch=True, is_mobile=True) as visit:
        visit.page.evaluate("document.querySelectorAll('details').forEach((folded) => { folded.open = true; })")
        visit.page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))")
        yield visit


def test_tables_and_lines_are_seen_whole(visit):
    page = visit.page
    assert page.evaluate(CUT, TABLES) == []
    assert page.evaluate(CUT, LINES) == []
    assert page.evaluate(SECRET) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= UPRIGHT["width"]
    assert violations(page, "table", rules=RULES) == ""
    assert visit.complaints == []


def test_a_stacked_table_says_what_each_cell_is(browser, site):
    """And it is a table again where there is room."""
    with Visit(browser, site, "book/theorems.html", viewport=UPRIGHT) as visit:
        page, table = visit.page, visit.page.locator("table").first
        [theorem, *_, place] = table.evaluate(CELLS)[0]
        assert theorem.split("\n")[0] == "theorem" and "CON" in theorem
        assert place.startswith("no room left at")
        assert page.get_by_role("columnheader", name="no room left at").count() == 1
        page.set_viewport_size({"width": 1280, "height": 800})
        page.wait_for_function("!document.querySelector('table.stacked')")
        assert table.evaluate(CELLS)[0][0] == "CON"


def test_the_buttons_of_the_squeeze_cover_nothing(browser, site):
    with Visit(browser, site, "book/perceptron.html", viewport=UPRIGHT) as visit:
        player = Player(visit.page)
        for line in player.root.locator(".mb-follow").all():
            line.click()
            parts = (player.part("squeeze").locator(name) for name in (".mb-title", "button:visible"))
            title, button = (part.bounding_box() for part in parts)
            beside = title["x"] + title["width"] <= button["x"]
            assert beside or title["y"] + title["height"] <= button["y"], line.inner_text()


@pytest.mark.parametrize("screen", [UPRIGHT, ASIDE], ids=["upright", "aside"])
def test_the_controls_are_in_sight_with_each_picture(browser, site, screen):
    with Visit(browser, site, "book/perceptron.html", viewport=screen) as visit:
        player = Player(visit.page)
        for picture in ("scene", "squeeze"):
            player.part(picture).evaluate("panel => { panel.scrollIntoView(); scrollBy(0, -60); }")
            drive = player.part("drive").bounding_box()
            assert drive["y"] >= 0 and drive["y"] + drive["height"] <= screen["height"], picture
