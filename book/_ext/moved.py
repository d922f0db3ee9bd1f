"""An address keeps its promise when what stands there moves to another page of its chapter.

The core has its chapter's old address. So it carries a list of all places on the other pages, made of the pages
themselves when they have been written, and `course.js` leads on from `halving.html#ex-hv-prior` to where that is.
"""

import json
import re
from pathlib import Path

from chapters import chapters, to_read

PLACE = re.compile(r'\bid="([^"]+)"')
LIST = '<script type="application/json" id="moved">{}</script>\n</body>'


def write_lists(app, exception):
    if exception or app.builder.name != "html":
        return
    for name in chapters(app.srcdir):
        core, *others = (Path(app.outdir, f"{page}.html") for page in to_read(app.srcdir, name))
        html = core.read_text("utf-8")
        seen, moved = set(PLACE.findall(html)), {}
        for page in others:
            places = [place for place in PLACE.findall(page.read_text("utf-8")) if place not in seen]
            seen.update(places)
            moved[page.name] = places
        core.write_text(html.replace("</body>", LIST.format(json.dumps(moved)), 1), encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_lists)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
