"""Claims about a run: a left side, a relation and a right side at each place, and whether they hold there.

Legend: q the quantities a theorem measures on a run; a, b the two sides, e the distance that rounding may put between
them; t numbers the updates, from 1.

Exact numbers (int, Fraction) are compared exactly. For floats there are three answers. They depend on the miss of a
claim, which is the amount by which it fails (below 0 where there is room), on e, and on m, the largest miss that does
no harm:

- it holds if its miss is at most m;
- it fails if rounding cannot explain its miss, which is more than e;
- otherwise it is undecided at this precision.

e is `TOLERANCE`, relative to the size of the terms, unless a claim sets it. A miss of that size changes a bound by no
more, so that "<=", ">=" and "=" hold to rounding: m = e, unless a claim states that a step or a thin margin makes more
of it (`allowed`). "<" and ">" must hold whatever rounding has done: m = -e.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..arrays import EPSILON, floats, is_exact
from .display import number, plain

__all__ = [
    "EXAMPLES", "FEATURES", "MISTAKES", "ROUNDS", "RUN", "STATES", "TOLERANCE", "UPDATES", "Checked", "Claim",
    "Hypothesis", "Line", "Range", "special", "summed", "worst",
]  # fmt: skip

#: The largest distance of two floating-point sides that counts as rounding, relative to their size.
TOLERANCE = 1e-9
# This close to 0, floats have lost the digits that the tolerance refers to.
LOST = 1e-300


class Sign(NamedTuple):
    """A relation: how it is printed, and whether the miss of a is at most m; a NaN fails every relation."""

    text: str
    tex: str
    holds: Callable[[Any, Any, Any], Any]


SIGNS = {
    "<=": Sign("≤", r"\le", lambda a, b, m: a <= b + m),
    ">=": Sign("≥", r"\ge", lambda a, b, m: b <= a + m),
    "=": Sign("=", "=", lambda a, b, m: (a <= b + m) & (b <= a + m)),
    "<": Sign("<", "<", lambda a, b, m: a < b + m),
    ">": Sign(">", ">", lambda a, b, m: b < a + m),
}
ANSWERS = {1: ("yes", "holds"), 0: ("undecided", "is undecided"), -1: ("NO", "BROKEN")}


@dataclass(frozen=True)
class Range:
    """Where a claim is evaluated. It is printed with the claim, and the claim is evaluated there and nowhere else.

    Attributes
    ----------
    words : str
        The words on a page: "every update t".
    rounds : str or callable, optional
        The rounds of the run, one for each entry of the claim: a name among its quantities, or a function of them. None
        where entries belong to no round.
    coq : str
        The words before the claim in Coq: "forall t, ... -> ".
    places : str or callable, optional
        The states before and after the updates of the range; by default, those of all updates.
    """

    words: str
    rounds: str | Callable[[Any], Any] | None = None
    coq: str = ""
    places: str | Callable[[Any], Any] | None = None


UPDATES = Range("every update t", "updates", "forall t, (1 <= t <= U)%nat -> ")
MISTAKES = Range(
    "every update t that is a mistake",
    "mistakes",
    "forall t, (1 <= t <= U)%nat -> is_mistake run t -> ",
    "around",
)
#: Each of the T rounds of a run whose bound counts rounds.
ROUNDS = Range("every round t", lambda q: np.arange(q.T), "forall t, (1 <= t <= T)%nat -> ")
EXAMPLES = Range("every example i")
FEATURES = Range("every feature j", coq="forall j, (j < d)%nat -> ")
#: The run as a whole: one entry.
RUN = Range("the run")
#: All states of a run, including the state at its start.
STATES = Range("every state", places=lambda q: (slice(None), slice(None)))


def read(of: str | Callable[[Any], Any], q: Any) -> Any:
    """A quantity of a run, by its name, or a function of them."""
    return of(q) if callable(of) else getattr(q, of)


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement about a run that is true or false: left side, relation, right side, at each of its places.

    Attributes
    ----------
    name : str
        Its name in prose ("growth").
    says : Relation
        Two expressions of the quantities of a run, compared: `ww <= ww.before + eta**2 * R2`. In floating point, "<=",
        ">=" and "=" hold to rounding, and "<" and ">" must hold by more: see `mistakebound.certificates.claims`.
    reason : str
        Plain text. For a line, the reason why it holds; for a hypothesis, the requirement in words.
    at : Range
        The places where it is evaluated, by default every update.
    """

    name: str
    says: Any
    reason: str
    at: Range = UPDATES

    @property
    def formula(self) -> str:
        """The formula of the claim, in LaTeX without dollar signs."""
        return str(self.says.tex)

    @property
    def text(self) -> str:
        """The formula and where it is evaluated, as plain text."""
        return f"{plain(self.formula)} ({self.at.words})"

    def where(self, case: Mapping[Any, Any], reason: str = "") -> Claim:
        """The claim in a special case of its theorem, with other expressions in place of some quantities."""
        says = self.says.where(case)
        return self if says is self.says and not reason else replace(self, says=says, reason=reason or self.reason)

    def check(self, q: Any) -> Checked:
        """Evaluate both sides on the quantities of a run."""
        left, right = np.broadcast_arrays(*(np.atleast_1d(side) for side in self.says.sides(q, self.at)))
        exact, size = is_exact(left) and is_exact(right), np.zeros(left.shape)
        if not exact:
            left, right = left.astype(float, copy=False), right.astype(float, copy=False)
            if left.ndim == 1 or not np.array_equal(left, right):  # equal vectors need no allowance for rounding
                size = np.asarray(self.says.scale(q, self.at), dtype=float)
            if left.ndim == 1:  # the terms of a vector are at least as large as its sums
                size = np.broadcast_to(np.maximum(np.maximum(np.abs(left), np.abs(right)), size), left.shape)
        if left.ndim > 1:  # vectors: their largest difference, for each place
            # an entry is rounded once or twice; a larger allowance would hide errors that add up from update to update
            left, size = worst(abs(left - right), EPSILON / TOLERANCE * size)
            right = np.zeros_like(left)
        if not exact and self.says.rounding is not None:
            size = np.minimum(size, self.says.rounding.value(q, self.at) / TOLERANCE)
        size = np.where(np.isfinite(size), size, 0)
        rounds = None if self.at.rounds is None else np.asarray(read(self.at.rounds, q))
        places = 1 if self.at is RUN else None if rounds is None else len(rounds)
        if places not in (None, left.size):
            raise ValueError(
                f"{self.name}: {left.size} entries for {places} places ({self.at.words}); give one entry for each place"
            )
        allowed = math.inf if exact or self.says.allowed is None else self.says.allowed.value(q, self.at)
        return Checked(self, left, right, exact, size, rounds, allowed)


