"""Grading a whole class: each submission in a process of its own, and a table with a row for each.

A submission can take down only its own process: that has limits on its time and memory, and its row says what happened.
"""

import csv
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import psutil
from nbgrader.api import Gradebook
from tqdm import tqdm

from course import assignments, load
from submissions import differences, incidents, is_graded, name, read

GRADING_SECONDS = 600
COMMAND = Path(__file__).resolve().parent / "teach.py"


@dataclass
class Submission:
    """One student's file for one assignment; `trouble` says why it cannot be graded, if it cannot."""

    student: str
    assignment: str
    file: Path
    trouble: str = ""


def assignment_of(file):
    """The assignment whose name a file has, perhaps with what a browser appends: `perceptron (1).ipynb`."""
    for assignment in assignments():
        if re.match(re.escape(assignment) + r"(?![\w-])", file.stem):
            return assignment
    return None


def collect(folder):
    """Every submission in a folder that has a folder for each student; and the files that are none."""
    submissions, others = [], []
    for file in sorted(Path(folder).rglob("*.ipynb")):
        student, *inner = file.relative_to(folder).parts
        assignment = assignment_of(file)
        if ".ipynb_checkpoints" in inner:
            continue
        if inner and assignment:
            submissions.append(Submission(student, assignment, file))
        else:
            others.append(file)
    return [one_of(list(group)) for _, group in groupby(sorted(submissions, key=by_owner), key=by_owner)], others


def by_owner(submission):
    return submission.assignment, submission.student


def one_of(submissions):
    """A student's file for an assignment, of which there may be only one."""
    chosen = submissions[0]
    if len(submissions) > 1:
        chosen.trouble = f"{len(submissions)} files of this assignment: keep one"
    if not re.fullmatch(r"[\w .,@-]+", chosen.student):
        chosen.trouble = "the folder's name: only letters, digits, spaces and . , @ _ - are possible"
    return chosen


def receive(course, submission):
    """Keep a copy of a submission; what was made from an earlier one is out of date."""
    kept = course.path("received", submission.assignment, submission.student)
    content = submission.file.read_bytes()
    if kept.exists() and kept.read_bytes() == content:
        return
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(content)
    course.path("autograded", submission.assignment, submission.student).unlink(missing_ok=True)


def run(course, submission):
    """Grade one submission in a process of its own, and end that process if it takes too long."""
    receive(course, submission)
    log = course.path("log", submission.assignment, submission.student, ".txt")
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, COMMAND, "grade-one", course.root.parent, course.seed]
    with log.open("w") as file:
        process = psutil.Popen(
            [*map(str, command), submission.assignment, submission.student], stdout=file, stderr=subprocess.STDOUT
        )
        try:
            process.wait(GRADING_SECONDS)
        except psutil.TimeoutExpired:
            for each in [*process.children(recursive=True), process]:
                each.kill()
            process.wait()
            submission.trouble = f"grading took longer than {GRADING_SECONDS} s"
    if process.returncode and not submission.trouble:
        submission.trouble = ["grading failed", *log.read_text().split("\n")[:-1]][-1][:200]


def examine(course, submission):
    """What is remarkable about a submission, in one line."""
    if submission.trouble:
        return submission.trouble
    assignment, student = submission.assignment, submission.student
    received = read(course.path("received", assignment, student))
    return "; ".join(
        differences(load(course.path("release", assignment)), received)
        + incidents(load(course.path("autograded", assignment, student)))
    )


def points(course, gradebook, submission):
    """What the graded cells of an assignment are worth, and what a student earned: None where a person has to read."""
    release = load(course.path("release", submission.assignment))
    worth = {name(cell): cell.metadata.nbgrader["points"] for cell in release.cells if is_graded(cell)}
    if submission.trouble:
        return worth, dict.fromkeys(worth, 0)
    assignment = submission.assignment
    notebook = gradebook.find_submission_notebook(assignment, assignment, submission.student)
    grades = {grade.name: grade for grade in notebook.grades}
    unread = {each for each, grade in grades.items() if grade.needs_manual_grade}  # also what has come in anew
    return worth, {each: None if each in unread else grades[each].score for each in worth}


def number(points):
    """2 for 2.0, and 2.5 as it is."""
    return f"{points:g}"


def row(course, gradebook, submission):
    """A student's row in the table of an assignment."""
    worth, earned = points(course, gradebook, submission)
    unread = sum(worth[each] for each, score in earned.items() if score is None)
    return {
        "student": submission.student,
        "status": "not graded" if submission.trouble else "to read" if unread else "graded",
        "points": number(sum(score or 0 for score in earned.values())),
        "to read": unread,
        "of": sum(worth.values()),
        **{f"{each} ({worth[each]})": "" if score is None else number(score) for each, score in earned.items()},
        "remarks": examine(course, submission),
    }


def write_tables(course, submissions):
    """A CSV file for each assignment that somebody handed in; returns their paths."""
    paths = []
    with Gradebook(course.gradebook) as gradebook:
        for assignment in sorted({submission.assignment for submission in submissions}):
            mine = [submission for submission in submissions if submission.assignment == assignment]
            rows = [row(course, gradebook, submission) for submission in mine]
            path = course.root / "grades" / f"{assignment}.csv"
            path.parent.mkdir(exist_ok=True)
            with path.open("w", newline="", encoding="utf-8") as file:
                table = csv.DictWriter(file, rows[0])
                table.writeheader()
                table.writerows(rows)
            paths.append(path)
    return paths


def grade(course, folder):
    """Grade every submission in a folder, as many at a time as there are processors."""
    submissions, others = collect(folder)
    able = [submission for submission in submissions if not submission.trouble]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(run, course, submission) for submission in able]
        for future in tqdm(as_completed(futures), total=len(futures), desc="submissions", unit=""):
            future.result()
    for path in others:
        print(f"not graded, no assignment has this name: {path}")
    return write_tables(course, submissions)
