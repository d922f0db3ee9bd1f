r"""AdaBoost: the game in which the columns are examples and the rows hypotheses, until the vote is right everywhere.

Legend: as in `games`; r_t the edge, alpha_t the step, F_t the vote, gamma the margin of a mixture u of the hypotheses,
g the gain.

Names of measured quantities beside those of `games`: r, alpha, errors, the part of the examples where F_t is wrong, and
vote, the last vote where it is least; halves = ln(1 - r^2/R^2) / 2.
"""

from __future__ import annotations

import math

import numpy as np

from ..checks import check_vector
from ..margins.games import GameRun
from .core import Hypothesis, Line, Squeeze, Theorem
from .games import GAME, POTENTIAL, played
from .winnow import quotient

__all__ = ["ADABOOST"]


def _boosted(trace, u):
    """The trace is that of adaboost(X, y, rounds); u mixes its hypotheses, the features, with a positive margin."""
    q = played(trace)
    q.u = check_vector(u, len(trace.A), per="hypothesis").astype(float)
    q.gamma = float(-(q.u @ trace.A).max())
    q.r = -q.paid
    rho = np.minimum(q.r / q.R, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):  # an edge outside (-R, R), which a hypothesis refuses
        q.alpha = np.arctanh(rho) / q.R
        q.halves = np.log1p(-(rho**2)) / 2
    q.g = -math.log1p(-((q.gamma / q.R) ** 2)) / 2 if 0 < q.gamma < q.R else 0.0
    q.errors = (q.F >= 0).mean(axis=1)
    q.vote = float(-q.F[-1].max())
    return q


def _boosting_bound(q):
    return quotient(math.log(q.d), q.g)


ADABOOST = Theorem(
    name="ADABOOST",
    title="Rounds of AdaBoost",
    statement=r"T \le \frac{\ln n}{g}, \quad g = -\tfrac12 \ln(1 - \frac{\gamma^2}{R^2}) \ge \frac{\gamma^2}{2R^2}",
    source="freundschapire1997",
    run=GameRun,
    measure=_boosted,
    hypotheses=(
        *GAME,
        Hypothesis("alpha", "AB1", r"\alpha_t = \frac{1}{2R} \ln \frac{R + r_t}{R - r_t}",
            "The step is tuned to the current edge r, the average ∑ q a of the chosen hypothesis' signed values.",
            lambda q: (q.eta, q.alpha), "="),
        Hypothesis("mixture", "AB2", r"u_j \ge 0",
            "A mixture u of the hypotheses has no negative entry.",
            lambda q: (q.u, 0), ">=", rounds=None),
        Hypothesis("mixture-mass", "AB3", r"\sum_j u_j = 1",
            "Its entries sum to one.",
            lambda q: (q.u.sum(), 1), "=", rounds=None),
        Hypothesis("margin", "AB4", r"\langle a_i, u\rangle \ge \gamma > 0",
            "It has a positive margin on every example: its least score is γ.",
            lambda q: (q.gamma, 0), ">", rounds=None),
        Hypothesis("still-wrong", "AB5", r"\min_i F_T(i) \le 0",
            "The vote of all T rounds, F = ∑ α a, is still wrong on an example, or tied there.",
            lambda q: (q.vote, 0), rounds=None),
    ),
    lines=(
        Line("edge", "AB6", r"r_t \ge \gamma",
            "Averaged by u, the edges are at least γ, whatever the weights on the examples; the best edge is no less.",
            lambda q: (q.r, q.gamma), ">="),
        Line("normaliser", "AB7", r"\ln Z_t \le \tfrac12 \ln(1 - r_t^2/R^2)",
            "Z is the mean of exp(-αa) by q; the exponential lies below its chord over [-R, R] (an equation where all "
            "values are -R or R), and the step makes the chord's height at r the root of 1 - r²/R².",
            lambda q: (q.lnZ, q.halves)),
        Line("gain", "AB8", r"\tfrac12 \ln(1 - r_t^2/R^2) \le -g",
            "The edge is at least γ.",
            lambda q: (q.halves, -q.g)),
        POTENTIAL,
        Line("training-error", "AB9",
            r"\frac{1}{n} \#(F_t(i) \le 0) \le \frac{1}{n} \sum_i e^{-F_t(i)}",
            "Where the vote is wrong, the exponential is at least one.",
            lambda q: (q.errors, np.exp(q.closed))),
        Line("total-gain", "AB10", r"\sum_{s=1}^t \ln Z_s \le -g t",
            "Add up the gains of t rounds.",
            lambda q: (q.potential, -q.g * q.t)),
        Line("floor", "AB11", r"-\ln n \le \sum_{s=1}^T \ln Z_s",
            "One example is still wrong, so the training error is at least 1/n.",
            lambda q: (-math.log(q.d), q.potential[-1]), rounds=None),
        Line("bound", "AB12", r"T \le \ln n / g",
            "Chain the two and divide by g.",
            lambda q: (q.T, _boosting_bound(q)), rounds=None),
    ),
    bound=_boosting_bound,
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.full_like(t, -math.log(q.d), dtype=float),
        upper=lambda t: -q.g * np.asarray(t, dtype=float),
        lower_label=r"-\ln n",
        upper_label="-g t",
        inner={r"\sum \ln Z": np.append(0.0, q.potential)},
        meets=_boosting_bound(q),
        quantity="logarithm of the bound on the training error",
    ),
)  # fmt: skip
