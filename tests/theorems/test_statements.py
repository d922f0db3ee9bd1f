r"""What theorems say in print is what they compute: formula, statement and bound, of one row each.

A row of `PRINTED` holds the formula of a theorem and the pieces of its statement that say the bound, letter for letter
as they are printed, and the number that somebody worked out from these letters. Whoever changes a formula, a statement
or a bound changes the row, and works the number out again. `SPECIAL` holds what statements say of special cases.

Legend: q what was measured on the run of `test_sides.py`, where the bound is worked out from the data once more.
"""

from dataclasses import replace
from math import ceil, cosh, e, floor, log, log2, sqrt
from types import SimpleNamespace as Q

import pytest
from numpy import exp

import mistakebound as mb
from mistakebound.theorems.core import Theorem
from tests.theorems.test_sides import SIDES


def relative(u, w):
    return sum(a * log(a / b) for a, b in zip(u, w, strict=True) if a)


def start(q):
    return relative(q.u, exp(q.prior))  # measured as logarithms


def gain(q):
    beta = (q.R + q.theta) / (2 * q.R)
    return q.eta * q.s - log(beta * exp(q.eta * q.R) + (1 - beta) * exp(-q.eta * q.R))


def tuned_gain(q):
    sigma, beta = (q.R + q.s) / (2 * q.R), (q.R + q.theta) / (2 * q.R)
    return relative([sigma, 1 - sigma], [beta, 1 - beta])


def zhang(q):
    u, w = q.length * q.u, q.W * exp(q.prior)
    return sum(uj * log(uj * q.W / (wj * sum(u))) for uj, wj in zip(u, w, strict=True) if uj)


def losses(gamma, scores):
    return [max(0, gamma - score) for score in scores]


def squares(numbers):
    return sum(z**2 for z in numbers)


def half_square(u, q):
    return sum(abs(u) ** q) ** (2 / q) / 2


def least_power(alpha, theta):
    return max(0, ceil(log(theta) / log(alpha)))


def winnow2(q):
    return q.alpha * q.n / ((q.alpha - 1) * q.theta) + (q.alpha + 1) * q.k * least_power(q.alpha, q.theta)


GAIN = r"C(\eta) = \eta s - \ln[\beta e^{\eta R} + (1 - \beta) e^{-\eta R}]$, where $\beta = (R + \theta)/2R$"
SHORTFALL = r"$D = \sqrt{d_1^2 + \cdots + d_M^2}$"
FALLS_SHORT = r"$d_t = \max(0, \gamma - y_t \langle u, x_t\rangle)$"
LEAST_POWER = (
    r"$c$ is the least whole number $c \ge 0$ with $\alpha^c \ge \theta$: that is $\lceil\log_\alpha \theta\rceil$ if "
    r"$\theta \ge 1$, and $0$ otherwise"
)

