"""river's Perceptron makes the same updates and the same weights, to the bit.

It has a bias, which is our constant feature 1; its labels are True and False (-1 would be silently taken for something
else). Its scores are summed in another order, so data of small whole numbers, where every sum is exact, are the ones
that agree at the ties too.
"""

import pytest
from river import linear_model, optim

import mistakebound as mb
from tests.peers.test_sklearn import cancer, digits, normal, whole


def row_by_row(model, X, y):
    """Updates of a river classifier, and its final weights, the intercept last."""
    updates, before = [], [0.0] * (X.shape[1] + 1)
    for t, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
        model.learn_one(dict(enumerate(x)), label > 0)
        after = [*(model.weights.get(j, 0.0) for j in range(len(x))), model.intercept]
        if after != before:
            updates.append(t)
        before = after
    return updates, before


@pytest.mark.parametrize("stream", [normal, whole, digits, cancer])
def test_same_updates_and_weights(stream):
    X, y = stream()
    updates, weights = row_by_row(linear_model.Perceptron(), X, y)
    trace = mb.play(mb.Perceptron(), mb.fold_bias(X), y)
    assert trace.n_updates > 10
    assert trace.updates.tolist() == updates
    assert trace.final_state.tolist() == weights


@pytest.mark.parametrize("stream", [normal, whole, digits, cancer])
def test_the_same_without_bias(stream):
    X, y = stream()
    model = linear_model.LogisticRegression(optim.SGD(1), loss=optim.losses.Hinge(threshold=0), intercept_lr=0.0)
    updates, weights = row_by_row(model, X, y)
    trace = mb.play(mb.Perceptron(), X, y)
    assert trace.updates.tolist() == updates
    assert [*trace.final_state.tolist(), 0.0] == weights


@pytest.mark.parametrize("stream", [normal, whole, digits, cancer])
@pytest.mark.parametrize("threshold", [0.5, 3, 100])
def test_same_updates_with_a_margin(stream, threshold):
    X, y = stream()
    loss = optim.losses.Hinge(threshold=threshold)
    model = linear_model.LogisticRegression(optim.SGD(1), loss=loss, intercept_lr=0.0)
    updates, weights = row_by_row(model, X, y)
    trace = mb.play(mb.MarginPerceptron(threshold, strict=False), X, y)
    assert trace.n_updates >= trace.n_mistakes
    assert trace.updates.tolist() == updates
    assert [*trace.final_state.tolist(), 0.0] == weights


def test_strictness_shows_against_river():
    """Its hinge loss updates at a margin equal to the threshold."""
    X, y = whole()
    loss = optim.losses.Hinge(threshold=3)
    updates, _ = row_by_row(linear_model.LogisticRegression(optim.SGD(1), loss=loss, intercept_lr=0.0), X, y)
    assert mb.play(mb.MarginPerceptron(3), X, y).updates.tolist() != updates
