"""A button on each lab's page that makes it live: Python runs in the reader's own browser. See book/_live.

`make book` fetches the browser's Python; with `LIVE=no` it does not, and pages have no such button.
"""

import json
import os
import re
import shutil
from html import escape
from pathlib import Path

import kernel
import lite
from labs import COPIES

from mistakebound.streams import real

LIVE = Path(__file__).parents[1] / "_live"
FOLDER = "_static/live"  # in the site
RUNNER = ("live.mjs", "worker.mjs", "page.py", "live.css")
SLIDERS = re.compile(r'(<p class="sliders">.*?)(</p>)')
PACKAGES = ["matplotlib", "numpy", "scipy", "tqdm", "traitlets"]
#: The streams that come with scikit-learn.
REAL = [name for name, value in vars(real).items() if getattr(value, "__module__", "") == real.__name__]


def wanted():
    return os.environ.get("LIVE") != "no" and lite.FETCHED.is_dir()


def plan(source, files):
    """What a page needs of the kernel: where its files are, which packages, and how many bytes that is."""
    needs = [*PACKAGES, *["scikit-learn"] * any(f".{name}(" in source for name in REAL)]
    lock = json.loads((lite.FETCHED / kernel.LOCK).read_text())["packages"]
    needed = [*kernel.CORE, *(lock[name]["file_name"] for name in kernel.closure(lock, needs))]
    return {
        "files": files,
        "packages": needs,
        "ours": [kernel.wheel_name(name) for name in kernel.OURS],
        "bytes": sum((lite.FETCHED / name).stat().st_size for name in needed),
    }


def row(plan, root, notebook):
    """What stands below a lab's title."""
    said = escape(json.dumps(plan))
    opened = f'<a href="{root}lite/notebooks/index.html?path={notebook}">Open this lab in your browser</a>'
    return f'<div class="live" data-plan="{said}">{start(root, "Make this page live")}{opened}</div>'


def start(root, words):
    """A button that makes the page live; in a cell with sliders it leads on to them."""
    return f'<button type="button" class="live-start" data-module="{root}{FOLDER}/live.mjs">{words}</button>'


def add_row(app, pagename, templatename, context, doctree):
    folder, _, name = pagename.rpartition("/")
    if folder != "notebooks" or not wanted():
        return
    source = Path(app.srcdir, f"{pagename}.ipynb").read_text("utf-8")
    shown = row(plan(source, f"../{FOLDER}/python/"), "../", f"{name}.ipynb")
    body = context["body"].replace("</h1>", f"</h1>{shown}", 1)
    context["body"] = SLIDERS.sub(rf"\1 {start('../', 'Move these sliders')}\2", body)
    app.add_css_file("live/live.css")


def write_kernel(app, exception):
    """Python's files, what runs a page, and the labs as notebooks, from the copies that `labs` has made of them."""
    if exception or app.builder.name != "html" or not wanted():
        return
    folder = Path(app.outdir, FOLDER)
    lite.place_python(folder / "python")
    for name in RUNNER:
        shutil.copy(LIVE / name, folder)
    lite.build(Path(app.outdir, COPIES), Path(app.outdir, "lite"), f"../{FOLDER}/python")


def setup(app):
    app.connect("html-page-context", add_row)
    app.connect("build-finished", write_kernel)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
