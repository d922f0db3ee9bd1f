"""Lies that were once believed (`make lies` found them), one by one: each is now refused, or true."""

from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest

import mistakebound as mb
from mistakebound import potentials
from mistakebound.course import run_data
from mistakebound.entropy import coins, gain
from tests.learning import Own
from tools.lies.falsify import breaking
from tools.lies.search import Says


class Idle(mb.Winnow):
    """A learner that never learns, with a learning rate so small that this looks like rounding."""

    def update(self, state, x, y):
        return self.start(len(x))


@pytest.mark.parametrize(("eta", "verdict"), [(6e-10, "holds"), (1e-13, "undecided at this precision")])
def test_what_rounding_hides_at_one_update_shows_after_many(eta, verdict):
    u = [0.5 + 1e-6, 0.5 - 1e-6]
    run = mb.play(Idle(eta), 50 * [[1, -1]], 50 * [1])
    assert run.n_updates == 50 and not mb.WINNOW.check(run, u=u)["update-rule"].holds
    honest = mb.play(mb.Winnow(eta), 50 * [[1, -1]], 50 * [1])
    assert mb.WINNOW.check(honest, u=[1, 0]).verdict[0] == verdict  # with the smaller step, it learns from near ties


@pytest.mark.parametrize("eta", [1.0, 1e9, 1e15])
def test_a_bold_step(eta):
    H = mb.streams.hadamard(8)
    cert = mb.WINNOW_EXPERT.check(mb.play(mb.Winnow(eta), H.X, H.y), u=np.eye(8)[1]).require()
    assert cert.bound == pytest.approx(np.log(8) / (np.log(2) - np.log1p(np.exp(-2 * eta))))
    assert mb.WINNOW.check(cert.trace, u=np.eye(8)[1]).require().bound == pytest.approx(cert.bound)


def test_a_gain_and_an_entropy_that_would_cancel():
    for apart in (1e-3, 1e-6, 1e-9):  # 2 delta^2 and its like, where s and theta are nearly the same
        s, theta = 0.5 + apart, 0.5
        apart = s - theta  # as floats have it
        assert coins(s, 1, theta) == pytest.approx(apart**2 / (2 * (1 - theta**2)), rel=10 * apart + 1e-12)
        assert gain(mb.tuned_step(s, 1, theta), s, 1, theta) == pytest.approx(coins(s, 1, theta), rel=1e-6)


class Steep(potentials.Euclidean):
    """A potential that declares ten times its convexity."""

    sigma = 10


def test_a_potential_that_is_less_convex_than_it_says():
    run = mb.play(mb.QuasiAdditive(Steep()), np.eye(8), 8 * [1])
    cert = mb.BREGMAN.check(run, u=np.ones(8))
    assert not cert["strongly-convex"].holds and run.n_mistakes > cert.bound
    with pytest.raises(mb.DoesNotApply, match=r"strongly-convex.*given that .*the declared convexity"):
        cert.require()


def test_what_no_run_shows_is_said():
    C = mb.concepts.singletons(4)
    cert = mb.CONSISTENT_RANDOM.check(mb.play(mb.Consistent(C), C.points, [-1, -1, -1, 1]), concepts=C).require()
    assert "given that the learner draws a concept afresh" in repr(cert)


def test_the_margin_perceptron_needs_a_threshold():
    run = mb.play(mb.MarginPerceptron(F(0), strict=False), [[1, 0]], [1], passes=None)
    assert not mb.MARGIN_FRACTION.check(run, u=[1, 0])["positive-threshold"].holds


# --- learners that say otherwise than they learn ---------------------------------------------------------------------


class First:
    """A learner that learns only from examples with a positive first feature, and inherits that it is conservative."""

    def wants_update(self, state, X, y):
        return super().wants_update(state, X, y) & (X[:, 0] > 0)


class Mine:
    """`Told` of the page *Your own learner*."""

    start, update, wants_update = Own.start, Own.update, mb.Learner.wants_update

    def predict(self, w, X):
        return np.sign(X @ w).astype(int)

    def weights(self, w):
        return w


