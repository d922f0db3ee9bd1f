r"""For each claim of each theorem, a run on which it is false, which shows that the claim can fail.

    python -m tools.lies.falsify            one row for each claim: theorem, claim, the cause of failure
    python -m tools.lies.falsify NOVIKOFF   of this theorem alone

The run of `test_sides.py`, on which every claim holds, is spoilt in one way at a time, the honest ways first:

1. RUN: a real run: of a learner that breaks a rule, or other parameters (a wrong comparator, a margin that is none);
2. ALTERED: a record of a run with one field changed, which no learner need have played;
3. MEASURED: one measured quantity changed. This shows only that the claim is compared with the measurement.

A claim that nothing makes false is an identity of its measurement. `IDENTITIES` gives the reason for printing it.
"""

import sys
import warnings
from collections import Counter
from contextlib import suppress
from copy import copy
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from inspect import signature
from itertools import chain, product
from unittest.mock import patch

import numpy as np

import mistakebound as mb
from mistakebound.certificates.core import Certificate, Theorem
from mistakebound.trace import Trace
from tests.theorems.test_sides import SIDES

RUN, ALTERED, MEASURED = "a run", "an altered run", "an altered measurement"

IDENTITIES = {
    "BREGMAN_HINGE.homogeneous-bound": "both sides are made of L and B, and it is true of all numbers that are not "
    "negative; the line leads from the sharp form to the one that is easier to read",
} | dict.fromkeys(
    ("NOVIKOFF.cauchy-schwarz", "NOVIKOFF_BIAS.cauchy-schwarz", "MAX_MARGIN.cauchy-schwarz",
     "MARGIN_PERCEPTRON.cauchy-schwarz", "MARGIN_FRACTION.cauchy-schwarz", "FREUND_SCHAPIRE.cauchy-schwarz",
     "HINGE.cauchy-schwarz", "FRESH_FEATURES.lifted-cauchy-schwarz", "COMMITTEE_PERCEPTRON.cauchy-schwarz"),
    "worked out from its vectors, and true of all vectors: the proof needs it as a step",
) | {
    "CONSISTENT_RANDOM.chance": "worked out from the sizes of two sets, and true of all numbers: z ≤ -ln(1 - z)",
}  # fmt: skip

# Claims that no learner, data or parameters can make false, and why; they are compared with what is measured.
REASONS = {
    "true of all numbers, whatever they were measured on": (
        "NOVIKOFF_BIAS.folded-length", "FREUND_SCHAPIRE.shortfall", "FRESH_FEATURES.best",
        "COMMITTEE_PERCEPTRON.length", "CONSISTENT_RANDOM.sum", "WINNOW_DOUBLED.split",
        "ENTROPIC_SVM.fenchel", "SPARSE_SVM.average-is-below-largest", "ADABOOST.training-error",
        "RANDOM_PREFIX.count", "VOTE.count", "VOTE.majority", "VOTE.half", "LONGEST_SURVIVOR.patience",
        "BREGMAN_HINGE.shortfall",
    ),
    "R is read off the data as their greatest length, and γ as their least margin": (
        "NOVIKOFF_BIAS.radius", "MAX_MARGIN.radius", "MARGIN_PERCEPTRON.radius", "MARGIN_PERCEPTRON.margin",
        "MARGIN_FRACTION.radius", "MARGIN_FRACTION.margin", "FREUND_SCHAPIRE.radius", "HINGE.radius",
        "FRESH_FEATURES.radius", "FRESH_FEATURES.lifted-radius", "BREGMAN_HINGE.radius",
    ),
    "a record is looked at before it is measured: its labels are -1 or +1, its arrays as long as they should be": (
        "AGNOSTIC.rounds",
        "MAX_MARGIN.positive-margin", "FRESH_FEATURES.lifted-margin", "FRESH_FEATURES.lifted-length",
        "SPARSE_SVM.range", "SPARSE_SVM.chord", "ENTROPIC_SVM.range", "ENTROPIC_SVM.chord",
    ),
    "about a class of concepts, and true of every class": ("LITTLESTONE.shattered", "LITTLESTONE.leaves"),
    "the version space is the theorem's own, the concepts that agree with the updates so far": (
        "CONSISTENT.monotone", "CONSISTENT_RANDOM.monotone", "HALVING.monotone",
    ),
    "the weights are the theorem's own, as its learner should have them": (
        "WEIGHTED_MAJORITY.update", "WEIGHTED_MAJORITY.best", "HEDGE.best", "HEDGE_FIRST_ORDER.best",
    ),
}  # fmt: skip
TRUE_OF_ALL_RUNS = {name: reason for reason, names in REASONS.items() for name in names}

