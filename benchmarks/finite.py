"""Large finite classes: a majority against a plain popcount, and Halving against writing out its class."""

import numpy as np

import mistakebound as mb
from mistakebound import ConceptClass, concepts

from .paired import row, take_turns


def majority(n_concepts=500_000, n_points=100, repeats=9):
    """Time votes of many concepts, half of which are left, against counting the bits of the same words."""
    rng = np.random.default_rng(0)
    C = ConceptClass(rng.random((n_concepts, n_points), dtype=np.float32) < 0.5)
    V = C.agreeing(C.points[:1], [1])[0]
    jobs = {
        "votes": lambda: C.votes(V, C.points),
        "popcount": lambda: np.bitwise_count(C.bits).sum(dtype=np.uint32),
    }
    times = take_turns(repeats, jobs)
    return row("other", "Majority", f"{len(C):,} concepts, {n_points} points", times, "votes", "popcount")


def conjunctions(n=12, repeats=3):
    """Time all 3^n conjunctions on all 2^n points, in random order."""
    C = concepts.conjunctions(n)
    X = C.points[np.random.default_rng(0).permutation(2**n)]
    y = C.labels(len(C) // 2, X)
    jobs = {
        "play": lambda: mb.play(mb.Halving(C), X, y),
        "table of the class": lambda: concepts.conjunctions(n).bits,
    }
    times = take_turns(repeats, jobs)
    return row("other", "Halving", f"{len(C):,} concepts, {len(X):,} points", times, "play", "table of the class")


def rows():
    yield majority()
    yield conjunctions()
