"""Checks of a sound book, as plain functions on a folder: each yields its complaints, and a sound book has none.

`root` is the folder of `_toc.yml`; `html` is a folder of built pages. Things that the build warns of, such as a missing
citation or a lab's missing number, are not checked again: a warning stops the build.
"""

import re
from collections import Counter
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import chapters as contents
import yaml
from aims import length
from bs4 import BeautifulSoup

# ---------------------------------------------------------------- sources


def toc_documents(root):
    """The document names of the table of contents, without suffix, in order."""

    def walk(node):
        for key, value in node.items():
            if key in ("root", "file"):
                yield value
            elif key in ("parts", "chapters", "sections"):
                for child in value:
                    yield from walk(child)

    return list(walk(yaml.safe_load(Path(root, "_toc.yml").read_text("utf-8"))))


def source_files(root):
    """Every page source: book/*.md and notebooks/*.ipynb."""
    return sorted([*Path(root, "book").glob("*.md"), *Path(root, "notebooks").glob("*.ipynb")])


def chapters(root):
    """The chapters by their first page, the core, as the table of contents lists them."""
    return [core for core, *_ in contents.chapters(root).values()]


def chapter_pages(root, core):
    """The pages of a chapter but its lab."""
    return contents.to_read(root, contents.chapter_of(root, core))


def toc_complaints(root):
    """Every page is in the table of contents."""
    sources = (path.relative_to(root).with_suffix("").as_posix() for path in source_files(root))
    listed = toc_documents(root)
    yield from (f"{name} is not in _toc.yml" for name in sources if name not in listed)


def question_complaints(root):
    """Every page says in one sentence of questions.yml which question it answers."""
    questions = yaml.safe_load(Path(root, "book/questions.yml").read_text("utf-8"))
    yield from (f"book/questions.yml says nothing of {name}" for name in toc_documents(root) if name not in questions)


def bib_keys(root):
    return set(re.findall(r"^@\w+\{([^,\s]+),", Path(root, "book/references.bib").read_text("utf-8"), re.M))


def document_complaints(root):
    """Every file that README.md or another document of the root folder links to exists."""
    for path in sorted(Path(root).glob("*.md")):
        for link in re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8")):
            if not is_external(link) and not (path.parent / link).exists():
                yield f"{path.name} links to {link}, which does not exist"


#: Of a core; and of any other page without exercises.
MOST_WORDS, MOST_FURTHER = 2500, 4000
KINDS = ("Warm-up", "Understand", "Prove", "Code", "Explore", "Research-like")
#: A kind that a chapter may have one exercise of, besides: its code is compiled by `make proofs`.
FORMAL = "Formal"
#: How an exercise begins: its kind, its difficulty, and the time that a student may need.
TIME = r"\d+ minutes|1 hour|\d hours|half a day|1 day"
EXERCISE = re.compile(rf"\*({'|'.join((*KINDS, FORMAL))}), (easy|medium|hard), ({TIME})\.\* \S")
BOX = re.compile(r"^(`{3,})\{(exercise|solution)\} ([^\n]*)\n((?::[^\n]*\n)*)\n(.*?)^\1\s*$", re.M | re.S)


def exercises(page):
    """(label, text, solution) of each exercise of a page; the solution is None if there is none below it."""
    boxes = [(box[2], box[3], box[4], box[5]) for box in BOX.finditer(Path(page).read_text("utf-8"))]
    for (kind, _, options, text), (below, solves, _, solution) in pairwise([*boxes, ("end", "", "", "")]):
        if kind == "exercise":
            label = options.strip().removeprefix(":label: ")
            yield label, text, solution if (below, solves) == ("solution", label) else None


def chapter_complaints(chapter):
    """6 to 12 exercises of every kind, on one page, each in the one form, its folded solution below it.

    One more exercise may be formal.
    """
    found = list(exercises(chapter))
    begun = [(label, EXERCISE.match(text)) for label, text, _ in found]
    kinds = [match[1] for _, match in begun if match]
    formal = kinds.count(FORMAL)
    if not 6 <= len(found) - formal <= 12 or formal > 1:
        yield f"{chapter.name} has {len(found)} exercises, {formal} of them formal"
    yield from (f"{chapter.name}: {label} does not begin as EXERCISE says" for label, ok in begun if not ok)
    missing = [kind for kind in KINDS if kind not in kinds]
    yield from (f"{chapter.name} has no exercise of the kind {kind}" for kind in missing)
    yield from (f"{chapter.name}: {label} has no solution below it" for label, _, solution in found if not solution)
    source = chapter.read_text("utf-8")
    boxes = list(BOX.finditer(source))
    if not len(boxes) == 2 * len(found) == len(re.findall(r"\{(?:exercise|solution)(?:-start)?\}", source)):
        yield f"{chapter.name} has an exercise or a solution in another form than the others"
    open_ = [box[3] for box in boxes if box[2] == "solution" and "dropdown" not in box[4]]
    yield from (f"{chapter.name}: the solution of {label} is not folded" for label in open_)


def length_complaints(root, core, *others):
    """A core is read in one sitting, and so is any other page that has no exercises."""
    for name, most in ((core, MOST_WORDS), *((name, MOST_FURTHER) for name in others)):
        words = length(root, name)
        if words > most:
            yield f"{name} has {words} words, more than {most}"


# ---------------------------------------------------------------- built pages

#: Of a formula and of code the greater part, which nothing asks for: it makes parsing several times faster.
FORMULA = re.compile(r"(<math\b[^>]*>).*?(<annotation\b.*?</annotation>).*?(</math>)", re.S)
COLOURED = re.compile(r'<span class="\w{1,3}">([^<]*)</span>')


