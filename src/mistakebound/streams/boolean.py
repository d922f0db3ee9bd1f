"""Boolean functions on all points of a cube, in lexicographic order.

Legend: n Boolean variables, k relevant ones, u comparator, c constant feature.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..checks import check_whole
from ..concepts import cube
from ..errors import MistakeBoundError
from ..features import fold_bias
from ..stream import Stream
from ..types import Number


def boolean_and(n: int) -> Stream:
    """Conjunction of n variables on {0, 1}^n, with a constant feature 1.

    The comparator is u = (2, ..., 2, 1 - 2n): all scores are at least 1 in size, and no shorter vector achieves this.

    Parameters
    ----------
    n : int
        1 to 22.

    Examples
    --------
    >>> from mistakebound import streams
    >>> stream = streams.boolean_and(2)
    >>> stream.X.tolist(), stream.y.tolist(), stream.u.tolist()
    ([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]], [-1, -1, -1, 1], [2, 2, -3])
    """
    n = check_whole(n, "n")
    points = cube(n)
    y = np.where(points.all(axis=1), 1, -1)
    return Stream(f"AND of {n} variables", fold_bias(points), y, n * [2] + [1 - 2 * n])


def boolean_or(n: int, k: int) -> Stream:
    """Disjunction of the first k of n variables on {0, 1}^n, with a constant feature 1.

    The comparator is u = (2, ..., 2, 0, ..., 0, -1), of squared length 4k + 1: all scores are at least 1 in size, and
    no shorter vector achieves this.

    Parameters
    ----------
    n, k : int
        1 <= k <= n <= 22.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.boolean_or(4, k=2)
    >>> stream.u.tolist()
    [2, 2, 0, 0, -1]
    >>> trace = mb.play(mb.Perceptron(), stream.X, stream.y, passes=None)
    >>> mb.NOVIKOFF_BIAS.check(trace, u=stream.u[:-1], bias=stream.u[-1]).require().bound
    Fraction(45, 1)
    """
    n, k = check_whole(n, "n"), check_whole(k, "k")
    if k > n:
        raise MistakeBoundError(f"k is {k} and n is {n}: only n variables exist; use a k of at most n.")
    points = cube(n)
    y = np.where(points[:, :k].any(axis=1), 1, -1)
    return Stream(f"OR of {k} of {n} variables", fold_bias(points), y, k * [2] + (n - k) * [0] + [-1])


def odd_max_bit(n: int) -> Stream:
    """On {0, 1}^n with a constant feature 1, the label is +1 where the last variable that is on has an odd number.

    If no variable is on, the label is -1. The comparator is u = (2 F_1, -2 F_2, 2 F_3, ..., -1), with the Fibonacci
    numbers F_1 = F_2 = 1, F_3 = 2, ...: all scores are at least 1 in size. No smaller whole weights are right on all
    points, so the Perceptron has to make at least 2 F_n mistakes before it is right everywhere.

    Parameters
    ----------
    n : int
        1 to 22.

    References
    ----------
    Beigel (1994).

    Examples
    --------
    >>> from mistakebound import streams
    >>> stream = streams.odd_max_bit(2)
    >>> stream.X.tolist(), stream.y.tolist(), stream.u.tolist()
    ([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]], [-1, -1, 1, -1], [2, -2, -1])
    """
    n = check_whole(n, "n")
    points = cube(n)
    last = (points * np.arange(1, n + 1)).max(axis=1)
    fibonacci = [1, 1]
    while len(fibonacci) < n:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    u = [2 * F * (-1) ** i for i, F in enumerate(fibonacci[:n])]
    return Stream(f"odd-max-bit of {n} variables", fold_bias(points), 2 * (last % 2) - 1, [*u, -1])


def parity(n: int, c: Number | None = 1) -> Stream:
    """Parity of n variables on {-1, +1}^n: the label is +1 where an odd number of them is +1.

    For n >= 2 no hyperplane separates the labels (Minsky and Papert, 1969), with or without bias, and the stream
    carries no comparator.

    Parameters
    ----------
    n : int
        2 to 22.
    c : number or None
        The constant feature, 1 by default; None leaves it out.

    Examples
    --------
    >>> from mistakebound import streams
    >>> streams.parity(3).y.tolist()
    [-1, 1, 1, -1, 1, -1, -1, 1]
    """
    n = check_whole(n, "n", least=2)
    points = cube(n)
    X = 2 * points - 1
    return Stream(f"parity of {n} variables", X if c is None else fold_bias(X, c), 2 * (points.sum(axis=1) % 2) - 1)


def xor(c: Number | None = 1) -> Stream:
    """Exclusive or of two variables: the smallest parity, and the smallest function with no separating line.

    The Perceptron's weights are back at zero after every pass, so the run never ends and never leaves a finite set.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.xor()
    >>> trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    >>> trace.weights.tolist()
    [[0, 0, 0], [1, 1, -1], [0, 2, 0], [1, 1, 1], [0, 0, 0]]
    """
    return replace(parity(2, c), name="XOR")
