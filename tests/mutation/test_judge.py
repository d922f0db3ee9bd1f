"""What survives and is not listed is found, and so is an entry of the list that no longer holds."""

from itertools import chain
from pathlib import Path

import pytest
import yaml

from tests.mutation.judge import Mutant, is_listed, read_mutant, stale

HERE = Path(__file__).parent
DIFF = """--- src/mistakebound/readings.py
+++ src/mistakebound/readings.py
@@ -1,4 +1,4 @@
 def tally(self, X):
-    for state in zip(a, b, strict=True):
+    for state in zip(a, b, strict=None):
         total += 1"""
WAS, NOW = "for state in zip(a, b, strict=True):", "for state in zip(a, b, strict=None):"
ALIVE = Mutant("readings.Vote.tally", WAS, NOW, "survived")
ENTRY = {"in": "readings.Vote.*", "from": "strict=True", "to": ["strict=None"], "why": "an assertion"}


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("mistakebound.readings.xǁVoteǁtally__mutmut_3", "readings.Vote.tally"),
        ("mistakebound.learners.winnow.xǁWinnowǁ_state__mutmut_12", "learners.winnow.Winnow._state"),
        ("mistakebound.readings.x__largest__mutmut_1", "readings._largest"),
        ("mistakebound.play.x_play__mutmut_20", "play.play"),
    ],
)
def test_a_mutant_is_read_as_its_change(name, function):
    assert read_mutant(name, "survived", DIFF) == ALIVE._replace(function=function)


def test_a_survivor_is_listed_by_its_change():
    assert is_listed(ALIVE, [ENTRY]) and not is_listed(ALIVE, [])
    assert not is_listed(ALIVE._replace(now="for state in zip(a, b, strict=False):"), [ENTRY])
    assert not is_listed(ALIVE._replace(function="readings.vote"), [ENTRY])


def test_one_occurrence_is_changed():
    entry = {"in": "*", "from": "0", "to": ["1"]}
    assert is_listed(Mutant("f", "x[0, 0]", "x[0, 1]", "survived"), [entry])
    assert not is_listed(Mutant("f", "x[0, 0]", "x[1, 1]", "survived"), [entry])


def test_an_entry_that_no_longer_holds_is_found():
    other, killed = ALIVE._replace(was="", now="pass"), ALIVE._replace(status="killed")
    assert list(stale([ALIVE, killed], [ENTRY], whole=True)) == []
    assert len(list(stale([killed], [ENTRY], whole=False))) == 1
    assert list(stale([other], [ENTRY], whole=False)) == []  # it was not tried
    assert len(list(stale([other], [ENTRY], whole=True))) == 1


def test_every_entry_says_why():
    groups = yaml.safe_load((HERE / "groups.yml").read_text("utf-8"))
    listed = yaml.safe_load((HERE / "equivalents.yml").read_text("utf-8"))
    assert set(listed) <= set(groups)
    for entry in chain(*listed.values()):
        assert set(entry) == {"in", "from", "to", "why"} and entry["why"], entry
