"""A class of fifty, good, blank, wrong, late, odd and hostile, graded together as an instructor would."""

import csv
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager

import nbformat
import psutil
import pytest
from nbgrader.api import Gradebook

from course import Course
from grading import grade
from marks import Marks
from sandbox import missing
from teach import set_deadline
from tests.assignments.desk import answered, worth
from tests.assignments.hostile import BEHIND_WALLS, HOSTILE, attacks
from tests.assignments.mistakes import MISTAKES
from tests.book.conftest import browser, root
from written import is_answer, name

__all__ = ["browser", "root"]
pytestmark = pytest.mark.audit
SEED, ASSIGNMENT = "2027-spring", "perceptron"
PROOFS = {"proof-cautious", "proof-feature"}

# Without bubblewrap only the rest is tried; machines that check changes have it.
ATTACKS = HOSTILE if missing() and not os.environ.get("CI") else HOSTILE | BEHIND_WALLS
LABELS = ("the length of u forgotten", "a tie is no mistake")

# student: (what is handed in, where, what is said if that cannot be used)
ODD = {
    "a program": ("solution", "perceptron.py", ""),
    "a page": ("<html></html>", "perceptron.ipynb", "is a web page, not a notebook"),
    "another name": ("solution", "homework.ipynb", ""),
    "zero bytes": ("", "perceptron.ipynb", "is empty: ask the student for the file that ends in .ipynb"),
    "with notes": ("solution", "perceptron.ipynb notes.txt", ""),
    "a copy": ("solution", "deep/down/perceptron-Copy1.ipynb", ""),
}
ELSEWHERE = "$x_1$ $\\frac{$ ![](https://elsewhere.example/a.png) <script>document.title='mine'</script>"
ELSEWHERE += r"$\text{<script>document.title='mine'</script>}$"
ABSENT = ("nobody 1", "nobody 2", "nobody 3")
# student: (when it was handed in, how late that is, what is deducted of 30 points)
TIMES = {
    "in time": ("2027-05-07 21:00 UTC", "", "0"),
    "an hour late": ("2027-05-07 22:59 UTC", "1:00 h", "3"),
    "a day late": ("2027-05-09 21:59 UTC", "2 days, 0:00 h", "6"),
}
DUE = "2027-05-07 23:59 Europe/Paris"
SETTINGS = """
c.LimitedExecute.timeout = 30  # two students wait for it
c.Rules.late_per_day = 0.1
"""


def read_table(path):
    """The row of each student."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def listener():
    """Somebody who listens on this computer, and has not been called."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


@pytest.fixture(scope="module")
def graded(tmp_path_factory, listener):
    """The table of the class, the course, and what each student handed in."""
    folder = tmp_path_factory.mktemp("class")
    course = Course(folder / "courses", SEED)
    course.prepare()
    with (course.root / "nbgrader_config.py").open("a") as settings:
        settings.write(SETTINGS)
    course.make_release(ASSIGNMENT)
    source = nbformat.read(course.path("source", ASSIGNMENT), as_version=4)
    release = nbformat.read(course.path("release", ASSIGNMENT), as_version=4)
    answers = {name(cell): cell.source for cell in source.cells if is_answer(cell)}
    solved = answered(release, answers)
    handed_in = {"solution": solved, "blank": release, "elsewhere": answered(solved, {"proof-feature": ELSEWHERE})}
    for label in LABELS:
        handed_in[label] = answered(solved, MISTAKES[ASSIGNMENT][label][0])
    handed_in |= attacks(ATTACKS, solved, course, listener.getsockname()[1])
    for student, (time, _, _) in TIMES.items():
        handed_in[student] = solved
        (folder / "submissions" / student).mkdir(parents=True)
        (folder / "submissions" / student / "timestamp.txt").write_text(time)
    contents = {each: nb if isinstance(nb, str) else nbformat.writes(nb) for each, nb in handed_in.items()}
    files = {f"{student}/perceptron.ipynb": content for student, content in contents.items()}
    for student, (content, names, _) in ODD.items():
        for file in names.split(" "):
            files[f"{student}/{file}".rstrip("/")] = contents.get(content, content)
    for place, content in files.items():
        file = folder / "submissions" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.mkdir() if content is None else file.write_text(content, encoding="utf-8")
    course.roster.write_text("\n".join(["Student,perceptron (55)", *ABSENT, "solution", "blank", "in time"]))
    set_deadline(course, ASSIGNMENT, DUE)
    table, *_ = grade(course, folder / "submissions")
    return read_table(table), course, worth(source)


