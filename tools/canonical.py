"""The one form in which a notebook is committed: `make notebooks` makes it.

Each notebook is run in a fresh kernel and saved so that running it again changes no byte: no timings, no counts, no
kernel version, no widget state; every picture once; and outputs only for the book are folded. A cell that is put in
changes no line of the others.

A fault that exists when this runs would be stored as truth, so it prints each line that has changed, for the author of
the commit.
"""

import sys
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import v4

from tests.notebooks.drawonce import ARGUMENTS
from tests.notebooks.pictures import TOLERANCE, distance
from tests.notebooks.plugin import GLUED_PNG, PNG, has_sliders, pictures, with_sliders
from tests.notebooks.sliders import MIME

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
KEPT_CELL_METADATA = {"mystnb", "nbgrader", "sliders", "tags"}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

FOLDED = {"source_hidden": True, "outputs_hidden": True}  # as JupyterLab and Notebook say it


class PlainClient(NotebookClient):
    """A front end without widgets: it keeps a slider callback's output under its cell, where any reader sees it."""

    def handle_comm_msg(self, outs, msg, cell_index):
        """Keep no widget state, and let no widget capture output."""

    def clear_output(self, outs, msg, cell_index):
        """Keep what was shown."""


def execute(notebook, folder):
    """Run every cell in a fresh kernel, working in `folder`; the outputs are stored in `notebook`."""
    return PlainClient(
        notebook,
        timeout=120,
        record_timing=False,
        coalesce_streams=True,  # what a cell prints in one go stays in one box
        extra_arguments=["--log-level=ERROR", *ARGUMENTS],  # of the kernel: no notice at each start
        resources={"metadata": {"path": str(folder)}},
    ).execute()


def recorded(notebook, folder):
    """Execute, and store the outputs at all settings in the metadata of each cell with sliders."""
    found = list(filter(has_sliders, notebook.cells))
    before = [v4.new_code_cell(with_sliders("record()"))] if found else []
    notebook.cells = before + notebook.cells
    execute(notebook, folder)
    del notebook.cells[: len(before)]
    for cell in found:
        [cell.metadata["sliders"]] = (output.data[MIME] for output in cell.outputs if MIME in output.get("data", {}))
        cell.outputs = [output for output in cell.outputs if MIME not in output.get("data", {})]
    return notebook


def store_once(cells):
    """Of a glued picture that the notebook shows too, keep which one that is: `book/_ext/labs.py` finds it there."""
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    shown = pictures(outputs, PNG)
    for output in outputs:
        glued = output.get("data", {}).get(GLUED_PNG)
        same = [rank for rank, picture in enumerate(shown) if glued and distance(glued, picture) <= TOLERANCE]
        if same:
            del output.data[GLUED_PNG]
            output.metadata.scrapbook.shown = same[0]


def identifier(cell, taken):
    """The cell's own, which it keeps wherever it moves, so that contributions merge; else one made of what it says."""
    if cell.get("id") and cell.id not in taken:
        return cell.id
    made = sha256(cell.source.encode()).hexdigest()
    return next(made[i : i + 8] for i in range(57) if made[i : i + 8] not in taken)


def canonical(notebook):
    """The notebook without anything that differs between runs or machines."""
    notebook = nbformat.from_dict(notebook)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    taken = set()
    for cell in notebook.cells:
        cell.id = identifier(cell, taken)
        taken.add(cell.id)
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in KEPT_CELL_METADATA}
        if "remove-cell" in cell.metadata.get("tags", []):
            cell.metadata["jupyter"] = FOLDED
        cell.source = cell.source.replace("\r\n", "\n").strip("\n")
        if cell.cell_type == "code":
            cell.execution_count = None
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = None
                output.get("data", {}).pop(WIDGET_VIEW, None)
    store_once(notebook.cells)
    return notebook


def text(notebook):
    """Its canonical bytes, as text: sorted keys, one space of indent, a newline at the end."""
    notebook = canonical(notebook)
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def is_canonical(path):
    """Whether the file at `path` is byte for byte the canonical form of its contents."""
    content = Path(path).read_bytes().decode("utf-8")
    return content == text(nbformat.reads(content, as_version=4))


def lines(notebook):
    """Each line of a notebook's outputs, with its cell: text, glued values, words of pictures, digests of sliders."""
    for number, cell in enumerate(notebook.cells, start=1):
        said = []
        for output in cell.get("outputs", []):
            data, metadata = output.get("data", {}), output.get("metadata", {})
            said += [output.get("text", ""), data.get("text/plain", ""), metadata.get(PNG, {}).get("alt", "")]
            if PNG in data:  # it may change where its words do not
                said.append(f"picture {sha256(data[PNG].encode()).hexdigest()[:6]}")
            if "scrapbook" in metadata:
                said.append(f"{metadata.scrapbook.name} = {data.get('application/papermill.record/text/plain')}")
        for name, digests in cell.metadata.get("sliders", {}).items():
            said += [f"slider {name}, value {rank}: {digest}" for rank, digest in enumerate(digests.split(), start=1)]
        yield from ((f"cell {number}", line) for text in said for line in text.splitlines())


def changes(old, new):
    """The changes of a notebook's outputs, line by line."""
    was, now = list(lines(old)), list(lines(new))
    match = SequenceMatcher(None, [line for _, line in was], [line for _, line in now], autojunk=False)
    for kind, a, b, c, d in match.get_opcodes():
        for before, after in zip_longest(was[a:b], now[c:d]) if kind != "equal" else ():
            where = (after or before)[0]
            yield f"{where}: {before[1] if before else '(nothing)'} -> {after[1] if after else '(nothing)'}"


def main(paths):
    for path in map(Path, paths):
        old = nbformat.read(path, as_version=4)
        new = text(recorded(nbformat.from_dict(old), path.parent))
        changed = new != path.read_text(encoding="utf-8")
        path.write_text(new, encoding="utf-8", newline="\n")
        print(f"{path}: {'saved anew; read what it says otherwise than before' if changed else 'unchanged'}")
        for line in changes(old, nbformat.reads(new, as_version=4)):
            print(f"  {line}")


if __name__ == "__main__":
    main(sys.argv[1:])
