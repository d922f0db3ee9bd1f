"""The kernel Perceptron against the list of all its mistakes, and with the plain kernel against the Perceptron.

Legend: X examples (n, d), y labels, x an example, eta rate.
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import kernels

seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.sampled_from([1, 3, Fraction(1, 3)]), st.sampled_from(["mistake", -1, 1]))
def test_the_run_worked_out_again(seed, rate, ties):
    """The score is a sum over all mistakes, several of which are at one example."""
    random = np.random.default_rng(seed)
    X, y = random.integers(-1, 2, (12, 2)), random.choice([-1, 1], 12)
    learner = mb.KernelPerceptron(kernels.Polynomial(2), rate, ties)
    trace = mb.play(learner, X, y, passes=3)
    points, labels = X.tolist(), y.tolist()
    made, rounds, counts = [], [], {}

    def score(x):
        return sum(rate * label * (1 + x[0] * z[0] + x[1] * z[1]) ** 2 for z, label in made)

    for t, (x, label) in enumerate(3 * [*zip(points, labels, strict=True)]):
        s = score(x)
        said = np.sign(s) if s else 0 if ties == "mistake" else ties
        if said != label:
            made.append((x, label))
            rounds.append(t)
            counts[tuple(x)] = counts.get(tuple(x), 0) + label
    assert trace.mistakes.tolist() == rounds
    coefficients, examples = learner.expansion(trace.final_state)
    assert coefficients.tolist() == [rate * count for count in counts.values()]
    assert [*map(tuple, examples.tolist())] == [*counts]
    for state, expected in ((trace.final_state, [*map(score, points)]), (learner.start(2), [0] * 12)):
        assert learner.score(state, X).tolist() == expected


@pytest.mark.parametrize("scale", [1e-6, 1, 1e6])
def test_with_the_plain_kernel_it_is_the_perceptron(scale):
    """This holds even if scores are 0 up to rounding, within one value of the kernel or among several."""
    random = np.random.default_rng(3)
    X, y = random.choice([-0.3, -0.1, 0.1, 0.2], size=(200, 4)) * scale, random.choice([-1, 1], 200)
    for ties in ("mistake", -1, 1):
        traces = [mb.play(learner, X, y) for learner in (mb.Perceptron(ties=ties),
                                                         mb.KernelPerceptron(kernels.Linear(), ties=ties))]  # fmt: skip
        assert traces[0].mistakes.tolist() == traces[1].mistakes.tolist()
        assert traces[0].predictions.tolist() == traces[1].predictions.tolist()


def test_far_from_all_mistakes_a_kernel_may_vanish():
    """exp(-720) / 10 is not a normal float, but the example must not be refused."""
    learner = mb.KernelPerceptron(kernels.Gaussian(1), eta=0.1)
    state = learner.update(learner.start(1), np.array([0.0]), 1)
    assert learner.predict(state, np.array([[1.0], [1440**0.5], [1e3]])).tolist() == [1, 1, 0]


def test_a_kernel_that_is_none_is_refused_before_the_first_mistake():
    with pytest.raises(mb.MistakeBoundError, match="kernel is 5: it must be a function"):
        mb.KernelPerceptron(5)


@pytest.mark.parametrize(("degree", "c"), [(2, 2**40), (3, 2**44), (2, 0), (3, 1)])
def test_whole_numbers_do_not_wrap_around(degree, c):
    """Small examples and a large c, or the other way round: 2^80 does not fit 64 bits."""
    kernel, X = kernels.Polynomial(degree, c), [[1, 2], [2**27, 3]]
    exact = [[(sum(a * b for a, b in zip(x, z, strict=True)) + c) ** degree for z in X] for x in X]
    assert kernel(X, X).tolist() == kernel(X, np.array(X, dtype=object)).tolist() == exact
    features = kernel.features(X).astype(object)
    assert (features @ features.T).tolist() == exact
    assert kernel(X[:1], X[:1]).tolist() == [[exact[0][0]]]
