"""Concept classes against lists and loops: families, version spaces, lookups, dimensions, mistake trees.

Legend: C a class, T its table (concepts, points), V a version space, h a concept, j a point, m points, n variables.
"""

import math
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

import mistakebound as mb
from mistakebound import ConceptClass, Formula, MistakeBoundError, MistakeTree, NotRealizable, concepts
from mistakebound.concepts.bits import pack, unpack
from tests.games import solved, table

# --- families, re-derived with loops over concepts and points ------------------------------------------------------


def literal_choices(n, signs=(0, 1, 2)):
    """All ways to leave a variable out (0), take it (1) or take its negation (2)."""
    return list(product(signs, repeat=n))


def naive(choices, n, join):
    """The tables of formulas, one loop for each concept, point and variable."""
    rows = {}
    for choice in choices:
        values = []
        for x in product((0, 1), repeat=n):
            literals = [x[i] if s == 1 else 1 - x[i] for i, s in enumerate(choice) if s]
            values.append({"∧": all(literals), "∨": any(literals), "⊕": sum(literals) % 2 == 1}[join])
        names = [f"{'¬' if s == 2 else ''}x{i + 1}" for i, s in enumerate(choice) if s]
        rows[f" {join} ".join(names) or {"∧": "TRUE"}.get(join, "FALSE")] = tuple(values)
    return rows


def of_size(k, choices):
    return [choice for choice in choices if sum(s > 0 for s in choice) == k]


FAMILIES = {
    **{f"monotone conjunctions {n}": (partial(concepts.monotone_conjunctions, n),
                                       naive(literal_choices(n, (0, 1)), n, "∧")) for n in (1, 2, 4)},
    **{f"conjunctions {n}": (partial(concepts.conjunctions, n), naive(literal_choices(n), n, "∧")) for n in (1, 2, 4)},
    **{f"disjunctions {n}": (partial(concepts.disjunctions, n), naive(literal_choices(n), n, "∨")) for n in (1, 3)},
    **{f"parities {n}": (partial(concepts.parities, n), naive(literal_choices(n, (0, 1)), n, "⊕")) for n in (1, 4)},
    **{f"dictators {n}": (partial(concepts.dictators, n), naive(of_size(1, literal_choices(n, (0, 1))), n, "∧"))
       for n in (1, 5)},
    **{f"{k}-conjunctions {n}": (partial(concepts.k_conjunctions, n, k), naive(of_size(k, literal_choices(n)), n, "∧"))
       for n, k in [(4, 0), (4, np.int8(2)), (3, 3)]},
    "monotone 2-conjunctions 4": (partial(concepts.k_conjunctions, 4, 2, "monotone"),
                                  naive(of_size(2, literal_choices(4, (0, 1))), 4, "∧")),
    **{f"monotone {k}-disjunctions {n}": (partial(concepts.disjunctions, n, k, "monotone"),
                                          naive(of_size(k, literal_choices(n, (0, 1))), n, "∨")) for n, k in [(5, 2)]},
    "all functions 2": (partial(concepts.all_functions, 2),
                        {"".join(map(str, values)): values for values in product((0, 1), repeat=4)}),
    "singletons 5": (partial(concepts.singletons, 5), {f"x = {j}": tuple(i == j for i in range(5)) for j in range(5)}),
    **{f"thresholds {n}": (partial(concepts.thresholds, n),
                           {f"x ≥ {j}": tuple(i >= j for i in range(n)) for j in range(n + 1)}) for n in (4, 127)},
}  # fmt: skip


@pytest.mark.parametrize("make, rows", FAMILIES.values(), ids=FAMILIES)
def test_families_have_exactly_their_concepts_under_readable_names(make, rows):
    C = make()
    assert len(C) == len(rows) == len(set(C.names))
    assert {C.name(h): tuple(row) for h, row in enumerate(C.table.tolist())} == rows
    assert C.votes(C.everything, C.points).tolist() == np.sum(list(rows.values()), axis=0).tolist()


# --- version spaces ------------------------------------------------------------------------------------------------

tables = (
    st.integers(0, 2**32 - 1)
    .map(lambda seed: np.random.default_rng(seed))
    .map(lambda rng: rng.random((rng.integers(1, 300), rng.integers(1, 9))) < rng.choice([0.1, 0.5, 0.9]))
)


