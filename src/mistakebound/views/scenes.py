"""What is drawn of a run, described once as plain data: `plots` draws it with matplotlib, the player on a page.

A learner names its scene, as in ``scene = "plane"``, and `scene_of` finds it. A new scene is a record and a function here,
and a drawing in `plots/` or in `player/front/scenes/`.

Legend: X examples (n, d), y labels (n,), U updates, w weights, u comparator, c the constant feature of a folded bias,
V version spaces, N concepts (or literals).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..checks import check_vector, dense
from ..concepts import MistakeTree
from ..concepts.bits import unpack
from ..concepts.families import literal_values
from ..errors import MistakeBoundError
from ..theorems.display import number
from ..theorems.entropy import level_line
from ..theorems.winnow import squeezes_entropy

__all__ = [
    "Plane", "Remaining", "Scene", "Simplex", "Tree", "Weights",
    "plane", "point", "remaining", "scene_of", "simplex", "tree", "weights",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A picture of a run, as plain data.

    Attributes
    ----------
    told : tuple of str
        What to say of each update, or nothing.
    """

    told: tuple[str, ...] = ()


def scene_of(trace, cert, rounds=None) -> Scene:
    """The scene that the learner names; its weights as bars, where there is no plane and no triangle.

    Parameters
    ----------
    trace : Trace
    cert : Certificate
        Of this trace.
    rounds : array of int, optional
        Those that will be shown, for the scene of `remaining`.

    Raises
    ------
    MistakeBoundError
        If the learner names none.
    """
    name, u = _name(trace.learner), getattr(cert.q, "u", None)
    if name in SETS:
        return remaining(trace, rounds)
    if name == "plane" and _in_the_plane(trace.X):
        return plane(trace, u)
    if name == "simplex" and _in_the_triangle(cert):
        return simplex(cert)
    return weights(trace, u)


def _name(learner):
    name = getattr(learner, "scene", None)
    if name not in ("plane", "simplex", "weights", *SETS):
        raise MistakeBoundError(
            f"{learner!r} names no scene: give its class one, scene = 'plane', 'simplex', 'weights', 'concepts' or "
            "'literals'; or give the player one, as in run_data(trace, cert, scenes.weights(trace))."
        )
    return name


# --- the plane ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Plane(Scene):
    """A linear learner on two features, or on two and the constant one of `fold_bias`.

    Attributes
    ----------
    points, labels : arrays (n, 2) and (n,)
    constant : float
        The constant feature; 0 where there is none.
    weights, u : arrays (U + 1, d) and (d,)
        Of the learner after each update, and of the comparator, if there is one.
    """

    points: np.ndarray
    labels: np.ndarray
    constant: float
    weights: np.ndarray
    u: np.ndarray | None


def plane(trace, u=None) -> Plane:
    """The plane of a learner that predicts the sign of <w, x>; of streamed data it has the examples of the updates."""
    if _name(trace.learner) != "plane":
        raise MistakeBoundError(
            f"the scene of {trace.learner!r} is {trace.learner.scene!r}: plane is for learners whose boundary is "
            "<w, x> = 0. Draw its mistakes with plots.mistakes(trace)."
        )
    X, y = (trace.update_X, trace.update_y) if trace.X is None else (dense(trace.X), trace.y)
    n, d = X.shape
    if n == 0:
        raise MistakeBoundError("the data were streamed and no round was an update: there is no example to draw.")
    if not _in_the_plane(X):
        raise MistakeBoundError(
            f"this run has {d} features: plane draws runs on two, or on two and the constant one of fold_bias."
        )
    return Plane(
        points=X[:, :2].astype(float),
        labels=y,
        constant=float(X[0, 2]) if d == 3 else 0.0,
        weights=trace.weights.astype(float),
        u=None if u is None else check_vector(u, d).astype(float),
    )


def _in_the_plane(X):
    X = dense(X)
    return X.shape[1] == 2 or (X.shape[1] == 3 and np.all(X[:, 2] == X[0, 2]))


# --- weights -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Weights(Scene):
    """The weights of a linear learner, with the comparator and the example of each update.

    Attributes
    ----------
    weights, u : arrays (U + 1, d) and (d,)
    examples : array (U, d)
        y x of each update.
    """

    weights: np.ndarray
    examples: np.ndarray
    u: np.ndarray | None


def weights(trace, u=None) -> Weights:
    """The weights after each update, and what moved them."""
    return Weights(
        weights=trace.weights.astype(float),
        examples=(trace.update_X * trace.update_y[:, None]).astype(float),
        u=None if u is None else np.asarray(u, dtype=float),
    )


@dataclass(frozen=True, kw_only=True)
class Simplex(Scene):
    """Winnow's way in the triangle of three weights, and where the proof says it must be.

    Of three weights that sum to one, the last two say where they are.

    Attributes
    ----------
    path, u : arrays (U + 1, 2) and (2,)
        The weights after each update, and the comparator.
    allowed : tuple of arrays (m, 2)
        Closed lines around u: after so many updates the weights are no farther out. Empty where nothing is left.
    """

    path: np.ndarray
    u: np.ndarray
    allowed: tuple[np.ndarray, ...]


