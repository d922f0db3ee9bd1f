"""A mistake tree: nature's question, and its next question after each label."""

from collections.abc import Iterator, Sequence
from typing import Any

from matplotlib.axes import Axes

from mistakebound.checks import check_y
from mistakebound.concepts import ConceptClass, MistakeTree
from mistakebound.errors import MistakeBoundError

from .. import scenes
from .look import PALETTE, SMALL, TEXT, count, describe, drawing, note

DEEPEST = 5  # the leaves of a deeper tree have no room
LETTERS = 70  # the letters that fit side by side below the leaves


def mistake_tree(
    concepts: ConceptClass,
    tree: MistakeTree | int | None,
    labels: Any = (),
    points: Sequence[str] | None = None,
) -> Axes:
    """Draw a mistake tree: a point in each node, a label on each branch, and at each leaf a concept with these labels.

    Parameters
    ----------
    concepts : ConceptClass
        The class that the tree is for.
    tree : MistakeTree
        A tree of depth at most 5; `mistakebound.mistake_tree` makes one.
    labels : sequence of -1 and +1
        A walk down from the root, drawn thick.
    points : sequence of str, optional
        The names of the points of the class; by default their features.

    Raises
    ------
    MistakeBoundError
        If the tree is a leaf or too deep, or the walk longer than the tree is deep.
    """
    depth = tree.depth if isinstance(tree, MistakeTree) else 0
    if not 1 <= depth <= DEEPEST:
        raise MistakeBoundError(f"the tree has depth {depth}: use a depth from 1 to {DEEPEST}.")
    if len(labels) > depth:
        raise MistakeBoundError(
            f"there are {len(labels)} labels, but the tree has depth {depth}: give one label for each level."
        )
    scene = scenes.tree(concepts, tree, check_y(labels) if len(labels) else (), points)
    nodes, walk = list(_nodes(scene.tree)), scene.labels
    leaves = [node for _, node in nodes if isinstance(node, str)]
    turned = max(map(len, leaves)) * len(leaves) > LETTERS

    with drawing((6.6, 0.8 * depth + (2.0 if turned else 1.2))) as ax:
        ax.set(xlim=(0, 1), ylim=(-depth - (1.2 if turned else 0.4), 0.3))
        ax.axis("off")
        said = []
        for path, node in nodes:
            walked = path == walk[: len(path)]
            place = _place(path)
            if path:
                _branch(ax, path, walked)
            if isinstance(node, str):
                look: dict[str, Any] = {"color": TEXT["ink" if walked else "mute"], "rotation": 90 if turned else 0}
                look["weight"] = "bold" if walked else "normal"
                ax.text(place[0], place[1] - 0.08, node, size=SMALL, ha="center", va="top", **look)
            else:
                box = {"boxstyle": "round,pad=0.35", "facecolor": PALETTE["paper"], "edgecolor": PALETTE["mute"]}
                ax.text(*place, node[0], size=SMALL, ha="center", va="center", bbox=box, zorder=5)
                said += [f"{node[0]} {walk[len(path)]:+d}"] if walked and len(path) < len(walk) else []
        words = f"A mistake tree of {count(depth, 'levels')}, at the root {scene.tree[0]}"
        return describe(ax, f"{words}; leaves {', '.join(leaves)}{'; walk ' if said else ''}{', '.join(said)}.")


def _nodes(node: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield the path of labels to every node and leaf, and the node, from top to bottom and left to right."""
    yield path, node
    if not isinstance(node, str):
        _, minus, plus = node
        yield from _nodes(minus, (*path, -1))
        yield from _nodes(plus, (*path, 1))


def _place(path: tuple[int, ...]) -> tuple[float, int]:
    """The place of a node: in the middle of its share of the width, one unit lower at each level."""
    return 0.5 + sum(label * 0.25 / 2**level for level, label in enumerate(path)), -len(path)


def _branch(ax: Axes, path: tuple[int, ...], walked: bool) -> None:
    """Draw the branch that ends at a node, with its label."""
    (x, y), (to_x, to_y) = _place(path[:-1]), _place(path)
    ax.plot([x, to_x], [y, to_y], color=PALETTE["ink" if walked else "mute"], lw=3 if walked else 1.2, zorder=1)
    sign, colour = ("+", "pos") if path[-1] > 0 else ("−", "neg")
    note(ax, sign, ((x + to_x) / 2, (y + to_y) / 2), (8 * path[-1], 4), colour, ha="center", va="center", weight="bold")
