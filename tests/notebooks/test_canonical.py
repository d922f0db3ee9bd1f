"""Every committed notebook is in canonical form, and this form is as `canonical.py` describes it."""

import ast
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import matplotlib.image
import nbformat
import numpy as np
import pytest
from nbformat import v4

from tests.notebooks.plugin import GLUED_PNG
from tools.canonical import WIDGET_VIEW, execute, is_canonical, text

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_notebooks_are_canonical(path):
    assert is_canonical(path), f"{path} is not in canonical form: run 'make notebooks' and commit the result"


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """A small notebook with everything that changes between runs: a widget, a stream, a result."""
    notebook = v4.new_notebook(
        cells=[
            v4.new_markdown_cell("# A title\r\nwith Windows line ends"),
            v4.new_code_cell("import ipywidgets\nfor i in range(3): print(i)"),
            v4.new_code_cell("ipywidgets.interact(lambda k: print('k is', k), k=(0, 8));", metadata={"tags": ["x"]}),
            v4.new_code_cell("6 * 7", metadata={"collapsed": True, "tags": ["remove-cell"]}),
        ]
    )
    return execute(notebook, tmp_path_factory.mktemp("lab"))


def test_saved_or_run_twice_is_the_same(executed, tmp_path):
    once = text(executed)
    assert text(nbformat.reads(once, as_version=4)) == once
    assert text(execute(nbformat.from_dict(executed), tmp_path)) == once


def test_what_changes_between_runs_is_gone(executed):
    """A slider's first output is kept."""
    assert WIDGET_VIEW in str(executed)
    saved = text(executed)
    for volatile in (WIDGET_VIEW, "model_id", "widget-state", "iopub", "collapsed", "\r", "ipython_version"):
        assert volatile not in saved
    assert "k is 4\n" in [output.get("text") for output in nbformat.reads(saved, as_version=4).cells[2].outputs]


def test_a_cell_that_is_put_in_changes_no_other(executed):
    """What is copied with its identifier gets one of its own."""
    before = nbformat.reads(text(executed), as_version=4)
    after = nbformat.from_dict(before)
    after.cells[1:1] = [v4.new_markdown_cell("New.", id="new"), nbformat.from_dict(before.cells[0])]
    ids = [cell.id for cell in nbformat.reads(text(after), as_version=4).cells]
    assert [*ids[:2], *ids[3:]] == [before.cells[0].id, "new", *(cell.id for cell in before.cells[1:])]
    assert len({*ids}) == len(ids)


def png(colour):
    """A picture of one colour, as base64 text."""
    buffer = BytesIO()
    matplotlib.image.imsave(buffer, np.full((8, 8), colour), vmin=0, vmax=1, cmap="gray", format="png")
    return b64encode(buffer.getvalue()).decode()


def test_a_picture_is_stored_once():
    """A glued picture is stored only if the notebook does not show the same one; otherwise its place is named."""
    show = [v4.new_output("display_data", {"image/png": png(colour)}) for colour in (0.1, 0.5)]
    glue = [
        v4.new_output("display_data", {GLUED_PNG: png(colour)}, metadata={"scrapbook": {"name": name}})
        for name, colour in [("shown", 0.5), ("other", 0.9)]
    ]
    notebook = v4.new_notebook(cells=[v4.new_code_cell("", outputs=show), v4.new_code_cell("", outputs=glue)])
    outputs = nbformat.reads(text(notebook), as_version=4).cells[1].outputs
    assert [(output.metadata.scrapbook, list(output.data)) for output in outputs] == [
        ({"name": "shown", "shown": 1}, []),
        ({"name": "other"}, [GLUED_PNG]),
    ]


LABS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_begins_with_its_chapter_has_sliders_and_ends_with_what_only_the_book_needs(path):
    source = path.read_text("utf-8")
    assert "interact(" in source and "ipywidgets" not in source, "only ours keep the page still"
    first, *cells, last = nbformat.read(path, as_version=4).cells
    assert f"](../book/{path.stem}.md)" in first.source
    *claims, plumbing = [cell for cell in [*cells, last] if "remove-cell" in cell.metadata.get("tags", [])]
    assert plumbing == last and last.metadata.jupyter.source_hidden
    assert {type(part) for cell in claims for part in ast.parse(cell.source).body} <= {ast.Assert}
