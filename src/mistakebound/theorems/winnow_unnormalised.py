r"""Winnow without normalisation and with a bias predicts as normalised Winnow does on (x, 1).

Legend: w the unnormalised weights, the bias last; v, in formulas w', the normalised weights, which sum to 1; S the sum
of the w; a = y (x, 1) the signed example; eta learning rate.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import dense, ln_sum_exp
from ..certificates.claims import summed
from ..certificates.core import EXAMPLES, FEATURES, RUN, UPDATES, Hypothesis, Line, Quantities, Range, Theorem
from ..certificates.expressions import Index, constant, measured, numeral, state, update
from ..certificates.functions import Indices, by_logarithms, exp
from ..certificates.measure import added_up, examples, one_for_each, setting
from ..checks import check_kind, one_of
from ..errors import MistakeBoundError
from ..protocol import TIE
from ..trace import Trace
from ..types import Examples

__all__ = ["WINNOW_UNNORMALISED"]

TIES = {-1: -1, "mistake": 0, 1: 1}


class _Both(Quantities):
    """`normalised` is a run of Winnow on the examples (x, 1), perhaps with their features in another order."""

    def __init__(self, trace: Trace, normalised: Trace) -> None:
        check_kind(normalised, Trace, "normalised").validate()
        (X, y), (V, labels) = examples(trace), examples(normalised)
        X, V = dense(X), dense(V)
        X = np.hstack([X, np.ones((len(X), 1), dtype=X.dtype)])
        if X.shape != V.shape or trace.n_rounds != normalised.n_rounds:
            raise MistakeBoundError(
                f"the runs have {trace.n_rounds} rounds of {X.shape[1]} features, the constant included, and "
                f"{normalised.n_rounds} of {V.shape[1]}: they must have the same."
            )
        lnw, lnv = (one_for_each(X.shape[1], "feature", run.log_weights) for run in (trace, normalised))
        contrary = _contrary(trace, X, lnw) + _contrary(normalised, V, lnv)
        # equal features are matched by their weights at the start; if these are equal too, any match will do
        order, other = np.lexsort([lnw[0], *X[::-1]]), np.lexsort([lnv[0], *V[::-1]])
        lnw, lnv = lnw[:, order], lnv[:, other]
        eta = float(setting(trace, "eta", "UnnormalisedWinnow"))
        A, B = _signed(trace, X[:, order]), _signed(normalised, V[:, other])
        U = min(len(A), len(B))
        lnS = ln_sum_exp(lnw)
        other_step, other_moved = _departed(lnv, float(setting(normalised, "eta", "Winnow")) * B)
        self.eta, self.other_eta = eta, float(setting(normalised, "eta", "Winnow"))
        self.theta = float(setting(normalised, "threshold", "Winnow"))
        self.start, self.unlike = np.exp(lnw[:1]), np.abs(lnw[0] - lnS[0] - lnv[0]).max()
        self.X, self.other_X, self.a, self.y, self.labels, self.d = X[:, order], V[:, other], A, y, labels, V.shape[1]
        self.ties, self.other_ties = _ties(trace), _ties(normalised)
        self.other_step, self.other_moved, self.other_t = other_step, other_moved, np.arange(1, len(other_moved) + 1)
        self.unpaired = sum(len(np.setxor1d(run.updates, run.mistakes)) for run in (trace, normalised))
        self.contrary, self.lnw, self.lnv, self.lnS, self.size = contrary, lnw, lnv, lnS, 1 + np.abs(lnw).max()
        self.other_rounds, self.common = normalised.updates, trace.updates[:U]
        self.parted = np.abs(lnw[: U + 1] - lnS[: U + 1, None] - lnv[: U + 1]).max(axis=1)[1:]
        self.sw = (A[:U] * np.exp(lnw[:U] - lnS[:U, None])).sum(axis=1)
        self.sv = (B[:U] * np.exp(lnv[:U])).sum(axis=1)
        self.largest = np.abs(A[:U]).max(axis=1)
        self.said, self.other_said = trace.predictions, normalised.predictions
        self.count, self.other_count = trace.n_mistakes, normalised.n_mistakes


def _ties(trace: Trace) -> int:
    """The label at a tie; 0 if a tie is a mistake."""
    if not one_of(ties := getattr(trace.learner, "ties", None), *TIES):
        raise MistakeBoundError(f"the learner's ties is {ties!r}: it must be 'mistake', -1 or +1.")
    return TIES[ties]


def _contrary(trace: Trace, X: Examples, L: np.ndarray) -> int:
    """The number of rounds in which the prediction is not the sign of the score, or at a tie not the declared label."""
    rounds = np.arange(trace.n_rounds)
    X = X[rounds % len(X)].astype(float)
    W = np.exp(L - ln_sum_exp(L)[:, None])[np.searchsorted(trace.updates, rounds)]
    scores, size = (W * X).sum(axis=1), (W * np.abs(X)).sum(axis=1)
    at_ties = _ties(trace) or -trace.labels(rounds).astype(np.int64)
    return int(np.count_nonzero(trace.predictions != np.where(np.abs(scores) <= TIE * size, at_ties, np.sign(scores))))


def _departed(L: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The distance of log weights from the first ones plus the moves so far, up to a common number; the terms' size."""
    apart = L[1:] - added_up(L[0], moves)
    size = added_up(1 + np.abs(L[0]), np.abs(moves)).max(axis=1) + np.abs(L[1:]).max(axis=1)
    return np.ptp(apart, axis=1), size


