"""A small assignment, quick to grade: two answers in code, three tests, two proofs."""

from copy import deepcopy

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from written import is_answer, name

QUESTION = "**{}** Let $x$ be a whole number, and let $y = 2x$."
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
STUBS = {"code": "# YOUR CODE HERE\nraise NotImplementedError", "markdown": "*Your answer here.*"}


def cell(kind, grade_id, source, points=None, solution=False):
    marks = {"grade_id": grade_id, "solution": solution, "grade": points is not None, "schema_version": 3}
    marks |= {"locked": not solution, "task": False} | ({} if points is None else {"points": points})
    make = new_code_cell if kind == "code" else new_markdown_cell
    return make(source, metadata={"nbgrader": marks})


def secret(text):
    return f"### BEGIN SOLUTION\n{text}\n### END SOLUTION"


def source(test="assert most == 4", imports="imports"):
    """The source of the assignment, if wanted with another test or with another cell name to recognise it by."""
    variant = cell("code", "variant", 'import random\n\nSEED = "2026-autumn"\nk = random.Random(SEED).randint(1, 9)')
    variant.metadata["tags"] = ["variant"]
    proofs = [
        made
        for label, points in (("even", 6), ("odd", 4))
        for made in (
            new_markdown_cell(QUESTION.format(f"Show that it is {label} ({points} points).")),
            cell("markdown", f"proof-{label}", f"<!-- BEGIN SOLUTION -->\n*Points:* {points}", points, solution=True),
        )
    ]
    for each in proofs[1::2]:
        each.source += "\n<!-- END SOLUTION -->"
    cells = [
        new_markdown_cell("# Assignment: small\n\nIt has a page of words before it begins."),
        variant,
        cell("code", imports, "import math"),
        new_markdown_cell("## 1. Code (6 points)\n\nWrite `double(x)`, which is twice as much."),
        cell("code", "double", "def double(x):\n    " + secret("return 2 * x").replace("\n", "\n    "), solution=True),
        cell("code", "double-one", "given = 1\nassert double(given) == 2", 2),
        cell("code", "double-more", "assert double(given + k) == 2 + 2 * k", 3),
        new_markdown_cell("Put the double of 2 into `most`, if you please."),
        cell("code", "most", secret("most = double(2)"), solution=True),
        cell("code", "most-four", test, 1),
        *proofs,
        new_markdown_cell("You have a function that is used in every assignment of this test."),
    ]
    for number, each in enumerate(cells, start=1):
        each.id = f"cell-{number}"
    return new_notebook(cells=cells)


def release():
    """What nbgrader makes of it, near enough."""
    made = source()
    for each in made.cells:
        if is_answer(each):
            each.source = STUBS[each.cell_type]
    return made


def answered(notebook, **answers):
    """A notebook with these answers; `solved` says all that the code asks for."""
    notebook = deepcopy(notebook)
    for each in notebook.cells:
        each.source = answers.get((name(each) or "").replace("-", "_"), each.source)
    return notebook


SOLVED = {"double": "def double(x):\n    return 2 * x", "most": "most = double(2)"}
PROVED = {"proof_even": "It is twice $x$.", "proof_odd": "It is not."}


def at(notebook, grade_id):
    """The place of a cell."""
    return [name(each) for each in notebook.cells].index(grade_id)


def picture(text="![](attachment:image.png)"):
    return new_markdown_cell(text, attachments={"image.png": {"image/png": DOT}})


# ---------------------------------------------------------------- what a student does to a notebook

WORDS = "My words"


def insert(grade_id, *cells, after=True):
    def change(notebook):
        place = at(notebook, grade_id) + after
        notebook.cells[place:place] = deepcopy(cells)

    return change


def append(*cells):
    return lambda notebook: notebook.cells.extend(deepcopy(cells))


def update(grade_id, **values):
    return lambda notebook: notebook.cells[at(notebook, grade_id)].update(deepcopy(values))


def in_the_question(notebook):
    notebook.cells[at(notebook, "proof-odd") - 1].source += f"\n\n{WORDS}"
