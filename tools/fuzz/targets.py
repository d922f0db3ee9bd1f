"""The public face, with a target for each callable, made from signatures: a parameter's name decides its arguments.

Every public function, learner, stream, class of concepts, adversary and theorem is a target; `OWN` has other arguments
for some targets, and `RIGHT` has conditions on their answers.
"""

from __future__ import annotations

import inspect
import json
from functools import partial

import numpy as np
from hypothesis import strategies as st
from scipy import sparse

import mistakebound as mb
from mistakebound import concepts, kernels, potentials, streams
from mistakebound.course import real, run_data, teaching
from tools.fuzz import rights
from tools.fuzz.given import (
    NEVER,
    Given,
    choices,
    labels,
    numbers,
    objects,
    plain,
    tables,
    vectors,
    wholes,
    zeros_and_ones,
)
from tools.fuzz.judge import Target

CLASS, FORMULA, OR = concepts.dictators(3), mb.Formula(3, [1, 3]), mb.Formula(3, [1, 3], "∨")
ROWS, SIGNS = [[1, 0, 1], [0, 1, 0], [1, 1, 1]], [1, -1, 1]
SEEN = mb.play(mb.Perceptron(), [[1, 2, 0], [0, 1, -1], [1, 0, 0]], [1, -1, -1])
NO_LITERALS = ["abc", 1.0, [1.0], [[1]], [3], [0], [None], ["1"], object(), np.ones(2), [10**400], [True]]
LITERAL_LISTS = st.sampled_from([plain([1, -2]), plain([2]), plain([]), *(Given(each, NEVER) for each in NO_LITERALS)])
shares = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0, 1e-300, 1e-20, 5e-324])
halves = st.sampled_from([0.5, 1, 0.25, 0])

# The values for a parameter, by its name, in a call on n examples with d features; `none`: it may be left out.
BY_NAME = {
    "X": lambda n, d, none: tables(n, d),
    "Z": lambda n, d, none: tables(3, d),
    "y": lambda n, d, none: labels(n),
    "table": lambda n, d, none: st.one_of(tables(n, d), zeros_and_ones(n, d)).filter(dense),
    "losses": lambda n, d, none: st.one_of(tables(n, d), zeros_and_ones(n, d)).filter(dense),
    "points": lambda n, d, none: st.one_of(st.just(plain(None)), tables(d, 2)),
    **dict.fromkeys(["u", "v", "w"], lambda n, d, none: vectors(d, none=none)),
    **dict.fromkeys(["q", "alpha"], lambda n, d, none: vectors(n, halves)),
    "chances": lambda n, d, none: vectors(n, halves, none=none),
    "prior": lambda n, d, none: vectors(d, st.integers(1, 5), none=none),
    "coins": lambda n, d, none: vectors(2, st.sampled_from([-1, 1]), none=none),
    "positive": lambda n, d, none: vectors(3, st.just(1), none=none),
    "state": lambda n, d, none: st.just(plain(None)) | vectors(d, hostile=False).filter(is_array),
    **dict.fromkeys(
        ["eta", "total", "width", "radius", "R", "s", "scale", "gamma", "margin", "c", "theta", "threshold"],
        lambda n, d, none: numbers((0.125, 0.25, 0.5, 1, 2), none),
    ),
    **dict.fromkeys(["delta", "epsilon", "beta"], lambda n, d, none: numbers((0.125, 0.5, 0.75), none)),
    "p": lambda n, d, none: numbers((2, 3, 4.5, 10)),
    "bound": lambda n, d, none: wholes((1, 4)),
    "bias": lambda n, d, none: numbers((1, -1)),
    "passes": lambda n, d, none: wholes((1, 2, 3), none=True, huge=False),
    **dict.fromkeys(["max_passes", "max_rounds"], lambda n, d, none: wholes((1, 2, 3), huge=False)),
    "degree": lambda n, d, none: wholes((1, 2, 3)),
    **dict.fromkeys(
        ["n", "d", "k", "m", "h", "rows", "rounds", "repeats", "active", "speaking", "experts", "seed", "label"],
        lambda n, d, none: wholes((1, 2, 3, 4), none),
    ),
    "negative": lambda n, d, none: wholes((1, 3)),
    "ties": lambda n, d, none: choices("mistake", -1, 1),
    "updates": lambda n, d, none: choices("rounds", "mistakes"),
    "record": lambda n, d, none: choices("all", "updates"),
    "when": lambda n, d, none: choices("before", "after"),
    "fixed": lambda n, d, none: choices("radius", "margin"),
    "connective": lambda n, d, none: choices("∧", "∨", "⊕"),
    "order": lambda n, d, none: choices(None, "random"),
    **dict.fromkeys(["strict", "signed"], lambda n, d, none: st.sampled_from([plain(True), plain(False)])),
    "learner": lambda n, d, none: objects(mb.Perceptron()),
    "adversary": lambda n, d, none: objects(mb.Orthonormal(1, 1)),
    **dict.fromkeys(["concepts", "C"], lambda n, d, none: objects(CLASS)),
    "target": lambda n, d, none: objects(FORMULA),
    "trace": lambda n, d, none: objects(SEEN),
    "cert": lambda n, d, none: objects(mb.NOVIKOFF.check(SEEN, u=[1, 1, 1])),
    "kernel": lambda n, d, none: st.just(plain(kernels.Polynomial(2))),
    "potential": lambda n, d, none: objects(potentials.SquaredNorm(3), none),
    "tree": lambda n, d, none: st.just(plain(mb.mistake_tree(CLASS))),
    "universe": lambda n, d, none: st.just(plain((1, 2))),
    "sets": lambda n, d, none: st.just(plain(((1,), (2,), (1, 2)))),
}
LEFT_ALONE = {"V", "progress", "scene", "names", "unknown"}  # not the public's, or a matter of looks


