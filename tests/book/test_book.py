"""No check of `checks` finds a fault in the book."""

import re
from itertools import pairwise

import pytest
from aims import length
from paths import paths
from prooflines import anchor

import mistakebound
from mistakebound.certificates.core import Theorem
from tests.book import checks

#: The chapters of the first of the ways through the book.
SHORT_COURSE = next(iter(paths().values()))["cores"]
THEOREMS = [value for value in vars(mistakebound).values() if isinstance(value, Theorem)]


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


def test_a_theorem_and_its_lines_lead_to_their_proof_and_back(html):
    """Where there is a machine-checked one; where a line is printed under another theorem, the link is there."""
    for theorem in (theorem for theorem in THEOREMS if theorem.proof):
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


def test_every_public_class_and_function_is_documented(html):
    documented = {name.rpartition(".")[2] for name in checks.ids(checks.page(html / "book" / "api.html"))}
    public = [name for name in mistakebound.__all__ if callable(getattr(mistakebound, name))]
    assert [name for name in public if name not in documented] == []


def test_the_sources_are_not_shipped(html):
    """They hold the solutions that the pages fold."""
    assert not (html / "_sources").exists()
