"""The place of each theorem's machine-checked proof for all runs.

The proofs are in `proofs/` of the repository: a file for each chapter, a module for each theorem, a lemma for each
line.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["PROVED", "PROVED_FOR", "UNPROVED", "UNSAID"]

#: A file of `proofs/`, and the theorems that are proved there.
PROVED = {
    "Boosting": ("ADABOOST",),
    "Committees": ("WINNOW1", "WINNOW2", "COMMITTEE_PERCEPTRON", "COMMITTEE_WINNOW", "SPAN"),
    "Experts": ("WEIGHTED_MAJORITY", "RANDOMIZED_MAJORITY", "HEDGE", "HEDGE_FIRST_ORDER", "AGNOSTIC"),
    "Halving": ("HALVING",),
    "Kernels": ("KERNEL",),
    "MistakeBound": ("CONSISTENT", "CONSISTENT_RANDOM", "ELIMINATION"),
    "OneProof": ("BREGMAN", "PNORM", "BREGMAN_HINGE"),
    "Optimal": ("LITTLESTONE",),
    "Perceptron": ("NOVIKOFF", "NOVIKOFF_COSINE", "NOVIKOFF_BIAS", "MAX_MARGIN"),
    "Practice": ("FREUND_SCHAPIRE", "FRESH_FEATURES", "HINGE", "MARGIN_PERCEPTRON", "MARGIN_FRACTION"),
    "Readings": ("RANDOM_PREFIX", "VOTE", "HIGH_PROBABILITY", "LONGEST_SURVIVOR"),
    "SparseSvm": ("MULTIPLICATIVE_WEIGHTS", "SPARSE_SVM", "ENTROPIC_SVM"),
    "Winnow": (
        "WINNOW_UNIT", "WINNOW", "WINNOW_TUNED", "WINNOW_UNIFORM", "WINNOW_DOUBLED", "WINNOW_UNNORMALISED",
        "WINNOW_EXPERT", "WINNOW_ZHANG",
    ),
}

#: Theorems that wait for somebody to prove them in Coq, and why: {"NAME": "its lines need a lemma on medians"}.
UNPROVED: dict[str, str] = {}

#: What is proved, if that is less than the theorem states.
PROVED_FOR = {
    **dict.fromkeys(("LITTLESTONE", "AGNOSTIC"), "for finite classes on finitely many points"),
    **dict.fromkeys(PROVED["Readings"], "for distributions on finitely many examples"),
}

#: Claims that Coq does not compare with its lemma of that name, and why.
UNSAID = {
    "mistakes-update": "the learner of the proof is made so that it is true, and the lemma speaks of that learner; the "
    "theorems on finite classes, where it is a hypothesis, compare it",
    "conservative": "the same, for updates that are mistakes",
    "comparator": "that a vector lies in a set is no relation of numbers: Coq says K φ u",
    "covered": "a number of concepts is printed; Coq says that each of them has an expert",
    "small-learning-rate": "ηmax is a root without a formula; Coq says that every smaller learning rate has a gain",
    "conjugate": "a condition on the potential, which is among what a potential is in Coq; a run asks it where it goes",
    "strongly-convex": "the same",
    "signs": "the learners of the proof are made so that it is true",
    "vertex": "the rank of a table of numbers is printed; Coq says that its columns are independent",
}

#: The hypotheses of each line and the axioms of each theorem, as found by Coq (`make coqdoc`).
USES, AXIOMS = Path(__file__).with_name("uses.json"), Path(__file__).with_name("axioms.json")


@cache
def read_uses() -> dict[str, Any]:
    """Read {theorem: {line: the names of hypotheses, separated by blanks}}."""
    return json.loads(USES.read_text("utf-8"))


PLACES = {name: f"{file}.{name}" for file, names in PROVED.items() for name in names}
