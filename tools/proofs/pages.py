"""Files made from the proofs with Coq, and committed, so that the book can be built without Coq (`make coqdoc`).

They are the pages of the proofs, `book/_proofs/`, the hypotheses of each line, and the axioms of each theorem.

The pages are coqdoc's, in the form of the book's own code. Each says of which text it is the page, by which version of
coqdoc, and its own hash: nobody edits one.
"""

import json
import re
import subprocess
import sys
from hashlib import sha256
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from mistakebound.certificates.proved import AXIOMS, PLACES, USES
from tools.proofs.coq import assumptions
from tools.proofs.says import all_uses

COQDOC = "coqdoc --html --utf8 --body-only --no-index --no-externals --parse-comments -Q . MB".split()
#: How wide a line of code is at most, how much of it a break leaves at least, and before which signs it is broken.
WIDTH, LEAST = 78, 24
RELATIONS, OPERATORS = {"<=", ">=", "=", "<", ">", "≤", "≥", "/\\", "∧", "\\/", "∨"}, {"+", "-", "*", "×", "/"}
#: Kinds of words that are coloured, and the classes that Pygments has for them.
CLASSES = {"keyword": "k", "tactic": "nb"}
TIDY = (
    (r'<h1 class="libtitle">.*?</h1>\n*', ""),
    (r"<br/>\n", "\n"),
    (r"&nbsp;", " "),
    (r'<span class="comment">', '<span class="c">'),
    (r'<span class="id" title="(\w+)">(.*?)</span>', lambda found: coloured(*found.groups())),
    # a link to a binder or to a notation says nothing, and their names change with every line above
    (r'<a id="[^"]*:[^"]*" class="idref" href="[^"]*">(.*?)</a>', r"\1"),
    (r'<a class="idref" href="[^"]*#(?:[^"]*:[^"]*|[0-9a-f]{32})">(.*?)</a>', r"\1"),
    (r'<a id="([0-9a-f]{32})" class="idref" href="[^"]*">(.*?)</a>', r"\2"),
    (r'<a class="idref" href="MB\.(\w+\.html)#?([^"]*)">', lambda found: link(*found.groups())),
    (r'<a id="([^"]*)" class="idref" href="[^"]*">(.*?)</a>', r'<span class="nf" id="\1">\2</span>'),
    (r'<span class="inlinecode">((?:<(span|a)\b[^>]*>[^<]*</\2>|[^<])*)</span>', r"<code>\1</code>"),
    (r'<a id="lab\d+"></a><h(\d) class="section">(.*?)</h\d>', lambda found: heading(*found.groups())),
    (r"(?<![\w*])\*([a-z][a-z0-9-]*)\*(?![\w*])", r"<em>\1</em>"),
    (r'<div class="code">\s*(.*?)\s*</div>', lambda found: block(found[1])),
    (r'<div class="doc">\s*(.*?)\s*</div>(?=\s*<div class="[hd]|\s*$)', lambda found: paragraphs(found[1])),
    (r"\n{3,}", "\n\n"),
)  # fmt: skip


def coloured(kind, word):
    return f'<span class="{CLASSES[kind]}">{word}</span>' if kind in CLASSES else word


def link(file, place):
    return f'<a href="{file}#{place}">' if place else f'<a href="{file}">'


def block(code):
    lines = "\n".join(map(wrapped, code.split("\n")))
    return code and f'<div class="highlight"><pre>{lines}\n</pre></div>'


def margin(line):
    """The white space before the first word of a line."""
    return re.match(r" *(?:[-+*{] )?", line)[0]


def breaks(line):
    """Where a line of code, as a reader sees it, is broken so that it fits: at blanks outside of brackets if there are
    any, and there where a sentence or a premise ends, or else before a relation or an operator."""
    found, start, indent = [], 0, len(margin(line))
    while len(line) - start + (2 + indent if found else 0) > WIDTH:
        depth, best = 0, None
        for k in range(start, start + WIDTH - (2 + indent if found else 0) + 1):
            depth += (line[k] in "([{") - (line[k] in ")]}")
            if line[k] == " " and k > start + indent + LEAST:
                ends, begins = line[start:k].endswith(("->", ".", ";", ",", ":=")), line[k + 1 :].split(" ")[0]
                rank = (depth, 0 if ends else 1 if begins in RELATIONS else 2 if begins in OPERATORS else 3, -k)
                best = min(best or (rank, k), (rank, k))
        if best is None:
            break
        start = best[1] + 1
        found.append(best[1])
    return found


