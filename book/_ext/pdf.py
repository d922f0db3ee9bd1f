"""The whole book as one PDF, through LaTeX: `make pdf`.

It has what the pages have, with the numbers that they have, so that a reader of either finds a theorem of the other.
What paper cannot do is left to the site, and linked: of a player its still pictures stay, and the labs are left out,
since the chapters show their figures and numbers. Solutions, which pages fold, are at the end of their page.
`typeset.py` makes a PDF of what this writes.
"""

import re
import sys
from pathlib import Path

import unicodeit
from chapters import chapter_of, number_of, to_read
from docutils import nodes
from docutils.utils import new_document
from sphinx.addnodes import number_reference, only, pending_xref, start_of_file, toctree
from sphinx.builders.latex import LaTeXBuilder
from sphinx.builders.latex.nodes import thebibliography
from sphinx.util.i18n import format_date
from sphinx_exercise.nodes import (
    exercise_enumerable_node,
    exercise_latex_number_reference,
    exercise_node,
    solution_node,
)
from sphinx_proof.nodes import proof_node
from typeset import SETTINGS

PLAYER = "player-place"
FILE = "learning-from-mistakes"
BIBLIOGRAPHY = "book/bibliography"
#: numpydoc: the label of a reference in a docstring, whose number is its end.
HASHED = re.compile(r"R[0-9a-f]{12}-(\d+)")
WIDE = 90  # letters that fit into a row of a table
LONG = 20  # rows that fit onto a page
SUMMARY = re.compile(r"<summary>(.*?)</summary>")
LINK = f'<p class="lead-on">The whole book to print: <a href="../{FILE}.pdf">PDF</a>.</p>'


class box(nodes.Admonition, nodes.Element):
    """A theorem, an exercise or the like: an environment of the preamble, a title, and what is said."""


def visit_box(self, node):
    anchors = "".join(self.hypertarget(name) for name in node["ids"])
    self.body.append(f"\n\\begin{{{node['kind']}}}{{{anchors}}}")


def depart_box(self, node):
    self.body.append(f"\\end{{{node['kind']}}}\n")


def page_of(node):
    """The page that a node of the whole book is from."""
    while not isinstance(node, start_of_file):
        node = node.parent
    return node["docname"]


def number(env, node, kind):
    """The number that the pages show."""
    return ".".join(map(str, env.toc_fignumbers[page_of(node)][kind][node["ids"][0]]))


def contents(node):
    """What a box holds below its title; there it is a section, which it is not."""
    return [part for child in node[1:] for part in (child if isinstance(child, nodes.section) else [child])]


def set_boxes(tree, env):
    """The boxes of sphinx-proof and sphinx-exercise as ours."""
    for node in list(tree.findall(nodes.Element)):
        if "realtype" in node:
            name = node["realtype"].title()
            if node["ids"] and node["countertype"] in env.toc_fignumbers.get(page_of(node), {}):
                name += f" {number(env, node, node['countertype'])}"
            title = nodes.title("", name, *node[0].children)
            node.replace_self(box("", title, *contents(node), kind="statement", ids=node["ids"]))
        elif isinstance(node, (exercise_enumerable_node, exercise_node, solution_node)):
            node.replace_self(box("", node[0], *contents(node), kind="exercise", ids=node["ids"]))
        elif isinstance(node, (exercise_latex_number_reference, number_reference)):
            node.replace_self(nodes.reference("", "", *node.children, **node.attributes))
        elif isinstance(node, proof_node):
            first = node[0][0][0]  # the word "Proof. "
            first.parent.replace(first, [nodes.emphasis("", "Proof."), nodes.Text(first.removeprefix("Proof."))])
            node.replace_self(node[0].children)


def number_figures(tree, env):
    for caption in tree.findall(nodes.caption):
        if isinstance(caption.parent, nodes.figure) and caption.parent["ids"]:
            caption.insert(0, nodes.strong("", f"Fig. {number(env, caption.parent, 'figure')}. "))


def set_titles(tree):
    """Formulas in titles, which bookmarks show as plain text."""
    for title in tree.findall(nodes.title):
        for formula in list(title.findall(nodes.math)):
            tex = formula.astext()
            plain = unicodeit.replace(tex)
            formula.replace_self(nodes.raw("", rf"\texorpdfstring{{\({tex}\)}}{{{plain}}}", format="latex"))


def words(cell):
    """Those of a table's cell, about as long as they are printed."""
    letters = (unicodeit.replace(text) if isinstance(text.parent, nodes.math) else text
               for text in cell.findall(nodes.Text))  # fmt: skip
    return "".join(letters).split()


