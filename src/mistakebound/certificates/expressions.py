r"""The formulas of claims: one expression is typeset, evaluated on a run, bounded for rounding, and proved.

    Line("growth", ww <= ww.before + eta**2 * R2, "The example is no longer than R ...")

Legend: q the quantities of a run; t counts updates from 1; a state has a value for t = 0, 1, ..., U. Parentheses depend
on how tightly a text binds: in a template, {0:2} is the first part, in parentheses if it binds less than 2.

A letter has a name among the quantities of a run, its LaTeX and its term in Coq. Its value is a number or a vector; of
a state or an update, one for each. Operators and functions make expressions of letters, and a comparison makes a
`Relation` of two expressions, which is the formula of a claim. A whole is computed from its parts, or from an equal
expression (`by`). If digits would be lost this way, or a search is needed, it is `measured` at once; it is printed by
its parts.

>>> from mistakebound.certificates.expressions import constant, state, update
>>> eta, gamma, t = constant("eta", r"\eta"), constant("gamma", r"\gamma"), constant("t", kind="nat")
>>> w, wx = state("w"), update("wx")
>>> says = w.before + eta * (w - 2 * wx) ** 2 <= eta * gamma * t
>>> print(says.tex)
w_{t-1} + \eta (w_t - 2wx_t)^2 \le \eta \gamma t
>>> print(says.left.write("words").text)
w before plus η times (w minus 2 times wx) to the power 2
>>> print(says.coq)
w (t - 1)%nat + eta * (w t - 2 * wx t) ^ 2 <= eta * gamma * INR t
"""

from __future__ import annotations

import operator as o
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from re import fullmatch, search
from typing import Any, NamedTuple

import numpy as np

from ..arrays import floats, logarithms
from .claims import SIGNS, STATES, UPDATES, Range, read, summed
from .display import plain
from .measure import length, quotient, signed_square, times

SUM, MINUS, PRODUCT, POWER, CALL, ATOM = range(6)  # how tightly a text binds
KINDS = ["", "nat", "Z", "Q", "R"]  # of numbers in Coq, each among those after it
CASTS = {("nat", "Z"): "Z.of_nat", ("nat", "R"): "INR", ("Z", "Q"): "inject_Z", ("Z", "R"): "IZR"}


class Text(NamedTuple):
    """A piece of a formula, and how tightly it binds."""

    text: str
    binds: int = ATOM

    def __format__(self, least: str) -> str:
        return self.text if self.binds >= int(least or 0) else f"({self.text})"


class Index(NamedTuple):
    """The place in the run at which a letter is meant, or the entry of it."""

    tex: str
    coq: str
    words: str = ""


NOW, BEFORE, START = Index("t", "t"), Index("t-1", "(t - 1)%nat", " before"), Index("0", "0%nat", " at the start")
LAST = Index("U", "U", " at the end")


class Op(NamedTuple):
    """An operation: on numbers, and as a template of each reading."""

    apply: Callable[..., Any] | None  # None: it is only measured as a whole
    tex: Any
    coq: Any
    words: Any
    binds: tuple[int, int] = (ATOM, CALL)  # in LaTeX; in Coq and in words
    sizes: Callable[..., Any] | None = None  # the size of the terms that cancel in it, from the sizes of its parts
    within: Callable[..., Any] | None = None  # an upper bound on it, if sums of its terms are rounded relative to that
    uncast: tuple[int, ...] = ()  # the parts that Coq takes unchanged; the others become numbers of one kind
    reads: tuple[str, ...] = ()  # the input of `apply` from each part, if not the value: "logs", or "" for nothing
    square: Callable[..., Any] | None = None  # the square of a root, exact if its parts are
    kind: str = ""
    each: str = ""  # for the largest of many: in Coq, a claim about it is a claim about each

    def __call__(self, *parts: Any) -> Expression:
        return Expression(self, tuple(map(numeral, parts)))


# --- arithmetic ----------------------------------------------------------------------------------------------------


