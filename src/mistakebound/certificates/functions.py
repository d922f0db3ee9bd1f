r"""Functions of expressions, sums, and operations over the entries of vectors.

>>> from mistakebound.certificates.expressions import constant, state, update
>>> from mistakebound.certificates.functions import Indices, exp, ln
>>> j, eta, s = Indices("j", constant("d", kind="nat"), "feature"), constant("eta", r"\eta"), constant("s")
>>> u, w, a, Z = constant("u"), state("w"), update("a"), update("Z")
>>> says = ln(j.sum(w.before[j] * exp(eta * a[j]))) - eta * j.dot(a, u) <= ln(Z) - eta * s
>>> print(says.tex)
\ln \sum_j w_{t-1,j} e^{\eta a_{t,j}} - \eta\langle a_t, u\rangle \le \ln Z_t - \eta s
>>> print(says.coq)
ln (sum d (fun j => w (t - 1)%nat j * exp (eta * a t j))) - eta * dot d (a t) u <= ln (Z t) - eta * s
"""

from __future__ import annotations

import operator as o
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..arrays import dot, floats, ln_sum_exp, rowdot, together
from ..concepts.bits import count as bits
from .expressions import (
    ATOM,
    BEFORE,
    CALL,
    LESS,
    NOW,
    OVER,
    PLUS,
    POWER,
    PRODUCT,
    SUM,
    TIMES,
    Expression,
    Index,
    Op,
    Relation,
    Text,
    frac,
)
from .measure import entropies, length

AT_S = {NOW: Index("s", "(S s)", " at s"), BEFORE: Index("s-1", "s", " before s")}  # the sums of Coq begin at 0


def _function(name: str, a: Text) -> str:
    if a.binds >= CALL:
        return rf"\{name} {a}"
    return rf"\{name}[{a}]" if "(" in a.text else rf"\{name}({a})"


def _log2_down(x: Any) -> Any:
    return x if x == np.inf else int(x).bit_length() - 1


def _append(a: Any, b: Any) -> Any:
    """Append an entry to a vector, or to each of several rows."""
    b = np.broadcast_to(np.asarray(b)[..., None], (*a.shape[:-1], 1))
    return np.concatenate(together(a, b), axis=-1)


def _size(members: Any) -> Any:
    """The number of members of a set of packed bits, or of each of several sets."""
    packed = isinstance(members, np.ndarray) and members.dtype == np.uint64
    return bits(members).astype(object) if packed else len(members)


ln, cosh, sinh = (
    Op(lambda a, f=f: f(floats(a)), partial(_function, name), f"{name} {{0:5}}", f"{name} of {{0:3}}", (CALL, CALL))
    for name, f in (("ln", np.log), ("cosh", np.cosh), ("sinh", np.sinh))
)
ln = ln._replace(apply=o.pos, reads=("logs",))
exp = Op(np.exp, "e^{{{0}}}", "exp {0:5}", "e to the power {0:3}", (POWER, CALL))
sqrt = Op(length, r"\sqrt{{{0}}}", "sqrt {0:5}", "the root of {0:3}", square=o.pos)
rounded_up = Op(np.ceil, r"\lceil {0} \rceil", "Z.to_nat (ceil {0:5})", "{0}, rounded up", uncast=(0,), kind="nat")
pair = Op(_append, "({0}, {1})", "append d {0:5} {1:5}", "{0} followed by {1}")
count = Op(_size, "|{0}|", "size {0:5}", "the number of {0}", uncast=(0,), kind="Z")
without = Op(lambda a, b: a & ~b, r"{0} \setminus {1}", "", "{0} without {1}", (SUM, SUM))
log2 = Op(lambda a: np.log2(floats(a)), partial(_function, "log_2"), None, "the binary logarithm of {0:3}",
          (CALL, CALL))  # fmt: skip
log2_down = Op(np.frompyfunc(_log2_down, 1, 1), lambda a: rf"\lfloor {_function('log_2', a)} \rfloor", "Z.log2 {0:5}",
               "the binary logarithm of {0:3}, rounded down", kind="Z")  # fmt: skip


def _sum(a: Any, b: Any) -> Any:
    return o.add(*together(a, b))


def _multiple(c: Any, v: Any) -> Any:
    return o.mul(*together(np.asarray(c)[..., None], v))


def _for_each(f: Any) -> Any:
    """Apply `to` to vectors, or to a number for each and a vector for each."""
    return lambda a, b: f(*(v if np.ndim(v) in (0, max(np.ndim(a), np.ndim(b))) else v[:, None] for v in (a, b)))


_LN = {op: ln_op._replace(apply=_for_each(ln_op.apply), sizes=_for_each(ln_op.sizes))
       for op, ln_op in ((TIMES, PLUS), (OVER, LESS), (frac, LESS))}  # fmt: skip


_TIMES = TIMES._replace(apply=_for_each(o.mul), sizes=_for_each(o.mul))


def _aligned(a: Expression) -> Expression | None:
    return _TIMES(*(part.map(_aligned) for part in a.parts)) if a.op is TIMES else None


_LN_SUM = Op(lambda a: ln_sum_exp(floats(a)), "", "", "", reads=("", "value"))


