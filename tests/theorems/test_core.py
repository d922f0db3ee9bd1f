"""The parts of theorems: claims, certificates and their display; and a theorem of another kind than the Perceptron's.

Legend: q measured quantities, a, b the two sides of a claim, V version space, T rounds, M mistakes.
"""

import math
import re
from dataclasses import FrozenInstanceError, dataclass, replace
from fractions import Fraction
from inspect import signature
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

import mistakebound as mb
from mistakebound.certificates.core import RUN, Checked, Hypothesis, Line, Quantities, Range, Theorem
from mistakebound.certificates.display import number, plain, plain_text
from mistakebound.certificates.expressions import Relation, constant, measured, numeral, update
from tests.theorems.checking import for_every_theorem
from tools.lies.honest import THEOREMS

CLAIMS = [
    pytest.param(claim, id=f"{theorem.name}.{claim.name}")
    for theorem in THEOREMS
    for claim in theorem.hypotheses + theorem.lines
]


def claim(a, sign, b, at=None, scale=None, squared=False):
    """A claim about given numbers, or about the roots of them."""
    terms = scale and constant("size", of=scale)
    says = Relation(measured("a", 1, squared=squared, terms=terms), sign, measured("b", 1, squared=squared))
    return Line("line", says, "Because.", at or Range("every number")).check(SimpleNamespace(a=a, b=b))


def column(*values):
    return np.array(values, dtype=object)


# --- comparing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "true"),
    [
        (1, 2, {"<=", "<"}),
        (2, 2, {"<=", ">=", "="}),
        (2, 1, {">=", ">"}),
        (Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**40), {"<=", "<"}),
        (1.0, 1.0 + 1e-14, {"<=", ">=", "="}),
        (1.0, 1.0 + 2e-14, {"<=", "<"}),
        (1e-12, 2e-12, {"<=", "<"}),
        (0.0, 0.0, {"<=", ">=", "="}),
        (math.inf, math.inf, {"<=", ">=", "="}),
        (5.0, math.inf, {"<=", "<"}),
        (math.nan, 1.0, set()),
        (math.inf, math.nan, set()),
    ],
)
@pytest.mark.parametrize("relation", ["<=", ">=", "=", "<", ">"])
def test_relations(a, relation, b, true):
    assert claim(a, relation, b).holds == (relation in true)


@pytest.mark.parametrize("relation", ["<=", ">=", "=", "<", ">"])
def test_a_nan_among_exact_numbers_is_broken(relation):
    checked = claim(column(1, math.nan, 3), relation, column(1, Fraction(1, 2), 3))
    assert not checked.entries_hold[1]
    assert not checked.exact


def test_an_equation_notices_a_hundred_last_digits():
    values = np.array([1.0, 1e6, 1e-6])
    assert claim(values, "=", values * (1 + 1e-14)).holds
    assert not claim(values, "=", values * (1 + 2e-14)).entries_hold.any()
    checked = claim(values, "=", values * (1 + 1e-6))
    assert not checked.entries_hold.any()
    assert checked.slack == pytest.approx(-1e-6 * values, rel=1e-6)


def test_the_scale_of_cancelling_terms():
    """10⁶ − 10⁶ is 0 to within 10⁻⁸ only if the terms are that large; an exact claim needs no scale."""
    assert not claim(1e-8, "=", 0.0).holds
    assert claim(1e-8, "=", 0.0, scale=lambda q: 1e6).holds
    assert not claim(2e-8, "=", 0.0, scale=lambda q: 1e6).holds
    assert not claim(1e-8, ">", 0.0, scale=lambda q: 1e6).holds  # true by no more than rounding
    assert not claim(Fraction(1, 10**30), "=", 0, scale=lambda q: 1e6).holds
    assert claim(Fraction(1, 10**30), ">", 0, scale=lambda q: 1e6).holds
    assert claim(1e-8, "=", 0.0, scale=lambda q: Fraction(10**6)).holds
    assert claim(1e-8, "=", 0.0, scale=lambda q: 1e14 * q.a).holds
    assert not claim(1e-12, "=", 0.0, scale=lambda q: math.inf).holds  # terms without a size excuse nothing


