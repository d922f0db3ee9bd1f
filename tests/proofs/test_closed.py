"""Assumptions of lines are proved for the running learner: nonsense among the hypotheses is refused in the theorem.

The line in which a proof ends is made to rest on 0 = 1. Coq accepts that until the section of the lines is closed;
then the theorem, if it is proved by that line, has to prove it for the learner.
"""

import re

import pytest

from mistakebound.certificates.proved import PLACES
from tools.proofs.coq import coqc
from tools.proofs.says import END, THEOREMS

pytestmark = pytest.mark.mutants

#: Behind an arrow, where no arithmetic finds it.
NONSENSE = "Hypothesis nonsense : Datatypes.unit -> (0 = 1)%nat."


def nonsense(text, theorem):
    """The file up to the end of the theorem's module, whose last line rests on nonsense; and where the lines end."""
    names = [line.name for line in theorem.lines]
    last = "bound" if "bound" in names else names[-1].replace("-", "_")
    end = f"\nEnd {theorem.name}."
    before, module, after = (text.partition(end)[0] + end).partition(f"\nModule {theorem.name}.")
    after = after.replace("Section Lines.", f"Section Lines.\n{NONSENSE}", 1)
    after = re.sub(rf"(\nLemma {last} .*?\nProof\.)", r"\1 generalize nonsense; intros _.", after, count=1, flags=re.S)
    return before + module + after, (before + module + after.partition(END)[0]).count("\n") + 1


@pytest.mark.parametrize("name", PLACES)
def test_nonsense_is_refused_in_the_theorem(root, compiled, tmp_path, name):
    file, _, _ = PLACES[name].partition(".")
    text, ends = nonsense((root / "proofs" / f"{file}.v").read_text("utf-8"), THEOREMS[name])
    assert text.count("nonsense") == 2
    answer = coqc(text, compiled, tmp_path, "Nonsense")
    refused = re.search(r"line (\d+), characters", answer.stderr)
    assert refused and int(refused[1]) > ends, answer.stderr or "accepted"
