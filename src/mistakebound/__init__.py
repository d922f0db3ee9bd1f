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
from .ensemble import Ensemble, every_run
from .errors import (
    BrokenBound,
    DoesNotApply,
    ForeignExample,
    MistakeBoundError,
    NoCleanPass,
    NotRealizable,
    NotRecorded,
    NotSeparable,
)
from .learners.finite import Consistent, Elimination, Halving, StandardOptimal, WeightedMajority
from .learners.littlestone import Winnow1, Winnow2
from .learners.perceptron import MarginPerceptron, Perceptron, fold_bias, fresh_features
from .learners.winnow import Winnow, double
from .margins import (
    GameRun,
    Margin,
    SVMSolution,
    adaboost,
    entropic_svm,
    hard_margin_svm,
    l1_margin,
    l2_margin,
    multiplicative_weights,
    sparse_svm,
)
from .play import Adversary, Learner, duel, play
from .player import Scene, Show, run_data
from .readings import average, last, longest_survivor, vote
from .streams import Stream
from .theorems.boosting import ADABOOST
from .theorems.committees import COMMITTEE_PERCEPTRON, COMMITTEE_WINNOW
from .theorems.core import Certificate, Hypothesis, Line, Squeeze, Theorem
from .theorems.entropic_svm import ENTROPIC_SVM
from .theorems.entropy import kl, largest_step, tuned_step, winnow_gain
from .theorems.games import MULTIPLICATIVE_WEIGHTS
from .theorems.halving import HALVING, WEIGHTED_MAJORITY
from .theorems.inseparable import FRESH_FEATURES, FREUND_SCHAPIRE, HINGE
from .theorems.littlestone import WINNOW1, WINNOW2
from .theorems.margin_perceptron import MARGIN_FRACTION, MARGIN_PERCEPTRON
from .theorems.mistake_bound import CONSISTENT, CONSISTENT_RANDOM, ELIMINATION
from .theorems.online_to_batch import LONGEST_SURVIVOR, RANDOM_PREFIX, VOTE, survival_needed
from .theorems.optimal import LITTLESTONE
from .theorems.perceptron import NOVIKOFF
from .theorems.perceptron_forms import MAX_MARGIN, NOVIKOFF_BIAS, NOVIKOFF_COSINE
from .theorems.sparse_svm import SPARSE_SVM
from .theorems.winnow import WINNOW, WINNOW_TUNED
from .theorems.winnow_corollaries import WINNOW_DOUBLED, WINNOW_EXPERT, WINNOW_UNIFORM, WINNOW_ZHANG
from .trace import Step, Trace

__all__ = [name for name in dir() if not name.startswith("_")]


def __getattr__(name):
    """`TracePlayer` needs anywidget, which only a notebook has: it is imported when it is first asked for."""
    if name != "TracePlayer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .player.widget import TracePlayer

    return TracePlayer