def _product(a: Text, b: Text) -> Text:
    """Factors side by side; a thin space sets off a call, or a factor that is a product itself, as in r (y x)."""
    left, right = f"({a.text})" if a.text.startswith((r"\sum", r"\min", r"\max")) else f"{a:1}", f"{b:2}"
    close = left.isdigit() or search(r"(?<![\\_a-zA-Z])[a-zA-Z] \\|(?<!_)[a-zA-Z] \\langle", f"{left} {right[:7]}")
    alone = right.startswith((r"\ln", r"\cosh", r"\sinh"))
    call = a.binds == CALL or search(r"\\(ln|cosh|sinh) [^ ()]+$", left)
    gap = r" \, " if call else r"\, " if b.binds == PRODUCT else "" if close and not alone else " "
    return Text(left + gap + right, MINUS if a.binds == MINUS else PRODUCT)


def _quotient(a: Text, b: Text) -> str:
    close = a.text.isdigit() or fullmatch(r"\w(\^\w)?/\w(\^\w)?", f"{a.text}/{b.text}")
    return f"{a}/{b:3}" if close else f"{a:2} / {b:3}"


def _power(a: Text, n: Text) -> str:
    return f"{a:5}^{n}" if len(n.text) == 1 else f"{a:5}^{{{n}}}"


def _to_the(a: Any, n: Any) -> Any:
    return np.frompyfunc(o.pow, 2, 1)(a, n) if np.ndim(n) else a**n


PLUS: Op = Op(o.add, "{0} + {1}", "{0} + {1:2}", "{0} plus {1:2}", (SUM, SUM), np.maximum)
LESS: Op = Op(o.sub, "{0} - {1:2}", "{0} - {1:2}", "{0} minus {1:2}", (SUM, SUM), np.maximum)
TIMES: Op = Op(o.mul, _product, "{0:2} * {1:2}", "{0:2} times {1:2}", (PRODUCT, PRODUCT), o.mul)
NEGATIVE: Op = Op(o.neg, "-{0:2}", "- {0:5}", "minus {0:2}", (MINUS, PRODUCT), abs)
OVER: Op = Op(quotient, _quotient, "{0:1} / {1:3}", "{0:1} over {1:3}", (PRODUCT, MINUS))
TO_THE: Op = Op(_to_the, _power, "{0:5} ^ {1:3}", "{0:5} to the power {1:3}", (POWER, POWER), uncast=(1,))
SIZE: Op = Op(abs, "|{0}|", "Rabs {0:5}", "the size of {0:3}")
frac: Op = OVER._replace(tex=r"\frac{{{0}}}{{{1}}}", binds=(ATOM, MINUS))


def _operators(op: Op) -> tuple[Any, Any]:
    """Python's operator, and the operator for a number on the left."""
    return lambda a, b: op(a, b), lambda a, b: op(b, a)


def _comparison(sign: str) -> Any:
    return lambda a, b: Relation(a, sign, numeral(b))


COMPARISONS: tuple[Any, Any, Any, Any, Any] = tuple(map(_comparison, SIGNS))


