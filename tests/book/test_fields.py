"""The fields of exercises against brute force: each accepts all right answers that are tried, and no wrong one."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb, log, log2, sqrt

import numpy as np
import pytest

from tests.book.test_answers import answered, script

READ = {
    "12": 12, " 0.5 ": 0.5, ".5": 0.5, "5,": 5, "5,9": 5.9, "0,333": 0.333, "12,3456": 12.3456, "2 154": 2154,
    "2,154": 2154, "1,234,567.5": 1234567.5, "2 154,5": 2154.5, "2\u202f154": 2154, "33 %": 0.33, "12.5%": 0.125,
    "−6": -6, "– 6": -6, "+4": 4, "1/3": 1 / 3, "-1 / 4": -0.25, "2,5/5": 0.5,
}  # fmt: skip
REFUSED = (
    "", "six", "0x10", "0b1", "Infinity", "-Infinity", "∞", "NaN", "1e3", "1/0", "0/0", "1/2/3", "1/3 %", "%", "/",
    "1/", "--3", "1 2", "12 34", "1,23,456", "2.154,5", "1.2.3", "(5)", "5 euros",
)  # fmt: skip


def test_numbers_are_read_as_people_type_them():
    amounts = script(*(["amount", text] for text in READ))
    assert dict(zip(READ, amounts, strict=True)) == pytest.approx(READ)


def test_what_is_not_a_number_is_refused():
    assert script(*(["amount", text] for text in REFUSED)) == [None] * len(REFUSED)


def test_lists_are_read_as_people_type_them():
    texts = (
        "((1, 0), +1), ((−1/2, 2), -1)", "[1, 0.5,\n 33 %]", "0,5; 1; 2", "((1; 0,5); 1)", "1, 2,", "((1, 0)", "1 2",
        "a, b", "0x10, 1", "1/0, 1", "1,,2",
    )  # fmt: skip
    read = script(*(["readList", text] for text in texts))
    half = [["1/1", "0/1"], "1/1"], [["-1/2", "2/1"], "-1/1"]
    assert read == [
        list(half), ["1/1", "0.5/1", "33/100"], ["0.5/1", "1/1", "2/1"], [[["1/1", "0.5/1"], "1/1"]], ["1/1", "2/1"],
        None, None, None, None, None, None,
    ]  # fmt: skip


def made_by_a_stubborn_example():
    w, made = np.array([0, -10]), 0
    while w @ [1, 1] <= 0:
        w, made = w + np.ones(2), made + 1
    return made


def made_on_a_line():
    points, labels, counts, made = (-1, 0, 1), (1, -1, 1), [0, 0, 0], 0
    while True:
        before = made
        for i, (x, y) in enumerate(zip(points, labels, strict=True)):
            if y * sum(c * (z * x + 1) ** 2 for c, z in zip(counts, points, strict=True)) <= 0:
                counts[i] += y
                made += 1
        if made == before:
            return made


def depth(n):
    """The mistakes that can be forced among n neighbouring thresholds: the best cut is tried."""
    best = [0, 0]
    for size in range(2, n + 1):
        best.append(max(1 + min(best[cut], best[size - cut]) for cut in {size // 2, size // 3, 1} if cut))
    return best[n]


def share(d, gamma, entropy):
    """Winnow's bound with the best learning rate: it is a relative entropy of two coins in the end."""
    q = (1 + gamma) / 2
    return (log(d) - entropy) / (q * log(2 * q) + (1 - q) * log(2 * (1 - q)))


