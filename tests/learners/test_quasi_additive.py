"""The quasi-additive learner: the p-norm Perceptron as in books, and its special cases, the Perceptron and Winnow.

Legend: X examples (n, d), y labels, theta dual vector, w weights, eta rate, p the norm.
"""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.learners.linear import TIE
from mistakebound.potentials import Entropy, Euclidean, SquaredNorm, as_quasi_additive

# --- the p-norm Perceptron, derived again ------------------------------------------------------------------------


def replay(p, X, y, rate=1, ties="mistake"):
    """The p-norm Perceptron in plain loops: its update rounds, and its weights after each."""
    theta = [0.0] * len(X[0])
    w, updates, weights = list(theta), [], [list(theta)]
    for t, (x, label) in enumerate(zip(X, y, strict=True)):
        terms = [wj * xj for wj, xj in zip(w, x, strict=True)]
        score = math.fsum(terms)
        if abs(score) <= TIE * math.fsum(map(abs, terms)):
            wrong = ties in ("mistake", -label)
        else:
            wrong = score * label < 0
        if wrong:
            theta = [v + rate * label * xj for v, xj in zip(theta, x, strict=True)]
            norm = math.fsum(abs(v) ** p for v in theta) ** (1 / p)
            w = [math.copysign(abs(v) ** (p - 1), v) / norm ** (p - 2) if norm else 0.0 for v in theta]
            updates.append(t)
            weights.append(w)
    return updates, weights


@given(st.integers(0, 2**32 - 1), st.sampled_from(["mistake", -1, 1]))
def test_the_p_norm_perceptron_is_the_plain_loop(seed, ties):
    random = np.random.default_rng(seed)
    n, d = random.integers(1, 40), random.integers(1, 8)
    X = random.integers(-2, 3, (n, d)) if seed % 2 else random.standard_normal((n, d)) * 10.0 ** random.uniform(-2, 2)
    y, rate = random.choice([-1, 1], n), random.choice([1.0, 0.1, 3.0])
    for p in (2, 2.5, 3, 4, 7.3, 12):
        trace = mb.play(mb.PNorm(p, eta=rate, ties=ties), X, y)
        updates, weights = replay(p, X.tolist(), y.tolist(), rate, ties)
        assert trace.updates.tolist() == updates
        assert np.abs(trace.weights - np.array(weights)).max() <= 1e-9 * np.abs(weights).max()


# --- the Perceptron and Winnow -----------------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1), st.sampled_from(["mistake", -1, 1]), st.sampled_from([1, 3, 0.1, Fraction(1, 3)]))
def test_with_the_squared_length_it_is_the_perceptron_to_the_bit(seed, ties, rate):
    random = np.random.default_rng(seed)
    n, d = random.integers(1, 40), random.integers(1, 6)
    X, y = random.integers(-3, 4, (n, d)), random.choice([-1, 1], n)
    if isinstance(rate, Fraction):
        X = np.vectorize(Fraction, otypes=[object])(X, 7)
    elif seed % 2:
        X = X * random.standard_normal(d)
    perceptron = mb.play(mb.Perceptron(rate, ties), X, y, passes=3)
    for learner in (mb.QuasiAdditive(Euclidean(), rate, ties), mb.PNorm(2, rate, ties)):
        trace = mb.play(learner, X, y, passes=3)
        assert trace.updates.tolist() == perceptron.updates.tolist()
        assert trace.mistakes.tolist() == perceptron.mistakes.tolist()
        assert trace.weights.tolist() == perceptron.weights.tolist()
        assert trace.weights.dtype == perceptron.weights.dtype
        assert all(map(np.array_equal, map(learner.dual, trace.states), perceptron.weights))


