"""The instructor's side of a class on a hub: the commands behind `make release`, `make collect` and `make return`.

The files in `release` go to nbgrader's exchange, and from there into a student's home; submissions come back through
the exchange into `collected`, from which `make grade` makes `feedback`; that goes back the same way.
"""

import argparse
import logging
import shutil
from pathlib import Path

from nbgrader.exchange import ExchangeError, ExchangeFactory

from course import Course, assignments, cell_names
from downloads import TIMESTAMP, read
from roster import Roster
from store import identity

TICKET = (TIMESTAMP, "submission_secret.txt")  # connects a submission and its feedback


class HubCourse(Course):
    """A course whose students are on a hub."""

    def exchange(self, step, assignment, student="*", **settings):
        """Run a step of nbgrader's exchange, which is that of `make hub` unless the course's settings name another."""

        def at_the_hub(coursedir, config, force):
            coursedir.submitted_directory = "collected"  # because `make grade` makes `submitted` from it
            config.Exchange.setdefault("root", str(self.root / "hub" / "exchange"))
            return getattr(ExchangeFactory(config=config), step)(coursedir=coursedir, config=config, **settings)

        self.convert(at_the_hub, assignment, student)

    def release(self, assignment):
        """Let the students fetch an assignment."""
        self.exchange("ReleaseAssignment", assignment, force=True)
        print(f"your students find {assignment} under Nbgrader, Assignment List")

    def collect(self, assignment):
        """Take the newest submission of each student; do not check owners if all students are one user."""
        self.exchange("Collect", assignment, update=True, check_owner=False)
        students = self.collected(assignment)
        print(f"from {len(students)} ({', '.join(students)}), in {self.root / 'collected'}")

    def collected(self, assignment):
        """The students with a submission."""
        return sorted(path.parent.name for path in (self.root / "collected").glob(f"*/{assignment}"))

    def give_back(self, assignment):
        """Let each student fetch the page for the collected submission, if that is the graded one."""
        cells = {each: cell_names(each) for each in assignments()}
        collected, _ = read(self.root / "collected", Roster(self.roster), cells, self.rules.zone)
        for each in (each for each in collected if each.assignment == assignment):
            record = self.record(assignment, each.student)
            if record.get("submission") != identity(each.notebook) or "page" not in record:
                print(f"{each.student}: the newest submission has not been graded: run make grade, then this again")
                continue
            for name in TICKET:
                ticket = (self.root / "collected" / each.source).with_name(name)
                shutil.copy(ticket, self.path("feedback", assignment, each.student).parent)
            self.exchange("ReleaseFeedback", assignment, each.student)
            print(f"{each.student}: the page can be fetched")


def main():
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["release", "collect", "return"])
    parser.add_argument("folder", type=Path, help="where the courses are")
    parser.add_argument("seed")
    parser.add_argument("assignment")
    arguments = parser.parse_args()
    course = HubCourse(arguments.folder, arguments.seed).require()
    if arguments.assignment not in assignments():
        raise SystemExit(f"ASSIGNMENT is {arguments.assignment!r}: use one of {', '.join(assignments())}")
    commands = {"release": course.release, "collect": course.collect, "return": course.give_back}
    try:
        commands[arguments.command](arguments.assignment)
    except ExchangeError:  # the error has been logged
        command = f"make release SEED={course.seed} ASSIGNMENT={arguments.assignment}"
        raise SystemExit(f"nothing has been released yet: use {command}") from None


if __name__ == "__main__":
    main()
