"""Show graded work: to the student as a page, to a reader of the proofs as a form.

Both show formulas as MathML, which browsers draw without requests to another host.
"""

import re
from html import escape
from itertools import pairwise
from pathlib import Path

import nbformat
from jinja2 import pass_context
from math_core import LatexError, LatexToMathML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from nbformat.v4 import new_markdown_cell
from nbgrader.preprocessors import GetGrades
from traitlets import Bool

from written import WRITTEN, Piece, is_answer, is_graded, is_own, is_proof, joined, name

CONVERT = LatexToMathML(fancy_error=False, max_expansions=0).convert_with_local_state
#: Characters: each bracket is a level of math-core's stack, and thousands of levels (or macros) would end the process.
LONGEST = 2000
#: Environments with numbered lines, which these pages do not number, and the old name for aligned lines.
LINES = re.compile(r"(\\(?:begin|end)\{)(?:(eqnarray)|(align|equation|gather))\*?(?=\})")
HEADING = re.compile(r"^## (\d+)\. (.+?)(?: \(.*\))?$", flags=re.MULTILINE)
#: The bold beginning of a question, or a line that leads to a test: "A right one changes nothing:"
FEW_WORDS = re.compile(r"^\*\*(.+?)(?: \(\d+ points?\))?\.?\*\*|\A([^\n]{1,80}?):?\Z", flags=re.MULTILINE)


def formula(latex, display=False):
    r"""Return MathML, or the source if it is not a formula. Texts inside hold no HTML, whatever a student writes.

    >>> formula(r"\text{<b>}")
    '<math><mtext>&lt;b&gt;</mtext></math>'
    >>> formula(r"\begin{eqnarray} a &=& b \\ &=& c \end{eqnarray}", display=True).count("<mtr>")
    2
    """
    as_written = f"<code>{escape(latex)}</code>"
    if len(latex) > LONGEST:
        return as_written
    try:
        return CONVERT(LINES.sub(lambda found: f"{found[1]}{found[3] or 'align'}*", latex), displaystyle=display)
    except LatexError:
        return as_written


class Renderer(IPythonRenderer):
    """nbconvert's renderer, with MathML."""

    def block_math(self, body):
        return formula(body, display=True)

    def inline_math(self, body):
        return formula(body)

    def latex_environment(self, name, body):
        return formula(f"\\begin{{{name}}}{body}\\end{{{name}}}", display=True)

    def image(self, text, url, title=None):
        """A picture, or words in place of a picture that the notebook does not contain."""
        kind, _, picture = url.partition(":")
        if kind != "attachment" or picture in self.attachments:
            return super().image(text, url, title)
        return f"<em>[the picture {escape(picture)} is not in the notebook]</em>"

    def safe_url(self, url):
        """Allow pictures of any kind: in a page they cannot run code."""
        return url if url.startswith("data:image/") else super().safe_url(url)


@pass_context
def markdown(context, source):
    """Turn Markdown into HTML. A cell may contain pictures, but an answer no HTML, which could act as its reader."""
    cell = context.get("cell", {})
    renderer = Renderer(
        escape=is_answer(cell) or is_own(cell) if cell else True,
        allow_harmful_protocols=False,
        attachments=cell.get("attachments", {}),
        exclude_anchor_links=True,
    )
    return MarkdownWithMath(renderer=renderer).render(source)


def titles(cells):
    """A title for each graded cell, {name: words}: its exercise, with the few words before the cell or its name."""
    found, number, heading, words = {}, "", "", ""
    for cell in (each for each in cells if not is_own(each)):
        if is_graded(cell):
            found[name(cell)] = f"Exercise {number}: {words or f'{heading}, ' + name(cell).replace('-', ' ')}"
        if cell.cell_type == "code" or is_answer(cell):
            words = ""
            continue
        if at := HEADING.search(cell.source):
            number, heading = at.groups()
        few = FEW_WORDS.search(cell.source)
        words = (few[1] or few[2]) if few else ""
    return found


class Unread(GetGrades):
    """Add what a person must still read, which has no score, and titles."""

    def preprocess(self, nb, resources):
        nb, resources = super().preprocess(nb, resources)
        resources["nbgrader"]["titles"] = titles(nb.cells)
        cells = [cell.metadata.nbgrader for cell in nb.cells if is_graded(cell)]
        resources["nbgrader"]["unread"] = sum(cell.points for cell in cells if cell.score is None)
        return nb, resources

    def preprocess_cell(self, cell, resources, index):
        cell, resources = super().preprocess_cell(cell, resources, index)
        where = self.notebook_id, self.assignment_id, self.student_id
        if is_graded(cell) and self.gradebook.find_grade(name(cell), *where).needs_manual_grade:
            cell.metadata.nbgrader["score"] = None
        return cell, resources


class Reading(Preprocessor):
    """Reduce nbgrader's form to three cells for each proof: the question, the answer, and the solution with its rubric.

    At the end the form shows in the same way what the student wrote elsewhere.
    """

    enabled = Bool(True).tag(config=True)

    def preprocess(self, nb, resources):
        if "submission_id" not in resources:  # a page for a student
            return nb, resources
        course, assignment = Path(resources["metadata"]["path"]).parents[2], resources["assignment_id"]
        source = nbformat.read(course / "source" / assignment / f"{assignment}.ipynb", as_version=4)
        asked = {name(cell): (question, cell.source) for question, cell in pairwise(source.cells) if is_proof(cell)}
        elsewhere = [
            Piece(cell.source, cell.get("attachments", {}))
            for cell in nb.cells
            if is_own(cell) and cell.cell_type == "markdown"
        ]
        proofs, nb.cells = filter(is_proof, nb.cells), []
        for cell, (question, rubric) in ((each, asked[name(each)]) for each in proofs):
            nb.cells += [
                new_markdown_cell(question.source),
                cell,
                new_markdown_cell("**Solution and rubric**\n\n" + rubric),
            ]
        if elsewhere:
            text, pictures = joined(elsewhere)
            own = new_markdown_cell(text, metadata={WRITTEN: True}, attachments=pictures)
            nb.cells += [new_markdown_cell("**Written elsewhere in this notebook**"), own, new_markdown_cell()]
        return nb, resources
