"""The answers of the chapter on Halving."""

from math import comb, log2

from says import Number, claim, examples, objection

import mistakebound as mb
from mistakebound import concepts


def count():
    """ex-hv-count, (b): one conjunction is empty, 2n have one literal, 4 for each pair of variables have two."""
    rules = 1 + 2 * 100 + 4 * comb(100, 2)
    bound, halving = (claim(mb.HALVING, name) for name in ("bound", "halving"))
    return Number(
        int(log2(rules)),
        right=f"Yes, of {rules} rules. The line is {bound}",
        below=f"The bound is larger. Count the rules, then halve: {bound}",
        above=f"The bound is smaller. The line is {halving}",
        known=(
            (int(log2(rules)) + 1, f"Round down, not up: {claim(mb.HALVING, 'integer')}"),
            (rules, f"That is the number of rules. Halving's promise is the line {bound}"),
            (rules - 1, f"That is what CON promises. Halving has the line {halving}"),
        ),
    )


def mornings(rows):
    """Three mornings of the ferry on which Halving, with ties +1, is wrong three times."""
    X, y = examples(rows, width=2)
    if len(X) != 3 or not {value for x in X for value in x} <= {0, 1}:
        return False, "Three mornings are asked for, each with two zeros or ones."
    ferry = concepts.conjunctions(2)
    try:
        trace = mb.play(mb.Halving(ferry, ties=1), X, y)
    except mb.NotRealizable as error:
        return False, f"It breaks the hypothesis {claim(mb.HALVING, 'realizable')} Here none does: {error}"
    cert = mb.HALVING.check(trace, concepts=ferry)
    if why := objection(cert):
        return False, why
    left = ", ".join(str(int(n)) for n in cert["halving"].lhs)
    counted = f"{trace.n_mistakes} mistakes in {len(X)} mornings"
    if trace.n_mistakes < 3:
        return False, (
            f"Only {counted}. The bound of {cert.bound} needs a halving each time, {claim(mb.HALVING, 'halving')} "
            "Ask at each morning how the rules that are left vote, and answer against the larger half."
        )
    return True, (
        f"{counted}, and the bound is {cert.bound}. What each mistake left: {left}. No fourth is possible, by the line "
        + claim(mb.HALVING, "floor")
    )
