"""What every hypothesis and every line of every proof says on one small run, in numbers.

A line that says less than its formula, say t <= bound + 1, holds on every run; its numbers alone tell.
`python -m tests.theorems.test_sides` writes them anew: then compare what has changed with the formulas.
"""

import json
from fractions import Fraction as F
from pathlib import Path

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.theorems.core import Theorem

X, Y = np.array([[1, 1], [-1, 1], [2, -1]]), np.array([1, -1, 1])
XOR = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]]), np.array([-1, 1, 1, -1])
SIGNS, ONE = np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]]), np.array([1, 1, 1])
OPINIONS = np.array([[1, 1, -1, -1], [-1, -1, 1, 1], [1, -1, 1, -1], [-1, 1, 1, 1], [1, 1, 1, -1]])
BITS = np.array([[1, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 0, 1]])


def perceptron(X=X, y=Y, passes=None, **options):
    return mb.play(mb.Perceptron(**options), X, y, passes=passes)


def margin_perceptron():
    return mb.play(mb.MarginPerceptron(3), X, Y, passes=None)


def winnow(eta, X=SIGNS, y=ONE, passes=3, **options):
    return mb.play(mb.Winnow(eta, **options), X, y, passes=passes)


def on_class(theorem, learner, C, **more):
    return theorem.check(mb.duel(learner(C), mb.Contrarian(C)), concepts=C, **more)


def on_bits(theorem, learner):
    target = mb.Formula(4, [1], "∨")
    return theorem.check(mb.play(learner, BITS, target(BITS), passes=3), target=target)


def solved(theorem, svm, X=SIGNS):
    svm = svm(X, ONE)
    return theorem.check(winnow(mb.tuned_step(svm.margin, 2), X), v=svm.v, alpha=svm.alpha)


def voted(theorem, learner, **more):
    y = np.sign(OPINIONS[:, :3].sum(axis=1))
    return theorem.check(mb.play(learner, OPINIONS, y, passes=2), u=[1, 1, 1, 0], **more)


def ensemble(theorem, **more):
    return theorem.check(mb.every_run(mb.Perceptron(ties=1), [[1], [-1]], [-1, 1], 6, [F(2, 3), F(1, 3)]), **more)


