"""Features to add before a linear learner sees the examples: a constant, a fresh one for each round, or negatives.

Legend: X examples (n, d), c the constant feature, T rounds.
"""

from __future__ import annotations

import numpy as np

from .arrays import is_sparse
from .checks import check_positive, check_size, check_whole, check_X
from .errors import MistakeBoundError, shown
from .types import Examples, Number

__all__ = ["double", "fold_bias", "fresh_features"]


def fold_bias(X: Examples, c: Number = 1) -> Examples:
    """Append the constant feature `c`, so that a linear learner learns a bias: <w, x> + b = <(w, b/c), (x, c)>.

    Parameters
    ----------
    X : array (n, d) or CSR matrix
    c : float
        Value of the constant feature, c > 0. It enlarges the radius: R^2 becomes R^2 + c^2.

    Returns
    -------
    array (n, d + 1)

    Raises
    ------
    MistakeBoundError
        If c is not positive, or is a Fraction while X is a CSR matrix, which holds only floats or integers.

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.fold_bias([[2, 3]], c=5)
    array([[2, 3, 5]])
    """
    X = check_X(X)
    c = check_positive(c, "c")
    if is_sparse(X):
        from scipy import sparse as sp

        column = np.full((X.shape[0], 1), c)
        if column.dtype == object:
            raise MistakeBoundError(f"c is {shown(c)}: a CSR matrix cannot hold it; use float(c), or X.toarray().")
        return sp.hstack([X, column], format="csr")
    return np.hstack([X, np.full((X.shape[0], 1), c)])


def fresh_features(X: Examples, delta: Number, passes: int = 1) -> np.ndarray:
    """Append to the example of each round a feature that no other round has: (x_t, delta e_t).

    With these features any data are separable, and yet the Perceptron predicts as before, because in its round a fresh
    feature still has the weight 0. Several passes are written out one after another, because each of their rounds needs
    a fresh feature.

    Parameters
    ----------
    X : array (n, d)
    delta : float
        Value of the fresh feature, delta > 0.
    passes : int

    Returns
    -------
    array (T, d + T), T = passes * n

    References
    ----------
    Klasner and Simon (1995); Freund and Schapire (1999), Large margin classification. `FRESH_FEATURES` has the proof.

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.fresh_features([[2, 3], [4, 5]], delta=7)
    array([[2, 3, 7, 0],
           [4, 5, 0, 7]])
    """
    X = check_X(X)
    if is_sparse(X):
        raise MistakeBoundError("fresh_features needs an array: use X.toarray().")
    check_positive(delta, "delta")
    passes = check_whole(passes, "passes")
    T = passes * len(X)
    check_size(f"a fresh feature for each of {shown(T)} rounds", 8 * T * (T + X.shape[1]), "use fewer passes")
    rounds = np.tile(X, (passes, 1))
    value = np.asarray(float(delta) if X.dtype.kind == "f" else delta)
    fresh = np.zeros((T, T), dtype=value.dtype)
    np.fill_diagonal(fresh, value)
    return np.hstack([rounds, fresh])


def double(X: Examples) -> Examples:
    """Append the negative of every feature, so that positive weights reach every target: [X, -X].

    <w, [x, -x]> is the score <v, x> of the weights v = w' - w'' (w' the first half of w, w'' the second), and any v
    whose absolute values sum to 1 is such a difference for some probability weights. Fold in a bias before, as in
    ``double(fold_bias(X))``; folded in afterwards, its weight could only be positive.

    Parameters
    ----------
    X : array (n, d) or CSR matrix

    Returns
    -------
    array (n, 2 d)

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.double(mb.fold_bias([[2, 3]]))
    array([[ 2,  3,  1, -2, -3, -1]])
    """
    X = check_X(X)
    if is_sparse(X):
        from scipy import sparse as sp

        return sp.hstack([X, -X])
    return np.hstack([X, -X])
