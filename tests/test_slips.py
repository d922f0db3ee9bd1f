"""Slips of beginners, and the errors: the value, the place, and what to write instead."""

import re
import warnings
from dataclasses import replace
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
import scipy.sparse as sp

import mistakebound as mb
from tests.learning import Own

STREAM = mb.streams.separable(n=60, d=3, margin=0.1, seed=1)
X, y = STREAM.X, STREAM.y
TRACE = mb.play(mb.Perceptron(), X, y)
LOSSES = mb.Hedge(0.5).run([[0, 1]] * 5)
GAME = mb.multiplicative_weights([[1, 0], [1, -1]], [1, 1], rounds=5)
RUNS = mb.every_run(mb.Perceptron(), [[1], [2]], [1, 1], rounds=2)


KERNELS = mb.play(mb.KernelPerceptron(mb.kernels.Linear()), X, y)
NESTED = reduce(lambda inner, _: [inner], range(3000), 1)


def own(**methods):
    return type("Mine", (Own,), methods)()


def potential(**methods):
    return type("Mine", (mb.potentials.Euclidean,), methods)()


def adversary(**methods):
    return type("Mine", (mb.Orthonormal,), methods)(radius=2, margin=1)


def start_in_self(self, n_features):
    self.w = np.zeros(n_features)
    return self.w


def update_in_self(self, state, x, y):
    self.w = self.w + y * x
    return self.w


def in_place(self, state, x, y):
    state += y * x
    return state


def grows(self, state, x, y):
    state.append((x, y))
    return state


