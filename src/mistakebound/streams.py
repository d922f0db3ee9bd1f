"""Example sequences that carry their comparator: planted margins, Boolean functions, experts, traps, real data.

Legend: n examples (or Boolean variables), d features, X examples (n, d), y labels (n,), u comparator, b bias,
c constant feature, k relevant variables, H Hadamard matrix.

A stream is data, nothing else: play it with ``play(learner, stream.X, stream.y)``. Where whole numbers will do, its
arrays hold whole numbers, so that every check on it is exact. A constant feature `c`, where there is one, is the last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from .checks import check_finite, check_positive, check_vector, check_whole, check_X, check_y, plain_number
from .concepts import cube
from .concepts.classes import check_size
from .errors import MistakeBoundError
from .learners.perceptron import fold_bias
from .learners.winnow import double
from .theorems.measure import dot, rowdot
from .trace import read_only

__all__ = [
    "Chunks",
    "Stream",
    "bold_step",
    "boolean_and",
    "boolean_or",
    "breast_cancer",
    "committee",
    "committee_chunks",
    "digits",
    "disjunction",
    "experts",
    "hadamard",
    "hidden_tie",
    "ignored_bias",
    "irrational",
    "majority",
    "parity",
    "repeated_example",
    "separable",
    "separable_chunks",
    "signed_units",
    "unequal_lengths",
    "xor",
    "zero_margin",
]


@dataclass(frozen=True, eq=False, repr=False)
class Stream:
    """A sequence of labelled examples, with a comparator where one is known.

    Parameters
    ----------
    name : str
        What to call it in a title.
    X : array (n, d) or CSR matrix
        Examples: float, integer, or exact (Fraction in an object array). Copied, and read-only.
    y : array (n,)
        Labels, -1 or +1.
    u : array (d,) or None
        A comparator; None where there is none (XOR), or where it is still to be found (`l2_margin` finds the best).
    classes : tuple of two str, optional
        What the labels -1 and +1 stand for.

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
    X: np.ndarray
    y: np.ndarray
    u: np.ndarray | None = None
    classes: tuple[str, str] | None = None

    def __post_init__(self):
        X = check_X(self.X.copy() if sp.issparse(self.X) else np.array(self.X, subok=True))
        check_finite(X)
        fields = {"X": X, "y": np.array(check_y(self.y, X.shape[0]), dtype=np.int64)}
        if self.u is not None:
            fields["u"] = np.array(check_vector(self.u, X.shape[1]))
        for field, array in fields.items():
            object.__setattr__(self, field, read_only(array))

    @property
    def margin(self) -> float:
        """Margin of the comparator, ``min_i y_i <u, x_i> / ||u||``: positive if and only if `u` separates strictly."""
        if self.u is None:
            raise MistakeBoundError(
                f"the stream of {self.name} carries no comparator, so it has no margin to tell: "
                "l2_margin(stream.X, stream.y) finds the best one, or proves that there is none."
            )
        return float((self.y * dot(self.X, self.u)).min()) / math.sqrt(dot(self.u[None], self.u)[0])

    @property
    def radius(self) -> float:
        """Length of the longest example, ``max_i ||x_i||``."""
        return math.sqrt(rowdot(self.X, self.X).max())

    def shuffled(self, seed=0) -> Stream:
        """The same examples in a random order, with the same comparator."""
        order = np.random.default_rng(check_whole(seed, "seed", least=0)).permutation(len(self))
        return replace(self, X=self.X[order], y=self.y[order])

    def __len__(self) -> int:
        return len(self.y)

    def __repr__(self):
        margin = "" if self.u is None else f"margin {self.margin:.4g}, "
        return (
            f"<Stream of {self.name}: {len(self)} examples, {self.X.shape[1]} features, {margin}"
            f"radius {self.radius:.4g}>"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Chunks:
    """A stream too long to hold: an iterable of ``(X, y)`` chunks that starts afresh every time.

    Play it with ``play(learner, chunks)``.

    Parameters
    ----------
    name : str
        What to call it in a title.
    n : int
        Number of examples, all chunks together.
    u : ndarray (d,)
        A comparator for all of them.
    draw : callable
        ``draw()``: an iterator over the chunks, the same ones at every call.
    """

    name: str
    n: int
    u: np.ndarray
    draw: Callable[[], Iterator]

    def __iter__(self):
        return self.draw()

    def __len__(self) -> int:
        return self.n

    def __repr__(self):
        return f"<Chunks of {self.name}: {self.n} examples, {len(self.u)} features>"


# --- a planted margin --------------------------------------------------------------------------------------------


def separable(n, d, margin, radius=1.0, seed=0) -> Stream:
    """Random examples in a ball, separated by a random unit vector with exactly the margin asked for.

    Points are drawn uniformly from the ball of radius ``radius - margin``. The hyperplane orthogonal to `u` cuts it in
    half, and the halves are moved apart by `margin` on either side. The first example is put on the margin.

    Parameters
    ----------
    n, d : int
        Number of examples and of features.
    margin : float
        Margin of `u`, 0 < margin <= radius. No other point is nearer to the hyperplane than the first (to rounding).
    radius : float
        All examples lie in the ball of this radius; the longest can be shorter.
    seed : int
        The same seed gives the same examples.

    Returns
    -------
    Stream

    Notes
    -----
    Another vector can have a larger margin than `u`: `l2_margin` finds the largest.

    Examples
    --------
    >>> from mistakebound import streams
    >>> stream = streams.separable(n=100, d=2, margin=0.1)
    >>> print(f"{stream.margin:.6f}", stream.radius <= 1)
    0.100000 True
    """
    chunks = separable_chunks(n, d, margin, rows=n, radius=radius, seed=seed)
    X, y = next(iter(chunks))
    return Stream(chunks.name, X, y, chunks.u)


def separable_chunks(n, d, margin, rows, radius=1.0, seed=0) -> Chunks:
    """The examples of `separable`, drawn `rows` at a time, so that only a chunk is ever in memory.

    Parameters
    ----------
    n, d, margin, radius, seed
        As for `separable`.
    rows : int
        Examples in a chunk (the last may be shorter). It does not change the examples.

    Returns
    -------
    Chunks

    Examples
    --------
    >>> import mistakebound as mb
    >>> chunks = mb.streams.separable_chunks(n=1000, d=5, margin=0.2, rows=300)
    >>> [len(y) for X, y in chunks]
    [300, 300, 300, 100]
    >>> trace = mb.play(mb.Perceptron(), chunks)
    >>> mb.NOVIKOFF.check(trace, u=chunks.u, gamma=0.2, radius=1).require().holds
    True
    """
    n, d, rows = check_whole(n, "n"), check_whole(d, "d"), check_whole(rows, "rows")
    seed = check_whole(seed, "seed", least=0)
    check_positive(margin, "margin")
    check_positive(radius, "radius")
    if margin > radius:
        raise MistakeBoundError(
            f"margin is {margin!r} and radius {radius!r}: no example in the ball is that far from a hyperplane "
            "through its centre; ask for a margin of at most the radius."
        )
    margin, radius = float(margin), float(radius)

    def draw():
        rng, u = _direction(seed, d)
        for start in range(0, n, rows):
            # Of a uniform point on the sphere in d + 2 dimensions, the first d coordinates are uniform in the ball.
            G = rng.standard_normal((min(rows, n - start), d + 2))
            Z = G[:, :d] * ((radius - margin) / np.linalg.norm(G, axis=1))[:, None]
            # not Z @ u, whose rounding depends on the number of rows
            heights = (Z * u).sum(axis=1)
            y = np.where(heights < 0, -1, 1)
            if start == 0:
                Z[0] -= heights[0] * u
            yield Z + (margin * y)[:, None] * u, y

    u = _direction(seed, d)[1]
    u.flags.writeable = False
    return Chunks(f"separable examples, margin {float(margin):g}", n, u, draw)


def _direction(seed, d):
    """A fresh generator, and the random unit vector that it draws first."""
    rng = np.random.default_rng(seed)
    u = rng.standard_normal(d)
    return rng, u / np.linalg.norm(u)


# --- Boolean functions -------------------------------------------------------------------------------------------


def boolean_and(n, false=0, c=1) -> Stream:
    """Conjunction of n Boolean variables on all 2^n points, in lexicographic order.

    With ``c=1`` the comparator is u = (2, ..., 2, 1 - 2n) on {0, 1}^n and (1, ..., 1, 1 - n) on {-1, +1}^n: all scores
    are at least 1 in size, and no shorter vector does that.

    Parameters
    ----------
    n : int
        Number of variables, 1 to 22.
    false : {0, -1}
        The number that stands for False; True is 1. It decides the radius: R^2 = n + c^2 either way, but on {0, 1}
        only the point (1, ..., 1) is that long, and on {-1, +1} all of them are.
    c : number or None
        Constant feature, folded in as the last (`fold_bias`); None for none. The comparator is (c u, b) where (u, b)
        is the one for c = 1; it is None where no hyperplane through the origin separates the points.

    Returns
    -------
    Stream

    Examples
    --------
    >>> from mistakebound import streams
    >>> stream = streams.boolean_and(2)
    >>> stream.X.tolist(), stream.y.tolist(), stream.u.tolist()
    ([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]], [-1, -1, -1, 1], [2, 2, -3])
    """
    return _at_least(f"AND of {n} variables", n, n, n, false, c)


def boolean_or(n, k=None, false=0, c=1) -> Stream:
    """Disjunction of the first k of n Boolean variables on all 2^n points, in lexicographic order.

    With ``c=1`` the comparator is u = (2, ..., 2, 0, ..., 0, -1) on {0, 1}^n, of squared length 4k + 1, and
    (1, ..., 1, 0, ..., 0, k - 1) on {-1, +1}^n, of squared length k^2 - k + 1: all scores are at least 1 in size, and
    no shorter vector does that.

    Parameters
    ----------
    n : int
        Number of variables, 1 to 22.
    k : int, optional
        Number of relevant variables, 1 to n; by default all.
    false, c
        As for `boolean_and`.

    Returns
    -------
    Stream

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
    k = n if k is None else k
    return _at_least(f"OR of {k} of {n} variables", n, k, 1, false, c)


def majority(n, false=-1, c=None) -> Stream:
    """Majority of an odd number n of Boolean variables on all 2^n points, in lexicographic order.

    On {-1, +1}^n it needs no bias: u = (1, ..., 1), with scores of at least 1 in size, and R^2 = n. On {0, 1}^n
    (``false=0, c=1``) u = (2, ..., 2, -n).

    Parameters
    ----------
    n : int
        Number of variables, odd, 1 to 21.
    false, c
        As for `boolean_and`.

    Returns
    -------
    Stream

    Examples
    --------
    >>> from mistakebound import streams
    >>> streams.majority(3)
    <Stream of majority of 3 variables: 8 examples, 3 features, margin 0.5774, radius 1.732>
    """
    n = check_whole(n, "n")
    if n % 2 == 0:
        raise MistakeBoundError(f"n is {n}: an even number of variables can tie; ask for an odd one.")
    return _at_least(f"majority of {n} variables", n, n, (n + 1) // 2, false, c)


def parity(n, false=0, c=1) -> Stream:
    """Parity of n Boolean variables on all 2^n points, in lexicographic order: +1 where an odd number is True.

    For n >= 2 no hyperplane separates the labels (Minsky and Papert, 1969), with or without bias, and the stream
    carries no comparator.

    Parameters
    ----------
    n : int
        Number of variables, 2 to 22.
    false, c
        As for `boolean_and`.

    Returns
    -------
    Stream

    Examples
    --------
    >>> from mistakebound import streams
    >>> streams.parity(3).y.tolist()
    [-1, 1, 1, -1, 1, -1, -1, 1]
    """
    check_whole(n, "n", least=2)
    points = cube(n)
    return Stream(f"parity of {n} variables", _encoded(points, false, c), 2 * (points.sum(axis=1) % 2) - 1)


def xor(false=0, c=1) -> Stream:
    """Exclusive or of two variables: the smallest parity, and the smallest function with no separating line.

    On {-1, +1}^2 (``false=-1``) the weights are back at zero after every pass, so the run never ends and never leaves
    a finite set of weights.

    Parameters
    ----------
    false, c
        As for `boolean_and`.

    Returns
    -------
    Stream

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.xor(false=-1)
    >>> trace = mb.play(mb.Perceptron(), stream.X, stream.y)
    >>> trace.weights.tolist()
    [[0, 0, 0], [1, 1, -1], [0, 2, 0], [1, 1, 1], [0, 0, 0]]
    """
    return replace(parity(2, false, c), name="XOR")


def _at_least(name, n, k, m, false, c) -> Stream:
    """+1 where at least m of the first k of n variables are True."""
    n, k = check_whole(n, "n"), check_whole(k, "k")
    if k > n:
        raise MistakeBoundError(f"k is {k} and n is {n}: there are only n variables to choose the relevant ones from.")
    points = cube(n)
    X = _encoded(points, false, c)
    # With s variables True: 2s + (1 - 2m) on {0, 1} and (2s - k) + (k + 1 - 2m) on {-1, +1}, which is 1 at s = m and
    # -1 at s = m - 1.
    u = np.zeros(n, dtype=np.int64)
    u[:k], b = (2, 1 - 2 * m) if false == 0 else (1, k + 1 - 2 * m)
    if c is not None:
        u = _folded(u, c, b)
    elif b != 0:
        u = None
    return Stream(name, X, np.where(points[:, :k].sum(axis=1) >= m, 1, -1), u)


def _folded(u, c, b):
    """The comparator (c u, b) for the constant feature c; in Python's numbers, which do not overflow."""
    c = plain_number(c)
    return np.array([*(c * entry for entry in u.tolist()), b])


def _encoded(points, false, c):
    if false not in (0, -1):
        raise MistakeBoundError(f"false is {false!r}: it must be 0 or -1, the number that stands for False.")
    X = points if false == 0 else 2 * points - 1
    return X if c is None else fold_bias(X, c)


# --- a worst case and five counterexamples -----------------------------------------------------------------------


def hadamard(n, column=1) -> Stream:
    """The n rows of a Sylvester-Hadamard matrix, labelled by one of its columns.

    The rows are orthogonal, so the Perceptron knows nothing about a row from the others: where a tie is a mistake it
    errs on all n, which is its bound R^2 / gamma^2 for the comparator u = e_column. Where a tie is +1 it errs on the
    n/2 rows labelled -1 (none in column 0). Yet some learner errs at most log2(n) times: there are only n columns.

    Parameters
    ----------
    n : int
        A power of two, 2 to 8192.
    column : int
        0 to n - 1; column 0 is all ones.

    Returns
    -------
    Stream

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.hadamard(8)
    >>> [mb.play(mb.Perceptron(ties=ties), stream.X, stream.y).n_mistakes for ties in ("mistake", 1)]
    [8, 4]
    """
    n, column = check_whole(n, "n", least=2), check_whole(column, "column", least=0)
    if n & (n - 1):
        raise MistakeBoundError(f"n is {n}: Sylvester's matrices have 2, 4, 8, 16, ... rows.")
    if column >= n:
        raise MistakeBoundError(f"column is {column}: the matrix has columns 0 to {n - 1}.")
    check_size(f"the matrix of order {n}", 8 * n * n, "take fewer rows")
    H = scipy.linalg.hadamard(n, dtype=np.int64)
    return Stream(f"rows of the Hadamard matrix of order {n}", H, H[:, column], np.eye(n, dtype=np.int64)[column])


def repeated_example(repeats=8) -> Stream:
    """One update need not mend the example: (0, 10) with label -1, then (1, 1) with label +1 again and again.

    An update raises the score of (1, 1) by its squared length 2, and the first example has pushed it down to -10: the
    Perceptron errs on it 5 times (6 where a tie is a mistake), and never again.

    Parameters
    ----------
    repeats : int
        How often (1, 1) is shown.

    Returns
    -------
    Stream

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.repeated_example()
    >>> mb.play(mb.Perceptron(ties=1), stream.X, stream.y).mistakes
    array([0, 1, 2, 3, 4, 5])
    """
    repeats = check_whole(repeats, "repeats")
    return Stream("a repeated example", [[0, 10]] + repeats * [[1, 1]], [-1] + repeats * [1], [11, -1])


def zero_margin() -> Stream:
    """Consistent is not separable: predicting +1 at 0, u = (0, 1) errs on none of three examples, yet its margin is 0.

    The Perceptron with ``ties=1`` never stops: after three mistakes its weights alternate between (1, 2) and (-1, 2).

    Returns
    -------
    Stream

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
    they never repeat: after a updates on the first and b on the second w = a - b sqrt(2), a different number
    for every pair (a, b), and a + b only grows.

    Returns
    -------
    Stream

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

    On (20, 2), (-2, 2), (-2, 1), all labelled +1, the Perceptron (ties a mistake, until a clean pass) makes 9 mistakes;
    with every example brought to length 1 it makes 2. Dividing all of them by one number changes no prediction.

    Returns
    -------
    Stream

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


def ignored_bias(c=2) -> Stream:
    """The constant feature counts: x = 1 with label +1 and x = -1 with label -1, with a constant feature c.

    Without it R = gamma and one mistake is all that the bound allows. With it the Perceptron makes two, for c > 1 and
    whether or not a tie is a mistake: the bound for the run on (x, c) is 1 + c^2.

    Parameters
    ----------
    c : number
        Constant feature, c > 0.

    Returns
    -------
    Stream

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.ignored_bias(c=2)
    >>> mb.play(mb.Perceptron(), stream.X, stream.y, passes=None).n_mistakes
    2
    >>> mb.play(mb.Perceptron(), stream.X[:, :1], stream.y, passes=None).n_mistakes
    1
    """
    return Stream("two points and a constant feature", fold_bias([[1], [-1]], c), [1, -1], [1, 0])


# --- real data ---------------------------------------------------------------------------------------------------


def digits(negative, positive, c=None) -> Stream:
    """Handwritten digits, one against another: 8 x 8 pixels each, in the order of the data set.

    Every pixel is a whole number of 16 grey levels, divided here by 16: 0 is white paper, 1 full ink. Nothing else is
    done to the data.

    Parameters
    ----------
    negative, positive : int
        The digits, 0 to 9, to be labelled -1 and +1.
    c : number or None
        Constant feature, folded in as the last; None for none.

    Returns
    -------
    Stream
        Without comparator: `l2_margin` finds the best (each of the 45 pairs has one, even without a constant feature).

    References
    ----------
    Alpaydin and Kaynak (1998), Optical recognition of handwritten digits, UCI Machine Learning Repository: its test
    set, as scikit-learn carries it.

    Examples
    --------
    >>> from mistakebound import streams
    >>> stream = streams.digits(3, 8)
    >>> stream, stream.classes
    (<Stream of digits 3 and 8: 357 examples, 64 features, radius 4.601>, ('3', '8'))
    """
    for name, digit in (("negative", negative), ("positive", positive)):
        if check_whole(digit, name, least=0) > 9:
            raise MistakeBoundError(f"{name} is {digit}: a digit is one of 0 to 9.")
    if negative == positive:
        raise MistakeBoundError(f"negative and positive are both {positive}: give two different digits.")
    data = _scikit_learn("load_digits")
    chosen = (data.target == negative) | (data.target == positive)
    X, y = data.data[chosen] / 16, np.where(data.target[chosen] == positive, 1, -1)
    name, classes = f"digits {negative} and {positive}", (str(negative), str(positive))
    return Stream(name, X if c is None else fold_bias(X, c), y, classes=classes)


def breast_cancer(c=None) -> Stream:
    """Breast cancer, benign (-1) or malignant (+1), from 30 measurements of cell nuclei, in the order of the data set.

    The measurements are positive or zero, in units between 0.03 and 4254. Each is divided by the largest value it takes
    among the 569 patients, so that all lie between 0 and 1. This is a choice of units, made before the first round and
    without a look at the labels; nothing is centred.

    Parameters
    ----------
    c : number or None
        Constant feature, folded in as the last; None for none.

    Returns
    -------
    Stream
        Without comparator: `l2_margin` finds the best, whose margin is positive but minute.

    References
    ----------
    Street, Wolberg and Mangasarian (1993), Nuclear feature extraction for breast tumor diagnosis; the Wisconsin
    diagnostic data of the UCI Machine Learning Repository, as scikit-learn carries them.

    Examples
    --------
    >>> from mistakebound import streams
    >>> stream = streams.breast_cancer()
    >>> stream, stream.classes
    (<Stream of breast cancer: 569 examples, 30 features, radius 3.854>, ('benign', 'malignant'))
    """
    data = _scikit_learn("load_breast_cancer")
    X, y = data.data / data.data.max(axis=0), np.where(data.target_names[data.target] == "malignant", 1, -1)
    return Stream("breast cancer", X if c is None else fold_bias(X, c), y, classes=("benign", "malignant"))


def _scikit_learn(loader):
    try:
        from sklearn import datasets
    except ImportError as error:
        raise MistakeBoundError(
            "these data come with scikit-learn, which is not installed here: pip install 'mistakebound[labs]'."
        ) from error
    return getattr(datasets, loader)()


# --- experts, committees, and attributes that do not matter ------------------------------------------------------


def experts(n, u, margin, seed=0) -> Stream:
    """Opinions between -1 and 1 of the experts that u weighs, whose weighted mean decides by at least the margin.

    Opinions are drawn uniformly from [-(1 - margin), 1 - margin]; the label is the sign of their mean by `u`, and then
    every expert moves by `margin` towards the label.

    Parameters
    ----------
    n : int
        Number of examples.
    u : sequence of float
        Weights of the experts: not negative, with sum 1.
    margin : float
        0 < margin <= 1: every ``y <u, x>`` is at least that.
    seed : int

    Returns
    -------
    Stream

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.experts(n=200, u=[0.5, 0.3, 0.2], margin=0.1)
    >>> trace = mb.play(mb.Winnow(eta=mb.tuned_step(0.1, 1)), stream.X, stream.y, passes=None)
    >>> mb.WINNOW_TUNED.check(trace, u=stream.u, s=0.1, radius=1).require().holds
    True
    """
    n, u = check_whole(n, "n"), np.asarray(u, dtype=float)
    if u.ndim != 1 or not (np.all(u >= 0) and abs(u.sum() - 1) <= 1e-9):
        raise MistakeBoundError(f"u is {u!r}: weights of experts are not negative and sum to 1.")
    margin = float(check_positive(margin, "margin"))
    if margin > 1:
        raise MistakeBoundError(f"margin is {margin!r}: opinions lie between -1 and 1, so ask for 0 < margin <= 1.")
    X = (1 - margin) * np.random.default_rng(check_whole(seed, "seed", least=0)).uniform(-1, 1, (n, len(u)))
    y = np.where(X @ u < 0, -1, 1)
    return Stream(f"{len(u)} experts", X + margin * y[:, None], y, u)


def committee(n, d, k, speaking=None, seed=0) -> Stream:
    """The majority of k of d experts is always right; their opinions, -1 or +1, are tosses of a coin.

    The committee are the first k, and u is 1 for them and 0 for the others. No member need be good: one of three is
    right in 3/4 of the rounds. An even committee can tie; rounds in which it does are drawn again.

    Parameters
    ----------
    n, d : int
        Number of examples and of experts.
    k : int
        Size of the committee, 1 to d.
    speaking : int, optional
        How many of the other d - k experts have an opinion in each round, chosen afresh; the others say 0, and `X` is a
        CSR matrix. By default all have one, and `X` is dense.
    seed : int

    Returns
    -------
    Stream

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.committee(n=1000, d=100, k=3)
    >>> trace = mb.play(mb.Winnow(eta=mb.tuned_step(1 / 3, 1)), stream.X, stream.y, passes=None)
    >>> cert = mb.COMMITTEE_WINNOW.check(trace, u=stream.u).require()
    >>> cert.counted, round(cert.bound, 1)
    (25, 82.9)
    """
    if speaking is None:
        chunks = committee_chunks(n, d, k, rows=n, seed=seed)
        X, y = next(iter(chunks))
        return Stream(chunks.name, X.astype(np.int64), y, chunks.u)
    n, d, k, rng = _sizes(n, d, k, seed)
    if check_whole(speaking, "speaking", least=0) > d - k:
        raise MistakeBoundError(f"speaking is {speaking}: beside a committee of {k} there are only {d - k} experts.")
    votes = _votes(rng, n, k)
    others = [np.sort(rng.choice(d - k, speaking, replace=False, shuffle=False)) for _ in range(n)]
    values = np.hstack([votes, _coins(rng, (n, speaking))]).astype(np.int64)
    columns = np.hstack([np.tile(np.arange(k), (n, 1)), k + np.reshape(others, (n, speaking))])
    X = _csr(values, columns, d)
    return Stream(f"a committee of {k} of {d} experts", X, np.where(votes.sum(axis=1) > 0, 1, -1), _first(k, d))


def committee_chunks(n, d, k, rows, seed=0) -> Chunks:
    """A dense `committee`, drawn `rows` examples at a time as 8-bit integers, for more than fits in memory.

    Parameters
    ----------
    n, d, k, seed
        As for `committee`.
    rows : int
        Examples in a chunk (the last may be shorter). Another number draws other examples.

    Returns
    -------
    Chunks

    Examples
    --------
    >>> import mistakebound as mb
    >>> chunks = mb.streams.committee_chunks(n=300, d=10_000, k=3, rows=100)
    >>> learners = mb.Winnow(eta=mb.tuned_step(1 / 3, 1)), mb.Perceptron()
    >>> [mb.play(learner, chunks, record="updates").n_mistakes for learner in learners]
    [58, 151]
    """
    n, d, k, _ = _sizes(n, d, k, seed)
    rows = check_whole(rows, "rows")

    def draw():
        rng = np.random.default_rng(seed)
        for start in range(0, n, rows):
            m = min(rows, n - start)
            X = np.hstack([_votes(rng, m, k), _coins(rng, (m, d - k))])
            yield X, np.where(X[:, :k].sum(axis=1) > 0, 1, -1)

    u = _first(k, d)
    u.flags.writeable = False
    return Chunks(f"a committee of {k} of {d} experts", n, u, draw)


def disjunction(n, d, k, active, c=None, seed=0) -> Stream:
    """The disjunction of the first k of d Boolean variables, of which only few are 1 in an example.

    The label is a toss of a coin. In a positive example exactly one variable of the disjunction is 1, in a negative one
    none is; of the d - k others, `active` are 1, chosen afresh.

    Parameters
    ----------
    n, d : int
        Number of examples and of variables.
    k : int
        Relevant variables, 1 to d.
    active : int
        Irrelevant variables that are 1 in each example, 0 to d - k.
    c : number or None
        Constant feature, folded in as the last; then u = (2, ..., 2, 0, ..., 0, -1) is a comparator, as for
        `boolean_or`. None for none, as for `Winnow1` and `Winnow2`; without it there is no comparator, and
        ``Formula(d, range(1, k + 1), "∨")`` is the target.
    seed : int

    Returns
    -------
    Stream
        With `X` as a CSR matrix.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.disjunction(n=2000, d=10_000, k=3, active=50)
    >>> trace = mb.play(mb.Winnow2(), stream.X, stream.y)
    >>> target = mb.Formula(10_000, [1, 2, 3], "∨")
    >>> cert = mb.WINNOW2.check(trace, target=target).require()
    >>> cert.counted, cert.bound
    (42, 127)
    """
    n, d, k, rng = _sizes(n, d, k, seed)
    if check_whole(active, "active", least=0) > d - k:
        raise MistakeBoundError(f"active is {active}: beside {k} relevant variables there are only {d - k}.")
    y = _coins(rng, n).astype(np.int64)
    relevant = rng.integers(0, k, n)
    others = [np.sort(rng.choice(d - k, active, replace=False, shuffle=False)) for _ in range(n)]
    columns = np.hstack([relevant[:, None], k + np.reshape(others, (n, active))])
    values = np.ones_like(columns)
    values[:, 0] = y > 0
    X = _csr(values, columns, d)
    X.eliminate_zeros()
    u = None if c is None else _folded(2 * _first(k, d), c, -1)
    return Stream(f"OR of {k} of {d} variables", X if c is None else fold_bias(X, c), y, u)


def signed_units(d, seed=0) -> Stream:
    """The d unit vectors with random labels: a target that needs every feature, in examples that show one each.

    The Perceptron errs d times, which is its bound. Winnow on `double` has a margin of 1/d only, and a bound of
    2 d^2 ln 2d.

    Parameters
    ----------
    d : int
    seed : int

    Returns
    -------
    Stream

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.signed_units(16)
    >>> mb.play(mb.Perceptron(), stream.X, stream.y, passes=None).n_mistakes
    16
    >>> learner = mb.Winnow(eta=mb.tuned_step(1 / 16, 1))
    >>> trace = mb.play(learner, mb.double(stream.X), stream.y, passes=None)
    >>> round(mb.WINNOW_UNIFORM.check(trace, u=mb.double(stream.u[None] / 16)[0].clip(0)).require().bound)
    1774
    """
    d = check_whole(d, "d")
    y = _coins(np.random.default_rng(check_whole(seed, "seed", least=0)), d).astype(np.int64)
    return Stream(f"{d} signed unit vectors", np.eye(d, dtype=np.int64), y, y)


def bold_step() -> Stream:
    """A step can be too bold: (1, -1) and (-1/2, 1), both labelled +1, on which Winnow runs for ever if eta >= 2 ln 2.

    The logarithm of w_1 / w_2 is a multiple of eta / 2, and only between 0 and ln 2 are both examples right. The margin
    is 1/7, for u = (4/7, 3/7): below the largest step, 0.2897, the bound holds; up to 2 ln 2 the run happens to end.

    Returns
    -------
    Stream

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.bold_step()
    >>> [mb.play(mb.Winnow(eta), stream.X, stream.y, passes=100).n_updates for eta in (0.1438, 1.38, 1.39, 5)]
    [1, 2, 175, 175]
    """
    return Stream("two examples for a bold step", [[1.0, -1.0], [-0.5, 1.0]], [1, 1], [4, 3])


def hidden_tie() -> Stream:
    """A tie that rounding hides: x = 1 with label -1 and x = 3 with label +1, with a constant feature, doubled.

    After updates on the first, the second and the first example Winnow's score of the first is exactly 0 (from equal
    weights, whatever eta); rounded weights make it positive or negative at the 16th digit.

    Returns
    -------
    Stream
        With the features (x, 1, -x, -1), and the comparator (1, 0, 0, 2), which has the margin 1/3 if divided by 3.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.hidden_tie()
    >>> trace = mb.play(mb.Winnow(eta=0.0372), stream.X, stream.y, passes=None)
    >>> trace.updates
    array([ 0,  1,  2,  4,  5,  6,  8,  9, 10, 12])
    """
    return Stream("a hidden tie", double(fold_bias([[1], [3]])), [-1, 1], [1, 0, 0, 2])


def _sizes(n, d, k, seed):
    n, d, k = check_whole(n, "n"), check_whole(d, "d"), check_whole(k, "k")
    if k > d:
        raise MistakeBoundError(f"k is {k} and d is {d}: there are only {d} to choose {k} from.")
    return n, d, k, np.random.default_rng(check_whole(seed, "seed", least=0))


def _coins(rng, shape):
    """Tosses of a coin, -1 or +1."""
    return 2 * rng.integers(0, 2, shape, dtype=bool).astype(np.int8) - 1


def _votes(rng, n, k):
    """Votes of a committee of k that is never tied, (n, k)."""
    votes = _coins(rng, (n, k))
    while (tied := votes.sum(axis=1) == 0).any():
        votes[tied] = _coins(rng, (np.count_nonzero(tied), k))
    return votes


def _first(k, d):
    """1 for the first k of d, 0 for the others."""
    return (np.arange(d) < k).astype(np.int64)


def _csr(values, columns, d):
    """The CSR matrix with these values in these columns of each row."""
    n, m = columns.shape
    return sp.csr_array((values.ravel(), columns.ravel(), np.arange(0, n * m + 1, m)), shape=(n, d))
