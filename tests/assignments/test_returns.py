"""Points and pages go back under the names that a platform reads; the rest of the class's file is unchanged."""

import re
from zipfile import ZipFile

import pytest

from downloads import read
from returns import column, feedback, grades
from roster import Roster
from tests.assignments.test_downloads import ASSIGNMENTS, BLIND, CANVAS, MOODLE, WORKSHEET, lay, roster, work

GERMAN = """Vorname;Nachname;ID-Nummer;Institution;E-Mail-Adresse;Aufgabe: perceptron (Punkte)
Ann;Berg;;Uni;ann@example.org;-
Zoë;O'Brien;17;Uni;zoe@example.org;12,5
"""
BLACKBOARD = """"Last Name","First Name","Username","perceptron [Total Pts: 40 Score] |664617"
"Berg","Ann","aberg",""
"""
BRIGHTSPACE = """OrgDefinedId,Last Name,First Name,perceptron Points Grade <Numeric MaxPoints:40>,End-of-Line Indicator
#s1,Berg,Ann,,#
"""
COLUMNS = [
    (CANVAS, {}, "perceptron (55)"),
    (CANVAS, {"perceptron": 55}, "perceptron (55)"),
    (CANVAS, {"perceptron": "perceptron (55)"}, "perceptron (55)"),
    (CANVAS.replace("perceptron (55)", "Homework 3 (55)"), {"perceptron": "homework 3"}, "Homework 3 (55)"),
    (MOODLE, {}, "perceptron"),
    (WORKSHEET, {"perceptron": "Grade"}, "Grade"),
    (BLIND, {"perceptron": "Grade"}, "Grade"),
    (GERMAN, {"perceptron": "Aufgabe: perceptron (Punkte)"}, "Aufgabe: perceptron (Punkte)"),
    (BLACKBOARD, {}, "perceptron [Total Pts: 40 Score] |664617"),
    (BLACKBOARD, {"perceptron": 664617}, "perceptron [Total Pts: 40 Score] |664617"),
    (BRIGHTSPACE, {}, "perceptron Points Grade <Numeric MaxPoints:40>"),
]


@pytest.mark.parametrize(("text", "columns", "expected"), COLUMNS)
def test_points_are_in_the_platforms_column_and_nothing_else_changes(tmp_path, text, columns, expected):
    came = roster(tmp_path, text)
    place = len(came.rows) - 1
    who = came.called(place)[0]
    points = {"perceptron": {who: "37.5", "nobody": "3"}}
    rows = Roster(grades(tmp_path / "import.csv", came, points, {"perceptron": 40}, columns)).rows
    for number, (row, before) in enumerate(zip(rows, came.rows, strict=True)):
        kept = "40" if "Points Possible" in row.get("Student", "") else before.get(expected) or ""
        assert row[expected] == ("37.5" if number == place else kept)
    assert [{**row, expected: ""} for row in rows] == [{**row, expected: ""} for row in came.rows]


@pytest.mark.parametrize("columns", [{"perceptron": "Homework"}, {"perceptron": 5}])
def test_a_column_that_is_not_there_is_refused(tmp_path, columns):
    with pytest.raises(SystemExit, match=r"it must name one column .* use one of Student, ID, .*perceptron \(55\)"):
        column(roster(tmp_path, CANVAS), "perceptron", columns)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [GERMAN, GERMAN.replace(";", "\t"), MOODLE, CANVAS])
def test_a_roster_comes_back_as_it_came(tmp_path, text, end, encoding):
    came = text.replace("\n", end).encode(encoding)
    (tmp_path / "roster.csv").write_bytes(came)
    assert grades(tmp_path / "import.csv", Roster(tmp_path / "roster.csv"), {}, {}, {}).read_bytes() == came


def test_a_roster_of_a_spreadsheet_is_read(tmp_path):
    (tmp_path / "roster.csv").write_bytes(MOODLE.encode("cp1252"))
    assert Roster(tmp_path / "roster.csv").find("Zoë O'Brien") == 1


@pytest.mark.parametrize("text", ["Group,Tutor\nA,B\n", "", "Student,ID\n"])
def test_a_file_that_names_nobody_is_refused(tmp_path, text):
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(SystemExit, match=r"roster\.csv names nobody\. Its first line should have"):
        Roster(tmp_path / "roster.csv")


def test_who_is_not_in_the_download_is_absent(tmp_path):
    assert roster(tmp_path, MOODLE).absent({"Ann Berg", "zoe@example.org"}) == ["Änne Öztürk", "Mary-Ann Van den Berg"]
    assert roster(tmp_path, CANVAS).absent({"bergann_101"}) == ["O'Brien, Zoë", "Öztürk, Änne"]


# ---------------------------------------------------------------- feedback


def moodle(path):
    """Whose a page is, as `is_valid_filename_for_import` of Moodle finds it, and its name there."""
    parts = path.split("/")
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) > 3 and info[1].isdigit() and (info[2], info[3]) == ("assignsubmission", "file"):
            return info[1], "/".join(filter(None, [*info[4:], *parts]))
    return None


def canvas(path):
    """Whose a page is, and which file it answers, as `infer_comment_context_from_filename` of Canvas finds them."""
    words = [each for each in path.rpartition("/")[2].split("_") if each != "LATE"]
    return tuple(words[1:3] if words[0] == "anon" else [each for each in words if each.isdigit()][:2])


def ilias(path):
    """Whose a page is: the folder in one whose name begins with multi_feedback."""
    return re.fullmatch(r"multi_feedback[^/]*/(?P<who>.+_\d+)/[^/]+", path)["who"]


READERS = [
    (moodle, "Ann Berg_7001_assignsubmission_file/perceptron.ipynb", ("7001", "perceptron.html")),
    (moodle, "course/Ann Berg_7001_assignsubmission_file_/work/x.ipynb", ("7001", "perceptron.html")),
    (moodle, "Ann Berg_7001_assignsubmission_file_x (1).ipynb", ("7001", "perceptron.html")),
    (moodle, "Participant_7001_assignsubmission_file_hand-in.zip/x.ipynb", ("7001", "perceptron.html")),
    (canvas, "bergann_101_9001_perceptron-1.ipynb", ("101", "9001")),
    (canvas, "submissions/bergann_LATE_101_9001_my_work_7_8.ipynb", ("101", "9001")),
    (canvas, "LATE_anon_AbC12_9001_x.ipynb", ("AbC12", "9001")),
    (ilias, "week 2/Submissions/Berg_Ann_aberg_123/x.ipynb", "Berg_Ann_aberg_123"),
    (
        str,
        "Download/397-25 - Ann Berg - May 7, 2027 926 PM/x.ipynb",
        "397-25 - Ann Berg - May 7, 2027 926 PM/perceptron.html",
    ),
    (str, "all/Ann Berg/week 1/x.ipynb", "Ann Berg/perceptron.html"),
]


@pytest.mark.parametrize(("reader", "source", "expected"), READERS)
def test_a_platform_finds_whose_a_page_is(tmp_path, reader, source, expected):
    """From a download to what goes back: as the platform's own source reads the name."""
    found, _ = read(lay(tmp_path / "download", {source: work()}), roster(tmp_path, MOODLE), ASSIGNMENTS, "UTC")
    (tmp_path / "page.html").write_text("<p>Well done.</p>")
    path = feedback(tmp_path / "back.zip", "perceptron", [(e.student, e.source, tmp_path / "page.html") for e in found])
    with ZipFile(path) as packed:
        (name,) = packed.namelist()
        assert packed.read(name) == b"<p>Well done.</p>"
    assert reader(name) == expected
