"""The cost of a run, as ratios of paired times; `python -m benchmarks` measures them on one thread."""

import os

# NumPy reads the number of threads when it is imported.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"
