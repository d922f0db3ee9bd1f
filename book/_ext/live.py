"""A button on each lab's page that makes it live: Python runs in the reader's own browser. See book/_live.

Only where `make live` has fetched the browser's Python; without it pages have no such button.
"""

import json
import shutil
import sys
from html import escape
from pathlib import Path

from mistakebound.streams import real

LIVE = Path(__file__).parents[1] / "_live"
sys.path.append(str(LIVE))
import kernel  # noqa: E402

FETCHED = Path(sys.prefix, "live")  # in the environment that builds the book
FOLDER = "_static/live"  # in the site
RUNNER = ("live.mjs", "worker.mjs", "page.py", "live.css")
PACKAGES = ["matplotlib", "numpy", "scipy", "tqdm", "traitlets"]
#: The streams that come with scikit-learn.
REAL = [name for name, value in vars(real).items() if getattr(value, "__module__", "") == real.__name__]


def plan(source, files):
    """What a page needs of the kernel: where its files are, which packages, and how many bytes that is."""
    needs = [*PACKAGES, *["scikit-learn"] * any(f".{name}(" in source for name in REAL)]
    lock = json.loads((FETCHED / kernel.LOCK).read_text())["packages"]
    wanted = [*kernel.CORE, *(lock[name]["file_name"] for name in kernel.closure(lock, needs))]
    return {
        "files": files,
        "packages": needs,
        "ours": [kernel.wheel_name(name) for name in kernel.OURS],
        "bytes": sum((FETCHED / name).stat().st_size for name in wanted),
    }


def buttons(plan, root):
    """The row below a lab's title."""
    said = escape(json.dumps(plan))
    start = f'<button type="button" class="live-start" data-module="{root}{FOLDER}/live.mjs">Make this page live</button>'
    return f'<div class="live" data-plan="{said}">{start}</div>'


def add_buttons(app, pagename, templatename, context, doctree):
    if FETCHED.is_dir() and pagename.startswith("notebooks/"):
        root = "../" * pagename.count("/")
        source = Path(app.srcdir, pagename + ".ipynb").read_text("utf-8")
        row = buttons(plan(source, f"{root}{FOLDER}/python/"), root)
        context["body"] = context["body"].replace("</h1>", "</h1>" + row, 1)


def write_kernel(app, exception):
    if exception or app.builder.format != "html" or not FETCHED.is_dir():
        return
    folder = Path(app.outdir, FOLDER)
    shutil.copytree(FETCHED, folder / "python", dirs_exist_ok=True)
    kernel.add_ours(folder / "python")
    for name in RUNNER:
        shutil.copy(LIVE / name, folder)


def setup(app):
    app.connect("html-page-context", add_buttons)
    app.connect("build-finished", write_kernel)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
