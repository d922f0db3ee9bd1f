"""A course directory for one seed, and nbgrader's steps in it.

    source -> release -> (received -> submitted) -> autograded -> feedback, grades

`received` holds what the students handed in, `submitted` the same put into the form of the release.
"""

import os
import re
import shutil
import sys
from functools import cache
from pathlib import Path

import nbformat
from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback, GenerateSolution
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader

from submissions import read, rebuild
from variants import vary

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "source"
SETTINGS = "nbgrader_config.py"
TIMESTAMP = "timestamp.txt"  # nbgrader's: when the notebook beside it was handed in


@cache
def assignments():
    """The names of all assignments."""
    return sorted(path.stem for path in SOURCES.glob("*/*.ipynb"))


def save(notebook, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


class Course:
    """Where the files of a course are, and how each comes from the one before it."""

    def __init__(self, folder, seed):
        if not re.fullmatch(r"[\w.-]+", seed):
            raise SystemExit(f"SEED is {seed!r}: use letters, digits, '.', '-' and '_' only, for example 2027-spring")
        self.seed = seed
        self.root = Path(folder).resolve() / seed
        self.roster = self.root / "roster.csv"
        self.gradebook = f"sqlite:///{self.root}/gradebook.db?timeout=60"

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

    def grade(self, assignment, student):
        """Put what a student handed in into the form of the release, run it, and keep its points."""
        received, submitted = (self.path(step, assignment, student) for step in ("received", "submitted"))
        save(rebuild(self.load("release", assignment), read(received)), submitted)
        if received.with_name(TIMESTAMP).exists():
            shutil.copy(received.with_name(TIMESTAMP), submitted.with_name(TIMESTAMP))
        self.convert(Autograde, assignment, student)

    def make_feedback(self, assignment, student):
        """The page that a student gets back."""
        self.convert(GenerateFeedback, assignment, student)
