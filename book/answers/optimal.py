"""The answers of the chapter on the optimal learner."""

from says import claim, objection, typed

import mistakebound as mb


def four(text):
    """ex-op-small: four concepts of the dimension 1."""
    rows = typed(text)
    C = mb.ConceptClass([list(row) for row in rows])
    if len(set(map(tuple, rows))) != 4:
        return False, f"Four different concepts are asked for, and these are {len(set(map(tuple, rows)))}."
    run = mb.worst_case(mb.StandardOptimal(C), C)
    cert = mb.LITTLESTONE.check(run, concepts=C)
    if why := objection(cert):
        return False, why
    forced = f"{run.n_mistakes} mistakes can be forced on the optimal learner"
    if run.n_mistakes > 1:
        return False, (
            f"The dimension is {cert.bound}: {forced}, with the points {run.X.ravel().tolist()} and the labels "
            f"{run.y.tolist()}. On both sides of the first point two are left: {claim(mb.LITTLESTONE, 'two-sides')}"
        )
    return True, f"Yes: no more than {run.n_mistakes}. At each point one side has the dimension 0, a single concept."
