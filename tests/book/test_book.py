"""The book as it is: every check of `checks` finds nothing to complain about."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

import mistakebound
import mistakebound.theorems
from mistakebound.theorems.core import Theorem
from tests.book import checks


def theorems_of(chapter):
    """The theorem objects that a chapter's module defines."""
    module = import_module(f"mistakebound.theorems.{chapter}")
    return [value for name, value in vars(module).items() if isinstance(value, Theorem) and name in module.__all__]


THEOREMS = {module.name: theorems_of(module.name) for module in iter_modules(mistakebound.theorems.__path__)}


@pytest.mark.parametrize(
    "check",
    [
        checks.toc_complaints,
        checks.question_complaints,
        checks.citation_complaints,
        checks.glue_complaints,
        checks.document_complaints,
    ],
)
def test_sources(root, check):
    assert list(check(root)) == []


def test_exercises(root):
    chapters = [root / f"{name}.md" for name in checks.chapters(root)]
    assert len(chapters) >= 6
    assert [complaint for chapter in chapters for complaint in checks.exercise_complaints(chapter)] == []


@pytest.mark.parametrize(
    "check",
    [
        checks.external_complaints,
        checks.alt_complaints,
        checks.icon_complaints,
        checks.id_complaints,
        checks.link_complaints,
        checks.markup_complaints,
    ],
)
def test_pages(html, check):
    assert list(check(html)) == []


def test_pages_name_no_folder_of_this_machine(root, html):
    assert list(checks.path_complaints(html, root)) == []
    assert list(checks.path_complaints(root / "notebooks", root)) == []


def test_build_log(html):
    assert list(checks.log_complaints((html.parent / "book.log").read_text("utf-8"))) == []


def test_a_chapter_prints_the_proofs_of_its_theorems(html):
    """The theorems of `theorems/NAME.py` are those of the chapter NAME, if there is one."""
    everything = [theorem for theorems in THEOREMS.values() for theorem in theorems]
    complaints = []
    for page in sorted((html / "book").glob("*.html")):
        own = THEOREMS.get(page.stem.replace("-", "_"), [])
        complaints += checks.claim_complaints(page, everything, own)
    assert complaints == []


def test_a_theorem_has_a_source_in_the_bibliography(root):
    sources = {theorem.source for theorems in THEOREMS.values() for theorem in theorems}
    assert sources <= checks.bib_keys(root)


def test_the_package_is_documented(html):
    assert list(checks.api_complaints(html / "book" / "api.html", mistakebound)) == []


def test_the_sources_are_not_shipped(html):
    """They hold the solutions that the pages fold."""
    assert not (html / "_sources").exists()
