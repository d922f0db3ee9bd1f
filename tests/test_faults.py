"""Each fault can still be made: its file, its text and its check are there. Whether the check sees it, a night asks."""

import re

import pytest

from tools.faults.run import ROOT, read


@pytest.mark.parametrize("fault", read(), ids=lambda fault: fault["name"])
def test_a_fault_can_be_made(fault):
    if not fault["file"].startswith("_build"):
        assert (ROOT / fault["file"]).read_text("utf-8").count(fault["find"]) == 1
    for path, test in re.findall(r"(tests/[\w/]+\.py)(?:::(\w+))?", " ".join(fault["check"])):
        assert f"def {test}" in (ROOT / path).read_text("utf-8")
