"""Real data: scikit-learn's data sets as streams, scaled by units."""

import sys
from itertools import combinations

import numpy as np
import pytest

from mistakebound import MistakeBoundError, l2_margin
from mistakebound.course import real


def test_digits_are_scikit_learns_pixels_over_16():
    from sklearn.datasets import load_digits

    data = load_digits()
    stream = real.digits(3, 8)
    rows = np.flatnonzero(np.isin(data.target, (3, 8)))
    assert np.array_equal(stream.X * 16, data.data[rows])
    assert np.array_equal(stream.y == 1, data.target[rows] == 8)
    assert (stream.X.min(), stream.X.max(), stream.u) == (0, 1, None)
    assert np.array_equal(real.digits(8, 3).y, -stream.y)
    assert set(real.digits(3, 8, c=2).X[:, 64]) == {2}


@pytest.mark.audit
def test_every_pair_of_digits_is_separable_through_the_origin():
    for a, b in combinations(range(10), 2):
        stream = real.digits(a, b)
        assert l2_margin(stream.X, stream.y).value > 0.05


def test_breast_cancer_is_scaled_by_units_and_nothing_else():
    from sklearn.datasets import load_breast_cancer

    data = load_breast_cancer()
    stream = real.breast_cancer()
    assert stream.X.max(axis=0).tolist() == 30 * [1]
    assert stream.X.min() >= 0
    assert np.allclose(stream.X * data.data.max(axis=0), data.data, rtol=1e-15)
    assert np.array_equal(stream.y == 1, data.target == list(data.target_names).index("malignant"))
    assert (stream.y == 1).sum() == 212
    assert real.breast_cancer(c=1).X.shape == (569, 31)


@pytest.mark.parametrize("make", [lambda: real.digits(0, 1), real.breast_cancer])
def test_without_scikit_learn_the_error_says_what_to_install(make, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MistakeBoundError, match=r"pip install 'mistakebound\[labs\]'"):
        make()


@pytest.mark.parametrize(("a", "b", "message"), [(3, 3, "two different digits"), (3, 10, "positive is 10")])
def test_two_digits(a, b, message):
    with pytest.raises(MistakeBoundError, match=message):
        real.digits(a, b)
