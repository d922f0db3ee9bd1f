"""What is said about a class: a table for each assignment, one over all of them, and one for the learning platform."""

import csv
from datetime import timedelta

from nbgrader.api import Gradebook

from dashboard import dashboard
from submissions import is_graded, name


def number(points):
    """2 for 2.0, and 2.5 as it is."""
    return f"{points:g}"


def worth(course, assignment):
    """What each graded cell of an assignment is worth."""
    release = course.load("release", assignment)
    return {name(cell): cell.metadata.nbgrader["points"] for cell in release.cells if is_graded(cell)}


def earned(notebook):
    """What a graded notebook earned in each graded cell: None where a person has to read."""
    return {grade.name: None if grade.needs_manual_grade else grade.score for grade in notebook.grades}


def penalty(notebook):
    return notebook.late_submission_penalty or 0


def total(notebook):
    """The points of a graded notebook: those that are still to be given count for nothing."""
    return sum(score or 0 for score in earned(notebook).values()) - penalty(notebook)


def lateness(graded, marked):
    """How late a submission is, in words; nothing if it is in time."""
    seconds = graded.total_seconds_late if graded else 0
    if seconds:
        return f"{timedelta(seconds=round(seconds))} h".replace(":00 h", " h")
    return "marked by the platform" if marked else ""


def objections(students, roster):
    """What the roster says to a row, {student: words}: it has nobody of this name, or somebody with another row too."""
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


def remarks(record, objection):
    """What is remarkable about a student's work, in one line."""
    said = [objection, record.get("trouble"), *record.get("remarks", []), record.get("remark")]
    return "; ".join(filter(None, said)) or ("" if record else "nothing handed in")


def status(record, graded, unread):
    if not graded:
        return "not graded" if record else "nothing to grade"
    return "to read" if unread else "graded"


def row(student, record, notebook, points, objection):
    """A student's row in the table of an assignment: without a graded notebook there are no points, not even 0."""
    scores = earned(notebook) if notebook else dict.fromkeys(points)
    unread = sum(points[each] for each in points if scores[each] is None) if notebook else 0
    if notebook and record.get("trouble"):
        record = record | {"trouble": f"the newest is not graded: {record['trouble']}"}
    return {
        "student": student,
        "status": status(record, notebook, unread),
        "points": number(total(notebook)) if notebook else "",
        "to read": unread,
        "of": sum(points.values()),
        "late": lateness(notebook and notebook.assignment, record.get("marked_late")),
        "deducted": number(penalty(notebook)) if notebook else "0",
        **{f"{each} ({points[each]})": "" if scores[each] is None else number(scores[each]) for each in points},
        "remarks": remarks(record, objection),
    }


def write(path, rows):
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    return path


def standings(course, gradebook):
    """What has been graded in a course, {assignment: {student: their notebook}}: that of which there is a page."""
    found = {}
    for assignment in sorted(each.name for each in gradebook.assignments):
        for each in gradebook.notebook_submissions(assignment, assignment):
            if course.path("feedback", assignment, each.student.id, ".html").exists():
                found.setdefault(assignment, {})[each.student.id] = each
    return found


def summary(student, graded, roster, objection):
    """A student's row in the table over all assignments."""
    mine = {assignment: notebooks[student] for assignment, notebooks in graded.items() if student in notebooks}
    points = {each: total(mine[each]) for each in mine}
    return {
        "student": student,
        "name": roster.name(student),
        "points": number(sum(points.values())),
        **{assignment: number(points[assignment]) if assignment in mine else "" for assignment in graded},
        "to read": ", ".join(each for each in mine if None in earned(mine[each]).values()),
        "late": ", ".join(each for each in mine if mine[each].assignment.total_seconds_late),
        "nothing graded": ", ".join(each for each in graded if each not in mine),
        "remarks": objection,
    }


def finished(graded):
    """{assignment: {student: points}} of the work in which nothing is left to be read."""
    return {
        assignment: {
            student: number(total(each)) for student, each in notebooks.items() if None not in earned(each).values()
        }
        for assignment, notebooks in graded.items()
    }


def write_tables(course, roster):
    """All tables, as CSV files, and a picture of each assignment; returns their paths."""
    folder, paths = course.root / "grades", []
    with Gradebook(course.gradebook) as gradebook:
        graded = standings(course, gradebook)
        received = {(path.stem, path.parts[-3]) for path in (course.root / "received").glob("*/*/*.json")}
        known = {student for _, student in received}.union(*graded.values())
        students = sorted(known.union(roster.absent(known)))
        objected = objections(students, roster)
        for assignment in sorted({assignment for assignment, _ in received}.union(graded)):
            notebooks, points = graded.get(assignment, {}), worth(course, assignment)
            records = {student: course.record(assignment, student) for student in students}
            rows = [row(each, records[each], notebooks.get(each), points, objected[each]) for each in students]
            paths.append(write(folder / f"{assignment}.csv", rows))
            picture = folder / f"{assignment}.html"
            scores = {student: earned(each) for student, each in notebooks.items()}
            picture.write_text(dashboard(course, assignment, scores, points), encoding="utf-8")
            paths.append(picture)
        paths.append(write(folder / "all.csv", [summary(each, graded, roster, objected[each]) for each in students]))
        if roster.rows:
            points = finished(graded)
            totals = {assignment: sum(worth(course, assignment).values()) for assignment in points}
            paths.append(roster.write(folder / "import.csv", points, totals))
    return paths
