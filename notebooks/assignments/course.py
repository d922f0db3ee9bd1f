"""The directory of a course for one seed, and nbgrader's steps in it.

    source -> release -> (received -> submitted) -> autograded -> feedback, grades

`received` holds everything that students ever handed in, `marks.csv` the points that people gave, and the settings the
rules. Everything else follows from these and from the source, and can be made again: `submitted` (the work in the form
of the release), the gradebook, tables and pages.
"""

import json
import os
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import nbformat
from launch import ask_git, public_address
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback, GenerateSolution
from nbgrader.coursedir import CourseDirectory
from traitlets import TraitError
from traitlets.config.loader import PyFileConfigLoader

from marks import Marks
from rules import Rules
from store import Store, replace
from variants import vary
from written import Frame, digest, incidents, is_proof, name, named

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "source"
SETTINGS = "nbgrader_config.py"
BEGINNING = """c = get_config()
load_subconfig({!r})

# What students install, as the first cell of each assignment says: it must be a public copy of the course.
c.Rules.package = {!r}
"""
#: The words that all assignments share: `HOW` comes after their first words, and `END` before their last.
HOW = """
- **How it works:** write where it says `YOUR CODE HERE` or *Your answer here*. Under each exercise there are small
  tests: run them as often as you like. In the same places your instructor's copy has more tests, which check the same
  things on other data. Every part has its own points, and later parts use earlier ones only where they say so: if you
  are stuck, go on.
- The numbers in the next cell are those of your class."""
END = """## Before you hand in

Choose *Kernel → Restart Kernel and Run All Cells* and look at every test once more: code that runs only in the order
in which you happened to write it does not run for your instructor. Then save, and hand in this one file under its
name, `{}.ipynb`.

"""
INSTALL = """

**Before you begin**, you need the package of the course. If `import mistakebound` fails below, run
`%pip install "{}"` in a new cell, and restart the kernel."""


@cache
def assignments():
    """The names of all assignments."""
    return sorted(path.stem for path in SOURCES.glob("*/*.ipynb"))


def require_assignment(name):
    if name not in assignments():
        raise SystemExit(f"ASSIGNMENT is {name!r}: use one of {', '.join(assignments())}")


@cache
def cell_names(assignment):
    return named(nbformat.read(SOURCES / assignment / f"{assignment}.ipynb", as_version=4)).keys()


