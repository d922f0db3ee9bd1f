"""Watch the one proof: two features, one memory z, and the weights that four potentials read off z."""

import numpy as np

import mistakebound as mb
from mistakebound import potentials
from mistakebound.course import Show

POTENTIALS = {
    "p = 2": potentials.Euclidean(),
    "p = 3": potentials.SquaredNorm(3),
    "p = 6": potentials.SquaredNorm(6),
    "entropy": potentials.Entropy(),
}
RULES = {"mostly one feature": [0.9, 0.1], "both features": [0.7, 0.3]}


def planes(potential="p = 3", rule="mostly one feature"):
    """Forty examples in the square, the hardest first; a rule is right about them with a margin of at least 0.1."""
    u, phi = np.array(RULES[rule]), POTENTIALS[potential]
    X = np.random.default_rng(49).uniform(-1, 1, (400, 2))
    score = X @ u
    hardest = np.argsort(np.where(np.abs(score) < 0.1, np.inf, np.abs(score)))[:40]
    X, y = X[hardest], np.where(score > 0, 1, -1)[hardest]
    step = 1 if phi.homogeneous else (y * (X @ u)).min() / np.abs(X).max() ** 2
    trace = mb.play(mb.QuasiAdditive(phi, step), X, y, passes=None)
    return trace, mb.BREGMAN.check(trace, u=u)


SHOW = Show(planes, potential=list(POTENTIALS), rule=list(RULES))