LATE = [[1, 0]] + 50 * [[-1, 3]], 51 * [1]
SINGLES = mb.concepts.singletons(3)
BELIEVED = {  # theorem, learner, examples and labels, parameters
    "NOVIKOFF": (mb.Perceptron(), *LATE, {"u": [1, 1]}),
    "NOVIKOFF_COSINE": (mb.Perceptron(), *LATE, {"u": [1, 1]}),
    "FREUND_SCHAPIRE": (mb.Perceptron(), *LATE, {"u": [1, 1], "gamma": 1}),
    "HINGE": (mb.Perceptron(), *LATE, {"u": [1, 1], "gamma": 1}),
    "FRESH_FEATURES": (mb.Perceptron(), *LATE, {"u": [1, 1], "gamma": 1}),
    "KERNEL": (mb.KernelPerceptron(mb.kernels.Linear()), *LATE, {"alpha": [4, 1] + 49 * [0]}),
    "HALVING": (mb.Halving(SINGLES, updates="mistakes"), SINGLES.points[[0] * 50], 50 * [1], {"concepts": SINGLES}),
    "WEIGHTED_MAJORITY": (mb.WeightedMajority(SINGLES, 0.5), SINGLES.points[[0] * 50], 50 * [1],
                          {"concepts": SINGLES, "beta": 0.5}),
    "ELIMINATION": (mb.Elimination(3), np.array([[1, 1, 0]] + 50 * [[0, 1, 0]]), 51 * [1],
                    {"target": mb.Formula(3, [2])}),
    "Told": (Mine(), *LATE, {"u": [1, 1]}),
}  # fmt: skip


@pytest.mark.parametrize("rule", [First, Says], ids=["lazy", "opposite"])
@pytest.mark.parametrize("name", BELIEVED)
def test_a_learner_that_is_wrong_more_often_than_it_learns(name, rule):
    learner, X, y, given = BELIEVED[name]
    run = mb.play(breaking(rule, learner), np.array(X), y)
    said = [t for t in range(run.n_rounds) if run[t].mistake]
    assert run.n_mistakes == len(said) > 10
    cert = (mb.NOVIKOFF if name == "Told" else getattr(mb, name)).check(run, **given)
    assert not cert.applies and cert.verdict[0] == "does not apply"
    honest = (mb.NOVIKOFF if name == "Told" else getattr(mb, name)).check(mb.play(learner, np.array(X), y), **given)
    assert honest.require().counted < 10


class Large(Mine):
    """A learner that is right about large batches, but always says +1 about one example alone."""

    def predict(self, w, X):
        return np.where((X @ [1, 1] > 0) | (X.shape[0] <= self.least), 1, -1)

    def wants_update(self, w, X, y):
        return np.full(len(y), not w.any())  # it learns once

    least = 1


def renamed(module):
    """The same class under another's name."""
    return type("Perceptron", (Large,), {"__module__": module, "least": 20})


@pytest.mark.parametrize(
    "kind",
    [Large, *map(renamed, ("numpy", "fractions", "mistakebound.learners.perceptron"))],
    ids=lambda k: k.__module__,
)
def test_each_round_of_a_foreign_learner_is_asked_alone(kind):
    X = np.random.default_rng(0).normal([0, 1], size=(1000, 2))
    X[:300] = 1  # what it says of these is right, alone and in a batch
    y = np.where(X @ [1, 1] > 0, 1, -1)
    run = mb.play(kind(), X, y)
    assert run.mistakes.tolist() == np.flatnonzero(y < 0).tolist() and run.n_mistakes > 100
    assert not mb.NOVIKOFF.check(run, u=[1, 1], gamma=min(y * (X @ [1, 1]))).applies


# --- what floats cannot tell -----------------------------------------------------------------------------------------


def test_a_bold_step_makes_much_of_a_little():
    H, u = mb.streams.hadamard(8), np.eye(8)[1]
    run = mb.play(mb.Winnow(1e9), H.X, H.y)
    bound = mb.WINNOW.check(run, u=u).require().bound
    for lie in ({"u": u * (1 - 5e-10)}, {"u": u, "radius": 1 - 5e-10}):
        assert mb.WINNOW.check(run, **lie).require().bound >= bound
    several = mb.play(mb.Winnow(1e16), H.X[:, [1, 1, 1]], H.y)
    assert mb.WINNOW.check(several, u=[0.7, 0.2, 0.1]).undecided


