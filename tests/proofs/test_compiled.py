"""Coq's report on the compiled proofs: `make proofs`."""

import json

import pytest
from coqsource import read

from mistakebound.certificates.proved import AXIOMS as AXIOMS_OF_THEOREMS
from mistakebound.certificates.proved import PLACES
from tests.proofs.exercises import PLACEHOLDER, code
from tests.proofs.test_pages import EXERCISES, committed
from tools.proofs.coq import AXIOMS, assumptions, coqc, coqchk, summary
from tools.proofs.pages import fresh, version

pytestmark = pytest.mark.proofs


def test_theorems_assume_the_laws_of_the_library_and_those_that_the_book_names(files, compiled, tmp_path):
    modules = [(name, module) for name, file in files.items() for module in file.modules.items()]
    theorems = [f"{file}.{name}" for file, (name, module) in modules if "theorem" in module.statements]
    found = assumptions([f"MB.{theorem}.theorem" for theorem in theorems], compiled, tmp_path)
    found = dict(zip(theorems, found.values(), strict=True))
    assert {name: axioms - AXIOMS for name, axioms in found.items() if axioms - AXIOMS} == {}
    named = {name: sorted(found[place]) for name, place in PLACES.items()}
    assert named == json.loads(AXIOMS_OF_THEOREMS.read_text("utf-8")), "make coqdoc"


@pytest.mark.audit
def test_the_checker_of_compiled_files_agrees(files, compiled):
    answer = coqchk(files, compiled)
    assert answer.returncode == 0, answer.stderr
    said = summary(answer.stdout + answer.stderr)
    assert said.pop("Axioms") <= AXIOMS
    assert {title: names for title, names in said.items() if names and title != "Theory"} == {}


def test_the_committed_pages_are_those_of_the_proofs(root, compiled):
    pages = committed(root)
    made_by = {page.split()[2] for page in pages.values()}
    if made_by != {version()}:
        pytest.skip(f"the pages are coqdoc's {', '.join(made_by)}, and this is {version()}")
    assert fresh(compiled) == pages


@pytest.mark.parametrize("label", EXERCISES)
def test_a_formal_exercise_is_open_and_its_solution_is_accepted(compiled, tmp_path, label):
    asked, solved = (code(text)[0] for text in EXERCISES[label])
    assert coqc(solved, compiled, tmp_path).returncode == 0
    for attempt in ("", "  auto.\n", "  easy.\n"):
        assert coqc(asked.replace(PLACEHOLDER, attempt), compiled, tmp_path).returncode != 0
    assert read(solved).gaps == []
