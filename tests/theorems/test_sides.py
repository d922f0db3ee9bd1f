"""What every hypothesis and every line of every proof says on one small run, worked out again from its formula.

A line that says less than its formula, say t <= bound + 1, holds on every run; its numbers alone tell. So here is each
formula once more, in plain loops over the run: a dict from the name of a claim to its two sides, as one pair for each
place that it speaks of. Later dicts add to earlier ones, as later theorems do.

Legend: X examples, y labels, w weights before an update, v after it, u comparator, a = y x; the rest as in the theorem.
"""

import math
import re
from fractions import Fraction as F
from itertools import combinations, pairwise, product
from math import exp, log, sqrt

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.certificates.display import plain
from tests.theorems.checking import check_squeeze

SIDES = {}  # the function that works out each theorem, by its name


def of(*theorems):
    """What the decorated function works out: function(theorem) is a certificate, and {name of a claim: its pairs}."""

    def register(function):
        SIDES.update({theorem.name: function for theorem in theorems})
        return function

    return register


@pytest.mark.parametrize("name", SIDES)
def test_what_every_line_says(name):
    cert, sides = SIDES[name](getattr(mb, name))
    assert cert.require().counted > 0
    if cert.squeeze:
        check_squeeze(cert)
        labels = [cert.squeeze.lower_label, cert.squeeze.upper_label, *cert.squeeze.inner]
        assert not set("".join(map(plain, labels))) & set("\\{}$")
    assert not bound_differs(cert, sides)
    assert [name for name, checked in (cert.hypotheses | cert.lines).items() if differs(checked, sides[name])] == []


def differs(checked, pairs):
    """Whether a claim has other sides than those worked out, compares them otherwise than its formula says, or leaves
    more room for rounding than a millionth."""
    said = [(float(left), float(right)) for left, right in zip(checked.lhs, checked.rhs, strict=True)]
    worked_out = np.ravel(pairs).astype(float)
    room = np.max(checked.rounding, initial=0)
    return (
        np.ravel(said).tolist() != pytest.approx(worked_out, rel=1e-9, abs=1e-9)
        or checked.claim.says.sign != printed_relation(checked.claim.formula)
        or room > 1e-6 * max(1, np.max(np.abs(worked_out), initial=0))
    )


def bound_differs(cert, sides):
    """Whether a certificate counts, or has as its bound, something else than was worked out after the last update."""
    return (float(cert.counted), float(cert.bound)) != pytest.approx(tuple(map(float, sides["bound"][-1])), rel=1e-9)


def printed_relation(formula):
    """The last sign between the sides of a formula: none in brackets or braces, none of a letter that it explains."""
    formula, inner = formula.split(r", \quad")[0], 1
    while inner:
        formula, inner = re.subn(r"\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]", "", formula)
    return {r"\le": "<=", r"\ge": ">="}.get(sign := re.findall(r"\\[lg]e\b|[=<>]", formula)[-1], sign)


def ip(a, b):
    return sum(p * q for p, q in zip(a, b, strict=True))


def norm(a):
    return sqrt(ip(a, a))


def steps(trace):
    """t, x, y and the weights on both sides, for each update."""
    W = trace.weights.tolist()
    return list(zip(range(1, len(W)), trace.update_X.tolist(), trace.update_y.tolist(), W, W[1:], strict=False))


def unlearnt(trace):
    return [(len(set(trace.mistakes) - set(trace.updates)), 0)]


# --- the Perceptron ----------------------------------------------------------------------------------------------

X, Y = np.array([[1, 1], [-1, 1], [2, -1]]), np.array([1, -1, 1])
XOR = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]]), np.array([-1, 1, 1, -1])


def perceptron(X=X, y=Y, passes=None, rate=F(1, 2)):
    return mb.play(mb.Perceptron(rate), X, y, passes=passes)


def additive(trace, u, g, R):
    """Every claim of NOVIKOFF."""
    r = trace.learner.eta
    sides = {
        "start": [(norm(trace.weights[0]), 0)], "learning-rate": [(r, 0)], "mistakes-update": unlearnt(trace),
        "positive-margin": [(g, 0)],
    }  # fmt: skip
    squares = 0
    for t, x, y, w, v in steps(trace):
        squares += ip(x, x)
        for name, pair in {
            "update-rule": (max(abs(vj - wj - r * y * xj) for vj, wj, xj in zip(v, w, x, strict=True)), 0),
            "mistake": (y * ip(w, x), 0),
            "radius": (norm(x), R),
            "margin": (y * ip(u, x), g),
            "shift": (ip(u, v), ip(u, w) + r * y * ip(u, x)),
            "progress": (ip(u, v), ip(u, w) + r * g),
            "growth-identity": (ip(v, v), ip(w, w) + 2 * r * y * ip(w, x) + r * r * ip(x, x)),
            "mistake-term": (ip(v, v), ip(w, w) + r * r * ip(x, x)),
            "growth": (ip(v, v), ip(w, w) + r * r * R * R),
            "total-progress": (ip(u, v), r * g * t),
            "total-length": (ip(v, v), r * r * squares),
            "total-growth": (ip(v, v), r * r * R * R * t),
            "cauchy-schwarz": (ip(u, v), norm(u) * norm(v)),
            "sandwich": (r * g * t, norm(u) * r * R * sqrt(t)),
            "bound": (t, ip(u, u) * R * R / (g * g)),
        }.items():
            sides.setdefault(name, []).append(pair)
    return sides


@of(mb.NOVIKOFF, mb.NOVIKOFF_COSINE)
def novikoff(theorem):
    # no margin and no length of u is 1, whose powers are all the same, and an update is no tie
    trace, u, g, R = perceptron([[1, 1], [-1, 2], [2, -1]]), [4, 1], 2, sqrt(5)
    phi = [ip(u, v) / norm(u) / norm(v) for *_, v in steps(trace)]
    return theorem.check(trace, u=u), additive(trace, u, g, R) | {
        "moving": [(norm(v), 0) for *_, v in steps(trace)],
        "angle-floor": [(g * sqrt(t) / R / norm(u), p) for t, p in enumerate(phi, 1)],
        "angle-ceiling": [(p, 1) for p in phi],
    }


@of(mb.NOVIKOFF_BIAS)
def novikoff_bias(theorem):
    c, u, b, R = 2, [1, 0], F(1, 4), sqrt(5)
    trace = perceptron(mb.fold_bias(X, c))
    g = min(y * (ip(u, x) + b) for x, y in zip(X.tolist(), Y.tolist(), strict=True))
    folded, R2 = [*u, b / c], sqrt(R * R + c * c)
    scores = [y * (ip(u, x[:-1]) + b) for _, x, y, *_ in steps(trace)]
    return theorem.check(trace, u=u, bias=b), additive(trace, folded, g, R2) | {
        "constant-feature": [(c, c)] * 3,
        "radius": [(norm(x[:-1]), R) for _, x, *_ in steps(trace)],
        "margin": [(score, g) for score in scores],
        "folded-score": [(score, score) for score in scores],
        "folded-length": [(ip(folded, folded), ip(u, u) + b * b / c**2)],
        "folded-radius": [(ip(x, x), R * R + c * c) for _, x, *_ in steps(trace)],
    }


