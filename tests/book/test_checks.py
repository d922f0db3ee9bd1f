"""Each check of `checks` can fail: it is turned on a small book, sound at first, then spoilt in one place."""

from types import SimpleNamespace

import pytest
from nbformat import v4, write

from tests.book import checks

TOC = """\
root: book/welcome
parts:
- chapters:
  - file: book/one
    sections:
    - file: notebooks/one
"""
PAGE = """<html><head><link rel="stylesheet" href="../style.css"><script src="../site.js"></script></head><body>
<h1 id="top">A page</h1><a href="#top">up</a> <a href="other.html#there">there</a>
<a href="https://example.org/">elsewhere</a>
<article><img src="../plane.png" alt="Two curves that meet at the 25th mistake."></article>
<button><i class="fa-solid fa-sun fa-lg"></i></button>
<dl class="claims"><dt id="novikoff-growth">growth</dt></dl>
<pre>```{prf:proof}, shown as code, is no leftover</pre></body></html>"""


@pytest.fixture
def book(tmp_path):
    """A sound book: sources and built pages in one folder."""
    files = {
        "_toc.yml": TOC,
        "README.md": "Read [the licence](LICENSE), [the end](#end) or [elsewhere](https://example.org/).\n",
        "LICENSE": "MIT",
        "book/references.bib": "@book{novikoff1962,\n title = {On}}\n",
        "book/questions.yml": "book/welcome: What?\nbook/one: Why?\nnotebooks/one: How?\n",
        "book/welcome.md": "# Welcome\n",
        "book/one.md": "By {cite}`novikoff1962`, {glue:text}`../notebooks/one.ipynb::mistakes:d` mistakes.\n",
        "html/book/page.html": PAGE,
        "html/book/other.html": '<html><body><p id="there">There.</p></body></html>',
        "html/_static/icons.css": ".fa-sun { --icon: url('data:,') }\n",
        "html/style.css": "body { background: url('plane.png') }",
        "html/site.js": "1",
        "html/plane.png": "",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    glued = v4.new_output("display_data", {"text/plain": "7"}, metadata={"scrapbook": {"name": "mistakes"}})
    notebook = v4.new_notebook(cells=[v4.new_code_cell("glue('mistakes', 7)", outputs=[glued])])
    (tmp_path / "notebooks").mkdir()
    write(notebook, tmp_path / "notebooks" / "one.ipynb")
    return tmp_path


def spoil(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("check", "file", "old", "new", "complaint"),
    [
        (checks.toc_complaints, "_toc.yml", "book/one", "book/gone", "book/gone, which does not exist"),
        (checks.toc_complaints, "_toc.yml", "    sections:\n    - file: notebooks/one\n", "", "one is not in"),
        (checks.toc_complaints, "_toc.yml", "notebooks/one", "book/one", "book/one twice"),
        (checks.question_complaints, "book/questions.yml", "book/one: Why?\n", "", "nothing of book/one"),
        (checks.citation_complaints, "book/one.md", "1962", "1926", "novikoff1926"),
        (checks.citation_complaints, "book/one.md", "cite}`", "cite:t}`nobody1900,", "nobody1900"),
        (checks.glue_complaints, "book/one.md", "::mistakes", "::errors", "'errors'"),
        (checks.glue_complaints, "book/one.md", "one.ipynb", "two.ipynb", "two.ipynb"),
        (checks.document_complaints, "README.md", "(LICENSE)", "(COPYING)", "COPYING, which does not exist"),
    ],
)
def test_sources(book, check, file, old, new, complaint):
    assert list(check(book)) == []
    spoil(book / file, old, new)
    assert complaint in "; ".join(check(book))


HOST = "https://cdn.jsdelivr.net/npm/x"


@pytest.mark.parametrize(
    ("check", "file", "old", "new", "complaint"),
    [
        (checks.external_complaints, "book/page.html", "../site.js", f"{HOST}.js", "<script> fetches"),
        (checks.external_complaints, "book/page.html", "../style.css", "//fonts.example/a.css", "<link> fetches"),
        (checks.external_complaints, "book/page.html", "../plane.png", f"{HOST}.png", "<img> fetches"),
        (checks.external_complaints, "book/page.html", "</head>", f"<script>load('{HOST}')</script></head>", "names"),
        (checks.external_complaints, "style.css", "plane.png", f"{HOST}.png", "style.css fetches"),
        (checks.external_complaints, "style.css", "body", f"@import '{HOST}.css'; body", "style.css fetches"),
        (checks.alt_complaints, "book/page.html", "Two curves that meet at the 25th mistake.", "", "''"),
        (checks.alt_complaints, "book/page.html", "Two curves that meet at the 25th mistake.", "figure", "'figure'"),
        (checks.alt_complaints, "book/page.html", "Two curves that meet", "../_images/0123456789ab", "_images"),
        (checks.alt_complaints, "book/page.html", ' alt="Two curves that meet at the 25th mistake."', "", "''"),
        (checks.icon_complaints, "book/page.html", "fa-sun", "fa-star", "no shape for 'fa-solid fa-star fa-lg'"),
        (checks.id_complaints, "book/page.html", "<img ", '<img id="top" ', "'top' is given 2 times"),
        (checks.link_complaints, "book/page.html", "other.html", "gone.html", "leads nowhere"),
        (checks.link_complaints, "book/page.html", "#there", "#nowhere", "without that place"),
        (checks.link_complaints, "book/page.html", "#top", "#bottom", "without that place"),
        (checks.link_complaints, "book/page.html", "../plane.png", "../plain.png", "leads nowhere"),
        (checks.markup_complaints, "book/page.html", "A page", "```{prf:proof}", "```{prf:proof}"),
        (checks.markup_complaints, "book/page.html", "A page", "{line}`NOVIKOFF.growth`", "{line}`NOVIKOFF.growth`"),
        (checks.markup_complaints, "book/page.html", "A page", "[Rd19593b5b51b-1]", "[Rd19593b5b51b-1]"),
        (checks.markup_complaints, "book/page.html", "A page", r"<code>\|x\|</code>", "escaped bar"),
        (checks.markup_complaints, "book/page.html", "A page", '<p class="system-message">Unknown</p>', "Unknown"),
        (checks.markup_complaints, "book/page.html", "A page", '<ol class="upperalpha"><li>Block</ol>', "an initial"),
        (checks.path_complaints, "book/page.html", "A page", "/Users/somebody/book", "/Users/somebody"),
        (checks.path_complaints, "book/page.html", "A page", "C:\\\\Users\\\\somebody", "Users"),
    ],
)
def test_pages(book, check, file, old, new, complaint):
    html = book / "html"
    assert list(check(html)) == []
    spoil(html / file, old, new)
    assert complaint in "; ".join(check(html))


def test_log():
    assert list(checks.log_complaints("reading\nbuild succeeded")) == []
    assert list(checks.log_complaints("\x1b[91mone.md:3: WARNING: no key\x1b[0m")) == ["one.md:3: WARNING: no key"]


def test_api(book):
    package = SimpleNamespace(__name__="one", __all__=["play"], play=print, two=2)
    page = book / "html" / "book" / "page.html"
    assert list(checks.api_complaints(page, package)) == ["page.html does not document one.play"]
    spoil(page, "<pre>", '<pre id="one.playing.play">')
    assert list(checks.api_complaints(page, package)) == []


def theorem(*lines, name="NOVIKOFF", hypotheses=()):
    def claims(names):
        return tuple(SimpleNamespace(name=name) for name in names)

    return SimpleNamespace(name=name, lines=claims(lines), hypotheses=claims(hypotheses))


@pytest.mark.parametrize(
    ("theorems", "own", "complaint"),
    [
        ([theorem("growth", "squeeze")], [], "does not print novikoff-squeeze"),
        ([theorem("growth", hypotheses=["margin"])], [], "does not print novikoff-margin"),
        ([theorem("growth"), theorem("growth", name="OTHER")], ["OTHER"], "does not print other-growth"),
        ([], [], "prints novikoff-growth, which no theorem has"),
    ],
)
def test_claims(book, theorems, own, complaint):
    page = book / "html" / "book" / "page.html"
    assert list(checks.claim_complaints(page, [theorem("growth"), theorem("growth", name="ELSEWHERE")])) == []
    own = [theorem for theorem in theorems if theorem.name in own]
    assert complaint in "; ".join(checks.claim_complaints(page, theorems, own))


def test_a_claim_that_two_theorems_share_is_printed_under_one(book):
    one = theorem("growth")
    other = SimpleNamespace(name="OTHER", lines=one.lines, hypotheses=())
    page = book / "html" / "book" / "page.html"
    assert list(checks.claim_complaints(page, [one, other], own=[one, other])) == []


def test_a_line_printed_twice_is_seen(book):
    page = book / "html" / "book" / "page.html"
    spoil(page, "</dl>", '<dt id="novikoff-growth">growth, again</dt></dl>')
    assert "twice" in "; ".join(checks.claim_complaints(page, [theorem("growth")]))


EXERCISES = "# One\n" + "".join(
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


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Prove, easy", "Prove it, easy", "ex-2 does not begin"),
        ("Prove, easy", "Code, easy", "no exercise of the kind Prove"),
        ("5 minutes.* ", "5 minutes. ", "ex-0 does not begin"),
        ("easy, 5 minutes", "5 minutes", "ex-0 does not begin"),
        ("{solution} ex-1", "{solution} ex-2", "ex-1 has no solution"),
        ("````{solution} ex-1", "````{solution-start} ex-1", "in another form"),
        (":class: dropdown", ":class: open", "ex-0 is not folded"),
        ("# One", "# One\n```{exercise}\n```", "in another form"),
    ],
)
def test_exercises(tmp_path, old, new, complaint):
    chapter = tmp_path / "one.md"
    chapter.write_text(EXERCISES, encoding="utf-8")
    assert list(checks.exercise_complaints(chapter)) == []
    spoil(chapter, old, new)
    assert complaint in "; ".join(checks.exercise_complaints(chapter))


@pytest.mark.parametrize(("times", "complaint"), [(0, "has 0 exercises"), (3, "has 18 exercises")])
def test_the_number_of_exercises(tmp_path, times, complaint):
    chapter = tmp_path / "one.md"
    chapter.write_text("# One\n" + times * EXERCISES, encoding="utf-8")
    assert complaint in "; ".join(checks.exercise_complaints(chapter))
