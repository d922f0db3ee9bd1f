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
        return (log(4) - m * log(beta)) / -log((1 + beta) / 2)

    return Number(
        cert.bound,
        right=f"Yes, with m = {cert.q.m}, for {cert.mistakes} mistakes. The line is {bound}",
        below=f"The bound is larger. Which sailor erred least often at your mistakes? {best}",
        above=f"The bound is smaller. Only errors at your own mistakes count: {best}",
        known=(
            (promised(0), f"At your mistakes every sailor erred at least once: {best}"),
            (promised(2), f"That is for the sailor who erred most often; m belongs to the best one: {best}"),
        ),
        decimals=1,
    )


def load():
    """ex-xp-load: the bound for 40 rules, the best of which is wrong 30 times, with beta = 1/2."""

    def promised(N, m, beta=1 / 2):
        return (log(N) - m * log(beta)) / -log((1 + beta) / 2)

    best, bound = (claim(mb.WEIGHTED_MAJORITY, name) for name in ("best", "bound"))
    return Number(
        promised(40, 30),
        right=f"Yes: less than a third of the season's 300 days. The line is {bound}",
        below=f"With β = 1/2 the bound is larger: the best rule's weight is halved at each of its errors. {best}",
        above=f"The bound is smaller. The days do not count, but the best rule's errors do: {bound}",
        known=(
            (30, f"The best rule is wrong that often. Not knowing which rule is best has a price: {bound}"),
            (int(promised(1, 30)), f"The 40 rules share the weight at first: {bound}"),
            (int(promised(40, 0)), f"The best rule is wrong too, and its weight is halved each time: {best}"),
        ),
        floor=True,
    )
