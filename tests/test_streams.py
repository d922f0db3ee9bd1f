"""Streams keep their promises: comparators have the margin that they name, and counts come from runs."""

import dataclasses
import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import streams
from mistakebound.errors import MistakeBoundError, NoCleanPass, NotSeparable
from mistakebound.margins import l2_margin

TIES = ("mistake", 1, -1)


def run(stream, ties="mistake", passes=1, rate=1):
    return mb.play(mb.Perceptron(rate, ties), stream.X, stream.y, passes=passes)


def dense(X):
    return X.toarray() if sp.issparse(X) else X


# --- what every stream is -----------------------------------------------------------------------------------------

CATALOGUE = {
    "separable": lambda: streams.separable(30, 3, 0.1),
    "and": lambda: streams.boolean_and(3),
    "or": lambda: streams.boolean_or(4, 2),
    "odd max bit": lambda: streams.odd_max_bit(4),
    "parity": lambda: streams.parity(3),
    "xor": lambda: streams.xor(),
    "hadamard": lambda: streams.hadamard(8),
    "repeated example": lambda: streams.repeated_example(),
    "seesaw": lambda: streams.seesaw(1, 0.2),
    "zero margin": lambda: streams.zero_margin(),
    "irrational": lambda: streams.irrational(),
    "unequal lengths": lambda: streams.unequal_lengths(),
    "ignored bias": lambda: streams.ignored_bias(),
    "experts": lambda: streams.experts(20, [0.7, 0.3], 0.2),
    "committee": lambda: streams.committee(20, 7, 3),
    "sparse committee": lambda: streams.committee(20, 9, 3, speaking=4),
    "disjunction": lambda: streams.disjunction(20, 9, 3, active=4, c=2),
    "signed units": lambda: streams.signed_units(4),
    "bold step": lambda: streams.bold_step(),
}
FLOATS = {"separable", "seesaw", "irrational", "experts", "bold step"}
EXACT = CATALOGUE.keys() - FLOATS - {"parity", "xor", "zero margin"}


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_stream_is_immutable_playable_and_derives_its_sizes(name):
    stream = CATALOGUE[name]()
    n, d = stream.X.shape
    assert len(stream) == n == len(stream.y) == run(stream).n_rounds
    assert stream.name in repr(stream)
    assert (stream.X.dtype.kind == "f") == (name in FLOATS)
    X = dense(stream.X)
    assert stream.radius == pytest.approx(max(math.hypot(*map(float, x)) for x in X), rel=1e-15)
    entries = stream.X.data if sp.issparse(stream.X) else stream.X
    for array in (entries, stream.y) if stream.u is None else (entries, stream.y, stream.u):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        stream.y = -stream.y
    assert stream != CATALOGUE[name]()
    again = CATALOGUE[name]()
    assert np.array_equal(dense(again.X), X) and np.array_equal(again.y, stream.y)
    if stream.u is None:
        with pytest.raises(MistakeBoundError, match="l2_margin"):
            _ = stream.margin
    else:
        scores = [int(y) * math.fsum(map(float, x * stream.u)) for x, y in zip(X, stream.y, strict=True)]
        assert stream.margin == pytest.approx(min(scores) / math.hypot(*map(float, stream.u)), rel=1e-12)
        assert len(stream.u) == d


@pytest.mark.parametrize("name", sorted(EXACT))
def test_an_integer_comparator_makes_an_exact_certificate(name):
    stream = CATALOGUE[name]()
    for ties in TIES:
        cert = mb.NOVIKOFF.check(run(stream, ties, passes=3), u=stream.u).require()
        assert cert.applies and cert.holds and cert.exact


@pytest.mark.parametrize("kind", [np.array, sp.csr_array])
def test_a_stream_copies_what_it_is_given(kind):
    X, y, u = kind([[1, 0], [0, 1]]), np.array([1, -1]), np.array([1.0, -1.0])
    stream = mb.Stream("mine", X, y, u)
    X[0, 0] = y[0] = u[0] = 9
    assert stream.X[0, 0] == stream.y[0] == stream.u[0] == 1


