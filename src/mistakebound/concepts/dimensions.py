r"""Measures of how rich a class is: shattered sets, the VC dimension, mistake trees and the Littlestone dimension.

Legend: C a class, V a part of it, m points, d a depth or a size.

Inside this module a set of concepts is one Python integer, with one bit for each concept.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..checks import check_kind
from ..errors import MistakeBoundError
from .bits import integer
from .classes import ConceptClass

MANY, SPACES = 256, 20_000  # the most concepts, and version spaces, that are searched
ROUNDING = 1e-9  # the rounding of a logarithm


def vc_dimension(C: ConceptClass) -> int:
    """Size of the largest set of points that the class shatters; -1 for the empty class.

    References
    ----------
    Vapnik and Chervonenkis (1971).

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.vc_dimension(mb.concepts.thresholds(255)), mb.littlestone_dimension(mb.concepts.thresholds(255))
    (1, 8)
    """
    columns, best = _depths(C).columns, -1

    def grow(parts: list[int], start: int) -> None:
        """Add points from `start` on to a shattered set, which cuts the class into the given nonempty parts."""
        nonlocal best
        size = len(parts).bit_length() - 1
        best = max(best, size)
        for j in range(start, len(columns)):
            # a set that beats the best so far needs enough points, and enough concepts in every part
            if size + len(columns) - j <= best or min(map(int.bit_count, parts)) < 2 ** (best + 1 - size):
                return
            cut = [side for part in parts for side in (part & columns[j], part & ~columns[j])]
            if all(cut):
                grow(cut, j + 1)

    if len(C):
        grow([integer(C.everything)], 0)
    return best


def littlestone_dimension(C: ConceptClass, V: np.ndarray | None = None) -> int:
    r"""Depth of the deepest mistake tree of the class: the mistakes that the best learner cannot avoid.

    Ldim(∅) = -1; otherwise the largest of 0 and 1 + min(Ldim(C with x → -1), Ldim(C with x → +1)) over the points x.

    Parameters
    ----------
    C : ConceptClass
    V : packed version space, optional
        The part of the class to measure; by default, all of it.

    References
    ----------
    Littlestone (1988).

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.monotone_conjunctions(4)
    >>> mb.littlestone_dimension(C), mb.littlestone_dimension(C.restrict([0, 1, 1, 1], -1))
    (4, 3)
    """
    depths = _depths(C)
    return depths.of(integer(C.everything if V is None else C.check_space(V)))


def randomized_littlestone_dimension(C: ConceptClass) -> Fraction:
    r"""Half the expected length of a fair random walk down the best mistake tree, which need not be complete.

    It is the expected number of mistakes that the best learner with coins cannot avoid, on examples that some concept
    explains. RL(∅) = -1, RL = 0 for a single concept, and otherwise it is the largest of (1 + RL(C with x → -1) + RL(C
    with x → +1)) / 2 over the points x on which two concepts differ.

    Parameters
    ----------
    C : ConceptClass
        A small class, because the search goes through most of its version spaces.

    Returns
    -------
    Fraction
        At least half the Littlestone dimension; at most that dimension, and at most half of log2 of the number of
        concepts.

    Raises
    ------
    MistakeBoundError
        For more than 256 concepts, or more than 20 000 version spaces.

    References
    ----------
    Filmus, Hanneke, Mehalel and Moran (2023).

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.singletons(4)
    >>> mb.littlestone_dimension(C), mb.randomized_littlestone_dimension(C)
    (1, Fraction(7, 8))
    """
    columns, whole = _depths(C).columns, integer(C.everything)
    known: dict[int, Fraction] = {}

    def walk(V: int) -> Fraction:
        """Expected length of the longest fair walk: twice the dimension, and at most log2 of the number of concepts."""
        if V in known:
            return known[V]
        if V.bit_count() > MANY or len(known) == SPACES:
            raise MistakeBoundError(
                f"{C!r} has more than {MANY} concepts or {SPACES} version spaces, through all of which the randomised "
                "dimension goes: take a part of the class, or C.on(X), as it is seen on a sample of points."
            )
        best, size = Fraction(0), V.bit_count()
        sides = {V & column for column in columns} - {0, V}
        for plus in sorted(sides, key=lambda side: abs(2 * side.bit_count() - size)):
            a = plus.bit_count()
            if 1 + math.log2(a * (size - a)) / 2 < best - ROUNDING:
                break  # nor can the less even splits
            best = max(best, 1 + (walk(plus) + walk(V ^ plus)) / 2)
        known[V] = best
        return best

    return walk(whole) / 2 if whole else Fraction(-1)


@dataclass(frozen=True)
class MistakeTree:
    """A point to ask about, and the tree to go on with after each label; a leaf is the number of a concept.

    Attributes
    ----------
    point : int
        Row of ``C.points``.
    minus, plus : MistakeTree or int
        The trees after the labels -1 and +1; a leaf is a concept that gives every label on its path.
    """

    point: int
    minus: MistakeTree | int
    plus: MistakeTree | int

    @property
    def depth(self) -> int:
        """Number of mistakes that a walk down to a leaf forces."""
        return 1 + (self.minus.depth if isinstance(self.minus, MistakeTree) else 0)


def mistake_tree(C: ConceptClass) -> MistakeTree | Any:
    """A complete mistake tree as deep as the Littlestone dimension: its witness, which `is_mistake_tree` verifies.

    Parameters
    ----------
    C : ConceptClass
        A class with at least one concept.

    Returns
    -------
    MistakeTree, or int
        For a class with only one concept, the number of that concept.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.thresholds(3)
    >>> tree = mb.mistake_tree(C)
    >>> tree
    MistakeTree(point=1, minus=MistakeTree(point=2, minus=3, plus=2), plus=MistakeTree(point=0, minus=1, plus=0))
    >>> mb.concepts.is_mistake_tree(C, tree)
    True
    """
    if len(check_kind(C, ConceptClass, "C")) == 0:
        raise MistakeBoundError("the class is empty: a mistake tree needs a concept at every leaf.")
    return _depths(C).tree(integer(C.everything), littlestone_dimension(C))


def is_mistake_tree(C: ConceptClass, tree: MistakeTree | int) -> bool:
    """Whether a tree is complete and each of its leaves is a concept that gives every label on its path."""
    check_kind(C, ConceptClass, "C")
    depths = set()

    def sound(tree: MistakeTree | int, path: list[tuple[int, int]]) -> bool:
        if isinstance(tree, MistakeTree):
            sides = (tree.minus, -1), (tree.plus, 1)
            return 0 <= tree.point < C.n_points and all(sound(side, [*path, (tree.point, y)]) for side, y in sides)
        depths.add(len(path))
        if not (isinstance(tree, int | np.integer) and 0 <= tree < len(C)):
            return False
        return all(C.labels(tree, C.points[[point]])[0] == y for point, y in path)

    return sound(tree, []) and len(depths) == 1


def _depths(C: ConceptClass) -> _Depths:
    """The dimensions found so far for version spaces of a class, kept as long as the class exists."""
    if check_kind(C, ConceptClass, "C") not in _KNOWN:
        _KNOWN[C] = _Depths([integer(column) for column in C.bits])
    return _KNOWN[C]


_KNOWN: WeakKeyDictionary[ConceptClass, _Depths] = WeakKeyDictionary()


class _Depths:
    """Littlestone dimensions of the version spaces of one class; here a version space is an integer, a bit a concept.

    `known` maps a version space to the largest depth proved and the smallest depth refuted.
    """

    def __init__(self, columns: list[int]) -> None:
        self.columns = columns
        self.known: dict[int, tuple[int, int]] = {}

    def of(self, V: int) -> int:
        """Ldim(V)."""
        d = -1
        while self.reaches(V, d + 1):
            d += 1
        return d

    def reaches(self, V: int, d: int) -> bool:
        """Whether Ldim(V) >= d."""
        if V.bit_count() < 1 << d:  # a tree of depth d has 2^d leaves
            return False
        proved, refuted = self.known.get(V, (1, V.bit_count().bit_length()))  # two concepts differ at some point
        if proved < d < refuted:
            found = self.split(V, d) is not None
            proved, refuted = (d, refuted) if found else (proved, d)
            self.known[V] = proved, refuted
        return d <= proved

    def split(self, V: int, d: int) -> tuple[int, int, int] | Any:
        """A point and its sides (minus, plus), each of depth at least d - 1, for the most even such split; or None."""
        least, sides = 1 << (d - 1), {}
        for j, column in enumerate(self.columns):
            plus = V & column
            size = plus.bit_count()
            smaller = min(size, V.bit_count() - size)
            if smaller >= least and plus not in sides and V ^ plus not in sides:
                sides[plus] = -smaller, j
        for plus in sorted(sides, key=sides.__getitem__):
            minus = V ^ plus
            small, large = sorted((minus, plus), key=int.bit_count)
            if self.reaches(small, d - 1) and self.reaches(large, d - 1):
                return sides[plus][1], minus, plus
        return None

    def tree(self, V: int, d: int) -> MistakeTree | int:
        """A mistake tree of depth d for V."""
        if d == 0:
            return (V & -V).bit_length() - 1
        point, minus, plus = self.split(V, d)
        return MistakeTree(point, self.tree(minus, d - 1), self.tree(plus, d - 1))
