"""The Perceptron: worked cases, and consequences of its definition."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound.errors import MistakeBoundError

# --- worked cases -------------------------------------------------------------------------------------------------

# (examples, labels, ties): the updates of one pass, and the weights after each
WORKED = {
    "a tie is a mistake": ([[1, 0], [0, 1]], [1, 1], "mistake", [0, 1], [[0, 0], [1, 0], [1, 1]]),
    "a tie is +1, and right": ([[1, 0], [0, 1]], [1, 1], 1, [], [[0, 0]]),
    "a tie is -1, and wrong": ([[1, 0], [0, 1]], [1, 1], -1, [0, 1], [[0, 0], [1, 0], [1, 1]]),
    "a tie is -1, and right": ([[1, 0], [0, 1]], [-1, -1], -1, [], [[0, 0]]),
    "subtracted on -1": ([[2, 3], [1, 1]], [-1, 1], "mistake", [0, 1], [[0, 0], [-2, -3], [-1, -2]]),
    "one update need not be enough": ([[3], [1], [1]], [1, -1, -1], -1, [0, 1, 2], [[0], [3], [2], [1]]),
    "right is left alone": ([[1, 1], [2, 2], [-1, -1]], [1, 1, -1], "mistake", [0], [[0, 0], [1, 1]]),
    "a zero example is never right": ([[0, 0], [0, 0]], [1, -1], "mistake", [0, 1], [[0, 0]] * 3),
}


@pytest.mark.parametrize(("X", "y", "ties", "updates", "weights"), WORKED.values(), ids=WORKED)
def test_worked_cases(X, y, ties, updates, weights):
    trace = mb.play(mb.Perceptron(ties=ties), X, y)
    assert trace.updates.tolist() == trace.mistakes.tolist() == updates
    assert trace.weights.tolist() == weights


def test_predictions_at_and_off_a_tie():
    w, X = np.array([1.0, -1.0]), [[2, 1], [1, 2], [1, 1]]
    assert mb.Perceptron().predict(w, X).tolist() == [1, -1, 0]
    assert mb.Perceptron(ties=1).predict(w, X).tolist() == [1, -1, 1]
    assert mb.Perceptron(ties=-1).predict(w, X).tolist() == [1, -1, -1]
    assert mb.Perceptron().score(w, X).tolist() == [1, -1, 0]


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.float32, np.int64])
def test_an_update_does_not_overflow_or_round_in_a_narrow_type(dtype):
    x = np.array([100, 3], dtype=dtype)
    for rate in (2, 0.1, 100):
        for state in (np.zeros(2, dtype=np.int64), np.zeros(2)):
            w = mb.Perceptron(eta=rate).update(state, x, -1)
            assert w.dtype in (np.int64, np.float64)
            assert w.tolist() == [-rate * 100, -rate * 3]


# --- what the rate does, and does not -----------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.fractions(Fraction(1, 50), 50), st.sampled_from(["mistake", -1, 1]))
def test_the_rate_scales_the_weights_and_changes_no_update(seed, rate, ties):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-2, 3, size=(30, 3)), rng.choice([-1, 1], size=30)
    one, other = (mb.play(mb.Perceptron(eta=r, ties=ties), X.astype(object), y) for r in (1, rate))
    assert one.updates.tolist() == other.updates.tolist()
    assert (rate * one.weights).tolist() == other.weights.tolist()


def test_an_integer_rate_keeps_integers_and_a_float_rate_makes_floats():
    assert mb.play(mb.Perceptron(eta=3), [[1]], [1]).final_state.dtype == np.int64
    assert mb.play(mb.Perceptron(eta=0.5), [[1]], [1]).final_state.dtype == np.float64
    assert mb.play(mb.Perceptron(eta=Fraction(1, 2)), [[1]], [1]).final_state.tolist() == [Fraction(1, 2)]
    assert mb.play(mb.Perceptron(eta=1.0), [[1]], [1]).final_state.dtype == np.int64  # a factor of 1 is none


# --- the bias as a constant feature -------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from([1, 3, Fraction(1, 2)]))
def test_a_folded_bias_is_a_bias(seed, c):
    """The run is that of the Perceptron with an explicit bias, which moves by eta y c^2."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, size=(30, 2)), rng.choice([-1, 1], size=30)
    trace = mb.play(mb.Perceptron(), mb.fold_bias(X.astype(object), c), y)
    w, b, updates = [0, 0], 0, []
    for t, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
        if label * (w[0] * x[0] + w[1] * x[1] + b) <= 0:
            updates.append(t)
            w, b = [w[0] + label * x[0], w[1] + label * x[1]], b + label * c * c
    assert trace.updates.tolist() == updates
    assert trace.final_state.tolist() == [*w, b / Fraction(c)]


