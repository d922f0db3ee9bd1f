"""The answers of the chapter on the optimal learner."""

from says import Number, claim, number, objection

import mistakebound as mb


def four(rows):
    """ex-op-small: four concepts whose class has dimension 1."""
    values = [tuple(map(number, row)) if isinstance(row, list) else () for row in rows]
    if len(set(map(len, values))) != 1 or not any(set(sum(values, ())) <= both for both in ({0, 1}, {-1, 1})):
        return False, "Type each concept as its values, zeros and ones, on the same points: (0, 1, 1)."
    if len(values) != 4 or len(set(values)) != 4:
        return False, f"Type four different concepts: these are {len(set(values))}."
    C = mb.ConceptClass([[value > 0 for value in row] for row in values])
    run = mb.worst_case(mb.StandardOptimal(C), C)
    cert = mb.LITTLESTONE.check(run, concepts=C)
    if why := objection(cert):
        return False, why
    forced = f"{run.n_mistakes} mistakes can be forced on the optimal learner"
    if run.n_mistakes > 1:
        return False, (
            f"The dimension is {cert.bound}: {forced}, with the points {run.X.ravel().tolist()} and the labels "
            f"{run.y.tolist()}. On each side of the first point two are left: {claim(mb.LITTLESTONE, 'two-sides')}"
        )
    return True, f"Yes: no more than {run.n_mistakes}. Every point has a side with at most one concept."


def reports():
    """ex-op-reports, (a): the thresholds on 1000 days."""
    rules = 1001
    dimension = rules.bit_length() - 1
    two, progress = claim(mb.LITTLESTONE, "two-sides"), claim(mb.LITTLESTONE, "progress")
    return Number(
        dimension,
        right=f"Yes, {rules} rules can be halved this often. The line is {progress}",
        below=f"The client can report more often: a day in the middle leaves half of the rules. {two}",
        above=f"Fewer are enough, if on each day the version predicts with the deeper side: {progress}",
        known=(
            (dimension + 1, f"Round down, not up: one report earlier, only one of {rules} rules is left. {progress}"),
            (rules - 1, f"That is right if each report excludes one rule only. Here it removes a level: {progress}"),
            (rules, f"That is the number of rules. Count the levels of a tree: {two}"),
        ),
    )