def set_tables(tree):
    """Give the columns of a table that is too wide their widths, by what is in them; let a long one go on overleaf."""
    for table in tree.findall(nodes.table):
        rows = [[words(cell) for cell in row] for row in table.findall(nodes.row)]
        columns = [[cell for cell in column if cell] for column in zip(*rows, strict=True)]
        longest = [max(len(" ".join(cell)) for cell in column) for column in columns]
        if sum(longest) > WIDE or len(rows) > LONG:
            table["classes"] = ["colwidths-given", *["longtable"] * (len(rows) > LONG)]
            for spec, column, length in zip(table.findall(nodes.colspec), columns, longest, strict=True):
                word = max(len(word) for cell in column for word in cell)
                spec["colwidth"] = 6 + max(word * 3 // 2, min(length, 25), length // 3)


def keep_references(page):
    """The references of a docstring stay with it; LaTeX would have them among the bibliography."""
    for citation in list(page.findall(nodes.citation)):
        label, *says = citation
        citation.replace_self(nodes.paragraph("", f"[{label.astext()}] ", *says[0].children))
    for node in list(page.findall(lambda node: isinstance(node, only) and node["expr"] == "latex")):
        node.parent.remove(node)  # numpydoc's hint to where they would be
    for link in list(page.findall(pending_xref)):
        if link["refdomain"] == "citation" and (found := HASHED.fullmatch(link["reftarget"])):
            link.replace_self(nodes.inline("", f"[{found[1]}]"))


def keep_anchors(page):
    """Of paragraphs, to which LaTeX's writer gives none."""
    for paragraph in page.findall(nodes.paragraph):
        if paragraph["ids"] and not isinstance(paragraph.parent[paragraph.parent.index(paragraph) - 1], nodes.target):
            paragraph.insert(0, nodes.target("", "", ids=paragraph["ids"]))


def place_bibliography(tree):
    """LaTeX has it at the end of the book; here it has its page."""
    place = next(page for page in tree.findall(start_of_file) if page["docname"] == BIBLIOGRAPHY)
    for found in list(tree.findall(thebibliography)):
        found.parent.remove(found)
        place[0] += found
        for citation in found:
            citation[-1].insert(0, nodes.target("", "", ids=citation["ids"]))


def move_solutions(page):
    """To a section of their own, at the end of their chapter."""
    found = list(page.findall(solution_node))
    for solution in found:
        solution.parent.remove(solution)
    if found:
        page[0] += nodes.section("", nodes.title("", "Solutions"), *found, ids=["solutions-of-the-chapter"])


def replace_html(page, address):
    """A link to each player, and the words above what is folded; other HTML is for browsers."""
    players = 0
    for raw in list(page.findall(nodes.raw)):
        if PLAYER in raw.astext():
            players += 1
            link = nodes.reference("", "On the site this moves", refuri=f"{address}#player-{players}")
            raw.replace_self(nodes.paragraph("", "", link, nodes.Text(".")))
        elif summary := SUMMARY.search(raw.astext()):
            raw.replace_self(nodes.paragraph("", "", nodes.emphasis("", f"{summary[1]}:")))


class Pdf(LaTeXBuilder):
    """Sphinx's LaTeX with the pages in their parts, then XeLaTeX."""

    name = "pdf"
    epilog = ""

    def init_context(self):
        super().init_context()
        self.context["date"] = format_date("%B %Y", language=self.config.language)

    def get_target_uri(self, docname, typ=None):
        return f"%{docname}" if docname in self.docnames else self.site(docname)

    def get_contentsname(self, indexfile):
        return "Contents"

    def site(self, docname):
        """The address of a page: beside the PDF, unless it is known where the site will be."""
        return f"{self.config.html_baseurl}{docname}.html"

    def assemble_doctree(self, indexfile, toctree_only, appendices):
        """The first page, then a part for each list of pages."""
        parts = [("", [indexfile])]
        for tree in self.env.tocs[indexfile].findall(toctree):
            names = (chapter_of(self.env.srcdir, page) for page in tree["includefiles"])
            pages = [page for name in names for page in to_read(self.env.srcdir, name)]
            parts.append((tree["caption"], pages))
        self.docnames = {page for _, pages in parts for page in pages}
        book = nodes.section("", nodes.title("", self.config.html_title))
        for caption, pages in parts:
            title = [nodes.title("", caption)] if caption else []
            book += nodes.section("", *title, *map(self.page, pages), ids=[f"part-{caption.lower()}"])
        tree = new_document("book")
        tree += book
        tree["docname"] = ""
        self.env.resolve_references(tree, indexfile, self)
        set_titles(tree)
        set_tables(tree)
        place_bibliography(tree)
        set_boxes(tree, self.env)
        number_figures(tree, self.env)
        return tree

    def page(self, docname):
        tree = self.env.get_doctree(docname)
        title = next(tree.findall(nodes.title))
        title.insert(0, nodes.Text(number_of(self.env, docname)))
        move_solutions(tree)
        keep_references(tree)
        keep_anchors(tree)
        replace_html(tree, self.site(docname))
        for node in list(tree.findall(toctree)):
            node.parent.remove(node)
        return start_of_file("", *tree.children, docname=docname)


def configure(app, config):
    for name, value in SETTINGS.items():
        setattr(config, name, value)
    config.latex_toplevel_sectioning = "part"
    config.latex_documents = [(config.root_doc, f"{FILE}.tex", config.html_title, config.author, "manual")]


def link(site):
    """Have the first page of a built site link the PDF beside it, if it does not yet."""
    page = Path(site, "book", "welcome.html")
    html = page.read_text("utf-8")
    if LINK not in html:
        page.write_text(html.replace("</h1>", f"</h1>{LINK}", 1), encoding="utf-8")


def setup(app):
    app.add_builder(Pdf)
    app.add_node(box, latex=(visit_box, depart_box))
    app.connect("config-inited", configure, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    link(sys.argv[1])