@given(tables, st.integers(0, 2**32 - 1))
def test_votes_and_version_spaces_are_those_of_the_table(T, seed):
    rng = np.random.default_rng(seed)
    C = ConceptClass(T, points=rng.permutation(20)[: T.shape[1], None] / 4 - 2)
    T = C.table
    assert sorted(map(tuple, T.tolist())) == sorted(set(map(tuple, T.tolist())))
    where = rng.integers(0, T.shape[1], size=6)
    X, y = C.points[where], rng.choice([-1, 1], size=6)
    alive = rng.random(len(T)) < rng.choice([0.02, 0.5, 1.0])  # few alive: the words without any are skipped
    V = pack(alive)
    votes = C.votes(V, X)
    assert np.array_equal(votes, T[alive][:, where].sum(axis=0)) and votes.dtype == np.int64
    others = rng.random(len(T)) < rng.choice([0.0, 0.02, 1.0])
    assert np.array_equal(C.votes(np.stack([V, pack(others)]), X)[1], T[others][:, where].sum(axis=0))
    assert np.array_equal(unpack(C.columns(X), len(T)), T[:, where].T)
    assert np.array_equal(unpack(C.agreeing(X, y), len(T)), (y[:, None] > 0) == T[:, where].T)
    assert C.members(C.agreeing(X, y)[0]).tolist() == np.flatnonzero((y[0] > 0) == T[:, where[0]]).tolist()
    consistent = [(T[:, where[:t]] == (y[:t] > 0)).all(axis=1) for t in range(7)]
    assert np.array_equal(unpack(C.version_spaces(X, y), len(T)), consistent)
    if consistent[-1].any():
        assert np.array_equal(unpack(C.version_space(X, y), len(T)), consistent[-1])
    else:
        with pytest.raises(NotRealizable) as caught:
            C.version_space(X, y)
        assert caught.value.round == next(t for t in range(6) if not consistent[t + 1].any())
    sub = C.subclass(V)
    assert np.array_equal(sub.table, T[alive])
    assert sub.names == tuple(name for name, kept in zip(C.names, alive, strict=True) if kept)
    for label in (-1, 1):
        assert np.array_equal(C.restrict(X[0], label).table, T[T[:, where[0]] == (label > 0)])


FORMULAS = {
    "conjunctions": partial(concepts.conjunctions, 6),
    "monotone": partial(concepts.monotone_conjunctions, 7),
    "2-conjunctions": partial(concepts.k_conjunctions, 8, 2),
    "disjunctions": partial(concepts.disjunctions, 5),
    "parities": partial(concepts.parities, 7),
    "dictators": partial(concepts.dictators, 3),
}


@pytest.mark.parametrize("make", FORMULAS.values(), ids=FORMULAS)
@pytest.mark.parametrize("seed", range(5))
def test_a_class_of_formulas_is_the_class_of_its_table(make, seed):
    """Evaluating points on demand and looking them up give the same answers."""
    C, rng = make(), np.random.default_rng(seed)
    D = ConceptClass(C.table, C.points, C.names)
    assert np.array_equal(C.bits, D.bits) and C.names == D.names
    V = pack(rng.random(len(C)) < (0.01, 0.5)[seed % 2])
    X, y = C.points[rng.integers(0, C.n_points, size=9)], rng.choice([-1, 1], size=9)
    h = int(rng.integers(len(C)))
    y = C.labels(h, X) if seed % 2 else y
    for ask in (
        lambda C: C.votes(V, X),
        lambda C: C.agreeing(X, y) & C.everything,
        lambda C: C.version_spaces(X, y),
        lambda C: C.version_space(C.points, C.labels(h, C.points)),
        lambda C: C.votes(np.stack([C.version_space(C.points, C.labels(h, C.points)), V]), X),
        lambda C: C.labels(h, X),
        lambda C: C.subclass(V).table,
        lambda C: C.subclass(V).names,
        lambda C: C.restrict(X[0], -1).table,
        lambda C: C.on(X).table,
        lambda C: C.on(X).names,
    ):
        assert np.array_equal(ask(C), ask(D))
    assert np.array_equal(C.formula(h)(X), C.labels(h, X))


def test_a_class_says_how_many_concepts_it_has():
    said = [repr(ConceptClass([[0, 1], [1, 1]][:N])) for N in (1, 2)]
    assert said == ["<ConceptClass: 1 concept on 2 points>", "<ConceptClass: 2 concepts on 2 points>"]
    assert repr(ConceptClass([[0], [1]])) == "<ConceptClass: 2 concepts on 1 point>"
    assert repr(concepts.k_conjunctions(21, 1, "monotone")) == "<ConceptClass: 21 concepts on 2^21 points>"


