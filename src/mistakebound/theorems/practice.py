"""The theorems of the chapter on practice: inseparable data, a margin asked for, from mistakes to errors."""

from .inseparable import FRESH_FEATURES, FREUND_SCHAPIRE, HINGE
from .margin_perceptron import MARGIN_FRACTION, MARGIN_PERCEPTRON
from .online_to_batch import LONGEST_SURVIVOR, RANDOM_PREFIX, VOTE, survival_needed

__all__ = [
    "FRESH_FEATURES", "FREUND_SCHAPIRE", "HINGE", "LONGEST_SURVIVOR", "MARGIN_FRACTION", "MARGIN_PERCEPTRON",
    "RANDOM_PREFIX", "VOTE", "survival_needed",
]  # fmt: skip
