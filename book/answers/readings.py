"""The answers of the chapter on voting, averaging, online to batch."""

from fractions import Fraction
from math import ceil, log

import numpy as np
from says import Number, claim, differs, function, objection, taught

import mistakebound as mb
from mistakebound.concepts.bits import pack, unpack


def menu():
    """ex-rd-menu: 1000 rules, an error of 1/20, a risk of 1%."""
    ends, union, patience = (claim(mb.LONGEST_SURVIVOR, name) for name in ("ends", "union", "patience"))
    exact = ceil(log(1000) / -log(0.95))
    s, unshared = mb.survival_needed(bound=9, epsilon=0.05, delta=0.01), ceil(log(100) / 0.05)
    return Number(
        10 * s,
        right=f"Yes: {s} cups in a row for each of the 10 rules that may be tested. {ends}",
        below=f"The theorem needs more. How many rules may be tested, and on how many cups each? {ends}",
        also=((10 * exact, f"Yes: {exact} in a row are enough by (1 − ε)^s, which is below the theorem's e^(−εs)."),),
        above=f"Fewer are enough. How many mistakes does Halving make, and how long must a rule survive? {patience}",
        known=(
            (s, f"That many in a row. But the first rules may fail before that: {ends}"),
            (9 * s, f"With 9 mistakes there are 10 rules to be tested: {ends}"),
            (11 * mb.survival_needed(10, 0.05, 0.01), f"Halving makes 9 mistakes: {claim(mb.HALVING, 'bound')}"),
            (10 * unshared, f"Ten rules share the risk of 1%: {union}"),
            (unshared, f"Ten rules share the risk of 1%: {union} And each of them may be tested: {ends}"),
        ),
    )


#: The labels that three rules give to three cups; the first rule is always right.
RULES = mb.ConceptClass([[0, 0, 0], [1, 1, 1], [1, 1, 0]])
SAID = np.array([[-1, -1, -1], [1, 1, 1], [1, 1, -1]])


def _departs(learn):
    """Describe where a reader's step is not Halving's, or changes something without a mistake; else return nothing."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        said, left = rng.choice([-1, 1], 5), rng.random(5) < 0.7
        if not left.any():
            continue
        y, guess = int(rng.choice(said[left])), 1 if said[left].sum() >= 0 else -1
        wanted = left & (said == y) if guess != y else left
        if wrong := differs(learn(left.copy(), said.copy(), y, guess), wanted):
            return f"With said = {said.tolist()}, y = {y} and guess = {guess}, {wrong}"
    return ""


def conservative(text):
    """ex-rd-menu: Halving's step in the form that the theorem on survivors needs."""
    learn = function(text, "learn")

    def step(left, x, y):
        said = SAID[:, x[0]]
        return learn(left, said, y, 1 if said[left].sum() >= 0 else -1)

    learner = taught(mb.Halving(RULES, ties=1), step, shown=lambda V: unpack(V, len(RULES)).copy(), kept=pack)
    runs = mb.every_run(learner, [[0], [1], [2]], [-1, -1, -1], rounds=4)
    cert = mb.LONGEST_SURVIVOR.check(runs, bound=1, epsilon=Fraction(1, 2), delta=Fraction(3, 4))
    if departs := _departs(learn):
        return False, f"The theorem on survivors does not cover this. {departs} {objection(cert)}"
    return True, (
        f"Every hypothesis and every line holds, on each of the {len(runs.traces)} ways to draw four of three cups, "
        f"for M = {cert.q.bound} and a survival of {cert.q.s}. The theorem needs "
        + claim(mb.LONGEST_SURVIVOR, "conservative")
    )
