"""The book as it is: no check of `checks` finds anything; and each does on a small book that is spoilt in one place."""

from importlib import import_module
from pkgutil import iter_modules
from types import SimpleNamespace

import pytest
from prooflines import anchor

import mistakebound
import mistakebound.theorems
from mistakebound.theorems.core import Theorem
from tests.book import checks

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
    assert list(checks.chapter_complaints(root / f"{chapter}.md")) == []


def theorems_of(chapter):
    """The theorem objects that a chapter's module defines."""
    module = import_module(f"mistakebound.theorems.{chapter}")
    return [value for name, value in vars(module).items() if isinstance(value, Theorem) and name in module.__all__]


def everything():
    return [theorem for theorems in THEOREMS.values() for theorem in theorems]


THEOREMS = {module.name: theorems_of(module.name) for module in iter_modules(mistakebound.theorems.__path__)}


def test_every_theorem_is_printed_and_wherever_it_is_whole(html):
    pages = sorted((html / "book").glob("*.html"))
    assert [complaint for page in pages for complaint in checks.claim_complaints(page, everything())] == []
    printed = {place for page in pages for place in checks.printed_claims(page)}
    unprinted = [theorem.name for theorem in everything() if printed.isdisjoint(checks.anchors(theorem))]
    assert unprinted == []


def test_every_theorem_is_stated_in_words(html):
    text = "".join(page.read_text("utf-8") for page in (html / "book").glob("*.html"))
    stated = {theorem.name: text.count(f'id="{anchor("theorem", theorem.name)}"') for theorem in everything()}
    assert stated == dict.fromkeys(stated, 1)


def test_a_theorem_has_a_source_in_the_bibliography(root):
    sources = {theorem.source for theorems in THEOREMS.values() for theorem in theorems}
    assert sources <= checks.bib_keys(root)


def test_the_package_is_documented(html):
    assert list(checks.api_complaints(html / "book" / "api.html", mistakebound)) == []


def test_the_sources_are_not_shipped(html):
    """They hold the solutions that the pages fold."""
    assert not (html / "_sources").exists()


# ---------------------------------------------------------------- a small one

EXERCISES = "".join(
    f"""
```{{exercise}} A question
:label: ex-{number}

*{kind}, easy, 5 minutes.* How many?
```

````{{solution}} ex-{number}
:class: dropdown

```python
>>> 6 * 7
42

```
````
"""
    for number, kind in enumerate(checks.KINDS)
)
FIRST = EXERCISES[: EXERCISES.index("```{exercise}", 9)]
PAGE = """<html><head><link rel="stylesheet" href="../style.css"><script src="../site.js"></script></head><body>
<h1 id="top">A page</h1><a href="#top">up</a> <a href="other.html#there">there</a>
<a href="https://example.org/">elsewhere</a>
<article><img src="../plane.png" alt="Two curves that meet at the 25th mistake."></article>
<button><i class="fa-solid fa-sun fa-lg"></i></button>
<dl class="claims"><dt id="novikoff-growth">growth</dt></dl>
<pre>```{prf:proof}, shown as code, is no leftover</pre></body></html>"""
FILES = {
    "_toc.yml": "root: book/welcome\nchapters:\n- file: book/one\n- file: notebooks/one\n",
    "README.md": "Read [the licence](LICENSE), [the end](#end) or [elsewhere](https://example.org/).\n",
    "LICENSE": "MIT",
    "book/questions.yml": "book/welcome: What?\nbook/one: Why?\nnotebooks/one: How?\n",
    "book/welcome.md": "# Welcome\n",
    "book/one.md": "# One\n" + EXERCISES,
    "notebooks/one.ipynb": "{}",
    "html/book/page.html": PAGE,
    "html/book/other.html": '<html><body><p id="there">There.</p></body></html>',
    "html/_static/icons.css": ".fa-sun { --icon: url('data:,') }\n",
    "html/style.css": "body { background: url('plane.png') }",
    "html/site.js": "1",
    "html/plane.png": "",
}


@pytest.fixture
def book(tmp_path):
    """A sound book: sources and built pages in one folder."""
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def spoil(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("check", "file", "old", "new", "complaint"),
    [
        (checks.toc_complaints, "_toc.yml", "- file: notebooks/one\n", "", "one is not in"),
        (checks.question_complaints, "book/questions.yml", "book/one: Why?\n", "", "nothing of book/one"),
        (checks.document_complaints, "README.md", "(LICENSE)", "(COPYING)", "COPYING, which does not exist"),
    ],
)
def test_a_spoilt_source_is_seen(book, check, file, old, new, complaint):
    assert list(check(book)) == []
    spoil(book / file, old, new)
    assert complaint in "; ".join(check(book))


ALT = "Two curves that meet at the 25th mistake."
CDN = "https://cdn.jsdelivr.net/npm/x"


