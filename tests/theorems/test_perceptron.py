"""The Perceptron's theorems: no run that meets the hypotheses breaks a line, and every wrong line or learner is caught.

Legend: X examples (n, d), y labels, u comparator, r rate, c the constant feature, b bias, q convex weights; rows i.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import FRESH_FEATURES, MAX_MARGIN, NOVIKOFF, NOVIKOFF_BIAS, NOVIKOFF_COSINE
from mistakebound.learners.linear import LinearLearner
from mistakebound.margins import l2_margin
from mistakebound.theorems.core import plain
from mistakebound.theorems.data import PIECE_ENTRIES

AND = mb.fold_bias([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]
PERCEPTRON_THEOREMS = [NOVIKOFF, NOVIKOFF_COSINE, NOVIKOFF_BIAS, MAX_MARGIN]


def play(X, y, passes=None, **parameters):
    return mb.play(mb.Perceptron(**parameters), np.asarray(X), y, passes=passes)


def orthonormal(d, scale=1):
    """d examples at right angles, and a comparator: the run that meets the bound."""
    return play(scale * np.eye(d, dtype=int), np.ones(d, dtype=int)), np.ones(d, dtype=int)


# --- runs that meet the hypotheses -------------------------------------------------------------------------------


@dataclass
class Example:
    """Separable data, a comparator with its bias, and how they are played."""

    X: np.ndarray
    y: np.ndarray
    u: np.ndarray
    b: object
    c: object
    rate: object
    ties: object
    passes: int

    def trace(self, folded=False, X=None):
        X = self.X if X is None else X
        X = mb.fold_bias(X, self.c) if folded else X
        return mb.play(mb.Perceptron(rate=self.rate, ties=self.ties), X, self.y, passes=self.passes)

    def unbiased(self):
        """The labels that u gives without its bias; rows that it does not decide are dropped."""
        score = self.X @ self.u
        rows = np.flatnonzero(score != 0)
        return replace(self, X=self.X[rows], y=np.where(score[rows] > 0, 1, -1), b=0) if len(rows) else None


def signs(scores):
    return np.where(np.array(scores > 0, dtype=bool), 1, -1)


@st.composite
def exact_examples(draw):
    """Integers or Fractions of every shape, labelled by a comparator with a bias; no example on its boundary."""
    kind = draw(st.sampled_from([int, object]))
    n, d = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    if kind is int:
        numbers = st.integers(-6, 6)
    else:
        numbers = st.fractions(-4, 4, max_denominator=6)
    positive = numbers.filter(lambda v: v > 0)
    X = np.array(draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=n, max_size=n)), dtype=kind)
    u = np.array(draw(st.lists(numbers, min_size=d, max_size=d).filter(any)), dtype=kind)
    b = draw(numbers)
    rows = np.flatnonzero(X @ u + b != 0)
    if len(rows) == 0:
        X, b, rows = u[None], 0, np.array([0])
    X = X[rows]
    return Example(
        X, signs(X @ u + b), u, b, c=draw(positive),
        rate=draw(st.sampled_from([1, 3, Fraction(1, 3), Fraction(7, 2)])),
        ties=draw(st.sampled_from(["mistake", -1, 1])), passes=draw(st.integers(1, 6)),
    )  # fmt: skip


@st.composite
def float_examples(draw):
    """Floats on extreme scales: rows or columns of very different size, tiny margins, nearly collinear examples.

    There and back: each second example takes away what the one before it brought, all but a little along u, so that
    the weights are short again after having been long.
    """
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kind = draw(st.sampled_from(["plain", "rows", "columns", "tiny margin", "there and back", "near-collinear"]))
    n, d = draw(st.integers(1, 25)), draw(st.integers(1, 7))
    scale = st.sampled_from([1e-6, 1e-3, 1.0, 0.1, 1e3, 1e6])
    u = random.standard_normal(d) * draw(scale)
    X = random.standard_normal((n, d)) * draw(scale)
    length = np.linalg.norm(u)
    if kind == "rows":
        X *= 10.0 ** random.uniform(-3, 3, (n, 1))
    elif kind == "columns":
        X *= 10.0 ** random.uniform(-6, 6, (1, d))
    elif kind in ("tiny margin", "there and back"):
        X -= np.outer(X @ u / length**2, u)
        if kind == "there and back":
            X[1::2] = -X[: n // 2 * 2 : 2]
        X += np.outer(10.0 ** random.uniform(-8.5, -6, n) * np.linalg.norm(X, axis=1).max() / length, u)
        X *= random.choice([-1, 1], (n, 1))
    elif kind == "near-collinear":
        X = np.outer(random.standard_normal(n), X[0]) + 1e-7 * X
    b = random.standard_normal() * length * np.linalg.norm(X, axis=1).mean()
    return Example(
        X, signs(X @ u + b), u, b, c=draw(scale), rate=draw(scale),
        ties=draw(st.sampled_from(["mistake", -1, 1])), passes=draw(st.sampled_from([1, 2, 50])),
    )  # fmt: skip


def check_squeeze(cert):
    """What is measured lies between the curves, and they meet at the bound."""
    curve, t = cert.squeeze, np.arange(cert.counted + 1)
    size = np.maximum(np.abs(curve.lower(t)), np.abs(curve.upper(t))).max()
    for values in curve.inner.values():
        assert len(values) == len(t)
        inside = ~np.isnan(values)
        assert np.all(inside[1:])
        assert np.all(curve.lower(t)[inside] <= values[inside] + 1e-9 * size)
        assert np.all(values[inside] <= curve.upper(t)[inside] + 1e-9 * size)
    assert curve.meets == pytest.approx(float(cert.bound))
    assert curve.lower(curve.meets) == pytest.approx(curve.upper(curve.meets))
    assert cert.counted <= curve.meets * (1 + 1e-9)


@settings(max_examples=100, deadline=None)
@given(exact_examples())
def test_no_exact_run_breaks_a_line(example):
    certs = [NOVIKOFF_BIAS.check(example.trace(folded=True), u=example.u, bias=example.b)]
    if (unbiased := example.unbiased()) is not None:
        trace = unbiased.trace()
        certs += [theorem.check(trace, u=unbiased.u) for theorem in (NOVIKOFF, NOVIKOFF_COSINE)]
    for cert in certs:
        cert.require()
        assert cert.applies
        assert cert.holds
        assert cert.exact
        assert isinstance(cert.bound, Fraction)
        assert cert.mistakes == cert.counted == cert.trace.n_updates <= cert.bound
        check_squeeze(cert)


@settings(max_examples=250, deadline=None)
@given(float_examples())
def test_no_float_run_breaks_a_line(example):
    certs = [NOVIKOFF_BIAS.check(example.trace(folded=True), u=example.u, bias=example.b)]
    if (unbiased := example.unbiased()) is not None:
        trace = unbiased.trace()
        certs += [theorem.check(trace, u=unbiased.u) for theorem in (NOVIKOFF, NOVIKOFF_COSINE)]
    for cert in certs:
        failing = {name for name, checked in cert.hypotheses.items() if not checked.holds}
        if failing:  # a margin that floating point cannot tell from 0
            assert failing == {"positive-margin"}
            assert cert.q.gamma <= 1.01e-9 * math.sqrt(cert.q.uu * cert.q.R2)
        else:
            cert.require()
            check_squeeze(cert)


@settings(max_examples=25, deadline=None)
@given(exact_examples(), st.data())
def test_containers_say_the_same(example, data):
    """Arrays, CSR matrices and chunks of any size give one certificate, up to what a stream cannot know."""
    unbiased = example.unbiased()
    if unbiased is None:
        return
    cert = NOVIKOFF.check(unbiased.trace(), u=unbiased.u)
    given = {"u": unbiased.u, "gamma": cert.q.gamma, "radius": math.sqrt(cert.q.R2)}
    alike = repr(NOVIKOFF.check(cert.trace, **given))
    size = data.draw(st.integers(1, len(unbiased.y)))
    learner = cert.trace.learner
    rows = range(0, len(unbiased.y), size)
    stream = [(unbiased.X[i : i + size], unbiased.y[i : i + size]) for i in rows]
    streamed = mb.play(learner, stream, passes=unbiased.passes)
    assert repr(NOVIKOFF.check(streamed, **given)) == alike
    if streamed.n_updates:
        known = NOVIKOFF.check(streamed, u=unbiased.u).require()
        assert known.exact
        assert known.bound <= cert.bound
    if unbiased.X.dtype != object and isinstance(unbiased.rate, int):
        sparse = NOVIKOFF.check(unbiased.trace(X=sp.csr_matrix(unbiased.X)), u=unbiased.u).require()
        assert sparse.exact
        assert repr(sparse) == repr(cert)


# --- the lines, derived again ------------------------------------------------------------------------------------


def inner(a, b):
    return sum((Fraction(v) * Fraction(w) for v, w in zip(a, b, strict=True)), Fraction(0))


def rederive(example, u, gamma, R2):
    """Run and ledger in plain loops over Fractions: {line: [(left, right) at each update]}, roots squared."""
    X = [[Fraction(v) for v in row] for row in example.X.tolist()]
    u = [Fraction(v) for v in u]
    r = Fraction(example.rate)
    w, squares, t = [Fraction(0)] * len(u), Fraction(0), 0
    lines = {line.name: [] for theorem in (NOVIKOFF, NOVIKOFF_COSINE) for line in theorem.lines}
    for _ in range(example.passes):
        for x, y in zip(X, example.y.tolist(), strict=True):
            score = inner(w, x)
            mistake = y * score < 0 or (score == 0 and example.ties != y)
            if not mistake:
                continue
            before, w = w, [wj + r * y * xj for wj, xj in zip(w, x, strict=True)]
            t += 1
            squares += inner(x, x)
            uw, ww = inner(u, w), inner(w, w)
            lines["shift"].append((uw, inner(u, before) + r * y * inner(u, x)))
            lines["progress"].append((uw, inner(u, before) + r * gamma))
            lines["growth-identity"].append((ww, inner(before, before) + 2 * r * y * score + r * r * inner(x, x)))
            lines["mistake-term"].append((ww, inner(before, before) + r * r * inner(x, x)))
            lines["growth"].append((ww, inner(before, before) + r * r * R2))
            lines["total-progress"].append((uw, r * gamma * t))
            lines["total-length"].append((ww, r * r * squares))
            lines["total-growth"].append((ww, r * r * R2 * t))
            lines["cauchy-schwarz"].append((uw * abs(uw), inner(u, u) * ww))
            lines["sandwich"].append(((r * gamma * t) ** 2, inner(u, u) * r * r * R2 * t))
            lines["bound"].append((t, inner(u, u) * R2 / gamma**2))
            lines["moving"].append((ww, 0))
            lines["angle-floor"].append((gamma**2 * t / (R2 * inner(u, u)), uw * abs(uw) / (inner(u, u) * ww)))
            lines["angle-ceiling"].append((uw * abs(uw) / (inner(u, u) * ww), 1))
    return lines


def compare(cert, lines):
    for name, checked in cert.lines.items():
        if name not in lines:
            continue
        assert list(zip(checked.left.tolist(), checked.right.tolist(), strict=True)) == lines[name]
        root = math.sqrt if checked.claim.squared else float
        for shown, side in ((checked.lhs, 0), (checked.rhs, 1)):
            expected = [math.copysign(root(abs(pair[side])), pair[side]) for pair in lines[name]]
            assert np.asarray(shown, dtype=float) == pytest.approx(expected)
        sign = 1 if "<" in checked.claim.relation else -1
        if checked.claim.relation != "=" and not checked.claim.squared:
            assert list(checked.slack) == [sign * (right - left) for left, right in lines[name]]
        if checked.claim.relation == "=":
            assert list(checked.slack) == [0] * len(lines[name])
        assert list(checked.rounds) == list(cert.trace.updates)


@settings(max_examples=40, deadline=None)
@given(exact_examples())
def test_the_sides_of_every_line(example):
    unbiased = example.unbiased()
    if unbiased is not None:
        gamma = min(y * inner(unbiased.u, x) for x, y in zip(unbiased.X, unbiased.y, strict=True))
        R2 = max(inner(x, x) for x in unbiased.X)
        lines = rederive(unbiased, unbiased.u, gamma, R2)
        for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
            cert = theorem.check(unbiased.trace(), u=unbiased.u)
            compare(cert, lines)
            assert cert.bound == inner(unbiased.u, unbiased.u) * R2 / gamma**2
            assert list(cert["mistake"].lhs <= 0) == [True] * cert.counted

    u, b, c = [Fraction(v) for v in example.u], Fraction(example.b), Fraction(example.c)
    gamma = min(y * (inner(u, x) + b) for x, y in zip(example.X, example.y, strict=True))
    R2 = max(inner(x, x) for x in example.X)
    folded = replace(example, X=np.array([[*x, example.c] for x in example.X], dtype=object))
    cert = NOVIKOFF_BIAS.check(example.trace(folded=True), u=example.u, bias=example.b)
    compare(cert, rederive(folded, [*u, b / c], gamma, R2 + c * c))
    assert cert.bound == (R2 + c**2) * (inner(u, u) + b**2 / c**2) / gamma**2
    assert list(cert["folded-length"].lhs) == [inner(u, u) + b * b / (c * c)] == list(cert["folded-length"].rhs)
    rows = cert.trace.updates % len(example.y)
    assert list(cert["folded-score"].rhs) == [example.y[i] * (inner(u, example.X[i]) + b) for i in rows]
    assert list(cert["folded-radius"].lhs) == [inner(example.X[i], example.X[i]) + c * c for i in rows]


def test_data_are_measured_in_pieces():
    random = np.random.default_rng(0)
    X = random.integers(-9, 10, (PIECE_ENTRIES + 5, 2))
    X = X[X @ [3, 1] != 0]
    cert = NOVIKOFF.check(play(X, signs(X @ [3, 1])), u=[3, 1]).require()
    assert (X * X).sum(axis=1).max() == cert.q.R2
    assert cert.q.gamma == np.abs(X @ [3, 1]).min() == 1
    narrow = X.astype(np.float32)
    assert NOVIKOFF.check(play(narrow, signs(X @ [3, 1])), u=[3, 1]).require().bound == cert.bound


def test_single_precision_data_are_measured_in_double():
    random = np.random.default_rng(1)
    u = random.standard_normal(30).astype(np.float32)
    X = random.standard_normal((300, 30)).astype(np.float32)
    cert = NOVIKOFF.check(play(X, signs(X.astype(float) @ u)), u=u).require()
    assert float(cert.q.R2) == pytest.approx((X.astype(float) ** 2).sum(axis=1).max(), rel=1e-14)


def test_large_integers_do_not_overflow():
    """Squares of 3·10⁹ leave the range of 64 bits."""
    X = 3 * 10**9 * np.eye(2, dtype=object)
    cert = NOVIKOFF.check(play(X, [1, -1]), u=[1, -1]).require()
    assert cert.exact
    assert cert.bound == 2
    assert list(cert["growth"].lhs) == [9 * 10**18, 18 * 10**18]
    small = NOVIKOFF.check(play(np.eye(2, dtype=np.int8), [1, -1]), u=[3 * 10**9, -3 * 10**9]).require()
    assert small.q.uu == 18 * 10**18
    assert small.exact


# --- worked cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ties", "updates"), [("mistake", 18), (1, 11)])
def test_and(ties, updates):
    trace = play(*AND, ties=ties)
    cert = NOVIKOFF.check(trace, u=[2, 2, -3]).require()
    assert (cert.mistakes, cert.bound) == (updates, 51)
    biased = NOVIKOFF_BIAS.check(trace, u=[2, 2], bias=-3).require()
    assert (biased.mistakes, biased.bound) == (updates, 51)
    best = MAX_MARGIN.check(trace, q=l2_margin(*AND).q).require()
    assert best.bound == pytest.approx(51)
    exact = MAX_MARGIN.check(trace, q=[0, Fraction(5, 17), Fraction(5, 17), Fraction(7, 17)]).require()
    assert exact.exact
    assert exact.bound == 51
    assert list(exact.q.uw[:1]) == [0]


def test_six_matches():
    """R² = 17, and the margin of (1, 1) is 2: at most ⌊2 · 17 / 4⌋ = 8 mistakes; the run makes 3."""
    X = [[0, -2], [-1, 3], [4, -1], [-2, -2], [3, -1], [-3, -2]]
    trace = play(X, [-1, 1, 1, -1, 1, -1])
    cert = NOVIKOFF.check(trace, u=[1, 1]).require()
    assert cert.bound == Fraction(17, 2)
    assert cert.mistakes == 3
    assert cert.q.uw.tolist() == [0, 2, 5, 7]
    assert cert.q.ww.tolist() == [0, 4, 17, 25]


@pytest.mark.parametrize("scale", [1, 7])
@pytest.mark.parametrize("d", [1, 2, 9, 25])
def test_the_orthonormal_run_meets_the_bound(d, scale):
    trace, u = orthonormal(d, scale)
    cert = NOVIKOFF.check(trace, u=u).require()
    assert cert.exact
    assert cert.mistakes == cert.bound == d
    for line in NOVIKOFF.lines[:8]:
        assert list(cert[line.name].slack) == [0] * d
    t = np.arange(1, d + 1)
    # ⟨u, w⟩ = scale·t and ‖u‖ ‖w‖ = scale·√d·√t: Cauchy–Schwarz is tight only at the end
    for name in ("cauchy-schwarz", "sandwich"):
        assert cert[name].slack == pytest.approx(scale * (np.sqrt(d * t) - t))
        assert cert[name].right[-1] == cert[name].left[-1]
        assert cert[name].tightest == (d - 1 if d > 1 else 0)
    assert list(cert["bound"].slack) == [d - s for s in t]
    assert cert["bound"].where == d - 1
    cosine = NOVIKOFF_COSINE.check(trace, u=u).require()
    assert list(cosine["angle-floor"].left) == list(cosine["angle-floor"].right) == [Fraction(s, d) for s in t.tolist()]
    assert list(cosine["angle-ceiling"].left)[-1] == 1
    assert cert.squeeze.inner[r"\|u\| \|w_t\|"] == pytest.approx(cert.squeeze.upper(np.arange(d + 1)))


def test_the_cosine_begins_after_the_first_update():
    """Erratum E40: Φ is 0/0 at the start, and √t δ after t updates."""
    trace, u = orthonormal(4)
    phi = NOVIKOFF_COSINE.check(trace, u=u).squeeze.inner[r"\Phi_t"]
    assert math.isnan(phi[0])
    assert phi[1:] == pytest.approx(0.5 * np.sqrt([1, 2, 3, 4]))


def test_one_update():
    """Erratum E24: the cosine can be exactly 1; with the example itself as comparator every line is tight."""
    trace = play([[3, 4]], [-1])
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=[-3, -4]).require()
        assert (cert.mistakes, cert.bound) == (1, 1)
        assert all(checked.slack.tolist() == [0] for name, checked in cert.lines.items() if name != "moving")
    assert cert["angle-ceiling"].lhs.tolist() == [1]
    assert cert["moving"].slack.tolist() == [5]


def test_no_update():
    trace = play([[1, 0], [2, 1]], [1, 1], ties=1)
    assert trace.n_updates == 0
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=[1, 0]).require()
        assert cert.holds
        assert cert.mistakes == 0
        assert cert["bound"].tightest is None
        assert "nothing to compare" in repr(cert)
        assert cert.squeeze.meets == float(cert.bound)
    folded = play(mb.fold_bias([[1, 0], [2, 1]]), [1, 1], ties=1)
    assert NOVIKOFF_BIAS.check(folded, u=[1, 0], bias=0).require().holds
    assert MAX_MARGIN.check(trace, q=[1, 0]).require().holds


@pytest.mark.parametrize("scale", [Fraction(1, 10), 1, 7, 1e-6, 1e6])
def test_the_length_of_the_comparator_is_idle(scale):
    trace = play(*AND)
    u = scale * np.array([2, 2, -3], dtype=object)
    cert = NOVIKOFF.check(trace, u=u if isinstance(scale, (int, Fraction)) else u.astype(float)).require()
    assert cert.bound == pytest.approx(51)
    assert NOVIKOFF_COSINE.check(trace, u=[2, 2, -3]).q.R2 == 3


@pytest.mark.parametrize("rate", [Fraction(1, 1000), 0.125, 1.0, 3, 2.0**20])
def test_the_rate_is_idle(rate):
    """Erratum E20: started at 0, every rate makes the same mistakes, and the bound is the same.

    In floating point only a power of 2 scales the weights without rounding: 0.1 breaks some of AND's ties.
    """
    trace, unit = play(*AND, rate=rate), play(*AND)
    assert list(trace.updates) == list(unit.updates)
    assert np.asarray(trace.weights, dtype=float) == pytest.approx(float(rate) * unit.weights)
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=[2, 2, -3]).require()
        assert cert.holds
        assert (cert.mistakes, cert.bound) == (18, 51)
        assert cert.exact == (not isinstance(rate, float) or rate == 1)
    check_squeeze(cert)


def test_gamma_and_radius_may_be_given():
    trace = play(*AND)
    assert NOVIKOFF.check(trace, u=[2, 2, -3], gamma=1).require().exact
    assert NOVIKOFF.check(trace, u=[2, 2, -3], gamma=Fraction(1, 2), radius=2).require().bound == 17 * 4 * 4
    assert not NOVIKOFF.check(trace, u=[2, 2, -3], radius=math.sqrt(3)).require().exact
    assert NOVIKOFF.check(trace, u=[2, 2, -3], radius=math.sqrt(3)).bound == pytest.approx(51)
    for theorem, extra in ((NOVIKOFF, {"u": [2, 2, -3]}), (NOVIKOFF_BIAS, {"u": [2, 2], "bias": -3})):
        cert = theorem.check(trace, **extra, gamma=2)
        assert_does_not_apply(cert, "margin", "1 ≥ 2 is false")
        cert = theorem.check(trace, **extra, radius=1)
        assert_does_not_apply(cert, "radius", "is false")
    biased = NOVIKOFF_BIAS.check(trace, u=[2, 2], bias=-3, radius=3).require()
    assert biased.bound == (9 + 1) * 17


def test_what_gamma_and_radius_are_read_off():
    """Of all examples if they are kept, and else of those that caused an update."""
    X, y = np.array([[1, 0], [100, 0], [5, 5]]), [1, 1, 1]
    arrays = NOVIKOFF.check(play(X, y, passes=1), u=[2, 0])
    assert (arrays.q.gamma, arrays.q.R2) == (2, 10000)
    stream = NOVIKOFF.check(mb.play(mb.Perceptron(), [(X, y)]), u=[2, 0])
    assert (stream.q.gamma, stream.q.R2, stream.bound) == (2, 1, 1)


@pytest.mark.parametrize("epsilon", [Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)])
@pytest.mark.parametrize("ties", ["mistake", 1])
def test_the_bias_that_the_bound_forgot(epsilon, ties):
    """Erratum E4: ±ε on the line, R²/γ² = 1, but with a bias there are 2 mistakes; the folded bound allows them."""
    trace = play(mb.fold_bias(np.array([[epsilon], [-epsilon]], dtype=object)), [1, -1], ties=ties)
    cert = NOVIKOFF_BIAS.check(trace, u=[1], bias=0).require()
    assert cert.mistakes == 2
    assert cert.bound == NOVIKOFF.check(trace, u=[1, 0]).require().bound == 1 + 1 / epsilon**2
    assert_does_not_apply(NOVIKOFF.check(trace, u=[1, 0], radius=epsilon), "radius")
    forgetful = replace(NOVIKOFF_BIAS, bound=lambda q: q.R2_short * q.uu_short / q.gamma**2)
    with pytest.raises(mb.BrokenBound, match="2 ≤ 1 is false"):
        forgetful.check(trace, u=[1], bias=0).require()


def test_one_update_need_not_mend_the_example():
    """Errata E2, E13: five mistakes in a row on (1, 1), and the first mistake has score exactly 0."""
    X, y = [[0, 10]] + 10 * [[1, 1]], [-1] + 10 * [1]
    trace = play(X, y, passes=1, ties=1)
    assert trace.n_updates == 6
    cert = NOVIKOFF.check(trace, u=[11, -1]).require()
    assert cert["mistake"].lhs.tolist() == [0, -10, -8, -6, -4, -2]


@pytest.mark.parametrize(("features", "longest"), [([0, 1], 1), ([-1, 1], 8)])
def test_radius_of_boolean_features(features, longest):
    """Erratum E25: R² = n, attained by one example of {0, 1}ⁿ and by all of {−1, 1}ⁿ; n + c² with a bias."""
    X = np.array(list(product(features, repeat=3)))
    cert = NOVIKOFF_BIAS.check(play(mb.fold_bias(X, 2), signs(X[:, 0] - 0.5)), u=[2, 0, 0], bias=-1).require()
    assert (cert.q.R2_short, cert.q.R2) == (3, 7)
    assert ((X * X).sum(axis=1) == 3).sum() == longest


# --- runs that do not meet the hypotheses ------------------------------------------------------------------------


def assert_does_not_apply(cert, name, message="is false"):
    assert not cert.applies
    failing = [hypothesis for hypothesis, checked in cert.hypotheses.items() if not checked.holds]
    assert failing[0] == name
    with pytest.raises(mb.DoesNotApply, match=message) as caught:
        cert.require()
    assert f": {name} (" in str(caught.value)
    assert f"does not apply to this run ({', '.join(failing)})" in repr(cert)
    assert cert._repr_html_()


class Slack(mb.Perceptron):
    """Updates on mistakes at positive examples only."""

    conservative = False

    def fails(self, margin, y):
        return super().fails(margin, y) & (y > 0)


class Eager(mb.Perceptron):
    """Updates in every round."""

    conservative = False
    threshold = math.inf

    def fails(self, margin, y):
        return margin == margin


class Backward(mb.Perceptron):
    """Subtracts where it should add."""

    def update(self, state, x, y):
        return super().update(state, x, -y)


class Drifting(mb.Perceptron):
    """Adds a little more than r y x."""

    def update(self, state, x, y):
        return super().update(state, x, y) + 1e-6 * x


class ThreeValued(mb.Perceptron):
    """Predicts sign⟨w, x⟩, which may be 0, and subtracts its prediction times x on a mistake: it never starts."""

    def update(self, state, x, y):
        return state - self.rate * int(np.sign(state @ x)) * x


class ThreeValuedAtRest(ThreeValued):
    """The same, if an update that changes nothing is none."""

    conservative = False

    def fails(self, margin, y):
        return margin < 0


XOR = mb.fold_bias([[-1, -1], [-1, 1], [1, -1], [1, 1]]), [-1, 1, 1, -1]


@pytest.mark.parametrize("theorem", [NOVIKOFF, NOVIKOFF_COSINE])
@pytest.mark.parametrize(
    ("learner", "name"),
    [
        (Slack(), "mistake-driven"),
        (Eager(), "mistake"),
        (Backward(), "update-rule"),
        (Drifting(), "update-rule"),
        (ThreeValued(), "update-rule"),
        (ThreeValuedAtRest(), "mistake-driven"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, LinearLearner) else "",
)
def test_other_learners(theorem, learner, name):
    X, y = AND
    cert = theorem.check(mb.play(learner, X, y, passes=30), u=[2, 2, -3])
    assert_does_not_apply(cert, name)
    assert theorem.check(mb.play(mb.Perceptron(), X, y, passes=30), u=[2, 2, -3]).require().holds


def test_three_valued_sign_never_learns():
    """Erratum E1: 100 mistakes in 50 passes over two examples."""
    trace = mb.play(ThreeValued(), [[1, 0], [0, 1]], [1, -1], passes=50)
    assert trace.n_mistakes == 100
    assert not np.any(trace.final_state)
    cert = NOVIKOFF.check(trace, u=[1, -1])
    assert cert.bound == 2
    assert not cert.within_bound
    assert_does_not_apply(cert, "update-rule", "at round 0: 1 = 0 is false")


def test_a_wrong_sign_is_a_negative_rate():
    trace = mb.play(Backward(), *AND, passes=30)
    assert_does_not_apply(NOVIKOFF.check(trace, u=[2, 2, -3], rate=-1), "rate", "-1 > 0 is false")
    assert not NOVIKOFF.check(trace, u=[2, 2, -3], rate=-1).within_bound


def test_a_start_away_from_zero():
    trace = mb.play(mb.Perceptron(), *AND, passes=None, state=np.array([100, 100, 100]))
    cert = NOVIKOFF.check(trace, u=[2, 2, -3])
    assert not cert.within_bound
    assert_does_not_apply(cert, "start", r"start \(‖w₀‖ = 0\) fails: 173.2 = 0 is false")


@pytest.mark.parametrize(
    ("X", "y", "u", "gamma"),
    [
        (*XOR, [1, 1, 1], -3),
        (*AND, [1, 1, -2], 0),  # (1, 1) on the boundary
        (*AND, [-2, -2, 3], -3),
        # erratum E23: with a bias of -100 the nearest of ±1 is at distance 99, and nothing is separated
        ([[1, 1], [-1, 1]], [1, -1], [1, -100], -99),
    ],
)
def test_no_margin(X, y, u, gamma):
    trace = play(X, y, passes=5)
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        cert = theorem.check(trace, u=u)
        assert cert.q.gamma == gamma
        assert cert.bound == math.inf
        assert cert.within_bound
        assert_does_not_apply(cert, "positive-margin", rf"{gamma} > 0 is false")
        assert cert.squeeze.meets == math.inf
    assert_does_not_apply(NOVIKOFF_BIAS.check(trace, u=u[:-1], bias=u[-1]), "positive-margin")


def test_consistent_without_a_margin():
    """Erratum E21: with ties = +1, u = (0, 1) is never wrong, yet the Perceptron errs for ever."""
    X = np.array([[Fraction(-1, 2), -1], [-1, 0], [1, 0]], dtype=object)
    trace = play(X, [-1, 1, 1], passes=500, ties=1)
    assert trace.n_mistakes == 1001
    assert_does_not_apply(NOVIKOFF.check(trace, u=[0, 1]), "positive-margin", "0 > 0 is false")


def test_irrational_run_that_never_repeats():
    """Erratum E22: 1 labelled +1 and √2 labelled −1; neither direction separates them."""
    trace = play([[1.0], [math.sqrt(2)]], [1, -1], passes=3000)
    assert trace.n_updates == len(np.unique(trace.weights[1:])) == 5122
    for u in ([1.0], [-1.0]):
        assert_does_not_apply(NOVIKOFF.check(trace, u=u), "positive-margin")


def test_a_margin_that_floating_point_cannot_tell_from_zero():
    """0.1 · 3 − 0.3 is not 0 in floating point, but nearly."""
    cert = NOVIKOFF.check(play([[0.1, 0.3]], [1]), u=[3.0, -1.0])
    assert 0 < abs(cert.q.gamma) < 1e-15
    assert_does_not_apply(cert, "positive-margin", r"0 > 0 is false \(to 1e-09, relative\)")


def test_a_constant_feature_that_is_not():
    X = np.array([[1, 1], [-1, 2]])
    assert_does_not_apply(NOVIKOFF_BIAS.check(play(X, [1, -1]), u=[1], bias=0), "constant-feature", "2 = 1 is false")
    with pytest.raises(mb.MistakeBoundError, match="last feature is -1 in round 0: fold the bias in"):
        NOVIKOFF_BIAS.check(play([[1, -1]], [1]), u=[1], bias=0)


@pytest.mark.parametrize(
    ("q", "name"),
    [
        ([0.25, 0.25, 0.25, 0.25], "closest"),
        ([0, 1, 0, 0], "closest"),
        ([-0.25, 0.5, 0.5, 0.25], "convex"),
        ([0, 5, 5, 7], "mass"),
        ([0, Fraction(5, 17), Fraction(5, 17), Fraction(6, 17)], "mass"),
    ],
)
def test_dual_weights_that_prove_nothing(q, name):
    assert_does_not_apply(MAX_MARGIN.check(play(*AND), q=q), name)


def test_dual_weights_that_prove_the_data_inseparable():
    with pytest.raises(mb.NotSeparable) as caught:
        l2_margin(*XOR)
    trace = play(*XOR, passes=5)
    for q in (caught.value.witness, [Fraction(1, 4)] * 4):
        cert = MAX_MARGIN.check(trace, q=q)
        assert_does_not_apply(cert, "positive-margin")
    assert cert.bound == math.inf


@settings(max_examples=40, deadline=None)
@given(float_examples())
def test_the_best_comparator(example):
    """The solver's weights prove its margin; no comparator has a smaller bound."""
    unbiased = example.unbiased()
    if unbiased is None:
        return
    try:
        margin = l2_margin(unbiased.X, unbiased.y)
    except mb.MistakeBoundError:
        return
    trace = unbiased.trace()
    cert, other = MAX_MARGIN.check(trace, q=margin.q), NOVIKOFF.check(trace, u=unbiased.u)
    if margin.value > 1e-6 * math.sqrt(cert.q.R2):
        cert.require()
        check_squeeze(cert)
        assert cert.bound <= other.bound * (1 + 1e-6)
        assert cert.bound == pytest.approx(cert.q.R2 / margin.value**2, rel=1e-6)


