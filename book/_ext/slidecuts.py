"""Cut pictures of many lines for slides (`slides.py`), since all lines on one slide would be too small for a room.

A picture of a proof's lines (`plots.ledger`) has a rule below each line. The cuts are at rules; each part has the head.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np
from docutils import nodes
from PIL import Image

MOST = 4  # lines on a slide


def lines(picture):
    """Find the end of each line, below its rule: a row of pixels mostly of one colour that is not the background's."""
    grey = np.asarray(picture.convert("L"))
    middle = grey[:, grey.shape[1] // 2]
    ruled = np.flatnonzero(((grey == middle[:, None]).mean(axis=1) > 0.9) & (middle != grey[0, 0]))
    return ruled[np.diff(ruled, append=len(grey) + 1) > 1] + 1


def parts(path):
    """Write the parts beside a picture, and return their paths; return none if all lines fit."""
    picture = Image.open(path)
    ends = lines(picture)
    if len(ends) <= MOST:
        return []
    head = picture.crop((0, 0, picture.width, 2 * ends[0] - ends[1]))
    slides = -(-len(ends) // MOST)
    cuts = [head.height, *(ends[len(ends) * slide // slides - 1] for slide in range(1, slides + 1))]
    written = []
    for top, bottom in pairwise(cuts):
        part = Image.new("RGB", (picture.width, head.height + bottom - top))
        part.paste(head)
        part.paste(picture.crop((0, top, picture.width, bottom)), (0, head.height))
        written.append(path.with_stem(f"{path.stem}-{len(written) + 1}"))
        part.save(written[-1])
    return written


def cut(env, docname, page):
    """Replace each figure whose picture must be cut by several figures; the first keeps the number."""
    for figure in list(page.findall(nodes.figure)):
        found = parts(Path(env.srcdir, next(figure.findall(nodes.image))["uri"]))
        figures = [figure.deepcopy() for _ in found]
        for part, path in zip(figures, found, strict=True):
            name = path.relative_to(env.srcdir).as_posix()
            env.images.add_file(docname, name)
            next(part.findall(nodes.image)).update_all_atts({"uri": name, "candidates": {"*": name}}, replace=True)
            part["classes"].append("lines")
        for number, part in enumerate(figures[1:], start=2):
            part["ids"] = [f"{name}-{number}" for name in part["ids"]]
        if figures:
            figure.replace_self(figures)
