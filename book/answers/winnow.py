"""The answers of the chapter on Winnow."""

import numpy as np
from says import Number, claim, differs, foreseen, function, objection

import mistakebound as mb
from mistakebound import streams


def doctors():
    """ex-wn-doctors: 40 values and a constant, and the same 41 again with the opposite sign."""
    shares, s = np.array([2 / 9, 2 / 9, 2 / 9, 1 / 3]), 2 / 15
    gain = mb.winnow_gain(mb.tuned_step(s, 1), s, 1)

    def most(features):
        return (np.log(features) + shares @ np.log(shares)) / gain

    bound, mass = (claim(mb.WINNOW_TUNED, name) for name in ("bound", "comparator-mass"))
    return Number(
        most(82),
        right=f"Yes. The line is {bound} The entropy starts at ln 82 minus the comparator's.",
        below=f"The bound is larger. By what must you divide the rule, and with it its margin? {mass}",
        above=f"The bound is smaller. Is your step the best one? {claim(mb.WINNOW_TUNED, 'best-gain')}",
        known=(
            (int(most(41)), f"That is for 41 features, if signs are known: {claim(mb.WINNOW_TUNED, 'comparator')}"),
            (int(np.log(82) / gain), f"Four features share the weight, so the entropy starts below ln 82: {bound}"),
        ),
        floor=True,
    )


def _departs(step):
    """Describe where a reader's step is not Winnow's; else return nothing."""
    rng = np.random.default_rng(0)
    for _ in range(100):
        w, a, eta = rng.dirichlet(np.ones(4)), rng.uniform(-1, 1, 4), rng.uniform(0.01, 3)
        after = w * np.exp(eta * a)
        if wrong := differs(step(w.copy(), a.copy(), eta), after / after.sum()):
            given = f"w = {w.round(3).tolist()}, a = {a.round(3).tolist()} and eta = {eta:.3f}"
            return f"With {given}, {wrong} {claim(mb.WINNOW, 'update-rule')}"
    return ""


def update(text):
    """Winnow's update on a signed example, in a line or two."""
    step = function(text, "update")

    class Yours(mb.Winnow):  # whose state is the weights
        def start(self, n_features):
            return np.full(n_features, 1 / n_features)

        def weights(self, state):
            return state

        def log_weights(self, state):
            return np.log(state)

        def update(self, state, x, y):
            return np.asarray(step(state.copy(), y * x, self.eta))

    stream = streams.committee(n=400, d=20, k=3)
    trace = mb.play(Yours(eta=mb.tuned_step(1 / 3, 1)), stream.X, stream.y)
    cert = mb.WINNOW_TUNED.check(trace, u=np.repeat([1 / 3, 0], [3, 17]))
    if why := objection(cert) or _departs(step):
        return False, f"That is not Winnow's update. {why}"
    return True, (
        f"Every hypothesis and every line holds on {len(trace.y)} rounds: {cert.mistakes} mistakes, and the bound is "
        f"{int(cert.bound)}. See {claim(mb.WINNOW_TUNED, 'progress')} At its tightest, {cert['progress'].comparison}."
    )


def _mistakes(factor):
    learner = mb.Winnow(eta=factor * mb.tuned_step(1 / 3, 1))
    runs = (streams.committee(n=500, d=100, k=3, seed=seed) for seed in range(20))
    return np.mean([mb.play(learner, run.X, run.y).n_mistakes for run in runs])


def bold():
    """ex-wn-explore: a prediction of the number of mistakes with ten times the best step."""
    best, ten_times = _mistakes(1), _mistakes(10)
    measured = f"Measured: {best:.1f} with the best step, {ten_times:.1f} with ten times it."
    return foreseen(ten_times, f"{measured} That step breaks the hypothesis {claim(mb.WINNOW, 'small-learning-rate')}")
