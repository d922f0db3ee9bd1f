"""Watch the proof of Winnow's bound: three experts, and so a triangle of all weights."""

import numpy as np

import mistakebound as mb
from lessons import Show
from mistakebound import streams

PRIORS = {"equal": None, "bad": (0.1, 0.1, 0.8)}
STEPS = {"half the best": 1 / 2, "the best": 1, "1.8 times the best": 1.8}


def experts(margin=0.3, prior="bad", step="the best"):
    """Sixty opinions of three experts, the hardest first, about which the mixture (0.2, 0.6, 0.2) is right."""
    stream = streams.experts(60, [0.2, 0.6, 0.2], margin=margin, seed=3)
    order = np.argsort(np.abs(stream.X @ stream.u))
    learner = mb.Winnow(eta=STEPS[step] * mb.tuned_step(margin, 1), prior=PRIORS[prior])
    trace = mb.play(learner, stream.X[order], stream.y[order], passes=None)
    return trace, mb.WINNOW.check(trace, u=stream.u, gamma=margin, radius=1)


SHOW = Show(experts, margin=[0.15, 0.3], prior=list(PRIORS), step=list(STEPS))