#: What is right in each field with a whole number, worked out in another way than there.
WHOLE = {
    ("perceptron", "stubborn"): {made_by_a_stubborn_example()},
    ("halving", "count"): {int(log2(sum(2**k for k in range(3) for _ in combinations(range(100), k))))},
    ("mistake-bound", "pairs"): {len(list(combinations(range(20), 2))) - 6},
    ("winnow", "doctors"): {int(share(82, 2 / 15, -(6 / 9 * log(2 / 9) + log(1 / 3) / 3)))},
    ("experts", "load"): {max(M for M in range(200) if Fraction(4, 3) ** M <= 40 * 2**30)},
    ("kernels", "line"): {made_on_a_line()},
    ("kernels", "dishes"): {4 * (5 * 1 + Fraction(1, 4)) * (comb(10, 2) + 1)},
    ("practice", "shortfalls"): {1 + 0 + 36},
    ("practice", "letters"): {2721, 2722},
    ("optimal", "reports"): {depth(1001)},
    ("committees", "readers"): {int(50 * log(160)), int(share(800, 1 / 5, log(5)))},
    ("readings", "menu"): {
        10 * next(s for s in range(1000) if 10 * miss**s <= 0.01) for miss in (np.exp(-0.05), 0.95)
    },
    ("one-proof", "sensors"): {(20 + 10 + 10) ** 2 // 4},
    ("boosting", "filters"): {next(T for T in range(5000) if Fraction(99, 100) ** T * 50_000**2 < 1)},
}  # fmt: skip


@pytest.mark.parametrize("field", WHOLE, ids="-".join)
def test_a_whole_number_is_accepted_if_it_is_right_and_only_then(field):
    right = WHOLE[field]
    near = {value + step for value in right for step in range(-60, 61)}
    tried = sorted({int(each) for each in {*near, *range(30), *(7 * value for value in right)} if each > -20})
    verdicts = answered(*field, *map(str, tried))
    assert {value for value, (accepted, _) in zip(tried, verdicts, strict=True) if accepted} == right
    for typed in (f"{min(right)}.3", f"{min(right) - 1}/1", f"-{min(right)}", f"0x{int(min(right)):x}", "Infinity"):
        [(accepted, said)] = answered(*field, typed)
        assert not accepted, said
    assert answered(*field, f"{min(right)}.0", f" {2 * min(right)} / 2")[0][0]


def expected_of_sailors():
    """By following every sequence of draws, each with its probability."""
    said, sailed = ((0, 0, 0, 1), (1, 1, 1, 0), (0, 0, 0, 1), (1, 0, 1, 0)), (1, 0, 1, 1)
    weights, tables = [Fraction(1)] * 4, []
    for row, label in zip(said, sailed, strict=True):
        tables.append([w / sum(weights) for w in weights])
        weights = [w if say == label else w / 4 for w, say in zip(weights, row, strict=True)]
    total = Fraction(0)
    for drawn in product(range(4), repeat=4):
        chance = np.prod([tables[t][i] for t, i in enumerate(drawn)])
        total += chance * sum(said[t][i] != sailed[t] for t, i in enumerate(drawn))
    return total


BROKEN = {
    ("chance", "lots"): (expected_of_sailors(), 2),
    ("chance", "programs"): (40 + sqrt(80 * log(3)) + log(3), 1),
    ("experts", "sailors"): (2 * log(4) / log(8 / 5), 1),
    ("sparse-svm", "quiet"): (Fraction(1, 3), 2),
}


@pytest.mark.parametrize("field", BROKEN, ids="-".join)
def test_a_rounded_number_is_accepted_if_it_is_right_and_only_then(field):
    value, decimals = BROKEN[field]
    right = [f"{float(value):.{places}f}" for places in range(decimals, 7)]
    right += [right[0].replace(".", ",")] + [str(value)] * isinstance(value, Fraction)
    wrong = [
        f"{float(each) + step / 10**places:.{places}f}"
        for places, each in enumerate(right[:4], decimals)
        for step in (-1, 1)
    ]
    wrong += [f"{float(value):.{decimals - 1}f}", str(-float(value)), f"{int(value) + 2}", "1000", f"{value} x"]
    for typed, (accepted, said) in zip(right + wrong, answered(*field, *right, *wrong), strict=True):
        assert accepted == (typed in right), (typed, said)


# ------------------------------------------- lists


def conjunctions():
    """What the nine conjunctions of two variables say of a morning."""
    for literals in product((0, 1, None), repeat=2):
        yield lambda x, literals=literals: all(want in (None, have) for want, have in zip(literals, x, strict=True))


def errs_three_times(run):
    left, wrong = list(conjunctions()), 0
    for x, y in run:
        vote = 1 if 2 * sum(rule(x) for rule in left) >= len(left) else -1
        wrong += vote != y
        left = [rule for rule in left if (1 if rule(x) else -1) == y]
    return bool(left) and wrong == 3


def test_mornings_are_accepted_if_halving_errs_three_times():
    settings = list(product((0, 1), repeat=2))
    runs = list(product(product(settings, (1, -1)), repeat=3))
    runs += [(run[0], *run) for run in runs if errs_three_times(run)]  # a fourth morning is one too many
    verdicts = answered("halving", "mornings", *(str(list(run)) for run in runs))
    accepted = {run for run, (right, _) in zip(runs, verdicts, strict=True) if right}
    assert accepted == {run for run in runs if len(run) == 3 and errs_three_times(run)} != set()


def dimension(rows):
    sides = ([[row for row in rows if row[x] == value] for value in (0, 1)] for x in range(len(rows[0])))
    return max((1 + min(map(dimension, pair)) for pair in sides if all(pair)), default=0)


def test_four_concepts_are_accepted_if_they_have_dimension_1():
    rng = random.Random(0)

    def drawn(size):
        """Rows whose columns are drawn evenly, or have a single entry that differs."""
        even = [[rng.randrange(2) for _ in range(size)] for _ in range(3)]
        alone = [[int(row == at) for row in range(size)] for at in rng.sample(range(size), 3)]
        return list(zip(*rng.choice([even, alone, alone]), strict=True))

    tried = [drawn(rng.choice([3, 4, 4, 4, 5])) for _ in range(60)]
    right = [len(rows) == len(set(rows)) == 4 and dimension(rows) == 1 for rows in tried]
    verdicts = answered("optimal", "four", *(str(rows) for rows in tried))
    assert [accepted for accepted, _ in verdicts] == right
    assert 5 < sum(right) < 55


def wrong_for_ever(a, b):
    """Whether the rule that forgets by halves errs for ever on a and b, by the shares that each has in its weights."""
    (p, q), c = (np.dot(x, x) for x in (a, b)), int(np.dot(a, b))
    mine, other, idle = Fraction(0), Fraction(0), 0
    for t in range(1200):
        score = mine * p + other * c if t % 2 == 0 else mine * c + other * q
        if score > 0:
            idle += 1
            if idle == 2:
                return False
            continue
        idle = 0
        mine, other = mine / 2 + (t % 2 == 0), other / 2 + (t % 2 == 1)
    return True


def test_two_examples_are_accepted_if_the_rule_that_forgets_errs_for_ever():
    rng = random.Random(1)
    boundary = [((2, 1), (-2, 1)), ((-37, 5), (9, 6)), ((1, 1), (-1, 0)), ((1, 0), (-1, 1)), ((3, 1), (-1, 3))]
    drawn = [tuple(tuple(rng.randint(-6, 6) for _ in range(2)) for _ in range(2)) for _ in range(100)]
    tried, labels = boundary + drawn, [(rng.choice([1, -1]), rng.choice([1, -1])) for _ in range(105)]
    explained = [
        any(a) and any(b) and not (a[0] * b[1] == a[1] * b[0] and np.dot(a, b) < 0) for a, b in tried
    ]  # fmt: skip
    texts = [
        ", ".join(str((tuple(label * v for v in x), label)) for x, label in zip(pair, ys, strict=True))
        for pair, ys in zip(tried, labels, strict=True)
    ]
    verdicts = answered("perceptron", "forget", *texts)
    right = [bool(ok and wrong_for_ever(*pair)) for ok, pair in zip(explained, tried, strict=True)]
    assert [accepted for accepted, _ in verdicts] == right
    assert 10 < sum(right) < 90


FEEDS = {
    "2/11, 3/11, 0": True, "0.18, 0.27, 0": True, "0.18182, 0.27273, 0": True, "0,1818; 0,2727; 0": True,
    "(2/11, 3/11, 0.0)": True, "18.18 %, 27.27 %, 0": True, "0.18181, 0.27272, 0": False, "0.2, 0.3, 0": False,
    "0.1819, 0.2728, 0": False, "3/11, 2/11, 0": False, "2/11, 3/11, 0.01": False, "2/11, 3/11": False,
    "0, 0, 1": False, "1/4, 1/4, 0": False, "1, -1, 1": False, "0x1, 1, 0": False, "2/11, 0.27, 0": True,
}  # fmt: skip


def test_a_mixture_is_accepted_if_it_is_the_cheapest():
    verdicts = answered("sparse-svm", "feeds", *(text for text in FEEDS if "x" not in text))
    assert [accepted for accepted, _ in verdicts] == [right for text, right in FEEDS.items() if "x" not in text]
    assert script(["readList", "0x1, 1, 0"]) == [None]


# ------------------------------------------- code


PERCEPTRON = "def learn(w, x, y):\n    if y * (w @ x) <= 0:\n        w = w + y * x\n    return w"
ELIMINATION = "def learn(suspected, x, y):\n    if y == 1:\n        return suspected & (x == 1)\n    return suspected"
WINNOW = "def update(w, a, eta):\n    w = w * np.exp(eta * a)\n    return w / w.sum()"
WINNOW2 = (
    "def learn(w, x, y):\n    yes = w @ x >= len(w)\n    if y == 1 and not yes:\n        w[x == 1] *= 2\n"
    "    if y == -1 and yes:\n        w[x == 1] /= 2\n    return w"
)
HALVING = "def learn(left, said, y, guess):\n    if guess != y:\n        left = left & (said == y)\n    return left"
P_NORM = (
    "def learn(z, x, y, p):\n    w = np.sign(z) * np.abs(z) ** (p - 1)\n    if y * (w @ x) <= 0:\n"
    "        z = z + y * x\n    return z"
)
BOOST = (
    "def boost(q, a):\n    r = q @ a\n    alpha = np.log((1 + r) / (1 - r)) / 2\n"
    "    q = q * np.exp(-alpha * a)\n    return alpha, q / q.sum()"
)
IF = "y * (w @ x) <= 0"
TIES = [(IF, "np.sign(w @ x) != y"), (IF, "(1 if w @ x >= 0 else -1) != y"), (IF, "(1 if w @ x > 0 else -1) != y")]

#: Field, a right source, what is said of it, changes that keep it right, and changes that make it wrong, some of them
#: very slightly, each with words that must be said of it.
CODE = [
    (("perceptron", "learner"), PERCEPTRON, ["26 mistakes, and the bound is 288"],
     [*TIES, ("y * x", "0.5 * y * x"), ("w = w + y * x", "w += y * x")],
     [("<= 0", "< 0", "“mistakes-update”"), ("<= 0", "<= 1e-7"), ("<= 0", ">= 0"), ("y * x", "x"), ("y * x", "0"),
      ("<= 0", "<= 1", "hypothesis “mistake”", "at update 2, on the example (0, 1, 4) with the label +1",
       "“mistake-term” fails first"),
      ("y * x", "2 * x", "“update-rule”", "“shift” fails first"), ("w + y", "w - y", "“update-rule”", "at update 1"),
      ("w + y", "0.999 * w + y"), ("y * x", "y * x / np.linalg.norm(x)"), ("return w", "return None"),
      ("return w", "return w[:1]"), (IF, "w @ x <= 0"), ("w @ x", "v @ x", "in your line 2", "NameError", "'v'"),
      ("learn", "lern", "there is no function learn"), ("y):", "y)", "SyntaxError")]),
    (("mistake-bound", "learner"), ELIMINATION, ["5 mistakes, and the bound is 17", "x2 and x3 and x5"],
     [("& (x == 1)", "& (x > 0)"), ("& (x == 1)", "* x"), ("y == 1:", "y == 1 and not x[suspected].all():")],
     [("y == 1:", "True:", "“invariant” fails first"), ("& (x == 1)", "", "“mistakes-update”"), ("y == 1", "y == -1"),
      ("& (x == 1)", "| (x == 1)"), ("x == 1", "x == 0"),
      ("    return suspected &", "    suspected[0] &= x[0] == 1\n        return suspected #")]),
    (("winnow", "update"), WINNOW, ["14 mistakes, and the bound is 33", "“progress”"],
     [("np.exp(eta * a)", "np.exp(eta * (a - a.max()))"), ("np.exp(eta * a)", "np.exp(a) ** eta")],
     [("eta * a", "a", "“update-rule”", "at update 1", "“drop” fails first"), (" / w.sum()", "", "“update-rule”"),
      ("np.exp(eta * a)", "(1 + eta * a)"), ("w.sum()", "w.max()"), ("eta * a", "-eta * a"),
      ("eta * a", "1.001 * eta * a")]),
    (("committees", "code"), WINNOW2, ["22 mistakes, and the bound is 37", "“promotions”"],
     [("w[x == 1] *= 2", "w = w * 2.0**x"), ("w @ x", "w[x == 1].sum()")],
     [(">=", ">", "hypothesis “mistakes-update”"), ("/= 2", "= 0", "“update-rule”", "at update 5"),
      ("*= 2", "*= 3", "“update-rule”", "“rise” fails first"), (" and not yes", ""), ("len(w)", "len(w) / 2"),
      (" and yes", "", "“false-alarm”", "Here 13 ≥ 16 is false"), ("w[x == 1] *= 2", "w *= 2"),
      ("w[x == 1] /= 2", "w /= 2")]),
    (("readings", "conservative"), HALVING, ["81 ways", "“conservative”"],
     [("said == y", "said != guess"), ("guess != y", "guess * y < 0")],
     [("guess != y", "True", "“conservative”", "“ends” fails"), ("guess != y", "False", "“mistakes-update”"),
      ("== y)", "!= y)", "“mistakes-update”"), ("guess != y", "guess == y"), ("left & (said", "(said"),
      ("left = left & (said == y)", "left[np.flatnonzero(left & (said != y))[:1]] = False", "“mistake-bound”",
       "Here 2 ≤ 1 is false")]),
    (("one-proof", "code"), P_NORM, ["24 mistakes, and the bound is 73", "“smoothness”"],
     [*TIES, ("np.abs(z)", "(np.abs(z) / max(np.abs(z).max(), 1e-300))")],
     [("<= 0", "<= 1", "“mistake”", "at update 2, on the example"), ("(p - 1)", "p", "“mistakes-update”"),
      ("z + y", "w + y", "“update-rule”", "“drop” fails first"), ("(p - 1)", "2"), ("z + y", "z - y"),
      ("np.sign(z) * ", ""), ("y * x\n", "2 * y * x\n"), ("<= 0", "< 0")]),
    (("boosting", "boost"), BOOST, ["one round more", "“training-error”"],
     [("np.log((1 + r) / (1 - r)) / 2", "np.arctanh(r)")],
     [(")) / 2", "))", "“tuned-to-edge”", "in round 1"), ("-alpha", "alpha", "“update-rule”", "in round 1"),
      (" / q.sum()", "", "“update-rule”", "“potential” fails first"), ("alpha, q /", "q, alpha /"),
      ("q / q.sum()", "-q", "not positive", "“update-rule”"), ("np.log((1 + r) / (1 - r)) / 2", "r"),
      ("-alpha * a", "-r * a")]),
]  # fmt: skip


@pytest.mark.parametrize("row", CODE, ids=lambda row: "-".join(row[0]))
def test_a_step_is_accepted_if_it_is_the_learners_and_gets_its_reason(row):
    field, source, praise, same, other = row
    changes = [("", "", *praise), *same, *other]
    assert all(before in source for before, *_ in changes)
    typed = [source.replace(before, after) if before else source for before, after, *_ in changes]
    for place, (change, (accepted, said)) in enumerate(zip(changes, answered(*field, *typed), strict=True)):
        assert accepted == (place <= len(same)), (change, said)
        assert not [word for word in change[2:] if word not in said], (change, said)


#: Each prediction is right; fields that want a list are tried above; `tools/lacks.py` asks whether any field is left.
PREDICTIONS = {("perceptron", "order"), ("winnow", "bold")}
LISTS = {("perceptron", "forget"), ("halving", "mornings"), ("optimal", "four"), ("sparse-svm", "feeds")}
TRIED = WHOLE.keys() | BROKEN.keys() | PREDICTIONS | LISTS | {field for field, *_ in CODE}