# --- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"u": [1, 2]}, r"u has shape \(2,\): it needs shape \(3,\), an entry for each feature"),
        ({"u": [[2, 2, -3]]}, r"u has shape \(1, 3\)"),
        ({"u": [0, 0, 0]}, "u is the zero vector"),
        ({"u": [2, 2, math.nan]}, "u has an entry that is not finite"),
        ({"u": [2, math.inf, 1]}, "u has an entry that is not finite"),
        ({"u": ["a", "b", "c"]}, "u has dtype"),
        ({"u": [2, 2, -3], "gamma": 0}, "gamma is 0: it must be a finite number greater than 0"),
        ({"u": [2, 2, -3], "gamma": -1}, "gamma is -1"),
        ({"u": [2, 2, -3], "gamma": math.nan}, "gamma is nan"),
        ({"u": [2, 2, -3], "radius": 0}, "radius is 0"),
        ({"u": [2, 2, -3], "radius": math.inf}, "radius is inf"),
        ({"u": [2, 2, -3], "rate": math.nan}, "rate is nan: it must be a finite number"),
    ],
)
@pytest.mark.parametrize("theorem", [NOVIKOFF, NOVIKOFF_COSINE])
def test_bad_parameters(theorem, parameters, message):
    with pytest.raises(mb.MistakeBoundError, match=message):
        theorem.check(play(*AND), **parameters)


