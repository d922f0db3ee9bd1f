"""The benchmarks run, on data too small to time: what they compare are the same runs."""

from benchmarks import margins, perceptron, quasi_additive


def test_the_contestants_make_the_same_run():
    updates, *numbers = perceptron.measure(perceptron.Case(n=2000, d=5, margin=0.1, repeats=1))
    assert updates > 0
    assert min(numbers) > 0


def test_the_quasi_additive_contestants_make_their_runs():
    updates, others, *numbers = quasi_additive.measure(quasi_additive.Case(n=1000, d=20, k=3, repeats=1))
    assert 0 < others < updates
    assert min(numbers) > 0


def test_the_stream_is_played_to_its_end():
    trace, _, peak, chunk = perceptron.stream(n=50_000, d=5, rows=5000)
    assert trace.n_rounds == 50_000
    assert peak < 10 * chunk


def test_the_solvers_find_the_same_optimum():
    rows = list(margins.compare(margins.Case(n=30, d=20, margin=0.3, repeats=1)))
    assert [name for name, _, _ in rows] == ["l2_margin", "sparse_svm", "l1_margin"]
    assert all(ratio > 0 for _, _, ratios in rows for ratio in ratios.values())
