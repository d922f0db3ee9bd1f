"""Numbers that are typed in the chapters' prose, where a run could give them.

What a run gives is glued in. Every other number has its reason in `typed_numbers.yml`, with the words around it: a
number that is not there, or stands in other words, is found, and so is an entry whose number is gone.
"""

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


def read_reasons():
    """{chapter: {reason: numbers with the words around them}}"""
    return yaml.safe_load(REASONS.read_text("utf-8"))


def complaints(chapter, text, reasons):
    """Numbers without a reason, and reasons without a number."""
    found, known = list(typed(text)), [words for group in reasons.values() for words in group]
    yield from (f"{chapter}: glue this, or say why it is typed: {words!r}" for words in found if words not in known)
    yield from (f"{chapter}: a reason for what is not there: {words!r}" for words in known if words not in found)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        numbers = list(typed(path.read_text("utf-8")))
        yaml.safe_dump({path.stem: {"unsorted": numbers}}, sys.stdout, allow_unicode=True, width=1000)
