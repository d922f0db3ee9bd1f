"""Figures of labs in chapters, and links between a chapter, its lab and a copy to work with.

```{glue:figure} ../notebooks/perceptron.ipynb::squeeze
:name: fig-squeeze
:alt: Two curves that meet at {tight_bound:.1f} mistakes.

The caption.
```

A number in braces is a number that the lab has glued, with its format.
"""

import json
import os
import re
from base64 import b64decode
from hashlib import sha256
from html import escape
from pathlib import Path

import cleancopy
from chapters import chapter_of, chapters, numbered
from docutils import nodes
from docutils.parsers.rst.directives import unchanged
from myst_nb.core.variables import format_plain_text
from myst_nb.ext.glue.crossref import read_glue_cache
from PIL import Image
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

PNG = "image/png"
GLUED_NUMBER = re.compile(r"\{([\w-]+):([,.\d]*[dfg])\}")
COPIES = "labs"


def find_glued(app, docname, source):
    """Give each glued figure its picture; a picture that the lab also shows is stored only where the lab shows it."""
    if not app.env.doc2path(docname).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    shown = [output["data"][PNG] for output in outputs if PNG in output.get("data", {})]
    for output in outputs:
        if "shown" in (glued := output.get("metadata", {}).get("scrapbook", {})):
            output["data"][glued["mime_prefix"] + PNG] = shown[glued["shown"]]
    source[0] = json.dumps(notebook)


class glued_image(nodes.General, nodes.Element):
    """A figure that another page's notebook has glued; the picture is known only after that page has run."""


class GlueFigure(SphinxDirective):
    """Replace MyST-NB's `glue:figure`, which knows only its page's keys: here `path::key`, as in `glue:text`."""

    required_arguments = 1
    has_content = True
    option_spec = {"alt": unchanged, "name": unchanged}

    def run(self):
        path, _, key = self.arguments[0].partition("::")
        if not self.options.get("alt"):
            raise self.error("glue:figure: write alternative text for the picture, :alt:")
        docname = self.env.path2doc(self.env.relfn2path(path)[1])
        figure = nodes.figure("", glued_image(alt=self.options["alt"], docname=docname, key=key))
        self.set_source_info(figure)
        self.add_name(figure)
        if caption := self.parse_content_to_nodes():
            figure += nodes.caption("", "", *caption[0].children)
            figure += [nodes.legend("", *caption[1:])] if caption[1:] else []
        return [figure]


class PlaceGluedImages(SphinxPostTransform):
    """Hand each glued picture to Sphinx as an image of the page that shows it."""

    default_priority = 5

    def run(self):
        for node in list(self.document.findall(glued_image)):
            folder = self.env.mystnb_config.output_folder
            glued = read_glue_cache(folder, node["docname"])
            png = glued.get(node["key"], {}).get("data", {}).get(PNG)
            if png is None:
                raise ExtensionError(f"{self.env.docname}: {node['docname']} glues no figure {node['key']!r}")
            data = b64decode(png)
            path = Path(folder, sha256(data).hexdigest() + ".png")
            if not path.exists():  # a rewritten picture would make the lab that shows it look changed
                path.write_bytes(data)
            uri = os.path.relpath(path, self.app.srcdir)
            self.env.images.add_file(self.env.docname, uri)
            node.replace_self(nodes.image(uri=uri, candidates={"*": uri}, alt=self.said(node, glued)))

    def said(self, node, glued):
        """The words for a picture, with the numbers that its lab has glued."""

        def number(found):
            value = glued.get(found[1], {}).get("data", {}).get("text/plain")
            if value is None:
                raise ExtensionError(f"{self.env.docname}: {node['docname']} glues no number {found[1]!r}")
            return format_plain_text(value, found[2])

        return GLUED_NUMBER.sub(number, node["alt"])


