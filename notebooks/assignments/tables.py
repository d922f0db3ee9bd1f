"""The tables of a class: one for each assignment, one over all assignments, and one for the learning platform.

This module also prints the changes since the tables were last written, with their reasons.
"""

import csv
import json
from datetime import timedelta

from nbgrader.api import Gradebook, MissingEntry

import returns
from dashboard import dashboard
from marks import Marks
from rules import Grade
from store import replace
from times import parse
from written import is_graded, is_proof, name


def number(points):
    """Write 2 for 2.0, and 2.5 unchanged."""
    return f"{round(points, 6):g}"


def worth(course, assignment, asked=is_graded):
    """The worth of each graded cell of an assignment."""
    return {
        name(cell): cell.metadata.nbgrader["points"] for cell in course.load("release", assignment).cells if asked(cell)
    }


def notebook_of(gradebook, assignment, student):
    """A student's graded notebook, or None."""
    try:
        return gradebook.find_submission_notebook(assignment, assignment, student)
    except MissingEntry:
        return None


def standing(course, rules, notebook):
    """The grade of a notebook, from its points, those that a person gave, and the rules."""
    assignment, student = notebook.name, notebook.student.id
    scores = {each.name: None if each.needs_manual_grade else each.score for each in notebook.grades}
    points = {each.name: each.max_score for each in notebook.grades}
    proofs = {each.name for each in notebook.grades if each.cell.cell_type == "markdown"}
    time = course.record(assignment, student)["time"]
    late = rules.late(parse(time) if time else None, assignment, student)
    return Grade(scores, points, proofs, late, rules)


def standings(course):
    """All grades of a course, {assignment: {student: grade}}, for every assignment with a submission."""
    found, rules = {assignment: {} for assignment, _ in course.store.places()}, course.rules
    with Gradebook(course.gradebook) as gradebook:
        for assignment, student in course.graded():
            if notebook := notebook_of(gradebook, assignment, student):
                found[assignment][student] = standing(course, rules, notebook)
    return found


def objections(students, roster):
    """The roster's objections to rows, {student: words}: nobody has this name, or somebody has another row too."""
    if not roster.rows:
        return dict.fromkeys(students, "")
    rows = {}
    for student in students:
        rows.setdefault(roster.find(student), []).append(student)
    strangers = dict.fromkeys(rows.pop(None, []), "not in the roster")
    return strangers | {
        each: f"{' and '.join(several)} are one in the roster" if len(several) > 1 else ""
        for several in rows.values()
        for each in several
    }


def lateness(late, record):
    """Say how late a submission is; say nothing if it is in time."""
    if late:
        return f"{timedelta(seconds=round(late.total_seconds()))} h".replace(":00 h", " h")
    return "marked by the platform" if record.get("late") else ""


def part(earned):
    return f"{number(earned[0])} of {number(earned[1])}"


def row(course, assignment, student, grade, points, objection):
    """A student's row in the table of an assignment; without a grade there are no points, not even 0."""
    record, history = course.record(assignment, student), course.store.history(assignment, student)
    status = ("to read" if grade.unread else "graded") if grade else "not graded" if history else "nothing handed in"
    said = [objection, record.get("trouble"), *record.get("remarks", [])]
    return {
        "student": student,
        "status": status,
        "points": number(grade.points) if grade else "",
        "to read": number(grade.unread) if grade else "0",
        "of": sum(points.values()),
        "percent": number(round(100 * grade.share, 1)) if grade else "",
        "code": part(grade.part(proofs=False)) if grade else "",
        "proofs": part(grade.part(proofs=True)) if grade else "",
        "submissions": len(history),
        "handed in": record.get("time", ""),
        "late": lateness(grade.late, record) if grade else "",
        "deducted": number(grade.deducted) if grade else "0",
        **{
            f"{each} ({points[each]})": "" if not grade or grade.scores[each] is None else number(grade.scores[each])
            for each in points
        },
        "remarks": "; ".join(filter(None, said)),
    }