def _logarithm(a: Expression) -> Expression:
    """The logarithm of an expression, from those of its factors, divisors and terms, and from its exponents."""
    if a.op in _LN:
        return _LN[a.op](*map(_logarithm, a.parts))
    if getattr(a.op.apply, "func", None) is np.sum:
        return _LN_SUM(a.parts[0], _logarithm(a.parts[1]))
    return a.parts[0].map(_aligned) if a.op is exp else ln(a)


def by_logarithms(says: Relation, over: Any = None, terms: Any = None) -> Relation:
    """An equation of positive numbers, for each entry of vectors, compared by logarithms.

    `terms` is the size of the sums over all rounds from which the logarithms are worked out.
    """
    logs = Relation(_logarithm(says.left), says.sign, _logarithm(says.right))
    return replace(says, logs=logs, over=over, terms=terms)


#: Sums and multiples of vectors in Coq: `w == add(w.before, scale(r * y, x))`.
add = Op(_sum, "{0} + {1}", "add {0:5} {1:5}", "{0} plus {1:2}", (SUM, CALL), o.add)
scale = Op(_multiple, "{0:2} {1:3}", "scale {0:5} {1:5}", "{0:2} times {1:2}", (PRODUCT, CALL), _multiple)


#: A product with parentheses in Coq.
grouped = Op(o.pos, "{0}", "({0})", "{0}", (PRODUCT, ATOM))


def so_far(term: Expression) -> Expression:
    """The sum of a term over the updates so far."""
    op = Op(partial(np.cumsum, axis=0), r"\sum_{{s=1}}^t {1:2}", "sum t (fun s => {1})",
            "the sum up to now of {0:2}", (CALL, CALL), reads=("value", ""))  # fmt: skip
    return op(term, term.at(AT_S))


#: The largest value of a state so far.
largest_so_far = Op(partial(np.maximum.accumulate, axis=0), None, None, None, reads=("value",))


def inner(a: Any, b: Any) -> Any:
    """Of vectors, or of the rows of one or both."""
    if np.ndim(a) == np.ndim(b) == 2:
        return rowdot(a, b)
    a, b = (a, b) if np.ndim(b) == 1 else (b, a)
    return dot(a, b) if np.ndim(a) == 2 else dot(a[None], b)[0]


def _entropy(u: Any, logs: Any) -> Any:
    kl, _ = entropies(floats(u), np.atleast_2d(logs))
    return kl if np.ndim(logs) == 2 else kl[0]


#: Inner products of vectors; only Coq needs the number of their entries.
_TWO, _ONE = ("", "value", "value"), ("", "value")
NORM = Op(length, r"\|{1}\|", "norm {0} {1:5}", "the length of {1}",
          uncast=(0,), reads=_ONE, square=lambda a: inner(a, a))  # fmt: skip
DOT = Op(inner, r"\langle {1}, {2}\rangle", "dot {0} {1:5} {2:5}", "the inner product of {1} and {2}",
         within=lambda d, a, b: NORM(d, a) * NORM(d, b), uncast=(0,), reads=_TWO)  # fmt: skip
NORM1 = Op(lambda a: np.sum(abs(a), axis=-1), r"\|{1}\|_1", "norm1 {0} {1:5}", "the l1 norm of {1}",
           uncast=(0,), reads=_ONE)  # fmt: skip
KL = Op(_entropy, r"\mathrm{{KL}}({1}\|{2})", "KL {0} {1:5} {2:5}", "the entropy of {1} relative to {2}",
        uncast=(0,), reads=("", "value", "logs"))  # fmt: skip


class Indices(NamedTuple):
    """An index of the entries of vectors, their number, and a word for them: j < d, a feature."""

    tex: str
    size: Expression
    name: str

    @property
    def coq(self) -> str:
        return self.tex

    @property
    def each(self) -> str:
        """The quantifier that Coq needs before a claim about each entry."""
        return f"forall {self.tex}, ({self.tex} < {self.size.write('coq')})%nat -> "

    @property
    def words(self) -> str:
        return f" of {self.name} {self.tex}"

    def _over(self, name: str, coq: str, value: Any, words: str, term: Any, each: str = "") -> Expression:
        tex, said = rf"\{name}_{self.tex} {{1:2}}", f"the {words} over every {self.name} {self.tex} of {{1:2}}"
        op = Op(partial(value, axis=-1), tex, f"{coq} {{0}} (fun {self.tex} => {{1}})", said, (CALL, CALL),
                uncast=(0,), each=each, reads=_ONE)  # fmt: skip
        return op(self.size, term)

    def sum(self, term: Any) -> Expression:
        return self._over("sum", "sum", np.sum, "sum", term)

    def min(self, term: Any) -> Expression:
        return self._over("min", "least", np.min, "least", term)

    def max(self, term: Any) -> Expression:
        return self._over("max", "largest", np.max, "largest", term, f"forall {self.tex}, ({self.tex} < {{0}})%nat -> ")

    def dot(self, a: Any, b: Any) -> Expression:
        return DOT(self.size, a, b)

    def norm(self, a: Any) -> Expression:
        return NORM(self.size, a)

    def kl(self, a: Any, b: Any) -> Expression:
        return KL(self.size, a, b)

    def norm1(self, a: Any) -> Expression:
        return NORM1(self.size, a)


minimum = Op(np.minimum, r"\min({0}, {1})", "Rmin {0:5} {1:5}", "the smaller of {0} and {1}")
maximum = Op(np.maximum, r"\max({0}, {1})", "Rmax {0:5} {1:5}", "the larger of {0} and {1}")
