"""Random runs that the statements of the theorems cover: the right learner, on suitable data and parameters.

Legend: rng the generator, X examples (n, d), y labels (n,), u comparator, R the largest feature in size.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np

import mistakebound as mb
from mistakebound import concepts, kernels, potentials
from mistakebound.certificates.core import Theorem

THEOREMS = [value for value in vars(mb).values() if isinstance(value, Theorem)]
HONEST = {}  # by the name of a theorem, a function of a generator that draws a `Case`


@dataclass
class Case:
    """A learner, its data, and the parameters of a theorem that then applies."""

    learner: Any
    X: Any = None
    y: Any = None
    parameters: dict = field(default_factory=dict)
    how: dict = field(default_factory=dict)  # is it played
    play: Any = mb.play

    def run(self, learner=None, **other):
        return self.play(learner or self.learner, self.X, self.y, **self.how | other)


def of(*names):
    """The decorated function draws a case for each of these theorems."""

    def register(draw):
        HONEST.update({name: partial(draw, name=name) for name in names})
        return draw

    return register


def scale(rng, largest=140):
    """A power of ten: 1 most of the time."""
    return 10.0 ** rng.choice([0, 0, 0, 0, -9, 9, -3, 3, rng.integers(-largest, largest + 1)])


def rows(rng, low=-3, high=4):
    """Whole numbers, some rows of them repeated."""
    X = rng.integers(low, high, (rng.integers(1, 9), rng.integers(1, 5)))
    return X[rng.integers(0, len(X), rng.integers(1, 12))]


def thin(rng):
    """Floats on which a comparator has a margin of almost 0."""
    u, n = rng.normal(size=rng.integers(2, 5)), rng.integers(1, 9)
    X = rng.normal(size=(n, len(u)))
    X += np.outer(10.0 ** rng.uniform(-14, -4) * rng.choice([-1, 1], n) - X @ u / (u @ u), u)
    return X, np.where(X @ u > 0, 1, -1), u


def of_a_kind(rng, X):
    """The same numbers unchanged, as Fractions, or as floats of any size."""
    return (X, X.astype(object) * Fraction(1, 3), X * (scale(rng) / 3))[rng.integers(3)]


def separated(rng):
    """Examples, labels, and a comparator that gives none of them a score of 0."""
    if rng.random() < 0.1:
        return thin(rng)
    while True:
        X = rows(rng)
        u = rng.integers(-3, 4, X.shape[1])
        X = X[X @ u != 0]
        if len(X):
            return of_a_kind(rng, X), np.sign(X @ u), u


def rate(rng, X):
    """A learning rate that suits the numbers of X: exact numbers need an exact rate."""
    rates = [1, 2, Fraction(1, 3)] if X.dtype == object else [1, 2, 0.1, float(scale(rng, 20))]
    return rates[rng.integers(len(rates))]


def passes(rng):
    return {"passes": int(rng.integers(1, 6))}


# --- the Perceptron ----------------------------------------------------------------------------------------------


@of("NOVIKOFF", "NOVIKOFF_COSINE", "MARGIN_PERCEPTRON", "MARGIN_FRACTION", "BREGMAN", "PNORM", "KERNEL")
def additive(rng, name):
    X, y, u = separated(rng)
    r, how, given = rate(rng, X), passes(rng), {"u": u}
    learner = mb.Perceptron(r, ties=["mistake", -1, 1][rng.integers(3)])
    if name.startswith("MARGIN"):
        X = X.astype(float)
        learner = mb.MarginPerceptron(rng.choice([0.01, 1, 10]) * (X * X).sum() * float(r), float(r))
        how = {"passes": None, "max_passes": 2000} if name == "MARGIN_FRACTION" else how
    elif name == "BREGMAN":
        learner = mb.QuasiAdditive(potentials.Euclidean(), r)
    elif name == "PNORM":
        learner = mb.PNorm([2, 3, 7.5][rng.integers(3)], r)
    elif name == "KERNEL":
        learner = mb.KernelPerceptron(
            kernels.Linear() if X.dtype == float else kernels.Polynomial(int(rng.integers(1, 4))), r
        )
        counts = np.zeros(len(y), dtype=int)
        try:
            clean = mb.play(learner, X, y, passes=None, max_passes=100)
        except mb.NoCleanPass:  # a margin that is nearly 0
            return additive(rng, name)
        np.add.at(counts, clean.updates % len(y), y[clean.updates % len(y)])
        given = {"alpha": counts}
    return Case(learner, X, y, given, how)


@of("NOVIKOFF_BIAS")
def with_a_bias(rng, name):
    X, _, u = separated(rng)
    b = int(rng.integers(-1, 2))
    scores = X @ u + b  # exact, if X is
    X, y = X[scores != 0], np.where(scores > 0, 1, -1)[scores != 0]
    if not len(X):
        return with_a_bias(rng, name)
    return Case(mb.Perceptron(), mb.fold_bias(X, 1), y, {"u": u, "bias": b}, passes(rng))


@of("MAX_MARGIN")
def at_the_best(rng, name):
    X, y, _ = separated(rng)
    X = X.astype(float) / abs(X.astype(float)).max()
    return Case(mb.Perceptron(), X, y, {"q": mb.l2_margin(X, y).q}, passes(rng))


@of("FREUND_SCHAPIRE", "HINGE", "FRESH_FEATURES", "BREGMAN_HINGE")
def inseparable(rng, name):
    X, y, u = separated(rng)
    y = np.where(rng.random(len(y)) < 0.3, -y, y)
    gamma = abs(X.astype(float)).max() * [1, 0.25, 3][rng.integers(3)]
    learner = mb.PNorm([2, 3][rng.integers(2)]) if name == "BREGMAN_HINGE" else mb.Perceptron()
    return Case(learner, X, y, {"u": u, "gamma": float(gamma)}, passes(rng))


# --- Winnow --------------------------------------------------------------------------------------------------------


def mixture(rng, d):
    u = rng.random(d) * (rng.random(d) < 0.7)
    return u / u.sum() if u.any() else np.eye(d)[0]


def with_margin(rng, u, least=1e-3):
    """Examples between -1 and 1, labels, and the margin of u."""
    while True:
        X = rng.choice([-1, -0.5, 0, 0.25, 1], (rng.integers(1, 10), len(u)))
        X = X[abs(X @ u) > least]
        if len(X):
            return X, np.sign(X @ u).astype(int), float(abs(X @ u).min())


def attained(rng):
    """A feature for each pattern of signs, and a mixture of almost any margin that attains its bound on them."""
    X, s = np.array(list(product([-1, 1], repeat=int(rng.integers(1, 4))))).T, 10.0 ** rng.uniform(-9, -0.3)
    u = np.prod((1 + s * X) / 2, axis=0)
    return X, np.ones(len(X), dtype=int), float((X @ u).min()), u


@of("WINNOW", "WINNOW_TUNED", "WINNOW_UNIFORM", "WINNOW_UNIT", "WINNOW_ZHANG")
def winnow(rng, name):
    u = mixture(rng, int(rng.integers(1, 6)))
    X, y, s = with_margin(rng, u)
    if rng.random() < 0.1:
        X, y, s, u = attained(rng)
    k = 1 if name == "WINNOW_UNIT" else scale(rng, 12)
    X, s = X * k, s * k
    R = 1.0 if name == "WINNOW_UNIT" else float(abs(X).max())
    theta = rng.choice([0, 0.5]) * s if name in ("WINNOW", "WINNOW_TUNED") else 0.0
    prior = (
        None
        if name in ("WINNOW_UNIFORM", "WINNOW_UNIT") or rng.random() < 0.5
        else (rng.random(len(u)) + 1e-3) * scale(rng)
    )
    if not s < R * (1 - 1e-9):
        return winnow(rng, name)
    if name in ("WINNOW", "WINNOW_UNIT"):
        eta = mb.largest_step(s, R, theta) * rng.choice([0.999, 0.5, 0.1, 1e-3, 1e-6])
    elif name == "WINNOW_TUNED":
        eta = mb.tuned_step(s, R, theta)
    elif name == "WINNOW_ZHANG":  # of any sums
        k, W = rng.choice([1, 0.5]), float(rng.choice([1, 2]))
        return Case(mb.Winnow(s * k / (W * R**2), prior=prior, total=W), X, y, {"u": k * u}, passes(rng))
    else:
        eta = s / R**2
    return Case(mb.Winnow(eta, threshold=theta, prior=prior), X, y, {"u": u}, passes(rng))


@of("WINNOW_EXPERT")
def perfect(rng, name):
    k, d = scale(rng, 12), 2 ** int(rng.integers(1, 5))
    H, column = mb.streams.hadamard(d).X, int(rng.integers(d))
    X, y = H * k, H[:, column].astype(int)
    return Case(mb.Winnow(10.0 ** rng.uniform(-3, 15) / k), X, y, {"u": np.eye(d)[column]}, passes(rng))


@of("WINNOW_DOUBLED")
def doubled(rng, name):
    u = mixture(rng, int(rng.integers(1, 5))) * rng.choice([-1, 1]) * rng.choice([1, 0.5])
    X, y, s = with_margin(rng, u)
    R = float(abs(X).max())
    if not s < R:
        return doubled(rng, name)
    return Case(mb.Winnow(mb.tuned_step(s, R) * rng.choice([1, 0.1])), mb.double(X), y, {"v": u}, passes(rng))


@of("WINNOW_UNNORMALISED")
def unnormalised(rng, name):
    X = rows(rng, -1, 2)
    y, eta, ties = rng.choice([-1, 1], len(X)), rng.choice([0.1, 0.3, 1]), ["mistake", -1, 1][rng.integers(3)]
    prior = [None, rng.uniform(0.1, 3, X.shape[1] + 1)][rng.integers(2)]
    how, scaled = passes(rng), None if prior is None else 7 * prior  # only the proportions count
    other = mb.play(mb.Winnow(eta, prior=scaled, ties=ties), mb.fold_bias(X), y, **how)
    return Case(mb.UnnormalisedWinnow(eta, prior, ties), X, y, {"normalised": other}, how)


@of("COMMITTEE_PERCEPTRON", "COMMITTEE_WINNOW")
def committee(rng, name):
    d = int(rng.integers(1, 7))
    k = int(rng.integers(1, d + 1))
    u, X = np.arange(d) < k, rng.choice([-1, 1], (rng.integers(1, 12), d))
    X = X[X @ u != 0]
    if not len(X):
        return committee(rng, name)
    m = 2 - k % 2
    learner = mb.Perceptron() if name.endswith("PERCEPTRON") else mb.Winnow(m / k)
    return Case(learner, X, np.sign(X @ u), {"u": u.astype(int)}, passes(rng))


@of("SPAN")
def orthogonal(rng, name):
    X = mb.streams.hadamard(2 ** int(rng.integers(1, 5))).X if rng.random() < 0.5 else rng.normal(size=(6, 6))
    X = of_a_kind(rng, X) if X.dtype.kind == "i" else np.linalg.qr(X)[0] * scale(rng, 20) * rng.integers(0, 3, (6, 1))
    X, r = X[rng.permutation(len(X))[: rng.integers(1, 9)]], rate(rng, X)
    learner = mb.Perceptron(r, ties=["mistake", -1, 1][rng.integers(3)])
    return Case(learner, X, rng.choice([-1, 1], len(X)))


@of("SPARSE_SVM", "ENTROPIC_SVM")
def svm(rng, name):
    u = mixture(rng, int(rng.integers(1, 5)))
    X, y, _ = with_margin(rng, u, 0.05)
    X = X * (scale(rng, 9) if rng.random() < 0.1 else 1)
    R, prior = abs(X).max(), None
    if name == "ENTROPIC_SVM" and rng.random() < 0.5:
        prior = rng.uniform(0.1, 2, len(u))
    solution = mb.sparse_svm(X, y, signed=False) if name == "SPARSE_SVM" else mb.entropic_svm(X, y, prior)
    given = {"v": solution.v, "alpha": solution.alpha} | ({} if prior is None else {"prior": prior})
    return Case(mb.Winnow(1 / solution.v.sum() / R**2, prior=prior), X, y, given, passes(rng))


@of("WINNOW1", "WINNOW2")
def littlestone(rng, name):
    n = int(rng.integers(1, 6))
    target = mb.Formula(n, [j + 1 for j in range(n) if rng.random() < 0.5], "∨")
    X = rng.integers(0, 2, (rng.integers(1, 12), n))
    alpha, theta = [2, Fraction(3, 2), 1.1][rng.integers(3)], [None, n, 0.5, 2.5][rng.integers(4)]
    return Case(getattr(mb, name.capitalize())(alpha, theta), X, target(X), {"target": target}, passes(rng))


# --- finite classes ------------------------------------------------------------------------------------------------

CLASSES = [concepts.thresholds(5), concepts.singletons(4), concepts.monotone_conjunctions(3), concepts.dictators(4),
           concepts.all_functions(2)]  # fmt: skip
FINITE = {  # and the learners that each theorem is about: what is true of a weaker learner is true of a stronger one
    "CONSISTENT": [mb.Consistent, lambda C: mb.Consistent(C, order="random", seed=7), mb.Halving, mb.StandardOptimal],
    "CONSISTENT_RANDOM": [lambda C: mb.Consistent(C, order="random")],
    "HALVING": [mb.Halving, lambda C: mb.Halving(C, ties=1), lambda C: mb.Halving(C, ties=1, updates="mistakes")],
    "LITTLESTONE": [mb.StandardOptimal, lambda C: mb.StandardOptimal(C, ties=1)],
}


@of(*FINITE)
def finite(rng, name):
    C = CLASSES[rng.integers(len(CLASSES))]
    X = C.points[rng.integers(0, len(C.points), rng.integers(1, 12))]
    learner = FINITE[name][rng.integers(len(FINITE[name]))](C)
    return Case(learner, X, C.labels(rng.integers(len(C)), X), {"concepts": C}, passes(rng))


@of("WEIGHTED_MAJORITY", "RANDOMIZED_MAJORITY")
def experts(rng, name):
    C = CLASSES[rng.integers(len(CLASSES))]
    X = C.points[rng.integers(0, len(C.points), rng.integers(1, 12))]
    beta = [0.5, Fraction(1, 3), 0.9, 1e-9, 1 - 1e-12][rng.integers(5)]
    learner = mb.WeightedMajority if name == "WEIGHTED_MAJORITY" else mb.RandomizedMajority
    return Case(learner(C, beta), X, rng.choice([-1, 1], len(X)), {"concepts": C, "beta": beta}, passes(rng))


@of("ELIMINATION")
def elimination(rng, name):
    n, connective, literals = int(rng.integers(1, 5)), rng.choice(["∧", "∨"]), rng.choice(["monotone", "all"])
    signs = [1, -1] if literals == "all" else [1]
    target = mb.Formula(n, [int(j * rng.choice(signs)) for j in range(1, n + 1) if rng.random() < 0.5], connective)
    X = rng.integers(0, 2, (rng.integers(1, 12), n))
    given = {"target": target, "literals": literals}
    return Case(mb.Elimination(n, literals, connective), X, target(X), given, passes(rng))


# --- games, losses, chance ------------------------------------------------------------------------------------------


@of("MULTIPLICATIVE_WEIGHTS")
def game(rng, name):
    A = rng.choice([-1, 0, 0.5, 1], (rng.integers(1, 5), rng.integers(2, 5))) * scale(rng, 12)
    if not A.any():
        return game(rng, name)
    T = int(rng.integers(1, 30))
    return Case(None, A, np.ones(len(A), int), play=lambda _, X, y: mb.multiplicative_weights(X, y, T, signed=False))


@of("ADABOOST")
def boosting(rng, name):
    votes = np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]])[rng.integers(0, 3, rng.integers(3, 9))]
    X = np.vstack([votes, np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]])])
    u = np.append(np.full(3, 1 / 3), np.zeros(3))
    y = rng.choice([-1, 1], len(X))
    return Case(None, X * y[:, None], y, {"u": u}, play=lambda _, X, y: mb.adaboost(X, y, 2))


@of("HEDGE", "HEDGE_FIRST_ORDER")
def hedge(rng, name):
    losses = rng.choice([0, 1, 0.5, 0.3], (rng.integers(1, 20), rng.integers(1, 5)))
    return Case(mb.Hedge(10.0 ** rng.uniform(-6, 2)), losses, play=lambda learner, X, y: learner.run(X))


@of("AGNOSTIC")
def agnostic(rng, name):
    C = CLASSES[rng.integers(4)]
    X = C.points[rng.integers(0, len(C.points), 3)]
    y = rng.choice([-1, 1], 3)
    losses = (mb.covering_experts(C, X) != y[:, None]).astype(float)
    eta = math.sqrt(8 * math.log(losses.shape[1]) / 3)
    return Case(mb.Hedge(eta), losses, None, {"concepts": C, "X": X, "y": y}, play=lambda learner, X, y: learner.run(X))


@of("RANDOM_PREFIX", "VOTE", "HIGH_PROBABILITY", "LONGEST_SURVIVOR")
def chance(rng, name):
    k = int(rng.integers(1, 4))
    X, y = rng.integers(-2, 3, (k, 2)), rng.choice([-1, 1], k)
    T = int(rng.integers(1, 5 if k == 3 else 7))
    p = rng.integers(1, 4, k)
    chances = np.array([Fraction(int(v), int(p.sum())) for v in p], dtype=object)
    given = {"HIGH_PROBABILITY": {"delta": 0.25}, "LONGEST_SURVIVOR": {"bound": 1, "epsilon": 0.6, "delta": 0.6}}
    if name == "LONGEST_SURVIVOR":  # one example at a time: one mistake
        X, y, chances, T = np.array([[1]]), np.array([-1]), np.array([Fraction(1)], dtype=object), 6

    def every(learner, X, y, **how):
        return mb.every_run(learner, X, y, T, chances, **how)

    learner = mb.Perceptron(ties=["mistake", -1, 1][rng.integers(3)])
    if name != "LONGEST_SURVIVOR" and rng.random() < 0.3:
        learner = mb.MarginPerceptron(int(rng.integers(1, 3)), strict=bool(rng.integers(2)))
    return Case(learner, X, y, given.get(name, {}), play=every)
