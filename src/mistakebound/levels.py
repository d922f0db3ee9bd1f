"""Level lines of Phi* of a potential, and of the relative entropy to a comparator.

Legend: z dual vector (2,), u, w probability vectors (3,), Phi* the conjugate of a potential.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .potentials import Potential

__all__ = ["level_curve", "level_line"]


def level_curve(potential: Potential, z: np.ndarray, reach: float, points: int = 48) -> np.ndarray:
    """The level line of Phi* through z, in the plane: a closed line around the set where Phi* is less, (points, 2).

    That set is convex, so a ray from a place inside leaves it once or never; if never, the line passes at the distance
    `reach`. If Phi* is least at z, there are no points, (0, 2).

    Examples
    --------
    >>> import numpy as np
    >>> from mistakebound import potentials
    >>> from mistakebound.levels import level_curve
    >>> level_curve(potentials.Euclidean(), np.array([3.0, 4.0]), reach=20, points=4).round(6)
    array([[ 3.,  4.],
           [-4.,  3.],
           [-3., -4.],
           [ 4., -3.]])
    """
    level, slope = potential.conjugate(z), potential.weights(z)

    def way_out(start: np.ndarray, rays: np.ndarray) -> np.ndarray:
        def inside(far: np.ndarray) -> np.ndarray:
            return potential.conjugate(start + far * rays) < level

        return _farthest(inside, np.full(len(rays), float(reach))) * rays

    if not np.any(slope):
        return np.empty((0, 2))
    across = way_out(z, -slope[None] / np.hypot(*slope))[0]  # down from z, and up again on the other side
    angle = np.linspace(0, 2 * math.pi, points, endpoint=False) + math.atan2(*slope[::-1])
    middle = z + across / 2
    return middle + way_out(middle, np.column_stack([np.cos(angle), np.sin(angle)]))


def level_line(u: np.ndarray, level: float, points: int) -> np.ndarray:
    """Weights w at which KL(u || w) is `level`, (points, 3), evenly spaced along a closed line around u.

    Along a ray from u the entropy only grows, so bisection finds the place. There are no points unless `level` > 0.

    Examples
    --------
    >>> import numpy as np
    >>> from mistakebound import kl
    >>> from mistakebound.levels import level_line
    >>> u = np.array([0.2, 0.3, 0.5])
    >>> [round(kl(u, w), 4) for w in level_line(u, 0.1, points=3)]
    [0.1, 0.1, 0.1]
    """
    if level <= 0:
        return np.empty((0, 3))
    angle = np.linspace(0, 2 * math.pi, 361)[:, None]
    ray = np.cos(angle) * [1, -1, 0] / math.sqrt(2) + np.sin(angle) * [1, 1, -2] / math.sqrt(6)
    ray = ray.round(12)  # so that rays along a side stay on it
    held = u != 0

    def inside(far: np.ndarray) -> np.ndarray:
        L = np.log(np.maximum(u + far * ray, 1e-300))
        r = np.log(u[held]) - L[:, held]
        return (u[held] * (r + np.expm1(-r))).sum(axis=1) + np.exp(L[:, ~held]).sum(axis=1) < level

    border = np.divide(-u, ray, out=np.full(ray.shape, np.inf), where=ray < 0).min(axis=1)
    line = u + _farthest(inside, border) * ray
    way = np.append(0, np.cumsum(np.hypot(*np.diff(line[:, 1:], axis=0).T)))
    at = np.linspace(0, way[-1], points, endpoint=False)
    return np.column_stack([np.interp(at, way, column) for column in line.T])


def _farthest(inside: Callable[[np.ndarray], np.ndarray], most: np.ndarray) -> np.ndarray:
    """The distance, at most `most`, to which each ray stays inside, by bisection, (m, 1)."""
    low, high = np.zeros(len(most)), most
    for _ in range(40):
        middle = (low + high) / 2
        within = inside(middle[:, None])
        low, high = np.where(within, middle, low), np.where(within, high, middle)
    return low[:, None]
