"""Watch the proof for a learner that follows one expert, drawn by the weights, in the rounds of the vote."""

from pathlib import Path
from runpy import run_path

import mistakebound as mb
from mistakebound.course import Show

VOTE = run_path(str(Path(__file__).with_name("experts.py")))


def lots(rounds="four sailors", beta=0.5):
    """The rounds that the previous chapter gave to the vote; the weights do not depend on the draws."""
    X, y = VOTE["RUNS"][rounds]
    C = VOTE["panel"](len(X[0]))
    trace = mb.play(mb.RandomizedMajority(C, beta), X, y)
    return trace, mb.RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=beta)


SHOW = Show(lots, rounds=["four sailors", "twelve forecasters", "two opposites"], beta=[0.5, 0.9])
