"""No lab loses an assertion or a `require()` unnoticed, and none has one that cannot fail."""

from pathlib import Path

import nbformat
import pytest
import yaml
from nbformat import v4

from tests.notebooks.claims import claims, idle

LABS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
KNOWN = yaml.safe_load(Path(__file__).with_name("claims.yml").read_text("utf-8"))


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_what_a_lab_claims_it_asserts(path):
    lab = nbformat.read(path, as_version=4)
    assert claims(lab) == KNOWN[path.stem], f"{path.name}: say in claims.yml how many there are, and why in the commit"
    assert not list(idle(lab))


def test_every_lab_is_known():
    assert sorted(KNOWN) == [path.stem for path in LABS]


def lab(*sources):
    return v4.new_notebook(cells=[v4.new_markdown_cell("assert True"), *map(v4.new_code_cell, sources)])


def test_claims_are_counted_wherever_they_are():
    code = "def f():\n    assert n == 3\ncert = check(1).require()", "for x in f():\n    x.require(); require(x)"
    assert claims(lab(*code)) == {"assert": 1, "require": 2}


@pytest.mark.parametrize(
    "code",
    [
        "assert True",
        "assert 1 + 1 == 2",
        "assert n == 3 or True",
        "assert 1 and (n == 3 or 'words')",
        "assert n == n",
        "assert (n == 3, 'three')",
        "if False:\n    assert n == 3",
        "try:\n    assert n == 3\nexcept:\n    pass",
        "try:\n    assert n == 3\nexcept (ValueError, AssertionError):\n    pass",
        "with contextlib.suppress(ValueError):\n    cert.require()",
    ],
)
def test_what_cannot_fail_is_refused(code):
    assert list(idle(lab(code)))


@pytest.mark.parametrize(
    "code",
    ["assert n == 3", "assert f(n) or g(n)", "try:\n    f()\nexcept mb.DoesNotApply as error:\n    print(error)"],
)
def test_what_can_fail_is_not(code):
    assert not list(idle(lab(code)))
