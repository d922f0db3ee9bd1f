"""Numbers in prose are glued in from the run that they come from, or there is a reason why not."""

import re

import pytest

from tests.book.typed_numbers import REASONS as FILE
from tests.book.typed_numbers import complaints, read_descriptions, read_reasons, typed, without_what_labs_say

REASONS, DESCRIPTIONS = read_reasons(), read_descriptions(FILE.parents[2])
KINDS = {"name", "given", "worked", "figure"}
GLUED = re.compile(r"\{glue:text\}`[^`]*`")


@pytest.fixture(params=REASONS)
def typed_page(request, root):
    text = (root / "book" / f"{request.param}.md").read_text("utf-8")
    return request.param, without_what_labs_say(text, DESCRIPTIONS)


def test_every_chapter_is_read(root):
    chapters = {path.stem for path in (root / "notebooks").glob("*.ipynb")} - {"errata"}
    assert set(REASONS) == chapters | {"synopsis", "welcome"}


def test_numbers_that_are_typed_have_a_reason(typed_page):
    name, text = typed_page
    assert set(REASONS[name]) <= KINDS
    assert not list(complaints(name, typed(text), REASONS[name]))


def test_a_wrong_number_in_prose_is_found(typed_page):
    name, text = typed_page
    changed = re.sub(r"(\n\n[A-Z][^\n$`{|:]*?\w) (\w)", r"\1 17 \2", text, count=1)
    assert changed != text
    assert list(complaints(name, typed(changed), REASONS[name]))


def test_a_glued_number_that_becomes_a_typed_one_is_found(typed_page):
    name, text = typed_page
    text = text.partition("\n## History")[0]
    for glued in GLUED.findall(text)[:20]:
        assert list(complaints(name, typed(text.replace(glued, "12", 1)), REASONS[name])), glued


def test_a_typed_number_that_changes_is_found(typed_page):
    name, text = typed_page
    for kind, group in REASONS[name].items():
        old = group[0]
        changed = REASONS[name] | {kind: [old.replace("[", "[9"), *group[1:]]}
        gone, unknown = sorted(complaints(name, typed(text), changed), key=lambda complaint: "take this" in complaint)
        assert "[9" in gone and repr(old) in unknown


ALT = "It falls from 1 000 to 0.58 after 40 updates, near 7."
SAID = {("one", "squeeze"): "It starts at 1000. The run ends at t = 40, where KL = 0.5812."}


def test_what_a_lab_says_of_its_figure_needs_no_reason():
    page = f"# One\n```{{glue:figure}} ../notebooks/one.ipynb::squeeze\n:name: fig\n:alt: {ALT}\n```\n"
    left = "It falls from so many to so many after so many updates, near 7."
    assert left in without_what_labs_say(page, SAID)
    for number in ("1 000", "0.58", "40"):
        wrong = page.replace(number, number.replace("0", "9"))
        assert number.replace("0", "9") in without_what_labs_say(wrong, SAID)
    assert without_what_labs_say(page, {}) == page
    assert without_what_labs_say(page.replace("squeeze", "ledger"), SAID) == page.replace("squeeze", "ledger")


def test_labs_describe_their_figures():
    assert len(DESCRIPTIONS) > 60 and all(DESCRIPTIONS.values())
