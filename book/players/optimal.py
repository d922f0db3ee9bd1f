"""Watch the proof of the optimal learner's bound: against chance, against the worst of natures, down a mistake tree."""

import mistakebound as mb
from mistakebound import concepts, teaching
from mistakebound.views import scenes

QUESTIONS = ["hat", "glasses", "beard", "scarf"]
WEAR = {
    "nothing": "0000", "glasses": "0100", "beard": "0010", "scarf": "0001",
    "hat": "1000", "hat+glasses": "1100", "hat+beard": "1010", "all but scarf": "1110",
}  # fmt: skip
GUESTS = mb.ConceptClass([[int(v) for v in worn] for worn in WEAR.values()], names=list(WEAR))
CONJUNCTIONS = concepts.conjunctions(3)
GAME = mb.player.Game(
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
    """Three learners; the theorem is the optimal learner's, and does not apply to the others."""
    C = GUESTS if examples.startswith("guests") else CONJUNCTIONS
    player, scene = LEARNERS[learner](C), None
    if examples.endswith("at random"):
        drawn = teaching.random_examples(mb.Formula(3, [1, -2]), 20, seed=9)
        trace = mb.play(player, drawn.X, drawn.y)
    elif examples.endswith("down a tree"):
        adversary = mb.TreeWalk(C)
        trace = mb.duel(player, adversary)
    else:
        trace = mb.worst_case(player, C)
    cert = mb.LITTLESTONE.check(trace, concepts=C)
    if examples.endswith("down a tree"):
        questions = QUESTIONS if C is GUESTS else None
        scene = scenes.tree(C, adversary.tree, trace.y, questions, told=scenes.remaining(trace).told)
    return trace, cert, scene


SHOW = mb.Show(
    nature,
    learner=list(LEARNERS),
    examples=["conjunctions, at random", "conjunctions, down a tree", "guests, the worst case", "guests, down a tree"],
)
