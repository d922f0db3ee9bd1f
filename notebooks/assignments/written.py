"""All that a student wrote, in the form of the release: no cell is lost, wherever it is and whatever its type.

A submission may lack cells, change tests, or hold answers in other places. So the released notebook is the frame. What
differs from it is the student's own. Code stays where it was, and runs there; text that is between one proof's
question and the next belongs to that proof, in the order in which it was written, with its pictures.
"""

import ast
import json
import re
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from hashlib import sha256
from urllib.parse import quote

from nbformat.v4 import new_code_cell, new_markdown_cell

from execution import CUT, NOT_RUN, TOO_LONG
from tampering import TAMPERED

ELSEWHERE = "*There is no answer here. It may be in another cell of this notebook.*"
MOVED = "# This answer is in another cell."
LONGEST = 200_000  # characters of a cell
WRITTEN = "written"  # in the metadata of a cell that a student added


def marked(cell, mark):
    """One of nbgrader's marks on a cell; None if its metadata have another form."""
    said = cell["metadata"].get("nbgrader")
    return said.get(mark) if isinstance(said, dict) else None


def name(cell):
    """The name by which nbgrader knows a cell, or None."""
    said = marked(cell, "grade_id")
    return said if isinstance(said, str) else None


def is_answer(cell):
    return bool(marked(cell, "solution"))


def is_graded(cell):
    return bool(marked(cell, "grade"))


def is_test(cell):
    return is_graded(cell) and not is_answer(cell)


def is_proof(cell):
    return is_graded(cell) and is_answer(cell)


def named(notebook):
    """The named cells of a notebook; of several with one name, the first."""
    cells = {}
    for cell in notebook["cells"]:
        if name(cell):
            cells.setdefault(name(cell), cell)
    return cells


def digest(*parts):
    """A short name for what was written: the same if, and only if, it is the same."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:20]


# ---------------------------------------------------------------- code


def parsed(source):
    """The statements of a cell; None if they are not Python, once the lines of IPython's own are left out."""
    try:
        return ast.parse(re.sub(r"^\s*[%!].*$", "pass", source, flags=re.MULTILINE)).body
    except (SyntaxError, ValueError, RecursionError):
        return None


def defined(source):
    """The names that the cell gives a value.

    >>> sorted(defined("%time work()\\ndef f(): x = 1\\na, (b, *c) = d"))
    ['a', 'b', 'c', 'f']
    """
    found = set()
    for statement in parsed(source) or ():
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            found.add(statement.name)
        else:
            names = (each for each in ast.walk(statement) if isinstance(each, ast.Name))
            found |= {each.id for each in names if isinstance(each.ctx, ast.Store)}
    return found


def asked(source):
    """The names that tests use from each answer of an assignment's source: {answer: names}."""
    tests = [node for cell in source.cells if is_test(cell) for node in ast.walk(ast.parse(cell.source))]
    used = {node.id for node in tests if isinstance(node, ast.Name)}
    answers = [cell for cell in source.cells if is_answer(cell) and not is_graded(cell)]
    return {name(cell): defined(cell.source) & used for cell in answers}


def is_prose(cell):
    """Whether a cell holds words: any that is not code, and code that would do nothing or is not Python."""
    statements = parsed(cell["source"]) if cell["cell_type"] == "code" else None
    return statements is None or all(
        isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in statements
    )


# ---------------------------------------------------------------- text


def additions(text, released):
    """What a student added to one of some released texts: (its place among them, the new lines), or None.

    >>> additions("A question of some length?\\n\\nMy answer.", ["Another one", "A question of some length?"])
    (1, 'My answer.')
    """
    lines = text.splitlines()
    telling = {line for line in map(str.strip, lines) if len(line) > 12}  # others, say $$, may be anybody's
    shared = [sum(map(len, telling & set(map(str.strip, each.splitlines())))) for each in released]
    if not any(shared):
        return None
    place = shared.index(max(shared))
    compared = SequenceMatcher(None, released[place].splitlines(), lines, autojunk=False)
    for _, start, size in reversed(compared.get_matching_blocks()):
        if telling & set(map(str.strip, lines[start : start + size])):
            del lines[start : start + size]
    return place, "\n".join(lines).strip()