def dense(given):
    return not sparse.issparse(given.value)


def is_array(given):
    return isinstance(given.value, np.ndarray)


def of(strategy):
    return lambda n, d, none: strategy


# behind the gate: what a kernel or an exact number is made of is not checked
TRUSTED = {name: lambda n, d, none: tables(n, d, "mild", hostile=False) for name in ("X", "values")}
BITS = {"X": lambda n, d, none: st.one_of(zeros_and_ones(n, d), tables(n, d))}
ON_CLASS = BITS | {"size": (4, 3), "n": of(wholes((3,))), "ties": of(choices(-1, 1))}
STEPS = {"gamma": of(numbers((0.125, 0.25))), "R": of(numbers((0.5, 1, 2))), "threshold": of(numbers((0, 0.0625)))}
LARGER = {"n": of(wholes((4, 5, 8))), "d": of(wholes((3, 4, 5))), "speaking": of(wholes((0, 1), none=True))}
MEMBERS = {"u": lambda n, d, none: vectors(d, st.integers(0, 1))}
LITERALS = {"literals": of(choices("monotone", "all"))}
OWN = {
    **dict.fromkeys(
        ["exactly", "Gaussian kernel", "Linear kernel", "Polynomial features", "Polynomial kernel"],
        TRUSTED | {"Z": lambda n, d, none: tables(3, d, "mild", hostile=False)},
    ),
    **dict.fromkeys(["Winnow1", "Winnow2"], BITS | {"alpha": of(numbers((2, 1.5, 3)))}),
    **dict.fromkeys(["WeightedMajority", "RandomizedMajority", "Halving", "Consistent", "StandardOptimal"], ON_CLASS),
    "Elimination": ON_CLASS | LITERALS,
    **dict.fromkeys(["minimum_conjunction", "set_cover_instance", "covering_experts"], BITS | {"size": (4, 3)}),
    "Formula": {"n": of(wholes((2,))), "literals": of(LITERAL_LISTS)},
    **dict.fromkeys(["disjunctions", "k_conjunctions"], LITERALS),
    "digits": {"positive": of(wholes((0, 8)))},
    "experts": {"u": of(vectors(2, halves))},
    "hadamard": {"n": of(wholes((2, 4, 8)))},
    "random_examples": {"p": of(numbers((0.5, 0.25)))},
    "fold_bias": {"X": lambda n, d, none: tables(n, d).filter(dense)},
    "fresh_features": {"X": lambda n, d, none: tables(n, d).filter(dense)},
    "kl": {"size": (1, 2), "u": of(vectors(2, shares)), "w": of(vectors(2, shares, hostile=False))},
    "query": {"n": of(wholes((3,)))},
    "every_run": {"size": (2, 2), "rounds": of(wholes((1, 2))), "chances": of(vectors(2, halves, none=True))},
    "worst_case": {"learner": of(objects(mb.Halving(CLASS)))},
    "duel TreeWalk": {"concepts": of(objects(concepts.thresholds(3)))},
    "duel KDisjunction": {"n": of(wholes((3, 5))), "k": of(wholes((1, 2)))},
    "tuned_step": STEPS,
    "largest_step": STEPS,
    **dict.fromkeys(["disjunction", "committee"], LARGER),
    "committee_chunks": LARGER | {"n": of(wholes((4, 5, 8), huge=False))},
    "UnnormalisedWinnow": BITS | {"prior": lambda n, d, none: vectors(d + 1, st.integers(1, 5), none=none)},
    **dict.fromkeys(["COMMITTEE_PERCEPTRON.check", "COMMITTEE_WINNOW.check"], MEMBERS),
    "RANDOMIZED_MAJORITY.check": {"beta": of(numbers((0.5,)))},
    "WINNOW1.check": {"target": of(objects(OR))},
    "WINNOW2.check": {"target": of(objects(OR))},
    "ADABOOST.check": {"u": of(vectors(6, halves))},
    "ELIMINATION.check": LITERALS,
}
RIGHT = {
    "Perceptron": rights.signs, "MarginPerceptron": rights.signs, "double": rights.doubled, "tuned_step": rights.step,
    "kl": rights.entropy, "l2_margin": rights.margin(2), "l1_margin": rights.margin(1), "hard_margin_svm": rights.svm,
    "ConceptClass": rights.dimensions, "Linear kernel": rights.kernel, "Polynomial kernel": rights.kernel,
    "NOVIKOFF.check": rights.novikoff,
}  # fmt: skip
TARGETS: list[Target] = []


