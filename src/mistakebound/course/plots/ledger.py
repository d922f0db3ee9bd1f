"""The lines of a proof, as bars."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from mistakebound.certificates.claims import Checked
from mistakebound.certificates.core import Certificate

from .look import FORMULA, PALETTE, SMALL, TEXT, describe, drawing, math, number_of, verdict, width

COLUMN = 210  # the room for a formula, in points
AGAINST = {-1: "broken", 0: "undecided"}  # the words for answers other than yes


def ledger(cert: Certificate, t: int | None = None) -> Axes:
    """Draw the lines of the proof as pairs of bars, the left side above the right side, with the slack.

    Each pair has its own scale. A line that is about no particular round shows its tightest entry.

    Parameters
    ----------
    cert : Certificate
        A certificate of any theorem.
    t : int
        Number of the update, from 1; of the mistake if the bound is on mistakes, of the round if it is on an
        expectation, and of the draw if it is on a probability. By default the last one.

    Raises
    ------
    MistakeBoundError
        If there is no such update, mistake, round or draw.
    """
    noun, rounds = _counted(cert)
    t = number_of(t, len(rounds), noun, first=min(1, len(rounds)))
    lines = list(cert.lines.values())

    with drawing((6.6, 0.56 * len(lines) + 0.8)) as ax:
        ax.set(xlim=(-1.63, 1.83), ylim=(len(lines) - 0.45, -0.95))
        ax.axis("off")
        ax.set_title(f"{noun} {t} of {len(rounds)}", loc="left", color=TEXT["mute"])
        for words, x, colour, side in (("left side", 0, "pos", "left"), ("right side", 1, "mute", "right")):
            _cell(ax, words, x, -0.68, colour, size=SMALL, ha=side)
        _cell(ax, "slack", 1.8, -0.68, "line", size=SMALL, ha="right")
        entries = [line.entry_at(rounds[t - 1] if t else -1) for line in lines]
        said = []
        for row, (line, i) in enumerate(zip(lines, entries, strict=True)):
            _row(ax, row, line, i)
            if i is not None:
                left, right, _ = line.numbers(i)
                word = AGAINST.get(line.answers[i])
                said.append(f"{line.name} {left} {line.relation} {right}{f' ({word})' if word else ''}")
        words = f"Lines of the proof at {noun} {t} of {len(rounds)}{verdict(ax, cert)}"
        return describe(ax, f"{words}: {'; '.join(said) or 'nothing to compare'}.")


def _counted(cert: Certificate) -> tuple[str, np.ndarray]:
    """The noun for the things that `t` numbers, and the round of each."""
    if cert.theorem.counts == "probability":  # the run is an AllRuns, whose runs err in different rounds
        return "draw", np.arange(cert.trace.draws.shape[1])
    if cert.theorem.counts.startswith("expected"):
        return "round", np.arange(cert.trace.n_rounds)
    return cert.theorem.counts.removesuffix("s"), getattr(cert.trace, cert.theorem.counts)


def _row(ax: Axes, row: int, line: Checked, i: int | None) -> None:
    """Draw one row: the name and the formula, the two sides as bars with their values, and the slack."""
    ax.axhline(row + 0.5, color=PALETTE["rule"], lw=1)
    _cell(ax, line.name, -1.6, row - 0.2, "ink")
    formula = math(line.claim.formula)
    size = min(SMALL, SMALL * COLUMN / width(formula, SMALL))
    _cell(ax, formula, -1.6, row + 0.2, "mute", size=size, **FORMULA)
    if i is None:
        _cell(ax, "nothing to compare", 0, row, "mute", size=SMALL)
        return
    word = AGAINST.get(line.answers[i])
    sides = np.array([line.lhs[i], line.rhs[i]], dtype=float)
    finite = np.append(sides[np.isfinite(sides)], 0.0)
    scale = np.ptp(finite) or 1.0
    widths = np.nan_to_num(sides / scale, nan=0.0, posinf=1.0, neginf=0.0)
    zero = -finite.min() / scale
    ax.vlines(zero, row - 0.36, row + 0.36, color=PALETTE["mute"], lw=1)
    ax.barh(row - 0.17, widths[0], 0.26, left=zero, color=PALETTE["neg" if word else "pos"])
    ax.barh(row + 0.17, widths[1], 0.26, left=zero, facecolor=PALETTE["rule"], edgecolor=PALETTE["mute"])
    left, right, slack = line.numbers(i)
    _cell(ax, left, 1.04, row - 0.17, "ink", size=SMALL)
    _cell(ax, f"{line.relation} {right}", 1.04, row + 0.17, "ink", size=SMALL)
    if not word:
        _cell(ax, slack, 1.8, row, "line", ha="right")
        return
    ax.axhspan(row - 0.5, row + 0.5, color=PALETTE["neg"], alpha=0.12, zorder=0)
    _cell(ax, slack, 1.8, row - 0.18, "neg", ha="right")
    _cell(ax, word, 1.8, row + 0.18, "neg", ha="right", weight="bold")


def _cell(ax: Axes, words: str, x: float, y: float, colour: str, **look: Any) -> None:
    ax.text(x, y, words, color=TEXT[colour], va="center", **look)
