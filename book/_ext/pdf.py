"""The whole book as one PDF, through LaTeX: `make pdf`.

The PDF has the pages' contents and numbers, so that a reader of one finds a theorem in the other. It links to the site
for what paper cannot do: still pictures take the place of players, and the labs are left out, since the chapters show
their figures and numbers. Answers and solutions, which the site folds, come at the end of their page. A reference to
another sheet has the number of that sheet.
`typeset.py` turns the LaTeX into a PDF.
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
#: numpydoc: the label of a reference in a docstring, which ends with its number.
HASHED = re.compile(r"R[0-9a-f]{12}-(\d+)")
#: A Latin letter of a formula in plain text: by itself, or beside a Greek letter.
LETTER = re.compile(r"(?<![A-Za-z'’])([B-HJ-Zb-z]|(?<=[α-ω⟨])[a-z]{1,2})(?![A-Za-z]|['’][a-z])")
WIDE = 90  # letters that fit into a row of a table
LONG = 14  # rows that surely fit onto a page
SUMMARY = re.compile(r"<summary>(.*?)</summary>")
FORMS = {"pdf": "PDF to print", "epub": "EPUB for e-readers"}
LINKS = '<p class="lead-on" id="whole-book">The whole book: {}.</p>'


class box(nodes.Admonition, nodes.Element):
    """A theorem, an exercise or the like: an environment of the preamble, a title, and the content."""


def visit_box(self, node):
    anchors = "".join(self.hypertarget(name) for name in node["ids"])
    self.body.append(f"\n\\begin{{{node['kind']}}}{{{anchors}}}")


def depart_box(self, node):
    self.body.append(f"\\end{{{node['kind']}}}\n")


class sheet_of(nodes.Inline, nodes.Element):
    """The number of the sheet to which a reference leads, if that is another sheet: `onpage` of the preamble."""


def visit_sheet(self, node):
    self.body.append(rf"\onpage{{{self.idescape(node['label'])}}}")
    raise nodes.SkipNode


def page_of(node):
    """The page from which a node of the whole book comes."""
    while not isinstance(node, start_of_file):
        node = node.parent
    return node["docname"]


def number(env, node, kind):
    """The number of a box, as the pages show it."""
    return ".".join(map(str, env.toc_fignumbers[page_of(node)][kind][node["ids"][0]]))


def contents(node):
    """The content of a box below its title, which sphinx-proof wraps in a section."""
    return [part for child in node[1:] for part in (child if isinstance(child, nodes.section) else [child])]


def set_boxes(tree, env):
    """Replace the boxes of sphinx-proof and sphinx-exercise by ours."""
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


def number_sheets(tree):
    """Add its sheet to each reference, except in titles, to the page's own proof lines, to sources and to code."""
    lines = {name for claim in tree.findall(nodes.term) for name in claim["ids"]}
    for link in list(tree.findall(nodes.reference)):
        to, _, place = link.get("refuri", "").partition("#")
        here = f"%{page_of(link)}"
        to = here if "refid" in link else to
        place = link.get("refid", place)
        silent = isinstance(link.parent, nodes.title) or any(link.findall(nodes.literal))
        if to.startswith("%") and to != f"%{BIBLIOGRAPHY}" and not silent and not (to == here and place in lines):
            link.parent.insert(link.parent.index(link) + 1, sheet_of(label=f"{to[1:]}:{place or ':doc'}"))


def set_numbers(tree):
    """Give numbers from labs a proper minus, and spaces between groups of three digits."""
    for number in tree.findall(lambda node: isinstance(node, nodes.inline) and "pasted-text" in node["classes"]):
        text = re.sub(r"(?<=\d),(?=\d{3})", "\u00a0", re.sub(r"^-(?=\d)", "−", number.astext()))
        number.children = [nodes.Text(text)]


def set_letters(tree):
    """Set the letters in the reasons of a proof's lines, which are plain text, as formulas have them.

    >>> print(LETTER.sub("*", "A mean of exp(ηa) by w: the Perceptron's p-norm of ηyx is at most rm."))
    A mean of exp(η*) by *: the Perceptron's *-norm of η* is at most rm.
    """
    claims = (claim for claim in tree.findall(nodes.definition) if "claims" in claim.parent.parent["classes"])
    for said in (paragraph for claim in claims for paragraph in claim.findall(nodes.paragraph)):
        for text in [part for part in said.children if isinstance(part, nodes.Text)]:
            words = enumerate(LETTER.split(str(text)))
            said.replace(text, [nodes.emphasis("", word) if i % 2 else nodes.Text(word) for i, word in words])


def set_titles(tree):
    """Set formulas in titles, which bookmarks show as plain text."""
    for title in tree.findall(nodes.title):
        for formula in list(title.findall(nodes.math)):
            tex = formula.astext()
            plain = unicodeit.replace(tex)
            formula.replace_self(nodes.raw("", rf"\texorpdfstring{{\({tex}\)}}{{{plain}}}", format="latex"))


def words(cell):
    """The words of a table's cell, about as long as printed."""
    letters = (unicodeit.replace(text) if isinstance(text.parent, nodes.math) else text
               for text in cell.findall(nodes.Text))  # fmt: skip
    return "".join(letters).split()