def test_what_is_too_near_to_0_for_its_digits_is_undecided():
    assert claim(1e-315, ">", 0).answers.tolist() == claim(1e-305, "<", 0).answers.tolist() == [0]
    assert claim(0.0, ">", 0).answers.tolist() == claim(1e-299, "<", 0).answers.tolist() == [-1]


def test_squared_sides_are_exact_and_show_their_roots():
    checked = claim(column(2, -4), "<=", column(3, 1), squared=True)
    assert checked.exact
    assert checked.lhs == pytest.approx([math.sqrt(2), -2])
    assert checked.rhs == pytest.approx([math.sqrt(3), 1])
    assert checked.slack == pytest.approx([math.sqrt(3) - math.sqrt(2), 3])
    assert list(checked.left) == [2, -4]


@pytest.mark.parametrize(
    ("a", "relation", "b", "tightest"),
    [
        ([1, 2, 3], "<=", [4, 3, 9], 1),
        ([1, 2, 3], ">=", [0, 0, 2], 0),
        ([5, 9, 7], "<=", [6, 8, 6], 1),  # the first broken entry, not the worst
        ([1.0, 2.0, 3.0], "=", [1.0 - 1e-15, 2.0, 3.0 + 1e-15], 0),  # rounding: equally tight
        ([1.0, math.nan, 0.0], "<=", [2.0, 2.0, 2.0], 1),
        ([], "<=", 0, None),
    ],
)
def test_tightest(a, relation, b, tightest):
    checked = claim(np.array(a), relation, np.array(b), at=Range("tenths", lambda q: 10 * np.arange(len(a))))
    assert checked.tightest == tightest
    assert checked.where == (None if tightest is None else 10 * tightest)


@pytest.mark.parametrize(("round", "entry"), [(-1, None), (3, None), (4, 0), (5, 0), (6, 2), (8, 2), (9, 3), (99, 3)])
def test_the_entry_of_a_round(round, entry):
    """It is that of the last round with entries; of several in one round, the tightest."""
    rounds = np.array([4, 6, 6, 9])
    slack = [0, 3, 1, 5]
    assert claim(slack, ">=", 0, at=Range("four", lambda q: rounds)).entry_at(round) == entry
    assert claim([7, 2, 3], ">=", 0).entry_at(round) == 1  # it belongs to no round


def test_claims_refuse_mistakes_of_their_authors():
    with pytest.raises(ValueError, match=r"line: 3 entries for 2 places \(two\); give one entry for each place"):
        claim([1, 2, 3], "<=", 4, at=Range("two", lambda q: [0, 1]))
    with pytest.raises(ValueError, match=r"line: 2 entries for 1 places \(the run\)"):
        claim([1, 2], "<=", 4, at=RUN)
    with pytest.raises(TypeError, match="write a chain of two relations as two claims"):
        assert 0 <= update("p") <= 1


def test_repr_of_a_claim():
    assert (
        repr(claim([3, 4], "<=", [4, 4], at=Range("two", lambda q: [7, 9])))
        == "<line holds: tightest 4 ≤ 4 at round 9>"
    )
    assert repr(claim([5], "<=", [4])) == "<line BROKEN: tightest 5 ≤ 4>"
    assert repr(claim([], "<=", [])) == "<line holds: tightest nothing to compare>"
    assert repr(claim([-5.0], "<=", [1e-17])) == "<line holds: tightest -5 ≤ 0>"  # 1e-17 is rounding, beside 5
    # where four digits would say "1 ≤ 1", it says more
    assert repr(claim([1 + 1e-6], "<=", [1.0])) == "<line BROKEN: tightest 1.000001 ≤ 1>"


# --- a theorem and its certificate -------------------------------------------------------------------------------


