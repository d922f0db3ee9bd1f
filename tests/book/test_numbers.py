"""Numbers in prose come from a run, or readers see their origin."""

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


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_says_the_numbers_of_its_text_and_its_pictures(path):
    cells = nbformat.read(path, as_version=4).cells
    found = list(lab_complaints(path.name, cells, source(ROOT, path.stem)))
    assert not found, "\n".join(found)
