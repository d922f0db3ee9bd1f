"""Each changed statement is refused (`make mutants`), and each theorem has at least two."""

from pathlib import Path

import pytest

from mistakebound.certificates.proved import PROVED
from tests.proofs.mutants import complaints, read_mutants

MUTANTS = read_mutants(Path(__file__).parents[2])


@pytest.mark.parametrize("theorem", [name for names in PROVED.values() for name in names])
def test_at_least_two_changes_are_tried(theorem):
    assert sum(mutant["theorem"] == theorem for _, mutant in MUTANTS.values()) >= 2


@pytest.mark.mutants
@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_statement_is_refused(root, compiled, tmp_path, name):
    file, mutant = MUTANTS[name]
    text = (root / "proofs" / f"{file}.v").read_text("utf-8")
    assert list(complaints(text, mutant, compiled, tmp_path)) == []
