"""Print a theorem object: its statement, its hypotheses and the named lines of its proof.

    ```{statement} NOVIKOFF
    ```
    ```{hypotheses} NOVIKOFF
    ```
    ```{proof-lines} NOVIKOFF
    :only: progress growth
    ```
    by {line}`NOVIKOFF.growth` and {line}`NOVIKOFF.margin`

NOVIKOFF is a name of the package (`prooflines_module`). Its statement gets the anchor `theorem-novikoff`; `anchor`
makes those of hypotheses and lines, `novikoff-growth`. A name that the theorem does not have stops the build.

The reason of a line is printed once, where a reader of the chapters in their order first meets the line. If another
theorem, related by `builds_on`, has the same line with the same reason later, a link leads there.

If the theorem has a machine-checked proof, its statement and each of its lines link to it, on the book's pages only. If
it waits for one (`UNPROVED` in `certificates/proved.py`), its statement says so, and the atlas.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

from chapters import chapter_of, chapters, to_read
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective, SphinxRole

PROOFS, HOW = "proofs", "book/proofs"  # the folder of the proofs on the site, and the page that explains them
CHECKED = "machine-checked"  # the class of links to the proofs


def find_theorem(env, name):
    """Return the theorem object of that name."""
    module = import_module(env.config.prooflines_module)
    if not hasattr(module, name):
        raise ExtensionError(f"{env.docname}: {module.__name__} has no theorem {name!r}")
    return getattr(module, name)


def find_claims(env, theorem, *kinds):
    """Map names to claims of the theorem object called `theorem`; the kinds are "hypotheses" and "lines"."""
    return {claim.name: claim for kind in kinds for claim in getattr(find_theorem(env, theorem), kind)}


def choose(env, claims, theorem, names):
    """Return the claims of these names, in the theorem's order."""
    for name in names:
        if name not in claims:
            raise ExtensionError(f"{env.docname}: {theorem} has no {name!r}; it has: {', '.join(claims)}")
    return [claim for name, claim in claims.items() if name in names]


def source_of(module, theorem, line):
    """The name of the theorem from which a line comes: one that this builds on and that has the line, or itself."""
    for parent, _ in theorem.builds_on:
        for same in getattr(module, parent).lines:
            if (same.name, same.reason) == (line.name, line.reason) and same.formula == line.formula:
                return source_of(module, getattr(module, parent), same)
    return theorem.name


PRINTED = re.compile(r"^`{3,}\{proof-lines\} (\w+)\n(?::only: ([^\n]*)\n)?", re.M)


@cache
def printing(root):
    """Return (theorem, chosen lines) for each directive of the chapters, in the book's order; no lines mean all."""
    pages = [page for name in chapters(root) for page in to_read(root, name)]
    found = [one for page in pages for one in PRINTED.findall(Path(root, f"{page}.md").read_text("utf-8"))]
    return [(theorem, only.split()) for theorem, only in found]


def first_said(module, root, theorem, line):
    """Return the name of the theorem under which a line is printed first."""
    source = source_of(module, theorem, line)
    for name, only in printing(root):
        if line.name in only or not only:
            for same in getattr(module, name).lines:
                if same.name == line.name and source_of(module, getattr(module, name), same) == source:
                    return name
    return source


def anchor(theorem, name):
    return f"{theorem}-{name}".lower().replace("_", "-")


def note(env, target, name):
    """Make an anchor known to Sphinx, so that any page can link to it, and a repeated anchor gives a warning."""
    env.get_domain("std").note_hyperlink_target(target, env.docname, target, name)


#: A hyphen that means minus: before a number or a letter, or between two of them.
MINUS = re.compile(r"(?<![^\s(])-(?=[\w∞]| )")


def sentence(text):
    """Make a paragraph of plain text with $...$ formulas.

    >>> print(sentence("A p-norm between -R and R - 1.").astext())
    A p-norm between −R and R − 1.
    """
    paragraph = nodes.paragraph()
    for i, piece in enumerate(re.split(r"\$([^$]+)\$", text)):
        paragraph += nodes.math(piece, piece) if i % 2 else nodes.Text(MINUS.sub("−", piece))
    return paragraph


def listed(links, between=", "):
    """Make a paragraph of links."""
    paragraph = nodes.paragraph()
    for link in links:
        paragraph += [nodes.Text(between)] * bool(paragraph.children) + [link]
    return paragraph


def to_claim(docname, target, words):
    """Make a link to an anchor, on whichever page it is."""
    text = nodes.inline(words, words, classes=["xref", "std", "std-ref"])
    return pending_xref("", text, refdomain="std", reftype="ref", reftarget=target, refexplicit=True, refwarn=True,
                        refdoc=docname)  # fmt: skip


