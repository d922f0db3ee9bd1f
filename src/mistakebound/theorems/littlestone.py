r"""Littlestone's bounds for Winnow1 and Winnow2 on monotone disjunctions of k of n variables.

Legend: T the variables of the disjunction, k their number, w weights, x example in {0, 1}^n, alpha factor, theta
threshold; S the sum of the weights, P_t promotions and Q_t demotions among the first t updates, P_{t,j} promotions of
weight j; c the number of promotions that bring a weight from 1 to theta: the logarithm of theta to base alpha, rounded
up, but 0 if theta < 1; g the least part of theta that a demotion takes off S: all of it (Winnow1), or 1 - 1/alpha
(Winnow2).

A score of theta predicts +1. If it predicted -1, a promoted weight could be theta, and c would be floor(log_alpha
theta) + 1.
"""

from __future__ import annotations

import math
import operator as o
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..arrays import floats, rowdot
from ..certificates.claims import worst
from ..certificates.core import (
    EXAMPLES,
    FEATURES,
    RUN,
    Hypothesis,
    Line,
    Quantities,
    Range,
    Squeeze,
    Theorem,
    mistakes_update,
)
from ..certificates.expressions import (
    ATOM,
    CALL,
    PRODUCT,
    SUM,
    TO_THE,
    Expression,
    Index,
    Op,
    constant,
    frac,
    measured,
    numeral,
    state,
    update,
)
from ..certificates.functions import Indices, log2, maximum, rounded_up
from ..certificates.measure import examples, one_for_each, setting
from ..checks import check_number, check_positive
from ..concepts import Formula
from ..errors import MistakeBoundError, shown
from ..trace import Trace
from ..types import Examples, Number

__all__ = ["WINNOW1", "WINNOW2"]

GRID = 1 << 30  # weights that are multiples of 1 / GRID, as moderate powers of 2 and 3/2 are, are summed exactly

# --- measuring a run ---------------------------------------------------------------------------------------------


class _Measured(Quantities):
    """Base of both: a demotion turns weights w into demote(w, alpha), and g is part(alpha)."""

    def __init__(
        self, trace: Trace, target: Formula, demote: Callable[[np.ndarray, float], Any], part: Callable[[Fraction], Any]
    ) -> None:
        X, up = trace.update_X, trace.update_y > 0
        n = X.shape[1]
        T = _variables(target, n)
        if not callable(getattr(trace.learner, "threshold_for", None)):
            raise MistakeBoundError(f"{shown(trace.learner)} has no alpha and theta: play Winnow1 or Winnow2.")
        self.n, self.k, self.members, self.t = n, len(T), T, np.arange(1, trace.n_updates + 1).astype(object)
        self.alpha = Fraction(setting(trace, "alpha", "Winnow1 and Winnow2"))
        theta = check_number(trace.learner.threshold_for(n), "theta")  # a hypothesis refuses one that is not positive
        self.theta = Fraction(check_positive(theta, "theta") if theta > 0 else theta)
        W, unit = _on_grid(floats(one_for_each(n, "feature", trace.weights)))
        self.S, self.active = W.sum(axis=1).astype(object) / unit, rowdot(W[:-1], X.astype(W.dtype)) / unit
        self.start = W[:1].astype(object) / unit
        self.least = W[:, T].astype(object).min(axis=1) / unit if T else self.S * 0 + 1  # no variable, nothing to claim
        self.x = X
        self.P, self.Q = np.cumsum(up).astype(object), np.cumsum(~up).astype(object)
        self.P_at = np.cumsum(X[:, T] * up[:, None], axis=0)
        self.up, self.down = np.flatnonzero(up), np.flatnonzero(~up)
        self.around_up, self.around_down = (self.up, self.up + 1), (self.down, self.down + 1)
        self.up_rounds, self.down_rounds = trace.updates[self.up], trace.updates[self.down]
        self.active_up, self.active_down = self.active[self.up], self.active[self.down]
        self.x_up, self.x_down = X[self.up], X[self.down]
        sound = self.alpha > 1 and self.theta > 0  # otherwise two hypotheses fail, and there is no bound
        self.c: Any = _doublings(self.alpha, self.theta) if sound else math.nan
        self.g: Any = part(self.alpha) if sound else math.nan
        before, after = trace.weights[:-1], trace.weights[1:]
        moved = np.where(up[:, None], before * float(self.alpha), demote(before, float(self.alpha)))
        due = np.where(X == 1, moved, before)
        step, self.moved = worst(np.abs(after - due), np.abs(due))
        self.step = step if step.any() else step.astype(int)
        self.bound, self.below = math.inf, math.inf  # and the largest whole number below it
        if sound:
            self.bound = n / (self.g * self.theta) + ((self.alpha - 1) / self.g + 1) * self.k * self.c
            self.below = math.ceil(self.bound) - 1
        self.X, self.y = examples(trace)


