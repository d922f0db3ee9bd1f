"""The first line of each section on a *further* page: the later pages that need the section, or that none does.

Nobody writes these lines: they are made from the references in the sources of the pages. Later pages are those of the
chapters that follow, and the reference pages; exercises and teachers' pages do not count.
"""

import re
from functools import cache
from pathlib import Path

from chapters import chapters, core_of, references, to_read
from prooflines import anchor
from remade import made
from solutions import TEACHERS

ABOVE = r"(?:\([\w-]+\)=\n|% typed: [^\n]*\n)*"  # what may be right above a heading
SECTION = re.compile(rf"^({ABOVE})## [^\n]*\n(?=(.*?)(?:^{ABOVE}## |\Z))", re.M | re.S)
PLACE = re.compile(r"^(?:\(([\w-]+)\)=|:(?:label|name): (\S+))$", re.M)
OBJECT = re.compile(r"^`{3,}\{(?:statement|proof-lines)\} (\w+)$", re.M)
LINK = re.compile(r"\]\(#?([\w-]+)\)|\{(?:ref|prf:ref|numref|eq)\}`(?:[^`<]*<)?([\w-]+)>?`")
LINE = re.compile(r"\{line\}`(\w+)\.")


def places(text):
    """The names by which a piece of a page can be found: its labels, and the theorem objects that it prints."""
    labels = {label or name for label, name in PLACE.findall(text)}
    return labels | {anchor("theorem", name) for name in OBJECT.findall(text)}


def named(text):
    """The names to which a piece of a page refers."""
    labels = {label or other for label, other in LINK.findall(text)}
    return labels | {anchor("theorem", name) for name in LINE.findall(text)}


@cache
def pages(root):
    """Map all pages of chapters and the reference pages to their text, in order, without labs and exercises."""
    names = [page for name in chapters(root) for page in to_read(root, name)]
    others = [page for page in references(root) if page not in TEACHERS]  # the students' edition lacks these
    names = [page for page in names if not page.endswith("-exercises")] + others
    return {page: Path(root, f"{page}.md").read_text("utf-8") for page in names}


@cache
def named_by(root):
    """{page: where it leads} of the same pages."""
    return {page: named(text) for page, text in pages(root).items()}


def line(root, page, section, below):
    """The line for a section, which includes the sections below it."""
    order, there = list(pages(root)), places(section)
    back = ["below"] if named(below) & there else []
    for later in order[order.index(page) + 1 :]:
        if named_by(root)[later] & there:
            back.append(f"[{pages(root)[later].partition(chr(10))[0][2:]}]({Path(later).name}.md)")
    return f"*Referred to later: {' · '.join(back)}.*" if back else "*Nothing later refers to this.*"


def with_lines(root, page, text):
    """The text of a page; on a *further* page, with a line below each heading."""
    if page not in pages(root) or page == core_of(root, page):  # a reference page is its own core
        return text

    def with_line(found):
        below = found.string[found.end() + len(found[2]) :]
        return f"{found[0]}\n{line(root, page, found[1] + found[2], below)}\n"

    return SECTION.sub(with_line, text)


def text_with_lines(root, page):
    return with_lines(root, page, pages(root)[page])


def add_lines(app, docname, source):
    if docname in pages(app.srcdir):
        source[0] = made(app.env, text_with_lines, docname)


def setup(app):
    app.connect("source-read", add_lines)
