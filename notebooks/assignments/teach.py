"""The commands behind `make assignments`, `solutions`, `otter`, `deadline`, `grade`, `read`, and those of a hub.

All but the first refuse a class that was never made; `check` does only this.
"""

import argparse
import logging
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tqdm import tqdm

import hub
from course import SETTINGS, Course, assignments, require_assignment
from gradescope import convert_all
from grading import grade
from marks import Marks
from roster import Roster
from times import parse


def hand_out(course):
    """Make the release of every assignment."""
    course.prepare()
    for assignment in tqdm(assignments(), desc="assignments", unit=""):
        course.make_release(assignment)
    print(f"For your students, who install {course.rules.package}: {course.root / 'release'}")


def solve(course):
    """Make the instructor's edition of every assignment."""
    for assignment in tqdm(assignments(), desc="solutions", unit=""):
        course.make_solution(assignment)
    print(f"For you: {course.root / 'solution'}")


def set_deadline(course, assignment, due, student=""):
    """Write the deadline of an assignment into the settings, for all students or for one."""
    require_assignment(assignment)
    try:
        moment = parse(due)
    except ValueError as error:
        raise SystemExit(f"DUE {error}") from None
    students = {each for _, each in course.store.places()}
    students.update(Roster(course.roster).absent(students))
    if student and student not in students:
        known = ", ".join(sorted(students)) or "those whose work has been graded, and nobody has been yet"
        raise SystemExit(f"STUDENT is {student!r}: it must be one of {known}")
    said = f"extensions.update({{({student!r}, {assignment!r})" if student else f"deadlines.update({{{assignment!r}"
    with (course.root / SETTINGS).open("a", encoding="utf-8") as settings:
        settings.write(f"c.Rules.{said}: {due!r}}})\n")
    print(f"{assignment} is due on {moment:%d %B %Y at %H:%M} UTC" + f" for {student}" * bool(student))


def read(course, port):
    """Serve nbgrader's form, and copy its points and comments into the course's marks, every minute and at the end."""
    if not any(course.graded()):
        raise SystemExit(f"Nothing has been graded yet: make grade SEED={course.seed} SUBMISSIONS=folder")
    command = [sys.executable, "-m", "jupyter", "server", "--allow-root", f"--port={port}"]
    server = subprocess.Popen([*command, "--ServerApp.default_url=/formgrader/gradebook"], cwd=course.root)
    try:
        while server.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                server.wait(60)
            Marks(course.marks).collect(course)
    finally:
        server.terminate()
        server.wait()
        Marks(course.marks).collect(course)


def grade_all(course, submissions, roster):
    """Grade, with the roster of the class if one is given, and print the paths of all that is made."""
    if roster:
        Roster(Path(roster))  # this call refuses a name that nobody has
        course.roster.write_bytes(Path(roster).read_bytes())
    for path in grade(course, Path(submissions) if submissions else None):
        print(path)
    print(f"Pages for your students: {course.root / 'feedback'}")


COMMANDS = {
    "assignments": hand_out,
    "solutions": solve,
    "otter": convert_all,
    "deadline": set_deadline,
    "grade": grade_all,
    "read": read,
    "check": Course.require,
    "release": hub.release,
    "collect": hub.collect,
    "return": hub.give_back,
}


def main():
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("folder", type=Path, help="where the courses are")
    parser.add_argument("seed")
    said = "deadline: assignment, date, student; grade: folder, roster; read: port; on a hub: assignment"
    parser.add_argument("rest", nargs="*", help=said)
    arguments = parser.parse_args()
    course = Course(arguments.folder, arguments.seed)
    if arguments.command != "assignments":
        course.require()
    COMMANDS[arguments.command](course, *arguments.rest)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("Stopped. Run the same command again to go on.") from None
