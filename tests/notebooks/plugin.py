"""A pytest plugin: what nbval must do besides to compare a notebook's stored outputs with new ones.

Figures: nbval skips pictures, because a byte of a PNG may differ from machine to machine; a figure could then show
anything. Here two PNGs are the same picture when they have the same size and their pixels differ by no more than
`TOLERANCE` (root mean square, of 255). Another processor's last digits stay far below; one line or marker that moved
by a few pixels is far above.

Semicolons: nbval runs cells outside IPython's history, and there a closing semicolon hides nothing.
"""

from base64 import b64decode
from io import BytesIO

import matplotlib.image
import numpy as np
from nbval.kernel import RunningKernel
from nbval.plugin import IPyNbCell

TOLERANCE = 0.5


def is_png(mime):
    """Whether a format is a PNG, shown (`image/png`) or glued for the book."""
    return mime.endswith("image/png")


def pictures(outputs):
    """Every PNG among a cell's outputs, in order, as (format, base64 text)."""
    return [(mime, data) for output in outputs for mime, data in output.get("data", {}).items() if is_png(mime)]


def pixels(png):
    return matplotlib.image.imread(BytesIO(b64decode(png)), format="png")


def distance(png, other):
    """Root mean square difference of two base64 PNGs, of 255; infinite for different sizes."""
    if png.split() == other.split():
        return 0.0
    a, b = pixels(png), pixels(other)
    return float("inf") if a.shape != b.shape else 255 * float(np.sqrt(np.mean((a - b) ** 2)))


def figures_differ(new, stored):
    """Why the figures of two lists of outputs are not the same, or None."""
    new, stored = pictures(new), pictures(stored)
    if [mime for mime, _ in new] != [mime for mime, _ in stored]:
        return f"{len(stored)} figures are stored, {len(new)} were drawn"
    for number, ((_, a), (_, b)) in enumerate(zip(new, stored, strict=True), start=1):
        if distance(a, b) > TOLERANCE:
            return f"figure {number} is not the stored one: distance {distance(a, b):.2f}, allowed {TOLERANCE}"
    return None


class FigureCell(IPyNbCell):
    """nbval's cell, whose comparison also covers the figures."""

    def compare_outputs(self, test, ref, skip_compare=None):
        skip = {*self.parent.skip_compare, *(mime for mime, _ in pictures(test) + pictures(ref))}
        if not super().compare_outputs(test, ref, tuple(skip)):
            return False
        difference = figures_differ(test, ref)
        self.comparison_traceback += [difference] if difference else []
        return difference is None


def pytest_itemcollected(item):
    """Let nbval's cells compare figures."""
    if type(item) is IPyNbCell:
        item.__class__ = FigureCell


def execute_cell_input(self, cell_input, allow_stdin=None):
    """Run a cell as a front end does, with history."""
    return self.kc.execute(cell_input, store_history=True, allow_stdin=allow_stdin, stop_on_error=False)


def pytest_configure():
    """Replace nbval's way to run a cell."""
    RunningKernel.execute_cell_input = execute_cell_input
