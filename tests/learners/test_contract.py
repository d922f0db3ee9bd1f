"""The contract of every learner with `play`: one list of learners, one list of checks.

A new learner adds one line to `LEARNERS`.
"""

import copy
import dataclasses
import math
import re

import numpy as np
import pytest
import scipy.sparse as sp

import mistakebound as mb
from mistakebound import kernels, potentials

# --- data ---------------------------------------------------------------------------------------------------------


def real(n=60, d=4):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, d))
    return X, np.where(X @ rng.normal(size=d) + 0.3 * rng.normal(size=n) > 0, 1, -1)


def tenths(n=60, d=4):
    """Scores at and within rounding of 0."""
    rng = np.random.default_rng(2)
    return rng.choice([-0.3, -0.1, 0.1, 0.2], size=(n, d)), rng.choice([-1, 1], size=n)


def cube(n=4, k=2):
    """The cube {0, 1}^n, thrice, labelled by a monotone k-conjunction."""
    X = np.tile((np.arange(2**n)[:, None] >> np.arange(n)) & 1, (3, 1))
    return X, np.where(X[:, :k].all(axis=1), 1, -1)


def either(n=4, k=2):
    """Labels for the same cube by a monotone k-disjunction."""
    return np.where(cube(n, k)[0][:, :k].any(axis=1), 1, -1)


# --- learners -----------------------------------------------------------------------------------------------------


def sparse_cube():
    return sp.csr_array(cube()[0]), cube()[1]


def no_mistakes(d):
    return np.zeros((0, 1 + d))


CLASS = mb.concepts.monotone_conjunctions(4)

# the learner, its data, and the documented state before the first round (a function of the number of features)
LEARNERS = [
    (mb.Perceptron(), real, np.zeros),
    (mb.Perceptron(eta=0.1), tenths, np.zeros),
    (mb.Perceptron(eta=2, ties=1), cube, np.zeros),
    (mb.Perceptron(ties=-1), lambda: (sp.csr_array(cube()[0]), cube()[1]), np.zeros),
    (mb.MarginPerceptron(threshold=0.3), tenths, np.zeros),
    (mb.MarginPerceptron(threshold=2, eta=0.5, strict=False), real, np.zeros),
    (mb.MarginPerceptron(threshold=2), lambda: (sp.csr_array(cube()[0]), cube()[1]), np.zeros),
    (mb.MarginPerceptron(threshold=0, strict=False), tenths, np.zeros),
    (mb.KernelPerceptron(kernels.Polynomial(2)), cube, no_mistakes),
    (mb.KernelPerceptron(kernels.Linear(), eta=0.1), tenths, no_mistakes),
    (mb.KernelPerceptron(kernels.Gaussian(0.5), ties=-1), real, no_mistakes),
    (
        mb.KernelPerceptron(kernels.Polynomial(3, c=0.5), ties=1),
        lambda: (sp.csr_array(cube()[0]), cube()[1]),
        lambda d: np.zeros((0, d + 1)),
    ),
    (mb.Winnow(eta=0.5), tenths, lambda d: (np.zeros(d), np.full(d, 1 / d))),
    (mb.Winnow(eta=0.1, threshold=0.2, prior=[2, 1, 1, 4], ties=1, total=8), real, lambda d: ([0] * 4, [2, 1, 1, 4])),
    (mb.Winnow(1, ties=-1), lambda: (mb.double(sp.csr_array(cube()[0])), cube()[1]), lambda d: ([0] * d, [1 / d] * d)),
    (mb.UnnormalisedWinnow(eta=0.5), tenths, lambda d: ([0] * (d + 1), [1] * (d + 1))),
    (mb.UnnormalisedWinnow(1, ties=1), cube, lambda d: ([0] * (d + 1), [1] * (d + 1))),
    (mb.PNorm(4), real, lambda d: np.zeros((2, d))),
    (mb.PNorm(2.5, eta=0.1, ties=-1), tenths, lambda d: np.zeros((2, d))),
    (mb.QuasiAdditive(potentials.Euclidean(), eta=2, ties=1), cube, lambda d: np.zeros((2, d))),
    (mb.QuasiAdditive(potentials.Entropy(), 0.5), sparse_cube, lambda d: ([0] * d, [1 / d] * d)),
    (mb.Winnow1(), lambda: (cube()[0], either()), lambda d: (np.zeros(d), np.ones(d))),
    (mb.Winnow2(alpha=1.5, theta=2), lambda: (sp.csr_array(cube()[0]), cube()[1]), lambda d: ([0] * 4, [1] * 4)),
    (mb.Consistent(CLASS), cube, lambda d: CLASS.everything),
    (mb.Consistent(CLASS, order="random", seed=4), cube, lambda d: CLASS.everything),
    (mb.Halving(CLASS), cube, lambda d: CLASS.everything),
    (mb.Halving(CLASS, ties=1, updates="mistakes"), cube, lambda d: CLASS.everything),
    (mb.WeightedMajority(CLASS, 0.5), cube, lambda d: CLASS.everything[None]),
    (mb.RandomizedMajority(CLASS, 0.5, seed=4), cube, lambda d: CLASS.everything[None]),
    (mb.StandardOptimal(CLASS), cube, lambda d: CLASS.everything),
    (mb.Elimination(4), cube, np.ones),
    (mb.Elimination(4, "all"), cube, lambda d: np.ones(2 * d)),
]

