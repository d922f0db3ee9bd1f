"""Pages show the proofs as they are: coqdoc's pages, excerpts, and exercises."""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.proofs import exercises
from tools.proofs.pages import WIDTH, outdated


def sources(root):
    return {path.name: path.read_bytes() for path in (root / "proofs").glob("*.v")}


def committed(root):
    return {path.name: path.read_text("utf-8") for path in (root / "book" / "_proofs").iterdir()}


def test_each_file_has_its_page(root):
    pages = committed(root)
    assert list(outdated(pages, sources(root))) == []
    edited = pages | {"Halving.html": pages["Halving.html"].replace("≤", "&lt;", 1)}
    assert list(outdated(edited, sources(root))) == [
        "book/_proofs/Halving.html is not the page of proofs/Halving.v: make coqdoc"
    ]


def test_no_line_of_code_is_wider_than_its_page(root):
    code = (block for page in committed(root).values() for block in re.findall(r"<pre>(.*?)</pre>", page, re.S))
    lines = (unescape(re.sub(r"<[^>]*>", "", line)) for block in code for line in block.split("\n"))
    assert [line for line in lines if len(line) > WIDTH] == []


def test_a_final_statement_is_no_wider_than_its_page(root):
    statements = (found for text in sources(root).values()
                  for found in re.findall(r"^Theorem theorem.*?\.$", text.decode(), re.M | re.S))  # fmt: skip
    assert [line for statement in statements for line in statement.split("\n") if len(line) > 78] == []


def test_excerpts_are_in_the_proofs(root):
    files = [text.decode() for text in sources(root).values()]
    blocks = exercises.code((root / "book" / "proofs.md").read_text("utf-8"))
    assert len(blocks) == 3 and all(exercises.is_in(block, files) for block in blocks)
    assert not any(exercises.is_in(block.replace("<=", "<"), files) for block in blocks)


EXERCISES = exercises.formal(Path(__file__).parents[2])


@pytest.mark.parametrize("label", EXERCISES)
def test_a_formal_exercise_is_solved_as_it_is_asked(label):
    assert list(exercises.complaints(label, *EXERCISES[label])) == []
