"""What nbval tries of the sliders of every lab; `tests/notebooks/test_plugin.py` sees it fail."""

from pathlib import Path

import matplotlib.pyplot as plt
import pytest

from tests.notebooks.sliders import try_everywhere, values_of

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("lab", LABS, ids=lambda path: path.stem)
def test_a_lab_has_sliders(lab):
    source = lab.read_text(encoding="utf-8")
    assert "interact(" in source and "ipywidgets" in source


def test_what_is_tried():
    assert values_of((2, 30)) == [2, 16, 30]
    assert values_of((0.1, 0.9, 0.1)) == [0.1, 0.5, 0.9]
    assert values_of(["rounds", "mistakes"]) == ["rounds", "mistakes"]


def test_one_control_at_a_time_and_no_trace_of_it(capsys):
    tried, before = [], plt.get_fignums()

    def callback(a="A", b="B"):
        tried.append((a, b))
        plt.figure()
        print(a, b)

    try_everywhere(callback, a=["A", "C"], b=(1, 5))
    assert tried == [("A", "B"), ("C", "B"), ("A", 1), ("A", 3), ("A", 5)]
    assert plt.get_fignums() == before
    assert capsys.readouterr().out == ""


def test_an_error_in_a_callback_is_not_swallowed():
    with pytest.raises(ZeroDivisionError):
        try_everywhere(lambda n: 1 / (9 - n), n=(1, 9))
