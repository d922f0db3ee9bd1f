"""Streams are tested by what they promise: comparators with the margin they name, counts that come from runs."""

import dataclasses
import math
import sys
import tracemalloc
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import streams
from mistakebound.errors import MistakeBoundError, NoCleanPass, NotSeparable
from mistakebound.margins import l2_margin

TIES = ("mistake", 1, -1)


def run(stream, ties="mistake", passes=1, rate=1):
    return mb.play(mb.Perceptron(rate, ties), stream.X, stream.y, passes=passes)


# --- what every stream is -----------------------------------------------------------------------------------------

CATALOGUE = {
    "separable": lambda: streams.separable(30, 3, 0.1),
    "and": lambda: streams.boolean_and(3),
    "and, no bias": lambda: streams.boolean_and(3, c=None),
    "or": lambda: streams.boolean_or(4, 2),
    "majority": lambda: streams.majority(5),
    "parity": lambda: streams.parity(3),
    "xor": lambda: streams.xor(false=-1),
    "hadamard": lambda: streams.hadamard(8),
    "repeated example": lambda: streams.repeated_example(),
    "zero margin": lambda: streams.zero_margin(),
    "irrational": lambda: streams.irrational(),
    "unequal lengths": lambda: streams.unequal_lengths(),
    "ignored bias": lambda: streams.ignored_bias(),
    "experts": lambda: streams.experts(20, [0.7, 0.3], 0.2),
    "committee": lambda: streams.committee(20, 7, 3),
    "signed units": lambda: streams.signed_units(4),
    "bold step": lambda: streams.bold_step(),
    "hidden tie": lambda: streams.hidden_tie(),
    "digits": lambda: streams.digits(0, 1),
    "breast cancer": lambda: streams.breast_cancer(),
}
FLOATS = {"separable", "irrational", "experts", "bold step", "digits", "breast cancer"}


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_stream_is_immutable_playable_and_derives_its_sizes(name):
    stream = CATALOGUE[name]()
    n, d = stream.X.shape
    assert len(stream) == n == len(stream.y)
    assert stream.name in repr(stream)
    assert run(stream).n_rounds == n
    assert (stream.X.dtype.kind == "f") == (name in FLOATS)
    assert stream.radius == pytest.approx(max(math.hypot(*map(float, x)) for x in stream.X), rel=1e-15)
    for array in (stream.X, stream.y) if stream.u is None else (stream.X, stream.y, stream.u):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        stream.y = -stream.y
    assert stream != CATALOGUE[name]()
    if stream.u is None:
        with pytest.raises(MistakeBoundError, match="l2_margin"):
            _ = stream.margin
    else:
        scores = [int(y) * math.fsum(map(float, x * stream.u)) for x, y in zip(stream.X, stream.y, strict=True)]
        assert stream.margin == pytest.approx(min(scores) / math.hypot(*map(float, stream.u)), rel=1e-12)
        assert len(stream.u) == d


@pytest.mark.parametrize("name", sorted(CATALOGUE.keys() - {"separable", "experts", "bold step", "zero margin"}))
def test_an_integer_comparator_makes_an_exact_certificate(name):
    stream = CATALOGUE[name]()
    if stream.u is not None:
        for ties in TIES:
            cert = mb.NOVIKOFF.check(run(stream, ties, passes=3), u=stream.u).require()
            assert cert.applies
            assert cert.holds
            assert cert.exact


def test_a_stream_copies_what_it_is_given():
    X, y, u = np.eye(2), np.array([1, -1]), np.array([1.0, -1.0])
    stream = mb.Stream("mine", X, y, u)
    X[0, 0] = y[0] = u[0] = 9
    assert stream.X[0, 0] == stream.y[0] == stream.u[0] == 1
    assert X.flags.writeable
    assert y.flags.writeable


def test_exact_numbers_stay_exact():
    third = Fraction(1, 3)
    stream = mb.Stream("thirds", np.array([[third, 0], [0, -third]], dtype=object), [1, -1], [1, 1])
    assert stream.margin == pytest.approx(1 / 3 / math.sqrt(2))
    assert stream.radius == pytest.approx(1 / 3)
    assert mb.NOVIKOFF.check(run(stream), u=stream.u).require().bound == Fraction(2)


