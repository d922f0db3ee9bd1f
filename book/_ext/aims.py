"""What a chapter is for, at its head: three objectives, what they need, and how long they take.

    ```{aims}
    :needs: vectors; [Halving](halving.md)
    - Prove this.
    - Compute that.
    - Say when neither can be done.
    ```

The time is not written: it is counted, from the words before the exercises and from what each exercise says of itself.
`chapter` reads all of it off a source, for the page and for the syllabus.
"""

import re
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

#: Words a minute, formulas read along, pencil in hand: an assumption, which nobody has measured with readers yet.
PACE = 100
HEAD = re.compile(r"^# (.+?)\n.*?^```\{aims\}\n:needs: ([^\n]+)\n(.*?)^```$", re.M | re.S)
BOXES = re.compile(r"^(`{3,})\{(?!prf:)[^\n]*\n.*?^\1\s*$|^>>> .*?(?=^\s*$)|\{[\w:]+\}`[^`]*`", re.M | re.S)
EXERCISE = re.compile(r"^:label: (\S+)\n\n\*([\w-]+), (?:easy|medium|hard), ([^.*]+)\.\*", re.M)
UNITS = {"minutes": 1, "hour": 60, "hours": 60, "half a day": 240, "1 day": 480}


class Exercise(NamedTuple):
    kind: str
    minutes: int


class Chapter(NamedTuple):
    """What its source says: the objectives as Markdown, the exercises by their labels."""

    title: str
    needs: str
    aims: list
    reading: int
    exercises: dict

    @property
    def practice(self):
        """The minutes of all exercises but those for half a day and more."""
        return [exercise.minutes for exercise in self.exercises.values() if exercise.minutes < UNITS["half a day"]]


def minutes(words):
    """What an exercise calls its time, in minutes."""
    if words in UNITS:
        return UNITS[words]
    number, unit = words.split()
    return int(number) * UNITS[unit]


def rounded(number, to=5):
    """Up, to a number that claims no more than it knows."""
    return -(-number // to) * to


def hours(number):
    """Minutes in words that stay on one line: to half an hour, from two hours on."""
    if number < 120:
        return f"{number}\N{NO-BREAK SPACE}min"
    return f"{rounded(number, 30) / 60:.1f}".removesuffix(".0") + "\N{NO-BREAK SPACE}h"


def chapter(path):
    """A chapter, by the file of its source."""
    text = Path(path).read_text("utf-8")
    title, needs, aims = HEAD.search(text).groups()
    prose = BOXES.sub(" ", HEAD.sub("", text).partition("\n## Exercises")[0])
    exercises = {label: Exercise(kind, minutes(time)) for label, kind, time in EXERCISE.findall(text)}
    return Chapter(title, needs, re.split(r"^- ", aims, flags=re.M)[1:], rounded(len(prose.split()) // PACE), exercises)


class Aims(SphinxDirective):
    has_content = True
    option_spec = {"needs": directives.unchanged_required}

    def run(self):
        this = chapter(self.env.doc2path(self.env.docname))
        short, long = min(this.practice), max(this.practice)
        times = (
            f"**Time.** Reading, {hours(this.reading)}; {len(this.practice)} exercises of {short} to {long} minutes, "
            f"{hours(sum(this.practice))} for all of them; the lab comes besides."
        )
        lead = nodes.paragraph("", "", nodes.strong("", "Afterwards you can"))
        rest = self.parse_text_to_nodes(f"**You need** {self.options['needs']}.\n\n{times}")
        return [nodes.container("", lead, *self.parse_content_to_nodes(), *rest, classes=["aims"])]


def setup(app):
    app.add_directive("aims", Aims)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
