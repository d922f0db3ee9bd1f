"""Watch the proof for inseparable data: points with a planted margin, some with flipped labels."""

import numpy as np

import mistakebound as mb
from mistakebound.course import Show


def turned_round(wrong=3, gamma=0.3):
    """Sixty points in the disc with margin 0.15, in two passes; some labels, drawn at random, are flipped."""
    stream = mb.streams.separable(n=60, d=2, margin=0.15, seed=4)
    turned = np.random.default_rng(1).permutation(60)[:wrong]
    y = np.array(stream.y)
    y[turned] *= -1
    trace = mb.play(mb.Perceptron(), stream.X, y, passes=2)
    return trace, mb.FREUND_SCHAPIRE.check(trace, u=stream.u, gamma=gamma)


SHOW = Show(turned_round, wrong=[0, 3, 8], gamma=[0.15, 0.3, 0.6])
