"""The class as a learning platform exports it, a CSV file; and the same file with the points filled in, to be imported.

It can be Canvas's gradebook, Moodle's grades, participants or grading worksheet, or any table with one of COLUMNS.
"""

import csv
import re

#: By what a student is known, in any of these columns; besides, by first and last name together.
COLUMNS = ("student", "full name", "id", "sis user id", "sis login id", "id number", "username", "email address")
FIRST, LAST = ("first name",), ("last name", "surname")


def plain(text):
    """Letters and digits only: Canvas calls `Last-Name, First` lastnamefirst.

    >>> plain("Last-Name, First")
    'lastnamefirst'
    """
    return "".join(filter(str.isalnum, text.casefold()))


class Roster:
    """The rows of a class; `path` may be missing, which is a class of nobody."""

    def __init__(self, path):
        self.fields, self.rows = [], []
        if path.exists():
            with path.open(encoding="utf-8-sig", newline="") as file:
                first = file.readline()
                file.seek(0)
                reader = csv.DictReader(file, delimiter=max(",;\t", key=first.count))
                self.rows, self.fields = list(reader), reader.fieldnames or []
        if path.exists() and not any(map(self.names, self.rows)):
            raise SystemExit(
                f"{path} names nobody: its first line must have one of the columns {', '.join(COLUMNS)}, "
                f"or first name and last name; it is {', '.join(self.fields)!r}"
            )
        everything = [name for row in self.rows for name in {*map(plain, self.names(row))}]
        self.known = {
            name: row for row in self.rows for name in map(plain, self.names(row)) if everything.count(name) == 1
        }

    def names(self, row):
        """What a row's student is called, the fullest name first; nothing in a row that is about nobody."""
        cells = {(field or "").strip().casefold(): (value or "") for field, value in row.items() if field}
        if "points possible" in cells.get("student", "").casefold():
            return []
        halves = [next((cells[column] for column in half if cells.get(column)), "") for half in (FIRST, LAST)]
        return [name.strip() for name in (" ".join(halves), *map(cells.get, COLUMNS)) if name and name.strip()]

    def find(self, student):
        """The row of a student, who may be called lastfirst_12345 in a download; an empty one if there is none."""
        parts = [student, *reversed(student.split("_"))]
        return next((self.known[plain(part)] for part in parts if plain(part) in self.known), {})

    def name(self, student):
        return next(iter(self.names(self.find(student))), "")

    def absent(self, students):
        """The names of those of whom there is nothing."""
        here = [id(self.find(student)) for student in students]
        return [self.names(row)[0] for row in self.rows if self.names(row) and id(row) not in here]

    def write(self, path, points, worth):
        """The file as it came, with {assignment: {student: points}} in the assignments' columns, or new ones."""
        fields = list(self.fields)
        columns = {}
        for assignment in points:
            named = re.compile(re.escape(assignment) + r"( \(\d+\))?", flags=re.IGNORECASE)  # Canvas adds its number
            columns[assignment] = next(filter(named.fullmatch, fields), assignment)
            fields += [columns[assignment]] * (columns[assignment] not in fields)
        filled = {id(self.find(student)): student for earned in points.values() for student in earned}
        with path.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, fields, extrasaction="ignore")
            table.writeheader()
            for row in self.rows:
                mine = {column: points[each].get(filled.get(id(row)), "") for each, column in columns.items()}
                if not self.names(row):
                    mine = {column: worth[each] for each, column in columns.items()}
                table.writerow({**row, **mine})
