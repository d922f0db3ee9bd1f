r"""From mistakes to errors on unseen examples: for a random predictor of the run, the vote, all predictors, a survivor.

Legend: P the probability of a sequence of T independent draws, p of an example; h_t the learner's predictor before
round t + 1, err(h) the probability that h is wrong about one more draw; M mistakes; s the rounds to survive; S_t the
sum, over the first t rounds, of err(h_{t-1}) - 1[mistake]; delta the risk, a the allowed excess of the average error
over the mistakes per round.

A theorem here is checked on an `AllRuns`, which has the run on every sequence, so that an expectation is a sum.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from ..all_runs import AllRuns
from ..arrays import floats
from ..certificates.core import ROUNDS, Hypothesis, Line, Quantities, Range, Theorem
from ..certificates.expressions import Expression, Op, constant, frac, state
from ..certificates.functions import exp, ln, rounded_up, sqrt
from ..certificates.measure import quotient
from ..checks import check_share, check_size, check_whole
from ..errors import MistakeBoundError, shown
from ..play import Run
from ..protocol import predicted
from ..types import Number

__all__ = ["HIGH_PROBABILITY", "LONGEST_SURVIVOR", "RANDOM_PREFIX", "VOTE", "survival_needed"]

# --- measuring all runs ----------------------------------------------------------------------------------------


class _Enumerated(Quantities):
    """The quantities that every theorem here reads off the runs."""

    def __init__(self, runs: AllRuns) -> None:
        self.T, self.P, self.p = runs.draws.shape[1], runs.probabilities, runs.chances
        if not len(runs.draws) == len(self.p) ** self.T == len(np.unique(runs.draws, axis=0)):
            raise MistakeBoundError("the runs are not those on all sequences of draws: pass what every_run returns.")
        self.product = np.prod(self.p[runs.draws], axis=1)
        self.rounds = np.array([trace.n_rounds for trace in runs.traces])
        learner = Run(runs.learner, None).learner  # one of your own is asked about each example alone
        # what each state of a run says about each example of the distribution, and whether that is wrong, 0 or 1
        self.said = [np.array([learner.predict(state, runs.X) for state in trace.states]) for trace in runs.traces]
        wrong = [(said != runs.y).astype(int).astype(object) for said in self.said]
        self.runs = list(zip(runs.traces, wrong, strict=True))
        rounds = np.arange(self.T)
        self.err = np.array([(errs @ self.p)[np.searchsorted(trace.updates, rounds)] for trace, errs in self.runs])
        self.wrong = np.array([np.isin(rounds, trace.mistakes) for trace in runs.traces])
        self.M = np.array([trace.n_mistakes for trace in runs.traces], dtype=object)
        self.prefix = self.P @ self.err  # of each round
        self.mistaken = self.P @ self.wrong.astype(object)
        self.expected = self.P @ self.M
        self.fickle = _fickle(runs.draws, self)


def _fickle(draws: np.ndarray, q: _Enumerated) -> int:
    """The number of rounds whose predictor differs from that after the same draws elsewhere, or from the one played."""
    count, group = 0, np.zeros(len(draws), dtype=np.int64)
    states = [np.searchsorted(trace.updates, np.arange(q.T)) for trace, _ in q.runs]
    for t in range(q.T):
        wrong = np.array([errs[state[t]] for (_, errs), state in zip(q.runs, states, strict=True)], dtype=bool)
        _, first, group = np.unique(group, return_index=True, return_inverse=True)
        others = (wrong != wrong[first[group]]).any(axis=1)
        count += int(np.count_nonzero(others | (wrong[np.arange(len(draws)), draws[:, t]] != q.wrong[:, t])))
        group = group * len(q.p) + draws[:, t]
    return count


class _RandomPrefix(_Enumerated):
    """The run is an AllRuns: every_run(learner, X, y, rounds)."""

    def __init__(self, runs: AllRuns) -> None:
        super().__init__(runs)
        self.probability = quotient(self.prefix.sum(), self.T)


class _Vote(_Enumerated):
    """The run is an AllRuns: every_run(learner, X, y, rounds)."""

    def __init__(self, runs: AllRuns) -> None:
        super().__init__(runs)
        votes = [trace.survival @ said for trace, said in zip(runs.traces, self.said, strict=True)]
        self.lost = predicted(np.array(votes), getattr(runs.learner, "ties", "mistake")) != runs.y
        # for each run and each example, whether the predictor of each round is wrong about it
        # np.repeat wants counts of the platform's size: in a browser's Python that is 32 bits
        repeated = [np.repeat(errs, trace.survival.astype(np.intp), axis=0).T for trace, errs in self.runs]
        self.errs = np.vstack(repeated)
        few = 2 * self.errs.sum(axis=1) < self.T
        # they voted against their own predictions
        self.fickle += int(np.count_nonzero(self.lost.ravel() & few.astype(bool)))
        self.lost_each = self.lost.astype(int).ravel()
        self.vote_err = self.lost.astype(object) @ self.p
        self.probability = self.P @ self.vote_err


class _HighProbability(_Enumerated):
    """The run is an AllRuns: every_run(learner, X, y, rounds); delta is the risk, in (0, 1)."""

    def __init__(self, runs: AllRuns, delta: Number) -> None:
        check_share(delta, "delta")
        super().__init__(runs)
        self.delta = delta
        self.a = math.sqrt(-math.log(delta) / (2 * self.T))
        of_each_run = np.vstack([0 * self.M, floats(self.err).T - self.wrong.T])
        self.S = np.cumsum(of_each_run, axis=0).astype(float)
        self.S_end = self.S[-1]
        self.exceeds = floats(self.err).mean(axis=1) - floats(self.M) / self.T > self.a
        self.probability = self.P @ self.exceeds.astype(object)


class _LongestSurvivor(_Enumerated):
    """The run is an AllRuns of a learner with this mistake bound; epsilon is the error, delta the risk, in (0, 1)."""

    def __init__(self, runs: AllRuns, bound: int, epsilon: Number, delta: Number) -> None:
        super().__init__(runs)
        self.bound, self.epsilon, self.delta = bound, epsilon, delta
        self.s = survival_needed(bound, epsilon, delta)
        self.restless = np.array([len(np.setdiff1d(trace.updates, trace.mistakes)) for trace in runs.traces])
        self.stubborn = np.array([len(np.setdiff1d(trace.mistakes, trace.updates)) for trace in runs.traces])
        N, states = len(runs.traces), 1 + max(bound, *(trace.n_updates for trace in runs.traces))
        check_size(f"the {shown(bound)} predictors of the mistake bound", 8 * N * states, "use a smaller bound")
        bad, chosen = np.zeros((N, states), dtype=bool), np.full(N, -1)  # bad: it survives, and its error is large
        for row, (trace, errs) in enumerate(self.runs):
            last = np.arange(len(errs)) == trace.n_updates
            survives = np.flatnonzero(trace.survival - ~last >= self.s)  # all but the last state end with a mistake
            chosen[row] = survives[0] if len(survives) else -1
            bad[row, survives] = (errs @ self.p)[survives] > epsilon
        self.unended = self.P @ (chosen < 0).astype(object)
        self.each = self.P @ bad[:, : bound + 1].astype(object)
        self.probability = self.P @ ((chosen >= 0) & bad[np.arange(N), chosen]).astype(object)


def survival_needed(bound: int, epsilon: Number, delta: Number) -> int:
    """A number s with (1 - epsilon)^s <= delta / (M + 1): s = ceil(1/epsilon ln((M + 1)/delta)).

    Stop a conservative learner, which makes at most M mistakes, at the first predictor that is right about s random
    examples in a row. With probability at least 1 - delta its error is at most epsilon. This takes at most (M + 1) s
    examples.

    Parameters
    ----------
    bound : int
        M, the mistake bound.
    epsilon, delta : float
        In (0, 1).

    Examples
    --------
    >>> import mistakebound as mb
    >>> mb.survival_needed(bound=51, epsilon=0.1, delta=0.05)
    70
    """
    bound = check_whole(bound, "bound", least=0)
    for name, value in (("epsilon", epsilon), ("delta", delta)):
        check_share(value, name)
    needed = (math.log(bound + 1) - math.log(delta)) / float(epsilon)
    if needed == math.inf:
        raise MistakeBoundError(
            f"epsilon is {epsilon!r}: this needs more examples than a float can count; use a larger epsilon."
        )
    return math.ceil(needed)


# --- a random predictor of the run -------------------------------------------------------------------------------

DRAWS = Range("every sequence of draws", coq="forall z, drawn k T z -> ")
ALL = Range("all sequences of draws together")
CASES = Range("every sequence of draws, every z", coq="forall z, drawn k T z -> forall j, (j < k)%nat -> ")
SURVIVORS = Range("every i from 0 to M", coq="forall i, (i <= M)%nat -> ")

# --- the quantities of all runs --------------------------------------------------------------------------------------

over_rounds = Op(partial(np.sum, axis=-1), r"\sum_{{t=1}}^T {0}", "total T (fun t => {0})",
                 "the sum over all rounds of {0}")  # fmt: skip
over_survivors = Op(np.sum, r"\sum_{{i \le M}} {0}", "sum (S M) (fun i => {0})", "the sum over i up to M of {0}")
_expectation = Op(lambda P, of: floats(of) @ floats(P), r"\mathrm{{E}}[{1}]", "E (fun z => {1})",
                  "the expectation of {1}", uncast=(0,))  # fmt: skip

T = constant("T", kind="nat")
M = constant("bound", "M", "M", kind="nat")
epsilon, delta = constant("epsilon", r"\epsilon"), constant("delta", r"\delta")
s = constant("s", kind="nat", means=rounded_up(ln((M + 1) / delta) / epsilon))
a = constant("a", means=sqrt(ln(1 / delta) / (2 * T)))
P = constant("P", r"P(z_1, \ldots, z_T)", "P z")  # of each sequence of draws
product = constant("product", r"p(z_1) \cdots p(z_T)", "product p z")
fickle = constant("fickle", r"\text{rounds with another predictor than after the same draws}",
                  "count_fickle k T h mistake")  # fmt: skip
rounds = constant("rounds", r"\text{rounds}", "rounds z", kind="nat")
mistakes = constant("M", r"\text{mistakes}", "times mistake z (rounds z)", kind="nat")
mistaken = constant("mistaken", r"\Pr[\text{mistake in round } t]", "E (fun z => indicator (mistake z t))")
prefix = constant("prefix", r"\mathrm{E}[\mathrm{err}(h_{t-1})]", "E (fun z => error k p (h z (t - 1)))")
expected = constant("expected", r"\mathrm{E}[M]", "E M")
average = frac(1, T) * over_rounds(prefix)


def expectation(of: Expression) -> Expression:
    """The sum of `each` over all sequences of draws, weighted by their probabilities."""
    return _expectation(P, of)


_DRAWS = (
    Hypothesis("independent", P == product,
        "The examples are drawn independently, each from the same distribution: the probability P of a sequence of "
        "draws z is the product of the probabilities p of its examples.", DRAWS),
    Hypothesis("single-pass", rounds == T,
        "The learner goes once over the T drawn examples: each round judges it on a draw that it has not yet seen.",
        DRAWS),
    Hypothesis("deterministic", fickle == 0,
        "The learner tosses no coin: after the same draws it has the same predictor, and this always gives an example "
        "the same label.", ALL),
)  # fmt: skip

_PREFIX = (
    Line("unseen", mistaken == prefix,
        "The predictor depends on the draws before round t only, and the example of round t is one more draw.", ROUNDS),
    Line("count", expected == over_rounds(mistaken),
        "Mistakes add up over the rounds, and so do their expectations.", ALL),
    Line("random-prefix", average == expected / T,
        "Put the first into the second and divide by T: on the left is the predictor of a round chosen at random.",
        ALL),
)  # fmt: skip

RANDOM_PREFIX = Theorem(
    name="RANDOM_PREFIX",
    title="Error of a random predictor of the run",
    states=(
        "For every distribution on labelled examples, every deterministic learner and every number $T$ of rounds: let "
        "the learner play one pass over $T$ independent draws, and choose one of the $T$ predictors that it has "
        "before a round, {chosen}, each with the same probability, whatever was drawn. Then {random-prefix}: the "
        "expected error of this predictor is equal to the expected number of mistakes per round."
        "\n\n"
        "The error of a predictor is the probability that it is wrong about one more draw, and $M$ is the number of "
        "mistakes of the run."
    ),
    puts={average: constant("probability", r"\mathrm{E}[\mathrm{err}(h_\rho)]")},
    also={"chosen": constant("", r"h_\rho")},
    source="helmboldwarmuth1995",
    learner="Any.",
    tight=("attained", "always: it is an equality."),
    counts="probability",
    run=AllRuns,
    measure=_RandomPrefix,
    hypotheses=_DRAWS,
    lines=_PREFIX,
    bounds="random-prefix",
)


# --- the vote ----------------------------------------------------------------------------------------------------

lost = constant("", r"\mathrm{1}[\text{vote wrong on } z]", "indicator (voted z j)",
                of="lost_each")  # fmt: skip
errs = constant("errs", r"\mathrm{1}[h_{t-1} \text{ wrong on } z]", "indicator (h z (t - 1) j)")
twice_share = frac(2, T) * over_rounds(errs)
vote_err = constant("vote_err", r"\mathrm{err}(\text{vote})", "error k p (voted z)")
twice_mean = frac(2, T) * over_rounds(constant("err", r"\mathrm{err}(h_{t-1})", "error k p (h z (t - 1))"))
expected_vote = constant("probability", r"\mathrm{E}[\mathrm{err}(\text{vote})]", "E (fun z => error k p (voted z))")

VOTE = replace(
    RANDOM_PREFIX,
    name="VOTE",
    title="Error of the vote of all predictors of the run",
    states=(
        "For every distribution on labelled examples, every deterministic learner and every number $T$ of rounds: "
        "let the learner play one pass over $T$ independent draws, and let the predictors that it has before the "
        "$T$ rounds vote, one vote each. Whatever a tied vote counts as, the expected error of the vote is at most "
        "{bound.right}, twice the expected number of mistakes per round."
    ),
    puts={},
    also={},
    source="freundschapire1999",
    builds_on=(("RANDOM_PREFIX", "where the vote errs, at least half of the predictors do"),),
    tight=("attained",
        "by one example about which the first of two predictors is wrong, and with it the tied vote of "
        "both."),
    measure=_Vote,
    lines=(
        Line("majority", lost <= twice_share,
            "If the vote is wrong about an example, then so are at least half of the voters, however ties count.",
            CASES),
        Line("half", vote_err <= twice_mean, "Average over the example z.", DRAWS),
        *_PREFIX,
        Line("bound", expected_vote <= 2 * expected / T,
            "Average over the draws, and use the equality for a random predictor.", ALL),
    ),
    bounds="bound",
)  # fmt: skip


# --- all predictors of the run, with high probability ----------------------------------------------------------

moment = expectation(exp(4 * a * state("S", coq="surplus z")))
last_moment = expectation(exp(4 * a * constant("", "S_T", "surplus z T", of="S_end")))
surplus = constant("probability", r"\Pr[S_T > aT]", "E (fun z => exceeds (surplus z T) (a * INR T))")

HIGH_PROBABILITY = replace(
    RANDOM_PREFIX,
    name="HIGH_PROBABILITY",
    title="Average error of the predictors of one run, with high probability",
    states=(
        "For every distribution on labelled examples, every deterministic learner, every number $T$ of rounds and "
        r"every $\delta$ between zero and one: let the learner play one pass over $T$ independent draws. With a "
        r"probability of at most $\delta$, the average error of the predictors that it has before the $T$ rounds "
        "exceeds the number $M$ of its mistakes in this run, divided by $T$, by more than $a$, where {a} and the "
        "error of a predictor is the probability that it is wrong about one more draw. In symbols this is {bound}, "
        "where {surplus} is the sum of these errors, less $M$."
    ),
    puts={},
    also={
        "a": a == a.means,
        "surplus": constant("", "S_T"),
    },
    beside=("a",),
    source="cesabianchiconconigentile2004",
    builds_on=(("RANDOM_PREFIX", "the average error of one run, in place of its expectation over all"),),
    tight=("open",
        r"only as to a constant factor in its last term, for small $\delta$ and large $T$: a learner that never "
        r"changes, and is wrong with probability $\frac12$, needs that much."),
    measure=_HighProbability,
    lines=(
        Line("step", moment <= exp(2 * a**2) * moment.before,
            "S is the sum of err(h) − 1[mistake] over the rounds so far. Whatever the draws before round t, its new "
            "term has the expectation 0 and one of two values that are 1 apart: E[exp(λ · term)] is at most exp(λ²/8) "
            "(Hoeffding's lemma), here with λ = 4a: exp((4a)²/8).", ROUNDS),
        Line("moment", last_moment <= exp(2 * a**2 * T), "Multiply the factors of T rounds, starting from 1.", ALL),
        Line("markov", surplus <= exp(-(4 * a**2 * T)) * last_moment,
            "Where S exceeds aT, the exponential exceeds exp(4a²T); it is never negative (Markov's inequality).", ALL),
        Line("bound", surplus <= delta, "Chain the two: exp(−2a²T), and a was chosen to make that δ.", ALL),
    ),
    bounds="bound",
)  # fmt: skip


# --- the longest survivor ----------------------------------------------------------------------------------------

restless = constant("restless", r"|\text{updates} \setminus \text{mistakes}|", "only T update mistake z", kind="nat")
stubborn = constant("stubborn", r"|\text{mistakes} \setminus \text{updates}|", "only T mistake update z", kind="nat")
unended = constant("unended", r"\Pr[\text{no predictor survives } s]", "E (fun z => unended T mistake update s z)")
each = constant("each", r"\Pr[\mathrm{err}(h_i) > \epsilon,\, h_i \text{ survives } s]",
                "E (fun z => indicator (survives T mistake update s z i) * "
                "exceeds (error k p (after T h update z i)) epsilon)")  # fmt: skip
fails = constant("probability", r"\Pr[\mathrm{err}(h) > \epsilon]",
                 "E (fun z => kept_fails T h mistake update k p epsilon s z)")  # fmt: skip


LONGEST_SURVIVOR = replace(
    RANDOM_PREFIX,
    name="LONGEST_SURVIVOR",
    title="Error of the first predictor that survives long enough",
    states=(
        "For every distribution on labelled examples, every number $M$, every deterministic learner that changes "
        "exactly when it is wrong and makes at most $M$ mistakes on every sequence of these examples, and all "
        r"$\epsilon$ and $\delta$ between zero and one: let {s}, let the learner play one pass over independent draws, "
        "and stop at the first of its predictors $h$ that has been right about $s$ draws in a row."
        "\n\n"
        r"That takes at most {enough.left} draws, and with a probability of at most $\delta$ the error of $h$, the "
        r"probability that it is wrong about one more draw, is larger than $\epsilon$: {bound}."
    ),
    puts={},
    also={"s": s == s.means},
    beside=("s",),
    source="kearnslipittvaliant1987",
    learner="Any that changes only at a mistake.",
    tight=("open",
        r"only as to a factor $M/(M + 1)$ as $\epsilon$ and $\delta$ go to $0$, by $M$ predictors in turn, each"
        r" of them wrong a little more often than $\epsilon$."),
    measure=_LongestSurvivor,
    hypotheses=(
        *_DRAWS,
        Hypothesis("conservative", restless == 0,
            "The learner is conservative: every update is a mistake, so it changes only when it is wrong.", DRAWS),
        Hypothesis("mistakes-update", stubborn == 0,
            "The learner learns from every mistake: every mistake is an update, so a survivor has been right.",
            DRAWS),
        Hypothesis("mistake-bound", mistakes <= M,
            "On no sequence of draws does the learner make more than M mistakes.", DRAWS),
        Hypothesis("enough", (M + 1) * s <= T,
            "There are enough draws, T, for M + 1 predictors to be tested on s each.", ALL),
    ),
    lines=(
        Line("ends", unended == 0,
            "There are at most M + 1 predictors. If each were right about fewer than s draws, then with at most M "
            "mistakes there would be fewer than (M + 1) s rounds.", ALL),
        Line("survival", each <= (1 - epsilon) ** s,
            "The predictor after i mistakes is right about each new draw with a probability below 1 − ε, and the "
            "draws are independent.", SURVIVORS),
        Line("patience", (1 - epsilon) ** s <= delta / (M + 1),
            "No number 1 − z exceeds exp(−z), so the left side is at most exp(−εs); and s was chosen to make that at "
            "most the right side.", ALL),
        Line("union", fails <= over_survivors(each),
            "The predictor that is kept is that after 0, 1, … or M mistakes, and it survived.", ALL),
        Line("bound", fails <= delta, "M + 1 terms of at most δ/(M + 1).", ALL),
    ),
    bounds="bound",
)  # fmt: skip
