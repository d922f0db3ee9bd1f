"""What nbval tries of the sliders of every lab; `tests/notebooks/test_plugin.py` sees it fail."""

from pathlib import Path

import matplotlib.pyplot as plt
import pytest

from tests.notebooks.sliders import try_everywhere

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("lab", LABS, ids=lambda path: path.stem)
def test_a_lab_has_sliders(lab):
    source = lab.read_text(encoding="utf-8")
    assert "interact(" in source and "ipywidgets" in source


def test_one_control_at_a_time_and_no_trace_of_it(capsys):
    tried, before = [], plt.get_fignums()

    def callback(a="A", b="B", c=0):
        tried.append((a, b, c))
        plt.figure()
        print(a, b, c)

    try_everywhere(callback, a=["A", "C"], b=(1, 6), c=(0.1, 0.9, 0.1))
    assert tried[:5] == [("A", "B", 0), ("C", "B", 0), ("A", 1, 0), ("A", 3, 0), ("A", 6, 0)]
    assert tried[5:] == [("A", "B", 0.1), ("A", "B", 0.5), ("A", "B", 0.9)]
    assert plt.get_fignums() == before
    assert capsys.readouterr().out == ""
