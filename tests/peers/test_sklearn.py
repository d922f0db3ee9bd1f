"""scikit-learn's Perceptron, fed row by row, makes the same updates and the same weights, to the bit.

The arithmetic is the same as long as no score lies within rounding of 0: both add and subtract examples. There,
scikit-learn trusts the last digit of its sum, and play has a tie; data of small whole numbers, where every sum is
exact, agree at the ties too. Its stochastic gradient descent is the margin Perceptron, for the hinge loss,
and the average of the weights after each step.
"""

from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.preprocessing import scale

import mistakebound as mb


def sklearn_perceptron(rate=1, bias=False):
    return Perceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=bias, eta0=rate)


def row_by_row(model, X, y):
    """Updates and mistakes of a scikit-learn classifier, and its final weights (with the intercept last)."""
    updates, mistakes = [], []
    before = np.zeros(X.shape[1] + 1)
    for t in range(len(y)):
        if t > 0 and model.predict(X[[t]])[0] != y[t]:
            mistakes.append(t)
        model.partial_fit(X[[t]], y[[t]], classes=[-1, 1])
        after = np.append(model.coef_[0], model.intercept_)
        if not np.array_equal(before, after):
            updates.append(t)
        before = after
    return updates, mistakes, before


def normal(n=400, d=5):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    return X, np.where(X @ rng.normal(size=d) + 0.2 * rng.normal(size=n) > 0, 1, -1)


def whole(n=400, d=5):
    """Small whole numbers: many scores are exactly 0."""
    rng = np.random.default_rng(1)
    return rng.integers(-2, 3, size=(n, d)).astype(float), rng.choice([-1, 1], size=n)


def digits():
    X, y = load_digits(return_X_y=True)
    X, y = X[(y == 3) | (y == 8)], y[(y == 3) | (y == 8)]
    return X, np.where(y == 3, 1, -1)


def cancer():
    X, y = load_breast_cancer(return_X_y=True)
    return scale(X), np.where(y == 0, 1, -1)


STREAMS = [normal, whole, digits, cancer]


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("bias", [False, True])
def test_same_updates_and_weights(stream, bias):
    X, y = stream()
    trace = mb.play(mb.Perceptron(), mb.fold_bias(X) if bias else X, y)
    updates, _, weights = row_by_row(sklearn_perceptron(bias=bias), X, y)
    assert trace.n_updates > 10
    assert trace.updates.tolist() == updates
    assert trace.final_state.tolist() == (weights if bias else weights[:-1]).tolist()


# not whole numbers at rate 0.1, whose sums cancel to within rounding: there the arithmetic is another
@pytest.mark.parametrize(("stream", "rate"), [*product(STREAMS, [1, 0.5]), *product([normal, digits, cancer], [0.1])])
def test_same_weights_after_each_of_three_passes(stream, rate):
    X, y = stream()
    trace = mb.play(mb.Perceptron(eta=rate), X, y, passes=3)
    model = sklearn_perceptron(rate)
    for t in (1, 2, 3):
        model.partial_fit(X, y, classes=[-1, 1])
        assert model.coef_[0].tolist() == trace.weights[np.searchsorted(trace.updates, t * len(y))].tolist()


@pytest.mark.parametrize("stream", [normal, digits])
def test_sparse_data_are_played_alike(stream):
    X, y = stream()
    trace = mb.play(mb.Perceptron(), sp.csr_matrix(X), y)
    model = sklearn_perceptron().partial_fit(sp.csr_matrix(X), y, classes=[-1, 1])
    assert trace.final_state.tolist() == model.coef_[0].tolist()


def test_updates_are_not_its_mistakes():
    """scikit-learn predicts classes_[0] where the score is 0, and yet updates there, whatever the label."""
    X, y = whole()
    updates, mistakes, _ = row_by_row(sklearn_perceptron(), X, y)
    trace = mb.play(mb.Perceptron(), X, y)
    ties = [t for t in updates if trace[t].before @ X[t] == 0]
    assert set(updates) - set(mistakes) == {t for t in ties if y[t] == -1} | ({0} & set(updates))
    assert len(mistakes) < len(updates)


# --- the average, and a margin ------------------------------------------------------------------------------------


def descent(loss, bias=False, **parameters):
    return SGDClassifier(
        loss=loss, penalty=None, learning_rate="constant", shuffle=False, fit_intercept=bias, max_iter=1, tol=None,
        **parameters,
    )  # fmt: skip


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("passes", [1, 3])
@pytest.mark.parametrize("record", ["all", "updates"])
def test_same_average_of_the_weights_after_each_round(stream, passes, record):
    X, y = stream()
    trace = mb.play(mb.Perceptron(), X, y, passes=passes, record=record)
    model = descent("perceptron", average=True, eta0=1).set_params(max_iter=passes).fit(X, y)
    scale_of_weights = np.abs(trace.final_state).max()
    assert mb.average(trace, "after").weights == pytest.approx(model.coef_[0], abs=1e-13 * scale_of_weights)
    assert model.t_ == trace.n_rounds + 1
    # what it can fail by: the mean before each round, or over the updates only
    for wrong in (mb.average(trace, "before").weights, (mb.play(mb.Perceptron(), X, y).weights[1:]).mean(axis=0)):
        assert np.abs(wrong - model.coef_[0]).max() > 1e-6 * scale_of_weights


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("threshold", [0.5, 4, 1024])
@pytest.mark.parametrize("passes", [1, 3])
def test_same_weights_with_a_margin(stream, threshold, passes):
    """Thresholds that are powers of two: dividing by them is exact, and so is every comparison."""
    X, y = stream()
    trace = mb.play(mb.MarginPerceptron(threshold, strict=False), X, y, passes=passes)
    model = descent("hinge", eta0=1 / threshold).set_params(max_iter=passes).fit(X, y)
    weights = threshold * model.coef_[0]
    assert trace.final_state == pytest.approx(weights, rel=1e-12, abs=1e-12 * np.abs(weights).max())


def test_strictness_shows_against_scikit_learn():
    """Its hinge loss updates at a margin equal to the threshold; on whole numbers that happens."""
    X, y = whole()
    model = descent("hinge", eta0=1 / 4).fit(X, y)
    assert mb.play(mb.MarginPerceptron(4), X, y).final_state.tolist() != (4 * model.coef_[0]).tolist()
    assert mb.play(mb.MarginPerceptron(4, strict=False), X, y).final_state.tolist() == (4 * model.coef_[0]).tolist()
