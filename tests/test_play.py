"""`play` against the plain loop, which is written here: both must give the same run.

Legend: X examples (n, d), y labels (n,), w weights, t round.
"""

import math
import re
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from weakref import finalize

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given
from hypothesis import strategies as st

from mistakebound import concepts
from mistakebound.errors import ForeignExample, MistakeBoundError, NoCleanPass, NotRecorded
from mistakebound.kernels import Linear
from mistakebound.learners.finite import Elimination, Halving, WeightedMajority
from mistakebound.learners.kernel import KernelPerceptron
from mistakebound.learners.linear import TIE
from mistakebound.learners.littlestone import Winnow2
from mistakebound.learners.perceptron import MarginPerceptron, Perceptron
from mistakebound.learners.quasi_additive import PNorm
from mistakebound.learners.winnow import Winnow
from mistakebound.play import duel, play
from mistakebound.protocol import Learner
from tests.learning import Own

# --- the plain loop -----------------------------------------------------------------------------------------------


class Plain:
    """A learner with the four methods that `play` may use, and nothing else."""

    def __init__(self, learner=None):
        learner = learner or Perceptron()
        self.start, self.predict = learner.start, learner.predict
        self.wants_update, self.update = learner.wants_update, learner.update


def compared(products, threshold=0):
    """A sum of products minus a threshold; in floats, 0 within a band relative to the size of the terms."""
    if not any(isinstance(p, float) for p in (*products, threshold)):
        return sum(products) - threshold
    difference = math.fsum([*products, -threshold])
    return 0 if abs(difference) <= TIE * math.fsum(map(abs, products)) else difference


def plain_loop(X, y, *, rate=1, ties="mistake", threshold=None, passes=1):
    """The Perceptron (with a threshold: the margin Perceptron) on lists of Python numbers, one example at a time."""
    w, updates, mistakes, predictions = [0] * len(X[0]), [], [], []
    weights = [w]
    for t, (x, label) in enumerate([*zip(X, y, strict=True)] * passes):
        products = [a * b for a, b in zip(w, x, strict=True)]
        score = compared(products)
        prediction = (score > 0) - (score < 0) or (-label if ties == "mistake" else ties)
        predictions.append(prediction)
        if prediction != label:
            mistakes.append(t)
        if prediction != label if threshold is None else compared([label * p for p in products], threshold) <= 0:
            updates.append(t)
            step = [rate * a for a in x]
            w = [a + s if label > 0 else a - s for a, s in zip(w, step, strict=True)]
            weights.append(w)
    return updates, mistakes, predictions, weights


def bits(w):
    """A number and its sign: 0.0 is not -0.0."""
    return [(value, math.copysign(1, value)) for value in w]


def assert_same_run(trace, loop):
    updates, mistakes, predictions, weights = loop
    assert trace.updates.tolist() == updates
    assert trace.mistakes.tolist() == mistakes
    assert [*map(bits, trace.weights.tolist())] == [*map(bits, weights)]
    assert bits(trace.final_state.tolist()) == bits(weights[-1])
    if trace.X is not None:
        assert trace.predictions.tolist() == predictions


# --- the same run, whatever the block, the layout, the chunks -----------------------------------------------------


