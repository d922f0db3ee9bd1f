"""The built pages in a browser: nothing missing, nothing from another host, readable narrow, light and dark."""

from math import inf
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe

from tests.book.browser import Visit
from tests.book.checks import toc_documents
from tests.course.player import Player
from tests.course.shows import PLAYERS
from tools import budget

# Off by default: a button's name must contain the text that it shows.
RULES = {"label-content-name-mismatch": {"enabled": True}}
COLOURS = ["color-contrast", "link-in-text-block"]
pytestmark = pytest.mark.audit
WIDE, PHONE = {"width": 1280, "height": 720}, {"width": 320, "height": 640}


def pytest_generate_tests(metafunc):
    if "address" in metafunc.fixturenames:
        root = metafunc.config.rootpath
        proofs = [f"proofs/{path.stem}" for path in sorted((root / "book" / "_proofs").glob("*.html"))]
        names = [*toc_documents(root), *proofs, "search"]
        metafunc.parametrize("address", [f"{name}.html" for name in names if metafunc.cls.has(name)])


def violations(page, context=None, **options):
    """What axe-core finds wrong on a page, or in a part of it, as a report; empty if nothing."""
    axe = Axe("0" if page.evaluate("'axe' in window") else AXE_SCRIPT)  # a page needs it once
    # without preload=False it would fetch the style sheets itself, from wrong addresses
    results = axe.run(page, context, options={"resultTypes": ["violations"], "preload": False, **options})
    return results.generate_report() if results.violations_count else ""


# Words of the same colour on the same ground, in elements of the same tags and classes all the way up, are equally easy
# to read: of each kind the first are left. It makes axe-core several times faster. Rows stay: their grounds alternate.
# MathML is nothing to axe-core: a word in its colour stands for it.
ONE_OF_EACH = """() => {
  for (const formula of document.querySelectorAll(".math")) formula.replaceChildren("formula");
  const kinds = new Map(), numbers = new Map();
  const kind = (element) => {
    if (!kinds.has(element)) {
      const { color, backgroundColor } = getComputedStyle(element);
      const named = [element.tagName, element.getAttribute("class"), element.getAttribute("style")];
      const link = element.querySelector(":scope > a") ? "with a link" : "";
      const above = element === document.body ? "" : kind(element.parentElement);
      const described = [...named, color, backgroundColor, link, above].join(" ");
      if (!numbers.has(described)) numbers.set(described, numbers.size);
      kinds.set(element, numbers.get(described));
    }
    return kinds.get(element);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), seen = new Set(), again = [];
  while (texts.nextNode()) {
    if (!texts.currentNode.data.trim()) continue;
    const found = kind(texts.currentNode.parentElement);
    if (seen.has(found)) again.push(texts.currentNode);
    seen.add(found);
  }
  for (const text of again) text.remove();
  const emptied = [...document.querySelectorAll("body :not(table, table *, svg, svg *, input, img)")].reverse();
  for (const element of emptied) if (!element.hasChildNodes()) element.remove();
}"""


def colour_violations(page):
    """What is hard to read or to tell on a page, light or dark; afterwards little of the page is left."""
    page.add_style_tag(content="* { transition: none !important }")  # else colours are measured half-way
    page.request_gc()  # of what axe-core marked before, which would be kept up to date at each word removed: seconds
    page.evaluate(ONE_OF_EACH)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"document.documentElement.dataset.theme == '{scheme}'")
        yield from filter(None, [violations(page, runOnly=COLOURS)])


# What a wide screen has no room for, and its own width and that of its column; commands and docstrings apart.
CUT = """() => [...document.querySelectorAll(
  "article :is(div.math, .pst-scrollable-table-container, .cell_output .text_html, .cell_output pre)," +
  "article :is(.highlight-python, .highlight-ipython3) pre"
)].filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => `${box.textContent.trim().slice(0, 60)}: ${box.scrollWidth} in ${box.clientWidth}`)"""


# The sidebar slides in when a page becomes wide, and takes its room from the text as it does.
STILL = """() => Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)
).then(() => true)"""


# As on a phone, where most of what is wide scrolls, but with the sidebars beside it. Whoever watches sizes has seen it.
NARROW = """() => {
  for (const article of document.querySelectorAll("article")) article.style.width = "250px";
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""


def check_player(page):
    """A page's player is drawn without a kernel and goes to its end; on a phone, and when the page has become wide."""
    player = Player(page)
    assert player.part("scene").locator("svg > *").count() > 0
    player.press("End")
    assert "This is the last round." in player.part("says").inner_text()
    assert player.fits()
    page.set_viewport_size(WIDE)
    assert player.fits()


def check_page(browser, site, address):
    """It loads with nothing missing and nothing from elsewhere, and is accessible: on a phone, light, and dark."""
    with Visit(browser, site, address, color_scheme="light", viewport=PHONE) as visit:
        page = visit.page
        assert visit.complaints == []
        for all_outcomes in page.get_by_role("button", name="Show all outcomes").all():
            all_outcomes.dispatch_event("click")  # the mouse stays away: below it a link would have another colour
        assert budget.drawn(page) < inf
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        if Path(address).stem in {path.stem for path in PLAYERS}:  # its chapter and its lab
            check_player(page)

        page.set_viewport_size(WIDE)
        page.evaluate(STILL)
        assert page.evaluate(CUT) == []
        page.evaluate(NARROW)
        assert violations(page, rules={**RULES, **{rule: {"enabled": False} for rule in COLOURS}}) == ""
        assert list(colour_violations(page)) == []

        assert budget.kilobytes(page)[0] <= budget.KILOBYTES  # its times would depend on the machine: `make budget`
        assert visit.complaints == []


