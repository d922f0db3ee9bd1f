"""The race: two learners on one stream, each with its bound; a reader bets, then watches.

    def committee(experts=27, ...):
        return X, y, {"Winnow": (learner, certify), "the Perceptron": (learner, certify)}

    Race(committee, experts=[9, 27, 81], ...)
"""

from typing import Any

import numpy as np

from mistakebound.certificates.display import number
from mistakebound.play import play

from .data import shown
from .front import embed
from .show import Show

__all__ = ["Race"]


class Race(Show):
    """Races to choose among by controls with a few values each.

    Parameters
    ----------
    run : callable
        ``run(**choice)`` returns examples, labels, and a dict from names to pairs: a learner, and a function from a
        trace to its certificate, whose bound must be known before the run.
    **controls : sequence
        As for `Show`.

    Examples
    --------
    >>> import mistakebound as mb
    >>> from mistakebound.course.player import Race
    >>> def hadamard(n=8):
    ...     stream = mb.streams.hadamard(n)
    ...     certify = lambda trace: mb.NOVIKOFF.check(trace, u=stream.u, gamma=1, radius=n**0.5)
    ...     return stream.X, stream.y, {f"ties: {t}": (mb.Perceptron(ties=t), certify) for t in (1, "mistake")}
    >>> Race(hadamard, n=[4, 8]).data((0,))
    {'ties: 1': {'bound': 4, 'gaps': [2, 2]}, 'ties: mistake': {'bound': 4, 'gaps': [1, 1, 1, 1]}}
    """

    def data(self, choice: tuple[int, ...]) -> dict[str, Any]:
        """Map each learner's name to its bound and to the gaps, in rounds, between its mistakes."""
        X, y, learners = self.play(choice)
        return {
            name: {
                "bound": shown(number(certify(play(learner, X[:1], y[:1])).bound)),
                "gaps": np.diff(play(learner, X, y).mistakes, prepend=-1).tolist(),
            }
            for name, (learner, certify) in learners.items()
        }

    def rounds(self, choice: tuple[int, ...]) -> int:
        """The length of the stream of a choice."""
        return len(self.play(choice)[1])

    def html(self) -> str:
        """Return the race as HTML for a page, where the script of `front.page_script` runs it."""
        races, rounds = ([of(choice) for choice in self.choices()] for of in (self.data, self.rounds))
        return embed("game", self.head | {"kind": "race", "rounds": rounds, "races": races})
