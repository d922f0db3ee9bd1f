"""The public face, a call a target: its name, how it is called, what it is fed, what must be true of its answer."""

from __future__ import annotations

import inspect
import itertools
import math
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st
from scipy import sparse

import mistakebound as mb
from mistakebound import concepts, kernels, potentials, streams, teaching
from tests.fuzz.given import (
    NEVER,
    Given,
    choices,
    labels,
    numbers,
    objects,
    plain,
    small,
    tables,
    vectors,
    wholes,
)
from tests.fuzz.judge import Fault, Target, exactly

TARGETS: list[Target] = []


def plainly(value):
    return st.just(plain(value))


def target(name, call, right=None, **arguments):
    """A target whose arguments are drawn one by one."""
    TARGETS.append(Target(name, call, st.fixed_dictionaries(arguments), right))


@st.composite
def _examples(draw, only=None, hostile=True, **more):
    """X and y that fit, unless one of them is hostile; `more`: strategies, or functions of the width d."""
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    given = {"X": draw(tables(n, d, only, hostile)), "y": draw(labels(n, hostile))}
    return given | {name: draw(make(d) if inspect.isfunction(make) else make) for name, make in more.items()}


def on_examples(name, call, right=None, only=None, hostile=True, **more):
    TARGETS.append(Target(name, call, _examples(only, hostile, **more), right))


# --- learners on data --------------------------------------------------------------------------------------------


def signs_are_right(trace, X, y, **_):
    """Of a Perceptron: each prediction is the sign of the exact score, unless that is a tie to rounding."""
    if isinstance(trace, tuple):
        return
    rows, rate = exactly(X), Fraction(trace.learner.rate)
    start, w = np.zeros(len(rows[0])).tolist(), None
    w, size = [Fraction(0)] * len(start), [Fraction(0)] * len(start)
    wrong, changed = set(trace.mistakes.tolist()), set(trace.updates.tolist())
    threshold = Fraction(getattr(trace.learner, "threshold", 0))
    for t in range(trace.n_rounds):
        x, label = rows[t % len(rows)], int(y[t % len(rows)])
        score = label * sum(a * b for a, b in zip(w, x, strict=True))
        noise = Fraction(1, 10**11) * sum(a * abs(b) for a, b in zip(size, x, strict=True))
        if abs(score) > noise and (score < 0) != (t in wrong):
            raise Fault(f"round {t}: the signed score is {float(score)!r}, but mistakes are {sorted(wrong)}")
        if score == 0 and (t not in wrong) and trace.learner.ties == "mistake":
            raise Fault(f"round {t} is a tie, but no mistake: {sorted(wrong)}")
        if abs(score - threshold) > noise and (score <= threshold) != (t in changed):
            raise Fault(f"round {t}: the signed score is {float(score)!r}, but updates are {sorted(changed)}")
        if t in changed:
            w = [a + rate * label * b for a, b in zip(w, x, strict=True)]
            size = [a + rate * abs(b) for a, b in zip(size, x, strict=True)]


def _play(make):
    return lambda X, y, passes=1, record="all", **p: mb.play(make(**p), X, y, passes=passes, record=record)


SETTINGS = {"passes": wholes(huge=False), "record": choices("all", "updates")}
TIES = choices("mistake", -1, 1)
on_examples("play Perceptron", _play(mb.Perceptron), signs_are_right, **SETTINGS)
on_examples("play Perceptron, its rate", _play(mb.Perceptron), signs_are_right, only="mild", rate=numbers(), ties=TIES)
on_examples("play MarginPerceptron", _play(mb.MarginPerceptron), signs_are_right, threshold=numbers(), rate=numbers())
on_examples("play PNorm", _play(mb.PNorm), p=numbers((2, 3, 4.5, 10)), rate=numbers())
on_examples("play Entropy", _play(lambda rate: mb.QuasiAdditive(potentials.Entropy(), rate)), rate=numbers())
on_examples("play Winnow", _play(mb.Winnow), eta=numbers(), threshold=numbers((0, 0.125)), total=numbers())
on_examples(
    "play Winnow, its prior",
    _play(mb.Winnow),
    only="mild",
    eta=numbers((1,)),
    prior=lambda d: vectors(d, st.integers(1, 5), none=True),
)
on_examples("play UnnormalisedWinnow", _play(mb.UnnormalisedWinnow), eta=numbers())
on_examples(
    "play kernel",
    _play(lambda rate, degree, c: mb.KernelPerceptron(kernels.Polynomial(degree, c), rate)),
    rate=numbers(),
    degree=wholes((1, 2, 3), huge=False),
    c=numbers((0, 1, 0.5)),
)
on_examples("play linear kernel", _play(lambda: mb.KernelPerceptron(kernels.Linear())))
on_examples("play Gaussian kernel", _play(lambda width: mb.KernelPerceptron(kernels.Gaussian(width))), width=numbers())
on_examples(
    "play until clean",
    lambda X, y, max_passes: mb.play(mb.Perceptron(), X, y, passes=None, max_passes=max_passes),
    signs_are_right,
    max_passes=wholes((20,), huge=False),
)
on_examples("play chunks", lambda X, y: mb.play(mb.Perceptron(), [(X, y), (X, y)]).updates.tolist())
on_examples(
    "play one chunk by a generator", lambda X, y: mb.play(mb.Perceptron(), ((X, y) for _ in range(1))).updates.tolist()
)
on_examples(
    "steps of a run",
    lambda X, y: _steps(mb.play(mb.Perceptron(), X, y)),
)