def lost(row):
    """The tests without points."""
    cells = {column.split(" (")[0]: value for column, value in row.items() if column.endswith(")")}
    return {cell for cell, value in cells.items() if cell not in PROOFS and not float(value or 0)}


def test_everybody_has_a_row(graded):
    table, _, points = graded
    odd = [student for student, (_, _, remedy) in ODD.items() if not remedy]
    assert set(table) == {"solution", "blank", "elsewhere", *LABELS, *ATTACKS, *odd, *TIMES, *ABSENT}
    assert len(table) > 30
    for student, row in table.items():
        assert float(row["of"]) == sum(points.values())
        given = [float(row[f"{cell} ({value})"] or 0) for cell, value in points.items()]
        assert sum(given) - float(row["deducted"]) == float(row["points"] or 0)
        assert bool(row["points"]) == (row["status"] in ("graded", "to read")), "who is not graded has no points, not 0"
        assert (row["status"] == "nothing handed in") == (student in ABSENT)
        known = student in (*ABSENT, "solution", "blank", "in time")
        assert row["remarks"].startswith("not in the roster") != known
    assert {(table[student]["status"], table[student]["points"]) for student in odd} == {("to read", "30")}


def test_what_cannot_be_used_has_a_line(graded):
    lines = (graded[1].root / "grades" / "not used.txt").read_text("utf-8").splitlines()
    for student, (_, names, remedy) in ODD.items():
        place = f"{student}/{names}".rstrip("/")
        assert not remedy or any(line.startswith(f"{place} {remedy}") for line in lines)


@pytest.mark.parametrize("student", TIMES)
def test_who_is_late_is_marked_and_loses_what_the_instructor_says(graded, student):
    table, course, _ = graded
    _, late, deducted = TIMES[student]
    assert (table[student]["late"], table[student]["deducted"]) == (late, deducted)
    page = course.path("feedback", ASSIGNMENT, student, ".html").read_text("utf-8")
    assert (f"{deducted} points were deducted because it came late" in page) == bool(late)
    assert read_table(course.root / "grades" / "all.csv")[student]["late"] == (ASSIGNMENT if late else "")


def test_one_table_over_all_and_one_for_the_platform(graded):
    table, course, _ = graded
    everybody = read_table(course.root / "grades" / "all.csv")
    assert everybody.keys() == table.keys()
    assert (everybody["blank"]["perceptron"], everybody["blank"]["to read"]) == ("0", "")
    assert (everybody["solution"]["perceptron"], everybody["solution"]["to read"]) == ("30", ASSIGNMENT)
    assert everybody["nobody 1"]["nothing graded"] == ASSIGNMENT
    with (course.root / "grades" / "import.csv").open(encoding="utf-8", newline="") as file:
        points = {row["Student"]: row["perceptron (55)"] for row in csv.DictReader(file)}
    assert points == {**dict.fromkeys(ABSENT, ""), "solution": "", "blank": "0", "in time": ""}, "what is read counts"


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


@pytest.mark.parametrize("student", ATTACKS)
def test_a_hostile_submission_has_a_clear_row_and_costs_nobody_else(graded, student):
    table, *_ = graded
    _, expected, remark = ATTACKS[student]
    row = table[student]
    assert remark in row["remarks"]
    assert lost(row) == expected
    assert len(row["remarks"]) < 500 and "\n" not in row["remarks"]


def test_nothing_outside_was_read_written_or_called_and_nothing_runs_on(graded, listener):
    _, course, _ = graded
    assert not [each for each in psutil.process_iter(["cmdline"]) if "98765.4321" in (each.info["cmdline"] or ())]
    with pytest.raises(BlockingIOError):
        listener.accept()
    own = {"nbgrader_config.py", "gradebook.db", "roster.csv"}  # and no marks before anybody has read
    assert {path.name for path in course.root.iterdir() if path.is_file()} == own
    for student in BEHIND_WALLS.keys() & ATTACKS.keys():
        first, *_ = course.load("autograded", ASSIGNMENT, student).cells
        said = "".join(output.get("text", "") for output in first.outputs)
        assert said == ("found: []\n" if student == "searches" else "")


def test_what_could_be_read_has_a_page(graded):
    table, course, _ = graded
    for student, row in table.items():
        page = course.path("feedback", ASSIGNMENT, student, ".html")
        assert page.exists() == (row["status"] in ("graded", "to read"))
        assert not page.exists() or page.stat().st_size < 2_000_000


def visit(page, address):
    """Go to an address; returns what left the page for others than its host: not what its policy held back."""
    left = []
    host = address.split("/formgrader")[0]

    def note(request):
        if request.failure != "csp" and not request.url.startswith(host):
            left.append(request.url)

    page.on("requestfinished", note)
    page.on("requestfailed", note)
    page.goto(address)
    return left


