"""What the pages work out in numbers alone, as in $4\\cdot(-1) + 1\\cdot 3 = -1$, is worked out again.

Sides with a letter, or a sign that is not read here, are not checked. Decimals count as rounded.
"""

import math
import re

FUNCTIONS = {r"\ln": "log", r"\log_2": "log2", r"\cosh": "cosh"}
NAMES = {name: getattr(math, name) for name in ("sqrt", "comb", "floor", "pi", *FUNCTIONS.values())}
GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
RULES = [
    (r"\\(?:left|right|[bB]igg?[lr]?|[,;! ])(?![a-z])", ""),
    (r"(?<!\d)\\[td]?frac(\d)", r"\\frac{\1}"),
    (r"(?<!\d)\\[td]?frac" + GROUP + r"(\d)", r"\\frac{\1}{\2}"),
    (r"(?<!\d)\\[td]?frac" + GROUP + GROUP, r"((\1)/(\2))"),
    (r"\\sqrt ?(\d)", r"sqrt(\1)"),
    (r"\\sqrt" + GROUP, r"sqrt(\1)"),
    (r"\\binom" + GROUP + GROUP, r"comb(\1,\2)"),
    (r"\^(\d)", r"**\1"),
    (r"\^" + GROUP, r"**(\1)"),
    (r"\\(?:cdot|times)(?![a-z])", "*"),
    (r"\\lfloor(.*?)\\rfloor", r"floor(\1)"),
    (r"(\\ln|\\log_2|\\cosh) ?([\d.]+(?:\*\*\d+)?)", r"\1(\2)"),
    (r"(\\ln|\\log_2|\\cosh) ?\(", lambda found: FUNCTIONS[found[1]] + "("),
    (r"\\pi", "pi"),
    (r"(?<=[\d)]) *(?=\(|sqrt|comb|floor|log|cosh|pi)(?<!log2)", "*"),
]


def value(tex):
    """What a side comes to; None if it is not numbers alone."""
    before = None
    while tex != before:
        before = tex
        for pattern, replacement in RULES:
            tex = re.sub(pattern, replacement, tex)
    plain = re.fullmatch(r"(?:[\d\s.+*/(),-]|sqrt|comb|floor|log2?|cosh|pi)*\d(?:[\d\s.+*/(),-]|pi)*", tex)
    try:
        return float(eval(tex, {"__builtins__": {}}, NAMES)) if plain else None
    except (SyntaxError, TypeError, ValueError):
        return None


def rounding(*sides):
    """Half a unit of the last decimal."""
    decimals = [len(found[1]) for side in sides if (found := re.fullmatch(r"\s*-?\d+\.(\d+)\s*", side))]
    return 0.501 * 10 ** -min(decimals) if decimals else 0


def is_true(left, sign, right):
    a, b = value(left), value(right)
    if a is None or b is None:
        return True
    near = rounding(left, right) or (0.05 * abs(a) if sign == r"\approx" else 1e-9 * abs(a))
    return {"<": a < b, ">": a > b, r"\le": a <= b + near, r"\ge": a >= b - near}.get(sign, abs(a - b) <= near)


def test_what_is_worked_out_in_numbers(root):
    wrong = []
    for page in sorted((root / "book").glob("*.md")):
        for formula in re.findall(r"(?<![\\$])\$([^$]+)\$", page.read_text("utf-8")):
            chain = re.split(r"(=|<|>|\\approx|\\[lg]e(?![a-z]))", formula)
            steps = (chain[i : i + 3] for i in range(0, len(chain) - 1, 2))
            wrong += [f"{page.name}: {''.join(step)}" for step in steps if not is_true(*step)]
    assert wrong == []
