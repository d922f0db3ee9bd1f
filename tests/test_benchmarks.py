"""The benchmarks, on data too small to time: they compare the same runs, and the file holds their rows."""

import json
import platform
import re

import pytest

from benchmarks import __main__ as bench
from benchmarks import finite, growth, margins, paired, perceptron, start, winnow

pytestmark = pytest.mark.audit

TINY = {
    perceptron: [perceptron.Case(n=500, d=5, margin=0.1, repeats=1)],
    winnow: [winnow.Case(n=500, d=20, k=3, repeats=1)],
    margins: [margins.Case(n=30, d=20, margin=0.3, repeats=1)],
    growth: [growth.Case(n=200, d=5, updates=10, repeats=1)],
}


def compared(rows):
    return {(row["table"], row["task"], row["over"], row["under"]) for row in rows}


@pytest.fixture(scope="module")
def rows():
    made = [row for module, cases in TINY.items() for case in cases for row in module.measure(case)]
    made += [finite.majority(1000, 10, 1), finite.conjunctions(4, 1), growth.memory(2, 1000), *start.rows(1)]
    return [row._asdict() for row in made]


@pytest.fixture(scope="module")
def results():
    return json.loads(bench.RESULTS.read_text("utf-8"))


def test_ratios_are_positive_and_between_their_quartiles(rows):
    assert all(0 < row["low"] <= row["ratio"] <= row["high"] for row in rows)


def test_the_file_holds_what_the_benchmarks_compare_now(rows, results):
    assert compared(results["rows"]) == compared(rows)
    assert compared(results["rows"][1:-1]) != compared(rows)  # the last row has no other like it


def test_the_file_holds_ratios_and_no_name_or_path(results):
    assert set(results["machine"]) == set(bench.machine())
    assert all(set(row) == set(paired.Row._fields) for row in results["rows"])
    assert platform.node() not in results["machine"].values()
    assert not re.search(r"[/\\]\w+[/\\]", bench.RESULTS.read_text("utf-8"))


def test_jobs_take_turns_and_a_ratio_is_the_median():
    order = []
    paired.take_turns(3, {"a": lambda: order.append("a"), "b": lambda: order.append("b")})
    assert order == [*"ababab"]
    times = {"a": paired.np.array([2.0, 9.0, 6.0]), "b": paired.np.array([1.0, 3.0, 1.0])}
    assert paired.row("table", "task", "size", times, "a", "b")[5:] == (3.0, 2.5, 4.5)


def test_the_stream_is_played_in_the_memory_of_a_chunk():
    assert growth.peak_memory(n_chunks=10, rows=5000, d=5) < 10 * 5000 * (5 + 1) * 8
