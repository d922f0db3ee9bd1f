"""Formulas as MathML, made when a page is written: they appear with the first paint, and without JavaScript.

Each formula contains its TeX, for the search and for copying (course.js). TeX that cannot be set stops the build.
"""

import re
from functools import cache
from itertools import pairwise
from unicodedata import normalize
from xml.etree import ElementTree

import unicodeit
from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.errors import ExtensionError
from sphinx.util.math import get_node_equation_number

CLASS = "math notranslate nohighlight"
LONG = 24  # characters of TeX: longer formulas may not fit a phone's line
CONVERT = LatexToMathML(annotation=True, fancy_error=False).convert_with_local_state
#: Chromium draws these wrong: a large bracket with an exponent or an index becomes small; a bar touches its letter.
BRACKET = re.compile(r'(<m(?:sup|sub|subsup)>)(<mo [^>]*minsize="[^>]*>[^<]*</mo>)')
BAR = re.compile(r'<mover accent="true">(<mi[^>]*>[^<]*</mi><mo stretchy="false")(?=>¯)')


@cache
def mathml(tex, display=False):
    """Return the MathML of a formula."""
    if display and r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{aligned}}{tex.strip()}\end{{aligned}}"  # as Sphinx's LaTeX does
    made = CONVERT(tex.strip(), displaystyle=display)
    return BAR.sub(r'<mover>\1 style="math-depth: 0"', BRACKET.sub(r"\1<mrow>\2<mi></mi></mrow>", made))


#: Signs with a space on either side, unless math-core has set them closer; marks above a letter; terms that need no
#: brackets, first above a fraction's line, then elsewhere.
SPACED = re.compile(r"[=<>≤≥≠≈≡∈∉⊆⊂∼∝≪≫→⟶↦⇒⇔⟹⟺≔+−±·×∧∨∩∪∖∣]")
MARKS = {"ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "→": "\u20d7"}
PRODUCT = re.compile(r"[\w.√∞′]*|‖[^‖]*‖\S?|\w*\([^()]*\)")
FACTOR = re.compile(r"(?:[\d.]+|\S|‖[^‖]*‖|\([^()]*\))[¹²³⁰-ₜᴬ-ᶿⱼ′]*")


def grouped(text, alone=FACTOR):
    return text if alone.fullmatch(text) else f"({text})"


@cache
def script(sign, text):
    """Write an index or an exponent, small if Unicode has the signs."""
    text = text.strip()
    small = unicodeit.replace(f"{sign}{{{text.replace(' ', '').replace('−', '-')}}}")
    return text if set(text) <= set("′″") else sign + grouped(text) if sign in small else small


def apart(parts):
    """Keep multiplied letters apart, so that they do not form a word."""
    return "".join(f" {b}" if a[-1:].isalnum() and not a[-1:].isdecimal() and re.match(r"[\w∑]", b) else b
                   for a, b in pairwise(["", *filter(None, parts)]))  # fmt: skip


def line(node):
    """Write an element of MathML on one line of text."""
    parts = [line(child) for child in node if child.tag != "annotation"]
    match node.tag, node.text or "":
        case "mtext", text:
            return text
        case "mspace", _:
            return " " if float(node.get("width", "0em").removesuffix("em")) > 0 else ""
        case "mo", "\u2061":  # between a function and its argument
            return " " if "lspace" in node.attrib else ""
        case "mo", "," | ";" as sign:
            return f"{sign} "
        case "mo", sign if SPACED.fullmatch(sign) and not {"lspace", "form"} & node.attrib.keys():
            return f" {sign} "
        case "mi", name if len(name) > 1:
            return f" {name}"
        case "mfrac", _ if "linethickness" in node.attrib:
            return " choose ".join(parts)
        case "mfrac", _:
            return f"{grouped(parts[0], PRODUCT)}/{grouped(parts[1])}"
        case "msqrt", _:
            return "√" + grouped(apart(parts))
        case "msub" | "munder", _:
            return parts[0] if "accentunder" in node.attrib else parts[0] + script("_", parts[1])
        case "msup", _:
            return parts[0] + script("^", parts[1])
        case "msubsup" | "munderover", _:
            return parts[0] + script("_", parts[1]) + script("^", parts[2])
        case "mover", _:
            return parts[0] + MARKS[parts[1]]
        case "mtable" | "mtr", _:
            return " ".join(parts)
        case _, text:
            return re.sub("[\u2062-\u2064\ufe00]", "", text) + apart(parts)


@cache
def in_words(tex, display=False):
    r"""Write a formula as plain text, for the search and for readers without MathML.

    >>> in_words(r"\tfrac1n\sum_{i=1}^n e^{-\eta R} \le \binom nk\ln d"), in_words(r"\hat w_{t-1}, f'(2x)")
    ('1/n ∑ᵢ₌₁ⁿ e^(−η R) ≤ (n choose k) ln d', 'ŵₜ₋₁, f′(2x)')
    """
    made = ElementTree.fromstring(mathml(tex, display).replace("&ApplyFunction;", "\u2061"))
    text = re.sub(r"(?<=[(\[{⟨⌊√]) | (?=[)\]}⟩⌋,.;])", "", " ".join(line(made).replace("...", "…").split()))
    plain = re.sub("[\U0001d400-\U0001d7ff]", lambda letter: normalize("NFKC", letter[0]), text)
    return normalize("NFC", plain)


def in_line(tex):
    """Make a formula within a line of text."""
    return f'<span class="{CLASS}{" long" if len(tex) > LONG else ""}">{mathml(tex)}</span>'


def math(writer, node):
    return in_line(node.astext())


def math_block(writer, node):
    number = f'<span class="eqno">({get_node_equation_number(writer, node)})</span>' if node["number"] else ""
    return f"{writer.starttag(node, 'div', CLASS=CLASS)}{number}{mathml(node.astext(), display=True)}</div>\n"


def visitor(make):
    """Return a function for Sphinx's writer that adds the output of `make` for a node to the page."""

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