def target(name, call, *signatures, calm=False, **given):
    """A target with the parameters of its signature, and more in `given`. If `calm`, X and y can be played."""
    own = OWN.get(name, {})
    found = {p.name: p for each in signatures for p in inspect.signature(each).parameters.values()}

    @st.composite
    def arguments(draw):
        n, d = own.get("size") or (draw(st.integers(1, 6)), draw(st.integers(1, 4)))
        wanted = [p for p in found.values() if p.name not in LEFT_ALONE and p.name not in given]
        optional = {p.name for p in wanted if p.default is None or "None" in str(p.annotation)}
        fed = {p.name: draw((own.get(p.name) or BY_NAME[p.name])(n, d, p.name in optional)) for p in wanted}
        if calm:
            fed["X"] = draw(
                tables(n, d, draw(st.sampled_from(["small whole", "mild", "one scale", None])), hostile=False)
            )
            with np.errstate(invalid="ignore"):  # a NaN is not larger
                separated = np.where(np.asarray(fed["X"].plain, dtype=object)[:, 0] > 0, 1, -1)
            fed["y"] = plain(separated) if draw(st.booleans()) else draw(labels(n, hostile=False))
        return fed | {key: draw(strategy) for key, strategy in given.items()}

    TARGETS.append(Target(name, call, arguments(), RIGHT.get(name)))


def parts(given, signature):
    """The parts that a callable takes, and the rest."""
    own = [name for name in inspect.signature(signature).parameters if name in given]
    return {name: given[name] for name in own}, {name: given[name] for name in given if name not in own}


# --- functions, and classes of concepts and formulas -------------------------------------------------------------


