"""Tables made by hand: plain loops work each out again, and formulas the table of squeezes.

Results of labs are glued into a chapter's tables. These tables are the examples that a reader follows with a pencil.
"""

import re
from fractions import Fraction
from itertools import product
from math import log, log2, sqrt

import pytest
from chapters import source

import mistakebound as mb


def rows_of(root, page, head):
    """The cells of the table whose first line begins so, on a page, or on any page of a chapter of that name."""
    lines = source(root, page).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(f"|{head}"))
    last = next(i for i, line in enumerate([*lines, ""][first:], start=first) if not line.startswith("|"))
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines[first + 2 : last]]


def score(w, x):
    return sum(a * b for a, b in zip(w, x, strict=True))


def vector(x, comma=","):
    return f"$({comma.join(map(str, x))})$"


def signed(y):
    return f"${y:+d}$"


def part(number):
    """A fraction as the tables have it."""
    p, q = Fraction(number).as_integer_ratio()
    return str(p) if q == 1 else rf"\tfrac{p}{q}" if max(p, q) < 10 else rf"\tfrac{{{p}}}{{{q}}}"


# ---------------------------------------------------------------- the chapters' tables

TARGET = {2, 3, 4, 5, 100}
SWITCHES = {
    "all": {*range(1, 101)},
    "1, 2, 3": {1, 2, 3},
    "1 to 5, 99, 100": {1, 2, 3, 4, 5, 99, 100},
    "1, 3, 4, 5, 99, 100": {1, 3, 4, 5, 99, 100},
    "1 to 5, 100": {1, 2, 3, 4, 5, 100},
    "1, 3, 99, 100": {1, 3, 99, 100},
    "all but 99": {*range(1, 101)} - {99},
    "2, 4, 99, 100": {2, 4, 99, 100},
}


def lamp():
    burns = [signed(1 if TARGET.issubset(on) else -1) for on in SWITCHES.values()]
    return [[f"{i}", on, lit] for i, (on, lit) in enumerate(zip(SWITCHES, burns, strict=True), start=1)]


def ferry():
    names = {None: "", (0, 1): "x_1", (0, 0): r"\neg x_1", (1, 1): "x_2", (1, 0): r"\neg x_2"}
    rules = [[want for want in enumerate(wants) if want[1] is not None] for wants in product([None, 1, 0], repeat=2)]
    left = sorted(rules, key=lambda rule: (len(rule), rule))
    for x in [(1, 1), (0, 1), (1, 0), (0, 0)]:
        votes = [rule for rule in left if all(x[i] == bit for i, bit in rule)]
        said, label = 1 if 2 * len(votes) > len(left) else -1, x[0] or -1
        line = [vector(x), f"{len(votes)} of {len(left)}", signed(said) + ", wrong" * (said != label), signed(label)]
        left = votes if label == 1 else [rule for rule in left if rule not in votes]
        yield [*line, {r"\wedge".join(names[want] for want in rule) or "TRUE" for rule in left}]


GUESTS = {"hat": {6, 7, 8, 9}, "glasses": {2, 7, 9}, "beard": {3, 8, 9}, "scarf": {4}, "gloves": {5}}


def guests():
    return [[thing, *("●" * (guest in wear) for guest in range(1, 10))] for thing, wear in GUESTS.items()]


def questions():
    fit = {*range(1, 10)}
    for thing in ("hat", "glasses", "beard"):
        yes = fit & GUESTS[thing]
        said = "no (a tie)" if 2 * len(yes) == len(fit) else "yes" if 2 * len(yes) > len(fit) else "no"
        yield [f"{'a ' * (thing != 'glasses')}{thing}?", f"${len(fit)}$", f"${len(yes)}$", said, "yes"]
        fit = yes


def deeper():
    """What the standard optimal algorithm says of thresholds on a line, whose dimension is that of bisection."""
    left = range(8)
    for x, label in [(5, 1), (1, -1), (3, 1), (2, 1)]:
        sides = {-1: [j for j in left if x < j], 1: [j for j in left if x >= j]}
        said = max(sides, key=lambda y: len(sides[y]).bit_length())
        cells = [f"${x}$"]
        for side in sides.values():
            spread = f"{side[0]}–{side[-1]}" if len(side) > 2 else ", ".join(map(str, side))
            cells += [spread, f"${len(side).bit_length() - 1}$"]
        yield [*cells, signed(said) + " ✗" * (said != label), signed(label)]
        left = sides[label]


