"""The student, the assignment and the time behind each file name that a platform, a system or a student gives."""

import json
import shutil
from contextlib import suppress
from unicodedata import normalize
from zipfile import ZipFile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from course import assignments, cell_names
from downloads import read
from roster import Roster

ASSIGNMENTS = {name: cell_names(name) for name in assignments()}
MOODLE = """First name,Last name,ID number,Email address
Ann,Berg,s1,ann@example.org
Zoë,O'Brien,s2,zoe@example.org
Änne,Öztürk,aoe,aenne@example.org
Mary-Ann,Van den Berg,mary_ann,mary@example.org
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,perceptron (55)
    Points Possible,,,,,40
"Berg, Ann",101,s1,l1,A,
"O'Brien, Zoë",102,s2,l2,A,
"Öztürk, Änne",103,aoe,l3,A,
"""
BLIND = """Identifier,Status,Grade,Maximum Grade
Participant 7001,Submitted for grading,,40
Participant 7002,Submitted for grading,,40
"""
WORKSHEET = """Identifier,Full name,Email address,Status,Grade
Participant 7001,Ann Berg,ann@example.org,Submitted for grading,
Participant 7002,Ann Berg,berg@example.org,Submitted for grading,
"""
ROSTERS = {"Moodle": MOODLE, "Canvas": CANVAS, "blind": BLIND, "worksheet": WORKSHEET}
ANN, ZOE, AENNE, MARY = "Ann Berg", "Zoë O'Brien", "Änne Öztürk", "Mary-Ann Van den Berg"
# a path in the download; a roster, if one is needed; whose it is, and from when
TABLE = [
    # Moodle, with and without folders, marked blind, in other languages
    ("Ann Berg_7001_assignsubmission_file/perceptron.ipynb", "", ANN),
    ("Ann Berg_7001_assignsubmission_file_/perceptron (1).ipynb", "", ANN),
    ("Ann Berg_7001_assignsubmission_file_perceptron-Copy1.ipynb", "", ANN),
    ("Ann Berg_7001_assignsubmission_file_/work/final.ipynb", "Moodle", ANN),
    ("Zoë OBrien_7002_assignsubmission_file/perceptron.ipynb", "Moodle", ZOE),
    ("Zoë O’Brien_7002_assignsubmission_file/perceptron.ipynb", "Moodle", ZOE),
    ("Öztürk Änne_7003_assignsubmission_file/perceptron.ipynb", "Moodle", AENNE),
    ("COURSE-halving-55/Ann Berg_7001_assignsubmission_file/perceptron.ipynb", "", ANN),
    ("Ann Berg_7001_assignsubmission_file/hand-in.zip/perceptron.ipynb", "", ANN),
    ("Participant_7001_assignsubmission_file/perceptron.ipynb", "", "Participant 7001"),
    ("Participant_7002_assignsubmission_file/perceptron.ipynb", "blind", "Participant 7002"),
    ("Teilnehmerin_7001_assignsubmission_file/perceptron.ipynb", "", "Teilnehmerin 7001"),
    ("Ann Berg_7002_assignsubmission_file/perceptron.ipynb", "worksheet", "berg@example.org"),
    # Canvas, anonymous, late, handed in again
    ("bergann_101_9001_perceptron.ipynb", "", "bergann_101"),
    ("bergann_101_9001_perceptron.ipynb", "Canvas", "Berg, Ann"),
    ("bergann_LATE_101_9001_perceptron-1.ipynb", "Canvas", "Berg, Ann"),
    ("submissions/obrienzoë_102_9002_perceptron-2.ipynb", "Canvas", "O'Brien, Zoë"),
    ("anon_AbC12_9003_perceptron.ipynb", "", "anon_AbC12"),
    ("LATE_anon_AbC12_9004_perceptron.ipynb", "", "anon_AbC12"),
    ("bergann_5_9001_untitled.ipynb", "Moodle", ANN),
    # Blackboard
    ("Homework 1_s1_attempt_2027-05-07-23-59-00_perceptron.ipynb", "Moodle", f"{ANN} 2027-05-07 21:59"),
    ("Homework_1_mary_ann_attempt_2027-05-07-23-59-00_Untitled1.ipynb", "Moodle", f"{MARY} 2027-05-07 21:59"),
    ("gradebook_1/Homework 1_aberg_Versuch_2027-01-07-23-59-00_perceptron.ipynb", "", "aberg 2027-01-07 22:59"),
    # Brightspace
    ("397063-2557369 - Ann Berg - May 7, 2027 926 PM/perceptron.ipynb", "", f"{ANN} 2027-05-07 19:26"),
    ("397-25 - Mary-Ann Van den Berg - May 7, 2027 1205 AM/x.ipynb", "Moodle", f"{MARY} 2027-05-06 22:05"),
    ("Download/397-25 - s2 - Zoë OBrien - 7 May, 2027 2126/x.ipynb", "Moodle", f"{ZOE} 2027-05-07 19:26"),
    ("397-25 - Ann Berg- Sept 24, 2027 112PM - perceptron.ipynb", "", f"{ANN} 2027-09-24 11:12"),
    # ILIAS
    ("Berg_Ann_aberg_123/perceptron.ipynb", "Moodle", ANN),
    ("Week 2/Submissions/Ozturk_Anne_x_17/Late_Submission_-_perceptron.ipynb", "Moodle", AENNE),
    ("O_Brien_Zoe_zoe@example.org_12/perceptron.ipynb", "Moodle", ZOE),
    # nbgrader, and by hand
    ("submitted/aberg/perceptron/perceptron.ipynb", "", "aberg"),
    ("submitted/s1/perceptron/perceptron.ipynb", "Moodle", ANN),
    ("Ann Berg/perceptron.ipynb", "", ANN),
    ("all of them/group 1/Ann Berg/week 1/perceptron.ipynb", "Moodle", ANN),
    ("perceptron_Ann_Berg.ipynb", "Moodle", ANN),
    ("ann@example.org.zip/perceptron.ipynb", "Moodle", ANN),
    ("Ann Berg/lab_10_2027_x.ipynb", "Moodle", ANN),
    ("f*?/perceptron.ipynb", "", "f"),
    ("*?/perceptron.ipynb", "", "*?/perceptron.ipynb is in no student's folder"),
    # systems: backslashes, signs composed as on a Mac, names in cp850, a folder of resource forks
    ("class\\Ann Berg\\perceptron.ipynb", "Moodle", ANN),
    (normalize("NFD", "Änne Öztürk/perceptron.ipynb"), "Moodle", AENNE),
    ("Ann Berg/perceptron.ipynb.txt", "", ANN),
    ("Ann Berg/perceptron", "", ANN),
    # what cannot be used
    ("perceptron.ipynb", "", "perceptron.ipynb is in no student's folder: put it into"),
    ("perceptron.ipynb", "Moodle", "perceptron.ipynb is in no student's folder: put it into"),
    ("Ann Berg/x.py", "", "Ann Berg/x.py is not a notebook: ask the student for the file that ends in .ipynb"),
    ("Ann Berg/perceptron.7z", "", "Ann Berg/perceptron.7z is packed: unpack it into a folder"),
    ("bergann_101_text.html", "", "bergann_101_text.html is a web page, not a notebook: ask the student for"),
    ("Ann Berg_7003_assignsubmission_file/perceptron.ipynb", "worksheet", "folder called ann@example.org or berg@"),
    ("Ann Berg/broken.zip", "", "Ann Berg/broken.zip is not a whole .zip (File is not a zip file): get it again"),
    ("__MACOSX/Ann Berg/._perceptron.ipynb", "", ""),
    ("Ann Berg/.ipynb_checkpoints/perceptron-checkpoint.ipynb", "", ""),
    ("Homework 1_s1_attempt_2027-05-07-23-59-00.txt", "", ""),
    ("index.html", "", ""),
]


