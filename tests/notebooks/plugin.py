"""A pytest plugin that extends nbval's comparison of a notebook's stored outputs with new ones.

Figures: nbval skips pictures, because a byte of a PNG may differ from machine to machine; a figure could then show
anything. Here they must be the same, as `pictures.py` measures it.

Semicolons: nbval runs cells outside IPython's history, and there a closing semicolon hides nothing.

Failures: they name the cell as Jupyter does, and say what differs and what to do.

Sliders: nbval sees only where they start; what their callbacks say at the ends, in the middle and at some combinations
is compared with the digests in their cell's metadata as well (`sliders.py`).
"""

import re
from difflib import ndiff
from functools import partial
from pathlib import Path

import nbval.kernel
from nbval.plugin import IPyNbCell, NbCellError

from tests.notebooks.drawonce import ARGUMENTS
from tests.notebooks.pictures import measure

WHAT_TO_DO = """If it is meant to say that: 'make notebooks NAME={}', and read in 'git diff' what else is new.
If not, the change is in the cell, in one above it, or in what they call."""
ROOT = str(Path(__file__).parents[2])
SLIDERS = f"import sys; sys.path.append({ROOT!r}); from tests.notebooks import sliders; sliders."
PNG, GLUED_PNG = "image/png", "application/papermill.record/image/png"


def with_sliders(command):
    """Code that calls a function of `sliders.py` and leaves no name behind."""
    return f"exec({SLIDERS + command!r}, {{}})"


def has_sliders(cell):
    return cell.cell_type == "code" and re.search(r"\binteract\(", cell.source) is not None


def expect_sliders(cell, **options):
    """Code to run before a cell with sliders: their outputs must be those stored with the cell."""
    arguments = [f"{dict(cell.metadata.get('sliders', {}))!r}", *(f"{name}={value}" for name, value in options.items())]
    return with_sliders(f"expect({', '.join(arguments)})")


def pictures(outputs, mime):
    """Every picture of one format among a cell's outputs, in order, as base64 text."""
    return [output["data"][mime] for output in outputs if mime in output.get("data", {})]


def alternatives(outputs):
    """The words for every picture."""
    return [output.get("metadata", {}).get(PNG, {}).get("alt") for output in outputs if PNG in output.get("data", {})]


def glued_pictures(outputs):
    """The pictures that a cell glues for the book, by name."""
    found = [output for output in outputs if GLUED_PNG in output.get("data", {})]
    return {output["metadata"]["scrapbook"]["name"]: output["data"][GLUED_PNG] for output in found}


def figures_differ(new, stored):
    """The difference between the figures of two lists of outputs, in words, or None.

    A glued figure that the notebook also shows is stored, and compared, only where it is shown.
    """
    distance, tolerance = measure()
    shown, expected = pictures(new, PNG), pictures(stored, PNG)
    if len(shown) != len(expected):
        return f"{len(expected)} figures are stored, {len(shown)} were drawn"
    for words, known in zip(alternatives(new), alternatives(stored), strict=True):
        if words != known:
            return f"a figure says {words!r}, and {known!r} is stored"
    pairs = {f"figure {number}": pair for number, pair in enumerate(zip(shown, expected, strict=True), start=1)}
    glued = glued_pictures(new)
    for name, picture in glued_pictures(stored).items():
        if name not in glued:
            return f"the figure {name!r} is stored, but was not glued"
        pairs[f"the figure {name!r}"] = glued[name], picture
    for name, (a, b) in pairs.items():
        if distance(a, b) > tolerance:
            return f"{name} is not the stored one: distance {distance(a, b):.2f}, allowed {tolerance}"
    return None


def words(outputs):
    """The text of outputs that is compared, line by line."""
    said = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    return [line for text in said for line in text.splitlines()]


class FigureCell(IPyNbCell):
    """nbval's cell, whose comparison also covers the figures and the sliders."""

    def reportinfo(self):
        return self.path, 0, f"{self.parent.name}: {self.name}"

    def repr_failure(self, excinfo):
        """Report the cell, what it did, and what to do."""
        error = excinfo.value
        if not isinstance(error, NbCellError | AssertionError):
            return super().repr_failure(excinfo)
        differs = str(error) == "Cell outputs differ"
        what = "says something else than what is stored (-)" if differs else f"fails: {error}"
        advice = WHAT_TO_DO.format(self.path.stem) if differs else ""
        reason = getattr(error, "inner_traceback", None) or ""
        return "\n".join([f"{self.path.name}, {self.name} {what}", reason, "The cell:", self.cell.source, "", advice])

    def setup(self):
        if has_sliders(self.cell):
            code = expect_sliders(self.cell)
            reply = self.parent.kernel.kc.execute(code, silent=True, reply=True, timeout=60)["content"]
            assert reply["status"] == "ok", reply

    def compare_outputs(self, test, ref, skip_compare=None):
        if not super().compare_outputs(test, ref, (*self.parent.skip_compare, PNG, GLUED_PNG)):
            told = [line for line in ndiff(words(ref), words(test)) if line[0] in "+-"]
            self.comparison_traceback = told or self.comparison_traceback
            return False
        difference = figures_differ(test, ref)
        self.comparison_traceback += [difference] if difference else []
        return difference is None


def pytest_itemcollected(item):
    """Let nbval's cells compare figures and sliders, and have numbers as Jupyter gives them."""
    if type(item) is IPyNbCell:
        item.__class__ = FigureCell
        item.name = f"In [{item.cell_num + 1}]"
        item._nodeid = f"{item.parent.nodeid}::{item.name}"
        item.cell.execution_count = item.cell_num + 1  # it is not stored, and nbval would take the cell for one not run


def execute_cell_input(self, cell_input, allow_stdin=None):
    """Run a cell as a front end does, with history."""
    return self.kc.execute(cell_input, store_history=True, allow_stdin=allow_stdin, stop_on_error=False)


def pytest_configure():
    """Replace nbval's way to start a kernel and to run a cell."""
    nbval.kernel.start_new_kernel = partial(nbval.kernel.start_new_kernel, extra_arguments=ARGUMENTS)
    nbval.kernel.RunningKernel.execute_cell_input = execute_cell_input
