"""Games of finite classes, solved by brute force without the package, to test its learners and dimensions against.

Legend: m points, 2^m functions on them (bit j of function f is its value at point j); a class is a mask with one bit
for each function; A the side of a class that is True at a point, B the other side.
"""

from functools import cache
from types import SimpleNamespace

import numpy as np


@cache
def solved(m):
    """For every class on m points (an array over all masks of classes; -1 for the empty one):

    opt: the minimax value; minus, plus, either, kindest: the most mistakes of Halving if a tie is -1, +1, the worse or
    the better of the two; con: the most mistakes of a learner that predicts with the worst consistent concept; size:
    the number of functions.
    """
    n_classes = 1 << (1 << m)
    mask = np.arange(n_classes, dtype=np.int64)
    size = np.bitwise_count(mask)
    true_at = [sum(1 << f for f in range(1 << m) if f >> j & 1) for j in range(m)]
    games = {name: np.zeros(n_classes, dtype=np.int8) for name in ("opt", "minus", "plus", "either", "kindest", "con")}
    for value in games.values():
        value[0] = -1
    for s in range(2, (1 << m) + 1):
        V = mask[size == s]
        for true in true_at:
            splits = V[(V & true != 0) & (V & ~true != 0)]
            A, B = splits & true, splits & ~true
            a, b = size[A].astype(int), size[B].astype(int)
            for name, value in games.items():
                say_plus = np.maximum(value[A], 1 + value[B])  # the label is then +1, or -1 and a mistake
                say_minus = np.maximum(1 + value[A], value[B])
                played = {
                    "opt": np.minimum(say_plus, say_minus),
                    "minus": np.where(a > b, say_plus, say_minus),
                    "plus": np.where(a >= b, say_plus, say_minus),
                    "either": np.where(a == b, np.maximum(say_plus, say_minus), np.where(a > b, say_plus, say_minus)),
                    "kindest": np.where(a == b, np.minimum(say_plus, say_minus), np.where(a > b, say_plus, say_minus)),
                    "con": np.maximum(say_plus, say_minus),
                }[name]
                np.maximum.at(value, splits, played)
    return SimpleNamespace(**games, size=size, m=m)


def table(mask, m):
    """The Boolean table of a class, (functions, points)."""
    functions = [f for f in range(1 << m) if mask >> f & 1]
    return np.array([[f >> j & 1 for j in range(m)] for f in functions], dtype=bool)


def most_mistakes(learner, C):
    """The most mistakes of a learner on any sequence that some concept explains: plain search through its protocol."""
    rows = C.points
    values = 2 * C.table.astype(int) - 1
    known = {}

    def search(state, alive):
        key = np.asarray(state).tobytes(), alive
        if key not in known:
            best, predictions = 0, learner.predict(state, rows)
            for y in (-1, 1):
                wants = learner.wants_update(state, rows, np.full(len(rows), y))
                for j, x in enumerate(rows):
                    left = frozenset(h for h in alive if values[h, j] == y)
                    wrong = bool(predictions[j] != y)
                    assert wants[j] or not (left and wrong), "what it does not learn from can be repeated for ever"
                    if left and (wants[j] or left != alive):
                        after = learner.update(state, x, y) if wants[j] else state
                        best = max(best, wrong + search(after, left))
            known[key] = best
        return known[key]

    return search(learner.start(rows.shape[1]), frozenset(range(len(values))))
