"""First uses of the glossary's terms lead to it, and it leads back."""

import re
from pathlib import Path

import pytest
from chapters import chapters, to_read
from docutils.core import publish_doctree
from terms import first_uses

from tests.book import checks

TERMS = {"Halving": "term-Halving", "margin": "term-margin", "margin Perceptron": "term-margin-Perceptron"}


def uses(text):
    found = first_uses(publish_doctree(text), TERMS)
    return [(term, use[0]) for pieces in found.values() for term, use in pieces]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A margin is a margin.", [("margin", "margin")]),
        ("Margins are wide.", [("margin", "Margins")]),
        ("The margin Perceptron has a margin.", [("margin Perceptron", "margin Perceptron"), ("margin", "margin")]),
        ("Doubling and halving, as Halving does.", [("Halving", "Halving")]),
        ("marginal, a non-margin, ``margin`` and `margin <https://example.org/>`_", []),
        ("::\n\n    a margin\n", []),
        ("A margin\n========\n\nText.\n\nMore\n====\n\nText.", []),
    ],
)
def test_a_use_is_a_word_of_the_text(text, expected):
    assert uses(text) == expected


@pytest.fixture(scope="module")
def pages(html):
    return {path.stem: checks.page(path) for path in Path(html, "book").glob("*.html")}


def test_every_link_to_the_glossary_arrives_and_every_link_back(pages, root):
    glossary = pages["glossary"]
    ids = {element["id"] for element in glossary.select("dl.glossary [id]")}
    for name, page in pages.items():
        for link in page.select("a.to-glossary"):
            assert link["href"].partition("#")[2] in ids, f"{name}: {link}"
    back = glossary.select("p.used-in a")
    for link in back:
        name, _, place = link["href"].partition("#")
        assert pages[Path(name).stem].find(id=place), link
    firsts = [{link["href"] for name in names for link in pages[Path(name).name].select("a.to-glossary")}
              for names in (to_read(root, name) for name in chapters(root))]  # fmt: skip
    assert len(back) == sum(map(len, firsts))


def test_every_chapter_uses_terms_and_says_each_once(pages, root):
    for name in chapters(root):
        links = {page: [link["href"] for link in pages[Path(page).name].select("a.to-glossary")]
                 for page in to_read(root, name)}  # fmt: skip
        assert len(set().union(*links.values())) > 5
        assert all(len(set(there)) == len(there) for there in links.values())


def test_every_definition_leads_to_where_it_is_given(root):
    text = (root / "book" / "glossary.md").read_text("utf-8").partition("```{glossary}")[2]
    definitions = re.findall(r"^  (.+)$", text, re.M)
    assert len(definitions) > 50
    assert [line for line in definitions if not re.search(r"(\]\([\w.#-]+\)|\{prf:ref\}`[^`]+`)\)?\.", line)] == []
