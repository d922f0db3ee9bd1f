r"""Bounds that pages repeat by hand, in their first minute, in what to remember and in tables: each is its theorem's.

A row of `REPEATED` has numbers for the letters, and what pages say of them: pieces, letter for letter as they are
printed, and the number that each gives. The first page's table is worked out in `tests/book/test_tables.py`; what a
theorem itself says, in `test_statements.py`.

Legend: the letters of the pages.
"""

from math import cosh, e, exp, log, log2, sqrt
from pathlib import Path
from types import SimpleNamespace as Q

import pytest

import mistakebound as mb

BOOK = Path(__file__).parents[2] / "book"

A, B = log(1 / 0.3) / log(2 / 1.3), log(2) / log(2 / 1.3)  # the two prices, for beta = 0.3
PERFECT = 0.3 * 5 - log(cosh(0.3 * 5))  # the gain at the margin R = 5, for eta = 0.3
UNIT, LONG = Q(uu=1, R2=25, gamma=3), Q(uu=7, R2=25, gamma=3)  # comparators of these squares

# theorem, its numbers: [(page, piece, number)]
REPEATED = [
    (mb.NOVIKOFF, UNIT, [
        ("perceptron", r"M\le\frac{R^2}{\gamma^2}", 25 / 9),
        ("synopsis", r"M &\le \Big(\frac{R_2}{\gamma_2}\Big)^2 &&\text{(Perceptron)}", (5 / 3) ** 2),
        ("synopsis", r"grows from $(R/\gamma)^2$ to $((R + D)/\gamma)^2$", (5 / 3) ** 2),
    ]),
    (mb.NOVIKOFF, LONG, [
        ("perceptron", r"- $M \le \|u\|^2R^2/\gamma^2$ for every comparator $u$ with margin $\gamma$", 7 * 25 / 9),
        ("kernels", r"M \le \frac{\|u\|^2\, R^2}{\gamma^2}, \qquad R^2 = \max_x k(x, x).", 7 * 25 / 9),
        ("kernels", r"- $M \le \|u\|^2R^2/\gamma^2$ with $R^2 = \max k(x, x)$", 7 * 25 / 9),
        ("one-proof", r"| bound | $\lVert u\rVert^2R^2/\gamma^2$ |", 7 * 25 / 9),
        ("committees", r"Its bound is $\|u\|^2R^2/\gamma^2$, for any $u$ with margin $\gamma$", 7 * 25 / 9),
        ("errata", r"At most $\|u\|^2R^2/\gamma^2$ updates", 7 * 25 / 9),
        ("winnow", r"| bound | $\lVert u\rVert_2^2 R^2/\gamma^2$ |", 7 * 25 / 9),
    ]),
    (mb.MARGIN_PERCEPTRON, Q(uu=7, G=25 + 2 * 4 / 2, gamma=3), [
        ("kernels", r"M \le \frac{\|u\|^2\,(R^2 + 2\varepsilon/r)}{\gamma^2} .", 7 * (25 + 2 * 4 / 2) / 3**2),
    ]),
    (mb.FREUND_SCHAPIRE, Q(uu=1, R2=25, D2=4, gamma=3), [
        ("practice", r"M \le \Big( \frac{R + D}{\gamma} \Big)^{\!2} .", ((5 + 2) / 3) ** 2),
        ("synopsis", r"grows from $(R/\gamma)^2$ to $((R + D)/\gamma)^2$", ((5 + 2) / 3) ** 2),
    ]),
    (mb.FREUND_SCHAPIRE, Q(uu=7, R2=25, D2=4, gamma=3), [
        ("practice", r"- $M \le \big((\|u\|R + D)/\gamma\big)^2$", ((sqrt(7) * 5 + 2) / 3) ** 2),
    ]),
    (mb.HINGE, Q(B2=4, L=9), [
        ("practice", r"The hinge form, $L + B\sqrt L + B^2$", 9 + 2 * sqrt(9) + 2**2),
    ]),
    (mb.CONSISTENT, Q(C=9), [
        ("mistake-bound", r"M \le |C| - 1", 9 - 1),
        ("mistake-bound", r"so $M \le |C| - 1$", 9 - 1),
    ]),
    (mb.CONSISTENT_RANDOM, Q(C=9), [
        ("mistake-bound", r"a random one costs $\ln|C|$ on average", log(9)),
    ]),
    (mb.ELIMINATION, Q(n=9, k=4, b=0), [
        ("mistake-bound", "\nM \\le n - k\n", 9 - 4),
        ("mistake-bound", "so $M \\le n - k$, and $n - k + 1$ with negations", 9 - 4),
    ]),
    (mb.HALVING, Q(C=20), [
        ("halving", r"M \le \lfloor \log_2 |C| \rfloor ,", 4),
        ("halving", r"Hence $M \le \lfloor\log_2|C|\rfloor$", 4),
    ]),
    (mb.LITTLESTONE, Q(depth=[5]), [("optimal", r"M \le \mathrm{Ldim}(C).", 5)]),
    (mb.WEIGHTED_MAJORITY, Q(N=9, m=4, beta=0.3), [
        ("experts", r"M \;\le\; \frac{\ln N + m \ln(1/\beta)}{\ln(2/(1+\beta))} .",
         (log(9) + 4 * log(1 / 0.3)) / log(2 / 1.3)),
        ("experts", r"M \;\le\; a\, m + b \log_2 N, \qquad a = \frac{\ln(1/\beta)}{\ln(2/(1+\beta))}, "
         r"\qquad b = \frac{\ln 2}{\ln(2/(1+\beta))} .", A * 4 + B * log2(9)),
    ]),
    (mb.WEIGHTED_MAJORITY, Q(N=2**20, m=10, beta=0.5), [
        ("experts", r"this is $M \le 2.41\,(m + \log_2 N)$, rounded", pytest.approx(2.41 * (10 + 20), rel=5e-3 / 2.41)),
        ("experts", r"$M \le a\,m + b\log_2N$, with $a = b \approx 2.41$ for $\beta = \tfrac12$",
         pytest.approx(2.41 * (10 + 20), rel=5e-3 / 2.41)),
    ]),
    (mb.HEDGE, Q(N=9, T=50, best=[0], eta=sqrt(8 * log(9) / 50)), [
        ("experts", r"regret at most $\sqrt{\tfrac12T\ln N}$", sqrt(50 * log(9) / 2)),
        ("synopsis", r"loses at most $\sqrt{\frac12T\ln N}$ more", sqrt(50 * log(9) / 2)),
    ]),
    (mb.AGNOSTIC, Q(least=0, T=50, L=3, of_sets=3 * log(e * 50 / 3)), [
        ("experts", r"regret at most $\sqrt{\tfrac12TL\ln(eT/L)}$", sqrt(50 * 3 * log(e * 50 / 3) / 2)),
    ]),
    (mb.WINNOW_UNIFORM, Q(R=1, d=9, s=0.3), [
        ("winnow", "\nM \\le \\frac{2 \\ln d}{s^2}\n", 2 * log(9) / 0.3**2),
        ("winnow", r"\le \frac{2 \ln d}{s^2},", 2 * log(9) / 0.3**2),
    ]),
    (mb.WINNOW_UNIFORM, Q(R=5, d=9, s=0.3), [
        ("winnow", r"from equal weights at most $2R^2\ln d/s^2$", 2 * 25 * log(9) / 0.3**2),
        ("winnow", r"The rougher $2R^2\ln d/s^2$", 2 * 25 * log(9) / 0.3**2),
        ("synopsis", r"M &\le 2 \ln d\,\Big(\frac{R_\infty}{\gamma_1}\Big)^2 &&\text{(Winnow)}",
         2 * log(9) * (5 / 0.3) ** 2),
        ("synopsis", r"also $w_0$ uniform | $2R^2\ln d/s^2$ |", 2 * 25 * log(9) / 0.3**2),
        ("sparse-svm", r"For Winnow the bound is $2R^2\ln d/s^2$", 2 * 25 * log(9) / 0.3**2),
        ("sparse-svm", r"for Winnow's bound $2R^2\ln d/s^2$", 2 * 25 * log(9) / 0.3**2),
    ]),
    (mb.WINNOW, Q(kl=[2.5], C=0.3), [
        ("winnow", r"- $M \le \mathrm{KL}(u\|w_0)/C(\eta)$", 2.5 / 0.3),
        ("synopsis", r"$C(\eta) > 0$ | $\mathrm{KL}(u\,\Vert\,w_0)/C(\eta)$ |", 2.5 / 0.3),
        ("synopsis", r"signs free | $\mathrm{KL}(u\,\Vert\,w_0)/C(\eta)$ with $u = (v^+, v^-)$", 2.5 / 0.3),
    ]),
    (mb.WINNOW_EXPERT, Q(kl=[2.5], C=PERFECT), [
        ("synopsis", r"| $\mathrm{KL}(u\,\Vert\,w_0)$ $/\,(\eta R - \ln\cosh\eta R)$ |", 2.5 / PERFECT),
    ]),
    (mb.WINNOW_ZHANG, Q(K=[2.5], delta=0.3, W=7, R=5), [
        ("synopsis", r"| $2WR^2K/\delta^2$ |", 2 * 7 * 25 * 2.5 / 0.3**2),
        ("winnow", r"$\delta = \gamma$ is the best, $M \le 2WR^2K/\gamma^2$", 2 * 7 * 25 * 2.5 / 0.3**2),
    ]),
    (mb.COMMITTEE_PERCEPTRON, Q(uu=4, R2=9, gamma=2), [
        ("committees", r"With $\gamma = m$ that is $kd/m^2$", 4 * 9 / 2**2),
    ]),
    (mb.COMMITTEE_PERCEPTRON, Q(uu=5, R2=9, gamma=1), [("committees", r"For odd $k$: Perceptron $kd$", 5 * 9)]),
    (mb.COMMITTEE_WINNOW, Q(k=5, d=9, m=1), [
        ("committees", r"Winnow $2k^2\ln(d/k)$, with a step that needs $k$", 2 * 25 * log(9 / 5)),
    ]),
    (mb.COMMITTEE_WINNOW, Q(k=4, d=9, m=2), [
        ("synopsis", r"right | $2k^2\ln(d/k)/m^2$ |", 2 * 16 * log(9 / 4) / 2**2),
    ]),
    (mb.WINNOW1, Q(alpha=3, theta=9, n=20, k=4, c=2, g=1), [
        ("synopsis", r"| $\alpha kc + n/\theta$ |", 3 * 4 * 2 + 20 / 9),
    ]),
    (mb.WINNOW2, Q(alpha=3, theta=9, n=20, k=4, c=2, g=2 / 3), [
        ("synopsis", r"| less than $\frac{\alpha n}{(\alpha-1)\theta}$ $+\,(\alpha+1)kc$ |", 35),  # 3.33 + 32
    ]),
    (mb.BREGMAN, Q(D=[2.5], gain=0.3**2 * 4 / (2 * 25)), [  # the best step, for sigma = 4
        ("one-proof", r"M \le \frac{2R^2\,D(u\|w_0)}{\sigma\,\gamma^2}", 2 * 25 * 2.5 / (4 * 0.3**2)),
        ("one-proof", r"- $M \le 2R^2D(u\|w_0)/\sigma\gamma^2$ with the best rate", 2 * 25 * 2.5 / (4 * 0.3**2)),
    ]),
    (mb.SPARSE_SVM, Q(R=5, d=9, norm=7), [
        ("sparse-svm", r"M \le 2R^2\ln d\ \|v\|_1^2, \qquad \|v\|_1 = 1/\gamma_1 .", 2 * 25 * log(9) * 7**2),
    ]),
    (mb.MULTIPLICATIVE_WEIGHTS, Q(R=5, d=9, gap=0.3), [
        ("sparse-svm", r"So $T \ge 2R^2\ln d/\epsilon^2$ rounds", 2 * 25 * log(9) / 0.3**2),
    ]),
    (mb.ADABOOST, Q(d=9, g=-log(1 - 0.3**2) / 2), [
        ("boosting", r"T \le \frac{\ln n}{g}, \qquad g = -\tfrac12\ln(1 - \gamma^2) \ge \tfrac12\gamma^2 .",
         log(9) / (-log(1 - 0.3**2) / 2)),
        ("boosting", r"one wrong example holds it at $\tfrac1n$: $T \le \ln n/g$", log(9) / (-log(1 - 0.3**2) / 2)),
    ]),
    (mb.VOTE, Q(expected=3, T=50), [
        ("readings", "is the expected number of mistakes per round; the vote's is at most twice that", 2 * 3 / 50),
    ]),
    (mb.HIGH_PROBABILITY, Q(delta=0.2), [
        ("readings", r"is at most $M/T + \sqrt{\ln(1/\delta)/(2T)}$",
         exp(-2 * 50 * sqrt(log(1 / 0.2) / (2 * 50)) ** 2)),
    ]),
]  # fmt: skip

ROWS = [(page, piece) for _, _, said in REPEATED for page, piece, _ in said]


def says(text, piece):
    """Whether a page says a piece, wherever its lines are broken."""
    return piece in text or " ".join(piece.split()) in " ".join(text.split())


@pytest.mark.skipif(not BOOK.exists(), reason="the book is not here")
@pytest.mark.parametrize(("page", "piece"), ROWS)
def test_a_page_says_it(page, piece):
    assert says((BOOK / f"{page}.md").read_text("utf-8"), piece)


@pytest.mark.parametrize(("theorem", "q", "said"), REPEATED)
def test_it_is_the_bound(theorem, q, said):
    for _, piece, number in said:
        assert theorem.bound(q) == (number if not isinstance(number, (int, float)) else pytest.approx(number)), piece