class _Measured1(_Measured):
    """The target is a Formula with "∨", without negations; alpha and theta are read off the learner."""

    def __init__(self, trace: Trace, target: Formula) -> None:
        super().__init__(trace, target, demote=lambda w, alpha: 0 * w, part=lambda alpha: 1)


class _Measured2(_Measured):
    """The target is a Formula with "∨", without negations; alpha and theta are read off the learner."""

    def __init__(self, trace: Trace, target: Formula) -> None:
        super().__init__(trace, target, demote=lambda w, alpha: w / alpha, part=lambda alpha: 1 - 1 / alpha)


def _variables(target: Formula, n: int) -> list[int]:
    """The positions of the variables of a monotone disjunction."""
    if not isinstance(target, Formula) or target.connective != "∨" or any(i < 0 for i in target.literals):
        raise MistakeBoundError(
            f"target is {shown(target)}: it must be a disjunction of variables, such as Formula({n}, [1, 2], '∨')."
        )
    if target.n != n:
        raise MistakeBoundError(
            f"target has {target.n} variables but the examples have {n} features: it needs one variable for each "
            "feature."
        )
    return [i - 1 for i in target.literals]


def _on_grid(W: np.ndarray) -> tuple[np.ndarray, Number]:
    """Weights as exact integers in units of 1 / GRID, and GRID, if possible; otherwise the weights unchanged, and 1."""
    scaled = W * GRID
    if np.all(scaled == np.rint(scaled)) and scaled.sum(axis=1).max() < 2.0**62:
        return scaled.astype(np.int64), Fraction(GRID)
    return W, 1


def _doublings(alpha: Number, theta: Number) -> int:
    """The least c >= 0 such that alpha^c >= theta, exactly."""
    c = max(0, math.ceil(math.log(theta) / math.log(alpha) - 1e-6))
    return c if alpha**c >= theta else c + 1


# --- the quantities of a run -------------------------------------------------------------------------------------

n, k, c, t = (constant(name, kind="nat") for name in "nkct")
j = Indices("j", n, "feature")
alpha, theta, g = constant("alpha", r"\alpha"), constant("theta", r"\theta"), constant("g")
w, x, S = state("w"), update("x"), state("S", coq="S_")
P, Q, P_at = update("P", kind="nat"), update("Q", kind="nat"), update("P_at", "P", "P_at", kind="nat")

of_i = Index("i", "i", " of example i")
example, label = update("X", "x", "X", index=of_i), update("y", coq="Y", index=of_i)
T = constant("members", "T", "T")

_log = Op(lambda a, z: math.log(z) / math.log(a), r"\log_{0} {1:5}", None, "the logarithm of {1} to the base {0}",
          (CALL, CALL))  # fmt: skip
_c_is = c == maximum(0, rounded_up(_log(alpha, theta)))


def _sum_over(X: Examples, members: list[int]) -> np.ndarray:
    return np.asarray(X[:, members].sum(axis=1)).ravel().astype(object)


target = Op(lambda X, T: np.where(_sum_over(X, T) >= 1, 1, -1), "f({0})", "disjunction n T {0:5}", "f of {0}")
_over_T = Op(_sum_over, r"\sum_{{j \in T}} {0:2}", "sum_over n T (fun j => {0})", "the sum over T of {0:2}",
             (CALL, CALL))  # fmt: skip
_least, _most = (
    Op(lambda a, f=f, start=start: f(a, axis=1, initial=start).astype(object), rf"\{name}_{{{{j \in T}}}} {{1:2}}", "",
       f"the {word} over T of {{1:2}}", (CALL, CALL), uncast=(0,),
       reads=("", "value"), each="forall j, (j < {0})%nat -> T j = true -> ")
    for name, word, f, start in (("min", "least", np.min, np.inf), ("max", "largest", np.max, 0))
)  # fmt: skip
# sums of weights are exact in units of their grid, and fractions for each weight would be slow
least, most = measured("least", _least(n, state("w_T", "w", "w")[j]), of_states=True), _most(n, P_at[j])
start = replace(w.start[j], of="start")