def near_ties(rng, n, d, values):
    """Rows of few values, many of them repeated, negated, or cancelling: scores at or within rounding of 0."""
    pool = rng.choice(values, size=(max(2, n // 3), d))
    X = pool[rng.integers(len(pool), size=n)] * rng.choice([1, 1, -1] if min(values) < 0 else [1], size=(n, 1))
    u = rng.choice([-1, 0, 1], size=d)
    y = np.where(X @ u > 0, 1, -1)
    return X, np.where(rng.random(n) < 0.2, -y, y)


VALUES = {
    "Boolean": [0, 1],
    "signs": [-1, 1],
    "tenths": [-0.3, -0.1, 0.1, 0.2, 0.7],
    "cancelling": [-1e16, -1.0, 1.0, 3.0, 1e16],
    "tiny and large": [-1e8, -1e-8, 1e-8, 1.0, 1e8],
    "normal": [*np.random.default_rng(1).normal(size=20)],
}
INTEGERS = [-3, -1, 0, 1, 2, 100]
RATES = [1, 2, 0.1, 1 / 3, 1e-9, 37.5]


def fractions(X):
    return np.array([[Fraction(int(v), 3) for v in row] for row in X], dtype=object)


def strided(X):
    wide = np.zeros((2 * X.shape[0], 3 * X.shape[1]), dtype=X.dtype)
    wide[::-2, ::3] = X
    return wide[::-2, ::3]


def frozen(X):
    X = X.copy()
    X.flags.writeable = False
    return X


FLOATS = {
    "dense": lambda X: X.astype(float),
    "float32": lambda X: X.astype(np.float32),
    "big-endian": lambda X: X.astype(">f8"),
    "F-ordered": lambda X: np.asfortranarray(X, dtype=float),
    "strided": lambda X: strided(X.astype(float)),
    "read-only": lambda X: frozen(X.astype(float)),
    "csr_matrix": lambda X: sp.csr_matrix(X.astype(float)),
    "csr_array": lambda X: sp.csr_array(X.astype(float)),
    "unsorted csr": lambda X: sp.csr_array(X[:, ::-1].astype(float))[:, ::-1],
    "csc": lambda X: sp.csc_array(X.astype(np.float32)),
    "list": lambda X: X.astype(float).tolist(),
}
WHOLE = {
    **{f"int{b}": lambda X, b=b: X.astype(f"int{b}") for b in (8, 16, 32, 64)},
    "uint8": lambda X: abs(X).astype(np.uint8),
    "csr of int8": lambda X: sp.csr_array(X.astype(np.int8)),
    "strided int32": lambda X: strided(X.astype(np.int32)),
    "fractions": fractions,
    "objects": lambda X: X.astype(object),
}


def plain_rows(X):
    return X.toarray().tolist() if sp.issparse(X) else np.asarray(X).tolist()


def is_exact(X):
    return getattr(X, "dtype", np.dtype(float)).kind == "O"


@st.composite
def data(draw):
    """Examples in some form, with labels, and the equal lists of Python numbers."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, d = draw(st.integers(1, 40)), draw(st.integers(1, 6))
    if draw(st.booleans()):
        X, y = near_ties(rng, n, d, VALUES[draw(st.sampled_from(sorted(VALUES)))])
        X = FLOATS[draw(st.sampled_from(sorted(FLOATS)))](X)
    else:
        X, y = near_ties(rng, n, d, INTEGERS)
        X = WHOLE[draw(st.sampled_from(sorted(WHOLE)))](X)
    return X, y


def chunks(X, y, cuts):
    """The same data as chunks that end at these rows."""
    X = X if hasattr(X, "shape") else np.array(X)
    ends = [*sorted({c % len(y) for c in cuts} - {0}), len(y)]
    starts = [0, *ends[:-1]]
    X = X.tocsr() if sp.issparse(X) else X
    return [(X[i:j], y[i:j]) for i, j in zip(starts, ends, strict=True)]


@given(data(), st.sampled_from(["mistake", -1, 1]), st.sampled_from(RATES), st.integers(1, 3))
@example((sp.csr_array([[1], [1]]), np.array([-1, -1])), "mistake", 1, 1)  # shorter than the batch that is compared
def test_play_is_the_plain_loop(data, ties, rate, passes):
    X, y = data
    if is_exact(X):
        rate = Fraction(rate).limit_denominator(7) + 1
    loop = plain_loop(plain_rows(X), y.tolist(), rate=rate, ties=ties, passes=passes)
    learner = Perceptron(eta=rate, ties=ties)
    trace = play(learner, X, y, passes=passes)
    assert_same_run(trace, loop)
    asked = play(Plain(learner), X, y, passes=passes)
    assert asked.updates.tolist() == trace.updates.tolist()
    assert asked.mistakes.tolist() == trace.mistakes.tolist()


@given(data(), st.lists(st.integers(0, 1000), max_size=6), st.integers(1, 2), st.sampled_from(["mistake", 1]))
def test_chunks_are_the_plain_loop(data, cuts, passes, ties):
    X, y = data
    loop = plain_loop(plain_rows(X), y.tolist(), ties=ties, passes=passes)
    stream = chunks(X, y, cuts)
    trace = play(Perceptron(ties=ties), stream, passes=passes)
    assert_same_run(trace, loop)
    held = play(Perceptron(ties=ties), X, y, passes=passes)
    assert trace.n_rounds == held.n_rounds
    assert trace.n_passes == held.n_passes
    assert trace.update_X.tolist() == held.update_X.tolist()
    assert trace.update_y.tolist() == held.update_y.tolist()
    if passes == 1:
        assert_same_run(play(Perceptron(ties=ties), iter(stream)), loop)


@given(data(), st.sampled_from([0.5, 1, 2.4, 0.30000000000000004, 1e16]), st.sampled_from([1, 0.1]))
def test_a_learner_whose_updates_are_not_its_mistakes(data, threshold, rate):
    X, y = data
    if is_exact(X):
        rate, threshold = 1, Fraction(threshold)
    loop = plain_loop(plain_rows(X), y.tolist(), rate=rate, threshold=threshold)
    assert_same_run(play(MarginPerceptron(threshold, rate, strict=False), X, y), loop)


def test_a_long_run():
    """Many pieces, and blocks of all sizes."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(10_000, 8))
    y = np.where(X @ rng.normal(size=8) > 0, 1, -1)
    loop = plain_loop(X.tolist(), y.tolist())
    assert 100 < len(loop[0]) < 3000
    for dress in (X, np.asfortranarray(X), sp.csr_array(X), [(X[:3333], y[:3333]), (X[3333:], y[3333:])]):
        assert_same_run(play(Perceptron(), dress, None if isinstance(dress, list) else y), loop)


def test_wide_examples():
    """More than 128 features: a piece of the data is then fewer rows."""
    X, y = near_ties(np.random.default_rng(6), 20, 200, INTEGERS)
    assert_same_run(play(Perceptron(), X, y), plain_loop(X.tolist(), y.tolist()))


@pytest.mark.audit
def test_a_large_run():
    rng = np.random.default_rng(7)
    X = rng.normal(size=(4096, 256))
    y = np.where(X @ rng.normal(size=256) > 0, 1, -1)
    y[:4000] = np.where(X[:4000, 0] > 0, 1, -1)
    X[:, 0] *= 1000
    assert_same_run(play(Perceptron(), X, y), plain_loop(X.tolist(), y.tolist()))


def test_play_asks_the_learners_own_methods():
    class Contrarian(Perceptron):
        """A learner that predicts the opposite, so that it is wrong where the Perceptron is right."""

        def predict(self, state, X):
            return -super().predict(state, X)

    X, y = [[1.0], [1.0], [1.0]], [1, 1, 1]
    assert play(Perceptron(ties=1), X, y).mistakes.tolist() == []
    assert play(Contrarian(ties=1), X, y).mistakes.tolist() == [0, 1, 2]


def test_a_learner_may_have_slots():
    assert play(Own(), *AND).mistakes.tolist() == play(Perceptron(ties=-1), *AND).mistakes.tolist()


class Skipping:
    """A learner that skips half of the examples that it should learn from, and hides this."""

    conservative = True

    def wants_update(self, state, X, y):
        return super().wants_update(state, X, y) & (np.asarray(X)[:, 0] > 0)


CUBE = concepts.monotone_conjunctions(2)


@pytest.mark.parametrize(
    "learner",
    [Perceptron(), MarginPerceptron(0, strict=False), Winnow(0.5), KernelPerceptron(Linear()),
     Halving(CUBE, updates="mistakes"), WeightedMajority(CUBE, 0.5), Elimination(2)],
)  # fmt: skip
def test_a_learner_that_calls_itself_conservative_is_not_believed(learner):
    """Mistakes are measured: if a subclass overrides when it learns, its predictions are checked, too."""
    lazy = type("Lazier", (Skipping, type(learner)), {})(**vars(learner))
    X, y = [[1, 0]] + 3 * [[0, 1]], 4 * [1]
    trace = play(lazy, X, y)
    said = [int(lazy.predict(state, np.array([x]))[0]) for state, x in zip(states_of(trace), X, strict=True)]
    assert trace.mistakes.tolist() == [t for t, label in enumerate(said) if label != 1]


def test_the_word_of_a_learner_that_inherits_when_it_learns_does_not_count():
    """It updates where it is right, but narrowly, and claims that updates are mistakes."""
    boast = type("Boast", (MarginPerceptron,), {"conservative": True})(threshold=5)
    X, y = 4 * [[1.0, 1.0]], 4 * [1]
    trace = play(boast, X, y)
    assert (trace.mistakes.tolist(), trace.updates.tolist()) == ([0], [0, 1, 2])


def test_a_learner_that_chooses_its_updates_by_other_examples_is_refused():
    class Last(Perceptron):
        """A learner that wants an update in the last row of every batch."""

        def wants_update(self, state, X, y):
            return np.arange(len(y)) == len(y) - 1

    with pytest.raises(MistakeBoundError, match=r"Last.wants_update gives another answer for the example of round 0"):
        play(Last(), *AND)


def test_a_foreign_learner_is_asked_once_in_each_round():
    """Before that it is asked about one batch of 16 examples, and about each of these alone."""
    asked = Counter()

    class Counting(Learner):
        start, update = Own.start, Own.update

        def predict(self, state, X):
            asked[len(X)] += 1
            return Own.predict(self, state, X)

    X, y = near_ties(np.random.default_rng(0), 100, 3, VALUES["normal"])
    assert 10 < play(Counting(), X, y).n_updates < 90
    assert asked == {1: 100 + 16, 16: 1}


def test_a_foreign_learner_that_refuses_an_example_names_its_round():
    class Mine(Winnow2):
        pass

    with pytest.raises(ForeignExample, match="row 20 of X has 2 in column 0: the features must be 0 or 1"):
        play(Mine(), [[1, 0]] * 20 + [[2, 0]], [1] * 21)


def test_every_label_of_a_learner_that_inherits_when_it_learns_is_looked_at():
    class Drifting(Perceptron):
        """A learner whose labels are valid only until it learns something."""

        wants_update = Learner.wants_update

        def predict(self, state, X):
            return np.where(X @ state > 0, 2, -1)

    with pytest.raises(MistakeBoundError, match=r"Drifting.predict gave .* it must give an array with a label"):
        play(Drifting(), [[1.0], [1.0]], [1, 1])


def states_of(trace):
    """The state before each round."""
    return [trace.states[np.searchsorted(trace.updates, t)] for t in range(trace.n_rounds)]


def test_whole_numbers_stay_whole_in_a_learner_that_multiplies_by_the_label():
    class Textbook(Perceptron):
        def update(self, state, x, y):
            return state + y * x

    assert play(Textbook(), [[1, 2], [2, 1]], [1, -1]).final_state.dtype == np.int64
    assert play(Plain(), [[1, 2]], [1], state=np.ones(2)).mistakes.dtype == np.int64


def test_a_learner_that_says_nothing_is_asked_for_its_predictions():
    assert play(Plain(MarginPerceptron(5)), [[1.0], [1.0]], [1, 1]).mistakes.tolist() == [0]


# --- what a learner may not change --------------------------------------------------------------------------------


@pytest.mark.parametrize("as_chunks", [False, True])
def test_an_example_changed_in_place_is_refused(as_chunks):
    class Spoils(Perceptron):
        def update(self, state, x, y):
            x *= y
            return state + x

    X, y = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([-1, 1])
    with pytest.raises(MistakeBoundError, match=r"Spoils.update writes into its state or its example in round 0: "):
        play(Spoils(), [(X, y)]) if as_chunks else play(Spoils(), X, y)
    with pytest.raises(MistakeBoundError, match=r"Spoils.update writes into its state or its example in round 0: "):
        duel(Spoils(), Contrary(3))
    assert X.tolist() == [[1, 2], [3, 4]]
    assert X.flags.writeable


# --- passes -------------------------------------------------------------------------------------------------------

AND = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]]), np.array([-1, -1, -1, 1])
XOR = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]]), np.array([-1, 1, 1, -1])


