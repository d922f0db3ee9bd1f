"""Watch the proof of Winnow's bound: three experts, and so a triangle of all weights.

The game is about irrelevant features: one of eight is right.
"""

import numpy as np

import mistakebound as mb
from mistakebound import streams
from mistakebound.adversaries import worst_advice
from mistakebound.course import Show
from mistakebound.course.player import Advice
from mistakebound.experts import best_adviser

PRIORS = {"equal": None, "bad": (0.1, 0.1, 0.8)}
RATES = {"half the best": 1 / 2, "the best": 1, "1.8 times the best": 1.8}


def experts(margin=0.3, prior="bad", rate="the best"):
    """Sixty examples of three experts' advice, the hardest first, on which the mixture (0.2, 0.6, 0.2) is right."""
    stream = streams.experts(60, [0.2, 0.6, 0.2], margin=margin, seed=3)
    order = np.argsort(np.abs(stream.X @ stream.u))
    learner = mb.Winnow(eta=RATES[rate] * mb.tuned_step(margin, 1), prior=PRIORS[prior])
    trace = mb.play(learner, stream.X[order], stream.y[order], passes=None)
    return trace, mb.WINNOW.check(trace, u=stream.u, gamma=margin, radius=1)


def winnow(eta):
    """Winnow among eight features, one of which nature keeps perfect, and its longest game."""

    def play(X, y):
        trace = mb.play(mb.Winnow(eta), X, y)
        return trace, mb.WINNOW_UNIT.check(trace, u=best_adviser(trace), gamma=1)

    return play, {0: worst_advice(8, 0, np.exp(-2 * eta))}


def perceptron(X, y):
    """Play the Perceptron among the same eight features."""
    trace = mb.play(mb.Perceptron(), X, y)
    return trace, mb.NOVIKOFF.check(trace, u=best_adviser(trace), gamma=1, radius=np.sqrt(8))


ROWS = streams.hadamard(8)
GAME = Advice(
    "feature",
    {
        "Winnow (η = 1)": winnow(1),
        "the Perceptron": (perceptron, {0: (ROWS.X, ROWS.y)}),
        "Winnow (η = ¼)": winnow(1 / 4),
    },
    ROWS.X,
)
SHOW = Show(experts, margin=[0.15, 0.3], prior=list(PRIORS), rate=list(RATES))
