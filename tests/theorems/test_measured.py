"""Expressions that are measured at once equal the values of their parts, in 50 digits, on random runs.

The wholes are found in the claims and pictures: each expression that is measured or computed `by` another, each letter
that stands for an expression, each measured equation of vectors. A part is an array with named axes: t for the updates,
s for those before, an index for the entries of vectors, and ? for entries that no index numbers.

Where a run has no value for a letter, `LETTERS` works it out again from the run; where the whole is a search,
`SEARCHES` searches again. A whole that neither of them knows is an error.
"""

import operator as o
import re
from contextlib import suppress
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import chain

import mpmath
import numpy as np
import pytest

import mistakebound as mb
from mistakebound.certificates.claims import UPDATES, read
from mistakebound.certificates.expressions import BEFORE, LAST, LESS, NOW, OVER, PLUS, START, frac
from mistakebound.certificates.functions import AT_S, DOT, KL, NORM, NORM1, cosh, exp, ln, log2, pair, sinh, sqrt
from mistakebound.concepts.bits import unpack
from mistakebound.theorems.hedge import _drop
from mistakebound.theorems.kernels import _kernel
from tests.theorems.checking import for_every_theorem
from tests.theorems.test_sides import depth, shattered, truths
from tools.lies.falsify import BY_HAND, REFUSALS, given, other_runs
from tools.lies.honest import HONEST

RUNS = 12
MP = mpmath.MPContext()
MP.dps = 50
ANYWHERE, ORDER = "?", "ts"  # an axis without a name, and those that come first


class Missing(Exception):
    """A letter or an operation without a value."""


class Opaque(Exception):
    """A letter for a potential, say."""


# --- arithmetic in 50 digits ---------------------------------------------------------------------------------------


def exactly(value):
    value = value.item() if isinstance(value, np.generic) else value
    return MP.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else MP.mpf(value)


def each(function, *arrays):
    return np.asarray(np.frompyfunc(function, len(arrays), 1)(*arrays), dtype=object)


def divided(a, b):
    return a / b if b > 0 else MP.inf if a else MP.nan


def multiplied(a, b):
    return a * b if a and b else MP.zero  # 0 ln 0 is 0


EXACT = {ln: MP.log, exp: MP.exp, cosh: MP.cosh, sinh: MP.sinh, sqrt: MP.sqrt, log2: lambda a: MP.log(a, 2),
         OVER: divided, frac: divided, _drop: lambda z: -MP.expm1(-z)}  # fmt: skip
UFUNCS = {np.ceil: MP.ceil, o.mul: multiplied, np.minimum: min, np.maximum: max}


# --- the value of an expression, from its parts --------------------------------------------------------------------


