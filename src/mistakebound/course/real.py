"""Two small data sets that come with scikit-learn, in their original order.

They have no comparator: `l2_margin` finds the best one. Each is scaled in units chosen before the first round, without
a look at the labels; nothing is centred.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mistakebound.checks import check_whole
from mistakebound.errors import MistakeBoundError
from mistakebound.features import fold_bias
from mistakebound.stream import Stream
from mistakebound.types import Number

__all__ = ["breast_cancer", "digits"]


def digits(negative: int, positive: int, c: Number | None = None) -> Stream:
    """Return images of two handwritten digits: 8 x 8 pixels each, from 0 (white paper) to 1 (full ink).

    Every pixel is a grey level from 0 to 16, divided here by 16. Each of the 45 pairs of digits has a positive margin,
    even without a constant feature.

    Parameters
    ----------
    negative, positive : int
        The digits, 0 to 9, to be labelled -1 and +1.
    c : number or None

    References
    ----------
    Alpaydin and Kaynak (1998), Optical recognition of handwritten digits, UCI Machine Learning Repository: its test
    set, as scikit-learn carries it.

    Examples
    --------
    >>> from mistakebound.course import real
    >>> real.digits(3, 8)
    <Stream of digits 3 and 8: 357 examples, 64 features, radius 4.601>
    """
    for name, digit in (("negative", negative), ("positive", positive)):
        if check_whole(digit, name, least=0) > 9:
            raise MistakeBoundError(f"{name} is {digit}: it must be a digit from 0 to 9.")
    if negative == positive:
        raise MistakeBoundError(f"negative and positive are both {positive}: give two different digits.")
    data = _scikit_learn("load_digits")
    chosen = (data.target == negative) | (data.target == positive)
    X, y = data.data[chosen] / 16, np.where(data.target[chosen] == positive, 1, -1)
    return Stream(f"digits {negative} and {positive}", X if c is None else fold_bias(X, c), y)


def breast_cancer(c: Number | None = None) -> Stream:
    """Return tumours, benign (-1) or malignant (+1), described by 30 measurements of cell nuclei.

    The measurements are positive or zero; their largest values lie between 0.03 and 4254. Each is divided by its
    largest value among the 569 patients, so that all lie between 0 and 1. The best margin is positive but minute.

    References
    ----------
    Street, Wolberg and Mangasarian (1993), Nuclear feature extraction for breast tumor diagnosis; the Wisconsin
    diagnostic data of the UCI Machine Learning Repository, as scikit-learn carries them.

    Examples
    --------
    >>> from mistakebound.course import real
    >>> real.breast_cancer()
    <Stream of breast cancer: 569 examples, 30 features, radius 3.854>
    """
    data = _scikit_learn("load_breast_cancer")
    X, y = data.data / data.data.max(axis=0), np.where(data.target_names[data.target] == "malignant", 1, -1)
    return Stream("breast cancer", X if c is None else fold_bias(X, c), y)


def _scikit_learn(loader: str) -> Any:
    try:
        from sklearn import datasets
    except ImportError as error:
        raise MistakeBoundError(
            "these data come with scikit-learn, which is not installed: pip install 'mistakebound[labs]'."
        ) from error
    return getattr(datasets, loader)()
