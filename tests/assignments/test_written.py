"""Everything that a student wrote is kept, wherever it stands; code is found by its names, and tests are put back."""

import random

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

from tests.assignments import small
from tests.assignments.desk import sit
from tests.assignments.small import PROVED, SOLVED, WORDS, answered, append, at, insert, picture, update
from written import ELSEWHERE, MOVED, Frame, is_own, is_proof, name, named

RELEASE = small.release()


def fill(submitted):
    return Frame(RELEASE, small.source()).fill(submitted)


def sources(written):
    return [cell.source for cell in written.notebook.cells]


def answer(written, key):
    return named(written.notebook)[key].source


def changed(change, **answers):
    """A submission that is right, but for what `change` does to it."""
    submitted = answered(RELEASE, **(SOLVED | PROVED | answers))
    change(submitted)
    return submitted


# what a student did: (how, the cell in which it is read; None: it is shown apart)
PLACES = {
    "a cell of its own": (insert("proof-even", new_markdown_cell(WORDS)), "proof-even"),
    "the second half of a split cell, with the marks of the first": (
        lambda notebook: insert("proof-even", {**named(notebook)["proof-even"], "source": WORDS})(notebook),
        "proof-even",
    ),
    "a raw cell": (insert("proof-odd", new_raw_cell(WORDS)), "proof-odd"),
    "a code cell": (insert("proof-odd", new_code_cell(WORDS)), "proof-odd"),
    "a comment in a code cell": (insert("proof-odd", new_code_cell(f"# {WORDS}")), "proof-odd"),
    "a retyped cell": (update("proof-even", cell_type="code", source=WORDS), "proof-even"),
    "the cell of the question": (small.in_the_question, "proof-odd"),
    "below the question": (insert("proof-odd", new_markdown_cell(WORDS), after=False), "proof-odd"),
    "the end": (append(new_markdown_cell(WORDS)), "proof-odd"),
    "the beginning": (lambda notebook: notebook.cells.insert(0, new_markdown_cell(WORDS)), None),
    "beside the code": (insert("double", new_markdown_cell(WORDS)), None),
    "a changed test that is text": (update("double-one", cell_type="markdown", source=WORDS), None),
}


@pytest.mark.parametrize("place", PLACES)
def test_words_are_kept_wherever_they_stand(place):
    change, where = PLACES[place]
    written = fill(changed(change))
    if where:
        assert WORDS in answer(written, where)
        return
    (own,) = [cell for cell in written.notebook.cells if is_own(cell)]
    assert (own.source.strip("`pythn\n"), own.cell_type) == (WORDS, "markdown")


def test_what_belongs_to_a_proof_is_in_the_order_in_which_it_was_written():
    submitted = changed(insert("proof-odd", new_markdown_cell("Fourth"), picture("Fifth ![](attachment:image.png)")))
    insert("proof-odd", new_raw_cell("Second"), after=False)(submitted)
    submitted.cells[at(submitted, "proof-odd") - 2].source += "\nFirst"
    written = fill(submitted)
    words = ["First", "Second", "It is not.", "Fourth", "Fifth ![](attachment:picture-1)"]
    assert answer(written, "proof-odd").split("\n\n") == words
    assert list(named(written.notebook)["proof-odd"].attachments) == ["picture-1"]
    assert answer(written, "proof-even") == PROVED["proof_even"]


@pytest.mark.parametrize("text", ["![](attachment:image.png)", "", "<img src='attachment:image.png'>"])
def test_a_pasted_picture_is_an_answer(text):
    written = fill(changed(update("proof-even", **picture(text))))
    assert "![" in answer(written, "proof-even") and "(attachment:picture-1)" in answer(written, "proof-even")
    assert named(written.notebook)["proof-even"].attachments["picture-1"] == picture().attachments["image.png"]


def test_an_empty_proof_has_0_points_only_if_there_is_nothing_to_read():
    blank = fill(RELEASE)
    assert sources(blank) == [cell.source for cell in RELEASE.cells]
    assert fill(answered(RELEASE, proof_even=" \n", double="")).notebook == blank.notebook
    for submitted in (changed(append(new_raw_cell("x")), **dict.fromkeys(PROVED, "")), changed(len, proof_odd="")):
        assert ELSEWHERE in sources(fill(submitted))


def test_a_text_has_its_digest_as_long_as_it_is_the_same():
    first = fill(changed(len)).texts
    code, proof = fill(changed(len, most="most = 4")).texts, fill(changed(len, proof_odd="Other")).texts
    assert first["proof-odd"] == code["proof-odd"] != proof["proof-odd"]
    assert first["most-four"] == proof["most-four"] != code["most-four"]
    emptied = [fill(changed(len, proof_odd="", proof_even=words)).texts for words in ("One", "Two")]
    assert emptied[0]["proof-odd"] != emptied[1]["proof-odd"], "for an empty proof, all text is what was read"


# how code is answered elsewhere: the tests that it fails
ELSEWHERE_IN_CODE = {
    "in a cell above": insert("imports", new_code_cell(SOLVED["double"])),
    "in a cell below the tests": insert("double-more", new_code_cell(SOLVED["double"])),
    "at the end, with what it needs": append(
        new_code_cell("two = 2"), new_code_cell("def double(x):\n    return two * x")
    ),
    "in a text cell": append(new_markdown_cell(SOLVED["double"])),
    "in the answer to another": update("most", source="\n".join(SOLVED.values())),
    "in a test": lambda notebook: update("double-one", source=SOLVED["double"] + "\nassert True")(notebook),
}


