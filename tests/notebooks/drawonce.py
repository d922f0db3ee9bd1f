"""For the kernels that run a lab to be stored: players show what a page needs, and a figure that has not changed since
it was drawn is not drawn again.

A lab shows its figures, and hands them to the book in its last cell; IPython would draw each of them twice.
"""

import os
from pathlib import Path
from weakref import WeakKeyDictionary

from IPython.core import pylabtools

#: What to start a kernel with. It runs this before the first cell, and leaves no name behind.
HERE = str(Path(__file__).parent)
START = f"import sys; sys.path.append({HERE!r}); import drawonce; drawonce.install()"
ARGUMENTS = [f"--IPKernelApp.exec_lines=exec({START!r}, {{}})"]


def install():
    """Players show themselves as HTML; a figure keeps its picture until Matplotlib says that it has changed."""
    os.environ["MISTAKEBOUND_PLAYER"] = "page"
    draw, kept = pylabtools.print_figure, WeakKeyDictionary()

    def print_figure(figure, **options):
        if figure.stale or kept.get(figure, (None,))[0] != options:
            kept[figure] = options, draw(figure, **options)
            figure.stale = False  # drawing for the page leaves it as it was, but for that
        return kept[figure][1]

    pylabtools.print_figure = print_figure