def _signed(trace: Trace, X: Examples) -> np.ndarray:
    """The signed examples of its updates."""
    return trace.update_y.astype(np.int64)[:, None] * X[trace.updates % len(X)].astype(float)


# --- the quantities of both runs: those of the normalised one have a prime ---------------------------------------

j = Indices("j", constant("d", "d'", "(S d)", kind="nat"), "feature")
x_features = Indices("j", constant("d", kind="nat"), "feature")
in_order = Index("j", "(order j)", j.words)  # the same feature, where the normalised one has it
of_i = Index("i", "i", " of example i")
eta, eta_ = constant("eta", r"\eta"), constant("other_eta", r"\eta'", "eta'")
theta_ = constant("theta", r"\theta'", "theta'")
tie, tie_ = constant("ties", r"\text{tie}", "tie"), constant("other_ties", r"\text{tie}'", "tie'")
w, b, S, w_ = state("w", ln="lnw"), state("b"), state("S", coq="total"), state("w'", "w'")
x, y, a, a_, Z = update("x"), update("y"), update("a"), update("a'", "a'"), update("Z", coq="Zt'")
shown, shown_ = constant("X", "(x_i, 1)", "X i"), update("other_X", "x'", "X'", index=of_i)
label, label_ = update("y", coq="Y", index=of_i), update("labels", "y'", "Y'", index=of_i)
said, said_ = update("said", r"\hat y", "said", index=of_i), update("other_said", r"\hat y'", "said'", index=of_i)
M, M_ = constant("count", "M", "M", kind="nat"), constant("other_count", "M'", "M'", kind="nat")

unpaired = constant("unpaired",
    r"|\text{mistakes} \setminus \text{updates}| + |\text{updates} \setminus \text{mistakes}|", None,
    "the number of mistakes that are not updates and of updates that are not mistakes")  # fmt: skip


contrary = constant("contrary", r"\text{number of predictions that are not the sign of the score}", None,
                    "the number of predictions that are not the sign of the score")  # fmt: skip


size = constant("size")
score_size = update("largest") * size
moved = summed(update("other_moved"), constant("other_t"))

_EVERY_ROUND = "forall i, (1 <= i <= length es)%nat -> "
ROUNDS = Range("every round i", coq=_EVERY_ROUND)
SHOWN = replace(EXAMPLES, coq=_EVERY_ROUND)
ALL_FEATURES = replace(FEATURES, coq=j.each)
OTHERS = Range("every update t of the normalised one", "other_rounds",
               "forall t, (1 <= t <= length us')%nat -> ")  # fmt: skip
