"""Teaching protocols and set cover: exact identification, minimal teaching sets, and the reduction both ways.

Legend: n variables, k literals of a target, C a class, h a concept, J a cover (numbers of sets).
"""

from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import mistakebound as mb
from mistakebound import Formula, MistakeBoundError, concepts
from mistakebound.course import teaching

RUNNING = Formula(100, [2, 3, 4, 5, 100])


# --- the running example of the sources ------------------------------------------------------------------------------


def test_six_examples_teach_the_running_example():
    """k = 5 examples and one more leave elimination, and the class itself, with the target only."""
    lesson = teaching.teaching_set(RUNNING)
    assert len(lesson) == 6 and lesson.y.tolist() == [1, -1, -1, -1, -1, -1]
    learner = mb.Elimination(100)
    assert learner.hypothesis(mb.play(learner, lesson.X, lesson.y).final_state) == RUNNING


def test_eight_random_examples_leave_one_variable_too_many():
    """The examples listed in the sources, on the variables spelt out there: x1 to x6, and x98 to x100 as x7 to x9."""
    f = Formula(9, [2, 3, 4, 5, 9])
    rows = "111111111 111000000 111110011 101110011 111110001 101000011 111111101 010100011"
    X = [[int(value) for value in row] for row in rows.split()]
    y = [1, -1, 1, -1, 1, -1, 1, -1]
    assert f(X).tolist() == y
    learner = mb.Elimination(9)
    trace = mb.play(learner, X, y)
    assert str(learner.hypothesis(trace.final_state)) == "x1 ∧ x2 ∧ x3 ∧ x4 ∧ x5 ∧ x9"
    assert trace.mistakes.tolist() == [2, 4] and mb.ELIMINATION.check(trace, target=f).require().bound == 4


def test_random_examples_are_labelled_by_the_target():
    stream = teaching.random_examples(RUNNING, 400, p=0.9, seed=3)
    assert stream.X.shape == (400, 100) and np.array_equal(stream.y, RUNNING(stream.X))
    assert np.array_equal(stream.X, teaching.random_examples(RUNNING, 400, p=0.9, seed=3).X)
    assert not np.array_equal(stream.X, teaching.random_examples(RUNNING, 400, p=0.9, seed=4).X)
    assert stream.X.mean() == pytest.approx(0.9, abs=0.01) and 150 < np.sum(stream.y > 0) < 300
    assert {0, 1} == set(stream.X.ravel().tolist())
    learner = mb.Elimination(100)
    trace = mb.play(learner, stream.X, stream.y)
    assert mb.ELIMINATION.check(trace, target=RUNNING).require().bound == 95
    assert set(RUNNING.literals) <= set(learner.hypothesis(trace.final_state).literals)


def test_chance_is_fair_unless_told_otherwise_and_may_be_none():
    asked = teaching.random_examples(RUNNING, 40, p=0.5, seed=0)
    assert np.array_equal(teaching.random_examples(RUNNING, 40).X, asked.X)
    assert [teaching.random_examples(RUNNING, 2, p=p).X.mean() for p in (0, 1)] == [0, 1]


@pytest.mark.parametrize(
    "make, name",
    [
        (lambda: teaching.query(RUNNING, 100)[0], "membership queries"),
        (lambda: teaching.teaching_set(RUNNING), "a teacher's examples of x2 ∧ x3 ∧ x4 ∧ x5 ∧ x100"),
        (lambda: teaching.random_examples(RUNNING, 10), "random examples of x2 ∧ x3 ∧ x4 ∧ x5 ∧ x100"),
        (lambda: teaching.set_cover_examples([1, 2], [{1}, {2}]), "a set cover problem"),
    ],
)
def test_examples_are_zeros_and_ones_under_a_name(make, name):
    stream = make()
    assert stream.name == name and stream.X.dtype == np.int64


# --- protocol I ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_queries_identify_every_conjunction(n):
    for C, monotone in ((concepts.monotone_conjunctions(n), True), (concepts.conjunctions(n), False)):
        for h in range(len(C)):
            target = C.formula(h)
            positives = [None] if monotone else [x for x in C.points if target([x])[0] == 1]
            for positive in positives:
                asked = []
                queries, learned = teaching.query(lambda X, f=target, log=asked: log.extend(X) or f(X), n, positive)
                assert learned == target and len(asked) == len(queries) == n


# --- protocol II ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_teaching_sets_single_out_their_target_and_are_minimal(n):
    """They have k + [k < n] examples; no smaller set of points leaves one concept, as a search over all sets shows."""
    C = concepts.monotone_conjunctions(n)
    T = C.table
    for h in range(len(C)):
        target = C.formula(h)
        lesson = teaching.teaching_set(target)
        size = len(target) + (len(target) < n)
        assert len(lesson) == size
        assert C.subclass(C.version_space(lesson.X, lesson.y)).names == (str(target),)
        best = teaching.minimum_teaching_set(C, h)
        assert len(best) == size
        assert C.subclass(C.version_space(best, C.labels(h, best))).names == (str(target),)
        for S in combinations(range(2**n), size - 1):  # independently: fewer points never do
            assert (T[:, S] == T[h, S]).all(axis=1).sum() > 1


