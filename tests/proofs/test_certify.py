"""A certificate as a file for Coq: a run is accepted, and the same run with one label changed is not."""

import re
from dataclasses import replace

import pytest

import mistakebound as mb
from mistakebound.certificates.certify import WRITERS
from mistakebound.certificates.core import Certificate
from tools.proofs.coq import AXIOMS, coqc

THRESHOLDS = mb.concepts.thresholds(5)
POINTS, LABELS = [[0], [4], [1], [3], [2]], [-1, 1, -1, 1, -1]
MATCHES, HOME_WON = [[0, -2], [-1, 3], [4, -1], [-2, -2], [3, -1], [-3, -2]], [-1, 1, 1, -1, 1, -1]


def perceptron(u=(1, 1), **settings):
    return mb.NOVIKOFF.check(mb.play(mb.Perceptron(**settings), MATCHES, HOME_WON, passes=None), u=list(u))


def finite(theorem, learner, passes=1):
    return theorem.check(mb.play(learner, POINTS, LABELS, passes=passes), concepts=THRESHOLDS)


BITS = [[1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 0], [1, 1, 0, 1]]
CORNERS = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
CUBE = mb.concepts.monotone_conjunctions(2)
ALL, ANY = mb.Formula(4, [2, -4]), mb.Formula(4, [1, 3], "∨")


def with_bias():
    run = mb.play(mb.Perceptron(), mb.fold_bias(MATCHES, 2), HOME_WON, passes=None)
    return mb.NOVIKOFF_BIAS.check(run, u=[1, 1], bias=0.5)


def kernel(k, alpha=(-1, 1, 1, -1), X=CORNERS, y=(-1, 1, 1, -1), **settings):
    return mb.KERNEL.check(mb.play(mb.KernelPerceptron(k, **settings), X, y, passes=None), alpha=list(alpha))


def formula(theorem, learner, target, **settings):
    return theorem.check(mb.play(learner, BITS * 3, target(BITS * 3)), target=target, **settings)


def on_the_cube(theorem, kind, **given):
    run = mb.play(kind(CUBE), CUBE.points, CUBE.labels(1, CUBE.points))
    return theorem.check(run, concepts=CUBE, **given)


def majority(beta):
    run = mb.play(mb.WeightedMajority(THRESHOLDS, beta=beta), POINTS * 2, LABELS[::-1] * 2)
    return mb.WEIGHTED_MAJORITY.check(run, concepts=THRESHOLDS, beta=beta)


RUNS = {
    "perceptron": perceptron,
    "another rate and tie, and floats": lambda: perceptron(u=(0.3, 0.25), eta=0.5, ties=-1),
    "kernel": lambda: kernel(mb.kernels.Polynomial(2)),
    "kernel, and fractions": lambda: kernel(
        mb.kernels.Polynomial(3, c=0.5), [0, -0.5, 0], [[1], [-1], [0.375]], [1, -1, -1], eta=2, ties=1
    ),
    "linear kernel": lambda: kernel(mb.kernels.Linear(), [0, 1, 1, -1, 0, 0], MATCHES, HOME_WON),
    "halving": lambda: finite(mb.HALVING, mb.Halving(THRESHOLDS), passes=2),
    "halving, mistakes only": lambda: finite(mb.HALVING, mb.Halving(THRESHOLDS, ties=1, updates="mistakes")),
    "consistent": lambda: finite(mb.CONSISTENT, mb.Consistent(THRESHOLDS)),
    "consistent, in another order": lambda: finite(mb.CONSISTENT, mb.Consistent(THRESHOLDS, order=range(5, -1, -1))),
    "optimal": lambda: finite(mb.LITTLESTONE, mb.StandardOptimal(THRESHOLDS, ties=1)),
    **{
        f"{theorem.name}, on the cube": lambda theorem=theorem, kind=kind: on_the_cube(theorem, kind)
        for theorem, kind in (
            (mb.HALVING, mb.Halving),
            (mb.CONSISTENT, mb.Consistent),
            (mb.LITTLESTONE, mb.StandardOptimal),
        )
    },
    "weighted majority, on the cube": lambda: on_the_cube(
        mb.WEIGHTED_MAJORITY, lambda C: mb.WeightedMajority(C, 0.5), beta=0.5
    ),
    "bias": with_bias,
    "elimination": lambda: formula(mb.ELIMINATION, mb.Elimination(4, "all"), ALL, literals="all"),
    "elimination of disjunctions": lambda: formula(mb.ELIMINATION, mb.Elimination(4, connective="∨"), ANY),
    "winnow1": lambda: formula(mb.WINNOW1, mb.Winnow1(), ANY),
    "winnow2": lambda: formula(mb.WINNOW2, mb.Winnow2(alpha=1.5, theta=3), ANY),
    "weighted majority": lambda: majority(0.75),
}


@pytest.mark.proofs
@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_accepted_and_one_altered_by_a_label_is_not(compiled, tmp_path, name):
    text = mb.write_coq(RUNS[name]())
    answer = coqc(text, compiled, tmp_path, "Run")
    assert answer.returncode == 0, answer.stderr
    assert set(re.findall(r"^\w+\.(\w+)", answer.stdout, re.M)) <= AXIOMS
    altered = re.sub(r"(Definition data[^.]*?), false\)", r"\1, true)", text, count=1)
    assert altered != text and coqc(altered, compiled, tmp_path, "Altered").returncode != 0


def test_what_coq_cannot_run_is_said():
    bias = mb.NOVIKOFF_COSINE.check(mb.play(mb.Perceptron(), MATCHES, HOME_WON, passes=None), u=[1, 1])
    with pytest.raises(mb.MistakeBoundError, match=f"NOVIKOFF_COSINE has no run in Coq: {', '.join(WRITERS)} have"):
        mb.write_coq(bias)
    with pytest.raises(mb.MistakeBoundError, match="random choice"):
        mb.write_coq(finite(mb.CONSISTENT, mb.Consistent(THRESHOLDS, order="random")))
    with pytest.raises(mb.MistakeBoundError, match="about Consistent, not Halving"):
        mb.write_coq(finite(mb.CONSISTENT, mb.Halving(THRESHOLDS)))
    with pytest.raises(mb.MistakeBoundError, match="Linear or Polynomial, not Gaussian"):
        mb.write_coq(kernel(mb.kernels.Gaussian(1)))
    with pytest.raises(mb.DoesNotApply):
        mb.write_coq(perceptron(u=(-1, -1)))
    streamed = mb.play(mb.Perceptron(), [(MATCHES, HOME_WON)])
    with pytest.raises(mb.MistakeBoundError, match="were streamed and not kept: play on arrays"):
        mb.write_coq(mb.NOVIKOFF.check(streamed, u=[1, 1]))
    later = mb.play(mb.Halving(THRESHOLDS), POINTS, LABELS).states[1]
    with pytest.raises(mb.MistakeBoundError, match="begins with a state of its own"):
        again = mb.play(mb.Halving(THRESHOLDS, updates="mistakes"), POINTS, LABELS, state=later)
        mb.write_coq(mb.HALVING.check(again, concepts=THRESHOLDS))


def test_no_value_closes_a_comment():
    cert = perceptron()
    titled = replace(cert.theorem, title='*) Axiom false : False. (* "')
    comment, closed, _ = mb.write_coq(Certificate(titled, cert.trace, cert.q)).partition("*)")
    assert "Axiom" in comment and closed and '"' not in comment and comment.count("(*") == 1
