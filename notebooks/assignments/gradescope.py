"""The assignments for Otter, and so for Gradescope: `make otter SEED=2027-spring`.

Each assignment has a folder: the notebook for students, as released, and the files for `otter generate`.

A test is one of our cells, including hidden tests. Otter runs a test right after the cell of that name, with the
submission's own names, as a notebook would. Numbers and imports are tests without points: they restore what somebody
has changed. The two proofs have Otter's marks of text for a person, for `otter export --filtering`.
"""

import json
import re
import shutil
import subprocess
from importlib.metadata import version

from nbformat.v4 import new_markdown_cell

from course import assignments, save
from store import replace
from written import is_answer, is_graded, name, named

HEAD = """\
from otter.test_files import test_case

OK_FORMAT = False
name = "{name}"
points = {points}
all_or_nothing = True
"""
CASE = '''

{kind} = """\\
{text}
"""


@test_case(hidden={hidden})
def {kind}_test(env):
    exec(compile({kind}, name, "exec"), env)
'''
HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS\n?", flags=re.MULTILINE | re.DOTALL)


def case(kind, source):
    text = source.replace("\\", "\\\\").replace('"""', r"\"\"\"").strip("\n")
    return CASE.format(kind=kind, text=text, hidden=kind == "hidden") if text else ""


def as_test(cell):
    r"""Turn a cell of a source into one of Otter's tests, with a visible and a hidden part.

    >>> from nbformat.v4 import new_code_cell
    >>> cell = new_code_cell("assert n == 'one\\n'", metadata={"nbgrader": {"grade_id": "line", "points": 2}})
    >>> print(*as_test(cell).splitlines()[-3:], sep="\n")
    @test_case(hidden=False)
    def shown_test(env):
        exec(compile(shown, name, "exec"), env)
    """
    head = HEAD.format(name=name(cell), points=cell.metadata.nbgrader.get("points", 0))
    shown, hidden = HIDDEN.sub("", cell.source), "".join(HIDDEN.findall(cell.source))
    return head + case("shown", shown) + case("hidden", hidden)


def for_students(release):
    """Return the release with the names of tests where Otter looks for them, and with marks around each proof."""
    cells = []
    for cell in release.cells:
        if is_answer(cell) and is_graded(cell):
            question = cells.pop()
            cells += [new_markdown_cell("<!-- BEGIN QUESTION -->"), question]
            cells += [cell, new_markdown_cell("<!-- END QUESTION -->")]
            continue
        if name(cell) and not is_answer(cell):
            cell.metadata["otter"] = {"tests": [name(cell)]}
        cells.append(cell)
    for number, cell in enumerate(cells, start=1):
        cell.id = f"cell-{number}"
    release.cells = cells
    return release


def convert(course, assignment):
    """Write the folder of an assignment, and its autograder if the command `otter` exists; return the folder."""
    folder = course.root / "otter" / assignment
    shutil.rmtree(folder, ignore_errors=True)
    notebook = for_students(course.load("release", assignment))
    notebook.metadata["otter"] = {"assignment_name": assignment}
    save(notebook, folder / f"{assignment}.ipynb")
    for each, cell in named(course.load("source", assignment)).items():
        if not is_answer(cell):
            replace(folder / "tests" / f"{each}.py", as_test(cell).encode())
    replace(folder / "otter_config.json", json.dumps({"assignment_name": assignment}).encode())
    replace(folder / "requirements.txt", f"mistakebound[labs]=={version('mistakebound')}\n".encode())
    if otter := shutil.which("otter"):
        subprocess.run([otter, "generate"], cwd=folder, check=True)
    return folder


def convert_all(course):
    """Convert all assignments, and print the results."""
    for assignment in assignments():
        convert(course, assignment)
    print(f"For your students, and for Gradescope: {course.root / 'otter'}")
    if not shutil.which("otter"):
        print("There is no command `otter`: the autograders are missing (pip install otter-grader, and again)")