class Parts:
    """The values of expressions on a run; `entry` names the axis of a vector without an index."""

    def __init__(self, q, at, entry=ANYWHERE):
        self.q, self.at, self.entry, self.terms = q, at, entry, MP.zero  # the largest term of a sum

    def letter(self, e):
        if e.means is not None:
            return self(e.means)
        try:
            values = np.asarray(read(e.ln or e.of, self.q))
        except AttributeError:
            raise Missing(e.tex) from None
        if e.index in (NOW, BEFORE, START, LAST, *AT_S.values()) and not callable(e.of) and not e.first:  # a state
            index = {there: here for here, there in AT_S.items()}.get(e.index, e.index)
            values = values[{NOW: slice(1, None), BEFORE: slice(-1), START: 0, LAST: -1}[index]]
        axes = [e.index.tex[0]] if e.index not in (None, START, LAST) and values.ndim else []
        axes += e.entry.tex.split(",") if e.entry else []
        axes = ["t"] * (len(axes) < values.ndim - 1) + axes
        try:
            values = each(exactly, values)
        except TypeError:
            raise Opaque from None
        values = each(MP.exp, values) if e.ln else values
        return each(MP.sqrt, values) if e.squared else values, (*axes, *[self.entry] * (values.ndim - len(axes)))

    def aligned(self, parts, vectors=False):
        """Parts over the axes of all of them. A number for each update is a letter without an index, not a vector."""
        if not vectors and any("t" in axes for _, axes in parts):
            parts = [(v, axes if "t" in axes else tuple(a.replace(ANYWHERE, "t") for a in axes)) for v, axes in parts]
        union = sorted({a for _, axes in parts for a in axes}, key=lambda a: (a not in ORDER, a == ANYWHERE, a))
        if len({v.shape[0] for v, axes in parts if "t" in axes}) > 1:  # runs of two learners: as far as both go
            common = min(v.shape[0] for v, axes in parts if "t" in axes)
            parts = [(v[:common] if "t" in axes else v, axes) for v, axes in parts]
        sizes = [tuple(v.shape[axes.index(a)] if a in axes else 1 for a in union) for v, axes in parts]
        return [v.transpose([axes.index(a) for a in union if a in axes]).reshape(size)
                for (v, axes), size in zip(parts, sizes, strict=True)], tuple(union)  # fmt: skip

    def over(self, reduce, values, axes, index):
        axis = index if index in axes else ANYWHERE
        return np.asarray(reduce(values, axis=axes.index(axis)), dtype=object), tuple(a for a in axes if a != axis)

    def vectors(self, op, parts):
        (u, *others), axes = self.aligned(parts, vectors=True)
        if op is NORM1:
            return self.over(np.sum, abs(u), axes, self.entry)
        if op is KL:
            u, w = np.broadcast_arrays(u, *others)
            return self.over(np.sum, each(lambda u, w: multiplied(u, MP.log(u / w)), u, w), axes, self.entry)
        products = u * (others or [u])[0]
        self.terms = max([self.terms, *abs(products).ravel()])
        products, axes = self.over(np.sum, products, axes, self.entry)
        return each(MP.sqrt, products) if op is NORM else products, axes

    def up_to_now(self, values, axes, index, strict):
        """The sum over the updates s up to t, or before it."""
        if "t" not in axes:
            return np.cumsum(values, axis=axes.index(index)), tuple("t" if a == index else a for a in axes)
        (values,), axes = self.aligned([(values, axes)])
        upto = np.triu(np.ones((values.shape[0],) * 2, dtype=int), strict)
        upto = upto.reshape(*upto.shape, *[1] * (values.ndim - 2))
        return np.sum(values * upto, axis=axes.index(index)), tuple(a for a in axes if a != index)

    def __call__(self, e):
        if not e.parts:
            return self.letter(e)
        op, reduced = e.op, getattr(e.op.apply, "func", None)
        read = [part for i, part in enumerate(e.parts) if (op.reads or ["value"] * len(e.parts))[i]]
        if sums := re.match(r"\\sum_\{\{(\w)=1\}\}\^(\{\{t-1\}\}|t)", op.tex if isinstance(op.tex, str) else ""):
            values, axes = self(e.parts[0])
            if reduced is np.cumsum:
                axes = tuple("t" if a == ANYWHERE and "t" not in axes else a for a in axes)
                return np.cumsum(values, axis=axes.index("t")), axes
            return self.up_to_now(values, axes, sums[1], sums[2] != "t")
        if op is _kernel:
            (a, b), axes = self.aligned([self(part) for part in e.parts[1:]])
            return each(exactly, self.q.k[a.astype(int), b.astype(int)]), axes
        if op in (DOT, NORM, NORM1, KL):
            return self.vectors(op, [self(part) for part in read])
        if reduced in (np.sum, np.min, np.max):
            return self.over(reduced, *self(read[0]), re.search(r"_(\w) |$", op.tex)[1])
        if op is pair:
            (a, axes), b = self(e.parts[0]), self(e.parts[1])[0]
            return np.concatenate([a, np.broadcast_to(b[..., None], (*a.shape[:-1], 1))], axis=-1), axes
        if op.apply is None:
            raise Missing(e.tex)
        try:
            values, axes = self.aligned([self(part) for part in read])
        except Opaque:
            value = each(exactly, e.value(self.q, self.at))
            return value, ("t", self.entry)[: value.ndim]
        if op in (PLUS, LESS):
            self.terms = max([self.terms, *(abs(v) for value in values for v in value.ravel())])
        if op is ln:  # an argument near 1 is rounded
            self.terms = max([self.terms, *(max(min(1, v), self.terms / v) for v in values[0].ravel() if v > 0)])
        if exact := EXACT.get(op, UFUNCS.get(op.apply)):
            return each(exact, *values), axes
        try:
            found = op.apply(*values)
        except TypeError:  # of floats only
            found = each(exactly, op.apply(*(value.astype(float) for value in values)))
        return np.asarray(found, dtype=object), axes[: np.ndim(found)]


def bare(e):
    """A whole without its measurements, or the expressions that compute it, at any depth."""
    if e.by is not None and not e.by.parts:  # a letter
        return e.by
    parts = tuple(map(bare, e.parts))
    return replace(e, of=None, squared=False, terms=None, by=None, parts=parts) if parts else e


