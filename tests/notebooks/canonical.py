"""The one form in which a notebook is committed: `make notebooks` makes it.

Each notebook is run in a fresh kernel and saved so that running it again changes no byte: no timings, no kernel
version, no random identifiers, no widget state; every picture once; and after its title the cell that makes it run on
Colab.
"""

import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell
from plainclient import PlainClient

from tests.notebooks.plugin import GLUED_PNG, PNG, TOLERANCE, distance, pictures

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
KEPT_CELL_METADATA = {"mystnb", "nbgrader", "tags"}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

#: A notebook on Colab comes without its repository, and does not know where that is; its reader's browser does.
COLAB = """\
# Only on Colab: install the package from the repository that this notebook was opened from.
import sys
from importlib.util import find_spec

if "google.colab" in sys.modules and find_spec("mistakebound") is None:
    import re
    import subprocess

    address = input("Please paste the address that your browser shows for this page: ")
    found = re.search(r"github(?:\\.com)?/([\\w.-]+/[\\w.-]+)", address)
    if not found:
        raise SystemExit(f"{address!r} names no GitHub repository: run this cell again and paste the repository's own.")
    source = "mistakebound[labs] @ git+https://github.com/" + found[1].removesuffix(".git")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", source], check=True)"""
COLAB_TAGS = ["remove-cell"]  # a page has no kernel to install anything into


def execute(notebook, folder):
    """Run every cell in a fresh kernel, working in `folder`; the outputs are stored in `notebook`."""
    return PlainClient(notebook, folder).execute()


def begin_on_colab(notebook):
    """The notebook with the one cell for Colab after its first cell."""
    cells = [cell for cell in notebook.cells if not cell.source.startswith(COLAB.partition("\n")[0])]
    notebook.cells = [cells[0], new_code_cell(COLAB, metadata={"tags": COLAB_TAGS}), *cells[1:]]
    return notebook


def is_lab(path):
    """Whether a notebook is one of the course's labs, and not an assignment, which a class gets in its own way."""
    return path.resolve().parent.name == "notebooks"


def store_once(cells):
    """Drop every glued picture that the notebook shows as well: the book runs the lab, and so draws it anew."""
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    shown = pictures(outputs, PNG)
    for output in outputs:
        glued = output.get("data", {}).get(GLUED_PNG)
        if glued and any(distance(glued, picture) <= TOLERANCE for picture in shown):
            del output.data[GLUED_PNG]


def canonical(notebook):
    """The notebook without anything that differs from one run, or one machine, to the next."""
    notebook = nbformat.from_dict(notebook)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    count = 0
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number}"
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in KEPT_CELL_METADATA}
        cell.source = cell.source.replace("\r\n", "\n").strip("\n")
        if cell.cell_type == "code":
            count += 1
            cell.execution_count = count
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = count
                output.get("data", {}).pop(WIDGET_VIEW, None)
    store_once(notebook.cells)
    return notebook


def text(notebook):
    """Its canonical bytes, as text: sorted keys, one space of indent, a newline at the end."""
    notebook = canonical(notebook)
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def is_canonical(path):
    """Whether the file at `path` is byte for byte the canonical form of what it holds."""
    content = Path(path).read_bytes().decode("utf-8")
    return content == text(nbformat.reads(content, as_version=4))


def main(paths):
    for path in map(Path, paths):
        notebook = nbformat.read(path, as_version=4)
        notebook = execute(begin_on_colab(notebook) if is_lab(path) else notebook, path.parent)
        new = text(notebook)
        changed = new != path.read_text(encoding="utf-8")
        path.write_text(new, encoding="utf-8", newline="\n")
        print(f"{path}: {'saved anew' if changed else 'unchanged'}")


if __name__ == "__main__":
    main(sys.argv[1:])
