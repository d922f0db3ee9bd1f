"""Each changed statement is refused: `make mutants`."""

from pathlib import Path

import pytest

from tests.proofs.mutants import complaints, read_mutants

MUTANTS = read_mutants(Path(__file__).parents[2])


@pytest.mark.mutants
@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_statement_is_refused(root, compiled, tmp_path, name):
    file, mutant = MUTANTS[name]
    text = (root / "proofs" / f"{file}.v").read_text("utf-8")
    assert list(complaints(text, mutant, compiled, tmp_path)) == []
