"""Numbers that are typed in a lab's text and in its pictures' alternative text, where its runs could say otherwise.

Each is looked for in what the cells around it say: a number in text in the code and the outputs of its section, one in
alternative text in those of its cell, rounded as it is written (but a whole number in text stands there as it is). A
number that is not there has its reason in `typed_numbers.yml`, with the words around it, as a chapter's has
(`tests/book/typed_numbers.py`).
"""

import re
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_markdown_cell

from tests.book.typed_numbers import typed, write_unsorted

REASONS = Path(__file__).with_name("typed_numbers.yml")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?")
BRACKETED = re.compile(r"\[([^]]*)\][^[]*$")


def numbers_of(text):
    """All numbers of a text, without their signs."""
    return {float(number[0].replace(",", "")) for number in NUMBER.finditer(text.replace("\\,", ""))}


def said(cells):
    """All numbers that cells say: their code, what it prints and what its pictures say of themselves."""
    texts = []
    for cell in cells:
        if cell.cell_type == "code":
            texts.append(cell.source)
            for output in cell.outputs:
                picture = output.get("metadata", {}).get("image/png", {})
                plain = output.get("data", {}).get("text/plain", "")
                texts += [output.get("text", ""), picture.get("alt", ""), "" if plain.startswith("Sliders(") else plain]
    return numbers_of("\n".join(texts))


def is_said(written, numbers, whole=False):
    """Whether each number that is written is one of these, rounded as it is written; a percentage may be a part.

    `whole`: not to a whole number.
    """
    for part in NUMBER.findall(written.replace("\\,", "")):
        part = part.strip(",")
        value, decimals = float(part.replace(",", "")), len(part.partition(".")[2])
        scales = (1, 100) if "%" in written else (1,)
        rounded = {number * scale for number in numbers for scale in scales}
        if decimals or not whole:
            rounded = {round(number, decimals) for number in rounded}
        if value not in rounded:
            return False
    return True


def sections(cells):
    """The cells under each heading, and before the first one."""
    found = [[]]
    for cell in cells:
        if cell.cell_type == "markdown":
            before, *rest = re.split(r"^(?=## )", cell.source, flags=re.M)
            found[-1].append(new_markdown_cell(before))
            found += [[new_markdown_cell(text)] for text in rest]
        else:
            found[-1].append(cell)
    return found


def unsaid(lab):
    """Each number of a lab's text and alternative texts that no cell beside it says, with the words around it."""
    for section in sections(lab.cells):
        for cell in section:
            text, where = cell.source, section
            if cell.cell_type == "code":
                text, where = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", ""), [cell]
            numbers = said(where)
            whole = cell.cell_type == "markdown"
            yield from (words for words in typed(text) if not is_said(BRACKETED.search(words)[1], numbers, whole))


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        write_unsorted(path.stem, unsaid(nbformat.read(path, as_version=4)))
