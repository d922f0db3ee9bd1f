"""Finite classes at their size: a majority against a plain popcount, 3^n conjunctions, exact Littlestone dimensions.

Run it with ``python -m benchmarks.finite``. Times are processor times, the least of several runs. Paired: the majority
and the popcount take turns, and their ratio is the median of the repetitions' ratios.
"""

import resource
import statistics

import numpy as np

import mistakebound as mb
from mistakebound import ConceptClass, concepts

from .perceptron import seconds


def least(job, repeats):
    return min(seconds(job) for _ in range(repeats))


def majority(n_concepts=1_000_000, n_points=500, repeats=40):
    """Votes of a million concepts, half of which are left, against counting the bits of the same words."""
    rng = np.random.default_rng(0)
    C = ConceptClass(rng.random((n_concepts, n_points), dtype=np.float32) < 0.5)
    V = C.agreeing(C.points[:1], [1])[0]
    pairs = [
        (seconds(lambda: C.votes(V, C.points)), seconds(lambda: np.bitwise_count(C.bits).sum(dtype=np.uint32)))
        for _ in range(repeats)
    ]
    votes, popcount = (min(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(vote / plain for vote, plain in pairs)
    size = C.bits.nbytes / 1e9
    print(f"majority of {len(C):,} concepts: {votes / n_points * 1e6:.1f} µs a vote, {size / votes:.1f} GB/s; "
          f"a popcount of the same bytes: {size / popcount:.1f} GB/s; ratio of times {ratio:.2f}")  # fmt: skip


def conjunctions(n=12):
    """All 3^n conjunctions on all 2^n points, in random order."""
    build = least(lambda: concepts.conjunctions(n), repeats=3)
    C = concepts.conjunctions(n)
    X = C.points[np.random.default_rng(0).permutation(2**n)]
    y = C.labels(12_345, X)
    run = least(lambda: mb.play(mb.Halving(C), X, y), repeats=3)
    trace = mb.play(mb.Halving(C), X, y)
    check = least(lambda: mb.HALVING.check(trace, concepts=C).require(), repeats=3)
    tabulate = least(lambda: concepts.conjunctions(n).bits, repeats=1)
    print(f"{len(C):,} conjunctions of {n} variables: built in {build:.3f} s; Halving on {len(X)} points {run:.2f} s, "
          f"its certificate {check:.2f} s; the whole table {tabulate:.2f} s")  # fmt: skip


def attributes(n=100, k=3, m=1000):
    """Halving on k-conjunctions of n variables, whose points are evaluated as they come."""
    build = least(lambda: concepts.k_conjunctions(n, k), repeats=2)
    C = concepts.k_conjunctions(n, k)
    X = np.random.default_rng(0).integers(0, 2, (m, n))
    y = C.labels(77, X)
    run = least(lambda: mb.play(mb.Halving(C), X, y), repeats=2)
    print(f"{len(C):,} {k}-conjunctions of {n} variables: built in {build:.2f} s; Halving on {m} examples {run:.2f} s")


def dimensions():
    """Exact Littlestone dimensions, from nothing."""
    random = np.random.default_rng(0).random((64, 12)) < 0.5
    for name, make in {
        "monotone conjunctions of 4 variables": lambda: concepts.monotone_conjunctions(4),
        "conjunctions of 4 variables": lambda: concepts.conjunctions(4),
        "thresholds on 255 points": lambda: concepts.thresholds(255),
        "64 random concepts on 12 points": lambda: ConceptClass(random),
        "all functions of 3 variables": lambda: concepts.all_functions(3),
    }.items():
        elapsed = least(lambda make=make: mb.littlestone_dimension(make()), repeats=5)
        C = make()
        print(f"Ldim of {name} ({len(C)} concepts): {mb.littlestone_dimension(C)} in {elapsed * 1000:.1f} ms")


def main():
    """All of them, and the memory that they took."""
    conjunctions()
    attributes()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"  peak memory so far {peak:.2f} GiB")
    dimensions()
    majority()


if __name__ == "__main__":
    main()
