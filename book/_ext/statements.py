"""Two tables for what a reader must judge about the machine-checked proofs, because no program can.

    ```{final-theorems}
    ```
    ```{quantities}
    ```

The first prints each theorem in words beside Coq's theorem about the running learner; the second prints each quantity
of the claims in print, read aloud and in Coq. Coq itself compares everything else.
"""

import re
from pathlib import Path

from docutils import nodes
from prooflines import PROOFS, link, sentence
from proofpages import theorem_objects
from sphinx.util.docutils import SphinxDirective

STATED = re.compile(r"^(?:Theorem|Corollary) .*?\.(?=\s*\nProof)", re.M | re.S)


def proved(config):
    return [theorem for theorem in theorem_objects(config) if theorem.proof]


class FinalTheorems(SphinxDirective):
    """The statement in words, then the theorems and corollaries of its module."""

    def run(self):
        shown = []
        for theorem in proved(self.config):
            file, _, name = theorem.proof.partition(".")
            path = Path(self.env.app.srcdir, PROOFS, f"{file}.v")
            self.env.note_dependency(str(path))
            module = re.search(rf"^Module {name}\.$.*?^End {name}\.$", path.read_text("utf-8"), re.M | re.S)[0]
            code = "\n\n".join(STATED.findall(module))
            title = link(self.env, f"{PROOFS}/{file}", nodes.Text(theorem.title), place=f"#{name}")
            words = [sentence(paragraph) for paragraph in theorem.statement.split("\n\n")]
            shown += [nodes.rubric("", "", title), *words, nodes.literal_block(code, code, language="coq")]
        return [nodes.container("", *shown, classes=["final-theorems"])]


class Quantities(SphinxDirective):
    """A row for each letter of the claims that Coq compares, and for each quantity that a run measures as a whole."""

    def run(self):
        rows = set()
        for theorem in proved(self.config):
            for claim in theorem.hypotheses + theorem.lines:
                if claim.says.coq is not None:
                    for side in (claim.says.left, claim.says.right):
                        collect(side, rows)
        rows = sorted(rows, key=lambda row: (len(row[0]), row))
        cells = ((nodes.math(tex, tex), words, nodes.literal(coq, coq)) for tex, words, coq in rows)
        return [table(("printed", "read aloud", "in Coq"), *cells, classes=["quantities"])]


def collect(expression, rows):
    """Add the quantities of an expression; numbers need no row."""
    if expression.of is not None and re.search("[a-zA-Z]", expression.write("words").text):
        rows.add(tuple(expression.write(how, "R").text for how in ("tex", "words", "coq")))
    for part in (*expression.parts, *([expression.in_coq] if expression.in_coq else [])):
        collect(part, rows)


def table(head, *rows, **options):
    """Make a table of texts and nodes."""

    def row(cells):
        inside = [cell if isinstance(cell, nodes.Node) else nodes.Text(cell) for cell in cells]
        return nodes.row("", *[nodes.entry("", nodes.paragraph("", "", cell)) for cell in inside])

    columns = [nodes.colspec(colwidth=1) for _ in head]
    body = nodes.thead("", row(head)), nodes.tbody("", *map(row, rows))
    return nodes.table("", nodes.tgroup("", *columns, *body, cols=len(head)), **options)


def setup(app):
    app.add_directive("final-theorems", FinalTheorems)
    app.add_directive("quantities", Quantities)