def link(env, docname, *words, place=""):
    """Make a link from the page being read to any page of the site, even one without a Sphinx source."""
    uri = env.app.builder.get_relative_uri(env.docname, docname) + place
    return nodes.reference("", "", *words, internal=True, refuri=uri)


def to_proof(env, theorem, claim, *words):
    """Make a link to a lemma of the theorem's machine-checked proof, which holds for all runs."""
    file, _, module = theorem.proof.partition(".")
    return link(env, f"{PROOFS}/{file}", *words, place=f"#{module}.{claim.replace('-', '_')}")


def said_of_proof(env, theorem):
    """Say how a theorem is checked: on runs, in the chapter's lab; and for all runs, with a link to what that means."""
    said = nodes.paragraph(classes=[CHECKED])
    lab = f"notebooks/{chapter_of(env.srcdir, env.docname)}"
    if lab in env.found_docs:
        said += [nodes.Text("Checked on a run: "), link(env, lab, nodes.Text("the lab")), nodes.Text(". ")]
    proof = to_proof(env, theorem, "theorem", nodes.Text("the proof"))
    how = link(env, HOW, nodes.Text("what that rests on"))
    table = import_module(f"{env.config.prooflines_module}.certificates.proved").PROVED_FOR
    runs = f"all runs, {table[theorem.name]}" if theorem.name in table else "all runs"
    said += [nodes.Text(f"Checked for {runs}: "), proof, nodes.Text(", each step of which a program has verified; ")]
    said += [how, nodes.Text(".")]
    return said


def not_checked(theorem):
    """What is said of a theorem that waits for its proof in Coq."""
    paragraph = sentence(f" for all runs, because {theorem.unproved}.")
    paragraph.insert(0, nodes.strong("", "Not yet machine-checked"))
    return paragraph


class Statement(SphinxDirective):
    """Print the theorem in words."""

    required_arguments = 1

    def run(self):
        theorem = find_theorem(self.env, self.arguments[0])
        paragraphs = [sentence(paragraph) for paragraph in theorem.statement.split("\n\n")]
        paragraphs[0]["ids"] = [anchor("theorem", theorem.name)]
        note(self.env, anchor("theorem", theorem.name), theorem.title)
        if theorem.proof:
            paragraphs.append(said_of_proof(self.env, theorem))
        elif theorem.unproved:
            paragraphs.append(not_checked(theorem))
        return paragraphs


class Claims(SphinxDirective):
    """Print a definition list: each claim's name, its number and where it is evaluated; its formula and its reason."""

    kind: str
    required_arguments = 1
    option_spec = {"only": str.split}

    def run(self):
        theorem = self.arguments[0]
        claims = find_claims(self.env, theorem, self.kind)
        chosen = choose(self.env, claims, theorem, self.options.get("only", claims))
        items = [self.item(theorem, claim) for claim in chosen]
        return [nodes.definition_list("", *items, classes=["claims", self.kind])]

    def item(self, theorem, claim):
        target = anchor(theorem, claim.name)
        note(self.env, target, claim.name)
        term = nodes.term("", "", nodes.strong(claim.name, claim.name.replace("_", " ")), ids=[target])
        number = find_theorem(self.env, theorem).labels[claim.name]
        for text, kind in ((number, "claim-label"), (claim.at.words, "claim-range")):
            term += [nodes.Text(" "), nodes.inline(text, text, classes=[kind])]
        return nodes.definition_list_item("", term, nodes.definition("", *self.says(theorem, claim)))

    def says(self, theorem, claim):
        formula = nodes.math_block(claim.formula, claim.formula, nowrap=False, number=None, label=None)
        return formula, sentence(claim.reason)


def folded(summary, *content):
    """Fold content on a page; paper shows it unfolded."""
    head, tail = f'<details class="checked"><summary>{summary}</summary>', "</details>"
    return [nodes.raw("", head, format="html"), *content, nodes.raw("", tail, format="html")]


class Hypotheses(Claims):
    """Print the hypotheses as checked, with the lines that rest on them; folded, since the theorem has the words."""

    kind = "hypotheses"

    def run(self):
        (name,) = self.arguments
        self.env.temp_data[f"hypotheses of {name}"] = True
        theorem = find_theorem(self.env, name)
        rest = [rests(self.env, theorem)] if theorem.uses else []
        return folded("The hypotheses, as a run is checked for them", *super().run(), *rest)

    def says(self, theorem, claim):
        return super().says(theorem, claim)[::-1]


