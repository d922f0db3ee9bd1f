"""What a lemma says beside what the book's line says: the pairs that somebody has read, in `proofs/pairs.yml`.

Whether the two say the same no program can tell, so each pair is read once, and stored as it was read. When a formula,
a statement, or a definition that statements stand on has changed, the test is red until it has been read again.

    make pairs                    print what has not been read as it now is
    make pairs READ="NOVIKOFF"    say that this has been read: a theorem, or the definitions of a file
"""

import sys
from pathlib import Path

import yaml
from coqsource import lemma, read_all

import mistakebound
from mistakebound.theorems.core import Theorem

THEOREMS = {theorem.name: theorem for theorem in vars(mistakebound).values() if isinstance(theorem, Theorem)}
ROOT = Path(__file__).parents[2]
STORED = "proofs/pairs.yml"


def found(module, name):
    """What a module has for the claim of that name."""
    name = lemma(name)
    if name in module.hypotheses:
        return f"Hypothesis {name} {module.hypotheses[name]}"
    return f"Lemma {name} {module.statements[name]}" if name in module.statements else "in the module's comment"


def said(claim):
    """A claim as the book prints it, with its reason, which nothing else reads."""
    return f"{claim.formula} ({claim.at.words}). {claim.reason}"


def pairs(theorem, module):
    """Each claim of a theorem, as the book has it and as the proof has it; and what the proof has besides."""
    claims = theorem.hypotheses + theorem.lines
    names = {lemma(claim.name) for claim in claims}
    besides = [f"Hypothesis {name} {says}" for name, says in module.hypotheses.items() if name not in names]
    return {
        "stands on": module.meaning + besides,
        **{c.name: {"book": said(c), "proof": found(module, c.name)} for c in claims},
        "theorem": {"book": " ".join(theorem.statement.split()), "proof": last(module)},
    }


def last(module):
    """What a module shows of the running learner: its theorems, perhaps one in several forms."""
    return [f"Theorem {name} {module.statements[name]}" for name in module.theorems]


def whole(module):
    """A module that is no theorem of the book: what it stands on, and what it shows."""
    besides = [f"Hypothesis {name} {says}" for name, says in module.hypotheses.items()]
    return {"stands on": module.meaning + besides, "theorem": last(module)}


def to_read(files, theorems):
    """{what: its pairs} of everything there is to read, as it is now: the definitions of a file, then its modules."""
    reading = {}
    for name, file in files.items():
        reading[f"{name}.v"] = {"stands on": file.outside.meaning}
        for title, module in file.modules.items():
            reading[title] = pairs(theorems[title], module) if title in theorems else whole(module)
    return reading


def complaints(now, stored):
    """What has not been read as it is now, and what is stored and no longer there."""
    for name, says in now.items():
        if name not in stored:
            yield f"{name} has not been read"
        elif says != stored[name]:
            changed = [key for key in {**says, **stored[name]} if says.get(key) != stored[name].get(key)]
            yield f"{name} has changed since it was read: {', '.join(changed)}"
    yield from (f"{name} is no longer there" for name in stored if name not in now)


def write(reading):
    return yaml.safe_dump(reading, allow_unicode=True, sort_keys=False, width=118, indent=2)


def main(*read):
    path = ROOT / STORED
    now = to_read(read_all(ROOT / "proofs"), THEOREMS)
    stored = yaml.safe_load(path.read_text("utf-8")) if path.exists() else {}
    unknown = [name for name in read if name not in now]
    if unknown:
        sys.exit(f"There is no {', '.join(unknown)}; there are {', '.join(now)}")
    if read:
        kept = {name: now[name] if name in read else stored[name] for name in now if name in read or name in stored}
        path.write_text(write(kept), encoding="utf-8")
        return
    for name, says in now.items():
        if says != stored.get(name):
            old = stored.get(name, {})
            print(write({name: {key: pair for key, pair in says.items() if pair != old.get(key)}}))
    print("\n".join(complaints(now, stored)) or "Everything has been read as it is.")


if __name__ == "__main__":
    main(*sys.argv[1:])