BAD_STREAMS = {
    "NaN": ({"X": [[math.nan]], "y": [1]}, "must be finite"),
    "infinity": ({"X": [[1], [math.inf]], "y": [1, 1]}, r"X\[1, 0\] is inf"),
    "0/1 labels": ({"X": [[1], [2]], "y": [1, 0]}, "label .*0.* at round 1"),
    "string labels": ({"X": [[1]], "y": ["+"]}, "labels must be"),
    "lengths differ": ({"X": [[1], [2]], "y": [1]}, "2 examples but y has 1"),
    "empty": ({"X": np.empty((0, 2)), "y": []}, "at least one example"),
    "Boolean": ({"X": [[True]], "y": [1]}, "dtype bool"),
    "one-dimensional": ({"X": [1, 2], "y": [1, 1]}, "two-dimensional"),
    "comparator of the wrong size": ({"X": [[1]], "y": [1], "u": [1, 2]}, "u has shape"),
    "zero comparator": ({"X": [[1]], "y": [1], "u": [0]}, "zero vector"),
    "comparator not finite": ({"X": [[1]], "y": [1], "u": [math.nan]}, "not finite"),
}


@pytest.mark.parametrize("case", BAD_STREAMS)
def test_a_stream_refuses_bad_data(case):
    fields, message = BAD_STREAMS[case]
    with pytest.raises(MistakeBoundError, match=message):
        mb.Stream("bad", **fields)


def test_shuffling_changes_the_order_and_nothing_else():
    stream = streams.boolean_or(5, 2)
    mixed = stream.shuffled(seed=3)
    assert not np.array_equal(mixed.X, stream.X)
    assert sorted(map(tuple, np.c_[mixed.X, mixed.y])) == sorted(map(tuple, np.c_[stream.X, stream.y]))
    assert (mixed.margin, mixed.radius, mixed.name) == (stream.margin, stream.radius, stream.name)
    assert np.array_equal(mixed.X, stream.shuffled(seed=3).X)
    assert not np.array_equal(mixed.X, stream.shuffled(seed=4).X)


# --- a planted margin ---------------------------------------------------------------------------------------------


def check_separable(X, y, u, margin, radius):
    """The promises of `separable`, evaluated in extended precision."""
    X, u = X.astype(np.longdouble), u.astype(np.longdouble)
    rounding = 1e-14 * radius
    scores = y * (X @ u)
    assert abs(np.linalg.norm(u.astype(float)) - 1) <= 1e-14
    assert np.linalg.norm(X.astype(float), axis=1).max() <= radius + rounding
    assert scores.min() >= margin - rounding
    assert abs(scores[0] - margin) <= rounding


sizes = st.tuples(st.integers(1, 60), st.integers(1, 12))