#: The purpose of a hypothesis that no line of a proof uses.
IDLE = {
    "mistakes-update": ": it turns a bound on updates into one on mistakes",
    "satisfiable": ": it makes the bound true even of a run without a mistake",
    **dict.fromkeys(
        ("consistent", "drawn", "every-round"), ": with it the sum in the bound is the expected number of mistakes"
    ),
    **dict.fromkeys(("conjugate", "strongly-convex"), ": it is part of what the proof calls a potential"),
    **dict.fromkeys(("update-rule", "normalised-rule", "signs"), ": it is part of what the proof calls the learners"),
    "single-pass": ": with it the T rounds, whose mistakes the lines count, are all rounds of the run",
    "small-learning-rate": ": given the other hypotheses, it is another form of gain",
    "no-threshold": ": it leads to mistake, which the lines use",
    "multipliers": ": with it the first two lines show that v is the best",
}


def counterexamples(root, theorem):
    """Map each hypothesis to the name in `proofs/Needed.v` of a run on which the theorem fails without it."""
    examples = set(re.findall(r"^Example (\w+)", Path(root, PROOFS, "Needed.v").read_text("utf-8"), re.M))
    names = {claim.name: f"{theorem.name}_{claim.name}".lower().replace("-", "_") for claim in theorem.hypotheses}
    return {claim: name for claim, name in names.items() if name in examples}


def rests(env, theorem):
    """List the lines that use each hypothesis, as Coq found them, and the purpose of unused hypotheses."""
    needed = counterexamples(env.app.srcdir, theorem)
    said = nodes.paragraph("", "What hangs on what: ", classes=["rests"])
    idle = []
    for claim in theorem.hypotheses:
        lines = [theorem.labels[name] for name, used in theorem.uses.items() if claim.name in used]
        name = nodes.emphasis(claim.name, claim.name)
        if claim.name in needed:
            name = link(env, f"{PROOFS}/Needed", name, place=f"#{needed[claim.name]}")
        if lines:
            said += [name, nodes.Text(f" → {', '.join(lines)}; ")]
        else:
            idle.append(name)
    said[-1] = nodes.Text(said[-1].removesuffix("; ") + ".")
    for name in idle:
        said += [nodes.Text(" No line uses "), name, nodes.Text(IDLE.get(name.astext(), "") + ".")]
    if needed:
        said += nodes.Text(
            " Without a linked hypothesis the theorem is false, as a run shows. For the others no run is given here."
        )
    return said


class ProofLines(Claims):
    kind = "lines"

    def run(self):
        theorem = find_theorem(self.env, self.arguments[0])
        ends = theorem.lines[-1].name in self.options.get("only", theorem.labels)
        said = f"hypotheses of {theorem.name}" in self.env.temp_data
        if not theorem.uses or said or not ends:
            return super().run()
        return super().run() + folded("Which lines hang on which hypothesis", rests(self.env, theorem))

    def says(self, theorem, claim):
        module = import_module(self.env.config.prooflines_module)
        first = first_said(module, self.env.srcdir, find_theorem(self.env, theorem), claim)
        formula, reason = super().says(theorem, claim)
        if first == theorem:
            return formula, reason
        there = to_claim(self.env.docname, anchor(first, claim.name), getattr(module, first).title)
        return formula, nodes.paragraph("", "", nodes.Text("As in: "), there)

    def item(self, theorem, claim):
        item = super().item(theorem, claim)
        if find_theorem(self.env, theorem).proof:
            words = nodes.inline("", f"machine-checked proof of {claim.name}", classes=["visually-hidden"])
            proof = to_proof(self.env, find_theorem(self.env, theorem), claim.name, words)
            proof["classes"].append(CHECKED)
            item[0] += [nodes.Text(" "), proof]
        return item


class LineRole(SphinxRole):
    """Link to a printed claim, with its name as text."""

    def run(self):
        theorem, _, name = self.text.partition(".")
        choose(self.env, find_claims(self.env, theorem, "hypotheses", "lines"), theorem, [name])
        link = to_claim(self.env.docname, anchor(theorem, name), name.replace("_", " "))
        self.set_source_info(link)
        return [link], []


def leave_out_links(app, doctree, docname):
    """Remove links to the proofs from slides and paper."""
    if app.builder.name != "html":
        for node in list(doctree.findall(nodes.Element)):
            if CHECKED in node["classes"]:
                node.parent.remove(node)


def setup(app):
    app.connect("doctree-resolved", leave_out_links, priority=300)
    app.add_config_value("prooflines_module", "mistakebound", "env")
    app.add_directive("statement", Statement)
    app.add_directive("hypotheses", Hypotheses)
    app.add_directive("proof-lines", ProofLines)
    app.add_role("line", LineRole())