NAMES = [repr(line[0]) for line in LEARNERS]

# --- checks -------------------------------------------------------------------------------------------------------


def plain_run(learner, X, y, state=None):
    """Play one example at a time; return every state, the rounds with an update, and those with a mistake."""
    states, updates, mistakes = [learner.start(X.shape[1]) if state is None else state], [], []
    for t in range(len(y)):
        x, label = X[[t]], y[t]
        if learner.predict(states[-1], x)[0] != label:
            mistakes.append(t)
        if learner.wants_update(states[-1], x, y[[t]])[0]:
            updates.append(t)
            states.append(learner.update(states[-1], dense(x)[0], label))
    return states, updates, mistakes


def dense(X):
    return X.toarray() if sp.issparse(X) else X


def same(a, b):
    """Check that two states are the same value, to the bit if they hold arrays."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.shape == b.shape and [*map(bits, a.ravel().tolist())] == [*map(bits, b.ravel().tolist())]
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def bits(value):
    return (value, math.copysign(1, value)) if isinstance(value, float) else value


def check_parameters_are_frozen(learner, X, y):
    assert dataclasses.is_dataclass(learner)
    for field in dataclasses.fields(learner):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(learner, field.name, None)


def check_start_is_a_value(learner, X, y):
    assert same(learner.start(X.shape[1]), learner.start(X.shape[1]))


def check_update_returns_a_new_state_and_leaves_the_old_one(learner, X, y):
    states, updates, _ = plain_run(learner, X, y)
    assert updates, "the data should call for some updates"
    for state, t in zip(states, updates, strict=False):
        before, x = copy.deepcopy(state), dense(X[[t]])[0].copy()
        x_before = x.copy()
        after = learner.update(state, x, y[t])
        assert same(state, before)
        assert same(x, x_before)
        assert same(learner.update(state, x, y[t]), after)


def check_a_batch_is_judged_row_by_row(learner, X, y):
    states = plain_run(learner, X, y)[0]
    for state in states[:: len(states) // 5 + 1]:
        labels = learner.predict(state, X)
        assert labels.shape == y.shape
        assert labels.dtype.kind == "i"
        assert set(labels.tolist()) <= {-1, 0, 1}
        assert labels.tolist() == [learner.predict(state, X[[i]])[0] for i in range(len(y))]
        wanted = learner.wants_update(state, X, y)
        assert wanted.shape == y.shape
        assert wanted.tolist() == [learner.wants_update(state, X[[i]], y[[i]])[0] for i in range(len(y))]


def check_play_is_the_plain_run(learner, X, y):
    states, updates, mistakes = plain_run(learner, X, y)
    trace = mb.play(learner, X, y)
    assert trace.updates.tolist() == updates
    assert trace.mistakes.tolist() == mistakes
    assert same(trace.states, tuple(states))
    assert same(trace.final_state, states[-1])


def check_nobody_can_change_a_state_of_a_run(learner, X, y):
    for state in mb.play(learner, X, y).states:
        for array in state if isinstance(state, tuple) else (state,):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


def check_a_run_can_be_taken_up_from_any_of_its_states(learner, X, y):
    trace = mb.play(learner, X, y)
    for t, state in zip(trace.updates.tolist(), trace.states[1:], strict=True):
        if t + 1 < len(y):
            rest = mb.play(learner, X[t + 1 :], y[t + 1 :], state=state)
            assert (rest.updates + t + 1).tolist() == trace.updates[trace.updates > t].tolist()
            assert (rest.mistakes + t + 1).tolist() == trace.mistakes[trace.mistakes > t].tolist()
            assert same(rest.final_state, trace.final_state)


CHECKS = [
    check_parameters_are_frozen,
    check_start_is_a_value,
    check_update_returns_a_new_state_and_leaves_the_old_one,
    check_a_batch_is_judged_row_by_row,
    check_play_is_the_plain_run,
    check_nobody_can_change_a_state_of_a_run,
    check_a_run_can_be_taken_up_from_any_of_its_states,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("learner", "data", "_start"), LEARNERS, ids=NAMES)
def test_contract(check, learner, data, _start):
    check(dataclasses.replace(learner), *data())


@pytest.mark.parametrize(("learner", "data", "start"), LEARNERS, ids=NAMES)
def test_the_first_state_is_the_documented_one(learner, data, start):
    X, _ = data()
    for part, expected in zip(np.atleast_2d(learner.start(X.shape[1])), np.atleast_2d(start(X.shape[1])), strict=True):
        assert part.tolist() == pytest.approx(np.asarray(expected).tolist(), rel=1e-14)
    state = learner.start(X.shape[1])
    assert np.asarray(state if isinstance(state, np.ndarray) else state[0]).dtype.kind != "f"  # exact data stay exact


# --- parameters ---------------------------------------------------------------------------------------------------


KERNEL, ON = {"kernel": kernels.Linear()}, {"concepts": CLASS}
NO_SENSE = [  # what the learner needs, a parameter, and values that make no sense
    (mb.Perceptron, {}, "eta", (0, -1, math.nan, math.inf, "fast", None)),
    (mb.Perceptron, {}, "ties", (0, 2, "random", None, "Mistake")),
    (mb.MarginPerceptron, {}, "threshold", (0, -1, math.nan, math.inf, "1", None)),
    (mb.MarginPerceptron, {"threshold": 1}, "eta", (0, 2**31 + 1)),
    (mb.KernelPerceptron, KERNEL, "eta", (0,)),
    (mb.KernelPerceptron, KERNEL, "ties", (0,)),
    (mb.Winnow, {}, "eta", (0,)),
    (mb.Winnow, {"eta": 1}, "threshold", (-0.1,)),
    (mb.Winnow, {"eta": 1}, "total", (0,)),
    (mb.UnnormalisedWinnow, {}, "eta", (0,)),
    *((make, {}, "alpha", (None, 0, 1, math.inf, 1e151, "two")) for make in (mb.Winnow1, mb.Winnow2)),
    *((make, {}, "theta", (0, -1, math.nan, 1e151, "half")) for make in (mb.Winnow1, mb.Winnow2)),
    (mb.PNorm, {}, "p", (1,)),
    (mb.PNorm, {"p": 4}, "eta", (0,)),
    (mb.PNorm, {"p": 4}, "ties", (2,)),
    (mb.Halving, ON, "ties", (0,)),
    (mb.Halving, ON, "updates", ("never",)),
    (mb.StandardOptimal, ON, "ties", (2,)),
    (mb.WeightedMajority, ON, "beta", (0, 1, "0.5")),
    (mb.WeightedMajority, ON | {"beta": 0.5}, "ties", (0,)),
    (mb.RandomizedMajority, ON | {"beta": 0.5}, "seed", (-1,)),
    (mb.Consistent, ON, "order", (3, "first")),
    (mb.Consistent, ON | {"order": "random"}, "seed", (-1,)),
    (mb.Elimination, {}, "n", (0,)),
    (mb.Elimination, {"n": 3}, "literals", ("positive",)),
    (mb.Elimination, {"n": 3}, "connective", ("⊕",)),
    (mb.Hedge, {}, "eta", (0, -1, math.inf, "1")),
    (mb.coin_regret, {"experts": 2}, "rounds", (0,)),
    (mb.coin_regret, {"rounds": 2}, "experts", (0,)),
]


@pytest.mark.parametrize(("make", "needs", "name", "values"), NO_SENSE)
def test_a_parameter_that_makes_no_sense_is_named(make, needs, name, values):
    for value in values:
        with pytest.raises(mb.MistakeBoundError, match=re.escape(f"{name} is {value!r}")):
            make(**needs, **{name: value})


@pytest.mark.parametrize(
    "learner",
    [
        mb.Perceptron(eta=np.int8(100)),
        mb.MarginPerceptron(threshold=np.float32(0.5)),
        mb.KernelPerceptron(kernels.Linear(), eta=np.int8(100)),
        mb.Winnow(eta=np.float32(0.5)),
        mb.PNorm(4, eta=np.int8(100)),
        potentials.SquaredNorm(np.float32(4)),
        mb.Winnow1(alpha=np.int64(2)),
        mb.Winnow2(theta=np.uint8(3)),
        mb.WeightedMajority(mb.concepts.thresholds(3), beta=np.float32(0.5)),
        mb.RandomizedMajority(mb.concepts.thresholds(3), beta=np.float32(0.5)),
        mb.Hedge(eta=np.float32(0.5)),
    ],
    ids=repr,
)
def test_numbers_of_numpy_become_pythons(learner):
    """NumPy's products would overflow, or have fewer digits."""
    assert not any(isinstance(getattr(learner, field.name), np.generic) for field in dataclasses.fields(learner))