LONG = 40  # passes in which a learner that breaks a rule exceeds a bound
MOST = 12  # entries of an array that are changed one by one
REFUSALS = (mb.MistakeBoundError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError)


def given(theorem):
    """The run and parameters on which `test_sides.py` checks a theorem."""
    with patch.object(Theorem, "check", lambda theorem, run, **parameters: (run, parameters)):
        return SIDES[theorem.name](getattr(mb, theorem.name))[0]


# --- learners that break a rule ------------------------------------------------------------------------------------


class Forgets:
    """It never learns."""

    conservative = False

    def wants_update(self, state, X, y):
        return np.zeros(len(y), dtype=bool)


class Restless:
    """It learns from every example, also where it is right."""

    conservative = False

    def wants_update(self, state, X, y):
        return np.ones(len(y), dtype=bool)


class Contrary:
    """It says the opposite."""

    def predict(self, state, X):
        return -super().predict(state, X)


class Backwards:
    """It learns the opposite."""

    def update(self, state, x, y):
        return super().update(state, x, -y)


class Twice:
    """It learns each example twice."""

    def update(self, state, x, y):
        return super().update(super().update(state, x, y), x, y)


class Idle:
    """It updates, and nothing changes."""

    def update(self, state, x, y):
        return copy(state)


class Stretched:
    """It learns an example that is three times as long."""

    def update(self, state, x, y):
        return super().update(state, 3 * x, y)


class Shifted:
    """It learns an example with something added."""

    def update(self, state, x, y):
        return super().update(state, x + 1, y)


class Recoils:
    """It forgets all that it has learned at each update."""

    def update(self, state, x, y):
        return super().update(self.start(len(x)), x, y)


class Inflated:
    """It shows twice the weights that it should have."""

    def weights(self, state):
        return 2 * super().weights(state)

    def log_weights(self, state):
        return super().log_weights(state) + np.log(2)


class Ignores:
    """It has no weight for the first feature."""

    def weights(self, state):
        return np.append(0.0, super().weights(state)[1:])

    def log_weights(self, state):
        return np.append(-np.inf, super().log_weights(state)[1:])


class Moody:
    """It begins otherwise in every other run."""

    runs = 0

    def start(self, n_features):
        type(self).runs += 1
        return super().start(n_features) + (-1) ** self.runs


class Low(mb.potentials.SquaredNorm):
    """It calls its conjugate smaller than it is."""

    def conjugate(self, theta):
        return super().conjugate(theta) - 9


RULES = (Forgets, Restless, Contrary, Backwards, Twice, Idle, Stretched, Shifted, Recoils, Inflated, Ignores, Moody)


def breaking(rule, learner):
    """The learner, with a method that breaks a rule."""
    return with_other(learner, __class__=type(rule.__name__, (rule, type(learner)), {}))


def with_other(learner, **attributes):
    """The learner, with attributes that its constructor might refuse."""
    other = copy(learner)
    for name, value in attributes.items():
        object.__setattr__(other, name, value)
    return other


# --- runs of other kinds, made by hand -----------------------------------------------------------------------------


