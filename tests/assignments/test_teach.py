"""A misspelt name of a class is refused: it would be another class, with other numbers."""

import subprocess
import sys

import pytest

import teach
from tests.book.conftest import root

__all__ = ["root"]
COMMANDS = {
    "solutions": [], "deadline": ["halving", "2027-05-07 23:59 UTC"], "grade": ["submissions", ""], "check": [],
    "release": ["halving"], "collect": ["halving"], "return": ["halving"],
}  # fmt: skip
OTHERS = ["deadline", "read", "collect", "release", "return", "hub", "online", "questions"]


def command(monkeypatch, folder, *words):
    monkeypatch.setattr(sys, "argv", ["", words[0], str(folder), *words[1:]])
    teach.main()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_class_that_was_never_made_is_refused(tmp_path, monkeypatch, name):
    with pytest.raises(SystemExit, match=r"SEED is '2027-sprong': no class of .*There are none yet.*make assignments"):
        command(monkeypatch, tmp_path, name, "2027-sprong", *COMMANDS[name])
    (tmp_path / "2027-spring" / "release").mkdir(parents=True)
    for seed in ("2027-sprong", "", "2027 spring", "../2027-spring"):
        with pytest.raises(SystemExit, match=f"SEED is '{seed}': .* There are: 2027-spring"):
            command(monkeypatch, tmp_path, name, seed, *COMMANDS[name])
    assert [path.name for path in tmp_path.iterdir()] == ["2027-spring"]


@pytest.mark.parametrize("target", ["grade", *(pytest.param(each, marks=pytest.mark.audit) for each in OTHERS)])
def test_no_command_has_a_class_of_its_own(root, tmp_path, target):
    settings = f"VENV={sys.prefix}", f"COURSES={tmp_path}"
    extras = ("teach", "hub", "proxy")
    fresh = [f"--old-file={sys.prefix}/installed-{extra}" for extra in extras]
    fresh += [f"--old-file={sys.prefix}/live/pyodide-lock.json"]
    done = subprocess.run(["make", *fresh, *settings, target], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "SEED is ''" in done.stderr
    assert not list(tmp_path.iterdir())
