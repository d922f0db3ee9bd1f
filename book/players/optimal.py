"""Watch the proof of the optimal learner's bound: against chance, against the worst nature, down a mistake tree."""

import mistakebound as mb
from mistakebound import concepts
from mistakebound.course import Game, Show, scenes, teaching

QUESTIONS = ["hat", "glasses", "beard", "scarf", "gloves"]
WEAR = {
    "nothing": "00000", "glasses": "01000", "beard": "00100", "scarf": "00010", "gloves": "00001",
    "hat": "10000", "hat+glasses": "11000", "hat+beard": "10100", "hat+both": "11100",
}  # fmt: skip
GUESTS = mb.ConceptClass([[int(v) for v in worn] for worn in WEAR.values()], names=list(WEAR))
CONJUNCTIONS = concepts.conjunctions(3)
GAME = Game(
    GUESTS,
    [f"{question}?" for question in QUESTIONS],
    {
        "Halving": (mb.Halving(GUESTS), mb.HALVING),
        "the optimal learner": (mb.StandardOptimal(GUESTS), mb.LITTLESTONE),
        "CON": (mb.Consistent(GUESTS), mb.CONSISTENT),
    },
)
LEARNERS = {
    "optimal": lambda C: mb.StandardOptimal(C, ties=1),
    "Halving": mb.Halving,
    "CON": mb.Consistent,
}


def nature(learner="optimal", examples="conjunctions, at random"):
    """Play one of three learners; the theorem is about the optimal learner and does not apply to the others."""
    C = GUESTS if examples.startswith("guests") else CONJUNCTIONS
    player, scene = LEARNERS[learner](C), None
    if examples.endswith("at random"):
        drawn = teaching.random_examples(mb.Formula(3, [1, -2]), 20, seed=9)
        trace = mb.play(player, drawn.X, drawn.y)
    elif examples.endswith("down a tree"):
        adversary = mb.TreeWalk(C)
        trace = mb.duel(player, adversary)
    else:
        trace = mb.duel(player, mb.Contrarian(C))
    cert = mb.LITTLESTONE.check(trace, concepts=C)
    if examples.endswith("down a tree"):
        questions = QUESTIONS if C is GUESTS else None
        scene = scenes.tree(C, adversary.tree, trace.y, questions, told=scenes.remaining(trace).told)
    return trace, cert, scene


SHOW = Show(
    nature,
    learner=list(LEARNERS),
    examples=["conjunctions, at random", "conjunctions, down a tree", "guests, the worst case", "guests, down a tree"],
)
