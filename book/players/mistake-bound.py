"""Watch the proofs for elimination and for CON: the switches of a lamp, and a prize in one of eight boxes."""

import numpy as np

import mistakebound as mb
from mistakebound import concepts
from mistakebound.course import Show, teaching

LAMP = mb.Formula(100, [2, 3, 4, 5, 100])
ONE_OFF = 1 - np.eye(100, dtype=int)  # row i: all on but switch i
NEEDED = LAMP.mask[:100]


def elimination(examples="9 of 10 on"):
    """Find the five of a hundred switches that a lamp needs."""
    if examples == "one off at a time":
        X = ONE_OFF[~NEEDED]
        trace = mb.play(mb.Elimination(100), X, LAMP(X))
    else:
        drawn = teaching.random_examples(LAMP, 2000, {"9 of 10 on": 0.9, "half of them on": 0.5}[examples], seed=0)
        trace = mb.play(mb.Elimination(100), drawn.X, drawn.y)
    return trace, mb.ELIMINATION.check(trace, target=LAMP)


def con(order=None):
    """Find a prize in one of eight boxes: an adversary opens the box that the learner names, or all open in turn."""
    boxes = concepts.singletons(8)
    if order is None:
        trace = mb.duel(mb.Consistent(boxes), mb.Contrarian(boxes))
    else:
        learner = mb.Consistent(boxes, order=order, seed=8)
        trace = mb.play(learner, np.arange(7)[:, None], -np.ones(7, int))
    return trace, mb.CONSISTENT.check(trace, concepts=boxes)


RUNS = {
    "elimination, 9 of 10 on": lambda: elimination("9 of 10 on"),
    "elimination, half on": lambda: elimination("half of them on"),
    "elimination, one off each": lambda: elimination("one off at a time"),
    "CON, against an adversary": lambda: con(),
    "CON, a random box": lambda: con("random"),
}
SHOW = Show(lambda run: RUNS[run](), run=list(RUNS))