def _steps(trace):
    whole = trace.predictions, trace.survival, trace.cumulative_mistakes, trace.weights, repr(trace)
    return (*whole, [trace[t] for t in range(len(trace))], trace.examples([0]), trace.labels(range(len(trace))))


bits = st.integers(0, 1)


@st.composite
def _bits(draw, **more):
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    table = np.array([[draw(bits) for _ in range(d)] for _ in range(n)])
    given = {"X": draw(tables(n, d) if draw(st.integers(0, 3)) == 0 else _forms(table)), "y": draw(labels(n))}
    return given | {name: draw(make(d) if inspect.isfunction(make) else make) for name, make in more.items()}


@st.composite
def _forms(draw, table):
    from tests.fuzz.given import ARRAY_FORMS

    A = table.astype(draw(st.sampled_from([np.int8, np.int64, np.uint8, np.float64, np.float32])))
    return Given(ARRAY_FORMS[draw(st.sampled_from(sorted(ARRAY_FORMS)))](A), table.astype(np.int64), welcome=True)


def on_bits(name, call, right=None, **more):
    takes_labels = "y" in inspect.signature(call).parameters
    arguments = (
        _bits(**more) if takes_labels else _bits(**more).map(lambda given: {k: v for k, v in given.items() if k != "y"})
    )
    TARGETS.append(Target(name, call, arguments, right))


on_bits("play Winnow1", _play(mb.Winnow1), alpha=numbers((2, 1.5, 3)), theta=numbers(none=True))
on_bits("play Winnow2", _play(mb.Winnow2), alpha=numbers((2, 1.5, 3)), theta=numbers(none=True))
on_bits(
    "play Halving",
    lambda X, y, n, ties, updates: mb.play(mb.Halving(concepts.disjunctions(n), ties, updates), X, y),
    n=lambda d: wholes((d,), huge=False),
    ties=choices(-1, 1),
    updates=choices("rounds", "mistakes"),
)
on_bits(
    "play Consistent",
    lambda X, y, n, seed: mb.play(mb.Consistent(concepts.all_functions(n), "random", seed), X, y),
    n=lambda d: wholes((min(d, 3),), huge=False),
    seed=wholes((0, 1)),
)
on_bits(
    "play WeightedMajority",
    lambda X, y, n, beta: mb.play(mb.WeightedMajority(concepts.dictators(n), beta), X, y, passes=2),
    n=lambda d: wholes((d,), huge=False),
    beta=numbers((0.5, 0.25, 0.75)),
)
on_bits(
    "play RandomizedMajority",
    lambda X, y, n, beta, seed: mb.play(mb.RandomizedMajority(concepts.dictators(n), beta, seed), X, y),
    n=lambda d: wholes((d,), huge=False),
    beta=numbers((0.5, 0.25, 0.75)),
    seed=wholes((0, 1)),
)
on_bits(
    "play Elimination",
    lambda X, y, n, literals: mb.play(mb.Elimination(n, literals), X, y),
    n=lambda d: wholes((d,), huge=False),
    literals=choices("monotone", "all"),
)
on_bits(
    "play StandardOptimal",
    lambda X, y, n: mb.play(mb.StandardOptimal(concepts.parities(n)), X, y),
    n=lambda d: wholes((d,), huge=False),
)
on_bits("teaching: smallest conjunction", teaching.minimum_conjunction)
on_bits("teaching: set cover", teaching.set_cover_instance)
on_bits(
    "class: version space",
    lambda X, y, n: (lambda C: C.names and C.subclass(C.version_space(X, y)))(concepts.conjunctions(n)),
    n=lambda d: wholes((d,), huge=False),
)
target(
    "class: restrict",
    lambda point, label: concepts.dictators(3).restrict(point, label),
    point=vectors(3, bits),
    label=wholes((-1, 1)),
)
on_bits(
    "class on a sample",
    lambda X, n, h: (concepts.parities(n).on(X), concepts.parities(n).labels(h, X)),
    n=lambda d: wholes((d,), huge=False),
    h=wholes((0, 1)),
)
on_bits(
    "covering experts", lambda X, n: mb.covering_experts(concepts.dictators(n), X), n=lambda d: wholes((d,), huge=False)
)

# --- readings ----------------------------------------------------------------------------------------------------