def test_passes_until_one_is_clean():
    trace = play(Perceptron(), *AND, passes=None)
    assert trace.n_rounds == 4 * trace.n_passes
    assert trace.updates.max() < trace.n_rounds - 4
    assert trace.updates.max() >= trace.n_rounds - 8
    assert_same_run(trace, plain_loop(AND[0].tolist(), AND[1].tolist(), passes=trace.n_passes))
    again = play(Perceptron(), *AND, passes=None, state=trace.final_state)
    assert (again.n_passes, again.n_updates) == (1, 0)


@pytest.mark.parametrize("data", [XOR, [XOR]], ids=["arrays", "chunks"])
def test_no_clean_pass_says_what_to_do_and_keeps_the_run(data):
    X, y = data if len(data) == 2 else (data, None)
    match = r"max_passes=7: \d+ updates so far, the last in round 2[4-7] of 28"
    with pytest.raises(NoCleanPass, match=match) as caught:
        play(Perceptron(), X, y, passes=None, max_passes=7)
    assert "raise max_passes" in str(caught.value)
    assert "not separable" in str(caught.value)
    assert_same_run(caught.value.trace, plain_loop(XOR[0].tolist(), XOR[1].tolist(), passes=7))


def test_the_given_state_stays_the_callers():
    state = np.array([1.0, 2.0])
    trace = play(Perceptron(), [[1.0, 1.0]], [-1], state=state)
    state[:] = 99
    assert trace.weights.tolist() == [[1, 2], [0, 1]]


