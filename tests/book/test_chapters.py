"""One page of each kind opens in a browser, complete and without other hosts; `make audit` opens all pages.

The search, a field of an exercise and the game of the first page are visited by `test_search.py`, `test_answers.py` and
`test_fool.py`.
"""

from pathlib import Path

import pytest

from tests.book.browser import Visit
from tests.book.checks import chapters
from tests.course.player import Player
from tests.course.shows import address_of
from tools import budget

EVERYDAY = "book/perceptron"
CHAPTERS = [
    pytest.param(name, marks=[] if name == EVERYDAY else pytest.mark.audit)
    for name in chapters(Path(__file__).parents[2])
]
WIDE = {"width": 1280, "height": 720}


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_opens(browser, site, name):
    """Its formulas are set, and its player is at work."""
    with Visit(browser, site, address_of(Path(name)), viewport=WIDE) as visit:
        assert visit.page.locator("article math").count() > 0
        loaded = visit.page.evaluate("[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)")
        assert "Formulas" in loaded
        player = Player(visit.page)
        assert player.part("scene").locator("svg > *").count() > 0
        player.press("Home")
        player.part("step").click()
        assert player.frame() == 1
        player.press("End")
        assert "This is the last round." in player.part("says").inner_text()
        assert sum(budget.kilobytes(visit.page)) <= budget.CHAPTER
        assert visit.complaints == []


def test_a_player_shows_what_its_address_says(browser, site):
    """The first values of controls that begin elsewhere."""
    address = "book/winnow.html?margin=0.15&prior=equal&rate=half the best&round=2#player-1"
    with Visit(browser, site, address, viewport=WIDE) as visit:
        player = Player(visit.page)
        assert player.part("count").inner_text().startswith("round 2 ") and player.chosen() == ["0", "0", "0"]
        assert visit.complaints == []


@pytest.mark.parametrize("name", ["notebooks/perceptron", "proofs/Perceptron"])
def test_a_lab_and_a_proof_open(browser, site, name):
    with Visit(browser, site, f"{name}.html", viewport=WIDE) as visit:
        assert visit.page.locator("article pre").count() > 10
        assert visit.page.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
        assert visit.complaints == []


@pytest.mark.audit
def test_a_link_into_folded_hypotheses_unfolds_them(browser, site):
    with Visit(browser, site, "book/halving.html", viewport=WIDE) as visit:
        hypothesis = visit.page.locator("#halving-majority")
        assert not hypothesis.is_visible()
        visit.page.evaluate("location.hash = 'halving-majority'")
        hypothesis.wait_for(state="visible")
