"""Measure how much of the theorems is written twice: `python -m tools.claims`.

First, count the claims of each theorem with a whole that is measured beside its expression. Then make single edits in
the typed formulas of a statement, in the relations that it has besides the claims, and in what replaces their letters:
drop a square, flip a relation or a sign, change a digit, swap two letters. How many of these edits does no check
notice?
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import mistakebound as mb
from mistakebound.certificates.display import plain
from mistakebound.certificates.expressions import LESS, NEGATIVE, PLUS, TIMES, TO_THE, Expression, Op, Relation, numeral
from mistakebound.certificates.functions import DOT
from tests.theorems.test_statements import checked, complaints, misplaced
from tools.lies.honest import THEOREMS

Path = tuple[int, ...]
EQUATION, ORDER = Op(None, "=", None, "equals"), Op(None, "<", None, "is less than")  # both sides of a relation
NUMBER = re.compile(r"\d+|\\tfrac\d+")
TURNED = {r"\le": r"\ge", r"\ge": r"\le", "<": ">", ">": "<", "<=": ">=", ">=": "<=", "+": "-", "-": "+"}


def has_whole(expression: Expression) -> bool:
    """Tell whether an expression, or a part of it, is measured at once."""
    return bool(expression.parts) and (expression.of is not None or any(map(has_whole, expression.parts)))


def wholes(theorem: mb.Theorem) -> Counter[str]:
    """Return the claims of a theorem with a measured whole; a measured equation of vectors is a whole too."""
    says = [claim.says for claim in theorem.hypotheses + theorem.lines]
    vectors = sum(relation.of is not None for relation in says)
    parts = sum(any(map(has_whole, (each.left, each.right))) for each in says if each.of is None)
    return Counter({"claims": len(says), "with a measured whole": vectors + parts, "vectors": vectors})


def of_text(tex: str) -> Iterator[str]:
    """Return the single edits of a typed formula."""
    for found in re.finditer(r"\^(\w|\{[^{}]*\})|\\[lg]e\b|[<>+-]|\d", tex):
        old = found[0]
        new = "" if old[0] == "^" else TURNED.get(old) or str((int(old) + 1) % 10)
        yield tex[: found.start()] + new + tex[found.end() :]
    letters = [found for found in re.finditer(r"\\[a-zA-Z]+|[a-zA-Z]", tex) if plain(found[0]).isalpha()]
    for one, other in pairwise(found for found in letters if len(plain(found[0])) == 1):
        if one[0] != other[0]:
            yield tex[: one.start()] + other[0] + tex[one.end() : other.start()] + one[0] + tex[other.end() :]


def nodes(expression: Expression) -> Iterator[Expression]:
    """Yield an expression, its parts, and the expressions behind its letters."""
    yield expression
    for part in (*expression.parts, *([expression.means] if expression.means is not None else [])):
        yield from nodes(part)


def sides(says: Relation) -> tuple[Expression, Expression]:
    """Return both sides of a relation."""
    return says.left, says.right


def letters(expression: Expression, said: set[int], path: Path = ()) -> Iterator[tuple[Path, Expression]]:
    """Return the letters of an expression in order, each with its place, outside of what occurred before."""
    if not expression.parts and not NUMBER.fullmatch(expression.op.tex):
        yield path, expression
    for i, part in enumerate(expression.parts) if typed(expression, said) else ():
        yield from letters(part, said, (*path, i))


def typed(expression: Expression, said: set[int]) -> bool:
    """Tell whether an expression is new; a measured whole has a name and counts by itself."""
    return id(expression) not in said and not (expression.parts and expression.of is not None)


def put(expression: Expression, path: Path, new: Expression) -> Expression:
    """Put another expression at a place of an expression; a letter keeps its place in the run."""
    if not path:
        return new
    i, *rest = path
    return replace(expression, parts=tuple(
        put(part, tuple(rest), new) if i == j else part for j, part in enumerate(expression.parts)))  # fmt: skip


def commute(says: Expression, here: Path, there: Path) -> bool:
    """Tell whether the parts at two places belong to one product, sum or inner product, or to an equation's sides."""
    common = next(i for i, (one, other) in enumerate(zip(here, there, strict=False)) if one != other)
    above = []
    for path in (here, there):
        part = says
        for i, step in enumerate(path):
            above += [part.op] if i >= common else []
            part = part.parts[step]
    return any(above == [op] * len(above) for op in (TIMES, PLUS, DOT, EQUATION))


def of_expression(expression: Expression, said: set[int]) -> Iterator[Expression]:
    """Return the single edits of an expression, except in letters and in what occurred before."""
    op, parts = expression.op, expression.parts
    if not typed(expression, said):
        return
    if op in (TO_THE, NEGATIVE):
        yield parts[0]
    elif op in (PLUS, LESS):
        yield replace(expression, op=PLUS if op is LESS else LESS)
    elif not parts and NUMBER.fullmatch(op.tex):
        yield numeral(expression.of(None) + 1)
    for i, part in enumerate(parts):
        for edited in of_expression(part, said):
            yield replace(expression, parts=(*parts[:i], edited, *parts[i + 1 :]))


def of_relation(says: Relation, said: set[int]) -> Iterator[Relation]:
    """Return the single edits of a relation."""
    if says.sign in TURNED:
        yield replace(says, sign=TURNED[says.sign])
    for side in ("left", "right"):
        for edited in of_expression(getattr(says, side), said):
            yield replace(says, **{side: edited})
    whole = (EQUATION if says.sign == "=" else ORDER)(says.left, says.right)
    for (here, one), (there, other) in pairwise(letters(whole, said)):
        if one.op != other.op and not commute(whole, here, there):
            left, right = put(put(whole, here, other), there, one).parts
            yield replace(says, left=left, right=right)


def unnoticed(theorem: mb.Theorem) -> Iterator[tuple[str, str]]:
    """Yield each edit, with its kind, and with its result if nothing notices it."""
    for typed in re.findall(r"\$([^$]*)\$", theorem.states):
        for edited in of_text(typed):
            try:
                yield "typed", replace(theorem, states=f"${edited}$").statement
            except ValueError:
                yield "typed", ""
    certs = [*checked(theorem)]
    claims = [claim.says for claim in theorem.hypotheses + theorem.lines]
    said = {id(node) for says in claims for side in sides(says) for node in nodes(side)}
    for name, says in theorem.also.items():
        if isinstance(says, Relation):
            for edited in of_relation(says, said):
                yield "besides", "" if seen(complaints, certs, theorem.also | {name: edited}) else edited.tex
            said |= {id(node) for side in sides(says) for node in nodes(side)}
    for old, new in theorem.puts.items():
        for edited in of_expression(new, said):
            yield "in place", "" if seen(misplaced, certs, {old: edited}) else edited.tex


def seen(check: Any, certs: list[mb.Certificate], edited: Any) -> bool:
    """Tell whether a check notices an edit on some run."""
    try:
        return any(any(check(cert, edited)) for cert in certs)
    except Exception:  # a sum of things that cannot be added, or a letter without a value
        return True


def main() -> None:
    """Print a row for each theorem, and the sums."""
    total: Counter[str] = Counter()
    for theorem in THEOREMS:
        row = wholes(theorem)
        for kind, left in unnoticed(theorem):
            row.update({f"edits, {kind}": 1, f"unnoticed, {kind}": bool(left)})
            if left:
                print(f"{theorem.name}: nothing notices {left}")
        total.update(row)
        print(f"{theorem.name:22}", dict(row))
    print(f"{'all':22}", dict(total))


if __name__ == "__main__":
    main()