def test_margin_and_radius_of_every_kind_of_number():
    third = Fraction(1, 3)
    stream = mb.Stream("thirds", ((third, 0), (0, -third)), (1, -1), (1, 1))
    assert (stream.margin, stream.radius) == (pytest.approx(1 / 3 / math.sqrt(2)), pytest.approx(1 / 3))
    assert mb.NOVIKOFF.check(run(stream), u=stream.u).require().bound == Fraction(2)
    # a float would make it 2.8e-17
    assert mb.Stream("a tie", [[3 * Fraction(1, 10), Fraction(-1, 10)]], [1], [1, 3]).margin == 0
    for kind in (np.array, sp.csr_array):  # small integers do not overflow
        grey = mb.Stream("grey", kind(np.array([[200, 100], [100, 50]], dtype=np.uint8)), [1, -1])
        assert grey.radius == pytest.approx(math.hypot(200, 100))


def test_exact_examples_beyond_floats_are_infinitely_long():
    stream = mb.Stream("far", np.array([[10**400, 0]], dtype=object), [1], u=[1, 0])
    assert stream.margin == stream.radius == math.inf


@pytest.mark.parametrize("make", [lambda: streams.boolean_or(5, 2), CATALOGUE["sparse committee"]])
def test_shuffling_changes_the_order_and_nothing_else(make):
    def rows(stream):
        return list(map(tuple, np.c_[dense(stream.X), stream.y]))

    stream = make()
    mixed = stream.shuffled(seed=3)
    assert rows(mixed) != rows(stream) and sorted(rows(mixed)) == sorted(rows(stream))
    assert sp.issparse(mixed.X) == sp.issparse(stream.X)
    assert (mixed.margin, mixed.radius, mixed.name) == (stream.margin, stream.radius, stream.name)
    assert rows(mixed) == rows(stream.shuffled(seed=3)) != rows(stream.shuffled(seed=4))


# --- a planted margin ---------------------------------------------------------------------------------------------


def check_separable(X, y, u, margin):
    """The promises of `separable`, evaluated in extended precision."""
    X, u = X.astype(np.longdouble), u.astype(np.longdouble)
    scores = y * (X @ u)
    assert abs(np.linalg.norm(u.astype(float)) - 1) <= 1e-14
    assert np.linalg.norm(X.astype(float), axis=1).max() <= 1 + 1e-14
    assert scores.min() >= margin - 1e-14
    assert abs(scores[0] - margin) <= 1e-14


seeds = st.integers(0, 2**20)


@given(n=st.integers(1, 60), d=st.integers(1, 12), margin=st.floats(1e-6, 1), seed=seeds)
def test_separable_keeps_its_promises(n, d, margin, seed):
    stream = streams.separable(n, d, margin, seed)
    assert stream.X.shape == (n, d)
    check_separable(stream.X, stream.y, stream.u, margin)
    assert stream.margin == pytest.approx(margin, abs=1e-14)
    cert = mb.NOVIKOFF.check(run(stream), u=stream.u).require()
    assert cert.mistakes <= (1 / margin) ** 2 * (1 + 1e-6)


def test_separable_fills_the_ball_and_uses_both_labels():
    stream = streams.separable(20_000, 2, margin=0.3, seed=1)
    assert abs(stream.y.mean()) < 0.03
    inner = stream.X - 0.3 * stream.y[:, None] * stream.u  # the halves moved back together: uniform in radius 0.7
    lengths = np.linalg.norm(inner, axis=1) / 0.7
    for quantile in (0.1, 0.5, 0.9):
        assert np.mean(lengths <= math.sqrt(quantile)) == pytest.approx(quantile, abs=0.015)


# --- Boolean functions --------------------------------------------------------------------------------------------

BOOLEAN = {  # the stream, the number of variables, and its function as a plain predicate
    **{f"AND {n}": (lambda n=n: streams.boolean_and(n), n, all) for n in (1, 4)},
    **{f"OR {k} of {n}": (lambda n=n, k=k: streams.boolean_or(n, k), n, lambda t, k=k: any(t[:k]))
       for n, k in [(1, 1), (4, 2), (4, 4)]},
    **{f"odd-max-bit {n}": (lambda n=n: streams.odd_max_bit(n), n,
                            lambda t: max([i for i, on in enumerate(t, start=1) if on], default=0) % 2 == 1)
       for n in (1, 2, 5, 7)},
    **{f"parity {n}": (lambda n=n: streams.parity(n), n, lambda t: sum(t) % 2 == 1) for n in (2, 3, 4)},
    "parity without constant": (lambda: streams.parity(3, c=None), 3, lambda t: sum(t) % 2 == 1),
    "XOR, constant 3": (lambda: streams.xor(c=3), 2, lambda t: t[0] != t[1]),
}  # fmt: skip


