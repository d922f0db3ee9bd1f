"""A class of good, blank, wrong and hostile submissions, graded together as an instructor would."""

import csv
from copy import deepcopy

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook

from course import Course
from grading import collect, grade
from submissions import differences, is_answer, is_test, name, rebuild
from tests.assignments.desk import answered, worth
from tests.assignments.mistakes import MISTAKES

pytestmark = pytest.mark.audit
SEED, ASSIGNMENT = "2027-spring", "perceptron"
PROOFS = {"proof-cautious", "proof-feature"}
WITHOUT_LEDGER = {"ledger-progress", "ledger-growth", "ledger-loosest"}


def without(notebook, *names):
    notebook.cells = [cell for cell in notebook.cells if name(cell) not in names]
    return notebook


def with_first_cell(notebook, source):
    notebook.cells.insert(0, new_code_cell(source))
    return notebook


def with_cells(notebook, asked, **changes):
    for cell in filter(asked, notebook.cells):
        cell.update(changes)
    return notebook


FOREVER = "import time\nwhile True: time.sleep(0.1)"
DEAF = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" + FOREVER
BROKEN_FILE = '{"cells": [{"cell_type": "code"'
LABELS = ("the length of u forgotten", "a tie is no mistake")

# The two that wait for a timeout are far apart in the alphabet, in which they are graded, so that they wait in turn.
# student: (what becomes of the solution, the tests it loses (None: all), what the remarks say)
HOSTILE = {
    "does not run": (lambda nb: BROKEN_FILE, None, "not a notebook: "),
    "deaf to interrupts": (
        lambda nb: answered(nb, {"better": DEAF}),
        {"better-separates", "better-bound", "hard-promise", "hard-half", "hard-all"},
        "ran too long, deaf to interrupts: nothing after it was run",
    ),
    "loops": (lambda nb: answered(nb, {"loosest": FOREVER}), {"ledger-loosest"}, "(loosest) ran too long"),
    "deletes cells": (
        lambda nb: without(nb, "variant", "imports", "ledger", "bound-any", "ledger-growth"),
        WITHOUT_LEDGER,
        "missing cells: variant, imports, bound-any, ledger, ledger-growth",
    ),
    "prints": (lambda nb: with_first_cell(nb, "print('x' * 100_000_000)"), set(), "cell 1 printed too much"),
    "edits the tests": (
        lambda nb: with_cells(
            answered(nb, {"ledger": "ledger = None", "loosest": "loosest = 1"}), is_test, source="pass"
        ),
        WITHOUT_LEDGER,
        "changed cells, put back: after-mistake, after-right, ",
    ),
    "imports nothing": (
        lambda nb: answered(nb, {"ledger": "import no_such_module", "loosest": "loosest = 0"}),
        WITHOUT_LEDGER,
        "(ledger) raised ModuleNotFoundError: No module named 'no_such_module'",
    ),
    "ends Python": (
        lambda nb: answered(nb, {"hard": "import os\nos._exit(0)"}),
        {"hard-promise", "hard-half", "hard-all"},
        "ended Python: nothing after it was run",
    ),
    "hands in another file": (
        lambda nb: with_cells(nb, name, metadata={}),
        None,
        "no cell of this assignment is in it",
    ),
}


def read_table(path):
    """The row of each student."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The table of the class, the course, and what each student handed in."""
    folder = tmp_path_factory.mktemp("class")
    course = Course(folder / "courses", SEED)
    course.prepare()
    with (course.root / "nbgrader_config.py").open("a") as settings:
        settings.write("c.LimitedExecute.timeout = 20\n")  # two students wait for it
    course.make_release(ASSIGNMENT)
    source = nbformat.read(course.path("source", ASSIGNMENT), as_version=4)
    release = nbformat.read(course.path("release", ASSIGNMENT), as_version=4)
    answers = {name(cell): cell.source for cell in source.cells if is_answer(cell)}
    solved = answered(release, answers)
    handed_in = {"solution": solved, "blank": release}
    for label in LABELS:
        handed_in[label] = answered(solved, MISTAKES[ASSIGNMENT][label][0])
    for student, (change, _, _) in HOSTILE.items():
        handed_in[student] = change(deepcopy(solved))
    for student, notebook in handed_in.items():
        file = folder / "submissions" / student / "perceptron.ipynb"
        file.parent.mkdir(parents=True)
        file.write_text(notebook if isinstance(notebook, str) else nbformat.writes(notebook), encoding="utf-8")
    (path,) = grade(course, folder / "submissions")
    return read_table(path), course, worth(source)


def lost(row):
    """The tests without points."""
    cells = {column.split(" (")[0]: value for column, value in row.items() if column.endswith(")")}
    return {cell for cell, value in cells.items() if cell not in PROOFS and float(value) == 0}


