"""The claims of a theorem object in Coq, compared by Coq itself with the lemmas of the same names.

For every claim, the module of its theorem gets, where its section ends,

    Definition says_growth : forall t, ... := growth.

Coq accepts that if the statement and the lemma are the same up to its own calculation, and in no other case. Each
letter that stands for an expression is compared with its definition. There Coq also finds the hypotheses on which each
line rests.
"""

import re
from pathlib import Path

from coqsource import lemma

import mistakebound
from mistakebound.certificates.core import Theorem
from mistakebound.certificates.proved import PROVED
from tools.proofs.coq import coqc

THEOREMS = {theorem.name: theorem for theorem in vars(mistakebound).values() if isinstance(theorem, Theorem)}
END = "End Lines."


def letters(expression):
    """{name in Coq: letter} for the letters of an expression that stand for another."""
    found = {} if expression.means is None else {expression.op.coq: expression}
    for part in (*expression.parts, *([] if expression.means is None else [expression.means])):
        found |= letters(part)
    return found


def says(theorem):
    """The definitions that Coq has to accept for a theorem: its claims, and the letters in them."""
    claims = [claim for claim in theorem.hypotheses + theorem.lines if claim.says.coq is not None]
    meant = {}
    for claim in claims:
        yield f"Definition says_{lemma(claim.name)} : {claim.at.coq}{claim.says.coq} := {lemma(claim.name)}."
        meant |= letters(claim.says.left) | letters(claim.says.right)
    # a letter that changes with the rounds is a vector here, and Coq's definition of it is by entries
    for i, letter in enumerate(letter for letter in meant.values() if letter.index is None):
        stands_for = f"{letter.write('coq')} = {letter.means.write('coq', letter.kind)}"
        yield f"Definition means_{i} : {stands_for} := eq_refl."


def unsaid(theorem):
    """The claims of a theorem that have no statement in Coq."""
    return [claim.name for claim in theorem.hypotheses + theorem.lines if claim.says.coq is None]


def rests(theorem):
    """The question to Coq about the hypotheses on which each line rests."""
    for line in theorem.lines:
        yield f'Goal True. idtac "# {theorem.name}.{line.name}". Abort.\nPrint Assumptions {lemma(line.name)}.'


def with_questions(text, questions):
    """A file with more sentences where the sections of its modules end: {module: sentences}."""
    for module, sentences in questions.items():
        start = re.search(rf"^Module {module}\.$", text, re.M).start()
        end = text.index(END, start)
        text = text[:end] + "".join(f"{sentence}\n" for sentence in sentences) + text[end:]
    return text


def ask(root, file, compiled, folder, theorems=None):
    """Coq's answers on the claims of the theorems proved in a file, and on the hypotheses of each line."""
    named = THEOREMS | (theorems or {})
    questions = {name: [*says(named[name]), *rests(named[name])] for name in PROVED[file]}
    text = Path(root, "proofs", f"{file}.v").read_text("utf-8")
    return coqc(with_questions(text, questions), compiled, folder, "Asked")


def uses(answer):
    """{theorem: {line: its hypotheses}}, from Coq's answers."""
    found = {}
    for part in answer.split("# ")[1:]:
        place, _, text = part.partition("\n")
        theorem, line = place.strip().split(".")
        assumed = {name.strip() for name in re.findall(r"^([\w.']+)\n?\s*:", text.partition("Axioms:")[0], re.M)}
        hypotheses = [claim.name for claim in THEOREMS[theorem].hypotheses if lemma(claim.name) in assumed]
        found.setdefault(theorem, {})[line] = hypotheses
    return found


def all_uses(root, compiled, folder):
    """The uses in all files."""
    found = {}
    for file in PROVED:
        found |= uses(ask(root, file, compiled, folder).stdout)
    return found
