"""No check of `checks` finds a fault in the book, and each finds its fault in a small spoilt book."""

import re
from importlib import import_module
from itertools import pairwise
from pkgutil import iter_modules
from types import SimpleNamespace

import pytest
from aims import length
from paths import paths
from prooflines import anchor

import mistakebound
import mistakebound.theorems
from mistakebound.certificates.core import Theorem
from tests.book import checks

#: The chapters of the first of the ways through the book.
SHORT_COURSE = next(iter(paths().values()))["cores"]

# ---------------------------------------------------------------- the book


@pytest.mark.parametrize("check", checks.SOURCES)
def test_sources(root, check):
    assert list(check(root)) == []


@pytest.mark.parametrize("check", checks.PAGES)
def test_pages(html, check):
    assert list(check(html)) == []


def test_pages_name_no_folder_of_this_machine(root, html):
    assert list(checks.path_complaints(html, root)) == []
    assert list(checks.path_complaints(root / "notebooks", root)) == []


def test_chapters(root, chapter):
    *to_read, exercises = checks.chapter_pages(root, chapter)
    assert list(checks.chapter_complaints(root / f"{exercises}.md")) == []
    assert list(checks.length_complaints(root, *to_read)) == []


def test_the_short_course_is_read_in_an_afternoon(root):
    assert sum(length(root, f"book/{name}") for name in SHORT_COURSE) <= 12_000


@pytest.mark.parametrize(("name", "next_name"), [*pairwise(SHORT_COURSE)])
def test_a_core_of_the_short_course_ends_with_a_link_to_the_next(root, name, next_name):
    last = (root / f"book/{name}.md").read_text("utf-8").rstrip().rpartition("\n\n")[2]
    assert f"]({next_name}.md)" in last


def theorems_of(chapter):
    """The theorem objects that a chapter's module defines."""
    module = import_module(f"mistakebound.theorems.{chapter}")
    return [value for name, value in vars(module).items() if isinstance(value, Theorem) and name in module.__all__]


def everything():
    return [theorem for theorems in THEOREMS.values() for theorem in theorems]


THEOREMS = {module.name: theorems_of(module.name) for module in iter_modules(mistakebound.theorems.__path__)}


def test_every_theorem_is_printed_whole(html):
    pages = sorted((html / "book").glob("*.html"))
    assert list(checks.claim_complaints(pages, everything())) == []
    printed = {place for page in pages for place in checks.printed_claims(page)}
    unprinted = [theorem.name for theorem in everything() if printed.isdisjoint(checks.anchors(theorem))]
    assert unprinted == []


def test_every_theorem_is_stated_in_words(html):
    text = "".join(page.read_text("utf-8") for page in (html / "book").glob("*.html"))
    stated = {theorem.name: text.count(f'id="{anchor("theorem", theorem.name)}"') for theorem in everything()}
    assert stated == dict.fromkeys(stated, 1)


def test_a_theorem_and_its_lines_lead_to_their_proof_and_back(html):
    """Where there is a machine-checked one; where a line is printed under another theorem, the link is there."""
    for theorem in (theorem for theorem in everything() if theorem.proof):
        file, _, module = theorem.proof.partition(".")
        proof = checks.page(html / "proofs" / f"{file}.html")
        place = f"#{anchor('theorem', theorem.name)}"
        back = proof.select_one(f".beside:has(+ * [id='{module}.theorem']) a, .beside a[href$='{place}']")
        assert back and back["href"].endswith(place), theorem.name
        page = checks.page((html / "proofs" / back["href"].partition("#")[0]).resolve())
        said = page.select_one(f"p.machine-checked:has(a[href$='{file}.html#{module}.theorem'])")
        assert said, f"{theorem.name} does not lead to its proof"


def test_a_work_is_of_the_year_in_its_key(root):
    text = (root / "book" / "references.bib").read_text("utf-8")
    years = re.findall(r"^@\w+\{(\D+)(\d+)\w*,.*?^  year += \{(\d+)\}", text, re.M | re.S)
    assert len(years) == len(checks.bib_keys(root))
    assert [name + key for name, key, year in years if key != year] == []


def test_the_package_is_documented(html):
    assert list(checks.api_complaints(html / "book" / "api.html", mistakebound)) == []


def test_the_sources_are_not_shipped(html):
    """They hold the solutions that the pages fold."""
    assert not (html / "_sources").exists()


# ---------------------------------------------------------------- a spoilt one

