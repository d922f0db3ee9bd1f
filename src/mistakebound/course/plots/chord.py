"""The one inequality of Winnow's proof that is not obvious: exp lies below its chord."""

import numpy as np
from matplotlib.axes import Axes

from mistakebound.certificates.core import Certificate
from mistakebound.certificates.display import number
from mistakebound.errors import MistakeBoundError

from .look import DASHED, PALETTE, TEXT, describe, drawing, note, number_of, verdict


def chord(cert: Certificate, t: int | None = None) -> Axes:
    """Draw the factors of Winnow's weights at an update, on the curve exp, below its chord over all possible factors.

    Each feature has a disc at eta a_j, with an area that grows with its weight before the update. The weighted mean of
    the factors is the normaliser Z (diamond); the proof replaces Z by the point of the chord straight above it (ring).

    Parameters
    ----------
    cert : Certificate
        A certificate of a theorem on Winnow that has the line "chord".
    t : int
        Number of the update, from 1. By default the last one.

    Raises
    ------
    MistakeBoundError
        If the theorem has no such line, or the run no such update.
    """
    if "chord" not in cert.lines:
        raise MistakeBoundError(f"{cert.theorem.title} has no line 'chord': use plots.ledger(cert) to draw its lines.")
    trace, q = cert.trace, cert.q
    t = number_of(t, trace.n_updates, "update", first=1)
    factors = q.eta * trace.update_y[t - 1] * np.asarray(trace.update_X[t - 1], dtype=float)
    Z, above = np.exp([cert["chord"].lhs[t - 1], cert["chord"].rhs[t - 1]])
    mean, end = q.eta * cert["mistake"].lhs[t - 1], q.eta * q.R

    with drawing((6.6, 4.2)) as ax:
        z = np.linspace(-end, end, 201)
        ax.plot(z, np.exp(z), color=PALETTE["pos"])
        ax.plot(z[[0, -1]], np.exp(z[[0, -1]]), color=PALETTE["mute"])
        ax.axvline(0, color=PALETTE["rule"], lw=1.2, zorder=0)
        sizes = 40 + 900 * trace.weights[t - 1] / trace.weights[t - 1].sum()
        ax.scatter(factors, np.exp(factors), s=sizes, color=PALETTE["pos"], alpha=0.35, linewidth=0, zorder=3)
        ax.plot([mean, mean], [Z, above], color=PALETTE["neg"], lw=1.5, ls=DASHED, zorder=4)
        ax.plot(mean, Z, "D", color=PALETTE["neg"], zorder=5)
        ax.plot(mean, above, "o", color=PALETTE["neg"], fillstyle="none", markeredgewidth=2, zorder=5)
        line = {"arrowstyle": "-", "color": PALETTE["neg"], "lw": 1, "shrinkA": 2, "shrinkB": 4}
        note(ax, f"$Z$ = {number(Z)}", (mean, Z), (44, -52), "neg", va="top", arrowprops=line)
        note(ax, number(above), (mean, above), (-9, 5), "neg", ha="right", va="bottom")
        note(ax, "exp", (0.8 * end, np.exp(0.8 * end)), (6, -6), "pos", va="top")
        note(ax, "chord", (0.5 * end, np.cosh(end) + 0.5 * np.sinh(end)), (-6, 6), "mute", ha="right", va="bottom")
        ax.set(xlabel=r"$\eta\, a_j$", ylabel="factor of the weight", xlim=(-1.08 * end, 1.08 * end))
        ax.set_title(f"update {t} of {trace.n_updates}", loc="left", color=TEXT["mute"])
        return describe(
            ax,
            f"The curve exp from {number(-end)} to {number(end)}, below its chord, at update {t} of "
            f"{trace.n_updates}. The weighted mean of the factors is Z = {number(Z)}; the chord above it is at "
            f"{number(above)}{verdict(ax, cert)}.",
        )