def summary(student, grades, roster, objection, rules, for_proofs):
    """A student's row in the table over all assignments."""
    mine = {assignment: found.get(student) for assignment, found in grades.items()}
    there = {assignment: grade for assignment, grade in mine.items() if grade}
    share, dropped = rules.total(mine)
    earned, possible, suffice = rules.proofs({each: mine[each] for each in mine if each not in dropped}, for_proofs)
    return {
        "student": student,
        "name": roster.name(student),
        "points": number(sum(grade.points for grade in there.values())),
        "percent": number(round(100 * share, 1)),
        **{each: number(grade.points) if grade else "" for each, grade in mine.items()},
        "dropped": ", ".join(dropped),
        "proofs": part((earned, possible)),
        "proofs suffice": "yes" if suffice else "no",
        "to read": ", ".join(each for each, grade in there.items() if grade.unread),
        "late": ", ".join(each for each, grade in there.items() if grade.late),
        "nothing graded": ", ".join(each for each in mine if each not in there),
        "remarks": objection,
    }


def write(path, rows):
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    return path


def basis(course, marks, assignment, student, grade):
    """Everything that decides a student's points."""
    record = course.record(assignment, student)
    given = {
        question: marks.given.get((assignment, student, question, text)) for question, text in record["texts"].items()
    }
    return {
        "points": number(grade.points),
        "another submission counts": record["submission"],
        "the tests have changed": record["tests"],
        "it came late, or in time": number(grade.lost),
        "given by hand": [[question, *mark] for question, mark in sorted(given.items()) if mark],
    }


def changes(course, grades):
    """Print whose points have changed since the last call, and why."""
    path, marks = course.root / "graded" / "last.json", Marks(course.marks)
    before = json.loads(path.read_text("utf-8")) if path.exists() else {}
    now = {
        f"{assignment}, {student}": basis(course, marks, assignment, student, grade)
        for assignment, found in grades.items()
        for student, grade in found.items()
    }
    for key, old in sorted(before.items()):
        new = now.get(key, old | {"points": "no"})
        if old["points"] != new["points"]:
            reasons = [each for each in old if each != "points" and old[each] != new[each]]
            print(
                f"{key}: {old['points']} -> {new['points']} points ({', '.join(reasons) or 'it could not be graded'})"
            )
    replace(path, json.dumps(now).encode())


def write_tables(course, roster):
    """Write all tables, as CSV files, and a picture of each assignment; return their paths."""
    folder, paths, grades = course.root / "grades", [], standings(course)
    known = {student for _, student in course.store.places()}
    students = sorted(known.union(roster.absent(known)))
    objected = objections(students, roster)
    for_proofs = {each: sum(worth(course, each, is_proof).values()) for each in grades}
    for assignment, found in grades.items():
        points = worth(course, assignment)
        rows = [row(course, assignment, each, found.get(each), points, objected[each]) for each in students]
        paths.append(write(folder / f"{assignment}.csv", rows))
        paths.append(folder / f"{assignment}.html")
        scores = {student: grade.scores for student, grade in found.items()}
        replace(paths[-1], dashboard(course, assignment, scores, points).encode())
        pages = [
            (
                student,
                course.record(assignment, student)["source"],
                course.path("feedback", assignment, student, ".html"),
            )
            for student in found
        ]
        paths.append(returns.feedback(folder / f"{assignment}-feedback.zip", assignment, pages))
    rows = [summary(each, grades, roster, objected[each], course.rules, for_proofs) for each in students]
    paths.append(write(folder / "all.csv", rows))
    if roster.rows:
        done = {
            each: {student: number(grade.points) for student, grade in found.items() if not grade.unread}
            for each, found in grades.items()
        }
        totals = {assignment: sum(worth(course, assignment).values()) for assignment in grades}
        paths.append(returns.grades(folder / "import.csv", roster, done, totals, course.rules.columns))
    changes(course, grades)
    return paths
