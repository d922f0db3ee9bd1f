"""Mistake-bound online learning: learners, runs, and theorems that check every line of their proof on a run.

    stream -> play -> trace -> theorem -> certificate -> view
"""

from . import adversaries, concepts, streams, teaching
from .adversaries import Bisection, Contrarian, KDisjunction, Orthonormal, TreeWalk, worst_case
from .concepts import (
    ConceptClass,
    Formula,
    MistakeTree,
    is_mistake_tree,
    is_shattered,
    littlestone_dimension,
    mistake_tree,
    vc_dimension,
)
from .errors import (
    BrokenBound,
    DoesNotApply,
    MistakeBoundError,
    NoCleanPass,
    NotRealizable,
    NotRecorded,
    NotSeparable,
)
from .learners.finite import Consistent, Elimination, Halving, StandardOptimal, WeightedMajority
from .learners.perceptron import Perceptron, fold_bias
from .margins import Margin, SVMSolution, hard_margin_svm, l2_margin
from .play import Adversary, Learner, duel, play
from .streams import Stream
from .theorems.core import Certificate, Hypothesis, Line, Squeeze, Theorem
from .theorems.finite import (
    CONSISTENT,
    CONSISTENT_RANDOM,
    ELIMINATION,
    HALVING,
    LITTLESTONE,
    WEIGHTED_MAJORITY,
)
from .theorems.perceptron import MAX_MARGIN, NOVIKOFF, NOVIKOFF_BIAS, NOVIKOFF_COSINE
from .trace import Step, Trace

__all__ = [name for name in dir() if not name.startswith("_")]
