"""Watch the proof of the weighted majority's bound: four sailors, twelve forecasters, and a nature that contradicts."""

import numpy as np

import mistakebound as mb
from mistakebound import concepts

# what A, B, C and D say on seven mornings, and what the ferry did: the chapter's table
SAILORS = [[0, 0, 0, 1], [1, 1, 1, 0], [0, 0, 0, 1], [1, 0, 1, 0], [1, 1, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]]
SAILED = [1, -1, 1, 1, 1, 1, -1]


def forecasters(rounds=40, seed=3):
    """Twelve forecasters, of whom the first is wrong in one round of ten, and the last is no better than a coin."""
    rng = np.random.default_rng(seed)
    y = rng.choice([-1, 1], rounds)
    wrong = rng.random((rounds, 12)) < np.linspace(0.1, 0.5, 12)
    return ((y > 0)[:, None] ^ wrong).astype(int), y


def panel(N):
    """N experts by their letters: an example is the advice of all of them."""
    X = concepts.cube(N)
    return mb.ConceptClass(X.T, points=X, names="ABCDEFGHIJKL"[:N])


def vote(beta=0.5, rounds="four sailors"):
    """The weighted majority at some beta."""
    if rounds == "four sailors":
        X, y = SAILORS, SAILED
    else:
        X, y = forecasters()
        if rounds == "coins":
            y = np.random.default_rng(5).choice([-1, 1], len(y))
    C = panel(np.shape(X)[1])
    trace = mb.play(mb.WeightedMajority(C, beta), X, y)
    return trace, mb.WEIGHTED_MAJORITY.check(trace, concepts=C, beta=beta)


SHOW = mb.Show(vote, rounds=["four sailors", "twelve forecasters", "coins"], beta=[0.1, 0.5, 0.9])
