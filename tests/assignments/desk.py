"""Grade an assignment in this process, which is fast enough for many answers.

`tests/assignments/test_grading.py` compares the points with nbgrader's for the same answers.
"""

import contextlib
import io
import warnings
from copy import deepcopy
from pathlib import Path

import nbformat

from variants import vary
from written import is_answer, is_graded, is_test, name

SOURCES = Path(__file__).parents[2] / "notebooks" / "assignments" / "source"
ASSIGNMENTS = sorted(path.parent.name for path in SOURCES.glob("*/*.ipynb"))
SEEDS = ("2026-autumn", "2027-spring")


def read(assignment):
    """An assignment's source, which draws its numbers."""
    return nbformat.read(SOURCES / assignment / f"{assignment}.ipynb", as_version=4)


def source(assignment, seed):
    """An assignment's source with the numbers of a seed."""
    return vary(read(assignment), seed)


def changed(source, answer):
    """An answer in the place of a cell's: a whole one, or pairs (old, new) that change it in places."""
    if isinstance(answer, str):
        return answer
    for old, new in [answer] if isinstance(answer, tuple) else answer:
        assert old in source, f"the solution does not say {old!r}"
        source = source.replace(old, new)
    return source


def answered(notebook, answers):
    """The notebook with other answers in some of its cells."""
    notebook, answers = deepcopy(notebook), dict(answers)
    for cell in notebook.cells:
        if is_answer(cell) and name(cell) in answers:
            cell.source = changed(cell.source, answers.pop(name(cell)))
    assert not answers, f"no answer cells of this name: {list(answers)}"
    return notebook


def worth(notebook):
    """What each graded cell is worth."""
    return {name(cell): cell.metadata.nbgrader["points"] for cell in notebook.cells if is_graded(cell)}


def sit(notebook, **known):
    """Run a notebook in which some names are known; return the message of each test that fails."""
    names, failed = {"__name__": "__main__", **known}, {}
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for cell in notebook.cells:
            if cell.cell_type != "code":
                continue
            try:
                exec(compile(cell.source, name(cell) or "cell", "exec"), names)
            except Exception as error:
                if is_test(cell):
                    failed[name(cell)] = f"{type(error).__name__}: {error}"
    return failed