# --- what a run has no letter for, and searches --------------------------------------------------------------------


def features(cert, parameters):
    """The features of the kernel, written down."""
    q, kernel = cert.q, cert.trace.learner.kernel
    if not hasattr(kernel, "features"):
        return {}
    wide = each(exactly, kernel.features(q.points))
    return {"u": q.u @ wide, "w": q.w @ wide, "phi": wide[q.at]}


def unnormalised(cert, parameters):
    """Both runs with the bias after the other features; the bias is shown as 0, and its weight separately."""
    one, other = cert.trace, parameters["normalised"]
    A = each(exactly, other.update_y[:, None] * other.update_X)
    w, eta = np.exp(other.log_weights), cert.q.other_eta
    return {
        "lnw": one.log_weights, "b": np.exp(one.log_weights[:, -1]), "S": np.exp(cert.q.lnS), "w'": w, "a'": A,
        "x": np.hstack([one.update_X, np.zeros((one.n_updates, 1))]), "y": one.update_y,
        "Z": (w[:-1] * np.exp((eta * A).astype(float))).sum(axis=1),
    }  # fmt: skip


def coefficients(cert, parameters):
    """The coefficients of the earlier examples in the weights before each round, by least squares."""
    X, W = (np.asarray(values, dtype=float) for values in (cert.q.x, cert.q.w))
    v = np.zeros((len(X), len(X)))
    for t in range(1, len(X)):
        v[t, :t] = np.linalg.lstsq(X[:t].T, W[t], rcond=None)[0]
    return {"v": v}


def powers(cert, parameters):
    """The weights of the experts around each round, and the factor by which the round multiplies each."""
    run, beta, C = cert.trace, cert.q.beta, parameters["concepts"]
    errors = np.array([run.learner.errors(state) for state in run.states])[
        np.searchsorted(run.updates, np.arange(run.n_rounds + 1))]  # fmt: skip
    said = np.array([C.labels(h, run.examples(np.arange(run.n_rounds))) for h in range(len(C))]).T
    wrong = said != run.labels(np.arange(run.n_rounds))[:, None]
    return {"w": each(lambda n: beta**n, errors), "kept": np.where(wrong, beta, 1)}


def factors(cert, parameters):
    """The weights, those of the target, and what the active ones were multiplied by."""
    q, run = cert.q, cert.trace
    down = 0.0 if cert.theorem is mb.WINNOW1 else 1 / float(q.alpha)
    return {"w": run.weights, "w_T": run.weights[:, q.members], "rho": np.where(run.update_y > 0, float(q.alpha), down)}


def euler(cert, parameters):
    return {"e": np.e}


LETTERS = {
    "KERNEL": features,
    "WINNOW_UNNORMALISED": unnormalised,
    "SPAN": coefficients,
    "RANDOMIZED_MAJORITY": powers,
    "WINNOW1": factors,
    "WINNOW2": factors,
    "AGNOSTIC": euler,
    "ENTROPIC_SVM": euler,
    "ADABOOST": lambda cert, parameters: {"h": -cert.q.A},
    "MAX_MARGIN": lambda cert, parameters: {"a": cert.q.Y[:, None] * cert.q.X},
}


def dimension(measure):
    def of(cert, parameters, e, at):
        table, (V,) = truths(parameters["concepts"]), e.parts
        every = np.ones((1, len(table)), dtype=bool)
        spaces = map(np.flatnonzero, every if V.tex == "C" else unpack(V.value(cert.q, at), len(table)))
        return np.array([measure([table[h] for h in space]) for space in spaces])

    return of


def counted(test):
    def of(cert, parameters, e, at):
        left, right = (part.value(cert.q, at) for part in e.parts[1:])
        return np.array([test(value, right) for value in left.round(6)]).sum()

    return of


SEARCHES = {r"\mathrm{{Ldim}}({0})": dimension(depth), r"\mathrm{{VCdim}}({0})": dimension(shattered),
            r"\#({1} > {2})": counted(o.gt), r"\#({1} = {2})": counted(o.eq),
            "{0}({1}, {2})": lambda q: abs(q.k - q.k.T).max()}  # fmt: skip


# --- the wholes of a theorem, and their differences -------------------------------------------------------------


def nodes(e):
    """An expression, its parts, and the expressions for which its letters stand."""
    yield e
    for part in (*e.parts, *([] if e.means is None else [e.means])):
        yield from nodes(part)


