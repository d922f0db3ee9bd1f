"""Formulas as MathML, made when a page is written: they are there with the first paint, and without JavaScript.

Each holds the TeX that it was made of, for the search and for whoever copies it (course.js). TeX that cannot be set
stops the build.
"""

import re
from functools import cache

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.errors import ExtensionError
from sphinx.util.math import get_node_equation_number

CLASS = "math notranslate nohighlight"
LONG = 24  # characters of TeX: the line of a phone may be too short for more
CONVERT = LatexToMathML(annotation=True, fancy_error=False).convert_with_local_state
#: What Chromium would draw wrong: a large bracket that carries an exponent or an index, with the size of a small one;
#: the bar of a letter, on it.
BRACKET = re.compile(r'(<m(?:sup|sub|subsup)>)(<mo [^>]*minsize="[^>]*>[^<]*</mo>)')
BAR = re.compile(r'<mover accent="true">(<mi[^>]*>[^<]*</mi><mo stretchy="false")(?=>¯)')


@cache
def mathml(tex, display=False):
    """The MathML of a formula."""
    if display and r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{aligned}}{tex.strip()}\end{{aligned}}"  # Sphinx's LaTeX does as much
    made = CONVERT(tex.strip(), displaystyle=display)
    return BAR.sub(r'<mover>\1 style="math-depth: 0"', BRACKET.sub(r"\1<mrow>\2<mi></mi></mrow>", made))


def in_line(tex):
    """A formula as a line of text has it."""
    return f'<span class="{CLASS}{" long" if len(tex) > LONG else ""}">{mathml(tex)}</span>'


def math(writer, node):
    return in_line(node.astext())


def math_block(writer, node):
    number = f'<span class="eqno">({get_node_equation_number(writer, node)})</span>' if node["number"] else ""
    return f"{writer.starttag(node, 'div', CLASS=CLASS)}{number}{mathml(node.astext(), display=True)}</div>\n"


def visitor(make):
    """A function of Sphinx's writer that adds to the page what `make` makes of a node."""

    def visit(self, node):
        try:
            self.body.append(make(self, node))
        except LatexError as error:
            place = self.builder.current_docname
            raise ExtensionError(f"{place}: in {node.astext()!r}, from character {error} Mend the formula.") from error
        raise nodes.SkipNode

    return visit


def setup(app):
    app.add_html_math_renderer("mathml", (visitor(math), None), (visitor(math_block), None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
