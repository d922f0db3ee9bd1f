"""The commands behind `make assignments`, `make solutions` and `make grade`."""

import argparse
import logging
import resource
from pathlib import Path

from tqdm import tqdm

from course import Course, assignments
from grading import grade
from submissions import Unreadable

MEMORY = 4 << 30  # bytes, for each of the two processes that grade a submission


def hand_out(course):
    """Make the release of every assignment."""
    course.prepare()
    for assignment in tqdm(assignments(), desc="assignments", unit=""):
        course.make_release(assignment)


def grade_one(course, assignment, student):
    """Grade a submission, if that is still to be done, and write its page."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if not course.path("autograded", assignment, student).exists():
        try:
            course.grade(assignment, student)
        except Unreadable as error:
            raise SystemExit(str(error)) from None
    course.make_feedback(assignment, student)


def main():
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["assignments", "solutions", "grade", "grade-one"])
    parser.add_argument("folder", type=Path, help="where the courses are")
    parser.add_argument("seed")
    parser.add_argument("rest", nargs="*", help="grade: the folder of submissions")
    arguments = parser.parse_args()
    course = Course(arguments.folder, arguments.seed)
    if arguments.command == "grade-one":
        return grade_one(course, *arguments.rest)
    if arguments.command == "assignments" or not (course.root / "gradebook.db").exists():
        hand_out(course)
    if arguments.command == "assignments":
        print(f"For your students: {course.root / 'release'}")
    elif arguments.command == "solutions":
        for assignment in tqdm(assignments(), desc="solutions", unit=""):
            course.make_solution(assignment)
        print(f"For you: {course.root / 'solution'}")
    else:
        for path in grade(course, *arguments.rest):
            print(path)
        print(f"Pages for your students: {course.root / 'feedback'}")
    return None


if __name__ == "__main__":
    main()
