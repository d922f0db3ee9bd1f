"""A deck of slides (`slides.py`) as Markdown, to be cut, joined and rewritten in any editor: `make slides`.

It is pandoc's Markdown: a slide begins with `##`, notes are in `::: notes`, formulas between dollars. So

    pandoc --to pptx perceptron.md --output perceptron.pptx

makes a PowerPoint file, including formulas and notes.
"""

import re
from functools import singledispatch
from itertools import count, repeat
from string import ascii_uppercase

from docutils import nodes

SIGNS = re.compile(r"([\\`*_$<\[\]#|~^@])")


def escape(text):
    r"""Escape signs that Markdown would interpret.

    >>> print(escape("a*b <c>"))
    a\*b \<c>
    """
    return SIGNS.sub(r"\\\1", text)


# ------------------------------------------- within a line


def within(node):
    return "".join(inline(child) for child in node.children)


inline = singledispatch(within)


@inline.register
def _(node: nodes.Text):
    return escape(str(node)).replace("\n", " ")


@inline.register(nodes.emphasis)
@inline.register(nodes.strong)
def _(node):
    """Move blanks outside of the signs, and put no signs around nothing."""
    text, sign = within(node), "*" if isinstance(node, nodes.emphasis) else "**"
    return text.replace(text.strip(), f"{sign}{text.strip()}{sign}") if text.strip() else text


@inline.register
def _(node: nodes.literal):
    return f"`{node.astext()}`"


@inline.register
def _(node: nodes.math):
    return f"${node.astext().strip()}$"


@inline.register
def _(node: nodes.reference):
    return f"[{within(node)}]({node['refuri']})" if "refuri" in node else within(node)


@inline.register
def _(node: nodes.raw):
    return ""


# ------------------------------------------- blocks: each is Markdown without an empty line around it


@singledispatch
def blocks(node):
    """A node that only holds others, or a line of text."""
    if any(isinstance(child, (nodes.Text, nodes.Inline)) for child in node.children):
        return [inline(node)]
    return [block for child in node.children for block in blocks(child)]


def joined(parts):
    return "\n\n".join(part for part in parts if part.strip())


@blocks.register(nodes.raw)
@blocks.register(nodes.Invisible)
def _(node):
    return []


@blocks.register
def _(node: nodes.math_block):
    return [f"$$\n{node.astext().strip()}\n$$"]


@blocks.register
def _(node: nodes.literal_block):
    return [f"```{node.get('language', '')}\n{node.astext()}\n```"]


def listed(marks, items):
    """A list, with the contents of an item indented."""
    texts = (joined(blocks(item)).replace("\n", "\n    ") for item in items)
    return ["\n".join(f"{mark:4}{text}" for mark, text in zip(marks, texts, strict=False))]


@blocks.register
def _(node: nodes.bullet_list):
    return listed(repeat("-"), node.children)


@blocks.register
def _(node: nodes.enumerated_list):
    marks = ascii_uppercase if node.get("enumtype") == "upperalpha" else count(1)
    return listed((f"{mark}." for mark in marks), node.children)


@blocks.register
def _(node: nodes.term):
    return [inline(node).strip()]


@blocks.register
def _(node: nodes.figure):
    """An image with its alternative text; the text below it on the page is also below it here."""
    return [part for child in node.children for part in blocks(child)]


@blocks.register
def _(node: nodes.caption):
    return [f"**Fig. {node.parent['number']}.** {inline(node)}"]


@blocks.register
def _(node: nodes.image):
    return [f"![]({node['uri']}){{alt=\"{node.get('alt', '')}\"}}"]


@blocks.register
def _(node: nodes.table):
    rows = [[cell_text(entry) for entry in row.children] for row in node.findall(nodes.row)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return ["\n".join([lines[0], "|" + ":--|" * len(rows[0]), *lines[1:]])]


def cell_text(entry):
    """A cell on one line; a bar in a formula would end the cell."""
    text = " ".join(inline(part) for part in entry.children)
    return re.sub(r"\$[^$]*\$", lambda found: found[0].replace(r"\|", r"\Vert ").replace("|", r"\vert "), text)


def title(node):
    """The head of a theorem and the like: its kind, its number, and its name, if any."""
    kind = node.tagname.removesuffix("_node").capitalize()
    name = inline(node[0]).strip() if node.children and isinstance(node[0], nodes.title) else ""
    return f"**{kind} {node['number']}{f' {name}' if name else ''}.**"


def slide(section, boxes, notes):
    """A slide, from its heading on."""
    parts = [f"## {inline(section[0])}"]
    for child in section[1:]:
        if isinstance(child, notes):
            parts += ["::: notes", *blocks(child), ":::"]
        elif isinstance(child, boxes):
            parts += [title(child), *(part for inner in child.children[1:] for part in blocks(inner))]
        else:
            parts += blocks(child)
    return joined(parts)


def markdown(deck, boxes, notes):
    """A deck with all its slides."""
    head, book, *slides = deck.children
    fields = [f"{key}: {text.astext()!r}" for key, text in (("title", head), ("subtitle", book))]
    return joined(["\n".join(["---", *fields, "---"]), *(slide(each, boxes, notes) for each in slides)]) + "\n"
