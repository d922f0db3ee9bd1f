"""The search: what a reader types, and what the search page then shows first."""

import pytest
import search
from bs4 import BeautifulSoup

from tests.book.browser import Visit
from tests.book.test_browser import PHONE, RULES, violations

NOVIKOFF = "perceptron.html#thm-novikoff"
MARGIN = "perceptron.html#def-margin"
KL = "winnow.html#def-wn-kl"
#: What is typed, the place that it asks for, and among how many finds this must be.
WANTED = [
    ("Perceptron", "perceptron.html", 1),
    ("the perceptron", "perceptron.html", 1),
    ("percepton", "perceptron.html", 1),
    ("percpetron", "perceptron.html", 1),
    ("margin", MARGIN, 1),
    ("marginn", MARGIN, 1),
    ("definition of margin", MARGIN, 3),
    ("KL", KL, 1),
    ("KL divergence", KL, 1),
    ("relative entropy", KL, 1),
    ("kullback leibler", KL, 1),
    ("perceptron bound", NOVIKOFF, 1),
    ("perceptron mistake bound", NOVIKOFF, 1),
    ("Novikoff", NOVIKOFF, 1),
    ("novikof theorem", NOVIKOFF, 3),
    ("halving", "halving.html", 1),
    ("halving bound", "halving.html#thm-hv-halving", 1),
    ("winow", "winnow.html", 1),
    ("winnow mistake bound", "winnow.html#thm-wn-winnow", 2),
    ("boosting", "boosting.html", 1),
    ("AdaBoost", "boosting.html#alg-bo-adaboost", 1),
    ("edge", "boosting.html#def-bo-edge", 1),
    ("Littlestone dimension", "optimal.html#def-op-ldim", 1),
    ("mistake tree", "optimal.html#def-op-tree", 1),
    ("SOA", "optimal.html#alg-op-soa", 3),
    ("equivalence queries", "optimal.html#thm-op-queries", 1),
    ("version space", "mistake-bound.html#def-mb-version-space", 1),
    ("mistake bound", "mistake-bound.html#def-mb-bound", 1),
    ("elimination", "mistake-bound.html#alg-mb-elimination", 1),
    ("weighted majority", "experts.html#alg-xp-weighted", 1),
    ("kernel", "kernels.html#def-kernel", 1),
    ("kernel perceptron", "kernels.html#alg-kernel", 1),
    ("hinge loss", "practice.html#def-shortfall", 1),
    ("freund schapire", "practice.html#thm-inseparable", 1),
    ("margin perceptron", "readings.html#alg-margin-perceptron", 1),
    ("cycling", "perceptron.html#thm-cycling", 3),
    ("pinsker", "winnow.html#pinsker-s-inequality", 2),
    ("sparse svm", "sparse-svm.html#def-sp-svm", 1),
    ("linear threshold unit", "perceptron.html#def-ltu", 1),
    ("TracePlayer", "api.html#mistakebound.views.player.widget.TracePlayer", 1),
]


@pytest.fixture(scope="module")
def visit(browser, site):
    with Visit(browser, site, "search.html") as visit:
        yield visit


def ask(page, query):
    """Type a query, and return what is shown: [(address, title, excerpt)]."""
    page.locator(".bd-search-container input").fill(query)
    page.wait_for_function("query => document.querySelector('#search-said').textContent.includes(query)", arg=query)
    return page.evaluate(
        "[...document.querySelectorAll('#search-results li')].map(item => "
        "[item.querySelector('a').href, item.querySelector('a').textContent, item.querySelector('p').textContent])"
    )


def place(finds, wanted):
    """Where a place is among the finds, from 1; infinite if it is not."""
    return next((i for i, (address, *_) in enumerate(finds, 1) if address.endswith(f"/book/{wanted}")), float("inf"))


def test_what_is_asked_for_is_found(visit):
    found = {query: place(ask(visit.page, query), wanted) for query, wanted, _ in WANTED}
    assert [(query, found[query]) for query, _, most in WANTED if found[query] > most] == []
    assert visit.complaints == []


