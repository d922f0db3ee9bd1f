"""The release contains nothing that must stay with the instructor."""

import ast

import nbformat
import pytest

from course import Course
from tests.assignments.desk import ASSIGNMENTS, SEEDS, read, sit
from written import is_answer, is_test, name

pytestmark = pytest.mark.audit


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """All assignments, released."""
    made = Course(tmp_path_factory.mktemp("course"), SEEDS[1])
    made.prepare()
    for assignment in ASSIGNMENTS:
        made.make_release(assignment)
    return made


def test_a_release_is_one_file_for_each_assignment_without_a_mark_of_the_instructors(release):
    files = [path for path in (release.root / "release").rglob("*") if path.is_file()]
    assert sorted(path.stem for path in files) == ASSIGNMENTS
    for path in files:
        for mark in (b"BEGIN ", b"END ", b"SOLUTION", b"HIDDEN", b"*Points:*"):
            assert mark not in path.read_bytes(), f"{mark} is in {path}"


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_line_of_a_solution_or_a_hidden_test_is_in_the_release(release, assignment):
    """A line that the source has only inside regions is nowhere in the release."""
    secret, public = set(), set()
    for cell in read(assignment).cells:
        inside = False
        for line in map(str.strip, cell.source.splitlines()):
            inside = (inside or "BEGIN " in line) and "END " not in line
            (secret if inside else public).add(line)
    released = nbformat.read(release.path("release", assignment), as_version=4)
    shown = {line.strip() for cell in released.cells for line in cell.source.splitlines()}
    assert len(secret - public) > 50
    assert not shown & (secret - public)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_function_to_be_written_says_what_it_is_for_and_no_more(release, assignment):
    """A line of a solution outside its marks would be public, and no other test looks for it."""
    released = nbformat.read(release.path("release", assignment), as_version=4)
    for cell in (each for each in released.cells if is_answer(each) and each.cell_type == "code"):
        for function in (each for each in ast.parse(cell.source).body if isinstance(each, ast.FunctionDef)):
            assert ast.get_docstring(function)
            assert [ast.unparse(each) for each in function.body[1:]] == ["raise NotImplementedError"], name(cell)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_release_asks_for_every_answer_and_shows_its_tests_which_fail(release, assignment):
    source = nbformat.read(release.path("source", assignment), as_version=4)
    released = nbformat.read(release.path("release", assignment), as_version=4)
    assert [name(cell) for cell in source.cells] == [name(cell) for cell in released.cells]
    assert '`%pip install "mistakebound[labs]' in released.cells[0].source
    for cell in released.cells:
        if is_answer(cell):
            assert "raise NotImplementedError" in cell.source or cell.source == "*Your answer here.*"
        elif name(cell):
            assert cell.metadata.editable is False, f"{name(cell)} can be changed"
        assert not cell.get("outputs")
    tests = {name(cell) for cell in released.cells if is_test(cell)}
    assert sit(released).keys() == tests, "a blank submission fails every test"
