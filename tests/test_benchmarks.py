"""The benchmarks run, on data too small to time: what they compare are the same runs."""

from benchmarks import perceptron


def test_the_contestants_make_the_same_run():
    updates, *numbers = perceptron.measure(perceptron.Case(n=2000, d=5, margin=0.1, repeats=1))
    assert updates > 0
    assert min(numbers) > 0


def test_the_stream_is_played_to_its_end():
    trace, _, peak, chunk = perceptron.stream(n=50_000, d=5, rows=5000)
    assert trace.n_rounds == 50_000
    assert peak < 10 * chunk
