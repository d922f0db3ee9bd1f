"""Adding against multiplying: two learners on the rows of a Hadamard matrix; one feature is the label."""

import mistakebound as mb
from mistakebound.course.player import Race


def rows(ties="a mistake"):
    """Play 64 rows of 64 features; the label is feature 1."""
    stream = mb.streams.hadamard(64)
    return stream.X, stream.y, {
        "Winnow": (mb.Winnow(eta=5.0), lambda trace: mb.WINNOW_EXPERT.check(trace, u=stream.u)),
        "the Perceptron": (
            mb.Perceptron(ties={"a mistake": "mistake", "+1": 1}[ties]),
            lambda trace: mb.NOVIKOFF.check(trace, u=stream.u, gamma=1, radius=8),
        ),
    }  # fmt: skip


GAME = Race(rows, ties=["a mistake", "+1"])
