"""The drawings of a run, derived again from its trace; the scene of each learner; and runs that cannot be drawn."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp

import mistakebound as mb
from mistakebound.course import scenes
from tests.learning import Own

X = np.array([[2, 1], [-1, 2], [1, -2], [-2, -1], [3, 1], [-1, -3]])
Y = np.array([1, 1, -1, -1, 1, -1])
ONE = np.ones(2, dtype=int)


def novikoff(X=X, y=Y, **learner):
    trace = mb.play(mb.Perceptron(**learner), X, y, passes=20)
    return mb.NOVIKOFF.check(trace, u=np.ones(trace.X.shape[1]))


def winnow(theorem=mb.WINNOW, u=(0.2, 0.6, 0.2), total=1, **given):
    trace = mb.play(mb.Winnow(eta=0.2, total=total), [[1, 0, -1], [-1, 1, 0.5]], [1, 1], passes=None)
    return theorem.check(trace, u=u, **given)


def quasi(potential, X=X, u=(1, 1)):
    trace = mb.play(mb.QuasiAdditive(potential), X, Y)
    return mb.BREGMAN.check(trace, u=u)


def halving():
    trace = mb.play(mb.Halving(THRESHOLDS), [[2], [3], [4]], [-1, -1, 1])
    return mb.HALVING.check(trace, concepts=THRESHOLDS)


def weighted():
    C = mb.concepts.dictators(4)
    trace = mb.play(mb.WeightedMajority(C, 0.5), [[0, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0]], [-1, 1, -1])
    return mb.WEIGHTED_MAJORITY.check(trace, concepts=C, beta=0.5)


def randomised():
    C = mb.concepts.dictators(4)
    trace = mb.play(mb.RandomizedMajority(C, 0.5), [[0, 0, 0, 1], [1, 1, 1, 1], [1, 1, 1, 0]], [1, 1, -1])
    return mb.RANDOMIZED_MAJORITY.check(trace, concepts=C, beta=0.5)


def littlestone():
    """A run of Littlestone's Winnow, whose boundaries do not go through 0."""
    trace = mb.play(mb.Winnow1(), [[1, 0], [0, 1]], [1, -1])
    return mb.WINNOW1.check(trace, target=mb.Formula(2, [1], "∨"))


def kernel(rate=1):
    xor = mb.streams.xor(c=None)
    learner = mb.KernelPerceptron(mb.kernels.Polynomial(2), rate)
    return mb.KERNEL.check(mb.play(learner, xor.X, xor.y, passes=None), alpha=xor.y)


POTENTIALS = mb.potentials
THRESHOLDS = mb.concepts.thresholds(5)
SWITCHES = mb.play(mb.Elimination(3, "all"), [[1, 0, 1], [1, 0, 0]], [1, 1])


@pytest.mark.parametrize(
    ("cert", "kind"),
    [
        (novikoff(), "Plane"),
        (novikoff(mb.fold_bias(X)), "Plane"),
        (novikoff(np.hstack([X, X])), "Weights"),
        (winnow(), "Simplex"),
        (winnow(mb.WINNOW_ZHANG, (0.8, 1.2, 0.0), total=2.0), "Weights"),  # a multiple of the entropy has no triangle
        (mb.WINNOW.check(mb.play(mb.Winnow(eta=0.2), X, Y), u=[0.5, 0.5]), "Weights"),
        (quasi(POTENTIALS.SquaredNorm(3)), "Link"),
        (quasi(POTENTIALS.SquaredNorm(3), mb.fold_bias(X), [1, 1, 0]), "Plane"),
        (quasi(POTENTIALS.SquaredNorm(3), np.hstack([X, X]), np.ones(4)), "Weights"),
        (littlestone(), "Weights"),
        (kernel(), "Weights"),
        (halving(), "Remaining"),
        (weighted(), "Experts"),
        (randomised(), "Experts"),
        (mb.ELIMINATION.check(SWITCHES, target=mb.Formula(3, [1, -2])), "Remaining"),
    ],
)
def test_each_learner_has_its_scene(cert, kind):
    assert type(scenes.scene_of(cert.trace, cert)).__name__ == kind


class Drawn(Own):
    """A learner of one's own with weights and a scene."""

    conservative = True
    scene = "plane"

    def weights(self, state):
        return state


def test_a_learner_of_ones_own_names_its_scene_and_one_without_is_told_how(monkeypatch):
    trace = mb.play(Drawn(), X, Y)
    cert = mb.NOVIKOFF.check(trace, u=[1, 1])
    assert scenes.scene_of(trace, cert).weights.tolist() == trace.weights.tolist()
    monkeypatch.delattr(Drawn, "scene")
    with pytest.raises(mb.MistakeBoundError, match=r"names no scene: give its class one, scene = 'plane'"):
        scenes.scene_of(trace, cert)


