"""Each bound that is attained has a run here that attains it; each that is approached has a family of runs."""

from fractions import Fraction

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import concepts, kernels

ONES, EYE = np.ones(9, dtype=int), np.eye(9, dtype=int)
THRESHOLDS, FUNCTIONS = concepts.thresholds(7), concepts.all_functions(2)
ROWS = mb.streams.hadamard(8)


def orthonormal(theorem, learner=None, **given):
    """On orthonormal examples, whose sum is the comparator."""
    return theorem.check(mb.play(learner or mb.Perceptron(), EYE, ONES), **(given or {"u": ONES}))


def hadamard(theorem, X, **given):
    return theorem.check(mb.play(mb.Perceptron(), X, ROWS.y), **given)


def forced(theorem, learner, C):
    return theorem.check(mb.worst_case(learner, C), concepts=C)


def digits(gamma=0.5):
    """Winnow with all scores 0: the rows are those of three columns of a Hadamard matrix, and all margins are equal."""
    rows = ROWS.X[[1, 2, 4]]
    u = np.prod((1 + gamma * np.array([[1], [-1], [-1]]) * rows) / 2, axis=0)
    return mb.play(mb.Winnow(eta=mb.tuned_step(gamma, 1)), rows, [1, -1, -1]), u


def signs(theorem, **given):
    trace, u = digits()
    return theorem.check(trace, u=u, gamma=0.5, **given)


def lone(theorem):
    """One example whose margin is half of the required one."""
    return theorem.check(mb.play(mb.Perceptron(), [[1]], [1]), u=[Fraction(1, 2)], gamma=1)


MET = {
    "NOVIKOFF": lambda: orthonormal(mb.NOVIKOFF),
    "NOVIKOFF_COSINE": lambda: orthonormal(mb.NOVIKOFF_COSINE),
    "FREUND_SCHAPIRE": lambda: orthonormal(mb.FREUND_SCHAPIRE, u=ONES, gamma=1),
    "FRESH_FEATURES": lambda: lone(mb.FRESH_FEATURES),
    "HINGE": lambda: orthonormal(mb.HINGE, u=ONES, gamma=1),
    "MAX_MARGIN": lambda: orthonormal(mb.MAX_MARGIN, q=[Fraction(1, 9)] * 9),
    "PNORM": lambda: orthonormal(mb.PNORM, mb.PNorm(2)),
    "BREGMAN": lambda: orthonormal(mb.BREGMAN, mb.PNorm(2)),
    "BREGMAN_HINGE": lambda: orthonormal(mb.BREGMAN_HINGE, mb.PNorm(2), u=ONES, gamma=1),
    "KERNEL": lambda: orthonormal(mb.KERNEL, mb.KernelPerceptron(kernels.Linear()), alpha=ONES),
    "NOVIKOFF_BIAS": lambda: hadamard(mb.NOVIKOFF_BIAS, mb.fold_bias(ROWS.X[:, 1:]), u=ROWS.u[1:], bias=0),
    "COMMITTEE_PERCEPTRON": lambda: hadamard(mb.COMMITTEE_PERCEPTRON, ROWS.X, u=ROWS.u),
    "SPAN": lambda: mb.SPAN.check(mb.play(mb.Perceptron(ties=1), ROWS.X, ROWS.y)),
    "ELIMINATION": lambda: mb.ELIMINATION.check(
        mb.play(mb.Elimination(3), [[1, 0, 1], [1, 1, 0]], [1, 1]), target=mb.Formula(3, [1])
    ),
    "RANDOM_PREFIX": lambda: mb.RANDOM_PREFIX.check(mb.every_run(mb.Perceptron(), [[1, 1], [-1, 1]], [1, -1], 3)),
    "VOTE": lambda: mb.VOTE.check(mb.every_run(mb.Perceptron(ties=1), [[1]], [-1], 2)),
    "WINNOW_DOUBLED": lambda: mb.WINNOW_DOUBLED.check(
        mb.play(mb.Winnow(mb.tuned_step(0.4, 1)), mb.double([[1.0]]), [1]), v=[0.4]
    ),
    "WINNOW_UNNORMALISED": lambda: mb.WINNOW_UNNORMALISED.check(
        mb.play(mb.UnnormalisedWinnow(0.5), ROWS.X, ROWS.y),
        normalised=mb.play(mb.Winnow(0.5), mb.fold_bias(ROWS.X), ROWS.y),
    ),
    "HALVING": lambda: forced(mb.HALVING, mb.Halving(FUNCTIONS), FUNCTIONS),
    "CONSISTENT": lambda: forced(mb.CONSISTENT, mb.Consistent(concepts.singletons(5)), concepts.singletons(5)),
    "LITTLESTONE": lambda: forced(mb.LITTLESTONE, mb.StandardOptimal(THRESHOLDS), THRESHOLDS),
    "WINNOW_TUNED": lambda: signs(mb.WINNOW_TUNED, radius=1),
    "WINNOW_UNIT": lambda: signs(mb.WINNOW_UNIT),
    "WINNOW": lambda: signs(mb.WINNOW, radius=1),
}


