"""Who chooses the examples: the learner, a teacher, or chance; and what the smallest explanation costs.

Legend: n Boolean variables, k literals of a target, X examples (m, n), y labels (m,), C a concept class, h the number
of a concept.

Protocol I: the learner asks for the labels of points of its choice (`query`). Protocol II: a teacher who knows the
target chooses the examples (`teaching_set`). Protocol III: examples come at random, and the teacher only labels them
(`random_examples`). A smallest teaching set and a smallest consistent conjunction are smallest set covers:
`set_cover_examples` and `set_cover_instance` turn one problem into the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import numpy as np

from mistakebound.arrays import dense
from mistakebound.checks import check_kind, check_number, check_vector, check_whole, check_X, check_y
from mistakebound.concepts.classes import ConceptClass
from mistakebound.concepts.families import Formula, literal_values
from mistakebound.errors import MistakeBoundError, NotRealizable
from mistakebound.stream import Stream, generator
from mistakebound.types import Examples, Vector

__all__ = [
    "minimum_conjunction",
    "minimum_cover",
    "minimum_teaching_set",
    "query",
    "random_examples",
    "set_cover_examples",
    "set_cover_instance",
    "teaching_set",
]


# --- three protocols ---------------------------------------------------------------------------------------------


def query(target: Callable[[np.ndarray], np.ndarray], n: int, positive: Vector | None = None) -> tuple[Stream, Formula]:
    """Protocol I: identify a conjunction of n variables by n membership queries.

    From a positive example, turn one variable round at a time: if the label changes, the conjunction needs that
    variable as it was.

    Parameters
    ----------
    target : callable
        ``target(X)`` gives the labels of the rows of `X`; it is asked for n of them.
    n : int
    positive : array (n,), optional
        A positive example. By default all ones, which every conjunction without negations accepts; one with negations
        can only be found from an example of its own.

    Returns
    -------
    queries : Stream
        What was asked, and the answers.
    learned : Formula

    References
    ----------
    Angluin (1988).

    Examples
    --------
    >>> from mistakebound.course import teaching
    >>> from mistakebound import Formula
    >>> queries, learned = teaching.query(Formula(100, [2, 3, 4, 5, 100]), 100)
    >>> len(queries), print(learned)
    x2 ∧ x3 ∧ x4 ∧ x5 ∧ x100
    (100, None)
    """
    n = check_whole(n, "n")
    if not callable(target):
        raise MistakeBoundError(f"target is {target!r}: it must give the labels of the rows of X, as a Formula does.")
    positive = check_vector([1] * n if positive is None else positive, n, "positive", per="variable", nonzero=False)
    literal_values(check_X(positive[None]), n)
    X = np.where(np.eye(n), 1 - positive, positive)
    queries = Stream("membership queries", X, target(X))
    needed = [i if positive[i - 1] else -i for i in range(1, n + 1) if queries.y[i - 1] < 0]
    return queries, Formula(n, needed)


def teaching_set(target: Formula) -> Stream:
    """Protocol II: the fewest examples that single out a conjunction among those without negations.

    One positive example, with ones at the variables of the target only, shows that these suffice; for each of them, the
    same example without it is negative and shows that it is needed. That makes k + 1 examples, or k where k = n and the
    positive one has nothing to show.

    Parameters
    ----------
    target : Formula
        A conjunction without negations.

    Examples
    --------
    >>> from mistakebound.course import teaching
    >>> from mistakebound import Formula
    >>> stream = teaching.teaching_set(Formula(4, [2, 3]))
    >>> stream.X.tolist(), stream.y.tolist()
    ([[0, 1, 1, 0], [0, 0, 1, 0], [0, 1, 0, 0]], [1, -1, -1])
    """
    if check_kind(target, Formula, "target").connective != "∧" or any(i < 0 for i in target.literals):
        raise MistakeBoundError(
            f"the target is {target}: it must be a conjunction without negations, the only kind that this teacher "
            "knows."
        )
    sufficient = target.mask[: target.n].astype(np.int64)
    needed = [np.where(np.arange(1, target.n + 1) == i, 0, sufficient) for i in target.literals]
    X = np.stack(needed if len(target) == target.n else [sufficient, *needed])
    return Stream(f"a teacher's examples of {target}", X, target(X))


def minimum_teaching_set(C: ConceptClass, h: int) -> np.ndarray:
    """The fewest points whose labels single out concept h in the class C, found by trying all sets of points in turn.

    Parameters
    ----------
    C : ConceptClass
        Small.
    h : int

    Returns
    -------
    ndarray (m, d)

    Examples
    --------
    >>> from mistakebound.course import teaching
    >>> from mistakebound import concepts
    >>> C = concepts.monotone_conjunctions(4)
    >>> C.name(6), teaching.minimum_teaching_set(C, 6).tolist()
    ('x2 ∧ x3', [[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 1, 0]])
    """
    table, h = check_kind(C, ConceptClass, "C").table, C.check_concept(h)
    others = set(range(len(C))) - {h}
    chosen = minimum_cover(others, [np.flatnonzero(column != column[h]).tolist() for column in table.T])
    return C.points[list(chosen)]


def random_examples(target: Formula, m: int, p: float = 0.5, seed: int = 0) -> Stream:
    """Protocol III: m random points of {0, 1}^n with the labels of the target; each variable is 1 with probability p.

    Parameters
    ----------
    target : Formula
    m, seed : int
    p : float

    Examples
    --------
    >>> from mistakebound.course import teaching
    >>> from mistakebound import Formula
    >>> teaching.random_examples(Formula(100, [2, 3, 4, 5, 100]), 1000).y.tolist().count(1)
    29
    """
    check_kind(target, Formula, "target")
    if not 0 <= check_number(p, "p") <= 1:
        raise MistakeBoundError(f"p is {p!r}: it must be a probability, from 0 to 1.")
    X = (generator(seed).random((check_whole(m, "m"), target.n)) < p).astype(np.int64)
    return Stream(f"random examples of {target}", X, target(X))


# --- the smallest explanation ------------------------------------------------------------------------------------


def minimum_cover(universe: Iterable[Any], sets: Iterable[Iterable[Any]]) -> tuple[int, ...]:
    """The numbers of the fewest sets whose union contains the universe, found by trying all choices in turn.

    Finding a minimum cover is NP-hard in general (Karp, 1972); this is for small cases.

    Examples
    --------
    >>> from mistakebound.course import teaching
    >>> teaching.minimum_cover({1, 2, 3, 4, 5}, [{1, 2, 3}, {2, 4}, {3, 4}, {4, 5}])
    (0, 3)
    """
    universe, sets = _instance(universe, sets)
    choices = (chosen for size in range(len(sets) + 1) for chosen in combinations(range(len(sets)), size))
    return next(chosen for chosen in choices if set().union(*(sets[j] for j in chosen)).issuperset(universe))


def _instance(universe: Iterable[Any], sets: Iterable[Any]) -> tuple[list[Any], list[set[Any]]]:
    """A set cover problem that has a cover, as a list and a list of sets."""
    try:
        universe, sets = list(universe), [set(members) for members in sets]
    except TypeError as error:
        raise MistakeBoundError(f"universe must be a collection, and sets must be a list of them: {error}.") from None
    for element in universe:
        if not any(element in members for members in sets):
            raise MistakeBoundError(
                f"{element!r} is in none of the {len(sets)} sets: remove it, or add a set that contains it."
            )
    return universe, sets


def set_cover_examples(universe: Iterable[Any], sets: Iterable[Iterable[Any]]) -> Stream:
    """Examples whose smallest consistent conjunction without negations is a smallest cover of the universe.

    There is a variable for each set. All ones is positive. Each element is a negative example, with 0 at the sets that
    contain it. A conjunction is consistent exactly if, for each element, it has one of those variables: if its sets
    cover the universe.

    References
    ----------
    Haussler (1988), who proves in this way that the smallest consistent conjunction is NP-hard to find.

    Examples
    --------
    >>> from mistakebound.course import teaching
    >>> stream = teaching.set_cover_examples("abc", [{"a", "b"}, {"b", "c"}, {"c"}])
    >>> stream.X.tolist(), stream.y.tolist()
    ([[1, 1, 1], [0, 1, 1], [0, 0, 1], [1, 0, 0]], [1, -1, -1, -1])
    >>> print(teaching.minimum_conjunction(stream.X, stream.y))
    x1 ∧ x2
    """
    universe, sets = _instance(universe, sets)
    negatives = [[int(element not in members) for members in sets] for element in universe]
    X = np.array([[1] * len(sets), *negatives])
    return Stream("a set cover problem", X, [1] + [-1] * len(universe))


def set_cover_instance(X: Examples, y: Vector) -> tuple[list[int], list[set[int]]]:
    """The way back: the set cover problem that the smallest consistent conjunction without negations has to solve.

    The universe is that of the negative examples, by their row. The set of variable j contains those with a 0 at j, and
    is empty if a positive example forbids the variable.

    Returns
    -------
    universe : list of int
    sets : list of set of int

    Examples
    --------
    >>> from mistakebound.course import teaching
    >>> teaching.set_cover_instance([[1, 1, 1], [0, 1, 1], [0, 0, 1], [1, 0, 0]], [1, -1, -1, -1])
    ([1, 2, 3], [{1, 2}, {2, 3}, {3}])
    """
    X = dense(check_X(X))
    y = check_y(y, len(X))
    true = literal_values(X, X.shape[1])[:, : X.shape[1]]
    allowed = np.all(true[y > 0], axis=0)
    universe = np.flatnonzero(y < 0)
    sets = [set(universe[~true[universe, j]].tolist()) if allowed[j] else set() for j in range(X.shape[1])]
    return universe.tolist(), sets


def minimum_conjunction(X: Examples, y: Vector) -> Formula:
    """The conjunction of the fewest variables that agrees with every example, found by trying all of them in turn.

    Raises
    ------
    NotRealizable
        If there is none.
    """
    X = dense(check_X(X))
    y = check_y(y, len(X))
    n = X.shape[1]
    for size in range(n + 1):
        for variables in combinations(range(1, n + 1), size):
            formula = Formula(n, variables)
            if np.array_equal(formula(X), y):
                return formula
    raise NotRealizable(
        f"no conjunction of the {n} variables agrees with all {len(y)} examples: the target is of another kind, or a "
        "label is wrong."
    )