@pytest.mark.parametrize("kind", [np.array, np.int64, np.float32, sp.csr_array])
def test_fold_bias_appends_a_column(kind):
    X = kind([[1.0, 0, 0], [0, 1, 0]])
    folded = mb.fold_bias(X, 2)
    assert folded.shape == (2, 4)
    assert folded.dtype == X.dtype or folded.dtype == np.result_type(X.dtype, int)
    dense = folded.toarray() if sp.issparse(folded) else folded
    assert dense.tolist() == [[1, 0, 0, 2], [0, 1, 0, 2]]
    assert getattr(folded, "format", None) == getattr(X, "format", None)


def test_fold_bias_takes_a_number_of_any_width():
    """SciPy has no sparse matrices of float16."""
    for c in (np.float16(2), np.int8(2)):
        assert mb.fold_bias(sp.csr_array([[1.0]]), c).toarray().tolist() == [[1.0, 2.0]]
    assert mb.streams.disjunction(3, 2, 1, 0, c=np.float16(6e4)).u.tolist() == [120000.0, 0.0, -1.0]


def test_fold_bias_keeps_fractions():
    folded = mb.fold_bias(np.array([[Fraction(1, 3)]]), Fraction(1, 7))
    assert folded.tolist() == [[Fraction(1, 3), Fraction(1, 7)]]


@pytest.mark.parametrize(
    ("X", "c", "match"),
    [
        ([1, 2], 1, "two-dim"),
        ([[1]], 0, "c is 0"),
        ([[1]], -1, "c is -1"),
        (sp.csr_array(np.eye(2)), Fraction(1, 3), r"c is Fraction\(1, 3\): a CSR matrix cannot hold it"),
    ],
)
def test_fold_bias_refuses(X, c, match):
    with pytest.raises(MistakeBoundError, match=match):
        mb.fold_bias(X, c)


# --- the margin Perceptron ----------------------------------------------------------------------------------------


def naive_margin_perceptron(X, y, threshold, rate, strict, passes):
    """Every update and mistake, and the last weights, in plain Fractions."""
    w, updates, mistakes = [Fraction(0)] * X.shape[1], [], []
    for t, (x, label) in enumerate(passes * [*zip(X.tolist(), y.tolist(), strict=True)]):
        margin = label * sum(a * b for a, b in zip(w, x, strict=True))
        if margin <= 0:
            mistakes.append(t)
        if margin < threshold or (margin == threshold and not strict):
            updates.append(t)
            w = [a + rate * label * b for a, b in zip(w, x, strict=True)]
    return updates, mistakes, w


