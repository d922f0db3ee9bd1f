r"""Committees: the majority of k of d experts is always right. The Perceptron's kd mistakes, Winnow's 2k^2 ln(d/k).

Legend: d experts (features), x their opinions in [-1, 1], u in {0, 1}^d the members of the committee, k their number,
m the least majority of k votes -1 and +1: 1 for odd k, and 2 for even k where no vote is tied.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import working
from ..certificates.claims import special
from ..certificates.core import RUN, Hypothesis, Line, Quantities
from ..certificates.expressions import CALL, Op, constant, frac, numeral
from ..certificates.functions import cosh, ln, sinh, sqrt
from ..certificates.letters import d, eta, gamma, j, t, u, x, y
from ..checks import check_vector
from ..errors import MistakeBoundError, shown
from ..trace import Trace
from ..types import Vector
from . import winnow
from .perceptron import LEDGER, NOVIKOFF, PROTOCOL, R2, Additive, radius, uu, xx
from .winnow import C, Shares, au, kl_0

__all__ = ["COMMITTEE_PERCEPTRON", "COMMITTEE_WINNOW"]


def _members(trace: Trace, u: Vector) -> np.ndarray:
    u = check_vector(u, trace.update_X.shape[1])
    if not np.all((u == 0) | (u == 1)):
        raise MistakeBoundError(f"u is {shown(u)}: it must be 1 for each member of the committee and 0 for all others.")
    return u.astype(np.int64)


def _majority(u: np.ndarray) -> int:
    """The least majority of the members of u."""
    return 2 - int(u.sum()) % 2


class _Votes(Quantities):
    """The committee's votes at the updates."""

    def vote(self, trace: Trace, u: np.ndarray) -> None:
        self.x, self.y, self.members = working(trace.update_X), trace.update_y.astype(np.int64), u
        self.k, self.m, self.d = int(u.sum()), _majority(u), len(u)


k, m = constant("k", coq="INR k"), constant("m", kind="nat")
members = replace(u, of="members")
votes, opinion = y * j.dot(members, x), j.max(abs(x[j]))
_least_of_members = Op(lambda a, u: a[:, u == 1].min(axis=1), r"\min_{{j : u_j = 1}} {1:2}", "",
                       "the least over all members j of {1:2}", (CALL, CALL), uncast=(0,),
                       reads=("", "value", "value"), each="forall j, (j < {0})%nat -> T j = true -> ")  # fmt: skip
vote = _least_of_members(d, abs(x[j]), members)

_COMMITTEE = (
    Hypothesis("opinions", opinion <= 1, "Every opinion of every expert lies between -1 and 1."),
    Hypothesis("votes", vote >= 1, "Every member of the committee votes: the opinion of each is -1 or +1."),
    Hypothesis("majority", votes > 0,
        "The majority of the committee is right whenever the learner updates: the sum of the members' votes has the "
        "sign of the label, and is not 0."),
)  # fmt: skip

_COMMITTEES = (
    "For every non-empty committee $u$ of $k$ of $d$ experts, and every sequence of rounds in which no opinion is "
    "larger than one in size, {opinions.bare}, the opinion of every member of the committee has the size one, "
    "{votes.bare}, and the sum of the members' opinions has the sign of the label, {majority.bare}:"
)

_PARITY = Line("parity", votes >= m,
    "A positive sum of k votes -1 and +1 is at least m: for odd k it is odd, so at least 1; for even k it is even, so "
    "at least 2.")  # fmt: skip


# --- the Perceptron ----------------------------------------------------------------------------------------------


class _PerceptronVotes(Additive, _Votes):
    """The committee u: 1 for each of its members, 0 for all others."""

    def __init__(self, trace: Trace, u: Vector) -> None:
        u = _members(trace, u)
        super().__init__(trace, u)
        self.vote(trace, u)
        self.gamma, self.R2 = self.m, self.d


#: The letters of NOVIKOFF for a committee.
_OF_VOTES = {
    gamma: m,
    R2: replace(numeral(d), in_coq=sqrt(d) ** 2),
    radius: sqrt(d),
}
_REASONS = {
    "progress": "The example has a margin of at least m under u, so each update raises ⟨u, w⟩ by at least ηm.",
    "growth": "The squared length of the example is at most d, so each update raises ‖w‖² by at most η²d.",
    "total-growth": "None of the t squared lengths is larger than d.",
}

