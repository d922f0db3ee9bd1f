r"""Mistake bounds of CON, with any choice and with a fresh random one, and of elimination.

Legend: C a class, V_t the concepts that agree with the first t updates, y_t the label of update t, M_t the mistakes up
to update t, p_t the probability of a mistake; n variables, T the literals of the target f, k their number, L_t the
literals that no update has ruled out, h_t their conjunction.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from ..arrays import dense
from ..certificates.core import MISTAKES, RUN, STATES, Hypothesis, Line, Range, Squeeze, Theorem
from ..certificates.expressions import CALL, SUM, Index, Op, constant, measured, numeral, state, update
from ..certificates.functions import count as count_of
from ..certificates.functions import ln, so_far, without
from ..certificates.measure import examples
from ..concepts import ConceptClass, Formula
from ..concepts.bits import pack
from ..concepts.families import check_literals, literal_values
from ..errors import MistakeBoundError, NotRecorded, shown
from ..trace import Trace
from .version_space import (
    FLOOR,
    MISTAKES_UPDATE,
    MONOTONE,
    REALIZABLE,
    C,
    Counts,
    M,
    V,
    VersionSpace,
    left,
    lost,
    mistakes,
    unlearned,
)

__all__ = ["CONSISTENT", "CONSISTENT_RANDOM", "ELIMINATION"]

_FROM_VERSION_SPACE = Hypothesis("consistent", lost >= 1,
    "Whenever the learner is wrong, it has predicted with a concept of the class that agrees with every example it has "
    "learned from; so this mistake rules that concept out. A run shows predictions and not concepts, so the check is "
    "that some concept is ruled out.", MISTAKES)  # fmt: skip

CONSISTENT = Theorem(
    name="CONSISTENT",
    title="Mistake bound of any consistent learner",
    states=(
        "Let $C$ be a finite class, and let some concept of $C$ give every example its label. Let a learner learn "
        "from every mistake, and perhaps from other rounds, and let it predict in each round with a concept of $C$ "
        "that agrees with every example it has learned from. Then, whichever of these concepts it takes, and for "
        "every sequence of examples of any length, the number $M$ of its mistakes is at most {bound.right}."
    ),
    source="littlestone1988",
    learner="Any that predicts with a concept that still agrees: `Consistent`.",
    tight=("attained",
        "on singletons: nature shows the point of the concept that the learner believes in, and says no."),
    counts="mistakes",
    measure=VersionSpace,
    hypotheses=(REALIZABLE, MISTAKES_UPDATE, _FROM_VERSION_SPACE),
    lines=(
        MONOTONE,
        Line("progress", V <= V.before - 1, "At a mistake the concept that was used is ruled out.", MISTAKES),
        FLOOR,
        Line("total-progress", M <= C - V, "Every mistake so far has ruled out a concept of its own."),
        Line("bound", M <= C - 1, "At least one concept is left."),
    ),
    squeeze=Squeeze(
        lower=numeral(1), upper=C - mistakes, inner=(left,), quantity="concepts that are left", counter=mistakes
    ),
)  # fmt: skip


class _RandomChoice(VersionSpace):
    """The class is `concepts`. The learner draws a concept of the version space afresh in each round, and unseen."""

    def __init__(self, trace: Trace, concepts: ConceptClass) -> None:
        if trace.X is None:
            raise NotRecorded(
                "the data of this run were not kept, but every round counts: play on arrays, not a stream."
            )
        super().__init__(trace, concepts)
        sizes = V.value(self, STATES).tolist()
        self.p = np.array([1 - Fraction(b, a) if a else 0 for a, b in pairwise(sizes)], dtype=object)
        self.sum = np.cumsum(self.p)
        self.expected = self.sum[-1] if len(self.sum) else 0
        self.quiet = np.setdiff1d(np.arange(trace.n_rounds), trace.updates)
        self.missed = np.zeros(len(self.quiet), dtype=int)
        X, y = examples(trace)
        before = np.searchsorted(trace.updates, self.quiet)
        for t in np.unique(before):
            rows = self.quiet[before == t] % len(y)
            votes = concepts.votes(self.V[t], dense(X[rows]))
            self.missed[before == t] = np.where(y[rows] > 0, sizes[t] - votes, votes)


_QUIET = Range("every round without an update, after t updates", "quiet",
               "forall past r rest, run = past ++ r :: rest -> learned r = false -> ")  # fmt: skip

#: An equation, and then a relation of its right side.
which_is = Op(lambda _, b: b, "{0} = {1}", r"{0} = {1} /\ {1}", "{0}, which is {1},", (SUM, SUM))

p = update("p")
chances = so_far(p)
chances = replace(chances, op=chances.op._replace(coq="Vectors.sum t (fun s => {1})"))  # `sum` is a line of the proof
missed = constant("missed", r"\text{number of concepts of } V_t \text{ that the round refutes}",
                  "size (refuted (space C past) (shown r))", kind="Z")  # fmt: skip

CONSISTENT_RANDOM = Theorem(
    name="CONSISTENT_RANDOM",
    title="Expected mistakes of a random consistent concept",
    states=(
        "Let $C$ be a finite class, and let some concept of $C$ give every example its label. In each round let the "
        "learner draw a concept uniformly at random from the version space, the set of all concepts of $C$ that "
        "agree with every earlier example, and predict with it. Let each draw be fresh and unseen: its randomness "
        "is independent of all that came before, and of the example and the label of its round. Examples and labels "
        "may depend on earlier draws in any way. Then the expected number of mistakes, {bound.left}, is at most "
        "{bound.right}."
    ),
    puts={chances: constant("expected", r"\mathrm{E}[M]")},
    source="littlestonewarmuth1994",
    learner="`Consistent`, which draws one of the concepts that still agree.",
    builds_on=(("CONSISTENT", "the concept is drawn anew in every round, so that most draws are right"),),
    tight=("approached",
        r"by many singletons: the expected number can be $\frac12 + \frac13 + \cdots + 1/|C|$, which is the most that "
        "any class costs."),
    counts="expected mistakes",
    given="the learner draws a concept afresh in each round, and unseen",
    measure=_RandomChoice,
    hypotheses=(
        REALIZABLE,
        MISTAKES_UPDATE,
        _FROM_VERSION_SPACE,
        Hypothesis("every-round", missed == 0,
            "Every example that rules a concept out is an update, whether the prediction was right or wrong: in a "
            "round without an update, no concept that remained is wrong.", _QUIET),
    ),
    lines=(
        MONOTONE,
        FLOOR,
        Line("chance", which_is(p, 1 - V / V.before) <= ln(V.before / V),
            "The learner is wrong if it drew a concept that the example rules out; and 1 - z ≤ -ln z for every z > 0."),
        Line("sum", chances <= ln(C / V),
            "Add up: in the sum of the logarithms all but the first and the last |V| cancel."),
        Line("bound", chances <= ln(C), "At least one concept is left."),
    ),
)  # fmt: skip


class _Elimination(Counts):
    """The target is a Formula with "∧" or "∨"; literals is "monotone" or "all", as for the learner."""

    def __init__(self, trace: Trace, target: Formula, literals: str = "monotone") -> None:
        if not isinstance(target, Formula) or target.connective == "⊕":
            raise MistakeBoundError(
                f"target is {shown(target)}: it must be a Formula, a conjunction (∧) or a disjunction (∨)."
            )
        super().__init__(trace)
        self.target, self.n, self.k, self.b = target, target.n, len(target), check_literals(literals) - 1
        self.sign = 1 if target.connective == "∧" else -1
        X, y = examples(trace)
        self.mislabelled = int(np.count_nonzero(target(dense(X)) != y))
        self.contradictions = int(np.count_nonzero(target.mask[: self.n] & target.mask[self.n :]))
        start = np.zeros(2 * self.n, dtype=bool)
        start[: (1 + self.b) * self.n] = True
        values = literal_values(dense(trace.update_X), self.n)
        kept = values if self.sign > 0 else ~values
        left = np.logical_and.accumulate(np.vstack([start, kept]), axis=0)
        self.L, self.T, self.kept = pack(left), pack(target.mask), pack(kept)
        self.turned = self.sign * trace.update_y.astype(int)  # for a conjunction's labels
        self.first_mistake, self.L_first = trace.mistakes[: self.b], self.L[self.around[1]][: self.b]
        self.L_left = self.after_mistakes(self.L)

    @property
    def most_left(self) -> Any:
        """The most literals left after M mistakes: the first drops n of 2n literals, if all were there."""
        return np.maximum(self.n + self.b - self.M, (1 + self.b) * self.n - self.n**self.b * self.M)


_FIRST_MISTAKE = Range("the first mistake, t = 1, if b = 1", "first_mistake", "b = 1 -> (1 <= U)%nat -> ")

#: A conjunction, given by its literals, on an example, given by the literals that are 1 there.
_at = Op(lambda h, x: np.where((h & ~x).any(axis=1), -1, 1), "{0}({1})", "{0} {1:5}", "{0} of {1}", (CALL, CALL),
         kind="Z")  # fmt: skip
_common = Op(np.bitwise_and, r"{0} \cap {1}", "filter (holds {1:5}) {0:5}", "what {0} and {1} have in common",
             (SUM, CALL))  # fmt: skip

n, k, b = constant("n", kind="nat"), constant("k", kind="Z"), constant("b", kind="Z")
y, T, L = update("y", of="turned", kind="Z"), constant("T"), state("L")
said = _at(state("L", "h", "h").before, constant("kept", r"\text{example } t", "x t"))
literals, left_of_target = count_of(L), count_of(_common(T, L))
left_after_first = count_of(replace(
    L, index=Index("1", "1%nat", " after the first"), of="L_first"))  # fmt: skip
foreign = replace(count_of(without(T, L.start)), in_coq=constant(
    "foreign", coq="size (filter (fun l => negb (holds (start n is_all) l)) T)", kind="Z"))  # fmt: skip
mislabelled = constant(
    "mislabelled", r"\text{number of examples that } f \text{ labels otherwise}",
    "size (filter (fun e => negb (Bool.eqb (formula c T (fst e)) (snd e))) (map shown run))", kind="Z")  # fmt: skip
restless = constant("needless", r"|\text{updates} \setminus \text{mistakes}|",
             "size (filter (fun r => learned r && negb (wrong r)) run)", kind="Z")  # fmt: skip
contradictions = constant(
    "contradictions", r"\text{number of variables that } T \text{ holds with their negation}",
    "size (filter (fun j => holds T (j, true) && holds T (j, false)) (seq 0 n))", kind="Z")  # fmt: skip

ELIMINATION = Theorem(
    name="ELIMINATION",
    title="Mistake bound of elimination",
    states=(
        "Let $f$ be a conjunction of $k$ literals over $n$ variables in which no variable occurs together with its "
        "negation, and let $f$ give every example its label. Either let $f$ have no negations, and let elimination "
        "start with the $n$ variables; or let it start with all literals, the variables and their negations. Let $b$ "
        "be zero in the first case and one in the second. Then elimination makes at most {bound.right} mistakes, on "
        "every sequence of examples of any length."
        "\n\n"
        "The same is true of disjunctions of $k$ literals, with the elimination for disjunctions."
    ),
    source="littlestone1988",
    learner="`Elimination`.",
    tight=("attained",
        "by examples that contradict one superfluous literal at a time, after a positive one if $b = 1$."),
    counts="mistakes",
    measure=_Elimination,
    hypotheses=(
        Hypothesis("labels", mislabelled == 0, "The target f gives every example its label.", RUN),
        Hypothesis("literals", foreign == 0,
            "The learner starts with every literal of the target: b = 0 if it starts with the n variables, b = 1 if "
            "with all 2n literals.", RUN),
        Hypothesis("mistakes-update", unlearned == 0,
            "The learner learns from every mistake: it drops the literals that the example contradicts.", RUN),
        Hypothesis("conservative", restless == 0, "The learner is conservative: every update is a mistake.", RUN),
        Hypothesis("prediction", y * said == -1,
            "The learner predicts with h, the conjunction of the literals that remain: every update is a mistake of "
            "h."),
        Hypothesis("satisfiable", contradictions == 0,
            "The target contains no variable together with its negation.", RUN),
    ),
    lines=(
        Line("invariant", left_of_target == k,
            "A literal is dropped because it is 0 where f is true; there every literal of f is 1."),
        Line("one-sided", y == 1,
            "The prediction h has all literals of f, so f is true where h is, and h errs at positive examples only. "
            "For disjunctions all labels are flipped."),
        Line("progress", literals <= literals.before - 1,
            "At a mistake h is false where f is true: some literal of h is 0 there, and is dropped.", MISTAKES),
        Line("first-mistake", left_after_first == n,
            "An example makes exactly one of the two literals of each variable true: n of the 2n are left.",
            _FIRST_MISTAKE),
        Line("floor", k <= literals, "All k literals of the target are left."),
        Line("ceiling", literals <= n - M + b,
            "Each mistake so far has dropped a literal, the first one n of the 2n if b = 1."),
        Line("bound", M <= n - k + b, "The ceiling cannot be below the floor."),
    ),
    squeeze=Squeeze(
        lower=k,
        upper=measured("most_left", n - mistakes + b),
        inner=(count_of(constant("L", of="L_left")),),
        quantity="literals that are left",
        counter=mistakes,
    ),
)  # fmt: skip
