"""Streams that answer back: each shows that some bound needs a hypothesis, or cannot be improved.

Legend: R radius, gamma margin, d dimensions used, n Boolean variables, k relevant ones, m half of the irrelevant ones
(rounded down), A and B disjoint sets of m irrelevant variables, t rounds played, theta threshold; C a concept class, V
a version space of it.

Play them with ``duel(learner, adversary)``. They follow the protocol `mistakebound.Adversary`: frozen parameters,
states as values. The labels of a run are those of one hyperplane, or of one concept of a class; ``comparator(trace)``
is that hyperplane, or the number of that concept. So a learner could have been right in every round.
"""

from __future__ import annotations

import math
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from numbers import Rational
from typing import Any

import numpy as np

from .checks import check_kind, check_share, check_size, check_whole, check_y, one_of
from .concepts import ConceptClass, MistakeTree, littlestone_dimension, mistake_tree
from .concepts.bits import count
from .errors import MistakeBoundError, shown
from .parameters import Parameters, length, positive, whole
from .play import play
from .protocol import TIE, Learner
from .trace import Trace
from .types import Examples, Number
from .watched import check_methods

MOST_ADVISERS = 100  # with more, nature has too many choices to try them all
MOST_ROUNDS = 300  # with more, Python's stack is too small for the search

__all__ = ["Bisection", "Contrarian", "KDisjunction", "Orthonormal", "TreeWalk", "worst_advice", "worst_case"]


@dataclass(frozen=True)
class Orthonormal(Parameters):
    """Forces floor(R^2 / gamma^2) mistakes on any learner: no bound on mistakes can be better than the Perceptron's.

    Example t is R e_t, a direction never seen before, and its label is the one that the learner did not predict. After
    d = floor(R^2 / gamma^2) examples, the vector u with entries y_t / sqrt(d) has length 1, and its margin is
    R / sqrt(d) >= gamma.

    Parameters
    ----------
    radius, margin : float, int or Fraction
        0 < margin <= radius. If one is a float, R^2 / gamma^2 counts as a whole number if it is within `TIE` of one:
        ``Orthonormal(1, 0.1)`` plays 100 rounds, although 0.1 is a little more than 1/10.

    Examples
    --------
    >>> import mistakebound as mb
    >>> adversary = mb.Orthonormal(radius=1, margin=0.5)
    >>> trace = mb.duel(mb.Perceptron(), adversary)
    >>> trace.n_mistakes, adversary.comparator(trace)
    (4, array([0.5, 0.5, 0.5, 0.5]))
    """

    radius: Number = positive()
    margin: Number = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.margin > self.radius:
            raise MistakeBoundError(
                f"margin is {self.margin!r} and radius {self.radius!r}: no example has a margin larger than its "
                "length; use a margin of at most the radius."
            )

    @property
    def forced(self) -> int:
        """d = floor(R^2 / gamma^2): the number of rounds, of mistakes and of features."""
        exact = isinstance(self.radius, Rational) and isinstance(self.margin, Rational)
        square = (Fraction(self.radius) / Fraction(self.margin)) ** 2
        return math.floor(square if exact else square * (1 + Fraction(TIE)))

    def start(self) -> int:
        """The initial state: no round played."""
        what = f"{shown(self.forced)} examples of as many features (R^2 / gamma^2)"
        check_size(what, 8 * self.forced**2, "use a larger margin")
        return 0

    def example(self, t: int, predict: Callable[[Examples], np.ndarray]) -> np.ndarray | None:
        """The example R e_t; None after the last round."""
        if t == self.forced:
            return None
        x = np.zeros(self.forced, dtype=np.asarray(self.radius).dtype)
        x[t] = self.radius
        return x

    def label(self, t: int, x: np.ndarray, prediction: int) -> tuple[int, int]:
        """The label that was not predicted."""
        return _other(prediction), t + 1

    def comparator(self, trace: Trace) -> np.ndarray:
        """The unit vector that explains the labels of a run: y_t / sqrt(d) in direction t."""
        return trace.y / math.sqrt(self.forced)


