"""The points and comments that people give, in one file that survives everything else: `marks.csv`.

A mark belongs only to the text that was read: it is found again as long as the text is the same. A person enters marks
in nbgrader's form, which keeps them in the gradebook. They are copied from there into this file, and back into the
gradebook whenever that is made again.
"""

import csv
import io

from nbgrader.api import Gradebook, MissingEntry

from store import replace

KEY = ("assignment", "student", "question", "text")
GIVEN = ("points", "extra", "comment")


class Marks:
    """All marks of a class: {key: mark}."""

    def __init__(self, path):
        self.path, self.given = path, {}
        if path.exists():
            with path.open(encoding="utf-8-sig", newline="") as file:
                for row in csv.DictReader(file):
                    self.given[tuple(row[each] for each in KEY)] = tuple(row[each] for each in GIVEN)

    def write(self):
        rows = io.StringIO(newline="")
        table = csv.writer(rows)
        table.writerows([(*KEY, *GIVEN), *((*key, *given) for key, given in sorted(self.given.items()))])
        replace(self.path, rows.getvalue().encode("utf-8-sig"))

    def collect(self, course):
        """Copy new marks from the gradebook, and forget marks that were taken back."""
        before, graded = dict(self.given), [*course.graded()]
        if not graded:
            return
        with Gradebook(course.gradebook) as gradebook:
            for assignment, student in graded:
                texts = course.record(assignment, student)["texts"]
                try:
                    notebook = gradebook.find_submission_notebook(assignment, assignment, student)
                except MissingEntry:  # losing the gradebook does not take marks back
                    continue
                comments = {each.name: each.manual_comment or "" for each in notebook.comments}
                grades = {each.name: (each.manual_score, each.extra_credit) for each in notebook.grades}
                for question, text in texts.items():
                    score, extra = grades.get(question, (None, None))
                    given = ("" if score is None else f"{score:g}", f"{extra or ''}", comments.get(question, ""))
                    key = (assignment, student, question, text)
                    if any(given):
                        self.given[key] = given
                    else:
                        self.given.pop(key, None)
        if self.given != before:
            self.write()

    def give(self, gradebook, assignment, student, texts):
        """Put the marks of these texts into the gradebook."""
        notebook = gradebook.find_submission_notebook(assignment, assignment, student)
        for question, text in texts.items():
            points, extra, comment = self.given.get((assignment, student, question, text), ("", "", ""))
            for grade in (each for each in notebook.grades if each.name == question):
                grade.manual_score = float(points) if points else None
                grade.extra_credit = float(extra) if extra else None
                grade.needs_manual_grade = not points and grade.auto_score is None
            for each in (each for each in notebook.comments if each.name == question):
                each.manual_comment = comment or None
        gradebook.db.commit()
