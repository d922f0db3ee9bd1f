"""A term: a class of 40, three assignments, two platforms; corrections, old downloads, a mended test, a lost machine.

After each step, everything that students wrote is in the texts to read and in the pages of feedback, and points have
changed only for reasons that were printed.
"""

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from copy import deepcopy
from html import unescape
from itertools import count, cycle
from pathlib import Path

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell
from nbgrader.api import Gradebook

import course as courses
from course import Course
from grading import grade
from marks import Marks
from teach import set_deadline
from tests.assignments import small
from tests.assignments.small import SOLVED, WORDS, answered, append, at, insert, picture, update
from written import is_proof, name, named

pytestmark = pytest.mark.audit
SEED, SIZE = "2027-spring", int(os.environ.get("SIZE", 40))
FIRST, SECOND, THIRD = "alpha", "beta", "gamma"
CLASS = [f"Ann{n} {'Łukács-O’Neil' if n % 9 == 4 else 'Öz'}" for n in range(SIZE)]
FUTURE = "2099-01-01 10:00 UTC"  # after everything without a time
ROOT = Path(__file__).parents[2]
SETTINGS = """
c.LimitedExecute.timeout = 8
c.Rules.late_per_day = 0.1
c.Rules.zone = "Europe/Paris"
c.Rules.proofs_weight = 0.4
c.Rules.dropped = 1
c.Rules.proofs_to_pass = 0.5
"""


def also(*changes):
    def change(notebook):
        for each in changes:
            each(notebook)

    return change


def without(*names):
    def change(notebook):
        notebook.cells = [cell for cell in notebook.cells if name(cell) not in names]

    return change


def copied(grade_id):
    return lambda notebook: notebook.cells.append({**named(notebook)[grade_id], "source": f"# {WORDS}"})


def of_version(minor):
    def change(notebook):
        notebook.nbformat_minor = minor
        for cell in notebook.cells:
            cell.pop("id", None)

    return change


# what troubles other graders: (what a student does to a good notebook, the points of its code)
TROUBLES = {
    "nothing": (also(), 6),
    "a cell of its own": (insert("proof-even", new_markdown_cell(WORDS)), 6),
    "a raw cell": (insert("proof-odd", new_raw_cell(WORDS)), 6),
    "prose in a code cell": (insert("proof-odd", new_code_cell(WORDS)), 6),
    "a retyped proof": (update("proof-even", cell_type="code", source=WORDS), 6),
    "a retyped answer": (update("double", cell_type="raw", source=f"{SOLVED['double']}  # {WORDS}"), 6),
    "in the question": (also(small.in_the_question, update("proof-odd", source="")), 6),
    "two proofs in one cell": (
        also(update("proof-even", source=f"{WORDS}, and it is odd: {WORDS}"),
             update("proof-odd", source=small.STUBS["markdown"])), 6
    ),
    "a photo": (insert("proof-odd", picture()), 6),
    "a photo alone": (update("proof-odd", **picture()), 6),
    "code at the end": (
        also(update("double", source=small.STUBS["code"]), append(new_code_cell(f"# {WORDS}\n{SOLVED['double']}"))), 6
    ),
    "a copied answer": (copied("double"), 6),
    "a copied proof": (copied("proof-odd"), 6),
    "a deleted test": (without("double-one", "most-four"), 6),
    "an edited test": (update("double-one", source=f"assert True  # {WORDS}"), 6),
    "a deleted answer": (without("most"), 5),
    "an endless loop": (update("most", source=f"while True: pass  # {WORDS}"), 5),
    "old cell ids": (of_version(4), 6),
    "a newer version": (of_version(9), 6),
    "wrong": (update("double", source=f"def double(x): return 2  # {WORDS}"), 2),
}  # fmt: skip