COMMON = replace(UPDATES, rounds="common")

WINNOW_UNNORMALISED = Theorem(
    name="WINNOW_UNNORMALISED",
    title="Winnow without normalisation",
    states=(
        "For every learning rate, all positive weights and every positive bias to start from, every rule for ties and "
        "every sequence of labelled examples: in every round, unnormalised Winnow makes the same prediction as "
        "Winnow, started from the same weights and bias, divided by their sum, with the threshold zero and shown each "
        "example followed by the feature one; so {bound}. After every update, its weights and its bias are the "
        "weights of the other, multiplied by one positive number."
        "\n\n"
        "In particular, started at ones and shown each example followed by its negative and by the feature minus one, "
        "it makes the predictions, and so the mistakes, that Winnow makes from equal weights when each example is "
        "followed by the feature one, and that by the negative of both: the features are the same in another order."
    ),
    source="kivinenwarmuth1997",
    learner="`UnnormalisedWinnow`.",
    builds_on=(("WINNOW", "these are its mistakes"),),
    tight=("attained", "always: the two runs make the same mistakes."),
    measure=_Both,
    hypotheses=(
        Hypothesis("same-examples", replace(shown[j] == shown_[in_order], over=j, rounding=numeral(0)),
            "In every round the normalised Winnow is shown the features that the other is shown, and the constant 1, "
            "always in one and the same order, whichever it is.", SHOWN),
        Hypothesis("same-labels", label == label_, "In every round both are told the same label.", SHOWN),
        Hypothesis("same-learning-rate", eta == eta_, "Both have the same learning rate.", RUN),
        Hypothesis("same-ties", tie == tie_,
            "A score of zero means the same to both: -1, +1, or a mistake, which is written as 0.", RUN),
        Hypothesis("no-threshold", theta_ == 0,
            "The normalised one has the threshold zero: a sum of weights other than 1 would stretch the scores, but "
            "not the threshold.", RUN),
        Hypothesis("start", measured("start", w.start[j]) > 0,
            "The unnormalised one starts with positive weights and a positive bias.", ALL_FEATURES),
        Hypothesis("same-start", (w_.start[in_order] == w.start[j] / S.start).measured("unlike", size, over=j),
            "The normalised one starts with these weights, divided by their sum.", RUN),
        Hypothesis("update-rule", by_logarithms(w[j] == w.before[j] * exp(eta * a[j]), over=j),
            "An update of the unnormalised one multiplies each weight by exp(ηyx) and the bias by exp(ηy), and nothing "
            "else changes them."),
        Hypothesis("normalised-rule",
            # by one number, whatever it is
            (w_[j] == w_.before[j] * exp(eta_ * a_[j]) / Z).measured("other_step", moved, over=j),
            "An update of the normalised one multiplies each weight by exp(ηyx) and divides all by one number; nothing "
            "else changes them.", OTHERS),
        Hypothesis("signs", contrary == 0,
            "In every round both predict the sign of their score, the weights' with the example.", RUN),
        Hypothesis("conservative", unpaired == 0,
            "In both runs the updates are the mistakes, all of them and no others.", RUN),
    ),
    lines=(
        Line("proportional", (w[j] == S * w_[in_order]).measured("parted", size, over=j),
            "At the start w is S times w', and an update multiplies both by the same factors exp(ηa); the division "
            "changes all weights alike. So w is S times w', and S is the sum of the weights and the bias.", COMMON),
        Line("same-score",
            measured("sw", y * (x_features.dot(w.before, x) + b.before) / S.before, terms=score_size)
            == measured("sv", j.dot(a_, w_.before), terms=score_size),
            "Multiply by the example and add up: the bias is the weight of the constant 1.", COMMON),
        Line("same-prediction", said == said_,
            "The sum S is positive, so the scores have the same sign, or are both zero; then both do the same, by "
            "induction in every round.", ROUNDS),
        Line("bound", M == M_, "The same predictions are the same mistakes.", RUN),
    ),
    counts="mistakes",
)  # fmt: skip