def test_a_thin_margin_is_measured_by_the_rounding_of_scores():
    X, u = [[1, -1 + 1e-9], [3, -3 + 1e-9]], [1 / 3, 1 / 3]
    cert = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), X, [1, 1], passes=3), u=u)
    assert cert.require().applies
    cert = mb.NOVIKOFF.check(mb.play(mb.Perceptron(), [[0.1, 0.3]], [1]), u=[3.0, -1.0])
    with pytest.raises(mb.Undecided, match=r"positive-margin.*mb.exactly"):
        cert.require()
    assert cert.undecided and not cert.applies
    for said in (cert._repr_html_(), run_data(cert.trace, cert)["verdict"]):
        assert "undecided at this precision (positive-margin)" in said
    assert "<td>undecided</td></tr>" in cert._repr_html_()


def test_long_runs_with_bold_steps_follow_their_rule():
    """Logarithms of weights are differences of long sums, and are rounded as these are."""
    rng = np.random.default_rng(0)
    run = mb.Hedge(100).run(rng.random((400, 5)))
    assert mb.HEDGE.check(run).require().applies and mb.HEDGE_FIRST_ORDER.check(run).require().applies
    X, y = np.hstack([rng.random((400, 3)), np.ones((400, 1))]), rng.choice([-1, 1, 1], 400)
    assert mb.WINNOW.check(mb.play(mb.Winnow(100), X, y, passes=3), u=[1, 0, 0, 0])["update-rule"].holds


@pytest.mark.parametrize("eta", [1e-8, 1e-12])
def test_a_tiny_learning_rate_of_hedge(eta):
    run = mb.Hedge(eta).run(np.random.default_rng(0).random((40, 3)))
    assert mb.HEDGE_FIRST_ORDER.check(run).require().applies


# --- a tolerance that no bound paid for, and what is too small for floats --------------------------------------------


@pytest.mark.parametrize(("eta", "answer"), [(2, 1), (2 * (1 + 4e-16), 1), (2 * (1 + 9e-10), -1)])
def test_a_learning_rate_that_is_slightly_too_large_for_zhangs_form(eta, answer):
    cert = mb.WINNOW_ZHANG.check(mb.play(mb.Winnow(eta), [[0.5, -0.5]], [1]), u=[1, 0])
    assert cert["small-learning-rate"].answer == answer and cert["simple-gain"].holds == (answer == 1)


def test_the_bound_pays_where_rounding_hides_whether_a_learning_rate_is_too_large():
    X = [[1, -1 + 1e-9], [-1, 1 - 1e-9]]  # the margin is 5e-10, to about 1e-16
    run = mb.play(mb.Winnow(5e-10 * (1 + 1e-6), prior=[1, 3]), X, [1, -1])
    cert = mb.WINNOW_ZHANG.check(run, u=[0.5, 0.5]).require()
    assert cert["small-learning-rate"].doubt > 1 and cert.bound >= cert["sharp-bound"].rhs[0]


@pytest.mark.parametrize(
    ("theorem", "learner", "X", "y", "given"),
    [
        ("BREGMAN_HINGE", mb.PNorm(3), [[0, 1e100]], -1, {"u": [0, 1], "gamma": 0.125}),
        ("PNORM", mb.PNorm(3), [[1e-170, 0]], 1, {"u": [1, 0]}),
        ("KERNEL", mb.KernelPerceptron(mb.kernels.Linear()), [[1e-170, 0]], 1, {"alpha": [1]}),
        ("SPAN", mb.Perceptron(), [[1e-170, 0]], 1, {}),
    ],
)
def test_products_and_squares_that_no_float_holds(theorem, learner, X, y, given):
    run = mb.play(learner, X, [y], passes=2)
    with pytest.raises(mb.MistakeBoundError, match=f"{theorem} leaves the range of floats on this run: rescale"):
        getattr(mb, theorem).check(run, **given).require()


