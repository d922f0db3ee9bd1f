"""Learners for finite classes: consistent, Halving, standard optimal, weighted majorities and elimination.

Legend: C a class of N concepts, V the remaining concepts (packed, one bit for each concept), x example, y its label, L
the remaining literals, n Boolean variables.

A learner's state holds the remaining concepts or literals or, for a weighted majority, the concepts by how often they
lost weight. An example that rules out everything raises `NotRealizable`, and `play` adds the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from ..checks import as_array, check_kind
from ..concepts import ConceptClass, Formula, littlestone_dimension
from ..concepts.bits import count, unpack
from ..concepts.families import check_literals, check_variables, literal_values
from ..errors import MistakeBoundError, NotRealizable, shown
from ..parameters import Parameters, checked, choice, length, share, whole
from ..protocol import Learner
from ..types import Examples, Number

__all__ = [
    "Consistent", "Elimination", "Halving", "RandomizedMajority", "StandardOptimal", "VersionSpaceLearner",
    "WeighingLearner", "WeightedMajority",
]  # fmt: skip


def check_concepts(C: ConceptClass, name: str) -> ConceptClass:
    """Return the class if it is not empty; otherwise raise."""
    if len(check_kind(C, ConceptClass, name)) == 0:
        raise MistakeBoundError(f"{C!r} is empty: there is nothing to learn; use a class with at least one concept.")
    return C


CONCEPTS = checked(check_concepts)
TIES = choice(-1, 1, default=-1)


class VersionSpaceLearner(Parameters, Learner):
    """Base of the learners whose state is the remaining concepts: those that agree with every example learned from.

    These are the version space if, as by default, the learner learns from every example that rules out a concept.

    A subclass is a frozen dataclass with a field `concepts`, and defines `predict`.
    """

    concepts: ConceptClass

    def start(self, n_features: int) -> np.ndarray:
        """The initial state: all concepts of the class."""
        return self.concepts.everything

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """For each row, whether a remaining concept disagrees with its label."""
        votes, size = self.concepts.votes(state, X), count(state)
        return np.where(np.asarray(y) > 0, votes, size - votes) < size

    def update(self, state: Any, x: np.ndarray, y: int) -> np.ndarray:
        """The concepts that remain after the example."""
        kept = state & self.concepts.agreeing(x[None], [y])[0]
        if not kept.any():
            raise NotRealizable(
                f"no concept of {self.concepts!r} gives {x.tolist()} the label {int(y):+d} and agrees with the "
                "examples before it: correct the labels, or use a larger class; WeightedMajority does not need a "
                "concept that is always right."
            )
        return kept


@dataclass(frozen=True)
class Consistent(VersionSpaceLearner):
    """CON: predict with one of the remaining concepts.

    Parameters
    ----------
    concepts : ConceptClass
    order : sequence of int, "random", or None
        Choice of the concept: the first remaining one in this order of all concepts (by default 0, 1, 2, ...), or a
        random one, drawn again whenever a concept has been dropped.
    seed : int
        Seed of the random choice, which is a function of the seed and of the number of remaining concepts. So the
        learner stays a value, and an adversary who may query it before choosing an example can know its choice.

    References
    ----------
    Littlestone (1988), and for the random choice Littlestone and Warmuth (1994). `CONSISTENT` and `CONSISTENT_RANDOM`
    are its bounds.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.thresholds(7)
    >>> X, y = [[0], [1], [2], [3], [4], [5], [6]], [-1, -1, -1, -1, -1, -1, -1]
    >>> mb.play(mb.Consistent(C), X, y).n_mistakes, mb.play(mb.Consistent(C, order=range(7, -1, -1)), X, y).n_mistakes
    (7, 0)
    """

    concepts: ConceptClass = CONCEPTS
    order: Sequence[int] | Literal["random"] | None = None
    seed: int = whole(0, least=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.order is None or (isinstance(self.order, str) and self.order == "random"):
            return
        N = len(self.concepts)
        order = as_array(self.order, "order", "a sequence of numbers")
        if order.ndim != 1 or order.dtype.kind not in "iu" or not np.array_equal(np.sort(order), np.arange(N)):
            raise MistakeBoundError(
                f"order is {shown(self.order)}: it must be 'random', or 0 to {N - 1} in some order."
            )
        object.__setattr__(self, "order", tuple(order.tolist()))

    def choice(self, state: Any) -> int:
        """The concept that makes the predictions."""
        members = self.concepts.members(state)
        if self.order is None:
            return int(members[0])
        if self.order == "random":
            return int(np.random.default_rng([self.seed, len(members)]).choice(members))
        left = set(members.tolist())
        return next(h for h in self.order if h in left)

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """The labels of the chosen concept."""
        return self.concepts.labels(self.choice(state), X)


@dataclass(frozen=True)
class Halving(VersionSpaceLearner):
    """Halving: predict with the majority of the remaining concepts, so that every mistake at least halves their number.

    Parameters
    ----------
    concepts : ConceptClass
    ties : {-1, 1}
        The label predicted when the vote is even.
    updates : {"rounds", "mistakes"}
        Drop wrong concepts in every round, or only in the rounds in which the majority is wrong.

    References
    ----------
    Angluin (1988), Littlestone (1988). `HALVING` is its bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.thresholds(255)
    >>> X, y = [[j] for j in range(255)], [-1] * 200 + [1] * 55
    >>> trace = mb.play(mb.Halving(C), X, y)
    >>> trace.mistakes, trace.n_updates
    (array([200]), 201)
    """

    concepts: ConceptClass = CONCEPTS
    ties: int = TIES
    updates: str = choice("rounds", "mistakes", default="rounds")

    @property
    def conservative(self) -> bool:
        """Whether its updates are its mistakes."""
        return self.updates == "mistakes"

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """The label that the larger number of concepts gives."""
        return _sign(2 * self.concepts.votes(state, X) - count(state), self.ties)

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """For each row, whether wrong concepts are to be dropped."""
        return (Learner if self.conservative else VersionSpaceLearner).wants_update(self, state, X, y)


@dataclass(frozen=True)
class StandardOptimal(VersionSpaceLearner):
    """The standard optimal algorithm (SOA): predict the label that leaves the larger Littlestone dimension.

    A mistake then leaves the smaller dimension, and no deterministic learner has a better worst case.

    Parameters
    ----------
    concepts : ConceptClass
    ties : {-1, 1}
        The label predicted when both labels leave the same dimension.

    References
    ----------
    Littlestone (1988). `LITTLESTONE` is its bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.dictators(4)
    >>> mb.play(mb.StandardOptimal(C), C.points, C.labels(2, C.points)).n_mistakes
    1
    """

    concepts: ConceptClass = CONCEPTS
    ties: int = TIES

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """The label that leaves the larger Littlestone dimension."""
        columns, which = np.unique(self.concepts.columns(X) & state, axis=0, return_inverse=True)
        sides = [[littlestone_dimension(self.concepts, V) for V in (plus, state ^ plus)] for plus in columns]
        return _sign(np.subtract(*np.transpose(sides)), self.ties)[which.ravel()]


@dataclass(frozen=True)
class WeighingLearner(Parameters, Learner):
    """Base of the learners that weigh each concept: its weight is beta to the number of times that it lost weight.

    Notes
    -----
    The state is a stack of packed sets, (updates + 1, ceil(N / 64)): the concepts that lost weight 0, 1, 2, ... times.
    """

    concepts: ConceptClass = CONCEPTS
    beta: Number = share()

    def start(self, n_features: int) -> np.ndarray:
        """The initial state: no concept has lost weight."""
        return self.concepts.everything[None]

    def errors(self, state: Any) -> np.ndarray:
        """How often each concept lost weight, (N,)."""
        return np.arange(len(state)) @ unpack(state, len(self.concepts))

    def weights(self, state: Any) -> np.ndarray:
        """The weight of each concept, (N,)."""
        return float(self.beta) ** self.errors(state)

    def votes(self, state: Any, X: Examples) -> tuple[np.ndarray, int]:
        """The weight that votes +1 for each row, and the total weight: whole numbers, in a common unit."""
        p, q = Fraction(self.beta).as_integer_ratio()
        levels = np.flatnonzero(state.any(axis=1))
        exponents = (levels - levels[0]).tolist()
        weights = np.array([p**e * q ** (exponents[-1] - e) for e in exponents], dtype=object)
        votes, sizes = self.concepts.votes(state[levels], X), count(state[levels])
        return weights @ votes.astype(object), weights @ sizes.astype(object)

    def update(self, state: Any, x: np.ndarray, y: int) -> np.ndarray:
        """Move every wrong concept one level down."""
        agreeing = self.concepts.agreeing(x[None], [y])[0]
        none = np.zeros_like(agreeing)
        return np.vstack([state & agreeing, none]) | np.vstack([none, state & ~agreeing])


@dataclass(frozen=True)
class WeightedMajority(WeighingLearner):
    """Weighted majority: a concept's weight is beta to the number of rounds in which it and the vote were wrong.

    No concept need always be right. If one is, and beta is near 0, this is Halving.

    Parameters
    ----------
    concepts : ConceptClass
    beta : number
        0 < beta < 1. Votes are compared exactly; a float is taken at its exact binary value.
    ties : {-1, 1}
        The label predicted when the vote is even.

    References
    ----------
    Littlestone and Warmuth (1994). `WEIGHTED_MAJORITY` is its bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> learner = mb.WeightedMajority(mb.concepts.singletons(8), beta=0.5)
    >>> trace = mb.play(learner, [[3], [3], [5], [3]], [1, 1, 1, 1])
    >>> trace.n_mistakes, learner.weights(trace.final_state).round(3).tolist()
    (4, [0.062, 0.062, 0.062, 0.5, 0.062, 0.125, 0.062, 0.062])
    """

    ties: int = TIES

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """The label with more weight."""
        plus, total = self.votes(state, X)
        return _sign(2 * plus - total, self.ties)


@dataclass(frozen=True)
class RandomizedMajority(WeighingLearner):
    """Randomised weighted majority: follow a concept drawn by weight; multiply the weights of wrong concepts by beta.

    Weights change in every round in which some concept is wrong, whatever the coin shows. So labels that do not depend
    on the coins give the same weights with every seed.

    Parameters
    ----------
    concepts : ConceptClass
    beta : number
        0 < beta < 1. The draw is exact; a float is taken at its exact binary value.
    seed : int
        Seed of the coins. There is a new coin after each update, a function of the seed and of the number of updates.
        So the learner stays a value, and an adversary who may query it before choosing an example can know its coin. If
        no concept is wrong, all predict the same, and the coin does not matter.

    References
    ----------
    Littlestone and Warmuth (1994). `RANDOMIZED_MAJORITY` is its bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.dictators(3)
    >>> X, y = [[0, 0, 1], [1, 0, 1], [0, 1, 0]], [1, -1, -1]
    >>> [mb.play(mb.RandomizedMajority(C, 0.5, seed), X, y).mistakes.tolist() for seed in range(4)]
    [[0, 1], [1, 2], [0, 2], [1, 2]]
    """

    seed: int = whole(0, least=0)

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """The label of a concept drawn by weight: +1 if the coin, a number from 0 to 1, is below the share of +1."""
        plus, total = self.votes(state, X)
        coin = Fraction(np.random.default_rng([self.seed, len(state)]).random())
        return np.where(coin * total < plus, 1, -1)

    def wants_update(self, state: Any, X: Examples, y: np.ndarray) -> np.ndarray:
        """For each row, whether some concept is wrong."""
        N = len(self.concepts)
        votes = self.concepts.votes(self.concepts.everything, X)
        return np.where(np.asarray(y) > 0, votes, N - votes) < N


@dataclass(frozen=True)
class Elimination(Parameters, Learner):
    """Elimination: the conjunction of every literal that no positive example has contradicted.

    It contains all literals of the target and perhaps more, so it errs on positive examples only, and each mistake
    drops a literal. For disjunctions, the same holds with labels and literals negated.

    Parameters
    ----------
    n : int
        Number of variables.
    literals : {"monotone", "all"}
        Start with the n variables, or with all 2n literals.
    connective : {"∧", "∨"}
        Learn a conjunction or a disjunction.

    References
    ----------
    Valiant (1984). `ELIMINATION` is its bound.

    Examples
    --------
    >>> import mistakebound as mb
    >>> X, y = [[1, 1, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1]], [1, 1, -1]
    >>> learner = mb.Elimination(4)
    >>> trace = mb.play(learner, X, y)
    >>> trace.mistakes, print(learner.hypothesis(trace.final_state))
    x2 ∧ x3
    (array([1]), None)
    """

    n: int = length()
    literals: str = choice("monotone", "all", default="monotone")
    connective: str = choice("∧", "∨", default="∧")

    def start(self, n_features: int) -> np.ndarray:
        """The initial state: a mask of all literals, x1, ..., xn and, unless monotone, their negations."""
        check_variables(n_features, self.n)
        return np.ones(check_literals(self.literals) * self.n, dtype=bool)

    def hypothesis(self, state: Any) -> Formula:
        """The formula of the remaining literals."""
        return Formula.holding(state, self.n, self.connective)

    def predict(self, state: Any, X: Examples) -> np.ndarray:
        """The labels of the formula."""
        return self.hypothesis(state)(X)

    def update(self, state: Any, x: np.ndarray, y: int) -> np.ndarray:
        """Drop the literals that the example contradicts: in a conjunction, those false at a positive example."""
        if (y > 0) != (self.connective == "∧"):
            raise NotRealizable(
                f"no formula with '{self.connective}' and these literals gives {x.tolist()} the label {int(y):+d} and "
                "agrees with the examples before it: the target is of another kind, or a label is wrong; use a class "
                "that contains the target."
            )
        values = literal_values(x[None], self.n)[0, : len(state)]
        return state & (values if self.connective == "∧" else ~values)


def _sign(lead: np.ndarray, ties: int) -> np.ndarray:
    """The sign of each entry, or `ties` where it is 0."""
    return np.where(lead > 0, 1, np.where(lead < 0, -1, ties))