SEEN = mb.play(mb.Perceptron(), [[1, 2, 0], [0, 1, -1], [1, 0, 0]], [1, -1, -1])
SEEN_WINNOW = mb.play(mb.Winnow(1), [[1, 2, 0], [0, 1, -1], [1, 0, 0]], [1, -1, -1])
for reading in (mb.average, mb.last, mb.longest_survivor, mb.vote):
    target(f"{reading.__name__}, then predict", lambda X, reading=reading: reading(SEEN).predict(X), X=tables(4, 3))
    on_examples(
        f"{reading.__name__} of a run", lambda X, y, reading=reading: reading(mb.play(mb.Perceptron(), X, y)).predict(X)
    )
    target(
        f"{reading.__name__} of anything",
        lambda trace, reading=reading: reading(trace).predict([[1, 2, 3]]),
        trace=objects(SEEN),
    )
target("average before or after", lambda when: mb.average(SEEN, when).total, when=choices("before", "after"))
target("last of Winnow, then predict", lambda X: mb.last(SEEN_WINNOW).predict(X), X=tables(4, 3))

# --- features, kernels, potentials, streams ----------------------------------------------------------------------


def is_dense(given):
    return not sparse.issparse(given.value)


def doubled(answer, X):
    dense = answer.toarray() if hasattr(answer, "toarray") else answer
    if exactly(dense) != [[*row, *(-v for v in row)] for row in exactly(X)]:
        raise Fault(f"{dense} is not [X, -X]")


target("double", lambda X: mb.double(X), doubled, X=tables(3, 2))
target("fold_bias", mb.fold_bias, X=tables(3, 2).filter(is_dense), c=numbers())
target("fresh_features", mb.fresh_features, X=tables(3, 2).filter(is_dense), delta=numbers(), passes=wholes())


def kernel_is_right(degree, c):
    def right(table, X, Z, **_):
        exact = [
            [(sum(a * b for a, b in zip(x, z, strict=True)) + c) ** degree for z in exactly(Z)] for x in exactly(X)
        ]
        size = [
            [(sum(abs(a * b) for a, b in zip(x, z, strict=True)) + c) ** degree for z in exactly(Z)] for x in exactly(X)
        ]
        for i, j in np.ndindex(np.shape(table)):
            value = np.asarray(table, dtype=object)[i, j]
            if (
                value != value
                or abs(value) == math.inf
                or abs(Fraction(value) - exact[i][j]) > size[i][j] * Fraction(1, 10**9)
            ):
                raise Fault(f"entry {i}, {j} of {table!r} should be {float(exact[i][j])}")

    return right


target("Linear kernel", lambda X, Z: kernels.Linear()(X, Z), kernel_is_right(1, 0), X=tables(2, 2), Z=tables(3, 2))
target(
    "Polynomial kernel",
    lambda X, Z: kernels.Polynomial(3, 1)(X, Z),
    kernel_is_right(3, 1),
    X=tables(2, 2),
    Z=tables(3, 2),
)
target(
    "Polynomial features",
    lambda X, degree, c: kernels.Polynomial(degree, c).features(X),
    X=tables(2, 2),
    degree=wholes(huge=False),
    c=numbers((0, 1, 2, 4)),
)
target(
    "Gaussian kernel",
    lambda X, Z, width: kernels.Gaussian(width)(X, Z),
    X=tables(2, 2),
    Z=tables(3, 2),
    width=numbers(),
)
target("tuned_p", mb.tuned_p, d=wholes((1, 5, 100)))
target(
    "Stream", lambda X, y, u: _stream(mb.Stream("fuzz", X, y, u)), X=tables(3, 2), y=labels(3), u=vectors(2, none=True)
)
target(
    "Stream, shuffled",
    lambda X, y, seed: mb.Stream("fuzz", X, y).shuffled(seed).X,
    X=tables(3, 2),
    y=labels(3),
    seed=wholes((0, 1, 2)),
)
target(
    "every_run",
    lambda X, y, rounds, chances: (lambda runs: (runs.probabilities, [t.mistakes for t in runs.traces]))(
        mb.every_run(mb.Perceptron(), X, y, rounds, chances)
    ),
    X=tables(2, 2),
    y=labels(2),
    rounds=wholes(),
    chances=vectors(2, st.sampled_from([0.5, 0.25, 0.75]), none=True),
)


def _stream(stream):
    return stream.X, stream.y, stream.u, stream.margin, stream.radius


