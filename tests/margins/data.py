"""Data for the tests of margins, easy and hard to separate; and the checks that several tests share.

Legend: A signed examples (n, d), u the weights for which the data are made, q convex weights on the examples.
"""

import numpy as np
from hypothesis import strategies as st

KINDS = [
    "gaussian", "integers", "cube", "duplicates", "repeated features", "low rank", "collinear", "near", "offset",
    "sparse",
]  # fmt: skip
SHAPES = {"n": st.integers(1, 40), "d": st.integers(1, 25), "seed": st.integers(0, 2**32 - 1)}


def made_for(u, kind, n, rng, near=1e-5):
    """Signed examples, most of them with a positive score under `u`; a score may be 0, or all of them small."""
    d = len(u)
    A = rng.normal(size=(n, d))
    if kind == "integers":
        A = rng.integers(-3, 4, size=(n, d)).astype(float)
    elif kind == "cube":
        A = rng.choice([-1.0, 1.0], size=(n, d))
    elif kind == "low rank":
        A = rng.normal(size=(n, min(2, d))) @ rng.normal(size=(min(2, d), d))
    elif kind == "collinear":
        A = np.outer(rng.uniform(0.1, 1, n), u)
    elif kind == "sparse":
        A *= rng.random(size=A.shape) < 0.3
    A *= np.where(A @ u < 0, -1, 1)[:, None]
    if kind == "duplicates":
        A = A[rng.integers(0, n, size=2 * n)]
    elif kind == "repeated features":
        A = A[:, rng.integers(0, d, size=d)]
    elif kind == "near":  # all scores small, and 0 in the convex hull of the rest
        A -= np.outer(A @ u, u) / (u @ u)
        A /= max(np.abs(A).max(), 1e-9)
        A = np.vstack([A, -A]) + near * np.sign(u)
    elif kind == "offset":
        A += 10 * np.sign(u)
    return A


def labelled(A, rng):
    """Examples and labels with these signed examples; labels are drawn, so that signs matter."""
    y = rng.choice([-1, 1], size=len(A))
    return A * y[:, None], y


def check_convex(q, n):
    assert q.shape == (n,) and q.min() >= 0 and abs(q.sum() - 1) <= 1e-12