def test_other_classes():
    lone, C = mb.ConceptClass([[0, 1, 1]]), concepts.thresholds(6)
    assert teaching.minimum_teaching_set(lone, 0).shape == (0, 1)
    assert [len(teaching.minimum_teaching_set(C, h)) for h in range(7)] == [1, 2, 2, 2, 2, 2, 1]
    assert len(teaching.minimum_teaching_set(concepts.all_functions(2), 5)) == 4


# --- set cover -----------------------------------------------------------------------------------------------------

instances = st.integers(1, 7).flatmap(
    lambda m: st.lists(st.sets(st.integers(0, 5)), min_size=m, max_size=m).filter(lambda sets: set().union(*sets))
)


@given(instances)
def test_the_smallest_consistent_conjunction_is_the_smallest_cover(sets):
    universe = sorted(set().union(*sets))
    stream = teaching.set_cover_examples(universe, sets)
    covers = [J for size in range(len(sets) + 1) for J in combinations(range(len(sets)), size)
              if set().union(*(sets[j] for j in J)) == set(universe)]  # fmt: skip
    consistent = [f for f in map(concepts.monotone_conjunctions(len(sets)).formula, range(2 ** len(sets)))
                  if np.array_equal(f(stream.X), stream.y)]  # fmt: skip
    # J covers the universe exactly if the conjunction of its variables is consistent
    assert {tuple(j + 1 for j in J) for J in covers} == {f.literals for f in consistent}
    smallest = teaching.minimum_conjunction(stream.X, stream.y)
    assert len(teaching.minimum_cover(universe, sets)) == len(covers[0]) == len(smallest)
    assert smallest in consistent
    # elimination finds a consistent one at once, seldom the smallest
    learner = mb.Elimination(len(sets))
    trace = mb.play(learner, stream.X, stream.y)
    assert learner.hypothesis(trace.final_state) in consistent and trace.n_mistakes == 0
    # and back
    rows, back = teaching.set_cover_instance(sp.csr_array(stream.X), stream.y)
    assert [[element in members for members in sets] for element in universe] == [
        [row in members for members in back] for row in rows
    ]


@given(st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_every_sample_of_a_conjunction_is_a_set_cover_problem(n, seed):
    """Negations cannot help, and a positive example rules out the variables that it forbids."""
    rng = np.random.default_rng(seed)
    target = Formula(n, (np.flatnonzero(rng.random(n) < 0.5) + 1).tolist())
    X = rng.integers(0, 2, (8, n))
    y = target(X)
    universe, sets = teaching.set_cover_instance(X, y)
    for j, members in enumerate(sets):
        forbidden = any(row[j] == 0 for row in X[y > 0].tolist())
        assert members == (set() if forbidden else {i for i in range(8) if y[i] < 0 and X[i, j] == 0})
    smallest = teaching.minimum_conjunction(X, y)
    assert len(smallest) == len(teaching.minimum_cover(universe, sets)) <= len(target)
    assert teaching.minimum_conjunction(sp.csr_array(X), y) == smallest
    assert np.array_equal(smallest(X), y)


def test_elimination_can_be_far_from_the_smallest():
    """One set covers everything, n others cover one element each: elimination keeps them all."""
    n = 9
    sets = [{*range(n)}, *({i} for i in range(n))]
    stream = teaching.set_cover_examples(range(n), sets)
    learner = mb.Elimination(n + 1)
    assert len(learner.hypothesis(mb.play(learner, stream.X, stream.y).final_state)) == n + 1
    assert teaching.minimum_conjunction(stream.X, stream.y) == Formula(n + 1, [1])


# --- what comes in -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make, match",
    [
        (lambda: teaching.teaching_set(Formula(3, [1, -2])), "a conjunction without negations, the only kind"),
        (
            lambda: teaching.query(RUNNING, 100, [1, 0]),
            r"positive has shape \(2,\): it needs shape \(100,\), .* variable",
        ),
        (lambda: teaching.teaching_set("x1"), "^target is 'x1'"),
        (lambda: teaching.random_examples("x1", 10), "^target is 'x1'"),
        (lambda: teaching.random_examples(RUNNING, 10, p="half"), "^p is 'half'"),
        (lambda: teaching.minimum_teaching_set("C", 0), "^C is 'C'"),
        (lambda: teaching.set_cover_instance([[1], [0]], [1]), "2 examples but y has 1"),
        (lambda: teaching.minimum_conjunction([[1], [0]], [1]), "2 examples but y has 1"),
        (lambda: teaching.query(RUNNING, 0), "n is 0"),
        (lambda: teaching.query(RUNNING, 100, [2] * 100), "must be 0 or 1"),
        (lambda: teaching.random_examples(RUNNING, 10, p=1.5), "p is 1.5"),
        (lambda: teaching.random_examples(RUNNING, 0), "m is 0"),
        (lambda: teaching.minimum_cover({1, 2}, [{1}]), "2 is in none of the 1 sets"),
        (lambda: teaching.minimum_teaching_set(concepts.thresholds(2), 3), "numbers 0 to 2"),
        (lambda: teaching.minimum_conjunction([[1, 1], [1, 1]], [1, -1]), "no conjunction of the 2 variables agrees"),
    ],
)
def test_bad_input(make, match):
    with pytest.raises(MistakeBoundError, match=match):
        make()
