"""After a run, the grader sees code that bends the tests of a submission."""

import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_output

import mistakebound as mb
from tampering import STILL, TAMPERED, finding, probe, replaced


def of_a_cell(source):
    """What a cell would make of an expression: its code says where it comes from."""
    return eval(compile(source, "/tmp/ipykernel_7/1.py", "eval"))


def test_nothing_is_amiss_in_an_honest_notebook():
    names = {"after": of_a_cell("lambda w: w"), "max": 3, "np": np, "mb": mb}
    assert replaced(names) == []


@pytest.mark.parametrize(
    ("owner", "name", "where"),
    [
        (np, "allclose", "numpy.allclose"),
        (mb, "play", "mistakebound.play"),
        (mb.Perceptron, "update", "mistakebound.Perceptron.update"),
    ],
)
def test_what_was_replaced_is_named(monkeypatch, owner, name, where):
    monkeypatch.setattr(owner, name, of_a_cell("lambda *a, **k: True"))
    assert where in replaced({})
    assert replaced({"all": of_a_cell("lambda x: True")})[0] == "all"


def error(message):
    return new_output("error", ename="AssertionError", evalue=message, traceback=[])


def test_a_probe_that_passes_is_a_finding():
    cell, word = probe()
    with pytest.raises(AssertionError, match=f"^{word}$"):
        exec(cell.source, {})
    said = {word: "", f"{word}, all": TAMPERED + "all", "something else": TAMPERED + STILL}
    for message, expected in said.items():
        assert finding(new_code_cell(outputs=[error(message)]), word) == expected
    assert finding(new_code_cell(), word) == TAMPERED + STILL
