"""The instructor's side of a class on a hub: the commands behind `make release`, `make collect` and `make return`.

    release -> exchange -> a student's home -> exchange -> collected -> (make grade) -> feedback -> exchange
"""

import argparse
import filecmp
import logging
import shutil
from pathlib import Path

from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseAssignment, ExchangeReleaseFeedback

from course import Course, assignments

TICKET = ("timestamp.txt", "submission_secret.txt")  # by which a submission and its feedback find each other


class HubCourse(Course):
    """A course whose students are on a hub."""

    def exchange(self, step, assignment, student="*", **settings):
        """Take one of the steps of nbgrader's exchange, where `submitted` is what came back by it."""

        def at_the_hub(coursedir, config, force):
            coursedir.submitted_directory = "collected"
            return step(coursedir=coursedir, config=config, root=str(self.root / "hub" / "exchange"), **settings)

        self.convert(at_the_hub, assignment, student)

    def release(self, assignment):
        """Let the students fetch an assignment."""
        if not self.path("release", assignment).exists():
            raise SystemExit(f"{assignment} has not been made: make assignments SEED={self.seed}")
        self.exchange(ExchangeReleaseAssignment, assignment, force=True)
        print(f"{assignment}: students find it under Nbgrader, Assignment List")

    def collect(self, assignment):
        """Take the newest submission of each student; its owner says nothing where all students are one user."""
        self.exchange(ExchangeCollect, assignment, update=True, check_owner=False)
        students = self.collected(assignment)
        print(f"{assignment}: {len(students)} submissions ({', '.join(students)}) in {self.root / 'collected'}")

    def collected(self, assignment):
        """The students of whom there is a submission."""
        return sorted(path.parent.name for path in (self.root / "collected").glob(f"*/{assignment}"))

    def give_back(self, assignment):
        """Let each student fetch the page of what was collected, if that is what was graded."""
        for student in self.collected(assignment):
            page = self.path("feedback", assignment, student, ".html")
            graded, collected = (self.path(step, assignment, student) for step in ("received", "collected"))
            if not (page.exists() and filecmp.cmp(graded, collected, shallow=False)):
                print(f"{student}: what was collected last has not been graded")
                continue
            for name in TICKET:
                shutil.copy(collected.with_name(name), page.parent)
            self.exchange(ExchangeReleaseFeedback, assignment, student)
            print(f"{student}: the page can be fetched")


def main():
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["release", "collect", "return"])
    parser.add_argument("folder", type=Path, help="where the courses are")
    parser.add_argument("seed")
    parser.add_argument("assignment")
    arguments = parser.parse_args()
    course = HubCourse(arguments.folder, arguments.seed)
    if arguments.assignment not in assignments():
        raise SystemExit(f"ASSIGNMENT is {arguments.assignment!r}: use one of {', '.join(assignments())}")
    commands = {"release": course.release, "collect": course.collect, "return": course.give_back}
    commands[arguments.command](arguments.assignment)


if __name__ == "__main__":
    main()
