"""What a lab claims it asserts: how many assertions and calls of `require()` there are, and none that cannot fail."""

import ast
from collections import Counter

ANY_ERROR = {"Exception", "BaseException", "AssertionError", "suppress"}


def claims(lab):
    """{"assert": how many, "require": how many} in all code of a lab."""
    found = Counter({"assert": 0, "require": 0})
    for node in nodes(lab):
        found["assert"] += isinstance(node, ast.Assert)
        found["require"] += isinstance(node, ast.Call) and getattr(node.func, "attr", None) == "require"
    return dict(found)


def idle(lab):
    """Each piece of code that keeps an assertion from failing."""
    for node in nodes(lab):
        if isinstance(node, ast.Assert) and cannot_fail(node.test):
            yield ast.unparse(node)
        elif isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(node.test, ast.Constant):
            yield f"{type(node).__name__} {ast.unparse(node.test)}"
        elif isinstance(node, ast.ExceptHandler) and (node.type is None or names(node.type) & ANY_ERROR):
            yield f"except {ast.unparse(node.type) if node.type else ''}"
        elif isinstance(node, ast.Call) and names(node.func) & ANY_ERROR:
            yield ast.unparse(node)


def nodes(lab):
    for cell in lab.cells:
        if cell.cell_type == "code":
            yield from ast.walk(ast.parse(cell.source))


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
