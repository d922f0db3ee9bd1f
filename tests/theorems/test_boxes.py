r"""Statements in boxes of the chapters: theorems, corollaries and lemmas that no object prints.

Most theorems are printed from their objects, as `statements.md` shows them beside Coq's. Here are the other boxes, by
label: the pieces of their claim, letter for letter as printed, and a check, written from these letters, on small cases.
If you change a piece, change it here too, and look at the check.

Legend: the letters of each box.
"""

import re
from functools import cache
from itertools import pairwise, product
from math import ceil, comb, e, exp, floor, log, log2, sqrt
from pathlib import Path
from types import SimpleNamespace as Q

import numpy as np
import pytest

import mistakebound as mb

pytestmark = pytest.mark.pages
BOOK = Path(__file__).parents[2] / "book"
BOX = re.compile(r"^(`{3,})\{prf:(?:theorem|corollary|proposition|lemma)\}[^\n]*\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
PARTS = np.linspace(0.05, 0.95, 10)


def boxes(text):
    """{label: text} of the boxes that no object prints."""
    found = [body for _, body in BOX.findall(text) if "{statement}" not in body]
    return {re.search(r":label: (\S+)", body)[1]: " ".join(body.split()) for body in found}


def everywhere(holds, *cases):
    return all(holds(*case) for case in product(*cases))


def about(a, b):
    return a == pytest.approx(b)


def signs(m):
    """All rows of m signs, as columns; and the sum of each."""
    X = np.array(list(product([1, -1], repeat=m))).T
    return X, X.sum(axis=0)


def relative(u, w):
    return sum(a * log(a / b) for a, b in zip(u, w, strict=True) if a)


@cache
def forced(lives):
    """The mistakes that nature can force while an expert is left: each expert errs at most as often as it has lives."""
    most = 0
    for split in product([True, False], repeat=len(lives)):
        left = [tuple(sorted(n - (s == said) for n, s in zip(lives, split, strict=True) if n >= (s == said)))
                for said in (True, False) if said in split]  # fmt: skip
        if all(left):  # the learner is wrong whatever it says; if all experts agree, it says what they say
            most = max(most, 1 + min(map(forced, left)))
    return most


def shattered_with(margin, R=1):
    """The number of orthogonal examples of length R whose every labelling has the margin: R / sqrt(m) for each."""
    return max(m for m in range(1, 99) if R / sqrt(m) >= margin - 1e-12)


def doubling(T):
    """The regret in phases, and its stated bound, both without the factor sqrt(ln N / 2)."""
    return sum(sqrt(2**k) for k in range(ceil(log2(T + 1)))), sqrt(2) / (sqrt(2) - 1) * sqrt(T)


def first_order(theorem, N, most, part, of):
    """The bound of a theorem for the learning rate, or beta, of that limit is at most the stated one."""
    c, best = sqrt(2 * log(N) / most), part * most
    return theorem.bound(of(N, c, best)) <= best + sqrt(2 * most * log(N)) + log(N) + 1e-9


def omb(n):
    stream = mb.streams.odd_max_bit(n)
    trace = mb.play(mb.Perceptron(), mb.fold_bias(stream.X), stream.y, passes=None)
    F = [1, 1]
    while len(F) < n + 1:
        F.append(F[-1] + F[-2])
    return (trace.n_mistakes >= (4 * F[n - 1] * F[n] + 1) / (n + 1)
            and all(abs(w) >= 2 * f for w, f in zip(trace.final_state[:n].tolist(), F, strict=False)))  # fmt: skip


def halfspaces(n):
    """Labellings of the cube by halfspaces, found with small whole weights: all of them for n up to 3."""
    X = mb.concepts.cube(n)
    scores = (X @ w + b - 0.5 for w in product(range(-3, 4), repeat=n) for b in range(-9, 10))
    return len({tuple(score > 0) for score in scores})


def independent_signs(p, m):
    X, S = signs(m)
    u = np.sign(S) * abs(S) ** (p - 1.0)
    trace = mb.play(mb.PNorm(p, ties="mistake"), X, np.ones(m, dtype=int))
    kappa = (p - 1) * m / np.mean(abs(S) ** float(p)) ** (2 / p)
    return about(mb.PNORM.check(trace, u=u).bound, kappa * m)


def strongly_convex(p):
    random = np.random.default_rng(p)
    theta, delta = random.standard_normal((2, 99, 4))

    def half(v):
        return (abs(v) ** p).sum(axis=1) ** (2 / p) / 2

    f = np.sign(theta) * abs(theta) ** (p - 1) / ((abs(theta) ** p).sum(axis=1) ** ((p - 2) / p))[:, None]
    return np.all(half(theta + delta) <= half(theta) + (f * delta).sum(axis=1) + (p - 1) * half(delta) + 1e-9)


def lower_bound_of_winnow(R, gamma, m):
    X, _ = signs(m)
    u = ((1 + gamma / R * X) / 2).prod(axis=0)
    share = (R + gamma) / (2 * R)
    return about(min(R * X @ u), gamma) and about(
        relative(u, [2**-m] * 2**m), m * relative([share, 1 - share], [0.5] * 2)
    )


def merging():
    u, w = np.random.default_rng(1).dirichlet(np.ones(5), (2, 50))
    return all(relative([a[:2].sum(), a[2:].sum()], [b[:2].sum(), b[2:].sum()]) <= relative(a, b)
               for a, b in pairwise([*u, *w]))  # fmt: skip


def hull():
    X, y = np.array([[1, 1], [-1, 1], [2, -1]]), np.array([1, -1, 1])
    margin, A = mb.l2_margin(X, y), np.array([[1, 1], [1, -1], [2, -1]])
    p = margin.q @ A
    turned = [[np.cos(t), np.sin(t)] for t in np.linspace(0, 2 * np.pi, 500)]
    length = np.linalg.norm(p)
    return about(min(A @ p) / length, length) and max(min(A @ u) for u in turned) <= length + 1e-9


def sparse():
    A, y = np.array([[2, -2, -1], [-1, 2, -1], [1, 1, -2]]), np.array([1, 1, 1])
    svm, margin = mb.sparse_svm(A, y, signed=False), mb.sparse_svm(A, y, signed=False).margin
    u = svm.v / sum(svm.v)
    return about(sum(svm.v), 1 / margin) and about(sum(svm.alpha), 1 / margin) and about(min(A @ u), margin)


def features():
    B = np.random.default_rng(2).standard_normal((4, 4))
    K = B @ B.T
    values, vectors = np.linalg.eigh(K)
    f = vectors * np.sqrt(np.maximum(values, 0))
    return np.allclose(f @ f.T, K)


def chance():
    T, N = 3, 2
    losses = np.array(list(product([0, 1], repeat=T * N))).reshape(-1, T, N)
    return about(mb.coin_regret(T, N), (T / 2 - losses.sum(axis=1)).max(axis=1).mean())


LIMIT = r"at most $L^* + \sqrt{2\Lambda\ln N} + \ln N$"

# label: the pieces, and the check; None for a claim without a number that small cases could show
BOXES = {
    "prop-cm-both": (
        [r"$0 < \beta < 1$",
         r"M \;\le\; \frac{\min(M_1, M_2)\,\ln(1/\beta) + \ln 2}{\ln\frac{2}{1+\beta}}"],
        lambda: everywhere(lambda b, m: about(mb.WEIGHTED_MAJORITY.bound(Q(N=2, m=m, beta=b)),
                                              (m * log(1 / b) + log(2)) / log(2 / (1 + b))), PARTS, range(9)),
    ),
    "prop-cm-shatter": (
        [r"$0 < \delta \le 1$", "at most $1$", r"$y_i\langle u, x_i\rangle \ge \delta$",
         r"$N \le \lfloor 1/\delta^2\rfloor$", r"In $\lfloor 1/\delta^2\rfloor$ dimensions or more"],
        lambda: everywhere(lambda d: shattered_with(d) == floor(1 / d**2 + 1e-9), [0.2, 0.3, 0.5, 0.7, 1]),
    ),
    "thm-xp-tuned": (
        [r"$N \ge 2$",
         r"$m \ge 4 \ln N$", r"$\beta = 1 - \sqrt{\ln N / m}$", r"M \;\le\; 2m + 4\sqrt{m \ln N} ."],
        lambda: everywhere(lambda N, k: mb.WEIGHTED_MAJORITY.bound(
            Q(N=N, m=k * log(N), beta=1 - sqrt(1 / k))) <= (2 * k + 4 * sqrt(k)) * log(N), [2, 9, 99], [4, 5, 20, 999]),
    ),
    "thm-xp-twice": (
        [r"$N \ge 2$", r"$m \ge 0$",
         r"$2m + \lfloor\log_2 N\rfloor$ rounds", "wrong in at most $m$ of them"],
        lambda: everywhere(lambda m, N: forced((m,) * N) >= 2 * m + floor(log2(N)), [0, 1, 2], [2, 3, 4]),
    ),
    "lem-xp-hoeffding": (
        ["$[0, 1]$", r"$\eta \ge 0$",
         r"$\ln \mathrm{E}[e^{-\eta Z}] \le -\eta\, \mathrm{E}[Z] + \tfrac18\eta^2$"],
        lambda: everywhere(lambda p, eta: log(1 - p + p * exp(-eta)) <= -eta * p + eta**2 / 8, PARTS, [0.1, 1, 2, 9])
        and log((1 + exp(-0.01)) / 2) > -0.01 / 2 + 0.01**2 / 8.01,
    ),
    "prop-xp-doubling": (
        [r"$T \ge 1$",
         r"at most $\dfrac{\sqrt2}{\sqrt2 - 1}\sqrt{\tfrac12 T\ln N}$"],
        lambda: everywhere(lambda T: doubling(T)[0] <= doubling(T)[1], range(1, 999))
        and doubling(2**40)[0] > 0.99 * doubling(2**40)[1],
    ),
    "cor-xp-small": (
        [r"$N \ge 2$", r"$L^* \le \Lambda$", r"$\Lambda > 0$",
         r"$e^{\eta} = 1 + \sqrt{2\ln N/\Lambda}$", LIMIT],
        lambda: everywhere(lambda N, most, part: first_order(
            mb.HEDGE_FIRST_ORDER, N, most, part,
            lambda N, c, best: Q(N=N, eta=log(1 + c), L=np.array([[best]])),
        ), [2, 99], [0.1, 1, 50, 1e4], [0, 0.5, 1]),
    ),
    "prop-xp-combine": (
        [r"$N \ge 2$", r"$\Lambda > 0$ be at least the smallest of these",
         r"$\beta = 1/(1 + \sqrt{2\ln N/\Lambda})$", r"at most $\min_i M_i + \sqrt{2\Lambda\ln N} + \ln N$ mistakes"],
        lambda: everywhere(lambda N, most, part: first_order(
            mb.RANDOMIZED_MAJORITY, N, most, part, lambda N, c, best: Q(N=N, beta=1 / (1 + c), m=np.array([best]))
        ), [2, 99], [0.1, 1, 50, 1e4], [0, 0.5, 1]),
    ),
    "thm-xp-chance": (
        [r"r(T, N) \;=\; \mathrm{E}\Big[\max_i \big(\tfrac T2 - L_{T,i}\big)\Big]",
         r"Divided by $\sqrt{\tfrac12T\ln N}$, it tends to $1$ as first $T$ and then $N$ goes to infinity"],
        chance,
    ),
    "lem-xp-cover": (
        [r"The number of experts is $\sum_{i \le L}\binom Ti$", r"for $1 \le L \le T$ is at most $(eT/L)^L$"],
        lambda: everywhere(lambda L, more: sum(comb(L + more, i) for i in range(L + 1)) <= (e * (L + more) / L) ** L,
                           range(1, 9), range(30))
        and mb.covering_experts(mb.concepts.thresholds(3), [[0]] * 6).shape[1] == 1 + 6 + comb(6, 2),
    ),
    "thm-xp-rl": ([r"the least bound on the expected mistakes", r"is $\mathrm{RL}(C)$"], None),
    "thm-hv-all": (
        ["all $2^N$ functions from a set of $N$ points", r"can be forced to make $N = \log_2|C|$ mistakes"],
        lambda: mb.littlestone_dimension(mb.concepts.all_functions(2)) == log2(len(mb.concepts.all_functions(2))) == 4,
    ),
    "thm-hv-elimination": (
        [r"the $3^n$ conjunctions of $n \ge 2$ variables", r"the $2^n$ conjunctions without negations, $n \ge 1$",
         "the same prediction as elimination that starts with all literals"],
        lambda: len(mb.concepts.monotone_conjunctions(4)) == 2**4,
    ),
    "thm-hv-haussler": (["it is NP-hard to find a conjunction with the fewest literals"], None),
    "lem-features": (
        [r"$\sum_{i,j} v_i v_j K_{ij} \ge 0$", r"$\langle f_i, f_j\rangle = K_{ij}$ for all $i$ and $j$"], features,
    ),
    "thm-ke-count": (
        [r"For every $n \ge 2$ there are at most $2^{n^2}$ halfspaces on $\{0, 1\}^n$", "at most $n^2$ mistakes"],
        lambda: everywhere(lambda n: 2 ** (n**2 - 3) < halfspaces(n) <= 2**n**2, [2, 3]),
    ),
    "thm-ke-omb": (
        [r"$n \ge 1$",
         r"$F_1 = F_2 = 1$, $F_3 = 2$, $F_4 = 3, \dots$", "$|w_i| \\ge 2F_i$ for every $i$",
         "at least $(4F_nF_{n+1} + 1)/(n+1)$ mistakes"],
        lambda: everywhere(omb, range(1, 7)),
    ),
    "lem-op1-pnorm": (
        [r"$p \ge 2$",
         r"\tfrac12\|z + \delta\|_p^2 \le \tfrac12\|z\|_p^2 + \langle f(z), \delta\rangle + "
         r"\tfrac{p-1}2\|\delta\|_p^2"],
        lambda: everywhere(strongly_convex, [2, 3, 7]),
    ),
    "thm-op1-tight": (
        [r"$p \ge 2$", r"$m \ge 1$",
         r"is $\kappa\,m$ with", r"\kappa = \frac{(p - 1)\,m}{\big(\mathrm E\,|S_m|^p\big)^{2/p}}",
         r"$m$ labelled examples with $d = 2^m$ features $\pm1$"],
        lambda: everywhere(independent_signs, [2, 3, 5], [1, 4, 5]),
    ),
    "thm-op-nature": (
        ["a mistake tree of depth $d$", "on which it makes $d$ mistakes", "at least $d/2$ mistakes in expectation"],
        lambda: everywhere(lambda C: mb.littlestone_dimension(C) / 2 <= mb.randomized_littlestone_dimension(C)
                           <= mb.littlestone_dimension(C),
                           [mb.concepts.thresholds(7), mb.concepts.singletons(4), mb.concepts.all_functions(2)]),
    ),
    "thm-op-queries": (
        [r"$r \ge 0$",
         r"the least number of counterexamples that can be guaranteed is $\mathrm{Ldim}(C)$",
         "at most $r$ mistakes on every sequence labelled by a concept of $C$ if and only if there is one that gets at "
         "most $r$ counterexamples"], None,
    ),
    "thm-op-smallest": (
        ["at least eight concepts, and there are at least four points", "at least nine concepts"], None,
    ),
    "thm-hull": ([r"$p\ne0$", "$p=0$",
               r"has the margin $\|p\|$ on these examples", "no vector of length $1$ has a larger one"], hull),
    "thm-lower": (
        ["at least $m$ features", r"of length $1$ with margin at least $\gamma$",
         r"$R\ge\gamma>0$ and $m=\lfloor R^2/\gamma^2\rfloor$", "the learner is wrong about all $m$"],
        lambda: everywhere(lambda R, g: shattered_with(g, R) == floor(R**2 / g**2 + 1e-9), [1, 2, 3], [0.5, 0.7, 1]),
    ),
    "thm-margin-dimension": (
        ["at least $m$ features", "at most $R$ long", r"of length $1$ has a margin of at least $\gamma$",
         r"$R\ge\gamma>0$ and $m=\lfloor R^2/\gamma^2\rfloor$", "The greatest depth of a margin tree is $m$",
         "$m$ is the least number of mistakes"],
        lambda: everywhere(lambda R, g: shattered_with(g, R) == floor(
            mb.NOVIKOFF.bound(Q(u=np.ones(1), R2=R * R, gamma=g)) + 1e-9), [1, 2, 3], [0.5, 0.7, 1]),
    ),
    "thm-convergence": ([r"$y_i\langle u,x_i\rangle>0$", "number of updates is finite"], None),
    "thm-cycling": (["stay in a bounded set, whatever the order", "the run repeats itself exactly, for ever"], None),
    "thm-sp-equivalence": (
        [r"$\gamma_1 > 0$", r"$u = v/\|v\|_1$", r"$q = \alpha/\|\alpha\|_1$", r"$\gamma_1 \le 0$",
         r"both programs have the value $1/\gamma_1$", r"$v = u/\gamma_1$ and $\alpha = q/\gamma_1$"], sparse,
    ),
    "lem-wn-hoeffding": (
        ["$R > 0$", r"$-R \le \theta \le R$", r"$\eta \ge 0$",
         r"$\lambda(\theta) = (R + \theta)/2R$",
         r"\ln\big[\lambda(\theta) e^{\eta R} + (1 - \lambda(\theta))e^{-\eta R}\big] \le \eta\theta + "
         r"\tfrac12\eta^2R^2"],
        lambda: everywhere(lambda R, b, eta: log(b * exp(eta * R) + (1 - b) * exp(-eta * R))
                           <= eta * (2 * b - 1) * R + eta**2 * R**2 / 2, [0.5, 2], PARTS, [0.01, 1, 4])
        and log((exp(0.01) + exp(-0.01)) / 2) > 0.01**2 / 2.01,
    ),
    "thm-wn-lower": (
        [r"$0 < \gamma < R$", r"$m \ge 1$", "$w_{0,j} = 1/d$",
         "$d = 2^m$", r"features of $\pm R$", r"$\mathrm{KL}(u\|w_0) = m\,\mathrm{KL}(\lambda(\gamma)\|\tfrac12)$",
         r"$\lambda(\gamma) = (R + \gamma)/2R$", "wrong about all $m$"],
        lambda: everywhere(lower_bound_of_winnow, [1, 3], [0.2, 0.9], [1, 2, 5]),
    ),
    "lem-wn-merge": (["$(u_J, 1 - u_J)$",
               r"$\mathrm{KL}(u_J\|w_J) \le \mathrm{KL}(u\|w)$"], merging),
}  # fmt: skip


def formulas(body):
    """The formulas between dollars that compare two sides, without the full stop of a display."""
    found = (formula.strip(" .,") for formula in re.findall(r"\$([^$]+)\$", body.replace("$$", "$")))
    return [formula for formula in found if re.search(r"[<>=]|\\(?:[lg]e|ne)\b", formula)]


def complaints(found):
    """Boxes without a row, rows without a box, pieces that a box has lost, and comparisons that are not pieces."""
    yield from (f"{label}: no row, no object" for label in found.keys() - BOXES)
    yield from (f"{label}: no box" for label in BOXES.keys() - found)
    for label in found.keys() & BOXES:
        pieces = BOXES[label][0]
        yield from (f"{label}: {piece}" for piece in pieces if piece not in found[label])
        yield from (f"{label}: {said}" for said in formulas(found[label]) if not any(said in piece for piece in pieces))


@pytest.fixture(scope="module")
def pages():
    if not BOOK.exists():
        pytest.skip("the book is not here")
    return [path.read_text("utf-8") for path in sorted(BOOK.glob("*.md"))]


def test_boxes_say_what_is_checked(pages):
    assert sorted(complaints({label: said for page in pages for label, said in boxes(page).items()})) == []


@pytest.mark.parametrize("label", [label for label, (_, check) in BOXES.items() if check])
def test_what_a_box_says_is_true_of_small_cases(label):
    assert BOXES[label][1]()
