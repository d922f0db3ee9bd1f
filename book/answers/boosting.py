"""The answers of the chapter on boosting."""

from math import ceil, log

import numpy as np
from says import Number, claim, differs, function, objection

import mistakebound as mb


def filters():
    """ex-bo-filters: 50 000 letters, filters that are right on 55 per cent."""

    def rounds(gamma):
        return int(log(50_000) / (-log(1 - gamma**2) / 2)) + 1

    bound, error, floor = (claim(mb.ADABOOST, name) for name in ("bound", "training-error", "floor"))
    edge, few = claim(mb.ADABOOST, "edge"), ceil(log(100) / (-log(1 - 0.1**2) / 2))
    return Number(
        rounds(0.1),
        right=f"Yes, with γ = 0.1: it is the first round that the bound rules out. The line is {bound}",
        below=f"The theorem needs more rounds: after these the mean may still allow one wrong letter. {floor}",
        above=f"Fewer are enough. What is γ, if a filter is right on 55 and wrong on 45 per cent? {edge}",
        known=(
            (rounds(0.1) - 1, f"After this many rounds a letter may still be wrong; buy one filter more: {bound}"),
            (few, f"Then at most 1 per cent are wrong: {error} None is wrong once the error is below 1/n: {floor}"),
            (rounds(0.05), f"The edge is right minus wrong, 0.55 − 0.45, not 0.05: {edge}"),
            (rounds(0.55), f"The edge is right minus wrong, 0.55 − 0.45, not 0.55: {edge}"),
            (rounds(0.2), f"That is the number for the second supplier, with γ = 0.2: {bound}"),
            (int(200 * log(50_000)) + 1, f"That uses γ²/2, but the gain g is larger: {claim(mb.ADABOOST, 'gain')}"),
        ),
    )


TABLE = np.where(np.arange(1, 31)[:, None] > np.arange(0, 31) + 0.5, 1, -1)  # ex-bo-stumps
LABELS = np.where(np.abs(np.arange(1, 31) - 15.5) < 5, 1, -1)


def _departure(step):
    """Describe a round in which a reader's step differs from AdaBoost's; else return nothing."""
    rng = np.random.default_rng(0)
    for _ in range(100):
        q, a = rng.dirichlet(np.ones(6)), rng.choice([-1, 1], 6)
        edge = q @ a
        if abs(edge) > 1 - 1e-9:
            continue
        weights = q * np.exp(-np.arctanh(edge) * a)
        alpha, left = step(q.copy(), a.copy())
        wrong = differs([alpha], [np.arctanh(edge)]) or differs(left, weights / weights.sum())
        if wrong:
            return f"With q = {q.round(3).tolist()} and a = {a.tolist()}, {wrong}"
    return ""


def boost(text):
    """ex-bo-stumps: one round of AdaBoost, in a few lines."""
    step, signed = function(text, "boost"), LABELS[:, None] * np.hstack([TABLE, -TABLE])
    q, log_weights, rows, steps, payments = np.full(30, 1 / 30), [np.full(30, -log(30))], [], [], []
    for _ in range(2):  # the vote of two stumps still makes a mistake
        edges = q @ signed
        rows.append(int((edges >= edges.max() - 1e-12).argmax()))
        alpha, q = step(q.copy(), signed[:, rows[-1]].copy())
        if not np.all(np.asarray(q) > 0):
            return False, f"A weight is not positive. {claim(mb.ADABOOST, 'update-rule')}"
        log_weights.append(np.log(q))
        steps.append(float(alpha))
        payments.append(-edges.max())
    run = mb.margins.games.GameRun(-signed.T, *map(np.array, (rows, steps, payments, payments, payments, log_weights)))
    mixture = np.bincount([10, 31 + 20, 31], minlength=62) / 3
    cert = mb.ADABOOST.check(run, u=mixture)
    if why := objection(cert) or _departure(step):
        return False, f"That is not AdaBoost. {why}"
    return True, (
        f"Every hypothesis and every line holds in these rounds. After one round more the vote is right everywhere; "
        f"the theorem would allow {int(cert.bound)}. The line is {claim(mb.ADABOOST, 'training-error')}"
    )