@pytest.mark.parametrize("make, n, function", BOOLEAN.values(), ids=BOOLEAN)
def test_boolean_streams_are_their_truth_tables_with_the_best_comparator(make, n, function):
    stream = make()
    points = [tuple(bool(v == 1) for v in x[:n]) for x in stream.X]
    assert points == list(product([False, True], repeat=n))
    assert stream.y.tolist() == [1 if function(t) else -1 for t in points]
    if stream.u is None:
        assert set(stream.X[:, :n].flat) == {-1, 1}
        with pytest.raises(NotSeparable):
            l2_margin(stream.X, stream.y)
        with pytest.raises(NoCleanPass):
            mb.play(mb.Perceptron(), stream.X, stream.y, passes=None, max_passes=50)
    else:
        assert set(stream.X[:, :n].flat) == {0, 1} and set(stream.X[:, n]) == {1}
        assert min(stream.y * (stream.X @ stream.u)) == 1
        assert stream.margin == pytest.approx(l2_margin(stream.X, stream.y).value, rel=1e-9)


@pytest.mark.parametrize(("n", "k"), [(1, 1), (3, 2), (4, 3), (6, 2), (6, 6)])
def test_disjunctions_have_the_bound_and_the_hull_certificate_of_the_theory(n, k):
    stream = streams.boolean_or(n, k)
    assert stream.u @ stream.u == 4 * k + 1
    trace = run(stream, passes=None)
    cert = mb.NOVIKOFF_BIAS.check(trace, u=stream.u[:-1], bias=stream.u[-1]).require()
    assert cert.exact and cert.bound == mb.NOVIKOFF.check(trace, u=stream.u).require().bound == (n + 1) * (4 * k + 1)
    q = np.zeros(len(stream), dtype=object)
    q[0] = Fraction(2 * k + 1, 4 * k + 1)
    q[[2 ** (n - 1 - i) for i in range(k)]] = Fraction(2, 4 * k + 1)
    assert mb.MAX_MARGIN.check(trace, q=q).require().q.gamma == Fraction(1, 4 * k + 1)


# --- traps --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 4, 16, 64])
def test_hadamard_rows_cost_the_perceptron_all_it_can_lose(n):
    stream = streams.hadamard(n)
    assert np.array_equal(stream.X @ stream.X.T, n * np.eye(n)) and set(stream.X.flat) == {-1, 1}
    assert np.array_equal(stream.X, stream.X.T)  # Sylvester's
    cert = mb.NOVIKOFF.check(run(stream), u=stream.u).require()
    assert cert.exact
    assert cert.mistakes == cert.bound == n
    for rate in (0.25, Fraction(1, 10), 7):
        assert run(stream, rate=rate).n_mistakes == n
    for ties in (1, -1):
        assert run(stream, ties=ties).n_mistakes == n // 2


@pytest.mark.parametrize("square", [1, 1.5, 2, 3, 4, 24, 25, 26, 27, 100, 1000.5])
def test_a_seesaw_costs_the_perceptron_all_that_the_plane_allows(square):
    """The number is floor(R^2 / (2 gamma^2)) + 1, and if ties are +1 the negatives cost as much."""
    M = int(square / 2) + 1
    stream = streams.seesaw(3 * square**0.5, 3)
    assert run(stream).n_mistakes == len(stream.y) == M
    assert mb.play(mb.Perceptron(ties=1), -stream.X, -stream.y).n_mistakes == M
    cert = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), stream.X, stream.y), u=stream.u, gamma=3).require()
    assert float(cert.q.R2) <= 9 * square * (1 + 1e-9)


@pytest.mark.parametrize("square", [1.5, 2, 3, 4, 5, 6, 7])
def test_no_run_in_the_plane_costs_more_than_a_seesaw(square):
    """All sequences of positive examples (s, g) with g = 1 or a little more, on a grid of s: none is longer."""
    shown = [(s * (square - g * g) ** 0.5, g) for g in (1, 1.15) if g * g < square for s in np.linspace(-1, 1, 25)]
    weights, longest = {(0.0, 0.0)}, -1
    while weights:
        longest += 1
        missed = ((w, x) for w in weights for x in shown if w[0] * x[0] + w[1] * x[1] <= 1e-9)
        weights = {(round(w[0] + x[0], 6), round(w[1] + x[1], 6)) for w, x in missed}
    assert longest <= len(streams.seesaw(square**0.5, 1).y) == int(square / 2) + 1


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
    assert np.array_equal(np.where(stream.X @ stream.u >= 0, 1, -1), stream.y)
    trace = run(stream, ties=1, passes=500)
    assert trace.n_mistakes == 1001
    assert {tuple(w) for w in trace.weights[3:].tolist()} == {(1, 2), (-1, 2)}
    cert = mb.NOVIKOFF.check(trace, u=stream.u)
    assert not cert.hypotheses["positive-margin"].holds
    assert cert.bound == math.inf
    with pytest.raises(NotSeparable):
        l2_margin(stream.X, stream.y)


