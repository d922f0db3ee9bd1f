"""How to cite the course: `{cite-course}` prints CITATION.cff as a BibTeX entry."""

from pathlib import Path

import yaml
from docutils import nodes
from pybtex.database import BibliographyData, Entry
from sphinx.util.docutils import SphinxDirective

SOURCE = "CITATION.cff"
KEY = "learningfrommistakes"


def bibtex(cff, address=""):
    """The entry; braces keep capitals, and a group's name in one piece."""
    authors = " and ".join(f"{{{author['name']}}}" for author in cff["authors"])
    fields = {"author": authors, "title": f"{{{cff['title']}}}", "note": f"Version {cff['version']}"}
    if address:
        fields["url"] = address
    return BibliographyData({KEY: Entry("misc", fields.items())}).to_string("bibtex").strip()


class CiteCourse(SphinxDirective):
    def run(self):
        source = Path(self.env.app.srcdir, SOURCE)
        self.env.note_dependency(str(source))
        address = self.config.html_baseurl or self.config.html_theme_options.get("repository_url")
        text = bibtex(yaml.safe_load(source.read_text("utf-8")), address)
        return [nodes.literal_block(text, text, language="bibtex")]


def setup(app):
    app.add_directive("cite-course", CiteCourse)
