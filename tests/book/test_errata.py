"""Errata: every entry is on the page once, quotes its sources, and has its own cell, which runs what it says."""

import re

import nbformat
import pytest

from tests.book import quotations
from tests.book.checks import parse

#: The entries are numbered from E1 to E46; a number, once given, is not given up.
ENTRIES = list(range(1, 47))
ENTRY = re.compile(r"^\(erratum-e(\d+)\)=\n### E\1\. \S[^\n]*\n(.*?)(?=^\(erratum-e|^## |\Z)", re.M | re.S)
CELL = re.compile(r"^# E(\d+)\. (.*?)(?=^# E\d|\Z)", re.M | re.S)
SECTION = re.compile(r"^## (Errors: [^\n]+|Remarks)\n(.*?)(?=^## |\Z)", re.M | re.S)
#: What an entry of either class says, in this order.
PARTS = {"Errors": ["Written", "But", "True:"], "Remarks": ["Written", "Left open.", "True:"]}
SOURCES = ("Note", "Slides", "Winnow note", "Scribe notes", "Post")


def numbered(pattern, text):
    """[(number, body)] of the entries on the page, or of their cells in the lab, in order."""
    return [(int(number), body) for number, body in pattern.findall(text)]


def written(body):
    """{short name: what the entry says of that document}."""
    found = re.search(r"^\*\*Written\*\* (.*)$", body, re.M)
    _, *parts = re.split(rf"\(({'|'.join(SOURCES)})\): ", found[1] if found else "")
    return dict(zip(parts[::2], parts[1::2], strict=True))


def misquoted(body, fingerprints):
    """What an entry quotes that its source does not say, and sources that it does not quote."""
    for name, said in written(body).items():
        if not (quoted := quotations.pieces(said)):
            yield f"does not quote {name}"
        yield from (f"misquotes {name}: {piece}" for piece in quoted if not quotations.found(piece, fingerprints[name]))


def by_source(page):
    """{short name: numbers} as the table at the top of the page has them."""
    rows = re.findall(r"^\| ([^|:]+) \| [^|]+ \| ((?:\[E\d+\]\(#erratum-e\d+\) ?)+)\|$", page, re.M)
    return {name: [int(number) for number in re.findall(r"\[E(\d+)\]", links)] for name, links in rows}


@pytest.fixture(scope="module")
def page(root):
    return (root / "book" / "errata.md").read_text("utf-8")


@pytest.fixture(scope="module")
def notebook(root):
    return nbformat.read(root / "notebooks" / "errata.ipynb", as_version=4)


@pytest.fixture(scope="module")
def code(notebook):
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")


def test_every_entry_is_printed_and_run(page, code):
    listed, run = numbered(ENTRY, page), numbered(CELL, code)
    assert sorted(number for number, _ in listed) == ENTRIES
    assert [number for number, _ in listed] == [number for number, _ in run]
    for number, source in run:
        assert re.search(r"^ *assert ", source, re.M), f"the cell of E{number} asserts nothing"
        assert re.search(rf"\be{number}_\w+", source), f"the cell of E{number} has no number for the page"


def test_every_entry_has_its_parts_and_quotes_its_sources(page):
    fingerprints, table, found = quotations.load(), by_source(page), {}
    classes = {n: title.partition(":")[0] for title, text in SECTION.findall(page) for n, _ in numbered(ENTRY, text)}
    for number, body in numbered(ENTRY, page):
        assert re.findall(r"^\*\*(.*?)\*\*", body, re.M) == PARTS[classes[number]], f"E{number}"
        assert set(re.findall(r"errata\.ipynb::e(\d+)_\w+:", body)) == {str(number)}, "the numbers of its cell"
        assert list(misquoted(body, fingerprints)) == [], f"E{number}"
        assert written(body), f"E{number} names no source"
        for name in written(body):
            found.setdefault(name, []).append(number)
    assert table == {name: sorted(numbers) for name, numbers in found.items()}


#: How many items the inventory has of each document, and the letter before their numbers.
ITEMS = {"Note": ("N", 21), "Slides": ("S", 55), "Winnow note": ("W", 19), "Scribe notes": ("L", 21), "Post": ("P", 10)}


@pytest.mark.parametrize("name", ITEMS)
def test_every_item_of_the_sources_has_its_row_which_leads_into_the_course(html, page, name):
    letter, number = ITEMS[name]
    sources = parse((html / "book" / "sources.html").read_text("utf-8"))
    rows = sources.select_one(f"#sec-so-{name.lower().replace(' ', '-')}").find_parent("section").select("tbody tr")
    assert {row.td.get_text().strip() for row in rows} == {f"{letter}{i}" for i in range(1, number + 1)}
    links = [[link["href"] for link in row.select("td:last-child a")] for row in rows]
    assert len(rows) == number and all(any("errata.html" not in link for link in row) for row in links)
    entries = re.findall(r"#erratum-e(\d+)", " ".join(link for row in links for link in row))
    assert {int(entry) for entry in entries} == set(by_source(page)[name])


def test_no_number_lies_idle(page, notebook):
    """The page shows every number that the lab hands over, and no other."""
    shown = set(re.findall(r"errata\.ipynb::(\w+):", page))
    outputs = [output for output in notebook.cells[-1].outputs if "scrapbook" in output.get("metadata", {})]
    assert shown == {output.metadata.scrapbook.name for output in outputs}
