"""Watch boosting with a fixed step, as a run of Winnow whose features are examples and its examples hypotheses."""

import numpy as np

import mistakebound as mb
from mistakebound.course import Show

# Ten examples, six hypotheses and their negatives: a row has the signed values of one hypothesis
TABLE = np.random.default_rng(18).choice([-1, 1], size=(10, 6))
HYPOTHESES = np.hstack([TABLE, -TABLE]).T


def until(claim=0.4, step=0.1):
    """Boost until no hypothesis has an edge of at least `claim`; u is the weighting with the least best edge."""
    game = mb.multiplicative_weights(-HYPOTHESES, np.ones(12), 400, step, signed=False)
    rounds = int(np.flatnonzero(-game.payments < claim)[0])
    trace = mb.play(mb.Winnow(step), claim - HYPOTHESES[game.rows[:rounds]], np.ones(rounds, dtype=int))
    return trace, mb.WINNOW.check(trace, u=mb.l1_margin(TABLE, np.ones(10)).q)


SHOW = Show(until, claim=[0.3, 0.35, 0.4], step=[0.05, 0.1])