# --- what is recorded ---------------------------------------------------------------------------------------------


def test_record_updates_keeps_no_states():
    X, y = near_ties(np.random.default_rng(4), 50, 4, INTEGERS)
    whole, thin = play(Perceptron(), X, y), play(Perceptron(), X, y, record="updates")
    assert thin.updates.tolist() == whole.updates.tolist()
    assert thin.survival.tolist() == whole.survival.tolist()
    assert thin.predictions.tolist() == whole.predictions.tolist()
    assert thin.update_X.tolist() == whole.update_X.tolist()
    assert thin.final_state.tolist() == whole.final_state.tolist()
    for name in ("states", "weights"):
        with pytest.raises(NotRecorded, match=r"record='updates'.*final_state.*record='all'"):
            getattr(thin, name)
    with pytest.raises(NotRecorded, match="record='updates'"):
        thin[0]


def test_streams_keep_their_update_rounds():
    X, y = near_ties(np.random.default_rng(4), 50, 4, INTEGERS)
    held = play(Perceptron(), X, y)
    first, rest = (X[:20], y[:20]), (X[20:], y[20:])
    for stream in ([first, rest], [(sp.csr_array(X), y)], [(sp.csr_array(X[:20]), y[:20]), rest]):
        trace = play(Perceptron(), stream, record="updates")
        assert trace.X is None
        assert trace.update_X.tolist() == held.update_X.tolist()
        assert trace.update_y.tolist() == held.update_y.tolist()
        assert trace.update_y.dtype == held.update_y.dtype == np.int8
        for ask in (lambda t: t.predictions, lambda t: t[0], lambda t: t.examples([0]), lambda t: t.labels([0])):
            with pytest.raises(NotRecorded, match=r"streamed in chunks.*update_X.*play on arrays"):
                ask(trace)