@dataclass(frozen=True)
class KDisjunction(Parameters):
    """Forces about k(n - k) mistakes on the Perceptron; the target is an OR of k of n Boolean variables.

    The points are those of {0, 1}^n with a constant feature 1, and the relevant variables the first k. Of the
    irrelevant ones, m = floor((n - k) / 2) make up A and the next m make up B.

    1. Show 1_B, labelled -1.
    2. For each relevant variable i: show e_i + 1_A + 1_B, labelled +1; until the learner gets it right, answer each
       error with 1_A + 1_B, labelled -1, and show it again.

    Each pair of mistakes raises the weight of variable i by 1 and puts all other weights back where they were, and
    variable i alone must outweigh m of them.

    Parameters
    ----------
    n, k : int
        1 <= k <= n - 2.

    Notes
    -----
    `forced` counts the mistakes of a Perceptron that starts at zero, at any learning rate whose multiples are exact (1,
    1/4, ``Fraction(1, 10)``; sums of the float 0.1 miss the ties). Another learner may make fewer; one that never
    learns keeps the adversary going until `duel` stops it.

    References
    ----------
    Kivinen, Warmuth and Auer (1997), The Perceptron algorithm versus Winnow.

    Examples
    --------
    >>> import mistakebound as mb
    >>> adversary = mb.KDisjunction(n=10, k=2)
    >>> mb.duel(mb.Perceptron(ties=1), adversary).n_mistakes, adversary.forced(ties=1)
    (21, 21)
    >>> mb.duel(mb.Perceptron(), adversary).n_mistakes, adversary.forced("mistake")
    (25, 25)
    """

    n: int = length()
    k: int = whole()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n < self.k + 2:
            raise MistakeBoundError(
                f"n is {self.n} and k is {self.k}: at least two irrelevant variables are needed; use n >= {self.k + 2}."
            )

    @property
    def m(self) -> int:
        """Size of A, and of B: floor((n - k) / 2)."""
        return (self.n - self.k) // 2

    def forced(self, ties: str | int) -> int:
        """Mistakes of the Perceptron: 1 + 2k(m + 1) if a tie is +1, and 1 + 2k(m + 2) if it is a mistake.

        If a tie is -1, only 2k: the Perceptron is right about 1_B, and the examples that follow then do it little harm.
        """
        k, m = self.k, self.m
        counts = {1: 1 + 2 * k * (m + 1), "mistake": 1 + 2 * k * (m + 2), -1: 2 * k}
        if not one_of(ties, *counts):
            raise MistakeBoundError(f"ties is {shown(ties)}: it must be 'mistake', -1 or +1.")
        return counts[ties]

    def start(self) -> Any:
        """The initial state: show 1_B, then begin with variable 0."""
        return "opening", 0

    def example(self, state: Any, predict: Callable[[Examples], np.ndarray]) -> np.ndarray | None:
        """The next point: 1_B, e_i + 1_A + 1_B or 1_A + 1_B, each with the constant 1."""
        due, i = state
        if i == self.k:
            return None
        k, m = self.k, self.m
        x = np.zeros(self.n + 1, dtype=np.int64)
        x[-1] = 1
        x[k + m : k + 2 * m] = 1
        if due != "opening":
            x[k : k + m] = 1
        if due == "positive":
            x[i] = 1
        return x

    def label(self, state: Any, x: np.ndarray, prediction: int) -> tuple[int, Any]:
        """+1 for the points with a relevant variable; a right prediction there moves on to the next variable."""
        due, i = state
        if due == "positive":
            return 1, ("positive", i + 1) if prediction == 1 else ("negative", i)
        return -1, ("positive", i)

    def comparator(self, trace: Trace | None = None) -> np.ndarray:
        """2 for each relevant variable and -1 for the constant: margin 1, squared length 4k + 1, whatever the run."""
        u = np.zeros(self.n + 1, dtype=np.int64)
        u[: self.k], u[-1] = 2, -1
        return u


