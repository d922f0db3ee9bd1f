"""Errata: every entry stands on the page once and has its own cell, which runs a counterexample and asserts it."""

import re
from collections import Counter

import nbformat
import pytest

#: The entries are numbered from E1 to E46; a number, once given, is not given up.
ENTRIES = range(1, 47)
ENTRY = re.compile(r"^\(erratum-e(\d+)\)=\n### E(\d+)\. \S[^\n]*\n(.*?)(?=^\(erratum-e|^## |\Z)", re.M | re.S)
PARTS = ("Written", "But", "True")


def entries(page):
    """[(number, body)] of the entries on the page, in order."""
    return [(int(number), body) for anchor, number, body in ENTRY.findall(page) if anchor == number]


def sources(body):
    """The short names of the documents in which an entry is found."""
    found = re.search(r"^\*\*Written\*\* \(([^)]+)\): ", body, re.M)
    return found[1].split(", ") if found else []


def by_source(page):
    """{short name: numbers} as the table at the top of the page has them."""
    rows = re.findall(r"^\| ([^|:]+) \| [^|]+ \| ((?:\[E\d+\]\(#erratum-e\d+\) ?)+)\|$", page, re.M)
    return {name: [int(number) for number in re.findall(r"\[E(\d+)\]", links)] for name, links in rows}


def cells(notebook):
    """[(number, source)] of the lab's cells that begin with the number of an entry, in order."""
    found = [(re.match(r"# E(\d+)\. ", cell.source), cell) for cell in notebook.cells if cell.cell_type == "code"]
    return [(int(match[1]), cell.source) for match, cell in found if match]


def number_complaints(found, place):
    """Each entry is there, once."""
    times = Counter(number for number, _ in found)
    yield from (f"E{n} is missing {place}" for n in ENTRIES if n not in times)
    yield from (f"E{n} is {k} times {place}" for n, k in times.items() if k > 1)
    yield from (f"E{n} is {place}, but no entry has this number" for n in times if n not in ENTRIES)


def errata_complaints(page, notebook):
    """What is wrong with the page, a text, and its lab; nothing if they are sound."""
    listed, run = entries(page), cells(notebook)
    yield from number_complaints(listed, "on the page")
    yield from number_complaints(run, "in the lab")
    if [number for number, _ in listed] != [number for number, _ in run]:
        yield "page and lab have the entries in different orders"
    for number, body in listed:
        yield from (f"E{number} does not say '{part}'" for part in PARTS if f"**{part}" not in body)
        shown = re.findall(r"errata\.ipynb::e(\d+)_\w+:", body)
        if str(number) not in shown:
            yield f"E{number} shows no number of its cell"
        yield from (f"E{number} shows a number of E{other}" for other in shown if other != str(number))
    for number, source in run:
        if not re.search(r"^ *assert ", source, re.M):
            yield f"the cell of E{number} asserts nothing"
        if not re.search(rf"\be{number}_\w+", source):
            yield f"the cell of E{number} has no number for the page"
    table = by_source(page)
    for name in {*table, *(name for _, body in listed for name in sources(body))}:
        if table.get(name) != sorted(number for number, body in listed if name in sources(body)):
            yield f"the table and the entries disagree about {name}"
    yield from (f"E{number} names no source" for number, body in listed if not sources(body))


@pytest.fixture(scope="module")
def page(root):
    return (root / "book" / "errata.md").read_text("utf-8")


@pytest.fixture
def notebook(root):
    return nbformat.read(root / "notebooks" / "errata.ipynb", as_version=4)


def test_every_entry_is_printed_and_run(page, notebook):
    assert list(errata_complaints(page, notebook)) == []


def test_no_number_lies_idle(page, notebook):
    """The page shows every number that the lab hands over, and no other."""
    shown = set(re.findall(r"errata\.ipynb::(\w+):", page))
    handed = {
        output.metadata.scrapbook.name
        for output in notebook.cells[-1].outputs
        if "scrapbook" in output.get("metadata", {})
    }
    assert shown == handed


# --- the checks can fail ---------------------------------------------------------------------------------------


def test_a_dropped_entry_or_cell_is_noticed(page, notebook):
    spoilt = page.replace("(erratum-e46)=\n### E46. ", "### ")
    notebook.cells = [cell for cell in notebook.cells if not cell.source.startswith("# E1. ")]
    complaints = list(errata_complaints(spoilt, notebook))
    assert "E46 is missing on the page" in complaints and "E1 is missing in the lab" in complaints


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("(erratum-e9)=\n### E9.", "(erratum-e8)=\n### E8.", "E8 is 2 times on the page"),
        ("(erratum-e9)=\n### E9.", "(erratum-e47)=\n### E47.", "E47 is on the page, but no entry has this number"),
        ("**True:** Nothing is assumed", "Nothing is assumed", "E12 does not say 'True'"),
        ("::e15_deeper:d", "::e16_true:d", "E15 shows a number of E16"),
        ("[E12](#erratum-e12)", "[E30](#erratum-e30)", "the table and the entries disagree about Slides"),
        ("**Written** (Post): Let", "**Written**: Let", "E46 names no source"),
    ],
)
def test_a_spoilt_page_is_noticed(page, notebook, old, new, complaint):
    assert page.count(old) == 1
    assert complaint in errata_complaints(page.replace(old, new), notebook)


@pytest.mark.parametrize(
    ("pattern", "new", "complaint"),
    [
        (r"^ *assert .*", "pass", "the cell of E33 asserts nothing"),
        (r"\be33_", "number_", "the cell of E33 has no number for the page"),
    ],
)
def test_a_spoilt_cell_is_noticed(page, notebook, pattern, new, complaint):
    (cell,) = [cell for cell in notebook.cells if cell.source.startswith("# E33. ")]
    cell.source = re.sub(pattern, new, cell.source, flags=re.M)
    assert complaint in errata_complaints(page, notebook)


def test_another_order_is_noticed(page, notebook):
    notebook.cells.reverse()
    assert "page and lab have the entries in different orders" in errata_complaints(page, notebook)
