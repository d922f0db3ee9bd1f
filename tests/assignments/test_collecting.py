"""Downloads of learning platforms are taken as they come, and nothing that was handed in vanishes."""

import shutil
from contextlib import suppress
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collecting import JUNK, collect, unpacked
from roster import Roster

CANVAS = "lastfirst_101_9001_perceptron.ipynb othertwo_LATE_102_9002_perceptron-1.ipynb onlythree_103_9003_report.pdf"
FOLDERS = """First Last_7001_assignsubmission_file_/perceptron.ipynb
    Two Other_7002_assignsubmission_file/perceptron (1).ipynb
    Three Only_7003_assignsubmission_onlinetext_/onlinetext.html"""
FILES = "First Last_7001_assignsubmission_file_perceptron.ipynb\nTwo Other_7002_assignsubmission_file_report.pdf"
NBGRADER = "submitted/first/perceptron/perceptron.ipynb submitted/two/perceptron/timestamp.txt"
BY_HAND = "first/perceptron.ipynb two/upload/Perceptron-Copy1.ipynb __MACOSX/first/._perceptron.ipynb"

# a platform's files: {student: whether there is a notebook to grade}
PLATFORMS = {
    "Canvas": (CANVAS.split(), {"lastfirst_101": True, "othertwo_102": True, "onlythree_103": False}),
    "Moodle, folders": (FOLDERS.split("\n"), {"First Last": True, "Two Other": True, "Three Only": False}),
    "Moodle, files": (FILES.split("\n"), {"First Last": True, "Two Other": False}),
    "nbgrader": (NBGRADER.split(), {"first": True, "two": False}),
    "by hand": (BY_HAND.split(), {"first": True, "two": True}),
}
# what a student handed in: what is said about it
ODD = {
    "perceptron.py": "perceptron.py is not a notebook: ask for the file that ends in .ipynb",
    "perceptron.zip": "perceptron.zip is packed: unpack it into a folder for this student",
    "": "the folder is empty",
    ".ipynb_checkpoints/perceptron-checkpoint.ipynb": "the folder is empty",
    "perceptrons.ipynb": "perceptrons.ipynb has the name of no assignment",
    "perceptron.ipynb perceptron(1).ipynb": "2 files of this assignment: keep one of perceptron(1).ipynb, perceptron",
}


def lay(folder, paths):
    """Files at these paths; a path that ends in / is an empty folder."""
    for path in map(str.strip, paths):
        place = folder / path
        (place if path.endswith("/") else place.parent).mkdir(parents=True, exist_ok=True)
        if not path.endswith("/"):
            place.write_text("{}", encoding="utf-8")
    return folder


def table(folder, text=None):
    """A roster with this text; without it, of nobody."""
    path = folder / "roster.csv"
    if text is not None:
        path.write_text(text, encoding="utf-8-sig")
    return Roster(path)


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("packed", [False, True])
def test_a_download_is_taken_as_it_comes(tmp_path, platform, packed):
    paths, expected = PLATFORMS[platform]
    download = lay(tmp_path / "download", paths)
    if packed:
        download = shutil.make_archive(tmp_path / "packed", "zip", download)
    with unpacked(tmp_path / "packed.zip" if packed else download) as folder:
        found = collect(folder, table(tmp_path))
        assert all(each.file is None or each.file.exists() for each in found)
    assert {each.student: each.file is not None and not each.trouble for each in found} == expected
    assert {each.student for each in found if each.marked_late} == {name for name in expected if name == "othertwo_102"}


@pytest.mark.parametrize("files", ODD)
def test_what_cannot_be_graded_has_a_sentence(tmp_path, files):
    lay(tmp_path, [*(f"odd/{file}" for file in files.split(" ")), "good/perceptron.ipynb"])
    said = {(each.student, each.assignment): each.trouble for each in collect(tmp_path, table(tmp_path / "none"))}
    assert said["odd", "perceptron"].startswith(ODD[files])
    assert said["good", "perceptron"] == ""


def test_a_notebook_in_nobodys_folder_has_a_row(tmp_path):
    lay(tmp_path, ["perceptron.ipynb", "mine.ipynb", "f*/perceptron.ipynb"])
    said = {each.student: each.trouble for each in collect(tmp_path, table(tmp_path))}
    assert said["perceptron.ipynb"] == "perceptron.ipynb is in no student's folder: put it into one"
    assert said["mine.ipynb"] == "mine.ipynb is in no student's folder: put it into one"
    assert said["f*"].startswith("the student's name: only letters")


def test_a_folder_without_any_assignment_says_what_is_in_it(tmp_path):
    with pytest.raises(SystemExit, match=r"Nothing in .* has the name of an assignment \(boosting, .*the first: one"):
        collect(lay(tmp_path, ["one/report.pdf"]), table(tmp_path))
    lay(tmp_path, ["broken.zip"])
    with (
        pytest.raises(SystemExit, match=r"broken.zip is neither a folder nor a whole .zip"),
        unpacked(tmp_path / "broken.zip"),
    ):
        pass


