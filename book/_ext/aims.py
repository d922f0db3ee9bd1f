"""The aims at the head of a chapter's core: three objectives, what they need, and the time they take.

    ```{aims}
    :needs: vectors; [Halving](halving.md)
    - Prove this.
    - Compute that.
    - Say when neither can be done.
    ```

Nobody types the time: it is computed from the words of the pages and from the time that each exercise states.
`chapter` reads everything from the sources, for the page and for the syllabus.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from chapters import chapter_of, to_read
from docutils import nodes
from docutils.parsers.rst import directives
from needed import with_lines
from prooflines import first_said
from remade import made
from sphinx.util.docutils import SphinxDirective

import mistakebound

#: Words a minute, pencil in hand, with a formula as one word: an assumption that nobody has tested with readers yet.
PACE = 100
#: The addresses of the chapters whose theorems the package has.
BOOK = Path(__file__).parents[2]
HEAD = re.compile(r"^# (.+?)\n.*?^```\{aims\}\n:needs: ([^\n]+)\n(.*?)^```$", re.M | re.S)
EXERCISE = re.compile(r"^:label: (\S+)\n\n\*([\w-]+), (?:easy|medium|hard), ([^.*]+)\.\*", re.M)
UNITS = {"minutes": 1, "hour": 60, "hours": 60, "half a day": 240, "1 day": 480}
#: Folded text, drawings and program text, none of which count as words that a reader sees.
UNSEEN = re.compile(
    r"^(`{3,})\{(?:aims|checks|hypotheses|player|sliders|solution)\}.*?^\1\s*$"
    r"|^(`{3,})\{admonition\}[^\n]*\n:class: dropdown.*?^\2\s*$"
    r"|^(?:%|:[\w-]+:|`{3,}|:{3,}|\([\w-]+\)=)[^\n]*$|^>>> .*?(?=^\s*$)",
    re.M | re.S,
)
PRINTED = re.compile(r"^(`{3,})\{(statement|proof-lines)\} (\w+)\n(?::only: ([^\n]*)\n)?\1\s*$", re.M)
#: A box or a figure begins with its kind and its number, then comes its title.
BOX = re.compile(r"^`{3,}\{(?:prf:(?!proof)\w+|glue:figure)\}(.*)$|^`{3,}\{prf:(proof)\}$", re.M)
#: A formula counts as one word, and so does a number from a lab or a line of a proof.
ONE_WORD = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.S)
ROLE = re.compile(r"\{([\w:+-]+)\}`([^`<]*)(<?)[^`]*`")
#: The words that a role prints if the source gives it none: "Theorem 6.2", "Littlestone [Lit88]".
PRINTS = {"prf:ref": "x 1", "ref": "x 1", "numref": "x 1", "cite:t": "x y 1"}
LINK_OR_BAR = re.compile(r"\]\([^)]*\)|\|")


class Exercise(NamedTuple):
    kind: str
    minutes: int


class Chapter(NamedTuple):
    """A chapter as its sources describe it: objectives as Markdown, minutes of reading, exercises by their labels."""

    title: str
    needs: str
    aims: list
    core: int
    further: int
    exercises: dict

    @property
    def reading(self):
        return self.core + self.further

    @property
    def practice(self):
        """The minutes for all exercises that take less than half a day."""
        return [exercise.minutes for exercise in self.exercises.values() if exercise.minutes < UNITS["half a day"]]


def printed(found):
    """The words that a directive prints of a theorem object, with its formulas unchanged."""
    _, kind, name, only = found.groups()
    theorem = getattr(mistakebound, name)
    if kind == "statement":
        return theorem.statement
    claims = [claim for claim in theorem.lines if not only or claim.name in only.split()]
    first = {claim: first_said(mistakebound, BOOK, theorem, claim) for claim in claims}
    said = [f"{claim.name} 1 {claim.at.words} $1$ "
            + (claim.reason if first[claim] == name else f"As in: {getattr(mistakebound, first[claim]).title}")
            for claim in claims]  # fmt: skip
    return "\n".join(said)


def role(found):
    """The words that a role prints: those that its source gives it, or else as many others."""
    name, said, place = found.groups()
    return said if place else PRINTS.get(name, "x")


@cache
def words(text):
    r"""Count the words that a reader sees on a page or a part of it, with theorems but without solutions.

    >>> words("Of $a + b$ and {ref}`c` [the larger](page.md).\n\n```{solution} c\nIt is $a$.\n```\n")
    7
    """
    seen = UNSEEN.sub("", BOX.sub(r"box 1 \1\2", PRINTED.sub(printed, text)))
    return len(re.findall(r"\S*\w\S*", LINK_OR_BAR.sub(" ", ROLE.sub(role, ONE_WORD.sub("x", seen)))))


def length(root, page):
    """Count the words of a page of a chapter, with the lines that say what its sections are needed for."""
    return words(with_lines(root, page, Path(root, f"{page}.md").read_text("utf-8")))


def minutes(words):
    """The time that an exercise states, in minutes."""
    if words in UNITS:
        return UNITS[words]
    number, unit = words.split()
    return int(number) * UNITS[unit]


def rounded(number, to=5):
    """Round minutes up, to a number that does not claim too much precision."""
    return -(-number // to) * to


def hours(number):
    """Write minutes in words that stay on one line, from two hours on in half hours."""
    if number < 120:
        return f"{number}\N{NO-BREAK SPACE}min"
    return f"{rounded(number, 30) / 60:.1f}".removesuffix(".0") + "\N{NO-BREAK SPACE}h"


def chapter(root, name):
    """Read a chapter of the book in a folder."""
    names = to_read(root, name)
    pages = [Path(root, f"{page}.md").read_text("utf-8") for page in names]
    title, needs, aims = HEAD.search(pages[0]).groups()
    exercises = {label: Exercise(kind, minutes(time)) for label, kind, time in EXERCISE.findall("\n".join(pages))}
    lengths = [length(root, page) for page, text in zip(names, pages, strict=True) if not EXERCISE.search(text)]
    core, *further = (rounded(number // PACE) for number in lengths)
    return Chapter(title, needs, re.split(r"^- ", aims, flags=re.M)[1:], core, sum(further), exercises)


class Aims(SphinxDirective):
    has_content = True
    option_spec = {"needs": directives.unchanged_required}

    def run(self):
        this = made(self.env, chapter, chapter_of(self.env.srcdir, self.env.docname))
        short, long = min(this.practice), max(this.practice)
        further = f", and {hours(this.further)} for what is further" if this.further else ""
        long_ones = len(this.exercises) - len(this.practice)
        longer = f", and {long_ones} of half a day" if long_ones else ""
        times = (
            f"**Time.** Reading, {hours(this.core)}{further}; {len(this.practice)} exercises of {short} to {long} "
            f"minutes, {hours(sum(this.practice))} for all of them{longer}; the lab comes besides."
        )
        lead = nodes.paragraph("", "", nodes.strong("", "Afterwards you can"))
        rest = self.parse_text_to_nodes(f"**You need** {self.options['needs']}.\n\n{times}")
        return [nodes.container("", lead, *self.parse_content_to_nodes(), *rest, classes=["aims"])]


def setup(app):
    app.add_directive("aims", Aims)
