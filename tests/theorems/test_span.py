"""SPAN: whoever adds up multiples of its examples errs on orthogonal ones as often as its answer at a tie is wrong."""

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import SPAN
from tools.lies.falsify import Restless, Twice, breaking

ROWS = mb.streams.hadamard(16)


class Ridge(mb.Perceptron):
    """The least squares of all that it has updated on, by a ridge of 1: no step is a multiple of the last example."""

    def start(self, n_features):
        return np.eye(n_features), np.zeros(n_features)

    def update(self, state, x, y):
        return state[0] + np.outer(x, x), state[1] + y * x

    def weights(self, state):
        return np.linalg.solve(*state)

    def wants_update(self, state, X, y):
        return np.ones(len(y), dtype=bool)


class Elsewhere(mb.Perceptron):
    """It starts at the first feature."""

    def start(self, n_features):
        return np.eye(1, n_features, 1, dtype=int)[0]


class Alternating(mb.Perceptron):
    """At a tie it says what the first feature of the example says."""

    def predict(self, state, X):
        score = X @ state
        return np.where(score == 0, X[:, 2], np.sign(score))

    def wants_update(self, state, X, y):
        return self.predict(state, X) != y


FAMILY = {
    "Perceptron": mb.Perceptron(),
    "a label at ties": mb.Perceptron(ties=1),
    "a rate": mb.Perceptron(0.3, ties=-1),
    "margin": mb.MarginPerceptron(50),
    "kernel of the family": mb.QuasiAdditive(mb.potentials.Euclidean()),
    "least squares": Ridge(ties=1),
    "restless": breaking(Restless, mb.Perceptron()),
    "twice": breaking(Twice, mb.Perceptron()),
}


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("seed", range(3))
def test_the_whole_family_pays(name, seed):
    """On rows in any order, labelled by any column but the first, and turned any way."""
    rng = np.random.default_rng(seed)
    rows, column, turned = rng.permutation(16), int(rng.integers(1, 16)), rng.choice([-1, 1], 16)
    H = ROWS.X[rows]
    y, X = H[:, column], H * turned
    cert = SPAN.check(mb.play(FAMILY[name], X, y)).require()
    answer = {"mistake": 0, None: 0}.get(ties := getattr(FAMILY[name], "ties", None), ties)
    assert cert.mistakes == cert.bound == sum(y != answer) >= 8
    assert cert["half"].rhs == 8


def test_multiplying_leaves_the_span():
    """On the same rows."""
    run = mb.play(mb.Winnow(5.0), ROWS.X, ROWS.y)
    cert = SPAN.check(run)
    assert not cert.applies and not cert["span"].holds and cert["orthogonal"].holds
    assert run.n_mistakes == 4 < cert["half"].rhs == 8


@pytest.mark.parametrize(
    ("learner", "X", "hypothesis", "mistakes"),
    [
        (mb.Perceptron(), np.vstack([ROWS.X] * 2), "orthogonal", 16),
        (Elsewhere(), ROWS.X, "span", 0),
        (mb.Perceptron(), mb.fold_bias(ROWS.X), "orthogonal", None),
        (Alternating(), ROWS.X, "tie-answer", 8),
    ],
    ids=["rows twice", "a start elsewhere", "a bias", "an answer that looks at the example"],
)
def test_each_hypothesis_is_needed(learner, X, hypothesis, mistakes):
    y = np.resize(ROWS.y, len(X))
    cert = SPAN.check(mb.play(learner, X, y))
    assert [name for name, checked in cert.hypotheses.items() if not checked.holds] == [hypothesis]
    assert mistakes is None or cert.mistakes == mistakes
    with pytest.raises(mb.DoesNotApply, match=hypothesis):
        cert.require()


def test_dependent_examples_span_no_more():
    """Of rows that repeat or are 0 the span is measured all the same, exactly and in floats."""
    X = np.array([[1, 2, 0], [2, 4, 0], [0, 0, 0], [1, 0, 1], [2, 2, 1], [0, 0, 1]])
    for kind in (X, mb.exactly(X / 4), X / 3):
        cert = SPAN.check(mb.play(mb.Perceptron(), kind, [1, -1, 1, -1, 1, 1]))
        assert cert["span"].holds and not cert["orthogonal"].holds
    off = SPAN.check(mb.play(Elsewhere(), X, [1, -1, 1, -1, 1, 1]))
    assert off["span"].lhs[0] == 1 and off["span"].lhs[1] == pytest.approx(0.4)  # e_2 less its part along (1, 2, 0)


def test_orthogonal_floats_are_orthogonal_to_rounding():
    rng = np.random.default_rng(1)
    X, y = np.linalg.qr(rng.normal(size=(40, 40)))[0] * 10.0 ** rng.uniform(-4, 4, (40, 1)), rng.choice([-1, 1], 40)
    cert = SPAN.check(mb.play(mb.Perceptron(ties=1), X, y)).require()
    assert not cert.exact and cert.mistakes == sum(y == -1)
    X[20] += 1e-9 * X[3] * np.linalg.norm(X[20]) / np.linalg.norm(X[3])
    assert not SPAN.check(mb.play(mb.Perceptron(ties=1), X, y)).applies


def test_rounds_that_were_not_kept_cannot_be_measured():
    with pytest.raises(mb.NotRecorded, match="play on arrays"):
        SPAN.check(mb.play(mb.Perceptron(), [(ROWS.X, ROWS.y)]))
