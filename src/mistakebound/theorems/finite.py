r"""Mistake bounds for finite classes: CON, elimination, Halving, weighted majority, and the optimal learner.

Legend: C a class, V_t the concepts that agree with the first t updates, y_t the label of update t, M_t the mistakes up
to update t, p_t the probability of a mistake; n variables, T the literals of the target, k their number, L_t the
literals that no update has ruled out; W_t a total weight, beta its factor, m the mistakes of the best concept.

The version space is not the learner's: it is worked out from the class and the examples of the run, and so are the
literals and the weights. A learner that keeps another one gives itself away by its mistakes.

Names of measured quantities: size = |V_t| for t = 0, 1, ..., U; before, after = |V| on both sides of each mistake;
M = M_t for t = 1, ..., U.
"""

from __future__ import annotations

import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np

from ..concepts import Formula, littlestone_dimension, vc_dimension
from ..concepts.bits import count, unpack
from ..concepts.families import check_literals, literal_values
from ..errors import MistakeBoundError, NotRealizable
from .core import Hypothesis, Line, Squeeze, Theorem
from .exact import dense

__all__ = ["CONSISTENT", "CONSISTENT_RANDOM", "ELIMINATION", "HALVING", "LITTLESTONE", "WEIGHTED_MAJORITY"]


# --- the version space of a run ----------------------------------------------------------------------------------


def _version_space(trace, concepts):
    """The class is `concepts`, a ConceptClass: all that the learner took for possible before the first round."""
    spaces = concepts.version_spaces(dense(trace.update_X), trace.update_y)
    q = _counts(trace)
    q.C = len(concepts)
    q.spaces = spaces
    q.size = count(spaces).astype(object)
    q.before, q.after = q.size[q.around]
    q.agreeing = _agreeing(trace, concepts)
    return q


def _counts(trace):
    """The number of mistakes at each update, and the number of updates on both sides of each mistake."""
    return SimpleNamespace(
        M=np.searchsorted(trace.mistakes, trace.updates, side="right").astype(object),
        around=np.stack([np.searchsorted(trace.updates, trace.mistakes, side=side) for side in ("left", "right")]),
        missed=np.setdiff1d(trace.mistakes, trace.updates),
    )


def _agreeing(trace, concepts) -> int:
    """How many concepts agree with every round."""
    try:
        return int(count(concepts.version_space(*_examples(trace))))
    except NotRealizable:
        return 0


def _examples(trace):
    """The examples of the run; if they were streamed and not kept, those of its updates."""
    X, y = (trace.update_X, trace.update_y) if trace.X is None else (trace.X, trace.y)
    return dense(X), y


def _after_mistakes(values, q):
    """The entries after 0, 1, 2, ... mistakes, of values after 0, 1, 2, ... updates."""
    return values[np.append(0, q.around[1])].astype(float)


_AT_MISTAKES = {"rounds": lambda q: q.mistakes}
_WHOLE_RUN = {"rounds": None}

_REALIZABLE = Hypothesis(
    "realizable", "H1", r"\text{concepts that agree with every example} \ge 1",
    "Some concept of the class gives every example of the run its label.",
    lambda q: (q.agreeing, 1), ">=", **_WHOLE_RUN,
)  # fmt: skip

_MISTAKE_DRIVEN = Hypothesis(
    "mistake-driven", "H2", r"\text{mistakes without an update} = 0",
    "The learner learns from every mistake: what the example rules out is dropped.",
    lambda q: (len(q.missed), 0), "=", **_WHOLE_RUN,
)  # fmt: skip


def _monotone(label):
    return Line(
        "monotone", label, r"|V_t| \le |V_{t-1}|",
        "An example can rule concepts out, and never brings one back.",
        lambda q: (q.size[1:], q.size[:-1]),
    )  # fmt: skip


def _floor(label):
    return Line(
        "floor", label, r"1 \le |V_t|",
        "The concept that agrees with every example is never ruled out.",
        lambda q: (1, q.size[1:]),
    )  # fmt: skip


# --- CON ---------------------------------------------------------------------------------------------------------

