"""Adding against multiplying: two learners on the rows of a Hadamard matrix, one feature of which is the label."""

import numpy as np

import mistakebound as mb
from lessons.player import Race


def rows(rows=64, ties="a mistake"):
    """As many features as rows; the label is feature 1."""
    stream = mb.streams.hadamard(rows)
    return stream.X, stream.y, {
        "Winnow": (mb.Winnow(eta=5.0), lambda trace: mb.WINNOW_EXPERT.check(trace, u=stream.u)),
        "the Perceptron": (
            mb.Perceptron(ties={"a mistake": "mistake", "+1": 1}[ties]),
            lambda trace: mb.NOVIKOFF.check(trace, u=stream.u, gamma=1, radius=np.sqrt(rows)),
        ),
    }  # fmt: skip


GAME = Race(rows, rows=[8, 64, 512], ties=["a mistake", "+1"])
