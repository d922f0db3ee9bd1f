"""A search for lies: runs on which a certificate applies and is false, or refuses what its statement covers.

    python -m tools.lies 20            for 20 minutes: each finding, and the number of runs of each kind
    python -m tools.lies 1 WINNOW      for the theorems whose name has these words

For each theorem an honest run is drawn (`honest.py`), and then turned into a lie: by a learner that breaks a rule, with
another start, in chunks, at another scale, with another parameter or one that is off by a tolerance, or as a record
with one field changed. The requirements are:

1. a certificate that applies holds;
2. then the mistakes, counted again from the learner's prediction in each round, are within its bound;
3. for an honest run it applies, or is undecided at this precision.
"""

import warnings
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from inspect import signature
from math import inf

import numpy as np

import mistakebound as mb
from mistakebound.trace import Trace
from tools.lies.falsify import (
    REFUSALS,
    RULES,
    altered_runs,
    breaking,
    other_values,
    with_other,
    with_other_parameters,
)
from tools.lies.honest import HONEST

CHANGES = 12  # to a record, and to the parameters: so many of each are tried


# --- learners that break a rule, beside those of `falsify.py` -------------------------------------------------------


class Lazy:
    """A learner that learns from some examples only, and hides this."""

    def wants_update(self, state, X, y):
        return super().wants_update(state, X, y) & (np.asarray(abs(X[:, [0]]).sum(axis=1)) > 0)


class Half:
    """It learns from every other example."""

    def wants_update(self, state, X, y):
        return super().wants_update(state, X, y) & (np.asarray(X.sum(axis=1)).astype(float) > 0)


class Coin:
    """A learner that answers at random each time."""

    def predict(self, state, X):
        return np.random.default_rng().choice([-1, 1], X.shape[0])


class FirstCoin:
    """A learner that tosses a coin at its start, and repeats this label for ever."""

    def start(self, n_features):
        return Tossed(super().start(n_features), np.random.default_rng().choice([-1, 1]))

    def predict(self, state, X):
        return np.full(X.shape[0], state.coin)

    def wants_update(self, state, X, y):
        return np.zeros(X.shape[0], dtype=bool)


class Tossed:
    """A state with a coin."""

    def __init__(self, state, coin):
        self.state, self.coin = state, coin


class Seer:
    """A learner that knows the labels, and is always right."""

    def predict(self, state, X):
        known = {tuple(x): label for x, label in self.labels}
        return np.array([known.get(tuple(x), 1) for x in np.asarray(X).tolist()])

    def wants_update(self, state, X, y):
        return super().wants_update(state, X, y) | (np.asarray(X).sum(axis=1).astype(float) > 0)


class Says:
    """A learner that says the opposite of the labels by which it learns."""

    def predict(self, state, X):
        return -super().predict(state, X)

    def wants_update(self, state, X, y):
        return super().predict(state, X) != y


class Crowd:
    """A learner that looks at the other examples of its batch, if there are some, and is right about them."""

    def predict(self, state, X):
        return super().predict(state, X) if X.shape[0] == 1 else Seer.predict(self, state, X)

    def wants_update(self, state, X, y):
        return self.predict(state, X) != y


def lying(potential):
    """The potential with a false declaration about itself."""
    kind = type(potential)
    for name, other in {
        "sigma": 10 * potential.sigma,
        "conjugate": lambda self, theta: kind.conjugate(self, theta) / 2,
        "value": lambda self, u: kind.value(self, u) / 2,
        "dual_square": lambda self, X: kind.dual_square(self, X) / 10,
        "homogeneous": not potential.homogeneous,
    }.items():
        yield with_other(potential, __class__=type("Lying", (kind,), {name: other}))


LIARS = (*RULES, Lazy, Half, Coin, FirstCoin, Seer, Says, Crowd)


def liar(rule, case):
    """The learner of a case, with a method that breaks a rule. It may declare that it is conservative, and does."""
    learner = breaking(rule, case.learner)
    if rule in (Seer, Crowd):
        object.__setattr__(learner, "labels", list(zip(np.asarray(case.X).tolist(), case.y.tolist(), strict=True)))
    return learner


EDGE = (1 - 9e-10, 1 - 4e-10, 1 + 4e-10, 1 + 9e-10)


def edges(theorem, run, parameters):
    """Parameters as far off as a tolerance of 1e-9 would let them be, given or measured."""
    measured = vars(theorem.check(run, **parameters).q)
    given = {"gamma": measured.get("gamma"), "radius": measured.get("R2", measured.get("R"))} | parameters
    if given["radius"] is not None and "radius" not in parameters and "R2" in measured:
        given["radius"] = float(given["radius"]) ** 0.5
    for name in [*signature(theorem.measure).parameters][1:]:
        value = given.get(name)
        for factor in EDGE if isinstance(value, (int, float, list, np.ndarray, Fraction, np.number)) else ():
            array = np.asarray(value, dtype=float)
            yield name, array * factor if array.ndim else float(array) * factor
            if array.ndim == 1:
                yield name, array + (1 - factor) * np.where(np.arange(len(array)) % 2, -1, 1)


# --- what is told --------------------------------------------------------------------------------------------------