@given(
    st.integers(0, 10**6), st.fractions(Fraction(1, 9), 9, max_denominator=9), st.sampled_from([1, 2, Fraction(1, 3)]),
    st.booleans(), st.booleans(),
)  # fmt: skip
def test_the_margin_perceptron_is_its_definition(seed, threshold, rate, strict, objects):
    """Compare in Fractions and in integers, where a margin often equals the threshold."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-2, 3, size=(25, 3)), rng.choice([-1, 1], size=25)
    threshold = threshold if objects else int(threshold) + 1
    learner = mb.MarginPerceptron(threshold, rate, strict)
    trace = mb.play(learner, X.astype(object) if objects else X, y, passes=2)
    updates, mistakes, w = naive_margin_perceptron(X, y, threshold, rate, strict, 2)
    assert trace.updates.tolist() == updates
    assert trace.mistakes.tolist() == mistakes
    assert trace.final_state.tolist() == w
    assert set(mistakes) <= set(updates)


def test_strictness_is_about_a_margin_equal_to_the_threshold():
    X, y = [[1], [3], [3]], [1, 1, 1]
    assert mb.play(mb.MarginPerceptron(3), X, y).updates.tolist() == [0]
    assert mb.play(mb.MarginPerceptron(3, strict=False), X, y).updates.tolist() == [0, 1]
    assert mb.play(mb.MarginPerceptron(Fraction(1, 3)), [[Fraction(1, 3)], [1]], [1, 1]).updates.tolist() == [0]
    third = np.array([[Fraction(1, 3)], [Fraction(1)]], dtype=object)
    # a third is more than the float nearest to it: an exact threshold must not be rounded
    assert mb.play(mb.MarginPerceptron(Fraction(1, 3), strict=False), third, [1, 1]).updates.tolist() == [0, 1]
    assert mb.play(mb.MarginPerceptron(Fraction(1, 3)), third, [1, 1]).updates.tolist() == [0]


def test_its_predictions_are_those_of_the_score():
    learner, w = mb.MarginPerceptron(5), np.array([1.0, -1.0])
    assert learner.predict(w, [[2, 1], [1, 2], [1, 1]]).tolist() == [1, -1, 0]
    assert learner.wants_update(w, [[6, 1], [6, 0]], [1, 1]).tolist() == [False, False]
    assert learner.wants_update(w, [[5, 1], [6, 0]], [1, -1]).tolist() == [True, True]
    assert not learner.conservative
    assert mb.MarginPerceptron(0, strict=False).conservative


def test_bad_margin_perceptrons():
    with pytest.raises(MistakeBoundError, match=r"threshold is 0: .*never update; use a positive"):
        mb.MarginPerceptron(0)
    assert mb.MarginPerceptron(1, eta=2**31).eta == 2**31
    learner = mb.MarginPerceptron(2, eta=3)
    assert repr(learner) == "MarginPerceptron(threshold=2, eta=3, strict=True)"
    assert hash(learner) == hash(mb.MarginPerceptron(2, 3))


# --- fresh features -----------------------------------------------------------------------------------------------


def test_fresh_features():
    X = mb.fresh_features([[1, 2], [3, 4]], 5, passes=2)
    assert X.dtype == int  # of 32 bits in a browser
    assert X[:, :2].tolist() == [[1, 2], [3, 4], [1, 2], [3, 4]]
    assert X[:, 2:].tolist() == (5 * np.eye(4, dtype=int)).tolist()
    assert mb.fresh_features([[1]], 0.5).tolist() == [[1.0, 0.5]]
    assert mb.fresh_features([[1.5]], Fraction(1, 2)).dtype == np.float64
    assert mb.fresh_features([[1]], Fraction(1, 3)).tolist() == [[1, Fraction(1, 3)]]
    for delta in (0, -1, float("nan")):
        with pytest.raises(MistakeBoundError, match="delta is"):
            mb.fresh_features([[1]], delta)
    with pytest.raises(MistakeBoundError, match="passes is 0"):
        mb.fresh_features([[1]], 1, passes=0)
    with pytest.raises(MistakeBoundError, match=r"X\.toarray"):
        mb.fresh_features(sp.csr_array([[1]]), 1)


@pytest.mark.parametrize("threshold", [1e-20, 1e-15, 1e-3])
@pytest.mark.parametrize("strict", [True, False])
def test_a_mistake_is_an_update_below_the_tie_too(threshold, strict):
    """0.1 + 0.2 - 0.3 is a tie, and in floats more than a tiny threshold."""
    learner, state = mb.MarginPerceptron(threshold, strict=strict), np.array([1.0, 1.0, -1.0])
    X, y = np.array([[0.1, 0.2, 0.3], [1.0, 0.0, 0.0]]), np.array([1, 1])
    assert learner.predict(state, X).tolist() == [0, 1]
    assert learner.wants_update(state, X, y).tolist() == [True, False]