@given(size=sizes, radius=st.floats(1e-3, 1e3), share=st.floats(1e-6, 1), seed=st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_separable_keeps_its_promises(size, radius, share, seed):
    (n, d), margin = size, share * radius
    stream = streams.separable(n, d, margin, radius, seed)
    assert stream.X.shape == (n, d)
    check_separable(stream.X, stream.y, stream.u, margin, radius)
    assert stream.margin == pytest.approx(margin, abs=1e-14 * radius)
    again = streams.separable(n, d, margin, radius, seed)
    assert np.array_equal(stream.X, again.X)
    assert np.array_equal(stream.u, again.u)
    cert = mb.NOVIKOFF.check(run(stream), u=stream.u).require()
    assert cert.mistakes <= (radius / margin) ** 2 * (1 + 1e-6)


def spoil(X, y, u, how):
    X, y = X.copy(), y.copy()
    if how == "a label flipped":
        y[5] = -y[5]
    elif how == "a point inside the gap":
        X[5] *= 0.5 * 0.2 / (y[5] * (X[5] @ u))
    elif how == "a point outside the ball":
        X[5] *= 1.001 * 2 / np.linalg.norm(X[5])
    elif how == "no point on the margin":
        X[0] += 1e-9 * y[0] * u
    elif how == "a comparator that is not a unit vector":
        u = 1.0001 * u
    return X, y, u


@pytest.mark.parametrize(
    "how",
    [
        "a label flipped",
        "a point inside the gap",
        "a point outside the ball",
        "no point on the margin",
        "a comparator that is not a unit vector",
    ],
)
def test_the_check_of_separable_can_fail(how):
    stream = streams.separable(40, 3, margin=0.2, radius=2)
    check_separable(stream.X, stream.y, stream.u, 0.2, 2)
    with pytest.raises(AssertionError):
        check_separable(*spoil(stream.X, stream.y, stream.u, how), 0.2, 2)


def test_separable_fills_the_ball_and_uses_both_labels():
    stream = streams.separable(20_000, 2, margin=0.3, radius=1, seed=1)
    assert abs(stream.y.mean()) < 0.03
    inner = stream.X - 0.3 * stream.y[:, None] * stream.u  # the halves moved back together: uniform in radius 0.7
    lengths = np.linalg.norm(inner, axis=1) / 0.7
    for quantile in (0.1, 0.5, 0.9):
        assert np.mean(lengths <= math.sqrt(quantile)) == pytest.approx(quantile, abs=0.015)


def test_the_best_comparator_is_no_worse_than_the_planted_one():
    for seed in range(10):
        stream = streams.separable(40, 4, 0.05, seed=seed)
        assert l2_margin(stream.X, stream.y).value >= 0.05 * (1 - 1e-9)


@pytest.mark.parametrize("rows", [1, 7, 64, 1000])
def test_chunks_hold_the_same_examples_whatever_their_size(rows):
    whole = streams.separable(200, 23, 0.1, seed=4)
    chunks = streams.separable_chunks(200, 23, 0.1, rows=rows, seed=4)
    for _ in range(2):
        pieces = list(chunks)
        assert max(len(y) for _, y in pieces) == min(rows, 200)
        assert np.array_equal(np.concatenate([X for X, _ in pieces]), whole.X)
        assert np.array_equal(np.concatenate([y for _, y in pieces]), whole.y)
    assert np.array_equal(chunks.u, whole.u)
    assert not chunks.u.flags.writeable
    assert len(chunks) == 200


def test_chunks_play_like_the_whole_and_can_be_read_again():
    whole = streams.separable(500, 4, 0.02, seed=2)
    chunks = streams.separable_chunks(500, 4, 0.02, rows=90, seed=2)
    streamed = mb.play(mb.Perceptron(), chunks, passes=None)
    trace = run(whole, passes=None)
    assert streamed.n_passes > 1
    assert np.array_equal(streamed.updates, trace.updates)
    assert np.array_equal(streamed.final_state, trace.final_state)


def test_chunks_need_the_memory_of_one():
    chunks = streams.separable_chunks(100_000, 20, 0.1, rows=1000)
    tracemalloc.start()
    assert sum(len(y) for _, y in chunks) == len(chunks)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * 1000 * 20 * 8  # all examples at once: 100 chunks


BAD_SEPARABLE = {
    "n = 0": ({"n": 0, "d": 2, "margin": 0.1}, "n is 0"),
    "n = 2.5": ({"n": 2.5, "d": 2, "margin": 0.1}, "n is 2.5"),
    "d = 0": ({"n": 5, "d": 0, "margin": 0.1}, "d is 0"),
    "margin 0": ({"n": 5, "d": 2, "margin": 0}, "margin is 0"),
    "margin NaN": ({"n": 5, "d": 2, "margin": math.nan}, "margin is nan"),
    "margin above radius": ({"n": 5, "d": 2, "margin": 2, "radius": 1}, "at most the radius"),
    "radius infinite": ({"n": 5, "d": 2, "margin": 2, "radius": math.inf}, "radius is inf"),
    "seed negative": ({"n": 5, "d": 2, "margin": 0.1, "seed": -1}, "seed is -1"),
}


@pytest.mark.parametrize("case", BAD_SEPARABLE)
def test_separable_refuses_bad_input(case):
    arguments, message = BAD_SEPARABLE[case]
    with pytest.raises(MistakeBoundError, match=message):
        streams.separable(**arguments)
    with pytest.raises(MistakeBoundError, match="rows is 0"):
        streams.separable_chunks(5, 2, 0.1, rows=0)


# --- Boolean functions --------------------------------------------------------------------------------------------


def boolean_cases(largest):
    """Every Boolean stream of up to `largest` variables, with its function as a plain predicate."""
    for n in range(1, largest + 1):
        yield lambda n=n, **kw: streams.boolean_and(n, **kw), n, all
        for k in range(1, n + 1):
            yield lambda n=n, k=k, **kw: streams.boolean_or(n, k, **kw), n, lambda t, k=k: any(t[:k])
        if n % 2:
            yield lambda n=n, **kw: streams.majority(n, **kw), n, lambda t: sum(t) > len(t) / 2
        if n > 1:
            yield lambda n=n, **kw: streams.parity(n, **kw), n, lambda t: sum(t) % 2 == 1


@pytest.mark.parametrize("false", [0, -1])
@pytest.mark.parametrize("c", [None, 1, 3, Fraction(1, 2), 0.3])
def test_boolean_streams_are_their_truth_tables(false, c):
    for make, n, function in boolean_cases(4):
        stream = make(false=false, c=c)
        points = [tuple(bool(v == 1) for v in x[:n]) for x in stream.X]
        assert points == list(product([False, True], repeat=n))
        assert set(stream.X[:, :n].flat) == {false, 1}
        assert stream.y.tolist() == [1 if function(t) else -1 for t in points]
        assert stream.X.shape[1] == n + (c is not None)
        assert c is None or set(stream.X[:, n]) == {c}


@pytest.mark.parametrize("false", [0, -1])
@pytest.mark.parametrize("c", [None, 1, 3, 0.3])
def test_boolean_comparators_are_the_best_and_missing_only_where_there_is_none(false, c):
    for make, _, _ in boolean_cases(4):
        stream = make(false=false, c=c)
        if stream.u is None:
            with pytest.raises(NotSeparable):
                l2_margin(stream.X, stream.y)
        else:
            assert stream.margin == pytest.approx(l2_margin(stream.X, stream.y).value, rel=1e-9)


@pytest.mark.parametrize("false", [0, -1])
@pytest.mark.parametrize("c", [1, 2, Fraction(1, 3)])
def test_boolean_comparators_have_scores_of_at_least_c_exactly(false, c):
    for make, _, _ in boolean_cases(5):
        stream = make(false=false, c=c)
        if stream.u is not None:
            assert min(stream.y * (stream.X @ stream.u)) == c


@pytest.mark.parametrize(("n", "k"), [(1, 1), (4, 1), (4, 3), (6, 2)])
@pytest.mark.parametrize("c", [1, 2, Fraction(3, 2)])
def test_disjunctions_have_the_bound_of_the_theory(n, k, c):
    stream = streams.boolean_or(n, k, c=c)
    u, bias = stream.u[:-1], c * stream.u[-1]
    cert = mb.NOVIKOFF_BIAS.check(run(stream, passes=None), u=u, bias=bias).require()
    assert cert.exact
    assert cert.bound == (n + c**2) * (4 * k + 1 / Fraction(c) ** 2)
    same = mb.NOVIKOFF.check(cert.trace, u=stream.u).require()
    assert same.bound == cert.bound


@pytest.mark.parametrize(("n", "k"), [(1, 1), (3, 2), (5, 3), (6, 6)])
def test_disjunctions_have_the_hull_certificate_of_the_theory(n, k):
    stream = streams.boolean_or(n, k)
    q = np.zeros(len(stream), dtype=object)
    q[0] = Fraction(2 * k + 1, 4 * k + 1)
    q[[2 ** (n - 1 - i) for i in range(k)]] = Fraction(2, 4 * k + 1)
    cert = mb.MAX_MARGIN.check(run(stream, passes=None), q=q).require()
    assert cert.q.uu == Fraction(1, 4 * k + 1)
    assert stream.u @ stream.u == 4 * k + 1
    signed = streams.boolean_or(n, k, false=-1)
    assert signed.u @ signed.u == k * k - k + 1


def test_the_radius_depends_on_the_encoding():
    for n in (1, 3, 6):
        assert streams.boolean_and(n, c=3).radius ** 2 == pytest.approx(n + 9)
        lengths = (streams.boolean_and(n, c=None).X ** 2).sum(axis=1)
        assert np.flatnonzero(lengths == n).tolist() == [2**n - 1]
        assert set((streams.boolean_and(n, false=-1, c=None).X ** 2).sum(axis=1)) == {n}


@pytest.mark.parametrize("c", [2**61, 2**62, 2**70])
def test_a_large_constant_feature_does_not_overflow(c):
    for false in (0, -1):
        stream = streams.boolean_and(3, false, c)
        assert (stream.y * (stream.X.astype(object) @ stream.u.astype(object)) > 0).all()


def test_and_takes_18_updates_or_11():
    stream = streams.boolean_and(2)
    assert run(stream, passes=None).n_updates == 18
    assert run(stream, ties=1, passes=None).n_updates == 11


def test_majority_stays_within_n_squared():
    for n in (1, 3, 5, 7):
        cert = mb.NOVIKOFF.check(run(streams.majority(n), passes=None), u=np.ones(n, dtype=int)).require()
        assert cert.bound == n * n


@pytest.mark.parametrize("ties", TIES)
def test_xor_and_parity_never_end(ties):
    for stream in (streams.xor(), streams.xor(false=-1), streams.parity(3), streams.parity(4, c=None)):
        with pytest.raises(NoCleanPass):
            mb.play(mb.Perceptron(ties=ties), stream.X, stream.y, passes=None, max_passes=50)


def test_xor_comes_back_to_zero_after_every_pass():
    stream = streams.xor(false=-1)
    trace = run(stream, passes=10)
    assert trace.n_updates == 40
    assert not trace.weights[::4].any()


BAD_BOOLEAN = {
    "n = 0": (lambda: streams.boolean_and(0), "n is 0"),
    "n = 23": (lambda: streams.boolean_and(23), "the cube of n = 23 variables would take 1.44 GiB"),
    "n = 40": (lambda: streams.boolean_or(40), "the cube of n = 40 variables would take 320 TiB"),
    "k = 0": (lambda: streams.boolean_or(3, 0), "k is 0"),
    "k > n": (lambda: streams.boolean_or(3, 4), "only n variables|k is 4"),
    "even majority": (lambda: streams.majority(4), "can tie"),
    "parity of one": (lambda: streams.parity(1), "n is 1"),
    "false": (lambda: streams.xor(false=2), "false is 2"),
    "c = 0": (lambda: streams.boolean_and(3, c=0), "c is 0"),
    "c < 0": (lambda: streams.xor(c=-1), "c is -1"),
}


@pytest.mark.parametrize("case", BAD_BOOLEAN)
def test_boolean_streams_refuse_bad_input(case):
    make, message = BAD_BOOLEAN[case]
    with pytest.raises(MistakeBoundError, match=message):
        make()


# --- a worst case and five counterexamples ------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 4, 16, 64])
def test_hadamard_rows_cost_the_perceptron_all_it_can_lose(n):
    for column in {0, 1, n // 2, n - 1}:
        stream = streams.hadamard(n, column)
        assert np.array_equal(stream.X @ stream.X.T, n * np.eye(n))
        cert = mb.NOVIKOFF.check(run(stream), u=stream.u).require()
        assert cert.exact
        assert cert.mistakes == cert.bound == n
        for rate in (0.25, Fraction(1, 10), 7):
            assert run(stream, rate=rate).n_mistakes == n
        assert run(stream, ties=1).n_mistakes == (0 if column == 0 else n // 2)
        assert run(stream, ties=-1).n_mistakes == (n if column == 0 else n // 2)


def test_a_rate_whose_multiples_are_rounded_misses_the_ties():
    stream = streams.hadamard(64)
    assert run(stream, rate=0.1).n_mistakes < 64  # 0.1 + 0.1 + 0.1 - 0.3 is not 0


def test_without_orthogonal_rows_the_count_falls_short():
    stream = streams.hadamard(16)
    X = stream.X.copy()
    X[9] = X[3]
    trace = mb.play(mb.Perceptron(), X, X[:, 1])
    assert trace.n_mistakes < 16


@pytest.mark.parametrize("bad", [{"n": 1}, {"n": 6}, {"n": 2**14}, {"n": 4, "column": 4}, {"n": 4, "column": -1}])
def test_hadamard_refuses_bad_input(bad):
    with pytest.raises(MistakeBoundError):
        streams.hadamard(**bad)


def test_a_repeated_example_is_missed_five_times_and_then_never():
    stream = streams.repeated_example(repeats=30)
    assert run(stream, ties=1).mistakes.tolist() == [0, 1, 2, 3, 4, 5]
    assert run(stream, ties="mistake").mistakes.tolist() == [0, 1, 2, 3, 4, 5, 6]
    scores = run(stream, ties=1).weights[1:] @ np.array([1, 1])
    assert np.diff(scores).tolist() == 5 * [2]
    assert mb.NOVIKOFF.check(run(stream), u=stream.u).require().bound == 122
    assert stream.margin == pytest.approx(l2_margin(stream.X, stream.y).value)


def test_zero_margin_is_consistent_and_never_ends():
    stream = streams.zero_margin()
    says = np.where(stream.X @ stream.u >= 0, 1, -1)
    assert np.array_equal(says, stream.y)
    trace = run(stream, ties=1, passes=500)
    assert trace.n_mistakes == 1001
    assert {tuple(w) for w in trace.weights[3:].tolist()} == {(1, 2), (-1, 2)}
    cert = mb.NOVIKOFF.check(trace, u=stream.u)
    assert not cert.hypotheses["positive-margin"].holds
    assert cert.bound == math.inf
    with pytest.raises(NotSeparable):
        l2_margin(stream.X, stream.y)


@pytest.mark.parametrize(("ties", "updates"), [("mistake", 5122), (1, 5120)])
def test_irrational_weights_never_repeat(ties, updates):
    """The run again in whole numbers: a updates on 1, b on sqrt(2); a - b sqrt(2) has the sign of a^2 - 2 b^2."""
    a = b = 0
    seen = [(0, 0)]
    for _ in range(3000):
        for y in (1, -1):
            sign = (a * a > 2 * b * b) - (a * a < 2 * b * b)
            if y * sign < 0 or (sign == 0 and y != ties):
                a, b = (a + 1, b) if y > 0 else (a, b + 1)
                seen.append((a, b))
    stream = streams.irrational()
    trace = run(stream, ties, passes=3000)
    assert trace.n_updates == len(seen) - 1 == updates
    assert len(set(seen)) == len(set(trace.weights[:, 0])) == updates + 1
    assert np.allclose(trace.weights[:, 0], [a - b * math.sqrt(2) for a, b in seen], atol=1e-9)
    assert abs(trace.weights).max() < 1 + math.sqrt(2)
    with pytest.raises(NotSeparable):
        l2_margin(stream.X, stream.y)


def test_unequal_lengths_matter_and_a_common_scale_does_not():
    stream = streams.unequal_lengths()
    unit = stream.X / np.linalg.norm(stream.X, axis=1, keepdims=True)
    assert run(stream, passes=None).n_mistakes == 9
    assert mb.play(mb.Perceptron(), unit, stream.y, passes=None).n_mistakes == 2
    assert run(stream, ties=1, passes=None).n_mistakes == 0
    for scale in (3, Fraction(1, 7), 0.1):
        assert np.array_equal(
            mb.play(mb.Perceptron(), stream.X * scale, stream.y, passes=None).updates, run(stream, passes=None).updates
        )
    assert stream.margin == pytest.approx(l2_margin(stream.X, stream.y).value)


@pytest.mark.parametrize("c", [2, 4, 10, Fraction(11, 10), 1.5])
@pytest.mark.parametrize("ties", TIES)
def test_an_ignored_bias_breaks_the_bound_without_it(c, ties):
    stream = streams.ignored_bias(c)
    trace = run(stream, ties, passes=None)
    without = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), stream.X[:, :1], stream.y, passes=None), u=[1]).require()
    cert = mb.NOVIKOFF.check(trace, u=stream.u).require()
    assert trace.n_mistakes == 2 > without.bound == 1
    assert cert.bound == pytest.approx(1 + c * c)


# --- real data ----------------------------------------------------------------------------------------------------


def test_digits_are_scikit_learns_pixels_over_16():
    from sklearn.datasets import load_digits

    data = load_digits()
    stream = streams.digits(3, 8)
    rows = np.flatnonzero(np.isin(data.target, (3, 8)))
    assert np.array_equal(stream.X * 16, data.data[rows])
    assert np.array_equal(stream.y == 1, data.target[rows] == 8)
    assert (stream.X.min(), stream.X.max()) == (0, 1)
    assert stream.classes == ("3", "8")
    assert stream.u is None
    assert np.array_equal(streams.digits(8, 3).y, -stream.y)
    assert set(streams.digits(3, 8, c=2).X[:, 64]) == {2}


def test_every_pair_of_digits_is_separable_through_the_origin():
    for a, b in combinations(range(10), 2):
        stream = streams.digits(a, b)
        assert l2_margin(stream.X, stream.y).value > 0.05


def test_the_bound_holds_on_digits_and_breast_cancer():
    for stream in (streams.digits(3, 8), streams.breast_cancer(), streams.breast_cancer(c=1)):
        u = l2_margin(stream.X, stream.y).w
        cert = mb.NOVIKOFF.check(run(stream, passes=5), u=u).require()
        assert cert.mistakes < cert.bound / 2


def test_breast_cancer_is_scaled_by_units_and_nothing_else():
    from sklearn.datasets import load_breast_cancer

    data = load_breast_cancer()
    stream = streams.breast_cancer()
    assert stream.X.max(axis=0).tolist() == 30 * [1]
    assert stream.X.min() >= 0
    assert np.linalg.matrix_rank(np.stack([stream.X[:, 7], data.data[:, 7]])) == 1
    assert np.allclose(stream.X * data.data.max(axis=0), data.data, rtol=1e-15)
    assert stream.classes == ("benign", "malignant")
    assert np.array_equal(stream.y == 1, data.target == list(data.target_names).index("malignant"))
    assert (stream.y == 1).sum() == 212
    assert streams.breast_cancer(c=1).X.shape == (569, 31)


@pytest.mark.parametrize("make", [lambda: streams.digits(0, 1), streams.breast_cancer])
def test_without_scikit_learn_the_error_says_what_to_install(make, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MistakeBoundError, match=r"pip install 'mistakebound\[labs\]'"):
        make()


@pytest.mark.parametrize("pair", [(3, 3), (-1, 3), (3, 10), (3.5, 4), ("3", "8")])
def test_digits_refuses_bad_input(pair):
    with pytest.raises(MistakeBoundError):
        streams.digits(*pair)


# --- experts, committees, and attributes that do not matter --------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(1, 8), st.floats(0.01, 1), st.integers(0, 2**20))
def test_experts_keep_their_promises(n, d, margin, seed):
    u = np.random.default_rng(seed).dirichlet(np.ones(d))
    stream = streams.experts(n, u, margin, seed)
    assert np.abs(stream.X).max() <= 1 + 1e-12
    assert (stream.y * (stream.X @ stream.u)).min() >= margin * (1 - 1e-9)
    assert np.array_equal(stream.X, streams.experts(n, u, margin, seed).X)


def rows_of(X):
    return X.toarray() if sp.issparse(X) else X


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(1, 7), st.integers(0, 12), st.booleans(), st.integers(0, 2**20))
def test_committees_keep_their_promises(n, k, others, sparse, seed):
    speaking = others // 2 if sparse else None
    stream = streams.committee(n, k + others, k, speaking, seed)
    X, votes = rows_of(stream.X), rows_of(stream.X)[:, :k]
    assert sp.issparse(stream.X) == sparse
    assert X.dtype == np.int64
    assert set(votes.ravel().tolist()) <= {-1, 1}
    assert set(X.ravel().tolist()) <= {-1, 0, 1}
    assert np.all(np.abs(X[:, k:]).sum(axis=1) == (others if speaking is None else speaking))
    assert stream.u.tolist() == [1] * k + [0] * others
    assert np.array_equal(stream.y, np.sign(votes.sum(axis=1)))
    assert stream.margin * math.sqrt(k) >= 2 - k % 2 - 1e-9
    assert stream.radius == pytest.approx(math.sqrt(k + (others if speaking is None else speaking)))