def test_a_stream_without_updates():
    trace = play(Perceptron(), [(np.eye(3), [1, 1, 1])], state=np.ones(3))
    assert trace.n_updates == 0
    assert trace.updates.dtype == trace.mistakes.dtype == np.int64
    assert trace.update_X.shape == (0, 3)
    assert trace.update_y.shape == (0,)


def test_chunks_are_forgotten():
    """For a stream that does not fit in memory, one chunk is kept at a time."""
    alive = set()

    def chunks():
        for number in range(10):
            X = np.ones((50, 3))
            alive.add(number)
            finalize(X, alive.discard, number)
            yield X, np.ones(50)
            del X
            assert len(alive) <= 2

    assert play(Perceptron(), chunks(), state=np.ones(3)).n_rounds == 500
    assert not alive


# --- duels --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contrary:
    """An adversary that shows unit vectors, and always contradicts the learner."""

    n: int
    width: int = 3

    def start(self):
        return 0

    def example(self, t, predict):
        if t == self.n:
            return None
        x = np.zeros(self.width)
        x[t % self.width] = 1
        assert predict([x]).shape == (1,)
        return x

    def label(self, t, x, prediction):
        assert np.flatnonzero(x).tolist() == [t % self.width]  # its own example
        return -prediction or 1, t + 1


