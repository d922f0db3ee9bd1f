"""Every pair of a formula and a lemma has been read as it now is; whatever changes has to be read again."""

from copy import deepcopy
from dataclasses import replace

import pytest
import yaml
from coqsource import read

from tests.proofs.pairs import STORED, THEOREMS, complaints, to_read, write


@pytest.fixture(scope="module")
def now(files):
    return to_read(files, THEOREMS)


def test_every_pair_has_been_read(root, now):
    stored = yaml.safe_load((root / STORED).read_text("utf-8"))
    assert list(complaints(now, stored)) == []


def test_what_is_written_is_what_is_read(now):
    assert yaml.safe_load(write(now)) == now


# ---------------------------------------------------------------- and what has changed is seen


def test_what_nobody_has_read_and_what_is_gone_are_seen(now):
    stored = {name: says for name, says in now.items() if name != "NOVIKOFF"} | {"OLD": {}}
    assert list(complaints(now, stored)) == ["NOVIKOFF has not been read", "OLD is no longer there"]


def test_a_changed_formula_is_seen(files, now):
    theorem = THEOREMS["NOVIKOFF"]
    growth = replace(theorem.lines[4], formula=theorem.lines[4].formula.replace(r"\le", r"\ge"))
    changed = replace(theorem, lines=(*theorem.lines[:4], growth, *theorem.lines[5:]))
    again = to_read(files, THEOREMS | {"NOVIKOFF": changed})
    assert list(complaints(again, now)) == ["NOVIKOFF has changed since it was read: growth"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("r * gamma * INR t <= ", "r * gamma * INR t < ", "NOVIKOFF has changed since it was read: sandwich"),
        ("Hypothesis rate : r > 0.", "Hypothesis rate : r >= 0.", "NOVIKOFF has changed since it was read: rate"),
        ("Definition update (r : R)", "Definition update (s : R)", "Perceptron.v has changed since it was read"),
        ("Variables (d U : nat)", "Variables (U d : nat)", "NOVIKOFF has changed since it was read: stands on"),
        (" / gamma ^ 2.\nProof. intros. apply theorem_at", ".\nProof. intros. apply theorem_at", "was read: theorem"),
    ],
)
def test_a_changed_proof_is_seen(root, now, old, new, complaint):
    text = (root / "proofs" / "Perceptron.v").read_text("utf-8")
    assert old in text
    changed = to_read({"Perceptron": read(text.replace(old, new, 1))}, THEOREMS)
    found = list(complaints(now | changed, now))
    assert len(found) == 1 and complaint in found[0]


def test_other_spaces_are_no_change(root, now):
    text = (root / "proofs" / "Perceptron.v").read_text("utf-8")
    changed = to_read({"Perceptron": read(text.replace("Lemma growth : ", "Lemma growth :\n  "))}, THEOREMS)
    assert list(complaints(deepcopy(now) | changed, now)) == []
