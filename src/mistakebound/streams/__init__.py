"""Example sequences that carry their comparator: planted margins, Boolean functions, traps.

Every function here gives a `Stream`; `committee_chunks` gives `Chunks`, for more than fits in memory. Where whole
numbers will do, the arrays hold whole numbers, so that every check on them is exact. Three parameters mean the same
wherever they occur:

- `n` is the number of examples, of a Boolean function that of its variables, all of whose 2^n points are shown;
- `c` is a constant feature, folded in as the last (`fold_bias`); None for none;
- `seed` makes random examples the same ones each time.
"""

from ..stream import Chunks, Stream
from .boolean import boolean_and, boolean_or, odd_max_bit, parity, xor
from .planted import committee, committee_chunks, disjunction, experts, separable
from .traps import (
    bold_step,
    hadamard,
    ignored_bias,
    irrational,
    repeated_example,
    seesaw,
    signed_units,
    unequal_lengths,
    zero_margin,
)

__all__ = [
    "Chunks", "Stream", "bold_step", "boolean_and", "boolean_or", "committee", "committee_chunks", "disjunction",
    "experts", "hadamard", "ignored_bias", "irrational", "odd_max_bit", "parity", "repeated_example", "seesaw",
    "separable", "signed_units", "unequal_lengths", "xor", "zero_margin",
]  # fmt: skip
