"""Watch the proof of the weighted majority's bound: sailors, forecasters, opposites.

In the game nature chooses which of six experts are wrong.
"""

import numpy as np

import mistakebound as mb
from mistakebound import concepts
from mistakebound.adversaries import worst_advice
from mistakebound.course import Show
from mistakebound.course.player import Advice

# The chapter's table: what A, B, C and D say on seven mornings, and whether the ferry sailed
SAILORS = [[0, 0, 0, 1], [1, 1, 1, 0], [0, 0, 0, 1], [1, 0, 1, 0], [1, 1, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]]
SAILED = [1, -1, 1, 1, 1, 1, -1]


def forecasters(rounds=60, seed=8):
    """Twelve forecasters: the first is wrong in about a quarter of the rounds, the last in about half."""
    rng = np.random.default_rng(seed)
    y = rng.choice([-1, 1], rounds)
    wrong = rng.random((rounds, 12)) < np.linspace(0.25, 0.5, 12)
    return ((y > 0)[:, None] ^ wrong).astype(int), y


def panel(N):
    """N experts named by letters; an example is the advice of all experts."""
    X = concepts.cube(N)
    return mb.ConceptClass(X.T, points=X, names=list("ABCDEFGHIJKL"[:N]))


RUNS = {
    "twelve forecasters": forecasters(),
    "four sailors": (SAILORS, SAILED),
    "two opposites": ([[0, 1]] * 20, [1, -1] * 10),  # the answer is always the opposite of the prediction
}


def vote(rounds="twelve forecasters", beta=0.5):
    """Play the weighted majority."""
    X, y = RUNS[rounds]
    C = panel(np.shape(X)[1])
    trace = mb.play(mb.WeightedMajority(C, beta), X, y)
    return trace, mb.WEIGHTED_MAJORITY.check(trace, concepts=C, beta=beta)


def majority(X, y):
    """Play the weighted majority against six advisers, -1 or +1 each."""
    C = panel(6)
    trace = mb.play(mb.WeightedMajority(C, 0.5), (np.asarray(X) + 1) // 2, y)
    return trace, mb.WEIGHTED_MAJORITY.check(trace, concepts=C, beta=0.5)


GAME = Advice("expert", {"the weighted majority": (majority, {m: worst_advice(6, m, 0.5) for m in range(3)})})
SHOW = Show(vote, rounds=list(RUNS), beta=[0.5, 0.9])
