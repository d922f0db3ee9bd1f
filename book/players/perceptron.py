"""Watch the proof of the Perceptron's bound: points with a planted margin, or an adversary that keeps a promise.

The draws are unlucky, chosen so that there is something to see; most random orders make fewer mistakes.
"""

import numpy as np

import mistakebound as mb
from mistakebound.course import Show, scenes

SEEDS = {0.12: 20, 0.2: 192, 0.3: 5}


def planted(margin=0.12, order="hardest first"):
    """A hundred points in the disc, in some order; or an adversary's points, each in a new direction."""
    if order == "by an adversary":
        adversary = mb.Orthonormal(radius=1, margin=margin)
        trace = mb.duel(mb.Perceptron(), adversary)
        cert = mb.NOVIKOFF.check(trace, u=adversary.comparator(trace), gamma=margin, radius=1)
        return trace, cert, scenes.along(cert)
    stream = mb.streams.separable(n=100, d=2, margin=margin, seed=SEEDS[margin])
    hardest_first = np.argsort(np.abs(stream.X @ stream.u))
    shown = {"hardest first": hardest_first, "as drawn": np.arange(100), "easiest first": hardest_first[::-1]}[order]
    trace = mb.play(mb.Perceptron(), stream.X[shown], stream.y[shown], passes=None)
    return trace, mb.NOVIKOFF.check(trace, u=stream.u)


ORDERS = ["hardest first", "as drawn", "easiest first", "by an adversary"]
SHOW = Show(planted, margin=list(SEEDS), order=ORDERS)
