"""Winnow at the sparse and the entropic SVM, and games in rounds: worked cases, and answers that are not the best.

Legend: X examples (n, d), y labels, v solution, alpha multipliers, R range, T rounds.
"""

import math

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import ADABOOST, ENTROPIC_SVM, MULTIPLICATIVE_WEIGHTS, SPARSE_SVM
from mistakebound.errors import MistakeBoundError
from tests.theorems.checking import failing


def winnow(X, y, margin):
    return mb.play(mb.Winnow(mb.tuned_step(margin, np.abs(X).max())), X, y, passes=20)


def sparse(X, y, **changed):
    svm = mb.sparse_svm(X, y, signed=False)
    return SPARSE_SVM.check(winnow(X, y, svm.margin), **({"v": svm.v, "alpha": svm.alpha} | changed))


def mixture(X, y):
    w = mb.l1_margin(X, y).w
    return np.concatenate([np.maximum(w, 0), np.maximum(-w, 0)]) / np.abs(w).sum()


# --- cases -------------------------------------------------------------------------------------------------------

A1 = np.array([[1.0, 1, -1], [1, -1, 1], [-1, 1, 1]])
ONE = np.ones(3)


def test_the_committee_of_three_by_hand():
    cert = sparse(A1, ONE)
    assert cert.require().bound == pytest.approx(2 * math.log(3) * 9)
    assert cert.q.v == pytest.approx([1, 1, 1]) and cert.q.alpha == pytest.approx([1, 1, 1])
    assert cert["loudest-feature"].rhs.tolist() == [1]


def test_the_threshold_solver():
    """8.4(i): Winnow with the threshold gamma - epsilon ends with a margin above it, after 2 R^2 ln(d) / epsilon^2."""
    rng = np.random.default_rng(1)
    u, X = rng.dirichlet(np.ones(6)), rng.normal(size=(25, 6))
    y = np.where(X @ u > 0, 1, -1)
    X += 0.5 * np.outer(y, np.sign(u))
    R, best = np.abs(X).max(), mb.l1_margin(X, y, signed=False)
    for share in (0.8, 0.3):
        epsilon = share * best.value
        threshold = best.value - epsilon
        learner = mb.Winnow(mb.tuned_step(best.value, R, threshold), threshold=threshold)
        trace = mb.play(learner, X, y, passes=None, max_passes=100_000)
        cert = mb.WINNOW_TUNED.check(trace, u=best.w).require()
        assert trace.n_updates <= cert.bound <= 2 * R**2 * math.log(6) / epsilon**2
        assert (y * (X @ trace.weights[-1])).min() > threshold


def test_a_solution_between_vertices_is_no_vertex():
    X = np.hstack([A1, A1])
    svm = mb.sparse_svm(X, ONE, signed=False)
    half = np.tile([0.5, 0.5, 0.5], 2)
    cert = SPARSE_SVM.check(winnow(X, ONE, svm.margin), v=half, alpha=svm.alpha)
    assert failing(cert) == ["vertex"]
    assert cert["few-features"].comparison == "6 ≤ 3" and not cert["few-features"].holds
    assert cert["few-examples"].comparison == "6 ≤ 3" and not cert["few-examples"].holds


@pytest.mark.parametrize("k", [1e-9, 1, 1e5, 1e6, 1e8])
@pytest.mark.parametrize("seed", range(4))
def test_the_entropic_svm_is_accepted_at_every_scale(seed, k):
    """Scores of 1 are rounded as their terms are: to make up for that, a solution need not leave its form."""
    rng = np.random.default_rng(seed)
    X, u = rng.normal(size=(14, 5)), rng.dirichlet(np.ones(5))
    X, prior = k * X[abs(X @ u) > 0.1], None if seed % 2 else rng.uniform(0.1, 2, 5)
    svm = mb.entropic_svm(X, y := np.where(X @ u > 0, 1, -1), prior)
    run = mb.play(mb.Winnow(1 / svm.v.sum() / abs(X).max() ** 2, prior=prior), X, y, passes=3)
    given = {} if prior is None else {"prior": prior}
    ENTROPIC_SVM.check(run, v=svm.v, alpha=svm.alpha, **given).require()


