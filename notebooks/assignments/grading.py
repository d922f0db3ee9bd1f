"""Grade a whole class, each submission in its own process.

A submission can crash only its own process, which has limits on time and memory; the student's row says what happened.
Each process is a fork of one that has imported nbgrader already, which saves a third of the work. The fork starts the
submission's own Python behind the walls of `sandbox.py`; only the fork writes files.
"""

import logging
import os
import resource
import signal
import tempfile
from collections import Counter
from compileall import compile_dir
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.forkserver import ensure_running
from time import monotonic

import psutil
from nbgrader.api import Gradebook
from tqdm import tqdm

from course import SETTINGS, assignments, cell_names
from downloads import read
from marks import Marks
from roster import Roster
from sandbox import PACKAGE, missing
from store import replace
from tables import notebook_of, standing, write_tables
from written import digest, is_test, name

GRADING_SECONDS = 600
MEMORY = 4 << 30  # bytes, for each of the two processes that grade a submission
OPEN = (
    "No walls can be built here ({}): what students handed in runs as you, and can read and change what you can. "
    "On Linux, install bubblewrap; 'Walls' in book/term.md says what they keep apart."
)
STOPPED = "Stopped: {} of {} are still to be graded. Run the same command again to go on."
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["nbgrader.converters", "IPython", "math_core", "mistakebound"])


def try_out(course, assignment, folder=None):
    """Run the solution once with the current tests, so that no submission fails because something is missing here.

    This run also fills caches. Work that other tests have graded is graded again.
    """
    before, tests = course.record(assignment).get("tests"), course.tests(assignment)
    with Gradebook(course.gradebook) as gradebook:
        lost = assignment not in [each.name for each in gradebook.assignments]
    if before == tests and not lost:
        return
    if lost:
        course.convert_source(assignment)
    compile_dir(PACKAGE, quiet=2)  # submissions cannot write there
    tempfile.tempdir = folder
    course.make_solution(assignment)
    tempfile.tempdir = None
    failed = [name(cell) for cell in course.load("solution", assignment).cells if is_test(cell) and has_error(cell)]
    if failed:
        raise SystemExit(
            f"{assignment}: the solution itself fails {', '.join(failed)}, so nothing was graded. If you have "
            f"changed a test, look at it again; if not, remove .venv, and run the command again."
        )
    if before and before != tests:
        print(f"{assignment}: its tests have changed, so everybody's work is graded again")
        course.convert_source(assignment)
    course.set_record(assignment, "", {"tests": tests})


def has_error(cell):
    return any(output.output_type == "error" for output in cell.outputs)


def receive(course, folder, roster):
    """Keep everything new in a download; print how much that is, and what to do about the rest."""
    submissions, remedies = read(folder, roster, {each: cell_names(each) for each in assignments()}, course.rules.zone)
    packed = datetime.fromtimestamp(folder.stat().st_mtime, UTC) if folder.is_file() else None
    found = Counter((each.assignment, course.store.keep(each, packed)) for each in submissions)
    for assignment in sorted({each for each, _ in found}):
        new, known = found[assignment, True], found[assignment, False]
        print(f"{assignment}: {new} new submissions, {known} that were here before")
    print(*(f"not used: {line}" for line in remedies), sep="\n", end="\n" * bool(remedies))
    replace(course.root / "grades" / "not used.txt", "".join(f"{line}\n" for line in remedies).encode())


def state(course, notebook):
    """A digest of everything on a page that can change after grading: points, comments, and effects of the settings."""
    points = sorted((grade.name, grade.score, grade.needs_manual_grade) for grade in notebook.grades)
    comments = sorted((comment.name, comment.comment or "") for comment in notebook.comments)
    return digest(points, comments, (course.root / SETTINGS).read_text("utf-8"))


def outstanding(course, rules):
    """Return all work still to be graded or written: (assignment, student, the submission that counts)."""
    tests = {each: course.record(each)["tests"] for each in {each for each, _ in course.store.places()}}
    with Gradebook(course.gradebook) as gradebook:
        for assignment, student in course.store.places():
            kept = rules.choose(course.store.history(assignment, student), assignment, student)
            record, notebook = course.record(assignment, student), notebook_of(gradebook, assignment, student)
            done = (record.get("submission"), record.get("tests")) == (kept.digest, tests[assignment])
            if done and "trouble" not in record:
                written = record.get("time"), record.get("page")
                done = notebook and written == (kept.said, state(course, notebook))
            if not done:
                yield assignment, student, kept


