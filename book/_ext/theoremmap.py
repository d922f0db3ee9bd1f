"""A map of the theorems or of the chapters and what each builds on: a picture with links, and a list on a phone.

    ```{theorem-map}
    ```
    ```{chapter-map}
    ```

A theorem is below the first theorem that it builds on; broken lines lead to the others. Links lead to the atlas.
A chapter builds on another if its theorems do; links lead to it, and `course.js` marks what a reader has read.
"""

from html import escape
from textwrap import wrap
from typing import NamedTuple

from atlas import by_chapter
from chapters import numbered
from docutils import nodes
from prooflines import anchor
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

#: In pixels: the columns of the picture, a line of text, the space between theorems, a step to the right.
COLUMNS, WIDTH, LINE, SPACE, STEP = 2, 400, 16, 11, 20
LETTER = {"theorems": 7, "chapters": 8.2}  # course.css sets the sizes
LETTERS = 38  # in a line


class theorem_map(nodes.General, nodes.Element):
    """The place of a map, which is drawn once all pages have been read; `of` is "theorems" or "chapters"."""


class Map(SphinxDirective):
    def run(self):
        return [theorem_map(of=self.name.replace("-map", "s"))]


class Chapter(NamedTuple):
    """A chapter's page, with the attributes of a theorem."""

    name: str
    title: str
    builds_on: list


def chapters(app):
    """Return the chapters, which are pages with a lab, in their order."""
    stated = {page: there for page, there in by_chapter(app).items() if lab(page) in app.env.found_docs}
    home = {theorem.name: page for page, there in stated.items() for theorem in there}
    for page, there in stated.items():
        parents = dict.fromkeys(home[name] for theorem in there for name, _ in theorem.builds_on)
        yield Chapter(page, numbered(app.env, page), [(parent, "") for parent in parents if parent != page])


def lab(page):
    return page.replace("book/", "notebooks/")


def followers(theorems):
    """Map each name to the theorems that build on it first; None has those that build on nothing."""
    found = {name: [] for name in (None, *(theorem.name for theorem in theorems))}
    for theorem in theorems:
        first = theorem.builds_on[0][0] if theorem.builds_on else None
        found[first].append(theorem)
    return found


def family(theorem, found, depth=0):
    """Return [(theorem, depth)]: a theorem, and below it, one step further right, its followers and theirs."""
    below = [one for child in found[theorem.name] for one in family(child, found, depth + 1)]
    return [(theorem, depth), *below]


class Box:
    """The place of a theorem's words."""

    def __init__(self, theorem, depth, column, top, letter):
        self.theorem, self.column, self.top = theorem, column, top
        self.lines = wrap(theorem.title, LETTERS)
        self.left = column * WIDTH + depth * STEP
        self.right = self.left + letter * max(map(len, self.lines))
        self.middle = top + LINE * len(self.lines) / 2
        self.bottom = top + LINE * len(self.lines)


def place(theorems, letter):
    """Return {name: Box}, family by family, in columns of about the same height; no family is in two columns."""
    boxes, column, top, found = {}, 0, 0, followers(theorems)
    for first in found[None]:
        members = family(first, found)
        if len(boxes) + len(members) / 2 > len(theorems) * (column + 1) / COLUMNS:
            column, top = column + 1, 0
        for theorem, depth in members:
            boxes[theorem.name] = box = Box(theorem, depth, column, top, letter)
            top = box.bottom + SPACE
        top += SPACE
    return boxes


def descent(parent, child):
    """Draw a line from below the first letter of the parent to the child."""
    return f'<path d="M{parent.left + 7:g},{parent.bottom + 2:g} V{child.middle:g} H{child.left - 4:g}"/>'


def further(parent, child, boxes, shift):
    """Draw a broken line around all words between the two, or between columns; lines to other theorems are shifted."""
    top, bottom = sorted([parent.top, child.top])
    start, end = child.right + 4, parent.right + 4
    if parent.column == child.column:
        passed = [box.right for box in boxes if box.column == child.column and top <= box.top <= bottom]
        turn = max(passed) + 8 + shift
    else:
        turn = max(parent.column, child.column) * WIDTH - 6
        if parent.column > child.column:
            end = parent.left - 4
        else:
            start = child.left - 4
    return f'<path class="further" d="M{start:g},{child.middle:g} H{turn:g} V{parent.middle:g} H{end:g}"/>'


def words(box, address):
    lines = " ".join(
        f'<tspan x="{box.left:g}" y="{box.top + LINE * (i + 0.8):g}">{escape(line)}</tspan>'
        for i, line in enumerate(box.lines)
    )
    kind = ' class="first"' if not box.theorem.builds_on else ""
    return f'<a href="{escape(address)}"{kind}><text>{lines}</text></a>'


def picture(theorems, address, of):
    """Draw the map as SVG; `address(theorem)` is the target of a name."""
    boxes, lines, ends = place(theorems, LETTER[of]), [], []
    for box in boxes.values():
        first, *others = [boxes[name] for name, _ in box.theorem.builds_on] or [None]
        lines += [descent(first, box)] if first else []
        for other in others:
            ends += [other] if other not in ends else []
            lines.append(further(other, box, boxes.values(), 5 * ends.index(other)))
    names = [words(box, address(box.theorem)) for box in boxes.values()]
    height = max(box.bottom for box in boxes.values()) + SPACE
    size = f'viewBox="0 0 {COLUMNS * WIDTH} {height:g}"'
    return f'<svg {size} role="group" aria-label="Map of the {of}">{"".join(lines + names)}</svg>'


def listed(theorems, link):
    """Write the map as nested lists."""
    found = followers(theorems)

    def item(theorem):
        below = [nodes.bullet_list("", *map(item, found[theorem.name]))] if found[theorem.name] else []
        return nodes.list_item("", nodes.paragraph("", "", link(theorem)), *below)

    return nodes.bullet_list("", *map(item, found[None]))


def draw_maps(app, doctree, docname):
    places = app.env.get_domain("std").anonlabels
    for node in list(doctree.findall(theorem_map)):
        if node["of"] == "chapters":
            entries = list(chapters(app))
        else:
            entries = [theorem for there in by_chapter(app).values() for theorem in there]

        def link(entry, of=node["of"]):
            page, target = (entry.name, "") if of == "chapters" else places[anchor("atlas", entry.name)]
            return make_refnode(app.builder, docname, page, target, nodes.Text(entry.title))

        def address(entry):
            reference = link(entry)
            return reference.get("refuri") or f"#{reference['refid']}"

        drawn = nodes.raw("", picture(entries, address, node["of"]), format="html")
        classes = ["theorem-map", *(["chapter-map"] if node["of"] == "chapters" else [])]
        node.replace_self(nodes.container("", drawn, listed(entries, link), classes=classes))


def setup(app):
    app.add_node(theorem_map)
    app.add_directive("theorem-map", Map)
    app.add_directive("chapter-map", Map)
    app.connect("doctree-resolved", draw_maps, priority=400)  # before pages become slides