def test_a_game_and_a_learning_rate_whose_squares_vanish():
    assert mb.ADABOOST.check(mb.adaboost(VOTES * 1e-170, [1] * 3, 2), u=[1 / 3] * 3 + [0] * 3).require().applies
    run = mb.play(mb.Winnow(0.3), [[1e-120, -1e-120], [1e-120, 5e-121]], [1, -1])
    assert mb.WINNOW_ZHANG.check(run, u=[1, 0], gamma=None).verdict[0] != "broken"


@pytest.mark.parametrize("k", [1e-113, 1e-76, 1e128])
def test_a_share_of_the_margin_whose_factors_no_float_multiplies(k):
    cert = mb.MARGIN_FRACTION.check(mb.play(mb.MarginPerceptron(k * k), [[k, 0]], [1], passes=None), u=[1, 0])
    assert cert.require().counted == 1 and cert.bound == pytest.approx(3)


# --- records made by hand --------------------------------------------------------------------------------------------

POINTS, SIGNS = np.array([[1.0, 2.0], [2.0, -1.0], [-1.0, 3.0]]), np.array([1, 1, -1])
RECORD = mb.play(mb.Perceptron(), POINTS, SIGNS, passes=2)
EVERY = mb.every_run(mb.Perceptron(), POINTS, SIGNS, rounds=2)
PLAYED = mb.multiplicative_weights(POINTS, SIGNS, 5)
LOST = mb.Hedge(1).run(np.eye(3))


class Lying(F):
    """A number that is at most anything."""

    def __le__(self, other):
        return True


class Two(mb.Winnow):
    """Its weights are not those whose logarithms it shows."""

    def weights(self, state):
        return super().weights(state)[::-1] * [1, 1 + 1e-9]


@pytest.mark.parametrize(
    ("theorem", "record", "given", "match"),
    [
        ("NOVIKOFF", lambda: replace(RECORD, y=2 * SIGNS), {"u": [1, 1]}, "label 2"),
        ("NOVIKOFF", lambda: replace(RECORD, y=SIGNS[:2]), {"u": [1, 1]}, "3 examples but y has 2"),
        ("NOVIKOFF", lambda: replace(RECORD, X=POINTS.astype(np.uint8)), {"u": [1, 1]}, "dtype uint8"),
        ("NOVIKOFF", lambda: replace(RECORD, X=POINTS.tolist()), {"u": [1, 1]}, "use play"),
        ("NOVIKOFF", lambda: replace(RECORD, n_rounds=7), {"u": [1, 1]}, "n_rounds is 7"),
        ("NOVIKOFF", lambda: replace(RECORD, mistakes=np.array([5, 6])), {"u": [1, 1]}, "from 0 to 5"),
        ("NOVIKOFF", lambda: replace(RECORD, mistakes=np.array([0.0])), {"u": [1, 1]}, "different rounds"),
        ("NOVIKOFF", lambda: replace(RECORD, recorded_states=RECORD.states[1:]), {"u": [1, 1]}, "a tuple of 5"),
        ("NOVIKOFF", lambda: RECORD, {"u": np.array([Lying(1), 1])}, r"u\[0\] is"),
        ("NOVIKOFF", lambda: RECORD, {"u": [1, 1], "gamma": Lying(1)}, "gamma is"),
        ("VOTE", lambda: replace(EVERY, chances=2 * EVERY.chances), {}, "sum of chances is 2"),
        ("VOTE", lambda: replace(EVERY, y=-EVERY.y), {}, "other examples"),
        ("VOTE", lambda: replace(EVERY, learner=mb.Perceptron()), {}, "of another learner"),
        ("HEDGE", lambda: replace(LOST, losses=np.eye(3, 2)), {}, "losses has shape"),
        ("HEDGE", lambda: replace(LOST, steps=np.array(["a", "b", "c"])), {}, "steps has dtype"),
        ("MULTIPLICATIVE_WEIGHTS", lambda: replace(PLAYED, rows=PLAYED.rows + 9), {}, "numbers of rows of A"),
        ("MULTIPLICATIVE_WEIGHTS", lambda: replace(PLAYED, A=PLAYED.A[:, :1]), {}, "A has shape"),
        ("WINNOW", lambda: mb.play(Two(0.3), [[1, 0]], [1]), {"u": [1, 0]}, "not the logarithms of its weights"),
    ],
)  # fmt: skip
def test_a_record_is_looked_at_before_it_is_measured(theorem, record, given, match):
    with pytest.raises(mb.MistakeBoundError, match=match):
        getattr(mb, theorem).check(record(), **given)


