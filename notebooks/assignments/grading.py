"""Grading a whole class: each submission in a process of its own.

A submission can take down only its own process: that has limits on its time and memory, and its row says what happened.
Each process is a fork of one that has imported nbgrader already: that saves a third of the work. It starts the
submission's own Python behind the walls of `sandbox.py`, and alone writes what that Python says.
"""

import filecmp
import os
import resource
from collections import defaultdict
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from multiprocessing import get_context

import psutil
from nbgrader.api import Gradebook
from tqdm import tqdm

from collecting import collect, namesake, unpacked
from course import SETTINGS, TIMESTAMP, replace
from roster import Roster
from sandbox import PACKAGE, missing
from submissions import Unreadable, is_test, name
from tables import write_tables

GRADING_SECONDS = 600
MEMORY = 4 << 30  # bytes, for each of the two processes that grade a submission
OPEN = (
    "No walls can be built here ({}): what students handed in runs as you, and can read and change what you can. "
    "On Linux, install bubblewrap; 'Walls' in book/term.md says what they keep apart."
)
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["nbgrader.converters", "IPython", "latex2mathml.converter", "mistakebound"])


def try_out(course, assignment):
    """Run the solution once, so that no submission waits for caches, or fails for what is not installed."""
    if course.path("solution", assignment).exists():
        return
    compile_dir(PACKAGE, quiet=2)  # a submission may not write there
    course.make_solution(assignment)
    failed = [name(cell) for cell in course.load("solution", assignment).cells if is_test(cell) and has_error(cell)]
    if failed:
        course.path("solution", assignment).unlink()
        raise SystemExit(
            f"{assignment}: here the solution itself fails {', '.join(failed)}, so nothing was graded. "
            f"Is everything installed? Remove .venv, and run the command again."
        )


def has_error(cell):
    return any(output.output_type == "error" for output in cell.outputs)


def same(file, kept):
    return kept.exists() and filecmp.cmp(file, kept, shallow=False)


def forget(course, folder):
    """Drop what an earlier look into the same folder complained of: it may have been mended."""
    for path in (course.root / "received").glob("*/*/*.json"):
        record = course.record(path.stem, path.parts[-3])
        if record.get("folder") != folder:
            continue
        if path.with_suffix(".ipynb").exists():
            del record["folder"], record["trouble"]
            course.set_record(path.stem, path.parts[-3], record)
        else:
            path.unlink()


def keep_apart(course, submission, roster):
    """Within an assignment a student keeps Moodle's number: who comes with another one is another of that name."""
    before = course.record(submission.assignment, submission.student).get("participant")
    if before and submission.participant not in (None, before) and len(roster.places(submission.student)) != 1:
        submission.student, submission.trouble = namesake(submission.student, submission.participant, roster)


def receive(course, submission, folder):
    """Keep a copy of a submission, with a record by which it is still to be graded; says what it is to the class.

    Whenever this is ended, the file that is kept has either been graded, or has a record that says that it has not.
    """
    place = submission.assignment, submission.student
    kept, known = course.path("received", *place), course.record(*place)
    if submission.trouble:
        course.set_record(*place, known | {"trouble": submission.trouble, "folder": folder})
        return ""
    record = {each: getattr(submission, each) for each in ("remark", "marked_late", "participant")}
    files = {submission.file: kept, submission.timestamp: kept.with_name(TIMESTAMP)}
    present = {file: copy for file, copy in files.items() if file.exists()}
    if all(same(file, copy) for file, copy in present.items()):
        course.set_record(*place, record | {each: known[each] for each in ("remarks", "page") if each in known})
        return "as before"
    course.set_record(*place, record)
    kept.with_name(TIMESTAMP).unlink(missing_ok=True)
    for file, copy in present.items():
        replace(copy, file.read_bytes())
    return "changed" if known else "new"


def outstanding(course):
    """What is still to be done, in this run or since one that was ended: (assignment, student) of files and pages."""
    with Gradebook(course.gradebook) as gradebook:
        for path in sorted((course.root / "received").glob("*/*/*.json")):
            assignment, student = path.stem, path.parts[-3]
            record = course.record(assignment, student)
            if "remarks" in record:
                done = record.get("page") == state(course, gradebook, assignment, student)
            elif path.with_suffix(".ipynb").exists():
                done = "trouble" in record and "folder" not in record
            else:
                done = True
            if not done:
                yield assignment, student


