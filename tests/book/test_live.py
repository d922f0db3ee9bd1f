"""Labs in the reader's own browser: in their page, and as notebooks.

Each lab's page is made live, with every other host refused; all of its cells run, and what they print is compared with
what is stored, word for word. Its pictures are drawn there by another Matplotlib, which sets type a little differently:
they must say the same of themselves, and look the same from a distance.
"""

import re
import string
from pathlib import Path
from typing import ClassVar

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from tests.book.browser import Handler, Visit, serve
from tests.notebooks.pictures import TOLERANCE_AFAR, distance_afar

pytestmark = pytest.mark.live
LABS = sorted(path.stem for path in Path(__file__).parents[2].joinpath("notebooks").glob("*.ipynb"))
SECONDS = 1000
PATIENCE = 120 * SECONDS  # Playwright counts milliseconds


# --- what is stored -----------------------------------------------------------------------------------------------


def stored(path):
    """For each cell that the page shows: what it printed, its tables as text, and its pictures with their words."""
    cells = nbformat.read(path, as_version=4).cells
    shown = [cell for cell in cells if cell.cell_type == "code" and "remove-cell" not in cell.metadata.get("tags", [])]
    return [outputs(cell) for cell in shown]


def outputs(cell):
    found = {"text": "", "tables": [], "pictures": [], "players": 0}
    for output in cell.outputs:
        data = output.get("data", {})
        if output.output_type == "stream":
            found["text"] += output.text
        elif "image/png" in data:
            found["pictures"].append((output.metadata["image/png"]["alt"], data["image/png"]))
        elif "<table" in data.get("text/html", ""):
            found["tables"].append(words(data["text/html"]))
        elif data.get("text/plain", "").startswith("<TracePlayer"):
            found["players"] += 1
        elif output.output_type == "execute_result":
            found["text"] += data["text/plain"] + "\n"
    return found


def words(html):
    return " ".join(BeautifulSoup(html, "html.parser").get_text(" ").split())


def differences(number, was, now):
    """What a cell does on the page and not in its notebook."""
    for kind in ("text", "tables", "players"):
        if was[kind] != now[kind]:
            yield f"cell {number}, {kind}: {was[kind]!r} became {now[kind]!r}"
    if [alt for alt, _ in was["pictures"]] != [alt for alt, _ in now["pictures"]]:
        yield f"cell {number}: the pictures say {[alt for alt, _ in now['pictures']]}"
    else:
        pairs = zip(was["pictures"], now["pictures"], strict=True)
        apart = [distance_afar(png, other) for (_, png), (_, other) in pairs]
        yield from (f"cell {number}: a picture is {d:.1f} away" for d in apart if d > TOLERANCE_AFAR)


# --- the page -----------------------------------------------------------------------------------------------------

READ = """
() => [...document.querySelectorAll("article .cell:has(.cell_input)")].map((cell) => {
  const output = cell.querySelector(".cell_output");
  const all = (selector, act) => [...output.querySelectorAll(selector)].map(act);
  return {
    text: all("pre.text", (pre) => pre.textContent).join(""),
    tables: all(".text_html:has(> table)", (table) => table.innerHTML),
    players: all(".mb-scene svg", (scene) => scene).length,
    pictures: all("img", (image) => [image.alt, image.src.split(",")[1]]),
    errors: all("pre.error", (pre) => pre.textContent),
  };
})
"""

SETTLED = """
() => [...document.querySelectorAll(".cell_output, .live-sliders > div")].every((box) => !box.style.minHeight)
"""


# Whether a click in the middle of the status would meet it, and nothing that lies above.
ON_TOP = """
() => {
  const status = document.querySelector(".live [role=status]"), box = status.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  return [box.top + 1, box.bottom - 1].every((y) => document.elementFromPoint((left + right) / 2, y) === status);
}
"""


