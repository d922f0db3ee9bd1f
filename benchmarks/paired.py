"""Paired timings: two jobs take turns, so that a busy machine slows both sides of their ratio alike.

In every repetition each job runs once; a row holds the median and the quartiles of the ratios. Times are processor
times on one thread.
"""

import time
from typing import NamedTuple

import numpy as np


class Row(NamedTuple):
    """At this task `over` took `ratio` times as long as `under`; half of the ratios are between `low` and `high`.

    If `under` has no name, it is the run that `over` doubles in some way.
    """

    table: str
    task: str
    size: str
    over: str
    under: str
    ratio: float
    low: float
    high: float


def seconds(job):
    start = time.process_time()
    job()
    return time.process_time() - start


def take_turns(repeats, jobs):
    """Run jobs {name: function} in turns; return {name: processor time in each repetition}."""
    times = [[seconds(job) for job in jobs.values()] for _ in range(repeats)]
    return dict(zip(jobs, np.transpose(times), strict=True))


def row(table, task, size, times, over, under):
    low, ratio, high = (float(f"{value:.3g}") for value in np.quantile(times[over] / times[under], (0.25, 0.5, 0.75)))
    return Row(table, task, size, over, under, ratio, low, high)


def size(n, d, updates):
    return f"{n:,} × {d:,}, {updates:,} updates"
