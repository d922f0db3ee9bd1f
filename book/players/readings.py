"""Watch the price of a margin: points in the disc, and a threshold that every signed score must exceed.

At the threshold 0 the learner is the Perceptron, with its own bound.
"""

import mistakebound as mb
from mistakebound.course import Show


def asked(threshold=0, margin=0.2):
    """Sixty points in the disc with a planted margin, played until a pass has no updates."""
    stream = mb.streams.separable(n=60, d=2, margin=margin, seed=7)
    learner, theorem = (
        (mb.MarginPerceptron(threshold), mb.MARGIN_PERCEPTRON) if threshold else (mb.Perceptron(), mb.NOVIKOFF)
    )
    trace = mb.play(learner, stream.X, stream.y, passes=None)
    return trace, theorem.check(trace, u=stream.u)


SHOW = Show(asked, threshold=[0, 0.1, 0.5, 1], margin=[0.1, 0.2])
