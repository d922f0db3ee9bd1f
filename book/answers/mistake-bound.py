"""The answers of the chapter on mistake bounds."""

from math import comb

import numpy as np
from says import Number, claim, function, objection, taught

import mistakebound as mb
from mistakebound.course import teaching


def pairs():
    """ex-mb-pairs, (a): 20 members, 6 pairs."""
    variables = comb(20, 2)
    bound, literals = (claim(mb.ELIMINATION, name) for name in ("bound", "literals"))
    return Number(
        variables - 6,
        right=f"Yes: {variables} variables, of which 6 stay. The line is {bound}",
        below=f"Too few. A mistake may drop a single variable: {claim(mb.ELIMINATION, 'progress')}",
        above=f"Too many: how many pairs of 20 members are there? The line is {bound}",
        known=(
            (variables, f"Six of these are never dropped: {claim(mb.ELIMINATION, 'floor')}"),
            (variables - 5, f"There are no negations here, so b = 0: {literals}"),
            (20 - 6, f"That would be with a variable for each member. Here each pair has one. The line is {bound}"),
        ),
    )


def learner(text):
    """Elimination's step, in five lines."""
    target = mb.Formula(20, [2, 3, 5])
    stream = teaching.random_examples(target, 300, seed=0)
    trace = mb.play(taught(mb.Elimination(20), function(text, "learn")), stream.X, stream.y)
    cert = mb.ELIMINATION.check(trace, target=target)
    if why := objection(cert):
        return False, f"That is not elimination. {why}"
    left = " and ".join(f"x{i + 1}" for i in np.flatnonzero(trace.final_state))
    return True, (
        f"Every hypothesis and every line holds on 300 examples: {cert.mistakes} mistakes, and the bound is "
        f"{cert.bound}. Still suspected: {left}."
    )
