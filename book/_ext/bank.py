"""The bank of questions: `book/checks/NAME.yml` has a few short ones for each chapter.

    steps-left:
      given: |                      # Python; rng draws numbers by the seed, mb is the package, np is NumPy
        n = rng.randint(5, 9)
        bound = n.bit_length() - 1
        assert ...                  # what the answers claim, held against the package
      ask: Of {{ n }} concepts, …   # Markdown, filled in by Jinja
      answers:                      # the first is right; each says why it is, or which misconception it comes from
        "{{ bound }}": Each mistake …
        "{{ n }}": That is …

One file a chapter, and nothing is typed that a run can give: an answer is computed, or an assertion holds it.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import yaml
from jinja2 import Environment, StrictUndefined

import mistakebound

CHECKS = Path(__file__).parents[1] / "checks"
TEMPLATES = Environment(undefined=StrictUndefined)


@dataclass(frozen=True)
class Choice:
    """An answer to choose, whether it is right, and why."""

    text: str
    right: bool
    why: str


@dataclass(frozen=True)
class Question:
    """A question with its answers in the order in which they are shown; texts are Markdown with formulas."""

    name: str
    text: str
    choices: tuple[Choice, ...]

    @property
    def right(self):
        """The place of the right answer."""
        return [choice.right for choice in self.choices].index(True)


def draw(name, parts, seed):
    """A question with the numbers of a seed; it is an error if two of its answers are then the same."""
    known = {"rng": Random(f"{seed} {name}"), "mb": mistakebound, "np": np}
    exec(parts.get("given", ""), known)

    def fill(template):
        return TEMPLATES.from_string(str(template)).render(known).strip()

    said = {fill(text): fill(why) for text, why in parts["answers"].items()}
    if len(said) < len(parts["answers"]):
        raise ValueError(f"two answers are the same: {', '.join(said)}")
    choices = [Choice(text, place == 0, why) for place, (text, why) in enumerate(said.items())]
    known["rng"].shuffle(choices)
    return Question(name, fill(parts["ask"]), tuple(choices))


def questions(chapter, seed):
    """The questions of a chapter, with the numbers of a seed.

    >>> first, *_ = questions("halving", "2027-spring")
    >>> first == questions("halving", "2027-spring")[0] != questions("halving", "2026-autumn")[0]
    True
    """
    drawn = []
    for name, parts in yaml.safe_load((CHECKS / f"{chapter}.yml").read_text("utf-8")).items():
        try:
            drawn.append(draw(name, parts, seed))
        except Exception as error:
            error.add_note(f"in the question {name!r} of book/checks/{chapter}.yml, for the seed {seed!r}")
            raise
    return drawn
