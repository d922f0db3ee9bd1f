"""The PDF of the book: complete, with bookmarks, nothing over its margins. It needs LaTeX, and is skipped without."""

import re
import shutil
import subprocess

import pytest
from bs4 import BeautifulSoup
from pypdf import PdfReader
from typeset import need_tex

from tests.book.checks import chapter_pages, chapters

pytestmark = pytest.mark.audit
BOOK = "learning-from-mistakes"


@pytest.fixture(scope="module")
def pdf(html):
    if not (html / f"{BOOK}.pdf").is_file():
        pytest.skip("there is no PDF: 'make pdf' needs LaTeX")
    return PdfReader(html / f"{BOOK}.pdf")


@pytest.fixture(scope="module")
def text(pdf):
    return plain(said(pdf))


def said(pdf):
    return " ".join(page.extract_text() for page in pdf.pages)


def plain(text):
    """Letters, and numbers with the point in them: a PDF breaks lines and words, and has ligatures."""
    for joined, apart in {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"}.items():
        text = text.replace(joined, apart)
    return re.sub(r"(?<!\d)\.|\.(?!\d)|[^A-Za-z0-9.]", "", text)


def titles(html, page):
    """The boxes and figures of a page by number and name, up to the first formula in it."""
    page = BeautifulSoup((html / f"{page}.html").read_text("utf-8"), "html.parser")
    for title in page.select(".proof:not(.proof.proof) .admonition-title, .exercise .admonition-title, figcaption"):
        for link in title.select(".headerlink"):
            link.decompose()
        for formula in title.select("math"):
            formula.string = "\0"
        yield plain(title.get_text().partition("\0")[0])


def bookmarks(outline):
    for entry in outline:
        if isinstance(entry, list):
            yield from bookmarks(entry)
        else:
            yield entry.title


def test_every_box_and_figure_of_a_chapter_is_there_with_its_number(root, html, text, chapter):
    found = [title for page in chapter_pages(root, chapter) for title in titles(html, page) if title]
    assert found
    assert [title for title in found if title not in text] == []


def test_chapters_have_bookmarks(html, root, pdf):
    found = list(bookmarks(pdf.outline))
    for name in (name for chapter in chapters(root) for name in chapter_pages(root, chapter)):
        page = BeautifulSoup((html / f"{name}.html").read_text("utf-8"), "html.parser")
        page.h1.select_one(".headerlink").decompose()
        assert page.h1.get_text().strip() in found
    assert found.count("Solutions") >= len(chapters(root))
    assert len(pdf.pages) > 20 * len(chapters(root))


def test_references_have_their_numbers(pdf):
    """LaTeX finds nothing wrong with a reference that has lost its number."""
    numberless = re.compile(r".{20}\b(?:Theorem|Corollary|Lemma|Definition|Exercise|Fig\.)\s*[).,;]")
    assert numberless.findall(said(pdf)) == []


def test_a_reference_says_where_it_leads(pdf):
    """On paper nobody clicks: the sheet's number is there, unless it is the same sheet."""
    sheets = [int(label) if label.isdigit() else 0 for label in pdf.page_labels]
    found = [(here, int(there)) for here, page in zip(sheets, pdf.pages, strict=True)
             for there in re.findall(r"\(p\.\s*(\d+)\)", page.extract_text())]  # fmt: skip
    assert len(found) > 1000 and max(there for _, there in found) <= max(sheets)
    assert sum(here == there for here, there in found) < len(found) / 50


def test_questions_have_answers_on_paper(root, pdf, text):
    assert list(bookmarks(pdf.outline)).count("Answers") == len(chapters(root))
    assert "openoneanditsayswhy" not in text


def test_no_page_is_nearly_empty(pdf):
    """Each but the title has a figure, or more than a few last lines."""
    words = {number: page.extract_text() for number, page in enumerate(pdf.pages, start=1)}
    assert [number for number, text in words.items() if len(text.split()) < 70 and "Fig." not in text] == [1]


def test_a_paragraph_with_an_anchor_begins_a_line(root, pdf):
    tex = (root / "_build" / "pdf" / f"{BOOK}.tex").read_text("utf-8")
    assert re.findall(r"[.:] *\n\\phantomsection\\label\{.*\}\n\\sphinxAtStartPar", tex) == []


def test_the_first_page_links_it(html, pdf):
    page = BeautifulSoup((html / "book" / "welcome.html").read_text("utf-8"), "html.parser")
    assert [link["href"] for link in page.select("article a[href$='.pdf']")] == [f"../{BOOK}.pdf"]


@pytest.mark.parametrize(("folder", "solved"), [("", True), ("students/", False)])
def test_solutions_are_those_of_the_edition(root, folder, solved):
    path = root / f"{folder}_build" / "html" / f"{BOOK}.pdf"
    if not path.is_file():
        pytest.skip("'make audit-pdf' makes both editions, and needs LaTeX")
    reader = PdfReader(path)
    assert ("Solutions" in list(bookmarks(reader.outline))) == solved
    assert ("SolutiontoExercise" in plain(said(reader))) == solved


BOX = r"""\newpage\hrule height %dpt\par Words.
\begin{statement}{\phantomsection\label{at-%d}}{Title}One line.\[x = y\]More.\end{statement}
"""
BOXES = r"""\documentclass[a4paper]{report}
\usepackage[a4paper, top = 30mm, bottom = 27mm]{geometry}\usepackage{amsmath, hyperref}
%s
\parskip = 6pt\begin{document}%s\end{document}
"""


def test_a_box_keeps_its_anchor_where_a_page_ends_at_its_head(root, tmp_path):
    if not shutil.which("xelatex"):
        pytest.skip("needs LaTeX")
    preamble = (root / "book" / "_pdf" / "preamble.tex").read_text("utf-8")
    boxes = re.search(r"\\usepackage\[breakable.*?(?=^% Letters)", preamble, re.M | re.S)[0]
    heights = range(550, 686, 4)
    pages = "".join(BOX % (height, height) for height in heights)
    (tmp_path / "boxes.tex").write_text(BOXES % (boxes, pages), encoding="utf-8")
    subprocess.run(["xelatex", "-interaction=batchmode", "boxes"], cwd=tmp_path, stdout=subprocess.DEVNULL, check=True)
    assert (tmp_path / "boxes.aux").read_text("utf-8").count("newlabel{at-") == len(heights)


def test_without_latex_it_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"apt install .*texlive-xetex"):
        need_tex()
