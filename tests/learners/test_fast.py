"""Runs are the same with the compiled loop of the extra [fast] and without it, on data large enough for it."""

import subprocess
import sys

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.errors import MistakeBoundError

pytest.importorskip("numba")


def large(d=64, n=20_000):
    """Random examples, and among them ties, near-ties and cancelling ones, in a random order."""
    rng = np.random.default_rng(d)
    X = rng.normal(size=(n, d))
    X[::50] = rng.choice([-0.3, -0.1, 0.1, 0.2], size=X[::50].shape)
    X[1::50, :] = np.eye(d)[rng.integers(d, size=len(X[1::50]))] * 0.1
    X[2::50] = -X[1::50]
    y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
    y[rng.integers(n, size=40)] *= -1
    return X, y


def slow(learner):
    """The same rule by a class of its own, which the compiled loop does not know."""
    copy = type("Slow", (type(learner),), {})(**{name: getattr(learner, name) for name in learner.__match_args__})
    assert type(copy) is not type(learner)
    return copy


LEARNERS = [
    mb.Perceptron(),
    mb.Perceptron(rate=0.1, ties=1),
    mb.Perceptron(ties=-1),
    mb.MarginPerceptron(0.5),
    mb.MarginPerceptron(0.02, rate=0.1, strict=False),
    mb.Winnow(0.05),
    mb.Winnow(0.05, threshold=0.01, ties=1),
]


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize("dress", [np.asarray, np.asfortranarray, lambda X: X.astype(np.float32)])
def test_the_run_is_the_same(learner, dress):
    X, y = large()
    X = dress(X)
    one, other = mb.play(learner, X, y), mb.play(slow(learner), X, y)
    assert 0 < one.n_updates == other.n_updates
    assert one.updates.tolist() == other.updates.tolist()
    assert one.mistakes.tolist() == other.mistakes.tolist()
    assert one.weights.tolist() == other.weights.tolist()


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
def test_a_bad_entry_is_named(value):
    X, y = large()
    X[17_001, 3] = value
    with pytest.raises(MistakeBoundError, match=r"X\[17001, 3\] is"):
        mb.play(mb.Perceptron(), X, y)


def test_numba_is_loaded_for_large_data_only_and_may_be_absent_or_have_no_place_for_its_files():
    program = """
import sys
import numpy as np
import mistakebound as mb
X, y = np.ones((2**17, 8)), np.ones(2**17)
mb.play(mb.Perceptron(), X[:1000], y[:1000])
assert "numba" not in sys.modules
if sys.argv[1] == "absent":
    sys.modules["numba"] = None
if sys.argv[1] == "read-only":
    import numba.core.caching
    numba.core.caching.CacheImpl._locator_classes = []
print(mb.play(mb.Perceptron(), X, y).n_updates, "mistakebound.learners.fast" in sys.modules)
"""
    for numba, loaded in (("present", True), ("absent", False), ("read-only", False)):
        ran = subprocess.run([sys.executable, "-c", program, numba], capture_output=True, text=True, check=True)
        assert ran.stdout == f"1 {loaded}\n"