class Term:
    """A class, its course, and what each of its students wrote."""

    def __init__(self, folder, capsys):
        self.folder, self.capsys, self.numbers = folder, capsys, count()
        self.course = Course(folder / "courses", SEED)
        for assignment in (FIRST, SECOND, THIRD):
            self.write_source(assignment)
        self.course.prepare()
        with (self.course.root / courses.SETTINGS).open("a") as settings:
            settings.write(SETTINGS)
        for assignment in (FIRST, SECOND, THIRD):
            self.course.make_release(assignment)
        rows = [f"{each.split()[0]},{each.split()[1]},{n}@example.org" for n, each in enumerate(CLASS)]
        self.course.roster.write_text("\n".join(["First name,Last name,Email address", *rows]), encoding="utf-8-sig")
        self.words, self.points, self.reading = {}, {}, None

    def write_source(self, assignment, test="assert most == 4"):
        path = courses.SOURCES / assignment / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(small.source(test, f"imports-{assignment}"), path)

    def work(self, assignment, student, trouble="nothing", **answers):
        """What a student hands in, with words of the student's own; these are what counts from now on."""
        proofs = {"proof_even": f"It is twice $x$, {WORDS}.", "proof_odd": f"It is not, {WORDS}."}
        notebook = answered(self.course.load("release", assignment), **{**SOLVED, **proofs, **answers})
        TROUBLES[trouble][0](notebook)
        words = self.words[assignment, student] = []
        for cell in notebook.cells:
            while WORDS in cell["source"]:
                words.append(f"word{next(self.numbers)}x")
                cell["source"] = cell["source"].replace(WORDS, words[-1], 1)
        return notebook

    def download(self, label, works, form):
        """A .zip of a platform, with these notebooks."""
        for number, (student, notebook) in enumerate(works.items()):
            first, last = student.split()
            flat = re.sub(r"[^\w]", "", f"{last}{first}").lower()
            file = self.folder / label / form.format(student=student, flat=flat, number=7000 + number)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(notebook))
        return Path(shutil.make_archive(self.folder / label, "zip", self.folder / label))

    def dated(self, label, works, assignment, when):
        """A folder as nbgrader makes it, with times."""
        for student, notebook in works.items():
            file = self.folder / label / student / assignment / f"{assignment}.ipynb"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(notebook))
            file.with_name("timestamp.txt").write_text(when)
        return self.folder / label

    def table(self, label):
        with (self.course.root / "grades" / f"{label}.csv").open(encoding="utf-8-sig", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    def grade(self, folder=None, *, reasons=()):
        """Grade, and compare: whose points have changed must have a line with one of the reasons. Returns the lines."""
        self.capsys.readouterr()
        grade(self.course, folder)
        said = self.capsys.readouterr().out
        found = {
            (assignment, student): row["points"]
            for assignment in {each for each, _ in self.words}
            for student, row in self.table(assignment).items()
            if row["points"]
        }
        lines = dict(re.findall(r"^(\S+, .+?): (\S+ -> \S+ points \(.+\))$", said, flags=re.MULTILINE))
        changed = {f"{each[0]}, {each[1]}" for each in self.points if self.points[each] != found.get(each)}
        assert lines.keys() == changed, [(each, self.points[each], found.get(each)) for each in self.points]
        assert all(any(reason in line for reason in reasons) for line in lines.values()), lines
        self.points = found
        self.nothing_is_lost()
        return said

    def nothing_is_lost(self):
        """Whether every word is on the page of its student, and those of proofs in the form for reading."""
        for (assignment, student), words in self.words.items():
            page = self.course.path("feedback", assignment, student, ".html").read_text("utf-8")
            assert [word for word in words if word not in page] == [], (assignment, student)
            form, notebook = self.form(assignment, student), self.course.load("autograded", assignment, student)
            texts = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
            read = [word for word in words if any(word in cell.source for cell in texts)]
            assert [word for word in read if word not in form] == [], (assignment, student)
            pictures = sum(len(cell.get("attachments", {})) for cell in texts)
            assert page.count("data:image/png") == form.count("data:image/png") == pictures
            for proof in filter(is_proof, texts):
                row = self.table(assignment)[student]
                scores = [value for column, value in row.items() if column.startswith(name(proof))]
                marks = [key for key in Marks(self.course.marks).given if key[:3] == (assignment, student, name(proof))]
                assert scores == [""] or marks, "an unread proof has no points"

    def form(self, assignment, student):
        """What nbgrader's form shows of a student's work."""
        config = self.course.config()
        config.HTMLExporter.template_name = "formgrade"
        if self.reading is None:
            self.reading = HTMLExporter(config=config)
        resources = dict.fromkeys(("submission_id", "notebook_id", "base_url", "student", "notebook_path"), "1")
        resources |= {"assignment_id": assignment, "index": 0, "total": 1, "first_name": "", "last_name": ""}
        html, _ = self.reading.from_filename(str(self.course.path("autograded", assignment, student)), resources)
        return unescape(html)

    def give(self, assignment, students, **points):
        """Points for proofs, as the form gives them."""
        with Gradebook(self.course.gradebook) as gradebook:
            for student in students:
                for proof, score in points.items():
                    where = proof.replace("_", "-"), assignment, assignment, student
                    given = gradebook.find_grade(*where)
                    given.manual_score, given.needs_manual_grade = score, False
                    gradebook.find_comment(*where).manual_comment = f"Read: {score}"
            gradebook.db.commit()

    def runs(self, assignment):
        """When each student's work was last run."""
        return {
            student: self.course.path("autograded", assignment, student).stat().st_mtime_ns
            for each, student in self.words
            if each == assignment
        }

    def command(self, folder):
        """`make grade` as a process of its own, of this class's small assignments."""
        program = "import pathlib, course, teach\ncourse.SOURCES = pathlib.Path({!r})\nteach.main()"
        words = ["grade", str(self.course.courses), SEED, str(folder), ""]
        paths = [str(ROOT / each) for each in ("notebooks/assignments", "book/_ext", ".")]
        return subprocess.Popen(
            [sys.executable, "-c", program.format(str(courses.SOURCES)), *words],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TMPDIR": self.temporary},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )


@pytest.fixture
def term(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(courses, "SOURCES", tmp_path / "source")
    courses.assignments.cache_clear()
    courses.cell_names.cache_clear()
    with tempfile.TemporaryDirectory() as temporary:  # not in a longer path, where no socket could be
        made = Term(tmp_path, capsys)
        made.temporary = temporary
        yield made
    courses.assignments.cache_clear()
    courses.cell_names.cache_clear()


MOODLE = "{student}_{number}_assignsubmission_file_/homework {number}.ipynb"


def test_a_term(term):
    troubles = dict(zip(CLASS, cycle(TROUBLES), strict=False))
    expected = {student: TROUBLES[trouble][1] for student, trouble in troubles.items()}

    # the first assignment, from Moodle, and with the troubles of other graders
    works = {student: term.work(FIRST, student, trouble) for student, trouble in troubles.items()}
    first = term.download("first", works, MOODLE)
    term.grade(first)
    table = term.table(FIRST)
    assert {student: (float(row["points"]), row["status"]) for student, row in table.items()} == {
        student: (points, "to read") for student, points in expected.items()
    }

    # the proofs are read
    term.give(FIRST, CLASS, proof_even=5, proof_odd=2)
    term.grade(reasons=["given by hand"])
    assert {student: float(row["points"]) for student, row in term.table(FIRST).items()} == {
        student: points + 7 for student, points in expected.items()
    }
    pages = [term.course.path("feedback", FIRST, each, ".html").read_text("utf-8") for each in CLASS]
    assert all("Read: 5" in page and "Read: 2" in page for page in pages)

    # corrections: of code only, and of a proof
    code, proof, solved = CLASS[19], CLASS[0], CLASS[15]
    before = deepcopy(works[proof])
    words = term.words[FIRST, proof]
    works[proof] = answered(before, proof_odd="It is not: newword1x")
    term.words[FIRST, proof] = [*words[:1], "newword1x"]
    kept = term.words[FIRST, code][-2:]
    works[code] = answered(works[code], **SOLVED)
    term.words[FIRST, code] = kept
    corrections = term.dated("corrections", {each: works[each] for each in (code, proof)}, FIRST, FUTURE)
    said = term.grade(corrections, reasons=["another submission counts"])
    rows = term.table(FIRST)
    assert "2 new submissions" in said
    assert (rows[code]["points"], rows[code]["status"]) == ("13", "graded"), "its proofs are the same"
    assert (rows[proof]["points"], rows[proof]["to read"]) == ("11", "4"), "one proof is another"

    # an older download again, and one student's alone: nothing changes
    runs, points = term.runs(FIRST), dict(term.points)
    one = term.dated("one", {solved: works[solved]}, FIRST, "2026-01-01 10:00 UTC")
    for download in (first, one, None):
        term.grade(download)
    assert (term.runs(FIRST), term.points) == (runs, points)

    # a lost machine: what was handed in, the marks, and the settings are on another
    for path in ("gradebook.db", "submitted", "autograded", "feedback", "grades", "graded", "log", "solution"):
        path = term.course.root / path
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    term.grade()
    assert term.points == points

    # the second assignment, from Canvas, and a deadline that is moved, for all and for one
    in_time, late = CLASS[: SIZE // 2], CLASS[SIZE // 2 :]
    set_deadline(term.course, SECOND, "2027-05-07 23:59 Europe/Paris")
    works = {student: term.work(SECOND, student) for student in in_time}
    term.grade(term.download("second", works, "{flat}_{number}_1_beta-2.ipynb"))
    works = {student: term.work(SECOND, student) for student in late}
    term.grade(term.dated("late", works, SECOND, "2027-05-08 00:30 CEST"))
    assert {term.table(SECOND)[student]["deducted"] for student in late} == {"0.6"}
    set_deadline(term.course, SECOND, "2027-05-09 23:59 Europe/Paris", late[0])
    term.grade(reasons=["it came late, or in time"])
    assert [term.table(SECOND)[student]["deducted"] for student in late[:2]] == ["0", "0.6"]
    set_deadline(term.course, SECOND, "2027-05-08 23:59 Europe/Paris")
    term.grade(reasons=["it came late, or in time"])
    assert {row["deducted"] for row in term.table(SECOND).values()} == {"0"}

    # a test is mended: everybody is graded again, with the marks of the proofs; but first the solution is
    term.give(SECOND, CLASS, proof_even=3, proof_odd=4)
    term.grade(reasons=["given by hand"])
    points = dict(term.points)
    term.write_source(SECOND, "assert most == 5")
    term.course.make_release(SECOND)
    with pytest.raises(SystemExit, match="beta: the solution itself fails most-four, so nothing was graded"):
        grade(term.course)
    term.write_source(SECOND, "assert most > 3")
    term.course.make_release(SECOND)
    assert "beta: its tests have changed, so everybody's work is graded again" in term.grade()
    assert term.points == points
    term.write_source(SECOND, "assert most == 4 and isinstance(double, type(len))\n" + "assert True")
    with pytest.raises(SystemExit, match="the solution itself fails"):
        term.course.make_release(SECOND)
        grade(term.course)
    term.write_source(SECOND, "assert most > 2")
    term.course.make_release(SECOND)
    term.grade()

    # the third: a run that is interrupted ends at once, leaves nothing, and goes on
    works = {student: term.work(THIRD, student) for student in CLASS}
    third = term.download("third", works, "{student}/{number}.ipynb")
    run = term.command(third)
    while not list(term.course.root.glob(f"feedback/*/{THIRD}/{THIRD}.html")):
        assert run.poll() is None, run.communicate()
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    _, error = run.communicate(timeout=60)
    assert re.search(rf"Stopped: \d+ of {SIZE} are still to be graded", error) and "Traceback" not in error
    assert not list(Path(term.temporary).glob("mb-*"))
    pages = {each: term.course.path("feedback", THIRD, each, ".html") for each in CLASS}
    done = {each: page.stat().st_mtime_ns for each, page in pages.items() if page.exists()}
    term.grade()
    again = [each for each in done if pages[each].stat().st_mtime_ns != done[each]]
    assert len(done) < SIZE and len(again) <= os.cpu_count()
    assert {row["points"] for row in term.table(THIRD).values()} == {"6"}

    # nothing new: nothing runs, and nothing changes
    runs = [term.runs(each) for each in (FIRST, SECOND, THIRD)]
    grade(term.course, third)
    assert [term.runs(each) for each in (FIRST, SECOND, THIRD)] == runs

    # what the syllabus promises: 40 % for proofs, the worst of three dropped, half of the proofs to pass
    row = term.table("all")[CLASS[1]]
    assert (row["dropped"], row["proofs"], row["proofs suffice"]) == (THIRD, "14 of 20", "yes")
    assert float(row["percent"]) == round((60 + 40 * 0.7), 1)


#: What is there when a run is ended: received, put into its form, about to run, graded, and the first of three pages.
MOMENTS = (
    "received/*/{}/*.json",
    "submitted/*/{}/*.ipynb",
    "autograded/*/{}/*.ipynb",
    "graded/*/{}/*.json",
    "feedback/*/{}/*.html",
)


def test_a_run_that_is_killed_loses_nothing(term):
    three = CLASS[:3]
    term.grade(term.dated("before", {each: term.work(FIRST, each) for each in three}, FIRST, "2027-05-01 10:00 UTC"))
    term.give(FIRST, three, proof_odd=3)
    for number, moment in enumerate(MOMENTS):
        works = {each: term.work(FIRST, each) for each in three}
        for each, work in works.items():  # the proof that was read stays as it is
            work.cells[at(work, "proof-odd")].source = "It is not."
            term.words[FIRST, each] = term.words[FIRST, each][:1]
        better = term.dated(f"better {number}", works, FIRST, f"2027-05-0{number + 2} 10:00 UTC")
        started, run = time.time_ns(), term.command(better)
        while not any(path.stat().st_mtime_ns > started for path in term.course.root.glob(moment.format(FIRST))):
            assert run.poll() is None, f"nothing was at {moment}: {run.communicate()}"
            time.sleep(0.001)
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        if number == 0:
            grade(term.course, better)
            term.give(FIRST, three, proof_odd=2)
        grade(term.course)
        term.nothing_is_lost()
        rows = term.table(FIRST)
        assert {(rows[each]["points"], rows[each]["to read"]) for each in three} == {("8", "6")}, moment