@pytest.mark.parametrize("given", [X, sp.csr_array(X), mb.fold_bias(X, 3)])
def test_the_plane_has_points_and_weights_of_any_kind_of_data(given):
    cert = novikoff(given)
    scene = scenes.plane(cert.trace, cert.q.u)
    np.testing.assert_array_equal(scene.points, X)
    np.testing.assert_array_equal(scene.labels, Y)
    np.testing.assert_array_equal(scene.weights, cert.trace.weights.astype(float))
    np.testing.assert_array_equal(scene.u, cert.q.u)
    assert scene.constant == (3 if given.shape[1] == 3 else 0)
    assert scene.points.dtype == scene.weights.dtype == float


@pytest.mark.parametrize("potential", [POTENTIALS.Euclidean(), POTENTIALS.SquaredNorm(6), POTENTIALS.Entropy()])
def test_the_link_has_the_memory_and_where_its_potential_is_the_same(potential):
    cert = quasi(potential, u=[0.5, 0.5])
    scene = scenes.link(cert.trace, cert.q.u)
    examples = cert.trace.update_X * cert.trace.update_y[:, None]
    np.testing.assert_array_equal(scene.z, np.vstack([[0, 0], np.cumsum(examples, axis=0)]))
    np.testing.assert_allclose(scene.weights, [potential.weights(theta) for theta in scene.z])
    np.testing.assert_array_equal(scene.points, X)
    assert len(scene.levels) == len(scene.z)
    for theta, level in zip(scene.z, scene.levels, strict=True):
        assert len(level) == 36 or not np.any(theta)
        on_it = np.abs(level).max(axis=1, initial=0) < np.abs(scene.z).max()  # far away it is only an end
        np.testing.assert_allclose(potential.conjugate(level[on_it]), potential.conjugate(theta), rtol=1e-6)


def test_weights_have_what_moved_them():
    cert = novikoff(np.hstack([X, X]))
    scene = scenes.weights(cert.trace, cert.q.u)
    np.testing.assert_array_equal(np.diff(scene.weights, axis=0), scene.examples)
    np.testing.assert_array_equal(scene.u, np.ones(4))


@pytest.mark.parametrize("rate", [1, 2])
def test_the_coefficients_of_a_kernel_learner_have_an_example_each(rate):
    cert = kernel(rate)
    scene = scenes.counts(cert)
    np.testing.assert_array_equal(scene.weights[-1], rate * np.array([-1, 1, 1, -1]))
    np.testing.assert_array_equal(np.diff(scene.weights, axis=0), rate * scene.examples)
    assert scene.u.tolist() == [-1, 1, 1, -1] and scene.places == "examples"
    with pytest.raises(mb.MistakeBoundError, match="counts draws a run in the space of a kernel"):
        scenes.counts(novikoff())


@pytest.mark.parametrize("u", [(0.2, 0.6, 0.2), (0.9, 0.1, 0), (0, 0, 1)])
def test_the_triangle_has_the_way_of_the_weights_and_where_they_may_be(u):
    cert = winnow(u=u, gamma=0.1, radius=1)
    scene = scenes.simplex(cert, points=400)
    weights, line = (np.column_stack([1 - part.sum(axis=1), part]) for part in (scene.path, scene.allowed[0]))
    np.testing.assert_allclose(weights, cert.trace.weights)
    assert scene.u.tolist() == list(u[1:]) and len(scene.allowed) == cert.trace.n_updates + 1
    inside = line[line.min(axis=1) > 0.02]  # at the sides it is steep; along them the line only closes
    assert len(inside) > 50
    np.testing.assert_allclose([mb.kl(u, w) for w in inside], mb.kl(u, np.ones(3) / 3), rtol=0.01)
    assert len(scenes.simplex(cert, t=[10**6]).allowed[0]) == 0  # no room is left


def test_what_remains_is_what_no_example_has_ruled_out():
    learner = mb.Consistent(THRESHOLDS)
    examples, labels = np.array([[2], [0], [3], [4]]), [-1, -1, -1, 1]
    trace = mb.play(learner, examples, labels)
    assert trace.updates.tolist() == [0, 2, 3]
    scene = scenes.remaining(trace, rounds=np.arange(4))
    table = np.array([[THRESHOLDS.labels(h, examples)[t] > 0 for h in range(6)] for t in range(4)])
    np.testing.assert_array_equal(scene.values, table)
    for h in range(6):
        wrong = [t for t in range(4) if table[t, h] != (labels[t] > 0)]
        assert scene.gone[h] == (1 + trace.updates.tolist().index(wrong[0]) if wrong else -1)
    assert scene.noun == "concepts" and scene.names == THRESHOLDS.names and scene.labels.tolist() == labels
    assert scene.told[0] == "3 of 6 concepts are ruled out, 3 are left."
    assert scene.told[1] == "1 of 3 concepts is ruled out, 2 are left."
    np.testing.assert_array_equal(scenes.remaining(trace).values, table[trace.updates])


