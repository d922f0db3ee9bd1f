"""The layers: the core, which `book/api.md` lists in its reading order; the library; on top the course's tools.

Imports are read from the sources, wherever they are in a file.
"""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
#: What a learner, a theorem or a margin may need.
NEEDS = {"mistakebound", "numpy", "scipy", "unicodeit"}
COURSE = "mistakebound.course"


def name_of(path):
    return ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


FILES = {name_of(path): path for path in SRC.rglob("*.py")}


def imported(module):
    """The full names of all that one of our modules imports: modules, and names in modules."""
    package = module if FILES[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(FILES[module].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        if isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            place = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{place}.{each.name}" for each in node.names)


def ours(module):
    """Our modules that a module imports."""
    places = {name if name in FILES else name.rpartition(".")[0] for name in imported(module)}
    return places & FILES.keys() - {module}


def core():
    listed = (ROOT / "book/api.md").read_text("utf-8").split("```{reading-order}\n")[1].split("```")[0]
    return [f"mistakebound.{name}" for name in listed.split()]


@pytest.mark.parametrize("module", sorted(name for name in FILES if not name.startswith(COURSE)))
def test_the_library_needs_neither_the_course_nor_what_draws(module):
    assert {name.split(".")[0] for name in imported(module)} <= NEEDS | sys.stdlib_module_names
    assert not [name for name in imported(module) if name.startswith(COURSE)]


def test_importing_the_library_loads_neither_the_course_nor_what_draws():
    unwanted = COURSE, "matplotlib", "ipywidgets", "anywidget"
    code = f"import sys, mistakebound; print([name for name in sys.modules if name.startswith({unwanted})])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_no_modules_import_each_other():
    assert len([*TopologicalSorter({module: ours(module) for module in FILES}).static_order()]) == len(FILES)


def test_a_module_of_the_core_imports_only_from_those_above_it():
    order = core()
    for place, module in enumerate(order):
        assert ours(module) <= {*order[:place]}, f"{module} needs {ours(module) - {*order[:place]}}"


@pytest.mark.parametrize("module", sorted(name for name in FILES if re.search(r"\.(theorems|certificates)\b", name)))
def test_a_theorem_knows_no_learner(module):
    needs, todo = set(), [module]
    while todo:
        new = ours(todo.pop()) - needs
        needs |= new
        todo += new
    assert not [name for name in needs if name.startswith("mistakebound.learners")]