n, d, k, seed = wholes((4, 5, 8)), wholes((3, 4, 5)), wholes((1, 2, 3)), wholes((0, 1, 2))
rate, margin = numbers((0.125, 0.5, 1)), numbers((0.125, 0.25, 0.5))
few = wholes((1, 2, 3))
STREAMS = {
    "boolean_and": {"n": few},
    "boolean_or": {"n": few, "k": k},
    "odd_max_bit": {"n": few},
    "parity": {"n": few, "c": numbers(none=True)},
    "xor": {"c": numbers(none=True)},
    "committee": {"n": n, "d": d, "k": k, "speaking": wholes((0, 1), none=True), "seed": seed},
    "digits": {"negative": wholes((1, 3)), "positive": wholes((0, 8)), "c": numbers(none=True)},
    "breast_cancer": {"c": numbers(none=True)},
    "disjunction": {"n": n, "d": d, "k": k, "active": wholes((0, 1)), "c": numbers(none=True), "seed": seed},
    "experts": {"n": n, "u": vectors(2, st.sampled_from([0.5, 0.5, 0.25])), "margin": margin, "seed": seed},
    "hadamard": {"n": wholes((2, 4, 8))},
    "ignored_bias": {"c": numbers()},
    "repeated_example": {"repeats": wholes((1, 3))},
    "seesaw": {"radius": numbers((1, 2, 5)), "margin": numbers((0.25, 0.5, 1))},
    "separable": {"n": n, "d": d, "margin": margin, "seed": seed},
    "signed_units": {"d": d, "seed": seed},
}
for name, arguments in STREAMS.items():
    make = getattr(streams, name)
    target(f"streams.{name}", lambda make=make, **p: (lambda s: (s.X, s.y, s.u))(make(**p)), **arguments)
target(
    "streams.committee_chunks",
    lambda **p: [(X, y) for X, y in streams.committee_chunks(**p)],
    n=n,
    d=d,
    k=k,
    rows=wholes((2, 3)),
    seed=seed,
)

# --- functions of numbers ----------------------------------------------------------------------------------------

s, R = numbers((0.125, 0.25, 0.5)), numbers((0.5, 1, 2))
thresholds = numbers((0, 0.0625, -0.0625))


def rational(value):
    """Also of a NumPy scalar."""
    return Fraction(value.item() if isinstance(value, np.generic) else value)


def step_is_tuned(eta, s, R, threshold):
    import mpmath as mp

    with mp.workdps(400):
        s, R, theta = (mp.mpf(exact.numerator) / exact.denominator for exact in map(rational, (s, R, threshold)))
        exact = mp.log((R + s) * (R - theta) / ((R - s) * (R + theta))) / (2 * R)
        if not mp.almosteq(mp.mpf(eta), exact, rel_eps=mp.mpf("1e-9"), abs_eps=mp.mpf("1e-300")):
            raise Fault(f"the tuned step is {eta!r}, but should be {mp.nstr(exact, 17)}")


target("tuned_step", mb.tuned_step, step_is_tuned, gamma=s, R=R, threshold=thresholds)
target("largest_step", mb.largest_step, gamma=s, R=R, threshold=thresholds)
target("winnow_gain", mb.winnow_gain, eta=rate, gamma=s, R=R, threshold=thresholds)


def entropy_is_right(value, u, w):
    import mpmath as mp

    with mp.workdps(400):
        terms = [(mp.mpf(float(a)), mp.mpf(float(b))) for a, b in zip(u, w, strict=True)]
        exact = mp.inf if any(a > 0 and b == 0 for a, b in terms) else mp.fsum(a * mp.log(a / b) for a, b in terms if a)
        size = mp.fsum(a * (1 + abs(mp.log(a / b))) for a, b in terms if a and b)
        if not (value == exact or abs(value - exact) <= mp.mpf("1e-12") * size + mp.mpf("1e-300")):
            raise Fault(f"KL is {value!r}, but should be {mp.nstr(exact, 17)}")


shares = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0, 1e-300, 1e-20, 5e-324])
calm = vectors(2, shares, hostile=False)
target("kl, hostile u", mb.kl, entropy_is_right, u=vectors(2, shares), w=calm)
target("kl, hostile w", mb.kl, entropy_is_right, u=calm, w=vectors(2, shares))
target(
    "survival_needed",
    mb.survival_needed,
    bound=numbers((1, 4)),
    epsilon=numbers((0.125, 0.25)),
    delta=numbers((0.125, 0.25)),
)
target("coin_regret", mb.coin_regret, rounds=few, experts=few)
losses = st.sampled_from(["small whole", "mild", "one scale", "wild"])
target(
    "Hedge",
    lambda losses, eta: (lambda run: (run.losses, run.weights, run.regret, repr(run)))(mb.Hedge(eta).run(losses)),
    losses=st.one_of(tables(3, 2), _forms(np.array([[0, 1], [1, 1], [0, 0]]))).filter(is_dense),
    eta=numbers(none=True),
)
target("mistake_losses", lambda a, b: mb.mistake_losses(a, b), a=objects(SEEN), b=objects(SEEN_WINNOW))

# --- margins -----------------------------------------------------------------------------------------------------


