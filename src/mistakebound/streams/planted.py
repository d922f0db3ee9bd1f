"""Random examples, labelled by a comparator chosen in advance: balls, experts, committees, disjunctions.

Legend: n examples, d features (or experts), k relevant ones, X examples (n, d), y labels (n,), u comparator.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..arrays import plain_number
from ..checks import as_array, check_positive, check_sizes, check_vector, check_whole
from ..errors import MistakeBoundError, shown
from ..features import fold_bias
from ..stream import Chunks, Stream, generator
from ..types import Examples, Number, Vector


def separable(n: int, d: int, margin: float, seed: int = 0) -> Stream:
    """Random examples in the unit ball, separated by a random unit vector with exactly the given margin.

    Points are drawn uniformly from the ball of radius ``1 - margin``. The hyperplane orthogonal to `u` cuts it in half,
    and the halves are moved apart by `margin` on either side. The first example is put on the margin.

    Parameters
    ----------
    n, d : int
        Number of examples and of features.
    margin : float
        Margin of `u`, 0 < margin <= 1. No other point is nearer to the hyperplane than the first (up to rounding).

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
    (n, d), margin, rng = check_sizes(n=n, d=d), _check_margin(margin), generator(seed)
    u = rng.standard_normal(d)
    u = u / np.linalg.norm(u)
    # The first d coordinates of a uniform point on the sphere in d + 2 dimensions are uniform in the ball.
    G = rng.standard_normal((n, d + 2))
    X = G[:, :d] * ((1 - margin) / np.linalg.norm(G, axis=1))[:, None]
    heights = (X * u).sum(axis=1)
    y = np.where(heights < 0, -1, 1)
    X[0] -= heights[0] * u
    return Stream(f"separable examples, margin {margin:g}", X + (margin * y)[:, None] * u, y, u)


def experts(n: int, u: Vector, margin: float, seed: int = 0) -> Stream:
    """Opinions of experts, between -1 and 1, whose mean weighted by u decides the label by at least the margin.

    Opinions are drawn uniformly from [-(1 - margin), 1 - margin]; the label is the sign of their mean weighted by `u`,
    and then every opinion moves by `margin` towards the label.

    Parameters
    ----------
    n : int
        Number of examples.
    u : sequence of float
        Weights of the experts: not negative, with sum 1.
    margin : float
        0 < margin <= 1: every ``y <u, x>`` is at least the margin.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.experts(n=200, u=[0.5, 0.3, 0.2], margin=0.1)
    >>> trace = mb.play(mb.Winnow(eta=mb.tuned_step(0.1, 1)), stream.X, stream.y, passes=None)
    >>> mb.WINNOW_TUNED.check(trace, u=stream.u, gamma=0.1, radius=1).require().holds
    True
    """
    u, margin = as_array(u, "u", "a vector"), _check_margin(margin)
    u = check_vector(u, u.size, per="expert").astype(float)
    n, _ = check_sizes(n=n, experts=len(u))
    if not (np.all(u >= 0) and abs(u.sum() - 1) <= 1e-9):
        raise MistakeBoundError(
            f"u is {shown(u)}: weights of experts must be at least 0 and sum to 1; use u / u.sum()."
        )
    X = (1 - margin) * generator(seed).uniform(-1, 1, (n, len(u)))
    y = np.where(X @ u < 0, -1, 1)
    return Stream(f"{len(u)} experts", X + margin * y[:, None], y, u)


def committee(n: int, d: int, k: int, speaking: int | None = None, seed: int = 0) -> Stream:
    """Experts with coin tosses, -1 or +1, as opinions, and labels from the majority of k of the d experts.

    The committee consists of the first k, and u is 1 for them and 0 for the others. Its members need not be good: each
    of three is right with probability 3/4. Rounds in which an even committee ties are drawn again.

    Parameters
    ----------
    n, d, k : int
        Numbers of examples and experts; size of the committee, 1 to d.
    speaking : int, optional
        Number of the other d - k experts with an opinion in each round, drawn again each time; the rest say 0, and `X`
        is a CSR matrix. By default all have an opinion, and `X` is dense.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.committee(n=1000, d=100, k=3)
    >>> trace = mb.play(mb.Winnow(eta=mb.tuned_step(1 / 3, 1)), stream.X, stream.y, passes=None)
    >>> cert = mb.COMMITTEE_WINNOW.check(trace, u=stream.u).require()
    >>> cert.counted, round(cert.bound, 1)
    (25, 63.1)
    """
    n, d, k, rng = _sizes(n, d, k, seed)
    if speaking is None:
        check_sizes(n=n, d=d)
        X, y = _opinions(rng, n, d, k)
        X = X.astype(np.int64)
    else:
        if check_whole(speaking, "speaking", least=0) > d - k:
            raise MistakeBoundError(f"speaking is {speaking}: beside the committee there are only {d - k} experts.")
        check_sizes(n=n, **{"(k + speaking)": k + speaking})
        votes = _votes(rng, n, k)
        y = np.where(votes.sum(axis=1) > 0, 1, -1)
        others = _subsets(rng, n, k, d, speaking)
        values = np.hstack([votes, _coins(rng, (n, speaking))]).astype(np.int64)
        X = _csr(values, np.hstack([np.tile(np.arange(k), (n, 1)), others]), d)
    return Stream(f"a committee of {k} of {d} experts", X, y, _first(k, d))


