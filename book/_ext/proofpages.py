"""The pages of the machine-checked proofs, one for each file of `proofs/`, and a list of theorems by file.

    ```{proved-theorems}
    ```
    by {lemma}`Vectors.dot_sym` of {lemma}`Vectors`

`book/_proofs/` holds the output of coqdoc, so that nobody needs Coq to build the book. Above each lemma its page shows
the corresponding words of the book: a reader must judge whether both state the same.
"""

import json
import re
from html import escape
from importlib import import_module
from pathlib import Path

from coqsource import lemma, read_all
from docutils import nodes
from formulas import in_line
from prooflines import HOW, PROOFS, anchor, link, listed
from sphinx.addnodes import pending_xref
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

FOLDER = "book/_proofs"
#: A line of code that begins the statement of a claim, a theorem or a corollary.
BEGINS = re.compile(r'\s*<span class="k">(Lemma|Definition|Hypothesis|Theorem|Module|Corollary|Example)</span> '
                    r'<span class="nf" id="([\w.]+)">')  # fmt: skip
INTRO = """<h1>{}.v</h1>
<p class="beside">A file of machine-checked proofs, as the proof assistant Coq reads it. Above each lemma stands what
the book says in that place. <a href="{}">How the proofs are checked</a></p>
"""
logger = logging.getLogger(__name__)


def theorem_objects(config):
    """Return the theorem objects of the package, without their class."""
    values = vars(import_module(config.prooflines_module)).values()
    return [value for value in values if hasattr(value, "statement") and not isinstance(value, type)]


def printed(env, theorems):
    """Map each claim to where a page prints it, under any of the theorems that share it."""
    places, found = env.get_domain("std").anonlabels, {}
    for theorem in theorems:
        for claim in theorem.hypotheses + theorem.lines:
            if (place := anchor(theorem.name, claim.name)) in places:
                found.setdefault(id(claim), place)
    return found


class Beside:
    """The words of the book for each lemma of a file; `beside` maps a lemma's anchor to HTML."""

    def __init__(self, app, docname):
        self.app, self.docname = app, docname
        self.places = app.env.get_domain("std").anonlabels
        theorems = theorem_objects(app.config)
        self.printed = printed(app.env, theorems)
        self.beside = {}
        for theorem in theorems:
            if theorem.proof and theorem.proof.partition(".")[0] == Path(docname).name:
                self.add(theorem)

    def add(self, theorem):
        stated = self.to_book(anchor("theorem", theorem.name), theorem.title)
        self.beside[theorem.name] = f"<p class='beside'>In the book: {stated}</p>"
        statement = [*map(in_words, theorem.statement.split("\n\n")), f"{stated}, for all runs"]
        self.beside[f"{theorem.name}.theorem"] = "".join(f"<p class='beside'>{words}</p>" for words in statement)
        self.beside[f"Corollary {theorem.name}"] = f"<p class='beside'>{stated}, in a special case</p>"
        tight = in_words(theorem.how_tight)
        self.beside[f"Example {theorem.name}"] = f"<p class='beside'>{stated}. How tight? {tight}</p>"
        for claim in theorem.hypotheses + theorem.lines:
            name = self.to_book(self.printed.get(id(claim)), claim.name.replace("_", " "))
            number, where = theorem.labels[claim.name], escape(claim.at.words)
            for scope in ("", "Lines."):
                self.beside[f"{theorem.name}.{scope}{lemma(claim.name)}"] = (
                    f"<p class='beside'><span>{number}</span> {name} <span>{where}</span> {in_line(claim.formula)}</p>"
                )

    def to_book(self, place, words):
        if place not in self.places:
            return escape(words)
        docname, target = self.places[place]
        return f'<a href="{self.app.builder.get_relative_uri(self.docname, docname)}#{target}">{escape(words)}</a>'

    def put(self, page):
        """Return the page with the book's words above each lemma."""
        written = []
        for line in page.splitlines():
            begun = BEGINS.match(line.removeprefix(OPENS))
            kind, place = begun.groups() if begun else ("", "")
            says = self.beside.get(place) or self.beside.get(f"{kind} {place.partition('.')[0]}")
            if says and line.startswith(OPENS):
                line = says + line
            elif says:
                line = CLOSES + says + OPENS + line
            written.append(line)
        return re.sub(r"\s+</pre>", "\n</pre>", "\n".join(written))


