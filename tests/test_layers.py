"""The layers of the package: who imports whom, as the sources say it."""

import ast
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).parents[1] / "src"
LIBRARY = sorted(SRC.joinpath("mistakebound").rglob("*.py"))
#: What a learner, a theorem or a margin may need.
NEEDS = {"mistakebound", "numpy", "scipy", "tqdm", "unicodeit"}


def imported(path):
    """The names of all packages that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name.split(".")[0] for each in node.names)
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: str(path.relative_to(SRC)))
def test_the_library_needs_neither_the_course_nor_what_draws(path):
    assert set(imported(path)) <= NEEDS | sys.stdlib_module_names