def work(assignment="perceptron", **more):
    """What a notebook of an assignment holds; `more` tells two of them apart."""
    named = [{"grade_id": each} for each in ASSIGNMENTS[assignment]]
    cells = [{"cell_type": "code", "source": "x = 1\n", "metadata": {"nbgrader": each}} for each in named]
    cells.append({"cell_type": "markdown", "source": f"x = {more}", **more})
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 9}).encode()


def contents(path):
    """What is in a file of this name."""
    name = path.casefold().replace("\\", "/").rpartition("/")[2]
    if name.endswith((".ipynb", ".ipynb.txt")) or "." not in name:
        return b"\0\5\26\7" if name.startswith("._") else work()
    return b"<html>" if name.endswith(".html") else b"import mistakebound"


def roster(folder, text=""):
    if text:
        (folder / "roster.csv").write_text(text, encoding="utf-8")
    return Roster(folder / "roster.csv")


def pack(path, files):
    """A .zip of files, and of files in a .zip in it."""
    inner = {}
    with ZipFile(path, "w") as packed:
        for name, data in files.items():
            if ".zip/" in name:
                outer, _, rest = name.partition(".zip/")
                inner.setdefault(f"{outer}.zip", {})[rest] = data
            else:
                packed.writestr(name, data)
        for name, held in inner.items():
            packed.write(pack(path.with_name("inner.zip"), held), name)
    return path


