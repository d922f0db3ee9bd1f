"""The atlas: every theorem object of the package, grouped by the chapter that states it.

    ```{atlas}
    ```

An entry is made from its object alone: the statement, the bound, the learner, the hypotheses and lines, the squeeze,
how tight the bound is, and the theorems before and after it. Its anchor is `atlas-novikoff`. A name links to where a
chapter prints it, a learner to the package. The build stops at a theorem that no page states, a claim that no page
prints or a name that means nothing.
"""

from chapters import core_of, numbered
from docutils import nodes
from prooflines import anchor, listed, not_checked, note, sentence
from proofpages import printed, theorem_objects
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode


class atlas(nodes.General, nodes.Element):
    """The place of the atlas, which is filled once all pages have been read."""


class AtlasDirective(SphinxDirective):
    """Make the anchors known at once; the entries wait for the other pages."""

    def run(self):
        for theorem in theorem_objects(self.config):
            note(self.env, anchor("atlas", theorem.name), theorem.title)
        return [atlas()]


def by_chapter(app):
    """Map each chapter's core to the theorems that its pages state, both in the order of the book."""
    stated = {anchor("theorem", theorem.name): theorem for theorem in theorem_objects(app.config)}
    places = app.env.get_domain("std").anonlabels
    missing = [theorem.name for place, theorem in stated.items() if place not in places]
    if missing:
        raise ExtensionError(f"no page states {', '.join(missing)}")
    pages = {page: [] for page in app.env.collect_relations()}
    for place, (page, _) in places.items():
        if place in stated:
            pages[page].append(stated[place])
    cores = {}
    for page, there in pages.items():
        if there:
            cores.setdefault(core_of(app.srcdir, page), []).extend(there)
    return cores


class Entries:
    """The entries of the atlas, with links from the page that has them."""

    def __init__(self, app, docname):
        self.app, self.docname = app, docname
        self.places = app.env.get_domain("std").anonlabels
        self.chapters = by_chapter(app)
        self.theorems = {theorem.name: theorem for there in self.chapters.values() for theorem in there}
        self.printed = printed(app.env, self.theorems.values())

    def all(self):
        """Make a heading and a list for each page with theorems."""
        for page, there in self.chapters.items():
            title = nodes.Text(numbered(self.app.env, page))
            link = make_refnode(self.app.builder, self.docname, page, "", title)
            yield nodes.rubric("", "", link, level=3)  # MyST makes it a heading
            yield nodes.definition_list("", *map(self.entry, there), classes=["atlas"])

    def entry(self, theorem):
        title = self.link(anchor("theorem", theorem.name), theorem.title)
        code = nodes.literal(theorem.name, theorem.name)
        term = nodes.term("", "", title, nodes.Text(" "), code, ids=[anchor("atlas", theorem.name)])
        formula = nodes.math_block(theorem.formula, theorem.formula, nowrap=False, number=None, label=None)
        says = [*map(sentence, theorem.statement.split("\n\n")), formula, *self.claims(theorem)]
        if theorem.squeeze:
            says.append(squeezed(theorem.squeeze))
        if theorem.unproved:
            says.append(not_checked(theorem))
        says += [labelled("Tight?", sentence(theorem.how_tight)), *self.relations(theorem)]
        return nodes.definition_list_item("", term, nodes.definition("", *says))

    def claims(self, theorem):
        """The learner, the hypotheses, folded, and the names of the lines."""
        yield labelled("Learner:", self.learner(theorem))
        asked = [nodes.list_item("", self.hypothesis(theorem, claim)) for claim in theorem.hypotheses]
        summary = f"<summary>{len(asked)} hypotheses</summary>"
        yield nodes.raw("", f'<details class="checked">{summary}', format="html")
        yield nodes.bullet_list("", *asked)
        yield nodes.raw("", "</details>", format="html")
        yield labelled("Lines:", listed(self.claim(theorem, claim) for claim in theorem.lines))

    def hypothesis(self, theorem, claim):
        paragraph = sentence(claim.reason)
        paragraph.insert(0, [self.claim(theorem, claim), nodes.Text(": ")])
        return paragraph

    def claim(self, theorem, claim):
        place = self.printed.get(id(claim)) or next(self.inherited(theorem, claim.name), None)
        if place is None:
            raise ExtensionError(f"{self.docname}: no page prints {theorem.name}.{claim.name}")
        return self.link(place, claim.name.replace("_", " "))

    def inherited(self, theorem, name):
        """Find where a claim of this name is printed for the theorems that this one builds on, the nearest first."""
        for parent in (self.theorems[parent] for parent, _ in theorem.builds_on if parent in self.theorems):
            same = (claim for claim in parent.hypotheses + parent.lines if claim.name == name)
            yield from (self.printed[id(claim)] for claim in same if id(claim) in self.printed)
            yield from self.inherited(parent, name)

    def learner(self, theorem):
        """The words about the learner, with links from the package's names to their documentation."""
        paragraph = nodes.paragraph()
        for i, piece in enumerate(theorem.learner.split("`")):
            paragraph += self.documented(piece) if i % 2 else nodes.Text(piece)
        return paragraph

    def documented(self, name):
        objects = self.app.env.get_domain("py").objects
        found = [(full, there) for full, there in objects.items() if full.rpartition(".")[2] == name]
        if len(found) != 1:
            raise ExtensionError(f"{self.docname}: {name} is documented {len(found)} times")
        [(full, there)] = found
        code = nodes.literal(name, name)
        return make_refnode(self.app.builder, self.docname, there.docname, there.node_id, code, full)

    def relations(self, theorem):
        """The theorems on which this one builds, and how, and those that build on it."""
        for name, how in theorem.builds_on:
            if name not in self.theorems:
                raise ExtensionError(f"{self.docname}: {theorem.name} builds on {name}, which is not a theorem")
            paragraph = sentence(f": {how}.")
            paragraph.insert(0, self.to_entry(self.theorems[name]))
            yield labelled("Builds on", paragraph)
        if later := [other for other in self.theorems.values() if theorem.name in dict(other.builds_on)]:
            yield labelled("Leads to", listed(map(self.to_entry, later)))

    def to_entry(self, theorem):
        return self.link(anchor("atlas", theorem.name), theorem.title)

    def link(self, place, words):
        docname, target = self.places[place]
        return make_refnode(self.app.builder, self.docname, docname, target, nodes.Text(words))


def labelled(label, paragraph):
    paragraph.insert(0, [nodes.strong(label, label), nodes.Text(" ")])
    return paragraph


def squeezed(squeeze):
    """The squeezed quantity in words, and the squeeze as a chain of inequalities."""
    chain = r" \le ".join(squeeze.labels)
    return labelled("Squeezed:", sentence(f"{squeeze.quantity}, ${chain}$."))


def write_atlas(app, doctree, docname):
    for node in list(doctree.findall(atlas)):
        node.replace_self(list(Entries(app, docname).all()))


def setup(app):
    app.add_node(atlas)
    app.add_directive("atlas", AtlasDirective)
    app.connect("doctree-resolved", write_atlas, priority=400)  # before pages become slides