THRESHOLDS, ALL = mb.concepts.thresholds(3), mb.concepts.all_functions(2)
ONE, AGREEING = (mb.concepts.ConceptClass(rows) for rows in ([[1, 1, 1]], [[0, 0, 1], [0, 1, 1], [0, 0, 1]]))
X, AND = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]


def agnostic(spoil=lambda losses: losses, eta=None, C=THRESHOLDS):
    """Experts that cover a class, in three rounds."""
    X, y = C.points[[0, 1, 0]], np.array([-1, 1, 1])
    losses = spoil((mb.covering_experts(C, X) != y[:, None]).astype(float))
    eta = eta or np.sqrt(8 * np.log(losses.shape[1]) / 3)
    return mb.Hedge(eta).run(losses), {"concepts": C, "X": X, "y": y}


def kernel_run(table, alpha):
    """A run with a kernel that has this table on two examples."""
    learner = mb.KernelPerceptron(lambda X, Z: X @ table @ Z.T)
    return mb.play(learner, [[0, 1], [1, 0]], [1, 1], passes=5), {"alpha": alpha}


def two_winnows(rule=None, **parameters):
    """Two runs of Winnow, one of each kind, where a bias is needed."""
    other = mb.Winnow(**{"eta": 0.3} | parameters)
    other = breaking(rule, other) if rule else other
    normalised = mb.play(other, mb.fold_bias(X), AND, passes=3)
    return mb.play(mb.UnnormalisedWinnow(0.3), X, AND, passes=3), {"normalised": normalised}


def elimination(target, y=None):
    points = mb.concepts.cube(3)
    return mb.play(mb.Elimination(3, "all"), points, target(points) if y is None else y), {"target": target}


def one_example(learner, u):
    return mb.play(learner, [[1, -1]], [1]), {"u": u, "gamma": 1}


LOW = ("a conjugate that is too small", lambda: one_example(mb.QuasiAdditive(Low(2)), [1, -1]))

BY_HAND = {
    "KERNEL": [
        ("a negative kernel", lambda: kernel_run([[-1, 0], [0, -1]], [-1, -1])),
        ("one that is not symmetric", lambda: kernel_run([[1, 0], [1, 1]], [1, 1])),
        ("one that is none", lambda: kernel_run([[1, 2], [2, 1]], [1, 0])),
    ],
    "AGNOSTIC": [
        ("another step", lambda: agnostic(eta=0.3)),
        ("losses that are no mistakes", lambda: agnostic(lambda losses: 0.9 * losses)),
        ("an expert twice", lambda: agnostic(lambda losses: np.hstack([losses, losses[:, :1]]))),
        ("many experts", lambda: agnostic(lambda losses: np.hstack([losses] * 99))),
        ("experts that all say the same", lambda: agnostic(lambda losses: np.tile(losses[:, :1], losses.shape[1]))),
        ("a class of one concept", lambda: agnostic(eta=1, C=ONE)),
        (
            "fewer rounds than dimensions",
            lambda: (mb.Hedge(1).run([[0, 1]]), {"concepts": ALL, "X": ALL.points[:1], "y": [1]}),
        ),
    ],
    "COMMITTEE_WINNOW": [  # by a step at which the chord of exp goes on below -1
        ("louder opinions", lambda: (mb.play(mb.Winnow(0.1), [[2, -2]], [1]), {"u": [1, 0]})),
    ],
    "ELIMINATION": [
        ("a literal that it is said to lack", lambda: elimination(mb.Formula(3, [1, -2]))),
        ("a target that contradicts itself", lambda: elimination(mb.Formula(3, [1, -1]), [-1] * 8)),
    ],
    "RANDOMIZED_MAJORITY": [
        (
            "it says what no expert says",
            lambda: (
                mb.play(breaking(Contrary, mb.RandomizedMajority(AGREEING, 0.5)), AGREEING.points[[0, 2]], [-1, 1]),
                {"concepts": AGREEING, "beta": 0.5},
            ),
        ),
    ],
    "WINNOW_UNNORMALISED": [
        ("another rule for ties", lambda: two_winnows(ties=1)),
        ("a threshold", lambda: two_winnows(threshold=0.1)),
        ("another start", lambda: two_winnows(prior=(1, 1, 2))),
        ("the other learns what is not there", lambda: two_winnows(Shifted)),
        ("the other learns more", lambda: two_winnows(Stretched)),
    ],
    "BREGMAN": [LOW],
    "PNORM": [LOW],
    "BREGMAN_HINGE": [
        LOW,
        ("a comparator that is no mixture", lambda: one_example(mb.Winnow(0.02), [1.5, -0.5])),
        ("too large a step", lambda: one_example(mb.Winnow(9), [1, 0])),
        ("a negative step", lambda: one_example(with_other(mb.Winnow(1), eta=-1), [1, 0])),
    ],
}