def test_opinions_are_tosses_of_a_coin():
    for stream in (streams.committee(4000, 8, 3), streams.committee(4000, 50, 3, speaking=20)):
        X = rows_of(stream.X)
        assert np.all(np.abs(X.mean(axis=0)) < 0.08)
        right = (X[:, :3] == stream.y[:, None]).mean(axis=0)
        assert np.all(np.abs(right - 0.75) < 0.04)  # one of three is right in 3/4 of the rounds
        assert np.all(np.abs((X[:, 3:] * stream.y[:, None]).mean(axis=0)) < 0.08)


def test_committee_chunks_are_whole_and_can_be_read_again():
    chunks = streams.committee_chunks(70, 20, 3, rows=30, seed=2)
    first, second = list(chunks), list(chunks)
    assert [len(y) for _, y in first] == [30, 30, 10]
    assert all(X.dtype == np.int8 for X, _ in first)
    assert all(np.array_equal(a, b) for a, b in zip(first[1], second[1], strict=True))
    whole, _ = next(iter(streams.committee_chunks(70, 20, 3, rows=70, seed=2)))
    assert np.array_equal(whole, streams.committee(70, 20, 3, seed=2).X)
    learner = mb.Winnow(0.3)
    held = mb.play(learner, np.vstack([X for X, _ in first]), np.concatenate([y for _, y in first]))
    assert np.array_equal(mb.play(learner, chunks).updates, held.updates)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 40), st.integers(1, 6), st.integers(0, 12), st.sampled_from([None, 1, 5]), st.integers(0, 2**20))
