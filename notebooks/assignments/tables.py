"""What is said about a class: a table for each assignment, one over all of them, and one for the learning platform."""

import csv
from datetime import timedelta

from nbgrader.api import Gradebook

from submissions import differences, incidents, is_graded, name, read


def number(points):
    """2 for 2.0, and 2.5 as it is."""
    return f"{points:g}"


def worth(course, assignment):
    """What each graded cell of an assignment is worth."""
    release = course.load("release", assignment)
    return {name(cell): cell.metadata.nbgrader["points"] for cell in release.cells if is_graded(cell)}


def earned(notebook):
    """What a graded notebook earned in each graded cell: None where a person has to read."""
    grades = {grade.name: grade for grade in notebook.grades}
    return {each: None if grade.needs_manual_grade else grade.score for each, grade in grades.items()}


def penalty(notebook):
    return notebook.late_submission_penalty or 0


def lateness(graded, marked):
    """How late a submission is, in words; nothing if it is in time."""
    seconds = graded.total_seconds_late if graded else 0
    if seconds:
        return f"{timedelta(seconds=round(seconds))} h".replace(":00 h", " h")
    return "marked by the platform" if marked else ""


def remarks(course, submission):
    """What is remarkable about a submission, in one line."""
    if submission.trouble:
        return "; ".join(filter(None, [submission.trouble, submission.remark]))
    assignment, student = submission.assignment, submission.student
    received = read(course.path("received", assignment, student))
    release, executed = course.load("release", assignment), course.load("autograded", assignment, student)
    return "; ".join([*differences(release, received), *incidents(executed), *filter(None, [submission.remark])])


def status(submission, unread):
    if submission.file is None:
        return "nothing to grade"
    if submission.trouble:
        return "not graded"
    return "to read" if unread else "graded"


def row(course, gradebook, submission):
    """A student's row in the table of an assignment."""
    assignment, points = submission.assignment, worth(course, submission.assignment)
    scores, graded, deducted = dict.fromkeys(points, 0), None, 0
    if not submission.trouble:
        notebook = gradebook.find_submission_notebook(assignment, assignment, submission.student)
        scores, graded, deducted = earned(notebook), notebook.assignment, penalty(notebook)
    unread = sum(points[each] for each in points if scores[each] is None)
    return {
        "student": submission.student,
        "status": status(submission, unread),
        "points": number(sum(score or 0 for score in scores.values()) - deducted),
        "to read": unread,
        "of": sum(points.values()),
        "late": lateness(graded, submission.marked_late),
        "deducted": number(deducted),
        **{f"{each} ({points[each]})": "" if scores[each] is None else number(scores[each]) for each in points},
        "remarks": remarks(course, submission),
    }


def write(path, rows):
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    return path


def standings(course, gradebook, troubled):
    """What has been graded in a course: {assignment: {student: their notebook}}, without what is now in trouble."""
    found = {}
    for assignment in sorted(each.name for each in gradebook.assignments):
        notebooks = gradebook.notebook_submissions(assignment, assignment)
        mine = {each.student.id: each for each in notebooks}
        found[assignment] = {
            student: each
            for student, each in mine.items()
            if course.path("autograded", assignment, student).exists() and (student, assignment) not in troubled
        }
    return {assignment: notebooks for assignment, notebooks in found.items() if notebooks}


def everybody(graded, submissions, roster):
    """All students, in order; who is absent now, under the roster's name, may have been graded before under another."""
    before = {student for notebooks in graded.values() for student in notebooks}
    places = {*map(roster.find, before)} - {None}
    now = {submission.student for submission in submissions}
    return sorted(before | {student for student in now if roster.find(student) not in places})


def summary(student, graded, roster):
    """A student's row in the table over all assignments: points that are still to be given count for nothing."""
    mine = {assignment: notebooks[student] for assignment, notebooks in graded.items() if student in notebooks}
    points = {each: sum(score or 0 for score in earned(mine[each]).values()) - penalty(mine[each]) for each in mine}
    return {
        "student": student,
        "name": roster.name(student),
        "points": number(sum(points.values())),
        **{assignment: number(points[assignment]) if assignment in mine else "" for assignment in graded},
        "to read": ", ".join(each for each in mine if None in earned(mine[each]).values()),
        "late": ", ".join(each for each in mine if mine[each].assignment.total_seconds_late),
        "nothing graded": ", ".join(each for each in graded if each not in mine),
    }


def finished(graded):
    """{assignment: {student: points}} of the work in which nothing is left to be read."""
    return {
        assignment: {
            student: number(sum(earned(each).values()) - penalty(each))
            for student, each in notebooks.items()
            if None not in earned(each).values()
        }
        for assignment, notebooks in graded.items()
    }


def write_tables(course, submissions, roster):
    """All tables, as CSV files; returns their paths."""
    folder = course.root / "grades"
    asked = sorted({submission.assignment for submission in submissions})
    with Gradebook(course.gradebook) as gradebook:
        paths = []
        for assignment in asked:
            mine = [submission for submission in submissions if submission.assignment == assignment]
            paths.append(write(folder / f"{assignment}.csv", [row(course, gradebook, each) for each in mine]))
        troubled = {(submission.student, submission.assignment) for submission in submissions if submission.trouble}
        graded = standings(course, gradebook, troubled)
        students = everybody(graded, submissions, roster)
        paths.append(write(folder / "all.csv", [summary(each, graded, roster) for each in students]))
        if roster.rows:
            points = finished(graded)
            totals = {assignment: sum(worth(course, assignment).values()) for assignment in points}
            paths.append(roster.write(folder / "import.csv", points, totals))
    return paths
