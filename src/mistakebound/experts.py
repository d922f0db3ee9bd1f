"""Experts for Hedge: learners, or a whole class of concepts; and the regret that no learner can avoid.

Legend: N experts, T rounds, X examples (T, d), L the Littlestone dimension of a class.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations

import numpy as np

from .arrays import dense
from .checks import check_kind, check_sizes, check_whole, check_X
from .concepts import ConceptClass, littlestone_dimension
from .errors import MistakeBoundError
from .learners.finite import StandardOptimal
from .trace import Trace
from .types import Examples

__all__ = ["best_adviser", "coin_regret", "covering_experts", "mistake_losses"]

MOST_EXPERTS = 100_000  # the most experts that are made


def mistake_losses(*traces: Trace) -> np.ndarray:
    """Learners as experts: the mistakes of their runs on the same examples, as losses (T, N) of 0 and 1.

    To follow a learner in a round means to predict as it does; every learner learns in every round, as if it were
    alone.

    Raises
    ------
    MistakeBoundError
        If the runs do not have the same labels in the same rounds.

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
        raise MistakeBoundError("there is no run: pass one run for each learner.")
    for trace in traces:
        check_kind(trace, Trace, "trace")
    labels = [trace.labels(np.arange(trace.n_rounds)) for trace in traces]
    for trace, y in zip(traces, labels, strict=True):
        if not np.array_equal(y, labels[0]):
            raise MistakeBoundError(
                f"{trace!r} has other labels than {traces[0]!r}: play all learners on the same examples, for equally "
                "many passes."
            )
    losses = np.zeros((len(labels[0]), len(traces)), dtype=np.int64)
    for i, trace in enumerate(traces):
        losses[trace.mistakes, i] = 1
    return losses


def covering_experts(concepts: ConceptClass, X: Examples) -> np.ndarray:
    """Experts that cover a class: every concept agrees with one of them on X. Returns their advice (T, N), -1 or +1.

    There is an expert for each set of at most Ldim(C) of the T rounds. It runs the standard optimal algorithm, assumes
    that this errs in exactly these rounds, and there says the opposite. It uses no later example, and learns from its
    own advice, except from labels that no concept gives.

    Parameters
    ----------
    concepts : ConceptClass
    X : array (T, d)
        Points of the class, in the order of the rounds.

    Returns
    -------
    ndarray (T, N)
        The advice of N = binom(T, 0) + ... + binom(T, Ldim(C)) experts.

    Raises
    ------
    MistakeBoundError
        If there are more than 100 000 experts.

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
    if N > MOST_EXPERTS:
        raise MistakeBoundError(
            f"{T} rounds and a Littlestone dimension of {L} make {N} experts, more than {MOST_EXPERTS}: use fewer "
            "rounds, or a smaller class."
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


def coin_regret(rounds: int, experts: int) -> float:
    r"""The expected regret of every learner, whatever it does, if each loss is the toss of a fair coin, 0 or 1.

    The learner's expected loss is T/2; that of the best of N experts is less:

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

    [T], N = check_sizes(rounds=rounds), check_whole(experts, "experts")
    return float(T / 2 - (binom.sf(np.arange(T), T, 0.5) ** N).sum())


def best_adviser(trace: Trace) -> np.ndarray:
    """The comparator that follows an adviser who was wrong at the fewest updates."""
    wrong = (trace.update_X * trace.update_y[:, None] < 0).sum(axis=0)
    return np.eye(len(wrong), dtype=int)[wrong.argmin()]