@of(mb.KERNEL)
def kernel(theorem):
    """Parity of two variables and a third one that says nothing, with (<x, z> + 1)^2."""
    k, r = mb.kernels.Polynomial(2), F(1, 2)
    points = [[-1, -1, 1], [-1, 1, 2], [1, -1, 0], [1, 1, 1]]
    labels, alpha = [-1, 1, 1, -1], [-2, 1, 2, -2]
    trace = mb.play(mb.KernelPerceptron(k, r), points, labels, passes=None)
    wide = k.features(np.array(points)).tolist()  # the features, written down
    u = [sum(a * x[j] for a, x in zip(alpha, wide, strict=True)) for j in range(len(wide[0]))]
    g, R = min(y * ip(u, x) for x, y in zip(wide, labels, strict=True)), max(map(norm, wide))
    explicit = mb.play(mb.Perceptron(r), wide, labels, passes=None)
    made = [(points[i % 4], labels[i % 4]) for i in trace.updates.tolist()]
    table = [[(ip(x, z) + 1) ** 2 for z in points] for x in points]
    sides = additive(explicit, u, g, R) | {
        "symmetric": [(0, 0)],
        "kernel": [(min(np.linalg.eigvals(np.array(table, dtype=float)).real), 0)],
    }
    for t, (x, y) in enumerate(made):
        upto = made[: t + 1]
        for name, right in {
            "dual-score": r * y * sum(ys * (ip(xs, x) + 1) ** 2 for xs, ys in made[:t]),
            "dual-length": r * r * sum(a * b * (ip(x, z) + 1) ** 2 for x, a in upto for z, b in upto),
        }.items():
            v, w = explicit.weights[t + 1].tolist(), explicit.weights[t].tolist()
            left = y * ip(w, wide[points.index(x)]) if name == "dual-score" else ip(v, v)
            sides.setdefault(name, []).append((left, right))
    return theorem.check(trace, alpha=alpha), sides


@of(mb.MAX_MARGIN)
def max_margin(theorem):
    trace, q = perceptron(), mb.l2_margin(X, Y).q
    A = (Y[:, None] * X).tolist()
    p = [ip(q, column) for column in zip(*A, strict=True)]
    return theorem.check(trace, q=q), additive(trace, p, ip(p, p), sqrt(5)) | {
        "convex": [(qi, 0) for qi in q],
        "mass": [(sum(q), 1)],
        "positive-margin": [(norm(p), 0)],
        "closest": [(ip(a, p), ip(p, p)) for a in A],
        "bound": [(t, 5 / ip(p, p)) for t, *_ in steps(trace)],
        "best": [(min(ip(a, trace.weights[-1]) for a in A), norm(p) * norm(trace.weights[-1]))],
    }


@of(mb.MARGIN_PERCEPTRON, mb.MARGIN_FRACTION)
def margin_perceptron(theorem):
    eta, r, u, g, R = 3, 2, [3, 1], 2, sqrt(5)
    trace = mb.play(mb.MarginPerceptron(eta, eta=r), X, Y, passes=None)
    end = trace.weights[-1]
    least = min(y * ip(end, x) for x, y in zip(X, Y, strict=True))
    return theorem.check(trace, u=u), additive(trace, u, g, R) | {
        "positive-threshold": [(eta, 0)],
        "narrow": [(y * ip(w, x), eta) for _, x, y, w, _ in steps(trace)],
        "growth": [(ip(v, v), ip(w, w) + 2 * r * eta + r * r * R * R) for *_, w, v in steps(trace)],
        "total-growth": [(ip(v, v), r * r * (R * R + 2 * eta / r) * t) for t, *_, v in steps(trace)],
        "sandwich": [(r * g * t, norm(u) * r * sqrt((R * R + 2 * eta / r) * t)) for t, *_ in steps(trace)],
        "bound": [(t, ip(u, u) * (R * R + 2 * eta / r) / g**2) for t, *_ in steps(trace)],
        "stopped": [(len([t for t in trace.updates if t >= trace.n_rounds - len(Y)]), 0)],
        "short": [(norm(end), r * norm(u) * (R * R + 2 * eta / r) / g)],
        "satisfied": [(eta, least)],
        "fraction": [(eta * g / ((r * R * R + 2 * eta) * norm(u)), least / norm(end))],
    }


@of(mb.FREUND_SCHAPIRE, mb.HINGE, mb.FRESH_FEATURES)
def inseparable(theorem):
    u, g, R, r = [0, 1, 1], 2, sqrt(3), F(1, 2)
    trace = perceptron(*XOR, passes=2, rate=r)
    rows = steps(trace)
    d = [max(0, g - y * ip(u, x)) for _, x, y, *_ in rows]
    total = np.cumsum(d).tolist()
    D, L, B = norm(d), total[-1] / g, norm(u) * R / g
    sides = additive(trace, u, g, R) | {
        "total-progress": [(ip(u, v), r * (g * t - total[t - 1])) for t, *_, v in rows],
        "shortfall": [(total[t - 1], D * sqrt(t)) for t, *_ in rows],
        "quadratic": [(t - L, B * sqrt(t)) for t, *_ in rows],
        "root": [(sqrt(t), B / 2 + sqrt(B * B / 4 + L)) for t, *_ in rows],
    }
    if theorem is mb.FREUND_SCHAPIRE:
        return theorem.check(trace, u=u, gamma=g), sides | {
            "progress": [(ip(u, v), ip(u, w) + r * (g - d[t - 1])) for t, *_, w, v in rows],
            "ceiling": [(ip(u, v), norm(u) * r * R * sqrt(t)) for t, *_, v in rows],
            "sandwich": [(g * sqrt(t), norm(u) * R + D) for t, *_ in rows],
            "bound": [(t, (norm(u) * R + D) ** 2 / g**2) for t, *_ in rows],
        }
    if theorem is mb.HINGE:
        return theorem.check(trace, u=u, gamma=g), sides | {
            "progress": [(t - total[t - 1] / g, ip(u, v) / (r * g)) for t, *_, v in rows],
            "ceiling": [(ip(u, v) / (r * g), B * sqrt(t)) for t, *_, v in rows],
            "bound": [(t, L + B * sqrt(L) + B * B) for t, *_ in rows],
        }
    delta, U = 3, len(rows)
    lifted = [*u, *(y * d_t / delta for d_t, (_, _, y, *_) in zip(d, rows, strict=True))]
    w, lines = [0] * (3 + U), {}
    for t, x, y, old, _ in rows:
        x = [*x, *(delta * (s == t) for s in range(1, U + 1))]
        v = [wj + r * y * xj for wj, xj in zip(w, x, strict=True)]
        for name, pair in {
            "same-score": (y * ip(w, x), y * ip(old, x[:3])),
            "lifted-margin": (y * ip(lifted, x), g),
            "lifted-radius": (ip(x, x), R * R + delta**2),
            "lifted-progress": (ip(lifted, v), r * g * t),
            "lifted-growth": (ip(v, v), r * r * (R * R + delta**2) * t),
            "lifted-cauchy-schwarz": (ip(lifted, v), norm(lifted) * norm(v)),
            "bound": (t, (R * R + delta**2) * (ip(u, u) + D * D / delta**2) / g**2),
        }.items():
            lines.setdefault(name, []).append(pair)
        w = v
    return theorem.check(trace, u=u, gamma=g, delta=delta), sides | lines | {
        "lifted-length": [(ip(lifted, lifted), ip(u, u) + D * D / delta**2)],
        "best": [(2 * norm(u) * R * D, delta**2 * ip(u, u) + R * R * D * D / delta**2)],
    }


# --- finite classes ----------------------------------------------------------------------------------------------


def truths(C):
    """Each concept as its labels on all points."""
    return [C.labels(h, C.points).tolist() for h in range(len(C))]


def depth(V):
    """Littlestone's dimension of a set of concepts."""
    sides = [([h for h in V if h[i] > 0], [h for h in V if h[i] < 0]) for i in range(len(V[0]) if V else 0)]
    return max((1 + min(map(depth, pair)) for pair in sides if all(pair)), default=0 if V else -1)


def shattered(V):
    points = range(len(V[0]))
    return max(k for k in range(9) for S in combinations(points, min(k, len(points)))
               if len({tuple(h[i] for i in S) for h in V}) == 2**k)  # fmt: skip