@pytest.mark.parametrize(("ties", "updates"), [("mistake", 5122), pytest.param(1, 5120, marks=pytest.mark.audit)])
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
    updates = run(stream, passes=None).updates
    assert len(updates) == 9
    assert mb.play(mb.Perceptron(), unit, stream.y, passes=None).n_mistakes == 2
    for scale in (3, Fraction(1, 7), 0.1):
        assert np.array_equal(mb.play(mb.Perceptron(), stream.X * scale, stream.y, passes=None).updates, updates)
    assert stream.margin == pytest.approx(l2_margin(stream.X, stream.y).value)


@pytest.mark.parametrize("c", [2, Fraction(11, 10), 1.5])
@pytest.mark.parametrize("ties", TIES)
def test_an_ignored_bias_breaks_the_bound_without_it(c, ties):
    stream = streams.ignored_bias(c)
    trace = run(stream, ties, passes=None)
    without = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), stream.X[:, :1], stream.y, passes=None), u=[1]).require()
    cert = mb.NOVIKOFF.check(trace, u=stream.u).require()
    assert trace.n_mistakes == 2 > without.bound == 1
    assert cert.bound == pytest.approx(1 + c * c)


def test_signed_units_are_the_unit_vectors_with_either_label():
    stream = streams.signed_units(9, seed=1)
    assert np.array_equal(stream.X, np.eye(9)) and set(stream.y.tolist()) == {-1, 1}
    assert stream.margin == pytest.approx(1 / 3)


def test_the_bold_step_has_the_margin_of_a_seventh():
    bold = streams.bold_step()
    assert (bold.y * (bold.X @ bold.u) / bold.u.sum()).tolist() == pytest.approx([1 / 7, 1 / 7])


# --- experts, committees, and attributes that do not matter --------------------------------------------------------


@given(st.integers(1, 40), st.integers(1, 8), st.floats(0.01, 1), seeds)
def test_experts_keep_their_promises(n, d, margin, seed):
    u = np.random.default_rng(seed).dirichlet(np.ones(d))
    stream = streams.experts(n, u, margin, seed)
    assert np.abs(stream.X).max() <= 1 + 1e-12
    assert (stream.y * (stream.X @ stream.u)).min() >= margin * (1 - 1e-9)


@given(st.integers(1, 40), st.integers(1, 7), st.integers(0, 12), st.booleans(), seeds)
def test_committees_keep_their_promises(n, k, others, sparse, seed):
    speaking = others // 2 if sparse else None
    stream = streams.committee(n, k + others, k, speaking, seed)
    X, heard = dense(stream.X), others if speaking is None else speaking
    votes = X[:, :k]
    assert sp.issparse(stream.X) == sparse
    assert X.dtype == np.int64
    assert set(votes.ravel().tolist()) <= {-1, 1}
    assert set(X.ravel().tolist()) <= {-1, 0, 1}
    assert np.all(np.abs(X[:, k:]).sum(axis=1) == heard)
    assert stream.u.tolist() == [1] * k + [0] * others
    assert np.array_equal(stream.y, np.sign(votes.sum(axis=1)))
    assert stream.margin * math.sqrt(k) >= 2 - k % 2 - 1e-9
    assert stream.radius == pytest.approx(math.sqrt(k + heard))


def test_opinions_are_tosses_of_a_coin():
    for stream in (streams.committee(4000, 8, 3), streams.committee(4000, 50, 3, speaking=20)):
        X = dense(stream.X)
        assert np.all(np.abs(X.mean(axis=0)) < 0.08)
        right = (X[:, :3] == stream.y[:, None]).mean(axis=0)
        assert np.all(np.abs(right - 0.75) < 0.04)  # one of three is right in 3/4 of the rounds
        assert np.all(np.abs((X[:, 3:] * stream.y[:, None]).mean(axis=0)) < 0.08)


