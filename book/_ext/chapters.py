"""Which pages a chapter has. The table of contents says it, and nothing else does.

An entry under the caption *Chapters* is a chapter: the entry is its core, the sections below it are its other pages,
the lab the last of them. A chapter has the name of its core. Sphinx numbers the chapters by that entry's `numbered: 1`,
and what it counts on any page of a chapter by the chapter.
"""

from functools import cache
from pathlib import Path

import yaml


@cache
def chapters(root):
    """{name: its pages}, in the order of the book, for the folder of `_toc.yml`.

    >>> chapters(Path(__file__).parents[2])["halving"]
    ['book/halving', 'book/halving-further', 'book/halving-exercises', 'notebooks/halving']
    """
    contents = Path(root, "_toc.yml")
    parts = yaml.safe_load(contents.read_text("utf-8")).get("parts", []) if contents.is_file() else []
    listed = [one for part in parts if part.get("caption") == "Chapters" for one in part["chapters"]]
    pages = ([one["file"], *(page["file"] for page in one.get("sections", []))] for one in listed)
    return {Path(core).name: [core, *others] for core, *others in pages}


def references(root):
    """The pages of prose that belong to no chapter, in the order of the book."""
    contents = Path(root, "_toc.yml")
    parts = yaml.safe_load(contents.read_text("utf-8")).get("parts", []) if contents.is_file() else []
    tops = [one for part in parts if part.get("caption") != "Chapters" for one in part["chapters"]]
    pages = (page["file"] for top in tops for page in (top, *top.get("sections", [])))
    return [page for page in pages if page.startswith("book/")]


def chapter_of(root, page):
    """The name of the chapter that a page belongs to; of any other page, its own."""
    return next((name for name, pages in chapters(root).items() if page in pages), Path(page).name)


def number_of(env, page):
    """The number in front of the title of a core, such as "6 "; empty for any other page."""
    return "".join(f"{number} " for number in env.titles[page].get("secnumber") or ())


def numbered(env, page):
    """The title of a page after its number, as links to the page show it."""
    return number_of(env, page) + env.titles[page].astext()


def to_read(root, name):
    """The pages of a chapter but its lab, the core first; of another page of the book, itself."""
    return [page for page in chapters(root).get(name, [f"book/{name}"]) if page.startswith("book/")]


def core_of(root, page):
    """The first page of a page's chapter; of any other page, that page."""
    return next((pages[0] for pages in chapters(root).values() if page in pages), page)


def source(root, name):
    """What stands on the pages of a chapter, or on a page of that name."""
    return "\n".join(Path(root, f"{page}.md").read_text("utf-8") for page in to_read(root, name))
