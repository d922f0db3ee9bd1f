"""Tests that could be stricter: where the right answer is tried, an inequality is always an equation, or all sides of
an `or` are true.

Such a test is left if somebody weakens `==` to `<=`, or `and` to `or`; no right answer shows the difference.
"""

import ast
import operator as o
from collections import defaultdict
from itertools import pairwise

import numpy as np

SIGNS = {"Eq": o.eq, "NotEq": o.ne, "Lt": o.lt, "LtE": o.le, "Gt": o.gt, "GtE": o.ge, "Is": o.is_, "IsNot": o.is_not,
         "In": lambda a, b: a in b, "NotIn": lambda a, b: a not in b}  # fmt: skip


class Watched(ast.NodeTransformer):
    """Record the results of comparisons: run `rewritten` code with these `names`; `weak` then lists its complaints."""

    def __init__(self):
        self.met = defaultdict(list)  # {comparison: whether it could have been stricter, each time}
        self.names = {"_compared": self.compared, "_either": self.either}

    def rewritten(self, code):
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(code))))

    def weak(self):
        return [said for said, answers in self.met.items() if all(answers)]

    def compared(self, said, signs, *sides):
        result = True
        for sign, (left, right) in zip(signs.split(), pairwise(sides), strict=True):
            result = result and SIGNS[sign](left, right)
            if sign in ("LtE", "GtE"):
                self.met[said].append(bool(np.all(left == right)))
        return result

    def either(self, said, *sides):
        """A default, as in sign(x) or 1, is not a comparison."""
        found = [side() for side in sides]
        self.met[said].append(all(isinstance(each, bool | np.bool_) and each for each in found))
        return next(filter(None, found), found[-1])

    def visit_Compare(self, node):
        """A range, as in 0 <= n <= 9, may be reached at its ends."""
        said, signs = ast.unparse(node), [type(sign).__name__ for sign in node.ops]
        self.generic_visit(node)
        if {"LtE", "GtE"}.isdisjoint(signs) or (len(signs) > 1 and "Eq" not in signs):
            return node
        sides = ", ".join(f"({ast.unparse(side)})" for side in (node.left, *node.comparators))
        return ast.parse(f"_compared({said!r}, {' '.join(signs)!r}, {sides})").body[0].value

    def visit_BoolOp(self, node):
        said = ast.unparse(node)
        self.generic_visit(node)
        if isinstance(node.op, ast.And):
            return node
        sides = ", ".join(f"lambda: {ast.unparse(side)}" for side in node.values)
        return ast.parse(f"_either({said!r}, {sides})").body[0].value
