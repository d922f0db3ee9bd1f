"""The answers of the chapter on randomised experts and regret."""

from math import log, sqrt

from says import Number, claim

import mistakebound as mb
from mistakebound import concepts

SAID = [[0, 0, 0, 1], [1, 1, 1, 0], [0, 0, 0, 1], [1, 0, 1, 0]]
SAILED = [1, -1, 1, 1]


def lots():
    """ex-xp-lots: the expected mistakes on four mornings, with beta = 1/4."""
    crew = concepts.dictators(4)
    expected = {
        beta: float(mb.RANDOMIZED_MAJORITY.check(
            mb.play(mb.RandomizedMajority(crew, beta), SAID, SAILED), concepts=crew, beta=beta
        ).require().counted)
        for beta in (1 / 4, 1 / 2)
    }  # fmt: skip
    rule, update, added = (claim(mb.RANDOMIZED_MAJORITY, name) for name in ("update-rule", "update", "telescoping"))
    return Number(
        expected[1 / 4],
        right=f"Yes. The probabilities come from {update}",
        below=f"The expected number is larger. On the fourth morning nearly all the weight is wrong: {added}",
        above=f"The expected number is smaller. Every error is punished, whether you were wrong or not: {rule}",
        known=((expected[1 / 2], f"That is for β = 1/2. Here a quarter of the weight remains: {rule}"),),
        decimals=2,
    )


def programs():
    """ex-xp-programs, (a): three learners with mistake bounds; the least bound is 40."""

    def promised(limit):
        return 40 + sqrt(2 * limit * log(3)) + log(3)

    bound = claim(mb.HEDGE_FIRST_ORDER, "bound")
    return Number(
        promised(40),
        right=f"Yes, with Λ = 40. It comes from {bound}",
        below=f"This bound is larger: following one of three at random, by its weight, has a price. {bound}",
        above=f"The bound is smaller, if Λ is the least of the three: {bound}",
        known=(
            (40, f"That is the best program's own bound. Following one of three at random has a price: {bound}"),
            (promised(300), "That is with Λ = 300. All conditions hold, so you may use the least of the bounds."),
        ),
        decimals=1,
    )
