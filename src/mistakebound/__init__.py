"""Mistake-bound online learning: learners, runs, and theorems that check every line of their proof on a run.

stream -> play -> trace -> theorem -> certificate
"""

import sys

from . import adversaries, concepts, kernels, potentials, streams
from .adversaries import Bisection, Contrarian, KDisjunction, Orthonormal, TreeWalk, worst_case
from .all_runs import AllRuns, every_run
from .arrays import exactly
from .certificates.certify import write_coq
from .certificates.core import Certificate, Hypothesis, Line, Squeeze, Theorem
from .concepts import (
    ConceptClass,
    Formula,
    MistakeTree,
    is_mistake_tree,
    littlestone_dimension,
    mistake_tree,
    randomized_littlestone_dimension,
    vc_dimension,
)
from .entropy import kl, largest_step, tuned_step, winnow_gain
from .errors import (
    BrokenBound,
    DoesNotApply,
    ForeignExample,
    MistakeBoundError,
    NoCleanPass,
    NotRealizable,
    NotRecorded,
    NotSeparable,
    Undecided,
    speak_for,
)
from .experts import coin_regret, covering_experts, mistake_losses
from .exponential import LossRun
from .features import double, fold_bias, fresh_features
from .learners.finite import Consistent, Elimination, Halving, RandomizedMajority, StandardOptimal, WeightedMajority
from .learners.hedge import Hedge
from .learners.kernel import KernelPerceptron
from .learners.littlestone import Winnow1, Winnow2
from .learners.perceptron import MarginPerceptron, Perceptron
from .learners.quasi_additive import PNorm, QuasiAdditive
from .learners.winnow import UnnormalisedWinnow, Winnow
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
from .play import duel, play
from .potentials import tuned_p
from .protocol import Adversary, Learner
from .readings import average, last, longest_survivor, vote
from .stream import Stream
from .theorems.bregman import BREGMAN, BREGMAN_HINGE, PNORM
from .theorems.committees import COMMITTEE_PERCEPTRON, COMMITTEE_WINNOW
from .theorems.experts import RANDOMIZED_MAJORITY, WEIGHTED_MAJORITY
from .theorems.games import ADABOOST, MULTIPLICATIVE_WEIGHTS
from .theorems.halving import HALVING
from .theorems.hedge import AGNOSTIC, HEDGE, HEDGE_FIRST_ORDER
from .theorems.inseparable import FRESH_FEATURES, FREUND_SCHAPIRE, HINGE
from .theorems.kernels import KERNEL
from .theorems.littlestone import WINNOW1, WINNOW2
from .theorems.margin_perceptron import MARGIN_FRACTION, MARGIN_PERCEPTRON
from .theorems.mistake_bound import CONSISTENT, CONSISTENT_RANDOM, ELIMINATION
from .theorems.online_to_batch import HIGH_PROBABILITY, LONGEST_SURVIVOR, RANDOM_PREFIX, VOTE, survival_needed
from .theorems.optimal import LITTLESTONE
from .theorems.perceptron import NOVIKOFF
from .theorems.perceptron_forms import MAX_MARGIN, NOVIKOFF_BIAS, NOVIKOFF_COSINE
from .theorems.span import SPAN
from .theorems.sparse_svm import ENTROPIC_SVM, SPARSE_SVM
from .theorems.winnow import WINNOW, WINNOW_TUNED, WINNOW_UNIT
from .theorems.winnow_corollaries import WINNOW_DOUBLED, WINNOW_EXPERT, WINNOW_UNIFORM, WINNOW_ZHANG
from .theorems.winnow_unnormalised import WINNOW_UNNORMALISED
from .trace import Step, Trace

__all__ = [
    "ADABOOST",
    "AGNOSTIC",
    "BREGMAN",
    "BREGMAN_HINGE",
    "COMMITTEE_PERCEPTRON",
    "COMMITTEE_WINNOW",
    "CONSISTENT",
    "CONSISTENT_RANDOM",
    "ELIMINATION",
    "ENTROPIC_SVM",
    "FRESH_FEATURES",
    "FREUND_SCHAPIRE",
    "HALVING",
    "HEDGE",
    "HEDGE_FIRST_ORDER",
    "HIGH_PROBABILITY",
    "HINGE",
    "KERNEL",
    "LITTLESTONE",
    "LONGEST_SURVIVOR",
    "MARGIN_FRACTION",
    "MARGIN_PERCEPTRON",
    "MAX_MARGIN",
    "MULTIPLICATIVE_WEIGHTS",
    "NOVIKOFF",
    "NOVIKOFF_BIAS",
    "NOVIKOFF_COSINE",
    "PNORM",
    "RANDOMIZED_MAJORITY",
    "RANDOM_PREFIX",
    "SPAN",
    "SPARSE_SVM",
    "VOTE",
    "WEIGHTED_MAJORITY",
    "WINNOW",
    "WINNOW1",
    "WINNOW2",
    "WINNOW_DOUBLED",
    "WINNOW_EXPERT",
    "WINNOW_TUNED",
    "WINNOW_UNIFORM",
    "WINNOW_UNIT",
    "WINNOW_UNNORMALISED",
    "WINNOW_ZHANG",
    "Adversary",
    "AllRuns",
    "Bisection",
    "BrokenBound",
    "Certificate",
    "ConceptClass",
    "Consistent",
    "Contrarian",
    "DoesNotApply",
    "Elimination",
    "ForeignExample",
    "Formula",
    "GameRun",
    "Halving",
    "Hedge",
    "Hypothesis",
    "KDisjunction",
    "KernelPerceptron",
    "Learner",
    "Line",
    "LossRun",
    "Margin",
    "MarginPerceptron",
    "MistakeBoundError",
    "MistakeTree",
    "NoCleanPass",
    "NotRealizable",
    "NotRecorded",
    "NotSeparable",
    "Orthonormal",
    "PNorm",
    "Perceptron",
    "QuasiAdditive",
    "RandomizedMajority",
    "SVMSolution",
    "Squeeze",
    "StandardOptimal",
    "Step",
    "Stream",
    "Theorem",
    "Trace",
    "TreeWalk",
    "Undecided",
    "UnnormalisedWinnow",
    "WeightedMajority",
    "Winnow",
    "Winnow1",
    "Winnow2",
    "adaboost",
    "adversaries",
    "average",
    "coin_regret",
    "concepts",
    "covering_experts",
    "double",
    "duel",
    "entropic_svm",
    "every_run",
    "exactly",
    "fold_bias",
    "fresh_features",
    "hard_margin_svm",
    "is_mistake_tree",
    "kernels",
    "kl",
    "l1_margin",
    "l2_margin",
    "largest_step",
    "last",
    "littlestone_dimension",
    "longest_survivor",
    "mistake_losses",
    "mistake_tree",
    "multiplicative_weights",
    "play",
    "potentials",
    "randomized_littlestone_dimension",
    "sparse_svm",
    "streams",
    "survival_needed",
    "tuned_p",
    "tuned_step",
    "vc_dimension",
    "vote",
    "winnow_gain",
    "worst_case",
    "write_coq",
]

for _module in (sys.modules[__name__], adversaries, concepts, kernels, potentials, streams):
    speak_for(_module)
