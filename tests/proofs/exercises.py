"""Code of the proof assistant on the book's pages, and the exercises of the kind *formal*, which leave a proof open."""

import re
from pathlib import Path

from tests.book.checks import FORMAL, exercises

CODE = re.compile(r"^```coq\n(.*?)^```$", re.M | re.S)
PLACEHOLDER = "  (* your proof *)\n"


def code(text):
    """The code blocks of a piece of Markdown."""
    return CODE.findall(text)


def formal(root):
    """{label: (exercise, solution)} of the formal exercises of all chapters."""
    return {
        label: (text, solution)
        for chapter in sorted(Path(root, "book").glob("*.md"))
        for label, text, solution in exercises(chapter)
        if text.startswith(f"*{FORMAL},")
    }


def complaints(label, exercise, solution):
    """Check that an exercise is a text with one open proof, and its solution the same text with the proof."""
    asked, solved = code(exercise), code(solution or "")
    if len(asked) != 1 or len(solved) != 1:
        yield f"{label} has {len(asked)} texts and {len(solved)} solutions, not one each"
    elif asked[0].count(PLACEHOLDER) != 1:
        yield f"{label} does not say once where the proof is to be"
    elif not fits(*asked[0].split(PLACEHOLDER), solved[0]):
        yield f"{label} is solved for another statement"


def fits(before, after, solution):
    return solution.startswith(before) and solution.endswith(after)


def is_in(block, files):
    """Whether some file contains a code block, up to spaces."""
    return any(" ".join(block.split()) in " ".join(file.split()) for file in files)
