"""Coq's answers: about a text, about the axioms of a theorem, and about compiled proofs."""

import re
import subprocess
from pathlib import Path

#: The laws that Coq's own library of real numbers assumes, and that a statement is true or false.
AXIOMS = {"sig_forall_dec", "sig_not_dec", "functional_extensionality_dep", "classic"}


def coqc(text, compiled, folder, name="mine"):
    """Compile a text in a folder, with the compiled proofs at hand."""
    path = Path(folder, f"{name}.v")
    path.write_text(text, encoding="utf-8")
    command = ["coqc", "-q", "-Q", str(compiled), "MB", path.name]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def assumptions(theorems, compiled, folder):
    """{theorem: the axioms that its proof uses} of theorems like "MB.Perceptron.NOVIKOFF.theorem"."""
    asked = "".join(f'Goal True. idtac "# {name}". Abort.\nPrint Assumptions {name}.\n' for name in theorems)
    files = " ".join(sorted({re.match(r"(?:MB\.)?\w+", name)[0] for name in theorems}))
    answer = coqc(f"Require {files}.\n{asked}", compiled, folder, "assumptions")
    assert answer.returncode == 0, answer.stderr
    said = [part.partition("\n") for part in answer.stdout.split("# ")[1:]]
    return {name: {axiom.rpartition(".")[2] for axiom in re.findall(r"^([\w.']+)\s*:(?=\s|$)", text, re.M)} - {"Axioms"}
            for name, _, text in said}  # fmt: skip


def coqchk(files, compiled):
    """The report of Coq's checker on compiled files and all that they use."""
    command = ["coqchk", "-silent", "-o", "-Q", ".", "MB", *(f"MB.{file}" for file in files)]
    return subprocess.run(command, cwd=compiled, capture_output=True, text=True, check=False)


def summary(said):
    """{title: names} of the summary of `coqchk`: the assumptions, and the rules that were switched off."""
    parts = re.findall(r"^\* ([^:\n]+):(.*?)(?=^\*|\Z)", said, re.M | re.S)
    return {title: {name.rpartition(".")[2] for name in names.split() if name != "<none>"} for title, names in parts}
