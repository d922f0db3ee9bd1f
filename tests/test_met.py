"""A theorem that says its bound is met *exactly* or *always* has a run here that meets it; no other theorem has one.

Some bounds are met in a limit: for these a run comes close.
"""

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


def signs(theorem, **given):
    """Winnow against all scores 0: the rows are those of three columns of a Hadamard matrix, the margins all 1/2."""
    digits = ROWS.X[[1, 2, 4]]
    u = np.prod((2 + np.array([[1], [-1], [-1]]) * digits) / 4, axis=0)
    trace = mb.play(mb.Winnow(eta=mb.tuned_step(0.5, 1)), digits, [1, -1, -1])
    return theorem.check(trace, u=u, gamma=0.5, **given)


MET = {
    "NOVIKOFF": lambda: orthonormal(mb.NOVIKOFF),
    "NOVIKOFF_COSINE": lambda: orthonormal(mb.NOVIKOFF_COSINE),
    "FREUND_SCHAPIRE": lambda: orthonormal(mb.FREUND_SCHAPIRE, u=ONES, gamma=1),
    "HINGE": lambda: orthonormal(mb.HINGE, u=ONES, gamma=1),
    "MAX_MARGIN": lambda: orthonormal(mb.MAX_MARGIN, q=[Fraction(1, 9)] * 9),
    "PNORM": lambda: orthonormal(mb.PNORM, mb.PNorm(2)),
    "BREGMAN": lambda: orthonormal(mb.BREGMAN, mb.PNorm(2)),
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


def test_whoever_says_so_has_a_run():
    theorems = [theorem for theorem in vars(mb).values() if isinstance(theorem, mb.Theorem)]
    assert MET.keys() == {each.name for each in theorems if each.tight.startswith(("Exactly", "Always"))}


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


@pytest.mark.parametrize("cert", [lambda: bent(4), lambda: bent(16), lambda: bent(64), lambda: just_below(50.0)])
def test_the_bound_is_approached(cert):
    cert = cert().require()
    assert 0.98 * cert.bound <= cert.counted
