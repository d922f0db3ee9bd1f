"""Each theorem has its module, each line its lemma, and nothing is left unproved."""

from dataclasses import replace

import pytest

from mistakebound.certificates.proved import PROVED, UNPROVED
from tests.proofs.checks import gap_complaints, name_complaints, table_complaints
from tools.proofs.says import THEOREMS


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
