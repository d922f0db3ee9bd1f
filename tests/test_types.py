"""The types of the package, as `make test` asks mypy about them: it is strict, and what is lost or wrong is seen."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.audit

ROOT = Path(__file__).parents[1]

LOST = {  # file, text, what stands there instead, mypy's name for it
    "a return type": ("theorems/core.py", "(reason: str) -> Hypothesis:", "(reason: str):", "no-untyped-def"),
    "a parameter's type": ("learners/linear.py", "(ties: str | int) -> None:", "(ties) -> None:", "no-untyped-def"),
    "a learner's methods": ("adversaries.py", "play(learner, np.stack(X)", "play(concepts, np.stack(X)", "arg-type"),
    "what a check gives": ("theorems/core.py", "return Certificate(self,", "return (self,", "return-value"),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("typed")
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    assert mypy(folder).startswith("Success")
    return folder


def mypy(folder):
    return subprocess.run([sys.executable, "-m", "mypy"], cwd=folder, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", LOST)
def test_what_is_lost_is_seen(name, copy):
    file, find, replace, kind = LOST[name]
    path = copy / "src/mistakebound" / file
    whole = path.read_text()
    assert whole.count(find) == 1
    path.write_text(whole.replace(find, replace))
    try:
        assert f"[{kind}]" in mypy(copy)
    finally:
        path.write_text(whole)