@dataclass
class Run:
    """The part of a trace that `toy` needs."""

    updates = np.array([4, 6])
    mistakes = np.array([4])
    n_updates = 2
    n_mistakes = 1

    def validate(self):
        pass


class Nothing(Quantities):
    """no parameters but the run."""

    def __init__(self, trace):
        pass


class Expecting(Nothing):
    expected = Fraction(7, 4)


def toy(counts="updates", bound=2, **sides):
    """A theorem on given numbers."""
    sides = {"promise": (0, 1), "first": ([1, 2], 2), "second": ([1, 1], bound)} | sides

    def claim(kind, name, **settings):
        left, right = (measured(lambda q, i=i: sides[name][i], part) for i, part in enumerate((update(name[0]), 1)))
        return kind(name, left <= right, "Because.", **settings)

    return Theorem(
        "TOY", "Toy bound", "Let {promise.bare}.\n\nThen {second}.", "nobody2000",
        Nothing,
        (claim(Hypothesis, "promise", at=RUN),),
        (claim(Line, "first"), claim(Line, "second")),
        counts=counts, run=Run, bounds="second",
    )  # fmt: skip


def test_certificate():
    cert = toy().check(Run())
    assert cert.applies
    assert cert.holds
    assert cert.within_bound
    assert cert.exact
    assert (cert.mistakes, cert.counted, cert.bound) == (1, 2, 2)
    assert cert.require() is cert
    assert list(cert.hypotheses) == ["promise"]
    assert list(cert.lines) == ["first", "second"]
    assert cert["first"] is cert.lines["first"]
    assert isinstance(cert["promise"], Checked)
    assert cert.squeeze is None
    assert (list(cert.q.updates), list(cert.q.mistakes)) == ([4, 6], [4])
    with pytest.raises(KeyError, match="TOY has no line 'third'; it has promise, first, second"):
        cert["third"]


@for_every_theorem
def test_another_kind_of_run_is_refused_by_name(theorem):
    X, y = [[1, 0], [0, 1]], [1, -1]
    runs = [mb.play(mb.Perceptron(), X, y), mb.every_run(mb.Perceptron(), X, y, 2), mb.multiplicative_weights(X, y, 3)]
    runs.append(mb.Hedge(1).run(X))
    parameters = {
        name: None
        for name, given in [*signature(theorem.measure).parameters.items()][1:]
        if given.default is given.empty
    }
    others = [run for run in [*runs, X] if type(run) is not theorem.run]
    assert len(others) == 4
    for run in others:
        words = f"^{theorem.name} is checked on a run of type {theorem.run.__name__}, .*not on {type(run).__name__}"
        with pytest.raises(mb.MistakeBoundError, match=words):
            theorem.check(run, **parameters)


def test_expected_mistakes():
    """For a random learner the bound limits an expectation, which the theorem measures."""
    theorem = replace(toy("expected mistakes"), measure=Expecting)
    cert = theorem.check(Run()).require()
    assert cert.counted == Fraction(7, 4)
    assert "Toy bound holds on this run: expected mistakes 1.75, bound 2 (compared exactly)" in repr(cert)
    over = replace(toy("expected mistakes", Fraction(3, 2)), measure=theorem.measure)
    assert not over.check(Run()).holds


@pytest.mark.parametrize("part", ["measure", "sides"])
def test_what_leaves_the_range_of_floats_is_refused_by_name(part):
    def too_large(_):
        return np.array([1e200]) ** 2

    class TooLarge(Nothing):
        def __init__(self, trace):
            too_large(trace)

    theorem = toy()
    if part == "sides":
        theorem = replace(theorem, lines=(Line("second", measured(too_large, 1) <= 1, "Because."),))
    else:
        theorem = replace(theorem, measure=TooLarge)
    with pytest.raises(mb.MistakeBoundError, match=r"^TOY leaves the range of floats on this run"):
        theorem.check(Run()).require()