def test_disjunctions_keep_their_promises(n, k, others, c, seed):
    d, active = k + others, others // 2
    stream = streams.disjunction(n, d, k, active, c, seed)
    X = rows_of(stream.X)[:, :d]
    assert sp.issparse(stream.X)
    assert np.array_equal(stream.y, mb.Formula(d, range(1, k + 1), "∨")(X))
    assert np.array_equal(X.sum(axis=1), active + (stream.y > 0))
    if c is None:
        assert stream.u is None
    else:
        assert set((stream.y * (rows_of(stream.X) @ stream.u)).tolist()) == {c}


def test_no_constant_feature_overflows_in_the_comparator():
    for c, twice in ((np.uint8(200), 400), (2**62, 2**63)):
        assert streams.disjunction(5, 4, 2, 1, c=c).u.tolist() == [twice, twice, 0, 0, -1]
        assert streams.boolean_and(2, c=c).u.tolist() == [twice, twice, -3]


def test_signed_units_need_every_feature():
    stream = streams.signed_units(9, seed=1)
    assert np.array_equal(stream.X, np.eye(9))
    assert set(stream.y.tolist()) == {-1, 1}
    assert stream.margin == pytest.approx(1 / 3)
    assert run(stream, passes=None).n_mistakes == 9


def test_sparse_streams_are_streams():
    stream = streams.committee(50, 30, 3, speaking=5)
    mixed = stream.shuffled(seed=1)
    assert sp.issparse(mixed.X)
    assert (mixed.margin, mixed.radius) == (stream.margin, stream.radius)
    dense = mb.Stream("dense", stream.X.toarray(), stream.y, stream.u)
    assert (dense.margin, dense.radius) == (stream.margin, stream.radius)
    assert np.array_equal(run(dense).updates, run(stream).updates)
    assert "committee of 3 of 30 experts: 50 examples, 30 features, margin 0.5774, radius 2.828" in repr(stream)
    with pytest.raises(ValueError, match="read-only"):
        stream.X.data[0] = 7
    original = sp.csr_array(np.eye(2))
    copied = mb.Stream("copied", original, [1, 1])
    original.data[0] = 5
    assert copied.X.data[0] == 1


