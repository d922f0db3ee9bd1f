"""Typical wrong answers: for each assignment (label, {answer cell: what the student wrote}, the tests that this loses).

A wrong answer loses the tests that are about its mistake, and those of parts that build on it, and no others.
"""

MISTAKES = {
    "perceptron": [
        (
            "a tie is no mistake",
            {
                "after": "def after(w, x, y):\n    return w + y * x if y * (w @ x) < 0 else w",
                "run": """def run(X, y):
    weights, mistakes = [np.zeros(X.shape[1])], []
    weights[0] = weights[0] + y[0] * X[0]
    mistakes = [0]
    weights.insert(0, np.zeros(X.shape[1]))
    for t in range(1, len(X)):
        if y[t] * (weights[-1] @ X[t]) < 0:
            mistakes.append(t)
            weights.append(weights[-1] + y[t] * X[t])
    return mistakes, weights""",
            },
            "after-tie run-mistakes run-weights",
        ),
        (
            "weights changed in place",
            {"after": "def after(w, x, y):\n    if y * (w @ x) <= 0:\n        w += y * x\n    return w"},
            "after-right",
        ),
        (
            "the length of u forgotten",
            {
                "bound": """def bound(X, y, u):
    X, y, u = np.array(X), np.array(y), np.array(u)
    gamma = min(y * (X @ u))
    return max(x @ x for x in X) / gamma**2 if gamma > 0 else math.inf"""
            },
            "bound-any",
        ),
        (
            "a negative margin squared",
            {
                "bound": """def bound(X, y, u):
    X, y, u = np.array(X), np.array(y), np.array(u)
    with np.errstate(divide="ignore"):
        return u @ u * max(x @ x for x in X) / min(y * (X @ u)) ** 2"""
            },
            "bound-none",
        ),
        ("no search for a better comparator", {"better": "better = u"}, "better-bound"),
        (
            "the length of each example in place of R",
            {
                "ledger": """def ledger(X, y, u):
    mistakes, w = run(X, y)
    gamma = min(y * (X @ u))
    return [
        (u @ w[t + 1], u @ w[t] + gamma, w[t + 1] @ w[t + 1], w[t] @ w[t] + X[i] @ X[i])
        for t, i in enumerate(mistakes)
    ]""",
                "loosest": "loosest = 0",
            },
            "ledger-growth ledger-loosest",
        ),
        (
            "only one of two Perceptrons surprised",
            {"hard": "def hard(K, g):\n    return g * math.sqrt(K) * np.eye(K), np.ones(K, dtype=int)"},
            "hard-all",
        ),
        (
            "all examples the same",
            {"hard": "def hard(K, g):\n    return np.tile([g * math.sqrt(K), 0], (K, 1)), -np.ones(K, dtype=int)"},
            "hard-half hard-all",
        ),
        ("the comparator handed back", {"better": "better = u"}, "better-bound"),
    ],
    "mistake-bound": [
        (
            "variables counted from 0",
            {
                "says": "def says(L, x):\n    return 1 if all(x[abs(i) % len(x)] == (i > 0) for i in L) else -1",
                "after": """def after(L, x, y):
    right = all(x[abs(i) - 1] == (i > 0) for i in L)
    return {i for i in L if y == -1 or right or x[abs(i) - 1] == (i > 0)}""",
                "eliminate": """def eliminate(L0, X, y):
    mistakes, sets = [], [set(L0)]
    for t, (x, label) in enumerate(zip(X, y)):
        right = all(x[abs(i) - 1] == (i > 0) for i in sets[-1])
        if (label == 1) != right:
            mistakes.append(t)
            sets.append(after(sets[-1], x, label))
    return mistakes, sets""",
            },
            "says-variables says-negations",
        ),
        (
            "the empty conjunction is false",
            {
                "says": """def says(L, x):
    return 1 if L and all(x[abs(i) - 1] == (i > 0) for i in L) else -1"""
            },
            "says-contradiction",
        ),
        (
            "clears in the dark",
            {
                "after": "def after(L, x, y):\n    return {i for i in L if x[abs(i) - 1] == (i > 0)}",
                "eliminate": """def eliminate(L0, X, y):
    mistakes, sets = [], [set(L0)]
    for t, (x, label) in enumerate(zip(X, y)):
        if says(sets[-1], x) != label:
            mistakes.append(t)
            sets.append(after(sets[-1], x, label))
    return mistakes, sets""",
            },
            "after-no-mistake",
        ),
        (
            "the first set forgotten",
            {
                "eliminate": """def eliminate(L0, X, y):
    mistakes, sets, L = [], [], set(L0)
    for t, (x, label) in enumerate(zip(X, y)):
        if says(L, x) != label:
            mistakes.append(t)
            L = after(L, x, label)
            sets.append(L)
    return mistakes, sets""",
                "ledger": """def ledger(L0, X, y, T):
    sets = eliminate(L0, X, y)[1]
    return [(len(L & T), len(L), len(X[0]) - t + (min(L0) < 0)) for t, L in enumerate(sets, start=1)]""",
            },
            "run-sets",
        ),
        (
            "no extra mistake for negations",
            {
                "ledger": """def ledger(L0, X, y, T):
    sets = eliminate(L0, X, y)[1][1:]
    return [(len(L & T), len(L), len(X[0]) - t) for t, L in enumerate(sets, start=1)]"""
            },
            "ledger-ceiling",
        ),
        (
            "all superfluous switches off at once",
            {"worst": "def worst(n, T):\n    return [[1 if i + 1 in T else 0 for i in range(n)]], [1]"},
            "worst-half worst-all",
        ),
        (
            "every box is shown and empty",
            {"boxes": "def boxes(order):\n    return [[i] for i in order], [-1] * len(order)"},
            "boxes-legal boxes-all",
        ),
        (
            "boxes from 0 on, whatever the order",
            {"boxes": "def boxes(order):\n    return [[i] for i in range(len(order) - 1)], [-1] * (len(order) - 1)"},
            "boxes-all",
        ),
    ],
    "halving": [
        (
            "an even vote says +1",
            {"majority": "def majority(V, j):\n    return 1 if 2 * sum(h[j] for h in V) >= len(V) else -1"},
            "majority-tie run-mistakes ledger-right",
        ),
        (
            "drops only after mistakes",
            {
                "halving": """def halving(table, points, labels):
    V, mistakes, sizes = table, [], [len(table)]
    for t, (j, label) in enumerate(zip(points, labels)):
        if majority(V, j) != label:
            mistakes.append(t)
            V = [h for h in V if (1 if h[j] else -1) == label]
        sizes.append(len(V))
    return mistakes, sizes""",
                "left": "left = len(table)",
            },
            "run-mistakes run-sizes run-left ledger-left ledger-right",
        ),
        (
            "a rounded logarithm",
            {"bound": "def bound(N):\n    return int(math.log2(N))"},
            "bound-large",
        ),
        (
            "a row for each round",
            {
                "ledger": """def ledger(table, points, labels):
    mistakes, sizes = halving(table, points, labels)
    return [
        (sizes[t + 1], Fraction(len(table), 2 ** sum(m <= t for m in mistakes))) for t in range(len(points))
    ]"""
            },
            "ledger-left ledger-right",
        ),
        (
            "halved at every update",
            {
                "ledger": """def ledger(table, points, labels):
    sizes = halving(table, points, labels)[1]
    left = [after for before, after in zip(sizes, sizes[1:]) if after < before]
    return [(size, Fraction(len(table), 2**t)) for t, size in enumerate(left, start=1)]"""
            },
            "ledger-right",
        ),
        (
            "weights changed in every round",
            {
                "weighted": """def weighted(experts, outcomes, beta):
    weights, mistakes = [Fraction(1)] * len(experts), []
    for t, y in enumerate(outcomes):
        lead = sum(w if says[t] else -w for w, says in zip(weights, experts))
        if (1 if lead > 0 else -1) != y:
            mistakes.append(t)
        weights = [w if (1 if says[t] else -1) == y else w * beta for w, says in zip(weights, experts)]
    return mistakes, weights"""
            },
            "weighted-mistakes weighted-weights",
        ),
        (
            "a class that is too easy",
            {
                "costly": """def costly(d):
    return [[int(h == j) for j in range(2**d)] for h in range(2**d)], list(range(d)), [-1] * d"""
            },
            "costly-all",
        ),
    ],
    "optimal": [
        (
            "the empty class has dimension 0",
            {
                "ldim": """def ldim(table):
    if len(table) <= 1:
        return 0
    splits = [sides(table, j) for j in range(len(table[0]))]
    return max(1 + min(ldim(a), ldim(b)) for a, b in splits if a and b)""",
                "optimal": """def optimal(table, points, labels):
    V, mistakes = table, []
    for t, (j, label) in enumerate(zip(points, labels)):
        minus, plus = sides(V, j)
        deeper = plus and (not minus or ldim(plus) > ldim(minus))
        if (1 if deeper else -1) != label:
            mistakes.append(t)
        V = plus if label == 1 else minus
    return mistakes""",
                "tree": """def tree(table):
    def grow(V, d):
        for j in range(len(V[0])):
            minus, plus = sides(V, j)
            if d and minus and plus and min(ldim(minus), ldim(plus)) >= d - 1:
                return j, grow(minus, d - 1), grow(plus, d - 1)
        return V[0]

    return grow(table, ldim(table))""",
                "question": """question = next(
    j for j in range(5) if all(sides(table, j)) and 1 + min(map(ldim, sides(table, j))) == ldim(table)
)""",
            },
            "ldim-small",
        ),
        (
            "the larger side counts",
            {
                "ldim": """def ldim(table):
    if len(table) <= 1:
        return len(table) - 1
    splits = [sides(table, j) for j in range(len(table[0]))]
    return max(1 + max(ldim(a), ldim(b)) for a, b in splits if a and b)""",
                "optimal": """def depth(table):
    splits = [sides(table, j) for j in range(len(table[0]))] if len(table) > 1 else []
    return max([1 + min(depth(a), depth(b)) for a, b in splits if a and b], default=len(table) - 1)


def optimal(table, points, labels):
    V, mistakes = table, []
    for t, (j, label) in enumerate(zip(points, labels)):
        minus, plus = sides(V, j)
        if (1 if depth(plus) > depth(minus) else -1) != label:
            mistakes.append(t)
        V = plus if label == 1 else minus
    return mistakes""",
                "question": """question = next(
    j for j in range(5) if 1 + min(map(depth, sides(table, j))) == depth(table)
)""",
                "tree": """def tree(table):
    def grow(V, d):
        if d == 0:
            return V[0]
        j = next(j for j in range(len(V[0])) if min(map(depth, sides(V, j))) >= d - 1)
        minus, plus = sides(V, j)
        return j, grow(minus, d - 1), grow(plus, d - 1)

    return grow(table, depth(table))""",
            },
            "ldim-small ldim-families ldim-random",
        ),
        (
            "Halving in place of the optimal learner",
            {
                "optimal": """def optimal(table, points, labels):
    V, mistakes = table, []
    for t, (j, label) in enumerate(zip(points, labels)):
        minus, plus = sides(V, j)
        if (1 if len(plus) > len(minus) else -1) != label:
            mistakes.append(t)
        V = plus if label == 1 else minus
    return mistakes"""
            },
            "optimal-mistakes",
        ),
        (
            "a tree that goes on as long as it can",
            {
                "tree": """def tree(table):
    for j in range(len(table[0])):
        minus, plus = sides(table, j)
        if minus and plus:
            return j, tree(minus), tree(plus)
    return table[0]"""
            },
            "tree-depth",
        ),
        (
            "a tree of the right depth, with the same concept at each leaf",
            {
                "tree": """def tree(table):
    node = table[0]
    for _ in range(ldim(table)):
        node = (0, node, node)
    return node"""
            },
            "tree-leaves tree-depth",
        ),
        (
            "a class on which Halving is optimal",
            {"gap": "gap = [[int(bit != (i == j)) for j, bit in enumerate(member)] for i in range(7)] + [member]"},
            "gap-class gap-halving",
        ),
    ],
    "winnow": [
        (
            "the label forgotten in the exponent",
            {
                "after": """def after(w, x, y, eta):
    if y * (w @ x) > 0:
        return w
    w = w * np.exp(eta * x)
    return w / w.sum()"""
            },
            "after-mistake",
        ),
        (
            "not divided by the sum",
            {
                "after": """def after(w, x, y, eta):
    return w if y * (w @ x) > 0 else w * np.exp(eta * y * x)"""
            },
            "after-mistake after-sum",
        ),
        (
            "exponentials that overflow",
            {
                "run": """def run(X, y, eta):
    d = len(X[0])
    weights, mistakes = [np.full(d, 1 / d)], []
    for t, (x, label) in enumerate(zip(X, y)):
        if label * (weights[-1] @ x) <= 0:
            mistakes.append(t)
            w = weights[-1] * np.exp(eta * label * x)
            weights.append(w / w.sum())
    return mistakes, weights"""
            },
            "run-large",
        ),
        (
            "the entropy the other way round",
            {
                "kl": "def kl(u, w):\n    return sum(b * math.log(b / a) for a, b in zip(u, w) if a > 0)",
                "ledger": """def ledger(X, y, u, eta):
    C = gain(eta, (y * (X @ u)).min(), abs(X).max())
    entropies = [sum(a * math.log(a / b) for a, b in zip(u, w) if a > 0) for w in run(X, y, eta)[1]]
    return [(now, before - C) for before, now in zip(entropies, entropies[1:])]""",
            },
            "kl-positive kl-zero",
        ),
        (
            "the simple step",
            {
                "step": """def bound(d, s, R, eta):
    return math.log(d) / gain(eta, s, R) if gain(eta, s, R) > 0 else math.inf


def best_step(s, R):
    return s / R**2"""
            },
            "step-best",
        ),
        (
            "a step that does not scale, and a negative bound",
            {
                "step": """def bound(d, s, R, eta):
    return math.log(d) / gain(eta, s, R)


def best_step(s, R):
    return math.atanh(s / R)"""
            },
            "step-bound step-safe step-best",
        ),
        (
            "absolute values of a negative target",
            {
                "doubled": """def doubled(X):
    return np.hstack([X, -X])


def comparator(v):
    return np.concatenate([np.abs(v), np.zeros(len(v))]) / np.abs(v).sum()"""
            },
            "doubled-comparator",
        ),
    ],
    "committees": [
        (
            "the threshold itself predicts -1",
            {
                "after": """def after(w, x, y, alpha, theta):
    said = 1 if w @ x > theta else -1
    return w if said == y else np.where(x == 1, w * alpha if y == 1 else w / alpha, w)""",
                "run": """def run(X, y, alpha, theta):
    mistakes, weights = [], [np.ones(X.shape[1])]
    for t in range(len(X)):
        if (weights[-1] @ X[t] >= theta) != (y[t] == 1):
            mistakes.append(t)
            weights.append(weights[-1] * float(alpha) ** (X[t] * y[t]))
    P = sum(y[t] == 1 for t in mistakes)
    return mistakes, (P, len(mistakes) - P), weights""",
            },
            "after-right",
        ),
        (
            "all weights move",
            {
                "after": """def after(w, x, y, alpha, theta):
    said = 1 if w @ x >= theta else -1
    return w if said == y else w * alpha if y == 1 else w / alpha""",
                "run": """def run(X, y, alpha, theta):
    mistakes, weights = [], [np.ones(X.shape[1])]
    for t in range(len(X)):
        if (weights[-1] @ X[t] >= theta) != (y[t] == 1):
            mistakes.append(t)
            weights.append(weights[-1] * float(alpha) ** (X[t] * y[t]))
    P = sum(y[t] == 1 for t in mistakes)
    return mistakes, (P, len(mistakes) - P), weights""",
            },
            "after-promotion after-demotion",
        ),
        (
            "demotions of Winnow1",
            {
                "after": """def after(w, x, y, alpha, theta):
    said = 1 if w @ x >= theta else -1
    return w if said == y else np.where(x == 1, w * alpha if y == 1 else 0, w)""",
                "run": """def run(X, y, alpha, theta):
    mistakes, weights = [], [np.ones(X.shape[1])]
    for t in range(len(X)):
        if (weights[-1] @ X[t] >= theta) != (y[t] == 1):
            mistakes.append(t)
            weights.append(weights[-1] * float(alpha) ** (X[t] * y[t]))
    P = sum(y[t] == 1 for t in mistakes)
    return mistakes, (P, len(mistakes) - P), weights""",
            },
            "after-demotion",
        ),
        (
            "rounded logarithms",
            {
                "bound": """def promotions(alpha, theta):
    return math.ceil(math.log(theta, alpha))


def bound(n, k, alpha, theta):
    c = next(c for c in range(1000) if alpha**c >= theta)
    return math.ceil(alpha * n / ((alpha - 1) * theta) + (alpha + 1) * k * c) - 1"""
            },
            "bound-promotions",
        ),
        (
            "at most in place of below",
            {
                "bound": """def promotions(alpha, theta):
    return next(c for c in range(1000) if alpha**c >= theta)


def bound(n, k, alpha, theta):
    return math.floor(alpha * n / ((alpha - 1) * theta) + (alpha + 1) * k * promotions(alpha, theta))"""
            },
            "bound-value",
        ),
        (
            "the ceiling of Winnow1",
            {
                "ledger": """def ledger(X, y, alpha, theta):
    mistakes, _, weights = run(X, y, alpha, theta)
    rows, P, Q = [], 0, 0
    for t, w in zip(mistakes, weights[1:]):
        P, Q = P + (y[t] == 1), Q + (y[t] == -1)
        rows.append((sum(w), len(X[0]) + (alpha - 1) * theta * P - theta * Q))
    return rows"""
            },
            "ledger-ceiling",
        ),
        (
            "the k best experts",
            {
                "committee": """def committee(X, y, k):
    right = (np.array(X) == np.array(y)[:, None]).sum(axis=0)
    return np.argsort(-right, kind="stable")[:k]"""
            },
            "committee-majority",
        ),
        (
            "the first crossing in place of the last",
            {
                "crossover": """def crossover(k):
    d = k
    while not 2 * k * math.log(d) < d:
        d += 1
    return d + 1"""
            },
            "crossover-small crossover-one",
        ),
    ],
    "practice": [
        (
            "negative shortfalls",
            {
                "shortfalls": "def shortfalls(X, y, u, gamma):\n    return gamma - y * (X @ u)",
                "bound": """def bound(X, y, u, gamma):
    updates = mb.play(mb.Perceptron(), X, y).updates
    D = np.linalg.norm(np.maximum(0, shortfalls(X, y, u, gamma))[updates])
    return (np.linalg.norm(u) * np.linalg.norm(X, axis=1).max() + D) ** 2 / gamma**2""",
            },
            "short-zero",
        ),
        (
            "shortfalls of all examples",
            {
                "bound": """def bound(X, y, u, gamma):
    D = np.linalg.norm(shortfalls(X, y, u, gamma))
    return (np.linalg.norm(u) * np.linalg.norm(X, axis=1).max() + D) ** 2 / gamma**2"""
            },
            "bound-noisy",
        ),
        (
            "one pass is enough",
            {
                "careful": """def careful(X, y, eta):
    w, updates, mistakes = np.zeros(len(X[0])), 0, 0
    for x, label in zip(X, y):
        mistakes += label * (w @ x) <= 0
        if label * (w @ x) < eta:
            w, updates = w + label * x, updates + 1
    return updates, mistakes, w"""
            },
            "careful-updates careful-margin",
        ),
        (
            "every update is called a mistake",
            {
                "careful": """def careful(X, y, eta):
    trace = mb.play(mb.MarginPerceptron(threshold=eta), X, np.array(y), passes=None)
    return trace.n_updates, trace.n_updates, trace.final_state"""
            },
            "careful-mistakes",
        ),
        (
            "the round of the mistake counts for the next weights",
            {
                "survivors": """def survivors(X, y):
    weights, counts = [np.zeros(len(X[0]))], [0]
    for x, label in zip(X, y):
        if label * (weights[-1] @ x) <= 0:
            weights.append(weights[-1] + label * x)
            counts.append(0)
        counts[-1] += 1
    return weights, counts"""
            },
            "survivors-counts",
        ),
        (
            "scores summed in place of signs",
            {
                "predictors": """def vote(weights, counts, x):
    return int(np.sign(sum(c * (w @ x) for w, c in zip(weights, counts))))


def average(weights, counts):
    return sum(c * w for w, c in zip(weights, counts)) / sum(counts)"""
            },
            "predictors-vote",
        ),
        (
            "the plain mean of the weights",
            {
                "predictors": """def vote(weights, counts, x):
    return int(np.sign(sum(c * np.sign(w @ x) for w, c in zip(weights, counts))))


def average(weights, counts):
    return sum(weights) / len(weights)"""
            },
            "predictors-average",
        ),
        (
            "a streak that a mistake does not end",
            {
                "stop": """def needed(B, epsilon, delta):
    return round(math.log((B + 1) / delta) / epsilon)


def stop(X, y, s):
    w, right = np.zeros(len(X[0])), 0
    for t, (x, label) in enumerate(zip(X, y), start=1):
        if label * (w @ x) > 0:
            right += 1
        else:
            w = w + label * x
        if right == s:
            return t"""
            },
            "stop-needed stop-rounds",
        ),
    ],
    "sparse-svm": [
        (
            "the value itself in place of a play",
            {"played": "low = high = mb.l1_margin(X, y).value"},
            "game-gap",
        ),
        (
            "the size of scores in place of scores",
            {
                "margins": """def margins(u, X, y):
    least = np.abs(X @ u).min()
    return least / np.linalg.norm(u), least / np.abs(u).sum()"""
            },
            "margin-two margin-one",
        ),
        (
            "entries summed with their signs",
            {
                "margins": """def margins(u, X, y):
    least = (y * (X @ u)).min()
    return least / np.linalg.norm(u), least / np.sum(u)"""
            },
            "margin-one",
        ),
        (
            "the largest entry in place of the largest size",
            {
                "ceilings": """def ceilings(q, X, y):
    p = (np.array(q) * y) @ X
    return np.linalg.norm(p), p.max()"""
            },
            "ceiling-one",
        ),
        (
            "equal weights are no certificate",
            {"certificate": "w, q = np.full(d, 1 / d), np.full(len(y), 1 / len(y))"},
            "ceiling-meets",
        ),
        (
            "the average of the wrong weights",
            {
                "game": """def game(A, T, eta):
    w, total, answers = np.full(A.shape[1], 1 / A.shape[1]), 0, np.zeros(len(A))
    for _ in range(T):
        i = np.argmin(A @ w)
        answers[i] += 1
        w = w * np.exp(eta * A[i])
        w = w / w.sum()
        total = total + w
    return total / T, answers / T"""
            },
            "game-first game-average",
        ),
        (
            "only positive weights",
            {
                "sparse": """def sparse(X, y):
    found = linprog(np.ones(X.shape[1]), A_ub=-y[:, None] * X, b_ub=-np.ones(len(y)))
    return found.x if found.x is not None else np.zeros(X.shape[1])""",
                "count": "few, many = 0, 0",
            },
            "sparse-scores sparse-norm sparse-count",
        ),
        (
            "the Euclidean one in place of the sparse one",
            {"sparse": "def sparse(X, y):\n    return mb.hard_margin_svm(X, y).v"},
            "sparse-norm",
        ),
        (
            "no doubled features in the logarithm",
            {
                "bounds": """def bounds(X, y):
    perceptron = max(x @ x for x in X) / mb.l2_margin(X, y).value ** 2
    return perceptron, 2 * np.abs(X).max() ** 2 * math.log(X.shape[1]) / mb.l1_margin(X, y).value ** 2"""
            },
            "bounds-both",
        ),
    ],
}