def margin_is_right(norm):
    """The weights attain the value, and the multipliers prove it best: both worked out in Fractions."""

    def right(best, X, y, **_):
        A = [[int(label) * v for v in row] for row, label in zip(exactly(X), y, strict=True)]
        size = float(max(abs(v) for row in A for v in row)) or 1.0
        w, q = [Fraction(v) for v in best.w.tolist()], [Fraction(v) for v in best.q.tolist()]
        least = float(min(sum(a * b for a, b in zip(row, w, strict=True)) for row in A))
        mixed = [float(sum(a * row[j] for a, row in zip(q, A, strict=True))) for j in range(len(w))]
        upper = math.hypot(*mixed) if norm == 2 else max(map(abs, mixed))
        length = math.hypot(*map(float, w)) if norm == 2 else sum(abs(float(v)) for v in w)
        noise = 1e-9 * size
        if min(q) < 0 or abs(float(sum(q)) - 1) > 1e-9 or length > 1 + 1e-9:
            raise Fault(f"{best!r}: w {best.w}, q {best.q} are not of size 1")
        if abs(least - best.value) > noise or abs(upper - best.value - best.gap) > noise:
            raise Fault(
                f"{best!r}: value {best.value}, but the weights attain {least}, and the multipliers prove {upper}"
            )

    return right


on_examples("l2_margin", lambda X, y: mb.l2_margin(X, y), margin_is_right(2))
on_examples("l1_margin", lambda X, y: mb.l1_margin(X, y), margin_is_right(1))


def solves(svm, X, y, **_):
    """Every score is at least 1, to rounding."""
    A = [[int(label) * v for v in row] for row, label in zip(exactly(X), y, strict=True)]
    v = [Fraction(value) for value in svm.v.tolist()]
    for row in A:
        terms = [a * b for a, b in zip(row, v, strict=True)]
        if sum(terms) < 1 - Fraction(1, 10**6) * (1 + sum(map(abs, terms))):
            raise Fault(f"{svm!r}: an example has the score {float(sum(terms))} under {svm.v}")


on_examples("hard_margin_svm", lambda X, y: mb.hard_margin_svm(X, y), solves)
on_examples("sparse_svm", lambda X, y: mb.sparse_svm(X, y), solves)
on_examples("l1_margin, unsigned", lambda X, y: mb.l1_margin(X, y, signed=False).value)
on_examples("entropic_svm", lambda X, y: mb.entropic_svm(X, y), solves)
on_examples(
    "entropic_svm, its prior",
    lambda X, y, prior: mb.entropic_svm(X, y, prior),
    only="small whole",
    prior=lambda d: vectors(d, none=True),
)
on_examples("multiplicative_weights", mb.multiplicative_weights, rounds=few, eta=numbers(none=True))
on_examples("adaboost", mb.adaboost, rounds=few)

# --- concept classes ---------------------------------------------------------------------------------------------


def _measured(C):
    tree = mb.mistake_tree(C)
    return (
        C,
        mb.vc_dimension(C),
        mb.littlestone_dimension(C),
        mb.randomized_littlestone_dimension(C),
        mb.is_mistake_tree(C, tree),
    )


def dimensions_are_right(answer, table, **_):
    """The VC and the Littlestone dimension, from their definitions."""
    C, vc, ldim, _rl, is_tree = answer
    concepts_ = {tuple(map(bool, row)) for row in np.asarray(table).tolist()}
    m = len(next(iter(concepts_)))
    shattered = max(
        k
        for k in range(m + 1)
        for chosen in itertools.combinations(range(m), k)
        if len({tuple(c[j] for j in chosen) for c in concepts_}) == 2**k
    )

    def depth(V):
        if not V:
            return -1
        sides = [([c for c in V if c[j]], [c for c in V if not c[j]]) for j in range(m)]
        return max([0, *(1 + min(map(depth, side)) for side in sides if all(side))])

    if (len(C), vc, ldim, is_tree) != (len(concepts_), shattered, depth(list(concepts_)), True):
        raise Fault(
            f"{C!r} has VC dimension {shattered} and Littlestone dimension {depth(list(concepts_))}, not {vc}, {ldim}"
        )


@st.composite
def _class(draw):
    N, m = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    table = np.array([[draw(bits) for _ in range(m)] for _ in range(N)])
    odd = draw(st.integers(0, 3))
    forms = tables(N, m) if odd == 0 else _forms(table)
    given = draw(forms.filter(is_dense))
    return {
        "table": given,
        "points": draw(tables(m, 2).filter(lambda g: g.value is not None)) if odd == 1 else plain(None),
    }


TARGETS.append(
    Target(
        "ConceptClass", lambda table, points: _measured(mb.ConceptClass(table, points)), _class(), dimensions_are_right
    )
)
FAMILIES = {
    "singletons": {},
    "thresholds": {},
    "all_functions": {},
    "monotone_conjunctions": {},
    "conjunctions": {},
    "parities": {},
    "dictators": {},
    "cube": {},
    "disjunctions": {"k": wholes((0, 1, 2), none=True), "literals": choices("all", "monotone")},
    "k_conjunctions": {"k": wholes((0, 1, 2)), "literals": choices("all", "monotone")},
}
for name, arguments in FAMILIES.items():
    target(f"concepts.{name}", getattr(concepts, name), n=few, **arguments)
