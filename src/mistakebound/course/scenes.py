"""Scenes: pictures of a run as plain data, which `plots` draws with matplotlib and the player draws on a page.

`SCENES` maps each kind of learner to its scene; a learner of your own names one, ``scene = "plane"``. A new scene needs
a record and a function here, a drawing in `player/front/scenes/`, and a view in `plots/` if it is to have figures.

Legend: X examples (n, d), y labels (n,), U updates, w weights, u comparator, c the constant feature of a folded bias,
V version spaces, N concepts (or literals), m examples shown.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from mistakebound.arrays import dense
from mistakebound.certificates.claims import ROUNDING
from mistakebound.certificates.core import Certificate
from mistakebound.certificates.display import number
from mistakebound.checks import check_vector
from mistakebound.concepts import ConceptClass, MistakeTree
from mistakebound.concepts.bits import unpack
from mistakebound.concepts.families import literal_values
from mistakebound.errors import MistakeBoundError
from mistakebound.learners.finite import Elimination, VersionSpaceLearner, WeighingLearner
from mistakebound.learners.kernel import KernelPerceptron
from mistakebound.learners.linear import LinearLearner
from mistakebound.learners.littlestone import Winnow1, Winnow2
from mistakebound.learners.quasi_additive import QuasiAdditive
from mistakebound.learners.winnow import Winnow
from mistakebound.levels import level_curve, level_line
from mistakebound.potentials import as_quasi_additive
from mistakebound.protocol import TIE, Learner
from mistakebound.theorems.winnow import squeezes_entropy
from mistakebound.trace import Trace
from mistakebound.types import Examples, Vector

__all__ = [
    "Scene", "along", "counts", "experts", "link", "plane", "point", "remaining", "scene_of", "simplex", "tree",
    "weights",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A picture of a run, as plain data; `told` is empty, or has a sentence for each update."""

    told: tuple[str, ...] = ()


def scene_of(trace: Trace, cert: Certificate, rounds: np.ndarray | None = None) -> Scene:
    """Return the scene of the trace's learner; bars of its weights if no plane and no triangle fits.

    `rounds` are the rounds that will be shown: see `remaining` and `experts`.

    Raises
    ------
    MistakeBoundError
        If the learner is your own and names no scene.
    """
    name, u = _name(trace.learner), getattr(cert.q, "u", None)
    if name in SETS:
        return remaining(trace, rounds)
    if name == "experts":
        return experts(trace, rounds, getattr(cert.q, "regret", None))
    if name == "link" and trace.X.shape[1] == 2:
        return link(trace, u)
    if name in BOUNDARY and _in_the_plane(trace.X):
        return plane(trace, u)
    if name == "simplex" and _in_the_triangle(cert):
        return simplex(cert)
    if name == "counts":
        return counts(cert)
    return weights(trace, u)


#: The scene of each learner of the package, and of learners derived from it.
SCENES: dict[type, str] = {
    LinearLearner: "plane", QuasiAdditive: "link", Winnow: "simplex", Winnow1: "weights", Winnow2: "weights",
    KernelPerceptron: "counts", VersionSpaceLearner: "concepts", WeighingLearner: "experts", Elimination: "literals",
}  # fmt: skip


def _name(learner: Learner) -> str:
    known = (SCENES[kind] for kind in type(learner).__mro__ if kind in SCENES)
    name = getattr(learner, "scene", None) or next(known, None)
    if name not in (*BOUNDARY, "simplex", "weights", "counts", "experts", *SETS):
        raise MistakeBoundError(
            f"{learner!r} names no scene: give its class one, scene = 'plane', 'link', 'simplex', 'weights', 'counts', "
            "'experts', 'concepts' or 'literals'; or pass the player a scene, as in run_data(trace, "
            "cert, scenes.weights(trace))."
        )
    return name


BOUNDARY = ("plane", "link")  # for learners that predict the sign of <w, x>


# --- weights -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Plane(Scene):
    """A linear learner on two features, or on two and the constant feature of `fold_bias`."""

    points: np.ndarray  # (n, 2)
    labels: np.ndarray  # (n,)
    constant: float  # c; 0 if there is no constant feature
    weights: np.ndarray  # (U + 1, d)
    u: np.ndarray | None  # (d,)


