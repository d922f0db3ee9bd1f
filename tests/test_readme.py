"""The README's ten lines run, and its picture is the one the package draws.

`python tests/test_readme.py` draws the picture again.
"""

import re
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np

import mistakebound as mb

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "book" / "_static" / "squeeze.png"


def draw(path):
    """The Perceptron against the orthonormal adversary, which leaves the proof no slack at its end."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    from mistakebound.course import plots

    adversary = mb.Orthonormal(radius=1, margin=Fraction(1, 4))
    trace = mb.duel(mb.Perceptron(), adversary)
    ax = plots.squeeze(mb.NOVIKOFF.check(trace, u=adversary.comparator(trace)).require())
    ax.figure.savefig(path)
    plt.close(ax.figure)
    return trace


def test_picture_is_what_the_package_draws(tmp_path):
    import matplotlib.image

    trace = draw(tmp_path / "squeeze.png")
    assert trace.n_mistakes == 16
    assert "t = 16" in " ".join((ROOT / "README.md").read_text().split())
    drawn, kept = (matplotlib.image.imread(path) for path in (tmp_path / "squeeze.png", PICTURE))
    assert drawn.shape == kept.shape
    assert np.abs(drawn - kept).mean() < 1e-3, "draw it again: python tests/test_readme.py"


def demo_cells():
    """The code of the demo, cell by cell."""
    demo = nbformat.read(ROOT / "notebooks/package/demo.ipynb", as_version=4)
    return [cell.source for cell in demo.cells if cell.cell_type == "code"]


def test_the_ten_lines_run(capsys):
    """And the demo begins with them."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert code.strip() == demo_cells()[0]
    names = {}
    exec(code, names)
    printed = capsys.readouterr().out
    assert f"{names['cert'].mistakes} mistakes; the theorem allows" in printed
    assert "growth holds" in printed


if __name__ == "__main__":
    draw(PICTURE)