# --- expressions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Expression:
    """A number at each place of a run: computed from its parts, or measured (`of`), as a letter is.

    There is only one class: with a subclass, Python would reverse comparisons with its instances.
    """

    op: Op
    parts: tuple[Expression, ...] = ()
    of: Any = None  # the measured quantity: a name of q, or a function of q
    squared: bool = False  # the measured quantity is its square
    of_states: bool = False  # for a whole: it is measured at each state, as a letter is
    terms: Expression | None = None  # the size of the terms that cancel in it
    by: Expression | None = None  # an equal expression that computes it, for a wider range of floats or fewer steps
    in_coq: Expression | None = None  # its name in Coq, if not by its parts
    index: Index | None = None  # for a letter: its place in the run
    first: int = 0  # the first update for which a letter has a value: 1, unless it is a state
    entry: Any = None
    means: Expression | None = None  # the expression for which a letter stands
    ln: str | None = None  # for a letter that can be too small for a float: the name of its logarithms

    # --- on a run

    def value(self, q: Any, at: Range = UPDATES) -> Any:
        if self.by:
            return self.by.value(q, at)
        if self.of is None and self.op.apply:
            if self.op is TO_THE and self.parts[0].rooted and self.parts[1].value(q, at) == 2:
                return self.parts[0].square(q, at)
            return length(self.square(q, at)) if self.op.square else self._apply(self.op.apply, q, at)
        return length(self._read(q, at)) if self.squared else self._read(q, at)

    def needs(self) -> Iterator[Any]:
        """The quantities of a run that its value and its size need: names, or functions."""
        if self.terms is not None:
            yield from self.terms.needs()
        if self.by:
            yield from self.by.needs()
        elif self.of is not None:
            yield self.ln or self.of
        for i, part in enumerate(self.parts if self.of is None and not self.by else ()):
            if not self.op.reads or self.op.reads[i]:
                yield from part.needs()

    def logs(self, q: Any, at: Range) -> Any:
        """The logarithms of its values; those measured on the run, if its letter names them."""
        if self.ln:
            return self._at(getattr(q, self.ln), q, at)
        value = self.value(q, at)
        if type(value) is Fraction and value > 0:  # a float near 1 would lose digits of the logarithm
            return logarithms([value])[0]
        with np.errstate(divide="ignore", invalid="ignore"):  # a number that is not positive has no logarithm
            return np.log(floats(value))

    def _apply(self, to: Callable[..., Any], q: Any, at: Range) -> Any:
        """The result of `to` on its parts; one that may be a sum is kept (in `q.worked_out`), for all states."""
        if not self.op.reads:
            return to(*(part.value(q, at) for part in self.parts))
        of_states = len(self.places) == 1 and not any(first for _, first in self.places)
        what, where = (self._now, STATES) if of_states else (self, at)
        memo, key = getattr(q, "worked_out", {}), (to, what._structure, where.places)
        if key not in memo:
            read = (getattr(part, how)(q, where) for part, how in zip(what.parts, self.op.reads, strict=True) if how)
            memo[key] = what, to(*read)
        return self._at(memo[key][1], q, at) if of_states else memo[key][1]

    @cached_property
    def _now(self) -> Expression:
        return self.at({there: NOW for there, _ in self.places})

    @cached_property
    def _structure(self) -> tuple[Any, ...]:
        """A key for its value on a run, equal for two expressions only if they have the same parts."""
        letter = (self.of, self.squared, self.index, self.entry, self.ln)
        return (id(self.op), *letter, *(part._structure for part in self.parts))

    def square(self, q: Any, at: Range) -> Any:
        """Its square, with its sign: exact for a product or a quotient of roots."""
        if self.by:
            return self.by.square(q, at)
        if self.squared:
            return self._read(q, at)
        if self.of is None and self.op.apply and self.op in (TIMES, OVER, frac):
            combine = times if self.op == TIMES else self.op.apply
            return combine(*(part.square(q, at) for part in self.parts))
        if self.of is None and self.op.square:
            return self._apply(self.op.square, q, at)
        return signed_square(self.value(q, at))

    def root(self, q: Any, at: Range) -> Any:
        """Its value, from roots of factors whose squares may leave the range of floats."""
        if self.by:
            return self.by.root(q, at)
        if self.of is None and self.op in (TIMES, OVER, frac):
            combine: Any = times if self.op == TIMES else self.op.apply
            return combine(*(part.root(q, at) for part in self.parts))
        return self.value(q, at)

    @property
    def rooted(self) -> bool:
        """Whether it is compared by its square, which is exact on a run even if the root is not."""
        if self.by:
            return self.by.rooted
        root = self.squared or (self.of is None and self.op.square is not None)
        return root or (self.op in (TIMES, OVER, frac) and any(part.rooted for part in self.parts))

    def size(self, q: Any, at: Range) -> Any:
        """The size of the terms that cancel in it, to which rounding is relative."""
        if self.terms is not None:
            return self.terms.value(q, at)
        if self.by:
            return self.by.size(q, at)
        if self.of is None and self.op.within:
            return summed(self.op.within(*self.parts).value(q, at), 0)
        if self.of is None and self.op.sizes:
            return self.op.sizes(*(part.size(q, at) for part in self.parts))
        value = abs(floats(self.value(q, at)))
        # the rounding of a number, relative to its size, is the rounding of its logarithm
        return np.maximum(value, 1) if self.op.reads == ("logs",) and not self.parts[0].ln else value

    def _read(self, q: Any, at: Range) -> Any:
        """The measured values; of a letter with a place in the run, those at this place for the range's updates."""
        values = read(self.of, q)
        return values if callable(self.of) or (self.parts and not self.of_states) else self._at(values, q, at)

    def _at(self, values: Any, q: Any, at: Range) -> Any:
        if not self.places or any(first for _, first in self.places):
            return values
        before, after = (slice(None, -1), slice(1, None)) if at.places is None else read(at.places, q)
        ((index, _),) = self.places
        return values[{NOW: after, BEFORE: before, START: 0, LAST: -1}.get(index, ...)]

    @cached_property
    def places(self) -> set[tuple[Index, int]]:
        return {(self.index, self.first)} if self.index else {place for part in self.parts for place in part.places}

    # --- in words

    def write(self, how: str, kind: str = "") -> Text:
        """Its text in "tex", in "words", or in "coq" as a number of the given kind."""
        if how == "coq" and self.in_coq:
            return self.in_coq.write(how, kind)
        said: list[Any] = [part.write(how, part.kind if i in self.op.uncast else self.op.kind or kind)
                for i, part in enumerate(self.parts)]  # fmt: skip
        text, binds = getattr(self.op, how), self.op.binds[how != "tex"]
        text = text(*(said or [kind])) if callable(text) else text.format(*said) if said else text
        text, binds = text if isinstance(text, Text) else (text, binds)
        low: list[Any] = [place for place in (self.index, self.entry) if place]
        if how == "tex" and low:
            text += "_" + ("{%s}" if len(low) > 1 or len(low[0].tex) > 1 else "%s") % ",".join(i.tex for i in low)
        elif how == "coq" and low:
            text, binds = " ".join([text, *(i.coq for i in low)]), CALL
        elif low:
            text += "".join(i.words for i in low[::-1])
        if how == "coq" and (name := CASTS.get((self.op.kind, kind))):
            text, binds = f"{name} {Text(text, binds):5}", CALL
        return Text(text, binds)

    @property
    def tex(self) -> str:
        return self.write("tex").text

    @property
    def kind(self) -> str:
        parts = [self.in_coq] if self.in_coq else [p for i, p in enumerate(self.parts) if i not in self.op.uncast]
        return self.op.kind or max((part.kind for part in parts), key=KINDS.index, default="")

    @property
    def in_proofs(self) -> bool:
        """Whether it can be written in Coq: each letter has a term there."""
        if self.in_coq:
            return self.in_coq.in_proofs
        return self.op.coq is not None and all(part.in_proofs for part in self.parts)

    @property
    def spelt(self) -> Expression:
        """A letter, followed by the expression for which it stands."""
        means: Any = self.means
        return replace(self, op=self.op._replace(tex=f"{self.op.tex} = {means.tex}"))

    # --- elsewhere, and in special cases

    def map(self, change: Callable[[Expression], Expression | None]) -> Expression:
        """The expression with `change` applied to it, or to its parts if that gives None; itself, if none changes."""
        changed = change(self)
        if changed is not None:
            return changed
        parts = tuple(part.map(change) for part in self.parts)
        by, in_coq = (other and other.map(change) for other in (self.by, self.in_coq))
        same = all(map(o.is_, (*parts, by, in_coq), (*self.parts, self.by, self.in_coq)))
        return self if same else replace(self, parts=parts, by=by, in_coq=in_coq)

    def at(self, places: Mapping[Index, Index]) -> Expression:
        """The expression at other places of the run."""
        return self.map(lambda e: replace(e, index=places[e.index]) if e.index and e.index in places else None)

    before = property(lambda self: self.at({NOW: BEFORE}))
    start = property(lambda self: self.at({NOW: START}))
    last = property(lambda self: self.at({NOW: LAST}))

    @property
    def bare(self) -> Expression:
        """The formula for an arbitrary update, written without its index."""
        return self.map(lambda e: replace(e, index=None) if e.index in (NOW, BEFORE) else None)

    @property
    def displayed(self) -> Expression:
        """The expression with its quotient as a fraction, for a formula on a line of its own."""
        return replace(self, op=frac) if self.op is OVER else self

    def __format__(self, style: str) -> str:
        """The expression in a text: between dollar signs, after a command for its style, such as \\displaystyle."""
        return f"${style}{self.tex}$"

    def where(self, case: Mapping[Expression, Any]) -> Expression:
        """The expression in a special case: other expressions replace some letters or wholes, wherever in the run."""
        letters = {id(old.op): numeral(new) for old, new in case.items() if not old.parts}
        wholes = [(old.at({NOW: there}), numeral(new).at({NOW: there}))
                  for old, new in case.items() if old.parts for there in (NOW, BEFORE, START, LAST)]  # fmt: skip

        def change(e: Expression) -> Expression | None:
            if e.parts:
                return next((new for old, new in wholes if e.same(old)), None)
            new = letters.get(id(e.op))
            return new.at({NOW: e.index}) if new is not None and e.index else new

        return self.map(change)

    def same(self, other: Expression) -> bool:
        """Whether two expressions are equal, letter by letter; `==` would make a claim."""
        if not self.parts or not other.parts:
            return self.op == other.op and self.index == other.index and self.entry is other.entry
        parts = len(self.parts) == len(other.parts) and all(map(Expression.same, self.parts, other.parts))
        return parts and self.op == other.op and self.of == other.of

    __add__, __radd__ = _operators(PLUS)
    __sub__, __rsub__ = _operators(LESS)
    __mul__, __rmul__ = _operators(TIMES)
    __truediv__, __rtruediv__ = _operators(OVER)
    __pow__, __rpow__ = _operators(TO_THE)
    __le__, __ge__, __eq__, __lt__, __gt__ = COMPARISONS

    def __neg__(self) -> Expression:
        return NEGATIVE(self)

    def __abs__(self) -> Expression:
        return SIZE(self)

    def __getitem__(self, entry: Any) -> Expression:
        return self.map(lambda e: None if e.parts else replace(e, entry=entry))

    __hash__: Any = object.__hash__


