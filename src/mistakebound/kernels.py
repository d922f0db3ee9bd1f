"""Kernels: inner products of features that are never written down, k(x, z) = <phi(x), phi(z)>.

Legend: X examples (n, d), Z examples (m, d), k(X, Z) the table (n, m) of all k(x, z), phi the feature map.

A kernel is any function of two tables of examples that returns such a table; you can write your own. If the examples
are whole numbers or Fractions, so are the values of `Linear` and `Polynomial`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from .arrays import EXACT, NUMBERS, dense, floats, largest, together, working
from .checks import check_size, check_table
from .errors import MistakeBoundError, shown
from .parameters import Parameters, finite, positive, whole
from .types import Examples, Number

__all__ = ["Gaussian", "Linear", "Polynomial"]


@dataclass(frozen=True)
class Linear:
    """The inner product itself, k(x, z) = <x, z>: the features are the examples.

    Examples
    --------
    >>> from mistakebound import kernels
    >>> kernels.Linear()([[1, 2]], [[3, 4], [5, 6]])
    array([[11, 17]])
    """

    def __call__(self, X: Examples, Z: Examples) -> np.ndarray:
        """The table of all <x, z>, (n, m)."""
        return _products(X, Z)

    def features(self, X: Examples) -> np.ndarray:
        """phi(x) = x, (n, d)."""
        return _table(X)


@dataclass(frozen=True)
class Polynomial(Parameters):
    """The polynomial kernel, k(x, z) = (<x, z> + c)^p: the inner product of all products of p entries of (x, sqrt(c)).

    Parameters
    ----------
    degree : int
        p, at least 1.
    c : float
        c >= 0. With c = 0 the products have exactly p factors; with c > 0 they have at most p.

    References
    ----------
    Aizerman, Braverman and Rozonoer (1964); Boser, Guyon and Vapnik (1992).

    Examples
    --------
    >>> from mistakebound import kernels
    >>> k = kernels.Polynomial(2, c=1)
    >>> x, z = [[1, 2]], [[3, -1]]
    >>> k(x, z)
    array([[4]])
    >>> k.features(x)
    array([[1, 2, 1, 2, 4, 2, 1, 2, 1]])
    >>> k.features(x) @ k.features(z).T
    array([[4]])
    """

    degree: int = whole()
    c: Number = finite(1)

    def __call__(self, X: Examples, Z: Examples) -> np.ndarray:
        """The table of all (<x, z> + c)^p, (n, m)."""
        products = _products(X, Z)
        size = self.degree * math.log2(largest(products) + self.c + 1)
        if size > 1 << 20:
            raise MistakeBoundError(f"the kernel has values of 2^{size:.0f}: lower the degree, or rescale X.")
        if products.dtype.kind == "i" and size >= math.log2(EXACT):
            products = products.astype(object)
        try:
            with np.errstate(over="raise"):
                return (products + self.c) ** self.degree
        except (FloatingPointError, OverflowError):  # of an array of floats, or of Python's floats in an object array
            raise MistakeBoundError(
                "the kernel has values beyond the range of floats: rescale X, or lower the degree."
            ) from None

    def features(self, X: Examples) -> np.ndarray:
        """phi(x), (n, (d + 1)^p): one product for each sequence of p entries of (x, sqrt(c)).

        If c is the square of a whole number, these products are as exact as the examples.
        """
        X = _table(X)
        number = (X.shape[1] + 1) ** min(self.degree, 64)  # 2^64 features are refused already
        check_size(f"(d + 1)^p features of {len(X)} examples", 8 * len(X) * number, "use a lower degree")
        root = math.sqrt(self.c)
        constant = np.full((len(X), 1), int(root) if root == int(root) else root)
        X = np.hstack([X, constant.astype(object) if X.dtype == object else constant])
        if X.dtype.kind == "i" and largest(X) ** self.degree >= EXACT:
            X = X.astype(object)
        columns = product(range(X.shape[1]), repeat=self.degree)
        return np.stack([X[:, list(chosen)].prod(axis=1) for chosen in columns], axis=1)


@dataclass(frozen=True)
class Gaussian(Parameters):
    """The Gaussian kernel, k(x, z) = exp(-||x - z||^2 / (2 s^2)): near examples count, far ones hardly do.

    Its feature map has infinitely many entries, so there is no `features` to write them down. All k(x, x) are 1.

    Parameters
    ----------
    width : float
        s > 0, the distance at which the kernel has fallen to exp(-1/2), about 0.6.

    References
    ----------
    Boser, Guyon and Vapnik (1992).

    Examples
    --------
    >>> from mistakebound import kernels
    >>> kernels.Gaussian(width=2)([[0, 0]], [[0, 0], [0, 2]]).round(3)
    array([[1.   , 0.607]])
    """

    width: Number = positive(1)

    def __call__(self, X: Examples, Z: Examples) -> np.ndarray:
        """The table of all exp(-||x - z||^2 / (2 s^2)), (n, m)."""
        from scipy.spatial.distance import cdist  # imported here because it is slow to load

        squares = cdist(*map(floats, _tables(X, Z)), "sqeuclidean")
        with np.errstate(over="ignore", under="ignore"):  # for examples so far apart that the kernel is 0
            return np.exp(squares / (-2 * float(self.width) ** 2))


def table_of(kernel: Any, X: Examples, Z: Examples) -> np.ndarray:
    """The table of a kernel, which may be of your own, in the numbers that are computed with."""
    try:
        table = kernel(X, Z)
    except Exception as error:
        error.add_note(f"That was in {shown(kernel)}: it is called with two tables of examples, and must return the "
                       "table of all k(x, z).")  # fmt: skip
        raise
    return check_table(table, f"the table of {shown(kernel)}", (X.shape[0], Z.shape[0]))


def _table(X: Examples) -> np.ndarray:
    table = dense(working(X))
    if table.ndim != 2 or (table.dtype.kind == "O" and not {*map(type, table.flat)} <= NUMBERS):
        raise MistakeBoundError(f"X has shape {table.shape}: a kernel needs a table of numbers, with examples as rows.")
    return table


def _tables(X: Examples, Z: Examples) -> tuple[np.ndarray, np.ndarray]:
    X, Z = _table(X), _table(Z)
    if X.shape[1] != Z.shape[1]:
        raise MistakeBoundError(f"X has {X.shape[1]} features, but Z has {Z.shape[1]}: both need the same number.")
    return X, Z


def _products(X: Examples, Z: Examples) -> np.ndarray:
    """All <x, z>, exact for exact numbers."""
    X, Z = _tables(X, Z)
    X, Z = together(X, Z.T)
    return X @ Z
