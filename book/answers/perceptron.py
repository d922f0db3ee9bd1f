"""The answers of the chapter on the Perceptron."""

from fractions import Fraction

import numpy as np
from says import Number, claim, departure, examples, foreseen, function, objection, taught

import mistakebound as mb


def stubborn():
    """ex-stubborn: first (0, 10) with label -1, then only (1, 1) with label +1."""
    made = mb.play(mb.Perceptron(), [[0, 10]] + 20 * [[1, 1]], [-1] + 20 * [1]).n_mistakes - 1
    rule = claim(mb.NOVIKOFF, "mistake")
    return Number(
        made,
        right=f"Yes. At the last mistake the score is exactly 0: {rule}",
        below=f"Too few: after so many updates the signed score is not yet positive. {rule}",
        above=f"Too many: before the last of these updates the signed score would be positive, against {rule}",
        known=((made - 1, f"Right if a tie predicts +1. Here a tie is a mistake too, and there is one: {rule}"),),
    )


HALF = Fraction(1, 2)


def _forgetful(a, b, rounds=400):
    """The mistakes of the rule of ex-forget with the factor 1/2 on two signed examples, in exact arithmetic.

    Each update halves what was learned before. So after 400 rounds the scores are closer to their limits than numbers
    of typed length can resolve: if the mistakes have not ended by then, they never do.
    """
    w, mistakes = [0, 0], []
    for t in range(rounds):
        x = (a, b)[t % 2]
        if w[0] * x[0] + w[1] * x[1] <= 0:
            w = [HALF * old + new for old, new in zip(w, x, strict=True)]
            mistakes.append(t)
        elif t > 1 and mistakes[-1] < t - 1:
            break
    return mistakes


class Forgetful(mb.Perceptron):
    """The rule of ex-forget with the factor 1/2."""

    def update(self, state, x, y):
        return super().update(HALF * state, x, y)


def forget(rows):
    """ex-forget: two examples on which the rule that forgets is wrong for ever."""
    X, y = examples(rows, width=2)
    if len(X) != 2:
        return False, f"Type two examples: {'this is 1' if len(X) == 1 else f'these are {len(X)}'}."
    a, b = ([label * each for each in x] for x, label in zip(X, y, strict=True))
    product = a[0] * b[0] + a[1] * b[1]
    if not any(a) or not any(b) or (a[0] * b[1] == a[1] * b[0] and product < 0):
        return False, (
            "No vector explains both, so they break the hypothesis "
            f"{claim(mb.NOVIKOFF, 'margin')} The Perceptron itself is wrong on them for ever."
        )
    mistakes = _forgetful(a, b)
    if len(mistakes) < 2 or mistakes[-1] < 398:
        after = f"The rule makes its last mistake in round {mistakes[-1] + 1}, and then is right for ever."
        if product >= 0:
            return False, (
                f"{after} The inner product of the signed examples is {product}: an update on one does not lower the "
                "score of the other. What sign must it have?"
            )
        return False, (
            f"{after} A mistake on one lowers the score of the other by {-product}, but the half that is left of what "
            "was learned before is enough here."
        )
    squares = [x[0] ** 2 + x[1] ** 2 for x in (a, b)]
    u = [(squares[1] - product) * left + (squares[0] - product) * right for left, right in zip(a, b, strict=True)]
    cert = mb.NOVIKOFF.check(mb.play(Forgetful(), X, y, passes=50), u=u)  # whose margins on the two are the same
    return True, (
        f"{len(mistakes)} of the first 400 rounds are mistakes, and they never end. The theorem would allow "
        f"{int(cert.bound)}. {objection(cert)}"
    )


def _weights(w):
    return np.array(w, float)


def _runs():
    """Examples and labels with and without ties, with large and small scores."""
    rng = np.random.default_rng(0)
    points = rng.integers(-2, 3, (150, 2)), rng.integers(-4, 5, (150, 3)), rng.normal(size=(150, 4)) / 1000
    return [(X * 1.0, rng.choice([-1, 1], len(X))) for X in points]


def learner(text):
    """The Perceptron's step, in five lines; the reader chooses the learning rate and the prediction at a tie."""
    learn = function(text, "learn")
    first = [learn(np.zeros(2), np.array([1.0, 0]), label) for label in (1, -1)]  # a tie is a mistake for one of them
    rate = max((abs(each[0]) for each in first if np.shape(each) == (2,)), default=1) or 1
    departs = {
        ties: next(filter(None, (departure(learn, mb.Perceptron(rate, ties), X, y, _weights) for X, y in _runs())), "")
        for ties in ("mistake", 1, -1)
    }
    ties = next((ties for ties in departs if not departs[ties]), "mistake")
    X = np.random.default_rng(0).integers(-4, 5, size=(200, 3))
    X, u = X[X @ [2, -1, 1] != 0], [2, -1, 1]
    trace = mb.play(taught(mb.Perceptron(rate, ties), learn, _weights), X, np.sign(X @ u), passes=2)
    cert = mb.NOVIKOFF.check(trace, u=u)
    if departs[ties]:
        return False, (
            "That is not the Perceptron, for which a tie is a mistake or always predicts the same label. "
            f"{departs[ties]} {objection(cert)}"
        )
    return True, (
        f"Every hypothesis and every line holds on {len(trace.y)} rounds: {cert.mistakes} mistakes, and the bound is "
        f"{int(cert.bound)}. This is the Perceptron."
    )


def _order(seed, nearest):
    """The mistakes on 100 separable examples in 20 dimensions, shown nearest to the hidden hyperplane first or last."""
    stream = mb.streams.separable(n=100, d=20, margin=0.1, seed=seed)
    order = np.argsort(np.abs(stream.X @ stream.u))[:: 1 if nearest else -1]
    return mb.play(mb.Perceptron(), stream.X[order], stream.y[order], passes=None).n_mistakes


def order():
    """ex-order: a prediction of the number of mistakes with the nearest examples first."""
    near, far = (np.mean([_order(seed, nearest) for seed in range(20)]) for nearest in (True, False))
    measured = f"Measured: {near:.1f} with the nearest first, {far:.1f} with the farthest first."
    return foreseen(near, f"{measured} The bound is the same for every order: {claim(mb.NOVIKOFF, 'bound')}")
