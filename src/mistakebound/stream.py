"""A stream: labelled examples, with their comparator if one is known.

Legend: n examples, d features, X examples (n, d), y labels (n,), u comparator (d,).

A stream is only data: play it with ``play(learner, stream.X, stream.y)``. `streams` holds ready-made streams.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .arrays import as_float, dot, floats, read_only, rowdot
from .checks import check_data, check_vector, check_whole
from .errors import MistakeBoundError
from .types import Examples

__all__ = ["Chunks", "Stream", "generator"]


@dataclass(frozen=True, eq=False, repr=False)
class Stream:
    """A sequence of labelled examples, with a comparator if one is known.

    Parameters
    ----------
    name : str
        Name of the stream in titles.
    X : array (n, d) or CSR matrix
        Examples: float, integer, or exact (Fraction in an object array). Copied, and read-only.
    y : array (n,)
        Labels, -1 or +1.
    u : array (d,) or None
        A comparator; None if there is none (XOR), or if it is still to be found (`l2_margin` finds the best).

    Raises
    ------
    MistakeBoundError
        For arrays that `play` or a theorem would not accept.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.Stream("two points", X=[[3, 4], [0, -2]], y=[1, -1], u=[0, 1])
    >>> stream
    <Stream of two points: 2 examples, 2 features, margin 2, radius 5>
    >>> trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    >>> mb.NOVIKOFF.check(trace, u=stream.u).require().bound
    Fraction(25, 4)
    """

    name: str
    X: Examples
    y: np.ndarray | Any
    u: np.ndarray | Any = None

    def __post_init__(self) -> None:
        X, y = check_data(self.X, self.y)
        fields = {"X": X.copy(), "y": np.array(y, dtype=np.int64)}
        if self.u is not None:
            fields["u"] = np.array(check_vector(self.u, X.shape[1]))
        for field, array in fields.items():
            object.__setattr__(self, field, read_only(array))

    @property
    def margin(self) -> float:
        """Margin of the comparator, ``min_i y_i <u, x_i> / ||u||``: positive if and only if `u` separates strictly."""
        if self.u is None:
            raise MistakeBoundError(
                f"the stream of {self.name} has no comparator, so its margin is unknown: "
                "l2_margin(stream.X, stream.y) finds the best one, or proves that there is none."
            )
        u = floats(self.u)
        return as_float((self.y * dot(self.X, self.u)).min()) / math.sqrt(u @ u)

    @property
    def radius(self) -> float:
        """Length of the longest example, ``max_i ||x_i||``."""
        return math.sqrt(as_float(rowdot(self.X, self.X).max()))

    def shuffled(self, seed: int = 0) -> Stream:
        """The same examples in a random order, with the same comparator."""
        order = generator(seed).permutation(len(self))
        return replace(self, X=self.X[order], y=self.y[order])

    def __len__(self) -> int:
        return len(self.y)

    def __repr__(self) -> str:
        margin = "" if self.u is None else f"margin {self.margin:.4g}, "
        return (
            f"<Stream of {self.name}: {len(self)} examples, {self.X.shape[1]} features, {margin}"
            f"radius {self.radius:.4g}>"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Chunks:
    """A stream too long to hold: an iterable of ``(X, y)`` chunks, for ``play(learner, chunks)``.

    Parameters
    ----------
    name : str
        Name of the stream in titles.
    n : int
        Number of examples in all chunks together.
    u : ndarray (d,)
        A comparator for all examples.
    draw : callable
        ``draw()`` returns an iterator over the chunks, the same chunks at every call.
    """

    name: str
    n: int
    u: np.ndarray
    draw: Callable[[], Iterator[tuple[Examples, np.ndarray]]]

    def __iter__(self) -> Iterator[tuple[Examples, np.ndarray]]:
        return self.draw()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Chunks of {self.name}: {self.n} examples, {len(self.u)} features>"


def generator(seed: int) -> np.random.Generator:
    """A generator of random numbers: the same seed gives the same numbers."""
    return np.random.default_rng(check_whole(seed, "seed", least=0))
