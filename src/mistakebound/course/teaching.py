"""Protocols in which the learner, a teacher or chance chooses the examples, and smallest explanations.

Legend: n Boolean variables, k literals of a target, X examples (m, n), y labels (m,), C a concept class, h the number
of a concept.

Protocol I: the learner asks for the labels of points that it chooses (`query`). Protocol II: a teacher who knows the
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

    Starting from a positive example, flip one variable at a time: if the label changes, the conjunction needs this
    variable with its old value.

    Parameters
    ----------
    target : callable
        ``target(X)`` returns the labels of the rows of `X`; here X has n rows.
    n : int
    positive : array (n,), optional
        A positive example. By default all ones, which every conjunction without negations accepts; a conjunction with
        negations can only be found from a positive example of its own.

    Returns
    -------
    queries : Stream
        The queries and the answers.
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
    """Protocol II: return the fewest examples that single out a conjunction among those without negations.

    One positive example, with ones only at the target's variables, shows that these suffice. For each of them, the same
    example with a 0 there is negative and shows that the variable is needed. That makes k + 1 examples, or k if k = n,
    because then the positive example shows nothing.

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
    """Return the fewest points whose labels single out concept h in the class C; try all sets of points in turn.

    Parameters
    ----------
    C : ConceptClass
        A small class.
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
    """Protocol III: return m random points of {0, 1}^n with the target's labels; each variable is 1 with probability p.

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
    """Return the indices of the fewest sets whose union contains the universe; try all choices in turn.

    Finding a minimum cover is NP-hard in general (Karp, 1972); this function is for small cases.

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
    """Check that a set cover problem has a cover, and return it as a list and a list of sets."""
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
    """Return examples whose smallest consistent conjunction without negations is a smallest cover of the universe.

    There is a variable for each set. The example with all ones is positive. Each element gives a negative example, with
    0 at the sets that contain this element. A conjunction is consistent exactly if, for each element, it has one of
    these variables, that is, if its sets cover the universe.

    References
    ----------
    Haussler (1988), who proves in this way that finding the smallest consistent conjunction is NP-hard.

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
    """Return the set cover problem that the smallest consistent conjunction without negations must solve.

    The universe consists of the negative examples, by their rows. The set of variable j contains those with a 0 at j;
    it is empty if a positive example forbids the variable.

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
    """Return the conjunction with the fewest variables that agrees with every example; try all in turn.

    Raises
    ------
    NotRealizable
        If no conjunction agrees with every example.
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