def in_words(text):
    """Make a paragraph of plain text with $...$ formulas."""
    pieces = re.split(r"\$([^$]+)\$", text)
    return "".join(in_line(piece) if i % 2 else escape(piece) for i, piece in enumerate(pieces))


OPENS, CLOSES = '<div class="highlight"><pre>', "</pre></div>"


def contents(name, page):
    """List the modules of a page, in the theme's form of a page's contents."""
    modules = re.findall(r'Module</span> <span class="nf" id="(\w+)"', page)
    inner = "".join(f'<li><a class="reference internal" href="#{name}">{name}</a></li>' for name in modules)
    return f'<ul><li><a class="reference internal" href="#">{name}</a><ul>{inner}</ul></li></ul>' if modules else ""


def make_pages(app):
    """Make a page of the site for each file, unless nothing has changed in what it shows of the book."""
    if app.builder.name != "html":
        return
    paths = sorted(Path(app.srcdir, FOLDER).glob("*.html"))
    logger.info("machine-checked proofs: %s committed pages of %s", len(paths), FOLDER)
    for path in paths:
        docname = f"{PROOFS}/{path.stem}"
        if not getattr(app.env, "shown_changed", True) and Path(app.outdir, f"{docname}.html").is_file():
            continue
        page = path.read_text("utf-8").partition("-->\n")[2]  # the first line names the text of the page
        intro = INTRO.format(path.stem, app.builder.get_relative_uri(docname, HOW))
        body = f"<section>{intro}{Beside(app, docname).put(page)}</section>"
        yield docname, {"title": f"{path.stem}.v", "body": body, "toc": contents(path.stem, page)}, "page.html"


def said_of_axioms(module):
    """Say how many theorems there are, and how many of these rest on no axiom, as Coq found (`make coqdoc`)."""
    proved = import_module(f"{module}.certificates.proved")
    rests, waiting = json.loads(proved.AXIOMS.read_text("utf-8")), len(proved.UNPROVED)
    these = f"These are all {len(rests)}" if not waiting else f"These are {len(rests)} of the {len(rests) + waiting}"
    free, named = sum(not axioms for axioms in rests.values()), sorted(set().union(*rests.values()))
    return (
        f"{these} theorems of the package. {free} of them rest on no axiom at all, "
        f"the others on some of {', '.join(named)}."
    )


class ProvedTheorems(SphinxDirective):
    """List the theorems proved in each file."""

    def run(self):
        theorems = theorem_objects(self.config)
        proved = nodes.definition_list(classes=["proved"])
        for file, read in read_all(Path(self.env.app.srcdir, PROOFS)).items():
            here = [self.stated(theorem) for theorem in theorems if theorem.proof == f"{file}.{theorem.name}"]
            names = {theorem.name for theorem in theorems}
            here += [self.shown(file, name) for name in read.modules if name not in names]
            if here:
                term = nodes.term("", "", link(self.env, f"{PROOFS}/{file}", nodes.Text(f"{file}.v")))
                proved += nodes.definition_list_item("", term, nodes.definition("", listed(here, "; ")))
        return [nodes.paragraph("", said_of_axioms(self.config.prooflines_module)), proved]

    def stated(self, theorem):
        title = nodes.inline("", theorem.title)
        return pending_xref("", title, refdomain="std", reftype="ref", reftarget=anchor("theorem", theorem.name),
                            refexplicit=True, refwarn=True, refdoc=self.env.docname)  # fmt: skip

    def shown(self, file, name):
        """List a module with results that no theorem object states."""
        return link(self.env, f"{PROOFS}/{file}", nodes.literal("", name), place=f"#{name}")


class LemmaRole(SphinxRole):
    """Link to a file of proofs, or to a lemma or a module in one."""

    def run(self):
        file, _, place = self.text.partition(".")
        words = nodes.literal("", place.rpartition(".")[2] or f"{file}.v")
        return [link(self.env, f"{PROOFS}/{file}", words, place=f"#{place}" if place else "")], []


def setup(app):
    app.add_role("lemma", LemmaRole())
    app.add_directive("proved-theorems", ProvedTheorems)
    app.connect("html-collect-pages", make_pages)
