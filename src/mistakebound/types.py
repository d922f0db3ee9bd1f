"""Type names for the inputs in signatures: numbers, vectors and examples.

Returned arrays are `numpy.ndarray`. Each learner chooses the type of its state, so states are `Any`.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from numpy.typing import ArrayLike

__all__ = ["Examples", "Given", "Number", "Vector"]

#: A number, rounded or exact.
Number: TypeAlias = float | Fraction
#: A number that is read off a run unless it is given.
Given: TypeAlias = Number | None
#: A row of numbers: an array, or a sequence that converts to one.
Vector: TypeAlias = ArrayLike | Sequence[Number]
#: Examples: an array (n, d), rows that convert to one, or a CSR matrix of SciPy. No type covers all three.
Examples: TypeAlias = Any