# name: the formula; what the statement says of the bound; and both as a number
PRINTED = {
    "NOVIKOFF": (
        r"M \le \frac{\|u\|^2 R^2}{\gamma^2}",
        [r"makes at most $\|u\|^2 R^2 / \gamma^2$ mistakes"],
        lambda q: q.uu * q.R2 / q.gamma**2,
    ),
    "NOVIKOFF_COSINE": (
        r"\frac{\gamma\sqrt{t}}{R\|u\|} \le \Phi_t = \frac{\langle u, w_t\rangle}{\|u\| \|w_t\|} \le 1",
        [r"at least $\gamma\sqrt{t} / (R\|u\|)$ and at most $1$", r"at most $\|u\|^2 R^2 / \gamma^2$ mistakes"],
        lambda q: (1 / (q.gamma / (sqrt(q.R2) * sqrt(q.uu)))) ** 2,  # where the left side is 1
    ),
    "NOVIKOFF_BIAS": (
        r"M \le \frac{(R^2 + c^2)(\|u\|^2 + b^2/c^2)}{\gamma^2}",
        [r"makes at most $(R^2 + c^2)(\|u\|^2 + b^2 / c^2) / \gamma^2$ mistakes"],
        lambda q: (q.R2_short + q.c**2) * (q.uu_short + q.b**2 / q.c**2) / q.gamma**2,
    ),
    "KERNEL": (
        r"M \le \frac{\|u\|^2 R^2}{\gamma^2}",
        [r"makes at most $\|u\|^2 R^2 / \gamma^2$ mistakes"],
        lambda q: q.uu * q.R2 / q.gamma**2,
    ),
    "MAX_MARGIN": (
        r"M \le \frac{R^2}{\|p\|^2}, \quad \|p\| = \max_{\|u\| = 1} \min_i \langle u, a_i\rangle",
        [r"makes at most $R^2 / \|p\|^2$ mistakes", r"no vector of length $1$ has a margin larger than $\|p\|$"],
        lambda q: q.R2 / (q.u @ q.u),
    ),
    "MARGIN_PERCEPTRON": (
        r"U \le \frac{\|u\|^2 (R^2 + 2\eta/r)}{\gamma^2}",
        [r"makes at most $\|u\|^2 (R^2 + 2\eta/r)/\gamma^2$ updates"],
        lambda q: q.uu * (q.R2 + 2 * q.eta / q.r) / q.gamma**2,
    ),
    "FREUND_SCHAPIRE": (
        r"M \le \frac{(\|u\| R + D)^2}{\gamma^2}, \quad D^2 = \sum_t d_t^2",
        [r"makes at most $(\|u\| R + D)^2/\gamma^2$ mistakes", SHORTFALL, FALLS_SHORT],
        lambda q: (sqrt(q.uu * q.R2) + sqrt(squares(losses(q.gamma, q.ux)))) ** 2 / q.gamma**2,
    ),
    "FRESH_FEATURES": (
        r"M \le \frac{(R^2 + \Delta^2)(\|u\|^2 + D^2/\Delta^2)}{\gamma^2}",
        [r"makes at most $(R^2 + \Delta^2)(\|u\|^2 + D^2/\Delta^2)/\gamma^2$ mistakes", SHORTFALL, FALLS_SHORT],
        lambda q: (q.R2 + q.delta**2) * (q.uu + squares(losses(q.gamma, q.ux)) / q.delta**2) / q.gamma**2,
    ),
    "HINGE": (
        r"M \le L + B\sqrt{L} + B^2, \quad L = \sum_t d_t/\gamma, \quad B = \|u\| R/\gamma",
        [
            r"makes at most $L + B\sqrt{L} + B^2$ mistakes, with $B = \|u\| R/\gamma$",
            r"$L = (d_1 + \cdots + d_M)/\gamma$",
            FALLS_SHORT,
        ],
        lambda q: (L := sum(losses(q.gamma, q.ux)) / q.gamma) + (B := sqrt(q.uu * q.R2) / q.gamma) * sqrt(L) + B**2,
    ),
    "CONSISTENT": (r"M \le |C| - 1", ["is at most $|C| - 1$"], lambda q: q.C - 1),
    "CONSISTENT_RANDOM": (r"\mathrm{E}[M] \le \ln |C|", [r"is at most $\ln|C|$"], lambda q: log(q.C)),
    "HALVING": (
        r"M \le \lfloor \log_2 |C| \rfloor",
        [r"makes at most $\lfloor \log_2 |C| \rfloor$ mistakes"],
        lambda q: floor(log2(q.C)),
    ),
    "LITTLESTONE": (
        r"M \le \mathrm{Ldim}(C)",
        [r"makes at most $\mathrm{Ldim}(C)$ mistakes"],
        lambda q: mb.littlestone_dimension(q.concepts),
    ),
    "ELIMINATION": (
        r"M \le n - k + b",
        [
            "starts with the $n$ variables, it makes at most $n - k$ mistakes",
            "starts with all $2n$ literals, at most $n - k + 1$",
            r"$M \le n - k + b$, with $b = 0$ in the first case and $b = 1$ in the second",
        ],
        lambda q: q.n - q.k + 1,  # the run starts with all literals
    ),
    "WEIGHTED_MAJORITY": (
        r"M \le \frac{\ln N + m \ln(1/\beta)}{\ln(2/(1 + \beta))}",
        [r"$M \le \dfrac{\ln N + m \ln(1/\beta)}{\ln(2/(1 + \beta))}$"],
        lambda q: (log(q.N) + q.m * log(1 / q.beta)) / log(2 / (1 + q.beta)),
    ),
    "RANDOMIZED_MAJORITY": (
        r"\mathrm{E}[M] \le \frac{m \ln(1/\beta) + \ln N}{1 - \beta}",
        [r"$\mathrm{E}[M] \le \dfrac{m \ln(1/\beta) + \ln N}{1 - \beta}$"],
        lambda q: (q.m[-1] * log(1 / q.beta) + log(q.N)) / (1 - q.beta),
    ),
    "HEDGE": (
        r"F \le L^* + \frac{\ln N}{\eta} + \tfrac18 \eta T",
        [r"at most" + "\n\n" + r"$L^* + \dfrac{\ln N}{\eta} + \dfrac{\eta T}{8}$,"],
        lambda q: q.losses.sum(axis=0).min() + log(q.N) / q.eta + q.eta * q.T / 8,
    ),
    "HEDGE_FIRST_ORDER": (
        r"F \le \frac{\eta L^* + \ln N}{1 - e^{-\eta}}",
        [r"at most" + "\n\n" + r"$\dfrac{\eta L^* + \ln N}{1 - e^{-\eta}}$,"],
        lambda q: (q.eta * q.losses.sum(axis=0).min() + log(q.N)) / (1 - exp(-q.eta)),
    ),
    "AGNOSTIC": (
        r"\mathrm{E}[M] \le \min_h M_h + \sqrt{\tfrac12 T L \ln(e T/L)}",
        [r"$\mathrm{E}[M] \le \min_{h \in C} M_h + \sqrt{\frac12\, T\, L \ln\dfrac{eT}{L}}$"],
        lambda q: q.least + sqrt(q.T * q.L * log(e * q.T / q.L) / 2),
    ),
    "WINNOW1": (
        r"M \le \alpha k c + \frac{n}{\theta}, \quad c = \max(0, \lceil\log_\alpha \theta\rceil)",
        [r"makes at most $\alpha k c + n/\theta$ updates", LEAST_POWER],
        lambda q: q.alpha * q.k * least_power(q.alpha, q.theta) + q.n / q.theta,
    ),
    "WINNOW2": (
        r"M < \frac{\alpha n}{(\alpha - 1) \theta} + (\alpha + 1) k c, "
        r"\quad c = \max(0, \lceil\log_\alpha \theta\rceil)",
        [r"makes fewer than $\frac{\alpha n}{(\alpha - 1) \theta} + (\alpha + 1) k c$ updates", LEAST_POWER],
        lambda q: ceil(winnow2(q)) - 1,  # the largest whole number below
    ),
    "WINNOW": (
        r"M \le \frac{\mathrm{KL}(u\|w_0)}{C(\eta)}",
        [GAIN, r"makes at most $\mathrm{KL}(u\|w_0)/C(\eta)$ updates"],
        lambda q: start(q) / gain(q),
    ),
    "WINNOW_TUNED": (
        r"M \le \frac{\mathrm{KL}(u\|w_0)}{\mathrm{KL}(\sigma\|\beta)} "
        r"\le \frac{2R^2 \mathrm{KL}(u\|w_0)}{(s - \theta)^2}",
        [
            r"at most $\mathrm{KL}(u\|w_0)/\mathrm{KL}(\sigma\|\beta)$ updates, and that is at most "
            r"$2R^2\,\mathrm{KL}(u\|w_0)/(s - \theta)^2$",
            r"$\eta = \frac{1}{2R} \ln \frac{(R + s)(R - \theta)}{(R - s)(R + \theta)}$",
            r"Here $\sigma = (R + s)/2R$, $\beta = (R + \theta)/2R$",
        ],
        lambda q: start(q) / tuned_gain(q),
    ),
    "WINNOW_UNIT": (
        r"M \le \frac{\mathrm{KL}(u\|w_0)}{\eta s - \ln \cosh \eta}",
        [
            r"makes at most $\mathrm{KL}(u\|w_0)/(\eta s - \ln \cosh \eta)$ mistakes",
            r"$\mathrm{KL}(u\|w_0)$ is at most $\ln d$",
        ],
        lambda q: start(q) / (q.eta * q.s - log(cosh(q.eta))),
    ),
    "WINNOW_UNIFORM": (
        r"M \le \frac{2R^2 \ln d}{s^2}",
        [r"makes at most $2R^2 \ln d / s^2$ updates", r"$\eta s - \ln \cosh \eta R$ is at least $s^2/2R^2$"],
        lambda q: 2 * q.R**2 * log(q.d) / q.s**2,
    ),
    "WINNOW_DOUBLED": (
        r"M \le \frac{\mathrm{KL}(u\|w_0)}{C(\eta)}, \quad u = (v^+, v^-) + \frac{1 - \|v\|_1}{2d}",
        [
            GAIN,
            r"makes at most $\mathrm{KL}(u\|w_0)/C(\eta)$ updates",
            r"the positive parts of the entries of $v$, then their negative parts with the sign turned, and "
            r"$(1 - \|v\|_1)/2d$ added to each",
        ],
        lambda q: relative([0.6 + 0.05, 0 + 0.05, 0 + 0.05, 0.2 + 0.05], exp(q.prior)) / gain(q),  # v = (0.6, -0.2)
    ),
    "WINNOW_EXPERT": (
        r"M \le \frac{\mathrm{KL}(u\|w_0)}{\eta R - \ln \cosh \eta R}",
        [r"makes at most $\mathrm{KL}(u\|w_0)/(\eta R - \ln \cosh \eta R)$ updates"],
        lambda q: start(q) / (q.eta * q.R - log(cosh(q.eta * q.R))),
    ),
    "WINNOW_ZHANG": (
        r"M \le \frac{2 W R^2 K}{\delta^2}, \quad K = \sum_j u_j \ln(\frac{u_j W}{w_{0,j} \|u\|_1})",
        [
            r"makes at most $2WR^2K/\delta^2$ updates",
            r"$K = \sum_j u_j \ln(u_j W / (w_{0,j} \|u\|_1))$",
            r"the step $\eta = \delta/(WR^2)$",
        ],
        lambda q: 2 * q.W * q.R**2 * zhang(q) / (q.eta * q.W * q.R**2) ** 2,
    ),
    "WINNOW_UNNORMALISED": (
        "M = M'",
        ["makes the same prediction as Winnow", "it makes the predictions, and so the mistakes, that Winnow makes"],
        lambda q: q.other_count,
    ),
    "COMMITTEE_PERCEPTRON": (
        r"M \le \frac{k d}{m^2}",
        ["makes at most $kd/m^2$ updates", "$m = 1$ if $k$ is odd, and $m = 2$ if $k$ is even"],
        lambda q: q.k * q.d / (1 if q.k % 2 else 2) ** 2,
    ),
    "COMMITTEE_WINNOW": (
        r"M \le \frac{2 k^2 \ln(d/k)}{m^2}",
        [r"makes at most $2k^2 \ln(d/k) / m^2$ updates", "$m = 1$ if $k$ is odd, and $m = 2$ if $k$ is even"],
        lambda q: 2 * q.k**2 * log(q.d / q.k) / (1 if q.k % 2 else 2) ** 2,
    ),
    "BREGMAN": (
        r"M \le \frac{D(u\|w_0)}{\eta\gamma - \eta^2 R^2/(2\sigma)}",
        [
            r"the gain $g = \eta\gamma - \eta^2 R^2 / (2\sigma)$ is positive, then it makes at most $D(u\|w_0)/g$ ",
            r"$D(u\|w) = \Phi(u) + \Phi^*(\theta) - \langle u, \theta\rangle$",
        ],
        lambda q: relative(q.u, [1 / 3] * 3) / (q.eta * q.gamma - q.eta**2 * q.R2 / (2 * 1)),  # the entropy
    ),
    "PNORM": (
        r"M \le \frac{(p - 1) \|u\|_q^2 R^2}{\gamma^2}",
        [r"makes at most $(p - 1) \|u\|_q^2 R^2 / \gamma^2$ mistakes", "$1/p + 1/q = 1$"],
        lambda q: (3 - 1) * 2 * half_square(q.u, 1.5) * q.R2 / q.own_gamma**2,  # p = 3
    ),
    "BREGMAN_HINGE": (
        r"M \le \frac{D(u\|w_0) + \eta\gamma L}{\eta\gamma - \eta^2 R^2/(2\sigma)}, \quad L = \sum_t d_t/\gamma",
        [
            r"if $g = \eta\gamma - \eta^2 R^2 / (2\sigma)$ is positive",
            r"makes at most $(D(u\|w_0) + \eta\gamma L)/g$ mistakes",
            r"$L = (d_1 + \cdots + d_M)/\gamma$",
            r"makes at most $L + B\sqrt{L} + B^2$ mistakes, with $B = \|u\| R/(\gamma\sqrt\sigma)$",
            FALLS_SHORT,
        ],
        # for c times u and γ, and for the half square of the 3-norm: σ = 1/2
        lambda q: (
            (half_square(q.c * q.u, 1.5) + q.eta * q.c * sum(losses(q.own_gamma, q.own_ux)))
            / (q.eta * q.c * q.own_gamma - q.eta**2 * q.R2 / (2 * 0.5))
        ),
    ),
    "SPARSE_SVM": (
        r"M \le 2R^2 \ln d\, \|v\|_1^2, "
        r"\quad \frac{1}{\|v\|_1} = \gamma_1 = \max_w \min_i \langle a_i, w\rangle",
        [r"makes at most $2R^2 \ln d\, \|v\|_1^2$ updates", r"has the margin $\gamma_1 = 1/\|v\|_1$"],
        lambda q: 2 * q.R**2 * log(q.d) * sum(q.v) ** 2,
    ),
    "ENTROPIC_SVM": (
        r"M \le 2R^2 \|v\|_1 (\sum_i \alpha_i - \|v\|_1 \ln(\frac{\|v\|_1}{\|\pi\|_1}))",
        [
            r"makes at most $2R^2 \|v\|_1 (A - B \|v\|_1)$ updates, where $A = \sum_i \alpha_i$ and "
            r"$B = \ln(\|v\|_1/\|\pi\|_1)$"
        ],
        lambda q: 2 * q.R**2 * sum(q.v) * (sum(q.alpha) - sum(q.v) * log(sum(q.v) / 6)),  # the prior is (1, 2, 3)
    ),
    "MULTIPLICATIVE_WEIGHTS": (
        r"T \le \frac{2R^2 \ln d}{\mathrm{gap}^2}, "
        r"\quad \mathrm{gap} = \max_j (\sum_i \bar q_i a_i)_j - \min_i \langle a_i, \bar w\rangle",
        [
            r"are at most $R\sqrt{2 \ln d/T}$ apart: if their gap is positive, then $T \le 2R^2 \ln d/\mathrm{gap}^2$",
            r"$\eta = \sqrt{2 \ln d/T}/R$",
        ],
        lambda q: 2 * q.R**2 * log(q.d) / (max(sum(q.a)) / q.T - min(q.scores)) ** 2,
    ),
    "ADABOOST": (
        r"T \le \frac{\ln n}{g}, \quad g = -\tfrac12 \ln(1 - \frac{\gamma^2}{R^2}) \ge \frac{\gamma^2}{2R^2}",
        [
            r"then $T \le \ln n/g$, where $g = -\frac{1}{2} \ln(1 - \gamma^2/R^2) \ge \frac{\gamma^2}{2R^2}$",
            r"$\eta_t = \frac{1}{2R} \ln \frac{R + r_t}{R - r_t}$",
        ],
        lambda q: log(q.d) / (-log(1 - q.gamma**2 / q.R**2) / 2),
    ),
    "RANDOM_PREFIX": (
        r"\mathrm{E}[\mathrm{err}(h_\rho)] = \mathrm{E}[M] / T",
        [r"Then $\mathrm{E}[\mathrm{err}(h_\rho)] = \mathrm{E}[M]/T$"],
        lambda q: q.expected / q.T,
    ),
    "VOTE": (
        r"\mathrm{E}[\mathrm{err}(\text{vote})] \le 2\, \mathrm{E}[M] / T",
        [r"is at most $2\,\mathrm{E}[M]/T$, twice the expected number of mistakes per round"],
        lambda q: 2 * q.expected / q.T,
    ),
    "HIGH_PROBABILITY": (
        r"\Pr\Big[\frac{1}{T} \sum_{t=1}^T \mathrm{err}(h_{t-1}) > \frac{M}{T} + a\Big] \le \delta, "
        r"\quad a = \sqrt{\ln(1/\delta)/(2T)}",
        [r"With a probability of at least $1 - \delta$", r"is at most $M/T + \sqrt{\ln(1/\delta)/(2T)}$"],
        lambda q: exp(-2 * q.T * q.a**2),
    ),
    "LONGEST_SURVIVOR": (
        r"\Pr[\mathrm{err}(h) > \epsilon] \le \delta, \quad s = \lceil \ln((M + 1)/\delta) / \epsilon \rceil",
        [
            r"let $s = \lceil \ln((M + 1)/\delta) / \epsilon \rceil$",
            "takes at most $(M + 1) s$ draws",
            r"with a probability of at least $1 - \delta$",
            r"is at most $\epsilon$",
            "makes at most $M$ mistakes on every sequence of these examples",
        ],
        lambda q: q.delta if q.s == ceil(log((q.bound + 1) / q.delta) / q.epsilon) else None,
    ),
    "MARGIN_FRACTION": (
        r"\frac{\min_i y_i \langle w, x_i\rangle}{\|w\|} \ge \frac{\eta\gamma}{(r R^2 + 2\eta) \|u\|}",
        [
            r"$\min_i y_i \langle w, x_i\rangle / \|w\|$ is at least $\eta/(r R^2 + 2\eta)$ times $\gamma/\|u\|$",
        ],
        lambda q: q.uu * (q.R2 + 2 * q.eta / q.r) / q.gamma**2,  # the updates; the part is worked out for its line
    ),
}

