"""Labs as notebooks in the reader's own browser: JupyterLite, with every other host refused."""

import subprocess
import sys
from pathlib import Path

import live
import nbformat
import pytest

from tests.book.browser import Visit, serve
from tests.book.test_live import LABS, SECONDS
from tools.canonical import text

pytestmark = pytest.mark.live
ROOT = Path(__file__).parents[2]
COMPARED = "experts"
PATIENCE = 300 * SECONDS

CELLS = """
() => [...document.querySelectorAll(".jp-Notebook .jp-CodeCell")].map((cell) => ({
  prompt: cell.querySelector(".jp-InputPrompt").innerText,
  text: [...cell.querySelectorAll('[data-mime-type$="stdout"] pre')].map((printed) => printed.textContent).join(""),
  errors: [...cell.querySelectorAll('[data-mime-type$="error"]')].map((error) => error.innerText),
}))
"""
DONE = f"""
() => {{
  const cells = ({CELLS.strip()})();
  return cells.some((cell) => cell.errors.length) || cells.every((cell) => /^\\[\\d+\\]:$/.test(cell.prompt));
}}
"""


def address(lab):
    """Of a lab's notebook on the site."""
    return f"lite/notebooks/index.html?path={live.address(ROOT / 'notebooks' / f'{lab}.ipynb')}"


def run_all(page):
    """Run the notebook that is open, from its first cell to its last; returns its cells."""
    page.set_default_timeout(PATIENCE)
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    for _ in range(60):  # what is asked before the kernel is there is silently forgotten
        choose_kernel(page)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.wait_for_timeout(SECONDS)
        if any(cell["prompt"] != "[ ]:" for cell in page.evaluate(CELLS)):
            break
    page.wait_for_function(DONE)
    return page.evaluate(CELLS)


def choose_kernel(page):
    """Say yes to the one kernel that there is, if the list of kernels came so late that the reader is asked."""
    dialog = page.locator("dialog.jp-Dialog")
    if dialog.count():
        assert "Select Kernel" in dialog.inner_text(), dialog.inner_text()
        dialog.locator("button.jp-mod-accept").click()


@pytest.mark.parametrize("lab", LABS)
def test_a_lab_opens_without_outputs_and_runs(lab, browser, site):
    with Visit(browser, site, address(lab)) as visit:
        page = visit.page
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=PATIENCE)
        assert page.locator(".jp-Notebook .jp-OutputArea-output").count() == 0
        cells = run_all(page)
        assert [cell["errors"] for cell in cells] == [[]] * len(cells)
        assert not [complaint for complaint in visit.complaints if complaint.startswith(("asked", "failed", "error"))]
        if lab != COMPARED:
            return
        notebook = nbformat.read(ROOT / "notebooks" / f"{lab}.ipynb", as_version=4)
        copy = nbformat.read(Path(ROOT, "_build/html/labs", f"{lab}.ipynb"), as_version=4)
        sources = [cell.source for cell in copy.cells if cell.cell_type == "code"]
        stored = {cell.source: printed(cell) for cell in notebook.cells if cell.cell_type == "code"}
        assert [cell["text"] for cell in cells] == [stored[source] for source in sources]
        page.get_by_role("slider").first.press("ArrowRight")


def printed(cell):
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")


def test_what_a_reader_changes_stays_until_it_is_cleared(browser, site):
    with Visit(browser, site, address(COMPARED)) as visit:
        page = visit.page
        page.set_default_timeout(PATIENCE)
        first = page.locator(".jp-Notebook .jp-CodeCell .cm-content", has_text="import").first
        original = first.inner_text()
        first.press("Control+Home")
        page.keyboard.type("# mine\n")
        page.get_by_role("menuitem", name="File", exact=True).click()
        page.get_by_text("Save Notebook", exact=True).click()
        page.locator(".jp-mod-dirty").first.wait_for(state="detached")
        page.reload()
        first.wait_for()
        assert first.inner_text() == "# mine\n" + original
        of_now = live.address(ROOT / "notebooks" / f"{COMPARED}.ipynb")
        for newer in (False, True):  # than what the reader has changed
            page.route("**/notebooks/experts.html", lambda route: newer_page(route, of_now)) if newer else None
            page.goto(f"{site}notebooks/{COMPARED}.html")
            page.wait_for_timeout(SECONDS)
            assert page.get_by_role("link", name="Open yours").count() == newer
        page.get_by_role("link", name="Open yours").click()
        first.wait_for()
        assert first.inner_text() == "# mine\n" + original
        page.get_by_role("menuitem", name="Help", exact=True).click()
        page.get_by_text("Clear Browser Data", exact=True).click()
        with page.expect_navigation():
            page.locator(".jp-Dialog button.jp-mod-accept").click()
        first.wait_for()
        assert first.inner_text() == original


def newer_page(route, of_now):
    """A lab's page as the site has it once the lab has changed."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace(of_now, f"newer/{COMPARED}.ipynb"))


def test_an_assignment_opens_and_runs_from_the_folder_of_a_class(browser, tmp_path):
    released = tmp_path / "release" / "halving"
    released.mkdir(parents=True)
    cell = nbformat.v4.new_code_cell("import mistakebound as mb\nprint(mb.concepts.thresholds(3))")
    (released / "halving.ipynb").write_text(text(nbformat.v4.new_notebook(cells=[cell])))
    site = tmp_path / "online"
    subprocess.run([sys.executable, ROOT / "book/_ext/lite.py", tmp_path / "release", site], check=True)
    with serve(site) as address, Visit(browser, address, "notebooks/index.html?path=halving/halving.ipynb") as visit:
        (cell,) = run_all(visit.page)
    assert cell["text"] and not cell["errors"]
