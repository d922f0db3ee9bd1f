"""A gradebook's life: handed in, graded, corrected by hand, late ones, a part, the whole, another assignment, a hub.

At every moment the tables, what is exported, and the pages say the same; and a run that is ended loses nothing.
"""

import csv
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from course import Course
from grading import grade
from written import is_answer, name
from tests.assignments.desk import answered, worth

pytestmark = pytest.mark.audit
SEED, FIRST, SECOND = "2027-spring", "perceptron", "halving"
TEACH = Path(__file__).parents[2] / "notebooks" / "assignments" / "teach.py"
CLASS = ("Ada", "Bea", "Cem", "Dan", "Eve")
ROSTER = "First name;Last name;Email address\n" + "".join(f"{each};Who;{each}@example.org\n" for each in CLASS)


class Class:
    """A class, what its students hand in, and what they should then have."""

    def __init__(self, folder, assignments):
        self.folder = folder
        self.course = Course(folder / "courses", SEED)
        self.course.prepare()
        self.solved, self.blank = {}, {}
        for assignment in assignments:
            self.course.make_release(assignment)
            source = self.course.load("source", assignment)
            answers = {name(cell): cell.source for cell in source.cells if is_answer(cell)}
            self.blank[assignment] = self.course.load("release", assignment)
            self.solved[assignment] = answered(self.blank[assignment], answers)
        self.course.roster.write_text(ROSTER, encoding="utf-8-sig")
        self.points = {assignment: {} for assignment in assignments}

    def lay(self, folder, works, assignment=FIRST):
        """Notebooks, or other texts, of students in a folder; returns the folder."""
        for student, work in works.items():
            file = self.folder / folder / f"{student} Who" / f"{assignment}.ipynb"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(work if isinstance(work, str) else nbformat.writes(work), encoding="utf-8")
        return self.folder / folder

    def give(self, student, assignment=FIRST, **scores):
        """Points by hand."""
        with Gradebook(self.course.gradebook) as gradebook:
            for cell, score in scores.items():
                given = gradebook.find_grade(cell.replace("_", "-"), assignment, assignment, f"{student} Who")
                given.manual_score, given.needs_manual_grade = score, False
            gradebook.db.commit()

    def table(self, name, **form):
        with (self.course.root / "grades" / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file, **form))

    def agree(self, unread=()):
        """Whether everything says `points`; `unread` has (assignment, student) whose proofs are not read."""
        everybody = {row["student"]: row for row in self.table("all")}
        export = {row["First name"]: row for row in self.table("import", delimiter=";")}
        assert list(everybody) == [f"{student} Who" for student in CLASS]
        for assignment, points in self.points.items():
            if not points:
                continue
            rows = {row["student"]: row for row in self.table(assignment)}
            for student in CLASS:
                has, row = points.get(student), rows[f"{student} Who"]
                said = "" if has is None else f"{has:g}"
                assert (row["points"], everybody[row["student"]][assignment]) == (said, said)
                assert row["status"] in (("to read", "graded") if said else ("not graded", "nothing to grade"))
                assert (row["status"] == "to read") == ((assignment, student) in unread)
                assert export[student][assignment] == ("" if (assignment, student) in unread else said)
                page = self.course.path("feedback", assignment, row["student"], ".html")
                assert page.exists() == bool(said)
                if said:
                    assert f"<h1>{assignment}: {said} of " in page.read_text("utf-8")
        for student in CLASS:
            total = sum(points.get(student) or 0 for points in self.points.values())
            assert float(everybody[f"{student} Who"]["points"]) == total
        return {row["student"].split()[0]: row["remarks"] for row in self.table(FIRST)}


