"""Numbers in prose come from a run, or readers see their origin; a fabricated number is found."""

import re
from pathlib import Path

import nbformat
import pytest
from chapters import chapters, source, to_read

from tests.book.numbers import chapter_complaints, descriptions, lab_complaints

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