_FROM_VERSION_SPACE = Hypothesis(
    "consistent", "H3", r"|V_{t-1} \setminus V_t| \ge 1",
    "At a mistake, the prediction was that of some concept of the version space, which is now ruled out.",
    lambda q: (q.before - q.after, 1), ">=", **_AT_MISTAKES,
)  # fmt: skip

CONSISTENT = Theorem(
    name="CONSISTENT",
    title="Mistake bound of any consistent learner",
    statement=r"M \le |C| - 1",
    source="littlestone1988",
    counts="mistakes",
    measure=_version_space,
    hypotheses=(_REALIZABLE, _MISTAKE_DRIVEN, _FROM_VERSION_SPACE),
    lines=(
        _monotone("CON1"),
        Line(
            "progress", "CON2", r"|V_t| \le |V_{t-1}| - 1",
            "At a mistake, the concept that was used is ruled out.",
            lambda q: (q.after, q.before - 1), **_AT_MISTAKES,
        ),
        _floor("CON3"),
        Line(
            "total-progress", "CON4a", r"M_t \le |C| - |V_t|",
            "Every mistake so far has ruled out a concept of its own.",
            lambda q: (q.M, q.C - q.size[1:]),
        ),
        Line(
            "bound", "CON4", r"M_t \le |C| - 1",
            "One concept is left.",
            lambda q: (q.M, q.C - 1),
        ),
    ),
    bound=lambda q: q.C - 1,
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.ones_like(t, dtype=float),
        upper=lambda t: q.C - np.asarray(t, dtype=float),
        lower_label="1",
        upper_label="|C| - t",
        inner={"|V|": _after_mistakes(q.size, q)},
        meets=float(q.C - 1),
        quantity="concepts that are left",
    ),
)  # fmt: skip


def _random_choice(trace, concepts):
    """The class is `concepts`. The learner draws a concept of the version space afresh in each round."""
    q = _version_space(trace, concepts)
    q.p = np.array([1 - Fraction(b, a) if a else 0 for a, b in zip(q.size[:-1], q.size[1:], strict=True)], dtype=object)
    q.sum = np.cumsum(q.p)
    q.expected = q.sum[-1] if len(q.sum) else 0
    return q


def _ln(values):
    """Natural logarithms; minus infinity at 0."""
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(values, dtype=float))


CONSISTENT_RANDOM = Theorem(
    name="CONSISTENT_RANDOM",
    title="Expected mistakes of a random consistent concept",
    statement=r"\mathrm{E}[M] \le \ln |C|",
    source="littlestone1988",
    counts="expected mistakes",
    measure=_random_choice,
    hypotheses=(
        _REALIZABLE,
        _MISTAKE_DRIVEN,
        _FROM_VERSION_SPACE,
        Hypothesis(
            "every-round", "H4", r"|V_U| = \text{concepts that agree with every example}",
            "Every example that rules a concept out is an update, whether the prediction was right or wrong.",
            lambda q: (q.size[-1], q.agreeing), "=", **_WHOLE_RUN,
        ),
    ),
    lines=(
        _monotone("CON1"),
        _floor("CON3"),
        Line(
            "chance", "CON5a", r"p_t = 1 - |V_t| / |V_{t-1}| \le \ln(|V_{t-1}| / |V_t|)",
            "The learner errs if it drew one of the concepts that the example rules out; and 1 - z is at most -ln z.",
            lambda q: (q.p, _ln(q.size[:-1]) - _ln(q.size[1:])),
        ),
        Line(
            "sum", "CON5b", r"\sum_{s \le t} p_s \le \ln(|C| / |V_t|)",
            "Expectations add up, and the logarithms telescope.",
            lambda q: (q.sum, math.log(q.C) - _ln(q.size[1:])),
        ),
        Line(
            "bound", "CON5", r"\sum_{s \le t} p_s \le \ln |C|",
            "One concept is left.",
            lambda q: (q.sum, math.log(q.C)),
        ),
    ),
    bound=lambda q: math.log(q.C),
)  # fmt: skip


# --- Halving -----------------------------------------------------------------------------------------------------


def _floor_log2(number) -> int:
    """The logarithm to base 2, rounded down, of a positive whole number."""
    return number.bit_length() - 1


