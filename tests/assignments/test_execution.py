"""The limits of execution: a flood of text is cut, but a figure, which is long only as text, is kept."""

import pytest

from execution import CUT, LimitedExecute
from tests.assignments.small import DOT


def kept(kind, size, times=1):
    """What is kept of a cell that shows this much output of one kind, this many times."""
    execute, shown = LimitedExecute(), []
    execute.written, execute.clear_before_next_output = {}, False
    data = {kind: (DOT * (size // len(DOT) + 1))[:size], "text/plain": "<Figure size 640x480 with 1 Axes>"}
    content = {"name": "stdout", "text": "x" * size} if kind == "stream" else {"data": data, "metadata": {}}
    for _ in range(times):
        message = "stream" if kind == "stream" else "display_data"
        head = {"msg_type": message, "header": {"msg_type": message}, "parent_header": {}}
        execute.output(shown, head | {"content": content}, None, 0)
    return shown


@pytest.mark.parametrize(
    ("kind", "size", "times", "all_kept"),
    [
        ("image/png", 300_000, 5, True),
        ("image/png", 6_000_000, 1, False),
        ("text/html", 50_000, 1, True),
        ("text/html", 50_000, 3, False),
        ("stream", 120_000, 1, False),
    ],
)
def test_a_figure_is_not_too_much(kind, size, times, all_kept):
    shown = kept(kind, size, times)
    assert any(CUT in each.get("text", "") for each in shown) != all_kept
    assert len(shown) == times if all_kept else sum(len(str(each)) for each in shown) < 200_000
