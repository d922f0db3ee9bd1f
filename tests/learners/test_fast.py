"""Runs are the same with the compiled loop of the extra [fast] and without it, on data large enough for it."""

import subprocess
import sys

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.errors import MistakeBoundError

pytest.importorskip("numba")


def real(n=20_000, d=64):
    rng = np.random.default_rng(d)
    X = rng.normal(size=(n, d))
    y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
    return X, np.where(rng.random(n) < 0.002, -y, y)


def tenths(n=140_000, d=8):
    """Scores that are often 0, up to rounding."""
    rng = np.random.default_rng(d)
    X = rng.choice([-0.3, -0.1, 0.0, 0.0, 0.1, 0.2], size=(n, d))
    y = np.where(X @ rng.integers(-3, 4, d) > 0, 1, -1)
    return X, np.where(rng.random(n) < 0.002, -y, y)


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
@pytest.mark.parametrize("data", [real, pytest.param(tenths, marks=pytest.mark.audit)])
def test_the_run_is_the_same(learner, data):
    X, y = data()
    one, other = mb.play(learner, X, y), mb.play(slow(learner), X, y)
    assert 0 < one.n_updates == other.n_updates
    assert one.updates.tolist() == other.updates.tolist()
    assert one.mistakes.tolist() == other.mistakes.tolist()
    assert one.weights.tolist() == other.weights.tolist()


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
def test_a_bad_entry_is_named(value):
    X, y = real()
    X[17_001, 3] = value
    with pytest.raises(MistakeBoundError, match=r"X\[17001, 3\] is"):
        mb.play(mb.Perceptron(), X, y)


@pytest.mark.audit
def test_numba_is_loaded_for_large_data_only_and_may_be_absent_or_have_no_place_for_its_files():
    program = """
import sys
import numpy as np
import mistakebound as mb
X, y = np.ones((2**17, 8)), np.ones(2**17)
mb.play(mb.Perceptron(), X[:1000], y[:1000])
mb.play(mb.Perceptron(), np.ones((100, 20_000)), y[:100])  # as in a lab
assert "numba" not in sys.modules
if sys.argv[1] == "absent":
    sys.modules["numba"] = None
if sys.argv[1] == "nowhere to write":
    import numba
    def njit(**options):
        raise RuntimeError("no place for the cache")
    numba.njit = njit
print(mb.play(mb.Perceptron(), X, y).n_updates, "mistakebound.learners.fast" in sys.modules)
"""
    for numba, loaded in (("present", True), ("absent", False), ("nowhere to write", False)):
        ran = subprocess.run([sys.executable, "-c", program, numba], capture_output=True, text=True, check=True)
        assert ran.stdout == f"1 {loaded}\n"