def said(found, lines):
    """What the table says of a submission or of a line."""
    times = [f" {each.time:%Y-%m-%d %H:%M}" if each.time else "" for each in found]
    return [each.student + time for each, time in zip(found, times, strict=True)] + lines


@pytest.mark.parametrize(("path", "named", "expected"), TABLE)
def test_every_name_has_an_owner_or_a_remedy(tmp_path, path, named, expected):
    download = pack(tmp_path / "download.zip", {path: contents(path)})
    found, lines = read(download, roster(tmp_path, ROSTERS.get(named)), ASSIGNMENTS, "Europe/Paris")
    answer = said(found, lines)
    assert len(answer) == bool(expected)
    assert all(expected in each if lines else each == expected for each in answer)
    assert all(each.assignment == "perceptron" and each.notebook["cells"] for each in found)
    assert all(each.late == ("LATE_" in path) for each in found)


def test_a_folder_is_read_as_its_zip_is(tmp_path):
    """All names at once that a file system can have, with a class around them."""
    paths = [path for path, named, _ in TABLE if named in ("", "Moodle") and "\\" not in path and ".zip/" not in path]
    for path in paths:
        file = tmp_path / "folder" / "a class" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(contents(path).replace(b"x = 1", path.encode("ascii", "ignore")))
    packed = shutil.make_archive(tmp_path / "packed", "zip", tmp_path / "folder")
    for text in ("", MOODLE):
        both = [read(tmp_path / each, roster(tmp_path, text), ASSIGNMENTS, "UTC") for each in ("folder", "packed.zip")]
        assert both[0] == both[1]
        assert len(both[0][0]) > 5
    assert packed


# ---------------------------------------------------------------- whole downloads


