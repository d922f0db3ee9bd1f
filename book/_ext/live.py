"""Buttons that make a page live: Python runs in the reader's own browser. See book/_live.

Each lab's page has one below its title. A chapter has one where it says

    ```{sliders} ../notebooks/halving.ipynb::random_run
    What to look for.
    ```

which puts the lab's sliders for its function `random_run`, and their output, into the chapter; a page may have one.

`make book` fetches the browser's Python; with `LIVE=no`, or without make, pages have no such buttons.
"""

import ast
import json
import os
import re
import shutil
import sys
import tempfile
from html import escape
from pathlib import Path

import cleancopy
import kernel
import lite
import nbformat
from docutils import nodes
from labs import COPIES
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

logger = logging.getLogger(__name__)
LIVE = Path(__file__).parents[1] / "_live"
EDITOR = Path(sys.prefix, "editor", "made", "editor.mjs")
FOLDER = "_static/live"  # in the site
SAYS = LIVE.with_name("answers") / "says.py"
RUNNER = [*(LIVE / name for name in ("live.mjs", "worker.mjs", "page.py", "live.css")), SAYS, EDITOR]
SLIDERS = re.compile(r'(<p class="sliders">.*?)(</p>)')
FIELD, LAB = ["numpy"], ["matplotlib", "numpy"]  # what a page surely imports; the rest comes when it is imported


def wanted():
    return os.environ.get("LIVE") != "no" and lite.FETCHED.is_dir()


def plan(files, roots):
    """The needs of a page: the address of the kernel's files, those to fetch at once, and their size in bytes."""
    lock = json.loads((lite.FETCHED / kernel.LOCK).read_text())["packages"]
    wheels = [lock[name]["file_name"] for name in sorted(kernel.closure(lock, roots))]
    return {
        "files": files,
        "wheels": [*wheels, *(kernel.wheel_name(name) for name in kernel.OURS)],
        "bytes": sum((lite.FETCHED / name).stat().st_size for name in [*kernel.CORE, *wheels]),
    }


def row(plan, words, more=""):
    """Make the element around the button, with the data that the page's script needs."""
    return f'<div class="live" data-plan="{escape(json.dumps(plan))}">{start(words)}{more}</div>'


def start(words):
    """Make a button that makes the page live; in a cell with sliders, the button also starts these."""
    return f'<button type="button" class="live-start">{words}</button>'


class Sliders(SphinxDirective):
    """A lab's sliders in a chapter: `path::function`, and a sentence."""

    required_arguments = 1
    has_content = True

    def run(self):
        path, _, function = self.arguments[0].partition("::")
        lab = Path(self.env.relfn2path(path)[1])
        self.env.note_dependency(str(lab))
        cells = [cell.source for cell in cleancopy.clean(nbformat.read(lab, as_version=4)).cells
                 if cell.cell_type == "code"]  # fmt: skip
        found = {call.args[0].id: (i, call) for i, source in enumerate(cells) for call in interactions(source)}
        if function not in found:
            raise self.error(f"{lab.name} has no sliders for {function!r}; it has some for: {', '.join(found)}")
        if not wanted():
            return []
        i, call = found[function]
        run = cells[: i + 1]
        needed = plan(f"../{FOLDER}/python/", LAB) | {"cells": run}
        names = ", ".join(keyword.arg for keyword in call.keywords)
        sentence = f'<p class="live-sentence">{escape(" ".join(self.content))}</p>'
        return [nodes.raw("", sentence + row(needed, f"Move the sliders of the lab: {names}"), format="html")]


def interactions(source):
    """Find the calls of `interact` in a cell."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "interact":
            yield node


def add_row(app, pagename, templatename, context, doctree):
    if 'data-plan="' in context.get("body", ""):
        app.add_css_file("live/live.css")
    if Path(pagename).parent != Path("notebooks") or not wanted():
        return
    notebook = address(Path(app.srcdir, f"{pagename}.ipynb"))
    opened = f'<a class="in-lite" href="../lite/notebooks/index.html?path={notebook}">Open this lab in your browser</a>'
    shown = row(plan(f"../{FOLDER}/python/", LAB), "Make this page live", opened)
    body = context["body"].replace("</h1>", f"</h1>{shown}", 1)
    context["body"] = SLIDERS.sub(rf"\1 {start('Move these sliders')}\2", body)
    app.add_css_file("live/live.css")


def address(lab):
    """The address of a lab among the notebooks; it depends on the text, because a browser may keep an old one."""
    return f"{cleancopy.edition(nbformat.read(lab, as_version=4))}/{lab.name}"


def write_kernel(app, exception):
    """Write Python's files, the files that run a page, and the labs as notebooks, from the copies of `labs`."""
    if exception or app.builder.name != "html":
        return
    if not wanted():
        logger.info("These pages have no Python for the reader's browser: 'make book' fetches it, 106 MB.")
        return
    folder, copies, site = (Path(app.outdir, name) for name in (FOLDER, COPIES, "lite"))
    if not (folder / "python").is_dir():  # `make` begins anew when the package or the kernel has changed
        lite.place_python(folder / "python")
    for file in RUNNER:
        shutil.copy(file, folder)
    labs = {address(lab): copies / lab.name for lab in map(Path, map(app.env.doc2path, app.env.found_docs))
            if lab.suffix == ".ipynb"}  # fmt: skip
    if {path.relative_to(site / "files").as_posix() for path in site.glob("files/*/*.ipynb")} == labs.keys():
        return
    shutil.rmtree(site, ignore_errors=True)
    with tempfile.TemporaryDirectory() as notebooks:
        for place, copy in labs.items():
            target = Path(notebooks, place)
            target.parent.mkdir()
            shutil.copy(copy, target)
        lite.build(notebooks, site, f"../{FOLDER}/python")


def setup(app):
    app.add_directive("sliders", Sliders)
    app.connect("html-page-context", add_row)
    app.connect("build-finished", write_kernel)