@pytest.mark.parametrize("learner", [Perceptron(), Perceptron(ties=1), MarginPerceptron(0.5)])
def test_duel_is_play_on_what_the_adversary_chose(learner):
    trace = duel(learner, Contrary(7))
    assert (trace.n_rounds, trace.n_passes, trace.n_mistakes) == (7, 1, 7)
    replay = play(learner, trace.X, trace.y)
    assert replay.updates.tolist() == trace.updates.tolist()
    assert replay.mistakes.tolist() == trace.mistakes.tolist()
    assert replay.weights.tolist() == trace.weights.tolist()
    assert not trace.X.flags.writeable
    assert trace.streamed_updates is replay.streamed_updates is None  # they are in X and y


def test_duel_from_a_state():
    assert duel(Perceptron(), Contrary(1), state=np.array([5, 0, 0])).weights.tolist() == [[5, 0, 0], [4, 0, 0]]


class Fixed:
    """An adversary with its moves written down."""

    def __init__(self, *moves):
        self.moves = moves

    def __repr__(self):
        return "Fixed()"

    def start(self):
        return 0

    def example(self, t, predict):
        return self.moves[t][0] if t < len(self.moves) else None

    def label(self, t, x, prediction):
        return self.moves[t][1], t + 1


BAD_ADVERSARIES = {
    "no example": (Fixed(), "stopped before its first example"),
    "a class": (Contrary, "must be an object with start, example and label"),
    "never stops": (Contrary(-1), "did not stop within max_rounds=5: use a larger"),
    "label 0": (Fixed(([1, 2], 1), ([3, 4], 0)), r"label 0 at round 1: labels must be -1 or \+1"),
    "nan": (Fixed(([1, 2], 1), ([3, math.nan], 1)), "row 1 of X has nan in column 1"),
    "another width": (Fixed(([1, 2], 1), ([3], 1)), "round 1 on have 1 features, but the ones before have 2"),
}


@pytest.mark.parametrize(("adversary", "match"), BAD_ADVERSARIES.values(), ids=BAD_ADVERSARIES)
def test_bad_adversaries(adversary, match):
    with pytest.raises(MistakeBoundError, match=match):
        duel(Perceptron(), adversary, max_rounds=5)


def test_an_adversary_may_stop_in_the_last_round():
    assert duel(Perceptron(), Contrary(5), max_rounds=5).n_rounds == 5


# --- bad input ----------------------------------------------------------------------------------------------------


def spoiled(value, row, column, n=9000, d=3, dress=np.asarray):
    """Long data with one bad entry, after the last update and in a column whose weight stays 0."""
    X = np.zeros((n, d))
    X[:, 0] = 1
    X[row, column] = value
    return dress(X), np.ones(n, dtype=int)


def in_chunks(X, y, rows=4000):
    return [(X[i : i + rows], y[i : i + rows]) for i in range(0, len(y), rows)]


PLACES = [(0, 0), (1, 2), (5000, 2), (8999, 1)]


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e200])
@pytest.mark.parametrize(("row", "column"), PLACES)
@pytest.mark.parametrize("dress", [np.asarray, sp.csr_array, np.asfortranarray])
def test_every_row_must_be_finite(value, row, column, dress):
    X, y = spoiled(value, row, column, dress=dress)
    remedy = "below 1e+150: rescale X" if math.isfinite(value) else "finite: drop or impute the row"
    match = re.escape(f"row {row} of X has {value} in column {column}: features must be {remedy}")
    for data in ((X, y), (in_chunks(X, y),)):
        with pytest.raises(MistakeBoundError, match=match):
            play(Perceptron(), *data)


