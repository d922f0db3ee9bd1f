"""Every hidden assert is needed: without it some listed wrong answer would get the points of its cell.

That answer passes all visible tests and all other hidden asserts of the cell, and fails at this one.
"""

import ast
import contextlib
import io
import warnings

import pytest

from tests.assignments.desk import ASSIGNMENTS, SEEDS, answered, source
from tests.assignments.mistakes import MISTAKES
from written import is_test, name

BEGIN, END, CALL = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS", "hidden_tests()"


def hidden_asserts(cell):
    """The asserts between the marks, wherever they stand."""
    hidden, inside = set(), False
    for number, line in enumerate(cell.source.splitlines(), start=1):
        inside = line == BEGIN or (inside and line != END)
        hidden |= {number} if inside else set()
    statements = ast.walk(ast.parse(cell.source))
    return [each for each in statements if isinstance(each, ast.Assert) and each.lineno in hidden]


def in_sight(cell):
    """A test cell whose hidden test is not called; what it defines may be needed further below."""
    return "\n".join(line for line in cell.source.splitlines() if line != CALL)


def emptied(cell, statement):
    """A test cell with `pass` in the place of a statement."""
    lines = cell.source.splitlines()
    lines[statement.lineno - 1 : statement.end_lineno] = [" " * statement.col_offset + "pass"]
    return "\n".join(lines)


def passes(source, names):
    try:
        exec(source, names)
    except Exception:
        return False
    return True


def judge(cell, names):
    """How a test fails: None, "in sight", "hidden", or the line of the one hidden assert that lets nobody through."""
    if not passes(in_sight(cell), names):
        return "in sight"
    if passes(cell.source, names):
        return None
    return next((each.lineno for each in hidden_asserts(cell) if passes(emptied(cell, each), names)), "hidden")


def sit_tests(notebook, asked):
    """Run a notebook, of its hidden tests only those asked for, and judge these."""
    names, verdicts = {"__name__": "__main__"}, {}
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
            if name(cell) in asked:
                verdicts[name(cell)] = judge(cell, names)
            else:
                passes(in_sight(cell), names)
    return verdicts


def complaints(notebook, mistakes):
    """Hidden asserts at which alone no wrong answer fails, and tests that one passes although it is to lose them."""
    found, earned = [], set()
    for label, (answers, lost) in mistakes.items():
        for test, verdict in sit_tests(answered(notebook, answers), lost.split()).items():
            earned.add((test, verdict))
            if verdict is None:
                found.append(f"{test} lets pass: {label}")
    for cell in filter(is_test, notebook.cells):
        if BEGIN in cell.source and not hidden_asserts(cell):
            found.append(f"{name(cell)} has an empty hidden test")
        for each in hidden_asserts(cell):
            if (name(cell), each.lineno) not in earned:
                found.append(f"{name(cell)} has an assert at which alone no wrong answer fails: {ast.unparse(each)}")
    return found


#: The other numbers, and the assignment whose wrong answers take longest.
LONG = pytest.mark.audit
BOTH = [
    pytest.param(each, seed, marks=[LONG] * (seed != SEEDS[0] or each == "experts"))
    for each in ASSIGNMENTS
    for seed in SEEDS
]


@pytest.mark.parametrize(("assignment", "seed"), BOTH)
def test_every_hidden_assert_is_earned(assignment, seed):
    found = complaints(source(assignment, seed), MISTAKES[assignment])
    assert not found, "\n".join(found)