for measure in (mb.vc_dimension, mb.littlestone_dimension, mb.randomized_littlestone_dimension, mb.mistake_tree):
    target(f"{measure.__name__} of anything", measure, C=objects(concepts.thresholds(3)))
target(
    "is_mistake_tree of anything",
    mb.is_mistake_tree,
    C=objects(concepts.thresholds(3)),
    tree=plainly(mb.mistake_tree(concepts.thresholds(3))),
)
NOT_LITERALS = ["abc", 1.0, [1.0], [[1]], [3], [0], [None], ["1"], object(), np.ones(2), [10**400], [True]]
target(
    "Formula",
    lambda n, literals, connective, X: mb.Formula(n, literals, connective)(X),
    n=wholes((2,)),
    literals=st.lists(st.sampled_from([1, -1, 2, -2]), max_size=3).map(plain)
    | st.sampled_from(NOT_LITERALS).map(lambda wrong: Given(wrong, NEVER)),
    connective=choices("∧", "∨", "⊕"),
    X=_forms(np.array([[0, 1], [1, 1]])),
)
FORMULA = mb.Formula(3, [1, 3])
target(
    "teaching.query",
    lambda target, n, positive: (lambda queries, learned: (queries.X, queries.y, learned))(
        *teaching.query(target, n, positive)
    ),
    target=objects(FORMULA),
    n=wholes((3,)),
    positive=vectors(3, st.integers(1, 1), none=True),
)
target("teaching.teaching_set", lambda target: teaching.teaching_set(target).X, target=objects(FORMULA))
target(
    "teaching.random_examples",
    lambda target, m, p, seed: teaching.random_examples(target, m, p, seed).X,
    target=objects(FORMULA),
    m=few,
    p=numbers((0.5, 0.25)),
    seed=seed,
)
target(
    "teaching.minimum_teaching_set",
    teaching.minimum_teaching_set,
    C=objects(concepts.thresholds(3)),
    h=wholes((0, 1, 2)),
)
target("teaching.minimum_cover", teaching.minimum_cover, universe=plainly((1, 2)), sets=plainly(((1,), (2,), (1, 2))))

# --- adversaries -------------------------------------------------------------------------------------------------


def _duel(make):
    def call(max_rounds=300, **p):
        adversary = make(**p)
        trace = mb.duel(mb.Perceptron(), adversary, max_rounds=max_rounds)
        return trace, np.asarray(adversary.comparator(trace), dtype=float)

    return call


target(
    "duel Orthonormal",
    _duel(mb.Orthonormal),
    radius=numbers((1, 2)),
    margin=numbers((0.5, 1)),
    max_rounds=wholes((50,), huge=False),
)
target("duel KDisjunction", _duel(mb.KDisjunction), n=wholes((3, 5)), k=wholes((1, 2)))
target("duel Bisection", _duel(mb.Bisection), rounds=wholes((3, 50)), fixed=choices("radius", "margin"))
target("duel Contrarian", _duel(mb.Contrarian), concepts=objects(concepts.thresholds(3)))
target(
    "duel TreeWalk",
    _duel(mb.TreeWalk),
    concepts=objects(concepts.thresholds(3)),
    coins=vectors(2, st.sampled_from([-1, 1]), none=True),
)
target(
    "worst_case",
    mb.worst_case,
    learner=objects(mb.Halving(concepts.thresholds(3))),
    concepts=objects(concepts.thresholds(3)),
)
target("play anything", lambda learner: mb.play(learner, [[1, 2]], [1]), learner=objects(mb.Perceptron()))
target(
    "duel anything",
    lambda learner, adversary: mb.duel(learner, adversary),
    learner=objects(mb.Perceptron()),
    adversary=objects(mb.Orthonormal(1, 1)),
)
target(
    "play from a state",
    lambda state: mb.play(mb.Perceptron(), [[1, 2], [2, 1]], [1, -1], state=state).mistakes,
    state=st.one_of(
        vectors(2).filter(lambda g: g.value is not None and isinstance(g.value, np.ndarray)),
        objects(np.array([1, 2]), none=True),
    ),
)

# --- theorems ----------------------------------------------------------------------------------------------------

CLASS = concepts.dictators
LEARNERS = {
    "KERNEL": lambda: mb.KernelPerceptron(kernels.Polynomial(2)),
    "MARGIN_PERCEPTRON": lambda: mb.MarginPerceptron(1),
    "MARGIN_FRACTION": lambda: mb.MarginPerceptron(1),
    "BREGMAN": lambda: mb.PNorm(3),
    "BREGMAN_HINGE": lambda: mb.PNorm(3),
    "PNORM": lambda: mb.PNorm(3),
    "WINNOW1": mb.Winnow1,
    "WINNOW2": mb.Winnow2,
    "WINNOW_UNNORMALISED": lambda: mb.UnnormalisedWinnow(0.25),
}