def grade_one(course, assignment, student, kept, folder, log):
    """Grade a submission, unless that is done, and write its page."""
    for stream in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY), stream)
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    tempfile.tempdir = folder
    record, current = course.record(assignment, student), (kept.digest, course.tests(assignment))
    with Gradebook(course.gradebook) as gradebook:
        there = notebook_of(gradebook, assignment, student)
    if not there or (record.get("submission"), record.get("tests")) != current:
        course.grade(assignment, student, kept, Marks(course.marks))
    record = course.record(assignment, student) | {"time": kept.said}
    course.set_record(assignment, student, record)
    with Gradebook(course.gradebook) as gradebook:
        notebook = notebook_of(gradebook, assignment, student)
        notebook.late_submission_penalty = standing(course, course.rules, notebook).deducted
        gradebook.db.commit()
    course.make_feedback(assignment, student)
    with Gradebook(course.gradebook) as gradebook:
        page = state(course, notebook_of(gradebook, assignment, student))
    course.set_record(assignment, student, record | {"page": page})


def end(processes):
    """End these processes, and those that they have started."""
    for process in processes:
        for each in [*process.children(recursive=True), process]:
            each.kill()


def begin(course, folder, assignment, student, kept):
    """Start to grade one submission in a new process."""
    log = course.path("log", assignment, student, ".txt")
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("")
    process = FORKS.Process(target=grade_one, args=(course, assignment, student, kept, folder, log))
    process.start()
    return process


def finish(course, process, assignment, student, kept):
    """Record why there are no points, if grading has failed or takes too long."""
    trouble = ""
    if process.is_alive():
        end([psutil.Process(process.pid)])
        process.join()
        trouble = f"grading took longer than {GRADING_SECONDS} s"
    elif process.exitcode:
        log = course.path("log", assignment, student, ".txt")
        trouble = ["grading failed", *log.read_text().split("\n")[:-1]][-1][:200]
    if trouble:
        tests = course.record(assignment)["tests"]
        course.set_record(assignment, student, {"submission": kept.digest, "tests": tests, "trouble": trouble})


@contextmanager
def scratch():
    """Make a folder for temporary files; if a run is stopped, end all its processes and remove the folder."""
    with tempfile.TemporaryDirectory(prefix="mb-", ignore_cleanup_errors=True) as folder:
        try:
            yield folder
        except KeyboardInterrupt:
            end(psutil.Process().children())
            raise


def run_all(course, todo, folder):
    """Grade submissions, as many at a time as there are processors.

    One thread starts and ends all processes: with two threads, one could get the news for which the other waits.
    """
    ours = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches this process, which ends the others
    ensure_running()
    signal.signal(signal.SIGINT, ours)
    waiting, running = iter(todo), {}
    try:
        with tqdm(total=len(todo), desc="submissions", unit="", disable=not todo) as progress:
            while progress.n < len(todo):
                for each in islice(waiting, os.cpu_count() - len(running)):
                    process = begin(course, folder, *each)
                    running[process.sentinel] = process, each, monotonic() + GRADING_SECONDS
                first = min(ends for *_, ends in running.values())
                ended = wait(running, max(0, first - monotonic()))
                for sentinel, (process, each, ends) in list(running.items()):
                    if sentinel in ended or ends <= monotonic():
                        del running[sentinel]
                        finish(course, process, *each)
                        progress.update()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        end(psutil.Process().children())
        left = len([*outstanding(course, course.rules)])
        raise SystemExit(STOPPED.format(left, len(todo))) from None


def grade(course, folder=None):
    """Grade the submissions in a folder or a .zip, and everything received before that is not graded yet.

    Work that the current tests have graded does not run again.
    """
    if missing():
        print(OPEN.format(missing()))
    roster, rules = Roster(course.roster), course.rules
    Marks(course.marks).collect(course)
    if folder:
        receive(course, folder, roster)
    handed_in = sorted({assignment for assignment, _ in course.store.places()})
    if not handed_in:
        raise SystemExit(f"Nothing has been handed in yet: make grade SEED={course.seed} SUBMISSIONS=folder")
    with scratch() as temporary:
        for assignment in handed_in:
            try_out(course, assignment, temporary)
        run_all(course, [*outstanding(course, rules)], temporary)
    return write_tables(course, roster)