@pytest.mark.parametrize(
    ("theorem", "parameters", "message"),
    [
        (NOVIKOFF_BIAS, {"u": [2, 2, -3], "bias": 1}, r"u has shape \(3,\)"),
        (NOVIKOFF_BIAS, {"u": [2, 2], "bias": math.nan}, "bias is nan: it must be a finite number"),
        (NOVIKOFF_BIAS, {"u": [2, 2], "bias": -3, "gamma": 0}, "gamma is 0"),
        (NOVIKOFF_BIAS, {"u": [2, 2], "bias": -3, "radius": -1}, "radius is -1"),
        (MAX_MARGIN, {"q": [1, 0, 0]}, r"q has shape \(3,\)"),
        (MAX_MARGIN, {"q": [0, 0, 0, 0]}, "q is the zero vector"),
        (MAX_MARGIN, {"q": [1, 0, 0, math.nan]}, "q has an entry that is not finite"),
        (MAX_MARGIN, {"q": [1, 0, 0, 0], "radius": 0}, "radius is 0"),
    ],
)
def test_bad_parameters_of_the_corollaries(theorem, parameters, message):
    with pytest.raises(mb.MistakeBoundError, match=message):
        theorem.check(play(*AND), **parameters)


def test_a_bias_alone_separates_examples_of_one_label():
    X = np.array([[1, 1], [-1, 1], [2, -1]])
    cert = NOVIKOFF_BIAS.check(play(mb.fold_bias(X), [1, 1, 1]), u=[0, 0], bias=1).require()
    assert cert.bound == 6
    with pytest.raises(mb.MistakeBoundError, match="is the zero vector"):
        NOVIKOFF_BIAS.check(play(mb.fold_bias(X), [1, 1, 1]), u=[0, 0], bias=0)


