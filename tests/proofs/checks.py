"""Checks of proofs, as functions that yield complaints; no complaint means sound. Nothing here needs Coq.

`files` is what `coqsource` reads in `proofs/`; `theorems` are theorem objects; `proved` and `unproved` are the tables
of `mistakebound.certificates.proved`.
"""

from coqsource import lemma


def gap_complaints(files):
    """Check that nothing is assumed outside a section, and nothing is left unproved."""
    for name, file in files.items():
        yield from (f"{name}.v leaves unproved: {sentence}" for sentence in file.gaps)


def table_complaints(files, theorems, proved, unproved):
    """Every theorem object is proved in exactly one file, in a module of its name, or says why it is not yet."""
    names = {theorem.name for theorem in theorems}
    listed = [name for names_of_one in proved.values() for name in names_of_one]
    listed += unproved
    yield from (f"{name} is neither in PROVED nor in UNPROVED of certificates/proved.py" for name in names - {*listed})
    yield from (f"{name} is listed, and no theorem object" for name in sorted({*listed} - names))
    yield from (f"{name} is listed twice" for name in sorted(names) if listed.count(name) > 1)
    for file, said in proved.items():
        modules = files[file].modules if file in files else {}
        yield from (f"{file}.v has no module {name}" for name in said if name not in modules)


def name_complaints(theorem, module):
    """Check that a module has a lemma for each line, in the printed order, and a statement for each hypothesis.

    Its further assumptions, such as the range of a parameter, are in its theorem, beside the book's words.
    """
    statements = [name for name in module.statements if name in {lemma(line.name) for line in theorem.lines}]
    lines = [lemma(line.name) for line in theorem.lines]
    if statements != lines:
        yield f"{theorem.name} has the lemmas {', '.join(statements)}; its lines are {', '.join(lines)}"
    names = {lemma(name) for name in module.without} | {*module.statements, *module.hypotheses}
    missing = [claim.name for claim in theorem.hypotheses if lemma(claim.name) not in names]
    yield from (f"{theorem.name} says nothing of the hypothesis {name}" for name in missing)
    if "theorem" not in module.statements:
        yield f"{theorem.name} has no theorem about the running learner"