@pytest.mark.parametrize(
    ("check", "file", "old", "new", "complaint"),
    [
        (checks.external_complaints, "book/page.html", "../site.js", f"{CDN}.js", "<script> fetches"),
        (checks.external_complaints, "book/page.html", "</head>", f"<script>load('{CDN}')</script></head>", "names"),
        (checks.external_complaints, "style.css", "plane.png", "//fonts.example/x.png", "style.css fetches"),
        (checks.external_complaints, "style.css", "body", f"@import '{CDN}.css'; body", "style.css fetches"),
        (checks.alt_complaints, "book/page.html", ALT, "figure", "'figure'"),
        (checks.alt_complaints, "book/page.html", ALT, "../_images/0123456789abcdef", "_images"),
        (checks.alt_complaints, "book/page.html", f' alt="{ALT}"', "", "''"),
        (checks.icon_complaints, "book/page.html", "fa-sun", "fa-star", "no shape for 'fa-solid fa-star fa-lg'"),
        (checks.id_complaints, "book/page.html", "<img ", '<img id="top" ', "'top' is given 2 times"),
        (checks.link_complaints, "book/page.html", "other.html", "gone.html", "leads nowhere"),
        (checks.link_complaints, "book/page.html", "#there", "#nowhere", "without that place"),
        (checks.link_complaints, "book/page.html", "#top", "#bottom", "without that place"),
        (checks.markup_complaints, "book/page.html", "A page", "```{prf:proof}", "```{prf:proof}"),
        (checks.markup_complaints, "book/page.html", "A page", "{line}`NOVIKOFF.growth`", "{line}`NOVIKOFF.growth`"),
        (checks.markup_complaints, "book/page.html", "A page", "[Rd19593b5b51b-1]", "[Rd19593b5b51b-1]"),
        (checks.markup_complaints, "book/page.html", "A page", r"<code>\|x\|</code>", "escaped bar"),
        (checks.markup_complaints, "book/page.html", "A page", '<ol class="upperalpha"><li>Block</ol>', "an initial"),
        (checks.path_complaints, "book/page.html", "A page", "/Users/somebody/book", "/Users/somebody"),
        (checks.path_complaints, "book/page.html", "A page", "C:\\\\Users\\\\somebody", "Users"),
    ],
)
def test_a_spoilt_page_is_seen(book, check, file, old, new, complaint):
    html = book / "html"
    assert list(check(html)) == []
    spoil(html / file, old, new)
    assert complaint in "; ".join(check(html))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Prove, easy", "Prove it, easy", "ex-2 does not begin"),
        ("Prove, easy", "Code, easy", "no exercise of the kind Prove"),
        ("{solution} ex-1", "{solution} ex-2", "ex-1 has no solution"),
        ("````{solution} ex-1", "````{solution-start} ex-1", "in another form"),
        (":class: dropdown", ":class: open", "ex-0 is not folded"),
        ("# One", "# One\n" + 2 * EXERCISES, "has 18 exercises"),
        ("# One", "# One\n" + 2 * FIRST.replace("Warm-up", "Formal"), "8 exercises, 2 of them formal"),
        (EXERCISES, "", "has 0 exercises"),
        ("# One", "# One\n" + 5500 * "word ", "words before its exercises, more than 5500"),
    ],
)
def test_a_spoilt_chapter_is_seen(book, old, new, complaint):
    chapter = book / "book" / "one.md"
    assert list(checks.chapter_complaints(chapter)) == []
    spoil(chapter, old, new)
    assert complaint in "; ".join(checks.chapter_complaints(chapter))


def test_an_undocumented_name_is_seen(book):
    package = SimpleNamespace(__name__="one", __all__=["play"], play=print, two=2)
    page = book / "html" / "book" / "page.html"
    assert list(checks.api_complaints(page, package)) == ["page.html does not document one.play"]
    spoil(page, "<pre>", '<pre id="one.playing.play">')
    assert list(checks.api_complaints(page, package)) == []


def theorem(name, *lines, hypotheses=()):
    claims = {line: SimpleNamespace(name=line) for line in (*lines, *hypotheses)}
    return SimpleNamespace(
        name=name, lines=tuple(map(claims.get, lines)), builds_on=(), hypotheses=tuple(map(claims.get, hypotheses))
    )


@pytest.mark.parametrize(
    ("printed", "missing"),
    [
        (theorem("NOVIKOFF", "growth", "squeeze"), "novikoff-squeeze"),
        (theorem("NOVIKOFF", "growth", hypotheses=["margin"]), "novikoff-margin"),
    ],
)
def test_a_proof_without_a_line_is_seen(book, printed, missing):
    """But not a line that is printed under another theorem, which shares it."""
    page = book / "html" / "book" / "page.html"
    whole, elsewhere = theorem("NOVIKOFF", "growth"), theorem("ELSEWHERE", "growth")
    shares = SimpleNamespace(name="SHARES", lines=whole.lines, hypotheses=(), builds_on=())
    assert list(checks.claim_complaints(page, [whole, shares, elsewhere])) == []
    assert list(checks.claim_complaints(page, [printed])) == [f"page.html does not print {missing}"]
    spoil(page, "</dl>", '<dt id="novikoff-first">first</dt></dl>')
    assert list(checks.claim_complaints(page, [theorem("NOVIKOFF", "first", "growth")])) == [
        "page.html prints NOVIKOFF in another order: novikoff-growth, novikoff-first"
    ]
