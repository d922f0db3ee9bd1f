"""Mistake-bound online learning: learners, runs, and theorems that check every line of their proof on a run.

    stream -> play -> trace -> theorem -> certificate -> view
"""

from .errors import (
    BrokenBound,
    DoesNotApply,
    MistakeBoundError,
    NoCleanPass,
    NotRealizable,
    NotRecorded,
    NotSeparable,
)
from .learners.perceptron import Perceptron, fold_bias
from .play import Adversary, Learner, duel, play
from .theorems.core import Certificate, Hypothesis, Line, Squeeze, Theorem
from .theorems.perceptron import MAX_MARGIN, NOVIKOFF, NOVIKOFF_BIAS, NOVIKOFF_COSINE
from .trace import Step, Trace

__all__ = [name for name in dir() if not name.startswith("_")]
