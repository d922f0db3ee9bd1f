"""The whole book as an EPUB 3, by Sphinx's own builder: `make epub`.

An e-book is paper with working links: it has the pages of the PDF, with the changes of `pdf.py`. Formulas are MathML,
with words for devices that cannot show MathML. Nothing in the e-book runs, and nothing comes from another host.
"""

import os
import re
from importlib.metadata import version
from pathlib import Path
from posixpath import dirname, normpath, splitext
from shutil import copy
from urllib.parse import urlsplit, urlunsplit
from xml.etree import ElementTree

from checks import choice
from docutils import nodes
from formulas import in_words
from labs import shrink
from matplotlib.figure import Figure
from pdf import FILE, keep_references, move_solutions, parts, replace_html
from sphinx.addnodes import only
from sphinx.builders.epub3 import Epub3Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_exercise.nodes import exercise_enumerable_node, solution_node

STYLE = Path(__file__).parents[1] / "_epub" / "book.css"
COVER = "_static/cover.png"
#: The files that the pages use, out of all that the builder copies to `_static`.
STATIC = {"book.css", "cover.png", "formulas.css", "formulas.woff2"}
FORMULA = re.compile(r"<math\b.*?</math>", re.S)
STYLES = {"displaystyle", "scriptlevel"}  # attributes that MathML 3 needs on a separate element
#: What libraries and users of screen readers can learn before they open the book.
ACCESSIBLE = {
    "accessMode": ("textual", "visual"),
    "accessModeSufficient": ("textual",),
    "accessibilityFeature": (
        "alternativeText", "MathML", "readingOrder", "structuralNavigation", "tableOfContents"
    ),
    "accessibilityHazard": ("none",),
    "accessibilitySummary": ("Every picture has alternative text; every formula is MathML, and has words as well.",),
}  # fmt: skip


class OnPaper(SphinxPostTransform):
    """Prepare pages as for paper before references are resolved, and link each exercise to its solution."""

    default_priority = 4
    builders = ("epub",)

    def run(self):
        page = self.document
        exercises = {name: node for node in page.findall(exercise_enumerable_node) for name in node["ids"]}
        for solution in page.findall(solution_node):
            words = nodes.inline("", "Solution")  # sphinx-exercise puts the title there
            link = nodes.reference("", "", words, refid=solution["ids"][0], internal=True)
            exercises[solution["target_label"]] += nodes.paragraph("", "", link)
        move_solutions(page)
        keep_references(page)
        replace_html(page, f"{Path(self.env.docname).name}.html")
        for node in list(page.findall(choice)):
            node.replace_self(nodes.paragraph("", "", *node[0].children))
        for node in list(page.findall(only)):
            node.replace_self(node.children if node["expr"] == "latex" else [])


def leave_out(app, doctree, docname):
    """Leave HTML out; point links that leave the e-book to the site, or drop them if its address is unknown."""
    if app.builder.name != Epub.name:
        return
    for node in list(doctree.findall(nodes.raw)):
        node.parent.remove(node)
    for link in list(doctree.findall(nodes.reference)):
        address = urlsplit(link.get("refuri", ""))
        page, suffix = splitext(normpath(f"{dirname(docname)}/{address.path}"))
        if address.scheme or not address.path or suffix == app.builder.out_suffix:
            continue
        if page in app.builder.docnames and not address.fragment.startswith("player"):
            link["refuri"] = urlunsplit(address._replace(path=app.builder.get_relative_uri(docname, page)))
        elif app.config.html_baseurl:
            link["refuri"] = urlunsplit(address._replace(path=app.config.html_baseurl + page + suffix))
        else:
            link.replace_self(nodes.inline("", "", *link.children))


