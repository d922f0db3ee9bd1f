"""Grading a whole class: each submission in a process of its own.

A submission can take down only its own process: that has limits on its time and memory, and its row says what happened.
Each process is a fork of one that has imported nbgrader already: that saves a third of the work. It starts the
submission's own Python behind the walls of `sandbox.py`, and alone writes what that Python says.
"""

import os
import resource
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor, as_completed
from multiprocessing import get_context

import psutil
from tqdm import tqdm

from collecting import collect, unpacked
from roster import Roster
from sandbox import PACKAGE, missing
from submissions import Unreadable, is_test, name
from tables import write_tables

GRADING_SECONDS = 600
MEMORY = 4 << 30  # bytes, for each of the two processes that grade a submission
OPEN = (
    "No walls can be built here ({}): what students handed in runs as you, and can read and change what you can. "
    "On Linux, install bubblewrap; 'Walls' in book/teach.md says what they keep apart."
)
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["nbgrader.converters", "IPython", "latex2mathml.converter", "mistakebound"])


def try_out(course, assignment):
    """Run the solution once, so that no submission waits for caches, or fails for what is not installed."""
    if course.path("solution", assignment).exists():
        return
    compile_dir(PACKAGE, quiet=2)  # which a submission cannot do, who may not write there
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


def keep(source, kept):
    """Copy a file if it differs from the copy that was kept before; says whether it does."""
    content = source.read_bytes()
    if kept.exists() and kept.read_bytes() == content:
        return False
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(content)
    return True


def receive(course, submission):
    """Keep a copy of a submission; what was made from an earlier one is out of date."""
    kept = course.path("received", submission.assignment, submission.student)
    new = keep(submission.file, kept)
    if submission.timestamp.exists():
        new |= keep(submission.timestamp, kept.with_name(submission.timestamp.name))
    if new:
        course.path("autograded", submission.assignment, submission.student).unlink(missing_ok=True)


def grade_one(course, assignment, student, log):
    """Grade a submission, if that is still to be done, and write its page."""
    for stream in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY), stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if not course.path("autograded", assignment, student).exists():
        try:
            course.grade(assignment, student)
        except Unreadable as error:
            raise SystemExit(str(error)) from None
    course.make_feedback(assignment, student)


def run(course, submission):
    """Grade one submission in a process of its own, and end that process if it takes too long."""
    receive(course, submission)
    log = course.path("log", submission.assignment, submission.student, ".txt")
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("")
    process = FORKS.Process(target=grade_one, args=(course, submission.assignment, submission.student, log))
    process.start()
    process.join(GRADING_SECONDS)
    if process.is_alive():
        for each in [*psutil.Process(process.pid).children(recursive=True), process]:
            each.kill()
        process.join()
        submission.trouble = f"grading took longer than {GRADING_SECONDS} s"
    elif process.exitcode:
        submission.trouble = ["grading failed", *log.read_text().split("\n")[:-1]][-1][:200]


def grade(course, folder):
    """Grade everything in a folder of submissions, or in a .zip, as many at a time as there are processors."""
    if missing():
        print(OPEN.format(missing()))
    roster = Roster(course.roster)
    with unpacked(folder) as downloads, ThreadPoolExecutor(os.cpu_count()) as pool:
        submissions = collect(downloads, roster)
        for assignment in sorted({submission.assignment for submission in submissions}):
            try_out(course, assignment)
        able = [submission for submission in submissions if not submission.trouble]
        futures = [pool.submit(run, course, submission) for submission in able]
        for future in tqdm(as_completed(futures), total=len(futures), desc="submissions", unit=""):
            future.result()
    return write_tables(course, submissions, roster)