SKEW = np.array([[2, -2, -1], [-1, 2, -1], [1, 1, -2]])
EXPERT = np.array([[1, -1, -1], [1, 1, -1], [1, -1, 1], [1, -1, -1]])
RUNS = {
    "NOVIKOFF": lambda: mb.NOVIKOFF.check(perceptron(), u=[1, 0]),
    "NOVIKOFF_COSINE": lambda: mb.NOVIKOFF_COSINE.check(perceptron(X / np.sqrt(5)), u=[1, 0]),
    "NOVIKOFF_BIAS": lambda: mb.NOVIKOFF_BIAS.check(perceptron(mb.fold_bias(X)), u=[1, 0], bias=F(1, 4)),
    "MAX_MARGIN": lambda: mb.MAX_MARGIN.check(perceptron(), q=mb.l2_margin(X, Y).q),
    "MARGIN_PERCEPTRON": lambda: mb.MARGIN_PERCEPTRON.check(margin_perceptron(), u=[1, 0]),
    "MARGIN_FRACTION": lambda: mb.MARGIN_FRACTION.check(margin_perceptron(), u=[1, 0]),
    "FRESH_FEATURES": lambda: mb.FRESH_FEATURES.check(perceptron(*XOR, passes=1), u=[0, 0, 1], gamma=1),
    "FREUND_SCHAPIRE": lambda: mb.FREUND_SCHAPIRE.check(perceptron(*XOR, passes=1), u=[0, 0, 1], gamma=1),
    "HINGE": lambda: mb.HINGE.check(perceptron(*XOR, passes=1), u=[0, 0, 1], gamma=1),
    "CONSISTENT": lambda: on_class(mb.CONSISTENT, mb.Consistent, mb.concepts.singletons(4)),
    "CONSISTENT_RANDOM": lambda: on_class(mb.CONSISTENT_RANDOM, mb.Consistent, mb.concepts.singletons(4)),
    "HALVING": lambda: on_class(mb.HALVING, mb.Halving, mb.concepts.all_functions(2)),
    "LITTLESTONE": lambda: on_class(mb.LITTLESTONE, mb.StandardOptimal, mb.concepts.thresholds(7)),
    "WEIGHTED_MAJORITY": lambda: on_class(
        mb.WEIGHTED_MAJORITY, lambda C: mb.WeightedMajority(C, 0.5), mb.concepts.singletons(4), beta=0.5
    ),
    "ELIMINATION": lambda: mb.ELIMINATION.check(
        mb.play(mb.Elimination(4, "all"), [[1, 1, 1, 0], [1, 1, 0, 0], [1, 1, 1, 1]], [1, 1, 1]),
        target=mb.Formula(4, [1, 2]), literals="all",
    ),
    "WINNOW1": lambda: on_bits(mb.WINNOW1, mb.Winnow1()),
    "WINNOW2": lambda: on_bits(mb.WINNOW2, mb.Winnow2(1.5)),
    "WINNOW": lambda: mb.WINNOW.check(winnow(0.02, SKEW), u=[0.6, 0.4, 0]),
    "WINNOW_TUNED": lambda: mb.WINNOW_TUNED.check(winnow(mb.tuned_step(0.2, 2), SKEW), u=[0.6, 0.4, 0]),
    "WINNOW_UNIFORM": lambda: mb.WINNOW_UNIFORM.check(winnow(mb.tuned_step(0.2, 2), SKEW), u=[0.6, 0.4, 0]),
    "WINNOW_EXPERT": lambda: mb.WINNOW_EXPERT.check(winnow(1.0, EXPERT, np.ones(4, dtype=int)), u=[1, 0, 0]),
    "WINNOW_DOUBLED": lambda: mb.WINNOW_DOUBLED.check(
        winnow(mb.tuned_step(0.2, 2), mb.double(X), Y), v=np.array([0.6, -0.2])
    ),
    "WINNOW_ZHANG": lambda: mb.WINNOW_ZHANG.check(winnow(0.02, SKEW, total=2.0), u=[1.2, 0.7, 0]),
    "SPARSE_SVM": lambda: solved(mb.SPARSE_SVM, lambda X, y: mb.sparse_svm(X, y, signed=False), SKEW),
    "ENTROPIC_SVM": lambda: solved(mb.ENTROPIC_SVM, mb.entropic_svm, SKEW),
    "MULTIPLICATIVE_WEIGHTS": lambda: mb.MULTIPLICATIVE_WEIGHTS.check(
        mb.multiplicative_weights(SIGNS, ONE, 2, signed=False)
    ),
    "ADABOOST": lambda: mb.ADABOOST.check(mb.adaboost(SIGNS, ONE, 2), u=np.array([1, 1, 1, 0, 0, 0]) / 3),
    "COMMITTEE_PERCEPTRON": lambda: voted(mb.COMMITTEE_PERCEPTRON, mb.Perceptron()),
    "COMMITTEE_WINNOW": lambda: voted(mb.COMMITTEE_WINNOW, mb.Winnow(1 / 3)),
    "RANDOM_PREFIX": lambda: ensemble(mb.RANDOM_PREFIX),
    "VOTE": lambda: ensemble(mb.VOTE),
    "LONGEST_SURVIVOR": lambda: ensemble(mb.LONGEST_SURVIVOR, bound=1, epsilon=F(1, 2), delta=F(1, 2)),
}  # fmt: skip
NUMBERS = Path(__file__).with_name("sides.json")


def sides(cert):
    return {
        name: [np.asarray(side, dtype=float).round(7).tolist() for side in (claim.lhs, claim.rhs)]
        for name, claim in (cert.hypotheses | cert.lines).items()
    }


def test_every_theorem_has_its_run():
    assert set(RUNS) == {value.name for value in vars(mb).values() if isinstance(value, Theorem)}


@pytest.mark.parametrize("name", RUNS)
def test_what_every_line_says(name):
    cert, told = RUNS[name](), json.loads(NUMBERS.read_text("utf-8"))[name]
    assert cert.require().counted > 0 and [*cert.hypotheses, *cert.lines] == list(told)
    for claim, expected in told.items():
        for side, numbers in zip((cert[claim].lhs, cert[claim].rhs), expected, strict=True):
            assert side.astype(float).tolist() == pytest.approx(numbers, rel=1e-5, abs=1e-6, nan_ok=True), claim


if __name__ == "__main__":
    written = {
        name: "\n".join(f'    "{line}": {json.dumps(numbers)},' for line, numbers in sides(run()).items())[:-1]
        for name, run in RUNS.items()
    }
    text = ",\n".join(f'  "{name}": {{\n{lines}\n  }}' for name, lines in written.items())
    NUMBERS.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")
