"""Typical wrong answers: {assignment: {label: (answers, tests lost)}}.

A wrong answer changes the solution in some answer cells: a pair (old, new) in one place, a list of pairs in several;
a string replaces the whole cell. The answer loses exactly the tests that are about its mistake and those of parts that
build on it.
"""

#: The run of Winnow2 with its own rule, which no mistake in `after` spoils.
OWN_RULE = ("after(weights[-1], x, label, alpha, theta)", "weights[-1] * float(alpha) ** (np.asarray(x) * label)")
#: The link of the p-norm from the package, for the cell that a mistake in `weights` is not to spoil.
OWN_LINK = ("weights(memories[-1], p) @ x", "mb.potentials.SquaredNorm(p).weights(memories[-1]) @ x")
#: The Littlestone dimension once more, for the cells that a mistake in `ldim` is not to spoil.
DEPTH = """def depth(table):
    splits = [sides(table, j) for j in range(len(table[0]))] if len(table) > 1 else []
    return max([1 + min(depth(a), depth(b)) for a, b in splits if a and b], default=len(table) - 1)


"""
#: The vote and the bound once more, for the cells that a mistake in them is not to spoil.
OWN_VOTE = "(1 if sum(w * word for w, word in zip(weights, row)) > 0 else -1) != y"
OWN_BOUND = "beta: (math.log(N) - m * math.log(beta)) / math.log(2 / (1 + beta))"
#: The loss of Hedge once more, for the cell that a mistake in `hedge` is not to spoil.
OWN_HEDGE = (
    "sum(row @ np.exp(-eta * lost) / np.exp(-eta * lost).sum() for row, lost in "
    "zip(losses, np.cumsum(losses, axis=0) - losses))"
)
#: Conjunctions, and what is left of one, once more: for the cells that a mistake in `says` or `after` is not to spoil.
OWN_SAYS = {
    "after": ("says(L, x) == -1", "not all(x[abs(i) - 1] == (i > 0) for i in L)"),
    "eliminate": ("says(sets[-1], x) != label", "(label == 1) != all(x[abs(i) - 1] == (i > 0) for i in sets[-1])"),
}
OWN_AFTER = {"eliminate": ("after(sets[-1], x, label)", "{i for i in sets[-1] if x[abs(i) - 1] == (i > 0)}")}
#: The majority and the sizes of version spaces once more, for the cells that a mistake in them is not to spoil.
OWN_MAJORITY = {"halving": ("majority(V, j)", "(1 if 2 * sum(h[j] for h in V) > len(V) else -1)")}
OWN_SIZES = {
    "ledger": (
        "    mistakes, sizes = halving(table, points, labels)",
        """    C, X = mb.ConceptClass(table), np.array(points)[:, None]
    mistakes = mb.play(mb.Halving(C), X, np.array(labels)).mistakes.tolist()
    sizes = [len(C.members(V)) for V in C.version_spaces(X, np.array(labels))]""",
    )
}
OWN_DEPTH = {
    "optimal": [("def optimal", DEPTH + "def optimal"), ("ldim(plus) > ldim(minus)", "depth(plus) > depth(minus)")],
    "question": ("ldim", "depth"),
    "tree": [("depth", "most"), ("ldim", "depth")],
}

