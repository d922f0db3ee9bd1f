"""A chapter of several pages: the first lines of sections on a *further* page, and the targets of old links."""

import json
import re

import moved
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


#: Addresses of the second edition, when chance was a part of experts, and where they lead.
ARRIVES = {
    "experts.html#alg-xp-coins": "chance.html#alg-xp-coins",
    "experts-further.html#thm-xp-coins": "chance.html#thm-xp-coins",
    "experts-exercises.html#ex-xp-rl": "chance-exercises.html#ex-xp-rl",
    "experts-agnostic.html": "chance-further.html#sec-xp-agnostic",
    "experts-agnostic.html#def-xp-rl": "chance-further.html#def-xp-rl",
    "../notebooks/experts.html#toss-a-coin": "notebooks/chance.html#toss-a-coin",
    "teach.html#sec-teach-walls": "term.html#sec-teach-walls",  # one page for teachers, until there were two
    "teach.html#change-an-assignment": "term.html#change-an-assignment",
}


@pytest.fixture
def small(tmp_path):
    (tmp_path / "book").mkdir()
    contents = {"format": "jb-book", "root": "index", "parts": PARTS}
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(contents), "utf-8")
    pages = {"index": "# A", "book/three": "# Three\n\n[](sec-used)", **PAGES}
    html, warnings = build(tmp_path, "sphinx_external_toc", "needed", "moved", pages=pages)
    assert warnings == ""
    return html


def test_the_table_of_contents_says_which_pages_belong_together(small, tmp_path):
    assert {name: to_read(tmp_path, name) for name in chapters(tmp_path)} == {"one": [*PAGES][:3], "two": ["book/two"]}
    assert chapter_of(tmp_path, "book/one-exercises") == "one" and chapter_of(tmp_path, "book/three") == "three"
    assert core_of(tmp_path, "book/one-further") == "book/one" and core_of(tmp_path, "book/three") == "book/three"
    assert source(tmp_path, "one").index("At first") < source(tmp_path, "one").index("Idle")
    assert source(tmp_path, "three") == "# Three\n\n[](sec-used)"


def test_a_section_says_what_leads_back_to_it(small):
    """A later page or a section below it; neither an earlier page nor an exercise."""
    page = parse((small / "book/one-further.html").read_text("utf-8"))
    used, idle = (section.p for section in page.select("section section"))
    assert used.text == "Referred to later: below · Two · Three." and used.a["href"] == "two.html"
    assert idle.text == "Nothing later refers to this."


def test_a_core_lists_what_stands_on_the_other_pages_of_its_chapter(small):
    one, two = (parse((small / f"book/{name}.html").read_text("utf-8")).find(id="moved") for name in ("one", "two"))
    listed = json.loads(one.string)
    assert "sec-used" in listed["one-further.html"] and "ex-one" in listed["one-exercises.html"]
    assert json.loads(two.string) == {}


def test_what_has_become_a_chapter_is_listed_where_it_was(tmp_path, monkeypatch):
    """On each page of the old chapter, below what that page has itself; and a page that is gone leads on."""
    monkeypatch.setattr(moved, "WAS", {"two": "one"})
    monkeypatch.setattr(moved, "SPLIT", {"book/three": "book/two", "book/hidden": "book/two"})
    monkeypatch.setattr(moved, "GONE", {"book/one-old": "two.html#sec-new"})
    (tmp_path / "book").mkdir()
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump({"format": "jb-book", "root": "index", "parts": PARTS}), "utf-8")
    pages = {"index": "# A", "book/three": "# Three", **PAGES, "book/two": "# Two\n\n(sec-new)=\n## New\n\n## Used\n"}
    pages["book/one"], pages["book/one-further"] = "# One\n\n[](sec-idle)\n", PAGES["book/one-further"]
    html, _ = build(tmp_path, "sphinx_external_toc", "needed", "moved", pages=pages)
    lists = {name: json.loads(parse((html / f"book/{name}.html").read_text("utf-8")).find(id="moved").string)
             for name in ("one", "one-further", "one-exercises", "three")}  # fmt: skip
    assert "sec-new" in lists.pop("three")["two.html"]
    assert [*lists["one"]] == ["one-further.html", "one-exercises.html", "two.html"]
    assert [*lists["one-further"]] == [*lists["one-exercises"]] == ["two.html"]
    assert all("sec-new" in there["two.html"] for there in lists.values())
    assert "used" in lists["one-exercises"]["two.html"] and "used" not in lists["one-further"]["two.html"]
    stub = (html / "book/one-old.html").read_text("utf-8")
    assert 'href="two.html#sec-new"' in stub and '"sec-new"' in stub


def test_every_address_of_the_chapter_as_one_page_arrives(root, html, browser, site):
    """What was on one page is on the pages of the chapter once; a link to it there leads on, with what it asks."""
    for name in chapters(root):
        core, *_ = pages = to_read(root, name)
        text = (html / f"{core}.html").read_text("utf-8")
        listed = json.loads(re.search(r'id="moved">(.*?)</script>', text)[1])
        labels = set(re.findall(r"^(?::label: |:name: |\((?=[\w-]+\)=$))([\w-]+)", source(root, name), re.M))
        there = set(re.findall(r'\bid="([^"]+)"', text)).union(*listed.values())
        left = [page for new, old in moved.WAS.items() if old == name for page in to_read(root, new)]
        assert labels <= there and len(listed) == len([*pages, *left]) - 1
    with Visit(browser, site, "book/perceptron.html?x=1#ex-stubborn") as visit:
        visit.page.wait_for_url("**/perceptron-exercises.html?x=1#ex-stubborn")
        visit.page.goto(f"{site}book/perceptron.html#novikoff-growth")
        assert visit.page.url.endswith("/perceptron.html#novikoff-growth")
        visit.page.evaluate("location.hash = 'thm-hull'")
        visit.page.wait_for_url("**/perceptron-further.html#thm-hull")
        for old, new in ARRIVES.items():
            visit.page.goto(f"{site}book/{old}")
            visit.page.wait_for_url(f"**/{new}")
        assert visit.complaints == []