def matches(w=(0, 0)):
    examples = [(0, -2), (-1, 3), (4, -1), (-2, -2), (3, -1), (-3, -2)]
    for i, x in enumerate(examples, start=1):
        y = 1 if sum(x) > 0 else -1
        wrong = y * score(w, x) <= 0
        bet = "wrong" if wrong else "right"
        yield [f"{i}", vector(x), signed(y), vector(w), f"${score(w, x)}$", bet]
        w = tuple(a + y * b for a, b in zip(w, x, strict=True)) if wrong else w


def upset():
    examples = [(0, -2), (-1, 3), (4, -1), (-2, -2), (3, -1), (-3, -2), (2, 1)]
    for i, (x, y) in enumerate(zip(examples, [-1, 1, 1, -1, 1, -1, -1], strict=True), start=1):
        yield [f"{i}", vector(x, ", "), signed(y), f"${y * sum(x)}$", f"${max(0, 2 - y * sum(x))}$"]


def points():
    corners = {"A": (-1, -1), "B": (-1, 1), "C": (1, -1), "D": (1, 1)}
    for i, (name, x) in enumerate(corners.items()):
        before = [(-other[0] * other[1], (score(x, other) + 1) ** 2) for other in list(corners.values())[:i]]
        total = sum(y * k for y, k in before)
        summed = " + ".join(f"{y * k}" for y, k in before) + " = " if len(before) > 1 else ""
        wrong = -x[0] * x[1] * total <= 0
        told = ", ".join(list(corners)[:i])
        yield [name, signed(-x[0] * x[1]), told, f"${summed}{total}$", "wrong" if wrong else "right"]


def rounds(w=(0, 0)):
    for i, x in enumerate([(0, 1), (0, 1), (2, 0), (1, 0)], start=1):
        wrong = score(w, x) <= 0
        line = [f"{i}", vector(w, ", "), vector(x, ", "), f"${score(w, x)}$" + ", a mistake" * wrong]
        w = tuple(a + b for a, b in zip(w, x, strict=True)) if wrong else w
        yield [*line, vector(w, ", ")]


def rain():
    days = [(0, 1, -1, -1, -1, 1), (-1, 0, 1, -1, -1, 1), (0, 1, -1, -1, -1, 0), (-1, 0, 1, 1, 1, 1)]
    shares = [Fraction(1)] * 6
    for i, (x, y) in enumerate(zip(days, [1, -1, 1, -1], strict=True), start=1):
        whole = [int(share / min(shares)) for share in shares]
        said = Fraction(score(whole, x), sum(whole))
        sums = f"${'' if said < 0 else '+'}{said}$"
        yield [f"{i}", vector(x, ", "), signed(y), f"${vector(whole)[1:-1]}/{sum(whole)}$", sums,
               "right" if y * said > 0 else "wrong"]  # fmt: skip
        shares = [share * Fraction(2) ** (y * sign) for share, sign in zip(shares, x, strict=True)]


def labels():
    B = 8
    return [[f"${number:g}$"] for number in ((2 * B + 1) ** 2, B**2 + (1 + B) + B * sqrt(1 + B), (B + 1) ** 2)]


@pytest.mark.parametrize(
    ("page", "head", "columns", "worked"),
    [
        ("mistake-bound", " setting | the switches", slice(None), lamp),
        ("optimal", "guest|1|", slice(None), guests),
        ("optimal", " question | guests", slice(None), questions),
        ("optimal", " point | $-1$ leaves", slice(None), deeper),
        ("perceptron", " match | example", slice(None), matches),
        ("practice", " match | example", slice(None), upset),
        ("practice", " bound from", slice(2, 3), labels),
        ("kernels", " point | label", slice(None), points),
        ("readings", " round | weights", slice(None), rounds),
        ("winnow", " day | the signs", slice(None), rain),
    ],
)
def test_a_table_is_what_is_worked_out(root, page, head, columns, worked):
    assert [row[columns] for row in rows_of(root, page, head)] == list(worked())


def test_the_table_of_the_ferry(root):
    rows = rows_of(root, "halving", " tide and wind")
    left = [{rule.strip("$ ").replace(" ", "") for rule in row.pop().split(", ")} for row in rows]
    assert [[*row, rules] for row, rules in zip(rows, left, strict=True)] == list(ferry())


def test_the_table_of_the_sailors(root):
    """Here what the sailors say is read, and all that follows from it worked out."""
    weights, sign = [Fraction(1)] * 4, {"+": 1, "-": -1}
    rows = rows_of(root, "experts", " morning | A B C D")
    assert len(rows) == 7
    for morning, say, old, plus, minus, you, was in rows:
        says = [sign[one] for one in re.findall("[+-]", say)]
        votes = [sum(w for w, said in zip(weights, says, strict=True) if said == y) for y in (1, -1)]
        label, said = sign[was.strip("$")], 1 if votes[0] > votes[1] else -1
        assert re.split(r"[\\ ]*\\ ", old.strip("$")) == [part(w) for w in weights], morning
        assert [plus, minus] == [f"${part(vote)}$" for vote in votes], morning
        assert you == f"${'+' if said > 0 else '-'}${' ✗' * (said != label)}", morning
        if said != label:
            weights = [w if y == label else w / 2 for w, y in zip(weights, says, strict=True)]


