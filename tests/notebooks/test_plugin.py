"""What nbval compares of a notebook besides its text: its figures, and what its sliders do."""

import os
from base64 import b64encode
from io import BytesIO
from math import inf

import matplotlib.pyplot as plt
import numpy as np
from IPython.core import pylabtools
from matplotlib.figure import Figure
from nbformat import v4

from tests.notebooks import drawonce
from tests.notebooks.canonical import recorded, text
from tests.notebooks.pictures import TOLERANCE, distance, measure
from tests.notebooks.plugin import GLUED_PNG, figures_differ

pytest_plugins = ["pytester"]


def draw(marker=0.5, size=(6.4, 4.8), slope=1.0, last_digit=0.0, face="white"):
    """A line and a marker, as base64 PNG."""
    figure = Figure(figsize=size, dpi=72, facecolor=face)
    axes = figure.subplots()
    x = np.linspace(0, 1, 50)
    axes.plot(x, slope * x + last_digit)
    axes.plot([marker], [0.2], "o")
    axes.set(xlim=(0, 1), ylim=(0, 1))
    buffer = BytesIO()
    figure.savefig(buffer, format="png")
    return b64encode(buffer.getvalue()).decode()


def outputs(*pngs):
    return [{"output_type": "display_data", "data": {"image/png": png, "text/plain": "<Figure>"}} for png in pngs]


def glued(**figures):
    return [{"data": {GLUED_PNG: png}, "metadata": {"scrapbook": {"name": name}}} for name, png in figures.items()]


def test_how_far_apart_two_figures_are():
    """A moved marker or line is far above what another processor's digits do, or another Matplotlib's type."""
    assert distance(draw(), draw()) == 0
    assert distance(draw(last_digit=1e-9), draw()) <= TOLERANCE / 5
    assert distance(draw(size=(6.4, 4.7)), draw()) == inf
    assert min(distance(draw(marker=0.51), draw()), distance(draw(slope=0.99), draw())) >= 2 * TOLERANCE
    compare, tolerance = measure(drawn_with="3.0.0")
    assert compare(draw(last_digit=0.005), draw()) < tolerance < compare(draw(face="0.8"), draw())


def test_a_changed_or_missing_figure_is_seen():
    """A glued figure is compared by its name, where it is stored."""
    old, new = draw(), draw(slope=2)
    assert figures_differ(outputs(), outputs(old)) == "1 figures are stored, 0 were drawn"
    assert figures_differ(glued(a=old, b=new), glued(b=new)) is None
    assert "figure 'b'" in figures_differ(glued(a=new, b=old), glued(b=new))
    assert figures_differ(glued(a=old), glued(b=old)) == "the figure 'b' is stored, but was not glued"


def test_a_figure_is_drawn_again_only_when_it_has_changed(monkeypatch):
    drawn, draw = [], pylabtools.print_figure
    monkeypatch.setattr(
        pylabtools, "print_figure", lambda figure, **options: drawn.append(1) or draw(figure, **options)
    )
    monkeypatch.setenv("MISTAKEBOUND_PLAYER", "page")  # as install does, but for this test
    drawonce.install()
    figure, axes = plt.subplots()
    [line] = axes.plot([0, 1])
    first = pylabtools.print_figure(figure, base64=True)
    assert pylabtools.print_figure(figure, base64=True) == first and len(drawn) == 1
    line.set_ydata([0, 2])
    assert pylabtools.print_figure(figure, base64=True) != first
    assert pylabtools.print_figure(figure, base64=True, dpi=50) != first and len(drawn) == 3
    plt.close(figure)


def test_nbval_with_this_plugin(pytester, monkeypatch, pytestconfig):
    """A lab with a figure, a number and a slider passes as it was stored; each cell that says something else fails.

    So does a slider that starts well and fails, or says something else, elsewhere. A cell behind them that is as stored
    passes.
    """
    cells = [
        "import matplotlib.pyplot as plt\nplt.plot([0, 1])\nplt.show()",
        "print(sum(range(4)))",
        "from mistakebound.course import interact\ninteract(lambda k=4: print(k, 1 / (9 - k)), k=(0, 8))",
        "2 + 2",
    ]
    stored = text(recorded(v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in cells]), pytester.path))
    changed = stored
    for right, wrong in (("[0, 1]", "[0, 0.95]"), ("range(4)", "range(5)"), ("(9 - k)", "(5 * (k < 8))")):
        assert right in changed
        changed = changed.replace(right, wrong)
    moved = stored.replace("(9 - k)", "(9 - k + (k == 8))")
    for name, lab in (("as_stored.ipynb", stored), ("changed.ipynb", changed), ("moved.ipynb", moved)):
        (pytester.path / name).write_text(lab, encoding="utf-8")
    root = pytestconfig.rootpath
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (root, root / "src", root / "book" / "_ext"))))
    labs = ["as_stored.ipynb", "changed.ipynb", "moved.ipynb"]
    run = pytester.runpytest_subprocess("--nbval", "-p", "tests.notebooks.plugin", "-rA", *labs)
    run.assert_outcomes(passed=8, failed=4)
    said = run.stdout.str()
    assert "moved.ipynb, In [3] fails: " in said and "{'k': 8}: not what is stored, but '8 0.5" in said
    assert "changed.ipynb, In [1] says something else than what is stored" in said and "figure 1 is not" in said
    assert "changed.ipynb, In [2] says" in said and "- 6\n+ 10\n" in said and "make notebooks NAME=changed" in said
