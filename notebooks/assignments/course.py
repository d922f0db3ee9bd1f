"""A course directory for one seed, and nbgrader's steps in it.

    source -> release -> (received -> submitted) -> autograded -> feedback, grades

`received` holds what the students handed in, with a record of what became of it, `submitted` the same put into the form
of the release. Points are in the gradebook, and nowhere else.
"""

import json
import os
import re
import shutil
import sys
from functools import cache
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback, GenerateSolution
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader

from submissions import Unreadable, differences, incidents, named, read, rebuild
from variants import vary

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "source"
SETTINGS = "nbgrader_config.py"
TIMESTAMP = "timestamp.txt"  # nbgrader's: when the notebook beside it was handed in


@cache
def assignments():
    """The names of all assignments."""
    return sorted(path.stem for path in SOURCES.glob("*/*.ipynb"))


@cache
def cell_names(assignment):
    return named(nbformat.read(SOURCES / assignment / f"{assignment}.ipynb", as_version=4)).keys()


def save(notebook, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


def replace(path, content):
    """Write a file that, whenever this is ended, is the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


class Course:
    """Where the files of a course are, and how each comes from the one before it."""

    def __init__(self, folder, seed):
        self.seed = seed
        self.courses = Path(folder).resolve()
        self.root = self.courses / seed
        if not re.fullmatch(r"\w[\w.-]*", seed):
            raise SystemExit(
                f"SEED is {seed!r}: name your class with letters, digits, '.', '-' and '_' only, for example "
                f"2027-spring. {self.others()}"
            )
        self.roster = self.root / "roster.csv"
        self.gradebook = f"sqlite:///{self.root}/gradebook.db?timeout=60"

    def others(self):
        """The classes that there are, in words."""
        made = sorted(path.parent.name for path in self.courses.glob("*/release"))
        return f"There are: {', '.join(made)}" if made else "There are none yet"

    def require(self):
        """Refuse a class that was never made: a slip in its name would be another one, with other numbers."""
        if not (self.root / "release").exists():
            raise SystemExit(
                f"SEED is {self.seed!r}: no class of this name has been made. {self.others()}. "
                f"To begin a new one: make assignments SEED={self.seed}"
            )
        return self

    def path(self, step, assignment, student="", suffix=".ipynb"):
        """A file of a step: the steps before `submitted` have no student."""
        return self.root / step / student / assignment / (assignment + suffix)

    def load(self, step, assignment, student=""):
        """The notebook of a step."""
        return nbformat.read(self.path(step, assignment, student), as_version=4)

    def convert(self, converter, assignment, student="*"):
        """Take one of nbgrader's steps."""
        config = PyFileConfigLoader(SETTINGS, path=str(self.root)).load_config()
        config.CourseDirectory.root = str(self.root)
        config.CourseDirectory.db_url = self.gradebook
        directory = CourseDirectory(config=config)
        directory.assignment_id, directory.student_id = assignment, student
        converter(coursedir=directory, config=config, force=True).start()

    def prepare(self):
        """An empty course, with settings that nbgrader's own commands find too, and that its instructor may change."""
        # to make a gradebook, nbgrader calls the command alembic, which is beside this Python
        os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        self.root.mkdir(parents=True, exist_ok=True)
        settings = self.root / SETTINGS
        if not settings.exists():
            settings.write_text(f"c = get_config()\nload_subconfig({str(HERE / SETTINGS)!r})\n", encoding="utf-8")

    def make_release(self, assignment):
        """The source under this seed, and from it what students get."""
        source = nbformat.read(SOURCES / assignment / f"{assignment}.ipynb", as_version=4)
        save(vary(source, self.seed), self.path("source", assignment))
        self.convert(GenerateAssignment, assignment)

    def make_solution(self, assignment):
        """The source under this seed, run, with everything in it."""
        self.convert(GenerateSolution, assignment)

    def record(self, assignment, student):
        """What became of what a student handed in; nothing if nothing was.

        `remark`, `marked_late` and `participant` come with the file. Once it is graded there are `remarks`, and once
        its page is written `page`, for which points. If it cannot be graded, `trouble` says why; if that was seen
        before it was received, `folder` says where, and what was received before is kept.
        """
        path = self.path("received", assignment, student, ".json")
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    def set_record(self, assignment, student, record):
        replace(self.path("received", assignment, student, ".json"), json.dumps(record).encode())

    def grade(self, assignment, student):
        """Put what was handed in into the form of the release, run it, keep its points; returns what is remarkable."""
        received, submitted = (self.path(step, assignment, student) for step in ("received", "submitted"))
        release, handed_in = self.load("release", assignment), read(received)
        cells = named(handed_in).keys()
        other = max(assignments(), key=lambda each: len(cell_names(each) & cells))
        if len(cell_names(other) & cells) > len(cell_names(assignment) & cells):
            raise Unreadable(f"this is the notebook of another assignment, {other}")
        save(rebuild(release, handed_in), submitted)
        submitted.with_name(TIMESTAMP).unlink(missing_ok=True)
        if received.with_name(TIMESTAMP).exists():
            shutil.copy(received.with_name(TIMESTAMP), submitted.with_name(TIMESTAMP))
        self.convert(Autograde, assignment, student)
        self.forget_points_by_hand(assignment, student)
        return [*differences(release, handed_in), *incidents(self.load("autograded", assignment, student))]

    def forget_points_by_hand(self, assignment, student):
        """They were given for what was handed in before: nbgrader would count them until a person looks again."""
        with Gradebook(self.gradebook) as gradebook:
            for given in gradebook.find_submission_notebook(assignment, assignment, student).grades:
                given.manual_score, given.needs_manual_grade = None, given.auto_score is None
            gradebook.db.commit()

    def make_feedback(self, assignment, student):
        """The page that a student gets back."""
        self.convert(GenerateFeedback, assignment, student)
