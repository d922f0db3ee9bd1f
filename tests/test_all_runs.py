"""All possible runs on random examples: the sequences, their probabilities, the runs on them."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp

import mistakebound as mb
from mistakebound.errors import MistakeBoundError

X, Y = np.array([[1, 1], [-1, 1]]), [1, -1]


def test_every_sequence_once():
    runs = mb.every_run(mb.Perceptron(), X, Y, rounds=3, chances=[Fraction(2, 3), Fraction(1, 3)])
    assert len({tuple(row) for row in runs.draws.tolist()}) == len(runs.traces) == 8
    assert sum(runs.probabilities) == 1
    for row, p, trace in zip(runs.draws, runs.probabilities, runs.traces, strict=True):
        assert p == Fraction(2, 3) ** int(np.sum(row == 0)) * Fraction(1, 3) ** int(np.sum(row == 1))
        assert trace.X.tolist() == X[row].tolist()
        assert trace.y.tolist() == np.array(Y)[row].tolist()
        assert trace.n_rounds == 3
    assert repr(runs) == "<AllRuns of Perceptron(eta=1, ties='mistake'): 8 runs on 3 draws>"


def test_chances_are_equal_unless_given_and_passes_are_one():
    assert set(mb.every_run(mb.Perceptron(), X, Y, 2).probabilities) == {Fraction(1, 4)}
    runs = mb.every_run(mb.Perceptron(), sp.csr_array(X), Y, 2, [0.25, 0.75], passes=3)
    assert runs.probabilities.sum() == pytest.approx(1) and {trace.n_rounds for trace in runs.traces} == {6}


def test_it_is_a_value():
    runs = mb.every_run(mb.Perceptron(), X, Y, 1)
    for array in (runs.probabilities, runs.draws, runs.chances):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rounds": 0}, "rounds is 0"),
        ({"rounds": 17}, r"2\*\*17 sequences, more than 100000"),
        ({"chances": [1, 0]}, "must be 2 positive numbers"),
        ({"chances": ["a", "b"]}, "must be 2 positive numbers"),
        ({"chances": [Fraction(1, 2), Fraction(1, 3)]}, "sum of chances is 5/6"),
        ({"y": [1, 0]}, "labels must be -1 or"),
        ({"y": [1]}, "2 examples but y has 1"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(MistakeBoundError, match=message):
        mb.every_run(mb.Perceptron(), **{"X": X, "y": Y, "rounds": 2} | changes)
