"""A lab as a student has it: a clean copy in a real JupyterLab, in a browser, run from top to bottom, sliders moved.

Its figures must be those that are stored: whole, and each in its place.
"""

import json
import os
import subprocess
import sys
from time import sleep

import cleancopy
import nbformat
import pytest
from nbformat import v4

from tests.book.browser import find_program, launch
from tests.notebooks.pictures import TOLERANCE, distance
from tests.notebooks.plugin import PNG, figures_differ, has_sliders, pictures
from tools.canonical import KERNEL

pytestmark = pytest.mark.audit
WAIT = 120_000  # milliseconds, on a busy machine
READY = "window.jupyterapp?.shell.currentWidget?.context?.isReady"
RUN = """async () => {
    await jupyterapp.shell.currentWidget.context.sessionContext.ready;
    await jupyterapp.commands.execute("notebook:run-all-cells");
}"""
OUTPUTS = "number => jupyterapp.shell.currentWidget.content.widgets[number].model.outputs?.toJSON() ?? []"
SCROLL = "number => jupyterapp.shell.currentWidget.content.scrollToItem(number)"
#: The heights of an element from now on, whenever the browser draws.
WATCH = """element => {
    window.heights = [];
    const watch = () => { heights.push(element.getBoundingClientRect().height); requestAnimationFrame(watch); };
    watch();
}"""


class Notebook:
    """A notebook that is open in the browser."""

    def __init__(self, page, site, name):
        self.page = page
        page.goto(f"{site}lab/tree/{name}?reset")
        page.wait_for_function(READY, timeout=WAIT)
        page.evaluate(RUN)

    def outputs(self, number):
        return self.page.evaluate(OUTPUTS, number)

    def shown(self, number):
        """What a cell shows below its sliders."""
        self.page.evaluate(SCROLL, number)
        return self.page.locator(f'[data-windowed-list-index="{number}"] .widget-output')

    def picture(self, number):
        """The picture below the sliders of a cell, as base64 text, once it is there."""
        image = self.shown(number).locator("img")
        image.wait_for(timeout=WAIT)
        return image.get_attribute("src").partition("base64,")[2]

    def move(self, number):
        """Move the first slider of a cell by a step, and wait until the text below it has changed."""
        before = self.shown(number).locator("pre").inner_text()
        self.page.locator(f'[data-windowed-list-index="{number}"] .noUi-handle').first.press("ArrowRight")
        self.page.wait_for_function(
            "([number, before]) => document.querySelector("
            "`[data-windowed-list-index='${number}'] .widget-output pre`)?.innerText != before",
            arg=[number, before], timeout=WAIT,
        )  # fmt: skip
        self.page.wait_for_timeout(1000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("labs")


@pytest.fixture(scope="module")
def site(folder, tmp_path_factory):
    """The address of a JupyterLab of that folder, with nobody's settings."""
    settings = tmp_path_factory.mktemp("jupyter")
    options = {
        "ServerApp.port": 0, "ServerApp.root_dir": folder, "IdentityProvider.token": "", "ServerApp.allow_root": True,
        "LabApp.expose_app_in_browser": True, "LabApp.news_url": None,
    }  # fmt: skip
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", *(f"--{name}={v}" for name, v in options.items())]
    places = dict.fromkeys(["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"], str(settings))
    server = subprocess.Popen(command, env=os.environ | places, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (said := list(settings.glob("jpserver-*.json"))):
            assert server.poll() is None, "JupyterLab did not start"
            sleep(0.2)
        yield json.loads(said[0].read_text())["url"]
    finally:
        server.terminate()
        server.wait()


@pytest.fixture(scope="module")
def page(site):
    program = find_program()
    if program is None and os.environ.get("CI") != "true":
        pytest.skip("there is no Chromium")
    with launch(program) as browser:
        page = browser.new_page(viewport={"width": 1200, "height": 1400})
        page.set_default_timeout(WAIT)
        yield page


@pytest.mark.parametrize("name", ["perceptron", "practice"])
def test_a_lab_run_from_top_to_bottom_shows_the_figures_that_are_stored(folder, site, page, name):
    stored = nbformat.read(cleancopy.LABS / f"{name}.ipynb", as_version=4)
    copy = cleancopy.clean(stored)
    nbformat.write(copy, folder / f"{name}.ipynb")
    original = {cell.source: cell.get("outputs", []) for cell in stored.cells}
    notebook = Notebook(page, site, f"{name}.ipynb")
    sliders = 0
    for number, cell in enumerate(copy.cells):
        expected = original[cell.source]
        if not has_sliders(cell):
            assert figures_differ(notebook.outputs(number), expected) is None, cell.source
        elif pictures(expected, PNG):
            sliders += 1
            assert distance(notebook.picture(number), pictures(expected, PNG)[-1]) <= TOLERANCE, cell.source
    assert sliders


CALLBACK = """\
import time
import mistakebound as mb
from mistakebound.course import interact, plots

called = []
trace = mb.play(mb.Perceptron(), [[1, 1], [-1, 2]], [1, -1])


def callback(margin=0.12):
    called.append(margin)
    print(len(called), "calls")
    time.sleep(0.5)
    plots.mistakes(trace)
"""


def calls_and_heights(notebook):
    """The first text below the sliders, and the least and largest heights while a slider moves."""
    first = notebook.picture(1) and notebook.shown(1).locator("pre").inner_text().strip()
    notebook.page.wait_for_timeout(2000)
    notebook.shown(1).evaluate(WATCH)
    notebook.move(1)
    return first, *notebook.page.evaluate("[Math.min(...heights), Math.max(...heights)]")


def test_a_slider_draws_once_and_the_page_stays_still(folder, site, page):
    cells = [CALLBACK, "interact(callback, margin=(0.05, 0.5, 0.01));"]
    notebook = v4.new_notebook(cells=[*map(v4.new_code_cell, cells)], metadata={"kernelspec": KERNEL})
    nbformat.write(notebook, folder / "still.ipynb")
    first, least, largest = calls_and_heights(Notebook(page, site, "still.ipynb"))
    assert first == "1 calls" and 300 < largest < least + 10
