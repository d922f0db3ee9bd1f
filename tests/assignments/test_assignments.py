"""Every assignment, under two seeds: its solution earns all points, and typical wrong answers lose the right ones."""

import ast
import re
from itertools import takewhile

import numpy as np
import pytest

import mistakebound as mb
from tests.assignments.desk import ASSIGNMENTS, SEEDS, answered, read, sit, source, worth
from tests.assignments.mistakes import MISTAKES
from tests.weakened import Watched
from variants import draw, variant_cell
from written import is_answer, is_graded, is_test, name

HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", flags=re.DOTALL)
BOTH = [(assignment, seed) for assignment in ASSIGNMENTS for seed in SEEDS]


@pytest.mark.parametrize(("assignment", "seed"), BOTH)
def test_the_solution_earns_every_point(assignment, seed):
    assert sit(source(assignment, seed)) == {}


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_test_could_be_stricter(assignment):
    watched = Watched()
    for seed in SEEDS:
        notebook = source(assignment, seed)
        for cell in filter(is_test, notebook.cells):
            cell.source = watched.rewritten(cell.source)
        assert sit(notebook, **watched.names) == {}
    assert watched.weak() == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_seeds_change_the_numbers_and_hide_where_they_come_from(assignment):
    first, second = (variant_cell(source(assignment, seed)).source for seed in SEEDS)
    changed = [a.split(" =")[0] for a, b in zip(first.splitlines(), second.splitlines(), strict=False) if a != b]
    assert len(changed) >= 3, f"two seeds differ only in {changed}"
    assert "rng" not in first + second
    assert variant_cell(source(assignment, SEEDS[0])).source == first


WRONG = [
    pytest.param(assignment, *mistake, id=f"{assignment}-{label}")
    for assignment in ASSIGNMENTS
    for label, mistake in MISTAKES[assignment].items()
]


@pytest.mark.audit
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("assignment", "answers", "lost"), WRONG)
def test_a_typical_mistake_loses_only_its_own_points(assignment, answers, lost, seed):
    failed = sit(answered(source(assignment, seed), answers))
    assert failed.keys() == set(lost.split())
    for test, message in failed.items():
        helpful = message.startswith(("AssertionError: ", "NotRealizable: ", "DoesNotApply: ")) and len(message) > 30
        assert helpful, f"{test} says only {message!r}"


def test_no_seed_gives_away_a_better_comparator():
    """Exercise 5 of the Perceptron's assignment asks for more than the u it gives, whatever the numbers of a class."""
    for seed in range(50):
        given = draw(variant_cell(read("perceptron")).source, str(seed))
        X, y, u = (np.array(given[name]) for name in ("X", "y", "u"))
        own = (y * (X @ u)).min() / np.linalg.norm(u)
        assert own**2 * 1.1 < mb.l2_margin(X, y).value ** 2, seed


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_form_of_an_assignment(assignment):
    assert len(MISTAKES[assignment]) >= 3
    notebook = source(assignment, SEEDS[0])
    total = sum(worth(notebook).values())
    assert f"{total} points" in notebook.cells[0].source, "the opening says what there is to earn"
    proofs = [cell for cell in notebook.cells if is_graded(cell) and is_answer(cell)]
    assert proofs
    for cell in proofs:
        question = notebook.cells[notebook.cells.index(cell) - 1].source
        assert f"({cell.metadata.nbgrader['points']} points)" in question and "*What earns the points:*" in question
        assert "*Points:*" in cell.source and "BEGIN SOLUTION" in cell.source
    tests = [cell for cell in notebook.cells if is_test(cell)]
    assert len(tests) >= 8, "partial credit comes from many small tests"
    for cell in tests:
        assert "assert " in HIDDEN.sub("", cell.source), f"{name(cell)} has no test that a student sees"


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_test_needs_another_one_to_pass(assignment):
    """What a test takes from an earlier one is defined there before anything can fail.

    And hidden tests leave no names behind: a student's own helper of the same name would be lost.
    """
    names = {"__name__": "__main__"}
    for cell in (cell for cell in source(assignment, SEEDS[0]).cells if cell.cell_type == "code"):
        left = ast.parse(cell.source)
        if is_test(cell):
            whole, visible = dict(names), dict(names)
            exec(cell.source, whole)
            exec(HIDDEN.sub("", cell.source), visible)
            hidden = whole.keys() - visible.keys() - {"hidden_tests"}
            assert all(each.startswith("hidden_") for each in hidden), f"{name(cell)} leaves {hidden} behind"
            left.body = list(takewhile(lambda statement: not isinstance(statement, ast.Assert), left.body))
        exec(compile(left, name(cell) or "cell", "exec"), names)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_headings_say_the_points_of_their_parts(assignment):
    """## 3. The bound (4 points): as many as the graded cells below it are worth."""
    announced, found = {}, {}
    for cell in source(assignment, SEEDS[0]).cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            heading = cell.source.splitlines()[0]
            if " points)" in heading:
                announced[heading] = int(heading.split("(")[-1].split()[0])
        if is_graded(cell):
            found[heading] = found.get(heading, 0) + cell.metadata.nbgrader["points"]
    assert found == announced
    numbers = [int(heading.split(".")[0].removeprefix("## ")) for heading in announced]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_docstring_says_a_line_of_a_solution(assignment):
    """Nor what else is in its cell; `test_release.py` looks at whole lines of what is handed out."""
    secret, public = set(), ""
    for cell in filter(is_answer, read(assignment).cells):
        shown, solution = parted(cell.source)
        secret |= {line.strip().removeprefix("return ") for line in solution if line.strip() not in shown}
        public += "\n".join(shown)
    said = [line for line in secret if re.search(r"\w.*[-+*/@<>=(]", line) and len(line) > 7 and line in public]
    assert said == []


def parted(source):
    """What a cell says outside of its solution, and in it."""
    shown, solution, inside = [], [], False
    for line in source.splitlines():
        inside = inside and "END SOLUTION" not in line
        (solution if inside else shown).append(line)
        inside = inside or "BEGIN SOLUTION" in line
    return shown, solution