def table(kind):
    return lambda X, Z: kind((X @ Z.T) ** 2)


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.float32, np.ndarray.tolist], ids=lambda kind: kind.__name__)
def test_a_kernel_of_another_dtype_does_not_wrap(kind):
    X, y = np.array([[11, 2], [3, 10]]), [1, -1]
    cert = mb.KERNEL.check(mb.play(mb.KernelPerceptron(table(kind)), X, y, passes=9), alpha=[1, -1])
    K = [[int(v) for v in row] for row in np.asarray(table(kind)(X, X)).tolist()]
    assert cert.q.uu == K[0][0] - K[0][1] - K[1][0] + K[1][1]


@pytest.mark.parametrize(
    ("kind", "match"), [(lambda K: K > 0, "dtype bool.*astype"), (lambda K: K[0], r"must have shape \(1, 1\)")]
)
def test_a_kernel_that_gives_no_table_of_numbers(kind, match):
    with pytest.raises(mb.MistakeBoundError, match=match):
        mb.play(mb.KernelPerceptron(table(kind)), [[11, 2], [3, 10]], [1, -1], passes=2)


# --- a tolerance is paid for, and no bound is below what is true -----------------------------------------------------

VOTES = np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]])
BOOSTED = mb.adaboost(np.vstack([VOTES, VOTES]), [1] * 6, 2)
UNITS = mb.play(mb.Perceptron(), np.eye(2), [1, 1], passes=None)
PLUS = mb.play(mb.PNorm(3), np.eye(2), [1, 1], passes=None)
WINS = mb.play(mb.Winnow(0.3), [[1.0, -1.0], [0.5, -1.0]], [1, 1], passes=3)
MINUTE = 1 + 3e-10


@pytest.mark.parametrize(
    ("theorem", "run", "honest", "given"),
    [
        ("NOVIKOFF", UNITS, {"u": [1.0, 1.0]}, {"gamma": MINUTE}),
        ("NOVIKOFF", UNITS, {"u": [1.0, 1.0]}, {"radius": 1 / MINUTE}),
        ("BREGMAN", PLUS, {"u": [1.0, 1.0]}, {"gamma": MINUTE}),
        ("BREGMAN", PLUS, {"u": [1.0, 1.0]}, {"radius": 1 / MINUTE}),
        ("KERNEL", mb.play(mb.KernelPerceptron(mb.kernels.Linear()), np.eye(2), [1, 1], passes=2),
         {"alpha": [1.0, 1.0]}, {"gamma": MINUTE}),
        ("WINNOW_DOUBLED", mb.play(mb.Winnow(0.3), mb.double([[1.0, -1.0], [0.5, -1.0]]), [1, 1], passes=3),
         {"v": [0.5, -0.5]}, {"v": [0.5 * MINUTE, -0.5]}),
        ("WINNOW_ZHANG", WINS, {"u": [1.0, 0.0]}, {"u": [MINUTE, 0.0]}),
        ("ADABOOST", BOOSTED, {"u": np.repeat([1 / 3, 0], 3)}, {"u": np.repeat([MINUTE / 3, 0], 3)}),
        ("ADABOOST", BOOSTED, {"u": np.repeat([1 / 3, 0], 3)}, {"R": 1 / MINUTE}),
        ("MAX_MARGIN", UNITS, {"q": [0.5, 0.5]}, {"q": [0.5 * MINUTE, 0.5]}),
        ("WINNOW", WINS, {"u": [1.0, 0.0]}, {"gamma": 0.5 * MINUTE}),
        ("WINNOW", WINS, {"u": [1.0, 0.0]}, {"radius": 1 / MINUTE}),
        ("WINNOW", WINS, {"u": [1.0, 0.0]}, {"u": [MINUTE, 0.0]}),
        ("WINNOW", WINS, {"u": [1.0, 0.0]}, {"u": [MINUTE, 1 - MINUTE]}),
    ],
)  # fmt: skip
def test_the_bound_pays_for_what_a_hypothesis_lets_pass(theorem, run, honest, given):
    theorem = getattr(mb, theorem)
    assert theorem.check(run, **honest | given).require().bound >= theorem.check(run, **honest).bound * (1 - 1e-15)