def test_the_life_of_a_gradebook(tmp_path, capsys):
    term = Class(tmp_path, [FIRST, SECOND])
    solved, blank, course = term.solved[FIRST], term.blank[FIRST], term.course
    tested = sum(worth(solved).values()) - 10  # two proofs of 6 and 4 points
    unread = {(FIRST, "Ada"), (FIRST, "Cem")}

    wrong = answered(solved, {"loosest": "loosest = 0"})
    whole = term.lay("whole", {"Ada": solved, "Bea": blank, "Cem": wrong})
    grade(course, whole)
    term.points[FIRST] = {"Ada": tested, "Bea": 0, "Cem": tested - 1}
    assert term.agree(unread)["Dan"] == "nothing handed in"
    assert "3 new: Ada Who, Bea Who, Cem Who" in capsys.readouterr().out
    assert f"<h1>{FIRST}: 3 graded</h1>" in (course.root / "grades" / f"{FIRST}.html").read_text("utf-8")

    term.give("Ada", proof_cautious=5, proof_feature=4)
    term.give("Bea", ledger_loosest=1)
    grade(course)
    term.points[FIRST] |= {"Ada": tested + 9, "Bea": 1}
    term.agree(unread - {(FIRST, "Ada")})

    runs = {each: course.path("autograded", FIRST, f"{each} Who").stat().st_mtime_ns for each in ("Ada", "Bea")}
    grade(course, term.lay("late", {"Dan": blank}))
    term.points[FIRST]["Dan"] = 0
    term.agree(unread - {(FIRST, "Ada")})
    said = capsys.readouterr().out
    assert "1 new: Dan Who" in said
    assert "3 not in this folder, points as before: Ada Who, Bea Who, Cem Who" in said

    term.give("Cem", ledger_loosest=1)
    grade(course, term.lay("corrections", {"Cem": solved, "Ada": nbformat.writes(solved)[:-100], "Eve": "{}"}))
    term.points[FIRST]["Cem"] = tested
    remarks = term.agree(unread - {(FIRST, "Ada")})
    assert "the newest is not graded: not a notebook: the file is cut off" in remarks["Ada"]
    assert "not a notebook" in remarks["Eve"]
    said = capsys.readouterr().out
    assert "2 changed: Ada Who, Cem Who" in said
    assert "2 not graded: Ada Who (not a notebook: the file is cut off; ask for it again), Eve Who (" in said

    term.lay("whole", {"Cem": solved, "Dan": blank})
    grade(course, whole)
    term.points[FIRST]["Ada"] = tested
    assert "newest" not in term.agree(unread)["Ada"]
    assert course.path("autograded", FIRST, "Bea Who").stat().st_mtime_ns == runs["Bea"]

    works = {"Ada": term.solved[SECOND], "Eve": term.solved[SECOND], "Bea": solved}
    grade(course, term.lay("second", works, SECOND))
    full = float(next(row for row in term.table(SECOND) if row["student"] == "Ada Who")["points"])
    term.points[SECOND] = {"Ada": full, "Eve": full}
    term.agree(unread | {(SECOND, "Ada"), (SECOND, "Eve")})
    said = {row["student"]: row["remarks"] for row in term.table(SECOND)}
    assert said["Bea Who"] == "this is the notebook of another assignment, perceptron"

    collected = course.root / "collected" / "Eve Who" / FIRST
    collected.mkdir(parents=True)
    nbformat.write(blank, collected / f"{FIRST}.ipynb")
    (collected / "timestamp.txt").write_text("2027-05-07 21:00 UTC")
    grade(course, course.root / "collected")
    term.points[FIRST]["Eve"] = 0
    term.agree(unread | {(SECOND, "Ada"), (SECOND, "Eve")})


def test_what_was_mended_in_the_same_folder_is_forgotten(tmp_path):
    term = Class(tmp_path, [FIRST])
    folder = term.lay("whole", {"Ada": term.blank[FIRST]})
    loose = folder / "perceptron.ipynb"
    loose.write_text("{}")
    for students in ({"Ada Who", "perceptron.ipynb"}, {"Ada Who"}):
        grade(term.course, folder)
        found = {row["student"]: row["remarks"] for row in term.table(FIRST) if row["remarks"] != "nothing handed in"}
        assert found.keys() == students
        loose.unlink(missing_ok=True)