def test_a_place_that_is_not_shown_is_not_found(visit):
    finds = ask(visit.page, "margin")
    assert place(finds, MARGIN) == 1 and place(finds, "halving.html") == float("inf")


def test_finds_are_words_with_numbers_of_theorems(visit):
    finds = [find for query in ("perceptron bound", "KL", "exercise") for find in ask(visit.page, query)]
    assert any(title.startswith("Theorem ") and title.endswith("(Block, Novikoff)") for _, title, _ in finds)
    assert len(finds) == 60 and not [text for _, *texts in finds for text in texts if "\\" in text or not text.strip()]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("percepton", "perceptron"),
        ("perceptrron", "perceptron"),
        ("perseptron", "perceptron"),
        ("percpetron", "perceptron"),
        ("kernel percepton", "kernel perceptron"),
        ("percept", None),
        ("perzepton", None),
    ],
)
def test_slips(visit, typed, meant):
    """One letter less, more or other, or two exchanged; not what begins a word, nor two slips."""
    finds = ask(visit.page, typed)
    said = visit.page.locator("#search-said").inner_text()
    assert said.startswith(f"Nothing has “{typed}”") == (meant is not None or not finds)
    assert meant is None or f"with “{meant}”" in said


def test_from_any_page_by_the_keyboard(browser, site):
    """Nothing of the search is loaded before."""
    with Visit(browser, site, "book/notation.html", formulas=False) as visit:
        page = visit.page
        assert page.evaluate("performance.getEntriesByType('resource').filter(({name}) => /search/.test(name))") == []
        page.keyboard.press("Control+K")
        page.keyboard.type("novikof")
        page.keyboard.press("Enter")
        link = page.locator("#search-results a").first
        link.wait_for()
        page.locator(".bd-search-container input").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{NOVIKOFF}")
        assert visit.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_finds_are_accessible_and_fit_a_phone(browser, site, scheme):
    with Visit(browser, site, "search.html?q=margin", color_scheme=scheme, viewport=PHONE) as visit:
        visit.page.locator("#search-results a").first.wait_for()
        assert violations(visit.page, rules=RULES) == ""
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert visit.complaints == []


# ---------------------------------------------------------------- the index

PAGE = r"""<html><head><meta name="description" content="What is a bound?"></head><body><article>
<section id="top"><h1>A chapter<a class="headerlink" href="#top">#</a></h1><p>It begins.</p>
<section id="part"><h2>A part</h2><p>Before <span class="math">\(\tfrac12\|w_1\| \dots\)</span> and after.</p>
<div class="proof theorem admonition" id="thm"><p class="admonition-title">Theorem 3 (Block)</p>
<section><p id="theorem-novikoff">At most <span class="math">\(\binom n2\)</span>.</p></section></div>
<div class="exercise admonition" id="ex"><p class="admonition-title">Exercise 1 (Try)</p><p>How many?</p></div>
<div class="solution admonition" id="secret"><p class="admonition-title">Solution</p><p>42</p></div>
</section></section></article></body></html>"""


def test_a_page_is_taken_apart():
    assert sorted(search.records("book/a.html", PAGE), key=lambda record: record["address"]) == [
        {"address": "book/a.html", "page": "A chapter", "words": "What is a bound? It begins."},
        {"address": "book/a.html#ex", "exercise": "Exercise 1 (Try)", "called": "", "place": "A chapter",
         "words": "How many?"},
        {"address": "book/a.html#part", "section": "A part", "called": "", "place": "A chapter",
         "words": "Before 1/2‖w₁‖ … and after."},
        {"address": "book/a.html#thm", "statement": "Theorem 3 (Block)", "called": "NOVIKOFF: Perceptron mistake bound",
         "place": "A chapter", "words": "At most □."},
    ]  # fmt: skip


def test_a_record_holds_its_words_as_they_are():
    page = BeautifulSoup(search.document(words="1 < 2 & more", page="<b>", called=""), "html.parser")
    assert page.body.get_text() == "<b>1 < 2 & more" and not page.select("[data-pagefind-meta=called], b")