def test_the_table_of_the_sailors_by_lot(root):
    weights, sign = [Fraction(1)] * 4, {"+": 1, "-": -1}
    rows = rows_of(root, "chance", " morning | A B C D")
    assert [[morning, say, was] for morning, say, was, *_ in rows] == [
        [morning, say, was] for morning, say, *_, was in rows_of(root, "experts", " morning | A B C D")
    ]
    for morning, say, was, old, who, chance in rows:
        wrong = [sign[one] != sign[was.strip("$")] for one in re.findall("[+-]", say)]
        lost, total = sum(w for w, bad in zip(weights, wrong, strict=True) if bad), sum(weights)
        assert re.split(r"[\\ ]*\\ ", old.strip("$")) == [part(w) for w in weights], morning
        assert who.split() == [name for name, bad in zip("ABCD", wrong, strict=True) if bad], morning
        assert chance == f"${part(lost)} : {part(total)} = {part(lost / total)}$", morning
        weights = [w / 2 if bad else w for w, bad in zip(weights, wrong, strict=True)]


def test_the_dimensions_of_the_guests(root):
    """The dimension of each side of each first question, of which some are said to be at least so large."""
    C = mb.ConceptClass([[guest in wear for wear in GUESTS.values()] for guest in range(1, 10)])
    for i, (thing, *cells) in enumerate(rows_of(root, "optimal", " question | yes")):
        sides = [mb.ConceptClass(C.table[C.table[:, i] == label]) for label in (1, 0)]
        sides = [mb.littlestone_dimension(side) for side in sides]
        assert thing == list(GUESTS)[i]
        for said, ldim in zip((cells[1], cells[3]), sides, strict=True):
            least = said.strip("$").removeprefix(r"\ge ")
            assert int(least) <= ldim if r"\ge" in said else int(least) == ldim, thing
        assert cells[4] == f"${1 + min(sides)}$"


# ---------------------------------------------------------------- the table of squeezes

#: What each formula of the table says. L, D and so on are numbers, M, t and F what the last column gives.
MEANS = {
    "1": lambda q: 1,
    "0": lambda q: 0,
    "k": lambda q: q["k"],
    r"\lvert C\rvert - M": lambda q: q["C"] - q["M"],
    r"\lvert C\rvert - 1": lambda q: q["C"] - 1,
    "n - M": lambda q: q["n"] - q["M"],
    "n - k": lambda q: q["n"] - q["k"],
    r"\log_2\lvert C\rvert - M": lambda q: log2(q["C"]) - q["M"],
    r"\log_2\lvert C\rvert": lambda q: log2(q["C"]),
    r"\mathrm{Ldim}(C) - M": lambda q: q["Ldim"] - q["M"],
    r"\mathrm{Ldim}(C)": lambda q: q["Ldim"],
    r"m\ln\beta": lambda q: q["m"] * log(q["beta"]),
    r"\ln N - t\ln\frac{2}{1+\beta}": lambda q: log(q["N"]) - q["t"] * log(2 / (1 + q["beta"])),
    r"\frac{\ln N + m\ln(1/\beta)}{\ln(2/(1+\beta))}": lambda q: (
        (log(q["N"]) + q["m"] * log(1 / q["beta"])) / log(2 / (1 + q["beta"]))
    ),
    r"-\eta L^* - \ln N": lambda q: -q["eta"] * q["L"] - log(q["N"]),
    r"\frac18\eta^2 T - \eta F": lambda q: q["eta"] ** 2 * q["T"] / 8 - q["eta"] * q["F"],
    r"L^* + \frac{\ln N}\eta + \frac{\eta T}8": lambda q: q["L"] + log(q["N"]) / q["eta"] + q["eta"] * q["T"] / 8,
    r"\gamma t": lambda q: q["gamma"] * q["t"],
    r"R\sqrt t": lambda q: q["R"] * sqrt(q["t"]),
    r"R^2/\gamma^2": lambda q: q["R"] ** 2 / q["gamma"] ** 2,
    r"\gamma t - D\sqrt t": lambda q: q["gamma"] * q["t"] - q["D"] * sqrt(q["t"]),
    r"(R + D)^2/\gamma^2": lambda q: (q["R"] + q["D"]) ** 2 / q["gamma"] ** 2,
    r"\sqrt{(R^2 + 2\tau)\,t}": lambda q: sqrt((q["R"] ** 2 + 2 * q["tau"]) * q["t"]),
    r"(R^2 + 2\tau)/\gamma^2": lambda q: (q["R"] ** 2 + 2 * q["tau"]) / q["gamma"] ** 2,
    r"\operatorname{KL}(u\,\Vert\,w_0) - C t": lambda q: q["KL"] - q["C"] * q["t"],
    r"\operatorname{KL}(u\,\Vert\,w_0)/C": lambda q: q["KL"] / q["C"],
    r"n\,(1 + kc - t/2)": lambda q: q["n"] * (1 + q["k"] * q["c"] - q["t"] / 2),
    "2kc + 2": lambda q: 2 * q["k"] * q["c"] + 2,
    r"D(u\,\Vert\,w_0) - g t": lambda q: q["D"] - q["g"] * q["t"],
    r"D(u\,\Vert\,w_0)/g": lambda q: q["D"] / q["g"],
    r"-\ln n": lambda q: -log(q["n"]),
    "-gt": lambda q: -q["g"] * q["t"],
    r"\ln n/g": lambda q: log(q["n"]) / q["g"],
}
NUMBERS = {"C": 37, "n": 50, "k": 5, "Ldim": 7, "m": 3, "beta": 0.3, "N": 11, "eta": 0.7, "tau": 0.7, "L": 13, "T": 90}
NUMBERS |= {"gamma": 0.6, "R": 2.5, "D": 1.9, "KL": 1.3, "c": 4, "g": 0.2}