def committee_chunks(n: int, d: int, k: int, rows: int, seed: int = 0) -> Chunks:
    """A dense `committee`, drawn `rows` examples at a time as 8-bit integers, for data that do not fit in memory.

    Parameters
    ----------
    n, d, k
        As for `committee`.
    rows : int
        Examples in a chunk (the last may be shorter). Another number gives other examples.

    Examples
    --------
    >>> import mistakebound as mb
    >>> chunks = mb.streams.committee_chunks(n=300, d=10_000, k=3, rows=100)
    >>> learners = mb.Winnow(eta=mb.tuned_step(1 / 3, 1)), mb.Perceptron()
    >>> [mb.play(learner, chunks, record="updates").n_mistakes for learner in learners]
    [58, 151]
    """
    n, d, k, _ = _sizes(n, d, k, seed)
    rows, _ = check_sizes(rows=rows, d=d)

    def draw() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        rng = generator(seed)
        for start in range(0, n, rows):
            yield _opinions(rng, min(rows, n - start), d, k)

    u = _first(k, d)
    u.flags.writeable = False
    return Chunks(f"a committee of {k} of {d} experts", n, u, draw)


def disjunction(n: int, d: int, k: int, active: int, c: Number | None = None, seed: int = 0) -> Stream:
    """The disjunction of the first k of d Boolean variables, of which only a few are 1 in each example.

    The label is a coin toss. Exactly one variable of the disjunction is 1 in a positive example, and none in a negative
    one; of the d - k others, `active` are 1, drawn again each time. `X` is a CSR matrix.

    Parameters
    ----------
    n, d, k : int
        Numbers of examples, variables and relevant variables; k is 1 to d.
    active : int
        Irrelevant variables that are 1 in each example, 0 to d - k.
    c : number or None
        With a constant feature, u = (2c, ..., 2c, 0, ..., 0, -1) is a comparator. Without one, as for `Winnow1` and
        `Winnow2`, there is no comparator, and ``Formula(d, range(1, k + 1), "∨")`` is the target.

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
    check_sizes(n=n, **{"(1 + active)": 1 + active})
    y = _coins(rng, n).astype(np.int64)
    relevant = rng.integers(0, k, n)
    columns = np.hstack([relevant[:, None], _subsets(rng, n, k, d, active)])
    values = np.ones_like(columns)
    values[:, 0] = y > 0
    X = _csr(values, columns, d)
    X.eliminate_zeros()
    name = f"OR of {k} of {d} variables"
    if c is None:
        return Stream(name, X, y)
    return Stream(name, fold_bias(X, c), y, k * [2 * plain_number(c)] + (d - k) * [0] + [-1])


def _check_margin(margin: float) -> float:
    if check_positive(margin, "margin") > 1:
        raise MistakeBoundError(f"margin is {shown(margin)}: examples have size 1, so use 0 < margin <= 1.")
    return float(margin)


def _sizes(n: int, d: int, k: int, seed: int) -> tuple[int, int, int, np.random.Generator]:
    n, [d], k = check_whole(n, "n"), check_sizes(d=d), check_whole(k, "k")
    if k > d:
        raise MistakeBoundError(f"k is {k} and d is {d}: only {d} exist; use a k of at most d.")
    return n, d, k, generator(seed)


def _coins(rng: np.random.Generator, shape: Any) -> np.ndarray:
    """Coin tosses, -1 or +1."""
    return 2 * rng.integers(0, 2, shape, dtype=bool).astype(np.int8) - 1


def _votes(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    """Votes of a committee of k that is never tied, (n, k)."""
    votes = _coins(rng, (n, k))
    while (tied := votes.sum(axis=1) == 0).any():
        votes[tied] = _coins(rng, (np.count_nonzero(tied), k))
    return votes


def _opinions(rng: np.random.Generator, n: int, d: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The opinions of all d experts, as 8-bit integers, and the majority of the first k."""
    X = np.hstack([_votes(rng, n, k), _coins(rng, (n, d - k))])
    return X, np.where(X[:, :k].sum(axis=1) > 0, 1, -1)


def _subsets(rng: np.random.Generator, n: int, k: int, d: int, size: int) -> np.ndarray:
    """n random sets of `size` of the columns k to d - 1, each sorted, (n, size)."""
    chosen = [np.sort(rng.choice(d - k, size, replace=False, shuffle=False)) for _ in range(n)]
    return k + np.reshape(chosen, (n, size))


def _first(k: int, d: int) -> np.ndarray:
    """1 for the first k of d, 0 for the others."""
    return (np.arange(d) < k).astype(np.int64)


def _csr(values: np.ndarray, columns: np.ndarray, d: int) -> Examples:
    """The CSR matrix with these values in these columns of each row."""
    from scipy import sparse  # imported here because it takes a tenth of a second

    n, m = columns.shape
    return sparse.csr_array((values.ravel(), columns.ravel(), np.arange(0, n * m + 1, m)), shape=(n, d))
