"""The answers of the chapter on inseparable data."""

from math import sqrt

from says import Number, claim

import mistakebound as mb

MATCHES = [[0, -2], [-1, 3], [4, -1], [-2, -2], [3, -1], [-3, -2], [2, 1]]
LABELS = [-1, 1, 1, -1, 1, -1, -1]


def shortfalls():
    """ex-shortfalls: D^2 for the margin 3 and u = (1, 1), summed over the mistakes of the first pass."""
    trace = mb.play(mb.Perceptron(), MATCHES, LABELS)
    cert = mb.FREUND_SCHAPIRE.check(trace, u=[1, 1], gamma=3)
    of_all = sum(max(0, 3 - y * sum(x)) ** 2 for x, y in zip(MATCHES, LABELS, strict=True))
    two = sum(mb.FREUND_SCHAPIRE.check(trace, u=[1, 1], gamma=2).q.d ** 2)
    shortfall = claim(mb.FREUND_SCHAPIRE, "shortfall")
    return Number(
        sum(cert.q.d**2),
        right=f"Yes, and the bound is {float(cert.bound):.2f}: {claim(mb.FREUND_SCHAPIRE, 'bound')}",
        below=f"Too small. A shortfall is 3 minus a signed score below 3: {claim(mb.FREUND_SCHAPIRE, 'progress')}",
        above=f"Too large. A score above 3 has no shortfall, and only three matches count: {shortfall}",
        known=(
            (of_all, f"That is the sum over all seven matches. Only those with updates count: {shortfall}"),
            (two, "That is for the margin 2."),
            (sum(cert.q.d), f"That is the sum of the shortfalls; D² is the sum of their squares: {shortfall}"),
        ),
    )


def letters():
    """ex-pr-mail: the bound from the root of the hinge form, with 200 wrong labels and R / gamma = 10."""

    def promised(wrong, loss=11):
        return (5 + sqrt(25 + loss * wrong)) ** 2

    root, radius = claim(mb.HINGE, "root"), claim(mb.HINGE, "radius")
    return Number(
        promised(200),
        right=f"Yes, in the worst order. It comes from {root}",
        below=f"The bound is larger. How far on the wrong side can an example with a wrong label be? {radius}",
        above=f"The bound is smaller. One letter in a hundred is wrong: {root}",
        known=(
            (round(promised(0)), f"That is without wrong labels: {root}"),
            (round(promised(20)), "That is with one wrong label in a thousand. The question has one in a hundred."),
            (round(promised(200, loss=10)), f"The signed score is -R at worst, so the shortfall is γ + R: {radius}"),
        ),
        also=((round(promised(200)), f"Yes, rounded; 2721 is a bound too. It comes from {root}"),),
        floor=True,
    )
