"""A finite concept class: its table, its version spaces, its votes.

Legend: C a class, N its number of concepts, h the number of a concept (0 to N - 1), X points (m, d), y labels (m,),
V a version space (a set of concepts).

A concept gives every point the label +1 (True) or -1 (False). A point is always a row of numbers, so that Halving and
the Perceptron can play on the same X. A set of concepts has one bit for each concept, packed in 64-bit words; a vote of
the concepts is an AND and a count of bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import dense, read_only, rounded
from ..checks import as_array, check_size, check_vector, check_whole, check_X, check_y
from ..errors import ForeignExample, MistakeBoundError, NotRealizable, shown
from ..types import Examples, Vector
from .bits import bit, count, pack, unpack

SAMPLE = "C.on(X) shows the class on a sample of points"
# Votes are counted on this many words at a time, so that they stay in the processor's cache.
CACHE_WORDS = 1 << 15


class ConceptClass:
    """A finite class of concepts, as a table of their values.

    Parameters
    ----------
    table : array (n_concepts, n_points) of bool, or of 0 and 1
        Row h holds the values of concept h. A class is a set: rows that agree at every point are merged into the
        first of them, so that `len(C)` can be smaller than the number of rows.
    points : array (n_points, d), optional
        The points, as distinct rows of numbers; by default 0, 1, 2, ... in one column.
    names : sequence of str, optional
        A name for each row of the table; by default its values, as in "0110".

    Raises
    ------
    MistakeBoundError
        For a table without concepts or points, entries that are not Boolean, or equal points. Only `restrict` and
        `subclass` can make an empty class.

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.ConceptClass([[0, 0, 1], [0, 1, 1], [1, 1, 1]])
    >>> C
    <ConceptClass: 3 concepts on 3 points>
    >>> C.restrict(0, -1).names
    ('001', '011')
    """

    made_by = "ConceptClass(table), or a class of mistakebound.concepts"

    def __init__(self, table: ArrayLike, points: Examples | None = None, names: Sequence[str] | None = None) -> None:
        table = _check_table(table)
        n_rows, n_points = table.shape
        points = np.arange(n_points)[:, None] if points is None else _check_points(points, n_points)
        names = list(names) if isinstance(names, str) else names
        given = None if names is None else as_array(names, "names", "a sequence of names")
        if given is not None and given.shape != (n_rows,):
            raise MistakeBoundError(
                f"the table has {n_rows} rows but there are {given.size} names: give one name for each row, in a list."
            )
        first = _first(row.tobytes() for row in table)
        name = None if given is None else [str(given[h]) for h in first].__getitem__
        self._set(pack(table[first].T), len(first), points, name)

    @classmethod
    def _packed(cls, bits: np.ndarray, N: int, points: np.ndarray, name: Callable[[int], str] | None) -> ConceptClass:
        """A class from its packed table (n_points, ceil(N / 64)), whose concepts are known to differ."""
        self = object.__new__(cls)
        self._set(bits, N, points, name)
        return self

    def _set(self, bits: np.ndarray, N: int, points: np.ndarray, name: Callable[[int], str] | None) -> None:
        self.bits, self.points = read_only(bits), read_only(points)
        self._N, self._name = N, name

    def __len__(self) -> int:
        """Number of concepts, N."""
        return self._N

    def __repr__(self) -> str:
        points = self.n_points if self.n_points <= 1 << 20 else f"2^{self.n_points.bit_length() - 1}"
        some = ["s" * (number != 1) for number in (len(self), self.n_points)]
        return f"<ConceptClass: {len(self)} concept{some[0]} on {points} point{some[1]}>"

    @property
    def n_points(self) -> int:
        """Number of points."""
        return len(self.points)

    @property
    def n_features(self) -> int:
        """Number of entries of a point, d."""
        return self.points.shape[1]

    def name(self, h: int) -> str:
        """The name of concept h."""
        h = self.check_concept(h)
        return "".join(map(str, bit(self.bits, h).tolist())) if self._name is None else self._name(h)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all concepts."""
        return tuple(self.name(h) for h in range(len(self)))

    @property
    def table(self) -> np.ndarray:
        """The values of all concepts at all points, Boolean, (n_concepts, n_points)."""
        check_size(f"the Boolean table of {self!r}", len(self) * self.n_points, SAMPLE)
        return unpack(self.bits, len(self)).T

    @cached_property
    def everything(self) -> np.ndarray:
        """The version space before the first example: all concepts, packed."""
        return read_only(pack(np.ones(len(self), dtype=bool)))

    # Subclasses override how a point is located, and which concepts are True there.

    def locate(self, X: Examples) -> np.ndarray:
        """The places of the rows of `X` in the table; raises if a row is not a point of the class."""
        where = [self._places.get(key, -1) for key in _keys(self._check_rows(X))]
        if -1 in where:
            i = where.index(-1)
            point = np.asarray(X[i]).tolist()
            raise ForeignExample(
                i,
                f"is {point}, which is not a point of {self!r}: its points are the rows of C.points."
            )
        return np.array(where)

    def columns_at(self, where: np.ndarray, words: np.ndarray | slice = slice(None)) -> np.ndarray:
        """The concepts that are True at located points, packed: all words, or only the given ones."""
        return self.bits[where] if isinstance(words, slice) else self.bits[where[:, None], words]

    def labels(self, h: int, X: Examples) -> np.ndarray:
        """The labels of concept h at the rows of `X`, -1 or +1, (m,)."""
        return as_labels(bit(self.bits, self.check_concept(h))[self.locate(X)])

    # The methods below are the same for every class.

    def columns(self, X: Examples) -> np.ndarray:
        """The concepts that are True at the rows of `X`, packed, (m, ceil(N / 64))."""
        return self.columns_at(self.locate(X))

    def agreeing(self, X: Examples, y: Vector) -> np.ndarray:
        """The concepts that give the rows of `X` the labels `y`, packed; intersect with a version space."""
        columns = self.columns(X)
        return _facing(columns, check_y(y, len(columns)))

    def votes(self, V: np.ndarray, X: Examples) -> np.ndarray:
        """How many concepts of V give +1 at the rows of `X`: (m,) for a version space, (k, m) for a stack of k sets."""
        where, words = self.locate(X), _alive(self.check_space(V))
        sets = np.atleast_2d(V)[:, words]
        votes = np.empty((len(sets), len(where)), dtype=np.int64)
        step = max(1, CACHE_WORDS // max(1, sets.shape[1]))
        for rows in (slice(i, i + step) for i in range(0, len(where), step)):
            columns = self.columns_at(where[rows], words)
            for i, members in enumerate(sets):
                votes[i, rows] = count(columns & members)
        return votes.reshape(*V.shape[:-1], len(where))

    def version_spaces(self, X: Examples, y: Vector) -> np.ndarray:
        """The version space before the first of the examples and after each, packed, (m + 1, ceil(N / 64))."""
        if (X := dense(X)).ndim != 2:
            check_X(X)  # raises
        y = check_y(y, len(X))
        agreeing = self.agreeing(X, y) if len(y) else np.empty((0, len(self.everything)), dtype=np.uint64)
        return np.bitwise_and.accumulate(np.vstack([self.everything, agreeing]))

    def version_space(self, X: Examples, y: Vector) -> np.ndarray:
        """The concepts that agree with every one of the examples, packed.

        Raises
        ------
        NotRealizable
            If there is no such concept; its `round` is that of the first example that leaves none.

        Examples
        --------
        >>> import mistakebound as mb
        >>> C = mb.concepts.monotone_conjunctions(3)
        >>> C.subclass(C.version_space([[1, 1, 0], [0, 1, 1]], [1, -1])).names
        ('x1', 'x1 ∧ x2')
        """
        X = self._check_rows(X)
        y = check_y(y, len(X))
        where, V = self.locate(X), self.everything.copy()
        for t in range(len(y)):
            words, now = _alive(V), slice(t, t + 1)
            V[words] &= _facing(self.columns_at(where[now], words), y[now])[0]
            if not V.any():
                raise NotRealizable(
                    f"in round {t}, no concept of {self!r} gives {X[t].tolist()} the label {int(y[t]):+d} and agrees "
                    "with the examples before it.",
                    round=t,
                )
        return V

    def sides(self, V: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """The parts of V that each point leaves if it is labelled -1, and +1."""
        left = [self.check_space(V) & self.agreeing(self.points, np.full(len(self.points), y)) for y in (-1, 1)]
        return list(zip(*left, strict=True))

    def reachable(self) -> list[np.ndarray]:
        """Every version space that labelled points can lead to, larger ones first: of a small class."""
        found, todo = {}, [self.everything]
        while todo:
            V = todo.pop()
            if V.tobytes() not in found:
                found[V.tobytes()] = V
                todo += [W for pair in self.sides(V) for W in pair if W.any()]
        return sorted(found.values(), key=lambda V: -len(self.members(V)))

    def members(self, V: np.ndarray) -> np.ndarray:
        """The numbers of the concepts in the version space V."""
        return np.flatnonzero(unpack(self.check_space(V), len(self)))

    def subclass(self, V: np.ndarray) -> ConceptClass:
        """The class of the concepts in the version space V, which may be empty."""
        chosen = self.members(V)
        bits = self._choose(self.bits, chosen)
        return self._packed(bits, len(chosen), self.points, lambda h: self.name(int(chosen[h])))

    def restrict(self, point: ArrayLike, label: int) -> ConceptClass:
        """The class of the concepts that give `point` this label, which may be empty.

        The point is a row of `points`; if these have one column, a number is enough.
        """
        row = np.atleast_1d(as_array(point, "the point", "a row of numbers"))
        row = check_vector(row, self.n_features, "the point", nonzero=False)
        return self.subclass(self.everything & self.agreeing(row[None], check_y([label]))[0])

    def on(self, X: Examples) -> ConceptClass:
        """The class restricted to a sample: concepts that agree at every row of `X` are merged."""
        X = self._check_rows(X)
        X = X[_first(_keys(X))]
        check_size(f"{self!r} on {len(X)} points", len(X) * len(self), SAMPLE)
        table = unpack(self.columns(X), len(self)).T
        first = _first(row.tobytes() for row in table)
        return ConceptClass(table[first], points=X, names=[self.name(h) for h in first])

    def check_concept(self, h: int) -> int:
        """Return the number of a concept of this class, or raise."""
        if check_whole(h, "h", least=0) >= len(self):
            raise MistakeBoundError(f"h is {h}: the concepts of {self!r} have the numbers 0 to {len(self) - 1}.")
        return int(h)

    def check_space(self, V: np.ndarray) -> np.ndarray:
        """Return a version space of this class, or a stack of them, or raise."""
        if type(V) is not np.ndarray or V.dtype != (every := self.everything).dtype or V.shape[-1:] != every.shape:
            raise MistakeBoundError(
                f"V is {shown(V)}: it must be a version space of {self!r}; use C.version_space(X, y)."
            )
        return V

    def _choose(self, bits: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        return np.stack([pack(unpack(row, len(self))[chosen]) for row in bits])

    def _check_rows(self, X: Examples) -> np.ndarray:
        X = dense(check_X(X))
        if X.shape[1] != self.n_features:
            raise MistakeBoundError(
                f"X has {X.shape[1]} features, but the points of {self!r} have {self.n_features}: its points are the "
                "rows of C.points."
            )
        return rounded(X)

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {key: j for j, key in enumerate(_keys(self.points))}


def _check_table(table: ArrayLike) -> np.ndarray:
    table = as_array(table, "the table", "one of equally long rows")
    if table.ndim != 2:
        raise MistakeBoundError(f"the table has shape {table.shape}: it must be (n_concepts, n_points).")
    if 0 in table.shape:
        raise MistakeBoundError(f"the table has shape {table.shape}: a class needs at least one concept and one point.")
    if table.dtype.kind not in "biufO":
        raise MistakeBoundError(f"the table has dtype {table.dtype}: its entries must be Boolean, or 0 and 1.")
    if table.dtype != bool:
        other = np.argwhere((table != 0) & (table != 1))
        if len(other):
            h, j = other[0]
            raise MistakeBoundError(
                f"table[{h}, {j}] is {table[h, j]!r}: its entries must be Boolean, or 0 and 1; "
                "from labels -1 and +1 use table > 0."
            )
    return table.astype(bool)


def _check_points(points: Examples, n_points: int) -> np.ndarray:
    points = rounded(dense(check_X(points)))
    if len(points) != n_points:
        raise MistakeBoundError(
            f"the table has {n_points} columns, but there are {len(points)} points: give one point for each column."
        )
    keys = _keys(points)
    repeated = set(range(n_points)).difference(_first(keys))
    if repeated:
        j = min(repeated)
        i = keys.index(keys[j])
        raise MistakeBoundError(f"points {i} and {j} are the same row, {points[i].tolist()}: remove one of them.")
    return points.copy()


def _keys(X: Examples) -> list[bytes]:
    """Each row of numbers as a string of bytes; -0.0 counts as 0.0."""
    return [row.tobytes() for row in np.asarray(X, dtype=float) + 0.0]


def _first(keys: Iterable[bytes]) -> list[int]:
    """The places of the keys that differ from all before them."""
    places: dict[bytes, int] = {}
    for i, key in enumerate(keys):
        places.setdefault(key, i)
    return list(places.values())


def _alive(V: np.ndarray) -> np.ndarray | slice:
    """The words that still hold a concept of V, or of a stack of sets; all unless this leaves out more than half."""
    words = np.flatnonzero(V.any(axis=tuple(range(V.ndim - 1))))
    return words if 2 * len(words) < V.shape[-1] else slice(None)


def _facing(columns: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Packed columns, with every bit flipped where the label is -1."""
    return columns ^ np.where(np.asarray(y) > 0, np.uint64(0), ~np.uint64(0))[:, None]


def as_labels(flags: np.ndarray) -> np.ndarray:
    """Booleans as labels -1 and +1."""
    return 2 * np.asarray(flags, dtype=np.int64) - 1
