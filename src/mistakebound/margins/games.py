"""The l1 margin as a game, played in rounds: multiplicative weights, and AdaBoost, which is the same play transposed.

Legend: X examples (n, d), y labels (n,) in {-1, +1}, A matrix of the game, here the signed examples a_i = y_i x_i;
w_t probabilities on its columns, i_t the row that answers them, eta_t the learning rate; T rounds; R = max |a_ij|.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..checks import check_arrays, check_kind, check_positive, check_size, check_table, check_whole
from ..errors import MistakeBoundError, shown
from ..exponential import WeightsRun
from ..protocol import TIE
from ..types import Examples, Vector
from .results import signed_examples

__all__ = ["GameRun", "adaboost", "multiplicative_weights"]


@dataclass(frozen=True, eq=False, repr=False)
class GameRun(WeightsRun):
    """A game played in rounds: weights on the columns, each time answered by the row that pays them least.

    Attributes
    ----------
    A : ndarray (n, d), read-only
        The matrix of the game: entry (i, j) is what row i pays column j.
    rows : ndarray (T,), read-only
        The answers: i_t minimises <a_i, w_t>; the first such row, if there are several.
    steps : ndarray (T,), read-only
        Learning rates eta_t: w_{t+1} is w_t times exp(eta_t a_{i_t}), normalised.
    payments : ndarray (T,), read-only
        Payment of each round: <a_{i_t}, w_t>, the least score.
    lower, upper : ndarray (T,), read-only
        Bounds on the value of the game after each round: the least payment to the average of the weights so far, and
        the largest entry of the average of the rows so far. Averages are weighted by the steps.
    log_weights : ndarray (T+1, d), read-only
        Logarithms of the weights before each round, and after the last, as they were played.
    """

    A: np.ndarray
    rows: np.ndarray
    steps: np.ndarray
    payments: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    log_weights: np.ndarray
    BY_ROUND = ("rows", "steps", "payments", "lower", "upper")
    made_by: ClassVar = "multiplicative_weights or adaboost"

    def validate(self) -> None:
        """Raise unless the rows are rows of the matrix, and the arrays belong to one play with equally many rounds."""
        check_arrays(self, "A", "log_weights", "rows")
        check_table(self.A, "A", (len(self.A), self.log_weights.shape[-1]))
        outside = self.rows.dtype.kind not in "iu" or np.any((self.rows < 0) | (self.rows >= len(self.A)))
        if outside:
            raise MistakeBoundError(f"rows of the run are {self.rows}: they must be numbers of rows of A.")
        super().validate()

    @property
    def gap(self) -> np.ndarray:
        """``upper - lower`` after each round: the distance between the two bounds."""
        return self.upper - self.lower

    @property
    def w(self) -> np.ndarray:
        """The average of the weights played, weighted by the steps, (d,)."""
        return self.steps @ self.weights[:-1] / self.steps.sum()

    @property
    def q(self) -> np.ndarray:
        """The share of each row in the answers, weighted by the steps, (n,): a probability vector."""
        return np.bincount(self.rows, weights=self.steps, minlength=len(self.A)) / self.steps.sum()

    def __repr__(self) -> str:
        return (
            f"GameRun({self.n_rounds} rounds, value between {self.lower[-1]:.4g} and {self.upper[-1]:.4g}, "
            f"{len(np.unique(self.rows))} of {len(self.A)} rows played)"
        )


def multiplicative_weights(
    X: Examples, y: Vector, rounds: int, eta: float | None = None, signed: bool = True
) -> GameRun:
    r"""Approach the l1 margin by repeated play: weights on the features against the worst example, round by round.

    .. math:: i_t = \arg\min_i \langle a_i, w_t \rangle, \qquad w_{t+1} \propto w_t\, e^{\eta a_{i_t}}

    This is Winnow with an update in every round, on the example with the least margin. The averages of both players'
    choices bound the value from either side, and with the default learning rate their gap is at most R sqrt(2 ln(d) /
    rounds) [1]_ [2]_.

    Parameters
    ----------
    X, y : array (n, d) and array (n,)
        As for `l1_margin`.
    rounds : int
        T >= 1. A gap of epsilon needs at most 2 R^2 ln(d) / epsilon^2 rounds.
    eta : float, optional
        Learning rate; by default sqrt(2 ln(d) / T) / R, for which the bound holds.
    signed : bool
        Play on [A, -A], so that weights may be negative; then d is twice the number of features.

    Returns
    -------
    GameRun
        A run whose `A` is the matrix as played: doubled, if signed.

    Raises
    ------
    MistakeBoundError
        For data that `l1_margin` refuses, `rounds` below 1, or a learning rate that is not positive.

    References
    ----------
    .. [1] Freund and Schapire (1999), Adaptive game playing using multiplicative weights.
    .. [2] Arora, Hazan and Kale (2012), The multiplicative weights update method.

    Examples
    --------
    >>> from mistakebound import l1_margin, multiplicative_weights
    >>> X, y = [[-1, 1], [1, -2]], [1, 1]
    >>> run = multiplicative_weights(X, y, rounds=1000, signed=False)
    >>> run
    GameRun(1000 rounds, value between -0.2011 and -0.192, 2 of 2 rows played)
    >>> round(l1_margin(X, y, signed=False).value, 6)
    -0.2
    """
    A = _game(X, y, signed)
    R, d = float(np.abs(A).max()), A.shape[1]
    if eta is None:
        eta = math.sqrt(2 * math.log(max(d, 2)) / check_whole(rounds, "rounds")) / (R or 1.0)
    eta = float(check_positive(eta, "eta"))
    return _play(A, rounds, lambda payment: eta)


def adaboost(X: Examples, y: Vector, rounds: int) -> GameRun:
    r"""AdaBoost on the features as weak hypotheses: the game of the l1 margin, transposed.

    Here the weights are on the examples, and a feature answers: the one with the largest edge r_t = <q_t, a_j>, the
    weighted mean of its signed values. The examples that it gets right lose weight,

    .. math:: q_{t+1}(i) \propto q_t(i)\, e^{-\alpha_t a_{i j_t}}, \qquad
              \alpha_t = \frac{1}{2R} \ln \frac{R + r_t}{R - r_t}

    which is Winnow's tuned learning rate, at the current edge instead of a fixed margin [1]_.

    Parameters
    ----------
    X, y : array (n, d) and array (n,)
        As for `l1_margin`. The negative of each feature is a hypothesis too.
    rounds : int
        T >= 1. The run ends earlier if a feature is right on every example (r = R), or none is better than a guess.

    Returns
    -------
    GameRun
        The game of ``-[A, -A].T``: its columns are the examples and its rows the hypotheses, so that `weights` are the
        q_t, `payments` the -r_t, `steps` the alpha_t, and ``run.q`` the normalised vote of the hypotheses, whose least
        margin is ``-run.upper[-1]``.

    Raises
    ------
    MistakeBoundError
        As for `multiplicative_weights`; and if, at the start, no feature is better than a guess or one is perfect.

    References
    ----------
    .. [1] Freund and Schapire (1997), A decision-theoretic generalization of on-line learning and an
       application to boosting.

    Examples
    --------
    >>> from mistakebound import adaboost
    >>> run = adaboost([[1, 1, -1], [1, -1, 1], [-1, 1, 1]], [1, 1, 1], rounds=300)
    >>> run.rows[:3].tolist(), run.steps[:3].round(4).tolist()
    ([0, 1, 2], [0.3466, 0.5493, 0.8047])
    """
    B = -_game(X, y, signed=True).T
    R = float(np.abs(B).max()) or 1.0

    def step(payment: float) -> float | None:
        edge = -payment / R
        return math.atanh(edge) / R if TIE < edge < 1 - TIE else None

    return _play(B, rounds, step)


def _game(X: Examples, y: Vector, signed: bool) -> np.ndarray:
    """The signed examples, doubled if `signed`, in the units of X."""
    A, scale = signed_examples(X, y)
    A = A * scale
    return np.hstack([A, -A]) if check_kind(signed, bool, "signed") else A


def _play(A: np.ndarray, rounds: int, step: Callable[[float], float | None]) -> GameRun:
    """Multiplicative weights on the columns of A against the best answer by a row; `step` may end the run with None."""
    from scipy.special import log_softmax  # slow to load, so not before the first play

    rounds = check_whole(rounds, "rounds")
    check_size(f"the record of {shown(rounds)} rounds", 8 * rounds * (A.shape[1] + 32), "use fewer rounds")
    tie = TIE * np.abs(A).max()  # of rows that pay the same, the first answers
    moved, weighed, played = np.zeros(A.shape[1]), np.zeros(len(A)), []
    log_weights = [log_softmax(moved)]
    for _ in range(rounds):
        scores = A @ np.exp(log_weights[-1])
        i = int((scores <= scores.min() + tie).argmax())
        eta = step(float(scores[i]))
        if eta is None:
            break
        moved, weighed = moved + eta * A[i], weighed + eta * scores
        log_weights.append(log_softmax(moved))
        played.append((i, eta, scores[i], weighed.min()))
    if not played:
        raise MistakeBoundError(
            f"the best edge at the start is {0 - A.mean(axis=1).min():.4g}: a feature that is no better than a guess "
            "cannot be boosted, and one that is right on every example needs no boosting."
        )
    rows, steps, payments, least = map(np.array, zip(*played, strict=True))
    total, largest = np.cumsum(steps), np.cumsum(steps[:, None] * A[rows], axis=0).max(axis=1)
    return GameRun(A, rows, steps, payments, least / total, largest / total, np.array(log_weights))
