"""A mistake tree: what nature asks, and what it asks next after each label."""

from __future__ import annotations

from ..checks import check_y
from ..concepts import MistakeTree
from ..errors import MistakeBoundError
from .look import PALETTE, SMALL, TEXT, count, describe, drawing_on, note

DEEPEST = 5  # the leaves of a deeper tree have no room
LETTERS = 70  # so many letters fit side by side below the leaves


def mistake_tree(concepts, tree, labels=(), points=None, ax=None):
    """A mistake tree: a point in each node, a label on each branch, and at each leaf a concept that gives the labels.

    Parameters
    ----------
    concepts : ConceptClass
        The class that the tree is for.
    tree : MistakeTree
        Of depth 5 at most; `mistakebound.mistake_tree` makes one.
    labels : sequence of -1 and +1
        A walk down from the root, to be drawn thick.
    points : sequence of str, optional
        What to call the points of the class; by default their features.
    ax : Axes
        Where to draw; by default on a figure of its own.

    Returns
    -------
    Axes

    Raises
    ------
    MistakeBoundError
        If the tree is a leaf or too deep, or the walk longer than the tree is deep.
    """
    depth = tree.depth if isinstance(tree, MistakeTree) else 0
    if not 1 <= depth <= DEEPEST:
        raise MistakeBoundError(f"the tree has depth {depth}: trees of depth 1 to {DEEPEST} can be drawn.")
    walk = tuple(check_y(labels).tolist()) if len(labels) else ()
    if len(walk) > depth:
        raise MistakeBoundError(f"there are {len(walk)} labels, but the tree has depth {depth}: give one a level.")
    ask = points if points is not None else [_words(x) for x in concepts.points]
    leaves = [concepts.name(node) for _, node in _nodes(tree) if not isinstance(node, MistakeTree)]
    turned = max(map(len, leaves)) * len(leaves) > LETTERS

    with drawing_on(ax, (6.6, 0.8 * depth + (2.0 if turned else 1.2))) as ax:
        ax.set(xlim=(0, 1), ylim=(-depth - (1.2 if turned else 0.4), 0.3))
        ax.axis("off")
        said = []
        for path, node in _nodes(tree):
            walked = path == walk[: len(path)]
            place = _place(path)
            if path:
                _branch(ax, path, walked)
            if isinstance(node, MistakeTree):
                box = {"boxstyle": "round,pad=0.35", "facecolor": PALETTE["paper"], "edgecolor": PALETTE["mute"]}
                ax.text(*place, ask[node.point], size=SMALL, ha="center", va="center", bbox=box, zorder=5)
                said += [f"{ask[node.point]} {walk[len(path)]:+d}"] if walked and len(path) < len(walk) else []
            else:
                look = {"color": TEXT["ink" if walked else "mute"], "weight": "bold" if walked else "normal"}
                ax.text(place[0], place[1] - 0.08, concepts.name(node), size=SMALL, ha="center", va="top",
                        rotation=90 if turned else 0, **look)  # fmt: skip
        words = f"A mistake tree of {count(depth, 'levels')}, at the root {ask[tree.point]}"
        return describe(ax, f"{words}; leaves {', '.join(leaves)}{'; walk ' if said else ''}{', '.join(said)}.")


def _words(x):
    """The features of a point; as floats, because Fractions have no such format before Python 3.12."""
    return " ".join(f"{float(value):g}" for value in x)


def _nodes(node, path=()):
    """Every node and leaf with the labels on the way to it, from the top and from the left."""
    yield path, node
    if isinstance(node, MistakeTree):
        yield from _nodes(node.minus, (*path, -1))
        yield from _nodes(node.plus, (*path, 1))


def _place(path):
    """Where a node is drawn: in the middle of its share of the width, one unit lower at each level."""
    return 0.5 + sum(label * 0.25 / 2**level for level, label in enumerate(path)), -len(path)


def _branch(ax, path, walked):
    """The branch that ends at a node, with its label."""
    (x, y), (to_x, to_y) = _place(path[:-1]), _place(path)
    ax.plot([x, to_x], [y, to_y], color=PALETTE["ink" if walked else "mute"], lw=3 if walked else 1.2, zorder=1)
    sign, colour = ("+", "pos") if path[-1] > 0 else ("−", "neg")
    note(ax, sign, ((x + to_x) / 2, (y + to_y) / 2), (8 * path[-1], 4), colour, ha="center", va="center", weight="bold")