class Live:
    """A lab's page, made live."""

    def __init__(self, visit):
        self.site, self.page = visit.site, visit.page
        self.page.set_default_timeout(PATIENCE)
        self.row = self.page.locator(".live")

    def begin(self):
        self.row.get_by_role("button", name="Make this page live").click()
        self.row.get_by_text("This page is live").wait_for()
        return self

    def outcome(self, number):
        """What a cell shows, where that is folded."""
        return self.page.locator("article .cell:has(.cell_input)").nth(number - 1).locator("details .cell_output")

    def run(self, number=None):
        if number is None:
            self.row.get_by_role("button", name="Run all").click()
            number = self.page.locator(".live-tools").count()
        else:
            self.page.get_by_role("button", name=f"Run cell {number}", exact=True).click()
        ended = self.row.get_by_text(re.compile(r"^(Cells 1 to \d+ have run|Cell \d+ ended|Stopped in cell)"))
        ended.wait_for()
        assert ended.inner_text() == f"Cells 1 to {number} have run.", self.page.locator("pre.error").all_inner_texts()
        self.settle()

    def code(self, number):
        return self.page.get_by_role("textbox", name=f"Code of cell {number}", exact=True)

    def settle(self):
        """Wait until no output keeps room for another that is still to come."""
        self.page.wait_for_function(SETTLED)

    @property
    def cells(self):
        found = self.page.evaluate(READ)
        for cell in found:
            cell["tables"] = [words(table) for table in cell["tables"]]
            cell["pictures"] = [tuple(picture) for picture in cell["pictures"]]
        return found


@pytest.fixture
def visit(browser, site):
    """Opens a page, and refuses whatever is elsewhere."""
    visits = []

    def open_page(address, **context):
        visits.append(Visit(browser, site, address, **context))
        return visits[-1]

    yield open_page
    for one in visits:
        one.context.close()


@pytest.mark.parametrize("lab", LABS)
def test_a_live_page_says_what_is_stored_and_its_sliders_move(lab, visit, root):
    opened = visit(f"notebooks/{lab}.html")
    live = Live(opened).begin()
    live.run()
    was = stored(root / "notebooks" / f"{lab}.ipynb")
    now = live.cells
    assert len(was) == len(now)
    assert [cell["errors"] for cell in now] == [[]] * len(now)
    pairs = enumerate(zip(was, now, strict=True), start=1)
    assert not [line for number, pair in pairs for line in differences(number, *pair)]
    for slider in live.page.locator(".live-sliders input").all():
        for key in ("End", "Home"):
            slider.press(key)
            live.settle()
    for player in live.page.locator(".cell_output .mistakebound-player").all():
        before = player.inner_text()
        player.get_by_role("slider").first.press("ArrowRight")
        assert player.inner_text() != before
    assert live.page.locator("pre.error").all_inner_texts() == []
    assert opened.complaints == []


def test_a_cell_can_be_edited_run_stopped_and_reset(visit):
    live = Live(visit("notebooks/experts.html")).begin()
    code, reset = live.code(1), live.page.get_by_role("button", name="Reset")
    original = code.inner_text()
    code.fill("known = 1\nprint(6 * 7)\nimport math\nmath.sqrt(-1)")
    code.press("Shift+Enter")
    live.row.get_by_text("Cell 1 ended with an error").wait_for()
    first = live.cells[0]
    assert first["text"] == "42\n"
    assert 'File "cell 1", line 4' in first["errors"][0] and "page.py" not in first["errors"][0]
    code.fill("print('begins', flush=True)\nwhile True: pass")
    code.press("Shift+Enter")
    live.page.locator("pre.text", has_text="begins").wait_for()
    live.row.get_by_role("button", name="Stop").click()
    live.row.get_by_text("Stopped in cell 1").wait_for()
    assert "sqrt" not in str(live.cells[0]["errors"]), "the old error is gone"
    reset.click()
    assert code.inner_text() == original and live.cells[0]["errors"] == [], "the error is gone too"
    code.fill("print(known + 1)")
    live.run(1)
    assert live.cells[0]["text"] == "2\n", "nothing else was stopped"
    reset.click()
    live.run(1)
    live.run(3)
    assert [cell["errors"] for cell in live.cells[:3]] == [[], [], []]


def test_a_library_that_does_not_hear_can_be_left_behind(visit):
    live = Live(visit("notebooks/experts.html")).begin()
    live.code(1).fill("known = 1\nprint('begins', flush=True)\nsum(iter(int, 1))")
    live.code(1).press("Shift+Enter")
    live.page.locator("pre.text", has_text="begins").wait_for()
    live.row.get_by_role("button", name="Stop").click()
    live.row.get_by_role("button", name="Restart Python").click()
    live.code(1).fill("print('known' in globals())")
    live.run(1)
    assert live.cells[0]["text"] == "False\n"


def test_labs_of_a_visit_share_one_python_and_each_has_its_own_names(visit):
    """What runs when its reader leaves the page is stopped."""
    live = Live(visit("notebooks/experts.html")).begin()
    live.code(1).fill("import sys\nsys.seen = own = True")
    live.run(1)
    live.code(1).fill("while True: pass")
    live.code(1).press("Shift+Enter")
    for address in ("book/experts.html", "notebooks/halving.html"):
        live.page.goto(live.site + address)
    live.begin()
    live.code(1).fill("import sys\nprint(hasattr(sys, 'seen'), 'own' in globals())")
    live.run(1)
    assert live.cells[0]["text"] == "True False\n"


