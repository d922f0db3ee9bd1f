"""The words of theorems, fields, questions and assignments, compared with each other and with claims.

Most sentences have relatives: a sentence that says "at least" or "some" where its relatives say "at most" or "every" is
probably wrong. If it is right, say it in other words. The words of a hypothesis must go the way of its relation.
"""

import ast
import json
import re
from collections import Counter, defaultdict
from itertools import chain
from math import log
from pathlib import Path

import pytest

from tests.theorems.checking import for_every_theorem

pytestmark = pytest.mark.pages
ROOT = Path(__file__).parents[2]
PAIRS = (
    "falls rises", "larger smaller", "largest smallest", "at_most at_least", "more fewer", "most fewest", "first last",
    "longer shorter", "longest shortest", "before after", "every some", "never always", "even odd", "above below",
    "higher lower",
)  # fmt: skip
OPPOSITE = {one: other for pair in map(str.split, PAIRS) for one, other in (pair, pair[::-1])}
#: A formula, or the name of one, is one word.
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$\n]+\$|\{[^{}\n]*\}(?:`[^`]*`)?", re.S)
WORD = re.compile(r"at_(?:most|least)|ƒ|[a-z]+(?:['’][a-z]+)?|[.,;:]|[^\s\w\"'`*.,;:]+")
#: How often the opposite must occur: more than once, because two mirrored sentences may both be right.
OFTEN = 2
#: By how much the opposite must outweigh the word: less in theorems, which repeat each other's words more often.
LEAST = {"src/mistakebound/theorems/*.py": 10, "book/answers/*.py": 14, "book/checks/*.yml": 14,
         "notebooks/assignments/source/*/*.ipynb": 14}  # fmt: skip


def words(text):
    return WORD.findall(re.sub(r"\bat (most|least)\b", r"at_\1", FORMULA.sub(" ƒ ", text).lower()))


def strings(path):
    """The texts of a file: of a notebook its cells, of a module docstrings, messages and the words of theorems."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        yield from ("".join(cell["source"]) for cell in json.loads(text)["cells"])
        return
    if path.suffix != ".py":
        yield text
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "ƒ" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def windows(said, i):
    """The two to five words around a word, without it."""
    for size in range(2, 6):
        for before in range(max(0, size - (len(said) - i)), min(size - 1, i) + 1):
            yield before, (*said[i - before : i], "", *said[i + 1 : i - before + size])


def counted(texts):
    """{words around a word of PAIRS: how often each is there}"""
    found = defaultdict(Counter)
    for said in texts:
        for i, word in enumerate(said):
            if word in OPPOSITE:
                for around in windows(said, i):
                    found[around][word] += 1
    return found


def outweighed(said, found, least):
    """Words whose opposite is usual between the same words; the word itself is not counted."""
    for i, word in enumerate(said):
        if word in OPPOSITE:
            seen = ((each[OPPOSITE[word]], each[word] - 1) for each in map(found.__getitem__, windows(said, i)))
            weight = sum(log((turned + 0.3) / (same + 0.3)) for turned, same in seen if turned >= OFTEN or same)
            if weight > least:
                yield " ".join([*said[max(0, i - 5) : i], f"[{word}]", *said[i + 1 : i + 6]])


def said_in(*patterns):
    """The words of each text."""
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return [words(text) for path in paths for text in strings(path)]


def test_a_sentence_is_not_turned_against_its_relatives():
    own = {pattern: said_in(pattern) for pattern in LEAST}
    found = counted([*chain(*own.values()), *said_in("book/*.md", "proofs/*.v")])
    assert [place for pattern, least in LEAST.items() for said in own[pattern]
            for place in outweighed(said, found, least)] == []  # fmt: skip


# ---------------------------------------------------------------- beside a relation

NOT = r"\b(?:no|none|never|nor|not|nothing|nobody|without)\b[^.:;,]*?"
OVER = "at least|larger|longer|greater|above|more|higher|positive|exceeds?|rises"
UNDER = "at most|smaller|shorter|less|below|fewer|lower|negative|falls"
WAY = re.compile(rf"({NOT})?\b(?:({OVER})|({UNDER}))\b", re.I)


def ways(text):
    """Which way the words of a text go; after a negation, the other way."""
    return {">" if bool(found[2]) != bool(found[1]) else "<" for found in WAY.finditer(text)}


def against(claim):
    """Whether a claim's words all go against its relation."""
    said = ways(claim.reason)
    return claim.says.sign != "=" and bool(said) and claim.says.sign[0] not in said


@for_every_theorem
def test_the_words_of_a_hypothesis_go_the_way_of_its_relation(theorem):
    assert [claim.reason for claim in theorem.hypotheses if against(claim)] == []


@for_every_theorem
def test_a_number_in_the_words_of_a_claim_is_in_a_formula_or_said_again(theorem):
    claims = theorem.hypotheses + theorem.lines
    said = Counter(number for claim in claims for number in re.findall(r"\d+", claim.reason))
    formulas = [theorem.statement, *(claim.formula for claim in claims)]
    known = {digit for tex in formulas for digit in re.findall(r"\d+", re.sub(r"\\tfrac(\d)", r"\1 ", tex))}
    assert {number for number, often in said.items() if often == 1} - known == set()
