"""Every committed notebook is in its canonical form; and that form is what `canonical.py` says."""

from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from tests.notebooks.canonical import WIDGET_VIEW, execute, is_canonical, text

NOTEBOOKS = sorted(Path("notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=str)
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
            v4.new_code_cell("6 * 7", metadata={"collapsed": True}),
        ]
    )
    return execute(notebook, tmp_path_factory.mktemp("lab"))


def test_saved_twice_is_the_same(executed):
    once = text(executed)
    assert text(nbformat.reads(once, as_version=4)) == once


def test_run_twice_is_the_same(executed, tmp_path):
    again = execute(nbformat.from_dict(executed), tmp_path)
    assert text(again) == text(executed)


def test_what_changes_between_runs_is_gone(executed):
    assert WIDGET_VIEW in str(executed)
    saved = text(executed)
    for volatile in (WIDGET_VIEW, "model_id", "widget-state", "iopub", "collapsed", "\r", "ipython_version"):
        assert volatile not in saved


def test_what_a_slider_shows_first_is_kept(executed):
    outputs = nbformat.reads(text(executed), as_version=4).cells[2].outputs
    assert "k is 4\n" in [output.get("text") for output in outputs]


def spoil(text, old, new):
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"id": "cell-2"', '"id": "3f2a"'),
        ('"execution_count": 1', '"execution_count": 17'),
        ('"execution_count": 2', '"execution_count": null'),
        ('"name": "python"\n', '"name": "python",\n   "version": "3.12.1"\n'),
        ('"metadata": {}', '"metadata": {"scrolled": true}'),
        ("\n ", "\n  "),
        ("\n", "\r\n"),
        ("5\n}\n", "5\n}"),
    ],
)
def test_another_form_is_refused(executed, tmp_path, old, new):
    path = tmp_path / "lab.ipynb"
    path.write_bytes(text(executed).encode())
    assert is_canonical(path)
    path.write_bytes(spoil(text(executed), old, new).encode())
    assert not is_canonical(path)
