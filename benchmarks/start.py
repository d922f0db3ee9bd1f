"""What a fresh process pays: the import of the package beyond NumPy's own, and the first `play`.

Run it with ``python -m benchmarks.start``. Each repetition is a new process; milliseconds of its processor time, the
median of them.
"""

import statistics
import subprocess
import sys

REPEATS = 15
PROGRAM = """
import time
import numpy as np
X, y = np.array([[1.0, 1.0], [-1.0, 1.0], [2.0, -1.0]]), [1, -1, 1]
begin = time.process_time()
import mistakebound as mb
imported = time.process_time()
mb.play(mb.Perceptron(), X, y, passes=None)
print(imported - begin, time.process_time() - imported)
"""


def main():
    """Two medians."""
    runs = [subprocess.check_output([sys.executable, "-c", PROGRAM], text=True).split() for _ in range(REPEATS)]
    imported, played = (1e3 * statistics.median(map(float, times)) for times in zip(*runs, strict=True))
    print(f"import mistakebound, after NumPy: {imported:.0f} ms; the first play: {played:.1f} ms")


if __name__ == "__main__":
    main()