@pytest.mark.parametrize("learner", [Winnow(0.125), PNorm(3), Perceptron(0.1)], ids=repr)
def test_whole_numbers_whose_sums_would_overflow(learner):
    """The state of the first two adds up examples as whole numbers of 64 bits."""
    for large in (2**31, 2**62, -(2**63)):
        with pytest.raises(MistakeBoundError, match=r"too large for sums of whole numbers of 64 bits: use X.as"):
            play(learner, [[0, 1], [large, 1]], [1, 1])
    assert play(learner, [[0, 1], [2**31 - 2, 1]], [1, 1]).n_rounds == 2


def test_whole_numbers_that_would_overflow():
    for dress in (np.asarray, sp.csr_array):
        with pytest.raises(MistakeBoundError, match=r"X has an entry of size 4294967296.*astype\(float\).*object"):
            play(Perceptron(), dress(np.array([[1, 2], [2**32, 1]])), [1, -1])
    with pytest.raises(MistakeBoundError, match=r"eta is 4294967296: .* at most 2\*\*31; use float\(eta\)"):
        Perceptron(eta=2**32)
    assert play(Perceptron(eta=2**30), [[2**20, 1], [2**20, -1]], [1, 1]).n_updates == 1


def test_large_whole_numbers_are_exact():
    """Up to 2**53 in 64 bits, and as objects beyond."""
    rng = np.random.default_rng(0)
    for scale, dresses in ((2**20, (np.asarray, sp.csr_array)), (2**60, ())):
        X = rng.integers(-1, 2, size=(60, 4)) * scale + rng.integers(-1, 2, size=(60, 4))
        y = rng.choice([-1, 1], size=60)
        for dress in (*dresses, lambda X: X.astype(object)):
            assert_same_run(play(Perceptron(), dress(X), y), plain_loop(X.tolist(), y.tolist()))


def test_weights_out_of_range():
    with pytest.raises(MistakeBoundError, match=r"weights have left the range of float64 .*1e\+160.* rescale X"):
        play(Perceptron(eta=1e10), [[1e150], [-1e150]], [1, 1])
    with pytest.raises(MistakeBoundError, match="weights have left the range"):
        play(Perceptron(), [[1.0]], [1], state=np.array([math.nan]))


def test_exact_and_floating_point_numbers_do_not_mix():
    exact = np.array([[Fraction(1, 3)], [Fraction(1, 2)]])
    with pytest.raises(MistakeBoundError, match="exact and floating-point numbers are mixed: the examples are object"):
        play(Perceptron(eta=0.5), exact, [1, -1])
    with pytest.raises(MistakeBoundError, match="exact and floating-point numbers are mixed: the examples are float64"):
        play(Perceptron(eta=Fraction(1, 2)), [[0.5], [0.5]], [1, -1])
    with pytest.raises(MistakeBoundError, match="exact weights cannot score a CSR matrix"):
        play(Perceptron(eta=Fraction(1, 2)), sp.csr_array([[1], [2]]), [1, -1])
    assert play(Perceptron(eta=Fraction(1, 2)), [[1], [2]], [1, -1]).weights.tolist() == [[0], [0.5], [-0.5]]


class Forgetful:
    """Chunks that can be read only once, although they look reusable."""

    def __init__(self):
        self.chunks = iter([AND])

    def __iter__(self):
        yield from self.chunks