def test_what_a_reader_has_changed_is_there_again_or_is_offered_where_the_cell_has_changed_too(visit):
    live = Live(visit("notebooks/experts.html")).begin()
    original = live.code(2).inner_text()
    live.code(2).fill("print('mine')")
    live.page.reload()
    live.begin()
    assert live.code(2).inner_text() == "print('mine')"
    name = "mistakebound-live-notebooks/experts.html"
    live.page.evaluate(f"localStorage['{name}'] = localStorage['{name}'].replace('[\"', '[\"older ')")
    live.page.reload()
    live.begin()
    assert live.code(2).inner_text() == original
    live.page.get_by_role("button", name="newer than yours").click()
    assert live.code(2).inner_text() == "print('mine')"
    live.page.get_by_role("button", name="Reset").click()
    live.page.reload()
    assert live.begin().code(2).inner_text() == original


def test_a_cell_shows_its_outcome_to_a_reader_who_runs_it(visit):
    live = Live(visit("notebooks/halving.html")).begin()
    live.run(3)
    assert live.outcome(3).is_visible()
    assert not live.outcome(2).is_visible(), "it ran on the way, and its question may be unanswered"
    live.run()
    assert live.outcome(2).is_visible() and not live.page.locator("details.outcome:not([open])").count()


def test_what_a_keyboard_has_can_be_typed(visit):
    live = Live(visit("notebooks/experts.html")).begin()
    code = live.code(1)
    code.fill("")
    code.press_sequentially(string.printable.strip())
    assert code.inner_text() == string.printable.strip()
    code.fill("")
    code.press_sequentially("if True:\nprint(6/3)")
    assert code.inner_text() == "if True:\n    print(6/3)"
    code.press("Tab")
    assert code.inner_text() == "if True:\n        print(6/3)"
    assert "k" in code.locator("span", has_text="if").get_attribute("class").split(), "what is typed has colours"
    code.press("Escape")
    code.press("Tab")
    assert live.page.evaluate("document.activeElement.textContent") == "Run"


def test_the_status_of_a_live_page_is_seen_wherever_its_reader_is(visit):
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 800}):
        live = Live(visit("notebooks/experts.html", viewport=size)).begin()
        live.page.get_by_role("textbox").last.scroll_into_view_if_needed()
        assert live.page.evaluate(ON_TOP), size
        faults = Axe().run(live.page, options={"preload": False}).response["violations"]
        assert [fault["id"] for fault in faults] == [], size


def test_a_click_at_sliders_makes_them_move(visit):
    live = Live(visit("notebooks/experts.html"))
    live.page.get_by_role("button", name="Show all outcomes").click()
    live.page.get_by_role("button", name="Move these sliders").first.click()
    status = live.page.get_by_role("status").filter(has_text="Python")
    status.wait_for()
    assert status.evaluate("(said) => said.getBoundingClientRect().bottom <= innerHeight"), "seen where the click was"
    sliders = live.page.locator(".live-sliders").first
    sliders.get_by_role("slider").first.wait_for()
    live.settle()
    before = sliders.inner_text()
    sliders.get_by_role("slider").first.press("ArrowRight")
    live.settle()
    assert sliders.inner_text() != before


def test_a_chapter_gets_the_sliders_of_its_lab(visit):
    opened = visit("book/halving.html")
    page = opened.page
    page.set_default_timeout(PATIENCE)
    page.get_by_role("button", name="Move the sliders of the lab: n, k, seed, updates").click()
    page.locator(".live").get_by_text("You can move the sliders.").wait_for()
    page.wait_for_function(SETTLED)
    shown = page.locator(".live + .cell_output")
    assert shown.locator("img").get_attribute("alt")
    before = shown.inner_text()
    shown.get_by_role("slider").first.press("End")
    page.wait_for_function(SETTLED)
    assert shown.inner_text() != before
    assert page.locator("pre.error").all_inner_texts() == []
    assert opened.complaints == []


class Field:
    """The field of an exercise that Python answers."""

    def __init__(self, page, name):
        page.set_default_timeout(PATIENCE)
        self.form = page.locator(f"form:has(#answer-{name})")
        self.says = self.form.locator(".answer-says")

    def give(self, text):
        self.form.get_by_role("textbox").fill(text)
        self.form.get_by_role("button", name="Answer").click()
        self.says.filter(has_text=" ").wait_for()
        return self.says.inner_text()