@pytest.mark.parametrize("C", [concepts.thresholds(70), concepts.conjunctions(4)], ids=str)
def test_without_an_example_the_version_space_is_the_class(C):
    spaces = C.version_spaces(np.empty((0, C.points.shape[1]), dtype=int), [])
    assert [unpack(V, len(C)).all() for V in spaces] == [True]


def test_a_large_class_works_on_points_as_they_come():
    C = concepts.k_conjunctions(100, 2)
    assert (len(C), repr(C)) == (4 * 4950, "<ConceptClass: 19800 concepts on 2^100 points>")
    X = np.random.default_rng(0).integers(0, 2, (300, 100))
    names = C.names  # made anew each time
    h = names.index("x7 ∧ ¬x60")
    V = C.version_space(X, np.where((X[:, 6] == 1) & (X[:, 59] == 0), 1, -1))
    assert C.subclass(V).names == ("x7 ∧ ¬x60",) and np.array_equal(C.labels(h, X), C.formula(h)(X))
    assert set(C.votes(C.everything, X).tolist()) == {4950}  # for each pair of variables, one choice of signs
    seen = C.on(X[[0, 1, 0, 2, 3, 4, 5]])
    assert len(seen) <= 2**6 and np.array_equal(seen.points, X[:6])
    for h, name in enumerate(seen.names):
        assert np.array_equal(seen.labels(h, X[:6]), C.labels(names.index(name), X[:6]))


# --- formulas ------------------------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.data())
def test_formulas_say_what_they_are(n, data):
    literals = data.draw(st.lists(st.integers(1, n).flatmap(lambda i: st.sampled_from([i, -i])), max_size=8))
    connective = data.draw(st.sampled_from("∧∨⊕"))
    f = Formula(n, literals, connective)
    assert f == Formula(n, reversed(literals), connective) and len(f) == len(set(literals))
    for x in product((0, 1), repeat=n):
        values = [x[i - 1] == 1 if i > 0 else x[-i - 1] == 0 for i in set(literals)]
        expected = {"∧": all(values), "∨": any(values), "⊕": sum(values) % 2 == 1}[connective]
        assert f([x])[0] == (1 if expected else -1)


def test_formulas_read_well_and_are_made_of_masks():
    assert str(Formula(9, [-5, 2])) == "x2 ∧ ¬x5"
    assert [str(Formula(2, [], c)) for c in "∧∨⊕"] == ["TRUE", "FALSE", "FALSE"]
    assert str(Formula(1, [1, -1])) == "x1 ∧ ¬x1" and set(Formula(1, [1, -1])([[0], [1]])) == {-1}
    f = Formula(3, [1, -3], "∨")
    assert Formula.holding(f.mask, 3, "∨") == f and Formula.holding([True, False], 2, "∧") == Formula(2, [1])


# --- points --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tabulated", [False, True])
def test_a_point_is_its_row_of_numbers_in_any_kind_of_array(tabulated):
    C = concepts.conjunctions(3)
    C = ConceptClass(C.table, C.points) if tabulated else C
    X = concepts.cube(3)[[5, 0, 7, 5]]
    y = C.labels(3, X)
    for same in (X.tolist(), np.where(X == 0, -0.0, X), X.astype(np.float32), sp.csr_array(X)):
        assert np.array_equal(C.votes(C.everything, same), C.table[:, [5, 0, 7, 5]].sum(axis=0))
        assert np.array_equal(C.version_space(same, y), C.version_space(X, y))
        assert np.array_equal(C.version_spaces(same, y), C.version_spaces(X, y))


def test_points_that_differ_little_are_different():
    points = [[1e-20], [2e-20], [1.0], [1 + 2**-52]]
    assert ConceptClass([[0, 1, 1, 0]], points).labels(0, points).tolist() == [-1, 1, 1, -1]


# --- what comes in -------------------------------------------------------------------------------------------------


def ask(C, X):
    return C.votes(C.everything, X)


