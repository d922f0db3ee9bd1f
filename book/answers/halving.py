"""The answers of the chapter on Halving."""

from math import comb, log2

from says import Number, claim, examples, objection

import mistakebound as mb
from mistakebound import concepts


def count():
    """ex-hv-count, (b): one empty conjunction, 2n with one literal, 4 for each pair of variables with two."""
    rules = 1 + 2 * 100 + 4 * comb(100, 2)
    bound, halving = (claim(mb.HALVING, name) for name in ("bound", "halving"))
    return Number(
        int(log2(rules)),
        right=f"Yes, for {rules} rules. The line is {bound}",
        below=f"The bound is larger. Count the rules, then halve: {bound}",
        above=f"The bound is smaller. The line is {halving}",
        known=(
            (int(log2(rules)) + 1, f"Round down, not up: {claim(mb.HALVING, 'integer')}"),
            (rules, f"That is the number of rules. Halving's bound is the line {bound}"),
            (rules - 1, f"That is the bound for CON. Halving has the line {halving}"),
        ),
    )


def mornings(rows):
    """Three mornings of the ferry on which Halving, with ties +1, is wrong three times."""
    X, y = examples(rows, width=2)
    if len(X) != 3 or not {value for x in X for value in x} <= {0, 1}:
        return False, "Type three mornings, each with two zeros or ones."
    ferry = concepts.conjunctions(2)
    try:
        trace = mb.play(mb.Halving(ferry, ties=1), X, y)
    except mb.NotRealizable as error:
        return False, f"Your run breaks the hypothesis {claim(mb.HALVING, 'realizable')} Here no concept does: {error}"
    cert = mb.HALVING.check(trace, concepts=ferry)
    if why := objection(cert):
        return False, why
    left = ", ".join(str(int(n)) for n in cert["halving"].lhs)
    counted = f"{trace.n_mistakes} mistakes in {len(X)} mornings"
    if trace.n_mistakes < 3:
        return False, (
            f"Only {counted}. To reach {cert.bound}, each must halve the rules: {claim(mb.HALVING, 'halving')} "
            "For each morning, find how the remaining rules vote, and answer against the larger half."
        )
    return True, (
        f"{counted}, and the bound is {cert.bound}. Rules left by each mistake: {left}. No fourth is possible: "
        + claim(mb.HALVING, "floor")
    )
