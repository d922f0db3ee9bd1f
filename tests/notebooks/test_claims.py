"""A lab asserts what can fail, and no less than it claims; asks its certificates; calls things by their names."""

import ast
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
ANY_ERROR = {"Exception", "BaseException", "AssertionError", "suppress"}
ASKED = {"require", "applies", "hypotheses", "holds"}  # of a certificate
PROMISED = {"bound", "bounds", "promised", "allowed"}


def idle(code):
    """Each piece of code that keeps an assertion from failing, or lets more pass than was claimed."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Assert) and (cannot_fail(node.test) or any(map(is_multiple, above(node.test)))):
            yield ast.unparse(node)
        elif isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(node.test, ast.Constant):
            yield f"{type(node).__name__} {ast.unparse(node.test)}"
        elif isinstance(node, ast.ExceptHandler) and (node.type is None or names(node.type) & ANY_ERROR):
            yield f"except {ast.unparse(node.type) if node.type else ''}"
        elif isinstance(node, ast.Call) and names(node.func) & ANY_ERROR:
            yield ast.unparse(node)


def unasked(code):
    """Each named certificate that its cell does not check; those in tables are for a later loop."""
    nodes = list(ast.walk(ast.parse(code)))
    questions = [node for node in nodes if isinstance(node, ast.Attribute) and node.attr in ASKED]
    asked = {name for question in questions for name in names(question.value)}
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(attr="check"))) if name not in asked:
                yield ast.unparse(node)


def crossed(code):
    """Each entry of a table whose name belongs to another entry."""
    for table in (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Dict)):
        keys = {key.value for key in table.keys if isinstance(key, ast.Constant)}
        for key, said in zip(table.keys, table.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(said, ast.Name) and said.id in keys - {key.value}:
                yield f"{key.value}: {said.id}"


def names(node):
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} | {
        part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)
    }


def cannot_fail(test):
    """Of no variable; a tuple; `... or True`; `x == x`."""
    if not names(test) or isinstance(test, ast.Tuple):
        return True
    if isinstance(test, ast.BoolOp):
        return (any if isinstance(test.op, ast.Or) else all)(cannot_fail(value) for value in test.values)
    if isinstance(test, ast.Compare):
        return len({ast.dump(side) for side in (test.left, *test.comparators)}) == 1
    return False


def above(test):
    """The larger side of each inequality."""
    for node in ast.walk(test):
        if isinstance(node, ast.Compare):
            for op, sides in zip(node.ops, pairwise([node.left, *node.comparators]), strict=True):
                yield sides[isinstance(op, ast.Lt | ast.LtE)]


def is_multiple(side):
    """`2 * cert.bound`."""
    factors = [part.value for part in ast.walk(side) if isinstance(part, ast.Constant)]
    is_product = isinstance(side, ast.BinOp) and isinstance(side.op, ast.Mult) and names(side) & PROMISED
    return is_product and any(isinstance(factor, int | float) and factor > 1 for factor in factors)


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_asserts_what_it_claims(path):
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [wrong for code in cells for wrong in (*idle(code), *unasked(code), *crossed(code))] == []


@pytest.mark.parametrize("path", [path for path in LABS if path.stem != "errata"], ids=lambda path: path.stem)
def test_no_assertion_answers_the_question_above_it(path):
    """It is in a cell that readers do not see. One in a loop may say what a theorem promises of each run."""
    asked, told = False, []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            asked = "**Predict" in cell.source
        elif asked and "remove-cell" not in cell.metadata.get("tags", []):
            told += [ast.unparse(part) for part in ast.parse(cell.source).body if isinstance(part, ast.Assert)]
    assert told == []
