"""The answers of the chapter on committees."""

from math import log

import numpy as np
from says import Number, claim, function, objection, taught

import mistakebound as mb
from mistakebound import streams
from mistakebound.learners.littlestone import Powers


def readers():
    """ex-cm-readers, (c): 400 readers and their negatives, of which five have the weight 1/5."""
    bound, share = (claim(mb.COMMITTEE_WINNOW, name) for name in ("bound", "committee"))
    promised = 2 * 5**2 * log(800 / 5)
    return Number(
        int(promised),
        right=f"Yes, for d = 800 and k = 5. The line is {bound}",
        below=f"So few are not promised. Each reader needs a negative, a feature more: {share}",
        above=f"Fewer are promised. The line is {bound}",
        known=(
            (int(promised) + 1, f"Round down, not up: mistakes are whole numbers, and {bound}"),
            (int(50 * log(400 / 5)), f"That is (a). With 400 features no reader counts against: {share}"),
            (int(50 * log(800)), f"Five features share the weight, so the entropy starts below ln 800: {share}"),
            (5 * 400, f"That is the Perceptron's, in (a): {claim(mb.COMMITTEE_PERCEPTRON, 'bound')}"),
            (5 * 800, f"That is the Perceptron's on these features: {claim(mb.COMMITTEE_PERCEPTRON, 'bound')}"),
        ),
    )


def code(text):
    """ex-cm-code: Winnow2's step, with the factor 2 and the threshold n."""
    stream, target = streams.disjunction(n=400, d=16, k=3, active=5), mb.Formula(16, [1, 2, 3], "∨")
    learner = taught(
        mb.Winnow2(),
        function(text, "learn"),
        shown=lambda state: state.w.copy(),
        kept=lambda w: Powers(w, np.asarray(w)),  # exponents are not asked for
    )
    cert = mb.WINNOW2.check(mb.play(learner, stream.X.toarray(), stream.y), target=target)
    if why := objection(cert):
        return False, f"That is not Winnow2. {why}"
    return True, (
        f"Every hypothesis and every line holds on 400 examples: {cert.mistakes} mistakes, and the bound is "
        f"{cert.bound}. Of your promotions says the proof {claim(mb.WINNOW2, 'promotions')}"
    )