def summed(size: Any, t: Any) -> Any:
    """The size of `terms` that allows sums of t terms, if they are computed twice, their rounding and no more.

    An update rule is compared from the start on, so that an error hidden by rounding at one update shows after many.
    """
    return (64 + t) * (EPSILON / TOLERANCE) * size


def worst(apart: np.ndarray, size: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each row, the largest difference relative to the size of its terms, and that size."""
    if not apart.size:
        return apart.sum(axis=1), floats(size.sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        part = floats(apart) / np.maximum(floats(size), LOST)
    most = np.arange(len(apart)), part.argmax(axis=1)
    return apart[most], floats(size[most])


def special(claims: Iterable[Any], case: Mapping[Any, Any], reasons: Mapping[str, str] | None = None) -> Any:
    """The claims of a theorem in a special case; `reasons` gives some of them their own reasons, by name."""
    return tuple(claim.where(case, (reasons or {}).get(claim.name, "")) for claim in claims)


class Hypothesis(Claim):
    """A requirement of a theorem on a run."""


class Line(Claim):
    """One step of a proof."""


@dataclass(frozen=True, eq=False, repr=False)
class Checked:
    """A claim with its two sides, evaluated on a run: arrays with one entry for each place of the claim.

    Attributes
    ----------
    claim : Hypothesis or Line
    left, right : ndarray
        The sides as compared: where the claim is `squared`, the squares of `lhs` and `rhs`.
    exact : bool
        Whether they are exact numbers, compared without tolerance.
    size : ndarray
        The size of the terms, to which rounding is relative; 0 where nothing is rounded.
    rounds : ndarray or None
        The round to which each entry belongs, if there is one.
    allowed : float
        The largest miss that does no harm; infinite if every miss that rounding explains is harmless.
    """

    claim: Claim
    left: np.ndarray
    right: np.ndarray
    exact: bool
    size: np.ndarray
    rounds: np.ndarray | None
    allowed: float = math.inf

    @property
    def name(self) -> str:
        """Name of the claim."""
        return self.claim.name

    @property
    def relation(self) -> str:
        """Relation between the sides, as a sign."""
        return SIGNS[self.claim.says.sign].text

    @cached_property
    def lhs(self) -> np.ndarray:
        """Left side of the formula, one entry for each place."""
        return _signed_root(self.left) if self.claim.says.squared else self.left

    @cached_property
    def rhs(self) -> np.ndarray:
        """Right side of the formula, one entry for each place."""
        return _signed_root(self.right) if self.claim.says.squared else self.right

    @cached_property
    def slack(self) -> np.ndarray:
        """Room to spare, ``rhs - lhs`` for "≤": negative where broken; for an equation, minus the distance."""
        with np.errstate(invalid="ignore"):  # infinity on both sides
            room = self.rhs - self.lhs
        return -np.abs(room) if self.claim.says.sign == "=" else room if "<" in self.claim.says.sign else -room

    @cached_property
    def answers(self) -> np.ndarray:
        """For each place: 1 if the claim holds there, -1 if it fails, 0 if it is undecided at this precision."""
        sign = self.claim.says.sign
        # exact sides meet an exact 0, so that nothing is rounded
        rounding = 0 if self.exact else TOLERANCE * self.size + LOST
        most = -rounding if sign in "<>" else np.minimum(rounding, self.allowed)
        holds = np.asarray(SIGNS[sign].holds(self.left, self.right, 0 if self.exact else most), dtype=bool)
        if holds.all():
            return np.ones(holds.shape, dtype=int)
        hidden = SIGNS[sign.replace("=", "") + "="].holds(self.left, self.right, rounding) & (self.size > 0)
        return np.where(holds, 1, np.where(hidden, 0, -1))

    @property
    def entries_hold(self) -> np.ndarray:
        """For each place, whether the relation holds."""
        return self.answers > 0

    @property
    def holds(self) -> bool:
        """Whether the relation holds everywhere."""
        return self.answer > 0

    @cached_property
    def answer(self) -> int:
        """The answer everywhere: -1 if it fails somewhere, otherwise 0 if it is undecided somewhere, otherwise 1."""
        return int(self.answers.min(initial=1))

    @property
    def tightest(self) -> int | None:
        """The entry with the least room, or the first that does not hold; None where there is nothing to compare."""
        if len(self.left) == 0:
            return None
        if not self.holds:
            return int(np.argmin(self.answers))
        slack, noise = floats(self.slack), self._noise
        least = np.argmin(slack)
        # entries that differ by rounding are equally tight, so that the first of them is the same on every machine
        return int(np.argmax(slack - noise <= slack[least] + noise[least]))

    @property
    def where(self) -> int | None:
        """The round of the tightest entry, if it belongs to one."""
        return None if self.rounds is None or self.tightest is None else int(self.rounds[self.tightest])

    def entry_at(self, round: int) -> int | None:
        """The entry to show in a round: the tightest of the last round, up to this one, that has entries."""
        if self.rounds is None:
            return self.tightest
        past = self.rounds[self.rounds <= round]
        if len(past) == 0:
            return None
        entries = np.flatnonzero(self.rounds == past.max())
        return int(entries[np.argmin(self.slack[entries])])

    def numbers(self, i: int) -> tuple[str, str, str]:
        """Left side, right side and slack at an entry, in a few digits; rounding is shown as 0."""
        left, right, room = (number(side[i], self._noise[i]) for side in (self.lhs, self.rhs, self.slack))
        return left, right, room

    @property
    def comparison(self) -> str:
        """The two sides at the tightest entry, in numbers."""
        if (i := self.tightest) is None:
            return "nothing to compare"
        lhs, rhs, _ = self.numbers(i)
        if lhs == rhs and not self.holds:  # four digits do not show what is wrong
            lhs, rhs = (number(side[i], self._noise[i], digits=12) for side in (self.lhs, self.rhs))
        return f"{lhs} {self.relation} {rhs}"

    def __repr__(self) -> str:
        place = "" if self.where is None else f" at round {self.where}"
        return f"<{self.name} {ANSWERS[self.answer][1]}: tightest {self.comparison}{place}>"

    @property
    def row(self) -> tuple[str, ...]:
        """Its row of a table: claim, comparison, slack, round, verdict."""
        i = self.tightest
        return (
            self.claim.text,
            self.comparison,
            "" if i is None else self.numbers(i)[2],
            "" if self.where is None else str(self.where),
            ANSWERS[self.answer][0],
        )

    @cached_property
    def _noise(self) -> np.ndarray:
        """The part of the sides, as the formula has them, that may be rounding."""
        return TOLERANCE * (np.sqrt(self.size) if self.claim.says.squared else self.size)


def _signed_root(squares: np.ndarray) -> np.ndarray:
    values = floats(squares)
    return np.sign(values) * np.sqrt(np.abs(values))