def shortened(text):
    """A text that a person and a browser can read."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n\n[The rest of {len(text)} characters was cut here]"


@dataclass
class Piece:
    """A part of what a student wrote, with the pictures that were pasted into it."""

    source: str
    attachments: dict = field(default_factory=dict)

    @classmethod
    def of(cls, cell, source=None):
        source = cell["source"] if source is None else source
        if cell["cell_type"] == "code" and not name(cell):
            fence = "`" * (2 + max(map(len, re.findall("`+", source)), default=1))
            source = f"{fence}python\n{source}\n{fence}"
        return cls(source, cell.get("attachments") or {})


def joined(pieces):
    """One text of several, with all their pictures, each of which is shown."""
    texts, pictures = [], {}
    for piece in pieces:
        text = piece.source
        for given, content in piece.attachments.items():
            label = f"picture-{len(pictures) + 1}"
            pictures[label] = content
            found = text
            for form in sorted({given, quote(given), given.replace(" ", "%20")}, key=len, reverse=True):
                found = found.replace(f"(attachment:{form}", f"(attachment:{label}")
            text = found if found != text else f"{text}\n\n![{label}](attachment:{label})"
        texts.append(text)
    return "\n\n".join(texts).strip("\n"), pictures


# ---------------------------------------------------------------- the notebook


@dataclass
class Written:
    """A submission in the form of the release, what is remarkable about it, and what was read of it.

    `texts` has for each cell that can be given points or a comment a digest of what was written for it: for a proof its
    text, or all text if it is empty; for a test all code.
    """

    notebook: dict
    remarks: list
    texts: dict


class Frame:
    """The released notebook, into which a submission is put; and all its versions, of which a student may have any."""

    def __init__(self, release, source, versions=()):
        self.release, self.asked = release, asked(source)
        self.place = {name(cell): k for k, cell in enumerate(release.cells) if name(cell)}
        self.given, self.prose = {}, []  # the texts of each named cell; and those of the others, with their places
        for version in (release, *versions):
            at = -1
            for cell in version.cells:
                at = self.place.get(name(cell), at + 1)
                if name(cell):
                    self.given.setdefault(name(cell), {""}).add(cell.source.strip())
                else:
                    self.prose.append((min(at, len(release.cells) - 1), cell.source))
        self.proof = {}  # of which proof the text after a released cell is
        for k, cell in enumerate(release.cells):
            if is_answer(cell):
                begin = k - 1 if k and not name(release.cells[k - 1]) else k
                owner = name(cell) if is_graded(cell) else None
                self.proof |= dict.fromkeys(range(begin, len(release.cells)), owner)

    def sort(self, submitted):
        """The answers by name, and all else that a student wrote: [(released cell, whether before or after it, cell)].

        A proof's own cell is `here`.
        """
        answers, own, here, seen = {}, [], -1, set()
        for cell in submitted["cells"]:
            source, key = cell["source"].strip(), name(cell)
            if key in self.place:
                original, blank, copied = self.release.cells[self.place[key]], self.given[key], key in seen
                answer = answers.get(key, {"source": ""})["source"].strip()
                seen.add(key)
                if is_answer(original) and answer in blank:
                    here, answers[key] = self.place[key], cell
                    if is_proof(original):
                        own.append((here, "here", cell))
                elif source not in (answer, *blank):
                    here = here if copied else self.place[key]
                    at = self.place[key] if is_proof(original) else here
                    own.append((at, "after" if copied else "before", {**cell, "metadata": {}}))
                elif not copied:
                    here = self.place[key]
                continue
            handed_out = [place for place, text in self.prose if text.strip() == source]
            if handed_out and not cell.get("attachments"):
                here = next((place for place in handed_out if place > here), handed_out[-1])
                continue
            if defined(source) & set().union(*self.asked.values()):
                cell = {**cell, "cell_type": "code"}
            if cell["cell_type"] != "code":
                found = additions(cell["source"], [text for _, text in self.prose])
                if found:
                    here, source = self.prose[found[0]][0], found[1]
                    cell = {**cell, "source": source}
            if source or cell.get("attachments"):
                own.append((here, "after", cell))
        return answers, own

    def find(self, answers, own):
        """Move code answers in other cells to where the tests look for them; return their names."""
        found, stubs = [], set().union(*(self.given[key] for key in self.asked))
        cells = [(place, cell) for place, where, cell in own if where != "here" and not is_prose(cell)]
        cells += [(self.place[key], cell) for key, cell in answers.items() if key in self.asked]
        for key, names in self.asked.items():
            place, mine = self.place[key], answers.get(key, {"source": ""})["source"].strip()
            empty = mine in stubs
            holders = [(at, cell) for at, cell in cells if names & defined(cell["source"])]
            holders = [(at, cell) for at, cell in holders if cell["source"].strip() not in (mine, *stubs)]
            if not holders or not (empty or not names & defined(mine)):
                continue
            found.append(key)
            if empty:
                answers[key] = {"cell_type": "code", "source": MOVED, "metadata": {}}
            at, last = holders[-1]
            if all(each > place for each, _ in holders):  # with what comes before it, which it may need
                stretch = [each for each in own if each[0] == at and not is_prose(each[2])]
                until = next((n for n, each in enumerate(stretch, start=1) if each[2] is last), 0)
                for each in stretch[:until]:
                    own[own.index(each)] = (place, "after", each[2])
                if not until:  # another answer's cell
                    own.append((place, "after", last))
        return found

    def fill(self, submitted):
        """What a student handed in, in the form of the release."""
        submitted = {"cells": [{**cell, "source": shortened(cell["source"])} for cell in submitted["cells"]]}
        answers, own = self.sort(submitted)
        elsewhere = self.find(answers, own)
        pieces, cells_of, stray = {}, {}, []
        for place, where, cell in own:
            owner = name(cell) if where == "here" else self.proof.get(place)
            blank = where == "here" and cell["source"].strip() in self.given[owner] and not cell.get("attachments")
            if owner and not blank:
                pieces.setdefault(owner, []).append(Piece.of(cell))
            if where != "here" and not (owner and is_prose(cell)):
                cells_of.setdefault((place, where), []).append(own_cell(cell))
                stray += [cells_of[place, where][-1].source] if is_prose(cell) else []
        texts = {key: joined(parts) for key, parts in pieces.items()}
        everything = [stray, sorted((key, *text) for key, text in texts.items() if text[0].strip())]
        notebook, read = deepcopy(self.release), {}
        notebook.cells = cells_of.pop((-1, "after"), [])
        for place, cell in enumerate(deepcopy(self.release.cells)):
            key = name(cell)
            if is_proof(cell):
                text, pictures = texts.get(key, ("", {}))
                read[key] = digest(text, pictures) if text.strip() else digest(everything)
                if text.strip():
                    cell.source, cell["attachments"] = text, pictures
                elif any(everything):
                    cell.source = ELSEWHERE
            elif is_answer(cell) and key in answers and answers[key]["source"].strip():
                cell.source = answers[key]["source"]
            notebook.cells += [*cells_of.get((place, "before"), []), cell, *cells_of.get((place, "after"), [])]
        code = [
            cell.source for cell in notebook.cells if cell.cell_type == "code" and (is_answer(cell) or is_own(cell))
        ]
        for cell in self.release.cells:
            if is_answer(cell) or is_graded(cell):
                read.setdefault(name(cell), digest(code))
        for number, cell in enumerate(notebook.cells, start=1):
            cell.id = f"cell-{number}"
        return Written(notebook, self.differences(submitted, answers, elsewhere, texts), read)

    def differences(self, submitted, answers, elsewhere, texts):
        """How a submission departs from the release, other than in its answers: a list of remarks."""
        given, times = named(submitted), Counter(map(name, submitted["cells"]))
        there = {key: (given[key], self.release.cells[place]) for key, place in self.place.items() if key in given}
        wrote = {key: texts[key][0] if key in texts else cell["source"].strip() for key, cell in answers.items()}
        remarks = {
            "missing cells": [key for key in self.place if key not in there],
            "changed cells, put back": [
                key
                for key, (mine, cell) in there.items()
                if not is_answer(cell) and mine["source"].strip() not in self.given[key]
            ],
            "not answered": [
                key for key, (_, cell) in there.items() if is_answer(cell) and wrote[key] in self.given[key]
            ],
            "answered in another cell": elsewhere,
            "copied cells": [key for key in there if times[key] > 1],
            "of another type": [key for key, (mine, cell) in there.items() if mine["cell_type"] != cell.cell_type],
        }
        return [f"{remark}: {', '.join(cells)}" for remark, cells in remarks.items() if cells]


def is_own(cell):
    return cell.metadata.get(WRITTEN, False)


def own_cell(cell):
    """A cell that a student added: code that can run, and anything else as text."""
    if cell["cell_type"] == "code" and not is_prose(cell):
        return new_code_cell(cell["source"], metadata={WRITTEN: True})
    text, pictures = joined([Piece.of(cell)])
    return new_markdown_cell(text, metadata={WRITTEN: True}, attachments=pictures)


def incidents(executed):
    """What happened when a submission ran, outside the tests: a list of remarks."""
    remarks = []
    for number, cell in enumerate(executed.cells, start=1):
        where = f"cell {number}" + (f" ({name(cell)})" if name(cell) else "")
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and CUT in output.text:
                remarks.append(f"{where} printed too much")
            elif output.output_type == "stream" and output.text.startswith(TAMPERED):
                remarks.append(output.text)
            elif output.output_type != "error":
                continue
            elif output.ename == NOT_RUN:
                return [*remarks, output.evalue]
            elif output.ename == TOO_LONG:
                remarks.append(f"{where} ran too long")
            elif not is_test(cell) and output.ename != "NotImplementedError":
                message = (output.evalue.splitlines() or [""])[0][:80]
                remarks.append(f"{where} raised {output.ename}: {message}")
    return remarks
