"""The source distribution and the wheel: their contents, and that they run where nothing else is installed."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.test_readme import demo_cells

pytestmark = pytest.mark.audit

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")
INPUTS = ("LICENSE", "MANIFEST.in", "README.md", "pyproject.toml")

RUN = """
import numpy as np
import mistakebound as mb

trace = mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1], passes=None)
cert = mb.NOVIKOFF.check(trace, u=[1, 0]).require()
assert cert.holds

from mistakebound import course

assert "mistakebound-player" in course.Show(lambda rate: (trace, cert), rate=[1]).html()

long = mb.streams.separable(n=20_000, d=60, margin=0.1)
assert mb.NOVIKOFF.check(mb.play(mb.Perceptron(), long.X, long.y), u=long.u).require().holds

tools = lambda: course.plots, lambda: course.TracePlayer, lambda: course.interact, lambda: course.real.digits(3, 8)
for needs in tools:
    try:
        needs()
    except (ImportError, mb.MistakeBoundError) as error:
        assert "pip install 'mistakebound[labs]'" in str(error), error
    else:
        raise AssertionError("an extra is installed here")
"""

# What a type checker tells somebody who uses the package; it complains of a comment that is not needed.
USE = """
from typing import Any, assert_type
import numpy as np
import mistakebound as mb

class Mine:
    def start(self, n_features: int) -> Any:
        return np.zeros(n_features)
    def predict(self, state: Any, X: Any) -> np.ndarray:
        return np.where(X @ state > 0, 1, -1)
    def wants_update(self, state: Any, X: Any, y: np.ndarray) -> np.ndarray:
        return np.asarray(self.predict(state, X) != y)
    def update(self, state: Any, x: np.ndarray, y: int) -> Any:
        return state + y * x

trace = mb.play(Mine(), [[2, 1], [-1, 1]], [1, -1], passes=None)
assert_type(trace, mb.Trace)
assert_type(trace.n_mistakes, int)
assert_type(mb.NOVIKOFF.check(trace, u=[1, 0]), mb.Certificate)
assert_type(mb.l2_margin([[2, 1], [-1, 1]], [1, -1]).value, float)
mb.play(Mine, [[2, 1]], [1])  # type: ignore[arg-type]
mb.play(Mine(), [[2, 1]], [1], passes="all")  # type: ignore[arg-type]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder with both, made from the files of a clone: the wheel comes from the source distribution."""
    folder = tmp_path_factory.mktemp("handed-out")
    for name in INPUTS:
        shutil.copy(ROOT / name, folder)
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    run(folder, UV, "build", "--python", sys.executable, "--no-build-isolation")
    return folder / "dist"


def run(folder, *command, **settings):
    """Run a command that knows nothing of this checkout."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | settings
    done = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def package():
    """The files of the package, as a clone has them."""
    files = (path for path in (ROOT / "src/mistakebound").rglob("*") if path.is_file())
    return {path.relative_to(ROOT / "src").as_posix() for path in files if path.parent.name != "__pycache__"}


def test_the_package_index_would_take_both(made):
    run(made, sys.executable, "-m", "twine", "check", "--strict", *made.glob("mistakebound*"))


def test_the_wheel_has_the_package_and_its_licence(made):
    (wheel,) = made.glob("*.whl")
    names = {PurePosixPath(name) for name in zipfile.ZipFile(wheel).namelist()}
    ours = {str(name) for name in names if name.parts[0] == "mistakebound"}
    assert ours == package()
    assert {"mistakebound/py.typed", "mistakebound/course/player/front/style.css"} <= ours
    assert {name.name for name in names if name.parts[0] != "mistakebound"} == {
        "LICENSE", "METADATA", "RECORD", "WHEEL", "top_level.txt",
    }  # fmt: skip


def test_the_source_distribution_has_no_book_and_no_tests(made):
    (source,) = made.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        files = [PurePosixPath(*PurePosixPath(member.name).parts[1:]) for member in archive if member.isfile()]
    rest = {str(name) for name in files if name.parts[0] != "src"}
    assert rest == {*INPUTS, "PKG-INFO", "setup.cfg"}
    inside = [name.relative_to("src") for name in files if name.parts[0] == "src"]
    assert {str(name) for name in inside if name.parts[0] == "mistakebound"} == package()


def test_the_wheel_runs_and_has_its_types_where_nothing_else_is(made, tmp_path):
    (wheel,) = made.glob("*.whl")
    run(tmp_path, sys.executable, "-m", "venv", "fresh")
    python = tmp_path / "fresh/bin/python"
    pins = tmp_path / "pins.txt"
    run(ROOT, UV, "export", "--frozen", "--no-dev", "--no-hashes", "--no-emit-project", "--output-file", pins)
    run(tmp_path, python, "-m", "pip", "install", "-c", pins, wheel)
    run(tmp_path, python, "-W", "error", "-c", RUN)
    run(tmp_path, python, "-W", "error", "-c", "\n".join(demo_cells()))  # for whoever never opens the course
    (tmp_path / "use.py").write_text(USE)
    run(tmp_path, sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "use.py")