BAD = {
    "a point of 400 digits": (lambda: ConceptClass([[0], [1]], [[10**400]]), "too large for a float"),
    "a ragged point": (lambda: concepts.thresholds(3).restrict([[1], [1, 2]], 1), "^the point is not a row of numbers"),
    "a table as a point": (lambda: concepts.conjunctions(2).restrict([[1, 0]], 1), r"point has shape \(1, 2\)"),
    "a row of 400 digits": (lambda: ask(concepts.thresholds(3), [[10**400]]), "too large for a float"),
    "complex labels": (lambda: ConceptClass([[1 + 0j]]), "Boolean, or 0 and 1"),
    "another number": (lambda: ask(concepts.thresholds(3), [[1], [3]]), r"row 1 of X is \[3\], which is"),
    "too wide": (lambda: ask(concepts.thresholds(3), [[1, 0]]), "X has 2 features, but the points .* have 1"),
    "not Boolean": (lambda: ask(concepts.conjunctions(2), [[0, 1], [2, 0]]), "row 1 of X has 2 in column 0: .* 0 or 1"),
    "rows of two lengths": (lambda: ConceptClass([[0, 1], [1]]), "^the table is not one of equally long rows"),
    "one label for two points": (lambda: ConceptClass([[0, 1]]).agreeing([[0], [1]], [1]), "2 examples but y has 1"),
    "empty class": (lambda: ConceptClass(np.empty((0, 3), dtype=bool)), "at least one concept and one point"),
    "one row": (lambda: ConceptClass([0, 1]), r"shape \(2,\)"),
    "labels": (lambda: ConceptClass([[1, -1]]), r"table\[0, 1\] is .*-1.*table > 0"),
    "equal points": (lambda: ConceptClass([[0, 1, 1]], [[0.0], [2], [-0.0]]), r"points 0 and 2 are the same row"),
    "points missing": (lambda: ConceptClass([[0, 1]], [[1]]), "2 columns, but there are 1 points"),
    "point nan": (lambda: ConceptClass([[0, 1]], [[1], [np.nan]]), "nan"),
    "names missing": (lambda: ConceptClass([[0, 1]], names=["a", "b"]), "1 rows but there are 2 names"),
    "no such concept": (lambda: concepts.thresholds(3).name(4), "numbers 0 to 3"),
    "a negative concept": (lambda: concepts.thresholds(3).name(-1), "^h is -1"),
    "a version space": (lambda: concepts.thresholds(3).version_space([[0], [1]], [1]), "2 examples but y has 1"),
    "no labels": (lambda: concepts.thresholds(3).version_spaces([[0]], []), "1 examples but y has 0"),
    "no such formula": (lambda: concepts.conjunctions(2).formula(9), "numbers 0 to 8"),
    "bad label": (lambda: concepts.thresholds(3).restrict(0, 0), "labels must be -1 or"),
    "n zero": (lambda: concepts.conjunctions(0), "^n is 0: .* at least 1"),
    "no variables": (lambda: concepts.cube(0), "^n is 0"),
    "no singletons": (lambda: concepts.singletons(0), "^n is 0"),
    "no thresholds": (lambda: concepts.thresholds(0), "^n is 0"),
    "k negative": (lambda: concepts.k_conjunctions(3, -1), "^k is -1: .* at least 0"),
    "k above n": (lambda: concepts.k_conjunctions(3, 4), "only 3 variables"),
    "literals": (lambda: concepts.disjunctions(3, 1, "positive"), "'monotone' or 'all'"),
    "no literals": (lambda: Formula(3, None), "literal None: with 3 variables"),
    "no variables of a formula": (lambda: Formula(0, []), "^n is 0"),
    "a literal": (lambda: Formula(3, [4]), "literal 4: with 3 variables it must be ±1 to ±3"),
    "a name": (lambda: Formula(3, ["x1"]), "literal 'x1': with 3 variables"),
    "a Boolean": (lambda: Formula(3, [True]), "literal True: with 3 variables"),
    "connective": (lambda: Formula(3, [1], "and"), "must be '∧', '∨' or '⊕'"),
    "tree of nothing": (lambda: mb.mistake_tree(concepts.thresholds(1).subclass(np.zeros(1, np.uint64))), "is empty"),
    "no class": (lambda: mb.vc_dimension("C"), "^C is 'C'"),
    "no class for a tree": (lambda: mb.is_mistake_tree("C", 0), "^C is 'C'"),
    # too large to tabulate
    "cube(30)": (lambda: concepts.cube(30), r"^the cube of n = 30 .* 2\^37 bytes, .*: take fewer, .*: C.on\(X\)\."),
    "all_functions(5)": (lambda: concepts.all_functions(5), r"^all_functions\(5\) .* 2\^33 bytes, .* 1 GiB: take"),
    "k_conjunctions(100, 5)": (lambda: concepts.k_conjunctions(100, 5), r"2,409,200,640 formulas .* 2\^35 bytes"),
    "monotone 6 of 65": (lambda: concepts.disjunctions(65, 6, "monotone"),
                         r"subsets of 6 of 65 .* 2\^30 bytes, .*: take fewer variables\."),
    "monotone_conjunctions(64)": (lambda: concepts.monotone_conjunctions(64),
                                  r"^a class of at least 2\^64 formulas .* 2\^66 bytes, .*: take fewer variables\."),
    "parities(65)": (lambda: concepts.parities(65), r"at least 2\^65 formulas of 65 variables .* 2\^68 bytes"),
    "n above 2^17": (lambda: concepts.dictators(2**17 + 1), "^n is 131073: it must be at most 131072"),
    "a table of 1 GiB, but not its points": (lambda: concepts.dictators(27).bits, "^the cube of n = 27"),
    "a large sample": (lambda: concepts.parities(20).on(np.arange(1025)[:, None] >> np.arange(20) & 1),
                       r"^<ConceptClass: 1048576 .* on 1025 points would take more than 2\^30 bytes, .*: C.on\(X\)"),
    "all points": (lambda: concepts.k_conjunctions(100, 1).points, r"2\^109 bytes"),
    "Boolean table": (lambda: concepts.conjunctions(12).table, r"2\^31 bytes, .*: C.on\(X\)"),
    "its dimension": (lambda: mb.vc_dimension(concepts.k_conjunctions(40, 1)), r"the table of .* 2\^43 bytes"),
    "singletons(10^6)": (lambda: concepts.singletons(10**6), r"^singletons.* 2\^39 bytes, .*: take fewer points\."),
    "thresholds(2^20)": (lambda: concepts.thresholds(2**20), r"^thresholds.* 2\^40 bytes, .*: take fewer points\."),
    "thresholds below 2^21.5": (lambda: concepts.thresholds(math.isqrt(2**43)), r"2\^42 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("make, match", BAD.values(), ids=BAD)
def test_bad_input(make, match):
    with pytest.raises(MistakeBoundError, match=match):
        make()


def test_equal_concepts_are_merged_into_the_first():
    C = ConceptClass([[0, 1], [1, 1], [0, 1], [0, 0], [1, 1]], names="abcde")
    assert len(C) == 3 and C.names == ("a", "b", "d")
    assert C.table.astype(int).tolist() == [[0, 1], [1, 1], [0, 0]]
    assert ConceptClass([[0, 1], [Fraction(1), 1], [0, 1]]).names == ("01", "11")


def test_only_restriction_makes_an_empty_class():
    C = concepts.thresholds(3).restrict(0, -1).restrict(2, -1).restrict(1, 1)
    assert len(C) == 0 and C.names == () and C.table.shape == (0, 3)
    assert mb.littlestone_dimension(C) == mb.vc_dimension(C) == -1


def test_a_class_cannot_be_changed_and_keeps_its_own_copy():
    T, points = np.eye(3, dtype=bool), np.arange(3.0)[:, None]
    C = ConceptClass(T, points)
    T[:], points[:] = True, 9
    assert C.names == ("100", "010", "001") and C.points.tolist() == [[0], [1], [2]]
    for array in (C.bits, C.points, C.everything, concepts.conjunctions(2).literals, concepts.conjunctions(2).points):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


# --- dimensions ----------------------------------------------------------------------------------------------------


def naive_vc(T):
    return max(
        (d for d in range(T.shape[1] + 1) for S in combinations(range(T.shape[1]), d)
         if len({tuple(row) for row in T[:, list(S)].tolist()}) == 2**d),
        default=-1,
    )  # fmt: skip


def check_dimensions(C):
    """Check the chain of inequalities, and a tree as deep as the dimension."""
    ldim, vc = mb.littlestone_dimension(C), mb.vc_dimension(C)
    assert vc <= ldim <= math.floor(math.log2(len(C)))
    tree = mb.mistake_tree(C)
    assert mb.is_mistake_tree(C, tree) and (tree.depth if isinstance(tree, MistakeTree) else 0) == ldim
    return ldim, vc


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_dimensions_of_classes_on_up_to_four_points(m):
    """All classes (on four points, some of them): Ldim is the value of the game between learner and nature."""
    games, masks = solved(m), range(1, 1 << (1 << m))
    for mask in masks if m < 4 else np.random.default_rng(0).integers(1, 1 << 16, size=400).tolist():
        C = ConceptClass(table(mask, m))
        assert check_dimensions(C) == (games.opt[mask], naive_vc(C.table))


VALUES = {  # family: Ldim, VC
    "singletons(1)": (0, 0),
    "singletons(10)": (1, 1),
    **{f"thresholds({n})": (math.floor(math.log2(n + 1)), 1) for n in (1, 6, 7, 100, 255)},
    **{f"monotone_conjunctions({n})": (n, n) for n in (1, 3, 5)},
    **{f"all_functions({n})": (2**n, 2**n) for n in (1, 3)},
    **{f"dictators({n})": (math.floor(math.log2(n)),) * 2 for n in (1, 7, 8)},
    **{f"parities({n})": (n, n) for n in (1, 4)},
    **{f"conjunctions({n})": (n + (n > 1), n) for n in (1, 2, 3, 4)},
    "disjunctions(3)": (4, 3),
}


@pytest.mark.parametrize("family", VALUES)
def test_dimensions_of_the_families(family):
    assert check_dimensions(eval(f"concepts.{family}")) == VALUES[family]


@given(tables)
def test_dimensions_of_larger_classes(T):
    C = ConceptClass(T[:40])
    assert check_dimensions(C)[1] == naive_vc(C.table)


def test_depth_of_the_version_spaces_of_one_class_against_plain_recursion():
    """The class first and then its parts, so that results found on the way are used again."""
    C = ConceptClass(np.random.default_rng(0).random((90, 7)) < 0.3)
    T, known = C.table, {}

    def plain(alive):
        if alive not in known:
            sides = [[frozenset(h for h in alive if T[h, j] == value) for value in (0, 1)] for j in range(7)]
            known[alive] = max((1 + min(map(plain, pair)) for pair in sides if all(pair)), default=0)
        return known[alive]

    for size in range(3):
        for where in combinations(range(7), size):
            for labels in product((0, 1), repeat=size):
                part = (T[:, list(where)] == labels).all(axis=1)
                depth = plain(frozenset(np.flatnonzero(part).tolist())) if part.any() else -1
                assert mb.littlestone_dimension(C, pack(part)) == depth


# --- with coins ----------------------------------------------------------------------------------------------------


def coin_game(T):
    """The expected mistakes in the rest of the game.

    Nature asks, and the learner chooses a probability of saying +1. Nature, who knows this probability but not the
    coin, gives a label of some concept.
    """

    @cache
    def value(alive):
        worst = Fraction(0)
        for j in range(T.shape[1]):
            sides = [frozenset(h for h in alive if T[h, j] == label) for label in (0, 1)]
            if all(sides):
                a, b = map(value, sides)
                cost = {p: max(p + a, 1 - p + b) for p in (Fraction(0), Fraction(1), (1 + b - a) / 2) if 0 <= p <= 1}
                worst = max(worst, min(cost.values()))
        return worst

    return value(frozenset(range(len(T))))


def longest_walk(T, alive):
    """The expected length of the best fair walk down any tree whose paths have concepts: every tree is tried."""
    sides = [[frozenset(h for h in alive if T[h, j] == label) for label in (0, 1)] for j in range(T.shape[1])]
    return max((1 + Fraction(sum(longest_walk(T, side) for side in pair), 2) for pair in sides if all(pair)), default=0)


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_randomised_dimension_of_classes_on_up_to_four_points(m):
    """All classes (on four points, some): the value of the game, half of the longest walk, within its bounds."""
    masks = range(1, 1 << (1 << m))
    for mask in masks if m < 4 else np.random.default_rng(1).integers(1, 1 << 16, size=60).tolist():
        C = ConceptClass(table(mask, m))
        found, ldim = mb.randomized_littlestone_dimension(C), mb.littlestone_dimension(C)
        assert found == coin_game(C.table)
        assert Fraction(ldim, 2) <= found <= ldim and found <= math.log2(len(C)) / 2 + 1e-12
        if m < 4:
            assert 2 * found == longest_walk(C.table, frozenset(range(len(C))))


def deterministic(n_points):
    """Every learner on two rounds: its prediction at each first point, and then after each point and label."""
    for first in product((0, 1), repeat=n_points):
        for then in product((0, 1), repeat=2 * n_points * n_points):
            yield first, dict(zip(product(range(n_points), (0, 1), range(n_points)), then, strict=True))


@pytest.mark.parametrize("mask", range(1, 16))
def test_randomised_dimension_is_the_value_of_the_game_of_all_strategies(mask):
    """On two points, two rounds are enough: a mixture of all learners against every sequence, by linear program."""
    C = ConceptClass(table(mask, 2))
    T = C.table.astype(int)
    sequences = {(i, T[h, i], j, T[h, j]) for h in range(len(C)) for i in range(2) for j in range(2)}
    mistakes = np.array([
        [int(first[i] != y) + int(then[i, y, j] != z) for i, y, j, z in sorted(sequences)]
        for first, then in deterministic(2)
    ])  # fmt: skip
    mistakes = np.unique(mistakes, axis=0)
    n, m = mistakes.shape
    game = linprog(
        [0] * n + [1], A_ub=np.hstack([mistakes.T, -np.ones((m, 1))]), b_ub=np.zeros(m),
        A_eq=[[1] * n + [0]], b_eq=[1], bounds=[(0, None)] * (n + 1),
    )  # fmt: skip
    assert mb.randomized_littlestone_dimension(C) == pytest.approx(game.fun)


WITH_COINS = {
    "singletons(1)": 0, "singletons(2)": Fraction(1, 2), "singletons(8)": 1 - Fraction(1, 2**7), "thresholds(3)": 1,
    "thresholds(255)": 4, "all_functions(2)": 2, "dictators(4)": 1, "monotone_conjunctions(3)": Fraction(3, 2),
}  # fmt: skip


@pytest.mark.parametrize("family", WITH_COINS)
def test_randomised_dimension_of_the_families(family):
    assert mb.randomized_littlestone_dimension(eval(f"concepts.{family}")) == WITH_COINS[family]


def test_randomised_dimension_of_the_guests_and_of_their_version_spaces():
    C = run_path(str(Path(__file__).parents[1] / "book" / "players" / "optimal.py"))["GUESTS"]
    assert mb.randomized_littlestone_dimension(C) == coin_game(C.table) == Fraction(47, 32)
    for j, label in product(range(C.n_points), (-1, 1)):
        part = C.restrict(C.points[j], label)
        assert mb.randomized_littlestone_dimension(part) == coin_game(part.table)
    assert mb.randomized_littlestone_dimension(C.subclass(C.everything ^ C.everything)) == -1


@pytest.mark.parametrize("family", ["thresholds(256)", "singletons(20)"])
def test_randomised_dimension_of_a_large_class_is_refused(family):
    with pytest.raises(MistakeBoundError, match="more than 256 concepts or 20000 version spaces"):
        mb.randomized_littlestone_dimension(eval(f"concepts.{family}"))


# --- mistake trees -------------------------------------------------------------------------------------------------


WRONG_TREES = {
    "labels swapped": lambda t: MistakeTree(t.point, t.plus, t.minus),
    "another point": lambda t: MistakeTree(t.point + 1, t.minus, t.plus),
    "no such point": lambda t: MistakeTree(99, t.minus, t.plus),
    "one side cut off": lambda t: MistakeTree(t.point, 7, t.plus),
    "the same leaf twice": lambda t: MistakeTree(t.point, t.minus, t.minus),
    "no such concept": lambda t: MistakeTree(t.point, t.minus, MistakeTree(t.plus.point, t.plus.minus, 8)),
    "one level too many": lambda t: MistakeTree(0, t, t),
    "a point too far": lambda t: MistakeTree(7, t.minus, t.plus),
}


@pytest.mark.parametrize("spoil", WRONG_TREES.values(), ids=WRONG_TREES)
def test_the_checker_refuses_wrong_trees(spoil):
    C = concepts.thresholds(7)
    tree = mb.mistake_tree(C)
    assert mb.is_mistake_tree(C, tree)
    assert not mb.is_mistake_tree(C, spoil(tree))


@pytest.mark.parametrize("leaf", [2, -1, 0.0, None])
def test_the_checker_refuses_what_is_no_concept_of_the_class(leaf):
    C = concepts.thresholds(1)
    assert mb.is_mistake_tree(C, MistakeTree(0, 1, 0)) and not mb.is_mistake_tree(C, MistakeTree(0, 1, leaf))
    assert mb.is_mistake_tree(C, 0) and not mb.is_mistake_tree(C, leaf)
