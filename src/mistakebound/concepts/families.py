r"""The families of concept classes: singletons, thresholds, conjunctions, disjunctions, parities, all functions.

Legend: n points, or Boolean variables; k literals, N concepts; h the number of a concept, X points (m, d).

The concepts of a Boolean family are formulas on {0, 1}^n, a `FormulaClass`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any

import numpy as np

from ..arrays import dense, read_only
from ..checks import check_size, check_whole, check_X, one_of
from ..errors import ForeignExample, MistakeBoundError, shown
from ..parameters import Parameters, checked, choice, length
from ..types import Examples
from .bits import bit, pack
from .classes import SAMPLE, ConceptClass, as_labels

# --- formulas ----------------------------------------------------------------------------------------------------

CONNECTIVES = {"∧": (np.logical_and, "TRUE"), "∨": (np.logical_or, "FALSE"), "⊕": (np.logical_xor, "FALSE")}


@dataclass(frozen=True)
class Formula(Parameters):
    """A conjunction, disjunction or parity of literals: a concept on {0, 1}^n.

    Parameters
    ----------
    n : int
        Number of variables, x1 to xn.
    literals : iterable of int
        i stands for the variable xi, -i for its negation. The order does not matter.
    connective : {"∧", "∨", "⊕"}

    Examples
    --------
    >>> import mistakebound as mb
    >>> f = mb.Formula(5, [2, -5])
    >>> print(f)
    x2 ∧ ¬x5
    >>> f([[0, 1, 0, 0, 0], [0, 1, 0, 0, 1]])
    array([ 1, -1])
    """

    n: int = length()
    literals: Sequence[int] = checked(lambda literals, name: literals)
    connective: str = choice(*CONNECTIVES, default="∧")

    def __post_init__(self) -> None:
        super().__post_init__()
        literals: Any
        try:
            literals = list(self.literals)
        except TypeError:
            literals = [self.literals]
        for i in literals:
            if isinstance(i, bool) or not isinstance(i, int | np.integer) or not 1 <= abs(int(i)) <= self.n:
                raise MistakeBoundError(f"literal {shown(i)}: with {self.n} variables it must be ±1 to ±{self.n}.")
        literals = sorted({int(i) for i in literals}, key=lambda i: (abs(i), i < 0))
        object.__setattr__(self, "literals", tuple(literals))

    def __call__(self, X: Examples) -> np.ndarray:
        """Labels at the rows of `X`, -1 or +1, (m,)."""
        plain = type(X) is np.ndarray and X.ndim == 2
        values = literal_values(X if plain else dense(check_X(X)), self.n)
        return as_labels(CONNECTIVES[self.connective][0].reduce(values[:, self.mask], axis=1))

    def __str__(self) -> str:
        written = [f"x{i}" if i > 0 else f"¬x{-i}" for i in self.literals]
        return f" {self.connective} ".join(written) or CONNECTIVES[self.connective][1]

    def __len__(self) -> int:
        """Number of literals, k."""
        return len(self.literals)

    @classmethod
    def holding(cls, mask: np.ndarray, n: int, connective: str) -> Formula:
        """The formula of the literals in a mask (2n,) of x1, ..., xn, ¬x1, ..., ¬xn, or (n,) without negations."""
        return cls(n, [i + 1 if i < n else n - i - 1 for i in np.flatnonzero(mask).tolist()], connective)

    @property
    def mask(self) -> np.ndarray:
        """Mask of its literals among x1, ..., xn, ¬x1, ..., ¬xn, (2n,)."""
        mask = np.zeros(2 * self.n, dtype=bool)
        mask[[i - 1 if i > 0 else self.n - i - 1 for i in self.literals]] = True
        return mask


def literal_values(X: Examples, n: int) -> np.ndarray:
    """The values of the literals x1, ..., xn, ¬x1, ..., ¬xn at the rows of `X`, Boolean, (m, 2n)."""
    check_variables(X.shape[1], n)
    true, false = X == 1, X == 0
    other = np.argwhere(~(true | false))
    if len(other):
        i, j = other[0]
        raise ForeignExample(int(i), f"has {X[i, j]} in column {j}: Boolean features must be 0 or 1.")
    return np.hstack([true, false])


def check_variables(d: int, n: int) -> None:
    """Check that examples have one feature for each of n variables."""
    if d != n:
        raise MistakeBoundError(f"X has {d} features: it needs one feature for each of the {n} variables.")


def cube(n: int) -> np.ndarray:
    """All points of {0, 1}^n, (2^n, n), in lexicographic order."""
    n = check_whole(n, "n")
    check_size(f"the cube of n = {shown(n)} variables", 8 * n * 2 ** min(n, 1000), "take fewer, or a sample: C.on(X)")
    return np.arange(2**n)[:, None] >> np.arange(n)[::-1] & 1


class FormulaClass(ConceptClass):
    """A class of conjunctions, disjunctions or parities of literals, evaluated at points on demand.

    `literals` holds, for each literal, the concepts that contain it, packed. A disjunction is True where it contains a
    true literal, a conjunction is False where it contains a false one, and a parity adds up its literals, so each
    column is an OR or XOR of some of these rows. This needs neither a table of all points nor a loop over concepts.
    """

    def __init__(self, n: int, literals: np.ndarray, N: int, connective: str) -> None:
        self.n, self.connective = n, connective
        self.literals, self._N = read_only(literals), N

    def name(self, h: int) -> str:
        return str(self.formula(h))

    def formula(self, h: int) -> Formula:
        """Concept h as a formula."""
        return Formula.holding(bit(self.literals, self.check_concept(h)), self.n, self.connective)

    @property
    def n_points(self) -> int:
        return 2**self.n

    @property
    def n_features(self) -> int:
        return self.n

    @cached_property
    def points(self) -> np.ndarray:
        return read_only(cube(self.n))

    @cached_property
    def bits(self) -> np.ndarray:
        check_size(f"the table of {self!r}", self.n_points * self.literals.shape[1] * 8, SAMPLE)
        return read_only(self.columns(self.points))

    def locate(self, X: Examples) -> np.ndarray:
        """Masks of the literals that decide at the rows of `X`: false ones for a conjunction, otherwise true ones."""
        values = literal_values(self._check_rows(X), self.n)[:, : len(self.literals)]
        return ~values if self.connective == "∧" else values

    def columns_at(self, where: np.ndarray, words: np.ndarray | slice = slice(None)) -> np.ndarray:
        join, literals = np.bitwise_xor if self.connective == "⊕" else np.bitwise_or, self.literals[:, words]
        columns = np.stack([join.reduce(literals[deciding]) for deciding in where])
        return columns ^ self.everything[words] if self.connective == "∧" else columns

    def labels(self, h: int, X: Examples) -> np.ndarray:
        return self.formula(h)(X)

    def subclass(self, V: np.ndarray) -> FormulaClass:
        chosen = self.members(V)
        return FormulaClass(self.n, self._choose(self.literals, chosen), len(chosen), self.connective)


#: With more variables, even the class of single variables is too large to hold.
MOST_VARIABLES = 1 << 17

# --- families ----------------------------------------------------------------------------------------------------


def singletons(n: int) -> ConceptClass:
    """The n concepts that are True at exactly one of n points."""
    n = check_whole(n, "n")
    check_size(f"singletons({n})", n * n, "take fewer points")
    return ConceptClass._packed(pack(np.eye(n, dtype=bool)), n, np.arange(n)[:, None], "x = {}".format)


def thresholds(n: int) -> ConceptClass:
    """The n + 1 concepts "x ≥ j" on the points 0 to n - 1; j = 0, ..., n."""
    n = check_whole(n, "n")
    check_size(f"thresholds({n})", n * (n + 1), "take fewer points")
    points = np.arange(n)[:, None]
    return ConceptClass._packed(pack(points >= np.arange(n + 1)), n + 1, points, "x ≥ {}".format)


def all_functions(n: int) -> ConceptClass:
    """All 2^(2^n) Boolean functions of n variables, named by their values in the order of `cube(n)`."""
    points = cube(n)
    m = len(points)
    check_size(f"all_functions({n})", m * 2**m // 8, "take fewer variables")
    return ConceptClass._packed(np.flipud(_digits(m, 2, 1)).copy(), 2**m, points, None)


def monotone_conjunctions(n: int) -> ConceptClass:
    """The 2^n conjunctions of variables; the empty one is TRUE."""
    return _formulas(n, None, "monotone", "∧")


def conjunctions(n: int) -> ConceptClass:
    """The 3^n conjunctions of literals that do not contradict each other; the empty one is TRUE."""
    return _formulas(n, None, "all", "∧")


def k_conjunctions(n: int, k: int, literals: str = "all") -> ConceptClass:
    """The conjunctions of exactly k of n variables: 2^k binom(n, k), or binom(n, k) without negations.

    Parameters
    ----------
    n, k : int
        0 <= k <= n.
    literals : {"all", "monotone"}
        Whether a variable may be negated.

    Examples
    --------
    >>> from mistakebound import concepts
    >>> C = concepts.k_conjunctions(100, 2)
    >>> C, C.name(len(C) - 1)
    (<ConceptClass: 19800 concepts on 2^100 points>, '¬x99 ∧ ¬x100')
    """
    return _formulas(n, k, literals, "∧")


def disjunctions(n: int, k: int | None = None, literals: str = "all") -> ConceptClass:
    """The 3^n disjunctions of literals, of which the empty one is FALSE; or those of exactly k of the n variables.

    Parameters
    ----------
    n, k : int
        0 <= k <= n; by default any k.
    literals : {"all", "monotone"}
        Whether a variable may be negated.
    """
    return _formulas(n, k, literals, "∨")


def parities(n: int) -> ConceptClass:
    """The 2^n parities of sets of variables: True where an odd number of them is 1; the empty one is FALSE."""
    return _formulas(n, None, "monotone", "⊕")


def dictators(n: int) -> ConceptClass:
    """The n concepts that equal one of the variables."""
    return _formulas(n, 1, "monotone", "∧")


def _formulas(n: int, k: int | None, literals: str, connective: str) -> ConceptClass:
    n, signs = check_whole(n, "n", most=MOST_VARIABLES), check_literals(literals)
    if k is not None and (k := check_whole(k, "k", least=0)) > n:
        raise MistakeBoundError(f"k is {k} and n is {n}: only {n} variables exist; use a k of at most n.")
    N = (1 + signs) ** n if k is None else signs**k * math.comb(n, k)
    many = f"{N:,}" if N < 2**64 else f"at least 2^{N.bit_length() - 1}"
    check_size(f"a class of {many} formulas of {n} variables", signs * n * N // 8, "take fewer variables")
    rows = _digits(n, 1 + signs, signs) if k is None else _subsets(n, k, signs)
    return FormulaClass(n, rows, N, connective)


def check_literals(literals: str) -> int:
    """The number of literals of each variable: 1 if "monotone", 2 if "all"."""
    if not one_of(literals, "monotone", "all"):
        raise MistakeBoundError(f"literals is {shown(literals)}: it must be 'monotone' or 'all'.")
    return 1 if literals == "monotone" else 2


def _digits(n: int, base: int, signs: int) -> np.ndarray:
    """For each sign s and variable i, which of the numbers below base^n have digit s at place i, packed.

    Digit 0 stands for a variable that is left out, 1 for the variable, 2 for its negation.
    """
    rows = []
    for s, i in product(range(1, signs + 1), range(n)):
        digit = np.repeat(np.arange(base) == s, base**i)
        rows.append(pack(np.tile(digit, base ** (n - i - 1))))
    return np.stack(rows)


def _subsets(n: int, k: int, signs: int) -> np.ndarray:
    """For each sign s and variable i, which k-subsets of the variables with their signs have s at i, packed."""
    check_size(f"the subsets of {k} of {n} variables", 4 * k * math.comb(n, k), "take fewer variables")
    chosen = np.fromiter(chain.from_iterable(combinations(range(n), k)), np.int32).reshape(math.comb(n, k), k)
    signed = np.array(list(product(range(signs), repeat=k))).reshape(signs**k, k)
    rows = []
    for s, i in product(range(signs), range(n)):
        row = np.zeros((len(chosen), len(signed)), dtype=bool)
        for j in range(k):
            row |= np.outer(chosen[:, j] == i, signed[:, j] == s)
        rows.append(pack(row.ravel()))
    return np.stack(rows)