@pytest.mark.parametrize(
    ("theorem", "arguments", "match"),
    [
        (SPARSE_SVM, {"v": np.zeros(3), "alpha": ONE}, "v is the zero vector"),
        (SPARSE_SVM, {"v": -ONE, "alpha": ONE}, "v sums to -3"),
        (SPARSE_SVM, {"v": ONE, "alpha": 0 * ONE}, "alpha sums to 0"),
        (ENTROPIC_SVM, {"v": ONE, "alpha": np.zeros(2)}, r"alpha has shape \(2,\)"),
        (ADABOOST, {"u": ONE}, r"u has shape \(3,\)"),
    ],
)
def test_bad_input(theorem, arguments, match):
    run = mb.adaboost(A1, ONE, 5) if theorem is ADABOOST else winnow(A1, ONE, 1 / 3)
    with pytest.raises(MistakeBoundError, match=match):
        theorem.check(run, **arguments)


def test_a_tied_vote_is_an_error():
    run = mb.adaboost([[1.0, 0], [0, 1]], [1, 1], rounds=1)  # on the second example nobody has an opinion
    cert = ADABOOST.check(run, u=[0.5, 0.5, 0, 0]).require()
    assert cert["training-error"].lhs.tolist() == [0.5]


def test_the_range_that_is_claimed_is_the_one_that_counts():
    run, u = mb.adaboost(A1, ONE, rounds=2), np.array([1, 1, 1, 0, 0, 0]) / 3
    cert = ADABOOST.check(run, u=u, R=2)
    assert failing(cert) == ["tuned-to-edge"]
    assert cert.bound == pytest.approx(math.log(3) / (-math.log(1 - 1 / 36) / 2))
    game = mb.multiplicative_weights(A1, ONE, rounds=20, signed=False)
    assert failing(MULTIPLICATIVE_WEIGHTS.check(game, R=0.5)) == ["range", "tuned"]
    with pytest.raises(MistakeBoundError, match="R is 0"):
        ADABOOST.check(run, u=u, R=0)


def test_any_answer_with_an_edge_will_do():
    """The chapter's repair: whoever answers, if the edge is at least the margin, no line but the best answer falls."""
    rng, runs = np.random.default_rng(0), 0
    while runs < 40:
        signs = rng.choice([-1.0, 1.0], size=(12, 8))
        value = mb.l1_margin(signs, np.ones(12)).value
        if not 0.05 < value < 0.95:
            continue
        H, log_q, rows, steps, F = np.vstack([signs.T, -signs.T]), [np.full(12, -math.log(12))], [], [], 0
        for _ in range(rng.integers(1, 15)):
            edges = H @ np.exp(log_q[-1])
            rows.append(rng.choice(np.flatnonzero((edges >= value - 1e-9) & (edges < 1 - 1e-9))))
            steps.append(math.atanh(edges[rows[-1]]))
            F = F - steps[-1] * H[rows[-1]]
            log_q.append(log_q[-1] - steps[-1] * H[rows[-1]])
            log_q[-1] = log_q[-1] - np.logaddexp.reduce(log_q[-1])
        if F.max() < 0:
            continue
        nothing = np.zeros(len(rows))
        run = mb.margins.GameRun(-H, np.array(rows), np.array(steps), nothing, nothing, nothing, np.array(log_q))
        cert = ADABOOST.check(run, u=mixture(signs, np.ones(12)))
        assert set(failing(cert)) <= {"best-answer"} and all(line.holds for line in cert.lines.values())
        runs += 1


def test_boosting_all_sequences_meets_the_bound_on_errors_up_to_a_root():
    for T in (2, 4, 6):
        symbols = np.array(np.meshgrid(*[[1, 1, -1]] * T)).reshape(T, -1).T
        run = mb.adaboost(symbols, np.ones(3**T), rounds=T)
        assert run.n_rounds == T and run.payments == pytest.approx(-1 / 3)
        wrong = (run.steps @ run.A[run.rows] > -1e-9).mean()
        assert (8 / 9) ** (T / 2) / math.sqrt(2 * T) <= wrong + 1e-12 <= (8 / 9) ** (T / 2)
