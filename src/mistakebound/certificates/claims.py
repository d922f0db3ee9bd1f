"""Claims about a run: a left side, a relation and a right side at each place, and whether they hold there.

Legend: q the quantities a theorem measures on a run; a, b the two sides, e the distance that rounding may put between
them; t numbers the updates, from 1.

Exact numbers (int, Fraction) are compared exactly. For floats there are three answers: a claim holds, it fails, or it
is undecided at this precision.

- "<=", ">=" and "=" hold if they miss by at most e.
- "<" and ">" hold only if the room is more than e, so that they hold whatever rounding has done. They are undecided if
  they miss by at most e, or have no more room than that.

e is `ROUNDING` times the size of the terms, 64 units in their last place, and for a line one unit more for each update;
a claim may set its own `rounding`. If the rounding of a hypothesis (`doubt`) can explain why a line or the bound fails,
the certificate is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..arrays import EPSILON, floats, is_exact
from .display import number, plain

__all__ = [
    "EXAMPLES", "FEATURES", "MISTAKES", "ROUNDING", "ROUNDS", "RUN", "STATES", "UPDATES", "Checked", "Claim",
    "Hypothesis", "Line", "Range", "special", "summed", "worst",
]  # fmt: skip

#: The rounding of a side that is worked out in a few operations, relative to the size of its terms.
ROUNDING = 64 * EPSILON
# This close to 0, floats have lost the digits that rounding refers to.
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

    adds_up: ClassVar = False  # whether its sides may be sums over a run, each rounded once for every update
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
        says, squared = self.says, self.says.squared
        try:
            sides = says.sides(q, self.at, squared)
        except FloatingPointError:  # the sides may be in the range of floats, even if their squares are not
            sides = says.sides(q, self.at, squared := False)
        left, right = np.broadcast_arrays(*map(np.atleast_1d, sides))
        exact, rounding = is_exact(left) and is_exact(right), np.zeros(left.shape)
        if not exact:
            left, right = left.astype(float, copy=False), right.astype(float, copy=False)
            with np.errstate(invalid="ignore"):  # the root of a number below 0, if a hypothesis fails
                rounding = self._rounding(q, left, right, squared)
        if left.ndim > 1:  # vectors: their largest difference, for each place
            left, rounding = worst(abs(left - right), rounding)
            right = np.zeros_like(left)
        rounding = np.where(np.isfinite(rounding), np.broadcast_to(rounding, left.shape), 0)
        rounds = None if self.at.rounds is None else np.asarray(read(self.at.rounds, q))
        places = 1 if self.at is RUN else None if rounds is None else len(rounds)
        if places not in (None, left.size):
            raise ValueError(
                f"{self.name}: {left.size} entries for {places} places ({self.at.words}); give one entry for each place"
            )
        return Checked(self, left, right, exact, rounding, rounds, squared)

    def _rounding(self, q: Any, left: np.ndarray, right: np.ndarray, squared: bool) -> Any:
        """The distance that rounding may put between floating-point sides, or between each two of their entries."""
        if self.says.rounding is not None:
            return floats(self.says.rounding.value(q, self.at))
        if left.ndim > 1:  # an entry of a vector is rounded once or twice
            return EPSILON * (0.0 if np.array_equal(left, right) else floats(self.says.scale(q, self.at, squared)))
        size = np.maximum(np.abs(left), np.abs(right))  # the terms are at least as large as their sums
        units = ROUNDING + EPSILON * len(getattr(q, "updates", ())) * self.adds_up
        return units * np.maximum(size, floats(self.says.scale(q, self.at, squared)))


def summed(size: Any, t: Any) -> Any:
    """The size of the terms of sums of t numbers, whose rounding grows by one unit in the last place for each."""
    return (1 + t * (1 / 64)) * size


def worst(apart: np.ndarray, size: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each row, the largest difference relative to the size of its terms, and that size."""
    size = np.broadcast_to(floats(size), apart.shape)
    if not apart.size:
        return apart.sum(axis=1), size.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        part = floats(apart) / np.maximum(size, LOST)
    most = np.arange(len(apart)), part.argmax(axis=1)
    return apart[most], size[most]


def special(claims: Iterable[Any], case: Mapping[Any, Any], reasons: Mapping[str, str] | None = None) -> Any:
    """The claims of a theorem in a special case; `reasons` gives some of them their own reasons, by name."""
    return tuple(claim.where(case, (reasons or {}).get(claim.name, "")) for claim in claims)


class Hypothesis(Claim):
    """A requirement of a theorem on a run."""


class Line(Claim):
    """One step of a proof."""

    adds_up: ClassVar = True


@dataclass(frozen=True, eq=False, repr=False)
class Checked:
    """A claim with its two sides, evaluated on a run: arrays with one entry for each place of the claim.

    Attributes
    ----------
    claim : Hypothesis or Line
    left, right : ndarray
        The sides as compared: if `squared`, the squares of `lhs` and `rhs`.
    exact : bool
        Whether they are exact numbers, compared exactly.
    rounding : ndarray
        The distance that rounding may put between the sides, 0 where nothing is rounded.
    rounds : ndarray or None
        The round to which each entry belongs, if there is one.
    squared : bool
        Whether squares are compared, which are exact even if the sides are roots.
    """

    claim: Claim
    left: np.ndarray
    right: np.ndarray
    exact: bool
    rounding: np.ndarray
    rounds: np.ndarray | None
    squared: bool

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
        return _signed_root(self.left) if self.squared else self.left

    @cached_property
    def rhs(self) -> np.ndarray:
        """Right side of the formula, one entry for each place."""
        return _signed_root(self.right) if self.squared else self.right

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
        rounding = 0 if self.exact else self.rounding + LOST  # exact sides meet an exact 0
        holds = SIGNS[sign].holds(self.left, self.right, -rounding if sign in "<>" else rounding)
        if np.all(holds):
            return np.ones(self.left.shape, dtype=int)
        unclear = SIGNS[sign.replace("=", "") + "="].holds(self.left, self.right, rounding)
        unclear &= (self.rounding > 0) | (self.left != self.right)
        return np.where(holds, 1, np.where(unclear, 0, -1))

    @property
    def entries_hold(self) -> np.ndarray:
        """For each place, whether the relation holds."""
        return self.answers > 0

    @property
    def holds(self) -> bool:
        """Whether the relation holds everywhere."""
        return self.answer > 0

    @property
    def doubt(self) -> float:
        """The part of its room that may be rounding, if the relation is strict; infinite if it holds only by rounding.

        Every equation of floats holds only by rounding, so one is in doubt only if its claim sets a `rounding`.
        """
        says = self.claim.says
        if self.exact or (says.sign == "=" and says.rounding is None):
            return 0
        if says.sign not in "<>":
            return 0 if np.all(SIGNS[says.sign].holds(self.left, self.right, 0)) else np.inf
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(np.nanmax(self.rounding / abs(self.left - self.right), initial=0))

    @property
    def miss(self) -> float:
        """The distance between the sides where it fails, as a part of the larger."""
        left, right = (floats(side[self.answers < 0]) for side in (self.left, self.right))
        with np.errstate(invalid="ignore"):
            return float(np.nan_to_num(abs(left - right) / np.maximum(abs(left), abs(right)), nan=1).max(initial=0))

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
        return np.sqrt(ROUNDING * self.rounding) if self.squared else self.rounding


def _signed_root(squares: np.ndarray) -> np.ndarray:
    values = floats(squares)
    return np.sign(values) * np.sqrt(np.abs(values))