def test_the_two_traps_of_winnow():
    bold, tie = streams.bold_step(), streams.hidden_tie()
    assert (bold.y[:, None] * bold.X @ bold.u / bold.u.sum()).tolist() == pytest.approx([1 / 7, 1 / 7])
    assert (tie.y * (tie.X @ tie.u) / 3).tolist() == pytest.approx([1 / 3, 1 / 3])
    assert tie.X.tolist() == [[1, 1, -1, -1], [3, 1, -3, -1]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: streams.experts(5, [0.5, 0.6], 0.1), "weights of experts"),
        (lambda: streams.experts(5, [1.5, -0.5], 0.1), "weights of experts"),
        (lambda: streams.experts(5, [1], 0), "margin is 0"),
        (lambda: streams.experts(5, [1], 1.1), "margin is 1.1"),
        (lambda: streams.experts(0, [1], 0.1), "n is 0"),
        (lambda: streams.committee(5, 3, 4), "only 3 to choose 4 from"),
        (lambda: streams.committee(5, 3, 0), "k is 0"),
        (lambda: streams.committee(5, 3, 2, speaking=2), "there are only 1 experts"),
        (lambda: streams.committee(5, 3, 2, speaking=-1), "speaking is -1"),
        (lambda: streams.committee_chunks(5, 3, 2, rows=0), "rows is 0"),
        (lambda: streams.disjunction(5, 3, 2, 2), "there are only 1"),
        (lambda: streams.disjunction(5, 3, 4, 0), "only 3 to choose 4 from"),
        (lambda: streams.signed_units(0), "d is 0"),
        (lambda: streams.committee(5, 3, 1, seed=-1), "seed is -1"),
    ],
)
def test_experts_refuse_bad_input(make, message):
    with pytest.raises(MistakeBoundError, match=message):
        make()