@of(mb.CONSISTENT, mb.CONSISTENT_RANDOM, mb.HALVING, mb.LITTLESTONE)
def finite(theorem):
    C, target = {"HALVING": (mb.concepts.all_functions(2), 9), "LITTLESTONE": (mb.concepts.thresholds(7), 0)}.get(
        theorem.name, (mb.concepts.singletons(5), 4)
    )
    learner = {"HALVING": mb.Halving, "LITTLESTONE": mb.StandardOptimal}.get(theorem.name, mb.Consistent)
    order = [3, 0, 1, 2] if len(C.points) == 4 else range(len(C.points))
    trace = mb.play(learner(C), C.points[list(order)], C.labels(target, C.points[list(order)]))
    V, M, places = [truths(C)], [], []  # what agrees with the updates, after each, and on both sides of each mistake
    late = []  # in each round without an update, how many of these are wrong
    for t in range(trace.n_rounds):
        before, point = V[-1], C.locate(trace.X[[t]])[0]
        if t in trace.updates:
            V.append([h for h in before if h[point] == trace.y[t]])
            M.append(sum(trace.mistakes <= t))
        else:
            late.append(len([h for h in before if h[point] != trace.y[t]]))
        if t in trace.mistakes:
            places.append((before, V[-1]))
    n, p = len(C), [1 - F(len(b), len(a)) for a, b in pairwise(V)]
    gone = [[h for h in a if h not in b] for a, b in pairwise(V)]
    lost = [[h for h in a if h not in b] for a, b in places]
    S, pairs, later = np.cumsum(p).tolist(), list(pairwise(V)), list(zip(M, V[1:], strict=True))
    sides = {
        "realizable": [(len([h for h in V[0] if all(h[i] == trace.y[k] for k, i in enumerate(order))]), 1)],
        "mistakes-update": unlearnt(trace), "every-round": [(wrong, 0) for wrong in late],
        "consistent": [(len(h), 1) for h in lost],
        "majority": [(len(h), len(b)) for h, (_, b) in zip(lost, places, strict=True)],
        "deeper-side": [(depth(h), depth(b)) for h, (_, b) in zip(lost, places, strict=True)],
        "monotone": [(len(b), len(a)) for a, b in pairs],
        "floor": [(1, len(b)) for b in V[1:]],
        "chance": [(p_t, log(len(a) / len(b))) for p_t, (a, b) in zip(p, pairs, strict=True)],
        "sum": [(s, log(n / len(b))) for s, b in zip(S, V[1:], strict=True)],
        "halving": [(len(b), len(a) / 2) for a, b in places],
        "telescoping": [(len(b), 2.0**-m * n) for m, b in later],
        "integer": [(m, math.floor(math.log2(n / len(b)))) for m, b in later],
    }  # fmt: skip
    own = {
        "CONSISTENT": lambda: {
            "progress": [(len(b), len(a) - 1) for a, b in places],
            "total-progress": [(m, n - len(b)) for m, b in later],
            "bound": [(m, n - 1) for m in M],
        },
        "CONSISTENT_RANDOM": lambda: {"bound": [(s, log(n)) for s in S]},
        "HALVING": lambda: {"bound": [(m, math.floor(math.log2(n))) for m in M]},
        "LITTLESTONE": lambda: {
            "shattered": [(shattered(V[0]), depth(V[0]))],
            "leaves": [(depth(V[0]), math.floor(math.log2(n)))],
            "shallower-side": [(depth(b), min(depth(b), depth(h))) for h, (_, b) in zip(lost, places, strict=True)],
            "two-sides": [(1 + min(depth(b), depth(h)), depth(a)) for h, (a, b) in zip(gone, pairs, strict=True)],
            "progress": [(depth(b) + m, depth(a) + m - (t in trace.mistakes))
                         for t, m, (a, b) in zip(trace.updates, M, pairs, strict=True)],
            "floor": [(0, depth(b)) for b in V[1:]],
            "total-progress": [(m, depth(V[0]) - depth(b)) for m, b in later],
            "bound": [(m, depth(V[0])) for m in M],
        },
    }  # fmt: skip
    return theorem.check(trace, concepts=C), sides | own[theorem.name]()


@of(mb.WEIGHTED_MAJORITY)
def weighted_majority(theorem):
    C, beta = mb.concepts.singletons(4), F(1, 4)
    trace = mb.play(mb.WeightedMajority(C, beta), C.points, [1, -1, 1, -1])
    weights, rows, concepts = [F(1)] * 4, [], truths(C)
    for t, (x, y) in enumerate(zip(trace.update_X, trace.update_y, strict=True), 1):
        wrong = [h[C.locate(x[None])[0]] != y for h in concepts]
        before = sum(weights), sum(w for w, err in zip(weights, wrong, strict=True) if err)
        weights = [w * beta if err else w for w, err in zip(weights, wrong, strict=True)]
        rows.append((t, *before, sum(weights)))
    m = round(log(max(weights)) / log(beta))
    top = (log(4) + m * log(1 / beta)) / log(2 / (1 + beta))
    return theorem.check(trace, concepts=C, beta=beta), {
        "mistakes-update": unlearnt(trace),
        "majority": [(wrong, before - wrong) for _, before, wrong, _ in rows],
        "update": [(after, before - wrong + beta * wrong) for _, before, wrong, after in rows],
        "shrinking": [(after, (1 + beta) / 2 * before) for _, before, _, after in rows],
        "telescoping": [(after, ((1 + beta) / 2) ** t * 4) for t, _, _, after in rows],
        "best": [(beta**m, after) for *_, after in rows],
        "sandwich": [(beta**m, ((1 + beta) / 2) ** t * 4) for t, *_ in rows],
        "bound": [(t, top) for t, *_ in rows],
    }


@of(mb.RANDOMIZED_MAJORITY)
def randomized_majority(theorem):
    C, beta, X, y = mb.concepts.singletons(4), F(1, 4), [[0], [1], [1], [2]], [1, -1, -1, 1]
    trace = mb.play(mb.RandomizedMajority(C, beta, seed=3), X, y)
    errors, rows, S = [0] * 4, [], 0
    for (x,), label in zip(X, y, strict=True):
        wrong = [h[x] != label for h in truths(C)]
        before = [beta**e for e in errors]
        errors = [e + err for e, err in zip(errors, wrong, strict=True)]
        part = sum(w for w, err in zip(before, wrong, strict=True) if err) / sum(before)
        S += part
        rows.append((part, S, min(errors), sum(before), sum(beta**e for e in errors)))
    assert trace.n_mistakes
    top = [(m * log(1 / beta) + log(4)) / (1 - beta) for _, _, m, *_ in rows]
    return theorem.check(trace, concepts=C, beta=beta), {
        "start": [(1, 1)] * 4,
        "update-rule": [(0, 0)] * 4,
        "drawn": [(rows[t][0], 0) for t in trace.mistakes],
        "update": [(after, (1 - (1 - beta) * part) * before) for part, _, _, before, after in rows],
        "logarithm": [(log(after), log(before) - (1 - beta) * part) for part, _, _, before, after in rows],
        "telescoping": [(log(after), log(4) - (1 - beta) * S) for _, S, _, _, after in rows],
        "best": [(m * log(beta), log(after)) for _, _, m, _, after in rows],
        "sandwich": [(m * log(beta), log(4) - (1 - beta) * S) for _, S, m, *_ in rows],
        "bound": [(S, bound) for (_, S, *_), bound in zip(rows, top, strict=True)],
    }