EXERCISES = "".join(
    f"""
```{{exercise}} A question
:label: ex-{number}

*{kind}, easy, 5 minutes.* How many?
```

````{{solution}} ex-{number}
:class: dropdown

42
````
"""
    for number, kind in enumerate(checks.KINDS)
)
PAGE = """<html><head><link rel="stylesheet" href="../style.css"></head><body>
<h1 id="top">A page</h1><a href="#top">up</a> <a href="other.html#there">there</a>
<article><img src="../plane.png" alt="Two curves that meet at the 25th mistake."></article>
<button><i class="fa-solid fa-sun fa-lg"></i></button>
<dl class="claims"><dt id="novikoff-growth">growth</dt></dl>
<pre>```{prf:proof}, shown as code, is no leftover</pre></body></html>"""
FILES = {
    "_toc.yml": "root: book/welcome\nchapters:\n- file: book/one\n- file: notebooks/one\n",
    "README.md": "Read [the licence](LICENSE), [the end](#end) or [elsewhere](https://example.org/).\n",
    "LICENSE": "MIT",
    "book/questions.yml": "book/welcome: What?\nbook/one: Why?\nnotebooks/one: How?\n",
    "book/welcome.md": "# Welcome\n[One](one.md)\n",
    "book/one.md": "# One\n" + EXERCISES,
    "notebooks/one.ipynb": "{}",
    "html/book/page.html": PAGE,
    "html/book/other.html": '<html><body><article><p id="there">There.</p></article></body></html>',
    "html/_static/icons.css": ".fa-sun { --icon: url('data:,') }\n",
    "html/style.css": "body { background: url('plane.png') }",
    "html/plane.png": "",
}
#: What is exchanged in a file of the book, and what must then be said.
SPOILT = {
    "_toc.yml": [("- file: notebooks/one\n", "", "notebooks/one is not in _toc.yml")],
    "book/questions.yml": [("book/one: Why?\n", "", "nothing of book/one")],
    "README.md": [("(LICENSE)", "(COPYING)", "COPYING, which does not exist")],
    "book/welcome.md": [
        ("(one.md)", "(welcome.md)", "[One] leads to welcome.md"),
        ("# Welcome\n", "# Welcome\n" + 2500 * "word ", "book/welcome has 2502 words, more than 2500"),
    ],
    "book/one.md": [
        ("Prove, easy", "Prove it, easy", "ex-2 does not begin"),
        ("Code, easy", "Prove, easy", "no exercise of the kind Code"),
        ("{solution} ex-1", "{solution} ex-2", "ex-1 has no solution"),
        (":class: dropdown", ":class: open", "ex-0 is not folded"),
        ("````{solution} ex-5", "````{solution-start} ex-5", "in another form"),
    ],
    "html/style.css": [("plane.png", "//fonts.example/x.png", "style.css fetches")],
    "html/book/page.html": [
        ("</head>", "<script>load('https://unpkg.com/x')</script></head>", "an inline script names"),
        ("</head>", "<script src='https://example.org/x.js'></script></head>", "<script> fetches"),
        ("Two curves that meet at the 25th mistake.", "figure", "'figure'"),
        ("fa-sun", "fa-star", "no shape for 'fa-solid fa-star fa-lg'"),
        ("<img ", '<img id="top" ', "'top' is given 2 times"),
        ("#there", "#nowhere", "without that place"),
        ("../plane.png", "gone.png", "leads nowhere"),
        ("A page", "```{prf:proof}", "shows the markup '```{prf:proof}'"),
        ("up", "{line}`NOVIKOFF.growth`", "{line}`NOVIKOFF.growth`"),
        ("<button>", r"<code>\|x\|</code><button>", "escaped bar"),
        ("<dl", '<ol class="upperalpha"><li>Block</ol><dl', "an initial"),
        ("<dl", "/Users/somebody/book<dl", "names '/Users/somebody'"),
    ],
}


def complaints(book):
    """All that the checks find in a book whose sources and pages are in one folder."""
    found = [*checks.chapter_complaints(book / "book/one.md"), *checks.path_complaints(book / "html")]
    found += checks.length_complaints(book, "book/welcome")
    found += [complaint for check in checks.SOURCES for complaint in check(book)]
    return "\n".join(found + [complaint for check in checks.PAGES for complaint in check(book / "html")])


def test_whatever_is_spoilt_in_a_book_is_seen(tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert complaints(tmp_path) == ""
    for name, changes in SPOILT.items():
        text = FILES[name]
        for old, new, _ in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = complaints(tmp_path)
    assert [said for changes in SPOILT.values() for *_, said in changes if said not in found] == []


def test_an_undocumented_name_and_a_proof_without_a_line_are_seen(tmp_path):
    """But not a line that is printed under another theorem, which shares it."""
    (page := tmp_path / "page.html").write_text(PAGE, "utf-8")
    package = SimpleNamespace(__name__="one", __all__=["play"], play=print, two=2)
    assert list(checks.api_complaints(page, package)) == ["page.html does not document one.play"]
    growth, squeeze = (SimpleNamespace(name=name) for name in ("growth", "squeeze"))

    def found(*theorems):
        bare = {"hypotheses": (), "builds_on": ()}
        made = [SimpleNamespace(name=name, lines=tuple(lines), **bare) for name, *lines in theorems]
        return list(checks.claim_complaints([page], made))

    assert found(("NOVIKOFF", growth), ("SHARES", growth)) == []
    assert found(("NOVIKOFF", growth, squeeze)) == ["no page prints novikoff-squeeze"]
    page.write_text(PAGE.replace("</dl>", '<dt id="novikoff-squeeze">squeeze</dt></dl>'), "utf-8")
    assert "in another order" in found(("NOVIKOFF", squeeze, growth))[0]