@dataclass(frozen=True)
class Bisection(Parameters):
    """Forces a mistake in every round, for any number of rounds, with the labels of one threshold on a line.

    In each round it shows the middle s of the interval where the threshold can still lie, gives the label that was not
    predicted (+1 means that the threshold is below s), and keeps the quarter of the interval that agrees with the label
    and is farthest from s. So without a positive margin, fixed in advance, there is no bound on mistakes. The examples
    are exact (Fraction or int in object arrays).

    Parameters
    ----------
    rounds : int
        Number of rounds, and of mistakes.

    Notes
    -----
    The examples (s, 1) have length at most sqrt(2), and the margin shrinks like 4^{-t}. If they were multiplied by
    4^{t+1}, which changes no sign, the margin would stay and the radius would grow: only R / gamma matters.

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.duel(mb.Perceptron(), mb.Bisection(rounds=40)).n_mistakes
    40
    """

    rounds: int = whole()

    # After t rounds the interval is [a, a + 1] / 4^t: the state is (t, a).

    def start(self) -> tuple[int, int]:
        """The initial state: the interval [0, 1]."""
        check_size(f"the exact numbers of {shown(self.rounds)} rounds", self.rounds**2, "use fewer rounds")
        return 0, 0

    def example(self, state: Any, predict: Callable[[Examples], np.ndarray]) -> np.ndarray | None:
        """The middle of the interval, (a + 1/2) / 4^t, with the constant 1."""
        t, a = state
        if t == self.rounds:
            return None
        return np.array([Fraction(2 * a + 1, 2 * 4**t), 1], dtype=object)

    def label(self, state: Any, x: np.ndarray, prediction: int) -> tuple[int, Any]:
        """The label that was not predicted."""
        t, a = state
        y = _other(prediction)
        return y, (t + 1, self._keep(a, y))

    def comparator(self, trace: Trace) -> np.ndarray:
        """(1, -theta), where theta is the middle of the interval that a run leaves."""
        a = 0
        for y in trace.y:
            a = self._keep(a, y)
        return np.array([1, -Fraction(2 * a + 1, 2 * 4**trace.n_rounds)], dtype=object)

    @staticmethod
    def _keep(a: int, y: int) -> int:
        """The lowest quarter of the interval after a label +1, the highest after -1."""
        return 4 * a if y > 0 else 4 * a + 3


def _other(prediction: int) -> int:
    """The label that was not predicted; after a prediction of 0, when either will do, +1."""
    return -1 if prediction > 0 else 1


# --- finite classes ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contrarian:
    r"""Contradicts every prediction of the learner, as long as some concept of a class allows it.

    Each time it chooses the example that leaves the most concepts. On n singletons it forces n - 1 mistakes on a
    learner that uses one consistent concept; against Halving it finds the narrowest majority. Unlike `worst_case`, it
    does not look ahead.

    Parameters
    ----------
    concepts : ConceptClass
        A class with few points, because the learner is asked about all of them at once.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.singletons(8)
    >>> [mb.duel(learner, mb.Contrarian(C)).n_mistakes for learner in (mb.Consistent(C), mb.Halving(C))]
    [7, 1]
    >>> C = mb.concepts.all_functions(3)
    >>> mb.duel(mb.Halving(C), mb.Contrarian(C)).n_mistakes
    8
    """

    concepts: ConceptClass

    def start(self) -> np.ndarray:
        """The initial state: all concepts."""
        return check_kind(self.concepts, ConceptClass, "concepts").everything

    def example(self, V: np.ndarray, predict: Callable[[Examples], np.ndarray]) -> np.ndarray | None:
        """The point where contradicting the learner leaves the most concepts of the version space V."""
        points = self.concepts.points
        votes = self.concepts.votes(V, points)
        left = np.where(predict(points) > 0, count(V) - votes, votes)
        return points[np.argmax(left)] if left.any() else None

    def label(self, V: np.ndarray, x: np.ndarray, prediction: int) -> tuple[int, np.ndarray]:
        """The label that was not predicted."""
        y = _other(prediction)
        return y, V & self.concepts.agreeing(x[None], [y])[0]

    def comparator(self, trace: Trace) -> int:
        """The number of a concept that gives all labels of a run."""
        return int(self.concepts.members(self.concepts.version_space(trace.X, trace.y))[0])


