"""The answers of the chapter on one proof for all."""

import numpy as np
from says import Number, claim, departure, function, objection, taught

import mistakebound as mb
from mistakebound import streams
from mistakebound.learners.quasi_additive import QuasiAdditiveState


def sensors():
    """ex-op1-sensors, (b): each feature has its own best learning rate."""
    u, reach, gamma = np.array([1, 10, 0.2]), np.array([20, 1, 50]), 2

    def most(rates):
        return round((u**2 / rates).sum() * (rates * reach**2).sum() / gamma**2)

    bound, radius = (claim(mb.BREGMAN, name) for name in ("bound", "radius"))
    return Number(
        most(u / reach),
        right="Yes: a potential with the best rates measures u and x in lengths whose product is ∑ |uⱼ| Xⱼ = 40, and "
        f"the bound is its square over γ² = 4. The line is {bound}",
        below="No rates prove that little: by Cauchy and Schwarz the product of the lengths is at least ∑ |uⱼ| Xⱼ. "
        f"The line is {bound}",
        above=f"Better rates give a smaller bound. A feature that reaches far needs only a small rate: {radius}",
        known=(
            (most(np.ones(3)), f"That is (a), the Perceptron, whose rates are equal: {claim(mb.NOVIKOFF, 'bound')}"),
            (most(1 / reach**2), f"That is with all readings scaled to one range, which is not yet the best: {radius}"),
            (4 * most(u / reach), f"Divide by γ² = 4. The line is {bound}"),
            (2 * most(u / reach), f"Divide by γ, and once more by γ, for the best scale of u: {bound}"),
            (most(u / reach) // 2, f"D is half a squared length, and so is the cost of an update: {bound}"),
        ),
    )


def _departs(learn):
    """Describe where a reader's step is not the p-norm Perceptron's with any rule for ties; else return nothing."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(150, 4)), rng.choice([-1, 1], 150)

    def departs(ties, p):
        return departure(lambda *seen: learn(*seen, p), mb.PNorm(p, ties=ties), X, y, lambda state: state.z.copy())

    found = ("".join(departs(ties, p) for p in (3, 2.5, 6)) for ties in ("mistake", 1, -1))
    return departs("mistake", 3) or departs("mistake", 6) if all(found) else ""


def code(text):
    """ex-op1-code: the step of the p-norm Perceptron, tested with p = 3 on a run that the theorem covers."""
    stream, learner, learn = streams.committee(n=300, d=25, k=3), mb.PNorm(3), function(text, "learn")
    learner = taught(
        learner,
        lambda z, x, y: learn(z, x, y, 3),
        shown=lambda state: state.z.copy(),
        kept=lambda z: QuasiAdditiveState(np.asarray(z), mb.PNorm(3).potential.weights(np.asarray(z))),
    )
    trace = mb.play(learner, stream.X, stream.y)
    cert = mb.PNORM.check(trace, u=stream.u)
    if departs := _departs(learn):
        return False, f"That is not the p-norm Perceptron. {departs} {objection(cert)}"
    return True, (
        f"Every hypothesis and every line holds on {len(trace.y)} rounds: {cert.mistakes} mistakes, and the bound is "
        f"{int(cert.bound)}. Only one line is about the link: {claim(mb.PNORM, 'smoothness')}"
    )
