"""Numbers that are typed in prose, where a run could give them.

What a run gives is glued into a chapter, and a lab prints it. Any other number is where its reader sees what it is:
in a formula, a table or code of its chapter, or in what the lab says of the figure; a lab's, in the cells of its
section, rounded as it is written, or in its chapter. Or it is marked above its paragraph, for the whole chapter, as one
that no run gives: `% typed: 45, 3.11` in a chapter, `<!-- typed: 45 -->` in the text of a lab.
"""

import json
import re
from pathlib import Path

from nbformat.v4 import new_markdown_cell

MARK = re.compile(r"^ *(?:% typed: ([^\n]*)|<!-- typed: ([^\n]*) -->)$", re.M)
#: What a page shows as it is: the language's fence, a session of Python, a row of a table.
CODE = r"^(?P<fence>`{3,}|~{3,})\w[^\n]*\n.*?^(?P=fence)\s*$|^>>>.*?(?=^\s*$|^```)"
SHOWN = re.compile(rf"{CODE}|^ *\|[^\n]*", re.M | re.S)
HISTORY = r"\n## History and references.*?(?=\n##? |\Z)"
#: What is no prose: the history, all that, a directive's first line and options but its alternative
#: text, roles, addresses, and how an exercise begins.
NOT_PROSE = (
    HISTORY,
    MARK.pattern,
    SHOWN.pattern,
    r"^(?:#+ \d+|\s*\d)\. ",
    r"^(?:[`:]{3,}\{[^\n]*|`{3,}|:(?!alt:)[\w-]+:[^\n]*|\([\w-]+\)=)$",
    r"\{[\w:-]+\}`[^`]*`",
    r"(?<=\])\([^)]*\)",
    r"`[^`]*`",
    r"\*[A-Z][\w-]+, (?:easy|medium|hard), [^*]*\*",
)
PIECES = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|[^$]+", re.S)
#: A formula that is one number, and looks measured: a decimal fraction, three digits and more.
BARE = re.compile(r"\$\s*(?:\d+\.\d+|\d{3,})\s*\$")
#: What looks measured in words: two digits and more, or a percentage.
MEASURED = re.compile(r"(?<![\w.,–-])\d[\d,.:–]*\d(?!\w)|(?<![\w.])\d%")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?")


def prose(text):
    """The prose of a page, each line in its place."""
    for pattern in NOT_PROSE:
        text = re.sub(pattern, lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.M | re.S)
    return text.replace(r"\,", "")


def typed(text):
    """(line, number) of each number that prose has outside of formulas, in order."""
    text = prose(text)
    for piece in PIECES.finditer(text):
        if not piece[0].startswith("$") or BARE.fullmatch(piece[0]):
            for number in MEASURED.finditer(piece[0]):
                yield text.count("\n", 0, piece.start() + number.start()) + 1, number[0]


def numbers_of(text):
    """All numbers of a text, without their signs."""
    return {float(number[0].replace(",", "")) for number in NUMBER.finditer(text.replace(r"\,", ""))}


def marked(text):
    """The numbers that are marked as typed."""
    return numbers_of(" ".join(f"{found[1] or found[2]}" for found in MARK.finditer(text)))


def shown(text):
    """The numbers of a page's formulas, tables and code."""
    formulas = (piece[0] for piece in PIECES.finditer(prose(text)) if piece[0].startswith("$"))
    pieces = [found[0] for found in SHOWN.finditer(re.sub(HISTORY, "", text, flags=re.S))]
    return numbers_of("\n".join([*pieces, *(piece for piece in formulas if not BARE.fullmatch(piece))]))


def is_said(written, numbers, rounded=True):
    """Whether each number that is written is one of these, rounded as it is written; a percentage may be a part.

    Unless `rounded`, a whole number is there as it is.
    """
    for part in NUMBER.findall(written):
        part = part.strip(",")
        value, decimals = float(part.replace(",", "")), len(part.partition(".")[2])
        known = {number * scale for number in numbers for scale in ((1, 100) if "%" in written else (1,))}
        if value not in known | ({round(number, decimals) for number in known} if decimals or rounded else set()):
            return False
    return True


