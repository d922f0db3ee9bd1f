"""The answers of the chapter on the optimal learner."""

from says import Number, claim, objection, typed

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


def reports():
    """ex-op-reports, (a): the thresholds on 1000 days."""
    rules = 1001
    dimension = rules.bit_length() - 1
    two, progress = claim(mb.LITTLESTONE, "two-sides"), claim(mb.LITTLESTONE, "progress")
    return Number(
        dimension,
        right=f"Yes, {rules} rules can be halved so often. The line is {progress}",
        below=f"The client can report more often: a day in the middle leaves half of the rules. {two}",
        above=f"Fewer will do, if the version says on each day what the deeper side says: {progress}",
        known=(
            (dimension + 1, f"Round down, not up: of {rules} rules one is left after so few reports. {progress}"),
            (rules - 1, f"So many, if each report excludes one rule only. Here it takes a level: {progress}"),
            (rules, f"So many rules there are. What counts are the levels of a tree: {two}"),
        ),
    )