def told(case, theorem, rng, changes):
    """(kind of lie, run, parameters, whether the statement covers it), one after the other."""
    run = case.run()
    yield "none", lambda: (run, case.parameters), True
    settings = [
        (name, other)
        for name, value in getattr(case.learner, "__dict__", {}).items()
        for other in (lying(value) if hasattr(value, "dual_square") else other_values(value))
    ]
    for i in rng.permutation(len(settings))[:changes]:
        learner = with_other(case.learner, **dict([settings[i]]))
        yield "setting", lambda learner=learner: (case.run(learner), case.parameters), False
    for _ in range(3):
        rule = LIARS[rng.integers(len(LIARS))]
        if case.learner is not None:
            yield "learner", lambda rule=rule: (case.run(liar(rule, case)), case.parameters), False
    if case.learner is not None and case.how:  # so long that a learner may think itself unwatched
        yield "long", lambda: (case.run(liar(Crowd, case), passes=300 // len(case.y) + 2), case.parameters), False
    for name, value in edges(theorem, run, case.parameters):
        yield "edge", lambda name=name, value=value: (run, case.parameters | {name: value}), False
    if isinstance(case.X, np.ndarray) and case.X.dtype.kind == "f":
        k = 10.0 ** rng.choice([-170, -150, -76, 76, 140])
        yield "scale", lambda: (replace(case, X=case.X * k).run(), case.parameters), False
    if hasattr(case.learner, "kernel"):
        kind = [np.uint8, np.int8, np.float32, np.int16][rng.integers(4)]
        narrow = with_other(case.learner, kernel=lambda X, Z: np.asarray(case.learner.kernel(X, Z)).astype(kind))
        yield "kernel", lambda: (case.run(narrow), case.parameters), False
    if isinstance(run, Trace):
        later = run.states[rng.integers(len(run.states))]
        yield "start", lambda: (case.run(state=later), case.parameters), False
        cut = int(rng.integers(1, len(case.y) + 1))
        parts = [(X, y) for X, y in ((case.X[:cut], case.y[:cut]), (case.X[cut:], case.y[cut:])) if len(y)]
        yield "chunks", lambda: (mb.play(case.learner, parts, **case.how), case.parameters), False
    for kind, tries in (
        ("parameter", with_other_parameters(theorem, run, case.parameters)),
        ("record", altered_runs(run, case.parameters)),
    ):
        tries = [make for _, make in tries]
        for i in rng.permutation(len(tries))[:changes]:
            yield kind, tries[i], False


KINDS = ("none", "learner", "long", "setting", "start", "chunks", "parameter", "edge", "scale", "kernel", "record")


# --- what is true --------------------------------------------------------------------------------------------------


def mistakes(run):
    """The rounds in which the learner's label is wrong, when asked one by one."""
    state, update, wrong = 0, set(run.updates.tolist()), []
    for t in range(run.n_rounds):
        i = t % len(run.y)
        if run.learner.predict(run.states[state], run.X[[i]])[0] != run.y[i]:
            wrong.append(t)
        state += t in update
    return wrong


def judge(theorem, kind, run, parameters, covered):
    """The fault in the certificate of a run, in words, or nothing."""
    cert = theorem.check(run, **parameters)
    if not cert.applies:
        failing = [f"{name}: {checked.comparison}" for name, checked in cert.hypotheses.items() if checked.answer < 0]
        return f"refuses a run that its statement covers ({'; '.join(failing)})" if covered and failing else None
    if cert.undecided:
        return None
    if not cert.holds:
        broken = [f"{name}: {c.comparison}" for name, c in cert.lines.items() if not c.holds]
        return f"applies and is false ({'; '.join(broken) or f'{cert.counted} > {cert.bound}'})"
    if kind == "record" or not isinstance(run, Trace) or theorem.counts not in ("mistakes", "updates"):
        return None
    if run.X is None or getattr(run.learner, "threshold", 0) < 0 or isinstance(run.learner, Coin):
        return None  # not kept, not bounded, or not to be asked twice
    said = mistakes(run)
    if len(said) > (cert.bound if cert.bound == inf else cert.bound * (1 + 1e-9)):
        return f"certifies {cert.bound}, and the learner errs {len(said)} times"
    return None if said == run.mistakes.tolist() else f"the run has mistakes {run.mistakes}, and truly {said}"


def search(theorem, seed, count, changes=CHANGES):
    """Findings on the lies about one honest run; `count` counts the runs tried, by theorem and kind."""
    rng = np.random.default_rng([seed, *theorem.name.encode()])
    with np.errstate(all="ignore"), warnings.catch_warnings(), suppress(mb.MistakeBoundError):
        warnings.simplefilter("ignore")
        case = HONEST[theorem.name](rng)
        for kind, make, covered in told(case, theorem, rng, changes):
            with suppress(*REFUSALS):
                run, parameters = make()
                finding = judge(theorem, kind, run, parameters, covered)
                count[theorem.name, kind] += 1
                count[theorem.name, "undecided"] += covered and theorem.check(run, **parameters).undecided
                if finding:
                    yield f"{theorem.name}, {kind}, seed {seed}: {run!r} {finding}"
