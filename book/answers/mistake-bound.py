"""The answers of the chapter on mistake bounds."""

from math import comb

import numpy as np
from says import Number, claim, departure, function, objection, taught

import mistakebound as mb
from mistakebound.course import teaching


def pairs():
    """ex-mb-pairs, (a): 20 members, 6 pairs."""
    variables = comb(20, 2)
    bound, literals = (claim(mb.ELIMINATION, name) for name in ("bound", "literals"))
    return Number(
        variables - 6,
        right=f"Yes: {variables} variables, and 6 of them stay. The line is {bound}",
        below=f"Too few. A mistake may drop only one variable: {claim(mb.ELIMINATION, 'progress')}",
        above=f"Too many. How many pairs of 20 members are there? The line is {bound}",
        known=(
            (variables, f"Six of these are never dropped: {claim(mb.ELIMINATION, 'floor')}"),
            (variables - 5, f"There are no negations here, so b = 0: {literals}"),
            (20 - 6, f"That is for a variable for each member. Here each pair has one. The line is {bound}"),
        ),
    )


def learner(text):
    """Elimination's step, in five lines."""
    target = mb.Formula(20, [2, 3, 5])
    stream = teaching.random_examples(target, 300, seed=0)
    learn = function(text, "learn")
    trace = mb.play(taught(mb.Elimination(20), learn), stream.X, stream.y)
    cert = mb.ELIMINATION.check(trace, target=target)
    targets = [(n, part) for n in (5, 20) for part in ([1], [1, 2], [2, 3, 5], [1, 2, 3, 4, 5])]
    runs = [(n, teaching.random_examples(mb.Formula(n, part), 100, seed=1)) for n, part in targets]
    departures = (departure(learn, mb.Elimination(n), run.X, run.y) for n, run in runs)
    if departs := next(filter(None, departures), ""):
        why = objection(cert, ("prediction", "mistakes-update", *cert.lines))
        return False, f"That is not elimination. {departs} {why}"
    left = " and ".join(f"x{i + 1}" for i in np.flatnonzero(trace.final_state))
    return True, (
        f"Every hypothesis and every line holds on 300 examples: {cert.mistakes} mistakes, and the bound is "
        f"{cert.bound}. Still suspected: {left}."
    )
