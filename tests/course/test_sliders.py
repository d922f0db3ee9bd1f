"""Sliders move over exact values, make one call at a time, and keep the height that they have needed.

`tests/notebooks/test_jupyterlab.py` moves them in a browser.
"""

from base64 import b64encode
from fractions import Fraction
from io import BytesIO
from threading import Barrier, Thread
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from nbclient import NotebookClient
from nbformat import v4

from mistakebound.course.sliders import Sliders, height, values
from mistakebound.errors import MistakeBoundError


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        ((2, 5), [2, 3, 4, 5]),
        ((20, 100, 40), [20, 60, 100]),
        ((0, 0.3, 0.1), [0.0, 0.1, 0.2, 0.3]),
        ((-1, 1, 1.0), [-1.0, 0.0, 1.0]),
        ((0.1, 0.35, 0.1), [0.1, 0.2, 0.3]),
    ],
)
def test_the_values_of_a_slider(control, expected):
    found = values(*control)
    assert found == expected
    assert {type(value) for value in found} == {type(expected[0])}


@given(st.integers(-100, 100), st.integers(1, 99), st.integers(0, 50), st.integers(0, 3))
def test_every_value_is_the_number_that_its_decimals_say(low, step, n, digits):
    """Each value is a rounded quotient of whole numbers; adding up floats would be off in the last digit."""
    ten = 10**digits
    found = values(low / ten, (low + n * step) / ten, step / ten)
    assert found == [float(Fraction(low + i * step, ten)) for i in range(n + 1)]


@pytest.mark.parametrize("control", [(0, 1, 0.1), (0, 3), [0.5, 1], ["a"]])
def test_a_default_that_no_control_has_is_refused(control):
    with pytest.raises(MistakeBoundError, match=r"the default 0\.25 is not a value of the control"):
        Sliders(lambda x=0.25: None, {}, x=control)


def test_a_moved_slider_calls_back_once_with_what_it_says():
    called = []

    def callback(margin=0.12, order="a"):
        called.append((margin, order))

    sliders = Sliders(callback, {}, margin=(0.05, 0.5, 0.01), order=["b", "a"])
    assert called == [(0.12, "a")]
    sliders.children[0].value = 0.13
    assert called[1:] == [(0.13, "a")]


SHOWN = """\
from IPython.display import Latex, display
from mistakebound.course import interact

def callback(x=1):
    print(x)
    display(Latex("$x$"))

interact(callback, x=(0, 3))
"""


class Heard(NotebookClient):
    """A receiver that keeps the kinds of its messages."""

    def process_message(self, msg, cell, cell_index):
        self.kinds = [*getattr(self, "kinds", []), msg["msg_type"]]
        return super().process_message(msg, cell, cell_index)


def test_what_a_callback_shows_first_comes_with_its_widget():
    """Not in messages: nbclient answers these while it waits for the cell, and might miss the cell's end."""
    client = Heard(v4.new_notebook(cells=[v4.new_code_cell(SHOWN)]), extra_arguments=["--log-level=ERROR"])
    widgets = client.execute().metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"].values()
    [text, formula] = next(widget["state"]["outputs"] for widget in widgets if widget["model_name"] == "OutputModel")
    assert text["text"] == "1\n" and formula["data"]["text/latex"] == "$x$"
    assert client.kinds.count("display_data") == 1 and not {"stream", "clear_output"} & {*client.kinds}


def test_a_callback_that_fails_at_once_fails_its_cell(capsys):
    """The cell fails, and keeps what the callback had printed."""
    with pytest.raises(ZeroDivisionError):
        Sliders(lambda x=0: print("so far") or 1 / x, {}, x=(0, 3))
    assert capsys.readouterr().out == "so far\n"


def test_one_callback_at_a_time():
    """Two sliders, moved from two threads."""
    running, most, start = [], [], Barrier(2)

    def callback(x=0):
        running.append(x)
        sleep(0.01)
        most.append(len(running))
        running.pop()

    def move(sliders):
        start.wait()
        for value in range(1, 6):
            sliders.children[0].value = value

    threads = [Thread(target=move, args=(Sliders(callback, {}, x=(0, 5)),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(most) == {1}


def output(figure):
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=100)
    return {"output_type": "display_data", "data": {"image/png": b64encode(buffer.getvalue()).decode()}}


def test_what_was_shown_keeps_its_room():
    text, picture = {"output_type": "stream", "text": "two\nlines\n"}, output(Figure((3, 2)))
    assert height(picture) == 200 and 20 < height(text) < 60 and height({"data": {"text/plain": "x"}}) == 0
    sliders = Sliders(lambda x=0: None, {}, x=(0, 3))
    for shown in [(text, picture), (), (text,)]:
        sliders.out.outputs = shown
        assert sliders.out.layout.min_height == f"{200 + height(text)}px"
