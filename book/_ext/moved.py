"""Old addresses still lead to what has moved to another page of its chapter, or into a new chapter.

The core has its chapter's old address. So the core carries a list of all places on the chapter's other pages, which is
made when these have been written, and `course.js` leads on from `halving.html#ex-hv-prior` to the place. A new chapter
may have been on any page of the old one, so each of these lists its places. So does a page that was split. A page that
is gone leads on, too.
"""

import json
import re
from html import escape
from pathlib import Path

from chapters import chapter_of, chapters, to_read

#: A new chapter, and the old chapter that contained it; a page, and the page split off from it; a page that is gone,
#: and its successor.
WAS = {"chance": "experts"}
SPLIT = {"book/teach": "book/term"}
GONE = {"book/experts-agnostic": "chance-further.html#sec-xp-agnostic"}
PLACE = re.compile(r'\bid="([^"]+)"')
LIST = '<script type="application/json" id="moved">{}</script>\n</body>'
WRITTEN = re.compile(LIST.format(".*"))
STUB = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<noscript><meta http-equiv="refresh" content="0; url={to}"></noscript></head>
<body><p>This page has moved <a href="{to}">here</a>.</p>
<script>
const places = {places}, [page] = Object.entries(places).find(([, ids]) => ids.includes(location.hash.slice(1))) ?? [];
location.replace(page ? page + location.search + location.hash : "{to}");
</script></body></html>
"""


def places(folder, pages, seen=()):
    """Map each file to its places, without those that an earlier file has."""
    seen, found = set(seen), {}
    for page in pages:
        there = dict.fromkeys(PLACE.findall(read(Path(folder, f"{page}.html"))))
        found[f"{Path(page).name}.html"] = [place for place in there if place not in seen]
        seen.update(there)
    return found


def read(path):
    """A page without the list that this build, or one before, has put there."""
    return WRITTEN.sub("</body>", path.read_text("utf-8"))


def add_list(app, old, near):
    """List on a page the places that used to be there and are now on a page nearby."""
    path = Path(app.outdir, f"{old}.html")
    html = read(path)
    moved = places(app.outdir, near, PLACE.findall(html))
    path.write_text(html.replace("</body>", LIST.format(json.dumps(moved)), 1), encoding="utf-8")


def write_lists(app, exception):
    if exception or app.builder.name != "html":
        return
    book = chapters(app.srcdir)
    for old, new in SPLIT.items():
        if Path(app.outdir, f"{old}.html").is_file():
            add_list(app, old, [new])
    for name, (core, *others) in book.items():
        left = [page for new, old in WAS.items() if old == name for page in book.get(new, [])]
        for old in [core, *(others if left else [])]:
            beside = [*(others if old == core else []), *left]
            add_list(app, old, [page for page in beside if Path(page).parent == Path(old).parent])  # a page, not a lab
    for gone, to in GONE.items():
        heirs = to_read(app.srcdir, chapter_of(app.srcdir, f"book/{to.partition('.')[0]}"))
        if Path(app.outdir, f"{heirs[0]}.html").is_file():
            title, listed = escape(app.config.html_title), json.dumps(places(app.outdir, heirs))
            Path(app.outdir, f"{gone}.html").write_text(STUB.format(title=title, to=to, places=listed), "utf-8")


def setup(app):
    app.connect("build-finished", write_lists)