def public(*modules, kind=inspect.isfunction):
    """{name: public object of that kind} of a module"""
    named = {name: getattr(each, name) for each in modules for name in getattr(each, "__all__", dir(each))}
    homes = tuple(each.__name__ for each in modules)
    found = {name: value for name, value in named.items() if name[0] != "_" and kind(value)}
    return {name: value for name, value in found.items() if value.__module__.startswith(homes)}


def all_of(function):
    """The whole answer: a stream of chunks is read."""
    return lambda **p: [*answer] if isinstance(answer := function(**p), streams.Chunks) else answer


for name, function in [each for module in (mb, streams, concepts, real, teaching) for each in public(module).items()]:
    if name not in {"PNorm", "mistake_losses", "literal_values"} and all(name != each.name for each in TARGETS):
        target(name, all_of(function), function)
target("mistake_losses", lambda a, b: mb.mistake_losses(a, b), a=objects(SEEN), b=objects(SEEN))
target("Formula", lambda X, **p: mb.Formula(**p)(X), mb.Formula, X=zeros_and_ones(2, 2))
target("Stream", lambda **p: (stream := mb.Stream("fuzz", **p)) and (stream.X, stream.margin, stream.radius),
       lambda X, y, u=None: ...)  # fmt: skip


def measured(**given):
    C = mb.ConceptClass(**given)
    dimensions = mb.vc_dimension(C), mb.littlestone_dimension(C), mb.randomized_littlestone_dimension(C)
    return C, *dimensions, mb.is_mistake_tree(C, mb.mistake_tree(C))


target("ConceptClass", measured, mb.ConceptClass)
target("class: restrict", CLASS.restrict, point=vectors(3, st.integers(0, 1)), label=wholes((-1, 1)))

# --- learners, readings, kernels and adversaries -----------------------------------------------------------------


def fed_to_a_learner(X, y, passes, record): ...


def is_learner(value):
    return inspect.isclass(value) and hasattr(value, "update") and hasattr(value, "predict") and value is not mb.Learner


def play(make, given):
    own, rest = parts(given, make)
    return mb.play(make(**own), **rest, max_passes=10)


LEARNERS = public(mb, kind=is_learner)
LEARNERS["PNorm"] = mb.PNorm
LEARNERS["Entropy"] = lambda eta, prior=None: mb.QuasiAdditive(potentials.Entropy(prior), eta)
LEARNERS["polynomial"] = lambda degree, c: mb.KernelPerceptron(kernels.Polynomial(degree, c))
LEARNERS["Gaussian"] = lambda width: mb.KernelPerceptron(kernels.Gaussian(width))
for name, make in LEARNERS.items():
    target(name, lambda make=make, **given: play(make, given), make, fed_to_a_learner)


def steps(X, y):
    """All attributes of a run; the examples come in two chunks."""
    trace = mb.play(mb.Perceptron(), X, y)
    chunks = mb.play(mb.Perceptron(), [(X, y), (X, y)]).updates
    whole = trace.predictions, trace.survival, trace.cumulative_mistakes, trace.weights, repr(trace), chunks
    return *whole, [trace[t] for t in range(len(trace))], trace.examples([0]), trace.labels(range(len(trace)))


def shown(X, y, u):
    trace = mb.play(mb.Perceptron(), X, y)
    return json.loads(json.dumps(run_data(trace, mb.NOVIKOFF.check(trace, u=u)), allow_nan=False))


target("steps of a run", steps, steps)
target("a run as JSON", shown, shown)
for reading in (mb.average, mb.last, mb.longest_survivor, mb.vote):
    target(f"{reading.__name__} of a run",
           lambda X, y, reading=reading: reading(mb.play(mb.Perceptron(), X, y)).predict(X), steps)  # fmt: skip
for make in (kernels.Linear, kernels.Polynomial, kernels.Gaussian):
    call = lambda X, Z, make=make, **own: make(**own)(X, Z)  # noqa: E731
    target(f"{make.__name__} kernel", call, make, lambda X, Z: ...)
