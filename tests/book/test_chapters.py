"""Each chapter opens in a browser: formulas set, player at work, nothing missing. The rest: `make audit`."""


from tests.book import budget
from tests.book.browser import Visit, serve
from tests.views.player import Player


def test_a_chapter_opens(browser, site, chapter):
    with Visit(browser, site, f"{chapter}.html", viewport={"width": 1280, "height": 720}) as visit:
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


def test_a_bad_page_is_seen(browser, tmp_path):
    body = """<script>console.error('no')</script><script>throw Error('thrown')</script><img src='gone.png' alt=''>
        <script src='http://elsewhere.invalid/x.js'></script>"""
    (tmp_path / "page.html").write_text(f"<html lang='en'><title>Bad</title>{body}</html>", encoding="utf-8")
    with serve(tmp_path) as site, Visit(browser, site, "page.html") as visit:
        found = "; ".join(visit.complaints)
    assert all(said in found for said in ("console error: no", "thrown", "404", "asked another host"))


def test_a_link_into_folded_hypotheses_unfolds_them(browser, site):
    with Visit(browser, site, "book/halving.html", viewport={"width": 1280, "height": 720}) as visit:
        hypothesis = visit.page.locator("#halving-majority")
        assert not hypothesis.is_visible()
        visit.page.evaluate("location.hash = 'halving-majority'")
        hypothesis.wait_for(state="visible")
