"""The start of a fresh process: the import of the package, after NumPy, against the import of NumPy."""

import subprocess
import sys

import numpy as np

from .paired import row

PROGRAM = """
import time
begin = time.process_time()
import numpy
middle = time.process_time()
import mistakebound
print(middle - begin, time.process_time() - middle)
"""


def rows(repeats=9):
    runs = [subprocess.check_output([sys.executable, "-c", PROGRAM], text=True).split() for _ in range(repeats)]
    times = dict(zip(("import numpy", "import mistakebound"), np.array(runs, float).T, strict=True))
    yield row("other", "Start", "a fresh process", times, "import mistakebound", "import numpy")