#: What is there when a run is ended: received, submitted, not yet run, and the first of three pages.
MOMENTS = {
    "the first is received": "received/*/perceptron/perceptron.json",
    "the last is received": "received/Cem Who/perceptron/perceptron.ipynb",
    "the first is put into its form": "submitted/*/perceptron/perceptron.ipynb",
    "the first is about to run": "autograded/*/perceptron/perceptron.ipynb",
    "the first has a page": "feedback/*/perceptron/perceptron.html",
}


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """A class all of whose students have handed in, been graded, and handed in something better."""
    term = Class(tmp_path_factory.mktemp("killed"), [FIRST])
    grade(term.course, term.lay("before", dict.fromkeys(("Ada", "Bea", "Cem"), term.blank[FIRST])))
    return term


def test_a_run_that_is_ended_loses_nothing(killed):
    course, folder = killed.course, killed.folder
    tested = sum(worth(killed.solved[FIRST]).values()) - 10
    for number, (moment, pattern) in enumerate(MOMENTS.items()):
        answer = {"proof-feature": f"Proof {number}"}  # new each time
        works = dict.fromkeys(("Ada", "Bea", "Cem"), answered(killed.solved[FIRST], answer))
        handed_in = killed.lay(f"better {number}", works)
        started = time.time_ns()
        command = [sys.executable, TEACH, "grade", folder / "courses", SEED, handed_in, ""]
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0)
        while not any(path.stat().st_mtime_ns > started for path in course.root.glob(pattern)):
            assert run.poll() is None, f"it was not seen that {moment}"
            time.sleep(0.001)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        grade(course, handed_in if number == 0 else None)
        killed.points[FIRST] = dict.fromkeys(("Ada", "Bea", "Cem"), tested)
        killed.agree({(FIRST, student) for student in ("Ada", "Bea", "Cem")})
        for student in ("Ada", "Bea", "Cem"):
            page = course.path("feedback", FIRST, f"{student} Who", ".html").read_text("utf-8")
            assert re.search(rf"Proof {number}\b", page), moment


def test_a_namesake_who_comes_later_does_not_take_the_place_of_the_first(tmp_path):
    """Without a roster only Moodle's number says that these are two."""
    term = Class(tmp_path, [FIRST])
    term.course.roster.unlink()
    form = f"Ann Berg_{{}}_assignsubmission_file_/{FIRST}.ipynb"
    for number, work in ((8001, term.solved[FIRST]), (8002, term.blank[FIRST])):
        file = tmp_path / str(number) / form.format(number)
        file.parent.mkdir(parents=True)
        nbformat.write(work, file)
        grade(term.course, tmp_path / str(number))
    first, second = term.table(FIRST)
    assert (first["student"], first["points"], first["status"]) == ("Ann Berg", "30", "to read")
    assert (second["student"], second["points"], second["status"]) == ("Ann Berg_8002", "", "not graded")


def test_the_table_says_who_is_not_in_the_roster_and_who_is_there_twice(tmp_path):
    term = Class(tmp_path, [FIRST])
    folder = term.lay("whole", {"Ada": "{}", "Ann": "{}"})
    (folder / "Ada Who").rename(folder / "ada@example.org")
    grade(term.course, term.lay("again", {"Ada": "{}"}))
    grade(term.course, folder)
    for table in (FIRST, "all"):
        said = {row["student"]: row["remarks"].split(";")[0] for row in term.table(table)}
        assert said["Ann Who"] == "not in the roster"
        assert said["Ada Who"] == said["ada@example.org"] == "Ada Who and ada@example.org are one in the roster"
        assert said["Bea Who"] in ("", "nothing handed in")