def _floor_log2_each(number, sizes):
    """The same of number / size, for each size; there is no limit where it is 0."""
    return np.array([_floor_log2(number // size) if size else math.inf for size in sizes], dtype=object)


HALVING = Theorem(
    name="HALVING",
    title="Mistake bound of Halving",
    statement=r"M \le \lfloor \log_2 |C| \rfloor",
    source="littlestone1988",
    counts="mistakes",
    measure=_version_space,
    hypotheses=(
        _REALIZABLE,
        _MISTAKE_DRIVEN,
        Hypothesis(
            "majority", "H3", r"|V_{t-1} \setminus V_t| \ge |V_t|",
            "At a mistake, at least as many concepts of the version space gave the label predicted as the true one.",
            lambda q: (q.before - q.after, q.after), ">=", **_AT_MISTAKES,
        ),
    ),
    lines=(
        Line(
            "halving", "HA1", r"|V_t| \le \tfrac12 |V_{t-1}|",
            "At a mistake, at least half of the concepts were wrong, and they are dropped.",
            lambda q: (q.after, q.before * Fraction(1, 2)), **_AT_MISTAKES,
        ),
        _monotone("HA2"),
        Line(
            "telescoping", "HA3", r"|V_t| \le 2^{-M_t} |C|",
            "Each mistake so far has halved what was left, and nothing was ever added.",
            lambda q: (q.size[1:], Fraction(q.C) / 2**q.M),
        ),
        _floor("HA4"),
        Line(
            "integer", "HA5a", r"M_t \le \lfloor \log_2(|C| / |V_t|) \rfloor",
            "Take logarithms; a number of mistakes is whole, so round down.",
            lambda q: (q.M, _floor_log2_each(q.C, q.size[1:])),
        ),
        Line(
            "bound", "HA5", r"M_t \le \lfloor \log_2 |C| \rfloor",
            "One concept is left.",
            lambda q: (q.M, _floor_log2(q.C)),
        ),
    ),
    bound=lambda q: _floor_log2(q.C),
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.zeros_like(t, dtype=float),
        upper=lambda t: math.log2(q.C) - np.asarray(t, dtype=float),
        lower_label="0",
        upper_label=r"\log_2 |C| - t",
        inner={r"\log_2 |V|": _ln(_after_mistakes(q.size, q)) / math.log(2)},
        meets=math.log2(q.C),
        quantity="logarithm of what is left",
    ),
)  # fmt: skip


# --- the optimal learner -----------------------------------------------------------------------------------------


def _littlestone(trace, concepts):
    """The class is `concepts`, a ConceptClass small enough for its Littlestone dimension."""
    q = _version_space(trace, concepts)
    q.vc = vc_dimension(concepts)
    q.depth = _depths(concepts, q.spaces)
    q.dropped = _depths(concepts, q.spaces[:-1] & ~q.spaces[1:])
    before, after = q.around
    q.depth_after = q.depth[after]
    q.depth_dropped = _depths(concepts, q.spaces[before] & ~q.spaces[after])
    q.wrong = np.isin(trace.updates, trace.mistakes).astype(int)
    return q


def _depths(concepts, spaces):
    return np.array([littlestone_dimension(concepts, V) for V in spaces], dtype=object)


LITTLESTONE = Theorem(
    name="LITTLESTONE",
    title="Mistake bound of the optimal learner",
    statement=r"M \le \mathrm{Ldim}(C)",
    source="littlestone1988",
    counts="mistakes",
    measure=_littlestone,
    hypotheses=(
        _REALIZABLE,
        _MISTAKE_DRIVEN,
        Hypothesis(
            "deeper-side", "H3", r"\mathrm{Ldim}(V_{t-1} \setminus V_t) \ge \mathrm{Ldim}(V_t)",
            "At a mistake, the concepts that gave the label predicted were at least as deep as the others.",
            lambda q: (q.depth_dropped, q.depth_after), ">=", **_AT_MISTAKES,
        ),
    ),
    lines=(
        Line(
            "shattered", "SO0a", r"\mathrm{VCdim}(C) \le \mathrm{Ldim}(C)",
            "A shattered set, one point a level, is a complete mistake tree.",
            lambda q: (q.vc, q.depth[0]), **_WHOLE_RUN,
        ),
        Line(
            "leaves", "SO0b", r"\mathrm{Ldim}(C) \le \lfloor \log_2 |C| \rfloor",
            "A complete tree of depth d has a different concept at each of its 2ᵈ leaves.",
            lambda q: (q.depth[0], _floor_log2(q.C)), **_WHOLE_RUN,
        ),
        Line(
            "shallower-side", "SO1",
            r"\mathrm{Ldim}(V_t) = \min(\mathrm{Ldim}(V_t), \mathrm{Ldim}(V_{t-1} \setminus V_t))",
            "The learner went with the deeper side, so a mistake leaves the other.",
            lambda q: (q.depth_after, np.minimum(q.depth_after, q.depth_dropped)), "=", **_AT_MISTAKES,
        ),
        Line(
            "two-sides", "SO2",
            r"1 + \min(\mathrm{Ldim}(V_t), \mathrm{Ldim}(V_{t-1} \setminus V_t)) \le \mathrm{Ldim}(V_{t-1})",
            "Put the example above a tree for each of its two sides: together they are a tree one level deeper.",
            lambda q: (1 + np.minimum(q.depth[1:], q.dropped), q.depth[:-1]),
        ),
        Line(
            "progress", "SO3", r"\mathrm{Ldim}(V_t) \le \mathrm{Ldim}(V_{t-1}) - [\text{mistake}]",
            "A mistake leaves at most one level less; and a part of the version space is never deeper than the whole.",
            lambda q: (q.depth[1:], q.depth[:-1] - q.wrong),
        ),
        Line(
            "floor", "SO4", r"0 \le \mathrm{Ldim}(V_t)",
            "The concept that agrees with every example is left, and only the empty class is below depth 0.",
            lambda q: (0, q.depth[1:]),
        ),
        Line(
            "total-progress", "SO5a", r"M_t \le \mathrm{Ldim}(C) - \mathrm{Ldim}(V_t)",
            "Each mistake so far has taken a level.",
            lambda q: (q.M, q.depth[0] - q.depth[1:]),
        ),
        Line(
            "bound", "SO5", r"M_t \le \mathrm{Ldim}(C)",
            "No level is left below 0.",
            lambda q: (q.M, q.depth[0]),
        ),
    ),
    bound=lambda q: q.depth[0],
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.zeros_like(t, dtype=float),
        upper=lambda t: float(q.depth[0]) - np.asarray(t, dtype=float),
        lower_label="0",
        upper_label=r"\mathrm{Ldim}(C) - t",
        inner={r"\mathrm{Ldim}(V)": _after_mistakes(q.depth, q)},
        meets=float(q.depth[0]),
        quantity="Littlestone dimension of what is left",
    ),
)  # fmt: skip


# --- weighted majority -------------------------------------------------------------------------------------------


def _weights(trace, concepts, beta):
    """The class is `concepts`; at a mistake, the weights of the concepts that were wrong are multiplied by `beta`."""
    if not 0 < beta < 1:
        raise MistakeBoundError(f"beta is {beta!r}: it must lie between 0 and 1, both excluded.")
    q = _counts(trace)
    q.C, q.beta = len(concepts), Fraction(beta)
    errors = np.zeros(q.C, dtype=np.int64)
    W, wrong, best = [Fraction(q.C)], [], []
    for x, y in zip(dense(trace.update_X), trace.update_y, strict=True):
        errs = ~unpack(concepts.agreeing(x[None], [y])[0], q.C)
        wrong.append(_total(errors[errs], q.beta))
        errors += errs
        W.append(_total(errors, q.beta))
        best.append(int(errors.min()))
    q.W, q.wrong, q.best = (np.array(values, dtype=object) for values in (W, wrong, best))
    q.right = q.W[:-1] - q.wrong
    q.t = np.arange(1, trace.n_updates + 1).astype(object)
    q.ceiling = np.array([((1 + q.beta) / 2) ** t * q.C for t in q.t], dtype=object)
    q.m = q.best[-1] if len(q.best) else 0
    return q


def _total(errors, beta):
    """Sum of beta^e over the errors e of some concepts."""
    return sum((int(number) * beta**e for e, number in enumerate(np.bincount(errors))), Fraction(0))


def _weighted_bound(q):
    return (math.log(q.C) - q.m * math.log(q.beta)) / math.log(2 / (1 + q.beta))


WEIGHTED_MAJORITY = Theorem(
    name="WEIGHTED_MAJORITY",
    title="Mistake bound of the weighted majority",
    statement=r"M \le \frac{\ln |C| + m \ln(1/\beta)}{\ln(2/(1 + \beta))}",
    source="littlestonewarmuth1994",
    counts="mistakes",
    measure=_weights,
    hypotheses=(
        Hypothesis(
            "mistake-driven", "H1", r"\text{mistakes without an update} = 0",
            "The learner learns from every mistake: the concepts that were wrong lose weight.",
            lambda q: (len(q.missed), 0), "=", **_WHOLE_RUN,
        ),
        Hypothesis(
            "majority", "H2", r"W_{t-1}^{\text{wrong}} \ge W_{t-1}^{\text{right}}",
            "At an update, the concepts that were wrong had at least half of the weight.",
            lambda q: (q.wrong, q.right), ">=",
        ),
    ),
    lines=(
        Line(
            "update", "WM1a", r"W_t = W_{t-1}^{\text{right}} + \beta W_{t-1}^{\text{wrong}}",
            "The concepts that were wrong keep the part β of their weight, the others keep all of it.",
            lambda q: (q.W[1:], q.right + q.beta * q.wrong), "=",
        ),
        Line(
            "shrinking", "WM1", r"W_t \le \tfrac12 (1 + \beta) W_{t-1}",
            "At least half of the weight is multiplied by β.",
            lambda q: (q.W[1:], (1 + q.beta) / 2 * q.W[:-1]),
        ),
        Line(
            "telescoping", "WM1b", r"W_t \le (\tfrac12 (1 + \beta))^t |C|",
            "Each of the t updates has shrunk the total, which started at 1 for each concept.",
            lambda q: (q.W[1:], q.ceiling),
        ),
        Line(
            "best", "WM2", r"\beta^m \le W_t",
            "The best concept, wrong m times, has at least this weight, and the total is no less.",
            lambda q: (q.beta**q.m, q.W[1:]),
        ),
        Line(
            "sandwich", "WM3a", r"\beta^m \le (\tfrac12 (1 + \beta))^t |C|",
            "Chain the two: the total lies between them.",
            lambda q: (q.beta**q.m, q.ceiling),
        ),
        Line(
            "bound", "WM3", r"t \le \frac{\ln |C| + m \ln(1/\beta)}{\ln(2/(1 + \beta))}",
            "Take logarithms and solve for t.",
            lambda q: (q.t, _weighted_bound(q)),
        ),
    ),
    bound=_weighted_bound,
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.full_like(t, q.m * math.log(q.beta), dtype=float),
        upper=lambda t: math.log(q.C) - np.asarray(t, dtype=float) * math.log(2 / (1 + q.beta)),
        lower_label=r"m \ln \beta",
        upper_label=r"\ln |C| - t \ln(2/(1 + \beta))",
        inner={r"\ln W": _ln(q.W)},
        meets=_weighted_bound(q),
        quantity="logarithm of the total weight",
    ),
)  # fmt: skip


