"""Theorems as objects: hypotheses, bound and every line of the proof, evaluated on a real run.

Legend: q the quantities a theorem measures on a run, t the number of updates (or mistakes) so far.

A theorem knows no learner. It measures a `Trace`, and each of its claims (a hypothesis or a line) compares two
sides, entry by entry. Exact numbers (int, Fraction) are compared exactly; others with `TOLERANCE`, relative to
the size of the terms, and every certificate says which.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Rational
from types import SimpleNamespace
from typing import Any

import numpy as np
import unicodeit

from ..errors import BrokenBound, DoesNotApply

__all__ = ["Certificate", "Checked", "Hypothesis", "Line", "Squeeze", "Theorem", "TOLERANCE", "plain"]

#: How far two floating-point sides may miss each other, relative to the size of their terms.
TOLERANCE = 1e-9

RELATIONS = {"<=": "≤", ">=": "≥", "=": "=", "<": "<", ">": ">"}


@dataclass(frozen=True)
class Claim:
    r"""Something about a run that is true or false: left side, relation, right side, at each place it speaks of.

    Attributes
    ----------
    name, label : str
        What the prose calls it ("growth"), and its number in the theory ("NO3").
    formula : str
        LaTeX, without dollar signs.
    reason : str
        One sentence: why it holds, or what it asks for.
    sides : callable
        ``sides(q) -> (lhs, rhs)``: arrays or scalars.
    relation : {"<=", ">=", "=", "<", ">"}
    scale : callable or None
        ``scale(q)``: the size of the terms behind the two sides, where they cancel; else the sides themselves.
    squared : bool
        The sides are given as the (signed) squares of those in the formula. Squaring keeps the order and
        turns roots into exact numbers; `Checked` shows the roots.
    rounds : callable or None
        ``rounds(q)``: the round each entry belongs to, by default the updates; None for a claim about the run.
    """

    name: str
    label: str
    formula: str
    reason: str
    sides: Callable[[Any], tuple]
    relation: str = "<="
    scale: Callable[[Any], Any] | None = None
    squared: bool = False
    rounds: Callable[[Any], Any] | None = lambda q: q.updates

    def __post_init__(self):
        if self.relation not in RELATIONS:
            raise ValueError(f"relation is {self.relation!r}: it must be one of {', '.join(RELATIONS)}")

    def check(self, q) -> Checked:
        """Evaluate both sides on the quantities of a run."""
        lhs, rhs = np.broadcast_arrays(*(np.atleast_1d(side) for side in self.sides(q)))
        scale = None if self.scale is None else np.abs(np.atleast_1d(self.scale(q))).astype(float)
        return Checked(self, lhs, rhs, scale, None if self.rounds is None else self.rounds(q))


class Hypothesis(Claim):
    """What a theorem asks of a run."""


class Line(Claim):
    """One step of a proof."""


@dataclass(frozen=True, eq=False, repr=False)
class Checked:
    """A claim with its two sides, evaluated on a run: arrays with one entry for each place it speaks of.

    Attributes
    ----------
    claim : Hypothesis or Line
    rounds : ndarray or None
        The round each entry belongs to, if it belongs to one.
    """

    claim: Claim
    left: np.ndarray
    right: np.ndarray
    size: np.ndarray | None
    rounds: np.ndarray | None

    @property
    def name(self) -> str:
        """Name of the claim."""
        return self.claim.name

    @property
    def relation(self) -> str:
        """Relation between the sides, as a sign."""
        return RELATIONS[self.claim.relation]

    @cached_property
    def lhs(self) -> np.ndarray:
        """Left side, one entry for each place."""
        return _signed_root(self.left) if self.claim.squared else self.left

    @cached_property
    def rhs(self) -> np.ndarray:
        """Right side, one entry for each place."""
        return _signed_root(self.right) if self.claim.squared else self.right

    @property
    def slack(self) -> np.ndarray:
        """Room to spare in the units of the formula: negative where broken; for an equation, minus the distance."""
        return self._room(self.lhs, self.rhs)

    @cached_property
    def exact(self) -> bool:
        """Whether the sides were compared as exact numbers."""
        return all(isinstance(v, (Rational, np.integer)) for side in (self.left, self.right) for v in side.flat)

    @cached_property
    def entries_hold(self) -> np.ndarray:
        """For each place, whether the relation holds."""
        room = self._room(self.left, self.right)
        if self.exact:
            return np.asarray(room > 0 if self._strict else room >= 0, dtype=bool)
        sides = np.maximum(np.abs(self.left), np.abs(self.right)).astype(float)
        allowed = TOLERANCE * (sides if self.size is None else np.maximum(sides, self.size))
        # written so that a NaN on either side counts as broken
        return np.asarray(room > 0 if self._strict else room >= -allowed, dtype=bool)

    @property
    def holds(self) -> bool:
        """Whether the relation holds everywhere."""
        return bool(np.all(self.entries_hold))

    @property
    def tightest(self) -> int | None:
        """The entry with the least room, or the first broken one; None where there is nothing to compare."""
        if len(self.left) == 0:
            return None
        if not self.holds:
            return int(np.argmin(self.entries_hold))
        slack = np.asarray(self.slack, dtype=float)
        # rounding noise counts as 0, so that the first of equally tight entries is the same on every machine
        noise = np.abs(slack) <= TOLERANCE * np.maximum(np.abs(self.lhs), np.abs(self.rhs)).astype(float)
        return int(np.argmin(np.where(noise, 0.0, slack)))

    @property
    def where(self) -> int | None:
        """The round of the tightest entry, if it belongs to one."""
        return None if self.rounds is None or self.tightest is None else int(self.rounds[self.tightest])

    def __repr__(self):
        if self.tightest is None:
            return f"<{self.name}: {plain(self.claim.formula)}; nothing to compare>"
        i = self.tightest
        verdict = "holds" if self.holds else "BROKEN"
        place = "" if self.where is None else f" at round {self.where}"
        return f"<{self.name} {verdict}: tightest {_number(self.lhs[i])} {self.relation} {_number(self.rhs[i])}{place}>"

    @property
    def _strict(self):
        return self.claim.relation in ("<", ">")

    def _room(self, lhs, rhs):
        relation = self.claim.relation
        if relation == "=":
            return -np.abs(rhs - lhs)
        return rhs - lhs if relation in ("<=", "<") else lhs - rhs


@dataclass(frozen=True)
class Squeeze:
    """The picture of a bound: two guaranteed curves, and the quantities of the run between them.

    Attributes
    ----------
    lower, upper : callable
        Guaranteed curves, functions of the number t of updates (or mistakes), on arrays.
    lower_label, upper_label : str
        Their formulas, LaTeX without dollar signs.
    inner : mapping
        Formula -> values after t = 0, 1, 2, ... updates.
    meets : float
        Where the curves meet: no room is left for another mistake. Infinite if they never do.
    quantity : str
        What is squeezed, in words.
    """

    lower: Callable
    upper: Callable
    lower_label: str
    upper_label: str
    inner: Mapping[str, np.ndarray]
    meets: float
    quantity: str


@dataclass(frozen=True)
class Theorem:
    """A mistake bound that can be checked on a run.

    Attributes
    ----------
    name : str
        Its name in code ("NOVIKOFF").
    title : str
        Its name in prose.
    statement : str
        LaTeX of the bound, without dollar signs.
    source : str
        Key in ``book/references.bib``.
    counts : {"updates", "mistakes"}
        What the bound counts.
    measure : callable
        ``measure(trace, **parameters)``: the quantities that its claims speak of; `updates` among them.
    hypotheses, lines : tuple
    bound : callable
        ``bound(q)``: the bound on the count.
    squeeze : callable or None
        ``squeeze(q)``: its picture.
    """

    name: str
    title: str
    statement: str
    source: str
    counts: str
    measure: Callable = field(repr=False)
    hypotheses: tuple[Hypothesis, ...] = field(repr=False)
    lines: tuple[Line, ...] = field(repr=False)
    bound: Callable = field(repr=False)
    squeeze: Callable | None = field(default=None, repr=False)

    def __post_init__(self):
        names = [claim.name for claim in self.hypotheses + self.lines]
        repeated = {name for name in names if names.count(name) > 1}
        if repeated:
            raise ValueError(f"{self.name} uses the name {repeated.pop()!r} twice")

    def check(self, trace, **parameters) -> Certificate:
        """Check hypotheses, bound and every line of the proof on a run."""
        q = self.measure(trace, **parameters)
        if not hasattr(q, "updates"):
            q = SimpleNamespace(updates=trace.updates, **vars(q))
        return Certificate(self, trace, q)


@dataclass(frozen=True, eq=False, repr=False)
class Certificate:
    """What a theorem says about one run.

    Attributes
    ----------
    theorem : Theorem
    trace : Trace
    q : namespace
        The quantities measured on the run.

    Examples
    --------
    >>> import mistakebound as mb
    >>> trace = mb.play(mb.Perceptron(), [[2, 1], [-1, 1]], [1, -1], passes=None)
    >>> cert = mb.NOVIKOFF.check(trace, u=[1, 0])
    >>> cert.applies, cert.holds, cert.mistakes, cert.bound
    (True, True, 1, Fraction(5, 1))
    >>> cert["growth"]
    <growth holds: tightest 5 ≤ 5 at round 0>
    """

    theorem: Theorem
    trace: Any
    q: Any

    @cached_property
    def hypotheses(self) -> dict[str, Checked]:
        """Each hypothesis by name, evaluated."""
        return {claim.name: claim.check(self.q) for claim in self.theorem.hypotheses}

    @cached_property
    def lines(self) -> dict[str, Checked]:
        """Each line of the proof by name, evaluated."""
        return {claim.name: claim.check(self.q) for claim in self.theorem.lines}

    def __getitem__(self, name: str) -> Checked:
        """A line or hypothesis by its name or its label."""
        claims = self.hypotheses | self.lines
        for key, checked in claims.items():
            if name in (key, checked.claim.label):
                return checked
        raise KeyError(f"{self.theorem.name} has no line {name!r}; it has {', '.join(claims)}")

    @cached_property
    def bound(self):
        """The bound on the number of mistakes; infinite where the hypotheses leave none."""
        return self.theorem.bound(self.q)

    @property
    def mistakes(self) -> int:
        """Mistakes of the run."""
        return self.trace.n_mistakes

    @property
    def counted(self) -> int:
        """What the bound counts on this run: its updates, or its mistakes."""
        return getattr(self.trace, f"n_{self.theorem.counts}")

    @property
    def applies(self) -> bool:
        """Whether every hypothesis holds on this run."""
        return all(checked.holds for checked in self.hypotheses.values())

    @property
    def within_bound(self) -> bool:
        """Whether the count stays within the bound."""
        if isinstance(self.bound, (Rational, np.integer)):
            return self.counted <= self.bound
        return bool(self.counted <= self.bound * (1 + TOLERANCE))

    @property
    def holds(self) -> bool:
        """Whether the bound and every line of the proof are true on this run."""
        return self.within_bound and all(checked.holds for checked in self.lines.values())

    @property
    def exact(self) -> bool:
        """Whether every comparison was made in exact arithmetic."""
        return all(checked.exact for checked in (self.hypotheses | self.lines).values())

    @property
    def squeeze(self) -> Squeeze | None:
        """The picture of this bound on this run, if the theorem has one."""
        return None if self.theorem.squeeze is None else self.theorem.squeeze(self.q)

    def require(self) -> Certificate:
        """Return the certificate, or raise if the theorem does not apply or does not hold.

        Raises
        ------
        DoesNotApply
            Naming the hypothesis that fails.
        BrokenBound
            Naming the line that breaks, and the round.
        """
        for kind, error in (("hypotheses", DoesNotApply), ("lines", BrokenBound)):
            for checked in getattr(self, kind).values():
                if not checked.holds:
                    raise self._error(error, checked)
        if not self.within_bound:
            raise BrokenBound(
                f"{self.theorem.title}: {self.counted} {self.theorem.counts} exceed the bound {_number(self.bound)}.",
                line="bound",
            )
        return self

    def _error(self, error, checked):
        i = checked.tightest
        place = "" if checked.where is None else f" at round {checked.where}"
        message = (
            f"{self.theorem.title}: {checked.name} ({plain(checked.claim.formula)}) fails{place}: "
            f"{_number(checked.lhs[i])} {checked.relation} {_number(checked.rhs[i])} is false."
        )
        if error is DoesNotApply:
            return DoesNotApply(message + " The theorem promises nothing about this run.")
        return BrokenBound(message, line=checked.name, round=checked.where)

    @property
    def _summary(self) -> str:
        verdict = (
            "does not apply to this run"
            if not self.applies
            else "holds on this run" if self.holds else "is BROKEN on this run"
        )
        how = "compared exactly" if self.exact else f"compared to {TOLERANCE:g}, relative"
        return (
            f"{self.theorem.title} {verdict}: {self.counted} {self.theorem.counts}, "
            f"bound {_number(self.bound)} ({how})"
        )

    def _rows(self):
        for kind, claims in (("hypothesis", self.hypotheses), ("line", self.lines)):
            for checked in claims.values():
                i = checked.tightest
                yield (
                    kind,
                    f"{checked.name} ({checked.claim.label})",
                    plain(checked.claim.formula),
                    "" if i is None else f"{_number(checked.lhs[i])} {checked.relation} {_number(checked.rhs[i])}",
                    "" if i is None else _slack(checked, i),
                    "" if checked.where is None else f"round {checked.where}",
                    "yes" if checked.holds else "NO",
                )

    _head = ("kind", "name", "claim", "at its tightest", "slack", "where", "holds")

    def __repr__(self):
        rows = [self._head, *self._rows()]
        widths = [max(len(row[column]) for row in rows) for column in range(len(self._head))]
        table = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
        return "\n".join([self._summary, *(line.rstrip() for line in table)])

    def _repr_html_(self):
        head = "".join(f'<th scope="col">{cell}</th>' for cell in self._head)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows()
        )
        return (
            f'<table class="certificate"><caption>{html.escape(self._summary)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def plain(latex: str) -> str:
    r"""LaTeX as plain Unicode text, for a terminal, a table or a plot.

    Examples
    --------
    >>> plain(r"\|w_t\|^2 \le \|w_{t-1}\|^2 + r^2 R^2")
    '‖wₜ‖² ≤ ‖wₜ₋₁‖² + r² R²'
    >>> plain(r"\frac{\gamma\sqrt{t}}{R} \le 1")
    'γ√t/R ≤ 1'
    """
    text = re.sub(r"\\(?:mathrm|text|operatorname)\{([^{}]*)\}", r"\1", latex)
    text = re.sub(r"\\(log|ln|exp|cosh|sinh|min|max|lim|sup|inf|Pr)(?![a-z])", r"\1", text)
    text = re.sub(r"\\sqrt\{(\w)\}", r"√\1", text)
    text = re.sub(r"\\sqrt\{([^{}]*)\}", r"√(\1)", text)
    text = re.sub(r"\\tfrac12", "½", text)
    text = re.sub(r"\\[td]?frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", text)
    text = re.sub(r"\\(?:left|right|bigl?|bigr?|Bigl?|Bigr?|,|;|!|quad)(?![a-z])", "", text)
    text = text.replace(r"\langle ", "⟨").replace(r"\langle", "⟨").replace(r"\rangle", "⟩").replace(r"\|", "‖")
    return re.sub(r" +", " ", unicodeit.replace(text)).strip()


def _signed_root(squares):
    values = np.asarray(squares, dtype=float)
    return np.sign(values) * np.sqrt(np.abs(values))


def _number(value) -> str:
    if isinstance(value, (int, np.integer)):
        return str(value)
    return f"{float(value) + 0.0:.4g}"


def _slack(checked: Checked, i: int) -> str:
    """The slack at entry i; rounding noise shows as 0, so that a table reads the same on every machine."""
    slack = checked.slack[i]
    size = max(abs(float(checked.lhs[i])), abs(float(checked.rhs[i])))
    return "0" if abs(slack) <= TOLERANCE * size else _number(slack)