def unspoken(folder, collected):
    """The files of a folder that no row names."""
    rows = " ".join(f"{each.file} {each.trouble} {each.remark}" for each in collected)
    files = (path for path in folder.rglob("*") if path.is_file() and not JUNK & set(path.parts))
    return [path for path in files if path.name not in rows]


PART = st.sampled_from(
    ["ada", "bob_1_2_x", "submitted", "perceptron", "halving", "a_1_assignsubmission_file_", "x y", "late_LATE_3_4_"]
)
ENDING = st.sampled_from([".ipynb", "-2.ipynb", ".py", ".zip", ".ipynb.txt", "", "/"])
PATHS = st.tuples(st.lists(PART, min_size=1, max_size=3).map("/".join), ENDING)


@pytest.mark.audit
@given(paths=st.lists(PATHS, max_size=8))
def test_nothing_vanishes(tmp_path_factory, paths):
    folder = tmp_path_factory.mktemp("any")
    lay(folder, ["good/perceptron.ipynb"])
    for number, (path, ending) in enumerate(paths):
        with suppress(FileExistsError, NotADirectoryError):  # a file and a folder of one name
            lay(folder, [f"{path} ({number}){ending}"])
    assert unspoken(folder, collect(folder, table(folder / "none"))) == []


# ---------------------------------------------------------------- rosters

CANVAS_ROSTER = """Student,ID,SIS User ID,SIS Login ID,Section,perceptron (55),Final Score
    Points Possible,,,,,40,(read only)
"Last, First",101,s1,l1,A,,
"Other, Two",102,s2,l2,A,,
"Nothing, Four",104,s4,l4,A,,
"""
MOODLE_ROSTER = """First name;Last name;ID number;Email address
First;Last;s1;one@example.org
Two;Other;s2;two@example.org
Four;Nothing;s4;four@example.org
"""
WORKSHEET = """Identifier,Full name,Email address,Status,Grade
Participant 7001,First Last,one@example.org,Submitted for grading,
Participant 7002,Two Other,two@example.org,Submitted for grading,
Participant 7004,Four Nothing,four@example.org,No submission,
"""
ROSTERS = {"Canvas": CANVAS_ROSTER, "Moodle, folders": MOODLE_ROSTER, "Moodle, files": WORKSHEET}
ABSENT = {"Canvas": "Nothing, Four", "Moodle, folders": "Four Nothing", "Moodle, files": "Four Nothing"}


@pytest.mark.parametrize("platform", ROSTERS)
def test_who_handed_in_nothing_is_absent(tmp_path, platform):
    roster = table(tmp_path, ROSTERS[platform])
    found = collect(lay(tmp_path / "download", PLATFORMS[platform][0]), roster)
    assert roster.absent({each.student for each in found}) == [ABSENT[platform]]


@pytest.mark.parametrize(("platform", "column"), [("Canvas", "perceptron (55)"), ("Moodle, folders", "perceptron")])
def test_the_platforms_own_file_comes_back_with_points(tmp_path, platform, column):
    first, two, _ = PLATFORMS[platform][1]
    roster = table(tmp_path, ROSTERS[platform])
    path = roster.write(tmp_path / "import.csv", {"perceptron": {first: "37.5", two: "0"}}, {"perceptron": 40})
    rows = Roster(path).rows
    people = [row for row in rows if "Points Possible" not in row.get("Student", "")]
    assert [row[column] for row in people] == ["37.5", "0", ""]
    assert [row[column] for row in rows if row not in people] == ["40"] * (platform == "Canvas")
    assert [{**row, column: ""} for row in rows] == [{**row, column: ""} for row in roster.rows]


def test_who_cannot_be_told_apart_is_found_by_the_number_only(tmp_path):
    roster = table(tmp_path, 'Student,ID\n"Last, First",101\n"Last, First",102\n')
    assert roster.find("lastfirst_102") == 1
    assert roster.find("Last, First") is None
    assert roster.name("somebody else") == ""


@pytest.mark.parametrize("text", ["Group,Tutor\nA,B\n", "", "Student,ID\n"])
def test_a_file_that_names_nobody_is_refused(tmp_path, text):
    with pytest.raises(SystemExit, match=r"roster\.csv names nobody\. Its first line should have"):
        table(tmp_path, text)


# ---------------------------------------------------------------- as it came

GERMAN = """Vorname;Nachname;ID-Nummer;Institution;E-Mail-Adresse;Aufgabe: perceptron (Punkte)
Änne;Öztürk;;Uni;aenne@example.org;-
Zoë;de Vries;17;Uni;zoe@example.org;12,5
"""


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [GERMAN, GERMAN.replace(";", "\t"), MOODLE_ROSTER, CANVAS_ROSTER])
def test_a_roster_comes_back_as_it_came(tmp_path, text, end, mark):
    came = (mark + text.replace("\n", end)).encode()
    (tmp_path / "roster.csv").write_bytes(came)
    path = Roster(tmp_path / "roster.csv").write(tmp_path / "import.csv", {}, {})
    assert path.read_bytes() == came


