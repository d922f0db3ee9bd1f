"""The answers of the chapter on the Perceptron."""

import numpy as np
from says import Number, claim, examples, foreseen, function, objection, taught

import mistakebound as mb


def stubborn():
    """ex-stubborn: after (0, 10), label -1, only (1, 1), label +1, is shown."""
    made = mb.play(mb.Perceptron(), [[0, 10]] + 20 * [[1, 1]], [-1] + 20 * [1]).n_mistakes - 1
    rule = claim(mb.NOVIKOFF, "mistake")
    return Number(
        made,
        right=f"Yes. The last of them is made at a score of exactly 0: {rule}",
        below=f"Too few: after so many updates the signed score is not yet positive. {rule}",
        above=f"Too many: before the last of these the score would be positive, against {rule}",
        known=((made - 1, f"So many if a tie predicts +1. Here a tie is a mistake too, and there is one: {rule}"),),
    )


class Forgetful(mb.Perceptron):
    """The rule of ex-forget with the factor 1/2."""

    def update(self, state, x, y):
        return super().update(0.5 * state, x, y)


def forget(text):
    """Two examples on which the rule that forgets is wrong for ever."""
    X, y = examples(text, width=2)
    if len(X) != 2:
        return False, f"Two examples are asked for, and these are {len(X)}."
    try:
        u = mb.l2_margin(X, y).w
    except mb.NotSeparable as error:
        return False, f"No vector explains both, so the Perceptron itself is wrong for ever: {error}"
    trace = mb.play(Forgetful(), X, y, passes=100)
    cert = mb.NOVIKOFF.check(trace, u=u)
    if trace.n_mistakes < 200:
        first = next(i for i in range(200) if i not in trace.mistakes)
        return False, (
            f"In round {first + 1} the rule is right. Its mistakes still end because "
            f"{claim(mb.NOVIKOFF, 'mistake-term')} What must the inner product of the two signed examples be?"
        )
    return True, (
        f"All 200 rounds of 100 passes are mistakes, where the theorem would allow {int(cert.bound)}. {objection(cert)}"
    )


def learner(text):
    """The Perceptron's step, in five lines."""
    X = np.random.default_rng(0).integers(-4, 5, size=(200, 3))
    X, u = X[X @ [2, -1, 1] != 0], [2, -1, 1]
    trace = mb.play(taught(mb.Perceptron(), function(text, "learn")), X, np.sign(X @ u), passes=2)
    cert = mb.NOVIKOFF.check(trace, u=u)
    if why := objection(cert):
        return False, f"That is not the Perceptron. {why}"
    return True, (
        f"Every hypothesis and every line holds on {len(trace.y)} rounds: {cert.mistakes} mistakes, and the bound is "
        f"{int(cert.bound)}. This is the Perceptron."
    )


def _order(seed, nearest):
    """Mistakes on 100 separable examples in 20 dimensions, those nearest to the hidden hyperplane first or last."""
    stream = mb.streams.separable(n=100, d=20, margin=0.1, seed=seed)
    order = np.argsort(np.abs(stream.X @ stream.u))[:: 1 if nearest else -1]
    return mb.play(mb.Perceptron(), stream.X[order], stream.y[order], passes=None).n_mistakes


def order():
    """ex-order: a prediction of the mistakes with the nearest first."""
    near, far = (np.mean([_order(seed, nearest) for seed in range(20)]) for nearest in (True, False))
    measured = f"Measured: {near:.1f} with the nearest first, {far:.1f} with the farthest first."
    return foreseen(near, f"{measured} The bound is the same for every order: {claim(mb.NOVIKOFF, 'bound')}")