# what is typed: what it says
SLIPS = {
    # the order and the form of what is played
    "the learner last": (lambda: mb.play(X, y, mb.Perceptron()), "it comes first, as in play(learner, X, y)"),
    "the labels first": (lambda: mb.play(mb.Perceptron(), y, X), "pass X first, as in play(learner, X, y)"),
    "a stream": (lambda: mb.play(mb.Perceptron(), STREAM), "as in play(learner, stream.X, stream.y)"),
    "a generator of rows": (lambda: mb.play(mb.Perceptron(), (x for x in X), y), "X can be read only once"),
    "the adversary first": (lambda: mb.duel(mb.Orthonormal(3, 1), mb.Perceptron()), "as in duel(learner, adversary)"),
    "data in place of an adversary": (lambda: mb.duel(mb.Perceptron(), X), "as in duel(learner, adversary)"),
    "no labels": (lambda: mb.play(mb.Perceptron(), X), "y is missing"),
    "a class": (lambda: mb.play(mb.Perceptron, X, y), "make an instance, as in Perceptron()"),
    "one example": (lambda: mb.play(mb.Perceptron(), X[0], y[:1]), "one example is a row: use X.reshape(1, -1)"),
    "labels 0 and 1": (lambda: mb.play(mb.Perceptron(), X, (y > 0) * 1), "labels must be -1 or +1; use 2 * y - 1"),
    "labels True and False": (lambda: mb.play(mb.Perceptron(), X, y > 0), "use np.where(y == positive, 1, -1)"),
    "labels as words": (lambda: mb.play(mb.Perceptron(), X, ["yes"] * 60), "use np.where(y == positive, 1, -1)"),
    "a column of labels": (lambda: mb.play(mb.Perceptron(), X, y.reshape(-1, 1)), "use np.ravel(y)"),
    "too few labels": (lambda: mb.play(mb.Perceptron(), X, y[1:]), "X has 60 examples but y has 59 labels"),
    "rows of different lengths": (lambda: mb.play(mb.Perceptron(), [[1, 2], [3]], [1, -1]), "with equally long rows"),
    "rows and columns exchanged": (lambda: mb.play(mb.Perceptron(), X.T, y), "X has 3 examples but y has 60 labels"),
    "pairs of example and label": (lambda: mb.play(mb.Perceptron(), list(zip(X, y, strict=True))), "y is missing"),
    "the learner's name": (lambda: mb.play("Perceptron", X, y), "a learner has start, predict"),
    "labels 1 and 2": (lambda: mb.play(mb.Perceptron(), X, (3 - y) // 2), "labels must be -1 or +1"),
    "a word in a table": (lambda: mb.play(mb.Perceptron(), [["red", 1.0]], [1]), "numbers"),
    "a missing value": (lambda: mb.play(mb.Perceptron(), X * np.nan, y), "finite: drop or impute the row"),
    "no passes": (lambda: mb.play(mb.Perceptron(), X, y, passes=0), "passes is 0: it must be a whole number"),
    "numbers for a list of concepts": (
        lambda: mb.play(mb.Halving(mb.concepts.singletons(4)), X, y),
        "its points are the rows of C.points",
    ),
    # a learner of one's own
    "predictions 0 and 1": (
        lambda: mb.play(own(predict=lambda self, state, X: (X @ state > 0).astype(int)), X, y),
        "0 is a tie, which is a mistake. For a negative return -1, as in np.where(scores > 0, 1, -1)",
    ),
    "predictions True and False": (
        lambda: mb.play(own(predict=lambda self, state, X: X @ state > 0), X, y),
        "use np.where(scores > 0, 1, -1)",
    ),
    "scores": (
        lambda: mb.play(own(predict=lambda self, state, X: X @ state + 0.5), X, y),
        "from scores use np.where(scores > 0, 1, -1)",
    ),
    "one prediction for all": (lambda: mb.play(own(predict=lambda self, state, X: 1), X, y), "a label for each row"),
    "a state in self": (
        lambda: mb.play(own(start=start_in_self, update=update_in_self), X, y),
        "Mine changes self.w as it learns: return it from update as the state",
    ),
    "self as the state": (lambda: mb.play(own(start=lambda self, n: self), X, y), "return what it has learned"),
    "a state changed in place": (lambda: mb.play(own(update=in_place), X, y), "return a new state, for example state"),
    "a list that grows": (
        lambda: mb.play(own(start=lambda self, n: [], predict=lambda *_: -y[:1], update=grows), X[:1], y[:1]),
        "Mine.update changes its state, a list, in round",
    ),
    "arguments exchanged": (
        lambda: mb.play(own(update=lambda self, x, y, state: state + y * x), X, y),
        "it is called as update(state, x, y)",
    ),
    "nothing returned": (lambda: mb.play(own(update=lambda self, state, x, y: None), X, y), "return the new state"),
    "no state": (lambda: mb.play(own(start=lambda self, n: None), X, y), "return the state before any round"),
    "a bias without a feature": (
        lambda: mb.play(own(start=lambda self, n: np.zeros(n + 1)), X, y),
        "That was in Mine.wants_update, from round 0 on",
    ),
    "an update of another shape": (
        lambda: mb.play(own(update=lambda self, state, x, y: state[:2] + x), X, y),
        "That was in Mine.update, from round",
    ),
    "a comparison with another shape": (
        lambda: mb.play(own(wants_update=lambda self, state, X, y: X @ state[:2] > 0), X, y),
        "That was in Mine.wants_update, from round 0 on",
    ),
    "one answer for all": (
        lambda: mb.play(own(wants_update=lambda self, state, X, y: True), X, y),
        "True or False for each row of X",
    ),
    "a method with fewer arguments": (
        lambda: mb.play(own(predict=lambda self, X: np.ones(len(X))), X, y),
        "it is called as predict(state, X)",
    ),
    "scikit-learn's form": (
        lambda: mb.play(type("Sk", (), {"fit": None, "predict": None})(), X, y),
        "Sk has no method start: a learner has start, predict, wants_update, update",
    ),
    "the word for a learning rate": (
        lambda: mb.Perceptron(rate=0.5),
        "Perceptron(eta, ties) has no parameter 'rate': did you mean eta?",
    ),
    "another word in a function": (
        lambda: mb.streams.separable(dim=3),
        "separable(n, d, margin, seed) has no parameter 'dim': did you mean d?",
    ),
    "a letter wrong in a function": (lambda: mb.streams.separable(margn=1), "did you mean margin?"),
    "no such parameter": (lambda: mb.l2_margin(X, y, tolerance=1), "l2_margin(X, y) has no parameter 'tolerance'"),
    "a parameter without its name": (
        lambda: mb.play(mb.Perceptron(), X, y, 3),
        "play(learner, X, y, passes=..., max_passes=..., record=..., state=...): too many positional arguments",
    ),
    "no data": (lambda: mb.every_run(mb.Perceptron()), "missing a required argument 'X'"),
    "a letter wrong in a parameter": (lambda: mb.kernels.Polynomial(degre=2), "did you mean degree?"),
    "no learning rate": (lambda: mb.Winnow(), "missing a required argument 'eta'"),
    "too many parameters": (lambda: mb.Perceptron(1, 1, 1), "Perceptron(eta, ties): too many positional arguments"),
    "no table": (lambda: mb.ConceptClass(names=["a"]), "ConceptClass(table, points, names): missing a required"),
    "a word for a flag": (lambda: mb.MarginPerceptron(1, strict="no"), "strict is 'no': it must be a bool"),
    "a range as a learner": (lambda: mb.play(range(3), X, y), "range has no method start"),
    "nested lists as an order": (
        lambda: mb.Consistent(mb.concepts.singletons(2), order=[[0], [1]]),
        "it must be 'random', or 0 to 1 in some order",
    ),
    "a state without numbers": (
        lambda: mb.play(mb.Perceptron(), X, y, state=np.array([None] * 3)),
        "it must be a state of Perceptron",
    ),
    "a state of another width": (
        lambda: mb.play(mb.KernelPerceptron(mb.kernels.Linear()), X, y, state=[[1, 0]]),
        "it must be a state of KernelPerceptron",
    ),
    "weights as the state of Winnow": (
        lambda: mb.play(mb.Winnow(0.1), X, y, state=[1, 1, 1]),
        "such as the final_state of a run",
    ),
    "counts of another length as the state of Winnow": (
        lambda: mb.play(mb.Winnow(0.1), X, y, state=mb.Winnow(0.1).start(3)._replace(c=np.ones(2))),
        "it must be a state of Winnow(eta=0.1)",
    ),
    "a list as a version space": (
        lambda: mb.play(mb.Halving(mb.concepts.singletons(3)), [[0]], [1], state=[1, 1, 1]),
        "it must be a state of Halving",
    ),
    "fit": (lambda: mb.Perceptron().fit(X, y), "use mb.play(learner, X, y)"),
    "epochs": (lambda: mb.play(mb.Perceptron(), X, y, epochs=3), "did you mean passes?"),
    "a margin in place of its vector": (lambda: mb.NOVIKOFF.check(TRACE, u=mb.l2_margin(X, y)), "use its w"),
    "no bias": (
        lambda: mb.play(mb.Perceptron(), [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1], passes=None, max_passes=9),
        "fold_bias(X)",
    ),
    "HEDGE of a run that doubles": (
        lambda: mb.HEDGE.check(mb.Hedge().run([[0, 1]] * 5)),
        "as in Hedge(eta=0.1)",
    ),
    "a degree without end": (
        lambda: mb.play(mb.KernelPerceptron(mb.kernels.Polynomial(10**9)), X, y, passes=2),
        "lower the degree",
    ),
    "another run of no kind": (
        lambda: mb.WINNOW_UNNORMALISED.check(TRACE, normalised=3),
        "normalised is 3: it must be a Trace; use play or duel",
    ),
    # other values
    "rows of different lengths, exactly": (lambda: mb.exactly([[1, 2], [3]]), "its rows must be equally long"),
    "a word, exactly": (lambda: mb.exactly(["a"]), "values has the entry 'a': it must be a finite number"),
    "words to vote about": (lambda: mb.vote(TRACE).predict([["a", "b", "c"]]), "it must hold real numbers"),
    "one example to predict": (
        lambda: mb.last(mb.play(mb.Winnow1(), [[0, 1]], [1])).predict([0, 2]),
        "one example is a row: use X.reshape(1, -1)",
    ),
    "words to predict": (lambda: mb.last(TRACE).predict([[None] * 3]), "entries that are not exact numbers"),
    "a kernel of unequal widths": (
        lambda: mb.kernels.Gaussian(1)([[1, 2]], [[1]]),
        "X has 2 features, but Z has 1: both need the same number",
    ),
    "a vector for a kernel": (lambda: mb.kernels.Linear()([1, 2], [[1, 2]]), "with examples as rows"),
    "values beyond floats": (lambda: mb.kernels.Polynomial(2, c=1e300)([[2**40]], [[2**40]]), "lower the degree"),
    "a list of concepts": (
        lambda: mb.concepts.singletons(3).members([0, 1]),
        "V is [0, 1]: it must be a version space of <ConceptClass: 3 concepts on 3 points>",
    ),
    "a name for two concepts": (lambda: mb.ConceptClass([[0, 1], [1, 1]], names=2), "2 rows but there are 1 names"),
    "a vector for a formula": (lambda: mb.Formula(2, [1])([0, 1]), "one example is a row: use X.reshape(1, -1)"),
    "a word for signs": (lambda: mb.l1_margin(X, y, signed="no"), "signed is 'no': it must be a bool"),
    "a threshold beyond 64 bits": (lambda: mb.Winnow(1, threshold=2**63), "at most 2**31; use float(threshold)"),
    "a prior beyond floats": (lambda: mb.Winnow(1, prior=[10**400, 1]), "it must be a finite number greater than 0"),
    "a round in words": (lambda: TRACE["first"], "round is 'first': it must be a whole number; for several rounds use"),
    "a record with a list of updates": (
        lambda: mb.NOVIKOFF.check(replace(TRACE, updates=TRACE.updates.tolist()), u=STREAM.u),
        "a record holds an array; use play or duel, or np.array(updates)",
    ),
    "a record without its examples": (
        lambda: mb.NOVIKOFF.check(replace(TRACE, X=None), u=STREAM.u),
        "streamed_updates is None: it must be a tuple of 2",
    ),
    "a record without its states": (
        lambda: mb.NOVIKOFF.check(replace(TRACE, recorded_states=0), u=STREAM.u),
        f"recorded_states is 0: it must be a tuple of {TRACE.n_updates + 1}",
    ),
    "a record of other states": (
        lambda: mb.PNORM.check(replace(TRACE, learner=mb.PNorm(3)), u=STREAM.u),
        "QuasiAdditive.weights cannot read a state of the record",
    ),
    "a record of losses with a list of steps": (
        lambda: mb.HEDGE.check(replace(LOSSES, steps=[0.5] * 5)),
        "steps is [0.5, 0.5, 0.5, 0.5, 0.5]: a record holds an array; use Hedge(eta).run, or np.array(steps)",
    ),
    "a record of a game with a table of rows": (
        lambda: mb.MULTIPLICATIVE_WEIGHTS.check(replace(GAME, rows=GAME.rows[:, None])),
        "rows has shape (5, 1): it must have shape (5,)",
    ),
    "all runs with one of them": (
        lambda: mb.VOTE.check(replace(RUNS, traces=RUNS.traces[:1])),
        "it must be a tuple of 4, a run for each row of draws; use every_run",
    ),
    "all runs of no learner": (lambda: mb.VOTE.check(replace(RUNS, learner=5)), "int has no method start"),
    "a record of no learner": (
        lambda: mb.HALVING.check(replace(TRACE, learner=TRACE), concepts=mb.concepts.singletons(3)),
        "Trace has no method start: a learner has start, predict, wants_update, update",
    ),
    "a record whose state is not a table": (
        lambda: mb.KERNEL.check(replace(KERNELS, recorded_states=(None,) * len(KERNELS.states)), alpha=y),
        "KernelPerceptron.expansion cannot read a state of the record",
    ),
    "a record with rows of different lengths as a state": (
        lambda: mb.NOVIKOFF.check(replace(TRACE, recorded_states=([[1], [1, 2]],) * len(TRACE.states)), u=STREAM.u),
        "cannot read a state of the record (it is not a vector",
    ),
    "a record of losses with exact weights": (
        lambda: mb.HEDGE.check(replace(LOSSES, log_weights=LOSSES.log_weights.astype(object))),
        "log_weights has dtype object: the record holds floats; use log_weights.astype(float)",
    ),
    "a record of losses without rounds": (
        lambda: mb.HEDGE.check(replace(LOSSES, losses=np.ones((0, 2)), steps=np.ones(0), log_weights=np.ones((1, 2)))),
        "the number of rounds is 0: it must be a whole number of at least 1",
    ),
    "a record with columns": (
        lambda: mb.NOVIKOFF.check(replace(TRACE, X=sp.coo_array(X)), u=STREAM.u),
        "a record holds an array or a CSR matrix; use play",
    ),
    "another record with a list of updates": (
        lambda: mb.WINNOW_UNNORMALISED.check(TRACE, normalised=replace(TRACE, updates=[0])),
        "a record holds an array; use play or duel, or np.array(updates)",
    ),
    "a reading of a record with a list of updates": (lambda: mb.vote(replace(TRACE, updates=[0])), "np.array(updates)"),
    "a number with more digits": (
        lambda: mb.WEIGHTED_MAJORITY.check(TRACE, concepts=mb.concepts.singletons(3), beta=np.longdouble(0.5)),
        "it must be a number between 0 and 1",
    ),
    "chances beyond floats": (
        lambda: mb.VOTE.check(replace(RUNS, chances=np.array([10**400, 1], dtype=object))),
        "2 positive numbers, one for each example",
    ),
    "Winnow1 without alpha": (
        lambda: mb.WINNOW1.check(replace(TRACE, learner=own(threshold_for=max)), target=mb.Formula(3, [1], "∨")),
        "has no alpha: the theorem is about Winnow1 and Winnow2",
    ),
    "fewer weights than features": (
        lambda: mb.NOVIKOFF.check(mb.play(own(weights=lambda self, state: state[:2]), X, y), u=STREAM.u),
        "the run has 2 weights for 3 features: a learner needs one for each",
    ),
    "ties of no kind": (
        lambda: mb.WINNOW_UNNORMALISED.check(
            mb.play(own(weights=lambda self, w: np.exp([*w, 0]), ties=[1], eta=1), X, y),
            normalised=mb.play(mb.Winnow(1), mb.fold_bias(X), y),
        ),
        "the learner's ties is [1]: it must be 'mistake', -1 or +1",
    ),
    "a threshold beyond floats": (
        lambda: mb.WINNOW1.check(
            replace(TRACE, learner=own(threshold_for=lambda self, n: 1e308, alpha=2)), target=mb.Formula(3, [1], "∨")
        ),
        "theta is 1e+308: it must be a finite number greater than 0",
    ),
    "a beta near 1": (
        lambda: mb.adversaries.worst_advice(8, 2, 1 - 1e-15),
        "mistakes may be possible, too many to try; lower beta",
    ),
    "a kernel of two vectors": (
        lambda: mb.play(mb.KernelPerceptron(lambda x, z: x @ z), X, y),
        "it is called with two tables of examples, and must return the table of all k(x, z)",
    ),
    "a kernel's class": (
        lambda: mb.KernelPerceptron(mb.kernels.Linear),
        "it must be a function of two tables, such as Gaussian(1)",
    ),
    "a potential that gives lists": (
        lambda: mb.play(mb.QuasiAdditive(potential(weights=lambda self, z: [None])), X, y),
        "what Mine.weights gave has shape (1,): it must have shape (3,)",
    ),
    "a potential that gives nothing": (
        lambda: mb.BREGMAN.check(mb.play(mb.QuasiAdditive(potential(value=lambda self, w: None)), X, y), u=STREAM.u),
        "what Mine.value gave has shape (): it must have shape (1,)",
    ),
    "an adversary without its next state": (
        lambda: mb.duel(mb.Perceptron(), adversary(label=lambda self, state, x, prediction: 1)),
        "Mine.label gave 1: return the label and the adversary's next state, as in return y, state",
    ),
    "an adversary with rows of different lengths": (
        lambda: mb.duel(mb.Perceptron(), adversary(example=lambda self, state, predict: [[1], [1, 2]])),
        "the adversary's example is not a vector",
    ),
    "room after a word": (
        lambda: mb.NOVIKOFF.check(TRACE, u=STREAM.u).room_in_words("a"),
        "t is 'a': it must be a whole number",
    ),
    "a table as a parameter": (lambda: mb.Perceptron(np.ones((2, 2))), "eta is array([[1., 1.], [1., 1.]]): it must"),
    "lists in lists without end": (lambda: mb.Halving(NESTED), "concepts is [[[[[["),
    "a bound of mistakes without end": (
        lambda: mb.LONGEST_SURVIVOR.check(RUNS, bound=10**9, epsilon=0.5, delta=0.5),
        "the limit is 1 GiB: use a smaller bound",
    ),
    # names
    "small letters": (lambda: mb.perceptron, "did you mean Perceptron"),
    "a letter wrong": (lambda: mb.Perceptrom, "did you mean Perceptron"),
    "a theorem in small letters": (lambda: mb.Novikoff, "did you mean NOVIKOFF"),
    "the word of other libraries": (lambda: mb.fit, "did you mean play?"),
    "their word for mistakes": (lambda: TRACE.errors, "did you mean n_mistakes?"),
    "the letter for weights": (lambda: TRACE.w, "did you mean weights?"),
    "one mistake": (lambda: TRACE.n_mistake, "did you mean n_mistakes"),
    "another word for a number": (lambda: TRACE.num_mistakes, "did you mean n_mistakes"),
    "one weight": (lambda: TRACE.weight, "did you mean weights"),
    "one update": (lambda: TRACE.update, "did you mean updates"),
    "what is recorded": (lambda: TRACE.records, "did you mean recorded_states"),
    "a letter of a stream wrong": (lambda: mb.streams.seperable(), "did you mean separable"),
    "one conjunction": (lambda: mb.concepts.conjunction(3), "did you mean conjunctions"),
    "bounds": (lambda: mb.NOVIKOFF.check(TRACE, u=STREAM.u).bounds, "did you mean bound"),
    # theorems
    "a comparator without its name": (lambda: mb.NOVIKOFF.check(TRACE, STREAM.u), "NOVIKOFF.check(trace, u=...)"),
    "data in place of a run": (lambda: mb.NOVIKOFF.check(X, y), "NOVIKOFF.check(trace, u=...)"),
    "a run in place of a certificate": (lambda: mb.write_coq(TRACE), "write_coq takes a certificate"),
    "Winnow's theorem for a Perceptron": (lambda: mb.WINNOW.check(TRACE, u=[1, 0, 0]), "the theorem is about Winnow"),
    "a comparator of another length": (lambda: mb.NOVIKOFF.check(TRACE, u=[1, 0]), "one entry for each feature"),
    "a comparator that separates nothing": (
        lambda: mb.NOVIKOFF.check(TRACE, u=-STREAM.u).require(),
        "The theorem promises nothing about this run",
    ),
    "a theorem about another learner": (
        lambda: mb.NOVIKOFF.check(mb.play(mb.Consistent(mb.concepts.singletons(3)), [[0]], [1]), u=[1]),
        "is not a linear learner",
    ),
    "several lines": (lambda: mb.NOVIKOFF.check(TRACE, u=STREAM.u)[["progress"]], "it has start, learning-rate"),
    "a line's name misspelt": (lambda: mb.NOVIKOFF.check(TRACE, u=STREAM.u)["progres"], "it has start, learning-rate"),
    "no comparator": (lambda: mb.NOVIKOFF.check(TRACE), "missing a required argument: 'u'"),
    "a learner in place of a run": (
        lambda: mb.NOVIKOFF.check(mb.Perceptron(), u=STREAM.u),
        "on a run of type Trace, which play or duel makes",
    ),
    # concepts
    "a number for a class": (lambda: mb.play(mb.Halving(5), [[0]], [1]), "a ConceptClass; use ConceptClass(table)"),
    "a stream without updates and with a bias": (
        lambda: mb.NOVIKOFF_BIAS.check(mb.play(mb.Perceptron(ties=1), [([[0, 1]], [1])]), u=[1], bias=1),
        "there is no example to measure: play on arrays",
    ),
    "a comparator with its bias": (
        lambda: mb.NOVIKOFF_BIAS.check(mb.play(mb.Perceptron(), mb.fold_bias(X), y), u=[1, 0, 0, 0], bias=0),
        "one entry for each feature but the last, the constant of fold_bias",
    ),
    "a point that is none": (
        lambda: mb.play(mb.Halving(mb.concepts.singletons(4)), [[9]], [1]),
        "not a point of <ConceptClass: 4 concepts on 4 points>",
    ),
    "real numbers for Booleans": (lambda: mb.play(mb.Elimination(3), X, y), "Boolean features must be 0 or 1"),
    "a variable by its name": (lambda: mb.Formula(3, ["x1"]), "with 3 variables it must be ±1 to ±3"),
    # what a run has
    "a round too far": (lambda: TRACE[60], "the run has no round 60: its 60 rounds are 0 to 59"),
    "a round beyond 64 bits": (lambda: TRACE.labels([2**64 - 1]), "round 18446744073709551615 of a run of 60 rounds"),
    "a mask of rounds": (lambda: TRACE.examples(y > 0), "from a mask use np.flatnonzero(mask)"),
    "weights of what has none": (
        lambda: mb.play(mb.Consistent(mb.concepts.singletons(3)), [[0], [1]], [-1, 1]).weights,
        "is not a linear learner: it has states, but no weights",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_what_to_write_instead(slip):
    typed, said = SLIPS[slip]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises((AttributeError, LookupError, TypeError, ValueError, UserWarning)) as caught:
            typed()
    message = "\n".join([str(caught.value), *getattr(caught.value, "__notes__", ())])
    assert re.search(re.escape(said), message), message


# of a number that asks for more than a computer holds
HUGE = {
    "examples": lambda n: mb.streams.separable(n, 3, 0.1),
    "features": lambda d: mb.streams.separable(3, d, 0.1),
    "opinions": lambda n: mb.streams.experts(n, [0.5, 0.5], 0.1),
    "a committee's rounds": lambda n: mb.streams.committee(n, 5, 3),
    "a committee's rounds with silence": lambda n: mb.streams.committee(n, 5, 3, speaking=1),
    "a committee's experts": lambda d: mb.streams.committee(5, d, 3, speaking=1),
    "the rows of a chunk": lambda rows: next(iter(mb.streams.committee_chunks(rows, 5, 3, rows))),
    "positive examples": lambda n: mb.streams.disjunction(n, 5, 3, active=1),
    "variables": lambda d: mb.streams.disjunction(5, d, 3, active=1),
    "units": lambda d: mb.streams.signed_units(d),
    "repeats": lambda repeats: mb.streams.repeated_example(repeats),
    "literals": lambda n: mb.Formula(n, [1]).mask,
    "eliminated literals": lambda n: mb.play(mb.Elimination(n), [[0, 1]], [1]),
    "orthonormal examples": lambda n: mb.duel(mb.Perceptron(), mb.Orthonormal(n, 1)),
    "irrelevant variables": lambda n: mb.duel(mb.Perceptron(), mb.KDisjunction(n, 2)),
    "digits": lambda rounds: mb.duel(mb.Perceptron(), mb.Bisection(rounds)),
    "advisers": lambda n: mb.adversaries.worst_advice(n, 0, 0.5),
    "rounds of a game": lambda rounds: mb.multiplicative_weights([[2, 1], [0, 1]], [1, 1], rounds),
    "rounds of boosting": lambda rounds: mb.adaboost([[1, 1, -1], [1, -1, 1], [-1, 1, 1]], [1, 1, 1], rounds),
    "coins": lambda rounds: mb.coin_regret(rounds, 2),
    "fresh features": lambda passes: mb.fresh_features([[1]], 1, passes),
    "a degree": lambda degree: mb.kernels.Polynomial(degree).features([[1, 2]]),
}


@pytest.mark.parametrize("number", [2**31, 10**12, 10**40])
@pytest.mark.parametrize("what", HUGE)
def test_a_huge_number_is_refused_before_memory_runs_out(what, number):
    with pytest.raises(mb.MistakeBoundError, match=r"the limit is 1 GiB: (use|lower)|it must be at most"):
        HUGE[what](number)


def test_an_adversary_that_fills_the_memory_is_stopped(monkeypatch):
    monkeypatch.setattr("mistakebound.checks.MOST_BYTES", 1000)
    with pytest.raises(mb.MistakeBoundError, match=r"the examples of 3 rounds would take .*: let the adversary stop"):
        mb.duel(mb.Perceptron(), mb.KDisjunction(60, 2))


@pytest.mark.parametrize("gamma", [5e-324, Fraction(1, 10**400)])
def test_a_margin_too_small_for_floats_is_refused(gamma):
    checks = (mb.WINNOW_UNIFORM, mb.Winnow(0.5), [1, 0, 0]), (mb.PNORM, mb.PNorm(3), STREAM.u)
    for theorem, learner, u in checks:
        with pytest.raises(mb.MistakeBoundError, match="leaves the range of floats on this run: rescale"):
            theorem.check(mb.play(learner, X, y), u=u, gamma=gamma).bound  # noqa: B018


class Forgetful(mb.Perceptron):
    def update(self, state, x, y):
        return super().update(state / 2, x, y)


def test_what_is_no_slip_is_let_pass():
    """A correct learner; and learners that meet only ties, see only positives, or call each negative positive."""
    assert mb.play(Forgetful(), [[1, 1], [1, 0]], [1, -1], passes=50).n_mistakes == 100
    ties = mb.duel(mb.MarginPerceptron(threshold=1), mb.Orthonormal(radius=1, margin=0.2))
    assert mb.play(Own(), X, y).n_mistakes and ties.n_mistakes
    assert mb.play(mb.MarginPerceptron(threshold=1), np.abs(X), np.ones(60)).n_updates
    assert not hasattr(TRACE, "shape") and not hasattr(mb, "no_such_thing")
