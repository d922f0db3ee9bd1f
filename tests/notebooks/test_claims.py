"""No lab has an assertion that cannot fail."""

import ast
from pathlib import Path

import nbformat
import pytest

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
ANY_ERROR = {"Exception", "BaseException", "AssertionError", "suppress"}


def idle(code):
    """Each piece of code that keeps an assertion from failing."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Assert) and cannot_fail(node.test):
            yield ast.unparse(node)
        elif isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(node.test, ast.Constant):
            yield f"{type(node).__name__} {ast.unparse(node.test)}"
        elif isinstance(node, ast.ExceptHandler) and (node.type is None or names(node.type) & ANY_ERROR):
            yield f"except {ast.unparse(node.type) if node.type else ''}"
        elif isinstance(node, ast.Call) and names(node.func) & ANY_ERROR:
            yield ast.unparse(node)


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


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_what_a_lab_asserts_can_fail(path):
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [wrong for code in cells for wrong in idle(code)] == []


def test_what_cannot_fail_is_refused_and_nothing_else():
    kept = "assert n == 3", "assert f(n) or g(n)", "try:\n    f()\nexcept mb.DoesNotApply as error:\n    print(error)"
    refused = (
        "assert True",
        "assert n == 3 or True",
        "assert 1 and (n == 3 or 'words')",
        "assert n == n",
        "assert (n == 3, 'three')",
        "if False:\n    assert n == 3",
        "try:\n    assert n == 3\nexcept (ValueError, AssertionError):\n    pass",
        "with contextlib.suppress(ValueError):\n    cert.require()",
    )
    assert [code for code in kept + refused if list(idle(code))] == [*refused]