def wholes(theorem):
    """Each expression that is measured although it has parts, with its place."""
    drawn = theorem.squeeze
    said = [(drawn, UPDATES) for drawn in (drawn.lower, *drawn.inner, drawn.upper)] if drawn else []
    for claim in theorem.hypotheses + theorem.lines:
        said += [(claim.says.left, claim.at), (claim.says.right, claim.at)]
    for e, at in ((e, at) for side, at in said for e in nodes(side)):
        other = e.parts if e.by is None else e.by.parts and e.parts
        if (other and (e.of or e.by)) or (e.means is not None and e.of and e.by is None):
            yield e, at


def random_runs(theorem):
    """Certificates of random runs that the theorem covers, with its parameters."""
    for seed in range(RUNS):
        with suppress(mb.NotSeparable):
            case = HONEST[theorem.name](np.random.default_rng([seed, sum(map(ord, theorem.name))]))
            yield theorem.check(case.run(), **case.parameters), case.parameters


def other_certificates(theorem):
    """Certificates of runs that break a rule, or are about other data."""
    for _, make in chain(BY_HAND.get(theorem.name, ()), other_runs(*given(theorem))):
        with suppress(*REFUSALS):
            run, parameters = make()
            yield theorem.check(run, **parameters), parameters


def with_letters(cert, parameters):
    q = copy(cert.q)
    for name, value in LETTERS.get(cert.theorem.name, lambda *_: {})(cert, parameters).items():
        setattr(q, name, value)
    return q


def differences(theorem):
    """Expressions whose measurement differs from their parts on some run; and expressions that no run has compared."""
    every = {(e.tex, at.words): (e, at) for e, at in wholes(theorem)}
    seen = set()
    for cert, parameters in random_runs(theorem):
        q = with_letters(cert, parameters)
        for key, (e, at) in every.items():
            parts, measured = Parts(q, at), each(exactly, e.value(cert.q, at))
            try:
                value, axes = parts(bare(e) if e.parts else e.means)
                if at.places and "t" in axes:
                    value = value[np.arange(len(value) + 1)[read(at.places, q)[0]]]
            except Missing:
                value = each(exactly, SEARCHES[e.op.tex](cert, parameters, e, at))
            measured, value = np.broadcast_arrays(measured.squeeze(), value.squeeze())
            for one, other in zip(measured.flat, value.flat, strict=True):
                seen |= {key} if MP.isfinite(other) else set()
                if MP.isfinite(other) and not abs(one - other) <= abs(other) / 10**11 + parts.terms / 10**13:
                    yield f"{e.tex} is {float(one)}, and its parts come to {float(other)}"
    yield from (f"{tex} was compared on no run" for tex, _ in every.keys() - seen)


def disagreements(theorem):
    """Measured equations of vectors that hold where their sides differ, or fail where they do not; or always hold."""
    left_over = {claim: {True, False} for claim in theorem.hypotheses + theorem.lines if claim.says.of is not None}
    for cert, parameters in chain(random_runs(theorem), other_certificates(theorem) if left_over else ()):
        q = with_letters(cert, parameters)
        for claim in left_over:
            said = cert[claim.name].entries_hold
            if np.any(said != (same := equal(claim, q))):
                yield f"{claim.name}: {said.tolist()}, {np.ravel(same).tolist()}"
            left_over[claim] -= set(said.tolist())
        if not any(left_over.values()):
            return
    yield from (f"{claim.name} was never {answers}" for claim, answers in left_over.items() if answers)


def equal(claim, q):
    """Whether the sides of an equation of vectors are the same at each place, up to rounding."""
    says, parts = claim.says, Parts(q, claim.at, claim.says.over.tex if claim.says.over else ANYWHERE)
    try:
        (left, right), axes = parts.aligned([parts(says.left), parts(says.right)])
    except Missing:
        return SEARCHES[says.left.op.tex](q) == 0
    apart, size = abs(left - right), np.maximum(abs(left), abs(right))
    if "s" in axes:  # of pairs, one before the other
        apart = np.triu(apart, 1)
    others = tuple(i for i, axis in enumerate(axes) if axis != "t")
    return apart.max(axis=others, initial=0) <= np.maximum(size.max(axis=others, initial=0), parts.terms) / 10**9


quietly = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@quietly
@for_every_theorem
def test_what_is_measured_is_what_its_parts_come_to(theorem):
    assert [*differences(theorem)] == []


@quietly
@for_every_theorem
def test_a_measured_equation_holds_where_its_sides_are_equal(theorem):
    assert [*disagreements(theorem)] == []