@of(mb.HEDGE, mb.HEDGE_FIRST_ORDER, mb.AGNOSTIC)
def hedge(theorem):
    given, losses = {}, [[0, 1, 0.5], [0.25, 1, 0], [1, 0.5, 0]]
    if theorem is mb.AGNOSTIC:
        C = mb.concepts.singletons(5)
        given = {"concepts": C, "X": [[0], [3], [3]], "y": [-1, 1, -1]}
        losses = (mb.covering_experts(C, given["X"]) != np.reshape(given["y"], (3, 1))).astype(int).tolist()
    T, N = 3, len(losses[0])
    eta = sqrt(8 * log(N) / T)
    run, sides = mb.Hedge(eta).run(losses), {"uniform": [(1 / N, 1 / N)] * N, "learning-rate": [(eta, 0)]}
    W, total, sums, c = [N], 0, [0] * N, 1 - exp(-eta)
    for t, row in enumerate(losses, 1):
        w = [exp(-eta * lost) / W[-1] for lost in sums]
        sums = [lost + loss for lost, loss in zip(sums, row, strict=True)]
        W.append(sum(exp(-eta * lost) for lost in sums))
        total += ip(w, row)
        lnZ, lnW, floor = log(W[t] / W[t - 1]), log(W[t] / N), -eta * min(sums) - log(N)
        first_order = theorem is mb.HEDGE_FIRST_ORDER
        top = -c * total if first_order else -eta * total + eta**2 * t / 8
        for name, pair in {
            "update-rule": (0, 0),
            "losses": (max(abs(loss - 0.5) for loss in row), 0.5),
            "mistakes": (0, 0),
            "drop": (lnZ, lnZ),
            "hoeffding": (lnZ, -eta * ip(w, row) + eta**2 / 8),
            "chord": (lnZ, log(1 - c * ip(w, row))),
            "logarithm": (log(1 - c * ip(w, row)), -c * ip(w, row)),
            "telescoping": (lnW, top),
            "best": (floor, lnW),
            "sandwich": (floor, top),
            "bound": (total, -floor / c if first_order else min(sums) + log(N) / eta + eta * t / 8),
        }.items():
            sides.setdefault(name, []).append(pair)
    if theorem is mb.AGNOSTIC:  # L = 1, and the empty concept, or the one of another point, errs once
        sides |= {
            "tuned": [(eta, eta)], "dimension": [(1, 1)], "rounds": [(T, 1)], "experts": [(N, 4)],
            "covered": [(0, 0)], "cover": [(min(sums), 1)], "count": [(log(N), log(math.e * T))],
            "regret": [(total, min(sums) + sqrt(T * log(N) / 2))],
            "bound": [(total, 1 + sqrt(T * log(math.e * T) / 2))],
        }  # fmt: skip
    return theorem.check(run, **given), sides


@of(mb.ELIMINATION)
def elimination(theorem):
    n, T, b = 4, {1, 2}, 1
    data = [[1, 1, 1, 0], [1, 1, 0, 0], [1, 1, 1, 1]]
    trace = mb.play(mb.Elimination(n, "all"), data, [1, 1, 1])
    L, said = [{*range(1, n + 1), *range(-n, 0)}], []
    for x in trace.update_X:
        true = {literal for literal in L[0] if x[abs(literal) - 1] == (literal > 0)}
        said.append(1 if L[-1] <= true else -1)
        L.append(L[-1] & true)
    return theorem.check(trace, target=mb.Formula(n, [1, 2]), literals="all"), {
        "labels": [(0, 0)], "literals": [(len(T - L[0]), 0)], "mistakes-update": unlearnt(trace),
        "conservative": [(len(set(trace.updates) - set(trace.mistakes)), 0)],
        "prediction": [(y * h, -1) for y, h in zip(trace.update_y, said, strict=True)],
        "satisfiable": [(len([j for j in T if -j in T]), 0)],
        "invariant": [(len(T & L_t), len(T)) for L_t in L[1:]],
        "one-sided": [(y, 1) for y in trace.update_y],
        "progress": [(len(after), len(before) - 1) for before, after in pairwise(L)],
        "first-mistake": [(len(L[1]), n)],
        "floor": [(len(T), len(L_t)) for L_t in L[1:]],
        "ceiling": [(len(L_t), n - t + b) for t, L_t in enumerate(L[1:], 1)],
        "bound": [(t, n - len(T) + b) for t in range(1, len(L))],
    }  # fmt: skip


BITS = np.array([[1, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 0, 1]])


@of(mb.WINNOW1, mb.WINNOW2)
def littlestone(theorem):
    first, T, n, k = theorem is mb.WINNOW1, [0], 4, 1
    target, alpha, theta = mb.Formula(n, [1], "∨"), F(3, 2), F(5, 2)
    trace = mb.play((mb.Winnow1 if first else mb.Winnow2)(alpha, theta), BITS, target(BITS), passes=3)
    c = next(c for c in range(99) if alpha**c >= theta)
    fall = theta if first else (1 - 1 / alpha) * theta
    value = alpha * k * c + n / theta if first else alpha * n / ((alpha - 1) * theta) + (alpha + 1) * k * c
    w, P, Q, most, sides = [F(1)] * n, 0, 0, 0, {}
    for t, (x, y) in enumerate(zip(trace.update_X, trace.update_y, strict=True), 1):
        active, hits, S = ip(w, x), sum(x[j] for j in T), sum(w)
        factor = alpha if y > 0 else 0 if first else 1 / alpha
        w = [wj * factor if xj else wj for wj, xj in zip(w, x, strict=True)]
        P, Q, most = P + (y > 0), Q + (y < 0), most + (y > 0 and hits)
        up = {"miss": (active, theta), "hit": (hits, 1), "rise": (sum(w), S + (alpha - 1) * theta)}
        down = {"false-alarm": (active, theta), "no-false-hit": (hits, 0), "fall": (sum(w), S - fall)}
        for name, pair in {
            "bits": (any(xj not in (0, 1) for xj in x), 0),
            "update-rule": (max(abs(a - b) for a, b in zip(w, trace.weights[t], strict=True)), 0),
            "relevant": (min(w[j] for j in T), 1),
            "seldom": (most, c),
            "promotions": (P, k * c),
            "balance": (sum(w), n + (alpha - 1) * theta * P - fall * Q),
            "floor": (sum(w), 0),
            "demotions": (Q, n / theta + (alpha - 1) * P if first else alpha * n / ((alpha - 1) * theta) + alpha * P),
            "sum": (t, value),
            "bound": (t, value if first else math.ceil(value) - 1),
            **(up if y > 0 else down),
        }.items():
            sides.setdefault(name, []).append(pair)
    return theorem.check(trace, target=target), sides | {
        "start": [(1, 1)] * n, "factor": [(alpha, 1)], "threshold": [(theta, 0)],
        "labels": [(1 if x[0] else -1, y) for x, y in zip(BITS, target(BITS), strict=True)],
        "mistakes-update": unlearnt(trace),
    }  # fmt: skip


# --- Winnow ------------------------------------------------------------------------------------------------------

SKEW, ONE = np.array([[2, -2, -1], [-1, 2, -1], [1, 1, -2]]), np.array([1, 1, 1])
EXPERT = np.array([[1, -1, -1], [1, 1, -1], [1, -1, 1], [1, -1, -1]])


def winnow(eta, X=SKEW, y=ONE, passes=3, **options):
    return mb.play(mb.Winnow(eta, **options), X, y, passes=passes)


def relative(u, w):
    return sum(uj * log(uj / wj) for uj, wj in zip(u, w, strict=True) if uj)


def gain(eta, s, R, theta):
    beta = (R + theta) / (2 * R)
    return eta * s - log(beta * exp(eta * R) + (1 - beta) * exp(-eta * R))


