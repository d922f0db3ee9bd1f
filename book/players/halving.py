"""Watch the proof of Halving's bound: random examples, or an adversary that contradicts the majority while it can.

In the game nature chooses the mornings, and whether the ferry sailed.
"""

import mistakebound as mb
from mistakebound import concepts
from mistakebound.course import Game, Show, teaching


def votes(learner="Halving", examples="drawn at random"):
    """Play Halving, whose version space votes; or, for comparison, CON, which follows its first concept."""
    C = concepts.k_conjunctions(8, 2)
    player, theorem = {"Halving": (mb.Halving, mb.HALVING), "CON": (mb.Consistent, mb.CONSISTENT)}[learner]
    if examples == "by an adversary":
        trace = mb.duel(player(C), mb.Contrarian(C))
    else:
        seed = {"drawn at random": 10, "another draw": 0}[examples]
        drawn = teaching.random_examples(mb.Formula(8, [2, -5]), 60, seed=seed)
        trace = mb.play(player(C), drawn.X, drawn.y)
    return trace, theorem.check(trace, concepts=C)


RULES = concepts.conjunctions(2)
WORDS = {"TRUE": "always", "¬": "no ", "x1": "tide", "x2": "wind", " ∧ ": ", "}  # the words of the questions


def in_words(name):
    for sign, word in WORDS.items():
        name = name.replace(sign, word)
    return name


TABLE = [RULES.labels(h, RULES.points) > 0 for h in range(len(RULES))]
FERRY = mb.ConceptClass(TABLE, RULES.points, [in_words(name) for name in RULES.names])
GAME = Game(
    FERRY,
    ["no tide, no wind?", "no tide, wind?", "tide, no wind?", "tide, wind?"],
    {"Halving": (mb.Halving(FERRY), mb.HALVING), "CON": (mb.Consistent(FERRY), mb.CONSISTENT)},
)
SHOW = Show(votes, learner=["Halving", "CON"], examples=["drawn at random", "another draw", "by an adversary"])
