"""The class as a learning platform exports it, a CSV file; and the same file with the points filled in, to be imported.

It can be Canvas's gradebook, Moodle's grades, participants or grading worksheet, in any language, or any table with one
of COLUMNS.
"""

import csv
import re
from itertools import takewhile
from unicodedata import normalize

#: By what a student is known, in any of these columns; besides, by first and last name together.
COLUMNS = ("student", "full name", "id", "sis user id", "sis login id", "id number", "username", "email address")


def plain(text):
    """Letters and digits only: Canvas calls `Last-Name, First` lastnamefirst.

    >>> plain("Last-Name, First")
    'lastnamefirst'
    """
    return "".join(filter(str.isalnum, normalize("NFC", text).casefold()))


def cells(row):
    return {field.strip().casefold(): (value or "").strip() for field, value in row.items() if field}


def is_total(row):
    """Whether a row says what Canvas's columns are worth."""
    return cells(row).get("student") == "Points Possible"


def names(row):
    """What a row's student is called, the fullest name first; nothing if the row is about nobody.

    >>> names({"First name": "A.", "Surname": "One", "Email address": "one@example.org"})
    ['A. One', 'one@example.org']
    >>> names({"Student": "    Points Possible", "ID": ""})
    []

    Under headings in another language, whoever has an e-mail address is called by the first words before it:

    >>> names({"Vorname": "A.", "Nachname": "One", "ID-Nummer": "17", "E-Mail-Adresse": "one@example.org"})
    ['A. One', 'one@example.org']
    >>> names({"ID": "Teilnehmer/in 7001", "Vollständiger Name": "A. One", "E-Mail-Adresse": "one@example.org"})
    ['A. One', 'Teilnehmer/in 7001', 'one@example.org']
    """
    said = cells(row)
    if is_total(row):
        return []
    full = f"{said.get('first name', '')} {said.get('last name') or said.get('surname', '')}".strip()
    known = [each for each in (full, *map(said.get, COLUMNS)) if each]
    before = list(takewhile(lambda each: "@" not in each, said.values()))
    if len(before) < len(said) and set(known) <= {said.get("id")}:
        full = " ".join([each for each in before if each and not re.search(r"\d", each)][:2])
        known = [each for each in (full, *known, [*said.values()][len(before)]) if each]
    return known


class Roster:
    """The rows of a class: none if there is no file."""

    def __init__(self, path):
        self.fields, self.rows = [], []
        try:
            if path.exists():
                self._read(path)
        except UnicodeDecodeError:
            raise SystemExit(f"{path} is not in UTF-8: save it as 'CSV UTF-8', and give it again") from None
        self._places = {}
        for place, row in enumerate(self.rows):
            for each in dict.fromkeys(map(plain, names(row))):
                self._places.setdefault(each, []).append(place)

    def _read(self, path):
        with path.open(encoding="utf-8", newline="") as file:
            first = file.readline()
            self._form = {
                "delimiter": max(",;\t", key=first.count),
                "lineterminator": "\r\n" if first.endswith("\r\n") else "\n",
            }
            self._encoding = "utf-8-sig" if first.startswith("\ufeff") else "utf-8"
        with path.open(encoding=self._encoding, newline="") as file:
            table = csv.DictReader(file, delimiter=self._form["delimiter"])
            self.rows, self.fields = list(table), table.fieldnames or []
        if not any(map(names, self.rows)):
            raise SystemExit(
                f"{path} names nobody. Its first line should have first name and last name, or one of "
                f"{', '.join(COLUMNS)}; or each row an e-mail address. It has {', '.join(self.fields) or 'nothing'}"
            )

    def places(self, name):
        """The places of all who are called so."""
        return self._places.get(plain(name), [])

    def find(self, student):
        """The place of a student, whom a download may call lastnamefirst_12345; None if there is none, or several."""
        canvas = re.fullmatch(r"(.*)_(\d+)", student)
        called = map(self.places, [student, *(reversed(canvas.groups()) if canvas else ())])
        return next((places[0] for places in called if len(places) == 1), None)

    def called(self, place):
        """What only this student is called, the fullest name first."""
        return [each for each in names(self.rows[place]) if self.places(each) == [place]] or names(self.rows[place])

    def numbered(self, name, number):
        """What only that student is called, of all of this name, in whose row Moodle's number of a participant is."""
        ends = re.compile(rf"\D*{number}")
        mine = [place for place in self.places(name) if any(map(ends.fullmatch, cells(self.rows[place]).values()))]
        return self.called(mine[0])[0] if len(mine) == 1 else None

    def name(self, student):
        place = self.find(student)
        return "" if place is None else names(self.rows[place])[0]

    def absent(self, students):
        """Of whom there is nothing."""
        here = set(map(self.find, students))
        return [self.called(place)[0] for place, row in enumerate(self.rows) if names(row) and place not in here]

    def column(self, assignment):
        """The column of an assignment: the platform's, which may end in its number, or a new one."""
        named = re.compile(re.escape(assignment) + r"( \(\d+\))?", flags=re.IGNORECASE)
        return next(filter(named.fullmatch, self.fields), assignment)

    def write(self, path, points, worth):
        """The file as it came, with what was earned, {assignment: {student: points}}, in the assignments' columns."""
        columns = {assignment: self.column(assignment) for assignment in points}
        totals = {columns[each]: worth[each] for each in points}
        rows = [{**row, **(totals if is_total(row) else {})} for row in self.rows]
        for assignment, earned in points.items():
            for student, number in earned.items():
                place = self.find(student)
                if place is not None:
                    rows[place][columns[assignment]] = number
        fields = list(dict.fromkeys([*self.fields, *columns.values()]))
        with path.open("w", newline="", encoding=self._encoding) as file:
            table = csv.DictWriter(file, fields, extrasaction="ignore", **self._form)
            table.writeheader()
            table.writerows(rows)
        return path