def wrapped(html):
    """A line of a page's code, with line breaks in place of these blanks."""
    pieces = re.findall(r"<[^>]*>|&#?\w+;|.", html)
    seen = [i for i, piece in enumerate(pieces) if not piece.startswith("<")]
    line = "".join(unescape(pieces[i]) for i in seen)
    indent = margin(line)
    for k in breaks(line):
        pieces[seen[k]] = "\n" + " " * (len(indent) + 2 * (line[k - 1] != "."))
    return "".join(pieces)


def heading(level, title):
    """A heading of a file, below the page's own."""
    place = "section-" + "-".join(re.findall(r"\w+", title.lower()))
    return f'<h{int(level) + 1} id="{place}">{title}</h{int(level) + 1}>'


def paragraphs(words):
    """A comment, split into paragraphs."""
    pieces = re.split(r'\s*<div class="paragraph"> </div>\s*|(?<=</h\d>)\s*|\s*(?=<[uh][l\d])', words)
    return "\n".join(piece if piece.startswith("<h") or piece.startswith("<ul") else f"<p>{' '.join(piece.split())}</p>"
                     for piece in pieces if piece)  # fmt: skip


def tidy(html):
    """The output of coqdoc, without elements that the book's own pages lack."""
    for found, instead in TIDY:
        html = re.sub(found, instead, html, flags=re.S)
    return html.strip() + "\n"


def linked(page, pages):
    """The page without dead links: coqdoc links to variables to which it gives no anchor."""
    places = {name: set(re.findall(r'id="([^"]*)"', text)) for name, text in pages.items()}

    def keep(found):
        return found[0] if found[2] in places.get(found[1], ()) else found[3]

    return re.sub(r'<a href="(\w+\.html)#([^"]*)">(.*?)</a>', keep, page)


def version():
    """Coq's version, 8.16.1."""
    said = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True).stdout
    return said.split()[0]


def stamp(source, by, page):
    """The first line of a page: of which text it is the page, and what the page itself is."""
    text, own = sha256(source).hexdigest(), sha256(page.encode()).hexdigest()
    return f"<!-- coqdoc {by} of a text with the hash {text} ; the page's own is {own} -->\n"


def fresh(compiled):
    """{file name: page} of a folder of compiled proofs."""
    with TemporaryDirectory() as folder:
        sources = sorted(Path(compiled).glob("*.v"))
        subprocess.run([*COQDOC, "-d", folder, *(path.name for path in sources)], cwd=compiled, check=True)
        pages = {f"{path.stem}.html": tidy(Path(folder, f"MB.{path.stem}.html").read_text("utf-8")) for path in sources}
    pages = {name: linked(page, pages) for name, page in pages.items()}
    return {f"{path.stem}.html": stamp(path.read_bytes(), version(), pages[f"{path.stem}.html"])
            + pages[f"{path.stem}.html"] for path in sources}  # fmt: skip


def outdated(pages, sources):
    """The committed pages that are not those of these sources, {file name: bytes}."""
    for name, source in sources.items():
        page = pages.get(f"{Path(name).stem}.html", "")
        first, _, rest = page.partition("\n")
        if f"{first}\n" != stamp(source, "".join(first.split()[2:3]), rest):
            yield f"book/_proofs/{Path(name).stem}.html is not the page of proofs/{name}: make coqdoc"
    yield from (f"book/_proofs/{page} is of no proof" for page in pages if f"{Path(page).stem}.v" not in sources)


def axioms(compiled, folder):
    """{theorem: the axioms that its final theorem rests on}."""
    found = assumptions([f"MB.{place}.theorem" for place in PLACES.values()], compiled, folder)
    return {name: sorted(used) for name, used in zip(PLACES, found.values(), strict=True)}


def main(compiled, pages):
    with TemporaryDirectory() as folder:
        found = all_uses(Path(), Path(compiled).resolve(), folder)
        AXIOMS.write_text(json.dumps(axioms(Path(compiled).resolve(), folder), indent=1) + "\n", encoding="utf-8")
    found = {name: {line: " ".join(names) for line, names in lines.items()} for name, lines in found.items()}
    USES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    Path(pages).mkdir(exist_ok=True)
    for old in Path(pages).glob("*.html"):
        old.unlink()
    for name, page in fresh(compiled).items():
        Path(pages, name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