def set_tables(tree):
    """Set the widths of columns in a wide table by their contents; let a long table continue overleaf."""
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
    """Keep the references of a docstring with it; LaTeX would move them to the bibliography."""
    for citation in list(page.findall(nodes.citation)):
        label, *says = citation
        citation.replace_self(nodes.paragraph("", f"[{label.astext()}] ", *says[0].children))
    for node in list(page.findall(only)):
        if node["expr"] == "latex" and any(node.findall(pending_xref)):
            node.parent.remove(node)  # numpydoc's hint to their usual place
    for link in list(page.findall(pending_xref)):
        if link["refdomain"] == "citation" and (found := HASHED.fullmatch(link["reftarget"])):
            link.replace_self(nodes.inline("", f"[{found[1]}]"))


def keep_anchors(page):
    """Move paragraphs' anchors into them: LaTeX's writer would drop them and join the text around a target."""
    for paragraph in page.findall(nodes.paragraph):
        while isinstance(before := paragraph.previous_sibling(), nodes.target):
            before.parent.remove(before)
        if paragraph["ids"]:
            paragraph.insert(0, nodes.target("", "", ids=paragraph["ids"]))


def place_bibliography(tree):
    """Put the bibliography on its page; LaTeX would put it at the end of the book."""
    place = next(page for page in tree.findall(start_of_file) if page["docname"] == BIBLIOGRAPHY)
    for found in list(tree.findall(thebibliography)):
        found.parent.remove(found)
        place[0] += found
        for citation in found:
            citation[-1].insert(0, nodes.target("", "", ids=citation["ids"]))


def move_solutions(page):
    """Move solutions to a section at the end of their page, after the answers to the page's questions."""
    answers = [node for node in page.findall(only) if "answers" in node["classes"]]
    for title, found in (("Answers", answers), ("Solutions", list(page.findall(solution_node)))):
        for solution in found:
            solution.parent.remove(solution)
        if found:
            page[0] += nodes.section("", nodes.title("", title), *found, ids=[f"{title.lower()}-of-the-chapter"])


def replace_html(page, address):
    """Replace HTML by a link to each player, above its still pictures, and by the words above folded text."""
    players = 0
    for raw in list(page.findall(nodes.raw)):
        summary = SUMMARY.search(raw.astext())
        if PLAYER in raw.astext():
            players += 1
            link = nodes.reference("", "To play, open this page on the site", refuri=f"{address}#player-{players}")
            raw.replace_self(nodes.paragraph("", "", link, nodes.Text(".")))
        elif summary and "player-figures" in raw.astext():
            link.replace_self(nodes.reference("", "The player, in still pictures", refuri=link["refuri"]))
            raw.parent[raw.parent.index(raw) - 1][-1] = nodes.Text(":")
            raw.parent.remove(raw)
        elif summary:
            raw.replace_self(nodes.paragraph("", "", nodes.emphasis("", f"{summary[1]}:")))


def parts(env, root):
    """Return (caption, pages) of each list of pages, without the labs; the first page alone comes first."""
    found = [("", [root])]
    for tree in env.tocs[root].findall(toctree):
        names = (chapter_of(env.srcdir, page) for page in tree["includefiles"])
        found.append((tree["caption"], [page for name in names for page in to_read(env.srcdir, name)]))
    return found


class Pdf(LaTeXBuilder):
    """Sphinx's LaTeX, with the pages in their parts."""

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
        """The address of a page: beside the PDF, unless the site's address is known."""
        return f"{self.config.html_baseurl}{docname}.html"

    def assemble_doctree(self, indexfile, toctree_only, appendices):
        """Assemble the first page, then a part for each list of pages."""
        printed = parts(self.env, indexfile)
        self.docnames = {page for _, pages in printed for page in pages}
        book = nodes.section("", nodes.title("", self.config.html_title))
        for caption, pages in printed:
            title = [nodes.title("", caption)] if caption else []
            book += nodes.section("", *title, *map(self.page, pages), ids=[f"part-{caption.lower()}"])
        tree = new_document("book")
        tree += book
        tree["docname"] = ""
        self.env.resolve_references(tree, indexfile, self)
        set_numbers(tree)
        set_letters(tree)
        set_titles(tree)
        set_tables(tree)
        place_bibliography(tree)
        set_boxes(tree, self.env)
        number_figures(tree, self.env)
        number_sheets(tree)
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
    """Link the PDF and the EPUB, if they are there, from the first page of a built site."""
    page = Path(site, "book", "welcome.html")
    links = " · ".join(f'<a href="../{FILE}.{form}">{words}</a>' for form, words in FORMS.items()
                       if Path(site, f"{FILE}.{form}").is_file())  # fmt: skip
    html = re.sub(LINKS.format(".*?"), "", page.read_text("utf-8"))
    page.write_text(html.replace("</h1>", f"</h1>{LINKS.format(links)}", 1), encoding="utf-8")


def setup(app):
    app.add_builder(Pdf)
    app.add_node(box, latex=(visit_box, depart_box))
    app.add_node(sheet_of, latex=(visit_sheet, None))
    app.connect("config-inited", configure, priority=900)


if __name__ == "__main__":
    link(sys.argv[1])