def lay(folder, files):
    """Files in a folder, {path: contents}; returns the folder."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def owners(folder, files, text="", zone=""):
    """{whose it is: of which assignments}, and the lines."""
    found, lines = read(lay(folder / "download", files), roster(folder, text), ASSIGNMENTS, zone)
    theirs = {each.student: sorted({e.assignment for e in found if e.student == each.student}) for each in found}
    return theirs, lines


@pytest.mark.parametrize("outer", ["", "class/", "downloads/2027-spring/"])
@pytest.mark.parametrize("inner", ["", "work/", "perceptron/"])
def test_an_outer_folder_does_not_make_a_class_one_student(tmp_path, outer, inner):
    files = {f"{outer}{who}/{inner}perceptron.ipynb": work() for who in ("ada", "bea", "cem")}
    assert owners(tmp_path, files) == ({who: ["perceptron"] for who in ("ada", "bea", "cem")}, [])


def test_the_folder_of_an_assignment_is_no_student(tmp_path):
    files = {f"submitted/ada/{each}/{each}.ipynb": work(each) for each in ("halving", "perceptron")}
    assert owners(tmp_path, files) == ({"ada": ["halving", "perceptron"]}, [])


def test_a_notebook_outside_of_all_folders_does_not_take_them_with_it(tmp_path):
    files = {"class/ada/x.ipynb": work(), "class/bea/x.ipynb": work(), "class/x.ipynb": work()}
    theirs, lines = owners(tmp_path, files)
    assert theirs.keys() == {"ada", "bea"}
    assert lines == ["class/x.ipynb is in no student's folder: put it into a folder with the student's name"]


def test_groups_in_folders_need_a_roster(tmp_path):
    files = {f"all/{group}/{who}/x.ipynb": work() for group, who in (("A", ANN), ("A", ZOE), ("B", AENNE))}
    theirs, (line,) = owners(tmp_path / "without", files)
    assert theirs == {"B": ["perceptron"]}
    which = "and their dates do not show which is newer: keep one of all/A/Ann"
    assert line.startswith(f"A has 2 notebooks of perceptron, {which}")
    assert owners(tmp_path, files, MOODLE) == ({who: ["perceptron"] for who in (ANN, ZOE, AENNE)}, [])


def test_an_assignment_is_recognised_by_its_cells(tmp_path):
    files = {f"{each}/winnow.ipynb": work(each) for each in ASSIGNMENTS}
    theirs, lines = owners(tmp_path, {f"s-{path}": data for path, data in files.items()})
    assert theirs == {f"s-{each}": [each] for each in ASSIGNMENTS}
    assert lines == []


def test_of_two_assignments_the_one_in_the_name_is_meant(tmp_path):
    shared = {"cell_type": "code", "source": "", "metadata": {"nbgrader": {"grade_id": "variant"}}}
    little = json.dumps({"cells": [shared]}).encode()
    theirs, (line,) = owners(tmp_path, {"ada/x.ipynb": little, "bea/My Halving.ipynb": little})
    assert theirs == {"bea": ["halving"]}
    assert line.startswith("ada/x.ipynb may be boosting or committees or")
    assert line.endswith("put the assignment's name into the name of the file")


NAMESAKES = "{}_{}_assignsubmission_file/{}.ipynb"


@pytest.mark.parametrize("form", [NAMESAKES, NAMESAKES.replace("/", "_")])
def test_moodles_number_keeps_two_of_one_name_apart(tmp_path, form):
    same = {form.format("Ann Berg", number, "perceptron"): work() for number in (7001, 7002)}
    theirs, (line,) = owners(tmp_path / "without", same)
    assert theirs == {}
    assert line.endswith("if these are several students, pass the class as ROSTER")
    expected = {f"{who}@example.org": ["perceptron"] for who in ("ann", "berg")}
    assert owners(tmp_path, same, WORKSHEET) == (expected, [])


def test_one_student_has_another_number_in_each_assignment(tmp_path):
    files = {NAMESAKES.format("Cem Dal", number, each): work(each) for number, each in ((1, "halving"), (2, "winnow"))}
    assert owners(tmp_path, files) == ({"Cem Dal": ["halving", "winnow"]}, [])


def test_of_several_files_the_newer_counts_if_something_says_which_it_is(tmp_path):
    """If nothing orders several notebooks, none counts; if each has a time, all are kept."""
    first, second = work(answer=1), work(answer=2)
    canvas = {"bergann_101_9002_x-1.ipynb": second, "bergann_101_9001_x.ipynb": first}
    (found,), lines = read(lay(tmp_path / "canvas", canvas), roster(tmp_path), ASSIGNMENTS)
    assert (found.source, lines) == ("bergann_101_9002_x-1.ipynb", [])
    assert owners(tmp_path / "same", {"ada/x.ipynb": first, "ada/x (1).ipynb": first}) == ({"ada": ["perceptron"]}, [])
    theirs, (line,) = owners(tmp_path / "two", {"ada/x.ipynb": first, "ada/y/x.ipynb": second, "bea/x.ipynb": first})
    assert theirs == {"bea": ["perceptron"]}
    assert "keep one of ada/x.ipynb, ada/y/x.ipynb" in line
    attempts = {f"Week_1_s1_attempt_2027-05-0{day}-23-59-00_x.ipynb": work(answer=day) for day in (7, 8)}
    found, lines = read(lay(tmp_path / "blackboard", attempts), roster(tmp_path), ASSIGNMENTS, "UTC")
    assert [(each.student, each.time.day) for each in found] == [("s1", 7), ("s1", 8)]


def test_a_time_is_nbgraders_or_has_a_zone(tmp_path):
    stamps = {"ada": "2027-05-08 07:30:00.123456 UTC", "bea": "2027-05-08 09:30:00 CEST", "cem": "08.05.2027 12:00"}
    files = {f"submitted/{who}/perceptron/perceptron.ipynb": work() for who in stamps}
    files |= {f"submitted/{who}/perceptron/timestamp.txt": said.encode() for who, said in stamps.items()}
    found, (line,) = read(lay(tmp_path / "download", files), roster(tmp_path), ASSIGNMENTS)
    assert [str(each.time)[:16] for each in found] == ["2027-05-08 07:30", "2027-05-08 07:30", "None"]
    assert line.startswith("the time of submitted/cem/perceptron/perceptron.ipynb: '08.05.2027 12:00' has two readings")
    other = {f"397-25 - {who}, 2027 926/x.ipynb": work() for who in ("Ann Berg - 24 sep", "Bea Who - 24 mai")}
    found, (line,) = read(lay(tmp_path / "other", other), roster(tmp_path), ASSIGNMENTS, "UTC")
    assert [str(each.time)[:16] for each in found] == ["2027-09-24 09:26", "None"]
    assert line.endswith("24 mai, 2027 926 is not in English: write it into timestamp.txt beside the notebook")


def test_that_a_class_has_no_zone_is_said_once(tmp_path):
    files = {f"Homework_s{number}_attempt_2027-05-07-23-59-00_x.ipynb": work() for number in range(3)}
    found, (line,) = read(lay(tmp_path / "local", files), roster(tmp_path), ASSIGNMENTS)
    assert [each.time for each in found] == [None] * 3
    assert line.endswith("put c.Rules.zone = 'Europe/Paris' into the settings")


def test_a_number_that_two_assignments_could_have_is_not_anothers_name(tmp_path):
    """A name that the roster has wins over a number that belongs to somebody else in it."""
    theirs, _ = owners(tmp_path, {NAMESAKES.format("Zoe O’Brien", 101, "x"): work()}, CANVAS)
    assert theirs == {"O'Brien, Zoë": ["perceptron"]}


# ---------------------------------------------------------------- systems

NAMES = {"utf-8": "Änne Öztürk", "cp850": "Ángel Müller", "ascii": "Ann Berg"}


@pytest.mark.parametrize("encoding", NAMES)
def test_a_zip_of_any_system_is_read(tmp_path, encoding):
    """Windows writes cp850, and a Mac UTF-8, both without the mark of UTF-8."""
    placeholder = "".join(chr(ord("a") + place) for place in range(len(NAMES[encoding].encode(encoding))))
    path = pack(tmp_path / "x.zip", {f"{placeholder}\\x.ipynb": work()})
    path.write_bytes(path.read_bytes().replace(placeholder.encode(), NAMES[encoding].encode(encoding)))
    (found,), lines = read(path, roster(tmp_path), ASSIGNMENTS)
    assert (found.student, lines) == (NAMES[encoding], [])


NOTEBOOK = json.loads(work())
UNUSUAL = {
    "a mark of its encoding": work().decode().encode("utf-8-sig"),
    "UTF-16": work(answer="é").decode().encode("utf-16"),
    "UTF-16 without a mark": work().decode().encode("utf-16-le"),
    "Latin-1": work().replace(b"x = 1", "x = 'é'".encode("latin-1")),
    "no version": json.dumps({"cells": NOTEBOOK["cells"]}).encode(),
    "version 3": json.dumps({"worksheets": [{"cells": NOTEBOOK["cells"]}], "nbformat": 3}).encode(),
    "source in lines, strange parts": work().replace(b'"x = 1\\n"', b'["x = 1\\n", "y = 2"]'),
    "half a character": work().replace(b"x = 1", rb"x = '\ud83d'"),
    "a tab in a text": work().replace(b"x = 1", b"x =\t1"),
    "no metadata": work(metadata=None, attachments=[], source=None),
}


@pytest.mark.parametrize("kind", UNUSUAL)
def test_a_notebook_is_read_tolerantly(tmp_path, kind):
    folder = lay(tmp_path / "download", {"ada/x.ipynb": UNUSUAL[kind]})
    (found,), lines = read(folder, roster(tmp_path), ASSIGNMENTS)
    assert (found.assignment, lines) == ("perceptron", [])
    assert json.dumps(found.notebook, ensure_ascii=False).encode()
    assert {tuple(each) for each in found.notebook["cells"]} == {("cell_type", "source", "metadata", "attachments")}
    assert all(each["source"].startswith("x =") for each in found.notebook["cells"][:-1])


BROKEN = {
    "": "is empty",
    "{": "is cut off",
    work()[:-300].decode(): "is cut off",
    "{}": "is not a notebook",
    '{"cells": 7}': "is not a notebook",
    '{"cells": [7]}': "is not a notebook",
    "[" * 100_000: "is not a notebook",
    '{"cells":' + "[" * 100_000 + "}": "is not a notebook",
    '{"cells": [{"metadata": {"nbgrader": 7}}]}': "has no cell of an assignment",
    "<!DOCTYPE html>": "is a web page",
    "PK\3\4": "is not a notebook",
}


@pytest.mark.parametrize("said", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_notebook_has_a_remedy(tmp_path, said):
    found, (line,) = read(lay(tmp_path / "x", {"ada/x.ipynb": said.encode()}), roster(tmp_path), ASSIGNMENTS)
    assert found == []
    assert line.startswith(f"ada/x.ipynb {BROKEN[said]}")
    assert ": ask the student for " in line


def test_a_zip_that_holds_too_much_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr("downloads.LARGEST_FILE", 10_000)
    path = pack(
        tmp_path / "x.zip", {"ada/x.ipynb": work(more="x" * 20_000), "bea/x.ipynb": work(), "../c/x.ipynb": work()}
    )
    found, lines = read(path, roster(tmp_path), ASSIGNMENTS)
    assert [each.source for each in found] == ["bea/x.ipynb"]
    remedies = [line.partition(" is ")[2][:28] for line in lines]
    assert remedies == ["in no student's folder: put ", "larger than 0 MB: ask the st"]


def test_what_is_not_there_has_a_line(tmp_path):
    _, (line,) = read(tmp_path / "none", roster(tmp_path), ASSIGNMENTS)
    assert line.endswith("none does not exist: pass the folder or the .zip that you downloaded")


PART = st.sampled_from(
    ["ada", "bob_1_2_x", "submitted", "perceptron", "a_1_assignsubmission_file_", "x y", "late_LATE_3_4_", "1-2 - b - "]
)
ENDING = st.sampled_from([".ipynb", "-2.ipynb", ".py", ".zip", ".7z", ".ipynb.txt", "", "/x.ipynb"])
PATHS = st.tuples(st.lists(PART, min_size=1, max_size=3).map("/".join), ENDING, st.booleans())


@example(paths=[("bob_1_2_x", ".ipynb", True)] * 2, text="")  # two notebooks in one hand-in
@given(paths=st.lists(PATHS, max_size=8), text=st.sampled_from(["", MOODLE, CANVAS, BLIND]))
def test_nothing_vanishes(tmp_path_factory, paths, text):
    """Every file is a submission, or named in a line: whatever it is called, and whatever is in it."""
    folder = tmp_path_factory.mktemp("any")
    (folder / "download").mkdir()
    for number, (path, ending, good) in enumerate(paths):
        with suppress(FileExistsError, NotADirectoryError, IsADirectoryError):  # a file and a folder of one name
            lay(folder / "download", {f"{path}{number}{ending}": work(answer=number) if good else b"{"})
    found, lines = read(folder / "download", roster(folder, text), ASSIGNMENTS)
    known = " ".join([*(each.source for each in found), *lines])
    files = [path for path in (folder / "download").rglob("*") if path.is_file()]
    assert [path for path in files if path.relative_to(folder / "download").as_posix() not in known] == []
