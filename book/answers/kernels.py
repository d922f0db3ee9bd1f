"""The answers of the chapter on kernels."""

from math import comb

import numpy as np
from says import Number, claim

import mistakebound as mb


def line():
    """ex-ke-line: the mistakes of the kernel Perceptron before its first clean pass."""
    learner, points, labels = mb.KernelPerceptron(mb.kernels.Polynomial(2)), [[-1], [0], [1]], [1, -1, 1]
    trace = mb.play(learner, points, labels, passes=None)
    first = mb.play(learner, points, labels).n_mistakes
    counts = np.ravel(learner.expansion(trace.final_state)[0]).tolist()
    tie = f"A score of 0 is a mistake too: {claim(mb.KERNEL, 'mistake')}"
    return Number(
        trace.n_mistakes,
        right=f"Yes, with the counts {counts}. Each score is a sum over them: {claim(mb.KERNEL, 'dual-score')}",
        below=f"Too few. {tie}",
        above=f"Too many. At one of them, was the score positive already? {claim(mb.KERNEL, 'mistake')}",
        known=(
            (first, f"That is for the first pass, which is not yet clean: {claim(mb.KERNEL, 'dual-score')}"),
            (trace.n_mistakes - 1, tie),
        ),
    )


def dishes():
    """ex-ke-dishes: the bound for 1000 ingredients, 10 in a dish, 5 pairs that clash."""

    def promised(uu, R2, gamma):
        return uu * R2 / gamma**2

    k, pairs, bound = 5, comb(10, 2), claim(mb.KERNEL, "bound")
    radius, margin = (claim(mb.KERNEL, name) for name in ("radius", "margin"))
    return Number(
        promised(k + 1 / 4, pairs + 1, 1 / 2),
        right=f"Yes, and the 1000 ingredients do not count: {bound}",
        below=f"With the constant 1 the bound is larger. What is the smallest signed score of a dish? {margin}",
        above=f"The bound is smaller. A dish contains only a few of all pairs: {radius}",
        known=(
            (promised(k + 1 / 6, pairs + 3 / 2, 1 / 2), f"That is with the constant √1.5, which is the best: {bound}"),
            (promised(k + 1 / 4, pairs, 1 / 2), f"The constant is also a feature of every dish: {radius}"),
            (promised(k + 1 / 4, pairs + 1, 1), f"The margin is not 1; it is 1/2: {margin}"),
            (comb(1000, 2) - k, f"That is elimination's bound, with a variable for each pair. Here use {bound}"),
        ),
    )