def formula(cell):
    return cell.partition("$, with")[0].strip("$")


def meeting_complaints(rows):
    """Formulas of the table that are none of MEANS, and rows whose curves do not meet where they say."""
    for title, _, lower, upper, place in rows:
        last = re.fullmatch(r"\$(.) = (.*)\$", place)
        formulas = formula(lower), formula(upper), last[2]
        if unknown := [said for said in formulas if said not in MEANS]:
            yield f"{title}: {unknown} is none of the formulas of the table"
            continue
        meets = MEANS[formulas[2]](NUMBERS)
        try:
            (lower, upper), (below, above) = (
                [MEANS[said](NUMBERS | {last[1]: at}) for said in formulas[:2]] for at in (meets, meets / 2)
            )
        except KeyError as error:
            yield f"{title}: the last column does not say {error}"
            continue
        if lower != pytest.approx(upper) or below >= above:
            yield f"{title}: the curves do not meet at {place}, the first from below"


@pytest.fixture
def squeezed(root):
    return rows_of(root, "theorems", " theorem | what is squeezed")


def test_the_curves_of_the_theorems_meet_where_the_table_says(squeezed):
    assert len(squeezed) == 14 and list(meeting_complaints(squeezed)) == []
    said = {formula(cell) for row in squeezed for cell in row[2:4]}
    assert said | {row[4].strip("$").partition(" = ")[2] for row in squeezed} == MEANS.keys()


# ---------------------------------------------------------------- a term's grades


def test_a_student_can_work_out_a_grade(root):
    """The example on the page about a term, by the settings above it and with the days that are begun in 25 hours."""
    text = (root / "book/term.md").read_text("utf-8")
    rules = {name: Fraction(value) for name, value in re.findall(r"^c\.Rules\.(\w+) = ([\d.]+) ", text, re.M)}
    shares, proofs = [], Fraction(0)
    for name, *cells in rows_of(root, "term", " assignment | code"):
        kept = 1 - rules["late_per_day"] * (2 if "two days begun" in name else 0)
        parts = [[Fraction(each) for each in cell.split(" of ")] for cell in cells[:2] if " of " in cell]
        if not parts:
            assert cells == ["–", "–", "–", "0, dropped"]
            shares.append(Fraction(0))
            continue
        code, proof = (100 * earned / worth for earned, worth in parts)
        shares.append(((1 - rules["proofs_weight"]) * code + rules["proofs_weight"] * proof) * kept)
        proofs += parts[1][0]
        assert Fraction(cells[2].rpartition(" ")[2]) == (parts[0][0] + parts[1][0]) * kept
        assert Fraction(cells[3].rpartition(" ")[2]) == shares[-1]
        assert cells[3].startswith(("½", "(½")) and f"· {code} + " in cells[3] and f"· {proof}" in cells[3]
    counted = sorted(shares)[int(rules["dropped"]) :]
    assert f"has {sum(counted) / len(counted)} percent, the mean of 80 and 56" in text
    assert f"*proofs* has {proofs} of 20, which suffices" in text and proofs >= 20 * rules["proofs_to_pass"]
