"""Hedge: weights on experts whose losses are numbers between 0 and 1.

Legend: N experts, T rounds, l_t their losses in round t, w_t their weights after t rounds, of sum 1, eta the learning
rate.

A loss need not be a mistake, and the learner need not predict: it spreads one unit of trust over the experts, and loses
the weighted mean of their losses. This is also the expected loss of following an expert drawn by these weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..checks import as_array, check_positive
from ..errors import MistakeBoundError
from ..exponential import LossRun
from ..parameters import Parameters, checked

__all__ = ["Hedge"]


@dataclass(frozen=True)
class Hedge(Parameters):
    r"""Hedge: the weight of an expert is exponentially small in its losses so far.

    .. math:: w_{t,i} \propto e^{-\eta L_{t,i}}, \qquad L_{t,i} = \ell_{1,i} + \ldots + \ell_{t,i}

    Parameters
    ----------
    eta : float, optional
        Learning rate. For T rounds, sqrt(8 ln(N) / T) gives the best bound. Without it, for an unknown number of
        rounds, Hedge starts again after 1, 3, 7, 15, ... rounds, each time with the best rate for the new phase: the
        doubling trick.

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
        """Play against the losses of all rounds; the losses of a round are seen after its weights are chosen.

        Parameters
        ----------
        losses : array (T, N)
            Numbers from 0 to 1, or Booleans: row t - 1 holds what each expert loses in round t.

        Raises
        ------
        MistakeBoundError
            If the losses are not such a table.
        """
        from scipy.special import log_softmax  # slow to load, so not before the first play

        losses = _check_losses(losses)
        T, N = losses.shape
        if self.eta is None:
            starts = [2**n - 1 for n in range(T.bit_length())]
            etas = [math.sqrt(8 * math.log(N) / (start + 1)) for start in starts]
        else:
            starts, etas = [0], [self.eta]
        ends = [*starts[1:], T]
        parts = [log_softmax(np.cumsum(np.vstack([np.zeros(N), -eta * losses[start:end]]), axis=0), axis=1)
                 for start, end, eta in zip(starts, ends, etas, strict=True)]  # fmt: skip
        played = [part[:-1] for part in parts[:-1]] + parts[-1:]  # a new phase has equal weights
        return LossRun(losses, np.repeat(etas, np.diff([*starts, T])), np.vstack(played))


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