def test_missing_parameters():
    with pytest.raises(TypeError, match=r"NOVIKOFF_BIAS\.check\(trace, u, bias, .*missing a required argument: 'bias'"):
        NOVIKOFF_BIAS.check(play(*AND), u=[2, 2])


def test_without_states_there_is_no_certificate():
    X, y = AND
    trace = mb.play(mb.Perceptron(), X, y, record="updates")
    with pytest.raises(mb.NotRecorded, match="record='all'"):
        NOVIKOFF.check(trace, u=[2, 2, -3])


def test_a_stream_without_an_update():
    stream = [(np.array([[1, 0], [2, 1]]), np.array([1, 1]))]
    trace = mb.play(mb.Perceptron(ties=1), stream)
    with pytest.raises(mb.MistakeBoundError, match=r"no round was an update.*give the margin and the radius"):
        NOVIKOFF.check(trace, u=[1, 0])
    assert NOVIKOFF.check(trace, u=[1, 0], gamma=1, radius=3).require().bound == 9


# --- wrong lines and wrong bounds --------------------------------------------------------------------------------


def wrong_line(theorem, name, **changes):
    lines = tuple(replace(line, **changes) if line.name == name else line for line in theorem.lines)
    assert lines != theorem.lines
    return replace(theorem, lines=lines)