def test_literals_that_remain():
    scene = scenes.remaining(SWITCHES)
    assert scene.noun == "literals" and scene.names == ("x1", "x2", "x3", "¬x1", "¬x2", "¬x3")
    assert scene.gone.tolist() == [-1, 1, 2, 1, -1, 1]
    assert scene.values.astype(int).tolist() == [[1, 0, 1, 0, 1, 0], [1, 0, 0, 0, 1, 1]]


def test_experts_have_the_weights_that_voted_and_say_what_they_said():
    trace = weighted().trace
    scene = scenes.experts(trace, rounds=np.arange(3))
    assert trace.updates.tolist() == [1, 2]
    assert scene.names == trace.learner.concepts.names and scene.labels.tolist() == [-1, 1, -1]
    assert scene.values.astype(int).tolist() == [[0, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0]]
    assert scene.weights.tolist() == [[1, 1, 1, 1], [0.5, 0.5, 0.5, 1], [0.25, 0.25, 0.25, 1]]
    assert scene.told == (
        "3 of 4 experts were wrong, with 3 of the total weight 4.",
        "3 of 4 experts were wrong, with 1.5 of the total weight 2.5.",
    )
    assert scenes.experts(trace).values.astype(int).tolist() == [[0, 0, 0, 1], [1, 1, 1, 0]]


def test_where_the_theorem_measures_regret_the_sentences_end_with_it():
    """All experts are right in round 1; the expectations are 3/4 and then 3/5."""
    cert = randomised()
    assert cert.trace.updates.tolist() == [0, 2] and cert.q.F.tolist() == [Fraction(3, 4), 0, Fraction(3, 5)]
    assert scenes.scene_of(cert.trace, cert).told == (
        "3 of 4 experts were wrong, with 3 of the total weight 4. The regret so far is 0.75.",
        "3 of 4 experts were wrong, with 1.5 of the total weight 2.5. The regret so far is 1.35.",
    )


def test_a_tree_asks_points_and_ends_in_concepts():
    C = mb.concepts.thresholds(3)
    scene = scenes.tree(C, mb.mistake_tree(C), labels=[1, -1])
    assert scene.tree == ("1", ("2", "x ≥ 3", "x ≥ 2"), ("0", "x ≥ 1", "x ≥ 0")) and scene.labels == (1, -1)
    assert scenes.tree(C, mb.mistake_tree(C), points=["a", "b", "c"]).tree[0] == "b"
    C = mb.ConceptClass([[0, 0], [0, 1], [1, 1]], points=[[0.125, 3], [-0.25, 0]])
    assert scenes.tree(C, mb.mistake_tree(C)).tree[0] in ("(0.125, 3)", "(−0.25, 0)")


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: scenes.plane(novikoff(np.eye(4), [1, 1, 1, 1]).trace), "has 4 features: plane draws runs on two"),
        (lambda: scenes.plane(novikoff().trace, [1, 2, 3]), "u has shape"),
        (lambda: scenes.plane(mb.play(mb.Winnow2(), np.eye(2), ONE)), r"scene of Winnow2.* is 'weights': plane is for"),
        (lambda: scenes.plane(mb.play(mb.Perceptron(ties=1), iter([(np.eye(2), ONE)]))), "were streamed"),
        (lambda: scenes.simplex(novikoff()), "simplex draws Winnow on three features"),
        (lambda: scenes.simplex(winnow(mb.WINNOW_ZHANG, (0.8, 1.2, 0), total=2.0)), "in Zhang's form"),
        (lambda: scenes.simplex(winnow(u=(0.4, 1.2, 0.4))), "a comparator that sums to 1"),
        (lambda: scenes.link(kernel().trace), "is not a quasi-additive learner"),
        (lambda: scenes.link(novikoff(mb.fold_bias(X)).trace), "has 3 features: link draws runs on two"),
        (lambda: scenes.experts(novikoff().trace), r"has no weight for each expert"),
        (lambda: scenes.remaining(novikoff().trace), r"are not sets .*plots\.mistakes"),
    ],
)
def test_what_cannot_be_drawn(draw, message):
    with pytest.raises(mb.MistakeBoundError, match=message):
        draw()
