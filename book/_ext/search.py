"""Search: pages, sections, statements, terms, symbols, exercises and names of the package, each at its own address.

The written pages are taken apart as readers see them: with the numbers of theorems, with formulas as plain text, and
without folded solutions. `find.js` finds places in these records, `search.js` shows them while a reader types;
`book/synonyms.yml` has readers' words for the book's words. A page loads all three when a search begins.
"""

import json
import re
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from shutil import copyfile
from unicodedata import name

import yaml
from bs4 import BeautifulSoup, SoupStrainer
from formulas import in_words
from prooflines import anchor

import mistakebound
from mistakebound.certificates.core import Theorem

FOLDER = "_static/search"
KEPT = "search.json"  # the records of each page by the digest of its HTML, for the next build
SYNONYMS = Path(__file__).parents[1] / "synonyms.yml"
#: Sphinx's own, below _static.
UNUSED = ("searchtools.js", "language_data.js")
#: Things found by themselves, and the place of their titles. The words of an inner thing do not count for the outer.
FINDS = {
    "section": ("section:has(> :is(h1, h2, h3)), p[id]:has(> strong:first-child)", ":is(h1, h2, h3, strong)"),
    "term": ("div.term", "dt"),
    "symbol": ("section#notation section:not(#dictionary, #dictionary section) tbody tr", "td"),
    "definition": ("div.proof:is(.definition, .algorithm)[id]", ".admonition-title"),
    "statement": ("div.proof:not(.definition, .algorithm)[id]", ".admonition-title"),
    "exercise": ("div.exercise.admonition[id]", ".admonition-title"),
    "work": ("div.citation", ".label"),
    "name": ("dl.py:is(.class, .function, .data, .exception)", "dt.sig"),
}
#: Text that is not prose, gives something away, or repeats what is found in its chapter.
SILENT = (
    ".solution, .headerlink, .machine-checked, .mistakebound-view, .cell_output, pre, script, .atlas, .theorem-map, "
    ".used-in, .final-theorems, .quantities, .lead-on"
)
#: Pages about other texts and about code, whose sections come last.
ASIDE = ("errata", "sources", "bibliography", "benchmarks", "licences", "api")
#: The names of theorem objects, by the place of their printed statement.
THEOREMS = [theorem for theorem in vars(mistakebound).values() if isinstance(theorem, Theorem)]
CALLED = {anchor("theorem", theorem.name): f"{theorem.name}: {theorem.title}" for theorem in THEOREMS}
#: A work in the bibliography: its authors, its title, and where it appeared.
WORK = re.compile(r"(.*?\w\w(?<!\b[JY]a)\.) (.*?[.?!]) (.*)")
#: The spelling of letters: Greek letters by their Unicode names, and ℓ.
SPELT = {name(letter).split()[-1].lower(): letter for letter in map(chr, range(0x3B1, 0x3CA))}
SPELT |= {"lambda": "λ", "ell": "l"}
#: A formula on a page, in MathML, which ends with its LaTeX.
MATHML = re.compile(r"<math\b.*?<annotation[^>]*>(.*?)</annotation>.*?</math>", re.DOTALL)


def words(tag):
    return " ".join(tag.get_text().replace("–", "-").split())


def readable(page):
    """Reduce the article of a page to words."""
    article = page.article
    for silent in article.select(SILENT):
        silent.decompose()
    for described in article.select("dl.py > dd"):  # its first paragraph describes it, the others show calls
        for rest in described.find_all(recursive=False)[1:]:
            rest.decompose()
    for signature in article.select("dt.sig"):
        signature.string = words(signature.select_one(".descname"))
    for term in article.select("dl.glossary > dt"):
        meaning = term.find_next_sibling("dd")
        term.wrap(page.new_tag("div", attrs={"class": "term"})).append(meaning)
    for joined in article.select("dd, .classifier"):
        joined.insert_before(" ")
    return article


def finds(page):
    """Take a parsed page apart into finds: (anchor, kind, title, other names, words)."""
    article = readable(page)
    kind = {id(tag): kind for kind, (tags, _) in FINDS.items() for tag in article.select(tags)}
    for tag in reversed(article.find_all(lambda tag: id(tag) in kind)):  # inner things first
        title = tag.select_one(FINDS[kind[id(tag)]][1])
        place = tag.get("id") or title.get("id") or tag.find_parent("section")["id"]
        called = "; ".join(CALLED[inner["id"]] for inner in tag.select("[id]") if inner["id"] in CALLED)
        yield place, kind[id(tag)], words(title.extract()), called, words(tag)
        tag.decompose()


def records(address, html):
    """Return the records of a page: {address, kind, title, other names, the page's title, words}."""
    # Nine of ten tags belong to formulas: parsing words in their place takes a fraction of the time.
    html = MATHML.sub(lambda found: escape(in_words(unescape(found[1]))), html)
    page = BeautifulSoup(html, "html.parser", parse_only=SoupStrainer(["article", "meta"]))
    description = page.find("meta", attrs={"name": "description"})
    path = Path(address)
    is_lab = path.parent.name == "notebooks"
    section = "lab" if is_lab else "aside" if path.stem in ASIDE else "section"
    *inner, (_, _, chapter, _, text) = finds(page)
    yield {"address": address, "kind": "lab" if is_lab else "page", "title": chapter, "called": "",
           "place": "", "words": f"{description['content'] if description else ''} {text}"}  # fmt: skip
    for place, kind, title, called, text in inner:
        of = chapter
        if kind == "work":
            of, title, text = WORK.match(f"{text} {title}").groups()
        yield {"address": f"{address}#{place}", "kind": section if kind == "section" else kind,
               "title": title, "called": called, "place": of, "words": text}  # fmt: skip


def write_index(found, synonyms, folder):
    """Write the records, the synonyms (longer ones first), and the scripts that find and show places."""
    folder.mkdir(parents=True, exist_ok=True)
    pairs = sorted(synonyms.items(), key=lambda pair: -len(pair[0]))
    index = {"records": found, "synonyms": pairs, "letters": SPELT}
    index = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (folder / "index.js").write_text(f"globalThis.bookIndex = {index};\n", encoding="utf-8")
    for script in ("find.js", "search.js"):
        copyfile(Path(__file__).with_name(script), folder / script)


def write_search(app, exception):
    if exception or app.builder.name != "html":
        return
    out = Path(app.outdir)
    names = map(app.builder.get_target_uri, sorted(app.env.found_docs))
    pages = {page: (out / page).read_text("utf-8") for page in names}
    kept = Path(app.doctreedir, KEPT)
    before = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    digests = {page: sha256(html.encode()).hexdigest() for page, html in pages.items()}
    found = {digests[page]: before.get(digests[page]) or list(records(page, html)) for page, html in pages.items()}
    kept.write_text(json.dumps(found), "utf-8")
    synonyms = yaml.safe_load(SYNONYMS.read_text("utf-8"))
    write_index([record for there in found.values() for record in there], synonyms, out / FOLDER)
    for pattern in UNUSED:
        for unused in Path(out, "_static").glob(pattern):
            unused.unlink()


def replace_search(app):
    """Turn off Sphinx's own index; the search page is one of `html_additional_pages`."""
    app.builder.search = False


def setup(app):
    app.connect("builder-inited", replace_search)
    app.connect("build-finished", write_search)