# theorem, what its statement says of a special case, and that case: what the bound is, and what was said
SPECIAL = [
    ("NOVIKOFF", r"length $1$ the bound is $R^2 / \gamma^2$", Q(uu=1, R2=5, gamma=3), 5 / 3**2),
    (
        "HEDGE",
        r"For $N \ge 2$ and $\eta = \sqrt{8 \ln N/T}$ this is $L^* + \sqrt{\frac12 T \ln N}$",
        Q(N=5, T=7, eta=sqrt(8 * log(5) / 7), best=[2]),
        2 + sqrt(7 * log(5) / 2),
    ),
    (
        "FRESH_FEATURES",
        r"is smallest for $\Delta^2 = R D/\|u\|$, where it is $(\|u\| R + D)^2/\gamma^2$",
        Q(uu=4, R2=9, delta2=3 * 5 / 2, lift=5**2 / (3 * 5 / 2), gamma=7),
        (2 * 3 + 5) ** 2 / 7**2,
    ),
    (
        "WINNOW1",  # for n above a power of 2, by nothing to speak of
        r"With $\alpha = 2$ and $\theta = n/2 \ge 1$ it makes at most $2k \log_2 n + 2$ mistakes",
        Q(alpha=2, theta=2**40 / 2, n=2**40, k=3, c=40, g=1),
        2 * 3 * log2(2**40) + 2,
    ),
    (
        "WINNOW2",
        r"With $\alpha = 2$ and $\theta = n$ it makes at most $3k \lceil\log_2 n\rceil + 1$ mistakes",
        Q(alpha=2, theta=13, n=13, k=3, c=4, g=0.5),
        3 * 3 * ceil(log2(13)) + 1,
    ),
]