# --- letters, numbers, what is measured as a whole -----------------------------------------------------------------


def constant(
    name: str, tex: str = "", coq: str | None = "", words: str = "", kind: str = "R", **how: Any
) -> Expression:
    """A letter, by its name among the quantities of a run, with its print form and its name in Coq (None: no name)."""
    tex, coq = tex or name, name if coq == "" else coq
    op = Op(o.pos, tex, coq, words or plain(tex), (ATOM, CALL if " " in (coq or "") else ATOM), kind=kind)
    return Expression(op, **{"of": name} | how)


state = partial(constant, index=NOW)  #: A quantity of the learner after each update, and at the start.
update = partial(constant, index=NOW, first=1)  #: A quantity of each update.


def numeral(value: Any) -> Expression:
    """A number: a whole number has any kind in Coq, a Fraction at least the kind Q."""
    if isinstance(value, Expression):
        return value
    (a, b), whole = Fraction(value).as_integer_ratio(), int(value) == value
    tex, coq = rf"\tfrac{a}{b}", lambda kind: Text(f"{a} / {b}", MINUS) if kind == "R" else Text(f"({a} # {b})")
    texts: Any = (str(a), str(a), str(a)) if whole else (tex, coq, f"{a}/{b}")
    op = Op(o.pos, texts[0], texts[1], texts[2], (ATOM, ATOM), kind="Q" if isinstance(value, Fraction) else "")
    return Expression(op, of=lambda q: value)