def plane(trace: Trace, u: Vector | None = None) -> Plane:
    """Return the plane of a learner that predicts the sign of <w, x>."""
    if _name(trace.learner) not in BOUNDARY:
        raise MistakeBoundError(
            f"the scene of {trace.learner!r} is {_name(trace.learner)!r}: plane is for learners whose boundary is "
            "<w, x> = 0. Use plots.mistakes(trace) to draw its mistakes."
        )
    return Plane(**_linear(trace, u))


def _linear(trace: Trace, u: Vector | None) -> dict[str, Any]:
    """The parts of a plane for any linear learner."""
    if trace.X is None:
        raise MistakeBoundError("the data of this run were streamed and not kept: play on arrays to draw the plane.")
    X = dense(trace.X)
    if not _in_the_plane(X):
        raise MistakeBoundError(
            f"this run has {X.shape[1]} features: plane draws runs on two, or on two and the constant one of fold_bias."
        )
    return {
        "points": X[:, :2].astype(float),
        "labels": trace.y,
        "constant": float(X[0, 2]) if X.shape[1] == 3 else 0.0,
        "weights": trace.weights.astype(float),
        "u": None if u is None else check_vector(u, X.shape[1]).astype(float),
    }


def _in_the_plane(X: Examples) -> bool:
    X = dense(X)
    return X.shape[1] == 2 or (X.shape[1] == 3 and bool(np.all(X[:, 2] == X[0, 2])))


@dataclass(frozen=True, kw_only=True)
class Along(Scene):
    """The plane through u and w: how far the weights w have come along u, and how far they are from the line of u."""

    path: np.ndarray  # (U + 1, 2)
    step: float  # each update takes w at least this far along u
    reach: float  # each update adds at most the square of this to the squared length of w


