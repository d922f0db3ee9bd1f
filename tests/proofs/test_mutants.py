"""Each changed statement is refused (`make mutants`), and each theorem has at least two."""

from pathlib import Path

import pytest

from mistakebound.theorems.proved import PROVED
from tests.proofs.mutants import complaints, mutate, read_mutants

MUTANTS = read_mutants(Path(__file__).parents[2])


@pytest.mark.parametrize("theorem", [name for names in PROVED.values() for name in names])
def test_at_least_two_changes_are_tried(theorem):
    assert sum(mutant["theorem"] == theorem for _, mutant in MUTANTS.values()) >= 2


@pytest.mark.parametrize("name", MUTANTS)
def test_a_change_can_be_made(root, name):
    file, mutant = MUTANTS[name]
    assert mutate((root / "proofs" / f"{file}.v").read_text("utf-8"), mutant)


@pytest.mark.mutants
@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_statement_is_refused(root, compiled, tmp_path, name):
    file, mutant = MUTANTS[name]
    text = (root / "proofs" / f"{file}.v").read_text("utf-8")
    assert list(complaints(text, mutant, compiled, tmp_path)) == []


# ---------------------------------------------------------------- and what is no mutant is seen

TEXT = """Definition start := true.
Module ONE.
Lemma same n : n <= n. Proof. auto. Qed.
Theorem theorem : forall n, n <= S n.
Proof. auto. Qed.
End ONE.
Definition later := nothing.
"""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("n <= S n", "S n >= n", "ONE is accepted with a change"),
        ("n <= S n", "n <= S n)", "for another reason: Syntax error"),
        ("n <= S n", "n <= m", "for another reason: was not found"),
        ("n <= S n", "S n <= n", None),
    ],
)
@pytest.mark.mutants
def test_a_change_that_is_accepted_or_broken_is_seen(compiled, tmp_path, old, new, complaint):
    mutant = {"theorem": "ONE", "why": "a change", "old": old, "new": new}
    found = list(complaints(TEXT, mutant, compiled, tmp_path))
    assert len(found) == (complaint is not None) and (complaint or "") in "".join(found)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"old": "n >= n"}, "there 0 times"),
        ({"old": "n <="}, "there 2 times"),
        ({"old": "Definition later"}, "there 0 times"),
        ({"new": "n <= S n"}, "nothing is changed"),
        ({"theorem": "TWO"}, "no module"),
    ],
)
def test_a_change_that_cannot_be_made_is_an_error(changes, complaint):
    mutant = {"theorem": "ONE", "old": "n <= S n", "new": "n < S n"} | changes
    with pytest.raises(ValueError, match=complaint):
        mutate(TEXT, mutant)


def test_a_change_is_made_in_its_module_or_else_before_it():
    mutant = {"theorem": "ONE", "old": "Definition start", "new": "Definition begin"}
    assert mutate(TEXT, mutant) == TEXT.partition("\nDefinition later")[0].replace("start", "begin")
    twice = TEXT.replace("start", "start := forall n, n <= S n. Definition other")
    changed = mutate(twice, {"theorem": "ONE", "old": "n <= S n", "new": "n < S n"})
    assert changed.count("n <= S n") == 1 and "theorem : forall n, n < S n" in changed