# theorem, and what its statement says of steps that gain at least s²/2R², for a margin s and a range R
STEPS = [
    (
        "WINNOW_UNIFORM",
        r"The step $\eta = s/R^2$ gains that much, and so does, for $s < R$, the best step, "
        r"$\eta = \frac{1}{2R} \ln \frac{R + s}{R - s}$",
    ),
    (
        "COMMITTEE_WINNOW",
        r"The step $\eta = m/k$ gains that much, and so does, for $k \ge 3$, the best step for the margin $m/k$, "
        r"$\eta = \frac12 \ln\frac{k + m}{k - m}$",
    ),
    (
        "SPARSE_SVM",
        r"Such steps are $\eta = \gamma_1/R^2$ and, if $\gamma_1 < R$, "
        r"$\eta = \frac{1}{2R} \ln \frac{R + \gamma_1}{R - \gamma_1}$",
    ),
    ("ENTROPIC_SVM", r"$\eta s - \ln \cosh \eta R \ge s^2/(2R^2)$"),
    ("ENTROPIC_SVM", r"Such a step is $\eta = s/R^2$"),
]


def test_every_theorem_has_a_row():
    assert PRINTED.keys() == {value.name for value in vars(mb).values() if isinstance(value, Theorem)}


def complaints(theorem, q):
    """Where a theorem prints something else than its row, or computes something else than it prints."""
    formula, said, worked_out = PRINTED[theorem.name]
    if theorem.formula != formula:
        yield "formula"
    yield from (f"statement: {piece}" for piece in said if piece not in theorem.statement)
    if float(theorem.bound(q)) != pytest.approx(float(worked_out(q)), rel=1e-9):
        yield "bound"


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_is_what_is_computed(name):
    cert, _ = SIDES[name](getattr(mb, name))
    assert list(complaints(cert.theorem, cert.q)) == []


