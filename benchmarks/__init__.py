"""What a run costs, as ratios of times that took turns; `python -m benchmarks` measures, on one thread."""

import os

# NumPy counts its threads when it is imported.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"
