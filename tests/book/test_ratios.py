"""The page on benchmarks agrees with the file of results."""

import json

import pytest
from ratios import SOURCE, number
from sphinx.errors import ExtensionError

from tests.book.checks import parse
from tests.book.smallbook import build


def complaints(page, results):
    """Numbers of the file that the page's tables do not say in their place, and what it leaves out of the machine."""
    page, said = parse(page), set()
    for table in page.select("table"):
        head, *lines = [[cell.get_text() for cell in line.select("th, td")] for line in table.select("tr")]
        said |= {(cells[0], name, cell) for cells in lines for name, cell in zip(head[1:], cells[1:], strict=True)}
        said |= {tuple(cells) for cells in lines}
    for row in results["rows"]:
        name = f"{row['over']} ÷ {row['under']}" if row["under"] else row["over"]
        places = row["size"], f"{row['task']}, {row['size']}"
        if not any((place, name, number(row["ratio"])) in said for place in places):
            yield f"{row['task']}, {row['size']}: the page does not say {name}: {number(row['ratio'])}"
    for value in (*results["machine"]["libraries"].values(), results["machine"]["processor"]):
        if value not in page.get_text():
            yield f"the page does not say {value}"


@pytest.fixture(scope="module")
def results(root):
    return json.loads((root / SOURCE).read_text("utf-8"))


def small_page(tmp_path, root, results):
    """The page, built from these results."""
    source = tmp_path / SOURCE
    source.parent.mkdir()
    source.write_text(json.dumps(results), "utf-8")
    text = (root / "book/benchmarks.md").read_text("utf-8")
    html, warnings = build(tmp_path, "ratios", pages={"index": text})
    assert warnings == ""
    return (html / "index.html").read_text("utf-8")


def test_the_page_says_what_the_file_says(html, results):
    assert not list(complaints((html / "book/benchmarks.html").read_text("utf-8"), results))


def test_the_figure_says_in_words_what_it_shows(tmp_path, root, results):
    image = parse(small_page(tmp_path, root, results)).select_one("figure img")
    shown = [row for row in results["rows"] if row["table"] == "growth" and row["task"].startswith("play")]
    assert all(f"{number(row['ratio'])}" in image["alt"] and row["over"] in image["alt"] for row in shown)


def test_a_table_that_the_file_lacks_stops_the_build(tmp_path, root, results):
    without = {**results, "rows": [row for row in results["rows"] if row["table"] != "product"]}
    with pytest.raises(ExtensionError, match="no rows of product"):
        small_page(tmp_path, root, without)
