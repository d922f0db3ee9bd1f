"""The commands behind `make assignments`, `make solutions`, `make otter`, `make deadline` and `make grade`.

All but the first refuse a class that was never made; `check` does nothing else.
"""

import argparse
import logging
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from nbgrader.api import Gradebook
from tqdm import tqdm

from course import Course, assignments
from gradescope import convert_all
from grading import grade
from roster import Roster


def hand_out(course):
    """Make the release of every assignment."""
    course.prepare()
    for assignment in tqdm(assignments(), desc="assignments", unit=""):
        course.make_release(assignment)


def set_deadline(course, assignment, due):
    """Tell the gradebook when an assignment is due."""
    if assignment not in assignments():
        raise SystemExit(f"ASSIGNMENT is {assignment!r}: it must be one of {', '.join(assignments())}")
    try:
        day, time, zone = due.split()
        moment = datetime.fromisoformat(f"{day} {time}").replace(tzinfo=ZoneInfo(zone))
    except (ValueError, ZoneInfoNotFoundError):
        raise SystemExit(f"DUE is {due!r}: say day, time and zone, for example 2027-05-07 23:59 Europe/Paris") from None
    with Gradebook(course.gradebook) as gradebook:
        gradebook.update_or_create_assignment(assignment, duedate=moment)
    print(f"{assignment} is due on {moment.astimezone(UTC):%d %B %Y at %H:%M} UTC")


def main():
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["assignments", "solutions", "otter", "deadline", "grade", "check"])
    parser.add_argument("folder", type=Path, help="where the courses are")
    parser.add_argument("seed")
    parser.add_argument("rest", nargs="*", help="deadline: assignment, date; grade: folder of submissions, roster")
    arguments = parser.parse_args()
    course = Course(arguments.folder, arguments.seed)
    if arguments.command == "assignments":
        hand_out(course)
        print(f"For your students: {course.root / 'release'}")
        return
    course.require()
    if arguments.command == "solutions":
        for assignment in tqdm(assignments(), desc="solutions", unit=""):
            course.make_solution(assignment)
        print(f"For you: {course.root / 'solution'}")
    elif arguments.command == "otter":
        convert_all(course)
    elif arguments.command == "deadline":
        set_deadline(course, *arguments.rest)
    elif arguments.command == "grade":
        submissions, roster = (Path(each) if each else None for each in arguments.rest)
        if roster:
            Roster(roster)  # which refuses what names nobody
            course.roster.write_bytes(roster.read_bytes())
        for path in grade(course, submissions):
            print(path)
        print(f"Pages for your students: {course.root / 'feedback'}")


if __name__ == "__main__":
    main()
