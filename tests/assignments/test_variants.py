"""The numbers of a seed are drawn and written as literals in place of the code that draws them."""

import nbformat
import pytest

from variants import draw, literals, vary

SOURCE = """import random

SEED = "a"
rng = random.Random(SEED)
_scale = 10
n = _scale * rng.randint(1, 9)
X = [[n, -1]]"""


def notebook(*sources, tag="variant"):
    cells = [nbformat.v4.new_code_cell(source, metadata={"tags": [tag]}) for source in sources]
    return nbformat.v4.new_notebook(cells=cells)


def test_a_variant_is_its_numbers_only():
    cell = vary(notebook(SOURCE), "b").cells[0]
    names = {}
    exec(cell.source, names)
    drawn = draw(SOURCE, "b")
    assert list(drawn) == ["SEED", "n", "X"]
    assert {key: names[key] for key in drawn} == drawn
    assert not {"rng", "random", "_scale"} & names.keys()


def test_the_seed_decides():
    assert draw(SOURCE, "b") == draw(SOURCE, "b")
    assert len({draw(SOURCE, str(seed))["n"] for seed in range(30)}) > 3
    assert draw(SOURCE, 'x"; import os #\\')["SEED"] == 'x"; import os #\\'


def test_literals_give_back_what_they_were_given():
    values = {"text": "x'y\"z\n", "number": -0.1, "nested": [1, (2.5, "a")], "long": list(range(500))}
    names = {}
    exec(literals(values), names)
    assert {key: names[key] for key in values} == values


@pytest.mark.parametrize("value", [len, float("inf")])
def test_what_is_no_literal_is_refused(value):
    with pytest.raises(ValueError, match=r"value = .* is not a literal"):
        literals({"value": value})


@pytest.mark.parametrize(
    "wrong",
    [notebook(SOURCE, SOURCE), notebook(SOURCE, tag="other"), notebook("n = 1"), notebook(SOURCE + '\nSEED = "c"')],
    ids=["two cells", "no cell", "no seed", "two seeds"],
)
def test_other_sources_are_refused(wrong):
    with pytest.raises(ValueError, match="needs one cell tagged 'variant'"):
        vary(wrong, "b")