def test_headings_in_another_language_are_read(tmp_path):
    download = ["Änne Öztürk_7001_assignsubmission_file_/perceptron.ipynb"]  # with signs composed as macOS does
    roster = table(tmp_path, GERMAN)
    found = collect(lay(tmp_path / "download", [normalize("NFD", path) for path in download]), roster)
    assert [roster.name(each.student) for each in found] == [normalize("NFC", "Änne Öztürk")]
    assert roster.absent({each.student for each in found}) == ["Zoë de Vries"]
    path = roster.write(tmp_path / "import.csv", {"perceptron": {found[0].student: "30"}}, {"perceptron": 40})
    assert [row["perceptron"] for row in Roster(path).rows] == ["30", ""]


def test_only_the_row_that_says_what_columns_are_worth_says_it(tmp_path):
    text = CANVAS_ROSTER.replace("    Points", ",,,,,Manual Posting,\n    Points")
    path = table(tmp_path, text).write(tmp_path / "import.csv", {"perceptron": {}}, {"perceptron": 40})
    assert [row["perceptron (55)"] for row in Roster(path).rows] == ["Manual Posting", "40", "", "", ""]


# ---------------------------------------------------------------- two of one name

NAMESAKES = """Identifier,Full name,Email address,Status,Grade
Participant 7001,Ann Berg,ann@example.org,Submitted for grading,
Participant 7002,Ann Berg,berg@example.org,Submitted for grading,
Participant 7003,Cem Dal,cem@example.org,Submitted for grading,
"""
MOODLE = "{}_{}_assignsubmission_file_/{}.ipynb"


def handed_in(folder, roster, *paths):
    return {each.student: each.trouble for each in collect(lay(folder / "download", paths), roster)}


def test_moodles_number_tells_two_of_one_name_apart(tmp_path):
    paths = [MOODLE.format(name, number, "perceptron") for name, number in (("Ann Berg", 7002), ("Cem Dal", 7003))]
    roster = table(tmp_path, NAMESAKES)
    assert handed_in(tmp_path, roster, *paths) == {"berg@example.org": "", "Cem Dal": ""}
    assert roster.absent({"berg@example.org", "Cem Dal"}) == ["ann@example.org"]
    points = roster.write(tmp_path / "import.csv", {"perceptron": {"berg@example.org": "26"}}, {"perceptron": 40})
    assert [row["perceptron"] for row in Roster(points).rows] == ["", "26", ""]


def test_two_of_one_name_are_not_one(tmp_path):
    """Nor is anybody's work deleted: each has a row that says what to do."""
    paths = [MOODLE.format("Ann Berg", number, "perceptron") for number in (8001, 8002)]
    for roster, folders in (
        (table(tmp_path, NAMESAKES), "ann@example.org or berg@example.org"),
        (table(tmp_path / "none"), "as nobody else is called"),
    ):
        said = handed_in(tmp_path, roster, *paths)
        assert said.keys() == {"Ann Berg_8001", "Ann Berg_8002"}
        remedy = f"several are called Ann Berg: put the file into a folder called {folders}. Or give Moodle's grading"
        assert all(each.startswith(remedy) for each in said.values())


def test_two_numbers_of_one_name_are_one_student_if_the_roster_has_one(tmp_path):
    """With the downloads of two assignments in one folder: Moodle gives a student a number for each."""
    paths = [MOODLE.format("Cem Dal", 7003, "perceptron"), MOODLE.format("Cem Dal", 9003, "halving")]
    assert handed_in(tmp_path, table(tmp_path, NAMESAKES), *paths) == {"Cem Dal": ""}
    assert handed_in(tmp_path, table(tmp_path / "none"), *paths).keys() == {"Cem Dal_7003", "Cem Dal_9003"}


def test_a_folder_with_a_name_that_two_have_is_nobodys(tmp_path):
    roster = table(tmp_path, NAMESAKES)
    said = handed_in(tmp_path, roster, "Ann Berg/perceptron.ipynb", "ann@example.org/perceptron.ipynb")
    assert said["ann@example.org"] == ""
    assert said["Ann Berg"].startswith("several are called Ann Berg: put the file into a folder called ann@")


def test_two_files_of_one_name_are_told_apart_by_their_folders(tmp_path):
    said = handed_in(tmp_path, table(tmp_path), "ann/new/perceptron.ipynb", "ann/old/perceptron.ipynb")
    assert said["ann"] == "2 files of this assignment: keep one of new/perceptron.ipynb, old/perceptron.ipynb"