FOUR = np.array([[1, 0.5, -1], [0.5, 1, -1], [-1, -0.5, 0.5], [1, 1, 0.25]]), [1, 1, -1, 1]
SPARSE, ENTROPIC = mb.sparse_svm(*FOUR, signed=False), mb.entropic_svm(*FOUR)


@pytest.mark.parametrize(
    ("theorem", "solution", "lie", "said"),
    [
        (mb.SPARSE_SVM, SPARSE, {}, ""),
        (mb.SPARSE_SVM, SPARSE, {"v": SPARSE.v * (1 - 5e-10)}, "v as"),
        (mb.SPARSE_SVM, SPARSE, {"v": SPARSE.v - 1e-12 * (SPARSE.v == 0)}, "v as"),
        (mb.SPARSE_SVM, SPARSE, {"alpha": SPARSE.alpha * MINUTE}, "alpha as"),
        (mb.SPARSE_SVM, SPARSE, {"alpha": SPARSE.alpha - 1e-12 * (SPARSE.alpha == 0)}, "alpha as"),
        (mb.ENTROPIC_SVM, ENTROPIC, {"v": ENTROPIC.v * (1 - 5e-10)}, "v as"),
        (mb.ENTROPIC_SVM, ENTROPIC, {"alpha": ENTROPIC.alpha - 1e-12 * (ENTROPIC.alpha == 0)}, "alpha as"),
    ],
)
def test_a_solution_is_used_as_it_is_measured(theorem, solution, lie, said):
    run = mb.play(mb.Winnow(1 / solution.v.sum()), *FOUR, passes=4)
    given = {"v": solution.v, "alpha": solution.alpha}
    cert, honest = theorem.check(run, **given | lie).require(), theorem.check(run, **given)
    assert cert.bound >= honest.bound * (1 - 1e-9) and cert["feasible"].holds and cert["multipliers"].holds
    assert (f"{said} measured, not as given)" if said else "(compared up to rounding)") in repr(cert)


def test_a_margin_that_is_measured_is_said_not_to_be_the_given_one():
    cert = mb.NOVIKOFF.check(UNITS, u=[1.0, 1.0], gamma=MINUTE, radius=1 / MINUTE).require()
    assert cert.bound == 2 and "(compared up to rounding; gamma, radius as measured, not as given)" in repr(cert)
    assert not mb.NOVIKOFF.check(UNITS, u=[1.0, 1.0], gamma=1 + 2e-9).applies


class Narrow:
    """A learner that also learns where its score is a little above 0, and says that it has no threshold."""

    conservative = False

    def wants_update(self, state, X, y):
        return y * (X @ self.weights(state)) <= 1e-10


@pytest.mark.parametrize(
    ("theorem", "learner"), [(mb.WINNOW, mb.Winnow(0.1)), (mb.BREGMAN, mb.QuasiAdditive(potentials.Entropy(), 0.1))]
)
def test_a_narrow_score_is_no_mistake(theorem, learner):
    for rule, applies in ((learner, True), (breaking(Narrow, learner), False)):
        run = mb.play(rule, [[1.0, -1 + 2e-10, 0.0]], [1])
        assert theorem.check(run, u=[1.0, 0.0, 0.0])["mistake"].holds == applies


def test_a_margin_perceptron_is_no_perceptron_however_small_its_threshold():
    X = np.hstack([np.full((60, 1), 1e-5), np.eye(60)])
    run = mb.play(mb.MarginPerceptron(5e-10), X, np.ones(60), passes=3)
    assert run.n_updates > run.n_mistakes
    assert not mb.NOVIKOFF.check(run, u=np.ones(61)).applies


def test_a_kernel_that_is_slightly_indefinite():
    def kernel(X, Z):
        return 1e8 * X[:, :1] @ Z[:, :1].T - 1e-2 * X[:, 1:] @ Z[:, 1:].T

    run = mb.play(mb.KernelPerceptron(kernel), np.eye(2), [1, 1], passes=4)
    assert mb.KERNEL.check(run, alpha=[1, -1])["kernel"].answer == -1


