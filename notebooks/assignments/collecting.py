"""What a class handed in, in the form in which learning platforms pack it: nothing and nobody vanishes.

Every file, and every empty folder, is somebody's; whose it is, its path says. So a student has a row in each table,
with a notebook to grade or with a sentence that says why there is none.
(nbgrader's own `zip_collect` takes what fits a pattern, and skips the rest.)
"""

import os
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize
from zipfile import BadZipFile, ZipFile

from course import TIMESTAMP, assignments

#: Whose a path is, and whether it is marked as late.
OWNERS = (
    # Canvas: files side by side, lastnamefirstname_LATE_12345_67890_perceptron.ipynb; the first number is the student's
    re.compile(r"(?P<student>[^/_]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_[^/]+"),
    # Moodle: a folder for each student, or files; its number changes from one assignment to the next
    re.compile(r"(?P<student>[^/]+?)_(?P<participant>\d+)_assignsubmission_[a-z]+_?.*"),
    # nbgrader, or by hand: a folder for each student
    re.compile(r"(?:submitted/)?(?P<student>[^/]+)/.*"),
)
JUNK = {TIMESTAMP, "submission_secret.txt", ".ipynb_checkpoints", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"}
PACKED = {".zip", ".gz", ".tar", ".tgz", ".7z", ".rar"}
LARGEST_DOWNLOAD = 8_000_000_000  # bytes, when unpacked


@dataclass
class Submission:
    """One student's file for one assignment; `trouble` says why it cannot be graded, if it cannot."""

    student: str
    assignment: str
    file: Path | None = None
    trouble: str = ""
    marked_late: bool = False
    remark: str = ""
    participant: str | None = None

    @property
    def timestamp(self):
        return self.file.with_name(TIMESTAMP)


def assignment_of(path):
    """The assignment whose name a file has, perhaps with what Jupyter, a browser or a platform appends.

    >>> [assignment_of(Path(name)) for name in ("halving (1).ipynb", "halving-Copy1.ipynb", "halvings.ipynb")]
    ['halving', 'halving', None]
    """
    for assignment in assignments():
        named = r"(?<![a-z-])" + re.escape(assignment) + r"([-_](copy)?\d+)?(?![\w-])"
        if re.search(named, path.name, flags=re.IGNORECASE):
            return assignment
    return None


@contextmanager
def unpacked(path):
    """A download as a folder: what it is, or what a .zip holds, as long as it is needed."""
    if not path.is_file():
        yield path
        return
    with TemporaryDirectory() as folder:
        try:
            with ZipFile(path) as packed:
                if sum(each.file_size for each in packed.infolist()) > LARGEST_DOWNLOAD:
                    raise SystemExit(f"{path} holds more than {LARGEST_DOWNLOAD // 10**9} GB: unpack it by hand")
                packed.extractall(folder)
        except BadZipFile as error:
            raise SystemExit(f"{path} is neither a folder nor a whole .zip ({error}): download it again") from None
        yield Path(folder)


def owner(path):
    """Whose a path of a download is, itself if nobody's, with Moodle's number; and whether it is marked as late."""
    for form in OWNERS:
        if found := form.fullmatch(path):
            parts = found.groupdict()
            student = "_".join(filter(None, [parts["student"], parts.get("number")]))
            return (student, parts.get("participant")), bool(parts.get("late"))
    return (path, None), False


def belongings(folder):
    """{(name, Moodle's number): the files and empty folders that are theirs}, and the paths that are marked as late."""
    found, late = {}, set()
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        if JUNK & set(inner.parts) or (path.is_dir() and any(each.name not in JUNK for each in path.iterdir())):
            continue
        whose, marked = owner(normalize("NFC", inner.as_posix()) + "/" * path.is_dir())
        found.setdefault(whose, []).append(path)
        if marked:
            late.add(path)
    return found, late


def told_apart(name, number, found, roster):
    """What the student of a name and a number is called in all tables, and why that cannot be said, if it cannot.

    Several in the roster may have one name; and so may two in a download. But Moodle has a number for each assignment.
    """
    places, numbers = roster.places(name), [each for called, each in found if called == name]
    handed_in = [{assignment_of(path) for path in found[name, each]} - {None} for each in numbers]
    twice = len(set().union(*handed_in)) < sum(map(len, handed_in))
    if len(places) < 2 and (len(numbers) == 1 or (places and not twice)):
        return name, ""
    if number and (student := roster.numbered(name, number)):
        return student, ""
    return namesake(name, number, roster)


def namesake(name, number, roster):
    """What somebody is called who cannot be told from another of the same name, and what to do about it."""
    folders = " or ".join(roster.called(place)[0] for place in roster.places(name)) or "as nobody else is called"
    worksheet = f". Or give Moodle's grading worksheet as ROSTER: it has the number {number}" if number else ""
    reason = f"several are called {name}: put the file into a folder called {folders}{worksheet}"
    return f"{name}_{number}" if number else name, reason


def listed(paths):
    """Files by their names; with their folders, if names are not enough."""
    if len({path.name for path in paths}) == len(paths):
        return ", ".join(path.name for path in paths)
    return ", ".join(os.path.relpath(path, os.path.commonpath(paths)) for path in paths)


def complaint(student, path):
    """Why a file is not graded, and what would help."""
    if path.is_dir():
        return "the folder is empty"
    if student == path.name:
        return f"{path.name} is in no student's folder: put it into one"
    if path.suffix in PACKED:
        return f"{path.name} is packed: unpack it into a folder for this student"
    if path.suffix != ".ipynb":
        return f"{path.name} is not a notebook: ask for the file that ends in .ipynb"
    return f"{path.name} has the name of no assignment: give it the name of the file that you handed out"


def submission(student, assignment, paths):
    """What a student handed in for an assignment, out of all that is theirs; None if that is nothing."""
    mine = [path for path in paths if assignment_of(path) in (assignment, None)]
    notebooks = [path for path in mine if path.suffix == ".ipynb" and assignment_of(path)]
    rest = [path for path in mine if path not in notebooks]
    if not mine:
        return None
    if not notebooks:
        return Submission(student, assignment, trouble="; ".join(complaint(student, path) for path in rest))
    found = Submission(student, assignment, notebooks[0])
    if rest:
        found.remark = f"not looked at: {listed(rest)}"
    if len(notebooks) > 1:
        found.trouble = f"{len(notebooks)} files of this assignment: keep one of {listed(notebooks)}"
    elif student == found.file.name:
        found.trouble = complaint(student, found.file)
    elif not re.fullmatch(r"[\w .,@'()-]+", student):
        found.trouble = "the student's name: only letters, digits, spaces and . , @ ' ( ) _ - are possible"
    return found


def collect(folder, roster):
    """Everybody's submission to every assignment of which something is in a folder."""
    found, late = belongings(folder)
    asked = {assignment_of(path) for paths in found.values() for path in paths} - {None}
    if not asked:
        first = ", ".join(name for name, _ in [*found][:3])
        raise SystemExit(
            f"Nothing in {folder} has the name of an assignment ({', '.join(assignments())}). "
            f"It holds {len(found)} folders or files; the first: {first or 'none'}."
        )
    theirs, numbers = {}, {}
    for (name, number), paths in found.items():
        theirs.setdefault(told_apart(name, number, found, roster), []).extend(paths)
        numbers.update(dict.fromkeys(paths, number))
    collected = []
    for (student, reason), paths in sorted(theirs.items()):
        for each in filter(None, (submission(student, assignment, paths) for assignment in sorted(asked))):
            each.trouble = reason or each.trouble
            each.marked_late, each.participant = each.file in late, numbers.get(each.file)
            collected.append(each)
    return collected
