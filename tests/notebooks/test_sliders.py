"""What nbval tries of the sliders of every lab."""

from pathlib import Path

import pytest
from IPython import display

from mistakebound.course import plots
from tests.notebooks import sliders

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("lab", LABS, ids=lambda path: path.stem)
def test_a_lab_has_sliders_that_keep_the_page_still(lab):
    source = lab.read_text(encoding="utf-8")
    assert "interact(" in source and "ipywidgets" not in source


def test_one_control_at_a_time_then_combinations_and_nothing_is_shown(capsys):
    controls = {"a": ["A", "C"], "b": (1, 6), "c": (0.1, 0.9, 0.1)}
    found = sliders.places(controls)
    assert found["a"] == [{"a": "A"}, {"a": "C"}] and found["b"] == [{"b": b} for b in range(1, 7)]
    assert len(found["c"]) == 9 and len(found["combinations"]) == sliders.COMBINATIONS
    assert found == sliders.places(controls)
    assert sliders.everyday(controls)["b"] == {0, 3, 5}
    said = sliders.outcome(lambda a="A", b=0, c=0.5: print(a, b, c), {"b": 4})
    assert said == "A 4 0.5\n"
    assert capsys.readouterr().out == ""


def picture(move=0.0, second=1.0):
    def callback():
        display.display(plots.curves([1, 2, 3 + move], {"errors": [0.5, 0.25, second]}, "rounds", "errors").figure)

    return callback


def test_a_digest_knows_what_a_picture_shows():
    """Another processor's last digits make no difference."""
    same = sliders.outcome(picture(), {})
    assert sliders.outcome(picture(move=1e-9, second=1 + 1e-9), {}) == same
    assert sliders.outcome(picture(second=1.01), {}) != same
    assert sliders.outcome(picture(move=0.05), {}) != same