def _learner(name):
    if name in LEARNERS:
        return LEARNERS[name]()
    return (
        mb.Winnow(0.125) if name.startswith(("WINNOW", "COMMITTEE_WINNOW", "ENTROPIC", "SPARSE")) else mb.Perceptron()
    )


def certified(cert):
    """What a certificate says, all of it; a false line of an honest run is a fault."""
    for checked in (cert.hypotheses | cert.lines).values():
        repr(checked)
    repr(cert), cert._repr_html_()
    if cert.squeeze is not None:
        t = cert.squeeze.places
        cert.squeeze.upper(t), cert.squeeze.lower(t)
    if cert.applies:
        cert.require()
    return cert


PARAMETERS = {
    **dict.fromkeys(("u", "v"), lambda d: vectors(d)),
    "q": None,
    "alpha": None,
    **dict.fromkeys(("gamma", "radius", "s", "scale", "R"), lambda d: numbers(none=True)),
    "delta": lambda d: numbers((0.125, 0.5), none=True),
    "bound": lambda d: numbers((1, 4)),
    "bias": lambda d: numbers((1, -1)),
    "potential": lambda d: plainly(None),
    "prior": lambda d: vectors(d, none=True),
    "literals": lambda d: choices("monotone", "all"),
    "beta": lambda d: numbers((0.5, 0.25)),
}


@st.composite
def _checked(draw, theorem):
    wide = theorem.name == "WINNOW_DOUBLED"
    n, d = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    family = draw(st.sampled_from(["small whole", "mild", "one scale", None]))
    given = {"X": draw(tables(n, d, family, hostile=False)), "y": draw(labels(n, hostile=False))}
    if draw(st.booleans()):  # so that they are separable
        given["y"] = plain(np.where(np.asarray(given["X"].plain, dtype=object)[:, 0] > 0, 1, -1))
    given["passes"] = plain(draw(st.sampled_from([1, 3])))
    for name in list(inspect.signature(theorem.measure).parameters)[1:]:
        default = inspect.signature(theorem.measure).parameters[name].default
        if name in ("q", "alpha"):
            given[name] = draw(vectors(n, st.sampled_from([0.5, 1, 0.25, 0])))
        elif name == "gamma" and default is inspect.Parameter.empty:
            given[name] = draw(numbers())
        else:
            given[name] = draw(PARAMETERS[name](d))
    return given, wide


def _check(theorem):
    def call(X, y, passes, **parameters):
        name = theorem.name
        table = mb.double(X) if name == "WINNOW_DOUBLED" else X
        if name == "NOVIKOFF_BIAS":
            table = mb.fold_bias(X)
        return certified(theorem.check(mb.play(_learner(name), table, y, passes=passes), **parameters))

    return call


def bound_is_right(theorem):
    """Novikoff's bound, worked out again in Fractions."""

    def right(cert, X, y, u, gamma=None, radius=None, **_):
        rows = exactly(X)
        u = [rational(v) for v in np.asarray(u).tolist()]
        if gamma is None:
            gamma = min(
                int(label) * sum(a * b for a, b in zip(row, u, strict=True)) for row, label in zip(rows, y, strict=True)
            )
        square = max(sum(v * v for v in row) for row in rows) if radius is None else rational(radius) ** 2
        gamma = rational(gamma)
        terms = max(sum(abs(a * b) for a, b in zip(row, u, strict=True)) for row in rows)
        if gamma > terms / 10**6:
            exact = sum(v * v for v in u) * square / gamma**2
            if (
                cert.bound != exact
                and not math.isclose(cert.bound, exact, rel_tol=1e-6)
                and exact > Fraction(1, 10**300)
            ):
                raise Fault(f"the bound is {cert.bound!r}, but should be {float(exact)}")

    return right


NEED_MORE = {"concepts", "target", "literals", "normalised"}
for name in mb.__all__:
    theorem = getattr(mb, name)
    if (
        not isinstance(theorem, mb.Theorem)
        or theorem.run is not mb.Trace
        or NEED_MORE & set(inspect.signature(theorem.measure).parameters)
    ):
        continue
    TARGETS.append(
        Target(
            f"{name}.check",
            _check(theorem),
            _checked(theorem).map(lambda pair: pair[0]),
            bound_is_right(theorem) if name == "NOVIKOFF" else None,
        )
    )
