"""The one form in which a notebook is committed: `make notebooks` makes it.

Each notebook is run in a fresh kernel and saved so that running it again changes no byte: no timings, no kernel
version, no random identifiers, no widget state; every picture once; and what only the book needs is folded away.
"""

import sys
from pathlib import Path

import nbformat
from plainclient import PlainClient

from tests.notebooks.plugin import GLUED_PNG, PNG, TOLERANCE, distance, pictures

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
KEPT_CELL_METADATA = {"mystnb", "nbgrader", "tags"}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

FOLDED = {"source_hidden": True, "outputs_hidden": True}  # as JupyterLab and Notebook say it


def execute(notebook, folder):
    """Run every cell in a fresh kernel, working in `folder`; the outputs are stored in `notebook`."""
    return PlainClient(notebook, folder).execute()


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
        if "remove-cell" in cell.metadata.get("tags", []):
            cell.metadata["jupyter"] = FOLDED
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
        new = text(execute(nbformat.read(path, as_version=4), path.parent))
        changed = new != path.read_text(encoding="utf-8")
        path.write_text(new, encoding="utf-8", newline="\n")
        print(f"{path}: {'saved anew' if changed else 'unchanged'}")


if __name__ == "__main__":
    main(sys.argv[1:])