# --- elimination -------------------------------------------------------------------------------------------------


def _elimination(trace, target, literals="monotone"):
    """The target is a Formula with "∧" or "∨"; literals is "monotone" or "all": what the learner started with."""
    if not isinstance(target, Formula) or target.connective == "⊕":
        raise MistakeBoundError(f"target is {target!r}: it must be a Formula, a conjunction (∧) or a disjunction (∨).")
    q = _counts(trace)
    q.n, q.k, q.b = target.n, len(target), check_literals(literals) - 1
    q.sign = 1 if target.connective == "∧" else -1
    X, y = _examples(trace)
    q.mislabelled = int(np.count_nonzero(target(X) != y))
    q.contradictions = int(np.count_nonzero(target.mask[: q.n] & target.mask[q.n :]))
    start = np.zeros(2 * q.n, dtype=bool)
    start[: (1 + q.b) * q.n] = True
    values = literal_values(dense(trace.update_X), q.n)
    kept = values if q.sign > 0 else ~values
    left = np.logical_and.accumulate(np.vstack([start, kept]), axis=0)
    q.foreign = int(np.count_nonzero(target.mask & ~start))
    q.size = left.sum(axis=1).astype(object)
    q.target_left = (left & target.mask).sum(axis=1).astype(object)
    q.before, q.after = q.size[q.around]
    q.said = 2 * (kept | ~left[:-1]).all(axis=1).astype(int) - 1  # the old hypothesis, for a conjunction's labels
    q.turned = q.sign * trace.update_y.astype(int)
    first = slice(0, q.b)
    q.first_mistake = trace.mistakes[first]
    q.after_first = q.after[first]
    return q


