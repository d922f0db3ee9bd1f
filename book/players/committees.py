"""Watch both proofs on a committee: three of many experts, whose majority is always right.

In the race both learners get the same stream, on which the committee's majority has a chosen margin.
"""

import numpy as np

import mistakebound as mb
from mistakebound.course import Show
from mistakebound.course.player import Race


def committee(learner="Winnow", experts=27):
    """A committee of three; the other experts toss coins."""
    stream = mb.streams.committee(n=400, d=experts, k=3, seed=1)
    if learner == "Winnow":
        trace = mb.play(mb.Winnow(eta=mb.tuned_step(1 / 3, 1)), stream.X, stream.y, passes=None)
        return trace, mb.COMMITTEE_WINNOW.check(trace, u=stream.u)
    trace = mb.play(mb.Perceptron(), stream.X, stream.y, passes=None)
    return trace, mb.COMMITTEE_PERCEPTRON.check(trace, u=stream.u)


def race(experts=243, committee=5, wins_by=1, others="all speak"):
    """A committee that wins each vote by at least `wins_by`; of the other experts all speak, or eight that vary."""
    speaking = None if others == "all speak" else min(8, experts - committee)
    drawn = mb.streams.committee(n=1600, d=experts, k=committee, speaking=speaking, seed=2)
    X = np.asarray(drawn.X.todense()) if speaking is not None else drawn.X
    rounds = np.flatnonzero(abs(X @ drawn.u) >= wins_by)[:300]
    u, gamma, spoken = drawn.u, wins_by / committee, committee + (speaking or experts - committee)
    winnow = mb.Winnow(eta=mb.tuned_step(gamma, 1) if gamma < 1 else 2)
    return X[rounds], drawn.y[rounds], {
        "Winnow": (winnow, lambda trace: mb.WINNOW.check(trace, u=u / committee, gamma=gamma, radius=1)),
        "the Perceptron":
            (mb.Perceptron(), lambda trace: mb.NOVIKOFF.check(trace, u=u, gamma=wins_by, radius=np.sqrt(spoken))),
    }  # fmt: skip


GAME = Race(race, experts=[81, 243, 729], committee=[3, 5, 9], wins_by=[1, 3], others=["all speak", "8 speak"])
SHOW = Show(committee, learner=["Winnow", "Perceptron"], experts=[9, 27, 54])
