"""The parts that all views share: colours, type, and the words on a picture and about it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from re import sub
from threading import RLock
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import MathTextParser
from matplotlib.patheffects import withStroke
from matplotlib.text import Annotation

from mistakebound.certificates.core import Certificate
from mistakebound.certificates.display import plain
from mistakebound.checks import check_whole
from mistakebound.errors import MistakeBoundError

from .. import scenes

#: Colours for marks that colour-blind readers can tell apart (Okabe and Ito, 2008).
PALETTE = {
    "ink": "#1d2733",
    "mute": "#66717f",
    "rule": "#dfe4ea",
    "paper": "#ffffff",
    "pos": "#0072b2",
    "neg": "#d55e00",
    "line": "#009e73",
    "hot": "#cc79a7",
    "gold": "#e69f00",
}

#: The same hues for words, dark enough to read on paper.
TEXT = {
    "ink": "#1d2733",
    "mute": "#5a6572",
    "pos": "#0072b2",
    "neg": "#b84e00",
    "line": "#00734f",
    "hot": "#9c3d77",
}

#: The shared look, as matplotlib settings.
STYLE: dict[str, Any] = {
    "axes.edgecolor": PALETTE["rule"],
    "axes.facecolor": PALETTE["paper"],
    "axes.labelcolor": TEXT["mute"],
    "axes.labelsize": 12,
    "axes.linewidth": 1.2,
    "axes.prop_cycle": cycler(color=[PALETTE[name] for name in ("pos", "neg", "line", "hot", "gold")]),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "figure.constrained_layout.use": True,
    "figure.dpi": 110,
    "figure.facecolor": PALETTE["paper"],
    "figure.figsize": (6.6, 4.2),
    "font.family": "DejaVu Sans",
    "font.size": 12,
    "lines.linewidth": 2,
    "mathtext.fontset": "dejavuserif",
    "text.color": TEXT["ink"],
    "xtick.color": PALETTE["rule"],
    "xtick.labelcolor": TEXT["mute"],
    "xtick.labelsize": 11,
    "ytick.color": PALETTE["rule"],
    "ytick.labelcolor": TEXT["mute"],
    "ytick.labelsize": 11,
}
SMALL = 10.5
# A formula in plain text looks like one in LaTeX; the second font has the ℓ that the first lacks.
FORMULA = {"family": ["DejaVu Serif", "DejaVu Sans"], "style": "italic"}
DASHED = (0, (4, 3))


# A slider's callback may run in another thread than the cells, and Matplotlib's settings belong to all threads.
ONE_AT_A_TIME = RLock()


def style() -> None:
    """Turn on the shared look for every figure from here on.

    In a notebook, also keep matplotlib's version out of the stored pictures, so that another run stores the same
    bytes.
    """
    mpl.rcParams.update(STYLE)
    if _shell():
        _show_as_png(metadata={"Software": None})


def _shell() -> Any:
    """Return IPython's shell, made able to show a figure as a picture; None outside IPython."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell and Figure not in shell.display_formatter.formatters["image/png"]:
        _show_as_png()
    return shell


def _show_as_png(**settings: Any) -> None:
    from matplotlib_inline.backend_inline import set_matplotlib_formats

    set_matplotlib_formats("png", **settings)


def alt_text(figure: Figure) -> str:
    """Return what the views on a figure show, in words; a notebook stores these as the picture's `alt` metadata.

    Examples
    --------
    >>> import mistakebound as mb
    >>> from mistakebound.course import plots
    >>> ax = plots.mistakes(mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1], passes=2))
    >>> plots.alt_text(ax.figure)
    'Cumulative mistakes over 4 rounds: 1 in all.'
    """
    return " ".join(ax.get_label() for ax in figure.axes if ax.get_label())


@contextmanager
def sheet(size: tuple[float, float]) -> Iterator[Figure]:
    """Make a figure in the shared look, which a notebook shows once the `with` block ends.

    Pyplot does not know this figure, because pyplot keeps one current figure for all threads.
    """
    shell = _shell()  # outside the `with`: this call changes settings that must last
    with ONE_AT_A_TIME, mpl.rc_context(STYLE):
        figure = Figure(size)
        yield figure
        if shell:
            from IPython.display import display

            display(figure)


@contextmanager
def drawing(size: tuple[float, float], ax: Axes | None = None) -> Iterator[Axes]:
    """Give the Axes to draw on, by default on a new sheet, and restore the session's settings afterwards."""
    with mpl.rc_context(STYLE) if ax else sheet(size) as figure:
        ax = ax or figure.add_subplot()
        # matplotlib makes some ticks only when it draws
        ax.tick_params(color=PALETTE["rule"], labelcolor=TEXT["mute"], labelsize=STYLE["xtick.labelsize"])
        yield ax


def describe(ax: Axes, words: str) -> Axes:
    """Store what the Axes show, in words; a notebook that displays the figure puts these into its metadata."""
    ax.set_label(words)
    figure = ax.figure.canvas.figure
    # no data here, so that the picture is drawn as usual
    figure._repr_mimebundle_ = lambda **_: ({}, {"image/png": {"alt": alt_text(figure)}})
    return ax


def note(ax: Axes, words: str, place: Any, shift: Any, colour: str, **look: Any) -> Annotation:
    """Write words at a place, shifted by points, with a halo that keeps them readable on top of lines."""
    look = {"size": STYLE["font.size"], "xycoords": "data", **look}
    halo = [withStroke(linewidth=3, foreground=PALETTE["paper"])]
    return ax.annotate(
        words, place, shift, textcoords="offset points", color=TEXT[colour], path_effects=halo, zorder=6, **look
    )


@cache
def math(latex: str) -> str:
    """Return LaTeX that matplotlib can set on one line; plain text if it has a fraction or a macro that is unknown."""
    text = sub(r"\\(le|ge|ne)(?![a-zA-Z])", r"\\\1q", latex)
    text = sub(r"\\(sum|prod|min|max|inf|sup|lim)(?![a-zA-Z])", r"{\\\1}", text)  # limits beside, not below
    try:
        MathTextParser("path").parse(f"${text}$")
    except ValueError:
        return plain(latex)
    return plain(latex) if "frac" in latex else f"${text}$"


def width(words: str, size: float) -> float:
    """The width of words, in points."""
    return MathTextParser("path").parse(words, prop=FontProperties(size=size)).width


def number_of(t: int | None, n: int, noun: str, first: int) -> int:
    """Check the number of an update (or mistake); None means the last."""
    t = max(n, first) if t is None else check_whole(t, noun, least=first)
    if t > n:
        raise MistakeBoundError(f"there is no {noun} {t}: this run has {count(n, noun + 's')}.")
    return t


def count(number: int, plural: str) -> str:
    return f"{number} {plural.removesuffix('s') if number == 1 else plural}"


def verdict(ax: Axes, cert: Certificate) -> str:
    """Say above the picture where a certificate fails, and return the same words for its description."""
    words = scenes.verdict(cert)
    ax.set_title(words, loc="right", color=TEXT["neg"])
    return words and f"; {words}"
