"""The answers of the chapter on experts."""

from math import log

from says import Number, claim

import mistakebound as mb
from mistakebound import concepts

SAID = [[0, 0, 0, 1], [1, 1, 1, 0], [0, 0, 0, 1], [1, 0, 1, 0], [1, 1, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]]


def sailors():
    """ex-xp-again, (a): the bound for the seven mornings, with beta = 1/4."""
    crew, beta = concepts.dictators(4), 1 / 4
    trace = mb.play(mb.WeightedMajority(crew, beta), SAID, [1, -1, 1, 1, 1, 1, -1])
    cert = mb.WEIGHTED_MAJORITY.check(trace, concepts=crew, beta=beta)
    best, bound = (claim(mb.WEIGHTED_MAJORITY, name) for name in ("best", "bound"))

    def promised(m):
        return round((log(4) - m * log(beta)) / -log((1 + beta) / 2), 1)

    return Number(
        cert.bound,
        right=f"Yes, with m = {cert.q.m}, for {cert.mistakes} mistakes. The line is {bound}",
        below=f"So few are not promised. Which sailor erred least often at your mistakes? {best}",
        above=f"Fewer are promised. Only errors at your own mistakes count: {best}",
        known=(
            (promised(0), f"At your mistakes every sailor has erred at least once: {best}"),
            (promised(2), f"Not the sailor who erred most often, but the best one has the weight: {best}"),
        ),
        within=0.06,
    )
