"""The bank of questions: `book/checks/NAME.yml` has a few short questions for each chapter.

    steps-left:
      given: |                      # Python; rng draws numbers by the seed, mb is the package, np is NumPy
        n = rng.randint(5, 9)
        most = mb.worst_case(...)   # computed in another way than the answers
      ask: Of {{ n }} concepts, …   # Markdown, filled in by Jinja
      answers:                      # the first is right; each says why, or which misconception leads to it
        "{{ n.bit_length() - 1 }}": Each mistake …
        "{{ n }}": That is …
        "As many as you like": …
      decided: shows(most, "no more than most, in any order")

`decided` says for each answer whether it is true for the numbers drawn. If a program cannot tell, `decided` has a
reviewer's line, which for a wrong answer says why it is false. It is evaluated whenever a question is drawn: a wrong
answer that turns out true, or a right answer that turns out false, is an error.
`python book/_ext/bank.py` lists the answers that rest on reviewers' lines.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, count, product
from math import ceil, comb, floor, log, sqrt
from pathlib import Path
from random import Random

import numpy as np
import yaml
from jinja2 import Environment, StrictUndefined

import mistakebound

CHECKS = Path(__file__).parents[1] / "checks"
TEMPLATES = Environment(undefined=StrictUndefined)
TOOLS = {each.__name__: each for each in (Fraction, ceil, comb, combinations, count, floor, log, product, sqrt)}


@dataclass(frozen=True)
class Choice:
    """An answer, whether it is right, the reason, and a reviewer's line if no program decides the answer."""

    text: str
    right: bool
    why: str
    argued: str


@dataclass(frozen=True)
class Question:
    """A question with its answers in the order shown; texts are Markdown with formulas."""

    name: str
    text: str
    choices: tuple[Choice, ...]

    @property
    def right(self):
        """The place of the right answer."""
        return [choice.right for choice in self.choices].index(True)


def shown(text, value):
    """Check that the first number of a text is a value, rounded to the text's decimals; None if there is no number.

    >>> shown("At most 2.31 mistakes", 2.3149), shown("$1/3$", Fraction(1, 3)), shown("7", 7.2), shown("None", 0)
    (True, True, False, None)
    """
    number = re.search(r"-?\d+(?:\.(\d+)|/\d+)?", text)
    if number is None:
        return None
    decimals = number[1]
    return float(Fraction(number[0])) == (round(float(value), len(decimals)) if decimals else float(value))


def decisions(texts, expression, known):
    """Check that the first answer alone is true; return each answer's reviewer's line, empty if code decides it."""

    def shows(value, *lines):
        """Decide answers that are numbers: true if equal to `value`. The lines are for the other answers, in order."""
        lines, found = iter(lines), [shown(text, value) for text in texts]
        return [next(lines, None) if each is None else each for each in found] + list(lines)

    decided = list(eval(f"({expression}\n)", known | {"shows": shows}))
    if len(decided) != len(texts):
        raise ValueError(f"{len(texts)} answers have {len(decided)} decisions: give one decision for each answer")
    for place, (text, found) in enumerate(zip(texts, decided, strict=True)):
        if not (isinstance(found, str) and found) and (not isinstance(found, bool | np.bool_) or found != (place == 0)):
            raise ValueError(f"the answer {text!r} is decided as {found!r}: it must be {place == 0}, or have a reason")
    return [each if isinstance(each, str) else "" for each in decided]


def draw(name, parts, rng):
    """Draw the numbers of a question, and check that its first answer is true and all others are false."""
    known = {"rng": rng, "mb": mistakebound, "np": np, **TOOLS}
    exec(parts.get("given", ""), known)

    def fill(template):
        return TEMPLATES.from_string(str(template)).render(known).strip()

    said = {fill(text): fill(why) for text, why in parts["answers"].items()}
    if len(said) < len(parts["answers"]):
        raise ValueError(f"two answers are the same: {', '.join(said)}")
    argued = decisions(list(said), parts["decided"], known)
    choices = [Choice(text, place == 0, why, argued[place]) for place, (text, why) in enumerate(said.items())]
    rng.shuffle(choices)
    return Question(name, fill(parts["ask"]), tuple(choices))


def read(chapter):
    """Read a chapter's questions as {name: parts}, as they are written."""
    return yaml.safe_load((CHECKS / f"{chapter}.yml").read_text("utf-8"))


def questions(chapter, seed):
    """Return the questions of a chapter, with the numbers of a seed.

    >>> first, *_ = questions("halving", "2027-spring")
    >>> first == questions("halving", "2027-spring")[0] != questions("halving", "2026-autumn")[0]
    True
    """
    drawn = []
    for name, parts in read(chapter).items():
        try:
            drawn.append(draw(name, parts, Random(f"{seed} {name}")))
        except Exception as error:
            error.add_note(f"in the question {name!r} of book/checks/{chapter}.yml, for the seed {seed!r}")
            raise
    return drawn


if __name__ == "__main__":
    bank = {path.stem: questions(path.stem, "book") for path in sorted(CHECKS.glob("*.yml"))}
    named = [(f"{chapter} {each.name}", each) for chapter, asked in bank.items() for each in asked]
    choices = [(name, choice) for name, each in named for choice in each.choices]
    argued = [(name, choice) for name, choice in choices if choice.argued]
    for name, choice in argued:
        print(f"{name}: {choice.text!r} is {'true' if choice.right else 'false'}: {choice.argued}")
    print(f"{len(choices)} answers: {len(choices) - len(argued)} are decided by code, {len(argued)} by the lines above")
