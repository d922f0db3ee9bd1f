"""Of what is handed in only the answers are taken, by name, and the cells that a student has added."""

from copy import deepcopy

import pytest
from nbformat.v4 import new_code_cell, new_notebook, writes

from written import Unreadable, differences, name, read, rebuild


def cell(grade_id, source, solution=False, points=None):
    marks = {"grade_id": grade_id, "solution": solution, "grade": points is not None, "points": points}
    return new_code_cell(source, metadata={"nbgrader": marks})


RELEASE = new_notebook(
    cells=[
        cell("imports", "import math"),
        cell("answer", "raise NotImplementedError", solution=True),
        cell("test", "assert answer == 42", points=2),
    ]
)


def handed_in(**sources):
    notebook = deepcopy(RELEASE)
    for each in notebook.cells:
        each.source = sources.get(name(each), each.source)
    return notebook


def test_the_tests_are_put_back():
    """Edited, with other points, or gone: a test is as it was handed out."""
    edited = handed_in(answer="answer = 41", test="assert True", imports="def isclose(*a): return True")
    for each in edited.cells:
        each.metadata.nbgrader["points"] = 1000
    gone = deepcopy(edited)
    del gone.cells[2], gone.cells[0]
    for submitted in (edited, gone):
        kept = rebuild(RELEASE, submitted)
        assert [each.source for each in kept.cells] == ["import math", "answer = 41", "assert answer == 42"]
        assert [each.metadata for each in kept.cells] == [each.metadata for each in RELEASE.cells]
    assert differences(RELEASE, edited) == ["changed cells, put back: imports, test"]
    assert differences(RELEASE, gone) == ["missing cells: imports, test"]


def test_cells_of_a_students_own_stay_where_they_were():
    submitted = handed_in(answer="answer = 6 * helper")
    submitted.cells.insert(1, new_code_cell("helper = 7"))
    assert [each.source for each in rebuild(RELEASE, submitted).cells][1:3] == ["helper = 7", "answer = 6 * helper"]


def test_another_notebook_is_refused():
    with pytest.raises(Unreadable, match="no cell of this assignment is in it"):
        rebuild(RELEASE, new_notebook(cells=[new_code_cell("1")]))


def test_a_cell_that_was_copied_is_remarked():
    submitted = handed_in(answer="answer = 42")
    submitted.cells.append(cell("answer", "answer = 43", solution=True))
    assert differences(RELEASE, submitted) == ["copied cells: answer"]


def test_a_notebook_with_a_mark_of_its_encoding_is_read(tmp_path):
    (tmp_path / "one.ipynb").write_text(writes(RELEASE), encoding="utf-8-sig")
    assert read(tmp_path / "one.ipynb") == RELEASE


def test_a_file_that_ends_too_early_is_said_to(tmp_path):
    text = writes(RELEASE)
    for length in (1, 100, len(text) - 2):
        (tmp_path / "one.ipynb").write_text(text[:length], encoding="utf-8")
        with pytest.raises(Unreadable, match="the file is cut off; ask for it again"):
            read(tmp_path / "one.ipynb")
