"""Worst cases and counterexamples of a few examples each: they meet a bound, or refute a tempting claim."""

from __future__ import annotations

import math

import numpy as np

from ..checks import check_positive, check_size, check_whole
from ..errors import MistakeBoundError, shown
from ..features import fold_bias
from ..protocol import TIE
from ..stream import Stream, generator
from ..types import Number

MOST_EXAMPLES = 1 << 24


def hadamard(n: int) -> Stream:
    """The n rows of a Sylvester-Hadamard matrix, labelled by its column 1.

    The rows are orthogonal, so the Perceptron learns nothing about a row from the others. If a tie is a mistake, it
    errs on all n rows, as many as its bound for the comparator u = e_1; if a tie is +1, it errs on the n/2 rows
    labelled -1. Yet some learner errs at most log2(n) times, because there are only n columns.

    Parameters
    ----------
    n : int
        A power of two, 2 to 8192.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.hadamard(8)
    >>> [mb.play(mb.Perceptron(ties=ties), stream.X, stream.y).n_mistakes for ties in ("mistake", 1)]
    [8, 4]
    """
    n = check_whole(n, "n", least=2)
    if n & (n - 1) or n > 8192:
        raise MistakeBoundError(f"n is {n}: it must be 2, 4, 8, 16, ... (a power of two) and at most 8192.")
    H = np.ones((1, 1), dtype=np.int64)
    while len(H) < n:
        H = np.block([[H, H], [H, -H]])
    return Stream(f"rows of the Hadamard matrix of order {n}", H, H[:, 1], [0, 1] + (n - 2) * [0])


def signed_units(d: int, seed: int = 0) -> Stream:
    """The d unit vectors with random labels: the target needs every feature, and each example shows only one.

    The Perceptron errs d times, which is its bound. Winnow on ``double(X)`` has only a margin of 1/d, and a bound of
    about 2 d^2 ln 2.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.signed_units(16)
    >>> mb.play(mb.Perceptron(), stream.X, stream.y, passes=None).n_mistakes
    16
    >>> learner = mb.Winnow(eta=mb.tuned_step(1 / 16, 1))
    >>> trace = mb.play(learner, mb.double(stream.X), stream.y, passes=None)
    >>> print(f"{mb.WINNOW_DOUBLED.check(trace, v=stream.u / 16).require().bound:.1f}")
    354.7
    """
    d = check_whole(d, "d")
    check_size(f"the {shown(d)} unit vectors", 8 * d * d, "use a smaller d")
    y = np.where(generator(seed).integers(0, 2, d, dtype=bool), 1, -1)
    return Stream(f"{d} signed unit vectors", np.eye(d, dtype=np.int64), y, y)


def seesaw(radius: Number, margin: Number) -> Stream:
    """The worst case in the plane: the Perceptron errs on every example, floor(R^2 / (2 gamma^2)) + 1 times.

    All examples have the label +1 and the margin gamma for u = (0, 1). Let S^2 = R^2 - gamma^2, and let M be the number
    of mistakes. From the second example on, the first entries of the examples alternate between -S and S, and the first
    entry of the weights alternates between a and a - S, or S - a and -a, where a = gamma^2 (M - 1) / S is what the last
    mistake requires.

    Parameters
    ----------
    radius, margin : float
        0 < margin <= radius. R^2 / (2 gamma^2) counts as a whole number if it is relatively within `TIE` of one.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.seesaw(radius=650**0.5, margin=5)
    >>> stream.X[:3].round(6).tolist()
    [[13.0, 5.0], [-25.0, 5.0], [25.0, 5.0]]
    >>> mb.play(mb.Perceptron(), stream.X, stream.y).n_mistakes, 650 // (2 * 25) + 1
    (14, 14)
    """
    radius, margin = check_positive(radius, "radius"), check_positive(margin, "margin")
    if margin > radius:
        raise MistakeBoundError(
            f"margin is {margin!r} and radius is {radius!r}: no example has a margin larger than its length; use a "
            "margin of at most the radius."
        )
    ratio = (radius / margin) ** 2
    M = math.floor(ratio / 2 * (1 + TIE)) + 1
    check_whole(M, "R^2 / (2 gamma^2) + 1, the number of examples,", most=MOST_EXAMPLES)
    across = margin * math.sqrt(max(ratio - 1, 0))
    first = margin**2 * (M - 1) / across if M > 1 else 0
    # the first entry of the weights before the last mistake is `first` in size, and the last sign is free
    first = first if M % 2 == 0 else across - first
    signs = [(-1) ** t for t in range(1, M)]
    return Stream(
        f"a seesaw of {M} examples",
        [[first, margin]] + [[sign * across, margin] for sign in signs],
        M * [1],
        [0, 1],
    )


