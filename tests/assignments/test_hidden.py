"""Every hidden assert is earned: some listed wrong answer gets past all that its student sees, and fails there.

So whoever empties a hidden test gives some listed wrong answer its points. An assert in front of a stricter one is
earned by what it says: without it, that answer would be told something else.
"""

import ast
import contextlib
import io
import traceback
import warnings

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from submissions import is_test, name
from tests.assignments.desk import ASSIGNMENTS, SEEDS, answered, source
from tests.assignments.mistakes import MISTAKES

BEGIN, END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
#: Assignments with hidden asserts that no listed wrong answer earns yet.
TO_DO = {*ASSIGNMENTS} - {
    "boosting",
    "committees",
    "kernels",
    "one-proof",
    "perceptron",
    "practice",
    "readings",
    "sparse-svm",
    "winnow",
}


def hidden_lines(cell):
    """The lines of a test cell that students do not see, counted from 1."""
    lines = cell.source.splitlines()
    return range(lines.index(BEGIN) + 1, lines.index(END) + 2) if BEGIN in lines else range(0)


def hidden_asserts(cell):
    statements = ast.walk(ast.parse(cell.source))
    return [each for each in statements if isinstance(each, ast.Assert) and each.lineno in hidden_lines(cell)]


def ends(cell, names, lines):
    """The line at which these lines of a cell fail; None if they do not."""
    kept = [line if number in lines else "" for number, line in enumerate(cell.source.splitlines(), start=1)]
    file = name(cell) or "cell"
    try:
        exec(compile("\n".join(kept), file, "exec"), names)
    except Exception as error:
        return [1, *(frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file)][-1]
    return None


def sit_tests(notebook, asked):
    """Run a notebook, of its hidden tests only those asked for: the line where each of them fails, or None.

    What fails in front of the student fails at line 0.
    """
    names, failed = {"__name__": "__main__"}, {}
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
            every = range(1, len(cell.source.splitlines()) + 1)
            seen = ends(cell, names, set(every) - set(hidden_lines(cell)))
            if name(cell) in asked:
                failed[name(cell)] = 0 if seen else ends(cell, names, every)
    return failed


def complaints(notebook, mistakes):
    """Hidden asserts at which no wrong answer fails, and tests that one passes although it is to lose them."""
    found, met = [], set()
    for label, (answers, lost) in mistakes.items():
        for test, line in sit_tests(answered(notebook, answers), lost.split()).items():
            met.add((test, line))
            if line is None:
                found.append(f"{test} lets pass: {label}")
    for cell in filter(is_test, notebook.cells):
        if hidden_lines(cell) and not hidden_asserts(cell):
            found.append(f"{name(cell)} has an empty hidden test")
        for each in hidden_asserts(cell):
            if not any((name(cell), line) in met for line in range(each.lineno, each.end_lineno + 1)):
                found.append(f"{name(cell)} has an assert that no wrong answer meets: {ast.unparse(each)}")
    return found


def case(assignment, seed):
    marks = [pytest.mark.xfail(strict=True, reason="to do")] if assignment in TO_DO else []
    if seed != SEEDS[0]:
        marks.append(pytest.mark.audit)
    return pytest.param(assignment, seed, marks=marks)


@pytest.mark.parametrize(("assignment", "seed"), [case(each, seed) for seed in SEEDS for each in ASSIGNMENTS])
def test_every_hidden_assert_is_earned(assignment, seed):
    assert complaints(source(assignment, seed), MISTAKES[assignment]) == []


SOLUTION = "def square(x):\n    return x * x"
TEST = f"""assert square(2) == 4
{BEGIN}
def hidden_tests():
    for x in (3, -3):
        assert square(x) > 0, "a square is positive"
        assert square(x) == 9, "x times x"


hidden_tests()
{END}"""
WRONG = {
    "doubled": ({"square": ("x * x", "2 * x")}, "square-any"),
    "the sign kept": ({"square": ("x * x", "x * abs(x)")}, "square-any"),
    "the example": ({"square": ("x * x", "4")}, "square-any"),
}


def small(test):
    """A notebook with one question."""
    answer = {"grade_id": "square", "solution": True, "grade": False}
    tests = {"grade_id": "square-any", "solution": False, "grade": True, "points": 1}
    cells = [new_code_cell(SOLUTION, metadata={"nbgrader": answer}), new_code_cell(test, metadata={"nbgrader": tests})]
    return nbformat.v4.new_notebook(cells=cells)


def test_a_hidden_test_without_use_is_found():
    """Emptied, weakened, repeated, or without its wrong answer: each is said."""
    assert complaints(small(TEST), WRONG) == []
    emptied = TEST.replace("for x in (3, -3):", "for x in ():")
    found = complaints(small(emptied), WRONG)
    assert found[:3] == [f"square-any lets pass: {label}" for label in WRONG]
    assert [line.split(": ")[0] for line in found[3:]] == ["square-any has an assert that no wrong answer meets"] * 2
    repeated = TEST.replace('"x times x"', '"x times x"\n        assert square(x) != 8, "not 8"')
    assert complaints(small(repeated), WRONG) == [
        "square-any has an assert that no wrong answer meets: assert square(x) != 8, 'not 8'"
    ]
    fewer = {label: wrong for label, wrong in WRONG.items() if label != "the sign kept"}
    assert complaints(small(TEST), fewer) == [
        "square-any has an assert that no wrong answer meets: assert square(x) > 0, 'a square is positive'"
    ]
    nothing = f"assert square(2) == 4\n{BEGIN}\n{END}"
    assert "square-any has an empty hidden test" in complaints(small(nothing), WRONG)
