"""What a class handed in, in the form in which learning platforms pack it: nothing and nobody vanishes.

Every file, and every empty folder, is somebody's; whose it is, its path says. So a student has a row in each table,
with a notebook to grade or with a sentence that says why there is none.
(nbgrader's own `zip_collect` takes what fits a pattern, and skips the rest.)
"""

import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from course import TIMESTAMP, assignments

#: Whose a path is, and whether it is marked as late.
OWNERS = (
    # Canvas: files side by side, lastnamefirstname_LATE_12345_67890_perceptron.ipynb; the first number is the student's
    re.compile(r"(?P<student>[^/_]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_[^/]+"),
    # Moodle: a folder for each student, or files; its number changes from one assignment to the next
    re.compile(r"(?P<student>[^/]+?)_\d+_assignsubmission_[a-z]+_?.*"),
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
    """Whose a path below the folder of submissions is, itself if nobody's; and whether it is marked as late."""
    for form in OWNERS:
        if found := form.fullmatch(path):
            parts = found.groupdict()
            return "_".join(filter(None, [parts["student"], parts.get("number")])), bool(parts.get("late"))
    return path, False


def belongings(folder):
    """{student: the files and empty folders that are theirs}, and the paths that are marked as late."""
    found, late = {}, set()
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        if JUNK & set(inner.parts) or (path.is_dir() and any(each.name not in JUNK for each in path.iterdir())):
            continue
        student, marked = owner(inner.as_posix() + "/" * path.is_dir())
        found.setdefault(student, []).append(path)
        if marked:
            late.add(path)
    return found, late


def listed(paths):
    return ", ".join(path.name for path in paths)


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
    """What a student handed in for an assignment, out of all that is theirs."""
    mine = [path for path in paths if assignment_of(path) in (assignment, None)]
    notebooks = [path for path in mine if path.suffix == ".ipynb" and assignment_of(path)]
    rest = [path for path in mine if path not in notebooks]
    if not notebooks:
        reasons = "; ".join(complaint(student, path) for path in rest) or "nothing handed in"
        return Submission(student, assignment, trouble=reasons)
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
        raise SystemExit(
            f"Nothing in {folder} has the name of an assignment ({', '.join(assignments())}). "
            f"It holds {len(found)} folders or files; the first: {', '.join([*found][:3]) or 'none'}."
        )
    collected = []
    for assignment in sorted(asked):
        for student in sorted({*found, *roster.absent(found)}):
            collected.append(submission(student, assignment, found.get(student, [])))
            collected[-1].marked_late = collected[-1].file in late
    return collected