target("Polynomial features", lambda X, **own: kernels.Polynomial(**own).features(X), kernels.Polynomial, mb.double)
for name, make in public(mb, kind=lambda v: inspect.isclass(v) and hasattr(v, "comparator")).items():
    if make is not mb.Adversary:
        call = lambda make=make, **own: mb.duel(mb.Perceptron(), make(**own), max_rounds=300)  # noqa: E731
        target(f"duel {name}", call, make)

# --- theorems ----------------------------------------------------------------------------------------------------

PLAYED = {
    "KERNEL": mb.KernelPerceptron(kernels.Polynomial(2)), "WINNOW_UNNORMALISED": mb.UnnormalisedWinnow(0.25),
    **dict.fromkeys(["MARGIN_PERCEPTRON", "MARGIN_FRACTION"], mb.MarginPerceptron(1)),
    **dict.fromkeys(["BREGMAN", "BREGMAN_HINGE", "PNORM"], mb.PNorm(3)),
    "WINNOW1": mb.Winnow1(), "WINNOW2": mb.Winnow2(), "HALVING": mb.Halving(CLASS), "CONSISTENT": mb.Consistent(CLASS),
    "CONSISTENT_RANDOM": mb.Consistent(CLASS, "random"), "LITTLESTONE": mb.StandardOptimal(CLASS),
    "WEIGHTED_MAJORITY": mb.WeightedMajority(CLASS, 0.5), "RANDOMIZED_MAJORITY": mb.RandomizedMajority(CLASS, 0.5),
    "ELIMINATION": mb.Elimination(3),
}  # fmt: skip
RUNS = {
    "LossRun": mb.Hedge(0.5).run([[0, 1], [1, 0], [0, 0.5]]),
    "AllRuns": mb.every_run(mb.Perceptron(), [[1, 1], [-1, 1]], [1, -1], rounds=3),
    "MULTIPLICATIVE_WEIGHTS": mb.multiplicative_weights([[1, 0], [1, -1]], [1, 1], rounds=5),
    "ADABOOST": mb.adaboost([[1, 1, -1], [1, -1, 1], [-1, 1, 1]], [1, 1, 1], rounds=5),
}
DRESSED = {"WINNOW_DOUBLED": mb.double, "NOVIKOFF_BIAS": mb.fold_bias}


def certified(cert):
    """All attributes of a certificate; a false line of an honest run is a fault."""
    repr([*cert.hypotheses.values(), *cert.lines.values()]), repr(cert), cert._repr_html_()
    if cert.squeeze is not None:
        cert.squeeze.upper(cert.squeeze.places), cert.squeeze.lower(cert.squeeze.places)
    return cert.require() if cert.applies else cert


def learner_of(theorem):
    winnow = theorem.name.startswith(("WINNOW", "COMMITTEE_WINNOW", "ENTROPIC", "SPARSE"))
    return PLAYED.get(theorem.name, mb.Winnow(0.125) if winnow else mb.Perceptron())


def check_a_run(theorem, X, y, passes, **given):
    dressed = DRESSED.get(theorem.name, lambda X: X)(X)
    return certified(theorem.check(mb.play(learner_of(theorem), dressed, y, passes=passes, max_passes=10), **given))


for name, theorem in public(mb, kind=lambda value: isinstance(value, mb.Theorem)).items():
    measure = partial(theorem.measure, None)  # what it asks for beside the run
    if "normalised" in (asked := set(inspect.signature(measure).parameters)):
        continue
    if theorem.run is mb.Trace and not asked & {"concepts", "target"}:
        target(f"{name}.check", lambda theorem=theorem, **given: check_a_run(theorem, **given),
               lambda X, y, passes: ..., measure, calm=True)  # fmt: skip
        continue
    run = RUNS.get(name) or RUNS.get(theorem.run.__name__) or mb.play(learner_of(theorem), ROWS, SIGNS)
    check = lambda trace, theorem=theorem, **given: certified(theorem.check(trace, **given))  # noqa: E731
    target(f"{name}.check", check, measure, trace=objects(run))
