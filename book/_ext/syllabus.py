"""The syllabus of a course of 4, 6 or 10 sessions, made from the pages: the contents of each session, and the time.

    ```{plan} 6
    ```

prints a line for each session, and the names of its exercises. The plans come from `teach.md`; minutes and objectives
come from the chapters (`aims.py`) and the assignments. This makes a page to change and to hand out, with the
objectives and with the texts below the plans in `syllabus.md`:

    python book/_ext/syllabus.py 6 courses/syllabus-6.md
"""

import argparse
import json
import re
from pathlib import Path
from typing import NamedTuple

from aims import chapter, hours
from remade import made
from sphinx.util.docutils import SphinxDirective

BOOK = Path(__file__).parents[1]
ROOT = BOOK.parent
ASSIGNMENTS = ROOT / "notebooks/assignments/source"
SESSION = 90  # minutes, as in teach.md
PLANS = {4: "Four sessions", 6: "Six sessions", 10: "Ten sessions"}
REF = re.compile(r"\{ref\}`(ex-[\w-]+)`")
TITLE = re.compile(r"^`+\{exercise\} ([^\n]+)\n:label: (ex-[\w-]+)$", re.M)
INNER_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")


class Session(NamedTuple):
    """A session of a plan: the numbers of its parts among the ten sessions, and the exercises for home."""

    made_from: tuple
    home: list


class Step(NamedTuple):
    """A session with its chapters and their shares, the assignments handed out, and the minutes of work at home."""

    chapters: dict
    assignment: str | None
    exercises: list
    reading: int
    home: int
    given: int


def part(title):
    """Return a part of teach.md."""
    text = (BOOK / "teach.md").read_text("utf-8")
    return re.search(rf"^## {title}\n(.*?)^## ", text, re.M | re.S)[1]


def ten():
    """Return (chapter, exercises for home) for each of the ten sessions."""
    for session in re.findall(r"^### \d+\. (.*?)(?=^### )", part(PLANS[10]), re.M | re.S):
        exercises = re.search(r"\*\*Exercises\.\*\* (.*)", session)[1].split(";")
        (home,) = (piece for piece in exercises if "at home" in piece)
        yield re.search(r"notebooks/([\w-]+)\.ipynb", session)[1], REF.findall(home)


def plan(sessions):
    """Return the sessions of a plan; unless a session lists exercises for home, it has those of its parts."""
    of_ten = [home for _, home in ten()]
    if sessions == 10:
        return [Session((number,), home) for number, home in enumerate(of_ten)]
    found = []
    for row in re.findall(r"^\| \d+ \|(.*)\|$", part(PLANS[sessions]), re.M):
        cells = row.split("|")
        made_from = tuple(int(number) - 1 for number in re.findall(r"\d+", cells[0]))
        said = REF.findall(cells[-1].partition("home:")[2])
        found.append(Session(made_from, said or [label for number in made_from for label in of_ten[number]]))
    return found


def assignment(name):
    """Return (minutes, points) of an assignment."""
    cells = json.loads((ASSIGNMENTS / name / f"{name}.ipynb").read_text("utf-8"))["cells"]
    time = re.search(r"About (\d+ minutes|two hours)", "".join(cells[0]["source"]))[1]
    points = sum(cell["metadata"].get("nbgrader", {}).get("points", 0) for cell in cells)
    return 120 if time == "two hours" else int(time.split()[0]), points


def steps(sessions):
    """Return the plan with minutes: a chapter's sessions share its reading; the last hands out its assignment."""
    chapters = [name for name, _ in ten()]
    read = {name: chapter(ROOT, name) for name in dict.fromkeys(chapters)}
    exercises = {label: exercise.minutes for one in read.values() for label, exercise in one.exercises.items()}
    the_plan = plan(sessions)
    last = {chapters[number]: place for place, session in enumerate(the_plan) for number in session.made_from}
    for place, session in enumerate(the_plan):
        here = [chapters[number] for number in session.made_from]
        shares = {name: here.count(name) / chapters.count(name) for name in here}
        ends = next((name for name in shares if last[name] == place), None)
        yield Step(
            {read[name].title: (name, share) for name, share in shares.items()},
            ends,
            session.home,
            round(sum(read[name].reading * share for name, share in shares.items())),
            sum(exercises[label] for label in session.home),
            assignment(ends)[0] if ends else 0,
        )


def titles():
    """Return {label: title} for all exercises."""
    pages = (path.read_text("utf-8") for path in sorted(BOOK.glob("*-exercises.md")))
    return {label: title for page in pages for title, label in TITLE.findall(page)}


def table(sessions, link="[{title}]({name}.md)", exercise="{{ref}}`{label}`"):
    """Write the plan in Markdown, with the names of exercises and the totals."""
    cells = [("Session", "Chapters", "Reading", "Exercises at home", "Assignment handed out", "In all")]
    whole = list(steps(sessions))
    for number, step in enumerate(whole, start=1):
        names = ", ".join(
            link.format(title=title, name=name) + (" (a part)" if share < 1 else "")
            for title, (name, share) in step.chapters.items()
        )
        given = f"`{step.assignment}`, {step.given} min" if step.assignment else "–"
        total = SESSION + step.reading + step.home + step.given
        cells.append((str(number), names, f"{step.reading} min", f"{step.home} min", given, hours(total)))
    kinds = [sum(kind) for kind in zip(*((step.reading, step.home, step.given) for step in whole), strict=True)]
    head, *body = (f"| {' | '.join(row)} |" for row in cells)
    total = sessions * SESSION + sum(kinds)
    read, home, given = map(hours, kinds)
    sums = (
        f"In all {hours(total)}: {hours(sessions * SESSION)} in class, {read} of reading, {home} of exercises, "
        f"{given} of assignments."
    )
    called = titles()
    listed = [
        f"{number}. {'; '.join(exercise.format(label=each, title=called[each]) for each in step.exercises)}"
        for number, step in enumerate(whole, start=1)
    ]
    rule = "|:--|:--|--:|--:|:--|--:|"
    return "\n".join([head, rule, *body, "", sums, "", "The exercises at home, session by session:", "", *listed])


def handout(sessions):
    """Write the whole syllabus, as Markdown for any editor."""
    names = dict.fromkeys(name for step in steps(sessions) for name, _ in step.chapters.values())
    lines = [f"# Learning from mistakes, in {PLANS[sessions].lower()}", "", table(sessions, "{title}", "*{title}*"), ""]
    lines += ["## What you will be able to do", ""]
    for name in names:
        this = chapter(ROOT, name)
        lines += [f"**{this.title}.** You need {this.needs}.", "", *(f"- {aim.strip()}" for aim in this.aims), ""]
    texts = (BOOK / "syllabus.md").read_text("utf-8").partition("(sec-sy-texts)=\n")[2]
    return INNER_LINK.sub(r"\1", "\n".join(lines) + "\n" + texts)


def shown(root, sessions):
    """The plan on a page."""
    return table(sessions)


class Plan(SphinxDirective):
    required_arguments = 1

    def run(self):
        return self.parse_text_to_nodes(made(self.env, shown, int(self.arguments[0])))


def setup(app):
    app.add_directive("plan", Plan)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("sessions", type=int, choices=PLANS)
    parser.add_argument("file", type=Path)
    asked = parser.parse_args()
    asked.file.write_text(handout(asked.sessions), "utf-8")
