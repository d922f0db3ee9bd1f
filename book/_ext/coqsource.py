"""What the files of `proofs/` say, read as text: nothing here needs Coq.

A file is split into sentences, which end with a full stop. Whatever stands between `Proof.` and `Qed.` is skipped.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

STATEMENT = re.compile(r"(Lemma|Theorem|Corollary|Remark|Fact|Proposition) ([\w']+)\s*(.*)", re.S)
#: A lemma that is another theorem's of the same name, about what this one is about.
INSTANCE = re.compile(r"Definition ([\w']+)\b.*?:= (?:[A-Z]\w+\.)?[A-Z_\d]+\.\1\b.*", re.S)
HYPOTHESIS = re.compile(r"Hypothes[ie]s ([\w' ]+?)\s*(:.*)", re.S)
#: What statements stand on, besides the hypotheses.
MEANING = re.compile(
    r"(?:(?:Local|Global|#\[\w+\]) )*"
    r"(?:Definition|Fixpoint|CoFixpoint|Inductive|Record|Structure|Class|Instance|Function|Notation|Infix|Coercion|Let"
    r"|Variables?|Context|Open|From|Require|Import)\b"
)
#: What may be made by a proof, and then is what its proof makes it.
MADE = re.compile(r"(?:Definition|Fixpoint|Instance|Let)\b(?!.*:=)")
#: What stands for a proof that is not there. Hypotheses are such outside of sections only.
GAP = re.compile(r"(?:Axioms?|Parameters?|Conjecture|Admitted|Abort)\b|.*\b(?:admit|give_up)\b", re.S)
ASSUMES = re.compile(r"(?:Hypothes[ie]s|Variables?|Context)\b")


@dataclass
class Module:
    """A module, or what a file has outside of its modules: statements by name, and what they stand on."""

    hypotheses: dict = field(default_factory=dict)
    statements: dict = field(default_factory=dict)
    meaning: list = field(default_factory=list)
    theorems: list = field(default_factory=list)  # the names of those statements that are theorems
    without: set = field(default_factory=set)  # names between asterisks in its comments


@dataclass
class File:
    outside: Module
    modules: dict
    gaps: list  # sentences that leave something unproved


def without_comments(text):
    """The text with each comment, also one with comments in it, as a space."""
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
    """The sentences of a file without their full stops, each in one line, proofs left out.

    A definition that a proof makes is one sentence with it.
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
    """A file, taken apart."""
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
    """The names between asterisks in a module: *uniform-start*."""
    body = re.search(rf"\bModule {module}\.(.*?)\bEnd {module}\.", text, re.S)
    return set(re.findall(r"(?<!\()\*([a-z][a-z0-9-]*)\*(?!\))", body[1])) if body else set()


def read_all(folder):
    """{file: what it says} of a folder, by names without suffix."""
    return {path.stem: read(path.read_text("utf-8")) for path in sorted(Path(folder).glob("*.v"))}


def lemma(name):
    """What the claim of that name is called in a proof."""
    return name.replace("-", "_")
