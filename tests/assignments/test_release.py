"""Nothing that is to stay with the instructor is in what students get."""

import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_output

import course
from course import Course
from submissions import is_answer, is_graded, is_test, name
from tests.assignments.desk import ASSIGNMENTS, SEEDS, SOURCES, sit

REGION = re.compile(r"^.*BEGIN (SOLUTION|HIDDEN TESTS).*$", flags=re.MULTILINE)
CANARY = "canary-4f1d"


def plant(notebook):
    """Put a canary, each with its own number, into every solution, every hidden test and every output."""
    count = 0

    def numbered():
        nonlocal count
        count += 1
        return f"{CANARY}-{count}"

    for cell in notebook.cells:
        mark = "<!-- {} -->" if cell.cell_type == "markdown" else "# {}"
        cell.source = REGION.sub(lambda found, mark=mark: f"{found[0]}\n{mark.format(numbered())}", cell.source)
        if cell.cell_type == "code":
            cell.outputs = [new_output("stream", text=numbered())]
    return notebook


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """All assignments, with canaries in their sources, released."""
    folder = tmp_path_factory.mktemp("course")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(course, "SOURCES", folder)
        for assignment in ASSIGNMENTS:
            path = Path(assignment, f"{assignment}.ipynb")
            course.save(plant(course.load(SOURCES / path)), folder / path)
        made = Course(folder, SEEDS[1])
        made.prepare()
        for assignment in ASSIGNMENTS:
            made.make_release(assignment)
    return made


def files(folder):
    return [path for path in Path(folder).rglob("*") if path.is_file()]


def test_canaries_are_everywhere_but_in_the_release(release):
    for assignment in ASSIGNMENTS:
        planted = release.path("source", assignment).read_text(encoding="utf-8").count(CANARY)
        assert planted > 20
    assert len(files(release.root / "release")) == len(ASSIGNMENTS)
    for path in files(release.root / "release"):
        content = path.read_bytes()
        for secret in (CANARY.encode(), b"BEGIN ", b"END ", b"SOLUTION", b"HIDDEN", b"*Points:*"):
            assert secret not in content, f"{secret} is in {path}"


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_line_of_a_solution_or_a_hidden_test_is_in_the_release(release, assignment):
    """The same by contents: a line that the source has only inside regions is nowhere in the release."""
    secret, public = set(), set()
    for cell in nbformat.read(SOURCES / assignment / f"{assignment}.ipynb", as_version=4).cells:
        inside = False
        for line in map(str.strip, cell.source.splitlines()):
            inside = (inside or "BEGIN " in line) and "END " not in line
            (secret if inside else public).add(line)
    released = nbformat.read(release.path("release", assignment), as_version=4)
    shown = {line.strip() for cell in released.cells for line in cell.source.splitlines()}
    assert len(secret - public) > 50
    assert not shown & (secret - public)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_release_asks_for_every_answer_and_shows_its_tests(release, assignment):
    source = nbformat.read(release.path("source", assignment), as_version=4)
    released = nbformat.read(release.path("release", assignment), as_version=4)
    assert [name(cell) for cell in source.cells] == [name(cell) for cell in released.cells]
    for cell in released.cells:
        if is_answer(cell):
            assert "raise NotImplementedError" in cell.source or cell.source == "*Your answer here.*"
        elif name(cell):
            assert cell.metadata.editable is False, f"{name(cell)} can be changed"
        assert not cell.get("outputs")


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_blank_submission_fails_every_test(release, assignment):
    released = nbformat.read(release.path("release", assignment), as_version=4)
    tests = {name(cell) for cell in released.cells if is_graded(cell) and is_test(cell)}
    assert sit(released).keys() == tests
