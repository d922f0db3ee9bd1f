"""What nbval tries of the sliders of every lab; `tests/notebooks/test_plugin.py` sees it fail."""

from pathlib import Path

import pytest

from tests.notebooks.sliders import try_everywhere

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("lab", LABS, ids=lambda path: path.stem)
def test_a_lab_has_sliders_that_keep_the_page_still(lab):
    source = lab.read_text(encoding="utf-8")
    assert "mb.interact(" in source and "ipywidgets" not in source


def test_one_control_at_a_time_and_nothing_is_shown(capsys):
    tried = []

    def callback(a="A", b=0, c=0.5):
        tried.append((a, b, c))
        print(a, b, c)

    try_everywhere(callback, a=["A", "C"], b=(1, 6), c=(0.1, 0.9, 0.1))
    assert tried[:5] == [("A", 0, 0.5), ("C", 0, 0.5), ("A", 1, 0.5), ("A", 4, 0.5), ("A", 6, 0.5)]
    assert tried[5:] == [("A", 0, 0.1), ("A", 0, 0.5), ("A", 0, 0.9)]
    assert capsys.readouterr().out == ""
