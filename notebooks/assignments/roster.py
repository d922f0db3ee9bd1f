"""The class as a learning platform exports it, a CSV file; and the same file with the points filled in, to be imported.

It can be Canvas's gradebook, Moodle's grades, participants or grading worksheet, or any table with one of COLUMNS.
"""

import csv
import re

#: By what a student is known, in any of these columns; besides, by first and last name together.
COLUMNS = ("student", "full name", "id", "sis user id", "sis login id", "id number", "username", "email address")


def plain(text):
    """Letters and digits only: Canvas calls `Last-Name, First` lastnamefirst.

    >>> plain("Last-Name, First")
    'lastnamefirst'
    """
    return "".join(filter(str.isalnum, text.casefold()))


def names(row):
    """What a row's student is called, the fullest name first; nothing if the row is about nobody.

    >>> names({"First name": "A.", "Surname": "One", "Email address": "one@example.org"})
    ['A. One', 'one@example.org']
    >>> names({"Student": "    Points Possible", "ID": ""})
    []
    """
    cells = {field.strip().casefold(): (value or "").strip() for field, value in row.items() if field}
    if cells.get("student") == "Points Possible":
        return []
    full = f"{cells.get('first name', '')} {cells.get('last name') or cells.get('surname', '')}".strip()
    return [each for each in (full, *map(cells.get, COLUMNS)) if each]


class Roster:
    """The rows of a class: none if there is no file."""

    def __init__(self, path):
        self.fields, self.rows = [], []
        try:
            if path.exists():
                self._read(path)
        except UnicodeDecodeError:
            raise SystemExit(f"{path} is not in UTF-8: save it as 'CSV UTF-8', and give it again") from None
        called = [{plain(each) for each in names(row)} for row in self.rows]
        often = [each for some in called for each in some]
        self._known = {each: place for place, some in enumerate(called) for each in some if often.count(each) == 1}

    def _read(self, path):
        with path.open(encoding="utf-8-sig", newline="") as file:
            first = file.readline()
            file.seek(0)
            table = csv.DictReader(file, delimiter=max(",;\t", key=first.count))
            self.rows, self.fields = list(table), table.fieldnames or []
        if not any(map(names, self.rows)):
            raise SystemExit(
                f"{path} names nobody. Its first line should have first name and last name, or one of "
                f"{', '.join(COLUMNS)}; it has {', '.join(self.fields) or 'nothing'}"
            )

    def find(self, student):
        """The place of a student, whom a download may call lastnamefirst_12345; None if there is none."""
        canvas = re.fullmatch(r"(.*)_(\d+)", student)
        called = [student, *(reversed(canvas.groups()) if canvas else ())]
        return next((self._known[each] for each in map(plain, called) if each in self._known), None)

    def name(self, student):
        place = self.find(student)
        return "" if place is None else names(self.rows[place])[0]

    def absent(self, students):
        """Of whom there is nothing."""
        here = set(map(self.find, students))
        return [names(row)[0] for place, row in enumerate(self.rows) if names(row) and place not in here]

    def column(self, assignment):
        """The column of an assignment: the platform's, which may end in its number, or a new one."""
        named = re.compile(re.escape(assignment) + r"( \(\d+\))?", flags=re.IGNORECASE)
        return next(filter(named.fullmatch, self.fields), assignment)

    def write(self, path, points, worth):
        """The file as it came, with what was earned, {assignment: {student: points}}, in the assignments' columns."""
        columns = {assignment: self.column(assignment) for assignment in points}
        rows = [{**row, **({} if names(row) else {columns[each]: worth[each] for each in points})} for row in self.rows]
        for assignment, earned in points.items():
            for student, number in earned.items():
                place = self.find(student)
                if place is not None:
                    rows[place][columns[assignment]] = number
        fields = list(dict.fromkeys([*self.fields, *columns.values()]))
        with path.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, fields, extrasaction="ignore")
            table.writeheader()
            table.writerows(rows)
        return path
