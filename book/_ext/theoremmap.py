"""The map of the course: every theorem object of the package, grouped by the chapter that states it.

    ```{theorem-map}
    ```

An entry says what is squeezed and between what, names the lines of the proof, and says how tight the bound is. Titles
lead to statements and names to lines. A theorem that no page states, or a line that no page prints, stops the build.
"""

from importlib import import_module

import numpy as np
from docutils import nodes
from prooflines import anchor, sentence
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode


class theorem_map(nodes.General, nodes.Element):
    """Where the map will be, once all pages have been read."""


class TheoremMap(SphinxDirective):
    def run(self):
        return [theorem_map()]


class AnyNumber(np.float64):
    """A number, and the list that has nothing else in it."""

    def __getitem__(self, _):
        return self


class AnyRun:
    """Stands for what a theorem measures on a run: the words of its squeeze are the same on every run."""

    def __getattr__(self, name):
        return AnyNumber(0.5)


class Map:
    """The entries of a map on one page, with links from there."""

    def __init__(self, app, docname):
        self.app, self.docname = app, docname
        self.places = app.env.get_domain("std").anonlabels
        module = import_module(app.config.prooflines_module)
        theorems = [value for value in vars(module).values() if hasattr(value, "statement")]
        self.stated = {anchor("theorem", theorem.name): theorem for theorem in theorems}
        self.printed = {}  # a claim -> where a page prints it, under any of the theorems that share it
        for theorem in theorems:
            for claim in theorem.lines:
                if anchor(theorem.name, claim.name) in self.places:
                    self.printed.setdefault(id(claim), anchor(theorem.name, claim.name))

    def chapters(self):
        """A heading and a list for each page with theorems, in the order of the table of contents."""
        missing = [theorem.name for place, theorem in self.stated.items() if place not in self.places]
        if missing:
            raise ExtensionError(f"{self.docname}: no page states {', '.join(missing)}")
        for page in self.app.env.collect_relations():
            here = [place for place, (docname, _) in self.places.items() if docname == page and place in self.stated]
            if here:
                title = self.app.env.titles[page].astext()
                link = make_refnode(self.app.builder, self.docname, page, "", nodes.Text(title))
                yield nodes.rubric("", "", link)
                items = [self.entry(place) for place in here]
                yield nodes.definition_list("", *items, classes=["theorem-map"])

    def entry(self, place):
        theorem = self.stated[place]
        lines = nodes.paragraph()
        for claim in theorem.lines:
            lines += [nodes.Text(", " if lines.children else "Lines: "), self.line(theorem, claim)]
        says = [lines, sentence(f"Tight? {theorem.tight}")]
        if theorem.squeeze:
            says.insert(0, squeezed(theorem.squeeze(AnyRun())))
        term = nodes.term("", "", self.link(place, theorem.title))
        return nodes.definition_list_item("", term, nodes.definition("", *says))

    def line(self, theorem, claim):
        if id(claim) not in self.printed:
            raise ExtensionError(f"{self.docname}: no page prints {theorem.name}.{claim.name}")
        return self.link(self.printed[id(claim)], claim.name.replace("_", " "))

    def link(self, place, words):
        docname, target = self.places[place]
        return make_refnode(self.app.builder, self.docname, docname, target, nodes.Text(words))


def squeezed(squeeze):
    """What is squeezed, in words and as a chain of inequalities."""
    chain = r" \le ".join([squeeze.lower_label, *squeeze.inner, squeeze.upper_label])
    return sentence(f"{squeeze.quantity[0].upper()}{squeeze.quantity[1:]}: ${chain}$.")


def draw_maps(app, doctree, docname):
    for node in list(doctree.findall(theorem_map)):
        node.replace_self(list(Map(app, docname).chapters()))


def setup(app):
    app.add_node(theorem_map)
    app.add_directive("theorem-map", TheoremMap)
    app.connect("doctree-resolved", draw_maps, priority=400)  # before slides are made of a page
    return {"parallel_read_safe": True, "parallel_write_safe": True}