def on_and(theorem, **parameters):
    return theorem, play(*AND, **parameters), {"u": [2, 2, -3]}


def on_orthonormal(theorem, d=4, scale=1):
    trace, u = orthonormal(d, scale)
    return theorem, trace, {"u": u}


WRONG = {
    "‖u‖ for ‖u‖² in the bound": (
        on_orthonormal(NOVIKOFF), "bound",
        lambda theorem: wrong_line(theorem, "bound", sides=lambda q: (q.t, math.sqrt(q.uu) * q.R2 / q.gamma**2)),
    ),
    "no R² in the bound": (
        on_and(NOVIKOFF), "bound",
        lambda theorem: replace(theorem, bound=lambda q: Fraction(q.uu, q.gamma**2)),
    ),
    "no R² in the growth": (
        on_and(NOVIKOFF), "growth",
        lambda theorem: wrong_line(theorem, "growth", sides=lambda q: (q.ww[1:], q.ww[:-1] + q.r**2)),
    ),
    "< for <= in the growth": (
        on_orthonormal(NOVIKOFF), "growth", lambda theorem: wrong_line(theorem, "growth", relation="<"),
    ),
    "< for <= in the bound": (
        on_orthonormal(NOVIKOFF), "bound", lambda theorem: wrong_line(theorem, "bound", relation="<"),
    ),
    "< for <= in the ceiling": (
        on_orthonormal(NOVIKOFF_COSINE), "angle-ceiling",
        lambda theorem: wrong_line(theorem, "angle-ceiling", relation="<"),
    ),
    "no factor 2 in the growth identity": (
        on_and(NOVIKOFF), "growth-identity",
        lambda theorem: wrong_line(
            theorem, "growth-identity", sides=lambda q: (q.ww[1:], q.ww[:-1] + q.r * q.wx + q.r**2 * q.xx)
        ),
    ),
    "the middle term dropped as if it were positive": (
        on_and(NOVIKOFF), "mistake-term", lambda theorem: wrong_line(theorem, "mistake-term", relation=">="),
    ),
    "no √t in the sandwich": (
        on_orthonormal(NOVIKOFF), "sandwich",
        lambda theorem: wrong_line(
            theorem, "sandwich", sides=lambda q: ((q.r * q.gamma * q.t) ** 2, q.uu * q.r**2 * q.R2 / 2)
        ),
    ),
    "no ‖u‖ in Cauchy–Schwarz": (
        on_and(NOVIKOFF), "cauchy-schwarz",
        lambda theorem: wrong_line(theorem, "cauchy-schwarz", sides=lambda q: (q.uw[1:] * abs(q.uw[1:]), q.ww[1:])),
    ),
    "a sum with one update too many": (
        on_orthonormal(NOVIKOFF), "total-progress",
        lambda theorem: wrong_line(theorem, "total-progress", sides=lambda q: (q.uw[1:], q.r * q.gamma * (q.t + 1))),
    ),
    "a sum with one update too few": (
        on_orthonormal(NOVIKOFF), "total-growth",
        lambda theorem: wrong_line(theorem, "total-growth", sides=lambda q: (q.ww[1:], q.r**2 * q.R2 * (q.t - 1))),
    ),
    "no r in the progress": (
        on_and(NOVIKOFF, rate=Fraction(1, 4)), "progress",
        lambda theorem: wrong_line(theorem, "progress", sides=lambda q: (q.uw[1:], q.uw[:-1] + q.gamma)),
    ),
    "r for r² in the growth": (
        on_and(NOVIKOFF, rate=4), "total-length",
        lambda theorem: wrong_line(theorem, "total-length", sides=lambda q: (q.ww[1:], q.r * np.cumsum(q.xx))),
    ),
    "t for √t in the floor": (
        on_orthonormal(NOVIKOFF_COSINE), "angle-floor",
        lambda theorem: wrong_line(
            theorem, "angle-floor",
            sides=lambda q: ((q.gamma * q.t) ** 2, (q.uw[1:] ** 2 / q.ww[1:] * q.R2)), squared=True,
        ),
    ),
    "the weights before the update in the shift": (
        on_and(NOVIKOFF), "shift",
        lambda theorem: wrong_line(theorem, "shift", sides=lambda q: (q.uw[:-1], q.uw[:-1] + q.r * q.ux)),
    ),
    "no c² with a bias": (
        (NOVIKOFF_BIAS, play(mb.fold_bias([[1], [-1]], 3), [1, -1]), {"u": [2], "bias": 0}), "folded-radius",
        lambda theorem: wrong_line(theorem, "folded-radius", sides=lambda q: (q.xx, q.R2_short)),
    ),
    "b c for b / c": (
        (NOVIKOFF_BIAS, play(mb.fold_bias(AND[0][:, :2], 3), AND[1]), {"u": [2, 2], "bias": -3}), "folded-length",
        lambda theorem: wrong_line(theorem, "folded-length", sides=lambda q: (q.uu, q.uu_short + (q.b * q.c) ** 2)),
    ),
    "‖p‖ for ‖p‖² at the maximum margin": (
        (MAX_MARGIN, orthonormal(4)[0], {"q": [Fraction(1, 4)] * 4}), "bound",
        lambda theorem: wrong_line(theorem, "bound", sides=lambda q: (q.t, q.R2 / math.sqrt(q.uu))),
    ),
    "a NaN": (
        on_and(NOVIKOFF), "growth",
        lambda theorem: wrong_line(
            theorem, "growth", sides=lambda q: (q.ww[1:], np.where(q.t == 5, math.nan, q.t * q.R2))
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_it_can_fail(case):
    (theorem, trace, parameters), name, spoil = WRONG[case]
    theorem.check(trace, **parameters).require()
    cert = spoil(theorem).check(trace, **parameters)
    assert cert.applies
    assert not cert.holds
    with pytest.raises(mb.BrokenBound, match=rf"{name} \(") as caught:
        cert.require()
    assert caught.value.line == name
    if name in cert.lines and not cert.lines[name].holds:
        assert caught.value.round in trace.updates or cert.lines[name].rounds is None
    assert f"is BROKEN on this run ({name}" in repr(cert)


def test_the_bound_of_the_source_with_one_gamma():
    """R²/γ for R²/γ²: the orthonormal run with R = 1 and γ = ½ makes 4 mistakes, not 2."""
    trace = play(np.eye(4), [1, 1, 1, 1])
    wrong = replace(NOVIKOFF, bound=lambda q: q.uu * q.R2 / q.gamma)
    cert = wrong.check(trace, u=[0.5] * 4)
    assert cert.bound == 2
    with pytest.raises(mb.BrokenBound, match="4 ≤ 2 is false") as caught:
        cert.require()
    assert caught.value.line == "bound"


def test_a_learner_that_errs_too_often_is_caught():
    """An honest label of a dishonest run: with the hypotheses on the learner left out, the bound itself turns red."""
    blind = replace(NOVIKOFF, hypotheses=NOVIKOFF.hypotheses[5:])
    for learner, line in ((Backward(), "shift"), (ThreeValued(), "shift"), (Eager(), "mistake-term")):
        cert = blind.check(mb.play(learner, *AND, passes=30), u=[2, 2, -3])
        assert cert.applies
        with pytest.raises(mb.BrokenBound) as caught:
            cert.require()
        assert caught.value.line == line
        assert caught.value.round is not None


# --- display -----------------------------------------------------------------------------------------------------


def test_certificate_of_a_run():
    trace = play([[2, 1], [-1, 1]], [1, -1])
    assert repr(NOVIKOFF_COSINE.check(trace, u=[1, 0])) == (
        "Perceptron mistake bound, as an angle holds on this run: updates 1, bound 5 (compared exactly)\n"
        "name                  claim                           at its tightest  slack   round  holds\n"
        "Hypotheses\n"
        "start (H1)            ‖w₀‖ = 0                        0 = 0            0              yes\n"
        "rate (H2)             r > 0                           1 > 0            1              yes\n"
        "update-rule (H3)      wₜ − (wₜ₋₁ + r yₜ xₜ) = 0       0 = 0            0       0      yes\n"
        "mistake-driven (H4)   mistakes without an update = 0  0 = 0            0              yes\n"
        "mistake (H5)          yₜ ⟨wₜ₋₁, xₜ⟩ ≤ 0               0 ≤ 0            0       0      yes\n"
        "radius (H6)           ‖xₜ‖ ≤ R                        2.236 ≤ 2.236    0       0      yes\n"
        "positive-margin (H7)  γ > 0                           1 > 0            1              yes\n"
        "margin (H8)           yₜ ⟨u, xₜ⟩ ≥ γ                  2 ≥ 1            1       0      yes\n"
        "Proof\n"
        "moving (CO1)          ‖wₜ‖ > 0                        2.236 > 0        2.236   0      yes\n"
        "angle-floor (CO2)     γ√t/(R‖u‖) ≤ Φₜ                 0.4472 ≤ 0.8944  0.4472  0      yes\n"
        "angle-ceiling (CO3)   Φₜ ≤ 1                          0.8944 ≤ 1       0.1056  0      yes\n"
        "bound (CO4)           t ≤ ‖u‖² R² / γ²                1 ≤ 5            4       0      yes"
    )


@pytest.mark.parametrize("scale", [1.0, 0.1, 1e-6, 1e6])
def test_a_table_does_not_depend_on_layout_or_order_of_sums(scale):
    """The same run from rows, columns, CSR and chunks: the products round differently, the text is the same."""
    random = np.random.default_rng(5)
    u = random.standard_normal(40)
    X = scale * random.standard_normal((200, 40)).round(2)
    X[np.abs(X) < 0.5 * scale] = 0
    y = signs(X @ u)
    given = {"u": u, "gamma": np.abs(X @ u).min(), "radius": np.linalg.norm(X, axis=1).max()}
    learner = mb.Perceptron(rate=0.1)
    traces = [
        mb.play(learner, X, y, passes=5),
        mb.play(learner, np.asfortranarray(X), y, passes=5),
        mb.play(learner, sp.csr_matrix(X), y, passes=5),
        mb.play(learner, [(X[i : i + 7], y[i : i + 7]) for i in range(0, 200, 7)], passes=5),
    ]
    assert traces[0].n_updates > 50
    for theorem in (NOVIKOFF, NOVIKOFF_COSINE):
        certs = [theorem.check(trace, **given).require() for trace in traces]
        assert len({repr(cert) for cert in certs}) == 1
        assert len({cert._repr_html_() for cert in certs}) == 1
    # sums in another order: features shuffled together
    order = random.permutation(40)
    shuffled = mb.play(learner, X[:, order], y, passes=5)
    assert repr(NOVIKOFF.check(shuffled, **{**given, "u": u[order]})) == repr(NOVIKOFF.check(traces[0], **given))


@pytest.mark.parametrize("theorem", PERCEPTRON_THEOREMS, ids=lambda theorem: theorem.name)
def test_squeeze_labels_read_as_plain_text(theorem):
    parameters = {
        "NOVIKOFF_BIAS": {"u": [2, 2], "bias": -3},
        "MAX_MARGIN": {"q": l2_margin(*AND).q},
    }.get(theorem.name, {"u": [2, 2, -3]})
    cert = theorem.check(play(*AND), **parameters).require()
    check_squeeze(cert)
    for label in (cert.squeeze.lower_label, cert.squeeze.upper_label, *cert.squeeze.inner):
        assert not set(plain(label)) & set("\\{}$")


BYTES = mb.play(mb.Perceptron(), np.array([[12, 1], [-12, 1]], dtype=np.int8), [1, -1])


@pytest.mark.parametrize(
    "parameters", [{"gamma": np.int8(12)}, {"radius": np.uint8(16)}, {"gamma": np.float32(12)}, {"rate": np.int8(1)}]
)
def test_parameters_may_be_numbers_of_numpy(parameters):
    """As `(y * (X @ u)).min()` and `X.max()` give them; their own squares would overflow."""
    plain_numbers = {name: value.item() for name, value in parameters.items()}
    cert = NOVIKOFF.check(BYTES, u=[1, 0], **parameters).require()
    assert cert.bound == NOVIKOFF.check(BYTES, u=[1, 0], **plain_numbers).bound


def test_a_certificate_whose_bound_no_float_can_hold_is_shown():
    adversary = mb.Bisection(300)
    trace = mb.duel(mb.Perceptron(), adversary)
    cert = NOVIKOFF.check(trace, u=adversary.comparator(trace)).require()
    assert cert.exact and cert.bound > 10**350
    for shown in (repr(cert), cert._repr_html_()):
        assert "bound 1.011e+361" in shown


@pytest.mark.parametrize("size", [1e-100, 1e100])
@pytest.mark.filterwarnings("ignore:overflow")  # of squares of squares; both sides are then infinite
def test_the_bound_does_not_depend_on_the_unit(size):
    X, y = size * np.array([[2.0, 1], [-1, 1], [1, 3]]), [1, -1, 1]
    trace = mb.play(mb.Perceptron(), X, y, passes=None)
    assert math.isclose(MAX_MARGIN.check(trace, q=l2_margin(X, y).q).require().bound, 10)
    assert math.isclose(NOVIKOFF.check(trace, u=[size, 0]).require().bound, 10)
    assert FRESH_FEATURES.check(trace, u=[1, 0], gamma=10 * size).holds
