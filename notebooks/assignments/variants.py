"""Variants: the same assignment with other numbers, chosen by a seed.

The cell tagged `variant` of an assignment's source begins with a line ``SEED = "..."`` and draws from
``random.Random(SEED)`` whatever differs from one class to the next. A release shows only what was drawn.
"""

import ast
import pprint
import re
from types import ModuleType

TAG = "variant"
SEED_LINE = re.compile(r"^SEED = .*$", flags=re.MULTILINE)
HEADING = "# Your numbers. This cell is put back as it was before your work is graded.\n"


def variant_cell(notebook):
    """The one cell of an assignment that its seed changes."""
    cells = [cell for cell in notebook.cells if TAG in cell.metadata.get("tags", [])]
    if len(cells) != 1 or len(SEED_LINE.findall(cells[0].source)) != 1:
        raise ValueError(f"an assignment needs one cell tagged {TAG!r} with one line 'SEED = ...'")
    return cells[0]


def draw(source, seed):
    """What a variant cell assigns under a seed: {name: value}, in order.

    Modules, names that begin with an underscore, and the generator `rng` are means, not results.

    >>> draw('import random\\nSEED = "x"\\nrng = random.Random(SEED)\\nn = rng.randint(3, 3)', seed="2027-spring")
    {'SEED': '2027-spring', 'n': 3}
    """
    names = {}
    exec(SEED_LINE.sub(lambda _: f"SEED = {seed!r}", source), names)
    return {
        name: value
        for name, value in names.items()
        if not (name.startswith("_") or name == "rng" or isinstance(value, ModuleType))
    }


def literals(values):
    """Assignments that give each name its value, without saying where it comes from.

    >>> print(literals({"n": 3, "u": [1, -2]}))
    n = 3
    u = [1, -2]
    """
    lines = []
    for name, value in values.items():
        text = pprint.pformat(value, width=100, compact=True, sort_dicts=False)
        try:
            same = ast.literal_eval(text) == value
        except (SyntaxError, ValueError):
            same = False
        if not same:
            raise ValueError(f"{name} = {text} is not a literal: use int, float, str, or lists and tuples of them")
        lines.append(f"{name} = {text}")
    return "\n".join(lines)


def vary(notebook, seed):
    """Put the numbers of a seed into an assignment, in place of the code that draws them."""
    cell = variant_cell(notebook)
    cell.source = HEADING + literals(draw(cell.source, seed))
    return notebook