@dataclass(frozen=True)
class TreeWalk:
    r"""Walks down a mistake tree and contradicts every prediction: Ldim(C) mistakes, for every deterministic learner.

    Parameters
    ----------
    concepts : ConceptClass
    coins : sequence of -1 and +1, optional
        Labels to give instead, one for each level. If they are tossed fairly, every learner, random or not, errs at
        each level with probability 1/2, so that the expected number of mistakes is Ldim(C) / 2.

    References
    ----------
    Littlestone (1988).

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.thresholds(255)
    >>> [mb.duel(learner, mb.TreeWalk(C)).n_mistakes for learner in (mb.Consistent(C), mb.Perceptron(ties=1))]
    [8, 8]
    """

    concepts: ConceptClass
    coins: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        depth = littlestone_dimension(self.concepts)
        if depth < 1:
            raise MistakeBoundError(
                f"{self.concepts!r} has Littlestone dimension {depth}: no mistake can be forced; use a class with at "
                "least two concepts."
            )
        if self.coins is None:
            return
        coins = tuple(check_y(self.coins).tolist())
        if len(coins) != depth:
            raise MistakeBoundError(f"there are {len(coins)} coins but {depth} levels: give one coin for each level.")
        object.__setattr__(self, "coins", coins)

    @cached_property
    def tree(self) -> MistakeTree:
        """The mistake tree."""
        return mistake_tree(self.concepts)

    # The state is (level, node).

    def start(self) -> Any:
        """The initial state: the root."""
        return 0, self.tree

    def example(self, state: Any, predict: Callable[[Examples], np.ndarray]) -> np.ndarray | None:
        """The point of the node; None at a leaf."""
        _, node = state
        return self.concepts.points[node.point] if isinstance(node, MistakeTree) else None

    def label(self, state: Any, x: np.ndarray, prediction: int) -> tuple[int, Any]:
        """The label that was not predicted, or the coin's label; it decides which way to go down."""
        level, node = state
        y = _other(prediction) if self.coins is None else self.coins[level]
        return y, (level + 1, node.plus if y > 0 else node.minus)

    def comparator(self, trace: Trace) -> int:
        """The concept of the leaf that a run reached."""
        node: Any = self.tree
        for y in trace.y:
            node = node.plus if y > 0 else node.minus
        return node


def worst_case(learner: Learner, concepts: ConceptClass) -> Trace:
    r"""The run with the most mistakes on any examples that some concept agrees with: it attains M_A(C).

    The search tries all sequences, but treats those with the same state and version space as one.

    Parameters
    ----------
    learner : Learner
        A deterministic learner.
    concepts : ConceptClass
        A small class.

    Returns
    -------
    Trace
        The run, without the rounds that change nothing.

    Raises
    ------
    MistakeBoundError
        If a sequence returns the learner to an earlier state, so that it may err for ever, or changes it for longer
        than Python can search.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.thresholds(7)
    >>> [mb.worst_case(learner, C).n_mistakes for learner in (mb.Consistent(C), mb.Halving(C), mb.StandardOptimal(C))]
    [7, 3, 3]
    """
    check_methods(learner)
    points = check_kind(concepts, ConceptClass, "concepts").points
    found: dict[tuple[bytes, bytes], Any] = {}
    labels = {y: np.full(len(points), y) for y in (-1, 1)}
    agreeing = {y: concepts.agreeing(points, labels[y]) for y in labels}

    def moves(state: Any, V: np.ndarray) -> Iterator[tuple[bool, Any, Any]]:
        """Every example that changes something: whether it is a mistake, the example, and both states after it."""
        predictions = learner.predict(state, points)
        for y in labels:
            wants, left = learner.wants_update(state, points, labels[y]), V & agreeing[y]
            for j in np.flatnonzero(left.any(axis=1)):
                wrong = bool(predictions[j] != y)
                if wrong or wants[j] or (left[j] != V).any():
                    after = learner.update(state, points[j], y) if wants[j] else state
                    yield wrong, (points[j], y), (after, left[j])

    def search(state: Any, V: np.ndarray) -> tuple[int, Any, Any]:
        """The most mistakes from here on, the first example, and the state and version space after it."""
        key = pickle.dumps(state), V.tobytes()  # if equal states differ in bytes, a search is repeated
        if key not in found:
            found[key] = None  # marks an unfinished search, so that a way back here is noticed
            ways = [(wrong + search(*after)[0], example, after) for wrong, example, after in moves(state, V)]
            found[key] = max(ways, key=lambda way: way[0], default=(0, None, None))
        if found[key] is None:
            raise MistakeBoundError(
                f"{shown(learner)} returns to an earlier state: it has no worst case; use a learner whose updates end."
            )
        return found[key]

    try:
        way = search(learner.start(concepts.n_features), concepts.everything)
    except RecursionError:
        raise MistakeBoundError(
            f"{shown(learner)} can go on changing for more rounds than the search allows: use a smaller class, or a "
            "learner whose updates end on every class."
        ) from None
    examples = []
    while way[1] is not None:
        examples.append(way[1])
        way = search(*way[2])
    X, y = zip(*examples, strict=True) if examples else (points[:1], concepts.labels(0, points[:1]))
    return play(learner, np.stack(X), np.array(y))


