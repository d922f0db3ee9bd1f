"""Errata: every entry is on the page once, quotes its sources, and has its own cell, which runs what it says."""

import re

import nbformat
import pytest

from tests.book import quotations

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


def sources(body):
    """The short names of the documents in which an entry is found."""
    return list(written(body))


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


def errata_complaints(page, code):
    """What is wrong with the page and the code of its lab; nothing if they are sound."""
    listed, run = numbered(ENTRY, page), numbered(CELL, code)
    if sorted(number for number, _ in listed) != ENTRIES:
        yield "the entries on the page are not E1 to E46"
    if [number for number, _ in listed] != [number for number, _ in run]:
        yield "page and lab do not have the same entries in the same order"
    fingerprints = quotations.load()
    classes = {n: title.partition(":")[0] for title, text in SECTION.findall(page) for n, _ in numbered(ENTRY, text)}
    for number, body in listed:
        parts = PARTS.get(classes.get(number), [])
        if not parts:
            yield f"E{number} is neither an error nor a remark"
        if re.findall(r"^\*\*(.*?)\*\*", body, re.M) != parts:
            yield f"E{number} does not say {', '.join(parts)}"
        yield from (f"E{number} {complaint}" for complaint in misquoted(body, fingerprints))
        if set(re.findall(r"errata\.ipynb::e(\d+)_\w+:", body)) != {str(number)}:
            yield f"E{number} does not show the numbers of its cell"
        if not sources(body):
            yield f"E{number} names no source"
    for number, source in run:
        if not re.search(r"^ *assert ", source, re.M):
            yield f"the cell of E{number} asserts nothing"
        if not re.search(rf"\be{number}_\w+", source):
            yield f"the cell of E{number} has no number for the page"
    table = by_source(page)
    for name in {*table, *(name for _, body in listed for name in sources(body))}:
        if table.get(name) != sorted(number for number, body in listed if name in sources(body)):
            yield f"the table and the entries disagree about {name}"


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
    assert list(errata_complaints(page, code)) == []


def test_no_number_lies_idle(page, notebook):
    """The page shows every number that the lab hands over, and no other."""
    shown = set(re.findall(r"errata\.ipynb::(\w+):", page))
    outputs = [output for output in notebook.cells[-1].outputs if "scrapbook" in output.get("metadata", {})]
    assert shown == {output.metadata.scrapbook.name for output in outputs}