@pytest.mark.parametrize("where", ELSEWHERE_IN_CODE)
@pytest.mark.parametrize("left", ["", small.STUBS["code"], "# I wrote it elsewhere\ny = 1"])
def test_an_answer_is_found_by_its_name(where, left):
    written = fill(changed(ELSEWHERE_IN_CODE[where], double=left))
    assert sit(written.notebook) == {}
    assert "answered in another cell: double" in written.remarks
    assert (MOVED in sources(written)) == (left != "# I wrote it elsewhere\ny = 1")


def test_of_copied_cells_each_is_kept():
    wrong = {**named(answered(RELEASE, double="def double(x): return 3"))["double"]}
    backup = fill(changed(append(wrong)))
    assert sit(backup.notebook) == {} and "def double(x): return 3" in sources(backup)
    assert "copied cells: double" in backup.remarks
    assert sit(fill(changed(insert("double", wrong))).notebook).keys() == {"double-one", "double-more", "most-four"}
    stub = {**named(RELEASE)["double"]}
    assert sit(fill(changed(insert("double", stub, after=False))).notebook) == {}
    twice = fill(changed(append({**named(RELEASE)["proof-even"], "source": "Again"})))
    assert answer(twice, "proof-even") == f"{PROVED['proof_even']}\n\nAgain"


def test_the_tests_are_put_back():
    """An edited, reweighted or missing test is put back as handed out; the student's version runs before it."""
    edited = changed(update("double-one", source="assert True"), double="def double(x): return 3")
    update("imports", source="import math, fractions")(edited)
    for cell in edited.cells:
        if name(cell):
            cell.metadata.nbgrader["points"] = 1000
    gone = changed(lambda notebook: notebook.cells.__delitem__(at(notebook, "double-one")))
    for submitted in (edited, gone):
        kept = [cell for cell in fill(submitted).notebook.cells if not is_own(cell)]
        assert [cell.metadata for cell in kept] == [cell.metadata for cell in RELEASE.cells]
        assert [cell.source for cell in kept if name(cell) and not cell.metadata.nbgrader.solution] == [
            cell.source for cell in RELEASE.cells if name(cell) and not cell.metadata.nbgrader.solution
        ]
    written = fill(edited)
    assert sources(written).index("import math, fractions") < sources(written).index("import math")
    assert sit(written.notebook).keys() == {"double-one", "double-more", "most-four"}
    assert "changed cells, put back: imports, double-one" in written.remarks
    assert fill(gone).remarks == ["missing cells: double-one"]


@pytest.mark.parametrize("seed", range(200))
def test_no_word_is_lost_whatever_was_done_to_a_notebook(seed):
    """Cells split, merged, moved, retyped, copied, deleted, without names: each word is in a proof or shown apart."""
    draw, words = random.Random(seed), []

    def word():
        words.append(f"word{len(words)}x")
        return words[-1]

    submitted = answered(RELEASE, **(SOLVED | {key: f"{word()} {text}" for key, text in PROVED.items()}))
    for _ in range(draw.randint(1, 6)):
        place = draw.randrange(len(submitted.cells))
        cell = submitted.cells[place]
        match draw.choice(["write", "add", "retype", "copy", "move", "strip", "test"]):
            case "write":
                cell.source += f"\n\n# {word()}"
            case "add":
                make = draw.choice([new_markdown_cell, new_raw_cell, new_code_cell])
                submitted.cells.insert(place, make(f"{word()} is prose"))
            case "retype":
                cell.cell_type = draw.choice(["code", "markdown", "raw"])
            case "copy":
                copied = {**cell, "source": f"{cell.source}\n# {word()}"}
                submitted.cells.insert(draw.randrange(len(submitted.cells)), type(cell)(copied))
            case "move":
                submitted.cells.insert(draw.randrange(len(submitted.cells)), submitted.cells.pop(place))
            case "strip":
                cell.metadata = {}
            case "test":
                cell.source = f"# {word()}"
    shown = "\n".join(sources(fill(submitted)))
    written = "\n".join(cell.source for cell in submitted.cells)
    assert [each for each in words if each in written and each not in shown] == []
    proofs = "\n".join(cell.source for cell in fill(submitted).notebook.cells if is_proof(cell))
    assert ELSEWHERE not in proofs or any(each in written for each in words)


def test_what_was_handed_out_before_it_was_mended_is_nobodys_own():
    """Students may have an older release: its questions and tests are neither their words nor changes of theirs."""
    mended = small.release()
    named(mended)["most-four"].source = "assert most >= 4"
    mended.cells[at(mended, "proof-odd") - 1].source = "**Show that it is odd.** Let $x$ be whole, if you please."
    submitted = changed(lambda notebook: None)
    written = Frame(mended, small.source("assert most >= 4"), [RELEASE]).fill(submitted)
    assert not any(map(is_own, written.notebook.cells)) and written.remarks == []
    assert answer(written, "most-four") == "assert most >= 4"
    assert written.texts == fill(submitted).texts
    small.in_the_question(submitted)
    written = Frame(mended, small.source("assert most >= 4"), [RELEASE]).fill(submitted)
    assert answer(written, "proof-odd").split("\n\n") == [WORDS, "It is not."]
