"""Theorems as objects: hypotheses, bound and every line of the proof, evaluated on a real run.

Legend: q the quantities a theorem measures on a run, t the number of updates (or mistakes) so far.

A theorem knows no learner: it measures a `Trace`, checks its claims there, and returns a `Certificate`.
"""

from __future__ import annotations

import html
import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..arrays import as_float, floats, plain_number
from ..checks import check_whole
from ..errors import BrokenBound, DoesNotApply, MistakeBoundError, Undecided, no_attribute, shown
from ..protocol import TIE
from ..trace import Trace
from .claims import (
    EXAMPLES,
    FEATURES,
    MISTAKES,
    ROUNDS,
    RUN,
    STATES,
    UPDATES,
    Checked,
    Claim,
    Hypothesis,
    Line,
    Range,
)
from .display import html_table, number, plain, plain_text, text_table
from .expressions import Expression, constant, numeral
from .measure import within_floats
from .proved import PLACES, UNPROVED, read_uses

__all__ = [
    "EXAMPLES",
    "FEATURES",
    "MISTAKES",
    "ROUNDS",
    "RUN",
    "STATES",
    "UPDATES",
    "Certificate",
    "Checked",
    "Curves",
    "Hypothesis",
    "Line",
    "Range",
    "Squeeze",
    "Theorem",
]  # fmt: skip

# The numbers that a bound can limit, and where a certificate has them.
COUNTS = {
    "updates": lambda cert: cert.trace.n_updates,
    "mistakes": lambda cert: cert.trace.n_mistakes,
    "expected mistakes": lambda cert: cert.q.expected,
    "expected loss": lambda cert: cert.q.expected,
    "probability": lambda cert: cert.q.probability,
}


#: Words for how near runs come to a bound.
TIGHT = ("attained", "approached", "open")

UNLEARNED = constant("unlearned", r"|\text{mistakes} \setminus \text{updates}|", coq=None, kind="Z")


def mistakes_update(reason: str) -> Hypothesis:
    """The hypothesis that most theorems share: the learner learns from every mistake."""
    return Hypothesis("mistakes-update", UNLEARNED == 0, reason, RUN)


UNDECIDED = "undecided at this precision"
#: The verdicts, as a caption words them.
CAPTIONS = {
    "holds": "holds on this run",
    "does not apply": "does not apply to this run",
    "broken": "is BROKEN on this run",
    UNDECIDED: f"is {UNDECIDED}",
}
#: Words of a message for a claim that fails or is undecided: the place, and the comparison.
FAILS, UNCLEAR = "fails{}: {} is false", f"is {UNDECIDED}{{}}: rounding hides whether {{}}"
#: The remedy for a certificate that is undecided.
EXACTLY = (
    "Play the run in whole numbers or fractions, which are compared exactly: mb.exactly makes them of floats, as in "
    "mb.play(learner, mb.exactly(X), y); let the parameters of learner and theorem be such numbers too. Where a "
    "theorem has logarithms, leave more room."
)

# A line may miss by this many times the doubt of a hypothesis, since a bound may contain the square of a margin.
MAGNIFIED = 4

NOTHING, UPDATE, COUNT = numeral(0), constant("t"), constant("M")


