"""Submissions of the Perceptron's assignment that attack the grading, and the outcome that each must have.

In their code COURSE stands for the folder of the course, and PORT for a port on which this computer listens.
Code that could do harm without walls first checks that there are walls.
"""

from copy import deepcopy

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell

from tests.assignments.desk import answered
from written import is_graded, is_test, name

LEDGER = {"ledger-progress", "ledger-growth", "ledger-loosest"}
HARD = {"hard-promise", "hard-half", "hard-all"}
BETTER = {"better-separates", "better-bound"}


def without(notebook, *names):
    notebook.cells = [cell for cell in notebook.cells if name(cell) not in names]
    return notebook


def first(source):
    """The solution, with a cell before all others."""

    def change(notebook):
        notebook.cells.insert(0, new_code_cell(source))
        return notebook

    return change


def answering(**answers):
    """The solution with other answers."""
    return lambda notebook: answered(notebook, answers)


def with_cells(notebook, asked, **changes):
    for cell in filter(asked, notebook.cells):
        cell.update(changes)
    return notebook


def raises_its_points(notebook):
    for cell in filter(is_graded, notebook.cells):
        cell.metadata.nbgrader["points"] = 1000
    return answered(notebook, {"ledger": "ledger = None", "loosest": "loosest = 1"})


def is_heavy(notebook):
    notebook.cells.append(new_markdown_cell("x" * 100_000_000))
    return notebook


FOREVER = "import time\nwhile True: time.sleep(0.1)"
DEAF = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" + FOREVER
WALLED = "import os\nassert os.getpid() < 1000, 'no walls'\n"
ALLOCATE = "blocks = []\nwhile True: blocks.append(np.zeros(1 << 27))"
FORK = """import time
for _ in range(200):
    if os.fork() == 0:
        time.sleep(100)
        os._exit(0)"""
LEAVE = """import subprocess
subprocess.Popen(["sleep", "98765.4321"], start_new_session=True)"""
SEARCH = """import subprocess
command = "find / -path /proc -prune -o -path /usr -prune -o -name perceptron.ipynb -print"
found = subprocess.run(command.split(), capture_output=True, text=True)
print("found:", found.stdout.split())"""
WRITE = """from pathlib import Path
for step in ("submitted", "autograded", "source"):
    Path("COURSE", step).mkdir(parents=True, exist_ok=True)
Path("COURSE/grades.csv").write_text("mine,40")
open("/usr/walls", "w")"""
POINTS = """import sqlite3
book = sqlite3.connect("COURSE/gradebook.db")
book.execute("update grade set auto_score = 0, manual_score = 0")
book.commit()"""
READ = "print(open('COURSE/{}/perceptron/perceptron.ipynb').read())"
CALL = "import socket\nsocket.create_connection(('127.0.0.1', PORT), timeout=3)"
NO_ASSERTS = """import ast
class Without(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()
get_ipython().ast_transformers.append(Without())
loosest = 1"""
BENT = """import mistakebound as mb, numpy as np
np.allclose = lambda *a, **k: True
mb.littlestone_dimension = lambda *a: 0
all = lambda conditions: True"""

#: Wait for a timeout, so they are far apart in the alphabet, in which they are graded: they wait in turn.
#: {student: (the change of the solution, the tests that then fail, words of the remark in its row)}
HOSTILE = {
    "deaf to interrupts": (answering(better=DEAF), BETTER | HARD, "ran too long, deaf to interrupts: nothing after it"),
    "loops": (answering(loosest=FOREVER), {"ledger-loosest"}, "(loosest) ran too long"),
    "deletes cells": (
        lambda nb: without(nb, "variant", "imports", "ledger", "bound-any", "ledger-growth"),
        LEDGER,
        "missing cells: variant, imports, bound-any, ledger, ledger-growth",
    ),
    "prints": (first("print('x' * 10_000_000)"), set(), "cell 1 printed too much"),
    "edits the tests": (
        lambda nb: with_cells(
            answered(nb, {"ledger": "ledger = None", "loosest": "loosest = 1"}), is_test, source="pass"
        ),
        LEDGER,
        "changed cells, put back: after-mistake, after-right, ",
    ),
    "imports nothing": (
        answering(ledger="import no_such_module", loosest="loosest = 0"),
        LEDGER,
        "(ledger) raised ModuleNotFoundError: No module named 'no_such_module'",
    ),
    "ends Python": (answering(hard="import os\nos._exit(0)"), HARD, "ended Python: nothing after it was run"),
    "exits": (answering(hard="import sys\nsys.exit()"), HARD, "(hard) raised SystemExit"),
    "is heavy": (is_heavy, set(), ""),
    "allocates": (answering(hard=ALLOCATE), HARD, "MemoryError: Unable to allocate"),
    "raises its points": (raises_its_points, LEDGER, ""),
    "bends the tests": (first(BENT), set(), "the tests: all, numpy.allclose, mistakebound.littlestone_dimension"),
    "removes the asserts": (answering(loosest=NO_ASSERTS), set(), "a test that must fail passes"),
}

#: The same of those whom walls hold back; without walls their remarks, and more, are others.
BEHIND_WALLS = {
    "forks": (first(WALLED + FORK), set(), "cell 1 raised BlockingIOError"),
    "leaves a process": (first(WALLED + LEAVE), set(), ""),
    "kills": (first(WALLED + "os.kill(os.getppid(), 9)\nos.kill(-1, 9)"), set(), ""),
    "searches": (first(WALLED + SEARCH), set(), ""),
    "reads the solution": (first(READ.format("source")), set(), "cell 1 raised FileNotFoundError"),
    "reads a friend's": (first(READ.format("submitted/solution")), set(), "cell 1 raised FileNotFoundError"),
    "writes outside": (first(WALLED + WRITE), set(), "cell 1 raised "),
    "changes points": (first(POINTS), set(), "cell 1 raised OperationalError: unable to open"),
    "calls out": (first(CALL), set(), "cell 1 raised ConnectionRefusedError"),
}


def attacks(kinds, solved, course, port):
    """What each of them hands in, who know where the course is and where somebody listens."""
    found = {}
    for student, (change, _, _) in kinds.items():
        content = nbformat.writes(change(deepcopy(solved)))
        found[student] = content.replace("COURSE", str(course.root)).replace("PORT", str(port))
    return found
