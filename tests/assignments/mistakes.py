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
}