# --- ways to spoil -------------------------------------------------------------------------------------------------


def other_values(value):
    """Replacements for a value: another number; an array with all entries changed, or one; entries in another order."""
    if isinstance(value, np.ndarray) and value.size and value.dtype.kind in "ifOb":
        whole = value.astype(object) if value.dtype.kind == "i" else value.astype(float, copy=False)
        half = 0.5 if whole.dtype.kind == "f" else Fraction(1, 2)
        yield from (-whole if value.dtype.kind == "b" else -value, whole * 2, whole * half, whole + 1, whole - 1)
        for i in range(min(value.size, MOST)):
            for step in (1, -1, 100, -100):
                changed = value.copy()
                changed.flat[i] = not changed.flat[i] if value.dtype.kind == "b" else changed.flat[i] + step
                yield changed
    elif isinstance(value, np.ndarray) and value.dtype.kind == "u":  # sets of packed bits
        yield value[::-1]
    elif isinstance(value, (int, float, Fraction, np.number)):
        yield from (value + 1, value - 1, value * 2, value / 2, -value, value * 100, value / 100, value - 100, 0)
    elif isinstance(value, tuple) and value:
        yield from (value[::-1], (value[-1], *value[1:]), (*value[:-1], value[0]))


def with_other_parameters(theorem, run, parameters):
    """The same run with one parameter changed, or one more given."""
    for name in list(signature(theorem.measure).parameters)[1:]:
        value = parameters.get(name)
        others = other_values(np.array(value) if isinstance(value, list) else value)
        others = others if name in parameters else (1000, 0.001, -1, 1)
        yield from ((f"{name} changed", lambda p=parameters | {name: other}: (run, p)) for other in others)


def other_runs(run, parameters):
    """Real runs of the same kind, on the same data or on other data."""
    kinds = {Trace: other_traces, mb.AllRuns: other_distributions, mb.GameRun: other_games, mb.LossRun: other_losses}
    yield from ((how, lambda make=make: (make(), parameters)) for how, make in kinds[type(run)](run))


def other_traces(run):
    """Traces of a learner that breaks a rule or has other settings, from another start, on other labels or examples."""
    for passes, y in product((run.n_passes, LONG), (run.y, abs(run.y), np.append(run.y[:-1], -run.y[-1]))):
        for rule in RULES:
            yield rule.__doc__, partial(mb.play, breaking(rule, run.learner), run.X, y, passes=passes)
    for name, value in vars(run.learner).items():
        for other in other_values(value):
            learner = with_other(run.learner, **{name: other})
            yield f"its {name} is another", partial(mb.play, learner, run.X, run.y, passes=run.n_passes)
    again = partial(mb.play, run.learner, passes=run.n_passes)
    yield "begins with what it learned", partial(again, run.X, run.y, state=run.states[1])
    for i in range(len(run.y)):
        yield "a label turned round", partial(again, run.X, np.where(np.arange(len(run.y)) == i, -run.y, run.y))
    yield "labels turned round", partial(again, run.X, -run.y)
    for X in other_values(np.asarray(run.X)):
        yield "other examples", partial(again, X, run.y)
    yield "many passes", partial(mb.play, run.learner, run.X, -run.y, passes=LONG)


