"""The assignments for Otter: nothing hidden reaches students; Otter gives a solution all points, and a blank none."""

import json
import os
import shutil
import subprocess
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest

from course import Course, save
from gradescope import HIDDEN, convert
from tests.assignments.desk import ASSIGNMENTS, SEEDS
from written import is_answer, name, named

pytestmark = pytest.mark.audit
OTTER = shutil.which("otter")


@pytest.fixture(scope="module", params=ASSIGNMENTS)
def made(request, tmp_path_factory):
    """The source of an assignment, the folder that is made of it, and its notebook for students."""
    course = Course(tmp_path_factory.mktemp("course"), SEEDS[0])
    course.prepare()
    course.make_release(request.param)
    folder = convert(course, request.param)
    return course.load("source", request.param), folder, nbformat.read(folder / f"{request.param}.ipynb", as_version=4)


def test_students_get_every_test_by_name_and_none_that_is_hidden(made):
    source, folder, blank = made
    asked = [test for cell in blank.cells for test in cell.metadata.get("otter", {}).get("tests", [])]
    assert sorted(asked) == sorted(path.stem for path in folder.glob("tests/*.py"))
    assert [cell.source for cell in blank.cells].count("<!-- BEGIN QUESTION -->") == 2
    hidden = {line for cell in source.cells for part in HIDDEN.findall(cell.source) for line in part.splitlines()}
    secret = {line for line in hidden if len(line) > 40}
    assert secret and not secret.intersection(line for cell in blank.cells for line in cell.source.splitlines())


def graded(folder, notebook, place):
    """What Otter gives to a notebook, {test: points}; it runs in the environment that the command belongs to."""
    path = place / f"{folder.name}.ipynb"
    save(notebook, path)
    run = [OTTER, "run", "--autograder", folder / "autograder.zip", "--output-dir", place, "--no-logo", path]
    where = {"PATH": os.pathsep.join([str(Path(OTTER).parent), os.environ["PATH"]])}
    subprocess.run(run, check=True, capture_output=True, env=os.environ | where)
    tests = json.loads((place / "results.json").read_text("utf-8"))["tests"]
    return {each["name"]: each["score"] for each in tests if "score" in each}


@pytest.mark.skipif(not OTTER, reason="needs the command otter, of an environment that has this package, too")
def test_otter_gives_a_solution_all_points_and_a_blank_none(made, tmp_path):
    source, folder, blank = made
    given = named(source)
    solved = deepcopy(blank)
    for cell in solved.cells:
        if is_answer(cell):
            cell.source = given[name(cell)].source
        elif name(cell) == "variant":
            cell.source = "SEED = 'mine'"  # it is put back
    worth = {each: cell.metadata.nbgrader.get("points", 0) for each, cell in given.items() if not is_answer(cell)}
    assert graded(folder, solved, tmp_path) == worth
    assert graded(folder, blank, tmp_path) == dict.fromkeys(worth, 0)
