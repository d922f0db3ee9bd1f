"""The cumulative mistakes, and the bound on them."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mistakebound.certificates.core import Certificate
from mistakebound.certificates.display import number
from mistakebound.trace import Trace

from .look import DASHED, PALETTE, count, describe, drawing, note, verdict

FAR = 5  # a bound more than so many times the count becomes an arrow, not a line to scale


def mistakes(trace: Trace, cert: Certificate | None = None, ax: Axes | None = None) -> Axes:
    """Draw the cumulative mistakes over the rounds, and the bound of a certificate.

    If the bound is on updates, and these are not the mistakes, the updates are drawn too. An arrow stands for a bound
    far above the run.

    Parameters
    ----------
    trace : Trace
        The run.
    cert : Certificate
        A theorem's certificate for this run.
    ax : Axes
        The Axes to draw on; by default those of a new figure.
    """
    counts = {"mistakes": trace.mistakes}
    if cert is not None and cert.theorem.counts == "updates" and not np.array_equal(trace.updates, trace.mistakes):
        counts["updates"] = trace.updates
    most = max(map(len, counts.values()))

    with drawing((6.6, 3.6), ax) as ax:
        ax.set(xlabel="rounds", ylabel=" and ".join(counts), xlim=(0, trace.n_rounds), ylim=(0, 1.4 * max(most, 1)))
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
        for (noun, rounds), colour in zip(counts.items(), ("pos", "line"), strict=False):
            n = len(rounds)
            # a mistake in round r, counted from 0, shows once r + 1 rounds are played
            played, so_far = np.concatenate([[0], rounds + 1, [trace.n_rounds]]), np.append(np.arange(n + 1), n)
            ax.plot(played, so_far, drawstyle="steps-post", color=PALETTE[colour], solid_capstyle="butt", clip_on=False)
            crowded = cert is not None and n < cert.bound < 1.14 * n  # no room for words between them
            shift, side = ((0, -4), "top") if crowded else ((0, 4), "bottom")
            note(ax, count(n, noun), (trace.n_rounds, n), shift, colour, ha="right", va=side)
        words = f"Cumulative mistakes over {count(trace.n_rounds, 'rounds')}: {trace.n_mistakes} in all"
        if cert is not None:
            _bound(ax, cert, most)
            words += f"; the bound on {cert.theorem.counts} is {number(cert.bound)}{verdict(ax, cert)}"
        return describe(ax, words + ".")


def _bound(ax: Axes, cert: Certificate, most: int) -> None:
    """Draw the bound as a dashed line, or as an arrow if it lies far above the count."""
    bound, words = float(cert.bound), f"bound {number(cert.bound)}"
    if bound <= FAR * max(most, 1):
        ax.axhline(bound, color=PALETTE["neg"], lw=1.5, ls=DASHED)
        ax.set_ylim(0, 1.25 * max(bound, most, 1))
        note(ax, words, (0, bound), (6, 4), "neg", va="bottom")
        return
    if np.isinf(bound):
        words = "no bound"
    else:
        words += f", {bound / most:.3g} times as high" if most else ""
        arrow = {"arrowstyle": "-|>", "color": PALETTE["neg"], "lw": 1.5}
        ax.annotate("", (0.03, 1), (0.03, 0.84), xycoords="axes fraction", arrowprops=arrow)
    note(ax, words, (0.03, 0.92), (9, 0), "neg", xycoords="axes fraction", va="center")
