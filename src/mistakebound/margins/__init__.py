"""Margins as optimisation: the best comparator that the data allow, and the dual weights that prove it best.

Every result carries both halves of its certificate, a primal vector and dual weights on the examples, so that a reader
can check it with two matrix-vector products and need not trust a solver: `l2_margin` and `hard_margin_svm` in
`euclidean`, `l1_margin` and `sparse_svm` in `l1`, `entropic_svm` in `entropic`; `multiplicative_weights` and
`adaboost`, which reach the l1 margin by playing a game, in `games`.
"""

from .entropic import entropic_svm
from .euclidean import hard_margin_svm, l2_margin
from .games import GameRun, adaboost, multiplicative_weights
from .l1 import l1_margin, sparse_svm
from .results import Margin, SVMSolution

__all__ = [
    "GameRun", "Margin", "SVMSolution", "adaboost", "entropic_svm", "hard_margin_svm", "l1_margin", "l2_margin",
    "multiplicative_weights", "sparse_svm",
]  # fmt: skip