def _active(rounds: str) -> Expression:
    """The active weights, at promotions ("up") or demotions ("down") only."""
    return measured(f"active_{rounds}", j.dot(w.before, x))


def _hits(rounds: str) -> Expression:
    """The number of variables of T that are 1, at these updates only."""
    return _over_T(replace(x, of=f"x_{rounds}")[j], T)


def _change(name: str, label: str) -> Range:
    """Updates on examples of one label: promotions, or demotions."""
    coq = f"forall t, (1 <= t <= U)%nat -> y t = {label} -> "
    at = {"promotion": "up", "demotion": "down"}[name]
    return Range(f"every {name} t", f"{at}_rounds", coq, f"around_{at}")


PROMOTIONS, DEMOTIONS = _change("promotion", "true"), _change("demotion", "false")

# --- hypotheses --------------------------------------------------------------------------------------------------


def _hypotheses(demotion: str, factor: Expression) -> tuple[Hypothesis, ...]:
    """The hypotheses; `demotion` describes in words what a demotion does, and `factor` is its factor."""
    factors = rf"{{0}}, \quad \rho_t = \alpha \text{{{{ or }}}} {factor.tex}"
    power = TO_THE._replace(coq="power {0:5} {1:5}", binds=(PRODUCT, CALL))
    moved = power(update("rho", r"\rho", "ρ"), x[j]) * w.before[j]
    return (
        Hypothesis("start", start == 1, "Every weight starts at 1.", replace(FEATURES, coq=j.each)),
        Hypothesis("factor", alpha > 1, "The factor α is greater than 1.", RUN),
        Hypothesis("threshold", theta > 0, "The threshold θ is positive.", RUN),
        Hypothesis("bits", replace(x[j] * (x[j] - 1) == 0, over=j),
            "Every feature of every example on which the learner updates is 0 or 1."),
        Hypothesis("labels", label == target(example, T),
            "Every example of the run has the label that the target f gives it, the disjunction of the variables in T: "
            "+1 if one of them is 1, and -1 if all are 0.", replace(EXAMPLES, coq="forall i, (i < m)%nat -> ")),
        mistakes_update("Every mistake is an update, so a bound on the updates is a bound on the mistakes."),
        Hypothesis("miss", _active("up") < theta,
            "A promotion, that is, an update on a positive example, happens only where the active weights, those of "
            "the features that are 1, sum to less than the threshold.", PROMOTIONS),
        Hypothesis("false-alarm", _active("down") >= theta,
            "A demotion, that is, an update on a negative example, happens only where the active weights sum to the "
            "threshold or more.", DEMOTIONS),
        # a demotion of Winnow1 has no logarithm
        Hypothesis("update-rule",
            (w[j] == Op(o.pos, factors, "{0}", "{0}", (SUM, PRODUCT))(moved)).measured(
                "step", update("moved"), j),
            f"A promotion multiplies the active weights by α, a demotion {demotion} (so each by a factor ρ); nothing "
            "else changes a weight."),
    )  # fmt: skip


# --- the bound, line by line -------------------------------------------------------------------------------------


def _ledger(fall: Expression, fall_reason: str, floor: Any, floor_reason: str) -> tuple[Line, ...]:
    """The lines; `fall` is g theta, and the floor of S is strict or not."""
    return (
        Line("no-false-hit", _hits("down") == 0,
            "A demotion follows a negative example, and there no variable of the disjunction is 1.", DEMOTIONS),
        Line("relevant", least >= 1, "So the weights in T are never demoted."),
        Line("hit", _hits("up") >= 1,
            "A promotion follows a positive example, and there a variable of the disjunction is 1: it is promoted.",
            PROMOTIONS),
        Line("seldom", most <= c,
            "A weight that is promoted was below θ, as part of a sum below θ; and c promotions bring a weight of T "
            "from 1 to θ or above. So Pₜⱼ, how often weight j was promoted in the first t updates, is at most c."),
        Line("promotions", P <= k * c, "Each promotion uses up one of the at most c that each of the k variables has."),
        Line("rise", S <= S.before + (alpha - 1) * theta,
            "A promotion adds α - 1 times the active weights, whose sum was below θ.", PROMOTIONS),
        Line("fall", S <= S.before - fall, fall_reason, DEMOTIONS),
        Line("balance", S <= n + (alpha - 1) * theta * P - fall * Q, "Add up rises and falls, starting from n."),
        Line("floor", floor, floor_reason),
    )  # fmt: skip


PICTURE = Squeeze(
    upper=n + (g + alpha - 1) * theta * k * c - g * theta * t,
    inner=(constant("S"),),
    quantity="sum of the weights",
    meets=constant("bound"),
    steps=False,
)


