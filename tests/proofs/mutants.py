"""Statements changed on purpose, in `proofs/mutants/`: Coq must refuse each, and for the right reason."""

import re
from pathlib import Path

import yaml

from tools.proofs.coq import coqc

#: Coq's messages about a text that is broken, not wrong.
BROKEN = re.compile(
    r"Syntax error|was not found in the current environment|Unknown interpretation|Cannot find a |No product even after"
)


def read_mutants(root):
    """{name: (file, mutant)}, the names those of theorems with a number."""
    found = {}
    for path in sorted(Path(root, "proofs", "mutants").glob("*.yml")):
        for mutant in yaml.safe_load(path.read_text("utf-8")):
            number = sum(name.startswith(f"{mutant['theorem']}-") for name in found) + 1
            found[f"{mutant['theorem']}-{number}"] = (path.stem, mutant)
    return found


def mutate(text, mutant):
    """The file with the change, up to the end of the theorem's module: there it must be refused.

    The text to change is once in the module, or else once before it, wherever lines end.
    """
    theorem, old, new = mutant["theorem"], mutant["old"], mutant["new"]
    module = re.search(rf"^Module {theorem}\.$.*?^End {theorem}\.$", text, re.M | re.S)
    if not module:
        raise ValueError(f"{theorem} is not a module of the file")
    before, own = text[: module.start()], module[0]
    place = re.compile(r"\s+".join(map(re.escape, re.split(r"\s+", old))))
    times = len(place.findall(own)) or len(place.findall(before))
    if times != 1:
        raise ValueError(f"{theorem}: the text to change is there {times} times, not once: {old}")
    if new == old:
        raise ValueError(f"{theorem}: nothing is changed: {old}")
    return before + place.sub(lambda _: new, own) if place.search(own) else place.sub(lambda _: new, before) + own


def complaints(text, mutant, compiled, folder):
    """The fault of a mutant: it is accepted, or it is not a statement at all."""
    answer = coqc(mutate(text, mutant), compiled, folder, "Mutant")
    if answer.returncode == 0:
        yield f"{mutant['theorem']} is accepted with {mutant['why']}"
    elif broken := BROKEN.search(answer.stderr):
        yield f"{mutant['theorem']} with {mutant['why']} is refused for another reason: {broken[0]}"