def test_a_margin_may_be_a_fraction():
    half = Fraction(1, 2)
    np.testing.assert_array_equal(streams.experts(9, [0.5, 0.5], half).X, streams.experts(9, [0.5, 0.5], 0.5).X)
    np.testing.assert_array_equal(streams.separable(9, 2, half).X, streams.separable(9, 2, 0.5).X)


def test_small_integers_do_not_overflow():
    grey = mb.Stream("grey", np.array([[200, 100], [100, 50]], dtype=np.uint8), [1, -1])
    assert math.isclose(grey.radius, math.hypot(200, 100))
    assert grey.radius == mb.Stream("grey", sp.csr_array(grey.X), [1, -1]).radius
    stream = mb.Stream(
        "bytes", np.array([[100, 100], [-100, 50]], dtype=np.int8), [1, -1], u=np.array([2, 1], dtype=np.int8)
    )
    assert math.isclose(stream.margin, 150 / math.sqrt(5))
    assert mb.Stream("long", [[4 * 10**9, 1], [1, 5]], [1, -1]).radius == math.hypot(4e9, 1)


def test_a_stream_takes_tuples_and_refuses_masked_examples():
    assert mb.Stream("two points", X=((3, 4), (0, -2)), y=(1, -1)).X.tolist() == [[3, 4], [0, -2]]
    with pytest.raises(MistakeBoundError, match="masked"):
        mb.Stream("masked", X=np.ma.masked_equal([[1, 2], [3, 4]], 3), y=[1, -1])