ELIMINATION = Theorem(
    name="ELIMINATION",
    title="Mistake bound of elimination",
    statement=r"M \le n - k + b",
    source="littlestone1988",
    counts="mistakes",
    measure=_elimination,
    hypotheses=(
        Hypothesis(
            "labels", "H1", r"\text{examples with another label than } f(x) = 0",
            "The labels are those of the target f.",
            lambda q: (q.mislabelled, 0), "=", **_WHOLE_RUN,
        ),
        Hypothesis(
            "literals", "H2", r"|T \setminus L_0| = 0",
            "The learner starts with every literal of the target (variables only: b = 0; negations too: b = 1).",
            lambda q: (q.foreign, 0), "=", **_WHOLE_RUN,
        ),
        Hypothesis(
            "mistake-driven", "H3", r"\text{mistakes without an update} = 0",
            "The learner learns from every mistake: the literals that the example contradicts are dropped.",
            lambda q: (len(q.missed), 0), "=", **_WHOLE_RUN,
        ),
        Hypothesis(
            "prediction", "H4", r"y_t h_{t-1}(x_t) = -1",
            "An update is a mistake of h, the formula of the literals that are left.",
            lambda q: (q.said * q.turned, -1), "=",
        ),
        Hypothesis(
            "satisfiable", "H5", r"\text{variables with both literals in } T = 0",
            "The target does not contain a variable and its negation.",
            lambda q: (q.contradictions, 0), "=", **_WHOLE_RUN,
        ),
    ),
    lines=(
        Line(
            "invariant", "EL1", r"|T \cap L_t| = k",
            "Only literals that the target cannot contain are dropped.",
            lambda q: (q.target_left[1:], q.k), "=",
        ),
        Line(
            "one-sided", "EL2", r"y_t = 1",
            "The prediction h has all literals of f, so f is true where h is: only positive examples are missed. "
            "For disjunctions, with all labels turned round.",
            lambda q: (q.turned, 1), "=",
        ),
        Line(
            "progress", "EL3", r"|L_t| \le |L_{t-1}| - 1",
            "At a mistake, h was false where f is true, so a literal of h is false there: it is dropped.",
            lambda q: (q.after, q.before - 1), **_AT_MISTAKES,
        ),
        Line(
            "first-mistake", "EL3'", r"|L_1| = n",
            "With negations (b = 1): an example makes exactly one of each variable's two literals true, n of 2n.",
            lambda q: (q.after_first, q.n), "=", rounds=lambda q: q.first_mistake,
        ),
        Line(
            "floor", "EL4a", r"k \le |L_t|",
            "All literals of the target are left.",
            lambda q: (q.k, q.size[1:]),
        ),
        Line(
            "ceiling", "EL4b", r"|L_t| \le n - M_t + b",
            "Each mistake so far has dropped a literal; with negations, the first one dropped n of 2n.",
            lambda q: (q.size[1:], q.n - q.M + q.b),
        ),
        Line(
            "bound", "EL4", r"M_t \le n - k + b",
            "The ceiling has come down to the floor.",
            lambda q: (q.M, q.n - q.k + q.b),
        ),
    ),
    bound=lambda q: q.n - q.k + q.b,
    squeeze=lambda q: Squeeze(
        lower=lambda t: np.full_like(t, q.k, dtype=float),
        upper=lambda t: np.maximum(q.n + q.b - np.asarray(t, dtype=float), (1 + q.b) * q.n - q.n**q.b * np.asarray(t)),
        lower_label="k",
        upper_label="n - t + b",
        inner={"|L|": _after_mistakes(q.size, q)},
        meets=float(q.n - q.k + q.b),
        quantity="literals that are left",
    ),
)  # fmt: skip