@dataclass(frozen=True, eq=False)
class Squeeze:
    """The picture of a bound: two guaranteed curves, and the quantities of a run between them, as expressions.

    Attributes
    ----------
    upper, lower : Expression
        Guaranteed curves, of the number of updates (or mistakes).
    inner : tuple of Expression
        Quantities of a run after 0, 1, 2, ... updates (or mistakes); NaN where undefined.
    quantity : str
        The squeezed quantity, in words.
    counter : Expression
        The letter for that number: t for updates, M for mistakes.
    meets : Expression, optional
        The place where the curves meet, so that no room is left for another mistake; by default, the bound.
    at : str, optional
        The name of the places at which the curves are evaluated; by default 0, 1, 2, ... An expectation grows by less
        than 1 in a round.
    steps : bool
        Whether each update moves these quantities as far as the curves move, wherever they are: then they show how much
        room is left (`Curves.room`). False if later rounds can give something back.
    """

    upper: Expression
    inner: tuple[Expression, ...]
    quantity: str
    lower: Expression = NOTHING
    counter: Expression = UPDATE
    meets: Expression | None = None
    at: str | None = None
    steps: bool = True

    @property
    def labels(self) -> list[str]:
        """The formulas from lowest to highest, in LaTeX without dollar signs."""
        return [each.tex for each in (self.lower, *self.inner, self.upper)]

    def on(self, q: Any, bound: Any) -> Curves:
        """The squeeze on one run."""

        def curve(side: Expression) -> Callable[[Any], Any]:
            def of(count: Any) -> Any:
                there = copy(q)
                setattr(there, self.counter.of, np.asarray(count, dtype=float))
                with np.errstate(invalid="ignore"):  # infinity less infinity
                    return np.broadcast_to(floats(side.value(there, RUN)), np.shape(count))[()]

            return of

        lower, *between, upper = self.labels
        with np.errstate(divide="ignore"):  # the logarithm of nothing
            inner = {label: floats(each.value(q, STATES)) for label, each in zip(between, self.inner, strict=True)}
        places = np.arange(max(map(len, inner.values()))) if self.at is None else getattr(q, self.at)
        meets = as_float(bound if self.meets is None else self.meets.value(q, RUN))
        return Curves(curve(self.lower), curve(self.upper), lower, upper, inner, places, meets, self.quantity,
                      self.counter.tex, self.steps)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Curves:
    """A squeeze on one run: its curves as functions on arrays, the quantities between them as values.

    Attributes
    ----------
    lower, upper : callable
    lower_label, upper_label : str
    inner : mapping
        Formula -> values.
    places : ndarray
        The place of each of these values: its number of updates, mistakes or whatever is counted.
    meets : float
        The place where the curves meet; infinite if they never do.
    quantity, counter : str
    steps : bool
        As in `Squeeze`.
    """

    lower: Callable[[Any], Any]
    upper: Callable[[Any], Any]
    lower_label: str
    upper_label: str
    inner: Mapping[str, np.ndarray]
    places: np.ndarray
    meets: float
    quantity: str
    counter: str
    steps: bool

    def room(self, most: np.ndarray) -> np.ndarray:
        """The largest number m of updates, up to `most`, that the curves allow after each place.

        A single quantity Φ falls by at least as much as the upper curve, and stays above the lower one: Φ_t - (upper(t)
        - upper(t + m)) ≥ lower. If there are two quantities, the first rises by at least as much as the lower curve,
        and the square of the second by at most as much as the square of the upper one. In the Perceptron's proof this
        reads ⟨u, w_t⟩ + ηγm ≤ ‖u‖ √(‖w_t‖² + η²R²m).
        """
        first, *second = (values[: len(most)] for values in self.inner.values())
        places, size = self.places[: len(most)], abs(self.upper(0))  # the rounding is relative to this size

        def fits(m: np.ndarray) -> np.ndarray:
            if second:
                low, high = first + self.lower(m), np.hypot(second[0], self.upper(m))
            else:
                low, high = np.full(m.shape, self.lower(0)), first - (self.upper(places) - self.upper(places + m))
            with np.errstate(invalid="ignore"):  # infinity less infinity
                return ~(low - high > TIE * (np.abs(low) + np.abs(high) + size))

        fit, unfit = np.zeros_like(most), most + 1  # the numbers that fit form an interval from 0 on: bisect it
        while np.any(unfit - fit > 1):
            middle = (fit + unfit) // 2
            inside = fits(middle)
            fit, unfit = np.where(inside, middle, fit), np.where(inside, unfit, middle)
        return fit