def test_does_not_apply():
    cert = toy(promise=(2, 1), first=([3, 3], 2)).check(Run())
    assert not cert.applies
    with pytest.raises(mb.DoesNotApply, match=r"Toy bound: promise \(pₜ ≤ 1\) fails: 2 ≤ 1 is false\. The theorem"):
        cert.require()
    assert "Toy bound does not apply to this run (promise): updates 2, bound 2 (compared exactly)" in repr(cert)


def test_broken_line():
    cert = toy(second=([3, 4], 3)).check(Run())
    assert cert.applies
    assert not cert.holds
    with pytest.raises(mb.BrokenBound, match=r"second \(sₜ ≤ 1\) fails at round 6: 4 ≤ 3 is false\.$") as caught:
        cert.require()
    assert (caught.value.line, caught.value.round) == ("second", 6)
    assert "Toy bound is BROKEN on this run (second)" in repr(cert)


def test_broken_bound():
    cert = toy(bound=1.5).check(Run())
    assert not cert.holds
    words = r"bound \(updates ≤ bound\) fails: 2 ≤ 1.5 is false \(up to rounding\)"
    with pytest.raises(mb.BrokenBound, match=words) as caught:
        cert.require()
    assert (caught.value.line, caught.value.round) == ("bound", None)
    assert "Toy bound is BROKEN on this run (bound): updates 2, bound 1.5 (compared up to rounding)" in repr(cert)


@pytest.mark.parametrize(("miss", "verdict"), [(4e-7, "undecided at this precision"), (4e-6, "broken")])
def test_a_bound_that_fails_by_no_more_than_the_doubt_about_a_margin(miss, verdict):
    """A ten-millionth of the margin may be rounding, and a bound contains its square."""
    margin = measured(lambda q: 1e-3, constant("margin"))
    promise = Hypothesis("promise", replace(margin > 0, rounding=numeral(1e-10)), "Because.", RUN)
    cert = replace(toy(bound=2 - miss), hypotheses=(promise,)).check(Run())
    assert cert.applies and cert["promise"].doubt == pytest.approx(1e-7)
    assert (cert.verdict[0], [checked.name for checked in cert.verdict[1]]) == (verdict, ["bound"])


@pytest.mark.parametrize(
    ("counts", "bound", "within"),
    [
        ("updates", Fraction(2), True),
        ("updates", Fraction(199, 100), False),
        ("updates", 2 - 2e-14, True),
        ("updates", 2 - 1e-12, False),
        ("updates", 2 - 1e-6, False),
        ("updates", math.nan, False),
        ("mistakes", 1, True),
    ],
)
def test_within_bound(counts, bound, within):
    assert toy(counts, bound).check(Run()).within_bound == within


def test_theorems_refuse_mistakes_of_their_authors():
    theorem = toy()
    with pytest.raises(ValueError, match="TOY uses the name 'first' twice"):
        replace(theorem, lines=theorem.lines * 2)
    with pytest.raises(ValueError, match="TOY uses the name 'first' twice"):
        replace(theorem, lines=(theorem.lines[0], replace(theorem.lines[1], name="first")))
    of_runs = replace(theorem.lines[0], says=constant("none") <= 1)
    with pytest.raises(ValueError, match="TOY needs 'none' of a run, and Nothing does not measure it"):
        replace(theorem, lines=(of_runs, theorem.lines[1]))
    with pytest.raises(ValueError, match="TOY needs 'nowhere' of a run"):
        replace(theorem, lines=(replace(theorem.lines[0], at=Range("nowhere", "nowhere")), theorem.lines[1]))
    with pytest.raises(ValueError, match="TOY has no line 'third'"):
        replace(theorem, bounds="third")
    with pytest.raises(ValueError, match="counts is 'rounds'; it must be one of updates, mistakes, expected mistakes,"):
        replace(theorem, counts="rounds")
    with pytest.raises(ValueError, match=r"TOY states \$M \\le 2\$: only a letter can be typed; name a claim"):
        replace(theorem, states=r"Then $M \le 2$.")
    with pytest.raises(ValueError, match=r"TOY states 'third', which is none of promise, first, second$"):
        replace(theorem, states="Let $u$ be a vector. Then {third}.")
    with pytest.raises(ValueError, match="TOY states 'Relation' object has no attribute 'rihgt', which is none of"):
        replace(theorem, states="At most {second.rihgt}.")
    with pytest.raises(FrozenInstanceError):
        theorem.name = "OTHER"
    with pytest.raises(TypeError, match=r"TOY\.check\(trace\): got an unexpected keyword argument 'u'"):
        theorem.check(Run(), u=1)


