"""Whatever a lab says has been read by somebody since it changed; a fault that `make notebooks` stores is seen."""

import nbformat
import pytest

from tests.notebooks.read import NOTEBOOKS, known, unread

LABS = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))


def read(name):
    return nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)


def test_every_lab_is_known():
    assert sorted(known()) == LABS


@pytest.mark.parametrize("name", LABS)
def test_what_a_lab_says_has_been_read(name):
    cells = unread(read(name), known()[name])
    assert not cells, (
        f"notebooks/{name}.ipynb says something else than when it was read, in cells {cells}: read what "
        f"'make notebooks' prints, or 'git diff'; then 'make notebooks READ={name}'"
    )


def change_print(cell):
    cell.outputs[0].text = cell.outputs[0].text.replace("1", "2", 1)


def change_picture(cell):
    output = next(output for output in cell.outputs if "image/png" in output.get("metadata", {}))
    output.metadata["image/png"]["alt"] += " And more."


def change_glued(cell):
    cell.outputs[-1].data["application/papermill.record/text/plain"] = "17.5"


def change_slider(cell):
    name, digests = next(iter(cell.metadata.sliders.items()))
    cell.metadata.sliders[name] = digests.replace(digests[:3], "fff", 1)


@pytest.mark.parametrize("change", [change_print, change_picture, change_glued, change_slider])
def test_a_change_is_seen(change):
    lab = read("perceptron")
    picture = [cell for cell in lab.cells if "sliders" in cell.metadata]
    cell = lab.cells[-1] if change is change_glued else picture[0]
    change(cell)
    assert unread(lab, known()["perceptron"]) == [lab.cells.index(cell) + 1]
    assert unread(read("perceptron"), known()["perceptron"]) == []
