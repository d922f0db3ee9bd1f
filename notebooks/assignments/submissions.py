"""What a student handed in, put into the form that was handed out, and what is remarkable about it.

A submission may lack cells, change tests, or not be a notebook at all. So only its answers are taken, by the names of
their cells, and put into the released notebook, together with the cells that the student has added.
"""

from collections import Counter
from copy import deepcopy
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from execution import CUT, NOT_RUN, TOO_LONG
from tampering import TAMPERED

LARGEST_FILE = 200_000_000  # bytes


class Unreadable(Exception):
    """A file that is no notebook; the message says why."""


def read(path):
    """The notebook at `path`, in the current format."""
    if Path(path).stat().st_size > LARGEST_FILE:
        raise Unreadable(f"the file is larger than {LARGEST_FILE // 1_000_000} MB")
    try:
        text = Path(path).read_text("utf-8-sig")  # an editor may have put a mark of its encoding first
        if text.startswith("{") and not text.rstrip().endswith("}"):
            raise ValueError("the file is cut off; ask for it again")
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
        return notebook
    except Exception as error:  # nbformat raises whatever the contents provoke
        reason = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
        raise Unreadable(f"not a notebook: {reason}") from None


def name(cell):
    """The name by which nbgrader knows a cell, or None."""
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def is_answer(cell):
    return cell.metadata.get("nbgrader", {}).get("solution", False)


def is_graded(cell):
    return cell.metadata.get("nbgrader", {}).get("grade", False)


def is_test(cell):
    return is_graded(cell) and not is_answer(cell)


def named(notebook):
    """The named cells of a notebook; of several with one name, the first."""
    cells = {}
    for cell in notebook.cells:
        if name(cell):
            cells.setdefault(name(cell), cell)
    return cells


def rebuild(release, submitted):
    """The released notebook with the answers of a submission, and with its own cells where they stood."""
    released, found = named(release), named(submitted)
    if not released.keys() & found.keys():
        raise Unreadable("no cell of this assignment is in it: was it made from the file that you handed out?")
    handed_out = {cell.source for cell in release.cells}
    added, before = {}, None
    for cell in submitted.cells:
        if name(cell) in released and found[name(cell)] is cell:
            before = name(cell)
        elif cell.cell_type == "code" and cell.source not in handed_out:
            added.setdefault(before, []).append(new_code_cell(cell.source))
    cells = added.pop(None, [])
    for cell in deepcopy(release.cells):
        if is_answer(cell) and name(cell) in found and found[name(cell)].source.strip():
            cell.source = found[name(cell)].source
        cells += [cell, *added.pop(name(cell), [])] if name(cell) else [cell]
    rebuilt = deepcopy(release)
    rebuilt.cells = cells
    for number, cell in enumerate(cells, start=1):
        cell.id = f"cell-{number}"
    return rebuilt


def differences(release, submitted):
    """In what a submission departs from the release, other than in its answers: a list of remarks."""
    released, found = named(release), named(submitted)
    missing = [cell for cell in released if cell not in found]
    changed = [
        cell
        for cell, original in released.items()
        if cell in found and not is_answer(original) and found[cell].source.strip() != original.source.strip()
    ]
    unanswered = [
        cell
        for cell, original in released.items()
        if is_answer(original) and cell in found and found[cell].source.strip() in ("", original.source.strip())
    ]
    times = Counter(map(name, submitted.cells))
    remarks = {
        "missing cells": missing,
        "changed cells, put back": changed,
        "not answered": unanswered,
        "copied cells": [cell for cell in released if times[cell] > 1],
    }
    return [f"{remark}: {', '.join(cells)}" for remark, cells in remarks.items() if cells]


def incidents(executed):
    """What happened when a submission ran, outside the tests: a list of remarks."""
    remarks = []
    for number, cell in enumerate(executed.cells, start=1):
        where = f"cell {number}" + (f" ({name(cell)})" if name(cell) else "")
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and CUT in output.text:
                remarks.append(f"{where} printed too much")
            elif output.output_type == "stream" and output.text.startswith(TAMPERED):
                remarks.append(output.text)
            elif output.output_type != "error":
                continue
            elif output.ename == NOT_RUN:
                return [*remarks, output.evalue]
            elif output.ename == TOO_LONG:
                remarks.append(f"{where} ran too long")
            elif not is_test(cell) and output.ename != "NotImplementedError":
                message = (output.evalue.splitlines() or [""])[0][:80]
                remarks.append(f"{where} raised {output.ename}: {message}")
    return remarks