def _statement(learner: str, count: str, demotion: str, usual: str) -> str:
    return (
        "For every set $T$ of $k$ of $n$ Boolean variables, every factor {factor}, every threshold {threshold} and "
        "every sequence of examples $x$ of $n$ zeros and ones whose labels are those of the disjunction of the "
        f"variables in $T$, {learner} makes {count} updates, and no more mistakes than updates. Here $c$ is the least "
        "whole number, not negative, with {reached}: that is, {c}."
        "\n\n"
        f"{learner} starts with all weights {{start.right}}, and predicts the positive label if and only if "
        "{false-alarm.bare}. It updates only when it errs, and only the active weights, those of the features that are "
        r"one: if the label is positive, it multiplies them by $\alpha$ (a promotion); if it is negative, it "
        f"{demotion} (a demotion).\n\n{usual}"
    )


WINNOW1 = Theorem(
    name="WINNOW1",
    title="Mistake bound of Winnow1",
    states=_statement(
        "Winnow1", "at most {bound.right}", "sets them to zero",
        "With {two} and {half}, for two variables or more, it makes at most {usual.right} mistakes.",
    ),
    also={
        "reached": alpha**c >= theta,
        "c": _c_is,
        "two": (alpha == 2).suppose,
        "half": (theta == n / 2).suppose,
        "usual": (alpha * k * c + frac(n, theta)).where({c: _c_is.right}) == 2 * k * rounded_up(log2(n / 2)) + 2,
    },
    beside=("c",),
    source="littlestone1988",
    learner="`Winnow1`.",
    tight=("open",
        r"only as to a constant factor, for $k \le \sqrt n$ and $\theta$ near $n/2k$: "
        r"$k\lfloor\log_2(n/k)\rfloor$ mistakes can be forced upon every deterministic learner."),
    measure=_Measured1,
    hypotheses=_hypotheses("sets them to 0", numeral(0)),
    lines=(
        *_ledger(
            theta, "A demotion removes the active weights, whose sum was at least θ.",
            S >= 0, "Weights are not negative.",
        ),
        Line("demotions", Q <= frac(n, theta) + (alpha - 1) * P, "Chain floor and balance, and divide by θ."),
        Line("bound", t <= measured("bound", alpha * k * c + frac(n, theta)),
            "The t updates are P promotions and Q demotions: put both limits in."),
    ),
    squeeze=PICTURE,
)  # fmt: skip


_fewer = frac(alpha * n, (alpha - 1) * theta) + (alpha + 1) * k * c
_ceiling = Op(np.ceil, r"\lceil {0} \rceil", "IZR (ceil {0:5})", "{0}, rounded up,", (ATOM, CALL))

WINNOW2 = replace(
    WINNOW1,
    name="WINNOW2",
    title="Mistake bound of Winnow2",
    states=_statement(
        "Winnow2", "fewer than {sum.right}", r"divides them by $\alpha$",
        "With {two} and {all} it makes at most {usual.right} mistakes.",
    ),
    also={
        "reached": alpha**c >= theta,
        "c": _c_is,
        "two": (alpha == 2).suppose,
        "all": (theta == n).suppose,
        "usual": (_ceiling(_fewer) - 1).where({c: _c_is.right}) == 3 * k * rounded_up(log2(n)) + 1,
    },
    learner="`Winnow2`.",
    builds_on=(("WINNOW1", "a demotion divides a weight, and does not delete it"),),
    tight=("open",
        r"only as to a constant factor, as Winnow1's is, for $k \le \sqrt n$ and $\theta$ near $n/k$; nobody "
        "knows the exact worst case of either."),
    measure=_Measured2,
    hypotheses=_hypotheses("divides them by α", 1 / alpha),
    lines=(
        *_ledger(
            (1 - 1 / alpha) * theta,
            "A demotion takes the part 1 - 1/α of the active weights, whose sum was at least θ.",
            S > 0, "Weights are positive.",
        ),
        Line("demotions", Q < frac(alpha * n, (alpha - 1) * theta) + alpha * P,
            "Chain floor and balance, and divide by (1 - 1/α) θ."),
        Line("sum", t < measured("bound", _fewer),
            "The t updates are P promotions and Q demotions: put both limits in."),
        Line("bound", t <= measured("below", _ceiling(_fewer) - 1),
            "A number of updates is whole, so it is at most the largest whole number below."),
    ),
)  # fmt: skip