BAD_CALLS = {
    "record": (*AND, {"record": "some"}, "record is 'some': it must be 'all' or 'updates'"),
    "half a pass": (*AND, {"passes": 0.5}, "passes is 0.5"),
    "no passes allowed": (*AND, {"passes": None, "max_passes": 0}, "max_passes is 0"),
    "a guard in words, of one pass": (*AND, {"max_passes": "1"}, "max_passes is '1'"),
    "state of another width": (*AND, {"state": np.zeros(2)}, r"3 features but the weights have shape \(2,\)"),
    "masked state": (*AND, {"state": np.ma.array([1, 2, 3])}, "state is a masked array: .*filled"),
    "ragged labels of a chunk": ([([[1.0]], [[1], [1, -1]])], None, {}, "chunk 0: y is not a sequence of labels"),
    "X is a number": (3, None, {}, "^y is missing"),
    "rows without labels": ([[1, 2, 3], [4, 5, 6]], None, {}, r"not a pair \(X, y\): .* y is missing"),
    "pairs without labels": ([[1, 2], [4, 5]], None, {}, r"not a pair \(X, y\): .* y is missing"),
    "chunk of one example": ([([1, 2], [1])], None, {}, "chunk 0: X has shape \\(2,\\): it must be two-dimensional"),
    "empty stream": ([], None, {}, "stream of chunks is empty in pass 0"),
    "stream that dries up": (Forgetful(), None, {"passes": 2}, "stream of chunks is empty in pass 1"),
    "iterator, two passes": (iter([AND]), None, {"passes": 2}, "empty in pass 1: give a list, .* read only once"),
    "label in the second chunk": ([AND, (AND[0], [1, 1, 2, 1])], None, {}, r"chunk 1: label 2 at round 6"),
    "label in the third chunk": ([AND, AND, (AND[0], [1, 2, 1, 1])], None, {}, r"chunk 2: label 2 at round 9"),
    "width of the second chunk": ([AND, (np.eye(2), [1, 1])], None, {}, "from round 4 on have 2 features, .* 3"),
    "labels of the second chunk": ([AND, (np.eye(3), [1, 1])], None, {}, "chunk 1: X has 3 examples but y has 2"),
    "empty second chunk": ([AND, (np.empty((0, 3)), [])], None, {}, r"chunk 1: X has shape \(0, 3\)"),
}


@pytest.mark.parametrize(("X", "y", "options", "match"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_bad_input(X, y, options, match):
    with pytest.raises(MistakeBoundError, match=match):
        play(Perceptron(), deepcopy(X), y, **options)  # one of them changes as it is read


class _OneBuffer:
    """Shows e_0, e_1, ..., always in the same array, and clears the array when it gives the label."""

    def __init__(self, d):
        self.x = np.zeros(d)

    def start(self):
        return 0

    def example(self, t, predict):
        self.x[:] = np.arange(len(self.x)) == t
        return self.x if t < len(self.x) else None

    def label(self, t, x, prediction):
        x[:] = 0
        return -prediction or 1, t + 1


def test_an_adversary_may_use_its_array_again():
    trace = duel(Perceptron(), _OneBuffer(3))
    np.testing.assert_array_equal(trace.X, np.eye(3))
    np.testing.assert_array_equal(trace.weights[1:] - trace.weights[:-1], trace.X)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
def test_a_learner_that_checks_nothing_sees_only_finite_features(value):
    class Trusting(Perceptron):
        def predict(self, state, X):
            assert (np.abs(X) <= 1e150).all()
            return np.ones(len(X), dtype=int)

        def wants_update(self, state, X, y):
            assert (np.abs(X) <= 1e150).all()
            return super().wants_update(state, X, y)

    for data in (([[1, 0], [0, value]], [1, -1]), ([([[1.0, 0]], [1]), ([[0, value]], [1])],)):
        with pytest.raises(MistakeBoundError, match=r"row 1 of X has .* in column 1: features must be"):
            play(Trusting(), *data)
    with pytest.raises(MistakeBoundError, match=r"row 0 of X has .* in column 1: features must be"):
        play(Trusting(), [[1, value]], [1])


@pytest.mark.parametrize("max_rounds", [0, -1, 2.5, None])
def test_a_duel_has_a_whole_number_of_rounds(max_rounds):
    with pytest.raises(MistakeBoundError, match=f"max_rounds is {max_rounds}: it must be a whole number of at least 1"):
        duel(Perceptron(), Contrary(5), max_rounds=max_rounds)
