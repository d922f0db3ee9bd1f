"""The files that go back to a learning platform: points in the class's own file, and pages of feedback in one .zip."""

import csv
import re
from zipfile import ZIP_DEFLATED, ZipFile

from downloads import by_form
from roster import is_total

#: Platforms append to the name of a column: Canvas its number (lib/gradebook_importer.rb), Blackboard the points
#: and a number (nbeaver/offline-grades-upload), Brightspace its role.
ADDED = r"( \(\d+\)| \[Total Pts.*| Points Grade.*)?"
ILIAS = re.compile(r"[^/]+_[^/]+_[^/]+_\d+(?=/)")


def column(roster, assignment, columns):
    """Find the platform's column of an assignment: by the name or number in the settings, or by its own name."""
    called = str(columns.get(assignment, assignment))
    named = re.compile(rf"{re.escape(called)}{ADDED}|.*[(|]{re.escape(called)}\)?", flags=re.IGNORECASE)
    found = [called] if called in roster.fields else [*filter(named.fullmatch, roster.fields)]
    if len(found) > 1 or (assignment in columns and not found):
        raise SystemExit(
            f"c.Rules.columns[{assignment!r}] is {called!r}: it must name one column of your roster, by its heading or "
            f"by the number in it; use one of {', '.join(found or roster.fields)}"
        )
    return found[0] if found else assignment


def grades(path, roster, points, worth, columns):
    """Write the original roster with the points, {assignment: {student: points}}, in the platform's columns."""
    named = {assignment: column(roster, assignment, columns) for assignment in points}
    rows = [{**row, **({named[each]: worth[each] for each in points} if is_total(row) else {})} for row in roster.rows]
    for assignment, earned in points.items():
        for student, number in earned.items():
            if (place := roster.find(student)) is not None:
                rows[place][named[assignment]] = number
    fields = list(dict.fromkeys([*roster.fields, *named.values()]))
    with path.open("w", newline="", encoding=roster.encoding) as file:
        table = csv.DictWriter(file, fields, extrasaction="ignore", **roster.form)
        table.writeheader()
        table.writerows(rows)
    return path


def name_of_page(assignment, student, source):
    """The name of a page of feedback in the .zip that the download's platform takes back.

    Moodle reads the folder's or file's name from the download (mod/assign/feedback/file/importziplib.php). Canvas reads
    the two numbers (`infer_comment_context_from_filename` in app/models/abstract_assignment.rb), and shows the page
    under the name of the notebook. ILIAS reads the folder of the student, in one called multi_feedback
    (`uploadMultiFeedbackFile` in class.ilExAssignment.php). Brightspace wants its folders unchanged.

    >>> name_of_page("halving", "Ann Berg", "week 2/Ann Berg_7001_assignsubmission_file/halving.ipynb")
    'Ann Berg_7001_assignsubmission_file/halving.html'
    >>> name_of_page("halving", "Berg, Ann", "bergann_LATE_101_9001_halving-1.ipynb")
    'bergann_LATE_101_9001_halving.html'
    """
    page, (form, part, said) = f"{assignment}.html", by_form(source)
    if form and said.get("file"):
        return part.removesuffix(said["file"]) + page
    ilias = ILIAS.findall(source)
    return f"{part or (f'multi_feedback/{ilias[-1]}' if ilias else student)}/{page}"


def feedback(path, assignment, pages):
    """Pack pages of feedback, [(student, source in the download, page)], into a .zip to upload."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for student, source, page in sorted(pages):
            packed.write(page, name_of_page(assignment, student, source))
    return path
