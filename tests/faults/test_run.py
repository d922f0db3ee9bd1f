"""The faults of the course can be made, and the runner that makes them sees a fault that nothing catches."""

import subprocess
from pathlib import Path

import pytest
import yaml

from tests.faults import run

FAULTS = run.read(Path(__file__).parent)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_can_be_made(pytestconfig, name):
    fault = FAULTS[name]
    if not fault["file"].startswith("_build/"):
        assert run.changed((pytestconfig.rootpath / fault["file"]).read_text("utf-8"), fault)
    for argument in fault["check"]:
        place = argument.partition("::")[0]
        assert "/" not in place or (pytestconfig.rootpath / place).exists(), argument


# ---------------------------------------------------------------- a course of two files

CODE = """def add(a, b):
    return a + b


def unread(a):
    return a
"""
CHECK = """from course import add


def test_add():
    assert add(2, 2) == 4, "two and two"


def test_that_is_wrong_already():
    assert add(2, 2) == 5
"""
FAULT = {
    "name": "a difference for a sum",
    "kind": "sums",
    "file": "src/course.py",
    "find": "a + b",
    "replace": "a - b",
    "check": ["test_course.py::test_add"],
}


@pytest.fixture
def course(tmp_path, monkeypatch):
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    (root / "src" / "course.py").write_text(CODE)
    (root / "test_course.py").write_text(CHECK)
    (root / "pytest.ini").write_text("[pytest]\n")
    subprocess.run(["git", "init", "--quiet", root], check=True)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return root


def write(folder, *changes):
    (folder / "some.yml").write_text(yaml.safe_dump([FAULT | change for change in changes]))


SEEN = [{}, {"name": "the same, and why", "says": "two and two"}]
UNSEEN = {
    ": missed\n": {"find": "return a\n", "replace": "return 2\n"},
    "fails for another reason": {"replace": "a -"},
    "does not say 'three and three'": {"says": "three and three"},
    "0 times, not once": {"find": "a * b"},
    "2 times, not once": {"find": "return"},
    "nothing is changed": {"replace": "a + b"},
    "No such file": {"file": "src/none.py"},
    "assert 4 == 5": {"check": ["test_course.py::test_that_is_wrong_already"]},
    "not found": {"check": ["test_course.py::test_none"]},
    "the check runs no test": {"check": ["--collect-only", "test_course.py"]},
    "none.ipynb cannot be made anew": {"regenerate": ["none.ipynb"]},
}


def test_a_fault_that_nothing_catches_is_a_miss(course, tmp_path, capsys):
    write(tmp_path, *SEEN, *({"name": f"unseen {number}", **change} for number, change in enumerate(UNSEEN.values())))
    assert run.main(course, tmp_path) == len(UNSEEN)
    said = capsys.readouterr().out
    assert "a difference for a sum: caught\n" in said and "the same, and why: caught\n" in said
    for number, reason in enumerate(UNSEEN):
        begin = said.index(f"unseen {number}: ")
        assert reason in said[begin:].split("\nsome: ")[0] + "\n", reason
        assert f"not caught: unseen {number}\n" in said
    assert "| sums | 2 / 13 |" in said and said.endswith("13 faults, 2 caught, 11 missed\n")
    assert (course / "src" / "course.py").read_text() == CODE


def test_some_are_tried_alone(course, tmp_path, capsys):
    write(tmp_path, *SEEN)
    assert run.main(course, tmp_path, "difference") == 0
    assert capsys.readouterr().out.endswith("1 faults, 1 caught, 0 missed\n")
    with pytest.raises(ValueError, match="no fault has a match for 'none'"):
        run.main(course, tmp_path, "none")


@pytest.mark.parametrize(
    ("faults", "reason"),
    [
        ([FAULT, FAULT], "is there twice"),
        ([FAULT | {"reason": "why"}], r"should not have \['reason'\]"),
        ([{key: FAULT[key] for key in FAULT if key != "check"}], r"lacks or should not have \['check'\]"),
    ],
)
def test_a_file_of_another_form_is_an_error(tmp_path, faults, reason):
    (tmp_path / "some.yml").write_text(yaml.safe_dump(faults))
    with pytest.raises(ValueError, match=reason):
        run.read(tmp_path)
