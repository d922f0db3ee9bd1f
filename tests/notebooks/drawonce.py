"""Settings of kernels whose outputs are stored: players show what a page needs, and only changed figures are redrawn.

A lab shows its figures, and hands them to the book in its last cell; IPython would draw each of them twice.
"""

import os
from pathlib import Path
from weakref import WeakKeyDictionary

from IPython.core import pylabtools

#: The start of a kernel, which runs this before the first cell, and keeps no name of it.
HERE = str(Path(__file__).parent)
START = f"import sys; sys.path.append({HERE!r}); import drawonce; drawonce.install()"
ARGUMENTS = [f"--IPKernelApp.exec_lines=exec({START!r}, {{}})"]


def install():
    """Show players as HTML, and keep a figure's picture until Matplotlib reports a change."""
    os.environ["MISTAKEBOUND_PLAYER"] = "page"
    draw, kept = pylabtools.print_figure, WeakKeyDictionary()

    def print_figure(figure, **options):
        if figure.stale or kept.get(figure, (None,))[0] != options:
            kept[figure] = options, draw(figure, **options)
            figure.stale = False  # drawing for the page leaves it as it was, but for that
        return kept[figure][1]

    pylabtools.print_figure = print_figure
