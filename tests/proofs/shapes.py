"""The shape of a statement in Coq, found without Coq: its numbers and operations, with a dot for each letter.

`INR k * ln (INR n) / 8` and `1 / 8 * c * ln d` have the same shape. A letter may stand for a call, as for `norm d u`.
"""

import re
from fractions import Fraction

TOKEN = re.compile(r"[^\W\d][\w.']*|\d+|[-+*/^()]|=>")
KEPT, CASTS, INNER = {"ln", "exp", "sqrt", "cosh"}, {"INR", "IZR", "Z.of_nat", "inject_Z"}, {"dot", "product"}
RELATION = re.compile(r"(<=|>=|:=|<|>|(?<![:<>])=(?!>))")
END = re.compile(r"/\\|\\/|\bin\b|->|,")


def right_sides(statement):
    """The shapes of the right sides of its relations after the premises, and of what `let` makes its letters."""
    start, depth = 0, 0
    for found in re.finditer(r"[()]|->|/\\", statement):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if not depth and found[0] == "->":
            start = found.end()
        elif not depth and found[0] == "/\\":
            break
    for found in RELATION.finditer(statement):
        if found[0] == ":=" or found.start() > start:
            yield shape(END.split(RELATION.split(statement[found.end() :])[0])[0])


def shape(text):
    """The shape of an expression, or None; its last parentheses may close some that were opened before it."""
    tokens = TOKEN.findall(re.sub(r"\((\d) # (\d)\)", r"\1 / \2", re.sub(r"%\w+|‖", "", text)))
    while tokens.count(")") > tokens.count("("):
        tokens.pop()
    try:
        return total(tokens)
    except IndexError:
        return None


def total(tokens):
    """A sum, in its order."""
    found = [tokens.pop(0)] if tokens[0] == "-" else []
    found.append(product(tokens))
    while tokens and tokens[0] in "+-":
        found += [tokens.pop(0), product(tokens)]
    return found[0] if len(found) == 1 else f"({' '.join(found)})"


def product(tokens):
    """The number in it, and the other factors, in any order."""
    number, parts, sign = Fraction(1), ([], []), "*"
    while True:
        factor = power(tokens)
        if factor.isdigit():
            number *= Fraction(factor) ** (1 if sign == "*" else -1)
        else:
            parts[sign == "/"].append(factor)
        if not tokens or tokens[0] not in "*/":
            break
        sign = tokens.pop(0)
    if number == 1 and [len(part) for part in parts] == [1, 0]:
        return parts[0][0]
    return str(number) if not any(parts) else f"[{number} {sorted(parts[0])} {sorted(parts[1])}]"


def power(tokens):
    base = applied(tokens)
    if not tokens or tokens[0] != "^":
        return base
    tokens.pop(0)
    exponent = applied(tokens)
    return base[4:] if base.startswith("sqrt") and exponent == "2" else f"{base}^{exponent}"


def applied(tokens):
    """A letter, a number, or a call: that of a kept function shows its argument; a vector times itself is a square."""
    said, arguments = [], []
    while tokens and tokens[0] not in {*"+-*/^)", "=>"}:
        before = tokens.copy()
        arguments.append(atom(tokens))
        said.append(before[: len(before) - len(tokens)])
    if not arguments:
        raise IndexError
    [head, *_] = said[0]
    if len(arguments) == 2 and head in KEPT | CASTS:
        return arguments[1] if head in CASTS else head + arguments[1]
    return arguments[0] if len(arguments) == 1 else ".^2" if head in INNER and said[-1] == said[-2] else "."


def atom(tokens):
    token = tokens.pop(0)
    if token != "(":
        return token if token.isdigit() else "."
    if tokens[0] in ("fun", "if"):
        depth = 1
        while depth:
            depth += {"(": 1, ")": -1}.get(tokens.pop(0), 0)
        return "."
    found = total(tokens)
    if tokens.pop(0) != ")":
        raise IndexError
    return found
