r"""Winnow's bound at the entropic SVM, the solution that Winnow's own weights come near.

Legend: as in `sparse_svm`; w_0 the prior, of any sum.

Names of measured quantities beside those: ln_w0 and ln_v, logarithms of prior and solution; form_size, of the terms of
ln_v; primal and dual, the two objectives; start_kl, the entropy of u relative to the prior by its other formula.
"""

from __future__ import annotations

import math

import numpy as np

from ..checks import check_vector
from .core import Hypothesis, Line, Theorem
from .entropy import ln_sum_exp
from .measure import dot
from .sparse_svm import FEASIBLE, MULTIPLIERS, RESCALED, solved
from .winnow import LEDGER, PROTOCOL, squeezed
from .winnow_corollaries import NEARLY_TUNED, NO_THRESHOLD

__all__ = ["ENTROPIC_SVM"]


def _entropic(trace, v, alpha, prior=None):
    """The solution v and the multipliers alpha are those of entropic_svm(X, y, prior); prior is the run's start."""
    q = solved(trace, v, alpha)
    start = trace.log_weights[0]
    q.ln_w0 = start if prior is None else np.log(check_vector(prior, q.d, name="prior").astype(float))
    q.proportion = q.ln_w0 - ln_sum_exp(q.ln_w0) - start
    with np.errstate(divide="ignore"):  # a weight of 0, which a hypothesis refuses
        q.ln_v = np.log(q.v)
    q.form_size = np.abs(q.ln_w0).max() + q.R * q.mass + np.abs(q.column).max()
    q.primal, q.dual = _entropic_objective(q.v, q.ln_w0), q.mass - np.exp(q.ln_w0 + q.column).sum()
    q.fenchel = _entropic_objective(q.last, q.ln_w0), q.column @ q.last - np.exp(q.ln_w0 + q.column).sum()
    y = trace.update_y.astype(np.int64)
    z = start + q.eta * dot(trace.update_X.T, y).astype(float)
    q.own_form = trace.log_weights[-1] - (z - ln_sum_exp(z))
    q.start_kl = q.mass / q.norm - math.log(q.norm) + ln_sum_exp(q.ln_w0)
    return q


def _entropic_objective(v, ln_w0):
    inside = v != 0
    return float((v[inside] * (np.log(v[inside]) - 1 - ln_w0[inside])).sum())


def _entropic_bound(q):
    return 2 * q.R**2 * q.norm**2 * q.kl[0]  # which EN7 says is the entropy, and is precise where it is small


ENTROPIC_SVM = Theorem(
    name="ENTROPIC_SVM",
    title="Winnow mistake bound at the entropic SVM",
    statement=r"M \le 2R^2 \|v\|_1 (\sum_i \alpha_i - \|v\|_1 \ln(\frac{\|v\|_1}{\|w_0\|_1}))",
    source="grovelittlestoneschuurmans2001",
    measure=_entropic,
    hypotheses=(
        *PROTOCOL,
        NO_THRESHOLD,
        Hypothesis("same-start", "EN1", r"w_0 / \|w_0\|_1 = \text{weights at the start}",
            "The prior of the SVM and the weights that the learner starts with have the same proportions.",
            lambda q: (q.proportion, 0), "=", scale=lambda q: 1 + np.abs(q.ln_w0).max(), rounds=None),
        Hypothesis("form", "EN2", r"\ln v_j = \ln w_{0,j} + \sum_i \alpha_i a_{i,j}",
            "The solution is the prior times the exponential of a weighted sum of signed examples, as Winnow's are.",
            lambda q: (q.ln_v, q.ln_w0 + q.column), "=", scale=lambda q: q.form_size, rounds=None),
        FEASIBLE,
        MULTIPLIERS,
        Hypothesis("slackness", "EN3", r"\alpha_i (\langle a_i, v\rangle - 1) = 0",
            "Only examples with a score of exactly one have a multiplier.",
            lambda q: (q.alpha * (q.scores - 1), 0), "=", scale=lambda q: q.mass * q.norm * q.R, rounds=None),
        NEARLY_TUNED,
    ),
    lines=(
        Line("entropic-no-gap", "EN4",
            r"\sum_j v_j \ln \frac{v_j}{e\, w_{0,j}} = \sum_i \alpha_i - \sum_j w_{0,j} e^{\sum_i \alpha_i a_{i,j}}",
            "Put in the form: the left side is ∑ α⟨a, v⟩ - ‖v‖₁, and by slackness the sum is ∑ α; on the right the "
            "exponentials are v.",
            lambda q: (q.primal, q.dual), "=", rounds=None),
        Line("fenchel", "EN5",
            r"\sum_j w_j \ln \frac{w_j}{e\, w_{0,j}} \ge \sum_i \alpha_i \langle a_i, w\rangle "
            r"- \sum_j w_{0,j} e^{\sum_i \alpha_i a_{i,j}}",
            "For any w (here the last weights), since x ln(x/eb) is at least xz - b exp z (Fenchel and Young). "
            "If w is feasible, the right side is at least that of the line before: v is the best.",
            lambda q: q.fenchel, ">=", rounds=None),
        Line("winnow-form", "EN6", r"\ln w_t = \ln w_0 + \eta \sum_{s=1}^t a_s - \text{constant}",
            "Winnow's weights have the form of the solution: the α of an example is η times its number of updates.",
            lambda q: (q.own_form, 0), "=", scale=lambda q: q.longest + q.eta * q.range.sum(), rounds=None),
        RESCALED,
        *LEDGER,
        Line("start", "EN7",
            r"\mathrm{KL}(u\|w_0/\|w_0\|_1) = \frac{1}{\|v\|_1} \sum_i \alpha_i - \ln(\frac{\|v\|_1}{\|w_0\|_1})",
            "Put the form into the entropy of u = v/‖v‖₁; slackness turns the average of the exponents into ∑ α/‖v‖₁.",
            lambda q: (q.kl[0], q.start_kl), "=", scale=lambda q: q.form_size + q.mass / q.norm, rounds=None),
        Line("bound", "EN8", r"t \le 2R^2 \|v\|_1 (\sum_i \alpha_i - \|v\|_1 \ln(\frac{\|v\|_1}{\|w_0\|_1}))",
            "Chain floor and total progress, with that entropy at the start and the margin 1/‖v‖₁.",
            lambda q: (q.t, _entropic_bound(q))),
    ),
    bound=_entropic_bound,
    squeeze=lambda q: squeezed(
        q, q.kl[0], 1 / (2 * q.R**2 * q.norm**2), r"\mathrm{KL}(u\|w_0) - \frac{t}{2R^2 \|v\|_1^2}"
    ),
)  # fmt: skip
