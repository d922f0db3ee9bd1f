"""The instructor's side of a class on a hub: `make release`, `make collect` and `make return`.

The files in `release` go to nbgrader's exchange, and from there into a student's home; submissions come back through
the exchange into `collected`, from which `make grade` makes `feedback`; that goes back the same way.
"""

import shutil

from nbgrader.exchange import ExchangeError, ExchangeFactory

from course import assignments, cell_names, require_assignment
from downloads import TIMESTAMP, read
from roster import Roster
from store import identity

TICKET = (TIMESTAMP, "submission_secret.txt")  # connects a submission and its feedback


def exchange(course, step, assignment, student="*", **settings):
    """Run a step of nbgrader's exchange, which is that of `make hub` unless the course's settings name another."""
    require_assignment(assignment)

    def at_the_hub(coursedir, config, force):
        coursedir.submitted_directory = "collected"  # because `make grade` makes `submitted` from it
        config.Exchange.setdefault("root", str(course.root / "hub" / "exchange"))
        return getattr(ExchangeFactory(config=config), step)(coursedir=coursedir, config=config, **settings)

    try:
        course.convert(at_the_hub, assignment, student)
    except ExchangeError:  # the error has been logged
        command = f"make release SEED={course.seed} ASSIGNMENT={assignment}"
        raise SystemExit(f"nothing has been released yet: use {command}") from None


def release(course, assignment):
    """Let the students fetch an assignment."""
    exchange(course, "ReleaseAssignment", assignment, force=True)
    print(f"your students find {assignment} under Nbgrader, Assignment List")


def collect(course, assignment):
    """Take the newest submission of each student; do not check owners if all students are one user."""
    exchange(course, "Collect", assignment, update=True, check_owner=False)
    students = sorted(path.parent.name for path in (course.root / "collected").glob(f"*/{assignment}"))
    print(f"from {len(students)} ({', '.join(students)}), in {course.root / 'collected'}")


def give_back(course, assignment):
    """Let each student fetch the page for the collected submission, if that is the graded one."""
    require_assignment(assignment)
    cells = {each: cell_names(each) for each in assignments()}
    collected, _ = read(course.root / "collected", Roster(course.roster), cells, course.rules.zone)
    for each in (each for each in collected if each.assignment == assignment):
        record = course.record(assignment, each.student)
        if record.get("submission") != identity(each.notebook) or "page" not in record:
            print(f"{each.student}: the newest submission has not been graded: run make grade, then this again")
            continue
        for name in TICKET:
            ticket = (course.root / "collected" / each.source).with_name(name)
            shutil.copy(ticket, course.path("feedback", assignment, each.student).parent)
        exchange(course, "ReleaseFeedback", assignment, each.student)
        print(f"{each.student}: the page can be fetched")