def test_everybody_has_a_row(graded):
    table, _, points = graded
    assert set(table) == {"solution", "blank", *LABELS, *HOSTILE}
    for row in table.values():
        assert float(row["of"]) == sum(points.values())
        given = [float(row[f"{cell} ({value})"] or 0) for cell, value in points.items()]
        assert sum(given) == float(row["points"])


def test_the_solution_earns_everything_and_a_blank_submission_nothing(graded):
    table, _, points = graded
    row = table["solution"]
    assert lost(row) == set()
    assert float(row["points"]) == sum(points.values()) - 10
    assert (row["status"], row["to read"], row["remarks"]) == ("to read", "10", "")
    row = table["blank"]
    assert (row["points"], row["status"], row["to read"]) == ("0", "graded", "0")
    assert row["remarks"].startswith("not answered: after, run, ")


@pytest.mark.parametrize("label", LABELS)
def test_wrong_answers_lose_what_they_lose_at_the_desk(graded, label):
    assert lost(graded[0][label]) == set(MISTAKES[ASSIGNMENT][label][1].split())


@pytest.mark.parametrize("student", HOSTILE)
def test_a_hostile_submission_has_a_clear_row_and_costs_nobody_else(graded, student):
    table, _, points = graded
    _, expected, remark = HOSTILE[student]
    row = table[student]
    assert remark in row["remarks"]
    assert lost(row) == (set(points) - PROOFS if expected is None else expected)
    assert len(row["remarks"]) < 500 and "\n" not in row["remarks"]


def test_what_could_be_read_has_a_page(graded):
    table, course, _ = graded
    for student, row in table.items():
        page = course.path("feedback", ASSIGNMENT, student, ".html")
        assert page.exists() == (row["status"] != "not graded")
        assert not page.exists() or page.stat().st_size < 2_000_000


def test_graded_by_hand_and_again(graded):
    """Points given by a person are in the table of the next run, which grades only what has changed.

    Proofs that come in anew are to be read anew, whatever points they were given.
    """
    table, course, _ = graded
    before = course.path("autograded", ASSIGNMENT, "solution").stat().st_mtime_ns
    with Gradebook(course.gradebook) as gradebook:
        for cell, score in (("proof-cautious", 5), ("proof-feature", 0)):
            given = gradebook.find_grade(cell, ASSIGNMENT, ASSIGNMENT, "solution")
            given.manual_score, given.needs_manual_grade = score, False
        gradebook.db.commit()
    submissions = course.root.parents[1] / "submissions"
    one = submissions.parent / "one"
    (one / "solution").mkdir(parents=True)
    (submissions / "solution" / "perceptron.ipynb").rename(one / "solution" / "perceptron.ipynb")
    (path,) = grade(course, one)
    row = read_table(path)["solution"]
    assert (row["status"], row["to read"], row["proof-cautious (6)"]) == ("graded", "0", "5")
    assert float(row["points"]) == float(table["solution"]["points"]) + 5
    assert course.path("autograded", ASSIGNMENT, "solution").stat().st_mtime_ns == before
    file = one / "solution" / "perceptron.ipynb"
    notebook = answered(nbformat.read(file, as_version=4), {"proof-feature": "Another proof."})
    nbformat.write(notebook, file)
    (path,) = grade(course, one)
    row = read_table(path)["solution"]
    assert (row["status"], row["to read"], row["points"]) == ("to read", "10", table["solution"]["points"])


def test_an_answer_that_was_emptied_is_none(graded):
    _, course, _ = graded
    release = nbformat.read(course.path("release", ASSIGNMENT), as_version=4)
    emptied = answered(release, {"proof-feature": " \n", "hard": ""})
    assert differences(release, emptied) == differences(release, release)
    assert rebuild(release, emptied) == rebuild(release, release)


def test_collecting(tmp_path):
    for file in (
        "ada/perceptron.ipynb",
        "ada/.ipynb_checkpoints/perceptron-checkpoint.ipynb",
        "bob/upload/perceptron (1).ipynb",
        "cyd/perceptron.ipynb",
        "cyd/perceptron (1).ipynb",
        "dan/perceptron (1).ipynb",
        "dan/perceptron (2).ipynb",
        "eve/perceptrons.ipynb",
        "f*/perceptron.ipynb",
        "loose.ipynb",
    ):
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    submissions, others = collect(tmp_path)
    troubles = {each.student: each.trouble.split(":")[0] for each in submissions}
    assert troubles == {
        "ada": "",
        "bob": "",
        "cyd": "2 files of this assignment",
        "dan": "2 files of this assignment",
        "f*": "the folder's name",
    }
    assert [path.name for path in others] == ["perceptrons.ipynb", "loose.ipynb"]
