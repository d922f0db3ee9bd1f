"""What a field of an exercise says to its reader: by a theorem object, and never merely "wrong".

book/answers has a file for each chapter, with a function for each field. One without a parameter returns a `Number`,
which the page compares by itself. One with a parameter is called in the browser's Python: it gets what a reader has
typed, and returns a verdict: whether it is right, and a sentence.
"""

import json
import traceback
from dataclasses import dataclass

import numpy as np

import mistakebound as mb
from mistakebound.theorems.claims import plain

YOURS = "what you typed"  # the name of the file that a reader's lines seem to be


@dataclass(frozen=True)
class Number:
    """A number, and what is said of it, of a smaller and of a larger one, and of some that come of a known slip.

    It may be off by `within`. A `guess` is only compared: each counts as an answer.
    """

    value: float
    right: str
    below: str
    above: str
    known: tuple[tuple[float, str], ...] = ()
    within: float = 0
    guess: bool = False


def foreseen(value, measured):
    """A number that a reader is to predict."""
    right, below, above = (
        f"{words} {measured}" for words in ("You foresaw it.", "It is more than you said.", "It is less than you said.")
    )
    return Number(value, right, below, above, within=0.5, guess=True)


def claim(theorem, name):
    """A hypothesis or a line of a theorem, as its object words it."""
    return worded(next(claim for claim in (*theorem.hypotheses, *theorem.lines) if claim.name == name))


def worded(claim, where=""):
    return f"“{claim.name}” ({plain(claim.formula)}){where}: {claim.reason}"


def objection(cert, names=None):
    """The first of a theorem's hypotheses and lines, or of those named, that is false: where, and why; else nothing."""
    broken = [cert[name] for name in names or cert.hypotheses | cert.lines if not cert[name].holds]
    if not broken:
        return ""
    first, kind = broken[0], "hypothesis" if broken[0].name in cert.hypotheses else "line"
    if first.answer == 0:
        return f"Rounding hides the {kind} {worded(first.claim, place(cert, first))} Give whole numbers or fractions."
    words = f"It breaks the {kind} {worded(first.claim, place(cert, first))} Here {first.comparison} is false."
    fallen = next((checked for checked in broken[1:] if checked.name in cert.lines), None)
    return words + (f" Of the proof “{fallen.name}” falls first: {fallen.comparison} is false." if fallen else "")


def place(cert, checked):
    """At which update a claim is false, and on which example; in which round, if that is of a game."""
    if checked.where is None:
        return ""
    if not isinstance(cert.trace, mb.Trace):
        return f" in round {checked.where + 1}"
    at = int(np.searchsorted(cert.trace.updates, checked.where))
    x, y = cert.trace.update_X[at], int(cert.trace.update_y[at])
    shown = tuple(np.asarray(x).tolist()) if len(x) <= 5 else f"of round {checked.where + 1}"
    return f" at update {at + 1}, on the example {shown} with the label {y:+d}"


def function(text, name):
    """The function of that name in a reader's lines."""
    names = {"np": np}
    exec(compile(text, YOURS, "exec"), names)
    if not callable(names.get(name)):
        raise NameError(f"there is no function {name}")
    return names[name]


def taught(learner, learn, shown=np.copy, kept=np.asarray):
    """A learner that learns by a reader's function, which sees every example and may leave the state as it is.

    The function is `shown` a part of the state, and what it returns is `kept` as one.
    """

    def after(state, x, y):
        return kept(learn(shown(state), x, int(y)))

    class Yours(type(learner)):
        def wants_update(self, state, X, y):
            now = shown(state)
            return np.array([not np.array_equal(shown(after(state, *each)), now) for each in zip(X, y, strict=True)])

        def update(self, state, x, y):
            return after(state, x, y)

    return Yours(**vars(learner))


def typed(text):
    """The list of what a reader has typed, with commas between."""
    return eval(compile(f"[{text}\n]", YOURS, "eval"), {})


def examples(text, width):
    """Examples and labels of a run that is typed as pairs, ((1, 0), +1), ((0, 1), -1)."""
    X, y = zip(*typed(text), strict=True)
    if any(len(x) != width for x in X) or not set(y) <= {-1, 1}:
        raise ValueError(f"each example has {width} features, and its label is +1 or -1")
    return [list(x) for x in X], list(y)


def say(check, text):
    """Print the verdict on what a reader has typed, for the page; an error in it is one too."""
    try:
        verdict = check(text)
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == YOURS]
        where = f" in your line {lines[-1]}" if lines else ""
        verdict = False, f"This cannot be run{where}: {type(error).__name__}: {error}"
    print(json.dumps(verdict))
