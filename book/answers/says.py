"""What a field of an exercise says to its reader: it quotes a theorem object, and never merely says "wrong".

book/answers has a file for each chapter, with a function for each field. A function without a parameter returns a
`Number`, which the page itself compares. A function with a parameter is called in the browser's Python and returns a
verdict: whether the answer is right, and a sentence. Its parameter is the `text` that a reader has typed, or the `rows`
of a list, whose numbers the page has read.
"""

import json
import traceback
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

import mistakebound as mb
from mistakebound.certificates.claims import plain

YOURS = "what you typed"  # the file name that tracebacks give to a reader's lines


@dataclass(frozen=True)
class Number:
    """The right number, and the sentences about it, a smaller or larger one, and some that known slips lead to.

    A typed fraction must equal `value`. A decimal may be rounded to at least `decimals` places, or with `floor` down to
    a whole number. The numbers in `also` are right too, each with its sentence. With `guess`, any number will do.
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
    """The `Number` of a field that asks for a prediction."""
    right, below, above = (
        f"{words} {measured}" for words in ("You foresaw this.", "The number is larger.", "The number is smaller.")
    )
    return Number(value, right, below, above, guess=True)


def claim(theorem, name):
    """A hypothesis or a line of a theorem, in the words of its object."""
    return worded(next(claim for claim in (*theorem.hypotheses, *theorem.lines) if claim.name == name))


def worded(claim, where=""):
    return f"“{claim.name}” ({plain(claim.formula)}){where}: {claim.reason}"


def objection(cert, names=None):
    """Name the first hypothesis or line (of `names`, if given) that is false: where, and why; else return nothing."""
    broken = [cert[name] for name in names or cert.hypotheses | cert.lines if not cert[name].holds]
    if not broken:
        return ""
    first, kind = broken[0], "hypothesis" if broken[0].name in cert.hypotheses else "line"
    if first.answer == 0:
        return f"Rounding hides the {kind} {worded(first.claim, place(cert, first))} Use whole numbers or fractions."
    left, equal, after = first.comparison.partition(" = 0")
    false = f"the two sides differ by {left}" if equal and not after else f"{first.comparison} is false"
    words = f"Your answer breaks the {kind} {worded(first.claim, place(cert, first))} Here {false}."
    fallen = next((checked for checked in broken[1:] if checked.name in cert.lines), None)
    return words + (f" In the proof “{fallen.name}” fails first: {fallen.comparison} is false." if fallen else "")


def place(cert, checked):
    """The update and the example at which a claim is false; for a game, the round."""
    if checked.where is None:
        return ""
    if not isinstance(cert.trace, mb.Trace):
        return f" in round {checked.where + 1}"
    at = int(np.searchsorted(cert.trace.updates, checked.where))
    x, y = cert.trace.update_X[at], int(cert.trace.update_y[at])
    shown = tuple(np.asarray(x).tolist()) if len(x) <= 5 else f"of round {checked.where + 1}"
    return f" at update {at + 1}, on the example {shown} with the label {y:+d}"


def function(text, name):
    """The function called `name` in a reader's lines."""
    names = {"np": np}
    exec(compile(text, YOURS, "exec"), names)
    if not callable(names.get(name)):
        raise NameError(f"there is no function {name}")
    return names[name]


def taught(learner, learn, shown=np.copy, kept=np.asarray):
    """A learner whose update is a reader's function, which sees every example and may leave the state unchanged.

    `shown` makes the function's argument from a state, and `kept` makes a state from its result.
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
    """The error for an answer without the form that the field needs."""


def number(typed):
    """The number that the page has read as "above/below"; a whole number becomes an int."""
    if not isinstance(typed, str):
        raise Unread("Here is a list where a number should be: count the brackets.")
    above, below = map(Fraction, typed.split("/"))
    return int(above / below) if (above / below).denominator == 1 else above / below


def rounded(typed, value, decimals):
    """Check that a typed number equals a value, rounded to as many decimals as were typed, at least `decimals`."""
    above, _, below = typed.partition("/")
    places = len(above.partition(".")[2]) + 2 * (below == "100")  # per cent
    slack = Fraction(1, 2 * 10**places) if below in {"1", "100"} and places >= decimals else 0
    return abs(number(typed) - value) <= slack


def examples(rows, width):
    """Examples and labels of a run that was typed as pairs, ((1, 0), +1), ((0, 1), -1)."""
    wanted = f"Type each example as ((1, 0), +1), with {width} features and the label +1 or -1."
    if not all(isinstance(row, list) and len(row) == 2 and isinstance(row[0], list) for row in rows):
        raise Unread(wanted)
    X, y = [list(map(number, x)) for x, _ in rows], [number(label) for _, label in rows]
    if any(len(x) != width for x in X) or not set(y) <= {-1, 1}:
        raise Unread(wanted)
    return X, y


def departure(step, learner, X, y, shown=np.copy):
    """Describe the first round in which a reader's step differs from a learner's; else return nothing.

    `shown` takes from the learner's state the part that the step is given and returns.
    """
    state = learner.start(X.shape[1])
    for x, label in zip(X, y, strict=True):
        wants = learner.wants_update(state, x[None], np.array([label]))[0]
        after = learner.update(state, x, label) if wants else state
        if other := differs(step(shown(state), x.copy(), int(label)), shown(after)):
            return f"In the state {listed(shown(state))}, on the example {listed(x)} with the label {label:+d}, {other}"
        state = after
    return ""


def differs(got, wanted):
    """Say what a step returned and what it should have returned; say nothing if these are the same."""
    got = np.asarray(got)
    if got.shape != np.shape(wanted) or got.dtype.kind not in "biuf":
        return f"your function returns {got.tolist()!r}; it should return {listed(wanted)}."
    wrong = np.flatnonzero(~np.isclose(got, wanted, rtol=1e-9, atol=1e-12))
    if len(wrong) and len(got) > 5:
        at = wrong[0]
        return f"entry {at + 1} of your result is {float(got[at]):.4g}; it should be {float(wanted[at]):.4g}."
    return f"your function returns {listed(got)}; it should return {listed(wanted)}." if len(wrong) else ""


def listed(values):
    """A few numbers; of an array with more than five entries, only their number."""
    values = np.asarray(values, float)
    return str(values.round(3).tolist()) if len(values) <= 5 else f"an array of length {len(values)}"


def say(check, typed):
    """Print the verdict on an answer, for the page; an error in the answer is a verdict too."""
    try:
        verdict = check(typed)
    except Unread as error:
        verdict = False, str(error)
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == YOURS]
        where = f" in your line {lines[-1]}" if lines else ""
        verdict = False, f"This cannot be run{where}: {type(error).__name__}: {error}"
    print(json.dumps(verdict))
