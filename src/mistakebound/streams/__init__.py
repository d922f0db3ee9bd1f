"""Example sequences that carry their comparator: planted margins, Boolean functions, traps.

Every function here returns a `Stream`, except `committee_chunks`, which returns `Chunks` for data that do not fit in
memory. Arrays hold whole numbers where possible, so that every check on them is exact. Three parameters mean the same
everywhere:

- `n` is the number of examples; for a Boolean function, the number of variables, and all 2^n points are shown;
- `c` is a constant feature, folded in as the last one (`fold_bias`); None leaves it out;
- `seed` makes random examples reproducible.
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