class Quantities:
    """The quantities of a run: a theorem's own subclass reads them off the run when it is made.

    When all are measured, it also remembers sums computed from them; a copy with other values does not.
    """

    __slots__ = ("__dict__", "worked_out")
    updates: np.ndarray
    mistakes: np.ndarray
    replaced: tuple[str, ...] = ()

    def used(self, name: str, given: Any, value: Any) -> Any:
        """The value used for a parameter; if it is not the one given, the certificate says so."""
        self.replaced += (name,) * (given is not None and value is not given)
        return value

    def __copy__(self) -> Any:
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    @property
    def unlearned(self) -> Any:
        """The number of mistakes that are not updates."""
        return len(np.setdiff1d(self.mistakes, self.updates))

    @property
    def needless(self) -> Any:
        """The number of updates that are not mistakes."""
        return len(np.setdiff1d(self.updates, self.mistakes))

    @classmethod
    def names(cls) -> set[str]:
        """All names of the class and in its methods, among which are its quantities."""
        own = [*Quantities.__annotations__, *(name for kind in cls.__mro__ for name in vars(kind))]
        methods = (method for kind in cls.__mro__ for method in vars(kind).values() if hasattr(method, "__code__"))
        return {*own, *(name for method in methods for name in method.__code__.co_names)}


