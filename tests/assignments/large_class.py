"""A class of any size, graded by the command that an instructor types, timed, and held against what each should get.

    PYTHONPATH=notebooks/assignments python -m tests.assignments.large_class 300

A sixth is as in `MISTAKES`, a twelfth blank, each attack of `hostile` is there once, and the rest is right.
"""

import csv
import os
import re
import socket
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import nbformat

from course import Course
from submissions import is_answer, name
from tests.assignments.desk import answered, worth
from tests.assignments.hostile import BEHIND_WALLS, HOSTILE, attacks
from tests.assignments.mistakes import MISTAKES

ROOT = Path(__file__).parents[2]
TEACH = ROOT / "notebooks" / "assignments" / "teach.py"
SEED, ASSIGNMENT = "2027-spring", "perceptron"
PROOFS = {"proof-cautious", "proof-feature"}


def teach(*arguments):
    subprocess.run([sys.executable, TEACH, *map(str, arguments)], check=True)


def others(release, solved):
    """Endlessly: {what it is: (what is handed in, the tests that it loses)}."""
    mistakes = MISTAKES[ASSIGNMENT].items()
    wrong = [(label, answered(solved, answers), set(lost.split())) for label, (answers, lost) in mistakes]
    kinds = [("right", solved, set())] * 9 + [("blank", release, None)]
    for mistake in cycle(wrong):
        yield from [mistake, *kinds, mistake]


def compared(rows, expected, points):
    """The students whose tests have other points than they should."""
    for student, lost in expected.items():
        cells = {cell: rows[student][f"{cell} ({value})"] for cell, value in points.items() if cell not in PROOFS}
        found = {cell for cell, value in cells.items() if not float(value or 0)}
        if found != (set(cells) if lost is None else lost):
            yield f"{student}: lost {sorted(found)}; {rows[student]['remarks']}"


def main(size):
    with TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        course = Course(folder, SEED)
        teach("assignments", folder, SEED)
        source, release = course.load("source", ASSIGNMENT), course.load("release", ASSIGNMENT)
        answers = {name(cell): cell.source for cell in source.cells if is_answer(cell)}
        solved = answered(release, answers)
        kinds = HOSTILE | BEHIND_WALLS
        handed_in = attacks(kinds, solved, course, server.getsockname()[1])
        expected = {student: kinds[student][1] for student in kinds}
        for number, (label, notebook, lost) in enumerate(islice(others(release, solved), size - len(kinds))):
            student = f"{number:03} {re.sub('[<>]', '', label)}"
            handed_in[student], expected[student] = nbformat.writes(notebook), lost
        for student, content in handed_in.items():
            file = Path(folder, "submissions", student, f"{ASSIGNMENT}.ipynb")
            file.parent.mkdir(parents=True)
            file.write_text(content, encoding="utf-8")
        began = perf_counter()
        teach("grade", folder, SEED, Path(folder, "submissions"), "")
        seconds = perf_counter() - began
        with (course.root / "grades" / f"{ASSIGNMENT}.csv").open(encoding="utf-8", newline="") as file:
            rows = {row["student"]: row for row in csv.DictReader(file)}
        for student in kinds:
            print(f"{student}: {rows[student]['status']}, {rows[student]['points']} points. {rows[student]['remarks']}")
        wrong = [*compared(rows, expected, worth(source))]
        print(*wrong, sep="\n")
        load = f"load {os.getloadavg()[1]:.1f} on {os.cpu_count()} processors"
        print(f"{len(rows)} submissions in {seconds:.0f} s, {load}; {len(wrong)} with other points than they should")
        return len(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])) > 0)
