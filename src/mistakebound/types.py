"""What signatures call the values that go in: numbers, vectors and examples.

Arrays come out as `numpy.ndarray`. What a learner keeps as its state is its own affair: `Any`.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from numpy.typing import ArrayLike

__all__ = ["Examples", "Number", "Vector"]

#: A number, rounded or exact.
Number: TypeAlias = float | Fraction
#: A row of numbers: an array, or a sequence that makes one.
Vector: TypeAlias = ArrayLike | Sequence[Number]
#: Examples: an array (n, d), rows that make one, or a CSR matrix of SciPy. No type has them all.
Examples: TypeAlias = Any
