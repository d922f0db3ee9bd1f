"""Runs in which every round multiplies the weights: those of Hedge and of the games of `mistakebound.margins`.

Legend: N weights, T rounds, w_t the weights after t rounds, of sum 1, eta_t the learning rate of round t;
l_t the losses of N experts in round t.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from .arrays import ReadOnly
from .checks import check_arrays, check_table, check_whole
from .errors import MistakeBoundError

__all__ = ["LossRun", "WeightsRun"]


class WeightsRun(ReadOnly):
    """The record of a run: read-only arrays; those in `BY_ROUND` have an entry for each round."""

    log_weights: np.ndarray
    steps: np.ndarray
    BY_ROUND: ClassVar[tuple[str, ...]]
    __dataclass_fields__: ClassVar[dict[str, Any]]  # subclasses are dataclasses, each with its own fields

    def validate(self) -> None:
        """Raise unless the record is of one play: its arrays hold numbers, one entry for each round.

        Raises
        ------
        MistakeBoundError
            For arrays of other shapes, or of what is not a number.
        """
        check_arrays(self, "log_weights", *self.BY_ROUND)
        T, N = check_whole(len(self.steps), "the number of rounds"), self.log_weights.shape[-1]
        shapes = {"log_weights": (T + 1, N)} | dict.fromkeys(self.BY_ROUND, (T,)) | {"losses": (T, N)}
        for name in ("log_weights", *self.BY_ROUND):
            if check_table(getattr(self, name), name, shapes[name]).dtype.kind == "O":
                raise MistakeBoundError(f"{name} has dtype object: the record holds floats; use {name}.astype(float).")

    @property
    def n_rounds(self) -> int:
        """Number of rounds played, T."""
        return len(self.steps)

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

    def upto(self, t: int) -> Self:
        """The first t rounds, or all rounds if there are fewer."""
        t = check_whole(t, "t")
        parts = {name: getattr(self, name)[:t] for name in self.BY_ROUND}
        return replace(self, log_weights=self.log_weights[: t + 1], **parts)

    def __len__(self) -> int:
        return self.n_rounds


@dataclass(frozen=True, eq=False, repr=False)
class LossRun(WeightsRun):
    """Weights on experts, and the losses of the experts.

    Attributes
    ----------
    losses : ndarray (T, N), read-only
        Loss of each expert in each round.
    steps : ndarray (T,), read-only
        The learning rate of each round.
    log_weights : ndarray (T+1, N), read-only
        Logarithms of the weights before each round, and after the last.
    """

    losses: np.ndarray
    steps: np.ndarray
    log_weights: np.ndarray
    BY_ROUND = ("losses", "steps")
    made_by: ClassVar = "Hedge(eta).run"

    @property
    def expected(self) -> np.ndarray:
        """The expected loss in each round, <w_{t-1}, l_t>, (T,)."""
        return (self.weights[:-1] * self.losses).sum(axis=1)

    @property
    def total(self) -> np.ndarray:
        """The expected loss up to each round, (T,)."""
        return np.cumsum(self.expected)

    @property
    def best(self) -> np.ndarray:
        """The least loss of an expert up to each round, (T,)."""
        return np.cumsum(self.losses, axis=0).min(axis=1)

    @property
    def regret(self) -> np.ndarray:
        """``total - best``: the regret against the best expert up to each round, (T,)."""
        return self.total - self.best

    def __repr__(self) -> str:
        T, N = self.losses.shape
        return (
            f"<LossRun: {T} round{'s' * (T != 1)}, {N} expert{'s' * (N != 1)}, expected loss {self.total[-1]:.4g}, "
            f"least loss {self.best[-1]:.4g}>"
        )