def test_committee_chunks_are_whole_and_can_be_read_again():
    chunks = streams.committee_chunks(70, 20, 3, rows=30, seed=2)
    first, second = list(chunks), list(chunks)
    assert [len(y) for _, y in first] == [30, 30, 10] and len(chunks) == 70
    assert all(X.dtype == np.int8 for X, _ in first)
    assert all(np.array_equal(a, b) for a, b in zip(first[1], second[1], strict=True))
    assert chunks.u.tolist() == [1] * 3 + [0] * 17
    with pytest.raises(ValueError, match="read-only"):
        chunks.u[0] = 0
    assert repr(chunks) == "<Chunks of a committee of 3 of 20 experts: 70 examples, 20 features>"
    whole, _ = next(iter(streams.committee_chunks(70, 20, 3, rows=70, seed=2)))
    assert np.array_equal(whole, streams.committee(70, 20, 3, seed=2).X)
    held = mb.play(mb.Winnow(0.3), np.vstack([X for X, _ in first]), np.concatenate([y for _, y in first]), passes=2)
    assert np.array_equal(mb.play(mb.Winnow(0.3), chunks, passes=2).updates, held.updates)


@given(st.integers(1, 40), st.integers(1, 6), st.integers(0, 12), st.sampled_from([None, 1, 5]), seeds)
def test_disjunctions_keep_their_promises(n, k, others, c, seed):
    d, active = k + others, others // 2
    stream = streams.disjunction(n, d, k, active, c, seed)
    X = dense(stream.X)[:, :d]
    assert sp.issparse(stream.X)
    assert np.array_equal(stream.y, mb.Formula(d, range(1, k + 1), "∨")(X))
    assert np.array_equal(X.sum(axis=1), active + (stream.y > 0))
    if c is None:
        assert stream.u is None
    else:
        assert set((stream.y * (dense(stream.X) @ stream.u)).tolist()) == {c}


# --- bad input ----------------------------------------------------------------------------------------------------

BAD = [
    (lambda: mb.Stream("bad", [[1], [math.inf]], [1, 1]), "row 1 of X has inf in column 0"),
    (lambda: mb.Stream("bad", [[1], [2]], [1, 0]), "label .*0.* at round 1"),
    (lambda: mb.Stream("bad", [[1], [2]], [1]), "2 examples but y has 1"),
    (lambda: mb.Stream("bad", [[1]], [1], u=[1, 2]), "u has shape"),
    (lambda: streams.separable(2.5, 2, 0.1), "n is 2.5"),
    (lambda: streams.separable(5, 0, 0.1), "d is 0"),
    (lambda: streams.separable(5, 2, 0), "margin is 0"),
    (lambda: streams.separable(5, 2, 1.1), "margin is 1.1"),
    (lambda: streams.separable(5, 2, 0.1, seed=-1), "seed is -1"),
    (lambda: streams.separable(5, 2, 0.1).shuffled(seed=0.5), "seed is 0.5"),
    (lambda: streams.boolean_and(0), "n is 0"),
    (lambda: streams.boolean_and(23), "the cube of n = 23 variables would take more than 2.30 bytes"),
    (lambda: streams.boolean_or(3, 4), "k is 4 and n is 3"),
    (lambda: streams.parity(1), "n is 1"),
    (lambda: streams.xor(c=-1), "c is -1"),
    (lambda: streams.hadamard(6), "n is 6: .* 2, 4, 8"),
    (lambda: streams.hadamard(2**14), "at most 8192"),
    (lambda: streams.seesaw(1, 2), "no example has a margin larger than its length"),
    (lambda: streams.seesaw(1, 0), "margin is 0"),
    (lambda: streams.repeated_example(0), "repeats is 0"),
    (lambda: streams.signed_units(0), "d is 0"),
    (lambda: streams.experts(5, [0.5, 0.6], 0.1), "weights of experts"),
    (lambda: streams.experts(5, [1.5, -0.5], 0.1), "weights of experts"),
    (lambda: streams.experts(5, [1], 0), "margin is 0"),
    (lambda: streams.committee(5, 3, 4), "only 3 exist"),
    (lambda: streams.committee(5, 3, 2, speaking=2), "there are only 1 experts"),
    (lambda: streams.committee_chunks(5, 3, 2, rows=0), "rows is 0"),
    (lambda: streams.disjunction(5, 3, 2, 2), "there are only 1"),
]


@pytest.mark.parametrize(("make", "message"), BAD)
def test_bad_input(make, message):
    with pytest.raises(MistakeBoundError, match=message):
        make()
