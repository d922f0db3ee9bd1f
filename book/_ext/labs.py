"""What a lab shows on a page that has no kernel, and how a chapter shows a lab's figure.

    ```{glue:figure} ../notebooks/perceptron.ipynb::squeeze
    :name: fig-squeeze
    :alt: Two curves that meet at the 25th mistake.

    The caption.
    ```
"""

import os
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

from docutils import nodes
from myst_nb.core.render import WIDGET_VIEW_MIMETYPE
from myst_nb.ext.glue.crossref import read_glue_cache
from myst_nb.ext.glue.directives import PasteFigureDirective
from nbclient import NotebookClient
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

GLUED_PNG = "image/png"


class glued_image(nodes.General, nodes.Element):
    """A figure that another page's notebook glued; the picture itself is known only once that page has run."""


class GlueFigure(PasteFigureDirective, SphinxDirective):
    """MyST-NB's `glue:figure`, which knows only its own page's keys, taught the `path::key` of `glue:text`."""

    def run(self):
        path, found, key = self.arguments[0].partition("::")
        if not found:
            return super().run()
        if not self.options.get("alt"):
            raise self.error("glue:figure: say in :alt: what the picture shows")
        docname = self.env.path2doc(self.env.relfn2path(path)[1])
        figure = nodes.figure("", glued_image(alt=self.options["alt"], docname=docname, key=key))
        figure["classes"] += self.options.get("figclass", [])
        self.set_source_info(figure)
        self.add_name(figure)
        caption = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, caption)
        if caption.children:
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
            png = glued.get(node["key"], {}).get("data", {}).get(GLUED_PNG)
            if png is None:
                raise ExtensionError(f"{self.env.docname}: {node['docname']} glues no figure {node['key']!r}")
            data = b64decode(png)
            path = Path(folder, sha256(data).hexdigest() + ".png")
            if not path.exists():  # written anew, it would make the lab that shows it look changed
                path.write_bytes(data)
            uri = os.path.relpath(path, self.app.srcdir)
            self.env.images.add_file(self.env.docname, uri)
            node.replace_self(nodes.image(uri=uri, candidates={"*": uri}, alt=node["alt"]))


class SayWhereSlidersAre(SphinxPostTransform):
    """Put a sentence where a widget would need a kernel."""

    default_priority = 3  # before MyST-NB chooses among an output's formats

    def run(self):
        for bundle in list(self.document.findall(nodes.container)):
            formats = {child.get("mime_type") for child in bundle if isinstance(child, nodes.container)}
            if WIDGET_VIEW_MIMETYPE in formats:
                text = "In the running notebook this cell has sliders; the page shows where they start."
                bundle.replace_self(nodes.paragraph("", text, classes=["sliders"]))


def setup(app):
    # A cell's output stays under the cell, as in `make notebooks`: a page without a kernel has no widget to hold it.
    NotebookClient.handle_comm_msg = NotebookClient.clear_output = lambda *args, **kwargs: None
    app.add_directive_to_domain("glue", "figure", GlueFigure, override=True)
    app.add_post_transform(PlaceGluedImages)
    app.add_post_transform(SayWhereSlidersAre)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