def test_a_page_of_feedback_needs_nothing_from_elsewhere(graded, browser):
    _, course, _ = graded
    page = browser.new_page()
    addresses = {each: course.path("feedback", ASSIGNMENT, each, ".html").as_uri() for each in graded[0]}
    assert visit(page, addresses["solution"]) == []
    assert page.locator("math").count() > 50
    text = page.inner_text("body")
    assert "$" not in text.split("7. Two proofs")[1]
    assert "perceptron: 30 of 40 points" in text
    assert "Exercise 1: A right one changes nothing: 1 of 1" in text
    assert "Exercise 7: A cautious Perceptron: to be read, 6 points" in text
    assert "10 more points depend on proofs that are still to be read" in text
    assert visit(page, addresses["blank"]) == []
    assert "Exercise 7: A cautious Perceptron: 0 of 6" in page.inner_text("body")
    assert "to be read" not in page.inner_text("body")
    assert visit(page, addresses["elsewhere"]) == []
    assert page.title() == "perceptron"
    assert r"\frac{" in page.inner_text("body"), "what is no formula is shown as it was written"


@contextmanager
def reading(root, course):
    """The address of what `make read` starts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = [f"VENV={sys.prefix}", f"COURSES={course.root.parent}", f"SEED={course.seed}", f"PORT={port}"]
    command = ["make", f"--old-file={sys.prefix}/installed-teach", *settings, "read"]
    environment = {**os.environ, "JUPYTER_TOKEN": "token", "BROWSER": "true"}
    server = subprocess.Popen(command, cwd=root, env=environment, stderr=subprocess.PIPE, text=True, process_group=0)
    try:
        next(line for line in server.stderr if "is running at" in line)
        yield f"http://localhost:{port}/formgrader"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.communicate()


def test_proofs_are_read_one_after_another_beside_their_rubric(graded, browser, root):
    _, course, _ = graded
    with reading(root, course) as address, Gradebook(course.gradebook) as gradebook:
        page = browser.new_page()
        visit(page, f"{address}/gradebook?token=token")
        for student in ("elsewhere", "in time"):
            notebook = gradebook.find_submission_notebook(ASSIGNMENT, ASSIGNMENT, student)
            assert visit(page, f"{address}/submissions/{notebook.id}/?token=token") == []
            page.wait_for_function("formgrader.loaded && formgrader.grades.loaded && formgrader.comments.loaded")
        answer, rubric = (page.locator("main .cell").nth(place) for place in (1, 2))
        assert "Cauchy–Schwarz" in page.locator("main .cell").nth(0).inner_text()
        assert "Points: 2 for growth" in rubric.inner_text()
        assert rubric.locator("math").count() > 10
        beside = answer.bounding_box(), rubric.bounding_box()
        assert beside[0]["y"] == beside[1]["y"] and beside[0]["x"] < beside[1]["x"]
        assert page.locator("input.score").count() == len(PROOFS)
        page.locator("input.score").nth(1).fill("3")
        with page.expect_navigation(url=lambda url: notebook.id not in url):
            page.keyboard.press("Control+.")
        place = page.evaluate("$('.tabbable').index($('input.score')[1])")
        assert page.url.endswith(f"?index={place}"), "the same proof of the next student"
        gradebook.db.expire_all()
        assert gradebook.find_grade("proof-feature", ASSIGNMENT, ASSIGNMENT, "in time").manual_score == 3
    text = course.record(ASSIGNMENT, "in time")["texts"]["proof-feature"]
    assert Marks(course.marks).given[ASSIGNMENT, "in time", "proof-feature", text] == ("3", "", "")


def test_a_deadline_needs_a_date(graded):
    for due, said in {
        "": "is not a day, a time and a zone",
        "2027-05-07 23:59": "has no zone",
        "2027-05-07 23:59 Nowhere/Town": "no zone is called Nowhere/Town",
        "07/05/2027 23:59 UTC": "has two readings: write 2027-05-07 or 2027-07-05",
    }.items():
        with pytest.raises(SystemExit, match=f"DUE '{due}'.* {said}"):
            set_deadline(graded[1], ASSIGNMENT, due)
    with pytest.raises(SystemExit, match="ASSIGNMENT is 'percepton': use one of boosting"):
        set_deadline(graded[1], "percepton", DUE)
    with pytest.raises(SystemExit, match="STUDENT is 'ada': it must be one of a copy"):
        set_deadline(graded[1], ASSIGNMENT, DUE, "ada")
