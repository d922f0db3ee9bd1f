"""What the player shows beside the squeeze, one scene for each kind of learner, as plain data.

Legend: K events (rounds in which the learner erred or changed), X examples (n, d), y labels, w weights, u comparator,
V version spaces, N concepts (or literals).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..checks import dense
from ..concepts import MistakeTree
from ..concepts.bits import unpack
from ..errors import MistakeBoundError
from ..learners.finite import Elimination
from ..theorems.display import number
from ..theorems.entropy import entropies
from ..theorems.winnow import squeezes_entropy

__all__ = ["Scene", "plane", "point", "remaining", "scene_of", "short", "shown_rounds", "simplex", "tree", "weights"]

#: A longer run shows only the rounds in which something happens.
EVERY_ROUND = 300
#: Points of a level line of the simplex.
LEVEL_POINTS = 36


@dataclass(frozen=True)
class Scene:
    """A picture of the run.

    Attributes
    ----------
    data : dict
        JSON-safe; ``data["kind"]`` says which scene of the front end draws it.
    told : tuple of str
        A sentence for each event, or nothing.
    """

    data: dict[str, Any]
    told: tuple[str, ...] = ()


def shown_rounds(trace):
    """The rounds that have a frame: all of them, or, in a long run, those in which something happens, and the last."""
    if trace.n_rounds <= EVERY_ROUND:
        return np.arange(trace.n_rounds)
    return np.unique([*trace.updates, *trace.mistakes, trace.n_rounds - 1])


def scene_of(trace, cert) -> Scene:
    """The scene for this kind of learner: the plane, the triangle of three experts, weights, or what is left."""
    if not hasattr(trace.learner, "weights") or hasattr(trace.learner, "concepts"):
        return remaining(trace, cert)
    if squeezes_entropy(cert) and trace.weights.shape[1] == 3:
        return simplex(trace, cert)
    if hasattr(trace.learner, "threshold_for"):  # the plane draws the boundary <w, x> = 0, and theirs is <w, x> = theta
        return weights(trace, cert)
    X = trace.X
    if X.shape[1] == 2 or (X.shape[1] == 3 and np.all(dense(X)[:, 2] == dense(X)[0, 2])):
        return plane(trace, cert)
    return weights(trace, cert)


def plane(trace, cert) -> Scene:
    """A linear learner on two features, or on two and the constant one of `fold_bias`."""
    X = dense(trace.X)
    constant = float(X[0, 2]) if X.shape[1] == 3 else 0.0
    return Scene(
        {
            "kind": "plane",
            "points": short(X[:, :2]),
            "labels": trace.y.tolist(),
            "constant": constant,
            "weights": short(trace.weights),
            "u": short(cert.q.u) if hasattr(cert.q, "u") else None,
        }
    )


def weights(trace, cert) -> Scene:
    """The weights of a linear learner as bars, with the comparator and the example of each update."""
    return Scene(
        {
            "kind": "weights",
            "weights": short(trace.weights, 3),
            "examples": short(trace.update_X * trace.update_y[:, None], 3),
            "u": short(cert.q.u, 3) if hasattr(cert.q, "u") else None,
        }
    )


def simplex(trace, cert) -> Scene:
    """Winnow's path in the triangle of three weights, and where the proof says it must be after each update."""
    w = trace.weights / trace.weights.sum(axis=1, keepdims=True)
    u = np.asarray(cert.q.u, dtype=float)
    allowed = cert.squeeze.upper(np.arange(trace.n_updates + 1))
    return Scene(
        {
            "kind": "simplex",
            "path": short(w[:, 1:]),  # of three weights that sum to one, two say where they are
            "u": short(u[1:]),
            "allowed": [short(_level_line(u, level)[:, 1:], 3) for level in allowed],
        }
    )


def _level_line(u, level):
    """Points w of the triangle, around u, at which KL(u || w) is `level`: found along rays, where it only grows."""
    if level <= 0:
        return np.empty((0, 3))
    angle = np.linspace(0, 2 * math.pi, 361)[:, None]
    ray = np.cos(angle) * [1, -1, 0] / math.sqrt(2) + np.sin(angle) * [1, 1, -2] / math.sqrt(6)
    low, high = np.zeros(len(ray)), np.divide(-u, ray, out=np.full(ray.shape, np.inf), where=ray < 0).min(axis=1)
    for _ in range(40):
        middle = (low + high) / 2
        kl, _ = entropies(u, np.log(np.maximum(u + middle[:, None] * ray, 1e-300)))
        low, high = np.where(kl < level, middle, low), np.where(kl < level, high, middle)
    return _evenly(u + low[:, None] * ray, LEVEL_POINTS)