class LeadOn(SphinxPostTransform):
    """Below its title each page of a chapter leads to the others; a lab to a copy of itself, too."""

    default_priority = 5
    builders = ("html",)

    def run(self):
        page = self.env.docname
        pages = chapters(self.app.srcdir).get(chapter_of(self.app.srcdir, page), [])
        if page not in pages:
            return
        words = " · ".join(self.link(other) for other in pages if other != page)
        if page.startswith("notebooks/"):
            copy = f'<a href="../{COPIES}/{Path(page).name}.ipynb" download>download the lab</a>'
            words += f". Work with it: {copy}, without outputs and solutions"
            if repository := self.config.html_theme_options.get("repository_url"):
                words += f', or take the whole <a href="{repository}">repository</a>'
        core = "" if page.startswith("notebooks/") else f' data-core="{self.uri(pages[0])}"'
        title = next(self.document.findall(nodes.title))
        paragraph = nodes.raw("", f'<p class="lead-on"{core}>This chapter: {words}.</p>', format="html")
        title.parent.insert(title.parent.index(title) + 1, paragraph)

    def uri(self, page):
        return self.app.builder.get_relative_uri(self.env.docname, page) or f"{Path(page).name}.html"

    def link(self, page):
        return f'<a href="{self.uri(page)}">{escape(numbered(self.env, page))}</a>'


FOLD = '<details class="outcome"><summary>Show the outcome</summary>', "</details>"


class FoldOutcomes(SphinxPostTransform):
    """What the cells below a question show is folded on the page: nobody is to read it before they have predicted it.

    A question is a paragraph with a bold *Predict*; its cells are those that follow it, up to the next words. As these
    words tell the outcome, the last fold holds them too, up to a paragraph that begins in bold or leads to a cell.
    """

    default_priority = 5
    builders = ("html",)

    def run(self):
        for section in self.document.findall(nodes.section):
            asked, folded, words = False, None, []
            for child in section[:]:
                bold = [*child.findall(nodes.strong)]
                question = any(strong.astext().startswith("Predict") for strong in bold)
                if isinstance(child, nodes.section):
                    break
                if child.get("nb_element") == "cell_code":
                    asked = asked and not (folded and words)
                    move(words[:-1], folded)
                    folded, words = fold_output(child) if asked else None, []
                elif question or (bold and child.astext().startswith(bold[0].astext())):
                    move(words, folded)
                    asked, folded, words = question, None, []
                else:
                    words.append(child)
            move(words, folded)


def fold_output(cell):
    """Fold the output of a cell and return the cell, or None if it has no output."""
    if cell[-1].get("nb_element") != "cell_code_output":
        return None
    before, after = (nodes.raw("", text, format="html") for text in FOLD)
    cell[-1:] = [before, cell[-1], after]
    return cell


def move(words, folded):
    """Move words to the end of a cell's fold."""
    for word in words if folded else ():
        word.parent.remove(word)
        folded.insert(-1, word)


def write_copies(app, exception):
    """Write the labs to download."""
    if exception or app.builder.name != "html":
        return
    folder = Path(app.outdir, COPIES)
    folder.mkdir(exist_ok=True)
    options = {"repository": app.config.html_theme_options.get("repository_url"), "pages": app.config.html_baseurl}
    for docname in app.env.found_docs:
        lab = Path(app.env.doc2path(docname))
        if lab.suffix == ".ipynb":
            cleancopy.write(lab, folder / lab.name, **options)


def shrink(folder):
    """Drop the fourth channel of opaque pictures: it is a tenth of their bytes, and invisible."""
    for path in Path(folder, "_images").glob("*.png"):
        with Image.open(path) as picture:
            opaque = picture.mode == "RGBA" and picture.getextrema()[3] == (255, 255) and picture.convert("RGB")
        if opaque:
            opaque.save(path, optimize=True)


def shrink_pictures(app, exception):
    if not exception and app.builder.format == "html":
        shrink(app.outdir)


def setup(app):
    app.connect("build-finished", write_copies)
    app.connect("build-finished", shrink_pictures)
    app.add_post_transform(LeadOn)
    app.add_post_transform(FoldOutcomes)
    app.connect("source-read", find_glued)
    app.add_directive_to_domain("glue", "figure", GlueFigure, override=True)
    app.add_post_transform(PlaceGluedImages)