COMMITTEE_PERCEPTRON = replace(
    NOVIKOFF,
    name="COMMITTEE_PERCEPTRON",
    title="Perceptron mistake bound for a committee",
    builds_on=(("NOVIKOFF", r"at the committee: $\|u\|^2 = k$, $R^2 = d$ and $\gamma = m$"),),
    tight=("attained",
        "for one expert, by the rows of a Hadamard matrix, and for three of eight, by 24 examples; it is "
        "not known for which other committees."),
    states=_COMMITTEES + " the Perceptron, started at the zero vector, with any learning rate and without a bias, "
    "makes at most {bound.right} updates, and at most as many mistakes. Here $m$ is one if $k$ is odd, and two if $k$ "
    "is even.",
    also={},
    measure=_PerceptronVotes,
    hypotheses=(*PROTOCOL, *_COMMITTEE),
    lines=(
        _PARITY,
        Line("length", uu == k, "The comparator u has k ones.", RUN),
        Line("radius", xx <= d,
            "None of the d opinions is larger than 1. "
            "From here on the proof is the Perceptron's, with γ = m and R² = d."),
        *special(LEDGER, _OF_VOTES, _REASONS),
        Line("bound", t <= k * d / m**2, "Divide by ηm√t, then square; the square of ‖u‖ is k."),
    ),
)  # fmt: skip


# --- Winnow ------------------------------------------------------------------------------------------------------


class _WinnowVotes(Shares, _Votes):
    """The committee u: 1 for each of its members, 0 for all others."""

    def __init__(self, trace: Trace, u: Vector) -> None:
        u = _members(trace, u)
        k = int(u.sum())
        super().__init__(trace, u / k, _majority(u) / k, 1)
        self.vote(trace, u)


#: The letters of WINNOW for a committee.
_OF_SHARES = {u: constant("u", "u/k", "u/k"), gamma: m / k}
_gain, _enough = eta * m / k - ln(cosh(eta)), frac(m**2, 2 * k**2)

COMMITTEE_WINNOW = replace(
    winnow.WINNOW,
    name="COMMITTEE_WINNOW",
    title="Winnow mistake bound for a committee",
    states=_COMMITTEES + " let $m$ be one if $k$ is odd, and two if $k$ is even. Winnow, started from equal weights, "
    "with the threshold zero and a learning rate {learning-rate} whose gain {the-gain} is at least "
    "{nearly-tuned.right}, makes at most {bound.right} updates, and at most as many mistakes."
    "\n\n"
    "The learning rate {simple-rate} gains that much, and so does, for committees of three or more, the best learning "
    "rate for the margin {margin.right}, {best-rate}.",
    also={
        "the-gain": C == _gain,
        "simple-rate": (eta == m / k).suppose,
        "simple-gain": _gain >= _enough,
        "best-rate": (eta == frac(1, 2) * ln(frac(k + m, k - m))).suppose,
        "best-slope": sinh(eta) / cosh(eta) == m / k,
    },
    builds_on=(("WINNOW_UNIFORM", r"at the committee, whose entropy is $\ln(d/k)$ and whose margin is $m/k$"),),
    tight=("open",
        "beyond nine tenths: for three of a thousand experts, an opponent who keeps the score at $0$, or just below, "
        "forces more than nine tenths of the bound."),
    measure=_WinnowVotes,
    hypotheses=(
        *winnow.RULE,
        winnow.UNIFORM,
        winnow.NO_THRESHOLD,
        *_COMMITTEE,
        Hypothesis("nearly-tuned", C >= _enough,
            "The learning rate is nearly the best for a margin of m/k: its gain C(η) is at least m²/2k², as the gains "
            "of the tuned learning rate and of the learning rate m/k are.", RUN),
    ),
    lines=(
        _PARITY,
        Line("margin", au.where(_OF_SHARES) >= m / k,
            "Divide by k: as comparator, u/k is a probability vector and has the margin γ = m/k. "
            "From here on the proof is Winnow's, with u/k for u, R = 1 and θ = 0."),
        *special(winnow.LEDGER, _OF_SHARES),
        Line("committee", kl_0.where(_OF_SHARES) == ln(d / k),
            "Each of the k members has the weight 1/k in u/k, and 1/d at the start; no one else counts.", RUN),
        Line("bound", t <= 2 * k**2 * ln(d / k) / m**2,
            "Chain floor and total progress, with ln(d/k) at the start and no less than m²/2k² off it at each update."),
    ),
    squeeze=replace(winnow.PICTURE, upper=ln(d / k) - frac(m**2, 2 * k**2) * t),
)  # fmt: skip
