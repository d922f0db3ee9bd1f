"""The ways through the book that `book/paths.yml` lists, each with its pages and its reading time.

    ```{paths}
    ```

or a named one alone: `{paths} The short course`.
"""

from functools import partial
from pathlib import Path

import yaml
from aims import chapter, hours
from chapters import chapters, numbered
from docutils import nodes
from remade import made
from sphinx.util.docutils import SphinxDirective

PATHS = Path(__file__).parents[1] / "paths.yml"


def paths():
    """Map each way's name to its description and the chapters whose cores it visits; if none, it visits all pages."""
    return yaml.safe_load(PATHS.read_text("utf-8"))


def rows(root, *names):
    """Make a row of a table for each way, or for each way named."""
    return list(map(partial(row, root), names or paths()))


def row(root, name):
    way = paths()[name]
    read = {one: chapter(root, one) for one in way.get("cores", chapters(root))}
    minutes = sum(one.core if "cores" in way else one.reading for one in read.values())
    links = ", ".join(f"[{one.title}]({stem}.md)" for stem, one in read.items())
    pages = links if "cores" in way else "every page, in the order of the table of contents"
    return f"| **{name}**: {way['what']} | {pages} | {hours(minutes)} |"


class Paths(SphinxDirective):
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self):
        found = made(self.env, rows, *self.arguments)
        table = self.parse_text_to_nodes("\n".join(["| way | read | time |", "|:--|:--|--:|", *found]))
        return [nodes.container("", *table, classes=["ways"])]


def lead_on(app, pagename, templatename, context, doctree):
    """At the end of a core: for each way on which it is, the address and title of the next core, or None at its end."""
    context["ways"] = {}
    for name, way in paths().items():
        cores = [*(f"book/{stem}" for stem in way.get("cores", [])), None]
        if pagename in cores[:-1]:
            page = cores[cores.index(pagename) + 1]
            link = page and (app.builder.get_relative_uri(pagename, page), numbered(app.env, page))
            context["ways"][name] = link


def setup(app):
    app.connect("html-page-context", lead_on)
    app.add_directive("paths", Paths)
