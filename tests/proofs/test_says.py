"""The printed and measured claims are the proved ones: Coq compares each claim of an object with its lemma."""

import json

import pytest

from mistakebound.certificates import proved
from tools.proofs.says import THEOREMS, ask, unsaid, uses


@pytest.mark.proofs
@pytest.mark.parametrize("file", proved.PROVED)
def test_coq_says_what_the_book_says(root, compiled, tmp_path, file):
    answer = ask(root, file, compiled, tmp_path)
    assert answer.returncode == 0, answer.stderr
    stored = {name: THEOREMS[name].uses for name in proved.PROVED[file]}
    assert uses(answer.stdout) == stored, "what the lines rest on has changed: make coqdoc"


def test_what_coq_does_not_say_has_its_reason():
    assert {claim for name in proved.PLACES for claim in unsaid(THEOREMS[name])} == proved.UNSAID.keys()


def test_the_stored_uses_are_of_claims_that_there_are():
    stored = json.loads(proved.USES.read_text("utf-8"))
    assert stored.keys() == proved.PLACES.keys()
    for name, lines in stored.items():
        assert list(lines) == [line.name for line in THEOREMS[name].lines]
        used = {hypothesis for names in lines.values() for hypothesis in names.split()}
        assert used <= {hypothesis.name for hypothesis in THEOREMS[name].hypotheses}