# --- display -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\langle u, w_t\rangle \ge r\gamma t", "⟨u, wₜ⟩ ≥ rγt"),
        (r"\|w_t\|^2 = \|w_{t-1}\|^2 + 2r\, y_t", "‖wₜ‖² = ‖wₜ₋₁‖² + 2r yₜ"),
        (r"\frac{\gamma\sqrt{t}}{R\|u\|}", "γ√t/(R‖u‖)"),
        (r"\left(\frac{R+D}{\gamma}\right)^2", "((R+D)/γ)²"),
        (r"\frac{1}{1+\frac{a}{b}}", "1/(1+a/b)"),
        (r"\frac{K}{C(\eta)}", "K/C(η)"),
        (r"\frac{f(x+1)}{n}", "f(x+1)/n"),
        (r"\tfrac12 \dfrac{a}{2} \frac{-1}{n}", "1/2 a/2 (−1)/n"),
        (r"\sqrt{R^2 + c^2}", "√(R² + c²)"),
        (r"2^{-M_t}", "2^(−Mₜ)"),
        (r"w_{t,j}", "wₜ,ⱼ"),
        (r"\tilde u \hat y_t", "ũ ŷₜ"),
        (r"\text{mistakes without an update} = 0", "mistakes without an update = 0"),
        (r"\operatorname{Ldim}(V)\le\lfloor\log_2|C|\rfloor", "Ldim(V) ≤ ⌊log₂|C|⌋"),
    ],
)
def test_plain(latex, text):
    plain.cache_clear()  # what was put into plain text before, maybe by another version, says nothing
    assert plain(latex) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-3, "-3"), (18.000000000000004, "18"), (-0.0, "0"), (Fraction(5), "5"), (Fraction(1, 3), "0.3333"),
        (1234567, "1234567"), (1234567.5, "1.235e+06"), (10**9, "1e+09"), (Fraction(10) ** 400, "1.000e+400"),
        (Fraction(10**400, 3), "3.333e+399"), (1e-7, "1e-07"), (math.inf, "∞"), (-math.inf, "-∞"), (math.nan, "nan"),
    ],
)  # fmt: skip
def test_number(value, text):
    assert number(value) == text


def test_rounding_does_not_change_a_number():
    """Without rounding to twelve digits first, 1.0005 − 2e-16 reads 1 and 1.0005 + 2e-16 reads 1.001."""
    assert len({number(1.0005 * (1 + k * 2e-16)) for k in range(-4, 5)}) == 1
    assert number(-1e-12, noise=1e-9) == "0"


class Table:
    """The cells of an HTML table, each with its attributes; fails on tags that are not closed in order, and on words
    beside the cells, the caption and the paragraphs below."""

    def __init__(self, text):
        root = ElementTree.fromstring(f"<div>{text}</div>")
        for node in root.iter():
            assert not node.tail
            assert not node.text or node.tag in ("caption", "th", "td", "p")
        self.kind, self.caption = root.find("table").get("class"), root.findtext("table/caption")
        self.cells = [[node.tag, node.attrib, node.text or ""] for node in root.iter() if node.tag in ("th", "td")]
        self.head = [text for _, attributes, text in self.cells if attributes.get("scope") == "col"]