@pytest.mark.parametrize(("name", "said", "q", "value"), SPECIAL)
def test_what_is_said_of_a_special_case(name, said, q, value):
    assert said in getattr(mb, name).statement
    assert getattr(mb, name).bound(q) == pytest.approx(value)


@pytest.mark.parametrize(("name", "said"), STEPS)
def test_the_steps_that_are_named_gain_enough(name, said):
    assert said in getattr(mb, name).statement
    R, s = 2, 0.7
    for eta in (s / R**2, log((R + s) / (R - s)) / (2 * R)):
        assert eta * s - log(cosh(eta * R)) >= s**2 / (2 * R**2)


@pytest.mark.parametrize(
    ("spoilt", "where"),
    [
        ({"statement": mb.NOVIKOFF.statement.replace(r"\gamma^2", r"\gamma")}, "statement"),
        ({"statement": mb.NOVIKOFF.statement.replace("makes at most", "makes at least")}, "statement"),
        ({"formula": mb.NOVIKOFF.formula.replace(r"\gamma^2", r"\gamma")}, "formula"),
        ({"formula": mb.NOVIKOFF.formula.replace(r"\le", r"\ge")}, "formula"),
        ({"bound": lambda q: q.uu * q.R2 / q.gamma}, "bound"),
    ],
)
def test_what_is_spoilt_is_named(spoilt, where):
    q = Q(uu=2, R2=5, gamma=3)
    assert list(complaints(mb.NOVIKOFF, q)) == []
    assert [complaint.split(":")[0] for complaint in complaints(replace(mb.NOVIKOFF, **spoilt), q)] == [where]
