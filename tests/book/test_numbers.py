"""Numbers in prose come from a run, or their reader sees from where; a fabricated one is found."""

import re
from pathlib import Path

import nbformat
import pytest
from chapters import chapters, source, to_read
from nbformat import v4

from tests.book.numbers import chapter_complaints, descriptions, is_said, lab_complaints, numbers_of, typed

pytestmark = pytest.mark.pages
ROOT = Path(__file__).parents[2]
LABS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHAPTERS = {name: to_read(ROOT, name) for name in (*chapters(ROOT), "synopsis", "welcome")}
DESCRIBED = descriptions(ROOT)


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_types_no_number_that_a_run_gives(name):
    pages = {f"{page}.md": (ROOT / f"{page}.md").read_text("utf-8") for page in CHAPTERS[name]}
    found = list(chapter_complaints(pages, DESCRIBED))
    assert not found, "\n".join(found)
    for page, text in pages.items():
        wrong = re.sub(r"(\n\n[A-Z][^\n$`{|:]*?\w) (\w)", r"\1 8128 \2", text, count=1)
        line = wrong[: wrong.index("8128")].count("\n") + 1
        [found] = chapter_complaints(pages | {page: wrong}, DESCRIBED)
        assert found.startswith(f"{page}, line {line}: 8128 ") and "% typed: 8128" in found


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_says_the_numbers_of_its_text_and_its_pictures(path):
    cells = nbformat.read(path, as_version=4).cells
    chapter = source(ROOT, path.stem)
    found = list(lab_complaints(path.name, cells, chapter))
    assert not found, "\n".join(found)
    [text, *_] = [cell for cell in cells[2:] if cell.cell_type == "markdown"]
    text.source += "\n\nIt makes 8128 mistakes."
    pictures = [cell.metadata.mystnb.image for cell in cells if "mystnb" in cell.metadata]
    for picture in pictures:
        picture.alt += " It ends at 49.6."
    found = "\n".join(lab_complaints(path.name, cells, chapter))
    assert found.count(" the 8128 of ") == 1 and found.count(" the 49.6 of ") == len(pictures)


ALT = "```{{glue:figure}} ../notebooks/one.ipynb::squeeze\n:alt: It falls from 1 000 to {} after 40 updates.\n```\n"


def test_a_number_is_found_unless_its_page_shows_it_or_marks_it():
    """Whatever the words around it are."""
    page = "# One\n\nOf $100$ switches, 17 in $2^{17}$, `12` and {glue:text}`a::b:d`.\n\n| 100 |\n|:--|\n| 12 |\n"
    assert list(typed(page)) == [(3, "100"), (3, "17")]
    assert list(chapter_complaints({"one": page}, {})) == []
    for wrong in ("$999$ switches", "999 switches", "$100$ switches, 999%"):
        found = page.replace("$100$ switches", wrong)
        [complaint] = chapter_complaints({"one": found}, {})
        assert "line 3: 999" in complaint
        assert list(chapter_complaints({"one": "% typed: 999\n" + found}, {})) == []
    assert "take it out" in "".join(chapter_complaints({"one": "% typed: 999\n" + page}, {}))
    described = {("one", "squeeze"): "It starts at 1000. The run ends at t = 40, where KL = 0.5812."}
    assert list(chapter_complaints({"one": ALT.format("0.58")}, described)) == []
    [complaint] = chapter_complaints({"one": ALT.format("0.59")}, described)
    assert "0.59" in complaint


@pytest.mark.parametrize(
    ("written", "said", "right"),
    [("4.6", "4.649", True), ("4.7", "4.649", False), ("187", "187.5", False), ("42%", "0.423", True),
     ("100,000", "100000", True), ("10-21", "10 or 20", False)],
)  # fmt: skip
def test_a_number_is_said_as_it_is_rounded(written, said, right):
    assert is_said(written, numbers_of(said)) == right


def test_what_a_picture_says_of_itself_holds_for_its_alternative_text():
    def complaints(says, alt="The run ends at 21."):
        shown = v4.new_output("display_data", {"image/png": ""}, metadata={"image/png": {"alt": says}})
        cell = v4.new_code_cell(outputs=[shown], metadata={"mystnb": {"image": {"alt": alt}}})
        return list(lab_complaints("one", [cell], ""))

    assert complaints("The run ends at t = 21.") == []
    assert len(complaints("The run ends at t = 22.")) == 1
