"""Numbers that are typed in the chapters' prose, where a run could give them.

What a run gives is glued in. What the words for a figure say is also right if the lab's own description of the figure,
which the package writes and nbval's outputs hold, has the number. Every other number has its reason in
`typed_numbers.yml`, with the words around it: a number that is not there, or stands in other words, is found, and so is
an entry whose number is gone.
"""

import json
import re
import sys
from pathlib import Path

import yaml

REASONS = Path(__file__).with_name("typed_numbers.yml")

#: What is no prose: what comes after the chapter, code, a directive's first line and options but its alternative text,
#: roles, addresses, and how an exercise begins.
NOT_PROSE = (
    r"\n## History and references.*\Z",
    r"^(?P<fence>`{3,}|~{3,})\w[^\n]*\n.*?^(?P=fence)\s*$",
    r"^>>>.*?(?=^\s*$|^```)",
    r"^(?:#+ \d+|\s*\d)\. ",
    r"^(?:[`:]{3,}\{[^\n]*|`{3,}|:(?!alt:)[\w-]+:[^\n]*|\([\w-]+\)=)$",
    r"\{[\w:-]+\}`[^`]*`",
    r"(?<=\])\([^)]*\)",
    r"`[^`]*`",
    r"\*[A-Z][\w-]+, (?:easy|medium|hard), [^*]*\*",
)
#: What looks measured: two digits and more, a percentage; in a formula decimal fractions, and three digits and more.
IN_PROSE, IN_FORMULA = (
    r"(?<![\w.,–-])\d[\d,.:–]*\d(?!\w)|(?<![\w.])\d%",
    r"(?<![\w.])\d+\.\d+|(?<![\w\\])\d(?:\d|\\,)*\d\d",
)
PIECES = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|[^$]+", re.S)
AROUND = 24  # characters on each side


def prose(text):
    for pattern in NOT_PROSE:
        text = re.sub(pattern, " ", text, flags=re.M | re.S)
    return re.sub(r"\s+", " ", text)


def typed(text):
    """Each number with the words around it, in the order of the page."""
    text = prose(text)
    for piece in PIECES.finditer(text):
        pattern = IN_FORMULA if piece[0].startswith("$") else IN_PROSE
        for number in re.finditer(pattern, piece[0]):
            start, end = piece.start() + number.start(), piece.start() + number.end()
            yield f"{text[max(0, start - AROUND) : start]}[{number[0]}]{text[end : end + AROUND]}"


# ---------------------------------------------------------------- what labs say of their figures

FIGURE = re.compile(r"\{glue:figure\} \S*?([\w-]+)\.ipynb::(\S+)\n(?::name:[^\n]*\n)?:alt: ([^\n]*)")
IN_WORDS = re.compile(r"(?<![\w.{])\d{1,3}(?:[ ,]\d{3})+(?!\w)|(?<![\w.{])\d+(?:\.\d+)?(?!\w|\.\d)")


def read_descriptions(root):
    """{(lab, key): what the lab says of the figure that it glues under that key}"""
    found = {}
    for lab in Path(root, "notebooks").glob("*.ipynb"):
        for cell in json.loads(lab.read_text("utf-8"))["cells"]:
            for output in cell.get("outputs", []):
                data = output.get("metadata", {})
                if "scrapbook" in data and "image/png" in data:
                    found[lab.stem, data["scrapbook"]["name"]] = data["image/png"].get("alt", "")
    return found


def without_what_labs_say(text, descriptions):
    """A page without the numbers, in words for figures, that the lab's description of the figure has, or rounds to."""

    def without(figure):
        said = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", descriptions.get((figure[1], figure[2]), ""))]

        def keep(number):
            digits = re.sub("[ ,]", "", number[0])
            places = len(digits.partition(".")[2])
            return "so many" if digits in {f"{value:.{places}f}" for value in said} else number[0]

        return figure[0].removesuffix(figure[3]) + IN_WORDS.sub(keep, figure[3])

    return FIGURE.sub(without, text)


# ---------------------------------------------------------------- what is said of the others


def read_reasons(file=REASONS):
    """{chapter or lab: {reason: numbers with the words around them}}"""
    return yaml.safe_load(file.read_text("utf-8"))


def complaints(name, found, reasons):
    """Numbers that were found without a reason, and reasons without a number."""
    found, known = list(found), [words for group in reasons.values() for words in group]
    yield from (f"{name}: take this from a run, or say why it is typed: {w!r}" for w in found if w not in known)
    yield from (f"{name}: a reason for what is not there: {w!r}" for w in known if w not in found)


def write_unsorted(name, found):
    """Print entries for `typed_numbers.yml`, whose reasons are still to be given."""
    yaml.safe_dump({name: {"unsorted": list(found)}}, sys.stdout, allow_unicode=True, width=1000)


if __name__ == "__main__":
    said = read_descriptions(REASONS.parents[2])
    for path in map(Path, sys.argv[1:]):
        write_unsorted(path.stem, typed(without_what_labs_say(path.read_text("utf-8"), said)))