@given(st.integers(0, 2**32 - 1), st.sampled_from(["mistake", -1, 1]), st.sampled_from([0.01, 0.3, 1, 7.3]))
def test_with_the_relative_entropy_it_is_winnow(seed, ties, eta):
    random = np.random.default_rng(seed)
    n, d = random.integers(1, 40), random.integers(1, 6)
    X, y = random.integers(-3, 4, (n, d)), random.choice([-1, 1], n)
    X = mb.double(X) if seed % 2 else X * random.standard_normal(d)
    prior = [None, random.uniform(0.1, 2, X.shape[1])][seed % 3 > 0]
    winnow = mb.play(mb.Winnow(eta, prior=prior, ties=ties), X, y, passes=3)
    trace = mb.play(mb.QuasiAdditive(Entropy(prior), eta, ties), X, y, passes=3)
    assert trace.updates.tolist() == winnow.updates.tolist()
    assert trace.mistakes.tolist() == winnow.mistakes.tolist()
    assert np.allclose(trace.weights, winnow.weights, rtol=1e-9, atol=1e-300)
    potential, dual = as_quasi_additive(winnow.learner)
    assert dual(winnow.final_state) == pytest.approx(trace.final_state.z)
    assert potential == Entropy(winnow.learner.prior)


@pytest.mark.parametrize("learner", [mb.PNorm(3), mb.QuasiAdditive(Entropy(), 0.5), mb.QuasiAdditive(Euclidean())])
def test_a_score_is_less_what_it_is_compared_with(learner):
    X = np.array([[2, -1], [0, 3]])
    state = learner.update(learner.start(2), X[0], 1)
    scores = [float(x @ learner.weights(state)) for x in X]
    assert learner.score(state, X, 0.5).tolist() == pytest.approx([s - 0.5 for s in scores])


# --- data of every kind ------------------------------------------------------------------------------------------


def test_large_data_take_the_compiled_loop_and_make_the_same_run():
    random = np.random.default_rng(3)
    X = random.standard_normal((6000, 200))
    y = np.where(X[:, :3].sum(axis=1) > 0, 1, -1)
    for learner in (mb.PNorm(10.6), mb.QuasiAdditive(Entropy(), 0.1)):
        chunks = [(X[i : i + 1000], y[i : i + 1000]) for i in range(0, 6000, 1000)]
        whole, parts = mb.play(learner, X, y), mb.play(learner, chunks)
        assert whole.updates.tolist() == parts.updates.tolist()
        assert whole.n_updates > 20


def test_an_exact_number_too_large_for_a_float():
    with pytest.raises(mb.MistakeBoundError, match="too large for a float: rescale X"):
        mb.play(mb.PNorm(3), np.array([[10**400, 1]], dtype=object), [1])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: mb.QuasiAdditive(potential=None), "potential is None, which has no weights"),
        (
            lambda: mb.play(mb.QuasiAdditive(Entropy([1, 1])), [[1, 2, 3]], [1]),
            "the prior has 2 weights for 3 features",
        ),
    ],
)
def test_bad_parameters(make, message):
    with pytest.raises(mb.MistakeBoundError, match=message):
        make()


def test_irrelevant_features_cost_the_p_norm_their_logarithm():
    """With more and more experts on the same rounds, mistakes grow with d for p = 2, but hardly for p = 2 ln d."""
    made = {}
    for d in (30, 3000):
        stream = mb.streams.committee(n=1000, d=d, k=3)
        made[d] = [mb.play(mb.PNorm(p), stream.X, stream.y).n_mistakes for p in (2, mb.tuned_p(d))]
    assert made[3000][0] > 4 * made[30][0]
    assert made[3000][1] < 4 * made[30][1]


def test_p_norm_is_a_name_for_a_potential():
    assert mb.PNorm(3, eta=2, ties=1) == mb.QuasiAdditive(SquaredNorm(3), 2, 1)
    assert mb.PNorm(2) == mb.QuasiAdditive(Euclidean())
    with pytest.raises(mb.MistakeBoundError, match="p is <NA>: it must be a finite number"):
        mb.PNorm(pd.NA)
