"""The pages of each chapter, which only the table of contents lists.

An entry under the caption *Chapters* is a chapter: the entry is its core, the sections below it are its other pages,
the last of which is the lab. A chapter has the name of its core. Because of that entry's `numbered: 1`, Sphinx numbers
the chapters, and everything that it counts on a chapter's pages has the chapter's number.
"""

from functools import cache
from pathlib import Path

import yaml


def listed(root, is_chapter):
    """The pages of each chapter, or of each other part of the contents: lists that begin with the top page."""
    contents = Path(root, "_toc.yml")
    parts = yaml.safe_load(contents.read_text("utf-8")).get("parts", []) if contents.is_file() else []
    tops = [top for part in parts if (part.get("caption") == "Chapters") == is_chapter for top in part["chapters"]]
    return [[page["file"] for page in (top, *top.get("sections", []))] for top in tops]


@cache
def chapters(root):
    """Map each chapter's name to its pages, in the order of the book, for the folder of `_toc.yml`.

    >>> chapters(Path(__file__).parents[2])["halving"]
    ['book/halving', 'book/halving-further', 'book/halving-exercises', 'notebooks/halving']
    """
    return {Path(pages[0]).name: pages for pages in listed(root, is_chapter=True)}


def references(root):
    """Return the pages of prose outside the chapters, in the order of the book."""
    return [page for pages in listed(root, is_chapter=False) for page in pages if page.startswith("book/")]


def chapter_of(root, page):
    """Return the name of a page's chapter; outside the chapters, the page's own name."""
    return next((name for name, pages in chapters(root).items() if page in pages), Path(page).name)


def number_of(env, page):
    """Return the number before the title of a core, such as "6 "; empty for any other page."""
    return "".join(f"{number} " for number in env.titles[page].get("secnumber") or ())


def numbered(env, page):
    """Return a page's number and title, as links to the page show them."""
    return number_of(env, page) + env.titles[page].astext()


def to_read(root, name):
    """Return the pages of a chapter without its lab, the core first; outside the chapters, the page itself."""
    return [page for page in chapters(root).get(name, [f"book/{name}"]) if page.startswith("book/")]


def core_of(root, page):
    """Return the core of a page's chapter; outside the chapters, the page itself."""
    return next((pages[0] for pages in chapters(root).values() if page in pages), page)


def source(root, name):
    """Return the source of the pages of a chapter, or of a page of that name."""
    return "\n".join(Path(root, f"{page}.md").read_text("utf-8") for page in to_read(root, name))