MISTAKES = {
    "perceptron": {
        "a tie is no mistake": ({"after": ("<= 0", "< 0"),
            "run": ("if label * (weights[-1] @ x) <= 0", "if t == 0 or label * (weights[-1] @ x) < 0")},
            "after-tie run-mistakes run-weights"),
        "weights changed in place": ({
            "after": "def after(w, x, y):\n    if y * (w @ x) <= 0:\n        w += y * x\n    return w"}, "after-right"),
        "the length of u forgotten": ({"bound": ("(u @ u) * ", "")}, "bound-any"),
        "a negative margin squared": ({"bound": (" if gamma > 0 else math.inf", "")}, "bound-none"),
        "no search for a better comparator": ({"better": "better = u"}, "better-bound"),
        "the length of each example in place of R": ({
            "ledger": [("_, weights =", "mistakes, weights ="), ("v @ v + R2) for v, w in zip(weights, weights[1:])",
                 "v @ v + X[i] @ X[i]) for i, v, w in zip(mistakes, weights, weights[1:])")], "loosest": "loosest = 0"},
            "ledger-growth ledger-loosest"),
        "only one of two Perceptrons surprised": ({"hard": ("-np.ones", "np.ones")}, "hard-all"),
        "all examples the same": ({
            "hard": ("gamma * math.sqrt(K) * np.eye(K)", "np.tile([gamma * math.sqrt(K), 0], (K, 1))")},
            "hard-half hard-all"),
        "weights are never negative": ({"after": ("w + y * x", "np.maximum(w + y * x, 0)")}, "after-mistake after-tie"),
        "the label forgotten in the comparison": ({"after": ("if y * (w @ x)", "if (w @ x)")},
            "after-mistake after-right"),
        "at a tie it predicts -1": ({"after": ("y * (w @ x) <= 0", "(1 if w @ x > 0 else -1) != y")}, "after-tie"),
        "two passes": ({"until-right": [("    while not clean:\n        clean = True\n", "    for _ in range(2):\n")]},
            "until-right-passes"),
        "the margin not squared": ({"bound": ("gamma**2", "gamma")}, "bound-unit bound-any"),
        "the largest entry of u for its length": ({"bound": ("(u @ u)", "abs(u).max() ** 2")}, "bound-unit bound-any"),
        "a small margin is none": ({"bound": ("gamma > 0", "gamma > 0.01")}, "bound-any"),
        "-u taken for as good as u": ({
            "bound": ("    return", "    gamma = abs(gamma) if (y * (X @ u) < 0).all() else gamma\n    return")},
            "bound-none"),
        "a tiny number against dividing by 0": ({
            "bound": [("gamma**2", "(gamma**2 + 1e-300)"), ("gamma > 0", "gamma >= 0")]}, "bound-none"),
        "as many rows as in the example": ({"ledger": ("zip(weights, weights[1:])", "zip(weights[:2], weights[1:3])"),
            "loosest": "loosest = 0"}, "ledger-progress ledger-growth ledger-loosest"),
        "the sum of the weights for <u, w>": ({"ledger": ("u @ w, u @ v + gamma", "sum(w), sum(v) + gamma")},
            "ledger-progress"),
        "the squared length in the plane": ({"ledger": ("w @ w, v @ v + R2", "w[:2] @ w[:2], v @ v + R2"),
            "loosest": "loosest = 0"}, "ledger-growth ledger-loosest"),
        "the margin of the first example": ({"ledger": (".min()", "[0]")}, "ledger-progress"),
        "the radius of the mistakes only": ({
            "ledger": [("_, weights", "made, weights"),
                ("    return", "    R2 = (X[made] ** 2).sum(axis=1).max()\n    return")], "loosest": "loosest = 0"},
            "ledger-growth ledger-loosest"),
        "the last mistake for the loosest": ({"loosest": ("1 + int(np.argmax(slack))", "len(slack)")},
            "ledger-loosest"),
        "the numbers of the class in place of what is given": ({
            "hard": [("def hard(K, gamma)", "def hard(size, gamma)"), ("gamma * math", "promised * math")]},
            "hard-promise hard-half hard-all"),
        "the margin of the class in place of what is given": ({"hard": ("gamma * math", "promised * math")},
            "hard-promise"),
        "examples as long as the margin": ({"hard": ("gamma * math.sqrt(K)", "gamma")},
            "hard-promise hard-half hard-all"),
        "the last three are the first again": ({"hard": ("np.eye(K)", "np.eye(K)[np.arange(K) % (K - 3)]")},
            "hard-half hard-all"),
    },
    "mistake-bound": {
        "variables counted from 0": (OWN_SAYS | {"says": ("x[abs(i) - 1]", "x[abs(i) % len(x)]")},
            "says-variables says-negations"),
        "the last literal decides": (OWN_SAYS | {"says": """def says(L, x):
    label = 1
    for i in sorted(L, key=abs):
        label = 1 if x[abs(i) - 1] == (i > 0) else -1
    return label"""}, "says-variables says-negations says-contradiction"),
        "one sign for each variable": (OWN_SAYS | {"says": """def says(L, x):
    signs = {abs(i): int(i > 0) for i in sorted(L)}
    return 1 if all(x[i - 1] == sign for i, sign in signs.items()) else -1"""}, "says-contradiction"),
        "negations forgotten": (OWN_AFTER | {
            "after": ("{i for i in L if x[abs(i) - 1] == (i > 0)}", "{i for i in L if x[abs(i) - 1]}")},
            "after-mistake"),
        "removed from the list that is gone through": (OWN_AFTER | {"after": """def after(L, x, y):
    left = sorted(L)
    if y == 1:
        for i in left:
            if x[abs(i) - 1] != (i > 0):
                left.remove(i)
    return set(left)"""}, "after-mistake"),
        "the set changed in place": (OWN_AFTER | {"after": """def after(L, x, y):
    if y == 1:
        L -= {i for i in L if x[abs(i) - 1] != (i > 0)}
    return L"""}, "after-no-mistake"),
        "a mistake in the dark clears what was on": ({"after": """def after(L, x, y):
    if says(L, x) != y:
        return {i for i in L if (x[abs(i) - 1] == (i > 0)) == (y == 1)}
    return set(L)"""}, "after-no-mistake"),
        "only the first set and the last": ({
            "eliminate": ("return mistakes, sets", "return mistakes, [sets[0], sets[-1]]")},
            "run-sets ledger-invariant ledger-ceiling"),
        "the suspects before the log": ({"suspects": ("lamp)[1][-1]", "lamp)[1][0]")}, "run-log run-future"),
        "whether the target is left, and not how much of it": ({"ledger": ("len(L & set(T))", "int(set(T) <= L)")},
            "ledger-invariant"),
        "the empty conjunction is false": ({"says": ("if all", "if L and all")}, "says-contradiction"),
        "clears in the dark": ({"after": ("if y == 1 and says(L, x) == -1", "if True")}, "after-no-mistake"),
        "the first set forgotten": ({"eliminate": ("return mistakes, sets", "return mistakes, sets[1:]"),
            "ledger": ("[1][1:]", "[1]")}, "run-sets"),
        "no extra mistake for negations": ({"ledger": (" + b)", ")")}, "ledger-ceiling"),
        "only examples with the lamp on are counted": ({
            "eliminate": ("enumerate(zip(X, y))", "enumerate((x, label) for x, label in zip(X, y) if label == 1)")},
            "run-mistakes"),
        "the first switches matter": ({
            "worst": ("for i in range(1, n + 1) if i not in T", "for i in range(len(T) + 1, n + 1)")},
            "worst-labels worst-half worst-all"),
        "only switches behind all that matter": ({
            "worst": ("for i in range(1, n + 1) if i not in T", "for i in range(max(T) + 1, n + 1)")},
            "worst-half worst-all"),
        "all superfluous switches off at once": ({
            "worst": "def worst(n, T):\n    return [[1 if i + 1 in T else 0 for i in range(n)]], [1]"},
            "worst-half worst-all"),
        "every box is shown and empty": ({"boxes": [("order[:-1]", "order"), ("(len(order) - 1)", "len(order)")]},
            "boxes-legal boxes-all"),
        "boxes from 0 on, whatever the order": ({"boxes": ("order[:-1]", "range(len(order) - 1)")}, "boxes-all"),
    },
    "halving": {
        "an even vote says +1": ({"majority": ("2 * votes >", "2 * votes >=")},
            "majority-tie run-mistakes ledger-right"),
        "the first concept decides": (OWN_MAJORITY | {
            "majority": "def majority(V, j):\n    return 1 if V[0][j] else -1"}, "majority-clear majority-tie"),
        "an even vote as the last concept says": (OWN_MAJORITY | {"majority": """def majority(V, j):
    bits = [h[j] for h in reversed(V)]
    return 1 if max(bits, key=bits.count) else -1"""}, "majority-tie"),
        "sizes only where they change": (OWN_SIZES | {
            "halving": ("        sizes.append(len(V))",
                "        if len(V) < sizes[-1]:\n            sizes.append(len(V))")}, "run-sizes"),
        "only positive examples update": ({
            "ledger": ("if sizes[t + 1] < sizes[t]", "if labels[t] == 1 and sizes[t + 1] < sizes[t]")},
            "ledger-left ledger-right"),
        "one concept goes at a time": ({
            "ledger": ("rows.append((sizes[t + 1],", "rows.append((len(table) - len(rows) - 1,")}, "ledger-left"),
        "the mistakes that were made, and not those that can be": ({
            "most": "most = len(doctor(rules, patients, helps, q)[0])"}, "most-bound"),
        "three points, whatever d": ({
            "costly": [("for j in range(d)", "for j in range(3)"), ("list(range(d))", "[j % 3 for j in range(d)]")]},
            "costly-legal costly-all"),
        "three examples, whatever d": ({"costly": ("list(range(d)), [1] * d", "list(range(d))[:3], [1] * min(d, 3)")},
            "costly-all"),
        "drops only after mistakes": ({"halving": ("        V = [", "            V = ["), "left": "left = len(table)"},
            "run-mistakes run-sizes run-left ledger-left ledger-right"),
        "a rounded logarithm": ({"bound": ("N.bit_length() - 1", "int(math.log2(N))")}, "bound-large"),
        "a row for each round": ({"ledger": ("if sizes[t + 1] < sizes[t]", "if True")}, "ledger-left ledger-right"),
        "the doctor knows what would have helped": ({"doctor": ("if rule[j] != choice]", "if rule[j] == best]")},
            "doctor-mistakes doctor-left"),
        "the doctor learns from mistakes only": ({"doctor": ("V = [rule for rule in V if rule[j] == choice]", "pass")},
            "doctor-mistakes doctor-left"),
        "of several treatments the largest": ({
            "doctor": ("named.count(treatment), -treatment)", "named.count(treatment), treatment)")},
            "doctor-mistakes"),
        "one mistake too many": ({"most": ("(most + 1)", "most")}, "most-bound"),
        "a class that is too easy": ({
            "costly": [("h >> j & 1 for j in range(d)", "int(h == j) for j in range(2**d)"), ("[1] * d", "[-1] * d")]},
            "costly-all"),
    },
    "optimal": {
        "the larger side counts": (OWN_DEPTH | {"ldim": ("1 + min(", "1 + max(")},
            "ldim-small ldim-families ldim-random"),
        "the logarithm in place of the dimension": (OWN_DEPTH | {
            "ldim": "def ldim(table):\n    return len(table).bit_length() - 1"}, "ldim-families ldim-random"),
        "sides in order": ({
            "sides": ("return [h for h in table if h[j] == 0]", "return sorted(h for h in table if h[j] == 0)")},
            "sides-both"),
        "an equal depth says +1": ({"optimal": ("ldim(plus) > ldim(minus)", "ldim(plus) >= ldim(minus)")},
            "optimal-mistakes"),
        "compared with the whole class": ({"optimal": ("ldim(plus) > ldim(minus)", "ldim(plus) > ldim(table)")},
            "optimal-mistakes optimal-bound"),
        "the most uneven question": ({
            "question": "question = min(range(5), key=lambda j: min(map(len, sides(table, j))))"}, "optimal-question"),
        "leaves with zeros where nothing was asked": ({"tree": """def tree(table):
    def grow(V, depth, row):
        if depth == 0:
            return row
        j = next(j for j in range(len(row)) if min(map(ldim, sides(V, j))) >= depth - 1)
        below = [grow(side, depth - 1, [*row[:j], bit, *row[j + 1 :]]) for bit, side in enumerate(sides(V, j))]
        return j, *below

    return grow(table, ldim(table), [0] * len(table[0]))"""}, "tree-leaves tree-depth"),
        "the points asked in their order": ({"tree": """def tree(table):
    def grow(V, j):
        if j == ldim(table):
            return V[0] if V else table[0]
        minus, plus = sides(V, j)
        return j, grow(minus, j + 1), grow(plus, j + 1)

    return grow(table, 0)"""}, "tree-leaves tree-depth"),
        "a tree that tells all concepts apart": ({"tree": """def tree(table):
    if len(table) == 1:
        return table[0]
    j = next(j for j in range(len(table[0])) if all(sides(table, j)))
    minus, plus = sides(table, j)
    return j, tree(minus), tree(plus)"""}, "tree-depth"),
        "all functions on three points": ({
            "gap": "gap = [[i >> 2 & 1, i >> 1 & 1, i & 1, *member[3:]] for i in range(8)]"}, "gap-halving"),
        "Halving in place of the optimal learner": ({"optimal": ("ldim(plus) > ldim(minus)", "len(plus) > len(minus)")},
            "optimal-mistakes"),
        "a tree of the right depth, with the same concept at each leaf": ({"tree": """def tree(table):
    node = table[0]
    for _ in range(ldim(table)):
        node = (0, node, node)
    return node"""}, "tree-leaves tree-depth"),
        "a class on which Halving is optimal": ({
            "gap": "gap = [[int(bit != (i == j)) for j, bit in enumerate(member)] for i in range(7)] + [member]"},
            "gap-class gap-halving"),
    },
    "experts": {
        "an even vote says +1": ({"vote": ("lead > 0", "lead >= 0"), "weighted": ("vote(weights, row) != y", OWN_VOTE),
            "ledger": ("vote(weights, row) != y", OWN_VOTE)}, "vote-tie"),
        "every expert counts the same": ({"vote": ("w * word for w, word in zip(weights, row)", "row"),
            "weighted": ("vote(weights, row) != y", OWN_VOTE), "ledger": ("vote(weights, row) != y", OWN_VOTE)},
            "vote-heavier"),
        "rounded weights": ({"vote": ("w * word for", "float(w) * word for"),
            "weighted": ("vote(weights, row) != y", OWN_VOTE), "ledger": ("vote(weights, row) != y", OWN_VOTE)},
            "vote-tie"),
        "the weight is beta, however often wrong": ({
            "weighted": ("return mistakes, weights", "return mistakes, [max(w, beta) for w in weights]")},
            "run-weights"),
        "an even vote says +1 in the ledger": ({"ledger": ("vote(weights, row) != y", OWN_VOTE.replace("> 0", ">= 0"))},
            "ledger-left ledger-right"),
        "the weight after a first mistake": ({
            "ledger": ("rows.append((sum(weights),",
                "rows.append((sum(Fraction(1) if word == y else beta for word in row),")}, "ledger-left"),
        "the weight before a first mistake": ({"ledger": ("(1 + beta) / 2 * before", "(1 + beta) / 2 * len(weights)")},
            "ledger-right"),
        "only one error of the best expert": ({"bound": ("m * math.log(1 / beta)", "math.log(1 / beta)"),
            "choose": ("beta: bound(N, m, beta)", OWN_BOUND)}, "bound-value"),
        "a coarse grid": ({"choose": ("k / 100_000 for k in range(1, 100_000)", "k / 100 for k in range(1, 100)")},
            "choose-best"),
        "against the majority, whoever learns": ({"twice": ("-learner(says", "-majority(says")}, "twice-wrong"),
        "only the losses of the round before": ({
            "hedge": ("np.cumsum(losses, axis=0) - losses", "np.vstack([0 * losses[:1], losses[:-1]])"),
            "regret": ("(hedge(losses, eta) * losses).sum()", OWN_HEDGE)}, "hedge-weights hedge-long"),
        "the expert who began best": ({
            "regret": ("losses.sum(axis=0).min()", "losses.sum(axis=0)[losses[0].argmin()]")}, "regret-value"),
        "weights changed in every round": ({"weighted": ("            weights = [", "        weights = [")},
            "run-mistakes run-weights run-best"),
        "the best expert of all rounds": ({"best": ("for i in mistakes)", "for i in range(len(labels)))")}, "run-best"),
        "the weight after the mistake on both sides": ({
            "ledger": ("(1 + beta) / 2 * before", "(1 + beta) / 2 * sum(weights)")}, "ledger-right"),
        "two kinds of logarithm": ({"bound": ("math.log(N) +", "math.log2(N) +"),
            "choose": ("beta: bound(N, m, beta)", OWN_BOUND)}, "bound-value"),
        "always one half": ({"choose": ("return min(", "return 0.5\n    return min(")}, "choose-best"),
        "labels without asking the learner": ({"twice": ("-learner(says, labels, row)", "1 if i % 2 else -1")},
            "twice-wrong"),
        "everybody agrees after the halving": ({"twice": ("yes = {clean[0]}", "yes = set(range(N))")}, "twice-expert"),
        "weights changed only where a mistake was likely": ({
            "chances": ("        weights = [w if", "        weights = [w if parts[-1] < Fraction(1, 2) or")},
            "coins-chances coins-expected"),
        "the weights after the round": ({"hedge": ("np.cumsum(losses, axis=0) - losses", "np.cumsum(losses, axis=0)"),
            "regret": ("(hedge(losses, eta) * losses).sum()", OWN_HEDGE)}, "hedge-weights"),
        "exponentials that are all 0": ({"hedge": (" - lost.min(axis=1, keepdims=True)", "")}, "hedge-long"),
        "the best expert of each round": ({"regret": ("losses.sum(axis=0).min()", "losses.min(axis=1).sum()")},
            "regret-value"),
        "the step of the game": ({"regret": ("math.sqrt(8 * ", "math.sqrt(2 * ")}, "regret-step"),
    },
    "winnow": {
        "the label forgotten in the exponent": ({"after": ("eta * y * x", "eta * x")}, "after-mistake"),
        "not divided by the sum": ({"after": ("return w / w.sum()", "return w")}, "after-mistake after-sum"),
        "exponentials that overflow": ({"run": ("(c - c.max())", "c")}, "run-large"),
        "the entropy the other way round": ({"kl": ("a * math.log(a / b)", "b * math.log(b / a)"),
            "ledger": ("[kl(u, w) for w", "[sum(a * math.log(a / b) for a, b in zip(u, w) if a > 0) for w")},
            "kl-positive kl-zero"),
        "the simple step": ({"step": ("math.atanh(gamma / R) / R", "gamma / R**2")}, "step-best"),
        "a step that does not scale, and a negative bound": ({
            "step": [(" if C > 0 else math.inf", ""), ("math.atanh(gamma / R) / R", "math.atanh(gamma / R)")]},
            "step-bound step-safe step-best"),
        "absolute values of a negative target": ({
            "doubled": ("[v.clip(0), (-v).clip(0)]", "[abs(v), np.zeros(len(v))]")}, "doubled-comparator"),
        "weights rounded to two places": ({"after": ("return w / w.sum()", "return np.round(w / w.sum(), 2)")},
            "after-mistake after-sum"),
        "the label forgotten in the comparison": ({"after": ("if y * (w @ x)", "if (w @ x)")},
            "after-mistake after-right"),
        "weights changed in place": ({"after": ("w = w * np.exp", "w *= np.exp")}, "after-right"),
        "the label forgotten in the run": ({"run": ("c + label * x", "c + x")},
            "run-mistakes run-weights run-large ledger-progress"),
        "the largest entry of the last example subtracted": ({"run": ("c.max()", "(label * x).max()")}, "run-large"),
        "exponents cut off": ({"run": ("eta * (c - c.max())", "(eta * c).clip(-700, 700)")}, "run-large"),
        "the mean of the logarithms": ({
            "kl": ("sum(a * math.log(a / b) for a, b in zip(u, w) if a > 0)",
                "sum(math.log(a / b) for a, b in zip(u, w) if a > 0) / len(u)"),
            "ledger": ("[kl(u, w) for w", "[sum(a * math.log(a / b) for a, b in zip(u, w) if a > 0) for w")},
            "kl-positive kl-zero"),
        "zeros left out of u only": ({"kl": ("in zip(u, w) if a > 0", "in zip([a for a in u if a > 0], w)")},
            "kl-zero"),
        "the margin times R": ({"gain": ("eta * gamma - z", "eta * gamma * R - z")},
            "ledger-gain ledger-progress step-bound"),
        "entropies in bits": ({"ledger": ("[kl(u, w) for w", "[kl(u, w) / math.log(2) for w")}, "ledger-progress"),
        "the gain forgotten": ({"ledger": ("before - C", "before")}, "ledger-progress"),
        "features no larger than 1": ({"step": ("gain(eta, gamma, R)", "gain(eta, gamma, 1)")}, "step-bound"),
        "whole numbers only": ({"doubled": ("X = np.asarray(X)", "X = np.asarray(X, dtype=int)")}, "doubled-features"),
    },
    "committees": {
        "the threshold itself predicts -1": ({"after": (">= theta", "> theta"), "run": OWN_RULE}, "after-right"),
        "all weights move": ({"after": ("x == 1", "x == x"), "run": OWN_RULE}, "after-promotion after-demotion"),
        "demotions of Winnow1": ({"after": ("w / alpha", "0"), "run": OWN_RULE}, "after-demotion"),
        "rounded logarithms": ({
            "bound": [("return c\n", "return math.ceil(math.log(theta, alpha))\n"),
                ("promotions(alpha, theta) - 1", "next(c for c in range(1000) if alpha**c >= theta) - 1")]},
            "bound-promotions"),
        "at most in place of below": ({"bound": [("-((-alpha * n) //", "((alpha * n) //"), ("theta) - 1", "theta)")]},
            "bound-value"),
        "the ceiling of Winnow1": ({"ledger": ("(1 - 1 / alpha) * theta", "theta")}, "ledger-ceiling"),
        "the k best experts": ({"committee": """def committee(X, y, k):
    right = (np.array(X) == np.array(y)[:, None]).sum(axis=0)
    return np.argsort(-right, kind="stable")[:k]"""}, "committee-majority"),
        "the features not doubled": ({"crossover": ("math.log(2 * d / k)", "math.log(d / k)")},
            "crossover-small crossover-one"),
        "always doubled": ({"after": ("w * alpha", "w * 2"), "run": OWN_RULE}, "after-promotion"),
        "always halved": ({"after": ("w / alpha", "w / 2"), "run": OWN_RULE}, "after-demotion"),
        "demoted whenever the label is -1": ({"after": ("if said == y", "if said == y == 1")}, "after-right"),
        "weights changed in place": ({
            "after": ("return w.copy() if said == y else np.where(x == 1, w * alpha if y == 1 else w / alpha, w)",
                "w *= np.where((x == 1) & (said != y), float(alpha) ** y, 1)\n    return w"), "run": OWN_RULE},
            "after-right"),
        "every round is called a mistake": ({"run": ("if (weights[-1] @ x >= theta) != (label == 1)", "if True")},
            "run-mistakes run-counts run-weights ledger-sum ledger-ceiling"),
        "alpha - 1 forgotten": ({"bound": ("((alpha - 1) * theta)", "theta")}, "bound-value"),
        "1 / alpha for 1 - 1 / alpha": ({"ledger": ("(1 - 1 / alpha)", "(1 / alpha)")}, "ledger-ceiling"),
        "in proportion to the example": ({"crossover": "def crossover(k):\n    return 13 * k // 3"},
            "crossover-small crossover-one"),
    },
    "kernels": {
        "the constant after the power": ({"table": ("+ c) ** p", ") ** p + c")}, "table-values"),
        "the constant in place of its root": ({"features": ("math.sqrt(c)", "c")}, "features-constant"),
        "each product once": ({"features": (".ravel()", "[np.triu_indices(len(longer))]")},
            "features-square features-constant"),
        "counts without the label's sign": ({
            "run": ("return mistakes, counts", "return mistakes, [abs(m) for m in counts]")}, "run-counts"),
        "the radius of the examples": ({"parts": ("K.diagonal().max()", "(np.asarray(X) ** 2).sum(axis=1).max()")},
            "parts-numbers bound-value"),
        "the length of u forgotten": ({"bound": ("square * R2", "R2")}, "bound-value"),
        "a negative margin squared": ({"bound": ("gamma**2 if gamma > 0 else math.inf", "max(gamma**2, 1e-300)")},
            "bound-none"),
        "the last length in place of the largest growth": ({
            "most": ("max(after - before for before, after in zip(grown, grown[1:]))", "grown[-1]")}, "squares-most"),
        "no numbers at all": ({"witness": "v = np.zeros(3)"}, "witness-negative"),
        "no bias": ({"weights": ("+ [-1]", "+ [0]")}, "weights-right"),
        "powers of two": ({"weights": ("F.append(F[-1] + F[-2])", "F.append(2 * F[-1])")}, "weights-small"),
        "a constant of 1": ({"table": ("+ c)", "+ 1)")}, "table-values"),
        "always the square": ({"table": ("** p", "** 2")}, "table-values"),
        "two features only": ({
            "features": ("longer = np.append(x, math.sqrt(c))",
                "longer = np.array([x[0], x[1 % len(x)], math.sqrt(c)])")}, "features-square features-constant"),
        "the root of the example's constant": ({"features": ("math.sqrt(c)", "math.sqrt(3) * (c > 0)")},
            "features-constant"),
        "inner products in place of the kernel": ({
            "score": ("(np.asarray(counts) @ k(X, np.array([x])))[0]", "np.asarray(counts) @ (X @ x)"),
            "run": ("score(counts, X, k, X[i])", "(counts @ k(X, X[[i]]))[0]")}, "score-sum"),
        "rounds counted anew in each pass": ({"run": ("mistakes.append(t)", "mistakes.append(i)")}, "run-mistakes"),
        "a count set and not added to": ({"run": ("counts[i] += y[i]", "counts[i] = y[i]")}, "run-mistakes run-counts"),
        "labels for coefficients in the length": ({"parts": ("np.asarray(alpha) @ scores", "np.asarray(y) @ scores")},
            "parts-numbers bound-value"),
        "-u taken for as good as u": ({
            "bound": ("    return", "    if (y * (k(X, X) @ alpha) < 0).all():\n        gamma = -gamma\n    return")},
            "bound-none"),
        "a tiny number against dividing by 0": ({
            "bound": [("gamma**2", "(gamma**2 + 1e-300)"), ("gamma > 0", "gamma >= 0")]}, "bound-none"),
        "all rounds up to the mistake": ({"squares": ("made = rounds[:t]", "made = list(range(rounds[t - 1] + 1))"),
            "most": "most = 0"}, "squares-numbers squares-most"),
        "no weight is negative": ({"weights": (" * (-1) ** i", "")}, "weights-right"),
        "halves": ({"weights": [("2 * F[i]", "F[i]"), ("+ [-1]", "+ [-0.5]")]}, "weights-right"),
        "doubled from the fifth weight on": ({
            "weights": ("F.append(F[-1] + F[-2])", "F.append(F[-1] + F[-2] if len(F) < 4 else 2 * F[-1])")},
            "weights-small"),
    },
    "practice": {
        "negative shortfalls": ({"shortfalls": ("np.maximum(0, ", "("),
            "bound": ("shortfalls(X, y, u, gamma)", "shortfalls(X, y, u, gamma).clip(0)"),
            "sides": ("shortfalls(X, y, u, gamma)", "shortfalls(X, y, u, gamma).clip(0)")}, "short-zero"),
        "shortfalls of all examples": ({"bound": ("[updates]", "")}, "bound-noisy"),
        "the margin not squared": ({"best": ("/ g**2", "/ g")}, "best-which best-bound"),
        "the trust squared in the update": ({"trusting": ("w + trust[i] * label", "w + trust[i] ** 2 * label")},
            "trusting-weights"),
        "a tie is no mistake": ({"trusting": ("<= 0", "< 0")},
            "trusting-plain trusting-weights sides-left sides-right"),
        "mistakes counted, and not their trusts": ({"sides": ("return a.sum()", "return len(a)")}, "sides-left"),
        "the trust squared in D": ({"sides": ("math.sqrt(a @", "math.sqrt(a**2 @")}, "sides-right"),
        "the label forgotten in the score": ({"shortfalls": ("np.asarray(y) * ", ""),
            "bound": ("shortfalls(X, y, u, gamma)", "np.maximum(0, gamma - y * (X @ u))"),
            "sides": ("shortfalls(X, y, u, gamma)", "np.maximum(0, gamma - np.asarray(y) * (X @ u))")},
            "short-positive short-zero"),
        "a margin of 1": ({"bound": (" / gamma**2", "")}, "bound-separable bound-noisy"),
        "a score up to the trust is a mistake": ({"trusting": ("<= 0", "<= trust[i]")},
            "trusting-plain trusting-weights"),
        "all examples in place of the mistakes": ({
            "sides": ("rounds, _ = trusting(X, y, trust)", "rounds = range(len(y))")}, "sides-left sides-right"),
    },
    "readings": {
        "one pass is enough": ({
            "careful": ("clean = w + label * x, updates + 1, False", "clean = w + label * x, updates + 1, True")},
            "careful-updates careful-margin"),
        "every update is called a mistake": ({"careful": ("updates, int(mistakes), w", "updates, updates, w")},
            "careful-mistakes"),
        "the round of the mistake counts for the next weights": ({
            "survivors": [("        counts[-1] += 1\n", ""), ("    return", "        counts[-1] += 1\n    return")]},
            "survivors-counts"),
        "scores summed in place of signs": ({"predictors": ("np.sign(w @ x)", "(w @ x)")}, "predictors-vote"),
        "the plain mean of the weights": ({
            "predictors": ("sum(c * np.asarray(w) for w, c in zip(weights, counts)) / sum(counts)",
                "sum(weights) / len(weights)")}, "predictors-average"),
        "a point on which they agree": ({"disagree": ("[-2, 1]", "[2, 1]")}, "disagree-signs"),
        "a streak that a mistake does not end": ({
            "stop": [("math.ceil(", "round("), ("w, row = w + label * x, 0", "w = w + label * x")]},
            "stop-needed stop-rounds"),
        "stops after a pass without a mistake": ({
            "careful": ("w, updates, clean = w + label * x, updates + 1, False",
                "w, updates, clean = w + label * x, updates + 1, clean and margin > 0")},
            "careful-updates careful-margin"),
        "only a score of 0 is a mistake": ({"careful": ("margin <= 0", "margin == 0")}, "careful-mistakes"),
        "a tie is no mistake": ({"survivors": ("<= 0", "< 0")}, "survivors-sum survivors-counts"),
        "the label forgotten in the comparison": ({"survivors": ("label * (weights[-1] @ x)", "weights[-1] @ x")},
            "survivors-sum survivors-counts"),
        "an average rounded to two places": ({
            "predictors": ("sum(c * np.asarray(w) for w, c in zip(weights, counts)) / sum(counts)",
                "np.round(sum(c * np.asarray(w) for w, c in zip(weights, counts)) / sum(counts), 2)")},
            "predictors-average"),
        "the logarithm of M / delta": ({"stop": ("(M + 1) / delta", "M / delta")}, "stop-needed"),
    },
    "one-proof": {
        "the sign of z forgotten": ({"weights": ("np.sign(z) * top", "top"), "run": OWN_LINK},
            "link-value link-hoelder"),
        "the exponent p": ({"weights": ("part ** (p - 1)", "part**p"), "run": OWN_LINK}, "link-value link-hoelder"),
        "the division left out": ({"weights": (" / norm ** (p - 2)", ""), "run": OWN_LINK}, "link-value link-hoelder"),
        "powers that overflow": ({"weights": ("top = np.abs(z).max()", "top = float(np.abs(z).max() > 0)")},
            "link-scale"),
        "a tie is no mistake": ({"run": ("<= 1e-9", "< -1e-9")}, "run-mistakes run-memories ledger-progress"),
        "weights in place of memories": ({
            "run": ("memories[-1] + label * x)", "weights(memories[-1] + label * x, p))")},
            "run-mistakes run-memories ledger-progress"),
        "the distance of vectors": ({
            "divergence": ("return own / 2 + other / 2 - u @ z", "return ((u - z) ** 2).sum() / 2")},
            "divergence-value divergence-positive ledger-progress"),
        "the comparator not scaled": ({"ledger": ("divergence(c * u,", "divergence(u,")}, "ledger-progress"),
        "lengths in place of norms": ({"promised": ("(np.abs(u) ** q).sum() ** (2 / q)", "(u @ u)")}, "ledger-bound"),
        "always 2 ln d": ({"best": "def best(d, k):\n    return 2 * math.log(d)"}, "best-two best-least"),
        "a little below 2 ln(d/k)": ({"best": ("log + math.sqrt(log * (log - 2))", "2 * log")}, "best-least"),
        "a whole p": ({"weights": ("    top =", "    p = int(p)\n    top =")}, "link-value"),
        "a small memory for none": ({"weights": ("if top == 0", "if top < 0.01")}, "link-scale"),
        "z, scaled, in place of its powers": ({
            "weights": ("return np.sign(z) * top * part ** (p - 1) / norm ** (p - 2)",
                "return z * norm**2 / (part @ part)"), "run": OWN_LINK}, "link-value link-hoelder"),
        "the memory for the weights": ({"run": ("weights(memories[-1], p) @ x", "memories[-1] @ x")},
            "run-mistakes run-memories ledger-progress"),
        "the same norm for both": ({"divergence": ("q = p / (p - 1)", "q = p")},
            "divergence-value divergence-positive ledger-progress"),
        "the gain forgotten": ({"ledger": ("before - g", "before")}, "ledger-progress"),
        "2 only up to the example": ({
            "best": [("log * (log - 2)", "max(0, log * (log - 2))"), ("log > 2", "d / k > 20 / 3")]}, "best-two"),
        "the best of the halves": ({
            "best": ("log + math.sqrt(log * (log - 2))", "round(2 * (log + math.sqrt(log * (log - 2)))) / 2")},
            "best-least"),
        "the norm of z whole, and that of u forgotten": ({"divergence": ("own / 2 + other / 2", "other")},
            "divergence-value divergence-positive ledger-progress"),
    },
    "sparse-svm": {
        "the value itself in place of a play": ({"played": "low = high = mb.l1_margin(X, y).value"}, "game-gap"),
        "the size of scores in place of scores": ({
            "margins": ("(np.asarray(y) * (np.asarray(X) @ u))", "np.abs(np.asarray(X) @ u)")},
            "margin-two margin-one"),
        "entries summed with their signs": ({"margins": ("np.abs(u).sum()", "u.sum()")}, "margin-one"),
        "the largest entry in place of the largest size": ({"ceilings": ("np.abs(p).max()", "p.max()")}, "ceiling-one"),
        "equal weights are no certificate": ({
            "certificate": ("best.w, best.q", "np.full(d, 1 / d), np.full(len(y), 1 / len(y))")}, "ceiling-meets"),
        "the average of the wrong weights": ({
            "game": [("        total += weights\n", ""), ("        c += A[i]\n",
                 "        c += A[i]\n        after = np.exp(eta * (c - c.max()))\n"
                 "        total += after / after.sum()\n")]},
            "game-first game-average"),
        "only positive weights": ({"sparse": """def sparse(X, y):
    found = linprog(np.ones(X.shape[1]), A_ub=-y[:, None] * X, b_ub=-np.ones(len(y)))
    return found.x if found.x is not None else np.zeros(X.shape[1])""", "count": "few, many = 0, 0"},
            "sparse-scores sparse-norm sparse-count"),
        "no doubled features in the logarithm": ({"bounds": ("2 * X.shape[1])", "X.shape[1])")}, "bounds-both"),
        "equal weights in place of q": ({"ceilings": ("np.asarray(q) * np.asarray(y)", "np.asarray(y) / len(y)")},
            "ceiling-two ceiling-one"),
        "a share for each row at first": ({
            "game": ("weights /= weights.sum()", "weights /= weights.sum() if c.any() else len(A)")},
            "game-first game-average"),
        "the row with the least entry": ({"game": ("np.argmin(A @ weights)", "np.argmin(A.min(axis=1))"),
            "played": "low = high = mb.l1_margin(X, y).value"}, "game-first game-average game-gap"),
        "counts in place of shares": ({"game": ("answers / T", "answers")}, "game-average game-gap"),
        "without signs": ({"played": ("np.hstack([y[:, None] * X, -y[:, None] * X])", "y[:, None] * X")}, "game-gap"),
        "no weight above 1": ({
            "sparse": [("b_ub=-np.ones(n))",
                 "b_ub=-np.ones(n), bounds=(0, 1))\n    if found.x is None:\n        return np.zeros(d)")]},
            "sparse-scores sparse-norm"),
        "the Euclidean one": ({"sparse": "def sparse(X, y):\n    return mb.hard_margin_svm(X, y).v"}, "sparse-norm"),
        "the sparse one twice": ({"count": ("mb.hard_margin_svm(X, y).v", "sparse(X, y)")}, "sparse-count"),
        "all features counted": ({
            "count": ("few = int((np.abs(sparse(X, y)) > 1e-6).sum())", "few = len(sparse(X, y))")}, "sparse-count"),
        "the length of the first example": ({"bounds": ("(X**2).sum(axis=1).max()", "(X[0] ** 2).sum()")},
            "bounds-both"),
        "the largest feature in place of the largest size": ({"bounds": ("np.abs(X).max()", "X.max()")}, "bounds-both"),
        "the step without its root": ({
            "played": ("math.sqrt(2 * math.log(A.shape[1]) / T)", "2 * math.log(A.shape[1]) / T")}, "game-gap"),
    },
    "boosting": {
        "the weighted error in place of the edge": ({
            "edges": ("return np.asarray(q) @ np.asarray(table)", "return np.asarray(q) @ (np.asarray(table) < 0)")},
            "edges-any"),
        "half of one": ({"edges": ("return (1 + r) / 2", "return 0.5 + r")}, "edges-right"),
        "Winnow's simple step": ({"one_round": ("math.atanh(q @ a)", "q @ a")}, "round-step round-weights"),
        "the right ones raised": ({"one_round": ("np.exp(-alpha * a)", "np.exp(alpha * a)")}, "round-weights"),
        "not divided by the sum": ({"one_round": ("return alpha, q / q.sum()", "return alpha, q")}, "round-weights"),
        "the weights never change": ({"boost": ("* np.exp(-alpha * table[:, j])", "* 1")}, "boost-who boost-votes"),
        "votes without the steps": ({"boost": ("F = F + alpha * table[:, j]", "F = F + table[:, j]")}, "boost-votes"),
        "the last vote only": ({"boost": ("return who, votes", "return who, votes[-1:] * 2")}, "boost-votes"),
        "a share taken for an edge": ({"enough": ("2 * share - 1", "share")}, "enough-small enough-class"),
        "the simple bound": ({"enough": ("(-math.log(1 - gamma**2) / 2)", "(gamma**2 / 2)")},
            "enough-small enough-class"),
        "equal shares and equal weights": ({"proved": ("best.w, best.q", "np.full(d, 1 / d), np.full(n, 1 / n)")},
            "proved-close"),
        "the size of the edge": ({
            "edges": ("return np.asarray(q) @ np.asarray(table)", "return np.abs(np.asarray(q) @ np.asarray(table))")},
            "edges-any"),
        "the edge squared": ({"edges": ("(1 + r) / 2", "(1 + r**2) / 2")}, "edges-right"),
        "the edge taken for the error": ({"one_round": ("math.atanh(q @ a)", "math.log((1 - q @ a) / (q @ a)) / 2")},
            "round-step round-weights"),
        "divided as if the weights were equal": ({"one_round": ("q / q.sum()", "q / np.exp(-alpha * a).mean()")},
            "round-weights"),
        "two halves, each shared equally": ({
            "one_round": ("return alpha, q / q.sum()",
                "return alpha, np.where(a > 0, 0.5 / (a > 0).sum(), 0.5 / (a < 0).sum())")}, "round-weights"),
        "each hypothesis in turn": ({"boost": ("int(np.flatnonzero(r >= r.max() - 1e-9)[0])", "len(who) % len(r)")},
            "boost-who boost-votes"),
        "rounded, and not up": ({"enough": [("math.floor(", "round("), (") + 1", ")")]}, "enough-small enough-class"),
        "the mean in place of the least": ({"proved": ("(table @ u).min()", "(table @ u).mean()")},
            "proved-shares proved-close"),
        "the best edge under equal weights": ({"proved": ("(q @ table).max()", "table.mean(axis=0).max()")},
            "proved-shares"),
        "examples that all weigh the same": ({"proved": ("best.w, best.q", "best.w, np.full(n, 1 / n)")},
            "proved-close"),
        "an edge of a tenth at least": ({"enough": ("2 * share - 1", "max(2 * share - 1, 0.1)")}, "enough-class"),
    },
}  # fmt: skip
