"""The class as a CSV file from a learning platform, and the students that a name may mean.

The file can be Canvas's gradebook, Moodle's grades, participants or grading worksheet, or Blackboard's grade centre, in
any language and encoding, or any table with one of COLUMNS.
"""

import csv
import json
import re
from collections import defaultdict
from io import StringIO
from itertools import takewhile
from unicodedata import normalize

#: Columns that can identify a student; first and last name together can, too.
COLUMNS = (
    *("student", "name", "full name", "id", "sis user id", "sis login id", "id number", "student id", "orgdefinedid"),
    *("username", "login", "email address", "email"),
)


def decoded(data):
    """Read the text of a file, whatever encoding an editor or a spreadsheet used."""
    try:
        return data.decode(json.detect_encoding(data))
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def plain(text):
    """Keep only letters and digits: Canvas turns `O'Brien, Zoë` into obrienzoë.

    >>> plain("O’Brien, Zoë")
    'obrienzoë'
    """
    return "".join(filter(str.isalnum, normalize("NFC", text).casefold()))


def folded(text):
    """Remove accents and other marks too: ILIAS writes OBrien_Zoe.

    >>> folded("O’Brien, Zoë")
    'obrienzoe'
    """
    return "".join(filter(str.isalnum, normalize("NFKD", text).casefold()))


def turned(name):
    """Rotate a name by its words, as family names come first in some places and last in others.

    >>> turned("Ann Maria Berg")
    ['Ann Maria Berg', 'Maria Berg Ann', 'Berg Ann Maria']
    """
    words = name.split()
    return [" ".join(words[start:] + words[:start]) for start in range(len(words))]


def cells(row):
    return {field.strip(" #").casefold(): (value or "").strip(" #") for field, value in row.items() if field}


def is_total(row):
    """Tell whether a row has the maximal points of Canvas's columns."""
    return cells(row).get("student") == "Points Possible"


def names(row):
    """Return the names of a row's student, the fullest first; none if the row is about nobody.

    >>> names({"First name": "A.", "Surname": "One", "Email address": "one@example.org"})
    ['A. One', 'one@example.org']
    >>> names({"Student": "    Points Possible", "ID": ""})
    []

    Under headings in another language, the first words before an e-mail address are the name:

    >>> names({"Vorname": "A.", "Nachname": "One", "ID-Nummer": "17", "E-Mail-Adresse": "one@example.org"})
    ['A. One', 'one@example.org']
    >>> names({"ID": "Teilnehmer/in 7001", "Vollständiger Name": "A. One", "E-Mail-Adresse": "one@example.org"})
    ['A. One', 'Teilnehmer/in 7001', 'one@example.org']

    Moodle's worksheet for a blindly marked assignment has only a number:

    >>> names({"Identifier": "Participant 7001", "Status": "Submitted"})
    ['Participant 7001']
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
    return known or [each for each in [*said.values()][:1] if re.fullmatch(r"\D+ \d+", each)]


class Roster:
    """The rows of a class; there are none without a file."""

    def __init__(self, path):
        self.fields, self.rows = [], []
        if path.exists():
            self._read(path.read_bytes())
            if not any(map(names, self.rows)):
                raise SystemExit(
                    f"{path} names nobody. Its first line should have first name and last name, or one of "
                    f"{', '.join(COLUMNS)}; or each row should have an e-mail address. "
                    f"It has {', '.join(self.fields) or 'nothing'}"
                )
        self._places, self._folded = defaultdict(list), defaultdict(list)
        for place, row in enumerate(self.rows):
            for each in dict.fromkeys(map(plain, names(row))):
                self._places[each].append(place)
            for each in {folded(other) for name in names(row) for other in turned(name)}:
                self._folded[each].append(place)
        self._numbers = [{next(iter(said.values()), ""), said.get("id", "")} for said in map(cells, self.rows)]

    def _read(self, data):
        text = decoded(data)
        first = text.partition("\n")[0]
        self.form = {
            "delimiter": max(",;\t", key=first.count),
            "lineterminator": "\r\n" if first.endswith("\r") else "\n",
        }
        self.encoding = json.detect_encoding(data)
        table = csv.DictReader(StringIO(text, newline=""), delimiter=self.form["delimiter"])
        self.rows, self.fields = list(table), table.fieldnames or []

    def places(self, name):
        """Return the places of all students with a name."""
        return self._places.get(plain(name)) or self._folded.get(folded(name), [])

    def meant(self, spellings, number=""):
        """Return the places of all students whom a download may mean, by a number or the first spelling that matches.

        A platform's number is in the first column (Moodle's *Participant 7001*) or in the column ID (Canvas's).
        """
        named = next(filter(None, map(self.places, spellings)), [])
        ends = re.compile(rf"\D*{number}")
        mine = [place for place, each in enumerate(self._numbers) if number and any(map(ends.fullmatch, each))]
        return [place for place in named if place in mine] or named or mine

    def find(self, student):
        """Return the place of a student, perhaps called lastnamefirst_12345; None if there is none, or several."""
        canvas = re.fullmatch(r"(.*)_(\d+)", student)
        called = map(self.places, [student, *(reversed(canvas.groups()) if canvas else ())])
        return next((places[0] for places in called if len(places) == 1), None)

    def called(self, place):
        """Return the names that only this student has, the fullest first."""
        return [each for each in names(self.rows[place]) if self.places(each) == [place]] or names(self.rows[place])

    def name(self, student):
        place = self.find(student)
        return "" if place is None else names(self.rows[place])[0]

    def absent(self, students):
        """Return the students without work."""
        here = set(map(self.find, students))
        return [self.called(place)[0] for place, row in enumerate(self.rows) if names(row) and place not in here]
