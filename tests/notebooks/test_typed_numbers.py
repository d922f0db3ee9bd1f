"""Numbers in a lab's text, and in what its pictures are said to show, are those that its cells give."""

from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from tests.book.typed_numbers import complaints, read_reasons
from tests.notebooks.typed_numbers import BRACKETED, is_said, numbers_of, said, unsaid
from tests.notebooks.typed_numbers import REASONS as FILE

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
REASONS = read_reasons(FILE)
KINDS = {"given", "worked", "elsewhere", "figure", "number"}


@pytest.fixture(params=LABS, ids=lambda path: path.stem)
def lab(request):
    """Its name, the lab, and the reasons for its numbers."""
    path = request.param
    return path.stem, nbformat.read(path, as_version=4), REASONS.get(path.stem, {})


def test_numbers_are_said_by_a_cell_or_have_a_reason(lab):
    name, notebook, reasons = lab
    assert set(reasons) <= KINDS
    assert not list(complaints(name, unsaid(notebook), reasons))


def test_what_another_section_says_it_says(lab):
    _, notebook, reasons = lab
    numbers = said(notebook.cells)
    assert [words for words in reasons.get("elsewhere", ()) if not is_said(BRACKETED.search(words)[1], numbers)] == []


def test_a_wrong_number_in_a_text_or_an_alternative_text_is_found(lab):
    name, notebook, reasons = lab
    texts = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    texts[2].source += "\n\nIt makes 8128 mistakes."
    pictures = [cell.metadata.mystnb.image for cell in notebook.cells if "mystnb" in cell.metadata]
    for picture in pictures:
        picture.alt += " It ends at 49.6."
    found = "\n".join(complaints(name, unsaid(notebook), reasons))
    assert found.count("[8128]") == 1 and found.count("[49.6]") == len(pictures)


def test_a_picture_that_says_other_numbers_than_its_alternative_text_is_found():
    def picture(alt, says):
        shown = v4.new_output("display_data", {"image/png": ""}, metadata={"image/png": {"alt": says}})
        return v4.new_code_cell(outputs=[shown], metadata={"mystnb": {"image": {"alt": alt}}})

    told, other = "The run ends at 21.", "The run ends at t = 22."
    assert not list(complaints("one", unsaid(v4.new_notebook(cells=[picture(told, told)])), {}))
    [found] = complaints("one", unsaid(v4.new_notebook(cells=[picture(told, other), picture("Two lines.", told)])), {})
    assert "[21]" in found


@pytest.mark.parametrize(
    ("written", "said", "right"),
    [
        ("68", "68.16", True),
        ("69", "68.16", False),
        ("4.6", "4.649", True),
        ("4.7", "4.649", False),
        ("187", "187.5", False),
        ("100,000", "100000", True),
        ("42%", "0.423", True),
        ("42", "0.423", False),
        ("10-20", "10 or 20", True),
        ("10-21", "10 or 20", False),
    ],
)
def test_a_number_is_said_as_it_is_rounded(written, said, right):
    assert is_said(written, numbers_of(said)) == right


def test_a_reason_for_what_is_not_there_is_found():
    [found] = complaints("one", [], {"given": ["there are [56]. In"]})
    assert "what is not there" in found
