"""What each lab says, as somebody has read it.

`make notebooks` stores what a lab says now, right or wrong, and prints what it says otherwise than before. Until
somebody has read that, the lab is red: `read.yml` knows a digest of what each of its code cells said when it was last
read. `make notebooks READ="NAME NAME"` says that you have.
"""

import sys
from hashlib import sha256
from pathlib import Path

import nbformat
import yaml

from tests.notebooks.canonical import lines

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
READ = Path(__file__).with_name("read.yml")


def digests(lab):
    """A digest of what each cell says, in order."""
    said = {f"cell {number}": [] for number in range(1, len(lab.cells) + 1)}
    for cell, line in lines(lab):
        said[cell].append(line)
    return [sha256("\n".join(text).encode()).hexdigest()[:6] if text else "-" for text in said.values()]


def known():
    return {name: text.split() for name, text in yaml.safe_load(READ.read_text("utf-8")).items()}


def unread(lab, read):
    """The numbers of the cells that say something else than when they were read."""
    now = digests(lab)
    if len(now) != len(read):
        return [f"{len(now)} cells, of which {len(read)} have been read"]
    return [number for number, (new, old) in enumerate(zip(now, read, strict=True), start=1) if new != old]


def main(names):
    found = yaml.safe_load(READ.read_text("utf-8")) if READ.exists() else {}
    for name in names:
        found[name] = " ".join(digests(nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)))
    READ.write_text(yaml.safe_dump(found, width=120), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