def largest(s, R, theta):
    """Where the gain is back at 0, by bisection."""
    low, high = 2 * (s - theta) / R**2, 99
    for _ in range(99 if s < R else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if gain(middle, s, R, theta) > 0 else (low, middle)
    return low if s < R else math.inf


def multiplicative(trace, u, s, R):
    """Every claim that theorems on Winnow share, for weights of sum 1."""
    eta, theta, d = trace.learner.eta, trace.learner.threshold, len(u)
    C, w0, sides = gain(eta, s, R, theta), trace.weights[0].tolist(), {}
    kl0 = relative(u, w0)
    for t, x, y, w, v in steps(trace):
        a = [y * xj for xj in x]
        lnZ = log(ip(w, [exp(eta * aj) for aj in a]))
        rule = [abs(log(vj) - (log(wj) + eta * aj - lnZ)) for vj, wj, aj in zip(v, w, a, strict=True)]
        chord = log(math.cosh(eta * R) + math.sinh(eta * R) / R * ip(a, w))
        for name, pair in {
            "update-rule": (max(rule), 0), "mistake": (ip(a, w), theta), "range": (max(map(abs, a)), R),
            "margin": (ip(a, u), s),
            "drop": (relative(u, v) - relative(u, w), lnZ - eta * ip(a, u)),
            "margin-term": (lnZ - eta * ip(a, u), lnZ - eta * s),
            "chord": (lnZ, chord),
            "mistake-term": (chord, eta * s - C),
            "progress": (relative(u, v), relative(u, w) - C),
            "total-progress": (relative(u, v), kl0 - C * t),
            "floor": (0, relative(u, v)),
            "bound": (t, kl0 / C),
        }.items():  # fmt: skip
            sides.setdefault(name, []).append(pair)
    return sides | {
        "prior": [(wj, 0) for wj in w0], "prior-mass": [(sum(w0), 1)], "learning-rate": [(eta, 0)],
        "mistakes-update": unlearnt(trace), "threshold": [(theta, -R)], "no-threshold": [(theta, 0)],
        "uniform": [(wj, 1 / d) for wj in w0],
        "comparator": [(uj, 0) for uj in u], "comparator-mass": [(sum(u), 1)], "margin-above-threshold": [(s, theta)],
        "imperfect": [(s, R)], "perfect": [(R, R)], "nearly-tuned": [(C, s * s / (2 * R * R))],
        "small-learning-rate": [(eta, largest(s, R, theta))], "gain": [(C, 0)],
        "entropy": [(kl0, log(d) + sum(uj * log(uj) for uj in u if uj))], "log-features": [(kl0, log(d))],
    }  # fmt: skip


@of(mb.WINNOW, mb.WINNOW_TUNED, mb.WINNOW_UNIFORM)
def entropy_bounds(theorem):
    u, s, R, d = [0.6, 0.4, 0], 0.2, 2, 3
    theta = 0.05 if theorem is mb.WINNOW_TUNED else 0
    tuned = log((R + s) * (R - theta) / ((R - s) * (R + theta))) / (2 * R)
    options = {} if theorem is mb.WINNOW_UNIFORM else {"prior": [1, 2, 3]}
    trace = winnow(0.02 if theorem is mb.WINNOW else mb.tuned_step(s, R, theta), threshold=theta, **options)
    sigma, beta = (R + s) / (2 * R), (R + theta) / (2 * R)
    coins = relative([sigma, 1 - sigma], [beta, 1 - beta])
    kl0, updates = relative(u, trace.weights[0]), range(1, trace.n_updates + 1)
    own = {
        "WINNOW": {},
        "WINNOW_TUNED": {
            "tuned": [(trace.learner.eta, tuned)],
            "best-gain": [(gain(tuned, s, R, theta), coins)],
            "pinsker": [(coins, (s - theta) ** 2 / (2 * R**2))],
            "bound": [(t, kl0 / coins) for t in updates],
            "simple-bound": [(t, 2 * R**2 * kl0 / (s - theta) ** 2) for t in updates],
        },
        "WINNOW_UNIFORM": {"bound": [(t, 2 * R**2 * log(d) / s**2) for t in updates]},
    }
    return theorem.check(trace, u=u), multiplicative(trace, u, s, R) | own[theorem.name]


@of(mb.WINNOW_UNIT)
def winnow_unit(theorem):
    u, s, small = [0.6, 0.4, 0], 0.1, SKEW / 2
    trace = winnow(0.1, small)
    return theorem.check(trace, u=u), multiplicative(trace, u, s, 1)


@of(mb.WINNOW_UNNORMALISED)
def winnow_unnormalised(theorem):
    """On (x, -x, -1) and, the same features in another order, on (x, 1, -x, -1)."""
    eta, x, y = 0.3, [1, 3], [-1, 1]
    trace = mb.play(mb.UnnormalisedWinnow(eta), [[z, -z, -1] for z in x], y, passes=4)
    other = mb.play(mb.Winnow(eta), [[z, 1, -z, -1] for z in x], y, passes=4)
    a, sides, places = [0, 0], {}, [0, 2, 3, 1]  # of x, -x, -1 and 1 among x, 1, -x and -1
    before, M = {0: 1, 1: 1, 2: 1, 3: 1}, 0
    for t in range(8):
        z, label = x[t % 2], y[t % 2]
        features = dict(enumerate([z, -z, -1, 1]))
        score = label * sum(before[j] * features[j] for j in before)
        wrong = score <= 1e-9
        if wrong:
            total, M = sum(before.values()), M + 1
            a = [a[0] + label * z, a[1] + label]
            for name, pair in {
                "proportional": (0, 0), "same-score": (score / total, score / total),
                "update-rule": (0, 0), "normalised-rule": (0, 0),
            }.items():  # fmt: skip
                sides.setdefault(name, []).append(pair)
            before = {j: exp(eta * (a[0] * f[0] + a[1] * f[1]))
                      for j, f in enumerate([(1, 0), (-1, 0), (0, -1), (0, 1)])}  # fmt: skip
            kept = trace.weights[M].tolist()
            normal = other.weights[M][places].tolist()
            assert kept == pytest.approx(list(before.values()))
            assert normal == pytest.approx([weight / sum(before.values()) for weight in before.values()])
        said = -label if wrong else label
        sides.setdefault("same-prediction", []).append((said, said))
    return theorem.check(trace, normalised=other), sides | {
        "same-examples": [(0, 0)] * 2, "same-labels": [(-1, -1), (1, 1)], "same-learning-rate": [(eta, eta)],
        "same-ties": [(0, 0)], "no-threshold": [(0, 0)], "start": [(1, 0)] * 4, "same-start": [(0, 0)],
        "signs": [(0, 0)], "conservative": [(0, 0)], "bound": [(M, M)],
    }  # fmt: skip


@of(mb.WINNOW_EXPERT)
def winnow_expert(theorem):
    trace, u = winnow(1.0, EXPERT, np.ones(4, dtype=int)), [1, 0, 0]
    own = 1 - log(math.cosh(1))
    return theorem.check(trace, u=u), multiplicative(trace, u, 1, 1) | {
        "perfect-gain": [(own, own)],
        "ceiling": [(own, log(2))],
    }


@of(mb.WINNOW_DOUBLED)
def winnow_doubled(theorem):
    v, R, d = [0.6, -0.2], 2, 2
    trace = winnow(0.1, mb.double(X), Y)
    rest = (1 - sum(map(abs, v))) / (2 * d)
    u = [0.6 + rest, rest, rest, 0.2 + rest]
    s = min(y * ip(v, x) for x, y in zip(X.tolist(), Y.tolist(), strict=True))
    scores = [y * ip(v, x[:d]) for _, x, y, *_ in steps(trace)]
    return theorem.check(trace, v=np.array(v)), multiplicative(trace, u, s, R) | {
        "doubled": [(max(abs(x[d + j] + x[j]) for j in range(d)), 0) for _, x, *_ in steps(trace)],
        "signed-comparator": [(sum(map(abs, v)), 1)],
        "same-margin": [(score, score) for score in scores],
        "split": [(uj, 0) for uj in u],
        "split-mass": [(sum(u), 1)],
    }


@of(mb.WINNOW_ZHANG)
def winnow_zhang(theorem):
    W, eta, theta, R, u = 3, 0.01, 0.01, 2, [1.2, 0.7, 0]
    trace = winnow(eta, total=float(W), threshold=theta)
    L, g, delta = sum(u), min(ip(u, a) for a in SKEW), eta * W * R**2
    D = eta * (g - theta * L / W) - eta**2 * R**2 * L / 2
    simple = (2 * delta * (g - theta) - delta**2) / (2 * W * R**2)

    def K(w):
        return sum(uj * log(uj * W / (wj * L)) for uj, wj in zip(u, w, strict=True) if uj)

    start, sides = trace.weights[0].tolist(), {}
    for t, a, _, w, v in steps(trace):
        lnZ = log(ip(w, [exp(eta * aj) for aj in a]) / W)
        rule = [log(vj) - (log(wj) + eta * aj - lnZ) for vj, wj, aj in zip(v, w, a, strict=True)]
        for name, pair in {
            "update-rule": (max(map(abs, rule)), 0), "mistake": (ip(a, w), theta), "range": (max(map(abs, a)), R),
            "margin": (ip(a, u), g),
            "drop": (K(v) - K(w), L * lnZ - eta * ip(a, u)),
            "normaliser": (lnZ, eta / W * ip(a, w) + eta**2 * R**2 / 2),
            "mistake-term": (lnZ, eta * theta / W + eta**2 * R**2 / 2),
            "progress": (K(v), K(w) - D),
            "total-progress": (K(v), K(start) - D * t),
            "floor": (0, K(v)),
            "sharp-bound": (t, K(start) / D),
            "bound": (t, 2 * W * R**2 * K(start) / delta**2),
        }.items():  # fmt: skip
            sides.setdefault(name, []).append(pair)
    return theorem.check(trace, u=u), sides | {
        "prior": [(wj, 0) for wj in start], "prior-mass": [(sum(start), W)], "learning-rate": [(eta, 0)],
        "mistakes-update": unlearnt(trace), "threshold": [(theta, 0)],
        "comparator": [(uj, 0) for uj in u], "comparator-mass": [(L, W)], "margin-above-threshold": [(g, theta)],
        "small-learning-rate": [(delta, g - theta)],
        "gain": [(D, simple)], "simple-gain": [(simple, delta**2 / (2 * W * R**2))],
    }  # fmt: skip


OPINIONS = np.array([[1, 1, -1, -1], [-1, -1, 1, 1], [1, -1, 1, -1], [-1, 1, 1, 1], [1, 1, 1, -1]])


@of(mb.COMMITTEE_PERCEPTRON, mb.COMMITTEE_WINNOW)
def committees(theorem):
    u, k, d, m = [1, 1, 0, 0], 2, 4, 2
    X = OPINIONS[OPINIONS[:, 0] == OPINIONS[:, 1]]
    learner = mb.Perceptron() if theorem is mb.COMMITTEE_PERCEPTRON else mb.Winnow(1)
    trace = mb.play(learner, X, X[:, 0], passes=2)
    rows = steps(trace)
    votes = [y * ip(u, x) for _, x, y, *_ in rows]
    mean = [uj / k for uj in u]
    if theorem is mb.COMMITTEE_PERCEPTRON:
        proof = additive(trace, u, m, sqrt(d)) | {
            "length": [(ip(u, u), k)],
            "radius": [(ip(x, x), d) for _, x, *_ in rows],
        }
    else:
        proof = multiplicative(trace, mean, m / k, 1) | {
            "margin": [(y * ip(mean, x), m / k) for _, x, y, *_ in rows],
            "committee": [(relative(mean, trace.weights[0]), log(d / k))],
            "bound": [(t, 2 * k**2 * log(d / k) / m**2) for t, *_ in rows],
        }
    return theorem.check(trace, u=u), proof | {
        "opinions": [(max(map(abs, x)), 1) for _, x, *_ in rows],
        "votes": [(min(map(abs, x[:k])), 1) for _, x, *_ in rows],
        "majority": [(vote, 0) for vote in votes],
        "parity": [(vote, m) for vote in votes],
    }


@of(mb.SPAN)
def span(theorem):
    """Orthogonal rows, one of them 0, to which a tie answers +1."""
    X, y, T = [[1, 1, 1, 0], [0, 0, 0, 0], [1, -1, 0, 1], [1, 0, -1, -1]], [-1, 1, -1, -1], 4
    trace = mb.play(mb.Perceptron(ties=1), X, y)
    before, made = [[0, 0, 0, 0], [-1, -1, -1, 0], [-1, -1, -1, 0], [-2, 0, -1, -1]], [1, 1, 2, 3]
    said = [yt if t not in trace.mistakes else -yt for t, yt in enumerate(y)]
    score = [(ip(w, x), 0) for w, x in zip(before, X, strict=True)]
    answers = [(s, 1) for s in said]
    return theorem.check(trace), {
        "orthogonal": [(max([abs(ip(X[s], X[t])) for s in range(t)], default=0), 0) for t in range(T)],
        "span": [(0, 0)] * T,  # the weights before are 0, -x1, -x1, and -x1 - x3
        "tie-answer": answers, "score": score, "answer": answers,
        "bound": [(M, sum(yt != 1 for yt in y[: t + 1])) for t, M in enumerate(made)],
        "half": [(made[-1], F(T - abs(sum(y)), 2))],
    }  # fmt: skip


# --- quasi-additive learners -------------------------------------------------------------------------------------


def p_norm(v, p):
    return sum(abs(vj) ** p for vj in v) ** (1 / p)


# conjugate, weights, value, dual norm and sigma, in plain loops
P = 3
COUSINS = {
    "entropy": (
        lambda theta: log(sum(map(exp, theta)) / len(theta)),
        lambda theta: [exp(v) / sum(map(exp, theta)) for v in theta],
        lambda u: relative(u, [1 / len(u)] * len(u)),
        lambda x: max(map(abs, x)),
        1,
    ),
    "p-norm": (
        lambda theta: p_norm(theta, P) ** 2 / 2,
        lambda theta: [v * abs(v) ** (P - 2) / p_norm(theta, P) ** (P - 2) if v else 0 for v in theta],
        lambda u: p_norm(u, P / (P - 1)) ** 2 / 2,
        lambda x: p_norm(x, P),
        1 / (P - 1),
    ),
}


def quasi_additive(trace, cousin, u, g, R, L=0):
    """Every claim of BREGMAN and BREGMAN_HINGE; and the weights, by the way, are those of the run."""
    conjugate, weights, value, dual_norm, sigma = COUSINS[cousin]
    eta = trace.learner.eta

    def D(theta):
        return value(u) + conjugate(theta) - ip(u, theta)

    theta = [0.0] * len(u)
    start, sides, short = D(theta), {}, 0
    loss = eta**2 * R**2 / (2 * sigma)
    gain = eta * g - loss
    for t, x, y, w, _ in steps(trace):
        assert w == pytest.approx(weights(theta))
        old, theta = theta, [v + eta * y * xj for v, xj in zip(theta, x, strict=True)]
        rise, score = conjugate(theta) - conjugate(old), y * ip(u, x)
        tangent = eta * y * ip(w, x) + eta**2 * dual_norm(x) ** 2 / (2 * sigma)
        d = max(0, g - score)
        short += d
        for name, pair in {
            "update-rule": (0, 0), "link": (0, 0), "mistake": (y * ip(w, x), 0), "radius": (dual_norm(x), R),
            "margin": (score, g),
            "drop": (D(theta) - D(old), rise - eta * score),
            "margin-term": (rise - eta * score, rise - eta * g),
            "shortfall": (rise - eta * score, rise - eta * (g - d)),
            "smoothness": (rise, tangent), "strongly-convex": (rise, tangent),
            "conjugate": (ip(u, theta) - value(u), conjugate(theta)),
            "mistake-term": (tangent, loss),
            "progress": (D(theta), D(old) - gain + (eta * d if L else 0)),
            "total-progress": (D(theta), start - gain * t + (eta * short if L else 0)),
            "floor": (0, D(theta)),
            "bound": (t, (start + eta * g * L) / gain),
        }.items():  # fmt: skip
            sides.setdefault(name, []).append(pair)
    return sides | {
        "start": [(0, 0)], "learning-rate": [(eta, 0)], "mistakes-update": unlearnt(trace), "comparator": [(0, 0)],
        "gain": [(gain, 0)], "best-scale": [], "homogeneous-bound": [],
    }  # fmt: skip


@of(mb.BREGMAN)
def bregman(theorem):
    """With a step that is not the best, for the potential that is not homogeneous."""
    u, g, R = [0.6, 0.4, 0], 0.2, 2
    trace = mb.play(mb.QuasiAdditive(mb.potentials.Entropy(), 0.02), SKEW, ONE, passes=3)
    return theorem.check(trace, u=u), quasi_additive(trace, "entropy", u, g, R)


@of(mb.PNORM)
def pnorm(theorem):
    u, r = [3, 2, 0], 0.5
    trace = mb.play(mb.PNorm(P, eta=r), SKEW, ONE, passes=3)
    q, g = P / (P - 1), min(ip(u, a) for a in SKEW)
    R = max(p_norm(a, P) for a in SKEW)
    c = r * (P - 1) * R**2 / g
    sides = quasi_additive(trace, "p-norm", [c * uj for uj in u], c * g, R)
    half = c**2 * p_norm(u, q) ** 2 / 2
    return theorem.check(trace, u=u), sides | {
        "positive-margin": [(g, 0)],
        "margin": [(y * ip(u, x), g) for _, x, y, *_ in steps(trace)],
        "start-divergence": [(half, half)],
        "best-scale": [(r * c * g - r**2 * (P - 1) * R**2 / 2, r**2 * (P - 1) * R**2 / 2)],
        "bound": [(t, (P - 1) * p_norm(u, q) ** 2 * R**2 / g**2) for t, *_ in steps(trace)],
    }


@of(mb.BREGMAN_HINGE)
def bregman_hinge(theorem):
    """Where nothing separates; the scale is the one of the proof, worked out from the losses."""
    u, g, r = [0, 1, 1], 2, 0.5
    trace = mb.play(mb.PNorm(P, eta=r), *XOR, passes=2)
    R = max(p_norm(x, P) for x in XOR[0])
    L = sum(max(0, g - y * ip(u, x)) for _, x, y, *_ in steps(trace)) / g
    length = p_norm(u, P / (P - 1))
    B = length * R * sqrt(P - 1) / g
    root = B / 2 + sqrt(B * B / 4 + L)
    c = r * g * (root**2 - L) / length**2
    sides = quasi_additive(trace, "p-norm", [c * uj for uj in u], c * g, R, L)
    return theorem.check(trace, u=u, gamma=g), sides | {
        "best-scale": [(root**2, root**2)],
        "homogeneous-bound": [(root**2, L + B * sqrt(L) + B * B)],
    }


# --- margins and games -------------------------------------------------------------------------------------------


@of(mb.SPARSE_SVM)
def sparse_svm(theorem):
    svm = mb.sparse_svm(SKEW, ONE, signed=False)
    A, v, alpha, R, d = SKEW, svm.v, svm.alpha, 2, 3
    trace = winnow(mb.tuned_step(svm.margin, R))
    size, mass, w = sum(v), sum(alpha), trace.weights[-1]
    pays, scores, kept = alpha @ A, A @ v, [j for j in range(d) if v[j] > 1e-6]
    tight = [i for i in range(3) if scores[i] < 1 + 1e-6]
    average = alpha @ (A @ w) / mass
    return theorem.check(trace, v=v, alpha=alpha), multiplicative(trace, (v / size).tolist(), 1 / size, R) | {
        "nonnegative": [(vj, 0) for vj in v],
        "feasible": [(score, 1) for score in scores],
        "multipliers": [(ai, 0) for ai in alpha],
        "dual-feasible": [(pay, 1) for pay in pays],
        "no-gap": [(size, mass)],
        "vertex": [(np.linalg.matrix_rank(A[np.ix_(tight, kept)]), len(kept))],
        "rescaled": [(score / size, 1 / size) for score in scores],
        "bound": [(t, 2 * R**2 * log(d) * size**2) for t, *_ in steps(trace)],
        "least-is-below-average": [(min(A @ w), average)],
        "average-is-below-largest": [(average, max(pays / mass))],
        "best": [(max(pays / mass), 1 / size)],
        "loudest-feature": [(1 / size, min(max(a) for a in A))],
        "slack-examples": [(ai * (score - 1), 0) for ai, score in zip(alpha, scores, strict=True)],
        "slack-features": [(vj * (1 - pay), 0) for vj, pay in zip(v, pays, strict=True)],
        "few-features": [(len(kept), len(tight))],
        "few-examples": [(len(kept) + sum(scores > 1 + 1e-6), 3)],
    }


@of(mb.ENTROPIC_SVM)
def entropic_svm(theorem):
    prior = np.array([1.0, 2, 3])
    svm = mb.entropic_svm(SKEW, ONE, prior)
    A, v, alpha, R, norm0 = SKEW, svm.v, svm.alpha, 2, sum(prior)
    size, mass = sum(v), sum(alpha)
    trace = winnow(mb.tuned_step(1 / size, R), prior=prior)
    w, eta, pays, scores = trace.weights[-1], trace.learner.eta, alpha @ A, A @ v
    played = np.log(prior) + eta * trace.update_X.sum(axis=0)

    def objective(v):
        return sum(vj * log(vj / (math.e * pj)) for vj, pj in zip(v, prior, strict=True))

    value = mass - sum(prior * np.exp(pays))
    shared = multiplicative(trace, (v / size).tolist(), 1 / size, R)
    cert = theorem.check(trace, v=v, alpha=alpha, prior=prior)
    return cert, shared | {
        "same-start": [(wj, pj / norm0) for pj, wj in zip(prior, trace.weights[0], strict=True)],
        "form": [(vj, pj * exp(pay)) for vj, pj, pay in zip(v, prior, pays, strict=True)],
        "feasible": [(score, 1) for score in scores],
        "multipliers": [(ai, 0) for ai in alpha],
        "slackness": [(ai * (score - 1), 0) for ai, score in zip(alpha, scores, strict=True)],
        "entropic-no-gap": [(objective(v), value)],
        "fenchel": [(objective(w), alpha @ (A @ w) - sum(prior * np.exp(pays)))],
        "winnow-form": [(log(wj), form) for wj, form in zip(w, played - log(sum(np.exp(played))), strict=True)],
        "rescaled": [(score / size, 1 / size) for score in scores],
        "start": [(relative(v / size, prior / norm0), mass / size - log(size / norm0))],
        "bound": [(t, 2 * R**2 * size * (mass - size * log(size / norm0))) for t, *_ in steps(trace)],
    }


def game(run, R):
    """What both games claim: the weights start equal, and the row that pays least answers."""
    d, ln_w, sides, F_t, potential = run.A.shape[1], run.log_weights, {}, 0, 0
    for t, (i, eta) in enumerate(zip(run.rows, run.steps, strict=True)):
        a, w = run.A[i], np.exp(ln_w[t])
        lnZ = log(sum(w * np.exp(eta * a)))
        F_t, potential = F_t + eta * a, potential + lnZ
        for name, pair in {
            "update-rule": (max(abs(ln_w[t + 1] - (ln_w[t] + eta * a - lnZ))), 0),
            "range": (max(abs(a)), R),
            "best-answer": (a @ w, min(run.A @ w)),
            "potential": (potential, log(sum(np.exp(F_t)) / d)),
        }.items():
            sides.setdefault(name, []).append(pair)
    return sides | {"uniform": [(exp(ln), 1 / d) for ln in ln_w[0]]}


@of(mb.MULTIPLICATIVE_WEIGHTS)
def multiplicative_weights(theorem):
    T, d, R = 3, 3, 2
    run = mb.multiplicative_weights(SKEW, ONE, T, signed=False)
    A, W, eta = run.A, np.exp(run.log_weights), run.steps[0]
    rows = [(t, A[i], W[t - 1]) for t, i in enumerate(run.rows, 1)]
    paid, sums = np.cumsum([a @ w for _, a, w in rows]), np.cumsum([a for _, a, _ in rows], axis=0)
    w_bar, p = W[:T].mean(axis=0), sums[-1] / T
    gap, sides = max(p) - min(A @ w_bar), game(run, R)
    potential = [left for left, _ in sides["potential"]]
    return theorem.check(run), sides | {
        "constant-learning-rate": [(step, eta) for step in run.steps],
        "tuned": [(eta, sqrt(2 * log(d) / T) / R)],
        "normaliser": [(log(w @ np.exp(eta * a)), eta * (a @ w) + eta**2 * R**2 / 2) for _, a, w in rows],
        "best-column": [(eta * max(sums[t - 1]) - log(d), potential[t - 1]) for t, *_ in rows],
        "regret": [(max(sums[t - 1]) - paid[t - 1], log(d) / eta + eta * t * R**2 / 2) for t, *_ in rows],
        "tuned-regret": [(log(d) / eta + eta * T * R**2 / 2, R * sqrt(2 * T * log(d)))],
        "average-weights": [(min(A @ W[:t].mean(axis=0)), paid[t - 1] / t) for t, *_ in rows],
        "least-is-below-average": [(min(A @ w_bar), p @ w_bar)],
        "average-is-below-largest": [(p @ w_bar, max(p))],
        "gap": [(gap, R * sqrt(2 * log(d) / T))],
        "bound": [(T, 2 * R**2 * log(d) / gap**2)],
    }


@of(mb.ADABOOST)
def adaboost(theorem):
    signs = np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]])
    run, u, n, R = mb.adaboost(signs, ONE, 2), np.array([1, 1, 1, 0, 0, 0]) / 3, 3, 1
    g = -log(1 - 1 / 9) / 2  # the margin of the mixture is 1/3
    edges = [-(run.A[i] @ np.exp(ln_w)) for i, ln_w in zip(run.rows, run.log_weights, strict=False)]
    votes = np.cumsum(-run.steps[:, None] * run.A[run.rows], axis=0)
    sides = game(run, R)
    lnZ = np.diff([0, *(left for left, _ in sides["potential"])])
    return theorem.check(run, u=u), sides | {
        "best-answer": [(-left, -right) for left, right in sides["best-answer"]],
        "tuned-to-edge": [(step, log((R + r) / (R - r)) / (2 * R)) for step, r in zip(run.steps, edges, strict=True)],
        "mixture": [(uj, 0) for uj in u],
        "mixture-mass": [(sum(u), 1)],
        "margin": [(1 / 3, 0)],
        "still-wrong": [(min(votes[-1]), 0)],
        "edge": [(r, 1 / 3) for r in edges],
        "normaliser": [(z, log(1 - r * r / R**2) / 2) for z, r in zip(lnZ, edges, strict=True)],
        "gain": [(log(1 - r * r / R**2) / 2, -g) for r in edges],
        "training-error": [(np.mean(F_t <= 0), np.mean(np.exp(-F_t))) for F_t in votes],
        "total-gain": [(sum(lnZ[:t]), -g * t) for t in (1, 2)],
        "floor": [(-log(n), sum(lnZ))],
        "bound": [(2, log(n) / g)],
    }


