"""What a field of an exercise says to its reader: by a theorem object, and never merely "wrong".

book/answers has a file for each chapter, with a function for each field. One without a parameter returns a `Number`,
which the page compares by itself. One with a parameter is called in the browser's Python and returns a verdict: whether
the answer is right, and a sentence. It gets the `text` that a reader has typed, or the `rows` of a list, whose numbers
the page has read.
"""

import json
import traceback
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

import mistakebound as mb
from mistakebound.certificates.claims import plain

YOURS = "what you typed"  # the name of the file that a reader's lines seem to be


@dataclass(frozen=True)
class Number:
    """A number, and what is said of it, of a smaller and of a larger one, and of some that come of a known slip.

    A fraction must be equal to it. It may be rounded to at least `decimals` decimals, and with `floor` down to a whole
    number. Some `also` are right, with sentences of their own. A `guess` is only compared: each counts as an answer.
    """

    value: float
    right: str
    below: str
    above: str
    known: tuple[tuple[float, str], ...] = ()
    also: tuple[tuple[float, str], ...] = ()
    decimals: int = 0
    floor: bool = False
    guess: bool = False


def foreseen(value, measured):
    """A number that a reader is to predict."""
    right, below, above = (
        f"{words} {measured}" for words in ("You foresaw it.", "It is more than you said.", "It is less than you said.")
    )
    return Number(value, right, below, above, guess=True)


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
    left, equal, after = first.comparison.partition(" = 0")
    false = f"the two sides differ by {left}" if equal and not after else f"{first.comparison} is false"
    words = f"It breaks the {kind} {worded(first.claim, place(cert, first))} Here {false}."
    fallen = next((checked for checked in broken[1:] if checked.name in cert.lines), None)
    return words + (f" Of the proof “{fallen.name}” fails first: {fallen.comparison} is false." if fallen else "")


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


class Unread(ValueError):
    """An error: what a reader has typed does not have the form that the field needs."""


def number(typed):
    """A number that the page has read, "above/below"; whole ones as int."""
    if not isinstance(typed, str):
        raise Unread("There is a list in place of a number: count the brackets.")
    above, below = map(Fraction, typed.split("/"))
    return int(above / below) if (above / below).denominator == 1 else above / below


def rounded(typed, value, decimals):
    """Whether a number that the page has read is a value, rounded to the typed decimals, at least `decimals`."""
    above, _, below = typed.partition("/")
    places = len(above.partition(".")[2]) + 2 * (below == "100")  # per cent
    slack = Fraction(1, 2 * 10**places) if below in {"1", "100"} and places >= decimals else 0
    return abs(number(typed) - value) <= slack


def examples(rows, width):
    """Examples and labels of a run that is typed as pairs, ((1, 0), +1), ((0, 1), -1)."""
    wanted = f"Type each example as ((1, 0), +1), with {width} features and the label +1 or -1."
    if not all(isinstance(row, list) and len(row) == 2 and isinstance(row[0], list) for row in rows):
        raise Unread(wanted)
    X, y = [list(map(number, x)) for x, _ in rows], [number(label) for _, label in rows]
    if any(len(x) != width for x in X) or not set(y) <= {-1, 1}:
        raise Unread(wanted)
    return X, y


def departure(step, learner, X, y, shown=np.copy):
    """The first round in which a reader's step does other than a learner, in words; else nothing.

    `shown` is the part of the learner's state that the step is given and returns.
    """
    state = learner.start(X.shape[1])
    for x, label in zip(X, y, strict=True):
        wants = learner.wants_update(state, x[None], np.array([label]))[0]
        after = learner.update(state, x, label) if wants else state
        if other := differs(step(shown(state), x.copy(), int(label)), shown(after)):
            return f"After {listed(shown(state))} comes {listed(x)} with the label {label:+d}: {other}"
        state = after
    return ""


def differs(got, wanted):
    """What was returned and what should have been, in words; nothing if they are the same."""
    got = np.asarray(got)
    if got.shape != np.shape(wanted) or got.dtype.kind not in "biuf":
        return f"it returns {got.tolist()!r}, and should return {listed(wanted)}."
    wrong = np.flatnonzero(~np.isclose(got, wanted, rtol=1e-9, atol=1e-12))
    if len(wrong) and len(got) > 5:
        at = wrong[0]
        return f"entry {at + 1} of what it returns is {float(got[at]):.4g}, and should be {float(wanted[at]):.4g}."
    return f"it returns {listed(got)}, and should return {listed(wanted)}." if len(wrong) else ""


def listed(values):
    """A few numbers, or how many they are."""
    values = np.asarray(values, float)
    return str(values.round(3).tolist()) if len(values) <= 5 else f"an array of {len(values)}"


def say(check, typed):
    """Print the verdict on what a reader has typed, for the page; an error in it is one too."""
    try:
        verdict = check(typed)
    except Unread as error:
        verdict = False, str(error)
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == YOURS]
        where = f" in your line {lines[-1]}" if lines else ""
        verdict = False, f"This cannot be run{where}: {type(error).__name__}: {error}"
    print(json.dumps(verdict))