@pytest.mark.parametrize("name", MET)
def test_the_bound_is_met(name):
    cert = MET[name]().require()
    assert cert.counted == pytest.approx(cert.bound, rel=1e-9)


def test_the_direct_bound_is_met_within_the_margin_too():
    cert = lone(mb.FREUND_SCHAPIRE).require()
    assert cert.counted == cert.bound == 1 and cert.q.D2 > 0


def bent(d, length=0.01):
    """WINNOW_DOUBLED on the rows of Sylvester's matrix, labelled by x₁x₂ + x₃x₄ + … modulo 2."""
    rows = mb.streams.hadamard(d).X
    bits = (np.arange(d)[:, None] >> np.arange(d.bit_length() - 1)) & 1
    labels = 1 - 2 * ((bits[:, 0::2] * bits[:, 1::2]).sum(axis=1) % 2)
    trace = mb.play(mb.Winnow(mb.tuned_step(length / d**0.5, 1)), mb.double(rows.astype(float)), labels)
    return mb.WINNOW_DOUBLED.check(trace, v=length / d * np.sign(rows.T @ labels))


def just_below(threshold, margin=0.1):
    """MARGIN_PERCEPTRON on examples (s, margin) whose scores are just below the threshold."""
    points, w, far = [], np.zeros(2), (1 - margin**2) ** 0.5
    while (s := min(far, (threshold * (1 - 1e-9) - margin * w[1]) / w[0]) if w[0] else far) >= -far:
        points.append([s, margin])
        w += points[-1]
    ones = np.ones(len(points), dtype=int)
    return mb.MARGIN_PERCEPTRON.check(mb.play(mb.MarginPerceptron(threshold), points, ones), u=[0, 1])


def refuted(theorem, learner, N, **settings):
    """Experts that are refuted one at a time, each where it alone is right."""
    C = concepts.singletons(N)
    trace = mb.play(learner(C, **settings), C.points[: N - 1], [-1] * (N - 1))
    return theorem.check(trace, concepts=C, **({"beta": trace.learner.beta} if "beta" in settings else {}))


def halves(beta):
    """Weighted majority against nature, who contradicts every prediction."""
    trace = mb.worst_case(mb.WeightedMajority(FUNCTIONS, beta), FUNCTIONS)
    return mb.WEIGHTED_MAJORITY.check(trace, concepts=FUNCTIONS, beta=beta)


def coins(N, T=400, runs=10):
    """The mean regret against tosses of a fair coin, as a part of the bound."""
    tuned = np.sqrt(8 * np.log(N) / T)
    tosses = (np.random.default_rng(seed).integers(2, size=(T, N)) for seed in range(runs))
    certs = [mb.HEDGE.check(mb.Hedge(tuned).run(losses)).require() for losses in tosses]
    least = [cert.bound - np.log(N) / tuned - tuned * T / 8 for cert in certs]
    return np.mean([cert.counted - best for cert, best in zip(certs, least, strict=True)]) / np.sqrt(T * np.log(N) / 2)