def worst_advice(n: int, m: int, beta: float) -> tuple[np.ndarray, np.ndarray]:
    """Advice (T, n), -1 or +1, and labels (T,), on which a weighted majority of n advisers errs in the most rounds.

    The search tries all choices of nature. Among advisers who were wrong equally often, only the number who are wrong
    matters. The label is always +1.

    Parameters
    ----------
    n, m : int
        Number of advisers, and the promise: the best of them is wrong at most m times.
    beta : float
        Factor by which the learner, when it errs, multiplies the weight of each adviser who was wrong.

    Examples
    --------
    >>> from mistakebound.adversaries import worst_advice
    >>> X, y = worst_advice(4, 0, 1e-6)
    >>> X.tolist(), y.tolist()
    ([[-1, -1, 1, 1], [-1, -1, -1, 1]], [1, 1])
    """

    n, m = check_whole(n, "n", most=MOST_ADVISERS), check_whole(m, "m", least=0, most=MOST_ADVISERS)
    beta = float(check_share(beta, "beta"))
    deepest = (math.log(n) - m * math.log(beta)) / -math.log1p((beta - 1) / 2)  # by the learner's mistake bound
    if deepest > MOST_ROUNDS:
        raise MistakeBoundError(f"beta is {beta}: {deepest:.0f} mistakes may be possible, too many to try; lower beta.")

    @cache
    def search(errors: tuple[int, ...], m: int) -> tuple[int, tuple[int, ...]]:
        """The most mistakes from here, and how many advisers of each number of errors are wrong at the first."""
        levels = sorted(Counter(errors).items())
        found: tuple[int, tuple[int, ...]] = (0, ())
        for wrong in product(*(range(size + 1) for _, size in levels)):
            weight = sum(beta**e * k for (e, _), k in zip(levels, wrong, strict=True))
            after = sorted(e + (i < k) for (e, size), k in zip(levels, wrong, strict=True) for i in range(size))
            if 2 * weight >= sum(beta**e for e in errors) * (1 - TIE) and after[0] <= m:
                more, _ = search(tuple(e - after[0] for e in after), m - after[0])
                found = max(found, (1 + more, wrong))
        return found

    def rows() -> Iterator[np.ndarray]:
        errors = np.zeros(n, dtype=int)
        while (found := search(tuple(sorted(errors - errors.min())), m - errors.min()))[0]:
            x = np.ones(n, dtype=int)
            for level, k in zip(np.unique(errors), found[1], strict=True):
                x[np.flatnonzero(errors == level)[:k]] = -1
            errors = errors + (x < 0)
            yield x

    X = np.array(list(rows()))
    return X, np.ones(len(X), dtype=int)
