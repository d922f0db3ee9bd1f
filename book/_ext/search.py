"""Search: pages, sections, statements, exercises and names of the package, each found by itself, at its own address.

The pages are taken apart once they are written: as they are read, with the numbers of theorems, with formulas as plain
text, and without the solutions that they fold. Pagefind makes the index. `search.js` asks it, on the search page only.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from html import escape
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from bs4 import BeautifulSoup
from prooflines import anchor

import mistakebound
from mistakebound.theorems.core import Theorem
from mistakebound.theorems.display import plain

FOLDER = "_static/search"
#: Pagefind's own search pages and Sphinx's, below _static.
UNUSED = ("search/*-ui.*", "search/*-highlight.js", "searchtools.js", "language_data.js")
#: What is found by itself, and where its title is. Words of an inner one are not words of the outer one.
FINDS = {
    "section": ("section:has(> :is(h1, h2, h3))", ":is(h1, h2, h3)"),
    "definition": ("div.proof:is(.definition, .algorithm)[id]", ".admonition-title"),
    "statement": ("div.proof:not(.definition, .algorithm)[id]", ".admonition-title"),
    "exercise": ("div.exercise.admonition[id]", ".admonition-title"),
    "name": ("dl.py:is(.class, .function, .data, .exception)", "dt.sig"),
}
#: What is no prose, would tell too much, or says again what is found in its chapter.
SILENT = ".solution, .headerlink, .machine-checked, .mistakebound-view, .cell_output, pre, script, .atlas, .theorem-map"
#: What a theorem object is called, by where its statement is printed.
THEOREMS = [theorem for theorem in vars(mistakebound).values() if isinstance(theorem, Theorem)]
CALLED = {anchor("theorem", theorem.name): f"{theorem.name}: {theorem.title}" for theorem in THEOREMS}
#: What the formulas of pages have beyond those of theorem objects, which `plain` is made for.
SIGNS = {r"\\[a-z]*dots[a-z]*": "…", r"\\[lr]Vert": "‖", r"\\[lr]vert": "|", r"\\(?:q?quad|[ ])": " "}


def formula(tex):
    """A formula as plain text; a box if that cannot hold it."""
    for found, sign in SIGNS.items():
        tex = re.sub(found, sign, tex)
    text = re.sub(r"\\([{}%])", r"\1", plain(tex))
    return "□" if "\\" in text else text


def words(tag):
    return " ".join(tag.get_text().replace("–", "-").split())


def readable(page):
    """The article of a page, reduced to words."""
    article = page.article
    for silent in article.select(SILENT):
        silent.decompose()
    for tex in article.select(".math"):
        tex.string = formula(tex.get_text().strip()[2:-2])
    for signature in article.select("dt.sig"):
        signature.string = words(signature.select_one(".descname"))
    for joined in article.select("dd, .classifier"):
        joined.insert_before(" ")
    return article


def finds(page):
    """The finds of a parsed page: (anchor, kind, title, what else it is called, words). It takes the page apart."""
    article = readable(page)
    kind = {id(tag): kind for kind, (tags, _) in FINDS.items() for tag in article.select(tags)}
    for tag in reversed(article.find_all(lambda tag: id(tag) in kind)):  # the inner ones first
        title = tag.select_one(FINDS[kind[id(tag)]][1])
        place = tag.get("id") or title["id"]
        called = "; ".join(CALLED[inner["id"]] for inner in tag.select("[id]") if inner["id"] in CALLED)
        yield place, kind[id(tag)], words(title.extract()), called, words(tag)
        tag.decompose()


def records(address, html):
    """What the index holds of a page: {address, words, and for each thing that is shown or weighed its text}."""
    page = BeautifulSoup(html, "html.parser")
    description = page.find("meta", attrs={"name": "description"})
    *inner, (_, _, name, _, text) = finds(page)
    yield {"address": address, "lab" if address.startswith("notebooks/") else "page": name,
           "words": f"{description['content'] if description else ''} {text}"}  # fmt: skip
    for place, kind, title, called, text in inner:
        yield {"address": f"{address}#{place}", kind: title, "called": called, "place": name, "words": text}


def document(words, **shown):
    """A record as a page for Pagefind."""
    meta = "".join(f'<p data-pagefind-ignore data-pagefind-meta="{name}">{escape(text)}</p>'
                   for name, text in shown.items() if text)  # fmt: skip
    return f'<html lang="en"><body>{meta}<p>{escape(words)}</p></body></html>'


def make_index(found, folder):
    """Pagefind's index of the records, and the words in them, the most frequent first."""
    with TemporaryDirectory() as documents:
        for i, record in enumerate(found):
            Path(documents, f"{i:05}.html").write_text(document(**record), encoding="utf-8")
        command = [sys.executable, "-m", "pagefind", "--quiet", "--site", documents, "--output-path", str(folder)]
        subprocess.run(command, check=True)
    texts = [text.lower() for record in found for name, text in record.items() if name != "address"]
    count = Counter(word for text in texts for word in re.findall(r"[a-z]{4,}", text))
    (folder / "words.json").write_text(json.dumps([word for word, _ in count.most_common()]), encoding="utf-8")


def write_search(app, exception):
    if exception or app.builder.name != "html":
        return
    out = Path(app.outdir)
    pages = [app.builder.get_target_uri(name) for name in sorted(app.env.found_docs)]
    found = [record for page in pages for record in records(page, (out / page).read_text("utf-8"))]
    make_index(found, out / FOLDER)
    copyfile(Path(__file__).with_suffix(".js"), out / FOLDER / "search.js")
    for pattern in UNUSED:
        for unused in Path(out, "_static").glob(pattern):
            unused.unlink()


def replace_search(app):
    """No index of Sphinx's own; the search page is one of `html_additional_pages`."""
    app.builder.search = False


def setup(app):
    app.connect("builder-inited", replace_search)
    app.connect("build-finished", write_search)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
