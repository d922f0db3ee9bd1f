"""The answers of the chapter on committees."""

from math import log

import numpy as np
from says import Number, claim, departure, function, objection, taught

import mistakebound as mb
from mistakebound import streams
from mistakebound.learners.littlestone import Powers


def readers():
    """ex-cm-readers, (c): 400 readers and their negatives; five of these have weight 1/5."""
    bound, share = (claim(mb.COMMITTEE_WINNOW, name) for name in ("bound", "committee"))
    promised = 2 * 5**2 * log(800 / 5)
    tuned = int(log(800 / 5) / mb.winnow_gain(mb.tuned_step(1 / 5, 1), 1 / 5, 1))
    return Number(
        promised,
        right=f"Yes, for d = 800 and k = 5. The line is {bound}",
        below=f"The bound is larger. Each reader needs a negative, which is a feature more: {share}",
        above=f"The bound is smaller. The line is {bound}",
        also=((tuned, "Yes: at the best learning rate, ln(d/k)/C(η) is a little less than 2k² ln(d/k)/m²."),),
        floor=True,
        known=(
            (int(promised) + 1, f"Round down, not up: mistakes are whole numbers, and {bound}"),
            (int(50 * log(400 / 5)), f"That is (a). With 400 features no reader can count against: {share}"),
            (int(50 * log(800)), f"Five features share the weight, so the entropy starts below ln 800: {share}"),
            (5 * 400, f"That is the Perceptron's bound in (a): {claim(mb.COMMITTEE_PERCEPTRON, 'bound')}"),
            (5 * 800, f"That is the Perceptron's bound on these features: {claim(mb.COMMITTEE_PERCEPTRON, 'bound')}"),
        ),
    )


def code(text):
    """ex-cm-code: Winnow2's step, with the factor 2 and the threshold n."""
    stream, target = streams.disjunction(n=400, d=16, k=3, active=5), mb.Formula(16, [1, 2, 3], "∨")
    learn = function(text, "learn")
    learner = taught(
        mb.Winnow2(),
        learn,
        shown=lambda state: state.w.copy(),
        kept=lambda w: Powers(w, np.asarray(w)),  # the check does not need true exponents
    )
    cert = mb.WINNOW2.check(mb.play(learner, stream.X.toarray(), stream.y), target=target)
    runs = [streams.disjunction(n=200, d=d, k=k, active=d // 2, seed=d) for d in (4, 6, 8, 16) for k in (1, 2)]
    w = lambda state: state.w.copy()  # noqa: E731
    departures = (departure(learn, mb.Winnow2(), each.X.toarray(), each.y, w) for each in runs)
    if departs := next(filter(None, departures), ""):
        return False, f"That is not Winnow2. {departs} {objection(cert)}"
    return True, (
        f"Every hypothesis and every line holds on 400 examples: {cert.mistakes} mistakes, and the bound is "
        f"{cert.bound}. About your promotions the proof says: {claim(mb.WINNOW2, 'promotions')}"
    )
