"""Right answers to some calls, computed in another way, in exact numbers or in 400 digits."""

import itertools
import math
from fractions import Fraction

import mpmath as mp
import numpy as np

from tools.fuzz.judge import Fault


def exactly(table):
    """Numbers as the Fractions that they are."""
    return [[Fraction(v) for v in row] for row in np.asarray(table, dtype=object).tolist()]


def rational(value):
    """A Fraction, even from a NumPy scalar."""
    return Fraction(value.item() if isinstance(value, np.generic) else value)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def size_of(a, b):
    return sum(abs(x * y) for x, y in zip(a, b, strict=True))


def signs(trace, X, y, **_):
    """Check that a Perceptron predicts the sign of the exact score, unless that is a tie up to rounding."""
    rows, rate = exactly(X), Fraction(trace.learner.eta)
    w, size = [Fraction(0)] * len(rows[0]), [Fraction(0)] * len(rows[0])
    wrong, changed = set(trace.mistakes.tolist()), set(trace.updates.tolist())
    threshold = Fraction(getattr(trace.learner, "threshold", 0))
    for t in range(trace.n_rounds):
        x, label = rows[t % len(rows)], int(y[t % len(rows)])
        score, noise = label * dot(w, x), Fraction(1, 10**11) * size_of(size, x)
        if abs(score) > noise and (score < 0) != (t in wrong):
            raise Fault(f"round {t}: the signed score is {float(score)!r}, but mistakes are {sorted(wrong)}")
        if score == 0 and (t not in wrong) and trace.learner.ties == "mistake":
            raise Fault(f"round {t} is a tie, but no mistake: {sorted(wrong)}")
        if abs(score - threshold) > noise and (score <= threshold) != (t in changed):
            raise Fault(f"round {t}: the signed score is {float(score)!r}, but updates are {sorted(changed)}")
        if t in changed:
            w = [a + rate * label * b for a, b in zip(w, x, strict=True)]
            size = [a + rate * abs(b) for a, b in zip(size, x, strict=True)]


def doubled(answer, X):
    dense = answer.toarray() if hasattr(answer, "toarray") else answer
    if exactly(dense) != [[*row, *(-v for v in row)] for row in exactly(X)]:
        raise Fault(f"{dense} is not [X, -X]")


def kernel(answer, X, Z, degree=1, c=0):
    """A table of (x·z + c)^degree."""
    degree, c = int(degree), rational(c)
    for (i, x), (j, z) in itertools.product(enumerate(exactly(X)), enumerate(exactly(Z))):
        value, exact = np.asarray(answer, dtype=object)[i, j], (dot(x, z) + c) ** degree
        room = (size_of(x, z) + c) ** degree / 10**9 + Fraction(1, 10**300)
        if not (abs(value) < math.inf and abs(Fraction(value) - exact) <= room):
            raise Fault(f"entry {i}, {j} of {answer!r} should be {float(exact)}")


def step(eta, gamma, R, threshold):
    with mp.workdps(400):
        given = map(rational, (gamma, R, threshold))
        gamma, R, theta = (mp.mpf(exact.numerator) / exact.denominator for exact in given)
        exact = mp.log((R + gamma) * (R - theta) / ((R - gamma) * (R + theta))) / (2 * R)
        if not mp.almosteq(mp.mpf(eta), exact, rel_eps=mp.mpf("1e-9"), abs_eps=mp.mpf("1e-300")):
            raise Fault(f"the tuned step is {eta!r}, but should be {mp.nstr(exact, 17)}")


def entropy(value, u, w):
    with mp.workdps(400):
        terms = [(mp.mpf(float(a)), mp.mpf(float(b))) for a, b in zip(u, w, strict=True)]
        exact = mp.inf if any(a > 0 and b == 0 for a, b in terms) else mp.fsum(a * mp.log(a / b) for a, b in terms if a)
        size = mp.fsum(a * (1 + abs(mp.log(a / b))) for a, b in terms if a and b)
        if not (value == exact or abs(value - exact) <= mp.mpf("1e-12") * size + mp.mpf("1e-300")):
            raise Fault(f"KL is {value!r}, but should be {mp.nstr(exact, 17)}")


def margin(norm):
    """Check in Fractions that the weights attain the value, and that the multipliers prove it best."""

    def right(best, X, y, signed=True):
        A = [[int(label) * v for v in row] for row, label in zip(exactly(X), y, strict=True)]
        w, q = [Fraction(v) for v in best.w.tolist()], [Fraction(v) for v in best.q.tolist()]
        least = float(min(dot(row, w) for row in A))
        mixed = [float(dot(q, column)) for column in zip(*A, strict=True)]
        upper = math.hypot(*mixed) if norm == 2 else max(map(abs, mixed) if signed else mixed)
        length = math.hypot(*map(float, w)) if norm == 2 else sum(abs(float(v)) for v in w)
        noise = 1e-9 * (float(max(abs(v) for row in A for v in row)) or 1.0)
        if min(q) < 0 or abs(float(sum(q)) - 1) > 1e-9 or length > 1 + 1e-9:
            raise Fault(f"{best!r}: w {best.w}, q {best.q} are not of size 1")
        if abs(least - best.value) > noise or abs(upper - best.value - best.gap) > noise:
            raise Fault(f"{best!r}: the weights attain {least}, and the multipliers prove {upper}")

    return right


def svm(solution, X, y, **_):
    """Check that every score is at least 1, up to rounding."""
    v = [Fraction(value) for value in solution.v.tolist()]
    for x, label in zip(exactly(X), y, strict=True):
        score = int(label) * dot(x, v)
        if score < 1 - Fraction(1, 10**6) * (1 + size_of(x, v)):
            raise Fault(f"{solution!r}: an example has the score {float(score)} under {solution.v}")


def dimensions(answer, table, **_):
    """The VC and the Littlestone dimension, from their definitions."""
    C, vc, ldim, _rl, is_tree = answer
    rows = {tuple(map(bool, row)) for row in np.asarray(table).tolist()}
    points = range(len(next(iter(rows))))

    def shattered(chosen):
        return len({tuple(row[j] for j in chosen) for row in rows}) == 2 ** len(chosen)

    def depth(V):
        sides = [([row for row in V if row[j]], [row for row in V if not row[j]]) for j in points]
        return max([0, *(1 + min(map(depth, side)) for side in sides if all(side))])

    exact = max(k for k in range(len(points) + 1) if any(map(shattered, itertools.combinations(points, k))))
    if (len(C), vc, ldim, is_tree) != (len(rows), exact, depth(list(rows)), True):
        raise Fault(f"{C!r} has VC dimension {exact}, Littlestone dimension {depth(list(rows))}; not {vc}, {ldim}")


def novikoff(cert, X, y, u, gamma, radius, **_):
    """Check Novikoff's bound, unless the margin is almost 0."""
    rows, u = exactly(X), [rational(v) for v in np.asarray(u).tolist()]
    least = min(int(label) * dot(row, u) for row, label in zip(rows, y, strict=True))
    gamma = least if gamma is None else rational(gamma)
    square = max(dot(row, row) for row in rows) if radius is None else rational(radius) ** 2
    if gamma > max(size_of(row, u) for row in rows) / 10**6:
        exact = dot(u, u) * square / gamma**2
        near = cert.bound == exact or math.isclose(cert.bound, exact, rel_tol=1e-6)
        if not near and exact > Fraction(1, 10**300):
            raise Fault(f"the bound is {cert.bound!r}, but should be {float(exact)}")