def entropic(gamma):
    """The prior is such that the solution has this margin, and so the multipliers are artanh(gamma)."""
    trace, _ = digits(gamma)
    prior = np.full(8, 1 / (gamma * (2 * np.cosh(np.arctanh(gamma))) ** 3))
    svm = mb.entropic_svm(trace.X, trace.y, prior)
    return mb.ENTROPIC_SVM.check(trace, v=svm.v, alpha=svm.alpha, prior=prior)


def fraction(K):
    """The part of the margin that MARGIN_FRACTION guarantees, divided by the part that the run keeps."""
    X = np.vstack([np.eye(K, K + 1), 1 / (K + 1) * np.eye(1, K + 1) + np.eye(K + 1)[K]])
    trace = mb.play(mb.MarginPerceptron(1 / (K + 1)), X, np.ones(K + 1, dtype=int), passes=None)
    checked = mb.MARGIN_FRACTION.check(trace, u=mb.l2_margin(X, trace.y[: K + 1]).w).require()["fraction"]
    return checked.lhs[0] / checked.rhs[0]


def zhang(gamma):
    _, u = digits(gamma)
    trace = mb.play(mb.Winnow(gamma), ROWS.X[[1, 2, 4]], [1, -1, -1])
    return mb.WINNOW_ZHANG.check(trace, u=u)


def expert(eta):
    trace = mb.play(mb.Winnow(eta), ROWS.X, ROWS.y)
    return mb.WINNOW_EXPERT.check(trace, u=ROWS.u)


def share(cert):
    return float(cert.require().counted / cert.bound)


#: For each theorem whose bound is approached: the parts of it that a family of runs uses up, and what the last exceeds.
APPROACHED = {
    "RANDOMIZED_MAJORITY": (
        lambda N: share(refuted(mb.RANDOMIZED_MAJORITY, mb.RandomizedMajority, N, beta=Fraction(1, 2**24))),
        (10, 100, 300),
        0.92,
    ),
    "CONSISTENT_RANDOM": (
        lambda N: share(refuted(mb.CONSISTENT_RANDOM, mb.Consistent, N, order="random", seed=7)),
        (10, 100, 300),
        0.92,
    ),
    "WEIGHTED_MAJORITY": (lambda beta: share(halves(beta)), (0.1, 0.01, 0.001), 0.99),
    "HEDGE": (coins, (2, 32, 512), 0.8),
    "HEDGE_FIRST_ORDER": (
        lambda eta: share(mb.HEDGE_FIRST_ORDER.check(mb.Hedge(eta).run(np.ones((50, 1))))),
        (1, 0.1, 0.01),
        0.99,
    ),
    "MARGIN_PERCEPTRON": (lambda tau: share(just_below(tau)), (0.5, 5.0, 50.0), 0.98),
    "MARGIN_FRACTION": (fraction, (4, 9, 99), 0.97),
    "ENTROPIC_SVM": (lambda gamma: share(entropic(gamma)), (0.5, 0.1, 0.02), 0.99),
    "WINNOW_ZHANG": (lambda gamma: share(zhang(gamma)), (0.5, 0.1, 0.02), 0.99),
    "WINNOW_EXPERT": (lambda eta: share(expert(eta)), (0.5, 2, 8), 0.99),
}


@pytest.mark.parametrize("name", APPROACHED)
def test_the_bound_is_approached(name):
    part, parameters, least = APPROACHED[name]
    parts = [part(each) for each in parameters]
    assert parts == sorted(parts) and least < parts[-1] <= 1 + 1e-9, parts


@pytest.mark.parametrize("d", [4, 16, 64])
def test_bent_functions_come_near_to_the_bound_for_both_signs(d):
    assert share(bent(d)) > 0.98


@pytest.mark.parametrize(("kind", "runs"), [("attained", MET), ("approached", APPROACHED)])
def test_whoever_says_so_has_a_run(kind, runs):
    assert runs.keys() == {
        each.name for each in vars(mb).values() if isinstance(each, mb.Theorem) and each.tight[0] == kind
    }