THRESHOLDS = concepts.dictators(3)
for name in ("CONSISTENT", "CONSISTENT_RANDOM", "HALVING", "LITTLESTONE"):
    learner = {"HALVING": mb.Halving(THRESHOLDS), "LITTLESTONE": mb.StandardOptimal(THRESHOLDS)}.get(
        name, mb.Consistent(THRESHOLDS)
    )
    if name == "CONSISTENT_RANDOM":
        learner = mb.Consistent(THRESHOLDS, "random")
    run = mb.play(learner, [[1, 0, 1], [0, 1, 1], [0, 0, 1]], [1, 1, 1])
    theorem = getattr(mb, name)
    target(
        f"{name}.check",
        lambda trace, concepts, theorem=theorem: certified(theorem.check(trace, concepts=concepts)),
        trace=objects(run),
        concepts=objects(THRESHOLDS),
    )
weighed = mb.play(mb.WeightedMajority(THRESHOLDS, 0.5), [[1, 0, 1], [0, 1, 1], [0, 0, 1]], [1, -1, 1])
tossed = mb.play(mb.RandomizedMajority(THRESHOLDS, 0.5), [[1, 0, 1], [0, 1, 1], [0, 0, 1]], [1, -1, 1])
target(
    "WEIGHTED_MAJORITY.check",
    lambda **p: certified(mb.WEIGHTED_MAJORITY.check(**p)),
    trace=objects(weighed),
    concepts=objects(THRESHOLDS),
    beta=numbers((0.5,)),
)
target(
    "RANDOMIZED_MAJORITY.check",
    lambda **p: certified(mb.RANDOMIZED_MAJORITY.check(**p)),
    trace=objects(tossed),
    concepts=objects(THRESHOLDS),
    beta=numbers((0.5,)),
)
eliminated = mb.play(mb.Elimination(3), [[1, 0, 1], [0, 1, 0], [1, 1, 1]], [1, -1, 1])
target(
    "ELIMINATION.check",
    lambda **p: certified(mb.ELIMINATION.check(**p)),
    trace=objects(eliminated),
    target=objects(FORMULA),
    literals=choices("monotone", "all"),
)
OR = mb.Formula(3, [1, 3], "∨")
for name, learner in (("WINNOW1", mb.Winnow1()), ("WINNOW2", mb.Winnow2())):
    run = mb.play(learner, [[1, 0, 1], [0, 1, 0], [1, 1, 1]], [1, -1, 1])
    theorem = getattr(mb, name)
    target(
        f"{name}.check",
        lambda theorem=theorem, **p: certified(theorem.check(**p)),
        trace=objects(run),
        target=objects(OR),
    )
GAME = mb.multiplicative_weights([[1, 0], [1, -1]], [1, 1], rounds=5)
target(
    "MULTIPLICATIVE_WEIGHTS.check",
    lambda **p: certified(mb.MULTIPLICATIVE_WEIGHTS.check(**p)),
    trace=objects(GAME),
    R=numbers((1,), none=True),
)
BOOST = mb.adaboost([[1, 1, -1], [1, -1, 1], [-1, 1, 1]], [1, 1, 1], rounds=5)
target(
    "ADABOOST.check",
    lambda **p: certified(mb.ADABOOST.check(**p)),
    trace=objects(BOOST),
    u=vectors(6, st.sampled_from([0.25, 0, 0.5])),
    R=numbers((1,), none=True),
)
LOSSES = mb.Hedge(0.5).run([[0, 1], [1, 0], [0, 0.5]])
target("HEDGE.check", lambda **p: certified(mb.HEDGE.check(**p)), trace=objects(LOSSES))
target("HEDGE_FIRST_ORDER.check", lambda **p: certified(mb.HEDGE_FIRST_ORDER.check(**p)), trace=objects(LOSSES))
RUNS = mb.every_run(mb.Perceptron(), [[1, 1], [-1, 1]], [1, -1], rounds=3)
target("RANDOM_PREFIX.check", lambda **p: certified(mb.RANDOM_PREFIX.check(**p)), trace=objects(RUNS))
target("VOTE.check", lambda **p: certified(mb.VOTE.check(**p)), trace=objects(RUNS))
target(
    "HIGH_PROBABILITY.check",
    lambda **p: certified(mb.HIGH_PROBABILITY.check(**p)),
    trace=objects(RUNS),
    delta=numbers((0.5, 0.125)),
)
target(
    "LONGEST_SURVIVOR.check",
    lambda **p: certified(mb.LONGEST_SURVIVOR.check(**p)),
    trace=objects(RUNS),
    bound=numbers((1, 2)),
    epsilon=numbers((0.5,)),
    delta=numbers((0.5,)),
)

# --- views -------------------------------------------------------------------------------------------------------


def _shown(X, y, u):
    import json

    trace = mb.play(mb.Perceptron(), X, y)
    cert = mb.NOVIKOFF.check(trace, u=u)
    return json.loads(json.dumps(mb.run_data(trace, cert), allow_nan=False))


on_examples("run_data", _shown, only="mild", u=lambda d: vectors(d, small))
target(
    "run_data of anything",
    lambda trace, cert: len(mb.run_data(trace, cert)),
    trace=objects(SEEN),
    cert=objects(mb.NOVIKOFF.check(SEEN, u=[1, 1, 1])),
)
