"""The text of theorems and certificates: LaTeX as plain text, numbers, tables; the same on every machine."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

import unicodeit

__all__ = ["html_table", "number", "plain", "plain_text", "text_table"]

_BEFORE = (
    (r"\\(?:text|mathrm|operatorname)\{([^{}]*)\}", r"\1"),
    (r"\\(log|ln|exp|cosh|sinh|arg|min|max|sup|inf|lim|Pr)(?![a-zA-Z])", r"\1"),
    (r"\\(hat|tilde|bar) ?(\w)", r"\\\1{\2}"),
    (r"\\langle ?", "⟨"),
    (r"\\rangle", "⟩"),
    (r"_\*", "⁎"),
    (r"\\(?:left|right|bigl?|bigr?|Bigl?|Bigr?|quad|displaystyle|[,;:!])(?![a-zA-Z])", ""),
    (r"\\[td]?frac(\d)(\d)", r"\\frac{\1}{\2}"),
    (r"\\[td]frac\{", r"\\frac{"),
)
_SCRIPTS = "[¹²³⁰-ₜᴬ-ᶿⱼ]*"
_FACTOR = re.compile(rf"(?:\w|\d+|‖[^‖]*‖|\w?\([^()]*\)){_SCRIPTS}")


@cache
def plain(latex: str) -> str:
    r"""LaTeX as plain Unicode text, for a terminal, a table or a plot.

    Examples
    --------
    >>> plain(r"\|w_t\|^2 \le \|w_{t-1}\|^2 + \eta^2 R^2")
    '‖wₜ‖² ≤ ‖wₜ₋₁‖² + η² R²'
    >>> plain(r"\frac{\gamma\sqrt{t}}{R\|u\|} \le 1")
    'γ√t/(R‖u‖) ≤ 1'
    >>> plain(r"w_{t,j} e^{\eta R}"), plain(r"\|x_t\|_*^2")
    ('wₜ,ⱼ e^(ηR)', '‖xₜ‖⁎²')
    """
    text = latex
    for pattern, replacement in _BEFORE:
        text = re.sub(pattern, replacement, text)
    text = unicodedata.normalize("NFC", unicodeit.replace(text).replace("_,", ","))
    text = re.sub(r"(?<![_^])([α-ωΑ-Ω]) (?=\w)", r"\1", text)
    # formulas without Unicode characters, from the innermost braces outwards
    inner, before = r"\{([^{}]*)\}", None
    while text != before:
        before = text
        text = re.sub("√" + inner, lambda m: "√" + _factor(m[1]), text)
        text = re.sub(r"\\frac" + inner + inner, lambda m: f"{_summand(m[1])}/{_factor(m[2])}", text)
        text = re.sub("([_^])" + inner, lambda m: m[1] + _factor(m[2]), text)
    return re.sub(r" +", " ", re.sub(r" *([≤≥=<>]) *", r" \1 ", text)).strip()


def plain_text(text: str) -> str:
    """Text with formulas between dollar signs, as plain text.

    Examples
    --------
    >>> plain_text(r"Then $M \\le \\lfloor \\log_2 |C| \\rfloor$.")
    'Then M ≤ ⌊ log₂ |C| ⌋.'
    """
    return re.sub(r"\$([^$]+)\$", lambda m: plain(m[1]), text)


def _factor(text: str) -> str:
    return text if _FACTOR.fullmatch(text) else f"({text})"


def _summand(text: str) -> str:
    return f"({text})" if re.search("[+−-]", re.sub(r"\([^()]*\)", "", text)) else text


def number(value: Any, noise: float = 0.0, digits: int = 4) -> str:
    """A number in a few digits. Numbers no larger than `noise`, or that differ only by rounding, read the same.

    Examples
    --------
    >>> number(0.1 + 0.2), number(1e-17, noise=1e-9), number(18.0), number(float("inf"))
    ('0.3', '0', '18', '∞')
    """
    try:
        value = float(value)
    except OverflowError:  # an exact number beyond all floats
        return f"{Decimal(value.numerator) / value.denominator:.{digits}g}"
    if abs(value) <= noise:
        return "0"
    # first to twelve digits: 1.23449999999999996 and 1.2345 are the same number, and must round alike
    value = float(f"{value:.12g}")
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e9 else f"{value:.{digits}g}".replace("inf", "∞")


def text_table(head: Sequence[str], groups: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """Columns of text; `groups` maps a heading to its rows."""
    rows = [head, *(row for rows in groups.values() for row in rows)]
    widths = [max(_width(row[column]) for row in rows) for column in range(len(head))]

    def line(row: Sequence[str]) -> str:
        return "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()

    return "\n".join([line(head), *(text for title, rows in groups.items() for text in (title, *map(line, rows)))])


def _width(text: str) -> int:
    return sum(not unicodedata.combining(character) for character in text)


def html_table(kind: str, caption: str, head: Sequence[str], groups: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """The columns as an HTML table of class `kind`; the first column names its row."""
    columns = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in head)
    body = ""
    for title, rows in groups.items():
        body += f'<tbody><tr><th scope="rowgroup" colspan="{len(head)}">{html.escape(title)}</th></tr>'
        for name, *cells in rows:
            body += f'<tr><th scope="row">{html.escape(name)}</th>'
            body += "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"
        body += "</tbody>"
    caption = html.escape(caption)
    return f'<table class="{kind}"><caption>{caption}</caption><thead><tr>{columns}</tr></thead>{body}</table>'
