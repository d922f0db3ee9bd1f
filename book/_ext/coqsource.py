"""Read the files of `proofs/` as text, without Coq.

A file is split into sentences, which end with a full stop. The text between `Proof.` and `Qed.` is skipped.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

STATEMENT = re.compile(r"(Lemma|Theorem|Corollary|Remark|Fact|Proposition) ([\w']+)\s*(.*)", re.S)
#: A definition that takes over another module's lemma of the same name.
INSTANCE = re.compile(r"Definition ([\w']+)\b.*?:= (?:[A-Z]\w+\.)?[A-Z_\d]+\.\1\b.*", re.S)
HYPOTHESIS = re.compile(r"Hypothes[ie]s ([\w' ]+?)\s*(:.*)", re.S)
#: Commands on which statements rest, besides hypotheses.
MEANING = re.compile(
    r"(?:(?:Local|Global|#\[\w+\]) )*"
    r"(?:Definition|Fixpoint|CoFixpoint|Inductive|Record|Structure|Class|Instance|Function|Notation|Infix|Coercion|Let"
    r"|Variables?|Context|Open|From|Require|Import)\b"
)
#: Definitions without a body: the proof that follows constructs the object.
MADE = re.compile(r"(?:Definition|Fixpoint|Instance|Let)\b(?!.*:=)")
#: Words in place of a missing proof; outside of sections, hypotheses too leave something unproved.
GAP = re.compile(r"(?:Axioms?|Parameters?|Conjecture|Admitted|Abort)\b|.*\b(?:admit|give_up)\b", re.S)
ASSUMES = re.compile(r"(?:Hypothes[ie]s|Variables?|Context)\b")


@dataclass
class Module:
    """A module, or the part of a file outside its modules: statements by name, and what they rest on."""

    hypotheses: dict = field(default_factory=dict)
    statements: dict = field(default_factory=dict)
    meaning: list = field(default_factory=list)
    theorems: list = field(default_factory=list)  # the names of the statements that are theorems
    without: set = field(default_factory=set)  # names between asterisks in comments


@dataclass
class File:
    outside: Module
    modules: dict
    gaps: list  # sentences that leave something unproved


def without_comments(text):
    """Replace each comment, even one with comments inside, by a space."""
    kept, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece == "(*":
            depth += 1
        elif piece == "*)" and depth:
            depth -= 1
            kept += [" "] * (depth == 0)
        elif not depth:
            kept.append(piece)
    return "".join(kept)


def sentences(text):
    """Return the sentences of a file without full stops, each on one line, and without proofs.

    A definition that a proof constructs forms one sentence with this proof.
    """
    proving, made = False, []
    for sentence in re.split(r"\.(?=\s|$)", without_comments(text)):
        sentence = re.sub(r"^(?:[-+*{}]\s*)+", "", " ".join(sentence.split()))
        if re.match(r"(?:Qed|Defined)$", sentence):
            if made:
                yield ". ".join(made if sentence == "Defined" else made[:1])
            proving, made = False, []
        elif GAP.match(sentence):
            proving, made = False, []
            yield sentence
        elif made or MADE.match(sentence):
            made.append(sentence)
        elif re.match(r"Proof\b", sentence):
            proving = True
        elif sentence and not proving:
            yield sentence


def read(text):
    """Parse a file into its modules."""
    file = File(Module(), {}, [])
    inside, sections = None, []
    for sentence in sentences(text):
        module = file.modules[inside] if inside else file.outside
        if opened := re.fullmatch(r"Module (\w+)", sentence):
            inside = opened[1]
            file.modules[inside] = Module(without=names_in_comments(text, inside))
        elif opened := re.fullmatch(r"Section (\w+)", sentence):
            sections.append(opened[1])
        elif closed := re.fullmatch(r"End (\w+)", sentence):
            if sections and closed[1] == sections[-1]:
                sections.pop()
            else:
                inside = None
        elif GAP.match(sentence) or (ASSUMES.match(sentence) and not sections):
            file.gaps.append(sentence)
        elif found := HYPOTHESIS.match(sentence):
            module.hypotheses |= dict.fromkeys(found[1].split(), found[2])
        elif found := STATEMENT.match(sentence):
            module.statements[found[2]] = found[3]
            module.theorems += [found[2]] * (found[1] == "Theorem")
        elif found := INSTANCE.match(sentence):
            module.statements[found[1]] = found[0].partition(found[1])[2].strip()
        elif MEANING.match(sentence):
            module.meaning.append(sentence)
    return file


def names_in_comments(text, module):
    """Return the names between asterisks in a module: *uniform-start*."""
    body = re.search(rf"\bModule {module}\.(.*?)\bEnd {module}\.", text, re.S)
    return set(re.findall(r"(?<!\()\*([a-z][a-z0-9-]*)\*(?!\))", body[1])) if body else set()


def read_all(folder):
    """Parse all files of a folder, by their names without suffix."""
    return {path.stem: read(path.read_text("utf-8")) for path in sorted(Path(folder).glob("*.v"))}


def lemma(name):
    """Return the name of a claim in Coq."""
    return name.replace("-", "_")
