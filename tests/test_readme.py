"""The README's ten lines print the output below them, and the package draws its picture.

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
    """Draw the Perceptron against the orthonormal adversary, which leaves the proof no slack at its end."""
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


def test_the_ten_lines_print_what_is_below_them(capsys):
    """The demo begins with the same lines."""
    readme = (ROOT / "README.md").read_text()
    code, output = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", readme, re.DOTALL).groups()
    assert code.strip() == demo_cells()[0]
    exec(code, {})
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == output.splitlines()


if __name__ == "__main__":
    draw(PICTURE)