class Epub(Epub3Builder):
    """Sphinx's EPUB of the printed pages, with the same bytes each time."""

    docnames = ()
    media_types = Epub3Builder.media_types | {".woff2": "font/woff2"}

    def init(self):
        paths, self.config.templates_path = self.config.templates_path, []  # these are for the site
        super().init()
        self.config.templates_path = paths  # or the book's settings would count as changed

    def get_outdated_docs(self):
        return [self.config.root_doc]  # because `write` takes every page, every time

    def write(self, build_docnames, updated_docnames, method="update"):
        self.docnames = [page for _, pages in parts(self.env, self.config.root_doc) for page in pages]
        super().write(self.docnames, [], "specific")

    def get_target_uri(self, docname, typ=None):
        return docname + (self.out_suffix if docname in self.docnames else ".html")

    def gen_pages_from_extensions(self):
        """Leave extensions' pages out of the book."""

    gen_additional_pages = gen_pages_from_extensions

    def get_refnodes(self, doctree, result):
        """Write titles with their numbers, and formulas in words."""
        for formula in list(doctree.findall(nodes.math)):
            formula.replace_self(nodes.Text(in_words(formula.astext())))
        if isinstance(doctree, nodes.reference) and doctree.get("secnumber"):
            doctree.insert(0, nodes.Text(".".join(map(str, doctree["secnumber"])) + " "))
        return super().get_refnodes(doctree, result)

    def toc_add_files(self, refnodes):
        super().toc_add_files(refnodes)
        pages = {f"{page}{self.out_suffix}" for page in self.docnames}
        refnodes[:] = [node for node in refnodes if node["refuri"].partition("#")[0] in pages]

    def copy_static_files(self):
        super().copy_static_files()
        copy(STYLE, Path(self.outdir, "_static"))
        draw_cover(self.config, Path(self.outdir, COVER))
        for path in Path(self.outdir, "_static").rglob("*"):
            if path.is_file() and path.name not in STATIC:
                path.unlink()

    def build_content(self):
        """Complete Sphinx's list of files: the contents of each, and how accessible the book is."""
        shrink(self.outdir)
        super().build_content()
        path = Path(self.outdir, "content.opf")
        text = re.sub(r'href="([^"]+)" media-type="[^"]+"(?= />)', self.with_properties, path.read_text("utf-8"))
        told = "".join(f'<meta property="schema:{name}">{value}</meta>\n' for name, values in ACCESSIBLE.items()
                       for value in values)  # fmt: skip
        path.write_text(text.replace("</metadata>", f"{told}</metadata>"), "utf-8")

    def with_properties(self, item):
        name = item[1]
        if name == COVER:
            return f'{item[0]} properties="cover-image"'
        holds = name.endswith(self.out_suffix) and "<math" in Path(self.outdir, name).read_text("utf-8")
        return f'{item[0]} properties="mathml"' if holds else item[0]

    def build_epub(self):
        moment = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
        for path in Path(self.outdir).rglob("*"):
            os.utime(path, (moment, moment))
        super().build_epub()


def draw_cover(config, path):
    """Draw the cover: the title above the course's picture of two curves that meet."""
    figure = Figure(figsize=(8, 12), facecolor="#12324a")
    axes = figure.add_axes((0.14, 0.1, 0.72, 0.45))
    rounds = [i / 10 for i in range(161)]
    axes.fill_between(rounds, rounds, [4 * t**0.5 for t in rounds], color="#56b4e9", alpha=0.3, linewidth=0)
    axes.plot(rounds, [4 * t**0.5 for t in rounds], color="#f0b93a", linewidth=5)
    axes.plot(rounds, rounds, color="#56b4e9", linewidth=5)
    axes.plot(16, 16, "o", color="white", markersize=16)
    axes.set_axis_off()
    title = config.html_title.split()
    figure.text(0.14, 0.86, "\n".join([title[0], " ".join(title[1:])]), color="white", size=50, weight="bold", va="top")
    figure.text(0.14, 0.64, "Mistake-bound online learning", color="#d5e3ee", size=23)
    figure.savefig(path, dpi=150, metadata={"Software": None})


def configure(app, config):
    config.epub_basename = FILE
    config.epub_title = config.html_title
    config.epub_author = config.epub_publisher = config.epub_contributor = config.author
    config.epub_description = "A course on mistake-bound online learning whose proofs are checked, line by line."
    config.epub_identifier = config.epub_uid = FILE  # the table of contents uses one, the list of files the other
    config.version = version("mistakebound")
    config.epub_cover = (COVER, "epub-cover.html")
    config.epub_css_files = [("formulas.css", {}), ("book.css", {})]
    config.epub_tocscope = "includehidden"
    config.epub_tocdup = False
    config.epub_show_urls = "no"


def formula(found):
    """Turn a page's formula into XML, with words, in the MathML that e-book readers know."""
    math = ElementTree.fromstring(found[0].replace("&ApplyFunction;", "\u2061"))
    math.set("xmlns", "http://www.w3.org/1998/Math/MathML")
    math.set("alttext", in_words(math.findtext(".//annotation")))
    for parent in list(math.iter()):
        for i, part in enumerate(parent):
            if style := {name: part.attrib.pop(name) for name in STYLES & part.attrib.keys()}:
                parent[i] = ElementTree.Element("mstyle", style)
                parent[i].append(part)
    return ElementTree.tostring(math, encoding="unicode")


def as_xml(app, pagename, templatename, context, doctree):
    """Leave out the files, and the words for search engines, that extensions add to a page."""
    if app.builder.name == Epub.name:
        context["metatags"] = ""
        context["css_files"] = [file for file in context["css_files"] if Path(file.filename).name in STATIC]
        context["body"] = FORMULA.sub(formula, context.get("body", ""))


def setup(app):
    app.add_builder(Epub, override=True)
    app.add_post_transform(OnPaper)
    app.connect("config-inited", configure, priority=900)
    app.connect("doctree-resolved", leave_out, priority=900)
    app.connect("html-page-context", as_xml, priority=900)
