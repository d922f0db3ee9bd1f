"""A chapter of several pages: what each section of a page *further* says of itself, and where an old link arrives."""

import json
import re

import pytest
import yaml
from chapters import chapter_of, chapters, core_of, source, to_read

from tests.book.browser import Visit
from tests.book.checks import parse
from tests.book.smallbook import build

PAGES = {
    "book/one": "# One\n\n## At first\n\n[](sec-idle)\n",
    "book/one-further": "# More\n\n(sec-used)=\n## Used\n\nA part.\n\n(sec-idle)=\n## Idle\n\nSee [](sec-used).\n",
    "book/one-exercises": "# One: exercises\n\n(ex-one)=\n[](sec-idle)\n",
    "book/two": "# Two\n\n## At first\n\nAs [before](sec-used).\n",
}
CHAPTER = {"file": "book/one", "sections": [{"file": "book/one-further"}, {"file": "book/one-exercises"}]}
PARTS = [{"caption": "Chapters", "chapters": [CHAPTER, {"file": "book/two"}]},
         {"caption": "Reference", "chapters": [{"file": "book/three"}]}]  # fmt: skip


@pytest.fixture
def small(tmp_path):
    (tmp_path / "book").mkdir()
    contents = {"format": "jb-book", "root": "index", "parts": PARTS}
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(contents), "utf-8")
    pages = {"index": "# A", "book/three": "# Three", **PAGES}
    html, warnings = build(tmp_path, "sphinx_external_toc", "needed", "moved", pages=pages)
    assert warnings == ""
    return html


def test_the_table_of_contents_says_which_pages_belong_together(small, tmp_path):
    assert {name: to_read(tmp_path, name) for name in chapters(tmp_path)} == {"one": [*PAGES][:3], "two": ["book/two"]}
    assert chapter_of(tmp_path, "book/one-exercises") == "one" and chapter_of(tmp_path, "book/three") == "three"
    assert core_of(tmp_path, "book/one-further") == "book/one" and core_of(tmp_path, "book/three") == "book/three"
    assert source(tmp_path, "one").index("At first") < source(tmp_path, "one").index("Idle")
    assert source(tmp_path, "three") == "# Three"


def test_a_section_says_what_leads_back_to_it(small):
    """A page after it or a section below it; not what stands before, nor an exercise."""
    page = parse((small / "book/one-further.html").read_text("utf-8"))
    used, idle = (section.p for section in page.select("section section"))
    assert used.text == "Referred to later: below, Two." and used.a["href"] == "two.html"
    assert idle.text == "Nothing later refers to this."


def test_a_core_lists_what_stands_on_the_other_pages_of_its_chapter(small):
    one, two = (parse((small / f"book/{name}.html").read_text("utf-8")).find(id="moved") for name in ("one", "two"))
    moved = json.loads(one.string)
    assert "sec-used" in moved["one-further.html"] and "ex-one" in moved["one-exercises.html"]
    assert json.loads(two.string) == {}


def test_every_address_of_the_chapter_as_one_page_arrives(root, html, browser, site):
    """What was on one page is on the pages of the chapter once; a link to it there leads on, with what it asks."""
    for name in chapters(root):
        core, *_ = pages = to_read(root, name)
        text = (html / f"{core}.html").read_text("utf-8")
        moved = json.loads(re.search(r'id="moved">(.*?)</script>', text)[1])
        labels = set(re.findall(r"^(?::label: |:name: |\((?=[\w-]+\)=$))([\w-]+)", source(root, name), re.M))
        there = set(re.findall(r'\bid="([^"]+)"', text)).union(*moved.values())
        assert labels <= there and len(moved) == len(pages) - 1
    with Visit(browser, site, "book/perceptron.html?x=1#ex-stubborn") as visit:
        visit.page.wait_for_url("**/perceptron-exercises.html?x=1#ex-stubborn")
        visit.page.goto(f"{site}book/perceptron.html#novikoff-growth")
        assert visit.page.url.endswith("/perceptron.html#novikoff-growth")
        visit.page.evaluate("location.hash = 'thm-hull'")
        visit.page.wait_for_url("**/perceptron-further.html#thm-hull")
        assert visit.complaints == []