# ---------------------------------------------------------------- a chapter

FIGURE = re.compile(r"\{glue:figure\} \S*?([\w-]+)\.ipynb::(\S+)\n(?::name:[^\n]*\n)?:alt: ([^\n]*)")
IN_WORDS = re.compile(r"(?<![\w.{])\d{1,3}(?:[ ,]\d{3})+(?!\w)|(?<![\w.{])\d+(?:\.\d+)?(?!\w|\.\d)")


def descriptions(root):
    """{(lab, key): what the lab says of the figure that it glues under that key}"""
    found = {}
    for lab in Path(root, "notebooks").glob("*.ipynb"):
        for cell in json.loads(lab.read_text("utf-8"))["cells"]:
            for output in cell.get("outputs", []):
                data = output.get("metadata", {})
                if "scrapbook" in data and "image/png" in data:
                    found[lab.stem, data["scrapbook"]["name"]] = data["image/png"].get("alt", "")
    return found


def without_what_labs_say(text, described):
    """A page without the numbers, in words for figures, that the lab's description of the figure has, or rounds to."""

    def without(figure):
        said = numbers_of(described.get((figure[1], figure[2]), ""))

        def keep(number):
            return "so many" if is_said(number[0].replace(" ", ""), said) else number[0]

        return figure[0].removesuffix(figure[3]) + IN_WORDS.sub(keep, figure[3])

    return FIGURE.sub(without, text)


def chapter_complaints(pages, described):
    """Numbers in the prose of a chapter's pages that are nowhere else in it, and marks of what is not typed.

    `pages` are {name: text}.
    """
    known = set().union(*map(shown, pages.values()))
    marks = set().union(*map(marked, pages.values()))
    loose = [
        (name, line, number)
        for name, text in pages.items()
        for line, number in typed(without_what_labs_say(text, described))
        if not numbers_of(number) <= known
    ]
    for name, line, number in loose:
        if not numbers_of(number) <= known | marks:
            yield (
                f"{name}, line {line}: {number} is typed. Glue it from the lab that says it; or, if it is chosen, or "
                f"worked out by hand, write '% typed: {number}' above its paragraph"
            )
    needless = marks - {value for *_, number in loose for value in numbers_of(number)}
    names = ", ".join(pages)
    yield from (f"{names}: {number:g} is marked as typed, and is not: take it out of the mark" for number in needless)


# ---------------------------------------------------------------- a lab


def said(cells):
    """All numbers that cells say: their code, what it prints, what its pictures say of themselves, their formulas."""
    texts, numbers = [], set()
    for cell in cells:
        if cell.cell_type != "code":
            numbers |= shown(cell.source) | marked(cell.source)
            continue
        texts.append(cell.source)
        for output in cell.outputs:
            plain = output.get("data", {}).get("text/plain", "")
            words = output.get("metadata", {}).get("image/png", {}).get("alt", "")
            texts += [output.get("text", ""), words, "" if plain.startswith("Sliders(") else plain]
    return numbers | numbers_of("\n".join(texts))


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


def lab_complaints(name, cells, chapter):
    """Numbers of a lab's text, and of its pictures' alternative text, that nothing beside them says."""
    headings = re.findall(r"^#+ (\d+)", "\n".join(cell.source for cell in cells if cell.cell_type == "markdown"), re.M)
    elsewhere = numbers_of(" ".join([prose(chapter), *headings]))
    for section in sections(cells):
        marks = {number for cell in section if cell.cell_type == "markdown" for number in marked(cell.source)}
        for cell in section:
            is_text = cell.cell_type == "markdown"
            text = cell.source if is_text else cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            known = said(section if is_text else [cell]) | marks | elsewhere
            for line, number in typed(text):
                if not is_said(number, known, rounded=not is_text):
                    where = text.splitlines()[line - 1][:60] if is_text else f"alternative text {text[:60]!r}"
                    yield (
                        f"{name}: no cell beside it says the {number} of “{where}…”. Print it, or correct it; or, if "
                        f"it is chosen, or worked out by hand, write '<!-- typed: {number} -->' into the section's text"
                    )