# --- from mistakes to errors -------------------------------------------------------------------------------------


@of(mb.RANDOM_PREFIX, mb.VOTE, mb.LONGEST_SURVIVOR, mb.HIGH_PROBABILITY)
def online_to_batch(theorem):
    examples, y, T, p, learner = [[1], [-1]], [-1, 1], 6, [F(2, 3), F(1, 3)], mb.Perceptron(ties=1)
    bound, epsilon, delta = 1, F(1, 2), F(1, 2)
    s = math.ceil(log((bound + 1) / delta) / epsilon)
    runs = []  # chance, the predictor before each round as the examples it is wrong about, and whether it erred
    for draws in product(range(2), repeat=T):
        w, before, erred = 0, [], []
        for z in draws:
            said = [1 if w * x[0] >= 0 else -1 for x in examples]
            before.append([k for k in range(2) if said[k] != y[k]])
            erred.append(z in before[-1])
            w += y[z] * examples[z][0] * erred[-1]
        runs.append((math.prod(p[z] for z in draws), before, erred))

    def err(wrong):
        return sum(p[k] for k in wrong)

    def survivors(before, erred):
        """The predictors, by number, that were right s times in a row."""
        numbers = np.cumsum([0, *erred])[:T].tolist()
        return {i: before[numbers.index(i)] for i in numbers if sum(not e for j, e in zip(numbers, erred, strict=True)
                                                                  if j == i) >= s}  # fmt: skip

    chance = [run[0] for run in runs]
    mistaken = [sum(P * erred[t] for P, _, erred in runs) for t in range(T)]
    prefix = [sum(P * err(before[t]) for P, before, _ in runs) for t in range(T)]
    M = sum(P * sum(erred) for P, _, erred in runs)
    share = [[F(sum(k in wrong for wrong in before), T) for k in range(2)] for _, before, _ in runs]
    lost = [[2 * part >= 1 if y[k] < 0 else 2 * part > 1 for k, part in enumerate(parts)] for parts in share]
    wrong_vote = [err([k for k in range(2) if row[k]]) for row in lost]
    kept = [survivors(before, erred) for _, before, erred in runs]
    each = [sum(P for P, found in zip(chance, kept, strict=True) if i in found and err(found[i]) > epsilon)
            for i in range(bound + 1)]  # fmt: skip
    bad = sum(P for P, found in zip(chance, kept, strict=True) if found and err(found[min(found)]) > epsilon)
    vote = sum(P * e for P, e in zip(chance, wrong_vote, strict=True))
    a = math.sqrt(math.log(2) / (2 * T))  # for the risk 1/2
    terms = [[float(err(wrong)) - e for wrong, e in zip(before, erred, strict=True)] for _, before, erred in runs]
    power = [sum(float(P) * math.exp(4 * a * sum(row[:t])) for P, row in zip(chance, terms, strict=True))
             for t in range(T + 1)]  # fmt: skip
    above = sum(P for P, row in zip(chance, terms, strict=True) if sum(row) > a * T)
    options = {"bound": bound, "epsilon": epsilon, "delta": delta} if theorem is mb.LONGEST_SURVIVOR else {}
    limit = {
        "RANDOM_PREFIX": [(sum(prefix) / T, M / T)],
        "VOTE": [(vote, 2 * M / T)],
        "LONGEST_SURVIVOR": [(bad, delta)],
        "HIGH_PROBABILITY": [(above, delta)],
    }[theorem.name]
    if theorem is mb.HIGH_PROBABILITY:
        options = {"delta": delta}
    return theorem.check(mb.every_run(learner, examples, y, T, p), **options), {
        "independent": [(P, P) for P in chance], "single-pass": [(T, T)] * len(runs), "deterministic": [(0, 0)],
        "unseen": list(zip(mistaken, prefix, strict=True)), "count": [(M, sum(mistaken))],
        "random-prefix": [(sum(prefix) / T, M / T)],
        "majority": [(row[k], 2 * parts[k]) for row, parts in zip(lost, share, strict=True) for k in range(2)],
        "half": [(e, F(2, T) * sum(map(err, before))) for e, (_, before, _) in zip(wrong_vote, runs, strict=True)],
        "bound": limit,
        "step": [(power[t], math.exp(2 * a * a) * power[t - 1]) for t in range(1, T + 1)],
        "moment": [(power[T], math.exp(2 * a * a * T))],
        "markov": [(above, math.exp(-4 * a * a * T) * power[T])],
        "conservative": [(0, 0)] * len(runs), "mistakes-update": [(0, 0)] * len(runs),
        "mistake-bound": [(sum(erred), bound) for *_, erred in runs],
        "enough": [((bound + 1) * s, T)],
        "ends": [(sum(P for P, found in zip(chance, kept, strict=True) if not found), 0)],
        "survival": [(e, (1 - epsilon) ** s) for e in each],
        "patience": [((1 - epsilon) ** s, delta / (bound + 1))],
        "union": [(bad, sum(each))],
    }  # fmt: skip