def test_certificate_in_a_terminal():
    cert = toy(first=([1, 3], 2)).check(Run())
    assert repr(cert) == (
        "Toy bound is BROKEN on this run (first): updates 2, bound 2 (compared exactly)\n"
        "name        claim                    at its tightest  slack  round  holds\n"
        "Hypotheses\n"
        "H1 promise  pₜ ≤ 1 (the run)         0 ≤ 1            1             yes\n"
        "Proof\n"
        "1 first     fₜ ≤ 1 (every update t)  3 ≤ 2            -1     6      NO\n"
        "2 second    sₜ ≤ 1 (every update t)  1 ≤ 2            1      4      yes"
    )


def test_certificate_in_a_notebook():
    cert = toy(first=([1, 3], 2)).check(Run())
    table = Table(cert._repr_html_())
    assert table.caption == "Toy bound is BROKEN on this run (first): updates 2, bound 2 (compared exactly)"
    assert table.kind == "certificate"
    assert table.head == ["name", "claim", "at its tightest", "slack", "round", "holds"]
    rows = [text for tag, attributes, text in table.cells if attributes.get("scope") == "row"]
    assert rows == ["H1 promise", "1 first", "2 second"]
    assert ["td", {}, "NO"] in table.cells
    assert ["td", {}, "3 ≤ 2"] in table.cells
    assert all(text for tag, _, text in table.cells if tag == "th")
    risky = replace(toy(), title="<b>")
    assert Table(risky._repr_html_()).caption.startswith("<b>: ")
    assert Table(risky.check(Run())._repr_html_()).caption.startswith("<b> holds")


@for_every_theorem
def test_theorem_states_itself(theorem):
    assert not re.search(r"[\\{}$]", plain(theorem.formula) + plain_text(theorem.statement) + theorem.title)
    assert theorem.measure.__doc__ and "\n" not in theorem.measure.__doc__  # says what the parameters are
    text, table = repr(theorem), Table(theorem._repr_html_())
    assert table.caption == text.splitlines()[0] == f"{theorem.title}: {plain(theorem.formula)}"
    assert (table.kind, table.head) == ("theorem", ["name", "claim", "reason"])
    assert f"{theorem.name}.check(" in text
    assert f"{theorem.name}.check(" in theorem._repr_html_()
    for claim in theorem.hypotheses + theorem.lines:
        number = theorem.labels[claim.name]
        assert f"  {number} {claim.name}: {plain(claim.formula)} ({claim.at.words})\n      {claim.reason}" in text
        assert ["td", {}, claim.reason] in table.cells
    assert all(text for tag, _, text in table.cells if tag == "th")


# --- every theorem of the package --------------------------------------------------------------------------------


@for_every_theorem
def test_every_theorem_says_whether_it_is_tight(theorem):
    """It has a sentence of its own; a theorem made from another would otherwise inherit that one's."""
    assert re.fullmatch(r"[A-Z][^\n]{20,200}\.", theorem.how_tight)
    assert not re.search(r"[\\{}$]|  ", plain_text(theorem.how_tight))
    assert [other.name for other in THEOREMS if other.how_tight == theorem.how_tight] == [theorem.name]


@pytest.mark.parametrize("claim", CLAIMS)
def test_claims_read_well(claim):
    """A formula survives `plain`; a reason is a sentence in plain text, with the letters of the formula."""
    assert not re.search(r"[\\{}$]", plain(claim.formula))
    assert re.fullmatch(r"[a-z][a-z0-9-]*", claim.name)
    assert {"<=": r"\le", ">=": r"\ge"}.get(claim.says.sign, claim.says.sign) in claim.formula
    assert re.fullmatch(r"[A-Z].*\.", claim.reason, re.DOTALL)
    assert not re.search(r"[\\${}`*]|\^|_|\n|  ", claim.reason)
    assert not re.search(r"\b(gamma|eta|alpha|beta|delta|theta|sqrt|Cauchy-Schwarz)\b", claim.reason)