def other_distributions(run):
    every = partial(mb.every_run, X=run.X, y=run.y, rounds=run.draws.shape[1], chances=run.chances)
    yield "two passes", partial(every, run.learner, passes=2)
    yield from ((rule.__doc__, partial(every, breaking(rule, run.learner))) for rule in RULES)


def other_games(run):
    for A in (run.A, -run.A, 3 * run.A):
        for eta in (None, 0.1, 9):
            yield "another game", partial(mb.multiplicative_weights, A, np.ones(len(A)), LONG, eta, signed=False)
    yield "stops early", partial(run.upto, 1)


def other_losses(run):
    for losses in (run.losses, 1 - run.losses, run.losses / 2):
        yield "steps that shrink", partial(mb.Hedge().run, losses)
        yield from (("another step", partial(mb.Hedge(eta).run, losses)) for eta in (0.01, 1, 50))


def altered_runs(run, parameters):
    """Records of a run with one field changed."""
    for field in fields(run):
        for other in other_values(getattr(run, field.name)):
            yield f"{field.name} changed", lambda changes={field.name: other}: (replace(run, **changes), parameters)


def certificates(theorem):
    """All attempts as (way, how, certificate), the honest ways first."""
    run, parameters = given(theorem)
    by_hand = BY_HAND.get(theorem.name, ())
    real = chain(with_other_parameters(theorem, run, parameters), by_hand, other_runs(run, parameters))
    for way, tries in ((RUN, real), (ALTERED, altered_runs(run, parameters))):
        for how, make in tries:
            with suppress(*REFUSALS):  # what is refused shows nothing
                other, changed = make()
                yield way, how, theorem.check(other, **changed)
    q = theorem.check(run, **parameters).q
    for field, value in vars(q).items():
        for other in other_values(value):
            changed = copy(q)
            setattr(changed, field, other)
            yield MEASURED, f"{field} changed", Certificate(theorem, run, changed)


def is_false(checked):
    """Whether a claim is false about two numbers; anything that is not a number shows nothing."""
    left, right = (side.astype(float) for side in (checked.left, checked.right))
    return np.any(~checked.entries_hold & ~np.isnan(left) & ~np.isnan(right))


def falsified(theorem):
    """{claim: (way, how)}: the first way found to make each claim false."""
    found = {}
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for way, how, cert in certificates(theorem):
            for claim in theorem.hypotheses + theorem.lines:
                with suppress(*REFUSALS):
                    if claim.name not in found and is_false(claim.check(cert.q)):
                        found[claim.name] = way, how
            if len(found) == len(theorem.labels):
                break
    return found


def complaints(theorem):
    """Claims that cannot be false although no list says so, and claims that can although a list denies it."""
    found = falsified(theorem)
    for claim in theorem.labels:
        name, (way, how) = f"{theorem.name}.{claim}", found.get(claim, (None, None))
        if (way is None) != (name in IDENTITIES):
            yield f"{name}: {'nothing makes it false' if way is None else f'no identity, {how} makes it false'}"
        if (way == MEASURED) != (name in TRUE_OF_ALL_RUNS):
            yield f"{name}: {'no run makes it false' if way == MEASURED else f'not true of all runs: {how}'}"


def main(*names):
    ways = Counter()
    for name in names or SIDES:
        found = falsified(getattr(mb, name))
        for claim in getattr(mb, name).labels:
            way, how = found.get(claim, ("nothing", IDENTITIES.get(f"{name}.{claim}")))
            ways[way] += 1
            print(name, claim, way, how, sep="\t")
    print(f"{ways.total()} claims; false on", ", ".join(f"{way}: {number}" for way, number in ways.most_common()))


if __name__ == "__main__":
    main(*sys.argv[1:])