def save(notebook, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


class Course:
    """The files of a course, and how to make each from the one before."""

    def __init__(self, folder, seed):
        self.seed = seed
        self.courses = Path(folder).resolve()
        self.root = self.courses / seed
        if not re.fullmatch(r"\w[\w.-]*", seed):
            raise SystemExit(
                f"SEED is {seed!r}: use a name of letters, digits, '.', '-' and '_' only, for example "
                f"2027-spring. {self.others()}"
            )
        self.roster, self.marks = self.root / "roster.csv", self.root / "marks.csv"
        self.store = Store(self.root / "received")
        self.gradebook = f"sqlite:///{self.root}/gradebook.db?timeout=60"

    def others(self):
        """The existing classes, in words."""
        made = sorted(path.parent.name for path in self.courses.glob("*/release"))
        return f"There are: {', '.join(made)}" if made else "There are none yet"

    def require(self):
        """Refuse a class that was never made: a misspelt name would be another class, with other numbers."""
        if not (self.root / "release").exists():
            raise SystemExit(
                f"SEED is {self.seed!r}: no class of this name exists. {self.others()}. "
                f"To begin a new one: make assignments SEED={self.seed}"
            )
        return self

    def path(self, step, assignment, student="", suffix=".ipynb"):
        """The path of a step's file; the steps before `submitted` have no student."""
        return self.root / step / student / assignment / (assignment + suffix)

    def load(self, step, assignment, student=""):
        """Read the notebook of a step."""
        return nbformat.read(self.path(step, assignment, student), as_version=4)

    def config(self):
        """Read the course's settings."""
        return PyFileConfigLoader(SETTINGS, path=str(self.root)).load_config()

    def convert(self, converter, assignment, student="*"):
        """Run one of nbgrader's steps."""
        config = self.config()
        config.CourseDirectory.root = str(self.root)
        config.CourseDirectory.db_url = self.gradebook
        directory = CourseDirectory(config=config)
        directory.assignment_id, directory.student_id = assignment, student
        converter(coursedir=directory, config=config, force=True).start()

    def prepare(self):
        """Make an empty course, with settings that nbgrader's own commands find, and that the instructor may change."""
        # to make a gradebook, nbgrader needs the command alembic, which is beside this Python
        os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        self.root.mkdir(parents=True, exist_ok=True)
        settings = self.root / SETTINGS
        if not settings.exists():
            address = public_address(ask_git(HERE, "remote", "get-url", "origin"))
            package = "mistakebound[labs]" + (f" @ git+{address}" if address else "")
            settings.write_text(BEGINNING.format(str(HERE / SETTINGS), package), encoding="utf-8")

    def make_release(self, assignment):
        """Write the source for this seed, and from it the release, unless students have it already."""
        source = nbformat.read(SOURCES / assignment / f"{assignment}.ipynb", as_version=4)
        source.cells[0].source += HOW
        source.cells[-1].source = END.format(assignment) + source.cells[-1].source
        content, path = nbformat.writes(vary(source, self.seed)).encode(), self.path("source", assignment)
        if not path.exists() or path.read_bytes() != content or self.rules.package not in self.first_words(assignment):
            replace(path, content)
            self.convert_source(assignment)

    def first_words(self, assignment):
        return self.load("release", assignment).cells[0].source if self.path("release", assignment).exists() else ""

    def convert_source(self, assignment):
        """Make the release from the course's source. The gradebook forgets all grades, but not what a person gave."""
        Marks(self.marks).collect(self)
        with Gradebook(self.gradebook) as gradebook, suppress(MissingEntry):
            gradebook.remove_assignment(assignment)
        self.convert(GenerateAssignment, assignment)
        release = self.load("release", assignment)
        release.cells[0].source += INSTALL.format(self.rules.package)
        save(release, self.path("release", assignment))
        content = nbformat.writes(release)
        replace(self.root / "released" / assignment / f"{digest(content)}.ipynb", content.encode())

    def make_solution(self, assignment):
        """Run the source for this seed, with everything in it."""
        self.convert(GenerateSolution, assignment)

    @property
    def rules(self):
        """Return the rules in the settings, or a sentence about what is wrong with them."""
        try:
            return Rules(config=self.config()).checked()
        except (TraitError, ValueError) as error:
            raise SystemExit(f"{self.root / SETTINGS}: {error}") from None

    def tests(self, assignment):
        """A digest of everything that decides the points in an assignment."""
        cells = [cell for cell in self.load("source", assignment).cells if name(cell) and not is_proof(cell)]
        return digest([[name(cell), cell.source, cell.metadata.nbgrader.get("points")] for cell in cells])

    def record(self, assignment, student=""):
        """The record of a student's graded work, or of an assignment if no student is given; empty if there is none.

        `submission` and `tests` are digests of the graded work and of the tests; `source` is the work's place in the
        download, `late` the platform's mark, and `time` the time of submission. `texts` are digests of the texts for a
        person to read, `remarks` are sentences for the instructor, and `page` is a digest of the page. If there are no
        points, `trouble` says why.
        """
        path = self.path("graded", assignment, student, ".json")
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    def set_record(self, assignment, student, record):
        replace(self.path("graded", assignment, student, ".json"), json.dumps(record).encode())

    def graded(self):
        """Return (assignment, student) for all work with points."""
        for path in sorted((self.root / "graded").glob("*/*/*.json")):
            assignment, student = path.stem, path.parts[-3]
            if "texts" in self.record(assignment, student):
                yield assignment, student

    def grade(self, assignment, student, kept, marks):
        """Run a submission in the form of the release, and record its points and the marks of its texts."""
        self.path("graded", assignment, student, ".json").unlink(missing_ok=True)
        versions = sorted((self.root / "released" / assignment).glob("*.ipynb"))
        versions = [nbformat.read(path, as_version=4) for path in versions]
        frame = Frame(self.load("release", assignment), self.load("source", assignment), versions)
        given = kept.load()
        written = frame.fill(given["notebook"])
        save(written.notebook, self.path("submitted", assignment, student))
        with Gradebook(self.gradebook) as gradebook, suppress(MissingEntry):
            gradebook.remove_submission(assignment, student)
        self.convert(Autograde, assignment, student)
        with Gradebook(self.gradebook) as gradebook:
            marks.give(gradebook, assignment, student, written.texts)
        remarks = [*written.remarks, *incidents(self.load("autograded", assignment, student))]
        record = {each: given[each] for each in ("source", "late")} | {"submission": kept.digest}
        record |= {"tests": self.tests(assignment), "texts": written.texts, "remarks": remarks}
        self.set_record(assignment, student, record)

    def make_feedback(self, assignment, student):
        """Make the page that a student gets back."""
        self.convert(GenerateFeedback, assignment, student)
