"""Every slider callback of every lab runs at the ends and in the middle of each of its controls, errors and all."""

import contextlib
import io
from pathlib import Path

import ipywidgets
import matplotlib.pyplot
import nbformat
import pytest

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def values_of(control):
    """What to try of a control, in the abbreviations of `interact`: every choice, or the ends and the middle."""
    if not isinstance(control, tuple):
        return list(control)
    low, high, *step = control
    middle = low + (high - low) / 2
    return [low, type(low + (step or [1])[0])(middle), high]


def try_everywhere(tried):
    """An `interact` that calls the callback at once, one control at a time away from its default."""

    def interact(callback, **controls):
        for name, control in controls.items():
            for value in values_of(control):
                callback(**{name: value})
                matplotlib.pyplot.close("all")
                tried.append((callback.__name__, name, value))

    return interact


def run(notebook, monkeypatch):
    """Run a lab's code, but for the cells that no reader sees; returns what was tried of its sliders."""
    tried = []
    monkeypatch.setattr(ipywidgets, "interact", try_everywhere(tried))
    names = {"__name__": "lab", "display": lambda *things: None}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in notebook.cells:
            if cell.cell_type == "code" and "remove-cell" not in cell.metadata.get("tags", []):
                exec(cell.source, names)
    matplotlib.pyplot.close("all")
    return tried


@pytest.mark.filterwarnings("ignore:More than 20 figures")
@pytest.mark.parametrize("lab", LABS, ids=lambda path: path.stem)
def test_sliders(lab, monkeypatch):
    matplotlib.use("agg")
    monkeypatch.chdir(lab.parent)
    tried = run(nbformat.read(lab, as_version=4), monkeypatch)
    assert len({callback for callback, _, _ in tried}) >= 1, "a lab has sliders"


def test_an_error_in_a_callback_is_not_swallowed(monkeypatch):
    source = "from ipywidgets import interact\ndef f(n=1):\n    1 / (9 - n)\ninteract(f, n=(1, 9));"
    lab = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    with pytest.raises(ZeroDivisionError):
        run(lab, monkeypatch)


def test_what_is_tried():
    assert values_of((2, 30)) == [2, 16, 30]
    assert values_of((0.1, 0.9, 0.1)) == [0.1, 0.5, 0.9]
    assert values_of(["rounds", "mistakes"]) == ["rounds", "mistakes"]