def along(cert: Certificate) -> Along:
    """Return the plane through u and w for a certificate of NOVIKOFF, in any dimension.

    Examples
    --------
    >>> import mistakebound as mb
    >>> from mistakebound.course import scenes
    >>> adversary = mb.Orthonormal(radius=2, margin=1)
    >>> trace = mb.duel(mb.Perceptron(), adversary)
    >>> scenes.along(mb.NOVIKOFF.check(trace, u=adversary.comparator(trace), gamma=1, radius=2)).path[[0, 2, 4]]
    array([[0., 0.],
           [2., 2.],
           [4., 0.]])
    """
    w, u, eta = (np.asarray(part, dtype=float) for part in (cert.trace.weights, cert.q.u, cert.trace.learner.eta))
    length = np.linalg.norm(u)
    straight = w @ u / length
    off = np.sqrt(np.maximum((w * w).sum(axis=1) - straight**2, 0))
    off[off <= math.sqrt(ROUNDING) * straight] = 0  # the root of a rounded difference
    return Along(
        path=np.column_stack([straight, off]),
        step=float(eta * cert.q.gamma / length), reach=float(eta * np.sqrt(float(cert.q.R2))),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Link(Plane):
    """A quasi-additive learner on two features: the plane of its weights, and beside it the plane of z, its memory."""

    z: np.ndarray  # (U + 1, 2)
    levels: tuple[np.ndarray, ...]  # closed lines on which Phi* is the same as at z; empty if z is alone on its level


def link(trace: Trace, u: Vector | None = None, points: int = 36) -> Link:
    """Return the two planes of a learner whose weights follow from a vector z by a potential.

    `points` is the number of points of each level line.
    """
    potential, dual = as_quasi_additive(trace.learner)
    shown = _linear(trace, u)
    if shown["constant"]:
        raise MistakeBoundError("this run has 3 features: link draws runs on two; play on the first two.")
    z = np.stack([dual(state) for state in trace.states]).astype(float)
    reach = 4 * (np.abs(z).max() or 1)
    return Link(**shown, z=z, levels=tuple(level_curve(potential, each, reach, points) for each in z))


@dataclass(frozen=True, kw_only=True)
class Weights(Scene):
    """A linear learner's weights, the examples that moved them and the comparator; or a kernel learner's counts."""

    weights: np.ndarray  # (U + 1, d)
    examples: np.ndarray  # (U, d), y x of each update
    u: np.ndarray | None  # (d,)
    title: str = "The weights"
    bars: str = "weights w"
    places: str = "features"


def weights(trace: Trace, u: Vector | None = None) -> Weights:
    """Return the weights of any linear learner."""
    return Weights(
        weights=trace.weights.astype(float),
        examples=(trace.update_X * trace.update_y[:, None]).astype(float),
        u=None if u is None else np.asarray(u, dtype=float),
    )


def counts(cert: Certificate) -> Weights:
    """Return the coefficients, one for each example, of a learner that keeps its mistakes.

    Raises
    ------
    MistakeBoundError
        If the certificate is not in the space of a kernel, as those of `KERNEL` are.
    """
    if not hasattr(cert.q, "coefficients"):
        raise MistakeBoundError(
            f"counts draws a run in the space of a kernel, but this is {cert.theorem.title}: check the run with KERNEL."
        )
    q, trace = cert.q, cert.trace
    moved = np.zeros((trace.n_updates, len(q.points)))
    moved[np.arange(trace.n_updates), q.at] = trace.update_y
    return Weights(
        weights=q.coefficients.astype(float),
        examples=moved,
        u=np.append(q.alpha.astype(float), np.zeros(len(q.points) - len(q.alpha))),
        title="The mistakes kept",
        bars="coefficients",
        places="examples",
    )


@dataclass(frozen=True, kw_only=True)
class Simplex(Scene):
    """Winnow's path in the triangle of three weights; because these sum to one, the last two give the position."""

    path: np.ndarray  # (U + 1, 2)
    u: np.ndarray  # (2,)
    allowed: tuple[np.ndarray, ...]  # closed lines: after 0, 1, ... updates w is inside; empty if there is no room


def simplex(cert: Certificate, t: np.ndarray | None = None, points: int = 36) -> Simplex:
    """Return the triangle of a certificate that squeezes KL(u || w).

    For each number of updates in `t`, by default 0, 1, ..., U, a line of `points` points bounds where w may be.
    """
    trace = cert.trace
    if not _in_the_triangle(cert):
        raise MistakeBoundError(
            "simplex draws Winnow on three features, with a comparator that sums to 1, but this is "
            f"{cert.theorem.title} of {trace.learner!r}: use plots.squeeze(cert)."
        )
    u, w = np.asarray(cert.q.u, dtype=float), np.exp(trace.log_weights)
    room = cert.squeeze.upper(np.arange(trace.n_updates + 1) if t is None else t)
    return Simplex(
        path=(w / w.sum(axis=1, keepdims=True))[:, 1:],
        u=u[1:],
        allowed=tuple(level_line(u, entropy, points)[:, 1:] for entropy in room),
    )


def _in_the_triangle(cert: Certificate) -> bool:
    return squeezes_entropy(cert) and len(cert.q.u) == 3


# --- sets --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Remaining(Scene):
    """The remaining concepts, or literals, and the label that each gives to the examples shown."""

    noun: str
    names: tuple[str, ...]
    gone: np.ndarray  # (N,), the number of updates after which each was ruled out; -1 for the remaining ones
    values: np.ndarray  # (m, N), the label that each gives
    labels: np.ndarray  # (m,)


def remaining(trace: Trace, rounds: np.ndarray | None = None) -> Remaining:
    """Return what a learner has not ruled out, with its labels in some rounds, by default those of the updates.

    Raises
    ------
    MistakeBoundError
        If the learner's states are not sets.
    """
    noun = _name(trace.learner)
    if noun not in SETS:
        raise MistakeBoundError(
            f"the states of {trace.learner!r} are not sets of concepts or of literals: use "
            "plots.mistakes(trace) to draw its mistakes."
        )
    if rounds is None:
        X, y = trace.update_X, trace.update_y
    else:
        X, y = trace.examples(rounds), trace.labels(rounds)
    left, values, names = SETS[noun](trace, X)
    gone = np.where(left[-1], -1, left.argmin(axis=0))  # the first state without it
    return Remaining(
        noun=noun, names=names, gone=gone, values=values, labels=y, told=_ruled_out(left.sum(axis=1), noun)
    )


def _concepts(trace: Trace, X: Examples) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """The members of each state (U + 1, N), the labels that all concepts give to X (m, N), and their names."""
    C = trace.learner.concepts
    return unpack(np.stack(trace.states), len(C)), unpack(C.columns(X), len(C)), C.names


def _literals(trace: Trace, X: Examples) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    left, n = np.stack(trace.states), trace.learner.n
    names = [f"{sign}x{i + 1}" for sign in ("", "¬") for i in range(n)]
    N = left.shape[1]
    return left, literal_values(X, n)[:, :N], tuple(names[:N])


SETS = {"concepts": _concepts, "literals": _literals}


def _ruled_out(sizes: np.ndarray, noun: str) -> tuple[str, ...]:
    """Say in words what each update did."""

    def are(number: int) -> str:
        return "is" if number == 1 else "are"

    return tuple(
        f"{before - after} of {before} {noun} {are(before - after)} ruled out, {after} {are(after)} left."
        for before, after in pairwise(sizes.tolist())
    )


# --- experts -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Experts(Scene):
    """The weights of experts, or of concepts that vote, and the label that each gives to the examples shown."""

    names: tuple[str, ...]
    weights: np.ndarray  # (U + 1, N)
    values: np.ndarray  # (m, N), the label that each gives
    labels: np.ndarray  # (m,)


def experts(trace: Trace, rounds: np.ndarray | None = None, regret: np.ndarray | None = None) -> Experts:
    """Return the weight of each expert in a vote, and the experts' labels in some rounds, by default the updates.

    If `regret` (T,) is given, the sentences end with the regret so far.
    """
    if _name(trace.learner) != "experts":
        raise MistakeBoundError(
            f"{trace.learner!r} has no weight for each expert: use plots.mistakes(trace) to draw its mistakes."
        )
    learner, C = trace.learner, trace.learner.concepts
    w = np.stack([learner.weights(state) for state in trace.states])
    X = trace.update_X if rounds is None else trace.examples(rounds)
    y = trace.update_y if rounds is None else trace.labels(rounds)
    wrong = unpack(C.columns(trace.update_X), len(C)) != (trace.update_y > 0)[:, None]
    told = (
        f"{each.sum()} of {len(C)} experts were wrong, with {number(before[each].sum())} of the total weight "
        f"{number(before.sum())}."
        for each, before in zip(wrong, w, strict=False)
    )
    if regret is not None:
        so_far = [after.replace("-", "−") for after in numbers(regret[trace.updates])]
        told = (f"{words} The regret so far is {after}." for words, after in zip(told, so_far, strict=True))
    return Experts(names=C.names, weights=w, values=unpack(C.columns(X), len(C)), labels=y, told=tuple(told))


# --- mistake trees -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Tree(Scene):
    """A walk down a mistake tree: in each round nature asks about the point of a node."""

    tree: tuple[Any, ...] | str  # (point, subtree after -1, subtree after +1), down to the concepts at the leaves
    labels: tuple[int, ...]


def tree(
    concepts: ConceptClass,
    tree: MistakeTree | int | None,
    labels: Iterable[int] = (),
    points: Sequence[str] | None = None,
    told: tuple[str, ...] = (),
) -> Tree:
    """Return a mistake tree of a class and a walk from its root; `points` names the points, else their features do."""
    names = [point(x, digits=4) for x in concepts.points] if points is None else points

    def named(node: Any) -> Any:
        if isinstance(node, MistakeTree):
            return names[node.point], named(node.minus), named(node.plus)
        return concepts.name(node)

    return Tree(tree=named(tree), labels=tuple(map(int, labels)), told=told)


def point(x: np.ndarray, digits: int = 2) -> str:
    """Write an example in words: (0.5, -1), or 0110 if its features are Boolean."""
    x = np.asarray(x, dtype=float)
    if np.all((x == 0) | (x == 1)):
        return "".join(str(int(value)) for value in x)
    words = [number(value, 1e-12, digits).replace("-", "−") for value in x]
    return words[0] if len(words) == 1 else f"({', '.join(words)})"


# --- in words ----------------------------------------------------------------------------------------------------


def verdict(cert: Certificate) -> str:
    """Say what is wrong with a certificate; return nothing if all is well."""
    words, objections = cert.verdict
    return f"{words} ({', '.join(checked.name for checked in objections)})" if objections else ""


def numbers(values: np.ndarray) -> list[str]:
    """Write numbers of one kind in a few digits; rounding noise, which differs between machines, becomes 0."""
    sizes = np.abs(np.asarray(values, dtype=float))
    noise = TIE * sizes.max(initial=0, where=np.isfinite(sizes))
    return [number(value, noise) for value in values]