def measured(of: Any, whole: Any, **how: Any) -> Expression:
    """An expression measured on the run as a whole, because its parts are not measured or would lose digits."""
    return replace(numeral(whole), of=of, **how)


# --- what a claim says ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Relation:
    """Two expressions and the sign between them: numbers, or an equation of vectors, which holds for each entry."""

    left: Expression
    sign: str
    right: Expression
    of: Any = None  # for an equation of vectors, the measured quantity: the largest difference of their entries
    terms: Expression | None = None  # the size of the terms that cancel in it
    over: Any = None  # the index of the entries, if the claim is about each
    rounding: Expression | None = None  # how far rounding can part the sides, if not by that of their terms
    supposed: bool = False  # for a special case of a statement: it gives a letter its value, which a run need not have
    logs: Relation | None = None  # the logarithms of positive numbers, if these are compared

    def __bool__(self) -> bool:
        raise TypeError(
            f"{self.tex} is a statement, so it has no truth value: write a chain of two relations as two claims"
        )

    def measured(self, of: Any, terms: Any = None, over: Any = None) -> Relation:
        """This equation of vectors, measured by the largest difference of their entries, which must be 0."""
        return replace(self, of=of, terms=terms, over=over)

    @property
    def suppose(self) -> Relation:
        """This equation for a letter, as a special case for the rest of a statement."""
        return replace(self, supposed=True)

    @property
    def tex(self) -> str:
        return f"{self.left.tex} {SIGNS[self.sign].tex} {self.right.tex}"

    @property
    def coq(self) -> str | None:
        """The relation in Coq; None if some letter has no term there."""
        if not (self.left.in_proofs and self.right.in_proofs):
            return None
        left, each = self.left, ""
        if self.over:
            each = self.over.each
        elif left.op.each:
            each, left = left.op.each.format(left.parts[0].write("coq")), left.parts[1]
        kind = max(left.kind, self.right.kind, key=KINDS.index)
        says = f"{left.write('coq', kind)} {self.sign} {self.right.write('coq', kind)}"
        return each + (f"({says})%{kind}" if kind in ("nat", "Z", "Q") else says)

    @property
    def squared(self) -> bool:
        """Whether the squares of the sides are compared, which keeps the order and makes roots exact."""
        return self.of is None and (self.left.rooted or self.right.rooted)

    def needs(self) -> Iterator[Any]:
        """The quantities of a run that its sides need."""
        if self.logs is None and self.of is not None:
            yield self.of
        elif self.logs is None:
            yield from (*self.left.needs(), *self.right.needs())
        for other in (self.logs, self.rounding, self.terms):
            if other is not None:
                yield from other.needs()

    def sides(self, q: Any, at: Range, squared: bool) -> tuple[Any, Any]:
        """The two sides on a run, or their squares."""
        if self.logs is not None:
            return self.logs.sides(q, at, squared)
        if self.of is not None:
            return read(self.of, q), 0
        worked_out = Expression.square if squared else Expression.root if self.squared else Expression.value
        with np.errstate(invalid="ignore"):  # infinity minus infinity, if a hypothesis fails
            return worked_out(self.left, q, at), worked_out(self.right, q, at)

    def scale(self, q: Any, at: Range, squared: bool) -> Any:
        """The size of the terms behind the sides, or of their squares, to which rounding is relative."""
        if self.logs is not None:  # a float is rounded by a part of itself, and so its logarithm by as much
            return 64 * (1 + self.logs.scale(q, at, squared)) + (0 if self.terms is None else self.terms.value(q, at))
        if self.of is not None:
            return 0 if self.terms is None else self.terms.value(q, at)
        with np.errstate(invalid="ignore"):
            size = np.maximum(floats(self.left.size(q, at)), floats(self.right.size(q, at)))
        return size**2 if squared else size

    @property
    def bare(self) -> Relation:
        """The formula for an arbitrary update, written without its index."""
        return replace(self, left=self.left.bare, right=self.right.bare)

    @property
    def displayed(self) -> Relation:
        """The relation with quotients as fractions."""
        return replace(self, left=self.left.displayed, right=self.right.displayed)

    def __format__(self, style: str) -> str:
        """The relation in a text, as for an expression."""
        return f"${style}{self.tex}$"

    def where(self, case: Mapping[Expression, Any]) -> Relation:
        """The relation in a special case."""
        parts = {name: part.where(case) for name in ("left", "right", "logs", "rounding")
                 if (part := getattr(self, name)) is not None}  # fmt: skip
        return replace(self, **parts) if any(part is not getattr(self, name) for name, part in parts.items()) else self