LEARNER = "def learn(w, x, y):\n    if y * (w @ x) <= {}:\n        w = w + y * x\n    return w"


def test_a_learner_and_a_run_that_a_reader_types_are_answered_by_the_theorem(visit):
    opened = visit("book/perceptron-exercises.html")
    learner, run = (Field(opened.page, name) for name in ("learner", "forget"))
    assert "hypothesis “mistake”" in learner.give(LEARNER.format(1))
    assert "This is the Perceptron" in learner.give(LEARNER.format(0))
    assert opened.page.locator("#ex-line").get_by_role("checkbox", name="done").is_checked()
    assert "round 1" in run.give("((2, 1), 1), ((1, 1), 1)")
    assert "400 of the first 400 rounds" in run.give("((2, 1), 1), ((−2, 1), 1)")
    learner.form.get_by_role("textbox").fill("def learn(w, x, y):\n    while True: pass")
    learner.form.get_by_role("button", name="Answer").click()
    learner.form.get_by_role("button", name="Stop").click()
    learner.form.get_by_text("Stopped.").wait_for()
    assert opened.complaints == []


@pytest.mark.parametrize("address", ["notebooks/experts.html", "book/experts-further.html"])
def test_a_page_on_which_nobody_clicked_loads_nothing_of_it(address, browser, site):
    asked = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(site + address)
    assert asked and not [url for url in asked if "live" in url and not url.endswith(".css")]


class Recorded(Handler):
    """Remembers which of the browser's packages it was asked for."""

    asked: ClassVar[list] = []

    def do_GET(self):
        if self.path.endswith(".whl"):
            self.asked.append(self.path.rpartition("/")[2].partition("-")[0])
        super().do_GET()


def test_python_comes_to_a_field_before_it_is_asked_and_brings_no_more_than_that_field_imports(browser, html):
    Recorded.asked.clear()
    with serve(html, Recorded) as site, browser.new_context() as context:
        page = context.new_page()
        page.goto(site + "book/perceptron-exercises.html")
        learner = Field(page, "learner")
        learner.form.get_by_role("textbox").focus()
        for _ in range(PATIENCE // SECONDS):
            if len(Recorded.asked) < 3:
                page.wait_for_timeout(SECONDS)
        assert len(Recorded.asked) == 3, "they came while the field had the focus"
        assert "The field is empty" in learner.give(" ")
        assert "This is the Perceptron" in learner.give(LEARNER.format(0))
    assert sorted(Recorded.asked) == ["mistakebound", "numpy", "unicodeit"]


def test_where_python_cannot_run_a_sentence_says_so(browser, site):
    with browser.new_context() as context:
        context.add_init_script("delete window.WebAssembly")
        page = context.new_page()
        page.goto(site + "notebooks/experts.html")
        page.get_by_role("button", name="Make this page live").click()
        page.locator(".live").get_by_text("no WebAssembly").wait_for()
        assert "can still be" in page.locator(".live").inner_text()


class Faulty(Handler):
    """A site that does not send all of its files."""

    absent = "nothing"

    def do_GET(self):
        if self.absent in self.path:
            self.send_error(404)
        elif self.absent != "everything":
            super().do_GET()


@pytest.mark.parametrize(
    ("absent", "words", "again"),
    [
        ("pyodide.asm.wasm", "pyodide.asm.wasm", "Try again"),
        ("pyodide.asm.mjs", "pyodide.asm.mjs", "Try again"),
        ("numpy", "numpy", "Try again"),
        ("worker.mjs", "worker.mjs", "Try again"),
        ("editor.mjs", "editor.mjs", "Try again"),
        ("/live/", "lacks the files", "Make this page live"),
        ("everything", "does not answer", "Make this page live"),
    ],
)
def test_what_does_not_come_is_named_and_can_be_tried_again(absent, words, again, browser, html, monkeypatch):
    with serve(html, Faulty) as site, browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(site + "notebooks/experts.html")
        monkeypatch.setattr(Faulty, "absent", absent)
        page.get_by_role("button", name="Make this page live").click()
        row = page.locator(".live")
        row.get_by_role("status").filter(has_text=words).wait_for()
        assert "Error" not in row.inner_text()
        monkeypatch.undo()
        row.get_by_role("button", name=again).click()
        row.get_by_text("This page is live").wait_for()
