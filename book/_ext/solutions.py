"""The students' edition: with SOLUTIONS=hidden in the environment no solution is read, so none can be written.

Three places hold solutions: `solution` directives in the chapters, lab cells that carry the tag `solution`, and the
docstrings of the objects in SOLVED. The edition also lacks the pages TEACHERS, and `teachers` directives elsewhere.
"""

import json
import os

from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

#: Parts of the package whose documentation solves an exercise; the students' edition keeps its first line.
SOLVED = {"mistakebound.adversaries.KDisjunction"}
#: Pages that explain how to assign, to grade and to show solutions.
TEACHERS = ("book/exams", "book/first-hour", "book/hub", "book/syllabus", "book/teach", "book/term")


class ForTeachers(SphinxDirective):
    """Content for teachers only."""

    has_content = True

    def run(self):
        return [] if os.environ.get("SOLUTIONS") == "hidden" else self.parse_content_to_nodes()


def hide_pages(app, config):
    """Take the teachers' pages out of the table of contents, and do not read them."""
    config.exclude_patterns = [*config.exclude_patterns, *(f"{page}.*" for page in TEACHERS)]
    for document in getattr(config, "external_site_map", {}).values():
        for tree in document.subtrees:
            tree.items = [item for item in tree.items if item not in TEACHERS]


def hide_directives(app, config):
    config.hide_solutions = True  # sphinx-exercise: now the directive returns nothing and does not parse its content


def hide_cells(app, docname, source):
    """Have MyST-NB leave out the tagged cells; they still run, since later cells use what they define."""
    if not app.env.doc2path(docname).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    for cell in notebook["cells"]:
        tags = cell["metadata"].get("tags", [])
        if "solution" in tags:
            tags.append("remove-cell")
    source[0] = json.dumps(notebook)


def hide_docstrings(app, what, name, obj, options, lines):
    if name in SOLVED:
        del lines[1:]


def setup(app):
    edition = os.environ.get("SOLUTIONS") or "shown"
    if edition not in ("shown", "hidden"):
        raise ExtensionError(f"SOLUTIONS is {edition!r}: it must be 'hidden' or 'shown'")
    app.add_directive("teachers", ForTeachers)
    if edition == "hidden":
        app.setup_extension("sphinx.ext.autodoc")
        app.connect("config-inited", hide_directives)
        app.connect("config-inited", hide_pages, priority=950)  # once the table of contents has been read
        app.connect("source-read", hide_cells)
        app.connect("autodoc-process-docstring", hide_docstrings, priority=100)  # before numpydoc rearranges them
