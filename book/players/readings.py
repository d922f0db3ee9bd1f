"""Watch the proof of the margin Perceptron's bound: points in the disc, and the threshold that is asked for."""

import mistakebound as mb
from lessons import Show


def asked(threshold=0.5, margin=0.2):
    """Sixty points in the disc with a planted margin, played until a pass is free of updates."""
    stream = mb.streams.separable(n=60, d=2, margin=margin, seed=7)
    trace = mb.play(mb.MarginPerceptron(threshold), stream.X, stream.y, passes=None)
    return trace, mb.MARGIN_PERCEPTRON.check(trace, u=stream.u)


SHOW = Show(asked, threshold=[0.1, 0.5, 1], margin=[0.1, 0.2])
