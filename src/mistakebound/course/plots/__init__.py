"""Views of a run, with matplotlib: the plane, distances in it, the mistakes, what remains, a mistake tree, the squeeze
and the ledger; for Winnow also the simplex and the chord; for a quasi-additive learner the link; for a kernel learner
the boundary; for several learners the growth of their mistakes, and their errors; for margins the norms, the game and
the pixels.

    from mistakebound.course import plots
    plots.style()            # once, in a notebook's first cell: the shared look for all its figures
    plots.squeeze(cert)

A view draws the contents of a trace or a certificate and computes no mathematics. It returns the Axes of a new figure;
a notebook shows this figure at once, and a script can save it, ``ax.figure.savefig("squeeze.png")``; pyplot does not
know it. `mistakes` and `link` also draw on given Axes. A view also says in words what it shows: see `alt_text`.

Legend: t number of updates (or mistakes) so far, w weights, u comparator, c the constant feature of a folded bias.
"""

from .boundary import boundary
from .chord import chord
from .curves import curves, errors, growth
from .ledger import ledger
from .link import link
from .look import PALETTE, STYLE, TEXT, alt_text, style
from .margins import game, norms, pixels
from .mistakes import mistakes
from .plane import distances, plane
from .remaining import remaining
from .simplex import simplex
from .squeeze import squeeze
from .tree import mistake_tree

__all__ = [
    "PALETTE", "STYLE", "TEXT", "alt_text", "boundary", "chord", "curves", "distances", "errors", "game", "growth",
    "ledger", "link", "mistake_tree", "mistakes", "norms", "pixels", "plane", "remaining", "simplex", "squeeze",
    "style",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