def state(course, gradebook, assignment, student):
    """What a page says that can change after the grading, in short: points, comments, lateness, and the settings."""
    notebook = gradebook.find_submission_notebook(assignment, assignment, student)
    points = [(grade.name, grade.score, grade.needs_manual_grade) for grade in notebook.grades]
    comments = [(comment.name, comment.comment or "") for comment in notebook.comments]
    late, settings = notebook.assignment.total_seconds_late, (course.root / SETTINGS).read_text("utf-8")
    return sha256(repr([sorted(points), sorted(comments), late, settings]).encode()).hexdigest()


def grade_one(course, assignment, student, log):
    """Grade a submission, if that is still to be done, and write its page."""
    for stream in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY), stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    record = course.record(assignment, student)
    if "remarks" not in record:
        try:
            record["remarks"] = course.grade(assignment, student)
        except Unreadable as error:
            raise SystemExit(str(error)) from None
    course.make_feedback(assignment, student)
    with Gradebook(course.gradebook) as gradebook:
        course.set_record(assignment, student, record | {"page": state(course, gradebook, assignment, student)})


def run(course, assignment, student):
    """Grade one submission in a process of its own, and end that process if it takes too long."""
    log = course.path("log", assignment, student, ".txt")
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("")
    process = FORKS.Process(target=grade_one, args=(course, assignment, student, log))
    process.start()
    process.join(GRADING_SECONDS)
    trouble = ""
    if process.is_alive():
        for each in [*psutil.Process(process.pid).children(recursive=True), process]:
            each.kill()
        process.join()
        trouble = f"grading took longer than {GRADING_SECONDS} s"
    elif process.exitcode:
        trouble = ["grading failed", *log.read_text().split("\n")[:-1]][-1][:200]
    if trouble:
        record = course.record(assignment, student) | {"trouble": trouble}
        record.pop("folder", None)
        course.set_record(assignment, student, record)


def report(course, news):
    """Print whose work in a folder is new or changed, who is not in it, and who could not be graded."""
    for assignment in sorted({assignment for assignment, _ in news}):
        here = {student for (each, _), students in news.items() if each == assignment for student in students}
        graded = {path.parts[-3] for path in (course.root / "feedback").glob(f"*/{assignment}/{assignment}.html")}
        troubles = {student: course.record(assignment, student).get("trouble") for student in sorted(here)}
        said = {
            "new": news[assignment, "new"],
            "changed": news[assignment, "changed"],
            "as before": news[assignment, "as before"],
            "not in this folder, points as before": sorted(graded - here),
            "not graded": [f"{student} ({trouble})" for student, trouble in troubles.items() if trouble],
        }
        print(assignment)
        for what, students in said.items():
            if students:
                print(f"  {len(students)} {what}" + f": {', '.join(students)}" * (what != "as before"))


def grade(course, folder=None):
    """Grade what is in a folder of submissions, or in a .zip, as many at a time as there are processors.

    And whatever was received before and is not graded yet. Tables and pages are then what the gradebook says.
    """
    if missing():
        print(OPEN.format(missing()))
    roster, news = Roster(course.roster), defaultdict(list)
    if folder:
        forget(course, str(folder.resolve()))
        with unpacked(folder) as downloads:
            for submission in collect(downloads, roster):
                keep_apart(course, submission, roster)
                what = receive(course, submission, str(folder.resolve()))
                news[submission.assignment, what].append(submission.student)
    elif not (course.root / "received").exists():
        raise SystemExit(f"Nothing has been handed in yet: make grade SEED={course.seed} SUBMISSIONS=folder")
    todo = [*outstanding(course)]
    for assignment in sorted({assignment for assignment, _ in todo}):
        try_out(course, assignment)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(run, course, *each) for each in todo]
        for future in tqdm(as_completed(futures), total=len(futures), desc="submissions", unit=""):
            future.result()
    report(course, news)
    return write_tables(course, roster)