def repeated_example(repeats: int = 8) -> Stream:
    """One update need not correct the example: (0, 10) with label -1, then (1, 1) with label +1, `repeats` times.

    An update raises the score of (1, 1) by its squared length 2, and the first example has pushed it down to -10: the
    Perceptron errs on it 5 times (6 if a tie is a mistake), and never again.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.repeated_example()
    >>> mb.play(mb.Perceptron(ties=1), stream.X, stream.y).mistakes
    array([0, 1, 2, 3, 4, 5])
    """
    repeats = check_whole(repeats, "repeats", most=MOST_EXAMPLES)
    return Stream("a repeated example", [[0, 10]] + repeats * [[1, 1]], [-1] + repeats * [1], [11, -1])


def zero_margin() -> Stream:
    """Consistent is not separable: with +1 predicted at 0, u = (0, 1) is right on three examples, yet its margin is 0.

    The Perceptron with ``ties=1`` never stops: after three mistakes its weights alternate between (1, 2) and (-1, 2).

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.zero_margin()
    >>> stream.margin, mb.play(mb.Perceptron(ties=1), stream.X, stream.y, passes=500).n_mistakes
    (0.0, 1001)
    """
    return Stream("three examples with margin 0", [[-1, -2], [-2, 0], [2, 0]], [-1, 1, 1], [0, 1])


def irrational() -> Stream:
    """Cycling needs rational data: x = 1 with label +1 and x = sqrt(2) with label -1, in one dimension.

    Nothing separates them (a negative multiple of one signed example is the other), the weights stay bounded, and yet
    they never repeat: after a updates on the first and b on the second, w = a - b sqrt(2), a different number for every
    pair (a, b), and each update raises a + b.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.irrational()
    >>> trace = mb.play(mb.Perceptron(), stream.X, stream.y, passes=100)
    >>> len(set(trace.weights[:, 0])) == trace.n_updates + 1, bool(abs(trace.weights).max() < 2)
    (True, True)
    """
    return Stream("two opposed lengths with an irrational ratio", [[1.0], [math.sqrt(2)]], [1, -1])


def unequal_lengths() -> Stream:
    """Dividing each example by its own length is not harmless: it changes the run, and the margin with it.

    On (20, 2), (-2, 2), (-2, 1), all labelled +1, the Perceptron (a tie is a mistake; played until a clean pass) makes
    9 mistakes; with every example scaled to length 1 it makes 2. Dividing all examples by the same number changes no
    prediction.

    Examples
    --------
    >>> import numpy as np
    >>> import mistakebound as mb
    >>> stream = mb.streams.unequal_lengths()
    >>> unit = stream.X / np.linalg.norm(stream.X, axis=1, keepdims=True)
    >>> [mb.play(mb.Perceptron(), X, stream.y, passes=None).n_mistakes for X in (stream.X, stream.X / 7, unit)]
    [9, 9, 2]
    """
    return Stream("three examples of unequal length", [[20, 2], [-2, 2], [-2, 1]], [1, 1, 1], [-1, 22])


def ignored_bias(c: Number = 2) -> Stream:
    """The constant feature counts: x = 1 with label +1 and x = -1 with label -1, with a constant feature c.

    Without it, R = gamma and the bound allows only one mistake. With it, the Perceptron makes two if c > 1, whether or
    not a tie is a mistake; the bound for the run on (x, c) is 1 + c^2.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.ignored_bias(c=2)
    >>> [mb.play(mb.Perceptron(), X, stream.y, passes=None).n_mistakes for X in (stream.X, stream.X[:, :1])]
    [2, 1]
    """
    return Stream("two points and a constant feature", fold_bias([[1], [-1]], c), [1, -1], [1, 0])


def bold_step() -> Stream:
    """A step can be too bold: (1, -1) and (-1/2, 1), both labelled +1, on which Winnow runs for ever if eta >= 2 ln 2.

    The logarithm of w_1 / w_2 is a multiple of eta / 2, and both examples are right only if it is between 0 and ln 2.
    The margin is 1/7, for u = (4/7, 3/7). Below the largest learning rate, 0.2897, the bound holds; from there up to 2
    ln 2, the run happens to end.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.bold_step()
    >>> [mb.play(mb.Winnow(eta), stream.X, stream.y, passes=100).n_updates for eta in (0.1438, 1.38, 1.39, 5)]
    [1, 2, 175, 175]
    """
    return Stream("two examples for a bold step", [[1.0, -1.0], [-0.5, 1.0]], [1, 1], [4, 3])