@cache
def parse(text):
    """A parsed page, the same object each time: to look at, not to change."""
    return BeautifulSoup(text, "html.parser")


def page(path):
    """A built page, of whose formulas only the TeX is there."""
    return parse(COLOURED.sub(r"\1", FORMULA.sub(r"\1\2\3", Path(path).read_text("utf-8"))))


def pages(html):
    """(path, page) of every built page."""
    for path in sorted(Path(html).rglob("*.html")):
        if "_static" not in path.relative_to(html).parts:
            yield path, page(path)


def is_external(url):
    return bool(urlsplit(url).netloc)


#: What makes a browser fetch something, and the attributes that say what.
FETCHES = ["audio", "embed", "iframe", "img", "input", "link", "object", "script", "source", "track", "video"]
ADDRESSES = ("src", "srcset", "poster", "href", "data")
CDN = re.compile(r"https?://[\w.-]*(?:jsdelivr|unpkg|cdnjs|googleapis|gstatic|bootstrapcdn|esm\.sh|skypack)[\w./@-]*")


def external_complaints(html):
    """No page, style sheet or inline script asks another host for anything."""
    for path, page in pages(html):
        for tag in page.find_all(FETCHES):
            urls = [tag.get(name, "") for name in ADDRESSES]
            yield from (f"{path.name}: <{tag.name}> fetches {url}" for url in urls if is_external(url))
        for script in page.find_all(["script", "style"]):
            yield from (f"{path.name}: an inline {script.name} names {url}" for url in CDN.findall(script.string or ""))
    for path in sorted(Path(html).rglob("*.css")):
        urls = re.findall(r"url\(['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)", path.read_text("utf-8"))
        yield from (f"{path.name} fetches {url}" for pair in urls for url in pair if url and is_external(url))


def alt_complaints(html):
    """Every picture of an article says what it shows; a button's may be as short as the button's name."""
    for path, page in pages(html):
        for image in page.select("article img"):
            alt = image.get("alt", "").strip()
            if len(alt) < 20 or "_images" in alt or re.search(r"\.(png|svg|jpe?g|gif)$", alt):
                yield f"{path.name}: alt text {alt!r} of {image.get('src')} does not say what the picture shows"


def icon_complaints(html):
    """Every icon of a button has its shape in icons.css; without one it is a square."""
    shapes = set(re.findall(r"^\.(fa-[\w-]+) \{ --icon", Path(html, "_static/icons.css").read_text("utf-8"), re.M))
    for path, page in pages(html):
        for icon in page.select("i.fa-solid, i.fas"):
            if not shapes & set(icon["class"]):
                yield f"{path.name}: icons.css has no shape for {' '.join(icon['class'])!r}"


def ids(page):
    """How often a page gives each id."""
    return Counter(tag["id"] for tag in page.find_all(id=True))


def id_complaints(html):
    """No id is given twice on a page."""
    for path, page in pages(html):
        repeated = [(name, times) for name, times in ids(page).items() if times > 1]
        yield from (f"{path.name}: the id {name!r} is given {times} times" for name, times in repeated)


def link_complaints(html):
    """Every link within the book leads to a page, and to a place on it, that exists."""
    parsed = {path.resolve(): page for path, page in pages(html)}
    places = {path: ids(page) for path, page in parsed.items()}
    for path, page in parsed.items():
        for link in page.find_all(["a", "link", "script", "img"]):
            url = urlsplit(link.get("href") or link.get("src") or "")
            if url.scheme or url.netloc:
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if not target.is_file():
                yield f"{path.name}: {url.geturl()!r} leads nowhere"
            elif url.fragment and target in places and unquote(url.fragment) not in places[target]:
                yield f"{path.name}: {url.geturl()!r} leads to a page without that place"


#: A directive, a role or a reference's internal name that nothing has read.
NOT_PROSE = re.compile(r"<(pre|code|math|script|style)\b.*?</\1>|<[^>]*>", re.S)
MARKUP = re.compile(r"(?:```|:::)\{[\w:-]+\}|\{[a-z]+(?::[a-z]+)?\}`[^`]*`?|\[R[0-9a-f]{12}-\d+\]")


def markup_complaints(html):
    """No page shows markup that was meant for the builder."""
    for path, page in pages(html):
        prose = unescape(NOT_PROSE.sub("", path.read_text("utf-8")))
        yield from (f"{path.name}: shows the markup {found!r}" for found in MARKUP.findall(prose))
        for lettered in page.find_all("ol", class_=["upperalpha", "upperroman"]):
            if not lettered.find_parent(class_="checks") and "checks" not in lettered["class"]:
                words = lettered.get_text(" ", strip=True)[:80]
                yield f"{path.name}: an initial is taken for the letter of a list: {words!r}"
        codes = (code.get_text() for code in page.find_all("code") if code.parent.name != "pre")
        escaped = (code for code in codes if r"\|" in code)
        yield from (f"{path.name}: shows an escaped bar in {found!r}" for found in escaped)


def path_complaints(folder, *roots):
    """No built page names a folder of the machine that built it."""
    machine = re.compile("|".join([r"/(?:home|root|Users)/\w+", r"C:\\\\?Users", *map(re.escape, map(str, roots))]))
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix in {".html", ".js", ".json", ".ipynb"} and "_static" not in path.parts:
            found = machine.search(path.read_text("utf-8"))
            if found:
                yield f"{path.name} names {found[0]!r}"


SOURCES = (toc_complaints, question_complaints, document_complaints)
PAGES = (external_complaints, alt_complaints, icon_complaints, id_complaints, link_complaints, markup_complaints)
