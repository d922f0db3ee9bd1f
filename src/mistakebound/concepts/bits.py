"""Sets as packed bits: one bit for each possible member, in 64-bit words.

Legend: N number of bits, h place of a bit.

The lab of the chapter on Halving votes with 3^12 concepts. With Boolean masks, each state of its run would take eight
times the memory, and the run would take forty times as long.
"""

from __future__ import annotations

import numpy as np


def pack(flags: np.ndarray) -> np.ndarray:
    """Boolean arrays (..., N) as 64-bit words (..., ceil(N / 64)); the bits after the last one are 0."""
    octets = np.packbits(flags, axis=-1, bitorder="little")
    padding = [(0, 0)] * (octets.ndim - 1) + [(0, -octets.shape[-1] % 8)]
    return np.ascontiguousarray(np.pad(octets, padding)).view(np.uint64)


def unpack(words: np.ndarray, N: int) -> np.ndarray:
    """The first N bits of packed words (..., ceil(N / 64)), as Booleans (..., N)."""
    return np.unpackbits(words.view(np.uint8), axis=-1, count=N, bitorder="little").view(bool)


def count(words: np.ndarray) -> np.ndarray:
    """Number of set bits along the last axis."""
    return np.bitwise_count(words).sum(axis=-1, dtype=np.uint32).astype(np.int64)


def integer(words: np.ndarray) -> int:
    """Packed words (ceil(N / 64),) as one integer with the same bits."""
    return int.from_bytes(words.tobytes(), "little")


def bit(words: np.ndarray, h: int) -> np.ndarray:
    """Bit h of each row of packed words, 0 or 1."""
    return words.view(np.uint8)[:, h >> 3] >> (h & 7) & 1