@dataclass(frozen=True, repr=False)
class Theorem:
    """A mistake bound that can be checked on a run. In a notebook or a terminal it prints its statement.

    Attributes
    ----------
    name : str
        Its name in code ("NOVIKOFF").
    title : str
        Its name in prose.
    states : str
        The whole theorem in words, quantifiers first, with an empty line between paragraphs. Only a letter is typed
        between dollar signs. Each other formula is a field that names a claim, or one of `also`: "{margin.bare}",
        "{bound.right}".
    source : str
        Key in ``book/references.bib``.
    measure : type
        The class of the quantities in the claims, ``measure(trace, **parameters)``; `updates` and `mistakes`, the
        rounds, are added to them. Its docstring describes the parameters.
    hypotheses, lines : tuple
    counts : {"updates", "mistakes", "expected mistakes", "expected loss", "probability"}
        The bounded number. An expectation or a probability is measured, as `expected` or `probability`.
    given : str or callable
        A condition that no run can show, which a certificate repeats: "each draw is fresh". ``given(q)``, if it depends
        on the run.
    squeeze : Squeeze, optional
        Its picture.
    run : type
        The kind of run that it is checked on: a `Trace`, an `AllRuns`, a `GameRun` or a `LossRun`.
    tight : tuple of str
        Whether the bound is "attained" by a run, "approached" by a family of runs, or "open"; and how, in words that
        continue this one, with formulas between dollar signs. `how_tight` has both as a sentence.
    bounds : str
        The name of the line whose right side is the bound on the count.
    learner : str
        The learners whose mistakes it bounds, in words: the theorem itself looks at runs only. Names of the package are
        between backquotes.
    builds_on : tuple
        The theorems that this one specialises, extends or uses, the nearest first: pairs of a name and the relation in
        words.
    puts : mapping
        Replacements, in formula and statement, for letters and wholes of the line that `bounds` names.
    also : mapping
        Further relations and letters of the statement, by name. Relations are checked on a run as claims are, each
        under the special cases before it.
    beside : tuple
        The names of claims, or of entries of `also`, that the formula shows beside the bound.
    """

    name: str
    title: str
    states: str
    source: str
    measure: type[Any]
    hypotheses: tuple[Hypothesis, ...]
    lines: tuple[Line, ...]
    counts: str = "updates"
    given: str | Callable[[Any], str] = ""
    squeeze: Squeeze | None = None
    run: type[Any] = Trace
    tight: tuple[str, str] = ("open", "until somebody says how near runs come to it.")
    bounds: str = "bound"
    learner: str = ""
    builds_on: tuple[tuple[str, str], ...] = ()
    puts: Mapping[Expression, Any] = field(default_factory=dict)
    also: dict[str, Any] = field(default_factory=dict)
    beside: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.counts not in COUNTS:
            raise ValueError(f"{self.name}: counts is {self.counts!r}; it must be one of {', '.join(COUNTS)}")
        if self.tight[0] not in TIGHT:
            raise ValueError(f"{self.name}: tight begins with {self.tight[0]!r}; it must be one of {', '.join(TIGHT)}")
        used = [*(claim.name for claim in self.hypotheses + self.lines), *self.also]
        repeated = [name for name in used if used.count(name) > 1]
        if repeated:
            raise ValueError(f"{self.name} uses the name {repeated[0]!r} twice")
        if self.bounds not in used:
            raise ValueError(f"{self.name} has no line {self.bounds!r}")
        for name in self._needs() - self.measure.names():
            raise ValueError(f"{self.name} needs {name!r} of a run, and {self.measure.__name__} does not measure it")
        for typed in re.findall(r"\$([^$]*)\$", self.states):
            if not re.fullmatch(r"\\?[A-Za-z]+", typed):
                raise ValueError(
                    f"{self.name} states ${typed}$: only a letter can be typed; name a claim, or a relation in `also`"
                )
        try:
            _ = self.statement, self.formula  # each field names something
        except (KeyError, AttributeError) as wrong:
            raise ValueError(f"{self.name} states {wrong}, which is none of {', '.join(self.said)}") from None

    def _needs(self) -> set[str]:
        """The names of all quantities that its claims and its picture need of a run."""
        claims, drawn = self.hypotheses + self.lines, self.squeeze
        needs = [need for claim in claims for need in (*claim.says.needs(), claim.at.rounds, claim.at.places)]
        if drawn:
            for side in (drawn.lower, *drawn.inner, drawn.upper, drawn.meets or NOTHING):
                needs += [need for need in side.needs() if need != drawn.counter.of]
            needs.append(drawn.at)
        return {need for need in needs if isinstance(need, str)}

    @property
    def said(self) -> dict[str, Any]:
        """The names that the fields of the statement can use."""
        claims = {claim.name: claim.says for claim in self.hypotheses + self.lines}
        says = claims[self.bounds].where(self.puts).bare
        if says.left.tex == UPDATE.tex:  # after all updates
            says = replace(says, left=COUNT)
        return claims | {self.bounds: says} | self.also

    @property
    def statement(self) -> str:
        """The theorem in words: text with formulas between dollar signs, and an empty line between paragraphs."""
        return self.states.format_map(self.said)

    @property
    def formula(self) -> str:
        """LaTeX of the bound, without dollar signs."""
        first, *more = (self.said[name].displayed for name in (self.bounds, *self.beside))
        text, last = first.tex, first.right.tex
        for says in more:  # a relation that begins with the end of the one before continues it
            text += says.tex.removeprefix(last) if says.left.tex == last else rf", \quad {says.tex}"
            last = says.right.tex
        return text

    def bound(self, q: Any) -> Any:
        """The value of the bound's formula on the quantities of a run, after all its rounds."""
        (line,) = (line for line in self.lines if line.name == self.bounds)
        bounds = line.says.right.value(q, line.at)
        return plain_number(bounds[-1] if np.ndim(bounds) else bounds)

    @property
    def labels(self) -> dict[str, str]:
        """The number of each claim by its name, as pages print it: H1, H2, ... the hypotheses, 1, 2, ... the lines."""
        return {claim.name: f"H{i}" for i, claim in enumerate(self.hypotheses, start=1)} | {
            claim.name: f"{i}" for i, claim in enumerate(self.lines, start=1)
        }

    @property
    def how_tight(self) -> str:
        """How near runs come to the bound, in a sentence."""
        return f"{self.tight[0].capitalize()} {self.tight[1]}"

    @property
    def proof(self) -> str | None:
        """Its machine-checked proof for all runs: "Perceptron.NOVIKOFF" is in ``proofs/Perceptron.v``. Or None."""
        return PLACES.get(self.name)

    @property
    def unproved(self) -> str | None:
        """Why no machine has checked it yet."""
        return UNPROVED.get(self.name)

    @property
    def uses(self) -> dict[str, list[str]]:
        """For each line by name, the hypotheses on which its machine-checked proof rests; empty if there is none."""
        return {line: names.split() for line, names in read_uses().get(self.name, {}).items()}

    def check(self, trace: Any, *unnamed: Any, **parameters: Any) -> Certificate:
        """Check hypotheses, bound and every line of the proof on a run.

        Parameters
        ----------
        trace : Trace
            The run; for some theorems an AllRuns, a GameRun or a LossRun.
        **parameters
            Further inputs of this theorem; its display describes them.

        Raises
        ------
        TypeError
            If the parameters are not those of this theorem.
        MistakeBoundError
            If the theorem is about another kind of run, or a parameter has no meaning for this run.
        """
        if unnamed:
            named = ", ".join(f"{name}=..." for name in [*self._signature.parameters][1 : 1 + len(unnamed)])
            raise TypeError(f"name the arguments after the run: {self.name}.check(trace, {named})")
        try:
            self._signature.bind(trace, **parameters)
        except TypeError as wrong:
            raise TypeError(f"{self.name}.check{self._signature}: {wrong}") from None
        if not isinstance(trace, self.run):
            kind, given = self.run.__name__, type(trace).__name__
            raise MistakeBoundError(
                f"{self.name} is checked on a run of type {kind}, which {self.run.made_by} makes, not on {given}."
            )
        parameters = {name: plain_number(value) for name, value in parameters.items()}
        trace.validate()
        rounds = {name: getattr(trace, name) for name in ("updates", "mistakes") if hasattr(trace, name)}
        with within_floats(self.name):
            q = self.measure(trace, **parameters)
        vars(q).update(rounds)
        q.worked_out = {}
        return Certificate(self, trace, q)

    def __repr__(self) -> str:
        said = [self._caption, *self._words]
        for title, rows in self._groups.items():
            said += [f"\n{title}", *(f"  {name}: {claim}\n      {reason}" for name, claim, reason in rows)]
        return "\n".join(said)

    def _repr_html_(self) -> str:
        table = html_table("theorem", self._caption, ("name", "claim", "reason"), self._groups)
        return table + "".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in self._words)

    @property
    def _signature(self) -> inspect.Signature:
        """The signature of `check` without types, because the words beside it describe the arguments."""
        parameters = inspect.signature(self.measure).parameters.values()
        return inspect.Signature([parameter.replace(annotation=parameter.empty) for parameter in parameters])

    @property
    def _words(self) -> list[str]:
        usage = f"{self.name}.check{self._signature}: {inspect.getdoc(self.measure)}"
        return [*plain_text(self.statement).split("\n\n"), usage]

    @property
    def _caption(self) -> str:
        return f"{self.title}: {plain(self.formula)}"

    @property
    def _groups(self) -> dict[str, list[tuple[str, ...]]]:
        return {
            title: [(f"{self.labels[claim.name]} {claim.name}", claim.text, claim.reason) for claim in claims]
            for title, claims in (("Hypotheses", self.hypotheses), ("Proof", self.lines))
        }