def simplex(cert, t=None, points=36) -> Simplex:
    """The triangle of a certificate that squeezes KL(u || w), with a line of so many points for each t.

    Parameters
    ----------
    cert : Certificate
    t : array of int, optional
        Numbers of updates; by default all those of the run.
    points : int
    """
    trace = cert.trace
    if not _in_the_triangle(cert):
        raise MistakeBoundError(
            "simplex draws Winnow on three features, with a comparator that sums to 1, and this is "
            f"{cert.theorem.title} of {trace.learner!r}: draw plots.squeeze(cert)."
        )
    u, w = np.asarray(cert.q.u, dtype=float), np.exp(trace.log_weights)
    entropies = cert.squeeze.upper(np.arange(trace.n_updates + 1) if t is None else t)
    return Simplex(
        path=(w / w.sum(axis=1, keepdims=True))[:, 1:],
        u=u[1:],
        allowed=tuple(level_line(u, entropy, points)[:, 1:] for entropy in entropies),
    )


def _in_the_triangle(cert):
    return squeezes_entropy(cert) and len(cert.q.u) == 3


# --- sets --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Remaining(Scene):
    """The concepts, or literals, that are left, and what each says of the examples shown.

    Attributes
    ----------
    noun : str
        What they are.
    names : tuple of N str
    gone : array of int (N,)
        After how many updates each was ruled out; -1 for those that are left.
    values, labels : Boolean array (m, N), and array (m,)
        What each of them says of m examples, and their labels.
    """

    noun: str
    names: tuple[str, ...]
    gone: np.ndarray
    values: np.ndarray
    labels: np.ndarray


def remaining(trace, rounds=None) -> Remaining:
    """What a learner has not ruled out yet, and what that says of the examples of some rounds, by default the updates.

    Raises
    ------
    MistakeBoundError
        If the learner's states are not sets.
    """
    noun = _name(trace.learner)
    if noun not in SETS:
        raise MistakeBoundError(
            f"the states of {trace.learner!r} are not sets of concepts or of literals: draw its mistakes with "
            "plots.mistakes(trace)."
        )
    if rounds is None:
        X, y = trace.update_X, trace.update_y
    else:
        X, y = trace.examples(rounds), trace.labels(rounds)
    left, values, names = SETS[noun](trace, X)
    return Remaining(
        noun=noun,
        names=names,
        gone=np.where(left[-1], -1, left.argmin(axis=0)),  # the first state without it
        values=values,
        labels=y,
        told=_ruled_out(left.sum(axis=1), noun),
    )


def _concepts(trace, X):
    """What each state holds (U + 1, N), what its members say of X (m, N), and their names."""
    C = trace.learner.concepts
    left, values = (unpack(np.asarray(V), len(C)) for V in (trace.states, C.columns(X)))
    return left, values, C.names


def _literals(trace, X):
    left, n = np.stack(trace.states), trace.learner.n
    names = [f"x{i + 1}" for i in range(n)] + [f"¬x{i + 1}" for i in range(n)]
    N = left.shape[1]
    return left, literal_values(X, n)[:, :N], tuple(names[:N])


SETS = {"concepts": _concepts, "literals": _literals}


def _ruled_out(sizes, noun):
    """What each update did, in words."""

    def are(number):
        return "is" if number == 1 else "are"

    return tuple(
        f"{before - after} of {before} {noun} {are(before - after)} ruled out, {after} {are(after)} left."
        for before, after in pairwise(sizes.tolist())
    )


# --- mistake trees -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Tree(Scene):
    """A walk down a mistake tree: in each round nature asks about the point of a node.

    Attributes
    ----------
    tree : tuple or str
        (point, what follows -1, what follows +1), down to the concepts at the leaves.
    labels : tuple of int
        The walk.
    """

    tree: tuple | str
    labels: tuple[int, ...]


def tree(concepts, tree, labels=(), points=None, told=()) -> Tree:
    """A mistake tree in words, and a walk down from its root.

    Parameters
    ----------
    concepts : ConceptClass
    tree : MistakeTree
    labels : sequence of -1 and +1
    points : sequence of str, optional
        What to call the points of the class; by default their features.
    told : tuple of str
        What to say of each update, as in ``remaining(trace).told``.
    """
    names = [point(x, digits=4) for x in concepts.points] if points is None else points

    def named(node):
        if isinstance(node, MistakeTree):
            return names[node.point], named(node.minus), named(node.plus)
        return concepts.name(node)

    return Tree(tree=named(tree), labels=tuple(map(int, labels)), told=told)


def point(x, digits=2):
    """An example in words: (0.5, -1); 0110 where its features are Boolean."""
    x = np.asarray(x, dtype=float)
    if np.all((x == 0) | (x == 1)):
        return "".join(str(int(value)) for value in x)
    words = [number(value, 1e-12, digits).replace("-", "−") for value in x]
    return words[0] if len(words) == 1 else f"({', '.join(words)})"