class TestProse:
    """The pages in two classes, which pytest-xdist gives to two workers."""

    def has(name):
        return not name.startswith("notebooks/")

    def test_page(self, browser, site, address):
        check_page(browser, site, address)


class TestLabs:
    def has(name):
        return name.startswith("notebooks/")

    def test_page(self, browser, site, address):
        check_page(browser, site, address)


def test_the_keyboard_reaches_wide_code_when_the_text_becomes_narrow(browser, site):
    """Whatever the theme decided while a sidebar slid in."""
    with Visit(browser, site, "book/term.html", viewport=PHONE) as visit:
        wide = "[...document.querySelectorAll('article pre')].filter((code) => code.scrollWidth > code.clientWidth + 1)"
        assert visit.page.evaluate(f"{wide}.length") > 0
        visit.page.evaluate("document.querySelectorAll('article pre').forEach((code) => { code.tabIndex = -1; })")
        visit.page.evaluate("document.querySelector('article').style.width = '250px'")
        visit.page.wait_for_function(f"{wide}.every((code) => code.tabIndex === 0)")


@pytest.mark.parametrize("gone", ["gone.html", "book/not/there/", "a/b/c/d.html"])
def test_an_address_that_does_not_exist(browser, site, gone):
    """Its page leads back into the book from any depth."""
    with Visit(browser, site, gone) as visit:
        page = visit.page
        page.get_by_role("heading", name="No such page").wait_for()
        page.wait_for_selector("base", state="attached")
        page.get_by_role("link", name="first page").click()
        page.get_by_role("heading", name="Learning from Mistakes", level=1).wait_for()
        assert page.url == f"{site}book/welcome.html"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_for_such_addresses(browser, site, scheme):
    """It needs nothing but itself, and is as accessible as the others."""
    with Visit(browser, site, "404.html", color_scheme=scheme, viewport=PHONE) as visit:
        assert visit.complaints == []
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert violations(visit.page, rules=RULES) == ""


OPACITY = "link => Number(getComputedStyle(link).opacity)"
PLACES = {
    "perceptron": ["thm-novikoff", "def-margin", "fig-perceptron-squeeze", "novikoff-growth", "the-margin"],
    "perceptron-exercises": ["ex-radius"],
}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("touch", [False, True], ids=["wide", "phone"])
def test_a_place_has_a_link_that_is_seen(browser, site, touch, name):
    """Under the mouse or a finger, and when the keyboard reaches it; until then it disturbs nobody."""
    screen, address = PHONE if touch else WIDE, f"book/{name}.html"
    with Visit(browser, site, address, viewport=screen, has_touch=touch, is_mobile=touch) as visit:
        for place in PLACES[name]:
            link = visit.page.locator(f'a.headerlink[href="#{place}"]')
            assert link.evaluate(OPACITY) == 0
            link.locator("..").tap(position={"x": 1, "y": 1}) if touch else link.locator("..").hover()
            assert link.evaluate(OPACITY) == 1
            visit.page.mouse.move(0, 0)
            link.focus()
            visit.page.keyboard.press("Shift+Tab")
            visit.page.keyboard.press("Tab")
            assert link.evaluate("link => link === document.activeElement") and link.evaluate(OPACITY) == 1
            visit.page.keyboard.press("Enter")
            visit.page.wait_for_url(f"{site}{address}#{place}")


def test_printed_in_the_dark(browser, site):
    """Light colours, solutions unfolded, no buttons."""
    with Visit(browser, site, "book/perceptron-exercises.html", color_scheme="dark") as visit:
        page = visit.page
        page.wait_for_function("document.documentElement.dataset.theme == 'dark'")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.locator("div.solution section").first.is_visible()
        for furniture in (".bd-sidebar-primary", ".bd-sidebar-secondary", "nav.around", ".copybtn", ".toggle-button"):
            assert not any(found.is_visible() for found in page.locator(furniture).all()), furniture
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_paper_has_pictures_where_the_page_plays(browser, site):
    with Visit(browser, site, "book/perceptron.html") as visit:
        page = visit.page
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.locator(".player-figures img").first.is_visible()
        assert not any(player.is_visible() for player in page.locator(".player-place, .player-figures summary").all())


@pytest.mark.parametrize("touch", [False, True], ids=["wide", "phone"])
def test_a_term_says_what_it_means_where_it_stands(browser, site, touch):
    """Under the mouse, or at a finger's first touch; the second touch goes to the glossary."""
    screen = PHONE if touch else WIDE
    with Visit(browser, site, "book/perceptron.html", viewport=screen, has_touch=touch, is_mobile=touch) as visit:
        term = visit.page.locator("a.to-glossary").first
        shown = "term => getComputedStyle(term, '::after').content"
        assert term.evaluate(shown) == "none" and not term.get_attribute("title")
        term.tap() if touch else term.hover()
        assert len(term.evaluate(shown)) > 30
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
        term.tap() if touch else term.click()
        visit.page.wait_for_url("**/glossary.html#term-*")
