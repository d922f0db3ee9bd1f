"""Hedge: weights on experts whose losses are numbers between 0 and 1; and experts to give it.

Legend: N experts, T rounds, l_t their losses in round t, w_t their weights after t rounds, of sum 1, eta the learning
rate, X examples (T, d), y labels (T,).

A loss need not be a mistake, and the learner need not predict: it spreads one unit of trust over the experts, and loses
what they lose. What it loses is also what is expected of one who follows an expert drawn by these weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import dense, read_only
from ..checks import as_array, check_kind, check_positive, check_whole, check_X
from ..concepts import ConceptClass, littlestone_dimension
from ..errors import MistakeBoundError
from ..parameters import Parameters, checked
from ..trace import Trace
from ..types import Examples
from .finite import StandardOptimal

__all__ = ["Hedge", "LossRun", "coin_regret", "covering_experts", "exponential_weights", "mistake_losses"]

LARGEST = 100_000  # experts that are made at most


# --- the play ----------------------------------------------------------------------------------------------------


def exponential_weights(N: int, rounds: int, move: Callable[[np.ndarray], np.ndarray | None]) -> np.ndarray:
    """The logarithms (T+1, N) of weights that are equal at first, and that each round multiplies and normalises.

    ``move(w)`` is what the round adds to the logarithms; None ends the play. Hedge plays so, and so do the games of
    `mistakebound.margins`.
    """
    from scipy.special import log_softmax  # slow to load, so not before the first play

    moved = np.zeros(N)
    log_weights = [log_softmax(moved)]
    for _ in range(rounds):
        step = move(np.exp(log_weights[-1]))
        if step is None:
            break
        moved = moved + step
        log_weights.append(log_softmax(moved))
    return np.array(log_weights)


@dataclass(frozen=True)
class Hedge(Parameters):
    r"""Hedge: the weight of an expert is exponentially small in what it has lost so far.

    .. math:: w_{t,i} \propto e^{-\eta L_{t,i}}, \qquad L_{t,i} = \ell_{1,i} + \ldots + \ell_{t,i}

    Parameters
    ----------
    eta : float, optional
        Learning rate. For T rounds sqrt(8 ln(N) / T) is the best that the bound knows. Without one, for an unknown
        number of rounds, it starts anew after 1, 3, 7, 15, ... rounds, each time with that for as many rounds as it
        lasts: the doubling trick.

    References
    ----------
    Littlestone and Warmuth (1994), Freund and Schapire (1997). `HEDGE` and `HEDGE_FIRST_ORDER` are its bounds.

    Examples
    --------
    >>> import mistakebound as mb
    >>> run = mb.Hedge(eta=1).run([[0, 1], [0.5, 1], [0, 1]])
    >>> run
    <LossRun: 3 rounds, 2 experts, expected loss 1.317, least loss 0.5>
    >>> run.weights.round(3).tolist()
    [[0.5, 0.5], [0.731, 0.269], [0.818, 0.182], [0.924, 0.076]]
    """

    eta: float | None = checked(lambda eta, name: float(check_positive(eta, name)), None)

    def run(self, losses: ArrayLike) -> LossRun:
        """Play against the losses of all rounds, of which each is seen after the weights of its round are chosen.

        Parameters
        ----------
        losses : array (T, N)
            Numbers from 0 to 1, or Booleans: row t - 1 holds what each expert loses in round t.

        Raises
        ------
        MistakeBoundError
            For losses that are not such a table.
        """
        losses = _check_losses(losses)
        T, N = losses.shape
        if self.eta is None:
            starts = [2**n - 1 for n in range(T.bit_length())]
            etas = [math.sqrt(8 * math.log(N) / (start + 1)) for start in starts]
        else:
            starts, etas = [0], [self.eta]
        lengths = np.diff([*starts, T])
        parts = []
        for start, length, eta in zip(starts, lengths.tolist(), etas, strict=True):
            rows = iter(-eta * losses[start:])

            def move(w: np.ndarray, rows: Iterator[np.ndarray] = rows) -> np.ndarray:
                return next(rows)

            parts.append(exponential_weights(N, length, move))
        played = [part[:-1] for part in parts[:-1]] + parts[-1:]  # where it starts anew, the equal weights count
        return LossRun(losses, np.repeat(etas, lengths), np.vstack(played))


@dataclass(frozen=True, eq=False, repr=False)
class LossRun:
    """Weights on experts, and what they lost.

    Attributes
    ----------
    losses : ndarray (T, N), read-only
        What each expert lost in each round.
    steps : ndarray (T,), read-only
        The learning rate of each round.
    log_weights : ndarray (T+1, N), read-only
        Logarithms of the weights before each round, and after the last.
    """

    losses: np.ndarray
    steps: np.ndarray
    log_weights: np.ndarray
    made_by: ClassVar = "Hedge(eta).run"

    def __post_init__(self) -> None:
        for name in ("losses", "steps", "log_weights"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @property
    def n_rounds(self) -> int:
        """Rounds played, T."""
        return len(self.losses)

    @property
    def updates(self) -> np.ndarray:
        """Rounds in which the weights changed: all of them."""
        return np.arange(self.n_rounds)

    @property
    def n_updates(self) -> int:
        """Number of updates."""
        return self.n_rounds

    @property
    def weights(self) -> np.ndarray:
        """Weights (T+1, N) before each round, and after the last: each row sums to 1."""
        return np.exp(self.log_weights)

    @property
    def expected(self) -> np.ndarray:
        """What each round cost, <w_{t-1}, l_t>, (T,)."""
        return (self.weights[:-1] * self.losses).sum(axis=1)

    @property
    def total(self) -> np.ndarray:
        """What the rounds up to each cost, (T,)."""
        return np.cumsum(self.expected)

    @property
    def best(self) -> np.ndarray:
        """The least that any expert lost up to each round, (T,)."""
        return np.cumsum(self.losses, axis=0).min(axis=1)

    @property
    def regret(self) -> np.ndarray:
        """``total - best``: by how much the best expert so far was better, (T,)."""
        return self.total - self.best

    def upto(self, t: int) -> LossRun:
        """The first t rounds, or all, if there are no more."""
        t = check_whole(t, "t")
        return LossRun(self.losses[:t], self.steps[:t], self.log_weights[: t + 1])

    def __len__(self) -> int:
        return self.n_rounds

    def __repr__(self) -> str:
        T, N = self.losses.shape
        return (
            f"<LossRun: {T} round{'s' * (T != 1)}, {N} expert{'s' * (N != 1)}, expected loss {self.total[-1]:.4g}, "
            f"least loss {self.best[-1]:.4g}>"
        )


def _check_losses(losses: ArrayLike) -> np.ndarray:
    losses = as_array(losses, "losses", "a table with equally long rows, a loss for each expert")
    if losses.ndim != 2 or 0 in losses.shape:
        raise MistakeBoundError(
            f"losses has shape {losses.shape}: it must be (rounds, experts), at least one of each; for one round use "
            "losses.reshape(1, -1)."
        )
    if losses.dtype.kind not in "bfiu":
        raise MistakeBoundError(f"losses has dtype {losses.dtype}: losses must be Booleans or real numbers.")
    losses = losses.astype(float)
    outside = np.argwhere(~((losses >= 0) & (losses <= 1)))
    if len(outside):
        t, i = outside[0].tolist()
        raise MistakeBoundError(
            f"losses[{t}, {i}] is {losses[t, i]}: the loss of an expert in a round must lie between 0 and 1; with "
            "losses from a to b use (losses - a) / (b - a)."
        )
    return losses


# --- experts -----------------------------------------------------------------------------------------------------


def mistake_losses(*traces: Trace) -> np.ndarray:
    """Learners as experts: the mistakes of their runs on the same examples, as losses (T, N) of 0 and 1.

    Following a learner in a round means to predict what it predicts there; all learn in every round as if alone.

    Raises
    ------
    MistakeBoundError
        If the runs have not the same labels in the same rounds.

    Examples
    --------
    >>> import mistakebound as mb
    >>> stream = mb.streams.committee(n=500, d=50, k=3)
    >>> learners = mb.Perceptron(), mb.Winnow(eta=mb.tuned_step(1 / 3, 1))
    >>> losses = mb.mistake_losses(*(mb.play(learner, stream.X, stream.y) for learner in learners))
    >>> losses.shape, losses.sum(axis=0).tolist()
    ((500, 2), [68, 21])
    """
    if not traces:
        raise MistakeBoundError("there is no run: give one for each learner.")
    for trace in traces:
        check_kind(trace, Trace, "trace")
    labels = [trace.labels(np.arange(trace.n_rounds)) for trace in traces]
    for trace, y in zip(traces, labels, strict=True):
        if not np.array_equal(y, labels[0]):
            raise MistakeBoundError(
                f"{trace!r} has other labels than {traces[0]!r}: play all learners on the same examples, as often."
            )
    losses = np.zeros((len(labels[0]), len(traces)), dtype=np.int64)
    for i, trace in enumerate(traces):
        losses[trace.mistakes, i] = 1
    return losses


def covering_experts(concepts: ConceptClass, X: Examples) -> np.ndarray:
    """Experts made from a class, such that every concept has one that says what it says: their advice (T, N), -1 or +1.

    There is an expert for each set of at most Ldim(C) of the T rounds. It runs the standard optimal algorithm, which
    it takes to err in exactly these rounds: there it says the opposite. It looks at no later example, and what it says
    is what it learns from; labels that no concept gives, it does not learn.

    Parameters
    ----------
    concepts : ConceptClass
    X : array (T, d)
        Points of the class, in the order of the rounds.

    Returns
    -------
    ndarray (T, N)
        With N = binom(T, 0) + ... + binom(T, Ldim(C)).

    Raises
    ------
    MistakeBoundError
        For more than 100 000 experts.

    References
    ----------
    Ben-David, Pál and Shalev-Shwartz (2009).

    Examples
    --------
    >>> import mistakebound as mb
    >>> C = mb.concepts.singletons(100)
    >>> advice = mb.covering_experts(C, C.points[:4])
    >>> advice.T.tolist()
    [[-1, -1, -1, -1], [1, -1, -1, -1], [-1, 1, -1, -1], [-1, -1, 1, -1], [-1, -1, -1, 1]]
    """
    X = dense(check_X(X))
    T, L = len(X), littlestone_dimension(concepts)
    N = sum(math.comb(T, size) for size in range(L + 1))
    if N > LARGEST:
        raise MistakeBoundError(
            f"{T} rounds and a Littlestone dimension of {L} make {N} experts, more than {LARGEST}: take fewer rounds, "
            "or a smaller class."
        )
    optimal = StandardOptimal(concepts)
    start = optimal.start(concepts.n_features)
    columns = {y: concepts.agreeing(X, np.full(T, y)) for y in (-1, 1)}

    @cache
    def predictions(V: bytes) -> list[int]:
        return optimal.predict(np.frombuffer(V, dtype=start.dtype), X).tolist()

    advice = np.empty((T, N), dtype=np.int64)
    told = (rounds for size in range(L + 1) for rounds in combinations(range(T), size))
    for i, rounds in enumerate(told):
        V, errors = start, set(rounds)
        for t in range(T):
            optimal_label = predictions(V.tobytes())[t]
            says = -optimal_label if t in errors else optimal_label
            advice[t, i] = says
            kept = V & columns[says][t]
            V = kept if kept.any() else V
    return advice


# --- what nobody can avoid ---------------------------------------------------------------------------------------


def coin_regret(rounds: int, experts: int) -> float:
    r"""The expected regret of every learner, whatever it does, where each loss is the toss of a fair coin, 0 or 1.

    The learner's expected loss is T/2, that of the best of N experts less:

    .. math:: \frac{T}{2} - \mathrm{E} \min_i L_{T,i} = \frac{T}{2} - \sum_{k=0}^{T-1} \Pr[B > k]^N

    with B binomial. As T and then N grow, it approaches sqrt(T ln(N) / 2), Hedge's bound.

    Parameters
    ----------
    rounds, experts : int
        T and N, at least 1.

    References
    ----------
    Cesa-Bianchi and Lugosi (2006), section 3.7.

    Examples
    --------
    >>> import math
    >>> import mistakebound as mb
    >>> mb.coin_regret(1, 2), mb.coin_regret(2, 2)
    (0.25, 0.375)
    >>> round(mb.coin_regret(10_000, 1000) / math.sqrt(10_000 * math.log(1000) / 2), 3)
    0.872
    """
    from scipy.stats import binom  # slow to load

    T, N = check_whole(rounds, "rounds"), check_whole(experts, "experts")
    return float(T / 2 - (binom.sf(np.arange(T), T, 0.5) ** N).sum())
