"""The answers of the chapter on margins as optimisation."""

from fractions import Fraction

import numpy as np
from says import Number, claim, number, objection, rounded

import mistakebound as mb


def quiet():
    """ex-sp-quiet: the fourth doctor speaks at volume 1/4."""
    table = [[1, 1, -1, 1 / 4], [1, -1, 1, 1 / 4], [-1, 1, 1, 1 / 4]]
    best = claim(mb.SPARSE_SVM, "best")
    return Number(
        mb.l1_margin(table, [1, 1, 1], signed=False).value,
        right=f"Yes: the fourth doctor gets no trust. Equal probabilities of the patients prove it: {best}",
        below="Equal trust in the first three guarantees more, and a doctor may be left out.",
        above=f"No trust in them guarantees so much. Let the opponent draw patients with equal probabilities: {best}",
        known=((0.25, "All trust in the fourth guarantees that. Equal trust in the first three guarantees more."),),
        decimals=2,
    )


def feeds(rows):
    """The kilos of hay, beans and bran of the cheapest mixture."""
    if len(rows) != 3:
        return False, "Type three numbers: the kilos of hay, of beans and of bran."
    kilos, cheapest = list(map(number, rows)), [Fraction(2, 11), Fraction(3, 11), 0]
    if all(rounded(typed, best, 2) for typed, best in zip(rows, cheapest, strict=True) if best) and not kilos[2]:
        kilos = cheapest
    kilos = np.array(kilos, float)
    table, y = [[4, 1, 1], [1, 3, 1]], [1, 1]
    trace = mb.play(mb.Winnow(eta=0.1), table, y)
    cert = mb.SPARSE_SVM.check(trace, v=kilos, alpha=mb.sparse_svm(table, y, signed=False).alpha)
    if why := objection(cert, ("nonnegative", "feasible", "no-gap")):
        return False, f"That is not the cheapest mixture. {why}"
    return True, f"It costs {kilos.sum():.4f} euros, and no mixture costs less: {claim(mb.SPARSE_SVM, 'no-gap')}"