@pytest.mark.parametrize("near", [1e-6, 1e-8, 1e-10])
@pytest.mark.parametrize("learner", [mb.Perceptron, lambda eta: mb.PNorm(3, eta)], ids=["Perceptron", "PNorm"])
def test_a_start_near_the_comparator_has_no_bound_of_zero(near, learner):
    start = np.array([1 - near, -1.0])
    if learner is not mb.Perceptron:
        start = mb.play(learner(1), [start], [1]).final_state
    run = mb.play(learner(near / 4), [[1.0, 1 - near]], [1], state=start)
    assert run.n_updates == 1
    cert = mb.BREGMAN.check(run, u=[1.0, -1.0], scale=1)
    assert cert.verdict[0] != "broken" and cert.bound >= 1


@pytest.mark.parametrize("prior", [[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])
@pytest.mark.parametrize("theorem", [mb.WINNOW, mb.BREGMAN], ids=lambda theorem: theorem.name)
def test_a_comparator_that_is_the_prior(theorem, prior):
    cert = theorem.check(mb.play(mb.Winnow(0.1, prior=prior), [[1.0, 1.0, 1.0]], [1]), u=prior)
    assert cert.bound >= 0 and cert.verdict[0] != "broken"


def test_no_negative_bound_is_printed_of_a_run_it_does_not_apply_to():
    cert = mb.WINNOW.check(mb.play(mb.Winnow(0.1), [[1.0, -0.5]], [1]), u=[0.3, 0.1])
    assert not cert.applies and cert.bound > 0


def test_a_streamed_run_does_not_print_that_every_example_was_looked_at():
    X, y = mb.fold_bias(POINTS), SIGNS
    kept, streamed = (
        repr(mb.NOVIKOFF_BIAS.check(run, u=[1, 0], bias=1))
        for run in (mb.play(mb.Perceptron(), X, y), mb.play(mb.Perceptron(), [(X, y)]))
    )
    assert "(every example i)" in kept
    assert "(every example i)" not in streamed and "(every example i of an update)" in streamed


def test_a_thin_margin_that_was_given_is_the_one_that_rounding_leaves():
    X, u = np.array([[1 + 1e-12, -1.0], [3 + 2e-12, -3.0]]), np.array([1.0, 1.0])
    run, least = mb.play(mb.Perceptron(), X, [1, 1]), float((X @ u).min())
    cert = mb.NOVIKOFF.check(run, u=u, gamma=least * (1 + 1e-6)).require()
    assert cert.q.gamma == least and "gamma as measured" in repr(cert)


def a_tie():
    run = mb.play(mb.KernelPerceptron(mb.kernels.Linear()), [[1.0, 1.0], [1 + 0.9e-12, -1.0]], [1, 1])
    return mb.KERNEL.check(run, alpha=[1.0, 0.5])


def a_step_as_small_as_a_tie():
    run = mb.play(mb.QuasiAdditive(mb.potentials.Entropy(), eta=1.9e-13), [[1.0, -1.0]] * 12, [1] * 12)
    return mb.BREGMAN.check(run, u=[0.5 + 1e-13, 0.5 - 1e-13])


def products_that_vanish():
    class Stubborn(mb.Perceptron):
        def predict(self, state, X):
            return np.full(len(X), -1)

    return mb.NOVIKOFF.check(mb.play(Stubborn(), np.full((10, 1), 1e-152), np.ones(10)), u=[1.0])


def a_score_just_below_the_threshold():
    run = mb.play(mb.MarginPerceptron(1 + 5e-13), [[1.0]], [1], passes=2)
    return mb.MARGIN_FRACTION.check(run, u=[1.0])


@pytest.mark.parametrize(
    ("case", "name"),
    [(a_tie, "mistake"), (a_step_as_small_as_a_tie, "mistake"), (products_that_vanish, "mistake"),
     (a_score_just_below_the_threshold, "stopped")],
)  # fmt: skip
def test_a_hypothesis_that_holds_only_by_rounding_breaks_no_line(case, name):
    cert = case()
    assert cert.applies and not cert.holds
    assert cert.undecided
    with pytest.raises(mb.Undecided, match=rf"{name} .* rounding hides whether"):
        cert.require()


@pytest.mark.parametrize(
    ("theorem", "learner", "given"),
    [
        ("BREGMAN", lambda m: mb.QuasiAdditive(potentials.Entropy(), eta=m / 16), {}),
        ("BREGMAN_HINGE", lambda m: mb.QuasiAdditive(potentials.Entropy(), eta=m / 16), {"gamma": "margin"}),
        ("WINNOW_TUNED", lambda m: mb.Winnow(mb.tuned_step(m, 4)), {}),
        ("WINNOW_UNIFORM", lambda m: mb.Winnow(m / 16), {}),
        ("WINNOW_ZHANG", lambda m: mb.Winnow(0.9 * m / 16), {}),
    ],
)
def test_a_margin_that_is_rounding_alone(theorem, learner, given):
    X, u = np.array([[1.0, -4, -3, 0, 3, -4, 2, 2, 3, 3, -3]]), np.full(11, 1 / 11)  # the margin is 0
    margin = float((X @ u)[0])
    run = mb.play(learner(margin), X, [1])
    assert 0 < margin < 1e-16 and run.n_updates == 1
    cert = getattr(mb, theorem).check(run, u=u, **dict.fromkeys(given, margin))
    assert cert.undecided and not cert.applies


@pytest.mark.parametrize("off", [3e-14, 2e-13, 9e-13])
def test_rows_that_pay_the_same_but_for_what_counts_as_a_tie(off):
    A = np.array([[1 + off, -1], [1, -1], [-1, 1]])
    assert mb.MULTIPLICATIVE_WEIGHTS.check(mb.multiplicative_weights(A, [1] * 3, 9, signed=False)).applies


@pytest.mark.parametrize("s", [0.0016893071650671422, 1.2257735504543807e-05, 1e-9, 1e-10, 3e-11, 1e-12])
def test_a_comparator_so_near_the_prior_that_its_weights_have_lost_their_digits(s):
    """With the margin s, KL(u || w) is s^2/2, and so is the gain: the bound of one mistake is attained."""
    u = np.array([0.5 + s / 2, 0.5 - s / 2])
    margin = float(u[0] - u[1])
    run = mb.play(mb.Winnow(mb.tuned_step(margin, 1)), [[1.0, -1.0]], [1])
    for theorem in (mb.WINNOW, mb.WINNOW_TUNED):
        assert theorem.check(run, u=u).require().bound == pytest.approx(1, abs=1e-2)


@pytest.mark.parametrize("near", [1e-10, 1e-9, 2e-9])
def test_a_comparator_whose_terms_cancel_in_the_features_has_no_bound_of_zero(near):
    kernel, X, alpha = mb.kernels.Gaussian(), np.array([[1.5], [0], [near]]), np.array([0.0, -1, 1])
    run = mb.play(mb.KernelPerceptron(kernel), X, [1, 1, 1])
    cert = mb.KERNEL.check(run, alpha=alpha, gamma=(kernel(X, X) @ alpha)[0])
    assert run.n_updates == 1 and cert.bound >= 1 and cert.verdict[0] != "broken"


@pytest.mark.parametrize("off", [1e-14, 1e-13, 1e-12, 1e-10])
@pytest.mark.parametrize("rows", [[[1, -9], [9, 0]], [[1, 0], [10, 0]]])
def test_a_solution_that_is_off_by_the_rounding_of_the_largest_example(rows, off):
    X, y = np.array(rows, dtype=float), [1, 1]
    run = mb.play(mb.Winnow(1 / X.max() ** 2), X, y)
    mb.SPARSE_SVM.check(run, v=[1 - off, 0], alpha=[1, 0]).require()


@pytest.mark.parametrize("eta", [1e-5, 1e-8])
@pytest.mark.parametrize("theorem", [mb.BREGMAN, mb.WINNOW_ZHANG], ids=lambda theorem: theorem.name)
def test_an_honest_run_with_a_small_step_holds(theorem, eta):
    learner = mb.Winnow(eta) if theorem is mb.WINNOW_ZHANG else mb.QuasiAdditive(mb.potentials.Entropy(), eta)
    theorem.check(mb.play(learner, [[1.0, -1.0]], [1]), u=[1.0, 0.0]).require()
