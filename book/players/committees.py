"""Watch both proofs on a committee: three experts of many, whose majority is always right."""

import mistakebound as mb
from lessons import Show


def committee(learner="Winnow", experts=27):
    """A committee of three; the others toss coins."""
    stream = mb.streams.committee(n=400, d=experts, k=3, seed=1)
    if learner == "Winnow":
        trace = mb.play(mb.Winnow(eta=mb.tuned_step(1 / 3, 1)), stream.X, stream.y, passes=None)
        return trace, mb.COMMITTEE_WINNOW.check(trace, u=stream.u)
    trace = mb.play(mb.Perceptron(), stream.X, stream.y, passes=None)
    return trace, mb.COMMITTEE_PERCEPTRON.check(trace, u=stream.u)


SHOW = Show(committee, learner=["Winnow", "Perceptron"], experts=[9, 27, 63])