def _of_updates(claim: Claim) -> Claim:
    """A claim about every example, where the examples of the updates are all that there are."""
    return replace(claim, at=replace(claim.at, words="every example i of an update"))


@dataclass(frozen=True, eq=False, repr=False)
class Certificate:
    """The verdict of a theorem on one run.

    Attributes
    ----------
    theorem : Theorem
    trace : Trace
    q : Quantities
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
        return self._checked(self.theorem.hypotheses)

    @cached_property
    def lines(self) -> dict[str, Checked]:
        """Each line of the proof by name, evaluated."""
        return self._checked(self.theorem.lines)

    def _checked(self, claims: Sequence[Claim]) -> dict[str, Checked]:
        if isinstance(self.trace, Trace) and self.trace.X is None:  # streamed: only updates were looked at
            claims = [_of_updates(claim) if claim.at.words == EXAMPLES.words else claim for claim in claims]
        with within_floats(self.theorem.name):
            return {claim.name: claim.check(self.q) for claim in claims}

    def __getattr__(self, name: str) -> Any:
        raise no_attribute("a Certificate", name, dir(self))

    def __getitem__(self, name: str) -> Checked:
        """A line or hypothesis by its name."""
        claims = self.hypotheses | self.lines
        if not isinstance(name, str) or name not in claims:
            raise KeyError(f"{self.theorem.name} has no line {shown(name)}; it has {', '.join(claims)}")
        return claims[name]

    @cached_property
    def bound(self) -> Any:
        """The bound on the count; infinite if the hypotheses imply no bound."""
        with within_floats(self.theorem.name):
            bound = self.theorem.bound(self.q)
        return math.inf if bound < 0 else bound  # no count is below 0, so a hypothesis fails

    @cached_property
    def room(self) -> np.ndarray | None:
        """The number of further updates or mistakes allowed after 0, 1, 2, ... of them; None without a bound on them.

        It is never more than the bound minus the number so far. If the squeeze moves in steps, the measured quantity
        decides: nothing is left once it is on its floor.

        Examples
        --------
        >>> import mistakebound as mb
        >>> C = mb.concepts.singletons(8)
        >>> cert = mb.HALVING.check(mb.play(mb.Halving(C), [[3]], [1]), concepts=C)
        >>> cert.room.tolist()  # a singleton that is right is the only concept left
        [3, 0]
        """
        if self.theorem.counts not in ("updates", "mistakes") or not self.bound < 2**53:  # beyond, floats skip numbers
            return None
        left = math.floor(float(self.bound) * (1 + TIE)) - np.arange(self.counted + 1)
        if self.squeeze is None or not self.squeeze.steps:
            return left
        so_far = np.arange(len(left))
        most = so_far + np.minimum(left, self.squeeze.room(np.maximum(left, 0)))  # the total is at most this
        return np.minimum.accumulate(most) - so_far

    @property
    def noun(self) -> str:
        """The word for what the bound counts: "mistake", even for updates that are all mistakes; otherwise "update"."""
        same = hasattr(self.trace, "mistakes") and np.array_equal(self.trace.updates, self.trace.mistakes)
        return "update" if self.theorem.counts == "updates" and not same else "mistake"

    def room_in_words(self, t: int) -> str:
        """The room after t updates or mistakes, in words; nothing without a bound on them.

        Examples
        --------
        >>> import mistakebound as mb
        >>> C = mb.concepts.singletons(8)
        >>> cert = mb.HALVING.check(mb.play(mb.Halving(C), [[3]], [1]), concepts=C)
        >>> cert.room_in_words(0), cert.room_in_words(1)
        ('room for at most 3 mistakes', 'no room for another mistake')
        """
        if self.room is None:
            return ""
        t = check_whole(t, "t", least=0, most=len(self.room) - 1)
        room, noun = self.room[t], self.noun
        if room < 0:
            return f"{-room} more than the bound"
        if not room:
            return f"no room for {'another' if t else 'a single'} {noun}"
        return f"room for {f'{room} more' if t else f'at most {room}'} {noun}{'' if room == 1 else 's'}"

    def broken_after(self, round: int) -> list[str]:
        """The hypotheses that fail in one of the rounds up to this one, or of the run as a whole."""
        return [
            name
            for name, checked in self.hypotheses.items()
            if checked.answer == -1
            and (checked.rounds is None or np.any(checked.rounds[checked.answers == -1] <= round))
        ]

    @property
    def mistakes(self) -> int:
        """Mistakes of the run, if the theorem is about one run."""
        if not hasattr(self.trace, "n_mistakes"):
            raise MistakeBoundError(f"{self.trace!r} is not one run of a learner: use cert.counted.")
        return self.trace.n_mistakes

    @property
    def counted(self) -> Any:
        """The number that the bound limits: updates, mistakes, an expected number of them or loss, or a probability."""
        return COUNTS[self.theorem.counts](self)

    @property
    def applies(self) -> bool:
        """Whether every hypothesis holds on this run."""
        return all(checked.holds for checked in self.hypotheses.values())

    @property
    def undecided(self) -> bool:
        """Whether rounding hides the verdict: a claim may fail, or one fails and rounding can explain it."""
        return self.verdict[0] == UNDECIDED

    @cached_property
    def verdict(self) -> tuple[str, list[Checked]]:
        """The verdict ("holds", "does not apply", "broken", "undecided at this precision") and the claims behind it."""
        hypotheses, lines = self.hypotheses.values(), self.lines.values()
        for words, answer, claims in (
            ("does not apply", -1, hypotheses),
            (UNDECIDED, 0, hypotheses),
            ("broken", -1, lines),
            ("broken", -1, [self._count]),
            (UNDECIDED, 0, [*lines, self._count]),
        ):
            if objections := [checked for checked in claims if checked.answer == answer]:
                # the proof is not to blame where the rounding of a hypothesis can explain why a line fails
                miss = max(checked.miss for checked in objections)
                if words == "broken" and any(MAGNIFIED * checked.doubt > miss for checked in hypotheses):
                    return UNDECIDED, [checked for checked in hypotheses if checked.doubt == np.inf] or objections
                return words, objections
        return "holds", []

    @property
    def within_bound(self) -> bool:
        """Whether the count stays within the bound."""
        return self._count.holds

    @property
    def holds(self) -> bool:
        """Whether the bound and every line of the proof are true on this run."""
        return self.within_bound and all(checked.holds for checked in self.lines.values())

    @property
    def given(self) -> str:
        """The condition on which the certificate rests and which no run can show; empty if there is none."""
        given = self.theorem.given
        return given(self.q) if callable(given) else given

    @property
    def exact(self) -> bool:
        """Whether every comparison was made in exact arithmetic."""
        return all(checked.exact for checked in (self.hypotheses | self.lines).values())

    @property
    def squeeze(self) -> Curves | Any:
        """The picture of this bound on this run, if the theorem has one."""
        return None if self.theorem.squeeze is None else self.theorem.squeeze.on(self.q, self.bound)

    def require(self) -> Certificate:
        """Return the certificate, or raise if the theorem does not apply or does not hold.

        Raises
        ------
        DoesNotApply
            Naming the first hypothesis that fails.
        Undecided
            Naming the first hypothesis or line whose verdict rounding hides, and what to do.
        BrokenBound
            Naming the first line that breaks, and the round.
        """
        verdict, objections = self.verdict
        if not objections:
            return self
        first = objections[0]
        if verdict == UNDECIDED:
            raise Undecided(f"{self._failure(first, UNCLEAR)} {EXACTLY}")
        if verdict == "does not apply":
            raise DoesNotApply(f"{self._failure(first, FAILS)} The theorem promises nothing about this run.")
        raise BrokenBound(self._failure(first, FAILS), line=first.name, round=first.where)

    def _failure(self, checked: Checked, words: str) -> str:
        place = "" if checked.where is None else f" at round {checked.where}"
        rounding = "" if checked.exact else " (up to rounding)"
        return (
            f"{self.theorem.title}: {checked.name} ({plain(checked.claim.formula)}) "
            f"{words.format(place, checked.comparison)}{rounding}."
            f"{f' All this given that {self.given}.' if self.given else ''}"
        )

    @cached_property
    def _count(self) -> Checked:
        counted, bound = (constant(name, rf"\text{{{words}}}") for name, words in
                          (("counted", self.theorem.counts), ("bound", "bound")))  # fmt: skip
        q = SimpleNamespace(counted=self.counted, bound=self.bound, updates=getattr(self.q, "updates", ()))
        return Line("bound", counted <= bound, "", RUN).check(q)

    @property
    def _caption(self) -> str:
        verdict, objections = self.verdict
        words = CAPTIONS[verdict] + f" ({', '.join(checked.name for checked in objections)})" * bool(objections)
        count = f"{self.theorem.counts} {number(self.counted)}, bound {number(self.bound)}"
        if verdict == "holds" and (room := self.room_in_words(self.counted)):
            count += f", {room}"
        how = "compared exactly" if self.exact else "compared up to rounding"
        given = f", given that {self.given}" if self.given else ""
        replaced = f"; {', '.join(dict.fromkeys(self.q.replaced))} as measured, not as given" if self.q.replaced else ""
        return f"{self.theorem.title} {words}: {count}{given} ({how}{replaced})"

    @property
    def _groups(self) -> dict[str, list[tuple[str, ...]]]:
        return {
            title: [(f"{self.theorem.labels[name]} {name}", *checked.row) for name, checked in claims.items()]
            for title, claims in (("Hypotheses", self.hypotheses), ("Proof", self.lines))
        }

    _head = ("name", "claim", "at its tightest", "slack", "round", "holds")

    def __repr__(self) -> str:
        return f"{self._caption}\n{text_table(self._head, self._groups)}"

    def _repr_html_(self) -> str:
        return html_table("certificate", self._caption, self._head, self._groups)
