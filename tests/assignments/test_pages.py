"""Every formula of an assignment is set without a script, and a student's text cannot run code."""

import re

import pytest
from nbformat.v4 import new_markdown_cell

from pages import formula, markdown
from tests.assignments.desk import ASSIGNMENTS, read

ANSWER = new_markdown_cell(metadata={"nbgrader": {"solution": True}})
LATEX = re.compile(r"\$|\\[a-z]+")


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_formula_is_set(assignment):
    for cell in read(assignment).cells:
        page = markdown({"cell": cell}, cell.source) if cell.cell_type == "markdown" else ""
        assert not LATEX.search(page), page
        assert page.count("<math") >= cell.source.count("$") // 4 * (cell.cell_type == "markdown")


def test_what_is_no_formula_is_left_as_it_was_written():
    assert LATEX.findall(markdown({"cell": ANSWER}, r"so $\frac{$ is, and $1")) == [r"\frac", "$"]


NESTED = "x^{" * 10**5, r"\newcommand{\a}[1]{x^{x^{#1}}}" + r"\a{" * 400 + "x" + "}" * 400


@pytest.mark.parametrize("deep", NESTED, ids=["long", "by a macro"])
def test_a_formula_that_could_end_the_process_is_shown_as_it_was_written(deep):
    assert formula(deep) == f"<code>{deep}</code>"


@pytest.mark.parametrize(
    "means", ["<script>act()</script>", r"$\text{<script>act()</script>}$", "[a](javascript:act())"]
)
def test_an_answer_shows_what_it_cannot_do(means):
    page = markdown({"cell": ANSWER}, means)
    assert "<script" not in page and "javascript:" not in page
    assert "<script>" in markdown({"cell": new_markdown_cell()}, "<script>act()</script>"), "an assignment's own HTML"
