"""Data for the tests of margins: separable in many ways, and hardly.

Legend: A signed examples (n, d), u the weights that the data are made for.
"""

import numpy as np

KINDS = ["gaussian", "integers", "cube", "duplicates", "repeated features", "low rank", "near", "offset", "sparse"]


def made_for(u, kind, n, rng):
    """Signed examples, most of them with a positive score under `u`; a score may be 0, or all of them small."""
    d = len(u)
    A = rng.normal(size=(n, d))
    if kind == "integers":
        A = rng.integers(-3, 4, size=(n, d)).astype(float)
    elif kind == "cube":
        A = rng.choice([-1.0, 1.0], size=(n, d))
    elif kind == "low rank":
        A = rng.normal(size=(n, min(2, d))) @ rng.normal(size=(min(2, d), d))
    elif kind == "sparse":
        A *= rng.random(size=A.shape) < 0.3
    A *= np.where(A @ u < 0, -1, 1)[:, None]
    if kind == "duplicates":
        A = A[rng.integers(0, n, size=2 * n)]
    elif kind == "repeated features":
        A = A[:, rng.integers(0, d, size=d)]
    elif kind == "near":  # all scores 1e-5, and 0 in the convex hull of the rest
        A -= np.outer(A @ u, u) / (u @ u)
        A /= max(np.abs(A).max(), 1e-9)
        A = np.vstack([A, -A]) + 1e-5 * np.sign(u)
    elif kind == "offset":
        A += 10 * np.sign(u)
    return A