def _evenly(line, n):
    """So many points of a closed line, equally far apart along it."""
    way = np.append(0, np.cumsum(np.hypot(*np.diff(line[:, 1:], axis=0).T)))
    at = np.linspace(0, way[-1], n, endpoint=False)
    return np.column_stack([np.interp(at, way, column) for column in line.T])


def remaining(trace, cert) -> Scene:
    """The concepts, or literals, that are left, and what each says of the example shown."""
    left, values, name, noun = _sets(trace, cert)
    gone = np.where(left[-1], -1, left.argmin(axis=0))  # the first state without it
    sizes = left.sum(axis=1)
    updates = {round: t for t, round in enumerate(trace.updates.tolist(), start=1)}
    told = []
    for round in np.union1d(trace.updates, trace.mistakes).tolist():
        t = updates.get(round)
        told.append("" if t is None else _ruled_out(sizes[t - 1], sizes[t], noun))
    return Scene(
        {
            "kind": "remaining",
            "noun": noun,
            "names": [name(i) for i in range(left.shape[1])],
            "gone": gone.tolist(),
            "values": [np.packbits(row).tobytes().hex() for row in values],
            "labels": trace.labels(shown_rounds(trace)).tolist(),
        },
        tuple(told),
    )


def _sets(trace, cert):
    """What each state holds (U + 1, N), what is true in each round shown, names of the members, and their noun."""
    learner, X = trace.learner, trace.examples(shown_rounds(trace))
    if hasattr(cert.q, "spaces"):
        C = cert.q.concepts
        left = np.stack([unpack(V, len(C)) for V in cert.q.spaces])
        return left, np.stack([unpack(row, len(C)) for row in C.columns(X)]), C.name, "concepts"
    if isinstance(learner, Elimination):
        n, left = learner.n, np.stack(trace.states)
        values = np.hstack([X, 1 - X])[:, : left.shape[1]].astype(bool)
        return left, values, lambda i: f"x{i + 1}" if i < n else f"¬x{i - n + 1}", "literals"
    raise MistakeBoundError(
        f"the player has no scene for {learner!r}: give one, as in run_data(trace, cert, scene=Scene(...))."
    )


def _ruled_out(before, after, noun):
    out, are = before - after, lambda number: "is" if number == 1 else "are"
    return f"{out} of {before} {noun} {are(out)} ruled out, {after} {are(after)} left."


def tree(trace, cert, tree, concepts, points=None) -> Scene:
    """A walk down a mistake tree: in each round nature asks about the point of a node.

    Parameters
    ----------
    trace, cert
        A run against `TreeWalk`.
    tree : MistakeTree
    concepts : ConceptClass
    points : sequence of str, optional
        What to call the points; by default their features.
    """
    names = [point(x) for x in concepts.points] if points is None else points

    def nested(node):
        if isinstance(node, MistakeTree):
            return [names[node.point], nested(node.minus), nested(node.plus)]
        return concepts.name(node)

    told = remaining(trace, cert).told
    return Scene({"kind": "tree", "tree": nested(tree), "labels": trace.y.tolist()}, told)


# --- numbers -----------------------------------------------------------------------------------------------------


def short(values, digits=4):
    """Numbers, or nested lists of them, rounded to a few digits to place marks; None where there is none."""
    values = np.asarray(values, dtype=float)
    if values.ndim:
        return [short(value, digits) for value in values]
    value = float(f"{values:.{digits}g}")
    return None if not math.isfinite(value) else int(value) if value.is_integer() else value


def point(x):
    """An example in words: (0.5, -1); 0110 where its features are Boolean."""
    x = np.asarray(x, dtype=float)
    if np.all((x == 0) | (x == 1)):
        return "".join(str(int(value)) for value in x)
    words = [number(value, 1e-12, 2).replace("-", "−") for value in x]
    return words[0] if len(words) == 1 else f"({', '.join(words)})"
