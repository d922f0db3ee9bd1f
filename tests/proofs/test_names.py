"""Each theorem has its module, each line its lemma, and nothing is left unproved."""

import re
from dataclasses import replace

import pytest
from coqsource import read

from mistakebound.certificates.proved import PROVED, UNPROVED
from tests.proofs.checks import gap_complaints, name_complaints, table_complaints
from tests.proofs.says import THEOREMS


def test_nothing_is_left_unproved(files):
    assert list(gap_complaints(files)) == []


def test_every_theorem_is_proved_or_says_why_not_yet(files):
    assert list(table_complaints(files, THEOREMS.values(), PROVED, UNPROVED)) == []
    one_more = [*THEOREMS.values(), replace(THEOREMS["NOVIKOFF"], name="NEW")]
    assert list(table_complaints(files, one_more, PROVED, {**UNPROVED, "NEW": "it is new"})) == []
    assert ["NEW" in said for said in table_complaints(files, one_more, PROVED, UNPROVED)] == [True]
    assert list(table_complaints(files, one_more[:-1], PROVED, {"NOVIKOFF": "no"})) == ["NOVIKOFF is listed twice"]


@pytest.mark.parametrize("file", PROVED)
def test_every_line_has_its_lemma(files, file):
    modules = files[file].modules
    assert [found for name in PROVED[file] for found in name_complaints(THEOREMS[name], modules[name])] == []


# ---------------------------------------------------------------- and what is spoilt is seen


NOVIKOFF = THEOREMS["NOVIKOFF"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Lemma growth :", "Lemma growing :", "its lines are"),
        ("Hypothesis mistake :", "Hypothesis wrong :", "nothing of the hypothesis mistake"),
        ("Lemma mistakes_update ", "Lemma driven ", "nothing of the hypothesis mistakes-update"),
        ("Theorem theorem :", "Theorem at_last :", "no theorem about the running learner"),
    ],
)
def test_a_wrong_name_is_seen(root, old, new, complaint):
    text = (root / "proofs" / "Perceptron.v").read_text("utf-8")
    before, module, after = text.partition("Module NOVIKOFF.")
    own = re.match(r".*?End NOVIKOFF\.", after, re.S)[0].replace("*mistakes-update*", "")
    assert old in own
    assert list(name_complaints(NOVIKOFF, read(before + module + own).modules["NOVIKOFF"])) == []
    spoilt = read(before + module + own.replace(old, new)).modules["NOVIKOFF"]
    assert complaint in "; ".join(name_complaints(NOVIKOFF, spoilt))
